"""Heads-up over boards by the class sweep: boards up to suits, blocks over threads."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CARD_COUNT, COMBO_CARDS
from holdem_eq.equity.spot import Weights
from holdem_eq.equity.suits import combo_images, suit_maps, suit_symmetries
from holdem_eq.tables.load import rank_tables
from holdem_eq.threads import run_blocks

__all__ = ["tally"]

BLOCK = 300


@cache
def _lanes() -> npt.NDArray[np.int64]:
    """int64 (1326,): where `kernels.sweep` keeps each combo."""
    low, high = COMBO_CARDS[:, 0].astype(np.int64), COMBO_CARDS[:, 1].astype(np.int64)
    hi, lo = high >> 2, low >> 2
    lanes: npt.NDArray[np.int64] = 16 * (hi * (hi + 1) // 2 + lo) + 4 * (high & 3) + (low & 3)
    return lanes


def tally(
    hero: Weights, villain: Weights, board: tuple[int, ...], dead: tuple[int, ...], threads: int | None
) -> tuple[Weights, Weights]:
    """Weight of villain's combos, times boards, that each of hero's combos beats and ties.

    The board may have any number of cards up to five. The weights must be 0 for combos that meet
    board or dead cards.

    Returns:
        float64 (1326,) each, defined where ``hero`` is positive; whole numbers, hence exact, where
        villain's weights are 0 or 1. The blocks and their order do not depend on ``threads``.
    """
    from holdem_eq.kernels.runouts import enumerate_runouts
    from holdem_eq.kernels.sweep import sweep_runouts

    size = 5 - len(board)
    deck = np.ones(CARD_COUNT, np.bool_)
    deck[[*board, *dead]] = False
    group = suit_symmetries((hero, villain), board, dead)
    most = comb(int(deck.sum()), size)
    runouts, counts = np.empty((most, size), np.uint8), np.empty(most)
    boards = int(enumerate_runouts(deck, size, suit_maps()[group], runouts, counts))
    blocks = -(-boards // BLOCK)
    edges = np.linspace(0, boards, blocks + 1).astype(np.int64)
    shown = np.array(board, np.uint8)
    weights, asked, tables = villain.copy(), hero > 0.0, rank_tables()

    def work(block: int) -> npt.NDArray[np.float64]:
        part = slice(edges[block], edges[block + 1])
        result: npt.NDArray[np.float64] = sweep_runouts(runouts[part], counts[part], shown, weights, asked, tables)
        return result

    total = np.zeros((2, 1326))
    for result in run_blocks(work, blocks, threads):
        total += result.reshape(2, -1)[:, _lanes()]
    if len(group) > 1:  # a board stands for its images: so does what happened on it
        total = total[:, combo_images()[group]].sum(axis=1) / len(group)
    return total[0], total[1]
