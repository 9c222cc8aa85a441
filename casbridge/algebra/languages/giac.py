"""Polynomial systems in Giac's language: the list in `gbasis` or `solve`."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import combined, define, derivative, first, operands, repeated, solver
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts

_SYNTAX = Syntax("//", ("/*", "*/"))
_SILENT = re.compile(r":(?=\s*;)")
_OUR_MODULUS = re.compile(r"\bleft_sides mod ([0-9]+)")
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
    script = Interpreter(code, _GIAC, notation)
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


_GIAC = Language(
    "Giac",
    "gbasis([x^2 - 1, x*y], [x, y])",
    assigned=":=",
    lines=re.compile(r"(?:[-+*/^=(,|&<>{]|:=)[ \t\r]*\Z"),
    equals=("=", "=="),
    refused={"%": "a system over QQ", "**": "^, +"},
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
        "op": operands,
        "diff": derivative,
    },
    solvers={
        "gbasis": _basis,
        **dict.fromkeys(("solve", "csolve", "cSolve", "cfsolve", "fsolve", "linsolve"), solver()),
    },
    questions=words("print size length time gbasis_simult_primary dim"),
    computing=words(
        """
        factor eliminate greduce resultant subst diff coeff degree gcd lcm rand evalf approx jacobian det matrix
        symb2poly poly2symb in_ideal normal collect lcoeff rem quo proba_epsilon threads
        """
    ),
    changing=words("purge append assume unassign DelVar Store"),
    forms=((re.compile(r"([A-Za-z]\w*)\s*(?:\([^()]*\)\s*:=|:=\s*(?:proc\b|\([\w, ]*\)\s*->|\w+\s*->))"), define),),
    harmless=re.compile(
        r"restart\b|(?:proba_epsilon|threads|debug_infolevel|complex_mode|cas_setup|with_sqrt|Digits)\b|\""
    ),
    own="left_sides",
    own_variables="unknowns",
    reaching=re.compile(r":="),
    unread=re.compile(r"\bassume\b|\bpurge\b|=>|\bsubst\b|\bmod\b|=<|\bread\s*\("),
)
