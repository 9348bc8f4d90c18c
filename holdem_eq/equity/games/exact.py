"""Games, exactly: every deal, and every choice of what to throw.

A question where nothing is left to throw is counted set of hands by set of hands, or board by
board, whichever is less work. Where seats choose on the board that lies, the choice is made first
and the rest is such a question. Where the flop on which they choose is still to come, all flops
are gone through.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import ceil, comb, inf, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_CARDS, COMBO_COUNT, combo_index
from holdem_eq.equity.games.question import Pair, Question
from holdem_eq.equity.spot import Weights
from holdem_eq.equity.suits import combo_images, suit_maps, suit_symmetries
from holdem_eq.equity.work import Job, Run
from holdem_eq.kernels.low import Lows
from holdem_eq.tables.load import RankTables, rank_tables

__all__ = ["Counted", "count", "exact_work", "keep_once", "kept_of", "option_work", "seats_of"]

HANDS_COST = {5: 300.0, 2: 4.0, 1: 1.0, 0: 0.5}
"""Microseconds, roughly, for the boards of one set of hands, a seat, by cards to come."""
RANK_COST, DEAL_COST, OPTION_COST, MEET_COST, TERM_COST = 0.006, 0.008, 0.02, 0.003, 0.004
"""The same for ranking a combo on a board; for a seat of a deal; for an option, a combo it meets there, and a term of
its polynomial."""
BLOCK_COST, MOST_ITEMS = 2e4, 256
"""Microseconds that a block should take, roughly, and its most items."""
MOST_LISTED = 4_000_000
"""How many combos the list of sets of hands may have."""


Found: TypeAlias = tuple[npt.NDArray[np.float64], int]
"""A tally, and how many deals."""


class Counted(NamedTuple):
    """Deals by who takes what: a tally as in `totals.GameTotals`, how many, and the pairs kept."""

    tally: npt.NDArray[np.float64]
    deals: int
    kept: tuple[Pair | None, ...]


def count(question: Question, run: Run) -> Counted:
    """Count all deals."""
    if question.open and len(question.board) < question.decide_at:
        tally, deals = _by_rows(question, run)
        return Counted(tally, deals, kept_of(question))
    if question.open:
        question = keep_once(question, run)
    ways = _work(question)
    by = _by_hands if min(ways, key=lambda way: ways[way]) == "hands" else _by_boards
    return Counted(*by(question, run), kept_of(question))


def exact_work(question: Question) -> float:
    """What `count` takes, in microseconds on one thread, roughly."""
    if not question.open:
        return min(_work(question).values())
    work, open_cards = option_work(question), int(question.deck.sum())
    if len(question.board) == question.decide_at:
        return work * comb(int(question.deck.sum()), 5 - len(question.board)) + min(
            _work(question, chosen=True).values()
        )
    open_cards = int(question.deck.sum())
    rows = comb(open_cards, question.decide_at - len(question.board))
    boards = rows * comb(open_cards - question.decide_at + len(question.board), 5 - question.decide_at)
    sizes = _sizes(question, chosen=True)
    return boards * (work + RANK_COST * sum(sizes) + DEAL_COST * len(sizes) * prod(sizes))


def option_work(question: Question) -> float:
    """What it takes to weigh all options on a board, in the same unit."""
    sizes = _sizes(question)
    options = sum(map(len, question.options))
    terms = len(sizes) ** 2 * (3 if question.game.has_low else 1)
    return RANK_COST * sum(sizes) + options * (OPTION_COST + MEET_COST * sum(sizes) + TERM_COST * terms)


def _sizes(question: Question, chosen: bool = False) -> list[int]:
    """How many combos each seat has; one where it has ``chosen``."""
    sizes = [int(np.count_nonzero(weights)) for weights in question.weights]
    return [1 if chosen and own else size for own, size in zip(question.options, sizes, strict=True)]


def _work(question: Question, chosen: bool = False) -> dict[str, float]:
    """Ways to count a question where nothing is left to throw -> microseconds, roughly."""
    sizes = _sizes(question, chosen)
    joints, size = float(prod(sizes)), 5 - len(question.board)
    boards = comb(int(question.deck.sum()), size)
    work = {"boards": boards * (RANK_COST * sum(sizes) + DEAL_COST * len(sizes) * joints)}
    if joints * len(sizes) <= MOST_LISTED:
        alike = len(suit_symmetries((), question.board, question.gone)) if joints > 1 else 1
        # up to suits; those few sets that look alike after a permutation are left out of account
        work["hands"] = max(1.0, joints / alike) * len(sizes) * HANDS_COST[size] + joints * alike * 0.1
    return work


def kept_of(question: Question) -> tuple[Pair | None, ...]:
    """The two cards of each seat that has just these."""
    found = [np.flatnonzero(weights) for weights in question.weights]
    return tuple(
        (int(COMBO_CARDS[combos[0], 1]), int(COMBO_CARDS[combos[0], 0])) if len(combos) == 1 else None
        for combos in found
    )


def seats_of(question: Question) -> Any:
    """All seats' combos as `kernels.discards` reads them, options in their order."""
    from holdem_eq.kernels.discards import Seats

    places = [
        [combo_index(*pair) for pair in own] or np.flatnonzero(weights).tolist()
        for own, weights in zip(question.options, question.weights, strict=True)
    ]
    return Seats(
        np.cumsum([0, *map(len, places)]).astype(np.int64),
        np.array([bool(own) for own in question.options]),
        np.ascontiguousarray(COMBO_CARDS[np.concatenate(places)]),
        np.concatenate([weights[own] for weights, own in zip(question.weights, places, strict=True)]),
    )


def _inputs(question: Question) -> tuple[Any, npt.NDArray[np.uint8], RankTables, Lows]:
    """What kernels are handed: combos, the board, tables of ranks and of lows."""
    return seats_of(question), np.array(question.board, np.uint8), rank_tables(), question.game.lows


def _symmetric(question: Question) -> tuple[Weights, ...]:
    """Weights that a permutation of suits must leave alone: ranges, and each option by itself."""
    single = []
    for pair in (pair for own in question.options for pair in own):
        weights = np.zeros(COMBO_COUNT)
        weights[combo_index(*pair)] = 1.0
        single.append(weights)
    return (*question.weights, *single)


def _runouts(question: Question, size: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """The next ``size`` cards up to suits that all seats treat alike, and how many each row stands for."""
    from holdem_eq.kernels.runouts import enumerate_runouts

    deck = question.deck
    group = suit_symmetries(_symmetric(question), question.board, question.closed_cards)
    most = comb(int(deck.sum()), size)
    cards, counts = np.empty((most, size), np.uint8), np.empty(most)
    found = int(enumerate_runouts(deck, size, suit_maps()[group], cards, counts))
    return cards[:found], counts[:found]


def _blocks(items: int, cost: float) -> list[slice]:
    """Even parts of items that take ``cost`` microseconds each; the same for any number of threads."""
    size = max(1, min(MOST_ITEMS, int(BLOCK_COST / max(cost, 1.0))))
    edges = np.linspace(0, items, -(-items // size) + 1).astype(np.int64).tolist()
    return [slice(start, stop) for start, stop in pairwise(edges)]


def _sum(
    question: Question, work: Callable[[slice], Found], blocks: list[slice], run: Run
) -> tuple[npt.NDArray[np.float64], int]:
    """Do blocks, and add up what they found in their order."""
    tally, deals = np.zeros((4, 1 << len(question.players))), 0

    def take(found: Found) -> None:
        nonlocal deals
        np.add(tally, found[0], out=tally)
        deals += int(found[1])

    run.do([Job(len(blocks), lambda number: work(blocks[number]), take)])
    return tally, deals


def keep_once(question: Question, run: Run, max_work: float = inf) -> Question:
    """The question after seats chose on the board that lies.

    Where weighing options on every board would take more seconds than ``max_work``, it is done on
    every n-th of them in their order, by ranks and then suits.
    """
    from holdem_eq.kernels.discards import choose, weigh_options

    cards, counts = _runouts(question, 5 - len(question.board))
    step = max(1, ceil(len(cards) * option_work(question) / (max_work * 1e6)))
    cards, counts = np.ascontiguousarray(cards[::step]), np.ascontiguousarray(counts[::step])
    seats, board, tables, lows = _inputs(question)

    def work(part: slice) -> npt.NDArray[np.float64]:
        worths: npt.NDArray[np.float64] = weigh_options(cards[part], counts[part], board, seats, tables, lows)
        return worths

    worths, blocks = np.zeros(len(seats.weights)), _blocks(len(cards), option_work(question))
    run.do([Job(len(blocks), lambda number: work(blocks[number]), lambda part: np.add(worths, part, out=worths))])
    pairs: list[Pair | None] = []
    for (start, stop), own in zip(pairwise(seats.starts), question.options, strict=True):
        pairs.append(own[int(choose(worths, start, stop)) - int(start)] if own else None)
    return question.keep(pairs)


def _by_rows(question: Question, run: Run) -> tuple[npt.NDArray[np.float64], int]:
    """The cards until the discard row by row, in each a choice and all that follows."""
    from holdem_eq.kernels.discards import play_rows

    cards, counts = _runouts(question, question.decide_at - len(question.board))
    (seats, board, tables, lows), deck = _inputs(question), question.deck

    def work(part: slice) -> tuple[npt.NDArray[np.float64], int]:
        found: tuple[npt.NDArray[np.float64], int] = play_rows(
            cards[part], counts[part], board, deck, seats, tables, lows
        )
        return found

    each = exact_work(question) / max(1, comb(int(deck.sum()), cards.shape[1]))
    return _sum(question, work, _blocks(len(cards), each), run)


def _by_boards(question: Question, run: Run) -> tuple[npt.NDArray[np.float64], int]:
    """Board by board, every joint deal on each."""
    from holdem_eq.kernels.hilo import deal_hands

    cards, counts = _runouts(question, 5 - len(question.board))
    seats, board, tables, lows = _inputs(question)

    def work(part: slice) -> tuple[npt.NDArray[np.float64], int]:
        found: tuple[npt.NDArray[np.float64], int] = deal_hands(
            cards[part], counts[part], seats.starts, seats.cards, seats.weights, board, tables, lows
        )
        return found

    return _sum(question, work, _blocks(len(cards), _work(question)["boards"] / max(1, len(cards))), run)


def _by_hands(question: Question, run: Run) -> tuple[npt.NDArray[np.float64], int]:
    """Set of hands by set of hands, those that differ by suits alone once."""
    from holdem_eq.kernels.hilo import count_many

    joints, weights = list_joints(question.weights)
    open_cards = int(question.deck.sum()) - 2 * len(question.players)
    deals = len(joints) * comb(max(0, open_cards), 5 - len(question.board))
    joints, weights = _up_to_suits(joints, weights, question)
    hands = np.ascontiguousarray(COMBO_CARDS[joints])
    board, deck, tables, lows = np.array(question.board, np.uint8), question.deck, rank_tables(), question.game.lows

    def work(part: slice) -> tuple[npt.NDArray[np.float64], int]:
        return count_many(hands[part], weights[part], board, deck, tables, lows), 0

    blocks = _blocks(len(joints), len(question.players) * HANDS_COST[5 - len(board)])
    return _sum(question, work, blocks, run)[0], deals


def list_joints(weights: tuple[Weights, ...]) -> tuple[npt.NDArray[np.int64], Weights]:
    """Every choice of one combo a seat that shares no card: int64 (n, seats), and the products of their weights."""
    masks = (np.uint64(1) << COMBO_CARDS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    joints, taken, product = np.zeros((1, 0), np.int64), np.zeros(1, np.uint64), np.ones(1)
    for seat in weights:
        combos = np.flatnonzero(seat)
        rows, columns = np.nonzero((taken[:, None] & masks[combos]) == 0)
        chosen = combos[columns]
        joints = np.column_stack((joints[rows], chosen))
        taken, product = taken[rows] | masks[chosen], product[rows] * seat[chosen]
    return joints, product


def _up_to_suits(
    joints: npt.NDArray[np.int64], weights: Weights, question: Question
) -> tuple[npt.NDArray[np.int64], Weights]:
    """Sets of hands that are one after a permutation of suits, which board and dead cards survive, taken together."""
    seats = joints.shape[1]
    if len(joints) < 2 or seats > 5:  # five combos fit a number
        return joints, weights
    group = suit_symmetries((), question.board, question.gone)
    shifts = 11 * np.arange(seats)
    least = np.full(len(joints), np.iinfo(np.int64).max)
    for row in group:
        np.minimum(least, (combo_images()[row][joints] << shifts).sum(axis=1), out=least)
    found, number = np.unique(least, return_inverse=True)
    merged = np.zeros(len(found))
    np.add.at(merged, number, weights)
    return (found[:, None] >> shifts & 2047).astype(np.int64), merged
