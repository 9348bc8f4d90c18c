"""Random numbers by counting: SplitMix64, cut into streams of 2**32 numbers.

The n-th number is ``mix(start + n * GOLDEN)``, n from 1, so any of them can be had without those
before it, and a loop over n has no carried state: it vectorises. A seed names the start, a block
of work owns the numbers ``block * 2**32 + 1`` to ``(block + 1) * 2**32``, and no two blocks of a
seed share one (ADR 0009).

Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014; ``mix`` is David Stafford's variant 13 of a 64-bit finaliser.
"""

from __future__ import annotations

from typing import Any

from numpy import uint64

from holdem_eq.kernels._jit import inlined, kernel

__all__ = ["GOLDEN", "block_state", "mix"]

GOLDEN = uint64(0x9E3779B97F4A7C15)
"""2**64 over the golden ratio, odd: the step from one number's state to the next."""
FIRST = uint64(0xBF58476D1CE4E5B9)
SECOND = uint64(0x94D049BB133111EB)


@inlined
def mix(state: Any) -> Any:
    """uint64 -> uint64, one to one: every bit of the state moves every bit of the number."""
    state = (state ^ (state >> uint64(30))) * FIRST
    state = (state ^ (state >> uint64(27))) * SECOND
    return state ^ (state >> uint64(31))


@kernel
def block_state(seed: Any, block: Any) -> Any:
    """State of a block's stream, uint64; add ``GOLDEN`` and `mix` for its first number.

    The seed is mixed twice first: else seeds that differ by a multiple of ``GOLDEN`` would give
    one sequence, shifted.

    Args:
        seed: uint64.
        block: uint64, below 2**32.
    """
    return mix(mix(seed + GOLDEN) + GOLDEN) + (block << uint64(32)) * GOLDEN
