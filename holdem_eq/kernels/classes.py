"""Which combos rank alike on a board: 91 classes of two ranks, and the combos that flush.

Off a flush, only the two ranks of a combo matter. Class ``hi * (hi + 1) // 2 + lo`` has the
combos of ranks ``hi >= lo``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy import int64, uint64

from holdem_eq.kernels._jit import kernel
from holdem_eq.kernels.ranking import look_up7

if TYPE_CHECKING:
    from holdem_eq.tables.load import RankTables

__all__ = ["CLASSES", "flush_items", "order_classes"]

CLASSES = 91


@kernel
def order_classes(board_key: Any, classes: Any, tables: RankTables, order: Any) -> None:
    """Sort ``classes`` by rank on a board; ``order`` gets ``rank << 7 | class``, ascending."""
    keys, ranks = tables.keys, tables.ranks
    hi = 0
    for i in range(len(classes)):
        number = classes[i]
        while (hi + 1) * (hi + 2) // 2 <= number:
            hi += 1
        lo = number - hi * (hi + 1) // 2
        item = int64(look_up7(board_key + keys[4 * hi] + keys[4 * lo], ranks)) << 7 | number
        place = i
        while place > 0 and order[place - 1] > item:
            order[place] = order[place - 1]
            place -= 1
        order[place] = item


@kernel
def flush_items(suit: Any, held: Any, shown: Any, alive: Any, wanted: Any, ranks: Any, items: Any) -> int:
    """Write the combos that flush on a board with ``shown`` cards of ``suit``; returns how many items.

    ``held`` are the ranks of the suit on the board, ``alive`` float64 (52,) is 0 for cards that
    are gone, ``wanted`` bool (1326,) the combos that matter. An item is ``rank << 16 | card << 8 | other``, the higher card first; ``other`` is 255 where
    any card of another suit will do. Ascending by rank: but for straight flushes they come so.
    """
    count = 0
    for high in range(suit, 52, 4):
        if alive[high] == 0.0:
            continue
        high_bit = uint64(1) << uint64(high >> 2)
        for low in range(suit, high + 1, 4):
            other = low
            if low == high:
                if shown == 3:
                    continue
                other = 255
            elif alive[low] == 0.0 or not wanted[high * (high - 1) // 2 + low]:
                continue
            item = int64(ranks[held | high_bit | uint64(1) << uint64(low >> 2)]) << 16 | high << 8 | other
            place = count
            while place > 0 and items[place - 1] > item:
                items[place] = items[place - 1]
                place -= 1
            items[place] = item
            count += 1
    return count
