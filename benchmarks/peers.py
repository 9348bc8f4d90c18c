"""The libraries to compare with, each behind the same few questions.

An adapter takes the quickest way into its library that a Python program has: where a library has no call
for many hands, a list comprehension of calls. Cards and ranges are translated before the clock runs.
Public functions only, but for `Pokerfast.rank_array`, which stands for what native code can do, and
`Pokerfast.sampled`, because only its C function tells how many deals it has drawn.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from holdem_eq.cards import format_card, format_cards, parse_cards
from holdem_eq.rules import Action, Call, DealBoard, DealHole, Fold, Hand, Muck, RaiseTo, Show

Hands = npt.NDArray[np.uint8]
NAMES = [format_card(card) for card in range(52)]
SAMPLING_SECONDS = 0.5
"""How long pokerfast samples in one call: it stops by error or by the clock, not at a number of deals."""


@dataclass(frozen=True)
class Ranking:
    """How a peer ranks hands one after another."""

    rank_all: Callable[[], list[Any]]
    """Ranks every hand and keeps the answers, as ours does."""
    count: int
    """How many hands those are: a slow peer ranks the first of them only."""
    strength: Callable[[Any], Any] = lambda answer: answer
    """An answer -> something that grows with the hand's strength."""


@dataclass(frozen=True)
class Sample:
    """What a peer has sampled."""

    equity: tuple[float, ...]
    """Of each seat; of the first only where the library tells no more."""
    deals: int


class Peer:
    """A library; a question that it cannot answer gives None."""

    name = ""

    @property
    def version(self) -> str:
        """The installed version."""
        return importlib.metadata.version(self.name)

    def ranking(self, hands: Hands) -> Ranking | None:
        """Rank seven-card hands, as many calls as the library needs."""
        return None

    def equity(self, hero: str, villain: str, board: str, dead: str, threads: int) -> Callable[[], float] | None:
        """Exact equity of the hero, by enumeration."""
        return None

    def multiway(self, players: Sequence[str], board: str, threads: int) -> Callable[[], Sequence[float]] | None:
        """Exact equity of each of three or more seats, by enumeration."""
        return None

    def sampled(self, players: Sequence[str]) -> Callable[[], Sample] | None:
        """Equity before the flop with everything sampled, on one thread."""
        return None


class Eval7(Peer):
    """A C evaluator behind Cython; equity of hand v range, exact on a board only, else sampled."""

    name = "eval7"

    def __init__(self) -> None:
        import eval7

        self.peer = eval7
        self.evaluate = eval7.evaluate
        self.cards = [eval7.Card(name) for name in NAMES]

    def ranking(self, hands: Hands) -> Ranking:
        """One call a hand, on a list of its Card objects."""
        evaluate = self.evaluate
        rows = [[self.cards[card] for card in hand] for hand in hands.tolist()]
        return Ranking(lambda: [evaluate(hand) for hand in rows], len(rows))

    def sampled(self, players: Sequence[str]) -> Callable[[], Sample] | None:
        """Hand v hand; it has no threads."""
        if len(players) != 2 or not all(map(_is_hand, players)):
            return None
        hero = [self.cards[card] for card in parse_cards(players[0])]
        villain = self.peer.HandRange(players[1])
        draw, deals = self.peer.py_hand_vs_range_monte_carlo, 1_000_000
        return lambda: Sample((draw(hero, villain, [], deals),), deals)


class HoldemHandEvaluator(Peer):
    """Rust behind a function of text."""

    name = "holdem-hand-evaluator"

    def __init__(self) -> None:
        import holdem_hand_evaluator

        self.evaluate = holdem_hand_evaluator.evaluate_hand

    def ranking(self, hands: Hands) -> Ranking:
        """One call a hand, on text."""
        evaluate = self.evaluate
        rows = _texts(hands)
        return Ranking(lambda: [evaluate(hand) for hand in rows], len(rows))


class Phevaluator(Peer):
    """A C evaluator."""

    name = "phevaluator"

    def __init__(self) -> None:
        from phevaluator import evaluate_7cards

        self.evaluate = evaluate_7cards

    def ranking(self, hands: Hands) -> Ranking:
        """One call a hand, on seven ints."""
        evaluate = self.evaluate
        rows = [tuple(hand) for hand in hands.tolist()]
        return Ranking(lambda: [evaluate(*hand) for hand in rows], len(rows), lambda answer: -answer)


class Pkrbot(Peer):
    """A Cython evaluator with the interface of eval7."""

    name = "pkrbot"

    def __init__(self) -> None:
        import pkrbot

        self.evaluate = pkrbot.evaluate
        self.cards = [pkrbot.Card(name) for name in NAMES]

    def ranking(self, hands: Hands) -> Ranking:
        """One call a hand, on a list of its Card objects."""
        evaluate = self.evaluate
        rows = [[self.cards[card] for card in hand] for hand in hands.tolist()]
        return Ranking(lambda: [evaluate(hand) for hand in rows], len(rows))


class PokerEquity(Peer):
    """Rust; takes hands of text in a batch; walks every deal of hand v hand."""

    name = "poker-equity"

    def __init__(self) -> None:
        import poker_equity

        self.peer = poker_equity

    def ranking(self, hands: Hands) -> Ranking:
        """One call for all hands, on text."""
        rows = _texts(hands)
        return Ranking(lambda: self.peer.score_batch("high", rows), len(rows), lambda answer: -answer)

    def equity(self, hero: str, villain: str, board: str, dead: str, threads: int) -> Callable[[], float] | None:
        """Hand v hand; it has no ranges and no switch for threads, and uses one."""
        if not (_is_hand(hero) and _is_hand(villain)):
            return None
        return lambda: self.peer.exact_from_text("holdem", [hero, villain], board, dead)["players"][0]["equity"]


class Pokerfast(Peer):
    """OMPEval (C++) in a library of its own; exact equity of ranges with dead cards."""

    name = "pokerfast"

    def __init__(self) -> None:
        from pokerfast import equity

        if not equity.available():
            raise ImportError("pokerfast was installed without its native library")
        self.peer = equity

    def ranking(self, hands: Hands) -> Ranking:
        """One call for all hands, on tuples of text."""
        rows = [tuple(NAMES[card] for card in hand) for hand in hands.tolist()]
        return Ranking(lambda: self.peer.evaluate(rows), len(rows))

    def rank_array(self, hands: Hands) -> Callable[[], npt.NDArray[np.uint16]]:
        """OMPEval itself on the whole array: its C function, which the Python interface does not offer."""
        suit = np.array([self.peer._SUIT[name[1]] for name in NAMES], dtype=np.uint8)
        translate = np.arange(52, dtype=np.uint8) // 4 * 4 + suit
        cards = np.ascontiguousarray(translate[hands])
        ranks = np.zeros(len(cards), dtype=np.uint16)
        function = self.peer._load().pf_evaluate
        source = cards.ctypes.data_as(ctypes.c_char_p)
        target = ranks.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))

        def call() -> npt.NDArray[np.uint16]:
            if function(source, len(cards), 7, target) != 0:
                raise RuntimeError("pf_evaluate failed")
            return ranks

        call.keep = cards  # type: ignore[attr-defined]  # the pointer alone does not keep the array alive
        return call

    def equity(self, hero: str, villain: str, board: str, dead: str, threads: int) -> Callable[[], float]:
        """Exact mode; the range texts of the cases are in its grammar."""
        return lambda: self.peer.equity([hero, villain], board=board, dead=dead, exact=True, threads=threads)[0]

    def multiway(self, players: Sequence[str], board: str, threads: int) -> Callable[[], Sequence[float]] | None:
        """Exact mode, up to six seats."""
        if len(players) > self.peer.MAX_PLAYERS:
            return None
        return lambda: self.peer.equity(players, board=board, exact=True, threads=threads)

    def sampled(self, players: Sequence[str]) -> Callable[[], Sample] | None:
        """Monte Carlo on one thread until the clock stops it, up to six seats."""
        seats = len(players)
        if seats > self.peer.MAX_PLAYERS:
            return None
        function = self.peer._load().pf_equity
        texts = (ctypes.c_char_p * seats)(*(text.encode("ascii") for text in players))

        def call() -> Sample:
            equity, deals = (ctypes.c_double * seats)(), ctypes.c_uint64()
            exact, error, threads = 0, 1e-9, 1
            stopped = SAMPLING_SECONDS
            if function(texts, seats, b"", b"", exact, error, threads, stopped, equity, ctypes.byref(deals)) != 0:
                raise RuntimeError("pf_equity failed")
            return Sample(tuple(equity), deals.value)

        return call


class Pokerkit(Peer):
    """Pure Python, made for whole games."""

    name = "pokerkit"

    def __init__(self) -> None:
        from pokerkit import StandardHighHand

        self.from_game = StandardHighHand.from_game

    def ranking(self, hands: Hands) -> Ranking:
        """One call a hand, on hole cards and board as text; a slow one, so of few hands."""
        from_game = self.from_game
        rows = [(text[:4], text[4:]) for text in _texts(hands[:500])]
        return Ranking(lambda: [from_game(*hand) for hand in rows], len(rows), lambda hand: hand.entry.index)

    def replay_file(self, path: Path, folder: Path, count: int) -> Callable[[], list[list[int]]]:
        """Read and play the first hands of a file to their end."""
        from pokerkit import HandHistory

        lines = path.read_text(encoding="utf-8").split(f"\n[{count + 1}]\n", 1)[0]
        first = folder / "first.phhs"
        first.write_text(lines + "\n", encoding="utf-8")

        def replay() -> list[list[int]]:
            final = []
            with first.open("rb") as file, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for history in HandHistory.load_all(file):
                    *_, (state, _) = history.state_actions
                    final.append(state.stacks)
            return final

        return replay

    def step(self, hands: Sequence[Hand]) -> Callable[[], list[list[int]]]:
        """Drive a state of its own through no-limit hands by its methods, hands and boards as text."""
        from pokerkit import Automation, NoLimitTexasHoldem

        automations = tuple(
            getattr(Automation, name)
            for name in (
                "ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING", "CARD_BURNING", "HAND_KILLING",
                "CHIPS_PUSHING", "CHIPS_PULLING",
            )
        )  # fmt: skip
        scripts = [(hand.stacks, hand.posts, [_step(action) for action in hand.actions]) for hand in hands]

        def drive() -> list[list[int]]:
            final = []
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for stacks, posts, steps in scripts:
                    state = NoLimitTexasHoldem.create_state(automations, True, 0, posts, 100, stacks, len(stacks))
                    for method, arguments in steps:
                        getattr(state, method)(*arguments)
                    final.append(state.stacks)
            return final

        return drive


def _step(action: Action) -> tuple[str, tuple[Any, ...]]:
    """An action -> a method of pokerkit's state and its arguments."""
    match action:
        case DealHole():
            return "deal_hole", (format_cards(action.cards),)
        case DealBoard():
            return "deal_board", (format_cards(action.cards),)
        case Fold():
            return "fold", ()
        case Call():
            return "check_or_call", ()
        case RaiseTo():
            return "complete_bet_or_raise_to", (action.amount,)
        case Show():
            return "show_or_muck_hole_cards", (True,)
        case Muck():
            return "show_or_muck_hole_cards", (False,)
    raise TypeError(f"{action!r} is nothing that pokerkit is asked to do")


class Treys(Peer):
    """Pure Python on lookup tables."""

    name = "treys"

    def __init__(self) -> None:
        import treys

        self.evaluate = treys.Evaluator().evaluate
        self.cards = [treys.Card.new(name) for name in NAMES]

    def ranking(self, hands: Hands) -> Ranking:
        """One call a hand, on its ints; a slow one, so of fewer hands."""
        evaluate = self.evaluate
        rows = [
            ([self.cards[card] for card in hand[:2]], [self.cards[card] for card in hand[2:]])
            for hand in hands[:20_000].tolist()
        ]
        return Ranking(lambda: [evaluate(*hand) for hand in rows], len(rows), lambda answer: -answer)


class Xiapl(Peer):
    """C++; exact equity of ranges, without dead cards, on one thread (its threads are for sampling)."""

    name = "xiapl"

    def __init__(self) -> None:
        import xiapl

        self.peer = xiapl
        self.bits = [xiapl.utils.card_to_mask(xiapl.card.Card.from_string(name)) for name in NAMES]

    def ranking(self, hands: Hands) -> Ranking:
        """One call a hand, on a mask."""
        evaluate = self.peer.eval.evaluate_mask
        masks = [sum(self.bits[card] for card in hand) for hand in hands.tolist()]
        return Ranking(
            lambda: [evaluate(mask) for mask in masks],
            len(masks),
            lambda value: (int(value.category), tuple(value.kickers)),
        )

    def equity(self, hero: str, villain: str, board: str, dead: str, threads: int) -> Callable[[], float] | None:
        """Range v range on a board; before the flop and with dead cards it has no quick exact way."""
        if dead or not board:
            return None
        simulation, ranges = self.peer.simulation, self.peer.range.Range
        options = simulation.SimulationOptions.exact()
        options.threads = threads
        first, second = (ranges.all() if text == "random" else ranges.from_string(text) for text in (hero, villain))
        mask = sum(self.bits[card] for card in parse_cards(board))
        return lambda: simulation.calculate_range_equity(first, second, mask, options).hero_aggregate_equity

    def sampled(self, players: Sequence[str]) -> Callable[[], Sample] | None:
        """Hands on one thread; fewer trials than the 1,712,304 boards, or it would enumerate them."""
        if not all(map(_is_hand, players)):
            return None
        simulation = self.peer.simulation
        options = simulation.SimulationOptions.mc_seeded(1_600_000, 1)
        options.threads = 1
        masks = [sum(self.bits[card] for card in parse_cards(hand)) for hand in players]

        def call() -> Sample:
            result = simulation.calculate_equity(masks, 0, options)
            if result.exact:
                raise RuntimeError("xiapl has enumerated, not sampled")
            return Sample(tuple(player.equity for player in result.players), result.trials)

        return call


def _texts(hands: Hands) -> list[str]:
    return [format_cards(hand) for hand in hands.tolist()]


def _is_hand(text: str) -> bool:
    return len(text) == 4 and text[1] in "cdhs" and text[3] in "cdhs"


def load_peers() -> tuple[dict[str, Peer], dict[str, str]]:
    """The libraries that import, by name; and why the others do not."""
    found: dict[str, Peer] = {}
    missing: dict[str, str] = {}
    for kind in (Eval7, HoldemHandEvaluator, Phevaluator, Pkrbot, PokerEquity, Pokerfast, Pokerkit, Treys, Xiapl):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found[kind.name] = kind()
        except ImportError as error:
            missing[kind.name] = str(error)
    return found, missing
