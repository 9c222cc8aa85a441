"""Clue patterns: the set of cells that are given, with a symmetry or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from casbridge.algebra.locations import Location
from casbridge.errors import InputError, UsageError
from casbridge.making.line_images import IN_THE_DIAGONAL, LineImages, cells_of_lines, turns
from casbridge.making.transformations import is_symmetry
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.parsing import BLANKS, one_grid, rows_of

#: Name → turns and reflections that leave the clue pattern as it is; they generate all that do.
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (),
    "half-turn": ("half turn",),
    "quarter-turn": ("quarter turn clockwise",),
    "middle-row": ("reflection in the middle row",),
    "middle-column": ("reflection in the middle column",),
    "middles": ("reflection in the middle row", "reflection in the middle column"),
    "diagonal": (IN_THE_DIAGONAL,),
    "antidiagonal": ("reflection in the other diagonal",),
    "diagonals": (IN_THE_DIAGONAL, "reflection in the other diagonal"),
    "full": ("quarter turn clockwise", IN_THE_DIAGONAL),
}


def orbits(layout: Layout, symmetry: str = "none") -> list[tuple[int, ...]]:
    """The orbits of the cells: the cells of an orbit are clues together, or none of them is.

    symmetry: a name in `SYMMETRIES`. Only places count, so every grid can have each symmetry, whatever its boxes are.

    Raises UsageError for other names, and for a symmetry of a graph.

    >>> from casbridge.puzzles import sudoku
    >>> orbits(sudoku(2, 2), "half-turn")[:3], len(orbits(sudoku(3, 3), "full"))
    ([(0, 15), (1, 14), (2, 13)], 15)
    """
    if symmetry not in SYMMETRIES:
        raise UsageError(f"the symmetry {symmetry!r}", expected=", ".join(SYMMETRIES))
    if symmetry != "none" and not layout.is_grid:
        raise UsageError(f"the symmetry {symmetry!r} for a graph", expected="a grid")
    moves = [turns(layout.side)[name] for name in SYMMETRIES[symmetry]]
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in range(layout.cells):
        if start in seen:
            continue
        orbit = {start}
        todo = [start]
        while todo:
            cell = todo.pop()
            new = {move[cell] for move in moves} - orbit
            orbit |= new
            todo += new
        seen |= orbit
        found.append(tuple(sorted(orbit)))
    return found


def possible_sizes(sizes: Sequence[int]) -> int:
    """The sums of all selections of the sizes: bit s is set if s is such a sum.

    >>> bin(possible_sizes([2, 2, 1]))
    '0b111111'
    """
    sums = 1
    for size in sizes:
        sums |= sums << size
    return sums


def has_symmetry(layout: Layout, cells: Sequence[int], symmetry: str) -> bool:
    """Whether the symmetry leaves this clue pattern as it is.

    >>> from casbridge.puzzles import latin
    >>> has_symmetry(latin(3), [0, 4, 8], "half-turn"), has_symmetry(latin(3), [0, 1], "half-turn")
    (True, False)
    """
    there = set(cells)
    return all(there.isdisjoint(orbit) or there.issuperset(orbit) for orbit in orbits(layout, symmetry))


def parse_pattern(text: str, layout: Layout, source: str | None = None) -> tuple[int, ...]:
    """The cells of a drawn clue pattern.

    text: a grid or a line, with x or any digit for a clue, and . 0 _ * for a blank.
    source: where the text is from, for messages.

    Raises UsageError for a graph, InputError for another number of cells.

    >>> from casbridge.puzzles import sudoku
    >>> parse_pattern("x..x .... .... x..x", sudoku(2, 2))
    (0, 3, 12, 15)
    """
    if not layout.is_grid:
        raise UsageError("a pattern for a graph", expected="a grid")
    rows = rows_of(text, Location(source, 1, 1))
    if not rows:
        raise InputError("no cells", source=source, expected="a pattern such as x..x.... for each cell")
    grid = one_grid(rows)
    if len(grid.texts) != layout.cells:
        expected = f"{layout.cells} for a {layout.description}"
        raise grid.place(0).error(f"a pattern with {len(grid.texts)} cells", expected)
    return tuple(number for number, text in enumerate(grid.texts) if text not in BLANKS)


def blank_twins(layout: Layout, pattern: Sequence[int]) -> str | None:
    """Two rows, or two columns, without a clue that can be exchanged, in words; None if there are none.

    With them every solution has another one beside it, so the clue pattern has no proper puzzle. (Two blank bands have
    two such rows each.)

    pattern: the cells of the clues.

    >>> from casbridge.puzzles import sudoku
    >>> blank_twins(sudoku(2, 2), [0, 5]), blank_twins(sudoku(2, 2), [0, 5, 10])
    ('rows 3 and 4', None)
    """
    if not layout.is_grid:
        return None
    n = layout.side
    same = tuple(range(n))
    for name, of_rows in (("rows", True), ("columns", False)):
        marked = {cell // n if of_rows else cell % n for cell in pattern}
        for one, other in combinations([line for line in range(n) if line not in marked], 2):
            images = tuple(other if line == one else one if line == other else line for line in range(n))
            lines = LineImages(False, images, same) if of_rows else LineImages(False, same, images)
            if is_symmetry(layout, cells_of_lines(lines)):
                return f"{name} {one + 1} and {other + 1}"
    return None
