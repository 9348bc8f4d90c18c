"""Builds ``orders.txt``: the exact equity of each starting hand against one and three random hands.

``python -m holdem_eq.ranges.build_orders`` writes the file; ``--check`` builds anew and compares.
Two to three minutes on one core; nothing is sampled.

For each board up to suits, the 1081 live combos are taken from the weakest up as edges of a graph
on the cards, so that the opponents of a hero are disjoint edges of the graph without hero's two
cards: one edge that is weaker or tied against one opponent, a matching of three edges against
three. With weight z on the tied edges, the matchings add up to N(z), a cubic whose coefficient of z^k
counts those with k ties; hero's share of the pots is the integral of N from 0 to 1, which
Simpson's rule gives exactly from z = 0, 1/2 and 1.

Three-edge matchings come from sums that an added edge or two removed cards change in O(52):

    6 M3 = P^3 - 3 P D2 + 3 P S2 + 2 D3 + 6 E + 4 S3 - 6 Q - 6 T

with P, S2, S3 the sums of w, w^2, w^3 over edges; D2, D3 those of d^2, d^3 over cards, d being the
sum of w at a card; Q that of d times the sum of w^2 at a card; E that of w d d' over edges; T the
weighted triangles. Weights are doubled throughout so that all of it is integers.
"""

from __future__ import annotations

import argparse
import sys
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numpy import int32

from holdem_eq.cards import COMBO_CARDS, COMBO_COUNT
from holdem_eq.errors import TableIntegrityError
from holdem_eq.kernels._jit import kernel
from holdem_eq.kernels.ranking import rank7
from holdem_eq.kernels.runouts import enumerate_runouts
from holdem_eq.ranges.orders import ORDERS_FILE, PLAYERS, POTS
from holdem_eq.ranges.starting_hands import HAND_OF_COMBO, HAND_SIZES, HANDS
from holdem_eq.tables.load import rank_tables

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["build_orders", "main"]

BOARDS = 134_459  # up to suits
WIDTH = 64  # cards, filled up to whole vectors of int32
HEADER = """\
# What one combo of each starting hand wins before the flop from random hands, by all deals:
# vrandom in halves of a pot, of {vrandom}; v3random in twelfths, of {v3random}.
# Made by python -m holdem_eq.ranges.build_orders, exactly; nothing is sampled.
"""


@kernel
def _add_edge(a: Any, b: Any, graph: Any, paths: Any, cards: Any, sums: Any) -> None:
    """Add 1 to the weight of edge a-b.

    Kept up: ``paths`` = graph @ graph, but for its diagonal; the rows of ``cards``: the sum of w at each card, that of
    w^2, and graph @ the first; in ``sums`` P, S2, S3 and T of the whole graph.
    """
    degrees, squares, walks = cards
    weight = graph[a, b]
    sums[0] += 1
    sums[1] += 2 * weight + 1
    sums[2] += 3 * weight * (weight + 1) + 1
    sums[3] += paths[a, b]
    for x in range(WIDTH):
        to_a, to_b = graph[a, x], graph[b, x]
        walks[x] += to_a + to_b
        paths[a, x] += to_b
        paths[b, x] += to_a
    for x in range(WIDTH):
        paths[x, a] = paths[a, x]
        paths[x, b] = paths[b, x]
    squares[a] += 2 * weight + 1
    squares[b] += 2 * weight + 1
    degrees[a] += 1
    degrees[b] += 1
    walks[a] += degrees[b]
    walks[b] += degrees[a]
    graph[a, b] = weight + 1
    graph[b, a] = weight + 1


@kernel
def _matchings(a: Any, b: Any, graph: Any, paths: Any, cards: Any, sums: Any) -> tuple[int, int]:
    """P and 6 M3 of the graph without the cards a and b; needs what `_add_edge` keeps up.

    Everything in the loop fits int32, and is cast so that the loop is vectorised.
    """
    degrees, squares, walks = cards
    from_a, from_b, paths_a, paths_b = graph[a], graph[b], paths[a], paths[b]
    weight, degree_a, degree_b = int32(from_a[b]), int32(degrees[a]), int32(degrees[b])
    d2, d3, q, e, s3, t = int32(0), int32(0), int32(0), int32(0), int32(0), int32(0)
    for x in range(WIDTH):
        to_a, to_b = int32(from_a[x]), int32(from_b[x])
        there = int32((x != a) & (x != b))
        degree = int32(int32(degrees[x] - to_a - to_b) * there)
        walk = int32(walks[x] - int32(to_a * int32(degree_a - weight)) - int32(to_b * int32(degree_b - weight)))
        walk = int32(walk - paths_a[x] - paths_b[x])
        square = int32(degree * degree)
        d2 = int32(d2 + square)
        d3 = int32(d3 + int32(square * degree))
        q = int32(q + int32(degree * int32(squares[x] - int32(to_a * to_a) - int32(to_b * to_b))))
        e = int32(e + int32(degree * walk))
        s3 = int32(s3 + int32(int32(to_a * to_a) * to_a) + int32(int32(to_b * to_b) * to_b))
        t = int32(t + int32(to_a * paths_a[x]) + int32(to_b * paths_b[x]))
    p = sums[0] - degree_a - degree_b + weight
    edges2 = sums[1] - squares[a] - squares[b] + weight * weight
    edges3 = sums[2] - s3 + weight * weight * weight
    triangles = sums[3] - t // 2 + weight * paths_a[b]
    return p, p * (p * p - 3 * d2 + 3 * edges2) + 2 * d3 + 3 * e + 4 * edges3 - 6 * q - 6 * triangles


@kernel
def _tally(boards: Any, weights: Any, combos: Any, hands: Any, tables: RankTables, won: Any) -> None:
    """Add what the combos of each starting hand win on ``boards`` to int64 (169, 2) ``won``."""
    graph = np.zeros((52, WIDTH), np.int32)
    paths = np.zeros((WIDTH, WIDTH), np.int32)
    cards = np.zeros((3, WIDTH), np.int32)
    sums = np.zeros(4, np.int64)
    for row in range(len(boards)):
        board = boards[row]
        ranks = np.zeros(len(combos), np.int64)  # 0 for those that meet the board
        for combo in range(len(combos)):
            a, b = combos[combo, 0], combos[combo, 1]
            meets = False
            for card in board:
                meets |= (card == a) | (card == b)
            if not meets:
                ranks[combo] = rank7((a, b, board[0], board[1], board[2], board[3], board[4]), tables)
        order = np.argsort(ranks)
        first = np.count_nonzero(ranks == 0)
        graph[:] = 0
        paths[:] = 0
        cards[:] = 0
        sums[:] = 0
        while first < len(order):
            last = first
            while last < len(order) and ranks[order[last]] == ranks[order[first]]:
                last += 1
            for twice_z in range(3):
                factor = weights[row] * (4 if twice_z == 1 else 1)  # Simpson's 1, 4, 1
                for place in range(first, last):
                    if twice_z > 0:
                        a, b = combos[order[place], 0], combos[order[place], 1]
                        _add_edge(a, b, graph, paths, cards, sums)
                for place in range(first, last):
                    a, b = combos[order[place], 0], combos[order[place], 1]
                    edges, triples = _matchings(a, b, graph, paths, cards, sums)
                    won[hands[order[place]], 0] += edges * weights[row] * (twice_z != 1)  # of a line, the ends do
                    won[hands[order[place]], 1] += triples * factor
            first = last


def canonical_boards() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """int64 (134459, 5) boards up to suits, and int64 (134459,) how many boards each stands for."""
    cards = np.zeros((comb(52, 5) // 10, 5), np.uint8)
    weights = np.zeros(len(cards))
    suit_maps = np.array(list(permutations(range(4))), np.uint8)
    count = enumerate_runouts(np.ones(52, np.bool_), 5, suit_maps, cards, weights)
    if count != BOARDS or weights[:count].sum() != comb(52, 5):
        raise TableIntegrityError(f"{count:,} boards up to suits, wanted {BOARDS:,}; the kernels are wrong")
    return cards[:count].astype(np.int64), weights[:count].astype(np.int64)


def build_orders() -> str:
    """The content of ``orders.txt``.

    Raises:
        TableIntegrityError: if not every pot is won exactly once.
    """
    boards, weights = canonical_boards()
    won = np.zeros((len(HANDS), 2), np.int64)
    _tally(boards, weights, COMBO_CARDS.astype(np.int64), HAND_OF_COMBO, rank_tables(), won)
    units = np.outer(HAND_SIZES, [2, 24])  # doubled weights: twice the edges, 8 * 6 / 2 times the twelfths
    wins, rest = np.divmod(won, units)
    for column, (pot, players) in enumerate(zip(POTS.values(), PLAYERS.values(), strict=True)):
        total = sum(int(win) * int(size) for win, size in zip(wins[:, column], HAND_SIZES, strict=True))
        if rest[:, column].any() or total * players != pot * COMBO_COUNT:
            raise TableIntegrityError(f"column {column} adds up to {total:,}; the kernels are wrong")
    rows = [f"{hand:<4} {heads_up:>10} {four:>16}" for hand, (heads_up, four) in zip(HANDS, wins.tolist(), strict=True)]
    return HEADER.format(**POTS) + "\n".join(["hand    vrandom         v3random", *rows]) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Command line of the builder."""
    parser = argparse.ArgumentParser(prog="python -m holdem_eq.ranges.build_orders", description="Build orders.txt.")
    parser.add_argument("--check", action="store_true", help="build and compare with the file; write nothing")
    options = parser.parse_args(argv)
    content = build_orders()
    if not options.check:
        ORDERS_FILE.write_text(content, encoding="ascii")
        print(f"{ORDERS_FILE.name}: {len(content):,} bytes")  # noqa: T201
    elif ORDERS_FILE.read_text(encoding="ascii") != content:
        raise TableIntegrityError(f"{ORDERS_FILE.name} is not what the build gives")
    else:
        print(f"{ORDERS_FILE.name}: equal to a fresh build")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
