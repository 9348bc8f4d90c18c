"""Heads-up over boards by the class sweep: boards up to suits, blocks over threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_CARDS
from holdem_eq.equity.runouts import Runouts
from holdem_eq.equity.spot import Weights
from holdem_eq.equity.work import Job
from holdem_eq.tables.load import rank_tables

__all__ = ["sweep"]

BLOCK, MOST_BLOCKS = 300, 64
"""Boards in a block, at least, and how many blocks there are where that makes them no longer than `LONGEST`."""
LONGEST = 1500


@cache
def _lanes() -> npt.NDArray[np.int64]:
    """int64 (1326,): where `kernels.sweep` keeps each combo."""
    low, high = COMBO_CARDS[:, 0].astype(np.int64), COMBO_CARDS[:, 1].astype(np.int64)
    hi, lo = high >> 2, low >> 2
    lanes: npt.NDArray[np.int64] = 16 * (hi * (hi + 1) // 2 + lo) + 4 * (high & 3) + (low & 3)
    return lanes


def sweep(
    hero: Weights, villain: Weights, board: tuple[int, ...], dead: tuple[int, ...]
) -> tuple[Job, Callable[[], tuple[Weights, Weights]]]:
    """Weight of villain's combos, times boards, that each of hero's combos beats and ties.

    The board may have any number of cards up to five. The weights must be 0 for combos that meet
    board or dead cards; villain's are whole numbers up to 2**20.

    Returns:
        What is to be done, and what then gives float64 (1326,) each, defined where ``hero`` is
        positive: whole numbers below 2**53, hence exact.
    """
    from holdem_eq.kernels.sweep import sweep_runouts

    runouts = Runouts((hero, villain), board, dead)
    blocks = runouts.blocks(max(BLOCK, min(LONGEST, len(runouts.cards) // MOST_BLOCKS)))
    weights, asked, tables = villain.copy(), hero > 0.0, rank_tables()
    total = np.zeros((2, 91, 16))

    def work(block: int) -> npt.NDArray[np.float64]:
        part = blocks[block]
        result: npt.NDArray[np.float64] = sweep_runouts(
            runouts.cards[part], runouts.counts[part], runouts.board, weights, asked, tables
        )
        return result

    def take(result: npt.NDArray[np.float64]) -> None:
        np.add(total, result, out=total)

    def finish() -> tuple[Weights, Weights]:
        by_combo = runouts.spread(total.reshape(2, -1)[:, _lanes()])
        return by_combo[0], by_combo[1]

    return Job(len(blocks), work, take), finish
