"""Hand ranks from card ids: one table look-up per card, two per hand.

``tables`` is `holdem_eq.tables.load.RankTables`. The key of a card holds a rank constant in its
high half and a one in the 4-bit counter of its suit in its low half. The sum of the constants
(modulo 2**32) names the rank multiset of the hand; a counter that started at 3 shows a flush in
its bit 3. Layout and hash: ADR 0002.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy import uint8, uint64

from holdem_eq.kernels import layout
from holdem_eq.kernels._jit import inlined, kernel

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["look_up5", "look_up6", "look_up7", "rank5", "rank6", "rank7", "rank_rows5", "rank_rows6", "rank_rows7"]

BIAS = uint64(layout.BIAS)
FLUSH = uint64(layout.FLUSH)
HASH_SHIFT = uint64(layout.HASH_SHIFT)
ROW_SHIFT = uint64(layout.ROW_SHIFT)
ROWS5, SLOTS5, MASK5 = uint64(layout.ROWS[5]), uint64(layout.SLOTS[5]), uint64((1 << layout.SLOT_BITS[5]) - 1)
ROWS6, SLOTS6, MASK6 = uint64(layout.ROWS[6]), uint64(layout.SLOTS[6]), uint64((1 << layout.SLOT_BITS[6]) - 1)
ROWS7, SLOTS7, MASK7 = uint64(layout.ROWS[7]), uint64(layout.SLOTS[7]), uint64((1 << layout.SLOT_BITS[7]) - 1)
FLUSH_MASK = uint64((1 << layout.FLUSH_BITS) - 1)
CHUNK = 4096


@inlined
def look_up5(key: Any, ranks: Any) -> Any:
    """Key sum of five cards without a flush -> uint16 rank."""
    return ranks[SLOTS5 + ((ranks[ROWS5 + (key >> ROW_SHIFT)] + (key >> HASH_SHIFT)) & MASK5)]


@inlined
def look_up6(key: Any, ranks: Any) -> Any:
    """Key sum of six cards without a flush -> uint16 rank."""
    return ranks[SLOTS6 + ((ranks[ROWS6 + (key >> ROW_SHIFT)] + (key >> HASH_SHIFT)) & MASK6)]


@inlined
def look_up7(key: Any, ranks: Any) -> Any:
    """Key sum of seven cards without a flush -> uint16 rank."""
    return ranks[SLOTS7 + ((ranks[ROWS7 + (key >> ROW_SHIFT)] + (key >> HASH_SHIFT)) & MASK7)]


@kernel
def flush_suit(key: Any) -> Any:
    """Suit index, uint64, of the suit whose counter shows five or more."""
    if key & uint64(0x8):
        return uint64(0)
    if key & uint64(0x80):
        return uint64(1)
    if key & uint64(0x800):
        return uint64(2)
    return uint64(3)


@kernel
def _rank_flush(cards: Any, key: Any, ranks: Any) -> Any:
    suit = flush_suit(key)
    held = uint64(0)
    for place in range(len(cards)):
        card = uint64(cards[place])
        held |= uint64((card & uint64(3)) == suit) << (card >> uint64(2))
    return ranks[held & FLUSH_MASK]  # unchecked ids may have set more


@inlined
def rank5(cards: Any, tables: RankTables) -> Any:
    """Five card ids, a tuple or a 1-D array -> uint16 hand rank; ids are not checked."""
    keys = tables.keys
    key = BIAS + keys[cards[0]] + keys[cards[1]] + keys[cards[2]] + keys[cards[3]] + keys[cards[4]]
    if key & FLUSH:
        return _rank_flush(cards, key, tables.ranks)
    return look_up5(key, tables.ranks)


@inlined
def rank6(cards: Any, tables: RankTables) -> Any:
    """Six card ids, a tuple or a 1-D array -> uint16 hand rank; ids are not checked."""
    keys = tables.keys
    key = BIAS + keys[cards[0]] + keys[cards[1]] + keys[cards[2]]
    key += keys[cards[3]] + keys[cards[4]] + keys[cards[5]]
    if key & FLUSH:
        return _rank_flush(cards, key, tables.ranks)
    return look_up6(key, tables.ranks)


@inlined
def rank7(cards: Any, tables: RankTables) -> Any:
    """Seven card ids, a tuple or a 1-D array -> uint16 hand rank; ids are not checked."""
    keys = tables.keys
    key = BIAS + keys[cards[0]] + keys[cards[1]] + keys[cards[2]] + keys[cards[3]]
    key += keys[cards[4]] + keys[cards[5]] + keys[cards[6]]
    if key & FLUSH:
        return _rank_flush(cards, key, tables.ranks)
    return look_up7(key, tables.ranks)


# Loops below run from 0 over slices: numba then knows that no index is negative, drops its
# wrap-around test, and LLVM compares whole columns at a time.


@kernel
def _any_above(cards: Any) -> Any:
    highest = uint8(0)
    for place in range(len(cards)):
        highest = max(highest, cards[place])
    return highest > uint8(51)


@kernel
def _any_twice5(cards: Any) -> Any:
    twice = False
    for row in range(len(cards) // 5):
        i = 5 * row
        a, b, c, d, e = cards[i], cards[i + 1], cards[i + 2], cards[i + 3], cards[i + 4]
        twice |= (a == b) | (a == c) | (a == d) | (a == e) | (b == c) | (b == d) | (b == e)
        twice |= (c == d) | (c == e) | (d == e)
    return twice


@kernel
def _any_twice6(cards: Any) -> Any:
    twice = False
    for row in range(len(cards) // 6):
        i = 6 * row
        a, b, c, d, e, f = cards[i], cards[i + 1], cards[i + 2], cards[i + 3], cards[i + 4], cards[i + 5]
        twice |= (a == b) | (a == c) | (a == d) | (a == e) | (a == f) | (b == c) | (b == d) | (b == e)
        twice |= (b == f) | (c == d) | (c == e) | (c == f) | (d == e) | (d == f) | (e == f)
    return twice


@kernel
def _any_twice7(cards: Any) -> Any:
    twice = False
    for row in range(len(cards) // 7):
        i = 7 * row
        a, b, c, d, e, f, g = (
            cards[i],
            cards[i + 1],
            cards[i + 2],
            cards[i + 3],
            cards[i + 4],
            cards[i + 5],
            cards[i + 6],
        )
        twice |= (a == b) | (a == c) | (a == d) | (a == e) | (a == f) | (a == g) | (b == c) | (b == d)
        twice |= (b == e) | (b == f) | (b == g) | (c == d) | (c == e) | (c == f) | (c == g) | (d == e)
        twice |= (d == f) | (d == g) | (e == f) | (e == g) | (f == g)
    return twice


@kernel
def rank_rows5(cards: Any, tables: RankTables, out: Any, validate: bool) -> int:
    """uint8 (n, 5) C-contiguous -> uint16 (n,) in ``out``; first row of a bad chunk of 4,096, or -1.

    Checks run over chunks that fit the first cache, which costs a tenth of the ranking.
    """
    for start in range(0, len(out), CHUNK):
        hands, part = cards[start : start + CHUNK], out[start : start + CHUNK]
        if validate and (_any_above(hands.reshape(-1)) or _any_twice5(hands.reshape(-1))):
            return start
        for i in range(len(part)):
            part[i] = rank5((hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]), tables)
    return -1


@kernel
def rank_rows6(cards: Any, tables: RankTables, out: Any, validate: bool) -> int:
    """As `rank_rows5`, for uint8 (n, 6)."""
    for start in range(0, len(out), CHUNK):
        hands, part = cards[start : start + CHUNK], out[start : start + CHUNK]
        if validate and (_any_above(hands.reshape(-1)) or _any_twice6(hands.reshape(-1))):
            return start
        for i in range(len(part)):
            hand = (hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5])
            part[i] = rank6(hand, tables)
    return -1


@kernel
def rank_rows7(cards: Any, tables: RankTables, out: Any, validate: bool) -> int:
    """As `rank_rows5`, for uint8 (n, 7)."""
    for start in range(0, len(out), CHUNK):
        hands, part = cards[start : start + CHUNK], out[start : start + CHUNK]
        if validate and (_any_above(hands.reshape(-1)) or _any_twice7(hands.reshape(-1))):
            return start
        for i in range(len(part)):
            hand = (hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5], hands[i, 6])
            part[i] = rank7(hand, tables)
    return -1
