"""Cards that are dealt and thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdem_eq.cards import CARD_COUNT
from holdem_eq.errors import BoardSizeError, CardParseError, DuplicateCardError
from holdem_eq.rules.flow import begin_discards, begin_street
from holdem_eq.rules.setup import BOARD_SIZES, UNKNOWN, cards_text

if TYPE_CHECKING:
    from holdem_eq.rules.actions import DealBoard, DealHole, Discard
    from holdem_eq.rules.table import Table

__all__ = [
    "cards_held",
    "deal_board",
    "deal_hole",
    "discard",
    "reveals",
    "see",
    "verify_board",
    "verify_discard",
    "verify_hole",
    "verify_new",
]


def verify_hole(table: Table, action: DealHole) -> None:
    """The seat is dealt in, has no other cards yet, and gets as many as the game deals."""
    seat = action.seat
    if not 0 <= seat < len(table.stacks) or table.start[seat] == 0:
        raise table.refusal(action, "because it is not dealt in")
    if table.discarded[seat] is not None:
        raise table.refusal(action, "after it has thrown some")
    known = table.hole_cards[seat]
    if known is not None and not reveals(known, action.cards):
        raise table.refusal(action, f"because it holds {cards_text(known)}")
    if len(action.cards) != table.game.hole_cards:
        raise table.refusal(action, f"of {len(action.cards)}; {table.rules.game} deals {table.game.hole_cards}")
    verify_new(table, action.cards, known or ())


def verify_board(table: Table, action: DealBoard) -> None:
    """The betting of the street is closed, and the cards fill one street of one board."""
    if action.board == 0:
        if table.phase != "deal":
            raise table.refusal(action, "now")
        due = BOARD_SIZES[table.street + 1] - len(table.boards[0])
    else:
        if not 0 < action.board <= len(table.boards) or not table.runout:
            raise table.refusal(action, f"board {action.board} now")
        have = len(table.boards[action.board]) if action.board < len(table.boards) else table.common
        due = 3 - have if have < 3 else 5 - have
    if not 0 < len(action.cards) <= due:
        raise BoardSizeError(f"{len(action.cards)} board cards ({cards_text(action.cards)!r}); {due} are due")
    verify_new(table, action.cards, ())


def verify_discard(table: Table, action: Discard) -> None:
    """The seat must throw, and holds what it throws."""
    seat, held = action.seat, table.hole_cards[action.seat] if 0 <= action.seat < len(table.stacks) else None
    if table.phase != "discard":
        raise table.refusal(action, "now")
    if not 0 <= seat < len(table.stacks) or table.folded[seat] or table.discarded[seat] is not None:
        raise table.refusal(action, "because it has no card to throw")
    if len(action.cards) != table.game.discards:
        raise table.refusal(action, f"{len(action.cards)} cards; it throws {table.game.discards}")
    if held is not None and UNKNOWN not in held and any(c != UNKNOWN and c not in held for c in action.cards):
        raise table.refusal(action, f"{cards_text(action.cards)}; it holds {cards_text(held)}")
    verify_new(table, action.cards, held or ())


def cards_held(table: Table, seat: int) -> int:
    """How many hole cards ``seat`` has now."""
    return table.game.hole_cards - (table.game.discards if table.discarded[seat] is not None else 0)


def reveals(known: tuple[int, ...] | None, cards: tuple[int, ...]) -> bool:
    """Whether ``cards`` may be what ``known`` is, unknown cards standing for any."""
    left = list(known or (UNKNOWN,) * len(cards))
    for card in cards:
        if card != UNKNOWN:
            if card not in left and UNKNOWN not in left:
                return False
            left.remove(card if card in left else UNKNOWN)
    return True


def verify_new(table: Table, cards: tuple[int, ...], own: tuple[int, ...]) -> None:
    """No card lies elsewhere already; ``own`` are the seat's cards that these make known."""
    given = 0
    for card in cards:
        if card == UNKNOWN:
            continue
        if not 0 <= card < CARD_COUNT:
            raise CardParseError(f"{card!r} is not a card id; ids are 0 to 51, {UNKNOWN} where not known")
        if given >> card & 1 or (card not in own and table.seen >> card & 1):
            raise DuplicateCardError(f"{cards_text((card,))} is dealt twice; the hand is void")
        given |= 1 << card


def see(table: Table, cards: tuple[int, ...]) -> None:
    """The cards are known to lie somewhere."""
    for card in cards:
        if card != UNKNOWN:
            table.seen |= 1 << card


def deal_hole(table: Table, seat: int, cards: tuple[int, ...]) -> None:
    """The seat gets its cards, or they become known."""
    table.hole_cards[seat] = cards
    see(table, cards)


def deal_board(table: Table, cards: tuple[int, ...], board: int) -> None:
    """Board cards fall; with the last of a street its betting begins."""
    if board == len(table.boards):
        table.boards.append(table.boards[0][: table.common])
    table.boards[board] += cards
    see(table, cards)
    if board == 0 and len(table.boards[0]) == BOARD_SIZES[table.street + 1]:
        begin_street(table)


def discard(table: Table, seat: int, cards: tuple[int, ...]) -> None:
    """The seat throws cards; after the last seat the hand goes on."""
    held = table.hole_cards[seat]
    if held is not None:
        left = list(held)
        for card in cards:
            if card in left or UNKNOWN in left:
                left.remove(card if card in left else UNKNOWN)
        table.hole_cards[seat] = tuple(left[: table.game.hole_cards - table.game.discards])
    table.discarded[seat] = cards
    see(table, cards)
    begin_discards(table)
