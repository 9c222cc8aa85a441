"""A start for systems whose zeros may be scaled: the lowest variable t is 1, or 0.

Let each equation be homogeneous where the variables have weights, whole numbers, and t has weight 1. So with a zero
(xᵢ) and a number s ≠ 0, (s^wᵢ·xᵢ) is a zero. The zeros with t ≠ 0 follow from those with t = 1, of a system with one
variable less:

- each element of a chain for t = 1 is made homogeneous by powers of t;
- this keeps its main variable, as t is the lowest, and over the field of fractions of t it stays irreducible.

The zeros with t = 0 are those of another system with one variable less. Many systems of geometry and physics have such
weights. The cone over finitely many points is a case: for t = 1 its ideal has dimension 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain as chained
from operator import mul, sub

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.elements import Elements, independent
from casbridge.charset.general.decomposition import Start, StepwiseStart, without_contained

#: How many times longer its turns are.
_PROMISE = 2


def scaling(ring: Ring, polynomials: Sequence[Polynomial]) -> tuple[int, ...] | None:
    """Weights of the variables, 1 for the lowest, for which all polynomials are homogeneous; None if there are none.

    >>> from casbridge.algebra import variables
    >>> t, x, y = variables(Ring.of("t x y"))
    >>> scaling(t.ring, [x**2 - t * y, y * t + x**2]), scaling(t.ring, [x**2 - t])
    ((1, 1, 1), None)
    """
    if ring.lowest or ring.size < 2:
        return None
    terms = [[*polynomial.terms] for polynomial in polynomials if polynomial]
    if all(len({*map(sum, exponents)}) == 1 for exponents in terms):
        return (1,) * ring.size
    differences = (tuple(map(sub, other, first)) for first, *others in terms for other in others)
    weights = [tuple(int(i == j) for j in range(ring.size)) for i in range(ring.size)]
    for vector in independent(differences, ring.size):
        *weights, _ = _one_product(weights, vector)
    *_, last = _one_product(weights, (1,) + (0,) * (ring.size - 1)) if weights else [(0,)]
    return tuple(last[0] * w for w in last) if abs(last[0]) == 1 else None


def _one_product(vectors: Sequence[tuple[int, ...]], by: Sequence[int]) -> list[tuple[int, ...]]:
    """Another basis of the lattice of some vectors. Only the last of it has a product with `by` that is not 0.

    >>> _one_product([(1, 0), (0, 1)], (2, 3))
    [(3, -2), (-1, 1)]
    """
    pairs = [(sum(map(mul, vector, by)), vector) for vector in vectors]
    done = [vector for product, vector in pairs if not product]
    rest = [pair for pair in pairs if pair[0]]
    while len(rest) > 1:  # Euclid's algorithm, with the vectors taken along
        rest.sort(key=lambda pair: -abs(pair[0]))
        (product, vector), (least, smallest) = rest[-2:]
        factor = product // least
        vector = tuple(a - factor * b for a, b in zip(vector, smallest, strict=True))
        product -= factor * least
        rest[-2:] = [(least, smallest)]
        if product:
            rest.append((product, vector))
        else:
            done.append(vector)
    return done + [vector for _, vector in rest]


class ByScaling(StepwiseStart):
    """A start that decomposes a system with the lowest variable 1, and with this variable 0.

    elements, polynomials: of the system. weights: as of `scaling`.
    series: makes a start from a smaller system, its elements, and `longest`, see `Portfolio`.
    longest: as there.

    >>> from casbridge.charset.general.method import Portfolio
    >>> from casbridge.algebra import variables
    >>> t, x = variables(Ring.of("t x"))
    >>> equations = [x**2 - 2 * t**2]
    >>> start = ByScaling(Elements(t.ring), equations, scaling(t.ring, equations), Portfolio)
    >>> start.advance(100_000), start.complete, start.found
    (True, True, [(x^2 - 2*t^2,), (t, x)])
    """

    promise = _PROMISE

    def __init__(
        self,
        elements: Elements,
        polynomials: Sequence[Polynomial],
        weights: Sequence[int],
        series: Callable[..., Start],
        *,
        longest: int | None = None,
        closure: bool = False,
    ) -> None:
        super().__init__(elements, polynomials)
        self.weights, self.series, self.longest, self.closure = weights, series, longest, closure

    def run(self) -> Iterator[int | None]:
        elements, ring = self.elements, self.elements.ring
        small = Ring(ring.field, ring.variables[1:])
        positions = range(1, ring.size)
        for lowest in (1, 0):
            equations = [
                Polynomial(small, {e[1:]: c for e, c in polynomial.terms.items() if lowest or not e[0]})
                for polynomial in self.polynomials
            ]
            longest = None if self.longest is None else self.longest - 1 + lowest
            of_small = Elements(small, deadline=elements.deadline)
            part = self.series(PolynomialSystem.of(small, [f for f in equations if f]), of_small, longest=longest)
            yield from self.turns(part)
            before = of_small.work + elements.work
            chains = part.found
            if not part.is_irredundant:
                chains = without_contained(of_small, chains, closure=self.closure)
            for chain in chains:
                of_part = (of_small.polynomial(element) for element in chain)
                if lowest:
                    self.take(tuple([elements.of_polynomial(self._homogeneous(f)) for f in of_part]))
                else:
                    renamed = (elements.of_polynomial(f.rename(ring, positions)) for f in of_part)
                    self.take(tuple(chained([elements.variable(0)], renamed)))
            yield of_small.work + elements.work - before
            if self.has_enough:
                return
        self.complete = True

    def _homogeneous(self, polynomial: Polynomial) -> Polynomial:
        """A polynomial without t, made homogeneous by powers of t."""
        degrees = {exponents: sum(map(mul, exponents, self.weights[1:])) for exponents in polynomial.terms}
        highest = max(degrees.values())
        terms = {(highest - degrees[exponents], *exponents): c for exponents, c in polynomial.terms.items()}
        return Polynomial(self.elements.ring, terms)
