"""Beside pokerkit: the same random hands; who acts, what a call costs, the bounds of a raise, final stacks.

Each known difference is an entry of `DIFFERENCES`, which says which rule of ours explains it and
holds only where that rule is at work. A difference that none of them explains is a failure, and so
is an entry that explains nothing any more.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from holdem_eq.cards import format_cards
from holdem_eq.rules import (
    Call,
    DealBoard,
    DealHole,
    Fold,
    Hand,
    HandResult,
    LegalActions,
    RaiseTo,
    Rules,
    Table,
    replay,
)

pk = pytest.importorskip("pokerkit")
games = pytest.importorskip("pokerkit.games")

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # pokerkit warns of pointless actions

AUTOMATIONS = tuple(
    getattr(pk.Automation, name)
    for name in (
        "ANTE_POSTING",
        "BET_COLLECTION",
        "BLIND_OR_STRADDLE_POSTING",
        "HOLE_CARDS_SHOWING_OR_MUCKING",
        "HAND_KILLING",
        "CHIPS_PUSHING",
        "CHIPS_PULLING",
    )
)


class PotLimitTexasHoldem(games.PotLimitPokerMixin, games.TexasHoldemMixin, games.UnfixedLimitHoldem):  # type: ignore[misc]
    """The one of the three that pokerkit does not name."""


def state_of(hand: Hand) -> Any:
    """The start of a hand for pokerkit, which names blinds small first, heads-up too."""
    rules, size = hand.rules, len(hand.stacks)
    posts = hand.posts if size > 2 else hand.posts[::-1]
    if rules.limit == "FL":
        game = pk.FixedLimitTexasHoldem(AUTOMATIONS, True, hand.antes, posts, rules.small_bet, rules.big_bet)
    else:
        kind = pk.NoLimitTexasHoldem if rules.limit == "NL" else PotLimitTexasHoldem
        game = kind(AUTOMATIONS, True, hand.antes, posts, rules.min_bet)
    return game(hand.stacks, size)


def random_hand(rng: random.Random, limit: str) -> Hand:
    """What both can say: blinds, at times a straddle, equal antes. pokerkit's price is what was really posted."""
    size, big = rng.choice((2, 2, 3, 4, 5, 6, 9)), rng.choice((2, 10, 20))
    stacks = [rng.choice((rng.randint(1, 2 * big), rng.randint(big, 12 * big), 20 * big)) for _ in range(size)]
    if rng.random() < 0.3:
        stacks = [30 * big] * size
    posts = [big, big // 2] if size == 2 else [big // 2, big, *[0] * (size - 2)]
    if size > 3 and rng.random() < 0.1:
        posts[2] = 2 * big
    options: dict[str, Any] = {"small_bet": big, "big_bet": 2 * big} if limit == "FL" else {}
    rules = Rules(limit=limit, min_bet=big, headsup_uncapped=False, short_blind_price="actual", **options)
    return Hand(tuple(stacks), rules, tuple(posts), antes=(rng.choice((0, 0, 0, big // 2)),) * size)


# ---------------------------------------------------------------------------- differences that are known


@dataclass
class Moment:
    """Where the two differ: the hand, our table, what we say, what pokerkit says (actor, call, smallest, largest)."""

    hand: Hand
    table: Table
    legal: LegalActions
    theirs: tuple[Any, ...]

    @property
    def ours(self) -> tuple[Any, ...]:
        legal = self.legal
        return legal.actor, legal.call, legal.min_raise_to, legal.max_raise_to

    @property
    def only_bounds(self) -> bool:
        return self.ours[:2] == self.theirs[:2]

    @property
    def faced(self) -> int:
        assert self.legal.actor is not None
        return self.table.level - self.table.bets[self.legal.actor]

    @property
    def acted(self) -> bool:
        return self.legal.actor is not None and self.table.acted[self.legal.actor]


def alone_with_chips(at: Moment) -> bool:
    """Rule 4: a seat that alone has chips acts only to answer an unmatched all-in (A09)."""
    return at.legal.phase in {"deal", "show"} and at.table.runout and at.theirs[0] is not None


def straddle(at: Moment) -> bool:
    """Rule 5: a straddle is the last full bet, so the smallest raise is to twice the straddle."""
    posted_last = at.hand.rules.min_bet < at.table.last_full <= max(at.hand.posts)
    return at.only_bounds and posted_last and at.table.street == 0 and at.ours[3] == at.theirs[3]


def cap_with_the_blind(at: Moment) -> bool:
    """Rule 8: the big blind is the first bet, three raises follow; pokerkit has four raises before the flop."""
    table = at.table
    capped = table.rules.limit == "FL" and table.wagers > table.rules.max_raises
    return at.only_bounds and capped and at.ours[2] is None


def short_all_in_is_no_raise(at: Moment) -> bool:
    """Rule 8: an all-in of less than half a bet is completed by the next (C45), and no step to the cap."""
    table = at.table
    return at.only_bounds and table.rules.limit == "FL" and table.level > table.base and at.ours[2] is not None


def half_a_bet(at: Moment) -> bool:
    """Rule 8: fixed limit, half a bet gives a seat that has acted its raise back (C44)."""
    fixed = at.table.rules.limit == "FL"
    size = at.table.rules.small_bet if at.table.street < 2 else at.table.rules.big_bet
    return at.only_bounds and fixed and at.acted and at.faced * 2 >= size > at.faced and at.theirs[2] is None


def nobody_left_to_match(at: Moment) -> bool:
    """Rule 4: one may raise while somebody else has chips, even too few to match the bet as it is."""
    table = at.table
    others = [seat for seat in range(len(table.stacks)) if seat != at.legal.actor and not table.folded[seat]]
    cannot = all(table.bets[seat] + table.stacks[seat] <= table.level for seat in others)
    return at.only_bounds and cannot and any(table.stacks[seat] for seat in others) and at.theirs[2] is None


def less_than_a_full_raise(at: Moment) -> bool:
    """Rule 6: a seat that has acted and faces less than the last full bet may not raise (C08, C09).

    For pokerkit the first bet of a street is full, however short, and so is the first raise over the blind.
    """
    if not at.only_bounds or not at.acted:
        return False
    table = at.table
    fixed = table.rules.limit == "FL"
    size = table.rules.small_bet if table.street < 2 else table.rules.big_bet
    short = at.faced * 2 < size if fixed else at.faced < table.last_full
    return short and at.ours[2] is None


DIFFERENCES: tuple[Callable[[Moment], bool], ...] = (
    alone_with_chips,
    straddle,
    cap_with_the_blind,
    short_all_in_is_no_raise,
    half_a_bet,
    nobody_left_to_match,
    less_than_a_full_raise,
)


def odd_chips(table: Table, found: HandResult) -> list[int]:
    """Rules 10 and 11: our pots come from betting alone, and odd chips go one a seat.

    pokerkit first takes hands away that win nothing; pots that the same seats claim are one then.
    All odd chips of a pot go to its first winner. These are the stacks after that.
    """
    winners = {award.seat for award in found.awards}
    pots: list[tuple[int, list[int]]] = []
    for pot in found.pots:
        claimants = [seat for seat in pot.eligible if seat in winners]
        if pots and pots[-1][1] == claimants:
            pots[-1] = (pots[-1][0] + pot.amount, claimants)
        else:
            pots.append((pot.amount, claimants))
    stacks = list(table.stacks)
    if found.uncalled:
        stacks[found.uncalled[0]] += found.uncalled[1]
    ranks = found.hand_ranks[0]
    for amount, claimants in pots:
        best = [seat for seat in claimants if ranks[seat] == max(ranks[other] for other in claimants)]
        for seat in best:
            stacks[seat] += amount // len(best)
        stacks[best[0]] += amount % len(best)
    return stacks


# ---------------------------------------------------------------------------- playing


def play(limit: str, seed: int) -> str:
    """Play a hand with both: "same", or the name of the difference that ended the comparison."""
    rng = random.Random(seed)
    hand = random_hand(rng, limit)
    table, state = Table.from_hand(hand), state_of(hand)
    deck = rng.sample(range(52), 52)
    actions: list[Any] = [DealHole(seat, (deck.pop(), deck.pop())) for seat in range(len(hand.stacks))]
    for action in actions:
        table.apply(action)
    for card in range(2):
        for dealing in actions[: len(hand.stacks)]:
            assert state.hole_dealee_index == dealing.seat
            state.deal_hole(format_cards(dealing.cards[card : card + 1]))
    while True:
        legal = table.legal_actions()
        theirs = (
            state.actor_index,
            state.checking_or_calling_amount,
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        ours = (legal.actor, legal.call, legal.min_raise_to, legal.max_raise_to)
        if (ours if legal.phase == "bet" else (None,) * 4) != theirs:
            moment = Moment(hand, table, legal, theirs)
            known = [rule.__name__ for rule in DIFFERENCES if rule(moment)]
            assert known, (seed, hand, [str(action) for action in actions], ours, theirs)
            return known[0]
        if legal.phase == "bet":
            action = _choose(legal, rng)
            _tell(state, action)
        elif legal.phase == "deal":
            action = DealBoard(tuple(deck.pop() for _ in range(legal.deal)))
            state.burn_card("??")
            state.deal_board(format_cards(action.cards))
        else:
            break
        actions.append(action)
        table.apply(action)
    assert not state.status
    found = replay(replace(hand, actions=tuple(actions)))
    if list(found.final_stacks) == state.stacks:
        return "same"
    assert found.showdown
    assert odd_chips(table, found) == state.stacks, (seed, found, state.stacks)
    return odd_chips.__name__


def _choose(legal: LegalActions, rng: random.Random) -> Any:
    assert legal.actor is not None
    luck = rng.random()
    low, high = legal.min_raise_to, legal.max_raise_to
    if low is not None and high is not None and luck < 0.4:
        return RaiseTo(legal.actor, rng.choice((low, high, rng.randint(low, high))))
    return Fold(legal.actor) if legal.call and luck > 0.85 else Call(legal.actor)


def _tell(state: Any, action: Any) -> None:
    if isinstance(action, RaiseTo):
        state.complete_bet_or_raise_to(action.amount)
    elif isinstance(action, Fold):
        state.fold()
    else:
        state.check_or_call()


@pytest.mark.parametrize("limit", ["NL", "PL", "FL"])
def test_random_hands_beside_pokerkit(limit: str) -> None:
    ends = Counter(play(limit, seed) for seed in range(250))
    assert ends["same"] > 130


@pytest.mark.slow
def test_more_random_hands_beside_pokerkit() -> None:
    ends = Counter(play(limit, seed) for limit in ("NL", "PL", "FL") for seed in range(1000, 3500))
    assert ends.keys() == {"same", odd_chips.__name__, *(rule.__name__ for rule in DIFFERENCES)}
    assert ends["same"] > 5000
