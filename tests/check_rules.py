"""Rows about the rules of the game -> what is wrong, in words. `tests.cases` says which row is which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from holdem_eq.errors import IllegalActionError
from holdem_eq.rules import HandResult, Table, replay
from holdem_eq.rules.pots import award_pots, build_pots, rake_pots, uncalled_bet
from holdem_eq.rules.result import Pot
from tests.rule_records import OPTIONS, Case, Row, low_rank, made_up_case, phh_case, rake_of, rules_of, site_case

_SAID = {"id", "source", "n", "tags", "chip_scale", "tournament", "button", "small_blind", "sb_seat"}
MADE_UP_FIELDS = {
    *("stacks", "posts", "min_bet", "setup", "limit", "game", "small", "big", "spread", "unit", *OPTIONS),
    *("actions", "rank", "hole_cards", "board", "direct", "rake_rule", "uncalled", "pots", "rake", "final"),
    *("pots_in", "order", "ranks", "lows", "boards", "wins", "error"),
}
PHH_FIELDS = _SAID | {
    *("variant", "starting_stacks", "antes", "ante_trimming_status", "blinds_or_straddles", "min_bet", "small_bet"),
    *("big_bet", "actions", "final_stacks", "payoffs", "recorded_finishing_stacks", "recorded_agrees", "uncalled"),
    "pots",
}
SITE_FIELDS = _SAID | {
    *("limit", "starting_stacks", "antes", "live_posts", "dead_posts", "big_blind", "small_bet", "big_bet", "bb_seat"),
    *("actions", "hole_cards", "board", "boards", "uncalled", "pots", "collected", "rake", "final_stacks"),
    *("total_pot", "pots_logged_net"),
}


def made_up_row(row: Row) -> list[str]:
    """A row of ``rules.jsonl``."""
    kind = row.get("kind")
    if kind == "note":
        return []
    if kind == "settle":
        return _settlement(row)
    if kind != "hand":
        return [f"unknown kind {kind!r}"]
    if "direct" in row:
        return _direct(row)
    case = made_up_case(row)
    complaints = _answers(case)
    if {"uncalled", "pots", "rake", "final"} & row.keys():
        found = replay(case.hand)
        complaints += _compare(
            ("uncalled", _uncalled(row["uncalled"]) if "uncalled" in row else None, found.uncalled, "uncalled" in row),
            ("pots", _pots(row.get("pots", ())), _pots_of(found), "pots" in row),
            ("rake", row.get("rake"), found.rake, "rake" in row),
            ("final", _amounts(row.get("final", ())), found.final_stacks, "final" in row),
        )
        complaints += _books(found, case)
    return complaints


def phh_row(row: Row) -> list[str]:
    """A real hand in PHH notation."""
    case = phh_case(row)
    found = replay(case.hand)
    uncalled = row["uncalled"]
    starts = row["starting_stacks"]
    complaints = _compare(
        ("uncalled", None if uncalled is None else (uncalled["player"], uncalled["amount"]), found.uncalled, True),
        ("pots", _pots((pot["amount"], pot["eligible"]) for pot in row["pots"]), _pots_of(found), True),
        ("final_stacks", _amounts(row["final_stacks"]), found.final_stacks, True),
        ("payoffs", _amounts(row["payoffs"]), _less(found.final_stacks, starts), True),
    )
    recorded = row["recorded_finishing_stacks"]
    if recorded is not None:
        agrees = found.final_stacks == _amounts(recorded)
        complaints += _compare(("recorded_agrees", row["recorded_agrees"], agrees, True))
        if not agrees or "split" in row["tags"]:
            exact = replay(phh_case(row, split_mode="exact").hand)
            complaints += _compare(
                ("recorded_finishing_stacks, split exactly", _amounts(recorded), exact.final_stacks, True)
            )
    return complaints + _books(found, case)


def site_row(row: Row) -> list[str]:
    """A real hand of a poker site, read strictly, or leniently where a habit of the site needs it."""
    case = site_case(row)
    found, _ = replay_of_site(case)
    uncalled = row["uncalled"]
    raked = row["rake"] > 0
    winners = [seat for seat, chips in enumerate(row["collected"]) if chips]
    complaints = _compare(
        ("uncalled", None if uncalled is None else (uncalled["player"], uncalled["amount"]), found.uncalled, True),
        ("pots", _pots((pot["amount"], pot["eligible"]) for pot in row["pots"]), _pots_of(found), True),
        ("rake", row["rake"], found.rake, True),
        ("winners", winners, [seat for seat, chips in enumerate(found.collected) if chips], True),
        ("collected", _amounts(row["collected"]), found.collected, not raked or len(winners) == 1),
        ("final_stacks", _amounts(row["final_stacks"]), found.final_stacks, not raked or len(winners) == 1),
        ("total_pot", row.get("total_pot"), sum(pot.amount for pot in found.pots), "total_pot" in row),
    )
    return complaints + _books(found, case) + _call_costs(case)


def replay_of_site(case: Case) -> tuple[HandResult, bool]:
    """A site's hand replayed, and whether strict rules accept it; if not, what they refuse is reported."""
    try:
        return replay(case.hand), True
    except IllegalActionError:
        found = replay(case.hand, strict=False)
        if not found.reports:
            raise
        return found, False


# ---------------------------------------------------------------------------- parts


def _answers(case: Case) -> list[str]:
    """Ask the table what the row asks, action by action."""
    complaints: list[str] = []
    table = Table.from_hand(case.hand)
    questions = list(case.questions)
    for place in range(len(case.hand.actions) + 1):
        while questions and questions[0][0] == place:
            complaints += _answer(table, questions.pop(0)[1], place)
        if not questions or place == len(case.hand.actions):
            break
        table.apply(case.hand.actions[place])
    return complaints


def _answer(table: Table, wanted: Mapping[str, Any], place: int) -> list[str]:
    legal = table.legal_actions()
    betting = legal.phase == "bet"
    came = {
        "actor": legal.actor if betting else None,
        "call": legal.call,
        "min": legal.min_raise_to,
        "max": legal.max_raise_to,
    }
    unknown = [f"unknown question {name!r}" for name in wanted.keys() - came.keys()]
    where = f"before action {place + 1}"
    return unknown + _compare(*((f"{name} {where}", value, came.get(name), True) for name, value in wanted.items()))


def _call_costs(case: Case) -> list[str]:
    """Each call costs what the record says."""
    complaints: list[str] = []
    if not case.calls:
        return complaints
    costs = dict(case.calls)
    table = Table.from_hand(case.hand, strict=False)
    for place, action in enumerate(case.hand.actions):
        if place in costs:
            complaints += _compare((f"call, action {place + 1}", costs[place], table.legal_actions().call, True))
        table.apply(action)
    return complaints


def _direct(row: Row) -> list[str]:
    """Contributions straight to the settlement."""
    said = row["direct"]
    totals, folded = list(said["contributions"]), [bool(out) for out in said["folded"]]
    back = uncalled_bet(totals, folded)
    if back is not None:
        totals[back[0]] -= back[1]
    pots = build_pots(totals, folded)
    wins = _wins(row, [(pot.amount, pot.eligible) for pot in pots], [said["ranks"]], [])
    final = [stack - total for stack, total in zip(row["stacks"], said["contributions"], strict=True)]
    final = [left + wins.get(seat, 0) for seat, left in enumerate(final)]
    if back is not None:
        final[back[0]] += back[1]
    return _compare(
        ("uncalled", _uncalled(row["uncalled"]) if "uncalled" in row else None, back, "uncalled" in row),
        ("pots", _pots(row["pots"]), tuple((pot.amount, pot.eligible) for pot in pots), "pots" in row),
        ("final", _amounts(row["final"]), tuple(final), "final" in row),
    )


def _settlement(row: Row) -> list[str]:
    """Pots and ranks to awards."""
    ranks, lows = row["ranks"], row.get("lows") or []
    if row.get("boards", 1) == 1 and not isinstance(ranks[0], list):
        ranks, lows = [ranks], [lows] if lows else []
    came = _wins(row, row["pots_in"], ranks, [[low_rank(low) for low in board] for board in lows])
    wanted = {int(seat): Fraction(str(chips)) for seat, chips in row["wins"].items() if chips}
    taken = sum(amount for amount, _ in row["pots_in"]) - sum(came.values())
    return _compare(("wins", wanted, came, True), ("rake", row.get("rake", 0), taken, True))


def _wins(
    row: Row, pots: Sequence[Any], ranks: Sequence[Sequence[int]], lows: Sequence[Sequence[int]]
) -> dict[int, Any]:
    order = row.get("order") or range(len(ranks[0]))
    live = [seat for seat in order if any(board[seat] for board in ranks)]
    taken = rake_pots([Pot(amount, tuple(seats)) for amount, seats in pots], rake_of(row), flop_seen=True)
    amounts = [amount - rake for (amount, _), rake in zip(pots, taken, strict=True)]
    contenders = [[seat for seat in live if seat in seats] for _, seats in pots]
    wins: dict[int, Any] = {}
    for award in award_pots(amounts, contenders, ranks, lows, rules_of(row)):
        if award.amount:
            wins[award.seat] = wins.get(award.seat, 0) + award.amount
    return wins


def _books(found: HandResult, case: Case) -> list[str]:
    """Chips come from somewhere and go somewhere."""
    starts = case.hand.stacks
    pots = sum(pot.amount for pot in found.pots)
    return _compare(
        ("final stacks and rake, in all", sum(starts), sum(found.final_stacks) + found.rake, True),
        ("pots, in all", sum(found.contributions), pots, True),
        ("net", _less(found.final_stacks, starts), found.net, True),
    )


def _compare(*facts: tuple[str, Any, Any, bool]) -> list[str]:
    """(what, wanted, came, whether it is asked for) -> complaints."""
    return [f"{what}: got {came}, wanted {wanted}" for what, wanted, came, asked in facts if asked and came != wanted]


def _uncalled(said: Sequence[Any] | None) -> tuple[int, int] | None:
    return None if not said or said[0] is None or not said[1] else (said[0], said[1])


def _pots(pots: Iterable[Any]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((amount, tuple(sorted(seats))) for amount, seats in pots)


def _pots_of(found: HandResult) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((pot.amount, pot.eligible) for pot in found.pots)


def _amounts(values: Iterable[Any]) -> tuple[Any, ...]:
    """Chips as the rows write them, half chips too."""
    return tuple(value if isinstance(value, int) else Fraction(str(value)) for value in values)


def _less(values: Iterable[Any], others: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(value - other for value, other in zip(values, others, strict=True))
