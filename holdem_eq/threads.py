"""Blocks of work over plain Python threads; kernels release the GIL (ADR 0005).

The split into blocks never depends on the number of threads, and results come back in block
order, so ``threads`` changes the time and not one bit of the answer.
"""

from __future__ import annotations

import operator
import os
import threading
from collections.abc import Callable
from typing import TypeVar

from holdem_eq.errors import HoldemError

__all__ = ["fold_blocks", "run_blocks", "usable_threads"]

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
    """``[work(0), ..., work(count - 1)]``, computed by up to ``threads`` threads; see `fold_blocks`.

    >>> run_blocks(lambda block: block * block, 4, threads=2)
    [0, 1, 4, 9]
    """
    results: list[_T] = []
    fold_blocks(work, count, results.append, threads)
    return results


def fold_blocks(
    work: Callable[[int], _T],
    count: int,
    take: Callable[[_T], object],
    threads: int | None = None,
    tell: Callable[[int], object] | None = None,
) -> None:
    """Call ``take(work(0)), ..., take(work(count - 1))``, with up to ``threads`` threads at work.

    The calling thread works too, so one block, or one thread, starts no other. The first
    exception of a block is raised again here; it and Ctrl-C stop every thread at its next block.

    Args:
        work: called once with each number of a block, on any thread.
        count: how many blocks there are.
        take: gets the results in the order of their blocks, one at a time, on any thread.
        threads: as in `usable_threads`.
        tell: gets how many blocks are done, on the calling thread after each block of its own, and in
            the end ``count``.

    >>> words = []
    >>> fold_blocks(lambda block: "abc"[block], 3, words.append, threads=2)
    >>> words
    ['a', 'b', 'c']
    """
    workers = min(usable_threads(threads), count)
    stop = threading.Event()
    lock = threading.Lock()
    blocks = iter(range(count))
    waiting: dict[int, _T] = {}
    failures: list[BaseException] = []
    done = taken = told = 0

    def next_block() -> int | None:
        with lock:
            return None if stop.is_set() else next(blocks, None)

    def do(block: int) -> None:
        nonlocal done, taken
        try:
            result = work(block)
        except SystemError as error:  # a signal that came as numba handed over what a kernel returns
            cause: BaseException | None = error
            while isinstance(cause, SystemError):
                cause = cause.__cause__
            if isinstance(cause, KeyboardInterrupt):
                raise cause from None
            raise
        with lock:
            done += 1
            waiting[block] = result
            while taken in waiting:
                take(waiting.pop(taken))
                taken += 1

    def helper() -> None:
        try:
            while (block := next_block()) is not None:
                do(block)
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
        while (block := next_block()) is not None:
            do(block)
            if tell is not None:
                told = done
                tell(told)
        for other in others:
            other.join()
    except BaseException:
        stop.set()
        for other in others:
            other.join()
        raise
    if failures:
        raise failures[0]
    if tell is not None and told < count:
        tell(count)
