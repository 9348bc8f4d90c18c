"""Run notebooks from top to bottom and keep what they show: ``python -m tests.notebooks [word ...]``.

Words choose notebooks by a part of their names; without one all are run. What is kept has no times
and no names of a machine, so that a notebook run again without a change is the same file.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "notebooks"
CELL_SECONDS = 300
"""The longest that a cell may take; kernels may have to be compiled first."""


def notebooks() -> list[Path]:
    """The notebooks in the order of their numbers."""
    return sorted(FOLDER.glob("*.ipynb"))


def run(path: Path) -> Any:
    """Execute a copy in a fresh kernel of this Python, in its own folder: the notebook node with its outputs.

    Raises:
        CellExecutionError: a cell failed.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    return notebook


def keep(notebook: Any, path: Path) -> None:
    """Write a notebook, without what differs from machine to machine."""
    import nbformat

    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
    nbformat.write(nbformat.from_dict(notebook), path)


def texts(cell: Any) -> str:
    """What a cell shows as text, pictures left out."""
    shown = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
    return "\n".join(text.rstrip("\n") for text in shown)


def main(words: list[str]) -> None:
    """Run the notebooks that have one of the words in their names, and keep their outputs."""
    for path in notebooks():
        if not words or any(word in path.name for word in words):
            start = time.perf_counter()
            keep(run(path), path)
            print(f"{path.name}: {time.perf_counter() - start:.0f} s, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
