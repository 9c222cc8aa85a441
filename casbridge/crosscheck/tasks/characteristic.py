"""Judging a characteristic set: all pseudo-remainders are 0, and its polynomials are 0 at all zeros of the system.

Let P be the equations, C the set, I its initials. From prem(P, C) = 0 follows Z(C/I) ⊂ Z(P). That the polynomials of
C are 0 at the zeros of P is Z(P) ⊂ Z(C). A system has many characteristic sets, so they are not compared with each
other.
"""

from __future__ import annotations

from functools import partial

from casbridge.algebra.answers import Answer, Component
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.definitions.division import pseudo_remainders
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.definitions.triangular import AscendingSet, TriangularSet
from casbridge.charset.ideals.operations import in_radical
from casbridge.crosscheck.closed_points import with_point
from casbridge.crosscheck.tasks.assessment import Assessment, shown
from casbridge.crosscheck.tasks.ideals import foreign_to_radical
from casbridge.crosscheck.tasks.second_ways import has_zero_remainder, have_all
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import InputError, printable

_PROOF = "pseudo-division, and the ideal of the equations"


def judge_characteristic_set(name: str, answer: Answer, truth: Truth) -> Assessment:
    """What is found of a characteristic set; `name` is whose.

    The set must be triangular. It need not be reduced: Wang calls others quasi-characteristic sets.

    >>> from casbridge.algebra.answers import Task
    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("x^2 - 1\\nx*y - y\\ny*z - 1"))
    >>> lie = Answer(Task.CHARSET, truth.ring, (tuple(read_system("variables: x y z\\nx - 1").polynomials()),))
    >>> judge_characteristic_set("it", lie, truth).faults[0].text
    'it leaves the pseudo-remainder y*z - 1 of the equation y*z - 1'
    """
    (found,) = answer.components
    trivial = len(found) == 1 and found[0].is_constant
    try:
        AscendingSet(found, truth.ring) if trivial else TriangularSet(found, truth.ring)
    except InputError as error:
        text = printable(f"{name} has no triangular set: {error}")
        return Assessment((Witness(Fault.NOT_TRIANGULAR, name, text, chain=found),))
    equations = tuple(truth.system.polynomials())
    for equation, remainder in zip(equations, pseudo_remainders(equations, found), strict=True):
        if remainder:
            return Assessment((_left(name, found, equation, remainder, truth),))
    foreign = next((polynomial for polynomial in found if not in_radical(truth.ideal, polynomial)), None)
    if foreign is not None:
        return Assessment((foreign_to_radical(name, foreign, truth),))
    for equation in equations:
        truth.confirm_by(partial(has_zero_remainder, equation, found), f"a pseudo-remainder of {name}")
    powers = [polynomial ** truth.ideal.power(polynomial) for polynomial in found]
    truth.confirm_by(partial(have_all, truth.ideal.generators, powers), f"that the set of {name} is 0 at all zeros")
    return Assessment(proof=_PROOF, doubts=tuple(truth.doubts))


def _left(name: str, found: Component, equation: Polynomial, remainder: Polynomial, truth: Truth) -> Witness:
    """The witness of an equation whose pseudo-remainder is not 0; its point, if any, is a zero of the set alone."""
    text = f"{name} leaves the pseudo-remainder {shown(remainder)} of the equation {shown(equation)}"
    witness = Witness(Fault.NONZERO_REMAINDER, name, text, polynomial=equation, chain=found)
    initials = [initial(polynomial) for polynomial in found]
    return with_point(
        witness, truth.ring, lambda p: bool(equation.evaluate(p)) and all(h.evaluate(p) for h in initials)
    )
