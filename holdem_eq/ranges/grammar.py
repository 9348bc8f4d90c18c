"""Range text -> weights: the grammar, and errors that point at the column.

::

    range   = [item] { separator [item] }             separator = "," | ";" | white space
    item    = base { ":" w | "@" pct } { "!" base }    at most one ":" and one "@"
    base    = hand ["+" | "-" | "-" hand]
            | any_kicker | combo | pattern | everything | pct "%" ["-" pct "%"]
            | "(" range ")" | w "(" range ")" | pct "%(" range ")" | "[" pct "]" range "[/" pct "]"
    hand    = AA | AK | AKs | AKo                      w   = 0 to 1
    combo   = AhKh                                     pct = 0 to 100
    pattern = AhXh | AhKx | AhXx | AhX                 any_kicker = Ax | Axs | Axo
    everything = random | any | * | ** | XX

``docs/ranges.md`` says for users what each part means. Inside, a range is read into combo masks
by weight: see `layers` and `starting_hands`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple, NoReturn, TypeAlias, get_args

from holdem_eq.cards import RANKS, SUITS
from holdem_eq.ranges.layers import Layers, OnOverlap, Overlap
from holdem_eq.ranges.orders import top_mask
from holdem_eq.ranges.scanner import FLAGS, Scanner
from holdem_eq.ranges.spans import HandClass, between, climb, descend, obstacle
from holdem_eq.ranges.starting_hands import ALL_COMBOS, CARD_MASKS, Weights, class_mask, frozen, pattern_mask

__all__ = ["DIALECTS", "Dialect", "Parsed", "parse_range"]

Dialect: TypeAlias = Literal["default", "pio"]
DIALECTS: Final[tuple[Dialect, ...]] = get_args(Dialect)

_DEEPEST: Final = 50  # brackets within brackets: far beyond use, far below Python's own limit

_NUMBER: Final = r"(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_RANK: Final = r"(10|[2-9TJQKAX])"
_SUIT: Final = r"([cdhsX])[\ufe0e\ufe0f]?"
_END: Final = r"(?=[\s,;+\-:@!()\[\]]|$)"

_SEPARATORS: Final = re.compile(r"[\s,;]*", FLAGS)
_CLASS: Final = re.compile(_RANK + _RANK + r"([so]?)" + _END, FLAGS)
_CARDS: Final = re.compile(_RANK + _SUIT + _RANK + _SUIT + _END, FLAGS)
_CARD_ANY: Final = re.compile(r"(10|[2-9TJQKA])([cdhs])[\ufe0e\ufe0f]?X" + _END, FLAGS)
_ALL: Final = re.compile(r"(?:random|any|\*\*?)" + _END, FLAGS)
_PERCENT: Final = re.compile(rf"({_NUMBER})%", FLAGS)
_FACTOR: Final = re.compile(rf"({_NUMBER})\s*(?=\()", FLAGS)
_OPENING: Final = re.compile(rf"\[\s*({_NUMBER})\s*\]", FLAGS)
_CLOSING: Final = re.compile(rf"\[/\s*({_NUMBER})\s*\]", FLAGS)
_WEIGHT: Final = re.compile(rf"[+-]?{_NUMBER}{_END}", FLAGS)
_ONE_CARD: Final = re.compile(_RANK + _SUIT, FLAGS)

_RANKS: Final[dict[str, int]] = {"10": RANKS.index("T"), **{rank: i for i, rank in enumerate(RANKS)}}  # not X


class Parsed(NamedTuple):
    """Weights float64 (1326,), read-only, and the combos that came with two different weights."""

    weights: Weights
    overlaps: tuple[Overlap, ...]


@lru_cache(maxsize=512)
def parse_range(text: str, dialect: Dialect, on_overlap: OnOverlap) -> Parsed:
    """Range text -> weights; ``dialect`` and ``on_overlap`` are taken as valid.

    Raises:
        RangeParseError: with the column, for text that does not follow the grammar.
    """
    reader = _Reader(text, dialect == "pio", on_overlap)
    weights = reader.read().weights()
    return Parsed(frozen(weights), tuple(reader.overlaps))


class _Reader(Scanner):
    """Reads one text from left to right."""

    def __init__(self, text: str, connectors_climb: bool, on_overlap: OnOverlap) -> None:
        super().__init__(text)
        self.connectors_climb = connectors_climb
        self.on_overlap = on_overlap
        self.overlaps: list[Overlap] = []
        self.depth = 0
        self.opened = ""  # the "[50]" that is open, if any

    def read(self) -> Layers:
        layers = self._items()
        if not self.at_end():
            self.fail("closes nothing that is open; remove it", self._closer())
        return layers

    def _items(self) -> Layers:
        """Items up to the end, or to a ``)`` or ``[/50]`` that stays unread."""
        layers = Layers(self.on_overlap, self.overlaps)
        self.take(_SEPARATORS)
        while not self._at_close():
            layers.merge(self._item())
            end = self.place
            self.take(_SEPARATORS)
            if self.place == end and not self._at_close():
                self.fail("follows an item without a break; write a comma between two items")
        return layers

    def _item(self) -> Layers:
        layers = self._base()
        given = ""
        while mark := self.mark(":@"):
            if mark in given:
                self.fail(f"is a second weight; write one {mark!r} an item")
            given += mark
            layers = layers.scaled(self._weight(mark))
        while self.mark("!"):
            layers = layers.without(self._exclusion())
        return layers

    def _exclusion(self) -> int:
        self._step()
        start = self.place
        excluded = self._base()
        if excluded.by_weight.keys() - {1.0}:
            self.fail("is an exclusion with a weight; exclude without one, as in 'AKs!AhKh'", place=start)
        if self.mark(":@"):
            self.fail("stands behind an exclusion; write the weight before it, as in 'AKs:0.5!AhKh'")
        return excluded.named

    def _base(self) -> Layers:
        """A hand with its ``+`` or dash, a combo, a word, a percentage or a group."""
        start = self.place
        if match := self.take(_CLASS):
            return self._of(self._hands(match))
        if match := self.take(_CARDS):
            layers = self._of(self._cards(match))
        elif match := self.take(_CARD_ANY):
            layers = self._of(CARD_MASKS[4 * _RANKS[match[1].upper()] + SUITS.index(match[2].lower())])
        elif self.take(_ALL):
            layers = self._of(ALL_COMBOS)
        elif match := self.take(_PERCENT):
            layers = self._percent(self._checked(match[1], 100, start))
        elif match := self.take(_FACTOR):
            factor = self._checked(match[1], 1, start)
            layers = self._group().scaled(factor)
        elif self.at("("):
            layers = self._group()
        elif self.at("["):
            layers = self._bracketed()
        else:
            self._fail_hand()
        if mark := self.mark("+-"):
            self.fail(f"cannot follow this; {mark!r} goes with a starting hand, as in 'QQ+', 'ATs+', '55-', 'A5s-A2s'")
        return layers

    # -- hands and cards --

    def _hands(self, match: re.Match[str]) -> int:
        """``AKs``, ``Axs``, ``ATs+``, ``A5s-`` or ``A5s-A2s``, of which the first hand is read."""
        hand = self._hand(match)
        if hand is None:
            if self.mark("+-"):
                self.fail(f"cannot follow {match[0]!r}, which has every kicker already; remove it")
            first, second = _RANKS.get(match[1].upper()), _RANKS.get(match[2].upper())
            return class_mask(first, second, match[3].lower())
        mark = self.mark("+-")
        if not mark:
            return class_mask(*hand)
        span = self._up(hand, match) if mark == "+" else self._down(hand, match)
        return sum(class_mask(*one) for one in span)

    def _hand(self, match: re.Match[str]) -> HandClass | None:
        """The class of ``AKs``; None for one with an X."""
        first, second, kind = _RANKS.get(match[1].upper()), _RANKS.get(match[2].upper()), match[3].lower()
        if first is None or second is None:
            return None
        if first == second and kind:
            self.fail(f"is a pair, which is never suited; write {match[0][:-1]!r}", match[0], match.start())
        return max(first, second), min(first, second), kind

    def _up(self, hand: HandClass, match: re.Match[str]) -> list[HandClass]:
        plus, apart = self.place, self.place > match.end()
        self.place += 1
        if apart and self._another_item() > 0:
            cure = f"write '{match[0]}+,' or '{match[0]},'"
            self.fail(f"may belong to {match[0]!r} or be meant to join two items; {cure}", place=plus)
        return climb(hand, self.connectors_climb)

    def _down(self, hand: HandClass, match: re.Match[str]) -> list[HandClass]:
        apart = self.place > match.end()
        self.place += 1
        space = self._another_item()
        if space < 0 or (space > 0 and not apart):
            return descend(hand, self.connectors_climb)
        self.skip_space()
        place, last = self.place, self.take(_CLASS)
        end = self._hand(last) if last is not None else None
        if last is None or end is None:
            self.fail("cannot end a dash; join two starting hands: 'A5s-A2s', '55-22' or 'T9s-QJs'", place=place)
        if reason := obstacle(hand, end):
            self.fail(reason, self.original[match.start() : last.end()], match.start())
        return between(hand, end)

    def _another_item(self) -> int:
        """How much white space comes before a further item; -1 if there is none, but a mark or an end."""
        end = self.place
        self.skip_space()
        space = -1 if self._at_close() or self.at(*",;:@!") else self.place - end
        self.place = end
        return space

    def _cards(self, match: re.Match[str]) -> int:
        """``AhKh``, or with X for any rank and x for any suit: ``AhXh``, ``AhKx``, ``AhXx``."""
        if match[2] in "xX" and match[4] in "xX":
            cure = f"write '{match[1]}{match[3]}', with s for suited or o for offsuit"
            self.fail(f"names no suit; {cure}", match[0], match.start())
        first, second = (
            tuple(
                4 * rank + suit
                for rank in ([_RANKS[one.upper()]] if one not in "xX" else range(13))
                for suit in ([SUITS.index(other.lower())] if other not in "xX" else range(4))
            )
            for one, other in (match.group(1, 2), match.group(3, 4))
        )
        if first == second and len(first) == 1:
            self.fail("is one card twice; a combo is two cards, as in 'AhKh'", match[0], match.start())
        return pattern_mask(first, second)

    # -- percentages, groups, weights --

    def _percent(self, percent: float) -> Layers:
        """``15%``, ``5%-15%`` or ``50%(...)``, of which the first number is read."""
        if self.at("("):
            return self._group().scaled(percent / 100)
        if self.mark("("):
            self.fail("may open a group of that weight or another item; write '%(' or '%,('")
        if not self.mark("-"):
            return self._of(top_mask(percent))
        self._step()
        start = self.place
        match = self.take(_PERCENT)
        if match is None:
            self.fail("does not end a percentage; write both ends with '%', as in '5%-15%'")
        return self._of(top_mask(percent) ^ top_mask(self._checked(match[1], 100, start)))  # one contains the other

    def _group(self) -> Layers:
        opener = self.place
        if self.depth == _DEEPEST:
            self.fail(f"opens more than {_DEEPEST} brackets within each other; use fewer")
        self.depth += 1
        self.place += 1
        layers = self._items()
        if self.at_end():
            self.fail("is never closed; add ')'", "(", opener)
        if not self.at(")"):
            self.fail("comes before the ')' that is still to come; write that first", self._closer())
        self.place += 1
        self.depth -= 1
        return layers

    def _bracketed(self) -> Layers:
        opener, match = self.place, self.take(_OPENING)
        if match is None:
            self.fail("opens no weight; write a percentage in it, as in '[50]QQ,AK[/50]'")
        percent = self._checked(match[1], 100, match.start(1))
        closing = f"[/{match[1]}]"
        if self.opened:
            self.fail(f"opens a weight inside {self.opened!r}; close that first", match[0], opener)
        self.opened = match[0]
        layers = self._items()
        if self.at_end():
            self.fail(f"is never closed; add {closing!r}", match[0], opener)
        start, end = self.place, self.take(_CLOSING)
        if end is None or float(end[1]) != percent:
            self.fail(f"does not close {match[0]!r}; write {closing!r}", end[0] if end else "", start)
        self.opened = ""
        return layers.scaled(percent / 100)

    def _weight(self, mark: str) -> float:
        """What stands behind the ``:`` or ``@`` here, as 0 to 1."""
        top = 1 if mark == ":" else 100
        self._step()
        start = self.place
        match = self.take(_WEIGHT)
        if match is None:
            self.fail(f"is not a number; {mark!r} takes a weight of 0 to {top}")
        return self._checked(match[0], top, start) / top

    def _checked(self, number: str, top: int, place: int) -> float:
        if number.startswith("-"):
            self.fail(f"is negative; give 0 to {top}", number, place)
        if float(number) > top:
            more = "" if top == 100 else " there, or write a percentage: 'QQ@50', '50%(QQ,AK)', '[50]QQ[/50]'"
            self.fail(f"is above {top}; give 0 to {top}{more}", number, place)
        return float(number)

    def _of(self, mask: int) -> Layers:
        layers = Layers(self.on_overlap, self.overlaps)
        layers.add(1.0, mask)
        return layers

    def _step(self) -> None:
        """Past the mark here and the white space behind it."""
        self.place += 1
        self.skip_space()

    def _at_close(self) -> bool:
        return self.at_end() or self.at(")", "[/")

    def _closer(self) -> str:
        match = _CLOSING.match(self.text, self.place)
        return ")" if match is None else match[0]

    def _fail_hand(self) -> NoReturn:
        word = self.word()
        if _ONE_CARD.fullmatch(word):
            self.fail("is one card; write two without a space, as in 'AhKh', or 'AhX' for any other")
        if _WEIGHT.fullmatch(word):
            self.fail("is a number without a use; write '0.5(QQ,AK)', 'QQ:0.5' or '15%'")
        self.fail("is not a hand; write a starting hand (AA, AKs, AKo, AK), a combo (AhKh), Ax, 15% or random")
