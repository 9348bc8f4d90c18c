"""Everything that is measured, in the order of the table."""

from __future__ import annotations

from . import equity_cases, rules_cases

__all__ = ["CASES"]

CASES = (*equity_cases.CASES, *rules_cases.CASES)
