"""The text of a range: it parses back to the very floats, raises no warning, and is short."""

from __future__ import annotations

import timeit

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from holdem_eq.ranges import Range
from holdem_eq.ranges.starting_hands import HAND_OF_COMBO, HANDS

R20 = "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"
R40 = "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,87s,76s,65s,A2o+,K7o+,Q9o+,J9o+,T9o"
WIDE = "99-22,AQs-A8s,A5s-A4s,K9s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,AQo-AJo,KQo"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ""),
        ("random", "random"),
        ("*", "random"),
        ("AA:0", ""),
        ("AA,KK,QQ", "QQ+"),
        ("22+,A2s+", "22+,A2s+"),
        ("A2s+ 22+", "22+,A2s+"),
        ("22,33,44", "44-"),
        ("55-22", "55-"),
        ("99,88,77", "99-77"),
        ("AKs,AKo", "AK"),
        ("QQ+,AKs,AKo", "QQ+,AK"),
        ("A5s,A4s,A3s,A2s", "A5s-"),
        ("A9s,A8s,A7s", "A9s-A7s"),
        ("A9s,A8s", "A9s,A8s"),
        ("AKs,AQs", "AQs+"),
        ("Ax", "Ax"),
        ("Axs", "A2s+"),
        ("Kxs", "Kxs"),
        ("Ax!AA", "A2+"),
        ("A2s+,ATo+", "A2s+,AT+"),
        ("JTs,T9s,98s", "JTs-98s"),
        ("JTs,T9s", "JTs,T9s"),
        ("T9-54", "T9-54"),
        ("AhKh", "AhKh"),
        ("KhAh,AdKd", "AhKh,AdKd"),
        ("AKs!AhKh", "AKs!AhKh"),
        ("AsKs,AdKd,AcKc", "AKs!AhKh"),
        ("22+!55", "22+!55"),
        ("22+!5h5d", "22+!5h5d"),
        ("A2s+!A5s", "A2s+!A5s"),
        ("random!AA", "random!AA"),
        ("random!22+", "random!(22+)"),
        ("random!(KK+,AKs)", "random!(KK+,AKs)"),
        ("random!(AA,72o)", "random!AA!72o"),
        ("AK!AhKh", "AK!AhKh"),
        ("AT+!AsTd", "AT+!AsTd"),
        ("9x,Tx,Jx", "Jx,Tx,9x"),
        ("Ax,Kx,Qx,Jx", "Ax,Kx,Qx,Jx"),
        ("AhX", "AhX"),
        ("AhXh", "AhXh"),
        ("AhKx", "AhKx"),
        ("XhXh", "XhXh"),
        ("QQ:0.5", "QQ:0.5"),
        ("QQ:0.5,AKs:0.5", "0.5(QQ,AKs)"),
        ("QQ:0.5,AA,KK:0.25", "AA,QQ:0.5,KK:0.25"),
        ("[50]QQ,AK[/50],AA", "AA,0.5(QQ,AK)"),
        ("AKs:0.5!AhKh", "AKs:0.5!AhKh"),
        ("AA:1e-7", "AA:1e-07"),
        (f"AA:{1 / 3}", "AA:0.3333333333333333"),
        ("(22+,A2s+,AK)!AsX", "(22+,A2s+,AK)!AsX"),
        ("(AA,0.5(QQ,AK))!AsX", "(AA,0.5(QQ,AK))!AsX"),
    ],
)
def test_text(text: str, wanted: str) -> None:
    assert str(Range(text)) == wanted
    assert repr(Range(text)) == f"Range({wanted!r})"


@pytest.mark.parametrize(
    ("text", "cards", "wanted"),
    [
        ("random", "Ks7d2c", "random!KsX!7dX!2cX"),
        ("22+,A2s+,AKo", "As", "(22+,A2s+,AK)!AsX"),
        ("QQ+:0.5,AK", "QsKd", "(AK,QQ+:0.5)!KdX!QsX"),
        ("AA", "As", "AA!AsX"),
    ],
)
def test_missing_cards_are_named_once(text: str, cards: str, wanted: str) -> None:
    assert str(Range(text).without(cards)) == wanted


@pytest.mark.parametrize("text", [R20, R40, WIDE, "QQ+,AKs,AKo", "AK!AhKh", "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,ATo+,KJo+"])
def test_never_longer_than_what_people_write(text: str) -> None:
    found = str(Range(text))
    assert len(found) <= len(text)
    assert Range(found) == Range(text)


def test_percentages_are_written_as_hands() -> None:
    for percent in (3, 15, 30, 60, 90):
        assert "%" not in str(Range.top(percent))


# ---------------------------------------------------------------------------- properties


def assert_text_is_true(weights: np.ndarray) -> None:
    """A warning is an error in this suite, so this says, too, that none is raised."""
    found = Range.from_weights(weights)
    again = Range(str(found))
    assert again.weights.tobytes() == found.weights.tobytes()
    assert str(again) == str(found)


FLOATS = st.floats(0, 1) | st.sampled_from([0.0, 1.0, 0.5, 5e-324, 1 - 2**-53])


@settings(max_examples=40)
@given(st.lists(FLOATS, min_size=1, max_size=4), st.floats(0.05, 1), st.integers(0, 2**32))
def test_any_weights_by_combo(levels: list[float], share: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert_text_is_true(np.where(rng.random(1326) < share**3, rng.choice(levels, 1326), 0.0))


@settings(max_examples=80)
@given(st.lists(FLOATS, min_size=1, max_size=4), st.floats(0, 1), st.integers(0, 2**32))
def test_any_weights_by_starting_hand(levels: list[float], share: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert_text_is_true(np.where(rng.random(169) < share, rng.choice(levels, 169), 0.0)[HAND_OF_COMBO])


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=169, max_size=169),
    st.dictionaries(st.integers(0, 1325), FLOATS, max_size=6),
    st.sets(st.integers(0, 51), max_size=7),
)
@example(levels=[1.0] * 169, single={}, cards=set(range(7)))
@example(levels=[0.0, 1.0] + [0.0] * 167, single={}, cards={50})
def test_hands_with_single_combos_changed_and_cards_out(
    levels: list[float], single: dict[int, float], cards: set[int]
) -> None:
    weights = np.array(levels)[HAND_OF_COMBO]
    for combo, weight in single.items():
        weights[combo] = weight
    assert_text_is_true(np.array(Range.from_weights(weights).without(sorted(cards)).weights))


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_all_weights_different(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert_text_is_true(rng.random(1326))
    assert_text_is_true(rng.random(169)[HAND_OF_COMBO])


@settings(max_examples=60)
@given(st.lists(st.sampled_from(HANDS), max_size=25, unique=True))
def test_no_longer_than_the_list_of_hands(hands: list[str]) -> None:
    text = ",".join(hands)
    assert len(str(Range(text))) <= len(text)


def test_writing_takes_milliseconds() -> None:
    for text in (R20, R40, WIDE):
        weights = Range(text).weights
        assert min(timeit.repeat(lambda: str(Range.from_weights(weights)), number=1, repeat=5)) < 50e-3  # noqa: B023
