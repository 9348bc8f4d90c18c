"""Random spots against brute force: counts that are equal, not close.

The spots lean towards what shortcuts get wrong: boards of one or two suits, paired boards, ranges
that name suits, ranges that share combos, dead cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import holdem_eq as he
from holdem_eq.cards import parse_cards
from holdem_eq.errors import DuplicateCardError, EmptyRangeError, NoValidDealError
from tests import boards, oracle
from tests.oracle import Combo, text_of

STARTING_HANDS = [rank * 2 for rank in oracle.RANKS]
STARTING_HANDS += [
    oracle.RANKS[high] + oracle.RANKS[low] + kind for high in range(13) for low in range(high) for kind in "so"
]
COMBO_NAMES = [text_of(reversed(combo)) for combo in oracle.COMBOS]
WEIGHTS = ["1", "0.5", "0.25", "0.1", "0.3", "0.999", "0.001"]
CLOSE = 1e-12


@dataclass(frozen=True)
class Spot:
    """Two ranges as text, with board and dead cards."""

    players: tuple[str, str]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    def __repr__(self) -> str:
        return f"he.equity(*{self.players}, board={text_of(self.board)!r}, dead={text_of(self.dead)!r})"

    def renamed(self, renaming: Sequence[int]) -> Spot:
        """The same spot with other suits."""
        players = []
        for text in self.players:
            items = []
            for item in text.split(","):
                name, colon, weight = item.partition(":")
                if len(name) == 4:
                    name = text_of(rename(oracle.cards(name), renaming))
                items.append(name + colon + weight)
            players.append(",".join(items))
        return Spot((players[0], players[1]), rename(self.board, renaming), rename(self.dead, renaming))


def rename(ids: Sequence[int], renaming: Sequence[int]) -> tuple[int, ...]:
    return tuple(card // 4 * 4 + renaming[card % 4] for card in ids)


def ranges(weighted: bool, items: int) -> st.SearchStrategy[str]:
    """A few starting hands and combos that do not overlap, apart by commas."""
    names = st.lists(st.sampled_from(STARTING_HANDS) | st.sampled_from(COMBO_NAMES), min_size=1, max_size=items)
    weights = st.lists(st.sampled_from(WEIGHTS), min_size=items, max_size=items)

    def text(names: list[str], weights: list[str]) -> str:
        held: set[Combo] = set()
        said = []
        for name, weight in zip(names, weights, strict=False):
            combos = set(oracle.expand(name))
            if not combos & held:
                held |= combos
                said.append(f"{name}:{weight}" if weighted else name)
        return ",".join(said)

    return st.builds(text, names, weights)


def decks() -> st.SearchStrategy[list[int]]:
    """Cards to deal from, often of one or two suits or of few ranks."""
    suits = st.sets(st.integers(0, 3), min_size=1, max_size=2)
    few_suits = suits.map(lambda chosen: [card for card in oracle.DECK if card % 4 in chosen])
    ranks = st.sets(st.integers(0, 12), min_size=3, max_size=4)
    few_ranks = ranks.map(lambda chosen: [card for card in oracle.DECK if card // 4 in chosen])
    return st.just(list(oracle.DECK)) | few_suits | few_ranks


def boards_of(sizes: Sequence[int]) -> st.SearchStrategy[tuple[int, ...]]:
    sizes_and_decks = st.tuples(st.sampled_from(sizes), decks())
    return sizes_and_decks.flatmap(
        lambda drawn: st.lists(st.sampled_from(drawn[1]), min_size=drawn[0], max_size=drawn[0], unique=True).map(tuple)
    )


@st.composite
def spots(draw: st.DrawFn, sizes: Sequence[int], weighted: bool = False, items: int = 4, dead: int = 4) -> Spot:
    board = draw(boards_of(sizes))
    gone = draw(st.lists(st.sampled_from(oracle.DECK), max_size=dead, unique=True))
    players = draw(ranges(weighted, items)), draw(ranges(weighted, items))
    return Spot(players, board, tuple(card for card in gone if card not in board))


def play(spot: Spot, **options):
    return he.equity(*spot.players, board=text_of(spot.board), dead=text_of(spot.dead), **options)


def live(spot: Spot) -> list[list[Combo]]:
    shown = {*spot.board, *spot.dead}
    return [[combo for combo in oracle.expand(text) if not shown & set(combo)] for text in spot.players]


def can_be_dealt(spot: Spot) -> bool:
    hero, villain = live(spot)
    return any(not set(a) & set(b) for a in hero for b in villain)


def assert_cannot_be_dealt(spot: Spot) -> None:
    with pytest.raises((EmptyRangeError, NoValidDealError, DuplicateCardError)) as caught:
        play(spot)
    named = [len(oracle.expand(text)) == 1 for text in spot.players]
    if not any(named):
        assert caught.type is (NoValidDealError if all(live(spot)) else EmptyRangeError)


def assert_equal(spot: Spot) -> None:
    """Everything that he.equity says of a spot is what brute force says."""
    if not can_be_dealt(spot):
        assert_cannot_be_dealt(spot)
        return
    found = play(spot)
    weights = [oracle.expand(text) for text in spot.players]
    wanted = oracle.equity(*weights, board=spot.board, dead=spot.dead)
    plain = all(weights[seat][combo] == 1 for seat in (0, 1) for combo in live(spot)[seat])
    assert found.counts == (wanted.counts if plain else None)
    assert found.deals == wanted.deals
    assert found.method == "exhaustive"
    for seat in (0, 1):
        share = wanted.seats[seat]
        assert abs(found.equity[seat] - share.equity) < CLOSE
        assert abs(found.win[seat] - share.win) < CLOSE
        assert abs(found.tie[seat] - share.tie) < CLOSE
        assert_combos_equal(found.by_combo(seat), wanted.combos[seat])


def assert_combos_equal(frame, wanted: dict[Combo, oracle.Share]) -> None:
    rows = {tuple(sorted(parse_cards(row.combo))): row for row in frame.itertuples(index=False)}
    assert len(rows) == len(frame)
    assert set(rows) == set(wanted)
    for combo, share in wanted.items():
        row = rows[combo]
        for name in ("weight", "win", "tie", "equity"):
            assert abs(Fraction(getattr(row, name)) - getattr(share, name)) < CLOSE, (text_of(combo), name)


SLOW_SPOTS = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@given(spots(sizes=[3, 3, 4, 5]))
@settings(SLOW_SPOTS, max_examples=120)
def test_ranges_on_a_board(spot: Spot) -> None:
    assert_equal(spot)


@given(spots(sizes=[3, 4, 5], weighted=True))
@settings(SLOW_SPOTS, max_examples=60)
def test_weighted_ranges_on_a_board(spot: Spot) -> None:
    assert_equal(spot)


@given(
    spots(sizes=[3, 4, 5]),
    st.lists(st.floats(0.0, 1.0, exclude_min=True), min_size=8, max_size=8),
    st.lists(st.floats(0.0, 12.0), min_size=8, max_size=8),
)
@settings(SLOW_SPOTS, max_examples=60)
def test_any_weights_on_a_board(spot: Spot, mantissas: list[float], exponents: list[float]) -> None:
    """Weights of no round decimals, some of them a million millionth of others."""
    if not can_be_dealt(spot):
        return
    weights = [max(mantissa, 0.1) * 10.0**-exponent for mantissa, exponent in zip(mantissas, exponents, strict=True)]
    seats = [
        {combo: weights[(number + shift) % 8] for number, combo in enumerate(oracle.expand(text))}
        for shift, text in enumerate(spot.players)
    ]
    given_ranges = [he.Range.from_weights({text_of(combo): weight for combo, weight in seat.items()}) for seat in seats]
    found = he.equity(*given_ranges, board=text_of(spot.board), dead=text_of(spot.dead))
    exact = [{combo: Fraction(weight) for combo, weight in seat.items()} for seat in seats]
    wanted = oracle.equity(*exact, board=spot.board, dead=spot.dead)
    for seat in (0, 1):
        assert abs(found.equity[seat] - wanted.seats[seat].equity) < CLOSE
        assert abs(found.win[seat] - wanted.seats[seat].win) < CLOSE
        assert_combos_equal(found.by_combo(seat), wanted.combos[seat])


@given(spots(sizes=[4, 5], items=12, dead=6))
@settings(SLOW_SPOTS, max_examples=40)
def test_wider_ranges_on_turn_and_river(spot: Spot) -> None:
    assert_equal(spot)


@pytest.mark.slow
@given(spots(sizes=[3, 4, 5], weighted=True, items=8) | spots(sizes=[3, 4, 5], items=8))
@settings(SLOW_SPOTS, max_examples=400)
def test_many_ranges_on_a_board(spot: Spot) -> None:
    assert_equal(spot)


# ---------------------------------------------------------------------------- before the flop


def assert_counts_before_the_flop(spot: Spot) -> None:
    """As `assert_equal`, by the array brute force: it has millions of boards to deal."""
    if not can_be_dealt(spot):
        assert_cannot_be_dealt(spot)
        return
    found = play(spot)
    hero, villain = live(spot)
    wanted = boards.tally(hero, villain, dead=spot.dead)
    assert found.counts == wanted.counts
    assert found.deals == sum(wanted.counts)
    assert found.method == ("exhaustive" if spot.dead else "table")
    for seat, combos, axis in ((0, hero, 1), (1, villain, 0)):
        frame = found.by_combo(seat)
        rows = {tuple(sorted(parse_cards(row.combo))): row for row in frame.itertuples(index=False)}
        win, lose = (wanted.win, wanted.lose) if seat == 0 else (wanted.lose, wanted.win)
        for combo, won, tied, lost in zip(
            combos, win.sum(axis=axis), wanted.tie.sum(axis=axis), lose.sum(axis=axis), strict=True
        ):
            dealt = int(won + tied + lost)
            assert (combo in rows) == (dealt > 0)
            if dealt:
                assert abs(rows[combo].win - won / dealt) < CLOSE
                assert abs(rows[combo].tie - tied / dealt) < CLOSE
                assert abs(rows[combo].equity - (won + tied / 2) / dealt) < CLOSE


@given(spots(sizes=[0], items=1, dead=0))
@settings(SLOW_SPOTS, max_examples=8)
def test_before_the_flop(spot: Spot) -> None:
    assert_counts_before_the_flop(spot)


@given(spots(sizes=[0], items=1, dead=5))
@settings(SLOW_SPOTS, max_examples=12)
def test_before_the_flop_with_dead_cards(spot: Spot) -> None:
    assert_counts_before_the_flop(spot)


@pytest.mark.slow
@given(spots(sizes=[0], items=3, dead=0))
@settings(SLOW_SPOTS, max_examples=30)
def test_more_before_the_flop(spot: Spot) -> None:
    assert_counts_before_the_flop(spot)


@pytest.mark.slow
@given(spots(sizes=[0], items=2, dead=8))
@settings(SLOW_SPOTS, max_examples=60)
def test_more_before_the_flop_with_dead_cards(spot: Spot) -> None:
    assert_counts_before_the_flop(spot)


@given(ranges(weighted=True, items=2), ranges(weighted=True, items=2))
@settings(SLOW_SPOTS, max_examples=10)
def test_a_range_before_the_flop_is_the_mean_of_its_combos(hero: str, villain: str) -> None:
    """Ties the table's products to its single entries, which other tests tie to brute force."""
    spot = Spot((hero, villain), (), ())
    if not can_be_dealt(spot):
        assert_cannot_be_dealt(spot)
        return
    ours, theirs = (oracle.expand(text) for text in spot.players)
    total = [Fraction(0)] * 3
    for first, second in product(ours, theirs):
        if not set(first) & set(second):
            counts = he.equity(text_of(first), text_of(second)).counts
            weight = ours[first] * theirs[second]
            total = [so_far + weight * count for so_far, count in zip(total, counts, strict=True)]
    win, tie, lose = (part / sum(total) for part in total)
    found = play(spot)
    for seat, won in ((0, win), (1, lose)):
        assert abs(found.win[seat] - won) < CLOSE
        assert abs(found.tie[seat] - tie) < CLOSE
        assert abs(found.equity[seat] - (won + tie / 2)) < CLOSE


# ---------------------------------------------------------------------------- everything against everything


def assert_all_against_all(board: str, dead: str, seed: int) -> None:
    """Random weights on all combos; multiples of 1/256, so that sums of products are exact."""
    rng = np.random.default_rng(seed)
    shown, gone = oracle.cards(board), oracle.cards(dead)
    whole = [rng.integers(0, 257, 1326) * (rng.random(1326) < 0.7) for _ in range(2)]
    combos = list(oracle.COMBOS)
    wanted = boards.tally(combos, combos, shown, gone)
    place = {tuple(sorted(pair)): number for number, pair in enumerate(he.cards.COMBO_CARDS.tolist())}
    at = np.array([place[combo] for combo in combos])
    seats = []
    for part in whole:
        weights = np.zeros(1326)
        weights[at] = part / 256
        seats.append(he.Range.from_weights(weights))
    found = he.equity(*seats, board=board, dead=dead)
    win, tie, lose = (int(whole[0] @ part @ whole[1]) for part in (wanted.win, wanted.tie, wanted.lose))
    every = win + tie + lose
    assert abs(found.win[0] - Fraction(win, every)) < CLOSE
    assert abs(found.win[1] - Fraction(lose, every)) < CLOSE
    assert abs(found.tie[0] - Fraction(tie, every)) < CLOSE
    frame = found.by_combo(0)
    rows = {tuple(sorted(parse_cards(row.combo))): row for row in frame.itertuples(index=False)}
    won, tied, lost = (part @ whole[1] for part in (wanted.win, wanted.tie, wanted.lose))
    for number, combo in enumerate(combos):
        dealt = int(won[number] + tied[number] + lost[number])
        assert (combo in rows) == bool(dealt and whole[0][number])
        if combo in rows:
            assert rows[combo].weight == whole[0][number] / 256
            assert abs(rows[combo].win - Fraction(int(won[number]), dealt)) < CLOSE
            assert abs(rows[combo].tie - Fraction(int(tied[number]), dealt)) < CLOSE
    plain = he.equity("random", "random", board=board, dead=dead)
    assert plain.counts == wanted.counts


@pytest.mark.parametrize(
    ("board", "dead"),
    [("Ks7d2c9s", ""), ("KsQs7s2s", ""), ("7c7d2s2h", "AsAhTd"), ("Ks7d2c9s3h", ""), ("AsKsQsJsTs", "2c")],
)
def test_all_against_all(board: str, dead: str) -> None:
    assert_all_against_all(board, dead, seed=len(board))


@pytest.mark.slow
@pytest.mark.parametrize(("board", "dead"), [("Ks7d2c", ""), ("KsQs7s", "As2d"), ("7c7d7h", ""), ("JcTc9d", "2h")])
def test_all_against_all_on_a_flop(board: str, dead: str) -> None:
    assert_all_against_all(board, dead, seed=len(dead))


# ---------------------------------------------------------------------------- symmetry


@given(spots(sizes=[0, 3, 4, 5], weighted=True, items=20, dead=0) | spots(sizes=[3, 4, 5], items=20))
@settings(SLOW_SPOTS, max_examples=60)
def test_seats_may_be_swapped(spot: Spot) -> None:
    if not can_be_dealt(spot):
        assert_cannot_be_dealt(spot)
        return
    found = play(spot)
    swapped = play(Spot((spot.players[1], spot.players[0]), spot.board, spot.dead))
    assert found.counts == (swapped.counts and swapped.counts[::-1])
    assert found.deals == swapped.deals
    for name in ("equity", "win", "tie"):
        assert getattr(found, name) == pytest.approx(getattr(swapped, name)[::-1], abs=CLOSE)
    for seat in (0, 1):
        ours, theirs = found.by_combo(seat), swapped.by_combo(1 - seat)
        assert ours["combo"].tolist() == theirs["combo"].tolist()
        assert ours["equity"].to_numpy() == pytest.approx(theirs["equity"].to_numpy(), abs=CLOSE)


@given(
    spots(sizes=[0, 3, 4, 5], weighted=True, items=20, dead=0) | spots(sizes=[3, 4, 5], items=20),
    st.permutations(range(4)),
)
@settings(SLOW_SPOTS, max_examples=60)
def test_suits_may_be_renamed(spot: Spot, renaming: list[int]) -> None:
    if not can_be_dealt(spot):
        assert_cannot_be_dealt(spot)
        return
    found, renamed = play(spot), play(spot.renamed(renaming))
    assert found.counts == renamed.counts
    assert found.deals == renamed.deals
    for name in ("equity", "win", "tie"):
        assert getattr(found, name) == pytest.approx(getattr(renamed, name), abs=CLOSE)
    ours = {rename(parse_cards(row.combo), renaming): row.equity for row in found.by_combo(0).itertuples()}
    theirs = {tuple(parse_cards(row.combo)): row.equity for row in renamed.by_combo(0).itertuples()}
    ours, theirs = ({frozenset(combo): value for combo, value in part.items()} for part in (ours, theirs))
    assert ours == pytest.approx(theirs, abs=CLOSE)


@given(spots(sizes=[3, 4, 5], weighted=True, items=20), st.sampled_from([1, 2, 3, 7]))
@settings(SLOW_SPOTS, max_examples=30)
def test_threads_change_no_bit(spot: Spot, threads: int) -> None:
    if not can_be_dealt(spot):
        assert_cannot_be_dealt(spot)
        return
    found, again = play(spot), play(spot, threads=threads)
    for name in ("equity", "win", "tie"):
        assert getattr(found, name).tobytes() == getattr(again, name).tobytes()
    assert all(found.by_combo(seat).equals(again.by_combo(seat)) for seat in (0, 1))
