"""Cells of a grid that stand between separators, and may be empty: CSV, tables from a spreadsheet, blanks as spaces.

`parsing` asks for the separator of a text first, and splits its lines with `rows_of_cells`. Other texts have none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from casbridge.errors import UNREAD
from casbridge.limits import NEVER, Deadline

#: What a blank cell is written as.
BLANK = "."
_LEAST_CELLS = 16  # of a puzzle in one line with cells that may be empty
_SIDES = (4, 6, 8, 9, 10, 12, 16, 25)  # of a grid with spaces for blanks
_EMPTY = {sign: re.compile(rf"^[ ]*{sign}|{sign}[ ]*{sign}|{sign}[ ]*$", re.MULTILINE) for sign in ",;"}
#: A cell: between quotes, or up to the next separator.
_FIELDS = {sign: re.compile(rf'[ ]*"[^"]*"[ ]*(?={sign}|\Z)|[^{sign}]*') for sign in ",;\t"}
_DRAWN = re.compile("[|\u2500-\u257f]")
_ONLY_CELLS = re.compile(r"[0-9A-Za-z \n]+\Z", re.ASCII)


def separator_of(text: str) -> str:
    """What stands between the cells, where some may be empty: "," ";" a tab, or a space that is itself a blank cell.

    "" for a text whose blanks all have a sign. Quoted cells and semicolons are found here too.

    >>> separator_of("1,\\n,2"), separator_of("1;2\\n2;1"), separator_of("1,2,2,1")
    (',', ';', '')
    >>> separator_of("1\\t\\n\\t2") == "\\t"
    True
    >>> separator_of("12      3      4"), separator_of("12.. ..12 ..34 34..")
    (' ', '')
    """
    if _DRAWN.search(text) or ("\n" not in text.strip() and len(text.rstrip("\n")) < _LEAST_CELLS - 1):
        return ""
    if ";" in text:
        return ";"
    if '"' in text or ("," in text and _EMPTY[","].search(text)):
        return "," if "," in text else "\t" if "\t" in text else ""
    lines = [line for line in text.split("\n") if line.strip(" \n")]
    if "\t" in text and len(lines) > 1 and all(line.count("\t") == len(lines) - 1 for line in lines):
        return "\t"
    if len(lines) == 1 and "\t" in text and _is_square(lines[0].count("\t") + 1):
        return "\t"
    return " " if _ONLY_CELLS.match(text) and lines and all(map(_is_line_with_spaces, lines)) else ""


def _is_square(number: int) -> bool:
    return isqrt(number) ** 2 == number


def _is_line_with_spaces(line: str) -> bool:
    """Whether a line is a puzzle in one line with a space for each blank. Words of one length are groups of cells."""
    is_long = len(line) >= _LEAST_CELLS and _is_square(len(line))
    return is_long and " " in line and len({*map(len, line.split(" "))}) > 1


def has_spaces_for_blanks(text: str) -> bool:
    """Whether a text can be a grid with a line for each row and a space for each blank. Spaces at the end may lack.

    >>> has_spaces_for_blanks("12\\n  12\\n2 3\\n4"), has_spaces_for_blanks("1 2 3 4\\n2 1")
    (True, False)
    """
    rows = text.rstrip("\n").split("\n")
    return len(rows) in _SIDES and " " in text and bool(_ONLY_CELLS.match(text)) and max(map(len, rows)) <= len(rows)


def rows_of_cells(lines: Sequence[str], separator: str, deadline: Deadline = NEVER) -> list[list[tuple[str, int]]]:
    """The cells of each line: their texts, `BLANK` for an empty cell, with their columns (from 1).

    A separator behind the last cell of every line counts for nothing. Missing spaces at the end are added.
    Raises LimitError after the deadline.

    >>> rows_of_cells(["1,"], ",")
    [[('1', 1)]]
    >>> [[text for text, _ in row] for row in rows_of_cells(["12", "  12", "2", ""], " ")]
    [['1', '2', '.', '.'], ['.', '.', '1', '2'], ['2', '.', '.', '.'], ['.', '.', '.', '.']]
    """
    side = len(lines) if len(lines) > 1 else 0
    if separator == " ":
        missing = 0 if any(len(line) > side for line in lines) else side
        each = deadline.over(lines, UNREAD)
        return [[*_characters(line), *[(BLANK, len(line) + 1)] * (missing - len(line))] for line in each]
    rows = [_between(line, separator) for line in deadline.over(lines, UNREAD)]
    if all(len(row) > 1 and row[-1][0] == BLANK and _is_extra(len(row), side) for row in rows):
        return [row[:-1] for row in rows]
    return rows


def _is_extra(count: int, side: int) -> bool:
    """Whether the last of so many cells is one too many. side: the number of lines; 0 for one line."""
    return count == side + 1 or (count != side and not _is_square(count) and _is_square(count - 1))


def _characters(line: str) -> list[tuple[str, int]]:
    return [(BLANK if character == " " else character, column) for column, character in enumerate(line, 1)]


def _between(line: str, separator: str) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    at = 0
    for match in _FIELDS[separator].finditer(line):
        if match.start() < at:
            continue
        written = match.group()
        text = written.strip(" ")
        column = match.start() + len(written) - len(written.lstrip(" ")) + 1
        if len(text) > 1 and text[0] == text[-1] == '"':
            text, column = text[1:-1].strip(), column + 1
        found.append((text or BLANK, column))
        at = match.end() + 1
    return found
