"""Chains position by position: the first element that is reducible over the tower below it, and its factors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary, proxy

from casbridge.algebra.arithmetic import FlintArithmetic, Native
from casbridge.charset.elements import Element, Elements
from casbridge.charset.towers.finite import FiniteTower
from casbridge.charset.towers.inseparable import Roots
from casbridge.charset.towers.norms import Norms
from casbridge.charset.towers.places import Places
from casbridge.charset.towers.tower import Tower


@dataclass(frozen=True)
class Split:
    """A chain is irreducible below `index`; its element there is, up to a unit of the tower, a product of powers of
    `factors`, which are different and irreducible over the tower."""

    index: int
    factors: tuple[Element, ...]


def split_tower(elements: Elements, chain: Sequence[Element]) -> Split | None:
    """The first position at which a chain is reducible over the tower of all lower elements, None where it is not.

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
        elements.keep_time()
        factors = _factors(elements, chain[:index], element)
        if factors is not None:
            return Split(index, factors)
    return None


def is_irreducible(elements: Elements, chain: Sequence[Element]) -> bool:
    """Whether a chain is irreducible: Definition 3.16 of the seed paper.

    >>> from casbridge.algebra import Ring, variables
    >>> ring = Ring.of("u x y")
    >>> u, x, y = variables(ring)
    >>> elements = Elements(ring)
    >>> is_irreducible(elements, [elements.of_polynomial(p) for p in (x**2 - u, y**2 - u - 1)])
    True
    >>> is_irreducible(elements, [elements.of_polynomial(p) for p in (x**2 - u, y**2 - u**3)])
    False
    """
    return split_tower(elements, chain) is None


def in_saturation(elements: Elements, element: Element, chain: Sequence[Element]) -> bool:
    """Whether an element is in the saturation ⟨C⟩ : (∏ initials)^∞ of an irreducible chain C.

    >>> from casbridge.algebra import Ring, variables
    >>> ring = Ring.of("x y")
    >>> x, y = variables(ring)
    >>> elements = Elements(ring)
    >>> chain = [elements.of_polynomial(x * y - 1)]
    >>> [in_saturation(elements, elements.of_polynomial(p), chain) for p in (x**2 * y - x, x - 1)]
    [True, False]
    """
    return elements.remainder_by(element, chain) is elements.zero


class Field:
    """A tower with what factoring over it needs, each part made when it is first needed."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self._known: dict[Element, tuple[Element, ...] | None] = {}

    @cached_property
    def places(self) -> Places:
        return Places(self.tower)

    @cached_property
    def norms(self) -> Norms:
        return Norms(self.tower)

    @cached_property
    def roots(self) -> Roots:
        return Roots(self.tower)

    @cached_property
    def finite(self) -> FiniteTower:
        return FiniteTower(self.tower)

    def split(self, element: Element) -> tuple[Element, ...] | None:
        """The different irreducible factors of an element that is reduced modulo the tower; None if it is one."""
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
        for factor in over_field:
            rest = factor.native
            if len(over_field) > 1:
                for known in found:
                    rest, _ = self.tower.strip(rest, known, variable)
            if self.tower.degree_in(rest, variable):
                found += self.factors(rest, variable)
                if len(over_field) == len(found) == 1 and self.tower.degree_in(found[0], variable) == element.degree:
                    return None
                found = [self.tower.normalised(native, variable) for native in found]
        self._check(element, found)
        return tuple(elements.sorted({elements.of(self.tower.primitive(native, variable)) for native in found}))

    def _check(self, element: Element, found: list[Native]) -> None:
        """That the element is a product of powers of the factors, up to a unit of the tower."""
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
        derivative = tower.derivative(native, variable)
        if not derivative:
            return self._through_powers(native, variable)
        irreducible, squarefree = self.places.judge(native, variable)
        if irreducible:
            return [native]
        if not squarefree:
            common = tower.gcd(tower.normalised(native, variable), derivative, variable)
            if tower.degree_in(common, variable):
                return self._with_multiple(native, common, variable)
        return self.norms.factors(native, variable)

    def _with_multiple(self, native: Native, common: Native, variable: int) -> list[Native]:
        """The factors of b from gcd(b, b′) and its cofactor; inseparable ones occur in the first only."""
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


#: The fields of every Elements, by the steps of the tower.
_fields: WeakKeyDictionary[Elements, dict[tuple[Element, ...], Field]] = WeakKeyDictionary()


def _factors(elements: Elements, lower: Sequence[Element], element: Element) -> tuple[Element, ...] | None:
    """The different irreducible factors of an element over the tower of the lower ones; None if it is irreducible."""
    steps = tuple(
        _primitive(elements, elements.remainder_by(step, lower[:index]))
        for index, step in enumerate(lower)
        if step.degree > 1
    )
    fields = _fields.setdefault(elements, {})
    if steps not in fields:
        fields[steps] = Field(Tower(proxy(elements), steps))  # the values do not keep the key
    return fields[steps].split(_primitive(elements, elements.remainder_by(element, lower)))


def _primitive(elements: Elements, element: Element) -> Element:
    """The element without its content with respect to the main variable."""
    return elements.of(Tower(elements, ()).primitive(element.native, element.variable))
