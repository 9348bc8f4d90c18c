"""The process around a command: encodings, one line for an error or a warning, pipes that close."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, Final

from holdem_eq.cli.command import PROG
from holdem_eq.errors import RangeWarning

__all__ = [
    "BAD_INPUT",
    "BROKEN_PIPE",
    "INTERRUPTED",
    "abandon_stdout",
    "fail",
    "tolerate_any_encoding",
    "warning_printer",
]

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells report it
BROKEN_PIPE: Final = 141  # 128 + SIGPIPE


def tolerate_any_encoding() -> None:
    """A sign that the terminal cannot show is written as its escape instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")


def _one_line(message: str) -> str:
    return " ".join(line.strip() for line in message.splitlines())


def fail(message: str) -> int:
    """Print an error as one line -> the exit code of bad input."""
    print(f"{PROG}: error: {_one_line(message)}", file=sys.stderr)
    return BAD_INPUT


def warning_printer(show_others: Callable[..., None]) -> Callable[..., None]:
    """One line for each range warning, once; other warnings go where they always go."""
    seen: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if not issubclass(category, RangeWarning):
            show_others(message, category, *where)
        elif str(message) not in seen:
            seen.add(str(message))
            print(f"{PROG}: warning: {_one_line(str(message))}", file=sys.stderr)

    return show


def abandon_stdout() -> None:
    """Let what is still buffered go nowhere, or Python would fail on it again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no stdout, or one without a file behind it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
