"""Named hands against each other: counts of boards by who wins, without dealing every board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from holdem_eq.kernels._jit import inlined, kernel
from holdem_eq.kernels.multisets import make_walk, open_showdown, winner_sets

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["count_winners"]


@inlined
def _hold(held: Any, _rank: Any, _low_bits: Any) -> Any:
    """No low: nothing is held."""
    return held


@inlined
def _score(
    key: Any, _held: Any, weight: Any, flushing: bool, hand_keys: Any, _hand_lows: Any, flush_ranks: Any,
    ranks: Any, _low_ranks: Any, tally: Any,
) -> None:  # fmt: skip
    """One board by its key: count it for its winners, or move it to them from the flushless count."""
    plain_set, winners, _ = winner_sets(key, flushing, hand_keys, flush_ranks, ranks)
    if not flushing:
        tally[plain_set] += weight
    elif winners != plain_set:
        tally[plain_set] -= weight
        tally[winners] += weight


_walk = make_walk("showdown", _hold, _score)


@kernel
def count_winners(hands: Any, board: Any, deck: Any, tables: RankTables) -> Any:
    """Boards by winner set.

    Args:
        hands: uint8 (seats, 2), 2 to 10 seats.
        board: uint8 (k,), the cards that lie there.
        deck: bool (52,), the cards that can come.
        tables: the rank tables.

    Returns:
        int64 (2**seats,): how many runouts of 5 - k cards the seats of each set win together.
    """
    tally, no_lows = np.zeros(1 << len(hands), np.int64), np.zeros(0, np.uint64)
    showdown, key, held = open_showdown(hands, board, deck, tables, no_lows, no_lows, tally)
    _walk(5 - len(board), key, held, showdown)
    return tally
