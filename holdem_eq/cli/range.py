"""``holdem-eq range``: a range as a grid."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from holdem_eq import display
from holdem_eq.cli.command import Command, InputError
from holdem_eq.cli.output import add_formats, print_csv, print_json
from holdem_eq.cli.reading import add_reading, read_range

if TYPE_CHECKING:
    from holdem_eq.ranges import Range

__all__ = ["COMMAND"]


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="RANGE", help="range text as '22+,A2s+'")
    add_reading(parser)
    parser.add_argument(
        "--order",
        metavar="NAME",
        help="for a RANGE as 15%%: v3random (default) or vrandom, by equity against three random hands or against one",
    )
    parser.add_argument("--svg", metavar="FILE", help="also write the grid as a picture")
    add_formats(parser)


def _run(args: argparse.Namespace) -> int:
    """Draw a range: the 13x13 grid, how many combos, the text written shortest."""
    hands = _read_top(args.text, args.order) if args.order else read_range(args.text, args)
    text, combos = str(hands), [(combo, float(weight)) for combo, weight in hands.combos()]
    if args.svg:
        from pathlib import Path

        Path(args.svg).write_text(display.grid_svg(hands.grid(), title=text) + "\n", encoding="utf-8", newline="\n")
    if args.json:
        print_json({"text": text, "combos": len(hands), "percent": float(hands.percent), "weights": dict(combos)})
    elif args.csv:
        print_csv(("combo", "weight"), combos)
    else:
        print(display.grid_text(hands.grid()))
        print(f"\n{len(hands)} combos, {hands.percent:.2f} % of all hands")
        print(text)
    return 0


def _read_top(text: str, order: str) -> Range:
    from holdem_eq.ranges import Range

    number = text.strip().removesuffix("%")
    if number == text.strip() or not number.replace(".", "", 1).isdecimal():
        raise InputError(f"--order goes with one percentage, as in 15%, not with {text!r}")
    return Range.top(float(number), order)


COMMAND: Final = Command(
    _add_arguments,
    _run,
    usage="RANGE [options]",
    summary="draw a range and count its combos",
    examples="""\
  holdem-eq range "22+,A2s+"
  holdem-eq range "15%" --svg top15.svg
  holdem-eq range "98s+" --dialect pio --csv""",
)
