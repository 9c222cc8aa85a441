"""Polynomial systems in CoCoA's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import Style, list_named, members_of
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import (
    alone,
    equation,
    list_of,
    name_before,
    no_other,
    no_signs,
    one_of,
    unchanged,
    written_out,
)
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("//", ("/*", "*/"), also=("--",))
_STYLE = Style(":=", ";", ":=")
_RING = re.compile(r"\b[A-Za-z]\w*\s*::=\s*([^;:\[]*)(?=\[)")
_IDEAL = re.compile(r"(?<![\w.])[iI]deal\s*\(")
_FIELD = re.compile(r"(?:QQ?|ZZ?\s*/\s*\(?\s*([0-9]+)\s*\)?)\s*\Z")
_QUOTIENT = re.compile(r"::=[^;:\]]*\][ \t]*/")


@reader(_SYNTAX)
def read_cocoa(code: Code, notation: Notation) -> Parts:
    """The system in a script for CoCoA: an ideal, or else a list of polynomials.

    The ring is `use R ::= QQ[y, x];` or `ZZ/(7)[y, x]`, where the first variable is the greatest. Another ring, a
    second one, an ideal in an expression, and an ideal or a list that is changed later are refused.

    >>> system = read_cocoa("use R ::= ZZ/(7)[x, y], Lex;\\nI := ideal(x^2 + y^2 - 1, x*y - 1);")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    no_other(code, _QUOTIENT, "a quotient ring", "a ring such as QQ[x, y]")
    ring, ideal = one_of(code, _RING), one_of(code, _IDEAL)
    if ring is None:
        raise InputError("no ring", source=code.source, expected="use R ::= QQ[x, y];")
    coefficients = _FIELD.fullmatch(ring.group(1).strip())
    if coefficients is None:
        found = f"the field {printable(ring.group(1).strip(), 40)!r}"
        raise code.place(ring.start(1)).error(found, "QQ or ZZ/(p)")
    names = code.names(code.arguments(ring.end()))
    variables = Passage(" ".join(reversed(names)), code.place(ring.end()))
    number = variables._replace(text=coefficients.group(1)) if coefficients.group(1) else None
    if ideal is not None:
        polynomials = _of_ideal(code, ideal)
    else:
        within = list_of(code, "[", [ring.end()])
        alone(code, within, ";")
        unchanged(code, name_before(code, within), code.closing(within), ":=")
        polynomials = members_of(code, within, ":=")
    no_signs(polynomials, ("**",), "CoCoA")
    written_out(code, polynomials)
    return Parts(polynomials, variables, number)


def _of_ideal(code: Code, ideal: re.Match[str]) -> list[Passage]:
    """The polynomials of ideal(f, g), ideal([f, g]), or ideal(F) with a list F."""
    closing = code.closing(ideal.end() - 1)
    behind = code.text[closing + 1 :].lstrip()
    if behind[:1] not in ("", ";", ")"):
        shown = printable(behind.partition(";")[0].strip(), 40)
        raise code.place(closing + 1).error(f"found {shown!r} behind the ideal", "the ideal alone, written out")
    before = re.split("[;(]", code.text[: ideal.start()])[-1].rstrip()
    if before and not before.endswith(":="):
        shown = printable(before.strip()[-40:], 40)
        raise code.place(ideal.start()).error(f"found {shown!r} before the ideal", "the ideal alone, written out")
    unchanged(code, name_before(code, ideal.start()), closing, ":=")
    arguments = [part for part in code.arguments(ideal.end() - 1) if code.text[slice(*part)].strip()]
    if len(arguments) == 1:
        content, at = code.passage(*arguments[0])
        if content.startswith("["):
            return members_of(code, code.begin(*arguments[0]), ":=")
        if NAME.fullmatch(content) and re.search(rf"\b{content}\s*:=\s*\[", code.text):
            return members_of(code, list_named(code, content, _STYLE, at), ":=")
    return [equation(code, *part) for part in arguments] or [Passage("0", code.place(ideal.start()))]
