"""Compiled kernels between processes: found again, never wrong, and done without where nothing can be kept."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holdem_eq as he
from holdem_eq.kernels import _jit
from tests.processes import CACHE_VARIABLES, copy_package, finish, forbid_writing, only, run, start

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="permissions and folders of POSIX")
ROOT_OBEYS = pytest.mark.skipif(
    sys.platform == "win32" or (sys.platform != "linux" and os.geteuid() == 0),
    reason="root writes everywhere on this system",
)

RANK = """
import numpy, holdem_eq
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    ranks = holdem_eq.evaluate_many(numpy.array([[51, 47, 43, 39, 35], [0, 5, 10, 15, 23]]))
print(ranks.tolist(), "compiled" if compiled.buffer else "found")
"""
COMPILED, FOUND = "[36873, 4096] compiled\n", "[36873, 4096] found\n"

FLOP = """
import holdem_eq
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    sweep = holdem_eq.equity("QQ+", "22+", board="Ks7d2c").counts
    hands = holdem_eq.equity("AhAs", "KdKc", board="Ks7d2c").counts
print(sweep, hands, "compiled" if compiled.buffer else "found")
"""
FLOP_COMPILED, FLOP_FOUND = (f"(759618, 11880, 184842) (85, 0, 905) {how}\n" for how in ("compiled", "found"))


WAIT = """
import numba, pathlib, sys, time
print(flush=True)
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.005)
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that two processes have filled at once; not to be written."""
    folder = tmp_path_factory.mktemp("filled")
    gate = folder.with_name("gate")
    both = [start(WAIT + RANK, str(gate), **only(folder)) for _ in range(2)]
    for process in both:
        assert process.stdout is not None
        process.stdout.readline()
    gate.touch()
    assert [finish(process) for process in both] == [COMPILED, COMPILED]
    return folder


# ---------------------------------------------------------------------------- between processes


def test_a_process_finds_what_two_have_compiled_at_once(filled: Path) -> None:
    kept = {path: path.stat().st_mtime_ns for path in filled.rglob("*") if path.is_file()}
    assert {path.suffix for path in kept} == {".nbc"}
    assert len(kept) >= 2
    assert run(RANK, **only(filled)) == FOUND
    assert {path: path.stat().st_mtime_ns for path in filled.rglob("*") if path.is_file()} == kept


@ROOT_OBEYS
def test_a_filled_folder_that_cannot_be_written_is_used(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    shutil.copytree(filled, folder)
    forbid_writing(folder)
    assert run(RANK, obey=True, **only(folder)) == FOUND


@ROOT_OBEYS
def test_without_a_folder_to_write_kernels_are_compiled_each_time(tmp_path: Path) -> None:
    package = copy_package(tmp_path)
    forbid_writing(package)
    try:
        assert run(RANK, package=package, obey=True, **only(None, HOME="/dev/null/x")) == COMPILED
    finally:
        for path in [package, *package.rglob("*")]:
            path.chmod(0o755)
    assert [path for path in package.rglob("*") if path.suffix in (".nbi", ".nbc", ".pyc")] == []


def test_numba_settings_for_other_places_do_not_matter(filled: Path) -> None:
    settings = {"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator", "NUMBA_CACHE_DIR": "/dev/null/x"}
    assert run(RANK, **only(filled, **settings)) == FOUND


@pytest.mark.parametrize("named", [None, "theirs"])
def test_the_users_own_numba_cache_is_left_alone(tmp_path: Path, named: str | None) -> None:
    """What a user's kernels are kept in is the user's choice, before and after ours are imported."""
    theirs = None if named is None else str(tmp_path / named)
    code = """
    import numba
    before = numba.config.CACHE_DIR
    import holdem_eq
    from holdem_eq.kernels import ranking
    assert numba.config.CACHE_DIR == before, before
    print(before)
    """
    assert run(code, **only(tmp_path / "ours", NUMBA_CACHE_DIR=theirs)) == f"{theirs or ''}\n"


CALLEE = "from holdem_eq.kernels._jit import kernel\n\n\n@kernel\ndef number():\n    return {}\n"
CALLER = """
from holdem_eq.kernels._jit import kernel
from holdem_eq.kernels.callee import number


@kernel
def call():
    return number() + 1
"""
CALL = """
from holdem_eq.kernels.caller import call
print(call(), "found" if call.stats.cache_hits else "compiled")
"""


@pytest.fixture
def upgraded(tmp_path: Path) -> Path:
    """A copy of the package with two kernels more, a caller and, in another file, its callee."""
    package = copy_package(tmp_path / "package")
    kernels = package / "holdem_eq" / "kernels"
    (kernels / "callee.py").write_text(CALLEE.format(1))
    (kernels / "caller.py").write_text(CALLER)
    return package


def test_an_upgrade_in_place_is_seen_by_callers_in_other_files(upgraded: Path, tmp_path: Path) -> None:
    callee = upgraded / "holdem_eq" / "kernels" / "callee.py"
    cache = tmp_path / "cache"
    assert run(CALL, package=upgraded, **only(cache)) == "2 compiled\n"
    callee.write_text(CALLEE.format(1000))
    assert run(CALL, package=upgraded, **only(cache)) == "1001 compiled\n"
    assert len(list((cache / "holdem_eq").iterdir())) == 2
    callee.write_text(CALLEE.format(1))
    assert run(CALL, package=upgraded, **only(cache)) == "2 found\n"


def test_an_upgrade_under_a_running_process_leaves_no_mixture_behind(upgraded: Path, tmp_path: Path) -> None:
    """The process holds the old callee and meets the new caller: no version may find what that makes."""
    cache = tmp_path / "cache"
    code = f"""
    import pathlib, sys
    from holdem_eq.kernels import callee
    pathlib.Path(callee.__file__).write_text({CALLEE.format(1000)!r})
    from holdem_eq.kernels.caller import call
    print(call())
    """
    assert run(code, package=upgraded, **only(cache)) == "2\n"
    assert [path for path in cache.rglob("*") if path.is_file()] == []


@pytest.mark.slow
@ROOT_OBEYS
def test_a_flop_without_a_folder_to_write(tmp_path: Path) -> None:
    package = copy_package(tmp_path)
    forbid_writing(package)
    try:
        assert run(FLOP, package=package, obey=True, **only(None, HOME="/dev/null/x")) == FLOP_COMPILED
    finally:
        for path in [package, *package.rglob("*")]:
            path.chmod(0o755)


@pytest.mark.slow
def test_processes_that_ask_different_things_fill_one_folder_at_once(tmp_path: Path) -> None:
    """They share helper kernels, some with other types."""
    seven = RANK.replace("35]", "35, 0, 1]").replace("23]", "23, 28, 37]")
    both = [start(code, **only(tmp_path)) for code in (FLOP, seven, RANK, FLOP)]
    answers = [finish(process) for process in both]
    assert answers[0] == answers[3] == FLOP_COMPILED
    assert answers[2] == COMPILED
    assert run(FLOP, **only(tmp_path)) == FLOP_FOUND
    assert run(seven, **only(tmp_path)) == answers[1].replace("compiled", "found")
    assert run(RANK, **only(tmp_path)) == FOUND


@pytest.mark.slow
def test_a_users_cached_kernel_that_ranks_hands(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import numba\nfrom holdem_eq.kernels import rank5\n\n\n"
        "@numba.njit(cache=True)\ndef mine(hand, tables):\n    return rank5(hand, tables)\n"
    )
    code = """
    import holdem_eq, sys
    sys.path.append(sys.argv[1])
    import mine
    print(mine.mine((51, 47, 43, 39, 35), holdem_eq.rank_tables()), sum(mine.mine.stats.cache_hits.values()))
    """
    variables = only(tmp_path / "ours", NUMBA_CACHE_DIR=str(tmp_path / "theirs"))
    assert run(code, str(tmp_path), **variables) == "36873 0\n"
    assert run(code, str(tmp_path), **variables) == "36873 1\n"


# ---------------------------------------------------------------------------- which folder


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home folder, and no variable that names another."""
    for name in CACHE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path


@POSIX
@pytest.mark.skipif(sys.platform == "darwin", reason="XDG names no folder here")
def test_which_folder_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [_jit.cache_folder()]
    for name in reversed(CACHE_VARIABLES):
        monkeypatch.setenv(name, str(bare / name.lower()))
        found.append(_jit.cache_folder())
    bases = [bare / "home" / ".cache", *(bare / name.lower() for name in reversed(CACHE_VARIABLES))]
    assert found == [base / "holdem_eq" / _jit._source_digest() for base in bases]
    assert all(folder.is_dir() for folder in found if folder)
    for name in CACHE_VARIABLES:
        monkeypatch.setenv(name, "")
    assert _jit.cache_folder() == found[0]


@POSIX
def test_a_folder_may_be_named_from_home(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDEM_EQ_CACHE_DIR", "~/kernels")
    folder = _jit.cache_folder()
    assert folder is not None
    assert folder.is_relative_to(bare / "home" / "kernels")


@POSIX
@pytest.mark.parametrize("home", ["/dev/null/x", None])
def test_no_home_is_no_folder(bare: Path, monkeypatch: pytest.MonkeyPatch, home: str | None) -> None:
    if home is None:  # as for a user that the system does not know

        def nobody() -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr(Path, "home", nobody)
    else:
        monkeypatch.setenv("HOME", home)
    assert _jit.cache_folder() is None


def test_a_base_that_is_a_file_is_no_folder(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare / "file").touch()
    monkeypatch.setenv("HOLDEM_EQ_CACHE_DIR", str(bare / "file"))
    assert _jit.cache_folder() is None


def test_a_package_without_sources_has_no_folder(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing would say which version the kernels are of."""
    monkeypatch.setattr(_jit, "__file__", str(bare / "_jit.pyc"))
    assert _jit.cache_folder() is None


def test_each_version_of_numba_has_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = _jit._source_digest()
    monkeypatch.setattr(_jit.numba, "__version__", "0.0")
    assert _jit._source_digest() != digest


# ---------------------------------------------------------------------------- what is in it


def add(first: Any, second: Any) -> Any:
    """For a kernel that compiles in a moment."""
    return first + second


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for kernels that this test makes."""
    monkeypatch.setenv("HOLDEM_EQ_CACHE_DIR", str(tmp_path))
    found = _jit.cache_folder()
    assert found is not None
    monkeypatch.setattr(_jit, "_FOLDER", found)
    return found


def call_afresh(*arguments: Any) -> tuple[Any, str]:
    """Call a new `add`, as a new process would -> its answer and whether it was found or compiled."""
    kernel: Any = _jit.kernel(add)
    answer = kernel(*arguments)
    return answer, "found" if sum(kernel.stats.cache_hits.values()) else "compiled"


def test_a_kernel_is_kept_per_types(folder: Path) -> None:
    assert call_afresh(1, 2) == (3, "compiled")
    assert call_afresh(3, 4) == (7, "found")
    assert call_afresh(0.5, 4) == (4.5, "compiled")
    assert call_afresh(0.5, 5) == (5.5, "found")
    assert len(list(folder.iterdir())) == 2


DAMAGES = {
    "empty": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "short": lambda content: content[:-1],
    "long": lambda content: content + b"\0",
    "a bit": lambda content: content[:999] + bytes([content[999] ^ 1]) + content[1000:],
    "the first bit": lambda content: bytes([content[0] ^ 1]) + content[1:],
    "other content": lambda content: b"\x80\x04N." * 99,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew(folder: Path, damage: str) -> None:
    call_afresh(1, 2)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(DAMAGES[damage](whole))
    assert file.read_bytes() != whole
    assert call_afresh(3, 4) == (7, "compiled")
    assert call_afresh(5, 6) == (11, "found")


def test_a_file_of_other_types_is_not_taken(folder: Path) -> None:
    call_afresh(1, 2)
    (first,) = folder.iterdir()
    call_afresh(0.5, 2)
    (second,) = set(folder.iterdir()) - {first}
    first.write_bytes(second.read_bytes())
    assert call_afresh(3, 4) == (7, "compiled")


def test_a_file_that_is_a_folder_is_done_without(folder: Path) -> None:
    call_afresh(1, 2)
    (file,) = folder.iterdir()
    file.unlink()
    file.mkdir()
    assert call_afresh(3, 4) == (7, "compiled")
    assert list(folder.iterdir()) == [file]


def test_a_folder_that_went_away_is_done_without(folder: Path) -> None:
    shutil.rmtree(folder)
    assert call_afresh(1, 2) == (3, "compiled")


@contextlib.contextmanager
def full_disk(tmp_path: Path) -> Iterator[None]:
    """Writing fails after a few bytes, as on a full disk; not for longer than a test, which pytest reports to a file."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError, match="large"):
            (tmp_path / "file").write_bytes(b"x" * 101)
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_keeps_nothing_and_breaks_nothing(folder: Path, tmp_path: Path) -> None:
    with full_disk(tmp_path):
        assert call_afresh(1, 2) == (3, "compiled")
        assert call_afresh(1, 2) == (3, "compiled")
    assert list(folder.iterdir()) == []


def test_a_kernel_can_be_compiled_again(folder: Path) -> None:
    call_afresh(1, 2)
    (file,) = folder.iterdir()
    before = file.stat().st_mtime_ns
    kernel: Any = _jit.kernel(add)
    assert kernel(1, 2) == 3
    kernel.recompile()
    assert kernel(1, 2) == 3
    assert file.stat().st_mtime_ns > before


# ---------------------------------------------------------------------------- the names


@pytest.mark.parametrize(
    "code",
    [
        "import holdem_eq as he; import holdem_eq.equity",
        "import holdem_eq.equity; import holdem_eq as he",
        "from holdem_eq.equity import EquityResult; import holdem_eq as he",
        "import holdem_eq as he; from holdem_eq.equity import EquityResult; import holdem_eq.equity.api",
        "import importlib, holdem_eq as he; importlib.import_module('holdem_eq.equity')",
    ],
)
def test_equity_is_a_function_whatever_was_imported(code: str) -> None:
    assert run(f"{code}\nprint(he.equity('AhAs', 'KdKc').counts)") == "(1388072, 6538, 317694)\n"


def test_a_notebook_runs_an_event_loop_of_its_own() -> None:
    async def cell() -> str:
        return he.equity("QQ+", "22+", board="Ks7d2c", threads=2)._repr_html_()

    assert "exhaustive" in asyncio.run(cell())
