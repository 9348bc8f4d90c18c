"""The checked edge to the rank kernels: one hand in words, or arrays of hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import CardsLike, format_card, format_cards, parse_cards
from holdem_eq.errors import CardParseError, DuplicateCardError, HoldemError
from holdem_eq.kernels import layout
from holdem_eq.tables.classify import Category, Strength, hand_ranks, strength_of_five
from holdem_eq.tables.load import rank_tables
from holdem_eq.threads import run_blocks, usable_threads

__all__ = ["HandRank", "evaluate", "evaluate_many", "rank_ids"]

BLOCK = 1 << 16

_CATEGORY_SIZES: Final = (0, 1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
_BELOW: Final = (0, *accumulate(_CATEGORY_SIZES))
_WORST_CLASS: Final = 7462

_NAMES: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


class HandRank(int):
    """The strength of a hand: a uint16 that compares, higher wins, with its meaning in words.

    Attributes:
        category: `Category`, 1 high card ... 9 straight flush.
        class_number: 1 (royal flush) ... 7462 (seven high), the usual numbering of different hands.
        best_five: the five cards that play, as text, the most telling first.

    >>> rank = evaluate("As Ad Kc Kd Qh 7s 2c")
    >>> str(rank), rank.class_number, rank.best_five
    ('two pair, aces and kings, queen kicker', 2468, 'AsAdKdKcQh')
    >>> rank > evaluate("AsAdQcQdKh")
    True
    """

    _cards: tuple[int, ...]

    def __new__(cls, rank: int, cards: CardsLike = ()) -> HandRank:
        """``rank`` as `evaluate_many` gives it; with ``cards`` it can also say the best five.

        Raises:
            HoldemError: the number is no hand rank, or not that of the cards.
        """
        category = rank >> layout.CATEGORY_SHIFT if isinstance(rank, (int, np.integer)) else 0
        if not (1 <= category <= 9 and rank & 0xFFF < _CATEGORY_SIZES[category]):
            raise HoldemError(f"{rank!r} is not a hand rank; take one from evaluate or evaluate_many")
        self = super().__new__(cls, rank)
        self._cards = parse_cards(cards)
        if self._cards and (not 5 <= len(self._cards) <= 7 or rank_ids(self._cards) != rank):
            raise HoldemError(f"{int(rank)} is not the hand rank of {format_cards(self._cards)!r}; see evaluate")
        return self

    def __reduce__(self) -> tuple[type[HandRank], tuple[int, tuple[int, ...]]]:
        return HandRank, (int(self), self._cards)

    @property
    def category(self) -> Category:
        """The category, an int enum whose text is its name in words."""
        return Category(self >> layout.CATEGORY_SHIFT)

    @property
    def class_number(self) -> int:
        """1 (best) to 7462 (worst) among hands that differ in strength."""
        return _WORST_CLASS - (_BELOW[self >> layout.CATEGORY_SHIFT] + (self & 0xFFF))

    @property
    def best_five(self) -> str:
        """The five cards that play.

        Raises:
            HoldemError: the rank was made without its cards.
        """
        if not self._cards:
            raise HoldemError("this hand rank was made without cards; evaluate(cards) knows the best five")
        descending = sorted(self._cards, reverse=True)
        five = next(hand for hand in combinations(descending, 5) if rank_ids(hand) == self)
        ranks = [card >> 2 for card in five]
        if self.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and 12 in ranks and 0 in ranks:
            return format_cards([*five[1:], five[0]])
        return format_cards(sorted(five, key=lambda card: (ranks.count(card >> 2), card), reverse=True))

    def __str__(self) -> str:
        return _words(self._strength())

    def __repr__(self) -> str:
        return f"<HandRank {int(self)}: {self}>"

    def _repr_html_(self) -> str:
        from holdem_eq.display import hand_html

        if not self._cards:
            return hand_html(str(self))
        best = self.best_five
        return hand_html(str(self), best, format_cards(card for card in self._cards if format_card(card) not in best))

    def _strength(self) -> Strength:
        if not self._cards:
            return _strengths()[int(self)]
        five = parse_cards(self.best_five)
        return strength_of_five([card >> 2 for card in five], flush=len({card & 3 for card in five}) == 1)


@cache
def _strengths() -> dict[int, Strength]:
    return {rank: strength for strength, rank in hand_ranks().items()}


def _words(strength: Strength) -> str:
    category, ranks = Category(strength[0]), strength[1:]
    names = [_NAMES[rank] for rank in ranks]
    plural = [name + ("es" if name == "six" else "s") for name in names]
    match category:
        case Category.HIGH_CARD | Category.FLUSH:
            detail = f"{', '.join(names[:4])} and {names[4]}"
        case Category.PAIR:
            detail = f"{plural[0]}, {names[1]}, {names[2]} and {names[3]} kickers"
        case Category.TWO_PAIR:
            detail = f"{plural[0]} and {plural[1]}, {names[2]} kicker"
        case Category.THREE_OF_A_KIND:
            detail = f"{plural[0]}, {names[1]} and {names[2]} kickers"
        case Category.FULL_HOUSE:
            detail = f"{plural[0]} full of {plural[1]}"
        case Category.FOUR_OF_A_KIND:
            detail = f"{plural[0]}, {names[1]} kicker"
        case _:
            detail = f"{names[0]} high"
    return f"{category}, {detail}"


def rank_ids(cards: Sequence[int]) -> int:
    """5 to 7 different card ids -> hand rank, without numba."""
    keys, ranks = rank_tables()
    key = (layout.BIAS + sum(int(keys[card]) for card in cards)) & 0xFFFF_FFFF_FFFF_FFFF
    over = key & layout.FLUSH
    if over:
        suit = (over.bit_length() - 4) // 4
        return int(ranks[sum(1 << (card >> 2) for card in cards if card & 3 == suit)])
    size = len(cards)
    slot = int(ranks[layout.ROWS[size] + (key >> layout.ROW_SHIFT)]) + (key >> layout.HASH_SHIFT)
    return int(ranks[layout.SLOTS[size] + (slot & ((1 << layout.SLOT_BITS[size]) - 1))])


def evaluate(cards: CardsLike) -> HandRank:
    """Rank one hand of 5, 6 or 7 cards; the best five count.

    Needs neither numba nor a compiler: about 10 µs. For many hands see `evaluate_many`.

    Raises:
        CardParseError: not cards, or not 5 to 7 of them.
        DuplicateCardError: a card comes twice.

    >>> print(evaluate("AsKsQsJsTs 2c 3d"))
    straight flush, ace high
    >>> evaluate("7c5d4h3s2c").class_number
    7462
    """
    ids = parse_cards(cards)
    if not 5 <= len(ids) <= 7:
        raise CardParseError(f"{cards!r} has {len(ids)} cards; a hand has 5, 6 or 7")
    return HandRank(rank_ids(ids), ids)


def evaluate_many(
    cards: npt.ArrayLike,
    out: npt.NDArray[np.uint16] | None = None,
    validate: bool = True,
    threads: int | None = None,
) -> npt.NDArray[np.uint16]:
    """Rank many hands: integer array (..., 5 | 6 | 7) of card ids -> uint16 array (...).

    Any integer dtype and memory layout; a writeable C-contiguous uint8 array is read in place and
    is the fastest. More than 65,536 hands are spread over ``threads`` threads (all processors by
    default). ``rank >> 12`` is the category, ``HandRank(rank)`` has the words.

    Args:
        cards: card ids 0..51 along the last axis.
        out: uint16 array of the leading shape to write to; returned.
        validate: check for ids above 51 and for cards that come twice; it costs about a tenth.
            Without it such hands get some number, and nothing worse happens.
        threads: how many threads may work; never changes the result.

    Raises:
        CardParseError: not an integer array, another last axis, an id outside 0..51 (with its row).
        DuplicateCardError: a card comes twice in a row of the array.
        HoldemError: ``out`` does not fit.

    >>> import numpy as np
    >>> evaluate_many(np.array([[51, 47, 43, 39, 35], [0, 5, 10, 15, 23]]))
    array([36873,  4096], dtype=uint16)
    """
    try:
        hands = np.asarray(cards)
    except ValueError:
        raise CardParseError("cards are no array, as of rows of different lengths; give hands of one size") from None
    if hands.dtype.kind not in "iu":
        raise CardParseError(f"cards of dtype {hands.dtype} are not card ids; give an integer array, parse text first")
    if hands.ndim == 0 or hands.shape[-1] not in (5, 6, 7):
        raise CardParseError(f"cards of shape {hands.shape} are not hands; the last axis must have 5, 6 or 7 cards")
    shape, size = hands.shape[:-1], hands.shape[-1]
    result = np.empty(shape, np.uint16) if out is None else _checked_out(out, shape)
    workers = usable_threads(threads)
    rows = hands.reshape(-1, size)
    direct = result.flags.c_contiguous and not np.may_share_memory(result, hands)
    flat = result.reshape(-1) if direct else np.empty(len(rows), np.uint16)
    _rank_rows(rows, flat, validate, workers)
    if not direct:
        result[...] = flat.reshape(shape)
    return result


def _checked_out(out: npt.NDArray[np.uint16], shape: tuple[int, ...]) -> npt.NDArray[np.uint16]:
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.shape != shape or not out.flags.writeable:
        found = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else repr(type(out))
        raise HoldemError(f"out is {found}; give a writeable uint16 array of shape {shape}")
    return out


def _rank_rows(rows: npt.NDArray[np.integer], out: npt.NDArray[np.uint16], validate: bool, threads: int) -> None:
    from holdem_eq.kernels import ranking

    rank_rows = {5: ranking.rank_rows5, 6: ranking.rank_rows6, 7: ranking.rank_rows7}[rows.shape[1]]
    tables = rank_tables()
    in_place = rows.dtype == np.uint8 and rows.flags.c_contiguous and rows.flags.writeable

    def work(block: int) -> int:
        part = slice(block * BLOCK, (block + 1) * BLOCK)
        hands = rows[part]
        if not in_place:
            if validate and rows.dtype != np.uint8 and (hands.min() < 0 or hands.max() > 51):
                return block * BLOCK
            hands = hands.astype(np.uint8, order="C")
        bad = int(rank_rows(hands, tables, out[part], validate))
        return -1 if bad < 0 else block * BLOCK + bad

    blocks = -(-len(rows) // BLOCK)
    bad = next((row for row in run_blocks(work, blocks, threads) if row >= 0), None)
    if bad is not None:
        _raise_bad_row(rows, bad)


def _raise_bad_row(rows: npt.NDArray[np.integer], start: int) -> None:
    """Name the first bad row at or after ``start``."""
    for number in range(start, len(rows)):
        ids = [int(card) for card in rows[number]]
        for card in ids:
            if not 0 <= card < 52:
                raise CardParseError(f"row {number} of cards, {ids}, holds {card}: a card id is 0..51")
        for card in ids:
            if ids.count(card) > 1:
                raise DuplicateCardError(f"row {number} of cards, {ids}, holds {format_card(card)} ({card}) twice")
