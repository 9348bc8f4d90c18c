"""Random hands: starts of every kind, and a random player that holds `Table` to the oracle at each step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from holdem_eq.errors import HoldemError
from holdem_eq.rules import (
    GAMES,
    Action,
    Call,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Hand,
    Muck,
    RaiseTo,
    Rules,
    Show,
    Table,
)
from tests import oracle, oracle_games
from tests.oracle_rules import Betting, Settled


@dataclass(frozen=True)
class Start:
    """What a hand starts from, for `Hand` and for the oracle."""

    hand: Hand

    def betting(self) -> Betting:
        """The same start for the oracle."""
        hand, rules = self.hand, self.hand.rules
        return Betting(
            [stack or 0 for stack in hand.stacks],
            hand.posts,
            hand.antes,
            hand.dead_antes,
            hand.dead_posts,
            -1 if hand.first is None else hand.first,
            rules.limit,
            rules.min_bet,
            (rules.small_bet, rules.big_bet),
            rules.spread,
            rules.max_raises,
            rules.headsup_uncapped,
            rules.fl_half_bet_rule,
            rules.short_blind_price == "full",
            rules.bb_ante_order == "ante_first",
        )


def random_start(rng: random.Random, **fixed: Any) -> Start:
    """Two to ten seats with deep and shallow stacks, any limit and variant, any kind of post."""
    size = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10))
    big = rng.choice((2, 4, 10, 20))
    stacks = [rng.choice((rng.randint(1, 2 * big), rng.randint(1, 12 * big), 20 * big)) for _ in range(size)]
    if size > 3 and rng.random() < 0.1:
        stacks[rng.randrange(2, size)] = 0
    posts = [0] * size
    if size == 2:
        posts = [big, big // 2]
    elif rng.random() < 0.95:
        posts[:2] = rng.choice(([big // 2, big],) * 6 + ([big, 0], [0, big]))
        if rng.random() < 0.15 and posts[1] == big and size > 3:
            posts[2] = 2 * big
        elif rng.random() < 0.2:
            posts[rng.randrange(2, size)] = big
    antes, dead_antes, dead_posts = ([0] * size for _ in range(3))
    kind = rng.random()
    if kind < 0.3:
        antes = [rng.choice((big // 2, big // 2, big // 2, 0)) if kind < 0.05 else big // 2] * size
    elif kind < 0.45:
        dead_antes[1 if size > 2 else 0] = big
    if rng.random() < 0.1:
        dead_posts[rng.randrange(size)] = big // 2
    options: dict[str, Any] = {
        "game": rng.choice(("holdem",) * 5 + tuple(GAMES)),
        "limit": rng.choice(("NL", "NL", "PL", "FL", "SL")),
        "min_bet": rng.choice((0, 0, big, 2 * big)),
        "max_raises": rng.choice((3, 3, 4, 1)),
        "headsup_uncapped": rng.random() < 0.8,
        "fl_half_bet_rule": rng.random() < 0.8,
        "short_blind_price": rng.choice(("full", "full", "actual")),
        "bb_ante_order": rng.choice(("ante_first", "blind_first")),
        "chip_unit": rng.choice((1, 1, 1, big // 2)),
        "split_mode": rng.choice(("whole", "whole", "whole", "exact")),
    } | fixed
    if options["limit"] == "FL":
        options |= {"small_bet": big, "big_bet": 2 * big}
    if options["limit"] == "SL":
        options["spread"] = rng.choice(((big, 3 * big), (1, big)))
    first = rng.randrange(size) if not any(posts) else None
    while sum(stack > 0 for stack in stacks) < 2 or (first is not None and stacks[first] == 0):
        stacks = [stack or big for stack in stacks]
    return Start(
        Hand(
            tuple(stacks),
            Rules(**options),
            tuple(posts),
            tuple(antes),
            tuple(dead_antes),
            tuple(dead_posts),
            first,
        )
    )


@dataclass
class Played:
    """A hand that is over: the record, the table, the oracle beside it."""

    hand: Hand
    table: Table
    betting: Betting

    def settled(self, exact: bool) -> Settled:
        """What the oracle makes of it."""
        table = self.table
        ranks, lows = [], []
        for board in table.boards:
            ranks.append([self._rank(seat, board) for seat in range(len(table.stacks))])
            lows.append([self._low(seat, board) for seat in range(len(table.stacks))])
        mucked = [seat for seat, out in enumerate(table.mucked) if out]
        hilo = GAMES[self.hand.rules.game].hilo
        return self.betting.settle(ranks, lows if hilo else None, self.hand.rules.chip_unit, exact, mucked)

    def _rank(self, seat: int, board: Sequence[int]) -> int:
        hole = self.table.hole_cards[seat]
        if len(board) < 5 or self.table.folded[seat] or hole is None:
            return 0
        return 7463 - oracle.SHOWDOWN.class_number((*hole, *board))

    def _low(self, seat: int, board: Sequence[int]) -> tuple[int, ...] | None:
        hole = self.table.hole_cards[seat]
        if len(board) < 5 or self.table.folded[seat] or hole is None:
            return None
        return oracle_games.low_of((*hole, *board))


def state_of(table: Table) -> dict[str, Any]:
    """Everything a table holds, copied."""
    return {
        name: value.copy() if isinstance(value, list | set | dict) else value for name, value in vars(table).items()
    }


def refused(table: Table, action: Action) -> bool:
    """Whether the table refuses the action, and stays as it was."""
    before = state_of(table)
    try:
        table.apply(action)
    except HoldemError:
        assert state_of(table) == before
        return True
    return False


def play(start: Start, rng: random.Random, probe: float = 0.0, eager: float = 0.35) -> Played:
    """Play at random to the end; with chance ``probe`` try at each step what must be refused."""
    table = Table.from_hand(start.hand)
    betting = start.betting()
    actions: list[Action] = []
    deck = rng.sample(range(52), 52)
    game = GAMES[start.hand.rules.game]

    def do(action: Action) -> None:
        assert action.can(table)
        actions.append(action)
        table.apply(action)

    for seat, stack in enumerate(start.hand.stacks):
        if stack:
            do(DealHole(seat, tuple(deck.pop() for _ in range(game.hole_cards))))
    more_boards = rng.choice((0, 0, 0, 1, 2))
    while table.phase != "over":
        legal = table.legal_actions()
        if rng.random() < probe:
            _probe(table, rng)
        if legal.phase == "bet":
            question = betting.question()
            assert question is not None
            came = (legal.actor, legal.call, legal.min_raise_to, legal.max_raise_to)
            assert came == (question.actor, question.call, question.smallest, question.largest)
            assert table.pot == betting.in_the_middle()
            action = _choose(legal, rng, eager)
            do(action)
            if isinstance(action, Fold):
                betting.fold(action.seat)
            elif isinstance(action, RaiseTo):
                betting.raise_to(action.seat, action.amount)
            else:
                betting.call(question.actor)
        elif legal.phase == "discard":
            assert legal.actor is not None
            hole = table.hole_cards[legal.actor]
            assert hole is not None
            do(Discard(legal.actor, tuple(rng.sample(hole, legal.discard))))
        elif legal.phase == "deal":
            assert betting.to_act() == []
            assert len(betting.live()) > 1
            assert table.runout == betting.over()
            do(DealBoard(tuple(deck.pop() for _ in range(legal.deal))))
            betting.street += 1
        else:
            assert betting.street == 3
            assert betting.to_act() == []
            _further_boards(table, deck, more_boards, do)
            more_boards = 0
            live = {seat for seat in betting.live() if not table.mucked[seat]}
            assert legal.actor in live
            others = live - {legal.actor}
            spare = all(others & set(eligible) for _, eligible in betting.pots())
            do(Muck(legal.actor) if spare and rng.random() < 0.15 else Show(legal.actor))
    assert betting.over() or betting.street == 3
    return Played(replace(start.hand, actions=tuple(actions)), table, betting)


def _further_boards(table: Table, deck: list[int], count: int, do: Any) -> None:
    common = table.common
    for number in range(1, count + 1):
        if common == 5 or len(deck) < 5 - common:
            return
        dealt = common
        for end in (3, 4, 5):
            if dealt < end:
                do(DealBoard(tuple(deck.pop() for _ in range(end - dealt)), number))
                dealt = end


def _choose(legal: Any, rng: random.Random, eager: float) -> Action:
    luck = rng.random()
    if legal.min_raise_to is not None and luck < eager:
        low, high = legal.min_raise_to, legal.max_raise_to
        return RaiseTo(
            legal.actor, rng.choice((low, high, rng.randint(low, high), rng.randint(low, min(high, 2 * low))))
        )
    if legal.call and luck > 0.82:
        return Fold(legal.actor)
    return Call(legal.actor)


def _probe(table: Table, rng: random.Random) -> None:
    """What is offered is accepted; what is not is refused, and a refusal changes nothing."""
    legal = table.legal_actions()
    for action in legal:
        assert action.can(table), action
        table.copy().apply(action)
    seats = range(-1, len(table.stacks) + 1)
    for seat in seats:
        if seat != legal.actor or legal.phase != "bet":
            assert refused(table, Call(seat))
            assert refused(table, Fold(seat))
            assert refused(table, RaiseTo(seat, table.level + 1 + rng.randint(0, 50)))
        if legal.phase != "discard" or not 0 <= seat < len(table.stacks):
            assert refused(table, Discard(seat, (0,) * table.game.discards))
    if legal.phase == "bet" and legal.actor is not None:
        low, high = legal.min_raise_to, legal.max_raise_to
        for amount in (
            0,
            -1,
            table.level,
            rng.randint(0, 300),
            rng.randint(0, 300),
            *((low - 1, high + 1) if low else ()),
        ):
            if low is None or not low <= amount <= high:
                assert refused(table, RaiseTo(legal.actor, amount)), amount
            else:
                assert not refused(table.copy(), RaiseTo(legal.actor, amount)), amount
        if not legal.call:
            assert refused(table, Fold(legal.actor))
        assert refused(table, Show(legal.actor))
        assert refused(table, Muck(legal.actor))
    if legal.phase != "deal":
        assert refused(table, DealBoard((0, 1, 2)))
    else:
        known = [card for hole in table.hole_cards for card in hole or ()]
        assert refused(table, DealBoard((known[0],) * legal.deal))
        assert refused(table, DealBoard(()))
        assert refused(table, DealBoard((-1,) * (legal.deal + 1)))
