"""Second ways to what the reference says of ideals: none of them repeats the computation that it checks.

For a homogeneous ideal I, HS(I) is the Hilbert series of the ring modulo I. Other ideals are homogenised first: the
basis that compares degrees first becomes a basis of the homogenised ideal.

- A membership: another algorithm writes down how each polynomial is made of the generators, and the sums are expanded.
- An intersection: HS(I ∩ J) = HS(I) + HS(J) − HS(I + J). A polynomial that got lost changes the left side.
- A unit: its determinant is not 0, modulo a prime. It is no zero divisor.
- A saturation: f is no zero divisor modulo I exactly if HS(I + ⟨f⟩) = (1 − tᵈ)·HS(I), where d is the degree of f.
- An elimination: Buchberger's criterion for the whole basis, with a division that is not the one that made it.
- The prime of a chain: all pseudo-remainders by the chain are 0. Its initials and separants are no zero divisors. Then
  it is radical in any case, by Lazard's lemma, and prime if the chain is irreducible.
- A pseudo-remainder that is 0: the identity of each step of the division is expanded.
- A primary ideal: its prime is in its radical, and no number of the field K(u) is a zero divisor modulo it.
- The Hilbert series: from the monomials one by one, by HS(M + ⟨m⟩) = HS(M) − t^deg(m)·HS(M : m).

Sources: Cox, Little and O'Shea, *Ideals, Varieties, and Algorithms*, 2015, chapters 8 to 10; Boulier, Lemaire and
Moreno Maza, "Well known theorems on triangular systems", 2006.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import comb
from operator import sub

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.charset.definitions.division import is_trivial, pseudo_division, pseudo_remainders
from casbridge.charset.definitions.ranks import class_of, initial
from casbridge.charset.general.cofactors import ExplainedBasis
from casbridge.charset.general.groebner import standard_monomials
from casbridge.charset.groebner.primes import word_primes
from casbridge.charset.ideals.bases import elimination_basis, groebner_basis
from casbridge.charset.ideals.components import Prime
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import hilbert_numerator, leading_monomials
from casbridge.charset.ideals.operations import wider_ring
from casbridge.charset.ideals.quotients import OrderedBasis, quotient_algebra
from casbridge.crosscheck.division import Divisor, failing_pair
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline

#: Higher powers than this are not tried.
_HIGHEST_POWER = 200
_MOST_MONOMIALS = 200


def have_all(generators: Sequence[Polynomial], polynomials: Sequence[Polynomial], deadline: Deadline) -> bool:
    """Whether the ideal of some generators has some polynomials.

    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> have_all([x - y, y**2], [x**2], NEVER), have_all([x - y, y**2], [x], NEVER)
    (True, False)
    """
    wanted = [polynomial for polynomial in polynomials if polynomial]
    if not generators or not wanted:
        return not wanted
    basis = ExplainedBasis(generators, deadline)
    return basis.is_explained() and not any(basis.remainder(polynomial) for polynomial in wanted)


def is_intersection(found: Ideal, first: Ideal, second: Ideal, deadline: Deadline) -> bool:
    """Whether an ideal is the intersection of two others.

    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> one, other = Ideal(x.ring, [x]), Ideal(x.ring, [x**2, y])
    >>> [is_intersection(Ideal(x.ring, f), one, other, NEVER) for f in ([x * y, x**2], [x * y], [x])]
    [True, False, False]
    """
    if not (first.includes(found) and second.includes(found)):
        return False
    both = _homogeneous_sum(first.ring, (*first.basis, *second.basis), deadline)
    left = zip_longest(_numerator(found), both, fillvalue=0)
    right = zip_longest(_numerator(first), _numerator(second), fillvalue=0)
    return not any(a + b - c - d for (a, b), (c, d) in zip_longest(left, right, fillvalue=(0, 0)))


def is_saturation(found: Ideal, ideal: Ideal, polynomials: Sequence[Polynomial], deadline: Deadline) -> bool:
    """Whether an ideal is the saturation of another one by some polynomials.

    Raises LimitError where a power would be needed that is too high.

    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> [is_saturation(Ideal(x.ring, [f]), Ideal(x.ring, [x**2 * y]), [x], NEVER) for f in (y, x * y, 2 * y)]
    [True, False, True]
    """
    by = [f for f in polynomials if f]
    if not found.includes(ideal):
        return False
    if not by:
        return found.is_whole
    if not all(_in_saturation(ideal, f, g) for f in by for g in found.basis):
        return False
    return found.is_whole or has_no_zero_divisor(found, by, deadline)


def _in_saturation(ideal: Ideal, by: Polynomial, polynomial: Polynomial) -> bool:
    """Whether a product with a power of a polynomial is in an ideal."""
    left = ideal.remainder(polynomial)
    for _ in range(_HIGHEST_POWER):
        if not left:
            return True
        if by.is_constant:
            return False
        left = ideal.remainder(left * by)
    raise LimitError(f"no power up to {_HIGHEST_POWER} of {by} is high enough")


def has_no_zero_divisor(ideal: Ideal, polynomials: Sequence[Polynomial], deadline: Deadline) -> bool:
    """Whether no polynomial outside an ideal has all its products with some polynomials in it.

    For several polynomials f, g, h this means that f + s·g + s²·h is no zero divisor, where s is one more variable.

    >>> from casbridge.limits import NEVER
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> ideal = Ideal(x.ring, [x * y, x * z])
    >>> [has_no_zero_divisor(ideal, by, NEVER) for by in ([y], [x], [y, z], [x, y], [z + x])]
    [False, False, False, True, True]
    """
    ring, basis, one = ideal.ring, ideal.basis, polynomials[0]
    if len(polynomials) > 1:
        ring, up = wider_ring(ring)
        s = variables(ring)[-1]
        basis = tuple(map(up, basis))
        one = sum((up(f) * s**n for n, f in enumerate(polynomials)), Polynomial(ring))
    if one.is_constant:
        return bool(one) or ideal.is_whole
    if ring is ideal.ring and _is_unit(ideal, one, deadline):
        return True
    both = _homogeneous_sum(ring, (*basis, one), deadline)
    alone = _numerator(ideal)
    shifted = [0] * one.total_degree + alone
    terms = zip_longest(both, alone, shifted, fillvalue=0)
    return not any(a - b + c for a, b, c in terms)


def _is_unit(ideal: Ideal, polynomial: Polynomial, deadline: Deadline) -> bool:
    """Whether a polynomial is seen to be a unit modulo an ideal with few standard monomials.

    Over QQ its determinant is a fraction with a denominator that the prime does not divide. If its image is not 0, it
    is not 0.
    """
    finite = OrderedBasis(ideal.ring, ideal.basis, "degrevlex")
    standard = standard_monomials(ideal.ring.size, finite.leading(), _MOST_MONOMIALS)
    p = ideal.ring.field.characteristic or next(word_primes())
    if standard is None or p.bit_length() > 63:
        return False
    try:
        algebra = quotient_algebra(finite, standard, p, deadline)
        return bool(algebra.element({e: algebra.number(c) for e, c in polynomial.terms.items()}).det())
    except ValueError:  # the prime divides a denominator
        return False


def _numerator(ideal: Ideal) -> list[int]:
    """The numerator of the Hilbert series of the homogenised ideal."""
    return hilbert_numerator(leading_monomials(ideal), ideal.deadline)


def _homogeneous_sum(ring: Ring, polynomials: Sequence[Polynomial], deadline: Deadline) -> list[int]:
    """The numerator of the Hilbert series of what the homogenised polynomials generate."""
    wider, _ = wider_ring(ring)

    def homogenised(polynomial: Polynomial) -> Polynomial:
        degree = polynomial.total_degree
        return Polynomial(wider, {(*e, degree - sum(e)): c for e, c in polynomial.terms.items()})

    basis = groebner_basis(wider, map(homogenised, polynomials), "degrevlex", deadline)
    return _numerator(Ideal(wider, basis, deadline))


def is_elimination(found: Ideal, ideal: Ideal, positions: Sequence[int], deadline: Deadline) -> bool:
    """Whether an ideal is what another one has without the variables at some positions.

    >>> from casbridge.limits import NEVER
    >>> t, x, y = variables(Ring.of("t x y"))
    >>> ideal = Ideal(t.ring, [x - t**2, y - t**3])
    >>> [is_elimination(Ideal(t.ring, f), ideal, [0], NEVER) for f in ([y**2 - x**3], [], [x - t**2])]
    [True, False, False]
    """
    if any(v in positions for f in found.basis for v in f.support()) or not ideal.includes(found):
        return False
    whole, weight = elimination_basis(ideal.ring, ideal.generators, positions, deadline)
    # In the order of the division the highest variable is the greatest.
    places = (*(v for v in range(ideal.ring.size) if v not in positions), *reversed(positions))
    ring = Ring(ideal.ring.field, tuple(ideal.ring.variables[v] for v in places))
    weights = [weight if v in positions else 1 for v in places]

    def weighted(polynomial: Polynomial) -> Polynomial:
        terms = polynomial.terms.items()
        return Polynomial(ring, {tuple(e[v] * w for v, w in zip(places, weights, strict=True)): c for e, c in terms})

    basis = [weighted(f) for f in whole]
    divisor = Divisor(basis, "degrevlex", deadline)
    if any(divisor.remainder(weighted(f)) for f in ideal.generators):
        return False
    if failing_pair(basis, "degrevlex", deadline) is not None:
        return False
    kept = len(places) - len(positions)
    leading = [max(f.terms, key=lambda e: (sum(e), *(-x for x in e)), default=()) for f in basis]
    low = [f for f, top in zip(whole, leading, strict=True) if not any(top[kept:])]
    return found.outside(low) is None


def is_of_chain(prime: Prime, deadline: Deadline) -> bool:
    """Whether an ideal is sat(C) for its chain C, and radical.

    Raises UnsupportedError for chains that are inseparable.

    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> chains = ([x * y - x], [y - 1]), ([x * y - x], [x * y - x]), ([x**2], [x**2])
    >>> [is_of_chain(Prime(tuple(chain), Ideal(x.ring, ideal)), NEVER) for chain, ideal in chains]
    [True, False, False]
    """
    chain, ideal = prime.chain, prime.ideal
    if ideal.is_whole or ideal.outside(chain) is not None or any(pseudo_remainders(ideal.basis, chain)):
        return False
    divisors: dict[Polynomial, None] = {}
    if not is_separable(chain):
        raise UnsupportedError(f"the chain of {ideal} is inseparable")
    for polynomial in chain:
        divisors[initial(polynomial).normal()] = divisors[_separant(polynomial).normal()] = None
    return all(has_no_zero_divisor(ideal, [divisor], deadline) for divisor in divisors if not divisor.is_constant)


def is_separable(chain: Sequence[Polynomial]) -> bool:
    """Whether no separant of a chain is 0.

    >>> x, y = variables(Ring.of("x y", field="GF(2)"))
    >>> is_separable([y**2 + x]), is_separable([y**2 + y + x])
    (False, True)
    """
    return all(map(_separant, chain))


def _separant(polynomial: Polynomial) -> Polynomial:
    return polynomial.derivative(class_of(polynomial) - 1)


def has_zero_remainder(polynomial: Polynomial, chain: Sequence[Polynomial], deadline: Deadline) -> bool:
    """Whether I1^s1 ⋯ Ir^sr · f = Q1·C1 + ⋯ + Qr·Cr for a triangular set C with the initials Ii: each step is expanded.

    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> [has_zero_remainder(f, [x**2 - 1, x * y - 1], NEVER) for f in (y - x, y + x)]
    [True, False]
    """
    if is_trivial(chain):
        return True
    for divisor in reversed(chain):
        deadline.check("no pseudo-division")
        step = pseudo_division(polynomial, divisor)
        if initial(divisor) ** step.exponent * polynomial != step.quotient * divisor + step.remainder:
            return False
        polynomial = step.remainder
    return not polynomial


def is_primary_to(ideal: Ideal, prime: Prime, by: Polynomial, deadline: Deadline) -> bool:
    """Whether an ideal is primary, told its prime and the multiplier `by` for the prime's parameters u.

    Each leading coefficient in K[u] of a lexicographical basis divides a power of the multiplier. Then the multiplier
    is no zero divisor modulo the ideal exactly if no polynomial in u is one.
    Raises LimitError where a power would be needed that is too high.

    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> line = Prime((x,), Ideal(x.ring, [x]))
    >>> tests = ([x**2], y), ([x**2, x * y], y), ([x**2, x * y], 1 + 0 * x)
    >>> [is_primary_to(Ideal(x.ring, ideal), line, by, NEVER) for ideal, by in tests]
    [True, False, False]
    """
    one = Polynomial.constant(ideal.ring, 1)
    if not prime.ideal.includes(ideal) or not all(_in_saturation(ideal, f, one) for f in prime.ideal.basis):
        return False
    lowest = prime.parameters
    places = (*lowest, *(v for v in range(ideal.ring.size) if v not in lowest))
    ring = Ring(ideal.ring.field, tuple(ideal.ring.variables[v] for v in places))
    there = [places.index(v) for v in range(ideal.ring.size)]
    given = [f.rename(ring, there) for f in ideal.basis]
    basis = groebner_basis(ring, given, "lex", deadline)
    divisor = Divisor(basis, "lex", deadline)
    if any(divisor.remainder(f) for f in given) or failing_pair(basis, "lex", deadline) is not None:
        return False
    multiplier, size = by.rename(ring, there), len(lowest)
    if any(v >= size for v in multiplier.support()):
        return False
    for polynomial in basis:
        top = max((e[size:] for e in polynomial.terms), key=lambda e: e[::-1])
        coefficient = {(*e[:size], *(0,) * len(top)): c for e, c in polynomial.terms.items() if e[size:] == top}
        leading = Polynomial(ring, coefficient)
        if not leading.is_constant and (multiplier**leading.total_degree).quotient(leading) is None:
            return False
    return has_no_zero_divisor(ideal, [by], deadline)


def are_numbers(dimension: int, degree: int, ideal: Ideal, deadline: Deadline) -> bool:
    """Whether an ideal has a dimension and a degree: those of its leading monomials.

    The numerator of the Hilbert series has a k-fold zero at 1, where n − k is the dimension. The degree is (−1)ᵏ/k!
    times the k-th derivative there.

    >>> from casbridge.limits import NEVER
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> ideal = Ideal(x.ring, [y - x**2, z - x**3])
    >>> are_numbers(1, 3, ideal, NEVER), are_numbers(1, 2, ideal, NEVER)
    (True, False)
    """
    if ideal.is_whole:
        return (dimension, degree) == (-1, 0)
    numerator = counted_numerator(leading_monomials(ideal), deadline)
    for k in range(ideal.ring.size + 1):
        value = sum(coefficient * comb(power, k) for power, coefficient in enumerate(numerator))
        if value:
            return (dimension, degree) == (ideal.ring.size - k, value * (-1) ** k)
    return False


def counted_numerator(monomials: Sequence[Exponents], deadline: Deadline) -> list[int]:
    """The numerator of the Hilbert series modulo some monomials, from these one by one.

    >>> from casbridge.limits import NEVER
    >>> counted_numerator([(2, 0), (1, 1)], NEVER)
    [1, 0, -2, 1]
    """
    deadline.check("no Hilbert series")
    found = [1]
    for number, monomial in enumerate(monomials):
        before = monomials[:number]
        if any(all(a <= b for a, b in zip(one, monomial, strict=True)) for one in before):
            continue
        quotients = [tuple(max(0, d) for d in map(sub, one, monomial)) for one in before]
        rest = [0] * sum(monomial) + counted_numerator(sorted(set(quotients), key=sum), deadline)
        found = [a - b for a, b in zip_longest(found, rest, fillvalue=0)]
    return found
