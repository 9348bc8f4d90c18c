"""Orders of starting hands, and the best so many percent."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq.cards import parse_cards
from holdem_eq.errors import HoldemError, RangeParseError, TableIntegrityError
from holdem_eq.evaluator import evaluate_many
from holdem_eq.ranges import Range, orders
from holdem_eq.ranges.build_orders import POTS, WIDTH, _add_edge, _matchings, main
from holdem_eq.ranges.orders import ORDERS, ordered_hands
from holdem_eq.ranges.starting_hands import HAND_SIZES, HANDS

PERCENT = st.floats(0, 100)


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_has_every_starting_hand_once(order: str) -> None:
    assert len(ordered_hands(order)) == 169
    assert set(ordered_hands(order)) == set(HANDS)
    assert ordered_hands(order)[:2] == ("AA", "KK")
    assert ordered_hands(order)[-1] == "32o"


@pytest.mark.parametrize("order", ORDERS)
def test_suited_is_better_than_offsuit(order: str) -> None:
    place = {hand: at for at, hand in enumerate(ordered_hands(order))}
    assert all(place[hand] < place[hand[:2] + "o"] for hand in HANDS if hand.endswith("s"))


def test_three_opponents_are_the_default() -> None:
    assert Range.top(20) == Range.top(20, order="v3random") == Range("20%")
    assert Range.top(20) != Range.top(20, order="vrandom")


def test_small_pairs_fall_against_more_opponents_and_suited_hands_rise() -> None:
    heads_up, four_handed = ordered_hands("vrandom"), ordered_hands("v3random")
    assert four_handed.index("22") > heads_up.index("22")
    assert four_handed.index("T9s") < heads_up.index("T9s")


# ---------------------------------------------------------------------------- the boundary


@pytest.mark.parametrize("order", ORDERS)
def test_whole_hands_until_they_reach_the_percentage(order: str) -> None:
    """The rule again, in integers: hundredths of a percent against combos."""
    sizes = [4 if hand.endswith("s") else 12 if hand.endswith("o") else 6 for hand in ordered_hands(order)]
    for hundredths in range(0, 10_001, 7):
        taken, count = [], 0
        for hand, size in zip(ordered_hands(order), sizes, strict=True):
            if count * 10_000 >= hundredths * 1326:
                break
            taken.append(hand)
            count += size
        assert Range.top(hundredths / 100, order) == Range(",".join(taken))


@given(PERCENT, PERCENT)
def test_less_lies_in_more(one: float, other: float) -> None:
    less, more = Range.top(min(one, other)), Range.top(max(one, other))
    assert less & more == less
    assert min(one, other) - 1e-9 <= less.percent < min(one, other) + 100 * 12 / 1326


@pytest.mark.parametrize("order", ORDERS)
def test_the_percentage_of_a_top_gives_it_back(order: str) -> None:
    count = 0
    for hand in ordered_hands(order):
        count += len(Range(hand))
        found = Range.top(100 * count / 1326, order)
        assert len(found) == count
        assert Range.top(found.percent, order) == found


def test_ends() -> None:
    assert Range.top(0) == Range()
    assert Range.top(100) == Range("random")
    assert Range.top(0.01) == Range.top(0.45) == Range("AA")
    assert Range.top(0.46) == Range("KK+")
    assert Range.top(99.09) == Range("random!32o")
    assert Range.top(99.1) == Range("random")


@pytest.mark.parametrize(
    ("percent", "text"),
    [
        (5, "88+,AJs+,KQs,AKo"),
        (10, "77+,A9s+,KTs+,QTs+,AJo+,KQo"),
        (15, "77+,A7s+,K9s+,QTs+,JTs,ATo+,KTo+,QJo"),
        (20, "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"),
    ],
)
def test_the_ranges_that_players_know(percent: float, text: str) -> None:
    assert Range.top(percent) == Range(text)


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_percentages_in_text(one: int, other: int) -> None:
    low, high = sorted((one / 10, other / 10))
    assert Range(f"{high}%") == Range.top(high)
    assert Range(f"{low}%-{high}%") == Range(f"{high}% - {low}%") == Range.top(high) - Range.top(low)
    assert Range(f"{high}%:0.5,{low}%-{high}%:0.5") == Range.from_weights(Range.top(high).weights * 0.5)


@pytest.mark.parametrize("percent", [-1, 100.1, float("nan"), float("inf")])
def test_a_percentage_that_is_none(percent: float) -> None:
    with pytest.raises(HoldemError, match="give a number from 0 to 100"):
        Range.top(percent)


def test_an_order_that_is_none() -> None:
    with pytest.raises(HoldemError, match="no order 'chen'; choose one of 'vrandom', 'v3random'"):
        Range.top(10, order="chen")
    with pytest.raises(RangeParseError, match="above 100"):
        Range("110%")


# ---------------------------------------------------------------------------- the file


@pytest.mark.parametrize("damage", [r"^AKs .*\n", r"hand +vrandom", r"\d+$"])
def test_a_damaged_file_is_noticed(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = orders.ORDERS_FILE.read_text()
    broken = tmp_path / "orders.txt"
    broken.write_text(re.sub(damage, "", text, count=1, flags=re.MULTILINE))
    assert broken.read_text() != text
    monkeypatch.setattr(orders, "ORDERS_FILE", broken)
    with pytest.raises(TableIntegrityError, match=r"orders\.txt"):
        orders._read_scores(1)


@pytest.mark.parametrize("content", ["other digits", None])
def test_other_digits_or_no_file_are_noticed(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "orders.txt"
    if content:
        broken.write_text(orders.ORDERS_FILE.read_text().replace("1982769744341424", "1982769744341425"))
    monkeypatch.setattr(orders, "ORDERS_FILE", broken)
    orders._ordered_numbers.cache_clear()
    try:
        with pytest.raises(TableIntegrityError, match=r"orders\.txt.*reinstall"):
            orders.ordered_hands("v3random")
    finally:
        orders._ordered_numbers.cache_clear()


# ---------------------------------------------------------------------------- where the numbers come from


def equities(order: str) -> dict[str, float]:
    scores = orders._read_scores(ORDERS.index(order))
    return {hand: score / POTS[order] for hand, score in zip(HANDS, scores, strict=True)}


def test_one_opponent_against_brute_force(shared: Path) -> None:
    rows = [json.loads(line) for line in (shared / "cases" / "equity.jsonl").read_text().splitlines()]
    cases = [row for row in rows if row["id"].startswith("v-random-")]
    assert len(cases) == 5
    for row in cases:
        assert equities("vrandom")[row["players"][0]] == pytest.approx(row["equity"][0], abs=row["tol"])


@pytest.mark.parametrize(("order", "players"), [("vrandom", 2), ("v3random", 4)])
def test_every_pot_is_won_once(order: str, players: int) -> None:
    scores = orders._read_scores(ORDERS.index(order))
    total = sum(score * int(size) for score, size in zip(scores, HAND_SIZES, strict=True))
    assert total * players == POTS[order] * 1326


@pytest.mark.parametrize("hand", ["AsAh", "Td9d", "7s2h", "KcJh"])
def test_three_opponents_against_sampled_deals(hand: str) -> None:
    """Within 4.5 standard errors of deals drawn with a fixed seed and ranked by the evaluator."""
    hero = np.array(parse_cards(hand))
    rest = np.setdiff1d(np.arange(52), hero)
    deals = np.random.default_rng(17).permuted(np.tile(rest, (60_000, 1)), axis=1)[:, :11]
    seats = [np.tile(hero, (len(deals), 1)), deals[:, 5:7], deals[:, 7:9], deals[:, 9:11]]
    ranks = np.array([evaluate_many(np.hstack([deals[:, :5], seat])) for seat in seats])
    shares = (ranks[0] == ranks.max(axis=0)) / (ranks == ranks.max(axis=0)).sum(axis=0)
    name = Range(hand).to_frame().hand[0]
    error = shares.std() / np.sqrt(len(shares))
    assert abs(shares.mean() - equities("v3random")[name]) < 4.5 * error < 0.01


def test_matchings_against_brute_force() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        graph, paths = np.zeros((52, WIDTH), np.int32), np.zeros((WIDTH, WIDTH), np.int32)
        cards, sums = np.zeros((3, WIDTH), np.int32), np.zeros(4, np.int64)
        for _ in range(30):
            one, other = (int(card) for card in rng.choice(9, 2, replace=False))
            if graph[one, other] < 2:
                _add_edge(one, other, graph, paths, cards, sums)
        gone = {int(card) for card in rng.choice(9, 2, replace=False)}
        edges = [edge for edge in itertools.combinations(range(9), 2) if not gone & set(edge)]
        triples = sum(
            int(graph[first] * graph[second] * graph[third])
            for first, second, third in itertools.combinations(edges, 3)
            if len({*first, *second, *third}) == 6
        )
        assert _matchings(*gone, graph, paths, cards, sums) == (sum(int(graph[edge]) for edge in edges), 6 * triples)


@pytest.mark.slow
def test_the_file_is_what_the_build_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert "equal to a fresh build" in capsys.readouterr().out
