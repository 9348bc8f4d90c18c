"""Heads-up counts per combo of one seat, and which of three ways finds them.

Before the flop without dead cards the table has every matchup. A handful of matchups are counted
one by one. All else is swept. Dead cards before the flop: boards that avoid a set D of cards are
all boards, less those that hold a card of D, plus those that hold two ... (inclusion and
exclusion); "all boards" comes from the table, and boards that hold a card have one card less to
deal, which is far fewer boards than those that avoid it. Where that is not fewer, boards are
dealt without the dead cards.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from holdem_eq.cards import COMBO_CARDS
from holdem_eq.equity import boards, preflop, showdown
from holdem_eq.equity.spot import Spot, Weights

__all__ = ["ComboTallies", "tally_combos"]

BOARD_COST = 1.0
"""What one board of a sweep costs, in microseconds, roughly."""
MATCHUP_COST = {5: 300.0, 2: 5.0, 1: 1.0, 0: 0.5}
"""What one matchup of named hands costs, by cards to come, in the same unit."""


class ComboTallies(NamedTuple):
    """Weight of what each combo of a seat beats, ties and meets, over all boards.

    Attributes:
        win, tie, met: float64 (1326,); whole numbers where the other seat's weights are 0 or 1.
            Defined for combos of positive weight.
        deals: how many deals there are, pairs of combos times boards, whatever their weights.
        method: "table" or "exhaustive".
    """

    win: Weights
    tie: Weights
    met: Weights
    deals: int
    method: str


def meetings(villain: Weights) -> Weights:
    """float64 (1326,): the weight of villain's combos that share no card with each combo."""
    by_card = np.bincount(COMBO_CARDS[:, 0], villain, 52) + np.bincount(COMBO_CARDS[:, 1], villain, 52)
    result: Weights = villain.sum() - by_card[COMBO_CARDS].sum(axis=1) + villain
    return result


def tally_combos(spot: Spot, seat: int, method: str, threads: int | None) -> ComboTallies:
    """Count for every combo of ``seat`` against the other seat of two."""
    hero, villain = spot.weights[seat], spot.weights[1 - seat]
    size = spot.runout_size
    cards_left = 52 - len(spot.board) - len(spot.dead) - 4
    boards_each = comb(cards_left, size)
    met = meetings(villain) * boards_each
    deals = int(meetings((villain > 0.0).astype(np.float64))[hero > 0.0].sum()) * boards_each
    use_table = size == 5 and method != "exhaustive"
    if use_table and not spot.dead:
        win, tie = preflop.tally(hero, villain)
        return ComboTallies(win, tie, met, deals, "table")
    boards_to_deal = comb(cards_left + 4, size)
    held = [(chosen, comb(52 - len(chosen), 5 - len(chosen))) for chosen in _subsets(spot.dead)] if use_table else []
    boards_held = sum(count for _, count in held)
    matchups = int(np.count_nonzero(hero)) * int(np.count_nonzero(villain))
    by_sets = bool(held) and boards_held < boards_to_deal
    if matchups * MATCHUP_COST[size] < BOARD_COST * (boards_held if by_sets else boards_to_deal):
        win, tie = showdown.tally(spot, hero, villain, threads)
    elif by_sets:
        win, tie = preflop.tally(hero, villain)
        for chosen, _ in held:
            part = boards.tally(hero, villain, chosen, (), threads)
            sign = -1.0 if len(chosen) % 2 else 1.0
            win, tie = win + sign * part[0], tie + sign * part[1]
    else:
        win, tie = boards.tally(hero, villain, spot.board, spot.dead, threads)
    return ComboTallies(win, tie, met, deals, "exhaustive")


def _subsets(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every set of one to five of the cards."""
    return [chosen for size in range(1, min(len(cards), 5) + 1) for chosen in combinations(cards, size)]
