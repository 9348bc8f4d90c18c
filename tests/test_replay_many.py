"""Many hands in one kernel: each comes to what `replay` says of it alone, whatever that is."""

# ruff: noqa: N802 (tests bear the numbers of the rules)

from __future__ import annotations

import pickle
import random
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from holdem_eq.errors import BoardSizeError, DuplicateCardError, HoldemError, IllegalActionError, PlayerCountError
from holdem_eq.hands.flat import HandBatch, pack_cards, unpack_cards
from holdem_eq.hands.many import REFUSALS, Replays, replay_many
from holdem_eq.kernels import hand_layout as lay
from holdem_eq.rules import (
    GAMES,
    Call,
    DeadHand,
    DealBoard,
    DealHole,
    Fold,
    Hand,
    HandResult,
    RaiseTo,
    Rake,
    Rules,
    replay,
)
from tests import cases
from tests.random_hands import random_hand, tampered
from tests.rule_records import made_up_case, phh_case, site_case

WALK = Hand((100, 100, 100), posts=(1, 2, 0), actions=(Fold(2), Fold(0)))


def fields(replays: Replays, hand: int) -> dict[str, Any]:
    """What the arrays say of one hand, in the words of `HandResult`."""
    begin, end = (int(row) for row in replays.batch.seat_starts[hand : hand + 2])
    count = int(replays.pot_counts[hand])

    def seats(numbers: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(end - begin) if numbers >> seat & 1)

    pots = zip(replays.pot_amounts[begin : begin + count], replays.pot_eligible[begin : begin + count], strict=True)
    back = int(replays.uncalled_seats[hand])
    return {
        "pots": tuple((int(amount), seats(int(eligible))) for amount, eligible in pots),
        "uncalled": None if back < 0 else (back, int(replays.uncalled[hand])),
        "rake": int(replays.pot_rake[begin:end].sum()),
        "final_stacks": tuple(None if chips < 0 else int(chips) for chips in replays.final[begin:end]),
        "collected": tuple(replays.collected[begin:end].tolist()),
        "contributions": tuple(replays.contributions[begin:end].tolist()),
        "winners": {seat for k in range(count) for seat in seats(int(replays.pot_winners[begin + k]))},
        "reported": bool(replays.reports[hand]),
    }


def fields_alone(result: HandResult) -> dict[str, Any]:
    names = ("uncalled", "rake", "final_stacks", "collected", "contributions")
    return {
        "pots": tuple((pot.amount, pot.eligible) for pot in result.pots),
        **{name: getattr(result, name) for name in names},
        "winners": {award.seat for award in result.awards},
        "reported": bool(result.reports),
    }


def verify(hands: list[Hand], strict: bool) -> int:
    """Compare each hand of a batch with its replay alone; how many were replayed."""
    replays = replay_many(hands, strict)
    fine, wrong = 0, list[str]()
    for number, hand in enumerate(hands):
        try:
            result = replay(hand, strict)
        except HoldemError as error:
            wrong += _misnamed(error, replays, number)
            continue
        assert not replays.errors[number], f"{hand.source}: {replays.refusal(number)}"
        assert fields(replays, number) == fields_alone(result), hand
        begin, end = replays.batch.seat_starts[number : number + 2]
        for board, ranks in enumerate(result.hand_ranks):
            assert replays.hand_ranks[board, begin:end].tolist() == list(ranks)
        fine += 1
    assert wrong == []
    return fine


def _misnamed(error: HoldemError, replays: Replays, number: int) -> list[str]:
    """What is said of both, unless the batch has the same kind of error at the same action."""
    code, place = int(replays.errors[number]), re.search(r"action (\d+) \(", str(error))
    same_place = place is None or int(replays.error_actions[number]) + 1 == int(place[1])
    same_kind = code and REFUSALS[code][0] is type(error)
    return [] if same_kind and same_place else [f"{error} | {replays.refusal(number)}"]


@pytest.fixture(scope="module")
def real_hands(shared: Any) -> dict[str, list[tuple[cases.Row, Hand]]]:
    found = {}
    for name in ("phh", "pokerstars", "ohh"):
        rows = cases.read_rows(shared / "hands" / f"{name}_expected.jsonl")
        found[name] = [(row, (phh_case(row) if name == "phh" else site_case(row)).hand) for row in rows]
    return found


@pytest.mark.parametrize("name", ["phh", "pokerstars", "ohh"])
def test_real_hands(real_hands: dict[str, list[tuple[cases.Row, Hand]]], name: str) -> None:
    """Pots, uncalled bets and final stacks of the rows, straight from the arrays."""
    rows = real_hands[name]
    replays = replay_many([hand for _, hand in rows], strict=False)
    for number, (row, _) in enumerate(rows):
        assert not replays.errors[number], replays.refusal(number)
        found = fields(replays, number)
        uncalled = row["uncalled"]
        assert found["pots"] == tuple((pot["amount"], tuple(pot["eligible"])) for pot in row["pots"]), row["id"]
        assert found["uncalled"] == (uncalled and (uncalled["player"], uncalled["amount"])), row["id"]
        if row.get("rake"):
            assert found["rake"] == row["rake"]
            assert found["winners"] == {seat for seat, won in enumerate(row["collected"]) if won}
            assert sum(found["collected"]) == sum(row["collected"])
        else:
            assert list(found["final_stacks"]) == row["final_stacks"], row["id"]


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("name", ["phh", "pokerstars", "ohh"])
def test_L08__real_hands_alone_and_together(
    real_hands: dict[str, list[tuple[cases.Row, Hand]]], name: str, strict: bool
) -> None:
    hands = [hand for _, hand in real_hands[name]]
    assert verify(hands, strict) > 0.9 * len(hands)


def test_numbered_cases(shared: Any) -> None:
    rows = [
        row for row in cases.read_rows(shared / "cases" / "rules.jsonl") if row["kind"] == "hand" and "stacks" in row
    ]
    assert verify([made_up_case(row).hand for row in rows if "direct" not in row], True) >= 10


@pytest.mark.parametrize("game", GAMES)
def test_L08__random_hands(game: str) -> None:
    rng = random.Random(game)
    hands = [random_hand(rng, game) for _ in range(150)]
    assert verify(hands, True) > 75
    verify([tampered(hand, rng) for hand in hands], True)
    verify([tampered(hand, rng) for hand in hands], False)


def test_tampered_real_hands(real_hands: dict[str, list[tuple[cases.Row, Hand]]]) -> None:
    rng = random.Random(5)
    hands = [hand for rows in real_hands.values() for _, hand in rows[::40]]
    for strict in (True, False):
        verify([tampered(hand, rng) for hand in hands for _ in range(2)], strict)


@pytest.mark.slow
def test_L08__many_random_hands() -> None:
    rng = random.Random(8)
    for _ in range(20):
        hands = [random_hand(rng) for _ in range(5_000)]
        assert verify(hands, True) > 2_500
        verify([tampered(hand, rng) for hand in hands], False)


def test_L01__chips_are_conserved() -> None:
    rng = random.Random(1)
    frame = replay_many([random_hand(rng) for _ in range(300)]).seats_frame()
    known = frame.groupby("hand").filter(lambda hand: hand["start"].notna().all())
    assert (known["final"] - known["start"] == known["net"]).all()
    assert (frame["net"] == frame["won"] + frame["returned"] - frame["put_in"]).all()


def test_threads_change_nothing() -> None:
    rng = random.Random(2)
    batch = HandBatch.from_hands([tampered(random_hand(rng), rng) if n % 3 else random_hand(rng) for n in range(1500)])
    one, three = replay_many(batch, threads=1), replay_many(batch, threads=3)
    for name in Replays.__slots__[1:]:
        assert np.array_equal(getattr(one, name), getattr(three, name)), name


def test_slices_and_joints_of_batches() -> None:
    rng = random.Random(3)
    hands = [random_hand(rng) for _ in range(60)]
    whole = HandBatch.from_hands(hands)
    assert len(whole) == 60
    assert repr(whole).startswith("<HandBatch of 60 hands, ")
    parts = [whole[:7], whole[7:7], whole[7:-20], whole[-20:]]
    joined = HandBatch.concat([*parts[:2], HandBatch.from_hands(hands[7:40]), parts[3]])
    wanted = replay_many(whole)
    for found in (
        replay_many(joined),
        replay_many(HandBatch.concat(parts)),
        replay_many(pickle.loads(pickle.dumps(whole))),
    ):
        assert np.array_equal(found.final, wanted.final)
        assert np.array_equal(found.errors, wanted.errors)
    assert np.array_equal(replay_many(parts[2]).final, wanted.final[whole.seat_starts[7] : whole.seat_starts[40]])
    assert len(replay_many(HandBatch.concat([]))) == 0
    for wrong in (slice(None, None, 2), 3):
        with pytest.raises(HoldemError, match="take a slice"):
            whole[wrong]  # type: ignore[index]


def test_cards_are_packed() -> None:
    for cards in ((), (0,), (51, -1, 3), (-1, -1), (7, 6, 5, 4, 3, 2, 1)):
        assert unpack_cards(pack_cards(cards)) == cards
    with pytest.raises(HoldemError, match="at most 7"):
        pack_cards(range(8))


def test_refusals_are_named() -> None:
    illegal = Hand((100, 100, 100), posts=(1, 2, 0), actions=(Fold(2), RaiseTo(0, 3)))
    unfinished = Hand((100, 100, 100), posts=(1, 2, 0), actions=(Fold(2),))
    twice = Hand((100, 100), posts=(1, 2), actions=(DealHole(0, (3, 4)), DealHole(1, (5, 3))))
    short = Hand((100, 100), posts=(2, 1), actions=(Call(1), Call(0), DealBoard((1, 2, 3, 4))))
    replays = replay_many([WALK, illegal, unfinished, twice, short])
    assert repr(replays) == "<Replays of 5 hands, 4 with errors>"
    assert [replays.refusal(hand) for hand in range(3)] == [
        None,
        "hand 1, action 2: a bet or raise outside what is allowed",
        "hand 2, after the last action: the hand is not over",
    ]
    for number, kind in enumerate(
        (IllegalActionError, IllegalActionError, DuplicateCardError, BoardSizeError), start=1
    ):
        with pytest.raises(kind):
            replay_many(replays.batch[number : number + 1]).verify()
    assert replays.seats_frame()["hand"].unique().tolist() == [0]
    assert replays.final[replays.batch.seat_starts[1] :].tolist() == [-1] * 10
    lenient = replay_many(
        [Hand((100, 100, 100), posts=(1, 2, 0), actions=(Fold(2), RaiseTo(0, 3), Fold(1)))], strict=False
    )
    assert lenient.verify().reports_of(0) == ("a raise is outside what is allowed",)
    with pytest.raises(PlayerCountError, match="a batch takes 32"):
        HandBatch.from_hands([Hand((5, 5, *[0] * 40))])
    with pytest.raises(HoldemError, match="amounts over"):
        HandBatch.from_hands([Hand((1 << 70, 5))])


def test_events_are_for_replay_alone() -> None:
    hand = Hand((9, 9, 9), posts=(1, 2, 0), actions=(Fold(2), DeadHand(1, "one card")))
    assert replay(hand).final_stacks == (11, 7, 9)
    with pytest.raises(HoldemError, match="hand 1, action 2: a dead hand, a misdeal"):
        replay_many([WALK, hand]).verify()


def test_pots_that_come_to_no_whole_chips() -> None:
    deals = tuple(DealHole(seat, (4 * seat + 36, 4 * seat + 37)) for seat in range(2))
    play = (Call(1), Call(0), DealBoard((0, 5, 10)), Call(0), Call(1), DealBoard((15,)), Call(0), Call(1))
    board = (*play, DealBoard((20,)), Call(0), Call(1))
    same = (DealHole(0, (48, 44)), DealHole(1, (49, 45)))
    exact = Rules(split_mode="exact")
    winner, tie = (
        Hand((9, 9), exact, (2, 1), (0, 0), dead_posts=(1, 0), actions=(*hole, *board)) for hole in (deals, same)
    )
    replays = replay_many([winner, tie])
    assert replays.errors.tolist() == [lay.FINE, lay.NOT_WHOLE]
    assert fields(replays, 0) == fields_alone(replay(winner))
    assert replay(tie).collected == (Fraction(5, 2), Fraction(5, 2))
    with pytest.raises(HoldemError, match="no whole chips"):
        replays.verify()


def test_frames() -> None:
    hand = Hand(
        (25, 100, 300, None),
        Rules(rake=Rake("0.1", no_flop_no_drop=False)),  # type: ignore[arg-type]
        (10, 20, 0, 0),
        actions=(
            DealHole(0, (48, 49)), DealHole(1, (44, 45)), DealHole(2, (40, 41)), DealHole(3, (0, 1)),
            RaiseTo(2, 300), Fold(3), Call(0), Call(1), DealBoard((6, 11, 16)), DealBoard((21,)), DealBoard((26,)),
        ),
    )  # fmt: skip
    replays = replay_many([WALK, hand]).verify()
    seats = replays.seats_frame()
    assert list(seats.columns) == ["hand", "seat", "start", "put_in", "returned", "won", "net", "final"]
    assert seats.iloc[3:].to_numpy(dtype=object, na_value=None).tolist() == [
        [1, 0, 25, 25, 0, 53, 28, 53],
        [1, 1, 100, 100, 0, 150, 50, 150],
        [1, 2, 300, 300, 200, 0, -100, 200],
        [1, 3, None, 0, 0, 0, 0, None],
    ]
    pots = replays.pots_frame()
    assert pots.to_numpy(dtype=object).tolist() == [
        [0, 0, 2, 0, (1,), (1,)],
        [1, 0, 75, 22, (0, 1, 2), (0,)],
        [1, 1, 150, 0, (1, 2), (1,)],
    ]
    assert replay_many([]).seats_frame().empty
    assert replay_many([]).pots_frame().empty
