"""What a command is: its arguments, what it does, its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final, NamedTuple, NoReturn

__all__ = ["PROG", "Command", "InputError", "Parser", "above_zero"]

PROG: Final = "holdem-eq"


class InputError(Exception):
    """What the command line or standard input says is wrong; the message names the cure."""


class Parser(argparse.ArgumentParser):
    """Reports a usage error by raising, so that it ends as one line like any other."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see '{self.prog} --help'")


class Command(NamedTuple):
    """One command; ``run`` returns the exit code, and its docstring is the description."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    usage: str
    summary: str
    examples: str

    def parser(self, name: str) -> Parser:
        """The parser of what stands behind the command."""
        parser = Parser(
            prog=f"{PROG} {name}",
            usage=f"{PROG} {name} {self.usage}",
            description=self.run.__doc__,
            epilog=f"examples:\n{self.examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.add_arguments(parser)
        return parser


def above_zero(text: str) -> int:
    """The type of an argument that is a whole number above 0."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number above 0")
    return number
