"""Words for hands: amounts, positions, names, the game, lists of people."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from holdem_eq import display
from holdem_eq.rules import Chips, Hand, Rules
from holdem_eq.rules.setup import cards_text

__all__ = ["and_list", "chips_words", "game_words", "names", "positions", "spaced_cards", "stakes_words"]

_NAME_WIDTH: Final = 24
_MOST_PLACES: Final = 18

_LIMITS: Final = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit", "SL": "spread-limit"}
_GAMES: Final = {
    "holdem": "hold'em",
    "holdem-hilo8": "hold'em hi-lo 8 or better",
    "pineapple": "Pineapple",
    "crazy-pineapple": "Crazy Pineapple",
    "crazy-pineapple-hilo8": "Crazy Pineapple hi-lo 8 or better",
    "irish": "Irish",
}


def chips_words(amount: Chips, scale: int = 1) -> str:
    """An amount in the units of its source, ``scale`` chips to one.

    What is no decimal number is a fraction.

    >>> chips_words(12345), chips_words(-1250, 100), chips_words(Fraction(21, 2)), chips_words(Fraction(10, 3))
    ('12,345', '-12.50', '10.5', '10/3')
    """
    value = Fraction(amount) / scale
    places = next((n for n in range(len(str(scale)) - 1, _MOST_PLACES) if 10**n % value.denominator == 0), None)
    if places is None:
        return str(value)
    whole, part = divmod(int(abs(value) * 10**places), 10**places)
    return ("-" if value < 0 else "") + f"{whole:,}" + (f".{part:0{places}}" if places else "")


def positions(hand: Hand) -> tuple[str, ...]:
    """Where each seat sits: SB, BB, UTG ... HJ, CO, BTN; "" for a seat that is not dealt in.

    >>> positions(Hand((100,) * 7, posts=(1, 2, 0, 0, 0, 0, 0)))
    ('SB', 'BB', 'UTG', 'LJ', 'HJ', 'CO', 'BTN')
    >>> positions(Hand((100, 100), posts=(2, 1)))
    ('BB', 'BTN')
    """
    dealt = [seat for seat, stack in enumerate(hand.stacks) if stack != 0]
    first, second = (hand.posts[seat] for seat in dealt[:2])
    no_small_blind = len(hand.stacks) == 2 or first > second or (first > 0 and hand.first == dealt[1])
    blinds = ["BB"] if no_small_blind else ["SB", "BB"]
    rest = len(dealt) - len(blinds)
    late = ["LJ", "HJ", "CO", "BTN"][-min(rest - (rest > 2), 4) :] if rest else []
    early = ["UTG", *(f"UTG+{place}" for place in range(1, rest))][: rest - len(late)]
    found = dict(zip(dealt, blinds + early + late, strict=True))
    return tuple(found.get(seat, "") for seat in range(len(hand.stacks)))


def names(hand: Hand) -> tuple[str, ...]:
    """What to call each seat: the player, on one line of at most 24 signs, else the position.

    Where a name comes twice, the position stands behind it.

    >>> names(Hand((100, 100, 100), posts=(1, 2, 0), players=("Ann", "", "Ann")))
    ('Ann (SB)', 'BB', 'Ann (BTN)')
    """
    places = positions(hand)
    said = ["".join(sign if sign.isprintable() else "?" for sign in " ".join(name.split())) for name in hand.players]
    said = [display.shorten(name, _NAME_WIDTH) for name in said] or [""] * len(places)
    called = []
    for seat, (name, place) in enumerate(zip(said, places, strict=True)):
        place = place or f"seat {seat}"
        called.append(place if not name else f"{name} ({place})" if said.count(name) > 1 else name)
    return tuple(called)


def game_words(rules: Rules) -> str:
    """The game and its limit.

    >>> game_words(Rules(game="holdem-hilo8", limit="PL"))
    "pot-limit hold'em hi-lo 8 or better"
    """
    return f"{_LIMITS[rules.limit]} {_GAMES[rules.game]}"


def stakes_words(hand: Hand) -> str:
    """Blinds, bets of a limit and antes, as a table is announced.

    >>> stakes_words(Hand((1000, 1000, 1000), posts=(50, 100, 0), antes=(10, 10, 10)))
    'blinds 50/100, ante 10'
    """

    def money(*amounts: int) -> str:
        return "/".join(chips_words(amount, hand.scale) for amount in amounts)

    rules, places, said = hand.rules, positions(hand), []
    seats = [places.index(name) for name in ("SB", "BB") if name in places]
    seats = [1, 0] if len(places) == 2 else seats
    blinds = [hand.posts[seat] for seat in seats if hand.posts[seat]]
    if blinds:
        said.append(f"blinds {money(*blinds)}" if len(blinds) > 1 else f"blind {money(*blinds)}")
    if rules.limit == "FL":
        said.append(f"bets {money(rules.small_bet, rules.big_bet)}")
    if rules.limit == "SL":
        said.append(f"bets from {money(rules.spread[0])} to {money(rules.spread[1])}")
    if any(hand.antes):
        said.append(f"ante {money(max(hand.antes))}")
    if any(hand.dead_antes):
        one = sum(ante > 0 for ante in hand.dead_antes) == 1
        said.append(f"{'one ante for all' if one else 'ante'} {money(max(hand.dead_antes))}")
    return ", ".join(said)


def spaced_cards(cards: Sequence[int]) -> str:
    """Card ids -> text with spaces, ``??`` for a card that is not known.

    >>> spaced_cards([51, -1])
    'As ??'
    """
    return " ".join(cards_text((card,)) for card in cards)


def and_list(words: Sequence[str]) -> str:
    """A list as it is said.

    >>> and_list(["Ann", "Bob", "Cat"])
    'Ann, Bob and Cat'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
