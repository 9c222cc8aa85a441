"""Scripts that prove explanations: Singular finds every step of right ones to hold, and refuses wrong ones."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from casbridge.crosscheck.certificate_reading import read_certificate
from casbridge.crosscheck.verification import Proof, verify
from casbridge.encodings import encode
from casbridge.errors import InputError, UnsupportedError
from casbridge.logic import Explanation, Outcome, Placement, Step, Theorem, explain
from casbridge.logic.steps import Removal
from casbridge.logic.text.proofs import steps_script
from casbridge.puzzles import Puzzle, graph, latin, sudoku, with_constraints
from casbridge.puzzles.variants import Cage
from casbridge.scripts.rendering import job_of
from tests.logic.cases import LAYOUTS, random_puzzle
from tests.logic.test_checking import FALSE_REASONS, Spoil, explained, first_named, without, wrong_value
from tests.logic.test_deduction import WITH_STEP
from tests.variant_cases import true_case

SHIDOKU = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))


def test_a_script_names_its_puzzle_and_its_steps() -> None:
    text = steps_script(explain(SHIDOKU))
    assert text.startswith("// 4×4 Sudoku with boxes 2×2: a proof of the 21 steps of an explanation.")
    assert "puzzle: 2x2 .4.....1..3.2..." in text
    assert text.count('take_step("step ') == len(explain(SHIDOKU).steps)
    assert job_of(text) is not None
    assert steps_script(explain(SHIDOKU)) == text


def test_a_step_that_names_what_does_not_exist_has_no_proof() -> None:
    found = explain(SHIDOKU)
    step = next(step for step in found.steps if step.placement)
    with pytest.raises(UnsupportedError, match="no proof of step 1: it names a cell"):
        steps_script(replace(found, steps=(replace(step, placement=Placement(99, 1)),)))


@pytest.mark.slow
@pytest.mark.singular
@pytest.mark.parametrize("name", ["preset", "colour wrap"])
def test_singular_proves_explanations(name: str) -> None:
    found = explained(WITH_STEP[name])
    done = verify(steps_script(found), seconds=100)
    assert done.proof is Proof.HOLDS, done.reason
    assert len(done.checks) >= len(found.steps) + 2


@pytest.mark.singular
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name not in ("4×4", "latin diagonals")))
        for name in sorted(LAYOUTS)
    ],
)
def test_singular_proves_explanations_in_every_family(name: str) -> None:
    layout = LAYOUTS[name]
    done = verify(steps_script(explain(random_puzzle(layout, 2, layout.cells // 3))), seconds=100)
    assert done.proof is Proof.HOLDS, done.reason


@pytest.mark.singular
def test_singular_proves_that_there_is_no_solution() -> None:
    for puzzle in (
        Puzzle(sudoku(2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8)),
        Puzzle(graph(3, ((0, 1), (1, 2), (0, 2)), 2), (1, 0, 0)),
    ):
        found = explain(puzzle)
        assert found.outcome is Outcome.CONTRADICTION
        done = verify(steps_script(found), seconds=100)
        assert done.proof is Proof.HOLDS, done.reason
        assert "the steps end in a contradiction" in done.checks[-1]


@pytest.mark.singular
def test_singular_proves_steps_of_clues_and_refuses_false_ones() -> None:
    rng, asked = random.Random(7), 0
    for name in ("cage", "sandwich", "arrow", "thermometer"):
        place = None
        while place is None:
            layout, grid = true_case(rng, name, name)
            found = explain(Puzzle(layout, tuple([digit if rng.random() < 0.2 else 0 for digit in grid])))
            place = next((place for place, step in enumerate(found.steps) if step.theorem is Theorem.CLUE), None)
        done = verify(steps_script(found), encode(found.puzzle), seconds=100)
        assert done.proof is Proof.HOLDS, done.reason
        step = found.steps[place]
        kept = Removal(step.cells[0], grid[step.cells[0]], step.cells, -1)  # the digit of the solution
        for wrong in (replace(step, removals=(kept,)), replace(step, relations=())):
            told = Explanation(found.puzzle, (*found.steps[:place], wrong), Outcome.STOPPED)
            assert "it does not follow" in refused(told), name
            asked += 1
    assert asked == 8


@pytest.mark.parametrize(
    ("line", "other", "expected"),
    [
        ("intvec(1,1,3);  // all differ", "intvec(1,3);  // all differ", "strange numbers"),
        ("intvec(4,8); kind", "intvec(4,4); kind", "strange cells"),
        ("intvec(4,8); kind", "intvec(4,9); kind", "strange numbers"),  # they have no unit in common
        ("= intvec(1,1,3);", "= intvec(1,1,4);", "Digest"),
    ],
)
def test_altered_clues_are_refused(line: str, other: str, expected: str) -> None:
    puzzle = Puzzle(with_constraints(latin(4), [Cage((3, 7), 3)]), (0,) * 16)
    text = steps_script(explain(puzzle, up_to="singles"))
    assert line in text
    with pytest.raises(InputError, match=expected):
        read_certificate(text.replace(line, other))


def refused(explanation: Explanation) -> str:
    done = verify(steps_script(explanation), seconds=100)
    assert done.proof is Proof.REFUTED, (done.proof, done.reason)
    return done.reason


@pytest.mark.singular
@pytest.mark.parametrize(
    ("name", "fault", "spoil"),
    [
        pytest.param(*one, marks=[pytest.mark.slow] * (one[1] != "a pair is left out"))
        for one in FALSE_REASONS
        if one[0] in ("last cell", "naked pair")
    ],
)
def test_singular_refuses_false_reasons(name: str, fault: str, spoil: Spoil) -> None:
    puzzle, before, step = first_named(name)
    wrong = Explanation(puzzle, (*before, spoil(step)), Outcome.STOPPED)
    assert f"step {len(before) + 1}, {name}" in refused(wrong), fault


@pytest.mark.slow
@pytest.mark.singular
def test_singular_refuses_wrong_steps() -> None:
    found = explain(SHIDOKU)
    place = next(place for place, step in enumerate(found.steps) if step.placement)

    def changed(step: Step) -> Explanation:
        return replace(found, steps=(*found.steps[:place], step, *found.steps[place + 1 :]))

    step = found.steps[place]
    assert "it does not follow" in refused(
        changed(replace(wrong_value(step), placement=Placement(step.placement.cell, step.placement.digit % 4 + 1)))  # type: ignore[union-attr]
    )
    assert "not named" in refused(changed(replace(step, units=())))
    assert "one candidate left" in refused(replace(found, steps=found.steps[:3]))
    zeroing = found.steps[0]
    assert "in no unit that is named" in refused(replace(found, steps=(replace(zeroing, units=()),)))
    puzzle, before, preset = first_named("preset")
    gap = Explanation(puzzle, (*before, without(preset, "nested", len(preset.nested) - 1)), Outcome.STOPPED)
    assert f"step {len(before) + 1}, preset" in refused(gap)
