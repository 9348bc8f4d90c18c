"""Hands of five, six and seven cards: one at a time, many at once, and inside the user's own kernel."""

from __future__ import annotations

import csv
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import holdem_eq as he
from holdem_eq.errors import CardParseError, DuplicateCardError, HoldemError
from tests import oracle

DATA = Path(__file__).resolve().parents[1] / "data"
SIZES = {5: "five", 6: "six", 7: "seven"}
HANDS = st.integers(5, 7).flatmap(lambda size: st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))


def random_hands(size: int, count: int, seed: int = 0, dtype: npt.DTypeLike = np.uint8) -> npt.NDArray:
    order = np.random.default_rng(seed).random((count, 52)).argsort(axis=1)
    return np.ascontiguousarray(order[:, :size].astype(dtype))


def golden(size: int) -> tuple[list[int], int]:
    """The hands in each category, and how many ranks there are."""
    with (DATA / "counts/categories.tsv").open(encoding="utf-8", newline="") as file:
        counts = [int(row[SIZES[size]]) for row in csv.DictReader(file, delimiter="\t")]
    with (DATA / "counts/distinct.tsv").open(encoding="utf-8", newline="") as file:
        distinct = {row["what"]: int(row["count"]) for row in csv.DictReader(file, delimiter="\t")}
    return counts, distinct[f"hand ranks of {SIZES[size]} cards"]


# ---------------------------------------------------------------------------- one hand


@given(HANDS)
@settings(max_examples=200)
def test_a_hand_is_what_the_definition_says(hand: list[int]) -> None:
    rank = he.evaluate(hand)
    assert rank.class_number == oracle.class_number(hand)
    assert int(rank.category) == oracle.rank_hand(hand)[0]
    assert str(rank.category) == oracle.CATEGORIES[rank.category - 1]
    assert frozenset(oracle.cards(rank.best_five)) in oracle.best_fives(hand)


@given(HANDS, HANDS)
@settings(max_examples=200)
def test_order_is_the_order_of_poker(first: list[int], second: list[int]) -> None:
    a, b = he.evaluate(first), he.evaluate(second)
    ours, theirs = oracle.rank_hand(first), oracle.rank_hand(second)
    assert (a > b, a == b, a < b) == (ours > theirs, ours == theirs, ours < theirs)


@given(HANDS, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_neither_order_nor_suit_names_matter(hand: list[int], renaming: list[int], rng: random.Random) -> None:
    renamed = [card // 4 * 4 + renaming[card % 4] for card in hand]
    rng.shuffle(renamed)
    assert he.evaluate(renamed) == he.evaluate(hand)


@given(HANDS)
def test_the_best_five_are_worth_the_hand(hand: list[int]) -> None:
    rank = he.evaluate(hand)
    again = he.evaluate(rank.best_five)
    assert again == rank
    assert again.best_five == rank.best_five
    assert str(again) == str(rank)


def test_the_rank_layout() -> None:
    rank = he.evaluate("AsKsQsJsTs2c2d")
    assert isinstance(rank, int)
    assert isinstance(rank, he.HandRank)
    assert 0 < rank < 2**16
    for hand, category in (("7c5d4h3s2c", 1), ("2c2d3c4c5c", 2), ("AsKsQsJsTs", 9)):
        assert he.evaluate(hand) >> 12 == category
    assert list(he.Category) == list(range(1, 10))
    assert [str(category) for category in he.Category] == list(oracle.CATEGORIES)
    assert he.Category.HIGH_CARD == 1
    assert he.Category.STRAIGHT_FLUSH == 9
    assert he.evaluate("2c2d3c3d4c").category is he.Category.TWO_PAIR


def test_every_class_number_comes_once_and_downwards() -> None:
    by_class = {oracle.class_number(hand): he.evaluate(hand) for hand in hand_of_each_class()}
    assert sorted(by_class) == list(range(1, 7463))
    ranks = [int(by_class[number]) for number in sorted(by_class)]
    assert ranks == sorted(set(ranks), reverse=True)
    assert [by_class[number].class_number for number in sorted(by_class)] == list(range(1, 7463))
    assert len({str(rank) for rank in by_class.values()}) == 7462, "two ranks have the same words"


def hand_of_each_class() -> list[list[int]]:
    hands = []
    for ranks in oracle.rank_multisets(5):
        seen: Counter[int] = Counter()
        hand = []
        for place, rank in enumerate(ranks):
            copies = ranks.count(rank)
            hand.append(4 * rank + (seen[rank] if copies > 1 else place % 2))
            seen[rank] += 1
        hands.append(hand)
        if len(set(ranks)) == 5:
            hands.append([4 * rank for rank in ranks])
    return hands


@pytest.mark.parametrize(
    ("hand", "ranks"),
    [
        ("Ts9s8s7s6s5s4s", "T9876"),
        ("Ah2h3h4h5hKdKc", "5432A"),
        ("2s2c2d7c7d7h7s", "77772"),
        ("2s2c2d7c7d7hKs", "77722"),
        ("2d3d5d7d9dKdAs", "K9753"),
        ("Ah2c3d4s5hKdKc", "5432A"),
        ("2c7c7d7hKsQs3d", "777KQ"),
        ("2cQdQhKdKsAdAs", "AAKKQ"),
        ("9hAs2c2dKs7d5h", "22AK9"),
        ("2c3dQh7s9cJd4h", "QJ974"),
    ],
)
def test_best_five_is_written_best_card_first(hand: str, ranks: str) -> None:
    found = he.evaluate(hand).best_five
    assert found[::2] == ranks
    assert frozenset(oracle.cards(found)) in oracle.best_fives(oracle.cards(hand))


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("AsAdKsKdQhQd2c", "two pair, aces and kings, queen kicker"),
        ("6s6d5s5dTc", "two pair, sixes and fives, ten kicker"),
    ],
)
def test_words(hand: str, words: str) -> None:
    assert str(he.evaluate(hand)) == words


@pytest.mark.parametrize("category", range(1, 10))
def test_words_begin_with_the_category(category: int) -> None:
    hands = ["7c5d4h3s2c", "2c2d5h4s3c", "2c2d3c3d4h", "2c2d2h5c4d", "6c5d4h3s2c", "7c5c4c3c2c", "2c2d2h3c3d"]
    hands += ["2c2d2h2s3c", "6c5c4c3c2c"]
    assert str(he.evaluate(hands[category - 1])).startswith(oracle.CATEGORIES[category - 1])


def test_ranks_pass_between_processes_and_compare_with_ints() -> None:
    rank = he.evaluate("AsAdKsKdQhQd2c")
    copied = pickle.loads(pickle.dumps(rank))
    assert copied == rank == int(rank)
    assert type(copied) is he.HandRank
    assert (copied.category, copied.class_number, copied.best_five) == (
        rank.category,
        rank.class_number,
        rank.best_five,
    )
    assert len({rank, copied, int(rank)}) == 1


@pytest.mark.parametrize(
    "hand",
    ["As Ks Qs Js Ts", "a♠,k♠,q♠,j♠,10♠", ["As", "Ks", 43, "Js", 35], np.array([51, 47, 43, 39, 35], dtype=np.uint8)],
    ids=["text", "symbols", "mixed", "array"],
)
def test_any_way_to_write_cards(hand) -> None:
    assert he.evaluate(hand).class_number == 1


@pytest.mark.parametrize("hand", ["", "As", "AsKsQsJs", "AsKsQsJsTs9s8s7s", list(range(52)), []])
def test_the_number_of_cards(hand) -> None:
    with pytest.raises(HoldemError, match="5, 6 or 7"):
        he.evaluate(hand)


def test_cards_that_are_none() -> None:
    with pytest.raises(CardParseError) as caught:
        he.evaluate("AsKsQsJsXs")
    assert caught.value.column == 9
    with pytest.raises(CardParseError):
        he.evaluate([0, 1, 2, 3, 52])
    with pytest.raises(DuplicateCardError):
        he.evaluate("AsKsQsJsAs")


# ---------------------------------------------------------------------------- many hands


@pytest.mark.parametrize("size", [5, 6, 7])
def test_many_are_what_one_is(size: int) -> None:
    hands = random_hands(size, 500, seed=size)
    found = he.evaluate_many(hands)
    assert found.dtype == np.uint16
    assert found.shape == (500,)
    assert found.tolist() == [int(he.evaluate(hand)) for hand in hands]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_many_are_what_the_definition_says(size: int) -> None:
    hands = random_hands(size, 30_000, seed=size)
    assert_ranks_are_classes(he.evaluate_many(hands), hands)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_flushes_are_what_the_definition_says(size: int) -> None:
    rng = np.random.default_rng(size)
    count = 10_000
    suited = 4 * rng.random((count, 13)).argsort(axis=1)[:, :5] + rng.integers(0, 4, (count, 1))
    order = rng.random((count, 52))
    np.put_along_axis(order, suited, -1.0, axis=1)
    hands = order.argsort(axis=1)[:, :size].astype(np.uint8)
    hands = rng.permuted(hands, axis=1)
    found = he.evaluate_many(hands)
    assert set(np.unique(found >> 12).tolist()) <= {6, 9}
    assert_ranks_are_classes(found, hands)


def assert_ranks_are_classes(found: npt.NDArray, hands: npt.NDArray) -> None:
    """Equal classes have equal ranks, better classes higher ones."""
    classes = np.array([oracle.SHOWDOWN.class_number(hand) for hand in hands.tolist()])
    order = np.lexsort((found, -classes))
    ranks, classes = found[order].astype(int), classes[order]
    steps = np.diff(ranks)
    assert (steps[np.diff(classes) == 0] == 0).all()
    assert (steps[np.diff(classes) != 0] > 0).all()
    assert [oracle.category_of_class(number) for number in classes.tolist()] == (ranks >> 12).tolist()


def count_all(size: int) -> npt.NDArray:
    """How many of the C(52, size) hands have each rank: to every five cards all that come behind are added."""
    fives = np.array(list(combinations(range(52), 5)), dtype=np.uint8)
    counts = np.zeros(1 << 16, dtype=np.int64)
    for highest in range(4, 57 - size):
        own = fives[fives[:, 4] == highest]
        behind = list(combinations(range(highest + 1, 52), size - 5))
        added = np.array(behind, dtype=np.uint8).reshape(len(behind), size - 5)
        for part in np.array_split(own, 1 + len(own) * len(added) // 4_000_000):
            hands = np.empty((len(part), len(added), size), dtype=np.uint8)
            hands[:, :, :5] = part[:, None, :]
            hands[:, :, 5:] = added[None, :, :]
            counts += np.bincount(he.evaluate_many(hands).ravel(), minlength=1 << 16)
    return counts


@pytest.mark.parametrize("size", [5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_all_hands(size: int) -> None:
    counts = count_all(size)
    categories, distinct = golden(size)
    assert counts.sum() == comb(52, size)
    assert counts.reshape(16, 1 << 12).sum(axis=1).tolist() == [0, *categories, *[0] * 6]
    assert np.count_nonzero(counts) == distinct
    by_rank = counts[counts > 0][::-1].tolist()
    assert by_rank == [found for _, found in sorted(oracle.class_counts(size).items())]


# ---------------------------------------------------------------------------- arrays of every kind


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("shape", [(), (1,), (0,), (24,), (2, 3, 4), (0, 3), (3, 0), (1, 1, 1, 1)])
def test_any_leading_shape(size: int, shape: tuple[int, ...]) -> None:
    count = int(np.prod(shape))
    flat = random_hands(size, count, seed=1)
    found = he.evaluate_many(flat.reshape(*shape, size))
    assert np.shape(found) == shape
    assert found.dtype == np.uint16
    assert np.ravel(found).tolist() == [int(he.evaluate(hand)) for hand in flat]


@pytest.mark.parametrize(
    "dtype", ["u1", "i1", "<u2", ">u2", "<i2", ">i2", "<i4", ">i4", "<u4", ">u4", "<i8", ">i8", "<u8", ">u8"]
)
@pytest.mark.parametrize("validate", [True, False])
def test_any_integer_type(dtype: str, validate: bool) -> None:
    hands = random_hands(7, 200, seed=2)
    assert np.array_equal(he.evaluate_many(hands.astype(dtype), validate=validate), he.evaluate_many(hands))


def test_lists_and_tuples() -> None:
    hands = random_hands(5, 6, seed=3)
    assert np.array_equal(he.evaluate_many(hands.tolist()), he.evaluate_many(hands))
    assert np.array_equal(he.evaluate_many(tuple(map(tuple, hands.tolist()))), he.evaluate_many(hands))


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize(
    "layout", ["fortran", "every other row", "every other column", "backwards", "columns backwards"]
)
def test_any_strides(layout: str, size: int, validate: bool) -> None:
    hands = random_hands(size, 300, seed=4)
    wide = np.full((600, 2 * size), 77, dtype=np.uint8)
    views = {
        "fortran": lambda: np.asfortranarray(hands),
        "every other row": lambda: put(wide[::2, :size], hands),
        "every other column": lambda: put(wide[:300, ::2], hands),
        "backwards": lambda: put(wide[:300, :size][::-1], hands),
        "columns backwards": lambda: put(wide[:300, :size][:, ::-1], hands),
    }
    view = views[layout]()
    assert not view.flags.c_contiguous
    assert np.array_equal(view, hands)
    assert np.array_equal(he.evaluate_many(view, validate=validate), he.evaluate_many(hands))


def put(view: npt.NDArray, values: npt.NDArray) -> npt.NDArray:
    view[...] = values
    return view


def test_a_broadcast_view() -> None:
    hand = np.array([51, 47, 43, 39, 35], dtype=np.int64)
    view = np.broadcast_to(hand, (4, 3, 5))
    assert np.unique(he.evaluate_many(view)).tolist() == [int(he.evaluate(hand))]


@pytest.mark.parametrize("validate", [True, False])
def test_read_only_input_is_read_and_left_alone(validate: bool) -> None:
    hands = random_hands(7, 100, seed=5)
    kept = hands.copy()
    hands.flags.writeable = False
    assert np.array_equal(he.evaluate_many(hands, validate=validate), he.evaluate_many(kept))
    assert np.array_equal(hands, kept)


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("count", [0, 1, 1000, 300_001])
def test_threads_change_nothing(threads: int, count: int) -> None:
    hands = random_hands(7, min(count, 2000), seed=6)
    hands = np.resize(hands, (count, 7))
    assert np.array_equal(he.evaluate_many(hands, threads=threads), he.evaluate_many(hands))


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_are_one_or_more(threads: int) -> None:
    with pytest.raises(ValueError, match="threads"):
        he.evaluate_many(random_hands(7, 3), threads=threads)


# ---------------------------------------------------------------------------- out


def test_out_is_filled_and_returned() -> None:
    hands = random_hands(7, 12, seed=7).reshape(3, 4, 7)
    out = np.zeros((3, 4), dtype=np.uint16)
    assert he.evaluate_many(hands, out=out) is out
    assert np.array_equal(out, he.evaluate_many(hands))


def test_out_may_be_strided() -> None:
    hands = random_hands(7, 12, seed=8)
    wide = np.full(24, 7, dtype=np.uint16)
    out = wide[::2]
    assert he.evaluate_many(hands, out=out) is out
    assert np.array_equal(out, he.evaluate_many(hands))
    assert (wide[1::2] == 7).all()


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(11, dtype=np.uint16),
        np.zeros(13, dtype=np.uint16),
        np.zeros((12, 1), dtype=np.uint16),
        np.zeros((3, 4), dtype=np.uint16),
        np.zeros(12, dtype=np.int16),
        np.zeros(12, dtype=np.uint32),
        np.zeros(12, dtype=np.float64),
        [0] * 12,
    ],
    ids=lambda out: f"{getattr(out, 'shape', 'list')}-{getattr(out, 'dtype', '')}",
)
def test_out_of_another_kind(out) -> None:
    with pytest.raises((TypeError, ValueError), match="out"):
        he.evaluate_many(random_hands(7, 12), out=out)


def test_out_that_is_read_only() -> None:
    out = np.zeros(12, dtype=np.uint16)
    out.flags.writeable = False
    with pytest.raises((TypeError, ValueError)):
        he.evaluate_many(random_hands(7, 12), out=out)
    assert not out.any()


# ---------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize("value", [52, 255, -1, 300, 2**40, -(2**40)])
@pytest.mark.parametrize("count", [5, 300_000])
def test_an_id_outside_the_deck_is_named_by_its_row(value: int, count: int) -> None:
    hands = np.resize(random_hands(7, 1000, seed=9, dtype=np.int64), (count, 7))
    hands[count - 2, 3] = value
    with pytest.raises(CardParseError, match=rf"\b{count - 2}\b") as caught:
        he.evaluate_many(hands)
    assert str(value) in str(caught.value)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.uint64, np.dtype(">i4")])
def test_an_id_outside_the_deck_whatever_the_type(dtype) -> None:
    hands = random_hands(7, 20, seed=9, dtype=dtype)
    hands[4, 6] = 52
    with pytest.raises(CardParseError, match=r"\b4\b"):
        he.evaluate_many(hands)


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("count", [5, 300_000])
def test_a_card_twice_is_named_by_its_row(size: int, count: int) -> None:
    hands = np.resize(random_hands(size, 1000, seed=10), (count, size))
    hands[count - 2, size - 1] = hands[count - 2, 0]
    with pytest.raises(DuplicateCardError, match=rf"\b{count - 2}\b"):
        he.evaluate_many(hands)


@given(st.integers(5, 7), st.data())
@settings(max_examples=50)
def test_every_pair_of_places_is_looked_at(size: int, data: st.DataObject) -> None:
    hand = data.draw(st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))
    first, second = data.draw(st.lists(st.integers(0, size - 1), min_size=2, max_size=2, unique=True))
    hand[second] = hand[first]
    with pytest.raises(DuplicateCardError):
        he.evaluate_many(np.array([hand], dtype=np.uint8))
    with pytest.raises(DuplicateCardError):
        he.evaluate(hand)


@pytest.mark.parametrize("shape", [(5, 4), (5, 8), (5, 0), (4,), (), (0,)])
def test_the_last_axis_is_five_to_seven_cards(shape: tuple[int, ...]) -> None:
    with pytest.raises(HoldemError, match="5, 6 or 7"):
        he.evaluate_many(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.bool_, np.complex128, object, "U2", "M8[s]"])
def test_only_integers_are_ids(dtype) -> None:
    hands = random_hands(7, 4).astype(np.int64).astype(dtype)
    with pytest.raises((TypeError, HoldemError), match="integer"):
        he.evaluate_many(hands)


def test_unchecked_nonsense_gets_some_number_and_nothing_worse() -> None:
    """In a process of its own, since the worse is a crash."""
    program = """
import numpy as np
import holdem_eq as he
rng = np.random.default_rng(0)
for size in (5, 6, 7):
    hands = rng.integers(0, 256, (200_000, size), dtype=np.uint8)
    hands[::2, :5] = 4 * (hands[::2, :5] % 13) + hands[::2, 4:5] % 4
    twice = rng.integers(0, 52, (200_000, size), dtype=np.uint8) // 8
    for cards in (hands, twice, hands.astype(np.int64) - 128, np.full((9, size), 2**62)):
        assert he.evaluate_many(cards, validate=False).shape == (len(cards),)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------------------- inside the user's own kernel


@pytest.fixture(scope="module")
def rank_all():
    """Kernels as a user writes them: a loop over rows, the rank function called in it."""
    numba = pytest.importorskip("numba")
    rank5, rank6, rank7 = he.kernels.rank5, he.kernels.rank6, he.kernels.rank7

    @numba.njit
    def rows(hands, tables, out):
        for row in range(len(hands)):
            out[row] = rank7(hands[row], tables)

    @numba.njit
    def tuples(hand, tables):
        a, b, c, d, e, f, g = hand
        return rank5((a, b, c, d, e), tables), rank6((a, b, c, d, e, f), tables), rank7((a, b, c, d, e, f, g), tables)

    return rows, tuples


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_rank7_of_rows_in_a_kernel(rank_all, dtype) -> None:
    hands = random_hands(7, 1000, seed=11)
    out = np.zeros(1000, dtype=np.uint16)
    rank_all[0](hands.astype(dtype), he.rank_tables(), out)
    assert np.array_equal(out, he.evaluate_many(hands))


def test_ranks_of_tuples_in_a_kernel(rank_all) -> None:
    for hand in [(51, 47, 43, 39, 35, 0, 1), (0, 1, 10, 20, 30, 40, 51), (0, 4, 8, 12, 48, 13, 20)]:
        found = rank_all[1](hand, he.rank_tables())
        assert found == tuple(int(he.evaluate(hand[:size])) for size in (5, 6, 7))
        assert found == tuple(int(found[n]) for n in range(3))
