"""The cards still to come: every runout once, or once up to suits that nobody can tell apart."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import uint8, uint64

from holdem_eq.kernels._jit import kernel

__all__ = ["enumerate_runouts"]

SUIT_BITS = uint64(13)
SUIT_MASK = uint64(0x1FFF)


@kernel
def _weight(bits: Any, suit_maps: Any) -> Any:
    """Size of the orbit of a set of cards, 0 unless the set is the least of its orbit.

    ``bits`` holds the ranks of suit s from bit 13 * s on.
    """
    fixed = 0
    for row in range(len(suit_maps)):
        image = uint64(0)
        for suit in range(4):
            ranks = (bits >> (SUIT_BITS * uint64(suit))) & SUIT_MASK
            image |= ranks << (SUIT_BITS * uint64(suit_maps[row, suit]))
        if image < bits:
            return 0
        if image == bits:
            fixed += 1
    return len(suit_maps) // fixed


@kernel
def enumerate_runouts(deck: Any, size: int, suit_maps: Any, cards: Any, weights: Any) -> int:
    """Write runouts of ``size`` cards so that those of equal ranks stand together; return how many.

    Args:
        deck: bool (52,), the cards that can come.
        size: 0 to 5 cards.
        suit_maps: uint8 (n, 4), the group of suit permutations to count up to; the identity alone
            gives every runout with weight 1.
        cards: uint8 (m, size) to write to, m = C(len(deck), size) always suffices.
        weights: float64 (m,) to write to, how many runouts each stands for.
    """
    count = 0
    ranks = np.zeros(6, np.int64)
    suits = np.zeros(6, np.int64)
    while True:  # rank multisets, as non-decreasing rows of ranks
        place = 0
        suits[0] = 0
        while place >= 0:  # suits for them, ascending where ranks are equal
            if place == size:
                bits = uint64(0)
                for i in range(size):
                    bits |= uint64(1) << uint64(13 * suits[i] + ranks[i])
                weight = _weight(bits, suit_maps)
                if weight:
                    for i in range(size):
                        cards[count, i] = uint8(4 * ranks[i] + suits[i])
                    weights[count] = weight
                    count += 1
                place -= 1
                if place >= 0:
                    suits[place] += 1
                continue
            if suits[place] > 3:
                place -= 1
                if place >= 0:
                    suits[place] += 1
                continue
            if not deck[4 * ranks[place] + suits[place]]:
                suits[place] += 1
                continue
            place += 1
            if place < size:
                suits[place] = suits[place - 1] + 1 if ranks[place] == ranks[place - 1] else 0
        place = size - 1
        while place >= 0 and ranks[place] == 12:
            place -= 1
        if place < 0:
            return count
        ranks[place] += 1
        for i in range(place + 1, size):
            ranks[i] = ranks[place]
