"""Monte Carlo: the right distribution, honest errors, the same bits however it is run."""

from __future__ import annotations

import math
import operator
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import holdem_eq as he
from holdem_eq.cards import COMBO_CARDS
from holdem_eq.equity import joint as joints
from holdem_eq.equity import sampling
from holdem_eq.equity.joint import plan_deal
from holdem_eq.equity.sampling import Sampled, sample
from holdem_eq.equity.spot import Spot, read_spot
from holdem_eq.errors import HoldemError, NoValidDealError
from holdem_eq.kernels import rng
from holdem_eq.kernels.joint import draw_joint, make_room
from holdem_eq.kernels.sampling import CHUNK, draw_places, shuffle
from tests import oracle
from tests.cases import read_rows
from tests.processes import finish, start

R20 = "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"
R40 = "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,87s,76s,65s,A2o+,K7o+,Q9o+,J9o+,T9o"
WORD = (1 << 64) - 1
SIGMAS = 4.5

Floats = npt.NDArray[np.float64]


def spot_of(*players: str, board: str = "", dead: str = "") -> Spot:
    return read_spot(players, board, dead)


def same(first: Sampled, second: Sampled) -> bool:
    """Equal to the last bit."""
    return np.array_equal(first.winners, second.winners) and (first.samples, first.draws, first.seed) == (
        second.samples,
        second.draws,
        second.seed,
    )


def surprise(observed: Sequence[int], expected: Sequence[float]) -> float:
    """How many standard deviations a chi-square test is off: near 0 for a good fit (Wilson, Hilferty 1931)."""
    pairs = sorted(zip(expected, observed, strict=True), key=operator.itemgetter(0))  # blind to what was observed
    bins = [[0.0, 0]]
    for wanted, found in pairs:  # a bin holds five at least
        if bins[-1][0] >= 5.0:
            bins.append([0.0, 0])
        bins[-1][0] += wanted
        bins[-1][1] += found
    if bins[-1][0] < 5.0 and len(bins) > 1:
        last = bins.pop()
        bins[-1][0] += last[0]
        bins[-1][1] += int(last[1])
    freedom = len(bins) - 1
    assert freedom > 0
    square = sum((found - wanted) ** 2 / wanted for wanted, found in bins)
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


# ---------------------------------------------------------------------------- random numbers


def plain_mix(state: int) -> int:
    """`rng.mix` in Python."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB & WORD
    return state ^ state >> 31


def test_the_numbers_are_those_of_splitmix64() -> None:
    """The sequence that the public-domain reference gives from 1234567."""
    known = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)
    states = [1234567 + (n + 1) * int(rng.GOLDEN) & WORD for n in range(5)]
    assert tuple(rng.mix(np.uint64(state)) for state in states) == known
    assert tuple(map(plain_mix, states)) == known


def test_blocks_share_no_number() -> None:
    """Block b is 2**32 numbers on from block b - 1 in one sequence."""
    golden = int(rng.GOLDEN)
    for seed in (0, 1, WORD):
        first = int(rng.block_state(np.uint64(seed), np.uint64(0)))
        assert first == plain_mix(plain_mix(seed + golden & WORD) + golden & WORD)
        for block in (1, 2, 2**31, 2**32 - 1):
            assert int(rng.block_state(np.uint64(seed), np.uint64(block))) == first + (block << 32) * golden & WORD


# ---------------------------------------------------------------------------- cards at random


def draw(state: int, first: int, last: int, deck: int, limit: int | None = None) -> tuple[int, npt.NDArray[np.uint8]]:
    """State after, and the places of rows ``first`` to ``last`` for a chunk."""
    ways = math.prod(deck - row for row in range(first, last))
    places = np.zeros((last, CHUNK), np.uint8)
    bound = np.uint64((1 << 58) % ways if limit is None else limit)
    after = draw_places(
        np.uint64(state), np.uint64(first), np.uint64(last), np.uint64(deck), bound, np.zeros(CHUNK, np.uint64), places
    )
    return int(after), places[first:last]


def test_places_are_the_number_in_mixed_radix() -> None:
    """One random number below 2**58 times the number of ways, digit by digit."""
    deck, first, last = 48, 4, 11
    _, places = draw(77, first, last, deck)
    ways = math.prod(deck - row for row in range(first, last))
    for deal in range(CHUNK):
        number = plain_mix(77 + (deal + 1) * int(rng.GOLDEN) & WORD) >> 6
        index, rest = divmod(number * ways, 1 << 58)
        if rest < (1 << 58) % ways:
            continue
        digits = []
        for row in range(last - 1, first - 1, -1):
            index, digit = divmod(index, deck - row)
            digits.append(digit)
        assert places[:, deal].tolist() == digits[::-1]


def test_numbers_that_would_be_one_too_many_are_drawn_anew() -> None:
    """With half of all numbers refused the places are still uniform, and the stream goes on behind them."""
    counts: Counter[tuple[int, ...]] = Counter()
    state, used = 5, 0
    for _ in range(200):
        after, places = draw(state, 0, 2, 6, limit=1 << 57)
        used += (after - state) * pow(int(rng.GOLDEN), -1, 1 << 64) & WORD
        state = after
        counts.update(map(tuple, places.T.tolist()))
    assert set(counts) == {(first, second) for first in range(6) for second in range(5)}
    assert abs(surprise(list(counts.values()), [200 * CHUNK / 30] * 30)) < SIGMAS
    assert 1.9 < used / (200 * CHUNK) < 2.1


@pytest.mark.parametrize(
    ("held", "drawn", "deck"), [(0, 5, 48), (4, 5, 52), (4, 11, 52), (0, 25, 52), (20, 5, 52), (6, 6, 12)]
)
def test_the_shuffle_is_a_shuffle(held: int, drawn: int, deck: int) -> None:
    """Card by card what swapping in a deck gives; cards that are held count as dealt first."""
    generator = np.random.default_rng(deck + held)
    rows = held + drawn
    plan = plan_deal(spot_of("AhAs", "KdKc")).plan._replace(
        deck=np.uint64(deck), held=np.uint64(held), drawn=np.uint64(drawn)
    )
    places, moved, cards = (np.zeros((rows, CHUNK), np.uint8) for _ in range(3))
    for row in range(held, rows):
        places[row] = generator.integers(0, deck - row, CHUNK)
    for deal in range(CHUNK):
        cards[:held, deal] = generator.permutation(deck)[:held]
    given = places.copy()
    shuffle(plan, places, moved, cards)
    for deal in range(CHUNK):
        order = list(range(deck))
        dealt = []
        for row in range(rows):
            place = order.index(cards[row, deal]) if row < held else int(given[row, deal])
            dealt.append(order[place])
            order[place] = order[deck - 1 - row]
        assert dealt == cards[:, deal].tolist()


def deal_cards(spot: Spot, seed: int, chunks: int) -> list[list[int]]:
    """Card ids of seats and board, in order, of many deals: what `sample_block` ranks."""
    made = plan_deal(spot)
    plan, joint = made.plan, made.joint
    held, drawn, rows = int(plan.held), int(plan.drawn), 2 * len(spot.players) + 5
    places, moved, cards = (np.zeros((rows, CHUNK), np.uint8) for _ in range(3))
    for place, known in enumerate(plan.known):
        cards[rows - len(plan.known) + place] = known
    room, numbers = make_room(joint), np.zeros(CHUNK, np.uint64)
    ids = plan.entries >> np.uint64(16) & np.uint64(63)
    order = [*plan.seat_rows.reshape(-1).tolist(), *plan.board_rows.tolist()]
    state, deals = int(rng.block_state(np.uint64(seed), np.uint64(0))), []
    for _ in range(chunks):
        filled = CHUNK
        if held:
            state, filled, _ = draw_joint(np.uint64(state), np.uint64(0), joint, room, cards)
        for group, limit in enumerate(plan.limits):
            first = held + 7 * group
            last = min(first + 7, held + drawn)
            state = draw_places(np.uint64(state), np.uint64(first), np.uint64(last), plan.deck, limit, numbers, places)
        shuffle(plan, places, moved, cards)
        deals += ids[cards[order, : int(filled)]].T.tolist()
    return deals


SMALL_DEAD = "".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdhs") + "TcTdThTs"


def check_boards_and_combos(seed: int, chunks: int) -> None:
    """Sixteen cards, jacks to aces: two are known, a seat has a range, a seat anything, five to the board."""
    spot = spot_of("JcJd", "QQ,AA:0.25,KQs:0.5", "random", dead=SMALL_DEAD)
    deals = deal_cards(spot, seed, chunks)
    assert all(len(set(deal)) == 11 for deal in deals)
    assert all(deal[:2] == [36, 37] for deal in deals)
    count = len(deals)
    boards = Counter(tuple(sorted(deal[6:])) for deal in deals)
    left = [card for card in range(36, 52) if card not in (36, 37)]
    weights = {
        combo: spot.weights[1][place]
        for place, combo in enumerate(map(tuple, COMBO_CARDS.tolist()))
        if spot.weights[1][place]
    }
    total = sum(weights.values())
    combos = Counter(tuple(sorted(deal[2:4])) for deal in deals)
    assert set(combos) <= set(weights)
    assert abs(surprise([combos[one] for one in weights], [count * w / total for w in weights.values()])) < SIGMAS
    wanted = {}
    for board in combinations(left, 5):
        free = sum(w for combo, w in weights.items() if not set(combo) & set(board))
        wanted[board] = count * free / total / math.comb(12, 5)
    assert set(boards) <= set(wanted)
    assert abs(surprise([boards[one] for one in wanted], list(wanted.values()))) < SIGMAS
    others = Counter(tuple(sorted(deal[4:6])) for deal in deals)
    wanted = {}
    for other in combinations(left, 2):
        free = sum(w for combo, w in weights.items() if not set(combo) & set(other))
        wanted[other] = count * free / total / math.comb(12, 2)
    assert abs(surprise([others[one] for one in wanted], list(wanted.values()))) < SIGMAS


def test_boards_and_combos_of_a_small_deck_are_uniform() -> None:
    check_boards_and_combos(1, 200)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_boards_and_combos_of_a_small_deck_are_uniform_to_the_last_permille(seed: int) -> None:
    check_boards_and_combos(100 + seed, 2_000)


@pytest.mark.slow
def test_every_combo_of_a_random_hand_and_every_board_card_comes_as_often() -> None:
    """The whole deck, ten seats: each combo of each seat, and each card of each place of the board."""
    deals = np.array(deal_cards(spot_of(*["random"] * 10), 3, 1_000))
    for seat in range(10):
        low, high = np.sort(deals[:, 2 * seat : 2 * seat + 2], axis=1).T
        found = np.bincount(high * (high - 1) // 2 + low, minlength=1326)
        assert abs(surprise(found.tolist(), [len(deals) / 1326] * 1326)) < SIGMAS
    for place in range(20, 25):
        found = np.bincount(deals[:, place], minlength=52)
        assert abs(surprise(found.tolist(), [len(deals) / 52] * 52)) < SIGMAS


# ---------------------------------------------------------------------------- joint combos


BLOCKING: dict[str, tuple[str, ...]] = {
    "two aces each": ("AA", "AA"),
    "both need aces or little else": ("AA", "AA,KK:0.01"),
    "three in two pairs": ("AA,KK", "AA,KK", "KK,AA:0.2"),
    "a chain": ("AhKh,AsKs:0.1", "AhQh,KsQs:0.5,JJ:0.02", "KhQh,AsQs,JcTc:0.3"),
    "one seat names a card": ("AhKd,AhKc,AhKs", "AA,KK:0.3", "QQ"),
    "four seats, four ranks": ("TT,JJ", "TT,JJ,QQ:0.1", "JJ,QQ:0.5", "TT:0.3,QQ"),
}


def check_joint(players: Sequence[str], hot: int, monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    """Joint combos come as often as their weights say, whichever cards are hot."""
    monkeypatch.setattr(joints, "HOT_STEPS", ((hot, math.inf),))
    spot = spot_of(*players)
    combos = [[(tuple(COMBO_CARDS[c].tolist()), float(w[c])) for c in np.flatnonzero(w)] for w in spot.weights]
    weights: dict[tuple[int, ...], float] = {}
    for deal in product(*combos):
        cards = [card for combo, _ in deal for card in combo]
        if len(set(cards)) == len(cards):
            weights[tuple(cards)] = math.prod(weight for _, weight in deal)
    total = sum(weights.values())
    found: Counter[tuple[int, ...]] = Counter()
    for deal in deal_cards(spot, hot, tries):
        pairs = [sorted(deal[2 * seat : 2 * seat + 2]) for seat in range(len(players))]
        found[tuple(card for pair in pairs for card in pair)] += 1
    count = found.total()
    assert set(found) <= set(weights)
    assert abs(surprise([found[one] for one in weights], [count * w / total for w in weights.values()])) < SIGMAS


@pytest.mark.parametrize("hot", [0, 1, 3, 20])
@pytest.mark.parametrize("players", BLOCKING.values(), ids=BLOCKING)
def test_ranges_that_nearly_block_each_other(
    players: tuple[str, ...], hot: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_joint(players, hot, monkeypatch, 300)


@pytest.mark.slow
@pytest.mark.parametrize("hot", [0, 1, 2, 5, 8, 20])
@pytest.mark.parametrize("players", BLOCKING.values(), ids=BLOCKING)
def test_ranges_that_nearly_block_each_other_at_length(
    players: tuple[str, ...], hot: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_joint(players, hot, monkeypatch, 1_500)


def test_a_joint_deal_with_a_chance_of_one_in_ten_to_the_twelve_is_drawn_at_once() -> None:
    """Both mostly want the ace of hearts; the only other way is the one that counts."""
    players, board = ("AhAd,KcKd:0.000001", "AhAs,QcQd:0.000001"), "2c7d9hJs3s"
    found = sample(spot_of(*players, board=board), samples=50_000, seed=1)
    assert found.draws < 4 * found.samples
    exact = np.array(oracle_equity(players, board, ""))
    assert 0.1 < exact[0] < 0.9
    assert np.abs(found.equity - exact).max() < SIGMAS * found.stderr.max()


def test_ten_seats_on_twenty_cards() -> None:
    """One deal in a million draws: ten seats hold tens to aces, so all of them; drawn without a redraw."""
    found = sample(spot_of(*["TT+"] * 10), samples=20_000, seed=4)
    assert found.draws < 15 * found.samples
    assert np.abs(found.equity - 0.1).max() < SIGMAS * found.stderr.max()


@pytest.mark.parametrize(("range_", "most"), [(R40, 300), (R20, 600)])
def test_ten_wide_ranges_do_not_crawl(range_: str, most: int) -> None:
    """Redrawing alone takes a thousand combos a deal for the wider one, ten thousand for the other."""
    found = sample(spot_of(*[range_] * 10), samples=20_000, seed=1)
    assert found.draws < most * found.samples
    assert np.abs(found.equity - 0.1).max() < SIGMAS * found.stderr.max()


@pytest.mark.parametrize(
    ("players", "named"),
    [
        (("AA", "AhAs,AhAd"), None),
        (("AA", "AA", "AKs"), (0, 1, 2)),
        (("AA", "random", "AA", "KK+", "AQs"), (0, 2, 4)),
        (("AK",) * 5, (0, 1, 2, 3, 4)),
        (("KK", "AhKh,AhKd", "AhQh,AhQd", "22"), (1, 2)),
        (("88,99", "88,99", "88,99", "88,99", "88,99", R40), (0, 1, 2, 3, 4)),
    ],
)
def test_no_deal_at_all(players: tuple[str, ...], named: tuple[int, ...] | None) -> None:
    if named is None:
        assert sample(spot_of(*players), samples=1000, seed=1).samples == 1000
        return
    with pytest.raises(NoValidDealError) as caught:
        sample(spot_of(*players), samples=1000)
    message = str(caught.value)
    assert [seat for seat in range(len(players)) if f"{seat} (" in message] == list(named)
    assert all(repr(players[seat]) in message for seat in named)


def test_ten_seats_on_nineteen_cards() -> None:
    with pytest.raises(NoValidDealError):
        sample(spot_of(*["TT+"] * 10, dead="Tc"), samples=1000)


def test_a_deck_too_small() -> None:
    dead = "".join(f"{rank}{suit}" for rank in "2345678" for suit in "cdhs") + "9c"
    assert sample(spot_of(*["random"] * 9, dead=dead), samples=1000, seed=1).samples == 1000
    with pytest.raises(NoValidDealError, match="dead"):
        sample(spot_of(*["random"] * 9, dead=dead + "9d"), samples=1000)


def test_every_way_to_deal_is_tried_where_draws_find_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no hot card to show it, a search decides."""
    monkeypatch.setattr(joints, "HOT_STEPS", ((0, 0),))
    monkeypatch.setattr(joints, "PATIENCE", 1 << 15)
    with pytest.raises(NoValidDealError):
        sample(spot_of("AA,KhKs", "AA,KhKd", "AA,KdKs", "AhKh,AsKs"), samples=10)
    rare = "AA,2c2d:1e-9"
    assert plan_deal(spot_of(rare, rare, "AhKh,AsKs")).draws == 1 << 15


def test_weights_too_far_apart() -> None:
    with pytest.raises(HoldemError, match="too far apart"):
        sample(spot_of("AhAd,KhKd:1e-200,QhQs:1e-200", "AhAs,KhKs:1e-200,QhQd:1e-200", "AdAs,KdKs:1e-200"), samples=10)


# ---------------------------------------------------------------------------- against exact results


EXACT: dict[str, tuple[tuple[str, ...], str, str]] = {
    "hands": (("AhAs", "KdKc"), "", ""),
    "hands, dead cards": (("AhAs", "KdKc"), "", "KhKs"),
    "random": (("random", "random"), "", ""),
    "ranges": (("QQ+,AKs", "22+,A2s+"), "", ""),
    "weights": (("AA:0.3,72o,KK:0.01", "KK,QQ:0.125,AKs"), "", ""),
    "flop": ((R20, "QQ+,AKs,T9s:0.5"), "Ks7d2c", ""),
    "turn, dead cards": (("AhKh", "random"), "Th9h2c4d", "QhJc"),
    "blocked": (("AA", "AA,KK:0.05"), "Kd7d2c", ""),
    "three on a turn": (("AA,KQs", "QQ,JTs:0.5", "T9s,AKs"), "Th9h2c4d", ""),
    "three, one anything": (("AhAd", "TT:0.25,KK", "random"), "Th9h2c4d5s", ""),
    "four on a turn": (("AKs,77", "AQs,JJ", "QTs,QQ", "KQs,AA:0.5"), "Jh7h2cTd", "Qd"),
    "five on a turn": (("AcJc", "AA:0.1,KTs", "KK,AQs", "QQ,KQs:0.5", "98s,22"), "JhTh2c4d", ""),
    "named suits": (("AhQh,AsQs:0.25", "KhJh,KsJs", "ThTs,QhTh"), "9h8h2c", ""),
}


@cache
def oracle_equity(players: tuple[str, ...], board: str, dead: str) -> tuple[float, ...]:
    seats = [oracle.expand(player) for player in players]
    found = oracle.equity(*seats, board=oracle.cards(board), dead=oracle.cards(dead))
    return tuple(float(seat.equity) for seat in found.seats)


def exact_equity(players: tuple[str, ...], board: str, dead: str) -> tuple[float, ...]:
    """From the oracle where it is quick, else from the exact methods, which the oracle checks elsewhere."""
    if len(players) > 2:
        return oracle_equity(players, board, dead)
    return tuple(he.equity(*players, board=board, dead=dead).equity.tolist())


def errors_in_sigmas(players: tuple[str, ...], board: str, dead: str, seeds: range, samples: int) -> Floats:
    """float64 (seeds, seats): how many of its standard errors each result is off."""
    spot = read_spot(players, board, dead)
    exact = np.array(exact_equity(players, board, dead))
    rows = []
    for seed in seeds:
        found = sample(spot, samples=samples, seed=seed, threads=1)
        rows.append((found.equity - exact) / found.stderr)
    return np.array(rows)


def check_errors(errors: Floats, sigmas: float) -> None:
    count = len(errors)
    assert np.abs(errors).max() < sigmas
    assert (np.abs(errors.mean(axis=0)) < SIGMAS / math.sqrt(count)).all()
    assert (np.abs(errors.var(axis=0, ddof=1) - 1.0) < SIGMAS * math.sqrt(2.0 / count)).all()


@pytest.mark.parametrize("row", EXACT.values(), ids=EXACT)
def test_errors_are_as_large_as_they_say(row: tuple[tuple[str, ...], str, str]) -> None:
    """Over 200 seeds the error, in its own standard errors, has mean 0 and variance 1."""
    check_errors(errors_in_sigmas(*row, range(200), 10_000), SIGMAS)


@pytest.mark.slow
@pytest.mark.parametrize("row", EXACT.values(), ids=EXACT)
def test_errors_are_as_large_as_they_say_over_thousands_of_seeds(row: tuple[tuple[str, ...], str, str]) -> None:
    check_errors(errors_in_sigmas(*row, range(10_000, 15_000), 20_000), SIGMAS)


@pytest.mark.slow
@pytest.mark.parametrize("row", EXACT.values(), ids=EXACT)
def test_a_hundred_million_deals(row: tuple[tuple[str, ...], str, str]) -> None:
    """A bias of one in ten thousand would show."""
    check = errors_in_sigmas(*row, range(77, 78), 100_000_000)
    assert np.abs(check).max() < SIGMAS


def test_seats_are_drawn_jointly(shared: Path) -> None:
    """Drawing one seat after another would give .3237 .3283 .3189 .0291."""
    (row,) = [row for row in read_rows(shared / "cases/equity.jsonl") if row["id"] == "joint-4way"]
    found = sample(read_spot(row["players"], row["board"], row["dead"]), stderr=row["tol"] / 4, seed=1)
    assert np.abs(found.equity - row["equity"]).max() < row["tol"]


def test_a_seat_of_all_combos_is_like_any_other() -> None:
    """Dealt last, or drawn with the rest since one combo weighs a little less, it is the same seat."""
    spot = spot_of("AhAd,KK", "random", "random:0.5", "QQ+", board="Th9h2c")
    uneven = [weights.copy() for weights in spot.weights]
    for weights in uneven[1:3]:
        weights[1300] *= 1 - 1e-9
    last = sample(spot, samples=400_000, seed=1)
    drawn = sample(Spot(spot.players, tuple(uneven), spot.board, spot.dead), samples=400_000, seed=2)
    assert last.draws < drawn.draws / 2
    assert (np.abs(last.equity - drawn.equity) < SIGMAS * np.hypot(last.stderr, drawn.stderr)).all()


def test_a_seat_that_holds_a_known_card() -> None:
    """``Ah`` is in all of the first seat's combos, so a seat of all others is dealt last."""
    spot = spot_of("AhKh,AhKd,AhKc", "random", board="Th9h2c4d")
    found = sample(spot, samples=200_000, seed=6)
    assert found.draws < 1.01 * found.samples
    exact = he.equity("AhKh,AhKd,AhKc", "random", board="Th9h2c4d").equity
    assert np.abs(found.equity - exact).max() < SIGMAS * found.stderr.max()


# ---------------------------------------------------------------------------- what follows from the counts


def test_shares_and_errors_are_those_of_the_counts() -> None:
    """Against the textbook formulas, deal by deal, in fractions."""
    winners = np.array([0, 5, 7, 2, 1, 0, 3, 4])
    found = Sampled(winners, 22, 1, 0)
    for seat in range(3):
        shares = [
            Fraction(1, group.bit_count()) if group >> seat & 1 else Fraction(0)
            for group, count in enumerate(winners.tolist())
            for _ in range(count)
        ]
        mean = sum(shares) / Fraction(22)
        variance = sum((share - mean) ** 2 for share in shares) / Fraction(21)
        alone = int(winners[1 << seat])
        assert found.equity[seat] == float(mean)
        assert found.stderr[seat] == pytest.approx(math.sqrt(variance / 22), rel=1e-14)
        assert found.win[seat] == alone / 22
        assert found.tie[seat] == (sum(1 for share in shares if share) - alone) / 22
    assert found.equity.sum() == pytest.approx(1.0, abs=1e-15)


def test_one_deal_has_no_error_to_speak_of() -> None:
    found = sample(spot_of("AhAs", "KdKc"), samples=1, seed=1)
    assert found.winners.sum() == 1
    assert (found.stderr == math.inf).all()


def test_every_deal_has_a_winner() -> None:
    found = sample(spot_of(*["random"] * 10), samples=100_001, seed=2)
    assert found.winners.shape == (1024,)
    assert found.winners[0] == 0
    assert found.winners.sum() == found.samples == 100_001
    assert not found.winners.flags.writeable
    assert found.draws == 0


def test_a_complete_board_and_known_hands_leave_nothing_to_chance() -> None:
    found = sample(spot_of("AhAs", "KdKc", board="Ks7d2c9h3h"), samples=1000, seed=1)
    assert found.winners.tolist() == [0, 0, 1000, 0]
    assert found.stderr.tolist() == [0.0, 0.0]


# ---------------------------------------------------------------------------- the same bits


RUNS: dict[str, tuple[tuple[str, ...], str, int]] = {
    "hands": (("AhAs", "KdKc"), "", 700_001),
    "three random": (("random",) * 3, "", 400_000),
    "ranges": ((R20, R40, "AA:0.2,KK,72o:0.1"), "", 150_001),
    "many hot cards": (("99+",) * 8, "", 30_000),
    "flop": (("AhKh", "random", R20), "Th9h2c", 300_000),
}


@pytest.mark.parametrize("row", RUNS.values(), ids=RUNS)
def test_the_same_bits_on_any_number_of_threads(row: tuple[tuple[str, ...], str, int]) -> None:
    players, board, samples = row
    spot = spot_of(*players, board=board)
    first = sample(spot, samples=samples, seed=9, threads=1)
    for threads in (2, 3, 7, None):
        assert same(sample(spot, samples=samples, seed=9, threads=threads), first)
    assert not np.array_equal(sample(spot, samples=samples, seed=10).winners, first.winners)


def test_the_same_bits_where_an_error_is_the_goal() -> None:
    spot = spot_of(R20, R40)
    first = sample(spot, stderr=0.0006, seed=3, threads=1)
    for threads in (2, 3, 7):
        assert same(sample(spot, stderr=0.0006, seed=3, threads=threads), first)


def test_the_same_bits_in_another_process() -> None:
    code = """
        from holdem_eq.equity.sampling import sample
        from holdem_eq.equity.spot import read_spot
        print(sample(read_spot(("AhAs", "KK,QQ:0.5", "random"), "", ""), samples=100_000, seed=2**64 - 1).winners.tolist())
    """
    found = sample(spot_of("AhAs", "KK,QQ:0.5", "random"), samples=100_000, seed=2**64 - 1)
    assert finish(start(code)).strip() == str(found.winners.tolist())


@pytest.mark.parametrize("size", [64, 4096])
def test_deals_are_those_of_the_seed_and_the_block(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """More deals are the same deals and then some."""
    monkeypatch.setattr(sampling, "_block_size", lambda seats, draws: size)
    spot = spot_of("AhAs", "random")
    runs = [sample(spot, samples=size * blocks, seed=5).winners for blocks in (1, 2, 3)]
    assert all((more >= less).all() for less, more in pairwise(runs))


def test_the_numbers_of_this_version() -> None:
    """A stored result stays what it was: these change only with a line in CHANGELOG."""
    counts = {
        name: sample(spot_of(*players, board=board), samples=10_000, seed=1).winners
        for name, (players, board, _) in RUNS.items()
        if len(players) < 4
    }
    assert {name: found.tolist() for name, found in counts.items()} == NUMBERS


NUMBERS = {
    "hands": [0, 8114, 1847, 39],
    "three random": [0, 3237, 3125, 121, 3180, 122, 116, 99],
    "ranges": [0, 2263, 2014, 104, 5510, 47, 22, 40],
    "flop": [0, 5233, 1750, 26, 2779, 175, 35, 2],
}


# ---------------------------------------------------------------------------- when to stop


@pytest.mark.parametrize("goal", [0.02, 0.003, 0.0007])
@pytest.mark.parametrize("players", [("AhAs", "KdKc"), ("random",) * 6, ("AA", R20, R40)])
def test_sampling_goes_on_until_the_error_is_small_enough(players: tuple[str, ...], goal: float) -> None:
    found = sample(spot_of(*players), stderr=goal, seed=1)
    assert found.stderr.max() <= goal
    needed = found.samples * (found.stderr.max() / goal) ** 2
    assert found.samples < max(1.1 * needed, sampling.FIRST_LOOK) + 140_000  # whole blocks


def test_samples_bound_an_error_that_would_take_more() -> None:
    found = sample(spot_of("AhAs", "KdKc"), stderr=0.0001, samples=54_321, seed=1)
    assert found.samples == 54_321
    assert found.stderr.max() > 0.0001
    assert sample(spot_of("AhAs", "KdKc"), stderr=0.01, samples=10**12, seed=1).samples < 10**6


def test_neither_samples_nor_error() -> None:
    found = sample(spot_of("AhAs", "KdKc"), seed=1)
    assert found.stderr.max() <= sampling.DEFAULT_STDERR
    assert found.samples < 5_000_000


def test_an_error_of_nothing_so_far_is_not_trusted() -> None:
    """One board in 990 saves the hand that is behind: the first look comes late enough to see it."""
    spot = spot_of("AhKh", "3s3h", board="AcAdKd")
    for seed in range(20):
        found = sample(spot, stderr=0.00005, seed=seed)
        assert found.samples >= 2 / 0.00005
        assert found.stderr.max() > 0.0


def test_a_seed_of_its_own() -> None:
    spot = spot_of("AhAs", "KdKc")
    first, second = sample(spot, samples=1000), sample(spot, samples=1000)
    assert first.seed != second.seed
    assert same(sample(spot, samples=1000, seed=first.seed), first)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"samples": 0}, "samples=0: give a whole number of deals"),
        ({"samples": -5}, "samples=-5"),
        ({"samples": 1.5}, "samples=1.5"),
        ({"samples": True}, "samples=True"),
        ({"samples": "many"}, "samples='many'"),
        ({"samples": 10**13}, "samples=10000000000000"),
        ({"stderr": 0}, "stderr=0: give a standard error"),
        ({"stderr": -0.1}, "stderr=-0.1"),
        ({"stderr": 1e-9}, "stderr=1e-09"),
        ({"stderr": math.nan}, "stderr=nan"),
        ({"stderr": math.inf}, "stderr=inf"),
        ({"stderr": "small"}, "stderr='small'"),
        ({"stderr": True}, "stderr=True"),
        ({"seed": -1}, "seed=-1: give a whole number from 0"),
        ({"seed": 1 << 64}, "seed=18446744073709551616"),
        ({"seed": 0.5}, "seed=0.5"),
        ({"seed": False}, "seed=False"),
        ({"threads": 0}, "threads=0"),
        ({"progress": "bar"}, "progress='bar': give True, False, or a callable"),
        ({"progress": 3}, "progress=3"),
    ],
    ids=str,
)
def test_arguments_out_of_bounds(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(HoldemError) as caught:
        sample(spot_of("AhAs", "KdKc"), **wrong)
    assert text in str(caught.value)


def test_numbers_of_numpy_are_numbers() -> None:
    spot = spot_of("AhAs", "KdKc")
    plain = sample(spot, samples=1000, seed=7)
    assert same(sample(spot, samples=np.int64(1000), seed=np.uint64(7)), plain)  # type: ignore[arg-type]
    assert sample(spot, stderr=np.float64(0.01), seed=7).stderr.max() <= 0.01


# ---------------------------------------------------------------------------- looking on


def test_a_callable_is_told_how_far_it_is() -> None:
    seen: list[tuple[int, int, Sampled]] = []
    spot = spot_of(*["random"] * 6)
    found = sample(spot, samples=3_000_000, seed=1, progress=lambda *told: seen.append(told))
    assert same(found, sample(spot, samples=3_000_000, seed=1))
    assert len(seen) >= 2
    assert [total for _, total, _ in seen] == [3_000_000] * len(seen)
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)
    assert seen[-1][0] == 3_000_000
    for done, _, so_far in seen:
        assert so_far.winners.sum() == so_far.samples == done
        assert abs(so_far.equity.sum() - 1.0) < 1e-12
    assert same(seen[-1][2], found)


def test_a_callable_is_told_how_far_an_error_will_take() -> None:
    seen: list[tuple[int, int]] = []
    found = sample(spot_of(R20, R40), stderr=0.0004, seed=1, progress=lambda done, total, _: seen.append((done, total)))
    assert seen[-1] == (found.samples, found.samples)
    assert all(done <= total for done, total in seen)
    assert same(found, sample(spot_of(R20, R40), stderr=0.0004, seed=1))


@pytest.mark.parametrize("options", [{"samples": 2_000_000}, {"stderr": 0.0005}], ids=str)
def test_a_bar(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    spot = spot_of(R20, R40)
    found = sample(spot, seed=1, progress=True, **options)
    drawn = capsys.readouterr().err
    assert "100%" in drawn
    assert "deals" in drawn
    assert same(found, sample(spot, seed=1, **options))


def test_a_bar_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(HoldemError, match=r'pip install "holdem_eq\[progress\]"'):
        sample(spot_of("AhAs", "KdKc"), samples=1000, progress=True)
    assert sample(spot_of("AhAs", "KdKc"), samples=1000, progress=False).samples == 1000


def test_who_looks_on_may_stop_it() -> None:
    class EnoughError(Exception):
        pass

    def look(done: int, total: int, found: Sampled) -> None:
        raise EnoughError

    spot = spot_of("AhAs", "KdKc")
    with pytest.raises(EnoughError):
        sample(spot, samples=10**9, seed=1, progress=look)
    assert sample(spot, samples=1000, seed=1).samples == 1000


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("players", ["AhAs KdKc", "99+ " * 9 + "99+"], ids=["hands", "ten ranges"])
def test_ctrl_c_is_heard_within_a_second(players: str, threads: str) -> None:
    code = """
        import signal, sys, time
        from holdem_eq.equity.sampling import sample
        from holdem_eq.equity.spot import read_spot
        signal.signal(signal.SIGINT, signal.default_int_handler)
        spot = read_spot(tuple(sys.argv[1].split()), "", "")
        plain = sample(spot, samples=20_000, seed=1).winners.tolist()
        print("ready", flush=True)
        try:
            sample(spot, samples=10**12, threads=int(sys.argv[2]))
        except KeyboardInterrupt:
            print("heard", flush=True)
        print(sample(spot, samples=20_000, seed=1).winners.tolist() == plain)
    """
    process = start(code, players, threads)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    assert process.stdout.readline() == "heard\n"
    assert time.monotonic() - began < 1.0
    assert process.stdout.readline() == "True\n"
    finish(process)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts kibibytes as Linux does")
@pytest.mark.parametrize(
    "players", ["random " * 10, f"{R40} " * 10, "99+,AKs " * 10, "AhAs KdKc"], ids=lambda row: row[:8]
)
def test_memory_does_not_grow_with_the_deals(players: str) -> None:
    """Under 200 MB above what the imports take."""
    code = """
        import resource, sys
        import holdem_eq.equity.joint
        from holdem_eq.equity.sampling import sample
        from holdem_eq.equity.spot import read_spot
        sample(read_spot(("AhAs", "KdKc"), "", ""), samples=1)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        sample(read_spot(tuple(sys.argv[1].split()), "", ""), stderr=0.0003, seed=1)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    assert int(finish(start(code, players), timeout=600)) < 200 * 1024
