"""Series of systems with split domains, by splitting and propagation: a second opinion beside `general`.

    system ──▶ domains ──▶ network (with relations) ──▶ search (on bitboards) ──▶ points, or their number
    answer ──▶ zeros ──▶ points

Every variable has finitely many values here, all in the field. So an irreducible characteristic series is a list of
points, each as the chain xi − ai. Domains, differences, units, sums and products are recognised in the polynomials
alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from casbridge.algebra.answers import Point
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import PointChain
from casbridge.charset.finite.domains import NoZeros
from casbridge.charset.finite.network import Network
from casbridge.charset.finite.search import ZeroSearch
from casbridge.limits import NEVER, Deadline

__all__ = ["SplitSeries"]


class SplitSeries:
    """The irreducible characteristic series of a system with split domains, as an iterable of chains.

    Variables that occur in no equation are free: no chain mentions them. Iterating holds no more than a fixed number of
    chains. `count` lists none.

    deadline: after it every method, and making the series, raises LimitError.

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
        self.ring = system.ring
        self.deadline = deadline
        self.network: Network | None
        try:
            self.network = Network(system, deadline)
        except NoZeros:
            self.network = None

    @property
    def variables(self) -> tuple[int, ...]:
        """The positions of the variables that every chain mentions; () when there is no chain."""
        return self.network.constrained if self.network else ()

    def points(self) -> Iterator[Point]:
        """The values of `variables` at every zero, each zero once. The order depends on the system only."""
        if self.network is not None:
            yield from ZeroSearch(self.network, self.deadline).points()

    def __iter__(self) -> Iterator[PointChain]:
        ring, variables = self.ring, self.variables
        for point in self.points():
            yield PointChain(ring, variables, point)

    def count(self) -> int:
        """The number of chains, without listing them."""
        return ZeroSearch(self.network, self.deadline).count() if self.network else 0
