"""Heads-up equity: golden numbers, what the result promises, and every error by name."""

from __future__ import annotations

import csv
import math
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import holdem_eq as he
from holdem_eq.cards import combo_index, parse_cards
from holdem_eq.errors import (
    BoardSizeError,
    CardParseError,
    DuplicateCardError,
    EmptyRangeError,
    HoldemError,
    NoValidDealError,
    PlayerCountError,
    RangeParseError,
    RangeWarning,
)
from tests import oracle
from tests.oracle import cards, expand

DATA = Path(__file__).resolve().parents[1] / "data"
PREM = "QQ+,AKs,AKo"
R20 = "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"
R40 = "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,87s,76s,65s,A2o+,K7o+,Q9o+,J9o+,T9o"

with (DATA / "equities/heads_up.tsv").open(encoding="utf-8", newline="") as _file:
    GOLDEN = list(csv.DictReader(_file, delimiter="\t"))


def same(first, second) -> bool:
    """Equal to the last bit, per seat and per combo."""
    return (
        all(np.array_equal(getattr(first, name), getattr(second, name)) for name in ("equity", "win", "tie"))
        and (first.counts, first.deals, first.method) == (second.counts, second.deals, second.method)
        and all(first.by_combo(seat).equals(second.by_combo(seat)) for seat in (0, 1))
    )


# ---------------------------------------------------------------------------- right numbers


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: f"{row['hero']}-{row['villain']}-{row['board']}{row['dead']}")
def test_golden_counts(row: dict[str, str]) -> None:
    win, tie, lose = (int(row[name]) for name in ("win", "tie", "lose"))
    deals = win + tie + lose
    found = he.equity(row["hero"], row["villain"], board=row["board"], dead=row["dead"])
    assert found.counts == (win, tie, lose)
    assert found.deals == deals
    assert found.method == ("exhaustive" if row["board"] or row["dead"] else "table")
    assert found.win == pytest.approx([win / deals, lose / deals], abs=1e-15)
    assert found.tie == pytest.approx([tie / deals, tie / deals], abs=1e-15)
    assert found.equity == pytest.approx([(win + tie / 2) / deals, (lose + tie / 2) / deals], abs=1e-15)


def test_named_suits_are_no_class_average() -> None:
    table = {villain: he.equity("AcAs", villain).counts for villain in ("KcKs", "KdKh", "KcKd")}
    assert len(set(table.values())) == 3
    six = [he.equity("AcAs", villain).counts for villain in ("KcKd", "KcKh", "KcKs", "KdKh", "KdKs", "KhKs")]
    assert he.equity("AcAs", "KK").counts == tuple(map(sum, zip(*six, strict=True)))


@pytest.mark.parametrize(
    ("board", "dead"),
    [("", ""), ("", "2c9h"), ("Ks7d2c", ""), ("Ks7d2c", "AhAd"), ("Ks7d2c3c", ""), ("Ks7d2c3c9h", "4d")],
)
def test_the_same_range_twice_is_a_coin_toss(board: str, dead: str) -> None:
    found = he.equity(R20, R20, board=board, dead=dead)
    assert found.counts[0] == found.counts[2]
    assert found.equity == pytest.approx([0.5, 0.5], abs=1e-15)


@pytest.mark.parametrize("board", ["Ks7d2c", "KsQs2s", "7c7d2s", "7c7d7h", "JdTd9c"])
def test_a_flop_is_the_sum_of_its_turns_and_rivers(board: str) -> None:
    shown = cards(board)
    flop = he.equity(R20, R40, board=board)
    turns = [he.equity(R20, R40, board=[*shown, turn]).counts for turn in oracle.DECK if turn not in shown]
    assert tuple(map(sum, zip(*turns, strict=True))) == tuple(2 * count for count in flop.counts)
    turn = [*shown, cards("8s")[0]]
    rivers = [he.equity(R20, R40, board=[*turn, river]).counts for river in oracle.DECK if river not in turn]
    assert tuple(map(sum, zip(*rivers, strict=True))) == he.equity(R20, R40, board=turn).counts


@pytest.mark.slow
def test_before_the_flop_is_the_sum_of_all_flops() -> None:
    hero, villain = "AhKh,77,JTs", "QQ,A5s,8h7d"
    total = np.zeros(3, dtype=np.int64)
    for flop in oracle.combinations(oracle.DECK, 3):
        total += he.equity(hero, villain, board=list(flop)).counts
    assert tuple(total.tolist()) == tuple(10 * count for count in he.equity(hero, villain).counts)


@pytest.mark.parametrize("board", ["", "Ks7d2c", "Ks7d2c9s", "Ks7d2c9s3h"])
def test_a_range_is_the_sum_of_its_parts(board: str) -> None:
    parts = ["QQ+", "AKs", "AKo"]
    counts = [he.equity(part, R40, board=board).counts for part in parts]
    assert he.equity(PREM, R40, board=board).counts == tuple(map(sum, zip(*counts, strict=True)))


def test_dead_cards_matter_and_leave_nothing_behind() -> None:
    for villain, board in (("QQ", ""), ("22+", "Ks7d2c"), ("22+", "Ks7d2c9s")):
        without = he.equity(PREM, villain, board=board)
        dead = he.equity(PREM, villain, board=board, dead="AhQd")
        assert not np.array_equal(without.equity, dead.equity)
        assert dead.deals < without.deals
        assert same(he.equity(PREM, villain, board=board), without)
        assert same(he.equity(PREM, villain, board=board, dead="AhQd"), dead)
        assert same(he.equity(PREM, villain, board=board, dead=["Qd", "Ah"]), dead)


def test_dead_cards_on_the_river_only_take_combos() -> None:
    board = "KsJhTh8h8c"
    assert he.equity("5s4h", "AA", board=board, dead="2c3c").counts == he.equity("5s4h", "AA", board=board).counts
    assert he.equity("5s4h", "AA", board=board, dead="As3c").deals == 3


def all_but(kept: str) -> str:
    return oracle.text_of(card for card in oracle.DECK if card not in cards(kept))


def test_dead_cards_may_leave_just_enough() -> None:
    one = he.equity("AsAh", "KsKh", dead=all_but("AsAhKsKh2c3c4d5d7h"))
    assert (one.counts, one.deals) == ((1, 0, 0), 1)
    six = he.equity("AA,KK", "AA,KK", dead=all_but("AsAhKsKh2c3c4d5d7h9c"))
    assert six.counts == (6, 0, 6)
    assert he.equity("AA", "QQ", board="Ks7d2c", dead=all_but("Ks7d2cAsAhQsQh3c4h")).counts == (1, 0, 0)


@pytest.mark.parametrize("left", ["AsAhKsKh2c3c4d5d", "AsAhKsKh2c", "AsAhKsKh"])
def test_dead_cards_may_leave_too_few_for_a_board(left: str) -> None:
    with pytest.raises(NoValidDealError):
        he.equity("AsAh", "KsKh", dead=all_but(left))


def test_dead_cards_may_leave_too_few_for_two_hands() -> None:
    for left in ("AsAhKs", "AsAh"):
        with pytest.raises(NoValidDealError):
            he.equity("AsAh,AsKs", "AhKs,AsAh", dead=all_but(left))
    with pytest.raises(EmptyRangeError):
        he.equity("AA,KK", "AA,KK", dead=all_but("As"))
    with pytest.raises(EmptyRangeError):
        he.equity("AA,KK", "AA,KK", dead=all_but(""))


def test_every_spot_of_everything() -> None:
    found = he.equity("random", "random")
    assert found.deals == 1326 * 1225 * math.comb(48, 5)
    assert found.counts[0] == found.counts[2]
    assert sum(found.counts) == found.deals
    assert len(found.by_combo(0)) == 1326


# ---------------------------------------------------------------------------- weights


def test_a_weight_is_a_weight() -> None:
    hero, board = "AA", "Kc7d2h"
    kings, queens = (he.equity(hero, villain, board=board) for villain in ("KK", "QQ"))
    mixed = he.equity(hero, "KK:0.25,QQ:0.5", board=board)
    weights = np.array([18 * 0.25, 36 * 0.5])
    wanted = weights @ [kings.equity[0], queens.equity[0]] / weights.sum()
    assert mixed.equity[0] == pytest.approx(wanted, abs=1e-14)
    assert mixed.counts is None


def test_counts_are_given_where_every_weight_is_one() -> None:
    assert he.equity("AA:1", "KK:1.0,QQ:0").counts == he.equity("AA", "KK").counts
    assert he.equity("AA:0.5", "KK").counts is None


@pytest.mark.parametrize("board", ["", "Ks7d2c", "Ks7d2c9s3h"])
@pytest.mark.parametrize("dead", ["", "AhTd"])
def test_a_common_factor_of_the_weights_changes_nothing(board: str, dead: str) -> None:
    plain = he.equity("QQ+,AKs", "TT+,AQs", board=board, dead=dead)
    for factor in ("0.5", "0.1", "0.000001"):
        scaled = he.equity(f"(QQ+,AKs):{factor}", "TT+,AQs", board=board, dead=dead)
        for name in ("equity", "win", "tie"):
            assert getattr(scaled, name) == pytest.approx(getattr(plain, name), abs=1e-13)


def scaled(text: str, factor: float) -> he.Range:
    return he.Range.from_weights(he.Range(text).weights * factor)


@pytest.mark.parametrize("factor", [1e-30, 1e-100])
@pytest.mark.parametrize(("board", "dead"), [("", ""), ("", "2h"), ("Ks7d2c", "2h"), ("Ks7d2c9s3h", "")])
def test_small_weights_are_weights(factor: float, board: str, dead: str) -> None:
    found = he.equity(scaled("AA", factor), scaled("QQ,KK", factor), board=board, dead=dead)
    plain = he.equity("AA", "QQ,KK", board=board, dead=dead)
    for name in ("equity", "win", "tie"):
        assert getattr(found, name) == pytest.approx(getattr(plain, name), abs=1e-13)
    for seat in (0, 1):
        ours, theirs = found.by_combo(seat), plain.by_combo(seat)
        assert ours["combo"].tolist() == theirs["combo"].tolist()
        assert ours["equity"].to_numpy() == pytest.approx(theirs["equity"].to_numpy(), abs=1e-13)


@pytest.mark.parametrize("factor", [1e-200, 5e-324])
@pytest.mark.parametrize("board", ["", "Ks7d2c", "Ks7d2c9s3h"])
def test_weights_whose_products_vanish_are_an_error_and_no_nan(factor: float, board: str) -> None:
    with pytest.raises(NoValidDealError):
        he.equity(scaled("AA", factor), scaled("QQ,KK", factor), board=board)


@pytest.mark.parametrize("board", ["", "Ks7d2c", "Ks7d2c9s3h"])
def test_the_smallest_weight_beside_the_largest(board: str) -> None:
    found = he.equity("AA", scaled("QQ", 5e-324) | he.Range("KK"), board=board)
    assert found.equity == pytest.approx(he.equity("AA", "KK", board=board).equity, abs=1e-13)
    assert {"Ks", "Kh"} & set(found.by_combo(1)["combo"].str[:2])


BLOCKED = "AsQh,AsQd,As5h,As6c,As9d,AsTd,AsTc,As8h,As4h,As3c:0.7"


@pytest.mark.parametrize("weight", ["0.001", "0.000001", "0.000000001"])
@pytest.mark.parametrize("board", ["", "Ks7d2c", "Ks7d2c9s", "Ks7d2c9s3h"])
@pytest.mark.parametrize("dead", ["", "Jd"])
def test_blocked_combos_leave_no_trace_in_small_weights(weight: str, board: str, dead: str) -> None:
    """AsKh meets every heavy combo of villain's, so that the light ones are all that counts."""
    alone = he.equity("AsKh", "QQ", board=board, dead=dead)
    found = he.equity("AsKh", f"{BLOCKED},QQ:{weight}", board=board, dead=dead)
    for name in ("equity", "win", "tie"):
        assert getattr(found, name) == pytest.approx(getattr(alone, name), abs=1e-11)
    assert found.deals == alone.deals
    assert len(found.by_combo(1)) == len(alone.by_combo(1)) == 6


def test_a_combo_that_cannot_be_dealt_is_not_listed() -> None:
    """Whatever the weights: 0.1 added up and taken away again is not always nothing."""
    found = he.equity("33:0.1", "22,33", board="2c2d3c")
    assert found.by_combo(1)["combo"].tolist() == ["2s2h"]
    assert found.by_combo(0)["combo"].tolist() == ["3s3h", "3s3d", "3h3d"]


def test_combos_of_weight_zero_are_not_in_the_range() -> None:
    found = he.equity("AA,KK:0", "QQ", board="2c7d9h")
    assert same(found, he.equity("AA", "QQ", board="2c7d9h"))
    assert set(found.by_combo(0)["combo"].str[0]) == {"A"}


# ---------------------------------------------------------------------------- the result


@pytest.mark.parametrize(
    ("board", "dead"), [("", ""), ("", "AhTd"), ("Ks7d2c", ""), ("Ks7d2c9s", "AhTd"), ("Ks7d2c9s3h", "")]
)
def test_what_every_result_keeps(board: str, dead: str) -> None:
    found = he.equity("77+,AK:0.5", R20, board=board, dead=dead)
    for name in ("equity", "win", "tie"):
        values = getattr(found, name)
        assert isinstance(values, np.ndarray)
        assert values.dtype == np.float64
        assert values.shape == (2,)
        assert not values.flags.writeable
        assert ((values >= 0) & (values <= 1)).all()
    assert found.equity.sum() == pytest.approx(1, abs=1e-12)
    assert found.win.sum() + found.tie[0] == pytest.approx(1, abs=1e-12)
    assert found.tie[0] == found.tie[1]
    assert found.equity == pytest.approx(found.win + found.tie / 2, abs=1e-12)
    assert isinstance(found.deals, int)
    assert found.deals > 0


def test_a_result_cannot_be_changed() -> None:
    found = he.equity("AA", "KK")
    for name in ("equity", "counts", "deals", "method"):
        with pytest.raises(AttributeError):
            setattr(found, name, None)
    with pytest.raises(ValueError, match="read-only"):
        found.equity[0] = 1.0
    assert {type(count) for count in found.counts} == {int}


def test_a_result_passes_between_processes() -> None:
    for board in ("", "Ks7d2c"):
        found = he.equity("AA", "KK", board=board)
        assert same(pickle.loads(pickle.dumps(found)), found)


@pytest.mark.parametrize("board", ["", "Ks7d2c", "Ks7d2c9s3h"])
@pytest.mark.parametrize("seat", [0, 1])
def test_by_combo(board: str, seat: int) -> None:
    players = ["QQ+,AKs:0.5", "TT+,AhKh"]
    found = he.equity(*players, board=board)
    frame = found.by_combo(seat)
    assert list(frame.columns) == ["combo", "weight", "win", "tie", "equity"]
    assert frame["combo"].is_unique
    shown = set(cards(board))
    live = {combo: weight for combo, weight in expand(players[seat]).items() if not shown & set(combo)}
    named = {
        tuple(sorted(parse_cards(combo))): weight for combo, weight in zip(frame["combo"], frame["weight"], strict=True)
    }
    assert named == {combo: float(weight) for combo, weight in live.items()}
    assert frame["equity"].to_numpy() == pytest.approx((frame["win"] + frame["tie"] / 2).to_numpy(), abs=1e-12)
    frame["equity"] = 0.0
    assert (found.by_combo(seat)["equity"] > 0).any(), "a caller's change came back"


@pytest.mark.parametrize("seat", [2, -3])
def test_by_combo_of_no_seat(seat: int) -> None:
    with pytest.raises((IndexError, HoldemError), match="seat"):
        he.equity("AA", "KK").by_combo(seat)


def test_to_frame() -> None:
    found = he.equity("AA", "KK")
    frame = found.to_frame()
    assert len(frame) == 2
    for name in ("equity", "win", "tie"):
        assert frame[name].tolist() == getattr(found, name).tolist()


def test_repr_names_the_numbers() -> None:
    found = he.equity("AA", "KK")
    assert "81.9" in repr(found) or "0.819" in repr(found)
    html = found._repr_html_()
    assert "<" in html
    assert "81.9" in html


# ---------------------------------------------------------------------------- what goes in


def test_players_are_text_or_ranges() -> None:
    wanted = he.equity("QQ+,AKs", "22", board="Ks7d2c")
    assert same(he.equity(he.Range("QQ+,AKs"), he.Range("22"), board="Ks7d2c"), wanted)
    assert same(he.equity("QQ+ AKs", he.Range("22"), board="Ks7d2c"), wanted)
    assert same(he.equity("As Kd", "QhQd"), he.equity("A♠K♦", "QdQh"))


def test_a_range_given_is_left_alone() -> None:
    hero = he.Range("QQ+,AKs:0.5")
    kept = hero.weights.copy()
    he.equity(hero, hero, board="Ks7d2c", dead="Qd")
    assert np.array_equal(hero.weights, kept)


@pytest.mark.parametrize(
    "board",
    [
        "Ks7d2c",
        "ks 7d, 2c",
        "K♠7♦2♣",
        ["Ks", "7d", "2c"],
        [47, 21, 0],
        np.array([47, 21, 0], dtype=np.uint8),
        ("2c", "Ks", "7d"),
    ],
    ids=repr,
)
def test_any_way_to_write_a_board(board) -> None:
    assert same(he.equity("AA", "KK", board=board), he.equity("AA", "KK", board="Ks7d2c"))


@pytest.mark.parametrize("empty", ["", " ", [], (), np.array([], dtype=np.uint8)], ids=repr)
def test_no_board_and_no_dead_cards(empty) -> None:
    assert same(he.equity("AA", "KK", board=empty, dead=empty), he.equity("AA", "KK"))


def test_weights_that_differ_warn_once_and_win_by_size() -> None:
    with pytest.warns(RangeWarning):
        found = he.equity("AKs,AhKh:0.5", "QQ", board="2c7d9h")
    assert same(found, he.equity("AKs", "QQ", board="2c7d9h"))


@pytest.mark.parametrize(
    ("hero", "villain", "board", "dead"),
    [
        (R20, R40, "", ""),
        ("QQ+:0.9,AKs:0.3", "TT+:0.7,AQs", "", "AhTd"),
        ("QQ+:0.9,AKs:0.3", "TT+:0.7,AQs", "", "2c3d4h5s6c7d8h9s2d2h2s3c3h3s4c4d4s5c5d5h"),
        (f"{R20},72o:0.3", f"{R40},94o:0.7", "Ks7d2c", ""),
        (f"{R20},72o:0.3", f"{R40},94o:0.7", "KsQs2s", "AhTd"),
        (f"{R20},72o:0.3", f"{R40},94o:0.7", "Ks7d2c9s", ""),
        (f"{R20},72o:0.3", f"{R40},94o:0.7", "Ks7d2c9s3h", ""),
        ("AhAs", "KdKc", "", "2c"),
        ("AhAs", "random", "Ks7d2c", ""),
    ],
)
def test_threads_change_no_bit(hero: str, villain: str, board: str, dead: str) -> None:
    found = he.equity(hero, villain, board=board, dead=dead)
    for threads in (1, 2, 3, 7):
        assert same(he.equity(hero, villain, board=board, dead=dead, threads=threads), found)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_change_no_bit_of_a_long_count(threads: int) -> None:
    hero, villain = f"{R20},72o:0.3", f"{R40},94o:0.7"
    found, again = (he.equity(hero, villain, dead="Ah", threads=count) for count in (None, threads))
    for name in ("equity", "win", "tie"):
        assert getattr(found, name).tobytes() == getattr(again, name).tobytes()


def test_calls_from_several_threads_at_once() -> None:
    spots = [{"board": board, "dead": dead} for board in ("Ks7d2c", "KsQs2s9h", "Ks7d2c9s3h") for dead in ("", "AhTd")]
    wanted = [he.equity(R20, R40, **spot) for spot in spots]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda spot: he.equity(R20, R40, **spot), spots * 2))
    assert all(same(ours, theirs) for ours, theirs in zip(found, wanted * 2, strict=True))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_child_counts_on() -> None:
    """After the parent used all its threads; in a process of its own, since the worse is a hang."""
    program = """
import os
import numpy as np
import holdem_eq as he
hands = np.resize(np.array([0, 5, 10, 15, 23, 30, 44], dtype=np.uint8), (200_000, 7))
def count():
    found = he.equity("22+,A2s+,KQo", "random", board="Ks7d2c", threads=3)
    return found.counts, int(he.evaluate_many(hands, threads=3).sum())
wanted = count()
child = os.fork()
if child == 0:
    os._exit(0 if count() == wanted else 1)
assert os.waitpid(child, 0)[1] == 0
assert count() == wanted
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------------------- errors, by class


@pytest.mark.parametrize(
    ("players", "board", "dead", "kind"),
    [
        (["AcAs", "AhAs"], "", "", DuplicateCardError),
        (["AcAs", "AcAs"], "", "", DuplicateCardError),
        (["AcAs", "KK"], "AcKd2h", "", DuplicateCardError),
        (["KK", "AcAs"], "AcKd2h", "", DuplicateCardError),
        (["AcAs", "KK"], "", "As", DuplicateCardError),
        (["AA", "KK"], "2c2d2c", "", DuplicateCardError),
        (["AA", "KK"], "", "2c2c", DuplicateCardError),
        (["AA", "KK"], "2c3d4h", "2c", DuplicateCardError),
        (["AA", "KK"], "2c", "", BoardSizeError),
        (["AA", "KK"], "2c3d", "", BoardSizeError),
        (["AA", "KK"], "2c3d4h5s6c7d", "", BoardSizeError),
        (["AA", "KK"], "2c3x4h", "", CardParseError),
        (["AA", "KK"], [0, 1, 52], "", CardParseError),
        (["AA", "KK"], "", "X", CardParseError),
        (["", "KK"], "", "", EmptyRangeError),
        (["KK", ""], "Ks7d2c", "", EmptyRangeError),
        (["AA:0", "KK"], "", "", EmptyRangeError),
        (["AA,KK", "72o"], "AcAdAh", "KcKdKhAs", EmptyRangeError),
        (["AA,KK", "KsKh"], "AcAdAs", "KcKd", NoValidDealError),
        (["AsAh,AsAd", "AsKs,AsKh"], "", "", NoValidDealError),
        (["AsAh,AsAd", "AsKs,AsKh"], "2c7d9h", "", NoValidDealError),
        (["AsAh,AsAd", "AsKs,AsKh"], "", "2c", NoValidDealError),
        (["AsAh", "AsKs,AsKh"], "", "", NoValidDealError),
        (["KK", "KK"], "KcQdJh", "Ks", NoValidDealError),
        ([], "", "", PlayerCountError),
        (["AA"], "", "", PlayerCountError),
        (["AA"] * 11, "", "", PlayerCountError),
        (["QQ+,ZZ", "KK"], "", "", RangeParseError),
        (["KK", "AAs"], "", "", RangeParseError),
        (["AhAh", "KK"], "", "", RangeParseError),
        (["AA:2", "KK"], "", "", RangeParseError),
        (["AA:-1", "KK"], "", "", RangeParseError),
        (["AA:x", "KK"], "", "", RangeParseError),
    ],
)
def test_errors(players: list[str], board, dead: str, kind: type[HoldemError]) -> None:
    with pytest.raises(HoldemError) as caught:
        he.equity(*players, board=board, dead=dead)
    assert type(caught.value) is kind


def test_a_range_error_has_the_column() -> None:
    with pytest.raises(RangeParseError) as caught:
        he.equity("KK", "QQ+,ZZ")
    assert caught.value.column == 5


@pytest.mark.parametrize(
    ("players", "board", "dead", "parts"),
    [
        (["AA", "KK"], "Ac2d", "", ["board has 2 cards", "'Ac2d'", "use 0, 3, 4 or 5"]),
        (["AcAs", "AhAs"], "", "", ["As"]),
        (["AcAs", "KK"], "AcKd2h", "", ["Ac", "board"]),
        (["AcAs", "KK"], "", "As", ["As", "dead"]),
        (["AA", "KK"], "2c3d4h", "2c", ["2c", "board", "dead"]),
        (["KK", "KK"], "KcQdJh", "Ks", ["seat", "'KK'"]),
        (["AA", "", "KK"][:2], "", "", ["seat 1", "''"]),
        (["AA"], "", "", ["1"]),
    ],
)
def test_a_message_names_what_is_wrong(players: list[str], board: str, dead: str, parts: list[str]) -> None:
    with pytest.raises(HoldemError) as caught:
        he.equity(*players, board=board, dead=dead)
    assert [part for part in parts if part not in str(caught.value)] == []


@pytest.mark.parametrize("options", [{"game": "chess"}, {"method": "guess"}, {"threads": 0}, {"threads": -1}], ids=str)
def test_options_that_mean_nothing(options) -> None:
    ((name, value),) = options.items()
    with pytest.raises((ValueError, TypeError), match=name) as caught:
        he.equity("AA", "KK", **options)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("player", [None, 1.5, object()], ids=["none", "float", "object"])
def test_a_player_that_is_none(player) -> None:
    with pytest.raises((TypeError, HoldemError)):
        he.equity(player, "KK")


def test_combo_numbers_are_those_of_the_weights() -> None:
    """`by_combo` and `Range.weights` speak of the same combos."""
    hero = np.zeros(1326)
    hero[combo_index(*parse_cards("AhKd"))] = 1.0
    frame = he.equity(he.Range.from_weights(hero), "QQ").by_combo(0)
    assert [set(parse_cards(combo)) for combo in frame["combo"]] == [set(parse_cards("AhKd"))]
