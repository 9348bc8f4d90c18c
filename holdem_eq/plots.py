"""Pictures of ranges and equities, drawn with matplotlib: ``pip install 'holdem-eq[plots]'``.

Each function takes ``ax``, an Axes to draw on, or makes a figure of its own, and returns the
Axes. The rest is matplotlib: ``ax.figure.savefig("flop.png")``. Numbers come in as
`holdem_eq.analysis` and `holdem_eq.equity` give them, so that what is drawn can be looked at.
Colours are viridis and Okabe and Ito's, which colour-blind people tell apart; cells carry their
numbers and lines differ in their strokes, too.

>>> from holdem_eq import Range
>>> ax = plot_grid(Range("QQ+,AKs:0.5"))
>>> ax.get_title()
'22 combos, 1.5 %'
>>> ax.figure.savefig("range.svg")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import RANKS, parse_card
from holdem_eq.errors import HoldemError
from holdem_eq.ranges import Range
from holdem_eq.ranges.starting_hands import HANDS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

__all__ = ["Trace", "plot_equity_graph", "plot_grid", "plot_matrix", "plot_next_card", "plot_running"]

SEAT_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, without yellow."""
SEAT_LINES: Final = ("-", "--", "-.", ":")
COLOURS: Final = "viridis"
EMPTY: Final = "#e6e6e6"
"""A cell without a number."""
MOST_LABELS: Final = 26
"""Rows or columns of a matrix that are still labelled one by one and show their numbers."""
LEVEL: Final = 0.95

Numbers = npt.NDArray[np.float64]


def plot_grid(
    values: Range | npt.ArrayLike | Mapping[str, float] | pd.Series,
    ax: Axes | None = None,
    *,
    title: str = "",
    label: str = "",
    limits: tuple[float, float] | None = None,
) -> Axes:
    """The 13x13 grid of starting hands, each cell coloured by its number.

    Args:
        values: a `Range`, drawn by weight; or a number a starting hand, as equity: a float
            (13, 13) array as `Range.grid` gives it, or a mapping or Series by name (``AKs``), where
            hands that are left out stay empty. NaN is empty, too.
        ax: where to draw; None makes a figure.
        title: above; without one a range says how many combos it has.
        label: what the numbers are, beside the colour bar.
        limits: numbers at the ends of the colours; 0 and 1 for a range, else the smallest and largest.

    Raises:
        HoldemError: another shape, a name that is no starting hand, or matplotlib is missing.
    """
    if isinstance(values, Range):
        grid = np.where(values.grid() > 0.0, values.grid(), np.nan)
        title = title or f"{len(values)} combos, {values.percent:.1f} %"
        label, limits = label or "weight", limits or (0.0, 1.0)
        shown = np.where(grid < 1.0, _percents(grid), "")
    else:
        grid = _read_grid(values)
        shown = _percents(grid)
    ax = _axes(ax, (7.2, 6.4))
    image = _draw_cells(ax, grid, limits, label or "equity")
    for row in range(13):
        for column in range(13):
            text = HANDS[13 * row + column]
            number = shown[row, column]
            _write(ax, image, row, column, f"{text}\n{number}" if number else text, 7.5)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(title)
    return ax


def plot_equity_graph(
    distribution: pd.DataFrame, ax: Axes | None = None, *, names: Sequence[str] = ("hero", "villain"), title: str = ""
) -> Axes:
    """The equity graph of two ranges: how much of each range has at least how much equity.

    Args:
        distribution: what `holdem_eq.analysis.equity_distribution` gives.
        ax: where to draw; None makes a figure.
        names: of the seats, for the legend, which adds each one's equity.
        title: above.

    Raises:
        HoldemError: a seat without a name, or matplotlib is missing.

    >>> from holdem_eq.analysis import equity_distribution
    >>> ax = plot_equity_graph(equity_distribution("QQ+", "JJ,AKs", board="Jh7d2c"))
    >>> ax.get_legend().get_texts()[0].get_text()
    'hero, 42.4 %'
    """
    if len(names) < 2:
        raise HoldemError(f"names={names!r} is too few; give one for each of the two seats")
    ax = _axes(ax, (7.2, 4.6))
    for seat, side in distribution.groupby("seat"):
        number = int(str(seat))
        share, equity = side["share"].to_numpy(), side["equity"].to_numpy()
        ax.step(
            100 * np.append(0.0, side["cumulative"].to_numpy()),
            100 * np.append(equity[:1], equity),
            where="pre",
            color=SEAT_COLOURS[number],
            linestyle=SEAT_LINES[number],
            linewidth=2,
            label=f"{names[number]}, {100 * float(share @ equity):.1f} %",
        )
    ax.axhline(50, color="#808080", linewidth=0.8, zorder=0)
    ax.set(xlim=(0, 100), ylim=(0, 100), title=title)
    ax.set(xlabel="the strongest part of the range, %", ylabel="equity, %")
    _finish(ax)
    ax.legend(frameon=False)
    return ax


def plot_next_card(cards: pd.DataFrame, ax: Axes | None = None, *, seat: int = 0, title: str = "") -> Axes:
    """A seat's equity after each next card: 13 ranks by 4 suits.

    Args:
        cards: what `holdem_eq.analysis.equity_by_next_card` gives. Cards that cannot come stay empty.
        ax: where to draw; None makes a figure.
        seat: whose equity.
        title: above; without one the seat and its equity now.

    Raises:
        HoldemError: no such seat, or matplotlib is missing.
    """
    column = f"equity_{seat}"
    if column not in cards.columns:
        raise HoldemError(f"seat {seat!r} is not among the columns {list(cards.columns)}; give one that is")
    grid = np.full((4, 13), np.nan)
    for card, share in zip(cards["card"], cards[column], strict=True):
        place = parse_card(card)
        grid[3 - place % 4, 12 - place // 4] = share
    ax = _axes(ax, (8.6, 3.1))
    image = _draw_cells(ax, grid, None, "equity")
    shown = _percents(grid)
    for row in range(4):
        for rank in range(13):
            _write(ax, image, row, rank, shown[row, rank], 8.5)
    ax.set_xticks(range(13), RANKS[::-1])
    ax.set_yticks(range(4), "♠♥♦♣", fontsize=13)
    now = float(cards["weight"].to_numpy() @ cards[column].to_numpy())
    ax.set_title(title or f"equity of seat {seat} after the next card (now {100 * now:.1f} %)")
    return ax


class Trace:
    """Keeps what a sampling run reports: give it as ``progress`` and draw it with `plot_running`.

    Attributes:
        deals: deals done at each report.
        equity: the equities of all seats then, a float64 (seats,) array each.
        stderr: their standard errors.

    Reports come some five times a second, so a run of a second leaves few points. It may also be
    called with any result: the same seed goes on with the same deals.

    >>> from holdem_eq import equity
    >>> trace = Trace()
    >>> for samples in (1_000, 10_000, 100_000):
    ...     result = equity("AA", "KK", "QQ", method="monte_carlo", samples=samples, seed=1)
    ...     trace(samples, samples, result)
    >>> trace.deals
    [1000, 10000, 100000]
    """

    def __init__(self) -> None:
        self.deals: list[int] = []
        self.equity: list[Numbers] = []
        self.stderr: list[Numbers] = []

    def __call__(self, done: int, _total: int, found: Any) -> None:
        """Take one report; one without a result, as while counting exactly, is passed over."""
        if found is not None:
            self.deals.append(done)
            self.equity.append(np.array(found.equity, np.float64))
            self.stderr.append(np.array(found.stderr, np.float64))


def plot_running(
    trace: Trace,
    ax: Axes | None = None,
    *,
    seat: int = 0,
    level: float = LEVEL,
    exact: float | None = None,
    title: str = "",
) -> Axes:
    """How a sampled equity settles: the estimate and its confidence band by deals done.

    Args:
        trace: what the run reported.
        ax: where to draw; None makes a figure.
        seat: whose equity.
        level: probability that the band holds the equity, at any one number of deals.
        exact: the exact equity, drawn as a line, where it is known.
        title: above.

    Raises:
        HoldemError: nothing was reported, no such seat, ``level`` is not between 0 and 1, or
            matplotlib is missing.
    """
    from statistics import NormalDist

    if not trace.deals:
        raise HoldemError("the trace is empty; give it as progress= to a sampled equity first")
    if not isinstance(seat, (int, np.integer)) or not 0 <= seat < len(trace.equity[0]):
        raise HoldemError(f"seat {seat!r} does not exist; give 0 to {len(trace.equity[0]) - 1}")
    if not isinstance(level, (int, float, np.integer, np.floating)) or not 0.0 < level < 1.0:
        raise HoldemError(f"level={level!r}: give a probability between 0 and 1, as 0.95")
    deals = np.array(trace.deals)
    middle = 100 * np.array(trace.equity)[:, seat]
    reach = 100 * NormalDist().inv_cdf(0.5 + level / 2) * np.array(trace.stderr)[:, seat]
    ax = _axes(ax, (7.2, 4.2))
    ax.fill_between(
        deals,
        middle - reach,
        middle + reach,
        color=SEAT_COLOURS[0],
        alpha=0.25,
        linewidth=0,
        label=f"{100 * level:g} % band",
    )
    ax.plot(deals, middle, color=SEAT_COLOURS[0], marker="o", markersize=3, label=f"estimate, {middle[-1]:.3f} %")
    if exact is not None:
        ax.axhline(100 * exact, color=SEAT_COLOURS[1], linestyle="--", label=f"exact, {100 * exact:.3f} %")
    ax.set_xscale("log")
    ax.set(xlabel="deals", ylabel=f"equity of seat {seat}, %", title=title)
    _finish(ax)
    ax.legend(frameon=False)
    return ax


def plot_matrix(
    matrix: pd.DataFrame,
    ax: Axes | None = None,
    *,
    title: str = "",
    label: str = "equity",
    limits: tuple[float, float] | None = (0.0, 1.0),
) -> Axes:
    """A matrix of equities, row against column, as `holdem_eq.equity_matrix` gives it.

    Up to 26 rows and columns have their labels and numbers; of more only colours are shown.

    Args:
        matrix: a DataFrame of numbers; NaN stays empty.
        ax: where to draw; None makes a figure.
        title: above.
        label: what the numbers are, beside the colour bar.
        limits: numbers at the ends of the colours; None for the smallest and largest.
    """
    grid = matrix.to_numpy(np.float64)
    rows, columns = grid.shape
    side = 0.45 if max(rows, columns) <= MOST_LABELS else 0.04
    ax = _axes(ax, (max(4.0, side * columns + 2.2), max(3.0, side * rows + 1.4)))
    image = _draw_cells(ax, grid, limits, label)
    if max(rows, columns) <= MOST_LABELS:
        ax.set_xticks(range(columns), [str(name) for name in matrix.columns], rotation=45, ha="right")
        ax.set_yticks(range(rows), [str(name) for name in matrix.index])
        shown = _percents(grid)
        for row in range(rows):
            for column in range(columns):
                _write(ax, image, row, column, shown[row, column], 8)
    else:
        ax.set_xticks([])
        ax.set_yticks([])
        ax.set(xlabel=f"{columns} columns", ylabel=f"{rows} rows")
    ax.set_title(title)
    return ax


def _axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    if ax is not None:
        return ax
    try:
        pyplot = import_module("matplotlib.pyplot")
    except ImportError:
        raise HoldemError("pictures are drawn with matplotlib: pip install 'holdem-eq[plots]'") from None
    made: Axes = pyplot.subplots(figsize=size, layout="constrained")[1]
    return made


def _read_grid(values: npt.ArrayLike | Mapping[str, float] | pd.Series) -> Numbers:
    """Numbers by starting hand -> float64 (13, 13)."""
    if isinstance(values, Mapping) or hasattr(values, "items"):
        by_name = dict(values.items())
        wrong = [name for name in by_name if name not in HANDS]
        if wrong:
            raise HoldemError(f"{wrong[0]!r} is no starting hand; give names as 'AKs', 'AKo' or 'AA'")
        return np.array([by_name.get(name, np.nan) for name in HANDS], np.float64).reshape(13, 13)
    if isinstance(values, str):
        raise HoldemError(f"values is one text, {values!r}; give Range({values!r})")
    grid = np.asarray(values, np.float64)
    if grid.shape != (13, 13):
        raise HoldemError(f"values have shape {grid.shape}; give (13, 13), a number a starting hand, or a Range")
    return grid


def _draw_cells(ax: Axes, grid: Numbers, limits: tuple[float, float] | None, label: str) -> AxesImage:
    low, high = limits if limits is not None else (None, None)
    colours = import_module("matplotlib").colormaps[COLOURS].with_extremes(bad=EMPTY)
    image = ax.imshow(np.ma.masked_invalid(grid), cmap=colours, vmin=low, vmax=high, aspect="auto")
    rows, columns = grid.shape
    if max(rows, columns) <= MOST_LABELS:
        ax.set_xticks(np.arange(1, columns) - 0.5, minor=True)
        ax.set_yticks(np.arange(1, rows) - 0.5, minor=True)
        ax.grid(which="minor", color="white", linewidth=1)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    bar = ax.figure.colorbar(image, ax=ax, label=label, format="{x:.0%}", aspect=35, pad=0.02)
    bar.outline.set_visible(False)
    return image


def _write(ax: Axes, image: AxesImage, row: int, column: int, text: str, size: float) -> None:
    """Dark on bright cells, white on dark ones."""
    value = np.ma.filled(np.ma.asarray(image.get_array()), np.nan)[row, column]
    red, green, blue = image.cmap(image.norm(value))[:3]
    colour = "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
    ax.text(column, row, text, ha="center", va="center", fontsize=size, color="#666666" if np.isnan(value) else colour)


def _percents(grid: Numbers) -> npt.NDArray[np.object_]:
    shown = [["" if np.isnan(value) else f"{100 * value:.0f}" for value in row] for row in grid]
    return np.array(shown, dtype=object)


def _finish(ax: Axes) -> None:
    ax.grid(color="#d0d0d0", linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
