"""Deals at random of games in which a low may take half, or cards are thrown on the way.

`sample_split` is `sampling.sample_block` with lows. `sample_choices` is for seats that choose on
cards still to come: it draws those cards, lets the seats choose, and goes on from there more than
once, since choosing is dear. The cards before the choice are drawn with one joint deal of the
ranges, so they come as often as they should; every further deal that goes on from them is a joint
deal that does not meet them, so each is as likely as any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import int64, uint8, uint64

from holdem_eq.kernels._jit import inlined, kernel, popcount
from holdem_eq.kernels.discards import Seats, keep_best, list_boards
from holdem_eq.kernels.hilo import record
from holdem_eq.kernels.joint import Joint, draw_joint, make_room
from holdem_eq.kernels.ranking import rank7
from holdem_eq.kernels.rng import GOLDEN, block_state, mix
from holdem_eq.kernels.sampling import CHUNK, ID_SHIFTS, Plan, best_seats, deal_chunk, open_room

if TYPE_CHECKING:
    from holdem_eq.kernels.low import Lows
    from holdem_eq.tables.load import RankTables

__all__ = ["DEALT", "FIXED", "sample_choices", "sample_split"]

POT = int64(5040)
"""A pot in parts: any number up to ten divides half of it."""
HALF = int64(2520)
ONE, SIX, SIXTY_THREE = uint64(1), uint64(6), uint64(63)
FIRST_ID = uint64(ID_SHIFTS[0])
FIXED, DEALT = -1, -2


@inlined
def _heads(seats: Any) -> Any:
    """How many seats a set has."""
    return int64(popcount(uint64(seats)))


@kernel
def _rank_lows(count: Any, plan: Plan, cards: Any, place_lows: Any, low_ranks: Any, found: Any) -> None:
    """The low rank of each seat on each deal, uint8 (seats, CHUNK)."""
    rows = plan.board_rows
    for deal in range(count):
        board = uint64(0)
        for row in rows:
            board |= place_lows[cards[row, deal]]
        for seat in range(len(plan.seat_rows)):
            low, high = plan.seat_rows[seat, 0], plan.seat_rows[seat, 1]
            found[seat, deal] = low_ranks[board | place_lows[cards[low, deal]] | place_lows[cards[high, deal]]]


@kernel
def sample_split(
    seed: Any, block: Any, count: Any, plan: Plan, joint: Joint, lows: Lows, tally: Any, crossed: Any
) -> Any:
    """Deal ``count`` times from the stream of a block and count who takes what.

    Args:
        seed: uint64.
        block: uint64, see `rng.block_state`.
        count: int64.
        plan: the spot, see `sampling.Plan`.
        joint: the ranges that are drawn together, see `joint.draw_joint`.
        lows: `low.low_tables`, or `low.no_low_tables` for a game without a low.
        tally: int64 (4, 2**seats), rows as in ``hilo``; added to.
        crossed: int64 (seats,), the sum of high half times low half of each seat, in parts of a pot;
            with the tally it gives the sum of squares of its share. Added to.

    Returns:
        How many combos were drawn for the seats of ``joint``, uint64.
    """
    seats, room, has_low = len(plan.seat_rows), open_room(plan, joint), lows.ranks[255] > 0
    low_ranks, low_seats = np.zeros((seats, CHUNK), np.uint16), np.zeros(CHUNK, np.uint16)
    place_lows = np.zeros(64, np.uint64)
    for place in range(64):
        place_lows[place] = lows.bits[plan.entries[place] >> FIRST_ID & SIXTY_THREE]
    state, draws, done = block_state(seed, block), uint64(0), int64(0)
    while done < count:
        state, here, more = deal_chunk(state, count - done, plan, joint, room)
        if has_low:
            _rank_lows(here, plan, room.cards, place_lows, lows.ranks, low_ranks)
            best_seats(low_ranks, room.best, low_seats)
        for deal in range(here):
            high_set, low_set = int64(room.winners[deal]), int64(low_seats[deal])
            record(high_set, low_set, int64(1), tally)
            both = high_set & low_set
            if both:
                part = (HALF // _heads(high_set)) * (HALF // _heads(low_set))
                for seat in range(seats):
                    if both >> seat & 1:
                        crossed[seat] += part
        draws += more
        done += here
    return draws


@kernel
def _draw_card(state: Any, deck: Any, used: Any) -> Any:
    """A card of ``deck``, uint8 (n,), that is not in the mask ``used``: the next state, and the card.

    Six random bits are a place; those that are none, or hold a used card, are passed over.
    """
    while True:
        state += GOLDEN
        number = mix(state)
        for _ in range(10):
            place = number & SIXTY_THREE
            number >>= SIX
            if place < uint64(len(deck)):
                card = uint64(deck[place])
                if (ONE << card) & used == uint64(0):
                    return state, card


@kernel
def _next_deal(state: Any, cursor: Any, filled: Any, joint: Joint, room: Any, order: Any, cards: Any) -> Any:
    """The next joint deal of ranges from ``cards``, filled up when empty.

    Returns the state of the stream, where the deal stands, how many are there, and its mask.
    """
    if len(joint.sizes) == 0:
        return state, uint64(0), uint64(0), uint64(0)
    cursor += ONE
    if cursor >= filled:
        cursor, filled = uint64(0), uint64(0)
        while filled == uint64(0):
            state, filled, _ = draw_joint(state, filled, joint, room, cards)
    used = uint64(0)
    for row in range(2 * len(joint.sizes)):
        used |= ONE << uint64(order[cards[row, cursor]])
    return state, cursor, filled, used


@kernel
def _play(five: Any, hands: Any, tables: RankTables, lows: Lows, tally: Any, parts: Any) -> None:
    """One deal: count it, and add the seats' shares to ``parts``, int64 (seats,), in parts of a pot."""
    best, best_low, highs, low_seats = int64(0), int64(0), int64(0), int64(0)
    held = uint64(0)
    for card in five:
        held |= lows.bits[card]
    for seat in range(len(hands)):
        low_card, high_card = hands[seat, 0], hands[seat, 1]
        rank = int64(rank7((low_card, high_card, five[0], five[1], five[2], five[3], five[4]), tables))
        low = int64(lows.ranks[held | lows.bits[low_card] | lows.bits[high_card]])
        if rank > best:
            best, highs = rank, int64(0)
        if rank == best:
            highs |= int64(1) << seat
        if low > best_low:
            best_low, low_seats = low, int64(0)
        if low and low == best_low:
            low_seats |= int64(1) << seat
    record(highs, low_seats, int64(1), tally)
    high_part = (HALF if low_seats else POT) // _heads(highs)
    low_part = HALF // max(int64(1), _heads(low_seats))
    for seat in range(len(hands)):
        parts[seat] += high_part * (highs >> seat & 1) + low_part * (low_seats >> seat & 1)


@kernel
def sample_choices(
    seed: Any, block: Any, count: Any, repeats: Any, decide_at: Any, board: Any, seats: Seats, sources: Any,
    order: Any, joint: Joint, tables: RankTables, lows: Lows, tally: Any, sums: Any,
) -> None:  # fmt: skip
    """Deal ``count`` times from the stream of a block, seats choosing on the way, and count who takes what.

    Args:
        seed: uint64.
        block: uint64, see `rng.block_state`.
        count: int64.
        repeats: int64, how many deals go on from the same cards and choices.
        decide_at: int64, how many board cards lie when seats choose, 3 to 5.
        board: uint8 (k,), those that lie now, fewer.
        seats: all combos; options meet no card of another seat.
        sources: int64 (seats,): which seat of ``joint`` it is, or `FIXED` for one that chooses or has one
            combo, or `DEALT` for any two cards that are left.
        order: uint8 (n,), the cards that can come, by place as in ``joint``.
        joint: the ranges that are drawn together, see `joint.draw_joint`.
        tables: the rank tables.
        lows: as in `sample_split`.
        tally: int64 (4, 2**seats), rows as in ``hilo``; added to.
        sums: int64 (3, seats), over sets of deals with the same choices: squares of the seats' shares,
            shares times deals, squares of deals; in parts of a pot. Added to.
    """
    number = len(sources)
    state, done = block_state(seed, block), int64(0)
    room, cursor, filled = make_room(joint), uint64(0), uint64(0)
    cards = np.zeros((2 * len(joint.sizes), CHUNK), np.uint8)
    five, boards, hands = np.zeros(5, np.uint8), np.zeros((1326, 5), np.uint8), np.zeros((number, 2), np.uint8)
    parts = np.zeros(number, np.int64)
    for place in range(len(board)):
        five[place] = board[place]
    while done < count:
        state, cursor, filled, used = _next_deal(state, cursor, filled, joint, room, order, cards)
        shown = uint64(0)
        for place in range(len(board), decide_at):
            state, card = _draw_card(state, order, used | shown)
            five[place] = uint8(card)
            shown |= ONE << card
        left = np.zeros(len(order), np.uint8)
        size = 0
        for card in order:
            if (ONE << uint64(card)) & shown == uint64(0):
                left[size] = card
                size += 1
        many = list_boards(five, decide_at, left[:size], boards)
        kept = keep_best(boards[:many], seats, tables, lows)
        parts[:] = 0
        here = min(repeats, count - done)
        for _ in range(here):
            state, cursor, filled, used = _next_deal(state, cursor, filled, joint, room, order, cards)
            while used & shown:
                state, cursor, filled, used = _next_deal(state, cursor, filled, joint, room, order, cards)
            used |= shown
            for seat in range(number):
                if sources[seat] >= 0:
                    hands[seat, 0] = order[cards[2 * sources[seat], cursor]]
                    hands[seat, 1] = order[cards[2 * sources[seat] + 1, cursor]]
                elif sources[seat] == FIXED:
                    hands[seat] = kept.cards[kept.starts[seat]]
                else:
                    for place in range(2):
                        state, card = _draw_card(state, order, used)
                        hands[seat, place] = uint8(card)
                        used |= ONE << card
            for place in range(decide_at, 5):
                state, card = _draw_card(state, order, used)
                five[place] = uint8(card)
                used |= ONE << card
            _play(five, hands, tables, lows, tally, parts)
        for seat in range(number):
            sums[0, seat] += parts[seat] * parts[seat]
            sums[1, seat] += parts[seat] * here
            sums[2, seat] += here * here
        done += here
