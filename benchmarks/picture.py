"""Results as two pictures, the same bytes for the same results: SVG that turns dark where the reader's screen is.

Matplotlib draws, in the colours and strokes of `holdem_eq.plots`. Letters stay text.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from holdem_eq.plots import SEAT_COLOURS, SEAT_LINES

from .table import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

Results = dict[str, Any]

PAPER, INK, FAINT = "#ffffff", "#1f2328", "#d0d7de"
OURS, OTHERS, THIRD = (colour.lower() for colour in SEAT_COLOURS[:3])
DARK: Final = {
    PAPER: "#0d1117", INK: "#e6edf3", FAINT: "#30363d", OURS: "#58a6ff", OTHERS: "#ff9a56", THIRD: "#3fb98f",
}  # fmt: skip
"""A colour -> what it is on a dark screen."""
STYLE: Final[dict[str, Any]] = {
    "svg.fonttype": "none", "svg.hashsalt": "holdem_eq", "font.family": "sans-serif", "font.size": 9,
    "figure.facecolor": PAPER, "axes.facecolor": PAPER, "axes.edgecolor": FAINT, "axes.labelcolor": INK,
    "axes.titlesize": 9.5, "axes.titlelocation": "left", "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": FAINT, "grid.linewidth": 0.6, "text.color": INK,
    "xtick.color": FAINT, "ytick.color": FAINT, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "legend.frameon": False, "legend.fontsize": 8, "lines.linewidth": 1.8, "lines.markersize": 4,
}  # fmt: skip


def speed_picture(results: Results, source: str) -> str:
    """A bar for each case with another library beside it: how many times as fast ours is.

    ``source`` names the results inside the picture.
    """
    rows = [row for row in results["cases"] if row["best"] and not _is_own(row["best"])]

    def draw(figure: Figure) -> None:
        ax = figure.subplots()
        places = range(len(rows))
        ratios = [row["ratio"] for row in rows]
        ax.barh(places, [ratio - 1 for ratio in ratios], left=1, height=0.62, color=OURS)
        for place, row in zip(places, rows, strict=True):
            end = max(row["ratio"], row["target_ratio"] or 1, 1)
            text = f"{number(row['ratio'])}×, {row['best']}"
            ax.annotate(text, (end, place), (4, 0), textcoords="offset points", va="center", fontsize=8)
            if row["target_ratio"]:
                ax.plot([row["target_ratio"]] * 2, [place - 0.42, place + 0.42], color=OTHERS, linewidth=2)
        ax.axvline(1, color=INK, linewidth=0.8)
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter(lambda ratio, _: f"{number(ratio)}×")
        ax.set_xlim(min(0.5, *ratios, 1) * 0.9, max(ratios, default=1) * 12)
        ax.set_yticks(places, [row["what"] for row in rows])
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        ax.set_title("times as fast as the best other library, which is named; the mark is what is aimed at")

    return _svg(draw, (9.4, 0.8 + 0.3 * len(rows)), source)


def growth_picture(results: Results, source: str) -> str:
    """Panels of how cost grows: ours in full lines, the best other library in dotted ones."""
    groups = [list(group) for _, group in groupby(results["growth"], key=lambda row: row["of"])]
    panels: dict[tuple[str, str], list[list[dict[str, Any]]]] = {}
    for group in groups:
        by = group[0]["by"]
        unit = "times as fast as one" if by == "threads" else group[0]["unit"]
        panels.setdefault((by, unit), []).append(group)

    def draw(figure: Figure) -> None:
        rows = -(-len(panels) // 2)
        axes = figure.subplots(rows, 2, squeeze=False).ravel()
        for ax, ((by, unit), members) in zip(axes, panels.items(), strict=False):
            _draw_panel(ax, members, by)
            ax.set(xlabel=by, title=f"{unit} a call, less is better" if unit == "ms" else f"{unit}, more is better")
            ax.legend()
        for ax in axes[len(panels) :]:
            ax.set_visible(False)

    return _svg(draw, (9.4, 3.0 * -(-len(panels) // 2)), source)


def _draw_panel(ax: Axes, members: list[list[dict[str, Any]]], by: str) -> None:
    for group, colour, marker in zip(members, (OURS, OTHERS, THIRD), "osD", strict=False):
        ats = [row["at"] for row in group]
        if by == "threads":
            ours = [
                row["ours"] / group[0]["ours"] if row["unit"] != "ms" else group[0]["ours"] / row["ours"]
                for row in group
            ]
        else:
            ours = [row["ours"] for row in group]
        ax.plot(ats, ours, SEAT_LINES[0], color=colour, marker=marker, label=group[0]["what"])
        others = [row for row in group if row["best"]]
        if others:
            names = ", ".join(sorted({row["best"] for row in others}))
            figures = [row["rivals"][row["best"]] for row in others]
            ax.plot(
                [row["at"] for row in others], figures, SEAT_LINES[3], color=colour, marker=marker,
                markerfacecolor=PAPER, label=f"the same, {names}",
            )  # fmt: skip
    ats = [row["at"] for group in members for row in group]
    if by == "threads":
        ax.set_ylim(bottom=0)
    else:
        ax.set_yscale("log")
        low, high = ax.get_ylim()
        _plain(ax.yaxis, (1,) if high > 100 * low else (1, 2, 5))
    if isinstance(ats[0], int):
        if max(ats) > 20:
            ax.set_xscale("log")
            _plain(ax.xaxis, (1,))
        else:
            ax.set_xticks(sorted(set(ats)))


def _plain(axis: Axis, steps: tuple[int, ...]) -> None:
    """Few ticks, as numbers; a thousand is 1k."""
    from matplotlib.ticker import LogLocator, NullLocator

    axis.set_major_locator(LogLocator(subs=steps, numticks=9))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(lambda figure, _: _brief(figure))


def _brief(figure: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if figure >= size:
            return f"{figure / size:g}{letter}"
    return f"{figure:g}"


def _is_own(name: str) -> bool:
    return name.startswith(("holdem_eq", "import "))


def _svg(draw: Callable[[Figure], None], size: tuple[float, float], source: str) -> str:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    written = io.StringIO()
    with mpl.rc_context({**mpl.rcParamsDefault, **STYLE}):
        figure = Figure(size, layout="constrained")
        draw(figure)
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Description": source})
    head, end, body = written.getvalue().partition("</metadata>")
    lines = [line.strip() for line in f"{head}{end}\n <style>{_dark()}</style>{body}".splitlines()]
    return "\n".join(lines) + "\n"


def _dark() -> str:
    rules = "".join(
        f'[style*="{kind}: {light}"]{{{kind}:{dark}!important}}'
        for light, dark in DARK.items()
        for kind in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme: dark){{{rules}}}"
