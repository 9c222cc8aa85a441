"""Completions that follow from the numbers of whole grids and of bands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import perm

from casbridge.counting.bands import band_table, division_of, lower_bands_of_class
from casbridge.counting.frontier import Budget
from casbridge.counting.shapes import BoxShape
from casbridge.counting.totals import total_grids
from casbridge.counting.unit_sweep import OpenCells, UnitSweep
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout

#: Shapes with a formula, and the seconds that should be left for it on a slow machine.
_SECONDS = {(2, 2): 0, (2, 3): 0, (3, 2): 0, (2, 4): 0, (4, 2): 0, (3, 3): 3, (2, 5): 400, (5, 2): 400}


def orders_of_names(layout: Layout, givens: Sequence[int]) -> int | None:
    """Number of relabellings of the givens, if they lie in cells that must all differ; else None.

    The empty layout has so many times as many solutions as the puzzle.

    >>> from casbridge.puzzles import sudoku
    >>> orders_of_names(sudoku(1, 3), [2, 3, 0] + [0] * 6), orders_of_names(sudoku(1, 3), [0, 3, 0, 3, 0, 0, 0, 0, 0])
    (6, None)
    """
    given = [cell for cell, digit in enumerate(givens) if digit]
    if len(given) > layout.digits or len({givens[cell] for cell in given}) < len(given):
        return None
    if any((a, b) not in layout.different for a, b in combinations(given, 2)):
        return None
    return perm(layout.digits, len(given))


def known_total(layout: Layout, deadline: Deadline = NEVER) -> int | None:
    """The number of solutions of the empty layout, if there is a formula and time for it; else None.

    >>> from casbridge.puzzles import latin, sudoku
    >>> known_total(sudoku(2, 3)), known_total(latin(6))
    (28200960, None)
    """
    if layout.family != "sudoku" or layout.diagonals or layout.box not in _SECONDS:
        return None
    left = deadline.left()
    return total_grids(BoxShape(*layout.box), deadline) if left is None or left >= _SECONDS[layout.box] else None


def in_one_band(layout: Layout, grid: Sequence[int]) -> tuple[list[int], bool] | None:
    """For a 9×9 grid with all givens in one band or stack: an order of the open cells that begins with it; else None.

    The second value says whether the order is row by row (for a band) or column by column (for a stack).

    >>> from casbridge.puzzles import sudoku
    >>> order, by_rows = in_one_band(sudoku(3, 3), [0] * 30 + [5] + [0] * 50)
    >>> order[:4], by_rows
    ([27, 28, 29, 31], True)
    """
    if layout.family != "sudoku" or layout.diagonals or layout.box != (3, 3):
        return None
    filled = [cell for cell, digit in enumerate(grid) if digit]
    for by_rows in (True, False):
        lines = {(cell // 9 if by_rows else cell % 9) // 3 for cell in filled}
        if len(lines) <= 1:
            first = min(lines, default=0)
            order = [3 * band + row for band in (first, *{0, 1, 2} - {first}) for row in range(3)]
            cells = [9 * line + across if by_rows else 9 * across + line for line in order for across in range(9)]
            return [cell for cell in cells if not grid[cell]], by_rows
    return None


def band_completions(cells: OpenCells, by_rows: bool, budget: Budget) -> int:
    """The completions of a 9×9 grid with all givens in one band or stack, whose open cells come first.

    The sets of digits in the columns of the filled band say in how many ways the rest can be filled. Raises LimitError.

    cells, by_rows: the open cells in the order of `in_one_band`.
    """
    sweep = UnitSweep(cells, [range(9)], budget)
    while sweep.level < sweep.cells - 54:
        sweep.advance()
    first = 9 if by_rows else 0
    total = 0
    for (marks,), ways in sweep.states.items():
        budget.check()
        columns = []
        for column in range(first, first + 9):
            a, b, c = (digit for digit, mark in enumerate(marks) if mark >> column & 1)
            columns.append((a, b, c))
        one, two, three = (division_of(columns[start : start + 3]) for start in (0, 3, 6))
        image = band_table().to_first[one]
        total += ways * lower_bands_of_class(band_table().class_of[image[two]][image[three]])
    return total
