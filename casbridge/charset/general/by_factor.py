"""A start for equations with a common factor: each of its factors is 0, or all quotients are.

The other starts see a zero set of codimension 1 beside one that may be small: no Gröbner basis shows then that the
other zeros are finitely many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.elements import Elements
from casbridge.charset.general.decomposition import Start, StepwiseStart

#: Terms of all equations beyond which no common factor is looked for.
_MOST_TERMS = 5_000


def common_factors(elements: Elements, polynomials: Sequence[Polynomial]) -> list[Polynomial]:
    """The irreducible factors, not in parameters alone, of the greatest common divisor of nonzero polynomials.

    [] for polynomials with very many terms, too.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> common_factors(Elements(x.ring), [x * y * (x + y), x**2 - y**2]), common_factors(Elements(x.ring), [x, y])
    ([y + x], [])
    """
    shared = set.intersection(*({*polynomial.support()} for polynomial in polynomials)) if polynomials else set()
    if shared <= {*range(elements.ring.lowest)} or sum(len(f.terms) for f in polynomials) > _MOST_TERMS:
        return []
    given = elements.sorted({elements.of_polynomial(polynomial) for polynomial in polynomials})
    divisor = elements.of(elements.content(element.native for element in given))
    if divisor.variable < elements.ring.lowest:
        return []
    return [elements.polynomial(f) for f in elements.factors(divisor) if f.variable >= elements.ring.lowest]


class ByFactor(StepwiseStart):
    """A start that decomposes the zeros of each common factor, and those of the quotients.

    elements, polynomials: of the system. factors: as of `common_factors`.
    series: makes a start from a system and elements.

    >>> from casbridge.charset.general.method import Portfolio
    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> equations, elements = [x * (y - 1), x * (x - 2)], Elements(x.ring)
    >>> start = ByFactor(elements, equations, common_factors(elements, equations), Portfolio)
    >>> start.advance(100_000), start.complete, start.found
    (True, True, [(x,), (x - 2, y - 1)])
    """

    def __init__(
        self,
        elements: Elements,
        polynomials: Sequence[Polynomial],
        factors: Sequence[Polynomial],
        series: Callable[[PolynomialSystem, Elements], Start],
    ) -> None:
        super().__init__(elements, polynomials)
        self.factors, self.series = factors, series

    def run(self) -> Iterator[int | None]:
        quotients = []
        for polynomial in self.polynomials:
            rest = polynomial
            for factor in self.factors:
                while (quotient := rest.quotient(factor)) is not None:
                    rest = quotient
            quotients.append(rest)
            yield 10 + 5 * len(polynomial.terms)
        # All powers of the factors are divided out: where a factor is not 0, they are not.
        for equations in (*([factor] for factor in self.factors), quotients):
            yield from self.chains_of(self.series(PolynomialSystem.of(self.elements.ring, equations), self.elements))
        self.complete = True
