"""Shapes of boxes, and the grids with such boxes: their side is n = rows·columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from casbridge.errors import InputError, printable
from casbridge.puzzles.layouts import LARGEST_SIDE, sudoku
from casbridge.puzzles.parsing import parse_box
from casbridge.puzzles.puzzle import Puzzle


@dataclass(frozen=True, order=True)
class BoxShape:
    """The shape of a box. The grid has `columns` bands of `rows` rows, and `rows` stacks of `columns` columns.

    Raises InputError for fewer than 2 rows or columns, and for more than 64 cells in a box.

    >>> shape = BoxShape.of("2x3")
    >>> shape.side, shape.bands, shape.stacks
    (6, 3, 2)
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        if self.rows < 2 or self.columns < 2 or self.side > LARGEST_SIDE:
            expected = f"at least 2 rows and 2 columns, and at most {LARGEST_SIDE} cells"
            raise InputError(f"box shape {self}", expected=expected)

    @staticmethod
    def of(text: str) -> BoxShape:
        """The shape written as 3x3: rows, then columns. Raises InputError for any other text."""
        found = parse_box(text)
        if found is None:
            raise InputError(f"box shape {printable(text, 40)!r}", expected="rows x columns, such as 3x3 or 2x3")
        return BoxShape(*found)

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def side(self) -> int:
        """The number of digits, and of rows, columns and boxes."""
        return self.rows * self.columns

    @property
    def bands(self) -> int:
        return self.columns

    @property
    def stacks(self) -> int:
        return self.rows

    @property
    def cells(self) -> int:
        return self.side**2

    @property
    def transposed(self) -> BoxShape:
        """The shape of the same grids with rows and columns exchanged."""
        return BoxShape(self.columns, self.rows)

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, then of each column, then of each box."""
        return tuple(unit.cells for unit in sudoku(self.rows, self.columns).units)

    @cached_property
    def units_of_cell(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, row by row: the numbers of its row, column and box in `units`."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for unit, cells in enumerate(self.units):
            for cell in cells:
                found[cell].append(unit)
        return tuple(map(tuple, found))


def shape_of(puzzle: Puzzle) -> BoxShape | None:
    """The shape of an empty grid; None for any other puzzle.

    >>> shape_of(Puzzle(sudoku(2, 3), (0,) * 36)), shape_of(Puzzle(sudoku(2, 2), (1, *(0,) * 15)))
    (BoxShape(rows=2, columns=3), None)
    """
    layout = puzzle.layout
    if any(puzzle.givens) or layout.box is None or min(layout.box) < 2 or layout != sudoku(*layout.box):
        return None
    return BoxShape(*layout.box)
