"""Rows of results -> the printed table and the README's."""

from __future__ import annotations

from typing import Any

HEAD = ("work", "ours", "best of the others", "times as fast", "target")


def cells(row: dict[str, Any]) -> tuple[str, str, str, str, str]:
    """One result in words."""
    unit = row["unit"]
    best = "–" if row["best"] is None else f"{_number(row['rivals'][row['best']])} {unit} ({row['best']})"
    ratio = "–" if row["ratio"] is None else f"{_number(row['ratio'])}×"
    return row["what"], f"{_number(row['ours'])} {unit}", best, ratio, _target(row)


def _target(row: dict[str, Any]) -> str:
    targets = []
    if row["target_ratio"] is not None:
        met = row["ratio"] is not None and row["ratio"] >= row["target_ratio"]
        targets.append(f"{_number(row['target_ratio'])}×{'' if met else ' missed'}")
    if row["target"] is not None:
        met = row["ours"] >= row["target"] if row["unit"] != "ms" else row["ours"] <= row["target"]
        targets.append(f"{_number(row['target'])} {row['unit']}{'' if met else ' missed'}")
    return ", ".join(targets) or "–"


def _number(figure: float) -> str:
    """Three digits that mean something, thousands in groups."""
    if abs(figure) >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.3g}"


def text_table(rows: list[dict[str, Any]]) -> str:
    """Aligned columns for a terminal."""
    lines = [HEAD, *(cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def markdown_table(rows: list[dict[str, Any]]) -> str:
    """The same for the README."""
    lines = [HEAD, ("---", "---:", "---:", "---:", "---:"), *(cells(row) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
