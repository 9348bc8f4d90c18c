"""Bytes of a PHH file -> numbers, strings and lists.

Every function takes the bytes and a place, and returns the place behind what it read, or `NO` for
anything that is not in the plain layout: then TOML decides. The bytes end in zeros, which belong to
no word, so nothing is read beyond them.
"""

from __future__ import annotations

from typing import Any, Final

from numpy import int64

from holdem_eq.kernels import hand_layout as lay
from holdem_eq.kernels._jit import inlined, kernel

__all__ = [
    "MANY",
    "NO",
    "is_digit",
    "line_behind",
    "read_amount",
    "read_amounts",
    "read_number",
    "skip_spaces",
    "skip_string",
    "skip_value",
]

NO: Final = -1
MANY: Final = 23
"""One more than the most players of a hand."""

NEWLINE, SPACE, QUOTE, HASH, APOSTROPHE, COMMA, DOT = 10, 32, 34, 35, 39, 44, 46
DIGIT_0, DIGIT_9, COLON, OPEN, BACKSLASH, CLOSE, DELETE = 48, 57, 58, 91, 92, 93, 127
MOST_DIGITS = 16


@inlined
def is_digit(byte: Any) -> Any:
    """Whether a byte is 0 to 9."""
    return byte >= DIGIT_0 and byte <= DIGIT_9


@inlined
def skip_spaces(data: Any, at: Any) -> Any:
    """The place of the next byte that is no space."""
    while data[at] == SPACE:
        at += 1
    return at


@kernel
def line_behind(data: Any, at: Any) -> Any:
    """Past the end of a line that has only spaces and a comment left, or the end of the bytes."""
    at = skip_spaces(data, at)
    if data[at] == HASH:
        while data[at] >= SPACE and data[at] != DELETE:
            at += 1
    if data[at] == NEWLINE:
        return at + 1
    return at if data[at] == 0 else NO


@kernel
def skip_string(data: Any, at: Any) -> Any:
    """Past a string of one line without escapes."""
    quote = data[at]
    if quote != APOSTROPHE and quote != QUOTE:
        return NO
    at += 1
    while data[at] != quote:
        if data[at] < SPACE or data[at] == DELETE or (quote == QUOTE and data[at] == BACKSLASH):
            return NO
        at += 1
    return at + 1


@kernel
def read_number(data: Any, at: Any, power: Any) -> Any:
    """A number as TOML has it, which does not start with a needless 0; else as `read_amount`."""
    if data[at] == DIGIT_0 and is_digit(data[at + 1]):
        return NO, int64(0), int64(0)
    return read_amount(data, at, power)


@kernel
def read_amount(data: Any, at: Any, power: Any) -> Any:
    """A number: the place behind, its value times ten to ``power``, and how many decimals it needs.

    With more decimals than ``power`` the value is `lay.NOT_WHOLE_CHIPS`.
    """
    start, value, decimals, needed = at, int64(0), int64(0), int64(0)
    while is_digit(data[at]):
        if at - start < MOST_DIGITS:
            value = value * 10 + data[at] - DIGIT_0
        at += 1
    digits = at - start
    if digits == 0 or digits + power > MOST_DIGITS:
        return NO, value, needed
    fraction = int64(0)
    if data[at] == DOT:
        at += 1
        while is_digit(data[at]):
            decimals += 1
            if data[at] != DIGIT_0:
                needed = decimals
            if decimals <= power:
                fraction = fraction * 10 + data[at] - DIGIT_0
            at += 1
        if decimals == 0 or decimals > 12:
            return NO, value, needed
    if needed > power:
        return at, int64(lay.NOT_WHOLE_CHIPS), needed
    for place in range(power):
        value *= 10
        if place >= decimals:
            fraction *= 10
    return at, value + fraction, needed


@kernel
def read_amounts(data: Any, at: Any, power: Any, lists: Any, key: Any) -> Any:
    """A list of amounts in a row of ``lists``: the place behind, how many, and the most decimals that one needs.

    ``inf`` is `lay.UNLIMITED`.
    """
    count, most = 0, int64(0)
    if data[at] != OPEN:
        return NO, count, most
    at = skip_spaces(data, at + 1)
    while count < MANY:
        if data[at] == ord("i") and data[at + 1] == ord("n") and data[at + 2] == ord("f"):
            at += 3
            lists[key, count] = lay.UNLIMITED
        else:
            at, value, needed = read_number(data, at, power)
            if at == NO:
                return NO, count, most
            lists[key, count] = value
            most = max(most, needed)
        count += 1
        at = skip_spaces(data, at)
        if data[at] == CLOSE:
            return at + 1, count, most
        if data[at] != COMMA:
            return NO, count, most
        at = skip_spaces(data, at + 1)
    return NO, count, most


@kernel
def skip_list(data: Any, at: Any, names: Any) -> Any:
    """Past a list of strings, or of numbers too unless ``names``: the place behind and how many."""
    count = 0
    at = skip_spaces(data, at + 1)
    while True:
        if data[at] == APOSTROPHE or data[at] == QUOTE:
            at = skip_string(data, at)
        elif names:
            return NO, count
        else:
            at, _, _ = read_number(data, at, int64(0))
        if at == NO:
            return NO, count
        count += 1
        at = skip_spaces(data, at)
        if data[at] == CLOSE:
            return at + 1, count
        if data[at] != COMMA:
            return NO, count
        at = skip_spaces(data, at + 1)


@kernel
def skip_value(data: Any, at: Any, names: Any) -> Any:
    """Past any plain value: the place behind, and how many items a list has, else -1."""
    byte = data[at]
    if byte == OPEN:
        return skip_list(data, at, names)
    if byte in (APOSTROPHE, QUOTE):
        return skip_string(data, at), -1
    if byte == ord("t"):
        found = data[at + 1] == ord("r") and data[at + 2] == ord("u") and data[at + 3] == ord("e")
        return (at + 4 if found else NO), -1
    if byte == ord("f"):
        found = data[at + 1] == ord("a") and data[at + 2] == ord("l") and data[at + 3] == ord("s")
        return (at + 5 if found and data[at + 4] == ord("e") else NO), -1
    if is_digit(byte) and is_digit(data[at + 1]) and data[at + 2] == COLON:
        return skip_time(data, at), -1
    behind, _, _ = read_number(data, at, int64(0))
    return behind, -1


@kernel
def skip_time(data: Any, at: Any) -> Any:
    """Past a time of day, as 12:30:00."""
    for place in range(3):
        if not (is_digit(data[at]) and is_digit(data[at + 1])):
            return NO
        value = 10 * (data[at] - DIGIT_0) + data[at + 1] - DIGIT_0
        if value >= (24 if place == 0 else 60) or (place < 2 and data[at + 2] != COLON):
            return NO
        at += 3
    return at - 1
