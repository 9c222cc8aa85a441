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
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from casbridge.algebra.expressions import MOST_WORK, natural_key, parse_terms
from casbridge.algebra.fields import QQ, VARIABLE_NAME, Field, Ring
from casbridge.algebra.polynomials import CARET, Polynomial
from casbridge.algebra.systems import Equation, EquationWriter, PolynomialSystem, equation_of_terms
from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline

#: What a system looks like, for messages.
EXAMPLE = "polynomials or equations, one in a line, such as x^2 - 3*y = 1"

_HEADER = re.compile(r"[ \t]*([A-Za-z]+)[ \t]*:")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_MSOLVE_HEAD = re.compile(r"\s*([^\n]*)\n\s*([^\n]*)")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_SEPARATORS = re.compile(r"[\s,]+")
_CHUNK = 1 << 20


class _Passage(NamedTuple):
    """Text of the input, without white space around it, and the place where it begins."""

    text: str
    at: Location

    @staticmethod
    def of(text: str, at: Location) -> _Passage:
        stripped = text.lstrip()
        return _Passage(stripped.rstrip(), at.after(text[: len(text) - len(stripped)]))


# What a text has: its polynomials and, where it names them, the variables and the field.
_Parts = tuple[list[_Passage], _Passage | None, _Passage | None]


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
    >>> read_system("<INTPS><vars>x,y</vars><basis><poly>x*y-1</poly></basis></INTPS>").ring
    QQ[x, y]
    >>> list(read_system("x,y\\n0\\nx*y-1,\\nx^2-y\\n").polynomials())
    [x*y - 1, -y + x**2]
    """
    split = _symbolicdata if text.lstrip().startswith("<") else _msolve if is_msolve(text) else _plain
    polynomials, names, named_field = split(text, source, deadline)
    if named_field is not None:
        with _placed(named_field):
            named = Field.from_name(named_field.text)
        field = field or named
    if not polynomials:
        raise InputError("no polynomials", source=source, expected="at least one (0 for a system without equations)")
    if names is None:
        written = deadline.over(polynomials, UNREAD, every=1)
        variables = sorted({name for passage in written for name in _NAME.findall(passage.text)}, key=natural_key)
    else:
        variables = _SEPARATORS.sub(" ", names.text).split()
    with _placed(names or polynomials[0]):
        ring = Ring(field or QQ, tuple(variables))
    work = [MOST_WORK]
    patterns: dict[Polynomial, Polynomial] = {}
    equations: list[Equation] = []
    for number, passage in enumerate(polynomials, 1):
        left, sign, right = passage.text.partition("=")
        terms = parse_terms(left, ring.index, ring.field, at=passage.at, work=work, deadline=deadline)
        if sign:
            at = passage.at.after(left).after(sign)
            subtracted = parse_terms(right, ring.index, ring.field, at=at, work=work, deadline=deadline)
            for monomial, value in subtracted.items():
                difference = ring.field.element(terms.pop(monomial, 0) - value)
                if difference:
                    terms[monomial] = difference
        if terms:
            with _placed(passage):
                origin = f"polynomial {number}"
                equations.append(equation_of_terms(terms, ring, origin, lambda t: patterns.setdefault(t, t)))
    return PolynomialSystem(ring, tuple(equations), name=name)


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


def _plain(text: str, source: str | None, deadline: Deadline) -> _Parts:
    headers: dict[str, _Passage] = {}
    polynomials: list[_Passage] = []
    for number, whole in enumerate(deadline.over(text.split("\n"), UNREAD), 1):
        line = whole.partition("#")[0]
        if not line.strip():
            continue
        header = _HEADER.match(line)
        if header is None:
            polynomials.append(_Passage.of(line.rstrip().rstrip(",;"), Location(source, number, 1)))
            continue
        at = Location(source, number, header.start(1) + 1)
        key = header.group(1).lower()
        if key not in ("field", "variables"):
            raise at.error(f"unknown header {key!r}", "'field:' or 'variables:'")
        if polynomials:
            raise at.error(f"'{key}:' after a polynomial", "it before the first one")
        if key in headers:
            raise at.error(f"'{key}:' is given twice", "it once")
        headers[key] = _Passage(line[header.end() :].strip(), at)
    return polynomials, headers.get("variables"), headers.get("field")


def _msolve(text: str, source: str | None, deadline: Deadline) -> _Parts:
    """A line of variables, a line with the characteristic, polynomials between commas."""
    head = _MSOLVE_HEAD.match(text)
    start = Location(source, 1, 1)
    if head is None or head.end() >= len(text.rstrip()):
        at = start.after(text)._replace(column=1)
        raise at.error("the msolve input ends early", "variables, the characteristic, and polynomials")
    variables, field = (_Passage(head.group(part), start.after(text[: head.start(part)])) for part in (1, 2))
    polynomials: list[_Passage] = []
    at = start.after(text[: head.end()])
    for part in deadline.over(text[head.end() :].rstrip().removesuffix(",").split(","), UNREAD):
        polynomials.append(_Passage.of(part, at))
        at = at.after(part).after(",")
    return polynomials, variables, field


def _symbolicdata(text: str, source: str | None, deadline: Deadline) -> _Parts:
    """A SymbolicData record: <INTPS> (over QQ) or <ModPS> (over the prime field of its <basedomain>).

    A document type declaration is refused, so no entity is ever expanded or fetched.
    """
    record = _SymbolicData(source)
    try:
        for start in deadline.over(range(0, len(text), _CHUNK), UNREAD, every=1):
            record.parser.Parse(text[start : start + _CHUNK], False)
        record.parser.Parse("", True)
    except expat.ExpatError as error:
        what = expat.ErrorString(error.code) or "an error"
        at = Location(source, error.lineno, error.offset + 1)
        raise at.error(f"no well-formed XML: {what}", "a SymbolicData record") from None
    has_field = record.root == "ModPS" or record.texts["basedomain"]
    return record.texts["poly"], record.single("vars"), record.single("basedomain") if has_field else None


class _SymbolicData:
    """The passages of a SymbolicData record, by element."""

    def __init__(self, source: str | None) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.root = ""
        self.texts: dict[str, list[_Passage]] = {"vars": [], "basedomain": [], "poly": []}
        self._source = source
        self._open: str | None = None
        self._at = Location()
        self._parts: list[str] = []

    def single(self, element: str) -> _Passage:
        """The text of an element that must stand once."""
        passages = self.texts[element]
        if not passages:
            end = Location(self._source, self.parser.CurrentLineNumber, 1)
            raise end.error(f"no element <{element}>", "exactly one")
        if len(passages) > 1:
            raise passages[1].at.error(f"{len(passages)} elements <{element}>", "exactly one")
        return passages[0]

    def _here(self) -> Location:
        return Location(self._source, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, element: str, _: dict[str, str]) -> None:
        if not self.root:
            if element not in ("INTPS", "ModPS"):
                found = f"the element <{printable(element, 60)}>"
                raise self._here().error(found, "<INTPS> or <ModPS>, as in SymbolicData")
            self.root = element
        elif self._open is not None:
            raise self._here().error(f"<{printable(element, 60)}> inside <{self._open}>", "only text there")
        elif element in self.texts:
            self._open, self._parts = element, []

    def _data(self, data: str) -> None:
        if self._open is not None:
            if not self._parts:
                self._at = self._here()
            self._parts.append(data)

    def _end(self, element: str) -> None:
        if element == self._open:
            at = self._at if self._parts else self._here()
            self.texts[element].append(_Passage.of("".join(self._parts), at))
            self._open = None

    def _doctype(self, *_: Any) -> NoReturn:
        raise self._here().error("a document type declaration", "a record without one", "remove <!DOCTYPE …>")


@contextmanager
def _placed(passage: _Passage) -> Iterator[None]:
    """An InputError within gets the passage's place."""
    try:
        yield
    except InputError as error:
        raise passage.at.placed(error) from None


def write_plain(system: PolynomialSystem) -> str:
    """The system in the plain form, with its name and facts as comments.

    >>> print(write_plain(read_system("x*y - 1")), end="")
    field: QQ
    variables: x y
    x*y - 1
    """
    facts = ([("name", system.name)] if system.name else []) + list(system.facts)
    lines = [f"# {printable(f'{key}: {value}')}" for key, value in facts]
    lines += [f"field: {system.ring.field}", f"variables: {' '.join(system.ring.variables)}".rstrip()]
    return "\n".join(lines + _texts(system)) + "\n"


def write_symbolicdata(system: PolynomialSystem) -> str:
    """The system as a SymbolicData record.

    >>> print(write_symbolicdata(read_system("x*y - 1")), end="")
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


def write_msolve(system: PolynomialSystem) -> str:
    """The system as msolve's input. Raises InputError for a system without variables.

    >>> print(write_msolve(read_system("x*y - 1")), end="")
    x,y
    0
    x*y - 1
    """
    if not system.ring.variables:
        raise InputError("a system without variables", expected="at least one for msolve's form")
    header = f"{','.join(system.ring.variables)}\n{system.ring.field.characteristic}\n"
    return header + ",\n".join(_texts(system)) + "\n"


def _texts(system: PolynomialSystem) -> list[str]:
    writer = EquationWriter(system.ring.variables, CARET)
    return [writer.text(equation) for equation in system.equations] or ["0"]
