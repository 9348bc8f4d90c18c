"""Measure everything there is: `measure` says how, `cases` what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from .case import Case, Growth, Job
from .cases import CASES, GROWTH, JOBS
from .measure import measure
from .memory import STATUS, copied_hands, watch
from .peers import Peer
from .record import Run

POINTS = [(growth, at, case) for growth in GROWTH for at, case in growth.cases()]
Say = Callable[[str], None]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_speed(
    case: Case, peers: dict[str, Peer], run: Run, benchmark: BenchmarkFixture, say: Say, tmp_path: Path
) -> None:
    """One case; its figures are kept only when its check has passed."""
    figures = measure(case, case.build(peers, tmp_path), benchmark)
    row = {"id": case.id, "what": case.what, "unit": case.unit, "target_ratio": case.ratio, "target": case.goal}
    run.add("cases", row | figures)
    say(_line(case, figures))


@pytest.mark.parametrize(("growth", "at", "case"), POINTS, ids=[case.id for *_, case in POINTS])
def test_growth(
    growth: Growth,
    at: str | int,
    case: Case,
    peers: dict[str, Peer],
    run: Run,
    benchmark: BenchmarkFixture,
    say: Say,
    tmp_path: Path,
) -> None:
    """One point of a growth, likewise."""
    figures = measure(case, case.build(peers, tmp_path), benchmark)
    row = {"id": case.id, "of": growth.id, "what": growth.what, "by": growth.by, "at": at, "unit": growth.unit}
    run.add("growth", row | figures)
    say(_line(case, figures))


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, int]:
    """A small file of hands, a big one, and how many hands that has."""
    return copied_hands(tmp_path_factory.mktemp("hands"))


@pytest.mark.skipif(not STATUS.exists(), reason="peak memory is read from /proc, which is Linux's")
@pytest.mark.parametrize("job", JOBS, ids=[f"memory-{job.id}" for job in JOBS])
def test_memory(job: Job, files: tuple[Path, Path, int], run: Run, say: Say) -> None:
    """One job in a fresh process."""
    row = watch(job, *files)
    run.add("memory", row)
    say(f"memory-{job.id}: {row['work'] / 1e6:.4g} MB, {row['above_import'] / 1e6:.4g} MB above import")


def _line(case: Case, figures: dict[str, Any]) -> str:
    others = ", ".join(f"{name} {figure:.4g}" for name, figure in figures["rivals"].items())
    return f"{case.id}: {figures['ours']:.4g} {case.unit}; {others}"
