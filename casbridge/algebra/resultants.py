"""Resultants of integer polynomials in two variables, from their values at integers.

FLINT's resultant of polynomials in several variables is a sequence of pseudo-remainders, whose coefficients are
polynomials. For high degrees it is far quicker to put integers in place of the other variable: a resultant of integer
polynomials in one variable is computed modulo primes. The values at more integers than its degree give the resultant.

Source: Collins, "The calculation of multivariate polynomial resultants", 1971.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import factorial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import fmpq_poly, fmpz, fmpz_poly


def resultant_in_two_variables(first: Sequence[fmpz_poly], second: Sequence[fmpz_poly]) -> fmpq_poly:
    """The resultant of two polynomials with respect to z, as a polynomial in t.

    first, second: the coefficients, polynomials in t, of z⁰, z¹, …; the last ones are not 0.

    >>> from flint import fmpz_poly
    >>> t, one, zero = fmpz_poly([0, 1]), fmpz_poly([1]), fmpz_poly([])
    >>> resultant_in_two_variables([-t, zero, one], [-one, t])  # z² − t and t·z − 1
    (-1)*x^3 + 1
    """
    high, low = len(first) - 1, len(second) - 1
    degree = high * max(c.degree() for c in second) + low * max(c.degree() for c in first)
    start = -(degree // 2)
    return _interpolated([_value(first, second, t) for t in range(start, start + degree + 1)], start)


def _value(first: Sequence[fmpz_poly], second: Sequence[fmpz_poly], t: int) -> fmpz:
    """The resultant at t, of the degrees that the polynomials have in general."""
    from flint import fmpz, fmpz_poly

    one, other = (fmpz_poly([coefficient(t) for coefficient in each]) for each in (first, second))
    high, low = len(first) - 1, len(second) - 1
    lost, other_lost = high - one.degree(), low - other.degree()
    if lost and other_lost:
        return fmpz(0)
    value = one.resultant(other)
    if lost:
        return value * (-1) ** (low * lost) * other[low] ** lost
    return value * one[high] ** other_lost


def _interpolated(values: list[fmpz], start: int) -> fmpq_poly:
    """The polynomial with these values at start, start + 1, …, by Newton's forward differences."""
    from flint import fmpq, fmpq_poly

    differences = []
    while values:
        differences.append(values[0])
        values = [right - left for left, right in pairwise(values)]

    def part(begin: int, end: int) -> tuple[fmpq_poly, fmpq_poly]:
        """The terms of Newton's form from begin on, without the product before, and the product of their nodes."""
        if end - begin == 1:
            return fmpq_poly([fmpq(differences[begin], factorial(begin))]), fmpq_poly([-(start + begin), 1])
        middle = (begin + end) // 2
        lower, nodes = part(begin, middle)
        upper, others = part(middle, end)
        return lower + nodes * upper, nodes * others

    return part(0, len(differences))[0]
