"""Every numba option of the package, and where compiled kernels are kept.

``kernel`` turns a function into a nopython kernel that releases the GIL, so that plain Python
threads can drive it (ADR 0005). Kernels are compiled at the first call with given types and kept
between processes in a folder whose name is a digest of all kernel sources and of numba's
version: numba alone would not see that a callee in another file changed (ADR 0003).
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

__all__ = ["cache_folder", "inlined", "kernel", "popcount"]

_F = TypeVar("_F", bound=Callable[..., Any])


def _source_digest() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def cache_folder() -> Path | None:
    """The folder for compiled kernels, made if need be; None where no folder can be written.

    The base is ``HOLDEM_EQ_CACHE_DIR``, else ``NUMBA_CACHE_DIR``, else the user's cache folder.
    """
    try:
        named = os.environ.get("HOLDEM_EQ_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
        base = Path(named) if named else _user_cache()
        folder = base.expanduser() / "holdem_eq" / _source_digest()
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    return folder


_FOLDER = cache_folder()


def _compile(function: _F, **options: Any) -> _F:
    options |= {"nogil": True, "error_model": "numpy", "boundscheck": False}
    if _FOLDER is None:
        compiled: _F = numba.njit(**options)(function)
        return compiled
    outer = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_FOLDER)  # read while the dispatcher is made, then restored
    try:
        compiled = numba.njit(cache=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = outer
    return compiled


def kernel(function: _F) -> _F:
    """Compile ``function`` in nopython mode at its first call; no bounds checks, no GIL."""
    return _compile(function)


def inlined(function: _F) -> _F:
    """A kernel that numba copies into its callers: for a few lines on the hottest paths."""
    return _compile(function, inline="always")


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typing_context: Any, value: Any) -> Any:  # noqa: ARG001 - numba passes the context
    """Number of set bits of a uint64, as uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        bits: ir.Value = builder.ctpop(arguments[0])
        return bits

    return types.uint64(types.uint64), generate
