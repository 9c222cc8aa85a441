"""Whether finitely many zeros are all in given parts: linear algebra in the ring modulo the ideal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any, cast

from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.general.cofactors import ExplainedBasis
from casbridge.charset.general.groebner import standard_monomials
from casbridge.charset.groebner.pairs import times
from casbridge.charset.ideals.quotients import Algebra, OrderedBasis
from casbridge.crosscheck.division import Divisor
from casbridge.limits import Deadline

_LARGEST_DIMENSION = 60
_LARGEST_CHARACTERISTIC = 1 << 63


def are_covered(
    known: ExplainedBasis, algebra: Algebra, parts: Sequence[Sequence[Sequence[Polynomial]]], deadline: Deadline
) -> bool:
    """Whether each of finitely many zeros is in a part.

    known: the basis of their ideal I. algebra: K[x]/I.
    parts: pairs of polynomials C that are 0 on a part, and of polynomials h none of which is 0 there.

    S begins as K[x]/I, which is a product of local rings, one for each zero. Each part in turn replaces S by the sum of
    all C·S and of all {s in S : h·s = 0}. At a zero outside the part, the local part of S stays different from 0: there
    a C is a unit, or an h is nilpotent. So S = {0} proves that all zeros are covered. At a zero in the part each C is
    nilpotent and each h a unit. So if all zeros are covered, S becomes {0}.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> known = ExplainedBasis([x**2 - x, y**2 - y])
    >>> algebra = small_algebra(known, NEVER)
    >>> are_covered(known, algebra, [((x * y - y,), (y,)), ((y,), ())], NEVER)
    False
    >>> are_covered(known, algebra, [((x * y - y,), (y,)), ((y,), ()), ((x,), ())], NEVER)
    True
    """
    algebra.deadline = deadline
    steps = [[[_multiplication(algebra, known.remainder(f)) for f in side] for side in part] for part in parts]
    size, left = algebra.size, algebra.unit
    before = size + 1
    while 0 < left.nrows() < before:
        before = left.nrows()
        for polynomials, units in steps:
            deadline.check("no proof")
            rows = [row for one in polynomials for row in (left * one).tolist()]
            for unit in units:
                images = (left * unit).tolist()
                both = [image + row for image, row in zip(images, left.tolist(), strict=True)]
                rows += [row[size:] for row in _reduced(algebra, both) if not any(row[:size])]
            left = _matrix(algebra, _reduced(algebra, rows), size)
    return not left.nrows()


def small_algebra(known: ExplainedBasis, deadline: Deadline) -> Algebra | None:
    """K[x]/I for an ideal I, with the standard monomials as its basis; None where they are too many.

    The rows of its matrices are remainders by division. That it is an algebra is seen from it: its matrices commute.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> small_algebra(ExplainedBasis([x**2 - 2, y - x]), NEVER).form([1, 1])
    x^2 + (-8)
    """
    ring, members = known.ring, known.members
    leading = OrderedBasis(ring, tuple(members), "degrevlex").leading()
    standard = standard_monomials(ring.size, leading, _LARGEST_DIMENSION)
    if standard is None or ring.field.characteristic > _LARGEST_CHARACTERISTIC:
        return None
    divisor = Divisor(members, "degrevlex", deadline)
    algebra = Algebra(len(standard), ring.field.characteristic, deadline)
    position = {monomial: i for i, monomial in enumerate(standard)}
    for variable in range(ring.size):
        algebra.matrices.append(matrix := algebra.matrix(algebra.size))
        for i, monomial in enumerate(standard):
            product = Polynomial(ring, {times(monomial, variable): 1})
            for exponents, coefficient in divisor.remainder(product).terms.items():
                matrix[i, position[exponents]] = algebra.number(coefficient)
    return algebra if all(a * b == b * a for a, b in combinations(algebra.matrices, 2)) else None


def _reduced(algebra: Algebra, rows: Sequence[list[Any]]) -> list[list[Any]]:
    """A basis of what rows span, in echelon form."""
    if not rows:
        return []
    reduced, rank = _matrix(algebra, rows, len(rows[0])).rref()
    return cast(list[list[Any]], reduced.tolist()[:rank])


def _matrix(algebra: Algebra, rows: Sequence[list[Any]], columns: int) -> Any:
    modulus = (algebra.p,) if algebra.p else ()
    return type(algebra.unit)(len(rows), columns, [*chain.from_iterable(rows)], *modulus)


def _multiplication(algebra: Algebra, polynomial: Polynomial) -> Any:
    return algebra.element({e: algebra.number(c) for e, c in polynomial.terms.items()})
