"""What players call a hand, found a second time: from the best five cards and by dealing what may come.

Imports nothing of holdem_eq. `made` reads the name off every five cards that reach the hand's rank,
`draw` deals each next card (two for a backdoor flush) and looks at all sets of five.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tests.oracle import CATEGORIES, DECK, best_fives, rank_five, rank_hand


def made(own: Sequence[int], board: Sequence[int]) -> tuple[str, str]:
    """Category and detail."""
    hand = [*own, *board]
    number, best = rank_hand(hand)
    category = CATEGORIES[number - 1]
    if number >= 5:
        fewest = min(len(five & set(own)) for five in best_fives(hand))
        return category, ["on the board", "one own card", "two own cards"][fewest]
    mine = [one // 4 for one in own]
    if number == 1:
        high = max(mine)
        return category, "ace high" if high == 12 else "king high" if high == 11 else "queen high or lower"
    if number == 4:
        return category, ["on the board", "trips", "set"][mine.count(best[0])]
    pairs = best[:2] if number == 3 else best[:1]
    wholly = [rank for rank in pairs if rank not in mine]
    if len(wholly) == len(pairs):
        return category, "on the board"
    board_ranks = sorted({one // 4 for one in board})
    if number == 3 and not wholly:
        return category, "top two pair" if list(pairs) == board_ranks[:-3:-1] else "lower two pair"
    (rank,) = (rank for rank in pairs if rank in mine)
    above = sum(other > rank for other in board_ranks)
    below = sum(other < rank for other in board_ranks)
    if mine[0] == mine[1]:
        name = "overpair" if not above else "underpair" if not below else "middle pocket pair"
    else:
        name = "top pair" if not above else "bottom pair" if not below else "middle pair"
    return category, name if number == 2 else f"{name} and board pair"


def draw(own: Sequence[int], board: Sequence[int]) -> str:
    """The draw, "no draw" on a river."""
    number = rank_hand([*own, *board])[0]
    if len(board) == 5 or number >= 7:
        return "no draw"
    deck = [one for one in DECK if one not in own and one not in board]
    flush = number < 6 and any(_makes_flush(own, board, [card]) for card in deck)
    ranks = {card // 4 for card in deck if _makes_straight(own, board, card)} if number < 5 else set()
    straight = "open-ended" if len(ranks) > 1 else "gutshot" if ranks else ""
    if flush:
        return f"flush draw and {straight}" if straight else "flush draw"
    if straight:
        return straight
    backdoor = number < 6 and len(board) == 3 and any(_makes_flush(own, board, two) for two in combinations(deck, 2))
    return "backdoor flush draw" if backdoor else "no draw"


def _makes_flush(own: Sequence[int], board: Sequence[int], new: Sequence[int]) -> bool:
    """Whether the new cards and at least one own card are part of five cards of one suit."""
    suit = new[0] % 4
    if any(card % 4 != suit for card in new) or all(card % 4 != suit for card in own):
        return False
    return Counter(card % 4 for card in [*own, *board, *new])[suit] >= 5


def _makes_straight(own: Sequence[int], board: Sequence[int], card: int) -> bool:
    """Whether the card makes a straight that is higher than any that board and card make alone."""
    return _best_straight([*own, *board, card]) > _best_straight([*board, card])


def _best_straight(cards: Sequence[int]) -> int:
    found = (rank_five(five) for five in combinations(cards, 5))
    return max((rank[1][0] for rank in found if rank[0] in (5, 9)), default=-1)
