"""Showdowns where a low may take half: named hands, and every joint deal on given boards.

Both kernels fill the same four rows, by set of seats, a bit for each seat:

=======  =====================================================================
row      deals in which the set is that of the seats that
=======  =====================================================================
TAKERS   take some of the pot
WHOLE    share the whole pot by their high hands, since nobody has a low
HIGH     share the high half
LOW      share the low half
=======  =====================================================================

With tables that know no low (`low.no_low_tables`) the last two stay empty, and the games without
a low need no kernels of their own. Named hands go through the boards as in `kernels.showdown`; a low
depends on ranks alone, so it rides along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels import layout
from holdem_eq.kernels._jit import inlined, kernel, popcount
from holdem_eq.kernels.multisets import make_walk, open_showdown, winner_sets
from holdem_eq.kernels.one_by_one import next_joint
from holdem_eq.kernels.ranking import look_up7, rank7

if TYPE_CHECKING:
    from holdem_eq.kernels.low import Lows
    from holdem_eq.tables.load import RankTables

__all__ = [
    "HIGH",
    "LOW",
    "TAKERS",
    "WHOLE",
    "count_hands",
    "count_many",
    "deal_hands",
    "rank_combos",
    "record_joints",
    "sum_combos",
]

TAKERS, WHOLE, HIGH, LOW = 0, 1, 2, 3
ONE, THREE = uint64(1), uint64(3)
BIAS, FLUSH = uint64(layout.BIAS), uint64(layout.FLUSH)


@inlined
def record(highs: Any, lows: Any, weight: Any, tally: Any) -> None:
    """Count a deal for the seats with the best high and those with the best low, 0 for none."""
    tally[TAKERS, highs | lows] += weight
    if lows:
        tally[HIGH, highs] += weight
        tally[LOW, lows] += weight
    else:
        tally[WHOLE, highs] += weight


@inlined
def _low_seats(held: Any, bit: Any, hand_lows: Any, low_ranks: Any) -> Any:
    """The seats with the best low on a board that holds low ranks ``held``, from ``bit`` on; 0 for none."""
    best, winners = int64(1), int64(0)
    if popcount(held) >= THREE:
        for seat in range(len(hand_lows)):
            rank = int64(low_ranks[held | hand_lows[seat]])
            kept = int64(0) if rank > best else winners
            winners = kept | bit if rank >= best else kept
            best = max(best, rank)
            bit <<= int64(1)
    return winners


@inlined
def _score(
    key: Any, held: Any, weight: Any, flushing: bool, hand_keys: Any, hand_lows: Any, flush_ranks: Any,
    ranks: Any, low_ranks: Any, pairs: Any,
) -> None:  # fmt: skip
    """One board by key and low ranks: count it, or move it from where it went without flushes."""
    plain_set, winners, bit = winner_sets(key, flushing, hand_keys, flush_ranks, ranks)
    if not flushing:
        pairs[plain_set | _low_seats(held, bit, hand_lows, low_ranks)] += weight
    elif winners != plain_set:
        low_set = _low_seats(held, bit, hand_lows, low_ranks)
        pairs[plain_set | low_set] -= weight
        pairs[winners | low_set] += weight


@inlined
def _hold(held: Any, rank: Any, low_bits: Any) -> Any:
    """Low ranks held after one more card of a rank."""
    return held | low_bits[4 * rank]


_walk = make_walk("hilo", _hold, _score)


@kernel
def count_hands(hands: Any, board: Any, deck: Any, tables: RankTables, lows: Lows) -> Any:
    """Boards by who takes what.

    Args:
        hands: uint8 (seats, 2), 2 to 10 seats.
        board: uint8 (k,), the cards that lie there.
        deck: bool (52,), the cards that can come; none of the hands'.
        tables: the rank tables.
        lows: `low.low_tables`, or `low.no_low_tables` for a game without a low.

    Returns:
        int64 (4, 2**seats): how many runouts of 5 - k cards each set takes so.
    """
    seats = len(hands)
    # by the set with the best high, and above its bits the set with the best low
    pairs = np.zeros(1 << (2 * seats if lows.ranks[255] else seats), np.int64)
    showdown, key, held = open_showdown(hands, board, deck, tables, lows.bits, lows.ranks, pairs)
    _walk(5 - len(board), key, held, showdown)
    tally = np.zeros((4, 1 << seats), np.int64)
    for pair in range(len(pairs)):
        if pairs[pair]:
            record(pair & ((1 << seats) - 1), pair >> seats, pairs[pair], tally)
    return tally


@kernel
def record_joints(
    first: Any, stop: Any, masks: Any, weights: Any, shown: Any, count: Any, ranks: Any, room: Any, tally: Any
) -> Any:
    """Count every joint deal on one board.

    Args:
        first: int64 (seats,), where each seat's combos begin.
        stop: int64 (seats,), where they end.
        masks: uint64 (combos,), their cards.
        weights: float64 (combos,).
        shown: uint64, cards that no combo may have.
        count: float64, how many boards this one stands for.
        ranks: uint16 (2, combos), their hand ranks and low ranks on this board.
        room: int64 (seats,) and uint64 (seats + 1,) to work in.
        tally: float64 (4, 2**seats), added to.

    Returns:
        int64, how many joint deals there were.
    """
    seats = len(first)
    (choice, taken), deals = room, int64(0)
    choice[0], taken[0] = first[0], shown
    seat = next_joint(choice, int64(0), first, stop, masks, taken)
    while seat > 0:
        weight, best, best_low, winners, low_winners = count, int64(-1), int64(0), int64(0), int64(0)
        bit = int64(1)
        for s in range(seats):
            place = choice[s]
            weight *= weights[place]
            rank, low = int64(ranks[0, place]), int64(ranks[1, place])
            if rank > best:
                best, winners = rank, bit
            elif rank == best:
                winners |= bit
            if low > best_low:
                best_low, low_winners = low, bit
            elif low and low == best_low:
                low_winners |= bit
            bit <<= 1
        deals += 1
        record(winners, low_winners, weight, tally)
        choice[seats - 1] += 1
        seat = next_joint(choice, int64(seats - 1), first, stop, masks, taken)
    return deals


@kernel
def sum_combos(cards: Any, tables: RankTables, lows: Lows) -> Any:
    """What boards need of combos uint8 (n, 2): uint64 (3, n), their masks, keys and low ranks held."""
    sums = np.zeros((3, len(cards)), np.uint64)
    for place in range(len(cards)):
        for card in cards[place]:
            sums[0, place] |= ONE << uint64(card)
            sums[1, place] += tables.keys[card]
            sums[2, place] |= lows.bits[card]
    return sums


@kernel
def rank_combos(cards: Any, sums: Any, five: Any, shown: Any, tables: RankTables, lows: Lows, ranks: Any) -> None:
    """Hand ranks and low ranks of combos uint8 (n, 2) on a board uint8 (5,) to ``ranks`` uint16 (2, n).

    ``sums`` are from `sum_combos`. Combos that meet the mask ``shown`` are given 0 and 0.
    """
    masks, keys, held = sums[0], sums[1], sums[2]
    board_key, board_held = BIAS, uint64(0)
    for card in five:
        board_key += tables.keys[card]
        board_held |= lows.bits[card]
    for place in range(len(cards)):
        ranks[0, place], ranks[1, place] = 0, 0
        if not masks[place] & shown:
            key = board_key + keys[place]
            if key & FLUSH:
                hand = (cards[place, 0], cards[place, 1], five[0], five[1], five[2], five[3], five[4])
                ranks[0, place] = rank7(hand, tables)
            else:
                ranks[0, place] = look_up7(key, tables.ranks)
            ranks[1, place] = lows.ranks[board_held | held[place]]


@kernel
def deal_hands(
    runouts: Any, counts: Any, starts: Any, cards: Any, weights: Any, board: Any, tables: RankTables, lows: Lows
) -> Any:
    """Boards one by one, every joint deal on each, by who takes what.

    Args:
        runouts: uint8 (m, n), from `runouts.enumerate_runouts`.
        counts: float64 (m,), how many runouts each stands for.
        starts: int64 (seats + 1,), where each seat's combos stand.
        cards: uint8 (combos, 2), flat; none meets board or dead cards.
        weights: float64 (combos,), flat.
        board: uint8 (5 - n,), the cards that lie there.
        tables: the rank tables.
        lows: as in `count_hands`.

    Returns:
        float64 (4, 2**seats), the weight of deals, and int64, how many there are.
    """
    first, stop = starts[:-1].copy(), starts[1:].copy()
    tally, deals = np.zeros((4, 1 << len(first))), int64(0)
    sums, ranks = sum_combos(cards, tables, lows), np.zeros((2, len(weights)), np.uint16)
    room = (np.zeros(len(first), np.int64), np.zeros(len(starts), np.uint64))
    five = np.zeros(5, np.uint8)
    for place in range(len(board)):
        five[place] = board[place]
    for row in range(len(runouts)):
        shown = uint64(0)
        for place in range(runouts.shape[1]):
            five[len(board) + place] = runouts[row, place]
        for card in five:
            shown |= ONE << uint64(card)
        rank_combos(cards, sums, five, shown, tables, lows, ranks)
        deals += int64(counts[row]) * record_joints(
            first, stop, sums[0], weights, shown, counts[row], ranks, room, tally
        )
    return tally, deals


@kernel
def count_many(hands: Any, weights: Any, board: Any, deck: Any, tables: RankTables, lows: Lows) -> Any:
    """`count_hands` for one set of hands after another, added up by weight.

    Args:
        hands: uint8 (n, seats, 2), no card twice in a set.
        weights: float64 (n,).
        board: as in `count_hands`.
        deck: bool (52,), with the hands' cards.
        tables: the rank tables.
        lows: as in `count_hands`.

    Returns:
        float64 (4, 2**seats).
    """
    tally = np.zeros((4, 1 << hands.shape[1]))
    for row in range(len(hands)):
        left = deck.copy()
        for seat in range(hands.shape[1]):
            left[hands[row, seat, 0]] = False
            left[hands[row, seat, 1]] = False
        tally += weights[row] * count_hands(hands[row], board, left, tables, lows)
    return tally
