"""Any number of seats, exactly, joint deal by joint deal."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CARD_COUNT, COMBO_CARDS, COMBO_COUNT
from holdem_eq.equity.runouts import Runouts
from holdem_eq.equity.spot import Spot
from holdem_eq.equity.tallies import ComboTallies, Totals
from holdem_eq.tables.load import rank_tables
from holdem_eq.threads import run_blocks

__all__ = ["tally"]

Counts: TypeAlias = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], int]

BLOCK = 16


def tally(spot: Spot, threads: int | None) -> Totals:
    """Count all deals: before the flop by joint combos, on a board by boards."""
    seats = len(spot.weights)
    numbers = [np.flatnonzero(weights) for weights in spot.weights]
    runouts = None if spot.runout_size == 5 else Runouts(spot.weights, spot.board, spot.dead)
    parts = _by_combos(spot, numbers, threads) if runouts is None else _by_boards(spot, numbers, runouts, threads)
    by_set, deals = np.zeros(1 << seats), 0
    by_combo = np.zeros((seats, 4, COMBO_COUNT))
    for chosen, (sets, combos, count) in parts:
        by_set += sets
        deals += count
        start = 0
        for seat, places in enumerate(chosen):
            by_combo[seat][:, places] += combos[:, start : start + len(places)] / spot.weights[seat][places]
            start += len(places)
    if runouts is not None:
        by_combo = runouts.spread(by_combo)
    return Totals(by_set, deals, "exhaustive", {seat: ComboTallies(*by_combo[seat]) for seat in range(seats)})


Combos: TypeAlias = list[npt.NDArray[np.int64]]


def _flat(spot: Spot, chosen: Combos) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Starts, cards and weights as `kernels.one_by_one` reads them."""
    starts = np.cumsum([0, *map(len, chosen)]).astype(np.int64)
    cards = np.ascontiguousarray(COMBO_CARDS[np.concatenate(chosen)])
    weights = np.concatenate([weights[places] for weights, places in zip(spot.weights, chosen, strict=True)])
    return starts, cards, weights


def _by_combos(spot: Spot, numbers: Combos, threads: int | None) -> list[tuple[Combos, Counts]]:
    """A block for each combo of the seat that has most."""
    from holdem_eq.kernels.one_by_one import count_joint

    widest = max(range(len(numbers)), key=lambda seat: len(numbers[seat]))
    board, tables = np.array(spot.board, np.uint8), rank_tables()
    deck = np.ones(CARD_COUNT, np.bool_)
    deck[[*spot.board, *spot.dead]] = False

    def work(block: int) -> tuple[Combos, Counts]:
        chosen = [places[block : block + 1] if seat == widest else places for seat, places in enumerate(numbers)]
        return chosen, count_joint(*_flat(spot, chosen), board, deck, tables)

    return run_blocks(work, len(numbers[widest]), threads)


def _by_boards(spot: Spot, numbers: Combos, runouts: Runouts, threads: int | None) -> list[tuple[Combos, Counts]]:
    """A block for every few boards."""
    from holdem_eq.kernels.one_by_one import deal_joint

    blocks, tables = runouts.blocks(BLOCK), rank_tables()
    flat = _flat(spot, numbers)

    def work(block: int) -> tuple[Combos, Counts]:
        part = blocks[block]
        return numbers, deal_joint(runouts.cards[part], runouts.counts[part], *flat, runouts.board, tables)

    return run_blocks(work, len(blocks), threads)
