"""Range: a weight of 0 to 1 for each of the 1326 combos of hole cards."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_COUNT, CardsLike, combo_index, parse_cards
from holdem_eq.errors import CardParseError, HoldemError, RangeWarning
from holdem_eq.ranges.cover import cover
from holdem_eq.ranges.grammar import DIALECTS, Dialect, parse_range
from holdem_eq.ranges.layers import ON_OVERLAP, Layers, OnOverlap, Overlap
from holdem_eq.ranges.orders import DEFAULT_ORDER, top_mask
from holdem_eq.ranges.scanner import excerpt
from holdem_eq.ranges.starting_hands import (
    CARD_MASKS,
    HAND_OF_COMBO,
    HAND_SIZES,
    HANDS,
    Grid,
    Weights,
    combo_text,
    flags_of,
    frozen,
    mask_from_flags,
)
from holdem_eq.ranges.text import range_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Range"]


class Range:
    """Weights over the 1326 combos of hole cards, read from text.

    Text is a list of hands: ``QQ+``, ``AKs``, ``A5s-A2s``, ``AhKh``, ``Ax``, ``15%``, ``random``;
    weights are ``QQ:0.5``, ``0.5(QQ,AK)`` or ``[50]QQ,AK[/50]``, exclusions ``AKs!AhKh``.
    ``docs/ranges.md`` has all of it.

    A range never changes. Two are equal when their weights are, however they were written;
    ``str`` is a short text that parses back to the same weights.

    Args:
        text: the range; empty for no combo at all.
        dialect: what ``+`` means for neighbours as ``98s+``: "default" keeps the high card
            (98s alone), "pio" raises both (98s, T9s, JTs, QJs, KQs, AKs).
        on_overlap: the weight of a combo that is named with two different weights: "max", the
            largest, with a `RangeWarning`; "first" or "last" in the text; "sum-capped", their
            sum but at most 1 (of equal weights, too).

    Raises:
        RangeParseError: with the column, for text that does not follow the grammar.

    >>> Range("QQ+, AKs")
    Range('QQ+,AKs')
    >>> len(Range("QQ+, AKs")), "AhKh" in Range("AKs"), Range("AKs:0.5").weight_of("AhKh")
    (22, True, 0.5)
    >>> Range("QQ+") | Range("JJ:0.5")
    Range('QQ+,JJ:0.5')
    """

    __slots__ = ("_text", "_weights")

    _weights: Weights
    _text: str | None

    def __init__(self, text: str = "", dialect: Dialect = "default", on_overlap: OnOverlap = "max") -> None:
        if not isinstance(text, str):
            raise TypeError(f"a range is read from text, not from {type(text).__name__}; see Range.from_weights")
        if dialect not in DIALECTS:
            raise HoldemError(f"there is no dialect {dialect!r}; choose one of {', '.join(map(repr, DIALECTS))}")
        if on_overlap not in ON_OVERLAP:
            raise HoldemError(
                f"there is no on_overlap {on_overlap!r}; choose one of {', '.join(map(repr, ON_OVERLAP))}"
            )
        self._weights, overlaps = parse_range(text, dialect, on_overlap)
        self._text = None
        if overlaps and on_overlap == "max":
            warnings.warn(_overlap_message(excerpt(text), overlaps), RangeWarning, stacklevel=_callers_level())

    # -- made otherwise --

    @classmethod
    def from_weights(cls, weights: npt.ArrayLike | Mapping[str, float]) -> Self:
        """A range from numbers of 0 to 1.

        Args:
            weights: float (1326,), a weight a combo by ``combo_index``; or float (13, 13), a weight
                a starting hand as `grid` shows them; or a mapping of starting hands (``AKs``) or
                combos (``AhKh``) to weights. A combo that a mapping names with two different
                weights takes the largest, with a `RangeWarning`.

        Raises:
            HoldemError: for another shape, or a weight that is not a number of 0 to 1.
            RangeParseError: for a key that is no hand.

        >>> Range.from_weights({"AKs": 1, "QQ": 0.25})
        Range('AKs,QQ:0.25')
        """
        if isinstance(weights, Mapping):
            return cls._of(_weights_by_name(weights))
        try:
            array = np.asarray(weights, dtype=np.float64)
        except (TypeError, ValueError):
            raise HoldemError(f"weights must be numbers, not {excerpt(str(weights))}") from None
        if array.shape == (13, 13):
            array = array.reshape(169)[HAND_OF_COMBO]
        if array.shape != (COMBO_COUNT,):
            raise HoldemError(f"weights have shape {array.shape}; give (1326,), a weight a combo, or a (13, 13) grid")
        wrong = np.flatnonzero(~((array >= 0) & (array <= 1)))  # NaN is wrong, too
        if wrong.size:
            combo = int(wrong[0])
            raise HoldemError(f"the weight of {combo_text(combo)} is {float(array[combo])!r}; give 0 to 1")
        return cls._of(array)

    @classmethod
    def top(cls, percent: float, order: str = DEFAULT_ORDER) -> Self:
        """The best ``percent`` (0 to 100) of hands: whole starting hands, at least so much.

        Hands are taken from the best down until they make up ``percent`` of the 1326 combos, the
        one that reaches it included. So ``top(10)`` lies in ``top(20)``.

        Args:
            percent: 0 to 100.
            order: "v3random", by equity against three random hands, or "vrandom", against one.

        Raises:
            HoldemError: for a percentage outside 0 to 100, or an order that does not exist.

        >>> Range.top(5), round(Range.top(5).percent, 2)
        (Range('88+,AJs+,KQs,AK'), 5.28)
        """
        return cls._of(flags_of(top_mask(percent, order)).astype(np.float64))

    @classmethod
    def _of(cls, weights: Weights) -> Self:
        made = cls.__new__(cls)
        made._weights = frozen(weights)
        made._text = None
        return made

    # -- what it holds --

    @property
    def weights(self) -> Weights:
        """float64 (1326,), read-only: the weight of each combo by ``combo_index``."""
        return self._weights

    @property
    def percent(self) -> float:
        """Total weight in percent of the 1326 combos.

        >>> Range("random").percent, round(Range("22+").percent, 2)
        (100.0, 5.88)
        """
        return float(self._weights.sum() / COMBO_COUNT * 100)

    def combos(self) -> list[tuple[str, float]]:
        """Combos of positive weight, as text and weight.

        The higher card comes first in each, and combos come from the highest down: AsAh, AsAd,
        AsAc, AsKs ... 2d2c.

        >>> Range("AKs:0.5!AhKh").combos()
        [('AsKs', 0.5), ('AdKd', 0.5), ('AcKc', 0.5)]
        """
        combos = np.flatnonzero(self._weights)[::-1]
        return [
            (combo_text(combo), weight) for combo, weight in zip(combos, self._weights[combos].tolist(), strict=True)
        ]

    def weight_of(self, combo: CardsLike) -> float:
        """The weight of one combo, given as text or as two cards.

        Raises:
            CardParseError: for what is not two cards.
            DuplicateCardError: for one card twice.
        """
        cards = parse_cards(combo)
        if len(cards) != 2:
            raise CardParseError(f"{combo!r} is {len(cards)} cards; a combo is two, as in 'AhKh'", 1)
        return float(self._weights[combo_index(*cards)])

    def __contains__(self, combo: CardsLike) -> bool:
        return self.weight_of(combo) > 0

    def __len__(self) -> int:
        return int(np.count_nonzero(self._weights))

    def grid(self) -> Grid:
        """float64 (13, 13): the mean weight of each starting hand.

        Row and column 0 are aces, 12 deuces; suited hands are above the diagonal (row < column),
        offsuit hands below.

        >>> grid = Range("AKs,AKo:0.5,AhAs").grid()
        >>> float(grid[0, 1]), float(grid[1, 0]), round(float(grid[0, 0]), 3)
        (1.0, 0.5, 0.167)
        """
        return np.bincount(HAND_OF_COMBO, self._weights, 169).reshape(13, 13) / HAND_SIZES.reshape(13, 13)

    def to_frame(self) -> pd.DataFrame:
        """A row a combo of positive weight: ``combo``, its starting ``hand``, ``weight``; as `combos`."""
        import pandas as pd

        combos = np.flatnonzero(self._weights)[::-1]
        return pd.DataFrame(
            {
                "combo": [combo_text(combo) for combo in combos],
                "hand": [HANDS[hand] for hand in HAND_OF_COMBO[combos]],
                "weight": self._weights[combos],
            }
        )

    # -- set operations --

    def __or__(self, other: Range) -> Self:
        """The larger weight of each combo."""
        if not isinstance(other, Range):
            return NotImplemented
        return self._of(np.maximum(self._weights, other._weights))

    def __and__(self, other: Range) -> Self:
        """The smaller weight of each combo."""
        if not isinstance(other, Range):
            return NotImplemented
        return self._of(np.minimum(self._weights, other._weights))

    def __sub__(self, other: Range) -> Self:
        """The weight of each combo less that in ``other``, but at least 0."""
        if not isinstance(other, Range):
            return NotImplemented
        return self._of(np.maximum(self._weights - other._weights, 0.0))

    def __invert__(self) -> Self:
        """1 less the weight of each combo."""
        return self._of(1.0 - self._weights)

    def without(self, cards: CardsLike) -> Self:
        """The range without the combos that hold one of ``cards``: a board, or dead cards.

        >>> Range("AKs").without("Ah 7d 2c")
        Range('AKs!AhKh')
        """
        weights = self._weights.copy()
        for card in parse_cards(cards):
            weights[flags_of(CARD_MASKS[card])] = 0.0
        return self._of(weights)

    # -- as a value, and to see --

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return np.array_equal(self._weights, other._weights)

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_weights, (np.array(self._weights),)

    def __str__(self) -> str:
        if self._text is None:
            self._text = range_text(self._weights)
        return self._text

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def grid_text(self) -> str:
        """The grid of starting hands as text, weights in percent."""
        from holdem_eq.display import grid_text

        return grid_text(self.grid())

    def _repr_html_(self) -> str:
        from holdem_eq.display import grid_html

        return grid_html(self.grid(), title=f"{len(self)} combos, {self.percent:.1f}%")


def _weights_by_name(weights: Mapping[str, float]) -> Weights:
    layers = Layers("max", [])
    for name, weight in weights.items():
        if not isinstance(name, str):
            raise HoldemError(f"the key {name!r} is no hand; give text as 'AKs' or 'AhKh'")
        try:
            number = float(weight)
        except (TypeError, ValueError):
            number = np.nan
        if not 0 <= number <= 1:
            raise HoldemError(f"the weight of {name!r} is {weight!r}; give 0 to 1")
        named = parse_range(name, "default", "max").weights
        if not np.isin(named, (0, 1)).all():
            raise HoldemError(f"the key {name!r} has a weight of its own; give it as the value")
        layers.add(number, mask_from_flags(named > 0))
    if layers.overlaps:
        warnings.warn(_overlap_message("the mapping", layers.overlaps), RangeWarning, stacklevel=_callers_level())
    return layers.weights()


def _overlap_message(where: str, overlaps: Sequence[Overlap]) -> str:
    """Names the combos of the first few overlaps."""
    named = [
        f"{','.join(item.text for item in cover(overlap.mask))} ({overlap.first} and {overlap.second})"
        for overlap in overlaps[:3]
    ]
    more = ["..."] if len(overlaps) > 3 else []
    return (
        f"{where} names with two weights {', '.join(named + more)}; the largest counts."
        " Name each combo once, or choose on_overlap='first', 'last' or 'sum-capped'"
    )


def _callers_level() -> int:
    """The stack level, for a warning, of the first caller outside this package."""
    package = __name__.partition(".")[0]
    frame, level = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame, level = frame.f_back, level + 1
    return level
