"""Combos by weight while a text is read, and what happens when one comes twice.

>>> layers = Layers("max", [])
>>> layers.add(1.0, 0b0110)
>>> layers.add(0.5, 0b0011)
>>> layers.by_weight, layers.overlaps
({1.0: 6, 0.5: 1}, [Overlap(mask=2, first=1.0, second=0.5)])
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from holdem_eq.cards import COMBO_COUNT
from holdem_eq.ranges.starting_hands import Weights, flags_of

__all__ = ["ON_OVERLAP", "Layers", "OnOverlap", "Overlap"]

OnOverlap: TypeAlias = Literal["max", "first", "last", "sum-capped"]
ON_OVERLAP: Final[tuple[OnOverlap, ...]] = get_args(OnOverlap)


class Overlap(NamedTuple):
    """Combos (a mask) that were named with two different weights, in the order of the text."""

    mask: int
    first: float
    second: float


class Layers:
    """Disjoint combo masks by weight; ``named`` is all of them, weight 0 included.

    Every overlap of different weights is appended to ``overlaps``, a list that the caller owns.
    """

    __slots__ = ("by_weight", "named", "on_overlap", "overlaps")

    def __init__(self, on_overlap: OnOverlap, overlaps: list[Overlap]) -> None:
        self.by_weight: dict[float, int] = {}
        self.named = 0
        self.on_overlap = on_overlap
        self.overlaps = overlaps

    def add(self, weight: float, mask: int) -> None:
        """Name the combos of ``mask`` with ``weight``."""
        twice = mask & self.named
        if twice:
            mask &= ~twice
            self._meet(weight, twice)
        if mask:
            self.by_weight[weight] = self.by_weight.get(weight, 0) | mask
            self.named |= mask

    def merge(self, other: Layers) -> None:
        """Name all combos of ``other`` with their weights."""
        for weight, mask in other.by_weight.items():
            self.add(weight, mask)

    def scaled(self, factor: float) -> Layers:
        """All weights times ``factor``."""
        if factor == 1:
            return self
        scaled = Layers(self.on_overlap, self.overlaps)
        for weight, mask in self.by_weight.items():  # disjoint, so nothing meets
            scaled.add(weight * factor, mask)
        return scaled

    def without(self, mask: int) -> Layers:
        """The same without the combos of ``mask``."""
        rest = Layers(self.on_overlap, self.overlaps)
        for weight, held in self.by_weight.items():
            rest.add(weight, held & ~mask)
        return rest

    def weights(self) -> Weights:
        """float64 (1326,): the weight of each combo, 0 for what is not named."""
        weights = np.zeros(COMBO_COUNT)
        for weight, mask in self.by_weight.items():
            weights[flags_of(mask)] = weight
        return weights

    def _meet(self, weight: float, twice: int) -> None:
        for held_weight, held in list(self.by_weight.items()):
            common = held & twice
            if not common:
                continue
            if held_weight != weight:
                self.overlaps.append(Overlap(common, held_weight, weight))
            chosen = self._choose(held_weight, weight)
            if chosen != held_weight:
                self.by_weight[held_weight] ^= common
                self.by_weight[chosen] = self.by_weight.get(chosen, 0) | common

    def _choose(self, first: float, second: float) -> float:
        match self.on_overlap:
            case "max":
                return max(first, second)
            case "first":
                return first
            case "last":
                return second
            case "sum-capped":
                return min(1.0, first + second)
