"""Everything that is measured, in the order of the tables."""

from __future__ import annotations

from . import equity_cases, process_cases, ranking_cases, rules_cases
from .growth import GROWTH
from .memory import JOBS

__all__ = ["CASES", "GROWTH", "JOBS"]

CASES = (*ranking_cases.CASES, *equity_cases.CASES, *rules_cases.CASES, *process_cases.CASES)
