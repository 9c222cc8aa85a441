"""Numbers in radicals as elements of an algebra of finite dimension, by exact linear algebra.

The algebra has a generator for each radical or root of a constant branch, with an equation over those before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

from casbridge.algebra.answers import Component
from casbridge.algebra.arithmetic import rational
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.general.groebner import lexicographic_relations
from casbridge.charset.groebner.primes import PRIMES, BadPrime
from casbridge.charset.ideals.quotients import tower_algebra
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The largest dimension that is computed with.
LARGEST_DIMENSION = 100


class Algebra:
    """The algebra QQ[g1, …, gk] modulo equations.

    ring: of the equations and the elements. generators: positions in the ring, each equation's generator.
    equations: with an initial that has an inverse, over the generators before it.

    Raises UnsupportedError for other equations, and for a dimension above LARGEST_DIMENSION.

    >>> from casbridge.algebra import variables
    >>> u, v = variables(Ring.of("u v"))
    >>> algebra = Algebra(u.ring, [0, 1], [u**2 - 2, v**2 - u])
    >>> algebra.dimension, algebra.inverse(1 + u)
    (4, u - 1)
    """

    def __init__(
        self, ring: Ring, generators: Sequence[int], equations: Sequence[Polynomial], deadline: Deadline = NEVER
    ) -> None:
        self.ring, self.generators, self.deadline = ring, tuple(generators), deadline
        degrees = [one.degree(generator) for one, generator in zip(equations, generators, strict=True)]
        self.dimension = prod(degrees)
        if self.dimension > LARGEST_DIMENSION or 0 in degrees:
            raise UnsupportedError(f"its numbers have degree {self.dimension}, above {LARGEST_DIMENSION}")
        tower = tower_algebra(ring, equations, 0, 0, deadline)
        if tower is None:
            raise UnsupportedError("the initial of an equation of a radical has no inverse")
        self.tower = tower
        # The powers of the first generator follow each other.
        self.basis = [powers[::-1] for powers in product(*map(range, reversed(degrees)))]

    def _matrix(self, element: Polynomial) -> Any:
        """The matrix of multiplication with an element."""
        return self.tower.element(
            {tuple([e[v] for v in self.generators]): self.tower.number(c) for e, c in element.terms.items()}
        )

    def _one(self) -> Any:
        row = self.tower.matrix(1)
        row[0, 0] = 1
        return row

    def inverse(self, element: Polynomial) -> Polynomial | None:
        """The inverse of an element; None where it has none."""
        try:
            found = self._matrix(element).transpose().solve(self._one().transpose())
        except ZeroDivisionError:
            return None
        low = Ring(self.ring.field, tuple(self.ring.variables[v] for v in self.generators))
        terms = dict(zip(self.basis, map(rational, found.entries()), strict=True))
        return Polynomial(low, terms).rename(self.ring, self.generators)

    def relations(self, ring: Ring, elements: Sequence[Polynomial]) -> Component:
        """See `relations`.

        >>> from casbridge.algebra import variables
        >>> (u,) = variables(Ring.of("u"))
        >>> Algebra(u.ring, [0], [u**4 - 2]).relations(Ring.of("x y"), [u**2, u**2 + 1])
        (x**2 - 2, y - x - 1)
        """
        return relations(ring, self._one(), [self._matrix(one) for one in elements], self.deadline)


def relations(ring: Ring, one: Any, matrices: Sequence[Any], deadline: Deadline = NEVER) -> Component:
    """The polynomials that are 0 at elements of an algebra, one a variable of a ring: their reduced lex basis.

    one: the 1 of the algebra as a row. matrices: of multiplication with the elements.

    >>> from flint import fmpq_mat
    >>> relations(Ring.of("x"), fmpq_mat([[1, 0]]), [fmpq_mat([[0, 1], [2, 0]])])
    (x**2 - 2,)
    """
    for prime in PRIMES:
        with suppress(BadPrime):
            return lexicographic_relations(ring, one, matrices, prime, deadline)[1]
    raise UnsupportedError("the relations of its numbers were not found")
