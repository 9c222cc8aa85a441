"""Permutations of a grid's cells as permutations of its rows and columns."""

from __future__ import annotations

from typing import NamedTuple

from casbridge.counting.permutation_types import Permutation
from casbridge.counting.symmetries import of_lines


class LineImages(NamedTuple):
    """Where the lines of a grid go.

    transposed: whether the grid is transposed first.
    rows, columns: then row i goes to place rows[i], and column j to place columns[j].

    >>> cells_of_lines(LineImages(False, (1, 0), (0, 1)))
    (2, 3, 0, 1)
    """

    transposed: bool
    rows: Permutation
    columns: Permutation


def cells_of_lines(lines: LineImages) -> Permutation:
    """Where the cells go: entry i is the place of cell i.

    >>> cells_of_lines(LineImages(True, (1, 0), (0, 1)))
    (2, 0, 3, 1)
    """
    cells = of_lines(lines.rows, lines.columns)
    if not lines.transposed:
        return cells
    n = len(lines.rows)
    return tuple([cells[column * n + row] for row in range(n) for column in range(n)])


def lines_of_cells(cells: Permutation, side: int) -> LineImages:
    """Where the lines go, if the cells go line by line; the opposite of `cells_of_lines`.

    cells: a permutation that takes each row to a row, or each row to a column.

    >>> lines_of_cells((2, 0, 3, 1), 2)
    LineImages(transposed=True, rows=(1, 0), columns=(0, 1))
    """
    transposed = side > 1 and cells[0] // side != cells[1] // side
    along_row, along_column = cells[:side], cells[::side]
    if transposed:
        along_row, along_column = along_column, along_row
    rows = tuple([cell // side for cell in along_column])
    columns = tuple([cell % side for cell in along_row])
    return LineImages(transposed, rows, columns)
