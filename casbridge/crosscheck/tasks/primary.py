"""Judging a primary decomposition: the intersection is the ideal, each part is primary, and none is redundant.

Let Q be an ideal with one minimal prime P, and h its multiplier for a maximal set of independent variables modulo P.
Q : h^∞ is its P-primary component, so that Q is primary exactly if Q = Q : h^∞. If it is not primary, then it has a
product a·b, not a, and no power of b. Right decompositions may differ: parts with embedded primes are not unique.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

from casbridge.algebra.answers import Answer
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.ideals.components import minimal_primes, multiplier
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.operations import in_radical, saturated
from casbridge.crosscheck.tasks.assessment import Assessment, shown
from casbridge.crosscheck.tasks.primes import product_witness
from casbridge.crosscheck.tasks.second_ways import have_all, is_primary_to
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import BackendError


def judge_primary(name: str, answer: Answer, truth: Truth) -> Assessment:
    """What is found of a primary decomposition; `name` is whose.

    >>> from casbridge.algebra.answers import Task
    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("x^2\\nx*y"))
    >>> line = tuple(read_system("x + 0*y").polynomials())
    >>> judge_primary("it", Answer(Task.PRIMARY, truth.ring, (line,)), truth).faults[0].text
    'it lacks a component: all that it has contain x, which is not in the ideal of the equations'
    """
    ideals = [truth.ideal_of(component) for component in answer.components]
    faults: list[Witness] = []
    radicals: list[tuple[Polynomial, ...]] = []
    for place, (component, ideal) in enumerate(zip(answer.components, ideals, strict=True), 1):
        wrong = _not_primary(name, place, ideal, truth) or _foreign(name, place, ideal, truth)
        if wrong is not None:
            faults.append(wrong)
        else:
            prime = minimal_primes(ideal)[0]
            truth.confirm_prime(prime)
            by = multiplier(ideal, prime.parameters)
            truth.confirm_by(partial(is_primary_to, ideal, prime, by), f"that component {place} is primary")
            radicals.append(prime.ideal.basis)
            truth.confirm_by(partial(have_all, component, ideal.basis), f"the basis of component {place}")
    if faults:
        return Assessment(tuple(faults))
    common = truth.intersection(ideals)
    extra = truth.ideal.outside(common.basis)
    if extra is not None:
        text = f"{name} lacks a component: all that it has contain {shown(extra)}"
        text += ", which is not in the ideal of the equations"
        return Assessment((Witness(Fault.MISSING_COMPONENT, name, text, polynomial=extra),))
    redundant = _redundant(name, ideals, radicals, truth)
    faults = [] if redundant is None else [redundant]
    return Assessment(tuple(faults), proof="a Groebner basis of the intersection", doubts=tuple(truth.doubts))


def _foreign(name: str, place: int, ideal: Ideal, truth: Truth) -> Witness | None:
    """The witness of a component that lacks an equation."""
    equation = ideal.outside(truth.ideal.generators)
    if equation is None:
        return None
    truth.confirm(ideal)
    text = f"component {place} of {name} lacks {shown(equation)}, an equation of the system"
    return Witness(Fault.MISSING_POLYNOMIAL, name, text, polynomial=equation, chain=ideal.generators)


def _not_primary(name: str, place: int, ideal: Ideal, truth: Truth) -> Witness | None:
    found = mixed_product(ideal)
    if found is None:
        return None
    broken = bool(found) and not in_radical(ideal, found[1])
    return product_witness(Fault.NOT_PRIMARY, f"component {place} of {name}", name, ideal, truth, found, broken)


def mixed_product(ideal: Ideal) -> tuple[Polynomial, ...] | None:
    """a and b with a·b in an ideal, a not, and no power of b; () for the whole ring; None for a primary ideal.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> mixed_product(Ideal(x.ring, [x**2, x * y])), mixed_product(Ideal(x.ring, [x**2, y]))
    ((x, y), None)
    """
    if ideal.is_whole:
        return ()
    primes = minimal_primes(ideal)
    if not primes:
        raise BackendError("the reference contradicts itself: an ideal without primes")
    if len(primes) > 1:
        second = next(f for f in primes[1].ideal.basis if not primes[0].ideal.contains(f))
    else:
        second = multiplier(ideal, primes[0].parameters)
    outside = ideal.outside(saturated(ideal, [second]).basis)
    if outside is None:
        return None
    return outside, second ** ideal.power(second, outside)


def _redundant(name: str, ideals: list[Ideal], radicals: list[tuple[Polynomial, ...]], truth: Truth) -> Witness | None:
    for place, ideal in enumerate(ideals):
        others = [other for other in ideals if other is not ideal]
        if ideal.includes(truth.intersection(others)):
            text = f"component {place + 1} of {name} is redundant: the intersection of the others lies in it"
            return Witness(Fault.REDUNDANT_COMPONENT, name, text, chain=ideal.generators)
    for (first, one), (second, other) in combinations(enumerate(radicals, 1), 2):
        if one == other:
            text = (
                f"components {first} and {second} of {name} have the same prime: one component was to be made of them"
            )
            return Witness(Fault.REDUNDANT_COMPONENT, name, text, chain=one)
    return None
