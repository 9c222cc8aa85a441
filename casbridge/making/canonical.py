"""Canonical forms: one representative for all equivalent puzzles; equivalence; automorphisms.

The form of a puzzle is the least of all equivalent puzzles, read row by row, with blanks before digits. Its layout is
the plainest one with the same rules (see `plainest`), with boxes r×c such that r ≤ c. A jigsaw is turned
or reflected until its regions, numbered in order, are the least line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import factorial
from typing import NamedTuple

from casbridge.counting.permutation_types import Permutation
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.layout_symmetries import free_lines, listed_symmetries, number_of_symmetries
from casbridge.making.line_images import LineImages, inverse
from casbridge.making.minlex import Arrangement, Least, Lines, blank_lines, least
from casbridge.making.transformations import (
    Transformation,
    from_cells,
    from_lines,
    identity,
    plainest,
    turned_layouts,
)
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle, Solution

#: The most automorphisms that are listed one by one.
MOST_ELEMENTS = 100_000


class CanonicalForm(NamedTuple):
    """The least equivalent puzzle, and a transformation that leads to it. For a solution all cells are given.

    >>> from casbridge.puzzles import latin
    >>> canonical_form(Puzzle(latin(2), (2, 0, 0, 0))).puzzle.line
    '...1'
    """

    puzzle: Puzzle
    transformation: Transformation


@dataclass(frozen=True)
class AutomorphismGroup:
    """The transformations that take a puzzle to itself.

    order: the number of symmetries of the layout that do so, with the new names of digits that they need.
    generators: transformations that generate these.
    relabellings: the number of ways to rename the digits that do not occur.
    """

    layout: Layout
    order: int
    generators: tuple[Transformation, ...]
    relabellings: int

    def elements(self) -> Iterator[Transformation]:
        """All of them, the identity first. Raises LimitError for more than `MOST_ELEMENTS`.

        >>> from casbridge.puzzles import sudoku
        >>> group = automorphism_group(Puzzle(sudoku(2, 2), (1, *(0,) * 15)))
        >>> sorted(str(element) for element in group.elements())[:2]
        ['exchange columns 3 and 4', 'exchange rows 3 and 4']
        """
        if self.order > MOST_ELEMENTS:
            raise LimitError(f"{self.order} automorphisms: at most {MOST_ELEMENTS} are listed")
        start = _raw(identity(self.layout))
        found: dict[Hashable, _Raw] = {start: start}
        _close(found, list(map(_raw, self.generators)), key=lambda raw: raw)
        for cells, digits, _ in found.values():
            yield Transformation(self.layout, self.layout, cells, digits)

    @cached_property
    def orbit(self) -> int:
        """The number of different equivalent puzzles on this layout.

        >>> from casbridge.puzzles import sudoku
        >>> automorphism_group(Puzzle(sudoku(2, 2), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))).orbit
        96
        """
        renamings = factorial(self.layout.digits)
        return number_of_symmetries(self.layout) * renamings // (self.order * self.relabellings)


def canonical_form(grid: Puzzle | Solution, deadline: Deadline = NEVER) -> CanonicalForm:
    """The least of all puzzles that are equivalent to this one. Of a solution, the full grid counts.

    Two puzzles are equivalent if and only if their forms are equal. Layouts count by their rules: boxes 1×n make a
    Latin square, and a jigsaw whose regions are boxes is that Sudoku. Other jigsaws can be turned and reflected; an
    exchange of rows or columns that makes other regions does not count.

    Raises UnsupportedError for graphs.
    Raises LimitError at the deadline, and if too many symmetries tie: in large Latin squares that are very regular, and
    in large grids with few clues.

    >>> from casbridge.puzzles import sudoku
    >>> form = canonical_form(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    >>> form.puzzle.line
    '...1.2....3.4...'
    >>> print(form.transformation)
    exchange rows 3 and 4; exchange stacks 1 and 2; digits 1→2→3→4→1
    """
    found = _leading(grid, deadline)
    return CanonicalForm(Puzzle(found.turn.target, found.form), found.transformation(found.arrangements[0]))


def equivalent(
    first: Puzzle | Solution, second: Puzzle | Solution, deadline: Deadline = NEVER
) -> Transformation | None:
    """A transformation that takes the first to the second, or None if they are not equivalent.

    Puzzles are compared by `canonical_form`, with the same errors, and solutions as full grids.

    >>> from casbridge.puzzles import sudoku
    >>> layout = sudoku(2, 2)
    >>> print(equivalent(Puzzle(layout, (1, *(0,) * 15)), Puzzle(layout, (*(0,) * 13, 3, 0, 0))))
    exchange bands 1 and 2; exchange rows 3 and 4; exchange columns 1 and 2; digits 1→3→2→1
    >>> equivalent(Puzzle(layout, (1, 2, *(0,) * 14)), Puzzle(layout, (1, 1, *(0,) * 14))) is None
    True
    """
    one, other = canonical_form(first, deadline), canonical_form(second, deadline)
    if one.puzzle != other.puzzle:
        return None
    return one.transformation.then(other.transformation.inverse())


def automorphism_group(grid: Puzzle | Solution, deadline: Deadline = NEVER) -> AutomorphismGroup:
    """The transformations that take a puzzle to itself. Of a solution, the full grid counts.

    Errors are those of `canonical_form`.

    >>> from casbridge.puzzles import sudoku
    >>> group = automorphism_group(Puzzle(sudoku(3, 3), (0,) * 81))
    >>> group.order, len(group.generators), group.relabellings
    (3359232, 17, 362880)
    """
    found = _leading(grid, deadline)
    layout, digits = _layout_and_digits(grid)
    back = found.transformation(found.arrangements[0]).inverse()
    tied = []
    for arrangement in found.arrangements:
        deadline.check("no group")
        tied.append(found.transformation(arrangement).then(back))
    lines = free_lines(layout)
    blank = [from_lines(layout, images) for images in _blank_exchanges(digits, lines)] if lines else []
    order = len(tied) * (blank_lines(digits, lines).exchanges if lines else 1)
    absent = layout.digits - len(set(digits) - {0})
    # With free lines, a symmetry that leaves every clue in its place only exchanges blank lines.
    marked = [cell for cell, digit in enumerate(digits) if digit] if lines else range(layout.cells)
    return AutomorphismGroup(layout, order, (*blank, *_generators(tied, marked, deadline)), factorial(absent))


def _layout_and_digits(grid: Puzzle | Solution) -> tuple[Layout, tuple[int, ...]]:
    return (grid.puzzle.layout, grid.digits) if isinstance(grid, Solution) else (grid.layout, grid.givens)


# -- the ways to the form ---------------------------------------------------------------------------------------------


class _Leading(NamedTuple):
    """The ways to a form: first a turn to its layout, then any of the arrangements."""

    turn: Transformation
    form: tuple[int, ...]
    arrangements: Sequence[Arrangement]

    def transformation(self, arrangement: Arrangement) -> Transformation:
        images = LineImages(arrangement.transposed, inverse(arrangement.rows), inverse(arrangement.columns))
        return self.turn.then(from_lines(self.turn.target, images, arrangement.labels[1:]))


def _leading(grid: Puzzle | Solution, deadline: Deadline) -> _Leading:
    layout, digits = _layout_and_digits(grid)
    if not layout.is_grid:
        raise UnsupportedError(f"a canonical form of a {layout.description}: only grids have one here")
    plain = plainest(layout)
    first = min(turned_layouts(plain).items(), key=lambda turned: (turned[0].box or (), turned[0].regions or ()))
    same = identity(layout)
    turn = Transformation(layout, plain, same.cells, same.digits).then(from_cells(plain, first[1]))
    turned = turn(Puzzle(layout, digits)).givens
    lines = free_lines(turn.target)
    if lines is not None:
        return _Leading(turn, *least(turned, lines, deadline))
    return _Leading(turn, *_least_listed(turned, turn.target, deadline))


def _least_listed(digits: tuple[int, ...], layout: Layout, deadline: Deadline) -> Least:
    """The least form, by trying each of a few symmetries."""
    n = layout.side
    grid = [digits[row * n : (row + 1) * n] for row in range(n)]
    best: list[list[int]] = []
    arrangements: list[Arrangement] = []
    for transposed, rows, columns in listed_symmetries(layout, deadline):
        deadline.check("no canonical form")
        source = list(zip(*grid, strict=True)) if transposed else grid
        row_at, column_at = inverse(rows), inverse(columns)
        labels = {0: 0}
        made: list[list[int]] = []
        less = not best
        for place, row in enumerate(row_at):
            line = [labels.setdefault(source[row][column], len(labels)) for column in column_at]
            if not less and line > best[place]:
                break
            less = less or line < best[place]
            made.append(line)
        else:
            if less:
                best, arrangements = made, []
            for digit in range(1, n + 1):
                labels.setdefault(digit, len(labels))
            names = tuple([labels[digit] for digit in range(n + 1)])
            arrangements.append(Arrangement(transposed, row_at, column_at, names))
    return Least(tuple([digit for line in best for digit in line]), arrangements)


# -- groups -----------------------------------------------------------------------------------------------------------

#: The cells and digits of a transformation, and whether it transposes: products of these are quick.
_Raw = tuple[Permutation, Permutation, bool]
_Key = Callable[[_Raw], Hashable]


def _raw(element: Transformation) -> _Raw:
    return element.cells, element.digits, element.lines.transposed


def _product(first: _Raw, second: _Raw) -> _Raw:
    cells, digits, transposed = second
    return (
        tuple([cells[cell] for cell in first[0]]),
        tuple([digits[digit - 1] for digit in first[1]]),
        first[2] != transposed,
    )


def _close(found: dict[Hashable, _Raw], generators: Sequence[_Raw], key: _Key, deadline: Deadline = NEVER) -> None:
    """Add all products of the elements found with generators. Elements with the same key count as one."""
    todo = list(found.values())
    for element in todo:
        deadline.check("no group")
        for generator in generators:
            product = _product(element, generator)
            at = key(product)
            if at not in found:
                found[at] = product
                todo.append(product)


def _generators(elements: Sequence[Transformation], marked: Sequence[int], deadline: Deadline) -> list[Transformation]:
    """A few of these elements that generate all of them, up to those that leave every marked cell in its place.

    elements: the identity first, and one for each way in which the symmetries of a puzzle permute the marked cells, and
        transpose or not.
    """

    def key(raw: _Raw) -> Hashable:
        return raw[2], tuple([raw[0][cell] for cell in marked])

    first = _raw(elements[0])
    found: dict[Hashable, _Raw] = {key(first): first}
    chosen: list[Transformation] = []
    for element in elements:
        if key(_raw(element)) not in found:
            chosen.append(element)
            _close(found, list(map(_raw, chosen)), key, deadline)
    return chosen


def _blank_exchanges(digits: Sequence[int], lines: Lines) -> Iterator[LineImages]:
    """Exchanges of two blank lines of a block, and of two blank blocks: they generate all such exchanges."""
    rows, bands, columns, stacks = blank_lines(digits, lines)
    same = tuple(range(lines.side))
    for size, blank, blocks, of_rows in ((lines.rows, rows, bands, True), (lines.columns, columns, stacks, False)):
        exchanges = [[pair] for block in blank for pair in pairwise(block)]
        exchanges += [[(a * size + k, b * size + k) for k in range(size)] for a, b in pairwise(blocks)]
        for exchange in exchanges:
            images = list(same)
            for a, b in exchange:
                images[a], images[b] = b, a
            moved = tuple(images)
            yield LineImages(False, moved, same) if of_rows else LineImages(False, same, moved)
