"""Points over small finite fields: tables of a field's elements, made here and shared with nothing that is tested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from casbridge.algebra import Polynomial

#: q → (p, the coefficients of an irreducible polynomial of degree log_p q, lowest first, without the leading 1)
MODULI = {
    2: (2, (0,)),
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    16: (2, (1, 1, 0, 0)),
    3: (3, (0,)),
    9: (3, (1, 0)),
    27: (3, (1, 2, 0)),
    81: (3, (2, 1, 0, 0)),
    5: (5, (0,)),
    25: (5, (2, 0)),
    7: (7, (0,)),
    49: (7, (1, 0)),
}


class Table:
    """GF(q): its elements are 0 … q − 1, the digits to the base p being the coefficients; those of GF(p) are 0 … p − 1.

    >>> Table(4).times[2][2]
    3
    """

    def __init__(self, q: int) -> None:
        self.size = q
        self.characteristic, self._modulus = MODULI[q]
        digits = [self._digits(a) for a in range(q)]
        p = self.characteristic
        self.plus = [[self._number([(a + b) % p for a, b in zip(u, v, strict=True)]) for v in digits] for u in digits]
        self.times = [[self._product(u, v) for v in digits] for u in digits]
        # A field: no zero divisors. With the modulus of degree d and q = p^d that says that it is irreducible.
        assert all(self.times[a][b] for a in range(1, q) for b in range(1, q))

    def _digits(self, a: int) -> list[int]:
        found = []
        for _ in self._modulus:
            a, digit = divmod(a, self.characteristic)
            found.append(digit)
        return found

    def _number(self, digits: Sequence[int]) -> int:
        found = 0
        for digit in reversed(digits):
            found = found * self.characteristic + digit
        return found

    def _product(self, u: Sequence[int], v: Sequence[int]) -> int:
        p, degree = self.characteristic, len(self._modulus)
        long = [0] * (2 * degree)
        for i, a in enumerate(u):
            for j, b in enumerate(v):
                long[i + j] += a * b
        for i in range(len(long) - 1, degree - 1, -1):
            top, long[i] = long[i], 0
            for j, c in enumerate(self._modulus):
                long[i - degree + j] -= top * c
        return self._number([c % p for c in long[:degree]])

    def power(self, a: int, exponent: int) -> int:
        found = 1
        for _ in range(exponent):
            found = self.times[found][a]
        return found

    def values(self, polynomial: Polynomial) -> list[int]:
        """The value at each point, in the order of `points`."""
        count, plus, times = polynomial.ring.size, self.plus, self.times
        found = [0] * self.size**count
        for exponents, coefficient in polynomial.terms.items():
            column = [int(coefficient) % self.characteristic]
            for exponent in exponents:
                powers = [self.power(a, exponent) for a in range(self.size)]
                column = [row[b] for row in (times[a] for a in column) for b in powers]
            found = [plus[a][b] for a, b in zip(found, column, strict=True)]
        return found

    def points(self, count: int) -> Iterator[tuple[int, ...]]:
        return product(range(self.size), repeat=count)

    def zeros(self, polynomials: Iterable[Polynomial], count: int, nonzero: Iterable[Polynomial] = ()) -> set[int]:
        """The numbers of the points at which all of some polynomials vanish and none of others does."""
        found = set(range(self.size**count))
        for polynomial in polynomials:
            found.intersection_update(i for i, value in enumerate(self.values(polynomial)) if not value)
        for polynomial in nonzero:
            found.intersection_update(i for i, value in enumerate(self.values(polynomial)) if value)
        return found


@cache
def table(q: int) -> Table:
    """GF(q), made once."""
    return Table(q)


def fields_over(p: int, count: int, most: int = 729) -> list[Table]:
    """The fields of characteristic p that are here, with at most so many points in `count` dimensions."""
    return [table(q) for q, (its, _) in MODULI.items() if its == p and q**count <= most]
