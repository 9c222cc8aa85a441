"""Permutations of points 0, 1, …, their cycle types, and Burnside's lemma for colourings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import factorial, gcd, prod

#: The lengths of a permutation's cycles, longest first.
CycleType = tuple[int, ...]
#: The image of every point.
Permutation = tuple[int, ...]


def partitions(total: int, largest: int | None = None) -> Iterator[CycleType]:
    """The partitions of a number, parts descending, those with large parts first.

    >>> list(partitions(4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if total == 0:
        yield ()
        return
    for first in range(min(total, total if largest is None else largest), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def centraliser_order(cycle_type: Sequence[int]) -> int:
    """z_λ: the number of permutations that commute with a permutation of the type.

    It is ∏ ℓ^m·m! over the lengths ℓ with m cycles each. There are n!/z_λ permutations of the type.

    >>> centraliser_order((2, 2, 1))
    8
    """
    return prod(length**count * factorial(count) for length, count in Counter(cycle_type).items())


def permutation_of_type(cycle_type: Sequence[int]) -> Permutation:
    """A permutation of the type, whose cycles are runs of points.

    >>> permutation_of_type((3, 1))
    (1, 2, 0, 3)
    """
    found: list[int] = []
    for length in cycle_type:
        start = len(found)
        found.extend(start + (i + 1) % length for i in range(length))
    return tuple(found)


def cycles(permutation: Sequence[int], points: Sequence[int] | None = None) -> list[list[int]]:
    """The cycles, each from its first point on.

    points: those whose cycles are wanted, all by default; they are permuted among themselves.

    >>> cycles((1, 2, 0, 3))
    [[0, 1, 2], [3]]
    """
    seen: set[int] = set()
    found = []
    for point in range(len(permutation)) if points is None else points:
        cycle = []
        while point not in seen:
            seen.add(point)
            cycle.append(point)
            point = permutation[point]
        if cycle:
            found.append(cycle)
    return found


def type_of_power(cycle_type: Sequence[int], exponent: int) -> CycleType:
    """The type of a power of a permutation.

    >>> type_of_power((6, 1), 4)
    (3, 3, 1)
    """
    parts = [length // gcd(length, exponent) for length in cycle_type for _ in range(gcd(length, exponent))]
    return tuple(sorted(parts, reverse=True))


def power(permutation: Sequence[int], exponent: int) -> Permutation:
    """The permutation applied `exponent` times.

    >>> power((1, 2, 0), 2)
    (2, 0, 1)
    """
    found = list(range(len(permutation)))
    for _ in range(exponent):
        found = [permutation[point] for point in found]
    return tuple(found)


def image_of_set(permutation: Permutation, points: int) -> int:
    """The images of points; sets of points are bits.

    >>> image_of_set((1, 2, 0), 0b011)
    6
    """
    return sum(1 << image for point, image in enumerate(permutation) if points >> point & 1)


def least_image_of_set(permutation: Permutation, points: int) -> int:
    """The least image of points under the permutation's powers; sets of points are bits.

    >>> least_image_of_set((1, 2, 0), 0b110)
    3
    """
    images = [points]
    while (image := image_of_set(permutation, images[-1])) != points:
        images.append(image)
    return min(images)


def sympy_text(permutation: Sequence[int]) -> str:
    """The permutation in the form that SymPy's combinatorics reads.

    >>> sympy_text((1, 2, 0, 3))
    'Permutation([[0, 1, 2]], size=4)'
    """
    moved = [cycle for cycle in cycles(permutation) if len(cycle) > 1]
    return f"Permutation({moved}, size={len(permutation)})"


def essentially_different_colourings(symmetries: Iterable[Sequence[int]], colours: int) -> int:
    """The number of colourings of points up to symmetry.

    By Burnside's lemma it is the mean, over the symmetries, of the number of colourings that each fixes. In these all
    points of a cycle have one colour.

    symmetries: all elements of a group of permutations of the points.

    >>> turns = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    >>> reflections = [(3, 2, 1, 0), (1, 0, 3, 2), (0, 3, 2, 1), (2, 1, 0, 3)]
    >>> essentially_different_colourings(turns + reflections, 2)
    6
    """
    fixed: list[int] = [colours ** len(cycles(symmetry)) for symmetry in symmetries]
    return sum(fixed) // len(fixed)
