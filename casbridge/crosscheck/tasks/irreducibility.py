"""Second ways to the irreducibility of a polynomial: images in one variable, over finite fields and over QQ.

The polynomial is over L[xs], where L is given by a tower over K(us), and K is QQ or GF(p). An image of it:

- coefficients go to a finite field; over QQ, modulo a prime;
- the us go to elements of the finite field;
- the element that a step of the tower adjoins goes to a simple root of the step's image;
- the xs go to polynomials in one variable, of chosen degrees.

At a simple root the ring is regular, so that factors have images too (Gauss's lemma). If the image has the degree that
the largest terms would have, each factor keeps its degree. Then the degrees of a factor are sums of degrees of the
image's irreducible factors. The polynomial is irreducible if no such sum is there for all images.

Over QQ there are polynomials whose images are all reducible, like x⁴ + 1. They have images over ℤ: the us go to
integers, and of what is over the tower the norm N ∈ ℤ[t] is taken. Let d be the degree of the tower, and w the degree
that the largest terms would have. If N is irreducible and of degree d·w, then the ring of t over the tower's image is
the field QQ[t]/N. So the tower's image is a field, and the polynomial's image irreducible over it. That N ∈ ℤ[t] is
irreducible is shown by one of these:

- Let all roots of N be of an absolute value of at most r. If N(n) is k times a prime and n − r > k, then N is
  irreducible. Otherwise N = g·h, and g or h is of an absolute value of at most k at n, where each is at least n − r.
- Two engines that share no code for factoring find no factors: FLINT, and SymPy's algorithm of Zassenhaus.

Over GF(p)(us) there are such polynomials, too. The norm in GF(p)[us, xs] is packed: powers of one variable stand for
its monomials (Kronecker). Each factor is unpacked from a product of the packed norm's irreducible factors.

Sources: M. O. Rabin, "Probabilistic algorithms in finite fields", 1980; M. R. Murty, "Prime numbers and irreducible
polynomials", 2002; B. M. Trager, "Algebraic factoring and rational function integration", 1976.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, count, islice
from math import prod
from typing import Any

from casbridge.algebra.arithmetic import Arithmetic, Exponents, Native, Terms, arithmetic_of, need_flint
from casbridge.algebra.extensions import Step
from casbridge.algebra.fields import QQ, Field, is_prime, local_ring, next_prime
from casbridge.algebra.polynomials import Polynomial
from casbridge.errors import LimitError, UnsupportedError, limit_of
from casbridge.limits import Deadline
from casbridge.processes.apart import attempt

#: So many images over finite fields are tried, so many over ℤ, and so many values of each of these.
_IMAGES, _WHOLE_IMAGES, _VALUES = 40, 6, 100
#: The highest degree of an image over ℤ, and of a norm over GF(p) in one variable that stands for several.
_HIGHEST_NORM, _HIGHEST_PACKED = 100, 3_000
_MOST_PARTS = 10
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
    field = polynomial.ring.field.characteristic
    images = _Images(_whole(polynomial), used, [(step.variable, _whole(step.polynomial)) for step in tower], field)
    with suppress(LimitError):
        if _by_finite_fields(images, deadline.share(0.4)):
            return True
    if images.norm_degree <= _HIGHEST_NORM:
        # Resultants and SymPy look at no deadline.
        soon = deadline.share(0.9)
        done = attempt(_by_packing if field else _by_integers, images, soon, deadline=soon)
        if done.error is not None and not limit_of(done.error):
            raise done.error
        if done.value:
            return True
    deadline.check("no irreducible image")
    raise UnsupportedError(f"no image shows that {polynomial} is irreducible")


def _by_finite_fields(images: _Images, deadline: Deadline) -> bool:
    """Whether images over finite fields leave no degree for a factor."""
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
    return False


def _by_integers(images: _Images, deadline: Deadline) -> bool:
    """Whether an image over the integers is irreducible."""
    from flint import fmpz_poly
    from sympy import ZZ
    from sympy.polys.factortools import dup_zz_zassenhaus

    for image in images.whole():
        deadline.check("no irreducible image")
        (_, multiplicity), *others = fmpz_poly(image).factor()[1]
        if others or multiplicity > 1:
            continue
        # Zassenhaus's algorithm tries products of all factors modulo a prime: values are quicker where they decide.
        if _has_prime_value(image, deadline) or len(dup_zz_zassenhaus([ZZ(c) for c in image[::-1]], ZZ)) == 1:
            return True
    return False


def _by_packing(images: _Images, deadline: Deadline) -> bool:
    """Whether a norm over GF(p) is irreducible, after its variables became powers of one: so no factors coincide.

    A factor of the norm becomes a product of factors of that image, and is read off it.
    """
    from flint import fq_default_ctx, fq_default_poly_ctx

    ring = fq_default_poly_ctx(fq_default_ctx(images.p, 1))
    for norm, frees in images.norms():
        radices = [norm.degree(v) + 1 for v in range(norm.ring.size)]
        if not norm or prod(radices) > _HIGHEST_PACKED:
            return False
        packed = [0] * prod(radices)
        for exponents, coefficient in norm.terms.items():
            packed[sum(e * prod(radices[:v]) for v, e in enumerate(exponents))] = int(coefficient)
        image = ring(packed)
        powers = image.factor()[1]
        parts = [factor for factor, multiplicity in powers if multiplicity == 1]
        degrees = sorted(part.degree() for part in parts)
        if not len(degrees) == len(powers) <= _MOST_PARTS or degrees != sorted(
            _degrees(image.monic(), images.p, deadline)
        ):
            continue

        def unpacked(product: Any, norm: Polynomial = norm, radices: Sequence[int] = radices) -> Polynomial:
            terms = {}
            for place, coefficient in enumerate(product.coeffs()):
                exponents = tuple(place // prod(radices[:v]) % radix for v, radix in enumerate(radices))
                terms[exponents] = norm.ring.field.element(int(coefficient))
            return Polynomial(norm.ring, terms)

        first, *others = parts
        products = (prod(chosen, start=first) for n in range(len(others)) for chosen in combinations(others, n))
        if not any(_is_proper(norm, unpacked(one), frees) for one in deadline.over(products, every=20)):
            return True
    return False


def _is_proper(polynomial: Polynomial, factor: Polynomial, frees: int) -> bool:
    """Whether a factor and its cofactor have variables beside the first ones, so many."""
    quotient = polynomial.quotient(factor)
    return quotient is not None and all(one.support() and one.support()[-1] >= frees for one in (factor, quotient))


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
        self.tower_degree = prod(max(e[v] for e in step) for v, step in tower)
        adjoined = {v for v, _ in tower}
        self.frees = [v for v in range(len(next(iter(terms)))) if v not in own and v not in adjoined]
        self._dice = random.Random(0)

    def tries(self) -> Iterator[tuple[tuple[int, ...], Any]]:
        """The degrees of what the xs go to, and an image without multiple factors; None where a try fails."""
        from flint import fq_default_ctx, fq_default_poly_ctx

        for number in count():
            if self.p:
                # Numbers stay numbers in the smallest field that has the tower's roots. Others give more values.
                extension = self.tower_degree if number < 5 else self._dice.randint(1, _LARGEST_EXTENSION)
                field = fq_default_ctx(self.p, extension)
            else:
                field = fq_default_ctx(next_prime(self._dice.randint(*_PRIMES)), 1)
            self.order = int(field.order())
            weights = self._weights()
            yield weights, self._image(field, fq_default_poly_ctx(field), weights)

    @property
    def norm_degree(self) -> int:
        """The highest degree of an image over ℤ."""
        return max(sum(e[v] for v in self.own) for e in self.terms) * min(len(self.own), 2) * self.tower_degree

    def whole(self) -> Iterator[list[int]]:
        """Images over the integers, without common divisors: their coefficients, lowest first."""
        size = len(self.tower)
        ring = local_ring(QQ, size + 1)
        arithmetic = arithmetic_of(ring)
        one, t = arithmetic.constant(1), arithmetic.generator(size)
        for _ in range(_WHOLE_IMAGES):
            weights, moved = self._weights(), t + self._shift(arithmetic)
            at = {v: one * self._dice.randint(-50, 50) for v in self.frees}
            for v, weight in zip(self.own, weights, strict=True):
                rest = [0] * weight if len(self.own) == 1 else [self._dice.randint(-2, 2) for _ in range(weight)]
                at[v] = sum((moved**k * c for k, c in enumerate(rest)), moved**weight)
            norm = Polynomial(ring, self._norm(arithmetic, at)).normal()
            degree = self._degree(weights) * self.tower_degree
            if norm.degree(size) == degree:
                yield [int(norm.terms.get((*(0,) * size, k), 0)) for k in range(degree + 1)]

    def norms(self) -> Iterator[tuple[Polynomial, int]]:
        """Over GF(p): the polynomial's norms in the us and xs, after shifts of these. The us come first: how many."""
        size = len(self.tower)
        others = [*self.frees, *self.own]
        ring, small = (local_ring(Field(self.p), number) for number in (size + len(others), len(others)))
        arithmetic = arithmetic_of(ring)
        for _ in range(_WHOLE_IMAGES):
            at = {v: arithmetic.generator(size + place) for place, v in enumerate(others)}
            at = {v: x + arithmetic.constant(self._dice.randrange(self.p)) for v, x in at.items()}
            at[self.own[0]] += self._shift(arithmetic)
            norm = Polynomial(ring, self._norm(arithmetic, at)).normal()
            yield Polynomial(small, {e[size:]: c for e, c in norm.terms.items()}), len(self.frees)

    def _shift(self, arithmetic: Arithmetic) -> Native:
        """A sum of multiples of what the tower adjoins."""
        zero = arithmetic.constant(0)
        return sum((arithmetic.generator(v) * self._dice.choice((-2, -1, 1, 2)) for v in range(len(self.tower))), zero)

    def _norm(self, arithmetic: Arithmetic, at: dict[int, Native]) -> Terms:
        """The norm of the polynomial at values of the us and xs, up to a constant. The tower's variables come first."""
        one = arithmetic.constant(1)
        at = at | {v: arithmetic.generator(place) for place, (v, _) in enumerate(self.tower)}
        norm = self._sum(self.terms, at, one)
        for place, (_, terms) in reversed([*enumerate(self.tower)]):
            norm = arithmetic.resultant(self._sum(terms, at, one), norm, place)
        return arithmetic.terms(norm)

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
