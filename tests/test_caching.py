"""Compiled kernels between processes: kept, shared, damaged, not keepable, and of another version."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import holdem_eq as he

PROGRAM = "import holdem_eq as he; print(he.evaluate_many([[51, 47, 43, 39, 35], [0, 5, 10, 15, 23]]).tolist())"
RIGHT = "[36873, 4096]"


def environment(**changes: str) -> dict[str, str]:
    """Ours, without what says where caches are."""
    ours = {name: value for name, value in os.environ.items() if not name.endswith(("_CACHE_DIR", "_CACHE_HOME"))}
    return ours | changes


def start(env: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-W", "error", "-c", PROGRAM],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(env: dict[str, str]) -> str:
    """What a fresh process prints; it may complain of nothing."""
    process = start(env)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    return out.strip()


def kept(folder: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    assert run(environment(HOLDEM_EQ_CACHE_DIR=str(folder))) == RIGHT
    return folder


@pytest.fixture
def cache(filled: Path, tmp_path: Path) -> Path:
    """A copy of a filled cache."""
    return shutil.copytree(filled, tmp_path / "cache")


def test_a_second_process_compiles_nothing(cache: Path) -> None:
    before = kept(cache)
    assert before
    assert run(environment(HOLDEM_EQ_CACHE_DIR=str(cache))) == RIGHT
    assert kept(cache) == before


def test_numbas_own_setting_is_heeded(cache: Path) -> None:
    before = kept(cache)
    assert run(environment(NUMBA_CACHE_DIR=str(cache))) == RIGHT
    assert kept(cache) == before


@pytest.mark.parametrize("content", [b"", b"damaged", None], ids=["empty", "nonsense", "cut"])
def test_a_damaged_file_is_made_again(cache: Path, content: bytes | None) -> None:
    for path in kept(cache):
        path.write_bytes(path.read_bytes()[:-100] if content is None else content)
    sizes = {path: path.stat().st_size for path in kept(cache)}
    assert run(environment(HOLDEM_EQ_CACHE_DIR=str(cache))) == RIGHT
    assert any(path.stat().st_size != size for path, size in sizes.items())


@pytest.mark.parametrize("home", ["/dev/null/nowhere", ""])
def test_no_folder_to_keep_anything_in(home: str, tmp_path: Path) -> None:
    env = environment(HOME=home, XDG_CACHE_HOME=home or "/proc/nowhere", LOCALAPPDATA=home)
    assert run(env) == RIGHT


def test_a_place_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert run(environment(HOLDEM_EQ_CACHE_DIR=str(file))) == RIGHT
    assert file.read_text() == "not a folder"


def test_two_processes_fill_the_cache_at_once(tmp_path: Path) -> None:
    env = environment(HOLDEM_EQ_CACHE_DIR=str(tmp_path))
    for process in [start(env) for _ in range(2)]:
        out, err = process.communicate(timeout=300)
        assert (process.returncode, out.strip(), err) == (0, RIGHT, "")
    before = kept(tmp_path)
    assert run(env) == RIGHT
    assert kept(tmp_path) == before


def test_an_upgrade_in_place_is_seen(cache: Path, tmp_path: Path) -> None:
    """The rank of a flush is found in a function that the compiled one calls: numba alone would not look."""
    package = shutil.copytree(Path(he.__file__).parent, tmp_path / "site" / "holdem_eq")
    env = environment(HOLDEM_EQ_CACHE_DIR=str(cache), PYTHONPATH=str(package.parent), PYTHONDONTWRITEBYTECODE="1")
    assert run(env) == RIGHT
    source = package / "kernels" / "ranking.py"
    text = source.read_text(encoding="utf-8")
    head = "def _rank_flush(cards: Any, key: Any, ranks: Any) -> Any:\n"
    changed = text.replace(head, head + "    return ranks[0]\n")
    assert changed != text
    source.write_text(changed, encoding="utf-8")
    assert run(env) == "[0, 4096]"
