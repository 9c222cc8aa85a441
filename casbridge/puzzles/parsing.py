"""Reading grids: one-line puzzles and drawn ones.

A row is a line of the text with cells in it; `|` and border lines only separate. A cell is a character or, where a row
has as many words as the grid has rows, a word: so 16×16 grids can be written with letters or with numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isqrt
from typing import NoReturn

from casbridge.errors import InputError, printable
from casbridge.puzzles.layouts import LARGEST_SIDE, Layout, box_shape, latin, sudoku
from casbridge.puzzles.puzzle import DIGITS, Puzzle

BLANKS = ".0_*"
#: Several lines are a puzzle each only from this many cells on: fewer are rather a grid that lacks a row.
SHORTEST_OF_LINES = 16
LONGEST_LINE = 8 * LARGEST_SIDE**2
#: The box of a grid in which lines are drawn that are not the borders of boxes: right for a jigsaw.
UNEVEN = (0, 0)

_VERTICAL = "│┃║╎╏┆┇┊┋¦"
_HORIZONTAL = "─━═╌╍┄┅┈┉"
_BOX_DRAWING = str.maketrans(
    {chr(code): "+" for code in range(0x2500, 0x2580)} | dict.fromkeys(_VERTICAL, "|") | dict.fromkeys(_HORIZONTAL, "-")
)
_BORDER = re.compile(r"[-+=|\s]*\Z")
_WORD = re.compile(r"[^\s,]+")
_VALUES = {character: value for value, character in enumerate(DIGITS)}
_VALUES |= {character.lower(): value for character, value in _VALUES.items()} | dict.fromkeys(BLANKS, 0)


@dataclass(frozen=True, slots=True)
class Cell:
    """What is written in a cell, and where."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line with cells.

    segments: the words between `|`, each with its column (from 1).
    group: the number of blank lines before it; border: whether a border line is drawn right above it.
    """

    line: int
    segments: tuple[tuple[tuple[str, int], ...], ...]
    commas: bool
    group: int
    border: bool

    @property
    def drawn(self) -> bool:
        return len(self.segments) > 1 or self.border

    def cells(self, words: bool) -> list[Cell]:
        """The cells when each is a word, or when each is a character."""
        found = [word for segment in self.segments for word in segment]
        if words:
            return [Cell(text, self.line, column) for text, column in found]
        return [Cell(c, self.line, column + i) for text, column in found for i, c in enumerate(text)]

    def count(self, words: bool) -> int:
        return sum(sum(1 if words else len(text) for text, _ in segment) for segment in self.segments)

    def bars(self, words: bool) -> tuple[int, ...]:
        """The number of cells to the left of every `|` inside the row."""
        sizes = [sum(1 if words else len(text) for text, _ in segment) for segment in self.segments]
        return tuple(accumulate(sizes))[:-1]


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of a square, row by row, and the box that is drawn inside, if any."""

    cells: Sequence[Cell]
    box: tuple[int, int] | None = None

    @property
    def side(self) -> int:
        return isqrt(len(self.cells))


def parse_puzzles(
    text: str,
    *,
    source: str | None = None,
    box: tuple[int, int] | None = None,
    family: str | None = None,
    lines: bool = False,
    name: str = "",
) -> list[Puzzle]:
    """The puzzles in a text of one-line puzzles or drawn grids.

    box: the shape of a box, where it is neither drawn nor the default. family: "sudoku" (the default) or "latin".
    lines: every line is a puzzle, also where all lines together would make a grid.
    InputError, with line and column, for anything else.

    >>> [puzzle.line for puzzle in parse_puzzles("12|..  \\n..|12\\n--+--\\n2.|3.\\n4.|..")]
    ['12....122.3.4...']
    """
    rows = rows_of(text, source=source)
    if not rows:
        raise InputError("no cells", source=source, expected="a puzzle")
    grids = _grids(rows, source, lines)
    several = len(grids) > 1 and name
    return [
        grid_puzzle(grid, source, box, family, f"{name}:{grid.cells[0].line}" if several else name) for grid in grids
    ]


def rows_of(text: str, first_line: int = 1, source: str | None = None) -> list[Row]:
    """The rows of a text, without comments, border lines and blank lines."""
    rows: list[Row] = []
    group, border = 0, False
    for number, whole in enumerate(text.translate(_BOX_DRAWING).split("\n"), first_line):
        line = whole.partition("#")[0]
        if _BORDER.match(line):
            group += not line.strip() and "#" not in whole
            border = border or bool(line.strip("| \t\r"))
            continue
        if len(line) > LONGEST_LINE:
            found = f"a line with {len(line)} characters"
            expected = f"a grid of side {LARGEST_SIDE} at most"
            raise InputError(found, source=source, line=number, column=LONGEST_LINE + 1, expected=expected)
        segments = tuple(_segments(line))
        if any(segments):
            rows.append(Row(number, segments, "," in line, group, border))
            border = False
    return rows


def _segments(line: str) -> Iterator[tuple[tuple[str, int], ...]]:
    start = len(line) - len(line.lstrip(" \t|"))
    for segment in line[start:].rstrip(" \t|").split("|"):
        yield tuple((match.group(), start + match.start() + 1) for match in _WORD.finditer(segment))
        start += len(segment) + 1


def one_grid(rows: Sequence[Row], source: str | None) -> Grid:
    """The one grid that all rows make."""
    grids = _grids(rows, source, lines=False)
    if len(grids) > 1:
        second = grids[1].cells[0]
        raise InputError("a second grid", source=source, line=second.line, column=second.column, expected="one grid")
    return grids[0]


def _grids(rows: Sequence[Row], source: str | None, lines: bool) -> list[Grid]:
    if lines or len(rows) == 1:
        return [_one_line(row, source) for row in rows]
    whole = _square(rows)
    if whole is not None:
        return [whole]
    groups: dict[int, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    if len(groups) > 1:
        squares = [_square(group) for group in groups.values() if len(group) > 1]
        found = [square for square in squares if square is not None]
        if len(found) == len(groups):
            return found
    if not any(row.drawn for row in rows):
        usual = Counter(len(_line_cells(row)) for row in rows).most_common(1)[0][0]
        if usual >= SHORTEST_OF_LINES and isqrt(usual) ** 2 == usual:
            return [_one_line(row, source, usual) for row in rows]
    raise _complaint(rows, source)


def _one_line(row: Row, source: str | None, usual: int | None = None) -> Grid:
    cells = _line_cells(row)
    side = isqrt(len(cells))
    if side * side != len(cells):
        near = usual or min((n * n for n in (4, 6, 8, 9, 10, 12, 16, 25)), key=lambda n: abs(n - len(cells)))
        expected = f"a square number such as {near}" if usual is None else f"{usual}, as in other lines"
        raise InputError(
            f"a line with {len(cells)} cells", source=source, line=row.line, column=cells[-1].column, expected=expected
        )
    return Grid(cells)


def _line_cells(row: Row) -> list[Cell]:
    """The cells of a one-line puzzle: words where there are commas or words of several lengths, else characters."""
    words, characters = row.cells(True), row.cells(False)
    if row.commas:
        return words
    lengths = {len(cell.text) for cell in words}
    if lengths == {1} or len(words) == 1:
        return characters
    are_numbers = all(cell.text.isdigit() or cell.text in BLANKS for cell in words)
    alternative = are_numbers and isqrt(len(words)) ** 2 == len(words)
    if alternative and (len(lengths) > 1 or isqrt(len(characters)) ** 2 != len(characters)):
        return words
    return characters


def _square(rows: Sequence[Row]) -> Grid | None:
    """The grid that rows make when each has as many words, or else as many characters, as there are rows."""
    side = len(rows)
    for words in (True, False):
        if all(row.count(words) == side for row in rows):
            cells = [cell for row in rows for cell in row.cells(words)]
            return Grid(cells, _drawn_box(rows, words))
    return None


def _drawn_box(rows: Sequence[Row], words: bool) -> tuple[int, int] | None:
    """The shape of the boxes that `|` and border lines draw, None where none do, UNEVEN where they draw something else.

    Lines around every cell say nothing.
    """
    side = len(rows)
    borders = tuple(i for i, row in enumerate(rows) if row.border and i)
    bars = {row.bars(words) for row in rows}
    height, width = _period(borders, side), _period(bars.pop(), side) if len(bars) == 1 else 0
    if height == 1:
        height = side
    if width == 1:
        width = side
    if height == width == side:
        return None
    if height == side:
        height = side // width if width else 0
    elif width == side:
        width = side // height if height else 0
    return (height, width) if height * width == side else UNEVEN


def _period(marks: Sequence[int], side: int) -> int:
    """The distance of evenly spaced marks; the side where there are none, 0 where they are uneven."""
    if not marks:
        return side
    return marks[0] if list(marks) == list(range(marks[0], side, marks[0])) else 0


def _complaint(rows: Sequence[Row], source: str | None) -> InputError:
    """Why rows are no grid: the first one that is longer or shorter than most, or how many there are."""
    counts: list[int] = []
    usual, words = 0, False
    for mode in (True, False):
        mode_counts = [row.count(mode) for row in rows]
        most = Counter(mode_counts).most_common(1)[0][0]
        if not counts or abs(most - len(rows)) <= abs(usual - len(rows)):
            counts, usual, words = mode_counts, most, mode
    for row, count in zip(rows, counts, strict=True):
        if count != usual:
            column = row.cells(words)[-1].column
            found = f"a row with {count} cells"
            return InputError(found, source=source, line=row.line, column=column, expected=f"{usual}, as in other rows")
    found = f"{len(rows)} rows with {usual} cells each"
    return InputError(found, source=source, line=rows[-1].line, column=1, expected=f"{usual} rows")


def grid_puzzle(
    grid: Grid,
    source: str | None,
    box: tuple[int, int] | None,
    family: str | None,
    name: str = "",
    diagonals: bool = False,
) -> Puzzle:
    """The Sudoku or Latin square with the givens of a grid."""
    layout = grid_layout(grid.side, box or grid.box, family, diagonals, grid.cells[0], source)
    return Puzzle(layout, cell_values(grid.cells, layout.digits, source), name)


def grid_layout(
    side: int,
    box: tuple[int, int] | None,
    family: str | None,
    diagonals: bool = False,
    at: Cell | None = None,
    source: str | None = None,
) -> Layout:
    """The layout of a Sudoku (with the default box unless told) or of a Latin square."""
    line, column = (at.line, at.column) if at else (None, None)
    if not 1 <= side <= LARGEST_SIDE:
        expected = f"1 to {LARGEST_SIDE}"
        raise InputError(f"a grid of side {side}", source=source, line=line, column=column, expected=expected)
    if family == "latin":
        return latin(side, diagonals)
    if family not in (None, "sudoku"):
        hint = "graphs are read from DIMACS or TOML, jigsaws from TOML"
        raise InputError(f"the family {printable(str(family), 40)!r} for a grid", expected="sudoku or latin", hint=hint)
    rows, columns = box or box_shape(side)
    if (rows, columns) == UNEVEN:
        hint = "give the box; regions of other shapes are written in TOML"
        found = "lines in the grid that draw no boxes of one shape"
        expected = f"boxes of {side} cells"
        raise InputError(found, source=source, line=line, column=column, expected=expected, hint=hint)
    if rows < 1 or columns < 1 or rows * columns != side:
        usual = "x".join(map(str, box_shape(side)))
        found = f"boxes {rows}x{columns} for a grid of side {side}"
        raise InputError(
            found, source=source, line=line, column=column, expected=f"boxes of {side} cells, such as {usual}"
        )
    return sudoku(rows, columns, diagonals)


def cell_values(cells: Sequence[Cell], largest: int, source: str | None) -> tuple[int, ...]:
    """The digits in cells, 0 for blanks; InputError for the first that is none."""
    values = []
    for cell in cells:
        value = _VALUES.get(cell.text)
        if value is None and cell.text.isascii() and cell.text.isdigit():
            value = int(cell.text[-9:]) if not cell.text[:-9].strip("0") else largest + 1
        if value is None or value > largest:
            _refuse(cell, value, largest, source)
        values.append(value)
    return tuple(values)


def _refuse(cell: Cell, value: int | None, largest: int, source: str | None) -> NoReturn:
    text = printable(cell.text, 40)
    found = f"found {text!r}" + (f" = {value}" if value is not None and cell.text.isalpha() else "")
    if largest < 10:
        digits = f"1-{largest}"
    elif largest < len(DIGITS):
        digits = f"1-{largest} (A-{DIGITS[largest]} for 10-{largest})"
    else:
        digits = f"1-{largest}"
    expected = f"a digit {digits} or a blank (. 0 _ *)"
    raise InputError(found, source=source, line=cell.line, column=cell.column, expected=expected)


def parse_box(text: str) -> tuple[int, int] | None:
    """The shape r×c that a text such as ``2x3`` names, or None when it names none.

    >>> parse_box("2x3"), parse_box("2 × 3"), parse_box("six")
    ((2, 3), (2, 3), None)
    """
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*[xX×]\s*([0-9]{1,4})\s*", text)
    return (int(match.group(1)), int(match.group(2))) if match else None
