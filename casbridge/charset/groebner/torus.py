"""Whether sparse equations have no common zero without a coordinate 0: a proof over QQ by one prime.

Let z be such a zero over the algebraic numbers, p a prime that divides no coefficient, and w the p-adic valuations of
the coordinates. The terms of an equation add up to 0, so the least valuation among them occurs twice. The set of all w
for which it does so in every equation is a fan. Where the fan is only {0}, the coordinates of z are units, and modulo p
they are a zero of the equations modulo p. So if these have none without a coordinate 0, the equations have none either.

Source: Maclagan and Sturmfels, *Introduction to Tropical Geometry*, 2015, sections 3.1 and 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, gcd

import numpy as np

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.modular import ModularRun, TooLarge
from casbridge.charset.groebner.primes import PRIMES
from casbridge.limits import NEVER, Deadline

#: Candidates for rays of the fan that are tried at most.
_MOST_RAYS = 5_000
#: Work after which a run modulo a prime is given up.
_MOST_WORK = 20_000_000

_Terms = Mapping[Exponents, int]


class TorusTest:
    """A test of whether equations have no common zero without a coordinate 0, in steps.

    generators: at least two terms each. Coefficients are whole numbers, or residues modulo the characteristic.
    is_promising: whether a prime can prove it.
    remaining: the steps that are left, each with its work in about microseconds.
    is_empty: whether it is proved; False as long as steps are left.

    >>> test = TorusTest([{(1, 0): 1, (0, 1): 1}, {(1, 0): 1, (0, 1): 2}, {(1, 1): 1, (0, 0): 1}], 2)
    >>> test.is_promising, all(work > 0 for work in test.remaining), test.is_empty
    (True, True, True)
    """

    def __init__(
        self, generators: Sequence[_Terms], size: int, *, characteristic: int = 0, deadline: Deadline = NEVER
    ) -> None:
        self.is_empty = False
        self._generators, self._size, self._deadline = generators, size, deadline
        self._p = characteristic or next(
            (p for p in PRIMES if all(c % p for terms in generators for c in terms.values())), 0
        )
        self.is_promising = bool(self._p) and (bool(characteristic) or has_trivial_fan(generators, size))
        self.remaining = self._steps()

    def _steps(self) -> Iterator[int]:
        p, size = self._p, self._size
        images: list[dict[Exponents, int]] = [{(1,) * (size + 1): 1, (0,) * (size + 1): p - 1}]
        for terms in self._generators:
            least = [min(e[v] for e in terms) for v in range(size)]
            images.append({(0, *(a - b for a, b in zip(e, least, strict=True))): c % p for e, c in terms.items()})
        run = ModularRun(size + 1, images, p, deadline=self._deadline)
        done = 0
        try:
            for work in run.steps():
                yield work
                done += work
                if done > _MOST_WORK:
                    return
        except TooLarge:
            return
        growing = run.growing
        self.is_empty = any(not run.packing.degree(growing.members[i].polynomial.keys) for i in growing.current)


def has_trivial_fan(generators: Sequence[_Terms], size: int) -> bool:
    """Whether only w = 0 gives two terms of each generator the same, least value w·e of their exponents e.

    False also where there are too many candidates.

    >>> has_trivial_fan([{(1, 0): 1, (0, 0): 1}, {(0, 1): 1, (0, 0): 1}], 2)
    True
    >>> has_trivial_fan([{(1, 0): 1, (0, 1): 1, (0, 0): 1}, {(1, 0): 1, (0, 1): 2, (0, 0): 1}], 2)
    False
    """
    from flint import fmpz_mat

    supports = [np.array(list(terms), dtype=np.int64) for terms in generators]
    directions: dict[tuple[int, ...], None] = {}
    for support in supports:
        for first, second in combinations(support.tolist(), 2):
            difference = [a - b for a, b in zip(first, second, strict=True)]
            scale = gcd(*difference)
            if next(filter(None, difference)) < 0:
                scale = -scale
            directions[tuple(d // scale for d in difference)] = None
    if len(directions) < size or comb(len(directions), size - 1) > _MOST_RAYS:
        return False
    # Without w = 0 orthogonal to all differences each cone of the fan is pointed: its rays are orthogonal to some.
    if fmpz_mat([list(d) for d in directions]).rank() < size:
        return False
    for chosen in combinations(directions, size - 1):
        basis, nullity = fmpz_mat([list(d) for d in chosen]).nullspace()
        if nullity != 1:
            continue
        ray = [int(basis[v, 0]) for v in range(size)]
        scale = gcd(*ray)
        if max(map(abs, ray)) // scale >= 1 << 31:
            return False
        weights = np.array([c // scale for c in ray], dtype=np.int64)
        for sign in (1, -1):
            values = [support @ (sign * weights) for support in supports]
            if all(np.count_nonzero(each == each.min()) > 1 for each in values):
                return False
    return True
