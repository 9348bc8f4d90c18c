"""Text, SVG and HTML from plain data: layout, escaping, size and what an edge weight looks like."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import numpy.typing as npt
import pytest

import holdem_eq as he
from holdem_eq import display
from holdem_eq.cards import parse_cards
from holdem_eq.rules import (
    Award,
    Call,
    DealBoard,
    DealHole,
    Fold,
    Hand,
    HandResult,
    Pot,
    RaiseTo,
    Rules,
    replay,
)

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert(\"1\")</script> & 'x' \x07 ü ♠"


def grid(**cells: float) -> npt.NDArray[np.float64]:
    """An empty grid with the named cells set."""
    values = np.zeros((13, 13))
    for row in range(13):
        for column in range(13):
            values[row, column] = cells.pop(display.grid_label(row, column), 0.0)
    assert not cells
    return values


class Outline(HTMLParser):
    """Tags that were opened and not closed, titles and the text of each cell."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.titles: list[str | None] = []
        self.cells: list[str] = []
        self.text = ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.append(tag)
        self.titles.extend(value for name, value in attrs if name == "title")
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "td" in self.open or "th" in self.open:
            self.cells[-1] += data


def test_grid_label_names_every_starting_hand_once() -> None:
    labels = {display.grid_label(row, column) for row in range(13) for column in range(13)}
    assert len(labels) == 169
    assert [display.grid_label(*place) for place in ((12, 12), (0, 12), (12, 0), (4, 5))] == ["22", "A2s", "A2o", "T9s"]


def test_grid_text_puts_each_weight_under_its_ranks() -> None:
    text = display.grid_text(grid(AA=1, AKs=1, AKo=0.5, T9s=0.25))
    lines = text.splitlines()
    cells = {line[0]: line.split()[1:] for line in lines[1:]}
    assert lines[0].split() == list("AKQJT98765432")
    assert cells["A"] == ["AA", "AKs", *11 * ["."]]
    assert cells["K"] == ["50%", *12 * ["."]]
    assert cells["T"][5] == "25%"
    assert {len(line) for line in lines} == {66}
    assert len(lines) == 14


@pytest.mark.parametrize(
    ("weight", "shown"),
    [
        (0.0, "."),
        (1e-12, "."),
        (1e-4, "<1%"),
        (0.01, "1%"),
        (0.5, "50%"),
        (0.994, "99%"),
        (0.9999, "99%"),
        (1 - 1e-12, "AA"),
        (1 + 1e-12, "AA"),
        (1.0, "AA"),
    ],
)
def test_grid_text_never_rounds_a_part_to_nothing_or_all(weight: float, shown: str) -> None:
    assert display.grid_text(grid(AA=weight)).splitlines()[1].split()[1] == shown


@pytest.mark.parametrize("draw", [display.grid_text, display.grid_svg, display.grid_html])
@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan"), float("inf")])
def test_grid_refuses_what_is_no_weight(draw: object, weight: float) -> None:
    assert callable(draw)
    with pytest.raises(ValueError, match=r"weight .* of KQs is not between 0 and 1"):
        draw(grid(KQs=weight))


@pytest.mark.parametrize("shape", [(13, 12), (12, 13), (0, 0), (14, 14)])
def test_grid_refuses_another_shape(shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="13 rows of 13"):
        display.grid_text(np.zeros(shape))


def test_grid_html_fills_a_cell_from_below_by_its_weight() -> None:
    html = display.grid_html(grid(AA=1, AKs=0.25), title=NASTY)
    cells = re.findall(r"<td[^>]*>[^<]*</td>", html)
    assert len(cells) == 169
    assert "linear-gradient(0deg,#2fa36b99 25%,#8882 25%)" in cells[1]
    assert 'title="AKs 25%"' in cells[1]
    assert "background:#2fa36b99" in cells[0]
    assert "opacity" in cells[2]
    assert "<script" not in html.lower()
    assert len(html) < 25_000


def test_grid_svg_fills_a_cell_from_below_by_its_weight() -> None:
    root = ET.fromstring(display.grid_svg(grid(AA=1, AKs=0.25)))
    filled = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("class") == "w"]
    assert filled == ["M0 0h39v39H0z", "M40 29.2h39V39H40z"]
    assert [title.text for title in root.iter(f"{SVG}title")] == ["Range grid", "AKs 25%"]


def test_grid_svg_shows_all_labels_in_place() -> None:
    root = ET.fromstring(display.grid_svg(grid(AA=1)))
    rows = [[text.text for text in row.iter(f"{SVG}text")] for row in root.findall(f"{SVG}g")]
    assert rows == [[display.grid_label(row, column) for column in range(13)] for row in range(13)]


def test_grid_svg_is_accessible_escaped_and_self_contained() -> None:
    svg = display.grid_svg(np.full((13, 13), 0.37), title=NASTY)
    root = ET.fromstring(svg)  # also: well-formed, so no raw control character
    shown = NASTY.replace("\x07", " ")
    assert root.get("role") == "img"
    assert root.get("aria-label") == shown
    assert root.findtext(f"{SVG}title") == shown
    assert "script" not in {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|href|url\(|@import| id=| on\w+=", svg)
    assert "prefers-color-scheme:dark" in svg
    assert "currentColor" in svg


def test_grid_svg_style_touches_nothing_else_on_the_page() -> None:
    style = ET.fromstring(display.grid_svg(grid())).findtext(f"{SVG}style")
    assert style is not None
    selectors = re.findall(r"([^{}]+)\{", style.replace("@media(prefers-color-scheme:dark){", ""))
    assert len(selectors) == 8
    assert all(selector.strip().startswith(".heq-grid") for selector in selectors)


def test_grid_svg_is_light() -> None:
    assert len(display.grid_svg(np.full((13, 13), 0.37), title=100 * "x").encode()) < 25_000
    assert len(display.grid_svg(np.ones((13, 13))).encode()) < 15_000


def test_long_title_is_shortened_where_it_is_drawn_only() -> None:
    root = ET.fromstring(display.grid_svg(grid(), title=200 * "x"))
    assert root.findtext(f"{SVG}text") == 49 * "x" + "..."
    assert root.findtext(f"{SVG}title") == 200 * "x"


def test_table_text_aligns_and_leaves_no_trailing_space() -> None:
    text = display.table_text(["a", "long header", "c"], [["xyz", 1, "left"], ["x", 22.5, "l"]], align="lrl")
    assert text == "a    long header  c\nxyz            1  left\nx           22.5  l"


def test_table_text_without_rows_is_its_header() -> None:
    assert display.table_text(["a", "b"], []) == "a  b"


@pytest.mark.parametrize("table", [display.table_text, display.table_html])
def test_tables_refuse_uneven_rows_and_unknown_alignment(table: object) -> None:
    assert callable(table)
    with pytest.raises(ValueError, match=r"shorter|longer"):
        table(["a", "b"], [["1"]])
    with pytest.raises(ValueError, match="align 'lc'"):
        table(["a", "b"], [], align="lc")


def test_table_html_escapes_everything_and_closes_every_tag() -> None:
    markup = display.table_html([NASTY, "n"], [[NASTY, 1.5]], caption=NASTY)
    outline = Outline(markup)
    shown = NASTY.replace("\x07", " ")
    assert not outline.open
    assert outline.cells == [shown, "n", shown, "1.5"]
    assert "script" not in outline.tags
    assert "caption" in outline.tags
    assert "caption" not in Outline(display.table_html(["a"], [])).tags


def test_equity_html_shows_each_seat_and_its_bar() -> None:
    markup = display.equity_html([("QQ+", 0.6504829983, 0.62, 0.0609659966), (NASTY, 0.0, 0.0, 0.0)], "board <b>")
    outline = Outline(markup)
    assert not outline.open
    assert outline.cells[:4] == ["player", "equity", "win", "tie"]
    assert outline.cells[4:9] == ["QQ+", "", "65.048\xa0%", "62.000\xa0%", "6.097\xa0%"]
    assert "62.00%" in markup
    assert "65.05%" in markup
    assert "board &lt;b&gt;" in markup
    assert outline.tags.count("div") == 2


def test_equity_html_shortens_a_long_player_and_keeps_the_whole_text() -> None:
    long = ",".join(f"{rank}{rank}" for rank in "AKQJT98765432") + ",A2s+,<K2s+>"
    outline = Outline(display.equity_html([(long, 0.5, 0.5, 0.0), ("short", 0.5, 0.5, 0.0)], ""))
    assert outline.titles == [long]
    assert outline.cells[4] == long[:37] + "..."


def test_cards_in_text_and_html() -> None:
    assert display.cards_text("") == ""
    assert display.cards_text("2c3d4h5s") == "2♣ 3♦ 4♥ 5♠"
    assert len(set(re.findall(r"color:([^\"]+)", display.cards_html("2c3d4h5s")))) == 4
    for bad in ("A", "Ax", "AsK"):
        with pytest.raises(ValueError, match="pairs of a rank and a suit"):
            display.cards_text(bad)


def test_cards_that_nobody_knows() -> None:
    assert display.cards_text("As??") == "A♠ ??"
    assert Outline(display.cards_html("??As")).tags == ["span", "span"]


def test_equity_html_shows_cards_and_errors_where_there_are_any() -> None:
    rows = [("AA", 0.8, 0.8, 0.0), ("KK", 0.2, 0.2, 0.0)]
    markup = display.equity_html(rows, "monte carlo", [("board", "Ks7d2c"), ("<dead>", "2d")], [0.01, 0.02])
    outline = Outline(markup)
    assert not outline.open
    assert outline.cells[:5] == ["player", "equity", "± error", "win", "tie"]
    assert outline.cells[5:10] == ["AA", "", "80.000\xa0%", "1.000\xa0%", "80.000\xa0%"]
    assert outline.text.startswith("board K♠ 7♦ 2♣, <dead> 2♦, monte carlo")


def test_hand_html_tells_cards_that_play_from_others() -> None:
    outline = Outline(display.hand_html(NASTY, "AsAdKcKdQh", "7s2c"))
    assert not outline.open
    assert outline.text == "A♠ A♦ K♣ K♦ Q♥ 7♠ 2♣\u2002" + NASTY.replace("\x07", " ")
    assert outline.titles == ["do not play"]
    assert "script" not in outline.tags


def test_a_hand_rank_shows_its_cards() -> None:
    rank = he.evaluate("7s 2c As Ad Kc Kd Qh")
    assert Outline(rank._repr_html_()).text == "A♠ A♦ K♦ K♣ Q♥ 7♠ 2♣\u2002two pair, aces and kings, queen kicker"
    assert Outline(he.HandRank(int(rank))._repr_html_()).text == str(rank)
    assert Outline(he.evaluate("AsKsQsJsTs")._repr_html_()).titles == []


def test_result_html_escapes_and_closes_everything() -> None:
    outline = Outline(display.result_html(["As??Kd", ""], [[NASTY, "AsAd", *5 * [NASTY]]], [NASTY]))
    shown = NASTY.replace("\x07", " ")
    assert not outline.open
    assert outline.cells[7:] == [shown, "A♠ A♦", *5 * [shown]]
    assert outline.text.endswith(shown)
    assert "board A♠ ?? K♦" in outline.text
    assert "script" not in outline.tags


def test_a_finished_hand_shows_pots_winners_and_stacks() -> None:
    hand = Hand(
        stacks=(1000, 100, 300, 1000),
        posts=(25, 50, 0, 0),
        rules=Rules(rake=5),
        actions=(
            *(DealHole(seat, parse_cards(cards)) for seat, cards in [(1, "AsAh"), (2, "QsQh"), (3, "JsJh")]),
            *(RaiseTo(2, 300), RaiseTo(3, 1000), Fold(0), Call(1)),
            *(DealBoard(parse_cards(cards)) for cards in ("2c5d7h", "9s", "Kc")),
        ),
    )
    outline = Outline(replay(hand)._repr_html_())
    assert not outline.open
    rows = [outline.cells[start : start + 7] for start in range(7, 35, 7)]
    assert rows[0] == ["seat 0", "", "", "25", "0", "-25", "975"]
    assert rows[1] == ["seat 1", "A♠ A♥", "pair, aces, king, nine and seven kickers", "100", "320", "+220", "320"]
    assert [row[5:] for row in rows[2:]] == [["+100", "400"], ["-300", "700"]]
    assert outline.text.startswith("board 2♣ 5♦ 7♥ 9♠ K♣")
    for line in (
        "main pot of 325 (seats 1, 2, 3): 320 to seat 1",
        "side pot 1 of 400 (seats 2, 3): 400 to seat 2",
        "uncalled: 700 back to seat 3",
        "rake: 5",
    ):
        assert line in outline.text


def test_a_hand_that_nobody_saw_and_chips_that_do_not_divide() -> None:
    folded = Outline(replay(Hand((100, None, 100), posts=(1, 2, 0), actions=(Fold(2), Fold(0))))._repr_html_())
    assert folded.cells[14:21] == ["seat 1", "", "", "1", "2", "+1", "?"]
    result = HandResult(
        pots=(Pot(5, (0, 1)),),
        uncalled=None,
        rake=0,
        awards=(Award(0, 1, "high", 0, Fraction(5, 2)),),
        final_stacks=(Fraction(5, 2), 0),
        collected=(Fraction(5, 2), Fraction(5, 2)),
        contributions=(2, 3),
        net=(Fraction(1, 2), Fraction(-1, 2)),
        boards=((), ()),
    )
    outline = Outline(result._repr_html_())
    assert outline.cells[7:14] == ["seat 0", "", "", "2", "5/2", "+1/2", "5/2"]
    assert outline.cells[19] == "-1/2"
    assert "5/2 to seat 0 on board 2 (high)" in outline.text


def test_an_equity_result_shows_board_and_error() -> None:
    exact = Outline(he.equity("AA", "KK", board="Qs7d2c", dead="2d")._repr_html_())
    assert exact.text.startswith("board Q♠ 7♦ 2♣, dead 2♦, exhaustive, ")
    assert "± error" not in exact.cells
    sampled = Outline(he.equity("AA", "KK", method="monte_carlo", samples=1000, seed=1)._repr_html_())
    assert sampled.text.startswith("monte carlo, 1,000 deals")
    assert "± error" in sampled.cells


def test_shorten_makes_one_line() -> None:
    assert display.shorten("a\n b", 9) == "a b"
    assert display.shorten("abcdefgh", 8) == "abcdefgh"
    assert display.shorten("abcdefghi", 8) == "abcde..."


def test_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import runpy, sys; runpy.run_path(sys.argv[1]);"
        "print(sorted({'holdem_eq', 'numpy', 'numba', 'pandas', 'html'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code, display.__file__]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
