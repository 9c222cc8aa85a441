"""Explaining and checking stop at their deadline, in the innermost loops too."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from casbridge.board.solutions import solutions
from casbridge.errors import LimitError
from casbridge.limits import Deadline, Limits
from casbridge.logic import Outcome, ProofStatus, check_explanation, encode_simplified, explain
from casbridge.logic.position import Position
from casbridge.logic.proving import ReferenceProver
from casbridge.logic.theorems.chains import chain, colouring, wing
from casbridge.logic.theorems.subsets import fish, intersection, subset
from casbridge.making import Chance, random_grid
from casbridge.puzzles import Puzzle, latin, sudoku

OVER = Deadline.after(0)
EMPTY = Puzzle(sudoku(3, 3), (0,) * 81)


def position_with_pairs() -> Position:
    """Every finder has something to look at: cells with two candidates, digits with two places."""
    position = Position(sudoku(3, 3))
    for cell in (0, 8, 72, 40):
        for digit in range(3, 10):
            position.remove(cell, 1 << (digit - 1))
    for cell in (9, 10, 11, 12, 13, 14, 15):
        position.remove(cell, 1 << 8)
    return position


@pytest.mark.parametrize("find", [intersection, subset, fish, wing, colouring, chain])
def test_a_finder_stops_at_the_deadline(find: Callable[[Position, Deadline], object]) -> None:
    with pytest.raises(LimitError):
        find(position_with_pairs(), OVER)


def test_singles_stop_at_the_deadline() -> None:
    position = Position(latin(2))
    position.remove(0, 0b01)
    with pytest.raises(LimitError):
        position.run_singles([], OVER)


def test_an_explanation_ends_at_the_deadline_with_what_was_found() -> None:
    assert explain(EMPTY, deadline=OVER).outcome is Outcome.TIMEOUT
    assert explain(EMPTY, seconds=1e-9).steps == ()


def test_simplifying_ends_at_the_deadline() -> None:
    encoded = encode_simplified(Puzzle(sudoku(2, 2), (1, *[0] * 15)), deadline=OVER)
    assert "0 steps" in dict(encoded.system.facts)["simplified"]


def test_listing_solutions_ends_at_the_deadline() -> None:
    with pytest.raises(LimitError):
        solutions(EMPTY, seconds=1e-9)


def test_a_check_ends_at_the_deadline_and_leaves_the_rest_undecided() -> None:
    found = explain(Puzzle(sudoku(2, 2), (1, 2, 3, 4, *[0] * 12)))
    assert found.outcome is Outcome.SEVERAL
    check = check_explanation(found, deadline=OVER)
    assert check.proof is ProofStatus.UNDECIDED
    assert {(step.proof, step.stopped) for step in check.steps} == {(ProofStatus.UNDECIDED, True)}
    assert check.end is None
    assert check.open_end
    assert check.asked == 0
    # What was cut short is not remembered as undecided.
    prover = ReferenceProver()
    assert check_explanation(found, prover, deadline=OVER).proof is ProofStatus.UNDECIDED
    assert check_explanation(found, prover).proof is ProofStatus.PROVED


def test_a_memory_limit_on_the_reference_holds_for_each_system() -> None:
    found = explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    assert check_explanation(found, limits=Limits(memory=2**30)).proof is ProofStatus.PROVED


@pytest.mark.slow
@pytest.mark.parametrize("clues", [0.5, 0.4, 0.25])
def test_a_large_grid_overshoots_by_less_than_a_second(clues: float) -> None:
    layout = sudoku(5, 5)
    chance = Chance(1)
    grid = random_grid(layout, chance)
    puzzle = Puzzle(layout, tuple(digit if chance.below(100) < 100 * clues else 0 for digit in grid))
    began = time.process_time()
    explain(puzzle, seconds=2)
    assert time.process_time() - began < 3
