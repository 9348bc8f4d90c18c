"""Combos of several seats drawn together: each from its weights, none with a card of another.

Seats are drawn one after another, and a conflict throws all of them away. That alone is exact,
and slow where conflicts are the rule. So some cards, the hot ones, are looked after in advance:
``completions[s, H]`` is the chance that seats s, s + 1, ... drawn independently would share no hot
card with each other or with the set H. A combo of seat s is then drawn with its weight times the
completions that it leaves, which is the exact joint distribution as far as hot cards go; other
cards still cost a restart. With no hot cards this is plain redrawing, with all contested cards hot
nothing is ever redrawn. Proof: docs/monte-carlo.md.

Cards go by place in the deck of the plan, hot ones first: a set of hot cards is an index.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import uint8, uint64

from holdem_eq.kernels._jit import inlined, kernel, popcount
from holdem_eq.kernels.rng import GOLDEN, mix

__all__ = ["Joint", "add_completions", "draw_joint", "make_room"]

CARDS = uint64((1 << 52) - 1)
LOW_PLACE, HIGH_PLACE, PLACE = uint64(52), uint64(58), uint64(63)
UNIT_BITS = uint64(53)
UNIT_MASK = uint64((1 << 53) - 1)
UNIT_SHIFT = uint64(11)
TO_UNIT = 2.0**-53
TRIES = 512
"""Deals that are tried side by side."""


class Joint(NamedTuple):
    """The ranges of the seats that are drawn together, m of them, ready for drawing.

    A combo is a word: bits 0 to 51 its two cards by place, bits 52 and 58 upwards the two places.

    Attributes:
        starts: int64 (m,), where the columns of a seat's range begin; equal ranges share theirs.
        sizes: uint64 (m,), how many there are.
        columns: uint64 (n, 3), an alias table: threshold of 2**53, the combo below it, the other.
        words: uint64 (n,), the combos themselves.
        weights: float64 (n,), their weights; those of a range sum to 1.
        hot: uint64, the hot places, ``2**t - 1``.
        completions: float64 (m + 1, 2**t).
    """

    starts: Any
    sizes: Any
    columns: Any
    words: Any
    weights: Any
    hot: Any
    completions: Any


@kernel
def add_completions(hot_sets: Any, weights: Any, most: Any, later: Any, result: Any) -> None:
    """One seat's step towards `Joint.completions`, from the seats after it to it.

    Cost: sets of hot cards times groups of combos; 0.1 s for 2**20 and 211.

    Args:
        hot_sets: uint64 (g,), the hot cards of a group of combos, at most two of them.
        weights: float64 (g,), weight of the group.
        most: uint64, how many hot cards the seats before can hold; larger sets are left out.
        later: float64 (2**t,), completions of the next seat.
        result: float64 (2**t,), zeros; written.
    """
    size = uint64(len(result))
    for group in range(len(hot_sets)):
        own, weight = hot_sets[group], weights[group]
        held = uint64(0)
        while held < size:  # every set without the group's own cards, upwards
            if popcount(held) <= most:
                result[held] += weight * later[held | own]
            held = ((held | own) + uint64(1)) & ~own


@inlined
def _pick(number: Any, start: Any, size: Any, columns: Any) -> Any:
    """A combo of a range by its weight, from one random number: Walker's alias method."""
    product = (number >> UNIT_SHIFT) * size
    column = start + (product >> UNIT_BITS)
    second = uint64((product & UNIT_MASK) >= columns[column, uint64(0)])
    return columns[column, uint64(1) + second]


@kernel
def _scan(unit: float, seat: Any, held: Any, joint: Joint) -> Any:
    """A combo of a seat by its weight times the completions it leaves, by walking over all of them."""
    start, size = uint64(joint.starts[seat]), joint.sizes[seat]
    later = joint.completions[seat + 1]
    rest = unit * joint.completions[seat, held]
    found = uint64(0)
    for place in range(size):
        word = joint.words[start + place]
        own = word & joint.hot
        if own & held == uint64(0):
            share = joint.weights[start + place] * later[held | own]
            if share > 0.0:
                found = word
                rest -= share
                if rest < 0.0:
                    break
    return found


@kernel
def make_room(joint: Joint) -> Any:
    """What `draw_joint` works in: uint64 (m, TRIES) words, uint64 (TRIES,) cards used, uint64 (2, TRIES) lists."""
    words = np.zeros((len(joint.sizes), TRIES), np.uint64)
    return words, np.zeros(TRIES, np.uint64), np.zeros((2, TRIES), np.uint64)


@kernel
def _draw_seat(state: Any, seat: Any, going: Any, joint: Joint, words: Any, used: Any, lists: Any) -> Any:
    """One seat's combos, ``words``, for the tries that are still going.

    Nothing branches on what is drawn: a try moves on, stays for another draw or drops out by
    being written to a list or not. Those going come in ``lists[0]`` and leave in ``lists[1]``.
    Returns the state of the stream, how many tries go on, and how many combos were drawn.
    """
    columns, hot, completions = joint.columns, joint.hot, joint.completions
    start, size = uint64(joint.starts[seat]), joint.sizes[seat]
    waiting, survivors = lists[0], lists[1]
    scan_cost = float(size) + 24.0  # of walking over all combos, in quarters of a draw
    draws, onward = uint64(0), uint64(0)
    while going > uint64(0):
        draws += going
        again = uint64(0)
        for place in range(going):
            column = waiting[place]
            taken = used[column]
            state += GOLDEN
            word = _pick(mix(state), start, size, columns)
            kept = uint64(1)
            if hot != uint64(0):
                held, own = taken & hot, word & hot
                before = completions[seat + 1, held]
                state += GOLDEN
                unit = float(mix(state) >> UNIT_SHIFT) * TO_UNIT
                if completions[seat, held] * scan_cost < 4.0 * before:
                    word = _scan(unit, seat, held, joint)  # else nearly all draws would be turned down
                else:
                    kept = uint64((own & held == uint64(0)) & (unit * before < completions[seat + 1, held | own]))
            words[column] = word
            used[column] = taken | (word & CARDS) * kept
            waiting[again] = column
            again += kept ^ uint64(1)
            survivors[onward] = column
            onward += kept & uint64(word & taken & CARDS == uint64(0))
        going = again
    return state, onward, draws


@kernel
def draw_joint(state: Any, filled: Any, joint: Joint, room: Any, cards: Any) -> Any:
    """Try `TRIES` times to draw a combo for every seat; add the tries that succeed, in their order.

    Args:
        state: uint64, of the random stream.
        filled: uint64, how many deals ``cards`` holds.
        joint: the ranges.
        room: from `make_room`.
        cards: uint8 (2 * m or more, n), by row and deal: the places that seat s holds go to rows
            ``2 * s`` and ``2 * s + 1``. Where there is no room the last tries are left out.

    Returns:
        uint64 each: the state after; how many deals ``cards`` holds now; how many combos were drawn.
    """
    words, used, lists = room
    going, draws = uint64(TRIES), uint64(0)
    for column in range(TRIES):
        used[column] = uint64(0)
        lists[0, column] = uint64(column)
    for seat in range(len(joint.sizes)):
        state, going, more = _draw_seat(state, seat, going, joint, words[seat], used, lists)
        draws += more
        for place in range(going):
            lists[0, place] = lists[1, place]
    # Back into the order of the tries: who came through first depends on the cards.
    for column in range(TRIES):
        used[column] = uint64(0)
    for place in range(going):
        used[lists[0, place]] = uint64(1)
    done = uint64(0)
    for column in range(TRIES):
        lists[0, done] = uint64(column)
        done += used[column]
    done = min(done, uint64(cards.shape[1]) - filled)
    for seat in range(len(joint.sizes)):
        low, high = cards[2 * seat], cards[2 * seat + 1]
        for place in range(done):
            word = words[seat, lists[0, place]]
            low[filled + place] = uint8(word >> LOW_PLACE & PLACE)
            high[filled + place] = uint8(word >> HIGH_PLACE)
    return state, filled + done, draws
