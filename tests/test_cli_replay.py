"""``holdem-eq replay``: hands told, as JSON, checked; bad hands among good ones."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from holdem_eq import cli
from holdem_eq.hands.phh import parse_phh, read_phh
from holdem_eq.hands.story import tell
from tests.test_cli import Outcome, Run, assert_one_error_line, process, run

__all__ = ["run"]  # the fixture

WALK = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 AcKs', 'p3 cbr 6', 'p1 f', 'p2 f']
players = ['Ann', 'Bob', 'Cat']
finishing_stacks = [99, 98, 103]
"""
SPLIT = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKd', 'd dh p2 AdKs', 'p2 cc', 'p1 cc', 'd db 2c3c4d', 'p1 cc', 'p2 cc', 'd db 9h', 'p1 cc', 'p2 cc', 'd db Jc', 'p1 cc', 'p2 cc']
_dead_posts = [1, 0]
hand = 77
finishing_stacks = [99.5, 100.5]
"""
ILLEGAL = WALK.replace("p3 cbr 6", "p3 cbr 3")
UNREADABLE = WALK.replace("'p1 f'", "'p1 fold'")
UNRECORDED = WALK.replace("finishing_stacks = [99, 98, 103]\n", "")
WRONG = WALK.replace("[99, 98, 103]", "[99, 98, 104]")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, an empty one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, *hands: str) -> str:
    """A file of hands; many stand in tables as in ``.phhs``."""
    many = "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, start=1))
    Path(name).write_text(hands[0] if name.endswith(".phh") else many, encoding="utf-8")
    return name


def errors(outcome: Outcome) -> list[str]:
    lines = outcome.err.splitlines()
    assert all(line.startswith("holdem-eq: error: ") for line in lines)
    return [line.removeprefix("holdem-eq: error: ") for line in lines]


# --- telling


def test_one_hand_is_told(run: Run, folder: Path) -> None:
    assert run("replay", write("walk.phh", WALK)) == (0, tell(next(read_phh("walk.phh"))) + "\n", "")


def test_many_hands_have_their_number_between(run: Run, folder: Path) -> None:
    code, out, err = run("replay", write("a.phhs", WALK, UNRECORDED), write("b.phh", SPLIT))
    assert (code, err) == (0, "")
    first, second, third = out.replace("--- 3 -", "--- 2 -").split("\n--- 2 " + 74 * "-" + "\n")
    assert first.startswith("No-limit hold'em, blinds 1/2, 3 players\na.phhs, line 1\n")
    assert second.startswith("No-limit hold'em, blinds 1/2, 3 players\na.phhs, line 11\n")
    assert third.startswith("Hand 77: no-limit hold'em, blinds 1/2, 2 players\nb.phh, line 1\n")


def test_one_of_several(run: Run, folder: Path) -> None:
    files = (write("a.phhs", WALK, UNREADABLE), write("b.phh", SPLIT))
    assert run("replay", *files, "--hand", "3").out == tell(next(read_phh("b.phh"))) + "\n"
    assert run("replay", *files, "--hand", "1").err == ""
    assert_one_error_line(run("replay", *files, "--hand", "2"), "a.phhs, line 17", "'p1 fold'")
    assert_one_error_line(run("replay", *files, "--hand", "4"), "--hand 4", "1 to 3")
    assert_one_error_line(run("replay", *files, "--hand", "0"), "above 0")


def test_standard_input(run: Run) -> None:
    code, out, err = run("replay", "-", stdin=WALK)
    assert (code, err) == (0, "")
    assert out == tell(next(parse_phh(WALK, "standard input"))) + "\n"


def test_lenient(run: Run, folder: Path) -> None:
    file = write("illegal.phh", ILLEGAL)
    assert_one_error_line(run("replay", file), "illegal.phh, line 1", "action 4", "outside 4 to 100")
    code, out, err = run("replay", file, "--lenient")
    assert (code, err) == (0, "")
    assert "Remarks\n  Cat raises to 3 where 4 to 100 are allowed\n" in out


def test_lines_are_at_most_100_signs(run: Run, shared: Path) -> None:
    out = run("replay", str(shared / "hands" / "pluribus_dev.phhs"), "--hand", "11").out
    assert out.count("\n") > 20
    assert max(map(len, out.splitlines())) <= 100


# --- JSON


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_has_an_object_a_hand(run: Run, folder: Path) -> None:
    code, out, err = run("replay", write("a.phhs", WALK, SPLIT), "--json")
    walk, split = objects(out)
    assert (code, err) == (0, "")
    assert walk == {
        "source": "a.phhs, line 1",
        "hand": None,
        "game": "holdem",
        "limit": "NL",
        "scale": 1,
        "players": ["Ann", "Bob", "Cat"],
        "positions": ["SB", "BB", "BTN"],
        "stacks": [100, 100, 100],
        "contributions": [1, 2, 2],
        "pots": [{"amount": 5, "eligible": [2]}],
        "uncalled": {"seat": 2, "amount": 4},
        "rake": 0,
        "awards": [{"pot": 0, "board": 0, "share": "whole", "seat": 2, "amount": 5}],
        "collected": [0, 0, 5],
        "net": [-1, -2, 3],
        "final_stacks": [99, 98, 103],
        "boards": [""],
        "hole_cards": ["????", "????", "AcKs"],
        "showdown": [],
        "shown": [],
        "hand_ranks": [],
        "reports": [],
    }
    words = "high card, ace, king, jack, nine and four"
    assert (split["boards"], split["hand_ranks"]) == (["2c3c4d9hJc"], [[words, words]])
    assert (split["hand"], split["showdown"], split["shown"], split["uncalled"]) == (77, [0, 1], [0, 1], None)


def test_json_has_chips_as_numbers_and_their_parts_as_text(run: Run, folder: Path) -> None:
    file = write("split.phh", SPLIT)
    (whole,) = objects(run("replay", file, "--json").out)
    assert whole["collected"] == [3, 2]
    assert whole["reports"] == [
        "seat 0 ends with 100, the record says 199/2",
        "seat 1 ends with 100, the record says 201/2",
    ]
    (exact,) = objects(run("replay", file, "--json", "--exact").out)
    assert exact["collected"] == ["5/2", "5/2"]
    assert exact["final_stacks"] == ["199/2", "201/2"]
    assert exact["reports"] == []


# --- checking


def test_check_names_what_differs(run: Run, folder: Path) -> None:
    code, out, err = run("replay", write("a.phhs", WALK, WRONG, WALK), "--check")
    assert (code, err) == (1, "")
    assert out == "a.phhs, line 11: Cat ends with 103, recorded 104\n2 of 3 hands agree\n"


def test_check_of_winnings_and_parts_of_a_chip(run: Run, folder: Path) -> None:
    won = SPLIT.replace("finishing_stacks = [99.5, 100.5]", "winnings = [3, 2]")
    files = write("won.phh", won), write("split.phh", SPLIT)
    code, out, _ = run("replay", *files, "--check")
    assert (code, out.splitlines()) == (
        1,
        ["split.phh, line 1: BB ends with 100, recorded 99.5; BTN ends with 100, recorded 100.5", "1 of 2 hands agree"],
    )
    lost = run("replay", write("lost.phh", won.replace("[3, 2]", "[2, 3]")), "--check").out
    assert lost.startswith("lost.phh, line 1: BB collects 3, recorded 2; BTN collects 2, recorded 3\n")
    assert run("replay", "split.phh", "--check", "--exact") == (0, "1 of 1 hands agree\n", "")


def test_check_counts_hands_that_record_no_result(run: Run, folder: Path) -> None:
    outcome = run("replay", write("a.phhs", UNRECORDED, WALK), "--check")
    assert outcome == (0, "1 of 1 hands agree, 1 record no result\n", "")


def test_check_of_every_hand_of_a_long_file(run: Run, shared: Path) -> None:
    file = str(shared / "hands" / "pluribus_dev.phhs")
    assert run("replay", file, "--check", "--exact") == (0, "6954 of 6954 hands agree\n", "")
    code, out, err = run("replay", file, "--check")
    assert (code, err, out.splitlines()[-1]) == (1, "", "6947 of 6954 hands agree")


# --- bad hands


@pytest.mark.parametrize("option", [(), ("--json",), ("--check",)])
def test_a_bad_hand_costs_its_line_and_the_others_go_on(run: Run, folder: Path, option: tuple[str, ...]) -> None:
    outcome = run("replay", write("a.phhs", WALK, UNREADABLE, ILLEGAL, WALK), *option)
    assert outcome.code == 2
    unreadable, illegal = errors(outcome)
    assert unreadable.startswith("a.phhs, line 17: field 'actions': action 5: ")
    assert illegal.startswith("a.phhs, line 21: action 4 (p3 cbr 3): seat 2 may not raise to 3")
    good = {(): "\nStacks\n", ("--json",): '"final_stacks": [99, 98, 103]', ("--check",): "2 of 4 hands agree, 2 bad\n"}
    assert outcome.out.count(good[option]) == (1 if option == ("--check",) else 2)


def test_bad_outweighs_different(run: Run, folder: Path) -> None:
    outcome = run("replay", write("a.phhs", WRONG, ILLEGAL), "--check")
    assert outcome.code == 2
    assert outcome.out.endswith("\n0 of 2 hands agree, 1 bad\n")


def test_a_hand_that_is_not_over_says_where_it_stands(run: Run, folder: Path) -> None:
    assert_one_error_line(run("replay", write("a.phh", WALK.replace(", 'p2 f'", ""))), "a.phh, line 1: ", "not over")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "no hand in 'a.phh'"),
        (b"PokerStars Hand #1\n", "line 1"),
        (b"variant = 'NT'\xff\n", "UTF-8"),
        (b"\x00", "line 1"),
    ],
)
def test_no_hands_in_a_file(run: Run, folder: Path, content: bytes, part: str) -> None:
    Path("a.phh").write_bytes(content)
    assert_one_error_line(run("replay", "a.phh"), "a.phh", part)


def test_a_file_that_is_missing_among_others(run: Run, folder: Path) -> None:
    code, out, err = run("replay", "none.phh", write("a.phh", WALK), str(folder), "--check")
    assert (code, out) == (2, "1 of 1 hands agree\n")
    assert err.splitlines()[0] == "holdem-eq: error: No such file or directory: 'none.phh'"
    assert "Is a directory" in err.splitlines()[1]


@pytest.mark.parametrize("argv", [(), ("a.phh", "--json", "--check"), ("a.phh", "--hand", "x"), ("a.phh", "--csv")])
def test_bad_usage(run: Run, folder: Path, argv: tuple[str, ...]) -> None:
    write("a.phh", WALK)
    assert_one_error_line(run("replay", *argv))


# --- the process


def test_every_example_in_the_help_runs(run: Run, folder: Path) -> None:
    write("hand.phh", WALK)
    write("session.phhs", WALK, WALK)
    code, out, _ = run("replay", "--help")
    examples = [line.strip() for line in out.partition("examples:\n")[2].splitlines()]
    assert code == 0
    assert len(examples) >= 3
    for example in examples:
        outcome = run(*shlex.split(example)[1:])
        assert (outcome.code, outcome.err) == (0, ""), example
        assert outcome.out


def test_process(folder: Path) -> None:
    done = process("replay", write("a.phhs", WALK, ILLEGAL), "--check")
    assert (done.returncode, done.stdout) == (2, "1 of 2 hands agree, 1 bad\n")
    assert done.stderr.count("\n") == 1


def test_replaying_needs_neither_numba_nor_pandas(folder: Path) -> None:
    code = (
        "import sys; from holdem_eq.cli import main; code = main(['replay', 'a.phh']);"
        "print(code, sorted({'numba', 'pandas', 'llvmlite'} & set(sys.modules)))"
    )
    write("a.phh", SPLIT)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


def test_nothing_that_only_replaying_needs_is_loaded_for_other_commands() -> None:
    code = (
        "import sys, holdem_eq.cli; needless = ('holdem_eq.hands', 'holdem_eq.rules', 'fractions', 'tomllib', 'json');"
        "print([name for name in sys.modules if name.startswith(needless)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["replay", "-"]) == 2
    assert "no hand in '-'" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert cli.main(["replay", "-"]) == 2
