"""The game on the page of an explanation in a real browser, mostly by the keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casbridge.board.solutions import solutions
from casbridge.chance import Chance
from casbridge.logic import Explanation, explain
from casbridge.logic.text.page import explanation_page
from casbridge.logic.text.words import describe
from casbridge.puzzles import Puzzle, graph, latin, sudoku, with_constraints
from casbridge.puzzles.reading import read_puzzles
from casbridge.puzzles.rules import further_rules, own_rule
from casbridge.puzzles.variants import Arrow, Cage, SandwichSum, Thermometer
from tests.chromium import Chromium

pytestmark = pytest.mark.chromium

SHIDOKU = ".4.....1..3.2..."
#: It needs chains and presets.
HARD = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."
SEVERAL = "1..............."
_EXAMPLES = Path(__file__).parents[2] / "examples" / "puzzles"
KILLER, THERMOMETERS = ((_EXAMPLES / f"{name}.toml").read_text() for name in ("killer", "thermometers"))
STORED = "localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('casbridge:game:')))"


class Game:
    """A page at its game."""

    def __init__(self, browser: Chromium, explanation: Explanation, file: Path) -> None:
        self.browser, self.explanation, self.layout = browser, explanation, explanation.puzzle.layout
        file.write_text(explanation_page(explanation), encoding="utf-8")
        self.address = f"{file.as_uri()}#playing"
        # A page that is left in the middle of a game keeps it; at the steps there is no game.
        browser.open(file.as_uri())
        browser.value("void localStorage.clear()")
        self.again()

    def again(self) -> None:
        self.browser.open(self.address)

    def text(self, name: str) -> str:
        return str(self.browser.value(f"document.getElementById({json.dumps(name)}).textContent"))

    def label(self, cell: int) -> str:
        return str(self.browser.value(f"document.querySelector('[data-cell=\"{cell}\"]').getAttribute('aria-label')"))

    def chosen(self) -> int:
        return int(self.browser.value("document.querySelector('.touch [tabindex=\"0\"]').dataset.cell"))

    def reach_grid(self) -> None:
        """Tab until the focus is in the grid."""
        for _ in range(12):
            if self.browser.value("!!document.activeElement.closest('.touch')"):
                return
            self.browser.press("Tab")
        raise AssertionError("Tab does not lead to the grid")

    def walk(self, cell: int) -> None:
        """To a cell, by arrows."""
        for _ in range(2 * self.layout.side):
            (row, column), (to_row, to_column) = (divmod(one, self.layout.side) for one in (self.chosen(), cell))
            if (row, column) == (to_row, to_column):
                break
            key = "ArrowDown" if row < to_row else "ArrowUp" if row > to_row else ""
            self.browser.press(key or ("ArrowRight" if column < to_column else "ArrowLeft"))
        assert self.chosen() == cell
        assert self.browser.value("document.activeElement.dataset.cell") == str(cell)

    def hint(self) -> list[str]:
        """All sentences of the next hint."""
        said: list[str] = []
        for _ in range(4):
            self.browser.press("?")
            now = self.browser.value("[...document.querySelectorAll('#hints li')].map((item) => item.textContent)")
            assert self.text("message") == now[-1]
            if now == said:
                break
            said = list(now)
        return said

    def start_from(self, values: list[int], **other: Any) -> None:
        """A game that the browser has kept."""
        marks: list[list[int]] = [[] for _ in values]
        game = {"version": 1, "values": values, "marks": marks, "seconds": 5, "shown": [], **other}
        self.keep(json.dumps(game))

    def keep(self, text: str) -> None:
        key = re.search(r'"key":"(\w+)"', explanation_page(self.explanation))
        assert key is not None
        self.browser.open("about:blank")
        self.browser.open(self.address.partition("#")[0])
        self.browser.value(f"void localStorage.setItem('casbridge:game:{key[1]}', {json.dumps(text)})")
        self.again()


@pytest.fixture(autouse=True)
def no_complaint(browser: Chromium) -> Iterator[None]:
    """The page throws nothing and loads nothing; no rule of its policy is broken."""
    browser.window(1280, 900)
    yield
    browser.assert_quiet("file:", "data:", "about:")


def game(browser: Chromium, folder: Path, line: str) -> Game:
    return Game(browser, explain(read_puzzles(line)[0]), folder / "page.html")


@pytest.mark.parametrize("line", [SHIDOKU, KILLER, THERMOMETERS, pytest.param(HARD, marks=pytest.mark.slow)])
def test_hints_and_the_keyboard_lead_to_the_end(browser: Chromium, tmp_path: Path, line: str) -> None:
    """Each hint is true, grows to four sentences, and finds a digit or removes one that is wrong."""
    played = game(browser, tmp_path, line)
    solution = played.explanation.solution
    assert solution is not None
    played.reach_grid()
    sentences = {describe(played.layout, step).partition(": ")[2] for step in played.explanation.steps}
    names = {played.layout.cell_name(cell): cell for cell in range(played.layout.cells)}
    for _ in range(400):
        if played.text("left") == "all cells are filled":
            break
        said = played.hint()
        assert len(said) == 4
        assert said[0].startswith("Look at ")
        if found := re.fullmatch(r"(r\d+c\d+) is (\d+)\.", said[3]):
            cell, digit = names[found[1]], int(found[2])
            assert solution.digits[cell] == digit
            played.walk(cell)
            browser.press(str(digit))
        else:
            assert any(said[3].rstrip(".") in sentence for sentence in sentences), said
    assert re.fullmatch(r"Solved in \d+:\d\d\.", played.text("message"))
    filled = json.loads(browser.value(STORED))["values"]
    assert filled == list(solution.digits)
    browser.press("?")
    assert played.text("message") == "Nothing is left to find: each cell has its digit."


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_hints_hold_when_the_player_went_another_way(browser: Chromium, tmp_path: Path, seed: int) -> None:
    """From right digits in any cells, every hint is true of the grid as it stands."""
    played = game(browser, tmp_path, HARD)
    solution = played.explanation.solution
    assert solution is not None
    chance = Chance(seed)
    values = [
        given or digit * (chance.below(3) == 0)
        for given, digit in zip(played.explanation.puzzle.givens, solution.digits, strict=True)
    ]
    played.start_from(values)
    names = {played.layout.cell_name(cell): cell for cell in range(played.layout.cells)}
    peers = {
        cell: {other for unit in played.layout.units if cell in unit.cells for other in unit.cells} - {cell}
        for cell in range(81)
    }
    for _ in range(12):
        said = played.hint()
        assert len(said) == 4, said
        if found := re.fullmatch(r"(r\d+c\d+) is (\d+)\.", said[3]):
            assert not values[names[found[1]]]
            assert solution.digits[names[found[1]]] == int(found[2])
            if naked := re.fullmatch(r"(r\dc\d) has no candidate left but (\d)\.", said[2]):
                # It has none among the digits of its peers.
                assert int(naked[2]) not in {values[other] for other in peers[names[naked[1]]]}
            played.browser.value(f"document.querySelector('[data-cell=\"{names[found[1]]}\"]').focus()")
            played.browser.press(found[2])
            values[names[found[1]]] = int(found[2])
        else:
            for digit, cells in re.findall(r"(\d) (?:is removed )?from ((?:r\dc\d(?:, | and )?)+)", said[3]):
                for cell in re.findall(r"r\dc\d", cells):
                    assert solution.digits[names[cell]] != int(digit), said


def test_digits_marks_undo_and_what_is_given(browser: Chromium, tmp_path: Path) -> None:
    played = game(browser, tmp_path, SHIDOKU)
    played.reach_grid()
    assert played.chosen() == 0
    browser.press("3")
    assert played.label(0) == "r1c1: 3"
    browser.press(" ")
    assert browser.value("document.getElementById('pencil').getAttribute('aria-pressed')") == "true"
    browser.press("ArrowDown")
    for key in "143":
        browser.press(key)
    browser.press("4")
    assert played.label(4) == "r2c1: blank, pencil marks 1 3"
    browser.press("ArrowUp")
    browser.press("ArrowRight")
    browser.press("2")
    assert (played.label(1), played.text("message")) == ("r1c2: 4, given", "r1c2 is given.")
    for _ in range(4):
        browser.press("z", ctrl=True)
    assert (played.label(0), played.label(4)) == ("r1c1: 3", "r2c1: blank")
    browser.press("z", ctrl=True)
    assert played.label(0) == "r1c1: blank"
    assert browser.value("document.getElementById('undo').disabled") is True
    for _ in range(5):
        browser.press("y", ctrl=True)
    assert (played.label(0), played.label(4)) == ("r1c1: 3", "r2c1: blank, pencil marks 1 3")
    browser.press("Home")
    browser.press("Delete")
    assert played.label(0) == "r1c1: blank"
    browser.click("#fill")
    assert played.label(15) == "r4c4: blank, pencil marks 4"
    browser.click("#restart")
    assert played.label(15) == "r4c4: blank"
    browser.click("#undo")
    assert played.label(15) == "r4c4: blank, pencil marks 4"
    browser.press("End")
    assert played.label(0) == "r1c1: blank, pencil marks 1 3"


def test_check_and_hints_name_a_wrong_digit(browser: Chromium, tmp_path: Path) -> None:
    played = game(browser, tmp_path, SHIDOKU)
    browser.click("#check")
    assert played.text("message") == "No digit to check so far."
    browser.press("1")
    browser.click("#check")
    assert played.text("message") == "Your digit agrees with the only solution."
    played.reach_grid()
    played.walk(15)
    browser.press("4")
    played.walk(2)
    browser.press("3")
    browser.click("#check")
    assert played.text("message") == "Wrong: r1c3."
    assert played.label(2) == "r1c3: 3, wrong"
    assert played.hint() == ["A digit in the grid is wrong. Find it first.", "It is in r1c3."]


@pytest.mark.parametrize(
    ("puzzle", "checked", "hinted"),
    [
        (read_puzzles(SEVERAL)[0], "several solutions", "No further step: several solutions: each"),
        (Puzzle(sudoku(1, 2), (1, 1, 0, 0)), "no solution, so no digit", "No solution: the givens lead"),
    ],
)
def test_a_puzzle_without_one_only_solution(
    browser: Chromium, tmp_path: Path, puzzle: Puzzle, checked: str, hinted: str
) -> None:
    played = Game(browser, explain(puzzle), tmp_path / "page.html")
    browser.press("2")
    browser.click("#check")
    assert checked in played.text("message")
    assert played.hint()[-1].startswith(hinted)


def test_a_full_grid_of_a_puzzle_with_several_solutions(browser: Chromium, tmp_path: Path) -> None:
    played = Game(browser, explain(Puzzle(sudoku(1, 2), (0, 0, 0, 0))), tmp_path / "page.html")
    played.reach_grid()
    for key in ("1", "ArrowRight", "2", "ArrowDown", "2", "ArrowLeft", "2"):
        browser.press(key)
    assert played.text("message") == "All cells are filled, but something is wrong. Check shows where."
    for key in ("1", "ArrowRight", "1", "ArrowLeft", "2"):
        browser.press(key)
    assert played.text("message").startswith("All cells are filled, and no two equal digits meet.")


def test_clues_are_checked_where_there_is_not_one_only_solution(browser: Chromium, tmp_path: Path) -> None:
    clues = [Cage((1, 2, 3), 9), SandwichSum(True, 3, 5), Thermometer((5, 6)), Arrow((6,), (10, 13))]
    puzzle = Puzzle(with_constraints(latin(4), clues), (0,) * 16)
    played = Game(browser, explain(puzzle), tmp_path / "page.html")
    assert played.explanation.solution is None
    right = solutions(puzzle)[0]
    rows = [right[start : start + 4] for start in range(0, 16, 4)]
    grids = [right] + [tuple(digit for row in order for digit in row) for order in (rows[::-1], rows[1:] + rows[:1])]
    grids.append(tuple(5 - digit for digit in right))
    for grid in grids:
        broken = [one.name for one in puzzle.layout.relations if not one.holds([grid[cell] for cell in one.cells])]
        assert bool(broken) == (grid is not right)
        played.start_from([*grid])
        browser.click("#check")
        said = played.text("message")
        if broken:
            assert said.endswith(f"Not so: {'; '.join(broken)}.")
        else:
            assert said.startswith("All your 16 digits agree with the rules and what the explanation proves: ")
    played.start_from([*right[:-1], 0])
    played.reach_grid()
    played.walk(15)
    browser.press(str(right[-1]))
    assert played.text("message").startswith("All cells are filled, and no two equal digits meet; all clues hold.")


NO_GAMES = [
    "nonsense",
    json.dumps({"version": 1, "values": [9] * 16, "marks": [[]] * 16, "seconds": 0, "shown": []}),
    "",
    "null",
    "[]",
    '{"version": 1}',
    '{"version": 2, "values": [], "marks": [], "seconds": 0, "shown": []}',
    json.dumps({"version": 1, "values": [0] * 16, "marks": [["<img>"]] * 16, "seconds": 0, "shown": []}),
    json.dumps({"version": 1, "values": [0] * 16, "marks": [[]] * 16, "seconds": 1e300, "shown": [-1]}),
    '{"version": 1, "values": {"length": 16}, "marks": [], "__proto__": 1}',
    "[" * 100_000,
]


@pytest.mark.parametrize(
    "text", [*NO_GAMES[:2], *[pytest.param(text, marks=pytest.mark.slow) for text in NO_GAMES[2:]]]
)
def test_what_is_no_game_is_not_taken(browser: Chromium, tmp_path: Path, text: str) -> None:
    played = game(browser, tmp_path, SHIDOKU)
    played.keep(text)
    assert played.text("message") == "What this browser kept is no game of this puzzle. A new game begins."
    assert (played.label(0), played.label(1)) == ("r1c1: blank", "r1c2: 4, given")


def test_a_game_is_kept(browser: Chromium, tmp_path: Path) -> None:
    played = game(browser, tmp_path, SHIDOKU)
    browser.press("1")
    browser.press("ArrowDown")
    browser.press(" ")
    browser.press("3")
    played.again()
    assert played.text("message") == "The game that was kept in this browser goes on."
    assert (played.label(0), played.label(4)) == ("r1c1: 1", "r2c1: blank, pencil marks 3")
    browser.value("new Promise((done) => setTimeout(done, 1100))")
    assert played.text("clock") == "0:01"
    # Another puzzle has another game.
    other = Game(browser, explain(read_puzzles(SEVERAL)[0]), tmp_path / "other.html")
    assert other.label(4) == "r2c1: blank"


def test_a_paused_game_stands_still(browser: Chromium, tmp_path: Path) -> None:
    """The grid is hidden, the clock stops, and no key writes; the same button goes on."""
    played = game(browser, tmp_path, SHIDOKU)
    played.reach_grid()
    browser.click("#pause")
    browser.press("1")
    browser.value("new Promise((done) => setTimeout(done, 1200))")
    assert browser.value("getComputedStyle(document.querySelector('.board')).visibility") == "hidden"
    assert (played.label(0), played.text("clock")) == ("r1c1: blank", "0:00")
    # The focus goes back to the grid.
    browser.press("Enter")
    browser.press("1")
    assert played.label(0) == "r1c1: 1"
    # A game is not paused when it begins again.
    browser.click("#pause")
    browser.click("#to-steps")
    browser.click("#to-play")
    assert browser.value("getComputedStyle(document.querySelector('.board')).visibility") == "visible"


def test_the_rules_are_on_the_screen_and_on_paper(browser: Chromium, tmp_path: Path) -> None:
    from pypdf import PdfReader

    played = game(browser, tmp_path, KILLER)
    rules = browser.value("document.querySelector('.rules').innerText")
    for rule in (own_rule(played.layout), *further_rules(played.layout)):
        assert rule in rules
    (tmp_path / "page.pdf").write_bytes(browser.pdf())
    (sheet,) = PdfReader(tmp_path / "page.pdf").pages
    assert "dashed cage" in sheet.extract_text()


def test_without_a_store_the_game_goes_on(browser: Chromium, tmp_path: Path) -> None:
    """A notebook's frame has no store."""
    file = tmp_path / "notebook.html"
    file.write_text(f"<!DOCTYPE html>{explain(read_puzzles(SHIDOKU)[0])._repr_html_()}", encoding="utf-8")
    browser.open(file.as_uri())
    (frame,) = [one for one in browser.frames if browser.value("!!document.querySelector('.board')", one)]
    browser.value("document.getElementById('to-play').click()", frame)
    browser.value("document.querySelector('#keys [data-digit=\"1\"]').click()", frame)
    assert browser.value("document.querySelector('[data-cell=\"0\"]').getAttribute('aria-label')", frame) == "r1c1: 1"
    said = browser.value("document.getElementById('kept').textContent", frame)
    assert said == "This browser keeps nothing here: the game ends with the page."


def test_a_phone_and_paper(browser: Chromium, tmp_path: Path) -> None:
    """Keys are large enough for a finger, nothing sticks out, and the grid is printed on one sheet."""
    from pypdf import PdfReader

    browser.window(400, 850, touch=True)
    played = game(browser, tmp_path, HARD)
    assert browser.value("document.documentElement.scrollWidth") <= 400
    sizes = browser.value("[...document.querySelectorAll('#game button')].map((e) => [e.offsetWidth, e.offsetHeight])")
    assert len(sizes) == 19
    assert min(min(size) for size in sizes) >= 44
    browser.click("[data-cell='40']")
    browser.click("#keys [data-digit='3']")
    assert played.label(40) == "r5c5: 3"
    (tmp_path / "page.pdf").write_bytes(browser.pdf())
    pages = PdfReader(tmp_path / "page.pdf").pages
    assert len(pages) == 1
    assert "Undo" not in pages[0].extract_text()


def test_graphs_are_played_too(browser: Chromium, tmp_path: Path) -> None:
    puzzle = Puzzle(graph(4, ((0, 1), (1, 2), (0, 2), (2, 3), (1, 3)), 3), (1, 2, 0, 0))
    played = Game(browser, explain(puzzle), tmp_path / "page.html")
    played.reach_grid()
    for key in ("3", "ArrowRight", "1"):
        browser.press(key)
    assert (played.label(2), played.label(3)) == ("v3: 3", "v4: 1")
    assert played.text("message").startswith("Solved in")


@pytest.mark.slow
def test_letters_are_digits_above_nine(browser: Chromium, tmp_path: Path) -> None:
    puzzle = Puzzle(sudoku(4, 4), (*range(1, 17), *(0,) * 240))
    played = Game(browser, explain(puzzle, seconds=0.5), tmp_path / "page.html")
    played.reach_grid()
    browser.press("g")
    assert played.label(16) == "r2c1: 16"


def test_the_steps_come_back(browser: Chromium, tmp_path: Path) -> None:
    """From the game to the steps and back: the picture is one picture again, and keys step."""
    played = game(browser, tmp_path, SHIDOKU)
    browser.press("1")
    browser.click("#to-steps")
    assert browser.value("document.querySelector('.board').getAttribute('role')") == "img"
    assert browser.value("document.querySelectorAll('.board .touch, .board [aria-hidden]').length") == 0
    browser.press("ArrowRight")
    assert browser.value("location.hash") == "#step-1"
    browser.click("#to-play")
    assert played.label(0) == "r1c1: 1"
    assert browser.value("document.querySelectorAll('.board .touch').length") == 1
