"""Cards of one hand that is replayed: dealt, thrown away, shown. The table is that of `betting`."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from holdem_eq.kernels import betting as at
from holdem_eq.kernels import hand_layout as lay
from holdem_eq.kernels._jit import inlined, lean, popcount

__all__ = ["deal_board", "deal_hole", "discard", "muck", "read_packed", "show"]

ZERO, ONE, TWO, THREE, FIVE, EIGHT, BYTE = (int64(number) for number in (0, 1, 2, 3, 5, 8, 255))
UNKNOWN_BYTE = int64(lay.UNKNOWN_BYTE)


@inlined
def _count(cards: Any) -> Any:
    """How many cards are packed."""
    number = ZERO
    while cards:
        cards >>= EIGHT
        number += ONE
    return number


@inlined
def read_packed(cards: Any) -> Any:
    """Packed cards -> their number, how many are not known, the mask of the others."""
    number, unknown, mask = ZERO, ZERO, ZERO
    while cards:
        byte = cards & BYTE
        if byte == UNKNOWN_BYTE:
            unknown += ONE
        else:
            mask |= ONE << (byte - ONE)
        cards >>= EIGHT
        number += ONE
    return number, unknown, mask


@lean
def _reveals(held: Any, cards: Any) -> Any:
    """Whether ``cards`` may be what ``held`` is, both packed, unknown cards standing for any."""
    number, unknown, left = read_packed(held)
    if number == ZERO:
        unknown = EIGHT
    while cards:
        byte = cards & BYTE
        if byte != UNKNOWN_BYTE:
            card = ONE << (byte - ONE)
            if left & card:
                left ^= card
            elif unknown:
                unknown -= ONE
            else:
                return False
        cards >>= EIGHT
    return True


@inlined
def _is_twice(table: Any, number: Any, unknown: Any, mask: Any, own: Any) -> Any:
    """Whether one of the cards comes twice, or lies elsewhere and is not among the seat's ``own``."""
    known = ZERO
    rest = mask
    while rest:
        rest &= rest - ONE
        known += ONE
    return known + unknown != number or mask & ~own & table[at.USED] != ZERO


@lean
def deal_hole(table: Any, seat: Any, cards: Any) -> Any:
    """Hole cards of a seat, or what they are becomes known: an error code, 0 where it was done."""
    if not (table[at.DEALT] & ~table[at.THREW]) >> seat & ONE:
        return int64(lay.BAD_HOLE)
    held = table[at.HOLES + seat]
    if held and not _reveals(held, cards):
        return int64(lay.BAD_HOLE)
    number, unknown, mask = read_packed(cards)
    if number != table[at.DEAL_SIZE]:
        return int64(lay.BAD_HOLE)
    if _is_twice(table, number, unknown, mask, table[at.HELD + seat]):
        return int64(lay.TWICE)
    _hold(table, seat, cards, mask)
    return ZERO


@inlined
def _hold(table: Any, seat: Any, cards: Any, mask: Any) -> None:
    table[at.HOLES + seat], table[at.HELD + seat] = cards, mask
    table[at.USED] |= mask


@lean
def deal_board(table: Any, board: Any, cards: Any) -> Any:
    """Cards of a board; the last of a street opens its betting. An error code, 0 where it was done."""
    street, boards = table[at.STREET], table[at.BOARD_COUNT]
    if board == ZERO:
        if table[at.PHASE] != at.DEAL:
            return int64(lay.BOARD_NOT_DUE)
        have = _count(table[at.BOARDS])
        due = street + THREE - have
    else:
        if board > boards or not table[at.RUNOUT]:
            return int64(lay.BOARD_NOT_DUE)
        if board == boards:
            table[at.BOARDS + board] = table[at.BOARDS] & ((ONE << (EIGHT * table[at.COMMON])) - ONE)
        have = _count(table[at.BOARDS + board])
        due = (THREE if have < THREE else FIVE) - have
    number, unknown, mask = read_packed(cards)
    if number == ZERO or number > due:
        return int64(lay.BOARD_SIZE)
    if _is_twice(table, number, unknown, mask, ZERO):
        return int64(lay.TWICE)
    table[at.BOARDS + board] |= cards << (EIGHT * have)
    table[at.USED] |= mask
    table[at.BOARD_COUNT] = max(boards, board + ONE)
    if board == ZERO and number == due:
        _begin_street(table)
    return ZERO


@lean
def _begin_street(table: Any) -> None:
    """Bets are cleared, and the first live seat left of the button opens."""
    table[at.STREET] += ONE
    for seat in range(table[at.SIZE]):
        table[at.BETS + seat] = ZERO
    for place in (at.ACTED, at.MATCHED, at.LEVEL, at.BASE, at.WAGERS):
        table[place] = ZERO
    live = table[at.LIVE]
    rest = live & (live - ONE)
    table[at.LAST_FULL] = table[at.MINIMUM]
    table[at.HEADSUP] = rest != ZERO and at.alone(rest)
    table[at.PHASE] = at.BET
    at.next_turn(table, ZERO)


@lean
def discard(table: Any, seat: Any, cards: Any) -> Any:
    """Cards that a live seat throws; after the last seat the hand goes on. An error code, 0 where it was done."""
    live = table[at.LIVE]
    if table[at.PHASE] != at.THROW or seat >= table[at.SIZE] or not (live & ~table[at.THREW]) >> seat & ONE:
        return int64(lay.BAD_DISCARD)
    number, unknown, mask = read_packed(cards)
    held, own = table[at.HOLES + seat], table[at.HELD + seat]
    _, veiled, _ = read_packed(held)
    if number != table[at.THROW_SIZE] or (held and veiled == ZERO and mask & ~own):
        return int64(lay.BAD_DISCARD)
    if _is_twice(table, number, unknown, mask, own):
        return int64(lay.TWICE)
    if held:
        left = _without(held, cards, table[at.DEAL_SIZE] - number)
        _, _, kept = read_packed(left)
        _hold(table, seat, left, kept)
    table[at.USED] |= mask
    table[at.THREW] |= ONE << seat
    if live & ~table[at.THREW] == ZERO:
        if table[at.THROW_BEFORE] == ZERO:
            table[at.PHASE] = at.BET
            at.next_turn(table, table[at.OPENER])
        else:
            table[at.PHASE] = at.DEAL
    return ZERO


@lean
def _without(held: Any, thrown: Any, size: Any) -> Any:
    """The first ``size`` cards of ``held`` less ``thrown``, a card that is not there taken from the unknown ones."""
    while thrown:
        byte, place, found, veiled = thrown & BYTE, ZERO, int64(-1), int64(-1)
        rest = held
        while rest:
            if rest & BYTE == byte and found < ZERO:
                found = place
            if rest & BYTE == UNKNOWN_BYTE and veiled < ZERO:
                veiled = place
            rest >>= EIGHT
            place += ONE
        place = found if found >= ZERO else veiled
        if place >= ZERO:
            below = (ONE << (EIGHT * place)) - ONE
            held = (held & below) | (held >> EIGHT & ~below)
        thrown >>= EIGHT
    return held & ((ONE << (EIGHT * size)) - ONE)


@inlined
def _may_show(table: Any, seat: Any) -> Any:
    """Whether the betting is over for good and the seat still has its hand."""
    if not (table[at.LIVE] & ~table[at.MUCKED]) >> seat & ONE:
        return False
    return table[at.PHASE] != at.BET and (table[at.RUNOUT] or table[at.PHASE] >= at.SHOWDOWN)


@lean
def show(table: Any, seat: Any, cards: Any) -> Any:
    """A seat tables ``cards``, or those that it was dealt: an error code, 0 where it was done."""
    if not _may_show(table, seat):
        return int64(lay.BAD_SHOW)
    if cards:
        number, unknown, mask = read_packed(cards)
        size = table[at.DEAL_SIZE] - (table[at.THROW_SIZE] if table[at.THREW] >> seat & ONE else ZERO)
        if number != size or not _reveals(table[at.HOLES + seat], cards):
            return int64(lay.BAD_SHOW)
        if _is_twice(table, number, unknown, mask, table[at.HELD + seat]):
            return int64(lay.TWICE)
        _hold(table, seat, cards, mask)
    return ZERO


@lean
def muck(table: Any, seat: Any) -> Any:
    """A seat throws its hand away; it stays in the count of its pots. An error code, 0 where it was done."""
    if not _may_show(table, seat):
        return int64(lay.BAD_SHOW)
    table[at.MUCKED] |= ONE << seat
    table[at.MUCK_TURNS + seat] = int64(popcount(uint64(table[at.MUCKED])))
    return ZERO
