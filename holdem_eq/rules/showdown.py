"""The showdown: hands are tabled or thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdem_eq.rules.deal import cards_held, reveals, see, verify_new
from holdem_eq.rules.flow import next_to_show
from holdem_eq.rules.setup import cards_text

if TYPE_CHECKING:
    from holdem_eq.rules.actions import Muck, Show
    from holdem_eq.rules.table import Table

__all__ = ["muck", "show", "verify_show"]


def verify_show(table: Table, action: Show | Muck, cards: tuple[int, ...] = ()) -> None:
    """The betting is over for good, and the seat still has its hand."""
    seat = action.seat
    if not 0 <= seat < len(table.stacks) or table.folded[seat] or table.mucked[seat]:
        raise table.refusal(action, "without a live hand")
    if table.phase == "bet" or not (table.runout or table.phase in ("show", "over")):
        raise table.refusal(action, "before the betting is over")
    if cards:
        known = table.hole_cards[seat]
        if len(cards) != cards_held(table, seat) or not reveals(known, cards):
            held = "unknown cards" if known is None else cards_text(known)
            raise table.refusal(action, f"{cards_text(cards)}; it holds {cards_held(table, seat)}: {held}")
        verify_new(table, cards, known or ())


def show(table: Table, seat: int, cards: tuple[int, ...]) -> None:
    """The seat's cards are open."""
    if cards:
        table.hole_cards[seat] = cards
        see(table, cards)
    if seat not in table.shown:
        table.shown.append(seat)
    next_to_show(table)


def muck(table: Table, seat: int) -> None:
    """The seat's hand is dead; it stays in the count of its pots."""
    table.mucked[seat] = 1 + max(table.mucked)
    if seat in table.shown:
        table.shown.remove(seat)
    next_to_show(table)
