"""Ideals as Singular prints them: i[1]=x2+y2-1, a generator a line, in its short or its long form.

Singular prints x^2*y as x2y where all variables are single letters, unless the user says `short=0`. The text itself
does not always say which form it is: `x2-1` is x^2 - 1, or linear in x2.
"""

from __future__ import annotations

import re

from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage
from casbridge.errors import UNREAD, Location, printable
from casbridge.limits import Deadline

_LINE = re.compile(r"[ \t]*([A-Za-z_]\w*)\[([0-9]{1,9})\][ \t]*=(?!=)", re.ASCII)
_BEGINNING = re.compile(r"(?:\s*//[^\n]*\n)*\s*(?:\[1\]:\s+)?(?:[A-Za-z_]\w*)\[1\][ \t]*=(?!=)", re.ASCII)
_COMPONENT = re.compile(r"^[ \t]*\[([0-9]+)\]:", re.MULTILINE)
_NAMES = re.compile(r"^//.*:\s*names\s+(.*)$", re.MULTILINE)
_FIELD = re.compile(r"^//\s*(?:coefficients:\s*(.*)|characteristic\s*:\s*(.*))$", re.MULTILINE)
#: Singular 4.4 says of each ring of coefficients whether it is a field.
_COEFFICIENTS = re.compile(r"(?:QQ|0|ZZ/([0-9]+)|([0-9]+))(?:\(([\w, ]+)\))?(?: considered as a field)?\Z", re.ASCII)
#: In the long form a power has its sign, and a product has one behind a name or a number.
_LONG = re.compile(r"\^|\w\*", re.ASCII)
#: In the short form a number and a letter stand side by side. In the long form no name begins with a number.
_SHORT = re.compile(r"(?<![\w.])[0-9]+[A-Za-z]", re.ASCII)
#: A name with an index: x(1).
_INDEXED = re.compile(r"\b([A-Za-z]\w*)\(([0-9]+)\)", re.ASCII)
_WITH_NUMBER = re.compile(r"\b([A-Za-z]\w*_)[0-9]+\b", re.ASCII)
_LETTERS_ALONE = re.compile(r"[A-Za-z]\Z")
#: In the short form: what is more than a letter or a number, before the sign of a power.
_POWER_OF_SHORT = re.compile(
    r"(?<![0-9A-Za-z])((?:[0-9]+[A-Za-z]|[A-Za-z][0-9A-Za-z])[0-9A-Za-z]*)\s*(?:\^|\*\*)", re.ASCII
)
_POWER_OF_PRODUCT = re.compile(r"(?<![\w])([0-9]+[A-Za-z_]\w*)\s*(?:\^|\*\*)", re.ASCII)
_FRACTION_BEHIND_STROKE = re.compile(r"/[-\s]*[0-9]+/[0-9]+")
_NO_SIGN = re.compile(r"(?:\A|[-+*/^(])\s*\+|--")
_POWER_OF_FRACTION = re.compile(r"(?:\^|\*\*)\s*[0-9]+/[0-9]+|(?<![\w/])[0-9]+/[0-9]+\s*(?:\^|\*\*)", re.ASCII)
#: A letter behind the sign /, as group 1, but for a fraction before a monomial: -1/2xy.
_DIVISOR = re.compile(r"(?:\A|[-+(=,]|(?<!\*)\*)\s*[0-9]+/[0-9]+[A-Za-z]|/[-+\s]*([0-9]*[A-Za-z])", re.ASCII)
_APART = re.compile(r"\w\s+[A-Za-z_(]|\)\s*[\w(]|\w\(|(?:\^|\*\*)\s*[0-9]+[A-Za-z]", re.ASCII)
_NAMED_FORM = "name the variables with --variables x,y, or print the ideal with short=0"


def is_numbered(text: str) -> bool:
    """Whether a text begins like Singular's output of an ideal, perhaps behind its output of a ring.

    >>> is_numbered("i[1]=x2-1\\ni[2]=y"), is_numbered("x[1] = y[1]"), is_numbered("x - 1")
    (True, True, False)
    """
    return _BEGINNING.match(text) is not None


@reader(Syntax("//", strings=False))
def read_numbered(code: Code, notation: Notation) -> Parts:
    """The system in Singular's output of an ideal: `i[1]=…`, `i[2]=…`, or `_[1]=…`.

    Singular's output of the ring, lines that begin with //, may stand before it: then the field and the variables are
    those, and the first variable is the greatest. Without it the field is QQ, and the variables are in natural order.
    A name with an index, x(1), is read as x_1. The short form (2xy2) is read where the variables are known to be single
    letters, or where only it is possible.

    >>> list(read_numbered("i[1]=x2+y2-1\\ni[2]=2xy-1").polynomials())
    [y**2 + x**2 - 1, 2*x*y - 1]
    >>> list(read_numbered("_[1]=x2-1\\n", notation=Notation.of(variables="x")).polynomials())
    [x**2 - 1]
    >>> list(read_numbered("_[1]=x2-1\\n", notation=Notation.of(variables="x1 x2")).polynomials())
    [x2 - 1]
    """
    several = _COMPONENT.search(code.text)
    if several is not None:
        raise code.place(several.start()).error("a list of ideals", "one ideal, such as i[1]=x^2-1")
    generators = _generators(code)
    ambiguous = {*_WITH_NUMBER.findall(code.text)}
    passages = [_indexed(code.passage(*part), ambiguous) for part in code.deadline.over(generators, UNREAD)]
    variables, number, parameters = _ring(code)
    names_text = f"{variables.text} {parameters.text if parameters else ''}" if variables else ""
    names = notation.variables or tuple(names_text.split())
    short = notation.short or is_short(passages, names, code.deadline)
    as_singular_reads(passages, short, code.deadline)
    return Parts(passages, variables, number, parameters, short=short)


def _indexed(passage: Passage, ambiguous: set[str]) -> Passage:
    """The passage with x_1 for a name with an index, x(1). Raises InputError where x_1 is another name.

    ambiguous: x_ for each name of the text such as x_1.
    """
    match = _INDEXED.search(passage.text)
    if match is None:
        return passage
    name = f"{match.group(1)}_"
    if name in ambiguous:
        at = passage.at.after(passage.text[: match.start()])
        raise at.error(f"{printable(match.group(), 40)} beside names such as {printable(name, 20)}1", "one of the two")
    return passage._replace(text=_INDEXED.sub(r"\1_\2 ", passage.text))


def _generators(code: Code) -> list[tuple[int, int]]:
    """Where each generator stands, behind its sign =. They have one name, and the numbers 1, 2, 3, …"""
    spans: list[tuple[int, int]] = []
    ideal = ""
    at = 0
    for line in code.deadline.over(code.text.split("\n"), UNREAD):
        end = at + len(line)
        match = _LINE.match(line)
        if match is not None:
            ideal = ideal or match.group(1)
            location = code.place(at + match.start(1))
            if match.group(1) != ideal:
                expected = f"generators of one ideal, {printable(ideal, 40)}[…]"
                raise location.error(f"a second name, {printable(match.group(1), 40)}", expected)
            if int(match.group(2)) != len(spans) + 1:
                found_here = printable(match.group().strip(" ="), 60)
                raise location.error(f"found {found_here}", f"{printable(ideal, 40)}[{len(spans) + 1}] here")
            spans.append((at + match.end(), end))
        elif line.strip():
            if not spans:
                raise Location(code.source, 1, 1).error("no generator", "i[1]=x^2-1")
            spans[-1] = (spans[-1][0], end)
        at = end + 1
    return [(start, start + len(code.text[start:end].rstrip().rstrip(";"))) for start, end in spans]


def _ring(code: Code) -> tuple[Passage | None, Passage | None, Passage | None]:
    """The variables, the lowest first, the characteristic and the parameters that Singular's output of a ring has."""
    blocks, coefficients = [*_NAMES.finditer(code.whole)], _FIELD.search(code.whole)
    if not blocks:
        return None, None, None
    # A block of weights has the names of the block behind it.
    names = dict.fromkeys(_INDEXED.sub(r"\1_\2", " ".join(block.group(1) for block in blocks)).split())
    variables = Passage(" ".join(reversed(names)), code.place(blocks[0].start(1)))
    if coefficients is None:
        return variables, None, None
    coefficients_text = (coefficients.group(1) or coefficients.group(2) or "").strip()
    match = _COEFFICIENTS.match(coefficients_text)
    at = code.place(coefficients.start())
    if match is None:
        raise at.error(f"the coefficients {printable(coefficients_text, 40)}", "QQ or ZZ/p, perhaps with parameters")
    prime = match.group(1) or match.group(2)
    number = Passage(prime, at) if prime else None
    return variables, number, Passage(match.group(3).replace(",", " "), at) if match.group(3) else None


def as_singular_reads(found: list[Passage], short: bool, deadline: Deadline) -> None:
    """Check that Singular reads each polynomial as casbridge does. It takes what stands side by side as one monomial.

    There 2x^2 is (2x)^2, xy^2 is (xy)^2, and x/2y is x/(2y); x/3/2 is x/(3/2). Blanks and brackets multiply nothing.
    short: whether the polynomials are in the short form.
    Raises InputError for what is read in another way, and for what Singular refuses.

    >>> from casbridge.errors import START
    >>> from casbridge.limits import NEVER
    >>> as_singular_reads([Passage("2x2-1/2xy", START)], True, NEVER)
    >>> as_singular_reads([Passage("2x^2", START)], True, NEVER)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 1: 2x^, where Singular takes the power of all of 2x; expected a sign ...
    """
    powers = _POWER_OF_SHORT if short else _POWER_OF_PRODUCT
    for one in deadline.over(found, UNREAD):
        if match := powers.search(one.text):
            monomial = printable(match.group(1), 20)
            problem = f"{monomial}^, where Singular takes the power of all of {monomial}"
        elif match := _FRACTION_BEHIND_STROKE.search(one.text):
            problem = f"{printable(match.group().strip(), 20)}, where Singular divides by the whole fraction"
        elif match := _POWER_OF_FRACTION.search(one.text):
            problem = f"{printable(match.group().strip(), 20)}, where Singular takes the fraction as one number"
        elif match := _NO_SIGN.search(one.text):
            problem = f"{printable(match.group().strip(), 20)}, which is no sign in Singular"
        elif short and (match := next((it for it in _DIVISOR.finditer(one.text) if it.group(1)), None)):
            problem = f"/{printable(match.group(1), 20)}, where Singular divides by the whole monomial"
        elif short and (match := _APART.search(one.text)):
            problem = f"{printable(' '.join(match.group().split()), 20)}, which is no product in Singular"
        else:
            continue
        raise one.at.after(one.text[: match.start()]).error(problem, "a sign * for each product, and brackets")


def is_short(found: list[Passage], names: tuple[str, ...], deadline: Deadline) -> bool:
    """Whether the generators are in the short form. Raises InputError where they can be in either form.

    names: the variables and the parameters, () where nothing states them.

    >>> from casbridge.errors import START
    >>> from casbridge.limits import NEVER
    >>> is_short([Passage("2xy - 1", START)], (), NEVER), is_short([Passage("x2", START)], ("x", "y"), NEVER)
    (True, True)
    """
    if names:
        is_long = any(_LONG.search(one.text) for one in deadline.over(found, UNREAD))
        return not is_long and all(_LETTERS_ALONE.match(name) for name in names)
    if any(_LONG.search(one.text) for one in deadline.over(found, UNREAD)):
        return False
    if any(_SHORT.search(one.text) for one in deadline.over(found, UNREAD)):
        return True
    for one in deadline.over(found, UNREAD):
        for match in NAME.finditer(one.text):
            if len(match.group()) > 1:
                word = printable(match.group(), 20)
                message = f"{word}, which is a variable or, in Singular's short form, a product of powers"
                raise one.at.after(one.text[: match.start()]).error(message, "a text that says which", _NAMED_FORM)
    return False
