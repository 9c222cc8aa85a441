"""Polynomial systems in GAP's language: the list in a call for a Gröbner basis, or an ideal."""

from __future__ import annotations

import re

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.calls import Style, blank_out, call_of, list_named, members_of, names_of, no_list
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import COLON_EQUALS, characteristic_of, no_other, no_signs, written_out
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("#")
_STYLE = Style(":=", ";", COLON_EQUALS, r"\b(?:Add|Append|Remove)\s*\(")
_CALL = re.compile(r"(?<![\w.])(ReducedGroebnerBasis|GroebnerBasis|GroebnerBasisNC|SGrobner)\s*\(")
_IDEAL = re.compile(r"(?<![\w.])(Ideal|TwoSidedIdeal)\s*\(")
_DOMAIN = r"[A-Za-z]\w{0,60}+(?:\s*\([^()\n]{0,60}\))?"
#: x := Indeterminate(Rationals, "x");
_INDETERMINATE = re.compile(rf"(?<![\w.])([A-Za-z]\w*)\s*:=\s*(?:X|Indeterminate)\s*\(\s*({_DOMAIN})\s*(?=[,)])")
#: x := vars[1];
_BY_NUMBER = re.compile(r"(?<![\w.])([A-Za-z]\w*)\s*:=\s*([A-Za-z]\w*)\s*\[\s*([0-9]+)\s*\]\s*;")
_RING = re.compile(rf"\bPolynomialRing\s*\(\s*({_DOMAIN})\s*,\s*\[([^\]]*)\]")
#: A field is made, or a variable, in a form that is not read.
_OTHERS = re.compile(r"\b(?:X|Indeterminate|PolynomialRing)\s*\(|\b(?:FunctionField|AlgebraicExtension|CF|E)\s*\(")
_FIELD = re.compile(r"\b([A-Za-z]\w*)\s*:=\s*(Rationals|GF\s*\([^()]*\))\s*;")
_PRIME = re.compile(r"GF\s*\((.*)\)\Z", re.DOTALL)
_ORDERING = re.compile(r"\bMonomial\w+Ordering\s*\(\s*(?=[^)\s])")
_OURS = re.compile(r"^nonzero := Filtered\(equations \* One\(", re.MULTILINE)


@reader(_SYNTAX)
def read_gap(code: Code, notation: Notation) -> Parts:
    """The system in a script for GAP: the list in `ReducedGroebnerBasis` or `GroebnerBasis`, or that of an ideal.

    The list stands in the call, or a statement gives it a name. The variables are those of an order such as
    `MonomialLexOrdering(y, x)`, where the first is the greatest, or those that `Indeterminate(Rationals, "x")` makes,
    the lowest first. The field is the one there, or in `PolynomialRing`. Computed and changed lists are refused.

    >>> script = 'x := Indeterminate(GF(7), "x"); y := Indeterminate(GF(7), "y"); '
    >>> system = read_gap(script + "GroebnerBasis([x^2 + y^2 - 1, x*y - 1], MonomialLexOrdering(x, y));")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    made, number = _made(code)
    others: list[tuple[int, int]] = []
    if _OURS.search(code.text):
        within = list_named(code, "equations", _STYLE, code.place(0))
    else:
        call = call_of(code, _CALL, _STYLE)
        if call is None:
            ideal = _IDEAL.search(code.text)
            arguments = code.arguments(ideal.end() - 1) if ideal else []
            if len(arguments) != len(("ring", "generators")):
                raise no_list(code, "ReducedGroebnerBasis([x^2 - 1, x*y], MonomialLexOrdering(x, y))")
            listed = code.passage(*arguments[1])
            direct = listed.text.startswith("[")
            within = code.begin(*arguments[1]) if direct else list_named(code, listed.text, _STYLE, listed.at)
        else:
            within, others = call.within, list(call.others)
    polynomials = members_of(code, within, ":=")
    no_signs(polynomials, ("**",), "GAP")
    written_out(code, polynomials)
    variables = _ordered(code, others) or (Passage(" ".join(made), code.place(0)) if made else None)
    if made and variables is not None and (rest := [one for one in made if one not in variables.text.split()]):
        used = {token for one in polynomials for token in notation.names(one.text)}
        if strange := used.intersection(rest):
            raise variables.at.error(f"an order without {min(strange)}", "an order with all variables")
    return Parts(polynomials, variables, number, renamed=code.renamed())


def _made(code: Code) -> tuple[list[str], Passage | None]:
    """The variables that the script makes, in their order, and the characteristic. Their statements become blanks."""
    names: list[str] = []
    number: Passage | None = None
    said: set[str] = set()
    for match in [*_INDETERMINATE.finditer(code.text)]:
        named = code.passage(*match.span(2))
        number = characteristic_of(code, named, _FIELD, _PRIME, "Rationals", "Rationals or GF(p)") or number
        said.add(_domain(code, named.text))
        names.append(match.group(1))
    for match in [*_INDETERMINATE.finditer(code.text)][::-1]:
        blank_out(code, match, code.closing(code.text.index("(", match.end(1))) + 1)
    ring = _RING.search(code.text)
    if ring is not None:
        named = code.passage(*ring.span(1))
        number = characteristic_of(code, named, _FIELD, _PRIME, "Rationals", "Rationals or GF(p)") or number
        said.add(_domain(code, named.text))
        listed = [part.strip() for part in code.whole[slice(*ring.span(2))].split(",")]
        bare = [one[1:-1] for one in listed if one[:1] == one[-1:] == '"']
        if len(bare) != len(listed) or not all(VARIABLE_NAME.match(one) for one in bare):
            raise code.place(ring.start(2)).error("a ring without names", 'PolynomialRing(Rationals, ["x", "y"])')
        for match in [*_BY_NUMBER.finditer(code.text)]:
            place = int(match.group(3)[:9])
            if not 0 < place <= len(bare) or match.group(1) != bare[place - 1]:
                found = printable(" ".join(match.group().split()), 40)
                raise code.place(match.start()).error(f"found {found!r}", "each variable by its own name and number")
            blank_out(code, match, match.end())
        names = names or bare
        blank_out(code, ring, ring.end())
    no_other(code, _OTHERS, "a ring that is not read", 'x := Indeterminate(Rationals, "x");')
    if len(said) > 1:
        raise InputError(f"two fields: {printable(' and '.join(sorted(said)), 60)}", source=code.source)
    twice = next((one for place, one in enumerate(names) if one in names[:place]), None)
    if twice is not None:
        raise code.place(0).error(f"{printable(twice, 40)} is made twice", "each variable once")
    return names, number


def _domain(code: Code, named: str) -> str:
    given = next((one.group(2) for one in _FIELD.finditer(code.text) if one.group(1) == named), named)
    return "".join(given.split())


def _ordered(code: Code, others: list[tuple[int, int]]) -> Passage | None:
    """The variables of the order that a call takes, the lowest first; None for an order without variables."""
    order = _ORDERING.search(code.text, others[0][0], others[0][1]) if others else None
    if order is None:
        return None
    opening = code.text.index("(", order.start())
    names = names_of(code, code.arguments(opening), _STYLE)
    return names and names._replace(text=" ".join(reversed(names.text.split())))
