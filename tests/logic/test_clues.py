"""Explanations of puzzles with clues of variants: they end as the solver says, and their steps are proved."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from casbridge.board.peers import Board, digits_of
from casbridge.board.solutions import solutions
from casbridge.logic import explain
from casbridge.logic.checking import check_explanation, record_objection
from casbridge.logic.claims import claims_of
from casbridge.logic.explaining import Explanation, Outcome
from casbridge.logic.position import Position
from casbridge.logic.replay import Replay
from casbridge.logic.simplifying import encode_simplified
from casbridge.logic.steps import Removal, Step
from casbridge.logic.text.documents import explanation_document, read_explanation
from casbridge.logic.text.drawing import clue_outline, draw_state, highlight_of, plan_of
from casbridge.logic.text.hints import next_hint
from casbridge.logic.text.page import explanation_page
from casbridge.logic.text.proofs import steps_script
from casbridge.logic.text.vocabulary import Words
from casbridge.logic.text.words import book_step, describe
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.logic.theorems.clues import clue
from casbridge.puzzles import Puzzle, Solution, latin, read_file, sudoku, with_constraints
from casbridge.puzzles.variants import (
    AntiKnight,
    Arrow,
    Cage,
    Constraint,
    LittleKiller,
    NonConsecutive,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
)
from tests.variant_cases import VARIANTS, true_case


@pytest.mark.parametrize("name", VARIANTS)
def test_each_explanation_ends_rightly_and_is_proved(name: str) -> None:
    rng = random.Random(name)
    for number in range(12):
        layout, grid = true_case(rng, name, name, *rng.sample([*VARIANTS], 2))
        givens = [digit if rng.random() < 0.2 else 0 for digit in grid]
        if number % 4 == 0:  # sometimes there is no solution
            givens[rng.randrange(16)] = rng.randint(1, 4)
        puzzle = Puzzle(layout, tuple(givens))
        wanted, found = solutions(puzzle), explain(puzzle)
        outcome = {0: Outcome.CONTRADICTION, 1: Outcome.SOLVED}.get(len(wanted), Outcome.SEVERAL)
        assert found.outcome is outcome
        if outcome is Outcome.SOLVED:
            assert found.solution == Solution(puzzle, wanted[0])
        assert str(check_explanation(found).proof) == "proved"
        document = explanation_document(found, claims=True, text=lambda step: describe(layout, step))  # noqa: B023
        read = read_explanation(document)
        assert read == found
        assert not read.misstatement
        after = encode_simplified(puzzle, "intersections")
        zeros = [one for one in wanted if after.spurious(one) is None]
        assert zeros == wanted
        assert all(after.system.first_violated(one) is None for one in wanted)


def _first_clue(puzzle: Puzzle) -> tuple[Explanation, int]:
    found = explain(puzzle)
    return found, next(number for number, step in enumerate(found.steps) if step.theorem is Theorem.CLUE)


def test_a_clue_is_told_drawn_and_named() -> None:
    puzzle = Puzzle(with_constraints(latin(4), [Thermometer((0, 1, 2)), Cage((3, 7), 3)]), (0,) * 16)
    found, number = _first_clue(puzzle)
    step = found.steps[number]
    said = describe(puzzle.layout, step)
    assert said.startswith("cage r1c4-r2c4: r1c4 + r2c4 = 3: 3 is removed from r1c4 and r2c4, 4 from r1c4 and r2c4")
    assert book_step(puzzle, step).startswith("T13: NAK(3,4)=0 T13{8}")
    assert "<circle" in draw_state(found.state_after(number), step)
    assert "thermometer" in explanation_page(found)
    thermometer = next(step for step in found.steps if len(step.relations) == 2)
    assert "r1c1 < r1c2 and r1c2 < r1c3" in describe(puzzle.layout, thermometer)
    claim = next(claims_of(step, puzzle.layout, Replay(puzzle).candidates))
    assert "r2c4 + r1c4 - 3" in claim.hypothesis_texts()
    said = (
        "intvec(4,8); kind_of_relation[1] = 2; numbers_of_relation[1] = intvec(1,1,3);  // all differ; cage r1c4-r2c4"
    )
    assert said in steps_script(found)


def test_units_of_variants_work_as_other_units() -> None:
    layout = with_constraints(sudoku(2, 2), [AntiKnight()])
    found = explain(Puzzle(layout, (1, *(0,) * 15)))
    assert any("knight's move r1c1-r2c3" in describe(layout, step) for step in found.steps)
    assert "certificate holds" in steps_script(found)


def test_false_clues_are_refused() -> None:
    layout = with_constraints(latin(4), [Cage((0, 1), 7), Parity(5, True)])
    puzzle = Puzzle(layout, (0,) * 16)
    found, number = _first_clue(puzzle)
    step = found.steps[number]
    wrong = [
        replace(step, removals=(Removal(0, 3, (1,), -1),)),  # not true
        replace(step, relations=(1,)),  # another clue
        replace(step, relations=()),
        replace(step, relations=(7,)),
        replace(step, cells=(0, 1, 2)),
        replace(step, removals=(Removal(2, 1, (0, 1), -1),)),  # another cell
        replace(step, differ=()) if step.differ else replace(step, cells=()),
        Step(Theorem.CONTRADICTION, "clue", (0, 1), relations=(0,)),
    ]
    for one in wrong:
        check = check_explanation(Explanation(puzzle, (*found.steps[:number], one), Outcome.STOPPED))
        is_same = one.relations == step.relations and one.removals == step.removals and one.cells == step.cells
        assert str(check.proof) == "refused" or is_same


def test_an_arrow_uses_that_its_cells_in_a_box_differ() -> None:
    layout = with_constraints(sudoku(2, 2), [Arrow((10,), (5, 0))])
    puzzle = Puzzle(layout, (0,) * 16)
    step = explain(puzzle).steps[0]
    assert (step.differ, [layout.units[unit].name for unit in step.units]) == (((0, 5),), ["box 1"])
    said = describe(layout, step)
    assert said.startswith("arrow r3c3-r1c1: r2c2 + r1c1 = r3c3, where r1c1 and r2c2 differ (box 1): 1 is removed from")
    assert "2 from r3c3" in said  # 1 + 1 is not possible
    hint, in_the_book = (next_hint(explain(puzzle), words=words) for words in Words)
    assert hint is not None
    assert in_the_book is not None
    assert "the clue cannot be true with it" in hint.rule
    assert "peers in the clue differ" in in_the_book.rule
    assert "where r1c1 and r2c2 differ (box 1)" in hint.reason

    def check(one: Step) -> tuple[str | None, str, str]:
        told = Explanation(puzzle, (one,), Outcome.STOPPED)
        (checked,) = check_explanation(told).steps
        return record_objection(told), str(checked.proof), checked.reason

    assert check(step) == (None, "proved", "")
    # Without the pair 1 + 1 = 2 is a counterexample. Cells that are no peers, and other units, are refused.
    objection, proof, reason = check(replace(step, differ=(), units=()))
    assert (objection, proof) == (None, "refused")
    assert "r3c3 is 2" in reason
    for wrong, why in [
        (replace(step, differ=((0, 5), (0, 10))), "r1c1 and r3c3 differ, but names no unit with both"),
        (replace(step, units=(0,)), "names no unit with both"),
        (replace(step, units=(8, 0)), "names row 1, which it does not use"),
        (replace(step, differ=((0, 5), (0, 4)), units=(8,)), "does not use that these cells differ"),
    ]:
        objection, proof, reason = check(wrong)
        assert proof == "refused"
        assert why in str(objection)
        assert describe(layout, wrong).startswith("arrow")


def test_a_clue_names_peers_only_where_it_needs_them() -> None:
    two = with_constraints(latin(4), [NonConsecutive()])
    found = explain(Puzzle(two, (0, 3, *(0,) * 14)))
    plain = [step for step in found.steps if step.relations]
    assert plain[0].differ == ()
    layout = with_constraints(sudoku(2, 2), [LittleKiller(0, "down-right", 5)])
    step = explain(Puzzle(layout, (0,) * 16)).steps[0]
    assert step.theorem is Theorem.CONTRADICTION  # 1 + 2 in two boxes is more than 5
    assert set(step.differ) == {(0, 5), (10, 15)}
    said = describe(layout, step)
    assert ", where r1c1 and r2c2 differ (box 1), r3c3 and r4c4 differ (box 4), is not possible" in said


@pytest.mark.parametrize(
    ("constraints", "givens"),
    [
        ([Cage((0, 4, 9, 12), 8, True), Arrow((6,), (1,)), LittleKiller(4, "up-right", 3)], {0: 4, 15: 3}),
        ([Cage((2, 9, 10, 14), 11, True), Arrow((4,), (9, 6)), LittleKiller(12, "up-right", 10)], {8: 1, 9: 2}),
    ],
)
def test_levels_fall_with_peers(
    constraints: list[Constraint], givens: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = with_constraints(sudoku(2, 2), constraints)
    puzzle = Puzzle(layout, tuple(givens.get(cell, 0) for cell in range(16)))
    found = explain(puzzle)
    assert (found.outcome, found.difficulty.level) == (Outcome.SOLVED, "intersections")
    assert str(check_explanation(found).proof) == "proved"
    monkeypatch.setattr(Board, "units_of_relations", property(lambda board: [()] * len(board.layout.relations)))
    assert explain(puzzle).difficulty.level == "presets"


def test_a_clue_leaves_just_the_digits_of_its_solutions() -> None:
    """Each sum, with its peers, by brute force over all digits of its cells."""
    rng = random.Random(13)
    for number in range(30):
        layout, grid = true_case(rng, ("cage with repeats", "little killer", "arrow", "cage", "pill")[number % 5])
        position = Position(layout)
        for relation in layout.relations:
            for cell in relation.cells:
                keep = 1 << grid[cell] - 1 | rng.randrange(16)
                position.remove(cell, 15 & ~keep)
        step = clue(position)
        left = list(position.candidates)
        for removal in step.removals if step else ():
            left[removal.cell] &= ~(1 << removal.digit - 1)
        for relation in layout.relations:
            cells = relation.cells
            apart = [
                (a, b) for a, b in combinations(range(len(cells)), 2) if position.board.peers[cells[a]] >> cells[b] & 1
            ]
            kept = [
                digits
                for digits in product(*[digits_of(position.candidates[cell]) for cell in cells])
                if relation.holds(digits) and all(digits[a] != digits[b] for a, b in apart)
            ]
            assert [left[cell] for cell in cells] == [
                sum({1 << digit - 1 for digit in column}) for column in zip(*kept, strict=True)
            ]


def test_a_sum_is_not_taken_for_another_one_modulo_a_prime() -> None:
    """9 + 9 + 9 + 5 is 15 modulo 17. A step that does not say that the cells differ needs another field."""
    puzzle = Puzzle(with_constraints(sudoku(3, 3), [Cage((0, 1, 2, 9), 15)]), (9, 9, 9, *(0,) * 6, 5, *(0,) * 71))
    step = Step(Theorem.CONTRADICTION, "clue", (0, 1, 2, 9), relations=(0,))
    assert str(check_explanation(Explanation(puzzle, (step,), Outcome.CONTRADICTION)).proof) == "proved"


def test_without_clues_a_full_grid_that_breaks_one_is_a_contradiction() -> None:
    layout = with_constraints(latin(2), [Thermometer((0, 1))])
    found = explain(Puzzle(layout, (2, 1, 1, 2)), up_to="singles")
    assert found.outcome is Outcome.CONTRADICTION
    assert "r1c1 < r1c2 is not possible" in describe(layout, found.steps[-1])
    assert str(check_explanation(found).proof) == "proved"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("killer", ("Look at r1c2, r1c3 and r2c3.", "Cage r1c2-r2c3: r1c2 + r1c3 + r2c3 = 8.")),
        (
            "thermometers",
            (
                "Look at r3c4, r4c3, r3c2 and the cells that are linked to them.",
                "Thermometer r3c4 r4c3 r3c2 r3c3: r3c4 < r4c3, r4c3 < r3c2 and r3c2 < r3c3.",
            ),
        ),
    ],
)
def test_hints_at_clues(name: str, expected: tuple[str, str]) -> None:
    (puzzle,) = read_file(f"examples/puzzles/{name}.toml")
    explanation = explain(puzzle)
    hint = next_hint(explanation)
    assert hint is not None
    where, rule, reason, finding = hint.texts
    assert (where, reason) == expected
    assert rule.startswith("Clue: a digit is removed from a cell if the clue cannot be true with it")
    assert finding.startswith("1 is removed from ")


def test_a_picture_shows_the_clue_that_a_step_uses() -> None:
    """Around its cells, with a frame around its number outside; and the units in which its cells differ are shaded."""
    rng = random.Random(4)
    seen = set()
    for name in sorted(VARIANTS):
        layout, grid = true_case(rng, name, name)
        explanation = explain(Puzzle(layout, (0,) * 15 + grid[15:]), up_to="intersections")
        for state, step in zip(explanation.states(), explanation.steps, strict=False):
            lit = highlight_of(layout, step)
            assert lit.clue == step.relations
            picture = draw_state(state, step)
            assert picture.count('class="clue"') == bool(step.relations)
            if not step.relations:
                continue
            constraint = layout.constraint_of(step.relations[0])
            assert {*lit.shaded} == {*step.units}
            outside = isinstance(constraint, (LittleKiller, SandwichSum))
            path = clue_outline(plan_of(layout), step.relations)
            assert path.endswith("z") == outside
            cells = {cell for number in step.relations for cell in layout.relations[number].cells}
            inner = sum(b - a == 4 or (b - a == 1 and b % 4 > 0) for a, b in product(cells, repeat=2))
            assert path.count("M") == 4 * len(cells) - 2 * inner + outside
            seen.add(type(constraint))
    assert {LittleKiller, SandwichSum, Cage, Thermometer, WhiteDot} <= seen
