"""First use: whole processes, beside one that imports numba."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import holdem_eq as he
from holdem_eq.hands.phh import read_phh, write_phh
from holdem_eq.hands.phh_scan import scan_phhs
from holdem_eq.hands.story import tell

from .case import Build, Case, Contender, Peers, Race
from .dealt import write_dealt
from .equity_cases import FLOP, R20, R40
from .rules_cases import FILE_COUNT, hand_file


@dataclass
class _Process:
    """A new Python process that keeps compiled kernels in ``folder``; ``empty``: in a new one each time."""

    folder: Path
    arguments: tuple[str, ...]
    empty: bool = False

    def __call__(self) -> str:
        """Run it; a failure raises with what it wrote."""
        cache = tempfile.mkdtemp(dir=self.folder) if self.empty else str(self.folder / "kept")
        environment = {**os.environ, "HOLDEM_EQ_CACHE_DIR": cache}
        command = [sys.executable, *self.arguments]
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{self.arguments} failed: {done.stderr}")
        return done.stdout


def process(*arguments: str, answer: Callable[[], float] | None = None, empty: bool = False) -> Build:
    """A whole process against ``python -c "import numba"``; a command line's answer is compared."""

    def build(peers: Peers, folder: Path) -> Race:
        def check(written: str, answers: dict[str, Any]) -> None:
            if answer is not None:
                found = json.loads(_Process(folder, (*arguments, "--json"))())["equity"][0]
                if abs(found - answer()) > 1e-9:
                    raise AssertionError(f"the command line says {found}, not {answer()}")

        return _beside_numba(folder, arguments, check, empty)

    return build


def _replayed(name: str, write: Callable[[Path], Path], expected: Callable[[Path], str], *options: str) -> Case:
    """``holdem-eq replay`` on a file, which must print what is expected."""

    def build(peers: Peers, folder: Path) -> Race:
        path = write(folder)

        def check(written: str, answers: dict[str, Any]) -> None:
            if written != expected(path):
                raise AssertionError(f"the command line wrote {written[:200]!r}")

        return _beside_numba(folder, ("-m", "holdem_eq", "replay", *options, str(path)), check)

    return Case(f"cli-{name}", f"process: holdem-eq {' '.join(('replay', *options))} FILE{_FILES[name]}", build)


def _beside_numba(
    folder: Path, arguments: tuple[str, ...], check: Callable[[str, dict[str, Any]], None], empty: bool = False
) -> Race:
    theirs = _Process(folder, ("-c", "import numba"))
    return Race(Contender(_Process(folder, arguments, empty)), {"import numba": Contender(theirs)}, check)


def _answer(hero: str, villain: str, board: str = "") -> float:
    return float(he.equity(hero, villain, board=board).equity[0])


def _one_hand(folder: Path) -> Path:
    path = folder / "hand.phh"
    write_phh(path, next(read_phh(hand_file(folder))))
    return path


def _story(path: Path) -> str:
    return tell(next(read_phh(path))) + "\n"


def _all_agree(path: Path) -> str:
    count = len(scan_phhs(path))
    return f"{count} of {count} hands agree\n"


_FILES = {"replay": ", one hand", "replay-check": f", {FILE_COUNT:,} hands"}
_FIRST_EQUITY = f"import holdem_eq as he; he.equity({R20!r}, {R40!r}, board={FLOP!r})"
_FIRST_RANKS = "import holdem_eq as he; import numpy as np; he.evaluate_many(np.arange(7, dtype=np.uint8)[None])"

CASES = (
    Case("import", "process: import holdem_eq", process("-c", "import holdem_eq")),
    Case(
        "cli-preflop",
        "process: holdem-eq equity AA KK",
        process("-m", "holdem_eq", "equity", "AA", "KK", answer=partial(_answer, "AA", "KK")),
        ratio=1 / 0.8,
    ),
    Case(
        "cli-flop",
        f"process: holdem-eq equity R20 R40 --board {FLOP}, cache filled",
        process("-m", "holdem_eq", "equity", R20, R40, "--board", FLOP, answer=partial(_answer, R20, R40, FLOP)),
        ratio=1 / 3,
    ),
    _replayed("replay", _one_hand, _story),
    _replayed("replay-check", partial(write_dealt, count=FILE_COUNT), _all_agree, "--check"),
    Case("first-ranks-filled", "process: first evaluate_many, cache filled", process("-c", _FIRST_RANKS)),
    Case("first-ranks-empty", "process: the same, cache empty", process("-c", _FIRST_RANKS, empty=True), rounds=3),
    Case("first-filled", f"process: first equity on {FLOP}, cache filled", process("-c", _FIRST_EQUITY)),
    Case("first-empty", "process: the same, cache empty", process("-c", _FIRST_EQUITY, empty=True), rounds=3),
)
