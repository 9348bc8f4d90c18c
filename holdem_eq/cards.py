"""Cards as text, as ids and as masks; the only card parser of the package.

A card id is ``4 * rank_index + suit_index``: ``2c`` = 0, ``2d`` = 1 ... ``As`` = 51, with
rank_index 0..12 for ``23456789TJQKA`` and suit_index 0..3 for ``cdhs``. A mask is a set of
cards: bit ``id`` of an int. A combo is an unordered pair of cards, numbered 0..1325 by
``hi * (hi - 1) // 2 + lo`` with ``lo < hi`` card ids.

>>> parse_cards("As Kd"), parse_cards("10h, 2♣")
((51, 45), (34, 0))
>>> format_cards([51, 45])
'AsKd'
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from holdem_eq.errors import CardParseError, DuplicateCardError

__all__ = [
    "CARD_COUNT",
    "COMBO_CARDS",
    "COMBO_COUNT",
    "FULL_DECK",
    "RANKS",
    "SUITS",
    "SUIT_ALIASES",
    "CardsLike",
    "combo_index",
    "format_card",
    "format_cards",
    "mask_of",
    "parse_card",
    "parse_cards",
    "rank_index",
    "suit_index",
]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CARD_COUNT: Final = 52
COMBO_COUNT: Final = 1326
FULL_DECK: Final = (1 << CARD_COUNT) - 1

SUIT_ALIASES: Final = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
"""Unicode suits -> letters; an emoji variation selector behind one is ignored."""

CardsLike: TypeAlias = "str | int | Sequence[str | int] | npt.NDArray[np.integer]"
"""What stands for cards: text, one id, a sequence of either, or an integer array."""

_CARD = re.compile(r"(10|[2-9TJQKAtjqka])([cdhsCDHS♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?")
_GAP = re.compile(r"[\s,]*")


def rank_index(card: int) -> int:
    """Rank of a card id: 0 (deuce) to 12 (ace)."""
    return card >> 2


def suit_index(card: int) -> int:
    """Suit of a card id: 0 to 3 for clubs, diamonds, hearts, spades."""
    return card & 3


def format_card(card: int) -> str:
    """Card id -> two characters.

    >>> format_card(51)
    'As'
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def format_cards(cards: Iterable[int]) -> str:
    """Card ids -> text that parses back, in the order given."""
    return "".join(format_card(int(card)) for card in cards)


def mask_of(cards: Iterable[int]) -> int:
    """Card ids -> mask with bit ``id`` set for each."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def combo_index(first: int, second: int) -> int:
    """Two different card ids, in either order -> combo number 0..1325.

    >>> combo_index(51, 50), combo_index(0, 1)
    (1325, 0)
    """
    low, high = (first, second) if first < second else (second, first)
    return high * (high - 1) // 2 + low


def _combo_cards() -> npt.NDArray[np.uint8]:
    pairs = [(low, high) for high in range(CARD_COUNT) for low in range(high)]
    table = np.array(pairs, dtype=np.uint8)
    table.flags.writeable = False
    return table


COMBO_CARDS: Final = _combo_cards()
"""uint8 (1326, 2), read-only: the lower and the higher card id of each combo."""


def parse_cards(cards: CardsLike) -> tuple[int, ...]:
    """Parse cards into ids, in the order given.

    Text may be spaced or not, with commas or not, in any case, with ``T`` or ``10`` and with
    letters or Unicode suits. Ids are ints 0..51.

    Raises:
        CardParseError: for what is no card; ``column`` counts from 1, in text by character,
            in a sequence by item.
        DuplicateCardError: for a card that comes twice.

    >>> parse_cards("AsKd") == parse_cards("as, kd") == parse_cards("A♠ K♦") == parse_cards(["As", 45])
    True
    >>> parse_cards("AsKx")
    Traceback (most recent call last):
    ...
    holdem_eq.errors.CardParseError: 'Kx' at column 3 of 'AsKx' is not a card; write a rank 2-9, T or 10, J, Q, K, A and a suit c, d, h, s, as in 'As' or '10h'
    """
    ids = _parse_text(cards) if isinstance(cards, str) else _parse_items(cards)
    seen: dict[int, int] = {}
    for place, card in enumerate(ids, start=1):
        if card in seen:
            raise DuplicateCardError(
                f"{format_card(card)} comes twice in {_quote(cards)} (cards {seen[card]} and {place});"
                " name each card once"
            )
        seen[card] = place
    return tuple(ids)


def parse_card(card: str | int) -> int:
    """Parse exactly one card.

    >>> parse_card("10h")
    34
    """
    ids = parse_cards(card)
    if len(ids) != 1:
        raise CardParseError(f"{card!r} is {len(ids)} cards; give exactly one, as in 'As'", 1)
    return ids[0]


def _parse_text(text: str) -> list[int]:
    ids: list[int] = []
    place = _end(_GAP, text, 0)
    while place < len(text):
        match = _CARD.match(text, place)
        if match is None:
            word = re.split(r"[\s,]", text[place:], maxsplit=1)[0]
            word = word[:3] if word.startswith("10") else word[:2]
            raise CardParseError(
                f"{word!r} at column {place + 1} of {text!r} is not a card; write a rank 2-9, T or 10, J, Q, K, A"
                " and a suit c, d, h, s, as in 'As' or '10h'",
                place + 1,
            )
        rank, suit = match.groups()
        rank = "T" if rank == "10" else rank.upper()
        ids.append(4 * RANKS.index(rank) + SUITS.index(SUIT_ALIASES.get(suit, suit.lower())))
        place = _end(_GAP, text, match.end())
    return ids


def _end(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return place if match is None else match.end()


def _parse_items(cards: int | Iterable[object]) -> list[int]:
    items = list(cards) if isinstance(cards, Iterable) else [cards]
    ids: list[int] = []
    for place, item in enumerate(items, start=1):
        if isinstance(item, str):
            found = _parse_text(item)
            if len(found) != 1:
                raise CardParseError(f"item {place} of {_quote(cards)} is {item!r}: not exactly one card", place)
            ids.append(found[0])
            continue
        try:
            card = -1 if isinstance(item, (bool, np.bool_)) else operator.index(item)  # type: ignore[arg-type]
        except TypeError:
            card = -1
        if not 0 <= card < CARD_COUNT:
            raise CardParseError(
                f"item {place} of {_quote(cards)} is {item!r}: not a card; give text as 'As' or an id 0..51", place
            )
        ids.append(card)
    return ids


def _quote(cards: object) -> str:
    text = repr(cards)
    return text if len(text) <= 200 else text[:197] + "..."
