"""The run around the cases: the peers, the table at its end, the file of results."""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cpuinfo
import pytest

from .cases import CASES
from .peers import Peer, load_peers
from .table import text_table

RESULTS = Path(__file__).parent / "results"


class Session:
    """What a run gathers."""

    def __init__(self) -> None:
        self.peers, self.missing = load_peers()
        self.rows: list[dict[str, Any]] = []


_KEY = pytest.StashKey[Session]()


def pytest_configure(config: pytest.Config) -> None:
    """Load the peers once."""
    config.stash[_KEY] = Session()


@pytest.fixture(scope="session")
def peers(request: pytest.FixtureRequest) -> dict[str, Peer]:
    """The installed peers by name."""
    return request.config.stash[_KEY].peers


@pytest.fixture(scope="session")
def rows(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """Where a case leaves its line of the table."""
    return request.config.stash[_KEY].rows


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[str], None]]:
    """Print at once, so that a long run shows where it is."""

    def line(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    return line


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the table; write the results of a run of every case."""
    session = config.stash[_KEY]
    if not session.rows:
        return
    terminalreporter.section("speed")
    terminalreporter.write_line(text_table(session.rows))
    for name, why in session.missing.items():
        terminalreporter.write_line(f"not installed, left out: {name} ({why})")
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.write_line("not every case passed, so no results are written")
        return
    path = _write(session)
    terminalreporter.write_line(
        f"written to {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}"
    )


def _write(session: Session) -> Path:
    cpu = cpuinfo.get_cpu_info().get("brand_raw", platform.machine())
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    ours = ("holdem-eq", "numpy", "numba", "pandas")
    results = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": {"cpu": cpu, "cores": cores, "system": f"{platform.system()} {platform.machine()}"},
        "commit": _git("rev-parse", "--short", "HEAD") + ("+" if _git("status", "--porcelain", "-uno") else ""),
        "versions": {
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in ours},
            **{name: peer.version for name, peer in session.peers.items()},
        },
        "not_installed": session.missing,
        "left_out": [case.what for case in CASES if case.what not in {row["what"] for row in session.rows}],
        "cases": session.rows,
    }
    slug = re.sub(r"[^a-z0-9]+", "-", cpu.lower()).strip("-")
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{results['date']}-{slug}-{cores}-cores.json"
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def _git(*arguments: str) -> str:
    try:
        return subprocess.run(
            ["git", *arguments], cwd=RESULTS.parent, check=True, capture_output=True, text=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
