"""Hands from a file, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from holdem_eq.errors import HandParseError
from holdem_eq.rules import Hand

__all__ = ["read_hands"]


def read_hands(path: str | Path) -> Iterator[Hand]:
    """The hands of a file, one after another, told apart by content; today PHH, one hand or many.

    Raises:
        HandParseError: not such a file, with the line and what is wrong; raised when the hand is reached.
        OSError: the file cannot be opened.

    >>> next(read_hands("nowhere.phh"))
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] No such file or directory: 'nowhere.phh'
    """
    from holdem_eq.hands.phh import read_phh

    path = Path(path)
    with path.open("rb") as file:
        start = file.read(512).lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith((b"PokerStars", b"{", b"***")):
        raise HandParseError(
            f"{path}: this is no PHH file ({start[:20].decode(errors='replace')!r}...); only PHH is read"
        )
    yield from read_phh(path)
