"""Chains position by position: the first element that is reducible over the tower below it, and its factors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casbridge.charset.elements import Element, Elements
from casbridge.charset.towers.factoring import field_of
from casbridge.charset.towers.tower import Tower


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
    return field_of(elements, steps).split(_primitive(elements, elements.remainder_by(element, lower)))


def _primitive(elements: Elements, element: Element) -> Element:
    """The element without its content with respect to the main variable."""
    return elements.of(Tower(elements, ()).primitive(element.native, element.variable))
