"""Making a spot ready for sampling: who is known, who is drawn together, who is dealt last.

A seat with one combo is known. A seat that may hold any two of the cards left, all equally
likely, is dealt last, as the board is: whatever the others hold, it has as many ways to be dealt.
The seats between are drawn together by `kernels.joint`, and here it is decided which cards are
hot. Why all of it is exact: docs/monte-carlo.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import fsum, prod
from operator import or_
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CARD_COUNT, COMBO_CARDS
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.errors import HoldemError, NoValidDealError
from holdem_eq.kernels.joint import Joint, add_completions, draw_joint, make_room
from holdem_eq.kernels.rng import block_state
from holdem_eq.kernels.sampling import CHUNK, DIGITS, ID_SHIFTS, Plan
from holdem_eq.tables.load import rank_tables

__all__ = ["Deal", "plan_deal"]

Words = npt.NDArray[np.uint64]

FULL = 1 << 53
"""Thresholds of the alias tables are out of this."""
HOT_STEPS = ((0, 8), (12, 32), (16, 128), (20, 0))
"""How many cards to make hot, and how many draws a deal and seat are few enough to stay with it."""
TRIAL_DRAWS = 1 << 14
PATIENCE = 1 << 22
"""Draws without one joint deal, after which every way to deal is tried."""
TRIAL_SEED, TRIAL_BLOCK = np.uint64(0), np.uint64((1 << 32) - 1)
MASKS: Words = (np.uint64(1) << COMBO_CARDS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)


class Deal(NamedTuple):
    """A spot made ready.

    Attributes:
        plan, joint: for `kernels.sampling.sample_block`.
        draws: how many combos a deal takes for the seats of ``joint``, roughly; 0 if there are none.
    """

    plan: Plan
    joint: Joint
    draws: float


def plan_deal(spot: Spot) -> Deal:
    """Make a spot ready for sampling; the outcome depends on the spot alone.

    Cost: a millisecond; for ranges some milliseconds; up to a second, and 90 MB, where ten narrow
    ranges fight for the same cards.

    Raises:
        NoValidDealError: nothing can be dealt; names the seats.
        HoldemError: weights so far apart that no joint deal has a chance above 1e-308.
    """
    ranges = _possible(spot)
    certain = _certain_cards(ranges)
    known = {seat: int(weights.argmax()) for seat, weights in enumerate(ranges) if np.count_nonzero(weights) == 1}
    away = [*spot.board, *spot.dead, *(card for combo in known.values() for card in COMBO_CARDS[combo].tolist())]
    last: list[int] = []
    together: list[int] = []
    for seat, weights in enumerate(ranges):
        if seat not in known:
            others = _union([1 << card for card in away] + certain[:seat] + certain[seat + 1 :])
            left = weights[MASKS & np.uint64(others) == 0]
            (last if left.min() == left.max() else together).append(seat)
    live = [card for card in range(CARD_COUNT) if card not in away]
    if 2 * (len(last) + len(together)) + spot.runout_size > len(live):
        raise NoValidDealError(
            f"{len(spot.players)} seats and the board take more cards than {len(spot.dead)} dead ones leave;"
            " name fewer dead cards or fewer seats"
        )
    loads = np.array([_load(ranges[seat]) for seat in together]).reshape(-1, CARD_COUNT)
    conflicts = (loads.sum(axis=0) ** 2 - (loads**2).sum(axis=0)) / 2  # chance that two seats want a card, roughly
    contested = int(((loads > 0.0).sum(axis=0) > 1).sum())
    deck = sorted(live, key=lambda card: (-conflicts[card], card))
    wish = [fsum(own * (loads.sum(axis=0) - own)) for own in loads]
    together = [seat for _, seat in sorted(zip(wish, together, strict=True), key=lambda pair: -pair[0])]
    plan = _plan(spot, deck, known, together, last)
    joint, draws = _join(spot, deck, [ranges[seat] for seat in together], contested)
    return Deal(plan, joint, draws)


def _union(masks: Sequence[int]) -> int:
    return reduce(or_, masks, 0)


def _certain_cards(ranges: Sequence[Weights]) -> list[int]:
    """For each seat the mask of the cards that are in all of its combos."""
    return [int(np.bitwise_and.reduce(MASKS[weights > 0.0])) for weights in ranges]


def _possible(spot: Spot) -> list[Weights]:
    """The seats' weights without combos that hold a card which another seat holds for certain."""
    ranges = [weights.copy() for weights in spot.weights]
    changed = True
    while changed:
        changed = False
        for seat, weights in enumerate(ranges):
            certain = _certain_cards(ranges)
            others = _union(certain[:seat] + certain[seat + 1 :])
            blocked = (weights > 0.0) & (MASKS & np.uint64(others) != 0)
            weights[blocked] = 0.0
            if not weights.any():
                raise _no_deal(spot)
            changed |= bool(blocked.any())
    return ranges


def _load(weights: Weights) -> Weights:
    """float64 (52,): the chance that the range holds each card."""
    part: Weights = weights / float(weights.max())
    held = np.bincount(COMBO_CARDS[:, 0], part, CARD_COUNT) + np.bincount(COMBO_CARDS[:, 1], part, CARD_COUNT)
    load: Weights = np.asarray(held * (2.0 / fsum(held.tolist())), np.float64)
    return load


def _plan(spot: Spot, deck: list[int], known: dict[int, int], together: list[int], last: list[int]) -> Plan:
    """Rows: seats drawn together, seats dealt last, board cards to come; then what is known."""
    held, drawn = 2 * len(together), 2 * len(last) + spot.runout_size
    fixed = [*spot.board, *(card for combo in known.values() for card in COMBO_CARDS[combo].tolist())]
    entries = np.zeros(64, np.uint64)
    for place, card in enumerate([*deck, *fixed]):
        entries[place] = int(rank_tables().keys[card]) | card << ID_SHIFTS[0] | card << ID_SHIFTS[1]
    rows = np.zeros((len(spot.players), 2), np.uint64)
    for place, seat in enumerate([*together, *last]):
        rows[seat] = 2 * place, 2 * place + 1
    lying = held + drawn
    for place, seat in enumerate(known):
        rows[seat] = lying + len(spot.board) + 2 * place, lying + len(spot.board) + 2 * place + 1
    limits = [
        (1 << 58) % prod(len(deck) - row for row in range(first, min(first + DIGITS, lying)))
        for first in range(held, lying, DIGITS)
    ]
    return Plan(
        ranks=rank_tables().ranks,
        entries=entries,
        seat_rows=rows,
        board_rows=np.arange(lying - spot.runout_size, lying + len(spot.board)).astype(np.uint64),
        known=np.arange(len(deck), len(deck) + len(fixed)).astype(np.uint8),
        deck=np.uint64(len(deck)),
        held=np.uint64(held),
        drawn=np.uint64(drawn),
        limits=np.array(limits, np.uint64),
    )


def _join(spot: Spot, deck: list[int], ranges: list[Weights], contested: int) -> tuple[Joint, float]:
    """The ranges as alias tables, with as many hot cards as it takes; and draws a deal, roughly."""
    seats = len(ranges)
    starts, sizes, parts, found = np.zeros(seats, np.int64), np.zeros(seats, np.uint64), [], {}
    size = 0
    for seat, weights in enumerate(ranges):
        key = weights.tobytes()
        if key not in found:
            parts.append(_columns(weights, deck))
            found[key] = size, len(parts[-1][1])
            size += len(parts[-1][1])
        starts[seat], sizes[seat] = found[key]
    columns = np.concatenate([np.zeros((0, 3), np.uint64), *(part[0] for part in parts)])
    words = np.concatenate([np.zeros(0, np.uint64), *(part[1] for part in parts)])
    weights = np.concatenate([np.zeros(0), *(part[2] for part in parts)])
    draws = 0.0
    for hot, enough in HOT_STEPS:
        hot = min(hot, contested)
        joint = Joint(starts, sizes, columns, words, weights, np.uint64((1 << hot) - 1), np.ones((seats + 1, 1)))
        if hot:
            joint = joint._replace(completions=_completions(joint, hot))
            _check_chance(spot, joint, hot)
        if seats:
            draws = _try(joint, TRIAL_DRAWS)
        if draws <= enough * seats or hot == contested:
            break
    if draws == np.inf:
        draws = min(_try(joint, PATIENCE), float(PATIENCE))
        if draws == PATIENCE and not _can_be_dealt([MASKS[one > 0.0] for one in ranges]):
            raise _no_deal(spot)
    return joint, draws


def _check_chance(spot: Spot, joint: Joint, hot: int) -> None:
    """Raise where hot cards alone forbid any deal, or leave none a chance that a float can hold."""
    if joint.completions[0, 0] > 0.0:
        return
    even = joint._replace(weights=np.ones(len(joint.weights)))
    if _completions(even, hot)[0, 0] == 0.0:
        raise _no_deal(spot)
    raise HoldemError(
        f"weights of {', '.join(map(repr, spot.players))} are too far apart:"
        " the chance of a joint deal is below 1e-308; scale the small ones up or leave them out"
    )


def _columns(weights: Weights, deck: list[int]) -> tuple[Words, Words, Weights]:
    """Alias table, combos as words, and their weights, of one range; see `kernels.joint.Joint`.

    Vose's way to fill the table, in whole numbers: every float is one, times a power of two, so
    that nothing rounds before the thresholds do, to 2**-53. The same on every machine.
    """
    combos = np.flatnonzero(weights)
    place = np.zeros(CARD_COUNT, np.uint64)
    place[deck] = np.arange(len(deck))
    low, high = place[COMBO_CARDS[combos, 0]], place[COMBO_CARDS[combos, 1]]
    one = np.uint64(1)
    words: Words = one << low | one << high | low << np.uint64(52) | high << np.uint64(58)
    ratios = [weight.as_integer_ratio() for weight in weights[combos].tolist()]
    unit = max(below for _, below in ratios)
    whole = [above * (unit // below) for above, below in ratios]
    total, count = sum(whole), len(whole)
    left = [count * weight for weight in whole]
    thresholds, others = [FULL] * count, list(range(count))
    short = [column for column in range(count) if left[column] < total]
    long = [column for column in range(count) if left[column] > total]
    while short:
        column, giver = short.pop(), long[-1]
        thresholds[column], others[column] = left[column] * FULL // total, giver
        left[giver] -= total - left[column]
        if left[giver] <= total:
            long.pop()
            if left[giver] < total:
                short.append(giver)
    columns = np.stack((np.array(thresholds, np.uint64), words, words[others]), axis=1)
    return columns, words, np.array([weight / total for weight in whole])


def _completions(joint: Joint, hot: int) -> Weights:
    """float64 (seats + 1, 2**hot), see `kernels.joint.Joint`."""
    seats = len(joint.sizes)
    completions = np.zeros((seats + 1, 1 << hot))
    completions[seats] = 1.0
    for seat in range(seats - 1, -1, -1):
        own = slice(int(joint.starts[seat]), int(joint.starts[seat]) + int(joint.sizes[seat]))
        hot_sets, group = np.unique(joint.words[own] & joint.hot, return_inverse=True)
        weights = np.bincount(group, joint.weights[own])
        row = completions[seat] if seat else completions[0, :1]  # nobody holds a card before the first
        add_completions(hot_sets, weights, np.uint64(2 * seat), completions[seat + 1], row)
    return completions


def _try(joint: Joint, most: int) -> float:
    """Draws a deal, from a trial of at most about so many draws; infinite where no deal came of them."""
    cards, room = np.zeros((2 * len(joint.sizes), CHUNK), np.uint8), make_room(joint)
    state, draws, deals = block_state(TRIAL_SEED, TRIAL_BLOCK), 0, 0
    while draws < most and (draws < TRIAL_DRAWS or deals == 0):
        state, found, more = draw_joint(np.uint64(state), np.uint64(0), joint, room, cards)
        draws, deals = draws + more, deals + found
    return draws / deals if deals else np.inf


def _can_be_dealt(ranges: Sequence[Words], budget: list[int] | None = None) -> bool:
    """Whether the seats can hold combos, given as masks, that share no card: tries everything.

    The seat with the fewest combos left goes first. A ``budget`` of steps, in a list of one, makes
    it answer True when it runs out.
    """
    if not ranges:
        return True
    fewest = min(range(len(ranges)), key=lambda seat: len(ranges[seat]))
    rest = [*ranges[:fewest], *ranges[fewest + 1 :]]
    for combo in ranges[fewest]:
        if budget is not None:
            if budget[0] == 0:
                return True
            budget[0] -= 1
        if _can_be_dealt([other[other & combo == 0] for other in rest], budget):
            return True
    return False


def _no_deal(spot: Spot) -> NoValidDealError:
    """The error, naming as few seats as can be found quickly that already block each other."""
    masks = [MASKS[weights > 0.0] for weights in spot.weights]
    blocked = list(range(len(masks)))
    for seat in range(len(masks) - 1, -1, -1):
        fewer = [masks[other] for other in blocked if other != seat]
        if not _can_be_dealt(fewer, [1000]):
            blocked.remove(seat)
    names = [f"{seat} ({spot.players[seat]!r})" for seat in blocked]
    return NoValidDealError(
        f"seats {', '.join(names[:-1])} and {names[-1]} cannot be dealt together:"
        " whatever they hold, two of them share a card; widen a range"
    )
