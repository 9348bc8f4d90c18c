"""What the pictures show, read back from what matplotlib will draw; how they look was looked at."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

mpl.use("Agg")

from matplotlib import pyplot as plt

import holdem_eq as he
from holdem_eq.analysis import equity_by_next_card, equity_distribution
from holdem_eq.plots import (
    Trace,
    plot_equity_graph,
    plot_grid,
    plot_matrix,
    plot_next_card,
    plot_running,
)


@pytest.fixture(autouse=True)
def _closed_figures() -> Iterator[None]:
    yield
    plt.close("all")


def cells(ax: Axes) -> np.ndarray:
    """The numbers that are coloured, NaN where a cell is empty."""
    (image,) = ax.images
    return np.ma.filled(np.ma.asarray(image.get_array(), float), np.nan)


def words(ax: Axes) -> dict[tuple[int, int], str]:
    """Row and column -> what is written there."""
    return {(round(text.get_position()[1]), round(text.get_position()[0])): text.get_text() for text in ax.texts}


def test_grid_of_a_range_is_its_weights() -> None:
    chosen = he.Range("QQ+,AKs:0.5,AKo:0.25")
    ax = plot_grid(chosen)
    shown = cells(ax)
    assert np.array_equal(np.nan_to_num(shown), chosen.grid())
    assert np.isnan(shown[5, 5])
    assert ax.images[0].get_clim() == (0.0, 1.0)
    written = words(ax)
    assert len(written) == 169
    assert [written[place] for place in ((0, 0), (0, 1), (1, 0), (12, 12))] == ["AA", "AKs\n50", "AKo\n25", "22"]
    assert ax.get_title() == "34 combos, 1.7 %"


def test_grid_of_numbers_by_name_and_by_place() -> None:
    frame = he.equity_matrix(None, ["JJ+,AK"])
    ax = plot_grid(frame["JJ+,AK"], title="v JJ+,AK", label="share", limits=(0.2, 0.9))
    assert np.array_equal(cells(ax), frame.to_numpy().reshape(13, 13))
    assert words(ax)[0, 0] == f"AA\n{100 * frame.loc['AA'].item():.0f}"
    assert ax.images[0].get_clim() == (0.2, 0.9)
    assert ax.get_title() == "v JJ+,AK"
    assert ax.images[0].colorbar is not None
    assert ax.images[0].colorbar.ax.get_ylabel() == "share"
    some = cells(plot_grid({"AKo": 0.4}))
    assert some[1, 0] == 0.4
    assert np.isnan(some).sum() == 168
    assert np.array_equal(cells(plot_grid(np.arange(169.0).reshape(13, 13))), np.arange(169.0).reshape(13, 13))


def test_grid_refuses() -> None:
    with pytest.raises(he.HoldemError, match="'AK' is no starting hand"):
        plot_grid({"AK": 0.4})
    with pytest.raises(he.HoldemError, match=r"shape \(13, 12\)"):
        plot_grid(np.zeros((13, 12)))


def test_numbers_stand_out_from_their_cells() -> None:
    ax = plot_grid({"AA": 1.0, "KK": 0.0, "QQ": 0.5})
    colours = {text.get_text()[:2]: to_hex(text.get_color()) for text in ax.texts}
    assert (colours["AA"], colours["KK"], colours["22"]) == ("#000000", "#ffffff", "#666666")


def test_equity_graph_is_the_distribution() -> None:
    frame = equity_distribution("QQ+,AKs:0.5", "JJ,AKs,A5s", board="Jh7d2c")
    ax = plot_equity_graph(frame, names=["raiser", "<caller>"], title="flop")
    curves = [line for line in ax.lines if len(line.get_xdata()) > 2]
    for seat, line in enumerate(curves):
        side = frame[frame["seat"] == seat]
        assert line.get_xdata()[1:] == pytest.approx(100 * side["cumulative"].to_numpy())
        assert line.get_ydata()[1:] == pytest.approx(100 * side["equity"].to_numpy())
        assert line.get_drawstyle() == "steps-pre"
    assert (curves[0].get_color(), curves[0].get_linestyle()) != (curves[1].get_color(), curves[1].get_linestyle())
    now = 100 * he.equity("QQ+,AKs:0.5", "JJ,AKs,A5s", board="Jh7d2c").equity
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [f"raiser, {now[0]:.1f} %", f"<caller>, {now[1]:.1f} %"]
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == (
        "the strongest part of the range, %", "equity, %", "flop",
    )  # fmt: skip


def test_next_card_has_each_card_in_its_place() -> None:
    frame = equity_by_next_card("QQ+", "AhKh", board="Kd7h2h")
    ax = plot_next_card(frame, seat=1)
    shown, written = cells(ax), words(ax)
    assert shown.shape == (4, 13)
    by_card = dict(zip(frame["card"], frame["equity_1"], strict=True))
    for row, suit in enumerate("shdc"):
        for column, rank in enumerate("AKQJT98765432"):
            expected = by_card.get(rank + suit, np.nan)
            assert shown[row, column] == pytest.approx(expected, nan_ok=True)
            assert written[row, column] == ("" if np.isnan(expected) else f"{100 * expected:.0f}")
    assert [label.get_text() for label in ax.get_yticklabels()] == list("♠♥♦♣")
    assert ax.get_title() == "equity of seat 1 after the next card (now 72.3 %)"
    with pytest.raises(he.HoldemError, match="seat 2 is not among"):
        plot_next_card(frame, seat=2)


def test_running_shows_what_the_run_reported() -> None:
    trace = Trace()
    for samples in (100, 1_000, 10_000):
        result = he.equity("AA", "KK", "QQ", method="monte_carlo", samples=samples, seed=1)
        trace(samples, samples, result)
    ax = plot_running(trace, seat=1, level=0.9, exact=0.19)
    estimate, exact = ax.lines
    assert list(estimate.get_xdata()) == [100, 1_000, 10_000]
    assert estimate.get_ydata()[-1] == pytest.approx(100 * result.equity[1])
    assert set(exact.get_ydata()) == {19.0}
    (band,) = ax.collections
    ends = band.get_paths()[0].vertices[:, 1]
    reach = 100 * 1.6448536 * trace.stderr[0][1]
    assert ends.max() == pytest.approx(100 * trace.equity[0][1] + reach)
    assert ax.get_xscale() == "log"
    legend = ax.get_legend()
    assert legend is not None
    assert legend.get_texts()[0].get_text() == "90 % band"


def test_trace_listens_to_a_run() -> None:
    trace = Trace()
    result = he.equity("AA", "KK", "QQ", "random", method="monte_carlo", samples=50_000, seed=1, progress=trace)
    assert trace.deals[-1] == 50_000
    assert np.array_equal(trace.equity[-1], result.equity)
    assert np.array_equal(trace.stderr[-1], result.stderr)
    trace(1, 2, None)
    assert trace.deals[-1] == 50_000


def test_running_refuses() -> None:
    trace = Trace()
    with pytest.raises(he.HoldemError, match="the trace is empty"):
        plot_running(trace)
    trace(10, 10, he.equity("AA", "KK", method="monte_carlo", samples=10, seed=1))
    with pytest.raises(he.HoldemError, match="give 0 to 1"):
        plot_running(trace, seat=2)
    with pytest.raises(he.HoldemError, match="level=95"):
        plot_running(trace, level=95)


def test_matrix_is_the_frame() -> None:
    frame = he.equity_matrix(["AA", "AKs", "AsAh"], ["KK", "AsAd"])
    ax = plot_matrix(frame, title="before the flop")
    assert np.array_equal(cells(ax), frame.to_numpy(), equal_nan=True)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["KK", "AsAd"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["AA", "AKs", "AsAh"]
    assert words(ax)[0, 0] == "82"
    assert words(ax)[2, 1] == ""
    assert ax.images[0].get_clim() == (0.0, 1.0)
    many = plot_matrix(pd.DataFrame(np.linspace(0.2, 0.8, 30 * 40).reshape(30, 40)), limits=None)
    assert not many.texts
    assert many.images[0].get_clim() == (0.2, 0.8)
    assert (many.get_xlabel(), many.get_ylabel()) == ("40 columns", "30 rows")


def test_draws_where_it_is_told_and_nowhere_else() -> None:
    before = dict(mpl.rcParams)
    figure, axes = plt.subplots(1, 5, figsize=(30, 5))
    trace = Trace()
    trace(10, 10, he.equity("AA", "KK", method="monte_carlo", samples=10, seed=1))
    drawn = [
        plot_grid(he.Range("AA"), axes[0]),
        plot_equity_graph(equity_distribution("AA", "KK"), axes[1]),
        plot_next_card(equity_by_next_card("AA", "KK", board="2c3d4h"), axes[2]),
        plot_running(trace, axes[3]),
        plot_matrix(he.equity_matrix(["AA"], ["KK"]), axes[4]),
    ]
    assert drawn == list(axes)
    assert plt.get_fignums() == [figure.number]
    assert dict(mpl.rcParams) == before
    plot_grid(he.Range("AA"))
    assert len(plt.get_fignums()) == 2
    figure.canvas.draw()


def test_without_matplotlib_one_line_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import holdem_eq as he, holdem_eq.plots as plots\n"
        "try: plots.plot_grid(he.Range('AA'))\n"
        "except he.HoldemError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "pictures are drawn with matplotlib: pip install 'holdem-eq[plots]'\n"


def test_the_module_waits_for_what_is_heavy() -> None:
    code = (
        "import holdem_eq.plots, holdem_eq.analysis, sys; print({'matplotlib', 'pandas', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
