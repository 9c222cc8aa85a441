"""The number of a system's zeros as a dimension: that of the ring of polynomials modulo the system's ideal.

With a squarefree polynomial for every variable the ideal is radical (Seidenberg's lemma), and if these split, all zeros
have coordinates in the field. Then the dimension is the number of zeros, and a Gröbner basis tells it without any zero.

Source: Cox, Little and O'Shea, *Using Algebraic Geometry*, 2005, chapter 2, theorem 2.10 and proposition 2.7.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.fields import Field
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.rings import local_ring
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.backends.singular_dialogue import complaint, last_words
from casbridge.backends.targets import SINGULAR
from casbridge.charset.finite.domains import Domain, NoZeros, find_domains, roots_of
from casbridge.crosscheck.division import standard_monomials
from casbridge.crosscheck.verification import run_singular
from casbridge.errors import BackendError, LimitError, UnsupportedError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.scripts import Script, render

_VDIM = replace(SINGULAR.method("slimgb"), name="vdim", summary="the number of zeros, as a dimension")
_TARGET = replace(
    SINGULAR,
    methods=(_VDIM,),
    default_method="vdim",
    reserved=SINGULAR.reserved | {"basis"},
    by_hand="Singular -q {script}",
)
_MOST_MONOMIALS = 1_000_000
_SAID = re.compile(r"^casbridge: dimension (-?\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Dimension:
    """The number, exactly where status is `complete`; the reason otherwise."""

    status: Status
    number: int | None = None
    reason: str = ""
    version: str = ""


def dimension(system: PolynomialSystem, *, seconds: float | None = None, memory: int | None = None) -> Dimension:
    """The number of zeros of a system whose variables have finite domains, by Singular's `vdim`.

    seconds, memory (bytes): limits. `unsupported` for a system that leaves a variable without a domain in the field.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> dimension(PolynomialSystem.of(x.ring, [x**2 - x, y - x])).status in (Status.COMPLETE, Status.MISSING)
    True
    """
    deadline = Deadline.after(seconds)
    try:
        script = dimension_script(system, deadline)
    except UnsupportedError as error:
        return Dimension(Status.UNSUPPORTED, reason=str(error))
    except LimitError as error:
        return Dimension(Status.TIMEOUT, reason=str(error))
    except NoZeros:
        return Dimension(Status.COMPLETE, 0)
    available = registry.get("singular").availability()
    if not available.available:
        return Dimension(Status.MISSING, reason=available.complaint)
    try:
        finished = run_singular(available.path, script.text, seconds=deadline.left(), memory=memory)
    except BackendError as error:
        return Dimension(Status.CRASHED, reason=str(error), version=available.version)
    said = complaint(finished.output.splitlines())
    answers = _SAID.findall(finished.output)
    if finished.ended == "timeout":
        status, reason = Status.TIMEOUT, f"stopped at the limit of time, {seconds:g} s"
    elif finished.ended == "memory" or (said is not None and said[0] == "memory"):
        status, reason = Status.MEMORY, "Singular ran out of memory"
    elif said is not None or len(answers) != 1:
        status, reason = Status.UNPARSABLE, said[1] if said else f"no dimension{last_words(finished.output)}"
    elif finished.ended != "exited" or finished.exit_code != 0:
        status, reason = Status.CRASHED, f"Singular ended badly{last_words(finished.output)}"
    elif int(answers[0]) < 0:
        status, reason = Status.UNPARSABLE, "Singular says that there are infinitely many zeros, and there are not"
    else:
        return Dimension(Status.COMPLETE, int(answers[0]), version=available.version)
    return Dimension(status, reason=printable(reason), version=available.version)


def zeros_by_dimension(system: PolynomialSystem, answer: Answer) -> int | None:
    """The number of a system's zeros by a Gröbner basis of it: as many as monomials that no leading monomial divides.

    None where the answer is no basis, where it is not seen from the system that its ideal is radical with all zeros in
    the field, and where there are more than so many that counting them one by one would take long.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> system = PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y, x * y])
    >>> zeros_by_dimension(system, Answer(Task.BASIS, x.ring, [(x**2 - x, x * y, y**2 - y)], "degrevlex"))
    3
    """
    if answer.task is not Task.BASIS or not answer.order:
        return None
    simple = {
        equation.variables[0]
        for equation in system.equations
        if len(equation.variables) == 1
        and equation.pattern
        and len(roots_of((equation.pattern,)) or ()) == equation.pattern.total_degree
    }
    if len(simple) < system.ring.size:
        return None
    if not answer.components:
        return 0
    number = standard_monomials(answer, _MOST_MONOMIALS)
    return number if number <= _MOST_MONOMIALS else None


def dimension_script(system: PolynomialSystem, deadline: Deadline = NEVER) -> Script:
    """The script: the system and, for every variable, the polynomial whose roots its domain is.

    Raises UnsupportedError for a variable without a domain, NoZeros where one is empty, LimitError at the deadline.
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
    return render(replace(system, equations=(*system.equations, *more)), _TARGET)


def _with_roots(domain: Domain, field: Field) -> Polynomial:
    """The monic polynomial in one variable that has just these roots, once each."""
    (x,) = variables(local_ring(field, 1))
    product = x**0
    for root in domain:
        product *= x - root
    return product
