"""Threads and processes: the same bits on any number, no hang, no abort, and Ctrl-C is heard."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import holdem_eq as he
from holdem_eq.errors import HoldemError
from holdem_eq.threads import run_blocks, usable_threads
from tests.processes import finish, only, run, start

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="a system call of Linux")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of POSIX")


class OopsError(Exception):
    """What goes wrong in a block."""


def helpers() -> list[str]:
    """The threads that `run_blocks` has started and that still live."""
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("holdem_eq")]


# ---------------------------------------------------------------------------- blocks


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_every_block_is_done_once_and_results_are_in_order(count: int, threads: int) -> None:
    done: list[int] = []

    def work(block: int) -> int:
        done.append(block)
        return -block

    assert run_blocks(work, count, threads) == [-block for block in range(count)]
    assert sorted(done) == list(range(count))
    assert helpers() == []


def test_blocks_are_done_at_the_same_time() -> None:
    together = threading.Barrier(3, timeout=30)
    assert sorted(run_blocks(lambda block: together.wait(), 3, 3)) == [0, 1, 2]


@pytest.mark.parametrize(("count", "threads"), [(1, 7), (9, 1)])
def test_one_block_or_one_thread_starts_no_other(count: int, threads: int) -> None:
    assert set(run_blocks(lambda block: threading.get_ident(), count, threads)) == {threading.get_ident()}


def test_no_more_threads_than_were_asked_for() -> None:
    def work(block: int) -> int:
        time.sleep(0.001)
        return threading.get_ident()

    assert len(set(run_blocks(work, 100, 3))) <= 3


@pytest.mark.parametrize("fails_in_caller", [True, False])
@pytest.mark.parametrize(
    "error", [OopsError("of a block"), KeyboardInterrupt()], ids=lambda error: type(error).__name__
)
def test_what_a_block_raises_ends_all_threads(error: BaseException, fails_in_caller: bool) -> None:
    caller, failing, done = threading.get_ident(), threading.Event(), []

    def work(block: int) -> None:
        if (threading.get_ident() == caller) == fails_in_caller:
            failing.set()
            raise error
        assert failing.wait(30)
        time.sleep(0.001)
        done.append(block)

    with pytest.raises(type(error)) as caught:
        run_blocks(work, 10_000, 3)
    assert caught.value is error
    assert helpers() == []
    assert len(done) < 1000


@pytest.mark.parametrize("started", [0, 1])
def test_a_system_without_more_threads(started: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begin: Callable[[threading.Thread], None] = threading.Thread.start
    tries: list[threading.Thread] = []

    def start_few(thread: threading.Thread) -> None:
        tries.append(thread)
        if len(tries) > started:
            raise RuntimeError("can't start new thread")
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start_few)
    assert run_blocks(lambda block: block, 50, 7) == list(range(50))
    assert len(tries) == started + 1
    assert helpers() == []


@pytest.mark.parametrize("threads", [0, -1, True, 1.5, "2", b"2", [2]], ids=repr)
def test_a_number_of_threads_is_a_positive_int(threads: object) -> None:
    for call in (
        lambda: usable_threads(threads),  # type: ignore[arg-type]
        lambda: he.equity("AA", "KK", threads=threads),  # type: ignore[arg-type]
        lambda: he.evaluate_many(np.array([[0, 5, 10, 15, 23]]), threads=threads),  # type: ignore[arg-type]
    ):
        with pytest.raises(HoldemError, match=r"threads=.*at least 1"):
            call()


def test_a_number_of_threads_may_be_numpys() -> None:
    assert usable_threads(np.int64(3)) == 3  # type: ignore[arg-type]


@LINUX
def test_threads_follow_what_the_process_may_use() -> None:
    allowed = os.sched_getaffinity(0)
    assert usable_threads() == len(allowed)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        assert usable_threads() == 1
    finally:
        os.sched_setaffinity(0, allowed)


# ---------------------------------------------------------------------------- the same bits

SPOT = ("22+,A2s+:0.37,KTo:0.1", "random:0.3!AA!7h6h,AA:0.9,7h6h:0.77")


def test_threads_change_no_bit_of_a_combo() -> None:
    frames = [
        he.equity(*SPOT, board="Ks7d2c", threads=threads).by_combo(seat) for threads in (1, 2, 3, 7) for seat in (0, 1)
    ]
    for place, frame in enumerate(frames):
        pd.testing.assert_frame_equal(frame, frames[place % 2], check_exact=True)


def test_threads_of_the_library_under_numpy_change_no_bit() -> None:
    """It makes the products before the flop, and divides them as it likes."""
    code = """
    import numpy, holdem_eq as he
    rng = numpy.random.default_rng(1)
    for share in (1, 0.5, 0.1, 0.1):
        seats = [he.Range.from_weights(rng.random(1326) * (rng.random(1326) < share)) for _ in range(2)]
        result = he.equity(*seats)
        print(result.equity.tobytes().hex(), hash(result.by_combo(1)["equity"].to_numpy().tobytes()))
    """
    names = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
    one, four = (run(code, PYTHONHASHSEED="0", **dict.fromkeys(names, count)) for count in ("1", "4"))
    assert one == four


# ---------------------------------------------------------------------------- several at once

AT_ONCE = """
import sys, threading
import numpy, holdem_eq as he
hands = numpy.array([[51, 47, 43, 39, 35, 0, 1], [0, 5, 10, 15, 23, 28, 37]])
calls = [lambda: he.evaluate_many(hands[:, :5]).tolist()]
if "all" in sys.argv:
    calls += [
        lambda: he.evaluate_many(hands).tolist(),
        lambda: he.equity("QQ+", "22+", board="Ks7d2c", threads=2).counts,
        lambda: he.equity("AhAs", "KdKc", board="Ks7d2c", threads=2).counts,
    ]
gate = threading.Barrier(2 * len(calls))
found = [set() for _ in calls]

def call(place):
    gate.wait()
    found[place].add(str(calls[place]()))

threads = [threading.Thread(target=call, args=(place % len(calls),)) for place in range(2 * len(calls))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(*[answer for answers in found for answer in answers], sep="; ")
"""
ALL = "[36873, 4096]; [36873, 4267]; (759618, 11880, 184842); (85, 0, 905)\n"


def test_threads_that_compile_the_same_at_once(tmp_path: Path) -> None:
    assert run(AT_ONCE, **only(tmp_path)) == "[36873, 4096]\n"


def test_threads_that_ask_different_things_at_once() -> None:
    assert run(AT_ONCE, "all") == ALL


@pytest.mark.slow
def test_threads_that_compile_different_things_at_once(tmp_path: Path) -> None:
    assert run(AT_ONCE, "all", **only(tmp_path)) == ALL


@pytest.mark.parametrize("method", ["spawn", pytest.param("fork", marks=POSIX)])
def test_processes_made_after_threads_have_worked(method: str) -> None:
    code = """
    import multiprocessing, sys, warnings
    import numpy, holdem_eq as he
    warnings.simplefilter("ignore", DeprecationWarning)  # of forking while the library under numpy has threads
    hands = numpy.tile(numpy.array([51, 47, 43, 39, 35], numpy.uint8), (300_000, 1))
    calls = [
        (he.evaluate_many, (hands,), {"threads": 3}, lambda ranks: ranks.tobytes()),
        (he.equity, ("random", "random"), {"board": "Ks7d2c", "threads": 3}, lambda result: result.counts),
        (he.equity, ("AhKs:0.5,QQ", "random:0.3"), {"threads": 3}, lambda result: result.equity.tobytes()),
    ]
    here = [part(function(*args, **options)) for function, args, options, part in calls]
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        jobs = [pool.apply_async(function, args, options) for function, args, options, _ in 2 * calls]
        there = [part(job.get(60)) for job, (*_, part) in zip(jobs, 2 * calls, strict=True)]
    print(there == 2 * here)
    """
    assert run(code, method) == "True\n"


# ---------------------------------------------------------------------------- Ctrl-C


@POSIX
@pytest.mark.parametrize("threads", ["1", "2"])
def test_an_interrupt_is_heard_within_a_second(threads: str) -> None:
    code = """
    import signal, sys
    import holdem_eq as he
    signal.signal(signal.SIGINT, signal.default_int_handler)
    spot = {"board": "Ks7d2c", "threads": int(sys.argv[1])}
    before = he.equity("random", "random", **spot)
    print("ready", flush=True)
    try:
        he.equity("random", "random", dead="2c3d7h", method="exhaustive", threads=int(sys.argv[1]))
        print("finished", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    print(he.equity("random", "random", **spot).counts == before.counts)
    """
    with start(code, threads) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - sent < 1.5
        assert finish(process) == "True\n"
