"""A place in a text, and errors that point at it.

>>> Scanner("QQ+,ZZ", 4).fail("is not a hand")
Traceback (most recent call last):
...
holdem_eq.errors.RangeParseError: 'ZZ' at column 5 of 'QQ+,ZZ' is not a hand
"""

from __future__ import annotations

import re
from typing import Final, NoReturn

from holdem_eq.cards import SUIT_ALIASES
from holdem_eq.errors import RangeParseError

__all__ = ["FLAGS", "Scanner", "excerpt"]

FLAGS: Final = re.IGNORECASE | re.ASCII  # ASCII: or 'ſ' and the Kelvin sign would pass for s and K

# One character becomes one, so that columns stay what the user sees.
_PLAIN: Final = str.maketrans(
    {**SUIT_ALIASES, **dict.fromkeys("‐‑‒–—−", "-"), **dict.fromkeys("\u00a0\u2002\u2003\u2009\u202f\u3000", " ")}
)

_SPACE: Final = re.compile(r"\s*", FLAGS)
_WORD: Final = re.compile(r"[^\s,;()\[\]+:@!-]+|.", re.DOTALL)


class Scanner:
    """Stands at ``place``, counted from 0, of a text.

    ``text`` is the original with Unicode suits, dashes and spaces made plain, character by
    character.
    """

    def __init__(self, text: str, place: int = 0) -> None:
        self.original = text
        self.text = text if text.isascii() else text.translate(_PLAIN)
        self.place = place

    def at_end(self) -> bool:
        """Whether all is read."""
        return self.place == len(self.text)

    def at(self, *words: str) -> bool:
        """Whether one of ``words`` comes next."""
        return self.text.startswith(words, self.place)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read ``pattern`` if it comes next."""
        match = pattern.match(self.text, self.place)
        if match is not None:
            self.place = match.end()
        return match

    def skip_space(self) -> None:
        """Read white space, if any."""
        self.take(_SPACE)

    def mark(self, marks: str) -> str:
        """Stand at the next character, past white space, if it is one of ``marks``; else "" and stay."""
        place = self.place
        self.skip_space()
        if not self.at_end() and self.text[self.place] in marks:
            return self.text[self.place]
        self.place = place
        return ""

    def word(self) -> str:
        """What stands here, for a message; "" at the end."""
        match = _WORD.match(self.original, self.place)
        word = "" if match is None else match[0]
        return word if len(word) <= 20 else word[:17] + "..."

    def fail(self, what: str, word: str = "", place: int | None = None) -> NoReturn:
        """Raise a `RangeParseError`: ``word``, here or at ``place``, is wrong for the reason ``what``."""
        if place is not None:
            self.place = place
        word = repr(word or self.word()) if word or not self.at_end() else "the end"
        column = self.place + 1
        raise RangeParseError(f"{word} at column {column} of {excerpt(self.original, self.place)} {what}", column)


def excerpt(text: str, place: int = 0) -> str:
    """``repr`` of a text; of a long one, of the part around ``place``.

    >>> excerpt("QQ+, AKs"), len(excerpt("QQ+, " * 1000, 2500))
    ("'QQ+, AKs'", 98)
    """
    if len(text) <= 100:
        return repr(text)
    start, end = max(0, place - 40), min(len(text), place + 50)
    return repr("..." * (start > 0) + text[start:end] + "..." * (end < len(text)))
