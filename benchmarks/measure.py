"""Time a case: ours and its rivals in turn, best against best.

The machines this runs on halve their speed for seconds at a time, so a rival runs right before each
of our rounds and only the best times are compared. Seven rounds at least; a rival that takes seconds
a run has fewer, since one run of it already spans fast and slow moments, and one that takes half a
minute runs once. So has a case of ours that says so. What takes less than a millisecond is called
some times a round.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from .case import Case, Race

LEAST_SECONDS = 1e-3
"""A round is no shorter."""


def measure(case: Case, race: Race, benchmark: BenchmarkFixture) -> dict[str, Any]:
    """Check the answers, then time -> the figures."""
    answer, our_seconds = timed(race.ours.call)
    if our_seconds < 5:
        answer, our_seconds = timed(race.ours.call)
    first = {name: timed(rival.call) for name, rival in race.rivals.items()}
    race.check(answer, {name: theirs for name, (theirs, _) in first.items()})
    times = {name: [race.rivals[name].scaled(seconds, theirs)] for name, (theirs, seconds) in first.items()}
    rounds = case.rounds or (7 if our_seconds + sum(seconds for _, seconds in first.values()) > 0.3 else 30)
    turns = {name: min(rounds + 1, _turns(seconds)) for name, (_, seconds) in first.items()}
    calls, again = _calls(our_seconds), {name: _calls(seconds) for name, (_, seconds) in first.items()}

    def rivals_first() -> None:
        for name, rival in race.rivals.items():
            if len(times[name]) < turns[name]:
                theirs, seconds = timed(rival.call, again[name])
                times[name].append(rival.scaled(seconds, theirs))
        gc.collect()

    benchmark.pedantic(_repeated(race.ours.call, calls), setup=rivals_first, rounds=rounds)
    ours = case.figure(race.ours, benchmark.stats.stats.min / calls)
    others = {name: case.figure(race.rivals[name], min(seconds)) for name, seconds in times.items()}
    best = (max if case.is_rate else min)(others, key=others.__getitem__, default=None)
    ratio = None if best is None else ours / others[best] if case.is_rate else others[best] / ours
    figures = {
        "ours": short(ours),
        "best": best,
        "rivals": {name: short(figure) for name, figure in others.items()},
        "ratio": None if ratio is None else short(ratio),
        "rounds": rounds,
    }
    benchmark.extra_info.update(figures)
    return figures


def timed(call: Callable[[], Any], calls: int = 1) -> tuple[Any, float]:
    """The last answer of so many calls, and the seconds of one."""
    start = time.perf_counter()
    for _ in range(calls):
        answer = call()
    return answer, (time.perf_counter() - start) / calls


def short(figure: float) -> float:
    """Four digits."""
    return float(f"{figure:.4g}")


def _repeated(call: Callable[[], Any], calls: int) -> Callable[[], None]:
    def repeat() -> None:
        for _ in range(calls):
            call()

    return repeat


def _calls(seconds: float) -> int:
    """How many calls make a round of something that takes so long."""
    return max(1, math.ceil(LEAST_SECONDS / max(seconds, 1e-7)))


def _turns(seconds: float) -> int:
    """How often a rival runs that takes so long, the run that was checked included."""
    return 31 if seconds < 2 else 3 if seconds < 25 else 1
