"""Between hands: RULES 2.14, the cases 5B, and what holds whoever comes and goes."""

# ruff: noqa: N802 (tests bear the numbers of the rules)

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq.errors import HoldemError, PlayerCountError
from holdem_eq.rules import Call, DealBoard, DealHole, Fold, HandResult, RaiseTo, Rules, Table, replay
from holdem_eq.rules.replay import settle
from holdem_eq.rules.session import BlindLevel, Session, Start


def play(session: Session) -> Start:
    """A hand in which no chip moves."""
    start = session.next_hand()
    session.finish([stack for stack in start.hand.stacks if stack is not None])
    return start


def places(start: Start) -> tuple[int, int | None, int]:
    return start.button, start.small_blind, start.big_blind


def after_first_hand(seats: int = 6, **options: Any) -> Session:
    """Seats 1 to n, and a hand just played with button 1, small blind 2, big blind 3."""
    session = Session(dict.fromkeys(range(1, seats + 1), 1000), blinds=(50, 100), button=1, **options)
    assert places(play(session)) == (1, 2, 3)
    return session


def busted(*seats: int, tournament: bool = False) -> Session:
    """Six seats after a hand in which some lost everything to seat 6."""
    session = Session(dict.fromkeys(range(1, 7), 1000), blinds=(50, 100), button=1, tournament=tournament)
    start = session.next_hand()
    session.finish([0 if seat in seats else 1000 + 1000 * len(seats) * (seat == 6) for seat in start.seats])
    return session


# 5B


def test_B10__nobody_leaves() -> None:
    session = after_first_hand()
    start = session.next_hand()
    assert places(start) == (2, 3, 4)
    assert start.seats == (3, 4, 5, 6, 1, 2)
    assert start.hand.posts == (50, 100, 0, 0, 0, 0)
    assert start.hand.opener == 2


@pytest.mark.parametrize("tournament", [False, True])
def test_B11__the_small_blind_busts(tournament: bool) -> None:
    start = busted(2, tournament=tournament).next_hand()
    assert places(start) == (2, 3, 4)
    assert start.seats == (3, 4, 5, 6, 1)  # nobody has the button; seat 1 is last after the flop


def test_B12__the_big_blind_busts() -> None:
    session = busted(3)
    start = play(session)
    assert places(start) == (2, None, 4)
    assert session.small_blind == 3
    assert start.seats == (4, 5, 6, 1, 2)
    assert start.hand.posts == (100, 0, 0, 0, 0)
    assert start.hand.opener == 1
    assert Table.from_hand(start.hand).legal_actions().actor == 1


def test_B13__hand_after_b12() -> None:
    session = busted(3)
    play(session)
    start = session.next_hand()
    assert places(start) == (3, 4, 5)
    assert start.seats == (4, 5, 6, 1, 2)


def test_B14__both_blinds_bust() -> None:
    session = busted(2, 3)
    start = play(session)
    assert places(start) == (2, None, 4)
    assert start.seats == (4, 5, 6, 1)
    assert places(session.next_hand()) == (3, 4, 5)


def test_B15__the_button_busts() -> None:
    start = busted(1).next_hand()
    assert places(start) == (2, 3, 4)
    assert start.seats[-1] == 2


@pytest.mark.parametrize("rule", ["dead", "moving"])
@pytest.mark.parametrize(("gone", "expected"), [(2, (3, 3, 1)), (3, (2, 2, 1)), (1, (3, 3, 2))])
def test_B16__three_to_two(rule: str, gone: int, expected: tuple[int, int, int]) -> None:
    session = after_first_hand(3, button_rule=rule)
    session.leave(gone)
    assert places(play(session)) == expected
    button, _, big = expected
    assert places(play(session)) == (big, big, button)


def test_B18__moving_button_the_small_blind_leaves() -> None:
    session = after_first_hand(button_rule="moving")
    session.leave(2)
    starts = [play(session) for _ in range(6)]
    assert places(starts[0]) == (3, 4, 5)
    assert [start.big_blind for start in starts] == [5, 6, 1, 3, 4, 5]  # after 3 came 5: seat 4 was spared once


def test_B19__the_live_part_of_what_is_owed_comes_first() -> None:
    session = Session({1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 120}, blinds=(50, 100), button=5)
    for _ in range(3):
        play(session)
    session.sit_out(5)
    assert places(play(session)) == (3, 4, 1)  # the big blind goes past it
    session.sit_in(5)
    start = play(session)
    assert places(start) == (4, 1, 2)
    assert 5 not in start.seats  # so does the small blind, and the button has yet to
    start = session.next_hand()
    place = start.seats.index(5)
    assert (start.hand.posts[place], start.hand.dead_posts[place]) == (100, 50)
    table = Table.from_hand(start.hand)
    assert (table.bets[place], table.dead[place], table.stacks[place]) == (100, 20, 0)
    # 100 from each caller and the dead money
    for seat in (2, 4, 0, 1):
        table.apply(Fold(seat) if seat == 0 else Call(seat))
    assert table.pot == 4 * 100 + 50 + 20


def test_B20__heads_up_after_b16() -> None:
    session = after_first_hand(3)
    session.leave(2)
    start = session.next_hand()
    assert start.seats == (1, 3)  # the big blind first, so that the last card goes to the button
    assert start.hand.posts == (100, 50)
    assert start.hand.opener == 1
    actions = (DealHole(0, (0, 1)), DealHole(1, (4, 5)), Call(1), Call(0), DealBoard((8, 12, 20)))
    table = Table.from_hand(start.hand)
    for action in actions:
        table.apply(action)
    assert table.legal_actions().actor == 0


# Missed blinds and newcomers


def test_B01__a_returning_seat_owes_both_blinds() -> None:
    session = after_first_hand(6)
    session.sit_out(4)
    starts = [play(session) for _ in range(3)]
    assert [start.big_blind for start in starts] == [5, 6, 1]
    session.sit_in(4)  # before the button came past
    start = play(session)
    assert places(start) == (6, 1, 2)
    place = start.seats.index(4)
    assert (start.hand.posts[place], start.hand.dead_posts[place]) == (100, 50)
    assert sum(start.hand.posts) == 250
    assert start.hand.opener == 2
    start = play(session)
    assert sum(start.hand.posts) == 150  # paid once
    assert not any(start.hand.dead_posts)


def test_B01__a_returning_seat_may_wait_for_the_big_blind() -> None:
    session = after_first_hand(6)
    session.sit_out(4)
    for _ in range(3):
        play(session)
    session.sit_in(4, wait=True)
    starts = [play(session) for _ in range(3)]
    assert [4 in start.seats for start in starts] == [False, False, True]
    assert starts[-1].big_blind == 4
    assert sum(starts[-1].hand.posts) == 150
    assert not any(starts[-1].hand.dead_posts)


def test_B01__a_seat_that_missed_the_small_blind_only() -> None:
    session = after_first_hand(6)
    session.sit_out(3)
    assert places(play(session)) == (2, None, 4)  # the small blind is dead
    session.sit_in(3)
    assert 3 not in play(session).seats  # the button is on it
    start = session.next_hand()
    place = start.seats.index(3)
    assert (start.hand.posts[place], start.hand.dead_posts[place]) == (0, 50)


def test_B01__sitting_out_on_the_button_costs_nothing() -> None:
    session = after_first_hand(6)
    session.sit_out(1)
    play(session)
    session.sit_in(1)
    start = session.next_hand()
    assert 1 in start.seats
    assert sum(start.hand.posts) == 150
    assert not any(start.hand.dead_posts)


def test_B01__a_seat_that_rebuys_at_once_owes_nothing() -> None:
    session = busted(5)
    session.rebuy(5, 300)
    start = session.next_hand()
    assert 5 in start.seats
    assert sum(start.hand.posts) == 150
    session = busted(5)
    assert [play(session).big_blind for _ in range(3)] == [4, 6, 1]
    session.rebuy(5, 300)  # too late: the big blind and the small blind went past
    start = session.next_hand()
    place = start.seats.index(5)
    assert (start.hand.posts[place], start.hand.dead_posts[place]) == (100, 50)


def test_B03__a_newcomer_posts_a_live_big_blind() -> None:
    session = after_first_hand(5)
    session.join(6, 700)
    start = session.next_hand()
    assert start.seats == (3, 4, 5, 6, 1, 2)
    assert start.hand.posts == (50, 100, 0, 100, 0, 0)
    assert start.hand.dead_posts == (0,) * 6
    assert start.hand.opener == 2
    assert start.hand.stacks[3] == 700


def test_B03__a_newcomer_may_wait() -> None:
    session = after_first_hand(5)
    session.join(6, 700, wait=True)
    starts = [play(session) for _ in range(3)]
    assert [6 in start.seats for start in starts] == [False, False, True]
    assert starts[-1].big_blind == 6
    assert sum(starts[-1].hand.posts) == 150


def test_B03__nobody_comes_in_between_button_and_blinds() -> None:
    session = Session({1: 1000, 3: 1000, 4: 1000, 6: 1000}, blinds=(50, 100), button=1)
    play(session)  # button 1, blinds 3 and 4
    session.join(2, 1000)
    assert places(start := play(session)) == (3, 4, 6)
    assert start.seats == (4, 6, 1, 2, 3)  # behind the big blind: it posts
    session.join(5, 1000)  # between the small blind and the big blind
    assert places(start := play(session)) == (4, 6, 1)
    assert 5 not in start.seats
    assert places(start := play(session)) == (6, 1, 2)
    assert start.hand.posts == (50, 100, 0, 0, 100, 0)
    assert start.seats == (1, 2, 3, 4, 5, 6)


def test_B03__a_newcomer_in_the_seat_of_the_small_blind_waits() -> None:
    session = after_first_hand(5)
    session.leave(3)
    session.join(3, 1000)
    start = play(session)
    assert places(start) == (2, None, 4)
    assert 3 not in start.seats
    start = play(session)
    assert places(start) == (3, 4, 5)
    assert 3 not in start.seats
    assert 3 in play(session).seats


def test_B04__a_dead_small_blind_at_the_table() -> None:
    start = busted(3).next_hand()
    table = Table.from_hand(start.hand)
    legal = table.legal_actions()
    assert (legal.actor, legal.call, legal.min_raise_to) == (1, 100, 200)


@pytest.mark.parametrize("seat", [1, 3, 5])
def test_B16__two_to_three(seat: int) -> None:
    session = Session({2: 1000, 4: 1000}, blinds=(50, 100), button=2)
    assert places(play(session)) == (2, 2, 4)
    session.join(seat, 1000)
    starts = [play(session) for _ in range(2)]
    if seat == 3:  # the big blind goes past it to seat 2
        assert places(starts[0]) == (4, 4, 2)
        assert places(starts[1]) == (4, 2, 3)
    else:
        assert places(starts[0]) == (2, 4, seat)
        assert places(starts[1]) == (4, seat, 2)


def test_a_game_that_stopped_starts_anew() -> None:
    session = Session([1000, 1000], blinds=(5, 10))
    play(session)
    session.leave(0)
    with pytest.raises(PlayerCountError, match="1 seats"):
        session.next_hand()
    session.join(4, 1000)
    session.join(6, 1000)
    start = session.next_hand()
    assert sorted(start.seats) == [1, 4, 6]
    assert sum(start.hand.posts) == 15


def test_a_moving_game_that_starts_anew_moves_the_big_blind() -> None:
    session = Session([100, 100], blinds=(5, 10), button_rule="moving")
    start = session.next_hand()
    assert places(start) == (1, 1, 0)
    session.finish([200, 0])
    session.join(2, 100)
    session.join(3, 100)
    assert places(session.next_hand()) == (3, 0, 2)


def test_nothing_is_missed_before_the_first_hand() -> None:
    session = Session([100] * 4, blinds=(5, 10))
    session.sit_out(1)
    assert places(play(session)) == (3, 0, 2)
    session.sit_in(1)
    assert not any(play(session).hand.dead_posts)
    start = session.next_hand()
    assert places(start) == (2, 3, 0)
    assert start.hand.posts == (5, 10, 0, 0)


# Tournaments and levels


def test_levels_rise_on_a_schedule() -> None:
    levels = [BlindLevel(10, 20), BlindLevel(20, 40, ante=5), BlindLevel(50, 100, big_blind_ante=100)]
    session = Session([1000] * 4, levels=levels, hands_per_level=2, tournament=True)
    hands = [play(session).hand for _ in range(7)]
    assert [max(hand.posts) for hand in hands] == [20, 20, 40, 40, 100, 100, 100]
    assert [sum(hand.antes) for hand in hands] == [0, 0, 20, 20, 0, 0, 0]
    assert hands[4].dead_antes == tuple(hands[4].posts[place] // 100 * 100 for place in range(4))


def test_fixed_limit_bets_rise_with_the_levels() -> None:
    rules = Rules(limit="FL", small_bet=20, big_bet=40)
    session = Session([1000] * 3, levels=[BlindLevel(10, 20), BlindLevel(15, 30)], hands_per_level=1, rules=rules)
    first, second = play(session).hand, play(session).hand
    assert first.rules == rules
    assert second.rules == replace(rules, small_bet=30, big_bet=60)


def test_a_tournament_ends_when_one_seat_has_all_chips() -> None:
    session = Session([300, 300, 300], blinds=(10, 20), tournament=True)
    for _ in range(2):
        start = session.next_hand()
        stacks = [stack or 0 for stack in start.hand.stacks]
        winner = start.seats.index(min(start.seats))
        loser = start.seats.index(max(start.seats))
        stacks[winner] += stacks[loser]
        stacks[loser] = 0
        assert not session.over
        session.finish(stacks)
    assert session.over
    assert session.stacks == {0: 900, 1: 0, 2: 0}
    with pytest.raises(PlayerCountError):
        session.next_hand()
    session.rebuy(1, 300)
    assert not session.over
    assert set(session.next_hand().seats) == {0, 1}


def test_tournament_newcomers_post_nothing() -> None:
    session = busted(2, 3, tournament=True)
    session.join(2, 500)  # on the button
    session.join(3, 500)  # the small blind
    start = session.next_hand()
    assert places(start) == (2, 3, 4)
    assert start.seats == (3, 4, 5, 6, 1, 2)
    assert start.hand.posts == (50, 100, 0, 0, 0, 0)


def test_tournament_newcomers_cannot_come_in_between_button_and_small_blind() -> None:
    session = Session({1: 100, 2: 100, 4: 100, 5: 100}, blinds=(1, 2), button=1, tournament=True)
    play(session)  # blinds 2 and 4
    session.join(3, 100)
    start = play(session)
    assert places(start) == (2, 4, 5)
    assert 3 not in start.seats
    assert 3 in play(session).seats


def test_tournament_seats_never_sit_out() -> None:
    with pytest.raises(HoldemError, match="tournament"):
        Session([100, 100], blinds=(1, 2), tournament=True).sit_out(0)


# The hand in the middle


def test_a_session_takes_the_result_of_replay() -> None:
    session = Session({1: 500, 2: 500, 3: 500}, blinds=(5, 10), rules=Rules(rake=1))
    start = session.next_hand()
    session.finish(
        replay(
            replace(
                start.hand, actions=(RaiseTo(2, 30), Fold(0), Call(1), DealBoard((0, 4, 8)), RaiseTo(1, 50), Fold(2))
            )
        )
    )
    assert session.stacks == {1: 495, 2: 534, 3: 470}
    assert session.hands_played == 1


def test_K06__a_void_hand_has_the_same_button_and_blinds() -> None:
    session = after_first_hand()
    start = session.next_hand()
    session.void()
    assert session.next_hand() == start


def test_properties_before_in_and_after_a_hand() -> None:
    session = busted(3)
    assert (session.button, session.small_blind, session.big_blind) == (1, 2, 3)
    start = session.next_hand()
    assert (session.button, session.small_blind, session.big_blind) == (2, 3, 4)
    session.finish([stack or 0 for stack in start.hand.stacks])
    assert (session.button, session.small_blind, session.big_blind) == (2, 3, 4)


def refused(step: Callable[[Session], object]) -> None:
    session = Session({1: 500, 2: 500, 3: 500}, blinds=(5, 10))
    with pytest.raises(HoldemError):
        step(session)
    start = session.next_hand()
    assert places(start) == (3, 1, 2)
    with pytest.raises(HoldemError, match="finish"):
        session.next_hand()
    for between in (lambda: session.leave(1), lambda: session.rebuy(1, 5), lambda: session.join(1, 5)):
        with pytest.raises(HoldemError, match="seat 1"):
            between()
    wrong: list[Any] = [[500, 500], [500, 500, 501], [1500, 1, -1], [500, 500, 500.0], [500, 500, True]]
    for stacks in wrong:
        with pytest.raises(HoldemError):
            session.finish(stacks)
    session.finish([500, 500, 499])
    assert session.stacks == {1: 500, 2: 500, 3: 499}


@pytest.mark.parametrize(
    "step",
    [
        lambda session: session.finish([500, 500, 500]),
        lambda session: session.void(),
        lambda session: session.leave(7),
        lambda session: session.rebuy(7, 100),
        lambda session: session.sit_in(7),
        lambda session: session.sit_out(7),
        lambda session: session.rebuy(1, -100),
        lambda session: session.join(1, 100),
        lambda session: session.join(7, 0),
        lambda session: session.join(7, 1.5),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(step: Callable[[Session], object]) -> None:
    refused(step)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"blinds": (1, 2), "levels": [BlindLevel(1, 2)]},
        {"blinds": (1, 2), "button": 5},
        {"blinds": (1, 2), "button_rule": "dealer"},
        {"levels": [BlindLevel(1, 2)], "hands_per_level": 0},
        {"blinds": (2, 1)},
        {"blinds": (0, 0)},
        {"blinds": (0.5, 1)},
    ],
)
def test_sessions_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(HoldemError):
        Session([100, 100], **options)


def play_out(start: Start, rng: random.Random) -> HandResult:
    """A hand of players who fold, call and shove as they please."""
    table = Table.from_hand(start.hand)
    deck = rng.sample(range(52), 52)
    for place in range(len(start.seats)):
        table.apply(DealHole(place, (deck.pop(), deck.pop())))
    while not table.over:
        legal = table.legal_actions()
        if legal.phase == "deal":
            table.apply(DealBoard(tuple(deck.pop() for _ in range(legal.deal))))
        else:
            table.apply(rng.choice(list(legal)))
    return settle(table)


@pytest.mark.parametrize("rule", ["dead", "moving"])
@pytest.mark.parametrize("seed", range(10))
def test_a_tournament_from_the_first_hand_to_the_last(seed: int, rule: Any) -> None:
    rng = random.Random(seed)
    levels = [BlindLevel(5 * 2**k, 10 * 2**k, ante=k, big_blind_ante=k % 2 * 10) for k in range(8)]
    session = Session([500] * rng.randint(2, 9), levels=levels, button_rule=rule, tournament=True)
    chips = sum(session.stacks.values())
    while not session.over:
        session.finish(play_out(session.next_hand(), rng))
        assert sum(session.stacks.values()) == chips
        if session.hands_played == 5:
            session.join(11, 250)
            chips += 250
    assert sorted(session.stacks.values())[-1] == chips


# Properties

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["play", "play", "play", "bust", "join", "wait", "leave", "sit_out", "sit_in", "rebuy"]),
        st.integers(0, 8),
        st.integers(0, 8),
    ),
    max_size=40,
)


def drive(session: Session, steps: list[tuple[str, int, int]]) -> list[tuple[Start, set[int]]]:
    """Take the steps that can be taken; each hand with the seats that have not moved since the one before."""
    hands: list[tuple[Start, set[int]]] = []
    stayed: set[int] = set(session.stacks)
    chips = sum(session.stacks.values())
    for step, one, other in steps:
        if step in ("play", "bust"):
            try:
                start = session.next_hand()
            except PlayerCountError:
                continue
            stacks = [stack or 0 for stack in start.hand.stacks]
            hands.append((start, stayed & set(start.seats)))
            stayed = set(start.seats)
            if step == "bust":
                loser, winner = one % len(stacks), other % len(stacks)
                if loser != winner:
                    stacks[winner] += stacks[loser]
                    stacks[loser] = 0
                    stayed.discard(start.seats[loser])
            session.finish(stacks)
        else:
            try:
                if step in ("join", "wait"):
                    session.join(one, 100, wait=step == "wait")
                    chips += 100
                elif step == "leave":
                    chips -= session.leave(one)
                elif step == "rebuy":
                    session.rebuy(one, 100)
                    chips += 100
                elif step == "sit_out":
                    session.sit_out(one)
                else:
                    session.sit_in(one, wait=bool(other % 2))
            except HoldemError:
                continue
            stayed.discard(one)
        assert sum(session.stacks.values()) == chips
    return hands


@given(steps=STEPS, rule=st.sampled_from(["dead", "moving"]), tournament=st.booleans(), count=st.integers(2, 6))
def test_B16__nobody_posts_the_big_blind_twice_running(
    steps: list[tuple[str, int, int]], rule: Any, tournament: bool, count: int
) -> None:
    session = Session([100] * count, blinds=(5, 10), button_rule=rule, tournament=tournament)
    hands = drive(session, steps)
    for start, _ in hands:
        hand, seats = start.hand, start.seats
        assert len(set(seats)) == len(seats) >= 2
        assert hand.posts[seats.index(start.big_blind)] == 10  # it is always posted
        assert hand.opener == (seats.index(start.big_blind) + 1) % len(seats)
        assert all(stack and stack > 0 for stack in hand.stacks)
        # dealing starts left of the button: blinds first, the small one before the big one, nobody in front of them
        if len(seats) == 2:
            assert seats == (start.big_blind, start.button)
            assert start.small_blind == start.button
        elif start.small_blind is None:
            assert rule == "dead"
            assert seats[0] == start.big_blind
        else:
            assert seats[:2] == (start.small_blind, start.big_blind)
            assert hand.posts[0] == 5
        if start.button in seats:
            assert seats[-1] == start.button
        else:
            assert rule == "dead"
        if tournament:
            assert sum(hand.posts) == (10 if start.small_blind is None else 15)
            assert not any(hand.dead_posts)
    for (before, _), (start, stayed) in pairwise(hands):
        assert start.big_blind != before.big_blind or start.big_blind not in stayed
        if rule == "dead" and before.big_blind in stayed:
            assert start.small_blind == before.big_blind  # the small blind the hand after the big one


@given(steps=STEPS, count=st.integers(2, 6))
def test_each_seat_that_stays_pays_the_big_blind_once_an_orbit(steps: list[tuple[str, int, int]], count: int) -> None:
    hands = drive(Session([100] * count, blinds=(5, 10)), steps)
    for first, (opening, _) in enumerate(hands):
        seat, stayed, between = opening.big_blind, set(opening.seats), list[int]()
        for start, still in hands[first + 1 :]:
            stayed &= still
            if seat not in stayed:
                break
            if start.big_blind == seat:
                assert all(between.count(other) == 1 for other in stayed - {seat})
                break
            between.append(start.big_blind)


@given(steps=STEPS, count=st.integers(2, 6), orbits=st.integers(1, 3))
def test_an_orbit_without_changes_is_fair(steps: list[tuple[str, int, int]], count: int, orbits: int) -> None:
    for rule in ("dead", "moving"):
        session = Session([100] * count, blinds=(5, 10), button_rule=rule)
        drive(session, steps)
        for seat in session.stacks:
            session.sit_in(seat)
        ready = [seat for seat, chips in session.stacks.items() if chips]
        if len(ready) < 2:
            continue
        for _ in range(2 * len(ready)):
            play(session)  # until everybody is in
        hands = [play(session) for _ in range(orbits * len(ready))]
        for seat in ready:
            assert sum(start.big_blind == seat for start in hands) == orbits
            assert sum(start.small_blind == seat for start in hands) == orbits
            assert sum(start.button == seat for start in hands) == orbits


def goes_past(start: int, seat: int, end: int) -> bool:
    """Whether one comes past a seat on the way clockwise from a place behind it to one before it."""
    return start != seat and (seat - start) % 9 < (end - start) % 9


@given(steps=STEPS)
def test_who_was_passed_by_a_blind_pays_it(steps: list[tuple[str, int, int]]) -> None:
    session = Session([100] * 4, blinds=(5, 10))
    owes_big: set[int] = set()
    owes_small: set[int] = set()
    new: set[int] = set()
    out: set[int] = set()
    for step in steps:
        name, seat, _ = step
        before, places_before = session.stacks, (session.small_blind, session.big_blind)
        started = session.hands_played > 0
        ready = {seat for seat, chips in before.items() if chips and seat not in out}
        for start, _ in drive(session, [step]):
            owing = owes_big | owes_small | new
            for place, entering in enumerate(start.seats):
                if started and entering in owing and len(ready - owing) >= 2 and entering != start.big_blind:
                    assert start.hand.posts[place] == (10 if entering in owes_big | new else 0)
                    assert start.hand.dead_posts[place] == (5 if entering in owes_small else 0)
                else:
                    assert start.hand.posts[place] in (0, 5, 10)
                    assert (start.hand.posts[place] == 10) == (entering == start.big_blind)
                    assert start.hand.dead_posts[place] == 0
            for absent in before.keys() - set(start.seats) - new:
                if started and len(ready - owing) >= 2:
                    if goes_past(places_before[1], absent, start.big_blind):
                        owes_big.add(absent)
                    if goes_past(places_before[0], absent, places_before[1]) or absent == places_before[1]:
                        owes_small.add(absent)
            for owed in (owes_big, owes_small, new):
                owed -= set(start.seats)
        if name == "sit_out" and seat in before:
            out.add(seat)
        elif name == "sit_in":
            out.discard(seat)
        elif name == "leave" and seat in before:
            for people in (owes_big, owes_small, new, out):
                people.discard(seat)
        elif name in ("join", "wait") and seat not in before:
            new.add(seat)
