"""Peak memory of the main jobs, each in a fresh process; on Linux, whose /proc tells it.

Two figures a job: what the process took above ``import holdem_eq``, which includes numba, kernels, tables and
what the job was given; and what the job itself added to a process that has done something small of its kind.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from .case import Job
from .equity_cases import FLOP
from .rules_cases import hand_file

STATUS = Path("/proc/self/status")
COPIES = 10
"""How many times the hands of `hand_file` are in the file that is replayed."""
RUNS = 2
"""Processes a job; the least of their figures counts, so that what had to be compiled does not."""

_WATCH = """
import json, sys
from pathlib import Path

def resident(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

import holdem_eq as he
imported = resident("VmRSS")
{before}
highest = resident("VmHWM")
Path("/proc/self/clear_refs").write_text("5")  # the highest becomes what is held now
held = resident("VmRSS")
{call}
work = resident("VmHWM") - held
highest = max(highest, held + work)
assert {right}, "a wrong answer"
print(json.dumps({{"above_import": highest - imported, "work": work, "hands": {hands}}}))
"""

_RANKED = """
import numpy as np
few = np.argsort(np.random.default_rng(7).random((100_000, 52)), axis=1)[:, :7].astype(np.uint8)
hands, out = np.tile(few, (100, 1)), np.ones(10_000_000, np.uint16)
he.evaluate_many(few, out=out[:100_000])
"""
_STREAMED = """
from holdem_eq.hands.many import replay_many
from holdem_eq.hands.phh_scan import scan_blocks, scan_phhs
small, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
def stream(file):
    return sum(int((replays.errors == 0).sum()) for replays in map(replay_many, scan_blocks(file)))
stream(small)
"""

JOBS = (
    Job(
        "flop",
        f"all v all on {FLOP}, counted",
        f"he.equity('AA', 'KK', board='{FLOP}')",
        f"answer = he.equity('random', 'random', board='{FLOP}')",
        "abs(answer.equity[0] - 1 / 2) < 1e-9",
    ),
    Job(
        "three",
        f"three times all on {FLOP}, counted",
        f"he.equity('random', 'random', 'random', board='{FLOP}9h')",
        f"answer = he.equity('random', 'random', 'random', board='{FLOP}')",
        "max(abs(answer.equity - 1 / 3)) < 1e-9",
    ),
    Job(
        "sampled",
        "10 random hands, 10 M deals sampled",
        "he.equity(*['random'] * 10, method='monte_carlo', samples=100_000, seed=1)",
        "answer = he.equity(*['random'] * 10, method='monte_carlo', samples=10_000_000, seed=1)",
        "max(abs(answer.equity - 1 / 10)) < 1e-3",
    ),
    Job(
        "evaluate",
        "rank 10 M hands, uint8 in place, into an array given",
        _RANKED,
        "answer = he.evaluate_many(hands, out=out)",
        "answer is out and (out.reshape(100, -1) == out[:100_000]).all()"
        " and out[:100].tolist() == [he.evaluate(hand) for hand in few[:100].tolist()]",
        "len(hands)",
    ),
    Job(
        "matrix",
        "169 x 169 starting hands before the flop",
        "he.equity_matrix(['AA'], ['KK'])",
        "answer = he.equity_matrix()",
        "answer.shape == (169, 169) and abs(answer + answer.T - 1).max().max() < 1e-9",
    ),
    Job(
        "replay-streamed",
        "a .phhs file replayed, block by block",
        _STREAMED,
        "answer = stream(path)",
        "answer == count",
        "count",
    ),
    Job(
        "replay-whole",
        "the same file scanned and replayed at once",
        _STREAMED,
        "answer = replay_many(scan_phhs(path))",
        "len(answer.verify()) == count",
        "count",
    ),
)


def watch(job: Job, small: Path, big: Path, count: int) -> dict[str, Any]:
    """Bytes that a job takes in a fresh process; there is a small file of hands, and one of ``count`` hands."""
    program = _WATCH.format(before=job.before, call=job.call, right=job.right, hands=job.hands)
    command = [sys.executable, "-c", program, str(small), str(big), str(count)]
    runs = []
    for _ in range(RUNS):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{job.id} failed: {done.stderr}")
        runs.append(json.loads(done.stdout))
    hands = runs[0]["hands"]
    above, work = (min(run[name] for run in runs) for name in ("above_import", "work"))
    per_hand = None if hands is None else round(work / hands, 1)
    return {"id": job.id, "what": job.what, "above_import": above, "work": work, "bytes_per_hand": per_hand}


def copied_hands(folder: Path) -> tuple[Path, Path, int]:
    """The file of hands, one with `COPIES` times its hands, and how many those are."""
    small, big = hand_file(folder), folder / "copies.phhs"
    tables = re.split(r"^\[[^\]\n]*\]\n", small.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    big.write_text("".join(f"[{number}]\n{table}" for number, table in enumerate(tables * COPIES, start=1)))
    return small, big, len(tables) * COPIES
