"""Polynomials as the decomposition computes with them: monic, interned, with what is known about each.

An `Element` is a polynomial of one ring up to a constant factor. Equal ones are the same object, so that sets of them
are sets of objects; what was once computed of an element or a pair (initial, factors, pseudo-remainder) is kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from casbridge.algebra.arithmetic import Arithmetic, Native, arithmetic_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.errors import LimitError


class Element:
    """A polynomial up to a constant factor.

    native: monic. variable: the position of the main variable, −1 for constants. degree: the main degree. size: the
    number of terms. number: in the order in which the elements were made.
    """

    __slots__ = ("_factors", "_initial", "degree", "native", "number", "size", "variable")

    def __init__(self, native: Native, variable: int, degree: int, size: int, number: int) -> None:
        self.native = native
        self.variable = variable
        self.degree = degree
        self.size = size
        self.number = number
        self._initial: Element | None = None
        self._factors: tuple[Element, ...] | None = None

    def __repr__(self) -> str:
        return str(self.native)

    @property
    def rank(self) -> tuple[int, int]:
        """(class, main degree); elements are compared by it as Wu compares polynomials."""
        return (self.variable, self.degree)


class Elements:
    """The elements of one ring.

    deadline: a `time.monotonic()` value after which work here raises LimitError, or None.
    """

    def __init__(self, ring: Ring, *, deadline: float | None = None, arithmetic: Arithmetic | None = None) -> None:
        self.ring = ring
        self.arithmetic = arithmetic or arithmetic_of(ring)
        self.deadline = deadline
        self._known: dict[tuple[object, ...], list[Element]] = {}
        self._remainders: dict[tuple[Element, Element], Element] = {}
        self._count = 0
        self.zero = self.of(self.arithmetic.constant(0))
        self.one = self.of(self.arithmetic.constant(1))

    def of(self, native: Native) -> Element:
        """The element of a native."""
        native = self.arithmetic.monic(native)
        variable, degree = self.arithmetic.main(native)
        size = len(native)
        key = (size, variable, degree)
        known = self._known.setdefault(key, [])
        for element in known:
            if element.native == native:
                return element
        element = Element(native, variable, degree, size, self._count)
        self._count += 1
        known.append(element)
        return element

    def of_polynomial(self, polynomial: Polynomial) -> Element:
        """The element of a polynomial of the ring."""
        return self.of(self.arithmetic.from_terms(polynomial.terms))

    def polynomial(self, element: Element) -> Polynomial:
        """The element as a polynomial in normal form."""
        return Polynomial(self.ring, self.arithmetic.terms(element.native)).normal()

    def keep_time(self) -> None:
        """Raises LimitError after the deadline."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("the decomposition took too long")

    def initial(self, element: Element) -> Element:
        """The leading coefficient with respect to the main variable; 1 for constants."""
        found = element._initial
        if found is None:
            found = self.one
            if element.variable >= 0:
                found = self.of(self.coefficient(element.native, element.variable, element.degree))
            element._initial = found
        return found

    def coefficient(self, native: Native, variable: int, degree: int) -> Native:
        """The coefficient of the highest power variable^degree that occurs."""
        if not degree:
            return native
        power = self.arithmetic.generator(variable) ** degree
        return self.arithmetic.divide(native, power)[0]

    def factors(self, element: Element) -> tuple[Element, ...]:
        """The different irreducible factors over the field, lowest rank first; () for constants."""
        found = element._factors
        if found is None:
            self.keep_time()
            parts = {self.of(factor) for factor, _ in self.arithmetic.factor(element.native)}
            found = tuple(sorted((p for p in parts if p.variable >= 0), key=lambda p: (p.rank, p.size, p.number)))
            for part in found:
                part._factors = (part,)
            element._factors = found
        return found

    def quotient(self, element: Element, divisor: Element) -> Element | None:
        """element / divisor where it is exact, None where it is not."""
        found = self.arithmetic.quotient(element.native, divisor.native)
        return None if found is None else self.of(found)

    def remainder(self, element: Element, divisor: Element) -> Element:
        """A pseudo-remainder: J·element ≡ remainder modulo divisor for a J that divides a power of its initial."""
        if element is divisor:
            return self.zero
        key = (element, divisor)
        found = self._remainders.get(key)
        if found is None:
            found = self._remainders[key] = self.of(self.pseudo_remainder(element.native, divisor))
        return found

    def pseudo_remainder(self, native: Native, divisor: Element) -> Native:
        """The pseudo-remainder of a native by an element that is no constant, up to a constant factor."""
        arithmetic, variable, degree = self.arithmetic, divisor.variable, divisor.degree
        initial = self.initial(divisor).native
        if divisor._initial is self.one:
            return arithmetic.divide(native, divisor.native)[1]
        generator = arithmetic.generator(variable)
        # divisor.native is monic, so that its initial is initial.native up to nothing: both have leading coefficient 1.
        while native:
            top = arithmetic.degrees(native)[variable]
            if top < degree:
                break
            self.keep_time()
            leading = arithmetic.divide(native, generator**top)[0]
            common = arithmetic.gcd(leading, initial)
            left, right = initial, leading
            if arithmetic.main(common)[0] >= 0:
                left, right = arithmetic.divide(initial, common)[0], arithmetic.divide(leading, common)[0]
            shift = generator ** (top - degree) if top > degree else 1
            native = left * native - right * shift * divisor.native
        return native

    def remainder_by(self, element: Element, chain: Sequence[Element]) -> Element:
        """The pseudo-remainder by a triangular set, lowest main variable first in `chain`."""
        for divisor in reversed(chain):
            if element is self.zero:
                break
            element = self.remainder(element, divisor)
        return element

    def sorted(self, elements: Iterable[Element]) -> list[Element]:
        """Lowest rank first, then the shortest; the order depends on what was computed only."""
        return sorted(elements, key=lambda e: (e.rank, e.size, e.number))
