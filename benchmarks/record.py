"""A run's results: gathered, and written when they are all there."""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cpuinfo

from .cases import CASES, GROWTH, JOBS
from .peers import Peer

RESULTS = Path(__file__).parent / "results"
OURS = ("holdem-eq", "numpy", "numba", "pandas")
Rows = dict[str, list[dict[str, Any]]]


class Run:
    """What a run has measured so far: rows of cases, of points of growth, of memory."""

    def __init__(self) -> None:
        self.rows: Rows = {"cases": [], "growth": [], "memory": []}

    def add(self, kind: str, row: dict[str, Any]) -> None:
        """One more row."""
        self.rows[kind].append(row)


def missing(rows: Rows) -> list[str]:
    """Ids of all that is to be measured and has no row: none after a whole run."""
    wanted = {
        "cases": [case.id for case in CASES],
        "growth": [case.id for growth in GROWTH for _, case in growth.cases()],
        "memory": [job.id for job in JOBS],
    }
    found = {kind: {row["id"] for row in rows.get(kind, [])} for kind in wanted}
    return [one for kind, ids in wanted.items() for one in ids if one not in found[kind]]


def write(run: Run, peers: Mapping[str, Peer], not_installed: Mapping[str, str]) -> Path:
    """Put the results into a file named for day and machine."""
    cpu = cpuinfo.get_cpu_info().get("brand_raw", platform.machine())
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    results = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": {"cpu": cpu, "cores": cores, "system": f"{platform.system()} {platform.machine()}"},
        "commit": _git("rev-parse", "--short", "HEAD") + ("+" if _git("status", "--porcelain", "-uno") else ""),
        "versions": {
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in OURS},
            **{name: peer.version for name, peer in peers.items()},
        },
        "not_installed": dict(not_installed),
        **run.rows,
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
