"""Arithmetic in a tower of algebraic extensions, with polynomials up to units of the tower.

An element of the tower L = K(u)[y1]/t1 … [yr]/tr, or a polynomial in x over L, is held as a polynomial over
K[u, y] that is reduced modulo the steps t1, …, tr. Denominators are left out: results are right up to a nonzero factor
in L.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import product
from math import prod

from casbridge.algebra.arithmetic import Exponents, Native
from casbridge.charset.elements import Element, Elements, coefficient_work


class Tower:
    """The tower of the elements of an irreducible chain.

    steps: the elements that are not linear in their main variable, reduced modulo all lower elements and primitive.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> tower = Tower(elements, [elements.of_polynomial(x**2 - 2)])
    >>> tower.degree, tower.reduced(elements.of_polynomial(x**3).native)
    (2, 2*x)
    """

    def __init__(self, elements: Elements, steps: Sequence[Element]) -> None:
        self.elements = elements
        self.arithmetic = elements.arithmetic
        self.characteristic = elements.ring.field.characteristic
        self.steps = tuple(steps)
        self.variables = tuple(step.variable for step in steps)
        self._monic: list[Native] = []

    @cached_property
    def random(self) -> random.Random:
        """Random choices, the same in every run."""
        return random.Random(1)

    @cached_property
    def degree(self) -> int:
        """[L : K(u)]."""
        return prod(step.degree for step in self.steps)

    def parameters_of(self, *natives: Native) -> set[int]:
        """The transcendental variables that occur in natives."""
        found = {v for native in natives for v, d in enumerate(self.arithmetic.degrees(native)) if d}
        return found.difference(self.variables)

    def parameters_with(self, native: Native, variable: int) -> list[int]:
        """The transcendental variables that occur in the steps or in a polynomial, without the polynomial's own."""
        return sorted(self.parameters_of(native, *(step.native for step in self.steps)) - {variable})

    @cached_property
    def basis(self) -> list[Exponents]:
        """The exponents of the monomials in y that are a basis of L over K(u)."""
        powers = {step.variable: range(step.degree) for step in self.steps}
        return list(product(*(powers.get(v, (0,)) for v in range(self.elements.ring.size))))

    def degree_in(self, native: Native, variable: int) -> int:
        return self.arithmetic.degree(native, variable)

    def leading(self, native: Native, variable: int) -> tuple[Native, int]:
        """The leading coefficient and the degree with respect to a variable."""
        degree = self.degree_in(native, variable)
        return self.elements.split_at(native, variable, degree)[0], degree

    def coefficients(self, native: Native, variable: int) -> dict[int, Native]:
        """The nonzero coefficients, by the power of a variable, highest first."""
        return dict(self.elements.coefficients(native, variable))

    def from_coefficients(self, coefficients: dict[int, Native], variable: int) -> Native:
        generator = self.arithmetic.generator(variable)
        terms = (coefficient * generator**power for power, coefficient in coefficients.items())
        return sum(terms, self.arithmetic.constant(0))

    def with_powers(self, native: Native, variable: int, own: int, others: int = 1) -> Native:
        """The polynomial with v^own in place of a variable v, and such powers of the other variables."""
        terms = self.arithmetic.terms(native).items()
        return self.arithmetic.from_terms(
            {tuple(e * (own if v == variable else others) for v, e in enumerate(k)): c for k, c in terms}
        )

    def content(self, natives: Iterable[Native]) -> Native:
        """The greatest common divisor of natives as polynomials, the shortest first; 1 where all are 0."""
        return self.elements.content(sorted(filter(None, natives), key=len))

    def primitive(self, native: Native, variable: int) -> Native:
        """Without the content with respect to a variable, and monic.

        The content divides the initial, so that it is a unit of the tower where the initial is one.
        """
        if not native:
            return native
        leading, degree = self.leading(native, variable)
        if degree and self.arithmetic.main(leading)[0] >= 0:
            content = self.content(self.coefficients(native, variable).values())
            if self.arithmetic.main(content)[0] >= 0:
                native = self.arithmetic.divide(native, content)[0]
        return self.arithmetic.monic(native)

    def monic_step(self, position: int) -> Native:
        """A step as a polynomial whose initial is in K[u]: monic over K(u) up to that factor."""
        while len(self._monic) <= position:
            step = self.steps[len(self._monic)]
            self._monic.append(self.normalised(step.native, step.variable, len(self._monic)))
        return self._monic[position]

    def reduce(self, native: Native, level: int | None = None) -> tuple[Native, Native]:
        """The normal form modulo the first `level` steps (all), times a polynomial in u, and that polynomial."""
        arithmetic = self.arithmetic
        multiplier = arithmetic.constant(1)
        for position in reversed(range(len(self.steps) if level is None else level)):
            step = self.steps[position]
            excess = arithmetic.degrees(native)[step.variable] - step.degree + 1
            if excess <= 0:
                continue
            divisor = self.monic_step(position)
            initial = self.leading(divisor, step.variable)[0]
            if arithmetic.main(initial)[0] >= 0:
                factor = initial**excess
                native, multiplier = native * factor, multiplier * factor
            self.elements.work += 5 + self._work(native, divisor) // 4
            native = arithmetic.divide(native, divisor)[1]
        return native, multiplier

    def _work(self, first: Native, second: Native) -> int:
        """The work of a product, in about microseconds."""
        return len(first) * len(second) * coefficient_work(self.arithmetic.bits(first)) // 5

    def reduced(self, native: Native) -> Native:
        """The normal form up to a factor in K[u]."""
        return self.reduce(native)[0]

    def normalised(self, native: Native, variable: int, level: int | None = None) -> Native:
        """The multiple by a unit that has its initial in K[u] and is primitive and monic: a normal form up to units."""
        cofactor = self.cofactor(self.leading(native, variable)[0], level)
        if self.arithmetic.main(cofactor)[0] >= 0:
            self.elements.work += self._work(native, cofactor)
            native = self.reduce(cofactor * native, level)[0]
        return self.primitive(native, variable)

    def cofactor(self, native: Native, level: int | None = None) -> Native:
        """An element whose product with a reduced, nonzero element is in K(u).

        By Euclid's algorithm in the highest step that occurs. The leading coefficients of the remainders are treated
        in the same way, one step lower.
        """
        arithmetic = self.arithmetic
        degrees = arithmetic.degrees(native)
        if level is None:
            level = len(self.steps)
        while level and not degrees[self.variables[level - 1]]:
            level -= 1
        if not level:
            return arithmetic.constant(1)
        below, variable = level - 1, self.variables[level - 1]
        generator = arithmetic.generator(variable)
        # first and second are factor·native modulo the step, each for its own factor.
        first, first_factor = self.monic_step(below), arithmetic.constant(0)
        second, second_factor = self._unit_leading(native, arithmetic.constant(1), variable, below)
        while (degree := self.degree_in(second, variable)) > 0:
            self.elements.check()
            initial = self.leading(second, variable)[0]
            while first and (top := self.degree_in(first, variable)) >= degree:
                leading = self.leading(first, variable)[0]
                shift = leading * generator ** (top - degree)
                self.elements.work += self._work(first, initial) + self._work(first_factor, initial)
                self.elements.work += self._work(second, shift) + self._work(second_factor, shift)
                self.elements.check()
                first, first_factor = self._reduced_pair(
                    initial * first - shift * second, initial * first_factor - shift * second_factor, below
                )
            if not first:
                raise ArithmeticError("the tower is not a field")
            first, first_factor = self._unit_leading(first, first_factor, variable, below)
            first, first_factor, second, second_factor = second, second_factor, first, first_factor
        return self.reduce(second_factor, level)[0]

    def _unit_leading(self, native: Native, factor: Native, variable: int, level: int) -> tuple[Native, Native]:
        """Both times one element such that the leading coefficient of the first is in K[u]."""
        unit = self.cofactor(self.leading(native, variable)[0], level)
        if self.arithmetic.main(unit)[0] < 0:
            return native, factor
        self.elements.work += self._work(native, unit) + self._work(factor, unit)
        self.elements.check()
        return self._reduced_pair(native * unit, factor * unit, level)

    def _reduced_pair(self, first: Native, second: Native, level: int) -> tuple[Native, Native]:
        """Both reduced, up to one common factor in K(u)."""
        first, first_multiplier = self.reduce(first, level)
        second, second_multiplier = self.reduce(second, level)
        first, second = first * second_multiplier, second * first_multiplier
        self.elements.work += 20 + 5 * (len(first) + len(second)) * coefficient_work(self.arithmetic.bits(second))
        self.elements.check()
        if not first:
            return first, second
        divide = self.arithmetic.divide
        unit = divide(first, self.arithmetic.monic(first))[0]
        if self.parameters_of(first, second):
            common = self.content([*self.parts(first), *self.parts(second)])
            if self.arithmetic.main(common)[0] >= 0:
                unit = unit * common
        return divide(first, unit)[0], divide(second, unit)[0]

    def parts(self, native: Native) -> list[Native]:
        """The coefficients in K[u] of a polynomial in all algebraic variables."""
        natives = [native]
        for variable in self.variables:
            natives = [part for whole in natives for part in self.coefficients(whole, variable).values()]
        return natives

    def divide(self, dividend: Native, divisor: Native, variable: int) -> tuple[Native, Native]:
        """Quotient and remainder of reduced polynomials, up to one common factor in K(u). divisor: normalised."""
        arithmetic = self.arithmetic
        initial, degree = self.leading(divisor, variable)
        generator = arithmetic.generator(variable)
        quotient = arithmetic.constant(0)
        growing = arithmetic.main(initial)[0] >= 0
        while dividend:
            leading, top = self.leading(dividend, variable)
            if top < degree:
                break
            self.elements.check()
            leading, factor = self.elements.coprime(leading, initial) if growing else (leading, initial)
            shift = leading * generator ** (top - degree)
            dividend, multiplier = self.reduce(factor * dividend - shift * divisor)
            quotient = (factor * quotient + shift) * multiplier
        return quotient, dividend

    def gcd(self, first: Native, second: Native, variable: int, degree: int = 0) -> Native:
        """The greatest common divisor of reduced polynomials, normalised. degree: of the divisor, if it is known."""
        if self.degree_in(first, variable) < self.degree_in(second, variable):
            first, second = second, first
        while second:
            top = self.degree_in(second, variable)
            if not top:
                return self.arithmetic.constant(1)
            second = self.normalised(second, variable)
            if top == degree:
                return second
            first, second = second, self.divide(first, second, variable)[1]
        return self.normalised(first, variable)

    def strip(self, native: Native, factor: Native, variable: int) -> tuple[Native, int]:
        """The polynomial divided by a normalised factor as often as possible, and how often that is."""
        multiplicity = 0
        degree = self.degree_in(factor, variable)
        while self.degree_in(native, variable) >= degree:
            quotient, remainder = self.divide(native, factor, variable)
            if remainder:
                break
            native = self.primitive(quotient, variable)
            multiplicity += 1
        return native, multiplicity
