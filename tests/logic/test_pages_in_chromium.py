"""The page of an explanation in a real browser: it draws what draw_state draws, and heeds keys, fingers and links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from casbridge.logic import Explanation, explain
from casbridge.logic.text.drawing import draw_state
from casbridge.logic.text.page import explanation_page
from casbridge.logic.text.words import describe
from casbridge.puzzles import Puzzle, graph, jigsaw, latin, sudoku
from casbridge.puzzles.reading import read_puzzles
from tests.chromium import Chromium

pytestmark = pytest.mark.chromium

#: It needs chains and presets; the first of the presets is step 37.
HARD = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."
ALL_ELEMENTS = """JSON.stringify(Object.fromEntries(["units", "cells", "over"].map((layer) => [layer,
    [...document.querySelector(".board ." + layer).children].map((e) => [e.tagName, e.textContent,
        Object.fromEntries([...e.attributes].map((a) => [a.name, a.value]))])])))"""

#: Whether one element is wholly within another.
SEEN = """(() => {
    const [a, b] = ["%s", "%s"].map((name) => document.querySelector(name).getBoundingClientRect());
    return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom; })()"""


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> tuple[Explanation, str]:
    """A hard puzzle's explanation, and the address of its page."""
    (puzzle,) = read_puzzles(HARD)
    found = explain(puzzle)
    return found, written(found, tmp_path_factory.mktemp("hard"))


@pytest.fixture(autouse=True)
def no_complaint(browser: Chromium) -> Iterator[None]:
    """The page throws nothing and loads nothing; no rule of its policy is broken."""
    browser.window(1280, 900)
    yield
    browser.assert_quiet("file:", "data:", "about:")


def written(explanation: Explanation, folder: Path) -> str:
    file = folder / "page.html"
    file.write_text(explanation_page(explanation), encoding="utf-8")
    return file.as_uri()


def pieces(svg: str) -> dict[str, list[Any]]:
    """The elements of the layers that change, as ALL_ELEMENTS has them."""
    space = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring(svg)
    return {
        layer.attrib["class"]: [[one.tag.removeprefix(space), one.text or "", dict(one.attrib)] for one in layer]
        for layer in root.iter(f"{space}g")
        if layer.attrib["class"] in ("units", "cells", "over")
    }


def place(browser: Chromium) -> str:
    return str(browser.value("location.hash"))


def kinds(explanation: Explanation) -> list[int]:
    """The first step of each kind, by number."""
    seen: dict[str, int] = {}
    for number, step in enumerate(explanation.steps, 1):
        seen.setdefault(step.name, number)
    return sorted(seen.values())


def check_pictures(browser: Chromium, explanation: Explanation, address: str) -> None:
    states = list(explanation.states())
    browser.open(address)
    for number in kinds(explanation):
        browser.jump(f"step-{number}")
        step = explanation.steps[number - 1]
        assert browser.value("document.getElementById('sentence').textContent") == describe(
            explanation.puzzle.layout, step
        )
        assert json.loads(browser.value(ALL_ELEMENTS)) == pieces(draw_state(states[number - 1], step)), step.name
    browser.jump("end")
    assert json.loads(browser.value(ALL_ELEMENTS)) == pieces(draw_state(states[-1]))


@pytest.mark.slow
def test_it_draws_what_python_draws(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    explanation, address = hard
    assert {"forcing chain", "preset", "pointing"} <= {step.name for step in explanation.steps}
    check_pictures(browser, explanation, address)


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(jigsaw((0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3), diagonals=True), (1, 2, 0, 0) + (0,) * 12),
        Puzzle(latin(10), (*range(1, 10), 0, *range(2, 10), 0, *(0,) * 81)),
        Puzzle(graph(4, ((0, 1), (1, 2), (0, 2), (2, 3), (1, 3)), 3), (1, 2, 0, 0)),
        Puzzle(sudoku(1, 2), (1, 1, 0, 0)),
    ],
    ids=lambda puzzle: puzzle.layout.description,
)
def test_every_family_is_drawn(browser: Chromium, puzzle: Puzzle, tmp_path: Path) -> None:
    found = explain(puzzle)
    check_pictures(browser, found, written(found, tmp_path))


def test_keys(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    explanation, address = hard
    browser.open(address)
    said = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft"):
        browser.press(key)
        said.append(place(browser))
    last = f"#step-{len(explanation.steps)}"
    assert said == ["#step-1", "#step-2", "#step-1", "#end", "#end", last, "#step-0", "#step-0"]
    browser.press(" ")
    assert browser.value("document.getElementById('play').getAttribute('aria-pressed')") == "true"
    browser.press(" ")
    assert browser.value("document.getElementById('play').getAttribute('aria-pressed')") == "false"


@pytest.mark.slow
def test_buttons_and_the_slider(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    _, address = hard
    browser.open(address)
    said = []
    for button in ("forward", "forward", "back", "last", "first"):
        browser.click(f"#{button}")
        said.append(place(browser))
    assert said == ["#step-1", "#step-2", "#step-1", "#end", "#step-0"]
    assert browser.value("document.getElementById('back').disabled") is True
    browser.value(
        "(() => { const e = document.getElementById('place'); e.value = 7; e.dispatchEvent(new Event('input')); })()"
    )
    assert place(browser) == "#step-7"
    browser.click("[data-step='9'] > a")
    assert place(browser) == "#step-9"
    assert browser.value("document.querySelector('[aria-current]').parentNode.dataset.step") == "9"
    assert browser.value("document.querySelectorAll('[aria-current]').length") == 1


@pytest.mark.slow
def test_it_plays_to_the_end(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    explanation, address = hard
    browser.open(f"{address}#step-{len(explanation.steps)}")
    browser.click("#play")
    browser.value("new Promise((done) => setTimeout(done, 1100))")
    assert place(browser) == "#end"
    assert browser.value("document.getElementById('play').getAttribute('aria-pressed')") == "false"


def test_trials_are_walked_into(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    explanation, address = hard
    number, preset = next((n, step) for n, step in enumerate(explanation.steps, 1) if step.nested)
    browser.open(f"{address}#step-{number}.2")
    assert place(browser) == f"#step-{number}.2"
    layout = explanation.puzzle.layout
    supposed = f"A trial: {layout.cell_name(preset.cells[0])} is {preset.digits[0]}"
    assert browser.value("document.getElementById('trial').textContent") == supposed
    assert browser.value("document.getElementById('sentence').textContent") == describe(layout, preset.nested[1])
    assert browser.value("document.querySelectorAll('.board .supposed').length") == 1
    assert browser.value("document.querySelectorAll('.board .trial').length") == 1
    said = []
    for key in ("ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowLeft"):
        browser.press(key)
        said.append(place(browser))
    assert said == [f"#step-{number}", f"#step-{number + 1}", f"#step-{number}", f"#step-{number}.1", f"#step-{number}"]
    browser.open(f"{address}#step-{number}.{len(preset.nested)}")
    browser.press("ArrowRight")
    assert place(browser) == f"#step-{number + 1}"


@pytest.mark.slow
def test_zeroing_with_the_values(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    """A value's zeroing is struck together with it; that of the givens at the beginning."""
    explanation, address = hard
    number = next(
        n
        for n, step in enumerate(explanation.steps, 1)
        if step.placement is not None and explanation.steps[n].name == "zeroing"
    )
    browser.open(f"{address}#step-{number}")
    struck = "document.querySelectorAll('.board .strike').length"
    assert browser.value(struck) == 0
    browser.click("#skip")
    assert browser.value(struck) == len(explanation.steps[number].removals)
    browser.press("ArrowRight")
    assert place(browser) == f"#step-{number + 2}"
    browser.press("Home")
    of_givens = [
        step for step in explanation.steps if step.name == "zeroing" and explanation.puzzle.givens[step.cells[0]]
    ]
    assert browser.value(struck) == sum(len(step.removals) for step in of_givens)
    browser.press("ArrowRight")
    assert place(browser) == f"#step-{len(of_givens) + 1}"
    browser.jump(f"step-{number + 1}")
    assert browser.value("document.getElementById('skip').checked") is False
    browser.click("#skip")
    assert place(browser) == f"#step-{number}"
    preset = next(n for n, step in enumerate(explanation.steps, 1) if step.nested)
    browser.jump(f"step-{preset}.1")
    browser.click("#skip")
    assert place(browser) == f"#step-{preset}"
    browser.press("ArrowDown")
    assert place(browser) == f"#step-{preset}.2"


@pytest.mark.slow
def test_the_book_s_notation(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    _, address = hard
    browser.open(f"{address}#step-1")
    assert browser.value("document.getElementById('book').hidden") is True
    browser.click("#notation")
    assert browser.value("document.getElementById('book').hidden") is False
    assert str(browser.value("document.getElementById('book').textContent")).startswith("T1: NAK(")


@pytest.mark.slow
@pytest.mark.parametrize("hash", ["nonsense", "step-0.1", "step-9999", "step-1.5", "step-"])
def test_a_wrong_address_is_the_beginning(browser: Chromium, hard: tuple[Explanation, str], hash: str) -> None:
    _, address = hard
    browser.open(f"{address}#{hash}")
    assert place(browser) == "#step-0"


def test_a_phone(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    """All of the grid and the controls are on the screen; a finger steps."""
    _, address = hard
    browser.window(390, 844, touch=True)
    browser.open(f"{address}#step-10")
    assert browser.value("document.documentElement.scrollWidth") <= 390
    style = "{position: 'fixed', inset: '0', pointerEvents: 'none'}"
    browser.value("document.body.append(Object.assign(document.createElement('i'), {id: 'window'}))")
    browser.value(f"void Object.assign(document.getElementById('window').style, {style})")
    for selector in (".board", "#forward", "#sentence"):
        assert browser.value(SEEN % (selector, "#window")), selector
    browser.swipe((300, 300), (100, 310))
    assert place(browser) == "#step-11"
    browser.swipe((100, 300), (300, 310))
    assert place(browser) == "#step-10"
    browser.swipe((100, 300), (150, 400))
    assert place(browser) == "#step-10"


@pytest.mark.slow
def test_dark(browser: Chromium, hard: tuple[Explanation, str]) -> None:
    _, address = hard
    browser.window(1280, 900, dark=True)
    browser.open(address)
    assert browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 29)"
    assert browser.value("getComputedStyle(document.querySelector('.given')).fill") == "rgb(238, 241, 244)"


@pytest.mark.slow
def test_a_large_grid_is_enlarged(browser: Chromium, tmp_path: Path) -> None:
    givens = tuple([(4 * (r % 4) + r // 4 + c) % 16 + 1 if (r + c) % 3 else 0 for r in range(16) for c in range(16)])
    found = explain(Puzzle(sudoku(4, 4), givens))
    browser.open(written(found, tmp_path))
    width = "document.querySelector('.board').clientWidth"
    before = browser.value(width)
    browser.click("#zoom")
    assert browser.value(width) > 1.2 * before
    below = next(n for n, step in enumerate(found.steps, 1) if step.placement and step.placement.cell == 255)
    browser.jump(f"step-{below}")
    assert browser.value(SEEN % (".placed", ".frame"))


def test_two_in_a_notebook(browser: Chromium, tmp_path: Path) -> None:
    """Each in its own frame, in which its own script has run; the name of the puzzle is only text."""
    names = ['</script><b>"one"&', "two"]
    found = [explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0), name)) for name in names]
    file = tmp_path / "notebook.html"
    file.write_text("<!DOCTYPE html>" + "".join(one._repr_html_() for one in found), encoding="utf-8")
    browser.open(file.as_uri())
    titles = []
    for frame in browser.frames:
        if browser.value("window !== window.parent && !!document.querySelector('.board')", frame):
            titles.append(browser.value("document.querySelector('h1').textContent", frame).partition(":")[0])
            browser.value("document.getElementById('forward').click()", frame)
            assert browser.value("document.getElementById('number').textContent", frame) == "Step 1 of 21"
    assert titles == names


@pytest.mark.slow
def test_trials_within_trials(browser: Chromium, hard: tuple[Explanation, str], tmp_path: Path) -> None:
    explanation, _ = hard
    preset = next(step for step in explanation.steps if step.nested)
    outer = replace(preset, cells=(27,), digits=(2,), nested=(preset, *preset.nested))
    browser.open(f"{written(Explanation(explanation.puzzle, (outer,), explanation.outcome), tmp_path)}#step-1.1.2")
    layout = explanation.puzzle.layout
    supposed = f"A trial: r4c1 is 2, then {layout.cell_name(preset.cells[0])} is {preset.digits[0]}"
    assert browser.value("document.getElementById('trial').textContent") == supposed
    assert browser.value("document.querySelectorAll('.board .supposed').length") == 2
    said = []
    for key in ("ArrowUp", "ArrowRight", "ArrowUp"):
        browser.press(key)
        said.append(place(browser))
    assert said == ["#step-1.1", "#step-1.2", "#step-1"]
