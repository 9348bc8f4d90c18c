"""Two seats, exactly: the table, the sweep, or matchup by matchup, whichever is least work.

Before the flop without dead cards the table has every matchup. A handful of matchups are counted
one by one. All else is swept. Dead cards before the flop: boards that avoid a set D of cards are
all boards, less those that hold a card of D, plus those that hold two ... (inclusion and
exclusion); "all boards" comes from the table, and boards that hold a card have one card less to
deal, which is far fewer boards than those that avoid it. Where that is not fewer, boards are
dealt without the dead cards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np

from holdem_eq.cards import COMBO_CARDS
from holdem_eq.equity import boards, preflop, showdown
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.equity.tallies import ComboTallies, Totals
from holdem_eq.equity.wholes import whole_parts
from holdem_eq.equity.work import Job, Run
from holdem_eq.threads import run_blocks

__all__ = ["tally", "tally_seat"]

Plan: TypeAlias = tuple[list[Job], Callable[[], tuple[Weights, Weights]]]

BOARD_COST = 1.0
"""What one board of a sweep costs, in microseconds, roughly."""
MATCHUP_COST = {5: 300.0, 2: 5.0, 1: 1.0, 0: 0.5}
"""What one matchup of named hands costs, by cards to come, in the same unit."""


def tally(spot: Spot, method: str, run: Run) -> Totals:
    """Count all deals of two seats; ``method`` "exhaustive" leaves the table aside."""
    hero, villain = spot.weights
    combos = [*np.flatnonzero(hero).tolist(), *np.flatnonzero(villain).tolist()]
    if len(combos) == 2 and len(set(COMBO_CARDS[combos].ravel().tolist())) == 4 and not _from_table(spot, method):
        counts = showdown.count_matchup(spot, *combos)
        run.told()
        by_set = counts * (hero.max() * villain.max())
        return Totals(by_set, int(counts.sum()), "exhaustive", {})
    (won, shared, part, met), found_by = _count(spot, hero, villain, method, run)
    live = hero > 0.0
    win, tie, all_deals = (float((hero[live] * counts[live]).sum()) for counts in (won, shared, met))
    held = (villain > 0.0).astype(np.float64)
    plain = np.array_equal(held, villain)
    deals = int((met if plain else _meetings(held) * _boards_each(spot))[live].sum())
    by_set = np.array([0.0, win, all_deals - win - tie, tie])
    return Totals(by_set, deals, found_by, {0: ComboTallies(won, shared, part, met)})


def tally_seat(spot: Spot, seat: int, method: str, run: Run) -> ComboTallies:
    """Count for every combo of one of two seats."""
    return _count(spot, spot.weights[seat], spot.weights[1 - seat], method, run)[0]


def _boards_each(spot: Spot) -> int:
    """How many boards each pair of combos can meet."""
    return comb(max(0, 48 - len(spot.board) - len(spot.dead)), spot.runout_size)


def _meetings(villain: Weights) -> Weights:
    """float64 (1326,): the weight of villain's combos that share no card with each combo."""
    by_card = np.bincount(COMBO_CARDS[:, 0], villain, 52) + np.bincount(COMBO_CARDS[:, 1], villain, 52)
    result: Weights = villain.sum() - by_card[COMBO_CARDS].sum(axis=1) + villain
    return result


def _count(spot: Spot, hero: Weights, villain: Weights, method: str, run: Run) -> tuple[ComboTallies, str]:
    """Tallies of hero's combos, and by which method; villain's weights are counted in whole numbers."""
    counts = np.zeros((3, len(hero)))
    parts = [(unit, whole, _plan_whole(spot, hero, whole, method, run.threads)) for unit, whole in whole_parts(villain)]
    jobs = [job for *_, (own, _) in parts for job in own]
    if jobs:
        run.do(jobs)
    else:
        run.told()
    for unit, whole, (_, finish) in parts:
        win, tie = finish()
        counts += unit * np.stack((win, tie, _meetings(whole) * _boards_each(spot)))
    win, tie, met = counts
    found_by = "table" if _from_table(spot, method) else "exhaustive"
    return ComboTallies(win, tie, win + 0.5 * tie, met), found_by


def _from_table(spot: Spot, method: str) -> bool:
    return spot.runout_size == 5 and not spot.dead and method != "exhaustive"


def _plan_whole(spot: Spot, hero: Weights, villain: Weights, method: str, threads: int | None) -> Plan:
    """How to count hero's combos against whole numbers: by which jobs, and what wins and ties follow."""
    if _from_table(spot, method):
        return [], partial(preflop.tally, hero, villain)
    size = spot.runout_size
    to_deal = comb(52 - len(spot.board) - len(spot.dead), size)
    held = []
    if size == 5 and method != "exhaustive":
        held = [(cards, comb(52 - len(cards), 5 - len(cards))) for cards in _subsets(spot.dead)]
    to_hold = sum(count for _, count in held)
    by_sets = bool(held) and to_hold < to_deal
    matchups = int(np.count_nonzero(hero)) * int(np.count_nonzero(villain))
    if matchups * MATCHUP_COST[size] < BOARD_COST * (to_hold if by_sets else to_deal):
        job, finish = showdown.matchups(spot, hero, villain)
        return [job], finish
    if not by_sets:
        job, finish = boards.sweep(hero, villain, spot.board, spot.dead)
        return [job], finish

    def plan(number: int) -> tuple[float, Job, Callable[[], tuple[Weights, Weights]]]:
        cards = held[number][0]
        return (-1.0 if len(cards) % 2 else 1.0, *boards.sweep(hero, villain, cards, ()))

    swept = run_blocks(plan, len(held), threads)  # listing the boards takes some milliseconds

    def add_up() -> tuple[Weights, Weights]:
        win, tie = preflop.tally(hero, villain)
        for sign, _, finish in swept:
            holding = finish()
            win, tie = win + sign * holding[0], tie + sign * holding[1]
        return win, tie

    return [job for _, job, _ in swept], add_up


def _subsets(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every set of one to five of the cards."""
    return [chosen for size in range(1, min(len(cards), 5) + 1) for chosen in combinations(cards, size)]
