"""What a poker hand is: the definition that every table is built from, plain and slow.

Five cards are a category and a tie-break; six or seven are the best five of them. Strengths
compare as tuples, higher wins. Suits never break a tie. A rank is 0 (deuce) to 12 (ace).

>>> strength_of_five([12, 12, 11, 11, 10], flush=False)
(<Category.TWO_PAIR: 3>, 12, 11, 10)
>>> strength_of_five([12, 0, 1, 2, 3], flush=False)  # the wheel is a five-high straight
(<Category.STRAIGHT: 5>, 3)
>>> len(hand_ranks()), hand_ranks()[strength_of_five([12, 11, 10, 9, 8], flush=True)]
(7462, 36873)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement

from holdem_eq.kernels.layout import CATEGORY_SHIFT

__all__ = ["Category", "Strength", "hand_ranks", "rank_multisets", "strength_of_five", "strength_of_ranks"]

Strength = tuple[int, ...]

_WHEEL = (12, 3, 2, 1, 0)


class Category(IntEnum):
    """The nine categories, weakest first; ``str`` gives the words.

    >>> str(Category.TWO_PAIR), Category(9) > Category.PAIR
    ('two pair', True)
    """

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


def strength_of_five(ranks: Iterable[int], flush: bool) -> Strength:
    """Five ranks, and whether the cards share a suit -> (category, tie-break ranks...)."""
    counts = Counter(ranks)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    if shape == [4, 1]:
        return (Category.FOUR_OF_A_KIND, *by_count)
    if shape == [3, 2]:
        return (Category.FULL_HOUSE, *by_count)
    if shape == [3, 1, 1]:
        return (Category.THREE_OF_A_KIND, *by_count)
    if shape == [2, 2, 1]:
        return (Category.TWO_PAIR, *by_count)
    if shape == [2, 1, 1, 1]:
        return (Category.PAIR, *by_count)
    top = _straight_top(by_count)
    if top is not None:
        return (Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, top)
    return (Category.FLUSH if flush else Category.HIGH_CARD, *by_count)


def _straight_top(descending: Sequence[int]) -> int | None:
    """Five different ranks, highest first -> the top of their straight."""
    if tuple(descending) == _WHEEL:
        return 3
    return descending[0] if descending[0] - descending[4] == 4 else None


def strength_of_ranks(ranks: Sequence[int], flush: bool) -> Strength:
    """Five to seven (a flush suit: up to thirteen) ranks -> strength of the best five of them."""
    return max(strength_of_five(five, flush) for five in set(combinations(sorted(ranks), 5)))


def rank_multisets(size: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of ``size`` ranks with at most four alike, ascending.

    >>> [sum(1 for _ in rank_multisets(size)) for size in (5, 6, 7)]
    [6175, 18395, 49205]
    """
    for ranks in combinations_with_replacement(range(13), size):
        if max(Counter(ranks).values()) <= 4:
            yield ranks


@cache
def hand_ranks() -> dict[Strength, int]:
    """Strength of each of the 7,462 different five-card hands -> uint16 hand rank."""
    strengths = {strength_of_five(ranks, flush=False) for ranks in rank_multisets(5)}
    strengths |= {strength_of_five(ranks, flush=True) for ranks in combinations(range(13), 5)}
    ranks_of: dict[Strength, int] = {}
    seen: Counter[int] = Counter()
    for strength in sorted(strengths):
        category = strength[0]
        ranks_of[strength] = category << CATEGORY_SHIFT | seen[category]
        seen[category] += 1
    return ranks_of
