"""Hands at random for the rules: legal ones that a `Table` plays, and records that were tampered with."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from holdem_eq.rules import (
    GAMES,
    UNKNOWN,
    Action,
    BetTo,
    Call,
    Check,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Hand,
    Muck,
    RaiseTo,
    Rake,
    Rules,
    Show,
    Table,
)


def random_rules(rng: random.Random, game: str | None = None) -> Rules:
    """Rules with every option drawn."""
    bet = rng.choice((2, 10, 20))
    rake = rng.choice(
        (
            None,
            None,
            3,
            Rake("0.05"),
            Rake("0.07", 9, False, 2, "proportional"),
            Rake("0.1", None, True, 1, "main_first"),
        )  # type: ignore[arg-type]
    )
    return Rules(
        game=game or rng.choice(tuple(GAMES)),
        limit=rng.choice(("NL", "NL", "PL", "FL", "SL")),
        min_bet=rng.choice((0, bet)),
        small_bet=bet,
        big_bet=2 * bet,
        spread=(bet, rng.choice((bet, 4 * bet))),
        max_raises=rng.choice((1, 3)),
        headsup_uncapped=rng.random() < 0.5,
        fl_half_bet_rule=rng.random() < 0.5,
        short_blind_price=rng.choice(("full", "actual")),
        bb_ante_order=rng.choice(("ante_first", "blind_first")),
        chip_unit=rng.choice((1, 1, 5)),
        rake=rake,
    )


def random_hand(rng: random.Random, game: str | None = None) -> Hand:
    """A legal hand that is played to its end: all games and limits, short stacks, several boards, unknown cards."""
    rules = random_rules(rng, game)
    size = rng.randint(2, 8)
    big = max(2, rules.small_bet)
    stacks = [rng.choice((rng.randint(1, 3 * big), rng.randint(1, 40 * big), 25 * big)) for _ in range(size)]
    if size > 2 and rng.random() < 0.2:
        stacks[rng.randrange(2, size)] = 0
    posts = [big // 2, big] + [rng.choice((0, 0, 0, big)) for _ in range(size - 2)]
    ante = rng.choice((0, 0, 1, 3))
    extras = {name: tuple(rng.choice((0, 0, 4)) for _ in range(size)) for name in ("dead_antes", "dead_posts")}
    known: tuple[int | None, ...] = tuple(stacks)
    if rng.random() < 0.1:
        known = (None, *known[1:])
    hand = Hand(known, rules, tuple(posts), (ante,) * size, first=None if rng.random() < 0.9 else size - 1, **extras)
    return replace(hand, actions=tuple(_play(Table.from_hand(hand), rng)))


def _play(table: Table, rng: random.Random) -> list[Action]:
    """The actions of a hand from its deal to its showdown."""
    deck = list(range(52))
    rng.shuffle(deck)
    done: list[Action] = []

    def do(action: Action) -> None:
        table.apply(action)
        done.append(action)

    veil = rng.random() < 0.2
    for seat, stack in enumerate(table.start):
        if stack != 0:
            cards = [deck.pop() for _ in range(table.game.hole_cards)]
            hidden = veil and rng.random() < 0.4
            if not hidden or rng.random() < 0.8:
                do(DealHole(seat, tuple(UNKNOWN if hidden else card for card in cards)))
    rush = rng.random()
    while not table.over:
        legal = table.legal_actions()
        if legal.phase == "deal":
            do(DealBoard(tuple(deck.pop() for _ in range(legal.deal))))
        elif legal.phase == "discard" and legal.actor is not None:
            held = table.hole_cards[legal.actor] or (UNKNOWN,) * table.game.hole_cards
            do(Discard(legal.actor, tuple(rng.sample(held, legal.discard))))
        else:
            do(_choose(table, rng, rush))
    if table.runout and table.street == 3 and table.common < 5 and rng.random() < 0.5:
        for board in range(1, rng.randint(2, 3)):
            have = table.common
            while have < 5 and len(deck) > 5:
                count = 3 if have == 0 else rng.randint(1, 5 - have)
                do(DealBoard(tuple(deck.pop() for _ in range(count)), board))
                have += count
    for seat in range(len(table.stacks)):
        action = rng.choice((Show(seat), Muck(seat), None, None, None))
        still = sum(1 for out, gone in zip(table.folded, table.mucked, strict=True) if not out and not gone)
        if action is not None and action.can(table) and (still > 1 or isinstance(action, Show)):
            do(action)
    return done


def _choose(table: Table, rng: random.Random, rush: float) -> Action:
    legal = table.legal_actions()
    assert legal.actor is not None
    seat, call = legal.actor, legal.call
    low, high = legal.min_raise_to, legal.max_raise_to
    high = None if high is None else min(high, 1 << 40)  # a stack that is not known has no end
    if low is not None and high is not None and rng.random() < 0.35:
        amount = rng.choice((low, min(high, low + rng.randint(0, 3 * low)), high if rng.random() < rush else low))
        return (BetTo if not table.level and rng.random() < 0.5 else RaiseTo)(seat, amount)
    if call:
        return Fold(seat) if rng.random() < 0.2 else Call(seat)
    return rng.choice((Check, Call))(seat)


def tampered(hand: Hand, rng: random.Random) -> Hand:
    """The hand with one or two of its actions dropped, doubled, swapped or changed, mostly to illegal ones."""
    actions = list(hand.actions)
    for _ in range(rng.choice((1, 1, 2))):
        if not actions:
            break
        place, what = rng.randrange(len(actions)), rng.random()
        if what < 0.2:
            del actions[place]
        elif what < 0.3:
            actions.insert(place, rng.choice(actions))
        elif what < 0.4:
            other = rng.randrange(len(actions))
            actions[place], actions[other] = actions[other], actions[place]
        else:
            actions[place] = _changed(actions[place], hand, rng)
    changes: dict[str, Any] = {"actions": tuple(actions)}
    if rng.random() < 0.2:
        stacks = [rng.choice((stack, stack, None, rng.randint(1, 3000))) if stack != 0 else 0 for stack in hand.stacks]
        changes["stacks"] = tuple(stacks)
    if rng.random() < 0.2:
        changes["winnings"] = tuple(rng.choice((0, 0, 30, 100)) for _ in hand.stacks)
    if rng.random() < 0.2:
        changes["rules"] = random_rules(rng, hand.rules.game)
    return replace(hand, **changes)


def _changed(action: Action, hand: Hand, rng: random.Random) -> Action:
    bet = hand.rules.min_bet or 2
    match action:
        case RaiseTo(seat, amount):
            stack = hand.stacks[seat] or 5
            amounts = (amount // 2, 2 * amount, 3 * amount, amount + 1, amount - 1, 10**7, stack, -1)
            return RaiseTo(seat, rng.choice(amounts))
        case Call(seat):
            stack = hand.stacks[seat] or 4
            return rng.choice((Fold(seat), Check(seat), RaiseTo(seat, 2 * bet), RaiseTo(seat, stack), BetTo(seat, bet)))
        case DealHole(seat, cards):
            some = tuple(rng.choice((UNKNOWN, rng.randrange(52), card)) for card in cards)
            return rng.choice(
                (DealHole(seat, some), DealHole(99, cards), DealHole(seat, cards[1:]), DealHole(-1, cards))
            )
        case DealBoard(cards, board):
            other = (*cards[:-1], rng.choice((UNKNOWN, rng.randrange(52))))
            return rng.choice(
                (
                    DealBoard(cards[:-1], board),
                    DealBoard(other, board),
                    DealBoard((*cards, 7), board),
                    DealBoard(cards, 1),
                    DealBoard(cards, 3),
                )
            )
        case Discard(seat, cards):
            return Discard(seat, tuple(rng.choice((UNKNOWN, rng.randrange(52))) for _ in cards))
        case Show(seat) | Muck(seat):
            return rng.choice(
                (Muck(seat), Show(seat), Show(seat, (UNKNOWN, rng.randrange(52))), Show(seat, (UNKNOWN,) * 2))
            )
        case Fold(seat):
            return rng.choice((Call(seat), Muck(seat), Show(seat), Fold(seat + 1)))
    return action
