"""What counting gives: weights of deals by winner set, and by combo of a seat."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from holdem_eq.equity.spot import Weights

__all__ = ["ComboTallies", "Totals"]


class ComboTallies(NamedTuple):
    """By combo of one seat, weights of the other seats' hands times boards; float64 (1326,) each.

    Defined for combos that the seat can hold; whole numbers where the others' weights are 0 or 1.

    Attributes:
        won: the combo wins alone.
        shared: it wins with others.
        part: its part of the pot, which is ``won`` plus ``shared`` by heads.
        met: all deals.
    """

    won: Weights
    shared: Weights
    part: Weights
    met: Weights


class Totals(NamedTuple):
    """Over all deals of a spot.

    Attributes:
        by_set: float64 (2**seats,), the weight of deals by winner set, bit per seat.
        deals: how many deals there are, joint combos times boards, whatever their weights.
        method: "table", "exhaustive" or "monte_carlo".
        combos: tallies by combo of the seats for which they came along.
        seed: of a sample, else None.
    """

    by_set: Weights
    deals: int
    method: str
    combos: dict[int, ComboTallies]
    seed: int | None = None

    def shares(self) -> tuple[Weights, Weights, Weights]:
        """Equity, win and tie of each seat, as parts of all deals: float64 (seats,) each."""
        seats = len(self.by_set).bit_length() - 1
        sets = np.arange(len(self.by_set))
        held = sets[:, None] >> np.arange(seats) & 1
        heads = held.sum(axis=1)
        total = self.by_set.sum()
        equity = (self.by_set[:, None] * held)[1:] / heads[1:, None]
        win = self.by_set[1 << np.arange(seats)]
        tie = (self.by_set[:, None] * held)[heads > 1].sum(axis=0)
        return equity.sum(axis=0) / total, win / total, tie / total
