"""The classes of essentially different grids, found by going through all grids of small shapes."""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import generators
from casbridge.counting.totals import is_known, total_grids
from casbridge.crosscheck import solutions
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.puzzles.layouts import sudoku
from casbridge.puzzles.puzzle import Puzzle

_MOST_GRIDS = 1_000_000


class GridClass(NamedTuple):
    """Grids that symmetries and relabelling take to each other.

    representative: the least of them, a digit for every cell.
    size: how many they are.

    >>> grid_classes(BoxShape(2, 2))[0].size
    96
    """

    representative: tuple[int, ...]
    size: int


def grid_classes(shape: BoxShape) -> list[GridClass]:
    """All classes, those with the least representatives first.

    Raises LimitError for more than a million grids with the first row in order.

    >>> [(found.size, "".join(map(str, found.representative))) for found in grid_classes(BoxShape(2, 2))]
    [(96, '1234341221434321'), (192, '1234341223414123')]
    """
    n = shape.side
    if not is_known(shape) or total_grids(shape) > _MOST_GRIDS * factorial(n):
        raise LimitError(f"the classes of {shape} grids: there are too many grids to go through")
    first_row = Puzzle(sudoku(shape.rows, shape.columns), (*range(1, n + 1), *(0,) * (shape.cells - n)))
    left = {solution.digits for solution in solutions(encode(first_row))}
    sources = [sorted(range(shape.cells), key=image.__getitem__) for image in generators(shape).values()]
    classes = []
    for grid in sorted(left):
        if grid not in left:
            continue
        left.remove(grid)
        todo, size = [grid], 0
        while todo:
            here = todo.pop()
            size += 1
            for source in sources:
                names = {here[cell]: place for place, cell in enumerate(source[:n], 1)}
                image = tuple(names[here[cell]] for cell in source)
                if image in left:
                    left.remove(image)
                    todo.append(image)
        classes.append(GridClass(grid, size * factorial(n)))
    return classes
