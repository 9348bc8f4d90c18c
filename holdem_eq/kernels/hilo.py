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
a low need no kernels of their own. The rank multisets and their flushes are those of
`kernels.showdown`; a low depends on ranks alone, so it rides along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import inlined, kernel, popcount
from holdem_eq.kernels.ranking import look_up7, rank7

if TYPE_CHECKING:
    from holdem_eq.kernels.low import Lows
    from holdem_eq.tables.load import RankTables

__all__ = ["HIGH", "LOW", "TAKERS", "WHOLE", "count_hands", "count_many", "deal_hands", "rank_combos", "record_joints"]

TAKERS, WHOLE, HIGH, LOW = 0, 1, 2, 3
ONE = uint64(1)


@inlined
def record(highs: Any, lows: Any, weight: Any, tally: Any) -> None:
    """Count a deal for the seats with the best high and those with the best low, 0 for none."""
    tally[TAKERS, highs | lows] += weight
    if lows:
        tally[HIGH, highs] += weight
        tally[LOW, lows] += weight
    else:
        tally[WHOLE, highs] += weight


class Table(NamedTuple):
    """What is fixed for one set of hands, and room to work in; as `showdown.Showdown`, and lows.

    Attributes:
        keys, ranks: the rank tables.
        low_bits, low_ranks: the tables of lows.
        hand_keys: uint64 (seats,), keys of the hole cards.
        hand_lows: uint64 (seats,), low ranks that they hold.
        flush_ranks: int64 (seats,), the flush of each seat on the boards at hand, 0 for none.
        tally: int64 (4, 2**seats).
        steps: int64 (3, 6), by depth: rank dealt, how many of it, boards so far.
        step_keys, step_lows: uint64 (6,), by depth: key and low ranks of the board so far.
    """

    keys: Any
    ranks: Any
    low_bits: Any
    low_ranks: Any
    hand_keys: Any
    hand_lows: Any
    flush_ranks: Any
    tally: Any
    steps: Any
    step_keys: Any
    step_lows: Any


@kernel
def _score(key: Any, held: Any, weight: Any, flushing: bool, table: Table) -> None:
    """One board by key and low ranks: count it, or move it from where it went without flushes."""
    plain_best, plain_set, best, winners = int64(-1), int64(0), int64(-1), int64(0)
    best_low, low_set = int64(0), int64(0)
    bit = int64(1)
    for seat in range(len(table.hand_keys)):
        rank = int64(look_up7(key + table.hand_keys[seat], table.ranks))
        if rank > plain_best:
            plain_best, plain_set = rank, bit
        elif rank == plain_best:
            plain_set |= bit
        if flushing:
            rank = max(rank, table.flush_ranks[seat])
            if rank > best:
                best, winners = rank, bit
            elif rank == best:
                winners |= bit
        low = int64(table.low_ranks[held | table.hand_lows[seat]])
        if low > best_low:
            best_low, low_set = low, bit
        elif low and low == best_low:
            low_set |= bit
        bit <<= 1
    if not flushing:
        record(plain_set, low_set, weight, table.tally)
    elif plain_set != winners:
        record(plain_set, low_set, -weight, table.tally)
        record(winners, low_set, weight, table.tally)


@kernel
def _deal_ranks(size: Any, free: Any, key: Any, held: Any, factor: Any, flushing: bool, table: Table) -> None:
    """Every rank multiset of ``size`` cards, as often as it can be suited; see `showdown._deal_ranks`."""
    steps, step_keys, step_lows = table.steps, table.step_keys, table.step_lows
    if size == 0:
        _score(key, held, factor, flushing, table)
        return
    last = size - 1
    depth = 0
    steps[0, 0], steps[2, 0], step_keys[0], step_lows[0] = 0, factor, key, held
    while depth >= 0:
        rank = steps[0, depth]
        if rank == 13:
            depth -= 1
            if depth >= 0:
                steps[0, depth] += 1
            continue
        taken = 1 + (steps[1, depth - 1] if depth > 0 and steps[0, depth - 1] == rank else 0)
        if taken <= free[rank]:
            weight = steps[2, depth] * (free[rank] - taken + 1) // taken
            board_key = step_keys[depth] + table.keys[4 * rank]
            board_held = step_lows[depth] | table.low_bits[4 * rank]
            if depth < last:
                steps[1, depth] = taken
                depth += 1
                steps[0, depth], steps[2, depth] = rank, weight
                step_keys[depth], step_lows[depth] = board_key, board_held
                continue
            _score(board_key, board_held, weight, flushing, table)
        steps[0, depth] += 1


@kernel
def _suit_ranks(cards: Any, suit: Any) -> Any:
    """Ranks of ``suit`` among card ids, as a 13-bit mask."""
    held = uint64(0)
    for card in cards:
        if card & 3 == suit:
            held |= ONE << uint64(card >> 2)
    return held


@kernel
def _recount_suit(size: Any, suit: Any, factor: Any, key: Any, held: Any, free: Any, masks: Any, table: Table) -> None:
    """Move the boards with a flush of ``suit`` to their true winners; see `showdown._recount_suit`."""
    flush_ranks = table.flush_ranks
    deck, shown = masks[0, suit], masks[1, suit]
    most = uint64(0)
    for seat in range(len(flush_ranks)):
        most = max(most, popcount(masks[seat + 2, suit]))
    others = free.copy()
    choices = np.zeros(13, np.int64)
    count = 0
    for rank in range(13):
        if deck >> uint64(rank) & ONE:
            others[rank] -= 1
            choices[count] = rank
            count += 1
    fewest = max(int64(0), int64(5) - int64(popcount(shown)) - int64(most))
    for more in range(fewest, min(size, count) + 1):
        chosen = (1 << more) - 1  # bits over choices; the next larger number with as many bits follows
        while chosen < 1 << count:
            suited, board_key, board_held = shown, key, held
            for place in range(count):
                if chosen >> place & 1:
                    suited |= ONE << uint64(choices[place])
                    board_key += table.keys[4 * choices[place]]
                    board_held |= table.low_bits[4 * choices[place]]
            flushing = False
            for seat in range(len(flush_ranks)):
                with_hand = suited | masks[seat + 2, suit]
                flush_ranks[seat] = 0
                if popcount(with_hand) >= uint64(5):
                    flush_ranks[seat] = table.ranks[with_hand]
                    flushing = True
            if flushing:
                _deal_ranks(size - more, others, board_key, board_held, factor, flushing, table)
            if more == 0:
                break
            lowest = chosen & -chosen
            carried = chosen + lowest
            chosen = carried | ((chosen ^ carried) // lowest >> 2)


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
    size = 5 - len(board)
    hand_keys, hand_lows, key, held = np.zeros(seats, np.uint64), np.zeros(seats, np.uint64), uint64(0), uint64(0)
    masks = np.zeros((seats + 2, 4), np.uint64)
    free = np.zeros(13, np.int64)
    cards = np.nonzero(deck)[0]
    for card in cards:
        free[card >> 2] += 1
    for card in board:
        key += tables.keys[card]
        held |= lows.bits[card]
    for seat in range(seats):
        for card in hands[seat]:
            hand_keys[seat] += tables.keys[card]
            hand_lows[seat] |= lows.bits[card]
    for suit in range(4):
        masks[0, suit], masks[1, suit] = _suit_ranks(cards, suit), _suit_ranks(board, suit)
        for seat in range(seats):
            masks[seat + 2, suit] = _suit_ranks(hands[seat], suit)
    table = Table(
        tables.keys, tables.ranks, lows.bits, lows.ranks, hand_keys, hand_lows, np.zeros(seats, np.int64),
        np.zeros((4, 1 << seats), np.int64), np.zeros((3, 6), np.int64), np.zeros(6, np.uint64), np.zeros(6, np.uint64),
    )  # fmt: skip
    _deal_ranks(size, free, key, held, int64(1), False, table)
    for suit in range(4):
        alike, first = int64(0), suit
        for other in range(4):
            if (masks[:, other] == masks[:, suit]).all():
                alike += 1
                first = min(first, other)
        if first == suit:
            _recount_suit(size, suit, alike, key, held, free, masks, table)
    return table.tally


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
def record_joints(
    first: Any, stop: Any, masks: Any, weights: Any, shown: Any, count: Any, ranks: Any, tally: Any
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
        tally: float64 (4, 2**seats), added to.

    Returns:
        int64, how many joint deals there were.
    """
    seats = len(first)
    choice, taken, deals = first.copy(), np.zeros(seats + 1, np.uint64), int64(0)
    taken[0] = shown
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
def rank_combos(cards: Any, masks: Any, five: Any, shown: Any, tables: RankTables, lows: Lows, ranks: Any) -> None:
    """Hand ranks and low ranks of combos uint8 (n, 2) on a board uint8 (5,) to ``ranks`` uint16 (2, n).

    Combos that meet ``shown`` are given 0 and 0.
    """
    held = uint64(0)
    for card in five:
        held |= lows.bits[card]
    for place in range(len(cards)):
        ranks[0, place], ranks[1, place] = 0, 0
        if not masks[place] & shown:
            hand = (cards[place, 0], cards[place, 1], five[0], five[1], five[2], five[3], five[4])
            ranks[0, place] = rank7(hand, tables)
            ranks[1, place] = lows.ranks[held | lows.bits[cards[place, 0]] | lows.bits[cards[place, 1]]]


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
    masks = (ONE << cards[:, 0].astype(np.uint64)) | (ONE << cards[:, 1].astype(np.uint64))
    ranks = np.zeros((2, len(weights)), np.uint16)
    five = np.zeros(5, np.uint8)
    for place in range(len(board)):
        five[place] = board[place]
    for row in range(len(runouts)):
        shown = uint64(0)
        for place in range(runouts.shape[1]):
            five[len(board) + place] = runouts[row, place]
        for card in five:
            shown |= ONE << uint64(card)
        rank_combos(cards, masks, five, shown, tables, lows, ranks)
        deals += int64(counts[row]) * record_joints(first, stop, masks, weights, shown, counts[row], ranks, tally)
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
