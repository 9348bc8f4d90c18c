"""Matrices and many boards: each number is what `equity` says of its own spot."""

from __future__ import annotations

import numpy as np
import pytest

import holdem_eq as he

ROWS = ["AA", "AhKh", "22+,AK:0.5", "JTs"]
COLUMNS = ["KK", "AhQd", "random", "QJs,99:0.25"]


@pytest.mark.parametrize(("board", "dead"), [("", ""), ("Ks7d2c", ""), ("KsQs7s2s", "Ac"), ("Ks7d2c9h3s", "")])
def test_every_cell(board: str, dead: str) -> None:
    matrix = he.equity_matrix(ROWS, COLUMNS, board=board, dead=dead)
    assert list(matrix.index) == ROWS
    assert list(matrix.columns) == COLUMNS
    for row in ROWS:
        for column in COLUMNS:
            found = matrix.loc[row, column]
            try:
                wanted = he.equity(row, column, board=board, dead=dead).equity[0]
            except (he.DuplicateCardError, he.NoValidDealError, he.EmptyRangeError):
                assert np.isnan(found)
            else:
                assert found == pytest.approx(wanted, abs=1e-13)


def test_all_starting_hands_before_the_flop() -> None:
    matrix = he.equity_matrix()
    assert matrix.shape == (169, 169)
    assert list(matrix.index[:3]) == ["AA", "AKs", "AQs"]
    assert not matrix.isna().any().any()
    np.testing.assert_allclose(matrix + matrix.T, 1.0, atol=1e-14)
    assert matrix.loc["AKs", "QQ"] == pytest.approx(he.equity("AKs", "QQ").equity[0], abs=1e-13)


def test_blocked_cells_are_nan() -> None:
    matrix = he.equity_matrix(["AsAh", "KK"], ["AsKs", "KsKh"], board="KdKc2c")
    assert np.isnan(matrix.loc["AsAh", "AsKs"])
    assert np.isnan(matrix.loc["KK", "KsKh"])
    assert matrix.loc["AsAh", "KsKh"] == pytest.approx(he.equity("AsAh", "KsKh", board="KdKc2c").equity[0])


@pytest.mark.parametrize(
    ("arguments", "kind", "part"),
    [
        ({"rows": "AA"}, he.HoldemError, "rows"),
        ({"rows": ["AA"], "columns": "KK"}, he.HoldemError, "columns"),
        ({"rows": []}, he.HoldemError, "rows"),
        ({"rows": ["AA", "ZZ"]}, he.RangeParseError, "ZZ"),
        ({"rows": ["AA"], "board": "2c"}, he.BoardSizeError, "2c"),
        ({"rows": ["AA"], "board": "2c3c4c", "dead": "2c"}, he.DuplicateCardError, "2c"),
        ({"rows": [["As", "Ad", "Ac"]]}, he.HoldemError, "row 0"),
    ],
)
def test_errors_name_the_input(arguments, kind: type[he.HoldemError], part: str) -> None:
    with pytest.raises(kind, match=part):
        he.equity_matrix(**arguments)


def test_many_boards() -> None:
    boards = ["Ks7d2c", "As7d2c9h", "", "2c3c4c5c6c", "AsAdAc"]
    shares = he.equity_by_board("AA", "KK,QJs", boards=boards)
    assert shares.shape == (5, 2)
    for board, found in zip(boards[:4], shares[:4], strict=True):
        np.testing.assert_array_equal(found, he.equity("AA", "KK,QJs", board=board).equity)
    assert np.isnan(shares[4]).all()
    three = he.equity_by_board("AhKh", "QQ", "JTs", boards=["Ks7d2c", "AhKs2c"])
    assert np.isnan(three[1]).all()
    assert three[0].sum() == pytest.approx(1)


def test_a_board_that_is_none_is_an_error() -> None:
    with pytest.raises(he.BoardSizeError):
        he.equity_by_board("AA", "KK", boards=["Ks7d"])
    with pytest.raises(he.DuplicateCardError):
        he.equity_by_board("AA", "KK", boards=["KsKs2d"])
    with pytest.raises(he.HoldemError, match="boards"):
        he.equity_by_board("AA", "KK", boards="Ks7d2c")
