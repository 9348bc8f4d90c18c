"""The benchmarks: what is registered, how results are shown, and that documents and pictures show the newest."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks import readme
from benchmarks.case import Case, Growth, Job
from benchmarks.cases import CASES, GROWTH, JOBS
from benchmarks.growth import ranges_of
from benchmarks.memory import STATUS, watch
from benchmarks.record import missing
from benchmarks.table import growth_lines, markdown_table, memory_lines, report, speed_lines
from holdem_eq import Range

QUICK_IDS = ("flop", "hands-dead", "preflop", "preflop-all", "multiway-hands")
MOST_BYTES = 100_000


def case_row(**changed: Any) -> dict[str, Any]:
    row = {
        "id": "w", "what": "w", "unit": "ms", "ours": 2.0, "best": "x", "rivals": {"x": 3.0, "y": 4.0}, "ratio": 1.5,
        "target_ratio": None, "target": None,
    }  # fmt: skip
    return {**row, **changed}


def points(of: str, by: str, unit: str, ours: dict[Any, float], rivals: dict[Any, float]) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{of}-{at}", "of": of, "what": of, "by": by, "at": at, "unit": unit, "ours": figure,
            "best": "x" if at in rivals else None, "rivals": {"x": rivals[at]} if at in rivals else {},
        }
        for at, figure in ours.items()
    ]  # fmt: skip


RESULTS: dict[str, Any] = {
    "date": "2026-01-02",
    "machine": {"cpu": "Some CPU", "cores": 2, "system": "Linux"},
    "commit": "abc",
    "versions": {"python": "3.11", "holdem-eq": "0.1.0", "x": "1"},
    "not_installed": {"z": "no wheel"},
    "cases": [
        case_row(what="one & <two>", ratio=1500.0, target_ratio=1000),
        case_row(ratio=0.5, target_ratio=2.0),
        case_row(best=None, rivals={}, ratio=None, target=1.0),
        case_row(best="import numba", rivals={"import numba": 3.0}),
    ],
    "growth": [
        *points("streets", "street", "ms", {"river": 0.5, "flop": 3.0}, {"river": 1.0}),
        *points("seats", "seats", "M deals/s", {2: 100.0, 3: 70.0}, {2: 20.0, 3: 10.0}),
        *points("threads", "threads", "ms", {1: 10.0, 2: 6.0}, {}),
        *points("batch", "hands a call", "M hands/s", {1: 0.1, 1000: 100.0}, {}),
    ],
    "memory": [
        {"id": "m", "what": "a flop", "above_import": 125_000_000, "work": 3_210_000, "bytes_per_hand": None},
        {"id": "n", "what": "a file", "above_import": 205_000_000, "work": 80_000_000, "bytes_per_hand": 1142.0},
    ],
}


# --- the registry --------------------------------------------------------------------------------------


def test_ids_are_unique_and_plain() -> None:
    ids = [case.id for case in CASES]
    ids += [case.id for growth in GROWTH for _, case in growth.cases()] + [f"memory-{job.id}" for job in JOBS]
    assert [one for one, count in Counter(ids).items() if count > 1] == []
    assert all(one.split("-")[0].isalpha() for one in ids)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_case_has_work_a_unit_and_a_goal_that_can_be_met(case: Case) -> None:
    assert callable(case.build)
    assert case.what
    assert case.unit == "ms" or case.unit.endswith("/s")
    assert all(goal is None or goal > 0 for goal in (case.ratio, case.goal))


@pytest.mark.parametrize("growth", GROWTH, ids=lambda growth: growth.id)
def test_every_growth_has_points_in_order(growth: Growth) -> None:
    ats = list(growth.points)
    assert len(ats) > 1
    assert all(map(callable, growth.points.values()))
    assert ats == sorted(ats) or not any(isinstance(at, int) for at in ats)


def test_growth_covers_streets_ranges_seats_threads_and_batches() -> None:
    ats = {growth.id: tuple(growth.points) for growth in GROWTH}
    assert ats["streets"] == ("river", "turn", "flop", "before the flop")
    assert ats["ranges-flop"] == ats["ranges-preflop"] == (1, 10, 50, 200, 600, 1326)
    assert ats["seats-sampled"] == tuple(range(2, 11))
    assert ats["seats-exact"] == (2, 3, 4)
    assert ats["threads-evaluate"] == (1, 2)
    assert {"batch-evaluate", "batch-replay", "batch-settle"} <= ats.keys()


@pytest.mark.parametrize("size", [1, 10, 200, 1326])
def test_ranges_have_so_many_combos_each(size: int) -> None:
    assert [len(Range(text)) for text in ranges_of(size)] == [size, size]


QUICK = {
    **{case.id: case for case in CASES if case.id in QUICK_IDS},
    **{case.id: case for growth in GROWTH for at, case in growth.cases() if at in ("river", 1, 10)},
}


@pytest.mark.parametrize(
    "case", [case for name, case in QUICK.items() if "threads" not in name], ids=lambda case: case.id
)
def test_quick_cases_answer_as_their_check_demands(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.growth.random_hands", few_hands)
    race = case.build({}, tmp_path)
    race.check(race.ours.call(), {})
    assert race.rivals.keys() == set()


def few_hands() -> Any:
    import numpy as np

    return np.array([np.random.default_rng(seed).permutation(52)[:7] for seed in range(20)], np.uint8)


def test_a_wrong_rival_stops_a_case(tmp_path: Path) -> None:
    race = next(case for case in CASES if case.id == "flop").build({}, tmp_path)
    answer = race.ours.call()
    race.check(answer, {"x": answer})
    with pytest.raises(AssertionError, match="x says"):
        race.check(answer, {"x": answer + 1e-6})


@pytest.mark.skipif(not STATUS.exists(), reason="no /proc")
def test_memory_sees_what_a_job_takes_and_a_wrong_answer(tmp_path: Path) -> None:
    take = Job("take", "ten megabytes", "given = bytes(1)", "answer = b'x' * 10_000_000", "len(answer) == 10_000_000")
    row = watch(take, tmp_path, tmp_path, 0)
    assert 9e6 < row["work"] < 12e6
    assert row["work"] <= row["above_import"]
    wrong = Job("wrong", "", "", "answer = 1", "answer == 2", "1")
    with pytest.raises(RuntimeError, match="wrong answer"):
        watch(wrong, tmp_path, tmp_path, 0)


# --- results -------------------------------------------------------------------------------------------


def test_a_part_of_a_run_is_not_whole() -> None:
    rows = {
        "cases": [{"id": case.id} for case in CASES],
        "growth": [{"id": case.id} for growth in GROWTH for _, case in growth.cases()],
        "memory": [{"id": job.id} for job in JOBS],
    }
    assert missing(rows) == []
    last = rows["growth"].pop()["id"]
    assert missing(rows) == [last]
    assert "evaluate" in missing({"cases": [], "growth": [], "memory": []})


def test_markdown_table_marks_a_missed_target() -> None:
    missed = speed_lines([case_row(target_ratio=2.0, target=1.0)])
    assert "2× missed, 1 ms missed" in markdown_table(missed)
    assert "missed" not in markdown_table(speed_lines([case_row(target_ratio=1.5, target=2.0)]))
    assert "missed" in markdown_table(speed_lines([case_row(unit="M hands/s", target=3.0)]))


def test_growth_and_memory_have_a_line_each() -> None:
    assert growth_lines(RESULTS["growth"])[1:] == [
        ("streets", "street", "river: 0.5, flop: 3 ms", "river: 1 ms (x)"),
        ("seats", "seats", "2: 100, 3: 70 M deals/s", "2: 20, 3: 10 M deals/s (x)"),
        ("threads", "threads", "1: 10, 2: 6 ms", "–"),
        ("batch", "hands a call", "1: 0.1, 1,000: 100 M hands/s", "–"),
    ]
    assert memory_lines(RESULTS["memory"])[1:] == [
        ("a flop", "125 MB", "3.21 MB", "–"),
        ("a file", "205 MB", "80 MB", "1,142 B"),
    ]


def test_report_prints_the_tables_that_have_rows() -> None:
    assert report({"cases": [], "growth": [], "memory": RESULTS["memory"]}).startswith("work ")
    assert report(RESULTS).count("\n\n") == 2


# --- pictures and documents ----------------------------------------------------------------------------


def test_pictures_are_the_same_for_the_same_results_and_turn_dark() -> None:
    drawn = readme.pictures(RESULTS, "made-up.json")
    assert drawn == readme.pictures(copy.deepcopy(RESULTS), "made-up.json")
    assert sorted(drawn) == ["growth.svg", "speed.svg"]
    for text in drawn.values():
        ElementTree.fromstring(text)
        assert len(text.encode()) < MOST_BYTES
        assert "prefers-color-scheme: dark" in text
        assert "made-up.json" in text
        assert "<dc:date>" not in text


def test_pictures_show_rivals_targets_and_words() -> None:
    drawn = readme.pictures(RESULTS, "made-up.json")
    assert "1,500×, x" in drawn["speed.svg"]
    assert "one &amp; &lt;two&gt;" in drawn["speed.svg"]
    assert "import numba" not in drawn["speed.svg"]
    for words in ("streets", "the same, x", "times as fast as one", "hands a call"):
        assert words in drawn["growth.svg"]


def test_results_without_growth_have_one_picture() -> None:
    assert list(readme.pictures({**RESULTS, "growth": []}, "old.json")) == ["speed.svg"]


def test_documents_and_pictures_show_the_newest_results() -> None:
    newest = readme.newest()
    if newest is None:
        pytest.skip("no results yet")
    results = json.loads(newest.read_text(encoding="utf-8"))
    assert readme.generated(readme.README.read_text(encoding="utf-8")) == readme.section(results)
    assert readme.generated(readme.PAGE.read_text(encoding="utf-8")) == readme.page_section(results)
    for name in readme.pictures(results, newest.name):
        text = (readme.PICTURES / name).read_text(encoding="utf-8")
        assert newest.name in text
        assert len(text.encode()) < MOST_BYTES
