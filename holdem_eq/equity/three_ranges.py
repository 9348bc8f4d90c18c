"""Three ranges, exactly, by the pair sweep; see ``docs/three-ranges.md``."""

from __future__ import annotations

from functools import partial
from math import comb

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_CARDS
from holdem_eq.equity.runouts import Runouts
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.equity.tallies import ComboTallies, Totals
from holdem_eq.equity.work import QUIET, Job, Run
from holdem_eq.tables.load import rank_tables

__all__ = ["count_deals", "disjoint_pairs", "tally", "tally_seat"]

BLOCK = 24


def tally(spot: Spot, run: Run = QUIET) -> Totals:
    """Count all deals of three seats: by combo of two of them, from which the third follows."""
    runouts = Runouts(spot.weights, spot.board, spot.dead)
    order = sorted(range(3), key=lambda seat: int(np.count_nonzero(spot.weights[seat])))
    walks = {hero: _Walk(spot, hero, runouts) for hero in order[:2]}
    deals: list[int] = []
    counting = Job(1, lambda _: count_deals(spot), deals.append)
    run.do([counting, *(job for walk in walks.values() for job in walk.jobs)])
    by_set, combos = np.zeros(8), {}
    for hero, walk in walks.items():
        first, second = (seat for seat in range(3) if seat != hero)
        combos[hero] = walk.tallies()
        weights = spot.weights[hero]
        live = weights > 0.0
        alone, with_first, with_second, with_both = ((weights[live] * part[live]).sum() for part in walk.counts())
        by_set[1 << hero] = alone
        by_set[1 << hero | 1 << first] = with_first
        by_set[1 << hero | 1 << second] = with_second
        by_set[7] = with_both
    weights = spot.weights[order[0]]
    all_deals = float((weights * combos[order[0]].met).sum())
    by_set[1 << order[2]] = all_deals - by_set.sum()
    return Totals(by_set, deals[0], "exhaustive", combos)


def tally_seat(spot: Spot, seat: int, run: Run = QUIET) -> ComboTallies:
    """Count for every combo of one of three seats."""
    walk = _Walk(spot, seat, Runouts(spot.weights, spot.board, spot.dead))
    run.do(walk.jobs)
    return walk.tallies()


def count_deals(spot: Spot) -> int:
    """How many deals three seats have: joint combos times boards."""
    hero, first, second = ((weights > 0.0).astype(np.float64) for weights in spot.weights)
    return int((hero * disjoint_pairs(first, second)).sum()) * _boards_each(spot)


def _boards_each(spot: Spot) -> int:
    return comb(max(0, 46 - len(spot.board) - len(spot.dead)), spot.runout_size)


def disjoint_pairs(first: Weights, second: Weights) -> Weights:
    """float64 (1326,): weight of pairs of combos that share no card with each other or with each combo.

    The formula of `kernels.triples`, over the whole ranges.
    """
    low, high = COMBO_CARDS[:, 0], COMBO_CARDS[:, 1]
    tables = np.zeros((2, 52, 52))
    for table, weights in zip(tables, (first, second), strict=True):
        table[low, high] = table[high, low] = weights
    cards = tables.sum(axis=2)
    left = cards[:, None, :] - tables[:, low, :] - tables[:, high, :]
    left[:, np.arange(len(low)), low] = left[:, np.arange(len(low)), high] = 0.0
    totals = left.sum(axis=2) / 2.0
    both = first * second
    both_cards = np.bincount(low, both, 52) + np.bincount(high, both, 52)
    same = both.sum() - both_cards[low] - both_cards[high] + both
    pairs: Weights = totals[0] * totals[1] - (left[0] * left[1]).sum(axis=1) + same
    return pairs


class _Walk:
    """One seat as hero against the other two: ``jobs`` to do first, then what they found."""

    def __init__(self, spot: Spot, hero: int, runouts: Runouts) -> None:
        from holdem_eq.kernels.triples import triple_runouts

        first, second = (weights.copy() for seat, weights in enumerate(spot.weights) if seat != hero)
        asked, tables = spot.weights[hero] > 0.0, rank_tables()
        blocks = runouts.blocks(BLOCK)
        self._runouts, self._boards_each = runouts, _boards_each(spot)
        self._pairs, self._total = np.zeros(1326), np.zeros((4, 1326))

        def work(block: int) -> npt.NDArray[np.float64]:
            part = blocks[block]
            result: npt.NDArray[np.float64] = triple_runouts(
                runouts.cards[part], runouts.counts[part], runouts.board, first, second, asked, tables
            )
            return result

        self.jobs = [
            Job(1, lambda _: disjoint_pairs(first, second), partial(_add, self._pairs)),
            Job(len(blocks), work, partial(_add, self._total)),
        ]

    def counts(self) -> npt.NDArray[np.float64]:
        """float64 (4, 1326): hero alone, with the first other seat, with the second, with both."""
        return self._runouts.spread(self._total)

    def tallies(self) -> ComboTallies:
        """The same by combo, with all deals."""
        alone, with_first, with_second, with_both = self.counts()
        shared = with_first + with_second
        met = self._pairs * self._boards_each
        return ComboTallies(alone, shared + with_both, alone + shared / 2.0 + with_both / 3.0, met)


def _add(total: npt.NDArray[np.float64], part: npt.NDArray[np.float64]) -> None:
    np.add(total, part, out=total)
