"""Many hands as a few flat arrays: what `replay_many` reads, and what a scanner of files can fill.

A batch of ``n`` hands with ``s`` seats, ``a`` actions and ``r`` rows of rules in all:

===============  ==============  ==================================================================
array            dtype, shape    what
===============  ==============  ==================================================================
seat_starts      int64 (n+1,)    seats of hand h are rows ``seat_starts[h]:seat_starts[h + 1]``
action_starts    int64 (n+1,)    actions of hand h likewise
openers          int64 (n,)      the seat that opens before the flop
rule_rows        int64 (n,)      which row of ``rules`` hand h is played by
seats            int64 (s, 7)    stack, post, ante, dead ante, dead post, winnings, finishing stack
kinds            uint8 (a,)      what an action is
actors           uint8 (a,)      its seat; of DEAL_BOARD the board's number
amounts          int64 (a,)      total that RAISE_TO and BET_TO go to; the cards of dealing, discarding
                                 and showing; else 0
rules            int64 (r, 15)   limit, bets, flags, rake
===============  ==============  ==================================================================

Codes and columns are in `holdem_eq.kernels.hand_layout`, as is how cards stand in an amount. Rows
of ``rules`` may repeat. A scanner writes a row of rules only where it differs from the last one.
Winnings are those of the record for each seat of a hand, or `NOT_GIVEN` for each.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
import numpy.typing as npt

from holdem_eq.errors import HoldemError, PlayerCountError
from holdem_eq.kernels import hand_layout as lay
from holdem_eq.rules.actions import (
    Action,
    BetTo,
    Call,
    Check,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Muck,
    RaiseTo,
    SeatAction,
    Show,
)
from holdem_eq.rules.setup import GAMES, UNKNOWN, Chips, Hand, Rake, Rules

__all__ = ["HandBatch", "pack_cards", "unpack_cards"]

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

KINDS: Final[dict[type[Action], int]] = {
    Fold: lay.FOLD,
    Call: lay.CALL,
    Check: lay.CHECK,
    RaiseTo: lay.RAISE_TO,
    BetTo: lay.BET_TO,
    DealHole: lay.DEAL_HOLE,
    DealBoard: lay.DEAL_BOARD,
    Discard: lay.DISCARD,
    Show: lay.SHOW,
    Muck: lay.MUCK,
}
GAME_CODES: Final = {game: code for code, game in enumerate(GAMES)}
MOST: Final = 1 << 56
"""Of one amount, so that all of a hand together fit what kernels compute with."""
MOST_IN_RULES: Final = (1 << 63) - 1
NO_ACTOR: Final = 255


def pack_cards(cards: Sequence[int]) -> int:
    """Up to seven card ids, `UNKNOWN` among them, -> the amount that stands for them.

    Raises:
        HoldemError: more than seven.

    >>> pack_cards((0, 51)), unpack_cards(pack_cards((51, -1)))
    (13313, (51, -1))
    """
    if len(cards) > 7:
        raise HoldemError(f"{len(cards)} cards in one action; at most 7 fit")
    packed = 0
    for place, card in enumerate(cards):
        packed |= (lay.UNKNOWN_BYTE if card == UNKNOWN else card + 1) << 8 * place
    return packed


def unpack_cards(packed: int) -> tuple[int, ...]:
    """What `pack_cards` packed."""
    cards = []
    while packed:
        byte = packed & 255
        cards.append(UNKNOWN if byte == lay.UNKNOWN_BYTE else byte - 1)
        packed >>= 8
    return tuple(cards)


@dataclass(frozen=True, slots=True, eq=False)
class HandBatch:
    """Many hands in flat arrays; the table above says which.

    ``len(batch)`` is the number of hands, ``batch[10:20]`` a batch of some, without a copy. Amounts are
    at most 2**56; a larger bet is taken for more than its seat has, even where its stack is not known.

    >>> from holdem_eq.rules import Fold, Hand
    >>> batch = HandBatch.from_hands([Hand((100, 100, 100), posts=(1, 2, 0), actions=(Fold(2), Fold(0)))])
    >>> batch.seats[:, 1].tolist(), batch.kinds.tolist(), batch.actors.tolist(), batch.openers.tolist()
    ([1, 2, 0], [0, 0], [2, 0], [2])
    """

    seat_starts: Ints
    action_starts: Ints
    openers: Ints
    rule_rows: Ints
    seats: Ints
    kinds: Bytes
    actors: Bytes
    amounts: Ints
    rules: Ints

    @classmethod
    def from_hands(cls, hands: Iterable[Hand]) -> HandBatch:
        """The batch of some records; 20 to 30 µs a hand.

        Raises:
            PlayerCountError: a hand of more than 32 seats, absent ones counted.
            HoldemError: more than seven cards in one action, amounts over 2**56, numbers of rules over 2**63.
        """
        lines = _Lines()
        for hand in hands:
            lines.add(hand)
        return lines.batch()

    @classmethod
    def concat(cls, batches: Sequence[HandBatch]) -> HandBatch:
        """One batch of several, in order.

        >>> len(HandBatch.concat([HandBatch.from_hands([])] * 2))
        0
        """
        if not batches:
            return cls.from_hands(())

        def joined(name: str) -> Ints:
            return np.concatenate([getattr(batch, name) for batch in batches])

        def shifted(name: str, sizes: Sequence[int]) -> list[Ints]:
            before = np.cumsum([0, *sizes])
            return [getattr(batch, name) + start for batch, start in zip(batches, before, strict=False)]

        def starts(name: str, sizes: Sequence[int]) -> Ints:
            return np.concatenate([[0], *(part[1:] for part in shifted(name, sizes))]).astype(np.int64)

        return cls(
            starts("seat_starts", [len(batch.seats) for batch in batches]),
            starts("action_starts", [len(batch.kinds) for batch in batches]),
            joined("openers"),
            np.concatenate(shifted("rule_rows", [len(batch.rules) for batch in batches])),
            joined("seats"),
            joined("kinds").astype(np.uint8),
            joined("actors").astype(np.uint8),
            joined("amounts"),
            joined("rules"),
        )

    def __len__(self) -> int:
        return len(self.openers)

    def __getitem__(self, part: slice) -> HandBatch:
        """Hands ``start:stop``, in arrays that share the memory of these.

        Raises:
            HoldemError: a step other than 1, or no slice.
        """
        if not isinstance(part, slice) or part.step not in (None, 1):
            raise HoldemError(f"{part!r} of a batch; take a slice of hands next to each other, as batch[10:20]")
        start, stop, _ = part.indices(len(self))
        stop = max(start, stop)
        seat_starts, action_starts = self.seat_starts[start : stop + 1], self.action_starts[start : stop + 1]
        rows, actions = slice(seat_starts[0], seat_starts[-1]), slice(action_starts[0], action_starts[-1])
        return HandBatch(
            seat_starts - seat_starts[0],
            action_starts - action_starts[0],
            self.openers[start:stop],
            self.rule_rows[start:stop],
            self.seats[rows],
            self.kinds[actions],
            self.actors[actions],
            self.amounts[actions],
            self.rules,
        )

    def __repr__(self) -> str:
        return f"<HandBatch of {len(self)} hands, {len(self.seats)} seats, {len(self.kinds)} actions>"

    def __reduce__(self) -> tuple[type[HandBatch], tuple[Ints | Bytes, ...]]:
        return HandBatch, tuple(getattr(self, column.name) for column in fields(self))


class _Lines:
    """The columns of a batch as they grow."""

    def __init__(self) -> None:
        self.seat_starts, self.action_starts = array("q", [0]), array("q", [0])
        self.openers, self.rule_rows = array("q"), array("q")
        self.seats, self.amounts = array("q"), array("q")
        self.kinds, self.actors = bytearray(), bytearray()
        self.rules: dict[Rules, int] = {}

    def add(self, hand: Hand) -> None:
        """Write one hand."""
        size = len(hand.stacks)
        if size > lay.MAX_SEATS:
            raise PlayerCountError(f"a hand of {size} seats; a batch takes {lay.MAX_SEATS}, leave absent ones out")
        self.openers.append(hand.opener)
        self.rule_rows.append(self.rules.setdefault(hand.rules, len(self.rules)))
        stacks = [lay.UNLIMITED if stack is None else stack for stack in hand.stacks]
        columns = (stacks, hand.posts, hand.antes, hand.dead_antes, hand.dead_posts)
        winnings, finishing = _recorded(hand.winnings, size), _recorded(hand.finishing_stacks, size)
        if lay.NOT_WHOLE_CHIPS in winnings:  # they cannot be what anybody gets here
            winnings = [lay.NOT_GIVEN] * size
        if max(max(column, default=0) for column in (*columns[1:], winnings, finishing)) > MOST or any(
            stack > MOST for stack in hand.stacks if stack is not None
        ):
            raise HoldemError(f"{hand.source or 'a hand'} has amounts over {MOST}; take larger units")
        for row in zip(*columns, winnings, finishing, strict=True):
            self.seats.extend(row)
        for action in hand.actions:
            self._act(action)
        self.seat_starts.append(self.seat_starts[-1] + size)
        self.action_starts.append(len(self.kinds))

    def _act(self, action: Action) -> None:
        kind = KINDS.get(type(action), lay.EVENT)
        seat, amount = 0, 0
        if isinstance(action, SeatAction):
            seat = action.seat
        elif isinstance(action, DealBoard):
            seat = action.board
        if isinstance(action, RaiseTo):
            amount = action.amount if -1 <= action.amount <= MOST else lay.UNLIMITED + 1  # as illegal as what it is
        elif isinstance(action, DealHole | DealBoard | Discard | Show):
            amount = pack_cards(action.cards)
        self.kinds.append(kind)
        self.actors.append(seat if 0 <= seat < NO_ACTOR else NO_ACTOR)
        self.amounts.append(amount)

    def batch(self) -> HandBatch:
        """All hands written, as arrays."""
        rules = [_rule_row(rules) for rules in self.rules]
        return HandBatch(
            np.array(self.seat_starts, np.int64),
            np.array(self.action_starts, np.int64),
            np.array(self.openers, np.int64),
            np.array(self.rule_rows, np.int64),
            np.array(self.seats, np.int64).reshape(-1, lay.SEAT_COLUMNS),
            np.array(self.kinds, np.uint8),
            np.array(self.actors, np.uint8),
            np.array(self.amounts, np.int64),
            np.array(rules, np.int64).reshape(-1, lay.RULE_COLUMNS),
        )


def _recorded(amounts: Sequence[Chips | None] | None, size: int) -> list[int]:
    """A record's amounts, one a seat, for what no number of chips can be."""
    if amounts is None:
        return [lay.NOT_GIVEN] * size
    codes = [lay.NOT_GIVEN if amount is None else amount for amount in amounts]
    return [int(code) if code == int(code) else lay.NOT_WHOLE_CHIPS for code in codes]


def _rule_row(rules: Rules) -> list[int]:
    row = [0] * lay.RULE_COLUMNS
    flags = lay.HEADSUP_UNCAPPED * rules.headsup_uncapped | lay.HALF_BET * rules.fl_half_bet_rule
    flags |= lay.ACTUAL_PRICE * (rules.short_blind_price == "actual")
    flags |= lay.BLIND_FIRST * (rules.bb_ante_order == "blind_first")
    flags |= lay.EXACT * (rules.split_mode == "exact")
    row[lay.RAKE_DENOMINATOR], row[lay.RAKE_UNIT], row[lay.RAKE_CAP] = 1, 1, lay.NOT_GIVEN
    rake = rules.rake
    if isinstance(rake, Rake):
        flags |= lay.NO_FLOP_NO_DROP * rake.no_flop_no_drop | lay.PROPORTIONAL * (rake.allocation == "proportional")
        row[lay.RAKE_CHIPS] = lay.NOT_GIVEN
        row[lay.RAKE_NUMERATOR], row[lay.RAKE_DENOMINATOR] = rake.percent.as_integer_ratio()
        row[lay.RAKE_CAP] = lay.NOT_GIVEN if rake.cap is None else rake.cap
        row[lay.RAKE_UNIT] = rake.unit
    else:
        row[lay.RAKE_CHIPS] = rake or 0
    row[lay.GAME], row[lay.LIMIT], row[lay.FLAGS] = GAME_CODES[rules.game], lay.LIMITS.index(rules.limit), flags
    row[lay.MIN_BET], row[lay.SMALL_BET], row[lay.BIG_BET] = rules.min_bet, rules.small_bet, rules.big_bet
    row[lay.SPREAD_LOW], row[lay.SPREAD_HIGH] = rules.spread
    row[lay.MAX_RAISES], row[lay.CHIP_UNIT] = rules.max_raises, rules.chip_unit
    if max(row) > MOST_IN_RULES:
        raise HoldemError(f"{rules!r} has numbers over {MOST_IN_RULES}; take larger units")
    return row
