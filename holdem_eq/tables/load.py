"""Table files -> arrays: read once, checked against their digest, read-only."""

from __future__ import annotations

import hashlib
import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holdem_eq.errors import TableIntegrityError

__all__ = ["PreflopTable", "RankTables", "first_combos", "preflop_table", "rank_tables", "read_table"]

FOLDER = Path(__file__).parent
CURE = "reinstall holdem_eq, or rebuild the tables with `python -m holdem_eq.tables.build`"


class RankTables(NamedTuple):
    """What the rank kernels read; hand it to your own jitted code as an argument.

    Attributes:
        keys: uint64 (256,), the key of each card id; ids above 51 carry a mark.
        ranks: uint16 (139264,), flush ranks and three perfect hashes, see `kernels.layout`.
    """

    keys: npt.NDArray[np.uint64]
    ranks: npt.NDArray[np.uint16]


class PreflopTable(NamedTuple):
    """Heads-up results before the flop, exact, for every matchup up to suits.

    Attributes:
        matchup: uint16 (169, 1326), the row of ``counts`` for hero, as his starting hand's first
            combo, against each of villain's combos; rows of combos that share a card hold 0.
        swapped: bool (169, 1326), whether that row has the seats the other way round.
        counts: uint32 (47008, 2), boards that the first seat wins and boards that tie, of 1,712,304.
    """

    matchup: npt.NDArray[np.uint16]
    swapped: npt.NDArray[np.bool_]
    counts: npt.NDArray[np.uint32]


def first_combos() -> npt.NDArray[np.uint8]:
    """uint8 (169, 2): the combo, lower card first, that stands for each starting hand in the table.

    Pairs are of clubs and diamonds, suited hands of clubs, offsuit hands have the higher card of
    diamonds and the lower of clubs; by higher rank, then lower rank, suited before offsuit.

    >>> first_combos()[:4].tolist()
    [[0, 1], [0, 4], [0, 5], [4, 5]]
    """
    combos = []
    for high in range(13):
        for low in range(high):
            combos += [(4 * low, 4 * high), (4 * low, 4 * high + 1)]
        combos.append((4 * high, 4 * high + 1))
    return np.array(combos, np.uint8)


def read_table(name: str) -> dict[str, npt.NDArray[np.generic]]:
    """Read ``name``.npz beside this file into read-only arrays.

    Raises:
        TableIntegrityError: the file is missing, damaged or not the one that was built.
    """
    try:
        content = (FOLDER / f"{name}.npz").read_bytes()
        sums = (FOLDER / "SHA256SUMS").read_text("ascii", errors="replace")
    except OSError as error:
        raise TableIntegrityError(f"table {name!r} cannot be read ({error}); {CURE}") from error
    wanted = [line.split()[0] for line in sums.splitlines() if line.split()[1:] == [f"{name}.npz"]]
    if not wanted:
        raise TableIntegrityError(f"table {name!r} has no line in SHA256SUMS; {CURE}")
    found = hashlib.sha256(content).hexdigest()
    if found != wanted[0]:
        raise TableIntegrityError(f"table {name!r} is damaged: SHA-256 {found}, wanted {wanted[0]}; {CURE}")
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        arrays = {key: archive[key] for key in archive.files}
    for array in arrays.values():
        array.flags.writeable = False
    return arrays


@cache
def rank_tables() -> RankTables:
    """The rank tables, 280 kB; the first call reads and checks the file.

    >>> rank_tables().keys.shape
    (256,)
    """
    return RankTables(**read_table("ranks"))  # type: ignore[arg-type]


@cache
def preflop_table() -> PreflopTable:
    """The heads-up table before the flop; the first call reads and checks the file."""
    arrays = read_table("preflop")
    swapped = np.unpackbits(arrays["swapped"], axis=1, count=1326).astype(np.bool_)  # type: ignore[arg-type]
    swapped.flags.writeable = False
    return PreflopTable(arrays["matchup"], swapped, arrays["counts"])  # type: ignore[arg-type]
