"""Settling arrays of hands: against the oracle, one hand at a time; what is refused; nothing depends on threads."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq.errors import HoldemError
from holdem_eq.settlement import settle_many
from tests import cases, oracle_rules

HANDS = 40


def expected(
    chips: list[int], folded: list[bool], ranks: list[list[int]], lows: list[list[int]] | None, dead: int, rake: int,
    proportional: bool, unit: int,
) -> list[int]:  # fmt: skip
    """One hand by the oracle's pots and awards, rake taken off in the plainest way."""
    uncalled, pots = oracle_rules.find_pots(chips, folded, dead)
    paid = [0] * len(chips)
    if uncalled is not None:
        paid[uncalled[0]] += uncalled[1]
    amounts = [amount for amount, _ in pots]
    taken = [0] * len(pots)
    if proportional:
        shares = [Fraction(rake // unit * amount, sum(amounts)) for amount in amounts]
        whole = [int(share) for share in shares]
        order = sorted(range(len(pots)), key=lambda pot: (whole[pot] - shares[pot], pot))
        for pot in order[: rake // unit - sum(whole)]:
            whole[pot] += 1
        taken = [units * unit for units in whole]
        taken[0] += rake % unit
    else:
        for pot, amount in enumerate(amounts):
            taken[pot] = min(amount, rake - sum(taken))
    low_hands = None if lows is None else [[[60 - low] if low else None for low in board] for board in lows]
    for pot, (amount, eligible) in enumerate(pots):
        held = [seat for seat in eligible if len(eligible) == 1 or all(board[seat] for board in ranks)]
        for seat, won in oracle_rules.award(amount - taken[pot], held, ranks, low_hands, unit).items():
            paid[seat] += won
    return paid


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Hands of one size that can all be settled: in each the live seats with the most chips have a rank."""
    seats, boards = draw(st.integers(2, 8)), draw(st.integers(1, 3))
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    levels = rng.integers(1, draw(st.sampled_from([4, 30, 400])), (HANDS, seats))
    folded = rng.random((HANDS, seats)) < 0.4
    folded[np.arange(HANDS), rng.integers(0, seats, HANDS)] = False
    ranks = rng.integers(1, draw(st.sampled_from([3, 9, 7463])), (HANDS, boards, seats))
    forfeits = rng.random((HANDS, seats)) < 0.15
    top = np.where(folded, 0, levels).max(axis=1, keepdims=True)
    forfeits &= levels < top  # somebody who keeps a hand is entitled to every pot
    ranks[np.broadcast_to(forfeits[:, None], ranks.shape)] = 0
    lows = rng.integers(0, 5, ranks.shape) * (ranks > 0) if draw(st.booleans()) else None
    dead = rng.integers(0, 9, HANDS)
    rake = rng.integers(0, draw(st.sampled_from([3, 40])), HANDS) if draw(st.booleans()) else np.zeros(HANDS, np.int64)
    return {
        "contributions": levels, "folded": folded, "ranks": ranks, "lows": lows, "dead": dead + rake, "rake": rake,
        "allocation": draw(st.sampled_from(["main_first", "proportional"])), "chip_unit": draw(st.sampled_from([1, 1, 5])),
    }  # fmt: skip


@given(tables())
def test_payouts_are_the_oracles(table: dict[str, Any]) -> None:
    found = settle_many(**table)
    assert found.dtype == np.int64
    lows = table["lows"]
    for hand in range(HANDS):
        wanted = expected(
            table["contributions"][hand].tolist(), table["folded"][hand].tolist(), table["ranks"][hand].tolist(),
            None if lows is None else lows[hand].tolist(), int(table["dead"][hand]), int(table["rake"][hand]),
            table["allocation"] == "proportional", table["chip_unit"],
        )  # fmt: skip
        assert found[hand].tolist() == wanted
    put = table["contributions"].sum(axis=1) + table["dead"]
    assert (found.sum(axis=1) + table["rake"] == put).all()


def test_numeric_cases(shared: Any) -> None:
    """Rows of the shared cases that go straight to the settlement: pots E04 in all, H02 to H04, F03, G01 to G08."""
    assert settle_many([300, 500, 800, 800], [False, False, True, True], [1, 1, 0, 0]).tolist() == [600, 1800, 0, 0]
    checked = 0
    for row in cases.read_rows(shared / "cases" / "rules.jsonl"):
        if row["kind"] != "settle" or len(row["pots_in"]) != 1:
            continue
        amount, eligible = row["pots_in"][0]
        boards = [row["ranks"]] if isinstance(row["ranks"][0], int) else row["ranks"]
        seats = len(boards[0])
        lows = None
        if any(row.get("lows") or ()):
            low = [0 if not cards else 99_999 - int("".join(map(str, cards))) for cards in row["lows"]]
            lows = np.array([[low] * len(boards)])
        folded = [[seat not in eligible for seat in range(seats)]]
        found = settle_many(
            np.ones((1, seats), int), folded, np.array([boards]), lows=lows, dead=amount - seats,
            chip_unit=row.get("unit") or 1,
        )  # fmt: skip
        wins = {int(seat): won for seat, won in row["wins"].items()} if isinstance(row["wins"], dict) else None
        wanted = row["wins"] if wins is None else [wins.get(seat, 0) for seat in range(seats)]
        assert found[0].tolist() == wanted, row["id"]
        checked += 1
    assert checked >= 3


def test_threads_and_dtypes_change_nothing() -> None:
    rng = np.random.default_rng(7)
    chips, ranks = rng.integers(1, 200, (20_000, 6)), rng.integers(1, 7463, (20_000, 6))
    folded = rng.random(chips.shape) < 0.5
    folded[:, 2] = False
    one = settle_many(chips, folded, ranks, threads=1)
    assert (settle_many(chips, folded, ranks, threads=3) == one).all()
    narrow = settle_many(chips.astype(np.uint8), np.asfortranarray(folded), ranks[:, None].astype(np.uint16))
    assert (narrow == one).all()
    assert (settle_many(chips[::2], folded[::2], ranks[::2]) == one[::2]).all()


def test_arguments_are_left_alone_and_broadcast() -> None:
    chips, ranks = np.array([[5, 9, 9], [4, 4, 4]]), np.array([3, 2, 2])
    before = chips.copy()
    found = settle_many(chips, False, ranks, dead=np.array([1, 0]))
    assert (chips == before).all()
    assert found.tolist() == [[16, 4, 4], [12, 0, 0]]
    assert settle_many(np.zeros((0, 4), int), False, np.ones((0, 4), int)).shape == (0, 4)


def test_large_amounts_and_rake_do_not_overflow() -> None:
    huge = 1 << 54
    found = settle_many([huge, 2 * huge, 2 * huge], False, [3, 2, 1], rake=huge, allocation="proportional")
    assert found.tolist() == [3 * huge - 3 * huge // 5, 2 * huge - 2 * huge // 5 - 1, 0]
    assert found.sum() == 4 * huge


def test_money_that_no_live_seat_has_matched_goes_to_those_left() -> None:
    assert settle_many([100, 0], [True, False], [0, 0]).tolist() == [0, 100]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"contributions": [[1.5, 2]]}, "contributions of dtype float64; give whole numbers"),
    ({"contributions": [[1, -2]]}, r"row 0 of contributions: \[1, -2\]"),
    ({"contributions": [[1, 2], [3, 1 << 60]]}, "row 1 of contributions"),
    ({"contributions": np.ones((2, 2, 2), int)}, r"contributions of shape \(2, 2, 2\)"),
    ({"contributions": np.ones((1, 40), int)}, "1 to 32 seats"),
    ({"folded": [[0, 1]]}, "folded of dtype int64; give booleans"),
    ({"folded": [[True] * 3]}, r"folded of shape \(1, 3\) does not fit \(1, 2\)"),
    ({"ranks": [[1, -1]]}, "row 0 of ranks"),
    ({"ranks": np.ones((1, 2, 3), int)}, r"ranks of shape \(1, 2, 3\); give"),
    ({"ranks": [["As", "Kd"]]}, "ranks of dtype"),
    ({"lows": np.ones((1, 2, 2), int)}, "lows of shape"),
    ({"dead": [1, 2]}, r"dead of shape \(2,\) does not fit \(1,\)"),
    ({"dead": -1}, "row 0 of dead: -1"),
    ({"rake": 500}, "row 0: a rake of 500 is more than its pots hold"),
    ({"ranks": [[0, 0]]}, r"row 0: nobody can win a pot of contributions \[10, 10\]"),
    ({"folded": True}, "row 0: nobody can win a pot"),
    ({"chip_unit": 0}, "chip_unit=0; give a whole number"),
    ({"allocation": "all"}, "allocation='all' is not known"),
    ({"threads": 0}, "threads=0"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_refusals_name_what_is_wrong(change: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"contributions": [[10, 10]], "folded": False, "ranks": [[2, 1]]}
    assert settle_many(**good).tolist() == [[20, 0]]
    with pytest.raises(HoldemError, match=message):
        settle_many(**(good | change))


def test_the_row_that_is_named_is_the_first_bad_one() -> None:
    chips, ranks = np.full((10_000, 2), 3), np.ones((10_000, 2), int)
    ranks[[7001, 9000]] = 0
    with pytest.raises(HoldemError, match=r"^row 7001: nobody"):
        settle_many(chips, False, ranks, threads=2)
