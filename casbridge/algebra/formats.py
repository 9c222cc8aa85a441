"""Reading and writing polynomial systems: a plain text form, SymbolicData XML, msolve's input.

In every form the variables are listed lowest first. The plain form, both headers optional:

    # a comment
    field: GF(11)
    variables: x y z
    x^2 + y - 3/2
    x*y = z

A line has one polynomial or one equation. Without the headers the field is QQ, and the variables are in natural order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from casbridge.algebra.expressions import MOST_WORK, SparseTerms, names_in, natural_key, parse_terms
from casbridge.algebra.fields import QQ, Field
from casbridge.algebra.locations import UNREAD, Location
from casbridge.algebra.polynomials import CARET, Polynomial
from casbridge.algebra.rings import VARIABLE_NAME, Ring
from casbridge.algebra.systems import Equation, EquationWriter, PolynomialSystem, equation_of_terms
from casbridge.errors import InputError, printable
from casbridge.limits import NEVER, Deadline

#: What a system looks like, for messages.
EXAMPLE = "polynomials or equations, one in a line, such as x^2 - 3*y = 1"

_HEADER = re.compile(r"[ \t]*([A-Za-z]+)[ \t]*:")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_MSOLVE_HEAD = re.compile(r"\s*([^\n]*)\n\s*([^\n]*)")
_SEPARATORS = re.compile(r"[\s,]+")
_CHUNK = 1 << 20


class _Passage(NamedTuple):
    """Text of the input and the place where it begins."""

    text: str
    at: Location

    def stripped(self) -> _Passage:
        """The piece without the white space around it."""
        text = self.text.lstrip()
        return _Passage(text.rstrip(), self.at.after(self.text[: len(self.text) - len(text)]))


def read_system(
    text: str, *, source: str | None = None, field: Field | None = None, name: str = "", deadline: Deadline = NEVER
) -> PolynomialSystem:
    """A system in any of the three forms, which are told apart by content.

    source: the name of the file, for errors.
    field: the ground field, instead of the one in the text.
    Raises InputError, with line and column, for a text in none of the forms.

    >>> system = read_system("field: GF(11)\\nx^2 = 3*y")
    >>> system.ring, list(system.polynomials())
    (GF(11)[x, y], [-3*y + x**2])
    """
    read = read_symbolicdata if text.lstrip().startswith("<") else read_msolve if is_msolve(text) else read_plain
    return read(text, source=source, field=field, name=name, deadline=deadline)


def is_msolve(text: str) -> bool:
    """Whether a text begins like msolve's input: a line of variables, then a line with the characteristic.

    >>> is_msolve("x, y\\n0\\nx - y"), is_msolve("x - y\\n0")
    (True, False)
    """
    names, _, rest = text.lstrip().partition("\n")
    characteristic = rest.lstrip().partition("\n")[0]
    if not _INTEGER.match(characteristic.rstrip()):
        return False
    return all(VARIABLE_NAME.match(name.strip()) for name in names.rstrip(" \t,").split(","))


# -- the plain form ---------------------------------------------------------------------------------------------------


def read_plain(
    text: str, *, source: str | None = None, field: Field | None = None, name: str = "", deadline: Deadline = NEVER
) -> PolynomialSystem:
    """A system in the plain form; see `read_system`.

    >>> list(read_plain("variables: y x\\nx + 1 = y").polynomials())
    [x - y + 1]
    """
    headers: dict[str, _Passage] = {}
    pieces: list[_Passage] = []
    for number, whole in enumerate(text.split("\n"), 1):
        deadline.check(UNREAD)
        line = whole.partition("#")[0]
        if not line.strip():
            continue
        header = _HEADER.match(line)
        if header is None:
            pieces.append(_Passage(line.rstrip().rstrip(",;"), Location(source, number, 1)).stripped())
            continue
        at = Location(source, number, header.start(1) + 1)
        key = header.group(1).lower()
        if key not in ("field", "variables"):
            raise at.error(f"unknown header {key!r}", "'field:' or 'variables:'")
        if pieces:
            raise at.error(f"'{key}:' after a polynomial", "it before the first one")
        if key in headers:
            raise at.error(f"'{key}:' is given twice", "it once")
        headers[key] = _Passage(line[header.end() :].strip(), at)
    found_field = _field(headers["field"]) if "field" in headers else QQ
    variables = _variables(headers["variables"]) if "variables" in headers else None
    return _system(pieces, variables, field or found_field, source, name, deadline)


def write_plain(system: PolynomialSystem) -> str:
    """The system in the plain form, with its name and facts as comments.

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
    text: str, *, source: str | None = None, field: Field | None = None, name: str = "", deadline: Deadline = NEVER
) -> PolynomialSystem:
    """A system in a SymbolicData record: <INTPS> (over QQ) or <ModPS> (over the prime field of its <basedomain>).

    A document type declaration is refused, so no entity is ever expanded or fetched. See `read_system`.

    >>> system = read_symbolicdata("<INTPS><vars>x,y</vars><basis><poly>x*y-1</poly></basis></INTPS>")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [x*y - 1])
    """
    record = _SymbolicData(source)
    record.parse(text, deadline)
    variables = _variables(record.single("vars"))
    found_field = QQ
    if record.root == "ModPS" or record.texts["basedomain"]:
        found_field = _field(record.single("basedomain"))
    return _system(record.texts["poly"], variables, field or found_field, source, name, deadline)


class _SymbolicData:
    """The pieces of text in a SymbolicData record, by element."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._open: str | None = None
        self._at = Location()
        self._parts: list[str] = []
        self.root = ""
        self.texts: dict[str, list[_Passage]] = {"vars": [], "basedomain": [], "poly": []}

    def parse(self, text: str, deadline: Deadline) -> None:
        try:
            for start in range(0, len(text), _CHUNK):
                deadline.check(UNREAD)
                self._parser.Parse(text[start : start + _CHUNK], False)
            self._parser.Parse("", True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code) or "an error"
            at = Location(self._source, error.lineno, error.offset + 1)
            raise at.error(f"no well-formed XML: {what}", "a SymbolicData record") from None

    def single(self, element: str) -> _Passage:
        """The text of an element that must stand once."""
        pieces = self.texts[element]
        if len(pieces) != 1:
            at = pieces[1].at if pieces else Location(self._source, self._parser.CurrentLineNumber, 1)
            found = f"{len(pieces)} elements <{element}>" if pieces else f"no element <{element}>"
            raise at.error(found, "exactly one")
        return pieces[0]

    def _here(self) -> Location:
        return Location(self._source, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _start(self, element: str, _: dict[str, str]) -> None:
        if not self.root:
            if element not in ("INTPS", "ModPS"):
                found = f"the element <{printable(element, 60)}>"
                raise self._here().error(found, "<INTPS> or <ModPS>, as in SymbolicData")
            self.root = element
        elif self._open is not None:
            raise self._here().error(f"<{printable(element, 60)}> inside <{self._open}>", "only text there")
        elif element in self.texts:
            self._open = element
            self._parts = []

    def _data(self, data: str) -> None:
        if self._open is not None:
            if not self._parts:
                self._at = self._here()
            self._parts.append(data)

    def _end(self, element: str) -> None:
        if element == self._open:
            at = self._at if self._parts else self._here()
            self.texts[element].append(_Passage("".join(self._parts), at).stripped())
            self._open = None

    def _doctype(self, *_: Any) -> NoReturn:
        raise self._here().error("a document type declaration", "a record without one", "remove <!DOCTYPE …>")


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
    text: str, *, source: str | None = None, field: Field | None = None, name: str = "", deadline: Deadline = NEVER
) -> PolynomialSystem:
    """A system in msolve's input: a line of variables, a line with the characteristic, polynomials between commas.

    See `read_system`.

    >>> list(read_msolve("x,y\\n0\\nx*y-1,\\nx^2-y\\n").polynomials())
    [x*y - 1, -y + x**2]
    """
    head = _MSOLVE_HEAD.match(text)
    start = Location(source, 1, 1)
    if head is None or head.end() >= len(text.rstrip()):
        at = start.after(text)._replace(column=1)
        raise at.error("the msolve input ends early", "variables, the characteristic, and polynomials")
    variables = _variables(_Passage(head.group(1), start.after(text[: head.start(1)])))
    found_field = _field(_Passage(head.group(2), start.after(text[: head.start(2)])))
    pieces: list[_Passage] = []
    at = start.after(text[: head.end()])
    for part in text[head.end() :].rstrip().removesuffix(",").split(","):
        deadline.check(UNREAD)
        pieces.append(_Passage(part, at).stripped())
        at = at.after(part).after(",")
    return _system(pieces, variables, field or found_field, source, name, deadline)


def write_msolve(system: PolynomialSystem) -> str:
    """The system as msolve's input. Raises InputError for a system without variables.

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
    pieces: Sequence[_Passage],
    variables: Sequence[str] | None,
    field: Field,
    source: str | None,
    name: str,
    deadline: Deadline,
) -> PolynomialSystem:
    if not pieces:
        raise InputError("no polynomials", source=source, expected="at least one (0 for a system without equations)")
    if variables is None:
        names: set[str] = set()
        for piece in pieces:
            deadline.check(UNREAD)
            names |= names_in(piece.text)
        variables = sorted(names, key=natural_key)
    try:
        ring = Ring(field, tuple(variables))
    except InputError as error:
        raise pieces[0].at.placed(error) from None
    work = [MOST_WORK]
    patterns: dict[Polynomial, Polynomial] = {}
    equations: list[Equation] = []
    for number, piece in enumerate(pieces, 1):
        terms = _equation_terms(piece, ring.index, field, work, deadline)
        if terms:
            origin = f"polynomial {number}"
            try:
                equations.append(equation_of_terms(terms, ring, origin, lambda t: patterns.setdefault(t, t)))
            except InputError as error:
                raise piece.at.placed(error) from None
    return PolynomialSystem(ring, tuple(equations), name=name)


def _equation_terms(
    piece: _Passage, index: dict[str, int], field: Field, work: list[int], deadline: Deadline
) -> SparseTerms:
    left, sign, right = piece.text.partition("=")
    terms = parse_terms(left, index, field, at=piece.at, work=work, deadline=deadline)
    if sign:
        at = piece.at.after(left).after(sign)
        for monomial, value in parse_terms(right, index, field, at=at, work=work, deadline=deadline).items():
            difference = field.element(terms.pop(monomial, 0) - value)
            if difference:
                terms[monomial] = difference
    return terms


def _texts(system: PolynomialSystem) -> list[str]:
    writer = EquationWriter(system.ring.variables, CARET)
    return [writer.text(equation) for equation in system.equations] or ["0"]


def _field(piece: _Passage) -> Field:
    try:
        return Field.from_name(piece.text)
    except InputError as error:
        raise piece.at.placed(error) from None


def _variables(piece: _Passage) -> list[str]:
    """Names between commas or white space, all different and all names of variables."""
    names = [part for part in _SEPARATORS.split(piece.text) if part]
    try:
        Ring(QQ, tuple(names))
    except InputError as error:
        raise piece.at.placed(error) from None
    return names
