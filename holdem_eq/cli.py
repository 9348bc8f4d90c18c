"""The command line: ``holdem-eq equity``, ``evaluate`` and ``range``.

People get tables, programs ``--json`` (one document) or ``--csv`` (one table). Bad input ends
with exit code 2 and one line on standard error. Nothing heavy is imported before a command
needs it: start-up is most of what a short call costs.

>>> main(["range", "JTs", "--csv"])
combo,weight
JsTs,1.0
JhTh,1.0
JdTd,1.0
JcTc,1.0
0
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from holdem_eq import __version__, display
from holdem_eq.errors import HoldemError, RangeWarning

if TYPE_CHECKING:
    from holdem_eq.equity import EquityResult
    from holdem_eq.ranges import Range

__all__ = ["main"]

_PROG: Final = "holdem-eq"
_DIALECTS: Final = ("default", "pio")
_ON_OVERLAP: Final = ("max", "first", "last", "sum-capped")
_LABEL_WIDTH: Final = 38

_EXIT_BAD_INPUT: Final = 2
_EXIT_INTERRUPTED: Final = 130  # 128 + SIGINT, as shells report it
_EXIT_BROKEN_PIPE: Final = 141  # 128 + SIGPIPE


class _InputError(Exception):
    """What the command line or standard input says is wrong; the message names the cure."""


class _Parser(argparse.ArgumentParser):
    """Reports a usage error by raising, so that it ends as one line like any other."""

    def error(self, message: str) -> NoReturn:
        raise _InputError(f"{message}; see '{self.prog} --help'")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; ``argv`` as a rule from the process."""
    _tolerate_any_encoding()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", RangeWarning)
            warnings.showwarning = _warning_printer(warnings.showwarning)
            _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a full disk or a closed pipe is still ours to report
    except (_InputError, HoldemError) as error:
        return _fail(str(error))
    except BrokenPipeError:  # the reader, as in "| head", has seen enough
        _abandon_stdout()
        return _EXIT_BROKEN_PIPE
    except OSError as error:
        if error.filename is None:  # no file by name: standard output itself, as on a full disk
            _abandon_stdout()
        return _fail(f"{error.strerror or error}" + (f": {error.filename!r}" if error.filename else ""))
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    return 0


def _run(argv: list[str]) -> None:
    with contextlib.suppress(SystemExit):  # argparse ends so after --help and --version
        if argv and argv[0] in _COMMANDS:
            command = _COMMANDS[argv[0]]
            command.run(command.parser(argv[0]).parse_intermixed_args(argv[1:]))  # options may stand between players
        else:
            _run_without_command(argv)


def _run_without_command(argv: list[str]) -> None:
    parser = _Parser(
        prog=_PROG,
        description="Texas hold'em: exact equities, hand ranks and ranges.",
        epilog=f"'{_PROG} COMMAND --help' shows the options of a command and examples.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{_PROG} {__version__}")
    commands = parser.add_subparsers(prog=_PROG, metavar="COMMAND", required=True)
    for name, command in _COMMANDS.items():
        commands.add_parser(name, help=command.summary)
    if not argv:
        parser.error(f"no command given; use one of {', '.join(_COMMANDS)}")
    parser.parse_known_args(argv)
    parser.error(f"the command comes first, as in '{_PROG} equity AA KK'")


# --- equity


def _add_equity_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="cards as AsKd, or a range as 'QQ+,AKs'")
    parser.add_argument("-b", "--board", default="", metavar="CARDS", help="3, 4 or 5 cards; none before the flop")
    parser.add_argument(
        "-d", "--dead", default="", metavar="CARDS", help="cards that nobody can hold and that never come"
    )
    parser.add_argument(
        "--combos", type=_above_zero, metavar="N", help="also the best and worst N combos of the first player"
    )
    parser.add_argument(
        "--game",
        choices=("holdem", "holdem-hilo8", "pineapple", "crazy-pineapple", "crazy-pineapple-hilo8", "irish"),
        default="holdem",
        help="hold'em by default; Pineapple and Irish take hands of 3 and 4 cards",
    )
    parser.add_argument("--discard", metavar="POLICY", help="how hands of 3 or 4 cards throw: best-equity or given")
    parser.add_argument(
        "--method",
        choices=("auto", "table", "exhaustive", "monte_carlo"),
        default="auto",
        help="auto is exact where that is affordable; exhaustive insists on it, monte_carlo on sampling",
    )
    parser.add_argument("--samples", type=_above_zero, metavar="N", help="sample so many deals")
    parser.add_argument("--stderr", type=float, metavar="X", help="sample to this standard error, as 0.0005")
    parser.add_argument("--seed", type=int, metavar="N", help="same seed, same sample")
    parser.add_argument("--progress", action="store_true", help="show a bar while sampling (needs tqdm)")
    parser.add_argument("--threads", type=_above_zero, metavar="N", help="how many threads to use; as a rule all cores")
    _add_reading(parser)
    _add_formats(parser)


def _equity(args: argparse.Namespace) -> None:
    """Exact equity of players against each other, each a hand or a range."""
    if args.csv and args.combos:
        raise _InputError("--csv is one table, a row per player; use --combos with --json or with neither")
    from holdem_eq.cards import parse_cards
    from holdem_eq.equity import equity

    is_holdem = args.game == "holdem"
    hands = [_read_player(text, args) if is_holdem else text for text in args.players]
    plain = not is_holdem or (args.dialect, args.on_overlap) == (_DIALECTS[0], _ON_OVERLAP[0])
    players = args.players if plain else hands  # as text where that reads the same, for messages to quote
    begin = time.perf_counter()
    result = equity(
        *players,
        board=args.board,
        dead=args.dead,
        game=args.game,
        discard=args.discard,
        method=args.method,
        samples=args.samples,
        stderr=args.stderr,
        seed=args.seed,
        progress=args.progress,
        threads=args.threads,
    )
    seconds = time.perf_counter() - begin
    gone = parse_cards(result.board + result.dead)
    shares = [values.tolist() for values in (result.equity, result.win, result.tie)]
    combo_counts = [_count_combos(hand, gone) if is_holdem else None for hand in hands]
    seats = list(zip(args.players, *shares, combo_counts, strict=True))
    if args.csv:
        _print_csv(("player", "equity", "win", "tie", "combos"), seats)
    elif args.json:
        record: dict[str, object] = {
            "players": args.players,
            "combo_counts": combo_counts,
            "board": result.board,
            "dead": result.dead,
            "method": result.method,
            "deals": result.deals,
            "seconds": seconds,
            **dict(zip(("equity", "win", "tie"), shares, strict=True)),
            "counts": None if result.counts is None else list(result.counts),
            "stderr": result.stderr.tolist(),
            "seed": result.seed,
        }
        if args.combos:
            names = ("combo", "weight", "equity", "win", "tie")
            combos = [dict(zip(names, row, strict=True)) for row in _combos_by_equity(result)]
            record["combos"] = {"best": combos[: args.combos], "worst": combos[: -args.combos - 1 : -1]}
        _print_json(record)
    else:
        if result.board or result.dead:
            named = (("board", result.board), ("dead", result.dead))
            print("  ".join(f"{name} {cards}" for name, cards in named if cards))
        rows = [
            (display.shorten(seat[0], _LABEL_WIDTH), *map(_percent, seat[1:4]), "" if seat[4] is None else seat[4])
            for seat in seats
        ]
        print(display.table_text(("player", "equity %", "win %", "tie %", "combos"), rows))
        print(f"{result.deals:,} deals, {result.method}, {seconds:.3f} s")
        if result.seed is not None:
            errors = " ".join(f"{100 * error:.4f}" for error in result.stderr.tolist())
            print(f"standard errors {errors} %, seed {result.seed}")
        if args.combos:
            _print_combos(_combos_by_equity(result), args.combos, display.shorten(args.players[0], _LABEL_WIDTH))


def _read_player(text: str, args: argparse.Namespace) -> str | Range:
    """Two cards stay text: ``As Kd`` is no range. Everything else is one."""
    from holdem_eq.cards import parse_cards

    with contextlib.suppress(HoldemError):
        if len(parse_cards(text)) == 2:
            return text
    return _read_range(text, args)


def _count_combos(hand: str | Range, gone: tuple[int, ...]) -> int:
    """How many combos of a player are left once the cards ``gone`` are out of the deck."""
    if isinstance(hand, str):
        return 1
    import numpy as np

    from holdem_eq.cards import COMBO_CARDS

    return int(np.count_nonzero((hand.weights > 0) & ~np.isin(COMBO_CARDS, gone).any(axis=1)))


def _combos_by_equity(result: EquityResult) -> list[tuple[str, float, float, float, float]]:
    """Combo, weight, equity, win and tie of the first player's combos, the best first."""
    frame = result.by_combo(0)
    columns = (frame[name].tolist() for name in ("combo", "weight", "equity", "win", "tie"))
    return sorted(zip(*columns, strict=True), key=lambda row: -row[2])


def _print_combos(combos: list[tuple[str, float, float, float, float]], count: int, player: str) -> None:
    parts = [(f"best {count}", combos[:count]), (f"worst {count}", combos[: -count - 1 : -1])]
    if len(combos) <= 2 * count:
        parts = [(f"all {len(combos)}", combos)]
    for title, rows in parts:
        cells = [(combo, f"{weight:g}", *map(_percent, shares)) for combo, weight, *shares in rows]
        print(f"\n{title} of {player}")
        print(display.table_text(("combo", "weight", "equity %", "win %", "tie %"), cells))


def _percent(share: float) -> str:
    return f"{100 * share:.4f}"


# --- evaluate


def _add_evaluate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "hands",
        nargs="*",
        metavar="HAND",
        help="5, 6 or 7 cards as 'AsKsQsJsTs'; - or none: a hand a line from standard input",
    )
    _add_formats(parser)


def _evaluate(args: argparse.Namespace) -> None:
    """Rank of hands of 5, 6 or 7 cards, a row per hand."""
    from holdem_eq.evaluator import evaluate

    rows: list[tuple[str, int, str, str, int, str]] = []
    for place, text in _read_hands(args.hands):
        try:
            rank = evaluate(text)
        except HoldemError as error:
            raise _InputError(f"{place}{error}") from error
        rows.append((text, int(rank), str(rank), str(rank.category), rank.class_number, rank.best_five))
    names = ("cards", "hand_rank", "words", "category", "class_number", "best_five")
    if args.json:
        _print_json([dict(zip(names, row, strict=True)) for row in rows])
    elif args.csv:
        _print_csv(names, rows)
    else:
        headers = ("cards", "rank", "category", "class", "best five")
        print(display.table_text(headers, [(row[0], *row[2:]) for row in rows], align="lllrl"))


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


# --- range


def _add_range_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="RANGE", help="range text as '22+,A2s+'")
    _add_reading(parser)
    parser.add_argument(
        "--order",
        metavar="NAME",
        help="for a RANGE as 15%%: v3random (default) or vrandom, by equity against three random hands or against one",
    )
    parser.add_argument("--svg", metavar="FILE", help="also write the grid as a picture")
    _add_formats(parser)


def _range(args: argparse.Namespace) -> None:
    """Draw a range: the 13x13 grid, how many combos, the text written shortest."""
    hands = _read_top(args.text, args.order) if args.order else _read_range(args.text, args)
    text, combos = str(hands), [(combo, float(weight)) for combo, weight in hands.combos()]
    if args.svg:
        from pathlib import Path

        Path(args.svg).write_text(display.grid_svg(hands.grid(), title=text) + "\n", encoding="utf-8", newline="\n")
    if args.json:
        _print_json({"text": text, "combos": len(hands), "percent": float(hands.percent), "weights": dict(combos)})
    elif args.csv:
        _print_csv(("combo", "weight"), combos)
    else:
        print(display.grid_text(hands.grid()))
        print(f"\n{len(hands)} combos, {hands.percent:.2f} % of all hands")
        print(text)


def _read_top(text: str, order: str) -> Range:
    from holdem_eq.ranges import Range

    number = text.strip().removesuffix("%")
    if number == text.strip() or not number.replace(".", "", 1).isdecimal():
        raise _InputError(f"--order goes with one percentage, as in 15%, not with {text!r}")
    return Range.top(float(number), order)


# --- shared by the commands


def _read_range(text: str, args: argparse.Namespace) -> Range:
    from holdem_eq.ranges import Range

    return Range(text, dialect=args.dialect, on_overlap=args.on_overlap)


def _add_reading(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dialect",
        choices=_DIALECTS,
        default=_DIALECTS[0],
        help="how 98s+ is read: only 98s (default), or climbing 98s, T9s ... AKs (pio)",
    )
    parser.add_argument(
        "--on-overlap",
        choices=_ON_OVERLAP,
        default=_ON_OVERLAP[0],
        help="the weight of a combo that a range names with two: the largest with a warning (max, the default),"
        " the first, the last, or their sum up to 1",
    )


def _add_formats(parser: argparse.ArgumentParser) -> None:
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--json", action="store_true", help="JSON for programs")
    formats.add_argument("--csv", action="store_true", help="CSV for programs")


def _above_zero(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number above 0")
    return number


def _print_json(record: object) -> None:
    import json

    print(json.dumps(record, allow_nan=False))


def _print_csv(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(headers)
    writer.writerows(rows)


# --- the process


def _tolerate_any_encoding() -> None:
    """A sign that the terminal cannot show is written as its escape instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")


def _one_line(message: str) -> str:
    return " ".join(line.strip() for line in message.splitlines())


def _fail(message: str) -> int:
    print(f"{_PROG}: error: {_one_line(message)}", file=sys.stderr)
    return _EXIT_BAD_INPUT


def _warning_printer(show_others: Callable[..., None]) -> Callable[..., None]:
    """One line for each range warning, once; other warnings go where they always go."""
    seen: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if not issubclass(category, RangeWarning):
            show_others(message, category, *where)
        elif str(message) not in seen:
            seen.add(str(message))
            print(f"{_PROG}: warning: {_one_line(str(message))}", file=sys.stderr)

    return show


def _abandon_stdout() -> None:
    """Let what is still buffered go nowhere, or Python would fail on it again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no stdout, or one without a file behind it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class _Command(NamedTuple):
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], None]
    usage: str
    summary: str
    examples: str

    def parser(self, name: str) -> _Parser:
        parser = _Parser(
            prog=f"{_PROG} {name}",
            usage=f"{_PROG} {name} {self.usage}",
            description=self.run.__doc__,
            epilog=f"examples:\n{self.examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.add_arguments(parser)
        return parser


_COMMANDS: Final = {
    "equity": _Command(
        _add_equity_arguments,
        _equity,
        usage="PLAYER PLAYER [options]",
        summary="equity of hands and ranges against each other",
        examples="""\
  holdem-eq equity AA KK
  holdem-eq equity "As Kd" QQ
  holdem-eq equity QQ+,AKs "22+,A2s+,KJo+:0.5" --board Ks7d2c --combos 3
  holdem-eq equity AhAs KdKc --dead "2c 2d" --json""",
    ),
    "evaluate": _Command(
        _add_evaluate_arguments,
        _evaluate,
        usage="[HAND ...] [options]",
        summary="rank of hands of 5, 6 or 7 cards",
        examples="""\
  holdem-eq evaluate As Ks Qs Js Ts
  holdem-eq evaluate AhKd7c7d2s2h9c "3h 3d 3c 8s 8h"
  holdem-eq evaluate --csv < hands.txt""",
    ),
    "range": _Command(
        _add_range_arguments,
        _range,
        usage="RANGE [options]",
        summary="draw a range and count its combos",
        examples="""\
  holdem-eq range "22+,A2s+"
  holdem-eq range "15%" --svg top15.svg
  holdem-eq range "98s+" --dialect pio --csv""",
    ),
}
