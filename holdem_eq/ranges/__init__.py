"""Ranges of hole cards: text to weights and back, sets, orders of hands.

>>> from holdem_eq.ranges import Range
>>> Range("22+, A2s+, AKo").percent > Range.top(9).percent
True
"""

from holdem_eq.ranges.range import Range

__all__ = ["Range"]
