"""The command line: ``holdem-eq equity``, ``evaluate``, ``range`` and ``replay``.

People get tables and words, programs ``--json`` or ``--csv``. Bad input ends
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

import contextlib
import sys
import warnings
from collections.abc import Sequence
from typing import Final

from holdem_eq import __version__
from holdem_eq.cli import equity, evaluate, process, replay
from holdem_eq.cli import range as range_
from holdem_eq.cli.command import PROG, InputError, Parser
from holdem_eq.errors import HoldemError, RangeWarning

__all__ = ["main"]

_COMMANDS: Final = {
    "equity": equity.COMMAND,
    "evaluate": evaluate.COMMAND,
    "range": range_.COMMAND,
    "replay": replay.COMMAND,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; ``argv`` as a rule from the process."""
    process.tolerate_any_encoding()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", RangeWarning)
            warnings.showwarning = process.warning_printer(warnings.showwarning)
            code = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a full disk or a closed pipe is still ours to report
    except (InputError, HoldemError) as error:
        return process.fail(str(error))
    except BrokenPipeError:  # the reader, as in "| head", has seen enough
        process.abandon_stdout()
        return process.BROKEN_PIPE
    except OSError as error:
        if error.filename is None:  # no file by name: standard output itself, as on a full disk
            process.abandon_stdout()
        return process.fail(f"{error.strerror or error}" + (f": {error.filename!r}" if error.filename else ""))
    except KeyboardInterrupt:
        return process.INTERRUPTED
    return code


def _run(argv: list[str]) -> int:
    with contextlib.suppress(SystemExit):  # argparse ends so after --help and --version
        if argv and argv[0] in _COMMANDS:
            command = _COMMANDS[argv[0]]
            return command.run(command.parser(argv[0]).parse_intermixed_args(argv[1:]))  # options may stand between
        _run_without_command(argv)
    return 0


def _run_without_command(argv: list[str]) -> None:
    parser = Parser(
        prog=PROG,
        description="Texas hold'em: exact equities, hand ranks, ranges, recorded hands.",
        epilog=f"'{PROG} COMMAND --help' shows the options of a command and examples.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROG} {__version__}")
    commands = parser.add_subparsers(prog=PROG, metavar="COMMAND", required=True)
    for name, command in _COMMANDS.items():
        commands.add_parser(name, help=command.summary)
    if not argv:
        parser.error(f"no command given; use one of {', '.join(_COMMANDS)}")
    parser.parse_known_args(argv)
    parser.error(f"the command comes first, as in '{PROG} equity AA KK'")
