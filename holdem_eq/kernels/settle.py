"""Pots and who gets them, of one hand and of many: uncalled chips, layers, rake, boards, high and low.

A hand is rows ``begin`` to ``end`` of flat arrays, int64; a set of its seats is a bit each of an
int64. Its pots stand in rows from ``begin`` on too: a hand has no more pots than seats. All amounts
of a hand together stay under 2**62.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from holdem_eq.kernels._jit import inlined, kernel, lean, popcount

__all__ = [
    "NOBODY_WINS",
    "RAKE_TOO_LARGE",
    "UNEVEN",
    "Pots",
    "award_pot",
    "lay_pots",
    "lowest",
    "portion",
    "return_uncalled",
    "settle_rows",
    "take_rake",
]

ZERO, ONE, HIGHEST = int64(0), int64(1), int64(1 << 62)
NOBODY_WINS, RAKE_TOO_LARGE = 1, 2
"""Why `settle_rows` stops."""
UNEVEN = int64(-1)
"""What `award_pot` says of a pot that must be split exactly and cannot."""


@inlined
def lowest(seats: Any) -> Any:
    """The first seat of a set that is not empty."""
    return int64(popcount(uint64((seats & -seats) - ONE)))


class Pots(NamedTuple):
    """Flat arrays of pots, int64 (s,).

    Attributes:
        amounts: chips before rake.
        eligible: the seats that betting leaves entitled to it.
        raked: chips of it that the house takes.
        winners: the seats that get some of it.
    """

    amounts: Any
    eligible: Any
    raked: Any
    winners: Any


@lean
def return_uncalled(totals: Any, live: Any, begin: Any, end: Any) -> Any:
    """Take what nobody called off ``totals``: the seat that it goes back to, -1 for none, and how much."""
    highest, second, seat = int64(-1), int64(-1), ZERO
    for row in range(begin, end):
        total = totals[row]
        second = max(second, min(highest, total))
        seat = row - begin if total > highest else seat
        highest = max(highest, total)
    if second < ZERO or highest == second or not live >> seat & ONE:
        return int64(-1), ZERO
    totals[begin + seat] = second
    return seat, highest - second


@lean
def lay_pots(totals: Any, live: Any, dead: Any, begin: Any, end: Any, pots: Pots) -> Any:
    """Layer ``totals`` into ``pots``, main pot first; their number, no more than seats.

    A layer takes from every seat what lies between two neighbouring totals of live seats; what
    folded seats put in above the highest goes to the last pot, dead money to the first.
    """
    amounts, eligible = pots.amounts, pots.eligible
    count, below, laid, whole = ZERO, ZERO, ZERO, dead
    for row in range(begin, end):
        whole += totals[row]
    while True:
        level, entitled, layer = HIGHEST, ZERO, ZERO
        for row in range(begin, end):  # by selection: nobody could predict branches
            total = totals[row]
            inside = int64(total > below) & live >> (row - begin)
            entitled |= (inside & ONE) << (row - begin)
            level = min(level, total) if inside & ONE else level
        if entitled == ZERO:
            break
        for row in range(begin, end):
            layer += max(ZERO, min(totals[row], level) - below)
        if count == ZERO:
            layer += dead
        amounts[begin + count], eligible[begin + count] = layer, entitled
        laid += layer
        below = level
        count += ONE
    if whole > laid:
        if count == ZERO:
            amounts[begin], eligible[begin] = ZERO, live
            count = ONE
        amounts[begin + count - ONE] += whole - laid
    return count


@lean
def portion(amount: Any, part: Any, whole: Any) -> tuple[Any, Any]:
    """``amount * part`` divided by ``whole``: quotient and remainder; 0 <= part <= whole < 2**62.

    Digit by digit, since the product may not fit.
    """
    quotient: Any = ZERO
    remainder: Any = ZERO
    for place in range(63):
        quotient += quotient
        remainder += remainder
        if remainder >= whole:
            remainder -= whole
            quotient += ONE
        if amount >> (int64(62) - place) & ONE:
            remainder += part
            if remainder >= whole:
                remainder -= whole
                quotient += ONE
    return quotient, remainder


@lean
def take_rake(rake: Any, proportional: bool, unit: Any, begin: Any, count: Any, pots: Pots) -> None:
    """Say in ``pots.raked`` how much of ``rake`` is taken from each of ``count`` pots.

    From the main pot as far as it goes, then from the next; or by the pots' sizes, what rounding
    leaves over one ``unit`` each to the largest remainders, of equal ones to the earlier pot; what
    is below a unit, or more than a pot holds, from the main pot as far as it goes, then from the next.
    """
    amounts, raked = pots.amounts, pots.raked
    if not proportional or count == ONE:
        for row in range(begin, begin + count):
            raked[row] = min(rake, amounts[row])
            rake -= raked[row]
        return
    whole, units, given = ZERO, rake // unit, ZERO
    left = units
    for row in range(begin, begin + count):
        whole += amounts[row]
    for row in range(begin, begin + count):
        share, _ = portion(units, amounts[row], whole)
        raked[row] = share * unit
        left -= share
    while left > ZERO:
        best, largest = begin, int64(-1)
        for row in range(begin, begin + count):
            _, remainder = portion(units, amounts[row], whole)
            if remainder > largest and not given >> (row - begin) & ONE:
                best, largest = row, remainder
        raked[best] += unit
        given |= ONE << (best - begin)
        left -= ONE
    for row in range(begin, begin + count):
        raked[row] = min(raked[row], amounts[row])
        rake -= raked[row]
    for row in range(begin, begin + count):
        more = min(rake, amounts[row] - raked[row])
        raked[row] += more
        rake -= more


@lean
def _best_seats(contenders: Any, ranks: Any, first: Any, size: Any) -> Any:
    """Those of ``contenders`` with the highest rank above 0 in ``ranks[first : first + size]``."""
    best, winners = ONE, ZERO
    for seat in range(size):
        rank = int64(ranks[first + seat]) if contenders >> seat & ONE else ZERO
        kept = ZERO if rank > best else winners
        winners = kept | ONE << seat if rank >= best else kept
        best = max(best, rank)
    return winners


@lean
def _split(amount: Any, winners: Any, unit: Any, begin: Any, payouts: Any) -> Any:
    """Add ``amount`` to the payouts of ``winners``, whole units: odd units one each from the first winner on.

    What is less than a unit goes to the first winner. Returns the number of odd units.
    """
    heads = int64(popcount(uint64(winners)))
    units = amount // unit
    each = units // heads
    odd, rest = units - each * heads, amount - units * unit
    uneven = odd
    while winners:
        row = begin + lowest(winners)
        payouts[row] += each * unit + rest + (unit if odd > ZERO else ZERO)
        winners &= winners - ONE
        rest = ZERO
        odd -= ONE
    return uneven


@lean
def award_pot(
    amount: Any, contenders: Any, chip_unit: Any, boards: Any, halved: bool, begin: Any, end: Any, ranks: Any,
    lows: Any, first: Any, step: Any, payouts: Any,
) -> Any:  # fmt: skip
    """Hand one pot out.

    Args:
        amount: chips, after rake.
        contenders: seats that can win it, at least one; a lone one needs no rank.
        chip_unit: smallest chip; 0 where no chip may be odd.
        boards: how many boards the pot is divided over.
        halved: whether the best low takes half.
        begin: first row of the hand in ``payouts``.
        end: row after its last.
        ranks: (n,), higher wins, 0 cannot win; of board b and seat s at ``first + b * step + s``.
        lows: the same for the low half; not read without one.
        first: where the ranks of the first board stand.
        step: how far the ranks of the next board are.
        payouts: int64 (s,), added to.

    Returns:
        The seats that won some of it; 0 when nobody has a rank, `UNEVEN` for an odd chip that may not be.
    """
    if contenders & (contenders - ONE) == ZERO:
        payouts[begin + lowest(contenders)] += amount
        return contenders
    unit = max(chip_unit, ONE)
    units, takers = amount // unit, ZERO
    below_unit, odd = amount - units * unit, units % boards
    for board in range(boards):
        share = (units // boards + int64(board < units % boards)) * unit + below_unit
        below_unit = ZERO
        place = first + board * step
        winners = _best_seats(contenders, ranks, place, end - begin)
        if winners == ZERO:
            return ZERO
        if halved:
            low_winners = _best_seats(contenders, lows, place, end - begin)
            if low_winners:
                low_share = share // unit // int64(2) * unit
                odd += share // unit % int64(2) + _split(low_share, low_winners, unit, begin, payouts)
                share -= low_share
                takers |= low_winners
        odd += _split(share, winners, unit, begin, payouts)
        takers |= winners
    return UNEVEN if chip_unit == ZERO and odd else takers


@kernel
def settle_rows(
    contributions: Any, folded: Any, ranks: Any, lows: Any, dead: Any, rake: Any, unit: Any, proportional: bool,
    payouts: Any,
) -> Any:  # fmt: skip
    """Settle hands that all have the same number of seats.

    Args:
        contributions: int64 (n, seats); changed.
        folded: bool (n, seats).
        ranks: int64 (n, boards, seats), C-contiguous.
        lows: int64, as ``ranks``, or of no hands.
        dead: int64 (n,).
        rake: int64 (n,), chips.
        unit: int64.
        proportional: how rake is allocated.
        payouts: int64 (n, seats), zeros; filled.

    Returns:
        The first row that cannot be settled, or -1, and why.
    """
    hands, seats = contributions.shape
    boards = int64(ranks.shape[1])
    totals, paid = contributions.reshape(-1), payouts.reshape(-1)
    high, low, out = ranks.reshape(-1), lows.reshape(-1), folded.reshape(-1)
    pots = Pots(
        np.zeros(hands * seats, np.int64),
        np.zeros(hands * seats, np.int64),
        np.zeros(hands * seats, np.int64),
        np.zeros(0, np.int64),
    )
    for hand in range(hands):
        begin, end = int64(hand * seats), int64((hand + 1) * seats)
        live = ZERO
        for row in range(begin, end):
            live |= int64(not out[row]) << (row - begin)
        seat, back = return_uncalled(totals, live, begin, end)
        if seat >= ZERO:
            paid[begin + seat] += back
        count = lay_pots(totals, live, dead[hand], begin, end, pots)
        whole = ZERO
        for row in range(begin, begin + count):
            whole += pots.amounts[row]
        if rake[hand] > whole:
            return int64(hand), int64(RAKE_TOO_LARGE)
        take_rake(rake[hand], proportional, unit, begin, count, pots)
        for row in range(begin, begin + count):
            amount, contenders = pots.amounts[row] - pots.raked[row], pots.eligible[row]
            first = begin * boards
            if contenders == ZERO or not award_pot(
                amount, contenders, unit, boards, len(low) > 0, begin, end, high, low, first, int64(seats), paid
            ):
                return int64(hand), int64(NOBODY_WINS)
    return int64(-1), ZERO
