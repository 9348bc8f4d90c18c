"""Who looks on while deals are counted: what is told, that it changes nothing, and that Ctrl-C is heard."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import holdem_eq as he
from holdem_eq.equity import one_by_one, work
from holdem_eq.equity.result import EquityResult
from holdem_eq.errors import HoldemError
from holdem_eq.threads import fold_blocks
from tests.processes import finish, start

R20 = "66+,A4s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"
WEIGHTED = "22+:0.37,A2s+:0.11,KTo:0.123456789,7h6h:0.333"

SPOTS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "the table": ((R20, WEIGHTED), {}),
    "two hands": (("AhAs", "KdKc"), {"board": "Ks7d2c"}),
    "two ranges on a flop": ((R20, WEIGHTED), {"board": "Ks7d2c"}),
    "two ranges with a dead card": (("QQ+:0.3", "TT+"), {"dead": "2c"}),
    "three ranges": ((R20, WEIGHTED, "random"), {"board": "Ks7d2c9h"}),
    "one by one before the flop": (("AA:0.3,KK", "QQ:0.7", "JTs"), {}),
    "one by one on a flop": (("AA:0.3,KK", "QQ:0.7", "JTs", "55"), {"board": "2c3c4d"}),
    "a complete board": ((R20, WEIGHTED, R20), {"board": "Ks7d2c9h3s"}),
    "another game": (("AA:0.3", "QQ"), {"game": "holdem-hilo8"}),
}


def same(one: EquityResult, other: EquityResult) -> bool:
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in ("equity", "win", "tie"))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spot", SPOTS)
def test_counting_is_told_and_changes_no_bit(spot: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "PAUSE", 0.0)
    players, options = SPOTS[spot]
    seen: list[tuple[int, int, object]] = []
    asked: set[int] = set()

    def look(done: int, total: int, found: object) -> None:
        seen.append((done, total, found))
        asked.add(threading.get_ident())

    quiet = he.equity(*players, threads=threads, **options)
    told = he.equity(*players, threads=threads, progress=look, **options)
    assert same(told, quiet)
    assert quiet.method != "monte_carlo"
    assert asked == {threading.get_ident()}
    assert {found for *_, found in seen} == {None}
    (total,) = {total for _, total, _ in seen}
    counts = [done for done, *_ in seen]
    assert counts == sorted(set(counts))
    assert counts[-1] == total
    if threads == 1:
        assert len(counts) == total


def test_reports_are_rare() -> None:
    seen: list[int] = []
    began = time.monotonic()
    he.equity(*["random"] * 3, board="Ks7d2c", progress=lambda done, total, found: seen.append(done))
    assert len(seen) <= (time.monotonic() - began) / work.PAUSE + 1


@pytest.mark.parametrize("spot", ["the table", "three ranges", "another game"])
def test_a_bar_of_a_count(spot: str, capsys: pytest.CaptureFixture[str]) -> None:
    players, options = SPOTS[spot]
    assert same(he.equity(*players, progress=True, **options), he.equity(*players, **options))
    drawn = capsys.readouterr().err
    assert "100%" in drawn
    assert "blocks" in drawn


@pytest.mark.parametrize("spot", ["two ranges on a flop", "another game"])
def test_what_cannot_look_on(spot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players, options = SPOTS[spot]
    with pytest.raises(HoldemError, match="progress='bar'"):
        he.equity(*players, progress="bar", **options)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(HoldemError, match=r'pip install "holdem_eq\[progress\]"'):
        he.equity(*players, progress=True, **options)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_who_looks_on_may_stop_a_count(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class EnoughError(Exception):
        pass

    def look(done: int, total: int, found: object) -> None:
        raise EnoughError

    monkeypatch.setattr(work, "PAUSE", 0.0)
    players, options = SPOTS["three ranges"]
    with pytest.raises(EnoughError):
        he.equity(*players, progress=look, threads=threads, **options)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("holdem_eq")]
    assert same(he.equity(*players, threads=threads, **options), he.equity(*players, **options))


# ---------------------------------------------------------------------------- blocks


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_results_are_taken_in_order_one_at_a_time(threads: int) -> None:
    taken: list[int] = []
    inside = threading.Lock()
    told: list[int] = []

    def take(block: int) -> None:
        assert inside.acquire(blocking=False)
        taken.append(block)
        inside.release()

    def slow(block: int) -> int:
        time.sleep(0.0005 * (block % 3))
        return block

    fold_blocks(slow, 40, take, threads, told.append)
    assert taken == list(range(40))
    assert told == sorted(set(told))
    assert told[-1] == 40


def test_what_taking_raises_ends_all_threads() -> None:
    def take(block: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fold_blocks(lambda block: block, 1000, take, 3)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_signal_while_a_kernel_returns_is_a_signal(threads: int) -> None:
    """Numba makes a SystemError of it."""

    def work_of(cause: BaseException) -> Callable[[int], None]:
        def fail(block: int) -> None:
            try:
                raise SystemError("returned a result with an exception set") from cause
            except SystemError as inner:
                raise SystemError("and so did its caller") from inner

        return fail

    with pytest.raises(KeyboardInterrupt):
        fold_blocks(work_of(KeyboardInterrupt()), 10, lambda found: None, threads)
    with pytest.raises(SystemError):
        fold_blocks(work_of(ValueError()), 10, lambda found: None, threads)


@pytest.mark.parametrize("singly", [None, 1])
@pytest.mark.parametrize("cost", [1e-3, 1e3, 2e4, 1e9])
def test_pieces_hold_every_joint_deal_once(cost: float, singly: int | None) -> None:
    numbers = [np.arange(5), np.arange(7), np.arange(3)]
    pieces = one_by_one._Pieces(numbers, cost, singly)
    found: list[tuple[int, ...]] = []
    for piece in range(len(pieces)):
        chosen = pieces[piece]
        size = len(chosen[0]) * len(chosen[1]) * len(chosen[2])
        assert size == 1 or size * cost <= one_by_one.LONGEST
        found += [(int(a), int(b), int(c)) for a in chosen[0] for b in chosen[1] for c in chosen[2]]
    assert sorted(found) == [(a, b, c) for a in range(5) for b in range(7) for c in range(3)]


def test_pieces_change_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    asks: list[Callable[[], EquityResult]] = [
        lambda: he.equity("AA,KK", "QQ", "JTs", "55", board="2c3c4d"),
        lambda: he.equity("AA,KK", "QQ", "JTs"),
    ]
    plain = [ask() for ask in asks]
    monkeypatch.setattr(one_by_one, "LONGEST", 5.0)
    for ask, wanted in zip(asks, plain, strict=True):
        assert same(ask(), wanted)


# ---------------------------------------------------------------------------- Ctrl-C


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize(
    "asked",
    [
        "he.equity(*['random'] * 3, method='exhaustive', **options)",
        "he.equity(*['22+'] * 3, dead='2c', method='exhaustive', max_work=9e9, **options)",
        "he.equity(*['22+,A2s+'] * 5, board='Ks7d2c', method='exhaustive', **options)",
        "he.equity('22+', '22+', '22+', game='holdem-hilo8', method='exhaustive', **options)",
    ],
    ids=["three ranges", "three pairs", "one by one", "hi-lo"],
)
def test_an_interrupt_of_a_count_is_heard_within_a_second(asked: str, threads: str) -> None:
    code = f"""
        import signal, sys
        import holdem_eq as he
        signal.signal(signal.SIGINT, signal.default_int_handler)
        small = [he.equity(*["TT+"] * 3, board="Ks7d2c"), he.equity("AA", "KK", "QQ", "JJ", board="Ks7d2c")]
        told = []
        def look(done, total, found):
            if len(told) == 1:
                print("ready", flush=True)
            told.append(done)
        options = dict(threads=int(sys.argv[1]), progress=look)
        try:
            {asked}
            print("finished", flush=True)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        again = [he.equity(*["TT+"] * 3, board="Ks7d2c"), he.equity("AA", "KK", "QQ", "JJ", board="Ks7d2c")]
        print([one.equity.tolist() for one in small] == [one.equity.tolist() for one in again])
    """
    with start(code, threads) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - sent < 1.5
        assert finish(process) == "True\n"
