"""Drawings show every digit, tell clues from found digits, and are well formed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from casbridge.errors import InputError
from casbridge.puzzles import (
    Puzzle,
    Solution,
    draw_html,
    draw_latex,
    draw_svg,
    draw_text,
    graph,
    jigsaw,
    latin,
    sudoku,
    with_constraints,
)
from casbridge.puzzles.variants import Cage, LittleKiller, Parity, Thermometer
from casbridge.puzzles.variants.drawing import above, below, number_outside

SVG = "{http://www.w3.org/2000/svg}"
SHIDOKU = Puzzle(sudoku(2, 2), (1, 2, 0, 0, 0, 0, 1, 2, 2, 0, 3, 0, 4, 0, 0, 0), "<a & b>\x1b")
SOLVED = Solution(SHIDOKU, (1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 3, 4, 4, 3, 2, 1))
JIGSAW = Puzzle(jigsaw((0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3), diagonals=True), (0,) * 16)
TRIANGLE = Puzzle(graph(3, ((0, 1), (1, 2), (0, 2)), 3), (1, 0, 0))
COLOURED = Solution(TRIANGLE, (1, 2, 3))
ALL = [SHIDOKU, JIGSAW, TRIANGLE, Puzzle(latin(36), (36,) * 36**2), Puzzle(graph(0, (), 1), ())]


def test_regions_are_drawn_with_their_junctions() -> None:
    assert draw_text(JIGSAW).splitlines() == [
        "┌───────────┬───┐",
        "│ .   .   . │ . │",
        "│   ┌───────┘   │",
        "│ . │ .   .   . │",
        "├───┴───────┬───┤",
        "│ .   .   . │ . │",
        "│   ┌───────┘   │",
        "│ . │ .   .   . │",
        "└───┴───────────┘",
    ]


def test_colours_tell_clues_from_found_digits() -> None:
    first = draw_text(SHIDOKU, SOLVED, colour=True).splitlines()[1]
    assert first == "│ \x1b[1m1\x1b[0m \x1b[1m2\x1b[0m │ \x1b[36m4\x1b[0m \x1b[36m3\x1b[0m │"
    assert "\x1b" not in draw_text(SHIDOKU, SOLVED)
    assert draw_text(TRIANGLE, COLOURED, colour=True).count("\x1b[1m") == 1


@pytest.mark.parametrize("puzzle", ALL)
def test_svg_is_xml_with_a_title(puzzle: Puzzle) -> None:
    root = ElementTree.fromstring(draw_svg(puzzle))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert (root[0].text or "").isprintable()


def test_svg_shows_clues_in_bold() -> None:
    texts = ElementTree.fromstring(draw_svg(SHIDOKU, SOLVED)).findall(f"{SVG}text")
    assert "".join(text.text or "" for text in texts) == SOLVED.line
    bold = [text.get("font-weight") == "bold" for text in texts]
    assert bold == [digit > 0 for digit in SHIDOKU.givens]
    assert {text.get("fill") for text in texts if text.get("font-weight") != "bold"} == {"#1259b8"}


def test_svg_shades_diagonals_and_fills_vertices() -> None:
    assert len(ElementTree.fromstring(draw_svg(JIGSAW)).findall(f"{SVG}rect")) == 1 + 8
    circles = ElementTree.fromstring(draw_svg(TRIANGLE, COLOURED)).findall(f"{SVG}circle")
    assert len({circle.get("fill") for circle in circles}) == 3


class _Balanced(HTMLParser):
    """Checks that every element that opens closes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("puzzle", ALL)
def test_html_is_a_page_that_needs_nothing_else(puzzle: Puzzle) -> None:
    page = draw_html(puzzle)
    parser = _Balanced()
    parser.feed(page)
    assert parser.open == []
    assert "src=" not in page
    assert "href=" not in page
    assert "\x1b" not in page


def test_latex_draws_boxes() -> None:
    latex = draw_latex(SHIDOKU, SOLVED)
    assert latex.startswith(r"$\begin{array}{|cc|cc|}\hline \mathbf{1} & \mathbf{2} & 4 & 3 \\ ")
    assert latex.count(r"\hline") == 3
    assert draw_latex(TRIANGLE, COLOURED) == r"$v_{1} = \mathbf{1},\; v_{2} = 2,\; v_{3} = 3$"


@pytest.mark.parametrize("shown", [SHIDOKU, SOLVED, TRIANGLE, COLOURED])
def test_notebooks_show_puzzles_and_solutions(shown: Puzzle | Solution) -> None:
    assert shown._repr_html_().startswith("<figure")
    assert shown._repr_svg_().startswith("<svg")
    assert shown._repr_latex_().startswith("$")


def test_notebooks_show_a_layout_as_its_empty_grid() -> None:
    shown = SHIDOKU.layout._repr_html_()
    assert shown == Puzzle(SHIDOKU.layout, (0,) * 16)._repr_html_() != SHIDOKU._repr_html_()
    assert "0 given" in shown


def test_solutions_know_whether_they_are_right() -> None:
    assert SOLVED.violation() is None
    wrong = Solution(SHIDOKU, (1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 3, 4, 4, 3, 1, 2))
    assert wrong.violation() == "column 3: r2c3 and r4c3 are both 1"
    assert SOLVED.line == "1243341221344321"
    assert str(SOLVED) == draw_text(SHIDOKU, SOLVED)
    with pytest.raises(InputError, match="a solution with 1 cells; expected 16"):
        Solution(SHIDOKU, (1,))


def test_a_thermometers_bulb_is_not_drawn_as_an_odd_mark() -> None:
    drawn = ["".join(below([one], 4, 36, 6)) for one in (Thermometer((0, 1)), Parity(0, False))]
    fills = [set(re.findall(r'<circle[^>]* fill="([^"]+)"', picture)) for picture in drawn]
    assert len(fills[0]) == 2  # an outline
    assert len(fills[1]) == 1


def test_dashes_and_digits_leave_room_for_the_sum_of_a_cage() -> None:
    cage = Cage((0, 1), 12)
    picture = next(above([cage], 4, 36, 6))
    x, y = (float(re.search(rf'<text[^>]* {axis}="([\d.]+)"', picture)[1]) for axis in "xy")  # type: ignore[index]
    lines = re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", picture)
    top = min(float(a) for a, b, way, _ in lines if way == "H" and float(b) < y)
    left = min(float(b) for a, b, way, _ in lines if way == "V" and float(a) < x + 1)
    assert top > x + 2 * 9 * 0.55  # two digits of 9 pixels
    assert left > y
    puzzle = Puzzle(with_constraints(latin(4), [cage]), (1, 2, *(0,) * 14))
    places = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="20"', draw_svg(puzzle))
    (first_x, first_y), (second_x, second_y) = [(float(a), float(b)) for a, b in places]
    assert first_x > second_x - 36
    assert first_y > second_y
    assert first_y - 0.73 * 20 > y  # the top of the digit is below the foot of the sum


def test_two_little_killers_do_not_share_a_number() -> None:
    clues = [LittleKiller(1, "down-left", 5), LittleKiller(3, "down-right", 10)]  # both between columns 2 and 4
    layout = with_constraints(latin(6), clues)
    (x, y), (u, v) = (number_outside(one, layout.constraints, 6, 36, 30) or (0, 0) for one in layout.constraints)
    assert abs(x - u) > 20 or abs(y - v) > 14
