"""Transformations: what turns a puzzle into another one that is the same but for its looks.

Cells go to cells so that units become units, and digits get new names. Solutions become solutions, and a puzzle has as
many of them before as after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from casbridge.counting.permutation_types import Permutation
from casbridge.counting.symmetries import of_lines, symmetries_of_square
from casbridge.errors import InputError
from casbridge.puzzles.layouts import Layout, Unit, graph, jigsaw, latin, sudoku
from casbridge.puzzles.puzzle import Puzzle, Solution

Grid = TypeVar("Grid", Puzzle, Solution)


class LineImages(NamedTuple):
    """What happens to the lines of a grid: it is transposed or not; then each row and each column goes to a place."""

    transposed: bool
    rows: Permutation
    columns: Permutation


@dataclass(frozen=True, eq=False)
class Transformation:
    """Where each cell goes, and what each digit becomes.

    source, target: the layouts. They differ where a box r×c becomes c×r, where a jigsaw's regions turn, and where the
    vertices of a graph get new numbers. cells: the target's cell for every cell of the source. digits: the new digit of
    1, of 2, …

    `first.then(second)` is `second @ first`; in words, `str`, and back by `from_words`. InputError for cells that take
    a unit to what is none. Two are equal if they do the same to the same cells, however regions are numbered.

    >>> from casbridge.puzzles import sudoku
    >>> from casbridge.making.words import from_words
    >>> transposed = from_words("transpose", sudoku(2, 3))
    >>> transposed.target.description
    '6×6 Sudoku with boxes 3×2'
    >>> transposed.then(transposed.inverse()) == identity(sudoku(2, 3))
    True
    >>> moved = from_words("exchange rows 1 and 2; digits 1→4→1", sudoku(2, 2))
    >>> moved(Puzzle(sudoku(2, 2), (1, 2, 3, *(0,) * 13))).line
    '....423.........'
    """

    source: Layout
    target: Layout
    cells: Permutation
    digits: Permutation

    def __post_init__(self) -> None:
        source, target = self.source, self.target
        if (source.cells, source.digits) != (target.cells, target.digits):
            raise InputError(f"a transformation from a {source.description} to a {target.description}")
        for images, count, first, what in (
            (self.cells, source.cells, 0, "cells"),
            (self.digits, source.digits, 1, "digits"),
        ):
            if len(images) != count or set(images) != set(range(first, first + count)):
                raise InputError(f"{what} {list(images[:30])}", expected=f"each of {first} to {first + count - 1} once")
        stray = _stray_unit(source, target, self.cells)
        if stray is not None:
            raise InputError(f"{stray} becomes what is no unit of a {target.description}", expected="units to units")

    # -- as a function ------------------------------------------------------------------------------------------------

    def __call__(self, grid: Grid) -> Grid:
        """The puzzle or solution transformed. InputError for another layout than the source."""
        if isinstance(grid, Solution):
            return Solution(self(grid.puzzle), self._moved(grid.digits))
        if _renumbered(grid.layout) != _renumbered(self.source):
            raise InputError(f"a {grid.layout.description}", expected=f"a {self.source.description} to transform")
        return Puzzle(self.target, self._moved(grid.givens), grid.name)

    def _moved(self, digits: Sequence[int]) -> tuple[int, ...]:
        renamed = (0, *self.digits)
        moved = [0] * len(digits)
        for cell, digit in zip(self.cells, digits, strict=True):
            moved[cell] = renamed[digit]
        return tuple(moved)

    # -- as an element of a group -------------------------------------------------------------------------------------

    def then(self, after: Transformation) -> Transformation:
        """First this one, then the other. InputError where that one starts from another layout."""
        if _renumbered(self.target) != _renumbered(after.source):
            expected = f"one from a {self.target.description} with these units"
            raise InputError(f"a transformation from a {after.source.description}", expected=expected)
        cells = tuple([after.cells[cell] for cell in self.cells])
        digits = tuple([after.digits[digit - 1] for digit in self.digits])
        return Transformation(self.source, after.target, cells, digits)

    def __matmul__(self, before: Transformation) -> Transformation:
        return before.then(self)

    def inverse(self) -> Transformation:
        """What leads back."""
        cells = [0] * len(self.cells)
        for cell, image in enumerate(self.cells):
            cells[image] = cell
        digits = [0] * len(self.digits)
        for digit, image in enumerate(self.digits, 1):
            digits[image - 1] = digit
        return Transformation(self.target, self.source, tuple(cells), tuple(digits))

    @property
    def is_identity(self) -> bool:
        """Whether nothing moves and no digit changes."""
        return self == identity(self.source)

    @cached_property
    def _key(self) -> tuple[Layout, Layout, Permutation, Permutation]:
        return _renumbered(self.source), _renumbered(self.target), self.cells, self.digits

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Transformation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    # -- in words -----------------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> LineImages:
        """What happens to a grid's rows and columns. InputError for a graph."""
        n = self.source.side
        if not self.source.is_grid:
            raise InputError("the rows of a graph", expected="a grid")
        transposed = n > 1 and self.cells[0] // n != self.cells[1] // n
        along_row, along_column = self.cells[:n], self.cells[::n]
        if transposed:
            along_row, along_column = along_column, along_row
        rows = tuple([cell // n for cell in along_column])
        columns = tuple([cell % n for cell in along_row])
        return LineImages(transposed, rows, columns)

    def __str__(self) -> str:
        from casbridge.making.words import in_words

        return in_words(self)

    def __repr__(self) -> str:
        return f"<Transformation of a {self.source.description}: {self}>"


def identity(layout: Layout) -> Transformation:
    """The transformation that changes nothing.

    >>> from casbridge.puzzles import latin
    >>> print(identity(latin(3)))
    identity
    """
    return Transformation(layout, layout, tuple(range(layout.cells)), tuple(range(1, layout.digits + 1)))


def from_cells(layout: Layout, cells: Sequence[int], digits: Sequence[int] | None = None) -> Transformation:
    """The transformation of a layout that takes cell i to cells[i] and digit d to digits[d − 1].

    A box r×c may become c×r; a jigsaw's regions may become those of the turned or reflected jigsaw; the vertices of a
    graph may get new numbers. InputError for all else that takes a unit to what is none.

    >>> from casbridge.puzzles import graph
    >>> from_cells(graph(3, ((0, 1),), 2), (2, 1, 0)).target.edges
    ((1, 2),)
    """
    names = tuple(range(1, layout.digits + 1)) if digits is None else tuple(digits)
    if sorted(cells) != list(range(layout.cells)):
        return Transformation(layout, layout, tuple(cells), names)  # which says what is wrong
    return Transformation(layout, _image(layout, tuple(cells)), tuple(cells), names)


def from_lines(layout: Layout, lines: LineImages, digits: Sequence[int] | None = None) -> Transformation:
    """The transformation that a grid's lines make: transposed or not, then rows and columns to their places.

    >>> from casbridge.puzzles import sudoku
    >>> print(from_lines(sudoku(2, 2), LineImages(False, (1, 0, 2, 3), (0, 1, 2, 3))))
    exchange rows 1 and 2
    """
    return from_cells(layout, cells_of_lines(lines), digits)


def cells_of_lines(lines: LineImages) -> Permutation:
    """Where lines take the cells.

    >>> cells_of_lines(LineImages(True, (1, 0), (0, 1)))
    (2, 0, 3, 1)
    """
    cells = of_lines(lines.rows, lines.columns)
    if not lines.transposed:
        return cells
    n = len(lines.rows)
    return tuple([cells[column * n + row] for row in range(n) for column in range(n)])


def is_symmetry(layout: Layout, cells: Permutation) -> bool:
    """Whether the cells take each unit to a unit.

    >>> from casbridge.puzzles import sudoku
    >>> is_symmetry(sudoku(2, 2), tuple(range(16))), is_symmetry(sudoku(2, 2), (1, 0, *range(2, 16)))
    (True, False)
    """
    return _stray_unit(layout, layout, cells) is None


# -- layouts ----------------------------------------------------------------------------------------------------------


def _image(layout: Layout, cells: Permutation) -> Layout:
    """The layout that the cells lead to; the same one where that is a choice, or where there is none."""
    if layout.family == "graph":
        return graph(layout.cells, tuple((cells[a], cells[b]) for a, b in layout.edges), layout.digits)
    if _stray_unit(layout, layout, cells) is None:
        return layout
    if layout.box is not None:
        turned = sudoku(layout.box[1], layout.box[0], layout.diagonals)
        return turned if _stray_unit(layout, turned, cells) is None else layout
    if layout.regions is not None:
        turned = _moved_regions(layout, cells)
        if turned in turned_layouts(layout):
            return turned
    return layout


def _moved_regions(layout: Layout, cells: Permutation) -> Layout:
    assert layout.regions is not None
    regions = [0] * layout.cells
    for cell, region in zip(cells, layout.regions, strict=True):
        regions[cell] = region
    return _renumbered(jigsaw(tuple(regions), layout.diagonals))


@lru_cache(maxsize=64)
def turned_layouts(layout: Layout) -> dict[Layout, Permutation]:
    """The layouts that turns and reflections of a grid lead to, each with the first one that does.

    >>> from casbridge.puzzles import sudoku
    >>> [turned.box for turned in turned_layouts(sudoku(2, 3))]
    [(2, 3), (3, 2)]
    """
    found = {_renumbered(layout): tuple(range(layout.cells))}
    for cells in symmetries_of_square(layout.side).values():
        found.setdefault(_moved_regions(layout, cells) if layout.regions is not None else _image(layout, cells), cells)
    return found


@lru_cache(maxsize=256)
def _renumbered(layout: Layout) -> Layout:
    """The layout with its regions numbered as they come, row by row."""
    if layout.regions is None:
        return layout
    numbers: dict[int, int] = {}
    regions = tuple([numbers.setdefault(region, len(numbers)) for region in layout.regions])
    return layout if regions == layout.regions else jigsaw(regions, layout.diagonals)


@lru_cache(maxsize=256)
def plainest(layout: Layout) -> Layout:
    """The plainest layout with the same rules: a jigsaw whose regions are boxes is that Sudoku, and where boxes or
    regions are rows or columns, it is a Latin square.

    >>> from casbridge.puzzles import sudoku
    >>> plainest(sudoku(1, 4)).description, plainest(jigsaw((0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3))).box
    ('4×4 Latin square', (2, 2))
    """
    if layout.box is None and layout.regions is None:
        return layout
    n = layout.side
    if all(unit.kind not in _BLOCKS for unit in _needed_units(layout)):
        return latin(n, layout.diagonals)
    if layout.regions is None:
        return layout
    regions = {frozenset(unit.cells) for unit in layout.units if unit.kind == "region"}
    for rows in range(2, n):
        if n % rows == 0:
            boxes = sudoku(rows, n // rows, layout.diagonals)
            if {frozenset(unit.cells) for unit in boxes.units if unit.kind == "box"} == regions:
                return boxes
    return layout


_KINDS = {"column": "row", "region": "box"}
_BLOCKS = ("box", "region")


def _needed_units(layout: Layout) -> list[Unit]:
    """The units without boxes and regions that are rows or columns."""
    lines = {frozenset(unit.cells) for unit in layout.units if unit.kind in ("row", "column")}
    return [unit for unit in layout.units if unit.kind not in _BLOCKS or frozenset(unit.cells) not in lines]


@lru_cache(maxsize=256)
def _unit_sets(layout: Layout) -> frozenset[tuple[str, frozenset[int]]]:
    return frozenset((_KINDS.get(unit.kind, unit.kind), frozenset(unit.cells)) for unit in _needed_units(layout))


def _stray_unit(source: Layout, target: Layout, cells: Permutation) -> str | None:
    """The name of a unit that the cells do not take to a unit of its kind; rows may become columns."""
    there = _unit_sets(target)
    for unit in _needed_units(source):
        if (_KINDS.get(unit.kind, unit.kind), frozenset([cells[cell] for cell in unit.cells])) not in there:
            return unit.name
    return None
