"""Pictures of states and steps: every candidate is there, what a step says is lit up, and all of it can be seen."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.logic import Explanation, State, Step, Theorem, explain, first_state
from casbridge.logic.text.drawing import (
    DARK,
    PALETTE,
    STYLES,
    Arrow,
    arrow_paths,
    draw_state,
    highlight_of,
    outline,
    plan_of,
)
from casbridge.puzzles import Layout, Puzzle, graph, jigsaw, latin, sudoku
from casbridge.puzzles.reading import read_puzzles
from tests.effort import examples
from tests.logic.cases import LAYOUTS, random_puzzle

SVG = "{http://www.w3.org/2000/svg}"
SHIDOKU = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
#: Together they use every theorem.
HARD = (
    *read_puzzles("48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5...."),
    *read_puzzles(".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."),
    *read_puzzles("..5...987.4..5...1..7......2...48....9.1.....6..2.....3..6..2.......9.7.......5.."),
    *read_puzzles('family = "latin"\ngrid = """\n1...5.7\n..14..6\n.16....\n.3....5\n5...3..\n6..2.3.\n.4..2..\n"""'),
)
SIZES = [
    *LAYOUTS.values(),
    sudoku(3, 3),
    sudoku(2, 5),
    sudoku(1, 7),
    sudoku(5, 5),
    latin(1),
    pytest.param(latin(36), marks=pytest.mark.slow),
    graph(0, (), 1),
    graph(1, (), 7),
    graph(12, tuple((i, (i + 1) % 12) for i in range(12)), 4),
]


@pytest.fixture(scope="module")
def explanations() -> list[Explanation]:
    return [explain(puzzle) for puzzle in HARD]


def texts(picture: str, kind: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [one.text or "" for one in root.iter(f"{SVG}text") if one.get("class") == kind]


def count(picture: str, kind: str) -> int:
    return sum(1 for one in ElementTree.fromstring(picture).iter() if one.get("class") == kind)


@pytest.mark.parametrize("layout", SIZES, ids=lambda layout: layout.description)
def test_every_candidate_has_its_own_place_within_its_cell(layout: Layout) -> None:
    plan = plan_of(layout)
    half = plan.cell / 2
    spots = [plan.at(0, digit) for digit in range(1, layout.digits + 1)] if layout.cells else []
    for x, y in spots:
        cx, cy = plan.centres[0]
        assert max(abs(x - cx), abs(y - cy)) + plan.ring <= half if layout.is_grid else hypot(x - cx, y - cy) <= half
    assert all(hypot(a[0] - b[0], a[1] - b[1]) >= 2 * plan.ring for a, b in pairwise(spots))
    picture = draw_state(first_state(Puzzle(layout, (0,) * layout.cells, "<&\x00>")))
    assert len(texts(picture, "candidate")) == layout.cells * layout.digits
    for x, y in plan.centres:
        assert half <= min(x, y) <= max(x, y) <= plan.width - half


@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 50), st.data())
@settings(max_examples=examples(25), deadline=None)
def test_what_a_picture_shows_is_the_state(name: str, seed: int, data: st.DataObject) -> None:
    layout = LAYOUTS[name]
    explanation = explain(random_puzzle(layout, seed, 5))
    states = list(explanation.states())
    number = data.draw(st.integers(0, len(explanation.steps)))
    state = states[number]
    step = explanation.steps[number] if number < len(explanation.steps) else None
    picture = draw_state(state, step)
    placed = step.placement.cell if step and step.placement else None
    unknown = [cell for cell, value in enumerate(state.values) if not value and cell != placed]
    shown = [int(one) for kind in STYLES if kind.endswith(("digit", "candidate")) for one in texts(picture, kind)]
    assert sorted(shown) == sorted(digit for cell in unknown for digit in state.digits(cell))
    assert [int(one) for one in texts(picture, "given")] == [digit for digit in state.puzzle.givens if digit]
    assert len(texts(picture, "found")) == sum(map(bool, state.values)) - state.puzzle.clues
    assert count(picture, "strike") == (len(step.removals) if step else 0)
    assert texts(picture, "new") == ([str(step.placement.digit)] if step and step.placement else [])


@pytest.mark.slow
def test_what_a_step_lights_up_is_in_the_step(explanations: list[Explanation]) -> None:
    """All marks are candidates of the state, all units are the step's, and its reason is not empty."""
    seen = set()
    for explanation in explanations:
        for state, step in zip(explanation.states(), explanation.steps, strict=False):
            seen.add(step.name)
            lit = highlight_of(state.puzzle.layout, step)
            units = {*step.units, *[removal.unit for removal in step.removals]}
            assert {*lit.outlined, *lit.shaded} <= units
            assert lit.outlined or lit.shaded or lit.marks or step.theorem is Theorem.NAKED_SINGLE
            for mark in lit.marks:
                if step.theorem in (Theorem.COLOURING, Theorem.CHAIN, Theorem.PRESET, Theorem.FISH):
                    assert mark.digit in state.digits(mark.cell)
            assert len({mark[:2] for mark in lit.marks}) == len(lit.marks)
            ElementTree.fromstring(draw_state(state, step))
    found = {step.theorem for explanation in explanations for step in explanation.steps}
    # Clues of variants are in test_clues.py.
    assert found == {*Theorem} - {Theorem.CONTRADICTION, Theorem.CLUE}
    assert {"W-wing", "XY-wing", "X-wing", "naked pair", "hidden pair", "claiming", "pointing"} <= seen


def test_a_chain_is_drawn_from_the_assumption_on(explanations: list[Explanation]) -> None:
    state, step = first_of(explanations, "forcing chain")
    picture = draw_state(state, step)
    assert count(picture, "assumed") == 1
    assert texts(picture, "assumed-digit") == [str(step.removals[0].digit)]
    links = len(step.links) - 1
    assert count(picture, "strong") + count(picture, "weak") == links
    assert count(picture, "strong-head") + count(picture, "weak-head") == links
    assert count(picture, "strong") == sum(link.true for link in step.links[1:])


def test_an_arrow_leads_from_ring_to_ring() -> None:
    plan = plan_of(sudoku(3, 3))
    for end in [(0, 2), (0, 4), (40, 5), (80, 9)]:
        line, head = arrow_paths(plan, Arrow((0, 1), end, True, True))
        x, y = map(float, head[1:].split("L")[0].split())
        assert abs(hypot(x - plan.at(*end)[0], y - plan.at(*end)[1]) - plan.ring - 1) < 0.2
        assert line.endswith(f"{x:g} {y:g}")
        assert arrow_paths(plan, Arrow((0, 1), end, True, False))[1] == ""


def test_the_outline_of_a_region_goes_around_it() -> None:
    layout = jigsaw((0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3))
    edges = outline(plan_of(layout), 8).count("M")
    assert layout.units[8].name == "region 1"
    assert edges == 10  # four cells in an L: 4 · 4 sides less 2 · 3 between them


def test_a_contradiction_is_shown() -> None:
    explanation = explain(Puzzle(sudoku(1, 2), (1, 1, 0, 0)))
    state = list(explanation.states())[-2]
    lit = highlight_of(state.puzzle.layout, explanation.steps[-1])
    assert lit.failed or lit.outlined
    picture = draw_state(state, explanation.steps[-1])
    assert count(picture, "failed") + count(picture, "outlined") == len(lit.failed) + len(lit.outlined)


def test_a_picture_says_what_it_shows() -> None:
    explanation = explain(Puzzle(SHIDOKU.layout, SHIDOKU.givens, '<a> & "b"\x1b'))
    state = next(explanation.states())
    root = ElementTree.fromstring(draw_state(state, explanation.steps[0]))
    assert root.findtext(f"{SVG}title") == '<a> & "b"\ufffd: 4×4 Sudoku with boxes 2×2, 4 of 16 known'
    assert (root.findtext(f"{SVG}desc") or "").startswith("r1c2 is 4, so 4 is removed from r1c1")
    assert state._repr_svg_() == draw_state(state)
    assert ElementTree.fromstring(draw_state(state)).findtext(f"{SVG}desc") == SHIDOKU.line


@pytest.mark.parametrize("colours", [PALETTE, DARK], ids=["light", "dark"])
def test_all_that_is_read_has_contrast(colours: dict[str, str]) -> None:
    """At least 4.5 to 1, as the W3C's guidelines ask for; 3 to 1 for lines."""
    for background in ("paper", "shade", "focus", "diagonal"):
        for ink in ("ink", "found", "pencil", "zeroed", "trial"):
            assert contrast(colours[ink], colours[background]) >= 4.5, (ink, background)
    assert contrast(colours["faint"], colours["paper"]) >= 4.5
    assert contrast(colours["placing"], colours["placed"]) >= 4.5
    assert contrast(colours["paper"], colours["true"]) >= 4.5
    assert contrast(colours["false"], colours["paper"]) >= 4.5
    assert contrast(colours["ink"], colours["reason"]) >= 4.5
    for line in ("outline", "strike", "placing", "true", "false"):
        assert contrast(colours[line], colours["paper"]) >= 3, line


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def first_of(explanations: list[Explanation], name: str) -> tuple[State, Step]:
    return next(
        (state, step)
        for explanation in explanations
        for state, step in zip(explanation.states(), explanation.steps, strict=False)
        if step.name == name
    )
