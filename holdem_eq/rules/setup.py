"""What a hand of hold'em starts from: the rules agreed on, and the record of one hand.

Seats are numbered in dealing order: 0 is the first seat left of the button (the small blind; the
big blind heads-up), the last is the button. Chips are ints, nowhere floats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from holdem_eq.cards import CardsLike, format_card, parse_card, parse_cards
from holdem_eq.errors import CardParseError, HoldemError, IllegalActionError, PlayerCountError

if TYPE_CHECKING:
    from holdem_eq.rules.actions import Action

__all__ = [
    "BOARD_SIZES",
    "GAMES",
    "UNKNOWN",
    "UNLIMITED",
    "Chips",
    "Game",
    "Hand",
    "Rake",
    "Rules",
    "cards_text",
    "read_cards",
]

UNKNOWN: Final = -1
"""Stands for a card that a record does not know."""

UNLIMITED: Final = 1 << 60
"""Stands inside for a stack that a record does not know: such a seat is never all-in."""

BOARD_SIZES: Final = (0, 3, 4, 5)
"""Board cards on each street: before the flop, flop, turn, river."""

_CARD_OR_NOT: Final = re.compile(r"\?\?|(?:10|[^\s,?])[^\s,?]")

Chips: TypeAlias = "int | Fraction"
"""Whole chips; a Fraction only where pots are split exactly (``split_mode="exact"``)."""


def cards_text(cards: Iterable[int]) -> str:
    """Card ids -> text, with ``??`` for a card that is not known."""
    return "".join("??" if card == UNKNOWN else format_card(card) for card in cards)


def read_cards(cards: CardsLike) -> tuple[int, ...]:
    """Text, ids or both -> ids, with ``??`` and -1 for a card that is not known.

    >>> read_cards("As??"), read_cards((51, -1))
    ((51, -1), (51, -1))
    """
    if type(cards) is tuple and all(type(card) is int for card in cards):
        return cards
    if isinstance(cards, str):
        if "?" not in cards:
            return parse_cards(cards)
        parts = _CARD_OR_NOT.findall(cards)
        if "".join(parts) != "".join(cards.replace(",", " ").split()):
            raise CardParseError(f"{cards!r} is not cards; write two characters a card, ?? where it is not known")
        cards = parts
    if isinstance(cards, int):
        cards = (cards,)
    return tuple(UNKNOWN if card in ("??", UNKNOWN) else parse_card(card) for card in cards)


class Game(NamedTuple):
    """One variant: how many cards a seat gets, how many it throws, and before which street."""

    hole_cards: int
    discards: int
    discard_before: int
    """0 before the first bet, 2 before the turn; meaningless without discards."""
    hilo: bool
    max_seats: int


GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {
        "holdem": Game(2, 0, 0, False, 22),
        "holdem-hilo8": Game(2, 0, 0, True, 22),
        "pineapple": Game(3, 1, 0, False, 15),
        "crazy-pineapple": Game(3, 1, 2, False, 15),
        "crazy-pineapple-hilo8": Game(3, 1, 2, True, 15),
        "irish": Game(4, 2, 2, False, 11),
    }
)


def _one_of(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise HoldemError(f"{name}={value!r} is not known; take one of {', '.join(allowed)}")


def _whole(name: str, value: object, least: int = 0) -> None:
    if type(value) is not int or value < least:
        raise HoldemError(f"{name}={value!r}; give an int, {least} or more: chips are whole")


def _checked_stack(stack: object) -> int | None:
    if stack is None:
        return None
    if type(stack) is not int or stack < 0:
        raise IllegalActionError(f"a stack of {stack!r}; stacks are ints, 0 or more, None where not known")
    return stack


def _amounts(name: str, amounts: Iterable[int], size: int) -> tuple[int, ...]:
    values = tuple(amounts) or (0,) * size
    if len(values) != size:
        raise HoldemError(f"{len(values)} {name} for {size} stacks; give one a seat, or none")
    for value in values:
        if type(value) is not int or value < 0:
            raise HoldemError(f"{value!r} in {name}; amounts are ints, whole chips, 0 or more")
    return values


def _verify_recorded(name: str, amounts: Sequence[object], size: int, known: bool) -> None:
    """What a record says of each seat: chips, parts of a chip, or None where that may be."""
    if len(amounts) != size:
        raise HoldemError(f"{len(amounts)} {name} for {size} stacks; give one a seat, or None for all")
    for amount in amounts:
        if not (isinstance(amount, int | Fraction) and amount >= 0) and (known or amount is not None):
            raise HoldemError(f"{amount!r} in {name}; amounts are ints or Fractions, 0 or more")


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes from the pots; uncalled money is never raked.

    Attributes:
        percent: share of the pots, as an exact fraction (0.05 and ``Fraction(1, 20)`` are the same).
        cap: most chips taken from one hand, None for no cap.
        no_flop_no_drop: nothing is taken from a hand that ends before the flop.
        unit: the rake is rounded down to whole units.
        allocation: "main_first" takes it from the main pot as far as that goes, then from the
            next; "proportional" by the pots' sizes, largest remainder first.
    """

    percent: Fraction
    cap: int | None = None
    no_flop_no_drop: bool = True
    unit: int = 1
    allocation: Literal["main_first", "proportional"] = "main_first"

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "percent", Fraction(str(self.percent)))
        except (ValueError, ZeroDivisionError):
            raise HoldemError(f"percent={self.percent!r} is no rake; give a share of the pots, as 0.05") from None
        if not 0 <= self.percent <= 1:
            raise HoldemError(f"percent={str(self.percent)!r} is no rake; give a share from 0 to 1, 0.05 is 5 %")
        _whole("unit", self.unit, 1)
        if self.cap is not None:
            _whole("cap", self.cap)
        _one_of("allocation", self.allocation, ("main_first", "proportional"))


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a table, with the choices that houses make differently.

    Attributes:
        game: a key of `GAMES`.
        limit: "NL" no limit, "PL" pot limit, "FL" fixed limit, "SL" spread limit.
        min_bet: smallest bet and first raise; 0 means the largest blind.
        small_bet, big_bet: fixed limit, before the turn and from the turn on.
        spread: spread limit, smallest and largest bet or raise.
        max_raises: fixed limit, raises after the first bet of a round.
        headsup_uncapped: fixed limit, no cap in a round that starts with two players.
        fl_half_bet_rule: fixed limit, an all-in of half a bet or more counts as a raise.
        short_blind_price: what others owe to a blind that is short: "full" or "actual".
        bb_ante_order: what a short big blind pays first: "ante_first" or "blind_first".
        split_mode: "whole" chips, odd ones to the first winner left of the button; "exact" fractions.
        chip_unit: smallest chip that pots are split in.
        rake: a `Rake`, or the chips that a record says were taken.
    """

    game: str = "holdem"
    limit: Literal["NL", "PL", "FL", "SL"] = "NL"
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0
    spread: tuple[int, int] = (0, 0)
    max_raises: int = 3
    headsup_uncapped: bool = True
    fl_half_bet_rule: bool = True
    short_blind_price: Literal["full", "actual"] = "full"
    bb_ante_order: Literal["ante_first", "blind_first"] = "ante_first"
    split_mode: Literal["whole", "exact"] = "whole"
    chip_unit: int = 1
    rake: Rake | int | None = None

    def __post_init__(self) -> None:
        _one_of("game", self.game, tuple(GAMES))
        _one_of("limit", self.limit, ("NL", "PL", "FL", "SL"))
        _one_of("short_blind_price", self.short_blind_price, ("full", "actual"))
        _one_of("bb_ante_order", self.bb_ante_order, ("ante_first", "blind_first"))
        _one_of("split_mode", self.split_mode, ("whole", "exact"))
        for name in ("min_bet", "small_bet", "big_bet", "max_raises"):
            _whole(name, getattr(self, name))
        _whole("chip_unit", self.chip_unit, 1)
        if (
            not isinstance(self.spread, tuple)
            or len(self.spread) != 2
            or any(type(end) is not int for end in self.spread)
        ):
            raise HoldemError(f"spread={self.spread!r}; give a tuple of two ints, (smallest, largest)")
        if not (self.rake is None or isinstance(self.rake, Rake) or (type(self.rake) is int and self.rake >= 0)):
            raise HoldemError(f"rake={self.rake!r}; give chips as an int, 0 or more, or a share as Rake(0.05)")
        if self.limit == "FL" and not 0 < self.small_bet <= self.big_bet:
            raise HoldemError(
                f"fixed limit with bets {self.small_bet!r} and {self.big_bet!r}; give small_bet <= big_bet"
            )
        if self.limit == "SL" and not 0 < self.spread[0] <= self.spread[1]:
            raise HoldemError(f"spread limit with bounds {self.spread!r}; give spread=(smallest, largest)")


@dataclass(frozen=True, slots=True)
class Hand:
    """The record of one hand: what everybody had and put up, and what was done, in order.

    Attributes:
        stacks: chips of each seat before anything is posted; None is not known, and never all-in;
            0 is not dealt in.
        rules: the rules played by.
        posts: live money in front of each seat before the deal, as owed: blinds, straddles, a
            newcomer's big blind. A stack that is shorter posts what it has.
        antes: each seat's ante; layered into the pots like any other contribution.
        dead_antes: antes that one seat pays for all (a big-blind ante): straight to the main pot.
        dead_posts: dead money of returning seats: straight to the main pot, after the live posts.
        first: the seat that opens before the flop; None finds it from the posts.
        actions: `Action` records, dealing included.
        players: names, one a seat, or empty.
        finishing_stacks: stacks that the record says the seats ended with, or None.
        winnings: chips that the record says each seat collected, or None.
        scale: chips to one unit of the source: 100 for a source in dollars and cents.
        fields: whatever else the source said, by its name.
        source: file and line where the record stands, for messages; two hands that differ in it are equal.
        text: the record as it was read, where a writer needs it to keep comments and layout; likewise.

    Raises:
        PlayerCountError: fewer than two seats with chips, or more than the cards allow.
        HoldemError: an amount that is no whole number of chips, or negative; lists of unequal length.
    """

    stacks: tuple[int | None, ...]
    rules: Rules = Rules()
    posts: tuple[int, ...] = ()
    antes: tuple[int, ...] = ()
    dead_antes: tuple[int, ...] = ()
    dead_posts: tuple[int, ...] = ()
    first: int | None = None
    actions: tuple[Action, ...] = ()
    players: tuple[str, ...] = ()
    finishing_stacks: tuple[Chips | None, ...] | None = None
    winnings: tuple[Chips, ...] | None = None
    scale: int = 1
    fields: Mapping[str, Any] = field(default_factory=dict)
    source: str = field(default="", compare=False)
    text: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        if not isinstance(self.rules, Rules):
            raise HoldemError(f"rules={self.rules!r}; give Rules, as Rules(limit='PL')")
        set_field(self, "stacks", tuple(self.stacks))
        size = len(self.stacks)
        for name in ("posts", "antes", "dead_antes", "dead_posts"):
            set_field(self, name, _amounts(name, getattr(self, name), size))
        for name in ("actions", "players"):
            set_field(self, name, tuple(getattr(self, name)))
        for name in ("finishing_stacks", "winnings"):
            if (amounts := getattr(self, name)) is not None:
                set_field(self, name, tuple(amounts))
                _verify_recorded(name, getattr(self, name), size, known=name == "winnings")
        dealt = sum(1 for stack in self.stacks if _checked_stack(stack) != 0)
        most = GAMES[self.rules.game].max_seats
        if not 2 <= dealt <= most:
            raise PlayerCountError(
                f"{dealt} seats with chips in stacks {self.stacks!r}; {self.rules.game} takes 2 to {most}"
            )
        if self.first is not None and not (type(self.first) is int and 0 <= self.first < size):
            raise HoldemError(f"first is seat {self.first!r}; seats are 0 to {size - 1}")
        if self.players and len(self.players) != size:
            raise HoldemError(f"{len(self.players)} players for {size} stacks; name each seat or none")
        _whole("scale", self.scale, 1)

    @property
    def opener(self) -> int:
        """The seat that opens before the flop: after the big blind, or the last straddle.

        The big blind is the first seat or the second; straddles are the larger posts that follow.

        >>> Hand((100, 100, 100, 100), posts=(1, 2, 4, 0)).opener
        3
        """
        if self.first is not None:
            return self.first
        posts, size = self.posts, len(self.posts)
        if not any(posts):
            return 0
        if size == 2:
            return 1
        seat = 1 if posts[1] and posts[1] >= posts[0] else 0
        while seat + 1 < size and posts[seat + 1] > posts[seat]:
            seat += 1
        return (seat + 1) % size
