"""Replay many hands at once, in one kernel on flat arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from holdem_eq.errors import BoardSizeError, DuplicateCardError, HoldemError, IllegalActionError
from holdem_eq.hands.flat import HandBatch
from holdem_eq.kernels import hand_layout as lay
from holdem_eq.kernels.low import low_tables
from holdem_eq.rules.setup import GAMES, Hand
from holdem_eq.tables.load import rank_tables
from holdem_eq.threads import run_blocks, usable_threads

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Replays", "replay_many"]

Ints = npt.NDArray[np.int64]
BLOCK = 512

REFUSALS: Final[dict[int, tuple[type[HoldemError], str]]] = {
    lay.NOT_ITS_TURN: (IllegalActionError, "it is not the turn of that seat, or no time to bet"),
    lay.FOLD_UNOWED: (IllegalActionError, "a fold with nothing owed"),
    lay.CHECK_OWED: (IllegalActionError, "a check facing a bet"),
    lay.BET_OVER_BET: (IllegalActionError, "a bet over a bet; that is a raise"),
    lay.RAISE_OUTSIDE: (IllegalActionError, "a bet or raise outside what is allowed"),
    lay.MORE_THAN_STACK: (IllegalActionError, "more chips than the seat has"),
    lay.BAD_HOLE: (IllegalActionError, "hole cards that the seat cannot get"),
    lay.BOARD_NOT_DUE: (IllegalActionError, "no time to deal that board"),
    lay.BOARD_SIZE: (BoardSizeError, "not as many board cards as are due"),
    lay.BAD_DISCARD: (IllegalActionError, "cards that the seat cannot throw now"),
    lay.BAD_SHOW: (IllegalActionError, "a hand that cannot be shown or thrown away now"),
    lay.TWICE: (DuplicateCardError, "a card is dealt twice; the hand is void"),
    lay.NOT_OVER: (IllegalActionError, "the hand is not over"),
    lay.BOARD_NOT_FULL: (IllegalActionError, "a board that is not five known cards cannot be shown down"),
    lay.NOBODY_SHOWS: (IllegalActionError, "no hand is shown for a pot and no winnings are recorded"),
    lay.RECORD_SUM: (IllegalActionError, "the recorded winnings are not what the pots hold for each seat after rake"),
    lay.NOT_WHOLE: (HoldemError, "a pot that is split exactly comes to no whole chips; replay the hand alone, or scale it"),
    lay.EVENT_ALONE: (HoldemError, "a dead hand, a misdeal or an action out of turn; replay the hand alone"),
    lay.NO_SEAT: (IllegalActionError, "there is no such seat"),
}  # fmt: skip

REPORTS: Final[dict[int, str]] = {
    lay.FOLDED_UNOWED: "a seat folds with nothing owed",
    lay.FOLDED_ALL_IN: "a seat folds although it is all-in",
    lay.RAISED_TO_CALL: "a 'raise' is an all-in call",
    lay.RAISED_OUTSIDE: "a raise is outside what is allowed",
    lay.RECORD_DECIDES: "unknown hands at the showdown: the recorded winnings decide",
    lay.RECORD_DIFFERS: "final stacks are not those of the record",
}


@dataclass(frozen=True, slots=True, eq=False)
class Replays:
    """What many hands come to; arrays for ``n`` hands and ``s`` seats, rows of seats as in ``batch``.

    The pots of hand h are rows ``batch.seat_starts[h] + k``, main pot first, for k below
    ``pot_counts[h]``; a set of seats is a bit each. A hand with an error has zeros.

    Attributes:
        batch: the hands.
        errors: uint8 (n,), 0 or the code of why a hand cannot be replayed; see `refusal`.
        error_actions: int64 (n,), the action that failed, from 0; how many there are, when the end did.
        reports: uint8 (n,), bits of what was accepted; see `reports_of`.
        live: int64 (n,), the set of seats that did not fold.
        uncalled_seats, uncalled: int64 (n,), what went back first; -1 and 0 for nothing.
        pot_counts: int64 (n,).
        final: int64 (s,), final stacks; -1 where not known.
        contributions: int64 (s,), antes and dead money too, the uncalled part left out.
        collected: int64 (s,), what each seat won from the pots.
        pot_amounts, pot_eligible, pot_rake, pot_winners: int64 (s,), before rake.
        hand_ranks: uint16 (boards, s), 0 where no hand was shown down.
        low_ranks: uint8 (boards, s), (boards, 0) where no game of the batch has a low.
    """

    batch: HandBatch
    errors: npt.NDArray[np.uint8]
    error_actions: Ints
    reports: npt.NDArray[np.uint8]
    live: Ints
    uncalled_seats: Ints
    uncalled: Ints
    pot_counts: Ints
    final: Ints
    contributions: Ints
    collected: Ints
    pot_amounts: Ints
    pot_eligible: Ints
    pot_rake: Ints
    pot_winners: Ints
    hand_ranks: npt.NDArray[np.uint16]
    low_ranks: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.errors)

    def __repr__(self) -> str:
        return f"<Replays of {len(self)} hands, {int((self.errors > 0).sum())} with errors>"

    def refusal(self, hand: int) -> str | None:
        """Why a hand could not be replayed, in words; None where it was."""
        code = int(self.errors[hand])
        if not code:
            return None
        place, count = int(self.error_actions[hand]), int(np.diff(self.batch.action_starts)[hand])
        where = f"action {place + 1}" if place < count else "after the last action"
        return f"hand {hand}, {where}: {REFUSALS[code][1]}"

    def reports_of(self, hand: int) -> tuple[str, ...]:
        """What was accepted of a hand, and what its record says otherwise, in words."""
        return tuple(text for bit, text in REPORTS.items() if int(self.reports[hand]) & bit)

    def verify(self) -> Replays:
        """Return these replays, if no hand has an error.

        Raises:
            IllegalActionError, DuplicateCardError, BoardSizeError, HoldemError: that of the first hand with one.
        """
        bad = np.flatnonzero(self.errors)
        if len(bad):
            raise REFUSALS[int(self.errors[bad[0]])][0](self.refusal(int(bad[0])))
        return self

    def _numbers(self) -> tuple[Ints, Ints]:
        """Of each seat its hand, and its number there."""
        starts = self.batch.seat_starts
        hands = np.repeat(np.arange(len(self)), np.diff(starts))
        return hands, np.arange(len(self.final)) - starts[hands]

    def seats_frame(self) -> pd.DataFrame:
        """A row for each hand and seat, hands with errors left out.

        Columns: hand, seat, start, put_in (what was called and what was not), returned (the
        uncalled part), won (from the pots, after rake), net, final; start and final are missing
        where a stack is not known.
        """
        import pandas as pd

        hands, seats = self._numbers()
        returned = np.where(self.uncalled_seats[hands] == seats, self.uncalled[hands], 0)
        start = self.batch.seats[:, lay.STACK]
        frame = pd.DataFrame(
            {
                "hand": hands,
                "seat": seats,
                "start": pd.array(np.where(start < lay.UNLIMITED, start, -1), "Int64"),
                "put_in": self.contributions + returned,
                "returned": returned,
                "won": self.collected,
                "net": self.collected - self.contributions,
                "final": pd.array(self.final, "Int64"),
            }
        )
        for name in ("start", "final"):
            frame[name] = frame[name].mask(start >= lay.UNLIMITED)
        fine: pd.DataFrame = frame[self.errors[hands] == 0].reset_index(drop=True)
        return fine

    def pots_frame(self) -> pd.DataFrame:
        """A row for each pot, main pots first: hand, pot, amount, rake, eligible and winners, tuples of seats."""
        import pandas as pd

        hands, numbers = self._numbers()
        rows = np.flatnonzero(numbers < self.pot_counts[hands])
        return pd.DataFrame(
            {
                "hand": hands[rows],
                "pot": numbers[rows],
                "amount": self.pot_amounts[rows],
                "rake": self.pot_rake[rows],
                "eligible": [_seats(seats) for seats in self.pot_eligible[rows].tolist()],
                "winners": [_seats(seats) for seats in self.pot_winners[rows].tolist()],
            }
        )


def replay_many(hands: HandBatch | Iterable[Hand], strict: bool = True, threads: int | None = None) -> Replays:
    """Replay many hands, each as `holdem_eq.rules.replay` does, in one kernel.

    A hand that the rules refuse does not stop the others: its code and action are in the result,
    ``verify()`` raises the first. Hands split exactly (``split_mode="exact"``) are replayed where
    everything comes to whole chips, and have an error where it does not, as have hands with a
    misdeal, a hand that is ruled dead or an action out of turn: replay those alone. Cost: less than a
    microsecond a hand; records are turned into a batch first, 20 to 30 µs each.

    Args:
        hands: a batch, or records.
        strict: False accepts, and reports, what real sites wrote although the rules refuse it.
        threads: how many threads may work; never changes the result.

    Raises:
        HoldemError: records that do not fit a batch, see `HandBatch.from_hands`.

    >>> from holdem_eq.rules import Fold, Hand
    >>> replays = replay_many([Hand((100, 100, 100), posts=(1, 2, 0), actions=(Fold(2), Fold(0)))])
    >>> replays.final.tolist(), replays.verify().pot_amounts[0]
    ([99, 101, 100], np.int64(2))
    """
    from holdem_eq.kernels.betting import BOARDS
    from holdem_eq.kernels.replay import Flat, Outcome, replay_block
    from holdem_eq.kernels.settle import Pots

    batch = hands if isinstance(hands, HandBatch) else HandBatch.from_hands(hands)
    count, seats, games = len(batch), len(batch.seats), _games()
    boards = _boards(batch)
    low_seats = seats if games[batch.rules[:, lay.GAME], 3].any() else 0

    def room(size: int) -> Ints:
        return np.zeros(size, np.int64)

    out = Outcome(
        np.zeros(count, np.uint8), room(count), np.zeros(count, np.uint8), room(count), np.full(count, -1), room(count),
        room(count), room(seats), room(seats), room(seats), Pots(room(seats), room(seats), room(seats), room(seats)),
        np.zeros(boards * seats, np.uint16), np.zeros(boards * low_seats, np.uint8),
    )  # fmt: skip
    flat = Flat(*(np.require(getattr(batch, name), requirements=("C", "W")) for name in Flat._fields))
    tables, lows = rank_tables(), low_tables()

    def work(block: int) -> None:
        first, last = np.int64(block * BLOCK), np.int64(min(count, (block + 1) * BLOCK))
        table = np.empty(int(BOARDS) + boards, np.int64)
        replay_block(table, flat, first, last, np.int64(strict), games, tables, lows, out)

    run_blocks(work, -(-count // BLOCK), usable_threads(threads))
    return Replays(
        batch, *out[:10], *out.pots, out.ranks.reshape(boards, seats), out.low_ranks.reshape(boards, low_seats)
    )


@cache
def _games() -> Ints:
    return np.array([[game[0], game[1], game[2], game[3]] for game in GAMES.values()], np.int64)


def _boards(batch: HandBatch) -> int:
    """How many boards a hand of the batch may have."""
    numbers = set(np.unique(batch.actors[batch.kinds == lay.DEAL_BOARD]).tolist())
    boards = 1
    while boards in numbers:
        boards += 1
    return boards


@cache
def _seats(seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(lay.MAX_SEATS) if seats >> seat & 1)
