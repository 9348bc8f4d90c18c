"""Hands in words: what is said, and that nothing is said wrong about thousands of real hands."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from holdem_eq.cards import parse_cards
from holdem_eq.errors import IllegalActionError
from holdem_eq.hands.story import WIDTH, tell
from holdem_eq.hands.wording import chips_words, names, positions, stakes_words
from holdem_eq.rules import (
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
    Rules,
    Show,
    replay,
)
from tests.random_play import play, random_start
from tests.rule_records import Row, phh_case, site_case

UNSEEN = (UNKNOWN, UNKNOWN)


def ids(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text))


def lines(hand: Hand, strict: bool = True) -> list[str]:
    return [line.strip() for line in tell(hand, strict).split("\n")]


def checked_down(*board: str, seats: tuple[int, ...]) -> list[Action]:
    """Board cards street by street, and checks between and after them."""
    done: list[Action] = []
    for cards in board:
        done += [DealBoard(ids(cards)), *(Check(seat) for seat in seats)]
    return done


def all_in(**fields: object) -> Hand:
    """Three all-in before the flop for 100, 300 and 1,000; aces hold up for the shortest."""
    cards = ("AsAd", "KsKd", "7c2d")
    deals = [DealHole(seat, ids(text)) for seat, text in enumerate(cards)]
    board = [DealBoard(ids(text)) for text in ("3h4h9s", "Jd", "8c")]
    actions = (*deals, RaiseTo(2, 1000), Call(0), Call(1), *board)
    given = {"posts": (5, 10, 0), "players": ("Ann", "Bob", "Cat"), "actions": actions, **fields}
    return Hand((100, 300, 1000), **given)  # type: ignore[arg-type]


def test_a_whole_hand() -> None:
    assert tell(all_in(source="night.phh, line 1", fields={"hand": 12})) == (
        """\
Hand 12: no-limit hold'em, blinds 5/10, 3 players
night.phh, line 1

  SB   Ann    100  As Ad
  BB   Bob    300  Ks Kd
  BTN  Cat  1,000  7c 2d

Ann posts the small blind of 5, Bob the big blind of 10

Before the flop, pot 15
  Cat raises to 1,000 and is all-in
  Ann calls 95 and is all-in
  Bob calls 290 and is all-in
  700 that nobody called go back to Cat

Flop 3h 4h 9s, pot 700

Turn 3h 4h 9s [Jd], pot 700

River 3h 4h 9s Jd [8c], pot 700

Showdown
  Cat shows 7c 2d: high card, jack, nine, eight, seven and four
  Ann shows As Ad: pair, aces, jack, nine and eight kickers
  Bob shows Ks Kd: pair, kings, jack, nine and eight kickers

Pots
  Bob wins the side pot of 400 (Bob and Cat) with a pair, kings, jack, nine and eight kickers
  Ann wins the main pot of 300 (Ann, Bob and Cat) with a pair, aces, jack, nine and eight kickers

Stacks
  Ann    100  ->  300  +200
  Bob    300  ->  400  +100
  Cat  1,000  ->  700  -300"""
    )


def test_folds_and_checks_of_neighbours_are_one_line() -> None:
    hand = Hand(
        (100,) * 6, posts=(1, 2, 0, 0, 0, 0), actions=(Fold(2), Fold(3), RaiseTo(4, 6), Fold(5), Fold(0), Fold(1))
    )
    told = lines(hand)
    start = told.index("Before the flop, pot 3")
    assert told[start + 1 : start + 5] == [
        "UTG and HJ fold",
        "CO raises to 6",
        "BTN, SB and BB fold",
        "4 that nobody called go back to CO",
    ]
    assert "CO wins the pot of 5" in told


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (3, "SB BB BTN"),
        (4, "SB BB CO BTN"),
        (5, "SB BB UTG CO BTN"),
        (6, "SB BB UTG HJ CO BTN"),
        (9, "SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN"),
        (10, "SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN"),
    ],
)
def test_positions(seats: int, expected: str) -> None:
    assert " ".join(positions(Hand((100,) * seats, posts=(1, 2, *(0,) * (seats - 2))))) == expected


def test_positions_without_a_small_blind_and_with_an_empty_seat() -> None:
    assert positions(Hand((100,) * 4, posts=(2, 0, 0, 0))) == ("BB", "UTG", "CO", "BTN")
    assert positions(Hand((100, 0, 100, 100), posts=(1, 0, 2, 0))) == ("SB", "", "BB", "BTN")
    assert positions(Hand((100, 100), posts=(2, 1))) == ("BB", "BTN")


def test_heads_up_the_button_is_the_small_blind() -> None:
    told = lines(Hand((100, 100), posts=(2, 1), actions=(Fold(1),), players=("Ann", "Bob")))
    assert told[0] == "No-limit hold'em, blinds 1/2, 2 players"
    assert "Ann posts the big blind of 2, Bob the small blind of 1" in told
    assert "1 that nobody called go back to Ann" in told


def test_money_is_said_in_the_units_of_the_source() -> None:
    hand = Hand((1000, 1000), posts=(50, 25), actions=(RaiseTo(1, 150), Fold(0)), scale=100)
    told = lines(hand)
    assert told[0] == "No-limit hold'em, blinds 0.25/0.50, 2 players"
    assert "BTN raises to 1.50" in told
    assert "BTN  10.00  ->  10.50  +0.50" in told
    assert chips_words(Fraction(10, 3)) == "10/3"
    assert chips_words(Fraction(21, 2), 100) == "0.105"
    assert chips_words(7, 1) == "7"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"dead_antes": (0, 100, 0)}, "one ante for all 100"),
        ({"dead_antes": (1, 1, 1)}, "ante 1"),
        ({"rules": Rules(limit="FL", small_bet=10, big_bet=20)}, "bets 10/20"),
        ({"rules": Rules(limit="SL", spread=(2, 10))}, "bets from 2 to 10"),
    ],
)
def test_stakes(given: dict[str, object], words: str) -> None:
    hand = Hand((1000,) * 3, posts=(5, 10, 0), **given)  # type: ignore[arg-type]
    assert stakes_words(hand) == f"blinds 5/10, {words}"


def test_everything_that_can_be_posted() -> None:
    everything = Hand(
        (100,) * 5, posts=(1, 2, 4, 0, 2), antes=(1, 1, 1, 1, 1), dead_posts=(0, 0, 0, 0, 1),
        actions=(Fold(3), Fold(4), Fold(0), Fold(1)), players=("Ann", "Bob", "Cat", "Dan", "Eve"),
    )  # fmt: skip
    assert (
        "Everybody antes 1, Ann posts the small blind of 1, Bob the big blind of 2, Cat a straddle of 4, Eve 2,"
        " Eve puts 1 dead in the pot"
    ) in " ".join(lines(everything))


def test_a_split_pot_and_its_odd_chip() -> None:
    actions: list[Action] = [DealHole(0, ids("AsKd")), DealHole(1, ids("AdKs")), Call(1), Check(0)]
    actions += checked_down("2c3c4d", "9h", "Jc", seats=(0, 1))
    even = Hand((100, 100), posts=(2, 1), actions=tuple(actions), players=("Ann", "Bob"))
    words = "with high card, ace, king, jack, nine and four"
    assert f"Ann and Bob split the pot of 4, 2 each {words}" in lines(even)
    odd = Hand((100, 100), posts=(2, 1), dead_posts=(1, 0), actions=tuple(actions), players=("Ann", "Bob"))
    assert f"Ann and Bob split the pot of 5 (Ann 3, Bob 2) {words}" in lines(odd)
    exact = Hand((100, 100), Rules(split_mode="exact"), (2, 1), dead_posts=(1, 0), actions=tuple(actions))
    assert f"BB and BTN split the pot of 5, 2.5 each {words}" in lines(exact)


def test_hands_thrown_away_and_hands_nobody_knows() -> None:
    play = [Call(1), Check(0), *checked_down("2c3c4d", "9h", "Jc", seats=(0, 1))]
    mucked = Hand((100, 100), posts=(2, 1), actions=(*play, Muck(0), Show(1)), players=("Ann", "Bob"))
    told = lines(mucked)
    assert told[told.index("Showdown") + 1 :][:2] == ["Ann mucks", "Bob has unknown cards"]
    assert "Bob wins the pot of 4" in told
    unseen = (DealHole(0, UNSEEN), DealHole(1, ids("AhAd")), *play)
    recorded = Hand((100, 100), posts=(2, 1), actions=unseen, winnings=(4, 0), players=("Ann", "Bob"))
    told = lines(recorded)
    assert "Ann wins the pot of 4" in told
    assert "unknown hands at the showdown: the recorded winnings decide" in told


def test_hands_that_need_not_be_shown() -> None:
    cards = (DealHole(0, ids("AsAd")), DealHole(1, ids("7c2d")))
    play = (Call(1), Check(0), *checked_down("3c4h9s", "Jd", "8c", seats=(0, 1)))
    told = lines(Hand((100, 100), posts=(2, 1), actions=cards + play))
    assert "BTN need not show 7c 2d: high card, jack, nine, eight, seven and four" in told


def test_two_boards() -> None:
    hand = all_in()
    again = (DealBoard(ids("KhQc2s"), 1), DealBoard(ids("3d"), 1), DealBoard(ids("5c"), 1))
    told = lines(all_in(actions=hand.actions + again))
    assert "Turn of board 2: Kh Qc 2s [3d], pot 700" in told
    text = " ".join(told)
    assert "on board 2 three of a kind, kings, queen and five kickers" in text
    assert "Bob wins 200 from the side pot of 400 (Bob and Cat) on board 2 with three of a kind" in text
    assert "Ann wins 150 from the main pot of 300 (Ann, Bob and Cat) on board 1 with a pair, aces" in text


def test_high_and_low_discards_comments_and_rake() -> None:
    hole = ("As3dKc", "Ad5c9h", "2s2d7h")
    actions = (
        *(DealHole(seat, ids(text)) for seat, text in enumerate(hole)),
        Call(2), Call(0), Check(1), DealBoard(ids("2h4c8s")), Call(0), Call(1), BetTo(2, 6), Call(0), Call(1),
        Discard(0, ids("Kc")), Discard(1, ids("9h")), Discard(2, (UNKNOWN,)), DealBoard(ids("Kd")),
        BetTo(0, 20), Call(1), Fold(2), DealBoard(ids("Qc")), Check(0), Check(1), Show(0), Show(1),
    )  # fmt: skip
    hand = Hand(
        (100, 100, 100), Rules("crazy-pineapple-hilo8", "PL", rake=2), posts=(1, 2, 0), actions=actions,
        players=("Ann", "Bob", "Cat"), fields={"#commentary": {7: "sighs"}, "event": "Home game", "year": 2024, "month": 3},
    )  # fmt: skip
    told = lines(hand)
    assert told[0] == "Pot-limit Crazy Pineapple hi-lo 8 or better, blinds 1/2, 3 players"
    assert told[1] == "Home game, 2024-03"
    for line in (
        "Ann checks (sighs)",
        "Ann throws Kc",
        "Cat throws a card",
        "Ann shows As 3d: high card, ace, king, queen, eight and four; low 8-4-3-2-A",
        "Ann wins 31 from the pot of 64 for the low half with a low 8-4-3-2-A",
        "Bob wins 31 from the pot of 64 for the high half with high card, ace, king, queen, eight and five",
        "The house takes 2",
    ):
        assert line in told


def test_what_only_lenient_reading_accepts_is_a_remark() -> None:
    hand = Hand(
        (100, 100, 100), posts=(1, 2, 0), actions=(RaiseTo(2, 3), Fold(0), Fold(1)), players=("Ann", "Bob", "Cat")
    )
    with pytest.raises(IllegalActionError, match="outside 4 to 100"):
        tell(hand)
    assert lines(hand, strict=False)[-2:] == ["Remarks", "Cat raises to 3 where 4 to 100 are allowed"]
    cents = Hand((100, 100, 100), posts=(1, 2, 0), actions=hand.actions, scale=100)
    assert lines(cents, strict=False)[-1] == "amounts in remarks are in chips, 100 to one"


def test_a_record_that_ends_otherwise_is_a_remark() -> None:
    told = lines(all_in(finishing_stacks=(300, 400, 701)))
    assert told[-2:] == ["Remarks", "Cat ends with 700, the record says 701"]


def test_a_hand_that_is_not_over_is_not_told() -> None:
    with pytest.raises(IllegalActionError, match="not over"):
        tell(Hand((100, 100), posts=(2, 1)))


def test_names_stay_on_their_line_and_short() -> None:
    hand = Hand((100,) * 3, posts=(1, 2, 0), players=("A\nB\x1b[31m", "x" * 60, ""))
    assert names(hand) == ("A B?[31m", "x" * 21 + "...", "BTN")
    assert names(Hand((100,) * 2, posts=(2, 1), players=("Ann", "Ann"))) == ("Ann (BB)", "Ann (BTN)")


@pytest.mark.parametrize("seed", range(100))
def test_random_hands_of_every_game(seed: int) -> None:
    rng = random.Random(seed)
    told_rightly(play(random_start(rng), rng).hand)


def real_hands(shared: Path, file: str) -> list[Hand]:
    rows: list[Row] = [json.loads(line) for line in (shared / "hands" / file).read_text(encoding="utf-8").splitlines()]
    return [(phh_case if "variant" in row else site_case)(row).hand for row in rows]


def told_rightly(hand: Hand) -> None:
    """What the story says of chips adds up, and no line is long."""
    text, result = tell(hand, strict=False), replay(hand, strict=False)
    assert max(map(len, text.split("\n"))) <= WIDTH
    flat = re.sub(r"\n +", " ", text)
    assert flat.count("that nobody called go back to") == (result.uncalled is not None)
    for pot in result.pots:
        assert f"pot of {chips_words(pot.amount, hand.scale)}" in flat or len(result.pots) > 2
    stacks = text.split("\nStacks\n")[1].split("\n\n")[0].split("\n")
    assert [line.split()[-2] for line in stacks] == [
        "?" if stack is None else chips_words(stack, hand.scale) for stack in result.final_stacks
    ]
    for number, size in enumerate((3, 4, 5)):
        street = ("Flop", "Turn", "River")[number]
        assert (f"\n{street} " in text) == (len(result.boards[0]) >= size)


@pytest.mark.parametrize(
    ("file", "step"), [("phh_expected.jsonl", 29), ("pokerstars_expected.jsonl", 5), ("ohh_expected.jsonl", 61)]
)
def test_some_real_hands(shared: Path, file: str, step: int) -> None:
    for hand in real_hands(shared, file)[::step]:
        told_rightly(hand)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["phh_expected.jsonl", "pokerstars_expected.jsonl", "ohh_expected.jsonl"])
def test_every_real_hand(shared: Path, file: str) -> None:
    for hand in real_hands(shared, file):
        told_rightly(hand)
