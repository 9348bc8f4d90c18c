"""The checked edge to settling many hands at once."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from holdem_eq.errors import HoldemError
from holdem_eq.threads import run_blocks, usable_threads

__all__ = ["settle_many"]

BLOCK = 1024
MOST_SEATS = 32
MOST_CHIPS = 1 << 56
"""Of one seat or kind of money: so all of a hand fits what kernels compute with."""

Ints = npt.NDArray[np.int64]


def settle_many(
    contributions: npt.ArrayLike,
    folded: npt.ArrayLike,
    ranks: npt.ArrayLike,
    *,
    lows: npt.ArrayLike | None = None,
    dead: npt.ArrayLike = 0,
    rake: npt.ArrayLike = 0,
    allocation: Literal["main_first", "proportional"] = "main_first",
    chip_unit: int = 1,
    threads: int | None = None,
) -> Ints:
    """What each seat gets back from hands that are over: uncalled chips, and its share of the pots.

    What nobody called goes back first. The rest is layered into pots by the totals of the seats
    that are still in; each pot goes to the best rank among the seats entitled to it. Seats are in
    dealing order: odd chips go one each to the first winners. A seat ends with what it had less
    its contribution plus its payout; of a hand, payouts and rake make contributions and dead money.

    Integer arrays of any dtype; every argument but ``ranks`` and ``lows`` is broadcast to (hands, seats) or
    (hands,), so that contributions of one row go with many rows of ranks, and one rule is a number. Cost: 0.1 to 0.3 µs a hand
    and thread.

    Args:
        contributions: (hands, seats), chips that each seat put in, antes too, dead money not.
        folded: bool (hands, seats), seats that are out, or were never in.
        ranks: (hands, seats), or (hands, boards, seats) where pots are divided over several boards.
            Higher wins, as `evaluate_many` ranks; 0 forfeits. A seat alone in a pot needs none.
        lows: as ``ranks``, for the low half of each pot: higher is the better low, 0 is none.
        dead: (hands,), chips that go straight to the main pot.
        rake: (hands,), chips that the house takes from the pots.
        allocation: rake from the main pot as far as it goes, then the next; or by the pots' sizes.
        chip_unit: smallest chip that pots are split in.
        threads: how many threads may work; never changes the result.

    Returns:
        int64 (hands, seats); for contributions of shape (seats,), int64 (seats,).

    Raises:
        HoldemError: shapes that do not fit, no whole numbers, negative ones (with the row), a pot that
            nobody can win, more rake than pots.

    >>> import numpy as np
    >>> settle_many([[25, 100, 300, 1000]], [[True, False, False, False]], [[0, 9, 7, 5]])
    array([[  0, 325, 400, 700]])
    >>> settle_many([[100, 300, 300]], False, [[9, 7, 5], [5, 7, 9]])
    array([[300, 400,   0],
           [  0,   0, 700]])
    >>> settle_many([300, 300], False, np.array([[[7, 7], [9, 1]]]), dead=1)
    array([451, 150])
    """
    chips = _whole("contributions", contributions)
    if chips.ndim not in (1, 2) or not 1 <= chips.shape[-1] <= MOST_SEATS:
        raise HoldemError(f"contributions of shape {chips.shape}; give (hands, seats), 1 to {MOST_SEATS} seats")
    alone = chips.ndim == 1
    chips = chips[None] if alone else chips
    if len(chips) == 1 and not alone and np.ndim(ranks) > 1:
        chips = np.broadcast_to(chips, (np.shape(ranks)[0], chips.shape[1]))
    count, seats = chips.shape
    out = np.asarray(folded)
    if out.dtype != np.bool_:
        raise HoldemError(f"folded of dtype {out.dtype}; give booleans")
    out = _spread("folded", out, (count, seats))
    high = _ranks("ranks", ranks, count, seats)
    low = None if lows is None else _ranks("lows", lows, count, seats)
    if low is not None and low.shape != high.shape:
        raise HoldemError(
            f"lows of shape {low.shape} beside ranks of shape {high.shape}; give both for the same boards"
        )
    extra = _spread("dead", _whole("dead", dead), (count,))
    taken = _spread("rake", _whole("rake", rake), (count,))
    for name, array in (("contributions", chips), ("dead", extra), ("rake", taken)):
        _verify_chips(name, array)
    if isinstance(chip_unit, bool) or not isinstance(chip_unit, int) or not 1 <= chip_unit <= MOST_CHIPS:
        raise HoldemError(f"chip_unit={chip_unit!r}; give a whole number of at least 1")
    if allocation not in ("main_first", "proportional"):
        raise HoldemError(f"allocation={allocation!r} is not known; take main_first or proportional")
    payouts = _settle(chips, out, high, low, extra, taken, chip_unit, allocation == "proportional", threads)
    return payouts[0] if alone else payouts


def _settle(
    chips: npt.NDArray[Any], folded: npt.NDArray[np.bool_], high: npt.NDArray[Any], low: npt.NDArray[Any] | None,
    dead: npt.NDArray[Any], rake: npt.NDArray[Any], unit: int, proportional: bool, threads: int | None,
) -> Ints:  # fmt: skip
    from holdem_eq.kernels.settle import RAKE_TOO_LARGE, settle_rows

    payouts = np.zeros(chips.shape, np.int64)
    no_lows = np.zeros((0, 1, chips.shape[1]), np.int64)

    def copied(array: npt.NDArray[Any], part: slice) -> Ints:
        return np.array(array[part], np.int64, order="C")

    def work(block: int) -> tuple[int, int]:
        part = slice(block * BLOCK, (block + 1) * BLOCK)
        bad, why = settle_rows(
            copied(chips, part), np.array(folded[part], order="C"), copied(high, part),
            no_lows if low is None else copied(low, part), copied(dead, part), copied(rake, part),
            np.int64(unit), proportional, payouts[part],
        )  # fmt: skip
        return (-1, 0) if bad < 0 else (block * BLOCK + int(bad), int(why))

    found = run_blocks(work, -(-len(chips) // BLOCK), usable_threads(threads))
    for row, why in found:
        if row >= 0 and why == RAKE_TOO_LARGE:
            raise HoldemError(f"row {row}: a rake of {rake[row]} is more than its pots hold; give 0 up to that")
        if row >= 0:
            raise HoldemError(
                f"row {row}: nobody can win a pot of contributions {chips[row].tolist()}, folded "
                f"{folded[row].tolist()}, ranks {high[row].tolist()}; give a live seat in it a rank above 0"
            )
    return payouts


def _whole(name: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise HoldemError(f"{name} of dtype {array.dtype}; give whole numbers, chips are never floats")
    return array if array.size else array.astype(np.int64)


def _spread(name: str, array: npt.NDArray[Any], shape: tuple[int, ...]) -> npt.NDArray[Any]:
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise HoldemError(f"{name} of shape {array.shape} does not fit {shape}; give that shape") from None


def _ranks(name: str, values: npt.ArrayLike, count: int, seats: int) -> npt.NDArray[Any]:
    """The ranks as (hands, boards, seats); negative ones refused."""
    array = _whole(name, values)
    if array.ndim <= 2:
        array = _spread(name, array, (count, seats))[:, None]
    elif array.ndim != 3 or array.shape[0] != count or array.shape[2] != seats or not array.shape[1]:
        raise HoldemError(f"{name} of shape {array.shape}; give ({count}, {seats}) or ({count}, boards, {seats})")
    _verify_range(name, array, np.iinfo(np.int64).max)
    return array


def _verify_chips(name: str, array: npt.NDArray[Any]) -> None:
    _verify_range(name, array, MOST_CHIPS)


def _verify_range(name: str, array: npt.NDArray[Any], most: int) -> None:
    """Refuse numbers under 0 or over ``most``, naming the first row that has one."""
    if not array.size or (array.min() >= 0 and array.max() <= most):
        return
    row = int(np.nonzero((array < 0) | (array > most))[0][0])
    raise HoldemError(f"row {row} of {name}: {array[row].tolist()}; numbers are 0 to {most}")
