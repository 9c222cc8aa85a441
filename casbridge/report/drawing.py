"""Drawings of the puzzles of a study."""

from __future__ import annotations

from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.puzzles.reading import read_puzzles

#: Larger puzzles are not drawn.
MOST_CELLS = 1000


def draw_input(text: str, grid: str = "") -> str:
    """A puzzle as SVG, or a filled grid of it.

    text: the puzzle as a study keeps it.
    grid: the digits of all cells in one line, as in `Solution.line`; "" draws the givens only.
    Returns "" where there is nothing to draw. Raises InputError for a text that is no puzzle.

    >>> draw_input(".4.....1..3.2...", "1423324141322314").count("<text")
    16
    """
    from casbridge.puzzles.drawing import draw_svg

    puzzles = read_puzzles(text) if text else []
    if len(puzzles) != 1 or puzzles[0].layout.cells > MOST_CELLS:
        return ""
    (puzzle,) = puzzles
    return draw_svg(puzzle, _filled(puzzle, grid))


def _filled(puzzle: Puzzle, line: str) -> Solution | None:
    """The grid that a line writes, or None where it writes no grid of this puzzle."""
    symbols, base = (line.split(","), 10) if "," in line else (list(line), 36)
    digits = [int(symbol, base) if _is_number(symbol, base) else 0 for symbol in symbols]
    if len(digits) != puzzle.layout.cells or not all(0 < digit <= puzzle.layout.digits for digit in digits):
        return None
    return Solution(puzzle, tuple(digits))


def _is_number(symbol: str, base: int) -> bool:
    return symbol.isascii() and len(symbol) < 6 and (symbol.isdigit() if base == 10 else symbol.isalnum())
