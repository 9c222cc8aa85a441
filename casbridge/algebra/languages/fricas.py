"""Polynomial systems in FriCAS's language: a list with the type `List DMP([x, y], Fraction Integer)`."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import Style, members_of, names_of
from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.languages.statements import alone, no_other, one_of, unchanged, written_out
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax("--", also=("++",))
_STYLE = Style(":=", r"[;\n]", ":=")
#: A ring: DMP([x, y], FRAC INT), where the first variable is the greatest.
_RING = re.compile(
    r"\b(?:DMP|HDMP|GDMP|DistributedMultivariatePolynomial|HomogeneousDistributedMultivariatePolynomial)\s*\(\s*(?=\[)"
)
_TYPED = re.compile(r"\b([A-Za-z]\w*)\s*:\s*(?:List|LIST)\b")
_OURS = re.compile(r"^systemEquations : List casbridgeRing := \[\]$", re.MULTILINE)
_OUR_EQUATION = re.compile(r"^systemEquations := cons\(\((.*)\)::casbridgeRing, systemEquations\)", re.MULTILINE)
_OUR_FIELD = re.compile(r"^casbridgeField := (.*)$", re.MULTILINE)
_OUR_VARIABLES = re.compile(r"^casbridgeVariables := OrderedVariableList \[([\w', ]*)\]", re.MULTILINE)
_OUR_VARIABLE = re.compile(r"^\w+ : casbridgeRing := .*$", re.MULTILINE)
_RATIONALS = re.compile(r"(?:Fraction|FRAC)(?:Integer|INT|\((?:Integer|INT)\))|Integer|INT")
_PRIME = re.compile(r"(?:PrimeField|PF)\(?([0-9]+)\)?")
_DEFINED = re.compile(r"^[ \t]*(?:macro[ \t]+)?([A-Za-z]\w*)[ \t]*==", re.MULTILINE | re.ASCII)
_OTHERS = re.compile(r"^[ \t]*(?:if|for|while|repeat)\b", re.MULTILINE)
_EXAMPLE = "F : List DMP([x, y], Fraction Integer) := [x^2 - 1, x*y]"


@reader(_SYNTAX)
def read_fricas(code: Code, notation: Notation) -> Parts:
    """The system in a script for FriCAS: a list with a type, and scripts that casbridge writes.

    `F : List DMP([y, x], Fraction Integer) := […]` is read, and so is `([…] :: List DMP([y, x], PrimeField 7))`. The
    first variable is the greatest. HDMP and GDMP are read, too. One such list may stand in a script, and no other list.

    >>> system = read_fricas("F : List DMP([x, y], PF 7) := [x^2 + y^2 - 1, x*y - 1]\\ngroebner F")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    return _ours(code) if _OURS.search(code.text) else _typed(code)


def _ours(code: Code) -> Parts:
    """The system of a script that casbridge wrote."""
    fields, variables = _OUR_FIELD.search(code.text), _OUR_VARIABLES.search(code.text)
    if fields is None or variables is None:
        raise code.place(0).error("a list without its ring", "a script as casbridge writes it")
    polynomials = [code.passage(*one.span(1)) for one in code.deadline.over(_OUR_EQUATION.finditer(code.text), UNREAD)]
    names = [one.strip(" '") for one in variables.group(1).split(",")]
    code.text = _OUR_VARIABLE.sub(lambda match: blank(match.group()), code.text)
    written_out(code, polynomials)
    listed = Passage(" ".join(one for one in reversed(names) if one), code.place(variables.start(1)))
    found = polynomials or [Passage("0", code.place(0))]
    return Parts(found, listed, _prime(code, *fields.span(1)), renamed=code.renamed())


def _typed(code: Code) -> Parts:
    """The list that has a type, in a script as people write it."""
    ring = one_of(code, _RING)
    if ring is None:
        raise InputError("no list with its type", source=code.source, expected=_EXAMPLE)
    no_other(code, _OTHERS, "a statement that is not read", "the list alone")
    opening = code.text.index("(", ring.start())
    arguments = code.arguments(opening)
    if len(arguments) != len(("variables", "field")):
        raise code.place(ring.start()).error("a ring without variables or a field", _EXAMPLE)
    asked = names_of(code, arguments[:1], _STYLE)
    assert asked is not None
    variables = asked._replace(text=" ".join(reversed(asked.text.split())))
    number = _prime(code, *arguments[1])
    inside = [code.bracket(code.text.index("(", one.start())) for one in _RING.finditer(code.text)]
    lists = [at for at in code.lists("[") if not any(start <= at < end for start, end in inside)]
    if not lists:
        raise InputError("no list of polynomials", source=code.source, expected=_EXAMPLE)
    if len(lists) > 1:
        raise code.place(lists[1]).error("a second list", "one, the list of polynomials")
    (within,) = lists
    typed = _TYPED.search(code.text, 0, within)
    behind = code.text[code.closing(within) + 1 :].lstrip(" \t\n")
    if not behind.startswith("::"):
        if typed is None:
            raise code.place(within).error("a list without its type", _EXAMPLE)
        alone_at = code.text[ring.start() : within].rstrip()
        if not alone_at.endswith(":="):
            raise code.place(within).error("a list that is not the value of the typed name", _EXAMPLE)
        behind = re.split(r"[;\n)]", code.text[code.closing(within) + 1 :], maxsplit=1)[0]
        if behind.strip():
            alone(code, within)
        unchanged(code, typed.group(1), code.closing(within), r"(?:\.[^:;\n]*)?:=")
    polynomials = members_of(code, within)
    defined = {one.group(1) for one in _DEFINED.finditer(code.text)}
    for one in polynomials:
        if found := defined.intersection(NAME.findall(one.text)):
            raise one.at.error(
                f"{printable(min(found), 40)}, a name of another statement", "each polynomial written out"
            )
    written_out(code, polynomials)
    return Parts(polynomials, variables, number)


def _prime(code: Code, start: int, end: int) -> Passage | None:
    """The characteristic of a field; None for the rationals."""
    named = code.passage(start, end)
    bare = "".join(named.text.split())
    found = _PRIME.fullmatch(bare)
    if found is not None:
        return named._replace(text=found.group(1))
    if not _RATIONALS.fullmatch(bare):
        raise named.at.error(f"the field {printable(named.text, 40)!r}", "Fraction Integer or PrimeField p")
    return None
