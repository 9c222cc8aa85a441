"""Puzzles in JSON that casbridge itself wrote: lines of `casbridge generate --jsonl`, or its document with `--json`."""

from __future__ import annotations

import re
from typing import Unpack

from casbridge.errors import UNREAD, InputError
from casbridge.limits import NEVER
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.parsing import parse_puzzles
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.toml import parse_toml
from casbridge.strict import Place, read_json

_OWN = re.compile(r'\s*\{\s*"schema":\s*"casbridge/1"')
# A layout that a line of digits states, as `Layout.description` says it.
_PLAIN = re.compile(r"(?a)\d+×\d+ (?:(Latin square)|Sudoku with boxes (\d+)×(\d+))\Z")
_MOST = 1_000_000  # puzzles


def is_made(text: str) -> bool:
    """Whether a text begins like a document of casbridge's.

    >>> is_made('{"schema": "casbridge/1", "puzzle": "1..."}'), is_made('{"grid": []}')
    (True, False)
    """
    return _OWN.match(text) is not None


def read_made(text: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles in lines of JSON that casbridge wrote, or in one document. A full grid is its solution.

    Raises InputError for a document without puzzles, and for one of which casbridge wrote only a part.

    >>> line = '{"schema": "casbridge/1", "puzzle": "1...............", "layout": "4×4 Latin square"}'
    >>> [one.layout.description for one in read_made(line)]
    ['4×4 Latin square']
    """
    lines = text.strip().splitlines()
    is_one = len(lines) > 1 and not all(line.startswith("{") for line in lines if line.strip())
    parts = [(1, text)] if is_one else [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    found: list[Puzzle] = []
    for number, part in wanted.get("deadline", NEVER).over(parts, UNREAD, every=100):
        document = _document(part, None if is_one else number, wanted.get("source"))
        several = document.member("puzzles")
        entries = [document] if several.value is None else several.items(_MOST, least=1)
        where = f"line {number}" if len(parts) > 1 else "the document"
        found += [_puzzle(one, where, wanted) for one in entries]
    return found


def _document(text: str, line: int | None, source: str | None) -> Place:
    """A document. line: of the file where it stands, if it is one of several."""
    try:
        return read_json(text, source)
    except InputError as error:
        raise InputError(
            error.found, source=source, line=line or error.line, column=error.column, expected=error.expected
        ) from None


def _puzzle(entry: Place, where: str, wanted: ReadingOptions) -> Puzzle:
    source = wanted.get("source")
    toml, line, layout = (entry.member(key).value for key in ("toml", "puzzle", "layout"))
    if isinstance(toml, str):
        return parse_toml(toml, **wanted)
    line = entry.member("solution").value if line is None else line
    plain = _PLAIN.match(layout) if isinstance(layout, str) else None
    if not isinstance(line, str) or plain is None:
        expected = "lines of casbridge generate --jsonl, each with a puzzle"
        raise InputError(f"{where} has no puzzle that can be read", source=source, expected=expected)
    latin, rows, columns = plain.groups()
    how = wanted.copy()
    how["family"] = "latin" if latin else "sudoku"
    how["box"] = None if latin else (int(rows), int(columns))
    return parse_puzzles(line, **how)[0]
