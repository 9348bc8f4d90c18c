"""Counting in blocks: how it runs, and who hears how far it is."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from holdem_eq.threads import fold_blocks

__all__ = ["QUIET", "Job", "Run"]

PAUSE = 0.2
"""Seconds between two reports, roughly; changes no result."""


class Job(NamedTuple):
    """Some blocks of work: ``take(work(0)), ..., take(work(blocks - 1))`` in this order."""

    blocks: int
    work: Callable[[int], Any]
    take: Callable[[Any], object]


class Run(NamedTuple):
    """How to work.

    Attributes:
        threads: how many threads may work, None for all processors; never changes a bit.
        report: gets blocks done and blocks in all, about five times a second and in the end, on the thread
            that asked.
    """

    threads: int | None = None
    report: Callable[[int, int], object] | None = None

    def do(self, jobs: Sequence[Job]) -> None:
        """Do jobs side by side, so that no thread waits between one and the next.

        >>> sums = [0, 0]
        >>> def add(place):
        ...     def take(number):
        ...         sums[place] += number
        ...     return take
        >>> Run().do([Job(3, lambda block: block, add(0)), Job(2, lambda block: 10 * block, add(1))])
        >>> sums
        [3, 10]
        """
        starts = list(accumulate((job.blocks for job in jobs), initial=0))

        def work(block: int) -> tuple[Job, Any]:
            place = bisect_right(starts, block) - 1
            return jobs[place], jobs[place].work(block - starts[place])

        def take(found: tuple[Job, Any]) -> None:
            job, result = found
            job.take(result)

        fold_blocks(work, starts[-1], take, self.threads, self._teller(starts[-1]))

    def told(self) -> None:
        """Report that all is done, where there was too little to do for blocks."""
        if self.report is not None:
            self.report(1, 1)

    def _teller(self, total: int) -> Callable[[int], None] | None:
        if self.report is None:
            return None
        report, last = self.report, time.monotonic()

        def tell(done: int) -> None:
            nonlocal last
            if done == total or time.monotonic() - last >= PAUSE:
                report(done, total)
                last = time.monotonic()

        return tell


QUIET = Run()
"""On all processors, and nobody hears."""
