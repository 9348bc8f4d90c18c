"""Run case files against holdem_eq: ``python -m tests.cases FILE...``.

A file has one JSON object a line. The fields of a row say what it is, not the file's name:

===========  =====================================================================================
``players``  an equity: ``board``, ``dead``, ``game``, ``kind``, then any of ``equity``, ``win``,
             ``tie``, ``counts`` and ``tol``; or the ``error`` to raise
``cards``    a ranking: any of ``category``, ``class_number``, ``beats``, ``same_as``; or ``error``
``order``    a ranking: on ``board``, groups of hole cards from best to worst, a group ties
``text``     a range: any of ``combos``, ``weight_of``; read in ``dialect``; or ``error``
``group``    the rules of the game: a hand made up, from ``stacks``, with questions on the way; a
             settlement from ``pots_in``; or a note, which demands nothing
``variant``  a real hand in PHH notation: ``pots``, ``uncalled``, ``final_stacks``, ``payoffs``,
             and with chips split exactly ``recorded_finishing_stacks``
``rake``     (with ``live_posts``) a real hand of a site: ``pots``, ``uncalled``, ``rake``,
             ``collected``, ``final_stacks``; in a raked hand who won, not how the rake was shared out
===========  =====================================================================================

Each row that fails is printed with what came and what was wanted; the last line is
``N of M cases``. The exit code is 0 if all hold, 1 if some do not, 2 if there is nothing to run.
"""

from __future__ import annotations

import argparse
import json
import math
import operator
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import holdem_eq as he
from holdem_eq.cards import combo_index, parse_cards
from holdem_eq.errors import HoldemError, RangeWarning
from tests import check_rules

Row = dict[str, Any]

EXACT_METHODS = ("table", "exhaustive")
DEFAULT_TOLERANCE = 5e-10
ABOUT = {"id", "kind", "why", "note", "group", "title"}
"""Fields that say what a row is about and demand nothing."""


def shared_folder() -> Path:
    """Where the shared cases are: HOLDEM_EQ_SHARED, else ``shared`` next to the checkout."""
    named = os.environ.get("HOLDEM_EQ_SHARED")
    return Path(named) if named else Path(__file__).resolve().parents[2] / "shared"


def read_rows(path: Path) -> list[Row]:
    """A file of cases -> its rows, in order."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"{path}:{number}: not JSON ({error})") from error
        if not isinstance(row, dict):
            raise ValueError(f"{path}:{number}: not a JSON object")
        rows.append(row)
    return rows


def label(row: Row) -> str:
    """What to call a row: its id, or for a range its text."""
    if "id" in row:
        return str(row["id"])
    dialect = f" ({row['dialect']})" if "dialect" in row else ""
    return repr(row.get("text", "?")) + dialect


def check(row: Row) -> list[str]:
    """A row -> what is wrong, in words; nothing if it holds."""
    checker = _checker(row)
    if checker is None:
        return [f"unknown format: fields {', '.join(sorted(row))}"]
    complaints: list[str] = []
    wanted = row.get("error")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RangeWarning)
            complaints += checker(row)
    except Exception as error:  # whatever comes is this row's failure, not the end of the run
        came = type(error).__name__
        if wanted is None:
            complaints.append(f"got {came}: {error}; wanted no error")
        elif came != wanted:
            complaints.append(f"error: got {came}: {error}; wanted {wanted}")
        elif not isinstance(error, HoldemError):
            complaints.append(f"error: {came} is not a HoldemError")
        elif row.get("column") not in (None, getattr(error, "column", None)):
            complaints.append(f"column: got {getattr(error, 'column', None)}, wanted {row['column']}")
    else:
        if wanted is not None:
            complaints.append(f"error: got none, wanted {wanted}")
    return complaints


def unchecked(row: Row) -> list[str]:
    """The fields of a row that say something which nothing here checks."""
    known = FIELDS.get(_checker(row))
    return sorted(row.keys() - known - ABOUT) if known else []


def _checker(row: Row) -> Callable[[Row], list[str]] | None:
    if "players" in row:
        return _check_equity
    if "variant" in row:
        return check_rules.phh_row
    if "live_posts" in row:
        return check_rules.site_row
    if {"stacks", "pots_in", "group"} & row.keys():
        return check_rules.made_up_row
    if "cards" in row:
        return _check_ranking
    if "order" in row and "board" in row:
        return _check_order
    if "text" in row:
        return _check_range
    return None


# ---------------------------------------------------------------------------- equity


def _check_equity(row: Row) -> list[str]:
    if "error" in row:
        _equity_of(row)
        return []
    kind = row.get("kind", "exact")
    if kind not in {"exact", "monte-carlo"}:
        return [f"unknown kind {kind!r}"]
    found = _equity_of(row)
    complaints = _compare_equity(row, found)
    methods = EXACT_METHODS if kind == "exact" else ("monte_carlo",)
    if found.method not in methods:
        complaints.append(f"method: got {found.method!r}, wanted {' or '.join(methods)}")
    if row.get("dead"):
        complaints += _check_second_call(row, found)
    return complaints


def _equity_of(row: Row, **changes: Any) -> Any:
    options: dict[str, Any] = {"board": row.get("board", ""), "dead": row.get("dead", "")}
    options["game"] = row.get("game", "holdem")
    if row.get("kind") == "monte-carlo":
        options |= {"method": "monte_carlo", "stderr": row["tol"] / 4, "seed": 1}
    return he.equity(*row["players"], **(options | changes))


def _compare_equity(row: Row, found: Any) -> list[str]:
    complaints = []
    tolerance = row.get("tol", DEFAULT_TOLERANCE)
    seats = len(row["players"])
    for name in ("equity", "win", "tie"):
        came = [float(value) for value in getattr(found, name)]
        if len(came) != seats or not all(math.isfinite(value) for value in came):
            complaints.append(f"{name}: got {came}, wanted {seats} finite values")
        elif name in row:
            wanted = row[name]
            if len(wanted) not in {1, seats}:
                complaints.append(f"{name}: the row has {len(wanted)} values for {seats} seats")
            elif any(abs(a - b) > tolerance for a, b in zip(came, wanted, strict=False)):
                complaints.append(f"{name}: got {came[: len(wanted)]}, wanted {wanted} within {tolerance}")
    total = math.fsum(float(value) for value in found.equity)
    if not abs(total - 1) <= 1e-9:
        complaints.append(f"equity: the seats sum to {total}, wanted 1")
    if "counts" in row and (found.counts is None or list(found.counts) != row["counts"]):
        complaints.append(f"counts: got {found.counts}, wanted {row['counts']}")
    return complaints


def _check_second_call(row: Row, first: Any) -> list[str]:
    """The same seats without the dead cards and with them again: no call may see another's leavings."""
    complaints = []
    without = _equity_of(row, dead="")
    for name, before, again in (
        ("with the dead cards", first, _equity_of(row)),
        ("without the dead cards", without, _equity_of(row, dead="")),
    ):
        if _numbers(before) != _numbers(again):
            complaints.append(f"a second call {name}: got {_numbers(again)}, the first said {_numbers(before)}")
    return complaints


def _numbers(found: Any) -> tuple[Any, ...]:
    arrays = tuple(tuple(float(value) for value in getattr(found, name)) for name in ("equity", "win", "tie"))
    return (*arrays, found.deals, found.counts)


# ---------------------------------------------------------------------------- ranking


def _check_ranking(row: Row) -> list[str]:
    rank = he.evaluate(row["cards"])
    complaints = []
    if "category" in row and str(rank.category) != row["category"]:
        complaints.append(f"category: got {str(rank.category)!r}, wanted {row['category']!r}")
    if "class_number" in row and rank.class_number != row["class_number"]:
        complaints.append(f"class_number: got {rank.class_number}, wanted {row['class_number']}")
    for name, holds in (("beats", operator.gt), ("same_as", operator.eq)):
        for other in _texts(row.get(name, [])):
            against = he.evaluate(other)
            if not holds(int(rank), int(against)):
                complaints.append(f"{name} {other}: got {int(rank)} ({rank}) and {int(against)} ({against})")
    return complaints


def _texts(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _check_order(row: Row) -> list[str]:
    ranks = {hole: int(he.evaluate(row["board"] + hole)) for group in row["order"] for hole in group}
    came: dict[int, list[str]] = {}
    for hole, rank in ranks.items():
        came.setdefault(rank, []).append(hole)
    groups = [sorted(came[rank]) for rank in sorted(came, reverse=True)]
    if groups != [sorted(group) for group in row["order"]]:
        return [f"order: got {groups}, wanted {row['order']}"]
    return []


# ---------------------------------------------------------------------------- ranges


def _check_range(row: Row) -> list[str]:
    options = {"dialect": row["dialect"]} if "dialect" in row else {}
    found = he.Range(row["text"], **options)
    complaints = []
    named = sum(1 for weight in found.weights if weight > 0)
    if "combos" in row and not len(found) == named == row["combos"]:
        complaints.append(f"combos: got {len(found)} ({named} with a weight), wanted {row['combos']}")
    for combo, wanted in row.get("weight_of", {}).items():
        came = float(found.weights[combo_index(*parse_cards(combo))])
        if abs(came - wanted) > 1e-12:
            complaints.append(f"weight_of {combo}: got {came}, wanted {wanted}")
    return complaints


# ---------------------------------------------------------------------------- command line

_EQUITY = {"players", "board", "dead", "game", "equity", "win", "tie", "counts", "tol", "error", "column"}
FIELDS: dict[Callable[[Row], list[str]] | None, set[str]] = {
    _check_equity: _EQUITY,
    _check_ranking: {"cards", "category", "class_number", "beats", "same_as", "error", "column"},
    _check_order: {"board", "order", "error", "column"},
    _check_range: {"text", "combos", "weight_of", "dialect", "error", "column"},
    check_rules.made_up_row: check_rules.MADE_UP_FIELDS,
    check_rules.phh_row: check_rules.PHH_FIELDS,
    check_rules.site_row: check_rules.SITE_FIELDS,
}
"""What each check reads; the rest of a row is named on stderr, lest it pass unseen."""


def select(rows: Sequence[Row], only: str = "", players: int | None = None, game: str | None = None) -> Iterator[Row]:
    """The rows whose label starts with ``only``, and the equities of so many players in such a game."""
    for row in rows:
        if not label(row).startswith(only):
            continue
        if players is not None and len(row.get("players", ())) != players:
            continue
        if game is not None and ("players" not in row or row.get("game", "holdem") != game):
            continue
        yield row


def main(argv: Sequence[str] | None = None) -> int:
    """Run the files named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description="Run case files against holdem_eq.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of JSON lines")
    parser.add_argument("--only", default="", metavar="PREFIX", help="rows whose id (or range text) starts so")
    parser.add_argument("--players", type=int, metavar="N", help="equity rows of N players")
    parser.add_argument("--game", help="equity rows of this game, as holdem")
    options = parser.parse_args(argv)
    rows: list[Row] = []
    for path in options.files:
        try:
            rows += select(read_rows(path), options.only, options.players, options.game)
        except (OSError, ValueError) as error:
            print(f"cannot read {path}: {error}", file=sys.stderr)
            return 2
    if not rows:
        print("no case is selected", file=sys.stderr)
        return 2
    held = 0
    for row in rows:
        complaints = check(row)
        held += not complaints
        for complaint in complaints:
            print(f"{label(row)}: {complaint}")
        for name in unchecked(row):
            print(f"{label(row)}: field {name!r} is not checked", file=sys.stderr)
    print(f"{held} of {len(rows)} cases")
    return 0 if held == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
