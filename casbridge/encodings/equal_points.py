"""Points of a field with the sum and the product of given values: what sums and products say without domains.

Three of the values, a, b and c, are moved and all others stay. The curve x·y·z = abc, x + y + z = a + b + c is a cubic.
Its tangent at (a, b, c) meets the curve once more, in a point with coordinates in the same field.

In the coordinates X = −xy, Y = x²y the curve is Y² + sXY + qY = X³ (s the sum, q the product). By the theorem of Nagell
and Lutz a rational point of finite order has 4X integral there; so a point with another denominator has infinite order,
and its multiples are infinitely many points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from casbridge.algebra import QQ, Coefficient, Field

_TANGENTS = 4
_LARGEST_EXHAUSTION = 200_000
#: A point of the curve.
Triple = tuple[Coefficient, Coefficient, Coefficient]


def tangent_points(triple: Triple, field: Field) -> Iterator[Triple]:
    """The points that tangents lead to, each from the one before, until one does not exist or is not new.

    >>> from casbridge.algebra import QQ
    >>> next(tangent_points((1, 2, 3), QQ))
    (Fraction(-1, 2), 8, Fraction(-3, 2))
    """
    seen = {tuple(sorted(triple))}
    for _ in range(_TANGENTS):
        a, b, c = triple
        denominator = field.element((c - b) * (a - c) * (b - a))
        if not denominator or not a or not b or not c:
            return
        step = (a * a + b * b + c * c - a * b - b * c - c * a) * field.inverse(denominator)
        moved = a + step * a * (c - b), b + step * b * (a - c), c + step * c * (b - a)
        triple = field.element(moved[0]), field.element(moved[1]), field.element(moved[2])
        if tuple(sorted(triple)) in seen:
            return
        seen.add(tuple(sorted(triple)))
        yield triple


def has_infinite_order(point: Triple) -> bool:
    """Whether a rational point has infinite order by the theorem of Nagell and Lutz. False is no proof of the contrary.

    >>> has_infinite_order((Fraction(-1, 2), 8, Fraction(-3, 2)))
    False
    """
    x, y, z = point
    s, q = x + y + z, x * y * z
    if Fraction(s).denominator > 1 or Fraction(q).denominator > 1 or not q or s**3 == 27 * q:
        return False
    return any((4 * Fraction(u) * v).denominator > 1 for u, v in ((x, y), (y, z), (z, x)))


def rational_witness(values: Sequence[int]) -> tuple[tuple[Coefficient, ...] | None, bool]:
    """Another rational multiset with the values' sum and product, and whether it is proved that infinitely many exist.

    >>> from casbridge.algebra import QQ
    >>> rational_witness((1, 2, 3, 4))
    ((Fraction(-3, 2), Fraction(-1, 2), 4, 8), True)
    """
    found: tuple[Coefficient, ...] | None = None
    if 0 in values and len(values) > 2:
        others = [value for value in values if value]
        spread = 3 * max(map(abs, values))
        return tuple(sorted([0, others[0] + spread, others[1] - spread, *others[2:]])), True
    for chosen in combinations(values, 3):
        rest = [value for value in values if value not in chosen]
        for point in tangent_points(chosen, QQ):
            found = found or tuple(sorted([*point, *rest]))
            if has_infinite_order(point):
                return found, True
    return found, False


def modular_witness(values: Sequence[int], field: Field) -> tuple[Coefficient, ...] | None:
    """Another multiset of residues with the values' sum and product modulo p, found by tangents, or None.

    >>> modular_witness((1, 2, 3, 4), Field(101))
    (4, 8, 49, 50)
    """
    residues = [field.element(value) for value in values]
    for chosen in combinations(residues, 3):
        rest = [residue for residue in residues if residue not in chosen]
        for point in tangent_points(chosen, field):
            return tuple(sorted([*point, *rest]))
    return None


def modular_multisets(values: Sequence[int], field: Field) -> list[tuple[Coefficient, ...]] | None:
    """All multisets of residues with the values' sum and product modulo p, or None where too many must be tried.

    >>> modular_multisets((1, 2, 3, 4), Field(7))
    [(1, 2, 3, 4), (1, 5, 5, 6)]
    """
    p, size = field.characteristic, len(values)
    if comb(p + size - 1, size) > _LARGEST_EXHAUSTION:
        return None
    total, product = sum(values) % p, prod(values) % p
    return [
        multiset
        for multiset in combinations_with_replacement(range(p), size)
        if sum(multiset) % p == total and prod(multiset) % p == product
    ]
