"""Reading and writing polynomial systems: a plain text form, SymbolicData XML, msolve's input.

In every form the variables are listed lowest first. The plain form, all headers optional:

    # a comment
    field: GF(11)
    parameters: a
    variables: x y z
    eliminate: x y          for an elimination: the variables to eliminate
    saturate: x, y - 1      for a saturation: generators of the ideal to saturate by
    factor: x^2 - y^2       for a factorisation: the polynomial to factor, modulo the equations
    x^2 + y - 3/2
    x*y = z/(a + 1)

A line has one polynomial or one equation. Without the headers the field is QQ, there are no parameters, and the
variables are in natural order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from casbridge.algebra.denominators import Denominators, SparseTerms
from casbridge.algebra.expressions import MOST_WORK, cleared, natural_key, parse_terms
from casbridge.algebra.fields import QQ, VARIABLE_NAME, Field, Ring
from casbridge.algebra.polynomials import CARET, Polynomial
from casbridge.algebra.systems import (
    Equation,
    EquationWriter,
    Goal,
    PolynomialSystem,
    dense_terms,
    equation_of_terms,
)
from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline

#: What a system looks like, for messages.
EXAMPLE = "polynomials or equations, one in a line, such as x^2 - 3*y = 1"

_HEADER = re.compile(r"[ \t]*([A-Za-z]+)[ \t]*:")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_MSOLVE_HEAD = re.compile(r"\s*([^\n]*)\n\s*([^\n]*)")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_SEPARATORS = re.compile(r"[\s,]+")
_COMMA = re.compile(",")
_NO_SEPARATOR = re.compile(r"(?!)")
_CHUNK = 1 << 20


class _Passage(NamedTuple):
    """Text of the input, without white space around it, and the place where it begins."""

    text: str
    at: Location

    @staticmethod
    def of(text: str, at: Location) -> _Passage:
        stripped = text.lstrip()
        return _Passage(stripped.rstrip(), at.after(text[: len(text) - len(stripped)]))


class _Parts(NamedTuple):
    """What a text has: its polynomials and, where it names them, the variables, the field and the parameters."""

    polynomials: list[_Passage]
    variables: _Passage | None
    field: _Passage | None
    parameters: _Passage | None
    goal: dict[str, _Passage]


_HEADERS = ("field", "parameters", "variables")
#: The headers of a goal, and what stands in them.
_EXAMPLES = {
    "eliminate": "variables, such as 'eliminate: x y'",
    "saturate": "polynomials, such as 'saturate: x, y - 1'",
    "factor": "a polynomial, such as 'factor: x^2 - 1'",
}
_GOALS = (*_EXAMPLES,)


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
    >>> system = read_system("parameters: a b\\nx^2/a = y/b")
    >>> system.ring, list(system.polynomials())
    (QQ(a, b)[x, y], [-a*y + b*x**2])
    """
    split = _symbolicdata if text.lstrip().startswith("<") else _msolve if is_msolve(text) else _plain
    polynomials, names, named_field, named_parameters, goal_texts = split(text, source, deadline)
    in_goal = _goal_passages(goal_texts)
    if named_field is not None:
        with _placed(named_field):
            named = Field.from_name(named_field.text)
        field = field or named
    if not polynomials and "factor" not in goal_texts:
        raise InputError("no polynomials", source=source, expected="at least one (0 for a system without equations)")
    parameters = _parameters(named_parameters)
    if names is None:
        written = deadline.over([*polynomials, *chain.from_iterable(in_goal.values())], UNREAD, every=1)
        occurring = {name for passage in written for name in _NAME.findall(passage.text)}
        variables = sorted(occurring.difference(parameters), key=natural_key)
    else:
        variables = _names(names)
    with _placed(names or (polynomials or in_goal["factor"])[0]):
        both = next((name for name in variables if name in parameters), None)
        if both is not None:
            raise InputError(f"{both} is a parameter and a variable", expected="one of the two")
        ring = Ring(field or QQ, (*parameters, *variables), parameters)
    work = [MOST_WORK]
    patterns: dict[Polynomial, Polynomial] = {}
    equations: list[Equation] = []
    for number, passage in enumerate(polynomials, 1):
        terms = _terms(passage, ring, work, deadline)
        if terms:
            with _placed(passage):
                origin = f"polynomial {number}"
                equations.append(equation_of_terms(terms, ring, origin, lambda t: patterns.setdefault(t, t)))
    goal = _goal(in_goal, ring, work, deadline)
    return PolynomialSystem(ring, tuple(equations), name=name, goal=goal)


def with_goal(system: PolynomialSystem, eliminate: str = "", saturate: str = "", factor: str = "") -> PolynomialSystem:
    """The system with other goals, where they are given.

    eliminate: names of variables, with commas or spaces between them.
    saturate: polynomials, with commas between them.
    factor: a polynomial. Variables that the ring lacks are added to it, as the highest ones.
    Raises InputError for what cannot be read.

    >>> with_goal(read_system("x*y - x"), saturate="x").goal
    Goal(eliminate=(), saturate=(x,), factor=None)
    """
    texts = {"eliminate": eliminate, "saturate": saturate, "factor": factor}
    given = {key: _Passage.of(text, Location(f"--{key}", 1, 1)) for key, text in texts.items() if text}
    new = sorted(set(_NAME.findall(factor)).difference(system.ring.variables), key=natural_key)
    if new:
        wider = replace(system.ring, variables=(*system.ring.variables, *new))
        wants = [
            Polynomial(wider, {(*e, *(0,) * len(new)): c for e, c in f.terms.items()}) for f in system.goal.saturate
        ]
        system = replace(system, ring=wider, goal=Goal(system.goal.eliminate, tuple(wants)))
    goal = _goal(_goal_passages(given), system.ring, [MOST_WORK], NEVER)
    return replace(system, goal=replace(system.goal, **{key: getattr(goal, key) for key in given}))


def _goal_passages(headers: dict[str, _Passage]) -> dict[str, list[_Passage]]:
    """The parts of each header of the goal: the names of `eliminate`, the polynomials of the others."""
    found: dict[str, list[_Passage]] = {}
    for key, (text, at) in headers.items():
        separator = _SEPARATORS if key == "eliminate" else _COMMA if key == "saturate" else _NO_SEPARATOR
        starts = [0, *(match.end() for match in separator.finditer(text)), len(text) + 1]
        ends = [*(match.start() for match in separator.finditer(text)), len(text)]
        found[key] = [_Passage.of(text[a:b], at.after(text[:a])) for a, b in zip(starts[:-1], ends, strict=True)]
        if not text:
            raise at.error(f"nothing in '{key}:'", _EXAMPLES[key])
    return found


def _goal(passages: dict[str, list[_Passage]], ring: Ring, work: list[int], deadline: Deadline) -> Goal:
    positions: list[int] = []
    for name, at in passages.get("eliminate", ()):
        if name not in ring.unknowns:
            raise at.error(f"no variable {printable(name, 60)!r}", f"one of {' '.join(ring.unknowns)}")
        if ring.index[name] in positions:
            raise at.error(f"{printable(name, 60)!r} is given twice", "different variables")
        positions.append(ring.index[name])
    read: dict[str, list[Polynomial]] = {"saturate": [], "factor": []}
    for key, found in read.items():
        for passage in passages.get(key, ()):
            terms = _terms(passage, ring, work, deadline, equation=False)
            if key == "factor" and not terms:
                raise passage.at.error("the factors of 0", "a polynomial that is not 0")
            found.append(Polynomial(ring, dense_terms(terms, range(ring.size), ring.size)))
    return Goal(tuple(positions), tuple(read["saturate"]), next(iter(read["factor"]), None))


def _terms(passage: _Passage, ring: Ring, work: list[int], deadline: Deadline, *, equation: bool = True) -> SparseTerms:
    """The terms of a polynomial, or of an equation's left side without its right side; without denominators."""
    denominators = Denominators(ring.field, ring.lowest) if ring.parameters else None
    read = partial(
        parse_terms, index=ring.index, field=ring.field, work=work, deadline=deadline, denominators=denominators
    )
    left, sign, right = passage.text.partition("=") if equation else (passage.text, "", "")
    terms = read(left, at=passage.at)
    if sign:
        subtracted = read(right, at=passage.at.after(left).after(sign))
        for monomial, value in subtracted.items():
            difference = ring.field.element(terms.pop(monomial, 0) - value)
            if difference:
                terms[monomial] = difference
    return terms if denominators is None else cleared(terms, denominators, passage.at)


def _names(passage: _Passage) -> list[str]:
    return _SEPARATORS.sub(" ", passage.text).split()


def _parameters(passage: _Passage | None) -> tuple[str, ...]:
    """The parameters that a text names."""
    if passage is None:
        return ()
    names = _names(passage)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise passage.at.error(f"parameter {printable(twice, 60)} is named twice", "distinct parameters")
    with _placed(passage):
        return Ring(QQ, tuple(names)).variables


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
        if key not in (*_HEADERS, *_GOALS):
            known = ", ".join(f"'{one}:'" for one in (*_HEADERS, *_GOALS))
            raise at.error(f"unknown header {key!r}", f"one of {known}")
        if polynomials:
            raise at.error(f"'{key}:' after a polynomial", "it before the first one")
        if key in headers:
            raise at.error(f"'{key}:' is given twice", "it once")
        if key in _GOALS:
            headers[key] = _Passage.of(line[header.end() :], Location(source, number, header.end() + 1))
        else:
            headers[key] = _Passage(line[header.end() :].strip(), at)
    goal = {key: headers[key] for key in _GOALS if key in headers}
    return _Parts(polynomials, headers.get("variables"), headers.get("field"), headers.get("parameters"), goal)


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
    return _Parts(polynomials, variables, field, None, {})


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
    field = record.single("basedomain") if has_field else None
    parameters = record.single("parameters") if record.texts["parameters"] else None
    return _Parts(record.texts["poly"], record.single("vars"), field, parameters, {})


class _SymbolicData:
    """The passages of a SymbolicData record, by element."""

    def __init__(self, source: str | None) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.root = ""
        self.texts: dict[str, list[_Passage]] = {"vars": [], "parameters": [], "basedomain": [], "poly": []}
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
    lines += [f"field: {system.ring.field}"]
    lines += [f"parameters: {' '.join(system.ring.parameters)}"] if system.ring.parameters else []
    lines += [f"variables: {' '.join(system.ring.unknowns)}".rstrip()]
    return "\n".join(lines + goal_lines(system) + _texts(system)) + "\n"


def goal_lines(system: PolynomialSystem) -> list[str]:
    """The headers of the plain form for the system's goal.

    >>> goal_lines(read_system("eliminate: x\\nsaturate: x, y\\nx*y"))
    ['eliminate: x', 'saturate: x, y']
    """
    goal, names = system.goal, system.ring.variables
    lines = [f"eliminate: {' '.join(names[v] for v in goal.eliminate)}"] if goal.eliminate else []
    lines += [f"saturate: {', '.join(f.text(style=CARET) for f in goal.saturate)}"] if goal.saturate else []
    return lines + ([f"factor: {goal.factor.text(style=CARET)}"] if goal.factor is not None else [])


def write_symbolicdata(system: PolynomialSystem) -> str:
    """The system as a SymbolicData record. Raises InputError for a system with a goal.

    >>> print(write_symbolicdata(read_system("x*y - 1")), end="")
    <?xml version="1.0"?>
    <INTPS>
      <vars>x,y</vars>
      <basis>
        <poly>x*y - 1</poly>
      </basis>
    </INTPS>
    """
    _refuse_goal(system, "SymbolicData's form")
    field, parameters = system.ring.field, system.ring.parameters
    root = "ModPS" if field.characteristic else "INTPS"
    domain = [f"  <basedomain>{field}</basedomain>"] if field.characteristic else []
    domain += [f"  <parameters>{','.join(parameters)}</parameters>"] if parameters else []
    lines = ['<?xml version="1.0"?>', f"<{root}>", *domain, f"  <vars>{','.join(system.ring.unknowns)}</vars>"]
    lines += ["  <basis>", *(f"    <poly>{text}</poly>" for text in _texts(system)), "  </basis>", f"</{root}>"]
    return "\n".join(lines) + "\n"


def write_msolve(system: PolynomialSystem) -> str:
    """The system as msolve's input. Raises InputError for one without variables, with parameters, or with a goal.

    >>> print(write_msolve(read_system("x*y - 1")), end="")
    x,y
    0
    x*y - 1
    """
    _refuse_goal(system, "msolve's form")
    if system.ring.parameters:
        hint = "the plain form has them"
        raise InputError("parameters in msolve's form", expected="a system without them", hint=hint)
    if not system.ring.variables:
        raise InputError("a system without variables", expected="at least one for msolve's form")
    header = f"{','.join(system.ring.variables)}\n{system.ring.field.characteristic}\n"
    return header + ",\n".join(_texts(system)) + "\n"


def _refuse_goal(system: PolynomialSystem, form: str) -> None:
    if system.goal:
        found = goal_lines(system)[0]
        raise InputError(f"{found!r} in {form}", expected="a system without it", hint="the plain form has it")


def _texts(system: PolynomialSystem) -> list[str]:
    writer = EquationWriter(system.ring.variables, CARET)
    return [writer.text(equation) for equation in system.equations] or ["0"]
