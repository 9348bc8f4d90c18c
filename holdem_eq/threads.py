"""Blocks of work over plain Python threads; kernels release the GIL (ADR 0005).

The split into blocks never depends on the number of threads, and results come back in block
order, so ``threads`` changes the time and not one bit of the answer.
"""

from __future__ import annotations

import operator
import os
import threading
from collections.abc import Callable
from typing import TypeVar, cast

from holdem_eq.errors import HoldemError

__all__ = ["run_blocks", "usable_threads"]

_T = TypeVar("_T")


def usable_threads(threads: int | None = None) -> int:
    """``threads``, or the number of processors that this process may use.

    Raises:
        HoldemError: ``threads`` is neither None nor a positive int.

    >>> usable_threads(3)
    3
    """
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    try:
        number = 0 if isinstance(threads, bool) else operator.index(threads)
    except TypeError:
        number = 0
    if number < 1:
        raise HoldemError(f"threads={threads!r}: give a whole number of at least 1, or None for all processors")
    return number


def run_blocks(work: Callable[[int], _T], count: int, threads: int | None = None) -> list[_T]:
    """``[work(0), ..., work(count - 1)]``, computed by up to ``threads`` threads.

    The calling thread works too, so one block, or one thread, starts no other. The first
    exception of a block is raised again here; it and Ctrl-C stop every thread at its next block.

    >>> run_blocks(lambda block: block * block, 4, threads=2)
    [0, 1, 4, 9]
    """
    workers = min(usable_threads(threads), count)
    if workers <= 1:
        return [work(block) for block in range(count)]
    results: list[_T | None] = [None] * count
    failures: list[BaseException] = []
    stop = threading.Event()
    lock = threading.Lock()
    blocks = iter(range(count))

    def drain() -> None:
        while not stop.is_set():
            with lock:
                block = next(blocks, None)
            if block is None:
                return
            results[block] = work(block)

    def helper() -> None:
        try:
            drain()
        except BaseException as error:
            failures.append(error)
            stop.set()

    others: list[threading.Thread] = []
    try:
        for number in range(1, workers):
            other = threading.Thread(target=helper, name=f"holdem_eq-{number}", daemon=True)
            try:
                other.start()
            except RuntimeError:  # the system has no more threads: those there are do the work
                break
            others.append(other)
        drain()
    except BaseException:
        stop.set()
        raise
    finally:
        for other in others:
            other.join()
    if failures:
        raise failures[0]
    return cast("list[_T]", results)
