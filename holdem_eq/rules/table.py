"""A hand in progress: whose turn it is, what they may do, and what it does to chips and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from holdem_eq.errors import IllegalActionError
from holdem_eq.rules.actions import (
    Action,
    Call,
    Check,
    Fold,
    Muck,
    RaiseTo,
    SeatAction,
    Show,
)
from holdem_eq.rules.betting import Early, bound_to, owed, raise_bounds
from holdem_eq.rules.flow import begin_discards, next_turn
from holdem_eq.rules.setup import BOARD_SIZES, GAMES, UNLIMITED, Hand, Rules

__all__ = ["LegalActions", "Table"]


@dataclass(frozen=True, slots=True)
class LegalActions:
    """What may happen next. Iterating gives the actions themselves, raises at both ends.

    Attributes:
        phase: "bet", "discard", "deal", "show" or "over".
        actor: the seat to act; None where the dealer acts, or nobody.
        call: chips to call, 0 for a check; None outside betting.
        min_raise_to, max_raise_to: totals for the street; None where no raise (or bet) is allowed.
        discard: cards that the actor must throw.
        deal: board cards to deal.
        bound: the one action that the actor may take, since it took it out of turn; None for any.
    """

    phase: Literal["bet", "discard", "deal", "show", "over"]
    actor: int | None = None
    call: int | None = None
    min_raise_to: int | None = None
    max_raise_to: int | None = None
    discard: int = 0
    deal: int = 0
    bound: SeatAction | None = None

    def __iter__(self) -> Iterator[Action]:
        if self.actor is None:
            return
        if self.bound is not None:
            yield self.bound
        elif self.phase == "bet":
            if self.call:
                yield Fold(self.actor)
            yield Call(self.actor) if self.call else Check(self.actor)
            if self.min_raise_to is not None and self.max_raise_to is not None:
                yield RaiseTo(self.actor, self.min_raise_to)
                if self.max_raise_to > self.min_raise_to:
                    yield RaiseTo(self.actor, self.max_raise_to)
        elif self.phase == "show":
            yield Show(self.actor)
            yield Muck(self.actor)

    def __str__(self) -> str:
        if self.bound is not None:
            return f"seat {self.actor}: {self.bound}, as it did out of turn"
        if self.phase == "bet":
            parts = [f"seat {self.actor}: " + (f"call {self.call}" if self.call else "check")]
            if self.min_raise_to is not None and self.max_raise_to is not None:
                low, high = self.min_raise_to, self.max_raise_to
                most = " or more" if high > UNLIMITED // 2 else "" if low == high else f"-{high}"
                parts.append(f"raise to {low}{most}")
            return ", ".join([*parts, "fold"] if self.call else parts)
        if self.phase == "discard":
            return f"seat {self.actor}: discard {self.discard}"
        return {"deal": f"the dealer: deal {self.deal} board cards", "show": f"seat {self.actor}: show or muck"}.get(
            self.phase, "nothing: the hand is over"
        )


class Table:
    """A hand in progress, posted and ready for its first action.

    ``apply`` moves the table on; an illegal action raises and changes nothing. Dealing is an
    action too: hole cards may be left out, the board may not (unknown cards are -1).

    Attributes (read them, change them by actions only; lists have a value a seat):
        stacks, bets, totals: chips behind, in front this street, put in over all streets (antes
            included, dead money not).
        dead: dead antes and dead posts.
        folded, acted: flags.
        mucked: 0, or as which hand, from 1, the seat threw its own away at the showdown.
        hole_cards, boards: card ids.
        level: the bet to match. street: 0 before the flop to 3 on the river.
        phase, actor: what is due, and from whom.
        strict: False accepts what real sites wrote although the rules refuse it, and reports it.
        reports: what was so accepted.

    >>> table = Table((1000, 1000, 1000), posts=(50, 100, 0))
    >>> print(table.legal_actions())
    seat 2: call 100, raise to 200-1000, fold
    >>> table.apply(Fold(2)).apply(Call(0)).apply(Check(1)).phase
    'deal'
    >>> table.apply(Fold(1))
    Traceback (most recent call last):
    ...
    holdem_eq.errors.IllegalActionError: seat 1 may not fold; next is the dealer: deal 3 board cards
    """

    def __init__(
        self,
        stacks: Sequence[int | None],
        posts: Sequence[int] = (),
        rules: Rules | None = None,
        *,
        antes: Sequence[int] = (),
        dead_antes: Sequence[int] = (),
        dead_posts: Sequence[int] = (),
        first: int | None = None,
        strict: bool = True,
    ) -> None:
        hand = Hand(
            tuple(stacks), rules or Rules(), tuple(posts), tuple(antes), tuple(dead_antes), tuple(dead_posts), first
        )
        self._begin(hand, strict)

    @classmethod
    def from_hand(cls, hand: Hand, strict: bool = True) -> Table:
        """The table at the start of a recorded hand, before its actions."""
        table = cls.__new__(cls)
        table._begin(hand, strict)
        return table

    def _begin(self, hand: Hand, strict: bool) -> None:
        size = len(hand.stacks)
        self.rules, self.strict, self.reports = hand.rules, strict, list[str]()
        self.game = GAMES[hand.rules.game]
        self.start = hand.stacks
        self.stacks = [UNLIMITED if stack is None else stack for stack in hand.stacks]
        self.folded = [stack == 0 for stack in hand.stacks]
        self.live = size - self.folded.count(True)
        self.bets, self.totals, self.dead = [0] * size, [0] * size, [0] * size
        self.acted, self.mucked = [False] * size, [0] * size
        self.hole_cards: list[tuple[int, ...] | None] = [None] * size
        self.discarded: list[tuple[int, ...] | None] = [None] * size
        self.shown: list[int] = []
        self.boards: list[tuple[int, ...]] = [()]
        self.street, self.aggressor, self.actor = 0, None, None  # type: int, int | None, int | None
        self.phase: Literal["bet", "discard", "deal", "show", "over"] = "bet"
        self.runout, self.void, self.common = False, False, 0
        self.early: list[Early] = []
        self._post(hand)
        self.able = size - self.stacks.count(0)
        self.seen = 0
        rules = hand.rules
        price = hand.posts if rules.short_blind_price == "full" else self.bets
        self.level = max(price)
        self.minimum = rules.spread[0] if rules.limit == "SL" else rules.min_bet or max(hand.posts) or 1
        self.last_full = max(self.minimum, self.level)
        self.base, self.wagers, self.round_live = self.level, 1 if self.level else 0, self.live
        self.opener = hand.opener
        if self.game.discards and self.game.discard_before == 0:
            begin_discards(self)
        else:
            next_turn(self, self.opener)

    def _post(self, hand: Hand) -> None:
        self._pay(hand.antes, self.totals)
        if hand.rules.bb_ante_order == "ante_first":
            self._pay(hand.dead_antes, self.dead)
        self._pay(hand.posts, self.bets)
        if hand.rules.bb_ante_order == "blind_first":
            self._pay(hand.dead_antes, self.dead)
        self._pay(hand.dead_posts, self.dead)
        self.totals = [ante + bet for ante, bet in zip(self.totals, self.bets, strict=True)]

    def _pay(self, amounts: Sequence[int], into: list[int]) -> None:
        if not any(amounts):
            return
        for seat, amount in enumerate(amounts):
            if amount:
                paid = min(amount, self.stacks[seat])
                self.stacks[seat] -= paid
                into[seat] += paid

    def legal_actions(self) -> LegalActions:
        """What may happen next, with the amount to call and the bounds of a raise."""
        if self.phase == "bet":
            assert self.actor is not None
            low, high = raise_bounds(self, self.actor) or (None, None)
            early = bound_to(self, self.actor) if self.early else None
            return LegalActions("bet", self.actor, owed(self, self.actor), low, high, bound=early and early.action)
        if self.phase == "discard":
            return LegalActions("discard", self.actor, discard=self.game.discards)
        if self.phase == "deal":
            return LegalActions("deal", deal=BOARD_SIZES[self.street + 1] - len(self.boards[0]))
        return LegalActions(self.phase, self.actor)

    def apply(self, action: Action) -> Table:
        """Do ``action`` and return this table, in its next state.

        Raises:
            IllegalActionError: naming the seat, what it tried and what it may do; nothing changed.
            DuplicateCardError: a dealt card lies elsewhere already.
        """
        if not isinstance(action, Action):
            raise IllegalActionError(f"{action!r} is no action; give one as Fold(2), or read text with parse_action")
        action.apply(self)
        return self

    def copy(self) -> Table:
        """An independent table in the same state."""
        twin = Table.__new__(Table)
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, list) else value)
        return twin

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<Table with a pot of {self.pot}; {self.legal_actions()}>"

    @property
    def pot(self) -> int:
        """Every chip in the middle: bets of this street, antes and dead money too."""
        return sum(self.totals) + sum(self.dead)

    @property
    def over(self) -> bool:
        """Whether nothing is left to bet, deal or throw (a showdown may still be told)."""
        return self.phase in ("show", "over")

    def refusal(self, action: Action, why: str) -> IllegalActionError:
        """The error for an action that is not allowed, with what is."""
        name = {"RaiseTo": "raise to", "BetTo": "bet", "DealHole": "take cards", "DealBoard": "deal"}.get(
            type(action).__name__, type(action).__name__.lower()
        )
        amount = f" {action.amount}" if isinstance(action, RaiseTo) else ""
        who = f"seat {action.seat}" if isinstance(action, SeatAction) else "the dealer"
        return IllegalActionError(f"{who} may not {name}{amount} {why}; next is {self.legal_actions()}")
