"""Polynomial systems in Python code for SymPy: the list in `groebner`, `solve` and the like."""

from __future__ import annotations

import re

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.calls import (
    Call,
    Style,
    blank_out,
    call_of,
    list_named,
    names_of,
    no_list,
    reversed_names,
)
from casbridge.algebra.languages.lists import element
from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.languages.statements import EQUALS, no_numbers, no_other, other_names, written_out
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import START, UNREAD, printable

_SYNTAX = Syntax("#", towers=True)
_STYLE = Style("=(?!=)", r"[;\n]", EQUALS, r"\bdel\b")
_MODULE = re.compile(r"\b(?:sympy|sp|sym|smp|s)\s*\.\s*(?=[A-Za-z])")
_CALL = re.compile(r"(?<![\w.])(groebner|solve|nonlinsolve|solve_poly_system|solve_triangulated)\s*\(")
_CHANGES = re.compile(r"(?<![\w.])([A-Za-z]\w*)\s*\.\s*(?:append|extend|insert|remove|pop|clear|sort|reverse)\s*\(")
#: x, y = symbols('x y'), x = Symbol('x'), var('x y')
_SYMBOLS = re.compile(
    r"(?:^|(?<=;))[ \t]*+(?:\(?([A-Za-z][\w ,]*+)\)?[ \t]*=[ \t]*)?(symbols|Symbol|var)[ \t]*\(", re.MULTILINE
)
_NAMED_SYMBOLS = re.compile(r"\s*(['\"])([\w ,]*)\1\s*(.*)", re.DOTALL)
_PLAIN_KEYWORDS = re.compile(r",?\s*(?:seq\s*=\s*True\s*,?\s*)?", re.DOTALL)
_IMPORTED = re.compile(r"^[ \t]*from\s+sympy\.abc\s+import\s+([\w ,]+)$", re.MULTILINE)
_OURS = re.compile(r"^variables = symbols\(names, seq=True\)$", re.MULTILINE)
_OUR_NAMES = re.compile(r'^names = "([\w ]*)"$', re.MULTILINE)
_OUR_PARAMETERS = re.compile(r'^parameters = symbols\("([\w ]*)", seq=True\)$', re.MULTILINE)
_OUR_MODULUS = re.compile(r"\bmodulus=([0-9]+)")
_BRANCHING = re.compile(r"^[ \t]*(?:for|while|with|if(?!\s+__name__)|else|elif)\b", re.MULTILINE)
_KEYWORD = re.compile(r"([a-z_]+)\s*=(?!=)\s*(.*)", re.DOTALL)
_ANY_VALUE = (
    "order",
    "method",
    "polys",
    "dict",
    "set",
    "check",
    "simplify",
    "rational",
    "quick",
    "minimal",
    "warn",
    "manual",
)
_NUMBERS = re.compile(r"\b(?:Rational|Integer|S|QQ|ZZ)\s*\(")
_DOMAIN = re.compile(r"['\"]?(?:ZZ|QQ)['\"]?|(?:GF|FF)\(([0-9]+)\)|['\"](?:GF|FF)\(([0-9]+)\)['\"]")
#: A quotient of two whole numbers, which Python computes as a decimal number.
_QUOTIENT = re.compile(
    r"(?:\A|(?<=[-+(,=]))\s*(?:[0-9]+\s*\*{1,2}\s*)*([0-9]+\s*/\s*[0-9(]*)|(?<!\w)(\([-+*0-9\s]*\)\s*/\s*[0-9(]*)"
)
_EXACT = r"[-+]?[0-9]+"
_SPECIAL = ("I", "E", "pi", "oo", "zoo", "nan", "GoldenRatio")


@reader(_SYNTAX)
def read_sympy(code: Code, notation: Notation) -> Parts:
    """The system in Python code for SymPy: the list in `groebner`, `solve`, `nonlinsolve` or `solve_poly_system`.

    The list stands in the call, or a statement gives it a name. It may have `Eq(a, b)`, `Poly(f, x)` and
    `Rational(1, 2)`. `groebner(F, y, x)` names the greatest variable first, solvers name the lowest first. Without
    variables these are in natural order. Other symbols are parameters. Nothing is run: symbols with assumptions, lists
    that are computed or changed, `^`, and quotients such as 1/2, a decimal number in Python, are refused.

    >>> system = read_sympy("x, y = symbols('x y')\\ngroebner([x**2 + y**2 - 1, Eq(x*y, 1)], x, y, modulus=7)")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    code.text = _MODULE.sub(lambda match: blank(match.group()), code.text)
    if _OURS.search(code.whole):
        return _ours(code)
    declared = _declared(code)
    call = call_of(code, _CALL, _STYLE)
    if call is None:
        raise no_list(code, "groebner([x**2 - 1, x*y], x, y)")
    begins = _CALL.search(code.text)
    assert begins is not None
    branching = _BRANCHING.search(code.text, 0, begins.start())
    if branching is not None:
        found = f"{branching.group().strip()!r} before the call"
        raise code.place(branching.start()).error(found, "statements that follow one another")
    _not_changed(code, call)
    variables, number = _asked(code, call)
    polynomials = _polynomials(code, call.within)
    written_out(code, polynomials)
    if variables is not None and declared and (strange := set(variables.text.split()).difference(declared)):
        raise variables.at.error(f"{min(strange)}, which is no symbol", "symbols alone")
    if variables is None and declared:
        no_numbers(code, polynomials, set(_SPECIAL).difference(declared), "SymPy's", notation)
        unknown = other_names(code, polynomials, Passage(" ".join(declared), START))
        if unknown is not None:
            raise code.place(call.within).error(f"{unknown.text.split()[0]}, which is no symbol", "symbols alone")
    else:
        counted = {*declared, *(variables.text.split() if variables else ())}
        no_numbers(code, polynomials, set(_SPECIAL).difference(counted), "SymPy's", notation)
    named = other_names(code, polynomials, variables) if variables is not None else None
    if named is not None and declared and (strange := set(named.text.split()).difference(declared)):
        raise code.place(call.within).error(f"{min(strange)}, which is no symbol", "symbols alone")
    return Parts(polynomials, variables, number, named)


def _ours(code: Code) -> Parts:
    """The parts of a script that casbridge wrote."""
    names, parameters = _OUR_NAMES.search(code.whole), _OUR_PARAMETERS.search(code.whole)
    modulus = _OUR_MODULUS.search(code.text)
    if names is None:
        raise code.place(0).error("no names of variables", 'names = "x y"')
    within = list_named(code, "equations", _STYLE, code.place(0))
    at = code.place(names.start(1))
    listed = [one for one in names.group(1).split() if one != "nothing"]
    return Parts(
        _polynomials(code, within),
        Passage(" ".join(listed), at),
        code.passage(*modulus.span(1)) if modulus else None,
        Passage(parameters.group(1), code.place(parameters.start(1))) if parameters else None,
        renamed=code.renamed(),
    )


def _declared(code: Code) -> set[str]:
    """The names of the symbols that the code makes. Their statements become blanks."""
    found: set[str] = set()
    for imported in _IMPORTED.finditer(code.text):
        found.update(imported.group(1).replace(",", " ").split())
    for match in [*_SYMBOLS.finditer(code.text)]:
        code.deadline.check(UNREAD)
        closing = code.closing(match.end() - 1)
        said = _NAMED_SYMBOLS.fullmatch(code.whole, match.end(), closing)
        names = said.group(2).replace(",", " ").split() if said else []
        given = match.group(1).replace(",", " ").split() if match.group(1) else names
        place = code.place(match.start(2))
        if said is None or not all(VARIABLE_NAME.match(one) for one in names) or given != names:
            shown = printable(" ".join(code.whole[match.start() : closing + 1].split()), 60)
            raise place.error(f"found {shown!r}", "each symbol by its own name, as in x, y = symbols('x y')")
        if not _PLAIN_KEYWORDS.fullmatch(said.group(3)):
            shown = printable(said.group(3).strip(" ,\n"), 40)
            raise place.error(f"symbols with {shown}", "symbols without assumptions")
        found.update(given)
        blank_out(code, match, closing + 1)
    return found


def _not_changed(code: Code, call: Call) -> None:
    """Check that no method changes the list that a call takes by its name."""
    named = re.search(r"([A-Za-z]\w*)\s*=\s*\Z", code.text[max(0, call.within - 200) : call.within])
    for changed in _CHANGES.finditer(code.text, call.within):
        if named and changed.group(1) == named.group(1):
            at = code.place(changed.start())
            raise at.error(f"a later change of {named.group(1)}", "all its polynomials in one statement")


def _asked(code: Code, call: Call) -> tuple[Passage | None, Passage | None]:
    """The variables that a call names, the lowest first, and the characteristic of its domain or modulus."""
    number: Passage | None = None
    names = []
    for part in call.others:
        passage = code.passage(*part)
        keyword = _KEYWORD.match(passage.text)
        if keyword is None:
            names.append(part)
            continue
        key, value = keyword.groups()
        whole = code.whole[slice(*part)].partition("=")[2].strip()
        domain = _DOMAIN.fullmatch(whole) if key == "domain" else None
        if key == "modulus":
            number = passage._replace(text=value)
        elif domain is not None:
            prime = domain.group(1) or domain.group(2)
            number = passage._replace(text=prime) if prime else number
        elif key not in _ANY_VALUE:
            found = f"the option {printable(' '.join(passage.text.split()), 40)}"
            raise passage.at.error(found, "domain=QQ, modulus=7, or no such option")
    asked = names_of(code, names, _STYLE)
    return (reversed_names(asked) if call.name == "groebner" else asked), number


def _polynomials(code: Code, within: int) -> list[Passage]:
    """The polynomials of a list, with the quotients that `Rational` writes."""
    no_other(code, re.compile(r"\bI\s*\*\*|\bsqrt\s*\("), "no polynomial over QQ", "rational coefficients")
    closing = code.closing(within)
    power = code.text.find("^", within, closing)
    if power >= 0:
        raise code.place(power).error("found '^', which is no power in Python", "**")
    content = code.text[within : closing + 1]
    quotient = _QUOTIENT.search(content)
    if quotient is not None:
        group = 1 if quotient.group(1) else 2
        found = printable(" ".join(quotient.group(group).split()), 30)
        at = code.place(within + quotient.start(group))
        raise at.error(f"the quotient {found!r}, which Python computes as a decimal number", "Rational(1, 2) for 1/2")
    for match in [*_NUMBERS.finditer(code.text, within, closing)]:
        code.deadline.check(UNREAD)
        opening = match.end() - 1
        arguments = code.arguments(opening)
        texts = [code.passage(*part).text for part in arguments]
        if len(texts) not in (1, 2) or not all(re.fullmatch(_EXACT, one) for one in texts):
            shown = printable(code.text[match.start() : code.closing(opening) + 1], 40)
            raise code.place(match.start()).error(f"found {shown!r}", "Rational(1, 2), with whole numbers")
        # Rational(1, -2) is (1/(-2)) behind blanks: a sign stands in no divisor.
        first, *second = texts
        negative = bool(second) and second[0].startswith("-")
        digits = f"{'-' * negative}{first}/{second[0].lstrip('+-')}" if second else first
        digits = digits.replace("--", "").replace("-+", "-").lstrip("+")
        end = code.closing(opening)
        written = f"({digits})".rjust(end + 1 - match.start())
        code.text = code.text[: match.start()] + written + code.text[end + 1 :]
    parts = code.arguments(within)
    if len(parts) > 1 and not code.text[slice(*parts[-1])].strip():
        parts = parts[:-1]
    members: list[Passage] = []
    for part in code.deadline.over(parts, UNREAD):
        one, ring = element(code, *part)
        if ring is not None and ring.number is not None:
            raise one.at.error("Poly with a modulus", "modulus=7 in the call")
        members.append(one)
    return members or [Passage("0", code.place(within))]
