"""The oracle is held to its own definition, to numbers printed in books, and to the files in data/."""

from __future__ import annotations

import ast
import csv
import hashlib
import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import pytest

from tests import boards, oracle
from tests.oracle import cards, expand

DATA = Path(__file__).resolve().parents[1] / "data"
SIZES = {5: "five", 6: "six", 7: "seven"}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def distinct() -> dict[str, int]:
    return {row["what"]: int(row["count"]) for row in rows("counts/distinct.tsv")}


# ---------------------------------------------------------------------------- independence


@pytest.mark.parametrize("module", [oracle, boards])
def test_imports_nothing_of_the_package(module) -> None:
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    roots = {name.partition(".")[0] for name in named}
    allowed = set(sys.stdlib_module_names) | ({"numpy", "tests"} if module is boards else set())
    assert roots <= allowed


# ---------------------------------------------------------------------------- ranking


@pytest.mark.parametrize(
    ("hand", "rank"),
    [
        ("AsKsQsJsTs", (9, (12,))),
        ("Ah2h3h4h5h", (9, (3,))),
        ("7c7d7h7s2c", (8, (5, 0))),
        ("7c7d7h2s2c", (7, (5, 0))),
        ("AhJh9h5h3h", (6, (12, 9, 7, 3, 1))),
        ("9c8d7h6s5c", (5, (7,))),
        ("Ah2c3d4s5h", (5, (3,))),
        ("7c7d7hKs2c", (4, (5, 11, 0))),
        ("7c7d2h2sKc", (3, (5, 0, 11))),
        ("7c7dAhKs2c", (2, (5, 12, 11, 0))),
        ("QhKdAc2s3h", (1, (12, 11, 10, 1, 0))),
    ],
)
def test_each_category_by_example(hand: str, rank: oracle.Rank) -> None:
    assert oracle.rank_five(cards(hand)) == rank


def test_every_five_card_shape_has_a_class() -> None:
    numbers = oracle.class_numbers()
    assert sorted(numbers.values()) == list(range(1, 7463))
    in_category = Counter(oracle.category_of_class(number) for number in numbers.values())
    assert [in_category[category] for category in range(1, 10)] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_lookups_keep_to_the_definition(size: int) -> None:
    rng = random.Random(size)
    for _ in range(1500):
        hand = rng.sample(oracle.DECK, size)
        assert oracle.SHOWDOWN.class_number(hand) == oracle.class_number(hand), oracle.text_of(hand)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_lookups_keep_to_the_definition_where_suits_matter(size: int) -> None:
    rng = random.Random(size)
    for _ in range(1000):
        suit = rng.randrange(4)
        hand = [4 * rank + suit for rank in rng.sample(range(13), 5)]
        hand += rng.sample([one for one in oracle.DECK if one not in hand], size - 5)
        rng.shuffle(hand)
        assert oracle.SHOWDOWN.class_number(hand) == oracle.class_number(hand), oracle.text_of(hand)


def test_best_fives_are_all_that_reach_the_rank() -> None:
    board_plays = cards("AsKsQsJsTs2c2d")
    assert oracle.best_fives(board_plays) == [frozenset(cards("AsKsQsJsTs"))]
    three_pairs = oracle.best_fives(cards("AsAdKsKdQcQh2c"))
    assert three_pairs == [frozenset(cards("AsAdKsKdQc")), frozenset(cards("AsAdKsKdQh"))]


# ---------------------------------------------------------------------------- data/


def test_checksums_hold_and_cover_every_file() -> None:
    listed = {}
    for line in (DATA / "SHA256SUMS").read_text(encoding="ascii").splitlines():
        digest, name = line.split("  ", 1)
        listed[name.removeprefix("./")] = digest
    present = {path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file()}
    assert set(listed) == present - {"SHA256SUMS", "README.md"}
    for name, digest in listed.items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == digest, name


@pytest.mark.parametrize("size", [5, 6, 7])
def test_category_counts(size: int) -> None:
    found = oracle.class_counts(size)
    golden = rows("counts/categories.tsv")
    assert [row["name"] for row in golden] == list(oracle.CATEGORIES)
    assert [int(row[SIZES[size]]) for row in golden] == oracle.category_counts(size)
    assert found.total() == comb(52, size)
    assert len(found) == distinct()[f"hand ranks of {SIZES[size]} cards"]


@pytest.mark.slow
def test_category_counts_by_dealing_every_five_cards() -> None:
    dealt = Counter(oracle.SHOWDOWN.class_number(hand) for hand in combinations(oracle.DECK, 5))
    assert dealt == oracle.class_counts(5)


def suit_cycles(renaming: tuple[int, ...]) -> list[int]:
    lengths, left = [], set(range(4))
    while left:
        suit, length = left.pop(), 1
        while (suit := renaming[suit]) in left:
            left.remove(suit)
            length += 1
        lengths.append(length)
    return lengths


@pytest.mark.parametrize(("size", "what"), [(3, "flops up to suits"), (5, "river boards up to suits")])
def test_boards_up_to_suits(size: int, what: str) -> None:
    fixed = 0
    for renaming in permutations(range(4)):
        sets = [1] + [0] * size  # sets[n]: sets of n cards that the renaming leaves as they are
        for length in suit_cycles(renaming) * 13:
            for n in range(size, length - 1, -1):
                sets[n] += sets[n - length]
        fixed += sets[size]
    assert divmod(fixed, 24) == (distinct()[what], 0)


def test_matchups_up_to_suits() -> None:
    fixed = 0
    for renaming in permutations(range(4)):
        image = {}
        for combo in oracle.COMBOS:
            low, high = sorted(4 * (one // 4) + renaming[one % 4] for one in combo)
            image[combo] = (low, high)
        same = [combo for combo in oracle.COMBOS if image[combo] == combo]
        fixed += sum(1 for a, b in combinations(same, 2) if not set(a) & set(b))
        turned = [a for a in oracle.COMBOS if image[a] != a and image[image[a]] == a and not set(a) & set(image[a])]
        fixed += len(turned) // 2
    assert divmod(fixed, 24) == (distinct()["heads-up matchups up to suits"], 0)


EQUITIES = rows("equities/heads_up.tsv")


def equity_row(row: dict[str, str]) -> tuple[oracle.Weights, oracle.Weights, tuple[int, ...], tuple[int, ...]]:
    return expand(row["hero"]), expand(row["villain"]), cards(row["board"]), cards(row["dead"])


@pytest.mark.parametrize("row", EQUITIES, ids=lambda row: f"{row['hero']}-{row['villain']}-{row['board']}{row['dead']}")
def test_equities_by_dealing(row: dict[str, str]) -> None:
    hero, villain, board, dead = equity_row(row)
    golden = (int(row["win"]), int(row["tie"]), int(row["lose"]))
    assert sum(golden) == comb(48 - len(board) - len(dead), 5 - len(board))
    assert boards.tally(list(hero), list(villain), board, dead).counts == golden
    if board:
        assert oracle.equity(hero, villain, board=board, dead=dead).counts == golden


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", [row for row in EQUITIES if not row["board"]], ids=lambda row: f"{row['hero']}-{row['villain']}{row['dead']}"
)
def test_equities_by_dealing_one_by_one(row: dict[str, str]) -> None:
    hero, villain, board, dead = equity_row(row)
    golden = (int(row["win"]), int(row["tie"]), int(row["lose"]))
    assert oracle.equity(hero, villain, board=board, dead=dead).counts == golden


# ---------------------------------------------------------------------------- ranges and equity


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        *[("AA", 6), ("AK", 16), ("AKs", 4), ("AKo", 12), ("AhKh", 1), ("AK,AKs,AhKh", 16), ("random", 1326), ("", 0)],
        *[("22+", 78), ("AJo+", 36), ("A2s+", 48), ("T8s+", 8), ("KTs+", 12), ("QQ+,AKs,AKo", 34)],
    ],
)
def test_expand(text: str, combos: int) -> None:
    assert len(expand(text)) == combos
    assert set(expand(text).values()) <= {Fraction(1)}


def test_expand_keeps_the_largest_weight() -> None:
    found = expand("AKs:0.25,AhKh:0.5,AsKs:0.1")
    assert found == dict.fromkeys(expand("AKs"), Fraction(1, 4)) | {(46, 50): Fraction(1, 2)}


def test_equity_counts_every_showdown_as_the_definition_does() -> None:
    hero, villain, board = expand("AhKh"), expand("QsQd,8h7h"), cards("Th9h2c4d")
    score = Counter()
    for combo in villain:
        held = {*cards("AhKh"), *combo, *board}
        for river in set(oracle.DECK) - held:
            ours = oracle.rank_hand((*cards("AhKh"), *board, river))
            theirs = oracle.rank_hand((*combo, *board, river))
            score[(ours > theirs) - (ours < theirs)] += 1
    found = oracle.equity(hero, villain, board=board)
    assert found.counts == (score[1], score[0], score[-1])
    assert found.deals == 2 * 44


def test_weights_weigh_matchups() -> None:
    hero, board = expand("AA"), cards("Kc7d2h9s")
    strong, weak = oracle.equity(hero, expand("KK"), board=board), oracle.equity(hero, expand("QQ"), board=board)
    mixed = oracle.equity(hero, expand("KK:0.25,QQ:0.5"), board=board)
    pairs = [Fraction(18, 4), Fraction(36, 2)]
    wanted = (pairs[0] * strong.seats[0].equity + pairs[1] * weak.seats[0].equity) / sum(pairs)
    assert mixed.seats[0].equity == wanted
    assert mixed.seats[0].weight == 44 * sum(pairs)
    assert mixed.counts == tuple(a + b for a, b in zip(strong.counts, weak.counts, strict=True))


def test_combos_average_to_the_seat() -> None:
    found = oracle.equity(expand("AA:0.5,72o"), expand("KK,QQ:0.7"), board=cards("Kc7d2h"))
    pair_weight = {}
    for combo, share in found.combos[0].items():
        theirs = sum(w.weight for other, w in found.combos[1].items() if not set(other) & set(combo))
        pair_weight[combo] = share.weight * theirs
    total = sum(pair_weight.values())
    assert sum(pair_weight[combo] * share.equity for combo, share in found.combos[0].items()) / total == (
        found.seats[0].equity
    )
    assert sum(seat.equity for seat in found.seats) == 1


def test_three_seats_share_the_pot_among_the_best() -> None:
    losers_tie = oracle.equity(expand("AhAd"), expand("3c4c"), expand("3d4d"), board=cards("AsKsQd7c2h"))
    assert [seat.equity for seat in losers_tie.seats] == [1, 0, 0]
    board_plays = oracle.equity(expand("2c3d"), expand("4c5d"), expand("7h8h"), board=cards("AsKsQsJsTs"))
    assert [(seat.win, seat.tie, seat.equity) for seat in board_plays.seats] == [(0, 1, Fraction(1, 3))] * 3
    assert board_plays.counts is None


def test_no_valid_deal() -> None:
    with pytest.raises(ValueError, match="no valid deal"):
        oracle.equity(expand("AhAs"), expand("AhKh"))


@pytest.mark.parametrize(
    ("hero", "villain", "board", "dead"),
    [
        ("QQ+,AKs,72o", "TT+,AhKh,T9s", "Th9h2h", "QdJs"),
        ("22,A5s,KQo", "33,76s,AJo", "7c7d2s6s", "AhAd"),
        ("AA,KK,JTs", "AA,QJs,54s", "AsKsQsJsTs", ""),
    ],
)
def test_arrays_deal_what_the_oracle_deals(hero: str, villain: str, board: str, dead: str) -> None:
    ours, theirs = expand(hero), expand(villain)
    by_arrays = boards.tally(list(ours), list(theirs), cards(board), cards(dead))
    found = oracle.equity(ours, theirs, board=cards(board), dead=cards(dead))
    assert by_arrays.counts == found.counts
    for place, combo in enumerate(ours):
        win, tie, lose = (int(part[place].sum()) for part in (by_arrays.win, by_arrays.tie, by_arrays.lose))
        if combo in found.combos[0]:
            share = found.combos[0][combo]
            assert (share.win, share.tie) == (Fraction(win, win + tie + lose), Fraction(tie, win + tie + lose))
        else:
            assert (win, tie, lose) == (0, 0, 0)
