"""Polynomial systems in Maxima's language: the list in `solve`, `algsys`, or a call for a Gröbner basis."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import Style, call_of, list_named, members_of, names_of, no_list, reversed_names
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import no_other, other_names
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage
from casbridge.errors import UNREAD, printable

_SYNTAX = Syntax(block=("/*", "*/"), nested=True, towers=True)
_STYLE = Style(":", "[;$]", "::?(?!=)", r"\b(?:push|pop)\s*\(\s*(?:[^;$\n]*,)?")
_CALL = re.compile(
    r"(?<![\w%])(solve|algsys|linsolve|eliminate|poly_reduced_grobner|poly_grobner|triangularize|charsets_\w+)\s*\("
)
_VALUE = re.compile(r"(?<![\w%])([A-Za-z]\w*)\s*::?(?!=)", re.ASCII)
_MATCHED = re.compile(r"\b(?:ev|tellrat|matchdeclare|modulus)\b")
_OURS = re.compile(r"^%equations: (?=\[)", re.MULTILINE)
#: Calls whose first variable is the greatest.
_BASES = ("poly_reduced_grobner", "poly_grobner")


@reader(_SYNTAX)
def read_maxima(code: Code, notation: Notation) -> Parts:
    """The system in a script for Maxima: the list in `solve`, `algsys`, `poly_reduced_grobner` or `poly_grobner`.

    The list stands in the call, or a statement `F: […]` gives it a name. `solve` and `algsys` name the lowest variable
    first, the others the greatest. Other names are parameters. Lists that are computed or changed, names with a value,
    and a `modulus` are refused.

    >>> system = read_maxima("eqs: [x^2 + y^2 = 1, x*y = 1]$ solve(eqs, [x, y]);")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [y**2 + x**2 - 1, x*y - 1])
    """
    if _OURS.search(code.text):
        within = list_named(code, "%equations", _STYLE, code.place(0))
        unknowns = list_named(code, "%unknowns", _STYLE, code.place(0))
        variables: Passage | None = names_of(code, [code.bracket(unknowns)], _STYLE)
    else:
        no_other(code, _MATCHED, "a statement that may change the system", "the system alone")
        call = call_of(code, _CALL, _STYLE)
        if call is None or call.name in ("eliminate", "triangularize"):
            raise no_list(code, "solve([x^2 = 1, x*y = 1], [x, y])")
        within = call.within
        variables = names_of(code, call.others[:1], _STYLE)
        if call.name in _BASES:
            variables = reversed_names(variables)
    polynomials = members_of(code, within, ":")
    _without_values(code, polynomials)
    named = other_names(code, polynomials, variables) if variables is not None else None
    return Parts(polynomials, variables, None, named, renamed=code.renamed())


def _without_values(code: Code, polynomials: list[Passage]) -> None:
    """Check that no polynomial has a name to which a statement gives a value."""
    named = {match.group(1) for match in code.deadline.over(_VALUE.finditer(code.text), UNREAD)}
    for one in code.deadline.over(polynomials, UNREAD):
        if found := named.intersection(NAME.findall(one.text)):
            shown = printable(min(found), 40)
            raise one.at.error(f"{shown}, a name of another statement", "each polynomial written out")
