"""Rows of results -> the printed tables and those of the documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

Row = dict[str, Any]
Lines = list[tuple[str, ...]]

HEAD = ("work", "ours", "best of the others", "times as fast", "target")
GROWTH_HEAD = ("work", "by", "ours", "best of the others")
MEMORY_HEAD = ("work", "above import", "the work itself", "a hand")


def speed_lines(rows: Iterable[Row]) -> Lines:
    """Head, and a line a case."""
    return [HEAD, *map(_cells, rows)]


def growth_lines(rows: Iterable[Row]) -> Lines:
    """Head, and a line a growth: where, and the figure there, point by point."""
    lines: Lines = [GROWTH_HEAD]
    for _, group in groupby(rows, key=lambda row: row["of"]):
        points = list(group)
        first = points[0]
        ours = _series((row["at"], row["ours"]) for row in points)
        best = _series((row["at"], row["rivals"][row["best"]]) for row in points if row["best"])
        names = sorted({row["best"] for row in points if row["best"]})
        unit = first["unit"]
        lines.append(
            (first["what"], first["by"], f"{ours} {unit}", f"{best} {unit} ({', '.join(names)})" if names else "–")
        )
    return lines


def memory_lines(rows: Iterable[Row]) -> Lines:
    """Head, and a line a job."""
    return [
        MEMORY_HEAD,
        *(
            (
                row["what"],
                f"{number(row['above_import'] / 1e6)} MB",
                f"{number(row['work'] / 1e6)} MB",
                "–" if row["bytes_per_hand"] is None else f"{number(row['bytes_per_hand'])} B",
            )
            for row in rows
        ),
    ]


def report(rows: dict[str, list[Row]]) -> str:
    """What a run prints: the tables that have lines."""
    kinds = (("cases", speed_lines), ("growth", growth_lines), ("memory", memory_lines))
    return "\n\n".join(text_table(lines(rows[kind])) for kind, lines in kinds if rows.get(kind))


def text_table(lines: Sequence[tuple[str, ...]]) -> str:
    """Aligned columns for a terminal."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def markdown_table(lines: Sequence[tuple[str, ...]], left: int = 1) -> str:
    """The same for a document; columns after the first ``left`` stand to the right."""
    rule = ("---",) * left + ("---:",) * (len(lines[0]) - left)
    return "\n".join("| " + " | ".join(line) + " |" for line in (lines[0], rule, *lines[1:]))


def number(figure: float) -> str:
    """Three digits that mean something, thousands in groups."""
    if abs(figure) >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.3g}"


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    """One result in words."""
    unit = row["unit"]
    best = "–" if row["best"] is None else f"{number(row['rivals'][row['best']])} {unit} ({row['best']})"
    ratio = "–" if row["ratio"] is None else f"{number(row['ratio'])}×"
    return row["what"], f"{number(row['ours'])} {unit}", best, ratio, _target(row)


def _target(row: Row) -> str:
    targets = []
    if row["target_ratio"] is not None:
        met = row["ratio"] is not None and row["ratio"] >= row["target_ratio"]
        targets.append(f"{number(row['target_ratio'])}×{'' if met else ' missed'}")
    if row["target"] is not None:
        met = row["ours"] >= row["target"] if row["unit"] != "ms" else row["ours"] <= row["target"]
        targets.append(f"{number(row['target'])} {row['unit']}{'' if met else ' missed'}")
    return ", ".join(targets) or "–"


def _series(points: Iterable[tuple[str | int, float]]) -> str:
    return ", ".join(
        f"{at:,}: {number(figure)}" if isinstance(at, int) else f"{at}: {number(figure)}" for at, figure in points
    )
