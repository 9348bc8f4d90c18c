"""Three ranges, exactly, by the pair sweep; see ``docs/three-ranges.md``."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_CARDS
from holdem_eq.equity.runouts import Runouts
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.equity.tallies import ComboTallies, Totals
from holdem_eq.tables.load import rank_tables
from holdem_eq.threads import run_blocks

__all__ = ["count_deals", "tally", "tally_seat"]

BLOCK = 24


def tally(spot: Spot, threads: int | None) -> Totals:
    """Count all deals of three seats: by combo of two of them, from which the third follows."""
    runouts = Runouts(spot.weights, spot.board, spot.dead)
    order = sorted(range(3), key=lambda seat: int(np.count_nonzero(spot.weights[seat])))
    by_set, combos = np.zeros(8), {}
    for hero in order[:2]:
        first, second = (seat for seat in range(3) if seat != hero)
        counts = _count(spot, hero, runouts, threads)
        combos[hero] = _tallies(spot, hero, counts)
        weights = spot.weights[hero]
        live = weights > 0.0
        alone, with_first, with_second, with_both = ((weights[live] * part[live]).sum() for part in counts)
        by_set[1 << hero] = alone
        by_set[1 << hero | 1 << first] = with_first
        by_set[1 << hero | 1 << second] = with_second
        by_set[7] = with_both
    weights = spot.weights[order[0]]
    all_deals = float((weights * combos[order[0]].met).sum())
    by_set[1 << order[2]] = all_deals - by_set.sum()
    return Totals(by_set, count_deals(spot), "exhaustive", combos)


def tally_seat(spot: Spot, seat: int, threads: int | None) -> ComboTallies:
    """Count for every combo of one of three seats."""
    return _tallies(spot, seat, _count(spot, seat, Runouts(spot.weights, spot.board, spot.dead), threads))


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


def _tallies(spot: Spot, hero: int, counts: npt.NDArray[np.float64]) -> ComboTallies:
    first, second = (weights for seat, weights in enumerate(spot.weights) if seat != hero)
    met = disjoint_pairs(first, second) * _boards_each(spot)
    alone, with_first, with_second, with_both = counts
    shared = with_first + with_second
    return ComboTallies(alone, shared + with_both, alone + shared / 2.0 + with_both / 3.0, met)


def _count(spot: Spot, hero: int, runouts: Runouts, threads: int | None) -> npt.NDArray[np.float64]:
    """float64 (4, 1326): hero alone, with the first other seat, with the second, with both."""
    from holdem_eq.kernels.triples import triple_runouts

    first, second = (weights.copy() for seat, weights in enumerate(spot.weights) if seat != hero)
    asked, tables = spot.weights[hero] > 0.0, rank_tables()
    blocks = runouts.blocks(BLOCK)

    def work(block: int) -> npt.NDArray[np.float64]:
        part = blocks[block]
        result: npt.NDArray[np.float64] = triple_runouts(
            runouts.cards[part], runouts.counts[part], runouts.board, first, second, asked, tables
        )
        return result

    total = np.zeros((4, 1326))
    for result in run_blocks(work, len(blocks), threads):
        total += result
    return runouts.spread(total)
