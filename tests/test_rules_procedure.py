"""Rules that no row of numbers holds: order, posts, limits, showdowns, variants, refusals.

Names bear the numbers of the rules. Numbers are worked out by hand, in the comments where they
are not plain.
"""

# ruff: noqa: N802 (tests bear the numbers of the rules)

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from holdem_eq.cards import parse_cards
from holdem_eq.errors import BoardSizeError, DuplicateCardError, HoldemError, IllegalActionError, PlayerCountError
from holdem_eq.rules import (
    Action,
    BetTo,
    Call,
    Check,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Hand,
    HandResult,
    Muck,
    Pot,
    RaiseTo,
    Rake,
    Rules,
    Show,
    Table,
    replay,
)
from holdem_eq.rules.pots import award_pots, rake_pots
from holdem_eq.rules.replay import low_rank, settle
from tests.random_play import refused, state_of

BOARD = "2c5d7h9sKc"
RANKED = ("AsAh", "QsQh", "JsJh", "TsTh", "8s8h")
"""Hole cards from best to worst on BOARD, none of which improves."""
FLOP, TURN, RIVER = (DealBoard(parse_cards(text)) for text in ("2c5d7h", "9s", "Kc"))
STREETS = (FLOP, TURN, RIVER)


def deal(*holes: str | None) -> list[Action]:
    return [DealHole(seat, parse_cards(text)) for seat, text in enumerate(holes) if text]


def table_of(stacks: Sequence[int | None], posts: Sequence[int], **options: Any) -> Table:
    """A table; seats after the last of ``posts`` post nothing; options that `Rules` has make the rules."""
    rules = {name: options.pop(name) for name in list(options) if name in Rules.__slots__}
    return Table(stacks, (*posts, *(0,) * (len(stacks) - len(posts))), Rules(**rules), **options)


def ask(table: Table) -> tuple[int | None, int | None, int | None, int | None]:
    legal = table.legal_actions()
    return legal.actor, legal.call, legal.min_raise_to, legal.max_raise_to


def do(table: Table, *actions: Action) -> Table:
    for action in actions:
        table.apply(action)
    return table


def checked_down(seats: Sequence[int], streets: Sequence[Action] = STREETS) -> list[Action]:
    return [action for street in streets for action in (street, *(Check(seat) for seat in seats))]


def settled(hand: Hand) -> tuple[tuple[int, int] | None, list[tuple[int, tuple[int, ...]]], list[Any]]:
    found = replay(hand)
    return found.uncalled, [(pot.amount, pot.eligible) for pot in found.pots], list(found.final_stacks)


# ---------------------------------------------------------------------------- A: forced bets and order


def test_A01__heads_up_order() -> None:
    table = table_of((1000, 1000), (100, 50))
    assert ask(table) == (1, 50, 200, 1000)  # the button is the small blind and opens
    assert ask(table.apply(Call(1))) == (0, 0, 200, 1000)
    do(table, Check(0), FLOP)
    assert ask(table) == (0, 0, 100, 900)  # and closes after the flop
    assert ask(table.apply(Check(0))) == (1, 0, 100, 900)


def test_A03__everybody_folds_to_the_small_blind() -> None:
    table = table_of((1000, 1000, 1000, 1000), (50, 100))
    assert ask(do(table, Fold(2), Fold(3))) == (0, 50, 200, 1000)
    assert ask(table.apply(Call(0))) == (1, 0, 200, 1000)


def test_A06__a_short_small_blind() -> None:
    """Everybody else owes the big blind; the small blind's 30 makes a main pot of 90."""
    hand = Hand(
        (30, 1000, 1000),
        posts=(50, 100, 0),
        actions=(*deal(*RANKED[:3]), Call(2), Check(1), *checked_down((1, 2))),
    )
    assert ask(Table.from_hand(hand)) == (2, 100, 200, 1000)
    assert settled(hand) == (None, [(90, (0, 1, 2)), (140, (1, 2))], [90, 1040, 900])


def test_A08__a_short_big_blind() -> None:
    full = table_of((1000, 60, 1000, 1000), (50, 100, 0, 0))
    assert ask(full) == (2, 100, 200, 1000)
    assert ask(do(full, Call(2), Fold(3))) == (0, 50, 200, 1000)
    actual = table_of((1000, 60, 1000, 1000), (50, 100, 0, 0), short_blind_price="actual")
    assert ask(actual)[:2] == (2, 60)
    assert ask(do(actual, Call(2), Fold(3)))[:2] == (0, 10)


def test_A08__a_short_big_blind_at_the_actual_price() -> None:
    hand = Hand(
        (1000, 60, 1000),
        Rules(short_blind_price="actual"),
        posts=(50, 100, 0),
        actions=(*deal("QsQh", "AsAh", "JsJh"), Call(2), Call(0), *checked_down((0, 2))),
    )
    assert settled(hand) == (None, [(180, (0, 1, 2))], [940, 180, 940])


def test_A10__a_straddle_opens_later_and_closes() -> None:
    table = table_of((1000,) * 5, (50, 100, 200, 0, 0))
    assert ask(table) == (3, 200, 400, 1000)
    do(table, Call(3), Fold(4))
    assert ask(table) == (0, 150, 400, 1000)
    do(table, Call(0), Call(1))
    assert ask(table) == (2, 0, 400, 1000)  # the straddler may still raise
    table.apply(Check(2))
    assert table.phase == "deal"
    assert ask(table.apply(FLOP)) == (0, 0, 200, 800)


def test_A10__a_second_straddle() -> None:
    table = table_of((2000,) * 5, (50, 100, 200, 400, 0))
    assert ask(table) == (4, 400, 800, 2000)


def test_A11__a_straddle_on_the_button() -> None:
    """The small blind opens where the house says so; the button, which has posted, acts last."""
    table = table_of((1000,) * 4, (50, 100, 0, 200), first=0)
    assert ask(table) == (0, 150, 400, 1000)
    do(table, Call(0), Call(1), Call(2))
    assert ask(table) == (3, 0, 400, 1000)


def test_A15__big_blind_ante_blind_first() -> None:
    """1,500 chips: the blind of 1,000 is live in full, 500 of the ante are dead."""
    hand = Hand(
        (20000, 1500, 20000),
        Rules(bb_ante_order="blind_first"),
        posts=(500, 1000, 0),
        dead_antes=(0, 1000, 0),
        actions=(*deal(None, "AsAh", "8s8h"), Call(2), Fold(0), *STREETS),
    )
    assert ask(Table.from_hand(hand)) == (2, 1000, 2000, 20000)
    assert settled(hand) == (None, [(3000, (1, 2))], [19500, 3000, 19000])


def test_A17__a_big_blind_ante_stays_in_the_pot_of_a_walk() -> None:
    hand = Hand((1000,) * 3, posts=(50, 100, 0), dead_antes=(0, 100, 0), actions=(Fold(2), Fold(0)))
    assert settled(hand) == ((1, 50), [(200, (1,))], [950, 1050, 1000])


def test_A17__a_big_blind_ante_is_in_the_main_pot_only() -> None:
    """Seat 2 is all-in for 40: the ante of 100 is in its pot, though it put in less."""
    hand = Hand(
        (1000, 1000, 40),
        posts=(50, 100, 0),
        dead_antes=(0, 100, 0),
        actions=(*deal("QsQh", "JsJh", "AsAh"), Call(2), Call(0), Check(1), *checked_down((0, 1))),
    )
    assert settled(hand) == (None, [(220, (0, 1, 2)), (120, (0, 1))], [1020, 800, 220])


# ---------------------------------------------------------------------------- B: missed blinds


def test_B02__a_missed_small_blind_is_dead() -> None:
    hand = Hand(
        (1000,) * 4,
        posts=(50, 100, 0, 0),
        dead_posts=(0, 0, 0, 50),
        actions=(Fold(2), Fold(3), Fold(0)),
    )
    table = Table.from_hand(hand)
    assert ask(table.apply(Fold(2))) == (3, 100, 200, 950)  # its 50 buys nothing
    assert settled(hand) == ((1, 50), [(150, (1,))], [950, 1100, 1000, 950])


def test_B05__a_newcomer_is_raised() -> None:
    """Its 100 are live: it owes 200 of 300, and has not acted."""
    table = table_of((1000,) * 5, (50, 100, 0, 100, 0))
    do(table, RaiseTo(2, 300))
    assert ask(table) == (3, 200, 500, 1000)
    do(table, Fold(3), Fold(4), Fold(0), Fold(1))
    assert table.over
    assert table.pot == 550


# ---------------------------------------------------------------------------- C: raises


def test_C01__the_smallest_bet_is_a_big_blind() -> None:
    table = do(table_of((1000,) * 3, (50, 100, 0)), Call(2), Call(0), Check(1), FLOP)
    assert ask(table) == (0, 0, 100, 900)
    assert refused(table, BetTo(0, 99))
    assert ask(table.apply(BetTo(0, 100))) == (1, 100, 200, 900)


def test_C01__a_smallest_bet_below_the_big_blind() -> None:
    """The blind of 100 is the bet to raise before the flop; afterwards 20 are enough."""
    table = table_of((1000,) * 3, (50, 100, 0), min_bet=20)
    assert ask(table) == (2, 100, 200, 1000)
    assert ask(do(table, Call(2), Call(0), Check(1), FLOP)) == (0, 0, 20, 900)


def test_C03__a_raise_adds_the_last_raise_not_double() -> None:
    """10, raised to 30: the raise was 20, so the next is to 50."""
    table = do(table_of((1000,) * 3, (5, 10, 0)), Call(2), Call(0), Check(1), FLOP, BetTo(0, 10), RaiseTo(1, 30))
    assert ask(table) == (2, 30, 50, 990)
    assert refused(table, RaiseTo(2, 49))
    assert ask(table.apply(RaiseTo(2, 50))) == (0, 40, 70, 990)


def test_C15__a_full_raise_over_a_short_one_reopens() -> None:
    """Bet 100, all-in 150; a raise to 250 adds a full 100 to that and gives the bettor his raise back."""
    table = do(table_of((5000, 250, 5000, 5000), (50, 100)), Call(2), Call(3), Call(0), Check(1), FLOP)
    do(table, BetTo(0, 100), RaiseTo(1, 150))
    assert ask(table) == (2, 150, 250, 4900)
    do(table, RaiseTo(2, 250), Fold(3))
    assert ask(table) == (0, 150, 350, 4900)


def test_C18__an_all_in_call_for_less() -> None:
    table = do(table_of((1000, 160, 1000), (50, 100, 0)), Call(2), Call(0), Check(1), FLOP, BetTo(0, 100))
    assert ask(table) == (1, 60, None, None)
    table.apply(Call(1))
    assert (table.stacks[1], table.totals[1], table.level) == (0, 160, 100)
    assert ask(table) == (2, 100, 200, 900)


def test_C20__an_all_in_for_exactly_the_smallest_raise() -> None:
    table = do(table_of((1000, 1000, 300), (50, 100, 0)), Call(2), Call(0), Check(1), FLOP, BetTo(0, 100), Fold(1))
    assert ask(table) == (2, 100, 200, 200)
    assert ask(table.apply(RaiseTo(2, 200))) == (0, 100, None, None)  # nobody is left to raise against


def test_C24__the_big_blind_may_raise_its_option() -> None:
    table = do(table_of((2000,) * 3, (50, 100, 0)), Call(2), Call(0), RaiseTo(1, 300))
    assert ask(table) == (2, 200, 500, 2000)
    assert ask(table.apply(RaiseTo(2, 700))) == (0, 600, 1100, 2000)


# pot limit


def test_C31__pot_limit_after_a_call() -> None:
    """50 + 100 + 100 lie in the middle, 100 to call: 100 + 250 + 100."""
    table = table_of((5000,) * 4, (50, 100), limit="PL")
    assert ask(table) == (2, 100, 200, 350)
    assert ask(table.apply(Call(2))) == (3, 100, 200, 450)


def test_C34__pot_limit_three_pots_in_a_row() -> None:
    """Blinds 1 and 2: to 7, then to 24 from the button: 7 + (1 + 2 + 7) + 7; then 24 + 34 + 23 from the small blind."""
    table = table_of((500,) * 4, (1, 2), limit="PL")
    assert ask(table) == (2, 2, 4, 7)
    assert ask(table.apply(RaiseTo(2, 7))) == (3, 7, 12, 24)
    assert ask(table.apply(RaiseTo(3, 24))) == (0, 23, 41, 24 + 34 + 23)


def test_C36__pot_limit_of_a_short_stack() -> None:
    table = table_of((5000, 5000, 270, 5000), (50, 100), limit="PL")
    assert ask(table) == (2, 100, 200, 270)
    assert ask(table_of((5000, 5000, 150, 5000), (50, 100), limit="PL")) == (2, 100, 150, 150)


def test_C37__pot_limit_counts_the_chips_that_are_there() -> None:
    """A big blind of 60 for 100: the price stays 100, the pot is 110, so 100 + 110 + 100."""
    table = table_of((5000, 60, 5000, 5000), (50, 100), limit="PL")
    assert ask(table) == (2, 100, 200, 310)


def test_C38__pot_limit_on_later_streets() -> None:
    """Pot 300 on the flop, a bet of 300 called twice makes 1200 on the turn."""
    table = do(table_of((5000,) * 3, (50, 100, 0), limit="PL"), Call(2), Call(0), Check(1), FLOP)
    assert ask(table) == (0, 0, 100, 300)
    do(table, BetTo(0, 300), Call(1), Call(2), TURN)
    assert ask(table) == (0, 0, 100, 1200)
    assert refused(table, BetTo(0, 1201))


def test_C39__pot_limit_with_a_big_blind_ante() -> None:
    """Dead money is in the pot: 100 + (50 + 100 + 100) + 100."""
    table = table_of((5000,) * 3, (50, 100, 0), limit="PL", dead_antes=(0, 100, 0))
    assert ask(table) == (2, 100, 200, 450)


# fixed limit


FIXED = {"limit": "FL", "small_bet": 30, "big_bet": 60}


def test_C40__three_raises_after_the_blind() -> None:
    """The big blind is the first bet: 60, 90 and 120 are the three raises."""
    table = do(table_of((5000,) * 3, (15, 30, 0), **FIXED), RaiseTo(2, 60), RaiseTo(0, 90))
    assert ask(table) == (1, 60, 120, 120)
    assert ask(table.apply(RaiseTo(1, 120))) == (2, 60, None, None)
    do(table, Call(2), Call(0), FLOP)
    assert ask(table) == (0, 0, 30, 30)
    do(table, BetTo(0, 30), RaiseTo(1, 60), RaiseTo(2, 90), RaiseTo(0, 120))
    assert ask(table) == (1, 60, None, None)


def test_C40__big_bets_from_the_turn_on() -> None:
    table = do(table_of((5000,) * 3, (15, 30, 0), **FIXED), Call(2), Call(0), Check(1))
    for street, size in ((FLOP, 30), (TURN, 60), (RIVER, 60)):
        table.apply(street)
        assert ask(table) == (0, 0, size, size)
        assert ask(table.apply(BetTo(0, size))) == (1, size, 2 * size, 2 * size)
        do(table, Call(1), Call(2))


def test_C43__a_round_that_becomes_heads_up_stays_capped() -> None:
    table = do(table_of((5000,) * 3, (15, 30, 0), **FIXED), RaiseTo(2, 60), Fold(0), RaiseTo(1, 90), RaiseTo(2, 120))
    assert ask(table) == (1, 30, None, None)
    do(table, Call(1), FLOP)  # this round starts with two
    do(table, BetTo(1, 30), RaiseTo(2, 60), RaiseTo(1, 90), RaiseTo(2, 120))
    assert ask(table) == (1, 30, 150, 150)


def test_C43__no_exception_for_two() -> None:
    table = do(table_of((5000, 5000), (30, 15), headsup_uncapped=False, **FIXED), RaiseTo(1, 60), RaiseTo(0, 90))
    assert ask(table.apply(RaiseTo(1, 120))) == (0, 30, None, None)


@pytest.mark.parametrize(("chips", "bounds"), [(15, (25, 25)), (14, (None, None))])
def test_C44__exactly_half_a_bet_reopens(chips: int, bounds: tuple[int | None, int | None]) -> None:
    table = table_of((1000, 1000, 1000, chips), (5, 10), limit="FL", small_bet=10, big_bet=20)
    do(table, Call(2), RaiseTo(3, chips), Call(0), Call(1))
    assert ask(table) == (2, chips - 10, *bounds)


def test_C46__without_the_half_bet_rule() -> None:
    """The all-in of 15 over 10 is no raise: the next completes to 20, and the limper faces too little."""
    table = table_of(
        (1000, 1000, 1000, 15, 1000), (5, 10), limit="FL", small_bet=10, big_bet=20, fl_half_bet_rule=False
    )
    do(table, Call(2), RaiseTo(3, 15))
    assert ask(table) == (4, 15, 20, 20)
    do(table, Fold(4), Call(0), Call(1))
    assert ask(table) == (2, 5, None, None)


def test_C46__completing_is_a_raise_of_its_own() -> None:
    """After an all-in of 14 over 10 somebody completes to 20: a full bet more, the limper may raise to 30."""
    table = table_of((1000, 1000, 1000, 14, 1000), (5, 10), limit="FL", small_bet=10, big_bet=20)
    do(table, Call(2), RaiseTo(3, 14), RaiseTo(4, 20), Fold(0), Fold(1))
    assert ask(table) == (2, 10, 30, 30)


def test_C46__spread_limit() -> None:
    """Any amount of 2 to 10, a raise at least the last: 2, 8 more, and then 8 to 10 more."""
    table = table_of((500,) * 3, (1, 2, 0), limit="SL", spread=(2, 10))
    assert ask(table) == (2, 2, 4, 12)
    do(table, RaiseTo(2, 10))
    assert ask(table) == (0, 9, 18, 20)
    do(table, Call(0), Call(1), FLOP)
    assert ask(table) == (0, 0, 2, 10)
    assert refused(table, BetTo(0, 11))


# ---------------------------------------------------------------------------- E: pots


def test_E06__folded_money_is_in_every_layer_it_reaches() -> None:
    """Seat 2 folds with 150 in: 50, 50 and 50 of it go to the levels 50, 100 and 300."""
    hand = Hand(
        (50, 100, 1000, 1000),
        posts=(5, 10, 0, 0),
        actions=(
            *deal("AsAh", "QsQh", None, "JsJh"),
            RaiseTo(2, 150),
            RaiseTo(3, 300),
            Call(0),
            Call(1),
            Fold(2),
            *STREETS,
        ),
    )
    assert settled(hand) == ((3, 150), [(200, (0, 1, 3)), (150, (1, 3)), (100, (3,))], [200, 150, 850, 950])


def test_E07__dead_money_goes_to_the_main_pot() -> None:
    hand = Hand(
        (60, 1000, 1000),
        posts=(5, 10, 0),
        dead_posts=(0, 0, 5),
        dead_antes=(0, 10, 0),
        actions=(*deal("AsAh", "JsJh", "QsQh"), RaiseTo(2, 200), Call(0), Call(1), *checked_down((1, 2))),
    )
    assert settled(hand) == (None, [(195, (0, 1, 2)), (280, (1, 2))], [195, 790, 1075])


def test_E10__three_tie_for_the_main_pot_and_two_for_the_side_pot() -> None:
    """All play the board. Main 300 gives 100 each, side 400 gives 200 to each of two."""
    hand = Hand(
        (100, 300, 300),
        posts=(5, 10, 0),
        actions=(*deal("2c3d", "4c4d", "5c6d"), RaiseTo(2, 300), Call(0), Call(1), *deal_board("AsKdQhJcTs")),
    )
    assert settled(hand) == (None, [(300, (0, 1, 2)), (400, (1, 2))], [100, 300, 300])


def deal_board(text: str, number: int = 0, dealt: int = 0) -> list[Action]:
    cards = parse_cards(text)
    ends = [end for end in (3, 4, 5) if end > dealt]
    return [DealBoard(cards[start:end], number) for start, end in zip((dealt, *ends), ends, strict=False)]


def test_E14__mucking_moves_no_chip_between_pots() -> None:
    """Main 300 {0, 1, 2}, side 400 {1, 2}: whoever throws away what, the pots are these."""
    played = (RaiseTo(2, 300), Call(0), Call(1), *STREETS)
    hand = Hand((100, 300, 300), posts=(5, 10, 0), actions=(*deal("AsAh", "QsQh", "JsJh"), *played))
    for mucks, final in (((), [300, 400, 0]), ((0,), [0, 700, 0]), ((1,), [300, 0, 400]), ((0, 1), [0, 0, 700])):
        found = replay(replace(hand, actions=(*hand.actions, *map(Muck, mucks))))
        assert [(pot.amount, pot.eligible) for pot in found.pots] == [(300, (0, 1, 2)), (400, (1, 2))]
        assert list(found.final_stacks) == final


# ---------------------------------------------------------------------------- F, G, H: splitting


def won(
    pots: Sequence[tuple[int, Sequence[int]]],
    ranks: Sequence[Sequence[int]],
    lows: Sequence[Sequence[int]] = (),
    **options: Any,
) -> dict[int, Any]:
    chips: dict[int, Any] = {}
    for award in award_pots([pot[0] for pot in pots], [pot[1] for pot in pots], ranks, lows, Rules(**options)):
        chips[award.seat] = chips.get(award.seat, 0) + award.amount
    return chips


def test_F01__the_odd_chip_goes_to_the_first_seat_left_of_the_button() -> None:
    assert won([(101, (0, 1))], [[9, 9]]) == {0: 51, 1: 50}
    assert won([(101, (2, 4))], [[0, 0, 9, 0, 9]]) == {2: 51, 4: 50}


def test_F02__heads_up_the_odd_chip_is_the_big_blinds() -> None:
    """The big blind is the first seat left of the button. The board plays: 2 + 2 and a dead chip."""
    hand = Hand(
        (100, 100),
        posts=(2, 1),
        dead_posts=(0, 1),
        actions=(*deal("2c3d", "4c4d"), Call(1), Check(0), *board_checked("AsKdQhJcTs", (0, 1))),
    )
    assert settled(hand) == (None, [(5, (0, 1))], [101, 99])


def board_checked(text: str, seats: Sequence[int]) -> list[Action]:
    return checked_down(seats, deal_board(text))


def test_F04__chips_of_25() -> None:
    """41 chips of 25: 21 and 20."""
    assert won([(1025, (0, 1))], [[9, 9]], chip_unit=25) == {0: 525, 1: 500}
    assert won([(1025, (0, 1, 2))], [[9, 9, 9]], chip_unit=25) == {0: 350, 1: 350, 2: 325}


def test_F05__every_pot_has_its_own_odd_chip() -> None:
    assert won([(101, (0, 1, 2)), (51, (1, 2))], [[9, 9, 9]]) == {0: 34, 1: 34 + 26, 2: 33 + 25}


def test_F06__split_exactly() -> None:
    assert won([(101, (0, 1))], [[9, 9]], split_mode="exact") == {0: Fraction(101, 2), 1: Fraction(101, 2)}
    assert won([(100, (0, 1, 2))], [[9, 9, 9]], split_mode="exact") == dict.fromkeys(range(3), Fraction(100, 3))


def test_G03__the_odd_chip_goes_to_the_high_half() -> None:
    assert won([(101, (0, 1))], [[5, 9]], [[7, 0]]) == {1: 51, 0: 50}


def test_G04__quartered() -> None:
    """Seat 0 has the high and shares the low: 50 + 25; an odd chip of the low is the first seat's."""
    assert won([(100, (0, 1))], [[9, 5]], [[7, 7]]) == {0: 75, 1: 25}
    assert won([(103, (0, 1))], [[5, 9]], [[7, 7]]) == {0: 26, 1: 52 + 25}


def test_G05__one_hand_takes_both_halves() -> None:
    assert won([(101, (0, 1))], [[9, 5]], [[7, 6]]) == {0: 101}


def test_G07__low_order() -> None:
    lows = [
        low_rank(parse_cards(text)) for text in ("As2d3c4h5s", "7s5d4c3h2s", "7s6d3c2hAs", "8s7d6c5h4s", "9s7d6c5h4s")
    ]
    assert lows == sorted(lows, reverse=True)
    assert len(set(lows)) == 5
    assert lows[-1] == 0


def test_H01__run_twice() -> None:
    """Each board decides half; the odd chip is the first board's."""
    assert won([(100, (0, 1))], [[9, 5], [5, 9]]) == {0: 50, 1: 50}
    assert won([(101, (0, 1))], [[5, 9], [9, 5]]) == {0: 50, 1: 51}


def test_H01__a_hand_run_twice_from_the_turn() -> None:
    """All-in on the flop: both boards have it. Aces win with the first turn, queens hit the second."""
    actions = [*deal("AsAh", "QsQh"), Call(1), Check(0), FLOP, BetTo(0, 900), Call(1)]
    actions += [TURN, RIVER, DealBoard(parse_cards("Qc"), 1), DealBoard(parse_cards("3c"), 1)]
    found = replay(Hand((1000, 1001), posts=(100, 50), actions=tuple(actions)))
    assert found.boards == (parse_cards(BOARD), parse_cards("2c5d7hQc3c"))
    assert found.final_stacks == (1000, 1001)
    assert {(award.board, award.seat, award.amount) for award in found.awards} == {(0, 0, 1000), (1, 1, 1000)}


def test_H01__only_a_hand_without_more_betting_is_run_twice() -> None:
    table = do(table_of((1000, 1000), (100, 50)), *deal("AsAh", "QsQh"), Call(1), Check(0), FLOP)
    assert refused(table, DealBoard(parse_cards("3c4c6c"), 1))
    do(table, Check(0), Check(1), TURN, Check(0), Check(1), RIVER, Check(0), Check(1))
    assert refused(table, DealBoard(parse_cards("3c"), 1))


# ---------------------------------------------------------------------------- I: rake


def pots_of(*amounts: int) -> list[Pot]:
    return [Pot(amount, (0, 1)) for amount in amounts]


def test_I01__percentage_and_cap() -> None:
    rule = Rake(Fraction(1, 20), cap=3)
    assert [rake_pots(pots_of(amount), rule, True) for amount in (19, 20, 59, 60, 1000)] == [[0], [1], [2], [3], [3]]
    assert rake_pots(pots_of(1000), Rake(Fraction(1, 20), unit=20), True) == [40]


def test_I03__no_flop_no_drop_is_an_option() -> None:
    assert rake_pots(pots_of(1000), Rake(Fraction(1, 20)), flop_seen=False) == [0]
    assert rake_pots(pots_of(1000), Rake(Fraction(1, 20), no_flop_no_drop=False), flop_seen=False) == [50]


@pytest.mark.parametrize(("no_drop", "rake"), [(True, 0), (False, 12)])
def test_I03__a_hand_that_ends_before_the_flop(no_drop: bool, rake: int) -> None:
    """300 raised over blinds of 50 and 100, all fold: 200 go back, 5% of 250 are 12.5."""
    rules = Rules(rake=Rake(Fraction(1, 20), no_flop_no_drop=no_drop))
    found = replay(Hand((1000,) * 3, rules, (50, 100, 0), actions=(RaiseTo(2, 300), Fold(0), Fold(1))))
    assert found.rake == rake
    assert found.final_stacks == (950, 900, 1150 - rake)


def test_I04__round_down_then_split_then_the_odd_chip() -> None:
    """5% of 230 is 11.5: 11 go, 219 are split 110 and 109."""
    hand = Hand(
        (500, 500),
        Rules(rake=Rake(Fraction(1, 20))),
        posts=(10, 5),
        actions=(*deal("2c3d", "4c4d"), RaiseTo(1, 115), Call(0), *board_checked("AsKdQhJcTs", (0, 1))),
    )
    found = replay(hand)
    assert (found.rake, found.collected) == (11, (110, 109))
    assert found.final_stacks == (495, 494)


def test_I05__rake_from_several_pots() -> None:
    """89 * 562 / 1984 = 25.2, 35.3 and 28.5: 88 are whole, the 89th goes to the largest remainder."""
    rule = Rake(1, cap=89, allocation="proportional")
    assert rake_pots(pots_of(562, 786, 636), rule, True) == [25, 35, 29]
    assert rake_pots(pots_of(562, 786, 636), Rake(1, cap=89), True) == [89, 0, 0]
    assert rake_pots(pots_of(20, 786), Rake(1, cap=89), True) == [20, 69]


# ---------------------------------------------------------------------------- J: showdown


def to_river(size: int, live: Sequence[int], turn: Sequence[Action] = ()) -> list[Action]:
    """The live seats put in 20 each, the others fold; checked to the river, but for ``turn``."""
    opener = 1 if size == 2 else 2
    actions: list[Action] = []
    raised = False
    for seat in [*range(opener, size), *range(opener)]:
        actions.append(Fold(seat) if seat not in live else Call(seat) if raised else RaiseTo(seat, 20))
        raised = raised or seat in live
    checks = [Check(seat) for seat in live]
    return [*actions, FLOP, *checks, TURN, *(turn or checks), RIVER]


def shown_down(holes: Sequence[str | None], *river: Action, turn: Sequence[Action] = (), **options: Any) -> HandResult:
    """Seats with None for cards have folded; the others reach the river with 20 in."""
    live = [seat for seat, text in enumerate(holes) if text is not None]
    size = len(holes)
    strict = options.pop("strict", True)
    blinds = (10, 5) if size == 2 else (5, 10, *(0,) * (size - 2))
    known = [DealHole(seat, parse_cards(text)) for seat, text in enumerate(holes) if text]
    hand = Hand((1000,) * size, posts=blinds, actions=(*known, *to_river(size, live, turn), *river), **options)
    return replay(hand, strict)


def test_J01__the_last_aggressor_shows_first() -> None:
    found = shown_down([None, None, "QsQh", None, "AsAh"], Check(2), BetTo(4, 50), Call(2))
    assert found.showdown == (4, 2)
    found = shown_down([None, None, "QsQh", None, "AsAh"], BetTo(2, 50), Call(4))
    assert found.showdown == (2, 4)
    assert found.shown == (2, 4)
    assert found.collected == (0, 0, 0, 0, 155)


def test_J02__checked_river() -> None:
    """The bet on the turn does not count."""
    turn = (Check(1), BetTo(3, 50), Call(1))
    found = shown_down([None, "QsQh", None, "AsAh"], Check(1), Check(3), turn=turn)
    assert found.showdown == (1, 3)


def test_J03__bet_raise_call() -> None:
    found = shown_down(["AsAh", None, "QsQh"], BetTo(0, 50), RaiseTo(2, 100), Call(0))
    assert found.showdown == (2, 0)
    assert found.collected == (250, 0, 0)


def test_J04__a_loser_may_muck_after_a_better_hand() -> None:
    """Seats 0 to 2 check: 0 shows queens, 1 aces, 2 need not show jacks."""
    found = shown_down(["QsQh", "AsAh", "JsJh"], Check(0), Check(1), Check(2))
    assert found.showdown == (0, 1, 2)
    assert found.shown == (0, 1)


def test_J05__the_side_pot_comes_first() -> None:
    """Seat 0 is all-in on the flop for 40; 1 bets the river, 2 calls."""
    actions = [*deal("AsAh", "JsJh", "QsQh"), Call(2), Call(0), Check(1), FLOP, BetTo(0, 30), Call(1), Call(2)]
    actions += [TURN, Check(1), Check(2), RIVER, BetTo(1, 100), Call(2)]
    found = replay(Hand((40, 1000, 1000), posts=(5, 10, 0), actions=tuple(actions)))
    assert found.showdown == (1, 2, 0)
    assert [(award.pot, award.seat, award.amount) for award in found.awards] == [(1, 2, 200), (0, 0, 120)]


def test_J05__all_in_before_the_river() -> None:
    """No betting is left after the flop: who bet last shows first."""
    actions = [*deal("AsAh", "QsQh"), Call(1), Check(0), FLOP, Check(0), BetTo(1, 90), Call(0), TURN, RIVER]
    assert replay(Hand((100, 100), posts=(10, 5), actions=tuple(actions))).showdown == (1, 0)


def test_J06__everybody_folds() -> None:
    hand = Hand((1000,) * 3, posts=(5, 10, 0), actions=(RaiseTo(2, 30), Fold(0), Fold(1)))
    found = replay(hand)
    assert (found.showdown, found.shown, found.hand_ranks) == ((), (), ())
    assert found.hole_cards == (None, None, None)
    assert found.final_stacks == (995, 990, 1015)


def test_J07__muck_forfeits() -> None:
    """Seats 0 and 2 play for 400; 0 throws aces away, 2 takes it unseen."""
    actions = [*deal("AsAh", None, "JsJh"), RaiseTo(2, 195), Call(0), Fold(1), *checked_down((0, 2))]
    hand = Hand((1000,) * 3, posts=(5, 10, 0), actions=(*actions, Muck(0)))
    found = replay(hand)
    assert found.pots == (Pot(400, (0, 2)),)
    assert found.collected == (0, 0, 400)
    assert found.shown == ()
    unseen = replay(replace(hand, actions=(*actions[1:], Muck(0))))  # nor need his cards be known
    assert unseen.collected == (0, 0, 400)
    assert replay(replace(hand, actions=(*actions, Show(0)))).collected == (400, 0, 0)


def test_J08__muck_with_a_side_pot() -> None:
    played = (RaiseTo(2, 300), Call(0), Call(1), *STREETS, Muck(1))
    for holes, final in ((("AsAh", "QsQh", "JsJh"), (300, 0, 400)), (("JsJh", "AsAh", "QsQh"), (0, 0, 700))):
        found = replay(Hand((100, 300, 300), posts=(5, 10, 0), actions=(*deal(*holes), *played)))
        assert found.pots == (Pot(300, (0, 1, 2)), Pot(400, (1, 2)))
        assert found.final_stacks == final


def test_J09__playing_the_board() -> None:
    holes = deal("2c3d", "4c4d", "5c6d")
    actions = [*holes, Call(2), Call(0), Check(1), *board_checked("AsKdQhJcTs", (0, 1, 2))]
    hand = Hand((1000,) * 3, posts=(5, 10, 0), actions=tuple(actions))
    assert replay(hand).collected == (10, 10, 10)
    assert replay(hand).shown == (0, 1, 2)
    assert replay(replace(hand, actions=(*actions, Show(0), Show(1), Muck(2)))).collected == (15, 15, 0)
    with pytest.raises(IllegalActionError, match="may not show 2c"):  # both cards, or none
        replay(replace(hand, actions=(*actions[1:], Show(0, parse_cards("2c")))))


def test_J11__one_card_shown() -> None:
    """Seat 1 shows one ace, seat 2 jacks."""
    half = Show(1, (parse_cards("As")[0], -1))
    checks = (Check(1), Check(2), half, Show(2))
    found = shown_down([None, "", "JsJh"], *checks)
    assert found.collected == (0, 0, 45)
    assert found.hand_ranks[0][1] == 0
    assert shown_down([None, "", "JsJh"], *checks, strict=False).collected == (0, 0, 45)
    recorded = shown_down([None, "", "JsJh"], *checks, strict=False, winnings=(0, 45, 0))
    assert recorded.collected == (0, 45, 0)
    assert any("record" in report for report in recorded.reports)


def test_J12__the_last_live_hand_is_paid_unseen() -> None:
    found = shown_down(["", "", ""], Check(0), Check(1), Check(2), Muck(0), Muck(1))
    assert found.collected == (0, 0, 60)
    assert found.shown == ()
    found = shown_down(["", "", ""], BetTo(0, 50), Call(1), Fold(2), Muck(0))
    assert found.collected == (0, 160, 0)


def test_J13__three_way_tie() -> None:
    """All have queens and nines with an ace. With a dead chip the first seat has one more."""
    holes = deal("Kc9c", "9d6c", "9h3c")
    for dead, collected in ((0, (100, 100, 100)), (1, (101, 100, 100))):
        actions = (*holes, RaiseTo(2, 100), Call(0), Call(1), *board_checked("AdQcQd9s6s", (0, 1, 2)))
        hand = Hand((1000,) * 3, posts=(5, 10, 0), dead_posts=(0, 0, dead), actions=actions)
        assert replay(hand).collected == collected


# ---------------------------------------------------------------------------- K: cards that cannot be


def test_K09__a_card_twice_voids_the_hand() -> None:
    with pytest.raises(DuplicateCardError):
        replay(Hand((100, 100), posts=(2, 1), actions=(*deal("AsAh", "AsKd"), Fold(1))))
    actions = (*deal("AsAh", "QsQh"), Call(1), Check(0), DealBoard(parse_cards("Ah2c3c")))
    with pytest.raises(DuplicateCardError):
        replay(Hand((100, 100), posts=(2, 1), actions=actions))
    table = do(table_of((100, 100), (2, 1)), *actions[:-1], DealBoard(parse_cards("2c3c4c")), Check(0), Check(1))
    assert refused(table, DealBoard(parse_cards("3c")))


# ---------------------------------------------------------------------------- L: refusals and odd records


def flop_table() -> Table:
    """Seats 0 to 3 on the flop: 0 has bet 100, 1 has folded, 2 is all-in for 60 more, 3 is to act."""
    table = do(table_of((1000, 1000, 160, 1000), (50, 100)), Call(2), Call(3), Call(0), Check(1), FLOP)
    return do(table, Check(0), Check(1), Check(2), BetTo(3, 100), Call(0), Fold(1), Call(2), TURN, BetTo(0, 200))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Check(3), "facing 200"),
        (BetTo(3, 400), "over a bet"),
        (RaiseTo(3, 399), "outside 400 to 800"),
        (RaiseTo(3, 801), "800"),
        (RaiseTo(3, 10**30), "800"),
        (RaiseTo(3, -5), "outside"),
        (RaiseTo(3, 200), "outside"),
        (Call(0), "not its turn"),
        (Call(1), "folded"),
        (Fold(1), "folded"),
        (Call(2), "all-in"),
        (RaiseTo(2, 500), "all-in"),
        (Call(4), "no seat 4"),
        (Call(-1), "no seat -1"),
        (RIVER, "call 200"),
        (Show(3), "before"),
        (Muck(3), "before"),
        (Discard(3, parse_cards("3c")), "discard"),
        (DealHole(3, parse_cards("3c")), "deals 2"),
        (DealHole(1, parse_cards("3c3d3h")), "deals 2"),
        (DealHole(7, parse_cards("3c3d")), "not dealt in"),
        (DealHole(3, parse_cards("2cAs")), "2c"),
    ],
    ids=str,
)
def test_L11__refusals(action: Action, words: str) -> None:
    table = flop_table()
    # with nobody else to bet against a raise would be no raise; here seat 0 has 600 behind
    assert ask(table) == (3, 200, 400, 800)
    before = state_of(table)
    assert not action.can(table)
    with pytest.raises(HoldemError, match=words):
        table.apply(action)
    assert state_of(table) == before


def test_L11__a_fold_with_nothing_owed() -> None:
    table = do(table_of((1000,) * 3, (50, 100, 0)), Call(2), Call(0))
    assert refused(table, Fold(1))
    lenient = do(table_of((1000,) * 3, (50, 100, 0), strict=False), Call(2), Call(0), Fold(1))
    assert lenient.folded == [False, True, False]
    assert len(lenient.reports) == 1


def test_L11__nothing_after_the_end() -> None:
    table = do(table_of((1000,) * 3, (50, 100, 0)), Fold(2), Fold(0))
    assert table.legal_actions().phase == "over"
    for action in (Call(1), Fold(1), RaiseTo(1, 200), FLOP, Discard(1, (3,))):
        assert refused(table, action)
    with pytest.raises(IllegalActionError):
        replay(Hand((1000,) * 3, posts=(50, 100, 0), actions=(Fold(2), Fold(0), Check(1))))


def test_L11__a_hand_that_is_not_over() -> None:
    with pytest.raises(IllegalActionError, match="not over"):
        replay(Hand((1000,) * 3, posts=(50, 100, 0), actions=(Fold(2),)))


@pytest.mark.parametrize("board", ["2c", "2c3c", "2c3c4c", "2c3c4c5d"])
def test_L11__boards_that_end_too_soon(board: str) -> None:
    actions = (*deal("AsAh", "QsQh"), RaiseTo(1, 100), Call(0), *deal_board(board))
    with pytest.raises(HoldemError):
        replay(Hand((100, 100), posts=(2, 1), actions=actions))


@pytest.mark.parametrize("cards", ["3s4s", "3s4s5s6s"])
def test_L11__boards_that_are_too_long(cards: str) -> None:
    actions = (*deal("AsAh", "QsQh"), RaiseTo(1, 100), Call(0), FLOP, TURN, DealBoard(parse_cards(cards)))
    with pytest.raises(BoardSizeError):
        replay(Hand((100, 100), posts=(2, 1), actions=actions))


@pytest.mark.parametrize("stack", [-1, 0.5, float("inf"), float("nan"), "100", True])
def test_L11__stacks_that_are_none(stack: Any) -> None:
    with pytest.raises(HoldemError):
        Hand((100, stack, 100), posts=(1, 2, 0))


@pytest.mark.parametrize("stacks", [(), (100,), (100, 0), (0, 0, 0), (100,) * 23])
def test_L11__numbers_of_seats(stacks: tuple[int, ...]) -> None:
    with pytest.raises(PlayerCountError):
        Hand(stacks)


@pytest.mark.parametrize(("game", "most"), [("holdem", 22), ("pineapple", 15), ("irish", 11)])
def test_the_cards_limit_the_seats(game: str, most: int) -> None:
    assert Table((100,) * most, (1, 2, *(0,) * (most - 2)), Rules(game=game)).live == most
    with pytest.raises(PlayerCountError):
        Hand((100,) * (most + 1), Rules(game=game))


@pytest.mark.parametrize("cards", [(52, 3), (-2, 3), (3, 3)])
def test_L11__impossible_cards(cards: tuple[int, int]) -> None:
    with pytest.raises(HoldemError):
        table_of((100, 100), (2, 1)).apply(DealHole(0, cards))


def test_L10__unknown_cards_that_fold() -> None:
    hand = Hand((100, 100), posts=(2, 1), actions=(DealHole(0, (-1, -1)), DealHole(1, (-1, -1)), Fold(1)))
    assert replay(hand).final_stacks == (101, 99)


def test_L10__unknown_cards_at_the_showdown() -> None:
    """Seat 0 is not known and shows nothing: it forfeits, unless the record says that it collected."""
    checks = (Check(0), Check(1))
    found = shown_down(["", "2d3h"], *checks)
    assert found.collected == (0, 40)
    trusted = shown_down(["", "2d3h"], *checks, winnings=(40, 0))
    assert trusted.collected == (40, 0)
    assert len(trusted.reports) == 1
    agreed = shown_down(["", "2d3h"], *checks, winnings=(0, 40))
    assert agreed.collected == (0, 40)
    assert agreed.reports == ()
    with pytest.raises(IllegalActionError, match="no hand is shown"):
        shown_down(["", ""], *checks)
    assert shown_down(["", ""], *checks, winnings=(20, 20)).collected == (20, 20)


def test_L12__a_stack_of_nothing_is_not_dealt_in() -> None:
    table = table_of((1000, 1000, 0, 1000), (50, 100))
    assert ask(table) == (3, 100, 200, 1000)
    for action in (DealHole(2, parse_cards("AsAh")), Call(2), Fold(2)):
        assert refused(table, action)
    do(table, Call(3), Call(0), Check(1), FLOP, Check(0), Check(1))
    assert ask(table)[0] == 3
    hand = Hand((1000, 1000, 0, 1000), posts=(50, 100, 0, 0), actions=(Fold(3), Fold(0)))
    assert settled(hand) == ((1, 50), [(100, (1,))], [950, 1050, 0, 1000])


def test_L12__an_unknown_stack_is_never_all_in() -> None:
    table = table_of((None, 1000, None), (50, 100, 0))
    assert ask(table)[:3] == (2, 100, 200)
    do(table, RaiseTo(2, 5_000_000), Call(0), Call(1), FLOP)
    assert ask(table)[0] == 0
    do(table, BetTo(0, 10_000_000), Fold(2))
    assert table.runout
    hand = Hand((None, 1000, None), posts=(50, 100, 0), actions=(RaiseTo(2, 5000), Fold(0), Fold(1)))
    found = replay(hand)
    assert found.final_stacks == (None, 900, None)
    assert found.net == (-50, -100, 150)


def test_L15__a_raise_to_an_opponents_whole_stack() -> None:
    """PokerNow: bet 100, a raise to the bettor's 150 though 200 is the least."""
    options: dict[str, Any] = {"stacks": (250, 1000, 1000), "posts": (50, 100, 0)}
    played = (Call(2), Call(0), Check(1), FLOP, BetTo(0, 100), RaiseTo(1, 150))
    with pytest.raises(IllegalActionError, match="outside 200 to 900"):
        replay(Hand(**options, actions=played))
    table = do(Table.from_hand(Hand(**options), strict=False), *played)
    assert ask(table) == (2, 150, 250, 900)  # less than a full raise: the next still adds 100
    assert len(table.reports) == 1
    assert "150" in table.reports[0]
    with pytest.raises(IllegalActionError):
        Table.from_hand(Hand(**options), strict=False).apply(RaiseTo(2, 1001))  # chips it has not are no habit


def test_L15__a_raise_that_is_an_all_in_call() -> None:
    hand = Hand(
        (250, 1000), posts=(100, 50), actions=(RaiseTo(1, 300), RaiseTo(0, 250), *deal("AsAh", "QsQh"), *STREETS)
    )
    with pytest.raises(IllegalActionError):
        replay(hand)
    found = replay(hand, strict=False)
    assert found.final_stacks == (500, 750)
    assert found.uncalled == (1, 50)
    assert len(found.reports) == 1


def test_L15__an_unmatched_blind_in_the_pot_of_a_walk() -> None:
    """Absolute Poker says that the big blind collected 150; the stacks come to the same."""
    hand = Hand(
        (1000,) * 3,
        posts=(50, 100, 0),
        actions=(Fold(2), Fold(0)),
        winnings=(0, 150, 0),
        finishing_stacks=(950, 1050, 1000),
    )
    found = replay(hand, strict=False)
    assert (found.uncalled, found.collected) == ((1, 50), (0, 100, 0))
    assert found.final_stacks == (950, 1050, 1000)


def test_L15__a_seat_that_is_all_in_and_not_there() -> None:
    """PokerStars folds a seat that was put all-in by its ante."""
    hand = Hand((1000, 1000, 5), posts=(50, 100, 0), antes=(5, 5, 5), actions=(Fold(2), Fold(0)))
    with pytest.raises(IllegalActionError, match="all-in"):
        replay(hand)
    found = replay(hand, strict=False)
    assert found.final_stacks == (945, 1060, 0)
    assert len(found.reports) == 1


def test_a_record_that_says_otherwise_is_reported() -> None:
    hand = Hand((100, 100), posts=(2, 1), actions=(Fold(1),), finishing_stacks=(102, 98))
    assert replay(hand).final_stacks == (101, 99)
    assert len(replay(hand).reports) == 2


# ---------------------------------------------------------------------------- V: variants


def test_V01__pineapple() -> None:
    """Three cards, one thrown before the first bet; aces are lost if they are thrown."""
    table = do(table_of((100, 100), (2, 1), game="pineapple"), *deal("AsAh3c", "QsQhJc"))
    assert (table.legal_actions().phase, table.legal_actions().actor, table.legal_actions().discard) == (
        "discard",
        0,
        1,
    )
    for action in (Call(1), FLOP, Discard(0, parse_cards("AsAh")), Discard(0, parse_cards("Kd")), Discard(0, ())):
        assert refused(table, action)
    do(table, Discard(0, parse_cards("Ah")))
    assert table.legal_actions().actor == 1
    do(table, Discard(1, parse_cards("Jc")))
    assert ask(table) == (1, 1, 4, 100)
    assert table.hole_cards == [parse_cards("As3c"), parse_cards("QsQh")]
    do(table, RaiseTo(1, 100), Call(0))
    assert refused(table, DealBoard(parse_cards("Ah2d3d")))  # a thrown card does not come back
    hand = Hand(
        (100, 100),
        Rules(game="pineapple"),
        posts=(2, 1),
        actions=(
            *deal("AsAh3c", "QsQhJc"),
            Discard(0, parse_cards("Ah")),
            Discard(1, parse_cards("Jc")),
            RaiseTo(1, 100),
            Call(0),
            *deal_board("4c5d7h9sKc"),
        ),
    )
    assert replay(hand).final_stacks == (0, 200)


def test_V02__crazy_pineapple() -> None:
    """The flop is bet with three cards; before the turn everybody throws one, all-in or not."""
    table = do(table_of((40, 1000, 1000), (5, 10, 0), game="crazy-pineapple"), *deal("AsAh3c", "QsQhJc", "TsTh8c"))
    do(table, Call(2), Call(0), Check(1), FLOP, BetTo(0, 30), Call(1), Call(2))
    assert table.legal_actions().phase == "discard"
    assert refused(table, TURN)
    do(table, Discard(1, parse_cards("Jc")), Discard(0, parse_cards("3c")))
    assert refused(table, TURN)
    assert refused(table, Discard(0, parse_cards("As")))
    do(table, Discard(2, parse_cards("8c")))
    do(table, TURN, Check(1), Check(2), RIVER, Check(1), Check(2))
    assert table.over


def test_V02__a_discard_that_is_missing() -> None:
    actions = [*deal("AsAh3c", "QsQhJc"), RaiseTo(1, 100), Call(0), FLOP, Discard(0, parse_cards("3c")), TURN, RIVER]
    with pytest.raises(IllegalActionError):
        replay(Hand((100, 100), Rules(game="crazy-pineapple"), posts=(2, 1), actions=tuple(actions)))
    actions.insert(-2, Discard(1, parse_cards("Jc")))
    hand = Hand((100, 100), Rules(game="crazy-pineapple"), posts=(2, 1), actions=tuple(actions))
    assert replay(hand).final_stacks == (200, 0)


def test_V04__irish() -> None:
    """Four cards, two thrown before the turn. The trips that were thrown are gone."""
    actions = [*deal("AsAh9c9d", "KsKhQcQd"), RaiseTo(1, 100), Call(0), FLOP]
    actions += [Discard(0, parse_cards("9c9d")), Discard(1, parse_cards("QcQd")), TURN, RIVER]
    hand = Hand((100, 100), Rules(game="irish"), posts=(2, 1), actions=tuple(actions))
    found = replay(hand)
    assert found.hole_cards == (parse_cards("AsAh"), parse_cards("KsKh"))
    assert found.final_stacks == (0, 200)  # kings full of nothing: three kings on the river
    table = do(Table.from_hand(replace(hand, actions=())), *actions[:5])
    for cards in ("9c", "9cKs", "9c9dAs"):
        assert refused(table, Discard(0, parse_cards(cards))), cards
    assert refused(table, Discard(0, parse_cards("9c") * 2))


def hilo(holes: Sequence[str], board: str, dead: int = 0) -> tuple[Any, ...]:
    """Everybody all-in for 50 in hold'em hi-lo; what each collects."""
    size = len(holes)
    order = [*range(2 % size, size), *range(2 % size)] if size > 2 else [1, 0]
    bets: list[Action] = [RaiseTo(order[0], 50), *(Call(seat) for seat in order[1:])]
    hand = Hand(
        (50,) * (size - 1) + (50 + dead,),
        Rules(game="holdem-hilo8"),
        posts=(2, 1) if size == 2 else (1, 2, *(0,) * (size - 2)),
        dead_posts=(0,) * (size - 1) + (dead,),
        actions=(*deal(*holes), *bets, *deal_board(board)),
    )
    return replay(hand).collected


def test_V05__crazy_pineapple_hilo() -> None:
    """B has A-K-Q-8-5 for the high, A has 8-4-3-2-A for the low; of 101 the high half is 51."""
    actions = [*deal("As3dTh", "Ad5c9h"), RaiseTo(1, 50), Call(0), DealBoard(parse_cards("2h4c8s"))]
    actions += [Discard(0, parse_cards("Th")), Discard(1, parse_cards("9h")), *deal_board("2h4c8sKdQc", dealt=3)]
    hand = Hand((50, 51), Rules(game="crazy-pineapple-hilo8"), (2, 1), dead_posts=(0, 1), actions=tuple(actions))
    found = replay(hand)
    assert found.collected == (50, 51)
    assert {(award.seat, award.share, award.amount) for award in found.awards} == {(1, "high", 51), (0, "low", 50)}


def test_V06__no_low_with_three_high_board_cards() -> None:
    assert hilo(["As2d", "KsKh"], "9cTdJs3h4c") == (0, 100)


def test_V08__a_low_needs_five_ranks() -> None:
    """Aces with 2-3-4 have four; without a low the better high takes all."""
    assert hilo(["AsAd", "QsQd"], "2c3d4hKsKh") == (100, 0)
    assert hilo(["As5d", "QsQd"], "2c3d4hKsKh") == (100, 0)  # a wheel: high and low


def test_V05__holdem_hilo_quartered() -> None:
    """Both have 7-5-3-2-A for the low; hearts are a flush, so seat 1 has the high alone: 25 and 75."""
    assert hilo(["As2d", "Ah2h"], "3h5h7hKsKc") == (25, 75)
    assert hilo(["As2d", "Ac2h"], "3c5d7hKsKh") == (50, 50)


def test_J12__the_last_claimant_of_a_side_pot_takes_it_also_when_it_mucks() -> None:
    """Side pot {1, 2}, main pot {0, 1, 2}: seat 1 mucks, so seat 2 has the side pot before it mucks too."""
    table = Table((100, 500, 500), posts=(0, 0, 0), rules=Rules(min_bet=10))
    for action in (RaiseTo(0, 100), RaiseTo(1, 500), Call(2), *(DealBoard((-1,) * n) for n in (3, 1, 1))):
        table.apply(action)
    table.apply(Muck(1)).apply(Muck(2))
    assert settle(table).final_stacks == (300, 0, 800)
