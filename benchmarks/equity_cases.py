"""Equity: each case with its work, its rivals, its check and its target.

Ranges and hands are read before the clock runs, on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import holdem_eq as he

from .case import Build, Case, Contender, Peers, Race
from .peers import Sample

PREM = "QQ+,AKs,AKo"
R10 = "88+,ATs+,KJs+,AJo+,KQo"
R20 = "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"
R40 = "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,87s,76s,65s,A2o+,K7o+,Q9o+,J9o+,T9o"
FLOP = "Ks7d2c"
DEALS = "M deals/s"


def equity(
    hero: str,
    villain: str,
    board: str = "",
    dead: str = "",
    threads: int = 1,
    rivals: tuple[str, ...] = (),
    expected: Callable[[], float] | None = None,
) -> Build:
    """A case of exact equity: the peers named answer the same question."""

    def build(peers: Peers, folder: Path) -> Race:
        seats = he.Range(hero), he.Range(villain)
        calls = {
            name: call
            for name in rivals
            if name in peers and (call := peers[name].equity(hero, villain, board, dead, threads))
        }

        def ours() -> float:
            return float(he.equity(*seats, board=board, dead=dead, threads=threads).equity[0])

        def check(found: Any, answers: dict[str, Any]) -> None:
            if expected is not None:
                answers = {"what is known": expected(), **answers}
            for name, theirs in answers.items():
                if abs(found - theirs) > 1e-9:
                    raise AssertionError(f"holdem_eq says {found}, {name} says {theirs}")

        return Race(Contender(ours), {name: Contender(call) for name, call in calls.items()}, check)

    return build


def _close(found: Sequence[float], expected: Sequence[float], name: str, errors: Sequence[float]) -> None:
    """Each seat within what it is allowed."""
    for seat, (one, other, allowed) in enumerate(zip(found, expected, errors, strict=False)):
        if not abs(one - other) <= allowed:
            raise AssertionError(f"{name}, seat {seat}: {one} is not within {allowed:.3g} of {other}")


def multiway(
    *players: str,
    board: str = "",
    threads: int = 1,
    rivals: tuple[str, ...] = (),
    expected: tuple[float, ...] | None = None,
) -> Build:
    """A case of exact equity of three or more seats, beside the peers named or what must come out."""

    def build(peers: Peers, folder: Path) -> Race:
        seats = [he.Range(text) for text in players]
        calls = {
            name: call for name in rivals if name in peers and (call := peers[name].multiway(players, board, threads))
        }
        allowed = [1e-9] * len(players)

        def check(found: Any, answers: dict[str, Any]) -> None:
            if found.method != "exhaustive":
                raise AssertionError(f"not exact but {found.method}")
            if expected is not None:
                _close(found.equity, expected, "holdem_eq", allowed)
            for name, theirs in answers.items():
                _close(theirs, found.equity, name, allowed)

        ours = Contender(partial(he.equity, *seats, board=board, threads=threads))
        return Race(ours, {name: Contender(call) for name, call in calls.items()}, check)

    return build


def sampling(players: Sequence[str], samples: int, threads: int) -> Contender:
    """Ours, with everything sampled before the flop."""
    seats = [he.Range(text) for text in players]
    call = partial(he.equity, *seats, method="monte_carlo", samples=samples, seed=1, threads=threads)
    return Contender(call, samples / 1e6)


def sampled(*players: str, expected: Callable[[], Sequence[float]], rivals: tuple[str, ...] = ()) -> Build:
    """A case of Monte Carlo on one thread; every side must be within five standard errors of the exact equity."""

    def build(peers: Peers, folder: Path) -> Race:
        exact = expected()
        calls = {name: call for name in rivals if name in peers and (call := peers[name].sampled(players))}

        def check(found: Any, answers: dict[str, Any]) -> None:
            answers = {"holdem_eq": Sample(tuple(found.equity), found.deals), **answers}
            for name, sample in answers.items():
                # A deal's share is in 0..1, so its variance is at most p (1 - p).
                errors = [5 * math.sqrt(share * (1 - share) / sample.deals) for share in exact]
                _close(sample.equity, exact, name, errors)

        theirs = {name: Contender(call, done=lambda sample: float(sample.deals / 1e6)) for name, call in calls.items()}
        return Race(sampling(players, 5_000_000, 1), theirs, check)

    return build


def two_threads(one: Contender, two: Contender) -> Race:
    """Two threads against one, both ours: the same bits, sooner."""

    def check(ours: Any, answers: dict[str, Any]) -> None:
        for theirs in answers.values():
            np.testing.assert_array_equal(ours.equity, theirs.equity)

    return Race(two, {"holdem_eq on one": one}, check)


def multiway_two_threads(peers: Peers, folder: Path) -> Race:
    """Three times all combos on a flop, counted."""
    seats = [he.Range("random")] * 3
    one, two = (Contender(partial(he.equity, *seats, board=FLOP, threads=threads)) for threads in (1, 2))
    return two_threads(one, two)


def sampled_two_threads(peers: Peers, folder: Path) -> Race:
    """Three random hands, sampled; enough deals to take some tenths of a second."""
    one, two = (sampling(["random"] * 3, 40_000_000, threads) for threads in (1, 2))
    return two_threads(one, two)


def _aces_kings() -> Sequence[float]:
    return he.equity("AhAs", "KdKc", method="table").equity.tolist()  # type: ignore[no-any-return]


def random_hands_sampled(seats: int, rivals: tuple[str, ...]) -> Build:
    """A case of random hands sampled: each seat's equity is its share of the seats."""
    return sampled(*["random"] * seats, expected=lambda: [1 / seats] * seats, rivals=rivals)


def _random_hands(seats: int, rivals: tuple[str, ...], ratio: float | None) -> Case:
    what = f"{seats} random hands sampled, one thread"
    return Case(f"sampled-{seats}-random", what, random_hands_sampled(seats, rivals), DEALS, ratio)


CASES = (
    Case("preflop", "R20 v R40 before the flop", equity(R20, R40, rivals=("pokerfast",)), ratio=1000, goal=3),
    Case("preflop-all", "all v all before the flop", equity("random", "random", expected=lambda: 0.5), goal=3),
    # Beside R20 v R40 pokerfast takes minutes here, and ours is further ahead.
    Case(
        "preflop-dead",
        "R10 v R20 before the flop, dead Ah Ad, one thread",
        equity(R10, R20, dead="AhAd", rivals=("pokerfast",)),
        ratio=10,
    ),
    Case(
        "preflop-dead-low",
        "the same, dead 2c 3d",
        equity(R10, R20, dead="2c3d", rivals=("pokerfast",)),
        ratio=10,
    ),
    Case(
        "hands-dead",
        "AhAs v KdKc before the flop, dead 2c 3d, one thread",
        equity("AhAs", "KdKc", dead="2c3d", rivals=("pokerfast", "poker-equity")),
        ratio=2,
    ),
    Case(
        "flop",
        f"R20 v R40 on {FLOP}, one thread",
        equity(R20, R40, board=FLOP, rivals=("xiapl", "pokerfast")),
        ratio=6,
    ),
    Case(
        "flop-all",
        f"all v all on {FLOP}, two threads",
        equity("random", "random", board=FLOP, threads=2, rivals=("xiapl", "pokerfast"), expected=lambda: 0.5),
        goal=15,
    ),
    Case(
        "multiway-hands",
        "AhAs v KdKc v QhQs before the flop, one thread",
        multiway("AhAs", "KdKc", "QhQs", rivals=("pokerfast",)),
        ratio=2,
    ),
    Case(
        "multiway-flop",
        f"PREM v R20 v R40 on {FLOP}, one thread",
        multiway(PREM, R20, R40, board=FLOP, rivals=("pokerfast",)),
        ratio=30,
    ),
    Case(
        "multiway-flop-all",
        f"three times all on {FLOP}, two threads",
        multiway(*["random"] * 3, board=FLOP, threads=2, expected=(1 / 3,) * 3),
        goal=1000,
    ),
    Case("multiway-flop-threads", "the same beside one thread", multiway_two_threads, ratio=1.8),
    Case(
        "multiway-preflop",
        "R20 v R20 v R20 before the flop, two threads",
        multiway(R20, R20, R20, threads=2, expected=(1 / 3,) * 3),
        goal=20_000,
        rounds=1,
    ),
    Case(
        "sampled-hands",
        "AhAs v KdKc, board sampled, one thread",
        sampled("AhAs", "KdKc", expected=_aces_kings, rivals=("pokerfast", "xiapl")),
        DEALS,
        ratio=2,
    ),
    Case(
        "sampled-hands-eval7",
        "the same beside eval7",
        sampled("AhAs", "KdKc", expected=_aces_kings, rivals=("eval7",)),
        DEALS,
        ratio=5,
    ),
    _random_hands(3, ("pokerfast",), 2),
    _random_hands(6, ("pokerfast",), 1),
    _random_hands(10, ("pokerfast",), None),  # pokerfast takes six at most
    Case("sampled-threads", "3 random hands sampled, two threads beside one", sampled_two_threads, DEALS, 1.8),
)
