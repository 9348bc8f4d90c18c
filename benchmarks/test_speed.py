"""Time every case: ours and its rivals in turn, best against best.

The machines this runs on halve their speed for seconds at a time, so a rival runs right before each
of our rounds and only the best times are compared. Seven rounds at least; a rival that takes seconds
a run has fewer, since one run of it already spans fast and slow moments. So has a case of ours that
says so.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from .case import Case
from .cases import CASES
from .peers import Peer


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_speed(
    case: Case,
    peers: dict[str, Peer],
    rows: list[dict[str, Any]],
    benchmark: BenchmarkFixture,
    say: Callable[[str], None],
    tmp_path: Path,
) -> None:
    """One case; its figures are kept only when its check has passed."""
    race = case.build(peers, tmp_path)
    answer, our_seconds = _timed(race.ours.call)
    if case.rounds is None:
        answer, our_seconds = _timed(race.ours.call)
    first = {name: _timed(rival.call) for name, rival in race.rivals.items()}
    race.check(answer, {name: theirs for name, (theirs, _) in first.items()})
    times = {name: [race.rivals[name].scaled(seconds, theirs)] for name, (theirs, seconds) in first.items()}
    rounds = case.rounds or (7 if our_seconds + sum(seconds for _, seconds in first.values()) > 0.3 else 30)
    turns = {name: min(rounds, _turns(seconds)) for name, (_, seconds) in first.items()}

    def rivals_first() -> None:
        for name, rival in race.rivals.items():
            if len(times[name]) < turns[name]:
                theirs, seconds = _timed(rival.call)
                times[name].append(rival.scaled(seconds, theirs))
        gc.collect()

    benchmark.pedantic(race.ours.call, setup=rivals_first, rounds=rounds)
    ours = case.figure(race.ours, benchmark.stats.stats.min)
    others = {name: case.figure(race.rivals[name], min(seconds)) for name, seconds in times.items()}
    best = (max if case.is_rate else min)(others, key=others.__getitem__, default=None)
    ratio = None if best is None else ours / others[best] if case.is_rate else others[best] / ours
    row = {
        "id": case.id,
        "what": case.what,
        "unit": case.unit,
        "ours": _short(ours),
        "best": best,
        "rivals": {name: _short(figure) for name, figure in others.items()},
        "ratio": None if ratio is None else _short(ratio),
        "target_ratio": case.ratio,
        "target": case.goal,
        "rounds": rounds,
    }
    benchmark.extra_info.update(row)
    rows.append(row)
    say(f"{case.id}: {ours:.4g} {case.unit}; " + ", ".join(f"{name} {figure:.4g}" for name, figure in others.items()))


def _turns(seconds: float) -> int:
    """How often a rival runs that takes so long."""
    return 30 if seconds < 5 else 3 if seconds < 30 else 2


def _timed(call: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    answer = call()
    return answer, time.perf_counter() - start


def _short(figure: float) -> float:
    return float(f"{figure:.4g}")
