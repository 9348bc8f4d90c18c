"""What a seat throws: the worth of each pair it may keep, and games in which that waits for the flop.

For a seat that still has cards to throw, its combos are its options; for another they are its hand or
its range. A seat thinks of the others one by one: any of another's combos
that avoids the board, by weight. The worth of an option is then a product: on a board each other
seat is lower with some weight a and equal with some weight b, and the mean share is the integral
of the product of all (a + b x) over x from 0 to 1, as 1 / (k + 1) is that of x**k.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import inlined, kernel
from holdem_eq.kernels.hilo import rank_combos, record_joints, sum_combos

if TYPE_CHECKING:
    from holdem_eq.kernels.low import Lows
    from holdem_eq.tables.load import RankTables

__all__ = ["Seats", "choose", "keep_best", "list_boards", "play_rows", "weigh_options"]

ONE = uint64(1)
UNIT, TWO = 2520.0, 2.0
"""Worths are in 2520ths of half a pot, so that they are whole numbers where weights are."""
SAME = 1.0 + 1e-10
"""Worths that differ by less count as equal."""


class Seats(NamedTuple):
    """The combos of all seats.

    Attributes:
        starts: int64 (seats + 1,), seat s has the combos from ``starts[s]`` to ``starts[s + 1]``.
        choosing: bool (seats,), whether they are options, of which the seat keeps one.
        cards: uint8 (combos, 2).
        weights: float64 (combos,), 1 for options.
    """

    starts: Any
    choosing: Any
    cards: Any
    weights: Any


@inlined
def _multiply(polys: Any, row: Any, degree: Any, lower: Any, equal: Any) -> None:
    """Multiply a row, a polynomial of ``degree``, by lower + equal * x, in place."""
    polys[row, degree + 1] = polys[row, degree] * equal
    for power in range(degree, 0, -1):
        polys[row, power] = polys[row, power] * lower + polys[row, power - 1] * equal
    polys[row, 0] *= lower


@inlined
def _integral(polys: Any, row: Any, degree: Any) -> Any:
    """The integral of a row from 0 to 1, in units; row 2 has those of the powers of x."""
    total = polys[row, 0] * polys[2, 0]
    for power in range(1, degree + 1):
        total += polys[row, power] * polys[2, power]
    return total


@kernel
def _make_polys(seats: Any) -> Any:
    """Room for two polynomials, and the integrals of the powers of x: float64 (3, seats + 1)."""
    polys = np.zeros((3, seats + 1))
    for power in range(seats + 1):
        polys[2, power] = UNIT / (power + 1)
    return polys


@kernel
def _worth(option: Any, owner: Any, first: Any, stop: Any, weights: Any, ranks: Any, has_low: bool, polys: Any) -> Any:
    """The mean share of an option on one board, times the weight of all that it may meet.

    Half of the pot goes to the high hand. The other half goes to the low if the option has one and
    keeps it from all; if it has none, to its high hand where nobody else has a low either.
    """
    rank, low = ranks[0, option], ranks[1, option]
    degree = int64(0)
    polys[0, 0], polys[1, 0] = 1.0, 1.0
    for seat in range(len(first)):
        if seat == owner:
            continue
        lower, equal = 0.0, 0.0
        for place in range(first[seat], stop[seat]):
            other, weight = ranks[0, place], weights[place]
            lower += weight * ((other < rank) & (other > 0))  # rank 0 is a combo that meets the board
            equal += weight * (other == rank)
        _multiply(polys, 0, degree, lower, equal)
        if has_low:
            lower, equal = 0.0, 0.0
            for place in range(first[seat], stop[seat]):
                other, other_low, weight = ranks[0, place], ranks[1, place], weights[place]
                if low:
                    lower += weight * ((other_low < low) & (other > 0))
                    equal += weight * (other_low == low)
                elif other_low == 0:
                    lower += weight * ((other < rank) & (other > 0))
                    equal += weight * (other == rank)
            _multiply(polys, 1, degree, lower, equal)
        degree += 1
    if not has_low:
        return TWO * _integral(polys, 0, degree)
    return _integral(polys, 0, degree) + _integral(polys, 1, degree)


@kernel
def _add_worths(
    first: Any, stop: Any, choosing: Any, weights: Any, count: float, ranks: Any, has_low: bool, polys: Any, worths: Any
) -> None:
    """Add the worths on one board, which stands for ``count``, of all options to ``worths``."""
    for seat in range(len(first)):
        if choosing[seat]:
            for option in range(first[seat], stop[seat]):
                worths[option] += count * _worth(option, seat, first, stop, weights, ranks, has_low, polys)


@kernel
def choose(worths: Any, start: Any, stop: Any) -> Any:
    """The place of the largest worth from ``start`` to ``stop``, the earliest among equals."""
    best = start
    for option in range(start + 1, stop):
        if worths[option] > worths[best] * SAME:
            best = option
    return best


@kernel
def _five(board: Any, more: Any, five: Any) -> Any:
    """Write ``board`` and ``more`` to ``five``; return their mask."""
    shown = uint64(0)
    for place in range(len(board)):
        five[place] = board[place]
    for place in range(len(more)):
        five[len(board) + place] = more[place]
    for card in five:
        shown |= ONE << uint64(card)
    return shown


@kernel
def weigh_options(runouts: Any, counts: Any, board: Any, seats: Seats, tables: RankTables, lows: Lows) -> Any:
    """The worths of all options over given boards.

    Args:
        runouts: uint8 (m, n).
        counts: float64 (m,), how many runouts each stands for.
        board: uint8 (5 - n,).
        seats: their combos.
        tables: the rank tables.
        lows: as in `hilo.count_hands`.

    Returns:
        float64 (combos,), 0 but for options.
    """
    first, stop = seats.starts[:-1].copy(), seats.starts[1:].copy()
    sums, worths = sum_combos(seats.cards, tables, lows), np.zeros(len(seats.weights))
    ranks, five, polys = np.zeros((2, len(worths)), np.uint16), np.zeros(5, np.uint8), _make_polys(len(first))
    has_low = lows.ranks[255] > 0
    for row in range(len(runouts)):
        shown = _five(board, runouts[row], five)
        rank_combos(seats.cards, sums, five, shown, tables, lows, ranks)
        _add_worths(first, stop, seats.choosing, seats.weights, counts[row], ranks, has_low, polys, worths)
    return worths


@kernel
def list_boards(shown: Any, size: Any, deck: Any, boards: Any) -> Any:
    """Write the boards that go on from the first ``size`` cards of ``shown``, 3 to 5, from a deck uint8 (n,).

    Returns how many; ``boards`` is uint8 (m, 5), m large enough.
    """
    count = 0
    if size == 5:
        boards[0] = shown
        return 1
    for high in range(len(deck)):
        for low in range(high if size == 3 else 1):
            for place in range(size):
                boards[count, place] = shown[place]
            boards[count, 4] = deck[high]
            if size == 3:
                boards[count, 3] = deck[low]
            count += 1
    return count


@kernel
def keep_best(boards: Any, seats: Seats, tables: RankTables, lows: Lows) -> Any:
    """What is left of the seats' combos when each that chooses has kept its best option over ``boards``."""
    first, stop = seats.starts[:-1].copy(), seats.starts[1:].copy()
    ones = np.ones(len(boards))
    worths = weigh_options(boards, ones, boards[0, :0], seats, tables, lows)
    places, starts = np.empty(len(worths), np.int64), np.zeros(len(seats.starts), np.int64)
    count = 0
    for seat in range(len(first)):
        if seats.choosing[seat]:
            places[count] = choose(worths, first[seat], stop[seat])
            count += 1
        else:
            for place in range(first[seat], stop[seat]):
                places[count] = place
                count += 1
        starts[seat + 1] = count
    kept = places[:count]
    return Seats(starts, np.zeros(len(first), np.bool_), seats.cards[kept], seats.weights[kept])


@kernel
def play_rows(rows: Any, counts: Any, board: Any, deck: Any, seats: Seats, tables: RankTables, lows: Lows) -> Any:
    """Deal the cards before the discard one row after another, let seats choose, and play all that follows.

    Args:
        rows: uint8 (m, n), cards to come before the discard.
        counts: float64 (m,), how many rows each stands for.
        board: uint8 (k,), cards that lie there; n + k is 3 to 5.
        deck: bool (52,), the cards that can come.
        seats: their combos; none meets board or dead cards, and options meet no card of another seat.
        tables: the rank tables.
        lows: as in `hilo.count_hands`.

    Returns:
        float64 (4, 2**seats), the weight of deals, rows in ``hilo``; int64, how many there are.
    """
    count = len(seats.starts) - 1
    tally, deals = np.zeros((4, 1 << count)), int64(0)
    five, boards = np.zeros(5, np.uint8), np.zeros((1326, 5), np.uint8)
    room = (np.zeros(count, np.int64), np.zeros(count + 1, np.uint64))
    for row in range(len(rows)):
        size = len(board) + rows.shape[1]
        _five(board, rows[row], five)
        left = deck.copy()
        for card in rows[row]:
            left[card] = False
        many = list_boards(five, size, np.nonzero(left)[0], boards)
        kept = keep_best(boards[:many], seats, tables, lows)
        first, stop, sums = kept.starts[:-1].copy(), kept.starts[1:].copy(), sum_combos(kept.cards, tables, lows)
        ranks = np.zeros((2, len(kept.weights)), np.uint16)
        for place in range(many):
            shown = _five(boards[place], boards[place, :0], five)
            rank_combos(kept.cards, sums, five, shown, tables, lows, ranks)
            found = record_joints(first, stop, sums[0], kept.weights, shown, counts[row], ranks, room, tally)
            deals += int64(counts[row]) * found
    return tally, deals
