"""What goes wrong at a table: rulings as pure functions, and events that a record can carry.

An event is an action like any other: it stands among the actions of a `Hand`, and `replay` honours
it. Where cards are shuffled again, ``chance`` is a `random.Random`, or the order that the cards
came to lie in, top first.

>>> from holdem_eq.rules import Call, Fold, Hand, replay
>>> hand = Hand((100, 100, 100), posts=(1, 2, 0), actions=(Call(2), Fold(0), DeadHand(1, "three cards")))
>>> replay(hand).final_stacks
(99, 98, 103)
>>> print(OutOfTurn(Call(2)))
out of turn: p3 cc
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from holdem_eq.errors import HandParseError, HoldemError, IllegalActionError
from holdem_eq.rules import betting
from holdem_eq.rules.actions import Action, Call, Check, Fold, RaiseTo, SeatAction
from holdem_eq.rules.setup import GAMES

if TYPE_CHECKING:
    from holdem_eq.rules.table import Table

__all__ = [
    "Chance",
    "DeadHand",
    "Deal",
    "Misdeal",
    "OutOfTurn",
    "deal_holes",
    "flop_of_four",
    "parse_event",
    "pot_limit_overbet",
    "premature_turn",
    "redeal",
    "string_bet",
    "substantial_action",
    "undercall",
    "underraise",
    "wrong_counts",
]

Chance: TypeAlias = "random.Random | Sequence[int]"
"""A source of shuffles, or the order that the cards came to lie in."""

_EVENT: Final = re.compile(
    r"p(?P<seat>[1-9]\d*) dead: (?P<dead>.+)|misdeal: (?P<misdeal>.+)|out of turn: (?P<early>.+)"
)
_EARLY: Final = re.compile(r"p([1-9]\d*) (f|cc|cbr (\d+))")


def _one_line(reason: object) -> str:
    if not isinstance(reason, str) or not reason.strip():
        raise HoldemError(f"reason={reason!r}; say in words why")
    return " ".join(reason.split())


@dataclass(frozen=True, slots=True)
class DeadHand(SeatAction):
    """A hand is ruled dead at any time: it folds out of turn, and its chips stay in."""

    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", _one_line(self.reason))

    def verify(self, table: Table) -> None:
        if not 0 <= self.seat < len(table.stacks) or table.folded[self.seat] or table.live < 2 or table.void:
            raise IllegalActionError(f"seat {self.seat} cannot be ruled dead: it has no live hand against another")

    def apply(self, table: Table) -> None:
        self.verify(table)
        table.reports.append(f"the hand of seat {self.seat} is dead: {self.reason}")
        betting.fold(table, self.seat)

    def __str__(self) -> str:
        return f"p{self.seat + 1} dead: {self.reason}"


@dataclass(frozen=True, slots=True)
class Misdeal(Action):
    """The whole hand is void, at any time: every contribution goes back."""

    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", _one_line(self.reason))

    def verify(self, table: Table) -> None:
        if table.void:
            raise IllegalActionError("the hand is void already")

    def apply(self, table: Table) -> None:
        self.verify(table)
        table.reports.append(f"misdeal: {self.reason}")
        table.void, table.phase, table.actor = True, "over", None

    def __str__(self) -> str:
        return f"misdeal: {self.reason}"


@dataclass(frozen=True, slots=True)
class OutOfTurn(Action):
    """A fold, check, call, bet or raise before the turn.

    When the turn comes the seat is bound to it if the bet in front has not changed (to a fold in
    any case), and the record then has the action once more, in turn. Otherwise the seat is free.
    """

    action: SeatAction

    def verify(self, table: Table) -> None:
        if not isinstance(self.action, (Fold, Call, RaiseTo)) or table.phase != "bet":
            raise IllegalActionError(f"{self.action!r} is no bet, call, check or fold that could come out of turn")
        seat = self.action.seat
        if not 0 <= seat < len(table.stacks) or table.folded[seat] or not table.stacks[seat] or seat == table.actor:
            raise IllegalActionError(f"seat {seat} cannot act out of turn: it is its turn, or it has nothing to say")
        then = table.copy()
        then.actor = seat
        self.action.verify(then)

    def apply(self, table: Table) -> None:
        self.verify(table)
        level = None if isinstance(self.action, Fold) else table.level
        amount = self.action.amount if isinstance(self.action, RaiseTo) else None
        table.early.append(betting.Early(self.action, table.street, level, amount))

    def __str__(self) -> str:
        return f"out of turn: {self.action}"


def parse_event(text: str) -> DeadHand | Misdeal | OutOfTurn:
    """Read what ``str()`` of an event wrote, as a comment of a record may have it.

    Raises:
        HandParseError: text that is no event.

    >>> parse_event("p3 dead: one card")
    DeadHand(seat=2, reason='one card')
    """
    match = _EVENT.fullmatch(text.strip())
    if match is not None and match["dead"]:
        return DeadHand(int(match["seat"]) - 1, match["dead"])
    if match is not None and match["misdeal"]:
        return Misdeal(match["misdeal"])
    early = _EARLY.fullmatch(match["early"]) if match is not None else None
    if early is None:
        raise HandParseError(
            f"{text!r} is no event; write 'p3 dead: why', 'misdeal: why' or 'out of turn: p3 cc' (or f, or cbr 40)"
        )
    seat, verb, amount = int(early[1]) - 1, early[2], early[3]
    return OutOfTurn(RaiseTo(seat, int(amount)) if amount else Fold(seat) if verb == "f" else Call(seat))


def substantial_action(actions: Sequence[Action]) -> bool:
    """Whether so much was done that a misdeal is claimed too late.

    Two actions of which one puts chips in, or any three; posts and dealing do not count.

    >>> substantial_action([Fold(2), Fold(3)]), substantial_action([Fold(2), RaiseTo(3, 6)])
    (False, True)
    """
    moves = [action for action in actions if isinstance(action, (Fold, Call, RaiseTo))]
    paid = any(not isinstance(action, (Fold, Check)) for action in moves)
    return len(moves) > 2 or (len(moves) == 2 and paid)


class Deal(NamedTuple):
    """Hole cards in dealing order, the rest of the deck, and the first burn where that is known."""

    holes: tuple[tuple[int, ...], ...]
    stub: tuple[int, ...]
    burn: int | None = None


def deal_holes(
    deck: Sequence[int],
    seats: int,
    game: str = "holdem",
    *,
    exposed: Collection[int] = (),
    boxed: Collection[int] = (),
) -> Deal | Misdeal:
    """Deal the hole cards one at a time, with what the dealer let be seen.

    One exposed card is replaced by the top of the stub after the deal and becomes the first burn;
    the first or second card exposed, or two cards, are a misdeal. One boxed card is skipped as if
    it were paper; two in the starting hands are a misdeal.

    Args:
        deck: card ids, top first.
        seats: how many are dealt in.
        game: a key of ``GAMES``.
        exposed: cards that the dealer exposed, by their place in the deal, from 0.
        boxed: ids of cards that lie face up in the deck.

    Raises:
        HoldemError: fewer cards than the hands take.

    >>> deal_holes(range(8), 2, exposed=[3])
    Deal(holes=((0, 2), (1, 4)), stub=(5, 6, 7), burn=3)
    """
    count = seats * GAMES[game].hole_cards
    cards = [card for card in deck if card not in boxed]
    if len(cards) <= count:
        raise HoldemError(f"{len(cards)} cards for {seats} hands of {game}; a deal takes more than {count}")
    if deck.index(cards[count - 1]) > count:
        return Misdeal("two boxed cards in the starting hands")
    if len(exposed) > 1:
        return Misdeal("two cards were exposed")
    dealt, stub, burn = cards[:count], cards[count:], None
    for place in exposed:
        if place < 2:
            return Misdeal("the first or second card was exposed")
        burn, dealt[place] = dealt[place], stub.pop(0)
    return Deal(tuple(tuple(dealt[seat::seats]) for seat in range(seats)), tuple(stub), burn)


def wrong_counts(
    holes: Sequence[Sequence[int]], game: str = "holdem", *, acted: bool
) -> tuple[DeadHand, ...] | tuple[Misdeal]:
    """What follows from hands with too few or too many cards: dead hands after substantial action, else a misdeal.

    >>> wrong_counts([(0, 1), (2, 3, 4)], acted=True)
    (DeadHand(seat=1, reason='3 cards'),)
    """
    due = GAMES[game].hole_cards
    wrong = [(seat, len(cards)) for seat, cards in enumerate(holes) if len(cards) != due]
    if wrong and not acted:
        return (Misdeal("wrong number of cards in seat " + ", ".join(str(seat) for seat, _ in wrong)),)
    return tuple(DeadHand(seat, f"{count} card" + "s" * (count != 1)) for seat, count in wrong)


def flop_of_four(cards: Sequence[int], chance: Chance) -> tuple[tuple[int, ...], int]:
    """Four cards fell as the flop: they are mixed face down, one is drawn as the next burn -> flop, burn.

    (Houses that shuffle everything again use `redeal` and leave out a card.)

    >>> flop_of_four((3, 4, 5, 6), [4, 6, 3, 5])
    ((6, 3, 5), 4)
    """
    if len(cards) != 4:
        raise HoldemError(f"{len(cards)} cards {tuple(cards)!r}; a flop of four has four")
    burn, *flop = _shuffled(cards, chance)
    return tuple(flop), burn


def redeal(
    cards: Sequence[int], stub: Sequence[int], count: int, chance: Chance
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cards that fell too early or too many go back, all are shuffled, and ``count`` fall without a burn.

    For a premature flop or river, and for a flop of four where the house shuffles again. Returns
    what falls, and the new stub.

    >>> redeal([9], [1, 2, 3], 1, [2, 9, 1, 3])
    ((2,), (9, 1, 3))
    """
    pile = _shuffled([*cards, *stub], chance)
    if not 0 < count <= len(pile):
        raise HoldemError(f"{count} cards to fall from {len(pile)}")
    return tuple(pile[:count]), tuple(pile[count:])


def premature_turn(
    card: int, stub: Sequence[int], chance: Chance, mode: Literal["wsop", "old"] = "wsop"
) -> tuple[int, int]:
    """The turn fell before the flop betting was over: the turn and the river that come instead.

    "wsop": it goes back, the stub is shuffled, the turn falls without a new burn, the river after
    one. "old": the next card of the stub is the turn; then the first one goes back, the stub is
    shuffled, and the river falls without a burn.

    >>> premature_turn(9, [1, 2, 3], [2, 9, 1, 3]), premature_turn(9, [1, 2, 3], [9, 3, 2], mode="old")
    ((2, 1), (1, 9))
    """
    if len(stub) < 2 or mode not in ("wsop", "old"):
        raise HoldemError(f"mode={mode!r} with {len(stub)} cards left; take 'wsop' or 'old', and at least two cards")
    if mode == "old":
        return stub[0], _shuffled([*stub[1:], card], chance)[0]
    pile = _shuffled([*stub, card], chance)
    return pile[0], pile[2]


def undercall(bet: int, pushed: int, *, heads_up: bool, opening: bool = False) -> int | None:
    """Fewer chips than the bet, pushed without a word, by a seat that has more: what it owes to the bet.

    A full call heads-up, or facing the opening bet of the round; else None: the floor decides.

    >>> undercall(500, 200, heads_up=True)
    500
    """
    if not 0 < pushed < bet:
        raise HoldemError(f"{pushed} pushed facing {bet} is no undercall")
    return bet if heads_up or opening else None


def underraise(level: int, smallest: int, pushed: int, *, declared: bool = False) -> int:
    """More than a call, less than the smallest raise: the total that the seat is bound to.

    Half of the raise or more, or a raise that was announced, is the smallest raise; less is a call.

    Args:
        level: the bet to match, a total for the street.
        smallest: the smallest raise-to.
        pushed: the seat's total for the street.
        declared: it said that it raises.

    >>> underraise(100, 200, 150), underraise(100, 200, 149), underraise(100, 200, 149, declared=True)
    (200, 100, 200)
    """
    if not level < pushed < smallest:
        raise HoldemError(f"{pushed} is no under-raise; that lies between {level} and {smallest}")
    return smallest if declared or 2 * (pushed - level) >= smallest - level else level


def string_bet(motions: Sequence[int], declared: int | None = None) -> int:
    """Chips brought in more than one motion: the amount that was announced first counts, else the first motion.

    >>> string_bet([100, 200]), string_bet([100, 200], declared=300)
    (100, 300)
    """
    if not motions:
        raise HoldemError("a bet without a motion; give the chips of each")
    return motions[0] if declared is None else declared


def pot_limit_overbet(amount: int, largest: int, *, round_over: bool) -> int:
    """A pot-limit bet above the largest: corrected while the round is on, stands afterwards.

    >>> pot_limit_overbet(200, 100, round_over=False), pot_limit_overbet(200, 100, round_over=True)
    (100, 200)
    """
    return amount if round_over else min(amount, largest)


def _shuffled(cards: Sequence[int], chance: Chance) -> list[int]:
    if isinstance(chance, random.Random):
        return chance.sample(cards, len(cards))
    if sorted(chance) != sorted(cards):
        raise HoldemError(f"{list(chance)!r} is no order of the cards {list(cards)!r}")
    return list(chance)
