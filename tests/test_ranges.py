"""Range as a value: weights, combos, sets, numbers in and out, pictures."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import timeit
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import holdem_eq as he
from holdem_eq.cards import COMBO_CARDS, combo_index, format_card, parse_cards
from holdem_eq.errors import CardParseError, DuplicateCardError, HoldemError, RangeParseError, RangeWarning
from holdem_eq.ranges import Range

RANKS = "AKQJT98765432"
R40 = "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,87s,76s,65s,A2o+,K7o+,Q9o+,J9o+,T9o"

WEIGHTS = st.builds(
    lambda seed, levels: np.random.default_rng(seed).choice(levels, 1326),
    st.integers(0, 2**32),
    st.lists(st.floats(0, 1), min_size=1, max_size=4),
)
"""float64 (1326,) of up to four weights, any floats."""


# ---------------------------------------------------------------------------- weights and combos


def test_weights_are_read_only_floats_by_combo_index() -> None:
    found = Range("AKs:0.5,QhQd")
    assert found.weights.dtype == np.float64
    assert found.weights.shape == (1326,)
    for combo, (low, high) in enumerate(COMBO_CARDS.tolist()):
        text = format_card(high) + format_card(low)
        suited_ace_king = text[0] + text[2] == "AK" and text[1] == text[3]
        assert found.weights[combo] == (0.5 if suited_ace_king else 1.0 if text == "QhQd" else 0.0)
    with pytest.raises(ValueError, match="read-only"):
        found.weights[0] = 1.0
    with pytest.raises(ValueError, match="WRITEABLE"):
        found.weights.flags.writeable = True


def test_no_attribute_can_be_set() -> None:
    with pytest.raises(AttributeError):
        Range("AA").weights = np.zeros(1326)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Range("AA").name = "aces"  # type: ignore[attr-defined]


def test_combos_come_from_the_highest_down() -> None:
    assert Range("AKs,AhAs:0.5,3c2c").combos() == [
        ("AsAh", 0.5),
        ("AsKs", 1.0),
        ("AhKh", 1.0),
        ("AdKd", 1.0),
        ("AcKc", 1.0),
        ("3c2c", 1.0),
    ]
    everything = [combo for combo, _ in Range("random").combos()]
    assert everything == sorted(everything, key=lambda combo: -combo_index(*parse_cards(combo)))
    assert len(everything) == len(set(everything)) == 1326


@pytest.mark.parametrize(
    ("text", "count", "percent"),
    [("", 0, 0), ("random", 1326, 100), ("22+", 78, Fraction(7800, 1326)), ("QQ:0.5,KK:0", 6, Fraction(300, 1326))],
)
def test_len_and_percent(text: str, count: int, percent: float) -> None:
    found = Range(text)
    assert len(found) == count
    assert found.percent == pytest.approx(float(percent), abs=1e-12)
    assert isinstance(found.percent, float)
    assert bool(found) == (count > 0)


def test_contains_and_weight_of_take_cards_in_any_form() -> None:
    found = Range("AKs:0.5,QQ:0")
    for combo in ("AhKh", "KhAh", "A♥ K♥", ["Ah", "Kh"], parse_cards("AhKh"), np.array(parse_cards("KhAh"))):
        assert combo in found
        assert found.weight_of(combo) == 0.5  # type: ignore[arg-type]
    for combo in ("AhKd", "QhQd", "2c2d"):
        assert combo not in found
        assert found.weight_of(combo) == 0
    for wrong in ("Ah", "AhKhQh", "AKs", ""):
        with pytest.raises(CardParseError):
            found.weight_of(wrong)
    with pytest.raises(DuplicateCardError):
        "AhAh" in found  # noqa: B015


# ---------------------------------------------------------------------------- values


@settings(max_examples=25)
@given(WEIGHTS)
def test_equal_weights_are_equal_ranges(weights: np.ndarray) -> None:
    found, same = Range.from_weights(weights), Range.from_weights(weights.tolist())
    assert found == same
    assert hash(found) == hash(same)
    assert {found: 1}[same] == 1
    assert pickle.loads(pickle.dumps(found)) == found
    assert copy.copy(found) == copy.deepcopy(found) == found
    assert eval(repr(found)) == found
    assert (found.weights == weights).all()
    changed = weights.copy()
    changed[7] = 0.5 if weights[7] != 0.5 else 0.25
    assert Range.from_weights(changed) != found


def test_text_and_options_do_not_matter_for_equality() -> None:
    assert Range("AK") == Range("AKs AKo") == Range("98s+,AK,98s", dialect="default") - Range("98s")
    assert Range("98s+", dialect="pio") == Range("98s,T9s,JTs,QJs,KQs,AKs") != Range("98s+")
    assert hash(Range("AK")) == hash(Range("AKo,AKs"))
    assert Range("AA") != "AA"
    assert Range("AA") != Range("AA:0.5")


def test_negative_zero_is_zero() -> None:
    weights = np.zeros(1326)
    weights[3] = -0.0
    assert hash(Range.from_weights(weights)) == hash(Range())
    assert not np.signbit(Range.from_weights(weights).weights).any()


def test_a_pickle_is_read_only_again() -> None:
    with pytest.raises(ValueError, match="read-only"):
        pickle.loads(pickle.dumps(Range("AA"))).weights[0] = 1.0


def test_from_weights_takes_a_copy() -> None:
    weights = np.zeros(1326)
    found = Range.from_weights(weights)
    weights[:] = 1.0
    assert len(found) == 0


# ---------------------------------------------------------------------------- sets


@given(WEIGHTS, WEIGHTS)
def test_set_operations_combo_by_combo(first: np.ndarray, second: np.ndarray) -> None:
    one, other = Range.from_weights(first), Range.from_weights(second)
    assert (one | other).weights.tolist() == [max(a, b) for a, b in zip(first, second, strict=True)]
    assert (one & other).weights.tolist() == [min(a, b) for a, b in zip(first, second, strict=True)]
    assert (one - other).weights.tolist() == [max(a - b, 0.0) for a, b in zip(first, second, strict=True)]
    assert (~one).weights.tolist() == [1 - a for a in first]


def test_set_operations_on_whole_hands() -> None:
    assert Range("QQ+") | Range("AKs") == Range("QQ+,AKs")
    assert Range("TT+") & Range("QQ-22") == Range("TT-QQ")
    assert Range("TT+") - Range("QQ+") == Range("TT,JJ")
    assert ~Range("AA") == Range("random!AA")
    assert ~~Range(R40) == Range(R40)
    for operation in (lambda: Range("AA") | "KK", lambda: "KK" & Range("AA"), lambda: Range("AA") - 1):
        with pytest.raises(TypeError):
            operation()


def test_without_takes_cards_out() -> None:
    left = Range("random").without("Ks 7d 2c")
    assert len(left) == 49 * 48 // 2
    assert all(not {"Ks", "7d", "2c"} & {combo[:2], combo[2:]} for combo, _ in left.combos())
    assert Range("AKs:0.5").without([51]) == Range("0.5(AhKh,AdKd,AcKc)")
    assert Range("AA").without("") == Range("AA")
    with pytest.raises(CardParseError):
        Range("AA").without("Zz")


# ---------------------------------------------------------------------------- numbers in and out


def test_grid_has_the_mean_weight_of_each_starting_hand() -> None:
    rng = np.random.default_rng(5)
    weights = rng.random(1326)
    grid = Range.from_weights(weights).grid()
    assert grid.shape == (13, 13)
    assert grid.dtype == np.float64
    cells: dict[tuple[int, int], list[float]] = {}
    for (low, high), weight in zip(COMBO_CARDS.tolist(), weights, strict=True):
        first, second = RANKS.index(format_card(high)[0]), RANKS.index(format_card(low)[0])
        suited = low % 4 == high % 4
        cells.setdefault((first, second) if suited or first == second else (second, first), []).append(weight)
    assert len(cells) == 169
    assert {len(cell) for cell in cells.values()} == {4, 6, 12}
    for cell, found in cells.items():
        assert grid[cell] == pytest.approx(sum(found) / len(found), abs=1e-12)


@given(st.integers(0, 2**32))
def test_a_grid_makes_the_range_that_has_it(seed: int) -> None:
    grid = np.random.default_rng(seed).random((13, 13))
    found = Range.from_weights(grid)
    assert found.grid() == pytest.approx(grid, abs=1e-12)
    assert found.weight_of("AhKh") == grid[0, 1]
    assert found.weight_of("AhKd") == grid[1, 0]
    assert found.weight_of("2h2d") == grid[12, 12]


def test_from_a_mapping() -> None:
    assert Range.from_weights({}) == Range()
    assert Range.from_weights({"AKs": 1, "QQ": 0.5, "2c2d": 0}) == Range("AKs,QQ:0.5")
    assert Range.from_weights({"ak": np.float32(0.5), "A♥Q♥": True}) == Range("AK:0.5,AhQh")
    assert Range.from_weights({"QQ+": 0.5, "Ax": 0.5}) == Range("0.5(QQ+,Ax)")
    assert Range.from_weights(dict(Range(R40).combos())) == Range(R40)
    with pytest.warns(RangeWarning, match=r"the mapping names with two weights AhKh \(0.25 and 1.0\)") as caught:
        assert Range.from_weights({"AKs": 0.25, "AhKh": 1}) == Range("AKs:0.25!AhKh,AhKh")
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.zeros(1325), r"shape \(1325,\); give \(1326,\)"),
        (np.zeros((1326, 1)), r"shape \(1326, 1\)"),
        (np.zeros((12, 13)), r"shape \(12, 13\)"),
        (1.0, r"shape \(\)"),
        ([], r"shape \(0,\)"),
        (["a"] * 1326, "must be numbers"),
        (None, "give 0 to 1|shape"),
        (np.full(1326, np.nan), "the weight of 2d2c is nan; give 0 to 1"),
        (np.full((13, 13), 1.5), "the weight of 2d2c is 1.5"),
        (np.r_[np.zeros(1325), -0.25], "the weight of AsAh is -0.25"),
        (np.r_[np.zeros(1325), np.inf], "the weight of AsAh is inf"),
        ({"AA": 2}, "the weight of 'AA' is 2; give 0 to 1"),
        ({"AA": float("nan")}, "the weight of 'AA' is nan"),
        ({"AA": "much"}, "the weight of 'AA' is 'much'"),
        ({"AA": None}, "the weight of 'AA' is None"),
        ({"AA:0.5": 1}, "'AA:0.5' has a weight of its own"),
        ({51: 1}, "the key 51 is no hand"),
    ],
)
def test_weights_that_are_none(weights: object, message: str) -> None:
    with pytest.raises(HoldemError, match=message):
        Range.from_weights(weights)  # type: ignore[arg-type]


def test_a_key_that_is_no_hand() -> None:
    with pytest.raises(RangeParseError, match="'ZZ' at column 1 of 'ZZ'"):
        Range.from_weights({"AA": 1, "ZZ": 1})


def test_to_frame() -> None:
    frame = Range("AKs:0.5,2d2c,AhKd").to_frame()
    assert frame.columns.tolist() == ["combo", "hand", "weight"]
    assert frame.to_dict("list") == {
        "combo": ["AsKs", "AhKh", "AhKd", "AdKd", "AcKc", "2d2c"],
        "hand": ["AKs", "AKs", "AKo", "AKs", "AKs", "22"],
        "weight": [0.5, 0.5, 1.0, 0.5, 0.5, 1.0],
    }
    assert Range().to_frame().empty
    assert list(zip(frame.combo, frame.weight, strict=True)) == Range("AKs:0.5,2d2c,AhKd").combos()


# ---------------------------------------------------------------------------- pictures


def test_the_grid_as_text_and_as_a_picture() -> None:
    found = Range("AA,AKs:0.5")
    assert found.grid_text().splitlines()[1].split()[:4] == ["A", "AA", "50%", "."]
    picture = found._repr_html_()
    assert picture.startswith("<table")
    assert "<svg" not in picture  # notebooks that are not trusted drop it
    assert "10 combos" in picture
    assert "AKs" in picture


# ---------------------------------------------------------------------------- costs


def test_reading_is_fast_and_faster_again() -> None:
    from holdem_eq.ranges.grammar import parse_range

    text = R40 + ",A5s-A2s:0.5!As5s,T9s-54s,AhKh,[50]QQ[/50]"
    text_once = min(timeit.repeat(lambda: parse_range.__wrapped__(text, "default", "first"), number=5, repeat=9)) / 5
    assert text_once < 1e-3
    Range(text, on_overlap="first")
    assert min(timeit.repeat(lambda: Range(text, on_overlap="first"), number=100, repeat=9)) / 100 < 50e-6


def test_importing_needs_neither_numba_nor_pandas() -> None:
    program = "import sys, holdem_eq.ranges as r; str(r.Range('15%')); print({'numba', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("call", [he.Range, lambda text: he.equity(text, "QQ")], ids=["Range", "equity"])
def test_a_warning_points_at_the_caller(call) -> None:
    with pytest.warns(RangeWarning) as caught:
        call("AKs,AhKh:0.5")
    assert caught[0].filename == __file__
