"""Put the newest results into the README and docs/benchmarks.md, between their markers, and draw them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .picture import growth_picture, speed_picture
from .record import RESULTS
from .table import growth_lines, markdown_table, memory_lines, speed_lines

ROOT = Path(__file__).resolve().parents[1]
README, PAGE = ROOT / "README.md", ROOT / "docs" / "benchmarks.md"
PICTURES = Path(__file__).parent / "pictures"
START, END = "<!-- bench:start -->", "<!-- bench:end -->"
Results = dict[str, Any]


def section(results: Results) -> str:
    """For the README: the picture, the table of cases, where it was measured."""
    lines = [
        "![How many times as fast as the best other library](benchmarks/pictures/speed.svg)",
        "",
        markdown_table(speed_lines(results["cases"])),
        "",
        _where(results),
    ]
    if results["not_installed"]:
        lines.append(f"Did not install here: {', '.join(results['not_installed'])}.")
    if results.get("left_out"):
        lines.append(f"Not in this run: {'; '.join(results['left_out'])}.")
    return "\n".join(lines)


def page_section(results: Results) -> str:
    """For the page: how cost grows, and memory."""
    if not (results.get("growth") and results.get("memory")):
        return "The newest results have neither growth nor memory; `make bench` measures them."
    return "\n".join(
        [
            "## How cost grows",
            "",
            "![How cost grows](../benchmarks/pictures/growth.svg)",
            "",
            markdown_table(growth_lines(results["growth"]), left=2),
            "",
            "## Memory",
            "",
            markdown_table(memory_lines(results["memory"])),
            "",
            _where(results),
        ]
    )


def pictures(results: Results, source: str) -> dict[str, str]:
    """File names and contents."""
    drawn = {"speed.svg": speed_picture(results, source)}
    if results.get("growth"):
        drawn["growth.svg"] = growth_picture(results, source)
    return drawn


def newest() -> Path | None:
    """The latest file of results: by the date in its name, then by the name."""
    return max(RESULTS.glob("*.json"), key=lambda path: path.name, default=None)


def main() -> int:
    """Rewrite documents and pictures; 1 when there is nothing to put in."""
    path = newest()
    if path is None:
        print(f"no results in {RESULTS.name}/ yet: run make bench first", file=sys.stderr)
        return 1
    results = json.loads(path.read_text(encoding="utf-8"))
    _replace(README, section(results))
    _replace(PAGE, page_section(results))
    PICTURES.mkdir(exist_ok=True)
    for name, text in pictures(results, path.name).items():
        (PICTURES / name).write_text(text, encoding="utf-8")
    print(f"{README.name}, {PAGE.relative_to(ROOT)} and pictures from {path.name}")
    return 0


def generated(text: str) -> str:
    """What stands between the markers of a document."""
    return text.split(START)[1].split(END)[0].strip()


def _replace(path: Path, block: str) -> None:
    text = path.read_text(encoding="utf-8")
    before, rest = text.split(START, 1)
    after = rest.split(END, 1)[1]
    path.write_text(f"{before}{START}\n{block}\n{END}{after}", encoding="utf-8")


def _where(results: Results) -> str:
    machine, versions = results["machine"], results["versions"]
    named = ", ".join(f"{name} {version}" for name, version in versions.items() if name != "holdem-eq")
    place = f"{machine['cpu']}, {machine['cores']} cores, {machine['system']}"
    return f"{place}; {results['date']}, commit {results['commit']}; {named}."


if __name__ == "__main__":
    sys.exit(main())
