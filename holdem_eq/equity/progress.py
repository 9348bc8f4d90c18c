"""Who looks on while equities are counted or sampled."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias

from holdem_eq.errors import HoldemError

__all__ = ["ProgressLike", "Report", "reporting"]

Report: TypeAlias = Callable[[int, int, Any], object]
"""Takes what is done, what there is in all, and the result so far: None while all deals are counted."""
ProgressLike: TypeAlias = "bool | Report | None"
"""True for a bar."""


@contextmanager
def reporting(progress: ProgressLike) -> Iterator[Report]:
    """What to call to report, on the thread that asked.

    Raises:
        HoldemError: neither a bool nor a callable, or a bar without tqdm; says the cure.
    """
    if progress is None or progress is False:
        yield _look_away
    elif progress is True:
        try:
            make_bar = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            raise HoldemError(
                'progress=True draws with tqdm: pip install "holdem_eq[progress]", or give a callable'
            ) from None
        with make_bar(total=0, unit_scale=True) as bar:
            yield partial(_move, bar)
    elif callable(progress):
        yield progress
    else:
        raise HoldemError(f"progress={progress!r}: give True, False, or a callable of (done, total, result so far)")


def _look_away(done: int, total: int, found: Any) -> None:
    """No report."""


def _move(bar: Any, done: int, total: int, found: Any) -> None:
    bar.unit = " blocks" if found is None else " deals"
    if bar.total != total:
        bar.reset(total=total)
    bar.update(done - bar.n)
