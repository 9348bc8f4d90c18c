"""The oracle's brute force with arrays, for spots of millions of boards: same definition, other loops.

It knows a hand only through `tests.oracle`: every rank comes from there, numpy deals and counts.
Like the oracle it imports nothing of holdem_eq. ``test_oracle.py`` holds it to the oracle.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tests import oracle
from tests.oracle import Combo

IntArray = npt.NDArray[Any]

_CHUNK = 1 << 14
_NO_FLUSH = 9999


@dataclass(frozen=True)
class Tally:
    """How often each combo of ours wins, ties and loses against each of theirs: int64 (ours, theirs)."""

    win: IntArray
    tie: IntArray
    lose: IntArray

    @property
    def counts(self) -> tuple[int, int, int]:
        """The sums over all pairs of combos."""
        return int(self.win.sum()), int(self.tie.sum()), int(self.lose.sum())


class Boards:
    """Some boards of five: masks, places among the rank multisets, rank sets of the four suits."""

    def __init__(self, shown: Sequence[int], dead: Sequence[int] = ()) -> None:
        stub = [one for one in oracle.DECK if one not in shown and one not in dead]
        missing = 5 - len(shown)
        flat = chain.from_iterable(combinations(stub, missing))
        size = comb(len(stub), missing)
        dealt = np.fromiter(flat, dtype=np.uint8, count=size * missing).reshape(size, missing)
        fixed = np.broadcast_to(np.array(shown, dtype=np.uint8), (size, len(shown)))
        cards = np.concatenate([fixed, dealt], axis=1)
        ranks = cards >> 2
        self.masks = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        sums = (np.int64(1) << (3 * ranks.astype(np.int64))).sum(axis=1)
        self.sums, self.places = np.unique(sums, return_inverse=True)
        self.suits = [
            np.where(cards & 3 == suit, np.uint16(1) << ranks.astype(np.uint16), np.uint16(0)).sum(
                axis=1, dtype=np.uint16
            )
            for suit in range(4)
        ]

    def __len__(self) -> int:
        return len(self.masks)

    def where(self, wanted: npt.NDArray[np.bool_]) -> Boards:
        """Only some of these boards."""
        found = copy.copy(self)
        found.masks = self.masks[wanted]
        found.places = self.places[wanted]
        found.suits = [sets[wanted] for sets in self.suits]
        return found

    def class_numbers(self, combo: Combo) -> IntArray:
        """The class number of the combo on each board; nothing of meaning where they share a card."""
        own = oracle.Showdown.sum_of(combo)
        plain = np.array([_plain(int(board) + own) for board in self.sums], dtype=np.uint16)
        found: IntArray = plain[self.places]
        for suit, sets in enumerate(self.suits):
            ranks = oracle.Showdown.ranks_of_suit(combo, suit)
            np.minimum(found, _flushes()[sets | np.uint16(ranks)], out=found)
        return found


def _plain(rank_sum: int) -> int:
    if any(rank_sum >> 3 * rank & 7 > 4 for rank in range(13)):
        return 0
    return oracle.SHOWDOWN.plain(rank_sum)


@cache
def _flushes() -> IntArray:
    return np.array(
        [oracle.SHOWDOWN.suited(ranks) if 5 <= ranks.bit_count() <= 7 else _NO_FLUSH for ranks in range(1 << 13)],
        dtype=np.uint16,
    )


def tally(ours: Sequence[Combo], theirs: Sequence[Combo], board: Sequence[int] = (), dead: Sequence[int] = ()) -> Tally:
    """Deal every runout to every pair of combos."""
    boards = _boards(tuple(board), tuple(dead))
    first = [boards.class_numbers(combo) for combo in ours]
    second = np.array([boards.class_numbers(combo) for combo in theirs])
    shown = sum(1 << one for one in {*board, *dead})
    win, tie, lose = (np.zeros((len(ours), len(theirs)), dtype=np.int64) for _ in range(3))
    their_masks = np.array([1 << low | 1 << high for low, high in theirs], dtype=np.uint64)
    for start in range(0, len(boards), _CHUNK):
        part = slice(start, start + _CHUNK)
        masks = boards.masks[part]
        free = (masks[None, :] & their_masks[:, None]) == 0
        free &= ((their_masks & np.uint64(shown)) == 0)[:, None]
        for place, combo in enumerate(ours):
            own = np.uint64(1 << combo[0] | 1 << combo[1])
            if int(own) & shown:
                continue
            mine = first[place][part]
            valid = free & ((masks & own) == 0)[None, :] & ((their_masks & own) == 0)[:, None]
            yours = second[:, part]
            win[place] += ((mine < yours) & valid).sum(axis=1)
            tie[place] += ((mine == yours) & valid).sum(axis=1)
            lose[place] += ((mine > yours) & valid).sum(axis=1)
    return Tally(win, tie, lose)


@cache
def _every_board() -> Boards:
    return Boards(())


def _boards(board: tuple[int, ...], dead: tuple[int, ...]) -> Boards:
    if board:
        return Boards(board, dead)
    every = _every_board()
    if not dead:
        return every
    return every.where(every.masks & np.uint64(sum(1 << one for one in dead)) == 0)
