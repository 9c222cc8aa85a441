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
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.general.groebner import lexicographic_relations
from casbridge.charset.groebner.primes import PRIMES, BadPrime
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
        self.place = {exponents: i for i, exponents in enumerate(self.basis)}
        self.matrices: list[Any] = []
        for i, (equation, generator, degree) in enumerate(zip(equations, generators, degrees, strict=True)):
            leading = {e: c for e, c in equation.terms.items() if e[generator] == degree}
            if list(leading) != [tuple(degree * (place == generator) for place in range(ring.size))]:
                raise UnsupportedError("an equation of a radical is not monic")
            (scale,) = leading.values()
            tail = Polynomial(ring, {e: -c / _fraction(scale) for e, c in equation.terms.items() if e not in leading})
            rows = []
            for exponents in self.basis:
                deadline.check("the radicals were not multiplied")
                if exponents[i] + 1 < degree:
                    row = self._unit((*exponents[:i], exponents[i] + 1, *exponents[i + 1 :]))
                else:
                    row = self._times(self._unit((*exponents[:i], 0, *exponents[i + 1 :])), tail, i)
                rows += row.entries()
            self.matrices.append(fmpq_mat(self.dimension, self.dimension, [fmpq(one) for one in rows]))

    def _unit(self, exponents: tuple[int, ...]) -> Any:
        from flint import fmpq_mat

        return fmpq_mat(1, self.dimension, [int(i == self.place[exponents]) for i in range(self.dimension)])

    def _times(self, row: Any, polynomial: Polynomial, own: int) -> Any:
        """A row times a polynomial in the generators up to `own`, in that one with smaller powers than its degree."""
        from flint import fmpq, fmpq_mat

        total = fmpq_mat(1, self.dimension)
        for exponents, coefficient in polynomial.terms.items():
            value = _fraction(coefficient)
            term = row * fmpq(value.numerator, value.denominator)
            for i, generator in enumerate(self.generators):
                for _ in range(exponents[generator]):
                    term = self._shifted(term, i) if i == own else term * self.matrices[i]
            total = total + term
        return total

    def _shifted(self, row: Any, own: int) -> Any:
        """A row times a generator whose matrix is not known yet; its power stays below the degree."""
        from flint import fmpq_mat

        entries = [0] * self.dimension
        for exponents, value in zip(self.basis, row.entries(), strict=True):
            if value:
                entries[self.place[(*exponents[:own], exponents[own] + 1, *exponents[own + 1 :])]] = value
        return fmpq_mat(1, self.dimension, entries)

    def matrix(self, element: Polynomial) -> Any:
        """The matrix of multiplication with an element."""
        from flint import fmpq, fmpq_mat

        total = fmpq_mat(self.dimension, self.dimension)
        for exponents, coefficient in element.terms.items():
            self.deadline.check("the radicals were not multiplied")
            value = _fraction(coefficient)
            term: Any = None
            for matrix, generator in zip(self.matrices, self.generators, strict=True):
                if exponents[generator]:
                    power = matrix ** exponents[generator]
                    term = power if term is None else term * power
            if term is None:
                term = fmpq_mat(self.dimension, self.dimension, self._identity())
            total = total + term * fmpq(value.numerator, value.denominator)
        return total

    def _identity(self) -> list[int]:
        return [int(i == j) for i in range(self.dimension) for j in range(self.dimension)]

    def _one(self) -> Any:
        return self._unit((0,) * len(self.generators))

    def inverse(self, element: Polynomial) -> Polynomial | None:
        """The inverse of an element; None where it has none."""
        try:
            found = self.matrix(element).transpose().solve(self._one().transpose())
        except ZeroDivisionError:
            return None
        terms: dict[tuple[int, ...], Coefficient] = {}
        for exponents, value in zip(self.basis, found.entries(), strict=True):
            powers = dict(zip(self.generators, exponents, strict=True))
            key = tuple(powers.get(place, 0) for place in range(self.ring.size))
            terms[key] = rational(value)
        return Polynomial(self.ring, terms)

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


def _fraction(value: Coefficient) -> Any:
    from fractions import Fraction

    return Fraction(value)
