"""The zeros that an answer describes, as points, if they are finitely many and lie in the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from casbridge.algebra.answers import Answer, Component, Point, PointComponents, point_of
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import Equation, PolynomialSystem
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
    domains = tuple(e for e in within.equations if len(e.variables) == 1) if within is not None else ()
    for component in answer.components:
        point = point_of(component, answer.ring)
        if point is not None:
            yield point
        elif component and all(polynomial.total_degree <= 1 for polynomial in component):
            yield from _solve_linear(component, answer.ring)
        else:
            yield from _solve(component, answer.ring, domains, deadline)


def _solve(component: Component, ring: Ring, domains: tuple[Equation, ...], deadline: Deadline) -> Iterator[Point]:
    system = PolynomialSystem.of(ring, component)
    try:
        series = SplitSeries(replace(system, equations=system.equations + domains), deadline)
    except UnsupportedError:
        raise UnsupportedError(
            "the zeros of the answer cannot be read off as finitely many points of the field"
        ) from None
    if len(series.variables) < ring.size and next(series.points(), None) is not None:
        raise UnsupportedError("a component of the answer leaves a variable free: it has infinitely many zeros")
    return series.points()


def _solve_linear(component: Component, ring: Ring) -> list[Point]:
    """The zeros of linear polynomials, one point or none, by elimination."""
    field = ring.field
    # Main variable → the other terms of a row, by their variables; −1 for the constant.
    solved: dict[int, dict[int, Coefficient]] = {}

    def without(row: dict[int, Coefficient], pivot: int, other: dict[int, Coefficient]) -> dict[int, Coefficient]:
        """The row with the pivot's variable replaced by what a solved row says of it."""
        factor = row.get(pivot, 0)
        changed = {v: field.element(row.get(v, 0) - factor * c) for v, c in other.items()}
        return {v: c for v, c in {**row, **changed, pivot: 0}.items() if c}

    for polynomial in component:
        row = {next((v for v, e in enumerate(es) if e), -1): c for es, c in polynomial.terms.items()}
        for pivot in row.keys() & solved.keys():
            row = without(row, pivot, solved[pivot])
        pivot = max(row, default=-1)
        if pivot >= 0:
            scale = field.inverse(row.pop(pivot))
            row = {v: field.element(c * scale) for v, c in row.items()}
            solved = {v: without(other, pivot, row) if pivot in other else other for v, other in solved.items()}
            solved[pivot] = row
        elif row:
            return []
    if len(solved) < ring.size:
        raise UnsupportedError("a component of the answer has infinitely many zeros")
    return [tuple(field.element(-solved[v].get(-1, 0)) for v in range(ring.size))]
