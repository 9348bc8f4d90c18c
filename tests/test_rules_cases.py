"""The numbered cases of the rules of the game, row by row, and that the reader of rows finds fault."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from tests import cases, oracle_rules
from tests.test_cases import shared_rows


@pytest.mark.parametrize("row", shared_rows("rules.jsonl"))
def test_case(shared: Any, row: cases.Row) -> None:
    assert cases.check(row) == []
    assert cases.unchecked(row) == []


@pytest.mark.parametrize("row", shared_rows("rules.jsonl"))
def test_the_oracle_says_the_same(shared: Any, row: cases.Row) -> None:
    """The twin that other tests compare with reproduces the numbered cases by itself."""
    if row["kind"] == "settle":
        assert _oracle_wins(row) == {int(seat): chips for seat, chips in row["wins"].items()}
    elif row["kind"] == "hand":
        _oracle_plays(row)


def test_the_oracle_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(oracle_rules.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    named = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports}
    assert named == {"__future__", "collections.abc", "dataclasses", "fractions"}


def _oracle_wins(row: cases.Row) -> dict[int, int]:
    ranks, lows = row["ranks"], row.get("lows")
    if row.get("boards", 1) == 1:
        ranks, lows = [ranks], lows and [lows]
    won: dict[int, int] = {}
    for amount, seats in row["pots_in"]:
        contenders = [seat for seat in row["order"] if seat in seats and any(board[seat] for board in ranks)]
        for seat, chips in oracle_rules.award(amount, contenders, ranks, lows, row.get("unit", 1)).items():
            if chips:
                won[seat] = won.get(seat, 0) + chips
    return won


def _oracle_plays(row: cases.Row) -> None:
    if "direct" in row:
        direct = row["direct"]
        settled = oracle_rules.settle(direct["contributions"], direct["folded"], [direct["ranks"]])
        stacks = [stack - put for stack, put in zip(row["stacks"], direct["contributions"], strict=True)]
    else:
        setup = row.get("setup", {})
        game = oracle_rules.Betting(
            row["stacks"],
            row["posts"],
            setup.get("antes", ()),
            setup.get("dead_antes", ()),
            setup.get("dead_posts", ()),
            setup.get("first", -1),
            row.get("limit", "NL"),
            row.get("min_bet", 0),
            (row.get("small", 0), row.get("big", 0)),
            max_raises=row.get("max_raises", 3),
        )
        for what in row["actions"]:
            if isinstance(what, dict):
                asked, question = what["expect"], game.question()
                names = {"actor": "actor", "call": "call", "min": "smallest", "max": "largest"}
                came = {name: None if question is None else getattr(question, names[name]) for name in asked}
                assert came == asked
            elif what[0] == "street":
                assert game.to_act() == []
                game.street += 1
            else:
                {"fold": game.fold, "check_call": game.call, "raise_to": game.raise_to}[what[1]](what[0], *what[2:])
        if "final" not in row or "rake" in row:
            return
        assert game.over() or not game.to_act()
        settled = game.settle([row.get("rank", [1] * len(row["stacks"]))])
        stacks = [game.behind(seat) for seat in range(len(row["stacks"]))]
    if "uncalled" in row:
        assert settled.uncalled == (tuple(row["uncalled"]) if row["uncalled"][1] else None)
    assert [[amount, list(seats)] for amount, seats in settled.pots] == row["pots"]
    if settled.uncalled:
        stacks[settled.uncalled[0]] += settled.uncalled[1]
    assert [left + won for left, won in zip(stacks, settled.wins, strict=True)] == row["final"]


# ---------------------------------------------------------------------------- a wrong row is told


HAND: cases.Row = {
    "id": "walk",
    "group": "made up",
    "kind": "hand",
    "stacks": [40, 40, 40],
    "posts": [2, 4, 0],
    "actions": [{"expect": {"actor": 2, "call": 4, "min": 8, "max": 40}}, [2, "fold"], [0, "fold"]],
    "uncalled": [1, 2],
    "pots": [[4, [1]]],
    "rake": 0,
    "final": [38, 42, 40],
}
SETTLE: cases.Row = {"group": "made up", "kind": "settle", "pots_in": [[9, [0, 1]]], "ranks": [1, 1]}


@pytest.mark.parametrize("row", [HAND, SETTLE | {"wins": {"0": 5, "1": 4}}], ids=["hand", "settle"])
def test_a_right_row_holds(row: cases.Row) -> None:
    assert cases.check(row) == []


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (HAND | {"uncalled": [2, 2]}, "uncalled: got (1, 2), wanted (2, 2)"),
        (HAND | {"uncalled": [None, 0]}, "uncalled: got (1, 2), wanted None"),
        (HAND | {"pots": [[4, [0, 1]]]}, "pots: got ((4, (1,)),), wanted ((4, (0, 1)),)"),
        (HAND | {"final": [38, 42, 41]}, "final: got (38, 42, 40), wanted (38, 42, 41)"),
        (HAND | {"kind": "else"}, "unknown kind 'else'"),
        (SETTLE | {"wins": {"0": 4, "1": 5}}, "wins: got "),
        (SETTLE | {"wins": {"0": 9}}, "wins: got "),
    ],
)
def test_a_wrong_row_is_told(row: cases.Row, complaint: str) -> None:
    found = cases.check(row)
    assert len(found) == 1
    assert found[0].startswith(complaint)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"actor": 1}, "actor before action 1: got 2, wanted 1"),
        ({"actor": None}, "actor before action 1: got 2, wanted None"),
        ({"call": 3}, "call before action 1: got 4, wanted 3"),
        ({"min": None}, "min before action 1: got 8, wanted None"),
        ({"max": 39}, "max before action 1: got 40, wanted 39"),
        ({"pot": 6}, "unknown question 'pot'"),
    ],
)
def test_a_wrong_answer_is_told(wrong: dict[str, Any], complaint: str) -> None:
    found = cases.check(HAND | {"actions": [{"expect": wrong}, *HAND["actions"]]})
    assert found[:1] == [complaint]
