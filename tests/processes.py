"""Fresh Python processes for tests: their environment, and copies of the package that they import."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import holdem_eq

OURS = Path(holdem_eq.__file__).parents[1]
CACHE_VARIABLES = ("HOLDEM_EQ_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")

# Root may write where permissions say no, until it gives up the right to (CAP_DAC_OVERRIDE and
# CAP_DAC_READ_SEARCH) and starts another program. Nobody else has that right.
_OBEY_PERMISSIONS = """
import ctypes, os, sys
for capability in (1, 2):
    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def start(
    code: str, *arguments: str, package: Path | None = None, obey: bool = False, **environment: str | None
) -> subprocess.Popen[str]:
    """Start ``code`` in a new process that takes warnings for errors.

    Args:
        code: what to run.
        arguments: for ``sys.argv``.
        package: a folder whose ``holdem_eq`` is imported instead of ours.
        obey: respect file permissions, though root.
        environment: variables to set, or with None to remove.
    """
    variables = {**os.environ, "PYTHONPATH": str(package or OURS), **environment}
    command = ["-P", "-X", "faulthandler", "-W", "error", "-c", textwrap.dedent(code), *arguments]
    if obey and sys.platform == "linux":
        command = ["-c", _OBEY_PERMISSIONS, *command]
    return subprocess.Popen(
        [sys.executable, *command],
        env={name: value for name, value in variables.items() if value is not None},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str], timeout: float = 120) -> str:
    """What a process printed; it must end well, in time, and have nothing to complain about."""
    try:
        printed, complaint = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # faulthandler then says where each thread is
        printed, complaint = process.communicate()
    assert not complaint, complaint
    assert process.returncode == 0, printed
    return printed


def run(code: str, *arguments: str, package: Path | None = None, obey: bool = False, **environment: str | None) -> str:
    """`start` and `finish`."""
    return finish(start(code, *arguments, package=package, obey=obey, **environment))


def only(cache: Path | None, **environment: str | None) -> dict[str, str | None]:
    """An environment that names ``cache`` and no other folder for compiled kernels."""
    named = None if cache is None else str(cache)
    return {**dict.fromkeys(CACHE_VARIABLES), "HOLDEM_EQ_CACHE_DIR": named, **environment}


def copy_package(folder: Path) -> Path:
    """Copy the package into ``folder``, without compiled files; returns ``folder``."""
    shutil.copytree(OURS / "holdem_eq", folder / "holdem_eq", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def forbid_writing(folder: Path) -> None:
    """Take the permission to write away from a folder and all below it."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode & 0o555)
