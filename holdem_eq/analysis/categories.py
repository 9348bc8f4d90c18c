"""A range by what its combos have made on a board and what they are drawing to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from holdem_eq.analysis.hand_kinds import DETAILS, DRAWS, draw, made_hand
from holdem_eq.cards import COMBO_CARDS, CardsLike, format_cards, mask_of, parse_cards
from holdem_eq.equity.spot import PlayerLike, read_board, read_player, without_cards
from holdem_eq.errors import BoardSizeError, DuplicateCardError, EmptyRangeError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["categories_by_combo", "category_distribution"]

_DRAW_GROUPS = {
    "flush draw and open-ended": "combo draw",
    "flush draw and gutshot": "combo draw",
    "open-ended": "straight draw",
    "gutshot": "straight draw",
}


def categories_by_combo(player: PlayerLike, board: CardsLike, dead: CardsLike = "") -> pd.DataFrame:
    """What each combo of a range has made and is drawing to.

    Args:
        player: a hand or range, as `equity` takes it.
        board: 3, 4 or 5 cards.
        dead: cards that nobody holds.

    Returns:
        A DataFrame, a row per combo left beside board and dead cards, the highest cards first:
        ``combo``, higher card first; ``weight`` as given; ``category``, the evaluator's; ``detail``
        within it, as "top pair"; ``draw``, as "gutshot". ``docs/analysis.md`` defines each.

    Raises:
        BoardSizeError: the board has not 3, 4 or 5 cards.
        DuplicateCardError: a card is named in two places.
        EmptyRangeError: no combo is left beside board and dead cards.
        HoldemError: as `equity` for what cannot be read.

    Cost: under 0.1 ms a combo, in plain Python; nothing is compiled.

    >>> categories_by_combo("T9s:0.5,KQo", board="Ks7s8d").head(2)
      combo  weight category    detail                 draw
    0  KhQs     1.0     pair  top pair  backdoor flush draw
    1  KhQd     1.0     pair  top pair              no draw
    """
    import pandas as pd

    label, weights = read_player(player, "the player")
    board_ids, dead_ids = read_board(board), parse_cards(dead)
    if not board_ids:
        raise BoardSizeError("board has no cards; give 3, 4 or 5, since hands are named on a board")
    known = (*board_ids, *dead_ids)
    named = np.flatnonzero(weights)
    places = [board_ids, dead_ids] + ([COMBO_CARDS[named[0]].tolist()] if len(named) == 1 else [])
    if mask_of(known).bit_count() < len(known) or (len(named) == 1 and mask_of(known) & mask_of(places[2])):
        texts = ", ".join(map(repr, [format_cards(board_ids), format_cards(dead_ids), label]))
        raise DuplicateCardError(f"board, dead cards and player {texts} share a card; a card is in one place only")
    combos = np.flatnonzero(without_cards(weights, known))[::-1]
    if not combos.size:
        raise EmptyRangeError(f"{label!r} has no combo left beside the cards {format_cards(known)!r}; widen the range")
    hands = [COMBO_CARDS[combo, ::-1].tolist() for combo in combos]
    made = [made_hand(own, board_ids) for own in hands]
    return pd.DataFrame(
        {
            "combo": [format_cards(own) for own in hands],
            "weight": weights[combos],
            "category": [str(category) for category, _ in made],
            "detail": [detail for _, detail in made],
            "draw": [draw(own, board_ids, category) for own, (category, _) in zip(hands, made, strict=True)],
        }
    )


def category_distribution(player: PlayerLike, board: CardsLike, dead: CardsLike = "") -> pd.DataFrame:
    """How much of a range has made what, and how much draws to what.

    Arguments, errors and cost are those of `categories_by_combo`.

    Returns:
        A DataFrame with two lists under each other, each from the best down and each with every
        combo exactly once, so that its ``share`` sums to 1: ``kind`` is "made" or, before the river,
        "draw"; ``category`` the evaluator's, or the family of the draw; ``detail`` within it;
        ``combos`` how many; ``weight`` their weight in all; ``share`` of the range. Rows without a
        combo are left out.

    >>> found = category_distribution("QQ+,AKs,JTs", board="Kd9s8s").round(3)
    >>> print(found.drop(columns="weight").to_string(index=False))
    kind            category                    detail  combos  share
    made     three of a kind                       set       3  0.136
    made                pair                  overpair       6  0.273
    made                pair                  top pair       3  0.136
    made                pair        middle pocket pair       6  0.273
    made           high card       queen high or lower       4  0.182
    draw          combo draw flush draw and open-ended       1  0.045
    draw          flush draw                flush draw       1  0.045
    draw       straight draw                open-ended       3  0.136
    draw backdoor flush draw       backdoor flush draw       8  0.364
    draw             no draw                   no draw       9  0.409
    """
    import pandas as pd

    frame = categories_by_combo(player, board, dead)
    total = frame["weight"].sum()
    rows = []
    lists = [
        ("made", str(category), detail) for category in sorted(DETAILS, reverse=True) for detail in DETAILS[category]
    ]
    if len(parse_cards(board)) < 5:
        lists += [("draw", _DRAW_GROUPS.get(name, name), name) for name in DRAWS]
    for kind, category, detail in lists:
        if kind == "made":
            weights = frame["weight"][(frame["category"] == category) & (frame["detail"] == detail)]
        else:
            weights = frame["weight"][frame["draw"] == detail]
        if len(weights):
            rows.append((kind, category, detail, len(weights), weights.sum(), weights.sum() / total))
    return pd.DataFrame(rows, columns=["kind", "category", "detail", "combos", "weight", "share"])
