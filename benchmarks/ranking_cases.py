"""Ranking: many hands at once beside other evaluators, each answer compared by the order it puts hands into."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import holdem_eq as he

from .case import Build, Case, Contender, Peers, Race
from .peers import Hands, Pokerfast

RATE = "M hands/s"
HAND_COUNT = 10_000_000
SAMPLE_COUNT = 200_000
CATEGORY_COUNTS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)


@cache
def random_hands() -> Hands:
    """Ten million random seven-card hands: uint8 (n, 7)."""
    rng = np.random.default_rng(7)
    hands = np.empty((HAND_COUNT, 7), dtype=np.uint8)
    for start in range(0, HAND_COUNT, 500_000):
        keys = rng.random((500_000, 52), dtype=np.float32)
        hands[start : start + 500_000] = np.argpartition(keys, 7, axis=1)[:, :7]
    return hands


def same_order(ours: np.ndarray[Any, Any], theirs: list[Any], name: str) -> None:
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
                same_order(ours, list(map(rankings[name].strength, theirs)), name)

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
            same_order(ours, theirs[:SAMPLE_COUNT].tolist(), name)

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


CASES = (
    Case(
        "evaluate", "rank 10 M hands, uint8 array, cards checked, one thread", evaluate_one_thread(True), RATE, 30, 220
    ),
    Case("evaluate-unchecked", "the same, cards not checked, as others do", evaluate_one_thread(False), RATE, 30, 220),
    Case("evaluate-native", "the same beside native code on the whole array", evaluate_native, RATE),
    Case("evaluate-threads", "rank 10 M hands, cards checked, two threads", evaluate_two_threads, RATE, 1.8),
    Case("enumerate", "all 133,784,560 hands, category counts, one thread", enumerate_all, RATE, goal=550),
)
