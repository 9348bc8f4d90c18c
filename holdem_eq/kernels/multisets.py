"""Boards of named hands as multisets of ranks: the walk that `showdown` and `hilo` share.

Without a flush only the ranks of the board matter, so boards are dealt as rank multisets, each
with the number of its suitings. Then, for each suit in which somebody can make a flush, the
boards with enough cards of it are taken back and counted again with their flushes; the other
cards of such a board are again a rank multiset. Two suits that look alike to everybody are done
once. Two hands before the flop take about 35,000 boards this way, of 1,712,304.

What is found out about each board is not said here. `make_walk` makes the kernels of a walk for a
given way to score boards, so that each is compiled for its own and pays for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import inlined, kernel, popcount
from holdem_eq.kernels.ranking import look_up7

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["Showdown", "make_walk", "open_showdown", "winner_sets"]

ONE = uint64(1)


@inlined
def winner_sets(key: Any, flushing: bool, hand_keys: Any, flush_ranks: Any, ranks: Any) -> tuple[Any, Any, Any]:
    """Who wins a board by its key: without flushes, with them where ``flushing``, and the bit behind the last seat.

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
    return plain_set, winners, bit


class Showdown(NamedTuple):
    """What is fixed for one set of hands, and room to work in.

    Attributes:
        keys: uint64 (256,), card keys of the rank tables.
        ranks: uint16, the rank table.
        low_bits: uint64, what a card adds to ``held``, a set of low ranks; empty where there is no low.
        low_ranks: uint8, the table of lows; the same.
        hand_keys: uint64 (seats,), keys of the hole cards.
        hand_lows: uint64 (seats,), low ranks that they hold; empty where there is no low.
        flush_ranks: int64 (seats,), the flush of each seat on the boards at hand, 0 for none.
        masks: uint64 (seats + 2, 4): ranks by suit of the deck, of the board and of each hand.
        free: int64 (13,), how many cards of each rank can come.
        counts: int64, boards by what the score says of them.
        steps: int64 (3, 6), by depth: rank dealt, how many of it, boards so far.
        step_sums: uint64 (2, 6), by depth: key of the board so far, and low ranks held.
    """

    keys: Any
    ranks: Any
    low_bits: Any
    low_ranks: Any
    hand_keys: Any
    hand_lows: Any
    flush_ranks: Any
    masks: Any
    free: Any
    counts: Any
    steps: Any
    step_sums: Any


@kernel
def _suit_ranks(cards: Any, suit: Any) -> Any:
    """Ranks of ``suit`` among card ids, as a 13-bit mask."""
    held = uint64(0)
    for card in cards:
        if card & 3 == suit:
            held |= ONE << uint64(card >> 2)
    return held


@kernel
def open_showdown(
    hands: Any, board: Any, deck: Any, tables: RankTables, low_bits: Any, low_ranks: Any, counts: Any
) -> Any:
    """A `Showdown` of hands uint8 (seats, 2), and key and low ranks of the board that lies there.

    ``deck`` bool (52,) are the cards that can come; the rest is as in `Showdown`.
    """
    seats = len(hands)
    hand_keys, hand_lows, key, held = np.zeros(seats, np.uint64), low_bits, uint64(0), uint64(0)
    masks = np.zeros((seats + 2, 4), np.uint64)
    free = np.zeros(13, np.int64)
    cards = np.nonzero(deck)[0]
    for card in cards:
        free[card >> 2] += 1
    for card in board:
        key += tables.keys[card]
    for seat in range(seats):
        hand_keys[seat] = tables.keys[hands[seat, 0]] + tables.keys[hands[seat, 1]]
    if len(low_bits):
        hand_lows = np.zeros(seats, np.uint64)
        for card in board:
            held |= low_bits[card]
        for seat in range(seats):
            hand_lows[seat] = low_bits[hands[seat, 0]] | low_bits[hands[seat, 1]]
    for suit in range(4):
        masks[0, suit], masks[1, suit] = _suit_ranks(cards, suit), _suit_ranks(board, suit)
        for seat in range(seats):
            masks[seat + 2, suit] = _suit_ranks(hands[seat], suit)
    showdown = Showdown(
        tables.keys, tables.ranks, low_bits, low_ranks, hand_keys, hand_lows, np.zeros(seats, np.int64), masks,
        free, counts, np.zeros((3, 6), np.int64), np.zeros((2, 6), np.uint64),
    )  # fmt: skip
    return showdown, key, held


def make_walk(name: str, hold: Callable[..., Any], score: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel ``walk(size, key, held, showdown)``: all boards of ``size`` more cards, by ``score``.

    Args:
        name: of the walk; no two have the same.
        hold: inlined, ``hold(held, rank, low_bits)``: low ranks held after one more card of a rank.
        score: inlined, ``score(key, held, weight, flushing, hand_keys, hand_lows, flush_ranks, ranks, low_ranks,
            counts)``: counts a board, or with ``flushing`` moves it from where it was counted as if suits
            did not exist to where it belongs. `Showdown` explains the rest.
    """

    def as_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
        function.__qualname__ = f"{name}.{function.__name__}"  # by which it is kept on disk
        return kernel(function)

    @as_kernel
    def deal_ranks(size: Any, free: Any, key: Any, held: Any, factor: Any, flushing: bool, showdown: Showdown) -> None:
        """Every rank multiset of ``size`` cards, 0 to 5, out of ``free``, as often as it can be suited, times ``factor``.

        ``key`` and ``held`` are of the cards already on the board.
        """
        steps, step_sums, keys, low_bits = showdown.steps, showdown.step_sums, showdown.keys, showdown.low_bits
        hand_keys, hand_lows, flush_ranks = showdown.hand_keys, showdown.hand_lows, showdown.flush_ranks
        ranks, low_ranks, counts = showdown.ranks, showdown.low_ranks, showdown.counts
        if size == 0:
            score(key, held, factor, flushing, hand_keys, hand_lows, flush_ranks, ranks, low_ranks, counts)
            return
        last = size - 1
        depth = 0
        steps[0, 0], steps[2, 0], step_sums[0, 0], step_sums[1, 0] = 0, factor, key, held
        while depth >= 0:
            first, before, key_here, held_here = (
                steps[0, depth], steps[2, depth], step_sums[0, depth], step_sums[1, depth]
            )  # fmt: skip
            if depth == last:
                for rank in range(first, 13):
                    taken = 1
                    if depth > 0 and steps[0, depth - 1] == rank:
                        taken += steps[1, depth - 1]
                    if taken <= free[rank]:
                        weight = before * free[rank]
                        if taken > 1:  # a division costs more than a look-up
                            weight = before * (free[rank] - taken + 1) // taken
                        score(
                            key_here + keys[4 * rank], hold(held_here, rank, low_bits), weight, flushing,
                            hand_keys, hand_lows, flush_ranks, ranks, low_ranks, counts,
                        )  # fmt: skip
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
            step_sums[0, depth] = key_here + keys[4 * first]
            step_sums[1, depth] = hold(held_here, first, low_bits)

    @as_kernel
    def recount_suit(size: Any, suit: Any, factor: Any, key: Any, held: Any, showdown: Showdown) -> None:
        """Move the boards with a flush of ``suit``; the rest is as in ``deal_ranks``."""
        keys, low_bits, masks = showdown.keys, showdown.low_bits, showdown.masks
        hand_keys, hand_lows, flush_ranks = showdown.hand_keys, showdown.hand_lows, showdown.flush_ranks
        ranks, low_ranks, counts = showdown.ranks, showdown.low_ranks, showdown.counts
        deck, shown = masks[0, suit], masks[1, suit]
        most = uint64(0)
        for seat in range(len(flush_ranks)):
            most = max(most, popcount(masks[seat + 2, suit]))
        others = showdown.free.copy()
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
                suited, board_key, board_held, bits = shown, key, held, uint64(chosen)
                while bits:
                    rank = choices[popcount((bits & (~bits + ONE)) - ONE)]
                    suited |= ONE << uint64(rank)
                    board_key += keys[4 * rank]
                    board_held = hold(board_held, rank, low_bits)
                    bits &= bits - ONE
                flushing = False
                for seat in range(len(flush_ranks)):
                    with_hand = suited | masks[seat + 2, suit]
                    flush_ranks[seat] = 0
                    if popcount(with_hand) >= uint64(5):
                        flush_ranks[seat] = ranks[with_hand]
                        flushing = True
                if not flushing:
                    pass
                elif more == size:
                    score(
                        board_key, board_held, factor, True,
                        hand_keys, hand_lows, flush_ranks, ranks, low_ranks, counts,
                    )  # fmt: skip
                elif more + 1 == size:  # by far the most: spared a call
                    for rank in range(13):
                        if others[rank]:
                            weight = factor * others[rank]
                            score(
                                board_key + keys[4 * rank], hold(board_held, rank, low_bits), weight, True,
                                hand_keys, hand_lows, flush_ranks, ranks, low_ranks, counts,
                            )  # fmt: skip
                else:
                    deal_ranks(size - more, others, board_key, board_held, factor, True, showdown)
                if more == 0:
                    break
                lowest = chosen & -chosen
                carried = chosen + lowest
                chosen = carried | ((chosen ^ carried) // lowest >> 2)

    @as_kernel
    def walk(size: Any, key: Any, held: Any, showdown: Showdown) -> None:
        masks = showdown.masks
        deal_ranks(size, showdown.free, key, held, int64(1), False, showdown)
        for suit in range(4):
            alike, first = int64(0), suit
            for other in range(4):
                if (masks[:, other] == masks[:, suit]).all():
                    alike += 1
                    first = min(first, other)
            if first == suit:
                recount_suit(size, suit, alike, key, held, showdown)

    return walk
