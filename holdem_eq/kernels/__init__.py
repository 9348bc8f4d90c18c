"""Nopython kernels: ints and arrays in, ints and arrays out, nothing checked.

``rank5``, ``rank6`` and ``rank7`` are meant for your own ``@njit`` code:

>>> import numba
>>> import holdem_eq as he
>>> from holdem_eq.kernels import rank7
>>> @numba.njit
... def count_pairs(hands, tables):
...     pairs = 0
...     for i in range(len(hands)):
...         h = hands[i]
...         pairs += rank7((h[0], h[1], h[2], h[3], h[4], h[5], h[6]), tables) >> 12 == 2
...     return pairs
>>> count_pairs([(0, 1, 10, 20, 30, 40, 51)], he.rank_tables())  # doctest: +SKIP
1
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdem_eq.kernels.ranking import rank5, rank6, rank7

__all__ = ["rank5", "rank6", "rank7"]


def __getattr__(name: str) -> Any:
    if name in __all__:  # numba is imported by the first use, not with the package
        return getattr(importlib.import_module("holdem_eq.kernels.ranking"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
