"""Three to ten seats, exactly: against brute force, and the ways to count against each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import holdem_eq as he
from holdem_eq.equity import choice, one_by_one, three_ranges
from holdem_eq.equity.spot import Spot, read_spot
from holdem_eq.equity.tallies import Totals
from tests import oracle
from tests.oracle import text_of
from tests.test_equity_property import boards_of, ranges

CLOSE = 1e-12
R20 = "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"


def assert_totals(totals: Totals, spot: Spot, wanted: oracle.Equity) -> None:
    assert totals.deals == wanted.deals
    for found, name in zip(totals.shares(), ("equity", "win", "tie"), strict=True):
        assert found == pytest.approx([float(getattr(share, name)) for share in wanted.seats], abs=CLOSE)
    for seat, tallies in totals.combos.items():
        for combo, share in wanted.combos[seat].items():
            place = combo[1] * (combo[1] - 1) // 2 + combo[0]
            if share.weight:
                met = tallies.met[place]
                assert tallies.won[place] / met == pytest.approx(float(share.win), abs=CLOSE)
                assert tallies.shared[place] / met == pytest.approx(float(share.tie), abs=CLOSE)
                assert tallies.part[place] / met == pytest.approx(float(share.equity), abs=CLOSE)


@st.composite
def multiway(draw: st.DrawFn, seats: Sequence[int], sizes: Sequence[int], items: int) -> tuple[list[str], str, str]:
    weighted = draw(st.booleans())
    players = [draw(ranges(weighted, items)) for _ in range(draw(st.sampled_from(seats)))]
    board = draw(boards_of(sizes))
    dead = draw(st.lists(st.sampled_from(oracle.DECK), max_size=3, unique=True))
    return players, text_of(board), text_of(card for card in dead if card not in board)


def play(players: list[str], board: str, dead: str) -> tuple[Spot, oracle.Equity] | None:
    """The spot and what brute force says, None where nothing can be dealt."""
    try:
        spot = read_spot(players, board, dead)
    except (he.EmptyRangeError, he.DuplicateCardError):
        return None
    weights = [oracle.expand(text) for text in players]
    try:
        return spot, oracle.equity(*weights, board=oracle.cards(board), dead=oracle.cards(dead))
    except ValueError:
        return None


SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)


@given(multiway(seats=[3], sizes=[4, 5], items=3))
@settings(SLOW, max_examples=60)
def test_three_ranges_by_pairs_and_one_by_one(drawn: tuple[list[str], str, str]) -> None:
    played = play(*drawn)
    if played is None:
        return
    spot, wanted = played
    assert_totals(three_ranges.tally(spot), spot, wanted)
    assert_totals(one_by_one.tally(spot), spot, wanted)
    for seat in range(3):
        tallies = {seat: three_ranges.tally_seat(spot, seat)}
        assert_totals(one_by_one.tally(spot)._replace(combos=tallies), spot, wanted)


@given(multiway(seats=[3, 4, 5], sizes=[3, 4, 5], items=1))
@settings(SLOW, max_examples=30)
def test_three_to_five_seats(drawn: tuple[list[str], str, str]) -> None:
    played = play(*drawn)
    if played is None:
        with pytest.raises((he.EmptyRangeError, he.DuplicateCardError, he.NoValidDealError)):
            he.equity(*drawn[0], board=drawn[1], dead=drawn[2])
        return
    _, wanted = played
    result = he.equity(*drawn[0], board=drawn[1], dead=drawn[2])
    assert result.method == "exhaustive"
    assert result.deals == wanted.deals
    assert result.equity == pytest.approx([float(share.equity) for share in wanted.seats], abs=CLOSE)
    assert result.win == pytest.approx([float(share.win) for share in wanted.seats], abs=CLOSE)
    assert sum(result.winners.values()) == pytest.approx(1, abs=CLOSE)
    for seat, share in enumerate(wanted.seats):
        shared = [part for seats, part in result.winners.items() if seat in seats and len(seats) > 1]
        assert sum(shared) == pytest.approx(float(share.tie), abs=CLOSE)
        assert result.winners.get((seat,), 0.0) == pytest.approx(float(share.win), abs=CLOSE)


@pytest.mark.parametrize(
    ("board", "dead"), [("", ""), ("Ks7d2c", ""), ("Ks7d2c", "AhTd"), ("KsQs7s", "Ah"), ("7c7d2s", "")]
)
def test_ways_to_count_three_ranges_agree(board: str, dead: str) -> None:
    players = ["AA,AK", "22,QJs", "JTs,77,A5s"] if board else ["AA", "KK", "QJs"]
    spot = read_spot(players, board, dead)
    singly, by_pairs = one_by_one.tally(spot), three_ranges.tally(spot)
    assert by_pairs.deals == singly.deals
    np.testing.assert_array_equal(by_pairs.by_set, singly.by_set)
    for seat, tallies in by_pairs.combos.items():
        held = spot.weights[seat] > 0
        for name, found in tallies._asdict().items():
            wanted = getattr(singly.combos[seat], name)[held]
            np.testing.assert_allclose(found[held], wanted, rtol=1e-13, err_msg=name)


def test_two_seats_one_by_one() -> None:
    for board, dead in (("", "2c3d"), ("Ks7d2c", ""), ("KsQs7s2s", "Ah")):
        spot = read_spot(["AA,KQs:0.5", "99,JTs"], board, dead)
        found = one_by_one.tally(spot)
        wanted = he.equity("AA,KQs:0.5", "99,JTs", board=board, dead=dead)
        assert found.deals == wanted.deals
        assert found.shares()[0] == pytest.approx(wanted.equity, abs=CLOSE)


def test_the_seat_with_no_run_of_its_own_follows_from_the_others() -> None:
    players = ["QQ+", "AKs,AKo", R20]
    result = he.equity(*players, board="Ks7d2c")
    for seat in range(3):
        frame = result.by_combo(seat)
        assert list(frame.columns) == ["combo", "weight", "win", "tie", "equity"]
        moved = he.equity(*players[seat:], *players[:seat], board="Ks7d2c")
        assert moved.equity[0] == pytest.approx(result.equity[seat], abs=CLOSE)
        assert moved.by_combo(0).equals(frame) or np.allclose(moved.by_combo(0)["equity"], frame["equity"], atol=CLOSE)


@pytest.mark.parametrize("threads", [2, 3, 7])
@pytest.mark.parametrize("players", [["AA:0.3,KQs", "99:0.7", R20], ["AA:0.3", "99:0.7", "QQ", "JTs"]])
def test_threads_change_no_bit(players: list[str], threads: int) -> None:
    one = he.equity(*players, board="Ks7d2c", threads=1)
    many = he.equity(*players, board="Ks7d2c", threads=threads)
    for name in ("equity", "win", "tie"):
        assert getattr(one, name).tobytes() == getattr(many, name).tobytes()
    assert one.by_combo(1).equals(many.by_combo(1))


def test_ten_hands() -> None:
    hands = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h", "5s5h"]
    result = he.equity(*hands, board="2c3c4d")
    wanted = oracle.equity(*(dict.fromkeys(oracle.expand(hand), 1) for hand in hands), board=oracle.cards("2c3c4d"))
    assert result.deals == wanted.deals == 29 * 28 // 2
    assert result.equity == pytest.approx([float(share.equity) for share in wanted.seats], abs=CLOSE)


def test_the_rule_for_counting_and_sampling() -> None:
    wide = ["random"] * 3
    assert he.equity(*wide, dead="2c", max_work=1, samples=1000, seed=1).method == "monte_carlo"
    assert he.equity(*wide, board="Ks7d2c9h3s", samples=10).method == "exhaustive"
    assert he.equity(*wide, board="Ks7d2c9h3s", method="monte_carlo", samples=10).method == "exhaustive"
    assert he.equity("AsAh", "KsKh", "QsQh", samples=10, seed=1).method == "monte_carlo"
    assert he.equity("AsAh", "KsKh", "QsQh", samples=10**8, seed=1).method == "exhaustive"
    assert he.equity("AsAh", "KsKh", "QsQh", method="exhaustive", samples=10).method == "exhaustive"
    hands, all_hands = read_spot(["AA", "KK", "QQ"], "", ""), read_spot(wide, "", "")
    assert choice.cheapest_way(hands).work < choice.cheapest_way(all_hands).work


@pytest.mark.parametrize("options", [{}, {"game": "holdem-hilo8"}], ids=["holdem", "hi-lo"])
def test_what_would_be_sampled_longer_than_counted_is_counted(options: dict[str, Any]) -> None:
    """One rule for all games: the sample that was asked for is the measure, and ``max_work`` where none was."""
    spot: dict[str, Any] = {"board": "Ks7d2c", "seed": 1, **options}
    players = ["22+,A2s+"] * 3 if not options else ["22+", "A2s+"]

    def method(**more: Any) -> str:
        return he.equity(*players, **spot, **more).method

    assert method() == "exhaustive"
    assert method(samples=1000) == "monte_carlo"
    assert method(stderr=0.02) == "monte_carlo"
    assert method(samples=10**10) == "exhaustive"
    assert method(samples=10**10, max_work=1e-9) == "exhaustive"  # it would be sampled longer all the same
    assert method(samples=10**10, stderr=0.02) == "monte_carlo"
    assert method(max_work=1e-9, stderr=None, samples=None, method="exhaustive") == "exhaustive"
    assert method(samples=10**10, method="monte_carlo", stderr=0.02) == "monte_carlo"


@pytest.mark.parametrize("game", ["holdem", "holdem-hilo8"])
def test_a_complete_board_is_counted_where_that_is_quick(game: str) -> None:
    board = "Ks7d2c9h3s"
    options: dict[str, Any] = {"board": board, "game": game, "samples": 1000, "seed": 1}
    assert he.equity("AA", "KK", "QQ", method="monte_carlo", **options).method == "exhaustive"
    wide = he.equity(*["random"] * 10, **options)
    assert wide.method == "monte_carlo"
    assert wide.equity == pytest.approx(np.full(10, 0.1), abs=5 * float(wide.stderr.max()))


@pytest.mark.parametrize("wrong", [{"samples": 0}, {"stderr": -1}, {"seed": -1}], ids=str)
def test_options_of_a_sample_are_checked_where_all_is_counted(wrong: dict[str, Any]) -> None:
    for options in ({}, {"game": "holdem-hilo8"}):
        with pytest.raises(he.HoldemError, match=f"{next(iter(wrong))}="):
            he.equity("AhAs", "KdKc", **options, **wrong)


# ---------------------------------------------------------------------------- intervals


def wilson(part: float, deals: float, z: float) -> tuple[float, float]:
    """Bounds p where (part - p)**2 = z**2 * p * (1 - p) / deals, by solving for p."""
    a, b, c = 1 + z * z / deals, -(2 * part + z * z / deals), part * part
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@pytest.mark.parametrize("samples", [1, 2, 100, 10_000])
@pytest.mark.parametrize(
    ("players", "board"), [(("AhAs", "7h2h"), "AcAdKs"), (("AhKh", "AdKd"), "AsKs2c"), (("AhAs", "KdKc"), "2c3c4d")]
)
def test_an_interval_of_a_sample_has_a_width(players: tuple[str, str], board: str, samples: int) -> None:
    result = he.equity(*players, board=board, method="monte_carlo", samples=samples, seed=1)
    exact = he.equity(*players, board=board).equity
    low, high = result.interval()
    assert (low < high).all()
    assert (low >= 0.0).all()
    assert (high <= 1.0).all()
    assert (low <= result.equity).all()
    assert (result.equity <= high).all()
    low, high = result.interval(0.999_999)
    assert (low <= exact).all()
    assert (exact <= high).all()


def test_an_interval_where_few_deals_tell_is_wilsons() -> None:
    spot: dict[str, Any] = {"board": "AcAdKd", "method": "monte_carlo", "seed": 1}
    rare = he.equity("AhKh", "3s3h", samples=5000, **spot)  # one board in 990 saves the hand that is behind
    assert 0 < rare.win[1] * 5000 < 30
    for seat in (0, 1):
        for level, z in ((0.95, 1.959964), (0.5, 0.674490)):
            low, high = rare.interval(level)
            assert (low[seat], high[seat]) == pytest.approx(wilson(float(rare.equity[seat]), 5000, z), abs=1e-8)
    often = he.equity("AhKh", "3s3h", samples=500_000, **spot)
    low, high = often.interval()
    assert high - often.equity == pytest.approx(1.959964 * often.stderr, rel=1e-6)


def test_an_interval_holds_the_equity_as_often_as_it_says() -> None:
    """A hand that wins one deal in 33: the normal interval of some dozens of deals would often miss it."""
    players, board = ("AhKs", "AdQc"), "As7d2c"
    exact = he.equity(*players, board=board).equity[1]
    held = 0
    for seed in range(400):
        low, high = he.equity(*players, board=board, method="monte_carlo", samples=150, seed=seed).interval()
        held += bool(low[1] <= exact <= high[1])
    assert held >= 400 * 0.95 - 5 * math.sqrt(400 * 0.95 * 0.05)


def test_intervals_of_other_games() -> None:
    scoops = he.equity("AhAs", "KdKc", board="AcAdKs", game="holdem-hilo8", method="monte_carlo", samples=500, seed=1)
    low, high = scoops.interval()
    assert (low < high).all()
    exact = he.equity("AhAs", "KdKc", board="AcAdKs", game="holdem-hilo8")
    assert exact.interval()[0].tolist() == exact.interval()[1].tolist() == exact.equity.tolist()
    assert exact.game is not None
    assert exact.game.independent == exact.deals
    spot: dict[str, Any] = {"game": "crazy-pineapple", "discard": "best-equity", "samples": 3000, "seed": 5}
    result = he.equity("AsKsQd", "77,22", **spot)
    assert result.game is not None
    assert 1 < result.game.independent < result.deals  # several deals go on from one flop
    low, high = result.interval()
    assert (low < result.equity).all()
    assert (result.equity < high).all()


def test_tiny_weights() -> None:
    weights = np.zeros(1326)
    weights[[1325, 1324, 1300, 5]] = [1.0, 5e-324, 1e-300, 0.3]
    tiny = he.Range.from_weights(weights)
    plain = he.Range.from_weights(np.where(weights > 0.1, weights, 0.0))
    wanted = he.equity("KK", plain, board="Ks7d2c").equity
    assert he.equity("KK", tiny, board="Ks7d2c").equity == pytest.approx(wanted, abs=1e-15)
    nothing = he.Range.from_weights({"AsAd": 5e-324})
    with pytest.raises(he.NoValidDealError):
        he.equity("KK,QQ", nothing, board="Ks7d2c")
