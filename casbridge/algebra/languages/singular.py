"""Polynomial systems in Singular's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re

from casbridge.algebra.languages.numbered import as_singular_reads, is_short
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import equation, names_in, no_other, one_of, written_out
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("//", ("/*", "*/"))
_RING = re.compile(r"\bring\s+\w+\s*=")
_IDEAL = re.compile(r"\bideal\s+\w+\s*=")
_OTHERS = re.compile(r"\b(?:minpoly|qring|nc_algebra|ncalgebra|superCommutative|Weyl)\b")
_BASES = "std|groebner|slimgb|interred|modStd|sba"
_PARTS_OF_RING = 2
_OF_IDEALS = "std|groebner|slimgb|interred|modStd|sba|stdfglm|stdhilb|minbase|radical|imap|fetch"
#: A later ideal that is computed from the first one, such as ideal j = std(i);
_COMPUTED = re.compile(rf"\bideal\s+\w+\s*=\s*(?:(?:{_OF_IDEALS})\s*\(\s*)+\w+(?:\s*,\s*\w+)*[\s)]*;")
_FIRST_IS_LOWEST = re.compile(r"\bchar_series\s*\(")


@reader(_SYNTAX)
def read_singular(code: Code, notation: Notation) -> Parts:
    """The system in a Singular script: one ideal, and the ring before it.

    The ring is `ring r = 0, (y, x), dp;`, where the first variable is the greatest, and 0 is a prime for GF(p). Where
    the script calls `char_series`, the first variable is the lowest. Later rings over the same field, and later ideals
    such as `std(i)`, do not count.
    `ring r = (0, a, b), (y, x), dp;` has parameters. The short form (2xy2) is read where all names are single letters;
    else products need their sign `*`, and exponents their sign `^`. What Singular reads in its own way, such as 2x^2 as
    (2x)^2, is refused. So is an ideal that is changed later.

    >>> system = read_singular("ring r = 7, (x, y), dp; ideal i = x^2 + y^2 - 1, x*y - 1;")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    ideal = one_of(code, _IDEAL, passed={one.start() for one in _COMPUTED.finditer(code.text)})
    if ideal is None:
        raise InputError("no ideal", source=code.source, expected="a statement such as ideal i = x^2 - 1, x*y;")
    ring = one_of(code, _RING, end=ideal.start())
    variables = number = named = None
    if ring is not None:
        statement = code.items(ring.end(), _end_of(code, ring.end()))
        if len(statement) < _PARTS_OF_RING:
            raise code.place(ring.start()).error("a ring without variables", "ring r = 0, (x, y), dp;")
        number, named = _field(code, statement[0])
        start, end = statement[1]
        names = names_in(code, (start, end), "(") if "(" in code.text[start:end] else code.passage(start, end)
        _same_field(code, number, ideal.end())
        ordered = names.text.split()
        variables = names._replace(text=" ".join(ordered if _FIRST_IS_LOWEST.search(code.text) else reversed(ordered)))
    no_other(code, _OTHERS, "a ring that is not read", "a polynomial ring over QQ or GF(p), with or without parameters")
    _unchanged(code, ideal)
    found = [equation(code, *part) for part in code.items(ideal.end(), _end_of(code, ideal.end()))]
    stated = notation.variables or tuple(f"{variables.text} {named.text if named else ''}".split() if variables else ())
    is_short_form = all(len(name) == 1 for name in stated) if stated else is_short(found, (), code.deadline)
    short = notation.short or is_short_form
    as_singular_reads(found, short, code.deadline)
    written_out(code, found, variables)
    polynomials = found or [Passage("0", code.place(ideal.end()))]
    return Parts(polynomials, variables, number, named, renamed=code.renamed(), short=short)


def _unchanged(code: Code, ideal: re.Match[str]) -> None:
    """Check that no later statement gives the ideal another value than a basis of it."""
    name = ideal.group().split()[1].rstrip("=")
    changed = re.compile(rf"\b{name}\s*(?:\[[^\]=]*\]\s*)?=(?!=|\s*(?:{_BASES})\s*\(\s*{name}\s*\)\s*;)")
    found = changed.search(code.text, _end_of(code, ideal.end()))
    if found is not None:
        message = f"a second value of the ideal {printable(name, 40)!r}"
        raise code.place(found.start()).error(message, "all its polynomials in one statement")


def _same_field(code: Code, number: Passage, start: int) -> None:
    """Check that the rings behind a place have the characteristic of the first one."""
    for ring in _RING.finditer(code.text, start):
        parts = code.items(ring.end(), _end_of(code, ring.end()))
        other = _field(code, parts[0])[0].text if parts else ""
        if other != number.text:
            found = f"a second ring over another field: {printable(other, 40)}"
            raise code.place(ring.start()).error(found, f"one field; the first ring has {printable(number.text, 40)}")


def _end_of(code: Code, start: int) -> int:
    """Where the statement ends that begins before a place."""
    end = code.text.find(";", start)
    if end < 0:
        raise code.place(start).error("a statement without an end", "a semicolon behind it")
    return end


def _field(code: Code, part: tuple[int, int]) -> tuple[Passage, Passage | None]:
    """The characteristic, and the parameters."""
    whole = code.passage(*part)
    if not whole.text.startswith("("):
        return whole, None
    opening = code.begin(*part)
    first, *others = code.arguments(opening) or [part]
    names = Passage(" ".join(code.names(others)), whole.at) if others else None
    return code.passage(*first), names
