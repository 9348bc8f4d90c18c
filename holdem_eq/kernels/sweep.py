"""Every hero combo against a whole range, summed over boards, without looking at pairs of combos.

On one board, order villain's combos by hand rank and walk up. With the weight of all weaker
combos, ``below``, and its part that holds each card, ``below_by_card``, hero (a, b) beats
``below - below_by_card[a] - below_by_card[b]``; a tie with the group of equal rank is counted the
same way, plus hero's own combo, which both cards took away.

Combos with the same two ranks tie unless they make a flush, so the walk goes over 91 classes of
ranks, not over 1,081 combos. A class is ``hi * (hi + 1) // 2 + lo``; its combos are 16 lanes,
``16 * class + 4 * suit of hi + suit of lo``. Villain is kept as ``by_card[other rank][card]``. A
board that shows three or more of a suit gets items for the combos that flush: a pair of cards
or, with four on the board, a card with any partner of another suit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import inlined, kernel, popcount
from holdem_eq.kernels.classes import CLASSES, flush_items, order_classes

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["sweep_runouts"]


NO_SUIT = int64(4)
NO_BASE = int64(0)  # typed: a literal argument would be compiled as a version of its own


class Sweep(NamedTuple):
    """What a sweep carries from board to board.

    Attributes:
        firsts: uint64 (91, 2), the first card id of the higher and of the lower rank of a class.
        asked: bool (91,), the classes that hold a combo of hero's.
        wanted: bool (1326,), the combos that either side may hold.
        partner: float64 (52, 52), villain's weights by both cards.
        own: float64 (91, 16), villain's weights by lane.
        start: float64 (13, 52), villain's weights by other rank and card, before any runout.
        villain: the same on the board at hand; where a card is dead only ``alive`` says so.
        alive: float64 (52,), 0 for cards of the board and 1 for others.
        below: float64 (52,), by card, villain's weights that are weaker.
        group: float64 (52,), by card, villain's weights of equal rank; zeros between groups.
        result: float64 (2, 91, 16), beaten and tied, summed over boards.
    """

    firsts: Any
    asked: Any
    wanted: Any
    partner: Any
    own: Any
    start: Any
    villain: Any
    alive: Any
    below: Any
    group: Any
    result: Any


@kernel
def _open_sweep(villain: Any, hero: Any, board: Any) -> Any:
    """The state before the first runout, and int64 (k,) the classes that either side may hold."""
    firsts = np.zeros((CLASSES, 2), np.uint64)
    asked, used = np.zeros(CLASSES, np.bool_), np.zeros(CLASSES, np.bool_)
    partner, own, start = np.zeros((52, 52)), np.zeros((CLASSES, 16)), np.zeros((13, 52))
    combo = 0
    for high in range(52):
        for low in range(high):
            weight = villain[combo]
            hi, lo = high >> 2, low >> 2
            number = hi * (hi + 1) // 2 + lo
            firsts[number, 0], firsts[number, 1] = uint64(4 * hi), uint64(4 * lo)
            asked[number] |= hero[combo]
            used[number] |= hero[combo] or weight != 0.0
            partner[high, low] = partner[low, high] = weight
            own[number, 4 * (high & 3) + (low & 3)] = weight
            start[lo, high] += weight
            start[hi, low] += weight
            combo += 1
    alive = np.ones(52)
    for card in board:
        alive[card] = 0.0
    state = Sweep(
        firsts, asked, hero | (villain != 0.0), partner, own, start, start.copy(), alive,
        np.zeros(52), np.zeros(52), np.zeros((2, CLASSES, 16)),
    )  # fmt: skip
    return state, np.nonzero(used)[0]


@kernel
def _take_card(card: Any, villain: Any, partner: Any, alive: Any) -> None:
    """Villain cannot hold ``card``: lower the weights of his other cards."""
    alive[uint64(card)] = 0.0
    rank = uint64(card >> 2)
    for other in range(52):
        villain[rank, other] -= partner[uint64(card), other]


@inlined
def _score_pair(high: Any, low: Any, weight: float, total: float, tied: float, sweep: Sweep) -> None:
    """Add what hero's combo of two cards beats and ties."""
    hi, lo = high >> 2, low >> 2
    number, lane = hi * (hi + 1) // 2 + lo, 4 * (high & 3) + (low & 3)
    sweep.result[0, number, lane] += weight * (total - sweep.below[high] - sweep.below[low])
    if tied != 0.0:
        level = tied - sweep.group[high] - sweep.group[low] + sweep.own[number, lane]
        sweep.result[1, number, lane] += weight * level


@kernel
def _score_item(item: Any, weight: float, total: float, tied: float, sweep: Sweep) -> None:
    """Add what hero's combos of a flush item beat and, where it plays the board, tie."""
    card, other = item >> 8 & 255, item & 255
    if other < 52:
        _score_pair(card, other, weight, total, tied, sweep)
        return
    for other in range(52):
        if sweep.alive[other] != 0.0:
            _score_pair(max(card, other), min(card, other), weight, total, tied, sweep)


@kernel
def _add_item(item: Any, partner: Any, alive: Any, sums: Any) -> float:
    """Add villain's combos of a flush item to ``sums`` by card; returns their weight."""
    card, other = item >> 8 & 255, item & 255
    if other < 52:
        weight = partner[card, other]
        sums[card] += weight
        sums[other] += weight
        return float(weight)
    total = 0.0
    for other in range(52):
        weight = partner[card, other] * alive[other]
        sums[other] += weight
        total += weight
    sums[card] += total
    return total


@inlined
def _score_class(
    number: Any, hi: Any, lo: Any, weight: float, total: float, tied: float, equal_hi: Any, equal_lo: Any, sweep: Sweep
) -> None:
    """Add what the 16 lanes of a class beat and tie; ``equal_*`` is the group's weight by card.

    All is read before anything is written, so that LLVM makes vectors of four.
    """
    one, two, three = uint64(1), uint64(2), uint64(3)
    below, alive, own, result = sweep.below, sweep.alive, sweep.own, sweep.result
    b0, b1, b2, b3 = below[lo], below[lo + one], below[lo + two], below[lo + three]
    a0, a1, a2, a3 = alive[lo], alive[lo + one], alive[lo + two], alive[lo + three]
    g0, g1, g2, g3 = equal_lo
    for suit in range(4):
        here = weight * alive[hi + uint64(suit)]
        beaten = total - below[hi + uint64(suit)]
        level = tied - equal_hi[suit]
        k0 = uint64(4 * suit)
        k1, k2, k3 = k0 + one, k0 + two, k0 + three
        w0, w1, w2, w3 = here * a0, here * a1, here * a2, here * a3
        x0, x1, x2, x3 = result[0, number, k0], result[0, number, k1], result[0, number, k2], result[0, number, k3]
        y0, y1, y2, y3 = result[1, number, k0], result[1, number, k1], result[1, number, k2], result[1, number, k3]
        o0, o1, o2, o3 = own[number, k0], own[number, k1], own[number, k2], own[number, k3]
        x0 += w0 * (beaten - b0)
        x1 += w1 * (beaten - b1)
        x2 += w2 * (beaten - b2)
        x3 += w3 * (beaten - b3)
        y0 += w0 * (level - g0 + o0)
        y1 += w1 * (level - g1 + o1)
        y2 += w2 * (level - g2 + o2)
        y3 += w3 * (level - g3 + o3)
        result[0, number, k0], result[0, number, k1], result[0, number, k2], result[0, number, k3] = x0, x1, x2, x3
        result[1, number, k0], result[1, number, k1], result[1, number, k2], result[1, number, k3] = y0, y1, y2, y3


@inlined
def _four(sums: Any, first: Any) -> Any:
    """Four neighbours of a 1-D array."""
    return sums[first], sums[first + uint64(1)], sums[first + uint64(2)], sums[first + uint64(3)]


@inlined
def _class_weights(hi: Any, lo: Any, villain: Any, alive: Any) -> Any:
    """Villain's weights of a class: by card of the higher rank, of the lower, and in all."""
    row, column = lo >> uint64(2), hi >> uint64(2)
    h0 = villain[row, hi] * alive[hi]
    h1 = villain[row, hi + uint64(1)] * alive[hi + uint64(1)]
    h2 = villain[row, hi + uint64(2)] * alive[hi + uint64(2)]
    h3 = villain[row, hi + uint64(3)] * alive[hi + uint64(3)]
    l0 = villain[column, lo] * alive[lo]
    l1 = villain[column, lo + uint64(1)] * alive[lo + uint64(1)]
    l2 = villain[column, lo + uint64(2)] * alive[lo + uint64(2)]
    l3 = villain[column, lo + uint64(3)] * alive[lo + uint64(3)]
    total = (h0 + h1) + (h2 + h3)
    if hi == lo:
        total *= 0.5
    return (h0, h1, h2, h3), (l0, l1, l2, l3), total


@inlined
def _add_class(hi: Any, lo: Any, by_hi: Any, by_lo: Any, sums: Any) -> None:
    """Add the weights of a class to ``sums`` by card; a pair's two sides are the same four cards."""
    sums[hi] += by_hi[0]
    sums[hi + uint64(1)] += by_hi[1]
    sums[hi + uint64(2)] += by_hi[2]
    sums[hi + uint64(3)] += by_hi[3]
    if hi != lo:
        sums[lo] += by_lo[0]
        sums[lo + uint64(1)] += by_lo[1]
        sums[lo + uint64(2)] += by_lo[2]
        sums[lo + uint64(3)] += by_lo[3]


@kernel
def _walk(order: Any, weight: float, items: Any, pair_suit: Any, base: Any, sweep: Sweep) -> None:
    """One board, weakest rank first.

    Two flushes of equal rank that use a hole card hold the same card, so they never meet, and
    items need no group: only an item that plays a flush on the board (rank ``base``) ties.

    Args:
        order: int64, ``rank << 7 | class`` ascending.
        weight: how many boards this one stands for.
        items: int64, flush items ascending.
        pair_suit: the suit whose two-card combos are items and not part of classes, 4 for none.
        base: rank of the flush on the board, 0 for none.
        sweep: the state; ``villain`` is without the items.
    """
    firsts, asked, result = sweep.firsts, sweep.asked, sweep.result
    villain, alive, below, group = sweep.villain, sweep.alive, sweep.below, sweep.group
    skipped = uint64(5 * (pair_suit & 3))
    total = 0.0
    below[:] = 0.0
    i, j, classes, item_count = 0, 0, len(order), len(items)
    while i < classes:
        rank = order[i] >> 7
        while j < item_count and items[j] >> 16 < rank:
            _score_item(items[j], weight, total, 0.0, sweep)
            total += _add_item(items[j], sweep.partner, alive, below)
            j += 1
        number = uint64(order[i] & 127)
        hi, lo = firsts[number, 0], firsts[number, 1]
        by_hi, by_lo, tied = _class_weights(hi, lo, villain, alive)
        win, tie = result[0, number, skipped], result[1, number, skipped]
        if (i + 1 == classes or order[i + 1] >> 7 != rank) and rank != base:  # most ranks: one class alone
            if asked[number]:
                _score_class(number, hi, lo, weight, total, tied, by_hi, by_lo, sweep)
                if pair_suit < 4 and hi != lo:
                    result[0, number, skipped], result[1, number, skipped] = win, tie
            _add_class(hi, lo, by_hi, by_lo, below)
            total += tied
            i += 1
            continue
        first_class, first_item, tied = i, j, 0.0
        while i < classes and order[i] >> 7 == rank:
            number = uint64(order[i] & 127)
            hi, lo = firsts[number, 0], firsts[number, 1]
            by_hi, by_lo, class_total = _class_weights(hi, lo, villain, alive)
            _add_class(hi, lo, by_hi, by_lo, group)
            tied += class_total
            i += 1
        while j < item_count and items[j] >> 16 == rank:
            tied += _add_item(items[j], sweep.partner, alive, group)
            j += 1
        for place in range(first_class, i):
            number = uint64(order[place] & 127)
            if asked[number]:
                hi, lo = firsts[number, 0], firsts[number, 1]
                win, tie = result[0, number, skipped], result[1, number, skipped]
                _score_class(number, hi, lo, weight, total, tied, _four(group, hi), _four(group, lo), sweep)
                if pair_suit < 4 and hi != lo:
                    result[0, number, skipped], result[1, number, skipped] = win, tie
        for place in range(first_item, j):
            _score_item(items[place], weight, total, tied, sweep)
        total += tied
        for card in range(52):
            below[card] += group[card]
            group[card] = 0.0
    while j < item_count:
        _score_item(items[j], weight, total, 0.0, sweep)
        total += _add_item(items[j], sweep.partner, alive, below)
        j += 1


@kernel
def _walk_flush(order: Any, weight: float, held: Any, suit: Any, items: Any, sweep: Sweep, ranks: Any) -> None:
    """`_walk` on a board with three or more cards of ``suit``, whose ranks are the bits of ``held``."""
    shown = int64(popcount(held))
    villain, partner, alive = sweep.villain, sweep.partner, sweep.alive
    count = flush_items(suit, held, shown, alive, sweep.wanted, ranks, items)
    if shown == 3:
        for place in range(count):
            card, other = items[place] >> 8 & 255, items[place] & 255
            villain[other >> 2, card] -= partner[card, other]
            villain[card >> 2, other] -= partner[card, other]
        _walk(order, weight, items[:count], suit, NO_BASE, sweep)
    else:
        for card in range(suit, 52, 4):
            if alive[card] != 0.0:
                _take_card(card, villain, partner, alive)
        if shown == 4:
            _walk(order, weight, items[:count], NO_SUIT, NO_BASE, sweep)
        else:  # whoever has no better card of the suit plays the board
            base = int64(ranks[held])
            _walk(base << 7 | order & 127, weight, items[:count], NO_SUIT, base, sweep)
        for rank in range(13):
            alive[4 * rank + suit] = 1.0 - float(held >> uint64(rank) & uint64(1))
    for rank in range(13):
        for card in range(52):
            villain[rank, card] = sweep.start[rank, card]


@kernel
def sweep_runouts(runouts: Any, weights: Any, board: Any, villain: Any, hero: Any, tables: RankTables) -> Any:
    """Hero's combos against a range, summed over runouts.

    Args:
        runouts: uint8 (m, n), from `runouts.enumerate_runouts`.
        weights: float64 (m,), how many runouts each stands for.
        board: uint8 (5 - n,), the cards that lie there.
        villain: float64 (1326,), weights by combo; 0 for combos that meet board or dead cards.
        hero: bool (1326,), the combos that are asked for.
        tables: the rank tables.

    Returns:
        float64 (2, 91, 16): weight of villain's combos beaten and tied, over all runouts, by
        lane. Lanes that were not asked for, or meet board or dead cards, hold anything.
    """
    sweep, classes = _open_sweep(villain, hero, board)
    keys, ranks = tables.keys, tables.ranks
    order, items, no_items = np.zeros(len(classes), np.int64), np.zeros(91, np.int64), np.zeros(0, np.int64)
    held = np.zeros(4, np.uint64)  # ranks on the board, by suit
    board_key, ordered_for = uint64(0), uint64(0)
    for card in board:
        board_key += keys[card]
        held[card & 3] |= uint64(1) << uint64(card >> 2)
    for row in range(len(runouts)):
        key = board_key
        for place in range(runouts.shape[1]):
            card = int64(runouts[row, place])
            key += keys[card]
            held[card & 3] |= uint64(1) << uint64(card >> 2)
            _take_card(card, sweep.villain, sweep.partner, sweep.alive)
        if row == 0 or key >> uint64(32) != ordered_for:
            ordered_for = key >> uint64(32)
            order_classes(key, classes, tables, order)
        flushing = int64(-1)
        for suit in range(4):
            if popcount(held[suit]) > uint64(2):
                flushing = int64(suit)
        if flushing < 0:
            _walk(order, weights[row], no_items, NO_SUIT, NO_BASE, sweep)
        else:
            _walk_flush(order, weights[row], held[flushing], flushing, items, sweep, ranks)
        for place in range(runouts.shape[1]):
            card = runouts[row, place]
            held[card & 3] &= ~(uint64(1) << uint64(card >> 2))
            sweep.alive[card] = 1.0
            rank = uint64(card >> 2)
            for other in range(52):
                sweep.villain[rank, other] = sweep.start[rank, other]
    return sweep.result
