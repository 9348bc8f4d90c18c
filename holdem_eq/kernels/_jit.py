"""Every numba option of the package, and where compiled kernels are kept.

``kernel`` turns a function into a nopython kernel that releases the GIL, so that plain Python
threads can drive it (ADR 0005). Kernels are compiled at the first call with given types and kept
between processes in a folder whose name is a digest of all kernel sources and of numba's
version: numba alone would not see that a callee in another file changed (ADR 0003).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, is_jitted

__all__ = ["cache_folder", "inlined", "kernel", "lean", "popcount"]

_F = TypeVar("_F", bound=Callable[..., Any])


def _source_digest() -> str:
    """Digest of all that a compiled kernel depends on, but for the processor and the types.

    Raises:
        OSError: there are no sources to read, as in a package of byte code alone.
    """
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    digest = hashlib.sha256(f"{numba.__version__} {python}".encode())
    sources = sorted(Path(__file__).parent.glob("*.py"))
    if not sources:
        raise FileNotFoundError("no kernel sources")
    for path in sources:
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
    """The folder for compiled kernels, made if need be; None where there is none.

    The base is ``HOLDEM_EQ_CACHE_DIR``, else ``NUMBA_CACHE_DIR``, else the user's cache folder.
    A folder that can be read but not written serves the kernels that are in it.
    """
    try:
        named = os.environ.get("HOLDEM_EQ_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
        base = Path(named) if named else _user_cache()
        folder = base.expanduser() / "holdem_eq" / _source_digest()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    return folder


_FOLDER = cache_folder()


class _Store:
    """Where a dispatcher of numba looks for its compiled code and leaves it: a file per kernel and types.

    Takes the place of numba's own cache, which fails where a file is damaged, a disk is full or a
    filled folder cannot be written, and may give a process the code of other types that another
    process was writing. Here a file is whole and the one that was asked for, or is not used, and
    what cannot be kept is compiled again.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._folder = folder
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def _key(self, signature: Any, codegen: Any) -> bytes:
        """Digest of the kernel's name, its argument types and the kind of processor."""
        return hashlib.sha256(repr((self._name, signature, codegen.magic_tuple())).encode()).digest()

    def _path(self, key: bytes) -> Path:
        return self._folder / f"{self._name}-{key.hex()[:16]}.nbc"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled code, or None."""
        target_context.refresh()
        try:
            key = self._key(signature, target_context.codegen())
            content = self._path(key).read_bytes()
            digest, data = content[:32], content[32:]
            if hashlib.sha256(key + data).digest() != digest:
                return None
            from numba.core.compiler import CompileResult

            return CompileResult._rebuild(target_context, *pickle.loads(data))
        except Exception:  # whatever it is, compiling gives the right code
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the compiled code, unless the sources are no longer those that this process began with."""
        written = None
        try:
            if result.library.has_dynamic_globals or _source_digest() != self._folder.name:
                return
            from numba.core.serialize import dumps

            key, data = self._key(signature, result.codegen), dumps(result._reduce())
            written = self._path(key).with_suffix(f".{uuid.uuid4().hex}")
            written.write_bytes(hashlib.sha256(key + data).digest() + data)
            written.replace(self._path(key))
        except Exception:  # a full disk, say: the kernel is compiled and can be used
            if written is not None:
                with contextlib.suppress(OSError):
                    written.unlink()

    def flush(self) -> None:
        """Forget what is kept of this kernel; for ``recompile``."""
        with contextlib.suppress(OSError):
            for path in self._folder.glob(f"{self._name}-*.nbc"):
                path.unlink()


def _compile(function: _F, **options: Any) -> _F:
    options |= {"nogil": True, "error_model": "numpy", "boundscheck": False}
    dispatcher = numba.njit(**options)(function)
    if _FOLDER is not None and is_jitted(dispatcher):  # not with NUMBA_DISABLE_JIT
        dispatcher._cache = _Store(function, _FOLDER)
    compiled: _F = dispatcher
    return compiled


def kernel(function: _F) -> _F:
    """Compile ``function`` in nopython mode at its first call; no bounds checks, no GIL."""
    return _compile(function)


def inlined(function: _F) -> _F:
    """A kernel that numba copies into its callers: for a few lines on the hottest paths."""
    return _compile(function, inline="always")


def lean(function: _F) -> _F:
    """A kernel that makes no arrays, not even views: numba counts no references to those it is handed.

    Counting costs more than the work where small kernels hand the same arrays on to each other.
    """
    return _compile(function, _nrt=False)


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typing_context: Any, value: Any) -> Any:  # noqa: ARG001 - numba passes the context
    """Number of set bits of a uint64, as uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        bits: ir.Value = builder.ctpop(arguments[0])
        return bits

    return types.uint64(types.uint64), generate
