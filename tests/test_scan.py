"""The compiled scanner of ``.phhs`` files: the same batch as reading hands one by one, whatever the text."""

from __future__ import annotations

import json
import re
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_eq.errors import HandParseError, HoldemError
from holdem_eq.hands import phh_scan
from holdem_eq.hands.flat import HandBatch
from holdem_eq.hands.many import replay_many
from holdem_eq.hands.phh import parse_phh, read_phh, write_phh
from holdem_eq.hands.phh_build import OWN_FIELDS
from holdem_eq.hands.phh_scan import scan_blocks, scan_phhs
from holdem_eq.kernels.scan import KEYS
from tests.test_phh import ACTIONS, BAD_ACTIONS, COMMENTED, EXAMPLES, USUAL, hands, usual

COLUMNS = ("seat_starts", "action_starts", "openers", "seats", "kinds", "actors", "amounts")


def assert_same(found: HandBatch, expected: HandBatch) -> None:
    """Equal in all but how often rows of rules repeat."""
    for name in COLUMNS:
        ours, theirs = getattr(found, name), getattr(expected, name)
        assert ours.dtype == theirs.dtype, name
        np.testing.assert_array_equal(ours, theirs, err_msg=name)
    np.testing.assert_array_equal(found.rules[found.rule_rows], expected.rules[expected.rule_rows])


def tables(*texts: str) -> str:
    return "".join(f"[{number}]\n{text}\n" for number, text in enumerate(texts, start=1))


def assert_read_alike(path: Path, text: str, *, newline: str = "\n") -> None:
    """The scanner gives the batch, or fails with the message, of the reader of hands."""
    path.write_text(text, newline=newline, encoding="utf-8")
    try:
        expected = HandBatch.from_hands(read_phh(path))
    except HoldemError as error:
        with pytest.raises(type(error), match=re.escape(str(error))):
            scan_phhs(path)
        return
    for size in (1 << 18, 100):
        assert_same(HandBatch.concat(list(scan_blocks(path, size))), expected)


def slow_hands(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many hands of a file the compiled scanner leaves to the slow reader."""
    count = 0
    slowly = phh_scan._slowly

    def counted(*arguments):  # type: ignore[no-untyped-def]
        nonlocal count
        for hand in slowly(*arguments):
            count += 1
            yield hand

    monkeypatch.setattr(phh_scan, "_slowly", counted)
    scan_phhs(path)
    monkeypatch.undo()
    return count


@pytest.mark.parametrize("size", [1 << 18, 1 << 24, 10_000, 1000])
def test_real_hands_as_the_reader_reads_them(shared: Path, size: int) -> None:
    path = shared / "hands" / "pluribus_dev.phhs"
    batch = HandBatch.concat(list(scan_blocks(path, size)))
    assert_same(batch, HandBatch.from_hands(read_phh(path, comments=False)))


def test_real_hands_all_in_the_compiled_scanner(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = shared / "hands" / "pluribus_dev.phhs"
    assert slow_hands(path, monkeypatch) == 0
    batch = scan_phhs(path)
    assert len(batch) == 6954
    assert not replay_many(batch).errors.any()


def test_rows_of_expected_answers_from_text_to_final_stacks(shared: Path, tmp_path: Path) -> None:
    with (shared / "hands" / "phh_expected.jsonl").open() as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    keys = ("antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "actions")
    path = tmp_path / "rows.phhs"
    path.write_text(
        tables(
            *(
                f"variant = {row['variant']!r}\nante_trimming_status = {str(row['ante_trimming_status']).lower()}\n"
                + "".join(f"{key} = {row[key]}\n" for key in keys if key in row)
                for row in rows
            )
        )
    )
    replays = replay_many(scan_phhs(path)).verify()
    assert replays.final.tolist() == [stack for row in rows for stack in row["final_stacks"]]


PLAIN = [
    USUAL,
    usual("variant", "'FT'") + "small_bet = 2\nbig_bet = 4\n",
    usual("variant", '"PT"  # pot limit'),
    usual("antes", "[1, 2, 3]"),
    usual("ante_trimming_status", "false").replace("antes = [0, 0", "antes = [1, 1"),
    usual("ante_trimming_status", None).replace("antes = [0, 0", "antes = [1, 1"),
    usual("finishing_stacks", "[199.0, 148.5, 92.5]"),
    usual("winnings", "[0, 0.25, 9]"),
    usual("starting_stacks", "[200, inf, 90.25]"),
    usual("starting_stacks", "[ 200 , 150.10,90 ]"),
    usual("actions", '["p3 cbr 6.50 # so", "", "# no", "p1 f","p2 cbr 010.500"]'),
    usual("actions", "['d dh p1 ????', 'd dh p2 ??Ac', 'd db 2c3c4c', 'p1 sm 5c6c', 'p2 sm Ac7c', 'p3 sm - # x']"),
    usual("actions", "['d dh p1 AcKc', 'd dh p2 AdKd', 'd db 2c??4c', 'p1 sm AcKc', 'p2 sm  # mucks', 'p1 sd Kc']"),
    usual("time", "23:59:59") + "rate = 0.5\n\n# by hand\nyes = true\nno = false\nodd = [1, 'x', 2.5]\n",
    usual("players", "['Zoë', \"O'Hara\", '']"),
    "variant = 'NT'\nantes = [0, 3]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 5]\n"
    "actions = ['p2 cbr 5']\nante_trimming_status = true\n",
    "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [0, 0]\nmin_bet = 2\nstarting_stacks = [9, 5]\n"
    "actions = ['p1 cc']\n",
    "actions = ['p3 f']\nvariant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 4]\nmin_bet = 2\n"
    "starting_stacks = [9, 5, 5]\n",
]  # fmt: skip


def test_plain_texts_are_scanned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plain.phhs"
    assert_read_alike(path, tables(*PLAIN))
    assert slow_hands(path, monkeypatch) == 0


UNUSUAL = [
    COMMENTED,
    usual("_game", "'crazy-pineapple'"),
    usual("_first", "'p2'"),
    usual("_rake", "{percent = 0.05}"),
    usual("_scale", "100"),
    usual("min_bet", "1e1"),
    usual("min_bet", "+2"),
    usual("min_bet", "1_000"),
    usual("min_bet", "0x10"),
    usual("antes", "[\n  0, 0,\n 0, ]"),
    usual("players", "['A\\t', \"B\\t\", 'C']"),
    usual("players", "['A', '''B''', 'C']"),
    usual("hand", "2024-02-29"),
    usual("note", "{a = 1}"),
    usual("note", "'''\n[7]\n'''"),
    usual("note", "'tab\there'"),
    usual("'quoted key'", "3"),
    usual("a.b", "3"),
    usual("starting_stacks", "[70000000000000000, 1, 1]"),
    usual("actions", "[]"),
    usual("actions", "[ ]"),
    usual("actions", "['  p3   cbr  6 ', 'p1 f']"),
    usual("actions", "['p1 sm 5c6c', 'p1 sm 5c6c']"),
    f"{USUAL}[1._stats]\nvpip = 3\n",
    usual("bring_in", "-3"),
    usual("actions", "['#  p3 dead: why', 'p3 f']"),
    usual("actions", "['p3 f', '# out of turn: p1 f']"),
    usual("actions", "['# misdeal: why']"),
    usual("actions", "['# p3 sighs', '# outside', '# miss', 'p3 f']"),
]


def test_unusual_texts_are_spliced_in(tmp_path: Path) -> None:
    mixed = [text for pair in zip(UNUSUAL, PLAIN * 2, strict=False) for text in pair]
    path = tmp_path / "mixed.phhs"
    assert_read_alike(path, "# first\n\n" + tables(*mixed).replace("[5]\n", "# above\n['five'] # beside\n"))
    for text in UNUSUAL:
        assert_read_alike(path, tables(USUAL, text, USUAL))


def test_line_ends_marks_and_ends_of_files(tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    text = tables(USUAL, usual("note", "'x' # y"), COMMENTED)
    for changed in (
        "\ufeff" + text,
        text.rstrip("\n"),
        text + "# the end",
        "\n\n" + text,
        text + "\n\n\n",
        "",
        "\n# no\n",
    ):
        assert_read_alike(path, changed)
        assert_read_alike(path, changed, newline="\r\n")
    assert_read_alike(path, text, newline="\r")
    assert_read_alike(path, COMMENTED)
    assert_read_alike(path, USUAL)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *((key, None) for key in ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions")),
        *((key, "[1, 2]") for key in ("antes", "starting_stacks", "finishing_stacks", "winnings", "players", "seats")),
        *((key, "[1, -2, 3]") for key in ("antes", "starting_stacks", "finishing_stacks", "winnings")),
        *((key, "[1, inf, 3]") for key in ("antes", "blinds_or_straddles", "winnings")),
        *((key, "'x'") for key in ("variant", "antes", "min_bet", "actions", "players", "_game", "_boards")),
        ("variant", "'FT'"), ("variant", "'NTX'"), ("variant", "'N"), ("variant", "'NT"),
        ("starting_stacks", "[0, 1, 2]"), ("starting_stacks", "[01, 1, 2]"), ("starting_stacks", "[1, 2, 3"),
        ("min_bet", "02"), ("min_bet", "2."), ("min_bet", "nan"), ("min_bet", "2 3"), ("min_bet", "0.0000000000001"),
        ("ante_trimming_status", "tru"), ("ante_trimming_status", "1"), ("ante_trimming_status", "falsely"),
        ("time", "24:00:00"), ("time", "1:00:00"), ("time", "12:00"), ("note", "'\x01'"), ("note", "'\x7f'"), ("note", ""),
        ("note", "'\x00'"), ("note", "[1 2]"), ("note", "[1,, 2]"), ("note", '"\\x"'), ("no te", "1"), ("-", "[]"),
        ("players", "['a', 'b', 3]"), ("actions", "['p4 f']"), ("actions", "['p23 f']"), ("actions", "['p3 f', 3]"),
        ("actions", "['d dh p1 AcKc', 'd db 2cKc3c']"), ("actions", "['d dh p1 ??Ac', 'd db 2cKc3c', 'p1 sm KcAc']"),
        ("actions", "['p1 sm AcAc']"), ("actions", "['p1 f' 'p2 f']"), ("actions", "['p1 f', 'p2 f\", 'p1 f']"),
        ("actions", "['p1 f # \x01']"), ("actions", "[p1 f]"), ("actions", "['p1 f'"),
        *(("actions", f"[{text!r}]") for text in BAD_ACTIONS if "'" not in text),
        *(("actions", f'["{text}"]') for text, _ in ACTIONS),
    ],
)  # fmt: skip
def test_what_is_wrong_fails_alike(tmp_path: Path, key: str, value: str | None) -> None:
    assert_read_alike(tmp_path / "bad.phhs", tables(USUAL, usual(key, value), USUAL))


@pytest.mark.parametrize("line", ["hand = 3", "_table = 'B'", "x = 1\nx = 2", "junk", "[[3]]", "[a.b]\nx = 1", "\x01"])
def test_lines_behind_a_hand_that_do_not_belong(tmp_path: Path, line: str) -> None:
    assert_read_alike(tmp_path / "bad.phhs", tables(USUAL + line + "\n", USUAL))


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.phhs"
    path.write_bytes(tables(USUAL).encode().replace(b"Ann", b"\xff"))
    with pytest.raises(HandParseError, match=r"bad\.phhs.*UTF-8"):
        scan_phhs(path)


@given(st.lists(hands(events=False), min_size=1, max_size=4), st.sampled_from((1, 10, 100)), st.integers(50, 2000))
@settings(max_examples=60)
def test_written_hands_are_scanned_as_they_are_read(tmp_path_factory, found, scale, size) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path_factory.getbasetemp() / "hands.phhs"
    write_phh(path, found)
    expected = HandBatch.from_hands(read_phh(path))
    assert_same(HandBatch.concat(list(scan_blocks(path, size))), expected)


EDITS = ["'", '"', "[", "]", ",", " ", "#", "\\", "0", ".", "\n", "?", "p9", "Ac", "-", "f", "é", "[9]\n"]


@given(st.integers(0, len(USUAL)), st.integers(0, 3), st.sampled_from(EDITS), st.sampled_from(PLAIN))
@settings(max_examples=300)
def test_a_slip_anywhere_is_read_alike(tmp_path_factory, place, cut, edit, plain) -> None:  # type: ignore[no-untyped-def]
    text = plain[:place] + edit + plain[place + cut :]
    assert_read_alike(tmp_path_factory.getbasetemp() / "slip.phhs", tables(USUAL, text, USUAL))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.phh*")), ids=lambda path: path.name)
def test_examples(path: Path) -> None:
    assert_same(scan_phhs(path), HandBatch.from_hands(read_phh(path)))


def test_blocks_take_no_more_memory_for_more_hands(tmp_path: Path) -> None:
    path = tmp_path / "many.phhs"
    peaks = []
    for count in (1_000, 8_000):
        path.write_text(tables(*[USUAL] * count))
        sum(map(len, scan_blocks(path)))  # compiles
        tracemalloc.start()
        assert sum(map(len, scan_blocks(path))) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0] + 1_000_000


def test_a_whole_file_takes_less_than_a_kilobyte_a_hand(shared: Path) -> None:
    batch = scan_phhs(shared / "hands" / "pluribus_dev.phhs")
    assert sum(getattr(batch, name).nbytes for name in HandBatch.__slots__) < 1000 * len(batch)


def test_keys_have_slots_of_their_own() -> None:
    slots = phh_scan._words()[0]
    assert np.count_nonzero(slots) == len(KEYS) + len(OWN_FIELDS)


def test_a_text_of_one_hand_and_its_batch() -> None:
    (hand,) = parse_phh(USUAL)
    batch = HandBatch.from_hands([hand])
    assert batch.openers.tolist() == [2]
