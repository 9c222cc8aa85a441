"""Reading grids: one-line puzzles and drawn ones.

A row is a line of the text with cells in it; `|` and border lines only separate. A cell is a character, or a word where
a row has as many words as the grid has rows: so 16×16 grids can be written with letters or with numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import accumulate, groupby
from math import isqrt
from typing import NamedTuple, Unpack

from casbridge.errors import START, UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline
from casbridge.notices import notice
from casbridge.puzzles.collected import tidied
from casbridge.puzzles.layouts import LARGEST_SIDE, Layout, box_shape, latin, sudoku
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.puzzle import DIGITS, Puzzle
from casbridge.puzzles.separated import has_spaces_for_blanks, rows_of_cells, separator_of

#: Characters for a cell without a given.
BLANKS = ".0_*"
# Several lines are a puzzle each only from this many cells on. Shorter lines are rather a grid that lacks a row.
_SHORTEST_OF_LINES = 16
_LONGEST_LINE = 8 * LARGEST_SIDE**2
#: The largest side of a grid that a shape names: boxes of 5x5.
LARGEST_BY_SHAPE = 25
# The box of a grid with drawn lines that are not the borders of boxes: right for a jigsaw.
_UNEVEN = (0, 0)
_VERTICAL = "│┃║╎╏┆┇┊┋¦"
_HORIZONTAL = "─━═╌╍┄┅┈┉"
_BOX_DRAWING = str.maketrans(
    {chr(code): "+" for code in range(0x2500, 0x2580)} | dict.fromkeys(_VERTICAL, "|") | dict.fromkeys(_HORIZONTAL, "-")
)
#: Also the borders of Simple Sudoku and HoDoKu: *---*, .---., :---:, '---'.
_BORDER = re.compile(r"[-+=|\s]*\Z|(?=[-+=|*.:'\s]*\Z)(?s:.*)---")
#: What Simple Sudoku writes below a grid.
_SIGNATURE = re.compile(r"\s*(?:Simple Sudoku|Version [0-9][\w.]*)\s*\Z", re.ASCII)
_WORD = re.compile(r"[^\s,]+")
_ONE_WORD = re.compile(r"[0-9A-Za-z._*]+\Z", re.ASCII)
_VALUES = {character: value for value, character in enumerate(DIGITS)}
_VALUES |= {character.lower(): value for character, value in _VALUES.items()} | dict.fromkeys(BLANKS, 0)
_KILLER = "a killer is read from a map of letters with a sum for each, or from TOML"
_USUAL_SIDES = (4, 6, 8, 9, 10, 12, 16, 25)


class _Row(NamedTuple):
    """A line with cells. Its methods take `words`: whether a cell is a word, else it is a character.

    at: the line.
    segments: the words between `|`, each with its column (from 1).
    commas: whether commas stand between the cells.
    group: the number of blank lines before it.
    border: whether a border line is drawn right above it.
    """

    at: Location
    segments: tuple[tuple[tuple[str, int], ...], ...]
    commas: bool
    group: int
    border: bool

    def texts(self, words: bool) -> list[str]:
        """What is written in the cells."""
        found = [text for segment in self.segments for text, _ in segment]
        return found if words else [*"".join(found)]

    def place(self, cell: int, words: bool) -> Location:
        """Where a cell stands; −1 is the last."""
        found = [word for segment in self.segments for word in segment]
        columns = [column + i for text, column in found for i in range(1 if words else len(text))]
        return self.at._replace(column=columns[cell])

    def sizes(self, words: bool) -> list[int]:
        """The number of cells in each segment."""
        return [len(segment) if words else sum(len(text) for text, _ in segment) for segment in self.segments]

    def count(self, words: bool) -> int:
        """The number of cells."""
        return sum(self.sizes(words))


class Grid(NamedTuple):
    """Cells of a square, row by row.

    texts: what is written in the cells.
    words: whether a cell is a word of its row, else it is a character.
    box: the shape of the boxes that are drawn inside, if any.

    >>> grid = drawn_grid("1 .\\n. 2")
    >>> grid.side, grid.texts, grid.place(3)
    (2, ['1', '.', '.', '2'], Location(source=None, line=2, column=3))
    """

    texts: list[str]
    rows: Sequence[_Row]
    words: bool
    box: tuple[int, int] | None = None

    @property
    def side(self) -> int:
        """The number of rows, and of columns."""
        return isqrt(len(self.texts))

    def place(self, cell: int) -> Location:
        """Where a cell stands in the text."""
        rows = iter(self.rows)
        row = next(rows)
        while cell >= (count := row.count(self.words)):
            row, cell = next(rows), cell - count
        return row.place(cell, self.words)


def parse_puzzles(text: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles in a text of one-line puzzles or drawn grids.

    Raises InputError, with line and column, for anything else.

    >>> [puzzle.line for puzzle in parse_puzzles("12|..  \\n..|12\\n--+--\\n2.|3.\\n4.|..")]
    ['12....122.3.4...']
    """
    separator = separator_of(text)
    try:
        return _puzzles(text, separator, wanted)
    except InputError as error:
        try:
            tidy = tidied(text)
        except InputError as damage:
            raise damage.located(wanted.get("source") or "<input>") from None
        if tidy == text and (separator or not has_spaces_for_blanks(text)):
            raise
        try:
            return _puzzles(tidy, "" if tidy != text else " ", wanted)
        except InputError:
            raise error from None


def _puzzles(text: str, separator: str, wanted: ReadingOptions) -> list[Puzzle]:
    """The puzzles in a text with a separator, as `separator_of` gives it."""
    source, name, deadline = wanted.get("source"), wanted.get("name", ""), wanted.get("deadline", NEVER)
    rows = _rows(text, Location(source, 1, 1), deadline, separator)
    if not rows:
        raise InputError("no cells", source=source, expected="a puzzle")
    grids = _grids(rows, wanted.get("lines", False))
    if len(grids) == 1 and not wanted.get("lines") and wanted.get("box") is None:
        _check_one_grid(grids[0])
    several = len(grids) > 1 and name
    puzzles = []
    for grid in grids:
        deadline.check(UNREAD)
        puzzles.append(_puzzle(grid, f"{name}:{grid.rows[0].at.line}" if several else name, wanted))
    return puzzles


def puzzle_lines(
    text: str, first: int = 1, **wanted: Unpack[ReadingOptions]
) -> Iterator[tuple[int, Puzzle | InputError]]:
    """The puzzles of a text with one puzzle a line, each with the number of its line.

    first: the number of the first line.
    A line that is no puzzle gives its error. Raises LimitError after the deadline.

    >>> [(line, str(found)[:30]) for line, found in puzzle_lines("# one\\n1234............\\n12", source="f")][1:]
    [(3, 'f:3:2: a line with 2 cells; ex')]
    """
    source, name, deadline = wanted.get("source"), wanted.get("name", ""), wanted.get("deadline", NEVER)
    for number, line in enumerate(StringIO(text), first):
        try:
            rows = _rows(line, Location(source, number, 1), deadline, separator_of(line))
            if rows:
                yield number, _puzzle(_one_line(rows[0]), name, wanted)
        except InputError as error:
            yield number, error


def _puzzle(grid: Grid, name: str, wanted: ReadingOptions) -> Puzzle:
    try:
        layout = grid_layout(grid.side, wanted.get("box") or grid.box, wanted.get("family"))
    except InputError as error:
        raise grid.place(0).placed(error) from None
    return Puzzle(layout, cell_values(grid, layout.digits), name)


def drawn_grid(text: str, start: Location = START, deadline: Deadline = NEVER) -> Grid | None:
    """The one grid that a text draws; None where it has no cells. Raises InputError for several grids, or none.

    start: where the text begins.

    >>> drawn_grid("12|..\\n..|12\\n--+--\\n2.|3.\\n4.|..").box
    (2, 2)
    """
    rows = _rows(text, start, deadline)
    grids = _grids(rows, lines=False) if rows else []
    if len(grids) > 1:
        raise grids[1].place(0).error("a second grid", "one grid")
    return grids[0] if grids else None


def _rows(text: str, start: Location, deadline: Deadline, separator: str = "") -> list[_Row]:
    """The rows of a text, without comments, border lines and blank lines.

    separator: what stands between cells that may be empty, "" where each blank has a sign.
    """
    if separator:
        return _separated_rows(text, start, deadline, separator)
    rows: list[_Row] = []
    group, border = 0, False
    if not text.isascii():
        text = text.translate(_BOX_DRAWING)
    for number, whole in enumerate(text.split("\n"), start.line or 1):
        deadline.check(UNREAD)
        line = whole.partition("#")[0]
        if _BORDER.match(line) or _SIGNATURE.match(line):
            group += not line.strip() and "#" not in whole
            border = border or bool(line.strip("| \t\r"))
            continue
        at = Location(start.source, number)
        if len(line) > _LONGEST_LINE:
            found = f"a line with {len(line)} characters"
            raise at._replace(column=_LONGEST_LINE + 1).error(found, f"a grid of side {LARGEST_SIDE} at most")
        segments = (((line, 1),),) if _ONE_WORD.match(line) else tuple(_segments(line))
        if any(segments):
            rows.append(_Row(at, segments, "," in line, group, border))
            border = False
    return rows


def _separated_rows(text: str, start: Location, deadline: Deadline, separator: str) -> list[_Row]:
    """The rows of a text whose cells may be empty. With spaces or tabs, a row may be empty too."""
    lines = [line.partition("#")[0] for line in text.rstrip("\n").split("\n")]
    blank_rows = separator in " \t" and len(lines) > 1
    kept = [(i, line) for i, line in enumerate(lines, start.line or 1) if blank_rows or line.strip()]
    for number, line in deadline.over(kept, UNREAD):
        if len(line) > _LONGEST_LINE:
            found = f"a line with {len(line)} characters"
            at = Location(start.source, number, _LONGEST_LINE + 1)
            raise at.error(found, f"a grid of side {LARGEST_SIDE} at most")
    rows = rows_of_cells([line for _, line in kept], separator, deadline)
    return [
        _Row(Location(start.source, number), (tuple(row),), commas=True, group=0, border=False)
        for (number, _), row in zip(kept, rows, strict=True)
    ]


def _segments(line: str) -> Iterator[tuple[tuple[str, int], ...]]:
    start = len(line) - len(line.lstrip(" \t|"))
    for segment in line[start:].rstrip(" \t|").split("|"):
        yield tuple((match.group(), start + match.start() + 1) for match in _WORD.finditer(segment))
        start += len(segment) + 1


def _grids(rows: Sequence[_Row], lines: bool) -> list[Grid]:
    if lines or len(rows) == 1:
        return [_one_line(row) for row in rows]
    whole = _square(rows)
    if whole is not None and whole.side <= LARGEST_SIDE:
        return [whole]
    groups = [list(group) for _, group in groupby(rows, key=lambda row: row.group)]
    if len(groups) > 1:
        squares = [_square(group) for group in groups if len(group) > 1]
        found = [square for square in squares if square is not None]
        if len(found) == len(groups):
            return found
    for words in (True, False):
        side = rows[0].count(words)
        # 16 rows of 16 signs may be 16 puzzles.
        is_side = side > 3 and len(rows) % side == 0 and (side < _SHORTEST_OF_LINES or words)
        cut = [_square(rows[at : at + side]) for at in range(0, len(rows), side)] if is_side else [None]
        if None not in cut:
            return [grid for grid in cut if grid]
    usual = _usual([row.count(_by_words(row)) for row in rows])
    is_drawn = usual <= LARGEST_SIDE and any(len(row.segments) > 1 or row.border for row in rows)
    if usual >= _SHORTEST_OF_LINES and _is_square(usual) and not is_drawn:
        return [_one_line(row, usual) for row in rows]
    raise _complaint(rows)


def _check_one_grid(grid: Grid) -> None:
    """Refuse lines that are one grid, or a puzzle each: 16 lines of 16 signs of which none is above 4."""
    side = grid.side
    is_bare = len(grid.rows) == side >= _SHORTEST_OF_LINES and all(
        len(row.segments) == 1 and not row.border and not row.commas and not row.group for row in grid.rows
    )
    small = isqrt(side)
    if not is_bare or grid.words or small * small != side:
        return
    if all(_VALUES.get(text, side) <= small for text in grid.texts):
        found = f"{side} lines of {side} signs, which are one grid of side {side}, or {side} puzzles of side {small}"
        hint = f"--lines reads a puzzle in each line, --box {'x'.join(map(str, box_shape(side)))} reads one grid"
        raise grid.place(0).error(found, "one of the two", hint)


def _one_line(row: _Row, usual: int | None = None) -> Grid:
    words = _by_words(row)
    texts = row.texts(words)
    if not _is_square(len(texts)):
        near = min((n * n for n in _USUAL_SIDES), key=lambda n: abs(n - len(texts)))
        expected = f"a square number such as {near}" if usual is None else f"{usual}, as in other lines"
        raise row.place(-1, words).error(f"a line with {len(texts)} cells", expected)
    return Grid(texts, (row,), words)


def _by_words(row: _Row) -> bool:
    """Whether the cells of a one-line puzzle are words: if the text has commas, or numbers of several lengths."""
    words = row.texts(words=True)
    lengths = {len(text) for text in words}
    if row.commas or lengths == {1} or len(words) == 1:
        return row.commas
    are_numbers = all(text.isdigit() or text in BLANKS for text in words)
    characters = row.count(words=False)
    return are_numbers and _is_square(len(words)) and (len(lengths) > 1 or not _is_square(characters))


def _is_square(number: int) -> bool:
    return isqrt(number) ** 2 == number


def _square(rows: Sequence[_Row]) -> Grid | None:
    """The grid of n rows with n words each, or else with n characters each; None for other rows."""
    side = len(rows)
    for words in (True, False):
        if all(row.count(words) == side for row in rows):
            return Grid([text for row in rows for text in row.texts(words)], rows, words, _drawn_box(rows, words))
    return None


def _drawn_box(rows: Sequence[_Row], words: bool) -> tuple[int, int] | None:
    """The shape of the boxes that `|` and border lines draw, None where none do; else _UNEVEN.

    Lines around every cell say nothing.
    """
    side = len(rows)
    bars = {tuple(accumulate(row.sizes(words)))[:-1] for row in rows}
    height = _period([i for i, row in enumerate(rows) if row.border and i], side)
    width = _period(bars.pop(), side) if len(bars) == 1 else 0
    if height == width == side:
        return None
    if height == side:
        height = side // width if width else 0
    elif width == side:
        width = side // height if height else 0
    return (height, width) if height * width == side else _UNEVEN


def _period(marks: Sequence[int], side: int) -> int:
    """The distance of evenly spaced marks; the side where there are none, or one for each cell; 0 where uneven."""
    if marks and list(marks) != list(range(marks[0], side, marks[0])):
        return 0
    return marks[0] if marks and marks[0] > 1 else side


def _complaint(rows: Sequence[_Row]) -> InputError:
    """Why rows are no grid: the first row that is longer or shorter than most, or how many rows there are."""
    modes = [(words, [row.count(words) for row in rows]) for words in (False, True)]
    if set(modes[1][1]) == {1}:  # rows without spaces: their cells are characters
        modes.pop()
    words, counts = min(modes, key=lambda mode: abs(_usual(mode[1]) - len(rows)))
    usual = _usual(counts)
    hint = _KILLER if len({*modes[-1][1]}) > 2 else None
    for row, count in zip(rows, counts, strict=True):
        if count != usual:
            return row.place(-1, words).error(f"a row with {count} cells", f"{usual}, as in other rows", hint)
    at = rows[-1].at._replace(column=1)
    return at.error(f"{len(rows)} rows with {usual} cells each", f"{usual} rows")


def _usual(counts: Sequence[int]) -> int:
    return Counter(counts).most_common(1)[0][0]


def grid_layout(side: int, box: tuple[int, int] | None, family: str | None, diagonals: bool = False) -> Layout:
    """The layout of a Sudoku or of a Latin square.

    box: rows and columns of a box; None is the default box.
    family: "sudoku", "latin", or None for a Sudoku.
    Raises InputError where these do not fit together.

    >>> grid_layout(6, None, None).description
    '6×6 Sudoku with boxes 2×3'
    """
    if not 1 <= side <= LARGEST_SIDE:
        raise InputError(f"a grid of side {side}", expected=f"1 to {LARGEST_SIDE}")
    if family == "latin":
        return latin(side, diagonals)
    if family not in (None, "sudoku"):
        hint = "graphs are read from DIMACS or TOML, jigsaws from TOML"
        raise InputError(f"the family {printable(str(family), 40)!r} for a grid", expected="sudoku or latin", hint=hint)
    rows, columns = box or box_shape(side)
    if (rows, columns) == _UNEVEN:
        hint = "give the box; regions of other shapes are written in TOML"
        found = "lines in the grid that draw no boxes of one shape"
        raise InputError(found, expected=f"boxes of {side} cells", hint=hint)
    if rows < 1 or columns < 1 or rows * columns != side:
        usual = "x".join(map(str, box_shape(side)))
        found = f"boxes {rows}x{columns} for a grid of side {side}"
        raise InputError(found, expected=f"boxes of {side} cells, such as {usual}")
    return sudoku(rows, columns, diagonals)


def cell_values(grid: Grid, largest: int) -> tuple[int, ...]:
    """The digits in the cells, 0 for blanks. Raises InputError for the first cell with something else.

    >>> cell_values(drawn_grid("1 .\\n. 2"), 2)
    (1, 0, 0, 2)
    """
    values = enumerate(map(_VALUES.get, grid.texts))
    if _is_hexadecimal(grid.texts, largest):
        notice("the digits are 0 to F: 0 is read as G")
        values = enumerate(largest if text == "0" else _VALUES[text] for text in grid.texts)
    return tuple([v if v is not None and v <= largest else _number(grid, cell, v, largest) for cell, v in values])


def _is_hexadecimal(texts: Sequence[str], largest: int) -> bool:
    """Whether a grid of side 16 has the digits 0 to F: it has 0, another sign for blanks, and no digit above F."""
    signs = {text.upper() for text in texts}
    return largest == 16 and "0" in signs and not signs.isdisjoint("._*") and signs <= {*"0123456789ABCDEF._*"}


def _number(grid: Grid, cell: int, value: int | None, largest: int) -> int:
    """The digit that a number in a cell is; InputError for what is none."""
    text = grid.texts[cell]
    if value is None and text.isascii() and text.isdigit():
        value = int(text[-9:]) if not text[:-9].strip("0") else largest + 1
    if value is not None and value <= largest:
        return value
    found = f"found {printable(text, 40)!r}" + (f" = {value}" if value is not None and text.isalpha() else "")
    letters = f" (A-{DIGITS[largest]} for 10-{largest})" if 10 <= largest < len(DIGITS) else ""
    raise grid.place(cell).error(found, f"a digit 1-{largest}{letters} or a blank (. 0 _ *)")


def parse_box(text: str) -> tuple[int, int] | None:
    """The shape r×c in a text such as ``2x3``; None for another text.

    >>> parse_box("2x3"), parse_box("2 × 3"), parse_box("six")
    ((2, 3), (2, 3), None)
    """
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*[xX×]\s*([0-9]{1,4})\s*", text)
    return (int(match.group(1)), int(match.group(2))) if match else None


def parse_shape(text: str) -> tuple[int, int] | None:
    """The shape of the boxes of an empty grid, such as ``2x3``; None for another text.

    Raises InputError for a grid of more than 25 rows: most who write 6x6 mean another grid, and puzzles of that size
    take for ever to make. A file may have a larger grid.

    >>> parse_shape("2x3"), parse_shape("six")
    ((2, 3), None)
    >>> parse_shape("6x6")
    Traceback (most recent call last):
    casbridge.errors.InputError: 6x6 is a box: a grid of side 36; for a grid of side 6 write 2x3
    """
    box = parse_box(text)
    if box is None or box[0] * box[1] <= LARGEST_BY_SHAPE:
        return box
    rows, columns = box
    found = f"{rows}x{columns} is a box: a grid of side {rows * columns}"
    if rows == columns <= LARGEST_BY_SHAPE:
        raise InputError(f"{found}; for a grid of side {rows} write {'x'.join(map(str, box_shape(rows)))}")
    raise InputError(found, expected=f"a side of {LARGEST_BY_SHAPE} at most")
