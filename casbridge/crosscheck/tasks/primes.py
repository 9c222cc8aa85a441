"""Judging minimal primes: each is prime, none lies in another one. That none is missing the comparison of zeros says.

An ideal is prime exactly if it is the prime of one irreducible chain. For any other ideal, two polynomials outside it
have their product in it. Over a field K(a) with parameters an ideal of K(a)[x] is prime exactly if what it has in
K[a, x] is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from casbridge.algebra.answers import Answer, Component
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.ideals.bases import groebner_basis
from casbridge.charset.ideals.components import Prime, minimal_primes
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.operations import saturated
from casbridge.crosscheck.division import Divisor, failing_pair
from casbridge.crosscheck.tasks.assessment import Assessment, shown
from casbridge.crosscheck.tasks.second_ways import have_all, is_saturation
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import BackendError
from casbridge.limits import Deadline


def judge_primes(name: str, answer: Answer, truth: Truth) -> Assessment:
    """The judgement of an answer that should be irredundant primes; `name` is whose.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.algebra.answers import Task
    >>> truth = Truth(read_system("x^2 - 4"))
    >>> judge_primes("it", Answer(Task.PRIMES, truth.ring, (tuple(truth.system.polynomials()),)), truth).faults[0].text
    'component 1 of it is not prime: it has the product of x + 2 and x - 2, and neither of them'
    """
    if answer.ring.parameters:
        return _judge_with_parameters(name, answer, truth)
    ideals = [truth.ideal_of(component) for component in answer.components]
    # Answers may have components in common.
    known = [truth.shared(("primes", ideal.basis), partial(_primes, ideal)) for ideal in ideals]
    faults = [
        product_witness(Fault.NOT_PRIME, f"component {place} of {name}", name, ideal, truth, found, broken)
        for place, (ideal, (_, found, broken)) in enumerate(zip(ideals, known, strict=True), 1)
        if found is not None
    ]
    for place, ideal in enumerate(ideals, 1):
        inside = next((i for i, other in enumerate(ideals, 1) if i != place and _redundant(ideal, other, place, i)), 0)
        if inside:
            text = f"component {place} of {name} is redundant: it contains component {inside}"
            faults.append(Witness(Fault.REDUNDANT_COMPONENT, name, text, chain=ideal.generators))
    for component, ideal, ((prime,), *_) in zip(answer.components, ideals, known, strict=True) if not faults else ():
        confirm = partial(truth.confirm_prime, Prime(prime.chain, ideal))
        truth.shared(("prime", ideal.basis), confirm)
        truth.confirm_by(partial(have_all, component, ideal.basis), "the basis of a component")
    proof = "the reference's chains: each component is prime, and none is redundant"
    return Assessment(tuple(faults), proof=proof, doubts=tuple(truth.doubts))


def _judge_with_parameters(name: str, answer: Answer, truth: Truth) -> Assessment:
    plain = Truth(PolynomialSystem(answer.ring.without_parameters(), ()), truth.deadline)
    components = tuple(_contraction(component, answer.ring.lowest, plain).basis for component in answer.components)
    doubts, plain.doubts = plain.doubts, []
    judged = judge_primes(name, replace(answer, ring=plain.ring, components=components), plain)
    return replace(
        judged,
        faults=tuple(_in_ring(fault, answer.ring) for fault in judged.faults),
        doubts=tuple(dict.fromkeys((*doubts, *judged.doubts))),
    )


def _in_ring(fault: Witness, ring: Ring) -> Witness:
    polynomial = fault.polynomial and Polynomial(ring, fault.polynomial.terms)
    chain, factors = (
        None if one is None else tuple(Polynomial(ring, f.terms) for f in one) for one in (fault.chain, fault.factors)
    )
    return replace(fault, polynomial=polynomial, chain=chain, factors=factors)


def _contraction(component: Component, lowest: int, truth: Truth) -> Ideal:
    """What an ideal of K(a)[x] has in K[a, x]: the saturation by the leading coefficients of a lexicographical basis.

    lowest: the position of the lowest x. truth: of a system in K[a, x].

    Gianni, Trager and Zacharias, "Gröbner bases and primary decomposition of polynomial ideals", 1988, section 3.
    """
    ring = truth.ring
    ideal = truth.ideal_of(tuple(Polynomial(ring, f.terms) for f in component))
    basis = groebner_basis(ring, ideal.generators, "lex", truth.deadline)

    def is_basis(deadline: Deadline) -> bool:
        divisor = Divisor(basis, "lex", deadline)
        return not any(map(divisor.remainder, ideal.generators)) and failing_pair(basis, "lex", deadline) is None

    truth.confirm_by(is_basis, "a lexicographical basis")
    for factor in dict.fromkeys(_leading_coefficient(f, lowest) for f in basis):
        before, ideal = ideal, saturated(ideal, [factor])
        truth.confirm_by(partial(is_saturation, ideal, before, [factor]), "a saturation")
    return ideal


def _leading_coefficient(polynomial: Polynomial, lowest: int) -> Polynomial:
    """The coefficient in the parameters of the greatest monomial in the variables, the highest variable first."""
    greatest = max(exponents[lowest:][::-1] for exponents in polynomial.terms)
    terms = {
        exponents[:lowest] + (0,) * (len(exponents) - lowest): coefficient
        for exponents, coefficient in polynomial.terms.items()
        if exponents[lowest:][::-1] == greatest
    }
    return Polynomial(polynomial.ring, terms).normal()


def _redundant(ideal: Ideal, other: Ideal, place: int, other_place: int) -> bool:
    """Whether a component contains another one; of equal ones the first is kept."""
    return ideal.includes(other) and (other_place < place or not other.includes(ideal))


def _primes(ideal: Ideal) -> tuple[list[Prime], tuple[Polynomial, ...] | None, bool]:
    """The minimal primes of an ideal, its `zero_divisors`, and whether the second of them is outside it."""
    primes = minimal_primes(ideal)
    found = zero_divisors(ideal, primes)
    return primes, found, found is not None and len(found) > 1 and not ideal.contains(found[1])


def product_witness(
    fault: Fault, what: str, name: str, ideal: Ideal, truth: Truth, found: tuple[Polynomial, ...], broken: bool
) -> Witness:
    """The witness of a component that is not prime, or not primary: of a product in it.

    what: the component in words. found: the factors, or () for the whole ring. broken: whether the second factor is
    what a prime, or primary, component does not allow.

    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("x^2"))
    >>> (x,) = read_system("x").polynomials()
    >>> product_witness(Fault.NOT_PRIME, "it", "it", Ideal(truth.ring, [x**2]), truth, (x, x), True).text
    'it is not prime: it has the product of x and x, and neither of them'
    """
    truth.confirm(ideal)
    if not found:
        truth.confirm_by(partial(have_all, ideal.generators, ideal.basis), f"the basis of {what}")
        return Witness(fault, name, f"{what} is {fault}: it is the whole ring", chain=ideal.generators)
    first, second = found
    if not (broken and ideal.contains(first * second)) or ideal.contains(first):
        raise BackendError(f"the reference contradicts itself: its witness of a component that is {fault} is none")
    less = "and neither of them" if fault is Fault.NOT_PRIME else "not the first, and no power of the second"
    text = f"{what} is {fault}: it has the product of {shown(first)} and {shown(second)}, {less}"
    return Witness(fault, name, text, polynomial=first * second, chain=ideal.generators, factors=found)


def zero_divisors(ideal: Ideal, primes: Sequence[Prime]) -> tuple[Polynomial, ...] | None:
    """Two polynomials outside an ideal whose product is in it; () for the whole ring; None for a prime ideal.

    primes: the minimal ones of the ideal.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> square, line = Ideal(x.ring, [x**2]), Ideal(x.ring, [x - y])
    >>> zero_divisors(square, minimal_primes(square)), zero_divisors(line, minimal_primes(line))
    ((x, x), None)
    """
    if ideal.is_whole:
        return ()
    if not primes:
        raise BackendError("the reference contradicts itself: an ideal without primes")
    if len(primes) > 1:
        # In the second prime and not in the first one: a zero divisor that is not in the ideal.
        second = next(f for f in primes[1].ideal.basis if not primes[0].ideal.contains(f))
        outside = ideal.outside(saturated(ideal, [second]).basis)
        assert outside is not None, "no zero divisor"
        return _last_factor(ideal, outside, second)
    member = ideal.outside(primes[0].ideal.basis)
    if member is None:
        return None
    return _last_factor(ideal, Polynomial.constant(ideal.ring, 1), member)


def _last_factor(ideal: Ideal, first: Polynomial, second: Polynomial) -> tuple[Polynomial, Polynomial]:
    """first · secondⁿ⁻¹ and second, for the least n for which first · secondⁿ is in the ideal."""
    return ideal.remainder(first * second ** (ideal.power(second, first) - 1)).normal(), second
