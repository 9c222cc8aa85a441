"""Puzzles in JSON as people keep them: texts, rows of numbers, objects with a puzzle and its solution each."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from math import isqrt
from typing import Any, Unpack

from casbridge.errors import UNREAD, InputError, printable
from casbridge.limits import NEVER
from casbridge.notices import notice
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.parsing import parse_puzzles
from casbridge.puzzles.puzzle import Puzzle
from casbridge.strict import Place, read_json

_LEVELS = "easy|medium|hard|expert|evil|extreme"
_PUZZLE = re.compile(
    r"puzzle|quiz|question|board|grid|value|sudoku|problem|input|given|start|initial|unsolved|mission|cells|task|clues"
    rf"|{_LEVELS}|\A[0-9]+\Z",
    re.I,
)
_NUMBER_OR_LEVEL = re.compile(rf"[0-9]+|{_LEVELS}", re.I)
_SOLUTION = re.compile(r"solution|(?<!un)solved|answer|result|output|final|complete|filled", re.I)
_CONSTRAINT = re.compile(
    r"cage|killer|region|jigsaw|irregular|zone|area|constraint|diagonal|windoku|hyper|thermo|arrow|kropki|dots|sandwich"
    r"|anti.?k(?:ing|night)|inequalit|greater|consecutive|samurai|kenken|kakuro",
    re.I,
)
_KIND = re.compile(r"(?:type|variant|kind|family|mode|rules?|category)\Z", re.I)
_SEPARATORS = re.compile(r"[\s,|]+")
_CELLS = re.compile(r"(?=.*[0-9.*_-])[0-9A-Za-z.*_-]+\Z", re.ASCII)
#: What stands between documents: nothing, or the name of a list in a program.
_BEGINNING = re.compile(r"[\s;,]*(?:(?!edges\b)[A-Za-z_][\w \[\]]*=\s*(?=\[))?", re.ASCII)
#: A shorter text may be a number or a name where its key does not say that it is a puzzle.
_SURELY_CELLS = 81
_LEAST_CELLS = 16
# A shorter text is a number or a date, a longer one a puzzle, right or wrong.
_LEAST_STATED = 12


def json_documents(text: str) -> list[str]:
    """The documents of a text, one behind the other: objects, and lists with or without a name as programs have them.

    An empty list for a text with anything else, and for a list of numbers that is no square.

    >>> json_documents('{"a": [1, 2]}'), json_documents("grid = [[1, 0],\\n [0, 2],];"), json_documents("[[1]]\\n[[2]]")
    (['{"a": [1, 2]}'], ['[[1, 0],\\n [0, 2]]'], ['[[1]]', '[[2]]'])
    >>> json_documents("[3, 4]"), json_documents("{x - 1}"), json_documents("[x]")
    ([], [], [])
    """
    literal = text
    # A list of a program, such as {{1, 0}, {0, 2},};
    if '"' not in text and re.match(r"(?=\D*\d)[][{}\s\w,=;'.*-]*\Z", text):
        literal = re.sub(r",(\s*\])", r"\1", text.replace("'", '"').replace("{", "[").replace("}", "]"))
    documents, at = [], 0
    while (at := _BEGINNING.match(literal, at).end()) < len(literal):  # type: ignore[union-attr]
        try:
            value, end = json.JSONDecoder().raw_decode(literal, at)
        except (ValueError, RecursionError):
            return []
        is_numbers = isinstance(value, list) and all(isinstance(number, int) for number in value)
        if not isinstance(value, dict | list) or (
            is_numbers and (len(value) < 4 or isqrt(len(value)) ** 2 != len(value))
        ):
            return []
        documents.append(literal[at:end])
        at = end
    return documents


def read_plain_json(documents: Sequence[str], **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles in a document, or in documents in a line each. Solutions, numbers and texts beside them do not count.

    Lists and objects beside a puzzle that are not read are records of the logger ``casbridge.reading``.
    Raises InputError, with the path, for constraints beside a puzzle, and for what is no grid.

    >>> [p.line for p in read_plain_json(['[{"id": 7, "puzzle": "1..............4", "solution": "1234341221434321"}]'])]
    ['1..............4']
    >>> [p.clues for p in read_plain_json(['{"grids": [{"value": [[0, 1], [0, 0]], "solution": [[2, 1], [1, 2]]}]}'])]
    [1]
    """
    deadline = wanted.get("deadline", NEVER)
    in_rows: ReadingOptions = {**wanted, "lines": False}
    puzzles: list[Puzzle] = []
    unread: set[str] = set()
    for document in deadline.over(documents, UNREAD):
        for place, rows in _grids(read_json(document, wanted.get("source")), unread):
            deadline.check(UNREAD)
            try:
                puzzles += parse_puzzles(rows, **(wanted if "," not in rows else in_rows))
            except InputError as error:
                row = f", row {error.line}" if "\n" in rows and error.line else ""
                found = f"{place.path or 'the document'}{row}: {error.found}"
                raise InputError(found, source=place.source, expected=error.expected, hint=error.hint) from None
    if puzzles and unread:
        notice(f"beside the puzzles these are not read: {printable(', '.join(sorted(unread)), 200)}")
    return puzzles


def _grids(place: Place, unread: set[str], is_stated: bool = True) -> list[tuple[Place, str]]:
    """The texts of the grids below a place.

    unread: gets the names of lists and objects beside a puzzle.
    is_stated: whether a list there is a grid, right or wrong. Another list may be one where it has the right size.
    """
    value = place.value
    if isinstance(value, str):
        cells = _SEPARATORS.sub("", value)
        is_grid = _CELLS.match(cells) and len(cells) >= (_LEAST_STATED if is_stated else _SURELY_CELLS)
        return [(place, value)] if is_grid else []
    if isinstance(value, dict):
        return _grids_of_object(place, unread)
    if not isinstance(value, list) or not value:
        return []
    rows = _rows(value)
    if rows is not None and (is_stated or _is_square(value)):
        return [(place, rows)]
    grids = [_grids(item, unread, is_stated) for item in place.items(len(value))]
    if any(grids) and not all(grids):
        Place(value[grids.index([])], f"{place.path}[{grids.index([])}]", place.source).fail("a puzzle, as beside it")
    return [grid for each in grids for grid in each]


def _rows(value: list[Any]) -> str | None:
    """The text of a list of cells, of rows of cells, or of texts with cells; None for other lists."""
    if all(isinstance(row, list) and row and all(map(_is_cell, row)) for row in value):
        return "\n".join(map(_row, value))
    if len(value) > 1 and all(map(_is_cell, value)):
        return _row(value)
    is_texts = all(isinstance(row, str) and _CELLS.match(_SEPARATORS.sub("", row)) for row in value)
    return "\n".join(value) if is_texts and len({*map(len, value)}) == 1 else None


def _is_cell(value: object) -> bool:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value is None or is_number or (isinstance(value, str) and len(value) <= 2)


def _row(cells: list[str | int | None]) -> str:
    return ",".join(str(cell or 0).strip() or "0" for cell in cells)


def _is_square(value: list[Any]) -> bool:
    """Whether a list is a grid by its size: n rows of n cells, or n·n cells."""
    if isinstance(value[0], list | str) and len(value) < _LEAST_CELLS:
        return len(value) > 3 and all(len(row) == len(value) for row in value)
    return len(value) >= _LEAST_CELLS and isqrt(len(value)) ** 2 == len(value)


def _grids_of_object(place: Place, unread: set[str]) -> list[tuple[Place, str]]:
    """The texts of the grids in an object, without its solutions."""
    names = [name for name in place.value if not _SOLUTION.search(name)]
    found: dict[str, list[tuple[Place, str]]] = {}
    for is_stated in (True, False):
        found = found or {
            name: grids
            for name in names
            if bool(_PUZZLE.search(name)) == is_stated and (grids := _grids(place.member(name), unread, is_stated))
        }
    others = [name for name in names if name not in found]
    for name in others if found else ():
        value = place.value[name]
        if value and (_CONSTRAINT.search(name) or (_KIND.match(name) and _CONSTRAINT.search(str(value)))):
            place.member(name).fail("a puzzle without further constraints (TOML says them)", "is not read")
    direct = [name for name, grids in found.items() if grids[0][0].path == place.member(name).path]
    if len({_NUMBER_OR_LEVEL.sub("", name) for name in direct}) > 1:
        place.fail("one puzzle in an object", f"has several grids: {', '.join(found)}")
    unread |= {name for name in others if found and isinstance(place.value[name], dict | list)}
    return [grid for grids in found.values() for grid in grids]
