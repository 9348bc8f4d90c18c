"""`Hand` -> the text of a PHH hand."""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from holdem_eq.errors import HoldemError
from holdem_eq.hands.phh_build import COMMENTARY, LIMITS, NOTES, PLAIN_RULES, build
from holdem_eq.hands.phh_notation import amount_text, format_action
from holdem_eq.hands.phh_text import Chunk, read_tables, statements
from holdem_eq.rules import Chips, DealBoard, Hand, OutOfTurn, RaiseTo, Rake, Rules

__all__ = ["format_hand", "table_name"]

_VARIANTS: Final = {limit: variant for variant, limit in LIMITS.items()} | {"SL": "NT"}
_BEFORE_RESULTS: Final = (
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time", "time_zone",
    "time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats", "seat_count", "table",
)  # fmt: skip
_AFTER_RESULTS: Final = ("currency", "currency_symbol", "time_limit", "time_banks")
_HEADER = re.compile(r"\[[ \t]*([^\]]*?)[ \t]*\][ \t]*(#.*)?")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def format_hand(hand: Hand, *, comments: bool = True, name: str | None = None) -> str:
    """The fields of a hand, a line each; where the hand was read from text, that text as far as it holds.

    A field that is what the text says stays as it is written there, with the comments in and behind
    it; one that was changed is written anew, one that is no longer there is left out with its line.
    A text with tables inside (``[_user]``) holds as a whole or not at all. ``name`` is the table that
    it stands in, None for a file of its own.
    """
    entries = dict(_entries(hand, comments))
    own = table_name(hand)
    read: dict[str, str] = {}
    if hand.text and comments:
        table = next(read_tables(Chunk(hand.text, 1, hand.source, own is None)))
        read = dict(_entries(build(table), comments))
        if _tables(hand.text) > (own is not None):
            if entries == read and name == own:
                return hand.text
            read = {}
    if not read:
        header = f"[{name}]\n" if name is not None else ""
        return header + "".join(f"{_key(key)} = {value}\n" for key, value in entries.items())
    kept: list[str] = []
    written: set[str | None] = set()
    headed = name is None
    for key, start, end in statements(hand.text):
        text = hand.text[start:end]
        header_found = _HEADER.fullmatch(text.strip()) if key is None else None
        if header_found is not None:
            kept.append(_header(name, header_found[2]))
            headed = True
        elif (
            key is None or (key in entries and entries[key] == read.get(key)) or key not in entries.keys() | read.keys()
        ):
            kept.append(text)
        elif key in entries and key not in written:
            kept.append(f"{_key(key)} = {entries[key]}\n")
        written.add(key)
    text = _header(name, None) * (not headed) + "".join(kept)
    added = [key for key in entries if key not in written and entries[key] != read.get(key)]
    if not added:
        return text
    return text.rstrip("\n") + "\n" + "".join(f"{_key(key)} = {entries[key]}\n" for key in added)


def _header(name: str | None, comment: str | None) -> str:
    parts = [f"[{name}]"] if name is not None else []
    return " ".join([*parts, *([comment] if comment else [])]) + "\n" * bool(parts or comment)


def _tables(text: str) -> int:
    """How many headers of tables stand in a text."""
    return sum(key is None and text[start:end].lstrip().startswith("[") for key, start, end in statements(text))


def table_name(hand: Hand) -> str | None:
    """The name of the table that a hand was read from, as ``1``; None where it was a file of its own."""
    for line in hand.text.split("\n"):
        if line.strip() and not line.startswith("#"):
            found = _HEADER.fullmatch(line.strip())
            return found[1] if found else None
    return None


def _entries(hand: Hand, comments: bool) -> Iterator[tuple[str, str]]:
    """Fields with their values as TOML text, in the usual order."""
    rules, scale, size = hand.rules, hand.scale, len(hand.stacks)
    turn = -1 if size == 2 else 1
    trimmed = any(hand.antes) or not any(hand.dead_antes)
    yield "variant", f"'{_VARIANTS[rules.limit]}'"
    yield "ante_trimming_status", "true" if trimmed else "false"
    yield "antes", _amounts((hand.antes if trimmed else hand.dead_antes)[::turn], scale)
    yield "blinds_or_straddles", _amounts(hand.posts[::turn], scale)
    if rules.limit == "FL":
        yield "small_bet", amount_text(rules.small_bet, scale)
        yield "big_bet", amount_text(rules.big_bet, scale)
    else:
        yield "min_bet", amount_text(rules.min_bet or max(hand.posts), scale)
    if 0 in hand.stacks:
        raise HoldemError(f"stacks {hand.stacks!r}; the format has no place for players without chips, leave them out")
    yield "starting_stacks", _amounts(hand.stacks, scale)
    yield "actions", _list(_actions(hand, comments))
    for key in _BEFORE_RESULTS:
        if key in hand.fields:
            yield key, _value(hand.fields[key])
    if hand.players:
        yield "players", _list(hand.players)
    if hand.finishing_stacks is not None:
        yield "finishing_stacks", _results(hand.finishing_stacks, scale)
    if hand.winnings is not None:
        yield "winnings", _results(hand.winnings, scale)
    for key in _AFTER_RESULTS:
        if key in hand.fields:
            yield key, _value(hand.fields[key])
    yield from _own_fields(hand, trimmed)
    for key, value in hand.fields.items():
        if key not in _BEFORE_RESULTS and key not in _AFTER_RESULTS and key not in (COMMENTARY, NOTES):
            yield key, _value(value)


def _own_fields(hand: Hand, trimmed: bool) -> Iterator[tuple[str, str]]:
    """What the format has no fields for, where it is not what everybody expects."""
    rules, scale, usual = hand.rules, hand.scale, Rules()
    if scale != 1 and scale != _smallest_scale(hand):
        yield "_scale", str(scale)
    if rules.game != usual.game:
        yield "_game", _value(rules.game)
    if rules.limit == "SL":
        yield "_limit", "'SL'"
    if rules.spread != usual.spread:
        yield "_spread", _amounts(rules.spread, scale)
    for key in PLAIN_RULES:
        if getattr(rules, key[1:]) != getattr(usual, key[1:]):
            yield key, _value(getattr(rules, key[1:]))
    if rules.chip_unit != usual.chip_unit:
        yield "_chip_unit", amount_text(rules.chip_unit, scale)
    if isinstance(rules.rake, Rake):
        yield "_rake", _rake(rules.rake, scale)
    elif rules.rake is not None:
        yield "_rake", amount_text(rules.rake, scale)
    if trimmed and any(hand.dead_antes):
        yield "_dead_antes", _amounts(hand.dead_antes, scale)
    if any(hand.dead_posts):
        yield "_dead_posts", _amounts(hand.dead_posts, scale)
    if hand.first is not None:
        yield "_first", f"'p{hand.first + 1}'"
    boards = [action.board for action in hand.actions if isinstance(action, DealBoard)]
    if any(boards):
        yield "_boards", _value([board + 1 for board in boards])


def _rake(rake: Rake, scale: int) -> str:
    parts = [f"percent = {_number(rake.percent, 1)}"]
    if rake.cap is not None:
        parts.append(f"cap = {amount_text(rake.cap, scale)}")
    if not rake.no_flop_no_drop:
        parts.append("no_flop_no_drop = false")
    parts.append(f"unit = {amount_text(rake.unit, scale)}")
    if rake.allocation != "main_first":
        parts.append(f"allocation = {_value(rake.allocation)}")
    return "{" + ", ".join(parts) + "}"


def _actions(hand: Hand, comments: bool) -> Iterator[str]:
    commentary: Mapping[int, str] = hand.fields.get(COMMENTARY, {}) if comments else {}
    notes: Mapping[int, Sequence[str]] = hand.fields.get(NOTES, {}) if comments else {}
    for number, action in enumerate(hand.actions):
        yield from (f"# {note}".rstrip() if note else "" for note in notes.get(number, ()))
        text = format_action(action, hand.scale)
        if number in commentary and text.startswith("#"):  # an event is commentary itself, and stands alone
            yield from (text, f"# {commentary[number]}".rstrip())
        else:
            yield f"{text} # {commentary[number]}".rstrip() if number in commentary else text
    yield from (f"# {note}" if note else "" for note in notes.get(len(hand.actions), ()))


def _smallest_scale(hand: Hand) -> int:
    """The scale that a reader finds by itself."""
    rules = hand.rules
    amounts = [*hand.posts, *hand.antes, *hand.dead_antes, *hand.dead_posts, *rules.spread, *filter(None, hand.stacks)]
    spoken = [action.action if isinstance(action, OutOfTurn) else action for action in hand.actions]
    amounts += [action.amount for action in spoken if isinstance(action, RaiseTo)]
    amounts += [rules.small_bet, rules.big_bet] if rules.limit == "FL" else [rules.min_bet]
    amounts += [rules.chip_unit] if rules.chip_unit != 1 else []
    if isinstance(rules.rake, Rake):
        amounts += [rules.rake.unit, rules.rake.cap or 0]
    elif rules.rake is not None:
        amounts.append(rules.rake)
    common, scale = math.gcd(*amounts), 1
    while common * scale % hand.scale:
        scale *= 10
        if scale > hand.scale:
            raise HoldemError(f"scale {hand.scale} is no power of ten; the format writes amounts as decimals")
    return scale


def _amounts(amounts: Sequence[int | None], scale: int) -> str:
    return "[" + ", ".join("inf" if amount is None else amount_text(amount, scale) for amount in amounts) + "]"


def _results(amounts: Sequence[Chips | None], scale: int) -> str:
    return "[" + ", ".join("inf" if amount is None else _number(amount, scale) for amount in amounts) + "]"


def _number(value: Chips, scale: int) -> str:
    """A number, or a fraction in quotes where decimals would not end."""
    try:
        return amount_text(value, scale)
    except HoldemError:
        return f"'{Fraction(value) / scale}'"


def _list(items: Sequence[str] | Iterator[str]) -> str:
    return "[" + ", ".join(map(_string, items)) + "]"


def _string(text: str) -> str:
    return f"'{text}'" if "'" not in text and text.isprintable() else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _value(value: Any) -> str:
    """Any value that TOML can hold -> its text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal | float):
        return str(value).lower().replace("infinity", "inf")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(str(key))} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise HoldemError(f"{value!r} in fields has no form in TOML; make it text, a number, a list or a mapping")
