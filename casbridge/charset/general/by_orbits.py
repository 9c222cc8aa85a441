"""A start by elementary symmetric functions: zeros that differ by the order of some coordinates are found at once.

Let any two variables of a block v₁ … vₖ be interchangeable, and let their values at a zero be different. They are the
roots of T^k − e₁·T^(k−1) + … ± eₖ, and so are they in each other order: an orbit of k! zeros is one point e.

    f = Σ c_a(e)·v^a ──▶ c_a(e) = 0 ──▶ points e, by a polynomial in t ──▶ M(v₁) = 0, e as fractions in v₁ ──▶ chains

The monomials v^a have exponents aⱼ ≤ k − j. Their determinant over the k! orders of v is a power of the discriminant.
So f vanishes for all orders of v exactly if all c_a vanish at e. Here (e₁, …, eₖ) has t for its lowest variable.

The chain above a point has M(v₁), and for j > 1 the j-th divided difference of the polynomial in T, of degree k − j + 1
in vⱼ. It is decomposed, since the values may be related in other ways too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from casbridge.algebra.arithmetic import Exponents, arithmetic_of
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_symmetry import exchanged
from casbridge.charset.general.decomposition import Decomposition, Start, StepwiseStart
from casbridge.charset.general.groebner import integer_terms, is_available
from casbridge.charset.groebner.closed_points import MOST_FOR_POLYNOMIALS, padded
from casbridge.charset.groebner.parametrisation import Parametrisation, Values, reconstructed, vanish
from casbridge.charset.groebner.quotient import Parametrized, spanned
from casbridge.errors import UnsupportedError

#: Variables of a block, and zeros of a chain of orbits times these, beyond which the start gives up.
_MOST_VARIABLES, _MOST_ZEROS = 5, 400

#: How many times longer its turns are once it has found the orbits.
_PROMISE = 8

#: Work within which it finds the orbits, or else other strategies do not wait any more.
_DECISION = 4_000_000


class SymmetricFunctions:
    """The ring with elementary symmetric functions of a block in place of its variables, and the way there.

    ring: of the given polynomials. block: positions of variables.
    small: the other variables, then e₁ … eₖ.
    relations: the divided differences of T^k − e₁·T^(k−1) + … ± eₖ in v₁, in v₁ and v₂, …, in a ring that has the
    variables of `small` and, above them, v₁ … vₖ.

    >>> functions = SymmetricFunctions(Ring.of("x y"), (0, 1))
    >>> functions.small, functions.relations
    (QQ[e1, e2], [x**2 - e1*x + e2, y + x - e1])
    >>> x, y = variables(Ring.of("x y"))
    >>> functions.coefficients(x**2 + y**2 + x), functions.discriminant()
    ([1, -2*e2 + e1**2], 4*e2 - e1**2)
    """

    def __init__(self, ring: Ring, block: Sequence[int]) -> None:
        self.ring, self.block = ring, tuple(block)
        self.others = [v for v in range(ring.size) if v not in block]
        size, length = len(block), max(map(len, ring.variables))
        # No variable has such a name.
        names = [
            f"e{i + 1}" if f"e{i + 1}" not in ring.variables else f"e{i + 1}".ljust(length + 1, "_")
            for i in range(size)
        ]
        self.small = Ring(ring.field, (*(ring.variables[v] for v in self.others), *names))
        self._big = Ring(ring.field, (*self.small.variables, *(ring.variables[v] for v in block)))
        gens = variables(self._big)
        functions, roots = gens[len(self.others) : ring.size], gens[ring.size :]
        relation = roots[0] ** size
        for i, function in enumerate(functions):
            relation += (-1) ** (i + 1) * function * roots[0] ** (size - i - 1)
        self.relations = [relation]
        for first, second in zip(
            range(ring.size, ring.size + size), range(ring.size + 1, ring.size + size), strict=False
        ):
            divided = (relation - exchanged(relation, first, second)).quotient(gens[first] - gens[second])
            assert divided is not None
            relation = divided
            self.relations.append(relation)

    def coefficients(self, polynomial: Polynomial) -> list[Polynomial]:
        """The coefficients c_a that are not 0."""
        return [*self.normal_form(polynomial).values()]

    def normal_form(self, polynomial: Polynomial) -> dict[Exponents, Polynomial]:
        """The exponents a of the monomials v^a, each with its coefficient c_a in the small ring."""
        positions = [0] * self.ring.size
        for place, variable in enumerate([*self.others, *self.block]):
            positions[variable] = place if place < len(self.others) else place + len(self.block)
        arithmetic = arithmetic_of(self._big)
        native = polynomial.rename(self._big, positions).native
        for relation in reversed(self.relations):
            native = arithmetic.divide(native, relation.native)[1]
        found: dict[Exponents, dict[Exponents, Coefficient]] = {}
        for exponents, coefficient in arithmetic.terms(native).items():
            found.setdefault(exponents[self.ring.size :], {})[exponents[: self.ring.size]] = coefficient
        return {a: Polynomial(self.small, terms) for a, terms in sorted(found.items(), reverse=True)}

    def discriminant(self) -> Polynomial:
        """A polynomial that vanishes where two variables of the block are equal."""
        variable = self.ring.size
        relation = self.relations[0]
        native = arithmetic_of(self._big).resultant(relation.native, relation.derivative(variable).native, variable)
        terms = {e[: self.ring.size]: c for e, c in arithmetic_of(self._big).terms(native).items()}
        return Polynomial(self.small, terms).normal()


class ByOrbits(StepwiseStart):
    """A start that finds the zeros at which the variables of a block have different values.

    It raises UnsupportedError where there are infinitely many, and where the lowest variable does not generate the
    field of a zero's symmetric functions.

    block: positions of interchangeable variables, with the ring's lowest. The field is QQ.
    series: makes a start from a system.

    >>> from casbridge.charset.general.method import Portfolio
    >>> x, y = variables(Ring.of("x y"))
    >>> start = ByOrbits(Elements(x.ring), [x**2 + y - 2, y**2 + x - 2], (0, 1), Portfolio)
    >>> start.advance(1_000_000), start.complete, start.found
    (True, True, [(x^2 - x - 1, y + x - 1)])
    """

    is_irredundant = True

    def __init__(
        self,
        elements: Elements,
        polynomials: Sequence[Polynomial],
        block: Sequence[int],
        series: Callable[[PolynomialSystem, Elements], Start],
    ) -> None:
        super().__init__(elements, polynomials)
        self.block, self.series = block, series

    @staticmethod
    def is_available(ring: Ring, block: Sequence[int]) -> bool:
        """Whether this start takes systems of a ring with such a block.

        >>> ByOrbits.is_available(Ring.of("x y"), (0, 1)), ByOrbits.is_available(Ring.of("w x y"), (1, 2))
        (True, False)
        """
        return is_available(ring) and not ring.lowest and 0 in block and 1 < len(block) <= _MOST_VARIABLES

    def advance(self, work: int) -> bool:
        may_be_finite = len(self.polynomials) >= self.elements.ring.size
        self.is_deciding = may_be_finite and self.work + work < _DECISION
        return super().advance(work)

    def run(self) -> Iterator[int | None]:
        functions = SymmetricFunctions(self.elements.ring, self.block)
        equations: dict[Polynomial, None] = {}
        for polynomial in self.polynomials:
            equations |= {c.normal(): None for c in functions.coefficients(polynomial)}
            self.elements.check()
            yield 20 + 10 * len(polynomial.terms)
        orbits = Elements(functions.small, deadline=self.elements.deadline)
        series = self.series(PolynomialSystem.of(functions.small, [*equations]), orbits)
        yield from self.turns(series)
        self.promise, self.fits = _PROMISE, True
        discriminant = orbits.of_polynomial(functions.discriminant())
        for chain in series.found:
            if orbits.remainder_by(discriminant, chain) is orbits.zero:
                continue
            if [element.variable for element in chain] != [*range(functions.small.size)]:
                raise UnsupportedError("infinitely many orbits")
            if any(element.degree > 1 for element in chain[1:]):
                raise UnsupportedError("orbits that the lowest symmetric function does not tell apart")
            yield from self._above(functions, tuple(map(orbits.polynomial, chain)), [*equations])
        # Above each point there are chains with as many zeros as it has. Different chains have different zeros.
        if len({*self.found}) < len(self.found):
            raise UnsupportedError("chains that are not proved to be all")
        self.complete = True

    def _above(
        self, functions: SymmetricFunctions, point: Sequence[Polynomial], equations: Sequence[Polynomial]
    ) -> Iterator[int | None]:
        """Find the chains above a closed point. equations: in the symmetric functions."""
        points = yield from parametrised_by_root(point, len(self.block), self.elements)
        if points is None:
            raise UnsupportedError("a variable that does not generate the field of its symmetric functions")
        relation = functions.relations[0].rename(
            Ring(functions.small.field, (*functions.small.variables, functions.ring.variables[0])),
            [*range(functions.small.size), functions.small.size, *[0] * (len(self.block) - 1)],
        )
        integral = [{(*e, 0): c for e, c in integer_terms(equation).items()} for equation in equations]
        integral.append({(*e[1:], e[0]): c for e, c in integer_terms(relation).items()})
        factors = [factor for factor, _ in points.minimal.factor()[1]]
        if not (yield from vanish(points, integral, factors, self.elements.deadline)):
            raise UnsupportedError("orbits that are not proved")
        for factor in factors:
            chain = self._chain(functions, points, factor)
            self.elements.irreducible(chain[0])
            decomposition = Decomposition(self.elements, chain)
            yield from self.turns(decomposition)
            for found in decomposition.found:
                self.take(found)

    def _chain(self, functions: SymmetricFunctions, points: Any, factor: Any) -> list[Polynomial]:
        """The chain above the roots of a factor of M, which may be reducible above the lowest level.

        Its polynomials are linear in the symmetric functions, which are numerators over one denominator.
        """
        from flint import fmpq_poly

        ring, modulus = functions.ring, fmpq_poly(factor)
        scaled = [fmpq_poly(one) % modulus for one in points.numerators[-2::-1]]
        below = fmpq_poly(points.minimal.derivative() * points.denominator) % modulus
        if modulus.degree() <= MOST_FOR_POLYNOMIALS:
            inverse = below.xgcd(modulus)[1]
            scaled, below = [one * inverse % modulus for one in scaled], fmpq_poly([1])
        positions = [*functions.others, *functions.block]
        gens = variables(ring)
        powers = [fmpq_poly([0] * i + [1]) % modulus for i in range(len(functions.block))]

        def value(coefficient: Any, others: Polynomial) -> Polynomial:
            terms = {
                (e, *[0] * (ring.size - 1)): Fraction(int(c.p), int(c.q)) for e, c in enumerate(coefficient.coeffs())
            }
            return Polynomial(ring, terms) * others

        found = [value(modulus, gens[0] ** 0)]
        for place, variable in enumerate(functions.others):
            found.append(value(below, gens[variable]) - value(scaled[place], gens[0] ** 0))
        for relation in functions.relations[1:]:
            total = gens[0] * 0
            for exponents, number in relation.terms.items():
                lower, own = exponents[: ring.size], exponents[ring.size :]
                factor_of = scaled[lower.index(1)] if any(lower) else below
                monomial = prod(
                    (gens[v] ** e for v, e in zip(positions[-len(own) :], own, strict=True) if v), start=gens[0] ** 0
                )
                total += value(factor_of * powers[own[0]] % modulus * int(number), monomial)
            found.append(total)
        return [polynomial.normal() for polynomial in found]


def parametrised_by_root(
    point: Sequence[Polynomial], degree: int, elements: Elements
) -> Generator[int, None, Parametrisation | None]:
    """Find a parametrisation of a closed point, and of a root of T^k − e₁·T^(k−1) + …, by the root; it is not proved.

    point: an irreducible chain over QQ in all variables, each linear but the lowest. The last k variables are e₁ … eₖ.
    degree: k. elements: their deadline is kept.

    The variables are the point's, greatest first, and the root. None where it does not generate the field.

    >>> e, f = variables(Ring.of("e f"))
    >>> def steps():
    ...     points = yield from parametrised_by_root([e**2 - 2, f - 1], 2, Elements(e.ring))
    ...     print(points.minimal)
    >>> all(work > 0 for work in steps())
    x^4 + 1
    True
    """
    from flint import nmod_poly

    size, terms = len(point), [integer_terms(polynomial) for polynomial in point]
    lowest = {e[-1]: c for e, c in terms[0].items()}
    zeros = max(lowest)
    many = zeros * degree
    if many > _MOST_ZEROS:
        raise UnsupportedError("too many zeros above a point")

    def image(p: int) -> Parametrized | None:
        elements.check()
        modulus = nmod_poly([lowest.get(i, 0) % p for i in range(zeros + 1)], p)
        if modulus.degree() < zeros:
            return None
        nothing = nmod_poly([0], p)
        values = [*[nothing] * (size - 1), nmod_poly([0, 1], p) % modulus]  # greatest variable first
        for variable in range(1, size):
            place = size - 1 - variable
            at = Values(modulus, values).at
            initial = at({(*e[:place], 0, *e[place + 1 :]): c for e, c in terms[variable].items() if e[place]})
            common, inverse, _ = initial.xgcd(modulus)
            if common.degree():
                return None
            values[place] = -at({e: c for e, c in terms[variable].items() if not e[place]}) * inverse % modulus
        matrix = np.zeros((many, many), dtype=np.int64)
        matrix[np.arange(many - zeros), np.arange(zeros, many)] = 1  # tⁱ·vʲ times v
        for number in range(degree):  # (−1)^number · e_(number+1) · v^(degree − 1 − number)
            power = values[degree - 1 - number] * (-1) ** number
            start = zeros * (degree - 1 - number)
            for i in range(zeros):
                matrix[many - zeros + i, start : start + zeros] = padded(power, zeros)
                power = power * nmod_poly([0, 1], p) % modulus
        one = np.zeros(many, dtype=np.int64)
        one[0] = 1
        rows = [np.array(padded(value, many), dtype=np.int64) for value in values]
        found = spanned(matrix, one, rows, p, elements.deadline)
        return None if found is None else Parametrized(found.minimal, [*found.variables, [0, 1]])

    return (yield from reconstructed(image, [*[0] * size, 1], many))
