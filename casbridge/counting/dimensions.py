"""The number of a system's zeros by a Gröbner basis of it, as a dimension; see `casbridge.backends.singular_count`."""

from __future__ import annotations

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.finite.domains import roots_of
from casbridge.crosscheck.division import standard_monomials

_MOST_MONOMIALS = 1_000_000


def zeros_by_dimension(system: PolynomialSystem, answer: Answer) -> int | None:
    """The number of a system's zeros by a Gröbner basis of it: the number of its standard monomials.

    None if the answer is no basis, if some variable has no equation that splits into different linear factors, and for
    more than 1,000,000 zeros.

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
