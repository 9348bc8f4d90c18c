"""``.phhs`` files straight to flat arrays: a compiled scanner, and the slow reader for what is unusual."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import RANKS, SUITS
from holdem_eq.errors import HandParseError
from holdem_eq.hands.flat import HandBatch
from holdem_eq.hands.phh import read_phh
from holdem_eq.hands.phh_build import OWN_FIELDS, build
from holdem_eq.hands.phh_text import chunks, read_tables
from holdem_eq.kernels import hand_layout as lay
from holdem_eq.rules import Hand, Rules

if TYPE_CHECKING:
    from holdem_eq.kernels.scan import Room

__all__ = ["scan_blocks", "scan_phhs"]

BLOCK: Final = 1 << 18
_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n)*(.?)")


def scan_phhs(path: str | Path) -> HandBatch:
    """All hands of a ``.phhs`` file as a `HandBatch`, the same as ``HandBatch.from_hands(read_phh(path))``.

    Raises:
        HandParseError: as `read_phh`.
        OSError: the file cannot be opened.

    Cost: two or three microseconds a hand in the usual layout, a tenth of a millisecond or two for
    any other; six seats take less than a kilobyte a hand. The first call compiles, once, for some
    ten seconds.
    """
    return HandBatch.concat(list(scan_blocks(path)))


def scan_blocks(path: str | Path, size: int = BLOCK) -> Iterator[HandBatch]:
    """The hands of a ``.phhs`` file in order, in batches of about ``size`` bytes of the file.

    Takes a few megabytes of memory, however large the file is. Raises as `scan_phhs`.
    """
    from holdem_eq.kernels.scan import scan_block

    path = Path(path)
    with path.open("rb") as file:
        held, line, begun, fits = b"", 1, False, -1
        while True:
            more = file.read(max(size, len(held)))
            last = not more
            if more.endswith(b"\r"):
                more += file.read(1)
            block = held + (more.replace(b"\r\n", b"\n") if b"\r" in more else more)
            if not begun:
                found = _FIRST_LINE.match(block)
                if found and found[1] not in (b"[", b""):
                    yield HandBatch.from_hands(read_phh(path, comments=False))
                    return
                block = block.removeprefix(b"\xef\xbb\xbf")
                begun = bool(found and found[1])
            data = np.frombuffer((block.replace(b"\0", b"\1") if b"\0" in block else block) + bytes(16), np.uint8)
            if len(block) > fits:
                fits = 2 * len(block)
                room = _room(fits)
            end, hands, rules, spans = scan_block(data, 0, last, room)
            yield _batch(block, room, (hands, rules, spans), end, str(path), line)
            line += block.count(b"\n", 0, end)
            held = block[end:]
            if last:
                return


def _batch(block: bytes, room: Room, counts: tuple[int, int, int], end: int, source: str, line: int) -> HandBatch:
    """What was scanned, copied out of the room, with the unusual hands at their places."""
    hands, rules, spans = counts
    if not block.isascii():
        _text(block[:end], source)
    seats = int(room.seat_ends[hands - 1]) if hands else 0
    actions = int(room.action_ends[hands - 1]) if hands else 0
    batch = HandBatch(
        np.concatenate([[0], room.seat_ends[:hands]]),
        np.concatenate([[0], room.action_ends[:hands]]),
        room.openers[:hands].copy(),
        room.rule_rows[:hands].copy(),
        room.seats[:seats].copy(),
        room.kinds[:actions].copy(),
        room.actors[:actions].copy(),
        room.amounts[:actions].copy(),
        room.rules[:rules].copy(),
    )
    if not spans:
        return batch
    parts, done = [], 0
    for start, stop, before in room.spans[:spans].tolist():
        parts.append(batch[done:before])
        first = line + block.count(b"\n", 0, start)
        parts.append(HandBatch.from_hands(_slowly(_text(block[start:stop], source), source, first)))
        done = before
    return HandBatch.concat([*parts, batch[done:]])


def _text(part: bytes, source: str) -> str:
    try:
        return part.decode()
    except UnicodeDecodeError as error:
        raise HandParseError(f"{source}: {error}; PHH files are UTF-8") from error


def _slowly(text: str, source: str, first: int) -> Iterator[Hand]:
    for chunk in chunks(io.StringIO(text, newline=None), source, first):
        for table in read_tables(chunk):
            yield build(table, comments=False)


def _room(length: int) -> Room:
    """Arrays that the hands of so many bytes fit into: a key takes so much, a seat and an action so much."""
    from holdem_eq.kernels.scan import LISTS, Room
    from holdem_eq.kernels.scan_words import MANY

    hands, seats, actions = length // 40 + 2, length // 6 + MANY, length // 7 + 2

    def ints(*shape: int) -> npt.NDArray[np.int64]:
        return np.empty(shape, np.int64)

    rules = ints(hands + 1, lay.RULE_COLUMNS)
    rules[-1] = HandBatch.from_hands([Hand((1, 1), Rules())]).rules[0]
    return Room(
        ints(hands), ints(hands), ints(hands), ints(hands), ints(seats, lay.SEAT_COLUMNS),
        np.empty(actions, np.uint8), np.empty(actions, np.uint8), ints(actions), rules, ints(hands, 3),
        ints(LISTS, MANY), ints(16), np.empty(40, np.uint64), *_words(),
    )  # fmt: skip


@cache
def _words() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """Where the digests of keys fall, their names one after another, where each starts; what a byte of a card is."""
    from holdem_eq.kernels.scan import DIGEST, KEYS, PRIME, SLOTS
    from holdem_eq.kernels.scan_actions import NO_LETTER, SUIT

    names = [name.encode() for name in (*KEYS, *sorted(OWN_FIELDS))]
    slots = np.zeros(SLOTS, np.uint8)
    for number, name in enumerate(names, start=1):
        digest = DIGEST
        for byte in name:
            digest = (digest ^ byte) * PRIME % (1 << 64)
        assert not slots[digest % SLOTS], "two keys in one slot: take another number of slots"
        slots[digest % SLOTS] = number
    letters = np.full(256, NO_LETTER, np.uint8)
    letters[[ord(letter) for letter in RANKS]] = range(len(RANKS))
    letters[[ord(letter) for letter in SUITS]] = range(SUIT, SUIT + len(SUITS))
    return (
        slots,
        np.frombuffer(bytearray(b"".join(names)), np.uint8),
        np.cumsum([0, *map(len, names)], dtype=np.int64),
        letters,
    )
