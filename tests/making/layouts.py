"""Layouts to transform, and puzzles on them."""

from __future__ import annotations

from itertools import permutations
from random import Random

from casbridge.making import Chance
from casbridge.puzzles import Layout, Puzzle, jigsaw, latin, sudoku

#: Turns and reflections lead to others of these regions; all but two leave none as it is.
BENT = jigsaw(tuple(map(int, "0001011122232333")))
#: The regions are boxes.
BOXED = jigsaw(tuple(map(int, "000111000111222333222333444555444555")))
SMALL = {
    "2x2": sudoku(2, 2),
    "2x3": sudoku(2, 3),
    "3x2": sudoku(3, 2),
    "1x4": sudoku(1, 4),
    "4x1": sudoku(4, 1),
    "latin": latin(4),
    "2x2 with diagonals": sudoku(2, 2, True),
    "2x3 with diagonals": sudoku(2, 3, True),
    "latin with diagonals": latin(4, True),
    "jigsaw": BENT,
    "jigsaw of boxes": BOXED,
    "jigsaw with diagonals": jigsaw(BENT.regions or (), True),
}
LARGE = {"3x3": sudoku(3, 3), "2x5": sudoku(2, 5), "4x4": sudoku(4, 4), "3x3 with diagonals": sudoku(3, 3, True)}
ALL = SMALL | LARGE
#: The edges of the Petersen graph.
PETERSEN = (
    *((i, (i + 1) % 5) for i in range(5)),
    *((i, i + 5) for i in range(5)),
    (5, 7),
    (7, 9),
    (9, 6),
    (6, 8),
    (8, 5),
)


def by(random: Random) -> Chance:
    """A stream of choices, and another one the next time."""
    return Chance(random.getrandbits(60))


def square_grid(rows: int, columns: int) -> tuple[int, ...]:
    """A solution for boxes rows×columns: each row is the one above it, shifted."""
    n = rows * columns
    return tuple((row % rows * columns + row // rows + column) % n + 1 for row in range(n) for column in range(n))


def with_clues(layout: Layout, share: float, random: Random) -> Puzzle:
    """Random digits in about so many of the cells: few such puzzles have solutions, and digits come twice in a row."""
    cells = range(layout.cells)
    return Puzzle(layout, tuple(random.randint(1, layout.digits) if random.random() < share else 0 for _ in cells))


def block_permutations(side: int, size: int) -> list[tuple[int, ...]]:
    """All permutations of lines that keep blocks of so many together: by trying all there are."""
    return [
        images
        for images in permutations(range(side))
        if all(len({image // size for image in images[start : start + size]}) == 1 for start in range(0, side, size))
    ]
