"""How many hands lie in flat arrays: columns and codes; plain numbers, read by kernels, scanner and `hands.flat`.

Cards of an action stand in its amount, a byte each, the first card lowest: card id + 1, or
`UNKNOWN_BYTE` for a card that is not known; a byte of 0 ends them. At most seven fit.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ACTUAL_PRICE",
    "ANTE",
    "BAD_DISCARD",
    "BAD_HOLE",
    "BAD_SHOW",
    "BET_OVER_BET",
    "BET_TO",
    "BIG_BET",
    "BLIND_FIRST",
    "BOARD_NOT_DUE",
    "BOARD_NOT_FULL",
    "BOARD_SIZE",
    "CALL",
    "CHECK",
    "CHECK_OWED",
    "CHIP_UNIT",
    "DEAD_ANTE",
    "DEAD_POST",
    "DEAL_BOARD",
    "DEAL_HOLE",
    "DISCARD",
    "EVENT",
    "EVENT_ALONE",
    "EXACT",
    "FINE",
    "FINISHING",
    "FL",
    "FLAGS",
    "FOLD",
    "FOLDED_ALL_IN",
    "FOLDED_UNOWED",
    "FOLD_UNOWED",
    "GAME",
    "HALF_BET",
    "HEADSUP_UNCAPPED",
    "LIMIT",
    "LIMITS",
    "MAX_RAISES",
    "MAX_SEATS",
    "MIN_BET",
    "MORE_THAN_STACK",
    "MUCK",
    "NL",
    "NOBODY_SHOWS",
    "NOT_GIVEN",
    "NOT_ITS_TURN",
    "NOT_OVER",
    "NOT_WHOLE",
    "NOT_WHOLE_CHIPS",
    "NO_FLOP_NO_DROP",
    "NO_SEAT",
    "PL",
    "POST",
    "PROPORTIONAL",
    "RAISED_OUTSIDE",
    "RAISED_TO_CALL",
    "RAISE_OUTSIDE",
    "RAISE_TO",
    "RAKE_CAP",
    "RAKE_CHIPS",
    "RAKE_DENOMINATOR",
    "RAKE_NUMERATOR",
    "RAKE_UNIT",
    "RECORD_DECIDES",
    "RECORD_DIFFERS",
    "RECORD_SUM",
    "RULE_COLUMNS",
    "SEAT_COLUMNS",
    "SHOW",
    "SL",
    "SMALL_BET",
    "SPREAD_HIGH",
    "SPREAD_LOW",
    "STACK",
    "TWICE",
    "UNKNOWN_BYTE",
    "UNLIMITED",
    "WINNINGS",
]

UNLIMITED: Final = 1 << 60
"""A stack that is not known, as in `rules.setup`; nobody knows what such a seat ends with."""

MAX_SEATS: Final = 32
"""Most seats of one hand, absent ones too; a set of seats is a bit each of an int64."""

FOLD, CALL, CHECK, RAISE_TO, BET_TO, DEAL_HOLE, DEAL_BOARD, DISCARD, SHOW, MUCK, EVENT = range(11)
"""Kinds of action. CALL is PHH's ``cc``, RAISE_TO its ``cbr``; DEAL_BOARD has the board's number for a seat.
EVENT is what `rules.irregularities` lets a record carry; a hand that has one is replayed alone only."""

UNKNOWN_BYTE: Final = 255

STACK, POST, ANTE, DEAD_ANTE, DEAD_POST, WINNINGS, FINISHING, SEAT_COLUMNS = range(8)
"""Columns of a seat. STACK is `rules.setup.UNLIMITED` where not known; the last two `NOT_GIVEN`."""

NOT_GIVEN: Final = -1
NOT_WHOLE_CHIPS: Final = -2
"""A recorded amount that is no whole number of chips."""

(
    GAME, LIMIT, FLAGS, MIN_BET, SMALL_BET, BIG_BET, SPREAD_LOW, SPREAD_HIGH, MAX_RAISES, CHIP_UNIT,
    RAKE_CHIPS, RAKE_NUMERATOR, RAKE_DENOMINATOR, RAKE_CAP, RAKE_UNIT, RULE_COLUMNS,
) = range(16)  # fmt: skip
"""Columns of the rules. GAME is the place in `rules.setup.GAMES`. RAKE_CHIPS is what a record says was taken
(0 for no rake), or `NOT_GIVEN` where the four columns that follow say how much; RAKE_CAP `NOT_GIVEN` for no cap."""

LIMITS: Final = ("NL", "PL", "FL", "SL")
NL, PL, FL, SL = range(4)

HEADSUP_UNCAPPED, HALF_BET, ACTUAL_PRICE, BLIND_FIRST, EXACT, NO_FLOP_NO_DROP, PROPORTIONAL = (
    1 << bit for bit in range(7)
)
"""Bits of FLAGS, named for the `Rules` and `Rake` that differ: ``headsup_uncapped``, ``fl_half_bet_rule``,
``short_blind_price="actual"``, ``bb_ante_order="blind_first"``, ``split_mode="exact"``, ``no_flop_no_drop``,
``allocation="proportional"``."""

(
    FINE, NOT_ITS_TURN, FOLD_UNOWED, CHECK_OWED, BET_OVER_BET, RAISE_OUTSIDE, MORE_THAN_STACK, BAD_HOLE, BOARD_NOT_DUE,
    BOARD_SIZE, BAD_DISCARD, BAD_SHOW, TWICE, NOT_OVER, BOARD_NOT_FULL, NOBODY_SHOWS, RECORD_SUM, NOT_WHOLE, EVENT_ALONE, NO_SEAT,
) = range(20)  # fmt: skip
"""Why a hand cannot be replayed; in words: `holdem_eq.hands.many`."""

FOLDED_UNOWED, RAISED_TO_CALL, RAISED_OUTSIDE, RECORD_DECIDES, RECORD_DIFFERS, FOLDED_ALL_IN = (
    1 << bit for bit in range(6)
)
"""What a lenient replay accepts, a showdown that the recorded winnings decide, and final stacks unlike the record's."""
