"""The one function: read, choose, count, present."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from holdem_eq.cards import CardsLike, parse_cards
from holdem_eq.equity.choice import cheapest_way, count_exactly
from holdem_eq.equity.goal import MAX_WORK, is_sampled, read_goal, read_max_work, read_seed
from holdem_eq.equity.progress import ProgressLike, reporting
from holdem_eq.equity.result import EquityResult
from holdem_eq.equity.spot import TOO_SMALL, PlayerLike, Spot, Weights, name_seats, read_spot
from holdem_eq.equity.tallies import Totals
from holdem_eq.equity.work import Run
from holdem_eq.errors import HoldemError, NoValidDealError
from holdem_eq.threads import usable_threads

if TYPE_CHECKING:
    from holdem_eq.equity.games.question import DiscardLike

__all__ = ["equity"]

METHODS = ("auto", "table", "exhaustive", "monte_carlo")

DEAL_COST = 0.03e-6
"""Seconds that one sampled deal costs, a seat, roughly."""


def equity(
    *players: PlayerLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str = "holdem",
    method: str = "auto",
    samples: float | None = None,
    stderr: float | None = None,
    seed: int | None = None,
    progress: ProgressLike = None,
    threads: int | None = None,
    discard: DiscardLike = None,
    max_work: float = MAX_WORK,
) -> EquityResult:
    """Equity of two to ten hands or ranges against each other.

    A player is a range (text or `Range`) or two cards (text, ids). Every joint deal of the
    ranges' combos counts with the product of their weights, so blockers count as they should.

    The answer is exact where that is affordable. "auto" takes the table before the flop for two
    players without dead cards; else it estimates the cheapest exact count before it starts. Where
    ``samples`` or ``stderr`` say how much sampling is wanted, it counts what takes no longer to count
    than to sample; else what takes at most ``max_work`` seconds of one thread. Complete boards that
    take no more than ``max_work`` and two players are always counted, the latter but for
    "monte_carlo". All else is sampled. The rule is the same in all games.

    Args:
        players: two to ten hands or ranges.
        board: 0, 3, 4 or 5 cards.
        dead: cards that nobody holds and that never come.
        game: "holdem", "holdem-hilo8", "pineapple", "crazy-pineapple", "crazy-pineapple-hilo8" or
            "irish"; ``docs/games.md`` says what players and results are there.
        method: "auto"; "table" insists on the table, "exhaustive" on counting however long it
            takes, "monte_carlo" on sampling, unless the board is complete and quick to count.
        samples: how many deals to sample.
        stderr: sample until the standard error of every player's equity is this or less.
        seed: 0 to 2**64 - 1; the same seed gives the same bits. None draws one.
        progress: True for a tqdm bar, or a callable that gets the deals done, the deals in all and the
            result so far; while all deals are counted it gets the blocks of work done, the blocks in
            all and None. About five times a second, on the thread that asked. Changes no bit.
        threads: how many threads may work, all processors by default; never changes a bit.
        discard: in games with a discard, how cards are thrown; see ``docs/games.md``.
        max_work: how many seconds of one thread, roughly, an exact count may take with "auto" where
            no sample was asked for.

    Raises:
        PlayerCountError, CardParseError, RangeParseError, BoardSizeError, DuplicateCardError,
        EmptyRangeError: see `spot.read_spot`; each names the input and the cure.
        NoValidDealError: the players' ranges leave no joint deal.
        HoldemError: an unknown game or method, or an option out of bounds.

    Cost: two players before the flop about a millisecond, on a flop a few; dead cards before the
    flop up to a second. Three ranges on a flop a tenth of a second or less, before the flop some
    seconds. Sampling some ten million deals a second and thread. The first call of each kind in
    a fresh installation compiles.

    >>> import holdem_eq as he
    >>> result = he.equity("AhAs", "KdKc")
    >>> result.counts, result.method
    ((1388072, 6538, 317694), 'table')
    >>> he.equity("QQ+,AKs", "22+,A2s+", board="Ks7d2c").equity.round(6).tolist()
    [0.823794, 0.176206]
    >>> he.equity("AhAs", "KdKc", "QhQs").equity.round(6).tolist()
    [0.665054, 0.188755, 0.146191]
    """
    if not isinstance(method, str) or method not in METHODS:
        raise HoldemError(f"method {method!r} is not known; use one of {', '.join(map(repr, METHODS))}")
    usable_threads(threads)
    read_max_work(max_work)
    if not isinstance(game, str) or game != "holdem":
        return _play_game(
            players, board, dead, game, discard, method, samples, stderr, seed, threads, progress, max_work
        )
    if discard is not None:
        raise HoldemError(f"discard={discard!r}: nothing is thrown in hold'em; leave it out or choose another game")
    goal, key = read_goal(samples, stderr), read_seed(seed)
    spot = read_spot(players, board, dead)
    if method == "table" and (spot.board or spot.dead or len(spot.players) > 2):
        raise HoldemError("the table is for two players before the flop without dead cards; use method='auto'")
    way = cheapest_way(spot)
    if is_sampled(method, way.work, DEAL_COST * len(spot.players), goal, spot.runout_size == 0, max_work):
        from holdem_eq.equity.sampling import sample

        sampled = sample(spot, samples=samples, stderr=stderr, seed=key, threads=threads, progress=progress)
        by_set = sampled.winners.astype(np.float64)
        return _present(spot, Totals(by_set, sampled.samples, "monte_carlo", {}, sampled.seed), sampled.stderr)
    with reporting(progress) as report:
        totals = count_exactly(spot, way, method, Run(threads, lambda done, total: report(done, total, None)))
    return _present(spot, totals, np.zeros(len(spot.players)))


def _present(spot: Spot, totals: Totals, stderr: Weights) -> EquityResult:
    if totals.deals == 0 or not totals.by_set.any():
        raise NoValidDealError(_why_no_deal(spot, totals.deals))
    by_set = totals.by_set.tolist()
    counts = None
    if len(spot.players) == 2 and spot.whole_weights and totals.method != "monte_carlo":
        counts = (int(by_set[1]), int(by_set[3]), int(by_set[2]))
    equities, win, tie = totals.shares()
    return EquityResult(
        equity=_frozen(equities),
        win=_frozen(win),
        tie=_frozen(tie),
        stderr=_frozen(stderr),
        deals=totals.deals,
        method=totals.method,
        seed=totals.seed,
        counts=counts,
        winners=_winners(totals.by_set),
        _spot=spot,
        _combos=dict(totals.combos),
    )


def _play_game(
    players: tuple[PlayerLike, ...],
    board: CardsLike,
    dead: CardsLike,
    game: str,
    discard: DiscardLike,
    method: str,
    samples: float | None,
    stderr: float | None,
    seed: int | None,
    threads: int | None,
    progress: ProgressLike,
    max_work: float,
) -> EquityResult:
    from holdem_eq.equity.games import count_game

    totals = count_game(
        players,
        board,
        dead,
        game,
        discard=discard,
        method=method,
        samples=samples,
        stderr=stderr,
        seed=seed,
        threads=threads,
        progress=progress,
        max_work=max_work,
    )
    seats = len(totals.players)
    empty = (np.zeros(1326),) * seats
    return EquityResult(
        equity=_frozen(totals.equity),
        win=_frozen(totals.win),
        tie=_frozen(totals.tie),
        stderr=_frozen(totals.stderr),
        deals=totals.deals,
        method=totals.method,
        seed=totals.seed,
        counts=None,
        winners=_winners(totals.tally[0]),
        _spot=Spot(totals.players, empty, parse_cards(board), parse_cards(dead)),
        game=totals,
    )


def _frozen(array: Weights) -> Weights:
    array.flags.writeable = False
    return array


def _winners(by_set: Weights) -> dict[tuple[int, ...], float]:
    """Each set of seats that takes part of a pot -> how often."""
    total = float(by_set.sum())
    seats = len(by_set).bit_length() - 1
    return {
        tuple(seat for seat in range(seats) if winner_set >> seat & 1): weight / total
        for winner_set, weight in enumerate(by_set.tolist())
        if weight > 0.0
    }


def _why_no_deal(spot: Spot, deals: int) -> str:
    seats = name_seats(spot.players)
    left = 52 - len(spot.dead) - len(spot.board)
    needed = 2 * len(spot.players) + spot.runout_size
    if left < needed:
        return f"seats {seats} and the board need {needed} cards, {left} are left beside dead cards; name fewer dead"
    if deals:
        return f"seats {seats} {TOO_SMALL}"
    return f"seats {seats} cannot be dealt together: every choice of combos has a card twice; widen a range"
