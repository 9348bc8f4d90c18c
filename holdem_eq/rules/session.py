"""What goes on between hands: who is dealt in, where the button is, who posts what.

A `Session` hands out the start of each hand and takes back the stacks; the hand itself is played
with `Table` or `replay`. Seats are the physical places at a table, any ints, clockwise in rising
order; `Start.seats` says which of them stands at each place of the hand's dealing order.

>>> from holdem_eq.rules.session import Session
>>> session = Session({1: 500, 2: 500, 3: 500}, blinds=(5, 10))
>>> start = session.next_hand()
>>> start.button, start.small_blind, start.big_blind, start.seats
(3, 1, 2, (1, 2, 3))
>>> start.hand.posts
(5, 10, 0)
>>> session.finish((495, 505, 500))
>>> session.next_hand().seats
(2, 3, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from holdem_eq.errors import HoldemError, PlayerCountError
from holdem_eq.rules.result import HandResult
from holdem_eq.rules.setup import Chips, Hand, Rules

__all__ = ["BlindLevel", "Session", "Start"]

PLAIN_RULES: Final = Rules()


@dataclass(frozen=True, slots=True)
class BlindLevel:
    """What is posted in a hand: blinds, an ante from each seat, an ante that the big blind pays for all."""

    small: int
    big: int
    ante: int = 0
    big_blind_ante: int = 0

    def __post_init__(self) -> None:
        amounts = (self.small, self.big, self.ante, self.big_blind_ante)
        if any(type(amount) is not int or amount < 0 for amount in amounts) or not 0 < self.big >= self.small:
            raise HoldemError(f"{self!r} is no level; blinds are whole chips, small <= big, antes not negative")


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a hand, and who is who in it.

    Attributes:
        hand: stacks, posts and antes in dealing order, no actions yet.
        seats: the physical seat at each place of the dealing order.
        button: physical seat of the button; nobody need sit there (a dead button).
        small_blind: physical seat that posts the small blind; None where it is dead.
        big_blind: physical seat that posts the big blind.
    """

    hand: Hand
    seats: tuple[int, ...]
    button: int
    small_blind: int | None
    big_blind: int


@dataclass(slots=True)
class _Seat:
    """One player's place; `new` is owed one live big blind, and grows no further dues."""

    chips: int
    out: bool = False
    new: bool = False
    missed_small: bool = False
    missed_big: bool = False
    wait: bool = False

    @property
    def settled(self) -> bool:
        return not (self.new or self.missed_small or self.missed_big)


def _clockwise(origin: int) -> Callable[[int], tuple[bool, int]]:
    """Sorts seats clockwise from the one after ``origin``, which comes last itself."""
    return lambda seat: (seat <= origin, seat)


def _after(seats: Collection[int], origin: int) -> int:
    """The first of some seats clockwise after a place."""
    return min(seats, key=_clockwise(origin))


def _passed(start: int, seat: int, end: int) -> bool:
    """Whether a seat lies on the way from one place clockwise to another, the end included."""
    around = _clockwise(start)
    return start != end and around(seat) <= around(end)


def _chips(amount: Chips | None) -> int:
    if type(amount) is not int or amount < 0:
        raise HoldemError(f"{amount!r} chips; a session counts whole chips, ints of 0 or more")
    return amount


def _number(seat: int) -> int:
    if type(seat) is not int:
        raise HoldemError(f"seat {seat!r}; seats are ints")
    return seat


def _level(level: BlindLevel | Sequence[int]) -> BlindLevel:
    if isinstance(level, BlindLevel):
        return level
    try:
        return BlindLevel(*level)
    except TypeError:
        raise HoldemError(f"{level!r} is no level; give BlindLevel(small, big) or (small, big)") from None


class Session:
    """A game that goes on hand after hand, a ring game or a tournament.

    Under the "dead" button rule the big blind moves on by one player a hand, the small blind
    falls to who had the big blind, the button to who had the small blind, even where that seat is
    empty by now. Under "moving" the button goes to the next player and both blinds follow it, so
    that a player may be spared a blind. Heads-up the button posts the small blind, and under
    either rule nobody posts the big blind twice running.

    Who joins a ring game posts a live big blind, who returns after missing blinds posts the big
    blind live and the small blind dead; both come in anywhere between the big blind and the
    button, or owe nothing but the big blind when it reaches them (``wait=True`` waits for that).
    In a tournament nobody sits out and newcomers owe nothing; they only can't come in between the
    small blind and the button. Where fewer than two seats owe nothing the game starts anew, and
    nobody posts for blinds missed before.

    Args:
        stacks: chips by seat, or a sequence for the seats 0, 1, 2, ...
        blinds: the level, or small and big blind; leave it out where ``levels`` are given.
        rules: rules of every hand; in fixed limit its bets grow with the levels.
        button: seat that has the button in the first hand; the last seat if left out.
        button_rule: "dead" or "moving".
        tournament: nobody sits out, newcomers post nothing, the last seat with chips ends it.
        levels: blind levels, as ``blinds``; the next one comes every ``hands_per_level`` hands, the last one stays.
        hands_per_level: finished hands to a level.

    Raises:
        HoldemError: amounts, a button or a rule that cannot be.
    """

    def __init__(
        self,
        stacks: Mapping[int, int] | Sequence[int],
        *,
        blinds: BlindLevel | tuple[int, int] | None = None,
        rules: Rules = PLAIN_RULES,
        button: int | None = None,
        button_rule: Literal["dead", "moving"] = "dead",
        tournament: bool = False,
        levels: Sequence[BlindLevel | tuple[int, int]] = (),
        hands_per_level: int = 10,
    ) -> None:
        if button_rule not in ("dead", "moving"):
            raise HoldemError(f"button_rule={button_rule!r} is not known; take 'dead' or 'moving'")
        if (blinds is None) == (not levels):
            raise HoldemError("give either blinds or levels")
        if type(hands_per_level) is not int or hands_per_level < 1:
            raise HoldemError(f"hands_per_level={hands_per_level!r}; give an int, 1 or more")
        pairs = stacks.items() if isinstance(stacks, Mapping) else enumerate(stacks)
        self._seats = dict(sorted((_number(seat), _Seat(_chips(chips))) for seat, chips in pairs))
        if button is None:
            button = max(self._players(), default=0)
        elif button not in self._players():
            raise HoldemError(f"button on seat {button!r}; it needs a seat with chips for the first hand")
        self.rules = rules
        self.button_rule = button_rule
        self.tournament = tournament
        self.levels = tuple(map(_level, levels if blinds is None else (blinds,)))
        self.hands_per_level = hands_per_level
        self.hands_played = 0
        self._button = self._small = self._big = button
        self._start: Start | None = None
        self._anew = True

    def __repr__(self) -> str:
        return f"<Session of {self.stacks}, button on {self.button}{', a hand is on' if self._start else ''}>"

    @property
    def stacks(self) -> dict[int, int]:
        """Chips by seat, as they were after the last finished hand; 0 for a seat that is bust."""
        return {seat: place.chips for seat, place in self._seats.items()}

    @property
    def level(self) -> BlindLevel:
        """The blinds of this hand, or of the next one between hands."""
        return self.levels[min(self.hands_played // self.hands_per_level, len(self.levels) - 1)]

    @property
    def button(self) -> int:
        """Seat of the button, in this hand or in the last one; maybe an empty seat."""
        return self._start.button if self._start else self._button

    @property
    def small_blind(self) -> int:
        """Seat where the small blind is, in this hand or in the last one; maybe an empty one, and then it is dead."""
        if self._start is None:
            return self._small
        return self._big if self._start.small_blind is None else self._start.small_blind

    @property
    def big_blind(self) -> int:
        """Seat of the big blind, in this hand or in the last one."""
        return self._start.big_blind if self._start else self._big

    @property
    def over(self) -> bool:
        """Whether one seat has all the chips of a tournament; a ring game is never over."""
        return self.tournament and len(self._players()) < 2

    def join(self, seat: int, chips: int, *, wait: bool = False) -> None:
        """Someone new takes a free seat (in a tournament also one that is bust).

        Raises:
            HoldemError: a seat that is taken, or no chips.
        """
        taken = self._seats.get(_number(seat))
        if taken is not None and (taken.chips or not self.tournament or self._in_hand(seat)):
            raise HoldemError(f"seat {seat!r} is taken; join a free seat, or rebuy")
        if _chips(chips) == 0:
            raise HoldemError(f"seat {seat!r} joins without chips")
        self._seats[seat] = _Seat(chips, new=True, wait=wait)
        self._seats = dict(sorted(self._seats.items()))

    def leave(self, seat: int) -> int:
        """A seat goes, between hands or while it is not in the hand; gives back its chips.

        Raises:
            HoldemError: nobody sits there, or the seat is in the hand.
        """
        chips = self._idle(seat).chips
        del self._seats[seat]
        return chips

    def rebuy(self, seat: int, chips: int) -> None:
        """Add chips to a seat that is not in a hand.

        Raises:
            HoldemError: nobody sits there, or the seat is in the hand.
        """
        self._idle(seat).chips += _chips(chips)

    def sit_out(self, seat: int) -> None:
        """From the next hand on the seat is not dealt in; the blinds that pass it are missed.

        Raises:
            HoldemError: nobody sits there, or in a tournament, where absent seats are dealt in.
        """
        if self.tournament:
            raise HoldemError(f"seat {seat!r} sits out; in a tournament an absent seat is dealt in and posts")
        self._at(seat).out = True

    def sit_in(self, seat: int, *, wait: bool = False) -> None:
        """The seat is back: it posts what it missed, or waits for the big blind and owes nothing else.

        Raises:
            HoldemError: nobody sits there.
        """
        place = self._at(seat)
        place.out, place.wait = False, wait

    def next_hand(self) -> Start:
        """Deal the next hand in; `finish` it or `void` it before the one after.

        Raises:
            HoldemError: the last hand is not finished.
            PlayerCountError: fewer than two seats can play, or more than the cards allow.
        """
        if self._start is not None:
            raise HoldemError("the last hand is not finished; call finish or void first")
        ready = self._players()
        if len(ready) < 2:
            raise PlayerCountError(f"{len(ready)} seats to deal in ({self.stacks!r}); a hand takes at least 2")
        settled = {seat for seat in ready if self._seats[seat].settled}
        self._anew = len(settled) < 2 or not self.hands_played
        if self._anew:
            settled = set(ready)
            self._start_anew(ready)
        button, small, big, dealt = self._positions(ready, settled)
        order = sorted(dealt, key=_clockwise(button))
        level = self.level
        posts, dead = [], []
        for seat in order:
            place = self._seats[seat]
            enters = not self.tournament and seat not in settled
            back = enters and (place.new or place.missed_big)
            posts.append(level.big if seat == big or back else level.small if seat == small else 0)
            dead.append(level.small if enters and seat != big and place.missed_small else 0)
        hand = Hand(
            stacks=tuple(self._seats[seat].chips for seat in order),
            rules=self._rules(level),
            posts=tuple(posts),
            antes=(level.ante,) * len(order),
            dead_antes=tuple(level.big_blind_ante if seat == big else 0 for seat in order),
            dead_posts=tuple(dead),
            first=(order.index(big) + 1) % len(order),
        )
        self._start = Start(hand, tuple(order), button, small if small in dealt else None, big)
        return self._start

    def finish(self, result: HandResult | Sequence[int]) -> None:
        """Take the result of the hand, or its final stacks in dealing order, and move on.

        Final stacks may sum to less than before in a ring game: the house took the rest. The result of
        a misdeal is as `void`.

        Raises:
            HoldemError: no hand is on, or the chips do not come to what there was.
        """
        if self._start is None:
            raise HoldemError("no hand is on; call next_hand first")
        start = self._start
        given = result.final_stacks if isinstance(result, HandResult) else result
        stacks = [_chips(stack) for stack in given]
        before = sum(self._seats[seat].chips for seat in start.seats)
        after = sum(stacks) + (result.rake if isinstance(result, HandResult) else 0)
        exact = self.tournament or isinstance(result, HandResult)
        if len(stacks) != len(start.seats) or after > before or (exact and after != before):
            raise HoldemError(
                f"final stacks {stacks!r} for seats {start.seats!r} with {before} chips in all; give one a seat,"
                " in dealing order, and no more chips than that"
            )
        if isinstance(result, HandResult) and not result.pots and result.uncalled is None:
            self.void()
            return
        self._pass_blinds(start)
        for seat, chips in zip(start.seats, stacks, strict=True):
            place = self._seats[seat]
            place.chips = chips
            place.new = place.missed_small = place.missed_big = place.wait = False
        self.hands_played += 1
        self._start = None

    def void(self) -> None:
        """The hand does not count (a misdeal): the next one has the same button and the same blinds.

        Raises:
            HoldemError: no hand is on.
        """
        if self._start is None:
            raise HoldemError("no hand is on; call next_hand first")
        self._start = None

    def _players(self) -> list[int]:
        """Seats that can be dealt in."""
        return [seat for seat, place in self._seats.items() if place.chips and not place.out]

    def _in_hand(self, seat: int) -> bool:
        return self._start is not None and seat in self._start.seats

    def _at(self, seat: int) -> _Seat:
        if seat not in self._seats:
            raise HoldemError(f"nobody sits in seat {seat!r}; there are {list(self._seats)}")
        return self._seats[seat]

    def _idle(self, seat: int) -> _Seat:
        place = self._at(seat)
        if self._in_hand(seat):
            raise HoldemError(f"seat {seat!r} is in the hand; finish it first")
        return place

    def _rules(self, level: BlindLevel) -> Rules:
        first = self.levels[0]
        if self.rules.limit != "FL" or level.big == first.big:
            return self.rules
        bets = (bet * level.big // first.big for bet in (self.rules.small_bet, self.rules.big_bet))
        return replace(self.rules, small_bet=next(bets), big_bet=next(bets))

    def _start_anew(self, ready: list[int]) -> None:
        """Put the blinds where they were before a first hand, or where nobody's blind is dead."""
        if not self.hands_played:
            self._small = self._button
            self._big = self._button if len(ready) == 2 else _after(ready, self._button)
        else:
            order = sorted(ready, key=_clockwise(self._big))
            self._big, self._small, self._button = order[-1], order[-2], order[-3 % len(order)]

    def _positions(self, ready: list[int], settled: set[int]) -> tuple[int, int, int, set[int]]:
        """Button, small blind, big blind, and all who are dealt in: the settled, the big blind, who posts."""
        button: int | None
        if self.button_rule == "moving":
            button = _after(settled, self._button if self.hands_played else self._button - 1)
            small = _after(settled, button)
            big = _after(ready, small)
            if self.hands_played and big == self._big != button:  # who came in between would hold the blind back
                button, small = small, _after(settled, small)
                big = _after(ready, small)
            if big == button:
                big, button = _after(settled, self._big), None
            dealt = settled | {big}
        else:
            small = self._big
            big = _after(ready, small)
            dealt = settled | {big}
            around = _clockwise(small)
            behind = [seat for seat in {self._small, *dealt} - {small} if around(seat) > around(big)]
            button = max(behind, key=around, default=None)
        if button is not None:
            dealt |= {seat for seat in ready if self._comes_in(seat, button, small, big)}
        if button is None or len(dealt) == 2:
            (button,) = dealt - {big}
            small = button
        return button, small, big, dealt

    def _comes_in(self, seat: int, button: int, small: int, big: int) -> bool:
        """Whether a seat that is not settled may be dealt in at this place, and wants to."""
        around = _clockwise(big)
        if self.tournament:
            return seat == small or around(seat) <= around(button)
        return not self._seats[seat].wait and around(seat) < around(button)

    def _pass_blinds(self, start: Start) -> None:
        """Seats that the blinds went past without being dealt in have missed them."""
        small = self._big if self.button_rule == "dead" else self.small_blind
        for seat, place in self._seats.items():
            if seat not in start.seats and not place.new and not self._anew:
                place.missed_big |= _passed(self._big, seat, start.big_blind)
                place.missed_small |= _passed(self._small, seat, small)
        self._button, self._small, self._big = start.button, self.small_blind, start.big_blind
