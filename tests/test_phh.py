"""Hands in the Poker Hand History format: there and back, both readers, user fields, errors."""

from __future__ import annotations

import dataclasses
import datetime
import io
import itertools
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq.errors import HandParseError, HoldemError
from holdem_eq.hands.phh import format_action, format_phh, parse_action, parse_phh, read_phh, write_phh
from holdem_eq.hands.phh_text import chunks, read_tables, scan_table, statements
from holdem_eq.rules import (
    GAMES,
    Action,
    BetTo,
    Call,
    Check,
    DeadHand,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Hand,
    Misdeal,
    Muck,
    OutOfTurn,
    RaiseTo,
    Rake,
    Rules,
    Show,
    replay,
)

EXAMPLES = Path(__file__).parent.parent / "data" / "hands"

USUAL = """\
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 90]
actions = ['d dh p1 ????', 'd dh p2 7h7d', 'd dh p3 AcKs', 'p3 cbr 6', 'p1 f', 'p2 f']
hand = 12
players = ['Ann', 'Bob', 'Cem']
finishing_stacks = [199, 148, 93]
_table = "A"
"""

COMMENTED = """\
# A steal.
variant = "NT"  # no limit

antes = [ 0, 0,
  0, ]  # none
blinds_or_straddles = [0.05, 0.10, 0]
min_bet = 0.10
starting_stacks = [10, inf, 9.5]
actions = [
  # before the flop
  "d dh p1 ????",  # Ann
  "d dh p2 ????",
  "d dh p3 AcKs # shown by accident",
  "# Ann asks for time",
  "",
  "p3 cbr 0.30",
  'p1  f   # "sorry"',
  "p2 f",
  # the end
]
time = 12:30:00
_note = '''two
lines [1] # no comment'''
_points = {ann = 1.5, bob = [1, 2]}
"""


def one(text: str, **options: bool) -> Hand:
    (hand,) = parse_phh(text, **options)
    return hand


def usual(key: str, value: str | None) -> str:
    """The usual hand with one field changed, added or left out."""
    lines = [line for line in USUAL.splitlines() if not line.startswith(f"{key} = ")]
    if value is not None:
        lines.append(f"{key} = {value}")
    return "\n".join(lines) + "\n"


# There and back.


def test_a_hand_in_the_usual_layout() -> None:
    hand = one(USUAL)
    assert hand.stacks == (200, 150, 90)
    assert hand.rules == Rules(min_bet=2)
    assert hand.posts == (1, 2, 0)
    assert hand.players == ("Ann", "Bob", "Cem")
    assert hand.finishing_stacks == (199, 148, 93)
    assert hand.fields == {"hand": 12, "_table": "A"}
    assert hand.actions == (
        DealHole(0, (-1, -1)), DealHole(1, (22, 21)), DealHole(2, (48, 47)), RaiseTo(2, 6), Fold(0), Fold(1),
    )  # fmt: skip
    assert hand.source == "line 1"
    assert replay(hand).final_stacks == hand.finishing_stacks
    assert format_phh(hand) == USUAL


def test_comments_layout_and_commentary_are_kept() -> None:
    hand = one(COMMENTED)
    assert hand.scale == 100
    assert hand.stacks == (1000, None, 950)
    assert hand.posts == (5, 10, 0)
    assert hand.actions[3] == RaiseTo(2, 30)
    assert hand.fields["#commentary"] == {2: "shown by accident", 4: '"sorry"'}
    assert hand.fields["#notes"] == {3: ("Ann asks for time", "")}
    assert hand.fields["time"] == datetime.time(12, 30)
    assert hand.fields["_points"] == {"ann": Decimal("1.5"), "bob": [1, 2]}
    assert format_phh(hand) == COMMENTED


def test_comments_are_dropped_by_option() -> None:
    hand = one(COMMENTED)
    for plain in (format_phh(hand, comments=False), format_phh(one(COMMENTED, comments=False))):
        without = {key: value for key, value in hand.fields.items() if not key.startswith("#")}
        assert one(plain) == dataclasses.replace(hand, fields=without)
        assert "accident" not in plain
        assert "# " not in plain.replace("] # no", "")
        assert "starting_stacks = [10, inf, 9.5]\n" in plain
        assert "'p3 cbr 0.3', 'p1 f'" in plain


def test_without_its_text_a_hand_keeps_fields_and_commentary() -> None:
    hand = one(COMMENTED)
    written = format_phh(dataclasses.replace(hand, text=""))
    assert one(written) == hand
    assert "'# Ann asks for time', '', 'p3 cbr 0.3', " in written
    assert "'d dh p3 AcKs # shown by accident'" in written


def test_a_changed_field_is_written_anew_and_the_rest_stays() -> None:
    hand = dataclasses.replace(one(COMMENTED), finishing_stacks=(995, None, 965))
    assert format_phh(hand) == COMMENTED + "finishing_stacks = [9.95, inf, 9.65]\n"
    hand = one(COMMENTED)
    shorter = {key: value for key, value in hand.fields.items() if key != "_note"}
    changed = format_phh(dataclasses.replace(hand, posts=(5, 10, 20), fields=shorter | {"_x": True}))
    assert "# A steal.\n" in changed
    assert "blinds_or_straddles = [0.05, 0.1, 0.2]\nmin_bet = 0.10\n" in changed
    assert "_note" not in changed
    assert changed.endswith("_points = {ann = 1.5, bob = [1, 2]}\n_x = true\n")


def test_pickled_hands_are_written_alike() -> None:
    assert format_phh(pickle.loads(pickle.dumps(one(COMMENTED)))) == COMMENTED


def test_two_players_have_their_blinds_and_antes_the_other_way_round() -> None:
    text = """\
variant = 'NT'
ante_trimming_status = false
antes = [0, 3]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 50]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
_dead_posts = [1, 0]
"""
    hand = one(text)
    assert hand.posts == (2, 1)
    assert hand.dead_antes == (3, 0)
    assert hand.antes == (0, 0)
    assert hand.dead_posts == (1, 0)
    assert format_phh(hand, comments=False) == text


def test_antes_are_trimmed_or_dead() -> None:
    dead = one(usual("antes", "[1, 1, 1]").replace("= true", "= false"))
    assert (dead.antes, dead.dead_antes) == ((0, 0, 0), (1, 1, 1))
    trimmed = one(usual("antes", "[1, 1, 1]"))
    assert (trimmed.antes, trimmed.dead_antes) == ((1, 1, 1), (0, 0, 0))
    assert one(usual("ante_trimming_status", None).replace("antes = [0, 0", "antes = [1, 1")).dead_antes == (1, 1, 0)


def test_amounts_never_pass_through_binary_floats() -> None:
    hand = one(usual("starting_stacks", "[0.1, 0.2, 12345678901234567.3]"))
    assert hand.stacks == (1, 2, 123456789012345673)
    assert hand.scale == 10
    assert one(usual("starting_stacks", "[1e3, 2.50, 1_000]")).stacks == (10000, 25, 10000)


def test_half_chips_at_the_end_do_not_scale_the_rest() -> None:
    hand = one(usual("finishing_stacks", "[199.0, 148.5, 92.5]"))
    assert hand.scale == 1
    assert hand.finishing_stacks == (199, Fraction(297, 2), Fraction(185, 2))
    assert "finishing_stacks = [199, 148.5, 92.5]" in format_phh(hand, comments=False)
    thirds = dataclasses.replace(hand, finishing_stacks=(Fraction(1, 3), None, 2), winnings=(0, 0, Fraction(1, 3)))
    assert one(format_phh(thirds)) == thirds


RULES = [
    Rules(min_bet=2),
    Rules(limit="FL", small_bet=2, big_bet=4),
    Rules(limit="FL", small_bet=3, big_bet=4, max_raises=4, headsup_uncapped=False, fl_half_bet_rule=False),
    Rules(limit="PL", min_bet=2, short_blind_price="actual", bb_ante_order="blind_first"),
    Rules(limit="SL", spread=(2, 10), min_bet=2, split_mode="exact"),
    *(Rules(game=game, min_bet=2) for game in GAMES),
    Rules(game="crazy-pineapple-hilo8", limit="PL", min_bet=5, chip_unit=5, rake=3),
    Rules(min_bet=2, rake=Rake(Fraction(1, 20), cap=3)),
    Rules(min_bet=2, rake=Rake(Fraction(1, 3), no_flop_no_drop=False, unit=5, allocation="proportional")),
]


def cards_of(seed: int, counts: list[int]) -> list[tuple[int, ...]]:
    """Disjoint groups of cards, a few of them not known."""
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    cards = iter(card if card % 9 else -1 for card in deck)
    return [tuple(itertools.islice(cards, count)) for count in counts]


@st.composite
def hands(draw: st.DrawFn, events: bool = True) -> Hand:
    """Records in any state, legal play or not: reading and writing judge no play."""
    size = draw(st.integers(2, 6))
    rules = draw(st.sampled_from(RULES))
    amount = st.integers(0, 10**6)
    per_seat = st.lists(amount, min_size=size, max_size=size)
    groups = cards_of(draw(st.integers(0, 999)), [GAMES[rules.game].hole_cards] * size + [3, 1, 1])
    seat = st.integers(0, size - 1)
    move = st.one_of(
        st.builds(Fold, seat),
        st.builds(Call, seat),
        st.builds(RaiseTo, seat, st.integers(1, 10**6)),
        st.builds(Muck, seat),
        st.builds(Show, seat),
        st.builds(DeadHand, seat, st.just("why")) if events else st.nothing(),
        st.builds(OutOfTurn, st.builds(RaiseTo, seat, st.integers(1, 10**6))) if events else st.nothing(),
    )
    actions: list[Action] = [DealHole(place, cards) for place, cards in enumerate(groups[:size])]
    for group in groups[size:]:
        actions += draw(st.lists(move, max_size=4))
        actions.append(DealBoard(group, draw(st.sampled_from((0, 0, 0, 1)))))
    actions += [Show(0, groups[0]), Discard(1, groups[1][:1])]
    text = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)
    number = st.one_of(st.integers(-(10**9), 10**9), st.decimals(allow_nan=False, allow_infinity=False, places=2))
    value = st.one_of(text, number, st.booleans(), st.times().map(lambda time: time.replace(fold=0)), st.dates())
    nested = st.recursive(value, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3))
    fields = {f"_{key}x": item for key, item in draw(st.dictionaries(text, nested, max_size=3)).items()}
    if draw(st.booleans()):
        fields["event"] = draw(text)
        spoken = next(n for n, action in enumerate(actions) if n > 1 and not isinstance(action, DeadHand | OutOfTurn))
        fields["#commentary"] = {spoken: draw(text).strip()}
        fields["#notes"] = {len(actions): (draw(text).strip(), "")}
    trimmed = draw(st.booleans())
    return Hand(
        draw(st.lists(st.one_of(st.none(), st.integers(1, 10**6)), min_size=size, max_size=size)),
        rules,
        posts=draw(per_seat),
        antes=draw(per_seat) if trimmed else (),
        dead_antes=draw(per_seat) if draw(st.booleans()) else (),
        dead_posts=draw(per_seat),
        first=draw(st.none() | seat),
        actions=actions,
        players=tuple(draw(st.just([]) | st.lists(text, min_size=size, max_size=size))),
        finishing_stacks=draw(st.none() | per_seat.map(tuple)),
        winnings=draw(st.none() | per_seat.map(tuple)),
        scale=1,
        fields=fields,
    )


@given(hands(), st.sampled_from((1, 10, 100, 1000)))
def test_writing_and_reading_gives_the_hand_again(hand: Hand, scale: int) -> None:
    hand = dataclasses.replace(hand, scale=scale)
    text = format_phh(hand)
    again = one(text)
    assert again == hand
    assert format_phh(again) == text
    assert one(format_phh(again, comments=False)).actions == hand.actions


@given(hands(), st.sampled_from((1, 100)))
def test_scanner_and_toml_agree_on_what_is_written(hand: Hand, scale: int) -> None:
    (chunk,) = chunks(format_phh(dataclasses.replace(hand, scale=scale)).splitlines(keepends=True), "")
    scanned = scan_table(chunk.text)
    (table,) = read_tables(chunk, scan=False)
    assert scanned is None or scanned == table.fields


PIECES = ["'", '"', "[", "]", ", ", " = ", " # ", "#", "\\", "0", "01", "1", "2.50", "-3", "a", "é", "\n", "\t", "x = ", "true", "[1]\n"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_scanner_never_reads_what_toml_reads_otherwise(text: str) -> None:
    for line in (f"a = {text}\n", f"a = ['{text}', 'b']\n", f'a = "{text}"\n', text):
        scanned = scan_table(line)
        if scanned is not None:
            (chunk,) = chunks(line.splitlines(keepends=True), "") if line.strip() else (None,)
            assert chunk is None or [table.fields for table in read_tables(chunk, scan=False)] == [scanned]


@given(st.lists(st.sampled_from([*PIECES, "'''", '"""', "{", "}"]), max_size=14).map("".join))
def test_statements_cover_the_text(text: str) -> None:
    spans = [(start, end) for _, start, end in statements(text)]
    assert "".join(text[start:end] for start, end in spans) in (text, text[: spans[-1][1] if spans else 0])


def test_real_hands_come_back_byte_by_byte(shared: Path, tmp_path: Path) -> None:
    path = shared / "hands" / "pluribus_dev.phhs"
    found = list(read_phh(path))
    assert len(found) == 6954
    write_phh(tmp_path / "again.phhs", found)
    assert (tmp_path / "again.phhs").read_bytes() == path.read_bytes()


def test_scanner_and_toml_agree_on_real_hands(shared: Path) -> None:
    path = shared / "hands" / "pluribus_dev.phhs"
    with path.open() as lines:
        for chunk in chunks(lines, path.name):
            scanned = scan_table(chunk.text)
            (table,) = read_tables(chunk, scan=False)
            assert scanned == table.fields
            assert {key: type(value) for key, value in scanned.items()} == {
                key: type(value) for key, value in table.fields.items()
            }


# Many hands.


def test_many_hands_keep_names_and_comments_above(tmp_path: Path) -> None:
    text = f"# the file\n\n[1] # first\n{USUAL}\n# about the second\n[7]\n{COMMENTED}\n['x y']\n{USUAL}\n"
    found = list(parse_phh(text, "some.phhs"))
    assert [hand.source for hand in found] == ["some.phhs, line 1", "some.phhs, line 16", "some.phhs, line 43"]
    assert found[2] == one(USUAL)
    assert format_phh(found[1]) == "# about the second\n" + COMMENTED
    path = tmp_path / "again.phhs"
    write_phh(path, found)
    assert path.read_text() == text
    assert list(read_phh(path)) == found


def test_names_of_tables_that_clash_are_numbered_anew(tmp_path: Path) -> None:
    path = tmp_path / "twice.phhs"
    write_phh(path, iter([*parse_phh(f"[2]\n{USUAL}"), *parse_phh(f"[2]\n{USUAL}"), one(USUAL)]))
    assert [line for line in path.read_text().splitlines() if line.startswith("[")] == ["[2]", "[3]", "[4]"]
    assert list(read_phh(path)) == [one(USUAL)] * 3


def test_files_and_streams_with_marks_and_line_ends_of_windows(tmp_path: Path) -> None:
    path = tmp_path / "one.phh"
    path.write_bytes(b"\xef\xbb\xbf" + USUAL.replace("\n", "\r\n").encode())
    assert list(read_phh(path)) == list(read_phh(str(path))) == [one(USUAL)]
    with path.open(encoding="utf-8-sig") as stream:
        (hand,) = read_phh(stream)
    assert hand.source.endswith("one.phh, line 1")
    assert list(read_phh(io.StringIO(USUAL))) == [one(USUAL)]
    assert list(parse_phh("")) == list(parse_phh("# nothing\n\n")) == []
    write_phh(path, hand)
    assert path.read_text() == USUAL


def test_hands_are_read_one_at_a_time() -> None:
    def lines():  # type: ignore[no-untyped-def]
        yield from f"[1]\n{USUAL}\n[2]\n".splitlines(keepends=True)
        raise AssertionError("read on")

    class Stream(io.StringIO):
        def __iter__(self):  # type: ignore[no-untyped-def]
            return lines()

    assert next(read_phh(Stream())) == one(USUAL)


def test_tables_within_a_hand_belong_to_it() -> None:
    (first, second) = parse_phh(f"[1]\n{USUAL}\n[1._stats]\nvpip = 3\n\n[2]\n{USUAL}")
    assert first.fields["_stats"] == {"vpip": 3}
    assert one(format_phh(first, comments=False)) == first
    assert second == one(USUAL)


def test_a_header_inside_a_string_is_text() -> None:
    text = f"[1]\n{USUAL}_note = '''\n[2]\n'''\n\n[3]\n{USUAL}"
    assert [hand.fields.get("_note") for hand in parse_phh(text)] == ["[2]\n", None]


# Actions.

ACTIONS = [
    ("d dh p1 AcKs", DealHole(0, (48, 47))),
    ("d dh p12 ????", DealHole(11, (-1, -1))),
    ("d dh p2 ??Ad", DealHole(1, (-1, 49))),
    ("d db 2c3d4h", DealBoard((0, 5, 10))),
    ("p3 f", Fold(2)),
    ("p3 cc", Call(2)),
    ("p3 cbr 210", RaiseTo(2, 210)),
    ("p3 sm", Muck(2)),
    ("p3 sm -", Show(2)),
    ("p3 sm ????", Show(2, (-1, -1))),
    ("p3 sm AcKs", Show(2, (48, 47))),
    ("p3 sd 2c", Discard(2, (0,))),
]


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_actions_both_ways(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert parse_action(f"  {text.replace(' ', '   ')}  # said so") == action
    assert format_action(action) == text


EVENTS = [
    ("# p3 dead: three cards", DeadHand(2, "three cards")),
    ("# misdeal: a card is face up", Misdeal("a card is face up")),
    ("# out of turn: p2 f", OutOfTurn(Fold(1))),
    ("# out of turn: p2 cc", OutOfTurn(Call(1))),
    ("# out of turn: p2 cbr 0.5", OutOfTurn(RaiseTo(1, 50))),
]


@pytest.mark.parametrize(("text", "event"), EVENTS)
def test_events_are_commentary_that_stands_alone(text: str, event: Action) -> None:
    assert parse_action(text, scale=100) == event
    assert format_action(event, scale=100) == text
    hand = one(usual("actions", f"['# tea', '{text}', 'p3 f {text}', '# p9', '# out of turn: p1 sd Ac']\n_scale = 100"))
    assert hand.actions == (event, Fold(2))
    assert hand.fields["#notes"] == {0: ("tea",), 2: ("p9", "out of turn: p1 sd Ac")}
    assert hand.fields["#commentary"] == {1: text[2:]}
    assert one(format_phh(dataclasses.replace(hand, text=""))) == hand
    assert one(format_phh(hand, comments=False)).actions == hand.actions


def test_a_misdeal_may_have_a_card_twice() -> None:
    hand = one(usual("actions", "['d dh p1 AcKc', 'd dh p2 AcQc', '# misdeal: two aces of clubs']"))
    assert hand.actions[2] == Misdeal("two aces of clubs")
    with pytest.raises(HandParseError, match=r"action 1: '# p4 dead: why' names a player beyond p3"):
        one(usual("actions", "['# p4 dead: why']"))


def test_checks_and_bets_are_written_as_calls_and_raises() -> None:
    assert format_action(Check(0)) == "p1 cc"
    assert format_action(BetTo(0, 25), scale=10) == "p1 cbr 2.5"


BAD_ACTIONS = [
    "", "# only talk", "p1", "d", "d db", "d dh AcKs", "p1 dh AcKs", "p0 f", "p-1 f", "q1 f", "p1x f", "p² f", "p1 pb",
    "p1 f 3", "p1 cc 3", "p1 cbr", "p1 cbr -5", "p1 cbr 0", "p1 cbr 2.5", "p1 cbr 1e3", "p1 cbr inf", "p1 cbr x",
    "p1 cbr 10 20", "p1 sd", "d db AcAc", "d db Xc", "d db Ac?", "d db ?c", "d dh p1 Ac??Ac", "P1 F", "p1 sm --",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_ACTIONS)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(HandParseError, match=r"write|comes twice|whole number"):
        parse_action(text)


# Errors: file, line, field, input and cure.


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("variant", "'PO'", "field 'variant': 'PO' is not read; take NT, FT or PT"),
        ("variant", "'FT'", "no field 'small_bet'; a hand of variant 'FT' needs it"),
        ("variant", None, "no field 'variant'"),
        ("antes", None, "no field 'antes'"),
        ("actions", None, "no field 'actions'"),
        ("starting_stacks", None, "no field 'starting_stacks'"),
        ("min_bet", None, "no field 'min_bet'"),
        ("min_bet", "-2", "'min_bet': -2 is no amount of chips; write a number"),
        ("min_bet", "'x'", "'x' is no amount"),
        ("min_bet", "0.0000000000001", "more than 12 decimals"),
        ("starting_stacks", "[200, 150, 3, 4]", "field 'antes': 3 values for 4 starting_stacks; give one a player"),
        ("starting_stacks", "200", "200 is no list"),
        ("starting_stacks", "[]", "is no list"),
        ("starting_stacks", "[200, 150, 0]", "a stack of 0; leave out players without chips"),
        ("starting_stacks", "[200, 150, -5]", "-5 is no amount"),
        ("starting_stacks", "[200, 150, nan]", "is no amount"),
        ("starting_stacks", "[200, 150, -inf]", "is no amount"),
        ("starting_stacks", "[200, 150, true]", "is no amount"),
        ("antes", "[0, 0]", "field 'antes': 2 values for 3 starting_stacks"),
        ("antes", "[0, inf, 0]", "is no amount"),
        ("players", "['a', 'b']", "field 'players': 2 values"),
        ("players", "['a', 'b', 3]", "are not all names"),
        ("seats", "[1, 2]", "field 'seats': 2 values"),
        ("finishing_stacks", "[1, 2, -3]", "-3 is no amount"),
        ("finishing_stacks", "[1, 2, 'x']", "'x' is no amount"),
        ("winnings", "[1, 2, inf]", "inf is no amount"),
        ("ante_trimming_status", "1", "1 is no true or false"),
        ("actions", "'p1 f'", "is no list of strings"),
        ("actions", "['p3 raises 6']", "action 1: 'p3 raises 6' is no action; write"),
        ("actions", "['p3 f', '# tea', 'p3 cbr ten']", "action 3: 'ten' is no amount"),
        ("actions", "['p3 f', '# tea', 'p4 f']", "action 3: 'p4 f' names a player beyond p3"),
        ("actions", "['d dh p1 AcKc', '', 'd dh p2 2cAc']", "action 3: 'd dh p2 2cAc' deals Ac again"),
        ("actions", "['d dh p1 AcKc', 'd db 2cKc3c']", "deals Kc again"),
        ("actions", "['d dh p1 ????', 'd db 2cKc3c', 'p1 sm 2c2d']", "'p1 sm 2c2d' deals 2c again"),
        ("_game", "'omaha'", "'omaha' is not known; take one of"),
        ("_limit", "'PL'", "does not go with variant 'NT'"),
        ("_limit", "'SL'", "spread limit with bounds"),
        ("_spread", "[1]", "is no pair"),
        ("_max_raises", "true", "is no int"),
        ("_split_mode", "'half'", "take one of"),
        ("_first", "'p4'", "'p4' is no player"),
        ("_first", "2", "2 is no str"),
        ("_scale", "0", "0 is no number of chips"),
        ("_boards", "[1]", r"\[1\] for 0 times 'd db'"),
        ("_dead_antes", "[0, 2]", "2 values"),
        ("_rake", "'x'", "neither chips nor"),
        ("_rake", "-1", "neither chips nor"),
        ("_rake", "{cap = 3}", "write {percent"),
        ("_rake", "{percent = 7}", "is no rake"),
    ],
)
def test_errors_say_where_and_what(key: str, value: str | None, words: str) -> None:
    with pytest.raises(HandParseError, match=words) as caught:
        list(parse_phh(f"[1]\n{USUAL}\n[2]\n{usual(key, value)}", "some.phhs"))
    line = int(str(caught.value).split(", line ")[1].split(":")[0])
    named = f": field {key!r}" in str(caught.value)
    assert str(caught.value).startswith("some.phhs, line ")
    assert line == (
        14
        if not named and "'antes': 3" not in words
        else 17
        if not named
        else 25
        if f"\n{key} = " in f"\n{USUAL}"
        else 26
    )


def test_the_line_of_an_action_in_a_list_of_many_lines() -> None:
    with pytest.raises(HandParseError, match=r"^x\.phh, line 16: field 'actions': action 6: '0\.30x' is no amount"):
        list(parse_phh(COMMENTED.replace("cbr 0.30", "cbr 0.30x"), "x.phh"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("variant = NT\n", "line 1: 'variant = NT' is no TOML: "),
        (f"[1]\n{USUAL}\n[2]\nvariant = 'NT\n", 'line 15: "variant = \'NT" is no TOML: '),
        (f"{USUAL}hand = 3\n", "line 12: 'hand = 3' is no TOML: "),
        ("[1]\nactions = ['x'\n", "is no TOML"),
        (f"[1]\n{'x = [' + '[' * 10_000}\n", "is no TOML"),
        ("x = 1\n[1]\n", "no field 'variant'"),
    ],
)
def test_text_that_is_no_toml(text: str, words: str) -> None:
    with pytest.raises(HandParseError) as caught:
        list(parse_phh(text))
    assert words in str(caught.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.phh"
    path.write_bytes(b"variant = '\xff'\n")
    with pytest.raises(HandParseError, match=r"bad\.phh.*UTF-8"):
        list(read_phh(path))


def test_hands_before_a_bad_one_are_given() -> None:
    found = parse_phh(f"[1]\n{USUAL}\n[2]\nvariant = 3\n")
    assert next(found) == one(USUAL)
    with pytest.raises(HandParseError, match="line 15"):
        next(found)


def test_what_cannot_be_written() -> None:
    with pytest.raises(HoldemError, match="no place for players without chips"):
        format_phh(Hand((100, 0, 100), posts=(1, 0, 2)))
    with pytest.raises(HoldemError, match="has no form in TOML"):
        format_phh(Hand((100, 100), fields={"_x": None}))


# The examples that come with the repository.


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.phh*")), ids=lambda path: path.name)
def test_examples_end_as_they_say(path: Path) -> None:
    for hand in read_phh(path):
        assert replay(hand).final_stacks == hand.finishing_stacks
        assert hand.winnings in (None, replay(hand).collected)
    if path.suffix == ".phh":
        assert format_phh(hand) == path.read_text()


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "night.phhs"
    hand = Hand((100, 100), posts=(2, 1), actions=(Fold(1),))
    write_phh(path, [hand, hand])
    write_phh(path, (dataclasses.replace(one, players=("Ann", "Bob")) for one in read_phh(path)))
    before = path.read_text(encoding="utf-8")
    assert before.count("Ann") == 2
    with pytest.raises(HoldemError):
        write_phh(
            path,
            [hand, dataclasses.replace(hand, stacks=(100, 50, 0), posts=(), antes=(), dead_antes=(), dead_posts=())],
        )
    assert path.read_text(encoding="utf-8") == before
    assert [file.name for file in tmp_path.iterdir()] == ["night.phhs"]
