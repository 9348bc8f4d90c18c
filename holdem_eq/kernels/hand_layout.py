"""How many hands lie in flat arrays: columns and codes; plain numbers, read by kernels, scanner and `hands.flat`.

Cards of an action stand in its amount, a byte each, the first card lowest: card id + 1, or
`UNKNOWN_BYTE` for a card that is not known; a byte of 0 ends them. At most seven fit.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ACTUAL_PRICE",
    "ANTE",
    "BET_TO",
    "BIG_BET",
    "BLIND_FIRST",
    "CALL",
    "CHECK",
    "CHIP_UNIT",
    "DEAD_ANTE",
    "DEAD_POST",
    "DEAL_BOARD",
    "DEAL_HOLE",
    "DISCARD",
    "EXACT",
    "FINISHING",
    "FL",
    "FLAGS",
    "FOLD",
    "GAME",
    "HALF_BET",
    "HEADSUP_UNCAPPED",
    "LIMIT",
    "LIMITS",
    "MAX_RAISES",
    "MAX_SEATS",
    "MIN_BET",
    "MUCK",
    "NL",
    "NOT_GIVEN",
    "NO_FLOP_NO_DROP",
    "PL",
    "POST",
    "PROPORTIONAL",
    "RAISE_TO",
    "RAKE_CAP",
    "RAKE_CHIPS",
    "RAKE_DENOMINATOR",
    "RAKE_NUMERATOR",
    "RAKE_UNIT",
    "RULE_COLUMNS",
    "SEAT_COLUMNS",
    "SHOW",
    "SL",
    "SMALL_BET",
    "SPREAD_HIGH",
    "SPREAD_LOW",
    "STACK",
    "UNKNOWN_BYTE",
    "WINNINGS",
]

MAX_SEATS: Final = 32
"""Most seats of one hand, absent ones too; a set of seats is a bit each of an int64."""

FOLD, CALL, CHECK, RAISE_TO, BET_TO, DEAL_HOLE, DEAL_BOARD, DISCARD, SHOW, MUCK = range(10)
"""Kinds of action. CALL is PHH's ``cc``, RAISE_TO its ``cbr``; DEAL_BOARD has the board's number for a seat."""

UNKNOWN_BYTE: Final = 255

STACK, POST, ANTE, DEAD_ANTE, DEAD_POST, WINNINGS, FINISHING, SEAT_COLUMNS = range(8)
"""Columns of a seat. STACK is `rules.setup.UNLIMITED` where not known; the last two `NOT_GIVEN`."""

NOT_GIVEN: Final = -1

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
