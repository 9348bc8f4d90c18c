"""What is asked of a game: its rules, its players' cards, what they throw; read once and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

import numpy as np

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
from holdem_eq.equity.spot import PlayerLike, Spot, Weights, check_player_count, read_spot
from holdem_eq.errors import DuplicateCardError, EmptyRangeError, HoldemError
from holdem_eq.kernels.low import Lows, low_tables, no_low_tables
from holdem_eq.ranges import Range

__all__ = ["GAMES", "POLICIES", "DiscardLike", "Game", "Question", "read_question"]


@dataclass(frozen=True)
class Game:
    """The rules that matter for equity.

    Attributes:
        name: as callers write it.
        cards: how many a seat is dealt; it plays on with two.
        has_low: whether the best low, eight or better, takes half the pot.
        discard_at: how many board cards lie when a seat throws what it has above two.
    """

    name: str
    cards: int
    has_low: bool
    discard_at: int

    @property
    def lows(self) -> Lows:
        """The tables of lows for kernels."""
        return low_tables() if self.has_low else no_low_tables()


GAMES = {
    game.name: game
    for game in (
        Game("holdem-hilo8", 2, True, 0),
        Game("pineapple", 3, False, 0),
        Game("crazy-pineapple", 3, False, 3),
        Game("crazy-pineapple-hilo8", 3, True, 3),
        Game("irish", 4, False, 3),
    )
}

POLICIES = ("best-equity", "given", "best-showdown")
CURE = (
    "discard='best-equity' (keeps the pair with most hot-and-cold equity), 'given' (keeps the first two cards as"
    " written), a list of what each seat throws, or 'best-showdown' (throws with knowledge of the final board)"
)

DiscardLike: TypeAlias = "str | Sequence[CardsLike | None] | None"
"""A policy for all seats; or for each seat a policy, the cards it throws, or None."""

Pair: TypeAlias = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Question:
    """A game, seats, board and dead cards.

    Attributes:
        game: the rules.
        players: what to call each seat.
        options: by seat the pairs of which it still has to keep one, highest cards first; empty
            where it has kept two cards, or is a range.
        weights: float64 (1326,) a seat, of what it has kept, or of its options.
        board: card ids.
        dead: card ids that nobody holds and that never come, as named.
        thrown: card ids that seats threw.
        named: all cards of seats with options.
        discard: how cards are thrown, in words; None where nothing is.
        decide_at: how many board cards lie when seats with options choose.
    """

    game: Game
    players: tuple[str, ...]
    options: tuple[tuple[Pair, ...], ...]
    weights: tuple[Weights, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    thrown: tuple[int, ...]
    named: tuple[int, ...]
    discard: str | None
    decide_at: int

    @property
    def open(self) -> bool:
        """Whether a seat has still to choose."""
        return any(self.options)

    @property
    def closed_cards(self) -> tuple[int, ...]:
        """Cards that neither a range can hold nor the board bring."""
        return (*self.gone, *self.named)

    @property
    def gone(self) -> tuple[int, ...]:
        """Dead and thrown cards."""
        return (*self.dead, *self.thrown)

    @property
    def deck(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """The cards that ranges and the board can have, bool (52,)."""
        deck = np.ones(CARD_COUNT, np.bool_)
        deck[[*self.board, *self.closed_cards]] = False
        return deck

    @property
    def whole_weights(self) -> bool:
        """Whether every weight is 0 or 1."""
        return all(bool(((weights == 0.0) | (weights == 1.0)).all()) for weights in self.weights)

    def keep(self, pairs: Sequence[Pair | None]) -> Question:
        """The question after seats with options kept ``pairs``."""
        weights = tuple(w if pair is None else _weights((pair,)) for w, pair in zip(self.weights, pairs, strict=True))
        kept = {card for pair in pairs if pair is not None for card in pair}
        thrown = (*self.thrown, *(card for card in self.named if card not in kept))
        return replace(self, options=((),) * len(pairs), weights=weights, thrown=thrown, named=())


def read_question(
    players: Sequence[PlayerLike], board: CardsLike, dead: CardsLike, game: str, discard: DiscardLike
) -> Question:
    """Read and check everything that a caller names.

    Raises:
        PlayerCountError, CardParseError, RangeParseError, BoardSizeError, DuplicateCardError,
        EmptyRangeError: as `spot.read_spot`.
        HoldemError: an unknown game or policy, a wrong number of cards, no policy where one is
            needed, or one that comes too late for the board.
    """
    rules = GAMES.get(game) if isinstance(game, str) else None
    if rules is None:
        raise HoldemError(f"game {game!r} is not known; use 'holdem' or one of {', '.join(map(repr, GAMES))}")
    check_player_count(players)
    hands = [_read_cards(player, seat, rules) for seat, player in enumerate(players)]
    asked = _read_discard(discard, hands)
    spot = _read_seats(players, hands, board, dead)
    policy = next((own for own in asked if isinstance(own, str)), None)
    decide_at = 5 if policy == "best-showdown" else rules.discard_at
    if policy == "best-equity" and len(spot.board) > decide_at:
        raise HoldemError(
            f"on a board of {len(spot.board)} cards the discard of {game} is over; give the cards that are kept,"
            " or name those thrown: discard='given' or a list"
        )
    options: list[tuple[Pair, ...]] = []
    weights: list[Weights] = []
    named: list[int] = []
    thrown: list[int] = []
    for seat, (hand, own) in enumerate(zip(hands, asked, strict=True)):
        pairs: tuple[Pair, ...] = ()
        if hand is None or len(hand) == 2:
            weights.append(spot.weights[seat])
        elif own is None:
            raise HoldemError(f"seat {seat} ({spot.players[seat]!r}) has {len(hand)} cards; say what it throws: {CURE}")
        elif isinstance(own, str):
            pairs = _pairs(hand)
            weights.append(_weights(pairs))
            named += hand
        else:
            weights.append(_weights(_pairs([card for card in hand if card not in own])))
            thrown += own
        options.append(pairs)
    words = ["given"] * bool(thrown) + [own for own in (policy,) if own is not None]
    return Question(
        game=rules,
        players=spot.players,
        options=tuple(options),
        weights=tuple(weights),
        board=spot.board,
        dead=parse_cards(dead),
        thrown=tuple(thrown),
        named=tuple(named),
        discard=" and ".join(words) or None,
        decide_at=decide_at,
    )


def _read_cards(player: PlayerLike, seat: int, rules: Game) -> tuple[int, ...] | None:
    """The cards of a seat that names them, two or as many as are dealt; None for a range."""
    if isinstance(player, Range):
        return None
    if isinstance(player, str):
        try:
            cards = parse_cards(player)
        except DuplicateCardError:
            if "," in player:
                return None
            raise
        except HoldemError:
            return None
        if len(cards) != 2 and "," in player and _is_range(player):
            return None
    else:
        cards = parse_cards(player)
    if len(cards) not in (2, rules.cards):
        noun = "card" if len(cards) == 1 else "cards"
        allowed = "two" if rules.cards == 2 else f"{rules.cards}, or two that it has kept,"
        raise HoldemError(f"seat {seat} ({player!r}) is {len(cards)} {noun}; in {rules.name} give {allowed} or a range")
    return cards


def _is_range(text: str) -> bool:
    try:
        Range(text)
    except HoldemError:
        return False
    return True


def _read_discard(discard: DiscardLike, hands: Sequence[tuple[int, ...] | None]) -> list[str | tuple[int, ...] | None]:
    """By seat: a policy that chooses, or the cards thrown; None where nothing is said."""
    if discard is None or isinstance(discard, str):
        if isinstance(discard, str) and discard not in POLICIES:
            raise HoldemError(f"discard={discard!r} is not known; give {CURE}")
        items: Sequence[CardsLike | None] = [discard if hand is not None and len(hand) > 2 else None for hand in hands]
    else:
        if not isinstance(discard, Iterable):
            raise HoldemError(f"discard={discard!r} is not known; give {CURE}")
        items = list(discard)
        if len(items) != len(hands):
            raise HoldemError(
                f"discard has {len(items)} entries for {len(hands)} players; give one each, or one policy"
            )
    asked: list[str | tuple[int, ...] | None] = []
    for seat, (item, hand) in enumerate(zip(items, hands, strict=True)):
        cards = hand if hand is not None and len(hand) > 2 else ()
        if item is None or (isinstance(item, str) and not item.strip()):
            asked.append(None)
        elif isinstance(item, str) and item in POLICIES:
            if not cards:
                raise HoldemError(f"seat {seat} has nothing to throw; leave its entry of discard None")
            asked.append(cards[2:] if item == "given" else item)
        else:
            thrown = parse_cards(item)
            if len(thrown) != max(0, len(cards) - 2) or not set(thrown) <= set(cards):
                raise HoldemError(
                    f"seat {seat} cannot throw {format_cards(thrown)!r}: it holds {format_cards(cards) or 'two cards'!r}"
                    f" and throws {max(0, len(cards) - 2)}"
                )
            asked.append(thrown)
    policies = {item for item in asked if isinstance(item, str)}
    if len(policies) > 1:
        raise HoldemError("discard mixes 'best-equity' and 'best-showdown'; seats that choose follow one policy")
    return asked


def _read_seats(
    players: Sequence[PlayerLike], hands: Sequence[tuple[int, ...] | None], board: CardsLike, dead: CardsLike
) -> Spot:
    """Board, dead cards and two-card seats by `read_spot`; no card in two places."""
    board_ids, dead_ids = parse_cards(board), parse_cards(dead)
    labels = [
        player if isinstance(player, str) else str(player) if hand is None else format_cards(hand)
        for player, hand in zip(players, hands, strict=True)
    ]
    places = [(f"seat {seat} ({labels[seat]!r})", hand) for seat, hand in enumerate(hands) if hand is not None]
    places += [(f"the board ({format_cards(board_ids)!r})", board_ids)]
    places += [(f"dead cards ({format_cards(dead_ids)!r})", dead_ids)]
    holder: dict[int, str] = {}
    for place, cards in places:
        for card in cards:
            if card in holder:
                raise DuplicateCardError(
                    f"{format_card(card)} is named by {holder[card]} and by {place}; a card is in one place only"
                )
            holder[card] = place
    rest = tuple(card for hand in hands if hand is not None for card in hand[2:])
    seats = [player if hand is None else hand[:2] for player, hand in zip(players, hands, strict=True)]
    spot = read_spot(seats, board_ids, (*dead_ids, *rest))
    named = [card for hand in hands if hand is not None and len(hand) > 2 for card in hand]
    if not named:
        return Spot(tuple(labels), spot.weights, spot.board, spot.dead)
    meets = np.isin(COMBO_CARDS, named).any(axis=1)
    live = []
    for seat, (hand, weights) in enumerate(zip(hands, spot.weights, strict=True)):
        if hand is None:
            weights = np.where(meets, 0.0, weights)
            weights.flags.writeable = False
            if not weights.any():
                raise EmptyRangeError(
                    f"seat {seat} ({labels[seat]!r}) has no combo left beside the other seats' cards"
                    f" {format_cards(named)!r}; give a range with one at least"
                )
        live.append(weights)
    return Spot(tuple(labels), tuple(live), spot.board, spot.dead)


def _pairs(cards: Sequence[int]) -> tuple[Pair, ...]:
    """Every two of the cards, the highest first."""
    return tuple(combinations(sorted(cards, reverse=True), 2))


def _weights(pairs: Sequence[Pair]) -> Weights:
    weights = np.zeros(COMBO_COUNT)
    for first, second in pairs:
        weights[combo_index(first, second)] = 1.0
    weights.flags.writeable = False
    return weights
