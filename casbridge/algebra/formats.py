"""Reading and writing polynomial systems: a plain text form, SymbolicData XML, msolve's input.

In every form the variables are listed lowest first. The plain form, both headers optional:

    # a comment
    field: GF(11)
    variables: x y z
    x^2 + y - 3/2
    x*y = z

has one polynomial, or one equation, in a line. Without the headers the field is QQ, the variables in natural order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn
from xml.parsers import expat

from casbridge.algebra.expressions import MOST_WORK, SparseTerms, names_in, natural_key, parse_terms
from casbridge.algebra.fields import QQ, Field
from casbridge.algebra.polynomials import CARET, Polynomial
from casbridge.algebra.rings import VARIABLE_NAME, Ring
from casbridge.algebra.systems import Equation, PolynomialSystem, equation_of_terms
from casbridge.errors import InputError, printable

_HEADER = re.compile(r"[ \t]*([A-Za-z]+)[ \t]*:")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_SEPARATORS = re.compile(r"[\s,]+")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Text of the input and the place where it begins."""

    text: str
    line: int
    column: int

    def stripped(self) -> _Piece:
        """Without the white space around it."""
        text = self.text.lstrip()
        skipped = self.text[: len(self.text) - len(text)]
        newline = skipped.rfind("\n")
        column = len(skipped) - newline if newline >= 0 else self.column + len(skipped)
        return _Piece(text.rstrip(), self.line + skipped.count("\n"), column)


def read_system(
    text: str, *, source: str | None = None, field: Field | None = None, name: str = ""
) -> PolynomialSystem:
    """A system from any of the three forms, told apart by content. `field` is used instead of the one in the text.

    InputError, with line and column, for anything that is none of them.

    >>> system = read_system("field: GF(11)\\nx^2 = 3*y")
    >>> system.ring, list(system.polynomials())
    (GF(11)[x, y], [-3*y + x**2])
    """
    if text.lstrip().startswith("<"):
        return read_symbolicdata(text, source=source, field=field, name=name)
    if is_msolve(text):
        return read_msolve(text, source=source, field=field, name=name)
    return read_plain(text, source=source, field=field, name=name)


def is_msolve(text: str) -> bool:
    """Whether a text begins like msolve's input: a line of variables, then a line with the characteristic."""
    names, _, rest = text.lstrip().partition("\n")
    characteristic = rest.lstrip().partition("\n")[0]
    if not _INTEGER.match(characteristic.rstrip()):
        return False
    return all(VARIABLE_NAME.match(name.strip()) for name in names.rstrip(" \t,").split(","))


# -- the plain form ---------------------------------------------------------------------------------------------------


def read_plain(text: str, *, source: str | None = None, field: Field | None = None, name: str = "") -> PolynomialSystem:
    """A system from the plain form.

    >>> list(read_plain("variables: y x\\nx + 1 = y").polynomials())
    [x - y + 1]
    """
    variables: list[str] | None = None
    found_field: Field | None = None
    pieces: list[_Piece] = []
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.partition("#")[0]
        if not line.strip():
            continue
        header = _HEADER.match(line)
        if header is None:
            pieces.append(_Piece(line.rstrip().rstrip(",;"), number, 1).stripped())
            continue
        place: dict[str, Any] = {"source": source, "line": number, "column": header.start(1) + 1}
        key, value = header.group(1).lower(), line[header.end() :].strip()
        if key not in ("field", "variables"):
            raise InputError(f"unknown header {key!r}", expected="'field:' or 'variables:'", **place)
        if pieces:
            raise InputError(f"'{key}:' after a polynomial", expected="it before the first one", **place)
        if (found_field if key == "field" else variables) is not None:
            raise InputError(f"'{key}:' is given twice", expected="it once", **place)
        if key == "field":
            found_field = _field(value, **place)
        else:
            variables = [part for part in _SEPARATORS.split(value) if part]
            _ring(variables, QQ, **place)
    return _system(pieces, variables, field or found_field or QQ, source, name)


def write_plain(system: PolynomialSystem) -> str:
    """The system in the plain form, its name and facts as comments.

    >>> print(write_plain(read_plain("x*y - 1")), end="")
    field: QQ
    variables: x y
    x*y - 1
    """
    facts = ([("name", system.name)] if system.name else []) + list(system.facts)
    lines = [f"# {printable(f'{key}: {value}')}" for key, value in facts]
    lines += [f"field: {system.ring.field}", f"variables: {' '.join(system.ring.variables)}".rstrip()]
    return "\n".join(lines + _texts(system)) + "\n"


# -- SymbolicData -----------------------------------------------------------------------------------------------------


def read_symbolicdata(
    text: str, *, source: str | None = None, field: Field | None = None, name: str = ""
) -> PolynomialSystem:
    """A system from a SymbolicData record: <INTPS> (over QQ) or <ModPS> (over the prime field of its <basedomain>).

    Document type declarations are refused, so that no entity is ever expanded or fetched.

    >>> system = read_symbolicdata("<INTPS><vars>x,y</vars><basis><poly>x*y-1</poly></basis></INTPS>")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [x*y - 1])
    """
    record = _Record(source)
    record.read(text)
    vars_piece = record.single("vars")
    variables = [part for part in _SEPARATORS.split(vars_piece.text) if part]
    _ring(variables, QQ, source=source, line=vars_piece.line, column=vars_piece.column)
    found_field = QQ
    if record.root == "ModPS" or record.texts["basedomain"]:
        domain = record.single("basedomain")
        found_field = _field(domain.text, source=source, line=domain.line, column=domain.column)
    return _system(record.texts["poly"], variables, field or found_field, source, name)


class _Record:
    """The pieces of text in a SymbolicData record, by element."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._open: str | None = None
        self._place = (1, 1)
        self._parts: list[str] = []
        self.root = ""
        self.texts: dict[str, list[_Piece]] = {"vars": [], "basedomain": [], "poly": []}

    def read(self, text: str) -> None:
        try:
            self._parser.Parse(text, True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code) or "an error"
            place: dict[str, Any] = {"source": self._source, "line": error.lineno, "column": error.offset + 1}
            raise InputError(f"no well-formed XML: {what}", expected="a SymbolicData record", **place) from None

    def single(self, element: str) -> _Piece:
        pieces = self.texts[element]
        if len(pieces) != 1:
            line = pieces[1].line if pieces else self._parser.CurrentLineNumber
            column = pieces[1].column if pieces else 1
            found = f"{len(pieces)} elements <{element}>" if pieces else f"no element <{element}>"
            raise InputError(found, source=self._source, line=line, column=column, expected="exactly one")
        return pieces[0]

    def _fail(self, found: str, expected: str, hint: str | None = None) -> NoReturn:
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        raise InputError(found, source=self._source, line=line, column=column, expected=expected, hint=hint)

    def _start(self, element: str, _: dict[str, str]) -> None:
        if not self.root:
            if element not in ("INTPS", "ModPS"):
                self._fail(f"the element <{printable(element, 60)}>", "<INTPS> or <ModPS>, as in SymbolicData")
            self.root = element
        elif self._open is not None:
            self._fail(f"<{printable(element, 60)}> inside <{self._open}>", "only text there")
        elif element in self.texts:
            self._open = element
            self._parts = []
            self._place = (0, 0)

    def _data(self, data: str) -> None:
        if self._open is not None:
            if not self._parts:
                self._place = (self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)
            self._parts.append(data)

    def _end(self, element: str) -> None:
        if element == self._open:
            line, column = self._place
            if not self._parts:
                line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
            self.texts[element].append(_Piece("".join(self._parts), line, column).stripped())
            self._open = None

    def _doctype(self, *_: Any) -> None:
        self._fail("a document type declaration", "a record without one", "remove <!DOCTYPE …>")


def write_symbolicdata(system: PolynomialSystem) -> str:
    """The system as a SymbolicData record.

    >>> print(write_symbolicdata(read_plain("x*y - 1")), end="")
    <?xml version="1.0"?>
    <INTPS>
      <vars>x,y</vars>
      <basis>
        <poly>x*y - 1</poly>
      </basis>
    </INTPS>
    """
    field = system.ring.field
    root = "ModPS" if field.characteristic else "INTPS"
    domain = [f"  <basedomain>{field}</basedomain>"] if field.characteristic else []
    lines = ['<?xml version="1.0"?>', f"<{root}>", *domain, f"  <vars>{','.join(system.ring.variables)}</vars>"]
    lines += ["  <basis>", *(f"    <poly>{text}</poly>" for text in _texts(system)), "  </basis>", f"</{root}>"]
    return "\n".join(lines) + "\n"


# -- msolve -----------------------------------------------------------------------------------------------------------


def read_msolve(
    text: str, *, source: str | None = None, field: Field | None = None, name: str = ""
) -> PolynomialSystem:
    """A system from msolve's input: a line of variables, a line with the characteristic, polynomials between commas.

    >>> list(read_msolve("x,y\\n0\\nx*y-1,\\nx^2-y\\n").polynomials())
    [x*y - 1, -y + x**2]
    """
    lines = text.split("\n")
    numbers = [number for number, line in enumerate(lines, 1) if line.strip()]
    if len(numbers) < 3:
        expected = "variables, the characteristic, and polynomials"
        raise InputError("the msolve input ends early", source=source, line=len(lines), column=1, expected=expected)
    first, second = numbers[:2]
    variables = [part for part in _SEPARATORS.split(lines[first - 1]) if part]
    _ring(variables, QQ, source=source, line=first, column=1)
    found_field = _field(lines[second - 1], source=source, line=second, column=1)
    pieces: list[_Piece] = []
    rest = _Piece("\n".join(lines[second:]).rstrip(), second + 1, 1)
    for part in rest.text.removesuffix(",").split(","):
        piece = _Piece(part, rest.line, rest.column)
        pieces.append(piece.stripped())
        newline = part.rfind("\n")
        column = len(part) - newline + 1 if newline >= 0 else rest.column + len(part) + 1
        rest = _Piece("", rest.line + part.count("\n"), column)
    return _system(pieces, variables, field or found_field, source, name)


def write_msolve(system: PolynomialSystem) -> str:
    """The system as msolve's input.

    >>> print(write_msolve(read_plain("x*y - 1")), end="")
    x,y
    0
    x*y - 1
    """
    if not system.ring.variables:
        raise InputError("a system without variables", expected="at least one for msolve's form")
    header = f"{','.join(system.ring.variables)}\n{system.ring.field.characteristic}\n"
    return header + ",\n".join(_texts(system)) + "\n"


# -- common -----------------------------------------------------------------------------------------------------------


def _system(
    pieces: Sequence[_Piece], variables: Sequence[str] | None, field: Field, source: str | None, name: str
) -> PolynomialSystem:
    if not pieces:
        raise InputError("no polynomials", source=source, expected="at least one (0 for a system without equations)")
    if variables is None:
        variables = sorted(set().union(*(names_in(piece.text) for piece in pieces)), key=natural_key)
    ring = _ring(variables, field, source=source, line=pieces[0].line, column=pieces[0].column)
    index, work = ring.index, [MOST_WORK]
    patterns: dict[Polynomial, Polynomial] = {}
    equations: list[Equation] = []
    for number, piece in enumerate(pieces, 1):
        terms = _equation_terms(piece, index, field, source, work)
        if terms:
            origin = f"polynomial {number}"
            equations.append(equation_of_terms(terms, ring, origin, lambda t: patterns.setdefault(t, t)))
    return PolynomialSystem(ring, tuple(equations), name=name)


def _equation_terms(
    piece: _Piece, index: dict[str, int], field: Field, source: str | None, work: list[int]
) -> SparseTerms:
    left, sign, right = piece.text.partition("=")
    terms = parse_terms(left, index, field, line=piece.line, column=piece.column, source=source, work=work)
    if sign:
        newline = left.rfind("\n")
        line = piece.line + left.count("\n")
        column = len(left) - newline + 1 if newline >= 0 else piece.column + len(left) + 1
        for monomial, value in parse_terms(
            right, index, field, line=line, column=column, source=source, work=work
        ).items():
            difference = field.element(terms.pop(monomial, 0) - value)
            if difference:
                terms[monomial] = difference
    return terms


def _texts(system: PolynomialSystem) -> list[str]:
    return [equation.text(system.ring.variables, CARET) for equation in system.equations] or ["0"]


def _field(text: str, **place: Any) -> Field:
    try:
        return Field.from_name(text)
    except InputError as error:
        raise InputError(error.found, expected=error.expected, hint=error.hint, **place) from None


def _ring(variables: Sequence[str], field: Field, **place: Any) -> Ring:
    try:
        return Ring(field, tuple(variables))
    except InputError as error:
        raise InputError(error.found, expected=error.expected, hint=error.hint, **place) from None
