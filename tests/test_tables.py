"""Table files: read whole or not at all, small, built as the builder says; and what passes between processes."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import holdem_eq as he
from holdem_eq.tables import load
from tests.processes import OURS, copy_package, finish, run, start

NAMES = ("ranks", "preflop")
MOST_BYTES = 2_000_000


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the table files, read instead of ours."""
    for path in load.FOLDER.iterdir():
        if path.suffix == ".npz" or path.name == "SHA256SUMS":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(load, "FOLDER", tmp_path)
    return tmp_path


def edit(change: Callable[[bytes], bytes], name: str = "{}.npz") -> Callable[[Path, str], None]:
    """A damage that rewrites a file of the folder."""

    def damage(folder: Path, table: str) -> None:
        path = folder / name.format(table)
        content = path.read_bytes()
        path.write_bytes(change(content))
        assert path.read_bytes() != content

    return damage


def swap(folder: Path, table: str) -> None:
    """The other table under this name."""
    other = next(name for name in NAMES if name != table)
    (folder / f"{table}.npz").write_bytes((folder / f"{other}.npz").read_bytes())


def make_folder(folder: Path, table: str) -> None:
    """Something else under the name of the file."""
    (folder / f"{table}.npz").unlink()
    (folder / f"{table}.npz").mkdir()


DAMAGES: dict[str, Callable[[Path, str], None]] = {
    "cut": edit(lambda content: content[:-1000]),
    "a byte short": edit(lambda content: content[:-1]),
    "a byte more": edit(lambda content: content + b"\0"),
    "a bit": edit(lambda content: content[:5000] + bytes([content[5000] ^ 1]) + content[5001:]),
    "empty": edit(lambda content: b""),
    "text": edit(lambda content: b"version https://git-lfs.github.com/spec/v1\n"),
    "the other table": swap,
    "missing": lambda folder, table: (folder / f"{table}.npz").unlink(),
    "a folder": make_folder,
    "no sums": lambda folder, table: (folder / "SHA256SUMS").unlink(),
    "empty sums": edit(lambda content: b"", "SHA256SUMS"),
    "cut sums": edit(lambda content: content[:40], "SHA256SUMS"),
    "sums of nothing": edit(lambda content: b"\n \n", "SHA256SUMS"),
    "sums that are no text": edit(lambda content: bytes(range(256)), "SHA256SUMS"),
    "another sum": edit(lambda content: b"".join(b"0" + line[1:] for line in content.splitlines(True)), "SHA256SUMS"),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("table", NAMES)
def test_a_damaged_table_is_an_error_that_says_the_cure(folder: Path, table: str, damage: str) -> None:
    load.read_table(table)
    DAMAGES[damage](folder, table)
    with pytest.raises(he.TableIntegrityError) as caught:
        load.read_table(table)
    message = str(caught.value)
    assert repr(table) in message
    assert "reinstall holdem_eq" in message
    assert "python -m holdem_eq.tables.build" in message
    assert "\n" not in message


def test_a_line_of_sums_that_is_missing_is_named(folder: Path) -> None:
    sums = folder / "SHA256SUMS"
    sums.write_text("".join(line for line in sums.read_text().splitlines(True) if "preflop" not in line))
    load.read_table("ranks")
    with pytest.raises(he.TableIntegrityError, match="'preflop' has no line in SHA256SUMS"):
        load.read_table("preflop")


def test_a_table_that_was_mended_is_read(folder: Path) -> None:
    """A failure is not remembered."""
    content = (folder / "ranks.npz").read_bytes()
    (folder / "ranks.npz").write_bytes(b"")
    load.rank_tables.cache_clear()
    with pytest.raises(he.TableIntegrityError):
        he.evaluate("AsKsQsJsTs")
    (folder / "ranks.npz").write_bytes(content)
    assert int(he.evaluate("AsKsQsJsTs")) == 36873


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    package = copy_package(tmp_path)
    (package / "holdem_eq" / "tables" / "ranks.npz").write_bytes(b"PK")
    (package / "holdem_eq" / "tables" / "preflop.npz").unlink()
    for arguments, named in ((["evaluate", "AsKsQsJsTs"], "ranks"), (["equity", "AA", "KK"], "preflop")):
        code = "import sys; from holdem_eq.cli import main; sys.exit(main(sys.argv[1:]))"
        process = start(code, *arguments, package=package)
        printed, complaint = process.communicate(timeout=60)
        assert process.returncode == 2
        assert printed == ""
        assert len(complaint.splitlines()) == 1
        assert named in complaint
        assert "reinstall holdem_eq" in complaint


# ---------------------------------------------------------------------------- what is in them


@pytest.mark.parametrize("name", NAMES)
def test_sums_are_those_of_the_files(name: str) -> None:
    sums = dict(reversed(line.split("  ")) for line in (load.FOLDER / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == {path.name for path in load.FOLDER.glob("*.npz")}
    assert sums[f"{name}.npz"] == hashlib.sha256((load.FOLDER / f"{name}.npz").read_bytes()).hexdigest()


def test_package_data_is_small() -> None:
    data = [
        path
        for path in (OURS / "holdem_eq").rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    ]
    assert len(data) >= 4
    assert sum(path.stat().st_size for path in data) <= MOST_BYTES


def test_tables_have_the_types_that_their_documents_say() -> None:
    ranks, preflop = load.rank_tables(), load.preflop_table()
    for array, dtype, shape in (
        (ranks.keys, np.uint64, (256,)),
        (ranks.ranks, np.uint16, (139_264,)),
        (preflop.matchup, np.uint16, (169, 1326)),
        (preflop.swapped, np.bool_, (169, 1326)),
        (preflop.counts, np.uint32, (47_008, 2)),
    ):
        assert array.dtype == dtype
        assert array.shape == shape
        assert array.flags.c_contiguous


def test_tables_cannot_be_written() -> None:
    for array in (*load.rank_tables(), *load.preflop_table()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]


def test_tables_are_read_once() -> None:
    assert load.rank_tables() is load.rank_tables() is he.rank_tables()
    assert load.preflop_table() is load.preflop_table()


# ---------------------------------------------------------------------------- the builder


@pytest.mark.slow
def test_the_builder_finds_nothing_to_change() -> None:
    process = start("import sys; from holdem_eq.tables.build import main; sys.exit(main(['--check']))")
    printed = finish(process, timeout=1800)
    assert "ranks.npz: equal to a fresh build" in printed
    assert "preflop.npz: equal to a fresh build" in printed


@pytest.mark.slow
def test_the_builder_is_the_cure_that_errors_promise(tmp_path: Path) -> None:
    package = copy_package(tmp_path / "package")
    tables = package / "holdem_eq" / "tables"
    for name in ("ranks.npz", "preflop.npz", "SHA256SUMS"):
        (tables / name).write_bytes(b"damaged")
    finish(start("import sys; from holdem_eq.tables.build import main; sys.exit(main([]))", package=package), 1800)
    code = "import holdem_eq as he; print(he.equity('AhAs', 'KdKc').counts, int(he.evaluate('AsKsQsJsTs')))"
    assert run(code, package=package) == "(1388072, 6538, 317694) 36873\n"
    for name in NAMES:
        with np.load(tables / f"{name}.npz") as built:
            stored = load.read_table(name)
            assert set(built.files) == set(stored)
            for key in built.files:
                np.testing.assert_array_equal(built[key], stored[key])


# ---------------------------------------------------------------------------- between processes

COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "the oldest pickle": lambda value: pickle.loads(pickle.dumps(value, protocol=2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("how", COPIES)
def test_a_hand_rank_is_copied_whole(how: str) -> None:
    for rank in (he.evaluate("AsAdKcKdQh7s2c"), he.HandRank(4096)):
        copied = COPIES[how](rank)
        assert type(copied) is he.HandRank
        assert copied == rank
        assert repr(copied) == repr(rank)
    assert COPIES[how](he.evaluate("AsAdKcKdQh7s2c")).best_five == "AsAdKdKcQh"


@pytest.mark.parametrize("how", COPIES)
def test_a_range_is_copied_whole(how: str) -> None:
    original = he.Range("QQ+:0.25,AKs,7h6h:0.5")
    copied = COPIES[how](original)
    assert type(copied) is he.Range
    assert copied == original
    assert hash(copied) == hash(original)
    assert copied.weights.tobytes() == original.weights.tobytes()
    with pytest.raises(ValueError, match="read-only"):
        copied.weights[0] = 1.0


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("board", ["", "Ks7d2c"])
def test_an_equity_result_is_copied_whole(board: str, how: str) -> None:
    original = he.equity("QQ+:0.5,AKs", "22+", board=board)
    copied = COPIES[how](original)
    assert type(copied) is he.EquityResult
    assert repr(copied) == repr(original)
    assert copied._repr_html_() == original._repr_html_()
    pd.testing.assert_frame_equal(copied.to_frame(), original.to_frame(), check_exact=True)
    for seat in (0, 1):
        pd.testing.assert_frame_equal(copied.by_combo(seat), original.by_combo(seat), check_exact=True)
    for name in ("equity", "win", "tie", "stderr"):
        assert getattr(copied, name).tobytes() == getattr(original, name).tobytes()
        with pytest.raises(ValueError, match="read-only"):
            getattr(copied, name)[0] = 0.5
    with pytest.raises(AttributeError):
        copied.deals = 0


def test_a_result_is_read_by_a_process_that_has_imported_nothing(tmp_path: Path) -> None:
    path = tmp_path / "result.pickle"
    path.write_bytes(pickle.dumps(he.equity("AhAs", "KdKc")))
    code = "import pathlib, pickle, sys; print(pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()).counts)"
    assert run(code, str(path)) == "(1388072, 6538, 317694)\n"
