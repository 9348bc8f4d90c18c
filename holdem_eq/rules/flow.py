"""What comes next: the next seat, the next street, discards, the showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdem_eq.rules.table import Table

__all__ = ["begin_discards", "begin_street", "close_street", "next_to_show", "next_turn", "showdown_order"]


def next_turn(table: Table, start: int) -> None:
    """Find who acts next, clockwise from ``start``; nobody: the street is closed."""
    if table.live == 1:
        table.phase, table.actor = "over", None
        return
    folded, stacks, bets, size = table.folded, table.stacks, table.bets, len(table.stacks)
    if table.able > 1:
        level, acted = table.level, table.acted
        for seat in range(start, start + size):
            seat = seat if seat < size else seat - size
            if stacks[seat] and not folded[seat] and (not acted[seat] or bets[seat] < level):
                table.actor = seat
                return
    elif table.able:
        alone = next(seat for seat in range(size) if stacks[seat] and not folded[seat])
        if bets[alone] < max(bets[seat] for seat in range(size) if seat != alone and not folded[seat]):
            table.actor = alone
            return
    close_street(table)


def close_street(table: Table) -> None:
    """Nobody is left to act: discards, board or showdown are due; with fewer than two able to bet, for good."""
    table.actor = None
    if table.able < 2 and not table.runout:
        table.runout, table.common = True, len(table.boards[0])
    if table.street == 3:
        table.phase, table.runout, table.common = "show", True, table.common if table.runout else 5
        next_to_show(table)
    elif table.game.discards and table.game.discard_before == table.street + 1:
        begin_discards(table)
    else:
        table.phase = "deal"


def begin_street(table: Table) -> None:
    """The board lies: bets are cleared, and the first live seat left of the button opens."""
    size = len(table.stacks)
    table.street += 1
    table.bets, table.acted = [0] * size, [False] * size
    table.level, table.base, table.wagers, table.last_full, table.round_live = 0, 0, 0, table.minimum, table.live
    table.phase = "bet"
    if not table.runout:
        table.aggressor = None
    next_turn(table, 0)


def begin_discards(table: Table) -> None:
    """The next live seat that has not thrown must; after the last the hand goes on."""
    table.phase, table.actor = "discard", None
    for seat in range(len(table.stacks)):
        if not table.folded[seat] and table.discarded[seat] is None:
            table.actor = seat
            return
    table.phase = "bet" if table.game.discard_before == 0 else "deal"
    if table.phase == "bet":
        next_turn(table, table.opener)


def next_to_show(table: Table) -> None:
    """The next live seat that has neither shown nor thrown its hand away; nobody: the hand is over."""
    if table.phase == "show":
        waiting = (seat for seat in showdown_order(table) if seat not in table.shown and not table.mucked[seat])
        table.actor = next(waiting, None)
        if table.actor is None:
            table.phase = "over"


def showdown_order(table: Table) -> tuple[int, ...]:
    """Live seats in the order they must show: last aggressor of the final round, then clockwise."""
    size = len(table.stacks)
    first = 0 if table.aggressor is None else table.aggressor
    return tuple(seat % size for seat in range(first, first + size) if not table.folded[seat % size])
