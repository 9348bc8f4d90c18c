"""Games beside hold'em: against brute force, by their rules, and their symmetries."""

# ruff: noqa: N802 - tests of numbered rules carry the number

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import holdem_eq as he
from holdem_eq.equity.games import GameTotals, count_game, exact
from holdem_eq.equity.games.question import read_question
from holdem_eq.kernels.low import LOW_COUNT, low_tables, no_low_tables
from tests import oracle, oracle_games
from tests.cases import read_rows
from tests.oracle import text_of

MOMENTS = {"holdem-hilo8": 0, "pineapple": 0, "crazy-pineapple": 3, "crazy-pineapple-hilo8": 3, "irish": 3}
DEALT = {"holdem-hilo8": 2, "pineapple": 3, "crazy-pineapple": 3, "crazy-pineapple-hilo8": 3, "irish": 4}
SLOW = settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # brute force is too slow to shrink with
)


def rows_of(played: oracle_games.Played, seats: int) -> np.ndarray:
    """Brute force's outcomes as the rows of a tally."""
    rows = np.zeros((4, 1 << seats))
    for (highs, lows), weight in played.tally.items():
        high, low = (sum(1 << seat for seat in of) for of in (highs, lows))
        rows[0, high | low] += float(weight)
        rows[2 if lows else 1, high] += float(weight)
        rows[3, low] += float(weight) if lows else 0.0
    return rows


def assert_played(totals: GameTotals, played: oracle_games.Played) -> None:
    """The same numbers as brute force, exactly where weights are whole."""
    seats = len(totals.players)
    assert totals.deals == played.deals
    if totals.numerators is not None:
        np.testing.assert_array_equal(totals.tally, rows_of(played, seats))
        assert sum(totals.numerators) == totals.denominator
        for seat, numerator in enumerate(totals.numerators):
            assert Fraction(numerator, totals.denominator) == played.equity(seat)
    total = sum(played.tally.values())
    for seat in range(seats):
        parts = [
            (oracle_games.shares(found, seat), found, Fraction(weight, 1) / total)
            for found, weight in played.tally.items()
        ]
        assert totals.equity[seat] == pytest.approx(float(sum(sum(own) * w for own, _, w in parts)), abs=1e-12)
        assert totals.high[seat] == pytest.approx(float(sum(own[0] * w for own, _, w in parts)), abs=1e-12)
        assert totals.low[seat] == pytest.approx(float(sum(own[1] * w for own, _, w in parts)), abs=1e-12)
        assert totals.win[seat] == pytest.approx(float(sum(w for own, _, w in parts if sum(own) == 1)), abs=1e-12)
        assert totals.tie[seat] == pytest.approx(float(sum(w for own, _, w in parts if 0 < sum(own) < 1)), abs=1e-12)
    none = sum(weight for (_, lows), weight in played.tally.items() if not lows)
    assert totals.no_low == pytest.approx(float(none / total), abs=1e-12)


def small_range(cards: Sequence[int], weighted: bool) -> dict[oracle.Combo, Fraction]:
    """Every second combo of the cards, with weights or without."""
    combos = [combo for combo in oracle.COMBOS if set(combo) <= set(cards)][::2]
    return {combo: Fraction(1 + place % 4, 4) if weighted else Fraction(1) for place, combo in enumerate(combos)}


def range_text(weights: dict[oracle.Combo, Fraction]) -> str:
    return ",".join(f"{text_of(combo[::-1])}:{float(weight)}" for combo, weight in weights.items())


@st.composite
def spots(
    draw: st.DrawFn, game: str, board_size: int, deck_left: int, most: int = 4
) -> tuple[list, list[str], str, str]:
    """Seats for the oracle, the same as text, board, dead cards; all but a few cards of the deck are dead."""
    order = draw(st.permutations(oracle.DECK))
    low_first = draw(st.booleans())
    if low_first:  # more lows and pairs than by chance
        order = sorted(order[:24], key=lambda card: card // 4 * (card // 4 < 8)) + order[24:]
    count = draw(st.integers(2, most))
    seats: list = []
    texts = []
    place = 0
    weighted = draw(st.booleans())
    for seat in range(count):
        kind = draw(st.sampled_from(["hand", "hand", "kept", "range"])) if seat else "hand"
        size = {"hand": DEALT[game], "kept": 2, "range": 4}[kind]
        own = tuple(order[place : place + size])
        place += size
        if kind == "hand" and size > 2:
            seats.append(own)
            texts.append(text_of(own))
        elif kind == "range":
            shared = draw(st.integers(0, 2))  # ranges that block one another
            weights = small_range([*own, *order[place : place + shared]], weighted)
            seats.append(weights)
            texts.append(range_text(weights))
        else:
            combo = (min(own[:2]), max(own[:2]))
            seats.append({combo: Fraction(1)})
            texts.append(text_of(own[:2]))
    board = order[place : place + board_size]
    dead = order[place + board_size + deck_left :]
    return seats, texts, text_of(board), text_of(dead)


def check(game: str, drawn: tuple[list, list[str], str, str], policy: str | None, **options: object) -> None:
    seats, texts, board, dead = drawn
    has_hand = any(isinstance(seat, tuple) for seat in seats)
    played = oracle_games.play(
        seats, oracle.cards(board), oracle.cards(dead), "hilo" in game, MOMENTS[game], policy or "best-equity"
    )
    if not played.deals:
        with pytest.raises((he.NoValidDealError, he.EmptyRangeError, he.DuplicateCardError)):
            count_game(texts, board, dead, game, discard=policy)
        return
    totals = count_game(texts, board, dead, game, discard=policy, **options)  # type: ignore[arg-type]
    assert totals.method == "exhaustive"
    assert totals.discard == (policy if has_hand else None)
    assert_played(totals, played)
    if len(board) // 2 >= (5 if policy == "best-showdown" else MOMENTS[game]):
        assert [pair and tuple(sorted(pair)) for pair in totals.kept] == list(played.kept)


@pytest.mark.parametrize(("board", "left"), [(5, 4), (4, 12), (3, 8), (0, 8)])
@given(data=st.data())
@settings(SLOW, max_examples=12)
def test_holdem_hilo(data: st.DataObject, board: int, left: int) -> None:
    check("holdem-hilo8", data.draw(spots("holdem-hilo8", board, left)), None)


@given(data=st.data())
@settings(SLOW, max_examples=10)
def test_pineapple_chooses_before_the_flop(data: st.DataObject) -> None:
    check("pineapple", data.draw(spots("pineapple", 0, 8, most=3)), "best-equity")


@pytest.mark.parametrize("game", ["crazy-pineapple", "crazy-pineapple-hilo8", "irish"])
@given(data=st.data())
@settings(SLOW, max_examples=8)
def test_the_flop_lies(data: st.DataObject, game: str) -> None:
    check(game, data.draw(spots(game, 3, 7, most=3 if game == "irish" else 4)), "best-equity")


@pytest.mark.parametrize("game", ["crazy-pineapple", "crazy-pineapple-hilo8", "irish"])
@given(data=st.data())
@settings(SLOW, max_examples=6)
def test_every_flop_has_its_choice(data: st.DataObject, game: str) -> None:
    check(game, data.draw(spots(game, 0, 7, most=2 if game == "irish" else 3)), "best-equity")


@pytest.mark.parametrize("game", ["pineapple", "crazy-pineapple", "crazy-pineapple-hilo8", "irish"])
@pytest.mark.parametrize("board", [0, 3, 4, 5])
@given(data=st.data())
@settings(SLOW, max_examples=4)
def test_best_showdown(data: st.DataObject, game: str, board: int) -> None:
    check(game, data.draw(spots(game, board, 7, most=2 if game == "irish" else 3)), "best-showdown")


# ---------------------------------------------------------------------------- the rules, case by case


def count(
    *players: object, board: str = "", dead: str = "", game: str = "holdem-hilo8", **options: object
) -> GameTotals:
    return count_game(players, board, dead, game, **options)  # type: ignore[arg-type]


def sets_of(totals: GameTotals) -> list[list[int]]:
    """The sets of seats that each row of the tally has seen."""
    return [np.flatnonzero(row).tolist() for row in totals.tally]


def test_lows_of_every_set_of_ranks() -> None:
    lows = low_tables()
    found = []
    for held in range(256):
        hand = [51 if bit == 0 else 4 * (bit - 1) for bit in range(8) if held >> bit & 1]
        assert sum(int(lows.bits[card]) for card in hand) == held
        wanted = oracle_games.low_of(hand)
        assert (lows.ranks[held] == 0) == (wanted is None)
        if wanted is not None:
            found.append((wanted, -int(lows.ranks[held])))
    assert sorted(found) == sorted(found, key=lambda pair: pair[1])
    assert {-rank for _, rank in found} == set(range(1, LOW_COUNT + 1))
    assert not lows.bits[28:48].any()
    assert not no_low_tables().ranks.any()


def test_G01__no_qualifying_low() -> None:
    assert sets_of(count("AhAd", "2h2d", board="KsKdQcJh9s")) == [[1], [1], [], []]


def test_G02__high_and_low_split() -> None:
    totals = count("KhKc", "Ah3d", board="Kd7c6s4hTs")
    assert sets_of(totals) == [[3], [], [1], [2]]
    assert totals.equity.tolist() == [0.5, 0.5]
    assert totals.tie.tolist() == [1, 1]
    assert (totals.high.tolist(), totals.low.tolist()) == ([0.5, 0], [0, 0.5])


def test_G07__low_order() -> None:
    assert sets_of(count("7c5d", "7h6c", board="4s3h2dAcKs"))[3] == [1]  # 5-4-3-2-A against 6-4-3-2-A
    assert sets_of(count("7c5d", "6h2c", board="4s3hKd7dAs"))[3] == [2]  # 7-5-4-3-A against 6-4-3-2-A
    assert sets_of(count("7c5d", "8h6c", board="4s3h2dKcKs"))[3] == [1]
    wheel = count("As5d", "KcKh", board="4s3h2dKdKs")
    assert sets_of(wheel) == [[3], [], [2], [1]]


def test_G08__both_halves_tied() -> None:
    totals = count("As5d", "Ad5c", board="4s3h2dKdKs")
    assert sets_of(totals) == [[3], [], [3], [3]]
    assert totals.numerators is not None
    assert totals.numerators[0] == totals.numerators[1]


def test_quartering() -> None:
    totals = count("Ah2d", "Ad2c", "KhKc", board="3c4d7hKsTd")
    assert totals.equity.tolist() == [0.25, 0.25, 0.5]
    assert totals.win.tolist() == [0, 0, 0]


def test_V01__thrown_cards_are_dead() -> None:
    thrown = count("AsKsQd", "7c7d2h", game="pineapple", discard="given")
    wanted = he.equity("AsKs", "7c7d", dead="Qd2h")
    assert thrown.deals == wanted.deals
    assert thrown.equity.tolist() == wanted.equity.tolist()
    assert (thrown.discard, thrown.kept) == ("given", ((51, 47), (21, 20)))
    listed = count("QdAsKs", "2h7d7c", game="pineapple", discard=["Qd", "2h"])
    assert listed.tally.tolist() == thrown.tally.tolist()


def test_V02__a_discard_must_be_named() -> None:
    for game in ("pineapple", "crazy-pineapple", "crazy-pineapple-hilo8"):
        with pytest.raises(he.HoldemError, match=r"best-equity.*given.*best-showdown"):
            count("AsKsQd", "7c7d", game=game)
    with pytest.raises(he.HoldemError, match="seat 1"):
        count("7c7d", "AsKsQdJd", game="irish", discard=[None, None])


def test_V05__crazy_pineapple_hilo() -> None:
    totals = count("As3d", "Ad5c", board="2h4c8sKdQc", game="crazy-pineapple-hilo8")
    assert sets_of(totals) == [[3], [], [2], [1]]
    assert count(
        "As3dTh", "Ad5cTd", board="2h4c8sKdQc", game="crazy-pineapple-hilo8", discard="given"
    ).equity.tolist() == [
        0.5,
        0.5,
    ]


def test_V06__three_high_cards_on_the_board() -> None:
    totals = count("Ah2d", "9h9c", board="9sTcJd3h4c")
    assert sets_of(totals) == [[2], [2], [], []]
    assert totals.no_low == 1


def test_V07__best_discard_only_where_it_is_asked_for() -> None:
    given_cards = count("7c7d2h", "AsKsQd", board="2c2d9s", game="crazy-pineapple", discard=["2h", "Qd"])
    best = count("7c7d2h", "AsKsQd", board="2c2d9s", game="crazy-pineapple", discard="best-equity")
    assert best.kept[0] == (21, 2)  # trips and a seven
    assert best.equity[0] > given_cards.equity[0]
    assert best.discard == "best-equity"
    mixed = count("7c7d2h", "AsKsQd", board="2c2d9s", game="crazy-pineapple", discard=["best-equity", "Qd"])
    assert (mixed.discard, mixed.kept[1]) == ("given and best-equity", (51, 47))


def test_V08__four_low_ranks_are_none() -> None:
    assert count("AsAd", "QhQd", board="2c3d4hKcKs").no_low == 1


def test_shared_rows(shared: Path) -> None:
    for case in read_rows(shared / "cases" / "equity.jsonl"):
        if case["game"] != "holdem":
            totals = count(*case["players"], board=case["board"], dead=case["dead"], game=case["game"])
            assert totals.equity[: len(case["equity"])] == pytest.approx(case["equity"], abs=case["tol"]), case["id"]


def test_the_ways_to_count_agree() -> None:
    question = read_question(["AA,A2s,56s", "KK,A4s,78s", "A3s,22"], "Ks7d2c", "", "holdem-hilo8", None)
    run = exact.Run(None, lambda done, total: None)
    (hands, deals), (boards, others) = exact._by_hands(question, run), exact._by_boards(question, run)
    assert deals == others
    np.testing.assert_array_equal(hands, boards)


def test_a_game_without_throwing_or_low_is_holdem() -> None:
    for board in ("", "Ks7d2c"):
        totals = count("AhKh", "QQ,JTs", board=board, game="irish")
        assert totals.equity == pytest.approx(he.equity("AhKh", "QQ,JTs", board=board).equity, abs=1e-12)
        assert totals.no_low == 1


def test_seats_and_suits_may_be_exchanged() -> None:
    players = ["AsKsQd", "7c7d2h", "JhTh9d"]
    one = count(*players, board="5c5d6h", game="crazy-pineapple-hilo8", discard="best-equity")
    turned = count(*players[1:], players[0], board="5c5d6h", game="crazy-pineapple-hilo8", discard="best-equity")
    assert np.roll(turned.equity, 1).tolist() == one.equity.tolist()
    suits = str.maketrans("cdhs", "shcd")
    other = count(
        *(player.translate(suits) for player in players),
        board="5c5d6h".translate(suits), game="crazy-pineapple-hilo8", discard="best-equity",
    )  # fmt: skip
    assert other.equity.tolist() == one.equity.tolist()


def test_knowing_the_board_is_never_worse() -> None:
    hands = ["AsKs7d", "QcQd2h"]
    foreseen = count(hands[0], hands[1][:4], dead="2h", board="5s6s2c", game="crazy-pineapple", discard="best-showdown")
    chosen = count(hands[0], hands[1][:4], dead="2h", board="5s6s2c", game="crazy-pineapple", discard="best-equity")
    assert foreseen.equity[0] >= chosen.equity[0]
    assert foreseen.discard == "best-showdown"


# ---------------------------------------------------------------------------- what cannot be asked


@pytest.mark.parametrize(
    ("players", "options", "error", "says"),
    [
        (["AsKs", "QdQc"], {"game": "omaha"}, he.HoldemError, "'irish'"),
        (["AsKs"], {}, he.PlayerCountError, "give 2 to 10"),
        (["AsKsQd", "7c7d"], {}, he.HoldemError, "3 cards"),
        (["AsKsQdJd", "7c7d"], {"game": "pineapple", "discard": "given"}, he.HoldemError, "give 3"),
        (["AsKsQd", "7c7d"], {"game": "irish", "discard": "given"}, he.HoldemError, "give 4"),
        (["AsKsQd", "7c7d"], {"game": "pineapple", "discard": "best"}, he.HoldemError, "best-equity"),
        (["AsKsQd", "7c7d"], {"game": "pineapple", "discard": ["Qd"]}, he.HoldemError, "1 entries for 2"),
        (["AsKsQd", "7c7d"], {"game": "pineapple", "discard": ["Qh", None]}, he.HoldemError, "cannot throw"),
        (["AsKsQd", "7c7d"], {"game": "pineapple", "discard": ["Qd", "7c"]}, he.HoldemError, "cannot throw"),
        (["AsKsQd", "7c7d"], {"game": "pineapple", "discard": [None, "given"]}, he.HoldemError, "nothing to throw"),
        (
            ["AsKsQd", "7c7d2h"],
            {"game": "pineapple", "discard": ["best-equity", "best-showdown"]},
            he.HoldemError,
            "one policy",
        ),
        (
            ["AsKsQd", "7c7d2h"],
            {"game": "pineapple", "discard": "best-equity", "board": "2c3d4h"},
            he.HoldemError,
            "is over",
        ),
        (
            ["AsKsQd", "7c7d"],
            {"game": "crazy-pineapple", "discard": "best-equity", "board": "2c3d4h5h"},
            he.HoldemError,
            "is over",
        ),
        (["AsKsQd", "QdJd"], {"game": "pineapple", "discard": "given"}, he.DuplicateCardError, "Qd"),
        (["AsKsQd", "7c7d"], {"game": "pineapple", "discard": "given", "board": "Qd2c3c"}, he.DuplicateCardError, "Qd"),
        (["AsKsQd", "7c7d"], {"game": "pineapple", "discard": "given", "dead": "Qd"}, he.DuplicateCardError, "Qd"),
        (["AsKsAs", "7c7d"], {"game": "pineapple", "discard": "given"}, he.DuplicateCardError, "twice"),
        (["AsKsQd", "QdQs,AsAh"], {"game": "pineapple", "discard": "given"}, he.EmptyRangeError, "seat 1"),
        (["AsKs", "AQs+x"], {}, he.RangeParseError, "AQs"),
        (["AsKs", [60, 2]], {}, he.CardParseError, "60"),
        (["AsKs", "7c7d"], {"board": "2c3c"}, he.BoardSizeError, "2 cards"),
        (["AsAh,AsAd", "AsAc,AhAd", "AsKs,AhKs"], {"dead": "2c"}, he.NoValidDealError, "seat"),
        (["AsKs", "7c7d"], {"method": "table"}, he.HoldemError, "exhaustive"),
        (["AsKs", "7c7d"], {"samples": 0}, he.HoldemError, "samples"),
        (["AsKs", "7c7d"], {"seed": -1}, he.HoldemError, "seed"),
        (["AsKs", "7c7d"], {"threads": 0}, he.HoldemError, "threads"),
    ],
)
def test_refusals(players: list, options: dict, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        count(*players, **options)


def test_a_text_of_two_combos_is_a_range() -> None:
    totals = count("AsKs,QdQh", "7c7d", board="2c3d4h", game="irish")
    assert totals.deals == 2 * 45 * 44 // 2
    assert totals.discard is None


# ---------------------------------------------------------------------------- at random


SAMPLED = [
    (["AcAs", "KcKs"], "", "holdem-hilo8", None),
    (["A2s,33", "KK,A4s:0.5", "QQ,76s"], "", "holdem-hilo8", None),
    (["A2s,33", "KK,A4s:0.5"], "3c8h9d", "holdem-hilo8", None),
    (["AsKsQd", "7c7d2h"], "", "pineapple", "best-equity"),
    (["AsKsQd", "77,22"], "", "pineapple", "best-equity"),
    (["AsKsQdJd", "7c7d2h3h"], "", "irish", "best-showdown"),
]


@pytest.mark.parametrize(("players", "board", "game", "discard"), SAMPLED)
def test_samples_are_near_what_is_counted(players: list[str], board: str, game: str, discard: str | None) -> None:
    options: dict = {"board": board, "game": game, "discard": discard}
    exactly = count(*players, method="exhaustive", **options)
    for seed in range(3):
        found = count(*players, method="monte_carlo", samples=60_000, seed=seed, **options)
        assert (found.method, found.seed, found.deals) == ("monte_carlo", seed, 60_000)
        assert found.tally[0].sum() == 60_000
        assert found.equity.sum() == pytest.approx(1, abs=1e-12)
        assert (np.abs(found.equity - exactly.equity) <= 4.5 * found.stderr + 1e-12).all()
        assert found.no_low == pytest.approx(exactly.no_low, abs=4.5 * 0.5 / 60_000**0.5)
        assert found.low == pytest.approx(exactly.low, abs=0.01)
        assert found.win == pytest.approx(exactly.win, abs=0.015)
        assert found.discard == exactly.discard


def test_samples_with_ranges_that_choose_against() -> None:
    dead = "".join(text_of(range(start, start + 8)) for start in (0, 16, 32))
    options: dict = {"dead": dead, "game": "crazy-pineapple-hilo8", "discard": "best-equity"}
    players = ["AsKs4d", "7c7d,4c4h,KdQd:0.5", "AhKh,4c4s"]
    exactly = count(*players, method="exhaustive", **options)
    for seed in range(4):
        found = count(*players, method="monte_carlo", samples=40_000, seed=seed, **options)
        assert (np.abs(found.equity - exactly.equity) <= 4.5 * found.stderr).all()


FEW_LEFT = text_of(card for card in range(38) if card not in oracle.cards("7c7d8d8h4d"))


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["A2s,33", "KK,A4s"], {"board": "3c8h9d"}),
        (["AsKs4d", "7c7d,8d8h"], {"dead": FEW_LEFT, "game": "crazy-pineapple", "discard": "best-equity"}),
    ],
)
def test_standard_errors_are_right(players: list[str], options: dict) -> None:
    wanted = count(*players, method="exhaustive", **options).equity[0]
    runs = [count(*players, method="monte_carlo", samples=8192, seed=seed, **options) for seed in range(150)]
    scores = np.array([(found.equity[0] - wanted) / found.stderr[0] for found in runs])
    assert abs(scores.mean()) < 4.5 / 150**0.5
    assert 0.6 < scores.var() < 1.6


@pytest.mark.parametrize(("players", "board", "game", "discard"), SAMPLED[1:5])
def test_threads_change_no_bit(players: list[str], board: str, game: str, discard: str | None) -> None:
    for method in ("exhaustive", "monte_carlo"):
        options: dict = {"board": board, "game": game, "discard": discard, "method": method, "seed": 5}
        if method == "monte_carlo":
            options["samples"] = 100_000
        one = count(*players, threads=1, **options)
        for threads in (2, 3, 7):
            many = count(*players, threads=threads, **options)
            assert one.tally.tobytes() == many.tally.tobytes()
            assert one.equity.tobytes() == many.equity.tobytes()
            assert one.stderr.tobytes() == many.stderr.tobytes()


def test_threads_change_no_bit_where_seats_choose() -> None:
    players, options = ["AsKsQd", "77,22"], {"game": "crazy-pineapple", "discard": "best-equity", "seed": 5}
    one, *others = (count(*players, samples=3000, threads=threads, **options) for threads in (1, 2, 3, 7))  # type: ignore[arg-type]
    assert one.method == "monte_carlo"
    for many in others:
        assert one.tally.tobytes() == many.tally.tobytes()
        assert one.stderr.tobytes() == many.stderr.tobytes()


def test_until_the_error_is_small() -> None:
    found = count("22+", "A2s+", "random", stderr=0.002, seed=1)
    assert found.method == "monte_carlo"
    assert found.stderr.max() <= 0.002
    assert found.deals < 200_000


def test_what_is_too_much_is_sampled() -> None:
    found = count("22+", "A2s+", "KTs+,QTs+", board="Ks7d2c", max_work=0.02)
    assert found.method == "monte_carlo"
    exactly = count("22+", "A2s+", "KTs+,QTs+", board="Ks7d2c")
    assert exactly.method == "exhaustive"
    assert (np.abs(found.equity - exactly.equity) <= 4.5 * found.stderr).all()


def test_progress_is_told_and_changes_nothing() -> None:
    told: list[tuple[int, int, GameTotals | None]] = []
    quiet = count("22+", "A2s+", samples=200_000, method="monte_carlo", seed=1)
    found = count(
        "22+", "A2s+", samples=200_000, method="monte_carlo", seed=1, progress=lambda *report: told.append(report)
    )
    assert found.tally.tobytes() == quiet.tally.tobytes()
    assert told[-1][:2] == (200_000, 200_000)
    assert isinstance(told[-1][2], GameTotals)
    told.clear()
    count("22+", "A2s+", board="Ks7d2c", progress=lambda *report: told.append(report))
    assert told
    assert told[-1][0] == told[-1][1]
