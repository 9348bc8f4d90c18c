"""``holdem-eq evaluate``: the rank of hands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from holdem_eq import display
from holdem_eq.cli.command import Command, InputError
from holdem_eq.cli.output import add_formats, print_csv, print_json
from holdem_eq.errors import HoldemError

__all__ = ["COMMAND"]


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "hands",
        nargs="*",
        metavar="HAND",
        help="5, 6 or 7 cards as 'AsKsQsJsTs'; - or none: a hand a line from standard input",
    )
    add_formats(parser)


def _run(args: argparse.Namespace) -> int:
    """Rank of hands of 5, 6 or 7 cards, a row per hand."""
    from holdem_eq.evaluator import evaluate

    rows: list[tuple[str, int, str, str, int, str]] = []
    for place, text in _read_hands(args.hands):
        try:
            rank = evaluate(text)
        except HoldemError as error:
            raise InputError(f"{place}{error}") from error
        rows.append((text, int(rank), str(rank), str(rank.category), rank.class_number, rank.best_five))
    names = ("cards", "hand_rank", "words", "category", "class_number", "best_five")
    if args.json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
    elif args.csv:
        print_csv(names, rows)
    else:
        headers = ("cards", "rank", "category", "class", "best five")
        print(display.table_text(headers, [(row[0], *row[2:]) for row in rows], align="lllrl"))
    return 0


def _read_hands(arguments: list[str]) -> Iterator[tuple[str, str]]:
    """Where a hand stands, for messages, and its text."""
    if len(arguments) > 1 and all(len(argument) <= 3 for argument in arguments):
        arguments = [" ".join(arguments)]  # evaluate As Ks Qs Js Ts: one hand, not quoted
    for argument in arguments or ["-"]:
        if argument != "-":
            yield "", argument
            continue
        for number, line in enumerate(sys.stdin or (), start=1):
            if text := line.strip():
                yield f"line {number}: ", text


COMMAND: Final = Command(
    _add_arguments,
    _run,
    usage="[HAND ...] [options]",
    summary="rank of hands of 5, 6 or 7 cards",
    examples="""\
  holdem-eq evaluate As Ks Qs Js Ts
  holdem-eq evaluate AhKd7c7d2s2h9c "3h 3d 3c 8s 8h"
  holdem-eq evaluate --csv < hands.txt""",
)
