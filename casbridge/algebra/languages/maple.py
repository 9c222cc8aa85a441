"""Polynomial systems in Maple's language."""

from __future__ import annotations

import re

from casbridge.algebra.fields import Field
from casbridge.algebra.languages.scanning import Code, Syntax
from casbridge.algebra.languages.statements import (
    names_in,
    no_numbers,
    no_other,
    one_of,
    other_names,
    polynomials_of,
    written_out,
)
from casbridge.algebra.notation import STRICT, Notation
from casbridge.algebra.passages import Parts, Passage, system_of_parts
from casbridge.algebra.systems import PolynomialSystem
from casbridge.limits import NEVER, Deadline

_SYNTAX = Syntax("#", ("(*", "*)"))
_RING = re.compile(r"\bPolynomialRing\s*\(")
_ORDER = re.compile(r"\b(?:plex|tdeg|grlex)\s*\(")
_CHARACTERISTIC = re.compile(r"\bcharacteristic\s*=\s*(\w+)")
_MODULO = re.compile(r"\bmod\s+\w+")
_NUMBERS = ("I", "Pi", "gamma", "Catalan", "infinity")
_PARAMETERS = re.compile(r"\bcasbridgeParameters\s*:=\s*\[")


def read_maple(
    text: str,
    *,
    source: str | None = None,
    field: Field | None = None,
    name: str = "",
    deadline: Deadline = NEVER,
    notation: Notation = STRICT,
) -> PolynomialSystem:
    """The system in a Maple script: a list or a set of polynomials or equations.

    The variables are those of `PolynomialRing([y, x])`, or of an order such as `plex(y, x)`, where the first is the
    greatest. Without these they are in natural order. Other names are parameters where there is a ring or an order.
    The characteristic is that of `PolynomialRing`, or of an option `characteristic = 11`.

    source: the name of the file, for errors. field: the ground field, instead of the one in the text.
    notation: what may stand in a polynomial, and the variables, instead of those in the text.
    Raises InputError, with line and column, for another text.

    >>> system = read_maple("F := [x^2 + y^2 = 1, x*y - 1]: Groebner[Basis](F, plex(x, y));")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    code = Code(text, _SYNTAX, source, deadline)
    ring, order = (one_of(code, pattern) for pattern in (_RING, _ORDER))
    variables = named = None
    characteristic = one_of(code, _CHARACTERISTIC)
    number: Passage | None = code.passage(*characteristic.span(1)) if characteristic else None
    passed: list[int] = []
    if ring is not None:
        passed = [ring.end() - 1]
        first, *others = code.arguments(ring.end() - 1) or [(ring.end(), ring.end())]
        variables = names_in(code, first, "[", reverse=True)
        for start, end in others:
            part = code.passage(start, end)
            if part.text.startswith("{"):
                named = names_in(code, (start, end), "{")
            elif part.text != "0":
                number = part
    elif order is not None:
        variables = names_in(code, code.bracket(order.end() - 1), "(", reverse=True)
    given = one_of(code, _PARAMETERS)
    if given is not None:
        named = names_in(code, code.bracket(given.end() - 1), "[")
        passed.append(given.end() - 1)
    no_other(code, _MODULO, "a field that is not read", "the characteristic in a ring or an option")
    polynomials = polynomials_of(code, "[{", passed)
    written_out(code, polynomials)
    no_numbers(code, polynomials, _NUMBERS, "Maple's", notation)
    if variables is not None and named is None:
        named = other_names(code, polynomials, variables)
    parts = Parts(polynomials, variables, number, named, renamed=code.renamed())
    return system_of_parts(parts, source=source, field=field, name=name, deadline=deadline, notation=notation)
