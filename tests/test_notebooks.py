"""The notebooks run from top to bottom, show what they have kept, and keep nothing of a machine."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks import FOLDER, notebooks, run, texts

nbformat = pytest.importorskip("nbformat", reason="notebooks are read and run with nbclient: pip install -e '.[test]'")
needs_kernel = pytest.mark.skipif(
    not (find_spec("nbclient") and find_spec("ipykernel")),
    reason="notebooks are run with nbclient and ipykernel: pip install -e '.[test]'",
)
every_notebook = pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)

MOST_BYTES = 1_000_000
VARIES = "varies"
"""The tag of a cell whose text is another in each run or on each machine: times, libraries installed."""
ABSOLUTE = re.compile(r"""(?<![\w.:/<])(?:/(?:home|root|tmp|work|usr|opt|var|Users|private)/|[A-Za-z]:\\+Users)""")


def read(path: Path) -> Any:
    """The notebook as it is kept."""
    return nbformat.read(path, as_version=4)


def code(notebook: Any) -> list[Any]:
    """Its code cells."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_they_are_numbered() -> None:
    assert notebooks()
    assert [path.name[:3] for path in notebooks()] == [f"{number:02}_" for number in range(1, len(notebooks()) + 1)]


@every_notebook
def test_outputs_are_kept(path: Path) -> None:
    notebook = read(path)
    cells = code(notebook)
    outputs = [output for cell in cells for output in cell.outputs]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), "not run from top to bottom"
    assert sum(bool(cell.outputs) for cell in cells) > len(cells) / 2
    assert any("image/png" in output.get("data", {}) or "text/html" in output.get("data", {}) for output in outputs)
    assert not [output for output in outputs if output.output_type == "error"]
    html = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    assert "<svg" not in html, "where a notebook is not trusted, svg becomes bare text; use holdem_eq.plots"
    assert not [output.text for output in outputs if output.get("name") == "stderr"]


@every_notebook
def test_nothing_of_a_machine_is_kept(path: Path) -> None:
    notebook, text = read(path), path.read_text(encoding="utf-8")
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert set(notebook.metadata.language_info) == {"name"}, "versions differ from machine to machine"
    assert not [cell.metadata for cell in notebook.cells if set(cell.metadata) - {"tags"}]
    assert ABSOLUTE.search(text) is None
    assert str(FOLDER.parent) not in text
    assert len(text.encode()) < MOST_BYTES


@every_notebook
def test_it_checks_itself(path: Path) -> None:
    cells = code(read(path))
    assert sum("assert " in cell.source for cell in cells) >= 5
    assert not [cell for cell in cells if VARIES in cell.metadata.get("tags", [])] or path.name.startswith("05")


@needs_kernel
@every_notebook
def test_it_runs_and_shows_what_is_kept(path: Path) -> None:
    """In a fresh kernel: its assertions hold, nothing warns, and the text of its outputs is the text in the file."""
    fresh, kept = code(run(path)), code(read(path))
    warned = [output.text for cell in fresh for output in cell.outputs if output.get("name") == "stderr"]
    assert not warned
    for new, old in zip(fresh, kept, strict=True):
        if VARIES not in old.metadata.get("tags", []):
            assert texts(new) == texts(old), f"{path.name} shows something else by now: make notebook-run"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("File /home/ann/x.py", True),
        ("at '/tmp/y'", True),
        (r"C:\\Users\\ann", True),
        ("../data/hands", False),
        ("</tmp/>", False),
        ("and/or", False),
        ("https://example.org/tmp/x", False),
    ],
)
def test_what_an_absolute_path_is(text: str, found: bool) -> None:
    assert bool(ABSOLUTE.search(text)) is found
