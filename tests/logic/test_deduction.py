"""Explanations: what they end in, what each step may zero, and the class of difficulty."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings, strategies as st

from casbridge.errors import UnsupportedError, UsageError
from casbridge.logic import LEVELS, Explanation, Outcome, Step, Theorem, explain, first_state
from casbridge.logic.text.words import describe, describe_records
from casbridge.logic.theorems import chains
from casbridge.puzzles import Layout, Puzzle, graph, jigsaw, latin, sudoku
from tests.effort import examples
from tests.logic.cases import LAYOUTS, SIX_REGIONS, random_puzzle, solutions

#: A puzzle whose hardest theorem is of this class.
OF_LEVEL = {
    "singles": ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "intersections": ".......134..2.....6...........46.5...1......72..5.........31.........42..8.......",
    "subsets": ".......24.1.3......7........6....3......29...8........4..1..6..2......75..9......",
    "fish": "....7.9...2.6.....5.....3...4.....217...3................2.1.8.9.....7.....4.....",
    "wings": ".......218..4.......9......6..57..4.3.....8......2.....7.9..4...21...............",
    "colouring": "......8.1.27.......5..........2...7....5.1...6........1.9.6.4..3...8...........2.",
    "chains": ".......68.3..9....7......2..1....35....2.8......4.........3.1..2..6...........5..",
    "presets": ".5.6...........73....1.........7.8...6.....5.1........7...4.2....4.3.......5...6.",
}
#: A puzzle whose explanation has a step of this name.
WITH_STEP = {
    "hidden single": OF_LEVEL["singles"],
    "last cell": OF_LEVEL["singles"],
    "naked single": ".......195..8..............3...7.5...4....3......1....47.....6....2..4...1.9.....",
    "pointing": OF_LEVEL["intersections"],
    "claiming": ".......195..8..............3...7.5...4....3......1....47.....6....2..4...1.9.....",
    "naked pair": OF_LEVEL["subsets"],
    "hidden pair": OF_LEVEL["subsets"],
    "naked triple": ".......817..6.....5.........4..81.........29.....3.......5.47..6..2......8.......",
    "hidden triple": "....1..2.....2.3..47..........7.9......4....8..1......3.....15..6.8...........2..",
    "naked quadruple": ".5.4.....9.....6........1.....7...3.8...1...........4.....6.82..345.......7......",
    "X-wing": "....7..46..1.2..........3..42.....6.5..3........1.8......8..1..64................",
    "swordfish": "......42.3.8......9...........58.1...4....7.....3......7...4.5....6...3.........8",
    "jellyfish": "....8.2..6..4.....5.........7..23...4..5...6.........1.23...7.....6...5..........",
    "XY-wing": "......1.6.3..7....4.....5...78....2....5...4....1.........2.78.1..6..............",
    "XYZ-wing": ".......817..6.....5.........4..81.........29.....3.......5.47..6..2......8.......",
    "W-wing": OF_LEVEL["wings"],
    "colour trap": "......26..9.8............5.2.6.....7...7....4..1..........261..84.............3..",
    "colour wrap": OF_LEVEL["colouring"],
    "forcing chain": OF_LEVEL["chains"],
    "preset": OF_LEVEL["presets"],
}


def puzzle_of(line: str) -> Puzzle:
    return Puzzle(sudoku(3, 3), tuple(0 if character == "." else int(character) for character in line))


def assert_right(explanation: Explanation) -> None:
    """It zeroes nothing that is in a solution, and ends as the number of solutions says."""
    puzzle = explanation.puzzle
    found = solutions(puzzle)
    for step in explanation.steps:
        for removal in step.removals:
            assert all(solution[removal.cell] != removal.digit for solution in found), step
        if step.placement is not None:
            assert all(solution[step.placement.cell] == step.placement.digit for solution in found), step
    wanted = Outcome.CONTRADICTION if not found else Outcome.SOLVED if len(found) == 1 else Outcome.SEVERAL
    assert explanation.outcome is wanted
    if len(found) == 1:
        assert explanation.solution is not None
        assert explanation.solution.digits == found[0]
    if len(found) > 1:
        # What is left is what some solution has, no more and no less.
        for cell in range(puzzle.layout.cells):
            assert explanation.last_state.digits(cell) == tuple(sorted({solution[cell] for solution in found}))
        assert len({witness.digits for witness in explanation.witnesses}) == 2
        assert all(witness.digits in found for witness in explanation.witnesses)


@pytest.mark.parametrize("name", list(LAYOUTS))
@given(seed=st.integers(0, 10**6), share=st.integers(2, 12))
@settings(max_examples=examples(25), deadline=None)
def test_an_explanation_ends_as_the_number_of_solutions_says(name: str, seed: int, share: int) -> None:
    layout = LAYOUTS[name]
    if layout.digits > 5:
        share = max(share, 5)
    assert_right(explain(random_puzzle(layout, seed, layout.cells * share // 16)))


@pytest.mark.parametrize("name", list(LAYOUTS))
@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(25), deadline=None)
def test_givens_that_no_solution_has_end_in_a_contradiction_or_in_what_there_is(name: str, seed: int) -> None:
    layout = LAYOUTS[name]
    chance = random.Random(seed)
    givens = [chance.choice([0] * 3 + [chance.randint(1, layout.digits)]) for _ in range(layout.cells)]
    assume(sum(map(bool, givens)) >= layout.cells // 5)  # or there may be millions of solutions to list
    assert_right(explain(Puzzle(layout, tuple(givens))))


def test_graphs_and_regions_of_other_shapes() -> None:
    petersen = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    petersen += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    layout = graph(10, tuple(petersen), 3)
    assert_right(explain(Puzzle(layout, (1, 2, 0, 0, 0, 0, 3, 0, 0, 0))))
    assert_right(explain(Puzzle(graph(4, ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)), 3), (0,) * 4)))
    assert_right(explain(Puzzle(graph(3, ((0, 1), (1, 2)), 2), (1, 0, 0))))
    assert_right(explain(random_puzzle(jigsaw(SIX_REGIONS), 3, 14)))
    assert_right(explain(Puzzle(latin(1), (0,))))
    assert_right(explain(Puzzle(graph(0, (), 1), ())))


@pytest.mark.parametrize("level", LEVELS)
def test_each_class_of_difficulty_occurs_and_is_needed(level: str) -> None:
    puzzle = puzzle_of(OF_LEVEL[level])
    explanation = explain(puzzle)
    assert_right(explanation)
    assert explanation.difficulty.level == level
    assert explanation.difficulty.rank == LEVELS.index(level) + 1
    if level != LEVELS[0]:
        before = LEVELS[LEVELS.index(level) - 1]
        easier = explain(puzzle, up_to=before)
        assert easier.outcome is Outcome.STOPPED
        assert easier.solution is None
    assert explain(puzzle, up_to=level) == explanation


@pytest.mark.parametrize("name", list(WITH_STEP))
def test_each_kind_of_step_occurs(name: str) -> None:
    puzzle = puzzle_of(WITH_STEP[name])
    explanation = explain(puzzle)
    assert_right(explanation)
    steps = [step for step in explanation.steps if step.name == name]
    assert steps
    assert all(describe(puzzle.layout, step) for step in steps)


@pytest.mark.parametrize("level", LEVELS)
def test_names_of_digits_and_turns_of_the_grid_do_not_change_the_class(level: str) -> None:
    puzzle = puzzle_of(OF_LEVEL[level])
    chance = random.Random(level)
    for _ in range(3):
        digits = [0, *chance.sample(range(1, 10), 9)]
        lines = [3 * band + row for band in chance.sample(range(3), 3) for row in chance.sample(range(3), 3)]
        across = [3 * stack + column for stack in chance.sample(range(3), 3) for column in chance.sample(range(3), 3)]
        moved = [puzzle.givens[9 * row + column] for row in lines for column in across]
        if chance.random() < 0.5:
            moved = [moved[9 * column + row] for row in range(9) for column in range(9)]
        image = Puzzle(puzzle.layout, tuple([digits[digit] for digit in moved]))
        assert explain(image).difficulty.level == level


def _all_steps(steps: tuple[Step, ...]) -> list[Step]:
    return [one for step in steps for one in (step, *_all_steps(step.nested))]


@pytest.mark.parametrize("level", LEVELS)
def test_a_step_names_all_that_it_rests_on(level: str) -> None:
    puzzle = puzzle_of(OF_LEVEL[level])
    layout = puzzle.layout
    for step in _all_steps(explain(puzzle).steps):
        named = [set(layout.units[unit].cells) for unit in step.units]
        assert all(any({a, b} <= cells for cells in named) for a, b in step.differ)
        assert all(unit in step.units for unit, _ in step.occurs)
        assert (step.placement is None) == (step.theorem not in tuple(Theorem)[1:4])
        assert all(removal.by and (removal.unit in step.units or removal.unit == -1) for removal in step.removals)


def test_a_state_follows_from_the_one_before() -> None:
    explanation = explain(puzzle_of(OF_LEVEL["subsets"]))
    states = list(explanation.states())
    assert len(states) == len(explanation.steps) + 1
    assert states[0] == first_state(explanation.puzzle)
    assert states[-1] == explanation.last_state
    for before, after in pairwise(states):
        assert all(new & ~old == 0 for old, new in zip(before.candidates, after.candidates, strict=True))
        assert before.candidates != after.candidates or before.values != after.values
        for cell, records in enumerate(after.records):
            left = {
                digit for digit, record in enumerate(records, 1) if record is None or record.kind in ("value", "given")
            }
            assert left == set(after.digits(cell))
    assert sorted(explanation.last_state.orders) == list(range(1, 82))
    assert describe_records(explanation.last_state).count("\n") == 81 - explanation.puzzle.clues - 1


def test_time_that_is_over_ends_an_explanation_with_what_was_found() -> None:
    hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    stopped = explain(puzzle_of(hard), seconds=0.01)
    assert stopped.outcome is Outcome.TIMEOUT
    assert stopped.steps == explain(puzzle_of(hard)).steps[: len(stopped.steps)]
    assert stopped.solution is None


def test_an_unknown_class_is_refused() -> None:
    with pytest.raises(UsageError, match="the class 'tough'; expected one of easy, medium, hard, expert, singles"):
        explain(Puzzle(latin(1), (0,)), up_to="tough")


@pytest.mark.parametrize(
    "layout", [latin(9), *[pytest.param(one, marks=pytest.mark.slow) for one in (sudoku(2, 5), sudoku(3, 4))]]
)
def test_large_empty_grids_end_at_once(layout: Layout) -> None:
    explanation = explain(Puzzle(layout, (0,) * layout.cells), seconds=20)
    assert explanation.outcome is Outcome.SEVERAL
    assert explanation.steps == ()


@pytest.mark.slow
def test_what_would_fill_the_memory_is_said() -> None:
    cells = 64 * 64
    givens = [1 + (cell % 64 + 8 * (cell // 64) + cell // 512) % 64 if cell % 64 < 20 else 0 for cell in range(cells)]
    explanation = explain(Puzzle(sudoku(8, 8), tuple(givens)))
    assert explanation.outcome is Outcome.MEMORY
    assert explanation.steps
    assert explanation.solution is None
    large = graph(20_000, tuple((a, a + 1) for a in range(19_999)) + tuple((a, a + 2) for a in range(19_998)), 3)
    stopped = explain(Puzzle(large, (0,) * 20_000), seconds=5, up_to="singles")
    assert stopped.outcome is Outcome.STOPPED
    edges = tuple((a, a + step) for step in range(1, 6) for a in range(20_000 - step))
    with pytest.raises(UnsupportedError, match="its sets of cells would take too much memory"):
        explain(Puzzle(graph(20_000, edges, 3), (0,) * 20_000))


@pytest.mark.parametrize("level", ["chains", "presets"])
def test_remembering_what_follows_from_candidates_changes_no_step(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(sudoku(3, 3), tuple(map(int, OF_LEVEL[level].replace(".", "0"))))
    remembering = explain(puzzle)
    assert any(step.theorem is Theorem.CHAIN for step in remembering.steps)
    monkeypatch.setattr(chains, "_forget", lambda position: position.followed.clear())
    assert explain(puzzle).steps == remembering.steps
