"""Hands replayed: files, records, one action at a time, settlement alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import holdem_eq as he
from holdem_eq.hands.many import Replays, replay_many
from holdem_eq.hands.phh import read_phh
from holdem_eq.hands.phh_scan import scan_phhs
from holdem_eq.kernels import hand_layout as lay
from tests.cases import shared_folder

from .case import Build, Case, Contender, Peers, Race
from .dealt import write_dealt
from .peers import Pokerkit

FILE_COUNT, KIT_COUNT, STEP_COUNT, SETTLE_COUNT = 6_954, 300, 500, 1_000_000


def hand_file(folder: Path) -> Path:
    """Real hands, where the shared ones are at hand; else hands dealt here."""
    shared = shared_folder() / "hands" / "pluribus_dev.phhs"
    return shared if shared.is_file() else write_dealt(folder, FILE_COUNT)


def _final(replays: Replays) -> list[list[int]]:
    starts = replays.batch.seat_starts
    return [replays.final[first:last].tolist() for first, last in pairwise(starts)]


def replay_file(peers: Peers, folder: Path) -> Race:
    """A file to final stacks, on one thread; pokerkit reads and plays the first few hundred hands."""
    path = hand_file(folder)
    count = len(scan_phhs(path))
    kit = peers.get("pokerkit")
    rivals = {}
    if isinstance(kit, Pokerkit):
        rivals["pokerkit"] = Contender(kit.replay_file(path, folder, KIT_COUNT), KIT_COUNT / 1e3)

    def check(ours: Replays, answers: dict[str, Any]) -> None:
        check_kept(ours, {})
        _same_stacks(_final(ours), answers)

    return Race(Contender(lambda: replay_many(scan_phhs(path), threads=1), count / 1e3), rivals, check)


def replay_parsed(peers: Peers, folder: Path) -> Race:
    """Hands that are read already: betting checked, hands ranked, pots made and awarded."""
    batch = scan_phhs(hand_file(folder))

    return Race(Contender(partial(replay_many, batch, threads=1), len(batch) / 1e6), {}, check_kept)


def step_by_step(peers: Peers, folder: Path) -> Race:
    """A table that is driven action by action, each checked, dealing included."""
    hands = [hand for hand, _ in zip(read_phh(hand_file(folder)), range(STEP_COUNT), strict=False)]
    actions = sum(len(hand.actions) for hand in hands)

    def drive() -> list[he.Table]:
        tables = []
        for hand in hands:
            table = he.Table.from_hand(hand)
            for action in hand.actions:
                table.apply(action)
            tables.append(table)
        return tables

    def check(ours: list[he.Table], answers: dict[str, Any]) -> None:
        _same_stacks([list(he.settle(table).final_stacks) for table in ours], answers)

    kit = peers.get("pokerkit")
    rivals = {"pokerkit": Contender(kit.step(hands), actions / 1e3)} if isinstance(kit, Pokerkit) else {}
    return Race(Contender(drive, actions / 1e3), rivals, check)


def settle_rows(count: int) -> Build:
    """Random all-in pots of six seats, one thread; chips are conserved and the best hand wins some."""

    def build(peers: Peers, folder: Path) -> Race:
        rng = np.random.default_rng(3)
        contributions = rng.integers(100, 1_000, (count, 6))
        folded = rng.random((count, 6)) < 0.4
        folded[:, :2] = False
        ranks = rng.integers(1, 7_463, (count, 6))

        def check(ours: Any, answers: dict[str, Any]) -> None:
            np.testing.assert_array_equal(ours.sum(axis=1), contributions.sum(axis=1))
            best = np.where(folded, 0, ranks).argmax(axis=1)
            assert (ours[np.arange(count), best] > 0).all()

        call = partial(he.settle_many, contributions, folded, ranks, threads=1)
        return Race(Contender(call, count / 1e6), {}, check)

    return build


def check_kept(ours: Replays, answers: dict[str, Any]) -> None:
    """Every hand is by the rules, loses no chip, and ends as it records but for odd chips: some records halve them."""
    ours.verify()
    seats = ours.batch.seats
    assert ours.final.sum() == seats[:, lay.STACK].sum()
    recorded = seats[:, lay.FINISHING]
    assert (abs(ours.final - recorded)[recorded >= 0] <= 1).all()


def _same_stacks(ours: Sequence[Sequence[Any]], answers: dict[str, Any]) -> None:
    """Equal but for an odd chip: pokerkit gives it to another seat."""
    for name, theirs in answers.items():
        for place, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
            if max(abs(a - b) for a, b in zip(mine, other, strict=True)) > 1:
                raise AssertionError(f"{name} ends hand {place} with {other}, not {mine}")


CASES = (
    Case(
        "replay-file",
        "a .phhs file of six-handed hands to final stacks, one thread",
        replay_file,
        "k hands/s",
        ratio=100,
    ),
    Case("replay-parsed", "the same hands once read, one thread", replay_parsed, "M hands/s", goal=1),
    Case("table", "a table driven action by action", step_by_step, "k actions/s", ratio=20),
    Case("settle", "a million all-in pots of six seats settled, one thread", settle_rows(SETTLE_COUNT), "M hands/s"),
)
