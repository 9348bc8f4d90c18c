"""A slow, independent twin of holdem_eq: the rules of poker written down once more, in plain Python.

Nothing of holdem_eq is imported here, not even its cards, so that a bug has to be made twice
to stay unseen. A card is an int ``4 * rank + suit`` (``2c`` = 0 ... ``As`` = 51), a combo is a
sorted pair of cards, a range is a mapping of combos to weights. All arithmetic is exact.

There are two rankers. `rank_hand` is the definition: the best of all five-card subsets, each
described by category and tie-break ranks. `Showdown` looks hands up and is used for equities;
``test_oracle.py`` holds it to the definition.

>>> rank_five(cards("Ah2c3d4s5h"))
(5, (3,))
>>> class_number(cards("AsKsQsJsTs2c2d")), class_number(cards("7c5d4h3s2c"))
(1, 7462)
>>> result = equity(expand("AhKh"), expand("QsQd"), board=cards("Th9h2c4d"))
>>> result.counts, result.seats[0].equity
((15, 0, 29), Fraction(15, 44))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, lcm
from typing import TypeAlias

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(range(52))
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""Category 1 to 9 in words, in order."""

Combo: TypeAlias = tuple[int, int]
Weights: TypeAlias = Mapping[Combo, Fraction | int]
Rank: TypeAlias = tuple[int, tuple[int, ...]]

COMBOS: tuple[Combo, ...] = tuple(combinations(DECK, 2))


def card(text: str) -> int:
    """``"As"`` -> 51."""
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def cards(text: str) -> tuple[int, ...]:
    """``"AsKd"`` -> (51, 45); blanks are skipped."""
    text = text.replace(" ", "")
    return tuple(card(text[place : place + 2]) for place in range(0, len(text), 2))


def text_of(ids: Iterable[int]) -> str:
    """(51, 45) -> ``"AsKd"``."""
    return "".join(RANKS[one // 4] + SUITS[one % 4] for one in ids)


# ---------------------------------------------------------------------------- what beats what


def _describe(ranks: Sequence[int], suited: bool) -> Rank:
    """Five ranks, and whether they share a suit -> category 1..9 and the ranks that break a tie."""
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = tuple(n for n, _ in groups)
    order = tuple(rank for _, rank in groups)
    top = None
    if shape == (1, 1, 1, 1, 1):
        if order == (12, 3, 2, 1, 0):
            top = 3
        elif order[0] - order[4] == 4:
            top = order[0]
    if top is not None:
        return (9 if suited else 5, (top,))
    if suited:
        return (6, order)
    category = {(4, 1): 8, (3, 2): 7, (3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2, (1, 1, 1, 1, 1): 1}[shape]
    return (category, order)


def rank_five(five: Sequence[int]) -> Rank:
    """Five cards -> (category, tie-break ranks); the larger tuple wins."""
    if len(set(five)) != 5:
        raise ValueError(f"not five different cards: {five!r}")
    return _describe([one // 4 for one in five], len({one % 4 for one in five}) == 1)


def rank_hand(hand: Sequence[int]) -> Rank:
    """Five to seven cards -> the rank of the best five of them, by trying each five."""
    return max(rank_five(five) for five in combinations(hand, 5))


def best_fives(hand: Sequence[int]) -> list[frozenset[int]]:
    """Every five of the cards that reach the rank of the hand."""
    best = rank_hand(hand)
    return [frozenset(five) for five in combinations(hand, 5) if rank_five(five) == best]


@cache
def _class_of_shape() -> dict[tuple[tuple[int, ...], bool], int]:
    """(five ranks upwards, suited) -> class number, from all the distinct five-card hands there are."""
    hands: dict[tuple[tuple[int, ...], bool], Rank] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        copies = max(Counter(ranks).values())
        if copies <= 4:
            hands[ranks, False] = _describe(ranks, suited=False)
        if copies == 1:
            hands[ranks, True] = _describe(ranks, suited=True)
    number = {rank: place for place, rank in enumerate(sorted(set(hands.values()), reverse=True), start=1)}
    return {shape: number[rank] for shape, rank in hands.items()}


@cache
def class_numbers() -> dict[Rank, int]:
    """Rank -> class number, 1 for the royal flush to 7462 for seven high."""
    return {_describe(ranks, suited): number for (ranks, suited), number in _class_of_shape().items()}


def class_number(hand: Sequence[int]) -> int:
    """Five to seven cards -> 1 (best) ... 7462, by the definition."""
    return class_numbers()[rank_hand(hand)]


def category_of_class(number: int) -> int:
    """Class number -> category 1..9."""
    return _category_of_class()[number]


@cache
def _category_of_class() -> dict[int, int]:
    return {number: rank[0] for rank, number in class_numbers().items()}


class Showdown:
    """Class numbers of many hands, quickly.

    What a hand is worth without a flush depends on how often each rank comes, which three bits
    a rank of one sum hold. A flush needs five cards of one suit, and then their ranks say all.
    Both are looked up among the five-card hands once and remembered.
    """

    def __init__(self) -> None:
        self._plain: dict[int, int] = {}
        self._suited: dict[int, int] = {}

    @staticmethod
    def sum_of(hand: Iterable[int]) -> int:
        """Cards -> how often each rank comes."""
        return sum(1 << 3 * (one // 4) for one in hand)

    @staticmethod
    def ranks_of_suit(hand: Iterable[int], suit: int) -> int:
        """Cards -> the set of the ranks that come in a suit."""
        return sum(1 << one // 4 for one in hand if one % 4 == suit)

    def plain(self, rank_sum: int) -> int:
        """Class number of a hand that has no flush."""
        found = self._plain.get(rank_sum)
        if found is None:
            ranks = [rank for rank in range(13) for _ in range(rank_sum >> 3 * rank & 7)]
            table = _class_of_shape()
            found = min(table[five, False] for five in set(combinations(ranks, 5)))
            self._plain[rank_sum] = found
        return found

    def suited(self, rank_set: int) -> int:
        """Class number of five to seven cards of one suit."""
        found = self._suited.get(rank_set)
        if found is None:
            ranks = [rank for rank in range(13) if rank_set >> rank & 1]
            table = _class_of_shape()
            found = min(table[five, True] for five in combinations(ranks, 5))
            self._suited[rank_set] = found
        return found

    def class_number(self, hand: Sequence[int]) -> int:
        """Class number of any five to seven cards."""
        suit, count = Counter(one % 4 for one in hand).most_common(1)[0]
        if count >= 5:
            return self.suited(self.ranks_of_suit(hand, suit))
        return self.plain(self.sum_of(hand))


SHOWDOWN = Showdown()


class Seat:
    """The combos of a seat, and their class numbers on one board after another."""

    def __init__(self, combos: Sequence[Combo]) -> None:
        self._sums = [Showdown.sum_of(combo) for combo in combos]
        self._suits = [[Showdown.ranks_of_suit(combo, suit) for combo in combos] for suit in range(4)]
        self._rows: dict[int, list[int]] = {}

    def class_numbers(self, rank_sum: int, suited: Sequence[int]) -> list[int]:
        """A board as rank sum and as rank sets of its suits -> a class number for each combo.

        Where a combo has a card of the board the number means nothing; the caller knows.
        """
        row = self._rows.get(rank_sum)
        if row is None:
            row = [self._plain(rank_sum + own) for own in self._sums]
            self._rows[rank_sum] = row
        for suit, rank_set in enumerate(suited):
            if rank_set.bit_count() >= 3:
                row = row.copy()
                for place, own in enumerate(self._suits[suit]):
                    if (rank_set | own).bit_count() >= 5:
                        row[place] = SHOWDOWN.suited(rank_set | own)
        return row

    @staticmethod
    def _plain(rank_sum: int) -> int:
        if any(rank_sum >> 3 * rank & 7 > 4 for rank in range(13)):
            return 0
        return SHOWDOWN.plain(rank_sum)


# ---------------------------------------------------------------------------- how many hands


def rank_multisets(size: int) -> Iterator[tuple[int, ...]]:
    """Every way in which the ranks of ``size`` cards can come, a rank four times at most."""
    for ranks in combinations_with_replacement(range(13), size):
        if max(Counter(ranks).values()) <= 4:
            yield ranks


def class_counts(size: int) -> Counter[int]:
    """How many of the C(52, size) hands have each class number, counted without dealing them.

    Hands with a flush: a suit, the ranks held in it, any other cards. Hands without: for each
    multiset of ranks all ways to give suits, less the ways that make a flush.
    """
    counts: Counter[int] = Counter()
    for held in range(5, size + 1):
        others = comb(39, size - held)
        for ranks in combinations(range(13), held):
            counts[SHOWDOWN.suited(sum(1 << rank for rank in ranks))] += 4 * others
    for ranks in rank_multisets(size):
        ways = [1]  # ways[n]: suits given to the ranks so far with n cards in one chosen suit
        every = 1
        for n in Counter(ranks).values():
            every *= comb(4, n)
            extended = [0] * (len(ways) + 1)
            for held, found in enumerate(ways):
                extended[held] += found * comb(3, n)
                extended[held + 1] += found * comb(3, n - 1)
            ways = extended
        without = every - 4 * sum(ways[5:])
        if without:
            counts[SHOWDOWN.plain(sum(1 << 3 * rank for rank in ranks))] += without
    return counts


def category_counts(size: int) -> list[int]:
    """How many of the C(52, size) hands are of category 1, 2 ... 9."""
    counts = [0] * 9
    for number, found in class_counts(size).items():
        counts[category_of_class(number) - 1] += found
    return counts


# ---------------------------------------------------------------------------- ranges


def expand(text: str) -> dict[Combo, Fraction]:
    """The plain part of the range grammar -> weights.

    Items apart by commas: ``AA``, ``AK``, ``AKs``, ``AKo``, each with ``+`` or not, ``AhKd``,
    ``random``, all with ``:weight`` or not. A combo named twice has its largest weight.

    >>> len(expand("QQ+,AKs,AKo")), len(expand("A2s+")), len(expand("random"))
    (34, 48, 1326)
    >>> expand("AhKh:0.25")
    {(46, 50): Fraction(1, 4)}
    """
    weights: dict[Combo, Fraction] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, said = item.partition(":")
        weight = Fraction(said or 1)
        for combo in _combos_of(name):
            weights[combo] = max(weight, weights.get(combo, Fraction(0)))
    return weights


def _combos_of(name: str) -> list[Combo]:
    if name == "random":
        return list(COMBOS)
    if len(name) == 4 and name[1] in SUITS:
        low, high = sorted(cards(name))
        return [(low, high)]
    plus = name.endswith("+")
    name = name.removesuffix("+")
    first, second = RANKS.index(name[0]), RANKS.index(name[1])
    kind = name[2:]
    if first == second:
        pairs = range(first, 13) if plus else (first,)
        return [combo for rank in pairs for combo in class_combos(rank, rank, "")]
    high, low = max(first, second), min(first, second)
    lows = range(low, high) if plus else (low,)
    return [combo for rank in lows for combo in class_combos(high, rank, kind)]


def class_combos(high: int, low: int, kind: str) -> list[Combo]:
    """The combos of a starting hand: ``kind`` is "s", "o" or "" for both."""
    found = []
    for combo in COMBOS:
        ranks = (combo[1] // 4, combo[0] // 4)
        suited = combo[0] % 4 == combo[1] % 4
        if ranks == (high, low) and (kind == "" or suited == (kind == "s")):
            found.append(combo)
    return found


# ---------------------------------------------------------------------------- equity


@dataclass(frozen=True)
class Share:
    """What a seat, or one combo of it, gets: weight, P(wins alone), P(shares), mean share of the pot."""

    weight: Fraction
    win: Fraction
    tie: Fraction
    equity: Fraction


@dataclass(frozen=True)
class Equity:
    """All that brute force finds.

    ``seats[k].weight`` is the weight of all joint deals, ``combos[k][combo].weight`` the combo's
    own weight; combos that meet no joint deal are absent. ``deals`` and, for two seats,
    ``counts`` count joint combos times runouts whatever their weights.
    """

    seats: tuple[Share, ...]
    combos: tuple[dict[Combo, Share], ...]
    deals: int
    counts: tuple[int, int, int] | None


def equity(*seats: Weights, board: Sequence[int] = (), dead: Sequence[int] = ()) -> Equity:
    """Deal everything: every joint choice of hole cards, every runout, every showdown."""
    shown = sum(1 << one for one in set(board) | set(dead))
    live = [[combo for combo, weight in seat.items() if weight and not shown & _mask(combo)] for seat in seats]
    joints = list(_joints(live))
    if not joints:
        raise ValueError("no valid deal")
    tallies = _play(live, joints, tuple(board), shown)
    return _summary(seats, live, joints, tallies)


def _mask(combo: Combo) -> int:
    return 1 << combo[0] | 1 << combo[1]


def _joints(live: Sequence[Sequence[Combo]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each choice of one combo a seat that shares no card: mask of the cards, places of the combos."""
    for places in product(*(range(len(combos)) for combos in live)):
        mask = 0
        for combos, place in zip(live, places, strict=True):
            hole = _mask(combos[place])
            if mask & hole:
                break
            mask |= hole
        else:
            yield mask, places


def _play(
    live: Sequence[Sequence[Combo]],
    joints: Sequence[tuple[int, tuple[int, ...]]],
    board: tuple[int, ...],
    shown: int,
) -> list[list[int]]:
    """For each joint choice: how often each set of seats wins, by the set's bits."""
    everybody = -1
    for mask, _ in joints:
        everybody &= mask
    stub = [one for one in DECK if not (shown | everybody) >> one & 1]
    players = [Seat(combos) for combos in live]
    tallies = [[0] * (1 << len(live)) for _ in joints]
    heads_up = [(mask, *places, tally) for (mask, places), tally in zip(joints, tallies, strict=True)]
    for runout in combinations(stub, 5 - len(board)):
        dealt = 0
        rank_sum = 0
        suited = [0, 0, 0, 0]
        for one in board + runout:
            dealt |= 1 << one
            rank_sum += 1 << 3 * (one // 4)
            suited[one % 4] |= 1 << one // 4
        numbers = [player.class_numbers(rank_sum, suited) for player in players]
        if len(live) == 2:
            ours, theirs = numbers
            for mask, first, second, tally in heads_up:
                if not mask & dealt:
                    mine, yours = ours[first], theirs[second]
                    tally[1 if mine < yours else 2 if yours < mine else 3] += 1
            continue
        for (mask, places), tally in zip(joints, tallies, strict=True):
            if not mask & dealt:
                reached = [of[place] for of, place in zip(numbers, places, strict=True)]
                best = min(reached)
                tally[sum(1 << seat for seat, number in enumerate(reached) if number == best)] += 1
    return tallies


def _summary(
    seats: Sequence[Weights],
    live: Sequence[Sequence[Combo]],
    joints: Sequence[tuple[int, tuple[int, ...]]],
    tallies: Sequence[Sequence[int]],
) -> Equity:
    scale = 1  # weights become ints: Fraction sums over thousands of joints are slow
    for seat in seats:
        scale = lcm(scale, *(Fraction(weight).denominator for weight in seat.values()))
    whole = [[int(Fraction(seat[combo]) * scale) for combo in combos] for seat, combos in zip(seats, live, strict=True)]
    size = 1 << len(live)
    by_combo = [[[0] * size for _ in combos] for combos in live]  # winner sets, weighted by the other seats
    total = [0] * size
    plain = [0] * size
    for (_, places), tally in zip(joints, tallies, strict=True):
        weights = [of[place] for of, place in zip(whole, places, strict=True)]
        for winners, count in enumerate(tally):
            if not count:
                continue
            plain[winners] += count
            all_of = count
            for weight in weights:
                all_of *= weight
            total[winners] += all_of
            for seat, place in enumerate(places):
                by_combo[seat][place][winners] += all_of // weights[seat]
    combos_found = []
    for seat, combos in enumerate(live):
        found = {}
        for combo, sums in zip(combos, by_combo[seat], strict=True):
            if any(sums):
                found[combo] = _share(sums, seat, Fraction(seats[seat][combo]))
        combos_found.append(found)
    weight = Fraction(sum(total), scale ** len(live))
    return Equity(
        seats=tuple(_share(total, seat, weight) for seat in range(len(live))),
        combos=tuple(combos_found),
        deals=sum(plain),
        counts=(plain[1], plain[3], plain[2]) if len(live) == 2 else None,
    )


def _share(sums: Sequence[int], seat: int, weight: Fraction) -> Share:
    every = sum(sums)
    win = Fraction(sums[1 << seat], every)
    tie = split = Fraction(0)
    for winners, found in enumerate(sums):
        if winners >> seat & 1 and winners != 1 << seat:
            tie += Fraction(found, every)
            split += Fraction(found, every * winners.bit_count())
    return Share(weight, win, tie, win + split)
