"""Equity: who wins how often, for hands and ranges.

``spot`` reads and checks what was asked, ``preflop``, ``boards`` and ``showdown`` count,
``tallies`` chooses between them, ``result`` presents.
"""

from __future__ import annotations

from holdem_eq.equity.api import equity
from holdem_eq.equity.result import EquityResult

__all__ = ["EquityResult", "equity"]
