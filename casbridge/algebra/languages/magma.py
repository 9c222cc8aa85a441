"""Polynomial systems in Magma's language."""

from __future__ import annotations

import re

from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import (
    COLON_EQUALS,
    alone,
    characteristic_of,
    ideal_alone,
    kept_list,
    list_of,
    name_before,
    no_other,
    no_signs,
    one_of,
    polynomials_of,
    unchanged,
    value_of,
    variables_kept,
    written_out,
)
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import printable

_SYNTAX = Syntax("//", ("/*", "*/"))
_RING = re.compile(r"\b([A-Za-z]\w*)\s*<([^<>;]*)>\s*:=\s*Polynomial(?:Ring|Algebra)\s*\(")
_NAMELESS = re.compile(r"\bPolynomial(?:Ring|Algebra)\s*\(")
_FUNCTIONS = re.compile(r"\b([A-Za-z]\w*)\s*<([^<>;]*)>\s*:=\s*(?:Rational)?FunctionField\s*\(")
_BOUND = re.compile(r"\b([A-Za-z]\w*)\s*:=\s*((?:GF|FiniteField|Rationals|RationalField)\s*\([^()]*\))")
_IDEAL = re.compile(r"\bideal\s*<([^<>|;]*)\|([^<>;]*)>")
_PRIME = re.compile(r"(?:GF|FiniteField)\s*\((.*)\)\Z", re.DOTALL)
_RATIONALS = r"(?:Rationals|RationalField)\s*\(\s*\)"
_OTHERS = re.compile(
    r"\b(?:GF|FiniteField|Rationals|RationalField|Integers|IntegerRing|\w+Space|\w*Ring|\w*Algebra)\s*\("
)
_CHANGING = "~"  # Append(~L, f) changes L
_FIELDS = "Rationals(), GF(p), or a FunctionField over one of them"


@reader(_SYNTAX)
def read_magma(code: Code, notation: Notation) -> Parts:
    """The system in a Magma script: an ideal, or else a list of polynomials.

    The ring is that of `P<y, x> := PolynomialRing(K, 2)`, where the first variable is the greatest. K is `Rationals()`
    or `GF(p)`, as it stands there or by a name. `F<a, b> := FunctionField(K, 2)` makes parameters. Without a ring the
    variables are in natural order. An ideal or a list that is changed later is refused.

    >>> system = read_magma("P<x, y> := PolynomialRing(GF(7), 2); I := ideal<P | x^2 + y^2 - 1, x*y - 1>;")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    ring = one_of(code, _RING)
    variables = number = named = None
    if ring is not None:
        variables = _generators(code, ring, reverse=True)
        number, named = _field(code, code.arguments(ring.end() - 1)[:1])
    elif (nameless := one_of(code, _NAMELESS)) is not None:
        raise code.place(nameless.start()).error("a ring without names of variables", "P<x, y> := PolynomialRing(…)")
    else:
        no_other(code, _OTHERS, "a ring that is not read", "P<x, y> := PolynomialRing(Rationals(), 2)")
    polynomials = _polynomials(code)
    no_signs(polynomials, ("**",), "Magma")
    variables_kept(code, variables, 1)
    written_out(code, polynomials, variables)
    return Parts(polynomials, variables, number, named, renamed=code.renamed())


def _generators(code: Code, found: re.Match[str], *, reverse: bool) -> Passage:
    """The names between < and >. Raises InputError where the ring has another number of variables."""
    names = code.names(code.items(*found.span(2)))
    at = code.place(found.start(2))
    arguments = code.arguments(found.end() - 1)
    said = code.passage(*arguments[1]).text if len(arguments) > 1 else "1"
    if said != str(len(names)):
        raise at.error(f"{len(names)} names for {printable(said, 40)} variables", "as many names as variables")
    return Passage(" ".join(reversed(names) if reverse else names), at)


def _field(code: Code, argument: list[tuple[int, int]]) -> tuple[Passage | None, Passage | None]:
    """The characteristic and the parameters of the field that stands in an argument, by its name or as it is."""
    whole = code.passage(*argument[0]) if argument else code.passage(0, 0)
    bound = next((one for one in _FUNCTIONS.finditer(code.text) if one.group(1) == whole.text), None)
    if bound is None:
        return _prime(code, whole), None
    inner = code.arguments(bound.end() - 1)[:1]
    ground = code.passage(*inner[0]) if inner else code.passage(bound.end(), bound.end())
    return _prime(code, ground), _generators(code, bound, reverse=False)


def _prime(code: Code, named: Passage) -> Passage | None:
    """The characteristic; None for the rationals."""
    return characteristic_of(code, named, _BOUND, _PRIME, _RATIONALS, _FIELDS)


def _polynomials(code: Code) -> list[Passage]:
    ideal = one_of(code, _IDEAL)
    if ideal is None:
        return kept_list(code, list_of(code, "["), COLON_EQUALS, _CHANGING, ";")
    ideal_alone(code, ideal.start(), ideal.end() - 1, ";")
    unchanged(code, name_before(code, ideal.start()), ideal.end(), COLON_EQUALS, _CHANGING)
    start, end = ideal.span(2)
    content = code.passage(start, end).text
    opening = code.begin(start, end)
    if content.startswith("[") and code.closing(opening) == opening + len(content) - 1:
        return polynomials_of(code, opening, ":=")
    if re.fullmatch(r"[A-Za-z]\w*", content):
        listed = one_of(code, re.compile(rf"\b{content}\s*:=\s*\["))
        if listed is not None:
            alone(code, listed.end() - 1, ";")
            unchanged(code, content, listed.end() - 1, COLON_EQUALS, _CHANGING)
            return _elements(code, listed.end() - 1)
    found = [code.passage(*value_of(code, part, ":=")) for part in code.items(start, end)]
    return found or [Passage("0", code.place(start))]


def _elements(code: Code, opening: int) -> list[Passage]:
    """The polynomials of a list, which may begin with the ring that they belong to: [P | f, g]."""
    closing = code.closing(opening)
    universe = code.text.find("|", opening, closing)
    parts = code.items(opening + 1 if universe < 0 else universe + 1, closing)
    return [code.passage(*value_of(code, part, ":=")) for part in parts] or [Passage("0", code.place(opening))]
