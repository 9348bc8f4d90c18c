"""Next cards, distributions and kinds of hands against brute force that shares no code with them."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import holdem_eq as he
from holdem_eq.analysis import (
    categories_by_combo,
    category_distribution,
    equity_by_next_card,
    equity_distribution,
)
from holdem_eq.analysis.hand_kinds import DETAILS, DRAWS, draw, made_hand
from tests import oracle, oracle_categories

SPOTS = [
    (("QQ+", "AhKh"), "Kd7h2h", ""),
    (("QQ+:0.5,AKs", "JTs,AKo:0.25"), "Ks9d8s", "Kd 2c"),
    (("AA,T9s", "AKs"), "As9h4c2d", ""),
    (("AsAh,KK", "QQ,AKs:0.3", "JTs"), "Qs9d2c5h", "3c"),
    (("AhAs", "KhKs", "QhQs:0.5,JhJs"), "Th8h2c", ""),
]
"""Players, board, dead cards."""


@pytest.mark.parametrize(("players", "board", "dead"), SPOTS)
def test_next_card_is_what_dealing_it_gives(players: tuple[str, ...], board: str, dead: str) -> None:
    ranges = [oracle.expand(text) for text in players]
    known, gone = oracle.cards(board), oracle.cards(dead)
    expected = {}
    for card in set(oracle.DECK) - {*known, *gone}:
        weight = _joint_weight(ranges, {*known, *gone, card})
        if weight:
            seats = oracle.equity(*ranges, board=(*known, card), dead=gone).seats
            expected[oracle.text_of([card])] = (weight, [seat.equity for seat in seats])
    total = sum(weight for weight, _ in expected.values())
    frame = equity_by_next_card(*players, board=board, dead=dead)
    assert set(frame["card"]) == set(expected)
    assert frame["card"].is_unique
    for row in frame.to_dict("records"):
        weight, shares = expected[row["card"]]
        assert row["weight"] == pytest.approx(float(weight / total), abs=1e-12)
        assert [row[f"equity_{seat}"] for seat in range(len(players))] == pytest.approx(list(map(float, shares)))


def _joint_weight(ranges: list[dict[oracle.Combo, Fraction]], known: set[int]) -> Fraction:
    """The weight of all deals of hole cards that avoid known cards."""
    if not ranges:
        return Fraction(1)
    return sum(
        (
            weight * _joint_weight(ranges[1:], known | set(combo))
            for combo, weight in ranges[0].items()
            if not known & set(combo)
        ),
        Fraction(0),
    )


@pytest.mark.parametrize(("players", "board", "dead"), SPOTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_next_card_means_are_the_equities_now(players: tuple[str, ...], board: str, dead: str, seat: int) -> None:
    now = he.equity(*players, board=board, dead=dead).equity
    frame = equity_by_next_card(*players, board=board, dead=dead, seat=seat)
    columns = [f"equity_{number}" for number in range(len(players))]
    assert frame["weight"].sum() == pytest.approx(1.0)
    assert frame["weight"].to_numpy() @ frame[columns].to_numpy() == pytest.approx(now, abs=1e-12)
    assert frame[columns].sum(axis=1).to_numpy() == pytest.approx(np.ones(len(frame)))
    assert frame["change"].to_numpy() == pytest.approx(frame[columns[seat]].to_numpy() - now[seat], abs=1e-12)
    assert frame[columns[seat]].is_monotonic_decreasing


def test_next_card_does_not_depend_on_threads() -> None:
    one, two = (equity_by_next_card("20%", "30%:0.3", board="Kd7h2h", threads=threads) for threads in (1, 2))
    pd.testing.assert_frame_equal(one, two, check_exact=True)


def test_next_card_refuses() -> None:
    for board in ("", "Kd7h2h3c4c"):
        with pytest.raises(he.BoardSizeError, match="give a flop or a turn"):
            equity_by_next_card("AA", "KK", board=board)
    for seat in (-1, 2, True, 1.0):
        with pytest.raises(he.HoldemError, match="give 0 to 1"):
            equity_by_next_card("AA", "KK", board="Qd7h2h", seat=seat)  # type: ignore[arg-type]
    with pytest.raises(he.NoValidDealError, match="widen a range"):
        equity_by_next_card("AsAh,AsAd", "AsAc,AsKs", board="Qd7h2h")
    with pytest.raises(he.HoldemError, match=r"takes about .* seconds; .* max_work="):
        equity_by_next_card(*4 * ["random"], board="Qd7h2h")
    with pytest.raises(he.DuplicateCardError):
        equity_by_next_card("AsAh", "KK", board="As7h2h")


# ---------------------------------------------------------------------------- distribution


@pytest.mark.parametrize(
    ("hero", "villain", "board", "dead"),
    [
        ("QQ+:0.5,AKs", "JTs,AKo:0.25,QQ", "Ks9d8s", "Kd 2c"),
        ("AA,T9s,72o", "AKs,99", "As9h4c2d", ""),
        ("AA,KQs,T9s:0.1", "AKs,99,A2s", "As9h4c2dTd", "Kh"),
        ("AsAh,KsKh", "AsAd,QsQd:0.5", "2s3s4d", ""),
    ],
)
def test_distribution_is_brute_force_combo_by_combo(hero: str, villain: str, board: str, dead: str) -> None:
    ranges = [oracle.expand(hero), oracle.expand(villain)]
    shown = {*oracle.cards(board), *oracle.cards(dead)}
    found = oracle.equity(*ranges, board=oracle.cards(board), dead=oracle.cards(dead))
    frame = equity_distribution(hero, villain, board, dead)
    for seat in (0, 1):
        side = frame[frame["seat"] == seat]
        total = _joint_weight(ranges, shown)
        assert {tuple(sorted(oracle.cards(text))) for text in side["combo"]} == set(found.combos[seat])
        for row in side.to_dict("records"):
            combo = tuple(sorted(oracle.cards(row["combo"])))
            share = ranges[seat][combo] * _joint_weight([ranges[1 - seat]], shown | set(combo)) / total
            assert row["equity"] == pytest.approx(float(found.combos[seat][combo].equity), abs=1e-12)
            assert row["weight"] == float(ranges[seat][combo])
            assert row["share"] == pytest.approx(float(share), abs=1e-12)
            assert row["combo"] in he.Range(row["hand"])
        assert side["equity"].is_monotonic_decreasing
        assert side["cumulative"].to_numpy() == pytest.approx(side["share"].cumsum().to_numpy())
        assert side["cumulative"].iloc[-1] == 1.0
        assert side["share"] @ side["equity"] == pytest.approx(float(found.seats[seat].equity), abs=1e-12)


def test_distribution_before_the_flop_means_the_equity() -> None:
    frame = equity_distribution("QQ+,AKs:0.5", "TT+,KQs")
    now = he.equity("QQ+,AKs:0.5", "TT+,KQs").equity
    means = [frame[frame["seat"] == seat].eval("share * equity").sum() for seat in (0, 1)]
    assert means == pytest.approx(now)


def test_distribution_refuses() -> None:
    with pytest.raises(he.NoValidDealError):
        equity_distribution("AsAh,AsAd", "AsAc,AsKs")
    with pytest.raises(he.DuplicateCardError):
        equity_distribution("AsAh", "AsAc")


# ---------------------------------------------------------------------------- kinds of hands


def test_oracle_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(oracle_categories.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"__future__", "collections", "collections.abc", "itertools", "tests.oracle"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


@pytest.mark.parametrize(
    ("own", "board", "category", "detail", "drawing"),
    [
        ("AsKs", "Kd7s2s", "pair", "top pair", "flush draw"),
        ("AsAd", "Kd7s2d", "pair", "overpair", "backdoor flush draw"),
        ("QcQd", "Kh7s2s", "pair", "middle pocket pair", "no draw"),
        ("6c6d", "Kh9s7s", "pair", "underpair", "no draw"),
        ("9c8d", "KhTs9s7c", "pair", "middle pair", "open-ended"),
        ("Jc8d", "KhTs9s2c", "high card", "queen high or lower", "open-ended"),
        ("Ac2d", "Kh7s2s", "pair", "bottom pair", "no draw"),
        ("AcQd", "KhKs2s", "pair", "on the board", "no draw"),
        ("7c7d", "Kh7s2s", "three of a kind", "set", "no draw"),
        ("Ac7d", "7h7s2s", "three of a kind", "trips", "no draw"),
        ("AcQd", "7h7s7c", "three of a kind", "on the board", "no draw"),
        ("Kc7d", "Kh7s2s", "two pair", "top two pair", "no draw"),
        ("Kc2d", "Kh7s2s", "two pair", "lower two pair", "no draw"),
        ("Kc2d", "Kh7s2s7d", "two pair", "top pair and board pair", "no draw"),
        ("AcAd", "Kh7s7d", "two pair", "overpair and board pair", "no draw"),
        ("8c8d", "Kh7s7d", "two pair", "middle pocket pair and board pair", "no draw"),
        ("AcQd", "KhKs2s2h", "two pair", "on the board", "no draw"),
        ("3c3d", "KhKs7s7h", "two pair", "on the board", "no draw"),
        ("AcKd", "QhJs2s", "high card", "ace high", "gutshot"),
        ("KdTd", "QhJs2d", "high card", "king high", "open-ended"),
        ("8d4d", "Th7s6d", "high card", "queen high or lower", "open-ended"),  # a nine or a five
        ("8d4d", "Kh7s6h", "high card", "queen high or lower", "gutshot"),
        ("8d4d", "Kh7s6d2c", "high card", "queen high or lower", "gutshot"),
        ("Td6d", "Qh9s8d2c", "high card", "queen high or lower", "open-ended"),  # a jack or a seven
        ("Ad4d", "2h3s9d", "high card", "ace high", "gutshot"),
        ("AdKd", "QhJs9d", "high card", "ace high", "gutshot"),
        ("JsTs", "9s8s2d", "high card", "queen high or lower", "flush draw and open-ended"),
        ("AsTs", "8s7s6d", "high card", "ace high", "flush draw and gutshot"),
        ("AdKc", "9s8s7d6d", "high card", "ace high", "no draw"),  # five or ten makes everybody's straight
        ("AdTc", "9s8s7d", "high card", "ace high", "open-ended"),
        ("AsKd", "Qs7s2s", "high card", "ace high", "flush draw"),
        ("AdKd", "Qs7s2s", "high card", "ace high", "no draw"),
        ("JdTd", "Qd9d8s", "straight", "two own cards", "flush draw"),
        ("Jd2c", "QsTd9d8s", "straight", "one own card", "no draw"),
        ("3d2c", "QsJsTd9d8s", "straight", "on the board", "no draw"),
        ("Kd2c", "QsJsTd9d8s", "straight", "one own card", "no draw"),
        ("AsKs", "Qs7s2s", "flush", "two own cards", "no draw"),
        ("As2c", "Ks9s7s3s2s", "flush", "one own card", "no draw"),
        ("AdAc", "Ks9s7s3s2s", "flush", "on the board", "no draw"),
        ("Kc7d", "KhKs7s", "full house", "two own cards", "no draw"),
        ("AcAd", "KhKs7s7cKd", "full house", "two own cards", "no draw"),
        ("Kc2d", "KhKs7s7c3d", "full house", "one own card", "no draw"),
        ("3c2d", "KhKsKd7s7c", "full house", "on the board", "no draw"),
        ("7c7d", "Kh7s7h", "four of a kind", "two own cards", "no draw"),
        ("Ac2d", "7c7d7s7h", "four of a kind", "one own card", "no draw"),
        ("JhTh", "Qh9h8h", "straight flush", "two own cards", "no draw"),
    ],
)  # fmt: skip
def test_names_that_a_player_would_give(own: str, board: str, category: str, detail: str, drawing: str) -> None:
    row = categories_by_combo(own, board).iloc[0]
    assert (row["category"], row["detail"], row["draw"]) == (category, detail, drawing)
    assert oracle_categories.made(oracle.cards(own), oracle.cards(board)) == (category, detail)
    assert oracle_categories.draw(oracle.cards(own), oracle.cards(board)) == drawing


def test_names_are_those_of_the_oracle_on_random_hands() -> None:
    deal = random.Random(5)
    met = set()
    for number in range(600):
        # Few ranks or few suits, so that rare hands come often
        deck = [card for card in range(52) if number % 3 == 0 or (card // 4 < 6 if number % 3 == 1 else card % 4 < 2)]
        cards = deal.sample(deck, 2 + deal.choice([3, 4, 5]))
        own, board = cards[:2], cards[2:]
        category, detail = made_hand(own, board)
        drawing = draw(own, board, category)
        assert (str(category), detail) == oracle_categories.made(own, board), oracle.text_of(cards)
        assert drawing == oracle_categories.draw(own, board), oracle.text_of(cards)
        assert detail in DETAILS[category]
        met |= {category, drawing}
    assert met >= {*DRAWS, *(category for category in DETAILS if category < 9)}


@pytest.mark.parametrize(
    ("player", "board", "dead"),
    [
        ("QQ+,AKs:0.5,JTs,A2s,A5s", "Kd9s8s", ""),
        ("22+,AKs,JTs:0.25,65s", "9s9d4h3h", "Ac"),
        ("22+,A2s+,JTs:0.25", "9s9d4h3hKh", ""),
    ],
)
def test_category_distribution_is_a_count_of_combos(player: str, board: str, dead: str) -> None:
    known = {*oracle.cards(board), *oracle.cards(dead)}
    weights = {combo: w for combo, w in oracle.expand(player).items() if not known & set(combo)}
    found: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
    for combo, weight in weights.items():
        category, detail = oracle_categories.made(combo, oracle.cards(board))
        found[category, detail].append(weight)
        if len(oracle.cards(board)) < 5:
            found["draw", oracle_categories.draw(combo, oracle.cards(board))].append(weight)
    frame = category_distribution(player, board, dead)
    total = sum(weights.values())
    assert len(frame) == len(found)
    for row in frame.to_dict("records"):
        own = found["draw" if row["kind"] == "draw" else row["category"], row["detail"]]
        assert row["combos"] == len(own)
        assert row["weight"] == pytest.approx(float(sum(own)))
        assert row["share"] == pytest.approx(float(sum(own) / total))
    assert frame.groupby("kind")["share"].sum().to_numpy() == pytest.approx(1.0)


def test_category_counts_are_the_evaluators() -> None:
    board = "Kd9s8s"
    frame = category_distribution("random", board)
    made = frame[frame["kind"] == "made"].groupby("category")["combos"].sum()
    combos = [text for text, _ in he.Range("random").without(board).combos()]
    categories = pd.Series([str(he.evaluate(text + board).category) for text in combos]).value_counts()
    assert made.to_dict() == categories.to_dict()
    assert set(frame["category"][frame["kind"] == "draw"]) == {
        "combo draw", "flush draw", "straight draw", "backdoor flush draw", "no draw",
    }  # fmt: skip


def test_categories_refuse() -> None:
    with pytest.raises(he.BoardSizeError, match="give 3, 4 or 5"):
        category_distribution("AA", "")
    for player, board, dead in [("AA", "Kd9s8s", "Kd"), ("AsAh", "As9s8s", ""), ("AsAh", "Kd9s8s", "Ah")]:
        with pytest.raises(he.DuplicateCardError, match="one place only"):
            category_distribution(player, board, dead)
    with pytest.raises(he.EmptyRangeError, match="widen the range"):
        category_distribution("AA", "AsAhAd")
    with pytest.raises(he.EmptyRangeError):
        category_distribution("", "Kd9s8s")
