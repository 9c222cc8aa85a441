"""Which S-polynomials Buchberger's algorithm needs: the criteria of Gebauer and Möller, and the sugar strategy.

Sources: Gebauer and Möller, "On an installation of Buchberger's algorithm", 1988; Giovini and others, "One sugar cube,
please", 1991. Exponents are given greatest variable first, as FLINT has them.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from operator import le
from typing import Generic, NamedTuple, TypeVar

from casbridge.algebra.arithmetic import Exponents

_P = TypeVar("_P")


class Member(NamedTuple, Generic[_P]):
    """A polynomial that was ever in the basis, with its leading monomial and its sugar."""

    polynomial: _P
    leading: Exponents
    sugar: int


class Pair(NamedTuple):
    """Two members whose S-polynomial is needed. Pairs are sorted by sugar, then by their common multiple.

    order: the key of the common multiple. first, second: the members' numbers. multiple: of their leading monomials.
    """

    sugar: int
    order: tuple[int, ...]
    first: int
    second: int
    multiple: Exponents


class GrowingBasis(Generic[_P]):
    """The members of a basis that Buchberger's algorithm makes in the order degrevlex, and the pairs that are left.

    members: all polynomials that were ever in the basis.
    current: the numbers of the members that are in the basis.
    pairs: a heap.

    >>> growing = GrowingBasis()
    >>> growing.add("x*y - 1", (1, 1), 2)
    >>> growing.add("x^2 - y", (2, 0), 2)
    >>> [(pair.sugar, pair.first, pair.second) for pair in growing.pairs]
    [(3, 0, 1)]
    """

    def __init__(self) -> None:
        self.members: list[Member[_P]] = []
        self.current: list[int] = []
        self.pairs: list[Pair] = []

    def add(self, polynomial: _P, leading: Exponents, sugar: int) -> None:
        """Take a reduced polynomial into the basis, and add the pairs that are needed."""
        members, new = self.members, len(self.members)
        degree = sum(leading)
        sugar = max(sugar, degree)
        multiples = [(i, tuple(map(max, members[i].leading, leading))) for i in self.current]
        coprime = {i for i, multiple in multiples if sum(multiple) == sum(members[i].leading) + degree}
        multiples.sort(key=lambda pair: (sum(pair[1]), pair[0] not in coprime))
        least: list[tuple[int, Exponents]] = []
        for i, multiple in multiples:
            if i in coprime or not any(divides(other, multiple) for _, other in least):
                least.append((i, multiple))
        self.pairs = [
            pair
            for pair in self.pairs
            if not divides(leading, pair.multiple)
            or pair.multiple in (tuple(map(max, members[i].leading, leading)) for i in (pair.first, pair.second))
        ]
        for i, multiple in least:
            if i not in coprime:
                total = sum(multiple)
                own = max(members[i].sugar + total - sum(members[i].leading), sugar + total - degree)
                self.pairs.append(Pair(own, degree_key(multiple[::-1]), i, new, multiple))
        heapq.heapify(self.pairs)
        members.append(Member(polynomial, leading, sugar))
        self.current = [*(i for i in self.current if not divides(leading, members[i].leading)), new]


def degree_key(exponents: Exponents) -> tuple[int, ...]:
    """A key that sorts exponents, lowest variable first, in the order degrevlex with the last variable greatest.

    >>> degree_key((1, 1)) > degree_key((2, 0))
    True
    """
    return (sum(exponents), *(-e for e in exponents))


def divides(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether one monomial divides another, both as exponents.

    >>> divides((1, 0), (2, 3)), divides((1, 0), (0, 3))
    (True, False)
    """
    return all(map(le, first, second))


def times(monomial: Exponents, variable: int, power: int = 1) -> Exponents:
    """The product of a monomial with a power of a variable, as exponents. variable: the place of its exponent.

    >>> times((1, 0), 1), times((1, 0), 0, -1)
    ((1, 1), (0, 0))
    """
    return (*monomial[:variable], monomial[variable] + power, *monomial[variable + 1 :])
