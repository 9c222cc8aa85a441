"""Reading msolve's own output, strictly: all of the text, and nothing else.

msolve knows no job. So the output file must be in the job's own folder, and what msolve says of the field and of the
variables is compared with what it was asked. Nothing is evaluated: polynomials and numbers are parsed.
"""

from __future__ import annotations

import re
from typing import NoReturn

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.errors import BackendError, InputError, printable
from casbridge.scripts.values import Script

_BASIS = re.compile(
    r"#Reduced Groebner basis data\n"
    r"#---\n"
    r"#field characteristic: ([0-9]+)\n"
    r"#variable order: +([^\n]*)\n"
    r"#monomial order: +graded reverse lexicographical\n"
    r"#length of basis: +([0-9]+) elements?(?: sorted by increasing leading monomials)?\n"
    r"#---\n"
    r"\[([^\[\]:]*)\]:\s*\Z"
)


def read_basis(text: str, script: Script) -> Answer:
    """The reduced basis that msolve prints for the option -g 2.

    script: what msolve was asked. Raises BackendError for any other text, and for an answer over another field, in
    other variables, or of another length than it says itself.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.msolve import MSOLVE
    >>> from casbridge.scripts import render
    >>> script = render(read_system("x*y - 2"), MSOLVE, "groebner")
    >>> head = "#Reduced Groebner basis data\\n#---\\n#field characteristic: 0\\n#variable order:       y, x\\n"
    >>> order = "#monomial order:       graded reverse lexicographical\\n"
    >>> text = head + order + "#length of basis:      1 element\\n#---\\n[y*x-2]:\\n"
    >>> read_basis(text, script).components
    ((x*y - 2,),)
    >>> read_basis(text.replace("y, x", "x, y"), script)
    Traceback (most recent call last):
    casbridge.errors.BackendError: msolve answers in the variables x, y; expected y, x
    """
    found = _BASIS.match(text)
    if found is None:
        _fail_form(text, "a reduced Groebner basis")
    characteristic, names, length, body = found.groups()
    _compare(characteristic, names.split(", "), script)
    lines = [line.strip() for line in body.split(",")]
    if len(lines) != int(length[:18]):
        raise BackendError(f"msolve answers {len(lines)} polynomials, and says that there are {length[:18]}")
    ring = script.system.ring
    there = Ring(ring.field, script.names)
    basis = tuple([_polynomial(line, there, ring) for line in lines])
    return Answer(Task.BASIS, ring, (basis,), script.method.order)


def _polynomial(text: str, there: Ring, ring: Ring) -> Polynomial:
    """A polynomial in the script's names as one in the system's."""
    try:
        read = parse_polynomial(text, there)
    except InputError as error:
        raise BackendError(f"msolve answers {printable(text, 80)!r}: {error}") from None
    if not read:
        raise BackendError(f"msolve answers {printable(text, 80)!r}; expected a polynomial that is not zero")
    return Polynomial(ring, read.terms)


def _compare(characteristic: str, names: list[str], script: Script) -> None:
    """Check the field and the variables, highest first."""
    field = script.system.ring.field.characteristic
    if characteristic != str(field):
        raise BackendError(f"msolve answers over characteristic {printable(characteristic, 40)}; expected {field}")
    wanted = [*reversed(script.names)]
    if names != wanted:
        said = printable(", ".join(names), 80)
        raise BackendError(f"msolve answers in the variables {said}; expected {printable(', '.join(wanted), 80)}")


def _fail_form(text: str, what: str) -> NoReturn:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    raise BackendError(
        f"no answer in the output: expected {what} as msolve writes it; it begins {printable(first, 80)!r}"
    )
