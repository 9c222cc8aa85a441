"""The book's notation, against what the book says in words."""

from __future__ import annotations

import pytest

from casbridge import read_puzzles
from casbridge.logic import Theorem, explain
from casbridge.logic.text.words import book_records, book_step, row_and_column
from casbridge.puzzles import sudoku


@pytest.mark.parametrize("number", range(1, 82))
def test_row_and_column_of_a_cell_as_in_the_book_s_figure(number: int) -> None:
    # Figure 1-1 numbers cells from left to right, then from top to bottom; formula a2 has the two exchanged.
    row, column = row_and_column(number, 9)
    assert number == 9 * (row - 1) + column
    assert sudoku(3, 3).cell_name(number - 1) == f"r{row}c{column}"
    rest = number - 9 * (number // 9)
    if rest == 0:
        assert (row, column) == (number // 9, 9)  # a1, as printed
    else:
        printed = (rest, number // 9 + 1)  # a2, as printed
        assert (column, row) == printed


#: A puzzle of ours in which cells 1, 2, 3 and 9 have the records that section 2.2 of the book describes; the book's own
#: puzzle is not in the text that we have.
AS_DESCRIBED = ".....23....48....97.9.3..4..657.91..4.15......8.1....5....1....3...6.97......8..."


def test_records_as_the_book_describes_them() -> None:
    (puzzle,) = read_puzzles(AS_DESCRIBED)
    explanation = explain(puzzle)
    marks = explanation.last_state.marks
    # Cell 1: 8 is zeroed in cells 2, 3, 10, 11, 12, 19, 20, 21 of the box, hence NA(1) = 8 by Theorem 3.
    assert (explanation.last_state.values[0], marks[0][7]) == (8, "⊙G")
    step = next(step for step in explanation.steps if step.placement == (0, 8))
    assert step.theorem is Theorem.HIDDEN_SINGLE
    assert [cell + 1 for cell in step.cells] == [2, 3, 10, 11, 12, 19, 20, 21]
    # Cell 9: the same with 7 in box 3, cells 7, 8, 16, 17, 18, 25, 26, 27.
    assert (explanation.last_state.values[8], marks[8][6]) == (7, "⊙G")
    step = next(step for step in explanation.steps if step.placement == (8, 7))
    assert [cell + 1 for cell in step.cells] == [7, 8, 16, 17, 18, 25, 26, 27]
    # Cell 3: J39 for 1, since NA(39) = 1 in the column; I7 for 3 in the row; what is left is 6, by Theorem 2.
    assert explanation.last_state.values[38] == 1
    assert (marks[2][0], marks[2][2], marks[2][5]) == ("J39", "I7", "⊙")
    assert explanation.last_state.values[2] == 6
    # Cell 2: G12 for 4, since NA(12) = 4 in the box; 5 has no other place in row 1.
    assert (marks[1][3], marks[1][4]) == ("G12", "⊙I")
    step = next(step for step in explanation.steps if step.placement == (1, 5))
    assert [cell + 1 for cell in step.cells] == [1, 3, 4, 5, 6, 7, 8, 9]
    assert book_records(explanation.last_state).splitlines()[2].startswith("I=3  NA=6  KH=")
    # In each of these cells what is neither zeroed by another cell nor the value has a star.
    for cell in (0, 1, 2, 8):
        assert all(mark == "*" or mark[0] in "IJG⊙" for mark in marks[cell])
        assert sum(mark.startswith("⊙") for mark in marks[cell]) == 1


def test_steps_in_the_book_s_notation() -> None:
    (puzzle,) = read_puzzles(AS_DESCRIBED)
    steps = [book_step(puzzle, step) for step in explain(puzzle).steps]
    assert "T3 ⊙G: NA(1)=8" in steps
    assert "T2 ⊙: NA(3)=6" in steps
    assert any(step.endswith("⊙I: NA(2)=5") for step in steps)
    assert any("NAK(1,3)=0 J39" in step for step in steps)
    assert any("NAK(3,3)=0 I7" in step for step in steps)
    assert any("NAK(4,2)=0 G12" in step for step in steps)
