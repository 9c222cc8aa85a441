"""Polynomials as the general way computes with them: monic, interned, with the facts that are known about each.

An `Element` is a polynomial of one ring up to a constant factor. Equal elements are the same object. Initials,
factors and pseudo-remainders are computed once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain as chained, count
from math import gcd
from operator import mul, sub
from typing import Any

from casbridge.algebra.arithmetic import Arithmetic, Exponents, Native, arithmetic_of
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.limits import NEVER, Deadline

#: Degrees that the general way takes. With higher ones the arithmetic may not return, or end the process.
HIGHEST_DEGREE = 10_000

_MOST_REMEMBERED = 100_000

#: Work of a step before which it is asked whether the turn allows it.
_LONG_STEP = 20_000

#: Work of a product beyond which it is computed in pieces.
_LONG_PRODUCT = 500_000

#: Work of a greatest common divisor for which it is worth while to look whether there are forms.
_LONG_GCD = 2_000

#: Product of terms and degrees beyond which a resultant is not easy.
_EASY_RESULTANT = 2_000


class Paused(Exception):
    """The work of this turn is done.

    >>> elements = Elements(Ring.of("x"))
    >>> elements.pause_at = elements.work
    >>> elements.spend(1)
    Traceback (most recent call last):
    casbridge.charset.elements.Paused
    """


@dataclass(eq=False, repr=False, slots=True)
class Element:
    """A polynomial up to a constant factor, made by `Elements`.

    native: the polynomial as the arithmetic has it, monic.
    degrees: in each variable.
    variable: the position of the main variable; −1 for constants.
    degree: the main degree.
    size: the number of terms.
    occurring: the bits of the variables that occur.
    number: elements are numbered in the order in which they were made.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> element = Elements(x.ring).of_polynomial(2 * y - 2)
    >>> element, element.degrees, element.variable, element.degree, element.size
    (y - 1, (0, 1), 1, 1, 2)
    """

    native: Native
    degrees: tuple[int, ...]
    variable: int
    degree: int
    size: int
    occurring: int
    number: int
    _bits: int = -1
    _initial: Element | None = None
    _factors: tuple[Element, ...] | None = None
    _parts: tuple[Element, ...] | None = None
    _primitive: Element | None = None
    _polynomial: Polynomial | None = None
    _is_form: bool | None = None
    _directions: list[Exponents] | None = None

    def __repr__(self) -> str:
        return str(self.native)

    @property
    def rank(self) -> tuple[int, int]:
        """(class, main degree): Wu's order of polynomials."""
        return (self.variable, self.degree)


#: Elements of a triangular set, lowest main variable first.
ElementChain = tuple[Element, ...]


class Elements:
    """The elements of one ring.

    deadline: work after it raises LimitError.
    cheap_to_factor: product of terms and degree beyond which a polynomial is only factored when it has to be.
    work: the work done so far, in units of about a microsecond. Unlike time it is the same in every run.
    pause_at: Paused is raised where `work` exceeds this, or would after the next step. Such a step can be done again,
    since most of its work is remembered.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> elements.of_polynomial(x - 1) is elements.of_polynomial(2 * x - 2)
    True
    >>> elements.factors(elements.of_polynomial(x * y - y)), elements.initial(elements.of_polynomial(x * y - y))
    ((x - 1, y), x - 1)
    """

    cheap_to_factor = 600

    def __init__(self, ring: Ring, *, deadline: Deadline = NEVER, arithmetic: Arithmetic | None = None) -> None:
        self.ring = ring
        usual = arithmetic_of(ring)
        self.arithmetic = arithmetic or usual
        self._is_usual = self.arithmetic is usual
        self.deadline = deadline
        self.work = 0
        self.pause_at: int | None = None
        self._known: dict[tuple[int, tuple[int, ...]], list[Element]] = {}
        self._remainders: dict[tuple[Element, Element], Element] = {}
        #: Remainders that a pause has interrupted, and the degrees reached.
        self._begun: dict[tuple[Element, Element], tuple[Native, int]] = {}
        self._resultants: dict[tuple[Element, Element], Element | None] = {}
        self._numbers = count()
        #: The fields of `towers`, by their steps.
        self.fields: dict[tuple[Element, ...], Any] = {}
        self._variables: dict[int, Element] = {}
        self.zero, self.one = (self._new(self.arithmetic.constant(value), (0,) * ring.size) for value in (0, 1))

    def of(self, native: Native) -> Element:
        """The element of a native polynomial."""
        size = len(native)
        self.work += 5 + size // 10
        if not size:
            return self.zero
        native = self.arithmetic.monic(native)
        if size == 1 and native == self.one.native:
            return self.one
        degrees = self.arithmetic.degrees(native)
        known = self._known.get((size, degrees))
        if known is None:
            known = self._known[size, degrees] = []
        for element in known:
            if element.native == native:
                return element
        element = self._new(native, degrees)
        known.append(element)
        return element

    def _new(self, native: Native, degrees: tuple[int, ...]) -> Element:
        """An element that was not there before."""
        occurring, bit = 0, 1
        for degree in degrees:
            if degree:
                occurring |= bit
            bit <<= 1
        variable = occurring.bit_length() - 1
        degree = degrees[variable] if occurring else 0
        return Element(native, degrees, variable, degree, len(native), occurring, next(self._numbers))

    def of_polynomial(self, polynomial: Polynomial) -> Element:
        """The element of a polynomial of the ring."""
        return self.of(self.arithmetic.from_terms(polynomial.terms))

    def irreducible(self, polynomial: Polynomial) -> Element:
        """The element of a polynomial that is known to be irreducible over the field."""
        element = self.of_polynomial(polynomial)
        element._factors = (element,)
        return element

    def polynomial(self, element: Element) -> Polynomial:
        """The element as a polynomial in normal form."""
        if element._polynomial is None:
            native = self.arithmetic.normal(element.native)
            if self._is_usual:
                element._polynomial = Polynomial(self.ring, native=native)
            else:
                element._polynomial = Polynomial(self.ring, self.arithmetic.terms(native))
        return element._polynomial

    def check(self) -> None:
        """Raise LimitError after the deadline, and Paused when the work of this turn is done."""
        if self.pause_at is not None and self.work > self.pause_at:
            raise Paused
        self.deadline.check("no complete decomposition")

    def spend(self, work: int, typical: float = 1.0) -> None:
        """Count work that is about to be done. Raises Paused if it is more than this turn allows.

        typical: the part of the work that is usually done. Only this part is counted.
        """
        if self.pause_at is not None and self.work + work > self.pause_at:
            self.pause_at = min(self.pause_at, self.work - 1)
            raise Paused
        self.work += int(work * typical)

    def bits(self, element: Element) -> int:
        """About the size of an element's coefficients, in bits."""
        if element._bits < 0:
            element._bits = self.arithmetic.bits(element.native)
        return element._bits

    def variable(self, position: int) -> Element:
        """A variable as an element."""
        known = self._variables.get(position)
        if known is None:
            known = self._variables[position] = self.of(self.arithmetic.generator(position))
        return known

    def is_form(self, element: Element) -> bool:
        """Whether an element that is not 0 is homogeneous."""
        if element._is_form is None:
            self.work += element.size // 2
            element._is_form = self.arithmetic.is_form(element.native)
        return element._is_form

    def directions(self, element: Element) -> list[Exponents]:
        """Some differences of the exponents of an element, not 0: independent, and all others depend on them."""
        if element._directions is None:
            self.work += element.size
            first, *others = self.arithmetic.terms(element.native)
            differences = (tuple(map(sub, other, first)) for other in others)
            element._directions = independent(differences, element.occurring.bit_count())
        return element._directions

    def are_scaled_to_one(self, related: Iterable[Element], variables: Sequence[int]) -> bool:
        """Whether zeros of elements at which none of some variables is 0 may be taken with these variables equal to 1.

        So it is where all elements are homogeneous for enough gradings: where no monomial in these variables alone is a
        quotient of monomials of the elements, up to powers. Then multiples of the coordinates by powers of numbers take
        zeros to zeros, and these variables to 1.

        >>> from casbridge.algebra import variables
        >>> a, b, x, y = variables(Ring.of("a b x y"))
        >>> elements = Elements(a.ring)
        >>> related = [elements.of_polynomial(p) for p in (x**2 - 2 * a**2, x * y + 3 * a * b)]
        >>> elements.are_scaled_to_one(related, [0, 1]), elements.are_scaled_to_one(related, [0, 1, 2])
        (True, False)
        """
        ones = sum(1 << v for v in variables)
        related = list(related)
        if any(element.size > 1 and not element.occurring & ~ones for element in related):
            return False  # two of its monomials have such a quotient
        size = self.ring.size
        found = independent(chained.from_iterable(map(self.directions, related)), size)
        rest = [v for v in range(size) if v not in variables]
        return len(independent(([*map(d.__getitem__, rest)] for d in found), size)) == len(found)

    def initial(self, element: Element) -> Element:
        """The leading coefficient in the main variable; 1 for constants."""
        if element._initial is None:
            native, variable = element.native, element.variable
            if variable < 0:
                element._initial = self.one
            else:
                self.work += element.size // 20
                element._initial = self.of(self.arithmetic.leading(native, variable, element.degree))
        return element._initial

    def initial_factors(self, chain: Iterable[Element]) -> dict[Element, None]:
        """The different irreducible factors of the initials of elements."""
        return {factor: None for element in chain for factor in self.factors(self.initial(element))}

    def factors(self, element: Element) -> tuple[Element, ...]:
        """The different irreducible factors over the field, lowest rank first; () for constants."""
        if element._factors is None:
            element._factors = self._factored(element)
        return element._factors

    def _factored(self, element: Element) -> tuple[Element, ...]:
        if element.size == 1:
            return tuple([self.variable(v) for v, degree in enumerate(element.degrees) if degree])
        if element.degree == 1 and self.initial(element) is self.one:
            return (element,)
        if 1 in element.degrees:
            return self._factors_where_linear(element)
        self.check()
        self.spend(50 + element.size * max(element.degrees, default=0) * (5 + self.bits(element) // 40), typical=0.2)
        powers = self.arithmetic.factor(element.native)
        if len(powers) == 1 and powers[0][1] == 1:
            return (element,)
        found = tuple(self.sorted({self.of(factor) for factor, _ in powers}))
        for part in found:
            part._factors = (part,)
        return found

    def _factors_where_linear(self, element: Element) -> tuple[Element, ...]:
        """The factors of a·v + b: the factors of gcd(a, b), and one more."""
        arithmetic = self.arithmetic
        self.check()
        self.spend(20 + element.size * (1 + self.bits(element) // 100))
        variable = element.degrees.index(1)
        slope = arithmetic.leading(element.native, variable, 1)
        if arithmetic.is_constant(slope):
            return (element,)
        rest = element.native - slope * arithmetic.generator(variable)
        common = self.of(self.gcd(slope, rest)) if rest else self.of(slope)
        if common is self.one:
            return (element,)
        other = self.of(arithmetic.quotient(element.native, common.native))
        other._factors = (other,)
        return tuple(self.sorted({other, *self.factors(common)}))

    def parts(self, element: Element) -> tuple[Element, ...]:
        """Elements whose product vanishes where this element does.

        They are the irreducible factors, where these are cheaply found. Otherwise they are the factors of the content
        with respect to the main variable, and the rest, which may be reducible.
        """
        if element._factors is not None or element.size * max(element.degrees, default=0) < self.cheap_to_factor:
            return self.factors(element)
        if element._parts is None:
            self.check()
            coefficients = self.coefficients(element.native, element.variable)
            content = self.of(self.content(coefficient for _, coefficient in coefficients))
            if content is self.one:
                element._parts = (element,)
            else:
                primitive = self.of(self.arithmetic.quotient(element.native, content.native))
                element._parts = tuple(dict.fromkeys([*self.parts(content), *self.parts(primitive)]))
        return element._parts

    def primitive(self, element: Element) -> Element:
        """The element without its content with respect to the main variable."""
        if element._primitive is None:
            element._primitive = element
            if not self.is_irreducible(element) and self.initial(element) is not self.one:
                coefficients = [coefficient for _, coefficient in self.coefficients(element.native, element.variable)]
                content = self.content(sorted(coefficients, key=len))
                element._primitive = self.of(self.arithmetic.quotient(element.native, content))
        return element._primitive

    def is_irreducible(self, element: Element) -> bool:
        """Whether the element is already known to be irreducible over the field."""
        return element._factors is not None and element in element._factors

    def content(self, natives: Iterable[Native]) -> Native:
        """The greatest common divisor of natives that are not 0; 1 as soon as it is a constant."""
        found: Native | None = None
        for native in natives:
            self.check()
            found = native if found is None else self.gcd(found, native)
            if self.arithmetic.is_constant(found):
                return self.one.native
        return self.one.native if found is None else found

    def coefficients(self, native: Native, variable: int) -> Iterator[tuple[int, Native]]:
        """The powers of a variable that occur, highest first, each with its coefficient."""
        while native:
            degree = self.arithmetic.degree(native, variable)
            coefficient, native = self.split_at(native, variable, degree)
            yield degree, coefficient

    def split_at(self, native: Native, variable: int, degree: int) -> tuple[Native, Native]:
        """The coefficient of variable^degree, the highest power that occurs, and the native without this power."""
        if not degree:
            return native, self.zero.native
        self.work += len(native) // 20
        return self.arithmetic.divide(native, self.arithmetic.generator(variable) ** degree)

    def gcd(self, first: Native, second: Native) -> Native:
        """The greatest common divisor, monic."""
        arithmetic = self.arithmetic
        size, other = len(first), len(second)
        if size <= 1 or other <= 1:
            self.work += 3 + (size + other) // 20
            return arithmetic.gcd(first, second)
        degrees = [*map(min, arithmetic.degrees(first), arithmetic.degrees(second))]
        degree, bits = max(degrees), min(arithmetic.bits(first), arithmetic.bits(second))
        work = 5 + (size + other) * degree * (100 + bits) // 1000
        if work > _LONG_GCD:
            self.check()
            found = arithmetic.gcd_of_forms(first, second)
            if found is not None:
                self.work += work // 10
                return found
        self.work += work
        return arithmetic.gcd(first, second)

    def coprime(self, first: Native, second: Native) -> tuple[Native, Native]:
        """Both without their greatest common divisor."""
        common = self.gcd(first, second)
        if self.arithmetic.is_constant(common):
            return first, second
        return self.arithmetic.quotient(first, common), self.arithmetic.quotient(second, common)

    def quotient(self, element: Element, divisor: Element) -> Element | None:
        """element / divisor where the division is exact, else None."""
        found = self.arithmetic.quotient(element.native, divisor.native)
        return None if found is None else self.of(found)

    def remainder(self, element: Element, divisor: Element) -> Element:
        """A pseudo-remainder: J·element ≡ remainder modulo divisor, where J divides a power of its initial."""
        if element.degrees[divisor.variable] < divisor.degree:
            return element
        if element is divisor:
            return self.zero
        found = self._remainders.get((element, divisor))
        if found is None:
            if len(self._remainders) > _MOST_REMEMBERED:
                self._remainders.clear()
            found = self._remainders[element, divisor] = self.of(self._pseudo_remainder(element, divisor))
        return found

    def _pseudo_remainder(self, element: Element, divisor: Element) -> Native:
        """The pseudo-remainder by an element that is no constant, up to a constant factor."""
        arithmetic, variable, degree = self.arithmetic, divisor.variable, divisor.degree
        native, initial = element.native, self.initial(divisor).native
        if initial is self.one.native:
            quotient, remainder = arithmetic.divide(native, divisor.native)
            products = element.size + len(quotient) * divisor.size
            self.work += 5 + products * coefficient_work(self.bits(element)) // 10
            return remainder
        generator = arithmetic.generator(variable)
        native, top = self._begun.pop((element, divisor), (native, element.degrees[variable]))
        try:
            while native and top >= degree:
                self.check()
                leading = arithmetic.leading(native, variable, top)
                left, right = self.coprime(initial, leading)
                products = len(left) * len(native) + len(right) * divisor.size
                work = 15 + products * coefficient_work(arithmetic.bits(native)) // 10
                if top > degree:
                    right *= generator ** (top - degree)
                if work > _LONG_STEP:
                    self.spend(work)
                    native = self._product(left, native) - self._product(right, divisor.native)
                else:
                    self.work += work
                    native = left * native - right * divisor.native
                top = degree - 1 if top == degree else arithmetic.degree(native, variable)
        except Paused:
            self._begun[element, divisor] = native, top
            raise
        return native

    def _product(self, first: Native, second: Native) -> Native:
        """first · second. A long product is computed in pieces, and the deadline is looked at before each."""
        if len(first) > len(second):
            first, second = second, first
        bits = max(self.arithmetic.bits(first), self.arithmetic.bits(second))
        work = len(first) * len(second) * coefficient_work(bits) // 10
        if work <= _LONG_PRODUCT or len(first) == 1:
            return first * second
        terms = [*self.arithmetic.terms(first).items()]
        each = max(1, len(terms) * _LONG_PRODUCT // work)
        total = self.zero.native
        for place in range(0, len(terms), each):
            self.deadline.check("no complete decomposition")
            total += self.arithmetic.from_terms(dict(terms[place : place + each])) * second
        return total

    def eliminated(self, first: Element, second: Element) -> Element | None:
        """A polynomial without the main variable of both that vanishes where both do; None where it is not easy.

        Forms in two variables without a common factor vanish together only where both variables do.
        """
        occurring = first.occurring | second.occurring
        if (
            occurring.bit_count() == 2
            and self.arithmetic.is_form(first.native)
            and self.arithmetic.is_form(second.native)
        ):
            if self.gcd(first.native, second.native) != self.one.native:
                return None
            lower = occurring ^ 1 << first.variable
            return self.variable(lower.bit_length() - 1)
        if self.is_irreducible(first) and self.is_irreducible(second):
            return self.easy_resultant(first, second)
        return None

    def easy_resultant(self, first: Element, second: Element) -> Element | None:
        """The resultant in the main variable of both; None where it is not small."""
        key = (first, second)
        if key not in self._resultants:
            self._resultants[key] = None
            size = first.size * second.size * first.degree * second.degree
            if size * (1 + (self.bits(first) + self.bits(second)) // 500) <= _EASY_RESULTANT:
                self.check()
                self.work += 20 + size // 10
                self._resultants[key] = self.of(self.arithmetic.resultant(first.native, second.native, first.variable))
        return self._resultants[key]

    def remainder_by(self, element: Element, chain: Sequence[Element]) -> Element:
        """The pseudo-remainder by a triangular set. chain: lowest main variable first."""
        degrees = element.degrees
        for divisor in reversed(chain):
            if degrees[divisor.variable] >= divisor.degree:
                element = self.remainder(element, divisor)
                degrees = element.degrees
        return element

    def sorted(self, elements: Iterable[Element]) -> list[Element]:
        """Elements of lowest rank first, then the shortest; the order is the same in every run."""
        found = list(elements)
        if len(found) > 1:
            found.sort(key=lambda e: (e.variable, e.degree, e.size, e.number))
        return found


def independent(vectors: Iterable[Sequence[int]], most: int) -> list[Exponents]:
    """Vectors of integers that are independent, and on which all others depend, but no more than `most`.

    >>> independent([(1, 1, 0), (2, 2, 0), (0, 1, 1)], 3)
    [(1, 1, 0), (0, 1, 1)]
    """
    found: list[Exponents] = []
    weights: list[tuple[int, ...]] | None = None  # a basis of what is orthogonal to all of them
    for vector in vectors:
        if weights is None:
            weights = [tuple(int(i == j) for j in range(len(vector))) for i in range(len(vector))]
        products = [sum(map(mul, weight, vector)) for weight in weights]
        pivot = next((i for i, product in enumerate(products) if product), None)
        if pivot is None:
            continue
        found.append(tuple(vector))
        if len(found) == most:
            break
        own, by = weights.pop(pivot), products.pop(pivot)
        weights = [
            tuple(by * a - product * b for a, b in zip(weight, own, strict=True)) if product else weight
            for weight, product in zip(weights, products, strict=True)
        ]
        weights = [tuple(a // common for a in weight) for weight in weights if (common := gcd(*weight))]
    return found


def coefficient_work(bits: int) -> int:
    """How many times longer steps with such coefficients take than with short ones.

    >>> coefficient_work(10), coefficient_work(10_000)
    (1, 57)
    """
    return 1 + bits // 500 + (bits // 1600) ** 2
