"""The zeros that an answer describes, as points, if they are finitely many and lie in the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from casbridge.algebra.answers import Answer, Component, Point, PointComponents, point_of
from casbridge.algebra.fields import Coefficient, Field
from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.finite import SplitSeries
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline


def zeros(answer: Answer, deadline: Deadline = NEVER, *, within: PolynomialSystem | None = None) -> Iterator[Point]:
    """The points of the answer's zero set, component by component, in the order of the answer. Repeats are kept.

    within: a system whose univariate equations the zeros must satisfy too. A right answer satisfies them anyway, but a
    basis may lack the domains that are needed to read off its zeros.

    Raises UnsupportedError at a component whose zeros cannot be read off as finitely many points of the field.

    >>> from casbridge.algebra import variables
    >>> from casbridge.algebra.answers import Task
    >>> ring = Ring.of("x y")
    >>> x, y = variables(ring)
    >>> list(zeros(Answer(Task.PRIMES, ring, ((x - 1, x + y - 3), (x - 2, y - 1)))))
    [(1, 2), (2, 1)]
    """
    if isinstance(answer.components, PointComponents):
        yield from answer.components.points
        return
    for component in answer.components:
        yield from _component_zeros(component, answer.ring, deadline, within=within)


def _component_zeros(
    component: Component, ring: Ring, deadline: Deadline = NEVER, *, within: PolynomialSystem | None = None
) -> Iterator[Point]:
    """The points at which all polynomials of a component vanish. Arguments and errors as for `zeros`."""
    point = point_of(component, ring)
    if point is not None:
        yield point
        return
    if component and all(polynomial.total_degree <= 1 for polynomial in component):
        solved = _solve_linear(component, ring)
        if solved is None:
            raise UnsupportedError("a component of the answer has infinitely many zeros")
        yield from solved
        return
    system = PolynomialSystem.of(ring, component)
    if within is not None:
        domains = tuple(equation for equation in within.equations if len(equation.variables) == 1)
        system = replace(system, equations=system.equations + domains)
    try:
        series = SplitSeries(system, deadline)
    except UnsupportedError:
        raise UnsupportedError(
            "the zeros of the answer cannot be read off as finitely many points of the field"
        ) from None
    if len(series.variables) < ring.size and next(series.points(), None) is not None:
        raise UnsupportedError("a component of the answer leaves a variable free: it has infinitely many zeros")
    yield from series.points()


def _solve_linear(component: Component, ring: Ring) -> list[Point] | None:
    """The zeros of linear polynomials: one point or none; None if there are infinitely many."""
    field = ring.field
    constant = (0,) * ring.size
    solved: dict[int, dict[int, Coefficient]] = {}
    for polynomial in component:
        row: dict[int, Coefficient] = {-1: polynomial.terms.get(constant, 0)}
        for exponents, coefficient in polynomial.terms.items():
            if exponents != constant:
                row[exponents.index(1)] = coefficient
        for variable in [v for v in row if v in solved]:
            _add_multiple(row, solved[variable], -row[variable], field)
        pivot = next((v for v, c in row.items() if v >= 0 and c), None)
        if pivot is None:
            if row[-1]:
                return []
            continue
        scale = field.inverse(row[pivot])
        row = {v: field.element(c * scale) for v, c in row.items() if c or v == -1}
        for other in solved.values():
            if pivot in other:
                _add_multiple(other, row, -other[pivot], field)
        solved[pivot] = row
    if len(solved) < ring.size:
        return None
    return [tuple(field.element(-solved[v][-1]) for v in range(ring.size))]


def _add_multiple(
    row: dict[int, Coefficient], other: dict[int, Coefficient], factor: Coefficient, field: Field
) -> None:
    for variable, coefficient in other.items():
        value = field.element(row.get(variable, 0) + factor * coefficient)
        if value or variable == -1:
            row[variable] = value
        else:
            row.pop(variable, None)
