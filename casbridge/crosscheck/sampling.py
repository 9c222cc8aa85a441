"""Points of the field at which a chain vanishes and its initials do not: witnesses that can be substituted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from casbridge.algebra.answers import Point
from casbridge.algebra.arithmetic import Native, arithmetic_of
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring

#: What free variables are set to.
_SMALL = (0, 1, -1, 2, -2, 3, -3)
_MOST_STEPS = 2_000


def points_of_chain(chain: Sequence[Polynomial], ring: Ring, most_steps: int = _MOST_STEPS) -> Iterator[Point]:
    """Some points of Zero(C/I), the zeros of a chain at which none of its initials vanishes, with small coordinates.

    In the same order always. They may be none even if there are infinitely many, over the field or an extension.

    >>> from casbridge.algebra import variables
    >>> ring = Ring.of("x y z")
    >>> x, y, z = variables(ring)
    >>> from itertools import islice
    >>> all(not p[0] * p[1] ** 2 + p[1] + 1 for p in islice(points_of_chain([x * y**2 + y + 1], ring), 5))
    True
    >>> list(points_of_chain([x - 2, y**2 - x * 2, z - y], ring))
    [(2, -2, -2), (2, 2, 2)]
    """
    search = _Search(chain, ring, most_steps)
    yield from search.extensions(())


class _Search:
    def __init__(self, chain: Sequence[Polynomial], ring: Ring, most_steps: int) -> None:
        self.arithmetic = arithmetic_of(ring)
        self.size = ring.size
        self.by_variable: dict[int, tuple[Native, int]] = {}
        for polynomial in chain:
            main, degree = self.arithmetic.main(polynomial.native)
            self.by_variable[main] = (polynomial.native, degree)
        self.possible = len(self.by_variable) == len(chain) and -1 not in self.by_variable
        self.free = list(dict.fromkeys(ring.field.element(value) for value in _SMALL))
        self.random = Random(0)
        self.left = most_steps

    def extensions(self, start: Point) -> Iterator[Point]:
        """The points that begin with these coordinates."""
        if not self.possible or self.left <= 0:
            return
        if len(start) == self.size:
            yield start
            return
        for value in self._values(start):
            self.left -= 1
            yield from self.extensions((*start, value))

    def _values(self, start: Point) -> list[Coefficient]:
        variable = len(start)
        found = self.by_variable.get(variable)
        if found is None:
            return self.random.sample(self.free, len(self.free))
        native, degree = found
        substituted = self.arithmetic.substitute(native, dict(enumerate(start)))
        if self.arithmetic.degrees(substituted)[variable] < degree:
            return []
        return self.arithmetic.roots(substituted, variable)[0]
