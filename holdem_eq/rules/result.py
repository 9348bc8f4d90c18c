"""What a finished hand comes to: pots, awards, final stacks, showdown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from holdem_eq.rules.setup import Chips

__all__ = ["Award", "HandResult", "Pot"]


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot before rake: chips, and the seats that betting leaves entitled to it, in seat order."""

    amount: int
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """Chips that one seat gets from one pot on one board.

    ``share`` is "high" or "low" where a pot is halved, else "whole".
    """

    pot: int
    board: int
    share: Literal["whole", "high", "low"]
    seat: int
    amount: Chips


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand. Tuples have a value a seat unless said otherwise.

    Attributes:
        pots: main pot first, before rake.
        uncalled: (seat, amount) that goes back first, or None.
        rake: chips the house took.
        awards: the last side pot first, as they are handed out at a table.
        final_stacks: what each seat ends with; None where its stack is not known.
        collected: what each seat won from the pots.
        contributions: what each seat put in, antes and dead money too, the uncalled part left out.
        net: collected less contributions.
        showdown: seats that reached the showdown, in the order they must show; empty without one.
        shown: seats that tabled their cards, in the order they did.
        hand_ranks: hand rank of each seat on each board, 0 where none was shown: one tuple a board.
        boards: the boards, as card ids.
        hole_cards: cards that each seat held at the end, None where not known.
        reports: what was accepted although strict rules refuse it, and what the record says otherwise.
    """

    pots: tuple[Pot, ...]
    uncalled: tuple[int, int] | None
    rake: int
    awards: tuple[Award, ...]
    final_stacks: tuple[Chips | None, ...]
    collected: tuple[Chips, ...]
    contributions: tuple[int, ...]
    net: tuple[Chips, ...]
    showdown: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    hand_ranks: tuple[tuple[int, ...], ...] = ()
    boards: tuple[tuple[int, ...], ...] = ()
    hole_cards: tuple[tuple[int, ...] | None, ...] = ()
    reports: tuple[str, ...] = field(default=())

    def _repr_html_(self) -> str:
        """Boards, a row a seat, a line a pot; see `holdem_eq.display.result_html`."""
        from holdem_eq.display import result_html
        from holdem_eq.evaluator import HandRank
        from holdem_eq.rules.setup import cards_text

        def chips(amount: Chips | None, sign: str = "") -> str:
            if amount is None:
                return "?"
            return (
                format(amount, f"{sign},")
                if isinstance(amount, int)
                else f"{'+' * (bool(sign) and amount > 0)}{amount}"
            )

        rows = []
        for seat, net in enumerate(self.net):
            cards = self.hole_cards[seat] if self.hole_cards else None
            hands = [str(HandRank(ranks[seat])) for ranks in self.hand_ranks if ranks[seat]]
            amounts = [self.contributions[seat], self.collected[seat]]
            rows.append(
                [
                    f"seat {seat}",
                    cards_text(cards or ()),
                    " / ".join(hands),
                    *map(chips, amounts),
                    chips(net, "+"),
                    chips(self.final_stacks[seat]),
                ]
            )
        notes = []
        for number, pot in enumerate(self.pots):
            won = [award for award in self.awards if award.pot == number]
            shares = [
                f"{chips(award.amount)} to seat {award.seat}"
                + (f" on board {award.board + 1}" if len(self.boards) > 1 < len(pot.eligible) else "")
                + (f" ({award.share})" if award.share != "whole" else "")
                for award in won
            ]
            name = f"side pot {number}" if number else "main pot"
            seats = f"seat{'s' * (len(pot.eligible) > 1)} {', '.join(map(str, pot.eligible))}"
            notes.append(f"{name} of {chips(pot.amount)} ({seats}): {', '.join(shares)}")
        if self.uncalled:
            notes.append(f"uncalled: {chips(self.uncalled[1])} back to seat {self.uncalled[0]}")
        if self.rake:
            notes.append(f"rake: {chips(self.rake)}")
        return result_html([cards_text(board) for board in self.boards], rows, [*notes, *self.reports])
