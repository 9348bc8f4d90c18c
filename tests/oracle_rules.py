"""A slow twin of `holdem_eq.rules`: betting and settlement once more, straight from the rules.

Nothing of ours is imported, and nothing is done the fast way: pots are found chip by chip, awards
are dealt out one unit after another, and the betting remembers only what happened and works out
everything else anew from that each time it is asked.

>>> settle([25, 100, 300, 1000], [True, False, False, False], [[0, 9, 7, 5]])
Settled(uncalled=(3, 700), pots=[(325, (1, 2, 3)), (400, (2, 3))], wins=[0, 325, 400, 0])
>>> Betting([1000, 1000, 1000, 1000], [50, 100, 0, 0]).question()
Question(actor=2, call=100, smallest=200, largest=1000)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

# ---------------------------------------------------------------------------- settlement


@dataclass
class Settled:
    """Who gets money back unasked, the pots (main pot first), and what each seat wins."""

    uncalled: tuple[int, int] | None
    pots: list[tuple[int, tuple[int, ...]]]
    wins: list[int | Fraction]


def find_pots(
    totals: Sequence[int], folded: Sequence[bool], dead: int = 0
) -> tuple[tuple[int, int] | None, list[tuple[int, tuple[int, ...]]]]:
    """Take the n-th chip of everybody, for n = 1, 2, ...: who put it in, and who of those can win it."""
    back: dict[int, int] = {}
    pots: list[tuple[int, tuple[int, ...]]] = []
    live = tuple(seat for seat, out in enumerate(folded) if not out)
    for chip in range(1, max(totals, default=0) + 1):
        givers = [seat for seat, total in enumerate(totals) if total >= chip]
        claimants = tuple(seat for seat in givers if seat in live)
        if len(givers) == 1 and claimants:
            back[givers[0]] = back.get(givers[0], 0) + 1
            continue
        if pots and claimants in ((), pots[-1][1]):
            pots[-1] = (pots[-1][0] + len(givers), pots[-1][1])
        else:
            pots.append((len(givers), claimants))
    if dead and not pots:
        pots = [(0, live)]
    if dead:
        pots[0] = (pots[0][0] + dead, pots[0][1])
    return next(iter(back.items()), None), pots


def share_out(amount: int, takers: Sequence[int], unit: int = 1) -> dict[int, int]:
    """Hand out units one at a time, to one taker after another; what is below a unit goes to the first."""
    got = dict.fromkeys(takers, 0)
    place = 0
    while amount >= unit:
        got[takers[place % len(takers)]] += unit
        amount -= unit
        place += 1
    got[takers[0]] += amount
    return got


def award(
    amount: int,
    contenders: Sequence[int],
    ranks: Sequence[Sequence[int]],
    lows: Sequence[Sequence[Sequence[int] | None]] | None = None,
    unit: int = 1,
) -> dict[int, int]:
    """One pot over its boards and, hi-lo, its halves; ranks: higher wins, 0 no hand; lows: smaller wins."""
    won = dict.fromkeys(contenders, 0)
    if len(contenders) == 1:
        return {contenders[0]: amount}
    parts = share_out(amount, range(len(ranks)), unit)
    for board, hands in enumerate(ranks):
        best = max(hands[seat] for seat in contenders)
        high = [seat for seat in contenders if hands[seat] == best]
        low: list[int] = []
        if lows is not None:
            made = [seat for seat in contenders if lows[board][seat] is not None]
            if made:
                wheel = min(list(lows[board][seat] or ()) for seat in made)
                low = [seat for seat in made if list(lows[board][seat] or ()) == wheel]
        halves = share_out(parts[board], ["high", "low"] if low else ["high"], unit)  # type: ignore[list-item]
        for takers, half in ((high, "high"), (low, "low")):
            if takers:
                for seat, chips in share_out(halves[half], takers, unit).items():  # type: ignore[index]
                    won[seat] += chips
    return won


def award_exactly(
    amount: int,
    contenders: Sequence[int],
    ranks: Sequence[Sequence[int]],
    lows: Sequence[Sequence[Sequence[int] | None]] | None = None,
) -> dict[int, Fraction]:
    """One pot without odd chips: each contender's share of each board, as a fraction of the pot."""
    if len(contenders) == 1:
        return {contenders[0]: Fraction(amount)}
    won = {}
    for seat in contenders:
        share = Fraction(0)
        for board, hands in enumerate(ranks):
            made = [] if lows is None else [other for other in contenders if lows[board][other] is not None]
            half = Fraction(1, 2) if made else Fraction(1)
            level = [other for other in contenders if hands[other] == hands[seat]]
            if all(hands[seat] >= hands[other] for other in contenders):
                share += half / len(level)
            if seat in made and lows is not None:
                mine = list(lows[board][seat] or ())
                if all(mine <= list(lows[board][other] or ()) for other in made):
                    share += half / sum(mine == list(lows[board][other] or ()) for other in made)
        won[seat] = share * amount / len(ranks)
    return won


def settle(
    totals: Sequence[int],
    folded: Sequence[bool],
    ranks: Sequence[Sequence[int]],
    dead: int = 0,
    lows: Sequence[Sequence[Sequence[int] | None]] | None = None,
    unit: int = 1,
    exact: bool = False,
    mucked: Sequence[int] = (),
) -> Settled:
    """Contributions -> pots -> what each seat wins; ranks and lows are one list a board."""
    uncalled, pots = find_pots(totals, folded, dead)
    wins: list[int | Fraction] = [0] * len(totals)
    for amount, eligible in pots:
        held = [seat for seat in eligible if seat not in mucked]
        won = award_exactly(amount, held, ranks, lows) if exact else award(amount, held, ranks, lows, unit)
        for seat, chips in won.items():
            wins[seat] += chips
    return Settled(uncalled, pots, wins)


# ---------------------------------------------------------------------------- betting


@dataclass
class Question:
    """Who acts, what a call costs, and the bounds of a raise-to (None where there is no raise)."""

    actor: int
    call: int
    smallest: int | None
    largest: int | None


@dataclass
class Betting:
    """The betting of a hand, as a list of what was done on each street.

    A move is (seat, chips in front of the seat afterwards this street, how); how is "post", "fold",
    "pass" (check or call) or "raise".
    """

    stacks: Sequence[int]
    posts: Sequence[int]
    antes: Sequence[int] = ()
    dead_antes: Sequence[int] = ()
    dead_posts: Sequence[int] = ()
    first: int = -1
    limit: str = "NL"
    min_bet: int = 0
    bets: tuple[int, int] = (0, 0)
    spread: tuple[int, int] = (0, 0)
    max_raises: int = 3
    headsup_uncapped: bool = True
    half_bet_rule: bool = True
    full_price: bool = True
    ante_first: bool = True
    street: int = 0
    moves: list[list[tuple[int, int, str]]] = field(default_factory=lambda: [[], [], [], []])
    fronts: list[dict[int, int]] = field(default_factory=lambda: [{}, {}, {}, {}])
    out: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        size = len(self.stacks)
        nothing = [0] * size
        self.ante_paid, self.dead_paid = list(nothing), list(nothing)
        for seat in range(size):
            left = self.stacks[seat]

            def pay(amounts: Sequence[int], at: int = seat) -> int:
                nonlocal left
                paid = min(left, amounts[at]) if amounts else 0
                left -= paid
                return paid

            self.ante_paid[seat] = pay(self.antes)
            if self.ante_first:
                self.dead_paid[seat] += pay(self.dead_antes)
            blind = pay(self.posts)
            if not self.ante_first:
                self.dead_paid[seat] += pay(self.dead_antes)
            self.dead_paid[seat] += pay(self.dead_posts)
            if blind:
                self._move(seat, blind, "post")
        if self.first < 0:
            self.first = self._after_the_blinds()

    def _after_the_blinds(self) -> int:
        """After the big blind; after the last of the straddles, which are the growing posts that follow it."""
        size = len(self.stacks)
        if size == 2:
            return 1
        if not any(self.posts):
            return 0
        last = 1 if self.posts[1] >= max(self.posts[0], 1) else 0
        while last + 1 < size and self.posts[last + 1] > self.posts[last]:
            last += 1
        return (last + 1) % size

    # what follows from the moves

    def front(self, seat: int, street: int | None = None) -> int:
        """Chips in front of a seat on a street."""
        return self.fronts[self.street if street is None else street].get(seat, 0)

    def total(self, seat: int) -> int:
        """Antes and live money."""
        return self.ante_paid[seat] + sum(self.front(seat, street) for street in range(4))

    def behind(self, seat: int) -> int:
        """Chips not yet put in."""
        return self.stacks[seat] - self.total(seat) - self.dead_paid[seat]

    def has_folded(self, seat: int) -> bool:
        """Out of the hand; a seat without chips at the start was never in it."""
        return seat in self.out or self.stacks[seat] == 0

    def live(self) -> list[int]:
        """The seats that have not folded."""
        return [seat for seat in range(len(self.stacks)) if not self.has_folded(seat)]

    def in_the_middle(self) -> int:
        """Every chip that was put in."""
        return sum(self.stacks) - sum(self.behind(seat) for seat in range(len(self.stacks)))

    def price(self) -> int:
        """The bet to match."""
        posted = max(self.posts, default=0) if self.street == 0 and self.full_price else 0
        return max([posted, *(chips for _, chips, _ in self.moves[self.street])])

    def _started_with(self) -> int:
        """Live seats at the start of the street."""
        out = {move[0] for one in self.moves[: self.street] for move in one if move[2] == "fold"}
        return sum(1 for seat, stack in enumerate(self.stacks) if stack and seat not in out)

    def _sizes(self) -> tuple[int, int, int]:
        """The last full bet or raise; fixed limit: the last full level, and how many wagers there were."""
        blind = max(self.posts, default=0)
        if self.street == 0:
            level = blind if self.full_price else self.price_of_posts()
            step = max(self.spread[0] if self.limit == "SL" else self.min_bet or blind or 1, level)
            full, wagers = level, 1 if level else 0
        else:
            level, full, wagers = 0, 0, 0
            step = self.spread[0] if self.limit == "SL" else self.min_bet or blind or 1
        bet = self.bets[self.street >= 2]
        for _, chips, how in self.moves[self.street]:
            if how != "raise":
                continue
            step = max(step, chips - level)  # a raise of less than the last full one leaves it
            level = chips
            counts = bet / 2 if self.half_bet_rule else bet
            if chips - full >= counts:
                full, wagers = chips, wagers + 1
        return step, full, wagers

    def price_of_posts(self) -> int:
        """The highest post that was really made."""
        return max((chips for _, chips, how in self.moves[0] if how == "post"), default=0)

    def to_act(self) -> list[int]:
        """Seats that must still act on this street, in the order they will if nobody raises."""
        size = len(self.stacks)
        done = [seat for seat, _, how in self.moves[self.street] if how != "post"]
        opener = self.first if self.street == 0 else 0
        start = (done[-1] + 1) % size if done else opener
        able = [seat for seat in self.live() if self.behind(seat) > 0]
        if len(able) == 1:
            others = [self.front(seat) for seat in self.live() if seat not in able]
            able = able if others and self.front(able[0]) < max(others) else []
            waiting = able
        else:
            waiting = [seat for seat in able if seat not in done or self.front(seat) < self.price()]
        return sorted(waiting, key=lambda seat: (seat - start) % size)

    def question(self) -> Question | None:
        """What the next seat may do; None when the street is closed or only one seat is left."""
        waiting = self.to_act()
        if not waiting or len(self.live()) < 2:
            return None
        seat = waiting[0]
        most = self.front(seat) + self.behind(seat)
        owes = max(0, self.price() - self.front(seat))
        call = min(owes, self.behind(seat))
        if not self._may_raise(seat, owes, most):
            return Question(seat, call, None, None)
        price, (step, full, _) = self.price(), self._sizes()
        if self.limit == "FL":
            low = high = full + self.bets[self.street >= 2]
        elif self.limit == "PL":
            low, high = price + step, price + self.in_the_middle() + owes
        elif self.limit == "SL":
            low, high = price + step, price + self.spread[1]
        else:
            low, high = price + step, most
        return Question(seat, call, min(low, most), min(max(low, high), most))

    def _may_raise(self, seat: int, owes: int, most: int) -> bool:
        if most <= self.price():
            return False
        if not any(self.behind(other) > 0 for other in self.live() if other != seat):
            return False
        step, _, wagers = self._sizes()
        if self.limit == "FL":
            bet = self.bets[self.street >= 2]
            if wagers > self.max_raises and not (self.headsup_uncapped and self._started_with() == 2):
                return False
            step_needed = bet / 2 if self.half_bet_rule else float(bet)
        else:
            step_needed = float(step)
        acted = any(who == seat and how != "post" for who, _, how in self.moves[self.street])
        return not acted or owes >= step_needed

    # what happens

    def _move(self, seat: int, chips: int, how: str) -> None:
        self.moves[self.street].append((seat, chips, how))
        self.fronts[self.street][seat] = chips
        if how == "fold":
            self.out.add(seat)

    def fold(self, seat: int) -> None:
        """The seat is out; its chips stay."""
        self._move(seat, self.front(seat), "fold")

    def call(self, seat: int) -> None:
        """Check or call, as far as the stack goes."""
        owes = max(0, self.price() - self.front(seat))
        self._move(seat, self.front(seat) + min(owes, self.behind(seat)), "pass")

    def raise_to(self, seat: int, chips: int) -> None:
        """Bet or raise."""
        self._move(seat, chips, "raise")

    def over(self) -> bool:
        """Nobody will act any more: one seat left, or at most one with chips and nothing to answer."""
        if len(self.live()) < 2:
            return True
        return not self.to_act() and sum(self.behind(seat) > 0 for seat in self.live()) < 2

    def contributions(self) -> tuple[list[int], list[bool], int]:
        """What each seat put in, who is out, and the dead money."""
        seats = range(len(self.stacks))
        return [self.total(seat) for seat in seats], [self.has_folded(seat) for seat in seats], sum(self.dead_paid)

    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """The pots as they stand."""
        return find_pots(*self.contributions())[1]

    def settle(
        self,
        ranks: Sequence[Sequence[int]],
        lows: Sequence[Sequence[Sequence[int] | None]] | None = None,
        unit: int = 1,
        exact: bool = False,
        mucked: Sequence[int] = (),
    ) -> Settled:
        """Close the books."""
        totals, folded, dead = self.contributions()
        return settle(totals, folded, ranks, dead, lows, unit, exact, mucked)
