"""Polynomials over a field L = K[a₁, …]/tower, in the other variables: equality, irreducibility and factors.

A polynomial of L[x₁, …, xₙ] is irreducible if it is irreducible over L(x₁, …, xₙ₋₁) as a polynomial in xₙ, and its
coefficients have no common factor (Gauss's lemma). Two polynomials over L have a common factor exactly if they have one
over L(the other variables) as polynomials in one of the variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from casbridge.algebra.arithmetic import Native
from casbridge.algebra.extensions import Step
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.elements import Elements
from casbridge.charset.towers.factoring import TowerField, factors_over, split_tower
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: A polynomial and how often it is a factor.
Power = tuple[Polynomial, int]


class OverTower:
    """The polynomials over a tower of extensions.

    ring: of the tower's variables and the others. steps: of the tower, lowest variable first; () for the field itself.
    deadline: work after it raises LimitError.
    Raises UnsupportedError for rings with parameters.

    >>> from casbridge.algebra import variables
    >>> a, x = variables(Ring.of("a x"))
    >>> over = OverTower(a.ring, [Step(0, a**2 - 2)])
    >>> over.reduced(a**3 * x), over.factors(x**2 - 2)
    (2*a*x, (1, [(x + a, 1), (x - a, 1)]))
    """

    def __init__(self, ring: Ring, steps: Sequence[Step], deadline: Deadline = NEVER) -> None:
        if ring.parameters:
            raise UnsupportedError("the reference factors over no fields with parameters")
        self.ring = ring
        self.adjoined = tuple(step.variable for step in steps)
        self._places = (*self.adjoined, *(v for v in range(ring.size) if v not in self.adjoined))
        self._moved = Ring(ring.field, tuple(ring.variables[v] for v in self._places))
        self._elements = Elements(self._moved, deadline=deadline)
        self._arithmetic = self._elements.arithmetic
        self._steps = [self._arithmetic.monic(self._native(step.polynomial)) for step in steps]

    def _native(self, polynomial: Polynomial) -> Native:
        there = [self._places.index(v) for v in range(self.ring.size)]
        return self._arithmetic.from_terms(polynomial.rename(self._moved, there).terms)

    def _polynomial(self, native: Native) -> Polynomial:
        return Polynomial(self._moved, self._arithmetic.terms(native)).rename(self.ring, self._places)

    def _remainder(self, native: Native) -> Native:
        """The normal form modulo the tower. Each step is monic, so that one pass from the highest step is enough."""
        for step in reversed(self._steps):
            native = self._arithmetic.divide(native, step)[1] if native else native
        return native

    def reduced(self, polynomial: Polynomial) -> Polynomial:
        """The normal form of a polynomial modulo the tower: equal polynomials over the tower have the same one."""
        return self._polynomial(self._remainder(self._native(polynomial)))

    def is_number(self, polynomial: Polynomial) -> bool:
        """Whether a polynomial stands for an element of L."""
        return all(v in self.adjoined for v in self.reduced(polynomial).support())

    @cached_property
    def reducible_step(self) -> tuple[Polynomial, tuple[Polynomial, ...]] | None:
        """A step that is reducible over the steps below it, with its factors: then the tower is no field. Else None."""
        chain = [self._elements.of(step) for step in self._steps]
        split = split_tower(self._elements, chain)
        if split is None:
            return None
        factors = tuple(self._polynomial(factor.native) for factor in split.factors)
        return self._polynomial(self._steps[split.index]), factors

    def are_associated(self, first: Polynomial, second: Polynomial) -> bool:
        """Whether one polynomial is the other one times an element of L. Both are not 0 over L."""
        one, other = self._remainder(self._native(first)), self._remainder(self._native(second))
        leading_one, leading_other = self._leading(one), self._leading(other)
        return bool(self._remainder(leading_other * one) == self._remainder(leading_one * other))

    def _leading(self, native: Native) -> Native:
        """The coefficient in L of the leading monomial in the other variables."""
        terms, size = self._arithmetic.terms(native), len(self._steps)
        top = max((e[size:] for e in terms), key=lambda e: e[::-1])
        return self._arithmetic.from_terms(
            {(*e[:size], *(0,) * len(top)): c for e, c in terms.items() if e[size:] == top}
        )

    def proper_factors(self, polynomial: Polynomial) -> tuple[Polynomial, ...] | None:
        """Factors of a polynomial: two or more, or one if it is a power of this one; None if it is irreducible.

        A single factor of the coefficients may stand for a factor that is not shown itself.
        Raises UnsupportedError where the arithmetic cannot factor.
        """
        native = self._remainder(self._native(polynomial))
        if not self._steps:
            found = self._polynomial(native).factors()
            whole = len(found) == 1 and found[0][1] == 1
            return None if whole else tuple(factor for factor, _ in found)
        element = self._elements.of(native)
        chain = [self._elements.of(step) for step in self._steps]
        over_others = factors_over(self._elements, chain, element)
        if over_others is not None:
            return tuple(self._polynomial(factor.native) for factor in over_others)
        common = self._common_factor(element.native, element.variable)
        return None if common is None else (self._polynomial(common),)

    def _common_factor(self, native: Native, variable: int) -> Native | None:
        """The common factor over L of all coefficients with respect to a variable, for one of the other variables."""
        steps = tuple(step for step in map(self._elements.of, self._steps) if step.degree > 1)
        field = TowerField(self._elements, steps)
        coefficients = [c for _, c in self._elements.coefficients(native, variable)]
        for other in range(len(self._steps), self._moved.size):
            if other == variable or not all(field.degree_in(c, other) for c in coefficients):
                continue
            common = coefficients[0]
            for coefficient in coefficients[1:]:
                common = field.gcd(field.reduced(common), field.reduced(coefficient), other)
            if field.degree_in(common, other):
                return common
        return None

    def factors(self, polynomial: Polynomial) -> tuple[Polynomial, list[Power]]:
        """An element of L, and the irreducible factors with their multiplicities: their product is the polynomial.

        Over the field itself the factors are in normal form, over an extension monic.
        Raises UnsupportedError for several variables over an extension, and where the arithmetic cannot factor.
        """
        native = self._remainder(self._native(polynomial))
        if not self._steps:
            return self._over_field(self._polynomial(native))
        used = [v for v, degree in enumerate(self._arithmetic.degrees(native)) if degree and v >= len(self._steps)]
        if len(used) > 1:
            raise UnsupportedError("the reference factors polynomials in one variable over an extension")
        if not used:
            return self._polynomial(native), []
        chain = [self._elements.of(step) for step in self._steps]
        element = self._elements.of(native)
        found = factors_over(self._elements, chain, element)
        monic = [self._monic(one.native, used[0]) for one in (found or (element,))]
        unit = self._leading(native)
        rest = self._monic(native, used[0])
        powers = []
        for factor in monic:
            multiplicity = 0
            while True:
                quotient, left = self._arithmetic.divide(rest, factor)
                if self._remainder(left):
                    break
                rest, multiplicity = self._remainder(quotient), multiplicity + 1
            powers.append((self._polynomial(factor), multiplicity))
        if self._arithmetic.main(rest)[0] >= 0:
            raise ArithmeticError("a factor over a tower is missing")
        return self._polynomial(unit), sorted(powers, key=lambda power: (power[0].total_degree, str(power[0])))

    def _monic(self, native: Native, variable: int) -> Native:
        """The multiple by an element of L that is monic in a variable."""
        steps = tuple(step for step in map(self._elements.of, self._steps) if step.degree > 1)
        native = self._remainder(native)
        leading = self._leading(native)
        inverse = TowerField(self._elements, steps).cofactor(leading) if steps else self._arithmetic.constant(1)
        # The product is a number, up to which the cofactor is the inverse.
        return self._arithmetic.monic(self._remainder(inverse * native))

    def _over_field(self, polynomial: Polynomial) -> tuple[Polynomial, list[Power]]:
        if polynomial.is_constant:
            return polynomial, []
        powers = [(factor, multiplicity) for factor, multiplicity in polynomial.factors() if not factor.is_constant]
        product = Polynomial.constant(self.ring, 1)
        for factor, multiplicity in powers:
            product = product * factor**multiplicity
        exponents = polynomial.leading_exponents()
        inverse = self.ring.field.inverse(product.terms[exponents])
        unit = Polynomial.constant(self.ring, self.ring.field.element(polynomial.terms[exponents] * inverse))
        return unit, powers
