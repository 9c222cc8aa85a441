"""Polynomial systems in Macaulay2's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re

from casbridge.algebra.fields import Field
from casbridge.algebra.languages.scanning import Code, Syntax
from casbridge.algebra.languages.statements import equation, one_of, polynomials_of
from casbridge.algebra.passages import Parts, Passage, system_of_parts
from casbridge.algebra.systems import PolynomialSystem
from casbridge.limits import NEVER, Deadline

_SYNTAX = Syntax("--", ("-*", "*-"))
_RING = re.compile(r"(?:\bQQ|\bZZ\s*/\s*([0-9]+)|\bGF\s*\(?\s*([0-9]+)\s*\)?)\s*\[")
_IDEAL = re.compile(r"\bideal\s*\(")


def read_macaulay2(
    text: str, *, source: str | None = None, field: Field | None = None, name: str = "", deadline: Deadline = NEVER
) -> PolynomialSystem:
    """The system in a Macaulay2 script: an ideal, or else a list of polynomials.

    The ring is `QQ[y, x]` or `ZZ/7[y, x]`, where the first variable is the greatest. Without a ring the variables are
    in natural order.

    source: the name of the file, for errors. field: the ground field, instead of the one in the text.
    Raises InputError, with line and column, for another text.

    >>> system = read_macaulay2("R = ZZ/7[x, y, MonomialOrder => Lex]; I = ideal(x^2 + y^2 - 1, x*y - 1)")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    code = Code(text, _SYNTAX, source, deadline)
    ring, ideal = one_of(code, _RING), one_of(code, _IDEAL)
    variables = number = None
    if ring is not None:
        generators = [part for part in code.arguments(ring.end() - 1) if "=>" not in code.text[slice(*part)]]
        variables = Passage(" ".join(reversed(code.names(generators))), code.place(ring.end() - 1))
        group = next((one for one in (1, 2) if ring.group(one)), None)
        number = code.passage(*ring.span(group)) if group else None
    polynomials: list[Passage] = []
    if ideal is not None:
        arguments = code.arguments(ideal.end() - 1)
        polynomials = [equation(code, *part) for part in arguments]
        if len(polynomials) == 1 and polynomials[0].text.startswith("{"):
            start, end = arguments[0]
            polynomials = polynomials_of(code, "{", within=end - len(code.text[start:end].lstrip()))
    else:
        polynomials = polynomials_of(code, "{")
    parts = Parts(polynomials, variables, number, renamed=code.renamed())
    return system_of_parts(parts, source=source, field=field, name=name, deadline=deadline)
