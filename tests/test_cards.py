"""Cards as text, ids and masks: every way to write them, and every way to get them wrong."""

from __future__ import annotations

import itertools
import random
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq import cards
from holdem_eq.cards import (
    COMBO_CARDS,
    COMBO_COUNT,
    FULL_DECK,
    combo_index,
    format_card,
    format_cards,
    mask_of,
    parse_card,
    parse_cards,
    rank_index,
    suit_index,
)
from holdem_eq.errors import CardParseError, DuplicateCardError

IDS = st.lists(st.integers(0, 51), unique=True, max_size=9)


# ---------------------------------------------------------------------------- layout


def test_ids_are_four_times_rank_plus_suit() -> None:
    assert (parse_card("2c"), parse_card("2d"), parse_card("2h"), parse_card("2s")) == (0, 1, 2, 3)
    assert (parse_card("3c"), parse_card("Ac"), parse_card("As")) == (4, 48, 51)
    for number, (rank, suit) in enumerate(itertools.product("23456789TJQKA", "cdhs")):
        assert parse_card(rank + suit) == number
        assert format_card(number) == rank + suit
        assert (rank_index(number), suit_index(number)) == divmod(number, 4)


def test_masks() -> None:
    assert mask_of([]) == 0
    assert mask_of(parse_cards("2cAs")) == 1 | 1 << 51
    assert mask_of(range(52)) == FULL_DECK == 2**52 - 1
    assert mask_of(np.array([51], dtype=np.uint8)) == 1 << 51


def test_combos_are_numbered_by_their_higher_card() -> None:
    assert COMBO_CARDS.shape == (COMBO_COUNT, 2)
    assert COMBO_COUNT == 1326
    assert not COMBO_CARDS.flags.writeable
    for number, (low, high) in enumerate(COMBO_CARDS.tolist()):
        assert low < high
        assert combo_index(low, high) == combo_index(high, low) == number


# ---------------------------------------------------------------------------- text


@pytest.mark.parametrize(
    "text",
    [
        "AsKdTh",
        "as kd th",
        "AS,KD,TH",
        "As, Kd,  10h",
        "aSkD10H",
        "A♠K♦T♥",
        "A♤ K♢ 10♡",
        "A♠️ K♦️ T♥️",
        " ,AsKdTh\n",
        "\tAs\tKd\nTh",
    ],
)
def test_ways_to_write_cards(text: str) -> None:
    assert parse_cards(text) == (51, 45, 34)


@pytest.mark.parametrize("text", ["", "   ", ",", " \n\t"])
def test_no_cards_is_no_error(text: str) -> None:
    assert parse_cards(text) == ()
    assert parse_cards([]) == ()


@pytest.mark.parametrize(
    "given_cards",
    [
        ["As", "Kd", "Th"],
        ("As", 45, "10h"),
        [51, 45, 34],
        np.array([51, 45, 34], dtype=np.uint8),
        np.array([51, 45, 34], dtype=">i8"),
        [np.int32(51), np.uint64(45), " Th "],
        iter(["As", "Kd", "Th"]),
    ],
    ids=["texts", "mixed", "ids", "uint8", "big-endian", "scalars", "iterator"],
)
def test_sequences_of_cards(given_cards) -> None:
    found = parse_cards(given_cards)
    assert found == (51, 45, 34)
    assert {type(card) for card in found} == {int}


def test_one_id_is_a_card() -> None:
    assert parse_cards(51) == (51,)
    assert parse_card(np.uint8(51)) == 51


@given(IDS)
def test_format_and_parse_are_inverse(ids: list[int]) -> None:
    assert parse_cards(format_cards(ids)) == tuple(ids)
    assert parse_cards([format_card(card) for card in ids]) == tuple(ids)


@given(IDS, st.randoms(use_true_random=False))
def test_any_spelling_is_the_same_card(ids: list[int], rng: random.Random) -> None:
    symbols = {"c": "c♣♧C", "d": "d♦♢D", "h": "h♥♡H", "s": "s♠♤S"}
    words = []
    for card in ids:
        rank, suit = format_card(card)
        rank = rng.choice(["T", "t", "10"]) if rank == "T" else rng.choice([rank, rank.lower()])
        words.append(rank + rng.choice(symbols[suit]))
    text = "".join(word + rng.choice(["", " ", ",", ", ", "\n"]) for word in words)
    assert parse_cards(text) == tuple(ids)


# ---------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("text", "word", "column"),
    [
        ("AsKx", "'Kx'", 3),
        ("Xs", "'Xs'", 1),
        ("As 1h", "'1h'", 4),
        ("As K", "'K'", 4),
        ("As  Kd 11h", "'11'", 8),
        ("10x", "'10x'", 1),
        ("AsKd;Qh", "';Q'", 5),
        ("♠A", "'♠A'", 1),
        ("As-Kd", "'-K'", 3),
        ("AsKdQ", "'Q'", 5),
    ],
)
def test_nonsense_is_quoted_with_its_column(text: str, word: str, column: int) -> None:
    with pytest.raises(CardParseError) as caught:
        parse_cards(text)
    assert caught.value.column == column
    assert word in str(caught.value)
    assert repr(text) in str(caught.value)
    assert f"column {column}" in str(caught.value)


@pytest.mark.parametrize(
    ("items", "column"),
    [
        ([52], 1),
        ([0, -1], 2),
        ([0, 1, 1.0], 3),
        ([0, True], 2),
        ([np.bool_(False)], 1),
        ([None], 1),
        ([0, "AsKs"], 2),
        ([0, ""], 2),
        (np.array([0.0, 1.0]), 1),
        ([2**70], 1),
        ([[0, 1]], 1),
    ],
    ids=repr,
)
def test_nonsense_in_a_sequence_is_named_by_its_place(items, column: int) -> None:
    with pytest.raises(CardParseError) as caught:
        parse_cards(items)
    assert caught.value.column == column
    assert f"item {column} " in str(caught.value)


def test_text_inside_a_sequence_that_is_no_card() -> None:
    with pytest.raises(CardParseError, match="'Kx'"):
        parse_cards(["As", "Kx"])


@pytest.mark.parametrize("nothing", [None, 1.5, object()])
def test_what_is_no_sequence_and_no_card(nothing) -> None:
    with pytest.raises(CardParseError):
        parse_cards(nothing)


def test_a_long_input_is_quoted_in_short() -> None:
    with pytest.raises(CardParseError) as caught:
        parse_cards([0] * 1000 + ["Kx", 52])
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("given_cards", "places"),
    [
        ("AsAs", "1 and 2"),
        ("AsKdA♠", "1 and 3"),
        (["As", 51], "1 and 2"),
        ([3, 7, 11, 7], "2 and 4"),
        ("10hTh", "1 and 2"),
    ],
)
def test_a_card_twice(given_cards, places: str) -> None:
    with pytest.raises(DuplicateCardError, match=f"cards {places}") as caught:
        parse_cards(given_cards)
    assert repr(given_cards) in str(caught.value)


@pytest.mark.parametrize("text", ["", "AsKd"])
def test_parse_card_wants_exactly_one(text: str) -> None:
    with pytest.raises(CardParseError, match="exactly one"):
        parse_card(text)


@given(st.text(max_size=8) | st.text("0123AKQTakt10cdhsSH♠♥ſ\u212a ,;", max_size=8))
def test_any_text_is_cards_or_an_error_of_ours(text: str) -> None:
    with suppress(CardParseError, DuplicateCardError):
        assert all(0 <= card < 52 for card in parse_cards(text))


@pytest.mark.parametrize("text", ["Aſ", "\u212as"], ids=["long s", "kelvin sign"])
def test_letters_that_only_case_folding_makes_cards(text: str) -> None:
    with pytest.raises(CardParseError, match="column 1"):
        parse_cards(text)


def test_all_names_exist() -> None:
    assert all(hasattr(cards, name) for name in cards.__all__)
