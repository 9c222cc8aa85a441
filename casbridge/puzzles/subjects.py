"""What a user may give in place of a puzzle: a text, the path of a file, or a value that has a puzzle."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeGuard, Unpack

from casbridge.algebra.systems import PolynomialSystem
from casbridge.arguments import kind_of, nature_of, whole_numbers, wrong
from casbridge.calls import with_hints
from casbridge.errors import InputError, UsageError, printable
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.reading import read, read_file

if TYPE_CHECKING:
    from casbridge.puzzles.puzzle import Puzzle

#: Rows of cells: digits, 0 or None for a blank.
Rows = Sequence[Sequence[int | str | None]]
_EXPECTED = "a puzzle: a Puzzle, a text such as '.4.....1..3.2...', or the path of a file"
_OF_A_SYSTEM = "char_series gives a system's series, solutions its zeros, count their number"
_HINTS = {
    "system": _OF_A_SYSTEM,
    "polynomial": _OF_A_SYSTEM,
    "polynomials": _OF_A_SYSTEM,
    "sympy": _OF_A_SYSTEM,
    "sympys": _OF_A_SYSTEM,
    "texts": "read_puzzles reads several; a grid in rows is one text, '\\n'.join(rows)",
    "layout": "Puzzle(layout, givens) is one; read_puzzle('3x3') is an empty grid",
    "result": "decode(encoded, result.answer) gives the solutions of an answer",
    "answer": "decode(encoded, answer) gives the solutions of an answer",
}


def is_text(subject: object) -> TypeGuard[str | bytes | os.PathLike[str]]:
    """Whether a value is to be read: a text, bytes or a path.

    >>> is_text("2x2"), is_text(["2x2"])
    (True, False)
    """
    return isinstance(subject, (str, bytes, os.PathLike))


def rows_as_text(subject: Any) -> str | None:
    """Rows of cells, such as a list of lists or an array of NumPy's, as a text to be read; None for other values.

    A cell is a whole number, a text for one cell, or None, which is a blank as 0 is. A list of whole numbers in one row
    is cut into rows.

    Raises UsageError for rows of different lengths, and for cells of another kind.

    >>> rows_as_text([[0, 12], [None, "."]]), rows_as_text([1, 0, 0, 2]), rows_as_text(["12", "21"])
    ('0 12\\n0 .', '1 0\\n0 2', None)
    """
    is_array = hasattr(subject, "tolist") and not isinstance(subject, type) and nature_of(subject) != "sympy"
    rows = subject.tolist() if is_array else subject
    if not isinstance(rows, (list, tuple)) or not rows:
        return None
    if all(type(cell) is int for cell in rows):
        side = isqrt(len(rows))
        if side * side != len(rows):
            raise UsageError(f"{len(rows)} cells in one row", expected="a square number of cells, or rows of cells")
        rows = [rows[start : start + side] for start in range(0, len(rows), side)]
    if not all(isinstance(row, (list, tuple)) for row in rows):
        return None
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise UsageError(f"{len(row)} cells in row {number}", expected=f"{len(rows[0])}, as in row 1")
        for cell in row:
            if cell is not None and type(cell) is not int and not (isinstance(cell, str) and cell.isprintable()):
                expected = "whole numbers, 0 or None for a blank"
                raise UsageError(f"{kind_of(cell)} in row {number}", expected=expected)
    return "\n".join(" ".join(str(cell or 0).strip() or "." for cell in row) for row in rows)


def read_any(subject: str | bytes | os.PathLike[str], **wanted: Unpack[ReadingOptions]) -> Any:
    """What `read` finds in a text or bytes, and in the file of a path.

    A text in one line may also be the path of a file, a shape or a member of a family, as on the command line.
    Standard input is not read.

    >>> read_any("2x2")[0].layout.description, read_any("cyclic-3").name
    ('4×4 Sudoku with boxes 2×2', 'cyclic-3')
    """
    if isinstance(subject, bytes):
        return read(subject, **wanted)
    if isinstance(subject, str):
        is_one_line = subject.strip() not in ("", "-") and "\n" not in subject.strip()
        return read_file(subject, **wanted) if is_one_line else read(subject, **wanted)
    if not os.path.exists(subject):
        raise InputError(f"no such file: {printable(os.fspath(subject), 120)!r}", expected="the path of a file")
    return read_file(subject, **wanted)


def the_puzzle(found: Any, hint: str = "") -> Puzzle:
    """The only puzzle among what was read. Raises InputError for a system, UsageError for several puzzles.

    hint: what to do with several.

    >>> the_puzzle(read("2x2")).clues
    0
    """
    if isinstance(found, PolynomialSystem):
        raise InputError("a polynomial system", expected="a puzzle", hint=f"read_system reads it; {_OF_A_SYSTEM}")
    if len(found) != 1:
        raise UsageError(f"{len(found)} puzzles", expected="one", hint=hint or "read_puzzles reads several")
    puzzle: Puzzle = found[0]
    return puzzle


def puzzle_of(subject: Any, hint: str = "", **wanted: Unpack[ReadingOptions]) -> Puzzle:
    """The puzzle that a user means.

    subject: a Puzzle; a text, bytes or a path, see `read_any`; rows of digits; a list with one puzzle, as
        `read_puzzles` gives it; or a value with a puzzle: what `generate` made, an encoded puzzle, an explanation. A
        Solution is taken as its full grid.
    hint: what to do with several puzzles.
    wanted: how a text is read, see `ReadingOptions`.

    Raises InputError for a text that is no puzzle, UsageError for other values, with the function that takes them.

    >>> puzzle_of(".4.....1..3.2...")
    <Puzzle 4×4 Sudoku with boxes 2×2: .4.....1..3.2...>
    >>> puzzle_of("x^2 - 1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: a polynomial system; expected a puzzle (read_system reads it; char_series gives ...)
    """
    if is_text(subject):
        return the_puzzle(read_any(subject, **wanted), hint)
    from casbridge.puzzles.puzzle import Puzzle, Solution

    if isinstance(subject, Solution):
        return Puzzle(subject.layout, subject.digits, subject.puzzle.name)
    if isinstance(subject, (list, tuple)) and subject and all(isinstance(one, Puzzle) for one in subject):
        return the_puzzle(subject, hint)
    found = subject if isinstance(subject, type) else getattr(subject, "puzzle", subject)
    if isinstance(found, Puzzle):
        return found
    if nature_of(subject) == "nothing":
        raise UsageError("0 puzzles", expected="one")
    if (text := rows_as_text(subject)) is not None:
        return the_puzzle(read(text, **wanted), hint)
    raise wrong(subject, _EXPECTED, _HINTS)


@with_hints
def read_puzzle(subject: Rows | str | bytes | os.PathLike[str], **wanted: Unpack[ReadingOptions]) -> Puzzle:
    """The one puzzle in a text, in bytes, or in the file of a path.

    subject: one-line and drawn grids, TOML, DIMACS graphs, a shape such as `2x3` (an empty grid), a family's member
        such as `queens-5`. Or rows of digits, 0 or None for a blank: a list of lists, or an array of NumPy's.
    wanted: `name`, `colours`, `box`, `family`, …, see `casbridge.puzzles.options.ReadingOptions`.

    Raises InputError for anything else, UsageError for several puzzles, which `read_puzzles` reads.

    >>> read_puzzle("12.. ..12 2.3. 4...", name="mine").clues
    7
    >>> read_puzzle("2x3")
    <Puzzle 6×6 Sudoku with boxes 2×3: ....................................>
    >>> read_puzzle([[0, 4, 0, 0], [0, 0, 0, 1], [0, 0, 3, 0], [2, 0, 0, 0]]).line
    '.4.....1..3.2...'
    """
    if (rows := rows_as_text(subject)) is not None:
        return the_puzzle(read(rows, **wanted))
    if not is_text(subject):
        raise wrong(subject, "a text, or the path of a file", {**_HINTS, "puzzle": "a Puzzle need not be read"})
    return the_puzzle(read_any(subject, **wanted))


@with_hints
def sudoku(
    text: Rows | str | bytes | os.PathLike[str], *more: object, box: tuple[int, int] | str | None = None, name: str = ""
) -> Puzzle:
    """A Sudoku, as you would type it: in one line, in rows, or a shape such as `3x3` for the empty grid.

    box: rows and columns of a box, such as (2, 3) or "2x3", where the grid does not say it. name: of the puzzle.

    more: nothing; more than one text is a UsageError.

    Raises InputError for what is no Sudoku; `read_puzzle` reads other puzzles. A layout, by numbers of rows and columns
    of a box, is `casbridge.puzzles.sudoku(2, 2)`.

    >>> sudoku(".4.....1..3.2...").clues, sudoku("3x3").clues
    (4, 0)
    """
    layouts = "casbridge.puzzles.sudoku(2, 2) is a layout, sudoku('2x2') the empty grid"
    if more:
        hint = layouts if isinstance(text, int) else "sudoku(text, box='2x3') says the box"
        raise UsageError(f"{len(more) + 1} values for sudoku", expected="one text", hint=hint)
    text = rows_as_text(text) or text
    if not is_text(text):
        hints = {"number": layouts}
        raise wrong(text, "the text of a Sudoku, or the path of a file", {**_HINTS, **hints})
    wanted: ReadingOptions = {"name": name} if box is None else {"name": name, "box": _box(box)}
    puzzle = the_puzzle(read_any(text, **wanted))
    if puzzle.layout.family in ("sudoku", "jigsaw"):
        return puzzle
    raise InputError(f"a {puzzle.layout.description}", expected="a Sudoku", hint="read_puzzle reads other puzzles")


def _box(given: tuple[int, int] | str) -> tuple[int, int]:
    """Rows and columns of a box."""
    from casbridge.puzzles.parsing import parse_box

    found = parse_box(given) if isinstance(given, str) else whole_numbers(given, "rows and columns of a box")
    if found is None or len(found) != 2 or min(found) < 1:
        raise UsageError(f"box={printable(repr(given), 60)}", expected="rows and columns, such as (2, 3) or '2x3'")
    return found[0], found[1]
