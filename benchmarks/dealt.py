"""Hands to replay, dealt and played by a seeded player: six seats, 50/100, 10,000 chips each.

The player folds, calls and raises about as often as people do in such games, so that files, streets and
showdowns have the usual sizes; what it holds does not interest it.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import holdem_eq as he
from holdem_eq.hands.phh import write_phh
from holdem_eq.rules import Action, Call, DealBoard, DealHole, Fold, Muck, RaiseTo, Show

SEATS, STACK, POSTS = 6, 10_000, (50, 100, 0, 0, 0, 0)
FOLDS, RAISES = (0.78, 0.45, 0.45, 0.45), 0.2


@cache
def dealt_hands(count: int) -> tuple[he.Hand, ...]:
    """So many finished hands, always the same."""
    rng = random.Random(count)
    return tuple(_play(rng, number) for number in range(count))


def write_dealt(folder: Path, count: int) -> Path:
    """A ``.phhs`` file of `dealt_hands`."""
    path = folder / "dealt.phhs"
    write_phh(path, dealt_hands(count))
    return path


def _play(rng: random.Random, number: int) -> he.Hand:
    start = he.Hand((STACK,) * SEATS, he.Rules(min_bet=100), POSTS, fields={"hand": number})
    deck = rng.sample(range(52), 2 * SEATS + 5)
    table = he.Table.from_hand(start)
    actions: list[Action] = []

    def apply(action: Action) -> None:
        table.apply(action)
        actions.append(action)

    for seat in range(SEATS):
        apply(DealHole(seat, (deck.pop(), deck.pop())))
    while not table.over:
        legal = table.legal_actions()
        if legal.phase == "deal":
            apply(DealBoard(tuple(deck.pop() for _ in range(legal.deal))))
            continue
        assert legal.actor is not None
        if legal.call and rng.random() < FOLDS[table.street]:
            apply(Fold(legal.actor))
        elif legal.min_raise_to is not None and legal.max_raise_to is not None and rng.random() < RAISES:
            apply(
                RaiseTo(legal.actor, rng.randint(legal.min_raise_to, min(legal.max_raise_to, 3 * legal.min_raise_to)))
            )
        else:
            apply(Call(legal.actor))
    result = he.replay(he.Hand(start.stacks, start.rules, start.posts, actions=tuple(actions)))
    for seat in result.showdown:
        apply(Show(seat, table.hole_cards[seat] or ()) if seat in result.shown else Muck(seat))
    return he.Hand(
        start.stacks, start.rules, start.posts, actions=tuple(actions), fields=start.fields,
        finishing_stacks=result.final_stacks,
    )  # fmt: skip
