"""Polynomial systems in the Wolfram Language."""

from __future__ import annotations

import re

from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import (
    EQUALS,
    alone,
    asked_of,
    list_of,
    name_before,
    names_in,
    no_numbers,
    no_signs,
    one_of,
    other_names,
    polynomials_of,
    unchanged,
    written_out,
)
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage

_SYNTAX = Syntax("", ("(*", "*)"), nested=True, towers=True)
_BASIS = re.compile(r"\bGroebnerBasis\s*\[")
_SOLVE = re.compile(r"\b(?:Solve|NSolve|Reduce)\s*\[")
_MODULUS = re.compile(r"\bModulus\s*(?:->|:>|→)\s*(\w+)")
_PARAMETERS = re.compile(r"\bcasbridgeParameters\s*=\s*\{")
#: What makes equations of a list of polynomials: Map[# == 0 &, F], # == 0 & /@ F, Thread[F == 0].
_EQUATED = re.compile(
    r"Map\s*\[\s*#\s*==\s*0\s*&\s*,\s*(\w+)\s*\]|\(?#\s*==\s*0\s*&\s*\)?\s*/@\s*(\w+)|Thread\s*\[\s*(\w+)\s*==\s*0\s*\]"
    r"|(\w+)\s*==\s*0"
)
#: What gives names values inside.
_SCOPES = re.compile(r"\b(?:With|Block|Module|DynamicModule)\s*\[")
#: Calls that change the value of a name: AppendTo[F, …], PrependTo[F, …].
_CHANGING = r"\b\w+To\s*\["
_NUMBERS = ("I", "E", "Pi", "Degree", "EulerGamma", "GoldenRatio", "Catalan", "Infinity")
_MOST_ARGUMENTS = 2  # the polynomials and the variables


@reader(_SYNTAX)
def read_mathematica(code: Code, notation: Notation) -> Parts:
    """The system in a script in the Wolfram Language: a list of polynomials or equations.

    The variables are those of `GroebnerBasis[F, {y, x}]`, where the first is the greatest, or of `Solve[F, {x, y}]`,
    where the first is the lowest. Other names are parameters there. Without these the variables are in natural order.
    The characteristic is that of the option `Modulus -> 11`. A list that is changed later (`AppendTo[F, …]`, `F = …`),
    or that the call does not take as it is, is refused.

    >>> system = read_mathematica("GroebnerBasis[{x^2 + y^2 == 1, x*y - 1}, {x, y}]")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    basis, solve = (one_of(code, pattern) for pattern in (_BASIS, _SOLVE))
    modulus, given = (one_of(code, pattern) for pattern in (_MODULUS, _PARAMETERS))
    variables: Passage | None = None
    passed: list[int] = []
    within: int | None = None
    call = basis or solve
    if call is not None:
        scope = _SCOPES.search(code.text, 0, call.start())
        if scope is not None:
            raise code.place(scope.start()).error(f"{scope.group()} before the call", "the call alone")
        arguments = code.arguments(call.end() - 1)
        if len(arguments) < _MOST_ARGUMENTS:
            raise code.place(call.start()).error("a call without variables", f"{call.group()}{{…}}, {{x, y}}]")
        (start, end), listed = arguments[:_MOST_ARGUMENTS]
        variables = names_in(code, listed, "{", reverse=basis is not None)
        passed = [call.end() - 1]
        if code.passage(start, end).text.startswith("{"):
            within = code.begin(start, end)
        for other in arguments[_MOST_ARGUMENTS:]:
            if "->" not in code.text[slice(*other)] and code.passage(*other).text != "Complexes":
                raise code.passage(*other).at.error(
                    "a third argument that is no option", "options such as Modulus -> 7"
                )
    named = None
    if given is not None:
        named = names_in(code, code.bracket(given.end() - 1), "{")
        passed.append(given.end() - 1)
    within = list_of(code, "{", passed, within)
    name_of_list = name_before(code, within)
    if call is None or name_of_list:
        alone(code, within)
    if call is not None:
        equated = _EQUATED.fullmatch(code.passage(*arguments[0]).text)
        if not (equated and name_of_list in equated.groups()):
            asked_of(code, arguments[0], within, name_of_list, call.group().strip(" ["))
    unchanged(code, name_of_list, code.closing(within), EQUALS, _CHANGING, bases="GroebnerBasis")
    polynomials = polynomials_of(code, within, ":?=")
    no_signs(polynomials, ("**",), "Mathematica")
    written_out(code, polynomials)
    no_numbers(code, polynomials, _NUMBERS, "Mathematica's", notation)
    if variables is not None and named is None:
        named = other_names(code, polynomials, variables)
    number = code.passage(*modulus.span(1)) if modulus else None
    return Parts(polynomials, variables, number, named, renamed=code.renamed())
