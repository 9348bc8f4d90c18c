"""Fixtures and habits of the whole suite: slow tests wait for ``-m slow``, hypothesis has no deadline."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.cases import shared_folder

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
settings.load_profile("ci" if IN_CI else "local")


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes that tests start: a suite in the background of a shell has it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless ``-m`` says what to run."""
    if config.getoption("markexpr"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared cases next to the checkout, or the one that HOLDEM_EQ_SHARED names."""
    folder = shared_folder()
    if folder.is_dir():
        return folder
    reason = f"no folder of shared cases at {folder}; set HOLDEM_EQ_SHARED to where it is"
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)
