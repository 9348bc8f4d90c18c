"""Install the libraries to compare with, one at a time; one that fails is named and left out.

The list is the extra ``bench`` of pyproject.toml. Its pytest packages must install.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Install each requirement alone; 1 when the benchmarks cannot run at all."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = project["optional-dependencies"]["bench"]
    failed = [requirement for requirement in requirements if not _install(requirement)]
    for requirement in failed:
        print(f"did not install, left out: {requirement}")
    return int(any(requirement.startswith("pytest") for requirement in failed))


def _install(requirement: str) -> bool:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", requirement]
    return subprocess.run(command, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
