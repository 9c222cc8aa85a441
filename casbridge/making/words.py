"""Transformations in words, and back: "transpose; exchange rows 1 and 2; digits 1→2→1".

Steps are done one after the other; a step's rows, columns, bands and stacks are counted in what the steps before it
have made. A cycle "rows 1→2→3→1" puts row 1 at the place of row 2, row 2 at that of row 3, row 3 at that of row 1.
Single steps need not keep the units as long as all together do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from casbridge.counting.permutation_types import Permutation, cycles
from casbridge.counting.symmetries import symmetries_of_square
from casbridge.errors import InputError, printable
from casbridge.making.transformations import LineImages, Transformation, cells_of_lines, from_cells
from casbridge.puzzles.layouts import Layout

LONGEST_TEXT = 1_000_000

_EXCHANGE = re.compile(r"exchange (\w+) ([0-9]{1,5}) and ([0-9]{1,5})\Z")
_CYCLES = re.compile(r"(\w+) ([0-9]{1,5}(?:→[0-9]{1,5})+(?:, ?[0-9]{1,5}(?:→[0-9]{1,5})+)*)\Z")
_ARROW = re.compile(r" *(?:→|->) *")
_IN_THE_DIAGONAL = "reflection in the diagonal"
_SYNONYMS = {"colours": "digits", "colors": "digits", "transpose": _IN_THE_DIAGONAL}


def in_words(transformation: Transformation) -> str:
    """What a transformation does, in words that `from_words` reads.

    >>> from casbridge.puzzles import graph
    >>> in_words(from_cells(graph(3, ((0, 1),), 2), (1, 0, 2), (2, 1)))
    'exchange vertices 1 and 2; colours 1→2→1'
    """
    source = transformation.source
    steps = _line_steps(transformation) if source.is_grid else _permuted("vertices", transformation.cells)
    moved = [[digit + 1 for digit in cycle] for cycle in cycles([digit - 1 for digit in transformation.digits])]
    if any(len(cycle) > 1 for cycle in moved):
        steps.append(f"{'digits' if source.is_grid else 'colours'} {_written(moved)}")
    return "; ".join(steps) or "identity"


def from_words(text: str, layout: Layout) -> Transformation:
    """The transformation of a layout that words say.

    Steps, with `;` between them: ``identity``, ``transpose``, ``half turn``, ``quarter turn clockwise``,
    ``quarter turn anticlockwise``, ``reflection in the middle row`` (``middle column``, ``other diagonal``),
    ``exchange rows 1 and 2`` (``columns``, ``bands``, ``stacks``, ``digits``; of a graph ``vertices``, ``colours``),
    and cycles, ``rows 1→2→1, 4→5→6→4``, also with ``->``.
    InputError, with the step, for other words, and for what takes a unit to what is none.

    >>> from casbridge.puzzles import sudoku
    >>> layout = sudoku(3, 3)
    >>> from_words("half turn", layout) == from_words("transpose; reflection in the other diagonal", layout)
    True
    """
    if len(text) > LONGEST_TEXT:
        raise InputError("a transformation of more than a million characters", expected="words")
    state = _Done(layout.box, tuple(range(layout.cells)), tuple(range(1, layout.digits + 1)))
    for written in text.split(";"):
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


# -- reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Done:
    """What the steps so far have done, and what boxes are like now."""

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
    exchange = _EXCHANGE.match(step)
    if exchange:
        what, first, second = exchange.groups()
        return _permute(done, what, [[int(first), int(second)]], layout)
    in_cycles = _CYCLES.match(step)
    if in_cycles:
        found = [[int(number) for number in cycle.split("→")] for cycle in in_cycles.group(2).split(",")]
        for cycle in found:
            if cycle[0] != cycle[-1]:
                raise InputError(f"a cycle from {cycle[0]} to {cycle[-1]}", expected="one that ends where it begins")
            cycle.pop()
        return _permute(done, in_cycles.group(1), found, layout)
    if not layout.is_grid:
        raise InputError("no step for a graph", expected="vertices 1→2→1 or colours 1→2→1")
    named = symmetries_of_square(layout.side)
    if step not in named:
        known = f"transpose, {', '.join(named)}, exchange rows 1 and 2, rows 1→2→1, …"
        raise InputError("not understood", expected=known)
    return done.moved(named[step], turned=step not in _KEEPING_ROWS)


#: What takes rows to rows.
_KEEPING_ROWS = ("half turn", "reflection in the middle row", "reflection in the middle column")


def _permute(done: _Done, what: str, found: list[list[int]], layout: Layout) -> _Done:
    what = _SYNONYMS.get(what, what)
    n = layout.side
    boxes = done.box if layout.is_grid else None
    sizes = {"digits": layout.digits}
    if layout.is_grid:
        sizes |= {"rows": n, "columns": n}
    else:
        sizes["vertices"] = layout.cells
    if boxes is not None:
        sizes |= {"bands": n // boxes[0], "stacks": n // boxes[1]}
    if what not in sizes:
        raise InputError(f"{what} of a {layout.description}", expected=", ".join(sizes))
    images = list(range(sizes[what]))
    seen: set[int] = set()
    for cycle in found:
        for number, image in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
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
    if what in ("bands", "stacks"):
        assert boxes is not None
        images = _of_blocks(images, boxes[what == "stacks"])
    same = range(n)
    rows, columns = (images, same) if what in ("rows", "bands") else (same, images)
    return done.moved(cells_of_lines(LineImages(False, tuple(rows), tuple(columns))))


def _of_blocks(images: Sequence[int], size: int) -> list[int]:
    return [image * size + k for image in images for k in range(size)]


# -- writing ----------------------------------------------------------------------------------------------------------


def _line_steps(transformation: Transformation) -> list[str]:
    n = transformation.source.side
    if transformation.cells == tuple(range(n * n)):
        return []
    for name, cells in symmetries_of_square(n).items():
        if cells == transformation.cells:
            return ["transpose" if name == _IN_THE_DIAGONAL else name]
    transposed, rows, columns = transformation.lines
    box = transformation.target.box or (n, n)
    steps = ["transpose"] if transposed else []
    for line, block, size, images in (("rows", "bands", box[0], rows), ("columns", "stacks", box[1], columns)):
        if 1 < size < n:
            blocks = [images[start] // size for start in range(0, n, size)]
            steps += _permuted(block, blocks)
            moved = _of_blocks(blocks, size)
            back = {place: line for line, place in enumerate(moved)}
            images = tuple([images[back[place]] for place in range(n)])
        steps += _permuted(line, images)
    return steps


def _permuted(what: str, images: Sequence[int]) -> list[str]:
    moved = [[point + 1 for point in cycle] for cycle in cycles(images) if len(cycle) > 1]
    if not moved:
        return []
    if len(moved) == 1 and len(moved[0]) == 2:
        return [f"exchange {what} {moved[0][0]} and {moved[0][1]}"]
    return [f"{what} {_written(moved)}"]


def _written(found: Sequence[Sequence[int]]) -> str:
    return ", ".join("→".join(map(str, [*cycle, cycle[0]])) for cycle in found if len(cycle) > 1)
