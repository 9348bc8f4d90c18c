"""The range grammar: every rule against combos listed by brute force, every error with its column."""

from __future__ import annotations

import itertools
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq.errors import HoldemError, RangeParseError, RangeWarning
from holdem_eq.ranges import Range

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
COMBOS = [(high, low) for index, high in enumerate(DECK) for low in DECK[:index]]


def brute(keep: Callable[[str, str], bool]) -> set[str]:
    """Text of the combos for which ``keep`` holds of the higher and the lower card."""
    return {high + low for high, low in COMBOS if keep(high, low)}


def hand(name: str) -> set[str]:
    """Combos of a starting hand with the high card first, by looking at all 1326."""
    kind = name[2:]
    return brute(
        lambda high, low: high[0] + low[0] == name[:2] and (kind == "" or (kind == "s") == (high[1] == low[1]))
    )


def hands(names: str) -> set[str]:
    return set().union(*map(hand, names.split()))


def weights(text: str, dialect: str = "default", on_overlap: str = "max") -> dict[str, float]:
    return dict(Range(text, dialect, on_overlap).combos())  # type: ignore[arg-type]


def named(text: str, dialect: str = "default") -> set[str]:
    found = weights(text, dialect)
    assert set(found.values()) <= {1.0}
    return set(found)


# ---------------------------------------------------------------------------- what there is to write


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("AA", "AA"),
        ("AK", "AK"),
        ("AKs", "AKs"),
        ("AKo", "AKo"),
        ("KAs", "AKs"),
        ("2Ao", "A2o"),
        ("QQ+", "QQ KK AA"),
        ("AA+", "AA"),
        ("55-", "55 44 33 22"),
        ("22-", "22"),
        ("55-22", "55 44 33 22"),
        ("22-55", "55 44 33 22"),
        ("77-77", "77"),
        ("T8s+", "T8s T9s"),
        ("98s+", "98s"),
        ("KT+", "KT KJ KQ"),
        ("AJo+", "AJo AQo AKo"),
        ("TAs+", "ATs AJs AQs AKs"),
        ("32s+", "32s"),
        ("A5s-", "A5s A4s A3s A2s"),
        ("K4o-", "K4o K3o K2o"),
        ("32o-", "32o"),
        ("98s-", "98s 97s 96s 95s 94s 93s 92s"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("2As-5As", "A5s A4s A3s A2s"),
        ("AT-A7", "AT A9 A8 A7"),
        ("T9s-QJs", "T9s JTs QJs"),
        ("QJs-T9s", "T9s JTs QJs"),
        ("86o-T8o", "86o 97o T8o"),
        ("A9s-J9s", "A9s K9s Q9s J9s"),
        ("J9-A9", "A9 K9 Q9 J9"),
        ("AKs-AKs", "AKs"),
    ],
)
def test_hands_and_runs(text: str, names: str) -> None:
    assert named(text) == hands(names)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("98s+", "98s T9s JTs QJs KQs AKs"),
        ("KQo+", "KQo AKo"),
        ("AKs+", "AKs"),
        ("98+", "98 T9 JT QJ KQ AK"),
        ("65s-", "65s 54s 43s 32s"),
        ("QQ+", "QQ KK AA"),
        ("55-", "55 44 33 22"),
        ("A2s+", "A2s A3s A4s A5s A6s A7s A8s A9s ATs AJs AQs AKs"),
        ("T8s+", "T8s T9s"),
        ("K9o-", "K9o K8o K7o K6o K5o K4o K3o K2o"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
    ],
)
def test_the_pio_dialect_moves_both_cards_of_neighbours_only(text: str, names: str) -> None:
    assert named(text, "pio") == hands(names)


@pytest.mark.parametrize(
    "text", ["random", "any", "*", "**", "XX", "xx", "RANDOM", "Any", "100%", "(random)", "0%-100%"]
)
def test_everything(text: str) -> None:
    assert named(text) == {high + low for high, low in COMBOS}


@pytest.mark.parametrize(
    "text", ["", " ", ",", ";\n ,", "()", "( , )", "[50][/50]", "0%", "7%-7%", "AA:0", "0(AA)", "[0]AA[/0]"]
)
def test_nothing(text: str) -> None:
    assert named(text) == set()
    assert len(Range(text)) == 0
    assert not Range(text)


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("Ax", lambda high, low: "A" in high + low),
        ("xA", lambda high, low: "A" in high + low),
        ("Axs", lambda high, low: "A" in high + low and high[1] == low[1]),
        ("Axo", lambda high, low: high[0] == "A" != low[0] and high[1] != low[1]),
        ("7x", lambda high, low: "7" in high + low),
        ("10x", lambda high, low: "T" in high + low),
        ("XXs", lambda high, low: high[1] == low[1]),
        ("AhKh", lambda high, low: high + low == "AhKh"),
        ("KhAh", lambda high, low: high + low == "AhKh"),
        ("AdAh", lambda high, low: high + low == "AhAd"),
        ("AhXh", lambda high, low: "Ah" in (high, low) and high[1] == low[1]),
        ("XhAh", lambda high, low: "Ah" in (high, low) and high[1] == low[1]),
        ("AhXs", lambda high, low: "Ah" in (high, low) and "s" in high[1] + low[1]),
        ("AhKx", lambda high, low: high == "Ah" and low[0] == "K"),
        ("KxAh", lambda high, low: high == "Ah" and low[0] == "K"),
        ("AhAx", lambda high, low: "Ah" in (high, low) and high[0] == low[0]),
        ("AhXx", lambda high, low: "Ah" in (high, low)),
        ("AhX", lambda high, low: "Ah" in (high, low)),
        ("asx", lambda high, low: "As" in (high, low)),
        ("XhXh", lambda high, low: high[1] == low[1] == "h"),
        ("XhXs", lambda high, low: {high[1], low[1]} == {"h", "s"}),
        ("AxXh", lambda high, low: (high[0] == "A" and low[1] == "h") or (low[0] == "A" and high[1] == "h")),
    ],
)
def test_patterns(text: str, keep: Callable[[str, str], bool]) -> None:
    wanted = brute(keep)
    assert wanted
    assert named(text) == wanted


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("aks", "AKs"),
        ("AKS", "AKs"),
        ("aKO", "AKo"),
        ("aHkH", "AhKh"),
        ("a5S-A2s", "A5s-A2s"),
        ("10h10d", "ThTd"),
        ("1010", "TT"),
        ("1010+", "TT+"),
        ("A10s+", "ATs+"),
        ("109s-QJs", "T9s-QJs"),
        ("A♥K♥", "AhKh"),
        ("A♡K♢", "AhKd"),
        ("A♠️K♣️", "AsKc"),
        ("A♠X", "AsX"),
        ("a♥x♥", "AhXh"),
        ("A5s–A2s", "A5s-A2s"),
        ("A5s—A2s", "A5s-A2s"),
        ("55−", "55-"),
        ("QQ+\u00a0AKs", "QQ+,AKs"),
    ],
)
def test_case_tens_and_unicode(text: str, same: str) -> None:
    assert named(text) == named(same)


@pytest.mark.parametrize(
    "text",
    [
        "QQ+,AKs",
        "QQ+ AKs",
        "QQ+;AKs",
        "QQ+\nAKs",
        "QQ+\r\n\tAKs",
        " QQ+ , AKs ",
        "QQ+,AKs,",
        ",,QQ+ ;; AKs;\n",
        "AKs,QQ+",
    ],
)
def test_separators(text: str) -> None:
    assert named(text) == hands("QQ KK AA AKs")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("QQ +", "QQ+"),
        ("QQ +, AKs", "QQ+,AKs"),
        ("(QQ +)", "QQ+"),
        ("QQ + : 0.5", "QQ+:0.5"),
        ("A9s - A5s", "A9s-A5s"),
        ("A9s -A5s", "A9s-A5s"),
        ("A9s\n-\nA5s", "A9s-A5s"),
        ("A9s- A5s", "A9s-,A5s"),
        ("55- 22", "55-,22"),
        ("55- AKs", "55-,AKs"),
        ("55 -, AKs", "55-,AKs"),
        ("55 -", "55-"),
        ("55 - : 0.5", "55-:0.5"),
        ("AA : 0.5", "AA:0.5"),
        ("AA @ 50", "AA:0.5"),
        ("AKs ! AhKh ! AdKd", "AKs!AhKh!AdKd"),
        ("5% - 15%", "5%-15%"),
        ("0.5 (QQ, AKs)", "0.5(QQ,AKs)"),
        ("( QQ , AKs ) : 0.5", "(QQ,AKs):0.5"),
        ("[ 50 ] QQ, AK [/ 50 ], AA", "0.5(QQ,AK),AA"),
    ],
)
def test_white_space_inside_an_item(text: str, same: str) -> None:
    assert weights(text) == weights(same)


# ---------------------------------------------------------------------------- weights, groups, exclusions


@pytest.mark.parametrize(
    "text",
    ["QQ:0.25", "QQ@25", "0.25(QQ)", ".25(QQ)", "25%(QQ)", "[25]QQ[/25]", "[25.0]QQ[/25]", "(QQ):0.25", "(QQ)@25", "QQ:25e-2",
     "QQ:0.5@50", "QQ@50:0.5", "0.5(QQ:0.5)", "[50]QQ:0.5[/50]", "50%(0.5(QQ))", "(((QQ:.25)))", "QQ:+0.25", "50%([50]QQ[/50])"],
)  # fmt: skip
def test_ways_to_write_a_weight(text: str) -> None:
    assert weights(text) == dict.fromkeys(hands("QQ"), 0.25)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("QQ:0.5,AA", {"QQ": 0.5, "AA": 1.0}),
        ("[50]QQ,AK[/50],AA", {"QQ": 0.5, "AK": 0.5, "AA": 1.0}),
        ("QQ+:0.5", {"QQ": 0.5, "KK": 0.5, "AA": 0.5}),
        ("55-44:0.5,33", {"55": 0.5, "44": 0.5, "33": 1.0}),
        ("0.5(QQ,AKs:0.5),KK", {"QQ": 0.5, "AKs": 0.25, "KK": 1.0}),
        ("[50]QQ[/50],[25]KK[/25],(AA)", {"QQ": 0.5, "KK": 0.25, "AA": 1.0}),
        ("(QQ)," * 60, {"QQ": 1.0}),
        ("(" * 50 + "QQ" + ")" * 50, {"QQ": 1.0}),
        ("AKs:1,QQ:0,KK:1.0", {"AKs": 1.0, "KK": 1.0}),
        ("QQ:1e-300,AA@100", {"QQ": 1e-300, "AA": 1.0}),
        ("random:0.5!AA", dict.fromkeys(["random"], 0.5)),
    ],
)
def test_weights(text: str, wanted: dict[str, float]) -> None:
    if "random" in wanted:
        assert weights(text) == {high + low: 0.5 for high, low in COMBOS if high[0] + low[0] != "AA"}
    else:
        assert weights(text) == {combo: weight for name, weight in wanted.items() for combo in hand(name)}


def test_a_weight_is_the_float_that_python_reads() -> None:
    for number in ["0.1", "0.30000000000000004", "5e-324", "0.9999999999999999"]:
        assert set(weights(f"AA:{number}").values()) == {float(number)}


@pytest.mark.parametrize(
    ("text", "base", "gone"),
    [
        ("AKs!AhKh", "AKs", {"AhKh"}),
        ("AKs!KhAh", "AKs", {"AhKh"}),
        ("22+!55", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA", hand("55")),
        ("22+!55!99!AhAd", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA", hands("55 99") | {"AhAd"}),
        ("AK!AKs", "AK", hand("AKs")),
        ("(QQ+,AKs)!AhX", "QQ KK AA AKs", brute(lambda high, low: "Ah" in (high, low))),
        ("AK!(AKs,AhKd)", "AK", hand("AKs") | {"AhKd"}),
        ("22+!55-33", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA", hands("55 44 33")),
        ("22+!TT+", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA", hands("TT JJ QQ KK AA")),
        ("AKs!QQ", "AKs", set()),
    ],
)
def test_exclusions(text: str, base: str, gone: set[str]) -> None:
    assert named(text) == hands(base) - gone


def test_an_exclusion_counts_for_its_own_item_only() -> None:
    assert weights("AKs!AhKh,AhKh:0.5") == dict.fromkeys(hand("AKs"), 1.0) | {"AhKh": 0.5}


# ---------------------------------------------------------------------------- overlaps

CLASH = "AKs,AhKh:0.5,AdKd:0"


@pytest.mark.parametrize(
    ("text", "on_overlap", "wanted"),
    [
        (CLASH, "first", {"AsKs": 1, "AhKh": 1, "AdKd": 1, "AcKc": 1}),
        (CLASH, "last", {"AsKs": 1, "AhKh": 0.5, "AcKc": 1}),
        (CLASH, "sum-capped", {"AsKs": 1, "AhKh": 1, "AdKd": 1, "AcKc": 1}),
        ("AhKh:0,AhKh", "first", {}),
        ("AhKh:0,AhKh", "last", {"AhKh": 1}),
        ("AhKh:0.25,AhKh:0.5", "first", {"AhKh": 0.25}),
        ("AhKh:0.25,AhKh:0.5", "last", {"AhKh": 0.5}),
        ("AhKh:0.25,AhKh:0.5", "sum-capped", {"AhKh": 0.75}),
        ("AhKh:0.25,AhKh:0.25", "sum-capped", {"AhKh": 0.5}),
        ("AhKh:0.75,AhKh:0.5,AhKh:0.5", "sum-capped", {"AhKh": 1}),
        ("0.5(AhKh,AhKh:0.5)", "last", {"AhKh": 0.25}),
    ],
)
def test_a_chosen_rule_for_overlaps_says_nothing(text: str, on_overlap: str, wanted: dict[str, float]) -> None:
    assert weights(text, on_overlap=on_overlap) == wanted  # a warning is an error in this suite


def test_by_default_the_largest_weight_counts_and_a_warning_names_the_combos() -> None:
    for _ in range(2):  # the second time from the cache
        with pytest.warns(RangeWarning, match=r"AhKh \(1.0 and 0.5\), AdKd \(1.0 and 0.0\)") as caught:
            found = Range(CLASH)
        assert caught[0].filename == __file__
        assert repr(CLASH) in str(caught[0].message)
    assert dict(found.combos()) == dict.fromkeys(hand("AKs"), 1.0)
    with pytest.warns(RangeWarning, match=r"QQ \(0.25 and 0.5\)"):
        assert set(Range("QQ:0.25,QQ:0.5").weights) == {0.0, 0.5}
    with pytest.warns(RangeWarning):
        assert Range("0.5(AhKh:0.5,AhKh)").weight_of("AhKh") == 0.5


@pytest.mark.parametrize("text", ["AK,AKs", "QQ+,KK", "QQ:0.5,(QQ+):0.5", "random,AA,15%"])
def test_an_overlap_of_equal_weights_says_nothing(text: str) -> None:
    assert len(set(weights(text).values())) == 1


def test_a_long_list_of_overlaps_is_cut() -> None:
    text = ",".join(f"{name}:0.{digit}" for name in ["AA", "KK", "QQ", "JJ"] for digit in (1, 2))
    with pytest.warns(RangeWarning, match=r"AA \(0.1 and 0.2\), KK .*, QQ .*, \.\.\.; the largest") as caught:
        Range(text)
    assert "JJ (" not in str(caught[0].message)


# ---------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("ZZ", 1, "'ZZ' at column 1 of 'ZZ' is not a hand; write a starting hand"),
        ("QQ+,ZZ", 5, "'ZZ' at column 5"),
        ("QQ+, AKx", 6, "'AKx' at column 6"),
        ("A", 1, "not a hand"),
        ("AKsQQ", 1, "not a hand"),
        ("AAKK", 1, "not a hand"),
        ("AhK", 1, "not a hand"),
        ("AKh", 1, "not a hand"),
        ("1Ks", 1, "not a hand"),
        ("Aſ", 1, "not a hand"),
        ("A\u212a", 1, "not a hand"),
        ("Xs", 1, "not a hand|is one card"),
        ("-AA", 1, "'-' at column 1"),
        ("+", 1, "not a hand"),
        ("anyone", 1, "not a hand"),
        ("***", 1, "not a hand"),
        ("AA Ah Kh", 4, "is one card; write two"),
        ("AAs", 1, "is a pair, which is never suited; write 'AA'"),
        ("KK,AAo+", 4, "write 'AA'"),
        ("AhAh", 1, "is one card twice"),
        ("QQ,10h10h", 4, "is one card twice"),
        ("A♥A♥", 1, "is one card twice"),
        ("AxKx", 1, "names no suit; write 'AK'"),
        ("XxXx", 1, "names no suit"),
        ("QQ+KK", 4, "follows an item without a break"),
        ("(QQ)KK", 5, "follows an item without a break"),
        ("[50]QQ[/50]KK", 12, "follows an item without a break"),
        ("QQ++", 4, "follows an item without a break"),
        ("22(QQ)", 3, "follows an item without a break"),
        ("QQ + AK", 4, r"write 'QQ\+,' or 'QQ,'"),
        ("AKs-AQ", 1, "'AKs-AQ' at column 1 .* alike suited"),
        ("QQ, AKs-AQo", 5, "alike suited"),
        ("A5s-87s", 1, "neither a card"),
        ("QJs-97s", 1, "neither a card"),
        ("55-A5s", 1, "a pair and a hand that is none"),
        ("AK-QQ", 1, "a pair and a hand that is none"),
        ("A5s-AhKh", 5, "cannot end a dash"),
        ("A5s-Ax", 5, "cannot end a dash"),
        ("A5s-,22-(33)", 9, "cannot end a dash"),
        ("A5s-AAs", 5, "'AAs' at column 5"),
        ("AhKh+", 5, "'\\+' goes with a starting hand"),
        ("AhXh-AhKh", 5, "'-' goes with a starting hand"),
        ("Ax+", 3, "cannot follow 'Ax', which has every kicker"),
        ("random-", 7, "goes with a starting hand"),
        ("(QQ)+", 5, "goes with a starting hand"),
        ("15%+", 4, "goes with a starting hand"),
        ("101%", 1, "is above 100"),
        ("5%-101%", 4, "is above 100"),
        ("5%-15", 4, "write both ends with '%'"),
        ("5-15%", 1, "is a number without a use"),
        ("5%-", 4, "the end at column 4"),
        ("50% (QQ)", 5, "write '%\\(' or '%,\\('"),
        ("AA:2", 4, "'2' at column 4 of 'AA:2' is above 1"),
        ("AA:1.0000001", 4, "is above 1"),
        ("AA:-1", 4, "'-1' at column 4 of 'AA:-1' is negative"),
        ("AA@101", 4, "is above 100; give 0 to 100"),
        ("AA@-5", 4, "is negative; give 0 to 100"),
        ("AA:1e999", 4, "is above 1"),
        ("AA:nan", 4, "'nan' at column 4 .* is not a number"),
        ("AA:inf", 4, "is not a number"),
        ("AA:", 4, "the end at column 4 of 'AA:' is not a number"),
        ("AA:,KK", 4, "is not a number"),
        ("AA:0.5x", 4, "'0.5x' .* is not a number"),
        ("AA:50%", 4, "is not a number; ':' takes a weight of 0 to 1"),
        ("AA:0,5", 6, "is a number without a use"),
        ("AA:0.5:0.5", 7, "is a second weight"),
        ("AA@50@50", 6, "is a second weight"),
        ("AA:0.5+", 7, "follows an item without a break"),
        ("0.5 QQ", 1, "is a number without a use"),
        ("0.5QQ", 1, "not a hand"),
        ("1.5(QQ)", 1, "is above 1; give 0 to 1 there, or write a percentage"),
        ("10(QQ)", 1, "is above 1"),
        ("150%(QQ)", 1, "is above 100"),
        ("[150]QQ[/150]", 2, "is above 100"),
        ("[x]QQ[/x]", 1, "opens no weight"),
        ("[]QQ[/]", 1, "opens no weight"),
        ("QQ,[-5]QQ[/-5]", 4, "opens no weight"),
        ("QQ,[50]QQ", 4, "'\\[50\\]' at column 4 .* is never closed; add '\\[/50\\]'"),
        ("[50]QQ[/40]", 7, "does not close '\\[50\\]'; write '\\[/50\\]'"),
        ("[50]QQ[/]", 7, "does not close"),
        ("[50]QQ)", 7, "does not close"),
        ("[50]A[/50]", 5, "'A' at column 5"),
        ("[50]QQ,[25]AA[/25][/50]", 8, "opens a weight inside '\\[50\\]'"),
        ("[50](QQ,[50]AA[/50])[/50]", 9, "opens a weight inside"),
        ("QQ[/50]", 3, "closes nothing that is open"),
        ("QQ)", 3, "'\\)' at column 3 .* closes nothing"),
        ("KK,(QQ", 4, "'\\(' at column 4 .* is never closed"),
        ("0.5(QQ", 4, "is never closed"),
        ("[50](QQ[/50])", 8, "'\\[/50\\]' at column 8 .* comes before the '\\)'"),
        ("AA!", 4, "the end at column 4"),
        ("AA!,KK", 4, "',' at column 4"),
        ("AA!ZZ", 4, "'ZZ' at column 4"),
        ("AKs!AhKh:0.5", 9, "write the weight before it"),
        ("AKs!(AhKh:0.5)", 5, "exclusion with a weight"),
        ("AKs!0.5(AhKh)", 5, "exclusion with a weight"),
        ("(" * 60, 51, "more than 50 brackets"),
    ],
)  # fmt: skip
def test_errors_point_at_the_column(text: str, column: int, message: str) -> None:
    with pytest.raises(RangeParseError, match=message) as caught:
        Range(text)
    assert caught.value.column == column
    assert isinstance(caught.value, HoldemError)
    assert repr(text) in str(caught.value)
    assert f"at column {column} of" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).column == column


def test_a_very_long_text_is_quoted_around_the_column() -> None:
    text = "AA, " * 1000 + "QQ, ZZ, " + "AA, " * 1000
    with pytest.raises(RangeParseError) as caught:
        Range(text)
    assert caught.value.column == 4005
    assert len(str(caught.value)) < 300
    quoted = re.search(r"of '\.\.\.(.*)\.\.\.' is not a hand", str(caught.value))
    assert quoted is not None
    assert quoted[1] in text
    assert "QQ, ZZ, " in quoted[1]


def test_a_very_long_word_is_cut() -> None:
    with pytest.raises(RangeParseError, match=r"^'ZZZZZZZZZZZZZZZZZ\.\.\.' at column 1 of"):
        Range("Z" * 10_000)


@given(st.text(alphabet="AKQT52hsoxX+-:@!()[]/%.,; 0135\n♥", max_size=14))
def test_any_text_is_a_range_or_a_range_parse_error(text: str) -> None:
    error = None
    try:
        found = Range(text, on_overlap="first")
    except RangeParseError as caught:
        error = caught
    if error is None:
        assert ((found.weights >= 0) & (found.weights <= 1)).all()
        return
    assert error.column is not None
    assert 1 <= error.column <= len(text) + 1
    assert repr(text) in str(error)


def test_what_is_no_text_or_no_option() -> None:
    with pytest.raises(TypeError, match="from_weights"):
        Range(5)  # type: ignore[arg-type]
    with pytest.raises(HoldemError, match="no dialect 'equilab'; choose one of 'default', 'pio'"):
        Range("AA", dialect="equilab")  # type: ignore[arg-type]
    with pytest.raises(HoldemError, match="no on_overlap 'min'; choose one of 'max'"):
        Range("AA", on_overlap="min")  # type: ignore[arg-type]


# ---------------------------------------------------------------------------- against a second reading

KINDS = st.sampled_from(["", "s", "o"])


@st.composite
def items(draw: st.DrawFn) -> tuple[str, set[str]]:
    """An item and its combos, put together apart from the grammar's own reading."""
    kind = draw(KINDS)
    low, high = sorted(draw(st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True)))
    shape = draw(st.sampled_from(["one", "plus", "minus", "card", "gap", "pairs", "pair+", "pair-", "combo"]))
    name = RANKS[high] + RANKS[low] + kind
    if shape == "one":
        return name, hand(name)
    if shape == "plus":
        return name + "+", hands(" ".join(RANKS[high] + kicker + kind for kicker in RANKS[low:high]))
    if shape == "minus":
        return name + "-", hands(" ".join(RANKS[high] + kicker + kind for kicker in RANKS[: low + 1]))
    if shape == "card":
        end = draw(st.integers(0, high - 1))
        between = RANKS[min(low, end) : max(low, end) + 1]
        return f"{name}-{RANKS[high]}{RANKS[end]}{kind}", hands(
            " ".join(RANKS[high] + kicker + kind for kicker in between)
        )
    if shape == "gap":
        end = draw(st.integers(0, 12 - (high - low)))
        steps = range(min(low, end), max(low, end) + 1)
        last = RANKS[end + high - low] + RANKS[end] + kind
        return f"{name}-{last}", hands(" ".join(RANKS[step + high - low] + RANKS[step] + kind for step in steps))
    if shape == "pairs":
        return f"{RANKS[low] * 2}-{RANKS[high] * 2}", hands(" ".join(rank * 2 for rank in RANKS[low : high + 1]))
    if shape == "pair+":
        return f"{RANKS[low] * 2}+", hands(" ".join(rank * 2 for rank in RANKS[low:]))
    if shape == "pair-":
        return f"{RANKS[high] * 2}-", hands(" ".join(rank * 2 for rank in RANKS[: high + 1]))
    first, second = draw(st.sampled_from(COMBOS))
    return second + first, {first + second}


@given(st.lists(st.tuples(items(), st.sampled_from([1.0, 0.5, 0.25, 0.0])), max_size=6))
def test_items_and_weights_against_a_second_reading(parts: list[tuple[tuple[str, set[str]], float]]) -> None:
    text = ", ".join(name if weight == 1 else f"{name}:{weight}" for (name, _), weight in parts)
    first: dict[str, float] = {}
    last: dict[str, float] = {}
    capped: dict[str, float] = {}
    for (_, combos), weight in parts:
        for combo in combos:
            first.setdefault(combo, weight)
            last[combo] = weight
            capped[combo] = min(1.0, capped.get(combo, 0.0) + weight)
    for on_overlap, wanted in (("first", first), ("last", last), ("sum-capped", capped)):
        assert weights(text, on_overlap=on_overlap) == {combo: weight for combo, weight in wanted.items() if weight > 0}


def test_shared_cases(shared: Path) -> None:
    rows = [json.loads(line) for line in (shared / "cases" / "ranges.jsonl").read_text().splitlines()]
    assert len(rows) > 50
    for row, on_overlap in itertools.product(rows, ["max", "first"]):
        if on_overlap == "max" and "warns" in row.get("why", ""):
            with pytest.warns(RangeWarning):
                found = weights(row["text"])
        else:
            found = weights(row["text"], row.get("dialect", "default"), on_overlap)
        assert len(found) == row["combos"], row
        for combo, weight in row.get("weight_of", {}).items():
            assert found[combo] == weight, row


def test_shared_equity_cases_read_or_fail_as_they_say(shared: Path) -> None:
    rows = [json.loads(line) for line in (shared / "cases" / "equity.jsonl").read_text().splitlines()]
    columns = {}
    for row in rows:
        if row.get("error") == "RangeParseError":
            with pytest.raises(RangeParseError) as caught:
                [Range(text) for text in row["players"]]
            columns[row["id"]] = caught.value.column
        else:
            assert all(isinstance(Range(text, on_overlap="max"), Range) for text in row["players"])
    assert columns["bad-token"] == 5
    assert columns["weight-2"] == columns["neg-weight"] == 4
