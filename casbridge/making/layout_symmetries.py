"""The symmetries of a layout: exchanges of rows and of columns, and transpositions, that take units to units.

For Sudokus and Latin squares they are known: lines within blocks, whole blocks, and the transposition if bands are like
stacks. With diagonals or irregular regions few remain, and a search lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from casbridge.board.peers import mask_of
from casbridge.counting.symmetries import wreath_order
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Chance
from casbridge.making.line_images import LineImages, inverse
from casbridge.making.minlex import Lines
from casbridge.making.transformations import Transformation, from_lines, identity, plainest
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
    return inverse(list(chain.from_iterable(chance.shuffled(blocks))))


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


class _Partial(NamedTuple):
    """Places for the first rows and columns, and what follows for the units that are no lines.

    forward: for each unit its possible images, as bits.
    backward: for each unit the units with this image possible, as bits.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    forward: tuple[int, ...]
    backward: tuple[int, ...]


def _search(layout: Layout, deadline: Deadline) -> Iterator[LineImages | None]:
    """All symmetries; None at the end if there are too many steps.

    Rows and columns get their places in turn, as long as boxes, regions and diagonals can go to their like.
    """
    n = layout.side
    units = [unit for unit in layout.units if unit.kind not in ("row", "column")]
    units_of = [[number for number, unit in enumerate(units) if cell in unit.cells] for cell in range(layout.cells)]
    masks = list(map(mask_of, units_of))
    alike = tuple(mask_of(at for at, other in enumerate(units) if other.kind == unit.kind) for unit in units)
    steps = 0
    for transposed in (False, True) if n > 1 else (False,):
        stack = [_Partial((), (), alike, alike)]
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
                forward, backward = list(part.forward), list(part.backward)
                # The cells where the new line crosses the lines of the other kind.
                crossings = [(len(rows) - 1, j) for j in range(len(columns))]
                if not row_next:
                    crossings = [(i, len(columns) - 1) for i in range(len(rows))]
                for i, j in crossings:
                    cell = j * n + i if transposed else i * n + j
                    image = rows[i] * n + columns[j]
                    if len(units_of[cell]) != len(units_of[image]):
                        break
                    for unit in units_of[cell]:
                        forward[unit] &= masks[image]
                    for unit in units_of[image]:
                        backward[unit] &= masks[cell]
                else:
                    if all(forward) and all(backward):
                        stack.append(_Partial(rows, columns, tuple(forward), tuple(backward)))


@dataclass(frozen=True, slots=True)
class Unkeyed:
    """A deadline that is no part of the key: all of these are equal, so a kept result serves every deadline.

    >>> Unkeyed(Deadline.after(1)) == Unkeyed(Deadline.after(2)), len({Unkeyed(Deadline()), Unkeyed(Deadline())})
    (True, 1)
    """

    deadline: Deadline

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unkeyed)

    def __hash__(self) -> int:
        return 0
