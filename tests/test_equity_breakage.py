"""What people do wrong, or rarely: every case here once gave a wrong answer, a traceback or a long wait."""

from __future__ import annotations

import json
import os
import pickle
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import holdem_eq as he
from holdem_eq import cli
from holdem_eq.analysis import equity_by_next_card
from holdem_eq.equity.games import count_game
from holdem_eq.plots import Trace, plot_equity_graph, plot_grid, plot_running

NONSENSE = [None, "", "x", [], {}, (1, 2), np.array([1, 2]), float("nan"), object()]


@pytest.mark.parametrize("wrong", [*NONSENSE, True, -1, -0.5])
def test_max_work_is_a_number_of_seconds(wrong: Any) -> None:
    calls = [
        lambda: he.equity("AA", "QQ", max_work=wrong),
        lambda: he.equity("AA", "QQ", game="holdem-hilo8", max_work=wrong),
        lambda: count_game(["AA", "QQ"], max_work=wrong),
        lambda: equity_by_next_card("AA", "QQ", board="2c3c4c", max_work=wrong),
        lambda: he.equity_by_board("AA", "QQ", boards=["2c3c4c"], max_work=wrong),
    ]
    for call in calls:
        with pytest.raises(he.HoldemError, match="max_work="):
            call()


def test_max_work_takes_what_numbers_there_are() -> None:
    for right in (0, 0.5, 10**400, float("inf"), np.float32(3), np.int64(3)):
        assert he.equity("AA", "KK", max_work=right).method == "table"


@pytest.mark.parametrize("wrong", NONSENSE)
def test_game_method_and_discard_of_any_kind_are_named(wrong: Any) -> None:
    with pytest.raises(he.HoldemError, match=r"game .* is not known; use 'holdem'"):
        he.equity("AA", "QQ", game=wrong)
    with pytest.raises(he.HoldemError, match=r"method .* is not known; use one of"):
        he.equity("AA", "QQ", method=wrong)
    with pytest.raises(he.HoldemError, match=r"method .* is not known; use one of"):
        count_game(["AA", "QQ"], method=wrong)
    with pytest.raises(he.HoldemError):
        he.equity("AsAd2d", "QsQh3d", board="2c3c4c", game="pineapple", discard=wrong)


@pytest.mark.parametrize("wrong", [0, 3.5, True])
def test_a_discard_that_is_no_list_is_named(wrong: Any) -> None:
    with pytest.raises(he.HoldemError, match=r"discard=.* is not known; give"):
        he.equity("AsAd2d", "QsQh3d", board="2c3c4c", game="pineapple", discard=wrong)


@pytest.mark.parametrize("wrong", [*NONSENSE, 0, 1, True])
def test_a_level_is_a_probability(wrong: Any) -> None:
    with pytest.raises(he.HoldemError, match="level="):
        he.equity("AA", "KK").interval(wrong)
    trace = Trace()
    trace(10, 10, he.equity("AA", "KK", method="monte_carlo", samples=10, seed=1))
    with pytest.raises(he.HoldemError, match="level="):
        plot_running(trace, level=wrong)


@pytest.mark.parametrize("wrong", [None, 0.5, "0", -1, 2])
def test_a_seat_to_draw_is_a_whole_number(wrong: Any) -> None:
    trace = Trace()
    trace(10, 10, he.equity("AA", "KK", method="monte_carlo", samples=10, seed=1))
    with pytest.raises(he.HoldemError, match=r"seat .* does not exist"):
        plot_running(trace, seat=wrong)


def test_pictures_name_what_does_not_fit() -> None:
    with pytest.raises(he.HoldemError, match=r"give Range\('QQ\+'\)"):
        plot_grid("QQ+")
    with pytest.raises(he.HoldemError, match="names="):
        plot_equity_graph(he.equity_distribution("AA", "KK"), names=["hero"])


@pytest.mark.parametrize("wrong", [None, "15%", [], np.array([1.0, 2.0]), float("nan")])
def test_a_top_is_a_percentage(wrong: Any) -> None:
    with pytest.raises(he.HoldemError, match="give a number from 0 to 100"):
        he.Range.top(wrong)


@pytest.mark.parametrize("wrong", [3, 3.5, he.Range("AA")])
def test_rows_of_a_matrix_are_a_list(wrong: Any) -> None:
    with pytest.raises(he.HoldemError, match=r"rows is .*; give a list of hands or ranges"):
        he.equity_matrix(wrong, ["QQ"])


@pytest.mark.parametrize("players", [["AA", "KK"], ("AA", "KK")])
def test_players_in_a_list_are_told_how_to_stand(players: Any) -> None:
    for game in ("holdem", "holdem-hilo8"):
        with pytest.raises(he.PlayerCountError, match=r"is 1; .* each an argument of its own"):
            he.equity(players, game=game)


def test_a_hand_rank_knows_cards_of_its_own_only() -> None:
    rank = he.evaluate("AsKsQsJsTs2c")
    assert he.HandRank(int(rank), "AsKsQsJsTs2c").best_five == "AsKsQsJsTs"
    for cards in ("AsKs", "2c3d4h5s7c", [51, 47]):
        with pytest.raises(he.HoldemError, match="is not the hand rank of"):
            he.HandRank(int(rank), cards)
    for wrong in (None, "x", 3.5):
        with pytest.raises(he.HoldemError, match="is not a hand rank"):
            he.HandRank(wrong)  # type: ignore[arg-type]


def test_hands_of_different_lengths_are_an_error_of_cards() -> None:
    with pytest.raises(he.CardParseError, match="different lengths"):
        he.evaluate_many([[0, 1, 2, 3, 4], [0, 1, 2]])


def test_ranks_may_be_written_over_their_cards() -> None:
    rng = np.random.default_rng(1)
    cards = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (70_000, 1)), axis=1)[:, :6].copy()
    expected = he.evaluate_many(cards)
    found = he.evaluate_many(cards, out=cards.reshape(-1)[: 2 * len(cards)].view(np.uint16))
    np.testing.assert_array_equal(found, expected)


# --- weights too small to multiply


@pytest.mark.parametrize("board", ["", "2c3c4c"])
def test_weights_too_small_to_multiply_are_named_in_every_game(board: str) -> None:
    players = ("AA:1e-200", "KK:1e-200")
    for game in ("holdem", "holdem-hilo8"):
        with pytest.raises(he.NoValidDealError, match=r"0 \('AA:1e-200'\) and 1 .* scale each range up"):
            he.equity(*players, board=board, game=game)


def test_weights_too_small_to_multiply_are_named_by_next_card() -> None:
    with pytest.raises(he.NoValidDealError, match="scale each range up"):
        equity_by_next_card("AA:1e-200", "KK:1e-200", board="2c3c4c")


# --- many boards


def test_many_boards_are_counted_however_many_players() -> None:
    players, boards = ("22+,A2+", "random", "random", "K8+"), ["2c3c4c"]
    with pytest.raises(he.HoldemError, match=r"board '2c3c4c' takes about [\d,]+ seconds; .* max_work=\d+"):
        he.equity_by_board(*players, boards=boards)
    few = ("AhAs", "KK", "QQ", "JJ")
    found = he.equity_by_board(*few, boards=[*boards, "KsQsJs2c", "KsQsJs2c3d"])
    for row, board in zip(found, ("2c3c4c", "KsQsJs2c", "KsQsJs2c3d"), strict=True):
        np.testing.assert_array_equal(row, he.equity(*few, board=board, method="exhaustive").equity)


def test_many_boards_hide_no_error_of_the_players() -> None:
    boards = ["2c3c4c", "5c6c7c"]
    with pytest.raises(he.DuplicateCardError, match="Ah is named by seat 0"):
        he.equity_by_board("AhAs", "AhKs", boards=boards)
    with pytest.raises(he.DuplicateCardError, match="dead"):
        he.equity_by_board("AhAs", "KK", boards=boards, dead="Ah")
    with pytest.raises(he.EmptyRangeError, match="seat 0"):
        he.equity_by_board("", "KK", boards=boards)
    with pytest.raises(he.PlayerCountError):
        he.equity_by_board("AA", boards=[])
    with pytest.raises(he.HoldemError, match="threads=0"):
        he.equity_by_board("AA", "KK", boards=[], threads=0)
    assert np.isnan(he.equity_by_board("AA", "KK", boards=boards, dead="2c")[0]).all()
    assert np.isnan(he.equity_by_board("AA", "AA", "AA", boards=boards)).all()


def test_many_boards_come_as_any_iterable() -> None:
    expected = he.equity_by_board("AA", "KK", boards=["2c3c4c", "2d3d4d"])
    np.testing.assert_array_equal(he.equity_by_board("AA", "KK", boards=iter(["2c3c4c", "2d3d4d"])), expected)
    np.testing.assert_array_equal(he.equity_by_board("AA", "KK", boards=np.array([[0, 4, 8], [1, 5, 9]])), expected)
    for wrong in (None, 3):
        with pytest.raises(he.HoldemError, match="give a list of boards"):
            he.equity_by_board("AA", "KK", boards=wrong)  # type: ignore[arg-type]


# --- waiting, copies, the command line


def test_next_card_is_the_same_where_threads_share_a_card() -> None:
    players, board = ("22+,A2s+,KTs+", "33+,A2+,Q9s+", "random"), "Ks7d2c"
    frames = [equity_by_next_card(*players, board=board, threads=threads) for threads in (1, 3)]
    assert frames[0].equals(frames[1])


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_does_not_wait_for_the_end_of_a_card() -> None:
    equity_by_next_card("AhAs", "KK", "QQ", "JJ", board="Ks7d2c")  # compiles
    began = 0.0

    def interrupt() -> None:
        nonlocal began
        began = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.0, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        equity_by_next_card("22+", "A2s+", "random", "K2s+", board="Ks7d2c", max_work=1e9)
    timer.join()
    assert time.monotonic() - began < 3.0


def test_a_copy_of_a_game_is_as_frozen() -> None:
    result = pickle.loads(pickle.dumps(he.equity("AcAs", "KcKs", game="holdem-hilo8")))
    arrays = [item for item in result.game if isinstance(item, np.ndarray)]
    assert len(arrays) == 7
    assert not any(array.flags.writeable for array in arrays)


def test_one_sampled_deal_has_no_standard_error_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["equity", "AA", "KK", "QQ", "--method", "monte_carlo", "--samples", "1", "--seed", "1", "--json"]
    assert cli.main(arguments) == 0
    assert json.loads(capsys.readouterr().out)["stderr"] == [None, None, None]


def test_json_of_a_game_has_what_holdem_has_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["equity", "AcAs", "KcKs", "--game", "holdem-hilo8", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    game = he.equity("AcAs", "KcKs", game="holdem-hilo8").game
    assert game is not None
    assert (record["game"], record["no_low"], record["discard"]) == ("holdem-hilo8", game.no_low, None)
    assert (record["high"], record["low"], record["kept"]) == (game.high.tolist(), game.low.tolist(), ["AsAc", "KsKc"])


def test_combos_of_a_game_are_refused_before_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["equity", "AcAs", "KcKs", "--game", "holdem-hilo8", "--combos", "2"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "--combos" in err


def test_samples_may_be_written_as_people_write_them() -> None:
    assert he.equity("AA", "KK", samples=1e4, method="monte_carlo", seed=1).deals == 10_000
    with pytest.raises(he.HoldemError, match=r"samples=1\.5: give a whole number"):
        he.equity("AA", "KK", samples=1.5)


def test_hands_of_three_cards_are_told_that_they_need_a_game() -> None:
    with pytest.raises(he.HoldemError, match=r"seat 0 \('AsKsQs'\) is 3 cards; .*game='pineapple'"):
        he.equity("AsKsQs", "KdKc2c")
