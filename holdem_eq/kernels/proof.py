"""Every hand of a deck, twice: a count by category, and a check against a second evaluator.

The second evaluator shares nothing with the tables: it works on four 13-bit suit masks and
builds ``category << 26 | first rank mask << 13 | second rank mask``, which orders hands as the
rules do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import uint64

from holdem_eq.kernels._jit import kernel, popcount
from holdem_eq.kernels.ranking import BIAS, FLUSH, flush_suit, look_up7, rank5, rank6, rank7

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["bitwise_strength", "compare_hands", "count_categories7"]

ONE = uint64(1)
ALL = uint64(0x1FFF)


@kernel
def _top(mask: Any, count: Any) -> Any:
    """The ``count`` highest bits of ``mask``."""
    while popcount(mask) > count:
        mask &= mask - ONE
    return mask


@kernel
def _straight(mask: Any) -> Any:
    """The top bit of the best straight in a rank mask, 0 for none."""
    runs = (mask << ONE) | (mask >> uint64(12))  # the ace also stands below the deuce
    five = runs & (runs >> ONE) & (runs >> uint64(2)) & (runs >> uint64(3)) & (runs >> uint64(4))
    return _top(five << uint64(3), ONE)


@kernel
def bitwise_strength(clubs: Any, diamonds: Any, hearts: Any, spades: Any) -> Any:
    """Suit masks, uint64, of five to seven cards -> comparable strength, uint64."""
    for suit in (clubs, diamonds, hearts, spades):
        if popcount(suit) >= uint64(5):
            top = _straight(suit)
            if top:
                return uint64(9) << uint64(26) | top << uint64(13)
            return uint64(6) << uint64(26) | _top(suit, uint64(5))
    low, high = clubs ^ diamonds, clubs & diamonds
    low_two, high_two = hearts ^ spades, hearts & spades
    ones = low ^ low_two
    carry = low & low_two
    twos = high ^ high_two ^ carry
    fours = (high & high_two) | (high & carry) | (high_two & carry)
    held = clubs | diamonds | hearts | spades
    trips = twos & ones
    pairs = twos & ~ones
    if fours:
        return uint64(8) << uint64(26) | fours << uint64(13) | _top(held & ~fours, ONE)
    if trips:
        three = _top(trips, ONE)
        two = _top((trips | pairs) & ~three, ONE)
        if two:
            return uint64(7) << uint64(26) | three << uint64(13) | two
    top = _straight(held)
    if top:
        return uint64(5) << uint64(26) | top << uint64(13)
    if trips:
        return uint64(4) << uint64(26) | trips << uint64(13) | _top(held & ~trips, uint64(2))
    if pairs:
        two = _top(pairs, uint64(2))
        if popcount(two) == uint64(2):
            return uint64(3) << uint64(26) | two << uint64(13) | _top(held & ~two, ONE)
        return uint64(2) << uint64(26) | two << uint64(13) | _top(held & ~two, uint64(3))
    return ONE << uint64(26) | _top(held, uint64(5))


@kernel
def _strength(cards: Any) -> Any:
    suits = [uint64(0), uint64(0), uint64(0), uint64(0)]
    for card in cards:
        suits[card & 3] |= ONE << uint64(card >> 2)
    return bitwise_strength(suits[0], suits[1], suits[2], suits[3])


@kernel
def compare_hands(size: int, strength_of: Any, tables: RankTables) -> Any:
    """All C(52, size) hands of 5, 6 or 7 cards by both evaluators.

    ``strength_of``: uint64 (65536,), the bitwise strength that belongs to each hand rank.
    Returns int64 (65537,): hands by hand rank, and in the last place the hands that differ.
    """
    counts = np.zeros(65537, np.int64)
    suits = np.zeros((8, 4), np.uint64)  # suit masks of the first k cards
    place = np.zeros(7, np.int64)
    for k in range(size):
        place[k] = k
    depth = 0
    while depth >= 0:
        if place[depth] > 52 - size + depth:
            depth -= 1
            if depth >= 0:
                place[depth] += 1
            continue
        card = place[depth]
        for suit in range(4):
            suits[depth + 1, suit] = suits[depth, suit]
        suits[depth + 1, card & 3] |= ONE << uint64(card >> 2)
        if depth < size - 1:
            depth += 1
            place[depth] = card + 1
            continue
        if size == 7:
            rank = rank7((place[0], place[1], place[2], place[3], place[4], place[5], place[6]), tables)
        elif size == 6:
            rank = rank6((place[0], place[1], place[2], place[3], place[4], place[5]), tables)
        else:
            rank = rank5((place[0], place[1], place[2], place[3], place[4]), tables)
        counts[rank] += 1
        held = suits[size]
        if bitwise_strength(held[0], held[1], held[2], held[3]) != strength_of[rank]:
            counts[65536] += 1
        place[depth] += 1
    return counts


@kernel
def count_categories7(tables: RankTables) -> Any:
    """Rank all 133,784,560 seven-card hands -> int64 (16,), hands by category.

    Eight histograms take turns, so that two hands of one category never wait for each other.
    """
    keys, ranks = tables.keys, tables.ranks
    counts = np.zeros((8, 16), np.int64)
    bits = np.zeros(52, np.uint64)
    for card in range(52):
        bits[card] = ONE << uint64(16 * (card & 3) + (card >> 2))
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                key3 = BIAS + keys[a] + keys[b] + keys[c]
                bits3 = bits[a] | bits[b] | bits[c]
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        key5 = key3 + keys[d] + keys[e]
                        bits5 = bits3 | bits[d] | bits[e]
                        for f in range(e + 1, 52):
                            key6, bits6 = key5 + keys[f], bits5 | bits[f]
                            if (key6 + uint64(0x1111)) & FLUSH:  # a suit has four: one more makes five
                                for g in range(f + 1, 52):
                                    key = key6 + keys[g]
                                    if key & FLUSH:
                                        held = (bits6 | bits[g]) >> (flush_suit(key) << uint64(4))
                                        counts[g & 7, ranks[held & ALL] >> 12] += 1
                                    else:
                                        counts[g & 7, look_up7(key, ranks) >> 12] += 1
                            else:
                                for g in range(f + 1, 52):
                                    counts[g & 7, look_up7(key6 + keys[g], ranks) >> 12] += 1
    return counts.sum(axis=0)
