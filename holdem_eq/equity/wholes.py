"""Weights as whole numbers, so that sums of them are exact in any order."""

from __future__ import annotations

import numpy as np

from holdem_eq.equity.spot import Weights

__all__ = ["whole_parts"]

UNITS = (1, 100, 10_000, 1_000_000, 1 << 20)
BITS = 20
LEAST = -1000


def whole_parts(weights: Weights) -> list[tuple[float, Weights]]:
    """Split weights of 0 to 1 into ``unit * whole numbers``, whole numbers up to 2**20.

    Taking away the combos that share a card subtracts sums of weights. Where nearly all weight is
    taken away, rounded sums would leave noise; sums of whole numbers leave what is there. Weights
    with up to six decimals are one part. Others are cut into binary digits, 20 at a time, until
    nothing is left: three parts for usual numbers. What is below 2**-1000 is dropped.

    >>> whole_parts(np.array([0.25, 0.0, 1.0]))
    [(0.01, array([ 25.,   0., 100.]))]
    >>> [(unit * 2.0**20, whole.tolist()) for unit, whole in whole_parts(np.array([2.0**-30, 1.0]))]
    [(1.0, [0.0, 1048576.0]), (9.5367431640625e-07, [1024.0, 0.0])]
    """
    for unit in UNITS:
        whole = np.rint(weights * unit)
        if np.array_equal(whole / unit, weights):
            return [(1.0 / unit, whole)]
    parts, rest = [], weights
    for scale in range(-BITS, LEAST, -BITS):
        whole = np.floor(np.ldexp(rest, -scale))
        rest = rest - np.ldexp(whole, scale)
        if whole.any():
            parts.append((2.0**scale, whole))
        if not rest.any():
            break
    return parts
