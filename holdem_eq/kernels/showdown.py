"""Named hands against each other: counts of boards by who wins, without dealing every board.

Without a flush only the ranks of the board matter, so boards are dealt as rank multisets, each
with the number of its suitings. Then, for each suit in which somebody can make a flush, the
boards with enough cards of it are taken back and counted again with their flushes; the other
cards of such a board are again a rank multiset. Two suits that look alike to everybody are done
once. Two hands before the flop take about 35,000 boards this way, of 1,712,304.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import inlined, kernel, popcount
from holdem_eq.kernels.ranking import look_up7

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["count_winners"]


class Showdown(NamedTuple):
    """What is fixed for one set of hands, and room to work in.

    Attributes:
        keys: uint64 (256,), card keys of the rank tables.
        ranks: uint16, the rank table.
        hand_keys: uint64 (seats,), keys of the hole cards.
        flush_ranks: int64 (seats,), the flush of each seat on the boards at hand, 0 for none.
        tally: int64 (2**seats,), boards by winner set, a bit for each seat.
        steps: int64 (3, 6), by depth: rank dealt, how many of it, boards so far.
        step_keys: uint64 (6,), by depth: key of the board so far.
    """

    keys: Any
    ranks: Any
    hand_keys: Any
    flush_ranks: Any
    tally: Any
    steps: Any
    step_keys: Any


@inlined
def _score(key: Any, weight: Any, flushing: bool, hand_keys: Any, flush_ranks: Any, ranks: Any, tally: Any) -> None:
    """One board by its key: count it for its winners, or move it to them from the flushless count.

    Winner sets grow by selection, not by branches, which nobody could predict.
    """
    plain_best, plain_set, best, winners = int64(-1), int64(0), int64(-1), int64(0)
    bit = int64(1)
    for seat in range(len(hand_keys)):
        rank = int64(look_up7(key + hand_keys[seat], ranks))
        kept = int64(0) if rank > plain_best else plain_set
        plain_set = kept | bit if rank >= plain_best else kept
        plain_best = max(plain_best, rank)
        if flushing:
            rank = max(rank, flush_ranks[seat])
            kept = int64(0) if rank > best else winners
            winners = kept | bit if rank >= best else kept
            best = max(best, rank)
        bit <<= int64(1)
    if not flushing:
        tally[plain_set] += weight
    elif winners != plain_set:
        tally[plain_set] -= weight
        tally[winners] += weight


@kernel
def _deal_ranks(size: Any, free: Any, key: Any, factor: Any, flushing: bool, showdown: Showdown) -> None:
    """Every rank multiset of ``size`` cards, as often as it can be suited.

    Args:
        size: cards still to deal, 0 to 5.
        free: int64 (13,), how many cards of each rank can come.
        key: key of the cards already on the board.
        factor: how often each multiset is counted.
        flushing: False counts boards as if suits did not exist; True moves them from that count
            to the true one, with ``showdown.flush_ranks``.
        showdown: ``tally`` is added to.
    """
    keys, steps, step_keys = showdown.keys, showdown.steps, showdown.step_keys
    hand_keys, flush_ranks, ranks, tally = showdown.hand_keys, showdown.flush_ranks, showdown.ranks, showdown.tally
    if size == 0:
        _score(key, factor, flushing, hand_keys, flush_ranks, ranks, tally)
        return
    last = size - 1
    depth = 0
    steps[0, 0], steps[2, 0], step_keys[0] = 0, factor, key
    while depth >= 0:
        first, before, at_hand = steps[0, depth], steps[2, depth], step_keys[depth]
        if depth == last:
            for rank in range(first, 13):
                taken = 1
                if depth > 0 and steps[0, depth - 1] == rank:
                    taken += steps[1, depth - 1]
                if taken <= free[rank]:
                    weight = before * free[rank]
                    if taken > 1:  # a division costs more than a look-up
                        weight = before * (free[rank] - taken + 1) // taken
                    _score(at_hand + keys[4 * rank], weight, flushing, hand_keys, flush_ranks, ranks, tally)
            first = 13
        if first == 13:
            depth -= 1
            if depth >= 0:
                steps[0, depth] += 1
            continue
        taken = 1
        if depth > 0 and steps[0, depth - 1] == first:
            taken += steps[1, depth - 1]
        if taken > free[first]:
            steps[0, depth] += 1
            continue
        steps[1, depth] = taken
        depth += 1
        steps[0, depth] = first
        steps[2, depth] = before * (free[first] - taken + 1) // taken
        step_keys[depth] = at_hand + keys[4 * first]


@kernel
def _suit_ranks(cards: Any, suit: Any) -> Any:
    """Ranks of ``suit`` among card ids, as a 13-bit mask."""
    held = uint64(0)
    for card in cards:
        if card & 3 == suit:
            held |= uint64(1) << uint64(card >> 2)
    return held


@kernel
def _recount_suit(size: Any, suit: Any, factor: Any, key: Any, free: Any, masks: Any, showdown: Showdown) -> None:
    """Move the boards with a flush of ``suit`` from the flushless count to their true winners.

    ``masks`` is uint64 (seats + 2, 4): ranks by suit of the deck, of the board and of each hand;
    the rest as in `_deal_ranks`.
    """
    keys, ranks, hand_keys = showdown.keys, showdown.ranks, showdown.hand_keys
    flush_ranks, tally = showdown.flush_ranks, showdown.tally
    deck, shown = masks[0, suit], masks[1, suit]
    most = uint64(0)
    for seat in range(len(flush_ranks)):
        most = max(most, popcount(masks[seat + 2, suit]))
    others = free.copy()
    choices = np.zeros(13, np.int64)
    count = 0
    for rank in range(13):
        if deck >> uint64(rank) & uint64(1):
            others[rank] -= 1
            choices[count] = rank
            count += 1
    fewest = max(int64(0), int64(5) - int64(popcount(shown)) - int64(most))
    for more in range(fewest, min(size, count) + 1):
        chosen = (1 << more) - 1  # bits over choices; the next larger number with as many bits follows
        while chosen < 1 << count:
            held, board_key, bits = shown, key, uint64(chosen)
            while bits:
                rank = choices[popcount((bits & (~bits + uint64(1))) - uint64(1))]
                held |= uint64(1) << uint64(rank)
                board_key += keys[4 * rank]
                bits &= bits - uint64(1)
            flushing = False
            for seat in range(len(flush_ranks)):
                suited = held | masks[seat + 2, suit]
                flush_ranks[seat] = 0
                if popcount(suited) >= uint64(5):
                    flush_ranks[seat] = ranks[suited]
                    flushing = True
            if not flushing:
                pass
            elif more == size:
                _score(board_key, factor, True, hand_keys, flush_ranks, ranks, tally)
            elif more + 1 == size:  # by far the most: spared a call
                for rank in range(13):
                    if others[rank]:
                        weight = factor * others[rank]
                        _score(board_key + keys[4 * rank], weight, True, hand_keys, flush_ranks, ranks, tally)
            else:
                _deal_ranks(size - more, others, board_key, factor, True, showdown)
            if more == 0:
                break
            lowest = chosen & -chosen
            carried = chosen + lowest
            chosen = carried | ((chosen ^ carried) // lowest >> 2)


@kernel
def count_winners(hands: Any, board: Any, deck: Any, tables: RankTables) -> Any:
    """Boards by winner set.

    Args:
        hands: uint8 (seats, 2), 2 to 10 seats.
        board: uint8 (k,), the cards that lie there.
        deck: bool (52,), the cards that can come.
        tables: the rank tables.

    Returns:
        int64 (2**seats,): how many runouts of 5 - k cards the seats of each set win together.
    """
    seats = len(hands)
    size = 5 - len(board)
    hand_keys, key = np.zeros(seats, np.uint64), uint64(0)
    masks = np.zeros((seats + 2, 4), np.uint64)
    free = np.zeros(13, np.int64)
    cards = np.nonzero(deck)[0]
    for card in cards:
        free[card >> 2] += 1
    for card in board:
        key += tables.keys[card]
    for seat in range(seats):
        hand_keys[seat] = tables.keys[hands[seat, 0]] + tables.keys[hands[seat, 1]]
    for suit in range(4):
        masks[0, suit], masks[1, suit] = _suit_ranks(cards, suit), _suit_ranks(board, suit)
        for seat in range(seats):
            masks[seat + 2, suit] = _suit_ranks(hands[seat], suit)
    showdown = Showdown(
        tables.keys, tables.ranks, hand_keys, np.zeros(seats, np.int64), np.zeros(1 << seats, np.int64),
        np.zeros((3, 6), np.int64), np.zeros(6, np.uint64),
    )  # fmt: skip
    _deal_ranks(size, free, key, int64(1), False, showdown)
    for suit in range(4):
        alike, first = int64(0), suit
        for other in range(4):
            if (masks[:, other] == masks[:, suit]).all():
                alike += 1
                first = min(first, other)
        if first == suit:
            _recount_suit(size, suit, alike, key, free, masks, showdown)
    return showdown.tally
