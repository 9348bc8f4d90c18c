"""The rules of the game: a table that is played or replayed, pots, awards, and what goes on between hands.

Pure Python on ints: nothing here knows equities, and nothing is compiled.
"""

from __future__ import annotations

from holdem_eq.rules.actions import (
    Action,
    BetTo,
    Call,
    Check,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Muck,
    RaiseTo,
    Show,
)
from holdem_eq.rules.irregularities import DeadHand, Misdeal, OutOfTurn, parse_event
from holdem_eq.rules.replay import replay, settle
from holdem_eq.rules.result import Award, HandResult, Pot
from holdem_eq.rules.session import BlindLevel, Session, Start
from holdem_eq.rules.setup import GAMES, UNKNOWN, Chips, Game, Hand, Rake, Rules
from holdem_eq.rules.table import LegalActions, Table

__all__ = [
    "GAMES",
    "UNKNOWN",
    "Action",
    "Award",
    "BetTo",
    "BlindLevel",
    "Call",
    "Check",
    "Chips",
    "DeadHand",
    "DealBoard",
    "DealHole",
    "Discard",
    "Fold",
    "Game",
    "Hand",
    "HandResult",
    "LegalActions",
    "Misdeal",
    "Muck",
    "OutOfTurn",
    "Pot",
    "RaiseTo",
    "Rake",
    "Rules",
    "Session",
    "Show",
    "Start",
    "Table",
    "parse_event",
    "replay",
    "settle",
]
