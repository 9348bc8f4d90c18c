"""How cost grows: with streets, ranges, seats, threads, and how many hands a call is given.

Each point is a case like any other: checked before its figure counts, and beside a rival where one
answers the same question soon enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import holdem_eq as he
from holdem_eq.hands.flat import HandBatch
from holdem_eq.hands.many import replay_many
from holdem_eq.hands.phh_scan import scan_phhs
from holdem_eq.ranges.orders import ordered_hands

from .case import Build, Contender, Growth, Peers, Race
from .equity_cases import DEALS, FLOP, PREM, R20, R40, equity, multiway, random_hands_sampled, sampling
from .ranking_cases import RATE, SAMPLE_COUNT, random_hands, same_order
from .rules_cases import check_kept, hand_file, settle_rows

SIZES = (1, 10, 50, 200, 600, 1326)
BATCHES = (1, 10, 1_000, 100_000)
STREETS = {"river": "Ks7d2cTh9c", "turn": "Ks7d2cTh", "flop": FLOP}
FEW = ("QQ+,AKs", "JJ,TT,99,AQs", "AKo,KQs", "88,77,66,AJs")
"""Ranges of a seat each, small enough that four seats are counted; pokerfast reads JJ-99 otherwise."""


def _counted(hero: str, villain: str) -> float:
    """Before the flop without the table: every board dealt."""
    return float(he.equity(hero, villain, method="exhaustive").equity[0])


@cache
def _combos() -> list[str]:
    """All 1326, best first, but those with a card of the flop last."""
    combos = [combo for hand in ordered_hands() for combo, _ in he.Range(hand).combos()]
    return sorted(combos, key=lambda combo: combo[:2] in FLOP or combo[2:] in FLOP)


def ranges_of(size: int) -> tuple[str, str]:
    """So many combos: the best of all, and the best below the aces."""
    combos = _combos()
    return ",".join(combos[:size]), ",".join((combos[6:] + combos[:6])[:size])


def _two_ranges(size: int, board: str) -> Build:
    hero, villain = ranges_of(size)
    if board:
        return equity(hero, villain, board=board, rivals=("xiapl",))
    return equity(hero, villain, expected=partial(_counted, hero, villain))


def _evaluated(size: int) -> Build:
    def build(peers: Peers, folder: Path) -> Race:
        hands = random_hands()[:size]
        ranking = peers["pkrbot"].ranking(hands[:SAMPLE_COUNT]) if "pkrbot" in peers else None

        def check(ours: Any, answers: dict[str, Any]) -> None:
            few = [he.evaluate(hand) for hand in hands[:1_000].tolist()]
            np.testing.assert_array_equal(ours[: len(few)], few)
            for name, theirs in answers.items():
                same_order(ours, theirs, name)

        rivals = {"pkrbot": Contender(ranking.rank_all, ranking.count / 1e6)} if ranking else {}
        return Race(Contender(partial(he.evaluate_many, hands, threads=1), size / 1e6), rivals, check)

    return build


def _replayed(size: int) -> Build:
    def build(peers: Peers, folder: Path) -> Race:
        hands = scan_phhs(hand_file(folder))
        batch = HandBatch.concat([hands] * (size // len(hands)) + [hands[: size % len(hands)]])
        return Race(Contender(partial(replay_many, batch, threads=1), size / 1e6), {}, check_kept)

    return build


def _threaded(make: Callable[[int], Contender]) -> dict[str | int, Build]:
    """A contender on one thread and on two: the same bits."""

    def build(threads: int, peers: Peers, folder: Path) -> Race:
        def check(ours: Any, answers: dict[str, Any]) -> None:
            alone = make(1).call()
            np.testing.assert_array_equal(getattr(ours, "equity", ours), getattr(alone, "equity", alone))

        return Race(make(threads), {}, check)

    return {threads: partial(build, threads) for threads in (1, 2)}


def _ranked(threads: int) -> Contender:
    hands = random_hands()
    return Contender(partial(he.evaluate_many, hands, threads=threads), len(hands) / 1e6)


def _counted_three(threads: int) -> Contender:
    return Contender(partial(he.equity, *[he.Range("random")] * 3, board=FLOP, threads=threads))


GROWTH = (
    Growth(
        "streets",
        "R20 v R40, one thread",
        "street",
        {
            **{
                street: equity(R20, R40, board=board, rivals=("xiapl", "pokerfast"))
                for street, board in STREETS.items()
            },
            "before the flop": equity(R20, R40, expected=partial(_counted, R20, R40)),
        },
    ),
    Growth(
        "streets-three",
        "PREM v R20 v R40, one thread",
        "street",
        {street: multiway(PREM, R20, R40, board=board, rivals=("pokerfast",)) for street, board in STREETS.items()},
    ),
    Growth(
        "ranges-flop",
        f"two ranges on {FLOP}, one thread",
        "combos of each",
        {size: _two_ranges(size, FLOP) for size in SIZES},
    ),
    Growth(
        "ranges-preflop",
        "two ranges before the flop",
        "combos of each",
        {size: _two_ranges(size, "") for size in SIZES},
    ),
    Growth(
        "seats-exact",
        f"small ranges counted on {FLOP}, one thread",
        "seats",
        {seats: multiway(*FEW[:seats], board=FLOP, rivals=("pokerfast",)) for seats in (2, 3, 4)},
    ),
    Growth(
        "seats-sampled",
        "random hands sampled, one thread",
        "seats",
        {seats: random_hands_sampled(seats, ("pokerfast",)) for seats in range(2, 11)},
        DEALS,
        rounds=3,
    ),
    Growth("threads-evaluate", "rank 10 M hands", "threads", _threaded(_ranked), RATE),
    Growth("threads-flop", f"three times all on {FLOP}", "threads", _threaded(_counted_three), rounds=3),
    Growth(
        "threads-sampled",
        "3 random hands sampled",
        "threads",
        _threaded(partial(sampling, ["random"] * 3, 40_000_000)),
        DEALS,
        rounds=3,
    ),
    Growth(
        "batch-evaluate",
        "evaluate_many, one thread",
        "hands a call",
        {size: _evaluated(size) for size in (*BATCHES, 10_000_000)},
        RATE,
    ),
    Growth(
        "batch-replay",
        "replay_many, one thread",
        "hands a call",
        {size: _replayed(size) for size in BATCHES},
        RATE,
    ),
    Growth(
        "batch-settle",
        "settle_many, one thread",
        "hands a call",
        {size: settle_rows(size) for size in (*BATCHES, 1_000_000)},
        RATE,
    ),
)
