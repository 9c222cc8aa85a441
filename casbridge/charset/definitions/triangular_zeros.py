"""Z(T/I): the zeros of a triangular set without those of its initials, in a finite field or over QQ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.errors import UnsupportedError, UsageError

_Value = Any


class TriangularZeros:
    """The search for the zeros of one triangular set in the extension of a degree of its field.

    polynomials: a triangular set of the ring.
    degree: of the extension.
    size: the number of elements of this field; 1 for QQ.

    Raises UnsupportedError over QQ where a variable is free, and for degrees above 1 without python-flint; UsageError
    for degrees below 1 and, over QQ, for degrees above 1.

    >>> from casbridge.algebra import Field, variables
    >>> x, y = variables(Ring.of("x y", Field(3)))
    >>> list(TriangularZeros(x.ring, [x * y**2 + 1]).zeros([0, 1]))
    [(2, 1), (2, 2)]
    """

    def __init__(self, ring: Ring, polynomials: Sequence[Polynomial], degree: int = 1) -> None:
        p = ring.field.characteristic
        if degree < 1:
            raise UsageError(f"zeros in an extension of degree {degree}", expected="a degree of at least 1")
        if not p and degree != 1:
            raise UsageError(
                f"zeros in an extension of degree {degree} of QQ", expected="degree 1: the rational points"
            )
        self._by_variable = {polynomial.support()[-1]: polynomial for polynomial in polynomials}
        free = [name for v, name in enumerate(ring.variables) if v not in self._by_variable]
        if not p and free:
            raise UnsupportedError(
                f"infinitely many zeros over QQ cannot be listed: {', '.join(free)} may take any value"
            )
        self._field = _GroundField(ring) if degree == 1 else _Extension(ring, degree)
        self.size = self._field.size

    def zeros(self, variables: Sequence[int]) -> Iterator[tuple[_Value, ...]]:
        """The zeros as values of the variables at these positions, ascending; the others must occur nowhere."""
        return self._extend(variables, 0, {})

    def _extend(self, variables: Sequence[int], depth: int, below: dict[int, _Value]) -> Iterator[tuple[_Value, ...]]:
        if depth == len(variables):
            yield tuple([below[variable] for variable in variables])
            return
        variable = variables[depth]
        polynomial = self._by_variable.get(variable)
        values = self._field.values() if polynomial is None else self._field.roots(polynomial, variable, below)
        for value in values:
            yield from self._extend(variables, depth + 1, {**below, variable: value})


class _GroundField:
    """GF(p), or the rational numbers. size: the number of elements, or 1."""

    def __init__(self, ring: Ring) -> None:
        self.size = ring.field.characteristic or 1
        self._arithmetic = arithmetic_of(ring)

    def values(self) -> Iterable[_Value]:
        return range(self.size)

    def roots(self, polynomial: Polynomial, variable: int, below: dict[int, _Value]) -> Sequence[_Value]:
        """The roots in the main variable over the values of the variables below; none where the initial vanishes."""
        native = polynomial.native
        occurring = {v: below[v] for v in polynomial.support()[:-1]}
        substituted = self._arithmetic.substitute(native, occurring) if occurring else native
        degree = polynomial.degree(variable)
        if not substituted or self._arithmetic.degrees(substituted)[variable] < degree:
            return []
        return self._arithmetic.roots(substituted, variable)[0]


class _Extension(_GroundField):
    """GF(p^k), k > 1, on python-flint."""

    def __init__(self, ring: Ring, degree: int) -> None:
        try:
            import flint
        except ImportError:
            raise UnsupportedError("zeros in an extension of the field need python-flint, which is not here") from None
        self._p, self._degree = ring.field.characteristic, degree
        self.size = self._p**degree
        self._field = flint.fq_default_ctx(self._p, degree)
        self._univariate = flint.fq_default_poly_ctx(self._field)

    def values(self) -> Iterable[_Value]:
        digits = product(range(self._p), repeat=self._degree)
        return (self._field(list(reversed(tail))) for tail in digits)

    def roots(self, polynomial: Polynomial, variable: int, below: dict[int, _Value]) -> Sequence[_Value]:
        coefficients = [self._field(0)] * (polynomial.degree(variable) + 1)
        for exponents, coefficient in polynomial.terms.items():
            value = self._field(int(coefficient))
            for position, exponent in enumerate(exponents[:variable]):
                if exponent:
                    value = value * below[position] ** exponent
            coefficients[exponents[variable]] += value
        if coefficients[-1] == 0:  # an `fq_default` is always true, even zero
            return []
        found = [root for root, _ in self._univariate(coefficients).roots()]
        return sorted(found, key=lambda root: [int(c) for c in reversed(root.to_list())])
