"""Polynomial systems in Giac's language: the list in `gbasis` or `solve`."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import Style, call_of, list_named, members_of, names_of, no_list, reversed_names
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import COLON_EQUALS, no_numbers, no_other, other_names, written_out
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage

_SYNTAX = Syntax("//", ("/*", "*/"))
_STYLE = Style(":=", "[;:]", f"(?:{COLON_EQUALS}|=<)")
_CALL = re.compile(r"(?<![\w.])(gbasis|solve|csolve|cSolve)\s*\(")
_ORDERS = frozenset(("plex", "tdeg", "revlex", "with_cocoa", "modular_check", "eliminate"))
_MODULO = re.compile(r"\bmod\s+([0-9]+)|%\s*([0-9]+)")
_OTHERS = re.compile(r"\bassume\b|\bpurge\b|=>|\bsubst\b")
_OURS = re.compile(r"^left_sides:=(?=\[)", re.MULTILINE)
_OUR_MODULUS = re.compile(r"\bleft_sides mod ([0-9]+)")
_NUMBERS = ("i", "e", "pi", "infinity")


@reader(_SYNTAX)
def read_giac(code: Code, notation: Notation) -> Parts:
    """The system in a script for Giac: the list in `gbasis([…], [y, x])` or `solve([…], [x, y])`.

    The list stands in the call, or a statement gives it a name. The first variable of `gbasis` is the greatest, that of
    `solve` the lowest. Other names are parameters. Lists that are computed or changed, and residues such as 3 % 7, are
    refused.

    >>> system = read_giac("F:=[x^2 + y^2 - 1, x*y - 1]:; gbasis(F, [x, y]);")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    number: Passage | None = None
    if _OURS.search(code.text):
        within = list_named(code, "left_sides", _STYLE, code.place(0))
        unknowns = list_named(code, "unknowns", _STYLE, code.place(0))
        variables: Passage | None = names_of(code, [code.bracket(unknowns)], _STYLE)
        modulus = _OUR_MODULUS.search(code.text)
        number = code.passage(*modulus.span(1)) if modulus else None
        polynomials = members_of(code, within)
    else:
        no_other(code, _MODULO, "a field that is not read", "a system over QQ")
        no_other(code, _OTHERS, "a statement that may change the system", "the system alone")
        call = call_of(code, _CALL, _STYLE)
        if call is None:
            raise no_list(code, "gbasis([x^2 - 1, x*y], [x, y])")
        asked = [part for part in call.others[:1] if code.passage(*part).text not in _ORDERS]
        variables = names_of(code, asked, _STYLE)
        if call.name == "gbasis":
            variables = reversed_names(variables)
        polynomials = members_of(code, call.within, ":=")
        written_out(code, polynomials)
        no_numbers(code, polynomials, _NUMBERS, "Giac's", notation)
    named = other_names(code, polynomials, variables) if variables is not None else None
    return Parts(polynomials, variables, number, named, renamed=code.renamed())
