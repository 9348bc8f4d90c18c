"""Replay a recorded hand, and settle a table that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from holdem_eq.errors import HoldemError, IllegalActionError
from holdem_eq.evaluator import rank_ids
from holdem_eq.rules.flow import showdown_order
from holdem_eq.rules.pots import award_pots, build_pots, rake_pots, uncalled_bet
from holdem_eq.rules.result import Award, HandResult, Pot
from holdem_eq.rules.setup import UNKNOWN, Chips, Hand, cards_text
from holdem_eq.rules.table import Table

__all__ = ["low_rank", "replay", "settle"]

_LOWEST: Final = 1 << 13


def replay(hand: Hand, strict: bool = True) -> HandResult:
    """Replay one hand from its first post to its last chip.

    Cards that are not known win nothing at a showdown; where no hand of a pot is known, or the
    record says that an unknown hand collected, the record's ``winnings`` decide and the result
    reports it. A record that has no `Show` or `Muck` shows every known hand.

    Args:
        hand: the record.
        strict: False accepts, and reports, what real sites wrote although the rules refuse it.

    Raises:
        IllegalActionError: an action that the rules forbid, with its place; a hand that is not over.
        DuplicateCardError: a card is dealt twice: the hand is void.

    >>> from holdem_eq.rules import Fold, Hand
    >>> replay(Hand((100, 100, 100), posts=(1, 2, 0), actions=(Fold(2), Fold(0)))).final_stacks
    (99, 101, 100)
    """
    if not isinstance(hand, Hand):
        raise HoldemError(f"{hand!r} is no Hand; replay takes one at a time, as from read_hands(path)")
    table = Table.from_hand(hand, strict)
    for place, action in enumerate(hand.actions, start=1):
        try:
            table.apply(action)
        except HoldemError as error:
            where = f"{hand.source}: " if hand.source else ""
            units = f" (in chips, {hand.scale} to one)" if hand.scale > 1 else ""
            raise type(error)(f"{where}action {place} ({action}): {error}{units}") from None
    return settle(table, hand)


def settle(table: Table, hand: Hand | None = None) -> HandResult:
    """Pots, awards and final stacks of a table that is over; ``hand`` may say who won what.

    Raises:
        IllegalActionError: somebody is still to act, cards are still to come, or nobody shows.
    """
    if table.void:
        return _voided(table)
    if not table.over:
        raise IllegalActionError(f"the hand is not over; next is {table.legal_actions()}")
    totals, rules, reports = list(table.totals), table.rules, list(table.reports)
    uncalled = uncalled_bet(totals, table.folded)
    if uncalled is not None:
        totals[uncalled[0]] -= uncalled[1]
    pots = build_pots(totals, table.folded, sum(table.dead))
    rakes = rake_pots(pots, rules.rake, len(table.boards[0]) >= 3, rules.chip_unit)
    seats = range(len(totals))
    shown_down = table.live > 1
    known = [shown_down and _is_known(table, seat) for seat in seats]
    ranks = tuple(tuple(_rank(table, seat, board) if known[seat] else 0 for seat in seats) for board in table.boards)
    lows = [[_low(table, seat, board) if known[seat] else 0 for seat in seats] for board in table.boards]
    contenders = [_contenders(table, pot, known) for pot in pots]
    amounts = [pot.amount - taken for pot, taken in zip(pots, rakes, strict=True)]
    winnings = None if hand is None else hand.winnings
    if winnings is not None and _record_decides(table, winnings, contenders):
        if sum(winnings) != sum(amounts):
            raise IllegalActionError(f"the record hands out {sum(winnings)} of pots of {sum(amounts)} after rake")
        for seat, won in enumerate(winnings):
            most = sum(pot.amount for pot in pots if seat in pot.eligible)
            if won > most:
                raise IllegalActionError(f"the record gives seat {seat} {won} of pots of which it can win {most}")
        awards = tuple(Award(0, 0, "whole", seat, won) for seat, won in enumerate(winnings) if won)
        reports.append("unknown hands at the showdown: the recorded winnings decide")
    elif not all(contenders):
        raise IllegalActionError(
            "no hand is shown for a pot and no winnings are recorded; show a hand, or muck all others"
        )
    else:
        awards = award_pots(amounts, contenders, ranks, lows if table.game.hilo else [], rules)
    collected: list[Chips] = [0] * len(totals)
    for award in awards:
        collected[award.seat] += award.amount
    put = tuple(total + dead for total, dead in zip(totals, table.dead, strict=True))
    back = [uncalled[1] if uncalled and uncalled[0] == seat else 0 for seat in seats]
    final = tuple(
        None if table.start[seat] is None else table.stacks[seat] + back[seat] + collected[seat] for seat in seats
    )
    told = any(table.mucked) or bool(table.shown)
    return HandResult(
        pots=pots,
        uncalled=uncalled,
        rake=sum(rakes),
        awards=awards,
        final_stacks=final,
        collected=tuple(collected),
        contributions=put,
        net=tuple(won - paid for won, paid in zip(collected, put, strict=True)),
        showdown=showdown_order(table) if shown_down else (),
        shown=tuple(table.shown) if told or not shown_down else _must_show(table, pots, ranks, lows, known),
        hand_ranks=ranks if shown_down else (),
        boards=tuple(table.boards),
        hole_cards=tuple(table.hole_cards),
        reports=(*reports, *_differences(hand, final)),
    )


def low_rank(cards: Sequence[int]) -> int:
    """The best eight-or-better low of five to seven cards: higher wins, 0 for none.

    The low is five different ranks of eight or less, the ace low; of two the one whose highest
    card is lower wins, then the next.

    >>> from holdem_eq.cards import parse_cards
    >>> low_rank(parse_cards("As2d3c4h5s")) > low_rank(parse_cards("As2d3c4h6s")) > low_rank(parse_cards("7s8d3c4h9sTs")) == 0
    True
    """
    mask = 0
    for card in cards:
        place = (card >> 2) + 1 if card >> 2 < 12 else 0
        if place < 8:
            mask |= 1 << place
    if mask.bit_count() < 5:
        return 0
    while mask.bit_count() > 5:
        mask ^= 1 << (mask.bit_length() - 1)
    return _LOWEST - mask


def _voided(table: Table) -> HandResult:
    back = tuple(table.start)
    nothing = (0,) * len(back)
    cards: dict[str, Any] = {"boards": tuple(table.boards), "hole_cards": tuple(table.hole_cards)}
    return HandResult((), None, 0, (), back, nothing, nothing, nothing, **cards, reports=tuple(table.reports))


def _is_known(table: Table, seat: int) -> bool:
    cards = table.hole_cards[seat]
    return not table.folded[seat] and not table.mucked[seat] and cards is not None and UNKNOWN not in cards


def _contenders(table: Table, pot: Pot, known: Sequence[bool]) -> list[int]:
    live = [seat for seat in pot.eligible if not table.mucked[seat]]
    live = live or [max(pot.eligible, key=table.mucked.__getitem__)]
    return live if len(live) == 1 else [seat for seat in live if known[seat]]


def _rank(table: Table, seat: int, board: tuple[int, ...]) -> int:
    return rank_ids((*(table.hole_cards[seat] or ()), *_full(board)))


def _low(table: Table, seat: int, board: tuple[int, ...]) -> int:
    return low_rank((*(table.hole_cards[seat] or ()), *board)) if table.game.hilo else 0


def _full(board: tuple[int, ...]) -> tuple[int, ...]:
    if len(board) != 5 or UNKNOWN in board:
        raise IllegalActionError(f"board {cards_text(board)!r} cannot be shown down; deal five known cards")
    return board


def _record_decides(table: Table, winnings: Sequence[Chips], contenders: Sequence[Sequence[int]]) -> bool:
    """Some pot has no known hand, or a hand that nobody saw is said to have won against others."""
    taken = {seat for winners in contenders for seat in winners}
    unseen = (seat for seat, won in enumerate(winnings) if won and not table.folded[seat] and seat not in taken)
    return not all(contenders) or any(not table.mucked[seat] for seat in unseen)


def _must_show(
    table: Table,
    pots: Sequence[Pot],
    ranks: Sequence[Sequence[int]],
    lows: Sequence[Sequence[int]],
    known: Sequence[bool],
) -> tuple[int, ...]:
    """By rule: the first in order shows, then whoever wins or ties some pot among those shown before."""
    shown: list[int] = []
    for seat in showdown_order(table):
        groups = [[other for other in shown if other in pot.eligible] for pot in pots if seat in pot.eligible]
        if known[seat] and any(
            (row[seat] and all(row[seat] >= row[other] for other in group))
            for group in groups
            for row in (*ranks, *lows)
        ):
            shown.append(seat)
    return tuple(shown)


def _differences(hand: Hand | None, final: Sequence[Chips | None]) -> tuple[str, ...]:
    recorded = None if hand is None else hand.finishing_stacks
    if recorded is None:
        return ()
    return tuple(
        f"seat {seat} ends with {ours}, the record says {theirs}"
        for seat, (ours, theirs) in enumerate(zip(final, recorded, strict=True))
        if theirs is not None and ours is not None and ours != theirs
    )
