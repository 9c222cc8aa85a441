"""Polynomial systems in Reduce's language: the list in `groebner` or `solve`."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import combined, define, derivative, first, solver
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Object, Polynomials
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts

_SYNTAX = Syntax("%", ("/*", "*/"), towers=True)
_REMARK = re.compile(r"\bcomment\b[^;$]*[;$]", re.IGNORECASE)
_LOOP = re.compile(r"\s*for\s+(\w+)\s*:=(.*?):(.*?)\bcollect\b", re.DOTALL)


@reader(_SYNTAX)
def read_reduce(code: Code, notation: Notation) -> Parts:
    """The system in a script for Reduce: the list that `groebner` or `solve` gets.

    The variables are those of `torder({y, x}, lex)` or of the call, where the first is the greatest for `groebner`,
    and the lowest for `solve`. Other names are parameters. Rules (`let`), `on modular`, and lists that are computed are
    refused.

    >>> system = read_reduce("load_package groebner$ torder({x, y}, lex)$ groebner({x^2 + y^2 - 1, x*y = 1});")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    code.text = _REMARK.sub(lambda match: blank(match.group()), code.text).replace("$", ";")
    script = Script(code, _REDUCE, notation)
    script.run()
    return script.system()


def _ordered(script: Interpreter, match: re.Match[str], _: Statement) -> bool:
    """torder({x, y}, lex): the order of the bases behind it."""
    (names, *_others) = script.code.arguments(match.end() - 1) or [(match.end(), match.end())]
    script.values["torder"] = Polynomials(match.start(), is_part=True, variables=tuple(script.names_of([names])))
    return True


def _basis(script: Interpreter, call: Call) -> Asked:
    """groebner(F), groebner(F, {x, y})."""
    names = script.names_of(call.arguments[1:2])
    order = script.values.get("torder")
    if not names and isinstance(order, Polynomials):
        names = [*(order.variables or ())]
    return Asked(names[::-1] or None)


def _appended(script: Interpreter, call: Call) -> Object:
    """append(F, G)."""
    listed = [script.value(*part) for part in call.arguments]
    appended = Polynomials(call.at)
    for element in listed:
        if not isinstance(element, Polynomials):
            raise script.call_not_plain(call)
        element.is_part = True
        appended.elements += element.elements
    return appended


_REDUCE = Language(
    "Reduce",
    "load_package groebner; groebner({x^2 - 1, x*y}, {x, y});",
    assigned=":=",
    brackets="{",
    is_symbolic=True,
    is_lazy=True,
    numbers=frozenset(("i", "e", "pi", "infinity")),
    functions={
        "append": _appended,
        "df": derivative,
        "sum": combined(first),
    },
    solvers={
        **dict.fromkeys(("groebner", "groebnerf", "groesolve", "hilbertpolynomial"), _basis),
        "solve": solver(),
    },
    questions=words("write length gvars gdimension print"),
    computing=words("sub factorize resultant preduce coeff deg lcof part num den gcd gsort time showtime"),
    forms=(
        (re.compile(r"torder\s*\("), _ordered),
        (re.compile(r"(?:symbolic\s+|algebraic\s+)?procedure\s+([A-Za-z]\w*)"), define),
    ),
    harmless=re.compile(
        r"load_package\b|load\b|(?:on|off)\s+(?!modular|rounded|complex)\w|write\b|showtime\b|bye\b|quit\b|end\b|\"|share\b"
        r"|operator\b|order\b|korder\b|factor\b",
        re.IGNORECASE,
    ),
    reaching=re.compile(r":="),
    unread=re.compile(r"\b(?:let|clear|setmod|on\s+(?:modular|rounded|complex)|in)\b", re.IGNORECASE),
)
