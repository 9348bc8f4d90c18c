"""The one function: read, choose, count, present."""

from __future__ import annotations

import numpy as np

from holdem_eq.cards import CardsLike
from holdem_eq.equity.result import EquityResult
from holdem_eq.equity.spot import PlayerLike, Spot, read_spot
from holdem_eq.equity.tallies import tally_combos
from holdem_eq.errors import HoldemError, NoValidDealError, PlayerCountError
from holdem_eq.threads import usable_threads

__all__ = ["equity"]

METHODS = ("auto", "table", "exhaustive")


def equity(
    *players: PlayerLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str = "holdem",
    method: str = "auto",
    threads: int | None = None,
) -> EquityResult:
    """Exact equity of hands or ranges against each other.

    A player is a range (text or `Range`) or two cards (text, ids). Every joint deal of the
    ranges' combos counts with the product of their weights, so blockers count as they should.

    Args:
        players: two hands or ranges.
        board: 0, 3, 4 or 5 cards.
        dead: cards that nobody holds and that never come.
        game: "holdem".
        method: "auto" takes the table before the flop where it applies, else counts boards;
            "table" insists on the table, "exhaustive" on counting.
        threads: how many threads may work, all processors by default; never changes a bit.

    Raises:
        PlayerCountError, CardParseError, RangeParseError, BoardSizeError, DuplicateCardError,
        EmptyRangeError: see `spot.read_spot`; each names the input and the cure.
        NoValidDealError: every combo of one player meets every combo of the other.
        HoldemError: an unknown game, method or thread number.

    Cost: before the flop about a millisecond; a flop a few milliseconds; dead cards before the
    flop up to a second. The first call of each kind in a fresh installation compiles.

    >>> import holdem_eq as he
    >>> result = he.equity("AhAs", "KdKc")
    >>> result.counts, result.method
    ((1388072, 6538, 317694), 'table')
    >>> he.equity("QQ+,AKs", "22+,A2s+", board="Ks7d2c").equity.round(6).tolist()
    [0.823794, 0.176206]
    """
    if game != "holdem":
        raise HoldemError(f"game {game!r} is not known; use 'holdem'")
    if method not in METHODS:
        raise HoldemError(f"method {method!r} is not known; use one of {', '.join(map(repr, METHODS))}")
    usable_threads(threads)
    spot = read_spot(players, board, dead)
    if len(spot.players) > 2:
        raise PlayerCountError(f"number of players is {len(spot.players)}; equity takes two hands or ranges")
    if method == "table" and (spot.board or spot.dead):
        raise HoldemError("the table is for spots before the flop without dead cards; use method='auto'")
    return _heads_up(spot, method, threads)


def _heads_up(spot: Spot, method: str, threads: int | None) -> EquityResult:
    tallies = tally_combos(spot, 0, method, threads)
    hero = spot.weights[0]
    live = hero > 0.0
    win, tie, met = (float((hero[live] * part[live]).sum()) for part in tallies[:3])
    if tallies.deals == 0:
        raise NoValidDealError(
            f"seats 0 ({spot.players[0]!r}) and 1 ({spot.players[1]!r}) cannot be dealt together:"
            " every combo of one meets a card of the other; widen a range"
        )
    lose = met - win - tie
    whole = spot.whole_weights
    arrays = (
        np.array([win + 0.5 * tie, lose + 0.5 * tie]) / met,
        np.array([win, lose]) / met,
        np.array([tie, tie]) / met,
        np.zeros(2),
    )
    for array in arrays:
        array.flags.writeable = False
    return EquityResult(
        *arrays,
        deals=tallies.deals,
        method=tallies.method,
        seed=None,
        counts=(int(win), int(tie), int(lose)) if whole else None,
        _spot=spot,
        _combos={0: tallies},
    )
