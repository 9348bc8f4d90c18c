"""How much sampling is wanted, and whether to sample or to count."""

from __future__ import annotations

import operator
import os
from math import inf
from typing import NamedTuple

import numpy as np

from holdem_eq.errors import HoldemError

__all__ = [
    "DEFAULT_STDERR",
    "MAX_WORK",
    "MOST_SAMPLES",
    "Goal",
    "is_sampled",
    "read_goal",
    "read_max_work",
    "read_seed",
]

DEFAULT_STDERR = 0.0002
"""Where neither ``samples`` nor ``stderr`` is given: two hundredths of a percent, six million deals at most."""
LEAST_STDERR = 1e-6
MOST_SAMPLES = 10**12
MAX_WORK = 30.0
"""Seconds of one thread, roughly, that "auto" spends on an exact count where no sample was asked for."""
SPREAD = 0.4
"""A usual standard deviation of a seat's share, to say how many deals an error takes."""


class Goal(NamedTuple):
    """What was asked of a sample: exactly or at most so many deals, a standard error that is enough, or None."""

    samples: int | None
    stderr: float | None

    @property
    def most(self) -> int:
        """The most deals there may be."""
        return MOST_SAMPLES if self.samples is None else self.samples

    @property
    def enough(self) -> float:
        """The standard error at which to stop; 0.0 where only deals count."""
        if self.stderr is not None:
            return self.stderr
        return DEFAULT_STDERR if self.samples is None else 0.0

    @property
    def deals(self) -> float:
        """How many deals it takes, roughly; infinite where nothing was asked."""
        found = inf if self.samples is None else float(self.samples)
        return found if self.stderr is None else min(found, (SPREAD / self.stderr) ** 2)


def read_goal(samples: float | None, stderr: float | None) -> Goal:
    """Check what a caller asks of a sample.

    Raises:
        HoldemError: a number out of bounds, or none.

    >>> read_goal(1000, None).deals, round(read_goal(None, 0.001).deals)
    (1000.0, 160000)
    """
    if stderr is not None:
        try:
            error = float(stderr)
        except (TypeError, ValueError):
            error = -1.0
        if isinstance(stderr, bool) or not LEAST_STDERR <= error < inf:
            raise HoldemError(
                f"stderr={stderr!r}: give a standard error of equity of {LEAST_STDERR} or more, as in 0.0005"
            )
        stderr = error
    if isinstance(samples, float) and samples.is_integer():  # as in 1e6
        samples = int(samples)
    if samples is not None:
        try:
            most = 0 if isinstance(samples, (bool, float)) else operator.index(samples)
        except TypeError:
            most = 0
        if not 1 <= most <= MOST_SAMPLES:
            raise HoldemError(f"samples={samples!r}: give a whole number of deals, 1 to {MOST_SAMPLES:,}")
        samples = most
    return Goal(samples, stderr)


def read_seed(seed: int | None) -> int:
    """The seed, or one from the system.

    Raises:
        HoldemError: neither None nor a whole number from 0 to 2**64 - 1.
    """
    if seed is None:
        return int.from_bytes(os.urandom(7)) >> 3  # 53 bits, which a float, as in JSON, holds
    try:
        key = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        key = -1
    if not 0 <= key < 1 << 64:
        raise HoldemError(f"seed={seed!r}: give a whole number from 0 to 2**64 - 1, or None for one from the system")
    return key


def read_max_work(max_work: float) -> float:
    """Check how many seconds counting may take; infinity is any number of them.

    Raises:
        HoldemError: no number of 0 or more.
    """
    if (
        isinstance(max_work, bool)
        or not isinstance(max_work, (int, float, np.integer, np.floating))
        or not max_work >= 0
    ):  # NaN is wrong, too
        raise HoldemError(f"max_work={max_work!r}: give a number of seconds, 0 or more")
    return max_work


def is_sampled(method: str, work: float, deal_cost: float, goal: Goal, complete: bool, max_work: float) -> bool:
    """Whether to sample: one rule for all games.

    "monte_carlo" samples and "exhaustive" counts. "auto" counts what takes no longer than the sample
    that was asked for would, or ``max_work`` where none was. A complete board is counted by
    "monte_carlo", too, and whatever the sample, where that takes no more than ``max_work``.

    Args:
        method: as in `equity`.
        work: seconds that counting takes on one thread, roughly.
        deal_cost: seconds that one sampled deal takes, the same.
        goal: what was asked of a sample.
        complete: whether the board is complete.
        max_work: seconds that counting may take where no sample was asked for.

    >>> [is_sampled("auto", 1.0, 1e-7, read_goal(samples, None), False, 30.0) for samples in (None, 10**6, 10**8)]
    [False, True, False]
    """
    if method not in ("auto", "monte_carlo") or (complete and work <= max_work):
        return False
    if method == "monte_carlo":
        return True
    return work > (max_work if goal.deals == inf else goal.deals * deal_cost)
