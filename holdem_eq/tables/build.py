"""Builds the table files: generate from the definition, prove over all hands, write, sum.

``python -m holdem_eq.tables.build`` makes ``ranks.npz``, ``preflop.npz`` and ``SHA256SUMS``;
``--check`` makes them anew, proves them and compares with the files. A few minutes.

Ranks. Each rank gets a 32-bit constant; the sum of the constants of a hand, modulo 2**32, names
its rank multiset (the search below takes the first seed for which no two sums meet and the hash
fits). The sum's high 13 bits choose a row, its low bits a slot; each row is moved along by the
smallest offset at which all its slots are free, fullest rows first (row displacement). A flush
never meets four of a kind or a full house in seven cards, so a flush is ranked by the ranks of
its suit alone.

Preflop. Hero is one combo of each of the 169 starting hands, villain any combo; matchups that
differ by a permutation of suits or by the order of the seats are one row. `kernels.showdown`
counts the boards.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections.abc import Iterable
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import COMBO_CARDS, COMBO_COUNT
from holdem_eq.errors import TableIntegrityError
from holdem_eq.kernels import layout
from holdem_eq.tables.classify import Category, Strength, hand_ranks, rank_multisets, strength_of_ranks
from holdem_eq.tables.load import RankTables, first_combos, read_table

__all__ = ["build_preflop", "build_ranks", "main", "prove_preflop", "prove_ranks"]

FOLDER = Path(__file__).parent

SEVEN_CARD_HANDS = {
    Category.HIGH_CARD: 23_294_460,
    Category.PAIR: 58_627_800,
    Category.TWO_PAIR: 31_433_400,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.STRAIGHT: 6_180_020,
    Category.FLUSH: 4_047_644,
    Category.FULL_HOUSE: 3_473_184,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.STRAIGHT_FLUSH: 41_584,
}
DISTINCT_RANKS = {5: 7462, 6: 6075, 7: 4824}
MATCHUPS = 47_008
RIVER_BOARDS = 134_459


def _displace(
    sums: npt.NDArray[np.int64], ranks: npt.NDArray[np.uint16], slot_bits: int
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]] | None:
    """Perfect hash by row displacement -> (rows, slots), None where it does not fit."""
    size = 1 << slot_bits
    row_of, slot_of = sums >> (32 - layout.ROW_BITS), sums & (size - 1)
    rows = np.zeros(1 << layout.ROW_BITS, np.uint16)
    slots = np.zeros(size, np.uint16)
    free = np.ones(size, np.bool_)
    order = np.argsort(row_of, kind="stable")
    starts = np.searchsorted(row_of[order], np.arange(len(rows) + 1))
    for row in np.argsort(-np.diff(starts), kind="stable"):
        members = order[starts[row] : starts[row + 1]]
        if len(members) == 0:
            break
        wanted = slot_of[members]
        fits = np.ones(size, np.bool_)
        for slot in wanted:
            fits &= np.roll(free, -slot)
        offset = int(fits.argmax())
        if len(set(wanted.tolist())) < len(wanted) or not fits[offset]:
            return None
        taken = (wanted + offset) & (size - 1)
        rows[row], slots[taken], free[taken] = offset, ranks[members], False
    return rows, slots


def build_ranks() -> RankTables:
    """Generate keys and ranks from the definition in `classify`."""
    rank_of = hand_ranks()
    multisets = {size: list(rank_multisets(size)) for size in layout.SLOTS}
    values = {
        size: np.array([rank_of[strength_of_ranks(ranks, flush=False)] for ranks in hands], np.uint16)
        for size, hands in multisets.items()
    }
    for seed in range(1000):
        source = random.Random(seed)
        constants = np.array([source.getrandbits(32) for _ in range(13)], np.int64)
        parts = {}
        for size, hands in multisets.items():
            sums = constants[np.array(hands)].sum(axis=1) & 0xFFFFFFFF
            found = _displace(sums, values[size], layout.SLOT_BITS[size]) if len(set(sums)) == len(sums) else None
            if found is None:
                break
            parts[size] = found
        else:
            return RankTables(_keys(constants), _join(_flush_ranks(rank_of), parts))
    raise TableIntegrityError("no seed below 1000 gives a perfect hash; give layout.SLOT_BITS more room")


def _keys(constants: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    keys = np.full(256, layout.BAD_ID, np.uint64)
    for card in range(52):
        keys[card] = int(constants[card >> 2]) << layout.HASH_SHIFT | 1 << 4 * (card & 3)
    return keys


def _flush_ranks(rank_of: dict[Strength, int]) -> npt.NDArray[np.uint16]:
    flush = np.zeros(1 << layout.FLUSH_BITS, np.uint16)
    for mask in range(len(flush)):
        held = [rank for rank in range(13) if mask >> rank & 1]
        if 5 <= len(held) <= 7:
            flush[mask] = rank_of[strength_of_ranks(held, flush=True)]
    return flush


def _join(
    flush: npt.NDArray[np.uint16], parts: dict[int, tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]]
) -> npt.NDArray[np.uint16]:
    ranks = np.zeros(layout.SIZE, np.uint16)
    ranks[: len(flush)] = flush
    for size, (rows, slots) in parts.items():
        ranks[layout.ROWS[size] :][: len(rows)] = rows
        ranks[layout.SLOTS[size] :][: len(slots)] = slots
    return ranks


def _bitwise_of(strength: Strength) -> int:
    """The strength that `kernels.proof.bitwise_strength` must give for a strength of `classify`."""
    leads = {
        Category.HIGH_CARD: 0,
        Category.PAIR: 1,
        Category.TWO_PAIR: 2,
        Category.THREE_OF_A_KIND: 1,
        Category.STRAIGHT: 1,
        Category.FLUSH: 0,
        Category.FULL_HOUSE: 1,
        Category.FOUR_OF_A_KIND: 1,
        Category.STRAIGHT_FLUSH: 1,
    }
    category, ranks = Category(strength[0]), strength[1:]
    first, second = ranks[: leads[category]], ranks[leads[category] :]
    return int(category) << 26 | sum(1 << rank for rank in first) << 13 | sum(1 << rank for rank in second)


def prove_ranks(tables: RankTables, sizes: Iterable[int] = (5, 6, 7)) -> list[str]:
    """Compare every hand of the sizes with the bitwise evaluator; a line of proof each.

    Raises:
        TableIntegrityError: any hand differs, or a count is not the known one.
    """
    from holdem_eq.kernels.proof import compare_hands

    strength_of = np.zeros(65536, np.uint64)
    for strength, rank in hand_ranks().items():
        strength_of[rank] = _bitwise_of(strength)
    lines = []
    for size in sizes:
        result = compare_hands(size, strength_of, tables)
        counts, differ = result[:-1], int(result[-1])
        distinct = int(np.count_nonzero(counts))
        lines.append(f"{size} cards: {int(counts.sum()):,} hands, {distinct:,} distinct ranks, {differ} differ")
        by_category = {category: int(counts[category << 12 :][:4096].sum()) for category in Category}
        if differ or distinct != DISTINCT_RANKS[size] or (size == 7 and by_category != SEVEN_CARD_HANDS):
            raise TableIntegrityError(f"rank tables are wrong: {lines[-1]}; by category {by_category}")
    return lines


def _combo_numbers(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(..., 2) card ids -> combo numbers."""
    high, low = cards.max(axis=-1), cards.min(axis=-1)
    numbers: npt.NDArray[np.int64] = high * (high - 1) // 2 + low
    return numbers


def build_preflop(tables: RankTables) -> dict[str, npt.NDArray[np.generic]]:
    """Generate the heads-up table before the flop; see `load.PreflopTable`."""
    from holdem_eq.kernels.showdown import count_winners

    heroes = first_combos().astype(np.int64)
    villains = COMBO_CARDS.astype(np.int64)
    live = (heroes[:, None, :, None] != villains[None, :, None, :]).all(axis=(2, 3))
    best = np.full(live.shape, np.iinfo(np.int64).max)
    swapped = np.zeros(live.shape, np.bool_)
    for suits in permutations(range(4)):
        image = np.array(suits)
        hero = _combo_numbers(heroes & ~3 | image[heroes & 3])[:, None]
        villain = _combo_numbers(villains & ~3 | image[villains & 3])[None, :]
        name = np.minimum(hero, villain) * COMBO_COUNT + np.maximum(hero, villain)
        better = name < best
        best = np.where(better, name, best)
        swapped = np.where(better, villain < hero, swapped)
    names, matchup = np.unique(best[live], return_inverse=True)
    if len(names) != MATCHUPS:
        raise TableIntegrityError(f"{len(names):,} matchups up to suits, not {MATCHUPS:,}")
    rows = np.zeros(live.shape, np.uint16)
    rows[live] = matchup
    counts = np.zeros((MATCHUPS, 2), np.uint32)
    no_board = np.zeros(0, np.uint8)
    for number, name in enumerate(names):
        hands = COMBO_CARDS[[name // COMBO_COUNT, name % COMBO_COUNT]]
        deck = np.ones(52, np.bool_)
        deck[hands] = False
        tally = count_winners(hands, no_board, deck, tables)
        counts[number] = tally[1], tally[3]
    return {"matchup": rows, "swapped": np.packbits(swapped & live, axis=1), "counts": counts}


def prove_preflop(tables: RankTables, arrays: dict[str, npt.NDArray[np.generic]]) -> list[str]:
    """Compare the table with the sweep, which shares no step with its making; a line of proof.

    For each of the 169 starting hands as villain, the sweep over all 134,459 river boards up to
    suits must give every starting hand as many wins and ties as the table.

    Raises:
        TableIntegrityError: any sum differs.
    """
    from holdem_eq.kernels.runouts import enumerate_runouts
    from holdem_eq.kernels.sweep import sweep_runouts

    cards, weights = np.zeros((RIVER_BOARDS, 5), np.uint8), np.zeros(RIVER_BOARDS)
    suits = np.array(list(permutations(range(4))), np.uint8)
    boards = enumerate_runouts(np.ones(52, np.bool_), 5, suits, cards, weights)
    if boards != RIVER_BOARDS or weights.sum() != comb(52, 5):
        raise TableIntegrityError(f"{boards:,} river boards up to suits, not {RIVER_BOARDS:,}")
    low, high = COMBO_CARDS[:, 0].astype(np.int64), COMBO_CARDS[:, 1].astype(np.int64)
    lanes = 16 * ((high >> 2) * ((high >> 2) + 1) // 2 + (low >> 2)) + 4 * (high & 3) + (low & 3)
    hand_of = _hand_of_combo()
    sizes = np.bincount(hand_of)
    first = arrays["counts"][arrays["matchup"]].astype(np.int64)
    heroes = first_combos()
    apart = (heroes[:, None, :, None] != COMBO_CARDS[None, :, None, :]).all(axis=(2, 3))
    swapped = np.unpackbits(arrays["swapped"].view(np.uint8), axis=1, count=COMBO_COUNT).astype(np.bool_)
    lose = comb(48, 5) - first.sum(axis=2)
    table = np.stack((np.where(swapped, lose, first[:, :, 0]), first[:, :, 1])) * apart
    everyone = np.ones(COMBO_COUNT, np.bool_)
    for hand in range(len(sizes)):
        villain = (hand_of == hand).astype(np.float64)
        swept = sweep_runouts(cards, weights, np.zeros(0, np.uint8), villain, everyone, tables)
        by_combo = swept.reshape(2, -1)[:, lanes]
        by_hand = np.stack([np.bincount(hand_of, part) for part in by_combo])
        if not np.array_equal(by_hand, table[:, :, hand_of == hand].sum(axis=2) * sizes):
            raise TableIntegrityError(f"preflop table is wrong against starting hand {hand}")
    return [f"preflop: {MATCHUPS:,} matchups agree with the sweep of {boards:,} boards, 169 times"]


def _hand_of_combo() -> npt.NDArray[np.int64]:
    """int64 (1326,): the starting hand of each combo, as numbered by `load.first_combos`."""
    names = {
        (low >> 2, high >> 2, low & 3 == high & 3): hand for hand, (low, high) in enumerate(first_combos().tolist())
    }
    return np.array([names[low >> 2, high >> 2, low & 3 == high & 3] for low, high in COMBO_CARDS.tolist()])


def _write(arrays: dict[str, dict[str, npt.NDArray[np.generic]]]) -> None:
    lines = []
    for name, content in arrays.items():
        path = FOLDER / f"{name}.npz"
        np.savez_compressed(path, allow_pickle=False, **content)
        lines.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    (FOLDER / "SHA256SUMS").write_text("".join(lines), "ascii")


def _check(arrays: dict[str, dict[str, npt.NDArray[np.generic]]]) -> None:
    for name, content in arrays.items():
        stored = read_table(name)
        if stored.keys() != content.keys():
            raise TableIntegrityError(f"table {name!r} holds {sorted(stored)}, wanted {sorted(content)}")
        for key, array in content.items():
            if stored[key].dtype != array.dtype or not np.array_equal(stored[key], array):
                raise TableIntegrityError(f"array {key!r} of table {name!r} is not what the build gives")
        print(f"{name}.npz: equal to a fresh build")


def main(argv: list[str] | None = None) -> int:
    """Command line of the builder."""
    parser = argparse.ArgumentParser(prog="python -m holdem_eq.tables.build", description="Build the table files.")
    parser.add_argument("--check", action="store_true", help="build, prove and compare with the files; write nothing")
    options = parser.parse_args(argv)
    ranks = build_ranks()
    print(*prove_ranks(ranks), sep="\n")
    preflop = build_preflop(ranks)
    print(*prove_preflop(ranks, preflop), sep="\n")
    arrays: dict[str, dict[str, npt.NDArray[np.generic]]] = {"ranks": dict(ranks._asdict()), "preflop": preflop}
    if options.check:
        _check(arrays)
    else:
        _write(arrays)
    return 0


if __name__ == "__main__":
    sys.exit(main())
