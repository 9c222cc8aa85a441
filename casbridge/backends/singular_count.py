"""The number of a system's zeros, by Singular: the dimension of the ring of polynomials modulo the system's ideal.

With a squarefree polynomial for each variable the ideal is radical (Seidenberg's lemma). If these polynomials split,
all zeros have coordinates in the field. Then the dimension is the number of zeros, and a Gröbner basis tells it.

Source: Cox, Little and O'Shea, *Using Algebraic Geometry*, 2005, chapter 2, theorem 2.10 and proposition 2.7.
"""

from __future__ import annotations

import re
from dataclasses import replace

from casbridge.algebra.fields import Field
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.rings import local_ring
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.backends.oneshot import ScriptRun
from casbridge.backends.protocol import Status
from casbridge.backends.targets import SINGULAR_VDIM
from casbridge.charset.finite.domains import Domain, find_domains
from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.scripts import render

_SAID = re.compile(r"^casbridge: dimension (-?\d+)$", re.MULTILINE)


def dimension_script(system: PolynomialSystem, deadline: Deadline = NEVER) -> str:
    """The script: the system and, for each variable, the polynomial whose roots are its domain.

    Raises UnsupportedError for a variable without a domain, NoZeros if a domain is empty, LimitError at the deadline.

    >>> from casbridge.algebra import Ring
    >>> (x,) = variables(Ring.of("x", Field(11)))
    >>> "vdim(basis)" in dimension_script(PolynomialSystem.of(x.ring, [x**2 - x]))
    True
    """
    ring = system.ring
    domains = find_domains(system, deadline)
    missing = [name for place, name in enumerate(ring.variables) if place not in domains]
    if missing:
        raise UnsupportedError(f"{missing[0]} is in no equation: there may be infinitely many zeros")
    given = {(equation.variables, equation.pattern.normal()) for equation in system.equations}
    more = [
        Equation(polynomial, (place,), f"domain of {ring.variables[place]}")
        for place, domain in domains.items()
        if ((place,), (polynomial := _with_roots(domain, ring.field)).normal()) not in given
    ]
    return render(replace(system, equations=(*system.equations, *more)), SINGULAR_VDIM).text.removesuffix("quit;\n")


def dimension_in(ran: ScriptRun) -> int:
    """The number that a script's run has printed. Raises what `Counting.count` raises.

    >>> dimension_in(ScriptRun(Status.COMPLETE, output="casbridge: dimension 12"))
    12
    """
    if ran.status is Status.TIMEOUT:
        raise LimitError(ran.reason)
    if ran.status is Status.MEMORY:
        raise MemoryError(ran.reason)
    answers = _SAID.findall(ran.output)
    if ran.status is not Status.COMPLETE or len(answers) != 1:
        raise BackendError(ran.reason or "Singular has told no dimension")
    if int(answers[0]) < 0:
        raise BackendError("Singular says that there are infinitely many zeros, and there are not")
    return int(answers[0])


def _with_roots(domain: Domain, field: Field) -> Polynomial:
    """The monic polynomial in one variable that has just these roots, once each."""
    (x,) = variables(local_ring(field, 1))
    product = x**0
    for root in domain:
        product *= x - root
    return product
