"""``holdem-eq equity``: hands and ranges against each other."""

from __future__ import annotations

import argparse
import contextlib
import time
from math import isfinite
from typing import TYPE_CHECKING, Final

from holdem_eq import display
from holdem_eq.cli.command import Command, InputError, above_zero
from holdem_eq.cli.output import add_formats, print_csv, print_json
from holdem_eq.cli.reading import DIALECTS, ON_OVERLAP, add_reading, read_range
from holdem_eq.errors import HoldemError

if TYPE_CHECKING:
    from holdem_eq.equity import EquityResult
    from holdem_eq.ranges import Range

__all__ = ["COMMAND"]

_LABEL_WIDTH: Final = 38


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="cards as AsKd, or a range as 'QQ+,AKs'")
    parser.add_argument("-b", "--board", default="", metavar="CARDS", help="3, 4 or 5 cards; none before the flop")
    parser.add_argument(
        "-d", "--dead", default="", metavar="CARDS", help="cards that nobody can hold and that never come"
    )
    parser.add_argument(
        "--combos", type=above_zero, metavar="N", help="also the best and worst N combos of the first player"
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
    parser.add_argument("--samples", type=above_zero, metavar="N", help="sample so many deals")
    parser.add_argument("--stderr", type=float, metavar="X", help="sample to this standard error, as 0.0005")
    parser.add_argument("--seed", type=int, metavar="N", help="same seed, same sample")
    parser.add_argument("--progress", action="store_true", help="show a bar while sampling (needs tqdm)")
    parser.add_argument("--threads", type=above_zero, metavar="N", help="how many threads to use; as a rule all cores")
    add_reading(parser)
    add_formats(parser)


def _run(args: argparse.Namespace) -> int:
    """Exact equity of players against each other, each a hand or a range."""
    if args.csv and args.combos:
        raise InputError("--csv is one table, a row per player; use --combos with --json or with neither")
    if args.combos and args.game != "holdem":
        raise InputError(f"--combos lists combos of hold'em only, not of {args.game}; leave it out")
    from holdem_eq.cards import format_cards, parse_cards
    from holdem_eq.equity import equity

    is_holdem = args.game == "holdem"
    hands = [_read_player(text, args) if is_holdem else text for text in args.players]
    plain = not is_holdem or (args.dialect, args.on_overlap) == (DIALECTS[0], ON_OVERLAP[0])
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
        print_csv(("player", "equity", "win", "tie", "combos"), seats)
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
            "stderr": [error if isfinite(error) else None for error in result.stderr.tolist()],  # of one deal
            "seed": result.seed,
        }
        if result.game is not None:
            game = result.game
            kept = [None if pair is None else format_cards(pair) for pair in game.kept]
            record |= {"game": game.game, "high": game.high.tolist(), "low": game.low.tolist(), "no_low": game.no_low}
            record |= {"discard": game.discard, "kept": kept}
        if args.combos:
            names = ("combo", "weight", "equity", "win", "tie")
            combos = [dict(zip(names, row, strict=True)) for row in _combos_by_equity(result)]
            record["combos"] = {"best": combos[: args.combos], "worst": combos[: -args.combos - 1 : -1]}
        print_json(record)
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
    return 0


def _read_player(text: str, args: argparse.Namespace) -> str | Range:
    """Two cards stay text: ``As Kd`` is no range. Everything else is one."""
    from holdem_eq.cards import parse_cards

    with contextlib.suppress(HoldemError):
        if len(parse_cards(text)) == 2:
            return text
    return read_range(text, args)


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


COMMAND: Final = Command(
    _add_arguments,
    _run,
    usage="PLAYER PLAYER [options]",
    summary="equity of hands and ranges against each other",
    examples="""\
  holdem-eq equity AA KK
  holdem-eq equity "As Kd" QQ
  holdem-eq equity QQ+,AKs "22+,A2s+,KJo+:0.5" --board Ks7d2c --combos 3
  holdem-eq equity AhAs KdKc --dead "2c 2d" --json""",
)
