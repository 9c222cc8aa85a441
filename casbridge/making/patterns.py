"""Where clues may be: patterns that look the same after a turn or a reflection of the grid, and drawn ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from casbridge.algebra.locations import Location
from casbridge.errors import InputError, UsageError
from casbridge.making.line_images import LineImages, cells_of_lines
from casbridge.making.transformations import is_symmetry
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.parsing import BLANKS, one_grid, rows_of

#: Row, column and side → row and column.
Move = Callable[[int, int, int], tuple[int, int]]


def _half_turn(row: int, column: int, side: int) -> tuple[int, int]:
    return side - 1 - row, side - 1 - column


def _quarter_turn(row: int, column: int, side: int) -> tuple[int, int]:
    return column, side - 1 - row


def _middle_row(row: int, column: int, side: int) -> tuple[int, int]:
    return side - 1 - row, column


def _middle_column(row: int, column: int, side: int) -> tuple[int, int]:
    return row, side - 1 - column


def _diagonal(row: int, column: int, side: int) -> tuple[int, int]:
    return column, row


def _antidiagonal(row: int, column: int, side: int) -> tuple[int, int]:
    return side - 1 - column, side - 1 - row


#: Name → the moves that generate the symmetries of a pattern.
SYMMETRIES: dict[str, tuple[Move, ...]] = {
    "none": (),
    "half-turn": (_half_turn,),
    "quarter-turn": (_quarter_turn,),
    "middle-row": (_middle_row,),
    "middle-column": (_middle_column,),
    "middles": (_middle_row, _middle_column),
    "diagonal": (_diagonal,),
    "antidiagonal": (_antidiagonal,),
    "diagonals": (_diagonal, _antidiagonal),
    "full": (_quarter_turn, _diagonal),
}


def orbits(layout: Layout, symmetry: str = "none") -> list[tuple[int, ...]]:
    """The cells that can only be clues together in a pattern with this symmetry, ascending.

    Only places count: a quarter turn is possible for every grid, whatever its boxes are. InputError for graphs.

    >>> from casbridge.puzzles import sudoku
    >>> orbits(sudoku(2, 2), "half-turn")[:3], len(orbits(sudoku(3, 3), "full"))
    ([(0, 15), (1, 14), (2, 13)], 15)
    """
    if symmetry not in SYMMETRIES:
        raise UsageError(f"the symmetry {symmetry!r}", expected=", ".join(SYMMETRIES))
    moves = SYMMETRIES[symmetry]
    if moves and not layout.is_grid:
        raise UsageError(f"the symmetry {symmetry!r} for a graph", expected="a grid")
    side = layout.side
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in range(layout.cells):
        if start in seen:
            continue
        seen.add(start)
        orbit, todo = [start], [start]
        while todo:
            row, column = divmod(todo.pop(), side)
            for move in moves:
                there = move(row, column, side)
                cell = there[0] * side + there[1]
                if cell not in seen:
                    seen.add(cell)
                    orbit.append(cell)
                    todo.append(cell)
        found.append(tuple(sorted(orbit)))
    return found


def possible_sizes(sizes: Sequence[int]) -> int:
    """The sums of some of the sizes, as the bits of a number.

    >>> bin(possible_sizes([2, 2, 1]))
    '0b111111'
    """
    sums = 1
    for size in sizes:
        sums |= sums << size
    return sums


def has_symmetry(layout: Layout, cells: Sequence[int], symmetry: str) -> bool:
    """Whether the symmetry leaves the set of cells as it is.

    >>> from casbridge.puzzles import latin
    >>> has_symmetry(latin(3), [0, 4, 8], "half-turn"), has_symmetry(latin(3), [0, 1], "half-turn")
    (True, False)
    """
    there = set(cells)
    return all(there.isdisjoint(orbit) or there.issuperset(orbit) for orbit in orbits(layout, symmetry))


def parse_pattern(text: str, layout: Layout, source: str | None = None) -> tuple[int, ...]:
    """The cells that are clues in a pattern: a grid or a line with x, or any digit, for a clue and . 0 _ * for none.

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
    """Two rows, or two columns, without any of these cells that can be exchanged, in words. Then a puzzle with clues in
    these cells only has another solution beside each. (Two blank bands have two such rows each.)

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
