"""Bytes of a ``.phhs`` file -> hands in flat arrays; what those are says `holdem_eq.hands.flat`.

Only hands whose text is plain are read: a ``[1]`` above, one ``key = value`` a line, comments
between them. All others, wrong ones among them, are left to the slow reader: their spans are given
back. A hand that is read here is read there too, and is the same.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from numpy import int64, uint64

from holdem_eq.kernels import hand_layout as lay
from holdem_eq.kernels import scan_words as word
from holdem_eq.kernels._jit import kernel
from holdem_eq.kernels.scan_actions import read_actions
from holdem_eq.kernels.scan_words import NO

__all__ = ["BAR", "DIGEST", "KEYS", "LISTS", "PRIME", "SLOTS", "Room", "scan_block"]

KEYS: Final = (
    "variant", "antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings", "min_bet",
    "small_bet", "big_bet", "ante_trimming_status", "actions", "players", "seats", "time_banks",
)  # fmt: skip
VARIANT, ANTES, BLINDS, STACKS, FINISHING, WINNINGS, MIN_BET, SMALL_BET, BIG_BET, TRIMMED, ACTIONS = range(11)
PLAYERS: Final = 11
BAR: Final = len(KEYS)
"""Names of keys from here on are fields that only the slow reader understands."""
LISTS: Final = 6

NEWLINE, QUOTE, APOSTROPHE, EQUALS, OPEN, CLOSE = 10, 34, 39, 61, 91, 93
MOST_KEYS = 40
DIGEST: Final = 14695981039346656037
PRIME: Final = 1099511628211
SLOTS: Final = 1021
"""A digest starts from `DIGEST`; each byte is mixed in by exclusive or, then it is multiplied by `PRIME`."""
SEEN = 15
MORE_DECIMALS = -2


class Room(NamedTuple):
    """Where the hands of a block go, and what is scratch.

    Attributes:
        seat_ends, action_ends, openers, rule_rows: int64 (hands,).
        seats: int64 (s, 7), kinds, actors: uint8 (a,), amounts: int64 (a,), rules: int64 (hands, 15).
        spans: int64 (hands, 3), for a hand that is not plain its start and end, and how many are before it.
        lists: int64 (LISTS, 23), the amounts of the hand that is read.
        numbers: int64 (16,), its single amounts by key; then the bits of the keys seen.
        hashes: uint64 (40,), its unknown keys.
        slots: uint8 (SLOTS,), 1 more than the number of the key whose digest falls there.
        names, name_starts: the bytes of all `KEYS` and of those that are not read here, and where each starts.
        letters: uint8 (256,), what a byte of a card stands for.
    """

    seat_ends: Any
    action_ends: Any
    openers: Any
    rule_rows: Any
    seats: Any
    kinds: Any
    actors: Any
    amounts: Any
    rules: Any
    spans: Any
    lists: Any
    numbers: Any
    hashes: Any
    slots: Any
    names: Any
    name_starts: Any
    letters: Any


@kernel
def scan_block(data: Any, begin: Any, last: Any, room: Any) -> Any:
    """Read the whole hands of a block; returns where it stopped, and how many hands, rules and spans there are.

    ``last`` says that the file ends with this block; else its last hand may go on and is left.
    """
    hands, rules, spans, seats, actions = int64(0), int64(0), int64(0), int64(0), int64(0)
    at = skip_empty(data, begin)
    while data[at] != 0:
        behind, size, count = read_hand(data, at, room, actions)
        if behind == NO:
            behind = next_header(data, at + 1)
            if data[behind] == 0 and not last:
                return at, hands, rules, spans
            room.spans[spans, 0], room.spans[spans, 1], room.spans[spans, 2] = at, behind, hands
            spans += 1
        elif data[behind] == 0 and not last:
            return at, hands, rules, spans
        else:
            rules = add_rules(room, rules)
            add_seats(room, seats, size)
            room.openers[hands] = opener(room.lists, size)
            room.rule_rows[hands] = rules - 1
            seats += size
            actions += count
            room.seat_ends[hands], room.action_ends[hands] = seats, actions
            hands += 1
        at = behind
    return at, hands, rules, spans


@kernel
def skip_empty(data: Any, at: Any) -> Any:
    """The next line that is neither blank nor a comment; `scan_block` leaves a strange one to the slow reader."""
    while data[at] != 0:
        behind = word.line_behind(data, at)
        if behind == NO:
            break
        at = behind
    return at


@kernel
def header_behind(data: Any, at: Any) -> Any:
    """Past a line like ``[12]``."""
    if data[at] != OPEN or data[at + 1] == CLOSE:
        return NO
    at += 1
    while data[at] >= 48 and data[at] <= 57:
        at += 1
    return word.line_behind(data, at + 1) if data[at] == CLOSE else NO


@kernel
def next_header(data: Any, at: Any) -> Any:
    """The next plain header that cannot stand inside a string of many lines, or the end."""
    single, double = 0, 0
    while data[at] != 0:
        if data[at] == data[at + 1] and data[at] == data[at + 2]:
            if data[at] == APOSTROPHE:
                single += 1
                at += 2
            elif data[at] == QUOTE:
                double += 1
                at += 2
        elif data[at] == NEWLINE and single % 2 + double % 2 == 0 and header_behind(data, at + 1) != NO:
            return at + 1
        at += 1
    return at


@kernel
def read_hand(data: Any, at: Any, room: Any, actions: Any) -> Any:
    """One hand: the place behind, how many seats and how many actions; the place is `NO` for what is not plain."""
    start = header_behind(data, at)
    if start == NO:
        return NO, 0, 0
    power = int64(0)
    while True:
        behind, size, count, needed = read_fields(data, start, room, power, actions)
        if behind != MORE_DECIMALS:
            return behind, size, count
        power = needed


@kernel
def read_fields(data: Any, at: Any, room: Any, power: Any, base: Any) -> Any:
    """The fields of a hand with amounts times ten to ``power``; `MORE_DECIMALS` and how many if that is too little."""
    lists, numbers, hashes = room.lists, room.numbers, room.hashes
    slots, names, name_starts = room.slots, room.names, room.name_starts
    seen, unknown, size, count, named, most = 0, 0, 0, 0, 0, int64(0)
    numbers[TRIMMED] = 0
    while True:
        at = skip_empty(data, at)
        if data[at] == 0 or data[at] == OPEN:
            break
        key, at, digest = read_key(data, at, slots, names, name_starts)
        if at == NO or key >= BAR:
            return NO, 0, 0, most
        items, needed = size, int64(0)
        if key == NO:
            for place in range(unknown):
                if hashes[place] == digest:
                    return NO, 0, 0, most
            if unknown == MOST_KEYS:
                return NO, 0, 0, most
            hashes[unknown] = digest
            unknown += 1
            at, _ = word.skip_value(data, at, False)
        elif seen >> key & 1:
            return NO, 0, 0, most
        elif key == ACTIONS:
            at, count, named, needed = read_actions(
                data, at, room.kinds, room.actors, room.amounts, base, power, room.letters
            )
        elif key == VARIANT:
            at, numbers[VARIANT] = read_variant(data, at)
        elif key == TRIMMED:
            numbers[TRIMMED] = data[at] == ord("t")
            at, _ = word.skip_value(data, at, False) if data[at] in (ord("t"), ord("f")) else (NO, 0)
        elif key < LISTS:
            at, items, needed = word.read_amounts(data, at, power, lists, key)
        elif key <= BIG_BET:
            at, numbers[key], needed = word.read_number(data, at, power)
        else:
            at, items = word.skip_value(data, at, key == PLAYERS)
        if at == NO or (items != size and size):
            return NO, 0, 0, most
        size = items
        if key >= 0:
            seen |= 1 << key
        if key not in (FINISHING, WINNINGS):
            most = max(most, needed)
        at = word.line_behind(data, at)
        if at == NO:
            return NO, 0, 0, most
    if (data[at] == OPEN and header_behind(data, at) == NO) or named > size or not complete(lists, numbers, seen, size):
        return NO, 0, 0, most
    numbers[SEEN] = seen
    if most > power:
        return (MORE_DECIMALS if most <= 6 else NO), 0, 0, most
    return at, size, count, most


@kernel
def complete(lists: Any, numbers: Any, seen: Any, size: Any) -> Any:
    """Whether a hand has all that it needs, and every amount in its range."""
    needed = 1 << VARIANT | 1 << ANTES | 1 << BLINDS | 1 << STACKS | 1 << ACTIONS
    fixed = numbers[VARIANT] == lay.FL
    needed |= 1 << SMALL_BET | 1 << BIG_BET if fixed else 1 << MIN_BET
    if seen & needed != needed or size < 2 or size >= word.MANY:
        return False
    if fixed and not 0 < numbers[SMALL_BET] <= numbers[BIG_BET]:
        return False
    for seat in range(size):
        if lists[STACKS, seat] == 0:
            return False
        for key in (ANTES, BLINDS, FINISHING, WINNINGS):
            if seen >> key & 1 and lists[key, seat] == lay.UNLIMITED:
                return False
    return True


@kernel
def read_key(data: Any, at: Any, slots: Any, names: Any, name_starts: Any) -> Any:
    """The number of a key, `NO` for an unknown one, the place of its value, and a digest of its name."""
    start, digest = at, uint64(DIGEST)
    byte = data[at]
    while (byte >= 97 and byte <= 122) or byte == 95 or (byte >= 65 and byte <= 90) or (byte >= 48 and byte <= 57):
        digest = (digest ^ uint64(byte)) * uint64(PRIME)
        at += 1
        byte = data[at]
    length = at - start
    at = word.skip_spaces(data, at)
    if length == 0 or data[at] != EQUALS:
        return NO, NO, digest
    at = word.skip_spaces(data, at + 1)
    key = int64(slots[digest % uint64(SLOTS)]) - 1
    if key == NO or name_starts[key + 1] - name_starts[key] != length:
        return NO, at, digest
    first = name_starts[key]
    for place in range(length):
        if names[first + place] != data[start + place]:
            return NO, at, digest
    return key, at, digest


@kernel
def read_variant(data: Any, at: Any) -> Any:
    """Past ``'NT'``, ``'PT'`` or ``'FT'``, and the limit."""
    quote, letter = data[at], data[at + 1]
    if (quote != APOSTROPHE and quote != QUOTE) or data[at + 2] != ord("T") or data[at + 3] != quote:
        return NO, NO
    limit = NO
    if letter == ord("N"):
        limit = lay.NL
    elif letter == ord("P"):
        limit = lay.PL
    elif letter == ord("F"):
        limit = lay.FL
    return (at + 4 if limit != NO else NO), limit


@kernel
def opener(lists: Any, size: Any) -> Any:
    """The seat that opens before the flop, as `rules.setup.Hand.opener` finds it."""
    posted = False
    for place in range(size):
        posted |= lists[BLINDS, place] > 0
    if size == 2 or not posted:
        return int64(posted)
    seat = 1 if lists[BLINDS, 1] and lists[BLINDS, 1] >= lists[BLINDS, 0] else 0
    while seat + 1 < size and lists[BLINDS, seat + 1] > lists[BLINDS, seat]:
        seat += 1
    return int64((seat + 1) % size)


@kernel
def add_seats(room: Any, base: Any, size: Any) -> Any:
    """Write the seats of the hand that was read; of two players blinds and antes stand the other way round."""
    lists, rows = room.lists, room.seats
    seen, trimmed = room.numbers[SEEN], room.numbers[TRIMMED]
    won = seen >> WINNINGS & 1 > 0
    for seat in range(size):
        won &= lists[WINNINGS, seat] != lay.NOT_WHOLE_CHIPS  # such a record cannot decide who wins
    for seat in range(size):
        turned = size - 1 - seat if size == 2 else seat
        row, ante = base + seat, lists[ANTES, turned]
        rows[row, lay.STACK] = lists[STACKS, seat]
        rows[row, lay.POST] = lists[BLINDS, turned]
        rows[row, lay.ANTE] = ante if trimmed else 0
        rows[row, lay.DEAD_ANTE] = 0 if trimmed else ante
        rows[row, lay.DEAD_POST] = 0
        rows[row, lay.WINNINGS] = lists[WINNINGS, seat] if won else lay.NOT_GIVEN
        rows[row, lay.FINISHING] = lists[FINISHING, seat] if seen >> FINISHING & 1 else lay.NOT_GIVEN


@kernel
def add_rules(room: Any, count: Any) -> Any:
    """How many rows of rules there are with those of the hand that was read, a new one only if they are new."""
    limit = room.numbers[VARIANT]
    smallest = 0 if limit == lay.FL else room.numbers[MIN_BET]
    small = room.numbers[SMALL_BET] if limit == lay.FL else 0
    big = room.numbers[BIG_BET] if limit == lay.FL else 0
    if count:
        row = room.rules[count - 1]
        same = row[lay.LIMIT] == limit and row[lay.MIN_BET] == smallest
        if same and row[lay.SMALL_BET] == small and row[lay.BIG_BET] == big:
            return count
    rows = room.rules
    for column in range(lay.RULE_COLUMNS):
        rows[count, column] = rows[-1, column]
    rows[count, lay.LIMIT], rows[count, lay.MIN_BET] = limit, smallest
    rows[count, lay.SMALL_BET], rows[count, lay.BIG_BET] = small, big
    return count + 1
