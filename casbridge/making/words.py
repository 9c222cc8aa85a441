"""Reads transformations in words: "transpose; exchange rows 1 and 2; digits 1→2→1". `wording` writes them.

Steps are done one after the other. A step counts rows, columns, bands and stacks as the steps before it have left them.
The cycle "rows 1→2→3→1" puts row 1 in the place of row 2, row 2 in that of row 3, and row 3 in that of row 1.
A single step may break units; all steps together must not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from casbridge.counting.permutation_types import Permutation
from casbridge.errors import InputError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.making.line_images import IN_THE_DIAGONAL, LineImages, cells_of_lines, of_blocks, turns
from casbridge.making.transformations import Transformation, from_cells
from casbridge.puzzles.layouts import Layout

#: The most characters of a transformation in words.
LONGEST_TEXT = 1_000_000

_EXCHANGE = re.compile(r"\Aexchange (\w+) ([0-9]{1,5}) and ([0-9]{1,5})\Z")
_CYCLES = re.compile(r"(\w+) ([0-9]{1,5}(?:→[0-9]{1,5})+(?:, ?[0-9]{1,5}(?:→[0-9]{1,5})+)*)\Z")
_ARROW = re.compile(r" *(?:→|->) *")
_SYNONYMS = {"colours": "digits", "colors": "digits", "transpose": IN_THE_DIAGONAL}
#: The turns and reflections that take rows to rows.
_KEEPING_ROWS = ("half turn", "reflection in the middle row", "reflection in the middle column")


def from_words(text: str, layout: Layout, deadline: Deadline = NEVER) -> Transformation:
    """The transformation of a layout that the words describe.

    text: steps, with `;` between them:
        ``identity``, ``transpose``, ``half turn``, ``quarter turn clockwise``, ``quarter turn anticlockwise``,
        ``reflection in the middle row`` (``middle column``, ``other diagonal``),
        ``exchange rows 1 and 2`` (``columns``, ``bands``, ``stacks``, ``digits``; for a graph ``vertices``,
        ``colours``),
        and cycles, ``rows 1→2→1, 4→5→6→4``, also with ``->``.

    Raises InputError, with the step, for other words and for steps that together take a unit to cells that are no unit.
    Raises LimitError at the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> layout = sudoku(3, 3)
    >>> from_words("half turn", layout) == from_words("transpose; reflection in the other diagonal", layout)
    True
    """
    if len(text) > LONGEST_TEXT:
        raise InputError(f"a transformation of {len(text)} characters", expected=f"at most {LONGEST_TEXT}")
    state = _Done(layout.box, tuple(range(layout.cells)), tuple(range(1, layout.digits + 1)))
    for written in text.split(";"):
        deadline.check("the transformation was not read")
        step = _ARROW.sub("→", " ".join(written.split())).lower()
        try:
            state = _after(state, _SYNONYMS.get(step, step), layout)
        except InputError as error:
            raise InputError(f"step {printable(step, 80)!r}: {error.found}", expected=error.expected) from None
    try:
        return from_cells(layout, state.cells, state.digits)
    except InputError as error:
        found = f"{printable(' '.join(text.split()), 80)!r}: {error.found}"
        raise InputError(found, expected=error.expected) from None


@dataclass(frozen=True)
class _Done:
    """What the steps so far have done. box: rows and columns of a box after them."""

    box: tuple[int, int] | None
    cells: Permutation
    digits: Permutation

    def moved(self, images: Sequence[int], *, turned: bool = False) -> _Done:
        box = self.box[::-1] if turned and self.box else self.box
        return _Done(box, tuple([images[cell] for cell in self.cells]), self.digits)

    def renamed(self, images: Sequence[int]) -> _Done:
        return _Done(self.box, self.cells, tuple([images[digit - 1] + 1 for digit in self.digits]))


def _after(done: _Done, step: str, layout: Layout) -> _Done:
    if step in ("identity", ""):
        return done
    in_cycles = _CYCLES.match(_EXCHANGE.sub(r"\1 \2→\3→\2", step))
    if in_cycles:
        found = [[int(number) for number in cycle.split("→")] for cycle in in_cycles.group(2).split(",")]
        for cycle in found:
            if cycle[0] != cycle[-1]:
                raise InputError(f"a cycle from {cycle[0]} to {cycle[-1]}", expected="one that ends where it begins")
        return _permute(done, in_cycles.group(1), found, layout)
    if not layout.is_grid:
        raise InputError("no step for a graph", expected="vertices 1→2→1 or colours 1→2→1")
    named = turns(layout.side)
    if step not in named:
        known = f"transpose, {', '.join(named)}, exchange rows 1 and 2, rows 1→2→1, …"
        raise InputError("not understood", expected=known)
    return done.moved(named[step], turned=step not in _KEEPING_ROWS)


def _permute(done: _Done, what: str, found: list[list[int]], layout: Layout) -> _Done:
    """After cycles, such as [1, 2, 1], of rows, columns, bands, stacks, digits or vertices."""
    what = _SYNONYMS.get(what, what)
    n = layout.side
    sizes = {"digits": layout.digits}
    sizes |= {"rows": n, "columns": n} if layout.is_grid else {"vertices": layout.cells}
    if done.box is not None:
        sizes |= {"bands": n // done.box[0], "stacks": n // done.box[1]}
    if what not in sizes:
        raise InputError(f"{what} of a {layout.description}", expected=", ".join(sizes))
    images = list(range(sizes[what]))
    seen: set[int] = set()
    for cycle in found:
        for number, image in pairwise(cycle):
            if not 1 <= number <= sizes[what]:
                raise InputError(f"{number} among {what}", expected=f"1 to {sizes[what]}")
            if number in seen:
                raise InputError(f"{number} twice", expected=f"{what} that are different")
            seen.add(number)
            images[number - 1] = image - 1
    if what == "digits":
        return done.renamed(images)
    if what == "vertices":
        return done.moved(images)
    if done.box is not None and what in ("bands", "stacks"):
        images = of_blocks(images, done.box[what == "stacks"])
    same = range(n)
    rows, columns = (images, same) if what in ("rows", "bands") else (same, images)
    return done.moved(cells_of_lines(LineImages(False, tuple(rows), tuple(columns))))
