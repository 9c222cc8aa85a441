"""Drawing grids with characters: the symbols in the cells, the lines between them, and whole puzzles as text."""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import DIGITS, Puzzle, Solution

#: Junctions of a grid in ASCII, by the borders that meet: up 1, down 2, left 4, right 8.
ASCII_LINES = " |||-+++-+++-+++"
#: The same in box-drawing characters.
BOX_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"

_CLUE = "\x1b[1m{}\x1b[0m"
_FOUND = "\x1b[36m{}\x1b[0m"


def draw_text(puzzle: Puzzle, solution: Solution | None = None, colour: bool = False) -> str:
    """The puzzle, or a solution of it, as lines of text.

    colour: draw clues bold and found digits cyan, with ANSI escapes.

    >>> from casbridge.puzzles import sudoku
    >>> print(draw_text(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12)))
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . . │
    └─────┴─────┘
    """
    symbols = symbols_of(solution or puzzle)
    layout = puzzle.layout
    if not layout.is_grid:
        width = max((len(symbol) for symbol in symbols), default=1)
        symbols = [symbol.rjust(width) for symbol in symbols]
    if colour:
        symbols = [
            (_CLUE if given else _FOUND).format(symbol) if symbol.strip() != "." else symbol
            for given, symbol in zip(puzzle.givens, symbols, strict=True)
        ]
    if layout.is_grid:
        return "\n".join(lattice(layout, symbols, BOX_LINES))
    names = [layout.cell_name(vertex) for vertex in range(layout.cells)]
    width = max((len(name) for name in names), default=1)
    entries = [f"{name.rjust(width)} = {symbol}" for name, symbol in zip(names, symbols, strict=True)]
    return "\n".join("   ".join(entries[i : i + 8]) for i in range(0, len(entries), 8))


def symbols_of(puzzle: Puzzle | Solution) -> list[str]:
    """What to write in every cell, all of one width for grids.

    >>> from casbridge.puzzles import latin
    >>> symbols_of(Puzzle(latin(2), (1, 0, 0, 0)))
    ['1', '.', '.', '.']
    """
    digits = puzzle.givens if isinstance(puzzle, Puzzle) else puzzle.digits
    return [symbol_of(digit, puzzle.layout.digits) for digit in digits]


def symbol_of(digit: int, largest: int) -> str:
    """How a digit is written, 0 as a dot: above 9 with letters, above 35 as a number.

    largest: the largest digit, which sets the width.

    >>> symbol_of(10, 16), symbol_of(10, 100)
    ('A', ' 10')
    """
    if largest < len(DIGITS) and 0 <= digit < len(DIGITS):
        return DIGITS[digit]
    return str(digit or ".").rjust(len(str(largest)))


def lattice(layout: Layout, symbols: Sequence[str], junctions: str) -> list[str]:
    """The lines of a drawn grid: borders between cells of different boxes or regions, and around everything.

    symbols: what is written in the cells, all of one width on a terminal.
    junctions: 16 characters, by the borders that meet; see `ASCII_LINES`.

    >>> from casbridge.puzzles import latin
    >>> lattice(latin(1), ["1"], ASCII_LINES)
    ['+---+', '| 1 |', '+---+']
    """
    n = layout.side
    block = [[layout.block_of(row * n + column) for column in range(n)] for row in range(n)]
    width = len(symbol_of(n, n))

    def vertical(row: int, column: int) -> bool:
        """Whether a border runs left of a cell."""
        return 0 <= row < n and (column in (0, n) or block[row][column - 1] != block[row][column])

    def horizontal(row: int, column: int) -> bool:
        """Whether a border runs above a cell."""
        return 0 <= column < n and (row in (0, n) or block[row - 1][column] != block[row][column])

    def junction(row: int, column: int) -> str:
        """The character where four cells meet, by the borders that do."""
        up, down = vertical(row - 1, column), vertical(row, column)
        left, right = horizontal(row, column - 1), horizontal(row, column)
        return junctions[up + 2 * down + 4 * left + 8 * right]

    spread = layout.regions is not None  # columns at one distance, wherever borders run
    bars = {column for column in range(n + 1) if spread or any(vertical(row, column) for row in range(n))}
    lines: list[str] = []
    for row in range(n + 1):
        border, cells = "", ""
        for column in range(n + 1):
            if column in bars:
                pad = " " if column else ""
                border += junctions[12 * horizontal(row, column - 1)] * len(pad) + junction(row, column)
                cells += pad + (junctions[3] if vertical(row, column) else " ")
            if column < n:
                border += junctions[12 * horizontal(row, column)] * (width + 1)
                cells += " " + symbols[row * n + column] if row < n else ""
        if border.strip(" " + junctions[3]):
            lines.append(border)
        if row < n:
            lines.append(cells)
    return lines
