"""Betting of one hand that is replayed: whose turn it is, what is allowed, what an action does.

The state of a hand is one int64 array, the table; where things stand in it is said below. A set
of seats is a bit a seat, cards are packed as in `hand_layout`. The same rules in words and in
plain Python are `holdem_eq.rules`, which these kernels must agree with.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from holdem_eq.kernels import hand_layout as lay
from holdem_eq.kernels._jit import inlined, lean, popcount
from holdem_eq.kernels.settle import lowest

__all__ = ["alone", "bet", "next_turn", "post"]

ZERO, ONE, TWO, NOBODY = int64(0), int64(1), int64(2), int64(-1)

(
    PHASE, ACTOR, STREET, SIZE, OPENER, REPORTS, LEVEL, LAST_FULL, MINIMUM, BASE, WAGERS, HEADSUP, POT, DEALT, LIVE,
    CHIPS, ACTED, MATCHED, MUCKED, THREW, RUNOUT, COMMON, USED, BOARD_COUNT, STATE,
) = (int64(place) for place in range(25))  # fmt: skip
"""Numbers and sets of seats, STATE of them, of the hand. DEALT had chips, LIVE have not folded, CHIPS have chips
behind, MATCHED have acted since the last raise. USED is the mask of cards that were dealt or thrown away."""
STRICT = int64(32)
GAME, DEAL_SIZE, THROW_SIZE, THROW_BEFORE, HILO = (int64(33 + place) for place in (0, 0, 1, 2, 3))
"""The game: cards dealt and thrown, the street they are thrown before, whether there is a low."""
RULES = int64(40)
"""The row of rules."""
STACKS, BETS, TOTALS, DEAD, HOLES, HELD, MUCK_TURNS = (int64(64 + lay.MAX_SEATS * place) for place in range(7))
"""A place a seat: chips; packed hole cards; their mask; as which, from 1, it threw its hand away."""
BOARDS = int64(64 + lay.MAX_SEATS * 7)
"""A packed board each."""

BET, THROW, DEAL, SHOWDOWN, OVER = (int64(phase) for phase in range(5))
"""Phases."""


@inlined
def alone(seats: Any) -> Any:
    """Whether a set has at most one seat."""
    return seats & (seats - ONE) == ZERO


@lean
def _pay(table: Any, seat: Any, amount: Any) -> Any:
    """Chips that the seat pays of ``amount``; they are in the pot."""
    stack = table[STACKS + seat]
    paid = min(amount, stack)
    table[STACKS + seat] = stack - paid
    table[POT] += paid
    if paid == stack:
        table[CHIPS] &= ~(ONE << seat)
    return paid


@lean
def post(table: Any, seats: Any, begin: Any, end: Any) -> None:
    """Stacks, antes, blinds and dead money of rows ``begin`` to ``end`` of ``seats``; the table's numbers are 0."""
    flags, highest, highest_paid = table[RULES + lay.FLAGS], ZERO, ZERO
    for row in range(begin, end):
        seat = row - begin
        stack = seats[row, lay.STACK]
        table[STACKS + seat] = stack
        if stack > ZERO:
            table[DEALT] |= ONE << seat
            table[CHIPS] |= ONE << seat
        ante = _pay(table, seat, seats[row, lay.ANTE])
        dead, wanted = ZERO, seats[row, lay.POST]
        if flags & lay.BLIND_FIRST:
            posted = _pay(table, seat, wanted)
            dead = _pay(table, seat, seats[row, lay.DEAD_ANTE])
        else:
            dead = _pay(table, seat, seats[row, lay.DEAD_ANTE])
            posted = _pay(table, seat, wanted)
        table[DEAD + seat] = dead + _pay(table, seat, seats[row, lay.DEAD_POST])
        table[HOLES + seat], table[HELD + seat] = ZERO, ZERO
        table[BETS + seat] = posted
        table[TOTALS + seat] = ante + posted
        highest, highest_paid = max(highest, wanted), max(highest_paid, posted)
    table[LIVE] = table[DEALT]
    level = highest_paid if flags & lay.ACTUAL_PRICE else highest
    minimum = table[RULES + lay.MIN_BET]
    if table[RULES + lay.LIMIT] == lay.SL:
        minimum = table[RULES + lay.SPREAD_LOW]
    elif minimum == ZERO:
        minimum = max(highest, ONE)
    table[LEVEL], table[BASE], table[WAGERS] = level, level, min(level, ONE)
    table[MINIMUM], table[LAST_FULL] = minimum, max(minimum, level)
    table[HEADSUP] = popcount(uint64(table[LIVE])) == uint64(2)


@lean
def next_turn(table: Any, start: Any) -> None:
    """Find who acts next, clockwise from ``start``; nobody: the street is closed."""
    live = table[LIVE]
    if alone(live):
        table[PHASE], table[ACTOR] = OVER, NOBODY
        return
    able = live & table[CHIPS]
    if not alone(able):
        waiting = able & ~table[MATCHED]
        if waiting:
            later = waiting >> start << start
            table[ACTOR] = lowest(later if later else waiting)
            return
    elif able:
        seat, highest = lowest(able), ZERO
        for other in range(table[SIZE]):
            if (live ^ able) >> other & ONE:
                highest = max(highest, table[BETS + other])
        if table[BETS + seat] < highest:
            table[ACTOR] = seat
            return
    _close_street(table, alone(able))


@lean
def _close_street(table: Any, for_good: bool) -> None:
    """Nobody is left to act: cards are due, or the showdown; no more bets if ``for_good``."""
    table[ACTOR] = NOBODY
    street = table[STREET]
    if for_good and not table[RUNOUT]:
        table[RUNOUT] = ONE
        table[COMMON] = ZERO if street == ZERO else street + TWO
    if street == int64(3):
        if not table[RUNOUT]:
            table[RUNOUT], table[COMMON] = ONE, int64(5)
        table[PHASE] = SHOWDOWN
    elif table[THROW_SIZE] and table[THROW_BEFORE] == street + ONE:
        table[PHASE] = THROW
    else:
        table[PHASE] = DEAL


@inlined
def _fixed_size(table: Any) -> Any:
    return table[RULES + lay.SMALL_BET] if table[STREET] < TWO else table[RULES + lay.BIG_BET]


@lean
def _raise_bounds(table: Any, seat: Any) -> Any:
    """Smallest and largest total that the seat may bet or raise to; 0 and -1 where it may not."""
    bet, level, limit = table[BETS + seat], table[LEVEL], table[RULES + lay.LIMIT]
    total, flags = bet + table[STACKS + seat], table[RULES + lay.FLAGS]
    if total <= level or not table[LIVE] & table[CHIPS] & ~(ONE << seat):
        return ZERO, NOBODY
    fixed = limit == lay.FL
    full = _fixed_size(table) if fixed else table[LAST_FULL]
    if table[ACTED] >> seat & ONE:
        faced = level - bet
        if (faced * TWO if fixed and flags & lay.HALF_BET else faced) < full:
            return ZERO, NOBODY
    low, high = level + full, total
    if fixed:
        uncapped = flags & lay.HEADSUP_UNCAPPED and table[HEADSUP]
        if table[WAGERS] > table[RULES + lay.MAX_RAISES] and not uncapped:
            return ZERO, NOBODY
        low = table[BASE] + full
        high = low
    elif limit == lay.PL:
        high = max(low, level + table[POT] + level - bet)
    elif limit == lay.SL:
        high = max(low, level + table[RULES + lay.SPREAD_HIGH])
    return min(low, total), min(high, total)


@lean
def bet(table: Any, kind: Any, seat: Any, amount: Any) -> Any:
    """Fold, check, call, bet or raise: an error code, 0 where it was done."""
    if table[PHASE] != BET or seat != table[ACTOR]:
        absent = table[LIVE] & ~table[CHIPS]
        if kind != lay.FOLD or table[STRICT] or table[PHASE] != BET or not absent >> seat & ONE:
            return int64(lay.NOT_ITS_TURN)
        table[REPORTS] |= lay.FOLDED_ALL_IN
        table[LIVE] &= ~(ONE << seat)
        next_turn(table, table[ACTOR])
        return ZERO
    level, placed, stack = table[LEVEL], table[BETS + seat], table[STACKS + seat]
    owed = max(ZERO, min(level - placed, stack))
    if kind == lay.FOLD:
        if owed == ZERO:
            if table[STRICT]:
                return int64(lay.FOLD_UNOWED)
            table[REPORTS] |= lay.FOLDED_UNOWED
        table[LIVE] &= ~(ONE << seat)
    elif kind == lay.CALL or kind == lay.CHECK:
        if kind == lay.CHECK and owed:
            return int64(lay.CHECK_OWED)
        _put(table, seat, owed)
    else:
        if kind == lay.BET_TO and level:
            return int64(lay.BET_OVER_BET)
        low, high = _raise_bounds(table, seat)
        if amount < low or amount > high:
            total = placed + stack
            if amount > total:
                return int64(lay.MORE_THAN_STACK)
            if table[STRICT] or (amount <= level and amount != total):
                return int64(lay.RAISE_OUTSIDE)
            table[REPORTS] |= lay.RAISED_OUTSIDE if amount > level else lay.RAISED_TO_CALL
        if amount > level:
            _raise(table, seat, amount)
        else:
            _put(table, seat, owed)
    next_turn(table, seat + ONE)
    return ZERO


@inlined
def _put(table: Any, seat: Any, chips: Any) -> None:
    """Chips of the seat's action go in front of it."""
    _pay(table, seat, chips)
    table[BETS + seat] += chips
    table[TOTALS + seat] += chips
    table[ACTED] |= ONE << seat
    table[MATCHED] |= ONE << seat


@lean
def _raise(table: Any, seat: Any, amount: Any) -> None:
    level = table[LEVEL]
    if table[RULES + lay.LIMIT] == lay.FL:
        size, over = _fixed_size(table), amount - table[BASE]
        if over >= size or (table[RULES + lay.FLAGS] & lay.HALF_BET and over * TWO >= size):
            table[BASE] = amount
            table[WAGERS] += ONE
    elif amount - level >= table[LAST_FULL]:
        table[LAST_FULL] = amount - level
    table[MATCHED] = ZERO
    _put(table, seat, amount - table[BETS + seat])
    table[LEVEL] = amount
