"""Polynomial systems in FriCAS's language: a list with a type, and scripts that casbridge writes."""

from __future__ import annotations

import re
from dataclasses import replace

from casbridge.algebra.languages.calls import blanked, define
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Polynomial, Polynomials, Ring, Unread
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import STRICT, Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax("--", also=("++",))
_TYPES = (
    r"(?:DMP|HDMP|GDMP|MPOLY|DistributedMultivariatePolynomial|HomogeneousDistributedMultivariatePolynomial"
    r"|MultivariatePolynomial|NSMP|NewSparseMultivariatePolynomial|SMP|SparseMultivariatePolynomial"
    r"|ZDSOLVE|ZeroDimensionalSolvePackage|LEXTRIPK|LexTriangularPackage)"
)
#: A ring: DMP([x, y], FRAC INT), where the first variable is the greatest, or NSMP(INT, V).
_RING = re.compile(rf"\s*({_TYPES})\s*(?=\()")
_LIST_OF = re.compile(r"\s*(?:List|LIST|Ideal|PolynomialIdeal|Polynomial|POLY)\b\s*\(?\s*")
_DECLARED = re.compile(
    r"\(?\s*([A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*)\s*\)?\s*:(?!=)\s*"
    r"([^:=]*(?:\([^()]*(?:\([^()]*\))?[^()]*\))?[^:=]*)(?::=|\Z)"
)
_POLYNOMIAL = re.compile(
    r"\s*(?:(?:List|LIST)\s*\(?\s*)?(?:Polynomial|POLY)\b\s*\(?(\s*(?:FRAC|Fraction|INT|Integer)\b.*)", re.DOTALL
)
_SYMBOLS = re.compile(r"\s*(?:List|LIST)\s*\(?\s*(?:Symbol|SYMBOL)\s*\)?\s*\Z")
#: A name of variables, of a type, or of a field.
_VARIABLES = re.compile(r"([A-Za-z]\w*)\s*(?::=|==>)\s*(?:OVAR|OrderedVariableList)\s*\(?\s*(\[|[A-Za-z]\w*)")
_TYPE_NAMED = re.compile(r"([A-Za-z]\w*)\s*(?::=|==>)\s*")
_OTHER_TYPE = re.compile(
    r"[A-Za-z]\w*\s*(?::=|==>)\s*(?:IndexedExponents|INDE|W?S?REGSET|WUTSET|WuWenTsunTriangularSet|GTSET|LAZM3PK"
    r"|(?:SquareFree)?RegularTriangularSet|LazardSetSolvingPackage)\b"
)
_COMMAND = re.compile(r"^[ \t]*\)(\w+)(?:[ \t]+(\w+))?.*$", re.MULTILINE)
_HARMLESS_COMMANDS = words(
    "set spool sys system lib library expose quit what show summary cd pquit history time abbrev"
)
#: zeroSetSplit(F)$T, a call of the package T; 'x, a symbol; a line that goes on.
_PACKAGE = re.compile(r"(?<=\))\s*\$\s*[A-Za-z]\w*(?:\s*\([^()]*\))?")
_QUOTE = re.compile(r"'(?=[A-Za-z])")
_ESCAPED = re.compile(r"_[ \t]*\n")
_OURS = re.compile(r"^systemEquations : List casbridgeRing := \[\]$", re.MULTILINE)
_OUR_EQUATION = re.compile(r"^systemEquations := cons\(\((.*)\)::casbridgeRing, systemEquations\)", re.MULTILINE)
_OUR_FIELD = re.compile(r"^casbridgeField := (.*)$", re.MULTILINE)
_OUR_VARIABLES = re.compile(r"^casbridgeVariables := OrderedVariableList \[([\w', ]*)\]", re.MULTILINE)
_RATIONALS = re.compile(r"(?:Fraction|FRAC)(?:Integer|INT)|Integer|INT")
_PRIME = re.compile(r"(?:PrimeField|PF)([0-9]+)")
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
    for match in _COMMAND.finditer(code.text):
        if match.group(1) in ("cl", "clear") and match.group(2) in ("all", "completely"):
            code.text = blank(code.text[: match.start()]) + code.text[match.start() :]
        elif match.group(1) not in _HARMLESS_COMMANDS and match.group().split() != [")lisp", "(bye)"]:
            raise code.place(match.start()).error(f"a command that is not read: {match.group().strip()}", _EXAMPLE)
    code.text = _ESCAPED.sub(lambda match: " " * len(match.group()), code.text)
    for pattern in (_COMMAND, _PACKAGE, _QUOTE):
        blanked(code, pattern)
    script = Script(code, _FRICAS, notation)
    script.run()
    if not script.rings and not script.stated and not all(candidate.error for candidate in script.candidates):
        raise InputError("no list with its type", source=code.source, expected=_EXAMPLE)
    return script.system()


def _ours(code: Code) -> Parts:
    """The system of a script that casbridge wrote."""
    fields, variables = _OUR_FIELD.search(code.text), _OUR_VARIABLES.search(code.text)
    if fields is None or variables is None:
        raise code.place(0).error("a list without its ring", "a script as casbridge writes it")
    polynomials = [code.passage(*one.span(1)) for one in code.deadline.over(_OUR_EQUATION.finditer(code.text), UNREAD)]
    names = [one.strip(" '") for one in variables.group(1).split(",")]
    listed = Passage(" ".join(name for name in reversed(names) if name), code.place(variables.start(1)))
    passages = polynomials or [Passage("0", code.place(0))]
    return Parts(passages, listed, _prime(Interpreter(code, _FRICAS, STRICT), *fields.span(1)), renamed=code.renamed())


def _ring_at(script: Interpreter, start: int, end: int) -> Ring | None:
    """The ring of a type: DMP([x, y], PF 7), List of it, or the name of such a type; None for another one."""
    code = script.code
    while wrapped := _LIST_OF.match(code.text, start, end):
        start = wrapped.end()
    match = _RING.match(code.text, start, end)
    if match is None:
        named = script.values.get(code.text[start:end].strip(" \n()"))
        return named if isinstance(named, Ring) else None
    arguments = code.arguments(code.text.index("(", match.end()))
    ring = Ring(match.start(1))
    try:
        if len(arguments) < len(("variables", "field")):
            raise code.place(match.start(1)).error("a ring without variables or a field", _EXAMPLE)
        if not code.text.startswith("[", code.begin(*arguments[0])):  # NSMP(INT, V)
            arguments = arguments[1::-1]
        ring.variables = _names(script, *arguments[0])
        ring.number = _prime(script, *arguments[1])
    except InputError as error:
        ring.error = error
    same_rings = (one for one in script.rings if _is_same(one, ring))
    if (known_ring := next(same_rings, None)) is not None:
        return known_ring
    script.rings.append(ring)
    for name in ring.variables:
        value = script.values.get(name)
        if value is None or (isinstance(value, Polynomial) and value.is_variable):
            script.values[name] = Polynomial(name, code.place(match.start(1)))
        else:
            ring.error = ring.error or code.place(match.start(1)).error(f"{name}, which has a value", "a free name")
    return ring


def _is_same(one: Ring, other: Ring) -> bool:
    numbers = [ring.number.text if ring.number else "" for ring in (one, other)]
    return not one.error and not other.error and one.variables == other.variables and numbers[0] == numbers[1]


def _names(script: Interpreter, start: int, end: int) -> list[str]:
    """The variables that a list has: [x, y], or the name of such a list."""
    code, begin = script.code, script.code.begin(start, end)
    value = script.values.get(code.text[begin:end].strip())
    if isinstance(value, Polynomials):
        return [polynomial.text for polynomial in value.polynomials]
    return code.names(code.arguments(begin) if code.text.startswith("[", begin) else [(begin, end)])


def _declared(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """F : List DMP([x, y], PF 7) := […], f : DMP([x, y], PF 7) := x^2 - 1, ls : List Symbol := [x, y]."""
    has_value = match.group().endswith(":=")
    name = match.group(1)
    if _SYMBOLS.match(script.code.text, *match.span(2)) and has_value:
        begin = script.code.begin(match.end(), statement.end)
        try:
            return _bind_names(script, name, _names(script, begin, statement.end), begin)
        except InputError as error:
            script.bind(name, Unread(error))
            return True
    if has_value and (plain := _POLYNOMIAL.match(script.code.text, *match.span(2))):
        _prime(script, *plain.span(1))
        script.bind(name, script.value(match.end(), statement.end))
        return True
    ring = _ring_at(script, *match.span(2))
    if ring is None or not has_value:
        return ring is not None
    value = script.value(match.end(), statement.end)
    if isinstance(value, Polynomials):
        value.ring = ring
    if isinstance(value, Polynomial):
        value = replace(value, rings=(ring,))
        if value.text == name and name in ring.variables:  # x : P := 'x
            script.values[name] = value
            return True
    script.bind(name, value)
    return "," not in name


def _bind_names(script: Interpreter, name: str, names: list[str], at: int) -> bool:
    script.bind(name, Polynomials(at, [Polynomial(name, script.code.place(at)) for name in names], is_part=True))
    return True


def _variables(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """V := OVAR [x, y], V := OVAR(ls)."""
    end = script.code.closing(match.start(2)) + 1 if match.group(2) == "[" else match.end(2)
    return _bind_names(script, match.group(1), _names(script, match.start(2), end), match.start(2))


def _type(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """P := DMP([x, y], FRAC INT), RN := Fraction Integer."""
    ring: Ring | Field | None = _ring_at(script, match.end(), statement.end)
    if ring is None and re.match(r"(?:Fraction|FRAC|Integer|INT|PrimeField|PF)\b", script.code.text[match.end() :]):
        ring = Field(_prime(script, match.end(), statement.end))
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
    prefix = code.text[statement.start : opening].strip()
    if between != "::" or not re.fullmatch(
        r"(?:[A-Za-z]\w*\s*:=)?\s*(?:groebner|groebnerFactorize|solve|zeroDim\w*|\()?\s*\(*", prefix
    ):
        return False
    script.stated.append(listed)
    return True


def _prime(script: Interpreter, start: int, end: int) -> Passage | None:
    """The characteristic of a field; None for the rationals."""
    passage = script.code.passage(start, end)
    value = script.values.get(passage.text)
    if isinstance(value, Field):
        return value.characteristic
    digits = "".join(passage.text.split()).replace("(", "").replace(")", "")
    prime = _PRIME.fullmatch(digits)
    if prime is not None:
        return passage._replace(text=prime.group(1))
    if not _RATIONALS.fullmatch(digits):
        raise passage.at.error(f"the field {printable(passage.text, 40)!r}", "Fraction Integer or PrimeField p")
    return None


def _asked(script: Interpreter, call: Call) -> Asked:
    """groebner(F), solve(F, [x, y]), solve(F, 1/1000)."""
    listed = [
        part
        for part in call.arguments[1:2]
        if re.match(r"\s*(?!true|false)(?:\[|[A-Za-z]\w*\s*\Z)", script.code.text[slice(*part)])
    ]
    return Asked(script.names_of(listed) or None)


def _applied(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """groebner F, G := groebner [f, g], ideal F."""
    value = script.value(match.start(2), statement.end)
    if isinstance(value, Polynomials):
        value.last = statement.end
        script.stated += [] if value in script.stated else [value]
        if match.group(1):
            script.bind(match.group(1), Unread(script.not_read(statement), value, is_basis=True))
    return isinstance(value, Polynomials | Unread)


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
    solvers=dict.fromkeys(
        words(
            """
            groebner groebnerFactorize solve radicalSolve complexSolve ideal medialSet characteristicSet
            characteristicSerie zeroSetSplit triangSolve univariateSolve realSolve positiveSolve
            """
        ),
        _asked,
    ),
    questions=frozenset(("print", "output", "#")),
    computing=words(
        "coHeight approximate dimension factor resultant D eval normalForm gcd degree coefficient retract numer denom"
    ),
    forms=(
        (re.compile(r".*::\s*(?P<type>List\b.*|\(?\s*List\b.*)\Z", re.DOTALL), _converted),
        (_VARIABLES, _variables),
        (_OTHER_TYPE, lambda *_: True),
        (_TYPE_NAMED, _type),
        (_DECLARED, _declared),
        (
            re.compile(r"(?:([A-Za-z]\w*)\s*:=\s*)?(?:groebner|groebnerFactorize|ideal)\s+(?=(\[|[A-Za-z]\w*\s*\Z))"),
            _applied,
        ),
        (re.compile(r"([A-Za-z]\w*)\s*(?:\([^()]*\))?\s*=="), define),
    ),
    harmless=re.compile(r"\)|\""),
    reaching=re.compile(r":="),
    unread=re.compile(r"\A(?:if|for|while|repeat|macro)\b"),
)
