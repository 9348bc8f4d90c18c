"""From contributions to pots, from pots to awards: pure functions on ints.

Pots come from the betting alone; who shows or throws a hand away moves no chip between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from holdem_eq.rules.result import Award, Pot
from holdem_eq.rules.setup import Chips, Rake, Rules

__all__ = ["award_pots", "build_pots", "rake_pots", "split_chips", "uncalled_bet"]


def uncalled_bet(totals: Sequence[int], folded: Sequence[bool]) -> tuple[int, int] | None:
    """The seat whose total nobody matched, and what goes back to it before pots are made.

    >>> uncalled_bet([25, 100, 300, 1000], [True, False, False, False])
    (3, 700)
    """
    top = max(range(len(totals)), key=totals.__getitem__)
    second = max((total for seat, total in enumerate(totals) if seat != top), default=0)
    return (top, totals[top] - second) if totals[top] > second and not folded[top] else None


def build_pots(totals: Sequence[int], folded: Sequence[bool], dead: int = 0) -> tuple[Pot, ...]:
    """Pots of the totals (less the uncalled bet), main pot first.

    The levels are the distinct totals of live seats. A layer takes from each seat, folded ones
    too, what it has between two levels; what folded seats have above the last goes to the last
    pot. Layers that the same seats can win are one pot. Dead money is in the main pot.

    >>> build_pots([25, 100, 300, 300], [True, False, False, False])
    (Pot(amount=325, eligible=(1, 2, 3)), Pot(amount=400, eligible=(2, 3)))
    """
    seats = range(len(totals))
    live = [seat for seat in seats if not folded[seat]]
    levels = sorted({totals[seat] for seat in live})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum(min(total, level) - min(total, below) for total in totals)
        eligible = tuple(seat for seat in live if totals[seat] >= level)
        if pots and pots[-1].eligible == eligible:
            amount += pots.pop().amount
        if amount:
            pots.append(Pot(amount, eligible))
        below = level
    above = sum(max(0, total - below) for total in totals)
    if pots:
        pots[-1] = Pot(pots[-1].amount + above, pots[-1].eligible)
        pots[0] = Pot(pots[0].amount + dead, pots[0].eligible)
    elif above + dead:
        pots.append(Pot(above + dead, tuple(live)))
    return tuple(pots)


def rake_pots(pots: Sequence[Pot], rake: Rake | int | None, flop_seen: bool, unit: int = 1) -> list[int]:
    """What the house takes from each pot; ``unit`` is the smallest chip, for what does not divide."""
    amounts = [pot.amount for pot in pots]
    if isinstance(rake, Rake):
        due = 0 if rake.no_flop_no_drop and not flop_seen else int(sum(amounts) * rake.percent)
        due = (due if rake.cap is None else min(due, rake.cap)) // rake.unit * rake.unit
        if rake.allocation == "proportional":
            return _proportional(due, amounts, unit)
    else:
        due = rake or 0
    taken = []
    for amount in amounts:
        taken.append(min(due, amount))
        due -= taken[-1]
    return taken


def _proportional(due: int, amounts: Sequence[int], unit: int) -> list[int]:
    """By size, odd units to the largest remainders; what is below a unit, or more than a pot holds, main pot first."""
    total, units = sum(amounts), due // unit
    if not total:
        return [0] * len(amounts)
    shares = [units * amount // total for amount in amounts]
    by_remainder = sorted(range(len(amounts)), key=lambda pot: -(units * amounts[pot] % total))
    for pot in by_remainder[: units - sum(shares)]:
        shares[pot] += 1
    taken = [min(share * unit, amount) for share, amount in zip(shares, amounts, strict=True)]
    for pot, amount in enumerate(amounts):
        taken[pot] += min(due - sum(taken), amount - taken[pot])
    return taken


def split_chips(amount: Chips, ways: int, rules: Rules) -> list[Chips]:
    """An amount in equal parts; odd chips one each to the first, what is below a chip to the first.

    >>> split_chips(101, 3, Rules())
    [34, 34, 33]
    """
    if rules.split_mode == "exact":
        part = Fraction(amount) / ways
        return [int(part) if part.denominator == 1 else part] * ways
    units, rest = divmod(int(amount), rules.chip_unit)
    each, odd = divmod(units, ways)
    return [(each + (place < odd)) * rules.chip_unit + (rest if place == 0 else 0) for place in range(ways)]


def award_pots(
    amounts: Sequence[Chips],
    contenders: Sequence[Sequence[int]],
    ranks: Sequence[Sequence[int]],
    lows: Sequence[Sequence[int]],
    rules: Rules,
) -> tuple[Award, ...]:
    """Hand out every pot, the last side pot first.

    Args:
        amounts: chips of each pot, after rake.
        contenders: seats that still hold a hand for each pot, in seat order; one takes it unseen.
        ranks: on each board the hand rank of each seat, higher wins.
        lows: on each board the low of each seat, higher wins, 0 for none; empty where only high counts.
        rules: how chips are split.
    """
    awards: list[Award] = []
    for pot in reversed(range(len(amounts))):
        seats, amount = contenders[pot], amounts[pot]
        if len(seats) == 1:
            awards.append(Award(pot, 0, "whole", seats[0], amount))
            continue
        for board, part in enumerate(split_chips(amount, len(ranks), rules)):
            low_seats = _best(seats, lows[board]) if lows else []
            high_part, low_part = split_chips(part, 2, rules) if low_seats else (part, 0)
            shares: list[tuple[Literal["whole", "high", "low"], list[int], Chips]] = [
                ("high" if low_seats else "whole", _best(seats, ranks[board]), high_part)
            ]
            if low_seats:
                shares.append(("low", low_seats, low_part))
            for share, winners, chips in shares:
                for seat, won in zip(winners, split_chips(chips, len(winners), rules), strict=True):
                    awards.append(Award(pot, board, share, seat, won))
    return tuple(awards)


def _best(seats: Sequence[int], ranks: Sequence[int]) -> list[int]:
    top = max(ranks[seat] for seat in seats)
    return [seat for seat in seats if ranks[seat] == top] if top else []
