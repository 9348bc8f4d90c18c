"""The fields of a PHH hand -> `Hand`.

Fields of the format that a `Hand` has no place for stay in ``Hand.fields`` under their own names,
and so do user fields. What the format has no field for is in user fields with these names:

========================  ============================================================
``_game``                 a key of `GAMES`
``_limit``, ``_spread``   ``'SL'`` and ``[smallest, largest]``: spread limit
``_max_raises`` ...       other attributes of `Rules` by their names, where not the default
``_rake``                 chips taken, or ``{percent = 0.05, cap = 3, ...}`` as `Rake` has it
``_dead_antes``           antes straight to the main pot, beside ``antes`` that are trimmed
``_dead_posts``           dead money of returning seats
``_scale``                chips to one unit, where amounts do not show it
``_first``                the player that opens, as ``'p3'``
``_boards``               the board of each ``d db``, from 1
========================  ============================================================

Lists of user fields are in the order of players, heads-up too; ``antes`` and
``blinds_or_straddles`` of two players the format writes the other way round.

Commentary inside actions is in ``Hand.fields["#commentary"]``, by the index of its action; entries
that are nothing but commentary in ``Hand.fields["#notes"]``, by the index of the action that follows,
but for irregular events, which are actions.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NoReturn

from holdem_eq.cards import format_card
from holdem_eq.errors import HandParseError, HoldemError
from holdem_eq.hands.phh_notation import EARLY, common_scale, event_in, plain_action, scaled
from holdem_eq.hands.phh_text import Table
from holdem_eq.rules import UNKNOWN, Action, Chips, DealBoard, DealHole, Hand, Misdeal, OutOfTurn, Rake, Rules, Show

__all__ = ["COMMENTARY", "LIMITS", "NOTES", "OWN_FIELDS", "PLAIN_RULES", "build"]

MOST_DIGITS: Final = 30
COMMENTARY: Final = "#commentary"
NOTES: Final = "#notes"

LIMITS: Final = {"NT": "NL", "FT": "FL", "PT": "PL"}
"""Variant of a hold'em file -> limit; PT is ours, named after PO for Omaha."""

PLAIN_RULES: Final = {
    "_max_raises": int,
    "_headsup_uncapped": bool,
    "_fl_half_bet_rule": bool,
    "_short_blind_price": str,
    "_bb_ante_order": str,
    "_split_mode": str,
}
"""User field -> type; the attribute of `Rules` has the name without the underscore."""

OWN_FIELDS: Final = frozenset(PLAIN_RULES) | {
    "_game", "_limit", "_scale", "_spread", "_chip_unit", "_rake", "_dead_antes", "_dead_posts", "_first", "_boards",
}  # fmt: skip

_RAISE = re.compile(rf"\s*(?:#\s*{EARLY})?\S+\s+cbr\s+([0-9]+\.[0-9]+)(?![^\s#])")
_AMOUNTS: Final = ("min_bet", "small_bet", "big_bet", "_chip_unit")
_AMOUNT_LISTS: Final = ("antes", "blinds_or_straddles", "starting_stacks", "_dead_antes", "_dead_posts", "_spread")
_A_PLAYER: Final = (
    "antes", "blinds_or_straddles", "starting_stacks", "players", "finishing_stacks", "winnings", "seats",
    "time_banks", "_dead_antes", "_dead_posts",
)  # fmt: skip
_ABSORBED: Final = OWN_FIELDS | {
    "variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet",
    "starting_stacks", "actions", "players", "finishing_stacks", "winnings",
}  # fmt: skip


def build(table: Table, *, comments: bool = True) -> Hand:
    """Check the fields of one hand and make it.

    Raises:
        HandParseError: naming file, line and field.
    """
    return _Builder(table).hand(comments)


class _Builder:
    """One hand while it is made: the fields, the scale, and where to point in messages."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fields = table.fields
        self.scale = 1
        self.whole = False
        """Whether every amount is an int in the file, and the chips it stands for."""
        self.numbers: list[int] = []
        """Of each action its number in the file, from 1."""

    def hand(self, comments: bool) -> Hand:
        fields, chunk = self.fields, self.table.chunk
        limit = self.limit()
        stacks = self.need("starting_stacks")
        self.a_player("starting_stacks", len(stacks) if isinstance(stacks, list) else 0)
        size = len(stacks)
        for key in _A_PLAYER:
            if key in fields:
                self.a_player(key, size)
        entries = self.need("actions")
        self.scale = self.find_scale(entries)
        actions, commentary, notes = self.actions(entries, size)
        rest: dict[str, Any] = {key: value for key, value in fields.items() if key not in _ABSORBED}
        if comments and commentary:
            rest[COMMENTARY] = commentary
        if comments and notes:
            rest[NOTES] = notes
        antes = self.per_seat("antes", size, reverse=True)
        trimmed = self.typed("ante_trimming_status", bool, False)
        if not trimmed and "_dead_antes" in fields:
            self.fail("_dead_antes", "stands beside antes that are dead already; set ante_trimming_status = true")
        players = fields.get("players", [])
        if not all(type(name) is str for name in players):
            self.fail("players", f"{players!r} are not all names; write strings, '' where not known")
        try:
            return Hand(
                tuple(self.stack(stack) for stack in stacks),
                self.rules(limit),
                posts=self.per_seat("blinds_or_straddles", size, reverse=True),
                antes=antes if trimmed else (),
                dead_antes=self.per_seat("_dead_antes", size) if trimmed else antes,
                dead_posts=self.per_seat("_dead_posts", size),
                first=self.first(size),
                actions=actions,
                players=tuple(players),
                finishing_stacks=self.results("finishing_stacks"),
                winnings=self.winnings(),
                scale=self.scale,
                fields=rest,
                source=f"{chunk.source}, line {chunk.line}" if chunk.source else f"line {chunk.line}",
                text=chunk.text if comments else "",
            )
        except HandParseError:
            raise
        except HoldemError as error:
            raise self.table.error(str(error)) from error

    def fail(self, key: str, message: str, entry: str = "") -> NoReturn:
        raise self.table.error(message, key, entry)

    def need(self, key: str) -> Any:
        if key not in self.fields:
            variant = self.fields.get("variant")
            needs = "every hand needs it" if key == "variant" else f"a hand of variant {variant!r} needs it"
            raise self.table.error(f"no field {key!r}; {needs}")
        return self.fields[key]

    def typed(self, key: str, kind: type, default: Any = None) -> Any:
        value = self.fields.get(key, default)
        if value is not default and type(value) is not kind:
            self.fail(key, f"{value!r} is no {'true or false' if kind is bool else kind.__name__}")
        return value

    def limit(self) -> str:
        variant = self.need("variant")
        if variant not in LIMITS:
            self.fail("variant", f"{variant!r} is not read; take NT, FT or PT, with _game for other games than hold'em")
        limit = self.typed("_limit", str, LIMITS[variant])
        if limit != LIMITS[variant] and (variant, limit) != ("NT", "SL"):
            self.fail("_limit", f"{limit!r} does not go with variant {variant!r}; 'SL' goes with NT")
        return str(limit)

    def a_player(self, key: str, size: int) -> None:
        value = self.fields[key]
        if not isinstance(value, list) or not value:
            self.fail(key, f"{value!r} is no list with a value a player")
        if len(value) != size:
            self.fail(key, f"{len(value)} values for {size} starting_stacks; give one a player")

    def find_scale(self, entries: object) -> int:
        """The scale of this hand; amounts are checked on the way."""
        if not isinstance(entries, list) or not all(type(entry) is str for entry in entries):
            self.fail("actions", f"{entries!r} is no list of strings")
        found: list[Decimal] = []
        for key in (*_AMOUNTS, *_AMOUNT_LISTS):
            value = self.fields.get(key, 0)
            for item in value if key in _AMOUNT_LISTS and isinstance(value, list) else (value,):
                if type(item) is int and item >= 0:
                    continue
                unknown = key == "starting_stacks" and isinstance(item, Decimal) and item == Decimal("inf")
                if unknown:
                    continue
                if not isinstance(item, Decimal) or not item.is_finite() or item < 0 or _is_far(item):
                    self.fail(key, f"{_shown(item)} is no amount of chips; write a number, not negative")
                found.append(item)
        rake = self.fields.get("_rake")
        if any(map(_is_far, rake.values() if isinstance(rake, dict) else (rake,))):
            self.fail("_rake", f"{rake!s} is no rake; write plain numbers")
        taken = (rake.get("cap"), rake.get("unit")) if isinstance(rake, dict) else (rake,)
        found += [item for item in taken if isinstance(item, Decimal)]
        for entry in entries:
            if "." in entry and (raised := _RAISE.match(entry)):
                found.append(Decimal(raised[1]))
        scale = 1
        if found:
            try:
                scale = common_scale(found)
            except HandParseError as error:
                raise self.table.error(str(error)) from None
        given = self.typed("_scale", int, scale)
        self.whole = not found and given == 1
        if given < 1 or given % scale:
            self.fail("_scale", f"{given!r} is no number of chips that makes every amount whole; write a power of ten")
        return int(given)

    def chips(self, value: Any) -> int:
        chips = scaled(value, self.scale)
        assert isinstance(chips, int)
        return chips

    def stack(self, value: Any) -> int | None:
        if isinstance(value, Decimal) and value.is_infinite():
            return None
        if value == 0:
            self.fail("starting_stacks", "a stack of 0; leave out players without chips, write inf where not known")
        return self.chips(value)

    def per_seat(self, key: str, size: int, *, reverse: bool = False) -> tuple[int, ...]:
        if key in ("antes", "blinds_or_straddles"):
            self.need(key)
        given = self.fields.get(key, ())
        values = tuple(given) if self.whole else tuple([self.chips(value) for value in given])
        return values[::-1] if reverse and size == 2 else values

    def first(self, size: int) -> int | None:
        text = self.typed("_first", str)
        if text is None:
            return None
        if text not in [f"p{seat}" for seat in range(1, size + 1)]:
            self.fail("_first", f"{text!r} is no player; write 'p1' to 'p{size}'")
        return int(text[1:]) - 1

    def results(self, key: str) -> tuple[Chips | None, ...] | None:
        """Amounts that need not be whole; None for what is not known."""
        if key not in self.fields:
            return None
        values: list[Chips | None] = []
        for value in self.fields[key]:
            if type(value) is int and value >= 0:
                values.append(value * self.scale)
                continue
            try:
                if isinstance(value, bool) or _is_far(value) or Fraction(value) < 0:
                    raise ValueError
                values.append(scaled(Fraction(value), self.scale))
            except OverflowError:  # inf
                values.append(None)
            except (ValueError, TypeError, ZeroDivisionError):
                self.fail(key, f"{_shown(value)} is no amount of chips; write a number, not negative")
        return tuple(values)

    def winnings(self) -> tuple[Chips, ...] | None:
        values = self.results("winnings")
        if values is None:
            return None
        known = tuple(value for value in values if value is not None)
        if len(known) != len(values):
            self.fail("winnings", "inf is no amount of chips; write a number")
        return known

    def rules(self, limit: str) -> Rules:
        fields = self.fields
        given: dict[str, Any] = {}
        for key in ("small_bet", "big_bet") if limit == "FL" else ("min_bet",):
            given[key] = self.chips(self.need(key))
        for key, kind in PLAIN_RULES.items():
            if key in fields:
                given[key[1:]] = self.typed(key, kind)
        if "_chip_unit" in fields:
            given["chip_unit"] = self.chips(fields["_chip_unit"])
        if "_rake" in fields:
            given["rake"] = self.rake(fields["_rake"])
        if "_spread" in fields:
            spread = fields["_spread"]
            if not isinstance(spread, list) or len(spread) != 2:
                self.fail("_spread", f"{spread!r} is no pair; write [smallest, largest]")
            given["spread"] = tuple(map(self.chips, spread))
        return _rules(game=self.typed("_game", str, "holdem"), limit=limit, **given)

    def rake(self, value: Any) -> Rake | int:
        if not isinstance(value, dict):
            value = {"cap": value} if isinstance(value, int | Decimal) else {}
            if "cap" in value and not isinstance(value["cap"], bool) and value["cap"] >= 0:
                return self.chips(value["cap"])
            self.fail("_rake", f"{self.fields['_rake']!s} is neither chips nor {{percent = ..., cap = ...}}")
        try:
            given = value | {key: self.chips(value[key]) for key in ("cap", "unit") if key in value}
            return Rake(**given)
        except (TypeError, ValueError) as error:
            self.fail("_rake", f"{error}; write {{percent = 0.05, cap = 3}}")

    def actions(
        self, entries: list[str], size: int
    ) -> tuple[tuple[Action, ...], dict[int, str], dict[int, tuple[str, ...]]]:
        actions: list[Action] = []
        commentary: dict[int, str] = {}
        notes: dict[int, tuple[str, ...]] = {}
        for number, entry in enumerate(entries, start=1):
            plain = entry
            if "#" in entry or not entry or entry.isspace():
                plain, _, comment = entry.partition("#")
                if not plain.strip():
                    event = event_in(comment, self.scale)
                    if event is not None:
                        actions.append(event)
                        self.numbers.append(number)
                        continue
                    notes[len(actions)] = (*notes.get(len(actions), ()), comment.strip())
                    continue
                commentary[len(actions)] = comment.strip()
            try:
                actions.append(plain_action(plain, self.scale))
                self.numbers.append(number)
            except HandParseError as error:
                self.fail("actions", f"action {number}: {error}", entry)
        if "_boards" in self.fields:
            actions = self.boards(actions)
        self.check(actions, size, entries)
        return tuple(actions), commentary, notes

    def boards(self, actions: list[Action]) -> list[Action]:
        numbers = self.fields["_boards"]
        deals = [place for place, action in enumerate(actions) if isinstance(action, DealBoard)]
        if not isinstance(numbers, list) or len(numbers) != len(deals):
            self.fail(
                "_boards", f"{numbers!r} for {len(deals)} times 'd db'; give the number of a board, from 1, for each"
            )
        for place, number in zip(deals, numbers, strict=True):
            if type(number) is not int or number < 1:
                self.fail("_boards", f"{number!r} is no number of a board; count from 1")
            action = actions[place]
            assert isinstance(action, DealBoard)
            actions[place] = DealBoard(action.cards, number - 1)
        return actions

    def check(self, actions: list[Action], size: int, entries: list[str]) -> None:
        """Every seat is there, and no card is dealt twice."""
        dealt: list[int] = []
        places: list[int] = []
        holes: dict[int, tuple[int, ...]] = {}
        for place, action in enumerate(actions):
            cards: tuple[int, ...] = ()
            if type(action) is DealBoard:
                cards = action.cards
            elif type(action) is not Misdeal:
                seat: int = (action.action if type(action) is OutOfTurn else action).seat  # type: ignore[attr-defined]
                if seat >= size:
                    self.fail_at(place, f"names a player beyond p{size}", entries)
                if type(action) is DealHole:
                    cards = action.cards
                    holes[seat] = holes.get(seat, ()) + cards
                elif type(action) is Show and action.cards and UNKNOWN in holes.get(seat, (UNKNOWN,)):
                    cards = tuple(card for card in action.cards if card not in holes.get(seat, ()))
                    holes[seat] = action.cards
            dealt += cards
            places += [place] * len(cards)
        known = [card for card in dealt if card != UNKNOWN]
        if len(known) != len(set(known)) and not any(type(action) is Misdeal for action in actions):
            seen = {UNKNOWN}
            for card, place in zip(dealt, places, strict=True):
                if card in seen - {UNKNOWN}:
                    self.fail_at(place, f"deals {format_card(card)} again; every card is there once", entries)
                seen.add(card)

    def fail_at(self, place: int, message: str, entries: list[str]) -> NoReturn:
        """Fail at the action with this index."""
        entry = entries[self.numbers[place] - 1]
        self.fail("actions", f"action {self.numbers[place]}: {entry!r} {message}", entry)


def _is_far(value: object) -> bool:
    """Whether a number is written with an exponent that no amount has: to count with it could take for ever."""
    if isinstance(value, str):
        return "e" in value.lower()
    return isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > MOST_DIGITS


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) else str(value)


@lru_cache(maxsize=256, typed=True)
def _rules(**given: Any) -> Rules:
    return Rules(**given)
