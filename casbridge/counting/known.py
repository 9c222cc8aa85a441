"""Completions that follow from numbers of whole grids and bands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import perm

from casbridge.counting.bands import band_table, division_of, lower_bands
from casbridge.counting.frontier import Budget, Field, Sweep
from casbridge.counting.shapes import BoxShape
from casbridge.counting.totals import total_grids
from casbridge.puzzles.layouts import Layout

#: Shapes with a formula, and the seconds that there should be for it on a slow machine.
_SECONDS = {(2, 2): 0, (2, 3): 0, (3, 2): 0, (2, 4): 0, (4, 2): 0, (3, 3): 3, (2, 5): 400, (5, 2): 400}


def orders_of_names(layout: Layout, givens: Sequence[int]) -> int | None:
    """In how many ways the digits that are given could be named otherwise, if that is all that the givens say: they are
    in cells that must all differ. So many solutions of the empty layout there are for each of the puzzle.

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


def known_total(layout: Layout, seconds: float | None) -> int | None:
    """The number of solutions of the empty layout, if there is a formula, and time for it."""
    if layout.family != "sudoku" or layout.diagonals or layout.box not in _SECONDS:
        return None
    return total_grids(BoxShape(*layout.box)) if seconds is None or seconds >= _SECONDS[layout.box] else None


def in_one_band(layout: Layout, grid: Sequence[int]) -> tuple[list[int], bool] | None:
    """An order of the open cells of a grid with boxes of three by three in which the one band (or stack) that has all
    the givens comes first, and whether it is row by row; None if there is no such band.
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


def band_completions(field: Field, by_rows: bool, budget: Budget) -> int:
    """The completions where all givens are in one band, whose open cells are the first of the field: each filling of it
    is completed in as many ways as its columns' sets of digits say. Raises OutOfBudget.
    """
    sweep = Sweep(field, [range(9)], budget)
    while sweep.level < len(field.tests) - 54:
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
        total += ways * _lower(band_table().class_of[image[two]][image[three]])
    return total


@cache
def _lower(kind: int) -> int:
    found = band_table().classes[kind]
    return lower_bands(found.second, found.third)
