"""Random hands: what always holds (part 5L of the rules), and that a slow twin says the same at each step."""

# ruff: noqa: N802 (tests bear the numbers of the rules)

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_eq.errors import HoldemError
from holdem_eq.hands.many import REFUSALS, replay_many
from holdem_eq.rules import (
    Action,
    BetTo,
    DealBoard,
    DealHole,
    Fold,
    Hand,
    HandResult,
    Muck,
    Pot,
    RaiseTo,
    Rake,
    Rules,
    Show,
    replay,
)
from holdem_eq.rules.pots import award_pots, build_pots, rake_pots, uncalled_bet
from tests import oracle_rules
from tests.random_play import Played, play, random_start

CHUNKS, SIZE = 8, 50
SLOW_CHUNKS, SLOW_SIZE = 20, 5_000


def played(seed: int, probe: float = 0.0, **fixed: Any) -> Played:
    rng = random.Random(seed)
    return play(random_start(rng, **fixed), rng, probe)


def check(one: Played) -> HandResult:
    """A hand that the table let happen: books, and the oracle."""
    hand = one.hand
    found = replay(hand)
    exact = hand.rules.split_mode == "exact"
    wanted = one.settled(exact)
    assert found.uncalled == wanted.uncalled
    assert [(pot.amount, pot.eligible) for pot in found.pots] == wanted.pots
    assert list(found.collected) == wanted.wins
    assert found.reports == ()
    starts: list[int] = [stack or 0 for stack in hand.stacks]
    assert sum(found.final_stacks) + found.rake == sum(starts)  # L01
    back = found.uncalled[1] if found.uncalled else 0
    totals, _, dead = one.betting.contributions()
    assert sum(pot.amount for pot in found.pots) + back == sum(totals) + dead  # L02
    put = [total - (back if found.uncalled and found.uncalled[0] == seat else 0) for seat, total in enumerate(totals)]
    for seat, won in enumerate(found.collected):  # L05
        if one.betting.has_folded(seat):
            assert won == 0
            assert found.final_stacks[seat] <= starts[seat]
        matched = sum(min(theirs, put[seat]) for theirs in put)
        above = sum(max(0, theirs - put[seat]) for other, theirs in enumerate(put) if one.betting.has_folded(other))
        assert won <= matched + dead + above
        assert found.final_stacks[seat] == starts[seat] + found.net[seat]
        assert found.net[seat] == won - found.contributions[seat]
    assert replay(hand, strict=False) == found
    return found


def check_many(first: int, size: int, probe: float) -> None:
    for seed in range(first, first + size):
        try:
            check(played(seed, probe))
        except Exception as error:
            raise AssertionError(f"hand of seed {seed}") from error


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_hands(chunk: int) -> None:
    check_many(chunk * SIZE, SIZE, probe=0.3)


def test_random_hands_are_of_every_kind() -> None:
    """The random player meets what the rules are about, or the tests above say little."""
    seen: dict[str, int] = {}
    for seed in range(CHUNKS * SIZE):
        one = played(seed)
        found = replay(one.hand)
        for name, holds in {
            one.hand.rules.game: True,
            one.hand.rules.limit: True,
            f"{len(one.hand.stacks)} seats": True,
            f"{len(found.pots)} pots": True,
            f"{len(found.boards)} boards": True,
            "uncalled": found.uncalled is not None,
            "a split pot": len(found.awards) > len(found.pots),
            "a low": any(award.share == "low" for award in found.awards),
            "a muck": any(one.table.mucked),
            "a showdown": bool(found.showdown),
            "no showdown": not found.showdown,
            "a fraction": any(Fraction(won).denominator > 1 for won in found.collected),
        }.items():
            seen[name] = seen.get(name, 0) + holds
    few = {name: count for name, count in seen.items() if count < 5 and not name.endswith("pots")}
    assert few == {}
    assert {"irish", "crazy-pineapple-hilo8", "pineapple", "NL", "PL", "FL", "SL"} <= seen.keys()
    assert {"2 seats", "10 seats", "3 pots", "3 boards"} <= seen.keys()


# ---------------------------------------------------------------------------- results that must move together


def permuted(values: Any, order: list[int]) -> list[Any]:
    return [values[seat] for seat in order]


@st.composite
def contributions(draw: st.DrawFn) -> tuple[list[int], list[bool], list[int], int]:
    size = draw(st.integers(2, 10))
    totals = draw(st.lists(st.integers(0, 40), min_size=size, max_size=size).filter(any))
    folded = draw(st.lists(st.booleans(), min_size=size, max_size=size).filter(lambda out: not all(out)))
    ranks = draw(st.lists(st.integers(1, 4), min_size=size, max_size=size))
    return totals, folded, ranks, draw(st.sampled_from([0, 0, 1, 7]))


@given(contributions())
def test_pots_are_the_oracles(case: tuple[list[int], list[bool], list[int], int]) -> None:
    totals, folded, _, dead = case
    back, pots = settle_pots(totals, folded, dead)
    wanted_back, wanted = oracle_rules.find_pots(totals, folded, dead)
    assert back == wanted_back
    if any(totals[seat] and not out for seat, out in enumerate(folded)):
        assert [(pot.amount, pot.eligible) for pot in pots] == wanted


def settle_pots(totals: list[int], folded: list[bool], dead: int) -> tuple[tuple[int, int] | None, tuple[Pot, ...]]:
    back = uncalled_bet(totals, folded)
    left = [total - (back[1] if back and back[0] == seat else 0) for seat, total in enumerate(totals)]
    return back, build_pots(left, folded, dead)


@given(contributions(), st.randoms(use_true_random=False))
def test_L03__permuted_seats(case: tuple[list[int], list[bool], list[int], int], rng: random.Random) -> None:
    totals, folded, ranks, dead = case
    order = rng.sample(range(len(totals)), len(totals))
    new_place = {seat: place for place, seat in enumerate(order)}
    back, pots = settle_pots(totals, folded, dead)
    other_back, others = settle_pots(permuted(totals, order), permuted(folded, order), dead)
    assert other_back == (back and (new_place[back[0]], back[1]))
    assert [(pot.amount, set(pot.eligible)) for pot in others] == [
        (pot.amount, {new_place[seat] for seat in pot.eligible}) for pot in pots
    ]
    exact = Rules(split_mode="exact")
    won = [Fraction(0)] * len(totals)
    other_won = list(won)
    for chips, boards, some in ((won, ranks, pots), (other_won, permuted(ranks, order), others)):
        for award in award_pots([pot.amount for pot in some], [pot.eligible for pot in some], [boards], [], exact):
            chips[award.seat] += award.amount
    assert other_won == permuted(won, order)


def scaled_action(action: Action, k: int) -> Action:
    return type(action)(action.seat, action.amount * k) if isinstance(action, RaiseTo | BetTo) else action


def scaled(hand: Hand, k: int) -> Hand:
    rules = hand.rules
    rake = rules.rake
    if isinstance(rake, Rake):
        rake = replace(rake, cap=None if rake.cap is None else rake.cap * k, unit=rake.unit * k)
    low, high = rules.spread
    rules = replace(
        rules,
        min_bet=rules.min_bet * k,
        small_bet=rules.small_bet * k,
        big_bet=rules.big_bet * k,
        spread=(low * k, high * k),
        chip_unit=rules.chip_unit * k,
        rake=rake,
    )
    amounts = {
        name: tuple(amount * k for amount in getattr(hand, name))
        for name in ("stacks", "posts", "antes", "dead_antes", "dead_posts")
    }
    return replace(hand, rules=rules, actions=tuple(scaled_action(action, k) for action in hand.actions), **amounts)


RAKES = (
    None,
    Rake(Fraction(1, 20), 7),
    Rake(Fraction(1, 10), None, False),
    Rake(Fraction("0.02"), 30, True, 2),
    Rake(Fraction(1, 10), None, False, 1, "proportional"),
)


@pytest.mark.parametrize("k", [2, 3, 100])
def test_L04__scaled_amounts(k: int) -> None:
    for seed in range(60):
        hand = played(seed, rake=RAKES[seed % len(RAKES)]).hand
        one, many = replay(hand), replay(scaled(hand, k))
        assert many.pots == tuple(Pot(pot.amount * k, pot.eligible) for pot in one.pots)
        assert many.rake == one.rake * k
        assert many.final_stacks == tuple(stack * k for stack in one.final_stacks)
        assert [award.amount for award in many.awards] == [award.amount * k for award in one.awards]


def test_rake_is_taken_from_what_is_won() -> None:
    raked = 0
    for seed in range(200):
        hand = played(seed).hand
        free = replay(hand)
        rake = RAKES[1 + seed % 4]
        assert isinstance(rake, Rake)
        found = replay(replace(hand, rules=replace(hand.rules, rake=rake)))
        in_all = sum(pot.amount for pot in free.pots)
        due = 0 if rake.no_flop_no_drop and not free.boards[0] else int(in_all * rake.percent)
        due = min(due, in_all if rake.cap is None else rake.cap)
        assert found.rake == due - due % rake.unit
        assert sum(found.collected) == in_all - found.rake
        assert (found.pots, found.uncalled) == (free.pots, free.uncalled)
        assert all(raked_won <= won for raked_won, won in zip(found.collected, free.collected, strict=True)) or any(
            len(pot.eligible) > 1 for pot in free.pots
        )
        raked += found.rake > 0
    assert raked > 50


@given(
    st.lists(st.integers(1, 500), min_size=1, max_size=5),
    st.fractions(0, 1, max_denominator=50),
    st.one_of(st.none(), st.integers(0, 100)),
    st.sampled_from([1, 1, 5]),
)
def test_rake_over_pots(amounts: list[int], percent: Fraction, cap: int | None, unit: int) -> None:
    pots = [Pot(amount, (0, 1)) for amount in amounts]
    first = rake_pots(pots, Rake(percent, cap, unit=unit), True)
    shared = rake_pots(pots, Rake(percent, cap, unit=unit, allocation="proportional"), True)
    assert sum(first) == sum(shared)
    for taken, before, amount in zip(first, _before(first), amounts, strict=True):
        assert taken == min(amount, sum(first) - before)
    for taken, amount in zip(shared, amounts, strict=True):
        assert abs(taken - Fraction(sum(shared) * amount, sum(amounts))) < 1
        assert 0 <= taken <= amount


def _before(values: list[int]) -> list[int]:
    return [sum(values[:place]) for place in range(len(values))]


@given(
    contributions(),
    st.integers(1, 3),
    st.sampled_from([1, 1, 5, 25]),
    st.booleans(),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_awards_are_the_oracles(
    case: tuple[list[int], list[bool], list[int], int],
    boards: int,
    unit: int,
    hilo: bool,
    exact: bool,
    rng: random.Random,
) -> None:
    totals, folded, _, dead = case
    _, pots = settle_pots(totals, folded, dead)
    size = len(totals)
    ranks = [[rng.randint(1, 4) for _ in range(size)] for _ in range(boards)]
    lows = [[rng.choice((None, (8, 6, 4, 3, 1), (7, 5, 4, 3, 2))) for _ in range(size)] for _ in range(boards)]
    numbers = [[0 if low is None else 10 - low[0] for low in board] for board in lows]
    rules = Rules(chip_unit=unit, split_mode="exact" if exact else "whole")
    awards = award_pots(
        [pot.amount for pot in pots], [pot.eligible for pot in pots], ranks, numbers if hilo else [], rules
    )
    for place, pot in enumerate(pots):
        wanted: dict[int, Any]
        if exact:
            wanted = dict(oracle_rules.award_exactly(pot.amount, pot.eligible, ranks, lows if hilo else None))
        else:
            wanted = dict(oracle_rules.award(pot.amount, pot.eligible, ranks, lows if hilo else None, unit))
        came: dict[int, Any] = dict.fromkeys(pot.eligible, 0)
        for award in awards:
            if award.pot == place:
                came[award.seat] += award.amount
        assert came == wanted
    assert [award.pot for award in awards] == sorted((award.pot for award in awards), reverse=True)


def test_L07__who_shows_moves_no_pot() -> None:
    told = 0
    for seed in range(150):
        one = played(seed)
        found = replay(one.hand)
        if len(found.showdown) < 2:
            continue
        told += 1
        quiet = tuple(action for action in one.hand.actions if not isinstance(action, Show | Muck))
        for keeper in found.showdown:
            throws = [Muck(seat) for seat in found.showdown if seat != keeper]
            tops = set(found.pots[-1].eligible)
            if keeper not in tops:
                continue
            other = replay(replace(one.hand, actions=(*quiet, *throws)))
            assert (other.pots, other.uncalled) == (found.pots, found.uncalled)
            assert other.collected[keeper] == sum(pot.amount for pot in found.pots)
        silent = replay(replace(one.hand, actions=quiet))
        assert (silent.pots, silent.uncalled) == (found.pots, found.uncalled)
    assert told > 50


# ---------------------------------------------------------------------------- one by one and in a batch


def mangled(hand: Hand, rng: random.Random) -> Hand:
    """The hand with something wrong in its record, or with something that happens to be right."""
    actions = list(hand.actions)
    place = rng.randrange(len(actions))
    one = actions[place]
    kind = rng.choice(("drop", "twice", "swap", "amount", "fold", "seat", "cards"))
    if kind == "drop":
        del actions[place]
    elif kind == "twice":
        actions.insert(place, one)
    elif kind == "swap":
        other = rng.randrange(len(actions))
        actions[place], actions[other] = actions[other], one
    elif kind == "amount":
        raises = [at for at, action in enumerate(actions) if isinstance(action, RaiseTo)]
        if raises:
            at = rng.choice(raises)
            raised = actions[at]
            assert isinstance(raised, RaiseTo)
            actions[at] = RaiseTo(raised.seat, max(0, raised.amount + rng.randint(-30, 30)))
    elif kind == "cards":
        dealt = [at for at, action in enumerate(actions) if getattr(action, "cards", ())]
        at = rng.choice(dealt)
        cards: tuple[int, ...] = actions[at].cards
        other_cards = (
            (cards[0], *cards[:-1]),
            (rng.randrange(52), *cards[1:]),
            (-1, *cards[1:]),
            cards[1:],
            (cards * 2)[:7],
        )
        actions[at] = replace(actions[at], cards=rng.choice(other_cards))  # type: ignore[call-arg]
    elif kind == "fold":
        actions[place] = Fold(rng.randrange(len(hand.stacks)))
    elif not isinstance(one, DealBoard | DealHole):
        actions[place] = replace(one, seat=rng.randrange(len(hand.stacks)))  # type: ignore[call-arg]
    return replace(hand, actions=tuple(actions))


def alone(hand: Hand, strict: bool) -> HandResult | HoldemError:
    try:
        return replay(hand, strict)
    except HoldemError as error:
        return error


def check_batch(hands: list[Hand], strict: bool) -> int:
    """Every hand of a batch is what it is alone, or has the error it has alone; how many have one."""
    found = replay_many(hands, strict=strict)
    for row, hand in enumerate(hands):
        one = alone(hand, strict)
        refusal, words = REFUSALS.get(int(found.errors[row])), found.refusal(row)
        if isinstance(one, HoldemError):
            assert refusal is not None, one
            assert refusal[0] is type(one), (words, one)
            continue
        assert refusal is None, words
        seats = slice(int(found.batch.seat_starts[row]), int(found.batch.seat_starts[row + 1]))
        assert found.final[seats].tolist() == list(one.final_stacks)
        assert found.collected[seats].tolist() == list(one.collected)
        assert found.contributions[seats].tolist() == list(one.contributions)
        back = None if found.uncalled_seats[row] < 0 else (int(found.uncalled_seats[row]), int(found.uncalled[row]))
        assert back == one.uncalled
        pots = zip(found.pot_amounts[seats], found.pot_eligible[seats], strict=True)
        came = [(int(amount), {seat for seat in range(64) if int(who) >> seat & 1}) for amount, who in pots]
        assert came[: found.pot_counts[row]] == [(pot.amount, set(pot.eligible)) for pot in one.pots]
        assert int(found.pot_rake[seats].sum()) == one.rake
        assert bool(found.reports[row]) == bool(one.reports)
    return int((found.errors > 0).sum())


def batch_of(first: int, size: int, wrong: bool) -> list[Hand]:
    hands = []
    for seed in range(first, first + size):
        hand = played(seed, split_mode="whole", rake=RAKES[seed % len(RAKES)]).hand
        hands.append(mangled(hand, random.Random(seed)) if wrong else hand)
    return hands


@pytest.mark.parametrize("strict", [True, False])
def test_L08__batch_and_one_hand(strict: bool) -> None:
    assert check_batch(batch_of(0, 300, wrong=False), strict) == 0
    assert 50 < check_batch(batch_of(300, 300, wrong=True), strict) < 290


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
def test_L08__100_000_hands(chunk: int) -> None:
    """Hands against the oracle, then all of them in a batch, then each with something wrong."""
    hands = []
    for seed in range(1_000_000 + chunk * SLOW_SIZE, 1_000_000 + (chunk + 1) * SLOW_SIZE):
        one = played(seed, probe=0.02, split_mode="whole")
        assert isinstance(check(one), HandResult), seed
        hands.append(one.hand)
    assert check_batch(hands, strict=True) == 0
    check_batch([mangled(hand, random.Random(seed)) for seed, hand in enumerate(hands)], strict=chunk % 2 == 0)
