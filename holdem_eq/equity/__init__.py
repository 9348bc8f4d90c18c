"""Equity: who wins how often, for hands and ranges.

``spot`` reads and checks what was asked, ``choice`` finds the cheapest way to count it,
``heads_up`` (with ``preflop``, ``boards``, ``showdown``), ``three_ranges`` and ``one_by_one`` count,
``tallies`` is what they give, ``result`` presents it.
"""

from __future__ import annotations

from holdem_eq.equity.api import equity
from holdem_eq.equity.matrix import equity_by_board, equity_matrix
from holdem_eq.equity.result import EquityResult

__all__ = ["EquityResult", "equity", "equity_by_board", "equity_matrix"]
