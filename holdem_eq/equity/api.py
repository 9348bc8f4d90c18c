"""The one function: read, choose, count, present."""

from __future__ import annotations

import numpy as np

from holdem_eq.cards import CardsLike
from holdem_eq.equity.choice import count_exactly, exact_work
from holdem_eq.equity.result import EquityResult
from holdem_eq.equity.spot import PlayerLike, Spot, read_spot
from holdem_eq.equity.tallies import Totals
from holdem_eq.errors import HoldemError, NoValidDealError
from holdem_eq.threads import usable_threads

__all__ = ["equity"]

METHODS = ("auto", "table", "exhaustive")

MAX_WORK = 30.0


def equity(
    *players: PlayerLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str = "holdem",
    method: str = "auto",
    threads: int | None = None,
    max_work: float = MAX_WORK,
) -> EquityResult:
    """Equity of two to ten hands or ranges against each other.

    A player is a range (text or `Range`) or two cards (text, ids). Every joint deal of the
    ranges' combos counts with the product of their weights, so blockers count as they should.

    Args:
        players: two to ten hands or ranges.
        board: 0, 3, 4 or 5 cards.
        dead: cards that nobody holds and that never come.
        game: "holdem".
        method: "auto" takes the table before the flop where it applies, else counts boards;
            "table" insists on the table, "exhaustive" on counting.
        threads: how many threads may work, all processors by default; never changes a bit.
        max_work: how many seconds of one thread, roughly, an exact count may take before "auto"
            refuses it; "exhaustive" never does.

    Raises:
        PlayerCountError, CardParseError, RangeParseError, BoardSizeError, DuplicateCardError,
        EmptyRangeError: see `spot.read_spot`; each names the input and the cure.
        NoValidDealError: the players' ranges leave no joint deal.
        HoldemError: an unknown game, method or thread number, or more work than allowed.

    Cost: two players before the flop about a millisecond, on a flop a few; dead cards before the
    flop up to a second. Three ranges on a flop a tenth of a second or less, before the flop some
    seconds. The first call of each kind in a fresh installation compiles.

    >>> import holdem_eq as he
    >>> result = he.equity("AhAs", "KdKc")
    >>> result.counts, result.method
    ((1388072, 6538, 317694), 'table')
    >>> he.equity("QQ+,AKs", "22+,A2s+", board="Ks7d2c").equity.round(6).tolist()
    [0.823794, 0.176206]
    >>> he.equity("AhAs", "KdKc", "QhQs").equity.round(6).tolist()
    [0.665054, 0.188755, 0.146191]
    """
    if game != "holdem":
        raise HoldemError(f"game {game!r} is not known; use 'holdem'")
    if method not in METHODS:
        raise HoldemError(f"method {method!r} is not known; use one of {', '.join(map(repr, METHODS))}")
    usable_threads(threads)
    spot = read_spot(players, board, dead)
    if method == "table" and (spot.board or spot.dead or len(spot.players) > 2):
        raise HoldemError("the table is for two players before the flop without dead cards; use method='auto'")
    work = exact_work(spot) / 1e6
    if method == "auto" and work > max_work:
        raise HoldemError(f"an exact count takes about {work:,.0f} s of one thread; max_work={max_work!r} allows less")
    return _present(spot, count_exactly(spot, method, threads))


def _present(spot: Spot, totals: Totals) -> EquityResult:
    if totals.deals == 0 or not totals.by_set.any():
        raise NoValidDealError(_why_no_deal(spot, totals.deals))
    arrays = (*totals.shares(), np.zeros(len(spot.players)))
    for array in arrays:
        array.flags.writeable = False
    by_set = totals.by_set.tolist()
    counts = None
    if len(spot.players) == 2 and spot.whole_weights:
        counts = (int(by_set[1]), int(by_set[3]), int(by_set[2]))
    total = float(totals.by_set.sum())
    winners = {
        tuple(seat for seat in range(len(spot.players)) if winner_set >> seat & 1): weight / total
        for winner_set, weight in enumerate(by_set)
        if weight > 0.0
    }
    return EquityResult(
        *arrays,
        deals=totals.deals,
        method=totals.method,
        seed=totals.seed,
        counts=counts,
        winners=winners,
        _spot=spot,
        _combos=dict(totals.combos),
    )


def _why_no_deal(spot: Spot, deals: int) -> str:
    seats = " and ".join(f"{seat} ({player!r})" for seat, player in enumerate(spot.players))
    left = 52 - len(spot.dead) - len(spot.board)
    needed = 2 * len(spot.players) + spot.runout_size
    if left < needed:
        return f"seats {seats} and the board need {needed} cards, {left} are left beside dead cards; name fewer dead"
    if deals:
        return f"seats {seats} have weights too small to multiply; scale each range up to a largest weight of 1"
    return f"seats {seats} cannot be dealt together: every choice of combos has a card twice; widen a range"
