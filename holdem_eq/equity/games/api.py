"""The one function: read, choose a way, count or sample."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from holdem_eq.cards import CardsLike
from holdem_eq.equity.games import exact, sampling
from holdem_eq.equity.games.question import DiscardLike, Question, read_question
from holdem_eq.equity.games.totals import GameTotals, parts_of
from holdem_eq.equity.goal import MAX_WORK, is_sampled, read_goal, read_max_work, read_seed
from holdem_eq.equity.progress import ProgressLike, reporting
from holdem_eq.equity.spot import TOO_SMALL, PlayerLike, Weights, name_seats
from holdem_eq.equity.work import Run
from holdem_eq.errors import HoldemError, NoValidDealError
from holdem_eq.threads import usable_threads

__all__ = ["METHODS", "count_game"]

METHODS = ("auto", "exhaustive", "monte_carlo")


def count_game(
    players: Sequence[PlayerLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str = "holdem-hilo8",
    *,
    discard: DiscardLike = None,
    method: str = "auto",
    samples: float | None = None,
    stderr: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
    max_work: float = MAX_WORK,
) -> GameTotals:
    """Equity in a game beside hold'em: a split pot, or cards that are thrown (docs/games.md).

    Args:
        players: two to ten. In hold'em hi-lo hands of two cards and ranges; in the other games also
            hands of all the cards that are dealt, three or in Irish four. Two cards or a range are
            what a seat has kept.
        board: 0, 3, 4 or 5 cards.
        dead: cards that nobody holds and that never come.
        game: one of `question.GAMES`.
        discard: what hands of three or four cards throw. "best-equity" keeps the pair with most
            hot-and-cold equity at the moment of the discard, "given" the first two cards as written,
            "best-showdown" throws with knowledge of the final board, which no player has. Or a list
            with an entry a seat: a policy, the cards that it throws, or None for one that has two.
        method: "auto" counts all deals where that takes no longer than the sample asked for, or no more
            than ``max_work`` where none was, and else samples; "exhaustive" always counts; "monte_carlo"
            samples, but on a complete board that is quick to count.
        samples: how many deals to sample; with ``stderr`` the most.
        stderr: sample until the standard error of every seat's equity is this or less.
        seed: 0 to 2**64 - 1, from the system by default; the same seed, the same deals.
        threads: how many threads may work, all processors by default; never changes a bit.
        progress: True for a tqdm bar; a callable gets what is done, what there is in all, and the
            result so far: None while all deals are counted.
        max_work: seconds of one thread, roughly, that counting may take where no sample was asked for.

    Raises:
        PlayerCountError, CardParseError, RangeParseError, BoardSizeError, DuplicateCardError,
        EmptyRangeError: as `spot.read_spot`; cards that are thrown count as named.
        NoValidDealError: no joint deal is possible.
        HoldemError: an unknown game, method or policy, a wrong number of cards, no policy where one
            is needed, a discard that is over.

    Cost: hands in hold'em hi-lo a millisecond. Pineapple before the flop a tenth of a second, the
    others, with a choice on each flop, some seconds. Ranges a sample of as long as asked for.

    >>> found = count_game(["AcAs", "KcKs"], game="holdem-hilo8")
    >>> found.equity.round(10).tolist(), round(found.no_low, 4), found.deals
    ([0.8294940618, 0.1705059382], 0.8514, 1712304)
    >>> from holdem_eq.cards import format_cards
    >>> found = count_game(["AsKsQd", "7c7d2h"], "7s8s9c", game="crazy-pineapple", discard="best-equity")
    >>> [format_cards(pair) for pair in found.kept], found.discard, found.equity.round(4).tolist()
    (['AsKs', '7d7c'], 'best-equity', [0.2697, 0.7303])
    """
    if not isinstance(method, str) or method not in METHODS:
        raise HoldemError(f"method {method!r} is not known; use one of {', '.join(map(repr, METHODS))}")
    usable_threads(threads)
    read_max_work(max_work)
    question = read_question(players, board, dead, game, discard)
    goal, key = read_goal(samples, stderr), read_seed(seed)
    work, deal_cost = exact.exact_work(question) / 1e6, sampling.deal_cost(question) / 1e6
    sampled = is_sampled(method, work, deal_cost, goal, len(question.board) == 5, max_work)
    with reporting(progress) as report:
        if not sampled:
            found = exact.count(question, Run(threads, lambda done, total: report(done, total, None)))
            seats = name_seats(question.players)
            if found.deals == 0:
                raise NoValidDealError(f"seats {seats} cannot be dealt together on what is left of the deck")
            if not found.tally.any():
                raise NoValidDealError(f"seats {seats} {TOO_SMALL}")
            zeros = np.zeros(len(question.players))
            return _present(question, found.tally, found.deals, found.kept, zeros, None)
        settled = question
        if question.open and len(question.board) == question.decide_at:
            settled = exact.keep_once(question, Run(threads), max_work)

        def tell(done: int, total: int, found: sampling.SampledGame) -> None:
            report(done, total, _present_sample(settled, found, key))

        sample = sampling.sample_game(settled, goal, key, threads, max_work, tell)
        return _present_sample(settled, sample, key)


def _present_sample(question: Question, sample: sampling.SampledGame, seed: int) -> GameTotals:
    tally = sample.tally.astype(np.float64)
    kept = exact.kept_of(question)
    return _present(question, tally, sample.samples, kept, sample.stderr, seed, sample.sets)


def _present(
    question: Question,
    tally: Weights,
    deals: int,
    kept: tuple[tuple[int, int] | None, ...],
    stderr: Weights,
    seed: int | None,
    independent: float | None = None,
) -> GameTotals:
    parts = parts_of(tally, question.whole_weights or seed is not None)
    arrays = (parts.equity, parts.win, parts.tie, stderr, parts.high, parts.low)
    for array in (*arrays, tally):
        array.flags.writeable = False
    return GameTotals(
        question.players,
        *arrays,
        no_low=parts.no_low,
        deals=deals,
        method="exhaustive" if seed is None else "monte_carlo",
        seed=seed,
        game=question.game.name,
        discard=question.discard,
        kept=kept,
        tally=tally,
        board=question.board,
        dead=question.dead,
        numerators=parts.numerators if seed is None else None,
        denominator=parts.denominator if seed is None else None,
        independent=float(deals) if independent is None else independent,
    )
