"""Ranking and equity: each case with its work, its rivals, its check and its target.

Ranges and hands are read before the clock runs, on both sides.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import holdem_eq as he

from .case import Build, Case, Contender, Peers, Race
from .peers import Hands, Pokerfast, Sample

PREM = "QQ+,AKs,AKo"
R20 = "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"
R40 = "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,87s,76s,65s,A2o+,K7o+,Q9o+,J9o+,T9o"
FLOP = "Ks7d2c"
RATE = "M hands/s"
DEALS = "M deals/s"
HAND_COUNT = 10_000_000
SAMPLE_COUNT = 200_000
CATEGORY_COUNTS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)

# --- ranking ---------------------------------------------------------------------------------------


@cache
def random_hands() -> Hands:
    """Ten million random seven-card hands: uint8 (n, 7)."""
    rng = np.random.default_rng(7)
    hands = np.empty((HAND_COUNT, 7), dtype=np.uint8)
    for start in range(0, HAND_COUNT, 500_000):
        keys = rng.random((500_000, 52), dtype=np.float32)
        hands[start : start + 500_000] = np.argpartition(keys, 7, axis=1)[:, :7]
    return hands


def _same_order(ours: np.ndarray[Any, Any], theirs: list[Any], name: str) -> None:
    """Both must put the hands into the same order, ties included."""
    places = {strength: place for place, strength in enumerate(sorted(set(theirs)))}
    expected = np.array([places[strength] for strength in theirs])
    found = np.unique(ours[: len(theirs)], return_inverse=True)[1]
    if not np.array_equal(found, expected):
        raise AssertionError(f"{name} orders {int((found != expected).sum())} of {len(theirs)} hands otherwise")


def evaluate_one_thread(validate: bool) -> Build:
    """Ours on all hands; each peer on as many as it ranks in a moment, scaled to a rate."""

    def build(peers: Peers, folder: Path) -> Race:
        hands = random_hands()
        sample = hands[:SAMPLE_COUNT]
        rankings = {name: ranking for name, peer in peers.items() if (ranking := peer.ranking(sample))}

        def check(ours: Any, answers: dict[str, Any]) -> None:
            for name, theirs in answers.items():
                _same_order(ours, list(map(rankings[name].strength, theirs)), name)

        rivals = {name: Contender(ranking.rank_all, ranking.count / 1e6) for name, ranking in rankings.items()}
        call = partial(he.evaluate_many, hands, threads=1, validate=validate)
        return Race(Contender(call, len(hands) / 1e6), rivals, check)

    return build


def evaluate_two_threads(peers: Peers, folder: Path) -> Race:
    """Two threads against one, both ours."""
    hands = random_hands()

    def check(ours: Any, answers: dict[str, Any]) -> None:
        for theirs in answers.values():
            np.testing.assert_array_equal(ours, theirs)

    one = Contender(partial(he.evaluate_many, hands, threads=1), len(hands) / 1e6)
    two = Contender(partial(he.evaluate_many, hands, threads=2), len(hands) / 1e6)
    return Race(two, {"holdem_eq on one": one}, check)


def evaluate_native(peers: Peers, folder: Path) -> Race:
    """The C++ evaluator inside pokerfast on the same array, past its Python interface."""
    hands = random_hands()
    rivals = {}
    pokerfast = peers.get(Pokerfast.name)
    if isinstance(pokerfast, Pokerfast):
        rivals["OMPEval"] = Contender(pokerfast.rank_array(hands), len(hands) / 1e6)

    def check(ours: Any, answers: dict[str, Any]) -> None:
        for name, theirs in answers.items():
            _same_order(ours, theirs[:SAMPLE_COUNT].tolist(), name)

    ours = Contender(partial(he.evaluate_many, hands, threads=1, validate=False), len(hands) / 1e6)
    return Race(ours, rivals, check)


def enumerate_all(peers: Peers, folder: Path) -> Race:
    """All C(52,7) hands and their categories; no peer has a call for it."""
    from holdem_eq.kernels.proof import count_categories7

    tables = he.rank_tables()

    def check(ours: Any, answers: dict[str, Any]) -> None:
        if tuple(ours[1:10]) != CATEGORY_COUNTS:
            raise AssertionError("the category counts of all seven-card hands are wrong")

    return Race(Contender(partial(count_categories7, tables), sum(CATEGORY_COUNTS) / 1e6), {}, check)


# --- equity ----------------------------------------------------------------------------------------


def equity(
    hero: str, villain: str, board: str = "", dead: str = "", threads: int = 1, rivals: tuple[str, ...] = ()
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


def _sampling(players: Sequence[str], samples: int, threads: int) -> Contender:
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
        return Race(_sampling(players, 5_000_000, 1), theirs, check)

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
    one, two = (_sampling(["random"] * 3, 40_000_000, threads) for threads in (1, 2))
    return two_threads(one, two)


# --- first use -------------------------------------------------------------------------------------


@dataclass
class _Process:
    """A new Python process that keeps compiled kernels in ``folder``; ``empty``: in a new one each time."""

    folder: Path
    arguments: tuple[str, ...]
    empty: bool = False

    def __call__(self) -> str:
        """Run it; a failure raises with what it wrote."""
        cache = tempfile.mkdtemp(dir=self.folder) if self.empty else str(self.folder / "kept")
        environment = {**os.environ, "HOLDEM_EQ_CACHE_DIR": cache}
        command = [sys.executable, *self.arguments]
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{self.arguments} failed: {done.stderr}")
        return done.stdout


def process(*arguments: str, answer: Callable[[], float] | None = None, empty: bool = False) -> Build:
    """A case of a whole process against ``python -c "import numba"``; a command line's answer is compared."""

    def build(peers: Peers, folder: Path) -> Race:
        ours = _Process(folder, arguments, empty)
        theirs = _Process(folder, ("-c", "import numba"))

        def check(written: Any, answers: dict[str, Any]) -> None:
            if answer is not None:
                found = json.loads(_Process(folder, (*arguments, "--json"))())["equity"][0]
                if abs(found - answer()) > 1e-9:
                    raise AssertionError(f"the command line says {found}, not {answer()}")

        return Race(Contender(ours), {"import numba": Contender(theirs)}, check)

    return build


def _answer(hero: str, villain: str, board: str = "") -> float:
    return float(he.equity(hero, villain, board=board).equity[0])


def _aces_kings() -> Sequence[float]:
    return he.equity("AhAs", "KdKc", method="table").equity.tolist()  # type: ignore[no-any-return]


def _random_hands(seats: int, rivals: tuple[str, ...], ratio: float | None) -> Case:
    """A case of random hands sampled: each seat's equity is its share of the seats."""
    build = sampled(*["random"] * seats, expected=lambda: [1 / seats] * seats, rivals=rivals)
    return Case(f"sampled-{seats}-random", f"{seats} random hands sampled, one thread", build, DEALS, ratio)


_FIRST_CALL = f"import holdem_eq as he; he.equity({R20!r}, {R40!r}, board={FLOP!r})"

CASES = (
    Case(
        "evaluate", "rank 10 M hands, uint8 array, cards checked, one thread", evaluate_one_thread(True), RATE, 30, 220
    ),
    Case("evaluate-unchecked", "the same, cards not checked, as others do", evaluate_one_thread(False), RATE, 30, 220),
    Case("evaluate-native", "the same beside native code on the whole array", evaluate_native, RATE),
    Case("evaluate-threads", "rank 10 M hands, cards checked, two threads", evaluate_two_threads, RATE, 1.8),
    Case("enumerate", "all 133,784,560 hands, category counts, one thread", enumerate_all, RATE, goal=550),
    Case("preflop", "R20 v R40 before the flop", equity(R20, R40, rivals=("pokerfast",)), ratio=1000, goal=3),
    Case("preflop-all", "all v all before the flop", equity("random", "random"), goal=3),
    Case(
        "preflop-dead",
        "R20 v R40 before the flop, dead Ah Ad, one thread",
        equity(R20, R40, dead="AhAd", rivals=("pokerfast",)),
        ratio=10,
    ),
    Case(
        "preflop-dead-low",
        "the same, dead 2c 3d",
        equity(R20, R40, dead="2c3d", rivals=("pokerfast",)),
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
        equity("random", "random", board=FLOP, threads=2, rivals=("xiapl", "pokerfast")),
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
    Case("import", "process: import holdem_eq", process("-c", "import holdem_eq")),
    Case(
        "cli-preflop",
        "process: holdem-eq equity AA KK",
        process("-m", "holdem_eq", "equity", "AA", "KK", answer=partial(_answer, "AA", "KK")),
        ratio=1 / 0.8,
    ),
    Case(
        "cli-flop",
        f"process: holdem-eq equity R20 R40 --board {FLOP}, cache filled",
        process("-m", "holdem_eq", "equity", R20, R40, "--board", FLOP, answer=partial(_answer, R20, R40, FLOP)),
        ratio=1 / 3,
    ),
    Case("first-filled", f"process: first equity on {FLOP}, cache filled", process("-c", _FIRST_CALL)),
    Case("first-empty", "process: the same, cache empty", process("-c", _FIRST_CALL, empty=True)),
)
