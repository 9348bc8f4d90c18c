"""Every joint deal of the seats' combos, one by one: for few combos, or few boards.

Seats' combos stand in flat arrays, seat s from ``starts[s]`` to ``starts[s + 1]``. Both kernels
add to the same results: the weight of deals by winner set, and for each combo the weight of its
deals that it wins alone, that it shares, its part of the pot, and all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import kernel
from holdem_eq.kernels.ranking import rank7
from holdem_eq.kernels.showdown import count_winners

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["count_joint", "deal_joint", "next_joint"]

ONE = uint64(1)


@kernel
def next_joint(choice: Any, seat: Any, first: Any, stop: Any, masks: Any, taken: Any) -> Any:
    """Go on to the next combos that share no card; returns the seat that was reached, -1 at the end.

    ``choice`` int64 (seats,) are the combos chosen, seat s from ``first[s]`` to ``stop[s]``; ``taken``
    uint64 (seats + 1,) the cards taken before each seat. ``seat`` is the one whose choice is tried next.
    """
    seats = len(choice)
    while seat >= 0 and seat < seats:
        place = choice[seat]
        if place == stop[seat]:
            seat -= 1
            if seat >= 0:
                choice[seat] += 1
            continue
        if masks[place] & taken[seat]:
            choice[seat] += 1
            continue
        taken[seat + 1] = taken[seat] | masks[place]
        seat += 1
        if seat < seats:
            choice[seat] = first[seat]
    return seat


@kernel
def _record(winners: Any, weight: float, choice: Any, by_set: Any, by_combo: Any) -> None:
    """Add deals of the chosen combos, of one seat each, won by the seats in the bits of ``winners``."""
    count, left = 0, winners
    while left:
        count += left & 1
        left >>= 1
    by_set[winners] += weight
    for seat in range(len(choice)):
        place = choice[seat]
        by_combo[3, place] += weight
        if winners >> seat & 1:
            by_combo[0 if count == 1 else 1, place] += weight
            by_combo[2, place] += weight / count


@kernel
def count_joint(starts: Any, cards: Any, weights: Any, board: Any, deck: Any, tables: RankTables) -> Any:
    """Joint combos one by one, their boards by `showdown.count_winners`.

    Args:
        starts: int64 (seats + 1,).
        cards: uint8 (combos, 2), flat.
        weights: float64 (combos,), flat.
        board: uint8 (k,), the cards that lie there.
        deck: bool (52,), the cards that hands and board can have.
        tables: the rank tables.

    Returns:
        float64 (2**seats,) and (4, combos): weight by winner set; won, shared, part, all by combo;
        then int64, the number of deals.
    """
    seats = len(starts) - 1
    by_set, by_combo, deals = np.zeros(1 << seats), np.zeros((4, len(weights))), int64(0)
    masks = (ONE << cards[:, 0].astype(np.uint64)) | (ONE << cards[:, 1].astype(np.uint64))
    first, stop = starts[:-1].copy(), starts[1:].copy()
    choice, taken = first.copy(), np.zeros(seats + 1, np.uint64)
    hands = np.zeros((seats, 2), np.uint8)
    seat = next_joint(choice, int64(0), first, stop, masks, taken)
    while seat > 0:
        left = deck.copy()
        weight = 1.0
        for s in range(seats):
            hands[s] = cards[choice[s]]
            left[hands[s, 0]] = False
            left[hands[s, 1]] = False
            weight *= weights[choice[s]]
        tally = count_winners(hands, board, left, tables)
        for winners in range(1, len(tally)):
            if tally[winners]:
                deals += tally[winners]
                _record(winners, weight * tally[winners], choice, by_set, by_combo)
        choice[seats - 1] += 1
        seat = next_joint(choice, int64(seats - 1), first, stop, masks, taken)
    return by_set, by_combo, deals


@kernel
def _deal_last(
    best: Any, before: Any, first: Any, stop: Any, taken: Any, scale: float, masks: Any, ranks: Any, weights: Any,
    sums: Any, by_combo: Any,
) -> Any:  # fmt: skip
    """Deal the last seat each of its combos, the others' being chosen; returns how many it can have.

    ``best`` is the others' best rank, held by ``before`` of them; ``scale`` the weight of their
    combos. ``sums`` float64 (3,) gets the weight that loses to them, ties with them, beats them.
    """
    below, level, above, count = 0.0, 0.0, 0.0, int64(0)
    for place in range(first, stop):
        if masks[place] & taken:
            continue
        weight, rank = weights[place] * scale, int64(ranks[place])
        count += 1
        by_combo[3, place] += weight
        if rank < best:
            below += weight
        elif rank > best:
            above += weight
            by_combo[0, place] += weight
            by_combo[2, place] += weight
        else:
            level += weight
            by_combo[1, place] += weight
            by_combo[2, place] += weight / (before + 1)
    sums[0], sums[1], sums[2] = below, level, above
    return count


@kernel
def deal_joint(runouts: Any, counts: Any, starts: Any, cards: Any, weights: Any, board: Any, tables: RankTables) -> Any:
    """Boards one by one, every joint deal on each; quickest where the last seat has most combos.

    Args:
        runouts: uint8 (m, n), from `runouts.enumerate_runouts`.
        counts: float64 (m,), how many runouts each stands for.
        starts: int64 (seats + 1,).
        cards: uint8 (combos, 2), flat; none meets board or dead cards.
        weights: float64 (combos,), flat.
        board: uint8 (5 - n,), the cards that lie there.
        tables: the rank tables.

    Returns:
        As `count_joint`.
    """
    seats = len(starts) - 1
    by_set, by_combo, deals = np.zeros(1 << seats), np.zeros((4, len(weights))), int64(0)
    masks = (ONE << cards[:, 0].astype(np.uint64)) | (ONE << cards[:, 1].astype(np.uint64))
    ranks, sums, last = np.zeros(len(weights), np.uint16), np.zeros(3), seats - 1
    first, stop = starts[:-1].copy(), starts[1:].copy()
    choice, taken = first[:last].copy(), np.zeros(seats, np.uint64)
    five = np.zeros(5, np.uint8)
    for place in range(len(board)):
        five[place] = board[place]
    for row in range(len(runouts)):
        for place in range(runouts.shape[1]):
            five[len(board) + place] = runouts[row, place]
        shown = uint64(0)
        for card in five:
            shown |= ONE << uint64(card)
        for place in range(len(weights)):
            hand = (cards[place, 0], cards[place, 1], five[0], five[1], five[2], five[3], five[4])
            ranks[place] = 0 if masks[place] & shown else rank7(hand, tables)
        taken[0] = shown
        choice[0] = starts[0]
        seat = next_joint(choice, int64(0), first, stop, masks, taken)
        while seat > 0:
            weight, best, winners, held = counts[row], int64(-1), int64(0), int64(0)
            for s in range(last):
                weight *= weights[choice[s]]
                rank = int64(ranks[choice[s]])
                if rank > best:
                    best, winners, held = rank, int64(1) << s, int64(1)
                elif rank == best:
                    winners |= int64(1) << s
                    held += 1
            found = _deal_last(
                best, held, first[last], stop[last], taken[last], weight, masks, ranks, weights, sums, by_combo
            )
            deals += found * int64(counts[row])
            for outcome in range(3):
                if sums[outcome]:
                    whole = winners if outcome == 0 else int64(1) << last
                    _record(whole | winners if outcome == 1 else whole, sums[outcome], choice, by_set, by_combo)
            choice[last - 1] += 1
            seat = next_joint(choice, int64(last - 1), first, stop, masks, taken)
    return by_set, by_combo, deals
