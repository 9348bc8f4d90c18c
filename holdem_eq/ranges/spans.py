"""Runs of starting hands: what ``+``, ``-`` and a dash between two hands stand for.

A hand class is ``(high, low, kind)``: two rank indices, high >= low, and "" for suited and
offsuit, "s" or "o". A span names the classes from one to another along one line of the grid.

>>> [class_text(hand) for hand in climb((7, 6, "s"), connectors_climb=True)]
['98s', 'T9s', 'JTs', 'QJs', 'KQs', 'AKs']
>>> [class_text(hand) for hand in between((12, 3, "s"), (12, 0, "s"))]
['A2s', 'A3s', 'A4s', 'A5s']
"""

from __future__ import annotations

from typing import TypeAlias

from holdem_eq.cards import RANKS

__all__ = ["HandClass", "between", "class_text", "climb", "descend", "obstacle"]

HandClass: TypeAlias = tuple[int, int, str]

_ACE = 12


def class_text(hand: HandClass) -> str:
    """``(12, 11, "s")`` -> ``"AKs"``."""
    high, low, kind = hand
    return RANKS[high] + RANKS[low] + kind


def climb(hand: HandClass, connectors_climb: bool) -> list[HandClass]:
    """The classes of ``hand+``, from ``hand`` up.

    A pair climbs to aces. Any other hand keeps its high card and raises the kicker to just below
    it; with ``connectors_climb``, a hand of neighbouring ranks raises both cards instead.
    """
    high, low, kind = hand
    if _moves_both(hand, connectors_climb):
        return [(rank, rank - (high - low), kind) for rank in range(high, _ACE + 1)]
    return [(high, kicker, kind) for kicker in range(low, high)]


def descend(hand: HandClass, connectors_climb: bool) -> list[HandClass]:
    """The classes of ``hand-``, from ``hand`` down: pairs to deuces, kickers to the deuce."""
    high, low, kind = hand
    if _moves_both(hand, connectors_climb):
        gap = high - low
        return [(rank + gap, rank, kind) for rank in range(low, -1, -1)]
    return [(high, kicker, kind) for kicker in range(low, -1, -1)]


def obstacle(first: HandClass, second: HandClass) -> str:
    """Why no dash joins two hands, and what to write instead; "" where one does."""
    (high, low, kind), (other_high, other_low, other_kind) = first, second
    if (high == low) != (other_high == other_low):
        return "joins a pair and a hand that is none; join two pairs ('55-22') or two others"
    if kind != other_kind:
        return "joins hands that are not alike suited, offsuit or both; end both in 's', both in 'o' or neither"
    if high != other_high and low != other_low and high - low != other_high - other_low:
        return "joins hands that share neither a card ('A5s-A2s') nor a gap ('T9s-QJs'); name the hands one by one"
    return ""


def between(first: HandClass, second: HandClass) -> list[HandClass]:
    """The classes from one to the other, both included, in either order.

    They share a card (``A5s-A2s``, ``A9s-J9s``) or the gap between their cards (``T9s-QJs``;
    pairs have gap 0), and are alike in being suited, offsuit or both: there is no `obstacle`.
    """
    (high, low, kind), (top, kicker, _) = sorted([first, second])
    if high == top:
        return [(high, rank, kind) for rank in range(low, kicker + 1)]
    if low == kicker:
        return [(rank, low, kind) for rank in range(high, top + 1)]
    return [(rank, rank - (high - low), kind) for rank in range(high, top + 1)]


def _moves_both(hand: HandClass, connectors_climb: bool) -> bool:
    high, low, _ = hand
    return high == low or (connectors_climb and high - low == 1)
