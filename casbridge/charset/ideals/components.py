"""Minimal primes, the radical and a primary decomposition of an ideal.

The minimal primes are among the sat(C) of the irreducible chains C of Wu's method. The primary decomposition is by
Shimoyama and Yokoyama ("Localization and primary decomposition of polynomial ideals", 1996). A separator sᵢ is in all
minimal primes but Pᵢ. An ideal I is the intersection of the I : sᵢ^∞ and of I + ⟨s₁^k₁, …, sᵣ^kᵣ⟩. I : sᵢ^∞ has the one
minimal prime Pᵢ. Its primary component is its saturation by h: the product of the leading coefficients of a basis over
K[u], where u are independent modulo Pᵢ (Gianni, Trager and Zacharias, 1988).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import class_of, initial
from casbridge.charset.ideals.bases import groebner_basis
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.operations import intersected, saturated
from casbridge.charset.series import series_of
from casbridge.errors import UnsupportedError

#: More primes than this are not compared with each other.
MOST_PRIMES = 500


@dataclass(frozen=True)
class Prime:
    """A prime ideal sat(C) of an irreducible chain C.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> Prime((x * y - x,), Ideal(x.ring, [y - 1])).parameters
    (0,)
    """

    chain: tuple[Polynomial, ...]
    ideal: Ideal

    @property
    def parameters(self) -> tuple[int, ...]:
        """The positions of the variables that no element of the chain has for its main variable: independent ones."""
        main = {class_of(polynomial) - 1 for polynomial in self.chain}
        return tuple(v for v in range(self.ideal.ring.size) if v not in main)


def minimal_primes(ideal: Ideal) -> list[Prime]:
    """The minimal primes over an ideal; [] for the whole ring.

    Raises LimitError, and UnsupportedError where the arithmetic cannot factor or there are too many.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> [prime.ideal.basis for prime in minimal_primes(Ideal(x.ring, [x**2 * y - x**2]))]
    [(x,), (y - 1,)]
    """
    found: list[Prime] = []
    system = PolynomialSystem.of(ideal.ring, ideal.generators)
    for chain in series_of(system, ideal.deadline):
        if len(found) >= MOST_PRIMES:
            raise UnsupportedError(f"there are more than {MOST_PRIMES} chains")
        found.append(prime_of(chain.polynomials, ideal))
    found.sort(key=lambda prime: len(prime.chain))
    minimal: list[Prime] = []
    for prime in found:
        if not any(prime.ideal.includes(other.ideal) for other in minimal):
            minimal = [other for other in minimal if not other.ideal.includes(prime.ideal)]
            minimal.append(prime)
    return minimal


def prime_of(chain: Sequence[Polynomial], within: Ideal) -> Prime:
    """The prime sat(C) = ⟨C⟩ : (∏ initials)^∞ of an irreducible chain of zeros of an ideal.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> prime_of([x * y - x], Ideal(x.ring, [])).ideal
    ⟨y - 1⟩
    """
    # The ideal's own generators are in the prime, and spare Buchberger's algorithm some work.
    found = Ideal(within.ring, (*chain, *within.generators), within.deadline)
    for divisor in dict.fromkeys(initial(polynomial).normal() for polynomial in chain):
        if not divisor.is_constant:
            found = saturated(found, [divisor])
    return Prime(tuple(chain), found)


def radical(ideal: Ideal) -> Ideal:
    """√I, the intersection of the minimal primes.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> radical(Ideal(x.ring, [x**2 * y, x * y**2]))
    ⟨x*y⟩
    """
    return intersection([prime.ideal for prime in minimal_primes(ideal)], ideal)


def intersection(ideals: Sequence[Ideal], within: Ideal) -> Ideal:
    """The intersection of ideals; the whole ring where there are none. within: for the ring and the deadline.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> intersection([], Ideal(x.ring, [x]))
    ⟨1⟩
    """
    whole = Ideal(within.ring, [Polynomial.constant(within.ring, 1)], within.deadline)
    return intersected(ideals) if ideals else whole


def multiplier(ideal: Ideal, parameters: Iterable[int]) -> Polynomial:
    """A polynomial h in the parameters u such that I : h^∞ is what I generates over K(u), cut with the ring.

    parameters: positions of variables.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> multiplier(Ideal(x.ring, [x * y - 1]), [0])
    x
    """
    ring = ideal.ring
    lowest = tuple(parameters)
    places = (*lowest, *(v for v in range(ring.size) if v not in lowest))
    moved = Ring(ring.field, tuple(ring.variables[v] for v in places))
    there = [places.index(v) for v in range(ring.size)]
    found = groebner_basis(moved, [f.rename(moved, there) for f in ideal.basis], "lex", ideal.deadline)
    factors: dict[Polynomial, None] = {}
    size = len(lowest)
    for polynomial in found:
        # In the lexicographic order the variables above the parameters come first.
        top = max((e[size:] for e in polynomial.terms), key=lambda e: e[::-1])
        leading = {(*e[:size], *(0,) * len(top)): c for e, c in polynomial.terms.items() if e[size:] == top}
        for factor, _ in Polynomial(moved, leading).factors():
            if not factor.is_constant:
                factors[factor.rename(ring, places)] = None
    return reduce(lambda product, factor: product * factor, factors, Polynomial.constant(ring, 1))


def separators(primes: Sequence[Prime]) -> list[Polynomial]:
    """For each of some minimal primes a polynomial that is in all the others and not in this one.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> separators(minimal_primes(Ideal(x.ring, [x * y])))
    [y, x]
    """
    found = []
    for prime in primes:
        factors: dict[Polynomial, None] = {}
        for other in primes:
            if other is not prime:
                outside = [f for f in other.ideal.basis if not prime.ideal.contains(f)]
                if not any(f in factors for f in outside):
                    factors[outside[0]] = None
        one = Polynomial.constant(prime.ideal.ring, 1)
        found.append(reduce(lambda product, factor: product * factor, factors, one))
    return found


@dataclass(frozen=True)
class Primary:
    """A primary ideal and its prime.

    >>> from casbridge.algebra import variables
    >>> (x,) = variables(Ring.of("x"))
    >>> primary_decomposition(Ideal(x.ring, [x**2]))[0].prime.basis
    (x,)
    """

    ideal: Ideal
    prime: Ideal


def primary_decomposition(ideal: Ideal) -> list[Primary]:
    """Primary ideals with different primes whose intersection is the ideal, none of which can be left out.

    Raises what `minimal_primes` raises.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> [part.ideal.basis for part in primary_decomposition(Ideal(x.ring, [x**2, x * y]))]
    [(x,), (y, x**2)]
    """
    found: list[Primary] = []
    waiting = [ideal]
    rest = intersection([], ideal)
    while waiting:
        current = waiting.pop()
        if current.includes(rest):
            continue  # it adds nothing to the intersection
        primes = minimal_primes(current)
        powers = []
        for prime, separator in zip(primes, separators(primes), strict=True):
            isolated = saturated(current, [separator])
            powers.append(separator ** _exponent(current, isolated, separator))
            h = multiplier(isolated, prime.parameters)
            part = saturated(isolated, [h])
            found.append(Primary(part, prime.ideal))
            rest = intersected([rest, part])
            if not isolated.includes(part):
                waiting.append(isolated.plus([h ** _exponent(isolated, part, h)]))
        if len(primes) > 1:
            waiting.append(current.plus(powers))
    return _irredundant(found, ideal)


def _exponent(ideal: Ideal, quotient: Ideal, polynomial: Polynomial) -> int:
    """The least k with polynomialᵏ · quotient in the ideal."""
    return max((ideal.power(polynomial, f) for f in quotient.basis), default=0)


def _irredundant(parts: Sequence[Primary], ideal: Ideal) -> list[Primary]:
    """One primary ideal for each prime, and none that the others' intersection lies in."""
    by_prime: dict[tuple[Polynomial, ...], Primary] = {}
    for part in parts:
        key = part.prime.basis
        known = by_prime.get(key)
        by_prime[key] = part if known is None else Primary(intersected([known.ideal, part.ideal]), part.prime)
    kept = list(by_prime.values())
    for part in reversed(list(by_prime.values())):
        others = [other.ideal for other in kept if other is not part]
        if part.ideal.includes(intersection(others, ideal)):
            kept.remove(part)
    return kept
