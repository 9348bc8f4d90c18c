"""Many equities at once: every row against every column, or one spot on many boards."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CardsLike, format_cards, mask_of, parse_cards
from holdem_eq.equity import heads_up
from holdem_eq.equity.choice import cheapest_way, count_exactly
from holdem_eq.equity.goal import MAX_WORK, read_max_work
from holdem_eq.equity.spot import PlayerLike, Spot, Weights, read_board, read_player, read_spot, without_cards
from holdem_eq.equity.work import Run
from holdem_eq.errors import DuplicateCardError, EmptyRangeError, HoldemError
from holdem_eq.ranges.starting_hands import HANDS
from holdem_eq.threads import usable_threads

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["equity_by_board", "equity_matrix"]


def equity_matrix(
    rows: Iterable[PlayerLike] | None = None,
    columns: Iterable[PlayerLike] | None = None,
    board: CardsLike = "",
    dead: CardsLike = "",
    threads: int | None = None,
) -> pd.DataFrame:
    """Exact equity of each row against each column.

    Args:
        rows: hands or ranges, as `equity` takes them; None for the 169 starting hands.
        columns: the same; None for the rows.
        board: 0, 3, 4 or 5 cards.
        dead: cards that nobody holds and that never come.
        threads: how many threads may work; never changes a bit.

    Returns:
        A DataFrame of float64, labelled by the texts given; NaN where a row and a column leave no
        deal, as AsAh and AsKs, or where board or dead cards leave one of them no combo.

    Raises:
        HoldemError: as `equity` for what cannot be read, or a single text instead of a list.

    Cost: one count against each column for all rows together: 169 by 169 before the flop a
    fraction of a second, on a flop one or two seconds.

    >>> equity_matrix(["AA", "AKs"], ["KK", "QQ"]).round(4)
             KK      QQ
    AA   0.8195  0.8155
    AKs  0.3411  0.4605
    """
    import pandas as pd

    row_items = _read_items(HANDS if rows is None else rows, "row")
    column_items = row_items if columns is None else _read_items(columns, "column")
    board_ids, dead_ids = read_board(board), parse_cards(dead)
    if mask_of(board_ids) & mask_of(dead_ids):
        raise DuplicateCardError(
            f"the board {format_cards(board_ids)!r} has a card of the dead {format_cards(dead_ids)!r}"
        )
    known = (*board_ids, *dead_ids)
    heroes = np.stack([without_cards(weights, known) for _, weights in row_items])
    union: Weights = np.asarray((heroes > 0.0).any(axis=0), np.float64)
    shares = np.full((len(row_items), len(column_items)), np.nan)
    for number, (_, weights) in enumerate(column_items):
        villain = without_cards(weights, known)
        if villain.any() and union.any():
            spot = Spot(("rows", "column"), (union, villain), board_ids, dead_ids)
            tallies = heads_up.tally_seat(spot, 0, "auto", Run(threads))
            part, met = (heroes * np.where(union > 0.0, counts, 0.0) for counts in (tallies.part, tallies.met))
            with np.errstate(invalid="ignore"):
                shares[:, number] = part.sum(axis=1) / met.sum(axis=1)
    return pd.DataFrame(shares, [label for label, _ in row_items], [label for label, _ in column_items])


def _read_items(items: Iterable[PlayerLike], noun: str) -> list[tuple[str, Weights]]:
    if isinstance(items, str):
        raise HoldemError(f"{noun}s is one text, {items!r}; give a list of hands or ranges")
    if not isinstance(items, Iterable):
        raise HoldemError(f"{noun}s is {items!r}; give a list of hands or ranges")
    read = [read_player(item, f"{noun} {number}") for number, item in enumerate(items)]
    if not read:
        raise HoldemError(f"{noun}s is empty; give one hand or range at least")
    return read


def equity_by_board(
    *players: PlayerLike,
    boards: Iterable[CardsLike],
    dead: CardsLike = "",
    threads: int | None = None,
    max_work: float = MAX_WORK,
) -> npt.NDArray[np.float64]:
    """Exact equity of the same players on each of many boards.

    Args:
        players: as `equity` takes them.
        boards: boards of 0, 3, 4 or 5 cards; they may differ in size.
        dead: cards that nobody holds and that never come.
        threads: how many threads may work; never changes a bit.
        max_work: seconds of one thread, roughly, that one board may take; only three players and
            more come near it.

    Returns:
        float64 (boards, players). Rows are NaN where the board holds cards that the players need, or
        a dead card.

    Raises:
        HoldemError: as `equity`; a message about a board names it. More work on a board than ``max_work``.

    >>> equity_by_board("AA", "KK", boards=["Ks7d2c", "As7d2c"]).round(4).tolist()
    [[0.0859, 0.9141], [0.999, 0.001]]
    """
    if isinstance(boards, str):
        raise HoldemError(f"boards is one text, {boards!r}; give a list of boards, or board= to equity")
    if not isinstance(boards, Iterable):
        raise HoldemError(f"boards is {boards!r}; give a list of boards")
    usable_threads(threads)
    read_max_work(max_work)
    read_spot(players, "", dead)  # what is wrong on any board
    listed = [read_board(board) for board in boards]
    shares = np.full((len(listed), len(players)), np.nan)
    for row, board in enumerate(listed):
        try:
            spot = read_spot(players, board, dead)
        except (EmptyRangeError, DuplicateCardError):  # the board took the players' cards
            continue
        way = cheapest_way(spot)
        if way.work > max_work:
            raise HoldemError(
                f"counting on the board {format_cards(board)!r} takes about {way.work:,.0f} seconds; narrow the"
                f" ranges, give max_work={ceil(way.work)}, or sample it: equity(..., board=...)"
            )
        totals = count_exactly(spot, way, "auto", Run(threads))
        if totals.by_set.any():
            shares[row] = totals.shares()[0]
    return shares
