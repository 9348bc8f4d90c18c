"""Suits that nobody can tell apart: permutations, and what they do to combos."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_CARDS

__all__ = ["combo_images", "suit_maps", "suit_symmetries"]


@cache
def suit_maps() -> npt.NDArray[np.uint8]:
    """uint8 (24, 4): every permutation of suits, suit -> suit; the identity comes first."""
    return np.array(list(permutations(range(4))), np.uint8)


@cache
def combo_images() -> npt.NDArray[np.int64]:
    """int64 (24, 1326): the combo that each combo becomes under each permutation of suits."""
    images = (COMBO_CARDS & 0xFC) | suit_maps()[:, COMBO_CARDS & 3]
    high, low = images.max(axis=2).astype(np.int64), images.min(axis=2).astype(np.int64)
    numbers: npt.NDArray[np.int64] = high * (high - 1) // 2 + low
    return numbers


def suit_symmetries(weights: tuple[npt.NDArray[np.float64], ...], *card_sets: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Which rows of `suit_maps` leave all weights and all sets of cards as they are: a group."""
    fixed = np.ones(len(suit_maps()), np.bool_)
    for cards in card_sets:
        ids = np.array(sorted(cards), np.int64)
        images = np.sort(ids & ~3 | suit_maps()[:, ids & 3], axis=1)
        fixed &= (images == ids).all(axis=1)
    for seat in weights:
        rows = np.flatnonzero(fixed)
        held = np.flatnonzero(seat)  # a permutation that keeps these weights keeps the others, which are 0
        fixed[rows] = (seat[combo_images()[rows][:, held]] == seat[held]).all(axis=1)
    return np.flatnonzero(fixed)
