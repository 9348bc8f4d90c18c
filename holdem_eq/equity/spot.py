"""A spot: what was asked, read once and checked; plain data from here on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import (
    CARD_COUNT,
    COMBO_CARDS,
    COMBO_COUNT,
    CardsLike,
    combo_index,
    format_card,
    format_cards,
    parse_cards,
)
from holdem_eq.errors import (
    BoardSizeError,
    DuplicateCardError,
    EmptyRangeError,
    HoldemError,
    PlayerCountError,
    RangeParseError,
)
from holdem_eq.ranges import Range

__all__ = [
    "TOO_SMALL",
    "PlayerLike",
    "Spot",
    "Weights",
    "check_player_count",
    "name_seats",
    "read_board",
    "read_player",
    "read_spot",
    "without_cards",
]

Weights: TypeAlias = npt.NDArray[np.float64]
PlayerLike: TypeAlias = "Range | CardsLike"
"""A range or its text, or two cards as text, ids or a sequence."""

MOST_PLAYERS = 10
TOO_SMALL = "have weights too small to multiply; scale each range up to a largest weight of 1"
"""What is wrong with seats whose deals are all of weight 0, though there are some."""


@dataclass(frozen=True, eq=False)
class Spot:
    """Players, board and dead cards.

    Attributes:
        players: what to call each seat, the text that was given.
        weights: float64 (1326,) a seat, read-only; 0 where a combo meets the board or dead cards.
        board: card ids, 0, 3, 4 or 5 of them.
        dead: card ids that nobody holds and that never come.
    """

    players: tuple[str, ...]
    weights: tuple[Weights, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def runout_size(self) -> int:
        """How many board cards are still to come."""
        return 5 - len(self.board)

    @property
    def whole_weights(self) -> bool:
        """Whether every weight is 0 or 1, so that counts are whole numbers."""
        return all(bool(((weights == 0.0) | (weights == 1.0)).all()) for weights in self.weights)


def read_spot(players: Sequence[PlayerLike], board: CardsLike, dead: CardsLike) -> Spot:
    """Read and check everything that a caller names.

    Raises:
        PlayerCountError: fewer than 2 or more than 10 players.
        CardParseError, RangeParseError: text that is neither cards nor a range.
        BoardSizeError: a board of 1, 2 or more than 5 cards.
        DuplicateCardError: a card named in two places: by two seats with one combo each, by such
            a seat and the board or the dead cards, or by these two.
        EmptyRangeError: a seat with no combo, or none left beside board and dead cards.
    """
    check_player_count(players)
    read = [read_player(player, f"seat {seat}") for seat, player in enumerate(players)]
    board_ids, dead_ids = read_board(board), parse_cards(dead)
    _check_named(read, board_ids, dead_ids)
    known = (*board_ids, *dead_ids)
    live = []
    for seat, (label, weights) in enumerate(read):
        weights = without_cards(weights, known)
        if not weights.any():
            beside = f" left beside the cards {format_cards(known)!r}" if known and label else ""
            raise EmptyRangeError(f"seat {seat} ({label!r}) has no combo{beside}; give a range with one at least")
        weights.flags.writeable = False
        live.append(weights)
    return Spot(tuple(label for label, _ in read), tuple(live), board_ids, dead_ids)


def check_player_count(players: Sequence[PlayerLike]) -> None:
    """Two to ten.

    Raises:
        PlayerCountError: fewer or more.
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        cure = ", each an argument of its own" if len(players) == 1 and isinstance(players[0], (list, tuple)) else ""
        raise PlayerCountError(f"number of players is {len(players)}; give 2 to {MOST_PLAYERS} hands or ranges{cure}")


def name_seats(players: Sequence[str]) -> str:
    """Seats by number and text, for messages.

    >>> name_seats(["AA", "KK"])
    "0 ('AA') and 1 ('KK')"
    """
    return " and ".join(f"{seat} ({player!r})" for seat, player in enumerate(players))


def read_board(board: CardsLike) -> tuple[int, ...]:
    """Card ids of a board.

    Raises:
        BoardSizeError: it has neither 0, 3, 4 nor 5 cards.
    """
    ids = parse_cards(board)
    if len(ids) not in (0, 3, 4, 5):
        noun = "card" if len(ids) == 1 else "cards"
        raise BoardSizeError(f"board has {len(ids)} {noun} ({format_cards(ids)!r}); use 0, 3, 4 or 5")
    return ids


def without_cards(weights: Weights, known: tuple[int, ...]) -> Weights:
    """The weights with 0 for combos that hold a known card."""
    if not known:
        return weights
    gone = np.zeros(CARD_COUNT, np.bool_)
    gone[list(known)] = True
    return np.where(gone[COMBO_CARDS].any(axis=1), 0.0, weights)


def read_player(player: PlayerLike, place: str) -> tuple[str, Weights]:
    """A label and the weights as given; ``place`` is what a message calls the player."""
    if isinstance(player, Range):
        return str(player), player.weights
    if isinstance(player, str):
        cards = _named_cards(player)
        if len(cards) == 2:
            return player, _one_combo(cards)
        try:
            return player, Range(player).weights
        except RangeParseError:
            if len(cards) not in (3, 4):
                raise
    else:
        cards = parse_cards(player)
    if len(cards) != 2:
        raise HoldemError(
            f"{place} ({player!r}) is {len(cards)} cards; give two, or a range as text or Range;"
            " hands of three or four need their game, as in game='pineapple'"
        )
    return format_cards(cards), _one_combo(cards)


def _named_cards(text: str) -> tuple[int, ...]:
    """The cards of a text that is nothing but different ones, as ``As Kd``; none of anything else."""
    try:
        return parse_cards(text)
    except HoldemError:
        return ()


def _one_combo(cards: tuple[int, ...]) -> Weights:
    weights = np.zeros(COMBO_COUNT)
    weights[combo_index(cards[0], cards[1])] = 1.0
    return weights


def _check_named(read: Sequence[tuple[str, Weights]], board: Sequence[int], dead: Sequence[int]) -> None:
    places: list[tuple[str, Sequence[int]]] = []
    for seat, (label, weights) in enumerate(read):
        combos = np.flatnonzero(weights)
        if len(combos) == 1:
            places.append((f"seat {seat} ({label!r})", COMBO_CARDS[combos[0]].tolist()))
    places += [(f"the board ({format_cards(board)!r})", board), (f"dead cards ({format_cards(dead)!r})", dead)]
    holder: dict[int, str] = {}
    for place, cards in places:
        for card in cards:
            if card in holder:
                raise DuplicateCardError(
                    f"{format_card(card)} is named by {holder[card]} and by {place}; a card is in one place only"
                )
            holder[card] = place
