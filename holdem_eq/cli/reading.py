"""How the commands read ranges: the options, and the reading itself."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from holdem_eq.ranges import Range

__all__ = ["DIALECTS", "ON_OVERLAP", "add_reading", "read_range"]

DIALECTS: Final = ("default", "pio")
ON_OVERLAP: Final = ("max", "first", "last", "sum-capped")


def add_reading(parser: argparse.ArgumentParser) -> None:
    """The options ``--dialect`` and ``--on-overlap``."""
    parser.add_argument(
        "--dialect",
        choices=DIALECTS,
        default=DIALECTS[0],
        help="how 98s+ is read: only 98s (default), or climbing 98s, T9s ... AKs (pio)",
    )
    parser.add_argument(
        "--on-overlap",
        choices=ON_OVERLAP,
        default=ON_OVERLAP[0],
        help="the weight of a combo that a range names with two: the largest with a warning (max, the default),"
        " the first, the last, or their sum up to 1",
    )


def read_range(text: str, args: argparse.Namespace) -> Range:
    """A range, read as the options say."""
    from holdem_eq.ranges import Range

    return Range(text, dialect=args.dialect, on_overlap=args.on_overlap)
