"""Polynomial systems in Sage's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re

from casbridge.algebra.fields import VARIABLE_NAME, Field
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.statements import (
    EQUALS,
    asked_of,
    characteristic_of,
    equation,
    ideal_alone,
    kept_list,
    list_of,
    name_before,
    no_numbers,
    no_other,
    one_of,
    polynomials_of,
    unchanged,
    value_of,
    variables_kept,
    written_out,
)
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage, placed
from casbridge.errors import printable

_SYNTAX = Syntax("#", towers=True)
_NAMED = r"\b[A-Za-z]\w*\s*\.\s*<([^<>\n]*)>\s*=\s*"
#: R.<x, y> = QQ[]
_SHORT = re.compile(rf"{_NAMED}([A-Za-z]\w*(?:\s*\([^()\n]*\))?)\s*\[[^\[\]\n]*\]")
#: R.<x, y> = PolynomialRing(QQ, 2), or R = PolynomialRing(QQ, 'x,y')
_RING = re.compile(rf"(?:{_NAMED})?\b(?:PolynomialRing|BooleanPolynomialRing)\s*\(")
#: Any ring with generators: A.<x, y> = AffineSpace(QQ, 2)
_GENERATORS = re.compile(rf"{_NAMED}\S[^\n;]*")
_IDEAL = re.compile(r"(?:\b[A-Za-z]\w*\s*\.\s*)?\b[iI]deal\s*\(")
_SOLVE = re.compile(r"\bsolve\s*\(")
_FIELD = re.compile(r"\b([A-Za-z]\w*)\s*=\s*((?:GF|FiniteField|Zmod|Integers)\s*\([^()]*\)|QQ\b)")
_PRIME = re.compile(r"(?:GF|FiniteField)\s*\((.*)\)\Z", re.DOTALL)
_OTHERS = re.compile(r"\b(?:quotient|quo|Frac|FractionField|InfinitePolynomialRing|CC|RR|ZZ\s*\[)")
_OURS = re.compile(r"\[ring\(equation\) for equation in equations\]")
_OUR_LIST = re.compile(r"^equations\s*=\s*\[", re.MULTILINE)
#: What casbridge's scripts for `solve` have: unknowns = list(SR.var("x,y")).
_OUR_UNKNOWNS = re.compile(r'^unknowns = list\(SR\.var\("([\w,]+)"\)\)$', re.MULTILINE)
_NUMBERS = ("I", "pi", "e")
_NAMES = re.compile(r"\s*,\s*(?:[0-9]+\s*,\s*)?(?:names\s*=\s*)?(\[[^\]]*\]|\([^)]*\)|'[^']*'|\"[^\"]*\")")
_QUOTED = re.compile(r"[\"']([^\"']*)[\"']")
#: What gives a list another value: F = …, F.append(f).
_CHANGED = rf"(?:{EQUALS}|\.\s*(?:append|extend|insert|remove|pop|clear)\s*\()"


@reader(_SYNTAX)
def read_sage(code: Code, notation: Notation) -> Parts:
    """The system in a Sage script: an ideal, the list in `solve`, or else a list of polynomials.

    The ring is `R.<y, x> = QQ[]`, `R.<y, x> = PolynomialRing(GF(7), 2)` or `PolynomialRing(QQ, 'y,x')`, where the first
    variable is the greatest. `solve([…], x, y)` names the lowest variable first. Quotient rings, fraction fields, sums
    of ideals, and lists or ideals that are changed later are refused.

    >>> system = read_sage("R.<x,y> = PolynomialRing(QQ, order='lex')\\nI = R.ideal([x^2 + y^2 - 1, x*y - 1])")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    ours, listed = _OUR_UNKNOWNS.search(code.whole), _OUR_LIST.search(code.text)
    if ours is not None and listed is not None:
        found = [one for one in polynomials_of(code, listed.end() - 1) if one.text]
        unknowns = Passage(ours.group(1).replace(",", " "), code.place(ours.start(1)))
        return Parts(found, unknowns, renamed=code.renamed())
    no_other(code, _OTHERS, "a ring that is not read", "R.<x, y> = QQ[] or R.<x, y> = GF(7)[]")
    short, ring = one_of(code, _SHORT), one_of(code, _RING)
    known = [one.start() for one in (short, ring) if one is not None]
    strange = next((one for one in _GENERATORS.finditer(code.text) if one.start() not in known), None)
    if strange is not None:
        stated = Passage(strange.group().partition("=")[2].strip(), code.place(strange.start()))
        if _PRIME.match(stated.text):
            with placed(stated):
                Field.from_name(stated.text)  # says what GF(4) is
        shown = printable(" ".join(strange.group().split()), 60)
        raise code.place(strange.start()).error(
            f"a ring that is not read: {shown}", "R.<x, y> = QQ[] or R.<x, y> = GF(7)[]"
        )
    variables = number = None
    passed: list[int] = []
    if short is not None and ring is not None:
        raise code.place(ring.start()).error("a second ring", "one ring")
    if short is not None:
        variables, number = _generators(code, short), _prime(code, code.passage(*short.span(2)))
        passed = [short.end() - 1 - (short.group()[::-1].index("["))]
    elif ring is not None:
        variables, number = _of_call(code, ring)
        passed = [ring.end() - 1]
    solve = one_of(code, _SOLVE)
    polynomials, asked = _polynomials(code, solve, passed)
    if variables is None and solve is not None:
        variables = _asked_for(code, asked[1:])
        no_numbers(code, polynomials, _NUMBERS, "Sage's", notation)
    variables_kept(code, variables)
    written_out(code, polynomials, variables)
    return Parts(polynomials, variables, number, renamed=code.renamed())


def _generators(code: Code, found: re.Match[str]) -> Passage:
    names = code.names(code.items(*found.span(1)))
    return Passage(" ".join(reversed(names)), code.place(found.start(1)))


def _of_call(code: Code, ring: re.Match[str]) -> tuple[Passage, Passage | None]:
    """The variables and the characteristic of PolynomialRing(…)."""
    arguments = code.arguments(ring.end() - 1)
    if "Boolean" in ring.group() or not arguments:
        found = f"a ring that is not read: {printable(ring.group(), 60)}"
        raise code.place(ring.start()).error(found, "PolynomialRing(QQ, 'x,y')")
    number = _prime(code, code.passage(*arguments[0]))
    if ring.group(1) is not None:
        return _generators(code, ring), number
    stated = _NAMES.match(code.whole, arguments[0][1])
    if stated is not None:
        names = [one for part in _QUOTED.findall(stated.group(1)) for one in re.split(r"[\s,]+", part) if one]
        if names and all(VARIABLE_NAME.match(one) for one in names):
            return Passage(" ".join(reversed(names)), code.place(stated.start(1))), number
    raise code.place(ring.start()).error("a ring without names of variables", "R.<x, y> = QQ[]")


def _prime(code: Code, named: Passage) -> Passage | None:
    """The characteristic; None for the rationals."""
    return characteristic_of(code, named, _FIELD, _PRIME, "QQ", "QQ or GF(p)")


def _asked_for(code: Code, parts: list[tuple[int, int]]) -> Passage | None:
    """The variables behind the list in solve; None without any."""
    named = [part for part in parts if "=" not in code.text[slice(*part)]]
    if not named:
        return None
    first = code.passage(*named[0])
    if first.text.startswith(("[", "(")):
        named = code.arguments(code.begin(*named[0]))
    return Passage(" ".join(code.names(named)), first.at)


def _polynomials(
    code: Code, solve: re.Match[str] | None, passed: list[int]
) -> tuple[list[Passage], list[tuple[int, int]]]:
    """The polynomials, and the arguments of solve."""
    ours = _OUR_LIST.search(code.text) if _OURS.search(code.text) else None
    if ours is not None:
        return [one for one in polynomials_of(code, ours.end() - 1) if one.text], []
    ideal = one_of(code, _IDEAL)
    if ideal is not None:
        return _of_ideal(code, ideal), []
    asked = code.arguments(solve.end() - 1) if solve is not None else []
    literal = bool(asked) and code.passage(*asked[0]).text.startswith("[")
    within = list_of(code, "[", passed, code.begin(*asked[0]) if literal else None)
    named = name_before(code, within)
    if asked:
        asked_of(code, asked[0], within, named, "solve")
    polynomials = polynomials_of(code, within, "=") if literal else kept_list(code, within, _CHANGED)
    return [one for one in polynomials if one.text], asked


def _of_ideal(code: Code, ideal: re.Match[str]) -> list[Passage]:
    """The polynomials of ideal(f, g), ideal([f, g]), or ideal(F) with a list F."""
    start, closing = ideal.start(), code.closing(ideal.end() - 1)
    ideal_alone(code, start, closing)
    unchanged(code, name_before(code, start), closing, EQUALS)
    arguments = [part for part in code.arguments(ideal.end() - 1) if code.text[slice(*part)].strip()]
    if len(arguments) == 1:
        content = code.passage(*arguments[0]).text
        if content.startswith(("[", "(")) and code.closing(code.begin(*arguments[0])) == arguments[0][1] - 1:
            return polynomials_of(code, code.begin(*arguments[0]), "=")
        listed = re.search(rf"\b{content}\s*=\s*\[", code.text) if NAME.fullmatch(content) else None
        if listed is not None:
            return [one for one in kept_list(code, listed.end() - 1, _CHANGED) if one.text]
    return [equation(code, *value_of(code, part, "=")) for part in arguments]
