"""A hand told as a person would: who sat where, what was done street by street, who won what with what.

>>> from holdem_eq.rules import Call, DealHole, Fold, RaiseTo
>>> deal = DealHole(2, (48, 47))
>>> hand = Hand((200, 200, 200), posts=(1, 2, 0), actions=(deal, RaiseTo(2, 6), Fold(0), Fold(1)),
...             players=("Ann", "Bob", "Cat"))
>>> print(tell(hand))
No-limit hold'em, blinds 1/2, 3 players
<BLANKLINE>
  SB   Ann  200
  BB   Bob  200
  BTN  Cat  200  Ac Ks
<BLANKLINE>
Ann posts the small blind of 1, Bob the big blind of 2
<BLANKLINE>
Before the flop, pot 3
  Cat raises to 6
  Ann and Bob fold
  4 that nobody called go back to Cat
<BLANKLINE>
Pots
  Cat wins the pot of 5
<BLANKLINE>
Stacks
  Ann  200  ->  199  -1
  Bob  200  ->  198  -2
  Cat  200  ->  203  +3
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from holdem_eq import display
from holdem_eq.evaluator import HandRank
from holdem_eq.hands.wording import and_list, chips_words, game_words, names, positions, spaced_cards, stakes_words
from holdem_eq.rules import (
    UNKNOWN,
    Action,
    Award,
    Call,
    Chips,
    DeadHand,
    DealBoard,
    DealHole,
    Discard,
    Fold,
    Hand,
    HandResult,
    Misdeal,
    Muck,
    OutOfTurn,
    RaiseTo,
    Show,
    Table,
    replay,
)
from holdem_eq.rules.actions import SeatAction
from holdem_eq.rules.replay import low_rank

__all__ = ["WIDTH", "tell"]

WIDTH: Final = 100
"""The longest line."""

_SEAT: Final = re.compile(r"\bseat (\d+)\b")
_STREETS: Final = {3: "Flop", 4: "Turn", 5: "River"}


def tell(hand: Hand, strict: bool = True) -> str:
    """The whole hand as plain text, no line longer than 100 signs.

    Amounts are in the units of the record. What was accepted although the rules refuse it, and
    what the record says otherwise, stands at the end under "Remarks".

    Args:
        hand: the record.
        strict: False accepts, and reports, what real sites wrote although the rules refuse it.

    Raises:
        IllegalActionError, DuplicateCardError: as `replay`.
    """
    return _Story(hand, replay(hand, strict), strict).text()


class _Line(NamedTuple):
    """What somebody did; neighbours that did the same on one street are told together."""

    who: str
    verb: str
    together: str = ""
    """The verb for several, "" for what is told alone."""


class _Story:
    """One hand while it is told: blocks of lines that a blank line will part."""

    def __init__(self, hand: Hand, result: HandResult, strict: bool) -> None:
        self.hand, self.result = hand, result
        self.table = Table.from_hand(hand, strict)
        self.names, self.places = names(hand), positions(hand)
        self.said: list[_Line] = []
        self.title = ""
        self.blocks: list[str] = []
        self.returned = result.uncalled is None

    def text(self) -> str:
        """The story."""
        self.blocks += [self.heading(), self.seating()]
        if posts := self.posts():
            self.blocks.append(_wrapped(posts))
        self.title = f"Before the flop, pot {self.money(self.table.pot)}"
        self.play()
        self.close()
        self.blocks += [block for block in (self.showdown(), self.pots(), self.stacks(), self.remarks()) if block]
        return "\n\n".join(self.blocks)

    def money(self, amount: Chips) -> str:
        return chips_words(amount, self.hand.scale)

    # --- before the cards

    def heading(self) -> str:
        fields, hand = self.hand.fields, self.hand
        number = f"Hand {fields['hand']}: " if "hand" in fields else ""
        dealt = sum(stack != 0 for stack in hand.stacks)
        game = ", ".join(filter(None, (game_words(hand.rules), stakes_words(hand), f"{dealt} players")))
        date = "-".join(f"{fields[key]:02}" for key in ("year", "month", "day") if isinstance(fields.get(key), int))
        where = [str(fields[key]) for key in ("event", "venue", "table") if fields.get(key)]
        lines = [number + (game if number else game[0].upper() + game[1:]), ", ".join([*where, date]).strip(", ")]
        return "\n".join(_wrapped(line) for line in (*lines, hand.source) if line)

    def seating(self) -> str:
        cards: dict[int, tuple[int, ...]] = {}
        for action in self.hand.actions:
            if isinstance(action, DealHole) and set(action.cards) != {UNKNOWN}:
                cards[action.seat] = action.cards
        rows = [
            (place or "-", name, "?" if stack is None else self.money(stack), spaced_cards(cards.get(seat, ())))
            for seat, (place, name, stack) in enumerate(zip(self.places, self.names, self.hand.stacks, strict=True))
        ]
        return (
            _columns(rows, "llrl") if any(self.hand.players) else _columns([(row[0], *row[2:]) for row in rows], "lrl")
        )

    def posts(self) -> str:
        """Who put up what; a short stack puts up less than it owes."""
        hand, table, said = self.hand, self.table, list[str]()
        seats = range(len(hand.stacks))
        antes = {seat: table.totals[seat] - table.bets[seat] for seat in seats if table.totals[seat] > table.bets[seat]}
        dead = {seat: table.dead[seat] for seat in seats if table.dead[seat]}
        if not any(hand.dead_posts):
            antes, dead = ({**antes, **dead}, {}) if not (antes and dead) else (antes, dead)
        if antes:
            dealt = sum(stack != 0 for stack in hand.stacks)
            everybody = len(antes) == dealt and len(set(antes.values())) == 1
            said += [f"everybody antes {self.money(next(iter(antes.values())))}"] if everybody else [
                f"{self.names[seat]} antes {self.money(paid)}" for seat, paid in antes.items()
            ]  # fmt: skip
        verb = "posts "
        for seat in seats:
            if paid := table.bets[seat]:
                blind = self.blind(seat)
                said.append(f"{self.names[seat]} {verb}{blind}{' of ' if blind else ''}{self.money(paid)}")
                verb = "" if blind else "posts "
        said += [f"{self.names[seat]} puts {self.money(paid)} dead in the pot" for seat, paid in dead.items()]
        text = ", ".join(said)
        return text[:1].upper() + text[1:] if said and said[0].startswith("everybody") else text

    def blind(self, seat: int) -> str:
        heads_up = len(self.hand.stacks) == 2
        straddles = self.hand.posts[seat] > max(self.hand.posts[:seat], default=0) if seat > 1 else False
        place = self.places[seat]
        if place == "SB" or (heads_up and place == "BTN"):
            return "the small blind"
        return "the big blind" if place == "BB" else "a straddle" if straddles else ""

    # --- the play

    def play(self) -> None:
        comments = self.hand.fields.get("#commentary", {})
        for number, action in enumerate(self.hand.actions):
            line = self.line(action)
            if line is not None and (comment := comments.get(number)):
                line = _Line(line.who, f"{line.verb} ({comment})")
            if line is not None:
                self.said.append(line)
            self.give_back()
        self.give_back()

    def line(self, action: Action) -> _Line | None:
        """Do the action, and say it."""
        table = self.table
        if isinstance(action, DealBoard):
            self.deal(action)
            return None
        if isinstance(action, Misdeal | OutOfTurn):
            action.apply(table)
            return self.irregular(action)
        assert isinstance(action, SeatAction)
        seat, level, ended = action.seat, table.level, table.phase in ("show", "over")
        name, put = self.names[seat], table.totals[seat]
        facing = level > table.bets[seat]
        dealt = table.hole_cards[seat]
        action.apply(table)
        put = table.totals[seat] - put
        all_in = " and is all-in" if put and not table.stacks[seat] else ""
        if isinstance(action, DeadHand):
            return _Line(f"The hand of {name}", "is dead")
        if isinstance(action, Fold):
            return _Line(name, "folds", "fold")
        if isinstance(action, RaiseTo) and action.amount > level:
            verb = "raises to" if level else "bets"
            return _Line(name, f"{verb} {self.money(action.amount)}{all_in}")
        if isinstance(action, Call | RaiseTo):
            return _Line(name, f"calls {self.money(put)}{all_in}") if facing else _Line(name, "checks", "check")
        if isinstance(action, Discard):
            known = UNKNOWN not in action.cards
            return _Line(name, f"throws {spaced_cards(action.cards) if known else _cards(len(action.cards))}")
        if isinstance(action, Show) and (not ended or not self.result.showdown):
            return _Line(name, f"shows {spaced_cards(table.hole_cards[seat] or ()) or 'unknown cards'}")
        if isinstance(action, Muck) and not ended:
            return _Line(name, "mucks", "muck")
        if isinstance(action, DealHole) and dealt is not None and dealt != action.cards:
            return _Line(name, f"holds {spaced_cards(action.cards)}")
        return None

    def irregular(self, event: Misdeal | OutOfTurn) -> _Line:
        """What went wrong; a hand that is void gives every chip back."""
        if isinstance(event, Misdeal):
            return _Line("The hand", "is void, every chip goes back")
        early, table = event.action, self.table
        verb = "folds" if isinstance(early, Fold) else "calls" if table.level > table.bets[early.seat] else "checks"
        if isinstance(early, RaiseTo):
            verb = f"{'raises to' if table.level else 'bets'} {self.money(early.amount)}"
        return _Line(self.names[early.seat], f"{verb} out of turn")

    def deal(self, action: DealBoard) -> None:
        """Board cards: a street of its own where the first board is complete for it."""
        table = self.table
        before = len(table.boards[action.board]) if action.board < len(table.boards) else table.common
        pot = table.pot - (self.result.uncalled[1] if self.returned and self.result.uncalled else 0)
        action.apply(table)
        board = table.boards[action.board]
        street = _STREETS.get(len(board), "Board")
        self.close()
        old, new = spaced_cards(board[:before]), spaced_cards(board[before:])
        cards = f"{old} [{new}]" if old else new
        which = f" of board {action.board + 1}:" if action.board else ""
        self.title = f"{street}{which} {cards}, pot {self.money(pot)}"

    def give_back(self) -> None:
        """Say that an uncalled bet goes back, once the betting is over."""
        if self.returned or not (self.table.runout or self.table.over):
            return
        assert self.result.uncalled is not None
        seat, amount = self.result.uncalled
        self.said.append(_Line(f"{self.money(amount)} that nobody called", f"go back to {self.names[seat]}"))
        self.returned = True

    def close(self) -> None:
        """The street as a block."""
        lines = []
        for together, group in groupby(self.said, key=lambda line: line.together or line):
            people = list(group)
            verb = people[0].verb if len(people) == 1 else str(together)
            lines.append(f"{and_list([line.who for line in people])} {verb}")
        self.blocks.append(_block(self.title, lines))
        self.said = []

    # --- the end

    def showdown(self) -> str:
        result, lines = self.result, list[str]()
        told = [action.seat for action in self.hand.actions if isinstance(action, Show | Muck)]
        order = [*told, *result.shown, *result.showdown]
        for seat in dict.fromkeys(seat for seat in order if seat in result.showdown):
            name, cards = self.names[seat], result.hole_cards[seat]
            if self.table.mucked[seat]:
                lines.append(f"{name} mucks")
            elif cards is None or set(cards) == {UNKNOWN}:
                lines.append(f"{name} has unknown cards")
            else:
                verb = "shows" if seat in result.shown else "need not show"
                words = self.strength(seat)
                lines.append(f"{name} {verb} {spaced_cards(cards)}{': ' if words else ''}{words}")
        return _block("Showdown", lines) if lines else ""

    def strength(self, seat: int) -> str:
        """The hand of a seat on each board, "" where it is not known."""
        said = []
        for board, ranks in enumerate(self.result.hand_ranks):
            if ranks[seat]:
                low = self.low(seat, board)
                words = str(HandRank(ranks[seat])) + (f"; {low}" if low else "")
                said.append(f"on board {board + 1} {words}" if len(self.result.boards) > 1 else words)
        return "; ".join(said)

    def low(self, seat: int, board: int) -> str:
        cards = self.result.hole_cards[seat]
        if not self.table.game.hilo or cards is None:
            return ""
        return _low_words((*cards, *self.result.boards[board]))

    def pots(self) -> str:
        result = self.result
        if not result.pots:
            return ""
        if {award.pot for award in result.awards} == set(range(len(result.pots))):
            groups = groupby(result.awards, key=lambda award: (award.pot, award.board, award.share))
            lines = [self.award(list(group)) for _, group in groups]
        else:  # the record says who got what, and not from which pot
            lines = [f"{self.pot(place)}" for place in range(len(result.pots))]
            lines += [f"{self.names[award.seat]} collects {self.money(award.amount)}" for award in result.awards]
        if result.rake:
            lines.append(f"The house takes {self.money(result.rake)}")
        return _block("Pots", lines)

    def award(self, awards: list[Award]) -> str:
        """Who gets one part of one pot, and with what."""
        first, result = awards[0], self.result
        amount = sum(award.amount for award in awards)
        pot = self.pot(first.pot)
        what = pot if amount == result.pots[first.pot].amount else f"{self.money(amount)} from {pot}"
        what += {"whole": "", "high": " for the high half", "low": " for the low half"}[first.share]
        what += f" on board {first.board + 1}" if len(result.boards) > 1 and self.shared_out(first.pot) else ""
        if first.share == "low":
            words = self.low(first.seat, first.board)
        else:
            shown = self.shared_out(first.pot) or (
                first.seat in result.shown and len(result.pots[first.pot].eligible) > 1
            )
            rank = result.hand_ranks[first.board][first.seat] if result.hand_ranks and shown else 0
            words = str(HandRank(rank)) if rank else ""
        article = "a " if words.startswith(("pair", "straight", "flush", "full house", "low")) else ""
        words = f" with {article}{words}" if words else ""
        if len(awards) == 1:
            return f"{self.names[first.seat]} wins {what}{words}"
        shares = [f"{self.names[award.seat]} {self.money(award.amount)}" for award in awards]
        even = len({award.amount for award in awards}) == 1
        parts = f", {self.money(first.amount)} each" if even else f" ({', '.join(shares)})"
        return f"{and_list([self.names[award.seat] for award in awards])} split {what}{parts}{words}"

    def shared_out(self, pot: int) -> bool:
        """Whether more than one seat still had a hand for the pot, so that hands decided."""
        return sum(not self.table.mucked[seat] for seat in self.result.pots[pot].eligible) > 1

    def pot(self, place: int) -> str:
        pots = self.result.pots
        side = "the side pot" if len(pots) == 2 else f"side pot {place}"
        name = "the pot" if len(pots) == 1 else "the main pot" if place == 0 else side
        who = f" ({and_list([self.names[seat] for seat in pots[place].eligible])})" if len(pots) > 1 else ""
        return f"{name} of {self.money(pots[place].amount)}{who}"

    def stacks(self) -> str:
        result, rows = self.result, []
        for name, before, after, net in zip(self.names, self.hand.stacks, result.final_stacks, result.net, strict=True):
            start, end = ("?" if stack is None else self.money(stack) for stack in (before, after))
            rows.append((name, start, "->", end, ("+" if net > 0 else "") + self.money(net)))
        return "Stacks\n" + _columns(rows, "lrlrr")

    def remarks(self) -> str:
        reports, scale = list(self.result.reports), self.hand.scale
        if scale > 1 and any(re.search(r"\d", _SEAT.sub("", text)) for text in reports):
            reports.append(f"amounts in remarks are in chips, {scale} to one")
        told = [_SEAT.sub(lambda found: self.names[int(found[1])], text) for text in reports]
        return _block("Remarks", told) if told else ""


def _low_words(cards: tuple[int, ...]) -> str:
    """The five lowest ranks, where they make a low; aces are low here."""
    if not low_rank(cards):
        return ""
    five = sorted({(card >> 2) + 2 if card >> 2 < 12 else 1 for card in cards})[:5]
    return "low " + "-".join("A" if rank == 1 else str(rank) for rank in reversed(five))


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _columns(rows: Sequence[Sequence[str]], align: str) -> str:
    table = display.table_text([""] * len(align), rows, align)
    return "\n".join(f"  {line}".rstrip() for line in table.split("\n")[1:])


def _block(title: str, lines: list[str]) -> str:
    return "\n".join([_wrapped(title), *(_wrapped(line, "  ") for line in lines)])


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
