"""Polynomial systems in Macaulay2's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re

from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import (
    EQUALS,
    behind,
    equation,
    ideal_alone,
    kept_list,
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
from casbridge.algebra.passages import NAME, Parts, Passage
from casbridge.errors import printable

_SYNTAX = Syntax("--", ("-*", "*-"))
_PRIME = r"(?:QQ\b|ZZ\s*/\s*([0-9]+)|GF\s*\(?\s*([0-9]+(?:\s*[,^]\s*[0-9]+)?)\s*\)?)"
_FIELD = re.compile(rf"\b([A-Za-z]\w*)\s*=\s*{_PRIME}\s*(?:[;\n]|\Z)")
_RING = re.compile(rf"(?:\b{_PRIME}|\(\s*{_PRIME}\s*\)|\b([A-Za-z]\w*))\s*\[")
_OTHERS = re.compile(r"\b(?:QQ|ZZ|RR|CC|GF|frac)\b")
_FRACTIONS = re.compile(r"\bfrac\b")
#: Rings that are not commutative, or whose variables have inverses.
_OTHER_KINDS = re.compile(r"\b(?:SkewCommutative|WeylAlgebra|Inverses)\b")
_IDEAL = re.compile(r"\bideal\s*\(")
_OURS = re.compile(r"\bsystemEquations\s*=\s*\{")
_EXPECTED = "a ring such as QQ[x, y] or ZZ/7[x, y]"


@reader(_SYNTAX)
def read_macaulay2(code: Code, notation: Notation) -> Parts:
    """The system in a Macaulay2 script: an ideal, or else a list of polynomials.

    The ring is `QQ[y, x]` or `ZZ/7[y, x]`, where the first variable is the greatest, or `K[y, x]` with such a field K.
    Without a ring the variables are in natural order. Parameters, quotient rings and sums of ideals are not read.
    An ideal or a list that is changed later is refused.

    >>> system = read_macaulay2("R = ZZ/7[x, y, MonomialOrder => Lex]; I = ideal(x^2 + y^2 - 1, x*y - 1)")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    no_other(code, _FRACTIONS, "a field that is not read", _EXPECTED)
    variables, number = _ring(code)
    polynomials = _polynomials(code)
    no_signs(polynomials, ("**", "++"), "Macaulay2")
    variables_kept(code, variables)
    written_out(code, polynomials, variables)
    return Parts(polynomials, variables, number, renamed=code.renamed())


def _ring(code: Code) -> tuple[Passage | None, Passage | None]:
    """The variables, the lowest first, and the characteristic, where the text has them."""
    fields = {one.group(1): one for one in _FIELD.finditer(code.text)}
    rings = [one for one in _RING.finditer(code.text) if one.group(5) is None or one.group(5) in fields]
    if not rings:
        no_other(code, _OTHERS, "a ring that is not read", _EXPECTED)
        return None, None
    ring, *others = rings
    rest, at = behind(code, code.closing(ring.end() - 1))
    if rest.startswith("/"):
        raise at.error(f"a quotient ring: {printable(rest, 40)}", _EXPECTED)
    if others:
        at = code.place(others[0].start())
        raise at.error(f"found {printable(others[0].group(), 60)!r} after {printable(ring.group(), 60)!r}", "one ring")
    no_other(code, _OTHER_KINDS, "a ring that is not read", _EXPECTED)
    if named := name_before(code, ring.start()):
        no_other(code, re.compile(rf"(?<![\w.]){named}\s*/(?!/)"), "a quotient ring", _EXPECTED)
    generators = [part for part in code.arguments(ring.end() - 1) if "=>" not in code.text[slice(*part)]]
    variables = Passage(" ".join(reversed(code.names(generators))), code.place(ring.end() - 1))
    field = fields[ring.group(5)] if ring.group(5) else ring
    group = next((one for one in range(1, field.re.groups + 1) if (field.group(one) or "")[:1].isdigit()), None)
    return variables, code.passage(*field.span(group)) if group else None


def _polynomials(code: Code) -> list[Passage]:
    """The polynomials of the ideal, or those of a list."""
    ideal = one_of(code, _IDEAL)
    if ideal is None or one_of(code, _OURS) is not None:
        return kept_list(code, list_of(code, "{"), EQUALS)
    ideal_alone(code, ideal.start(), code.closing(ideal.end() - 1))
    unchanged(code, name_before(code, ideal.start()), ideal.end(), EQUALS)
    arguments = code.arguments(ideal.end() - 1)
    polynomials = [equation(code, *part) for part in arguments]
    if len(polynomials) == 1:
        content = polynomials[0].text
        listed = re.search(rf"\b{content}\s*=\s*\{{", code.text) if NAME.fullmatch(content) else None
        if content.startswith("{"):
            start, end = arguments[0]
            return polynomials_of(code, code.begin(start, end))
        if listed is not None:
            return kept_list(code, listed.end() - 1, EQUALS)
    return polynomials
