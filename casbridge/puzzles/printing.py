"""Printing puzzles in the forms that `casbridge.puzzles.reading` reads back.

A form that cannot carry a puzzle is refused: a line says nothing about regions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from casbridge.errors import InputError
from casbridge.puzzles.layouts import box_shape
from casbridge.puzzles.puzzle import DIGITS, Puzzle, Solution
from casbridge.puzzles.text_drawing import ASCII_LINES, lattice, symbol_of, symbols_of

_WRITE_TOML = "write TOML"


def print_line(puzzle: Puzzle | Solution) -> str:
    """The puzzle in one line. Raises InputError for all but Sudokus with the default boxes.

    >>> from casbridge.puzzles import sudoku
    >>> print_line(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12))
    '1234............'
    """
    layout = puzzle.layout
    if layout.family != "sudoku" or layout.diagonals or layout.box != box_shape(layout.side):
        raise InputError(
            f"a {layout.description} as a line", expected="a Sudoku with the default boxes", hint=_WRITE_TOML
        )
    return puzzle.line


def print_grid(puzzle: Puzzle | Solution) -> str:
    """The puzzle as a drawn grid, in ASCII. Raises InputError for all but Sudokus.

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
    layout = puzzle.layout
    drawn = layout.box == box_shape(layout.side) or (layout.box is not None and min(layout.box) > 1)
    if not drawn or layout.diagonals:
        raise InputError(f"a {layout.description} as a grid", expected="a Sudoku", hint=_WRITE_TOML)
    return "\n".join(lattice(layout, symbols_of(puzzle), ASCII_LINES)) + "\n"


def print_toml(puzzle: Puzzle) -> str:
    """A puzzle of any family in TOML.

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
        lines.append(
            _drawing("regions", [symbol_of(region + 1, layout.side) for region in layout.regions], layout.side)
        )
    lines.append(_drawing("grid", symbols_of(puzzle), layout.side))
    return "\n".join(lines) + "\n"


def print_dimacs(puzzle: Puzzle) -> str:
    """A graph in DIMACS form. Raises InputError for grids, and for graphs with coloured vertices.

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


def _drawing(key: str, symbols: Sequence[str], side: int) -> str:
    separator = "" if side < len(DIGITS) else " "
    rows = [separator.join(symbols[row * side : (row + 1) * side]) for row in range(side)]
    return "\n".join([f'{key} = """', *rows, '"""'])


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
