"""A slow, independent twin of the games: hi-lo, Pineapple and Irish by their rules, in plain Python.

Nothing of holdem_eq is imported. A seat is a hand, a tuple of three or four cards of which two are
kept, or what it has kept, a mapping of combos to weights. What a seat throws follows from the
definition alone: every option is played against every choice of one combo for each other seat, on
every runout. All arithmetic is exact.

>>> low_of(cards("As2d3c4h8sKdKc")), low_of(cards("9cTdJs3h4cAd2c"))
((6, 2, 1, 0, -1), None)
>>> found = play([cards("AsKsQd"), cards("7c7d2h")], cards("7s8s9c2s"), (), False, 4, "best-equity")
>>> found.kept, found.deals
(((47, 51), (20, 21)), 42)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from tests.oracle import DECK, SHOWDOWN, Combo, Weights, cards

__all__ = ["Played", "cards", "low_of", "play", "shares"]

Hand: TypeAlias = tuple[int, ...]
Outcome: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The seats with the best high, and those with the best low."""


def low_of(hand: Sequence[int]) -> tuple[int, ...] | None:
    """The best low of the cards, highest rank first and the ace as -1; the smaller tuple wins, None is no low."""
    return _low_of_ranks(tuple(sorted(one // 4 for one in hand)))


@cache
def _low_of_ranks(held: tuple[int, ...]) -> tuple[int, ...] | None:
    found = []
    for five in combinations(held, 5):
        ranks = sorted((-1 if rank == 12 else rank for rank in five), reverse=True)
        if len(set(ranks)) == 5 and ranks[0] <= 6:
            found.append(tuple(ranks))
    return min(found, default=None)


def outcome(combos: Sequence[Combo], board: Sequence[int], has_low: bool) -> Outcome:
    """Who has the best high and who the best low."""
    highs = [SHOWDOWN.class_number((*combo, *board)) for combo in combos]
    lows = [low_of((*combo, *board)) if has_low else None for combo in combos]
    best = min(highs)
    best_low = min((low for low in lows if low is not None), default=None)
    low_seats = tuple(seat for seat, low in enumerate(lows) if low is not None and low == best_low)
    return tuple(seat for seat, high in enumerate(highs) if high == best), low_seats


def shares(found: Outcome, seat: int) -> tuple[Fraction, Fraction]:
    """What the seat has of the pot by its high hand and by its low."""
    highs, lows = found
    half = Fraction(1, 2) if lows else Fraction(1)
    high = half / len(highs) if seat in highs else Fraction(0)
    return high, Fraction(1, 2) / len(lows) if seat in lows else Fraction(0)


@dataclass(frozen=True)
class Played:
    """Weights of deals by outcome, how many deals there are, and what each seat kept if that is always the same."""

    tally: Counter[Outcome]
    deals: int
    kept: tuple[Combo | None, ...]

    def equity(self, seat: int) -> Fraction:
        """The mean share."""
        total = sum(Fraction(sum(shares(found, seat))) * weight for found, weight in self.tally.items())
        return Fraction(total) / sum(self.tally.values())


def play(
    seats: Sequence[Hand | Weights],
    board: Sequence[int],
    dead: Sequence[int],
    has_low: bool,
    decide_at: int,
    policy: str = "best-equity",
) -> Played:
    """Deal everything; hands choose when ``decide_at`` cards lie, 5 for best-showdown."""
    at = 5 if policy == "best-showdown" else decide_at
    hands = [seat if isinstance(seat, tuple) else () for seat in seats]
    named = {card for hand in hands for card in hand}
    closed = {*dead, *named, *board}
    live: list[Mapping[Combo, Fraction]] = [
        {pair: Fraction(1) for pair in _pairs(hand)}
        if hand
        else {combo: Fraction(weight) for combo, weight in seat.items() if weight and not closed & set(combo)}  # type: ignore[union-attr]
        for hand, seat in zip(hands, seats, strict=True)
    ]
    deck = [card for card in DECK if card not in closed]
    tally: Counter[Outcome] = Counter()
    deals, choices = 0, set()
    for first in combinations(deck, max(0, at - len(board))):
        shown = (*board, *first)
        ends = [(*shown, *rest) for rest in combinations([c for c in deck if c not in first], 5 - len(shown))]
        kept = [
            {choose(live, seat, ends, has_low): Fraction(1)} if hand else live[seat] for seat, hand in enumerate(hands)
        ]
        choices.add(tuple(next(iter(own)) if len(own) == 1 else None for own in kept))
        for end in ends:
            for combos, weight in _joints(kept, end):
                if len({card for combo in combos for card in combo}) == 2 * len(combos):
                    tally[outcome(combos, end, has_low)] += weight  # type: ignore[assignment]
                    deals += 1
    return Played(tally, deals, choices.pop() if len(choices) == 1 else (None,) * len(seats))


def _pairs(hand: Hand) -> list[Combo]:
    """Every two cards, the highest first, each as (lower, higher)."""
    return [(low, high) for high, low in combinations(sorted(hand, reverse=True), 2)]


def _joints(
    live: Sequence[Mapping[Combo, Fraction]], board: Sequence[int]
) -> Iterator[tuple[tuple[Combo, ...], Fraction]]:
    """Every choice of a combo for each seat that avoids the board, and its weight; seats may share cards."""
    open_combos = [[item for item in own.items() if not set(item[0]) & set(board)] for own in live]
    for joint in product(*open_combos):
        weight = Fraction(1)
        for _, own in joint:
            weight *= own
        yield tuple(combo for combo, _ in joint), weight


def choose(
    live: Sequence[Mapping[Combo, Fraction]], seat: int, boards: Sequence[Sequence[int]], has_low: bool
) -> Combo:
    """The option of the seat with the greatest mean share, the one of the highest cards among equals."""
    best, most = None, Fraction(-1)
    for option in live[seat]:
        worth = Fraction(0)
        rest = [{option: Fraction(1)} if other == seat else own for other, own in enumerate(live)]
        for board in boards:
            for combos, weight in _joints(rest, board):
                worth += weight * sum(shares(outcome(combos, board, has_low), seat))
        if worth > most:
            best, most = option, worth
    assert best is not None
    return best
