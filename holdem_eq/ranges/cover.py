"""Combo mask -> a short list of items that name exactly its combos.

The grid falls into rows: the pairs, and for each high card its suited and its offsuit hands by
kicker. A row is solved exactly, by dynamic programming over its hands: each stands alone or in
a run (``A5s-A2s``), from which combos may be excluded (``A2s+!A4s``). Items that cross rows
(``AT+`` for suited and offsuit, ``Ax``, ``AhKx``) are then taken one by one, the one that saves
most first, while one saves anything: the rows need not name again what they name. At last,
hands that still stand alone are chained where they can be (``T9s-54s``).

>>> [item.text for item in cover(class_mask(12, None, "s") | sum(HAND_MASKS[::14]))]
['22+', 'A2s+']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from holdem_eq.cards import CARD_COUNT, COMBO_COUNT, RANKS, SUITS, format_card
from holdem_eq.ranges.spans import HandClass, class_text
from holdem_eq.ranges.starting_hands import (
    ALL_COMBOS,
    CARD_MASKS,
    HAND_MASKS,
    RANK_MASKS,
    SUITED,
    class_mask,
    combo_text,
    combos_of,
    pattern_mask,
)

__all__ = ["Item", "cover"]

_COMBO_LENGTH: Final = 5  # a combo and a comma, or a "!" and a combo
_GAPS_IN_BOTH: Final = 2  # combos that AK may lack and still be tried as AK, not AKs and AKo


class Item(NamedTuple):
    """One item: a weight goes between ``base`` and ``exclusions``; ``group`` sorts kinds of items."""

    base: str
    exclusions: str
    mask: int
    group: int

    @property
    def text(self) -> str:
        """The item without a weight."""
        return self.base + self.exclusions

    @property
    def length(self) -> int:
        """Characters with a comma; an X counts double, so that plain hands win when they cost one more."""
        return len(self.base) + len(self.exclusions) + 1 + ("X" in self.base.upper())

    @property
    def order(self) -> tuple[int, int]:
        """Sorts pairs before suited hands before offsuit hands, and then high cards first."""
        return self.group, -self.mask.bit_length()


_PAIRS, _SUITED, _BOTH, _OFFSUIT, _PATTERN, _COMBO = range(6)
_GROUPS: Final = {"s": _SUITED, "": _BOTH, "o": _OFFSUIT}


class _Line:
    """Hands in a row, each one step from the next, the highest first."""

    def __init__(self, hands: Iterable[HandClass]) -> None:
        hands = list(hands)
        self.names = [class_text(hand) for hand in hands]
        self.masks = [class_mask(*hand) for hand in hands]
        self.mask = sum(self.masks)
        high, low, kind = hands[0]
        self.group = _PAIRS if high == low else _GROUPS[kind]

    def run(self, first: int, last: int) -> str:
        """Text of the hands from ``first`` to ``last``, both included."""
        if first == last:
            return self.names[first]
        if first == 0:
            return self.names[last] + "+"
        if last == len(self.names) - 1:
            return self.names[first] + "-"
        return f"{self.names[first]}-{self.names[last]}"


class _Solution(NamedTuple):
    length: int
    items: tuple[Item, ...]


@cache
def _rows() -> tuple[_Line, ...]:
    """The rows: every combo is in exactly one."""
    pairs = _Line((rank, rank, "") for rank in range(12, -1, -1))
    return pairs, *(_kickers(high, kind) for kind in "so" for high in range(12, 0, -1))


@cache
def _rows_of_both() -> tuple[_Line, ...]:
    """Suited and offsuit together, by kicker."""
    return tuple(_kickers(high, "") for high in range(12, 0, -1))


@cache
def _diagonals() -> tuple[_Line, ...]:
    """Hands with the same gap between their cards."""
    return tuple(
        _Line((high, high - gap, kind) for high in range(12, gap - 1, -1))
        for kind in ("s", "", "o")
        for gap in range(1, 12)
    )


def _kickers(high: int, kind: str) -> _Line:
    return _Line((high, low, kind) for low in range(high - 1, -1, -1))


def cover(mask: int) -> list[Item]:
    """The items that name the combos of ``mask``, sorted; none overlaps what is not in it."""
    if mask == ALL_COMBOS:
        return [Item("random", "", mask, _PAIRS)]
    if mask.bit_count() == 1:
        return [_combo(mask.bit_length() - 1)]
    items = _Search(mask).items()
    if mask.bit_count() > COMBO_COUNT // 2:
        missing = _Search(ALL_COMBOS ^ mask).items()
        inverse = Item("random", _excluding(missing), mask, _PAIRS)
        if inverse.length < sum(item.length for item in items):
            return [inverse]
    return sorted(items, key=lambda item: item.order)


class _Search:
    """Covers one mask."""

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.rows = [row for row in _rows() if row.mask & mask]
        self.solved: dict[tuple[_Line, int], _Solution] = {}

    def items(self) -> list[Item]:
        """The rows' items and those that cross rows."""
        taken: list[Item] = []
        covered = 0
        crossing = list(_crossing(self.mask))
        while crossing:
            savings = [self._saving(item, covered) for item in crossing]
            most = max(savings)
            if most <= 0:
                break
            taken.append(crossing.pop(savings.index(most)))
            covered |= taken[-1].mask
        for item in list(taken):  # a later item may have made an earlier one needless
            others = _union(other.mask for other in taken if other is not item)
            if self._saving(item, others) <= 0:
                taken.remove(item)
                covered = others
        return _chained(taken + [item for row in self.rows for item in self._row(row, covered).items])

    def _saving(self, item: Item, covered: int) -> int:
        with_item = covered | item.mask
        rows = (row for row in self.rows if row.mask & item.mask & ~covered)
        return sum(self._row(row, covered).length - self._row(row, with_item).length for row in rows) - item.length

    def _row(self, row: _Line, covered: int) -> _Solution:
        key = row, covered & row.mask
        if key not in self.solved:
            self.solved[key] = self._solve(*key)
        return self.solved[key]

    def _solve(self, row: _Line, covered: int) -> _Solution:
        """The shortest items for what ``row`` has of the mask; ``covered`` is named elsewhere."""
        count = len(row.masks)
        holes = [_hole(name, mask, mask & ~self.mask) for name, mask in zip(row.names, row.masks, strict=True)]
        alone = [self._alone(row, place, covered, holes[place]) for place in range(count)]
        best, ends = [0] * (count + 1), list(range(count))
        for first in range(count - 1, -1, -1):
            best[first] = sum(item.length for item in alone[first]) + best[first + 1]
            excluded = len(holes[first])
            for last in range(first + 1, count):
                excluded += len(holes[last])
                length = len(row.run(first, last)) + excluded + 1 + best[last + 1]
                long_and_whole = last > first + 1 and not excluded
                if length < best[first] or (length == best[first] and long_and_whole):
                    best[first], ends[first] = length, last
        items: list[Item] = []
        first = 0
        while first < count:
            last = ends[first]
            items += alone[first] if first == last else [self._run(row, first, last, holes[first : last + 1])]
            first = last + 1
        return _Solution(best[0], tuple(items))

    def _run(self, row: _Line, first: int, last: int, holes: Sequence[str]) -> Item:
        """The hands from ``first`` to ``last`` without their ``holes``."""
        mask = _union(row.masks[first : last + 1]) & self.mask
        return Item(row.run(first, last), "".join(holes), mask, row.group)

    def _alone(self, row: _Line, place: int, covered: int, hole: str) -> list[Item]:
        """One hand by itself: whole but for its hole, or combo by combo."""
        needed = row.masks[place] & self.mask & ~covered
        whole = self._run(row, place, place, [hole])
        if needed.bit_count() * _COMBO_LENGTH < whole.length:
            return [_combo(combo) for combo in combos_of(needed)]
        return [whole]


def _chained(items: list[Item]) -> list[Item]:
    """Hands that stand alone, three or more in a row with one gap, become a run: ``T9s-54s``."""
    alone = {item.base: item for item in items if not item.exclusions}
    for line in _diagonals():
        for first, last in _runs([name in alone for name in line.names]):
            if last - first > 1:
                chain = [alone.pop(name) for name in line.names[first : last + 1]]
                run = Item(f"{chain[0].base}-{chain[-1].base}", "", _union(item.mask for item in chain), line.group)
                items = [item for item in items if item not in chain] + [run]
    return items


def _crossing(mask: int) -> Iterator[Item]:
    """Items that lie wholly in ``mask`` and name combos of more than one row."""
    for item in _any_kicker():
        if not item.mask & ~mask:
            yield item
    for line in _rows_of_both():
        missing = [one & ~mask for one in line.masks]
        for gaps in (0, _GAPS_IN_BOTH):
            for first, last in _runs([one.bit_count() <= gaps for one in missing]):
                holes = map(
                    _hole, line.names[first : last + 1], line.masks[first : last + 1], missing[first : last + 1]
                )
                run_mask = _union(line.masks[first : last + 1]) & mask
                yield Item(line.run(first, last), "".join(holes), run_mask, line.group)
    partial = _union(row_mask & mask for row_mask in HAND_MASKS if row_mask & ~mask)
    if partial:
        for item in _patterns():
            if not item.mask & ~mask and (item.mask & partial).bit_count() > 1:
                yield item


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and last place of each longest run of true flags."""
    first = None
    for place, flag in enumerate([*flags, False]):
        if flag and first is None:
            first = place
        elif not flag and first is not None:
            yield first, place - 1
            first = None


@cache
def _any_kicker() -> tuple[Item, ...]:
    """Ax, Axs, Axo and so on."""
    return tuple(
        Item(f"{RANKS[rank]}x{kind}", "", class_mask(rank, None, kind), _GROUPS[kind])
        for kind in ("", "s", "o")
        for rank in range(13)
    )


@cache
def _patterns() -> tuple[Item, ...]:
    """AhX, AhXh, AhKx, XhXh and so on."""
    patterns = []
    for card in range(CARD_COUNT):
        name = format_card(card)
        patterns.append((name + "X", CARD_MASKS[card]))
        patterns.append((f"{name}X{name[1]}", CARD_MASKS[card] & SUITED))
        patterns += [
            (f"{name}{RANKS[rank]}x", CARD_MASKS[card] & RANK_MASKS[rank]) for rank in range(13) if rank != card >> 2
        ]
    for suit in range(4):
        cards = tuple(range(suit, CARD_COUNT, 4))
        patterns.append((f"X{SUITS[suit]}X{SUITS[suit]}", pattern_mask(cards, cards)))
    return tuple(Item(text, "", mask, _PATTERN) for text, mask in patterns)


def _hole(name: str, hand: int, missing: int) -> str:
    """Exclusions behind a run that must not name the combos ``missing`` of ``hand``."""
    return "!" + name if missing == hand else "".join("!" + combo_text(combo) for combo in combos_of(missing))


def _excluding(items: list[Item]) -> str:
    """Exclusion of all that ``items`` name."""
    texts = [item.text for item in sorted(items, key=lambda item: item.order)]
    plain = not set("!+-") & set("".join(texts))
    return "".join(f"!{text}" for text in texts) if plain else f"!({','.join(texts)})"


def _combo(combo: int) -> Item:
    return Item(combo_text(combo), "", 1 << combo, _COMBO)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
