"""Exact Texas hold'em equities: hand evaluator, ranges, range v range.

>>> import holdem_eq as he
>>> print(he.evaluate("As Ks Qs Js Ts"))
straight flush, ace high
>>> len(he.Range("QQ+, AKs"))
22
"""

from __future__ import annotations

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

__version__ = "0.1.0"

__all__ = [
    "BoardSizeError",
    "CardParseError",
    "Category",
    "DuplicateCardError",
    "EmptyRangeError",
    "EquityResult",
    "HandParseError",
    "HandRank",
    "HoldemError",
    "IllegalActionError",
    "NoValidDealError",
    "PlayerCountError",
    "Range",
    "RangeParseError",
    "RangeWarning",
    "RankTables",
    "TableIntegrityError",
    "equity",
    "equity_by_board",
    "equity_matrix",
    "evaluate",
    "evaluate_many",
    "rank_tables",
]
