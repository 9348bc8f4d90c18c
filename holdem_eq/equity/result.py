"""What an equity calculation found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from holdem_eq import display
from holdem_eq.cards import COMBO_CARDS, format_cards
from holdem_eq.equity.choice import count_seat
from holdem_eq.equity.spot import Spot, Weights
from holdem_eq.equity.tallies import ComboTallies
from holdem_eq.errors import HoldemError

if TYPE_CHECKING:
    import pandas as pd

    from holdem_eq.equity.games import GameTotals

__all__ = ["EquityResult"]

FEW = 30
"""Deals with an unusual share, below which the normal distribution says too little of an interval."""


@dataclass(frozen=True, eq=False, repr=False)
class EquityResult:
    """Equities of all seats; frozen, its arrays read-only.

    Attributes:
        equity: float64 (seats,), the share of the pot; sums to 1.
        win: float64 (seats,), how often a seat wins alone.
        tie: float64 (seats,), how often it shares; equity is win plus its share of ties.
        stderr: float64 (seats,), the standard error of equity; 0 for exact methods.
        deals: how many deals were counted, joint combos of all seats times boards, whatever their
            weights.
        method: "table", "exhaustive" or "monte_carlo".
        seed: of a sampled result, else None.
        counts: (win, tie, lose) of the first seat of two in deals, exact ints, where all weights
            are 0 or 1; else None.
        winners: how often each set of seats takes part of the pot, as a part of all deals: (0,) is
            seat 0 alone, (0, 2) seats 0 and 2. Sets that never do are left out; sums to 1.
        game: in games beside hold'em what else there is (`games.GameTotals`: high and low shares,
            scoops, deals without a low, cards kept and thrown), else None.
    """

    equity: Weights
    win: Weights
    tie: Weights
    stderr: Weights
    deals: int
    method: str
    seed: int | None
    counts: tuple[int, int, int] | None
    winners: dict[tuple[int, ...], float]
    _spot: Spot
    _combos: dict[int, ComboTallies] = field(default_factory=dict)
    game: GameTotals | None = None

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)  # the arrays of a copy or a pickle come writeable
        own = (self.equity, self.win, self.tie, self.stderr)
        for array in (*own, *(item for item in self.game or () if isinstance(item, np.ndarray))):
            array.flags.writeable = False

    @property
    def players(self) -> tuple[str, ...]:
        """What was given for each seat, as text."""
        return self._spot.players

    @property
    def board(self) -> str:
        """The board as text."""
        return format_cards(self._spot.board)

    @property
    def dead(self) -> str:
        """The dead cards as text."""
        return format_cards(self._spot.dead)

    def interval(self, level: float = 0.95) -> tuple[Weights, Weights]:
        """Lower and upper bounds, float64 (seats,) each, that hold the equity with this probability.

        Both are the equity itself where the result is exact. Of a sample they come from the normal
        distribution, which the mean of many deals follows closely, cut at 0 and 1. Where nearly all deals
        give a seat the same share (fewer than 30 another one), the standard error rests on too few of them,
        and is 0 if there are none. There it is Wilson's score interval for the number of deals: the
        equities p that are no farther from the one found than z * sqrt(p * (1 - p) / deals). That is
        made for pots that are won or lost; shares in between vary less, so it is never too narrow for
        them. Source: E. B. Wilson, "Probable inference, the law of succession, and statistical
        inference", Journal of the American Statistical Association 22 (1927), pages 209-212.

        Raises:
            HoldemError: ``level`` is not between 0 and 1.

        >>> from holdem_eq import equity
        >>> low, high = equity("AA", "KK").interval()
        >>> bool((low == high).all())
        True
        >>> drawing_dead = equity("AhAs", "7h2h", board="AcAdKs", method="monte_carlo", samples=1000, seed=1)
        >>> low, high = drawing_dead.interval()
        >>> float(low[1]), round(float(high[1]), 4)
        (0.0, 0.0038)
        """
        from statistics import NormalDist

        if not isinstance(level, (int, float, np.integer, np.floating)) or not 0.0 < level < 1.0:
            raise HoldemError(f"level={level!r}: give a probability between 0 and 1, as 0.95")
        if self.method != "monte_carlo":
            return self.equity.copy(), self.equity.copy()
        z = NormalDist().inv_cdf(0.5 + level / 2.0)
        deals = self.deals if self.game is None else self.game.independent
        few = np.array([self._usual_share(seat) for seat in range(len(self.players))]) > 1.0 - FEW / deals
        reach = z * self.stderr
        squared = z * z / deals
        spread = np.sqrt(squared * (self.equity * (1.0 - self.equity) + squared / 4.0))
        low = np.where(few, self.equity + squared / 2.0 - spread, (self.equity - reach) * (1.0 + squared))
        high = np.where(few, self.equity + squared / 2.0 + spread, (self.equity + reach) * (1.0 + squared))
        low, high = low / (1.0 + squared), high / (1.0 + squared)
        return np.clip(low, 0.0, self.equity), np.clip(high, self.equity, 1.0)

    def _usual_share(self, seat: int) -> float:
        """How often the seat has the share of the pot that it has most often, counted by heads."""
        often: dict[int, float] = {}
        for seats, part in self.winners.items():
            heads = len(seats) if seat in seats else 0
            often[heads] = often.get(heads, 0.0) + part
        return max(often.values())

    def by_combo(self, seat: int = 0) -> pd.DataFrame:
        """Every combo that the seat can hold, with its own result, the highest cards first.

        Columns: ``combo`` (text, higher card first), ``weight`` as given, ``win``, ``tie`` and
        ``equity`` of that combo against the other seats' ranges. Combos that the other seats leave
        no room for are not listed. Seats that did not come along with the result are counted at
        the first call, which costs as much as the result did.

        Raises:
            HoldemError: no such seat, or a sampled result.

        >>> from holdem_eq import equity
        >>> equity("AKs,QQ", "JJ", board="Jh7d2c").by_combo(0).head(3)
          combo  weight       win  tie    equity
        0  AsKs     1.0  0.016162  0.0  0.016162
        1  AhKh     1.0  0.043434  0.0  0.043434
        2  AdKd     1.0  0.043434  0.0  0.043434
        """
        import pandas as pd

        seats = len(self.players)
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < seats:
            raise HoldemError(f"seat {seat!r} does not exist; give 0 to {seats - 1}")
        if self.method == "monte_carlo" or self.game is not None:
            raise HoldemError("only exact hold'em results have numbers by combo; use method='exhaustive'")
        tallies = self._combos.get(int(seat))
        if tallies is None:
            tallies = count_seat(self._spot, int(seat), self.method)
            self._combos[int(seat)] = tallies
        weights = self._spot.weights[seat]
        combos = np.flatnonzero((weights > 0.0) & (tallies.met > 0.0))[::-1]
        met = tallies.met[combos]
        return pd.DataFrame(
            {
                "combo": [format_cards(COMBO_CARDS[combo, ::-1]) for combo in combos],
                "weight": weights[combos],
                "win": tallies.won[combos] / met,
                "tie": tallies.shared[combos] / met,
                "equity": tallies.part[combos] / met,
            }
        )

    def to_frame(self) -> pd.DataFrame:
        """A row per seat: player, equity, win, tie, stderr."""
        import pandas as pd

        columns = {"equity": self.equity, "win": self.win, "tie": self.tie, "stderr": self.stderr}
        return pd.DataFrame({"player": self.players, **columns})

    def __repr__(self) -> str:
        errors = [f" ± {error:.4%}" if error else "" for error in self.stderr]
        rows = zip(self.players, self.equity, errors, strict=True)
        seats = ", ".join(f"{player} {share:.4%}{error}" for player, share, error in rows)
        board = f" on {self.board}" if self.board else ""
        dead = f" without {self.dead}" if self.dead else ""
        game = "" if self.game is None else f"{self.game.game}, "
        return f"<EquityResult {seats}{board}{dead}: {game}{self.method}, {self.deals:,} deals>"

    def _repr_html_(self) -> str:
        rows = [
            (player, float(share), float(win), float(tie))
            for player, share, win, tie in zip(self.players, self.equity, self.win, self.tie, strict=True)
        ]
        cards = [(word, shown) for word, shown in (("board", self.board), ("dead", self.dead)) if shown]
        words = [*([self.game.game] if self.game else []), self.method.replace("_", " "), f"{self.deals:,} deals"]
        errors = self.stderr.tolist() if self.stderr.any() else []
        return display.equity_html(rows, ", ".join(words), cards, errors)
