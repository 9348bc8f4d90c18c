"""Which next card is good for whom."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from holdem_eq.cards import CARD_COUNT, CardsLike, format_card, format_cards
from holdem_eq.equity.choice import cheapest_way, count_exactly
from holdem_eq.equity.goal import read_max_work
from holdem_eq.equity.spot import TOO_SMALL, PlayerLike, Spot, Weights, name_seats, read_spot, without_cards
from holdem_eq.equity.work import Run
from holdem_eq.errors import BoardSizeError, HoldemError, NoValidDealError
from holdem_eq.threads import run_blocks, usable_threads

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["equity_by_next_card"]

MAX_WORK = 300.0
"""Seconds of one thread, roughly, that counting may take in all."""
LONG = 0.2
"""Seconds that one card may take before threads share it, so that Ctrl-C need not wait for its end."""


def equity_by_next_card(
    *players: PlayerLike,
    board: CardsLike,
    dead: CardsLike = "",
    seat: int = 0,
    threads: int | None = None,
    max_work: float = MAX_WORK,
) -> pd.DataFrame:
    """Exact equities after each card that can come next.

    Args:
        players: two to ten hands or ranges, as `equity` takes them.
        board: a flop or a turn.
        dead: cards that nobody holds and that never come.
        seat: whose ``change`` is given, and whose best cards come first.
        threads: how many threads may work; never changes a bit.
        max_work: seconds of one thread, roughly, that the count may take; only three players and
            more come near it.

    Returns:
        A DataFrame, a row per card that some deal leaves in the deck: ``card``; ``weight``, how
        often it comes next (all rows sum to 1; cards that the ranges like to hold come less
        often); ``equity_0``, ``equity_1`` ..., the equity of each seat once it has come; ``change``
        of ``seat`` from its equity now. Means by ``weight`` are the equities now.

    Raises:
        BoardSizeError: the board is neither a flop nor a turn.
        NoValidDealError: the players' ranges leave no joint deal.
        HoldemError: no such seat, more work than ``max_work``, or as `equity` for what cannot be read.

    Cost: an exact count on each of up to 49 boards: two ranges on a flop some hundredths of a
    second, three ranges some seconds. The first call in a fresh installation compiles.

    >>> cards = equity_by_next_card("QQ+", "AhKh", board="Kd7h2h")
    >>> cards.round(4).iloc[[0, 3, -1]]
       card  weight  equity_0  equity_1  change
    0    Qs  0.0156    0.7890    0.2110  0.5120
    3    7s  0.0222    0.3523    0.6477  0.0753
    46   3h  0.0222    0.0205    0.9795 -0.2565
    >>> round(float(cards.weight @ cards.equity_0), 6)
    0.27697
    """
    import pandas as pd

    usable_threads(threads)
    read_max_work(max_work)
    spot = read_spot(players, board, dead)
    if spot.runout_size not in (1, 2):
        raise BoardSizeError(f"board has {len(spot.board)} cards ({format_cards(spot.board)!r}); give a flop or a turn")
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < len(players):
        raise HoldemError(f"seat {seat!r} does not exist; give 0 to {len(players) - 1}")
    known = {*spot.board, *spot.dead}
    cards = [card for card in reversed(range(CARD_COUNT)) if card not in known]
    spots = [_after(spot, card) for card in cards]
    live = [(card, after) for card, after in zip(cards, spots, strict=True) if after is not None]
    ways = [cheapest_way(after) for _, after in live]
    work = sum(way.work for way in ways)
    if work > max_work:
        raise HoldemError(
            f"counting every next card takes about {work:,.0f} seconds; narrow the ranges, or give max_work={ceil(work)}"
        )

    long = any(way.work > LONG for way in ways)

    def count(number: int) -> tuple[float, Weights, int]:
        totals = count_exactly(live[number][1], ways[number], "exhaustive", Run(threads if long else 1))
        weight = float(totals.by_set.sum())
        return weight, totals.shares()[0] if weight else np.zeros(len(players)), totals.deals

    found = run_blocks(count, len(live), 1 if long else threads)
    weights = np.array([weight for weight, _, _ in found])
    possible = np.flatnonzero(weights)
    if not possible.size:
        if any(deals for _, _, deals in found):
            raise NoValidDealError(f"seats {name_seats(spot.players)} {TOO_SMALL}")
        raise NoValidDealError(
            f"no card can come next: seats {', '.join(map(repr, spot.players))} cannot be dealt together; widen a range"
        )
    weights = weights[possible] / weights.sum()
    shares = np.array([found[row][1] for row in possible])
    frame = pd.DataFrame({"card": [format_card(live[row][0]) for row in possible], "weight": weights})
    for number in range(len(players)):
        frame[f"equity_{number}"] = shares[:, number]
    frame["change"] = shares[:, seat] - weights @ shares[:, seat]
    return frame.sort_values(f"equity_{seat}", ascending=False, kind="stable", ignore_index=True)


def _after(spot: Spot, card: int) -> Spot | None:
    """The spot once the card has come; None where it leaves a seat no combo."""
    weights = tuple(without_cards(own, (card,)) for own in spot.weights)
    if not all(own.any() for own in weights):
        return None
    return Spot(spot.players, weights, (*spot.board, card), spot.dead)
