"""Irregularities: RULES 2.15, the cases 5K, and events in a record."""

# ruff: noqa: N802 (tests bear the numbers of the rules)

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq.errors import DuplicateCardError, HandParseError, HoldemError, IllegalActionError
from holdem_eq.rules import (
    Action,
    BetTo,
    Call,
    Check,
    DealBoard,
    DealHole,
    Fold,
    Hand,
    HandResult,
    Muck,
    RaiseTo,
    Rules,
    Show,
    Table,
    replay,
)
from holdem_eq.rules.irregularities import (
    DeadHand,
    Deal,
    Misdeal,
    OutOfTurn,
    deal_holes,
    flop_of_four,
    parse_event,
    pot_limit_overbet,
    premature_turn,
    redeal,
    string_bet,
    substantial_action,
    undercall,
    underraise,
    wrong_counts,
)

DRAWS = 100_000


def four_handed(*actions: Action) -> Table:
    table = Table((1000, 1000, 1000, 1000), posts=(50, 100, 0, 0))
    for action in actions:
        table.apply(action)
    return table


def state(table: Table) -> dict[str, Any]:
    return dict(vars(table.copy()))


def near(count: int, chance: float) -> bool:
    """Whether a count of draws lies within five standard deviations of what is expected."""
    return bool(abs(count - DRAWS * chance) < 5 * (DRAWS * chance * (1 - chance)) ** 0.5)


# Out of turn


def test_K01__out_of_turn_call_stands() -> None:
    table = four_handed(OutOfTurn(Call(3)), Fold(2))
    legal = table.legal_actions()
    assert (legal.actor, legal.bound, list(legal)) == (3, Call(3), [Call(3)])
    assert str(legal) == "seat 3: p4 cc, as it did out of turn"
    before = state(table)
    for other in (Fold(3), RaiseTo(3, 200), RaiseTo(3, 1000)):
        assert not other.can(table)
        with pytest.raises(IllegalActionError, match="seat 3 is bound to what it did out of turn: p4 cc"):
            table.apply(other)
    assert state(table) == before
    table.apply(Call(3))
    assert table.bets == [50, 100, 0, 100]
    table.apply(RaiseTo(0, 300)).apply(Fold(1))
    assert table.legal_actions().bound is None  # it was bound once
    table.apply(RaiseTo(3, 500))


def test_K01__out_of_turn_call_stands_after_a_call() -> None:
    assert four_handed(OutOfTurn(Call(3)), Call(2)).legal_actions().bound == Call(3)


def test_K02__out_of_turn_call_released() -> None:
    table = four_handed(OutOfTurn(Call(3)), RaiseTo(2, 300))
    legal = table.legal_actions()
    assert (legal.bound, legal.min_raise_to, legal.max_raise_to) == (None, 500, 1000)
    for action in (Fold(3), Call(3), RaiseTo(3, 500), RaiseTo(3, 1000)):
        assert action.can(table)


def test_K02__out_of_turn_fold_is_never_released() -> None:
    table = four_handed(OutOfTurn(Fold(3)), RaiseTo(2, 300))
    assert table.legal_actions().bound == Fold(3)
    assert not Call(3).can(table)


def test_K01__out_of_turn_raise() -> None:
    assert four_handed(OutOfTurn(RaiseTo(3, 300)), Call(2)).legal_actions().bound == RaiseTo(3, 300)
    assert four_handed(OutOfTurn(RaiseTo(3, 300)), RaiseTo(2, 200)).legal_actions().bound is None
    # nobody is left to raise: a raise cannot stand
    table = Table((1000, 100, 1000), posts=(50, 100, 0)).apply(OutOfTurn(RaiseTo(0, 300))).apply(Fold(2))
    assert table.legal_actions().bound is None
    assert Call(0).can(table)


def test_K01__out_of_turn_check_on_a_later_street() -> None:
    table = four_handed(Call(2), Call(3), Call(0), Check(1), DealBoard((0, 4, 8)), OutOfTurn(Check(2)))
    assert table.copy().apply(Check(0)).apply(Check(1)).legal_actions().bound == Check(2)
    assert table.copy().apply(Check(0)).apply(BetTo(1, 100)).legal_actions().bound is None
    # it does not outlast the street
    table.apply(Check(0)).apply(Check(1)).apply(Call(2)).apply(Check(3)).apply(DealBoard((12,)))
    table.apply(Check(0)).apply(Check(1))
    assert table.legal_actions().bound is None
    assert BetTo(2, 100).can(table)


def test_K01__copies_are_independent() -> None:
    table = four_handed()
    twin = table.copy().apply(OutOfTurn(Call(3)))
    assert table.apply(Fold(2)).legal_actions().bound is None
    assert twin.apply(Fold(2)).legal_actions().bound == Call(3)


@pytest.mark.parametrize(
    "action",
    [
        Call(2),  # its turn
        Call(4),
        Call(-1),
        Check(3),  # facing a bet
        RaiseTo(3, 150),
        RaiseTo(3, 1001),
        Muck(3),
        Show(3),
    ],
)
def test_K01__what_cannot_come_out_of_turn(action: Any) -> None:
    table = four_handed()
    before = state(table)
    with pytest.raises(IllegalActionError):
        table.apply(OutOfTurn(action))
    assert state(table) == before


# The deal


def test_K04__flop_of_four() -> None:
    rng = random.Random(4)
    burns = dict.fromkeys((3, 17, 30, 51), 0)
    for _ in range(DRAWS):
        flop, burn = flop_of_four((3, 17, 30, 51), rng)
        burns[burn] += 1
        assert sorted((*flop, burn)) == [3, 17, 30, 51]
    assert all(near(count, 1 / 4) for count in burns.values())
    assert flop_of_four((3, 17, 30, 51), (17, 3, 30, 51)) == ((3, 30, 51), 17)


def test_K04__flop_of_four_shuffled_again() -> None:
    rng = random.Random(44)
    four, stub = (3, 17, 30, 51), tuple(range(4, 16))
    seen = dict.fromkeys((*four, *stub), 0)
    for _ in range(DRAWS):
        flop, rest = redeal(four, stub, 3, rng)
        assert len(flop) == 3
        for card in flop:
            seen[card] += 1
    assert sorted((*flop, *rest)) == sorted(seen)
    assert all(near(count, 3 / 16) for count in seen.values())


@pytest.mark.parametrize(("mode", "chance"), [("wsop", 2 / 12), ("old", 1 / 11)])
def test_K05__premature_turn(mode: Literal["wsop", "old"], chance: float) -> None:
    rng = random.Random(5)
    stub = tuple(range(11))  # and the card itself: twelve
    runouts = [premature_turn(50, stub, rng, mode) for _ in range(DRAWS)]
    assert near(sum(50 in runout for runout in runouts), chance)
    assert all(turn != river for turn, river in runouts)
    if mode == "old":
        assert {turn for turn, _ in runouts} == {0}


def test_K05__premature_turn_by_hand() -> None:
    assert premature_turn(9, (1, 2, 3), (2, 9, 1, 3)) == (2, 1)
    assert premature_turn(9, (1, 2, 3), (9, 3, 2), mode="old") == (1, 9)


def test_K05__premature_river() -> None:
    rng = random.Random(55)
    rivers = [redeal([50], range(7), 1, rng)[0] for _ in range(DRAWS)]
    assert near(rivers.count((50,)), 1 / 8)


def test_K06__exposed_card() -> None:
    deck = tuple(range(52))
    assert deal_holes(deck, 3) == Deal(((0, 3), (1, 4), (2, 5)), tuple(range(6, 52)))
    # seat 1 gets the top of the stub, its exposed card is the first burn
    assert deal_holes(deck, 3, exposed=[4]) == Deal(((0, 3), (1, 6), (2, 5)), tuple(range(7, 52)), 4)


@pytest.mark.parametrize("exposed", [[0], [1], [2, 5], [0, 5]])
def test_K06__misdeal(exposed: list[int]) -> None:
    assert isinstance(deal_holes(range(52), 3, exposed=exposed), Misdeal)


@pytest.mark.parametrize(
    ("actions", "late"),
    [
        ([], False),
        ([Fold(2), Fold(3)], False),
        ([Fold(2), Fold(3), Fold(4)], True),
        ([Call(2), RaiseTo(3, 300)], True),
        ([RaiseTo(2, 300)], False),
        ([Fold(2), Call(3)], True),
        ([Check(0), Check(1)], False),
        ([Check(0), Check(1), Fold(2)], True),
        ([Check(0), BetTo(1, 100)], True),
        ([DealHole(0, (0, 1)), DealHole(1, (2, 3)), DealHole(2, (4, 5)), Fold(2), Fold(3)], False),
    ],
)
def test_K07__too_late(actions: list[Action], late: bool) -> None:
    assert substantial_action(actions) is late


def test_K08__wrong_card_count() -> None:
    holes = [(0, 1), (2,), (3, 4), (5, 6, 7)]
    assert wrong_counts([(0, 1), (2, 3)], acted=False) == ()
    assert wrong_counts([(0, 1, 2), (3, 4, 5)], "pineapple", acted=True) == ()
    assert wrong_counts(holes, acted=False) == (Misdeal("wrong number of cards in seat 1, 3"),)
    events = wrong_counts(holes, acted=True)
    assert events == (DeadHand(1, "1 card"), DeadHand(3, "3 cards"))
    table = four_handed(RaiseTo(2, 300), Call(3), *events)
    assert table.totals == [50, 100, 300, 300]  # the chips stay in
    assert (table.actor, table.legal_actions().call) == (0, 250)
    assert table.reports == ["the hand of seat 1 is dead: 1 card", "the hand of seat 3 is dead: 3 cards"]
    result = replay(Hand((1000,) * 4, posts=(50, 100, 0, 0), actions=(RaiseTo(2, 300), Call(3), *events, Fold(0))))
    assert result.final_stacks == (950, 900, 1450, 700)


def test_K08__a_dead_hand_at_any_time() -> None:
    table = four_handed(DeadHand(2, "1 card"))  # the seat whose turn it is
    assert table.actor == 3
    table = four_handed(Call(2), Call(3), Call(0), Check(1), DeadHand(3, "3 cards"))  # between streets
    assert table.phase == "deal"
    table.apply(DealBoard((0, 4, 8))).apply(Check(0)).apply(Check(1)).apply(Check(2))
    assert table.phase == "deal"
    table.apply(DeadHand(2, "exposed")).apply(DeadHand(1, "exposed"))
    assert table.phase == "over"  # seat 0 is alone


def test_K08__a_dead_hand_that_closes_the_street() -> None:
    table = four_handed(RaiseTo(2, 300), Call(3), Fold(0), DeadHand(1, "4 cards"))
    assert table.phase == "deal"
    assert table.legal_actions().deal == 3


def test_E04__a_layer_without_a_live_contributor() -> None:
    actions = (
        RaiseTo(2, 800), Call(3), Call(0), Call(1),
        DeadHand(2, "absent"), DeadHand(3, "absent"),
        DealBoard((2, 7, 20)), DealBoard((29,)), DealBoard((38,)),
        Show(0, (48, 49)), Show(1, (44, 45)),
    )  # fmt: skip
    result = replay(Hand((300, 500, 2000, 2000), posts=(5, 10, 0, 0), actions=actions))
    assert [(pot.amount, pot.eligible) for pot in result.pots] == [(1200, (0, 1)), (1200, (1,))]
    assert result.final_stacks == (1200, 1200, 1200, 1200)


@pytest.mark.parametrize("seat", [-1, 4, 2])
def test_K08__no_hand_to_rule_dead(seat: int) -> None:
    table = four_handed(Fold(2))
    with pytest.raises(IllegalActionError):
        table.apply(DeadHand(seat, "x"))


def test_K08__the_last_hand_stays_alive() -> None:
    table = four_handed(Fold(2), Fold(3), Fold(0))
    assert not DeadHand(1, "x").can(table)


def test_K09__duplicate_card() -> None:
    start = Hand((1000, 1000), posts=(100, 50))
    twice = (DealHole(0, (0, 1)), DealHole(1, (2, 1)))
    with pytest.raises(DuplicateCardError):
        replay(replace(start, actions=twice))
    board = (DealHole(0, (0, 1)), Call(1), Check(0), DealBoard((1, 5, 9)))
    with pytest.raises(DuplicateCardError):
        replay(replace(start, actions=board))
    result = replay(replace(start, actions=(DealHole(0, (0, 1)), Call(1), Check(0), Misdeal("two deuces of diamonds"))))
    assert result.final_stacks == (1000, 1000)
    assert result.reports == ("misdeal: two deuces of diamonds",)
    assert result.rake == 0
    assert result.pots == ()


def test_K09__nothing_follows_a_misdeal() -> None:
    table = four_handed(RaiseTo(2, 300), Misdeal("fouled deck"))
    assert table.over
    for action in (Misdeal("again"), DeadHand(3, "x"), Call(3), Fold(3), OutOfTurn(Call(0)), DealBoard((0, 4, 8))):
        assert not action.can(table)


def test_K10__boxed_cards() -> None:
    deck = tuple(range(52))
    one = deal_holes(deck, 2, boxed=[1])
    assert one == Deal(((0, 3), (2, 4)), tuple(range(5, 52)))
    assert isinstance(deal_holes(deck, 2, boxed=[1, 3]), Misdeal)
    # the second one lies in the stub, and is skipped there
    assert deal_holes(deck, 2, boxed=[1, 5]) == Deal(((0, 3), (2, 4)), tuple(range(6, 52)))
    assert isinstance(deal_holes(deck, 2, boxed=[0, 1]), Misdeal)


@given(st.permutations(range(52)), st.integers(2, 10), st.sets(st.integers(0, 51), max_size=3), st.data())
def test_K10__every_card_is_somewhere(deck: list[int], seats: int, boxed: set[int], data: st.DataObject) -> None:
    exposed = data.draw(st.lists(st.integers(2, 2 * seats - 1), max_size=1))
    deal = deal_holes(deck, seats, exposed=exposed, boxed=boxed)
    if isinstance(deal, Misdeal):
        assert len(boxed) > 1
        return
    cards = [*sum(deal.holes, ()), *deal.stub, *([] if deal.burn is None else [deal.burn])]
    assert sorted(cards) == sorted(set(range(52)) - boxed)
    assert all(len(hole) == 2 for hole in deal.holes)


# Bets


def test_K11__undercall() -> None:
    assert undercall(500, 200, heads_up=True) == 500
    assert undercall(500, 200, heads_up=False, opening=True) == 500
    assert undercall(500, 200, heads_up=False) is None
    for pushed in (0, 500, 600):
        with pytest.raises(HoldemError):
            undercall(500, pushed, heads_up=True)


def test_K11__underraise() -> None:
    assert [underraise(500, 1000, pushed) for pushed in (501, 749, 750, 999)] == [500, 500, 1000, 1000]
    assert underraise(500, 1000, 501, declared=True) == 1000
    for pushed in (500, 1000):
        with pytest.raises(HoldemError):
            underraise(500, 1000, pushed)


def test_K12__string_bet() -> None:
    assert string_bet([500, 700]) == 500
    assert string_bet([500, 700], declared=1200) == 1200
    assert string_bet([300]) == 300
    with pytest.raises(HoldemError):
        string_bet([])


def test_K13__pot_limit_overbet() -> None:
    table = Table((1000, 1000), posts=(50, 50), rules=Rules(limit="PL"))
    table.apply(Check(1)).apply(Check(0)).apply(DealBoard((0, 4, 8)))
    largest = table.legal_actions().max_raise_to
    assert largest == 100
    assert pot_limit_overbet(200, largest, round_over=False) == 100
    assert pot_limit_overbet(200, largest, round_over=True) == 200
    assert pot_limit_overbet(80, largest, round_over=False) == 80
    # what stands is in the record as it was, and a lenient replay reports it
    lenient = Table((1000, 1000), posts=(50, 50), rules=Rules(limit="PL"), strict=False)
    lenient.apply(Check(1)).apply(Check(0)).apply(DealBoard((0, 4, 8))).apply(BetTo(0, 200))
    assert len(lenient.reports) == 1


# Records

EVENTS = [
    (DeadHand(2, "three cards"), "p3 dead: three cards"),
    (Misdeal("first card exposed"), "misdeal: first card exposed"),
    (OutOfTurn(Call(3)), "out of turn: p4 cc"),
    (OutOfTurn(Fold(0)), "out of turn: p1 f"),
    (OutOfTurn(RaiseTo(11, 400)), "out of turn: p12 cbr 400"),
]


@pytest.mark.parametrize(("event", "text"), EVENTS)
def test_events_as_text(event: DeadHand | Misdeal | OutOfTurn, text: str) -> None:
    assert str(event) == text
    assert parse_event(text) == event
    assert parse_event(f"  {text} ") == event
    assert hash(event) == hash(parse_event(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p3 dead:",
        "dead: x",
        "misdeal",
        "out of turn: p4 sm",
        "out of turn: p4 cbr",
        "p4 cc",
        "p0 dead: x",
        "out of turn: p0 f",
    ],
)
def test_text_that_is_no_event(text: str) -> None:
    with pytest.raises(HandParseError, match="no event"):
        parse_event(text)


def test_a_record_carries_events() -> None:
    actions = (
        OutOfTurn(Call(2)),
        Call(1),
        Call(2),
        DeadHand(0, "card on the floor"),
        DealBoard((0, 4, 8)),
        BetTo(1, 100),
        Fold(2),
    )
    result: HandResult = replay(Hand((1000, 1000, 1000), posts=(50, 100, 0), first=1, actions=actions))
    assert result.final_stacks == (950, 1150, 900)
    assert result.reports == ("the hand of seat 0 is dead: card on the floor",)


@pytest.mark.parametrize(
    "step",
    [
        lambda: flop_of_four((1, 2, 3), random.Random(1)),
        lambda: flop_of_four((1, 2, 3, 4), (1, 2, 3, 5)),
        lambda: redeal([1], [2], 3, random.Random(1)),
        lambda: redeal([1], [2], 0, random.Random(1)),
        lambda: premature_turn(1, [2], random.Random(1)),
        lambda: premature_turn(1, [2, 3, 4], random.Random(1), "tda"),  # type: ignore[arg-type]
        lambda: deal_holes(range(6), 3),
    ],
)
def test_what_cannot_be_is_refused(step: Any) -> None:
    with pytest.raises(HoldemError):
        step()
