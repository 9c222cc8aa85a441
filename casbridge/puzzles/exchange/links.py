"""Links of SudokuPad, f-puzzles and SudokuWiki that carry their puzzle. Nothing is fetched.

    https://sudokupad.app/sclN4Ig…     SudokuPad's own document        https://sudokupad.app/scf…   a plain 9×9 grid
    https://sudokupad.app/fpuzzlesN4Ig…  a document of f-puzzles       https://www.f-puzzles.com/?load=N4Ig…   the same
    https://www.sudokuwiki.org/sudoku.htm?bd=4.....8.5.3…              a grid in one line

Behind a short id there is no puzzle: such a link is refused.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Unpack
from urllib.parse import parse_qs, quote, unquote, urlsplit

from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.exchange.fpuzzles import print_fpuzzles, read_fpuzzles
from casbridge.puzzles.exchange.lzstring import packed, unpacked
from casbridge.puzzles.exchange.sudokupad import read_scf, read_sudokupad, unshortened
from casbridge.puzzles.layouts import with_constraints
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.parsing import parse_puzzles
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants import Windoku
from casbridge.strict import read_json

_SUDOKUPAD = "https://sudokupad.app/"
_FPUZZLES = "https://www.f-puzzles.com/?load="
_LINK = re.compile(r"(?:https?|sudokupad)://\S", re.IGNORECASE)
#: A link as people copy it from the line of the browser, without https://.
_WITHOUT_SCHEME = re.compile(
    r"(?://)?(?:[\w-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com|sudokupad\.svencodes\.com|f-puzzles\.com"
    r"|sudokuwiki\.org|tinyurl\.com)(?:[/?#]\S*)?\Z",
    re.IGNORECASE | re.ASCII,
)
#: A packed puzzle without the address before it.
_BARE = re.compile(
    r"(?:(?:scl|ctc|fpuzzles|fpuz|scf)[A-Za-z0-9+/%=_-]{20,}|scf[0-9A-Za-x]{14,}|fpuzzles[0-9a-z]{4,20})\Z"
)
_PREFIX = re.compile(r"(scl|ctc|fpuzzles|fpuz|scf)(.*)\Z", re.DOTALL)
_SUDOKUPAD_HOSTS = ("sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com")
#: Pages of SudokuWiki → the kind of their puzzles: Sudoku X has both diagonals.
_WIKI_PAGES = {"": "plain", "sudoku": "plain", "default": "plain", "sudokux": "diagonals", "windoku": "windoku"}
_PACKED = "N4Ig"  # the first signs of each packed document
_LONGEST_ID = 20  # behind the word fpuzzles; a packed puzzle is longer
_MOST_IN_WORDS = 60
_MOST_COMMENTS = 100
_KNOWN = "a link of SudokuPad, f-puzzles or SudokuWiki that carries its puzzle"


def is_link(text: str) -> bool:
    """Whether a text begins with a link, or is a packed puzzle without an address.

    >>> is_link("https://sudokupad.app/abc"), is_link("scf" + "a" * 20), is_link("https"), is_link("scf")
    (True, True, False, False)
    >>> is_link("sudokupad.app/abc")
    True
    """
    lines = (line.strip("'\"<> \t") for line in text.split("\n", _MOST_COMMENTS)[:_MOST_COMMENTS])
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return bool(_LINK.match(first) or _BARE.match(first) or _WITHOUT_SCHEME.match(first))


def read_links(text: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles of links, one in a line. # begins a comment.

    Raises InputError, with the line, for a link without a puzzle, and for a constraint that casbridge does not read.

    >>> read_links("https://www.sudokuwiki.org/sudoku.htm?bd=1...............")[0].line
    '1...............'
    """
    source, deadline = wanted.get("source"), wanted.get("deadline", NEVER)
    puzzles = []
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    links = [(number, line.strip("'\"<>")) for number, line in lines if line and not line.startswith("#")]
    for number, link in deadline.over(links, UNREAD, every=1):
        at = Location(source, number, 1)
        puzzles.append(_puzzle(link, at, wanted, deadline))
    return puzzles


def _puzzle(link: str, at: Location, wanted: ReadingOptions, deadline: Deadline) -> Puzzle:
    try:
        kind, content = _content_of(link)
        return _of_sudokuwiki(content, kind, wanted) if kind else _carried(content, link, at, wanted, deadline)
    except InputError as error:
        raise error if error.line is not None else at.placed(error) from None


def _content_of(link: str) -> tuple[str, str]:
    """What a link carries: "fpuzzles…", "scl…" or "scf…"; of SudokuWiki the kind of the page, then the cells.

    Raises InputError for a link that carries nothing.
    """
    if _BARE.match(link):
        return "", link
    if _WITHOUT_SCHEME.match(link):
        link = f"https://{link.removeprefix('//')}"
    if not _LINK.match(link):
        raise InputError(f"found {printable(link, 40)!r}", expected=_KNOWN)
    try:
        parts = urlsplit(link)
        host = (parts.hostname or "").lower()
        query = parse_qs(parts.query.replace("+", "%2B"), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise InputError(f"the link {printable(link, _MOST_IN_WORDS)!r}", expected=_KNOWN) from None
    if _is_of(host, "f-puzzles.com"):
        if "load" in query:
            return "", f"fpuzzles{query['load'][0]}"
        hint = "open it, and export the puzzle as a link with ?load=, or as JSON"
        raise InputError(_without(link), expected=_KNOWN, hint=hint)
    if parts.scheme.lower() == "sudokupad" or any(_is_of(host, known) for known in _SUDOKUPAD_HOSTS):
        name = query["puzzleid"][0] if "puzzleid" in query else unquote(parts.path.removeprefix("/"))
        return "", name.removeprefix("sudoku/").removeprefix("puzzle/").rstrip("/")
    if _is_of(host, "sudokuwiki.org"):
        page = parts.path.strip("/").partition(".")[0].lower().replace("_", "")
        if "bd" in query and page not in _WIKI_PAGES:
            found = f"a puzzle of SudokuWiki's page {printable(parts.path.strip('/'), _MOST_IN_WORDS)!r}"
            raise InputError(found, expected="one of its pages for Sudoku, Sudoku X or windoku")
        if "bd" in query:
            return _WIKI_PAGES[page], query["bd"][0]
        raise InputError(_without(link), expected="?bd= with the cells of the grid")
    raise InputError(f"a link to {printable(host, _MOST_IN_WORDS)}", expected=_KNOWN, hint="casbridge fetches nothing")


def _is_of(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def _without(link: str) -> str:
    return f"the link {printable(link, _MOST_IN_WORDS)!r} has no puzzle in it, and casbridge fetches nothing"


def _carried(content: str, link: str, at: Location, wanted: ReadingOptions, deadline: Deadline) -> Puzzle:
    """The puzzle in what a link carries."""
    match = _PREFIX.match(content)
    kind, data = match.groups() if match else ("", content)
    data = unquote(data).replace(" ", "+")
    if not kind or (kind != "scf" and len(data) <= _LONGEST_ID):
        if kind and data and _PACKED.startswith(data[: len(_PACKED)]):
            found = f"the packed text of the link {printable(link, _MOST_IN_WORDS)!r} is not complete"
            raise InputError(found, expected="the whole link, to the end of its packed text")
        hint = f"open {_SUDOKUPAD}api/puzzle/{printable(content, 40)} in a browser, and give casbridge what it shows"
        if kind:
            hint = "open it in f-puzzles, and export the puzzle as a link with ?load=, or as JSON"
        raise InputError(_without(link), expected=_KNOWN, hint=hint if content else None)
    if kind == "scf":
        return read_scf(data.removesuffix(".scf"), at.source, wanted)
    text = unpacked(data, deadline=deadline).strip()
    source = f"{at.source or '<input>'}:{at.line} (unpacked)"
    if kind.startswith("fpuz"):
        return read_fpuzzles(read_json(text, source), text, True, wanted)
    is_json = text[:2] in ('{"', "{}")
    return read_sudokupad(read_json(text, source) if is_json else unshortened(text, source), wanted)


def _of_sudokuwiki(cells: str, kind: str, wanted: ReadingOptions) -> Puzzle:
    if not re.fullmatch(r"[0-9.]{16,}", cells):
        found, hint = f"the packed grid {printable(cells, 40)!r}", "SudokuWiki shows the grid in one line, too"
        raise InputError(found, expected="?bd= with a digit or a dot for each cell", hint=hint)
    options: ReadingOptions = {**wanted, "lines": True}
    puzzle = parse_puzzles(cells, **options)[0]
    if kind == "diagonals":
        return replace(puzzle, layout=replace(puzzle.layout, diagonals=True))
    return replace(puzzle, layout=with_constraints(puzzle.layout, [Windoku()])) if kind == "windoku" else puzzle


def print_link(puzzle: Puzzle) -> str:
    """The puzzle as a link of SudokuPad's. Raises InputError for a graph, and for constraints it cannot say.

    >>> from casbridge.puzzles import sudoku
    >>> read_links(print_link(Puzzle(sudoku(1, 2), (1, 0, 0, 0))))[0].line
    '1...'
    """
    return f"{_SUDOKUPAD}fpuzzles{quote(packed(print_fpuzzles(puzzle).strip()), safe='')}\n"


def print_fpuzzles_link(puzzle: Puzzle) -> str:
    """The puzzle as a link of f-puzzles'. Raises InputError for a graph, and for constraints it cannot say.

    >>> from casbridge.puzzles import sudoku
    >>> read_links(print_fpuzzles_link(Puzzle(sudoku(1, 2), (1, 0, 0, 0))))[0].line
    '1...'
    """
    return f"{_FPUZZLES}{quote(packed(print_fpuzzles(puzzle).strip()), safe='')}\n"
