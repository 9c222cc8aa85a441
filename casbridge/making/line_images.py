"""The rows and columns of a grid under a transformation, also in words.

"transpose; exchange rows 1 and 2; digits 1→2→1": `in_words` writes this, and `words` reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from casbridge.counting.permutation_types import Permutation, cycles
from casbridge.counting.symmetries import of_lines, symmetries_of_square
from casbridge.puzzles.layouts import Layout


class LineImages(NamedTuple):
    """Where the lines of a grid go.

    transposed: whether the grid is transposed first.
    rows, columns: then row i goes to place rows[i], and column j to place columns[j].

    >>> cells_of_lines(LineImages(False, (1, 0), (0, 1)))
    (2, 3, 0, 1)
    """

    transposed: bool
    rows: Permutation
    columns: Permutation


def cells_of_lines(lines: LineImages) -> Permutation:
    """Where the cells go: entry i is the place of cell i.

    >>> cells_of_lines(LineImages(True, (1, 0), (0, 1)))
    (2, 0, 3, 1)
    """
    cells = of_lines(lines.rows, lines.columns)
    if not lines.transposed:
        return cells
    n = len(lines.rows)
    return tuple([cells[column * n + row] for row in range(n) for column in range(n)])


def lines_of_cells(cells: Permutation, side: int) -> LineImages:
    """Where the lines go, if the cells go line by line; the opposite of `cells_of_lines`.

    cells: a permutation that takes each row to a row, or each row to a column.

    >>> lines_of_cells((2, 0, 3, 1), 2)
    LineImages(transposed=True, rows=(1, 0), columns=(0, 1))
    """
    transposed = side > 1 and cells[0] // side != cells[1] // side
    along_row, along_column = cells[:side], cells[::side]
    if transposed:
        along_row, along_column = along_column, along_row
    rows = tuple([cell // side for cell in along_column])
    columns = tuple([cell % side for cell in along_row])
    return LineImages(transposed, rows, columns)


def inverse(images: Sequence[int]) -> Permutation:
    """The permutation that undoes this one.

    >>> inverse((2, 0, 1))
    (1, 2, 0)
    """
    return tuple(sorted(range(len(images)), key=images.__getitem__))


# -- in words ---------------------------------------------------------------------------------------------------------

#: The name among the turns and reflections of what is called "transpose" in words.
IN_THE_DIAGONAL = "reflection in the diagonal"


def in_words(source: Layout, target: Layout, cells: Permutation, digits: Permutation) -> str:
    """A transformation in words: one step after the other, with `;` between them.

    source, target: the layouts before and after.
    cells: the place of each cell.
    digits: the new names of the digits 1, 2, …

    >>> from casbridge.puzzles import graph
    >>> in_words(graph(3, ((0, 1),), 2), graph(3, ((0, 1),), 2), (1, 0, 2), (2, 1))
    'exchange vertices 1 and 2; colours 1→2→1'
    """
    steps = _line_steps(source, target, cells) if source.is_grid else _permuted("vertices", cells)
    moved = cycles([digit - 1 for digit in digits])
    if any(len(cycle) > 1 for cycle in moved):
        steps.append(f"{'digits' if source.is_grid else 'colours'} {_written(moved)}")
    return "; ".join(steps) or "identity"


def of_blocks(images: Sequence[int], size: int) -> list[int]:
    """The places of lines whose blocks, of `size` lines each, go to these places.

    >>> of_blocks((1, 0), 2)
    [2, 3, 0, 1]
    """
    return [image * size + k for image in images for k in range(size)]


@lru_cache(maxsize=16)
def turns(side: int) -> dict[str, Permutation]:
    """The turns and reflections of a square, by name, with the place of each cell. The dict is kept: do not change it.

    >>> turns(2)["half turn"]
    (3, 2, 1, 0)
    """
    return symmetries_of_square(side)


def _line_steps(source: Layout, target: Layout, cells: Permutation) -> list[str]:
    n = source.side
    if cells == tuple(range(n * n)):
        return []
    for name, images in turns(n).items():
        if cells == images:
            return ["transpose" if name == IN_THE_DIAGONAL else name]
    lines = lines_of_cells(cells, n)
    height, width = target.box or (n, n)
    steps = ["transpose"] if lines.transposed else []
    for line, block, size, places in (
        ("rows", "bands", height, lines.rows),
        ("columns", "stacks", width, lines.columns),
    ):
        if 1 < size < n:
            blocks = [places[start] // size for start in range(0, n, size)]
            steps += _permuted(block, blocks)
            # The blocks have moved now: count the lines from where that put them.
            places = tuple([places[line] for line in inverse(of_blocks(blocks, size))])
        steps += _permuted(line, places)
    return steps


def _permuted(what: str, images: Sequence[int]) -> list[str]:
    moved = [cycle for cycle in cycles(images) if len(cycle) > 1]
    if not moved:
        return []
    if len(moved) == 1 and len(moved[0]) == 2:
        return [f"exchange {what} {moved[0][0] + 1} and {moved[0][1] + 1}"]
    return [f"{what} {_written(moved)}"]


def _written(found: Sequence[Sequence[int]]) -> str:
    """Cycles of points from 0, in words with points from 1."""
    return ", ".join("→".join(str(point + 1) for point in (*cycle, cycle[0])) for cycle in found if len(cycle) > 1)
