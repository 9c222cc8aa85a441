"""The symmetries of a layout: which exchanges of rows and of columns, and transpositions, take units to units.

For Sudokus and Latin squares they are known: lines within blocks, blocks, and the transposition where blocks of rows
are as blocks of columns. Diagonals and irregular regions leave few of them, which a search finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from casbridge.counting.symmetries import wreath_order
from casbridge.errors import LimitError, UnsupportedError
from casbridge.making.chance import Chance
from casbridge.making.minlex import Lines
from casbridge.making.transformations import LineImages, Transformation, from_lines, identity, plainest
from casbridge.puzzles.layouts import Layout

MOST_SYMMETRIES = 4_000
_MOST_STEPS = 2_000_000


@lru_cache(maxsize=64)
def free_lines(layout: Layout) -> Lines | None:
    """How the lines of a layout can be exchanged, where blocks of lines are all that matters; None elsewhere.

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


def number_of_symmetries(layout: Layout) -> int:
    """How many symmetries there are: permutations of the cells, without the digits.

    LimitError for more than the search can list, UnsupportedError for a graph.

    >>> from casbridge.puzzles import latin, sudoku
    >>> [number_of_symmetries(layout) for layout in (sudoku(3, 3), sudoku(2, 3), latin(4), sudoku(3, 3, True))]
    [3359232, 3456, 1152, 96]
    """
    lines = free_lines(layout)
    if lines is None:
        return len(listed_symmetries(layout))
    n, rows, columns = lines
    order = wreath_order(rows, n // rows) * wreath_order(columns, n // columns)
    return 2 * order if rows == columns and n > 1 else order


def random_transformation(layout: Layout, chance: Chance, *, relabel: bool = True) -> Transformation:
    """One of all transformations of a layout onto itself, each as probable; of a graph, of its colours alone.

    relabel: whether digits get new names, too. LimitError for more symmetries than can be listed.

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
        return from_lines(layout, chance.pick(listed_symmetries(layout)), digits)
    n, rows, columns = lines
    row_images, column_images = _random_lines(n, rows, chance), _random_lines(n, columns, chance)
    transposed = rows == columns and n > 1 and bool(chance.below(2))
    return from_lines(layout, LineImages(transposed, row_images, column_images), digits)


def _random_lines(side: int, size: int, chance: Chance) -> tuple[int, ...]:
    """Where lines go: within their blocks, and blocks, in any order."""
    blocks = [chance.shuffled(range(start, start + size)) for start in range(0, side, size)]
    images = [0] * side
    for place, line in enumerate(chain.from_iterable(chance.shuffled(blocks))):
        images[line] = place
    return tuple(images)


# -- by search --------------------------------------------------------------------------------------------------------


def listed_symmetries(layout: Layout) -> tuple[LineImages, ...]:
    """All symmetries of a grid, the identity first. LimitError for too many.

    >>> from casbridge.puzzles import sudoku
    >>> len(listed_symmetries(sudoku(2, 2, True)))
    16
    """
    if not layout.is_grid:
        raise UnsupportedError(f"the symmetries of a {layout.description}: only grids' are known")
    found = _listed(plainest(layout))
    if isinstance(found, str):
        raise LimitError(f"the symmetries of a {layout.description}: {found}")
    return found


@lru_cache(maxsize=32)
def _listed(layout: Layout) -> tuple[LineImages, ...] | str:
    """The same, or why they cannot be listed: that is not to be found out twice either."""
    found = []
    try:
        for images in _search(layout):
            found.append(images)
            if len(found) > MOST_SYMMETRIES:
                return f"there are more than {MOST_SYMMETRIES}"
    except LimitError as error:
        return str(error)
    return tuple(sorted(found))


@dataclass(frozen=True)
class _Part:
    """Rows and columns that have places so far, and what this says: where regions go, whether diagonals are swapped."""

    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    regions: tuple[tuple[int, int], ...] = ()
    swapped: bool | None = None


def _search(layout: Layout) -> Iterator[LineImages]:
    """Rows and columns in turn get their places, as long as regions go to regions and diagonals to diagonals."""
    n = layout.side
    steps = 0
    for transposed in (False, True) if n > 1 else (False,):
        stack = [_Part()]
        while stack:
            part = stack.pop()
            if len(part.columns) == n:
                yield LineImages(transposed, part.rows, part.columns)
                continue
            steps += 1
            if steps > _MOST_STEPS:
                raise LimitError("the search for them takes too long")
            row_next = len(part.rows) == len(part.columns)
            for place in sorted(set(range(n)).difference(part.rows if row_next else part.columns), reverse=True):
                rows = (*part.rows, place) if row_next else part.rows
                columns = part.columns if row_next else (*part.columns, place)
                # The cells where the new line crosses those of the other kind: of the transposed grid, where it is one.
                if row_next:
                    pairs = [(len(rows) - 1, j, place, columns[j]) for j in range(len(columns))]
                else:
                    pairs = [(i, len(columns) - 1, rows[i], place) for i in range(len(rows))]
                cells = [(j * n + i if transposed else i * n + j, row * n + column) for i, j, row, column in pairs]
                found = _extended(layout, part, cells)
                if found is not None:
                    stack.append(replace(found, rows=rows, columns=columns))


def _extended(layout: Layout, part: _Part, cells: list[tuple[int, int]]) -> _Part | None:
    """What is known once cells go to cells; None where they cannot."""
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
