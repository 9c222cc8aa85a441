"""Polynomial systems in Maple's language."""

from __future__ import annotations

import re

from casbridge.algebra.expressions import natural_key
from casbridge.algebra.languages.lists import no_lost_exponent
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import (
    COLON_EQUALS,
    alone,
    asked_of,
    list_of,
    name_before,
    names_in,
    no_numbers,
    no_other,
    one_of,
    other_names,
    polynomials_of,
    unchanged,
    written_out,
)
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage

_SYNTAX = Syntax("#", ("(*", "*)"))
_RING = re.compile(r"\bPolynomialRing\s*\(")
_ORDER = re.compile(r"\b(?:plex|tdeg|grlex)\s*\(")
_CHARACTERISTIC = re.compile(r"\bcharacteristic\s*=\s*(\w+)")
_ASSUMING = re.compile(r"\bassuming\b.*")
_SCOPES = re.compile(r"\b(?:alias|macro|RootOf|assume|proc)\b")
_MODULO = re.compile(r"\bmod\s+\w+")
_CALL = re.compile(r"\b(Basis\s*\]?|Triangularize\s*\]?|Isolate\s*\]?|solve|fsolve|isolve|RealTriangularize)\s*\(")
#: Calls whose value may be the new value of the list: the same ideal has it.
_BASES = r"(?:Groebner\s*(?:\[\s*|:-\s*))?Basis(?:\s*\])?"
_NUMBERS = ("I", "Pi", "gamma", "Catalan", "infinity")
_PARAMETERS = re.compile(r"\bcasbridgeParameters\s*:=\s*\[")


@reader(_SYNTAX)
def read_maple(code: Code, notation: Notation) -> Parts:
    """The system in a Maple script: a list or a set of polynomials or equations.

    The variables are those of `PolynomialRing([y, x])`, or of an order such as `plex(y, x)`, where the first is the
    greatest. Without these they are in natural order. Other names are parameters where there is a ring or an order.
    `solve({…}, {y, x})` has its list in itself; `solve([…], [y, x])` names the lowest variable first. The
    characteristic is that of `PolynomialRing`, or of an option `characteristic = 11`. A list that is changed later, or
    that the first call does not take as it is, is refused.

    >>> system = read_maple("F := [x^2 + y^2 = 1, x*y - 1]: Groebner[Basis](F, plex(x, y));")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
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
    call = _CALL.search(code.text)
    asked = code.arguments(call.end() - 1) if call is not None else []
    within: int | None = None
    if call is not None and call.group(1) == "solve" and asked and code.passage(*asked[0]).text[:1] in ("[", "{"):
        within = code.begin(*asked[0])
        if ring is None and order is None and len(asked) > 1:
            variables = _asked_for(code, asked[1:])
    given = one_of(code, _PARAMETERS)
    if given is not None:
        named = names_in(code, code.bracket(given.end() - 1), "[")
        passed.append(given.end() - 1)
    no_other(code, _SCOPES, "a statement that may change the system", "the system alone")
    no_other(code, _ASSUMING, "an assumption", "the system alone")
    no_other(code, _MODULO, "a field that is not read", "the characteristic in a ring or an option")
    within = list_of(code, "[{", passed, within)
    listed = name_before(code, within)
    if not asked or listed:
        alone(code, within, "[;:]")
    if asked and call is not None:
        for later in _CALL.finditer(code.text, call.end()):
            if (others := code.arguments(later.end() - 1)) and code.passage(*others[0]).text[:1] in ("[", "{"):
                raise code.passage(*others[0]).at.error("a second list", "one, the list of polynomials")
        asked_of(code, asked[0], within, listed, call.group(1).strip(" ]"))
    unchanged(code, listed, code.closing(within), COLON_EQUALS, bases=_BASES)
    if not code.text[code.closing(within) + 1 :].strip():
        no_lost_exponent(code, within)
    polynomials = polynomials_of(code, within, ":=")
    written_out(code, polynomials)
    no_numbers(code, polynomials, _NUMBERS, "Maple's", notation)
    if variables is not None and named is None:
        named = other_names(code, polynomials, variables)
    return Parts(polynomials, variables, number, named, renamed=code.renamed())


def _asked_for(code: Code, parts: list[tuple[int, int]]) -> Passage:
    """The variables that solve is asked for: in a list or one by one the lowest first, in a set in natural order."""
    text, at = code.passage(*parts[0])
    if text.startswith("["):
        return names_in(code, parts[0], "[")
    if text.startswith("{"):
        names = names_in(code, parts[0], "{")
        return names._replace(text=" ".join(sorted(names.text.split(), key=natural_key)))
    return Passage(" ".join(code.names([part for part in parts if "=" not in code.text[slice(*part)]])), at)
