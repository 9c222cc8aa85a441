"""Puzzles as text: pictures of characters, and the forms that `casbridge.puzzles.reading` reads back.

A form that cannot carry a puzzle is refused: a line says nothing about regions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from casbridge.errors import InputError
from casbridge.puzzles.layouts import Layout, box_shape
from casbridge.puzzles.puzzle import DIGITS, Puzzle, Solution

_WRITE_TOML = "write TOML"
_SIMPLE_SIDE = 9
# Junctions of a grid, by the borders that meet: up 1, down 2, left 4, right 8.
_ASCII_LINES = " |||-+++-+++-+++"
_BOX_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_CLUE = "\x1b[1m{}\x1b[0m"
_FOUND = "\x1b[36m{}\x1b[0m"
_WIDTH = 100


def draw_text(puzzle: Puzzle, solution: Solution | None = None, colour: bool = False) -> str:
    """The puzzle, or a solution of it, as lines of text. Constraints of variants follow in words.

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
        symbols = _aligned(symbols)
    if colour:
        symbols = [
            (_CLUE if given else _FOUND).format(symbol) if symbol.strip() != "." else symbol
            for given, symbol in zip(puzzle.givens, symbols, strict=True)
        ]
    if layout.is_grid:
        return "\n".join([*_lattice(layout, symbols, _BOX_LINES), *_constraints(layout)])
    names = _aligned([layout.cell_name(vertex) for vertex in range(layout.cells)])
    entries = [f"{name} = {symbol}" for name, symbol in zip(names, symbols, strict=True)]
    return "\n".join("   ".join(entries[i : i + 8]) for i in range(0, len(entries), 8))


def symbols_of(puzzle: Puzzle | Solution) -> list[str]:
    """The text of every cell; for grids, all of one width.

    >>> from casbridge.puzzles import latin
    >>> symbols_of(Puzzle(latin(2), (1, 0, 0, 0)))
    ['1', '.', '.', '.']
    """
    digits = puzzle.givens if isinstance(puzzle, Puzzle) else puzzle.digits
    return [_symbol(digit, puzzle.layout.digits) for digit in digits]


def has_lines(layout: Layout) -> bool:
    """Whether a line says all about a puzzle, if its box and family are given on reading.

    >>> from casbridge.puzzles import latin, sudoku
    >>> has_lines(latin(4)), has_lines(sudoku(2, 2, diagonals=True))
    (True, False)
    """
    return layout.family in ("sudoku", "latin") and not layout.diagonals and not layout.constraints


def line_is_read(layout: Layout) -> bool:
    """Whether a line, without box and family, says all about a puzzle.

    >>> from casbridge.puzzles import latin, sudoku
    >>> line_is_read(sudoku(2, 3)), line_is_read(sudoku(3, 2)), line_is_read(latin(4))
    (True, False, False)
    """
    return layout.family == "sudoku" and has_lines(layout) and layout.box == box_shape(layout.side)


def drawing_is_read(layout: Layout) -> bool:
    """Whether a drawing says all about a puzzle. Its lines show the boxes.

    >>> from casbridge.puzzles import latin, sudoku
    >>> drawing_is_read(sudoku(3, 2)), drawing_is_read(sudoku(1, 4)), drawing_is_read(sudoku(2, 2, diagonals=True))
    (True, False, False)
    """
    return line_is_read(layout) or (layout.box is not None and min(layout.box) > 1 and has_lines(layout))


def not_said(layout: Layout, form: str, expected: str) -> InputError:
    """The error for a puzzle that a form cannot say: it names the constraints, or the layout where it has none.

    form: such as "a line".

    >>> from casbridge.puzzles import latin, sudoku
    >>> print(not_said(sudoku(2, 2, diagonals=True), "a line", "a Sudoku with the default boxes"))
    a line cannot say diagonals; expected a Sudoku without them (write TOML)
    >>> print(not_said(latin(4), "a line", "a Sudoku with the default boxes"))
    a 4×4 Latin square as a line; expected a Sudoku with the default boxes (write TOML)
    """
    more = [*(["diagonals"] if layout.diagonals else []), *dict.fromkeys(one.plural for one in layout.constraints)]
    if not more:
        return InputError(f"a {layout.description} as {form}", expected=expected, hint=_WRITE_TOML)
    said = " and ".join(filter(None, [", ".join(more[:-1]), more[-1]]))
    return InputError(f"{form} cannot say {said}", expected="a Sudoku without them", hint=_WRITE_TOML)


def print_line(puzzle: Puzzle | Solution) -> str:
    """The puzzle in one line. Raises InputError for all but Sudokus with the default boxes.

    >>> from casbridge.puzzles import sudoku
    >>> print_line(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12))
    '1234............'
    """
    layout = puzzle.layout
    if not line_is_read(layout):
        raise not_said(layout, "a line", "a Sudoku with the default boxes")
    return puzzle.line


def print_grid(puzzle: Puzzle | Solution) -> str:
    """The puzzle as a drawn grid, in ASCII. Raises InputError for all but Sudokus.

    >>> from casbridge.puzzles import sudoku
    >>> print_grid(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12)).split("\\n")[:3]
    ['+-----+-----+', '| 1 2 | 3 4 |', '| . . | . . |']
    """
    layout = puzzle.layout
    if not drawing_is_read(layout):
        raise not_said(layout, "a grid", "a Sudoku")
    return "\n".join(_lattice(layout, symbols_of(puzzle), _ASCII_LINES)) + "\n"


def print_csv(puzzle: Puzzle | Solution) -> str:
    """The puzzle with a row a line and commas between the cells; a blank cell is empty. See `print_line` for errors.

    >>> from casbridge.puzzles import sudoku
    >>> print_csv(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12)).split("\\n")[:2]
    ['1,2,3,4', ',,,']
    """
    layout = puzzle.layout
    if not line_is_read(layout):
        raise not_said(layout, "CSV", "a Sudoku with the default boxes")
    digits = puzzle.givens if isinstance(puzzle, Puzzle) else puzzle.digits
    cells = [str(digit or "") for digit in digits]
    rows = [",".join(cells[row * layout.side : (row + 1) * layout.side]) for row in range(layout.side)]
    return "\n".join(rows) + "\n"


def print_ss(puzzle: Puzzle | Solution) -> str:
    """A 9×9 puzzle as Simple Sudoku writes it. Raises InputError for another one.

    >>> from casbridge.puzzles import sudoku
    >>> print_ss(Puzzle(sudoku(3, 3), (1, 2, 3) + (0,) * 78)).split("\\n")[0]
    '123|...|...'
    """
    layout = puzzle.layout
    if not line_is_read(layout) or layout.side != _SIMPLE_SIDE:
        raise not_said(layout, "Simple Sudoku's form", "a 9×9 Sudoku")
    line = puzzle.line
    rows = ["|".join(line[at : at + 3] for at in range(row * 9, row * 9 + 9, 3)) for row in range(9)]
    return "\n-----------\n".join("\n".join(rows[band : band + 3]) for band in (0, 3, 6)) + "\n"


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
    lines = []
    if puzzle.name:
        import json

        # A basic string: JSON's escapes are TOML's, but JSON leaves control characters from DEL on.
        name = json.dumps(puzzle.name, ensure_ascii=False)
        lines.append("name = " + re.sub(r"[\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", name))
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
    if layout.constraints:
        from casbridge.puzzles.variants.printing import toml_lines

        lines += toml_lines(layout.constraints, layout.side)
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


def _constraints(layout: Layout) -> list[str]:
    """The constraints in words, in lines of some length."""
    if not layout.constraints:
        return []
    from textwrap import wrap

    from casbridge.puzzles.variants.printing import in_words

    said = in_words(layout.constraints, layout.side)
    return [line for text in said for line in wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)]


def _drawing(key: str, symbols: Sequence[str], side: int) -> str:
    separator = "" if side < len(DIGITS) else " "
    rows = [separator.join(symbols[row * side : (row + 1) * side]) for row in range(side)]
    return "\n".join([f'{key} = """', *rows, '"""'])


def _aligned(texts: list[str]) -> list[str]:
    width = max(map(len, texts), default=1)
    return [text.rjust(width) for text in texts]


def _symbol(digit: int, largest: int) -> str:
    """How a digit is written, 0 as a dot: above 9 with letters, above 35 as a number. The largest sets the width."""
    if largest < len(DIGITS) and 0 <= digit < len(DIGITS):
        return DIGITS[digit]
    return str(digit or ".").rjust(len(str(largest)))


def _lattice(layout: Layout, symbols: Sequence[str], junctions: str) -> list[str]:
    """The lines of a drawn grid: borders between cells of different boxes or regions, and around everything.

    symbols: what is written in the cells, all of one width on a terminal.
    """
    n = layout.side
    block = [[layout.block_of(row * n + column) for column in range(n)] for row in range(n)]
    width = len(_symbol(n, n))

    def vertical(row: int, column: int) -> bool:  # whether a border runs left of a cell
        return 0 <= row < n and (column in (0, n) or block[row][column - 1] != block[row][column])

    def horizontal(row: int, column: int) -> bool:  # whether a border runs above a cell
        return 0 <= column < n and (row in (0, n) or block[row - 1][column] != block[row][column])

    def junction(row: int, column: int) -> str:  # the character where four cells meet
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
