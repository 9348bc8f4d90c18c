"""Weights -> a short text that parses back to exactly these weights.

Combos of one weight are written together, ``QQ:0.5`` or ``0.5(QQ,AKs)``, with the weight as
Python writes the float, so that nothing is rounded. Where cards are missing from hands that are
otherwise whole, as when a board is taken out of a range, the text is that of the whole hands
without the cards: ``(22+,A2s+)!AsX``.

>>> weights = np.zeros(1326)
>>> weights[HAND_OF_COMBO == 1] = 0.5  # 1 is AKs
>>> range_text(weights)
'AKs:0.5'
"""

from __future__ import annotations

from typing import Final

import numpy as np

from holdem_eq.cards import CARD_COUNT, format_card
from holdem_eq.ranges.cover import cover
from holdem_eq.ranges.starting_hands import (
    CARD_MASKS,
    HAND_OF_COMBO,
    HAND_SIZES,
    Weights,
    flags_of,
    mask_from_flags,
)

__all__ = ["range_text"]

_SHORTEST_EXCLUSION: Final = 5  # "!AhKh"


def range_text(weights: Weights) -> str:
    """Text for weights float64 (1326,) of 0 to 1; "" for none.

    It never names a percentage: what ``15%`` stands for depends on an order of hands.
    """
    filled, cards = _without_gaps(weights)
    if not cards:
        return ",".join(_parts(weights))
    whole = _parts(filled)
    inner = whole[0] if len(whole) == 1 else f"({','.join(whole)})"
    shorter = inner + "".join(f"!{format_card(card)}X" for card in cards)
    length = len(shorter) + len(cards)  # an X counts double, as in an item
    gaps = filled != weights
    gappy = np.bincount(HAND_OF_COMBO[gaps], minlength=169) > 0
    mostly_there = 2 * np.count_nonzero(gaps) <= HAND_SIZES[gappy].sum()  # or a pattern may name what is there
    if mostly_there and length < _SHORTEST_EXCLUSION * np.count_nonzero(gappy):
        return shorter
    text = ",".join(_parts(weights))
    return shorter if length < len(text) else text


def _parts(weights: Weights) -> list[str]:
    """Items, and groups of items with a weight, heaviest first."""
    parts = []
    for weight in np.unique(weights[weights > 0])[::-1].tolist():
        items = cover(mask_from_flags(weights == weight))
        texts = [item.text for item in items]
        if weight == 1:
            parts += texts
            continue
        singly = [f"{item.base}:{weight}{item.exclusions}" for item in items]
        grouped = f"{weight}({','.join(texts)})"
        parts += singly if len(",".join(singly)) <= len(grouped) else [grouped]
    return parts


def _without_gaps(weights: Weights) -> tuple[Weights, list[int]]:
    """The weights with whole starting hands, and cards whose removal brings the gaps back.

    Only gaps that are made by cards of which no combo is in the range are filled.
    """
    present = mask_from_flags(weights > 0)
    gone = [card for card in range(CARD_COUNT) if not CARD_MASKS[card] & present]
    free = ~np.logical_or.reduce([flags_of(CARD_MASKS[card]) for card in gone] or [np.zeros(len(weights), bool)])
    lightest = np.full(169, np.inf)
    heaviest = np.zeros(169)
    np.minimum.at(lightest, HAND_OF_COMBO[free], weights[free])
    np.maximum.at(heaviest, HAND_OF_COMBO[free], weights[free])
    fills = np.where(lightest == heaviest, heaviest, 0.0)[HAND_OF_COMBO]  # of hands with one weight
    filled = np.where(free, weights, fills)
    gaps = mask_from_flags(filled != weights)
    cards = []
    while gaps:
        card = max(gone, key=lambda card: ((CARD_MASKS[card] & gaps).bit_count(), card))
        cards.append(card)
        gaps &= ~CARD_MASKS[card]
    return filled, cards
