"""Exact Texas hold'em equities: hand evaluator, ranges, range v range, and the rules of the game.

>>> import holdem_eq as he
>>> print(he.evaluate("As Ks Qs Js Ts"))
straight flush, ace high
>>> len(he.Range("QQ+, AKs"))
22
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from holdem_eq.cards import format_cards, parse_cards
from holdem_eq.equity import EquityResult, equity, equity_by_board, equity_matrix
from holdem_eq.errors import (
    BoardSizeError,
    CardParseError,
    DuplicateCardError,
    EmptyRangeError,
    HandParseError,
    HoldemError,
    IllegalActionError,
    NoValidDealError,
    PlayerCountError,
    RangeParseError,
    RangeWarning,
    TableIntegrityError,
)
from holdem_eq.evaluator import HandRank, evaluate, evaluate_many
from holdem_eq.ranges import Range
from holdem_eq.tables.classify import Category
from holdem_eq.tables.load import RankTables, rank_tables

if TYPE_CHECKING:
    from holdem_eq import plots, rules
    from holdem_eq.analysis import category_distribution, equity_by_next_card, equity_distribution
    from holdem_eq.hands.many import replay_many
    from holdem_eq.hands.read import read_hands
    from holdem_eq.hands.story import tell
    from holdem_eq.rules import Hand, HandResult, Rules, Session, Table, replay, settle
    from holdem_eq.settlement import settle_many

__version__ = "0.1.0"

__all__ = [
    "BoardSizeError",
    "CardParseError",
    "Category",
    "DuplicateCardError",
    "EmptyRangeError",
    "EquityResult",
    "Hand",
    "HandParseError",
    "HandRank",
    "HandResult",
    "HoldemError",
    "IllegalActionError",
    "NoValidDealError",
    "PlayerCountError",
    "Range",
    "RangeParseError",
    "RangeWarning",
    "RankTables",
    "Rules",
    "Session",
    "Table",
    "TableIntegrityError",
    "category_distribution",
    "equity",
    "equity_by_board",
    "equity_by_next_card",
    "equity_distribution",
    "equity_matrix",
    "evaluate",
    "evaluate_many",
    "format_cards",
    "parse_cards",
    "plots",
    "rank_tables",
    "read_hands",
    "replay",
    "replay_many",
    "rules",
    "settle",
    "settle_many",
    "tell",
]

_LATER = {
    "Hand": "holdem_eq.rules",
    "HandResult": "holdem_eq.rules",
    "Rules": "holdem_eq.rules",
    "Session": "holdem_eq.rules",
    "Table": "holdem_eq.rules",
    "category_distribution": "holdem_eq.analysis",
    "equity_by_next_card": "holdem_eq.analysis",
    "equity_distribution": "holdem_eq.analysis",
    "read_hands": "holdem_eq.hands.read",
    "replay": "holdem_eq.rules",
    "replay_many": "holdem_eq.hands.many",
    "settle": "holdem_eq.rules",
    "settle_many": "holdem_eq.settlement",
    "tell": "holdem_eq.hands.story",
}
"""Names that are imported when they are first used -> where they are."""


def __getattr__(name: str) -> Any:
    if name in ("plots", "rules"):
        return import_module(f"holdem_eq.{name}")
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
