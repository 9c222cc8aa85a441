"""Shapes of boxes, permutations of points 0, 1, …, and the symmetries of the grid: they take units to units.

The side of a grid with boxes of rows·columns cells is n = rows·columns.

They permute the rows within bands, the bands, the columns within stacks, the stacks, and transpose square boxes.
Exchanges of digits are not among them. The permutations of b blocks of a points each form the wreath product S_a ≀ S_b;
its conjugacy classes are known without going through its elements.

Source: James and Kerber, *The Representation Theory of the Symmetric Group*, 1981, section 4.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, gcd, prod
from typing import NamedTuple

from casbridge.brief import brief_record
from casbridge.drawings import Shown, record_html
from casbridge.errors import InputError, printable
from casbridge.puzzles.layouts import LARGEST_SIDE, sudoku
from casbridge.puzzles.parsing import parse_shape
from casbridge.puzzles.puzzle import Puzzle

#: The lengths of a permutation's cycles, longest first.
CycleType = tuple[int, ...]
#: The image of every point.
Permutation = tuple[int, ...]


@dataclass(frozen=True, order=True)
class BoxShape(Shown):
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
        found = parse_shape(text)
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
        units = sorted((cell, unit) for unit, cells in enumerate(self.units) for cell in cells)
        return tuple(zip(*([unit for _, unit in units[first::3]] for first in range(3)), strict=True))


def shape_of(puzzle: Puzzle) -> BoxShape | None:
    """The shape of an empty grid; None for any other puzzle.

    >>> shape_of(Puzzle(sudoku(2, 3), (0,) * 36)), shape_of(Puzzle(sudoku(2, 2), (1, *(0,) * 15)))
    (BoxShape(rows=2, columns=3), None)
    """
    layout = puzzle.layout
    if any(puzzle.givens) or layout.box is None or min(layout.box) < 2 or layout != sudoku(*layout.box):
        return None
    return BoxShape(*layout.box)


# -- permutations -----------------------------------------------------------------------------------------------------


def partitions(total: int, largest: int | None = None) -> Iterator[CycleType]:
    """The partitions of a number, parts descending, those with large parts first.

    >>> list(partitions(4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if total == 0:
        yield ()
    for first in range(total if largest is None else min(total, largest), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def centraliser_order(cycle_type: Sequence[int]) -> int:
    """z_λ = ∏ ℓ^m·m! over the lengths ℓ with m cycles each: how many of n! permutations commute with one of the type.

    >>> centraliser_order((2, 2, 1))
    8
    """
    return prod(length**count * factorial(count) for length, count in Counter(cycle_type).items())


def permutation_of_type(cycle_type: Sequence[int]) -> Permutation:
    """A permutation of the type, whose cycles are runs of points.

    >>> permutation_of_type((3, 1))
    (1, 2, 0, 3)
    """
    found: list[int] = []
    for length in cycle_type:
        start = len(found)
        found += (*range(start + 1, start + length), start)
    return tuple(found)


def cycles(permutation: Sequence[int], points: Iterable[int] | None = None) -> list[list[int]]:
    """The cycles, each from its first point on; of all points, or of some that are permuted among themselves.

    >>> cycles((1, 2, 0, 3))
    [[0, 1, 2], [3]]
    """
    seen: set[int] = set()
    found = []
    for point in range(len(permutation)) if points is None else points:
        cycle = []
        while point not in seen:
            seen.add(point)
            cycle.append(point)
            point = permutation[point]
        if cycle:
            found.append(cycle)
    return found


def cycle_type_of(permutation: Sequence[int], points: Iterable[int] | None = None) -> CycleType:
    """The type of a permutation, or of what it does to some points.

    >>> cycle_type_of((0, 2, 3, 1))
    (3, 1)
    """
    return tuple(sorted(map(len, cycles(permutation, points)), reverse=True))


def type_of_power(cycle_type: Sequence[int], exponent: int) -> CycleType:
    """The type of a power of a permutation.

    >>> type_of_power((6, 1), 4)
    (3, 3, 1)
    """
    parts = [length // gcd(length, exponent) for length in cycle_type for _ in range(gcd(length, exponent))]
    return tuple(sorted(parts, reverse=True))


def power(permutation: Sequence[int], exponent: int) -> Permutation:
    """The permutation applied `exponent` times.

    >>> power((1, 2, 0), 2)
    (2, 0, 1)
    """
    found = tuple(range(len(permutation)))
    for _ in range(exponent):
        found = tuple(permutation[point] for point in found)
    return found


def image_of_set(permutation: Permutation, points: int) -> int:
    """The images of points; sets of points are bits.

    >>> image_of_set((1, 2, 0), 0b011)
    6
    """
    return sum(1 << image for point, image in enumerate(permutation) if points >> point & 1)


def least_image_of_set(permutation: Permutation, points: int) -> int:
    """The least image of points under the permutation's powers; sets of points are bits.

    >>> least_image_of_set((1, 2, 0), 0b110)
    3
    """
    least, image = points, image_of_set(permutation, points)
    while image != points:
        least, image = min(least, image), image_of_set(permutation, image)
    return least


def sympy_text(permutation: Sequence[int]) -> str:
    """The permutation in the form that SymPy's combinatorics reads.

    >>> sympy_text((1, 2, 0, 3))
    'Permutation([[0, 1, 2]], size=4)'
    """
    moved = [cycle for cycle in cycles(permutation) if len(cycle) > 1]
    return f"Permutation({moved}, size={len(permutation)})"


def essentially_different_colourings(symmetries: Iterable[Sequence[int]], colours: int) -> int:
    """The number of colourings of points up to symmetry. symmetries: all elements of a group of permutations.

    By Burnside's lemma it is the mean, over the symmetries, of the number of colourings that each fixes. In these all
    points of a cycle have one colour.

    >>> turns = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    >>> reflections = [(3, 2, 1, 0), (1, 0, 3, 2), (0, 3, 2, 1), (2, 1, 0, 3)]
    >>> essentially_different_colourings(turns + reflections, 2)
    6
    """
    fixed: list[int] = [colours ** len(cycles(symmetry)) for symmetry in symmetries]
    return sum(fixed) // len(fixed)


# -- symmetries of the grid -------------------------------------------------------------------------------------------


def of_lines(rows: Permutation, columns: Permutation) -> Permutation:
    """The permutation of the cells by a permutation of the rows and one of the columns.

    >>> of_lines((1, 0), (0, 1))
    (2, 3, 0, 1)
    """
    return tuple(row * len(rows) + column for row in rows for column in columns)


def generators(shape: BoxShape) -> dict[str, Permutation]:
    """Symmetries that generate all others, by names.

    >>> list(generators(BoxShape(2, 2)))[-2:]
    ['exchange stacks 1 and 2', 'transpose']
    """
    n = shape.side
    identity = tuple(range(n))
    found: dict[str, Permutation] = {}
    for line, block, size in (("row", "band", shape.rows), ("column", "stack", shape.columns)):
        for name, thick, count in ((line, 1, size), (block, size, n // size)):
            for i in range(1, count):
                start, middle, end = (i - 1) * thick, i * thick, (i + 1) * thick
                moved = identity[:start] + identity[middle:end] + identity[start:middle] + identity[end:]
                both = of_lines(moved, identity) if line == "row" else of_lines(identity, moved)
                found[f"exchange {name}s {i} and {i + 1}"] = both
    if shape.rows == shape.columns:
        found["transpose"] = symmetries_of_square(n)["reflection in the diagonal"]
    return found


def turns_and_reflections(shape: BoxShape) -> dict[str, Permutation]:
    """The symmetries of a square sheet of paper; without quarter turns and diagonals if boxes are not square.

    >>> list(turns_and_reflections(BoxShape(2, 3)))
    ['half turn', 'reflection in the middle row', 'reflection in the middle column']
    """
    found = symmetries_of_square(shape.side)
    return found if shape.rows == shape.columns else dict(list(found.items())[:3])


def symmetries_of_square(side: int) -> dict[str, Permutation]:
    """The turns and reflections of a square, as permutations of its cells row by row; first those that keep rows rows.

    >>> symmetries_of_square(2)["quarter turn clockwise"]
    (1, 3, 0, 2)
    """
    last = side - 1
    images: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "half turn": lambda row, column: (last - row, last - column),
        "reflection in the middle row": lambda row, column: (last - row, column),
        "reflection in the middle column": lambda row, column: (row, last - column),
        "quarter turn clockwise": lambda row, column: (column, last - row),
        "quarter turn anticlockwise": lambda row, column: (last - column, row),
        "reflection in the diagonal": lambda row, column: (column, row),
        "reflection in the other diagonal": lambda row, column: (last - column, last - row),
    }
    places = [divmod(cell, side) for cell in range(side * side)]
    return {
        name: tuple(row * side + column for row, column in (image(*place) for place in places))
        for name, image in images.items()
    }


# -- the group and its conjugacy classes ------------------------------------------------------------------------------


class ConjugacyClass(NamedTuple):
    """A conjugacy class of a group of permutations.

    size: the number of its elements.
    representative: one of them: the image of every point; for a grid the points are the cells, row by row.
    name: for the rows and for the columns the cycles of blocks (bands, stacks), and how the lines of a block are
        permuted when it is back in its place. "2·(3) 1·(1 1 1)": two blocks are exchanged, with a cycle of three
        lines; one block stays with its lines.

    >>> next(conjugacy_classes(BoxShape(3, 2))).name
    'rows 2·(3), columns 3·(2)'
    """

    size: int
    representative: Permutation
    name: str

    def _repr_html_(self) -> str:
        return record_html(self)

    def __repr__(self) -> str:
        return brief_record(self)


def wreath_order(points: int, blocks: int) -> int:
    """The order of S_points ≀ S_blocks.

    >>> wreath_order(3, 3)
    1296
    """
    order: int = factorial(points) ** blocks * factorial(blocks)
    return order


def group_order(shape: BoxShape) -> int:
    """The number of symmetries.

    >>> group_order(BoxShape(3, 3))
    3359232
    """
    order = wreath_order(shape.rows, shape.bands) * wreath_order(shape.columns, shape.stacks)
    return 2 * order if shape.rows == shape.columns else order


def number_of_classes(shape: BoxShape) -> int:
    """The number of conjugacy classes, without listing them.

    >>> number_of_classes(BoxShape(3, 3)), number_of_classes(BoxShape(2, 5))
    (275, 1260)
    """

    def of_wreath_product(points: int, blocks: int) -> int:
        """How often each cycle type of a block gets a partition, with `blocks` as the sum of all parts."""
        ways = [1] + [0] * blocks
        for _ in partitions(points):
            for part in range(1, blocks + 1):
                for total in range(part, blocks + 1):
                    ways[total] += ways[total - part]
        return ways[blocks]

    of_rows = of_wreath_product(shape.rows, shape.bands)
    if shape.rows != shape.columns:
        return of_rows * of_wreath_product(shape.columns, shape.stacks)
    # Unordered pairs, and one class of transposing symmetries for each class of their squares.
    return of_rows * (of_rows + 1) // 2 + of_rows


def conjugacy_classes(shape: BoxShape) -> Iterator[ConjugacyClass]:
    """All classes of the group.

    >>> classes = list(conjugacy_classes(BoxShape(3, 3)))
    >>> len(classes), sum(found.size for found in classes)
    (275, 3359232)
    """
    of_rows = list(_wreath_classes(shape.rows, shape.bands))
    of_columns = list(_wreath_classes(shape.columns, shape.stacks))
    square = shape.rows == shape.columns
    for i, rows in enumerate(of_rows):
        # If rows and columns can be exchanged, the pair in the other order is in the same class.
        for j, columns in enumerate(of_columns[i:] if square else of_columns):
            size = rows.size * columns.size * (2 if square and j else 1)
            name = f"rows {rows.name}, columns {columns.name}"
            yield ConjugacyClass(size, of_lines(rows.representative, columns.representative), name)
    if square:
        # (i, j) goes to (j, g(i)), so that twice this is g on the rows and on the columns.
        n, order = shape.side, wreath_order(shape.rows, shape.bands)
        for size, image, name in of_rows:
            cells = tuple(j * n + image[i] for i in range(n) for j in range(n))
            yield ConjugacyClass(order * size, cells, f"transposed, twice {name}")


def _wreath_classes(points: int, blocks: int) -> Iterator[ConjugacyClass]:
    """The conjugacy classes of S_points ≀ S_blocks.

    An element permutes the blocks. Once around a cycle of ℓ blocks it permutes the points of a block, with a cycle type
    λ. The numbers m of cycles for each ℓ and λ determine the class. Its centraliser has the order ∏ (ℓ·z_λ)^m·m!.
    """
    types = list(partitions(points))
    for assigned in _assignments(len(types), blocks):
        around = [(length, own) for own, lengths in zip(types, assigned, strict=True) for length in lengths]
        centraliser = prod(
            (length * centraliser_order(own)) ** m * factorial(m) for (length, own), m in Counter(around).items()
        )
        image: list[int] = []
        for length, own in around:
            first = len(image)
            image += range(first + points, first + length * points)
            image += (first + point for point in permutation_of_type(own))
        name = " ".join(f"{length}·({' '.join(map(str, own))})" for length, own in around)
        yield ConjugacyClass(wreath_order(points, blocks) // centraliser, tuple(image), name)


def _assignments(types: int, blocks: int) -> Iterator[tuple[CycleType, ...]]:
    """The ways to give each type a partition, with `blocks` as the sum of all parts."""
    if types == blocks == 0:
        yield ()
    for own in range(blocks, -1, -1) if types else ():
        for lengths in partitions(own):
            for rest in _assignments(types - 1, blocks - own):
                yield (lengths, *rest)
