"""Polynomial systems in Julia, for HomotopyContinuation.jl."""

from __future__ import annotations

import re
from dataclasses import replace

from casbridge.algebra.languages.calls import define
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Object, Polynomial, Polynomials, Text
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.oscar import OSCAR, plain_julia
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts

_SYNTAX = Syntax("#", ("#=", "=#"), nested=True, towers=True)
_NAME = re.compile(r"([A-Za-z]\w*)(\[[^\]]*\])?\s*,?\s*", re.ASCII)


@reader(_SYNTAX)
def read_homotopy(code: Code, notation: Notation) -> Parts:
    """The system in a script for HomotopyContinuation.jl: the list in `System`, or the list that `solve` gets.

    `@var x y z[1:3]` makes variables, the lowest first; `System(F, variables = [x, y], parameters = [a])` names them.
    Numbers are exact: 1/2 is a decimal number in Julia, and is refused.

    >>> system = read_homotopy("@var x y\\nF = System([x^2 + y^2 - 1, x*y - 1])\\nsolve(F)")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [y**2 + x**2 - 1, x*y - 1])
    """
    plain_julia(code)
    script = Script(code, _HOMOTOPY, notation)
    script.run()
    return script.system()


def _variables(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """@var x y z[1:3]."""
    at = match.end()
    while at < statement.end:
        name = _NAME.match(script.code.text, at, statement.end)
        if name is None:
            return False
        variables: Object
        if name.group(2):
            ranges = script.code.items(name.start(2) + 1, name.end(2) - 1)
            if len(ranges) > 1:
                return False
            numbers = Polynomials(statement.start, [*script.range_of(*ranges[0])]).polynomials
            elements = [
                script.indexed_symbol(name.group(1), [number.number or 0], statement.start) for number in numbers
            ]
            script.declared.update(element.text for element in elements if isinstance(element, Polynomial))
            variables = Polynomials(statement.start, [*elements], is_part=True)
        else:
            script.declared.add(name.group(1))
            variables = script.symbol(name.group(1), name.group(1), statement.start)
        script.bind(name.group(1), variables)
        at = name.end()
    return True


def _system(script: Interpreter, call: Call) -> Asked:
    """System(F, variables = [x, y], parameters = [a]), solve(F)."""
    options = dict(filter(None, map(script.keyword, call.arguments)))
    variables = script.names_of([options["variables"]]) if "variables" in options else None
    parameters = script.names_of([options["parameters"]]) if "parameters" in options else []
    if "target_parameters" in options or "start_parameters" in options:
        raise script.code.place(call.at).error("values of parameters", "the system with its values written out")
    return Asked(
        variables or [symbol for symbol in script.symbols if symbol in script.declared and symbol not in parameters]
    )


_HOMOTOPY = replace(
    OSCAR,
    example="@var x y; F = System([x^2 - 1, x*y])",
    functions={name: OSCAR.functions[name] for name in ("sum", "prod", "push", "append", "collect")},
    rings=frozenset(),
    solvers=dict.fromkeys(("System", "solve"), _system),
    questions=OSCAR.questions | frozenset(("solutions", "real_solutions", "nsolutions", "results", "certify")),
    computing=OSCAR.computing | frozenset(("differentiate", "expand", "degrees", "randn", "monodromy_solve")),
    methods={},
    forms=(
        (re.compile(r"@(?:poly)?var\s+"), _variables),
        (re.compile(r"(?:function\s+)([A-Za-z]\w*)"), define),
        (re.compile(r"([A-Za-z]\w*)\s*\([\w, :{}]*\)\s*=(?!=)"), define),
    ),
    own="",
    predefined={"nothing": Text("nothing")},
)
