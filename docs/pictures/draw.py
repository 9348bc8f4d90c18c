"""Draw README's pictures again: ``python docs/pictures/draw.py`` (needs the extra ``plots``)."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

import holdem_eq as he

FOLDER = Path(__file__).parent
HERO, VILLAIN, BOARD = "66+,A8s+,KTs+,QTs+,JTs,ATo+,KQo", "22+,A2s+,K9s+,QTs+,JTs,T9s,ATo+,KJo+", "Ks7d2c"


def main() -> None:
    """Three answers about two ranges on one flop, side by side."""
    mpl.rcParams["svg.hashsalt"] = "holdem_eq"
    figure = Figure(figsize=(13.5, 4.2), layout="constrained")
    grid, graph, cards = figure.subplots(1, 3, width_ratios=(1, 1.15, 1.15))
    distribution = he.equity_distribution(HERO, VILLAIN, board=BOARD)
    hero = distribution[distribution["seat"] == 0]
    he.plots.plot_grid(
        hero.groupby("hand")["equity"].mean(), grid, title=f"equity of each hand on {BOARD}", limits=(0, 1)
    )
    he.plots.plot_equity_graph(distribution, graph, title="combos from best to worst")
    he.plots.plot_next_card(he.equity_by_next_card(HERO, VILLAIN, board=BOARD), cards, title="after each turn card")
    figure.savefig(FOLDER / "flop.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
