"""Judging a dimension and a degree beside those of the reference."""

from __future__ import annotations

from casbridge.algebra.answers import Answer
from casbridge.algebra.polynomials import short_number
from casbridge.crosscheck.tasks.assessment import Assessment
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness


def judge_numbers(name: str, answer: Answer, truth: Truth) -> Assessment:
    """What is found of a dimension and a degree; `name` is whose. The witness has the leading monomials of a basis.

    >>> from casbridge.algebra.answers import Task
    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("x^2 - y"))
    >>> judge_numbers("it", Answer(Task.DIMENSION, truth.ring, (), dimension=0, degree=2), truth).faults[0].text
    'it has the dimension 0; it is 1, by the leading monomials of the basis [y - x**2] (degrevlex)'
    """
    dimension, degree = truth.numbers
    basis = truth.ideal.basis
    by = f"by the leading monomials of the basis [{', '.join(map(str, basis))}] (degrevlex)"
    for what, said, right in (("dimension", answer.dimension, dimension), ("degree", answer.degree, degree)):
        if said is not None and said != right:
            text = f"{name} has the {what} {short_number(said)}; it is {right}, {by}"
            return Assessment((Witness(Fault.WRONG_NUMBER, name, text, value=str(right), chain=basis),))
    return Assessment(proof="the leading monomials of a Groebner basis", doubts=tuple(truth.doubts))
