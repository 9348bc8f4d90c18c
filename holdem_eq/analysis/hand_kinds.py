"""What players call a hand on a board: made hands and draws, one by one, in plain Python.

Cards are ids. ``own`` is two cards, ``board`` three to five; ``docs/analysis.md`` has the
definitions in words.

>>> from holdem_eq.cards import parse_cards
>>> own, board = parse_cards("KsQs"), parse_cards("Kd7s2s")
>>> made_hand(own, board)
(<Category.PAIR: 2>, 'top pair')
>>> draw(own, board, Category.PAIR)
'flush draw'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from holdem_eq.evaluator import rank_ids
from holdem_eq.kernels.layout import CATEGORY_SHIFT
from holdem_eq.tables.classify import Category

__all__ = ["DETAILS", "DRAWS", "draw", "made_hand"]

ON_BOARD: Final = "on the board"
_OWN_CARDS: Final = ("two own cards", "one own card", ON_BOARD)
_PAIRS: Final = ("overpair", "top pair", "middle pocket pair", "middle pair", "bottom pair", "underpair")

DETAILS: Final[dict[Category, tuple[str, ...]]] = {
    Category.STRAIGHT_FLUSH: _OWN_CARDS,
    Category.FOUR_OF_A_KIND: _OWN_CARDS,
    Category.FULL_HOUSE: _OWN_CARDS,
    Category.FLUSH: _OWN_CARDS,
    Category.STRAIGHT: _OWN_CARDS,
    Category.THREE_OF_A_KIND: ("set", "trips", ON_BOARD),
    Category.TWO_PAIR: (
        "top two pair",
        "lower two pair",
        *(f"{name} and board pair" for name in _PAIRS),
        ON_BOARD,
    ),
    Category.PAIR: (*_PAIRS, ON_BOARD),
    Category.HIGH_CARD: ("ace high", "king high", "queen high or lower"),
}
"""What there is within each category, the best first."""

DRAWS: Final = (
    "flush draw and open-ended",
    "flush draw and gutshot",
    "flush draw",
    "open-ended",
    "gutshot",
    "backdoor flush draw",
    "no draw",
)
"""All draws, the best first; a hand has the first that fits."""


def made_hand(own: Sequence[int], board: Sequence[int]) -> tuple[Category, str]:
    """The category that the evaluator gives, and which kind of it: one of `DETAILS`."""
    rank = rank_ids((*own, *board))
    category = Category(rank >> CATEGORY_SHIFT)
    if category >= Category.STRAIGHT:
        return category, _OWN_CARDS[2 - _own_cards_needed(own, board, rank)]
    own_ranks = [card >> 2 for card in own]
    if category == Category.HIGH_CARD:
        return category, {12: "ace high", 11: "king high"}.get(max(own_ranks), "queen high or lower")
    counts = Counter([*own_ranks, *(card >> 2 for card in board)])
    if category == Category.THREE_OF_A_KIND:
        triple = max(counts, key=counts.__getitem__)
        return category, (ON_BOARD, "trips", "set")[own_ranks.count(triple)]
    board_ranks = sorted({card >> 2 for card in board}, reverse=True)
    pairs = sorted((rank for rank, count in counts.items() if count == 2), reverse=True)[:2]
    own_pairs = [rank for rank in pairs if rank in own_ranks]
    if not own_pairs:
        return category, ON_BOARD
    if len(own_pairs) == 2:
        return category, "top two pair" if own_pairs == board_ranks[:2] else "lower two pair"
    name = _pair(own_pairs[0], own_ranks[0] == own_ranks[1], board_ranks)
    return category, name if category == Category.PAIR else f"{name} and board pair"


def draw(own: Sequence[int], board: Sequence[int], category: Category) -> str:
    """What a hand of this category can still become: one of `DRAWS`, on a river the last."""
    if len(board) == 5 or category > Category.FLUSH:
        return "no draw"
    flush, backdoor = False, False
    if category < Category.FLUSH:
        suits = Counter(card & 3 for card in (*own, *board))
        most = max(suits[card & 3] for card in own)
        flush, backdoor = most == 4, most == len(board) == 3
    straight = ""
    if category < Category.STRAIGHT:
        straight = ("", "gutshot", "open-ended")[min(2, len(_straight_ranks(own, board)))]
    if flush:
        return f"flush draw and {straight}" if straight else "flush draw"
    return straight or ("backdoor flush draw" if backdoor else "no draw")


def _own_cards_needed(own: Sequence[int], board: Sequence[int], rank: int) -> int:
    """The fewest own cards with which the board reaches the rank of the whole hand."""
    for count in (0, 1):
        if len(board) + count >= 5 and any(rank_ids((*cards, *board)) == rank for cards in combinations(own, count)):
            return count
    return 2


def _pair(rank: int, pocket: bool, board_ranks: Sequence[int]) -> str:
    """What a pair is called among the different ranks of the board, highest first."""
    if rank >= board_ranks[0]:
        return "overpair" if pocket else "top pair"
    if rank <= board_ranks[-1]:
        return "underpair" if pocket else "bottom pair"
    return "middle pocket pair" if pocket else "middle pair"


def _straight_ranks(own: Sequence[int], board: Sequence[int]) -> list[int]:
    """Ranks that make a straight which the board with that rank alone does not reach."""
    shared = _rank_set(board)
    held = shared | _rank_set(own)
    return [rank for rank in range(13) if _straight(held | 1 << rank) > _straight(shared | 1 << rank)]


def _rank_set(cards: Sequence[int]) -> int:
    ranks = 0
    for card in cards:
        ranks |= 1 << (card >> 2)
    return ranks


def _straight(ranks: int) -> int:
    """Set of ranks -> how high its best straight is, 1 for the wheel to 10, 0 without one."""
    run = ranks << 1 | ranks >> 12
    return (run & run >> 1 & run >> 2 & run >> 3 & run >> 4).bit_length()
