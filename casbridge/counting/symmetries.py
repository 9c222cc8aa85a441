"""The symmetries of the grid: permutations of the cells that take rows, columns and boxes to rows, columns and boxes.

They permute the rows within bands, the bands, the columns within stacks, the stacks, and transpose square boxes.
Exchanges of digits are not among them. The permutations of b blocks of a points each form the wreath product S_a ≀ S_b;
its conjugacy classes are known without going through its elements.

Source: James and Kerber, *The Representation Theory of the Symmetric Group*, 1981, section 4.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, factorial, prod
from typing import NamedTuple

from casbridge.counting.permutation_types import (
    CycleType,
    Permutation,
    centraliser_order,
    partitions,
    permutation_of_type,
)
from casbridge.counting.shapes import BoxShape


class ConjugacyClass(NamedTuple):
    """A conjugacy class of a group of permutations.

    size: the number of its elements.
    representative: one of them: the image of every point; for a grid the points are the cells, row by row.
    name: for the rows and for the columns the cycles of blocks (bands, stacks), and how the lines of a block are
        permuted when it is back in its place. "2·(3) 1·(1 1 1)": two blocks are exchanged, with a cycle of three
        lines; one block stays with its lines.

    >>> next(wreath_classes(3, 3))
    ConjugacyClass(size=144, representative=(3, 4, 5, 6, 7, 8, 1, 2, 0), name='3·(3)')
    """

    size: int
    representative: Permutation
    name: str


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
    of_rows = _number_of_wreath_classes(shape.rows, shape.bands)
    if shape.rows != shape.columns:
        return of_rows * _number_of_wreath_classes(shape.columns, shape.stacks)
    # Unordered pairs, and one class of transposing symmetries for each class of their squares.
    return of_rows * (of_rows + 1) // 2 + of_rows


def generators(shape: BoxShape) -> dict[str, Permutation]:
    """Symmetries that generate all others, by names.

    >>> list(generators(BoxShape(2, 2)))[-2:]
    ['exchange stacks 1 and 2', 'transpose']
    """
    n = shape.side
    identity = tuple(range(n))
    found: dict[str, Permutation] = {}
    for line, block, size, blocks in (
        ("row", "band", shape.rows, shape.bands),
        ("column", "stack", shape.columns, shape.stacks),
    ):
        of_lines_only = {f"{line}s {i + 1} and {i + 2}": [(i, i + 1)] for i in range(size - 1)}
        of_blocks = {
            f"{block}s {i + 1} and {i + 2}": [(i * size + k, (i + 1) * size + k) for k in range(size)]
            for i in range(blocks - 1)
        }
        for name, pairs in (of_lines_only | of_blocks).items():
            moved = dict(pairs) | {b: a for a, b in pairs}
            lines = tuple(moved.get(i, i) for i in range(n))
            found[f"exchange {name}"] = of_lines(lines, identity) if line == "row" else of_lines(identity, lines)
    if shape.rows == shape.columns:
        found["transpose"] = tuple(column * n + row for row in range(n) for column in range(n))
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


def conjugacy_classes(shape: BoxShape) -> Iterator[ConjugacyClass]:
    """All classes of the group.

    >>> classes = list(conjugacy_classes(BoxShape(3, 3)))
    >>> len(classes), sum(found.size for found in classes)
    (275, 3359232)
    """
    of_rows = list(wreath_classes(shape.rows, shape.bands))
    of_columns = list(wreath_classes(shape.columns, shape.stacks))
    n = shape.side
    for i, rows in enumerate(of_rows):
        # If rows and columns can be exchanged, the pair in the other order is in the same class.
        for j, columns in enumerate(of_columns):
            size = rows.size * columns.size
            if shape.rows == shape.columns:
                if j < i:
                    continue
                size *= 1 if i == j else 2
            name = f"rows {rows.name}, columns {columns.name}"
            yield ConjugacyClass(size, of_lines(rows.representative, columns.representative), name)
    if shape.rows == shape.columns:
        # (i, j) goes to (j, g(i)), so that twice this is g on the rows and on the columns.
        order = wreath_order(shape.rows, shape.bands)
        for found in of_rows:
            image = tuple(j * n + found.representative[i] for i in range(n) for j in range(n))
            yield ConjugacyClass(order * found.size, image, f"transposed, twice {found.name}")


def wreath_classes(points: int, blocks: int) -> Iterator[ConjugacyClass]:
    """The conjugacy classes of S_points ≀ S_blocks.

    An element permutes the blocks. Once around a cycle of ℓ blocks it permutes the points of a block, with a cycle type
    λ. The numbers m of cycles for each ℓ and λ determine the class. Its centraliser has the order ∏ (ℓ·z_λ)^m·m!.

    >>> [(found.size, found.name) for found in wreath_classes(2, 2)]
    [(2, '2·(2)'), (1, '1·(2) 1·(2)'), (2, '1·(2) 1·(1 1)'), (2, '2·(1 1)'), (1, '1·(1 1) 1·(1 1)')]
    """
    types = list(partitions(points))
    order = wreath_order(points, blocks)
    for assigned in _assignments(len(types), blocks):
        centraliser = 1
        image = [0] * (points * blocks)
        names = []
        block = 0
        for cycle_type, lengths in zip(types, assigned, strict=True):
            inner = centraliser_order(cycle_type)
            centraliser *= prod((ell * inner) ** m * factorial(m) for ell, m in Counter(lengths).items())
            last = permutation_of_type(cycle_type)
            for length in lengths:
                names.append(f"{length}·({' '.join(map(str, cycle_type))})")
                for i in range(length):
                    target = block + (i + 1) % length
                    for point in range(points):
                        moved = last[point] if i == length - 1 else point
                        image[(block + i) * points + point] = target * points + moved
                block += length
        yield ConjugacyClass(order // centraliser, tuple(image), " ".join(names))


def _number_of_wreath_classes(points: int, blocks: int) -> int:
    """The number of ways to assign a partition to each cycle type of a block, with `blocks` as the sum of all parts."""
    types = sum(1 for _ in partitions(points))
    ways = [1] + [0] * blocks
    for length in range(1, blocks + 1):
        # Cycles of `length` blocks: for each number of them a multiset of cycle types.
        ways = [
            sum(comb(types + m - 1, m) * ways[total - m * length] for m in range(total // length + 1))
            for total in range(blocks + 1)
        ]
    return ways[blocks]


def _assignments(types: int, blocks: int) -> Iterator[tuple[CycleType, ...]]:
    """The ways to give each type a partition, with `blocks` as the sum of all parts."""
    if types == 0:
        if blocks == 0:
            yield ()
        return
    for own in range(blocks, -1, -1):
        for lengths in partitions(own):
            for rest in _assignments(types - 1, blocks - own):
                yield (lengths, *rest)


def wreath_order(points: int, blocks: int) -> int:
    """The order of S_points ≀ S_blocks.

    >>> wreath_order(3, 3)
    1296
    """
    order: int = factorial(points) ** blocks * factorial(blocks)
    return order


def of_lines(rows: Permutation, columns: Permutation) -> Permutation:
    """The permutation of the cells by a permutation of the rows and one of the columns.

    >>> of_lines((1, 0), (0, 1))
    (2, 3, 0, 1)
    """
    n = len(rows)
    return tuple(row * n + column for row in rows for column in columns)
