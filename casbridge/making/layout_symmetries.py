"""The symmetries of a layout: exchanges of rows and of columns, and transpositions, that take units to units.

For Sudokus and Latin squares they are known: lines within blocks, whole blocks, and the transposition if bands are like
stacks. With diagonals or irregular regions few remain, and a search lists them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from casbridge.board.peers import mask_of
from casbridge.counting.symmetries import wreath_order
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Chance
from casbridge.making.minlex import Lines
from casbridge.making.transformations import Transformation, from_cells, from_lines, plainest
from casbridge.making.words import LineImages, inverse
from casbridge.puzzles.layouts import Layout

_MOST_SYMMETRIES = 4_000
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
    digits = chance.shuffled(range(1, layout.digits + 1)) if relabel else None
    if not layout.is_grid:
        return from_cells(layout, range(layout.cells), digits)
    lines = free_lines(layout)
    if lines is None:
        return from_lines(layout, chance.pick(listed_symmetries(layout, deadline)), digits)
    n, *sizes = lines
    images = []
    for size in sizes:
        blocks = [chance.shuffled(range(start, start + size)) for start in range(0, n, size)]
        images.append(inverse(list(chain.from_iterable(chance.shuffled(blocks)))))
    transposed = sizes[0] == sizes[1] and n > 1 and bool(chance.below(2))
    return from_lines(layout, LineImages(transposed, *images), digits)


def listed_symmetries(layout: Layout, deadline: Deadline = NEVER) -> tuple[LineImages, ...]:
    """All symmetries of a grid, the identity first.

    Raises LimitError at the deadline, and if there are more than 4,000; UnsupportedError for a graph.

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
def _listed(layout: Layout, unkeyed: Unkeyed) -> tuple[LineImages, ...] | str:
    """All symmetries, or why they cannot be listed: both are found out only once.

    Rows and columns get their places in turn, as long as boxes, regions and diagonals can go to their like.
    """
    n = layout.side
    units = [unit for unit in layout.units if unit.kind not in ("row", "column")]
    units_of = [[number for number, unit in enumerate(units) if cell in unit.cells] for cell in range(layout.cells)]
    masks = list(map(mask_of, units_of))
    alike = [mask_of(at for at, other in enumerate(units) if other.kind == unit.kind) for unit in units]
    found: list[LineImages] = []
    steps = 0
    empty: tuple[int, ...] = ()
    stack = [(transposed, empty, empty, alike, alike) for transposed in ((True, False) if n > 1 else (False,))]
    while stack:
        # The places of the first rows and columns; for each unit its possible images, and the units that may go to it.
        transposed, rows, columns, images, origins = stack.pop()
        if len(columns) == n:
            found.append(LineImages(transposed, rows, columns))
            if len(found) > _MOST_SYMMETRIES:
                return f"there are more than {_MOST_SYMMETRIES}"
            continue
        steps += 1
        if steps > _MOST_STEPS:
            return "the search for them takes too long"
        unkeyed.deadline.check("no list of symmetries")
        row_next = len(rows) == len(columns)
        for place in set(range(n)).difference(rows if row_next else columns):
            new_rows, new_columns = ((*rows, place), columns) if row_next else (rows, (*columns, place))
            new_images, new_origins = images.copy(), origins.copy()
            # The cells where the new line crosses the lines of the other kind.
            last = len(rows)
            for i, j in [(last, j) for j in range(last)] if row_next else [(i, last - 1) for i in range(last)]:
                cell = j * n + i if transposed else i * n + j
                image = new_rows[i] * n + new_columns[j]
                if len(units_of[cell]) != len(units_of[image]):
                    break
                for unit in units_of[cell]:
                    new_images[unit] &= masks[image]
                for unit in units_of[image]:
                    new_origins[unit] &= masks[cell]
            else:
                if all(new_images) and all(new_origins):
                    stack.append((transposed, new_rows, new_columns, new_images, new_origins))
    return tuple(sorted(found))


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
