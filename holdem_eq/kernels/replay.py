"""Replay and settlement of many hands in flat arrays; what they are says `holdem_eq.hands.flat`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from numpy import int64, uint8

from holdem_eq.kernels import betting as at
from holdem_eq.kernels import hand_layout as lay
from holdem_eq.kernels._jit import inlined, lean
from holdem_eq.kernels.dealing import deal_board, deal_hole, discard, muck, read_packed, show
from holdem_eq.kernels.ranking import rank7
from holdem_eq.kernels.settle import UNEVEN, Pots, award_pot, lay_pots, lowest, portion, return_uncalled, take_rake

if TYPE_CHECKING:
    from holdem_eq.kernels.low import Lows
    from holdem_eq.tables.load import RankTables

__all__ = ["Flat", "Outcome", "replay_block"]

ZERO, ONE, TWO, FIVE, EIGHT, BYTE = (int64(number) for number in (0, 1, 2, 5, 8, 255))


class Flat(NamedTuple):
    """The arrays of a `holdem_eq.hands.flat.HandBatch`."""

    seat_starts: Any
    action_starts: Any
    openers: Any
    rule_rows: Any
    seats: Any
    kinds: Any
    actors: Any
    amounts: Any
    rules: Any


class Outcome(NamedTuple):
    """What hands come to: arrays with a row a hand, or one a seat as in the batch; zeros at first.

    Attributes:
        errors: uint8 (n,), why a hand cannot be replayed, `hand_layout.FINE` where it was.
        error_actions: int64 (n,), the action that failed; how many there are, when the end did.
        reports: uint8 (n,), bits of what was accepted.
        live: int64 (n,), seats that did not fold.
        uncalled_seats, uncalled: int64 (n,), -1 and 0 for none.
        pot_counts: int64 (n,).
        final, put, collected: int64 (s,); `hand_layout.NOT_GIVEN` for a final stack that is not known.
        pots: `settle.Pots`.
        ranks: uint16 (boards * s,), board by board.
        low_ranks: uint8 likewise, or of no seats where no game of the batch has a low.
    """

    errors: Any
    error_actions: Any
    reports: Any
    live: Any
    uncalled_seats: Any
    uncalled: Any
    pot_counts: Any
    final: Any
    put: Any
    collected: Any
    pots: Pots
    ranks: Any
    low_ranks: Any


@lean
def _take_rules(table: Any, rules: Any, row: Any, games: Any) -> None:
    """The next hands are played by this row of rules."""
    for place in range(lay.RULE_COLUMNS):
        table[at.RULES + place] = rules[row, place]
    game = rules[row, lay.GAME]
    for place in range(games.shape[1]):
        table[at.GAME + place] = games[game, place]


@inlined
def _begin(table: Any, seats: Any, begin: Any, end: Any, opener: Any) -> None:
    """Clear the table, and seat and post for a hand."""
    for place in range(at.STATE):
        table[place] = ZERO
    for place in range(at.BOARDS, len(table)):
        table[place] = ZERO
    table[at.SIZE], table[at.OPENER], table[at.BOARD_COUNT], table[at.ACTOR] = end - begin, opener, ONE, int64(-1)
    at.post(table, seats, begin, end)
    if table[at.THROW_SIZE] and table[at.THROW_BEFORE] == ZERO:
        table[at.PHASE] = at.THROW
    else:
        at.next_turn(table, opener)


@lean
def _act(table: Any, kind: Any, seat: Any, amount: Any) -> Any:
    """One action: an error code, 0 where it was done."""
    if seat >= table[at.SIZE] and kind != lay.DEAL_BOARD:
        return int64(lay.NO_SEAT)
    if kind == lay.DEAL_HOLE:
        return deal_hole(table, seat, amount)
    if kind <= lay.BET_TO:
        return at.bet(table, kind, seat, amount)
    if kind == lay.DEAL_BOARD:
        return deal_board(table, seat, amount)
    if kind == lay.SHOW:
        return show(table, seat, amount)
    if kind == lay.MUCK:
        return muck(table, seat)
    if kind == lay.DISCARD:
        return discard(table, seat, amount)
    return int64(lay.EVENT_ALONE)


@inlined
def _card(cards: Any, place: Any) -> Any:
    return uint8((cards >> (EIGHT * place) & BYTE) - ONE)


@lean
def _known_hands(table: Any) -> Any:
    """Seats in the showdown whose two cards are known."""
    known = ZERO
    for seat in range(table[at.SIZE]):
        number, unknown, _ = read_packed(table[at.HOLES + seat])
        known |= int64(number == TWO and unknown == ZERO) << seat
    return known & table[at.LIVE] & ~table[at.MUCKED]


@lean
def _rank(
    table: Any, known: Any, begin: Any, step: Any, tables: RankTables, lows: Lows, ranks: Any, low_ranks: Any
) -> Any:
    """Ranks of ``known`` seats on each board: an error code, 0 where all boards are full."""
    for board in range(table[at.BOARD_COUNT]):
        cards = table[at.BOARDS + board]
        number, unknown, _ = read_packed(cards)
        if number != FIVE or unknown:
            return int64(lay.BOARD_NOT_FULL)
        five = (_card(cards, 0), _card(cards, 1), _card(cards, 2), _card(cards, 3), _card(cards, 4))
        held = lows.bits[five[0]] | lows.bits[five[1]] | lows.bits[five[2]] | lows.bits[five[3]] | lows.bits[five[4]]
        for seat in range(table[at.SIZE]):
            if known >> seat & ONE:
                hole = table[at.HOLES + seat]
                one, two = _card(hole, 0), _card(hole, 1)
                ranks[board * step + begin + seat] = rank7(
                    (one, two, five[0], five[1], five[2], five[3], five[4]), tables
                )
                if table[at.HILO]:
                    low_ranks[board * step + begin + seat] = lows.ranks[held | lows.bits[one] | lows.bits[two]]
    return ZERO


@lean
def _rake(table: Any, whole: Any) -> Any:
    """What the house takes of pots of ``whole`` chips."""
    chips = table[at.RULES + lay.RAKE_CHIPS]
    if chips >= ZERO:
        return min(chips, whole)
    if table[at.RULES + lay.FLAGS] & lay.NO_FLOP_NO_DROP and table[at.BOARDS] >> EIGHT * TWO == ZERO:
        return ZERO
    due, _ = portion(whole, table[at.RULES + lay.RAKE_NUMERATOR], table[at.RULES + lay.RAKE_DENOMINATOR])
    cap = table[at.RULES + lay.RAKE_CAP]
    if cap >= ZERO:
        due = min(due, cap)
    return due - due % table[at.RULES + lay.RAKE_UNIT]


@inlined
def _contenders(table: Any, known: Any, eligible: Any) -> Any:
    """Seats of a pot that may win it: the known hands, or the last that was held, known or not."""
    able = eligible & ~table[at.MUCKED]
    if able == ZERO:
        last: Any = ZERO
        for seat in range(table[at.SIZE]):
            if eligible >> seat & ONE and table[at.MUCK_TURNS + seat] > last:
                able, last = ONE << seat, table[at.MUCK_TURNS + seat]
    return able if at.alone(able) else able & known


@lean
def _record_decides(table: Any, known: Any, begin: Any, count: Any, seats: Any, eligible: Any) -> Any:
    """Whether no hand is known for some pot, and whether one that nobody saw collected, by the record."""
    nobody, taken, winners = False, ZERO, ZERO
    for row in range(begin, begin + count):
        able = _contenders(table, known, eligible[row])
        nobody |= able == ZERO
        taken |= able
    for seat in range(table[at.SIZE]):
        winners |= int64(seats[begin + seat, lay.WINNINGS] > ZERO) << seat
    return nobody, winners & table[at.LIVE] & ~taken & ~table[at.MUCKED] != ZERO


@lean
def _take_winnings(table: Any, seats: Any, begin: Any, count: Any, out: Outcome) -> Any:
    """Everybody collects what the record says: an error code, 0 where it is what the pots hold for each."""
    left, winners, more = ZERO, ZERO, False
    for row in range(begin, begin + count):
        left += out.pots.amounts[row] - out.pots.raked[row]
    for seat in range(table[at.SIZE]):
        won = seats[begin + seat, lay.WINNINGS]
        out.collected[begin + seat] = won
        winners |= int64(won > ZERO) << seat
        left -= won
        for row in range(begin, begin + count):
            won -= out.pots.amounts[row] * (out.pots.eligible[row] >> seat & ONE)
        more |= won > ZERO
    if count:
        out.pots.winners[begin] = winners
    table[at.REPORTS] |= lay.RECORD_DECIDES
    return int64(lay.RECORD_SUM) if left != ZERO or more else ZERO


@inlined
def _award(table: Any, known: Any, begin: Any, count: Any, out: Outcome) -> Any:
    """Every pot goes to the best known hand: an error code, 0 where all are handed out."""
    flags = table[at.RULES + lay.FLAGS]
    unit = ZERO if flags & lay.EXACT else table[at.RULES + lay.CHIP_UNIT]
    boards, step = table[at.BOARD_COUNT], int64(len(out.final))
    end, halved = begin + table[at.SIZE], table[at.HILO] != ZERO
    for row in range(begin, begin + count):
        amount = out.pots.amounts[row] - out.pots.raked[row]
        able = _contenders(table, known, out.pots.eligible[row])
        if able == ZERO:
            return int64(lay.NOBODY_SHOWS)
        if at.alone(able):
            out.collected[begin + lowest(able)] += amount
            out.pots.winners[row] = able
            continue
        winners = award_pot(
            amount, able, unit, boards, halved, begin, end, out.ranks, out.low_ranks, begin, step, out.collected
        )
        if winners == UNEVEN:
            return int64(lay.NOT_WHOLE)
        out.pots.winners[row] = winners
    return ZERO


@inlined
def _settle(table: Any, hand: Any, seats: Any, begin: Any, tables: RankTables, lows: Lows, out: Outcome) -> Any:
    """Uncalled chips, pots, rake, ranks, awards: an error code, 0 where the hand is settled."""
    live, dead = table[at.LIVE], ZERO
    end = begin + table[at.SIZE]
    for seat in range(table[at.SIZE]):
        out.put[begin + seat] = table[at.TOTALS + seat]
        dead += table[at.DEAD + seat]
    back_seat, back = return_uncalled(out.put, live, begin, end)
    out.uncalled_seats[hand], out.uncalled[hand], out.live[hand] = back_seat, back, live
    count = lay_pots(out.put, live, dead, begin, end, out.pots)
    out.pot_counts[hand] = count
    rake = _rake(table, table[at.POT] - back)
    if rake:
        flags = table[at.RULES + lay.FLAGS]
        take_rake(rake, flags & lay.PROPORTIONAL != ZERO, table[at.RULES + lay.CHIP_UNIT], begin, count, out.pots)
    known, code = ZERO, ZERO
    if not at.alone(live):
        known = _known_hands(table)
        if known:
            code = _rank(table, known, begin, int64(len(out.final)), tables, lows, out.ranks, out.low_ranks)
    if code == ZERO:
        decides = False
        if seats[begin, lay.WINNINGS] >= ZERO:
            nobody, unseen = _record_decides(table, known, begin, count, seats, out.pots.eligible)
            decides = nobody or unseen
        code = _take_winnings(table, seats, begin, count, out) if decides else _award(table, known, begin, count, out)
    for seat in range(table[at.SIZE]):
        row = begin + seat
        out.put[row] += table[at.DEAD + seat]
        returned = back if seat == back_seat else ZERO
        final = table[at.STACKS + seat] + returned + out.collected[row]
        out.final[row] = final if seats[row, lay.STACK] < lay.UNLIMITED else int64(lay.NOT_GIVEN)
        recorded = seats[row, lay.FINISHING]
        if recorded != lay.NOT_GIVEN and out.final[row] != lay.NOT_GIVEN and recorded != final:
            table[at.REPORTS] |= lay.RECORD_DIFFERS
    return code


@lean
def _clear(begin: Any, end: Any, hand: Any, out: Outcome) -> None:
    """Leave nothing of a hand that could not be replayed."""
    for row in range(begin, end):
        out.final[row], out.put[row], out.collected[row] = int64(lay.NOT_GIVEN), ZERO, ZERO
        out.pots.amounts[row], out.pots.eligible[row] = ZERO, ZERO
        out.pots.raked[row], out.pots.winners[row] = ZERO, ZERO
        for place in range(row, len(out.ranks), len(out.final)):
            out.ranks[place] = 0
        for place in range(row, len(out.low_ranks), len(out.final)):
            out.low_ranks[place] = 0
    out.uncalled_seats[hand], out.uncalled[hand], out.pot_counts[hand], out.live[hand] = int64(-1), ZERO, ZERO, ZERO


@lean
def replay_block(
    table: Any, flat: Flat, first: Any, last: Any, strict: Any, games: Any, tables: RankTables, lows: Lows, out: Outcome
) -> None:  # fmt: skip
    """Replay hands ``first`` to ``last`` of a batch.

    Args:
        table: int64 (`betting.BOARDS` and most boards of a hand,), to work in.
        flat: the batch.
        first: int64, the first hand.
        last: int64, the hand after the last.
        strict: int64, 0 accepts what real sites wrote although the rules refuse it.
        games: int64 (g, 4), by game: cards dealt, cards thrown, the street they are thrown before, whether there is a low.
        tables: the rank tables.
        lows: `low.low_tables`.
        out: filled for these hands.
    """
    table[at.STRICT] = strict
    kinds, actors, amounts = flat.kinds, flat.actors, flat.amounts
    rule_row = int64(-1)
    for hand in range(first, last):
        if flat.rule_rows[hand] != rule_row:
            rule_row = flat.rule_rows[hand]
            _take_rules(table, flat.rules, rule_row, games)
        begin_seat, end_seat = flat.seat_starts[hand], flat.seat_starts[hand + 1]
        _begin(table, flat.seats, begin_seat, end_seat, flat.openers[hand])
        begin, end, code = flat.action_starts[hand], flat.action_starts[hand + 1], ZERO
        place = begin
        while place < end:
            code = _act(table, int64(kinds[place]), int64(actors[place]), amounts[place])
            if code != ZERO:
                break
            place += ONE
        if code == ZERO:
            if table[at.PHASE] >= at.SHOWDOWN:
                code = _settle(table, hand, flat.seats, begin_seat, tables, lows, out)
            else:
                code = int64(lay.NOT_OVER)
        out.reports[hand] = table[at.REPORTS]
        if code != ZERO:
            _clear(begin_seat, end_seat, hand, out)
            out.errors[hand], out.error_actions[hand] = code, place - begin
