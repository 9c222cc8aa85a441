"""Polynomial systems in FriCAS's language: a list with a type, and scripts that casbridge writes."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import define
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Polynomial, Polynomials, Ring
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax("--", also=("++",))
_TYPES = r"(?:DMP|HDMP|GDMP|DistributedMultivariatePolynomial|HomogeneousDistributedMultivariatePolynomial|MPOLY)"
#: A ring: DMP([x, y], FRAC INT), where the first variable is the greatest.
_RING = re.compile(rf"\s*({_TYPES})\s*(?=\(\s*\[)")
_LIST_OF = re.compile(r"\s*(?:List|LIST|Ideal|PolynomialIdeal)\s*\(?\s*")
_DECLARED = re.compile(
    r"([A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*)\s*:(?!=)\s*([^:=]*(?:\([^()]*(?:\([^()]*\))?[^()]*\))?[^:=]*)(?::=|\Z)"
)
_COMMAND = re.compile(r"^[ \t]*\).*$", re.MULTILINE)
_TYPE_NAMED = re.compile(rf"([A-Za-z]\w*)\s*:=\s*(?={_TYPES}\s*\()")
_CONVERTED = re.compile(r"::\s*")
_OURS = re.compile(r"^systemEquations : List casbridgeRing := \[\]$", re.MULTILINE)
_OUR_EQUATION = re.compile(r"^systemEquations := cons\(\((.*)\)::casbridgeRing, systemEquations\)", re.MULTILINE)
_OUR_FIELD = re.compile(r"^casbridgeField := (.*)$", re.MULTILINE)
_OUR_VARIABLES = re.compile(r"^casbridgeVariables := OrderedVariableList \[([\w', ]*)\]", re.MULTILINE)
_RATIONALS = re.compile(r"(?:Fraction|FRAC)(?:Integer|INT|\((?:Integer|INT)\))|Integer|INT")
_PRIME = re.compile(r"(?:PrimeField|PF)\(?([0-9]+)\)?")
_EXAMPLE = "F : List DMP([x, y], Fraction Integer) := [x^2 - 1, x*y]"


@reader(_SYNTAX)
def read_fricas(code: Code, notation: Notation) -> Parts:
    """The system in a script for FriCAS: a list with a type, and scripts that casbridge writes.

    `F : List DMP([y, x], Fraction Integer) := […]` is read, and so is `([…] :: List DMP([y, x], PrimeField 7))`. The
    first variable is the greatest. HDMP and GDMP are read, too, types with names, and polynomials with names and types.

    >>> system = read_fricas("F : List DMP([x, y], PF 7) := [x^2 + y^2 - 1, x*y - 1]\\ngroebner F")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    if _OURS.search(code.text):
        return _ours(code)
    code.text = _COMMAND.sub(lambda match: blank(match.group()), code.text)
    script = Interpreter(code, _FRICAS, notation)
    script.run()
    if not script.rings:
        raise InputError("no list with its type", source=code.source, expected=_EXAMPLE)
    return script.system()


def _ours(code: Code) -> Parts:
    """The system of a script that casbridge wrote."""
    fields, variables = _OUR_FIELD.search(code.text), _OUR_VARIABLES.search(code.text)
    if fields is None or variables is None:
        raise code.place(0).error("a list without its ring", "a script as casbridge writes it")
    polynomials = [code.passage(*one.span(1)) for one in code.deadline.over(_OUR_EQUATION.finditer(code.text), UNREAD)]
    names = [one.strip(" '") for one in variables.group(1).split(",")]
    listed = Passage(" ".join(one for one in reversed(names) if one), code.place(variables.start(1)))
    found = polynomials or [Passage("0", code.place(0))]
    return Parts(found, listed, _prime(code, *fields.span(1)), renamed=code.renamed())


def _ring_at(script: Interpreter, start: int, end: int) -> Ring | None:
    """The ring of a type: DMP([x, y], PF 7), List of it, or the name of such a type; None for another one."""
    code = script.code
    if wrapped := _LIST_OF.match(code.text, start, end):
        start = wrapped.end()
    match = _RING.match(code.text, start, end)
    if match is None:
        named = script.values.get(code.text[start:end].strip(" \n()"))
        return named if isinstance(named, Ring) else None
    arguments = code.arguments(code.text.index("(", match.end()))
    ring = Ring(match.start(1))
    try:
        if len(arguments) != len(("variables", "field")):
            raise code.place(match.start(1)).error("a ring without variables or a field", _EXAMPLE)
        ring.variables = code.names(code.arguments(code.begin(*arguments[0])))
        ring.number = _prime(code, *arguments[1])
    except InputError as error:
        ring.error = error
    script.rings.append(ring)
    for name in ring.variables:
        known = script.values.get(name)
        if known is None or (isinstance(known, Polynomial) and known.is_variable):
            script.values[name] = Polynomial(name, code.place(match.start(1)))
    return ring


def _declared(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """F : List DMP([x, y], PF 7) := […], f : DMP([x, y], PF 7) := x^2 - 1."""
    ring = _ring_at(script, *match.span(2))
    if ring is None or not match.group().endswith(":="):
        return ring is not None
    value = script.value(match.end(), statement.end)
    if isinstance(value, Polynomials):
        value.ring = ring
    script.bind(match.group(1), value)
    return "," not in match.group(1)


def _type(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """P := DMP([x, y], FRAC INT)."""
    ring = _ring_at(script, match.end(), statement.end)
    if ring is not None:
        script.bind(match.group(1), ring)
    return ring is not None


def _converted(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """What stands before :: has the type behind it."""
    code = script.code
    begin = match.start("type")
    ring = _ring_at(script, begin, statement.end)
    if ring is None:
        return False
    opening = code.text.find("[", statement.start, begin)
    if opening < 0:
        return False
    listed = script.listed(opening)
    listed.ring, listed.last = ring, statement.end
    between = code.text[code.closing(opening) + 1 : begin].strip()
    before = code.text[statement.start : opening].strip()
    if between != "::" or not re.fullmatch(
        r"(?:[A-Za-z]\w*\s*:=)?\s*(?:groebner|groebnerFactorize|solve|zeroDim\w*|\()?\s*\(*", before
    ):
        return False
    script.stated.append(listed)
    return True


def _prime(code: Code, start: int, end: int) -> Passage | None:
    """The characteristic of a field; None for the rationals."""
    named = code.passage(start, end)
    bare = "".join(named.text.split())
    found = _PRIME.fullmatch(bare)
    if found is not None:
        return named._replace(text=found.group(1))
    if not _RATIONALS.fullmatch(bare):
        raise named.at.error(f"the field {printable(named.text, 40)!r}", "Fraction Integer or PrimeField p")
    return None


def _asked(_: Interpreter, __: Call) -> Asked:
    return Asked()


_FRICAS = Language(
    "FriCAS",
    _EXAMPLE,
    assigned=":=",
    lines=re.compile(r"[-+*/^=(,_][ \t\r]*\Z"),
    equals=("=",),
    is_symbolic=True,
    has_percent=True,
    numbers=frozenset(("%i", "%e", "%pi", "%")),
    functions={},
    solvers=dict.fromkeys(("groebner", "groebnerFactorize", "solve", "radicalSolve", "complexSolve"), _asked),
    questions=frozenset(("print", "output", "#")),
    computing=words("factor resultant D eval normalForm gcd degree coefficient retract numer denom"),
    forms=(
        (re.compile(r".*::\s*(?P<type>List\b.*|\(?\s*List\b.*)\Z", re.DOTALL), _converted),
        (_TYPE_NAMED, _type),
        (_DECLARED, _declared),
        (re.compile(r"(?:groebner|groebnerFactorize|solve)\s+[A-Za-z]\w*\s*\Z"), lambda *_: True),
        (re.compile(r"([A-Za-z]\w*)\s*(?:\([^()]*\))?\s*=="), define),
    ),
    harmless=re.compile(r"\)|\""),
    reaching=re.compile(r":="),
    unread=re.compile(r"\A(?:if|for|while|repeat|macro)\b"),
)
