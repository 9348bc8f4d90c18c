"""Heads-up by counting each matchup of two named hands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CARD_COUNT, COMBO_CARDS
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.equity.work import Job
from holdem_eq.tables.load import rank_tables

__all__ = ["count_matchup", "matchups"]


def count_matchup(spot: Spot, first: int, second: int) -> npt.NDArray[np.float64]:
    """Boards by winner set, float64 (4,), of two combos that share no card."""
    from holdem_eq.kernels.showdown import count_winners

    hands = COMBO_CARDS[[first, second]]
    deck = np.ones(CARD_COUNT, np.bool_)
    deck[[*spot.board, *spot.dead, *hands.ravel().tolist()]] = False
    counts: npt.NDArray[np.int64] = count_winners(hands, np.array(spot.board, np.uint8), deck, rank_tables())
    return counts.astype(np.float64)


def matchups(spot: Spot, hero: Weights, villain: Weights) -> tuple[Job, Callable[[], tuple[Weights, Weights]]]:
    """Weight of villain's combos, times boards, that each of hero's combos beats and ties.

    Returns:
        What is to be done, and what then gives float64 (1326,) each, 0 where ``hero`` is 0; whole
        numbers where villain's weights are.
    """
    from holdem_eq.kernels.showdown import count_winners

    tables = rank_tables()
    board = np.array(spot.board, np.uint8)
    combos, others = np.flatnonzero(hero), np.flatnonzero(villain)
    deck = np.ones(CARD_COUNT, np.bool_)
    deck[[*spot.board, *spot.dead]] = False

    def work(block: int) -> tuple[int, float, float]:
        first = COMBO_CARDS[combos[block]]
        win = tie = 0.0
        for other in others:
            second = COMBO_CARDS[other]
            if first[0] in second or first[1] in second:
                continue
            left = deck.copy()
            left[first] = left[second] = False
            counts = count_winners(np.stack((first, second)), board, left, tables)
            win += villain[other] * float(counts[1])
            tie += villain[other] * float(counts[3])
        return int(combos[block]), win, tie

    beaten, tied = np.zeros(len(hero)), np.zeros(len(hero))

    def take(found: tuple[int, float, float]) -> None:
        combo, beaten[combo], tied[combo] = found

    return Job(len(combos), work, take), lambda: (beaten, tied)
