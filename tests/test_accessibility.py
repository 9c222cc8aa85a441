"""Every page that casbridge writes, before axe in a real browser: no serious and no critical violation.

axe-core (MPL 2.0) comes with the package axe-playwright-python, which the extra `test` brings; Playwright itself is not
used. The whole page is looked at, in light and dark, on a phone and on a desk.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from casbridge.logic import explain
from casbridge.logic.text.page import explanation_page
from casbridge.making.worksheet_pages import page_count, worksheet_html
from casbridge.making.worksheets import Paper, Worksheet, exercise_of
from casbridge.puzzles import Puzzle, graph, latin, sudoku
from casbridge.puzzles.drawing import draw_html
from casbridge.puzzles.reading import read_puzzles
from tests.chromium import Chromium
from tests.conftest import required

pytestmark = pytest.mark.chromium

HARD = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."
VIOLATIONS = """axe.run(document, {resultTypes: ["violations"]}).then((found) => JSON.stringify(found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 200) + " " + node.failureSummary)])))"""
#: Does the rest of what a page does at the beginning: a plot of a study is drawn when it comes into sight.
READY = "new Promise((done) => setTimeout(done, 300))"


@pytest.fixture(scope="module")
def axe() -> str:
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        if "chromium" in required():
            pytest.fail("axe-playwright-python is not installed; the extra `test` brings it", pytrace=False)
        pytest.skip("axe-playwright-python is not installed")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def _worksheet() -> str:
    exercises = tuple(map(exercise_of, read_puzzles(".4.....1..3.2...") * 7))
    return worksheet_html(Worksheet(exercises, "A worksheet", "casbridge worksheet", large_print=True))


def _graph() -> Puzzle:
    return Puzzle(graph(4, ((0, 1), (1, 2), (0, 2), (2, 3), (1, 3)), 3), (1, 0, 0, 0))


#: Name → the page, its hash, and what to do on it first.
PAGES: dict[str, tuple[Callable[[], str], str, str]] = {
    "a step": (lambda: explanation_page(explain(read_puzzles(HARD)[0])), "#step-40", ""),
    "a trial": (lambda: explanation_page(explain(read_puzzles(HARD)[0])), "#step-40.2", ""),
    "a game": (
        lambda: explanation_page(explain(read_puzzles(".4.....1..3.2...")[0])),
        "#playing",
        "for (const id of ['pencil', 'fill', 'hint', 'check']) document.getElementById(id).click()",
    ),
    "a game with a wrong digit": (
        lambda: explanation_page(explain(read_puzzles(".4.....1..3.2...")[0])),
        "#playing",
        "for (const key of ['[data-digit=\"4\"]', '#check', '#hint']) document.querySelector(key).click()",
    ),
    "a paused game": (
        lambda: explanation_page(explain(read_puzzles(".4.....1..3.2...")[0])),
        "#playing",
        "document.getElementById('pause').click()",
    ),
    "a game on a graph": (lambda: explanation_page(explain(_graph())), "#playing", ""),
    "a game with 16 digits": (
        lambda: explanation_page(explain(Puzzle(sudoku(4, 4), (*range(1, 17), *(0,) * 240)), seconds=0.2)),
        "#playing",
        "",
    ),
    "a step in a grid that scrolls": (
        lambda: explanation_page(explain(Puzzle(sudoku(4, 4), (*range(1, 17), *(0,) * 240)), seconds=0.2)),
        "#step-3",
        "if (!document.getElementById('zoom').checked) document.getElementById('zoom').click()",
    ),
    "a worksheet": (_worksheet, "", ""),
    "a drawing": (lambda: draw_html(Puzzle(latin(2), (1, 0, 0, 0))), "", ""),
}
#: These are looked at by `make test`; the others take longer.
QUICK = {"a game", "a worksheet"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in PAGES]
)
def test_axe_finds_nothing_serious(browser: Chromium, axe: str, tmp_path: Path, name: str) -> None:
    page, place, first = PAGES[name]
    (tmp_path / "page.html").write_text(page(), encoding="utf-8")
    check(browser, axe, (tmp_path / "page.html").as_uri() + place, first)


@pytest.mark.slow
def test_axe_finds_nothing_serious_in_a_study(browser: Chromium, axe: str, tmp_path: Path) -> None:
    from casbridge.report import report
    from tests.report.synthetic import material

    check(browser, axe, report(material(300), tmp_path / "page.html", made=0).as_uri(), READY)


@pytest.mark.slow
def test_a_worksheet_is_printed_on_its_pages(browser: Chromium, tmp_path: Path) -> None:
    """The browser needs no more sheets than the PDF has, and its sheets have the same size."""
    from pypdf import PdfReader

    small = tuple(map(exercise_of, read_puzzles(".4.....1..3.2...") * 13))
    nine = tuple(map(exercise_of, read_puzzles(HARD) * 5))
    for exercises in (small, nine, small[:1], nine + small):
        for large in (False, True):
            for per_page in (None, 1, 7):
                paper, title = (Paper.A4, "W" * 100) if large else (Paper.LETTER, "Puzzles")
                sheet = Worksheet(exercises, title, "a note " * 12, paper, per_page, large)
                (tmp_path / "page.html").write_text(worksheet_html(sheet), encoding="utf-8")
                browser.open((tmp_path / "page.html").as_uri())
                (tmp_path / "page.pdf").write_bytes(browser.pdf())
                pages = PdfReader(tmp_path / "page.pdf").pages
                assert len(pages) == page_count(sheet), (len(exercises), large, per_page)
                assert abs(float(pages[0].mediabox.width) * 25.4 / 72 - paper.width) < 1


def check(browser: Chromium, axe: str, address: str, first: str) -> None:
    for width, height, dark in ((1400, 900, False), (1400, 900, True), (400, 850, False), (400, 850, True)):
        browser.window(width, height, dark)
        browser.open(address)
        if first:
            browser.value(f"void (() => {{ localStorage.clear(); {first} }})()" if first != READY else first)
        browser.value(f"{axe};0")
        found = json.loads(browser.value(VIOLATIONS))
        assert found == [], (width, dark)


def test_axe_finds_what_is_serious(browser: Chromium, axe: str, tmp_path: Path) -> None:
    """The check can fail: a picture without a name, grey letters on grey."""
    (tmp_path / "page.html").write_text(
        '<!DOCTYPE html><html lang="en"><title>x</title><main><h1>x</h1><img src="data:,">'
        '<p style="color:#999;background:#aaa">words</p></main></html>',
        encoding="utf-8",
    )
    with pytest.raises(AssertionError, match=r"image-alt|color-contrast"):
        check(browser, axe, (tmp_path / "page.html").as_uri(), "")
