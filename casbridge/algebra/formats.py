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
    x/(y - 1) = 2           its denominator is not 0: see `with_conditions`

A line has one polynomial or one equation. It goes on in the next line behind a sign, such as +, or a backslash at its
end. Without the headers the field is QQ, there are no parameters, and the variables are in natural order. msolve itself
takes the first variable as the greatest; here it is the lowest. A name x[1] in it is read as x_1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NoReturn

from casbridge.algebra.denominators import inverse_variables
from casbridge.algebra.expressions import MOST_WORK, natural_key
from casbridge.algebra.fields import VARIABLE_NAME, Field
from casbridge.algebra.languages.prompts import without_prompts
from casbridge.algebra.languages.recognising import is_xml, language_of, unread_place
from casbridge.algebra.languages.scanning import INDEX, without_indices
from casbridge.algebra.notation import SIGNS, STRICT, Notation, check_no_ideal
from casbridge.algebra.passages import GOALS, NAME, Parts, Passage, goal_of, goal_passages, system_of_parts
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import EquationWriter, PolynomialSystem, widened
from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline
from casbridge.notices import notice

#: What a system looks like, for messages.
EXAMPLE = "polynomials or equations, one in a line, such as x^2 - 3*y = 1"

_HEADER = re.compile(r"[ \t]*([A-Za-z]+)[ \t]*:")
_COUNT = re.compile(r"[0-9]+(?:[ \t]+[0-9]+)*\Z")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_MSOLVE_HEAD = re.compile(r"\s*([^\n]*)\n\s*([^\n]*)")
_CHUNK = 1 << 20
#: A line that ends with it goes on in the next one.
_GOES_ON = re.compile(r"[-+*/^=(]\s*\Z")
#: What begins no polynomial of its own, but goes on with one, or is the dash of a list.
_SIGN_FIRST = re.compile(r"\+|-[ \t]")
_NAMED_LINE = re.compile(
    r"((?:f|g|h|p|q|F|G|H|P|Q|eq|eqn|eqs|poly|pol|equation)_?[0-9]*)\s*==?(?=.*[A-Za-z])", re.DOTALL
)
#: The languages in which x/y is a quotient. In others it is a division in a ring of polynomials, or an error.
_WITH_QUOTIENTS = ("list", "maple", "mathematica", "sympy", "sage", "maxima", "giac", "fricas", "reduce", "homotopy")
#: Languages in which an ideal may be chosen by its name.
_WITH_IDEALS = (
    *("singular", "macaulay2", "maple", "magma", "mathematica", "sage", "oscar", "cocoa", "sympy", "gap", "maxima"),
    *("fricas", "giac", "reduce", "homotopy"),
)
_HEADERS = ("field", "parameters", "variables")
#: Elements of a SymbolicData record that state no condition.
_METADATA = (
    *("ChangeLog", "changed", "Comment", "isHomog", "dim", "deg", "degs", "lengths"),
    *("hasDegreeList", "hasDimension", "hasLengthsList"),
)


def read_system(
    text: str,
    *,
    source: str | None = None,
    field: Field | None = None,
    name: str = "",
    deadline: Deadline = NEVER,
    notation: Notation = STRICT,
) -> PolynomialSystem:
    """A system in any of the three forms, in a language of another system, or as another system prints it.

    They are told apart by content. For the languages see `casbridge.algebra.languages`. Prompts of a session, and what
    a system printed between them, do not count. The signs − · × and raised digits are read as - * * and exponents.
    source: the name of the file, for errors.
    field: the ground field, instead of the one in the text.
    notation: what may stand in a polynomial, and the variables, instead of those in the text.
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
    >>> list(read_system("[x^2 - 1, x*y == 1]").polynomials())
    [x**2 - 1, x*y - 1]
    """
    text = without_prompts(text).translate(SIGNS)
    notation = notation._replace(raised=True)
    language = language_of(text)
    what, place = ("", 0) if language else unread_place(text)
    if language not in _WITH_IDEALS:
        check_no_ideal(notation.ideal)
    if language:
        from casbridge.algebra import languages

        read = getattr(languages, f"read_{language}")
        notation = notation._replace(rational=language in _WITH_QUOTIENTS)
        found: PolynomialSystem = read(
            text, source=source, field=field, name=name, deadline=deadline, notation=notation
        )
        return found
    if what:
        at = Location(source, 1, 1).after(text[:place])
        raise at.error(f"{what}, which casbridge does not read", "the list of its polynomials, such as [x^2 - 1, x*y]")
    split = _symbolicdata if is_xml(text) else _msolve if is_msolve(text) else _plain
    parts = split(text, source, deadline)
    notation = notation._replace(rational=split is _plain)
    return system_of_parts(parts, source=source, field=field, name=name, deadline=deadline, notation=notation)


def with_goal(system: PolynomialSystem, eliminate: str = "", saturate: str = "", factor: str = "") -> PolynomialSystem:
    """The system with other goals, where they are given.

    eliminate: names of variables, with commas or spaces between them. Those that stand for 1 divided by denominators
        are eliminated, too.
    saturate: polynomials, with commas between them.
    factor: a polynomial. Variables outside the ring are added to it as the highest ones.
    Raises InputError for what cannot be read.

    >>> with_goal(read_system("x*y - x"), saturate="x").goal
    Goal(saturate=(x,))
    """
    texts = {"eliminate": eliminate, "saturate": saturate, "factor": factor}
    given = {key: Passage.of(text, Location(f"--{key}", 1, 1)) for key, text in texts.items() if text}
    new = sorted(set(NAME.findall(factor)).difference(system.ring.variables), key=natural_key)
    if new:
        system = widened(system, new)
    goal = goal_of(goal_passages(given), system.ring, [MOST_WORK], NEVER)
    if eliminate:
        goal = replace(goal, eliminate=tuple(dict.fromkeys((*goal.eliminate, *inverse_variables(system)))))
    return replace(system, goal=replace(system.goal, **{key: getattr(goal, key) for key in given}))


def is_msolve(text: str) -> bool:
    """Whether a text begins like msolve's input: a line of variables, then a line with the characteristic.

    >>> is_msolve("x, y\\n0\\nx - y"), is_msolve("x - y\\n0")
    (True, False)
    """
    names, _, rest = text.lstrip().partition("\n")
    characteristic = rest.lstrip().partition("\n")[0]
    if not _INTEGER.match(characteristic.rstrip()):
        return False
    return all(VARIABLE_NAME.match(INDEX.sub(r"\1", name.strip())) for name in names.rstrip(" \t,").split(","))


def _plain(text: str, source: str | None, deadline: Deadline) -> Parts:
    headers: dict[str, Passage] = {}
    polynomials: list[Passage] = []
    for at, line in _plain_lines(text, source, deadline):
        header = _HEADER.match(line)
        if header is None:
            polynomials.append(Passage.of(line.rstrip().rstrip(",;"), at))
            if len(polynomials) == 2 and not headers and _COUNT.match(polynomials[0].text):
                count, at = polynomials[0]
                expected = (
                    f"a polynomial ({count} = 0 for the constant; PHCpack's form has a semicolon behind each one)"
                )
                raise at.error(f"the number {printable(count, 40)} alone, like a count of polynomials", expected)
            if len(polynomials) > 1 and (sign := _SIGN_FIRST.match(polynomials[-1].text)):
                found = f"a line that begins with {sign.group().strip()!r}"
                hint = "a polynomial goes on in the next line behind a sign or a backslash at the end of its line"
                raise polynomials[-1].at.error(found, "one polynomial in a line", hint)
            continue
        at = at._replace(column=header.start(1) + 1)
        key = header.group(1).lower()
        if key not in (*_HEADERS, *GOALS):
            known = ", ".join(f"'{one}:'" for one in (*_HEADERS, *GOALS))
            raise at.error(f"unknown header {key!r}", f"one of {known}")
        if polynomials:
            raise at.error(f"'{key}:' after a polynomial", "it before the first one")
        if key in headers:
            raise at.error(f"'{key}:' is given twice", "it once")
        if key in GOALS:
            headers[key] = Passage.of(line[header.end() :], at._replace(column=header.end() + 1))
        else:
            headers[key] = Passage(line[header.end() :].strip(), at)
    if "variables" not in headers:
        _point_out_names(polynomials, source, deadline)
    goal = {key: headers[key] for key in GOALS if key in headers}
    return Parts(polynomials, headers.get("variables"), headers.get("field"), headers.get("parameters"), goal)


def _plain_lines(text: str, source: str | None, deadline: Deadline) -> Iterator[tuple[Location, str]]:
    """The lines of the plain form without comments and empty ones, each with the lines that go on with it."""
    begun: list[str] = []
    start = Location(source, 1, 1)
    for number, whole in enumerate(deadline.over(text.split("\n"), UNREAD), 1):
        line = whole.partition("#")[0]
        if not begun:
            start = Location(source, number, 1)
        if not line.strip():
            if begun:
                begun.append(line)
            continue
        bare = line.rstrip()
        if bare.endswith("\\"):
            begun.append(bare[:-1] + " " * (len(line) - len(bare) + 1))
        elif _GOES_ON.search(bare[-20:]) and not _HEADER.match(begun[0] if begun else line):
            begun.append(line)
        else:
            yield start, "\n".join([*begun, line])
            begun = []
    if begun:
        yield start, "\n".join(begun)


def _point_out_names(polynomials: list[Passage], source: str | None, deadline: Deadline) -> None:
    """A remark where each line is like f1 = x^2 - 1: the name may be that of the polynomial, and not a variable."""
    found = [_NAMED_LINE.match(one.text) for one in deadline.over(polynomials, UNREAD)]
    names = [match.group(1) for match in found if match is not None]
    if not names or len(names) < len(polynomials) or len(set(names)) < len(names):
        return
    behind = deadline.over((name for one in polynomials for name in NAME.findall(one.text.partition("=")[2])), UNREAD)
    if set(names).isdisjoint(behind):
        shown = printable(" and ".join(names[:2]) + (" and others" if len(names) > 2 else ""), 60)
        what = "is read as a variable" if len(names) == 1 else "are read as variables"
        notice(
            f"{source or '<input>'}: {shown} {what}; if a polynomial has this name, leave out the name and its sign ="
        )


def _msolve(text: str, source: str | None, deadline: Deadline) -> Parts:
    """A line of variables, a line with the characteristic, polynomials between commas."""
    if INDEX.search(text):
        text = without_indices(text, source)
    head = _MSOLVE_HEAD.match(text)
    start = Location(source, 1, 1)
    if head is None or head.end() >= len(text.rstrip()):
        at = start.after(text)._replace(column=1)
        raise at.error("the msolve input ends early", "variables, the characteristic, and polynomials")
    variables, field = (Passage(head.group(part), start.after(text[: head.start(part)])) for part in (1, 2))
    polynomials: list[Passage] = []
    at = start.after(text[: head.end()])
    for part in deadline.over(text[head.end() :].rstrip().removesuffix(",").split(","), UNREAD):
        polynomials.append(Passage.of(part, at))
        at = at.after(part).after(",")
    return Parts(polynomials, variables, field, None, {})


def _symbolicdata(text: str, source: str | None, deadline: Deadline) -> Parts:
    """A SymbolicData record: <INTPS> (over QQ) or <ModPS> (over the prime field of its <basedomain>).

    A document type declaration is refused, so no entity is ever expanded or fetched.
    """
    from xml.parsers import expat

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
    return Parts(record.texts["poly"], record.single("vars"), field, parameters, {})


class _SymbolicData:
    """The passages of a SymbolicData record, by element. An element that may state a condition is never left out."""

    def __init__(self, source: str | None) -> None:
        from xml.parsers.expat import ParserCreate

        self.parser = ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.root = ""
        self.texts: dict[str, list[Passage]] = {"vars": [], "parameters": [], "basedomain": [], "poly": []}
        self._source = source
        self._path: list[str] = []
        self._bases = 0
        self._open: str | None = None
        self._at = Location()
        self._parts: list[str] = []

    def single(self, element: str) -> Passage:
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
        else:
            self._check(element)
            if element in self.texts:
                self._open, self._parts = element, []
        self._path.append(element)

    def _check(self, element: str) -> None:
        """InputError for an element that must not stand where it begins."""
        shown, parent = printable(element, 60), self._path[-1]
        is_stated = element == "basis" or element in self.texts
        if self._in_metadata():
            if is_stated:
                raise self._here().error(f"<{shown}> inside <{printable(parent, 60)}>", "no part of the system there")
        elif parent == "basis":
            if element != "poly":
                raise self._here().error(f"<{shown}> inside <basis>", "only <poly> there")
        elif not is_stated and element not in _METADATA:
            known = ", ".join(f"<{one}>" for one in ("vars", "basis", "basedomain", "parameters", "ChangeLog"))
            raise self._here().error(f"the element <{shown}>", f"{known} or <Comment>")
        elif (element == "basis" and self._bases) or (element == "vars" and self.texts["vars"]):
            raise self._here().error(f"a second <{shown}>", "exactly one")
        self._bases += element == "basis"

    def _in_metadata(self) -> bool:
        return len(self._path) > 1 and self._path[1] in _METADATA

    def _data(self, data: str) -> None:
        if self._open is not None:
            if not self._parts:
                self._at = self._here()
            self._parts.append(data)
        elif self._path and data.strip() and not self._in_metadata():
            found = f"the text {printable(data.strip(), 40)!r} inside <{printable(self._path[-1], 60)}>"
            raise self._here().error(found, "only elements there; a polynomial stands in <poly>")

    def _end(self, element: str) -> None:
        self._path.pop()
        if element == self._open:
            at = self._at if self._parts else self._here()
            self.texts[element].append(Passage.of("".join(self._parts), at))
            self._open = None

    def _doctype(self, *_: Any) -> NoReturn:
        raise self._here().error("a document type declaration", "a record without one", "remove <!DOCTYPE …>")


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


def write_list(system: PolynomialSystem) -> str:
    """The system as a list of polynomials in one line. Many CASs print and read this form.

    The list does not state the ring. Raises InputError for a system that would not be read back from it: over GF(p),
    with parameters, with a goal, or whose variables are not those of the polynomials in natural order.

    >>> print(write_list(read_system("x^2 + y^2 = 1\\nx*y - 1")), end="")
    [y^2 + x^2 - 1, x*y - 1]
    """
    _refuse_goal(system, "a list")
    ring = system.ring
    if ring.field.characteristic or ring.parameters:
        found = f"a system over {ring.field}" if ring.field.characteristic else "a system with parameters"
        raise InputError(f"{found} as a list", expected="one over QQ", hint="the plain form states the ring")
    used = {ring.variables[v] for equation in system.equations for v in equation.variables}
    if list(ring.variables) != sorted(used, key=natural_key):
        found = f"the variables {', '.join(ring.variables)[:60]} in a list"
        expected = "those of the polynomials, in natural order"
        raise InputError(found, expected=expected, hint="the plain form states the variables")
    if not system.equations:
        raise InputError("a system without equations as a list", expected="at least one equation")
    return f"[{', '.join(_texts(system))}]\n"


def _refuse_goal(system: PolynomialSystem, form: str) -> None:
    if system.goal:
        found = goal_lines(system)[0]
        raise InputError(f"{found!r} in {form}", expected="a system without it", hint="the plain form has it")


def _texts(system: PolynomialSystem) -> list[str]:
    writer = EquationWriter(system.ring.variables, CARET)
    return [writer.text(equation) for equation in system.equations] or ["0"]
