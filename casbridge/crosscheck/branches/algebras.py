"""Numbers in radicals as elements of an algebra of finite dimension, by exact linear algebra.

The algebra has a generator for each radical or root of a constant branch, with a monic equation over those before it.
Its elements are rows of rational numbers over the products of powers of the generators.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

from casbridge.algebra.arithmetic import need_flint, rational
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.charset.general.groebner import lexicographic_relations
from casbridge.charset.groebner.primes import PRIMES, BadPrime
from casbridge.crosscheck.division import Divisor
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The largest dimension that is computed with.
LARGEST_DIMENSION = 100


class Algebra:
    """The algebra QQ[g1, …, gk] modulo equations.

    ring: of the equations and the elements. generators: positions in the ring, each equation's generator.
    equations: monic in their generator up to a constant, over the generators before it.

    Raises UnsupportedError for equations of another form, and for a dimension above LARGEST_DIMENSION.

    >>> from casbridge.algebra import variables
    >>> u, v = variables(Ring.of("u v"))
    >>> algebra = Algebra(u.ring, [0, 1], [u**2 - 2, v**2 - u])
    >>> algebra.dimension, algebra.inverse(1 + u)
    (4, u - 1)
    """

    def __init__(
        self, ring: Ring, generators: Sequence[int], equations: Sequence[Polynomial], deadline: Deadline = NEVER
    ) -> None:
        need_flint("algebras of radicals")
        from flint import fmpq, fmpq_mat

        self.ring, self.generators, self.deadline = ring, tuple(generators), deadline
        degrees = [one.degree(generator) for one, generator in zip(equations, generators, strict=True)]
        self.dimension = prod(degrees)
        if self.dimension > LARGEST_DIMENSION or 0 in degrees:
            raise UnsupportedError(f"its numbers have degree {self.dimension}, above {LARGEST_DIMENSION}")
        self.basis = list(product(*map(range, degrees)))
        for equation, generator, degree in zip(equations, generators, degrees, strict=True):
            power = tuple(degree * (place == generator) for place in range(ring.size))
            if [e for e in equation.terms if e[generator] == degree] != [power]:
                raise UnsupportedError("an equation of a radical is not monic")
        # Their leading monomials are powers of different variables: they are a Gröbner basis.
        divisor = Divisor(equations, "lex", deadline)
        monomials = [Polynomial(ring, {self._exponents(powers): 1}) for powers in self.basis]
        self.matrices: list[Any] = []
        for generator in generators:
            everywhere = [divisor.remainder(one * variables(ring)[generator]).terms for one in monomials]
            rows = [[row.get(self._exponents(powers), 0) for powers in self.basis] for row in everywhere]
            self.matrices.append(fmpq_mat([[fmpq(c.numerator, c.denominator) for c in row] for row in rows]))

    def _exponents(self, powers: Sequence[int]) -> tuple[int, ...]:
        """The exponents in the ring of a product of powers of the generators."""
        by_place = dict(zip(self.generators, powers, strict=True))
        return tuple(by_place.get(place, 0) for place in range(self.ring.size))

    def matrix(self, element: Polynomial) -> Any:
        """The matrix of multiplication with an element."""
        from flint import fmpq, fmpq_mat

        total = fmpq_mat(self.dimension, self.dimension)
        unit = fmpq_mat([[int(i == j) for i in range(self.dimension)] for j in range(self.dimension)])
        for exponents, coefficient in element.terms.items():
            self.deadline.check("the radicals were not multiplied")
            term = unit
            for matrix, generator in zip(self.matrices, self.generators, strict=True):
                if exponents[generator]:
                    term = term * matrix ** exponents[generator]
            total = total + term * fmpq(coefficient.numerator, coefficient.denominator)
        return total

    def _one(self) -> Any:
        from flint import fmpq_mat

        return fmpq_mat([[int(i == 0) for i in range(self.dimension)]])

    def inverse(self, element: Polynomial) -> Polynomial | None:
        """The inverse of an element; None where it has none."""
        try:
            found = self.matrix(element).transpose().solve(self._one().transpose())
        except ZeroDivisionError:
            return None
        terms = zip(map(self._exponents, self.basis), map(rational, found.entries()), strict=True)
        return Polynomial(self.ring, dict(terms))

    def relations(self, ring: Ring, elements: Sequence[Polynomial]) -> tuple[Polynomial, ...]:
        """The polynomials that are 0 at elements, one a variable of `ring`: their reduced lexicographic basis.

        >>> from casbridge.algebra import variables
        >>> (u,) = variables(Ring.of("u"))
        >>> Algebra(u.ring, [0], [u**4 - 2]).relations(Ring.of("x y"), [u**2, u**2 + 1])
        (x**2 - 2, y - x - 1)
        """
        matrices = [self.matrix(one) for one in elements]
        for prime in PRIMES:
            with suppress(BadPrime):
                return lexicographic_relations(ring, self._one(), matrices, prime, self.deadline)[1]
        raise UnsupportedError("the relations of its numbers were not found")
