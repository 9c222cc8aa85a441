"""Series of systems with split domains, by splitting and propagation: a second opinion beside `general`.

    system ──▶ domains ──▶ network (with relations) ──▶ search (on bitboards) ──▶ points, or their number

Every variable has finitely many values here, all in the field. So an irreducible characteristic series is a list of
points, each as the chain xi − ai. Domains, differences, units, sums and products are recognised in the polynomials
alone. `zeros` gives the points that an answer describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from casbridge.algebra.answers import CHAINS, Answer, Component, Point, PointComponents, point_of
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.systems import Equation, PolynomialSystem, system_of
from casbridge.charset.definitions.chains import PointChain
from casbridge.charset.finite.domains import NoZeros, find_domains, without_powers_of_monomials
from casbridge.errors import UnsupportedError
from casbridge.lazy import public
from casbridge.limits import NEVER, Deadline

if TYPE_CHECKING:
    from casbridge.charset.finite.network import Network

__all__ = ["SplitSeries", "zeros"]
__dir__ = public(__name__)


class SplitSeries:
    """The irreducible characteristic series of a system with split domains, as an iterable of chains.

    Variables that occur in no equation are free: no chain mentions them. Iterating holds no more than a fixed number of
    chains. `count` lists none. After the deadline every method, and making the series, raises LimitError.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> F = lambda t: (t - 1) * (t - 2)
    >>> series = SplitSeries(PolynomialSystem.of(ring, [F(x), F(y), x + y - 3]))
    >>> list(series), series.count()
    ([[x - 1, y - 2], [x - 2, y - 1]], 2)

    Raises UnsupportedError when some variable that occurs has no split domain.
    """

    def __init__(self, system: PolynomialSystem, deadline: Deadline = NEVER) -> None:
        system = system_of(system)
        self.ring = system.ring
        self.deadline = deadline
        self.network: Network | None = None
        with suppress(NoZeros):
            domains = find_domains(without_powers_of_monomials(system), deadline)
            # Most systems have no split domains, and do not need this module.
            from casbridge.charset.finite.network import Network

            self.network = Network(system, deadline, domains)

    @property
    def variables(self) -> tuple[int, ...]:
        """The positions of the variables that every chain mentions; () when there is no chain."""
        return self.network.constrained if self.network else ()

    def points(self) -> Iterator[Point]:
        """The values of `variables` at every zero, each zero once. The order depends on the system only."""
        if self.network is not None:
            from casbridge.charset.finite.search import ZeroSearch

            yield from ZeroSearch(self.network, self.deadline).points()

    def __iter__(self) -> Iterator[PointChain]:
        variables = self.variables
        return (PointChain(self.ring, variables, point) for point in self.points())

    def count(self) -> int:
        """The number of chains, without listing them."""
        if self.network is None:
            return 0
        from casbridge.charset.finite.search import ZeroSearch

        return ZeroSearch(self.network, self.deadline).count()


def zeros(answer: Answer, deadline: Deadline = NEVER, *, within: PolynomialSystem | None = None) -> Iterator[Point]:
    """The points of the answer's zero set, component by component, in the order of the answer. Repeats are kept.

    within: a system whose univariate equations the zeros must satisfy too. A right answer satisfies them anyway, but a
    basis may lack the domains that are needed to read off its zeros.

    Of a chain the zeros are those of V(sat C): where an initial vanishes, the polynomials may have others.

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
    if answer.ring.parameters and answer.components:
        raise UnsupportedError("zeros over a field with parameters cannot be read off as points")
    if not answer.components_known:
        what = "parametrisations" if answer.parametrisations else "branches"
        raise UnsupportedError(f"not all {what} of the answer are points with rational coordinates")
    domains = tuple(e for e in within.equations if len(e.variables) == 1) if within is not None else ()
    for component in answer.components:
        point = point_of(component, answer.ring)
        if point is not None:
            yield point
        elif component and all(polynomial.total_degree <= 1 for polynomial in component):
            yield from _solve_linear(component, answer.ring)
        elif answer.task in CHAINS:
            found = _solve(component, answer.ring, domains, deadline)
            yield from _without_zeros_of_initials(component, answer.ring, found)
        else:
            yield from _solve(component, answer.ring, domains, deadline)


def _solve(component: Component, ring: Ring, domains: tuple[Equation, ...], deadline: Deadline) -> Iterator[Point]:
    system = PolynomialSystem.of(ring, component)
    try:
        series = SplitSeries(replace(system, equations=system.equations + domains), deadline)
    except UnsupportedError:
        what = "the zeros of the answer cannot be read off as finitely many points of the field"
        raise UnsupportedError(what) from None
    if len(series.variables) < ring.size and next(series.points(), None) is not None:
        raise UnsupportedError("a component of the answer leaves a variable free: it has infinitely many zeros")
    return series.points()


def _without_zeros_of_initials(chain: Component, ring: Ring, points: Iterator[Point]) -> Iterator[Point]:
    """Of the zeros of a chain's polynomials those of V(sat C).

    Where each variable is a main variable, they are the points at which no initial is 0. Raises UnsupportedError for a
    shorter chain at a zero of an initial: it may lie in the closure of the others.
    """
    from casbridge.charset.definitions.ranks import initial

    initials = [one for f in chain if f.support() and not (one := initial(f)).is_constant]
    for point in points:
        if all(one.evaluate(point) for one in initials):
            yield point
        elif len(chain) < ring.size:
            raise UnsupportedError("an initial of the answer's chain vanishes at one of its points")


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
