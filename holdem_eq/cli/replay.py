"""``holdem-eq replay``: recorded hands told, as JSON, or checked against what they record."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from holdem_eq.cli.command import Command, InputError, above_zero
from holdem_eq.cli.output import print_json
from holdem_eq.cli.process import fail
from holdem_eq.errors import HandParseError, HoldemError

if TYPE_CHECKING:
    from holdem_eq.rules import Chips, Hand, HandResult

__all__ = ["COMMAND"]

_DIFFERENT: Final = 1
_RULE_WIDTH: Final = 80


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="hands as .phh or .phhs; - is standard input")
    parser.add_argument("--hand", type=above_zero, metavar="N", help="only the N-th hand of all, counted from 1")
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="accept, and report, what real sites wrote although the rules refuse it",
    )
    parser.add_argument(
        "--exact", action="store_true", help="split pots into fractions of a chip, as a few sources did"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="one JSON object a hand, each on its line; amounts in chips")
    what.add_argument("--check", action="store_true", help="only the hands that end otherwise than they record")


def _run(args: argparse.Namespace) -> int:
    """Replay recorded hands: tell them in words, give them as JSON, or check them.

    The exit code is 2 if a hand cannot be read or replayed (the others still are), else 1 if
    --check finds one that ends otherwise than it records, else 0.
    """
    wanted = _Wanted(args)
    return wanted.check() if args.check else wanted.show()


class _Wanted:
    """The hands that the command line asks for; a bad one costs its line of error and nothing else."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.bad = 0
        self.code = 0

    def show(self) -> int:
        from holdem_eq.hands.story import tell
        from holdem_eq.rules import replay

        strict = not self.args.lenient
        for number, hand in self.hands():
            try:
                if self.args.json:
                    print_json(_record(hand, replay(hand, strict)))
                else:
                    story = tell(hand, strict)
                    if number > 1 and not self.args.hand:
                        print(f"\n{f'--- {number} ':-<{_RULE_WIDTH}}")
                    print(story)
            except HoldemError as error:
                self.fail(hand, error)
        return self.code

    def check(self) -> int:
        from holdem_eq.rules import replay

        strict = not self.args.lenient
        checked = agree = silent = 0
        for _, hand in self.hands():
            try:
                result = replay(hand, strict)
            except HoldemError as error:
                self.fail(hand, error)
                continue
            if hand.finishing_stacks is None and hand.winnings is None:
                silent += 1
                continue
            checked += 1
            if differences := _differences(hand, result):
                print(f"{hand.source}: {'; '.join(differences)}")
            else:
                agree += 1
        parts = [f"{agree} of {checked + self.bad} hands agree"]
        parts += [f"{silent} record no result"] if silent else []
        parts += [f"{self.bad} bad"] if self.bad else []
        print(", ".join(parts))
        return self.code or (_DIFFERENT if agree < checked else 0)

    def hands(self) -> Iterator[tuple[int, Hand]]:
        """The hands that can be read, each with its number; the others end as a line of error."""
        only, number = self.args.hand, 0
        for name in self.args.files:
            before = number
            try:
                for hand in _read(name):
                    number += 1
                    if only in (None, number):
                        if isinstance(hand, HoldemError):
                            self.complain(str(hand))
                        else:
                            yield number, self.ruled(hand)
                    if only == number:
                        return
            except OSError as error:
                self.code = fail(f"{error.strerror}: {name!r}")
                continue
            if number == before:
                self.code = fail(f"no hand in {name!r}; .phh files have one, .phhs files many")
        if only and not self.code:
            raise InputError(f"--hand {only}, where there are {number} hands; take 1 to {number}")

    def ruled(self, hand: Hand) -> Hand:
        """The hand by the rules that the options ask for."""
        if not self.args.exact:
            return hand
        return dataclasses.replace(hand, rules=dataclasses.replace(hand.rules, split_mode="exact"))

    def fail(self, hand: Hand, error: HoldemError) -> None:
        message = str(error)
        self.complain(message if message.startswith(hand.source) else f"{hand.source}: {message}")

    def complain(self, message: str) -> None:
        self.bad += 1
        self.code = fail(message)


def _read(name: str) -> Iterator[Hand | HandParseError]:
    """The hands of a file in turn; where one cannot be read, its error."""
    from holdem_eq.hands.phh_build import build
    from holdem_eq.hands.phh_text import chunks, read_tables

    source = "standard input" if name == "-" else name
    with _standard_input() if name == "-" else Path(name).open(encoding="utf-8-sig") as lines:
        try:
            for chunk in chunks(lines or (), source):
                try:
                    for table in read_tables(chunk):
                        yield build(table)
                except HandParseError as error:
                    yield error
        except UnicodeDecodeError as error:
            yield HandParseError(f"{source}: {error}; PHH files are UTF-8")


def _standard_input() -> AbstractContextManager[Iterable[str] | None]:
    """Standard input as a file is read: UTF-8, any line ends; as it is where no file stands behind it."""
    try:
        return open(sys.stdin.fileno(), encoding="utf-8-sig", closefd=False)
    except (AttributeError, OSError):
        return nullcontext(sys.stdin)


def _differences(hand: Hand, result: HandResult) -> list[str]:
    """What a hand comes to beside what it records, seat by seat."""
    from holdem_eq.hands.wording import chips_words, names

    said: list[tuple[int, str, Chips, Chips]] = []
    for verb, came, recorded in (
        ("ends with", result.final_stacks, hand.finishing_stacks),
        ("collects", result.collected, hand.winnings),
    ):
        for seat, (ours, theirs) in enumerate(zip(came, recorded or (None,) * len(came), strict=True)):
            if ours is not None and theirs is not None and ours != theirs:
                said.append((seat, verb, ours, theirs))
    called = names(hand) if said else ()
    return [
        f"{called[seat]} {verb} {chips_words(ours, hand.scale)}, recorded {chips_words(theirs, hand.scale)}"
        for seat, verb, ours, theirs in said
    ]


def _record(hand: Hand, result: HandResult) -> dict[str, object]:
    """A hand and what it comes to, as JSON has it: amounts in chips, parts of a chip as text like "21/2"."""
    from holdem_eq.evaluator import HandRank
    from holdem_eq.hands.wording import positions
    from holdem_eq.rules.setup import cards_text

    def plain(amount: Chips | None) -> int | str | None:
        if amount is None:
            return None
        return int(amount) if amount.denominator == 1 else str(amount)

    return {
        "source": hand.source,
        "hand": hand.fields.get("hand"),
        "game": hand.rules.game,
        "limit": hand.rules.limit,
        "scale": hand.scale,
        "players": list(hand.players),
        "positions": list(positions(hand)),
        "stacks": list(hand.stacks),
        "contributions": list(result.contributions),
        "pots": [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in result.pots],
        "uncalled": result.uncalled and dict(zip(("seat", "amount"), result.uncalled, strict=True)),
        "rake": result.rake,
        "awards": [
            {
                "pot": award.pot,
                "board": award.board,
                "share": award.share,
                "seat": award.seat,
                "amount": plain(award.amount),
            }
            for award in result.awards
        ],
        "collected": [plain(amount) for amount in result.collected],
        "net": [plain(amount) for amount in result.net],
        "final_stacks": [plain(amount) for amount in result.final_stacks],
        "boards": [cards_text(board) for board in result.boards],
        "hole_cards": [None if cards is None else cards_text(cards) for cards in result.hole_cards],
        "showdown": list(result.showdown),
        "shown": list(result.shown),
        "hand_ranks": [[str(HandRank(rank)) if rank else None for rank in ranks] for ranks in result.hand_ranks],
        "reports": list(result.reports),
    }


COMMAND: Final = Command(
    _add_arguments,
    _run,
    usage="FILE ... [options]",
    summary="tell recorded hands, or check what they record",
    examples="""\
  holdem-eq replay hand.phh
  holdem-eq replay session.phhs --hand 2
  holdem-eq replay session.phhs --json
  holdem-eq replay session.phhs --check""",
)
