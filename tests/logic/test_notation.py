"""The book's notation, against what the book says in words."""

from __future__ import annotations

import pytest

from casbridge.logic.notation import row_and_column
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
