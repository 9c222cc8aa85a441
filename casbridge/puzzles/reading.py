"""Reading whatever a user has: puzzles and polynomial systems in all their forms, told apart by content."""

from __future__ import annotations

import codecs
import re
import sys
from math import isqrt
from pathlib import Path

from casbridge.algebra import formats
from casbridge.algebra.fields import Field
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import InputError, printable
from casbridge.puzzles.dimacs import parse_dimacs
from casbridge.puzzles.parsing import grid_layout, parse_box, parse_puzzles
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.toml import FAMILIES, KEYS, parse_toml

LARGEST_INPUT = 64 * 2**20

_CONTROL = re.compile(r"[^\t\n\x0c\x20-\x7e\xa0-\U0010ffff]")
_TOML = re.compile(
    rf"^[ \t]*(?:[\w-]+[ \t]*=[ \t]*(?:[\"'\[{{]|true\b|false\b)|\[+[A-Za-z]|(?:{'|'.join(KEYS)})[ \t]*=)", re.MULTILINE
)
_DIMACS = re.compile(r"^[ \t]*(?:p[ \t]+(?:edges?|col)\b|e[ \t]+[0-9]+[ \t]+[0-9])", re.MULTILINE)
_HEADER = re.compile(r"^[ \t]*[A-Za-z]+[ \t]*:", re.MULTILINE)
_COMMENT = re.compile(r"#.*")
_DRAWN = re.compile(r"[|\u2500-\u257f]|\.[ \t]*\.|^[ \t]*\.|\.[ \t]*$", re.MULTILINE)
_OPERATOR = re.compile(r"[\^=/()]|\w[ \t]*[-+]|[-+][ \t]*\w")
_SYMBOLIC = re.compile(r"\^|\*\*|=|[+*/] | [-+*/]")
_LITERAL = re.compile(r"[0-9A-Za-z.*_,| \t]+\Z", re.ASCII)
_SHARE_OF_DIGITS = re.compile(r"[0-9.*_,| \t]")


def read(
    text: str | bytes,
    *,
    source: str = "<input>",
    colours: int | None = None,
    box: tuple[int, int] | None = None,
    family: str | None = None,
    lines: bool = False,
    field: Field | None = None,
    name: str = "",
) -> list[Puzzle] | PolynomialSystem:
    """The puzzles or the polynomial system in a text.

    Puzzles: one-line and drawn grids, TOML, DIMACS graphs, a shape such as ``2x3`` (an empty Sudoku with such boxes).
    Systems: the plain form, SymbolicData XML, msolve's input (see `casbridge.algebra.formats`).

    source: the name for errors. colours: of a graph. box, family: of grids that do not say it themselves.
    lines: a puzzle in every line, also where all lines make one grid. field: of a system, whatever it says itself.
    InputError, with line and column, for anything else.

    >>> [puzzle.line for puzzle in read("12.. ..12 2.3. 4...")]
    ['12....122.3.4...']
    >>> read("x^2 - y = 3").ring
    QQ[x, y]
    """
    decoded = _decoded(text, source)
    try:
        return _read(decoded, source, colours, box, family, lines, field, name)
    except InputError as error:
        raise error.located(source) from None


def _read(
    text: str,
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    field: Field | None,
    name: str,
) -> list[Puzzle] | PolynomialSystem:
    if family is not None and family not in FAMILIES:
        raise InputError(f"the family {printable(family, 40)!r}", expected=", ".join(FAMILIES))
    if text.lstrip().startswith("<"):
        return formats.read_system(text, source=source, field=field, name=name)
    if _TOML.search(text):
        return [parse_toml(text, source=source, box=box, family=family, colours=colours, name=name)]
    if _DIMACS.search(text):
        return [parse_dimacs(text, colours, source=source, name=name)]
    if (formats.is_msolve(text) and not _has_square_lines(text)) or is_system(text):
        return formats.read_system(text, source=source, field=field, name=name)
    if colours is not None:
        raise InputError("colours for a grid", expected="a graph in DIMACS or TOML form")
    shape = parse_box(text)
    if shape:
        layout = grid_layout(shape[0] * shape[1], shape, family)
        return [Puzzle(layout, (0,) * layout.cells, name)]
    try:
        return parse_puzzles(text, source=source, box=box, family=family, lines=lines, name=name)
    except InputError as error:
        if error.hint is None and text.lstrip()[:1].isalpha():
            raise InputError(
                error.found,
                source=error.source,
                line=error.line,
                column=error.column,
                expected=error.expected,
                hint="a polynomial system without operators begins with a line 'variables: …'",
            ) from None
        raise


def is_system(text: str) -> bool:
    """Whether a text is rather a polynomial system than a puzzle: it has a header, or letters with operators.

    >>> is_system("x1 - x2"), is_system("A*B"), is_system("4 . | . 1")
    (True, True, False)
    """
    if _HEADER.search(text):
        return True
    bare = _COMMENT.sub("", text)
    if _DRAWN.search(bare):
        return False
    if not re.search("[A-Za-z]", bare):
        return False
    return bool(_OPERATOR.search(bare) or ("*" in bare and not _has_square_lines(bare)))


def _has_square_lines(text: str) -> bool:
    """Whether the text can be a grid with letters and with `*` for blanks: of side 10 at least."""
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    lengths = {len(row) for row in rows}
    return len(lengths) == 1 and all(n == len(rows) >= 10 or isqrt(n) ** 2 == n >= 100 for n in lengths)


def read_puzzles(
    text: str | bytes,
    *,
    source: str = "<input>",
    colours: int | None = None,
    box: tuple[int, int] | None = None,
    family: str | None = None,
    lines: bool = False,
    name: str = "",
) -> list[Puzzle]:
    """The puzzles that `read` finds; InputError for a polynomial system.

    >>> (puzzle,) = read_puzzles(".4.....1..3.2...")
    >>> puzzle.clues
    4
    """
    found = read(text, source=source, colours=colours, box=box, family=family, lines=lines, name=name)
    if isinstance(found, PolynomialSystem):
        raise InputError("a polynomial system", source=source, expected="a puzzle")
    return found


def read_system(
    text: str | bytes, *, source: str = "<input>", field: Field | None = None, name: str = ""
) -> PolynomialSystem:
    """The polynomial system that `read` finds; InputError for puzzles, which `encode` turns into one.

    >>> len(read_system("x^2 - y = 3"))
    1
    """
    found = read(text, source=source, field=field, name=name)
    if not isinstance(found, PolynomialSystem):
        raise InputError("a puzzle", source=source, expected="a polynomial system", hint="encode makes one of it")
    return found


def read_file(
    path: str | Path,
    *,
    colours: int | None = None,
    box: tuple[int, int] | None = None,
    family: str | None = None,
    lines: bool = False,
    field: Field | None = None,
    name: str = "",
) -> list[Puzzle] | PolynomialSystem:
    """What `read` finds in a file; ``-`` is standard input.

    Where there is no such file, a shape (``2x3``), a puzzle in one line or an equation is read itself.

    >>> read_file("2x3")[0].layout.description
    '6×6 Sudoku with boxes 2×3'
    """
    text = str(path)
    if text == "-":
        data, source = sys.stdin.buffer.read(LARGEST_INPUT + 1), "<stdin>"
    elif _exists(text):
        data, source = _file_content(Path(text)), text
    elif "\n" in text or parse_box(text) or _is_literal(text) or _is_equation(text):
        data, source = text.encode("utf-8", "surrogateescape"), "<argument>"
    else:
        raise InputError(
            f"no such file: {printable(text, 120)!r}", expected="a file, '-', a shape 2x3, a puzzle or an equation"
        )
    return read(data, source=source, colours=colours, box=box, family=family, lines=lines, field=field, name=name)


def read_text(path: str) -> tuple[str, str]:
    """The text of a file, or of standard input for ``-``, and the name to use for it in errors."""
    if path == "-":
        data, source = sys.stdin.buffer.read(LARGEST_INPUT + 1), "<stdin>"
    elif _exists(path):
        data, source = _file_content(Path(path)), path
    else:
        raise InputError(f"no such file: {printable(path, 120)!r}", expected="a file, or '-'")
    return _decoded(data, source), source


def _exists(path: str) -> bool:
    try:
        return bool(path) and Path(path).exists()
    except (OSError, ValueError):  # a name too long for a file, or with NUL
        return False


def _is_literal(text: str) -> bool:
    """Whether an argument that names no file is rather a puzzle in one line."""
    if not _LITERAL.match(text) or len(text) < 4:
        return False
    square = len(text) >= 16 and isqrt(len(text)) ** 2 == len(text)
    return square or 2 * len(_SHARE_OF_DIGITS.findall(text)) > len(text)


def _is_equation(text: str) -> bool:
    """Whether an argument that names no file is rather a polynomial or an equation."""
    return _SYMBOLIC.search(text) is not None and is_system(text)


def _file_content(path: Path) -> bytes:
    source = str(path)
    if path.is_dir():
        raise InputError("this is a directory", source=source, expected="a file")
    try:
        with path.open("rb") as stream:
            return stream.read(LARGEST_INPUT + 1)
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}", source=source, expected="a readable file"
        ) from None


def _decoded(text: str | bytes, source: str) -> str:
    """The text, with \\n for line ends; InputError for what is no text."""
    if len(text) > LARGEST_INPUT:
        raise InputError(f"more than {LARGEST_INPUT // 2**20} MB", source=source, expected="a smaller input")
    if isinstance(text, bytes):
        data = text
        utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        try:
            text = data.decode("utf-16" if utf16 else "utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            column = error.start - data.rfind(b"\n", 0, error.start)
            found = f"byte 0x{data[error.start]:02x}, which is no {'UTF-16' if utf16 else 'UTF-8'}"
            raise InputError(found, source=source, line=line, column=column, expected="text in UTF-8") from None
    return _checked(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), source)


def _checked(text: str, source: str) -> str:
    control = _CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        column = control.start() - text.rfind("\n", 0, control.start())
        found = f"a control character {control.group()!r}"
        raise InputError(found, source=source, line=line, column=column, expected="text")
    if not text.strip():
        raise InputError("nothing in it", source=source, expected="a puzzle or a polynomial system")
    return text
