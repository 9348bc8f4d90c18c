"""Which way to count a spot, by what each way costs."""

from __future__ import annotations

from math import comb, prod
from typing import NamedTuple

import numpy as np

from holdem_eq.equity import heads_up, one_by_one, three_ranges
from holdem_eq.equity.spot import Spot
from holdem_eq.equity.suits import suit_symmetries
from holdem_eq.equity.tallies import ComboTallies, Totals
from holdem_eq.equity.work import QUIET, Run

__all__ = ["Way", "cheapest_way", "count_exactly", "count_seat"]

SHOWDOWN_COST = {5: 200.0, 2: 4.0, 1: 1.0, 0: 0.5}
"""Microseconds, roughly, for the boards of one joint deal, a seat, by cards to come."""
SWEEP_COST = 1.0
"""The same for a board of the sweep of two seats."""
TRIPLE_COST, TRIPLE_COMBO_COST, TRIPLE_START = 6.0, 0.08, 5e3
"""The same for a board of the pair sweep, and for each combo on it, two sweeps in all; for what comes before."""


class Way(NamedTuple):
    """A way to count all deals of a spot.

    Attributes:
        name: "heads up", "one by one" or "three ranges".
        work: seconds on one thread, roughly; 0 for two seats, which never take long.
    """

    name: str
    work: float


def cheapest_way(spot: Spot) -> Way:
    """The exact way that costs least."""
    sizes = [int(np.count_nonzero(weights)) for weights in spot.weights]
    seats, deals, size = len(sizes), float(prod(sizes)), spot.runout_size
    if seats == 2:
        few = 0 < size < 5 and deals > 1 and spot.whole_weights and one_by_one.board_cost(sizes) < SWEEP_COST
        return Way("one by one" if few else "heads up", 0.0)
    boards = comb(52 - len(spot.board) - len(spot.dead), size)
    sweeps = 2.0 * (TRIPLE_COST + TRIPLE_COMBO_COST * sum(sizes))
    if size == 5:
        one_by_one_cost = deals * seats * SHOWDOWN_COST[size]
        if one_by_one_cost < boards / 24 * sweeps:  # however many suits are alike
            return Way("one by one", one_by_one_cost / 1e6)
    alike = len(suit_symmetries(spot.weights, spot.board, spot.dead))
    if size < 5:
        one_by_one_cost = boards / alike * one_by_one.board_cost(sizes)
    three_ranges_cost = TRIPLE_START + boards / alike * sweeps
    if seats == 3 and three_ranges_cost < one_by_one_cost:
        return Way("three ranges", three_ranges_cost / 1e6)
    return Way("one by one", one_by_one_cost / 1e6)


def count_exactly(spot: Spot, way: Way, method: str, run: Run = QUIET) -> Totals:
    """Count all deals."""
    if way.name == "heads up":
        return heads_up.tally(spot, method, run)
    if way.name == "three ranges":
        return three_ranges.tally(spot, run)
    return one_by_one.tally(spot, run)


def count_seat(spot: Spot, seat: int, method: str, run: Run = QUIET) -> ComboTallies:
    """Count again for the combos of a seat for which `count_exactly` brought no tallies along."""
    if len(spot.weights) == 2:
        return heads_up.tally_seat(spot, seat, method, run)
    return three_ranges.tally_seat(spot, seat, run)
