"""Puzzles for the tests of deduction: one for each class of difficulty, and one for each family."""

from __future__ import annotations

import random
from itertools import islice

from casbridge.charset import SplitSeries
from casbridge.encodings import encode
from casbridge.puzzles import Layout, Puzzle, jigsaw, latin, sudoku

#: Regions of four cells that are no boxes.
FOUR_REGIONS = (0, 0, 0, 0, 1, 1, 1, 2, 1, 2, 2, 2, 3, 3, 3, 3)
SIX_REGIONS = tuple(int(digit) for digit in "000011001111222233223333444455445555")

LAYOUTS: dict[str, Layout] = {
    "4×4": sudoku(2, 2),
    "2×3": sudoku(2, 3),
    "3×2": sudoku(3, 2),
    "jigsaw": jigsaw(FOUR_REGIONS),
    "diagonals": sudoku(2, 2, diagonals=True),
    "latin": latin(4),
    "latin diagonals": latin(5, diagonals=True),
}


def solutions(puzzle: Puzzle, most: int | None = None) -> list[tuple[int, ...]]:
    """All solutions, or so many, by the reference."""
    encoded = encode(puzzle)
    return [encoded.decode(chain.point) for chain in islice(SplitSeries(encoded.system), most)]


def random_puzzle(layout: Layout, seed: int, clues: int) -> Puzzle:
    """So many cells of a solution of the empty grid, one of its first 50."""
    chance = random.Random(seed)
    solution = chance.choice(solutions(Puzzle(layout, (0,) * layout.cells), 50))
    digits = list(range(1, layout.digits + 1))
    chance.shuffle(digits)
    kept = set(chance.sample(range(layout.cells), clues))
    return Puzzle(layout, tuple([digits[solution[cell] - 1] if cell in kept else 0 for cell in range(layout.cells)]))
