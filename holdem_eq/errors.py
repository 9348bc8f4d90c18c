"""Every error that holdem_eq raises on purpose, in one tree.

::

    HoldemError (ValueError)
    ├── CardParseError        text or number that is no card
    │   └── (column)          where in the input it stands, 1-based
    ├── DuplicateCardError    one card in two places
    ├── BoardSizeError        a board of 1, 2 or more than 5 cards
    ├── RangeParseError       range text that does not follow the grammar (column)
    ├── EmptyRangeError       a range with no combo left to play
    ├── NoValidDealError      ranges that leave no joint deal
    ├── PlayerCountError      fewer than two or more than ten seats
    ├── IllegalActionError    an action that the rules forbid in this state
    ├── HandParseError        a hand record that cannot be read (file, line)
    └── TableIntegrityError   a table file that is not the one that was built

A message quotes the input with ``repr`` and says the cure.

>>> issubclass(DuplicateCardError, HoldemError) and issubclass(HoldemError, ValueError)
True
"""

from __future__ import annotations

__all__ = [
    "BoardSizeError",
    "CardParseError",
    "DuplicateCardError",
    "EmptyRangeError",
    "HandParseError",
    "HoldemError",
    "IllegalActionError",
    "NoValidDealError",
    "PlayerCountError",
    "RangeParseError",
    "RangeWarning",
    "TableIntegrityError",
]


class HoldemError(ValueError):
    """The root: catch this to catch every error below."""


class _ColumnError(HoldemError):
    """An error at a place in a text; ``column`` is 1-based, None where there is no text."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.column = column

    def __reduce__(self) -> tuple[type[_ColumnError], tuple[str, int | None]]:
        return type(self), (str(self), self.column)


class CardParseError(_ColumnError):
    """Text or number that is no card; ``column`` says where, counted from 1."""


class DuplicateCardError(HoldemError):
    """A card is named twice: in one hand, in two seats, on the board or among dead cards."""


class BoardSizeError(HoldemError):
    """A board must have 0, 3, 4 or 5 cards."""


class RangeParseError(_ColumnError):
    """Range text that does not follow the grammar; ``column`` says where, counted from 1."""


class EmptyRangeError(HoldemError):
    """A range with no combo of positive weight, or none left beside board and dead cards."""


class NoValidDealError(HoldemError):
    """Every combo of one seat meets a card of every combo of another: nothing can be dealt."""


class PlayerCountError(HoldemError):
    """The number of players is outside what the game takes."""


class IllegalActionError(HoldemError):
    """The rules forbid this action in this state; the state is unchanged."""


class HandParseError(HoldemError):
    """A hand record that cannot be read; the message names file, line and field."""


class TableIntegrityError(HoldemError):
    """A table file is damaged or is not the one that this version was built with."""


class RangeWarning(UserWarning):
    """Range text that is legal but probably not meant, as one combo with two weights."""
