"""Polynomial systems in Maple's language."""

from __future__ import annotations

import re

from casbridge.algebra.expressions import natural_key
from casbridge.algebra.languages.calls import (
    blanked,
    combined,
    define,
    derivative,
    first,
    forgotten,
    next_prime,
    numerators,
    operands,
    repeated,
    substitution,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Object, Polynomial, Polynomials, Ring
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage

_SYNTAX = Syntax("#", ("(*", "*)"))
#: Groebner[Basis](…), Groebner:-Basis(…): the name of the package.
_PACKAGE = re.compile(r"\b(?:[A-Z][A-Za-z]*|plots|geometry)\s*(?::-\s*(?=[A-Za-z])|\[\s*(?=[A-Za-z]\w*\s*\]\s*[(\[]))")
_PACKAGE_END = re.compile(r"(?<=\w)\s*\](?=\s*[(\[])")
#: A colon that ends a statement: no part of := or :: or :-.
_OURS, _TRY = re.compile(r"\bcasbridgeEquations\s*:="), re.compile(r"\btry\b")
_COLON = re.compile(r"(?<!:):(?![=:-])")


@reader(_SYNTAX)
def read_maple(code: Code, notation: Notation) -> Parts:
    """The system in a Maple script: the list or the set that `solve` or `Basis` gets, or else the one list.

    The variables are those of an order such as `plex(y, x)`, or of `PolynomialRing([y, x])`, where the first is the
    greatest. `solve([…], [y, x])` names the lowest variable first. Other names are parameters there. Without these the
    variables are in natural order. The characteristic is that of `PolynomialRing`, or of `characteristic = 11`. A list
    that is changed after a call has taken it is refused.

    >>> system = read_maple("f := x^2 + y^2: F := [f = 1, x*y - 1]: Groebner[Basis](F, plex(x, y));")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    for match in [*_PACKAGE.finditer(code.text)]:
        begin, end = match.span()
        if match.group().rstrip().endswith("["):
            close = _PACKAGE_END.search(code.text, end)
            if close is not None:
                code.text = code.text[: close.start()] + blank(close.group()) + code.text[close.end() :]
        code.text = code.text[:begin] + blank(match.group()) + code.text[end:]
    code.text = _COLON.sub(";", code.text)
    if _OURS.search(code.text):  # the calls of a script of casbridge's stand in a try statement
        blanked(code, _TRY)
    script = Script(code, _MAPLE, notation)
    script.run()
    return script.system()


def _basis(script: Interpreter, call: Call) -> Asked:
    """Basis(F, plex(x, y), characteristic = 7), Triangularize(F, R)."""
    options = dict(filter(None, map(script.keyword, call.arguments)))
    plain = [part for part in call.arguments[1:] if script.keyword(part) is None]
    order = script.value(*plain[0]) if plain else None
    number = None
    if "characteristic" in options:
        at = script.code.place(script.code.begin(*options["characteristic"]))
        number = Passage(str(script.integer(*options["characteristic"])), at)
    return Asked(
        order.variables if isinstance(order, Polynomials) else None, number, order if isinstance(order, Ring) else None
    )


def _order(script: Interpreter, call: Call) -> Object:
    """plex(x, y), where the first variable is the greatest."""
    return Polynomials(call.at, is_part=True, variables=tuple(reversed(script.names_of(call.arguments))))


def _solve(script: Interpreter, call: Call) -> Asked:
    """solve(F, [x, y]): in a list the lowest variable first, in a set in natural order."""
    positional = [part for part in call.arguments[1:] if script.keyword(part) is None]
    if not positional:
        return Asked()
    sign = script.code.passage(*positional[0]).text[:1]
    names = script.names_of(positional[:1] if sign in "[{" else positional)
    return Asked(sorted(names, key=natural_key) if sign == "{" else names)


def _ring(script: Interpreter, call: Call) -> Object:
    """PolynomialRing([x, y], {a}, 7)."""
    ring = Ring(call.at, parameters=None)
    for number, part in enumerate(call.arguments):
        value = script.value(*part)
        if isinstance(value, Polynomials):
            names = script.names_of([part])
            if number:
                ring.parameters = names
            else:
                ring.variables = names
        elif isinstance(value, Polynomial) and value.number != 0:
            ring.number = Passage(value.text, value.at)
    script.rings.append(ring)
    return ring


def _ideal(script: Interpreter, call: Call) -> Object:
    """PolynomialIdeal([f, g], characteristic = 7, variables = {x, y})."""
    plain = [part for part in call.arguments if script.keyword(part) is None]
    ideal = script.ideal(call, plain)
    for option in map(script.keyword, call.arguments):
        if option is not None and option[0] == "characteristic":
            ideal.characteristic = script.code.passage(*option[1])
        elif option is not None and option[0] == "variables":
            ideal.variables = tuple(sorted(script.names_of([option[1]])))
    return ideal


def _angles(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """J := <f, g>: an ideal."""
    call = Call("<", match.start(), match.end(), script.code.items(match.end(2), statement.end - 1))
    script.bind(match.group(1), script.ideal(call, call.arguments))
    return True


_MAPLE = Language(
    "Maple",
    "a list of polynomials, such as [x^2 - 1, x*y]",
    assigned=":=",
    behind_loops="next",
    blocks=re.compile(
        r"(?P<close>\bend\b(?:\s+(?:do|proc|if|module|use|try)\b)?|\b(?:od|fi)\b)|(?P<open>\b(?:proc|do|if|module|use|try)\b)"
    ),
    loops=re.compile(
        r"for\s+(?P<name>[A-Za-z]\w*)\s+(?:in\b(?P<values>[^;]*?)|(?:from\b(?P<first>[^;]*?))?(?:\bby\b(?P<step>[^;]*?))?"
        r"(?:\bto\b(?P<last>[^;]*?))(?:\bby\b(?P<step_behind>[^;]*?))?)\bdo\b"
    ),
    brackets="[{",
    has_quotes=True,
    equals=("=", "=="),
    joined=re.compile(r"union\b"),
    is_symbolic=True,
    is_lazy=True,
    numbers=frozenset(("I", "Pi", "gamma", "Catalan", "infinity")),
    functions={
        **dict.fromkeys(("plex", "tdeg", "grlex"), _order),
        "PolynomialRing": _ring,
        "PolynomialIdeal": _ideal,
        "seq": repeated,
        **dict.fromkeys(("add", "sum"), combined(repeated)),
        **dict.fromkeys(("mul", "product"), combined(repeated, "*")),
        "op": operands,
        "numer": numerators,
        "diff": derivative,
        "subs": substitution(value_last=True),
        **dict.fromkeys(("nextprime", "prevprime"), next_prime),
        **dict.fromkeys(("expand", "collect", "sort"), first),
    },
    rings=frozenset(("PolynomialRing",)),
    solvers={
        **dict.fromkeys(("Basis", "gbasis", "Triangularize", "RealTriangularize", "Solve"), _basis),
        **dict.fromkeys(("solve", "fsolve", "Isolate", "RealRootIsolate", "PolynomialSystem"), _solve),
    },
    unread=re.compile(r"\b(?:assume|assuming|additionally)\b"),
    questions=words(
        """
        print nops lprint IsZeroDimensional HilbertDimension IsProper IsPrime IsRadical PrimeDecomposition Generators
        PrimaryDecomposition ZeroDimensionalDecomposition numelems printf
        """
    ),
    computing=words(
        """
        subs eval evalf expand factor simplify collect coeff coeffs degree lcoeff diff normal numer denom indets map
        remove select sort time allvalues resultant gcd op convert Matrix Vector Determinant rhs lhs LeadingTerm
        NormalForm Reduce SPolynomial InterReduce MatrixOrder with rand interface type evalc Display Equations
        NormalSet MultiplicationMatrix ToricIdealBasis EliminationIdeal Saturate Quotient Intersect Simplify Radical
        infolevel combine rem quo seq plot implicitplot kernelopts Dimension
        """
    ),
    forms=(
        (re.compile(r"restart\b"), forgotten),
        (re.compile(r"([A-Za-z]\w*)\s*:=\s*(?:proc|module)\b"), define),
        (re.compile(r"([A-Za-z]\w*)\s*:=\s*\(?(?P<parameters>[\w, ]*)\)?\s*->"), define),
        (re.compile(r"([A-Za-z]\w*)\s*:=\s*(<)(?=[^;]*>\s*\Z)"), _angles),
    ),
    harmless=re.compile(r"with\s*\(|interface\s*\(|quit\b|done\b|read\s*\Z|libname\b|\"|currentdir\b|infolevel\b|\?"),
    own="casbridgeEquations",
    own_parameters="casbridgeParameters",
    reaching=re.compile(r"\bglobal\b"),
)
