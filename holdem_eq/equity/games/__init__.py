"""Games beside hold'em: split pots, and hands of three or four cards of which some are thrown.

``question`` reads and checks what was asked, ``exact`` counts it, ``totals`` is what that gives; the rules of
discards are in ``docs/games.md``.
"""

from __future__ import annotations

from holdem_eq.equity.games.api import count_game
from holdem_eq.equity.games.question import GAMES, POLICIES
from holdem_eq.equity.games.totals import GameTotals

__all__ = ["GAMES", "POLICIES", "GameTotals", "count_game"]
