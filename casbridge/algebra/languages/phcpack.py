"""Polynomial systems in PHCpack's form: the number of polynomials, then each of them with a semicolon."""

from __future__ import annotations

import re

from casbridge.algebra.languages.recognising import PHCPACK_HEAD
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax(strings=False)
#: What PHCpack reads in another way: the imaginary unit, and a name such as x/2.
_SPECIAL = re.compile(r"(?<!\w)(?:([iI]\w*)|[A-Za-z_]\w*[ \t]*/)", re.ASCII)
#: A line with which PHCpack's own part begins: a title, solutions, a comment.
_OWN = re.compile(r"[ \t]*(?:#|TITLE\b|(?:THE\b.*)?\bSOLUTIONS?\b)", re.IGNORECASE)
#: What a polynomial may look like: behind a blank line, words are a remark, but not one alone with a semicolon.
_POLYNOMIAL = re.compile(r"(?=[^;]*[\^*+-])[\w\s.^*/()+-]*;|\s*\w+\s*;", re.ASCII)


@reader(_SYNTAX)
def read_phcpack(code: Code, notation: Notation) -> Parts:
    """The system in an input of PHCpack.

    The first line has the number of polynomials, and then, if it is another one, the number of variables. Each
    polynomial ends with a semicolon. What follows the last one is PHCpack's own: a title, solutions. Another
    polynomial there is refused. The variables are in the order in which they appear, the first is the lowest:
    PHCpack's users write x - x + y - y for an order. Numbers are exact: decimal ones are refused, and names that
    begin with i or I, since these are the imaginary unit. The names e and E are variables.

    >>> system = read_phcpack("2\\nx^2 + y^2 - 1;\\nx*y - 1;\\nTITLE : a circle and a hyperbola")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [y**2 + x**2 - 1, x*y - 1])
    """
    head = PHCPACK_HEAD.match(code.whole)
    if head is None:
        raise InputError(
            "no number of polynomials", source=code.source, expected="a line with it first, as in PHCpack's input"
        )
    text_behind = code.whole[head.end() :]
    count = int(head.group(1))
    pieces = text_behind.split(";", count)
    if len(pieces) <= count or not count:
        problem = f"{len(pieces) - 1} polynomials with a semicolon"
        raise code.place(head.start(1)).error(problem, f"{count}, as this line says" if count else "at least one")
    polynomials: list[Passage] = []
    at = head.end()
    for piece in code.deadline.over(pieces[:count], UNREAD):
        polynomials.append(code.passage(at, at + len(piece)))
        at += len(piece) + 1
    _check_end(code, at, count)
    names = dict.fromkeys(
        name for passage in code.deadline.over(polynomials, UNREAD) for name in notation.names(passage.text)
    )
    for passage in code.deadline.over(polynomials, UNREAD):
        if special := _SPECIAL.search(passage.text):
            location = passage.at.after(passage.text[: special.start()])
            if special.group(1):
                problem = f"{printable(special.group(1), 60)}, where PHCpack reads the imaginary unit"
                raise location.error(problem, "rational coefficients, and names with another first letter")
            problem = f"{printable(special.group(), 60)}, which PHCpack takes as a name"
            raise location.error(problem, "a number before the variable, such as 1/2*x")
    if head.group(2) and int(head.group(2)) != len(names):
        at_number = code.place(head.start(2))
        raise at_number.error(f"{len(names)} variables", f"{int(head.group(2))}, as this line says")
    variables = Passage(" ".join(names), code.place(head.end()))
    renamed = Code(pieces[-1], _SYNTAX, code.source, code.deadline)
    renamed.head = [line.strip() for line in pieces[-1].split("\n")]
    return Parts(polynomials, variables, renamed=renamed.renamed())


def _check_end(code: Code, at: int, wanted: int) -> None:
    """InputError for another polynomial behind the last counted one, which ends at a place."""
    lines: list[str] = []
    is_apart = False
    for number, line in enumerate(code.deadline.over(code.whole[at:].split("\n"), UNREAD)):
        if _OWN.match(line) or (lines and not line.strip()):
            break
        if line.strip():
            lines.append(line)
        elif number:
            is_apart = True
        if not lines:
            at += len(line) + 1
    rest = "\n".join(lines)
    if _POLYNOMIAL.match(rest) or (";" in rest and not is_apart):
        at += len(rest) - len(rest.lstrip())
        hint = "the first line has the number of polynomials"
        raise code.place(at).error("another polynomial with a semicolon", f"{wanted}, as the first line says", hint)
