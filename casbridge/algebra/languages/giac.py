"""Polynomial systems in Giac's language: the list in `gbasis` or `solve`."""

from __future__ import annotations

import re
from dataclasses import replace

from casbridge.algebra.languages.calls import (
    combined,
    define,
    derivative,
    first,
    forgotten,
    next_prime,
    operands,
    repeated,
    solver,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Object, Polynomial, Polynomials
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts

_SYNTAX = Syntax("//", ("/*", "*/"), also=("#",))
_SILENT = re.compile(r":(?=\s*;)")
_OUR_MODULUS = re.compile(r"\bleft_sides mod ([0-9]+)")
#: time(G := gbasis(F, x)): a call with a statement in it.
_INNER = re.compile(r"(?:print\s*\(\s*\"[^\"]*\"\s*\+\s*)?(?:time|size|print|normal)\s*\((?=\s*[A-Za-z]\w*\s*:=)")
_ORDERS = frozenset(("plex", "tdeg", "revlex", "with_cocoa", "modular_check", "eliminate"))


@reader(_SYNTAX)
def read_giac(code: Code, notation: Notation) -> Parts:
    """The system in a script for Giac: the list in `gbasis([…], [y, x])` or `solve([…], [x, y])`.

    The list stands in the call, or a statement gives it a name. The first variable of `gbasis` is the greatest, that of
    `solve` the lowest. Other names are parameters. Residues such as 3 % 7, assumptions, and lists that are computed are
    refused.

    >>> system = read_giac("F:=[x^2 + y^2 - 1, x*y - 1]:; gbasis(F, [x, y]);")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    code.text = _SILENT.sub(" ", code.text)
    script = Script(code, _GIAC, notation)
    script.run()
    parts = script.system()
    modulus = _OUR_MODULUS.search(code.text)
    if modulus is not None and "left_sides" in script.values:
        return parts._replace(field=code.passage(*modulus.span(1)))
    return parts


def _basis(script: Interpreter, call: Call) -> Asked:
    """gbasis(F, [x, y], plex)."""
    names = [part for part in call.arguments[1:2] if script.code.passage(*part).text not in _ORDERS]
    return Asked(script.names_of(names)[::-1] or None)


def _inner(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    closing = script.code.closing(match.end() - 1)
    script.run((match.end(), closing))
    return not script.code.text[closing : statement.end].strip(" )")


def _variables(script: Interpreter, call: Call) -> Object:
    """indets(F), lname(F): the variables of a list."""
    value = first(script, call)
    polynomials = value.polynomials if isinstance(value, Polynomials) and not value.error else []
    at = script.code.place(call.at)
    names = dict.fromkeys(name for polynomial in polynomials for name in NAME.findall(polynomial.text))
    return Polynomials(call.at, [Polynomial(name, at) for name in names], is_part=True)


def _reduced(script: Interpreter, call: Call) -> Object:
    """greduce(f, F, [x, y]), in_ideal(f, F, [x, y])."""
    if isinstance(first(script, call), Polynomials):
        raise script.call_not_plain(call)
    return script.ask(replace(call, arguments=call.arguments[1:]), _basis)


def _eliminated(script: Interpreter, call: Call) -> Asked:
    """eliminate(F, [x])."""
    return Asked(eliminate=script.names_of(call.arguments[1:2]))


_GIAC = Language(
    "Giac",
    "gbasis([x^2 - 1, x*y], [x, y])",
    assigned=":=",
    lines=re.compile(r"(?:[-+*/^=(,|&<>{]|:=)[ \t\r]*\Z"),
    equals=("=",),
    modulus=re.compile("%"),
    refused={"%": "a list % p", "**": "^, +", "==": "= for an equation"},
    is_symbolic=True,
    is_lazy=True,
    numbers=frozenset(("i", "e", "pi", "infinity")),
    first=0,
    is_implicit=1,
    functions={
        **dict.fromkeys(("seq", "makelist"), repeated),
        **dict.fromkeys(("sum", "add"), combined(repeated)),
        **dict.fromkeys(("product", "mul"), combined(repeated, "*")),
        **dict.fromkeys(("expand", "normal", "simplify"), first),
        **dict.fromkeys(("indets", "lname", "lvar"), _variables),
        **dict.fromkeys(("greduce", "in_ideal"), _reduced),
        **dict.fromkeys(("nextprime", "prevprime"), next_prime),
        "op": operands,
        "diff": derivative,
    },
    solvers={
        "gbasis": _basis,
        "eliminate": _eliminated,
        **dict.fromkeys(("solve", "csolve", "cSolve", "cfsolve", "fsolve", "linsolve"), solver()),
    },
    questions=words("print size length time gbasis_simult_primary dim write eval irem"),
    computing=words(
        """
        factor resultant subst diff coeff degree gcd lcm rand evalf approx jacobian det matrix
        symb2poly poly2symb normal collect lcoeff rem quo proba_epsilon threads
        """
    ),
    changing=words("purge append assume unassign DelVar Store"),
    forms=(
        (re.compile(r"restart\b"), forgotten),
        (_INNER, _inner),
        (re.compile(r"([A-Za-z]\w*)\s*(?:\([^()]*\)\s*:=|:=\s*(?:proc\b|\([\w, ]*\)\s*->|\w+\s*->))"), define),
    ),
    harmless=re.compile(
        r"restart\b|(?:proba_epsilon|threads|debug_infolevel|complex_mode|cas_setup|with_sqrt|Digits)\b|\""
    ),
    own="left_sides",
    own_variables="unknowns",
    reaching=re.compile(r":="),
    unread=re.compile(r"\bassume\b|\bpurge\b|=>|\bsubst\b|\bmod\b|=<|\bread\s*\("),
)
