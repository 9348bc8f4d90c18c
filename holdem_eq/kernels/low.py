"""Eight or better: the low of a hand by a table of 256.

A low is five different ranks of eight or lower, the ace low; straights and flushes don't count.
Only which of the eight ranks are held matters, so seven cards are one byte: bit 0 the ace, bit 1
the deuce ... bit 7 the eight. A low rank is higher for the better low, as hand ranks are:
0 no low, 1 is 8-7-6-5-4, 56 is 5-4-3-2-A.

Plain Python, and no kernel here: kernels are handed the tables.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["LOW_COUNT", "Lows", "low_tables", "no_low_tables"]

LOW_COUNT = 56
"""How many lows there are: 5 of 8 ranks."""


class Lows(NamedTuple):
    """What kernels need to find lows.

    Attributes:
        bits: uint64 (52,), the bit of each card's rank, 0 for nine to king.
        ranks: uint8 (256,), held ranks -> low rank.
    """

    bits: npt.NDArray[np.uint64]
    ranks: npt.NDArray[np.uint8]


def _bits() -> npt.NDArray[np.uint64]:
    bits = np.zeros(52, np.uint64)
    for card in range(52):
        rank = card >> 2
        bits[card] = 1 if rank == 12 else 2 << rank if rank <= 6 else 0
    bits.flags.writeable = False
    return bits


@cache
def low_tables() -> Lows:
    """Tables of eight or better.

    >>> lows = low_tables()
    >>> [int(lows.ranks[int(lows.bits[cards].sum())]) for cards in ([51, 0, 4, 8, 12], [24, 20, 16, 12, 8], [51, 0, 4])]
    [56, 1, 0]
    """
    fives = [held for held in range(256) if held.bit_count() == 5]  # the larger number has the worse low
    ranks = np.zeros(256, np.uint8)
    for held in range(256):
        best = held
        while best.bit_count() > 5:
            best &= ~(1 << best.bit_length() - 1)
        if best.bit_count() == 5:
            ranks[held] = LOW_COUNT - fives.index(best)
    ranks.flags.writeable = False
    return Lows(_bits(), ranks)


@cache
def no_low_tables() -> Lows:
    """The same for games without a low: nobody ever has one."""
    ranks = np.zeros(256, np.uint8)
    ranks.flags.writeable = False
    return Lows(_bits(), ranks)
