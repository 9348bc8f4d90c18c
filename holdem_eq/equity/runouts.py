"""Boards to go through: every runout up to suits, in blocks that do not depend on threads."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CARD_COUNT
from holdem_eq.equity.spot import Weights
from holdem_eq.equity.suits import combo_images, suit_maps, suit_symmetries

__all__ = ["Runouts"]


class Runouts:
    """Runouts of a board, one for each that differs up to suits that all weights treat alike.

    Attributes:
        board: uint8 (k,), the cards that lie there.
        cards: uint8 (m, 5 - k), the runouts, those of equal ranks together.
        counts: float64 (m,), how many runouts each stands for.
        group: rows of `suits.suit_maps`, the permutations that were used.
    """

    def __init__(self, weights: tuple[Weights, ...], board: tuple[int, ...], dead: tuple[int, ...]) -> None:
        from holdem_eq.kernels.runouts import enumerate_runouts

        deck = np.ones(CARD_COUNT, np.bool_)
        deck[[*board, *dead]] = False
        self.group = suit_symmetries(weights, board, dead)
        size = 5 - len(board)
        most = comb(int(deck.sum()), size)
        cards, counts = np.empty((most, size), np.uint8), np.empty(most)
        found = int(enumerate_runouts(deck, size, suit_maps()[self.group], cards, counts))
        self.board = np.array(board, np.uint8)
        self.cards, self.counts = cards[:found], counts[:found]

    def blocks(self, size: int) -> list[slice]:
        """Even parts of about ``size`` runouts."""
        count = -(-len(self.cards) // size)
        edges = np.linspace(0, len(self.cards), count + 1).astype(np.int64).tolist()
        return [slice(start, stop) for start, stop in pairwise(edges)]

    def spread(self, by_combo: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Counts (..., 1326) on these runouts -> counts on all: what a board does, its images do."""
        if len(self.group) == 1:
            return by_combo
        images: npt.NDArray[np.float64] = by_combo[..., combo_images()[self.group]].sum(axis=-2) / len(self.group)
        return images
