"""Rows of the shared files of hands -> records that `holdem_eq.rules` replays.

Three kinds of rows hold a hand; which one it is shows in the fields:

=================  ==========================================================================
``variant``        a hand in the notation of the Poker Hand History format
``live_posts``     a hand of a poker site, as numbers: what was posted, not what was owed
``stacks``         a case made up for a rule, with questions (``expect``) between the actions
=================  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from holdem_eq.cards import parse_cards
from holdem_eq.rules import (
    UNKNOWN,
    Action,
    Call,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Hand,
    Muck,
    RaiseTo,
    Rake,
    Rules,
    Show,
)

Row = dict[str, Any]

STREET_ENDS = (0, 3, 4, 5)


@dataclass
class Case:
    """A hand, and the questions asked before some of its actions."""

    hand: Hand
    questions: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)
    """(number of actions done before, what must be reported then)."""
    calls: list[tuple[int, int]] = field(default_factory=list)
    """(place of a call among the actions, chips that the record says it cost)."""


@cache
def known_cards(text: str) -> tuple[int, ...]:
    """Cards as text -> ids; ``??`` is a card that is not known."""
    ids: list[int] = []
    for place in range(0, len(text), 2):
        two = text[place : place + 2]
        ids.append(UNKNOWN if two == "??" else parse_cards(two)[0])
    return tuple(ids)


def board_after(board: Sequence[int], dealt: int, number: int = 0) -> list[DealBoard]:
    """What is left of a board to deal, street by street."""
    deals = []
    for end in STREET_ENDS[1:]:
        if dealt < end <= len(board):
            deals.append(DealBoard(tuple(board[dealt:end]), number))
            dealt = end
    if dealt < len(board):
        deals.append(DealBoard(tuple(board[dealt:]), number))
    return deals


def hole_deals(cards: Iterable[str | None]) -> list[Action]:
    """Hole cards, a text a seat or None -> dealings."""
    return [DealHole(seat, known_cards(text)) for seat, text in enumerate(cards) if text]


# ---------------------------------------------------------------------------- Poker Hand History

LIMITS = {"NT": "NL", "PT": "PL", "FT": "FL"}


def phh_action(text: str) -> Action:
    """One action in PHH notation.

    >>> phh_action("p3 cbr 7000"), phh_action("d dh p1 Ac??")
    (RaiseTo(seat=2, amount=7000), DealHole(seat=0, cards=(48, -1)))
    """
    words = text.split("#", 1)[0].split()
    if words[0] == "d":
        if words[1] == "db":
            return DealBoard(known_cards("".join(words[2:])))
        return DealHole(int(words[2][1:]) - 1, known_cards(words[3]))
    seat, what, rest = int(words[0][1:]) - 1, words[1], words[2:]
    if what == "f":
        return Fold(seat)
    if what == "cc":
        return Call(seat)
    if what == "cbr":
        return RaiseTo(seat, int(rest[0]))
    if what == "sd":
        return Discard(seat, known_cards("".join(rest)))
    if what == "sm":
        return Show(seat, known_cards(rest[0])) if rest else Muck(seat)
    raise ValueError(f"unknown action {text!r}")


def phh_case(row: Row, split_mode: str = "whole") -> Case:
    """A row of PHH fields -> its hand. Antes that are not trimmed are dead money."""
    antes = "antes" if row.get("ante_trimming_status", True) else "dead_antes"
    rules: dict[str, Any] = {
        "limit": LIMITS[row["variant"]],
        "min_bet": row.get("min_bet", 0),
        "split_mode": split_mode,
    }
    rules |= {name: row[name] for name in ("small_bet", "big_bet") if name in row}
    recorded = row.get("recorded_finishing_stacks")
    hand = Hand(
        tuple(row["starting_stacks"]),
        Rules(**rules),
        posts=tuple(row["blinds_or_straddles"]),
        actions=tuple(phh_action(text) for text in row["actions"]),
        finishing_stacks=None if recorded is None else tuple(Fraction(str(stack)) for stack in recorded),
        source=row["id"],
        **{antes: tuple(row["antes"])},
    )
    return Case(hand)


# ---------------------------------------------------------------------------- poker sites


def site_case(row: Row) -> Case:
    """A row of a site's hand -> its hand.

    The row lists what was posted; where the big blind was short the nominal blind is given, since
    it is the price for the others.
    """
    size, seat = row["n"], row["bb_seat"]
    posts = list(row["live_posts"])
    posts[seat] = max(posts[seat], row["big_blind"])
    rules: dict[str, Any] = {"limit": row["limit"], "min_bet": row["big_blind"], "rake": row["rake"] or None}
    if row["limit"] == "FL":
        rules |= {"small_bet": row["small_bet"], "big_bet": row["big_bet"]}
    boards = [known_cards(text) for text in row.get("boards") or [row["board"]]]
    actions: list[Action] = hole_deals(row["hole_cards"])
    calls: list[tuple[int, int]] = []
    dealt = 0
    for what in row["actions"]:
        if what[0] == "street":
            end = min(STREET_ENDS[what[1]], len(boards[0]))
            actions += board_after(boards[0][:end], dealt)
            dealt = end
            continue
        if what[1] == "call" and len(what) > 2:
            calls.append((len(actions), what[2]))
        actions.append(site_action(*what))
    showing = next((n for n, done in enumerate(actions) if isinstance(done, Show | Muck)), len(actions))
    actions[showing:showing] = board_after(boards[0], dealt)
    if len(boards) > 1:
        bets = [n for n, what in enumerate(row["actions"]) if what[0] != "street"]
        streets = sum(what[0] == "street" for what in row["actions"][: bets[-1]])
        for number, board in enumerate(boards[1:], start=1):
            actions += board_after(board, STREET_ENDS[streets], number)
    hand = Hand(
        tuple(row["starting_stacks"]),
        Rules(**rules),
        posts=tuple(posts),
        antes=tuple(row.get("antes", (0,) * size)),
        dead_posts=tuple(row["dead_posts"]),
        first=(seat + 1) % size,
        actions=tuple(actions),
        winnings=tuple(row["collected"]),
        scale=row["chip_scale"],
        source=row["id"],
    )
    return Case(hand, calls=calls)


def site_action(seat: int, what: str, amount: int = 0) -> Action:
    """One action of a site's hand."""
    if what in {"bet", "raise_to"}:
        return RaiseTo(seat, amount)
    return {"fold": Fold, "call": Call, "check": Call, "check_call": Call, "show": Show, "muck": Muck}[what](seat)


# ---------------------------------------------------------------------------- cases made up for a rule

SETUP = ("antes", "dead_antes", "dead_posts", "first")
OPTIONS = (
    "max_raises",
    "headsup_uncapped",
    "fl_half_bet_rule",
    "short_blind_price",
    "bb_ante_order",
    "split_mode",
    "chip_unit",
)
"""Options of the rules that a row may name, at its top or in its ``setup``."""


def rake_of(row: Row) -> Rake | int | None:
    """The rake rule of a row, or the chips it says were taken."""
    rule = row.get("rake_rule")
    if rule is None:
        return row.get("rake") or None
    return Rake(
        Fraction(str(rule["pct"])),
        rule.get("cap"),
        rule.get("no_flop_no_drop", True),
        rule.get("unit", 1),
        rule.get("allocation", "main_first"),
    )


def rules_of(row: Row) -> Rules:
    """The rules that a row is played by."""
    said = {**row, **row.get("setup", {})}
    options: dict[str, Any] = {name: said[name] for name in OPTIONS if name in said}
    if "unit" in said:
        options["chip_unit"] = said["unit"]
    if "spread" in said:
        options["spread"] = tuple(said["spread"])
    if "small" in said:
        options |= {"small_bet": said["small"], "big_bet": said["big"]}
    if row.get("limit") == "SL" and "spread" not in said:
        options["spread"] = (said["small"], said["big"])
    return Rules(
        game=said.get("game", "holdem"),
        limit=said.get("limit", "NL"),
        min_bet=said.get("min_bet", 0),
        rake=rake_of(row),
        **options,
    )


def made_up_case(row: Row) -> Case:
    """A row of ``rules.jsonl`` -> its hand, the board dealt where streets close and at the end."""
    setup = row.get("setup", {})
    said = row.get("board", "")
    boards = [known_cards(text) for text in ([said] if isinstance(said, str) else said)]
    board = boards[0] or (UNKNOWN,) * 5
    actions: list[Action] = hole_deals(row.get("hole_cards", ()))
    questions: list[tuple[int, Mapping[str, Any]]] = []
    street = 0
    for what in row.get("actions", ()):
        if isinstance(what, Mapping):
            questions.append((len(actions), what["expect"]))
        elif what[0] == "street":
            street += 1
            actions.append(DealBoard(board[STREET_ENDS[street - 1] : STREET_ENDS[street]]))
        else:
            actions.append(site_action(*what))
    if "final" in row or "pots" in row:
        shown = any(boards) and sum(rank > 0 for rank in row.get("rank", (1, 1))) > 1
        actions += board_after(board, STREET_ENDS[street]) if shown else []
        for number, other in enumerate(boards[1:], start=1):
            actions += board_after(other, STREET_ENDS[street], number)
    hand = Hand(
        tuple(row["stacks"]),
        rules_of(row),
        posts=tuple(row.get("posts", ())),
        actions=tuple(actions),
        source=str(row.get("id", "")),
        **{name: tuple(value) if name != "first" else value for name, value in setup.items() if name in SETUP},
    )
    return Case(hand, questions)


def low_rank(low: Sequence[int] | None) -> int:
    """A low as its ranks from the highest down -> a number, higher for the better low, 0 for none.

    >>> low_rank([7, 5, 4, 3, 2]) > low_rank([7, 6, 3, 2, 1]) > low_rank(None)
    True
    """
    return 0 if low is None else 99_999 - int("".join(str(rank) for rank in low))
