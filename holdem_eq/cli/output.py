"""How the commands print: options for programs, JSON, CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

__all__ = ["add_formats", "print_csv", "print_json"]


def add_formats(parser: argparse.ArgumentParser) -> None:
    """The options ``--json`` and ``--csv``, of which one may be given."""
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--json", action="store_true", help="JSON for programs")
    formats.add_argument("--csv", action="store_true", help="CSV for programs")


def print_json(record: object) -> None:
    """One JSON document on one line."""
    import json

    print(json.dumps(record, allow_nan=False))


def print_csv(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table with a line of headers."""
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(headers)
    writer.writerows(rows)
