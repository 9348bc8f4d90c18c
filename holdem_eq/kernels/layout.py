"""Where things stand in the rank tables; plain numbers, read by kernels, builder and evaluator.

``ranks`` is one uint16 array so that a kernel is handed two arrays in all:

====================  =======  ===============================================================
part                  entries  index
====================  =======  ===============================================================
flush ranks             8,192  13-bit rank mask of the suit that has five cards or more
rows, then slots (5)    8,192  ``rows[key >> 51]`` shifts the row, ``+ (key >> 32)`` picks the
                      + 8,192  slot, modulo the number of slots
rows, then slots (6)    8,192
                     + 32,768
rows, then slots (7)    8,192
                     + 65,536
====================  =======  ===============================================================
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "BAD_ID",
    "BIAS",
    "CATEGORY_SHIFT",
    "FLUSH",
    "FLUSH_BITS",
    "HASH_SHIFT",
    "ROWS",
    "ROW_BITS",
    "ROW_SHIFT",
    "SIZE",
    "SLOTS",
    "SLOT_BITS",
]

CATEGORY_SHIFT: Final = 12
"""hand rank >> 12 is the category, 1 high card ... 9 straight flush."""

HASH_SHIFT: Final = 32
"""The high half of a key is the rank sum, the low half holds four 4-bit suit counters."""
BIAS: Final = 0x3333
"""Counters start at 3, so that bit 3 of one says "five or more"."""
FLUSH: Final = 0x8888
BAD_ID: Final = 1 << 28
"""Added by every id above 51; at most seven of them, so bits 28..30."""

FLUSH_BITS: Final = 13
ROW_BITS: Final = 13
ROW_SHIFT: Final = 64 - ROW_BITS
SLOT_BITS: Final = {5: 13, 6: 15, 7: 16}
ROWS: Final = {5: 8192, 6: 24576, 7: 65536}
SLOTS: Final = {5: 16384, 6: 32768, 7: 73728}
SIZE: Final = 139264
