"""The command line: what people and programs read, exit codes, and the process around it."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import holdem_eq as he
from holdem_eq import cli
from holdem_eq.cli import reading
from holdem_eq.ranges.grammar import DIALECTS
from holdem_eq.ranges.layers import ON_OVERLAP

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals, pipes and devices")


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call ``main`` in this process."""

    def call(*argv: str, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = cli.main(argv)
        return Outcome(code, *capsys.readouterr())

    return call


def process(*argv: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command as people do, in a process of its own."""
    env = os.environ | options.pop("env", {})
    command = [sys.executable, "-m", "holdem_eq", *argv]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env, timeout=300, **options)


def columns(line: str) -> list[str]:
    return re.split(r" {2,}", line.strip())


def assert_one_error_line(outcome: Outcome, *parts: str) -> None:
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("holdem-eq: error: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err.endswith("\n")
    for part in parts:
        assert part in outcome.err


# --- equity


def test_equity_table(run: Run) -> None:
    code, out, err = run("equity", "QQ+", "TT+")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert columns(lines[0]) == ["player", "equity %", "win %", "tie %", "combos"]
    assert columns(lines[1]) == ["QQ+", "65.0483", "62.9271", "4.2423", "18"]
    assert columns(lines[2]) == ["TT+", "34.9517", "32.8305", "4.2423", "30"]
    assert re.fullmatch(r"770,536,800 deals, table, \d+\.\d{3} s", lines[3])
    assert len(lines) == 4


def test_equity_json_is_the_result_to_the_last_digit(run: Run) -> None:
    code, out, err = run("equity", "QQ+", "TT+", "--board", "Ks 7d, 2c", "--dead", "3♣", "--json")
    result = he.equity("QQ+", "TT+", board="Ks7d2c", dead="3c")
    record = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert record.pop("seconds") >= 0
    assert record == {
        "players": ["QQ+", "TT+"],
        "combo_counts": [15, 27],
        "board": "Ks7d2c",
        "dead": "3c",
        "method": result.method,
        "deals": result.deals,
        "equity": list(result.equity),
        "win": list(result.win),
        "tie": list(result.tie),
        "counts": list(result.counts),
        "stderr": [0.0, 0.0],
        "seed": None,
    }


def test_a_sampled_result_says_its_errors_and_its_seed(run: Run) -> None:
    arguments = ("equity", "AA", "KK", "QQ", "--method", "monte_carlo", "--samples", "5000", "--seed", "7")
    result = he.equity("AA", "KK", "QQ", method="monte_carlo", samples=5000, seed=7)
    record = json.loads(run(*arguments, "--json").out)
    assert (record["deals"], record["seed"], record["method"]) == (5000, 7, "monte_carlo")
    assert record["equity"] == result.equity.tolist()
    assert record["stderr"] == result.stderr.tolist()
    lines = run(*arguments).out.splitlines()
    assert lines[-2].startswith("5,000 deals, monte_carlo, ")
    assert lines[-1] == f"standard errors {' '.join(f'{100 * error:.4f}' for error in result.stderr)} %, seed 7"


def test_equity_json_of_weighted_ranges_has_no_counts(run: Run) -> None:
    record = json.loads(run("equity", "QQ+,AKs:0.3", "TT+", "--json").out)
    assert record["counts"] is None
    assert sum(record["equity"]) == pytest.approx(1, abs=1e-12)


def test_deals_do_not_depend_on_weights(run: Run) -> None:
    deals = re.compile(r"^[\d,]+ deals, table, ", re.MULTILINE)
    assert deals.findall(run("equity", "QQ+:0.3", "TT+").out) == deals.findall(run("equity", "QQ+", "TT+").out) != []


def test_equity_csv_has_a_row_per_player(run: Run) -> None:
    code, out, err = run("equity", "AKs,QQ", "TT+", "-b", "Ks7d2c", "--csv")
    result = he.equity("AKs,QQ", "TT+", board="Ks7d2c")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, err) == (0, "")
    assert [row["player"] for row in rows] == ["AKs,QQ", "TT+"]
    for name, values in (("equity", result.equity), ("win", result.win), ("tie", result.tie)):
        assert [float(row[name]) for row in rows] == list(values)


def test_combos_are_those_that_can_still_be_held(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("equity", "KK,AKs", "QQ", "-b", "Ks7d2c", "-d", "Qs", "--csv").out)))
    assert [row["combos"] for row in rows] == ["6", "3"]  # KK 3, AKs 3; QQ without the queen of spades


def test_equity_takes_options_between_players(run: Run) -> None:
    expected = json.loads(run("equity", "AsKs", "QQ", "--board", "Kh7d2c", "--json").out)
    mixed = json.loads(run("equity", "--json", "AsKs", "--board=Kh7d2c", "QQ", "--threads", "1").out)
    del expected["seconds"], mixed["seconds"]
    assert mixed == expected


def test_equity_shows_the_best_and_the_worst_combos(run: Run) -> None:
    code, out, _ = run("equity", "QQ+,AKs", "22+,A2s+", "-b", "Ks7d2c", "--combos", "3")
    frame = he.equity("QQ+,AKs", "22+,A2s+", board="Ks7d2c").by_combo(0).sort_values("equity", ascending=False)
    best, worst = (part.splitlines() for part in out.split("\n\n")[1:])
    assert code == 0
    assert (best[0], worst[0]) == ("best 3 of QQ+,AKs", "worst 3 of QQ+,AKs")
    assert columns(best[1]) == ["combo", "weight", "equity %", "win %", "tie %"]
    assert [columns(line)[2] for line in best[2:]] == [f"{100 * value:.4f}" for value in frame["equity"][:3]]
    assert [columns(line)[2] for line in worst[2:]] == [f"{100 * value:.4f}" for value in frame["equity"][:-4:-1]]
    weights = {columns(line)[0]: float(columns(line)[1]) for line in best[2:] + worst[2:]}
    assert weights == dict.fromkeys(weights, 1.0)
    assert weights.keys() <= set(frame["combo"])


def test_a_short_range_shows_each_combo_once(run: Run) -> None:
    blocks = run("equity", "AhKh,AdKd", "QQ", "--combos", "3").out.split("\n\n")
    assert len(blocks) == 2
    assert blocks[1].startswith("all 2 of AhKh,AdKd\n")
    assert {columns(line)[0] for line in blocks[1].splitlines()[2:]} == {"AhKh", "AdKd"}


def test_combos_in_json(run: Run) -> None:
    combos = json.loads(run("equity", "QQ+", "TT+", "--json", "--combos", "2").out)["combos"]
    assert {name: len(rows) for name, rows in combos.items()} == {"best": 2, "worst": 2}
    assert set(combos["best"][0]) == {"combo", "weight", "equity", "win", "tie"}
    assert combos["best"][0]["equity"] > combos["worst"][0]["equity"]
    assert combos["worst"][0]["equity"] <= combos["worst"][1]["equity"]


def test_equity_reads_ranges_in_a_dialect_and_cards_as_cards(run: Run) -> None:
    record = json.loads(run("equity", "98s+", "Qh Qd", "--dialect", "pio", "--json").out)
    expected = he.equity(he.Range("98s,T9s,JTs,QJs,KQs,AKs"), "QhQd")
    assert record["equity"] == list(expected.equity)


def test_long_players_leave_the_table_within_80_columns(run: Run) -> None:
    long = "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,87s,76s,65s,A2o+,K7o+,Q9o+,J9o+,T9o"
    lines = run("equity", long, long, "--combos", "1").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[1].startswith("22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+")


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        (["AA"], ["give 2 to 10"]),
        (["AA", "KK", "--board", "Ac2d"], ["board", "2 cards", "0, 3, 4 or 5"]),
        (["AA", "KK", "--board", "AcXd2c"], ["'Xd'", "column 3"]),
        (["AsKs", "AsQs"], ["As"]),
        (["AsKs", "QQ", "--board", "As2c3d"], ["As"]),
        (["AA", "KK", "--dead", "AsAhAd"], []),
        (["AsAh", "AsAh,AsAd"], []),
        (["AA", "QQ+,foo"], ["foo"]),
        (["AA", ""], []),
        (["AA", "-22"], ["-22"]),
        (["AA", "--combos"], ["--combos", "--help"]),
        (["AA", "KK", "--combos", "0"], ["'0'", "above 0"]),
        (["AA", "KK", "--threads", "many"], ["'many'"]),
        (["AA", "KK", "--csv", "--json"], ["--csv"]),
        (["AA", "KK", "--csv", "--combos", "3"], ["--json"]),
        (["AA", "KK", "--boar", "Ks7d2c"], ["--boar"]),
        (["AA", "KK", "--dialect", "latin"], ["'latin'", "pio"]),
        ([], ["PLAYER"]),
    ],
)
def test_bad_equity_input_is_one_line(run: Run, argv: list[str], parts: list[str]) -> None:
    assert_one_error_line(run("equity", *argv), *parts)


def test_range_warnings_are_one_line_each(run: Run) -> None:
    code, out, err = run("equity", "AKs:0.5,AK", "QQ", "--csv")
    assert code == 0
    assert out.startswith("player,")
    assert err.startswith("holdem-eq: warning: ")
    assert err.count("\n") == 1


# --- evaluate


def test_evaluate_table_keeps_the_order(run: Run) -> None:
    code, out, err = run("evaluate", "Ah Kd 7c 7d 2s 2h 9c", "AsKsQsJsTs")
    lines = [columns(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert lines[0] == ["cards", "rank", "category", "class", "best five"]
    assert lines[1][0] == "Ah Kd 7c 7d 2s 2h 9c"
    assert lines[1][2] == "two pair"
    assert lines[2][0] == "AsKsQsJsTs"
    assert lines[2][2:] == ["straight flush", "1", "AsKsQsJsTs"]


def test_evaluate_for_programs(run: Run) -> None:
    rank = he.evaluate("AhKd7c7d2s2h9c")
    row = {
        "cards": "AhKd7c7d2s2h9c",
        "hand_rank": int(rank),
        "words": str(rank),
        "category": "two pair",
        "class_number": rank.class_number,
        "best_five": rank.best_five,
    }
    assert json.loads(run("evaluate", "AhKd7c7d2s2h9c", "--json").out) == [row]
    rows = list(csv.DictReader(io.StringIO(run("evaluate", "AhKd7c7d2s2h9c", "--csv").out)))
    assert rows == [{name: str(value) for name, value in row.items()}]


@pytest.mark.parametrize("argv", [(), ("-",)])
def test_evaluate_reads_a_hand_a_line(run: Run, argv: tuple[str, ...]) -> None:
    code, out, err = run("evaluate", *argv, "--csv", stdin="AsKsQsJsTs\r\n\n  2c 3c 4c 5c 7d  ")
    assert (code, err) == (0, "")
    assert [row["cards"] for row in csv.DictReader(io.StringIO(out))] == ["AsKsQsJsTs", "2c 3c 4c 5c 7d"]


def test_evaluate_takes_cards_as_arguments_for_one_hand(run: Run) -> None:
    assert [row["cards"] for row in json.loads(run("evaluate", "As", "Ks", "Qs", "Js", "10s", "--json").out)] == [
        "As Ks Qs Js 10s"
    ]


def test_evaluate_of_nothing_is_an_empty_table(run: Run) -> None:
    assert run("evaluate", "--json") == (0, "[]\n", "")


def test_bad_hand_on_standard_input_names_its_line(run: Run) -> None:
    assert_one_error_line(run("evaluate", stdin="AsKsQsJsTs\n\nAsKsQsJsXs\n"), "line 3: ", "'Xs'")


@pytest.mark.parametrize("hand", ["AsKsQsJs", "AsKsQsJsTs9s8s7s", "AsAsQsJsTs", "nonsense", ""])
def test_bad_hand_is_one_line(run: Run, hand: str) -> None:
    assert_one_error_line(run("evaluate", "AsKsQsJsTs", hand))


# --- range


def test_range_draws_the_grid(run: Run) -> None:
    code, out, err = run("range", "A2s+ 22+,KQo:0.25")
    grid, rest = out.split("\n\n")
    cells = {line[0]: line.split()[1:] for line in grid.splitlines()[1:]}
    assert (code, err) == (0, "")
    assert cells["A"] == ["AA", *(f"A{rank}s" for rank in "KQJT98765432")]
    assert cells["Q"][:3] == [".", "25%", "QQ"]
    assert rest.startswith("138 combos, ")
    assert he.Range(rest.splitlines()[1]) == he.Range("A2s+,22+,KQo:0.25")


def test_range_for_programs(run: Run) -> None:
    record = json.loads(run("range", "JTs,TT:0.5", "--json").out)
    assert he.Range(record.pop("text")) == he.Range("JTs,TT:0.5")
    weights = record.pop("weights")
    assert weights == dict(he.Range("JTs,TT:0.5").combos())
    assert weights["JsTs"] == 1.0
    assert weights["TsTh"] == 0.5
    assert record["combos"] == len(weights) == 10
    assert record["percent"] == pytest.approx(he.Range("JTs,TT:0.5").percent)
    rows = list(csv.DictReader(io.StringIO(run("range", "JTs,TT:0.5", "--csv").out)))
    assert {row["combo"]: float(row["weight"]) for row in rows} == weights


def test_range_dialect(run: Run) -> None:
    assert json.loads(run("range", "98s+", "--json").out)["combos"] == 4
    assert json.loads(run("range", "98s+", "--dialect", "pio", "--json").out)["combos"] == 24


def test_range_orders(run: Run) -> None:
    texts = {
        order: json.loads(run("range", "12.5%", "--order", order, "--json").out) for order in ("v3random", "vrandom")
    }
    assert texts["v3random"] == json.loads(run("range", "12.5%", "--json").out)
    assert texts["v3random"]["weights"] != texts["vrandom"]["weights"]
    assert he.Range(texts["vrandom"]["text"]) == he.Range.top(12.5, "vrandom")


@pytest.mark.parametrize(
    "argv",
    [
        ("QQ+", "--order", "vrandom"),
        ("15", "--order", "vrandom"),
        ("%", "--order", "vrandom"),
        ("15%,AA", "--order", "vrandom"),
        ("15%", "--order", "sideways"),
        ("115%", "--order", "vrandom"),
    ],
)
def test_bad_order_is_one_line(run: Run, argv: tuple[str, ...]) -> None:
    assert_one_error_line(run("range", *argv))


def test_empty_range_is_an_empty_grid(run: Run) -> None:
    assert "\n0 combos, 0.00 % of all hands\n" in run("range", "").out
    assert run("range", "", "--csv").out == "combo,weight\n"


def test_choices_are_those_of_ranges() -> None:
    assert tuple(DIALECTS) == reading.DIALECTS
    assert tuple(ON_OVERLAP) == reading.ON_OVERLAP


@pytest.mark.parametrize(("on_overlap", "weight"), [("max", 0.5), ("first", 0.5), ("last", 0.25), ("sum-capped", 0.75)])
def test_overlaps(run: Run, on_overlap: str, weight: float) -> None:
    code, out, err = run("range", "AKs:0.5,AK:0.25", "--on-overlap", on_overlap, "--json")
    assert code == 0
    assert json.loads(out)["weights"]["AsKs"] == weight
    assert err.count("\n") == (on_overlap == "max")
    result = he.equity(he.Range("AK:0.25,AKs", on_overlap="first"), "QQ")
    assert json.loads(run("equity", "AK:0.25,AKs", "QQ", "--on-overlap=first", "--json").out)["win"] == list(result.win)


def test_range_writes_a_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "grid.svg"
    code, out, err = run("range", "22+", "--svg", str(file))
    assert (code, err) == (0, "")
    assert "78 combos" in out
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    assert root.get("aria-label") == "22+"
    assert len([path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("class") == "w"]) == 13


def test_picture_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    assert_one_error_line(run("range", "22+", "--svg", str(tmp_path / "no" / "grid.svg")), "No such file", "grid.svg")


@pytest.mark.parametrize("text", ["72x", "AKs-QQ", "AKx", "22+,\nfoo", "ATs-KQs", "AA:2", "22+\x1b[31m"])
def test_bad_range_is_one_line(run: Run, text: str) -> None:
    outcome = run("range", text)
    assert_one_error_line(outcome)
    assert "\x1b" not in outcome.err


# --- the command as a whole


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        ([], ["equity, evaluate, range"]),
        (["odds"], ["'odds'", "equity"]),
        (["--json", "equity", "AA", "KK"], ["command comes first"]),
        (["range"], ["RANGE", "holdem-eq range --help"]),
    ],
)
def test_bad_usage_is_one_line(run: Run, argv: list[str], parts: list[str]) -> None:
    assert_one_error_line(run(*argv), *parts)


def test_help_lists_the_commands_and_version_is_the_package_s(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert all(re.search(rf"^ +{name} ", out, re.MULTILINE) for name in ("equity", "evaluate", "range"))
    assert re.fullmatch(r"holdem-eq \d+\.\d+\S*\n", run("--version").out)


@pytest.mark.parametrize("command", ["equity", "evaluate", "range"])
def test_every_example_in_the_help_runs(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(command, "--help")
    examples = [line.strip() for line in out.partition("examples:\n")[2].splitlines()]
    assert code == 0
    assert len(examples) >= 2
    for example in examples:
        words, _, file = example.partition(" < ")
        outcome = run(*shlex.split(words)[1:], stdin="AsKsQsJsTs\n" if file else "")
        assert (outcome.code, outcome.err) == (0, ""), example
        assert outcome.out


def test_process_exit_codes_and_streams() -> None:
    good = process("equity", "AA", "KK", "--json")
    assert (good.returncode, good.stderr) == (0, "")
    assert json.loads(good.stdout)["deals"] == 36 * 1_712_304
    bad = process("equity", "AA", "KK", "--board", "Ac2d")
    assert_one_error_line(Outcome(bad.returncode, bad.stdout, bad.stderr))


def test_preflop_needs_neither_numba_nor_pandas() -> None:
    code = (
        "import sys; from holdem_eq.cli import main; codes = main(['equity', 'AA', 'KK']), main(['range', '22+']);"
        "print(codes, sorted({'numba', 'pandas', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "(0, 0) []"


def test_ascii_terminal_shows_escapes() -> None:
    done = process("equity", "A♠K♠", "QQ", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, "")
    assert r"A\u2660K\u2660" in done.stdout


@posix_only
def test_undecodable_input_is_one_line() -> None:
    command = [sys.executable, "-m", "holdem_eq", "evaluate"]
    done = subprocess.run(command, input=b"AsKs\xff\n", capture_output=True, check=False)
    assert_one_error_line(Outcome(done.returncode, done.stdout.decode(), done.stderr.decode()), "line 1: ")


@posix_only
def test_reader_that_leaves_early_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with contextlib.closing(os.fdopen(writer, "wb")) as closed:
        command = [sys.executable, "-m", "holdem_eq", "range", "random", "--csv"]
        done = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "holdem_eq", "range", "22+"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert_one_error_line(Outcome(done.returncode, "", done.stderr.decode()), "No space left")


@posix_only
def test_ctrl_c_ends_quietly() -> None:
    code = (
        "import sys; from holdem_eq.cli import main\n"
        "class Waiting:\n"
        "    def __iter__(self):\n"
        "        print('waiting', file=sys.stderr, flush=True)\n"
        "        return iter(sys.__stdin__)\n"
        "sys.stdin = Waiting(); sys.exit(main(['evaluate']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        assert child.stderr.readline() == "waiting\n"
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, "", "")


def test_equity_in_another_game(run: Run) -> None:
    code, out, err = run("equity", "AcAs", "KcKs", "--game", "holdem-hilo8")
    assert (code, err) == (0, "")
    assert columns(out.splitlines()[1])[:2] == ["AcAs", "82.9494"]
    arguments = ("equity", "AsKsQd", "7c7d2h", "-b", "7s8s9c", "--game", "crazy-pineapple")
    assert_one_error_line(run(*arguments), "discard")
    code, out, err = run(*arguments, "--discard", "best-equity", "--json")
    result = he.equity("AsKsQd", "7c7d2h", board="7s8s9c", game="crazy-pineapple", discard="best-equity")
    assert json.loads(out)["equity"] == result.equity.tolist()
