"""Hands in the Poker Hand History format: ``.phh``, one hand a file, and ``.phhs``, many.

The format is TOML with a list of actions in a short notation. Fields, variants and what this
package adds to them are in docs/phh.md.

>>> hand = next(parse_phh('''
... variant = 'NT'
... antes = [0, 0, 0]
... blinds_or_straddles = [1, 2, 0]
... min_bet = 2
... starting_stacks = [200, 200, 200]
... actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 AcKs', 'p3 cbr 6', 'p1 f', 'p2 f # sighs']
... '''))
>>> hand.posts, hand.actions[3]
((1, 2, 0), RaiseTo(seat=2, amount=6))
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

from holdem_eq.errors import HandParseError, HoldemError
from holdem_eq.hands.phh_build import build
from holdem_eq.hands.phh_notation import format_action, parse_action
from holdem_eq.hands.phh_text import chunks, read_tables
from holdem_eq.hands.phh_write import format_hand, table_name
from holdem_eq.rules import Hand

__all__ = ["format_action", "format_phh", "parse_action", "parse_phh", "read_phh", "write_phh"]


def read_phh(file: str | Path | TextIO, *, comments: bool = True) -> Iterator[Hand]:
    """Read the hands of a ``.phh`` or ``.phhs`` file one after another, told apart by content.

    Amounts become whole chips: the smallest power of ten that does it is ``Hand.scale``.
    ``comments`` keeps comments, commentary and layout for `format_phh`.

    Raises:
        HandParseError: naming file, line and field, or number of the action, at the first hand that
            cannot be read; the hands before it have been given.
        OSError: the file cannot be opened.

    Cost: some 50 microseconds a hand in the usual layout, three times that for other TOML; one hand
    in memory at a time. For many hands at once there is `holdem_eq.hands.phh_scan.scan_phhs`.
    """
    if not isinstance(file, str | Path):
        yield from _hands(_plain(file), str(getattr(file, "name", "")), comments)
        return
    with Path(file).open(encoding="utf-8-sig") as lines:
        yield from _hands(lines, str(file), comments)


def parse_phh(text: str, source: str = "", *, comments: bool = True) -> Iterator[Hand]:
    """The hands of a PHH text, one or many, one after another; ``source`` names it in messages.

    Raises:
        HandParseError: as `read_phh`.

    >>> next(parse_phh("variant = 'PO'", "omaha.phh"))
    Traceback (most recent call last):
    ...
    holdem_eq.errors.HandParseError: omaha.phh, line 1: field 'variant': 'PO' is not read; take NT, FT or PT, with _game for other games than hold'em
    """
    return _hands(io.StringIO(text.removeprefix("\ufeff"), newline=None), source, comments)


def _plain(lines: Iterable[str]) -> Iterator[str]:
    """Lines of a stream that was opened anyhow, as those of a file that was opened for PHH."""
    for number, line in enumerate(lines):
        plain = line if number else line.removeprefix("\ufeff")
        yield f"{plain[:-2]}\n" if plain.endswith("\r\n") else plain


def _hands(lines: Iterable[str], source: str, comments: bool) -> Iterator[Hand]:
    try:
        for chunk in chunks(lines, source):
            for table in read_tables(chunk):
                yield build(table, comments=comments)
    except UnicodeDecodeError as error:
        raise HandParseError(f"{source}: {error}; PHH files are UTF-8") from error


def format_phh(hand: Hand, *, comments: bool = True) -> str:
    """The text of a ``.phh`` file, which `parse_phh` reads back to an equal hand.

    A hand that was read from PHH keeps its layout, its order of fields and its comments; a field
    that has been changed since is written anew. Without ``comments`` all fields are written in the
    usual layout and order, and commentary is left out.

    ``Check`` and ``BetTo`` come back as ``Call`` and ``RaiseTo``, and a ``min_bet`` of 0 as the
    largest blind.

    Raises:
        HoldemError: a player without chips, or a value in ``fields`` that TOML cannot hold.

    >>> from holdem_eq.rules import Call, DealHole, Fold, Rules
    >>> hand = Hand((50, 50), Rules(min_bet=2), posts=(2, 1), actions=(Fold(1),), fields={"hand": 7})
    >>> print(format_phh(hand), end="")
    variant = 'NT'
    ante_trimming_status = true
    antes = [0, 0]
    blinds_or_straddles = [1, 2]
    min_bet = 2
    starting_stacks = [50, 50]
    actions = ['p2 f']
    hand = 7
    >>> next(parse_phh(format_phh(hand))) == hand
    True
    """
    return format_hand(hand, comments=comments)


def write_phh(path: str | Path, hands: Hand | Iterable[Hand], *, comments: bool = True) -> None:
    """Write one hand, or many to a ``.phhs`` file: tables ``[1]``, ``[2]`` ... with a blank line behind each.

    Hands that were read from tables keep their names as long as no two have the same. The file is
    there when all are written, or what was there before stays: it may be the one that is read.

    Raises:
        HoldemError: as `format_phh`, or another number of hands than one for a file that ends in ``.phh``.
        OSError: the file cannot be written.

    Cost: under a tenth of a millisecond a hand, three times that where it was read from text; hands
    may come from a generator.
    """
    path = Path(path)
    if path.suffix == ".phh" and not isinstance(hands, Hand):
        some = list(islice(hands, 2))
        if len(some) != 1:
            raise HoldemError(
                f"{'no hand' if not some else 'several hands'} for {str(path)!r}; a .phh has one, a .phhs many"
            )
        hands = some[0]
    if isinstance(hands, Hand):
        path.write_text(format_phh(hands, comments=comments), encoding="utf-8", newline="\n")
        return
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(_tables(hands, comments))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _tables(hands: Iterable[Hand], comments: bool) -> Iterator[str]:
    names: set[str] = set()
    for number, hand in enumerate(hands, start=1):
        name = table_name(hand) or str(number)
        while name in names:
            number += 1
            name = str(number)
        names.add(name)
        yield format_hand(hand, comments=comments, name=name) + "\n"
