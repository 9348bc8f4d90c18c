"""The run around what is measured: the peers, the tables at its end, the file of results."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from .peers import Peer, load_peers
from .record import Run, missing, write
from .table import report


class Session:
    """The installed peers, why others are not, and what the run gathers."""

    def __init__(self) -> None:
        self.peers, self.not_installed = load_peers()
        self.run = Run()


_KEY = pytest.StashKey[Session]()


def pytest_configure(config: pytest.Config) -> None:
    """Load the peers once."""
    config.stash[_KEY] = Session()


@pytest.fixture(scope="session")
def peers(request: pytest.FixtureRequest) -> dict[str, Peer]:
    """The installed peers by name."""
    return request.config.stash[_KEY].peers


@pytest.fixture(scope="session")
def run(request: pytest.FixtureRequest) -> Run:
    """Where rows are left."""
    return request.config.stash[_KEY].run


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print at once, so that a long run shows where it is."""

    def line(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    return line


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the tables; write the results of a run of everything, in which all passed."""
    session = config.stash[_KEY]
    rows = session.run.rows
    if not any(rows.values()):
        return
    terminalreporter.section("speed")
    terminalreporter.write_line(report(rows))
    for name, why in session.not_installed.items():
        terminalreporter.write_line(f"not installed, left out: {name} ({why})")
    if absent := missing(rows):
        terminalreporter.write_line(f"a part of the cases, {len(absent)} are missing: no results are written")
        return
    path = write(session.run, session.peers, session.not_installed)
    terminalreporter.write_line(f"written to {os.path.relpath(path)}")
