"""Actions, cards and amounts as the Poker Hand History format writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from holdem_eq.cards import RANKS, SUITS, parse_cards
from holdem_eq.errors import DuplicateCardError, HandParseError, HoldemError
from holdem_eq.rules import (
    UNKNOWN,
    Action,
    Call,
    Chips,
    DeadHand,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Misdeal,
    Muck,
    OutOfTurn,
    RaiseTo,
    Show,
    parse_event,
)

__all__ = [
    "EARLY",
    "amount_text",
    "common_scale",
    "event_in",
    "format_action",
    "parse_action",
    "plain_action",
    "scaled",
]

MOST_DECIMALS: Final = 12
EARLY: Final = "out of turn: "

_CARDS: Final[Mapping[str, int]] = {
    "??": UNKNOWN,
    **{rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)},
}
_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_FORMS: Final = (
    "write 'd dh pN CARDS', 'd db CARDS', 'pN f', 'pN cc', 'pN cbr AMOUNT', 'pN sd CARDS' or 'pN sm [CARDS]',"
    " as in 'p3 cbr 210'"
)


def _cards(text: str) -> tuple[int, ...]:
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    try:
        cards = tuple([_CARDS[pair] for pair in pairs])
    except KeyError:
        if "?" in text:
            raise HandParseError(
                f"{text!r} is not cards; write two characters a card, '??' where it is not known"
            ) from None
        return parse_cards(text)
    known = [card for card in cards if card != UNKNOWN]
    return cards if len(set(known)) == len(known) else parse_cards(text.replace("??", ""))


def _seat(word: str) -> int:
    if word[:1] != "p" or not (word[1:].isascii() and word[1:].isdecimal()) or int(word[1:]) < 1:
        raise HandParseError(f"{word!r} is no player; write p1, p2 ... in dealing order")
    return int(word[1:]) - 1


def scaled(value: int | Decimal | Fraction, scale: int) -> Chips:
    """An amount of the file -> chips; a Fraction where the scale does not make it whole."""
    if isinstance(value, int):
        return value * scale
    chips = Fraction(value) * scale
    return chips.numerator if chips.denominator == 1 else chips


def common_scale(values: Sequence[int | Decimal]) -> int:
    """The smallest power of ten that makes every amount whole; exact, and 1 for whole numbers.

    Raises:
        HandParseError: an amount with more than twelve decimals.

    >>> common_scale([2, Decimal("0.05"), Decimal("10.50")])
    100
    """
    scale = 1
    for value in values:
        if not isinstance(value, int):
            denominator = Fraction(value).denominator
            while scale % denominator:
                scale *= 10
                if scale > 10**MOST_DECIMALS:
                    raise HandParseError(f"{value} has more than {MOST_DECIMALS} decimals; round it")
    return scale


def amount_text(chips: Chips, scale: int) -> str:
    """Chips -> the amount as the file writes it.

    Raises:
        HoldemError: a fraction without an end in decimals, as a third of a chip.

    >>> amount_text(1050, 100), amount_text(300, 100), amount_text(Fraction(5, 2), 1)
    ('10.5', '3', '2.5')
    """
    value = Fraction(chips) / scale
    if value.denominator == 1:
        return str(value.numerator)
    places = 1
    while 10**places % value.denominator:
        places += 1
        if places > 60:
            raise HoldemError(f"{value} has no end in decimals")
    whole, rest = divmod(abs(value.numerator) * 10**places // value.denominator, 10**places)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}d}"


def parse_action(text: str, scale: int = 1) -> Action:
    """One action in PHH notation -> `Action`; commentary behind ``#`` is left out.

    A check or call is a `Call`, a bet or raise a `RaiseTo`. ``sm`` with cards, or with ``-`` for
    those that were dealt, is a `Show`; without it is a `Muck`. ``scale`` is chips to one unit of
    the text.

    Irregular events are commentary that stands alone: ``# p3 dead: why``, ``# misdeal: why`` and
    ``# out of turn: p3 cc``.

    Raises:
        HandParseError: text that is no action, or an amount that is no whole number of chips.

    Cost: about two microseconds; a text that was read lately is looked up.

    >>> parse_action("d dh p1 AcKs"), parse_action("p3 cbr 10.50  # all in", scale=100)
    (DealHole(seat=0, cards=(48, 47)), RaiseTo(seat=2, amount=1050))
    >>> parse_action("p3 raise 10")
    Traceback (most recent call last):
    ...
    holdem_eq.errors.HandParseError: 'p3 raise 10' is no action; write 'd dh pN CARDS', 'd db CARDS', 'pN f', 'pN cc', 'pN cbr AMOUNT', 'pN sd CARDS' or 'pN sm [CARDS]', as in 'p3 cbr 210'
    """
    plain, _, comment = text.partition("#")
    event = None if plain.strip() else event_in(comment, scale)
    return plain_action(plain, scale) if event is None else event


@lru_cache(maxsize=1 << 15)
def plain_action(text: str, scale: int) -> Action:
    """`parse_action` for text without commentary."""
    try:
        match text.split():
            case ["d", "dh", seat, cards]:
                return DealHole(_seat(seat), _cards(cards))
            case ["d", "db", cards]:
                return DealBoard(_cards(cards))
            case [seat, "f"]:
                return Fold(_seat(seat))
            case [seat, "cc"]:
                return Call(_seat(seat))
            case [seat, "cbr", amount]:
                return RaiseTo(_seat(seat), _chips(amount, scale))
            case [seat, "sm"]:
                return Muck(_seat(seat))
            case [seat, "sm", "-"]:
                return Show(_seat(seat))
            case [seat, "sm", cards]:
                return Show(_seat(seat), _cards(cards))
            case [seat, "sd", cards]:
                return Discard(_seat(seat), _cards(cards))
            case _:
                raise HandParseError(f"{text!r} is no action; {_FORMS}")
    except HandParseError:
        raise
    except (HoldemError, DuplicateCardError) as error:
        raise HandParseError(f"{text!r}: {error}") from error


def event_in(comment: str, scale: int) -> Action | None:
    """The irregular event that a comment on its own tells of, or None for other comments."""
    comment = comment.strip()
    try:
        if comment.startswith(EARLY):
            action = plain_action(comment.removeprefix(EARLY), scale)
            return OutOfTurn(action) if isinstance(action, Fold | Call | RaiseTo) else None
        return parse_event(comment)
    except HandParseError:
        return None


def _chips(text: str, scale: int) -> int:
    if not _AMOUNT.fullmatch(text):
        raise HandParseError(f"{text!r} is no amount; write a number of chips, as in 'p3 cbr 210'")
    chips = scaled(Decimal(text), scale)
    if not isinstance(chips, int) or chips == 0:
        raise HandParseError(f"{text!r} is no whole number of chips, 1 or more")
    return chips


def format_action(action: Action, scale: int = 1) -> str:
    """`Action` -> PHH notation that `parse_action` reads back.

    ``Check`` and ``Call`` are both ``cc``, ``BetTo`` and ``RaiseTo`` both ``cbr``.

    >>> format_action(RaiseTo(2, 1050), scale=100), format_action(Show(0))
    ('p3 cbr 10.5', 'p1 sm -')
    """
    if isinstance(action, RaiseTo):
        return f"p{action.seat + 1} cbr {amount_text(action.amount, scale)}"
    if isinstance(action, OutOfTurn):
        return f"# {EARLY}{format_action(action.action, scale)}"
    if isinstance(action, DeadHand | Misdeal):
        return f"# {action}"
    if isinstance(action, Show) and not action.cards:
        return f"p{action.seat + 1} sm -"
    return str(action)
