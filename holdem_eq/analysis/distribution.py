"""Ranges combo by combo: who holds how much of which equity."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from holdem_eq.cards import COMBO_CARDS, CardsLike, combo_index, parse_cards
from holdem_eq.equity.api import equity
from holdem_eq.equity.spot import PlayerLike
from holdem_eq.ranges.starting_hands import HAND_OF_COMBO, HANDS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["equity_distribution"]


def equity_distribution(
    hero: PlayerLike, villain: PlayerLike, board: CardsLike = "", dead: CardsLike = "", threads: int | None = None
) -> pd.DataFrame:
    """Every combo of both ranges with its exact equity against the other range, strongest first.

    Args:
        hero: a hand or range, as `equity` takes it.
        villain: another.
        board: 0, 3, 4 or 5 cards.
        dead: cards that nobody holds and that never come.
        threads: how many threads may work; never changes a bit.

    Returns:
        A DataFrame, first seat 0 (hero), then seat 1 (villain), each from its best combo down:
        ``seat``; ``combo``, higher card first; ``hand``, its starting hand; ``weight`` as given;
        ``share``, how often the seat holds it in a joint deal (sums to 1 a seat, means by it are
        the equities of `equity`); ``equity``; ``cumulative``, the share of this and all better
        combos, up to 1. Combos that the other range leaves no room for are not listed.

    Raises:
        NoValidDealError: the ranges leave no joint deal.
        HoldemError: as `equity` for what cannot be read.

    Cost: two exact counts, a few milliseconds on a board. The first on a board in a fresh
    installation compiles.

    >>> found = equity_distribution("AKs,QQ", "JJ", board="Jh7d2c")
    >>> found.round(3).iloc[[0, 5, 6, 9, 10]]
        seat combo hand  weight  share  equity  cumulative
    0      0  QsQh   QQ     1.0  0.100   0.086       0.100
    5      0  QdQc   QQ     1.0  0.100   0.086       0.600
    6      0  AhKh  AKs     1.0  0.100   0.043       0.700
    9      0  AsKs  AKs     1.0  0.100   0.016       1.000
    10     1  JsJd   JJ     1.0  0.333   0.934       0.333
    """
    import pandas as pd

    result = equity(hero, villain, board=board, dead=dead, threads=threads)
    tables = [result.by_combo(seat) for seat in (0, 1)]
    combos = [np.array([combo_index(*parse_cards(text)) for text in table["combo"]]) for table in tables]
    masks = [np.left_shift(np.uint64(1), COMBO_CARDS[own].astype(np.uint64)).sum(axis=1) for own in combos]
    apart = (masks[0][:, None] & masks[1]) == 0
    joint = apart * np.outer(tables[0]["weight"], tables[1]["weight"])
    sides = []
    for seat, (table, own) in enumerate(zip(tables, combos, strict=True)):
        held = joint.sum(axis=1 - seat)
        frame = pd.DataFrame(
            {
                "seat": seat,
                "combo": table["combo"],
                "hand": [HANDS[hand] for hand in HAND_OF_COMBO[own]],
                "weight": table["weight"],
                "share": held / held.sum(),
                "equity": table["equity"],
            }
        ).sort_values("equity", ascending=False, kind="stable")
        running = frame["share"].to_numpy().cumsum()
        frame["cumulative"] = running / running[-1]
        sides.append(frame)
    return pd.concat(sides, ignore_index=True)
