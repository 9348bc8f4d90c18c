"""What a user did to break tables, sessions, records and files, each with what came of it."""

from __future__ import annotations

import copy
import io
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from holdem_eq import cli
from holdem_eq.errors import HandParseError, HoldemError, IllegalActionError
from holdem_eq.hands.many import replay_many
from holdem_eq.hands.phh import format_phh, parse_phh, read_phh, write_phh
from holdem_eq.hands.story import tell
from holdem_eq.hands.wording import positions
from holdem_eq.rules import (
    BlindLevel,
    Call,
    Check,
    DeadHand,
    DealBoard,
    DealHole,
    Fold,
    Hand,
    Misdeal,
    OutOfTurn,
    Pot,
    RaiseTo,
    Rake,
    Rules,
    Session,
    Table,
    replay,
)
from holdem_eq.rules.pots import rake_pots
from holdem_eq.settlement import settle_many

PHH = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['p3 f', 'p1 f']
"""


# --- rules and records of the wrong kind


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rake": 0.05}, "rake=0.05; give chips as an int"),
        ({"rake": -5}, "rake=-5"),
        ({"rake": "5%"}, "rake='5%'"),
        ({"rake": True}, "rake=True"),
        ({"min_bet": 2.5}, "min_bet=2.5; give an int, 0 or more"),
        ({"min_bet": None}, "min_bet=None"),
        ({"min_bet": -1}, "min_bet=-1"),
        ({"chip_unit": 0}, "chip_unit=0; give an int, 1 or more"),
        ({"chip_unit": 2.5}, "chip_unit=2.5"),
        ({"max_raises": -1}, "max_raises=-1"),
        ({"max_raises": None}, "max_raises=None"),
        ({"limit": "FL", "small_bet": 2.0, "big_bet": 4.0}, "small_bet=2.0"),
        ({"limit": "FL", "small_bet": 2, "big_bet": "4"}, "big_bet='4'"),
        ({"limit": "SL", "spread": 5}, "spread=5; give a tuple of two ints"),
        ({"limit": "SL", "spread": (5,)}, "spread="),
        ({"limit": "SL", "spread": [2, 10]}, "spread="),
        ({"spread": (1.5, 2)}, "spread="),
    ],
)
def test_rules_take_whole_chips(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HoldemError, match=message):
        Rules(**given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"percent": "5%"}, "percent='5%' is no rake; give a share of the pots"),
        ({"percent": None}, "percent=None"),
        ({"percent": float("nan")}, "percent=nan"),
        ({"percent": 5}, "percent='5' is no rake; give a share from 0 to 1, 0.05 is 5 %"),
        ({"percent": -0.1}, "percent='-1/10'"),
        ({"percent": 0.05, "cap": 3.5}, "cap=3.5; give an int"),
        ({"percent": 0.05, "cap": "3"}, "cap='3'"),
        ({"percent": 0.05, "unit": 0}, "unit=0; give an int, 1 or more"),
    ],
)
def test_rake_says_what_is_wrong(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HoldemError, match=message):
        Rake(**given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"winnings": (1,)}, "1 winnings for 2 stacks; give one a seat"),
        ({"winnings": (1, 2, 3)}, "3 winnings for 2 stacks"),
        ({"winnings": (None, 2)}, "None in winnings"),
        ({"winnings": (-1, 2)}, "-1 in winnings"),
        ({"finishing_stacks": (101.0, 99.0)}, "101.0 in finishing_stacks; amounts are ints or Fractions"),
        ({"finishing_stacks": ("101", "99")}, "'101' in finishing_stacks"),
        ({"finishing_stacks": ()}, "0 finishing_stacks for 2 stacks"),
        ({"scale": 0}, "scale=0"),
        ({"scale": 2.5}, "scale=2.5"),
        ({"rules": "NL"}, r"rules='NL'; give Rules"),
        ({"first": "1"}, "first is seat '1'"),
        ({"first": 1.0}, "first is seat 1.0"),
    ],
)
def test_hands_of_the_wrong_kind(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HoldemError, match=message):
        Hand((100, 100), **{"posts": (2, 1), **given})


def test_lists_in_a_hand_become_tuples() -> None:
    given: dict[str, Any] = {
        "players": ["Ann", "Bob"],
        "winnings": [2, 0],
        "finishing_stacks": [Fraction(201, 2), None],
    }
    hand = Hand((100, 100), posts=(2, 1), **given)
    assert (hand.players, hand.winnings) == (("Ann", "Bob"), (2, 0))
    assert hand == replace(hand, players=("Ann", "Bob"), winnings=(2, 0), finishing_stacks=(Fraction(201, 2), None))


@pytest.mark.parametrize("action", ["p2 f", None, 5])
def test_what_is_no_action_is_refused(action: Any) -> None:
    table = Table((100, 100), posts=(2, 1))
    with pytest.raises(IllegalActionError, match="is no action; give one as Fold"):
        table.apply(action)
    with pytest.raises(IllegalActionError, match=r"action 1 .*is no action"):
        replay(Hand((100, 100), posts=(2, 1), actions=(action,)))


def test_an_amount_that_is_no_int_is_quoted() -> None:
    with pytest.raises(IllegalActionError, match=r"raise to 6 \('6'\): amounts are ints"):
        Table((100, 100), posts=(2, 1)).apply(RaiseTo(1, "6"))  # type: ignore[arg-type]


def test_replay_takes_one_hand() -> None:
    with pytest.raises(HoldemError, match=r"'x.phh' is no Hand; replay takes one at a time"):
        replay("x.phh")  # type: ignore[arg-type]


def test_a_refusal_says_its_unit() -> None:
    hand = Hand((1000, 1000), Rules(min_bet=10), posts=(10, 5), actions=(RaiseTo(1, 12),), scale=100)
    with pytest.raises(IllegalActionError, match=r"outside 20 to 1000; .* \(in chips, 100 to one\)$"):
        replay(hand)


def test_a_stack_that_is_not_known_has_no_largest_raise() -> None:
    assert str(Table((None, 100, None), posts=(1, 2, 0)).legal_actions()) == "seat 2: call 2, raise to 4 or more, fold"


# --- what a record says of hands that nobody saw


@pytest.mark.parametrize(
    ("winnings", "message"),
    [
        ((0, 700, 0), None),
        ((300, 0, 400), None),
        ((301, 0, 399), "the record gives seat 0 301 of pots of which it can win 300"),
        ((0, 701, 0), "the record hands out 701 of pots of 700"),
    ],
)
def test_recorded_winnings_are_of_pots_that_a_seat_can_win(winnings: tuple[int, ...], message: str | None) -> None:
    board = (DealBoard("2c5d7h"), DealBoard("9s"), DealBoard("3c"))
    play = (RaiseTo(2, 300), Call(0), Call(1), *board)
    refused(Hand((100, 300, 300), posts=(1, 2, 0), actions=play, winnings=winnings), message)


def test_no_record_pays_a_hand_that_was_folded() -> None:
    board = (DealBoard("2c5d7h"), DealBoard("9s"), DealBoard("3c"))
    play = (RaiseTo(2, 300), Fold(0), Call(1), *board)
    hand = Hand((100, 300, 300), posts=(1, 2, 0), actions=play, winnings=(601, 0, 0))
    refused(hand, "the record gives seat 0 601 of pots of which it can win 0")


def refused(hand: Hand, message: str | None) -> None:
    """Alone and in a batch; None is not refused."""
    replays = replay_many([hand])
    if message is None:
        assert replay(hand).collected == tuple(replays.verify().collected.tolist()) == hand.winnings
        return
    with pytest.raises(IllegalActionError, match=message):
        replay(hand)
    assert replays.refusal(0) is not None


def test_an_unknown_board_is_quoted() -> None:
    deals = (DealHole(0, "AsAh"), DealHole(1, "KsKh"), DealBoard("2c5d??"), DealBoard("9s"), DealBoard("3c"))
    hand = Hand((100, 100), posts=(2, 1), actions=(*deals[:2], RaiseTo(1, 100), Call(0), *deals[2:]))
    refused(hand, r"board '2c5d\?\?9s3c' cannot be shown down; deal five known cards")


@pytest.mark.parametrize(
    "rules",
    [Rules(rake=1 << 70), Rules(rake=Rake("0." + "123" * 9)), Rules(min_bet=1 << 70), Rules(max_raises=1 << 70)],  # type: ignore[arg-type]
)
def test_rules_that_fit_no_batch(rules: Rules) -> None:
    hand = Hand((100, 100), rules, posts=(2, 1), actions=(Fold(1),))
    with pytest.raises(HoldemError, match=r"Rules\(.* has numbers over 9223372036854775807; take larger units"):
        replay_many([hand])
    assert sum(replay(hand).collected) + replay(hand).rake == 2


# --- rake by the sizes of pots


@pytest.mark.parametrize(
    ("amounts", "due", "unit", "taken"),
    [
        ((4, 44), 5, 7, [4, 1]),  # below a unit: the main pot as far as it goes
        ((3, 3, 3), 7, 7, [3, 3, 1]),  # a unit more than a pot holds
        ((30, 20, 50), 12, 5, [7, 0, 5]),
    ],
)
def test_no_pot_pays_more_rake_than_it_holds(amounts: tuple[int, ...], due: int, unit: int, taken: list[int]) -> None:
    pots = [Pot(amount, tuple(range(seat, 4))) for seat, amount in enumerate(amounts)]
    assert rake_pots(pots, Rake(1, due, allocation="proportional"), True, unit) == taken


def test_rake_of_side_pots_leaves_no_debt() -> None:
    rules = Rules(chip_unit=7, rake=Rake(1, 5, no_flop_no_drop=False, allocation="proportional"))
    deals = (DealHole(0, "AsAh"), DealHole(1, "KsKh"), DealHole(2, "QsQh"), DealBoard("2c5d7h"), DealBoard("9s"))
    play = (*deals[:3], RaiseTo(2, 20), Call(1), *deals[3:], DealBoard("3c"))
    hand = Hand((1, 20, 20), rules, posts=(1, 2, 0), actions=play)
    result = replay(hand)
    assert [pot.amount for pot in result.pots] == [3, 38]
    assert (result.collected, result.rake) == ((0, 36, 0), 5)
    replays = replay_many([hand])
    paid = settle_many([1, 20, 20], False, [9, 8, 7], rake=5, allocation="proportional", chip_unit=7)
    assert paid.tolist() == [0, 36, 0]
    assert (replays.collected.tolist(), replays.pot_rake.tolist()[:2]) == ([0, 36, 0], [3, 2])


def test_a_copy_made_with_copy_is_independent() -> None:
    table = Table((100, 100, 100), posts=(1, 2, 0))
    copy.copy(table).apply(Fold(2))
    assert not any(table.folded)
    assert repr(table) == "<Table with a pot of 3; seat 2: call 2, raise to 4-100, fold>"


# --- irregular hands


@pytest.mark.parametrize("event", [Misdeal, lambda reason: DeadHand(0, reason)])
def test_events_say_why_on_one_line(event: Callable[[Any], Misdeal | DeadHand]) -> None:
    for wrong in ("", "  ", None, 5):
        with pytest.raises(HoldemError, match="say in words why"):
            event(wrong)
    said = event(" fouled\n deck # twice ")
    assert said.reason == "fouled deck # twice"
    hand = Hand((100, 100), Rules(min_bet=2), posts=(2, 1), actions=(said,))
    assert next(parse_phh(format_phh(hand))) == hand


def test_a_misdeal_keeps_the_cards() -> None:
    result = replay(Hand((100, 100), posts=(2, 1), actions=(DealHole(0, "AsKs"), Misdeal("fouled deck"))))
    assert (result.final_stacks, result.hole_cards, result.boards) == ((100, 100), ((51, 47), None), ((),))


def test_irregular_hands_are_told() -> None:
    early = (OutOfTurn(Call(3)), OutOfTurn(Fold(0)), Fold(2), Call(3), Fold(0), DeadHand(1, "three cards"))
    story = tell(Hand((100,) * 4, posts=(1, 2, 0, 0), actions=early))
    assert "  BTN calls out of turn\n  SB folds out of turn\n  CO folds\n  BTN calls 2\n  SB folds\n" in story
    assert "  The hand of BB is dead\n" in story
    raised = (OutOfTurn(RaiseTo(2, 10)), OutOfTurn(Check(1)), Misdeal("fouled deck"))
    story = tell(Hand((100,) * 3, actions=raised))
    assert "  BTN bets 10 out of turn\n  BB checks out of turn\n  The hand is void, every chip goes back\n" in story
    assert story.endswith("  misdeal: fouled deck")


# --- sessions


def test_a_misdeal_leaves_button_and_blinds() -> None:
    session = Session([100] * 3, blinds=(5, 10))
    start = session.next_hand()
    session.finish(replay(replace(start.hand, actions=(Misdeal("fouled deck"),))))
    assert session.hands_played == 0
    assert session.next_hand() == start


def test_a_seat_that_is_no_int_changes_nothing() -> None:
    session = Session([100] * 3, blinds=(5, 10))
    with pytest.raises(HoldemError, match="seat '5'; seats are ints"):
        session.join("5", 100)  # type: ignore[arg-type]
    session.join(5, 100)
    assert list(session.stacks) == [0, 1, 2, 5]
    with pytest.raises(HoldemError, match="seat 'Ann'"):
        Session({"Ann": 100, "Bob": 100}, blinds=(5, 10))  # type: ignore[dict-item]


def test_a_session_shows_itself() -> None:
    session = Session({2: 100, 5: 100}, blinds=(5, 10))
    assert repr(session) == "<Session of {2: 100, 5: 100}, button on 5>"
    session.next_hand()
    assert repr(session).endswith("button on 5, a hand is on>")


def test_levels_may_be_pairs() -> None:
    assert Session([100] * 2, levels=[(5, 10), BlindLevel(10, 20)]).level == BlindLevel(5, 10)
    for wrong in (5, (5,)):
        with pytest.raises(HoldemError, match="is no level; give BlindLevel"):
            Session([100] * 2, blinds=wrong)  # type: ignore[arg-type]
    with pytest.raises(HoldemError, match=r"hands_per_level=2.5; give an int"):
        Session([100] * 2, levels=[(5, 10)], hands_per_level=2.5)  # type: ignore[arg-type]


def test_a_moving_button_skips_who_comes_in_behind_it() -> None:
    """Seat 0 is back between button and small blind: else seat 4 would post the big blind twice running."""
    session = Session([100] * 6, blinds=(5, 10), button_rule="moving")
    session.sit_out(0)
    start = session.next_hand()
    assert (start.button, start.small_blind, start.big_blind) == (5, 1, 2)
    session.finish(start.hand.stacks)  # type: ignore[arg-type]
    session.sit_in(0)
    start = session.next_hand()
    assert (start.button, start.small_blind, start.big_blind, start.seats) == (1, 2, 3, (2, 3, 4, 5, 0, 1))


@pytest.mark.parametrize("seed", range(150))
def test_nobody_posts_the_big_blind_twice_running(seed: int) -> None:
    chance = random.Random(seed)
    session = Session([100] * chance.randint(2, 8), blinds=(5, 10), button_rule=chance.choice(["dead", "moving"]))
    last = None
    for _ in range(25):
        seat = chance.randint(0, 9)
        if seat not in session.stacks:
            session.join(seat, 100, wait=chance.random() < 0.3)
        elif not session.stacks[seat]:
            session.rebuy(seat, 100)
        elif chance.random() < 0.5:
            session.sit_in(seat)
        elif len(session._players()) > 2:
            session.sit_out(seat)
        if len(session._players()) < 2:
            break
        start = session.next_hand()
        assert start.big_blind != last
        assert max(start.hand.posts) == 10
        last = start.big_blind
        stacks = [stack or 0 for stack in start.hand.stacks]
        stacks[0], stacks[-1] = (0, sum((stacks[0], stacks[-1]))) if chance.random() < 0.3 else (stacks[0], stacks[-1])
        session.finish(stacks)


def test_a_dead_small_blind_beside_a_newcomer_is_told() -> None:
    """Both post a big blind; only who opens shows which is the one."""
    hand = Hand((1000,) * 4, posts=(100, 100, 0, 0), first=1, actions=(Call(1), Fold(2), Fold(3), Check(0)))
    assert positions(hand) == ("BB", "UTG", "CO", "BTN")
    assert positions(replace(hand, first=None)) == ("SB", "BB", "CO", "BTN")


# --- files


@pytest.mark.parametrize("field", ["_user", "_user.deep", "'a key'"])
def test_tables_inside_a_hand_come_back(field: str, tmp_path: Path) -> None:
    text = f"# top\n{PHH}[{field}]  # mine\nx = 1\ny = [2, {{z = 3}}]\n"
    hand = next(parse_phh(text))
    assert format_phh(hand) == text
    renamed = replace(hand, players=("Ann", "Bob", "Cat"))
    assert next(parse_phh(format_phh(renamed))) == renamed
    assert next(parse_phh(format_phh(hand, comments=False))) == hand
    write_phh(tmp_path / "hands.phhs", [hand, renamed])
    assert list(read_phh(tmp_path / "hands.phhs")) == [hand, renamed]


def test_tables_inside_tables_come_back(tmp_path: Path) -> None:
    text = "".join(f"[{number}]\n{PHH}[{number}._user]\nx = {number}\n\n" for number in (1, 2))
    hands = list(parse_phh(text))
    assert [hand.fields for hand in hands] == [{"_user": {"x": 1}}, {"_user": {"x": 2}}]
    assert [next(parse_phh(format_phh(hand))) for hand in hands] == hands
    write_phh(tmp_path / "hands.phhs", hands)
    assert (tmp_path / "hands.phhs").read_text() == text
    write_phh(tmp_path / "hands.phhs", hands[1:] + hands[1:])
    assert list(read_phh(tmp_path / "hands.phhs")) == hands[1:] * 2


def test_commentary_on_an_event_leaves_the_event_alone() -> None:
    fields = {"#commentary": {0: "asleep", 1: "x"}}
    hand = Hand((5, 5), Rules(min_bet=2), posts=(2, 1), actions=(DeadHand(0, "away"), Misdeal("late")), fields=fields)
    again = next(parse_phh(format_phh(hand)))
    assert again.actions == hand.actions
    assert again.fields == {"#notes": {1: ("asleep",), 2: ("x",)}}


@pytest.mark.parametrize("amount", ["1e999999999", "1e-999999999", "1e99999999999999999999"])
@pytest.mark.parametrize("line", ["starting_stacks = [{}, 200, 200]", "finishing_stacks = [{}, 1, 1]", "_rake = {}"])
def test_exponents_that_no_amount_has(amount: str, line: str) -> None:
    key = line.split()[0]
    lines = [text for text in PHH.splitlines() if not text.startswith(key)]
    with pytest.raises(HandParseError, match=r"^line \d: (field '\w+'|.* is no TOML)"):
        next(parse_phh("\n".join([*lines, line.format(amount)])))


def test_the_line_of_a_text_without_end() -> None:
    with pytest.raises(HandParseError, match=r"^line 1: 'garbage' is no TOML"):
        next(parse_phh("garbage"))
    with pytest.raises(HandParseError, match=r"^line 1: no field 'variant'; every hand needs it"):
        next(parse_phh("hand = 1"))


def test_a_phh_has_one_hand(tmp_path: Path) -> None:
    hand = next(parse_phh(PHH))
    path = tmp_path / "hand.phh"
    write_phh(path, iter([hand]))
    assert path.read_text() == PHH
    for wrong, words in (([], "no hand"), ([hand] * 3, "several hands")):
        with pytest.raises(HoldemError, match=rf"{words} for '.*hand.phh'; a .phh has one, a .phhs many"):
            write_phh(path, wrong)
    assert path.read_text() == PHH


def test_streams_and_texts_in_any_layout() -> None:
    text = "".join(f"[{number}]\n{PHH}\n" for number in (1, 2))
    hands = list(parse_phh(text))
    odd = "\ufeff" + text.replace("\n", "\r\n")
    assert list(parse_phh(odd)) == list(read_phh(io.StringIO(odd, newline=""))) == hands
    assert [hand.text for hand in read_phh(io.StringIO(odd, newline=""))] == [hand.text for hand in hands]


def test_an_amount_that_is_text_is_quoted() -> None:
    with pytest.raises(HandParseError, match="field 'starting_stacks': '200' is no amount of chips"):
        next(parse_phh(PHH.replace("[200,", "['200',")))


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_standard_input_is_read_as_a_file(
    ends: str, mark: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "".join(f"[{number}]\n{PHH}players = ['Zoë', 'B', 'C']\n\n" for number in (1, 2))
    path = tmp_path / "hands.phhs"
    path.write_bytes(mark + text.replace("\n", ends).encode())
    with path.open(encoding="ascii", newline="\n") as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert cli.main(["replay", "-", "--json", "--hand", "2"]) == 0
        assert '"standard input, line 10"' in capsys.readouterr().out
        assert not file.closed


def test_standard_input_that_is_no_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(PHH))
    assert cli.main(["replay", "-"]) == 0
    assert "standard input, line 1" in capsys.readouterr().out
