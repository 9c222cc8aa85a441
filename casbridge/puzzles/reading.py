"""Reading whatever a user has: puzzles and polynomial systems in all their forms, told apart by content."""

from __future__ import annotations

import codecs
import os
import re
import sys
from dataclasses import replace
from itertools import islice
from math import isqrt
from typing import TYPE_CHECKING, Unpack

from casbridge import files
from casbridge.algebra.fields import field_of
from casbridge.algebra.notation import check_no_ideal
from casbridge.algebra.systems import PolynomialSystem
from casbridge.arguments import wrong
from casbridge.calls import with_hints
from casbridge.errors import InputError, Location, SeveralIdealsError, printable
from casbridge.limits import NEVER
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.toml_keys import KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casbridge.algebra.notation import Notation
    from casbridge.puzzles.puzzle import Puzzle

_LARGEST_INPUT = 64 * 2**20
_SAMPLE = 1 << 20
# Patterns are compiled when they are first used: most inputs need few of them.
_CONTROL = r"[\x00-\x08\x0b\x0d-\x1f\x7f-\x9f]"
_TOML = r"""(?m)^[ \t]*(?:[\w-]+[ \t]*=[ \t]*(?:["'\[{]|true\b|false\b)|\[+[A-Za-z])"""
_KEY = r"(?m)^[ \t]*(?:%s)[ \t]*=(?!=)"
# What a text in a form of `casbridge.puzzles.exchange` has near its beginning.
_EXCHANGED = (
    r"(?:\s*#[^\n]*\n)*\s*(?:['\"<]*(?:(?i:https?|sudokupad)://|scl|ctc|fpuz|scf"
    r"|(?i:(?://)?(?:[a-z0-9-]+\.){0,3}(?:sudokupad|crackingthecryptic|f-puzzles|sudokuwiki|tinyurl)\.))"
    r"|:[0-9xX]|\{\s*[\"a-z]|<(?=[\s\S]*<opensudoku|opensudoku))"
)
_JSON = r"""(?a)\s*(?:\{\s*["}]|(?:[A-Za-z_][\w \[\]]*=\s*)?(?:\[\s*[\["'{0-9]|\{\s*\{\s*['0-9.]))"""
# The first word of a line where it may be a row of a grid, or a puzzle.
_CELLS = r"[ \t]*(?:([0-9A-G.*_-]{9,})(?:[ \t,;]|\Z)|((?:[0-9.*_][ \t|]+){3,}[0-9.*_][ \t|]*)\Z)"
# A row of a map of regions, with a letter for each cell.
_LETTERS = (
    r"(?m)^[ \t]*(?!(?i:field|parameters|variables|eliminate|saturate|factor)[ \t]*:)"
    r"(?:[0-9.*_-]+[ \t]+)?(?:[A-Za-z.][ \t,|]*){4,}(?:$|[=:0-9])"
)
# What stands in lines of programs and of prose, and not in polynomials.
_OTHER_LINE = (
    r"[\"`@$?\\]|//|(?:[A-Za-z]{2,}[ ,]+){2}[A-Za-z]{2,}|[A-Za-z]{2}\.[A-Za-z]|->|[{}][ \t]*;?$|[)\w][ \t]*:[ \t]*$"
    r"|^[ \t]*(?:if|for|while|return|function|end|else|import|set|let|const|def|class)\b"
)
_SECTION = r"(?mi)^[ \t]*\[(?:puzzle|state|pencilmarks|solution)\]"
_BEGINNING = 20_000
_DIMACS = r"(?m)^[ \t]*(?:p[ \t]+(?:edges?|col)\b|e[ \t]+[0-9]+[ \t]+[0-9])"
_HEADER = r"(?m)^[ \t]*[A-Za-z]+[ \t]*:"
_DRAWN = r"(?m)[|\u2500-\u257f]|\.[ \t]*\.|^[ \t]*\.|\.[ \t]*$"
_DECIMAL_TERM = r"(?m)^[^|\n]*\.[0-9]+[ \t]*\*?[ \t]*[A-Za-z][^|\n]*="
_OPERATOR = r"[\^=/()<>\u2260\u2264\u2265\u2a7d\u2a7e]|\w[ \t]*[-+]|[-+][ \t]*\w"
_SYMBOLIC = r"\^|\*\*|=|[+*/] | [-+*/]|[\u00b2\u00b3\u00b9\u2070-\u2079\u2212\u00d7]"
_NO_TEXTS = {
    "path": "read_file(path) reads a file",
    "texts": "lines are one text, '\\n'.join(lines)",
    "puzzle": "it need not be read",
    "system": "it need not be read",
    "sympy": "from_sympy(equations) makes a system of SymPy's equations",
    "sympys": "from_sympy(equations) makes a system of SymPy's equations",
    "script": "script.text is its text; run(system) asks a backend, parse(output) reads what it printed",
}
#: How files begin that are no texts.
_BINARY = {
    b"%PDF-": "a PDF document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"PK\x03\x04": "a ZIP archive, as files of Word and Excel are",
    b"\x1f\x8b": "a file that gzip packed",
}
_ANYTHING = "a puzzle or a polynomial system"
_FORMS = (
    "polynomials one a line or in a list, a script of a computer algebra system or in SMT-LIB, SymbolicData XML, "
    "msolve's, PHCpack's or Bertini's input, OSCAR's file, or a puzzle: a grid, a link or the JSON of SudokuPad or "
    "f-puzzles, a DIMACS graph, a TOML file"
)
# Lines that are decimal numbers or products without a sign. Readers of systems tell what to do about them.
_TERMS = r"(?:\s*(?:[0-9]+\.[0-9]+|[0-9]+(?:\.[0-9]+)?[ \t]*[A-Za-z]\w*)[ \t]*(?:\n|\Z))+\s*"
_PATH = (
    r"(?a)\s*(?:[\w.~-]*[/\\])*\w[\w.-]*\.(?:txt|toml|sdk|sdm|ss|csv|col|xml|ms|json|mrdi|sing|m2|mpl|wl|sage|in)\s*"
)
_WITHOUT_OPERATORS = "a polynomial system without operators begins with a line 'variables: …'"


@with_hints
def read(text: str | bytes, **wanted: Unpack[ReadingOptions]) -> list[Puzzle] | PolynomialSystem:
    """The puzzles or the polynomial system in a text.

    Puzzles: one-line and drawn grids, CSV, TOML, DIMACS graphs, a shape such as ``2x3`` (an empty Sudoku with such
    boxes), links and documents of other programs (see `casbridge.puzzles.exchange`).
    Systems: the plain form, SymbolicData XML, msolve's input (see `casbridge.algebra.formats`), lists as CASs print
    them, and scripts and files of other systems (see `casbridge.algebra.languages`).

    An equation that is a nonzero constant is a record of the logger ``casbridge.reading``; nothing is printed. It also
    tells which parts of another program's document are left out, such as rules in words.

    Raises InputError, with line and column, for anything else.

    >>> [puzzle.line for puzzle in read("12.. ..12 2.3. 4...")]
    ['12....122.3.4...']
    >>> read("x^2 - y = 3").ring
    QQ[x, y]
    """
    source = wanted.setdefault("source", "<input>")
    content = _content_of(text, source)
    return _read(content, _form_asked(content, wanted), wanted)


def _content_of(text: str | bytes, source: str) -> str:
    """The text, without the prompts of a session."""
    from casbridge.algebra.languages.prompts import without_prompts

    return without_prompts(decoded(text, source))


def json_outline(text: str) -> str:
    """What a text is that is an object of JSON, or a list of JSON with more than numbers; "" for another text.

    `read` reads neither, unless it is a document that it knows.

    >>> json_outline('{"a": [1, 2], "b": 3}'), json_outline("[3, 4]"), json_outline("{x - 1}")
    ('an object of JSON with the keys a, b', '', '')
    """
    if not re.match(r'\s*(?:\{\s*["}]|\[\s*[\["{])', text):
        return ""
    import json

    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    if isinstance(document, list):
        return f"a list of JSON with {len(document)} items"
    keys = ", ".join([*document][:8]) + (", …" if len(document) > 8 else "")
    return f"an object of JSON with the keys {printable(keys, 100)}" if document else "an empty object of JSON"


def _is_other(text: str, least: int) -> bool:
    """Whether most lines of a text, at least so many, are neither polynomials nor rows of a grid but other words."""
    # The pattern looks at each letter of a long word again: the beginning of a line tells enough.
    beginnings = (line.lstrip()[:200] for line in islice(text.split("\n"), 1000))
    lines = [line for line in beginnings if line and not line.startswith("#")]
    return len(lines) >= least and 2 * sum(re.search(_OTHER_LINE, line) is not None for line in lines) > len(lines)


def form_of(text: str) -> str:
    """What a text is by its beginning: "toml", "dimacs", "system", "grid", or a form that `exchanged_form` knows.

    >>> form_of("x^2 - y = 3"), form_of("12.. ..12 2.3. 4..."), form_of("https://sudokupad.app/x")
    ('system', 'grid', 'link')
    """
    text = text if len(text) <= _SAMPLE else text[: text.rfind("\n", 0, _SAMPLE) + 1 or _SAMPLE]
    if _may_be_exchanged(text):
        from casbridge.puzzles.exchange.recognising import exchanged_form

        if form := exchanged_form(text):
            return form
    if re.search(_LETTERS, text) or not re.search("[A-Za-z=]", text):
        from casbridge.puzzles.lettered import is_lettered

        if is_lettered(text):
            return "lettered"
    from casbridge.algebra.languages.recognising import language_of, unread_place

    beginning = text.lstrip()[:1]
    if beginning == "<":
        return "system"
    if beginning not in "[{(" and not re.search(r"[^\W\d]|[_=]", text):
        return "grid"
    if re.search(_KEY % "|".join(KEYS), text):
        return "toml"
    if language_of(text) or unread_place(text)[0]:
        return "system"
    if re.search(_TOML, text):
        return "toml"
    if re.search(_DIMACS, text):
        return "dimacs"
    if _has_rows(text):
        return "grid"
    from casbridge.algebra.formats import is_msolve

    return "system" if (is_msolve(text) and not _has_square_lines(text)) or _is_system(text) else "grid"


def _form_asked(text: str, wanted: ReadingOptions) -> str:
    """`form_of`. With options for systems, letters are names: 2x y is a product."""
    if wanted.get("implicit") or wanted.get("decimals", "refuse") != "refuse":
        _notation(wanted)  # refuses wrong values, whatever the text is
    form = form_of(text)
    is_for_systems = wanted.get("implicit") or wanted.get("variables")
    return "system" if form == "grid" and is_for_systems and re.search("[A-Za-z]", text) else form


def _is_known(text: str) -> bool:
    """Whether a text is a system in a known language, or has headers."""
    from casbridge.algebra.languages.recognising import HEADERS, is_xml, language_of, unread_place

    return bool(is_xml(text) or HEADERS.search(text) or language_of(text) or unread_place(text)[0])


def _may_be_exchanged(text: str) -> bool:
    """Whether a text begins like a form of another program. It is quick; `exchanged_form` looks closer."""
    start = text[:_BEGINNING]
    return re.match(_EXCHANGED, start) is not None or ("[" in start and re.search(_SECTION, start) is not None)


def _read(text: str, form: str, wanted: ReadingOptions) -> list[Puzzle] | PolynomialSystem:
    source, name, family = wanted["source"], wanted.get("name", ""), wanted.get("family")
    is_exchanged = form not in ("system", "toml", "dimacs", "grid")
    is_mrdi = form == "system" and text.lstrip().startswith("{") and '"_ns"' in text
    try:
        if not (is_exchanged or is_mrdi) and re.match(_JSON, text):
            from casbridge.puzzles.exchange.plain_json import json_documents, read_plain_json

            if documents := json_documents(text):
                if puzzles := read_plain_json(documents, **wanted):
                    return puzzles
                if text.lstrip()[0] in "[{":
                    raise Location(source, 1, 1).error(json_outline(text) or "a document in JSON", _FORMS)
        if family is not None:
            _check_family(family)
        if form == "system":
            return _system(text, wanted)
        check_no_ideal(wanted.get("ideal"))
        if form == "toml":
            from casbridge.puzzles.toml import parse_toml

            return [parse_toml(text, **wanted)]
        if form == "dimacs":
            from casbridge.puzzles.dimacs import parse_dimacs

            return [parse_dimacs(text, **wanted)]
        if wanted.get("colours") is not None:
            raise InputError("colours for a grid", expected="a graph in DIMACS or TOML form")
        if is_exchanged:
            from casbridge.puzzles.exchange.recognising import read_exchanged

            return read_exchanged(text, form, **wanted)
        from casbridge.puzzles.parsing import grid_layout, parse_puzzles, parse_shape
        from casbridge.puzzles.puzzle import Puzzle

        shape = parse_shape(text)
        if shape:
            layout = grid_layout(shape[0] * shape[1], shape, family)
            return [Puzzle(layout, (0,) * layout.cells, name)]
        return parse_puzzles(text, **wanted)
    except InputError as error:
        if re.fullmatch(_PATH, text):
            found, hint = f"the name of a file, {printable(text.strip(), 60)!r}", "read_file(path) reads a file"
            raise InputError(found, source=source, expected="its text", hint=hint) from None
        is_plain = form in ("grid", "toml") or (form == "system" and not _is_known(text))
        is_plain = is_plain and not re.match(_JSON, text) and not re.search(_KEY % "|".join(KEYS), text)
        if is_plain and _is_other(text, 1 if form == "grid" else 3):
            at = Location(source, 1, 1).after(text[: len(text) - len(text.lstrip())])
            first = printable(text.lstrip().partition("\n")[0], 60)
            raise at.error(f"a text that is no puzzle and no system: {first}", _FORMS) from None
        if form == "grid" and error.hint is None and text.lstrip()[:1].isalpha():
            at = Location(source, error.line, error.column)
            raise at.error(error.found, error.expected, _WITHOUT_OPERATORS) from None
        raise error.located(source) from None


def _no_member(text: str, source: str) -> None:
    """InputError for the name of a family's member: as a polynomial, cyclic-6 would be another system."""
    name = text.strip()
    if "\n" in name or not re.match(r"(?a)[A-Za-z][A-Za-z-]*-[0-9]", name):
        return
    from casbridge.algebra.members import member_parts
    from casbridge.puzzles.families import FAMILIES

    parts = member_parts(name)
    if parts is not None and parts[0] in FAMILIES:
        hint = f"casbridge.member({name!r}) makes it; {parts[0]} - {parts[1]} is a polynomial"
        raise InputError(f"the name of a member of a family, {name}", source=source, expected="polynomials", hint=hint)


def _system(text: str, wanted: ReadingOptions) -> PolynomialSystem:
    from casbridge.algebra import formats

    source = wanted["source"]
    _no_member(text, source)
    found = formats.read_system(
        text,
        source=source,
        field=field_of(wanted.get("field")),
        name=wanted.get("name", ""),
        deadline=wanted.get("deadline", NEVER),
        notation=_notation(wanted),
    )
    return _with_notices(found, source)


def _with_notices(system: PolynomialSystem, source: str) -> PolynomialSystem:
    if notes := system.notes():
        from casbridge.notices import notice

        for note in notes:
            notice(f"{source}: {note}")
    return system


def _notation(wanted: ReadingOptions) -> Notation:
    from casbridge.algebra.notation import Notation

    implicit, decimals = wanted.get("implicit"), wanted.get("decimals")
    return Notation.of(
        False if implicit is None else implicit,
        "refuse" if decimals is None else decimals,
        wanted.get("variables") or (),
        wanted.get("ideal") or "",
    )


def _check_family(family: str) -> None:
    from casbridge.puzzles.layouts import FAMILIES

    if family not in FAMILIES:
        raise InputError(f"the family {printable(str(family), 40)!r}", expected=", ".join(FAMILIES))


def _is_system(text: str) -> bool:
    """Whether a text is a polynomial system, not a puzzle: it has a header, or letters with operators."""
    if re.search(_HEADER, text):
        return True
    bare = re.sub("#.*", "", text).replace("\u2212", "-").replace("\u00b7", "*")
    if re.search(_DECIMAL_TERM, bare):
        return True
    if re.search(_DRAWN, bare) or not re.search(r"[^\W\d_]", bare):
        return False
    return bool(re.search(_OPERATOR, bare) or ("*" in bare and not _has_square_lines(bare)))


def _has_rows(text: str) -> bool:
    """Whether most lines are rows of a grid, or begin with a puzzle, whatever words and signs are beside them."""
    lines = [line for line in text.split("\n") if line.strip()]
    rows = [match for match in map(re.compile(_CELLS).match, lines) if match]
    lengths = {len(re.findall("[0-9A-Z.*_-]", match.group(1) or match.group(2))) for match in rows}
    if len(rows) < 2 or 2 * len(rows) < len(lines) or len(lengths) > 1:
        return False
    (length,) = lengths
    is_square = length >= 16 and isqrt(length) ** 2 == length
    has_letters = any(re.search("[A-G]", match.group(1) or "") for match in rows)
    return (is_square or len(rows) % length == 0) and (not has_letters or re.search(r"--|\.\.|0", text) is not None)


def _has_square_lines(text: str) -> bool:
    """Whether the text can be a grid with letters and with `*` for blanks: of side 10 at least."""
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    lengths = {len(row) for row in rows}
    return len(lengths) == 1 and all(n == len(rows) >= 10 or isqrt(n) ** 2 == n >= 100 for n in lengths)


@with_hints
def read_each(text: str | bytes, **wanted: Unpack[ReadingOptions]) -> Sequence[Puzzle | PolynomialSystem | InputError]:
    """What `read` finds, one after the other. With ideal="*" these are all ideals that a program states.

    Of several each has the name SOURCE:NAME. For one that cannot be read there is the error, whose source is this name.

    >>> script = "ring r = 0, (x, y), dp; ideal i = x, y; ideal j = x2 - y, y2; std(i);"
    >>> [system.name for system in read_each(script, ideal="*", source="t.sing")]
    ['t.sing:i', 't.sing:j']
    """
    try:
        found = read(text, **wanted)
        return [found] if isinstance(found, PolynomialSystem) else found
    except SeveralIdealsError as error:
        if wanted.get("ideal") != "*":
            raise
        several, source = error, wanted.get("source", "<input>")
    each: list[Puzzle | PolynomialSystem | InputError] = []
    for name, read_one in zip(several.names, several.systems, strict=True):
        label = f"{source}:{printable(name, 60)}"
        try:
            each.append(_with_notices(read_one(label), label))
        except InputError as error:
            each.append(error.located(label, is_other=True))
    return each


@with_hints
def read_puzzles(text: str | bytes, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles that `read` finds. Raises InputError for a polynomial system.

    >>> (puzzle,) = read_puzzles(".4.....1..3.2...")
    >>> puzzle.clues
    4
    """
    found = read(text, **wanted)
    if isinstance(found, PolynomialSystem):
        hint = "read_system reads it"
        raise InputError("a polynomial system", source=wanted.get("source", "<input>"), expected="a puzzle", hint=hint)
    return found


@with_hints
def read_system(text: str | bytes, **wanted: Unpack[ReadingOptions]) -> PolynomialSystem:
    """The polynomial system that `read` finds. Raises InputError for a puzzle; `encode` makes a system of it.

    >>> len(read_system("x^2 - y = 3"))
    1
    >>> read_system("x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: <input>: no polynomial system; expected polynomials or equations, one in a line, ...
    """
    source = wanted.setdefault("source", "<input>")
    content = _content_of(text, source)
    form = _form_asked(content, wanted)
    try:
        found = _read(content, form, wanted)
    except InputError:
        if form != "grid" or re.fullmatch(_PATH, content):
            raise
        from casbridge.algebra.formats import EXAMPLE

        if re.fullmatch(_TERMS, content):
            return _system(content, wanted)
        raise Location(source).error("no polynomial system", EXAMPLE, _WITHOUT_OPERATORS) from None
    if not isinstance(found, PolynomialSystem):
        raise InputError("a puzzle", source=source, expected="a polynomial system", hint="encode makes one of it")
    return found


@with_hints
def read_file(path: str | os.PathLike[str], **wanted: Unpack[ReadingOptions]) -> list[Puzzle] | PolynomialSystem:
    """What `read` finds in a file; ``-`` is standard input.

    If there is no such file, the text may be the input itself: a member of a family (``cyclic-6``), a shape (``2x3``),
    a puzzle in one line, a link that carries a puzzle, an equation, or a list of polynomials.

    >>> read_file("2x3")[0].layout.description, read_file("cyclic-6").name
    ('6×6 Sudoku with boxes 2×3', 'cyclic-6')
    """
    if not isinstance(path, (str, os.PathLike)):
        raise wrong(path, "the path of a file, or '-'", {**_NO_TEXTS, "bytes": "read(data) reads bytes"})
    found = _found(os.fspath(path), wanted)
    return read(found, **wanted) if isinstance(found, bytes) else found


def read_each_file(
    path: str | os.PathLike[str], **wanted: Unpack[ReadingOptions]
) -> Sequence[Puzzle | PolynomialSystem | InputError]:
    """What `read_each` finds in a file, or in an argument as `read_file` takes it.

    >>> [system.name for system in read_each_file("cyclic-3", ideal="*")]
    ['cyclic-3']
    """
    found = _found(os.fspath(path), wanted)
    if isinstance(found, bytes):
        return read_each(found, **wanted)
    return [found] if isinstance(found, PolynomialSystem) else found


def _found(text: str, wanted: ReadingOptions) -> bytes | list[Puzzle] | PolynomialSystem:
    """The content of a file or of an argument, or the member of a family that it names; `wanted` gets its source."""
    found = _content(text)
    if found is None and _begins_like_a_document(text):
        found = text.encode("utf-8", "surrogateescape"), "<argument>"
    if found is None and (made := _member(text, wanted)) is not None:
        return made
    if found is None:
        from casbridge.puzzles.parsing import parse_box

        near = _near(text)
        is_equation = re.search(_SYMBOLIC, text) and _is_system(text) and not (near and "," in text)
        if not ("\n" in text or parse_box(text) or _is_literal(text) or is_equation):
            expected = "a file, '-', a shape 2x3, a family's member cyclic-6, a puzzle or an equation"
            raise InputError(f"no such file: {printable(text, 120)!r}", expected=expected, hint=near)
        found = text.encode("utf-8", "surrogateescape"), "<argument>"
    wanted.setdefault("source", found[1])
    return found[0]


def _member(text: str, wanted: ReadingOptions) -> list[Puzzle] | PolynomialSystem | None:
    """The member of a family with a name; None where no family has such a name."""
    if not text[:1].isalpha():
        return None
    from casbridge.puzzles.families import read_member

    made = read_member(text, field=field_of(wanted.get("field")), colours=wanted.get("colours"))
    if made is None:
        return None
    check_no_ideal(wanted.get("ideal"))
    made = replace(made, name=wanted.get("name") or made.name)
    if isinstance(made, PolynomialSystem):
        return made
    has = {"box": made.layout.box, "family": made.layout.family}
    for option, given in (("box", wanted.get("box")), ("family", wanted.get("family"))):
        if given not in (None, has[option]):
            raise InputError(f"another {option} for {made.name}", expected="none: the name says what it is")
    return [made]


def _near(text: str) -> str | None:
    """A hint for a text that is no file: a side of a grid, or a name like that of a family's member."""
    from casbridge.puzzles.layouts import box_shape
    from casbridge.puzzles.parsing import LARGEST_BY_SHAPE

    if re.fullmatch(r"(?a)[1-9]\d?", text) and int(text) <= LARGEST_BY_SHAPE:
        rows, columns = box_shape(int(text))
        return f"a grid with {text} rows has the shape {rows}x{columns}, that of its boxes"
    if not text[:1].isalpha():
        return None
    from casbridge.algebra.members import closest, member_parts
    from casbridge.puzzles.families import FAMILIES

    parts = member_parts(text)
    near = closest(parts[0], [*FAMILIES]) if parts else None
    return f"did you mean {near}-{printable(parts[1], 20)}?" if parts and near else None


def read_text(path: str, *, expected: str = _ANYTHING) -> tuple[str, str]:
    """The text of a file, or of standard input for ``-``, and the name to use for it in errors.

    expected: what it should hold, for the error if it is empty.

    >>> read_text("no/such/file")
    Traceback (most recent call last):
    casbridge.errors.InputError: no such file: 'no/such/file'; expected a file, or '-'
    """
    found = _content(path)
    if found is None:
        raise InputError(f"no such file: {printable(path, 120)!r}", expected="a file, or '-'")
    return decoded(*found, expected), found[1]


def _content(path: str) -> tuple[bytes, str] | None:
    """The bytes of a file or of standard input, and its name; None where there is no such file."""
    if path == "-":
        return sys.stdin.buffer.read(_LARGEST_INPUT + 1), "<stdin>"
    if not os.path.exists(path):
        return None
    return files.read(path, most=_LARGEST_INPUT, pipes=True), path


def _begins_like_a_document(text: str) -> bool:
    """Whether an argument that names no file is a link, a packed puzzle, a document, a script or a list."""
    if _may_be_exchanged(text):
        from casbridge.puzzles.exchange.recognising import exchanged_form

        if exchanged_form(text):
            return True
    if re.match(_JSON, text):
        from casbridge.puzzles.exchange.plain_json import json_documents

        if json_documents(text):
            return True
    is_call = re.match(r"\s*[A-Za-z ]{5,20}[(\[]", text) is not None
    if text.lstrip()[:1] not in ("[", "{", "(") and not (is_call or ";" in text):
        return False
    from casbridge.algebra.languages.recognising import language_of

    return language_of(text) != ""


def _is_literal(text: str) -> bool:
    """Whether an argument that names no file is a puzzle in one line."""
    if not re.match(r"(?a)[0-9A-Za-z.*_,;| \t]+\Z", text) or len(text) < 4:
        return False
    square = len(text) >= 16 and isqrt(len(text)) ** 2 == len(text)
    return square or 2 * len(re.findall(r"[0-9.*_,;| \t]", text)) > len(text)


def decoded(text: str | bytes, source: str, expected: str = _ANYTHING) -> str:
    """The text, with \\n for line ends; InputError for what is no text.

    source: its name. expected: what it should hold, for the error if it is empty.

    >>> decoded(b"x\\r\\ny", "file")
    'x\\ny'
    """
    if not isinstance(text, (str, bytes)):
        raise wrong(text, f"the text of {expected}", _NO_TEXTS)
    if len(text) > _LARGEST_INPUT:
        raise InputError(f"more than {_LARGEST_INPUT // 2**20} MB", source=source, expected="a smaller input")
    start = Location(source, 1, 1)
    if isinstance(text, bytes):
        if (binary := next((name for sign, name in _BINARY.items() if text.startswith(sign)), None)) is not None:
            raise start.error(f"{binary}, which is no text", expected)
        utf16 = text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        try:
            text = text.decode("utf-16" if utf16 else "utf-8-sig")
        except UnicodeDecodeError as error:
            data = error.object
            at = start.after(data[: error.start].decode("latin-1"))
            found = f"byte 0x{data[error.start]:02x}, which is no {'UTF-16' if utf16 else 'UTF-8'}"
            raise at.error(found, "text in UTF-8") from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    control = re.search(_CONTROL, text)
    if control:
        raise start.after(text[: control.start()]).error(f"a control character {control.group()!r}", "text")
    if not text.strip():
        raise InputError("nothing in it", source=source, expected=expected)
    return text
