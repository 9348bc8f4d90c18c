"""The 169 starting hands, and sets of combos as masks.

A combo mask is an int with bit ``combo_index`` set for each of its combos (1326 bits), so that
union, intersection and difference of sets of combos are single operations.

Starting hands are numbered as the 13x13 grid is read: ``13 * row + column`` with row and column
0 for the ace; suited hands stand above the diagonal (row < column), offsuit hands below.

>>> HANDS[:3], HANDS[13], HANDS[168]
(('AA', 'AKs', 'AQs'), 'AKo', '22')
>>> HAND_MASKS[0].bit_count(), HAND_MASKS[1].bit_count(), HAND_MASKS[13].bit_count()
(6, 4, 12)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CARD_COUNT, COMBO_CARDS, COMBO_COUNT, RANKS, format_card

__all__ = [
    "ALL_COMBOS",
    "CARD_MASKS",
    "HANDS",
    "HAND_MASKS",
    "HAND_OF_COMBO",
    "HAND_SIZES",
    "OFFSUIT",
    "PAIRED",
    "RANK_MASKS",
    "SUITED",
    "Grid",
    "Weights",
    "class_mask",
    "combo_text",
    "combos_of",
    "flags_of",
    "frozen",
    "hand_number",
    "mask_from_flags",
    "pattern_mask",
]

Weights: TypeAlias = npt.NDArray[np.float64]
"""float64 (1326,): one weight 0..1 a combo, by ``combo_index``."""

Grid: TypeAlias = npt.NDArray[np.float64]
"""float64 (13, 13): one weight 0..1 a starting hand."""

_BYTES: Final = (COMBO_COUNT + 7) // 8


def flags_of(mask: int) -> npt.NDArray[np.bool_]:
    """Combo mask -> bool (1326,)."""
    octets = np.frombuffer(mask.to_bytes(_BYTES, "little"), dtype=np.uint8)
    return np.unpackbits(octets, count=COMBO_COUNT, bitorder="little").view(np.bool_)


def mask_from_flags(flags: npt.NDArray[np.bool_]) -> int:
    """Bool (1326,) -> combo mask."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def frozen(weights: Weights) -> Weights:
    """A copy that nobody can make writeable again, with no negative zero in it."""
    return np.frombuffer((weights + 0.0).tobytes())


def combos_of(mask: int) -> Iterator[int]:
    """Numbers of the combos of a mask, from the highest (``AsAh`` = 1325) down."""
    while mask:
        combo = mask.bit_length() - 1
        yield combo
        mask ^= 1 << combo


def combo_text(combo: int) -> str:
    """Combo number -> text, the higher card first.

    >>> combo_text(1325), combo_text(0)
    ('AsAh', '2d2c')
    """
    low, high = COMBO_CARDS[combo]
    return format_card(int(high)) + format_card(int(low))


def hand_number(high: int, low: int, suited: bool) -> int:
    """Two rank indices, high >= low -> number of the starting hand, 0..168."""
    row, column = (12 - high, 12 - low) if suited else (12 - low, 12 - high)
    return 13 * row + column


def _hand_names() -> tuple[str, ...]:
    ranks = RANKS[::-1]
    return tuple(
        ranks[row] * 2
        if row == column
        else ranks[row] + ranks[column] + "s"
        if row < column
        else ranks[column] + ranks[row] + "o"
        for row in range(13)
        for column in range(13)
    )


def _hand_of_combo() -> npt.NDArray[np.uint8]:
    low, high = COMBO_CARDS[:, 0].astype(np.intp), COMBO_CARDS[:, 1].astype(np.intp)
    suited = (low & 3) == (high & 3)
    row = np.where(suited, 12 - (high >> 2), 12 - (low >> 2))
    column = np.where(suited, 12 - (low >> 2), 12 - (high >> 2))
    table = (13 * row + column).astype(np.uint8)
    table.flags.writeable = False
    return table


HANDS: Final = _hand_names()
"""The 169 names in grid order: AA, AKs, AQs ... 22."""

HAND_OF_COMBO: Final = _hand_of_combo()
"""uint8 (1326,), read-only: number of the starting hand of each combo."""

HAND_MASKS: Final = tuple(mask_from_flags(np.equal(HAND_OF_COMBO, hand)) for hand in range(169))
"""Combo mask of each starting hand."""

HAND_SIZES: Final = np.bincount(HAND_OF_COMBO, minlength=169)
"""Combos of each starting hand: 6, 4 or 12."""

ALL_COMBOS: Final = (1 << COMBO_COUNT) - 1
PAIRED: Final = mask_from_flags(HAND_OF_COMBO % 14 == 0)
SUITED: Final = mask_from_flags(HAND_OF_COMBO // 13 < HAND_OF_COMBO % 13)
OFFSUIT: Final = ALL_COMBOS ^ PAIRED ^ SUITED

CARD_MASKS: Final = tuple(
    mask_from_flags(np.equal(COMBO_CARDS[:, 0], card) | np.equal(COMBO_CARDS[:, 1], card)) for card in range(CARD_COUNT)
)
"""Mask of the 51 combos that hold each card."""

RANK_MASKS: Final = tuple(
    CARD_MASKS[4 * rank] | CARD_MASKS[4 * rank + 1] | CARD_MASKS[4 * rank + 2] | CARD_MASKS[4 * rank + 3]
    for rank in range(13)
)
"""Mask of the 198 combos that hold a card of each rank."""

_KINDS: Final = {"": ALL_COMBOS, "s": SUITED, "o": OFFSUIT}


def class_mask(first: int | None, second: int | None, kind: str) -> int:
    """Combo mask of ``AK``, ``AKs``, ``AKo``, ``AA``, ``Ax``, ``Axs``, ``XX`` and the like.

    Ranks are indices 0..12 in either order, None for any; ``kind`` is "", "s" or "o", where
    "o" leaves pairs out.

    >>> class_mask(12, None, "").bit_count(), class_mask(12, 11, "").bit_count()
    (198, 16)
    """
    if first is not None and first == second:
        return RANK_MASKS[first] & PAIRED & _KINDS[kind]
    mask = _KINDS[kind]
    for rank in (first, second):
        if rank is not None:
            mask &= RANK_MASKS[rank]
    return mask


def pattern_mask(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """Combo mask of every card of ``first`` with every other card of ``second``, as card ids."""
    mask = 0
    for one in first:
        for other in second:
            if one != other:
                mask |= CARD_MASKS[one] & CARD_MASKS[other]
    return mask
