"""A second way to the irreducibility of a polynomial: its images in one variable over finite fields.

The polynomial is over L[xs], where L is given by a tower over K(us), and K is QQ or GF(p). An image of it:

- coefficients go to a finite field; over QQ, modulo a prime;
- the us go to elements of the finite field;
- the element that a step of the tower adjoins goes to a simple root of the step's image;
- the xs go to polynomials in one variable, of chosen degrees.

At a simple root the ring is regular, so that factors have images too (Gauss's lemma). If the image has the degree that
the largest terms would have, each factor keeps its degree. Then the degrees of a factor are sums of degrees of the
image's irreducible factors. The polynomial is irreducible if no such sum is there for all images.

Over QQ there are polynomials whose images are all reducible, like x⁴ + 1. Let all roots of f ∈ ℤ[x] be of an absolute
value of at most r. If f(n) is k times a prime and n − r > k, then f is irreducible. Otherwise f = g·h, and g or h is of
an absolute value of at most k at n. But each is at least n − r there.
Sources: M. O. Rabin, "Probabilistic algorithms in finite fields", 1980; M. R. Murty, "Prime numbers and irreducible
polynomials", 2002.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any

from casbridge.algebra.arithmetic import Exponents, need_flint
from casbridge.algebra.extensions import Step
from casbridge.algebra.fields import is_prime, next_prime
from casbridge.algebra.polynomials import Polynomial
from casbridge.errors import UnsupportedError
from casbridge.limits import Deadline

#: So many images are tried, and so many values of a polynomial over ℤ.
_IMAGES, _VALUES = 40, 100
#: The primes for polynomials over QQ are between these numbers.
_PRIMES = 50, 10_000
_LARGEST_EXTENSION = 7
#: Larger values than this are not tested for being prime.
_LARGEST_VALUE = 10**60
_SMALL_DIVISORS = tuple(filter(is_prime, range(30)))

_Terms = dict[Exponents, int]


def is_irreducible(polynomial: Polynomial, own: Sequence[int], tower: Sequence[Step], deadline: Deadline) -> bool:
    """True for a polynomial that is shown to be irreducible.

    own: the positions of the variables xs. tower: its steps, lowest first, each of them irreducible.
    Raises UnsupportedError where that is not shown, LimitError after the deadline.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.limits import NEVER
    >>> a, x, y = variables(Ring.of("a x y"))
    >>> is_irreducible(x**4 + y**4, [1, 2], [], NEVER), is_irreducible(x**2 - 3, [1], [Step(0, a**2 - 2)], NEVER)
    (True, True)
    >>> is_irreducible(x**2 - 8, [1], [Step(0, a**2 - 2)], NEVER)
    Traceback (most recent call last):
    casbridge.errors.UnsupportedError: no image shows that x**2 - 8 is irreducible
    """
    used = [v for v in own if polynomial.degree(v)]
    if sum(map(polynomial.degree, used)) == 1:
        return True
    need_flint("images")
    p = polynomial.ring.field.characteristic
    images = _Images(_whole(polynomial), used, [(step.variable, _whole(step.polynomial)) for step in tower], p)
    possible: dict[tuple[int, ...], set[int]] = {}
    for weights, image in islice(images.tries(), _IMAGES):
        deadline.check("no irreducible image")
        if image is None:
            continue
        sums = {0}
        for degree in _degrees(image, images.order, deadline):
            sums |= {one + degree for one in sums}
        known = possible[weights] = possible.get(weights, sums) & sums
        if known == {0, image.degree()}:
            return True
    integral = not p and not tower and list(polynomial.support()) == used
    if integral and any(_has_prime_value(one, deadline) for one in images.whole(3)):
        return True
    raise UnsupportedError(f"no image shows that {polynomial} is irreducible")


def _whole(polynomial: Polynomial) -> _Terms:
    """The terms of a multiple with whole coefficients, over QQ without a common divisor."""
    return {e: int(c) for e, c in polynomial.normal().terms.items()}


class _Images:
    """Random images of a polynomial, the same ones each time.

    order: of the finite field of the last image.
    """

    def __init__(self, terms: _Terms, own: Sequence[int], tower: Sequence[tuple[int, _Terms]], p: int) -> None:
        self.terms, self.own, self.tower, self.p = terms, own, tower, p
        self.order = 0
        self._dice = random.Random(0)

    def tries(self) -> Iterator[tuple[tuple[int, ...], Any]]:
        """The degrees of what the xs go to, and an image without multiple factors; None where a try fails."""
        from flint import fq_default_ctx, fq_default_poly_ctx

        degree = 1
        for v, terms in self.tower:
            degree *= max(e[v] for e in terms)
        for number in count():
            if self.p:
                # Numbers stay numbers in the smallest field that has the tower's roots. Others give more values.
                extension = degree if number < 5 else self._dice.randint(1, _LARGEST_EXTENSION)
                field = fq_default_ctx(self.p, extension)
            else:
                field = fq_default_ctx(next_prime(self._dice.randint(*_PRIMES)), 1)
            self.order = int(field.order())
            weights = self._weights()
            yield weights, self._image(field, fq_default_poly_ctx(field), weights)

    def whole(self, most: int) -> Iterator[list[int]]:
        """Images over the integers: their coefficients, lowest first."""
        from flint import fmpz_poly

        for _ in range(most):
            weights = self._weights()
            rest = [[0] if len(self.own) == 1 else [self._dice.randint(-2, 2) for _ in range(w)] for w in weights]
            at = {v: fmpz_poly([*low, 1]) for v, low in zip(self.own, rest, strict=True)}
            image = self._sum(self.terms, at, fmpz_poly([1]))
            if image.degree() == self._degree(weights):
                content = int(image.content())
                yield [int(c) // content for c in image.coeffs()]

    def _weights(self) -> tuple[int, ...]:
        return (1,) if len(self.own) == 1 else tuple(self._dice.randint(1, 2) for _ in self.own)

    def _degree(self, weights: Sequence[int]) -> int:
        return max(sum(e[v] * w for v, w in zip(self.own, weights, strict=True)) for e in self.terms)

    def _number(self, field: Any) -> Any:
        """A random element."""
        value, power = field.zero(), field.one()
        for _ in range(int(field.degree())):
            value, power = value + power * self._dice.randrange(int(field.characteristic())), power * field.gen()
        return value

    def _image(self, field: Any, ring: Any, weights: Sequence[int]) -> Any:
        steps = {v for v, _ in self.tower}
        size = len(next(iter(self.terms)))
        at: dict[int, Any] = {
            v: ring([self._number(field)]) for v in range(size) if v not in self.own and v not in steps
        }
        for v, terms in self.tower:
            step = self._sum(terms, {**at, v: ring.gen()}, ring([field.one()]))
            if step.degree() < max(e[v] for e in terms):
                return None
            roots = [root for root, multiplicity in step.roots() if multiplicity == 1]
            if not roots:
                return None
            at[v] = ring([self._dice.choice(roots)])
        for v, weight in zip(self.own, weights, strict=True):
            alone = len(self.own) == 1
            rest = [field.zero()] if alone else [self._number(field) for _ in range(weight)]
            at[v] = ring([*rest, field.one()])
        image = self._sum(self.terms, at, ring([field.one()]))
        if image.degree() < self._degree(weights) or image.gcd(image.derivative()).degree():
            return None
        return image.monic()

    @staticmethod
    def _sum(terms: _Terms, at: dict[int, Any], one: Any) -> Any:
        """The polynomial where the variables have these values."""
        powers: dict[tuple[int, int], Any] = {}
        total = one - one
        for exponents, coefficient in terms.items():
            product = one * coefficient
            for v, e in enumerate(exponents):
                if e:
                    if (v, e) not in powers:
                        powers[v, e] = at[v] ** e
                    product = product * powers[v, e]
            total = total + product
        return total


def _degrees(image: Any, order: int, deadline: Deadline) -> list[int]:
    """The degrees of the irreducible factors of a monic polynomial over a finite field without multiple factors.

    order: of the field. x^(order^d) − x is the product of the irreducible polynomials whose degree divides d.
    """
    x = image.context().gen()
    found: list[int] = []
    power, degree = x, 0
    while image.degree() >= 2 * (degree + 1):
        deadline.check("no irreducible image")
        degree += 1
        power = power.pow_mod(order, image)
        common = image.gcd(power - x)
        found += [degree] * (common.degree() // degree)
        if common.degree():
            image = image.exact_division(common)
            power = divmod(power, image)[1] if image.degree() else power
    return [*found, image.degree()] if image.degree() else found


def _has_prime_value(coefficients: Sequence[int], deadline: Deadline) -> bool:
    """Whether a value shows that a polynomial over the integers has no factors of lower degree.

    coefficients: lowest first; without a common divisor.
    """
    from flint import fmpz

    *rest, leading = coefficients
    sizes = [(abs(coefficient) * 2**k, k) for k, coefficient in enumerate(reversed(rest), 1)]
    # All roots are of an absolute value of at most r, if |a(m−k)|·2ᵏ ≤ |a(m)|·rᵏ for all k.
    high = next(n for n in count() if all(size <= abs(leading) << n * k for size, k in sizes))
    roots = bisect_left(range(2**high), True, key=lambda r: all(size <= abs(leading) * r**k for size, k in sizes))
    for n in range(roots + 1, roots + _VALUES):
        deadline.check("no prime value")
        value = 0
        for coefficient in reversed(coefficients):
            value = value * n + coefficient
        value, small = abs(value), 1
        for divisor in _SMALL_DIVISORS:
            while value % divisor == 0 and value > divisor and small * divisor < n - roots:
                value, small = value // divisor, small * divisor
        if value > _LARGEST_VALUE:
            return False
        if small < n - roots and fmpz(value).is_prime():
            return True
    return False
