"""Text forms of other programs: SadMan's sections, lines of HoDoKu's library, OpenSudoku's XML."""

from __future__ import annotations

import re
from typing import Any, NoReturn, Unpack
from xml.sax.saxutils import escape, quoteattr

from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.parsing import parse_puzzles
from casbridge.puzzles.printing import line_is_read, not_said
from casbridge.puzzles.puzzle import Puzzle

_SECTION = re.compile(r"[ \t]*\[([A-Za-z]+)\][ \t]*\Z")
_SECTIONS = ("puzzle", "state", "pencilmarks", "solution")
_HODOKU = re.compile(r":[0-9xX-]{1,8}:[^:\n]*:([0-9.+]+):")
_CHUNK = 1 << 20
_OPENSUDOKU_CELLS = re.compile(r"[0-9.]+\Z")


def has_sections(text: str) -> bool:
    """Whether a text has sections as SadMan writes them: a line [Puzzle], then the rows.

    >>> has_sections("#Aname\\n[Puzzle]\\n1..."), has_sections("[given]\\nr1c1 = 1")
    (True, False)
    """
    found = (_SECTION.match(line) for line in text.split("\n", 200)[:200])
    return any(match is not None and match.group(1).lower() in _SECTIONS for match in found)


def read_sections(text: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzle in the section [Puzzle]. The other sections have the player's digits and notes: they are not read.

    Raises InputError, with line and column, where there is no such section, and for what is no grid.

    >>> read_sections("[Puzzle]\\n1...\\n..2.\\n....\\n...3\\n[State]\\n1234\\n")[0].line
    '1.....2........3'
    """
    lines = text.split("\n")
    section, has_puzzle = "", False
    for number, line in enumerate(lines):
        match = _SECTION.match(line)
        if match is not None:
            section = match.group(1).lower()
            if section == "puzzle" and has_puzzle:
                raise Location(wanted.get("source"), number + 1, 1).error("a second section [Puzzle]", "one")
            has_puzzle = has_puzzle or section == "puzzle"
        if match is not None or section != "puzzle":
            lines[number] = ""
    if not has_puzzle:
        raise InputError("no section [Puzzle]", source=wanted.get("source"), expected="[Puzzle], and the rows below it")
    return parse_puzzles("\n".join(lines).rstrip("\n"), **wanted)


def is_hodoku(text: str) -> bool:
    """Whether a text begins with a line of HoDoKu's library: :technique:candidates:cells:deleted candidates:…

    >>> is_hodoku(":0100:2:1..+2............:::"), is_hodoku("1...")
    (True, False)
    """
    return _HODOKU.match(text.lstrip()) is not None


def read_hodoku(text: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles in lines of HoDoKu's library. A digit behind a + was found by the solver, and is no given.

    Raises InputError, with line and column, for another line.

    >>> read_hodoku(":0100:2:1..+2............:::")[0].line
    '1...............'
    """
    source, deadline = wanted.get("source"), wanted.get("deadline", NEVER)
    options: ReadingOptions = {**wanted, "lines": True}
    puzzles: list[Puzzle] = []
    for number, line in enumerate(deadline.over(text.split("\n"), UNREAD), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _HODOKU.match(line.strip())
        if match is None:
            found = printable(line.strip(), 40)
            raise Location(source, number, 1).error(f"found {found!r}", ":technique:candidates:cells:…")
        cells = re.sub(r"\+[0-9]", ".", match.group(1))
        start = len(line) - len(line.lstrip()) + match.start(1)
        try:
            puzzles += parse_puzzles(cells, **options)
        except InputError as error:
            column = start + (error.column or 1)
            raise Location(source, number, column).error(error.found, error.expected, error.hint) from None
    return puzzles


def is_opensudoku(text: str) -> bool:
    """Whether a text is OpenSudoku's XML.

    >>> is_opensudoku("<?xml version='1.0'?><opensudoku/>"), is_opensudoku("<INTPS>")
    (True, False)
    """
    return text.lstrip()[:1] == "<" and "<opensudoku" in text[:1000]


def read_opensudoku(text: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles in OpenSudoku's XML: <opensudoku> with an element <game data="…"/> for each.

    A document type declaration is refused, so no entity is ever expanded or fetched.
    Raises InputError, with line and column, for another document.

    >>> read_opensudoku('<opensudoku><name>two</name><game data="1..............."/></opensudoku>')[0].line
    '1...............'
    """
    from xml.parsers import expat

    source, deadline = wanted.get("source"), wanted.get("deadline", NEVER)
    games: list[tuple[str, Location]] = []
    roots: list[str] = []
    parser = expat.ParserCreate()

    def here() -> Location:
        return Location(source, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def start(element: str, attributes: dict[str, str]) -> None:
        roots.append(element)
        if roots[0] != "opensudoku":
            raise here().error(f"the element <{printable(roots[0], 40)}>", "<opensudoku>")
        if element == "game":
            games.append((attributes.get("data", ""), here()))

    def doctype(*_: Any) -> NoReturn:
        raise here().error("a document type declaration", "a document without one", "remove <!DOCTYPE …>")

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = doctype
    try:
        for begin in deadline.over(range(0, len(text), _CHUNK), UNREAD, every=1):
            parser.Parse(text[begin : begin + _CHUNK], False)
        parser.Parse("", True)
    except expat.ExpatError as error:
        what = expat.ErrorString(error.code) or "an error"
        at = Location(source, error.lineno, error.offset + 1)
        raise at.error(f"no well-formed XML: {what}", "OpenSudoku's document") from None
    if not games:
        raise InputError("no element <game>", source=source, expected='<game data="…"/> for each puzzle')
    options: ReadingOptions = {**wanted, "lines": True}
    puzzles: list[Puzzle] = []
    for data, at in deadline.over(games, UNREAD):
        if not _OPENSUDOKU_CELLS.match(data):
            expected = "data with a digit for each cell, 0 for a blank"
            raise at.error(f"the data {printable(data, 40)!r}", expected, "export the puzzle without its notes")
        try:
            puzzles += parse_puzzles(data, **options)
        except InputError as error:
            raise at.placed(error) from None
    return puzzles


def print_opensudoku(puzzle: Puzzle) -> str:
    """The puzzle as OpenSudoku's XML. Raises InputError for all but Sudokus with the default boxes and up to 9 digits.

    >>> from casbridge.puzzles import sudoku
    >>> print(print_opensudoku(Puzzle(sudoku(2, 2), (1,) + (0,) * 15)).split("\\n")[2].strip())
    <game data="1000000000000000" />
    """
    if not line_is_read(puzzle.layout) or puzzle.layout.digits > 9:
        raise not_said(puzzle.layout, "OpenSudoku's form", "a Sudoku with the default boxes and 9 digits at most")
    name = [f"  <name>{escape(puzzle.name)}</name>"] if puzzle.name.isprintable() and puzzle.name else []
    game = f"  <game data={quoteattr(puzzle.line.replace('.', '0'))} />"
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", *name, game, "</opensudoku>"]) + "\n"
