"""The shared cases, row by row, and the runner that reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import holdem_eq as he
from tests import cases

NO_CASES = "no shared cases"


def shared_rows(name: str) -> list[Any]:
    """The rows of a shared file as parameters; one that asks for the folder where there is none."""
    path = cases.shared_folder() / "cases" / name
    if not path.is_file():
        return [pytest.param(None, id=NO_CASES)]
    rows = cases.read_rows(path)
    if name == "equity.jsonl":
        rows = [row for row in rows if row["game"] == "holdem" and row["kind"] != "monte-carlo"]
    return [pytest.param(row, id=cases.label(row)) for row in rows]


@pytest.mark.parametrize("name", ["equity.jsonl", "ranking.jsonl", "ranges.jsonl"])
def test_shared_files_are_there(shared: Path, name: str) -> None:
    assert cases.read_rows(shared / "cases" / name)


@pytest.mark.parametrize("row", shared_rows("equity.jsonl"))
def test_equity(shared: Path, row: cases.Row) -> None:
    assert cases.check(row) == []


@pytest.mark.parametrize("row", shared_rows("ranking.jsonl"))
def test_ranking(shared: Path, row: cases.Row) -> None:
    assert cases.check(row) == []


@pytest.mark.parametrize("row", shared_rows("ranges.jsonl"))
def test_range(shared: Path, row: cases.Row) -> None:
    assert cases.check(row) == []


# ---------------------------------------------------------------------------- the runner finds fault

EQUITY = {"id": "river", "kind": "exact", "game": "holdem", "players": ["QcQd", "AhKh"], "board": "2h5h9hJc3d"}
RIGHT_EQUITY = {"equity": [0.0], "win": [0.0, 1.0], "tie": [0.0], "counts": [0, 0, 1]}


@pytest.mark.parametrize(
    "row",
    [
        EQUITY | RIGHT_EQUITY,
        EQUITY | {"equity": [0.0, 1.0], "dead": "AcAd"},
        EQUITY | {"players": ["QcQd", "QhKh"], "board": "Qs2c3d", "dead": "As", "tol": 2},
        EQUITY | {"players": ["", "AhKh"], "error": "EmptyRangeError"},
        EQUITY | {"players": ["ZZ", "AhKh"], "error": "RangeParseError", "column": 1},
        {"cards": "2d6s6c3d10c", "category": "pair", "same_as": ["2d6s6c3dTc"], "beats": "2d5s5c3d10c"},
        {"cards": "AsAs2c3c4c", "error": "DuplicateCardError"},
        {"cards": "AsKsQsJsTs", "class_number": 1},
        {"board": "3d6dTdJdAd", "order": [["2d4c", "5sTc"]]},
        {"text": "QQ:0.5,AA", "combos": 12, "weight_of": {"QsQd": 0.5, "AsAd": 1.0}},
        {"text": "AKs,AhKh:0.5", "combos": 4},
        {"text": "98s+", "combos": 24, "dialect": "pio"},
        {"text": "AA:2", "error": "RangeParseError"},
    ],
    ids=json.dumps,
)
def test_a_right_row_holds(row: cases.Row) -> None:
    assert cases.check(row) == []


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (EQUITY | {"equity": [0.1]}, "equity: got [0.0], wanted [0.1] within 5e-10"),
        (EQUITY | {"equity": [0.0, 0.9]}, "equity: got [0.0, 1.0], wanted [0.0, 0.9] within 5e-10"),
        (EQUITY | {"equity": [0.0, 0.5, 0.5]}, "equity: the row has 3 values for 2 seats"),
        (EQUITY | {"win": [0.1]}, "win: got [0.0], wanted [0.1] within 5e-10"),
        (EQUITY | {"tie": [1.0], "tol": 0.5}, "tie: got [0.0], wanted [1.0] within 0.5"),
        (EQUITY | {"counts": [0, 1, 0]}, "counts: got (0, 0, 1), wanted [0, 1, 0]"),
        (EQUITY | {"kind": "guess"}, "unknown kind 'guess'"),
        (EQUITY | {"error": "EmptyRangeError"}, "error: got none, wanted EmptyRangeError"),
        (EQUITY | {"board": "Ac2d"}, "got BoardSizeError: "),
        (EQUITY | {"board": "Ac2d", "error": "DuplicateCardError"}, "error: got BoardSizeError: "),
        (EQUITY | {"board": "Ac2d", "error": "HoldemError"}, "error: got BoardSizeError: "),
        (EQUITY | {"players": ["QQ+,ZZ", "KK"], "error": "RangeParseError", "column": 1}, "column: got 5, wanted 1"),
        ({"cards": "AsKsQsJsTs", "category": "flush"}, "category: got 'straight flush', wanted 'flush'"),
        ({"cards": "AsKsQsJsTs", "class_number": 2}, "class_number: got 1, wanted 2"),
        ({"cards": "AsKsQsJsTs", "beats": ["AdKdQdJdTd"]}, "beats AdKdQdJdTd: got "),
        ({"cards": "AsKsQsJsTs", "same_as": "KdQdJdTd9d"}, "same_as KdQdJdTd9d: got "),
        ({"cards": "AsKsQsJsTs", "error": "CardParseError"}, "error: got none, wanted CardParseError"),
        ({"board": "3d6dTdJdAd", "order": [["2d4c"], ["5sTc"]]}, "order: got [['2d4c', '5sTc']], wanted "),
        ({"board": "3c6dTdJdAd", "order": [["2c4c"], ["5dTc"]]}, "order: got [['5dTc'], ['2c4c']], wanted "),
        ({"text": "QQ", "combos": 5}, "combos: got 6 (6 with a weight), wanted 5"),
        ({"text": "QQ", "weight_of": {"QsQd": 0.5}}, "weight_of QsQd: got 1.0, wanted 0.5"),
        ({"text": "98s+", "combos": 4, "dialect": "pio"}, "combos: got 24 (24 with a weight), wanted 4"),
        ({"text": "AAs", "combos": 6}, "got RangeParseError: "),
        ({"group": "Pots", "stacks": [100, 100], "final": [100, 100]}, "unknown kind None"),
        ({"what": "else"}, "unknown format: fields what"),
    ],
)
def test_a_wrong_row_is_told(row: cases.Row, complaint: str) -> None:
    found = cases.check(row)
    assert len(found) == 1
    assert found[0].startswith(complaint)


def answer(**changes: Any) -> SimpleNamespace:
    fields: dict[str, Any] = {
        "equity": [0.0, 1.0],
        "win": [0.0, 1.0],
        "tie": [0.0, 0.0],
        "counts": (0, 0, 1),
        "deals": 1,
        "method": "exhaustive",
    }
    return SimpleNamespace(**(fields | changes))


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[SimpleNamespace]]:
    """What he.equity is to answer, one call after another; all must be asked for."""
    queue: list[SimpleNamespace] = []
    monkeypatch.setattr(he, "equity", lambda *players, **options: queue.pop(0), raising=False)
    yield queue
    assert queue == []


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"method": "monte_carlo"}, "method: got 'monte_carlo', wanted table or exhaustive"),
        ({"counts": None}, "counts: got None, wanted [0, 0, 1]"),
        ({"tie": [float("nan"), 0.0]}, "tie: got [nan, 0.0], wanted 2 finite values"),
        ({"win": [0.0]}, "win: got [0.0], wanted 2 finite values"),
        ({"equity": [0.0, 0.9]}, "equity: the seats sum to 0.9, wanted 1"),
    ],
)
def test_a_wrong_answer_is_told(answers: list[SimpleNamespace], changes: dict[str, Any], complaint: str) -> None:
    answers.append(answer(**changes))
    assert cases.check(EQUITY | {"equity": [0.0], "counts": [0, 0, 1]}) == [complaint]


@pytest.mark.parametrize("stale", [0, 1, 2, 3])
def test_an_answer_left_from_another_call_is_told(answers: list[SimpleNamespace], stale: int) -> None:
    calls = range(4)  # with dead cards, without, with, without
    answers += [answer(deals=10 + call % 2 + (5 if call == stale else 0)) for call in calls]
    found = cases.check(EQUITY | {"equity": [0.0], "dead": "2c"})
    assert len(found) == 1
    assert found[0].startswith(f"a second call with{'out' if stale % 2 else ''} the dead cards: got ")


def test_a_sampled_row_asks_for_samples(answers: list[SimpleNamespace]) -> None:
    answers += [answer(method="monte_carlo"), answer()]
    row = EQUITY | {"kind": "monte-carlo", "equity": [0.0003, 0.9997], "tol": 0.0004}
    assert cases.check(row) == []
    assert cases.check(row) == ["method: got 'exhaustive', wanted monte_carlo"]


# ---------------------------------------------------------------------------- the command line


def write(path: Path, *rows: cases.Row) -> str:
    path.write_text("\n\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    return str(path)


RIGHT = {"id": "royal", "cards": "AsKsQsJsTs", "class_number": 1}
WRONG = {"id": "wrong", "cards": "AsKsQsJsTs", "class_number": 2}


def test_all_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path / "a.jsonl", RIGHT), write(tmp_path / "b.txt", RIGHT, {"text": "QQ", "combos": 6})]
    assert cases.main(files) == 0
    assert capsys.readouterr() == ("3 of 3 cases\n", "")


def test_some_do_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path / "a.jsonl", WRONG, RIGHT, {"text": "QQ", "combos": 5, "dialect": "pio"})]
    assert cases.main(files) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "wrong: class_number: got 1, wanted 2",
        "'QQ' (pio): combos: got 6 (6 with a weight), wanted 5",
        "1 of 3 cases",
    ]


def test_what_is_not_checked_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path / "a.jsonl", RIGHT | {"low": "none", "why": "because"})]
    assert cases.main(files) == 0
    assert capsys.readouterr() == ("1 of 1 cases\n", "royal: field 'low' is not checked\n")


@pytest.mark.parametrize("text", ["{not json}\n", "[1, 2]\n", "\n", ""])
def test_nothing_to_run(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text, encoding="utf-8")
    assert cases.main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cases.main([write(tmp_path / "a.jsonl", RIGHT), str(tmp_path / "missing.jsonl")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "missing.jsonl" in err


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        ([], ["royal", "three", "two", "hilo", "'QQ'"]),
        (["--players", "2"], ["two", "hilo"]),
        (["--players", "2", "--game", "holdem"], ["two"]),
        (["--game", "holdem"], ["three", "two"]),
        (["--only", "t"], ["three", "two"]),
        (["--only", "'Q"], ["'QQ'"]),
    ],
)
def test_rows_are_selected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], labels: list[str]
) -> None:
    three = {"id": "three", "players": ["AA", "KK", "QQ"], "game": "holdem"}
    two, hilo = ({"id": name, "players": ["AA", "KK"]} for name in ("two", "hilo"))
    path = write(tmp_path / "a.jsonl", RIGHT, three, two, hilo | {"game": "holdem-hilo8"}, {"text": "QQ"})
    seen: list[str] = []
    monkeypatch.setattr(cases, "check", lambda row: seen.append(cases.label(row)) or [])
    assert cases.main([path, *options]) == 0
    assert seen == labels


def test_where_shared_cases_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HOLDEM_EQ_SHARED", raising=False)
    assert cases.shared_folder() == Path(__file__).resolve().parent.parent.parent / "shared"
    monkeypatch.setenv("HOLDEM_EQ_SHARED", str(tmp_path))
    assert cases.shared_folder() == tmp_path
