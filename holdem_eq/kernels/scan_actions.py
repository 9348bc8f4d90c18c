"""Bytes of the list of actions of a PHH hand -> actions in flat arrays; what is not plain is `NO`."""

from __future__ import annotations

from typing import Any, Final

from numpy import int64

from holdem_eq.kernels import hand_layout as lay
from holdem_eq.kernels import scan_words as word
from holdem_eq.kernels._jit import kernel
from holdem_eq.kernels.scan_words import MANY, NO

__all__ = ["NO_LETTER", "SUIT", "read_actions"]

SPACE, QUOTE, HASH, APOSTROPHE, COMMA, DIGIT_0 = 32, 34, 35, 39, 44, 48
UNKNOWN, OPEN, BACKSLASH, CLOSE, DELETE = 63, 91, 92, 93, 127
SUIT: Final = 16
NO_LETTER: Final = 255


@kernel
def read_actions(data: Any, at: Any, kinds: Any, actors: Any, amounts: Any, base: Any, power: Any, letters: Any) -> Any:
    """The list of actions: the place behind, how many, the highest number of a player, and decimals needed."""
    count, highest, most = 0, int64(0), int64(0)
    dealt, shown = int64(0), int64(0)
    if data[at] != OPEN:
        return NO, count, highest, most
    while True:
        at = word.skip_spaces(data, at + 1)
        quote = data[at]
        if quote != APOSTROPHE and quote != QUOTE:
            return NO, count, highest, most
        at += 1
        if data[at] != quote and data[at] != HASH:
            at, kind, seat, amount, mask, needed = read_action(data, at, power, letters)
            if at == NO:
                return NO, count, highest, most
            if kind == lay.SHOW and amount:
                known, hidden = dealt_to(kinds, actors, amounts, base, count, seat)
                mask = mask & ~known if hidden else int64(0)
                if shown >> seat & 1:
                    return NO, count, highest, most
                shown |= int64(1) << seat
            elif kind == lay.DISCARD:
                mask = int64(0)
            if mask & dealt:
                return NO, count, highest, most
            dealt |= mask
            most = max(most, needed)
            if kind != lay.DEAL_BOARD:
                highest = max(highest, seat + 1)
            kinds[base + count], actors[base + count], amounts[base + count] = kind, seat, amount
            count += 1
            at = word.skip_spaces(data, at)
        elif data[at] == HASH and may_be_event(data, word.skip_spaces(data, at + 1)):
            return NO, count, highest, most
        at = comment_behind(data, at, quote)
        if data[at] != quote:
            return NO, count, highest, most
        at = word.skip_spaces(data, at + 1)
        if data[at] == CLOSE:
            return at + 1, count, highest, most
        if data[at] != COMMA:
            return NO, count, highest, most


@kernel
def may_be_event(data: Any, at: Any) -> Any:
    """Whether commentary on its own starts like an irregular event: ``p3``, ``mis`` or ``out``."""
    first, second, third = data[at], data[at + 1], data[at + 2]
    if first == ord("p"):
        return word.is_digit(second)
    misdeal = first == ord("m") and second == ord("i") and third == ord("s")
    return misdeal or (first == ord("o") and second == ord("u") and third == ord("t"))


@kernel
def comment_behind(data: Any, at: Any, quote: Any) -> Any:
    """Past commentary, if there is any, as far as it goes on in plain text."""
    if data[at] == HASH:
        while data[at] != quote and data[at] >= SPACE and data[at] != DELETE:
            if quote == QUOTE and data[at] == BACKSLASH:
                break
            at += 1
    return at


@kernel
def dealt_to(kinds: Any, actors: Any, amounts: Any, base: Any, count: Any, seat: Any) -> Any:
    """The known cards that were dealt to a seat, and whether it has others, or was dealt none."""
    mask, cards, hidden = int64(0), 0, False
    for place in range(base, base + count):
        if kinds[place] == lay.DEAL_HOLE and actors[place] == seat:
            packed = amounts[place]
            while packed:
                byte = packed & 255
                if byte == lay.UNKNOWN_BYTE:
                    hidden = True
                else:
                    mask |= int64(1) << (byte - 1)
                packed >>= 8
                cards += 1
    return mask, hidden or cards == 0


@kernel
def read_action(data: Any, at: Any, power: Any, letters: Any) -> Any:
    """One action: the place behind, its kind, actor and amount, its known cards, and decimals needed."""
    kind, actor, amount, mask, needed = 0, int64(0), int64(0), int64(0), int64(0)
    if data[at] == ord("d"):
        if data[at + 1] != SPACE or data[at + 2] != ord("d") or data[at + 4] != SPACE:
            return NO, kind, actor, amount, mask, needed
        kind = lay.DEAL_HOLE if data[at + 3] == ord("h") else lay.DEAL_BOARD
        if kind == lay.DEAL_BOARD and data[at + 3] != ord("b"):
            return NO, kind, actor, amount, mask, needed
        at += 5
        if kind == lay.DEAL_HOLE:
            at, actor = read_seat(data, at)
            if at == NO or data[at] != SPACE:
                return NO, kind, actor, amount, mask, needed
            at += 1
        at, amount, mask = read_cards(data, at, letters)
        return at, kind, actor, amount, mask, needed
    at, actor = read_seat(data, at)
    if at == NO or data[at] != SPACE:
        return NO, kind, actor, amount, mask, needed
    first, second = data[at + 1], data[at + 2]
    if first == ord("f"):
        return at + 2, lay.FOLD, actor, amount, mask, needed
    if first == ord("c") and second == ord("c"):
        return at + 3, lay.CALL, actor, amount, mask, needed
    if first == ord("c") and second == ord("b") and data[at + 3] == ord("r") and data[at + 4] == SPACE:
        at, amount, needed = word.read_amount(data, at + 5, power)
        return (at if amount else NO), lay.RAISE_TO, actor, amount, mask, needed
    if first != ord("s") or (second != ord("m") and second != ord("d")):
        return NO, kind, actor, amount, mask, needed
    at += 3
    if second == ord("d"):
        if data[at] == SPACE:
            at, amount, mask = read_cards(data, at + 1, letters)
            return at, lay.DISCARD, actor, amount, mask, needed
        return NO, kind, actor, amount, mask, needed
    behind = word.skip_spaces(data, at)
    if data[behind] == HASH or data[behind] == APOSTROPHE or data[behind] == QUOTE:
        return at, lay.MUCK, actor, amount, mask, needed
    if data[at] != SPACE:
        return NO, kind, actor, amount, mask, needed
    if data[behind] == ord("-"):
        return behind + 1, lay.SHOW, actor, amount, mask, needed
    at, amount, mask = read_cards(data, behind, letters)
    return at, lay.SHOW, actor, amount, mask, needed


@kernel
def read_seat(data: Any, at: Any) -> Any:
    """``p1`` to ``p22``: the place behind, and the seat from 0."""
    if data[at] != ord("p") or not word.is_digit(data[at + 1]):
        return NO, int64(0)
    seat = int64(data[at + 1]) - DIGIT_0
    at += 2
    if word.is_digit(data[at]):
        seat = 10 * seat + data[at] - DIGIT_0
        at += 1
    return (at if 0 < seat < MANY else NO), seat - 1


@kernel
def read_cards(data: Any, at: Any, letters: Any) -> Any:
    """Cards: the place behind, the amount that stands for them, and the set of those that are known.

    ``letters``, uint8 (256,), says what a byte is: a rank, or a suit and `SUIT`, else `NO_LETTER`.
    """
    packed, mask, shift = int64(0), int64(0), 0
    while True:
        first, second = int64(letters[data[at]]), int64(letters[data[at + 1]])
        if first < SUIT and second >= SUIT and second != NO_LETTER:
            card = 4 * first + second - SUIT
            byte = card + 1
            if mask >> card & 1:
                return NO, packed, mask
            mask |= int64(1) << card
        elif data[at] == UNKNOWN and data[at + 1] == UNKNOWN:
            byte = int64(lay.UNKNOWN_BYTE)
        else:
            return (at if shift and first == NO_LETTER else NO), packed, mask
        if shift == 56:
            return NO, packed, mask
        packed |= byte << shift
        shift += 8
        at += 2
