"""Monte Carlo: deals at random until there are enough, counted by who wins them.

The deals come in blocks, each from a random stream of its own, and the counts are whole numbers,
so neither the number of threads nor who looks on changes a bit (ADR 0009).
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, sqrt

import numpy as np
import numpy.typing as npt

from holdem_eq.equity.goal import DEFAULT_STDERR, read_goal, read_seed
from holdem_eq.equity.progress import ProgressLike, Report, reporting
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.threads import run_blocks, usable_threads

__all__ = ["DEFAULT_STDERR", "FIRST_LOOK", "Sampled", "sample"]

FIRST_LOOK = 1 << 14
"""Deals before the standard error is first looked at."""
BLOCK_TIME = 2e6
"""Nanoseconds that a block may take, roughly."""
BATCH_TIME = 0.2
"""Seconds between two reports of progress, roughly; changes no result."""
SHARE = 2520
"""A pot in parts: any number of seats up to ten divides it."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Sampled:
    """What sampling found: whole numbers, and what follows from them.

    Attributes:
        winners: int64 (2**seats,), read-only: deals by winner set, bit s for seat s.
        samples: how many deals there were.
        seed: what they were drawn from; the same seed gives the same deals.
        draws: how many combos were drawn for seats with ranges, with those thrown away.
    """

    winners: Counts
    samples: int
    seed: int
    draws: int

    @property
    def equity(self) -> Weights:
        """float64 (seats,), mean share of the pot."""
        return np.array([total / (SHARE * self.samples) for total, _ in self._sums()])

    @property
    def win(self) -> Weights:
        """float64 (seats,), how often a seat wins alone."""
        seats = len(self.winners).bit_length() - 1
        return np.array([int(self.winners[1 << seat]) / self.samples for seat in range(seats)])

    @property
    def tie(self) -> Weights:
        """float64 (seats,), how often a seat shares the pot."""
        sets = np.arange(len(self.winners))
        seats = len(self.winners).bit_length() - 1
        shared = [int(self.winners[(sets >> seat & 1 == 1) & (sets != 1 << seat)].sum()) for seat in range(seats)]
        return np.array([count / self.samples for count in shared])

    @property
    def stderr(self) -> Weights:
        """float64 (seats,), standard error of ``equity``: from the variance of the share, infinite for one deal."""
        if self.samples == 1:
            return np.full(len(self.winners).bit_length() - 1, inf)
        pot, count = SHARE, self.samples
        return np.array(
            [
                sqrt(Fraction(count * squares - total * total, pot * pot * count * count * (count - 1)))
                for total, squares in self._sums()
            ]
        )

    def _sums(self) -> list[tuple[int, int]]:
        """For each seat the sums of its shares and of their squares, in parts of 1 / `SHARE`."""
        sets = np.arange(len(self.winners))
        share = SHARE // np.maximum(np.bitwise_count(sets).astype(np.int64), 1)
        seats = len(self.winners).bit_length() - 1
        sums = []
        for seat in range(seats):
            won = np.where(sets >> seat & 1 == 1, share, 0)
            by_share = [(int(part), int(self.winners[won == part].sum())) for part in np.unique(won)]
            sums.append(
                (sum(part * count for part, count in by_share), sum(part**2 * count for part, count in by_share))
            )
        return sums


def sample(
    spot: Spot,
    *,
    samples: float | None = None,
    stderr: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Sampled:
    """Deal a spot of two to ten seats at random and count who wins.

    Every seat's combo is drawn from its weights, all seats jointly, then the board from what is
    left, all of it without bias (docs/monte-carlo.md says how, and what "without" means).

    Args:
        spot: the question.
        samples: exactly so many deals; with ``stderr`` the most there may be.
        stderr: go on until the standard error of every seat's equity is this or less. Without
            either, `DEFAULT_STDERR`.
        seed: 0 to 2**64 - 1; from the system where it is None. Same seed, same deals.
        threads: how many threads may work, all processors by default; never changes a bit.
        progress: True for a tqdm bar, or a callable that gets the deals done, the deals in all (with
            ``stderr`` as far as can be told) and the result so far, about five times a second.

    Raises:
        NoValidDealError: nothing can be dealt; names the seats.
        HoldemError: an argument out of bounds, or a bar without tqdm; says the cure.

    Cost: in a second one core deals a hundred million times to two hands, seventy to three seats of
    anything, twenty-five to ten, fifty to two ranges; fewer where ranges block each other, some
    700,000 to ten that hold 40 % of all hands each. The first call compiles.

    >>> from holdem_eq.equity.spot import read_spot
    >>> found = sample(read_spot(("AhAs", "KdKc"), "", ""), samples=100_000, seed=1)
    >>> found.samples, round(float(found.equity[0]), 2), found.winners.sum()
    (100000, 0.81, np.int64(100000))
    """
    goal, key = read_goal(samples, stderr), read_seed(seed)
    usable_threads(threads)
    with reporting(progress) as report:
        return _run(spot, goal.most, goal.enough, key, threads, report)


def _run(spot: Spot, most: int, goal: float, seed: int, threads: int | None, report: Report) -> Sampled:
    from holdem_eq.equity.joint import plan_deal
    from holdem_eq.kernels.sampling import sample_block

    deal = plan_deal(spot)
    seats = len(spot.players)
    size = _block_size(seats, deal.draws)
    key, winners, draws, lock = np.uint64(seed), np.zeros(1 << seats, np.int64), 0, threading.Lock()

    def work(block: int) -> None:
        nonlocal draws
        tally = np.zeros(1 << seats, np.int64)
        count = np.int64(min(size, most - block * size))
        more = sample_block(key, np.uint64(block), count, deal.plan, deal.joint, tally)
        with lock:
            np.add(winners, tally, out=winners)
            draws += more

    blocks, batch = 0, 16
    expected = most if goal == 0.0 else max(FIRST_LOOK, ceil(2.0 / goal))
    look = expected = min(most, expected)
    while True:
        end = -(-look // size)
        while blocks < end:
            batch = min(batch, end - blocks)
            began, first = time.perf_counter(), blocks
            run_blocks(lambda block, first=first: work(first + block), batch, threads)  # type: ignore[misc]
            blocks += batch
            batch = max(1, min(4 * batch, int(batch * BATCH_TIME / max(time.perf_counter() - began, 1e-9))))
            counts = winners.copy()
            counts.flags.writeable = False
            found = Sampled(counts, min(blocks * size, most), seed, draws)
            report(found.samples, max(found.samples, expected), found)
        error = float(found.stderr.max())
        if found.samples == most or error <= goal:
            return found
        expected = min(most, ceil(1.01 * found.samples * (error / goal) ** 2))
        look = min(expected, 4 * found.samples)  # an error found from few deals is not trusted far


def _block_size(seats: int, draws: float) -> int:
    """Deals a block: a power of two that takes `BLOCK_TIME` at most, roughly, from the spot alone."""
    each = 4.0 * seats + 5.0 * draws
    return 1 << max(0, int(BLOCK_TIME / each).bit_length() - 1)
