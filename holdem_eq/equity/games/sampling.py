"""Games by Monte Carlo: blocks of deals from streams of their own, whole numbers, any number of threads.

Where seats choose on cards still to come, one set of these cards serves several deals, since
choosing costs more than dealing. Such deals go together, and the standard error treats them as
one: it is that of a ratio of sums over sets, which is the usual one where each set is one deal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb, inf, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holdem_eq.equity.games.exact import option_work, seats_of
from holdem_eq.equity.games.question import Question
from holdem_eq.equity.games.totals import HIGH, LOW, TAKERS, UNIT, WHOLE
from holdem_eq.equity.goal import DEFAULT_STDERR, MOST_SAMPLES, Goal
from holdem_eq.equity.sampling import FIRST_LOOK
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.tables.load import rank_tables
from holdem_eq.threads import run_blocks

__all__ = ["SampledGame", "deal_cost", "sample_game"]

DEAL_COST, PLAY_COST = 0.05, 0.15
"""Microseconds, roughly, for one deal and each two seats of it: in chunks, and after a choice."""
BLOCK_COST = 2e4
"""Microseconds that a block should take, roughly."""
MOST_REPEATS = 64
"""Deals that go on from one set of cards, at most."""
FEWEST_SETS = 256
"""Sets that a run of given size has at least; fewer say too little of the error."""
TOGETHER = 16
"""Blocks between two reports of progress."""

Counts = npt.NDArray[np.int64]


class SampledGame(NamedTuple):
    """What sampling found.

    Attributes:
        tally: int64 (4, 2**seats), deals by who takes what, as in `totals.GameTotals`.
        stderr: float64 (seats,), the standard error of equity; infinite for a single set of deals.
        samples: how many deals there were.
        sets: in how many sets that go together, were all of equal size.
    """

    tally: Counts
    stderr: Weights
    samples: int
    sets: float


class _Plan(NamedTuple):
    """How to sample a question: a block of work that adds to a tally and to sums, and its size in deals.

    ``sums`` is int64 (3, seats), over sets of deals that go together: squares of shares, shares times
    deals, squares of deals.
    """

    work: Callable[[int, int, Counts, Counts], None]
    size: int


def repeats_of(question: Question) -> int:
    """How many deals should go on from one set of cards: the dearer the choice, the more."""
    if not question.open:
        return 1
    choice = option_work(question) * comb(int(question.deck.sum()), 5 - question.decide_at)
    return max(1, min(MOST_REPEATS, int(sqrt(choice / (PLAY_COST * len(question.players))))))


def deal_cost(question: Question) -> float:
    """What a deal takes, in microseconds on one thread, roughly."""
    seats = len(question.players)
    if not question.open:
        return DEAL_COST * seats / 2
    choice = option_work(question) * comb(int(question.deck.sum()), 5 - question.decide_at)
    return PLAY_COST * seats / 2 + choice / repeats_of(question)


def sample_game(
    question: Question,
    goal: Goal,
    seed: int,
    threads: int | None,
    max_work: float,
    report: Callable[[int, int, SampledGame], object],
) -> SampledGame:
    """Deal at random until there are enough.

    Args:
        question: the game; nobody has to choose on the board that lies now.
        goal: exactly how many deals, or at most with an error; and the standard error that is enough.
            With neither, the default error or what ``max_work`` allows.
        seed: what to draw from.
        threads: how many threads may work; never changes a bit.
        max_work: seconds on one thread, roughly, where there is no goal.
        report: told deals done, deals in all as far as can be told, and the result so far.

    Raises:
        NoValidDealError: nothing can be dealt.
    """
    samples, stderr = goal
    if samples is None:
        samples = MOST_SAMPLES
        if stderr is None:
            stderr = DEFAULT_STDERR
            samples = max(FIRST_LOOK, int(max_work * 1e6 / deal_cost(question)))
    repeats = max(1, min(repeats_of(question), samples // FEWEST_SETS))
    plan = _plan_choices(question, seed, repeats) if question.open else _plan_split(question, seed)
    seats, size = len(question.players), plan.size
    tally, sums, lock = np.zeros((4, 1 << seats), np.int64), np.zeros((3, seats), np.object_), threading.Lock()

    def work(block: int) -> None:
        some, more = np.zeros_like(tally), np.zeros((3, seats), np.int64)
        plan.work(block, min(size, samples - block * size), some, more)
        with lock:
            np.add(tally, some, out=tally)
            np.add(sums, more, out=sums)

    blocks = 0
    look = expected = samples if stderr is None else min(samples, max(FIRST_LOOK, ceil(2.0 / stderr)))
    while True:
        end = -(-look // size)
        while blocks < end:
            first, count = blocks, min(TOGETHER, end - blocks)
            run_blocks(lambda block, first=first: work(first + block), count, threads)  # type: ignore[misc]
            blocks += count
            done = min(blocks * size, samples)
            found = SampledGame(tally.copy(), _stderr(tally, sums, done), done, done * done / int(sums[2, 0]))
            report(done, max(done, expected), found)
        error = float(found.stderr.max())
        if done == samples or (stderr is not None and error <= stderr):
            return found
        assert stderr is not None
        expected = min(samples, ceil(1.01 * done * (error / stderr) ** 2)) if error < inf else min(samples, 4 * done)
        look = min(expected, 4 * done)  # an error found from few deals is not trusted far


def _stderr(tally: Counts, sums: npt.NDArray[np.object_], samples: int) -> Weights:
    """Standard errors of equity from sums over sets, in whole numbers up to the root.

    With ``e`` the equity, the sum over sets of (share - e * deals)**2 is the variance of a sum of
    shares, and the number of deals turns it into that of the equity.
    """
    errors = []
    for seat, total in enumerate(_shares(tally)):
        squares, crossed, deals = (int(value) for value in sums[:, seat])
        mean = Fraction(total, samples)
        spread = squares - 2 * mean * crossed + mean * mean * deals
        sets = Fraction(samples * samples, deals)  # how many sets, were they of equal size
        errors.append(sqrt(spread * sets / (sets - 1)) / (UNIT * samples) if sets > 1 else inf)
    return np.array(errors)


def _shares(tally: Counts) -> list[int]:
    """Sums of shares by seat, in parts of a pot."""
    return [sum(int(count) * part for count, part in entries) for entries in _entries(tally)]


def _entries(tally: Counts) -> list[list[tuple[int, int]]]:
    """By seat, counts of deals and what each brings the seat: from the high hand, then from the low."""
    seats = tally.shape[1].bit_length() - 1
    found: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
    for row, unit in ((WHOLE, UNIT), (HIGH, UNIT // 2), (LOW, UNIT // 2)):
        for winners in np.flatnonzero(tally[row]).tolist():
            for seat in range(seats):
                if winners >> seat & 1:
                    found[seat].append((int(tally[row, winners]), unit // winners.bit_count()))
    return found


def _plan_split(question: Question, seed: int) -> _Plan:
    """Nobody has anything left to throw."""
    from holdem_eq.equity.joint import plan_deal
    from holdem_eq.kernels.game_sampling import sample_split

    deal = plan_deal(Spot(question.players, question.weights, question.board, question.gone))
    lows, seats = question.game.lows, len(question.players)

    def work(block: int, count: int, tally: Counts, sums: Counts) -> None:
        crossed = np.zeros(seats, np.int64)
        sample_split(np.uint64(seed), np.uint64(block), np.int64(count), deal.plan, deal.joint, lows, tally, crossed)
        for seat, entries in enumerate(_entries(tally)):
            sums[0, seat] = sum(number * part * part for number, part in entries) + 2 * int(crossed[seat])
            sums[1, seat] = sum(number * part for number, part in entries)
            sums[2, seat] = tally[TAKERS].sum()

    each = DEAL_COST * seats / 2 + 0.005 * deal.draws
    return _Plan(work, 1 << max(0, int(BLOCK_COST / each).bit_length() - 1))


def _plan_choices(question: Question, seed: int, repeats: int) -> _Plan:
    """Seats choose on cards that are still to come."""
    from holdem_eq.equity.joint import plan_deal
    from holdem_eq.kernels.game_sampling import DEALT, FIXED, sample_choices
    from holdem_eq.kernels.joint import Joint

    others = [seat for seat, own in enumerate(question.options) if not own]
    sources, order = np.full(len(question.players), FIXED, np.int64), np.flatnonzero(question.deck).astype(np.uint8)
    joint = Joint(
        np.zeros(0, np.int64), np.zeros(0, np.uint64), np.zeros((0, 3), np.uint64), np.zeros(0, np.uint64),
        np.zeros(0), np.uint64(0), np.ones((1, 1)),
    )  # fmt: skip
    if others:
        players = tuple(question.players[seat] for seat in others)
        weights = tuple(question.weights[seat] for seat in others)
        plan, joint, _ = plan_deal(Spot(players, weights, question.board, question.closed_cards))
        order = (plan.entries[: int(plan.deck)] >> np.uint64(16) & np.uint64(63)).astype(np.uint8)
        for seat, row in zip(others, plan.seat_rows[:, 0].tolist(), strict=True):
            held, drawn = int(plan.held), int(plan.drawn)
            sources[seat] = row // 2 if row < held else DEALT if row < held + drawn else FIXED
    seats, board = seats_of(question), np.array(question.board, np.uint8)
    at, tables, lows = np.int64(question.decide_at), rank_tables(), question.game.lows

    def work(block: int, count: int, tally: Counts, sums: Counts) -> None:
        sample_choices(
            np.uint64(seed), np.uint64(block), np.int64(count), np.int64(repeats), at, board, seats, sources,
            order, joint, tables, lows, tally, sums,
        )  # fmt: skip

    sets = max(1, int(BLOCK_COST / (repeats * deal_cost(question))))
    return _Plan(work, repeats * sets)
