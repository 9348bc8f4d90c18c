"""`he.equity` in other games says what `equity.games` found; the games themselves are tested in test_games."""

from __future__ import annotations

import numpy as np
import pytest

import holdem_eq as he
from holdem_eq.equity.games import count_game


def test_hilo_has_its_parts() -> None:
    result = he.equity("Ah2d", "Ad2c", "KhKc", board="3c4d7hKsTd", game="holdem-hilo8")
    assert result.equity.tolist() == [0.25, 0.25, 0.5]
    assert result.game is not None
    assert result.game.low.tolist() == [0.25, 0.25, 0.0]
    assert result.winners == {(0, 1, 2): 1.0}
    assert result.method == "exhaustive"
    assert "holdem-hilo8" in repr(result)
    assert "holdem-hilo8" in result._repr_html_()
    with pytest.raises(he.HoldemError, match="hold'em"):
        result.by_combo(0)


def test_a_sample_is_the_same_here_and_there() -> None:
    options = {"method": "monte_carlo", "samples": 3000, "seed": 5}
    result = he.equity("22+", "A2s+", "random", game="holdem-hilo8", **options)
    totals = count_game(["22+", "A2s+", "random"], game="holdem-hilo8", **options)
    np.testing.assert_array_equal(result.equity, totals.equity)
    np.testing.assert_array_equal(result.stderr, totals.stderr)
    assert (result.deals, result.seed, result.method) == (3000, 5, "monte_carlo")


def test_the_policy_is_stated() -> None:
    spot = {"board": "7s8s9c", "game": "crazy-pineapple"}
    with pytest.raises(he.HoldemError, match="discard"):
        he.equity("AsKsQd", "7c7d2h", **spot)
    result = he.equity("AsKsQd", "7c7d2h", discard="best-equity", **spot)
    assert result.game is not None
    assert result.game.discard == "best-equity"
    assert result.players == ("AsKsQd", "7c7d2h")


def test_options_that_do_not_fit() -> None:
    with pytest.raises(he.HoldemError, match="discard"):
        he.equity("AA", "KK", discard="best-equity")
    with pytest.raises(he.HoldemError, match="omaha"):
        he.equity("AA", "KK", game="omaha")
    with pytest.raises(he.HoldemError, match="table"):
        he.equity("AA", "KK", game="holdem-hilo8", method="table")
