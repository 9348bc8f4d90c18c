"""What people ask on a flop, answered exactly: next cards, ranges combo by combo, kinds of hands.

``docs/analysis.md`` defines every word and number; ``holdem_eq.plots`` draws what comes back.
"""

from __future__ import annotations

from holdem_eq.analysis.categories import categories_by_combo, category_distribution
from holdem_eq.analysis.distribution import equity_distribution
from holdem_eq.analysis.next_card import equity_by_next_card

__all__ = ["categories_by_combo", "category_distribution", "equity_by_next_card", "equity_distribution"]
