"""Any number of seats, exactly, joint deal by joint deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CARD_COUNT, COMBO_CARDS, COMBO_COUNT
from holdem_eq.equity.runouts import Runouts
from holdem_eq.equity.spot import Spot
from holdem_eq.equity.tallies import ComboTallies, Totals
from holdem_eq.equity.work import QUIET, Job, Run
from holdem_eq.tables.load import rank_tables

__all__ = ["board_cost", "tally"]

Counts: TypeAlias = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], int]

Combos: TypeAlias = list[npt.NDArray[np.int64]]
Work: TypeAlias = Callable[[int], tuple[Combos, Counts]]

JOINT_COST = 300.0
"""Microseconds, roughly, for a seat of a joint deal over all boards before the flop."""
RANK_COST, OTHERS_COST, DEAL_COST = 0.005, 0.006, 0.0015
"""The same on a board for ranking a combo, for a seat's combo beside the last seat's, for one deal."""
SHORTEST = 1e3
"""Microseconds, roughly, that a block takes where there is so much to do."""
LONGEST = 1e5
"""Microseconds, roughly, that a block may take: Ctrl-C is heard between two blocks."""


def board_cost(sizes: Sequence[int]) -> float:
    """Microseconds, roughly, for all joint deals on one board, by the seats' numbers of combos."""
    deals, most = float(prod(sizes)), max(sizes)
    return RANK_COST * sum(sizes) + OTHERS_COST * len(sizes) * deals / most + DEAL_COST * deals


def tally(spot: Spot, run: Run = QUIET) -> Totals:
    """Count all deals: before the flop by joint combos, on a board by boards, widest seat last."""
    order = sorted(range(len(spot.weights)), key=lambda seat: np.count_nonzero(spot.weights[seat]))
    if spot.runout_size == 5 or order == sorted(order):
        return _tally(spot, run)
    found = _tally(replace(spot, weights=tuple(spot.weights[seat] for seat in order)), run)
    by_set = np.zeros_like(found.by_set)
    for winners in range(len(by_set)):
        by_set[sum(1 << seat for place, seat in enumerate(order) if winners >> place & 1)] = found.by_set[winners]
    return found._replace(by_set=by_set, combos={order[place]: tallies for place, tallies in found.combos.items()})


def _tally(spot: Spot, run: Run) -> Totals:
    seats = len(spot.weights)
    numbers = [np.flatnonzero(weights) for weights in spot.weights]
    runouts = None if spot.runout_size == 5 else Runouts(spot.weights, spot.board, spot.dead)
    by_set, deals = np.zeros(1 << seats), 0
    by_combo = np.zeros((seats, 4, COMBO_COUNT))

    def take(found: tuple[Combos, Counts]) -> None:
        nonlocal deals
        chosen, (sets, combos, count) = found
        np.add(by_set, sets, out=by_set)
        deals += count
        start = 0
        for seat, places in enumerate(chosen):
            by_combo[seat][:, places] += combos[:, start : start + len(places)] / spot.weights[seat][places]
            start += len(places)

    count, work = _by_combos(spot, numbers) if runouts is None else _by_boards(spot, numbers, runouts)
    run.do([Job(count, work, take)])
    if runouts is not None:
        by_combo = runouts.spread(by_combo)
    return Totals(by_set, deals, "exhaustive", {seat: ComboTallies(*by_combo[seat]) for seat in range(seats)})


def _flat(spot: Spot, chosen: Combos) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Starts, cards and weights as `kernels.one_by_one` reads them."""
    starts = np.cumsum([0, *map(len, chosen)]).astype(np.int64)
    cards = np.ascontiguousarray(COMBO_CARDS[np.concatenate(chosen)])
    weights = np.concatenate([weights[places] for weights, places in zip(spot.weights, chosen, strict=True)])
    return starts, cards, weights


def _by_combos(spot: Spot, numbers: Combos) -> tuple[int, Work]:
    """A block for each combo of the seat that has most, or for less than that."""
    from holdem_eq.kernels.one_by_one import count_joint

    widest = max(range(len(numbers)), key=lambda seat: len(numbers[seat]))
    board, tables = np.array(spot.board, np.uint8), rank_tables()
    deck = np.ones(CARD_COUNT, np.bool_)
    deck[[*spot.board, *spot.dead]] = False
    pieces = _Pieces(numbers, JOINT_COST * len(numbers), widest)

    def work(block: int) -> tuple[Combos, Counts]:
        chosen = pieces[block]
        return chosen, count_joint(*_flat(spot, chosen), board, deck, tables)

    return len(pieces), work


def _by_boards(spot: Spot, numbers: Combos, runouts: Runouts) -> tuple[int, Work]:
    """A block for every few boards, or for less than that."""
    from holdem_eq.kernels.one_by_one import deal_joint

    cost, tables = board_cost([len(places) for places in numbers]), rank_tables()
    blocks = runouts.blocks(max(1, int(SHORTEST / cost)))
    pieces = _Pieces(numbers, DEAL_COST + OTHERS_COST * len(numbers) / max(map(len, numbers)))

    def work(block: int) -> tuple[Combos, Counts]:
        part, chosen = blocks[block // len(pieces)], pieces[block % len(pieces)]
        return chosen, deal_joint(
            runouts.cards[part], runouts.counts[part], *_flat(spot, chosen), runouts.board, tables
        )

    return len(blocks) * len(pieces), work


class _Pieces:
    """All joint deals of seats' combos in pieces that are quick enough for Ctrl-C to be heard.

    Args:
        numbers: the combos of each seat.
        cost: microseconds, roughly, for one joint deal.
        singly: a seat that has one combo in each piece, however quick that is.
    """

    def __init__(self, numbers: Combos, cost: float, singly: int | None = None) -> None:
        self._numbers, self._sizes = numbers, [len(places) for places in numbers]  # of a piece, by seat
        if singly is not None:
            self._sizes[singly] = 1
        for seat in sorted(range(len(numbers)), key=lambda seat: -len(numbers[seat])):
            others = prod(self._sizes) / self._sizes[seat]
            self._sizes[seat] = max(1, min(self._sizes[seat], int(LONGEST / (cost * others))))
        self._counts = [-(-len(places) // size) for places, size in zip(numbers, self._sizes, strict=True)]

    def __len__(self) -> int:
        return prod(self._counts)

    def __getitem__(self, number: int) -> Combos:
        chosen = []
        for places, size, count in zip(self._numbers, self._sizes, self._counts, strict=True):
            number, place = divmod(number, count)
            chosen.append(places[place * size : (place + 1) * size])
        return chosen
