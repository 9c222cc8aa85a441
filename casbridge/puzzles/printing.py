"""Printing puzzles in the forms that `casbridge.puzzles.reading` reads back.

A form that cannot carry a puzzle is refused: a line says nothing about regions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from casbridge.errors import InputError
from casbridge.puzzles.layouts import Layout, box_shape
from casbridge.puzzles.puzzle import DIGITS, Puzzle, Solution

# Junctions by the borders that meet: up 1, down 2, left 4, right 8.
ASCII_LINES = " |||-+++-+++-+++"
BOX_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"

_WRITE_TOML = "write TOML"


def print_line(puzzle: Puzzle | Solution) -> str:
    """The puzzle in one line. InputError for all but Sudokus with the default boxes.

    >>> from casbridge.puzzles import sudoku
    >>> print_line(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12))
    '1234............'
    """
    layout = layout_of(puzzle)
    if layout.family != "sudoku" or layout.diagonals or layout.box != box_shape(layout.side):
        raise InputError(
            f"a {layout.description} as a line", expected="a Sudoku with the default boxes", hint=_WRITE_TOML
        )
    return puzzle.line


def print_grid(puzzle: Puzzle | Solution) -> str:
    """The puzzle as a drawn grid, in ASCII. InputError for all but Sudokus.

    >>> from casbridge.puzzles import sudoku
    >>> print(print_grid(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12)), end="")
    +-----+-----+
    | 1 2 | 3 4 |
    | . . | . . |
    +-----+-----+
    | . . | . . |
    | . . | . . |
    +-----+-----+
    """
    layout = layout_of(puzzle)
    drawn = layout.box == box_shape(layout.side) or (layout.box is not None and min(layout.box) > 1)
    if not drawn or layout.diagonals:
        raise InputError(f"a {layout.description} as a grid", expected="a Sudoku", hint=_WRITE_TOML)
    return "\n".join(lattice(layout, symbols_of(puzzle), ASCII_LINES)) + "\n"


def print_toml(puzzle: Puzzle) -> str:
    """The puzzle in TOML; every family.

    >>> from casbridge.puzzles import latin
    >>> print(print_toml(Puzzle(latin(2), (1, 0, 0, 0))), end="")
    family = "latin"
    grid = \"\"\"
    1.
    ..
    \"\"\"
    """
    layout = puzzle.layout
    lines = [f"name = {_quoted(puzzle.name)}"] if puzzle.name else []
    lines.append(f'family = "{layout.family}"')
    if not layout.is_grid:
        edges = ", ".join(f"[{a + 1}, {b + 1}]" for a, b in layout.edges)
        lines += [f"vertices = {layout.cells}", f"colours = {layout.digits}", f"edges = [{edges}]"]
        given = ", ".join(f"v{vertex + 1} = {digit}" for vertex, digit in enumerate(puzzle.givens) if digit)
        return "\n".join([*lines, *([f"given = {{ {given} }}"] if given else [])]) + "\n"
    if layout.box is not None:
        lines.append(f'box = "{layout.box[0]}x{layout.box[1]}"')
    if layout.diagonals:
        lines.append("diagonals = true")
    if layout.regions is not None:
        lines.append(_drawing("regions", [_symbol(region + 1, layout.side) for region in layout.regions], layout.side))
    lines.append(_drawing("grid", symbols_of(puzzle), layout.side))
    return "\n".join(lines) + "\n"


def print_dimacs(puzzle: Puzzle) -> str:
    """A graph in DIMACS form. InputError for grids, and for graphs with coloured vertices.

    >>> from casbridge.puzzles import graph
    >>> print(print_dimacs(Puzzle(graph(2, ((0, 1),), 2), (0, 0))), end="")
    p edge 2 1
    e 1 2
    """
    layout = puzzle.layout
    if layout.is_grid or puzzle.clues:
        what = f"a {layout.description}" if layout.is_grid else "a graph with coloured vertices"
        raise InputError(f"{what} in DIMACS form", expected="a graph without givens", hint=_WRITE_TOML)
    lines = [f"p edge {layout.cells} {len(layout.edges)}", *(f"e {a + 1} {b + 1}" for a, b in layout.edges)]
    return "\n".join(lines) + "\n"


# -- shared with drawing ----------------------------------------------------------------------------------------------


def layout_of(puzzle: Puzzle | Solution) -> Layout:
    return puzzle.layout if isinstance(puzzle, Puzzle) else puzzle.puzzle.layout


def symbols_of(puzzle: Puzzle | Solution) -> list[str]:
    """What to write in every cell, all of one width for grids."""
    digits = puzzle.givens if isinstance(puzzle, Puzzle) else puzzle.digits
    largest = layout_of(puzzle).digits
    return [_symbol(digit, largest) for digit in digits]


def _symbol(digit: int, largest: int) -> str:
    if largest < len(DIGITS) and 0 <= digit < len(DIGITS):
        return DIGITS[digit]
    return str(digit or ".").rjust(len(str(largest)))


def lattice(layout: Layout, symbols: Sequence[str], junctions: str) -> list[str]:
    """The lines of a drawn grid: borders between cells of different boxes or regions, and around everything.

    junctions: 16 characters, by the borders that meet (see `BOX_LINES`). symbols: as wide as each other on a terminal.
    """
    n = layout.side
    block = [[layout.block_of(row * n + column) for column in range(n)] for row in range(n)]
    width = len(_symbol(n, n))

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


def _drawing(key: str, symbols: Sequence[str], side: int) -> str:
    separator = "" if side < len(DIGITS) else " "
    rows = [separator.join(symbols[row * side : (row + 1) * side]) for row in range(side)]
    return "\n".join([f'{key} = """', *rows, '"""'])


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
