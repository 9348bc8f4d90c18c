"""What counting a game gives."""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holdem_eq.equity.spot import Weights

__all__ = ["GameTotals", "Parts", "parts_of"]

TAKERS, WHOLE, HIGH, LOW = range(4)
"""Rows of a tally, as in `kernels.hilo`."""
UNIT = 2 * lcm(*range(1, 11))
"""Half a pot shared by up to ten is a whole number of these parts of a pot."""


class Parts(NamedTuple):
    """Shares of each seat over all deals, float64 (seats,) each, but for ``no_low``."""

    equity: Weights
    win: Weights
    tie: Weights
    high: Weights
    low: Weights
    no_low: float
    numerators: tuple[int, ...] | None
    denominator: int | None


class GameTotals(NamedTuple):
    """Over all deals of a game.

    Attributes:
        players: what to call each seat.
        equity: float64 (seats,), the mean share of the pot.
        win: float64 (seats,), how often a seat takes the whole pot alone: a scoop.
        tie: float64 (seats,), how often it takes some and not all.
        stderr: float64 (seats,), the standard error of equity; 0 where all deals were counted.
        high: float64 (seats,), the part of equity that the high hand brings.
        low: float64 (seats,), the part that the low brings; equity is ``high + low``.
        no_low: in which part of the deals nobody has a low; 1 in games without one.
        deals: how many deals were counted or sampled, joint combos times boards.
        method: "exhaustive" or "monte_carlo".
        seed: of a sample, else None.
        game: as asked.
        discard: how cards were thrown, in words; None where nothing was.
        kept: by seat the two cards kept, where one choice was made for all deals, else None.
        tally: float64 (4, 2**seats), the weight of deals by set of seats, a bit for each seat: those
            that take some, that share the whole pot as nobody has a low, that share the high half,
            that share the low half. Whole numbers where weights are 0 or 1.
        board, dead: card ids, as asked.
        numerators, denominator: equity as whole numbers, where all deals were counted and weights
            are 0 or 1; the numerators add up to the denominator. Else None.
        independent: how many of the deals of a sample are independent of each other; fewer than ``deals``
            where several go on from one flop. All where all deals were counted.
    """

    players: tuple[str, ...]
    equity: Weights
    win: Weights
    tie: Weights
    stderr: Weights
    high: Weights
    low: Weights
    no_low: float
    deals: int
    method: str
    seed: int | None
    game: str
    discard: str | None
    kept: tuple[tuple[int, int] | None, ...]
    tally: npt.NDArray[np.float64]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    numerators: tuple[int, ...] | None
    denominator: int | None
    independent: float

    @property
    def scoop(self) -> Weights:
        """How often a seat takes the whole pot: `win` by the name it has in split games."""
        return self.win


def parts_of(tally: npt.NDArray[np.float64], whole: bool) -> Parts:
    """Shares of a tally with a deal at least; in whole numbers if its entries are."""
    seats = tally.shape[1].bit_length() - 1
    members = [[seat for seat in range(seats) if winners >> seat & 1] for winners in range(1 << seats)]
    high, low, win, tie = ([0 if whole else 0.0] * seats for _ in range(4))  # ints where entries are
    for row, units, sums in ((WHOLE, UNIT, high), (HIGH, UNIT // 2, high), (LOW, UNIT // 2, low)):
        for winners in np.flatnonzero(tally[row]).tolist():
            entry = tally[row, winners].item()
            share = units // len(members[winners])  # no rest: at most ten share
            for seat in members[winners]:
                sums[seat] += int(entry) * share if whole else entry * share
    for winners in np.flatnonzero(tally[TAKERS]).tolist():
        sums = win if len(members[winners]) == 1 else tie
        for seat in members[winners]:
            sums[seat] += tally[TAKERS, winners].item()
    total = tally[TAKERS].sum().item()
    equity = [one + other for one, other in zip(high, low, strict=True)]
    pot = UNIT * (int(total) if whole else total)
    return Parts(
        np.array([value / pot for value in equity]),
        np.array(win) / total,
        np.array(tie) / total,
        np.array([value / pot for value in high]),
        np.array([value / pot for value in low]),
        tally[WHOLE].sum().item() / total,
        tuple(int(value) for value in equity) if whole else None,
        int(pot) if whole else None,
    )
