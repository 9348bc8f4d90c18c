"""Heads-up before the flop from the exact table: two small matrix products, no numba."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_CARDS
from holdem_eq.equity.spot import Weights
from holdem_eq.equity.suits import combo_images
from holdem_eq.tables.load import first_combos, preflop_table

__all__ = ["BOARDS", "tally"]

BOARDS = 1_712_304
"""C(48, 5), the boards that two hands leave."""


class _Expanded(NamedTuple):
    """The table, ready for products.

    Attributes:
        win, tie: float64 (169, 1326), boards that the first combo of a starting hand wins and ties.
        hand, image: int64 (1326,), the starting hand of a combo, and a permutation of suits that
            makes its first combo into the combo.
    """

    win: npt.NDArray[np.float64]
    tie: npt.NDArray[np.float64]
    hand: npt.NDArray[np.int64]
    image: npt.NDArray[np.int64]


@cache
def _expanded() -> _Expanded:
    table = preflop_table()
    first_win, tie = table.counts[table.matchup].astype(np.float64).transpose(2, 0, 1)
    heroes = first_combos()
    apart = (heroes[:, None, :, None] != COMBO_CARDS[None, :, None, :]).all(axis=(2, 3))
    win = np.where(table.swapped, BOARDS - first_win - tie, first_win) * apart
    combo = heroes[:, 1].astype(np.int64) * (heroes[:, 1].astype(np.int64) - 1) // 2 + heroes[:, 0]
    hand, image = np.zeros(1326, np.int64), np.zeros(1326, np.int64)
    for row in range(23, -1, -1):
        combos = combo_images()[row, combo]
        hand[combos], image[combos] = np.arange(169), row
    return _Expanded(win, tie * apart, hand, image)


def tally(hero: Weights, villain: Weights) -> tuple[Weights, Weights]:
    """Weight of villain's combos, times boards, that each of hero's combos beats and ties.

    A combo is its starting hand's first combo after a permutation of suits; turning villain's
    weights the other way round instead leaves 169 rows for up to 24 columns.

    Returns:
        float64 (1326,) each, 0 where ``hero`` is 0. Villain's weights must be whole numbers up to
        2**20: then all sums are whole numbers below 2**53, hence exact in any order.
    """
    win, tie, hand, image = _expanded()
    combos = np.flatnonzero(hero)
    rows, row_of = np.unique(hand[combos], return_inverse=True)
    turned = villain[combo_images()]  # row p: villain seen by a hero turned by permutation p
    columns, column_of = np.array([0]), np.zeros(len(combos), np.int64)
    if not (turned == villain).all():
        columns, column_of = np.unique(image[combos], return_inverse=True)
    seen = np.ascontiguousarray(turned[columns].T)
    beaten, tied = np.zeros(1326), np.zeros(1326)
    for result, table in ((beaten, win), (tied, tie)):
        result[combos] = (table[rows] @ seen)[row_of, column_of]
    return beaten, tied
