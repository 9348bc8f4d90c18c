"""Every real hand of the shared files, replayed: pots, uncalled bets, rake, winners, final stacks."""

# ruff: noqa: N802 (tests bear the numbers of the rules)

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd
from typing import Any

import pytest

from holdem_eq.errors import IllegalActionError
from holdem_eq.hands.many import replay_many
from holdem_eq.rules import replay
from tests import cases, oracle_rules
from tests.check_rules import phh_row, replay_of_site
from tests.rule_records import Case, phh_case, site_case

CHUNK = 500
FILES = ("phh_expected.jsonl", "pokerstars_expected.jsonl", "ohh_expected.jsonl")
HABITS = re.compile(r"seat \d+ (folds with nothing owed|folds although it is all-in|raises to \d+ where .*)")
"""What strict rules refuse in these hands. Anything else would be news."""


def chunks() -> list[Any]:
    """(file, first row) of every chunk; one that asks for the folder where there is none."""
    found = []
    for name in FILES:
        path = cases.shared_folder() / "hands" / name
        size = path.read_bytes().count(b"\n") if path.is_file() else 1
        found += [pytest.param(name, start, id=f"{name.split('_')[0]}-{start}") for start in range(0, size, CHUNK)]
    return found


@pytest.fixture(scope="module")
def hands(shared: Any) -> dict[str, list[cases.Row]]:
    return {name: cases.read_rows(shared / "hands" / name) for name in FILES}


@pytest.mark.parametrize(("name", "start"), chunks())
def test_real_hands(hands: dict[str, list[cases.Row]], name: str, start: int) -> None:
    rows = hands[name][start : start + CHUNK]
    assert rows
    wrong = {cases.label(row): complaints for row in rows if (complaints := cases.check(row))}
    assert wrong == {}
    assert {field for row in rows for field in cases.unchecked(row)} == set()


@pytest.mark.parametrize("name", FILES[1:])
def test_only_known_habits_need_a_lenient_reading(hands: dict[str, list[cases.Row]], name: str) -> None:
    lenient = 0
    for row in hands[name]:
        case = site_case(row)
        found, strictly = replay_of_site(case)
        assert strictly == (not found.reports)
        if not strictly:
            lenient += 1
            assert all(HABITS.fullmatch(report) for report in found.reports), (row["id"], found.reports)
            with pytest.raises(IllegalActionError):
                replay(case.hand)
    assert 0 < lenient < len(hands[name]) / 100


def test_lenient_reading_changes_nothing_that_strict_rules_accept(hands: dict[str, list[cases.Row]]) -> None:
    rows = [row for name in FILES[1:] for row in hands[name][::17]]
    for row in rows:
        case = site_case(row)
        found, strictly = replay_of_site(case)
        if strictly:
            assert replay(case.hand, strict=False) == found, row["id"]


@pytest.mark.parametrize("name", FILES)
def test_L08__real_hands_in_a_batch(hands: dict[str, list[cases.Row]], name: str) -> None:
    """Read leniently; hands that share half chips come to whole ones here."""
    rows = [row for row in hands[name] if not row.get("rake")]
    found = replay_many([(phh_case(row) if "variant" in row else site_case(row)).hand for row in rows], strict=False)
    assert not found.errors.any()
    starts = found.batch.seat_starts.tolist()
    final, pots = found.final.tolist(), found.pot_amounts.tolist()
    wrong = [
        row["id"]
        for row, first, last, count in zip(rows, starts, starts[1:], found.pot_counts.tolist(), strict=False)
        if final[first:last] != row["final_stacks"]
        or pots[first : first + count] != [pot["amount"] for pot in row["pots"]]
    ]
    assert wrong == []


def test_L13__half_chips(hands: dict[str, list[cases.Row]]) -> None:
    halves = [row for row in hands[FILES[0]] if any(stack % 1 for stack in row["recorded_finishing_stacks"] or ())]
    assert len(halves) >= 7
    for row in halves:
        exact = replay(phh_case(row, split_mode="exact").hand)
        assert exact.final_stacks == tuple(Fraction(str(stack)) for stack in row["recorded_finishing_stacks"])
        whole = replay(phh_case(row).hand)
        assert all(isinstance(stack, int) for stack in whole.final_stacks)
        gains = [a - b for a, b in zip(whole.final_stacks, exact.final_stacks, strict=True) if a != b]
        assert gains == [Fraction(1, 2), Fraction(-1, 2)]  # the odd chip is the first seat's
        assert len(whole.reports) == 2  # the record says otherwise
        assert phh_row(row) == []


@pytest.mark.parametrize("name", FILES)
def test_pots_are_the_oracles(hands: dict[str, list[cases.Row]], name: str) -> None:
    """Chips counted one by one: every hand with a side pot, and some of the others."""
    rows = [row for place, row in enumerate(hands[name]) if len(row["pots"]) > 1 or place % 50 == 0]
    for row in rows:
        case = phh_case(row) if "variant" in row else site_case(row)
        found, totals, folded, dead = _contributions(case)
        step = gcd(*totals, dead) or 1
        back, pots = oracle_rules.find_pots([total // step for total in totals], folded, dead // step)
        assert found.uncalled == (back and (back[0], back[1] * step)), row["id"]
        assert [(pot.amount, pot.eligible) for pot in found.pots] == [(chips * step, who) for chips, who in pots]


def _contributions(case: Case) -> tuple[Any, list[int], list[bool], int]:
    """What betting left: the result, totals (uncalled part in them), who is out, dead money."""
    hand = case.hand
    found, _ = replay_of_site(case)
    dead = [
        min(sum(amounts), stack or 0)
        for *amounts, stack in zip(hand.dead_antes, hand.dead_posts, hand.stacks, strict=True)
    ]
    totals = [put - lost for put, lost in zip(found.contributions, dead, strict=True)]
    if found.uncalled:
        totals[found.uncalled[0]] += found.uncalled[1]
    in_a_pot = {seat for pot in found.pots for seat in pot.eligible}
    return found, totals, [seat not in in_a_pot for seat in range(len(totals))], sum(dead)
