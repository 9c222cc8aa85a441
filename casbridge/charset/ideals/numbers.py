"""The dimension and the degree of an ideal, from the leading monomials of a basis that compares degrees first.

The degree is that of the projective closure: the number of points, with multiplicities, in which a general linear space
of the complementary dimension meets the components of highest dimension. For finitely many zeros it is the dimension of
the ring modulo the ideal. Both are read off the Hilbert series Q(t)/(1 − t)ⁿ of the leading monomials: with
Q = (1 − t)ᵏ·R and R(1) ≠ 0 the dimension is n − k and the degree R(1).
Source: Cox, Little and O'Shea, *Ideals, Varieties, and Algorithms*, 2015, chapters 9 and 10.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.ideals.ideal import Ideal
from casbridge.limits import NEVER, Deadline


def dimension_and_degree(ideal: Ideal) -> tuple[int, int]:
    """The dimension and the degree; −1 and 0 for the whole ring.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> dimension_and_degree(Ideal(x.ring, [y - x**2, z - x**3])), dimension_and_degree(Ideal(x.ring, []))
    ((1, 3), (3, 1))
    """
    return numbers_of_monomials(leading_monomials(ideal), ideal.ring.size, ideal.deadline)


def numbers_of_monomials(monomials: Sequence[Exponents], size: int, deadline: Deadline = NEVER) -> tuple[int, int]:
    """The dimension and the degree modulo some monomials in `size` variables; −1 and 0 where 1 is among them.

    An ideal has the dimension of its leading monomials in any monomial order.

    >>> numbers_of_monomials([(2, 0), (1, 1)], 2), numbers_of_monomials([(0, 0)], 2)
    ((1, 1), (-1, 0))
    """
    numerator = hilbert_numerator(monomials, deadline)
    if not any(numerator):
        return -1, 0
    codimension = 0
    while not sum(numerator):
        codimension += 1
        # Synthetic division by 1 − t: the sums of the first coefficients.
        quotient, total = [], 0
        for coefficient in numerator[:-1]:
            total += coefficient
            quotient.append(total)
        numerator = quotient
    return size - codimension, sum(numerator)


def leading_monomials(ideal: Ideal) -> list[Exponents]:
    """The leading monomials (degrevlex) of the basis.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> leading_monomials(Ideal(x.ring, [x - y**2, x * y]))
    [(2, 0), (1, 1), (0, 2)]
    """
    return [max(f.terms, key=lambda e: (sum(e), *(-x for x in e))) for f in ideal.basis]


def hilbert_numerator(monomials: Sequence[Exponents], deadline: Deadline = NEVER) -> list[int]:
    """The coefficients of Q(t), lowest first, where Q(t)/(1 − t)ⁿ is the Hilbert series modulo some monomials.

    >>> hilbert_numerator([(2, 0), (1, 1)])
    [1, 0, -2, 1]
    """
    deadline.check("no Hilbert series")
    least = _minimal(monomials)
    if any(not any(e) for e in least):
        return [0]
    counts = [sum(1 for e in least if e[v]) for v in range(len(least[0]))] if least else []
    if max(counts, default=0) <= 1:
        # No variable is in two of them: a product of 1 − t^degree.
        found = [1]
        for e in least:
            degree = sum(e)
            found = _sum([*found, *[0] * degree], [0] * degree + [-c for c in found])
        return found
    variable = counts.index(max(counts))
    pivot = tuple(int(v == variable) for v in range(len(counts)))
    divided = [(*e[:variable], max(0, e[variable] - 1), *e[variable + 1 :]) for e in least]
    return _sum(hilbert_numerator([*least, pivot], deadline), [0, *hilbert_numerator(divided, deadline)])


def _minimal(monomials: Sequence[Exponents]) -> list[Exponents]:
    """The monomials that no other one divides."""
    found: list[Exponents] = []
    for monomial in sorted(set(monomials), key=sum):
        if not any(all(a <= b for a, b in zip(one, monomial, strict=True)) for one in found):
            found.append(monomial)
    return found


def _sum(first: Sequence[int], second: Sequence[int]) -> list[int]:
    size = max(len(first), len(second))
    return [sum(c[i] for c in (first, second) if i < len(c)) for i in range(size)]
