"""Polynomial systems in Julia, for OSCAR."""

from __future__ import annotations

import re

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import (
    EQUALS,
    alone,
    asked_of,
    characteristic_of,
    ideal_alone,
    list_of,
    name_before,
    no_other,
    no_signs,
    one_of,
    polynomials_of,
    unchanged,
    variables_kept,
    written_out,
)
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import printable

_SYNTAX = Syntax("#", ("#=", "=#"), nested=True, towers=True)
_RING = re.compile(r"\b(?:graded_)?polynomial_ring\s*\(")
_OTHERS = re.compile(r"\b(?:QQ|ZZ|GF|finite_field|FiniteField|\w+_ring|residue_field)\b")
_IDEAL = re.compile(r"\bideal\s*\(")
_BOUND = re.compile(r"\b([A-Za-z]\w*)\s*=\s*((?:GF|finite_field|FiniteField)\s*\([^()]*\)|QQ\b)")
_PRIME = re.compile(r"(?:GF|finite_field|FiniteField)\s*\((.*)\)\Z", re.DOTALL)
_OURS = re.compile(r"\bcasbridge_equations\s*=\s*\[")
_CHANGING = r"\b\w+!\s*\("  # push!(F, f) changes F
_NAMES = re.compile(r"\[(.*)\]\Z", re.DOTALL)


@reader(_SYNTAX)
def read_oscar(code: Code, notation: Notation) -> Parts:
    """The system in a Julia script for OSCAR: a list of polynomials.

    The ring is that of `polynomial_ring(K, ["y", "x"])`, where the first variable is the greatest, and K is `QQ` or
    `GF(p)`, as it stands there or by a name. Without a ring the variables are in natural order. A list or an ideal that
    is changed later is refused.

    >>> system = read_oscar('R, (x, y) = polynomial_ring(GF(7), ["x", "y"])\\nI = ideal(R, [x^2 + y^2 - 1, x*y - 1])')
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    ring, ideal = one_of(code, _RING), one_of(code, _IDEAL)
    variables = number = None
    passed: list[int] = []
    if ring is not None:
        passed = [ring.end() - 1]
        arguments = code.arguments(ring.end() - 1)
        if len(arguments) < len(("field", "names")):
            raise code.place(ring.start()).error("a ring without a field or names", 'polynomial_ring(QQ, ["x", "y"])')
        number, variables = _prime(code, code.passage(*arguments[0])), _symbols(code, *arguments[1])
    else:
        no_other(code, _OTHERS, "a ring that is not read", 'R, (x, y) = polynomial_ring(QQ, ["x", "y"])')
    within: int | None = None
    if ideal is not None:
        for start, end in code.arguments(ideal.end() - 1):
            if code.passage(start, end).text.startswith("["):
                within = code.begin(start, end)
    ours = one_of(code, _OURS)
    within = list_of(code, "[", passed, within if ours is None else None)
    listed = name_before(code, within)
    if listed or ideal is None:
        alone(code, within)
    if ideal is not None and ours is None:
        ideal_alone(code, ideal.start(), code.closing(ideal.end() - 1))
    if ideal is not None:
        unchanged(code, name_before(code, ideal.start()), ideal.end(), EQUALS)
        if ours is None and (arguments := code.arguments(ideal.end() - 1)):
            asked_of(code, arguments[-1], within, listed, "ideal")
    unchanged(code, listed, code.closing(within), EQUALS, _CHANGING)
    polynomials = polynomials_of(code, within, "=")
    no_signs(polynomials, ("**",), "Julia")
    variables_kept(code, variables, 1)
    written_out(code, polynomials, variables)
    # A quotient of whole numbers has two strokes in Julia.
    polynomials = [one._replace(text=one.text.replace("//", "/ ")) for one in polynomials]
    if len(polynomials) > 1 and not polynomials[-1].text:  # a comma behind the last one
        del polynomials[-1]
    return Parts(polynomials, variables, number, renamed=code.renamed())


def _prime(code: Code, named: Passage) -> Passage | None:
    """The characteristic; None for the rationals."""
    return characteristic_of(code, named, _BOUND, _PRIME, "QQ", "QQ or GF(p)")


def _symbols(code: Code, start: int, end: int) -> Passage:
    """The names in a list of strings or of symbols, the last one first."""
    at = code.passage(start, end).at
    listed = _NAMES.match(code.whole[start:end].strip())
    names = [part.strip() for part in listed.group(1).split(",") if part.strip()] if listed else []
    bare = [one[1:-1] if one[:1] == one[-1:] == '"' else one.removeprefix(":") for one in names]
    wrong = next(
        (one for one, name in zip(names, bare, strict=True) if one == name or not VARIABLE_NAME.match(name)), None
    )
    if listed is None or wrong is not None:
        found = printable(wrong or code.whole[start:end].strip(), 60)
        raise at.error(f"the names {found!r}", 'names such as ["x", "y"]')
    return Passage(" ".join(reversed(bare)), at)
