"""Betting: whose turn, how much, and what a bet does to the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from holdem_eq.errors import IllegalActionError
from holdem_eq.rules.flow import begin_discards, next_to_show, next_turn

if TYPE_CHECKING:
    from holdem_eq.rules.actions import RaiseTo, SeatAction
    from holdem_eq.rules.table import Table

__all__ = ["Early", "bound_to", "call", "fold", "owed", "raise_bounds", "raise_to", "verify_raise", "verify_turn"]


class Early(NamedTuple):
    """What a seat did before its turn: the street, the bet in front (None for a fold), the amount of a raise."""

    action: SeatAction
    street: int
    level: int | None
    amount: int | None


def bound_to(table: Table, seat: int) -> Early | None:
    """What ``seat`` did before its turn, if that stands: the bet in front is the same, or it is a fold."""
    for early in table.early:
        if early.action.seat == seat and early.street == table.street and early.level in (None, table.level):
            bounds = raise_bounds(table, seat)
            if early.amount is None or (bounds is not None and bounds[0] <= early.amount <= bounds[1]):
                return early
    return None


def owed(table: Table, seat: int) -> int:
    """Chips that ``seat`` must add to stay in, at most its stack."""
    return max(0, min(table.level - table.bets[seat], table.stacks[seat]))


def raise_bounds(table: Table, seat: int) -> tuple[int, int] | None:
    """Smallest and largest total that ``seat`` may bet or raise to, or None."""
    total, bet, level, rules = table.bets[seat] + table.stacks[seat], table.bets[seat], table.level, table.rules
    if total <= level or table.able < 2:
        return None
    fixed = rules.limit == "FL"
    full = _fixed_size(table) if fixed else table.last_full
    if table.acted[seat]:
        faced = level - bet
        if faced * 2 < full if fixed and rules.fl_half_bet_rule else faced < full:
            return None
    if fixed:
        if table.wagers > rules.max_raises and not (rules.headsup_uncapped and table.round_live == 2):
            return None
        low = high = table.base + full
    else:
        low, high = level + full, total
        if rules.limit == "PL":
            high = max(low, level + table.pot + level - bet)
        elif rules.limit == "SL":
            high = max(low, level + rules.spread[1])
    return min(low, total), min(high, total)


def verify_turn(table: Table, action: SeatAction) -> None:
    """The seat is the one to bet, check, call or fold."""
    if action.seat == table.actor and table.phase == "bet":
        if table.early:
            early = bound_to(table, action.seat)
            if early is not None and str(action) != str(early.action):
                raise IllegalActionError(f"seat {action.seat} is bound to what it did out of turn: {early.action}")
        return
    seat, name = action.seat, type(action).__name__
    verb = {"RaiseTo": "raise", "BetTo": "bet"}.get(name, name.lower())
    if table.phase != "bet":
        raise IllegalActionError(f"seat {seat} may not {verb}; next is {table.legal_actions()}")
    if not 0 <= seat < len(table.stacks):
        raise IllegalActionError(f"there is no seat {seat!r}; seats are 0 to {len(table.stacks) - 1}")
    why = "it has folded" if table.folded[seat] else "it is all-in" if not table.stacks[seat] else "it is not its turn"
    raise IllegalActionError(f"seat {seat} may not {verb}: {why}; next is {table.legal_actions()}")


def verify_raise(table: Table, action: RaiseTo, amount: int) -> None:
    """The amount is inside the bounds; read leniently, it is at least chips that the seat has."""
    bounds = raise_bounds(table, action.seat)
    if type(amount) is not int:
        raise table.refusal(action, f"({amount!r}): amounts are ints, chips are whole")
    if bounds is not None and bounds[0] <= amount <= bounds[1]:
        return
    total = table.bets[action.seat] + table.stacks[action.seat]
    if not table.strict and (table.level < amount <= total or amount == total):
        return
    if amount > total:
        raise table.refusal(action, f"with {total} in all")
    raise table.refusal(action, "here" if bounds is None else f"outside {bounds[0]} to {bounds[1]}")


def fold(table: Table, seat: int) -> None:
    """The seat is out; its chips stay."""
    table.folded[seat] = True
    table.live -= 1
    table.able -= table.stacks[seat] > 0
    if table.phase == "bet":
        next_turn(table, seat + 1 if table.actor in (None, seat) else table.actor)
    elif table.live == 1:
        table.phase, table.actor = "over", None
    elif table.phase == "discard":
        begin_discards(table)
    else:
        next_to_show(table)


def call(table: Table, seat: int) -> None:
    """The seat matches the bet, or checks."""
    _put(table, seat, owed(table, seat))
    next_turn(table, seat + 1)


def raise_to(table: Table, seat: int, amount: int) -> None:
    """The seat bets or raises to ``amount``; reports what strict rules would refuse."""
    if amount <= table.level:
        table.reports.append(f"seat {seat} 'raises' to {amount}, which is an all-in call")
        call(table, seat)
        return
    if not table.strict:
        bounds = raise_bounds(table, seat)
        if bounds is None or not bounds[0] <= amount <= bounds[1]:
            allowed = "no raise is allowed" if bounds is None else f"{bounds[0]} to {bounds[1]} are allowed"
            table.reports.append(f"seat {seat} raises to {amount} where {allowed}")
    if table.rules.limit == "FL":
        size, over = _fixed_size(table), amount - table.base
        if over >= size or (table.rules.fl_half_bet_rule and over * 2 >= size):
            table.base = amount
            table.wagers += 1
    elif amount - table.level >= table.last_full:
        table.last_full = amount - table.level
    _put(table, seat, amount - table.bets[seat])
    table.level, table.aggressor = amount, seat
    next_turn(table, seat + 1)


def _put(table: Table, seat: int, chips: int) -> None:
    table.stacks[seat] -= chips
    table.bets[seat] += chips
    table.totals[seat] += chips
    table.acted[seat] = True
    if chips and not table.stacks[seat]:
        table.able -= 1


def _fixed_size(table: Table) -> int:
    return table.rules.small_bet if table.street < 2 else table.rules.big_bet
