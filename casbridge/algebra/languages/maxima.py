"""Polynomial systems in Maxima's language: the list in `solve`, `algsys`, or a call for a Gröbner basis."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import (
    combined,
    copied,
    define,
    derivative,
    forgotten,
    repeated,
    solver,
    substituted,
    substitution,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Object, Polynomial, Polynomials
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts

_SYNTAX = Syntax(block=("/*", "*/"), nested=True, towers=True)
_OPTIONS = (
    "display2d|algexact|ratprint|algebraic|programmode|globalsolve|solveradcan|linel|fpprec|fpprintprec|showtime|poly_\\w+|%rnum"
    "|grobner_\\w+|keepfloat|breakup|realonly|multiplicities|simpsum|expop|expon|maxnegex|maxposex|exptsubst|logexpand|ratfac"
)


@reader(_SYNTAX)
def read_maxima(code: Code, notation: Notation) -> Parts:
    """The system in a script for Maxima: the list in `solve`, `algsys`, `poly_reduced_grobner` or `poly_grobner`.

    The list stands in the call, or a statement `F: […]` gives it a name, and so may its polynomials have names. `solve`
    and `algsys` name the lowest variable first, the others the greatest. Other names are parameters. Lists of
    `makelist` are read; other computed lists, a `modulus` and assumptions are refused.

    >>> system = read_maxima("eqs: [x^2 + y^2 = 1, x*y = 1]$ solve(eqs, [x, y]);")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [y**2 + x**2 - 1, x*y - 1])
    """
    code.text = code.text.replace("$", ";")
    script = Script(code, _MAXIMA, notation)
    script.run()
    return script.system()


def _eliminated(script: Interpreter, call: Call) -> Asked:
    """eliminate(F, [y, z])."""
    return Asked(eliminate=script.names_of(call.arguments[1:2]))


def _asked(script: Interpreter, call: Call) -> Asked:
    """poly_reduced_grobner(F, [x, y])."""
    return Asked(script.names_of(call.arguments[1:2])[::-1] or None)


def _added(script: Interpreter, call: Call) -> Object:
    """append(F, G), cons(f, F), endcons(f, F)."""
    values = [script.value(*part) for part in call.arguments]
    joined = Polynomials(call.at)
    for one in values[::-1] if call.name == "endcons" else values:
        if isinstance(one, Polynomials):
            one.is_part = True
            joined.error = joined.error or one.error
        joined.elements += one.elements if isinstance(one, Polynomials) else [one]
    return joined


def _subst(script: Interpreter, call: Call) -> Object:
    """subst(2, x, f), subst([x = 2], f)."""
    if len(call.arguments) != len(("new", "old", "value")):
        equations = script.value(*call.arguments[0])
        if isinstance(equations, Polynomials) and len(equations.elements) > 1:
            raise script.call_not_plain(call)
        return substitution(value_last=True)(script, call)
    new, old, value = (script.value(*part) for part in call.arguments)
    if not isinstance(new, Polynomial) or not isinstance(old, Polynomial) or not old.is_variable:
        raise script.not_plain(call.at, script.statement.end)
    return substituted(script, value, [(old.text, new)], call.at)


def _block(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """block([x], a, b), errcatch(a), (a, b): statements one after the other."""
    opening = match.end() - 1
    if script.code.closing(opening) != statement.end - 1:
        return False
    code, outer_values = script.code, dict(script.values)
    parts, local_names = code.arguments(opening), list[str]()
    if match.group().startswith("block") and parts and code.text[code.begin(*parts[0])] == "[":
        local = code.arguments(code.begin(*parts[0]))
        local_names = [code.passage(*part).text.partition(":")[0].strip() for part in local]
        parts = [*(part for part in local if ":" in code.text[slice(*part)]), *parts[1:]]
    inner = [Statement(code.begin(*part), part[1]) for part in parts]
    is_read = (len(inner) > 1 or match.group() > "(") and all(script.read_statement(one) for one in inner)
    for name in local_names:  # the names of a block are its own
        script.values.pop(name, None)
        if name in outer_values:
            script.values[name] = outer_values[name]
    return is_read


def _repeated(script: Interpreter, call: Call) -> Object:
    """makelist(f, i, 1, 3): a list."""
    listed = repeated(script, call)
    listed.is_sequence = False
    return listed


_MAXIMA = Language(
    "Maxima",
    "solve([x^2 = 1, x*y = 1], [x, y])",
    assigned=":",
    joined=re.compile(r"(?!)"),
    is_symbolic=True,
    has_percent=True,
    numbers=frozenset(("%i", "%pi", "%e", "inf", "minf")),
    is_shared=True,
    functions={
        "makelist": _repeated,
        "diff": derivative,
        "ev": substitution(value_last=False),
        "subst": _subst,
        **dict.fromkeys(("sum", "lsum"), combined(repeated)),
        "product": combined(repeated, "*"),
        **dict.fromkeys(("append", "cons", "endcons"), _added),
        **dict.fromkeys(("expand", "ratsimp", "rat", "ratexpand"), copied),
    },
    solvers={
        **dict.fromkeys(("solve", "algsys", "linsolve", "to_poly_solve", "charsets_charser"), solver()),
        "eliminate": _eliminated,
        **dict.fromkeys(("poly_reduced_grobner", "poly_grobner", "triangsys"), _asked),
    },
    questions=words("print display disp ldisp tex length float ratdisrep grind string bfloat rectform"),
    computing=words(
        """
        factor resultant part first second last rhs lhs coeff ratcoef diff determinant matrix map
        apply lambda degree hipow poly_ideal_intersection poly_elimination_ideal allroots realroots nroots radcan
        trigsimp trigexpand jacobian gcd num denom sublist fullratsimp elapsed_real_time plot2d draw2d implicit_plot
        sqrt sin cos exp log listofvars triangularize poly_normal_form ratsubst invert transpose echelon addcol rank
        """
    ),
    changing=words("push pop kill remvalue define tellrat matchdeclare let tellsimp tellsimpafter for"),
    forms=(
        (re.compile(r"kill\s*\(\s*all"), forgotten),
        (re.compile(r"(?:block|errcatch)?\s*\("), _block),
        (re.compile(r"([A-Za-z]\w*)\s*\((?P<parameters>[\w, ]+)\)\s*:="), define),
        (re.compile(r"([A-Za-z]\w*)\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*:="), define),
    ),
    harmless=re.compile(
        rf"load\s*\(|(?:{_OPTIONS})\s*:|\"|batch_\w+|reset\s*\(|ratvars\s*\(|quit\s*\(|declare\s*\(|:lisp"
    ),
    own="%equations",
    own_variables="%unknowns",
    reaching=re.compile(r":(?!=)"),
    unread=re.compile(
        r"\b(?:assume|tellrat|matchdeclare|modulus|batch|batchload|loadfile|declare\s*\(\s*\w+\s*,\s*(?:integer|real))\b|''"
    ),
)
