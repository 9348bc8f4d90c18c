"""Which way to count a spot, by what each way costs."""

from __future__ import annotations

from math import comb, prod

import numpy as np

from holdem_eq.equity import heads_up, one_by_one, three_ranges
from holdem_eq.equity.spot import Spot
from holdem_eq.equity.suits import suit_symmetries
from holdem_eq.equity.tallies import ComboTallies, Totals

__all__ = ["count_exactly", "count_seat", "exact_work"]

SHOWDOWN_COST = {5: 200.0, 2: 4.0, 1: 1.0, 0: 0.5}
"""Microseconds, roughly, for the boards of one joint deal, a seat, by cards to come."""
RANK_COST, DEAL_COST = 0.005, 0.006
"""The same for ranking one combo on a board, and for one seat of a joint deal on a board."""
TRIPLE_COST, TRIPLE_COMBO_COST = 6.0, 0.08
"""The same for a board of the pair sweep, and for each combo on it; two sweeps in all."""


def _work(spot: Spot) -> dict[str, float]:
    """Ways to count three seats or more -> microseconds on one thread, roughly."""
    sizes = [int(np.count_nonzero(weights)) for weights in spot.weights]
    seats, deals, size = len(sizes), float(prod(sizes)), spot.runout_size
    alike = len(suit_symmetries(spot.weights, spot.board, spot.dead))
    boards = comb(52 - len(spot.board) - len(spot.dead), size) / alike
    if size == 5:
        work = {"one by one": deals * seats * SHOWDOWN_COST[size]}
    else:
        work = {"one by one": boards * (RANK_COST * sum(sizes) + DEAL_COST * seats * deals)}
    if seats == 3:
        work["three ranges"] = 2.0 * boards * (TRIPLE_COST + TRIPLE_COMBO_COST * sum(sizes))
    return work


def exact_work(spot: Spot) -> float:
    """What the cheapest exact way costs, in microseconds on one thread, roughly.

    Two seats are always affordable: at worst a second.
    """
    return 0.0 if len(spot.weights) == 2 else min(_work(spot).values())


def count_exactly(spot: Spot, method: str, threads: int | None) -> Totals:
    """Count all deals in the cheapest exact way."""
    if len(spot.weights) == 2:
        return heads_up.tally(spot, method, threads)
    work = _work(spot)
    if min(work, key=lambda way: work[way]) == "three ranges":
        return three_ranges.tally(spot, threads)
    return one_by_one.tally(spot, threads)


def count_seat(spot: Spot, seat: int, method: str, threads: int | None) -> ComboTallies:
    """Count again for the combos of a seat for which `count_exactly` brought no tallies along."""
    if len(spot.weights) == 2:
        return heads_up.tally_seat(spot, seat, method, threads)
    return three_ranges.tally_seat(spot, seat, threads)
