"""A rational parametrisation as closed points, exactly.

Let w = ∏ fᵢ be the factors of its polynomial. A root t of f is a closed point: its coordinates are elements of the
field QQ[t]/f, and the polynomials that are 0 there are found by linear algebra. Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm
from typing import Any

from casbridge.algebra.answers import Component
from casbridge.algebra.arithmetic import need_flint, rational
from casbridge.algebra.fields import Ring
from casbridge.algebra.parametrisations import InT, Parametrisation, in_t
from casbridge.crosscheck.branches.algebras import relations
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import UnsupportedError, printable
from casbridge.limits import NEVER, Deadline

#: The largest degree of a factor that is computed with.
LARGEST_DEGREE = 400
_MOST_SHOWN = 120


def closed_points(
    name: str, ring: Ring, parametrisations: Sequence[Parametrisation], deadline: Deadline = NEVER
) -> tuple[list[Component], list[Witness]]:
    """The closed points that parametrisations give, each by a reduced lex basis; and what is wrong with them.

    It is wrong if the polynomial has a root twice, if a denominator is 0 at a root, or if the value of the linear form
    at a root is not this root.

    name: whose they are, for messages.
    Raises UnsupportedError for a factor of a degree above LARGEST_DEGREE, and LimitError after the deadline.

    >>> ring = Ring.of("x y")
    >>> given = Parametrisation((-2, 0, 1), (((0, 1), (1,)), ((4,), (0, 2))), (1, 0))
    >>> closed_points("it", ring, [given])
    ([(x**2 - 2, y - x)], [])
    >>> wrong = Parametrisation((-2, 0, 1), (((0, 2), (1,)), ((4,), (0, 2))), (1, 0))
    >>> closed_points("it", ring, [wrong])[1][0].text
    'the linear form of it, t = x, is not t at the roots of t^2 - 2'
    """
    points: list[Component] = []
    faults: list[Witness] = []
    for given in parametrisations:
        for factor, times in _factors(given.polynomial):
            deadline.check("the parametrisation was not read")
            point: Component = ()
            why = f"the polynomial of {name} has the factor {{at}} {times} times"
            if times == 1:
                point, why = _point(name, ring, given, factor, deadline)
            if why:
                at = printable(in_t(tuple(map(rational, factor.coeffs()))), _MOST_SHOWN)
                faults.append(Witness(Fault.NO_PARAMETRISATION, name, why.replace("{at}", at)))
            else:
                points.append(point)
    return points, faults


def _factors(coefficients: InT) -> Iterator[tuple[Any, int]]:
    """The irreducible factors that have roots, as polynomials over QQ of python-flint, with multiplicities."""
    need_flint("parametrisations")
    from flint import fmpz_poly

    common = lcm(*(c.denominator for c in coefficients))
    whole = fmpz_poly([int(c * common) for c in coefficients])
    if not whole:
        raise UnsupportedError("its polynomial is 0, and each number is a root")
    for factor, times in whole.factor()[1]:
        if factor.degree() > LARGEST_DEGREE:
            raise UnsupportedError(f"its polynomial has a factor of degree {factor.degree()}, above {LARGEST_DEGREE}")
        yield _over_qq(factor.coeffs()), times


def _over_qq(coefficients: Sequence[Any]) -> Any:
    from flint import fmpq, fmpq_poly

    return fmpq_poly([fmpq(int(c.numerator), int(c.denominator)) for c in coefficients])


def _point(name: str, ring: Ring, given: Parametrisation, factor: Any, deadline: Deadline) -> tuple[Component, str]:
    """The reduced lex basis of what is 0 at the roots of an irreducible factor; and why there is no point, or ""."""
    from flint import fmpq_mat

    values: list[Any] = []
    for variable, (numerator, denominator) in zip(ring.variables, given.coordinates, strict=True):
        below = _over_qq(denominator) % factor
        if not below:
            return (), f"the denominator of {variable} in {name} is 0 at the roots of {{at}}"
        # 1 = a·below + b·factor, since the factor is irreducible.
        _, inverse, _ = below.xgcd(factor)
        values.append(_over_qq(numerator) % factor * inverse % factor)
    form = sum((value * _over_qq([c]) for value, c in zip(values, given.form, strict=True)), _over_qq([]))
    if (form - _over_qq([0, 1])) % factor:
        text = given.text(ring.variables).rpartition(", ")[2]
        return (), f"the linear form of {name}, {text}, is not t at the roots of {{at}}"
    size = factor.degree()
    matrices = []
    for value in values:
        rows, power = [], value
        for _ in range(size):
            deadline.check("the parametrisation was not read")
            rows.append([*power.coeffs(), *(0,) * size][:size])
            power = (power * _over_qq([0, 1])) % factor
        matrices.append(fmpq_mat(rows))
    return relations(ring, fmpq_mat([[int(i == 0) for i in range(size)]]), matrices, deadline), ""
