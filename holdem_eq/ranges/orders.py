"""Orders of the 169 starting hands, best first, and the top of one in percent.

``vrandom`` orders by equity against one random hand, ``v3random`` by equity against three
random hands, which values suited and connected cards more and small pairs less; it is the
default. Both are exact: ``orders.txt`` holds the counts, and says how they were made. Hands of equal
equity stand in the order of the grid, AA, AKs, AQs ... 22.

>>> ordered_hands("vrandom")[:3]
('AA', 'KK', 'QQ')
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, isfinite
from pathlib import Path
from typing import Final

import numpy as np

from holdem_eq.cards import COMBO_COUNT
from holdem_eq.errors import HoldemError, TableIntegrityError
from holdem_eq.ranges.starting_hands import HAND_MASKS, HAND_SIZES, HANDS

__all__ = ["DEFAULT_ORDER", "ORDERS", "ORDERS_FILE", "PLAYERS", "POTS", "ordered_hands", "top_mask"]

ORDERS: Final = ("vrandom", "v3random")
DEFAULT_ORDER: Final = "v3random"
CURE: Final = "reinstall holdem_eq"
ORDERS_FILE: Final = Path(__file__).with_name("orders.txt")

POTS: Final = {"vrandom": 2 * comb(50, 5) * comb(45, 2), "v3random": 12 * comb(50, 5) * comb(45, 6) * 15}
"""All a combo can win: halves of a pot over deals with one opponent, twelfths with three."""
PLAYERS: Final = {"vrandom": 2, "v3random": 4}

_ROUNDING: Final = 1e-9
"""Combos that a percentage may miss by for want of digits: the percent of a range finds the range."""


def ordered_hands(order: str = DEFAULT_ORDER) -> tuple[str, ...]:
    """The 169 starting hands, best first.

    Raises:
        HoldemError: for an order that does not exist.
    """
    return tuple(HANDS[hand] for hand in _ordered_numbers(order))


def top_mask(percent: float, order: str = DEFAULT_ORDER) -> int:
    """Combo mask of the best ``percent`` (0 to 100) of the 1326 combos.

    Whole starting hands are taken, best first, until they make up at least ``percent``; so the
    last one may exceed it by up to 11 combos, or 0.83 percent. A smaller percentage is always
    contained in a larger one, 0 is nothing and 100 is everything.

    Raises:
        HoldemError: for a percentage outside 0 to 100, or an order that does not exist.

    >>> top_mask(0.4).bit_count(), top_mask(0.5).bit_count(), top_mask(100).bit_count()
    (6, 12, 1326)
    """
    if not isinstance(percent, (int, float, np.integer, np.floating)) or not (
        isfinite(percent) and 0 <= percent <= 100
    ):
        raise HoldemError(f"the top {percent!r} percent is no range; give a number from 0 to 100")
    wanted = percent * COMBO_COUNT / 100 - _ROUNDING
    mask, taken = 0, 0
    for number in _ordered_numbers(order):
        if taken >= wanted:
            break
        mask |= HAND_MASKS[number]
        taken += int(HAND_SIZES[number])
    return mask


@lru_cache
def _ordered_numbers(order: str) -> tuple[int, ...]:
    if order not in ORDERS:
        raise HoldemError(f"there is no order {order!r}; choose one of {', '.join(map(repr, ORDERS))}")
    scores = _read_scores(ORDERS.index(order))
    total = sum(score * int(size) for score, size in zip(scores, HAND_SIZES, strict=True))
    if total * PLAYERS[order] != POTS[order] * COMBO_COUNT:  # every pot is won exactly once
        raise TableIntegrityError(f"{ORDERS_FILE.name} is damaged ({order} adds up to {total:,}); {CURE}")
    return tuple(sorted(range(len(HANDS)), key=lambda hand: -scores[hand]))  # stable: ties keep the grid's order


def _read_scores(column: int) -> list[int]:
    """One column of the data file, by number of the starting hand."""
    try:
        lines = ORDERS_FILE.read_text(encoding="ascii").splitlines()
        rows = [line.split() for line in lines if not line.startswith("#")]
        if rows[0] != ["hand", *ORDERS] or tuple(row[0] for row in rows[1:]) != HANDS:
            raise ValueError("other columns or hands")
        return [int(row[1 + column]) for row in rows[1:]]
    except (OSError, ValueError, IndexError) as error:
        raise TableIntegrityError(f"{ORDERS_FILE.name} cannot be read ({error}); {CURE}") from error
