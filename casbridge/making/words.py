"""The rows and columns of a grid under a transformation, and transformations in words.

"transpose; exchange rows 1 and 2; digits 1→2→1": `in_words` writes this, and `read_words` reads it.

Steps are done one after the other. A step counts rows, columns, bands and stacks as the steps before it have left them.
The cycle "rows 1→2→3→1" puts row 1 in the place of row 2, row 2 in that of row 3, and row 3 in that of row 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from casbridge.counting.symmetries import Permutation, cycles, of_lines, symmetries_of_square
from casbridge.errors import InputError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout

#: The name among the turns and reflections of what is called "transpose" in words.
IN_THE_DIAGONAL = "reflection in the diagonal"
#: From the side of a square its turns and reflections, by name, with the place of each cell. Do not change the dict.
turns = lru_cache(maxsize=16)(symmetries_of_square)

_LONGEST_TEXT = 1_000_000
_EXCHANGE = re.compile(r"\Aexchange (\w+) ([0-9]{1,5}) and ([0-9]{1,5})\Z")
_CYCLES = re.compile(r"(\w+) ([0-9]{1,5}(?:→[0-9]{1,5})+(?:, ?[0-9]{1,5}(?:→[0-9]{1,5})+)*)\Z")
_ARROW = re.compile(r" *(?:→|->) *")
_SYNONYMS = {"colours": "digits", "colors": "digits", "transpose": IN_THE_DIAGONAL}


class LineImages(NamedTuple):
    """Where the lines of a grid go.

    transposed: whether the grid is transposed first.
    rows, columns: then row i goes to place rows[i], and column j to place columns[j].

    >>> LineImages(True, (1, 0), (0, 1)).cells
    (2, 0, 3, 1)
    >>> LineImages.of_cells((2, 0, 3, 1), 2)
    LineImages(transposed=True, rows=(1, 0), columns=(0, 1))
    """

    transposed: bool
    rows: Permutation
    columns: Permutation

    @classmethod
    def of_cells(cls, cells: Permutation, side: int) -> LineImages:
        """The opposite of `cells`, for cells that take each row to a row, or each row to a column."""
        transposed = side > 1 and cells[0] // side != cells[1] // side
        along_row, along_column = cells[:side], cells[::side]
        if transposed:
            along_row, along_column = along_column, along_row
        rows = tuple([cell // side for cell in along_column])
        return cls(transposed, rows, tuple([cell % side for cell in along_row]))

    @classmethod
    def of_one_kind(cls, images: Sequence[int], are_rows: bool) -> LineImages:
        """Only rows move, or only columns, to these places."""
        moved, same = tuple(images), tuple(range(len(images)))
        return cls(False, moved, same) if are_rows else cls(False, same, moved)

    @property
    def cells(self) -> Permutation:
        """The place of each cell."""
        cells, n = of_lines(self.rows, self.columns), len(self.rows)
        return tuple([cells[column * n + row] for row in range(n) for column in range(n)]) if self.transposed else cells


def inverse(images: Sequence[int]) -> Permutation:
    """The permutation that undoes this one.

    >>> inverse((2, 0, 1))
    (1, 2, 0)
    """
    return tuple(sorted(range(len(images)), key=images.__getitem__))


def _of_blocks(images: Sequence[int], size: int) -> list[int]:
    """The places of lines whose blocks, of `size` lines each, go to these places."""
    return [image * size + k for image in images for k in range(size)]


def in_words(source: Layout, target: Layout, cells: Permutation, digits: Permutation) -> str:
    """A transformation in words: one step after the other, with `;` between them.

    source, target: the layouts before and after.
    cells, digits: the place of each cell, and the new names of the digits 1, 2, …

    >>> from casbridge.puzzles import graph
    >>> in_words(graph(3, ((0, 1),), 2), graph(3, ((0, 1),), 2), (1, 0, 2), (2, 1))
    'exchange vertices 1 and 2; colours 1→2→1'
    """
    steps = _line_steps(source, target, cells) if source.is_grid else _permuted("vertices", cells)
    moved = _written([digit - 1 for digit in digits])
    if moved:
        steps.append(f"{'digits' if source.is_grid else 'colours'} {moved}")
    return "; ".join(steps) or "identity"


def _line_steps(source: Layout, target: Layout, cells: Permutation) -> list[str]:
    n = source.side
    if cells == tuple(range(n * n)):
        return []
    for name, images in turns(n).items():
        if cells == images:
            return ["transpose" if name == IN_THE_DIAGONAL else name]
    transposed, rows, columns = LineImages.of_cells(cells, n)
    height, width = target.box or (n, n)
    steps = ["transpose"] if transposed else []
    for line, block, size, places in (("rows", "bands", height, rows), ("columns", "stacks", width, columns)):
        if 1 < size < n:
            blocks = [places[start] // size for start in range(0, n, size)]
            steps += _permuted(block, blocks)
            # The blocks have moved now: count the lines from where that put them.
            places = tuple([places[line] for line in inverse(_of_blocks(blocks, size))])
        steps += _permuted(line, places)
    return steps


def _permuted(what: str, images: Sequence[int]) -> list[str]:
    moved = _written(images)
    exchange = re.fullmatch(r"(\d+)→(\d+)→\1", moved)
    if exchange:
        return [f"exchange {what} {exchange[1]} and {exchange[2]}"]
    return [f"{what} {moved}"] if moved else []


def _written(images: Sequence[int]) -> str:
    """The cycles of points from 0, in words with points from 1; nothing for points that stay."""
    moved = [cycle for cycle in cycles(images) if len(cycle) > 1]
    return ", ".join("→".join(str(point + 1) for point in (*cycle, cycle[0])) for cycle in moved)


def read_words(text: str, layout: Layout, deadline: Deadline = NEVER) -> tuple[Permutation, Permutation]:
    """The place of each cell, and the new name of each digit; see `from_words` for the text and the errors.

    A single step may break units.

    >>> from casbridge.puzzles import latin
    >>> read_words("exchange rows 1 and 2", latin(2))
    ((2, 3, 0, 1), (1, 2))
    """
    if len(text) > _LONGEST_TEXT:
        raise InputError(f"a transformation of {len(text)} characters", expected=f"at most {_LONGEST_TEXT}")
    box, cells, digits = layout.box, list(range(layout.cells)), list(range(layout.digits))
    for written in text.split(";"):
        deadline.check("the transformation was not read")
        step = _ARROW.sub("→", " ".join(written.split())).lower()
        try:
            what, images = _step(_SYNONYMS.get(step, step), layout, box)
        except InputError as error:
            raise InputError(f"step {printable(step, 80)!r}: {error.found}", expected=error.expected) from None
        if what == "digits":
            digits = [images[digit] for digit in digits]
        else:
            cells = [images[cell] for cell in cells]
        if box and what == "cells" and LineImages.of_cells(images, layout.side).transposed:
            box = box[::-1]
    return tuple(cells), tuple([digit + 1 for digit in digits])


def _step(step: str, layout: Layout, box: tuple[int, int] | None) -> tuple[str, Permutation]:
    """What a step permutes, cells or digits, and the images of these, from 0. box: the shape before it."""
    if step in ("identity", ""):
        return "cells", tuple(range(layout.cells))
    in_cycles = _CYCLES.match(_EXCHANGE.sub(r"\1 \2→\3→\2", step))
    if not in_cycles:
        if not layout.is_grid:
            raise InputError("no step for a graph", expected="vertices 1→2→1 or colours 1→2→1")
        named = turns(layout.side)
        if step not in named:
            known = f"transpose, {', '.join(named)}, exchange rows 1 and 2, rows 1→2→1, …"
            raise InputError("not understood", expected=known)
        return "cells", named[step]
    what = _SYNONYMS.get(in_cycles[1], in_cycles[1])
    n = layout.side
    sizes = {"digits": layout.digits} | ({"rows": n, "columns": n} if layout.is_grid else {"vertices": layout.cells})
    if box:
        sizes |= {"bands": n // box[0], "stacks": n // box[1]}
    if what not in sizes:
        raise InputError(f"{what} of a {layout.description}", expected=", ".join(sizes))
    images = _images(what, in_cycles[2], sizes[what])
    if what in ("digits", "vertices"):
        return what, tuple(images)
    if box and what in ("bands", "stacks"):
        images = _of_blocks(images, box[what == "stacks"])
    return "cells", LineImages.of_one_kind(images, what in ("rows", "bands")).cells


def _images(what: str, written: str, size: int) -> list[int]:
    """The images, from 0, under cycles such as "1→2→1, 3→4→3"."""
    found = [list(map(int, cycle.split("→"))) for cycle in written.split(",")]
    for cycle in found:
        if cycle[0] != cycle[-1]:
            raise InputError(f"a cycle from {cycle[0]} to {cycle[-1]}", expected="one that ends where it begins")
    images = list(range(size))
    seen: set[int] = set()
    for number, image in [pair for cycle in found for pair in pairwise(cycle)]:
        if not 1 <= number <= size:
            raise InputError(f"{number} among {what}", expected=f"1 to {size}")
        if number in seen:
            raise InputError(f"{number} twice", expected=f"{what} that are different")
        seen.add(number)
        images[number - 1] = image - 1
    return images
