"""Put the newest results into the README, between its two markers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .table import markdown_table

README = Path(__file__).resolve().parents[1] / "README.md"
RESULTS = Path(__file__).parent / "results"
START, END = "<!-- bench:start -->", "<!-- bench:end -->"


def section(results: dict[str, Any]) -> str:
    """The table with where it was measured."""
    machine, versions = results["machine"], results["versions"]
    named = ", ".join(f"{name} {version}" for name, version in versions.items() if name != "holdem-eq")
    lines = [
        markdown_table(results["cases"]),
        "",
        f"{machine['cpu']}, {machine['cores']} cores, {machine['system']}; {results['date']}, commit"
        f" {results['commit']}; {named}.",
    ]
    if results["not_installed"]:
        lines.append(f"Did not install here: {', '.join(results['not_installed'])}.")
    if results.get("left_out"):
        lines.append(f"Not in this run: {'; '.join(results['left_out'])}.")
    return "\n".join(lines)


def newest() -> Path | None:
    """The latest file of results: by the date in its name, then by the name."""
    return max(RESULTS.glob("*.json"), key=lambda path: path.name, default=None)


def main() -> int:
    """Rewrite the README; 1 when there is nothing to put in."""
    path = newest()
    if path is None:
        print(f"no results in {RESULTS.name}/ yet: run make bench first", file=sys.stderr)
        return 1
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(START, 1)
    after = rest.split(END, 1)[1]
    table = section(json.loads(path.read_text(encoding="utf-8")))
    README.write_text(f"{before}{START}\n{table}\n{END}{after}", encoding="utf-8")
    print(f"README.md: speed table from {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
