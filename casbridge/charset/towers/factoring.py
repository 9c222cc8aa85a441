"""Reducible elements of chains, and factors over one tower, by the ways of the other modules, cheapest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any
from weakref import WeakKeyDictionary, proxy

from casbridge.algebra.arithmetic import Exponents, FlintArithmetic, Native
from casbridge.charset.elements import Element, Elements
from casbridge.charset.towers.inseparable import Roots
from casbridge.charset.towers.norms import Norms
from casbridge.charset.towers.residue_points import ResiduePoint, ResiduePoints, Residues
from casbridge.charset.towers.squares import quadratic_factors
from casbridge.charset.towers.tower import Tower

#: Smaller towers that are tried, about.
_MOST_TOWERS = 40


class _FiniteTower:
    """The tower as the field GF(p^m), in which FLINT factors. Each variable stands for a root of its step."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.place = ResiduePoint(Residues(tower, tower.characteristic, tower.degree), {})
        for step in tower.steps:
            tower.elements.check()
            image = self.place.image(tower.arithmetic.terms(step.native), step.variable)
            factors = self.place.residues.factors(image)
            self.place.values[step.variable] = next(-factor[0] for factor, _ in factors if len(factor) == 2)

    @cached_property
    def _coordinates(self) -> Any:
        """The matrix from coordinates in GF(p^m) to coordinates in the basis of monomials in y."""
        from flint import nmod_mat

        images = [self.place.value({exponents: 1}).to_list() for exponents in self.tower.basis]
        entries = [int(image[row]) for row in range(len(images)) for image in images]
        return nmod_mat(len(images), len(images), entries, self.tower.characteristic).inv()

    def factors(self, native: Native, variable: int) -> list[Native]:
        """The different irreducible factors, monic, of a polynomial in one variable over the tower."""
        image = self.place.image(self.tower.arithmetic.terms(native), variable)
        return [self._lifted(factor, variable) for factor, _ in self.place.residues.factors(image)]

    def _lifted(self, coefficients: list[Any], variable: int) -> Native:
        from flint import nmod_mat

        p, basis = self.tower.characteristic, self.tower.basis
        terms: dict[Exponents, int] = {}
        for power, value in enumerate(coefficients):
            column = nmod_mat(len(basis), 1, [int(c) for c in value.to_list()], p)
            for exponents, coordinate in zip(basis, (self._coordinates * column).entries(), strict=True):
                if int(coordinate):
                    terms[*exponents[:variable], power, *exponents[variable + 1 :]] = int(coordinate)
        return self.tower.arithmetic.from_terms(terms)


class TowerField:
    """A tower as a field over which polynomials are factored.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> field = TowerField(Tower(elements, [elements.of_polynomial(x**2 - 2)]))
    >>> field.split(elements.of_polynomial(y**2 - 3)), field.split(elements.of_polynomial(y**2 - 2))
    (None, (y - x, y + x))
    """

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self._known: dict[Element, tuple[Element, ...] | None] = {}
        self._smaller_fields: dict[tuple[Element, ...], TowerField] = {}

    @cached_property
    def points(self) -> ResiduePoints:
        return ResiduePoints(self.tower)

    @cached_property
    def norms(self) -> Norms:
        return Norms(self.tower)

    @cached_property
    def roots(self) -> Roots:
        return Roots(self.tower)

    @cached_property
    def finite(self) -> _FiniteTower:
        return _FiniteTower(self.tower)

    def split(self, element: Element) -> tuple[Element, ...] | None:
        """The different irreducible factors of an element that is reduced modulo the tower; None if irreducible."""
        if element not in self._known:
            self._known[element] = self._split(element)
        return self._known[element]

    def _split(self, element: Element) -> tuple[Element, ...] | None:
        elements, variable = self.tower.elements, element.variable
        over_field = [element]
        if not self.tower.steps or not self.tower.characteristic or isinstance(elements.arithmetic, FlintArithmetic):
            over_field = [factor for factor in elements.factors(element) if factor.variable == variable]
        if not self.tower.steps:
            if len(over_field) == 1 and over_field[0].degree == element.degree:
                return None
            return tuple(over_field)
        found: list[Native] = []
        shortest: list[Element] = []
        for factor in over_field:
            rest = factor.native
            for known in found:
                rest, _ = self.tower.strip(rest, known, variable)
            if not self.tower.degree_in(rest, variable):
                continue
            for native in self.factors(rest, variable):
                if self.tower.degree_in(native, variable) == element.degree:
                    return None
                normalised = self.tower.normalised(native, variable)
                found.append(normalised)
                ways = (elements.of(self.tower.primitive(way, variable)) for way in (native, normalised))
                shortest.append(min(ways, key=lambda way: way.size))
        self._check(element, found)
        return tuple(elements.sorted(shortest))

    def _check(self, element: Element, found: list[Native]) -> None:
        """Check that the element is a product of powers of the factors, up to a unit of the tower."""
        rest = element.native
        for native in found:
            rest, multiplicity = self.tower.strip(rest, native, element.variable)
            if not multiplicity:
                raise ArithmeticError("a factor over a tower does not divide")
        if self.tower.degree_in(rest, element.variable):
            raise ArithmeticError("a factor over a tower is missing")

    def factors(self, native: Native, variable: int) -> list[Native]:
        """The different irreducible factors of a polynomial that is reduced modulo the tower."""
        tower, arithmetic = self.tower, self.tower.arithmetic
        if tower.degree_in(native, variable) == 1:
            return [native]
        if (
            tower.characteristic
            and isinstance(arithmetic, FlintArithmetic)
            and not tower.parameters_of([native, *(step.native for step in tower.steps)], variable)
        ):
            return self.finite.factors(native, variable)
        derivative = tower.arithmetic.derivative(native, variable)
        if not derivative:
            return self._through_powers(native, variable)
        irreducible, squarefree = self.points.judge(native, variable)
        if irreducible:
            return [native]
        if not squarefree:
            common = tower.gcd(tower.normalised(native, variable), derivative, variable)
            if tower.degree_in(common, variable):
                return self._with_multiple(native, common, variable)
        if tower.degree_in(native, variable) == 2 and tower.characteristic != 2:
            return quadratic_factors(self, native, variable)
        return self.by_norms(native, variable)

    def by_norms(self, native: Native, variable: int) -> list[Native]:
        """The factors of a separable polynomial: over smaller towers first, where the norms are smaller."""
        for field in self._smaller_towers(native):
            if field.points.judge(native, variable)[0]:
                continue
            found = field.norms.factors(native, variable)
            if len(found) > 1:
                found = [self.tower.reduced(factor) for factor in found]
                return [factor for part in found for factor in self.factors(part, variable)]
        return self.norms.factors(native, variable)

    def _smaller_towers(self, native: Native) -> Iterator[TowerField]:
        """The smaller towers that contain the coefficients of a polynomial, lowest degree first."""
        tower = self.tower
        occurring = {v for v, degree in enumerate(tower.arithmetic.degrees(native)) if degree}
        least = frozenset().union(*(self._below[v] for v in tower.variables if v in occurring))
        found = {least}
        for v in tower.variables:
            found |= {part | self._below[v] for part in found if len(found) < _MOST_TOWERS}
        towers = [
            tuple(step for step in tower.steps if step.variable in part)
            for part in found
            if part and len(part) < len(tower.steps)
        ]
        for steps in sorted(towers, key=lambda steps: (prod(s.degree for s in steps), [s.number for s in steps])):
            yield self._smaller(steps)

    def below(self) -> TowerField:
        """The field of all steps but the last."""
        return self._smaller(self.tower.steps[:-1])

    def _smaller(self, steps: tuple[Element, ...]) -> TowerField:
        if steps not in self._smaller_fields:
            self._smaller_fields[steps] = TowerField(Tower(self.tower.elements, steps))
        return self._smaller_fields[steps]

    @cached_property
    def _below(self) -> dict[int, frozenset[int]]:
        """For the variable of every step: the variables of the steps that it needs, itself included."""
        found: dict[int, frozenset[int]] = {}
        for step in self.tower.steps:
            degrees = self.tower.arithmetic.degrees(step.native)
            needed = [found[v] for v in found if degrees[v]]
            found[step.variable] = frozenset({step.variable}).union(*needed)
        return found

    def _with_multiple(self, native: Native, common: Native, variable: int) -> list[Native]:
        """The factors of b from gcd(b, b′) and its cofactor. Inseparable factors occur in the gcd only."""
        tower = self.tower
        quotient = tower.primitive(tower.divide(native, common, variable)[0], variable)
        found = []
        if tower.degree_in(quotient, variable):
            found = [tower.normalised(factor, variable) for factor in self.factors(quotient, variable)]
        for factor in found:
            common, _ = tower.strip(common, factor, variable)
        return [*found, *self.factors(common, variable)] if tower.degree_in(common, variable) else found

    def _through_powers(self, native: Native, variable: int) -> list[Native]:
        """The factors of g(x^p): for every factor h of g, h(x^p) is irreducible or the p-th power of a factor."""
        tower, p = self.tower, self.tower.characteristic
        coefficients = tower.coefficients(native, variable)
        lowered = tower.from_coefficients({power // p: c for power, c in coefficients.items()}, variable)
        found = []
        for factor in self.factors(lowered, variable):
            factor = tower.normalised(factor, variable)
            root = self.roots.root_of_polynomial(factor, variable)
            if root is None:
                coefficients = tower.coefficients(factor, variable)
                root = tower.from_coefficients({power * p: c for power, c in coefficients.items()}, variable)
            found.append(root)
        return found


#: The fields of each Elements, by the steps of the tower.
_fields: WeakKeyDictionary[Elements, dict[tuple[Element, ...], TowerField]] = WeakKeyDictionary()


def _field_of(elements: Elements, steps: tuple[Element, ...]) -> TowerField:
    """The field of steps that are reduced modulo each other; the same object each time."""
    fields = _fields.setdefault(elements, {})
    if steps not in fields:
        fields[steps] = TowerField(Tower(proxy(elements), steps))  # a value must not keep its key alive
    return fields[steps]


@dataclass(frozen=True)
class Split:
    """The first reducible element of a chain, and its factors.

    index: the position of the element, from 0.
    factors: different, irreducible over the tower. Up to a unit, the element is a product of powers of them.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> split_tower(elements, [elements.of_polynomial(x - 1), elements.of_polynomial(y**2 - 4)])
    Split(index=1, factors=(y - 2, y + 2))
    """

    index: int
    factors: tuple[Element, ...]


def split_tower(elements: Elements, chain: Sequence[Element]) -> Split | None:
    """The first position at which a chain is reducible over the tower of all lower elements; None if there is none.

    chain: ascending main variables; no initial is zero in the tower below it. The factors have the main variable of
    the element, are reduced modulo the lower elements and have no content.

    >>> from casbridge.algebra import Ring, variables
    >>> ring = Ring.of("x y z")
    >>> x, y, z = variables(ring)
    >>> elements = Elements(ring)
    >>> chain = [elements.of_polynomial(p) for p in (x**2 - 2, y**2 - 8, z**2 + y)]
    >>> split_tower(elements, chain)
    Split(index=1, factors=(y - 2*x, y + 2*x))
    """
    for index, element in enumerate(chain):
        if element.degree == 1:
            continue
        elements.check()
        factors = factors_over(elements, chain[:index], element)
        if factors is not None:
            return Split(index, factors)
    return None


def factors_over(elements: Elements, lower: Sequence[Element], element: Element) -> tuple[Element, ...] | None:
    """The different irreducible factors of an element over the tower of the lower ones; None if it is irreducible.

    lower: an irreducible chain, in whose tower the element's initial is not zero.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> factors_over(elements, [elements.of_polynomial(x**2 - 2)], elements.of_polynomial(y**2 - 8))
    (y - 2*x, y + 2*x)
    """
    steps = tuple(
        _primitive(elements, elements.remainder_by(step, lower[:index]))
        for index, step in enumerate(lower)
        if step.degree > 1
    )
    return _field_of(elements, steps).split(_primitive(elements, elements.remainder_by(element, lower)))


def _primitive(elements: Elements, element: Element) -> Element:
    """The element without its content with respect to the main variable."""
    return elements.of(Tower(elements, ()).primitive(element.native, element.variable))
