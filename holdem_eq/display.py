"""Plain data -> text, SVG and HTML.

Knows no type of the package: strings, numbers and nested sequences come in, text goes out.
Everything put into SVG or HTML is escaped, nothing carries a script, and nothing needs a
file beside it. Colours follow the page: text takes the page's own colour and fills are
see-through, so the same markup reads on a light and on a dark notebook. A picture that is
a document of its own (a saved file, an ``<img>``) has no page to follow and brings its
background along, by ``prefers-color-scheme``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "cards_html",
    "cards_text",
    "equity_html",
    "grid_html",
    "grid_label",
    "grid_svg",
    "grid_text",
    "hand_html",
    "result_html",
    "shorten",
    "table_html",
    "table_text",
]

_RANKS_DOWN = "AKQJT98765432"
_SIDE = len(_RANKS_DOWN)
_NEAR = 1e-9  # means of weights carry rounding: this close to 0 or 1 is 0 or 1

_GLYPHS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "?": "?"}
# Tones of middle brightness, so that they stand out from white and from near-black alike.
_SUIT_COLOURS = {"c": "#2c8f4e", "d": "#3b7ddd", "h": "#d9434e", "s": "inherit", "?": "inherit"}
_GREEN = "#2fa36b"

_TABLE = '<table style="font-variant-numeric:tabular-nums">'
_CARD = "white-space:nowrap;border:1px solid #8888;border-radius:4px;padding:0 4px;"

_CELL = 40  # pixels from one cell to the next; one of them is the gap
_HEADING = 30

_GRID_STYLE = f"""
.heq-grid{{max-width:100%;height:auto;color:inherit}}
.heq-grid text{{font:13px system-ui,sans-serif;fill:currentColor;text-anchor:middle}}
.heq-grid .h{{font-size:15px;text-anchor:start}}
.heq-grid path{{fill:currentColor;fill-opacity:.08}}
.heq-grid .w{{fill:{_GREEN};fill-opacity:.6}}
.heq-grid .z{{fill-opacity:.62}}
.heq-grid:root{{color:#1a1a1a;background:#fff}}
@media(prefers-color-scheme:dark){{.heq-grid:root{{color:#eee;background:#181a1b}}}}
"""


def grid_label(row: int, column: int) -> str:
    """The starting hand in a cell: row and column 0 are aces, suited hands right of the diagonal.

    >>> grid_label(0, 0), grid_label(0, 1), grid_label(1, 0)
    ('AA', 'AKs', 'AKo')
    """
    if row == column:
        return 2 * _RANKS_DOWN[row]
    high, low = min(row, column), max(row, column)
    return _RANKS_DOWN[high] + _RANKS_DOWN[low] + ("s" if row < column else "o")


def grid_text(values: Iterable[Iterable[float]]) -> str:
    """A 13x13 grid of weights 0 to 1 as text, 66 columns wide.

    A full cell shows its label, an empty one a dot, any other its percent.

    >>> print(grid_text([[1, 0.5] + 11 * [0]] + 12 * [13 * [0]])[:200])
         A    K    Q    J    T    9    8    7    6    5    4    3    2
    A   AA  50%    .    .    .    .    .    .    .    .    .    .    .
    K    .    .    .    .    .    .    .    .    .    .    .    .    .
    """
    lines = [" " + "".join(f"{rank:>5}" for rank in _RANKS_DOWN)]
    for row, weights in enumerate(_grid(values)):
        cells = (_cell_text(row, column, weight) for column, weight in enumerate(weights))
        lines.append(_RANKS_DOWN[row] + "".join(f"{cell:>5}" for cell in cells))
    return "\n".join(lines)


def grid_html(values: Iterable[Iterable[float]], title: str = "") -> str:
    """A 13x13 grid of weights 0 to 1 as one HTML table, which also shows where notebooks drop pictures.

    A cell is filled from below as far as its weight goes; a partly filled one tells its
    percent when pointed at. ``title`` is the caption.

    >>> html = grid_html(13 * [13 * [1.0]], title="any two")
    >>> html.startswith("<table") and html.endswith("</table>") and html.count("<td") == 169
    True
    """
    style = "color:inherit;border-collapse:separate;border-spacing:2px;font:12px system-ui,sans-serif"
    parts = [f'<table style="{style}">']
    if title:
        parts.append(f'<caption style="text-align:left;padding:2px 0">{_markup(title)}</caption>')
    for row, weights in enumerate(_grid(values)):
        parts.append("<tr>")
        parts.extend(_grid_cell(row, column, weight) for column, weight in enumerate(weights))
        parts.append("</tr>")
    parts.append("</table>")
    return "".join(parts)


def grid_svg(values: Iterable[Iterable[float]], title: str = "") -> str:
    """A 13x13 grid of weights 0 to 1 as one self-contained SVG element.

    A cell is filled from below as far as its weight goes; a partly filled one tells its
    percent when pointed at. ``title`` is shown above, shortened, and whole to a reader.

    >>> svg = grid_svg(13 * [13 * [1.0]], title="any two")
    >>> svg.startswith("<svg xmlns=") and svg.endswith("</svg>") and svg.count("<text") == 170
    True
    """
    grid = _grid(values)
    name = title or "Range grid"
    top = _HEADING if title else 0
    side = _SIDE * _CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="heq-grid" viewBox="-4 -4 {side + 7} {side + top + 7}"'
        f' width="{side + 7}" height="{side + top + 7}" role="img" aria-label="{_markup(name)}">'
        f"<title>{_markup(name)}</title><style>{_GRID_STYLE}</style>"
    ]
    if title:
        parts.append(f'<text class="h" x="2" y="17">{_markup(shorten(title, 52))}</text>')
    for row, weights in enumerate(grid):
        parts.append(f'<g transform="translate(0 {top + row * _CELL})">')
        parts.extend(_cell_svg(row, column, weight) for column, weight in enumerate(weights))
        parts.append("</g>")
    parts.append("</svg>")
    return "".join(parts)


def table_text(headers: Sequence[str], rows: Iterable[Sequence[object]], align: str = "") -> str:
    """A table in columns two spaces apart.

    Args:
        headers: one per column.
        rows: cells, shown as ``str`` shows them.
        align: "l" or "r" per column; as a rule the first column left and the others right.

    >>> print(table_text(["combo", "equity"], [["AsAh", "85.2"], ["9c8c", "7.1"]]))
    combo  equity
    AsAh     85.2
    9c8c      7.1
    """
    sides = _sides(headers, align)
    lines = [tuple(headers), *(tuple(str(cell) for cell in row) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if side == "l" else cell.rjust(width)
            for cell, width, side in zip(line, widths, sides, strict=True)
        ).rstrip()
        for line in lines
    )


def table_html(headers: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "", align: str = "") -> str:
    """The same table as HTML, with a caption above where there is one.

    >>> table_html(["a<b"], [[1]])
    '<table style="font-variant-numeric:tabular-nums"><thead><tr><th style="text-align:left;padding:2px 8px">a&lt;b</th></tr></thead><tbody><tr><td style="text-align:left;padding:2px 8px">1</td></tr></tbody></table>'
    """
    sides = _sides(headers, align)
    return _table_html(
        [_cell_html("th", _markup(header), side) for header, side in zip(headers, sides, strict=True)],
        ([_cell_html("td", _markup(str(cell)), side) for cell, side in zip(row, sides, strict=True)] for row in rows),
        _markup(caption),
    )


def equity_html(
    rows: Sequence[tuple[str, float, float, float]],
    caption: str = "",
    cards: Sequence[tuple[str, str]] = (),
    errors: Sequence[float] = (),
) -> str:
    """Seats with a bar each, under a line of cards and words.

    The bar is dark as far as the seat wins alone and lighter from there to its equity, which
    is what ties add. A long player is shortened; pointing at it shows the whole text.

    Args:
        rows: (player, equity, win, tie), shares 0 to 1.
        caption: what else there is to say.
        cards: (word, cards) to stand before it, as ("board", "Ks7d2c").
        errors: standard error of each equity where it was sampled, else empty.
    """
    headers = [
        _cell_html("th", "player", "l"),
        _cell_html("th", "equity", "l", ' colspan="2"'),
        *([_cell_html("th", "± error", "r")] if errors else []),
        _cell_html("th", "win", "r"),
        _cell_html("th", "tie", "r"),
    ]
    body = []
    for seat, (player, equity, win, tie) in enumerate(rows):
        short = shorten(player, 40)
        hint = f' title="{_markup(player)}"' if short != player else ""
        numbers = [_share(equity), *([_share(errors[seat])] if errors else []), _share(win), _share(tie)]
        body.append(
            [
                _cell_html("td", _markup(short), "l", hint),
                _cell_html("td", _bar(win, equity), "l"),
                *(_cell_html("td", number, "r") for number in numbers),
            ]
        )
    parts = [f"{_markup(word)} {cards_html(shown)}" for word, shown in cards] + [_markup(caption)] * bool(caption)
    return _table_html(headers, body, ", ".join(parts))


def hand_html(words: str, best: str = "", others: str = "") -> str:
    """A hand: the cards that play, the others faded, and what it is in words.

    >>> hand_html("pair")
    '<div>pair</div>'
    """
    parts = [cards_html(best)] * bool(best)
    if others:
        parts.append(f'<span style="opacity:.65" title="do not play">{cards_html(others)}</span>')
    return f"<div>{' '.join(parts)}{'&ensp;' if parts else ''}{_markup(words)}</div>"


def result_html(boards: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    """A finished hand: the boards, a row a seat, and a line for each pot and whatever else there is to say.

    Args:
        boards: cards of each board, ``??`` where not known.
        rows: seat, hole cards, hand in words, put in, won, net, stack at the end; all as text.
        notes: lines below.
    """
    headers = ["seat", "cards", "hand", "put in", "won", "net", "stack"]

    def cell(tag: str, column: int, content: str) -> str:
        return _cell_html(tag, content, "l" if column < 3 else "r", one_line=column != 2)

    body = [
        [cell("td", column, cards_html(text) if column == 1 else _markup(text)) for column, text in enumerate(row)]
        for row in rows
    ]
    shown = [cards_html(board) for board in boards if board]
    table = _table_html(
        [cell("th", column, header) for column, header in enumerate(headers)],
        body,
        f"board {' and '.join(shown)}" if shown else "",
    )
    return table + "".join(f'<div style="padding:1px 8px">{_markup(note)}</div>' for note in notes)


def cards_text(cards: str) -> str:
    """Cards as ``AsKd`` -> with suit signs; ``??`` stands for a card that is not known.

    >>> cards_text("AsKd??")
    'A♠ K♦ ??'
    """
    return " ".join(rank + _GLYPHS[suit] for rank, suit in _cards(cards))


def cards_html(cards: str) -> str:
    """The same as small cards in the four colours of a four-colour deck.

    >>> cards_html("Kd")
    '<span style="white-space:nowrap;border:1px solid #8888;border-radius:4px;padding:0 4px;color:#3b7ddd">K♦</span>'
    """
    return " ".join(
        f'<span style="{_CARD}color:{_SUIT_COLOURS[suit]}">{rank}{_GLYPHS[suit]}</span>' for rank, suit in _cards(cards)
    )


def shorten(text: str, width: int) -> str:
    """Text on one line of at most ``width`` characters, with dots where it was cut.

    >>> shorten("22+,A2s+,KTs+,QTs+", 12), shorten("22+", 12)
    ('22+,A2s+,...', '22+')
    """
    line = " ".join(text.split())
    return line if len(line) <= width else line[: max(width - 3, 0)] + "..."


def _grid(values: Iterable[Iterable[float]]) -> list[list[float]]:
    grid = [[float(weight) for weight in row] for row in values]
    if len(grid) != _SIDE or any(len(row) != _SIDE for row in grid):
        raise ValueError(
            f"a grid is {_SIDE} rows of {_SIDE} weights; this one has rows of {[len(row) for row in grid]}"
        )
    for row, weights in enumerate(grid):
        for column, weight in enumerate(weights):
            if not -_NEAR <= weight <= 1 + _NEAR:
                raise ValueError(f"weight {weight!r} of {grid_label(row, column)} is not between 0 and 1")
    return grid


def _percent(weight: float) -> str:
    """Never "0%" and never "100%" for a weight between."""
    percent = round(100 * weight)
    return "<1%" if percent < 1 else f"{min(percent, 99)}%"


def _cell_text(row: int, column: int, weight: float) -> str:
    if weight < _NEAR:
        return "."
    return grid_label(row, column) if weight > 1 - _NEAR else _percent(weight)


def _grid_cell(row: int, column: int, weight: float) -> str:
    label, told = grid_label(row, column), ""
    if weight <= _NEAR:
        fill = "#8882;opacity:.7"
    elif weight >= 1 - _NEAR:
        fill = f"{_GREEN}99"
    else:
        percent = f"{100 * weight:.3g}"
        fill = f"linear-gradient(0deg,{_GREEN}99 {percent}%,#8882 {percent}%)"
        told = f' title="{label} {percent}%"'
    return f'<td{told} style="text-align:center;padding:4px;min-width:2.2em;background:{fill}">{label}</td>'


def _cell_svg(row: int, column: int, weight: float) -> str:
    left, size, label = column * _CELL, _CELL - 1, grid_label(row, column)
    text = f'x="{left + size / 2:g}" y="24">{label}</text>'
    if weight < _NEAR:
        return f'<path d="M{left} 0h{size}v{size}H{left}z"/><text class="z" {text}'
    if weight > 1 - _NEAR:
        return f'<path class="w" d="M{left} 0h{size}v{size}H{left}z"/><text {text}'
    edge = round(size * (1 - weight), 1)  # from the top; both parts are see-through, so they must not overlap
    rest = f'<path d="M{left} 0h{size}v{edge:g}H{left}z"/>'
    fill = f'<path class="w" d="M{left} {edge:g}h{size}V{size}H{left}z"/>'
    return f"<g><title>{label} {_markup(_percent(weight))}</title>{rest}{fill}<text {text}</g>"


def _share(share: float) -> str:
    return f"{100 * share:.3f}&nbsp;%"


def _bar(win: float, equity: float) -> str:
    solid, light = (min(max(100 * share, 0), 100) for share in (win, equity))
    return (
        '<div aria-hidden="true" style="width:10em;height:.9em;border-radius:2px;background:'
        f"linear-gradient(90deg,{_GREEN} {solid:.2f}%,{_GREEN}80 {solid:.2f}% {light:.2f}%,#8883 {light:.2f}%)"
        '"></div>'
    )


def _sides(headers: Sequence[str], align: str) -> str:
    sides = align or "l" + "r" * (len(headers) - 1)
    if len(sides) != len(headers) or set(sides) - {"l", "r"}:
        raise ValueError(f'align {align!r} must be "l" or "r" for each of {len(headers)} columns')
    return sides


def _table_html(headers: Iterable[str], rows: Iterable[Iterable[str]], caption: str) -> str:
    """All of it markup."""
    head = f'<caption style="text-align:left;padding:2px 8px">{caption}</caption>' if caption else ""
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"{_TABLE}{head}<thead><tr>{''.join(headers)}</tr></thead><tbody>{body}</tbody></table>"


def _cell_html(tag: str, content: str, side: str, attributes: str = "", *, one_line: bool = False) -> str:
    style = f"text-align:{'left' if side == 'l' else 'right'};padding:2px 8px{';white-space:nowrap' * one_line}"
    return f'<{tag}{attributes} style="{style}">{content}</{tag}>'


def _markup(text: str) -> str:
    """Escaped for XML and HTML, as content or as an attribute; control characters become spaces."""
    from html import escape  # brings 2,231 names of signs along, which a text table does without

    return escape("".join(sign if sign.isprintable() else " " for sign in text))


def _cards(cards: str) -> Iterator[tuple[str, str]]:
    if len(cards) % 2 or any(suit not in _GLYPHS for suit in cards[1::2]):
        raise ValueError(f"cards {cards!r} must be pairs of a rank and a suit c, d, h, s, or ??")
    return zip(cards[::2], cards[1::2], strict=True)
