"""Deals at random, and who wins them: a block of deals from one random stream.

A chunk of deals goes through in stages, each a short loop over the whole chunk without a branch
that depends on the cards, so most of it runs in vectors. A row is one card of every deal: those
that ranges hold, then those drawn at random, then those that are known. Cards go by their place
in the plan's deck.

Cards at random are the Fisher-Yates shuffle without a deck in memory. Step k of the shuffle takes
what lies at a random place among the first ``deck - k``, and moves what lies at the last of them
there. What lies at a place now follows from the earlier steps: the last one that put something
there decides, else it is the place's own card. A few bytes compared for each pair of steps take
the place of the swaps. Cards that ranges hold are steps whose card is given: the place is looked
for instead.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import int64, uint8, uint16, uint64

from holdem_eq.kernels import layout
from holdem_eq.kernels._jit import kernel
from holdem_eq.kernels.joint import Joint, draw_joint, make_room
from holdem_eq.kernels.ranking import flush_suit, look_up7
from holdem_eq.kernels.rng import GOLDEN, block_state, mix

__all__ = [
    "CHUNK",
    "DIGITS",
    "ID_SHIFTS",
    "Plan",
    "Room",
    "best_seats",
    "deal_chunk",
    "draw_places",
    "open_room",
    "rank_deals",
    "sample_block",
    "shuffle",
]

CHUNK = 512
DIGITS = 7
"""Cards drawn from one random number."""
ID_SHIFTS = (16, 22)
"""Where the entry of a card holds its id, twice, in bits that keys leave free."""

FRACTION = uint64(58)
FRACTION_MASK = uint64((1 << 58) - 1)
SPARE = uint64(6)
FLUSH, BIAS = uint64(layout.FLUSH), uint64(layout.BIAS)
FIRST_ID = uint64(ID_SHIFTS[0])
KEY_ONLY = uint64(0xFFFFFFFF0000FFFF)
FIRST_ONLY = uint64(0xFFFFFFFFF03FFFFF)
SECOND_ONLY = uint64(0xFFFFFFFFFFC0FFFF)
ID = uint64(63)
LANES = 4
ENOUGH = uint64(CHUNK // 2)
"""Deals of ranges that make a chunk worth its stages."""


class Plan(NamedTuple):
    """What a spot comes to for `sample_block`.

    Attributes:
        ranks: uint16, of the rank tables.
        entries: uint64 (64,), by place: the key of the card, with its id at both `ID_SHIFTS`.
        seat_rows: uint64 (seats, 2), the rows of a seat's two cards.
        board_rows: uint64 (5,), those of the board.
        known: uint8 (r,), the places of the last r rows: board cards that lie, hands of one combo.
        deck: uint64, places below this can be dealt.
        held: uint64, how many rows, the first ones, ranges hold.
        drawn: uint64, how many rows after them are drawn at random.
        limits: uint64, for each `DIGITS` of them 2**58 modulo the number of ways to draw them.
    """

    ranks: Any
    entries: Any
    seat_rows: Any
    board_rows: Any
    known: Any
    deck: Any
    held: Any
    drawn: Any
    limits: Any


@kernel
def draw_places(state: Any, first: Any, last: Any, deck: Any, limit: Any, numbers: Any, places: Any) -> Any:
    """A random place for each row from ``first`` to ``last``: row k below ``deck - k``, all equally likely.

    A random number below 2**58 is taken as a fraction. Times ``deck - k`` its whole part is the
    place, and what is left is the fraction for the next row. All sequences of places would have
    equally many numbers but for ``limit`` too many, and these show by what is left at the end:
    they are drawn anew. Returns the state of the stream after, uint64.

    ``numbers`` is uint64 (CHUNK,), overwritten; ``places`` uint8 (rows, CHUNK).
    """
    for deal in range(CHUNK):
        numbers[deal] = mix(state + uint64(deal + 1) * GOLDEN) >> SPARE
    state += uint64(CHUNK) * GOLDEN
    for row in range(first, last):
        for deal in range(CHUNK):
            number = numbers[deal] * (deck - row)
            places[row, deal] = uint8(number >> FRACTION)
            numbers[deal] = number & FRACTION_MASK
    refused = 0
    for deal in range(CHUNK):
        refused += numbers[deal] < limit
    if refused > 0:
        for deal in range(CHUNK):
            number = numbers[deal]
            while number < limit:
                state += GOLDEN
                number = mix(state) >> SPARE
                for row in range(first, last):
                    number *= deck - row
                    places[row, deal] = uint8(number >> FRACTION)
                    number &= FRACTION_MASK
    return state


@kernel
def shuffle(plan: Plan, places: Any, moved: Any, cards: Any) -> None:
    """Steps of the shuffle: rows that ranges hold find their place, the others their card.

    All three are uint8 (rows, CHUNK): ``places`` is given for drawn rows, ``cards`` for held
    ones, and ``moved`` is what each step put at its place.
    """
    for row in range(plan.held + plan.drawn):
        end = uint8(plan.deck - uint64(1) - row)
        for deal in range(CHUNK):
            moved[row, deal] = end
        if row < plan.held:
            for deal in range(CHUNK):
                places[row, deal] = cards[row, deal]
            for earlier in range(row):
                for deal in range(CHUNK):
                    place, put, card = places[earlier, deal], moved[earlier, deal], cards[row, deal]
                    lies_at, last = places[row, deal], moved[row, deal]
                    places[row, deal] = place if put == card else lies_at
                    moved[row, deal] = put if place == end else last
        else:
            for deal in range(CHUNK):
                cards[row, deal] = places[row, deal]
            for earlier in range(row):
                for deal in range(CHUNK):
                    place, put, asked = places[earlier, deal], moved[earlier, deal], places[row, deal]
                    card, last = cards[row, deal], moved[row, deal]
                    cards[row, deal] = put if place == asked else card
                    moved[row, deal] = put if place == end else last


@kernel
def _rank_flush(key: Any, deal: Any, plan: Plan, cards: Any) -> Any:
    """Rank of a hand whose key shows a flush; the key also holds the ids of the hole cards."""
    suit = flush_suit(key)
    held = uint64(0)
    for place in range(2):
        card = key >> uint64(ID_SHIFTS[place]) & ID
        held |= uint64((card & uint64(3)) == suit) << (card >> uint64(2))
    for row in plan.board_rows:
        card = plan.entries[cards[row, deal]] >> FIRST_ID & ID
        held |= uint64((card & uint64(3)) == suit) << (card >> uint64(2))
    return plan.ranks[held]


@kernel
def rank_deals(count: Any, plan: Plan, cards: Any, boards: Any, hand_ranks: Any) -> None:
    """The rank of each seat on each deal, uint16 (seats, CHUNK)."""
    entries, ranks = plan.entries, plan.ranks
    a, b, c, d, e = plan.board_rows[0], plan.board_rows[1], plan.board_rows[2], plan.board_rows[3], plan.board_rows[4]
    for deal in range(CHUNK):
        key = entries[cards[a, deal]] + entries[cards[b, deal]] + entries[cards[c, deal]]
        boards[deal] = BIAS + (key + entries[cards[d, deal]] + entries[cards[e, deal]] & KEY_ONLY)
    for seat in range(len(plan.seat_rows)):
        low, high = plan.seat_rows[seat, 0], plan.seat_rows[seat, 1]
        if low < plan.held + plan.drawn:
            for deal in range(count):
                key = (
                    boards[deal] + (entries[cards[low, deal]] & FIRST_ONLY) + (entries[cards[high, deal]] & SECOND_ONLY)
                )
                if key & FLUSH:
                    hand_ranks[seat, deal] = _rank_flush(key, deal, plan, cards)
                else:
                    hand_ranks[seat, deal] = look_up7(key, ranks)
        else:  # a known hand: two cards less to look up
            hole = (entries[cards[low, 0]] & FIRST_ONLY) + (entries[cards[high, 0]] & SECOND_ONLY)
            for deal in range(count):
                key = boards[deal] + hole
                if key & FLUSH:
                    hand_ranks[seat, deal] = _rank_flush(key, deal, plan, cards)
                else:
                    hand_ranks[seat, deal] = look_up7(key, ranks)


@kernel
def best_seats(ranks: Any, best: Any, winners: Any) -> None:
    """The set of seats with the highest rank on each deal, to ``winners`` uint16; 0 where that rank is 0.

    ``ranks`` and ``best``, to work in, are uint16 (seats, CHUNK) and (CHUNK,).
    """
    for deal in range(CHUNK):
        best[deal] = ranks[0, deal]
        winners[deal] = uint16(0)
    for seat in range(1, len(ranks)):
        for deal in range(CHUNK):
            best[deal] = max(best[deal], ranks[seat, deal])
    for seat in range(len(ranks)):
        for deal in range(CHUNK):
            winners[deal] |= uint16((ranks[seat, deal] == best[deal]) & (best[deal] > uint16(0))) << uint16(seat)


class Room(NamedTuple):
    """What a chunk of deals is made in.

    Attributes:
        places, moved, cards: uint8 (rows, CHUNK), see `shuffle`.
        numbers, boards: uint64 (CHUNK,), see `draw_places` and `rank_deals`.
        hand_ranks: uint16 (seats, CHUNK), the rank of each seat on each deal.
        best, winners: uint16 (CHUNK,), see `best_seats`; the winners by hand rank.
        joint: from `joint.make_room`.
    """

    places: Any
    moved: Any
    cards: Any
    numbers: Any
    boards: Any
    hand_ranks: Any
    best: Any
    winners: Any
    joint: Any


@kernel
def open_room(plan: Plan, joint: Joint) -> Room:
    """Room for chunks of a spot, with the known cards in their rows."""
    seats = len(plan.seat_rows)
    rows = 2 * seats + 5
    cards = np.zeros((rows, CHUNK), np.uint8)
    for place in range(len(plan.known)):
        cards[rows - len(plan.known) + place, :] = plan.known[place]
    return Room(
        np.zeros((rows, CHUNK), np.uint8), np.zeros((rows, CHUNK), np.uint8), cards,
        np.zeros(CHUNK, np.uint64), np.zeros(CHUNK, np.uint64), np.zeros((seats, CHUNK), np.uint16),
        np.zeros(CHUNK, np.uint16), np.zeros(CHUNK, np.uint16), make_room(joint),
    )  # fmt: skip


@kernel
def deal_chunk(state: Any, most: Any, plan: Plan, joint: Joint, room: Room) -> Any:
    """The next chunk of a stream: cards, hand ranks and winners of up to ``most`` deals, to ``room``.

    Returns the state after, uint64; how many deals there are, int64; and how many combos were
    drawn for the seats of ``joint``, uint64.
    """
    held, drawn, draws = plan.held, plan.drawn, uint64(0)
    filled = uint64(0) if held > uint64(0) else uint64(CHUNK)
    while filled < ENOUGH:
        state, filled, more = draw_joint(state, filled, joint, room.joint, room.cards)
        draws += more
    here = min(most, int64(filled))
    for group in range(len(plan.limits)):
        first = held + uint64(DIGITS * group)
        last = min(first + uint64(DIGITS), held + drawn)
        state = draw_places(state, first, last, plan.deck, plan.limits[group], room.numbers, room.places)
    shuffle(plan, room.places, room.moved, room.cards)
    rank_deals(here, plan, room.cards, room.boards, room.hand_ranks)
    best_seats(room.hand_ranks, room.best, room.winners)
    return state, here, draws


@kernel
def sample_block(seed: Any, block: Any, count: Any, plan: Plan, joint: Joint, tally: Any) -> Any:
    """Deal ``count`` times from the stream of a block and count who wins.

    Args:
        seed: uint64, see `rng.block_state`.
        block: uint64.
        count: int64.
        plan: the spot.
        joint: the ranges that are drawn together, see `joint.draw_joint`; of no seats if none are.
        tally: int64 (2**seats,), deals by winner set, a bit for each seat; added to.

    Returns:
        How many combos were drawn for the seats of ``joint``, uint64.
    """
    room, lanes = open_room(plan, joint), np.zeros((LANES, len(tally)), np.int64)
    state, draws, done = block_state(seed, block), uint64(0), int64(0)
    while done < count:
        state, here, more = deal_chunk(state, count - done, plan, joint, room)
        for deal in range(here):  # equal sets in a row would wait for each other: they go to four tallies
            lanes[deal & (LANES - 1), room.winners[deal]] += 1
        draws += more
        done += here
    for lane in range(LANES):
        for which in range(len(tally)):
            tally[which] += lanes[lane, which]
    return draws
