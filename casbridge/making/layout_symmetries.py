"""The symmetries of a layout: exchanges of rows and of columns, and transpositions, that take units to units.

For Sudokus and Latin squares they are known: lines within blocks, whole blocks, and the transposition if bands are like
stacks. With diagonals or irregular regions few remain, and a search lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from casbridge.counting.symmetries import wreath_order
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Chance
from casbridge.making.line_images import LineImages
from casbridge.making.minlex import Lines
from casbridge.making.transformations import Transformation, from_lines, identity, plainest
from casbridge.making.unkeyed import Unkeyed
from casbridge.puzzles.layouts import Layout

#: The most symmetries that are listed one by one.
MOST_SYMMETRIES = 4_000
#: The search gives up after so many steps.
_MOST_STEPS = 2_000_000


@lru_cache(maxsize=64)
def free_lines(layout: Layout) -> Lines | None:
    """The lines that can be exchanged freely within blocks; None with diagonals or regions, and for graphs.

    >>> from casbridge.puzzles import latin, sudoku
    >>> free_lines(sudoku(2, 3)), free_lines(latin(4)), free_lines(sudoku(3, 3, True))
    (Lines(side=6, rows=2, columns=3), Lines(side=4, rows=4, columns=4), None)
    """
    if layout.diagonals or not layout.is_grid:
        return None
    n, plain = layout.side, plainest(layout)
    if plain.box is not None:
        return Lines(n, *plain.box)
    return Lines(n, n, n) if plain.regions is None else None


def number_of_symmetries(layout: Layout, deadline: Deadline = NEVER) -> int:
    """The number of symmetries: permutations of the cells, without new names of digits.

    Raises LimitError at the deadline, and if there are too many to list; UnsupportedError for a graph.

    >>> from casbridge.puzzles import latin, sudoku
    >>> [number_of_symmetries(layout) for layout in (sudoku(3, 3), sudoku(2, 3), latin(4), sudoku(3, 3, True))]
    [3359232, 3456, 1152, 96]
    """
    lines = free_lines(layout)
    if lines is None:
        return len(listed_symmetries(layout, deadline))
    n, rows, columns = lines
    order = wreath_order(rows, n // rows) * wreath_order(columns, n // columns)
    return 2 * order if rows == columns and n > 1 else order


def random_transformation(
    layout: Layout, chance: Chance, *, relabel: bool = True, deadline: Deadline = NEVER
) -> Transformation:
    """A transformation of a layout onto itself, all equally likely. For a graph only the colours change.

    relabel: whether digits get new names too.

    Raises LimitError at the deadline, and if the symmetries are too many to list.

    >>> from casbridge.puzzles import sudoku
    >>> one = random_transformation(sudoku(3, 3), Chance(5))
    >>> one == random_transformation(sudoku(3, 3), Chance(5)), one.target == one.source
    (True, True)
    """
    digits = list(range(1, layout.digits + 1))
    if relabel:
        digits = chance.shuffled(digits)
    if not layout.is_grid:
        same = identity(layout)
        return Transformation(layout, layout, same.cells, tuple(digits))
    lines = free_lines(layout)
    if lines is None:
        return from_lines(layout, chance.pick(listed_symmetries(layout, deadline)), digits)
    n, rows, columns = lines
    row_images, column_images = _random_lines(n, rows, chance), _random_lines(n, columns, chance)
    transposed = rows == columns and n > 1 and bool(chance.below(2))
    return from_lines(layout, LineImages(transposed, row_images, column_images), digits)


def _random_lines(side: int, size: int, chance: Chance) -> tuple[int, ...]:
    """A random place for each line: blocks stay together."""
    blocks = [chance.shuffled(range(start, start + size)) for start in range(0, side, size)]
    images = [0] * side
    for place, line in enumerate(chain.from_iterable(chance.shuffled(blocks))):
        images[line] = place
    return tuple(images)


# -- by search --------------------------------------------------------------------------------------------------------


def listed_symmetries(layout: Layout, deadline: Deadline = NEVER) -> tuple[LineImages, ...]:
    """All symmetries of a grid, the identity first.

    Raises LimitError at the deadline, and if there are more than `MOST_SYMMETRIES`; UnsupportedError for a graph.

    >>> from casbridge.puzzles import sudoku
    >>> len(listed_symmetries(sudoku(2, 2, True)))
    16
    """
    if not layout.is_grid:
        raise UnsupportedError(f"the symmetries of a {layout.description}: only grids' are known")
    found = _listed(plainest(layout), Unkeyed(deadline))
    if isinstance(found, str):
        raise LimitError(f"the symmetries of a {layout.description}: {found}")
    return found


@lru_cache(maxsize=32)
def _listed(layout: Layout, deadline: Unkeyed) -> tuple[LineImages, ...] | str:
    """All symmetries, or why they cannot be listed: both are found out only once."""
    found: list[LineImages] = []
    for images in _search(layout, deadline.deadline):
        if images is None:
            return "the search for them takes too long"
        found.append(images)
        if len(found) > MOST_SYMMETRIES:
            return f"there are more than {MOST_SYMMETRIES}"
    return tuple(sorted(found))


@dataclass(frozen=True)
class _PartialSymmetry:
    """Places for the first rows and columns, and what follows from them.

    rows, columns: the places of the first rows and columns.
    regions: pairs of a region and its image.
    swapped: whether the diagonals are exchanged; None if that is open.
    """

    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    regions: tuple[tuple[int, int], ...] = ()
    swapped: bool | None = None


def _search(layout: Layout, deadline: Deadline) -> Iterator[LineImages | None]:
    """All symmetries; None at the end if there are too many steps.

    Rows and columns get their places in turn, as long as regions go to regions and diagonals to diagonals.
    """
    n = layout.side
    steps = 0
    for transposed in (False, True) if n > 1 else (False,):
        stack = [_PartialSymmetry()]
        while stack:
            part = stack.pop()
            if len(part.columns) == n:
                yield LineImages(transposed, part.rows, part.columns)
                continue
            steps += 1
            if steps > _MOST_STEPS:
                yield None
                return
            deadline.check("no list of symmetries")
            row_next = len(part.rows) == len(part.columns)
            for place in sorted(set(range(n)).difference(part.rows if row_next else part.columns), reverse=True):
                rows = (*part.rows, place) if row_next else part.rows
                columns = part.columns if row_next else (*part.columns, place)
                # Where the new line crosses the lines of the other kind: its cells, and their images.
                if row_next:
                    pairs = [(len(rows) - 1, j, place, columns[j]) for j in range(len(columns))]
                else:
                    pairs = [(i, len(columns) - 1, rows[i], place) for i in range(len(rows))]
                cells = [(j * n + i if transposed else i * n + j, row * n + column) for i, j, row, column in pairs]
                found = _extended(layout, part, cells)
                if found is not None:
                    stack.append(replace(found, rows=rows, columns=columns))


def _extended(layout: Layout, part: _PartialSymmetry, cells: list[tuple[int, int]]) -> _PartialSymmetry | None:
    """What follows if these cells also go to these images; None if they cannot."""
    regions = dict(part.regions)
    taken = set(regions.values())
    swapped = part.swapped
    for cell, image in cells:
        here, there = layout.block_of(cell), layout.block_of(image)
        if regions.get(here, there) != there or (here not in regions and there in taken):
            return None
        regions[here] = there
        taken.add(there)
        if layout.diagonals:
            before, after = _diagonals_at(layout, cell), _diagonals_at(layout, image)
            if sum(before) != sum(after):
                return None
            if sum(before) == 1:
                swap = before != after
                if swapped is not None and swapped != swap:
                    return None
                swapped = swap
    return replace(part, regions=tuple(regions.items()), swapped=swapped)


def _diagonals_at(layout: Layout, cell: int) -> tuple[bool, bool]:
    row, column = divmod(cell, layout.side)
    return row == column, row + column == layout.side - 1
