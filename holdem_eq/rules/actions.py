"""Everything that can happen in a hand, as frozen records.

Each action can say whether a `Table` allows it (`can`), say why not (`verify`) and do it
(`apply`, which verifies first: an illegal action changes nothing). ``str()`` gives the notation of
the Poker Hand History format where that has one.

>>> from holdem_eq.rules import Call, RaiseTo, Table
>>> table = Table((100, 100, 100), posts=(1, 2, 0))
>>> RaiseTo(2, 3).can(table)
False
>>> RaiseTo(2, 6).apply(table)
>>> print(RaiseTo(2, 6))
p3 cbr 6
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdem_eq.errors import HoldemError
from holdem_eq.rules import betting, deal, showdown
from holdem_eq.rules.setup import cards_text, read_cards

if TYPE_CHECKING:
    from holdem_eq.rules.table import Table

__all__ = [
    "Action",
    "BetTo",
    "Call",
    "Check",
    "DealBoard",
    "DealHole",
    "Discard",
    "Fold",
    "Muck",
    "RaiseTo",
    "Show",
]


@dataclass(frozen=True, slots=True)
class Action:
    """The root of all actions."""

    def verify(self, table: Table) -> None:
        """Raise `IllegalActionError`, naming the seat, what it tried and what it may do, unless legal."""
        raise NotImplementedError

    def can(self, table: Table) -> bool:
        """Whether the table allows this action now."""
        try:
            self.verify(table)
        except HoldemError:
            return False
        return True

    def apply(self, table: Table) -> None:
        """Verify, then move the table to its next state."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class SeatAction(Action):
    """An action of one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Fold(SeatAction):
    """Throw the hand away. With nothing owed, or all-in, only a record that is read leniently may."""

    def verify(self, table: Table) -> None:
        if self._is_absent(table):
            return
        betting.verify_turn(table, self)
        if table.strict and table.bets[self.seat] >= table.level:
            raise table.refusal(self, "with nothing owed")

    def apply(self, table: Table) -> None:
        self.verify(table)
        if not table.strict:
            if self._is_absent(table):
                table.reports.append(f"seat {self.seat} folds although it is all-in")
            elif betting.owed(table, self.seat) == 0:
                table.reports.append(f"seat {self.seat} folds with nothing owed")
        betting.fold(table, self.seat)

    def _is_absent(self, table: Table) -> bool:
        """Some sites fold the hand of a seat that was put all-in by its ante or blind and is not there."""
        if table.strict or table.phase != "bet" or not 0 <= self.seat < len(table.stacks):
            return False
        return not table.stacks[self.seat] and not table.folded[self.seat]

    def __str__(self) -> str:
        return f"p{self.seat + 1} f"


@dataclass(frozen=True, slots=True)
class Call(SeatAction):
    """Match the bet as far as the stack goes; where nothing is owed, a check."""

    def verify(self, table: Table) -> None:
        betting.verify_turn(table, self)

    def apply(self, table: Table) -> None:
        betting.verify_turn(table, self)
        betting.call(table, self.seat)

    def __str__(self) -> str:
        return f"p{self.seat + 1} cc"


@dataclass(frozen=True, slots=True)
class Check(Call):
    """Pass with nothing owed."""

    def verify(self, table: Table) -> None:
        betting.verify_turn(table, self)
        if betting.owed(table, self.seat):
            raise table.refusal(self, f"facing {betting.owed(table, self.seat)}")

    def apply(self, table: Table) -> None:
        self.verify(table)
        betting.call(table, self.seat)


@dataclass(frozen=True, slots=True)
class RaiseTo(SeatAction):
    """Bet or raise to ``amount``, a total for the street."""

    amount: int

    def verify(self, table: Table) -> None:
        betting.verify_turn(table, self)
        betting.verify_raise(table, self, self.amount)

    def apply(self, table: Table) -> None:
        betting.verify_turn(table, self)
        betting.verify_raise(table, self, self.amount)
        betting.raise_to(table, self.seat, self.amount)

    def __str__(self) -> str:
        return f"p{self.seat + 1} cbr {self.amount}"


@dataclass(frozen=True, slots=True)
class BetTo(RaiseTo):
    """Open the betting of a street with ``amount``."""

    def verify(self, table: Table) -> None:
        betting.verify_turn(table, self)
        if table.level:
            raise table.refusal(self, f"over a bet of {table.level}; that is a raise")
        betting.verify_raise(table, self, self.amount)

    def apply(self, table: Table) -> None:
        self.verify(table)
        betting.raise_to(table, self.seat, self.amount)


@dataclass(frozen=True, slots=True)
class DealHole(SeatAction):
    """Hole cards of one seat, as text or ids; ``??`` or -1 for a card that is not known."""

    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", read_cards(self.cards))

    def verify(self, table: Table) -> None:
        deal.verify_hole(table, self)

    def apply(self, table: Table) -> None:
        deal.verify_hole(table, self)
        deal.deal_hole(table, self.seat, self.cards)

    def __str__(self) -> str:
        return f"d dh p{self.seat + 1} {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class DealBoard(Action):
    """Board cards of the next street; ``board`` counts from 0 where it is run more than once.

    Further boards start from the cards that lay open when the betting ended.
    """

    cards: tuple[int, ...]
    board: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", read_cards(self.cards))

    def verify(self, table: Table) -> None:
        deal.verify_board(table, self)

    def apply(self, table: Table) -> None:
        deal.verify_board(table, self)
        deal.deal_board(table, self.cards, self.board)

    def __str__(self) -> str:
        return f"d db {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Discard(SeatAction):
    """Throw cards away, as the variant says; every live seat must, all-in or not."""

    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", read_cards(self.cards))

    def verify(self, table: Table) -> None:
        deal.verify_discard(table, self)

    def apply(self, table: Table) -> None:
        deal.verify_discard(table, self)
        deal.discard(table, self.seat, self.cards)

    def __str__(self) -> str:
        return f"p{self.seat + 1} sd {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Show(SeatAction):
    """Table the hand; without cards those that were dealt. One unknown card shown wins nothing."""

    cards: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", read_cards(self.cards))

    def verify(self, table: Table) -> None:
        showdown.verify_show(table, self, self.cards)

    def apply(self, table: Table) -> None:
        showdown.verify_show(table, self, self.cards)
        showdown.show(table, self.seat, self.cards)

    def __str__(self) -> str:
        return f"p{self.seat + 1} sm {cards_text(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class Muck(SeatAction):
    """Throw the hand away at the showdown: it wins nothing more, and the pots stay what they are.

    The last hand held for a pot takes that pot unseen, also where it is thrown away after the others.
    """

    def verify(self, table: Table) -> None:
        showdown.verify_show(table, self)

    def apply(self, table: Table) -> None:
        showdown.verify_show(table, self)
        showdown.muck(table, self.seat)

    def __str__(self) -> str:
        return f"p{self.seat + 1} sm"
