"""What is measured: cases with rivals, how cost grows, and memory.

A case is built when its turn comes. Its check compares our answer with every rival's, and no figure
counts before it has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .peers import Peer

Peers = Mapping[str, Peer]
Build = Callable[[Peers, Path], "Race"]
"""Makes a race of the installed peers; may keep files in the folder."""


@dataclass(frozen=True)
class Contender:
    """Something to time: a call, and how much work one call does."""

    call: Callable[[], Any]
    amount: float = 1.0
    done: Callable[[Any], float] | None = None
    """Work in an answer, where that varies from call to call; else every call does ``amount``."""

    def scaled(self, seconds: float, answer: Any) -> float:
        """Seconds of the call that gave the answer -> seconds for ``amount``."""
        return seconds if self.done is None else seconds * self.amount / self.done(answer)


@dataclass(frozen=True)
class Race:
    """Ours and its rivals on the same work."""

    ours: Contender
    rivals: dict[str, Contender]
    check: Callable[[Any, dict[str, Any]], None]
    """Takes what our call and each rival's have returned; raises unless the answers agree."""


@dataclass(frozen=True)
class Case:
    """One line of the table, or one point of a `Growth`."""

    id: str
    what: str
    build: Build
    unit: str = "ms"
    """``ms`` a call, or work done a second, as in ``M hands/s``."""
    ratio: float | None = None
    """How many times as fast as the best rival this must be."""
    goal: float | None = None
    """What ours must reach, in ``unit``."""
    rounds: int | None = None
    """How often ours runs after the warm-up, where it takes many seconds; else the runner decides."""

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit != "ms"

    def figure(self, contender: Contender, seconds: float) -> float:
        """Seconds a call -> the figure in ``unit``."""
        return contender.amount / seconds if self.is_rate else seconds * 1e3


@dataclass(frozen=True)
class Growth:
    """How the cost of one job grows with its size, its street, its threads ..."""

    id: str
    what: str
    by: str
    """What grows: ``seats``."""
    points: Mapping[str | int, Build]
    """In order; a number where the size is one."""
    unit: str = "ms"
    rounds: int | None = 7

    def cases(self) -> list[tuple[str | int, Case]]:
        """Each point as a case of its own."""
        return [
            (at, Case(f"{self.id}-{at}", f"{self.what}: {at}", build, self.unit, rounds=self.rounds))
            for at, build in self.points.items()
        ]


@dataclass(frozen=True)
class Job:
    """What a fresh process does while its memory is watched; Python texts, where ``he`` is imported.

    ``before`` makes what the job is given and runs something small of the same kind, so that modules
    and kernels are loaded; ``call`` gives ``answer``; ``right`` must be true of it.
    """

    id: str
    what: str
    before: str
    call: str
    right: str
    hands: str = "None"
    """How many hands there are, where bytes a hand say more."""
