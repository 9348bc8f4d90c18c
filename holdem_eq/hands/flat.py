"""Many hands as a few flat arrays: what `replay_many` reads, and what a scanner of files can fill.

A batch of ``n`` hands with ``s`` seats, ``a`` actions and ``r`` different rules in all:

===============  ==============  ==================================================================
array            dtype, shape    what
===============  ==============  ==================================================================
seat_starts      int64 (n+1,)    seats of hand h are rows ``seat_starts[h]:seat_starts[h + 1]``
action_starts    int64 (n+1,)    actions of hand h likewise
openers          int64 (n,)      the seat that opens before the flop
rule_rows        int64 (n,)      which row of ``rules`` hand h is played by
seats            int64 (s, 7)    stack, post, ante, dead ante, dead post, winnings, finishing stack
kinds            uint8 (a,)      what an action is
actors           uint8 (a,)      its seat; of DEAL_BOARD the board's number, else 0
amounts          int64 (a,)      total that RAISE_TO and BET_TO go to; the cards of dealing, discarding
                                 and showing; else 0
rules            int64 (r, 15)   limit, bets, flags, rake
===============  ==============  ==================================================================

Codes and columns are in `holdem_eq.kernels.hand_layout`, as is how cards stand in an amount. Rows
of ``rules`` may repeat. A scanner writes a row of rules only where it differs from the last one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["HandBatch"]

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class HandBatch:
    """Many hands in flat arrays; the table above says which."""

    seat_starts: Ints
    action_starts: Ints
    openers: Ints
    rule_rows: Ints
    seats: Ints
    kinds: Bytes
    actors: Bytes
    amounts: Ints
    rules: Ints

    def __len__(self) -> int:
        return len(self.openers)
