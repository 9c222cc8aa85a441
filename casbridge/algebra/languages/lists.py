"""Lists of polynomials as CASs print them: [x^2 - 1, x*y], {…}, ideal(…), with the ring where they print it.

    text ──flat──▶ one line ──Code──▶ the list and its ring ──▶ Parts

Macaulay2 prints exponents in a line of their own; `flat` puts them back. Read `read_list` first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from casbridge.algebra.fields import Field
from casbridge.algebra.languages.scanning import Code, Syntax, blank
from casbridge.algebra.notation import STRICT, Notation
from casbridge.algebra.passages import NAME, Parts, Passage, system_of_parts
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline
from casbridge.notices import notice

_SYNTAX = Syntax(strings=False)
_PROMPT = r"(?:(?:o[0-9]+|Out\s*\[[0-9]+\]|[A-Za-z]\w*)\s*:?=\s*|Out\s*\[[0-9]+\]:\s*|\(%o[0-9]+\)\s*)?"
_HEAD = re.compile(rf"\s*{_PROMPT}(?:(Principal ideal|[Ii]deal|GroebnerBasis)\b\s*)?(?=[\[{{(])", re.ASCII)
_LONE = re.compile(rf"\s*{_PROMPT}ideal[ \t]+(?![(\[{{])(?=[\w-])", re.ASCII)
_OF_MACAULAY2 = re.compile(r"\s*(?:o[0-9]+\s*=|ideal\s*\(|\{)", re.ASCII)
#: What stands below a line of exponents: what Macaulay2, Maple and Maxima print.
_BELOW_EXPONENTS = re.compile(
    r"\s*(?:o[0-9]+\s*=|(?:(?:\(%o[0-9]+\)|[A-Za-z]\w*\s*:=)\s*)?(?:ideal\s*\(|[\[{]))", re.ASCII
)
_SURELY_MACAULAY2 = re.compile(r"\s*(?:o[0-9]+\s*=|ideal[ ]\()", re.ASCII)
_MACAULAY2_TYPE = re.compile(r"^[ \t]*o[0-9]+[ \t]*:.*", re.MULTILINE)
_MATRIX = re.compile(r"\s*(o[0-9]+\s*=\s*)?\|([^|\n]*)\|[ \t]*(?:\n|\Z)", re.ASCII)
_COMPACT_SIGN = re.compile(r"\w[-+]\w", re.ASCII)
_RAISED = re.compile(r"[ \t]*[0-9][0-9 \t]*")
_NUMBER = re.compile(r"[0-9]+")
_LOST_EXPONENT = re.compile(r"[A-Za-z0-9_)](?=[ \t]{2,}[-+,)}]|[ \t]{2,}\Z)")
_SAGE_RING = re.compile(
    r"\s*of\s+(?:Multivariate|Univariate)\s+Polynomial\s+Ring\s+in\s+([\w, \t\n]+?)\s+over\s+(.+)", re.DOTALL | re.ASCII
)
_SAGE_FRACTIONS = re.compile(
    r"Fraction\s+Field\s+of\s+(?:Multivariate|Univariate)\s+Polynomial\s+Ring\s+in\s+([\w, \t\n]+?)\s+over\s+(.+)",
    re.DOTALL | re.ASCII,
)
_SAGE_PRIME = re.compile(r"(?:Finite\s+Field\s+of\s+size|Ring\s+of\s+integers\s+modulo)\s+([0-9]+)")
_SAGE_NOTE = re.compile(r"\s*\(using [^()\n]*\)\s*\Z")
_SYMPY_DOMAIN = re.compile(r"(?:(?:ZZ|QQ)(?:[\[(]([\w, ]*)[\])])?|(?:GF|FF)\(([0-9]+)\))", re.ASCII)
_KEYWORD = re.compile(r"\s*(domain|order|modulus)\s*=\s*(.*)", re.DOTALL)
_CALL = re.compile(r"(Eq|Poly)\s*\(")
_MAGMA_OUTPUT = re.compile(
    r"\s*Ideal of [\w ]*[Pp]olynomial ring of rank [0-9]+ over (.+)\n(?:.*\n){0,20}?"
    r"[ \t]*Variables:(.*)\n(?:.*\n){0,20}?.*[Bb]asis:\s*(?=\[)"
)
_MAGMA_PRIME = re.compile(r"(?:GF|[Ff]inite [Ff]ield of size)\s*\(?([0-9]+)\)?")
_EXAMPLE = "polynomials between brackets, such as [x^2 - 1, x*y]"
_PLAIN_OUTPUT = "print it in one line: toString in Macaulay2, lprint in Maple, display2d: false in Maxima"
#: Names that are numbers in many systems. In braces they are numbers: Mathematica prints these.
_NUMBERS = ("I", "E", "Pi")


class Ring(NamedTuple):
    """What a text says about its ring. None where it does not.

    variables: the lowest first. number: the characteristic. parameters: their names.

    >>> Ring().variables is None
    True
    """

    variables: Passage | None = None
    number: Passage | None = None
    parameters: Passage | None = None


def is_list(text: str) -> bool:
    """Whether a text begins like a list of polynomials. A text in round brackets is a list if it has commas.

    >>> [is_list(text) for text in ("[x^2 - 1, x*y]", "ideal (x, y)", "I = {x - 1}", "(x, y)", "(x - 1)*(x + 1)", "x")]
    [True, True, True, True, False, False]
    """
    if has_exponents_above(text):
        return True
    text = _without_types(text)
    if _LONE.match(text) or _matrix_of(text):
        return True
    head = _HEAD.match(text)
    if head is None or re.search("[\"']", text[: head.end() + 2]):
        return False
    opening = head.end()
    has_name = head.group(1) is not None
    inside = re.match(r"[^;#\"|]*", text[opening:])
    assert inside is not None
    if has_name:
        return True
    if not re.search("[A-Za-z]", inside.group()):
        return re.fullmatch(r"\s*[\[{]\s*-?[0-9]+\s*[\]}]\s*", text) is not None
    if text[opening] != "(":
        return True
    code = Code(text, _SYNTAX)
    try:
        return not code.text[code.closing(opening) + 1 :].strip(" \t\n;") and len(code.arguments(opening)) > 1
    except InputError:
        return False


def has_exponents_above(text: str) -> bool:
    """Whether a text begins with a line of exponents, and a list below it.

    >>> has_exponents_above("      2\\nF := [x  - 1]"), has_exponents_above("F := [x^2 - 1]")
    (True, False)
    """
    lines = _without_types(text).split("\n", 20)
    raised = next((i for i, line in enumerate(lines[:20]) if line.strip()), 0)
    if raised + 1 >= len(lines) or not _RAISED.fullmatch(lines[raised]):
        return False
    return _BELOW_EXPONENTS.match(lines[raised + 1]) is not None


def read_list(
    text: str,
    *,
    source: str | None = None,
    field: Field | None = None,
    name: str = "",
    deadline: Deadline = NEVER,
    notation: Notation = STRICT,
) -> PolynomialSystem:
    """The system in a list that a CAS printed: one list in brackets, which may have a name, or be an ideal.

    Sage prints the ring behind the ideal, SymPy the variables and the domain inside `GroebnerBasis(…)` and `Poly(…)`,
    Magma before the basis: the first variable there is the greatest. Without a ring the field is QQ, and the variables
    are in natural order.
    `Eq(a, b)` is an equation. Exponents that Macaulay2, Maple or Maxima print in the line above are read. Macaulay2's
    matrix | x2-1 xy | needs the names of the variables in `notation`.

    The names I, E and Pi are numbers in many systems. In braces they are refused, and I is refused beside ==. Elsewhere
    they are variables, and a remark says so. They are variables, too, where `notation` names them.

    source: the name of the file, for errors. field: the ground field, instead of the one in the text.
    notation: what may stand in a polynomial, and the variables, instead of those in the text.
    Raises InputError, with line and column, for another text.

    >>> read_list("[x^2 + y^2 - 1, x*y - 1]").ring
    QQ[x, y]
    >>> read_list("Ideal (x*y - 1) of Multivariate Polynomial Ring in x, y over Finite Field of size 7").ring
    GF(7)[y, x]
    >>> read_list("GroebnerBasis([x**2 - y], x, y, domain='ZZ', order='lex')").ring
    QQ[y, x]
    >>> list(read_list("{x == 1, Eq(x*y, 1)}").polynomials())
    [x - 1, x*y - 1]
    """
    text = _without_types(text)
    if matrix := _matrix_of(text):
        return _read_matrix(text, matrix, source=source, field=field, name=name, deadline=deadline, notation=notation)
    text, columns = flat(text, source)
    code = Code(text, _SYNTAX, source, deadline)
    passages, ring, end = _stated(code)
    tail = code.text[end:]
    sage = _SAGE_RING.match(tail.rstrip().rstrip(";"))
    if sage is not None:
        ring = _sage_ring(code, end, sage)
    elif behind := tail.strip().strip(";:").strip():
        at = code.place(end + len(tail) - len(tail.lstrip()))
        raise at.error(f"found {printable(behind, 40)!r} behind the list", "one list of polynomials, and its ring")
    if columns is not None:
        passages = [
            passage._replace(at=passage.at._replace(column=columns[(passage.at.column or 1) - 1]))
            for passage in passages
        ]
    if ring.variables is None:
        _check_numbers(code, passages, end, notation)
    if columns is not None or _SURELY_MACAULAY2.match(text):
        notation = notation._replace(implicit=True)  # it prints 2x, and x y below the exponent of x
    parts = Parts(passages, ring.variables, ring.number, ring.parameters)
    notation = notation._replace(towers=False)
    return system_of_parts(parts, source=source, field=field, name=name, deadline=deadline, notation=notation)


def _check_numbers(code: Code, found: list[Passage], end: int, notation: Notation) -> None:
    """Refuse I, E and Pi in a list as Mathematica prints it; point them out in another list."""
    is_of_macaulay2 = _SURELY_MACAULAY2.match(code.text) is not None
    head = _HEAD.match(code.text)
    if head is not None and code.text[head.end()] == "{" and not is_of_macaulay2:
        no_numbers(code, found, _NUMBERS, "Mathematica's", notation)
    if "==" in code.text[:end]:
        no_numbers(code, found, ("I",), "the systems that write ==", notation)
    used = {name for one in code.deadline.over(found, UNREAD) for name in notation.names(one.text)}
    if doubtful := [name for name in _NUMBERS if name in used and name not in notation.variables]:
        many = len(doubtful) > 1
        names = " and ".join(doubtful)
        problem = (
            "are read as variables; in many systems they are numbers"
            if many
            else "is read as a variable; in many systems it is a number"
        )
        notice(f"{code.source or '<input>'}: {names} {problem}")


def _without_types(text: str) -> str:
    """The text with blanks for the lines in which Macaulay2 says what a value is: o2 : Ideal of R."""
    if not re.match(r"\s*(?:[0-9][0-9\s]*)?o[0-9]", text):
        return text
    return _MACAULAY2_TYPE.sub(lambda match: blank(match.group()), text)


def _matrix_of(text: str) -> re.Match[str] | None:
    """Macaulay2's matrix with one row, | x2-1 xy |; None for another text."""
    matrix = _MATRIX.match(text)
    if matrix is None or not re.search("[A-Za-z]", matrix.group(2)):
        return None
    return matrix if matrix.group(1) or _COMPACT_SIGN.search(matrix.group(2)) else None


def _read_matrix(
    text: str,
    matrix: re.Match[str],
    *,
    source: str | None,
    field: Field | None,
    name: str,
    deadline: Deadline,
    notation: Notation,
) -> PolynomialSystem:
    """The system of the entries of a matrix with one row. It needs the names of the variables: x2 can be x^2."""
    start = Location(source, 1, 1)
    at = start.after(text[: matrix.start(2)])
    if not notation.variables:
        problem = "a matrix of Macaulay2's, where x2 is a variable, or x^2"
        raise at.error(problem, "the names of the variables", f"give --variables x,y, or {_PLAIN_OUTPUT}")
    if "|" in text[matrix.end() :].partition("\n")[0]:
        raise start.after(text[: matrix.end()]).error("a second row of the matrix", "a matrix with one row")
    short = all(len(variable) == 1 for variable in notation.variables)
    entries = re.finditer(r"\S+", matrix.group(2))
    parts = Parts([Passage(entry.group(), at.after(matrix.group(2)[: entry.start()])) for entry in entries])
    notation = notation._replace(short=short, implicit=True)
    notation = notation._replace(towers=False)
    return system_of_parts(parts, source=source, field=field, name=name, deadline=deadline, notation=notation)


def flat(text: str, source: str | None = None) -> tuple[str, list[int] | None]:
    """The text with the exponents of two-dimensional output put behind their bases: Macaulay2's, Maple's, Maxima's.

    Also the columns that the characters of that line come from; None where nothing was put.
    Raises InputError for what cannot be put back: indices and fractions.

    >>> flat("             2    2\\no2 = ideal (x  + y  - 1, x*y - 1)")[0]
    '\\no2 = ideal (x^2 + y^2 - 1, x*y - 1)'
    """
    rows = text.split("\n")
    filled_rows = [i for i, row in enumerate(rows) if row.strip()]
    bases = [i for i in filled_rows if not _RAISED.fullmatch(rows[i])]
    base = bases[0] if bases else 0
    raised = [i for i in filled_rows if _RAISED.fullmatch(rows[i])]
    form = _BELOW_EXPONENTS if base - 1 in raised else _OF_MACAULAY2
    if not bases or not form.match(rows[base]):
        return text, None
    if base - 1 not in raised and not (raised and _SURELY_MACAULAY2.match(rows[base])):
        lost = _LOST_EXPONENT.search(rows[base])
        if lost:
            at = Location(source, base + 1, lost.end() + 1)
            expected = "the line with the exponents above, or one blank"
            raise at.error("two blanks, where Macaulay2 leaves room for an exponent", expected, _PLAIN_OUTPUT)
        return text, None
    wrong = next((i for i in filled_rows if i not in (base - 1, base)), None)
    if wrong is not None or not raised:
        at = Location(source, (base if wrong is None else wrong) + 1, 1)
        expected = "one line, with exponents in the line above"
        raise at.error("a list in several lines, or with indices or fractions", expected, _PLAIN_OUTPUT)
    row, above = rows[base].expandtabs(), rows[base - 1].expandtabs()
    pieces: list[str] = []
    columns: list[int] = []
    end = 0
    for match in _NUMBER.finditer(above):
        start, stop = match.span()
        sign_before = row[start - 1 : start]
        if row[start:stop].strip() or not (sign_before.isalnum() or sign_before in ("_", ")")):
            at = Location(source, base, start + 1)
            raise at.error(
                f"found {printable(match.group(), 20)!r}", "an exponent right behind its base", _PLAIN_OUTPUT
            )
        pieces += [row[end:start], "^", match.group()]
        columns += [*range(end + 1, start + 1), start + 1, *range(start + 1, stop + 1)]
        end = stop
    rows[base - 1], rows[base] = "", "".join([*pieces, row[end:]])
    return "\n".join(rows), [*columns, *range(end + 1, len(row) + 1)]


def no_lost_exponent(code: Code, within: int) -> None:
    """Check that a list has no room for exponents, which stood in the line above it. within: its opening bracket.

    >>> no_lost_exponent(Code("F := [x  + y  - 1]", Syntax()), 5)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 8: two blanks, where an exponent may have been; expected the line ...
    """
    lost = _LOST_EXPONENT.search(code.text, within, code.closing(within) + 1)
    if lost:
        expected = "the line with the exponents above, or one blank"
        raise code.place(lost.end()).error("two blanks, where an exponent may have been", expected, _PLAIN_OUTPUT)


def _stated(code: Code) -> tuple[list[Passage], Ring, int]:
    """The polynomials of the list, the ring that stands inside, and where the list ends."""
    lone = _LONE.match(code.text)
    if lone is not None:
        end = code.text.find("\n", lone.end())
        end = len(code.text) if end < 0 else end
        return [code.passage(lone.end(), end)], Ring(), end
    magma = _MAGMA_OUTPUT.match(code.text)
    head = magma or _HEAD.match(code.text)
    if head is None:
        raise code.place(0).error("no list of polynomials", _EXAMPLE)
    opening = head.end()
    end = code.closing(opening) + 1
    parts = code.arguments(opening)
    ring = _magma_ring(code, magma) if magma else Ring()
    if magma is not None:
        pass
    elif head.group(1) == "GroebnerBasis":
        parts, ring = _sympy_basis(code, parts, opening)
    elif len(parts) == 1 and (inner := code.passage(*parts[0]).text)[:1] in ("[", "{"):
        within = code.begin(*parts[0])
        if head.group(1) is None or code.closing(within) != within + len(inner) - 1:
            raise code.place(within).error("a list inside the list", "one list of polynomials")
        parts = code.arguments(within)
    if len(parts) > 1 and not code.text[slice(*parts[-1])].strip():  # a comma behind the last one
        parts = parts[:-1]
    passages: list[Passage] = []
    for part in code.deadline.over(parts, UNREAD):
        passage, stated = element(code, *part)
        if stated is not None:
            if passages and stated.variables != ring.variables and _texts(stated) != _texts(ring):
                raise passage.at.error("a polynomial of another ring", "the same variables and domain in each Poly(…)")
            ring = stated
        passages.append(passage)
    if not passages:
        raise code.place(opening).error("a list without polynomials", "at least one (0 for a system without equations)")
    return passages, ring, end


def _texts(ring: Ring) -> tuple[str | None, ...]:
    return tuple(one and one.text for one in ring)


def element(code: Code, start: int, end: int) -> tuple[Passage, Ring | None]:
    """One element of a list: a polynomial, an equation, Eq(a, b) or Poly(f, x, y, domain='ZZ'); and the ring of Poly.

    Raises InputError for another element.

    >>> element(Code("[Eq(x, 1)]", Syntax()), 1, 9)[0].text
    'x= 1'
    """
    text, at = code.passage(start, end)
    if not text:
        raise at.error("nothing between two commas", "a polynomial")
    begin = code.begin(start, end)
    if text[0] in "[{":
        raise at.error("a list inside the list", "one list of polynomials")
    call = _CALL.match(text)
    if call is None:
        return equation(code, start, end), None
    opening = begin + call.end() - 1
    closing = code.closing(opening)
    if closing != begin + len(text) - 1:
        raise at.error(f"found {printable(text, 40)!r}", f"{call.group(1)}(…) alone between two commas")
    arguments = code.arguments(opening)
    if call.group(1) == "Poly":
        if not arguments:
            raise at.error("Poly() without a polynomial", "Poly(x**2 - 1, x, domain='ZZ')")
        return code.passage(*arguments[0]), _sympy_ring(code, arguments[1:], at)
    if len(arguments) != 2:
        raise at.error(f"Eq with {len(arguments)} arguments", "Eq(a, b), an equation")
    (first, comma), (_, last) = arguments
    equation_text = f"{code.text[first:comma]}={code.text[comma + 1 : last]}"
    return Passage.of(equation_text, code.place(first)), None


def _sympy_basis(code: Code, arguments: list[tuple[int, int]], opening: int) -> tuple[list[tuple[int, int]], Ring]:
    """The polynomials and the ring of GroebnerBasis([f, g], x, y, domain='QQ', order='lex')."""
    first = code.passage(*arguments[0]).text if arguments else ""
    if not first.startswith("["):
        raise code.place(opening).error("GroebnerBasis without a list", "GroebnerBasis([x**2 - 1], x, domain='QQ')")
    within = code.begin(*arguments[0])
    return code.arguments(within), _sympy_ring(code, arguments[1:], code.place(opening))


def _sympy_ring(code: Code, arguments: list[tuple[int, int]], at: Location) -> Ring:
    """The ring that SymPy prints: the variables, the greatest first, and its domain or modulus."""
    words = [(part, _KEYWORD.match(code.text[slice(*part)])) for part in arguments]
    names = code.names([part for part, keyword in words if keyword is None])
    variables = Passage(" ".join(reversed(names)), at) if names else None
    number = parameters = None
    for part, keyword in words:
        if keyword is None or keyword.group(1) == "order":
            continue
        passage = code.passage(*part)
        value = keyword.group(2).strip().strip("'\"")
        if keyword.group(1) == "modulus":
            number = passage._replace(text=value)
            continue
        domain = _SYMPY_DOMAIN.fullmatch(value)
        if domain is None:
            raise passage.at.error(f"the domain {printable(value, 40)}", "ZZ or QQ, perhaps with parameters, or GF(p)")
        if domain.group(2):
            number = passage._replace(text=domain.group(2))
        if domain.group(1):
            parameters = passage._replace(text=domain.group(1).replace(",", " "))
    return Ring(variables, number, parameters)


def _magma_ring(code: Code, found: re.Match[str]) -> Ring:
    """The ring that Magma prints before the basis of an ideal."""
    names = code.items(*found.span(2))
    variables = Passage(" ".join(reversed(code.names(names))), code.place(found.start(2)))
    domain, at = found.group(1).strip(), code.place(found.start(1))
    prime = _MAGMA_PRIME.fullmatch(domain)
    if prime is None and domain != "Rational Field":
        raise at.error(f"the ring {printable(domain, 60)!r}", "Rational Field or GF(p)")
    return Ring(variables, Passage(prime.group(1), at) if prime else None)


def _sage_ring(code: Code, start: int, found: re.Match[str]) -> Ring:
    """The ring that Sage prints behind an ideal: of Multivariate Polynomial Ring in x, y over Rational Field."""
    variables = Passage(
        " ".join(reversed(found.group(1).replace(",", " ").split())), code.place(start + found.start(1))
    )
    domain, at = found.group(2), code.place(start + found.start(2))
    parameters = None
    fractions = _SAGE_FRACTIONS.match(domain)
    if fractions is not None:
        parameters = Passage(fractions.group(1).replace(",", " "), at)
        domain = fractions.group(2)
    domain = " ".join(_SAGE_NOTE.sub("", domain).split())
    prime = _SAGE_PRIME.fullmatch(domain)
    if prime is None and domain != "Rational Field":
        expected = "Rational Field or Finite Field of size p, or a fraction field of polynomials over one of them"
        raise at.error(f"the ring {printable(domain, 60)!r}", expected)
    return Ring(variables, Passage(prime.group(1), at) if prime else None, parameters)


def equation(code: Code, start: int, end: int) -> Passage:
    """A polynomial or an equation, with one sign = for ==.

    >>> equation(Code("x == 1", _SYNTAX), 0, 6).text
    'x = 1'
    """
    text, at = code.passage(start, end)
    return Passage(text.replace("==", "="), at)


def no_numbers(
    code: Code, polynomials: Sequence[Passage], numbers: Collection[str], language: str, notation: Notation
) -> None:
    """Check that no polynomial has a name that is a number in a language, such as I. It is no variable there.

    language: its name, as a possessor. notation: the variables that it states do not count.
    Raises InputError for such a name.

    >>> from casbridge.errors import START
    >>> no_numbers(Code("", _SYNTAX), [Passage("x - I", START)], {"I"}, "Maple's", Notation())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 5: I, a number of Maple's; expected rational coefficients (...)
    """
    counted = set(numbers).difference(notation.variables)
    for polynomial in code.deadline.over(polynomials, UNREAD):
        for match in NAME.finditer(polynomial.text):
            if (name := match.group()) in counted:
                at = polynomial.at.after(polynomial.text[: match.start()])
                hint = f"if it is a variable, name the variables with --variables {name},x"
                raise at.error(f"{name}, a number of {language}", "rational coefficients", hint)
