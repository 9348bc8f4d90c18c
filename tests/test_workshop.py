"""The workshop itself: what the documents say exists, and the generated parts are up to date."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def _anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_of_documents_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"^ {4}.*$|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)  # code has no links
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_make_commands_of_documents_exist(path: Path) -> None:
    named = re.findall(r"`(?:CI=true )?make ([a-z-]+)", path.read_text(encoding="utf-8"))
    assert set(named) <= TARGETS


def test_make_help_names_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r'@echo "make ([a-z-]+)', text)) == TARGETS - {"help"}


def test_decisions_are_listed() -> None:
    folder = ROOT / "docs" / "adr"
    pages = sorted(path.name for path in folder.glob("0*.md"))
    assert sorted(re.findall(r"\((0[^)]+\.md)\)", (folder / "README.md").read_text(encoding="utf-8"))) == pages
    for number, name in enumerate(pages, start=1):
        assert name.startswith(f"{number:04}-")
        assert (folder / name).read_text(encoding="utf-8").startswith(f"# {number:04}: ")


def test_oracle_imports_nothing_of_ours() -> None:
    tree = ast.parse((ROOT / "tests" / "oracle.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    named = [
        name
        for node in imports
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    ]
    assert not [name for name in named if name is None or name.split(".")[0] in {"holdem_eq", "tests", "numba"}]


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="not a git checkout")
def test_no_file_names_a_registry_host() -> None:
    hosts = ["pypi" + ".org", "pythonhosted" + ".org", "--index" + "-url", "--find" + "-links"]
    pattern = [argument for host in hosts for argument in ("-e", host)]
    found = subprocess.run(["git", "grep", "-lF", *pattern], cwd=ROOT, check=False, capture_output=True, text=True)
    assert found.stdout == ""
