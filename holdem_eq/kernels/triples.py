"""Every hero combo against two ranges at once, summed over boards, without looking at triples.

Weights of seats 1 and 2 that share no card with hero and none with each other: with ``A`` and
``B`` the totals, ``A[c]`` and ``B[c]`` the weights of combos that hold card c, all of them
disjoint from hero,

    A * B - sum over c of A[c] * B[c] + sum over combos of a * b,

since a pair of different combos that meets does so in one card, and a pair of equal combos is
taken off for both of its cards (inclusion and exclusion). Disjoint from hero (p, q):
``A[c] - a(c, p) - a(c, q)``. Walking up the ranks, "weaker" and "equal rank" are kept apart for
both seats; four such products give hero alone, hero with one of them, and all three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import kernel, popcount
from holdem_eq.kernels.classes import CLASSES, flush_items, order_classes

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["triple_runouts"]

MOST_ITEMS = 512
ZERO, ONE = uint64(0), uint64(1)


class Weaker(NamedTuple):
    """Weights of seats 1 and 2 below the group at hand, and products that grow with them.

    Attributes:
        sums: float64 (3,): weight of seat 1, of seat 2, and of combos as held by both (product).
        card: float64 (3, 52): the same by card held.
        pair: float64 (2, 52, 52): seats' weights by both cards, symmetric.
        meet: float64 (1,): sum over cards c of ``card[0, c] * card[1, c]``.
        reach: float64 (2, 52), by card p: sum over c of the other seat's ``card[c]`` times the
            seat's ``pair[p, c]``.
        cross: float64 (2, 52, 52): ``cross[0, p, q] + cross[1, q, p]`` is the sum over c of
            ``pair[0, p, c] * pair[1, q, c]``; part 0 grows with seat 1, part 1 with seat 2.
    """

    sums: Any
    card: Any
    pair: Any
    meet: Any
    reach: Any
    cross: Any


class Equal(NamedTuple):
    """Weights of seats 1 and 2 within the group at hand.

    Attributes:
        sums, card, pair: as in `Weaker`.
        cards: int64 (52,), the cards that the group's combos hold, and
        seen: bool (52,), the same as marks.
    """

    sums: Any
    card: Any
    pair: Any
    cards: Any
    seen: Any


class Seats(NamedTuple):
    """What the seats hold.

    Attributes:
        low, high: int64 (1326,), cards of the combos.
        hero: bool (1326,), the combos asked for.
        first, second: float64 (1326,), weights of seats 1 and 2.
        wanted: bool (1326,), combos of any of them.
        members: int64 (k,), those combos, class by class.
        starts: int64 (92,), where each class starts in ``members``.
    """

    low: Any
    high: Any
    hero: Any
    first: Any
    second: Any
    wanted: Any
    members: Any
    starts: Any


@kernel
def _open_seats(first: Any, second: Any, hero: Any) -> Seats:
    low, high = np.zeros(1326, np.int64), np.zeros(1326, np.int64)
    wanted = hero | (first != 0.0) | (second != 0.0)
    starts = np.zeros(CLASSES + 1, np.int64)
    combo = 0
    for upper in range(52):
        for lower in range(upper):
            low[combo], high[combo] = lower, upper
            if wanted[combo]:
                hi, lo = upper >> 2, lower >> 2
                starts[hi * (hi + 1) // 2 + lo + 1] += 1
            combo += 1
    for number in range(CLASSES):
        starts[number + 1] += starts[number]
    members, place = np.zeros(starts[CLASSES], np.int64), starts.copy()
    for combo in range(1326):
        if wanted[combo]:
            hi, lo = high[combo] >> 2, low[combo] >> 2
            number = hi * (hi + 1) // 2 + lo
            members[place[number]] = combo
            place[number] += 1
    return Seats(low, high, hero, first, second, wanted, members, starts)


@kernel
def _add_weaker(low: Any, high: Any, a: float, b: float, weaker: Weaker) -> None:
    """Count a combo, held by seat 1 with weight ``a`` and by seat 2 with ``b``, as weaker from now on.

    Loops over whole rows, with unsigned indices, become vector instructions.
    """
    x, y = uint64(low), uint64(high)
    sums, card, pair, reach, cross = weaker.sums, weaker.card, weaker.pair, weaker.reach, weaker.cross
    if a != 0.0:
        weaker.meet[0] += a * (card[1, x] + card[1, y])
        reach[0, x] += a * card[1, y]
        reach[0, y] += a * card[1, x]
        for c in range(52):
            reach[1, c] += a * (pair[1, x, c] + pair[1, y, c])
            cross[0, x, c] += a * pair[1, y, c]
            cross[0, y, c] += a * pair[1, x, c]
        sums[0] += a
        card[0, x] += a
        card[0, y] += a
        pair[0, x, y] = a
        pair[0, y, x] = a
    if b != 0.0:
        weaker.meet[0] += b * (card[0, x] + card[0, y])
        reach[1, x] += b * card[0, y]
        reach[1, y] += b * card[0, x]
        for c in range(52):
            reach[0, c] += b * (pair[0, x, c] + pair[0, y, c])
            cross[1, x, c] += b * pair[0, y, c]
            cross[1, y, c] += b * pair[0, x, c]
        sums[1] += b
        card[1, x] += b
        card[1, y] += b
        pair[1, x, y] = b
        pair[1, y, x] = b
        sums[2] += a * b
        card[2, x] += a * b
        card[2, y] += a * b


@kernel
def _both_weaker(p: Any, q: Any, weaker: Weaker) -> float:
    """Weight of weaker disjoint pairs beside hero's p and q."""
    sums, card, reach, cross = weaker.sums, weaker.card, weaker.reach, weaker.cross
    a = sums[0] - card[0, p] - card[0, q]
    b = sums[1] - card[1, p] - card[1, q]
    if a == 0.0 or b == 0.0:
        return 0.0
    meet = weaker.meet[0] - card[0, p] * card[1, p] - card[0, q] * card[1, q]
    meet -= reach[0, p] + reach[0, q] + reach[1, p] + reach[1, q]
    meet += cross[0, p, p] + cross[1, p, p] + cross[0, q, q] + cross[1, q, q]
    meet += cross[0, p, q] + cross[1, q, p] + cross[0, q, p] + cross[1, p, q]
    return float(a * b - meet + sums[2] - card[2, p] - card[2, q])


@kernel
def _some_equal(p: Any, q: Any, seat: Any, weaker: Weaker, equal: Equal, count: Any) -> float:
    """Weight of disjoint pairs beside hero's p and q: ``seat`` equal, the other weaker."""
    other = ONE - seat
    tied, card = equal.pair, weaker.card
    e = equal.sums[seat] - equal.card[seat, p] - equal.card[seat, q] + tied[seat, p, q]
    w = weaker.sums[other] - card[other, p] - card[other, q]
    if e == 0.0 or w == 0.0:
        return 0.0
    meet = 0.0
    for place in range(count):
        c = equal.cards[place]
        if c != p and c != q:
            held = equal.card[seat, c] - tied[seat, p, c] - tied[seat, q, c]
            meet += held * (card[other, c] - weaker.pair[other, p, c] - weaker.pair[other, q, c])
    return float(e * w - meet)


@kernel
def _both_equal(p: Any, q: Any, equal: Equal, count: Any) -> float:
    """Weight of disjoint pairs beside hero's p and q, both of them equal."""
    card, pair = equal.card, equal.pair
    own_a, own_b = pair[0, p, q], pair[1, p, q]
    a = equal.sums[0] - card[0, p] - card[0, q] + own_a
    b = equal.sums[1] - card[1, p] - card[1, q] + own_b
    if a == 0.0 or b == 0.0:
        return 0.0
    meet = 0.0
    for place in range(count):
        c = equal.cards[place]
        if c != p and c != q:
            meet += (card[0, c] - pair[0, p, c] - pair[0, q, c]) * (card[1, c] - pair[1, p, c] - pair[1, q, c])
    return float(a * b - meet + equal.sums[2] - card[2, p] - card[2, q] + own_a * own_b)


@kernel
def _open_group(group: Any, seats: Seats, equal: Equal) -> int:
    """Fill ``equal`` with the combos of a group; returns how many cards they hold."""
    sums, card, pair = equal.sums, equal.card, equal.pair
    count = 0
    for combo in group:
        x, y = seats.low[combo], seats.high[combo]
        a, b = seats.first[combo], seats.second[combo]
        for c in (x, y):
            card[0, c] += a
            card[1, c] += b
            card[2, c] += a * b
            if not equal.seen[c]:
                equal.seen[c] = True
                equal.cards[count] = uint64(c)
                count += 1
        pair[0, x, y] = a
        pair[0, y, x] = a
        pair[1, x, y] = b
        pair[1, y, x] = b
        sums[0] += a
        sums[1] += b
        sums[2] += a * b
    return count


@kernel
def _close_group(group: Any, count: Any, seats: Seats, equal: Equal) -> None:
    """Empty ``equal`` again."""
    for seat in range(3):
        equal.sums[seat] = 0.0
        for place in range(count):
            equal.card[seat, equal.cards[place]] = 0.0
    for place in range(count):
        equal.seen[equal.cards[place]] = False
    for combo in group:
        x, y = seats.low[combo], seats.high[combo]
        for seat in range(2):
            equal.pair[seat, x, y] = 0.0
            equal.pair[seat, y, x] = 0.0


@kernel
def _score_group(group: Any, weight: float, seats: Seats, weaker: Weaker, equal: Equal, result: Any) -> None:
    """Combos of equal rank: score hero's among them, then count them as weaker for what follows."""
    tie = len(group) > 1
    count = int64(_open_group(group, seats, equal)) if tie else int64(0)
    for combo in group:
        if seats.hero[combo]:
            p, q = uint64(seats.low[combo]), uint64(seats.high[combo])
            result[0, combo] += weight * _both_weaker(p, q, weaker)
            if tie:
                result[1, combo] += weight * _some_equal(p, q, ZERO, weaker, equal, count)
                result[2, combo] += weight * _some_equal(p, q, ONE, weaker, equal, count)
                result[3, combo] += weight * _both_equal(p, q, equal, count)
    if tie:
        _close_group(group, count, seats, equal)
    for combo in group:
        _add_weaker(seats.low[combo], seats.high[combo], seats.first[combo], seats.second[combo], weaker)


@kernel
def _walk(
    order: Any,
    items: Any,
    room: Any,
    weight: float,
    alive: Any,
    seats: Seats,
    weaker: Weaker,
    equal: Equal,
    result: Any,
) -> None:
    """One board, weakest rank first.

    Args:
        order: int64, ``rank << 7 | class`` ascending.
        items: int64, ``rank << 11 | combo`` ascending, the combos that flush; ``alive`` excludes
            nothing of them, and classes leave out what ``seats.wanted`` marks as flushing.
        room: int64 (1326,), room for a group.
        weight: how many boards this one stands for.
        alive: bool (1326,), combos that meet no card of the board and do not flush.
        seats: what the seats hold.
        weaker: emptied first.
        equal: empty between groups.
        result: float64 (4, 1326), added to.
    """
    for sums in (weaker.sums, weaker.meet):
        sums[:] = 0.0
    for rows in (weaker.card, weaker.reach):
        rows[:] = 0.0
    for table in (weaker.pair, weaker.cross):
        table[:] = 0.0
    i, j = 0, 0
    while i < len(order) or j < len(items):
        rank = order[i] >> 7 if i < len(order) else int64(65536)
        if j < len(items):
            rank = min(rank, items[j] >> 11)
        size = 0
        while i < len(order) and order[i] >> 7 == rank:
            number = order[i] & 127
            for place in range(seats.starts[number], seats.starts[number + 1]):
                if alive[seats.members[place]]:
                    room[size] = seats.members[place]
                    size += 1
            i += 1
        while j < len(items) and items[j] >> 11 == rank:
            room[size] = items[j] & 2047
            size += 1
            j += 1
        if size:
            _score_group(room[:size], weight, seats, weaker, equal, result)


@kernel
def _expand(flushes: Any, count: int, suit: Any, open_cards: Any, alive: Any, wanted: Any, items: Any) -> int:
    """Flush items of `classes.flush_items` -> ``rank << 11 | combo``, and those combos out of ``alive``."""
    size = 0
    for place in range(count):
        rank, card, other = flushes[place] >> 16, flushes[place] >> 8 & 255, flushes[place] & 255
        first, last = (other, other + 1) if other < 52 else (0, 52)
        for partner in range(first, last):
            if other == 255 and (open_cards[partner] == 0.0 or partner & 3 == suit):
                continue
            upper, lower = max(card, partner), min(card, partner)
            combo = upper * (upper - 1) // 2 + lower
            if wanted[combo]:
                items[size] = rank << 11 | combo
                alive[combo] = False
                size += 1
    return size


@kernel
def triple_runouts(
    runouts: Any, weights: Any, board: Any, first: Any, second: Any, hero: Any, tables: RankTables
) -> Any:
    """Hero's combos against two ranges, summed over runouts.

    Args:
        runouts: uint8 (m, n), from `runouts.enumerate_runouts`.
        weights: float64 (m,), how many runouts each stands for.
        board: uint8 (5 - n,), the cards that lie there.
        first: float64 (1326,), weights of seat 1; 0 for combos that meet board or dead cards.
        second: the same of seat 2.
        hero: bool (1326,), the combos that are asked for; False likewise.
        tables: the rank tables.

    Returns:
        float64 (4, 1326): weight of the other seats' disjoint pairs of combos against which hero
        wins alone, ties seat 1 only, ties seat 2 only, ties both, over all runouts.
    """
    seats = _open_seats(first, second, hero)
    weaker = Weaker(
        np.zeros(3), np.zeros((3, 52)), np.zeros((2, 52, 52)), np.zeros(1), np.zeros((2, 52)), np.zeros((2, 52, 52))
    )
    equal = Equal(
        np.zeros(3), np.zeros((3, 52)), np.zeros((2, 52, 52)), np.zeros(52, np.uint64), np.zeros(52, np.bool_)
    )
    classes = np.nonzero(seats.starts[1:] > seats.starts[:-1])[0]
    order = np.zeros(len(classes), np.int64)
    flushes, items, room = np.zeros(91, np.int64), np.zeros(MOST_ITEMS, np.int64), np.zeros(1326, np.int64)
    open_cards, alive = np.ones(52), np.ones(1326, np.bool_)
    held = np.zeros(4, np.uint64)
    keys, ranks = tables.keys, tables.ranks
    result = np.zeros((4, 1326))
    board_key, ordered_for = uint64(0), uint64(0)
    for card in board:
        board_key += keys[card]
        held[card & 3] |= uint64(1) << uint64(card >> 2)
        open_cards[card] = 0.0
    for row in range(len(runouts)):
        key = board_key
        for place in range(runouts.shape[1]):
            card = runouts[row, place]
            key += keys[card]
            held[card & 3] |= uint64(1) << uint64(card >> 2)
            open_cards[card] = 0.0
        for combo in seats.members:
            alive[combo] = open_cards[seats.low[combo]] + open_cards[seats.high[combo]] == 2.0
        if row == 0 or key >> uint64(32) != ordered_for:
            ordered_for = key >> uint64(32)
            order_classes(key, classes, tables, order)
        walked, size = order, int64(0)
        for s in range(4):
            shown = int64(popcount(held[s]))
            if shown > 2:
                suit = int64(s)
                count = flush_items(suit, held[s], shown, open_cards, seats.wanted, ranks, flushes)
                size = int64(_expand(flushes, count, suit, open_cards, alive, seats.wanted, items))
                if shown == 5:  # whoever has no better card of the suit plays the board
                    walked = int64(ranks[held[s]]) << 7 | order & 127
        _walk(walked, items[:size], room, weights[row], alive, seats, weaker, equal, result)
        for place in range(runouts.shape[1]):
            card = runouts[row, place]
            held[card & 3] &= ~(uint64(1) << uint64(card >> 2))
            open_cards[card] = 1.0
    return result
