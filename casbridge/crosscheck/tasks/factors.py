"""Judging a factorisation: the product is the polynomial, each factor is irreducible, and no two are the same.

The polynomial and its factors are over the field, or over the tower that the equations define. Constants, elements of
the field or of the tower, may be among the factors.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

from casbridge.algebra.answers import Answer
from casbridge.algebra.extensions import tower_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.crosscheck.tasks.assessment import Assessment, listed, shown
from casbridge.crosscheck.tasks.irreducibility import is_irreducible
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import UnsupportedError


def judge_factors(name: str, answer: Answer, truth: Truth) -> Assessment:
    """What is found of a factorisation; `name` is whose.

    Raises UnsupportedError where the equations define no field.

    >>> from casbridge.algebra.answers import Task
    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("factor: x^4 - 4"))
    >>> (x,) = read_system("x").polynomials()
    >>> answer = Answer(Task.FACTORS, truth.ring, ((x**2 - 2,),), multiplicities=(2,))
    >>> judge_factors("it", answer, truth).faults[0].text
    'the product of the factors of it is not the polynomial: the difference is 4*x**2 - 8'
    """
    over, polynomial = truth.over_tower, truth.system.goal.factor
    assert polynomial is not None
    powers = [(component[0], n) for component, n in zip(answer.components, answer.multiplicities, strict=True)]
    product = Polynomial.constant(truth.ring, 1)
    for factor, multiplicity in powers:
        for _ in range(multiplicity):
            truth.deadline.check("no product of the factors")
            product = over.reduced(product * factor)
    difference = over.reduced(polynomial - product)
    if difference:
        text = f"the product of the factors of {name} is not the polynomial: the difference is {shown(difference)}"
        return Assessment((Witness(Fault.WRONG_PRODUCT, name, text, polynomial=difference),))
    faults: list[Witness] = []
    real = [factor for factor, _ in powers if not over.is_number(factor)]
    for first, second in combinations(real, 2):
        if over.are_associated(first, second):
            text = f"{name} has the factor {shown(first)} twice: {shown(second)} is a multiple of it"
            faults.append(Witness(Fault.REPEATED_FACTOR, name, text, polynomial=first, factors=(first, second)))
    unfactored: list[Polynomial] = []
    for factor in real:
        try:
            parts = over.proper_factors(factor)
        except UnsupportedError:
            unfactored.append(factor)
            continue
        if parts is not None:
            text = f"{name} has the factor {shown(factor)}, which is reducible: it has the factor"
            text += f"{'s' * (len(parts) > 1)} {listed(parts)}"
            faults.append(Witness(Fault.REDUCIBLE_FACTOR, name, text, polynomial=factor, factors=parts))
    if not faults:
        own = [v for v in range(truth.ring.size) if v not in over.adjoined]
        for factor in real:
            second_way = partial(is_irreducible, over.reduced(factor), own, tower_of(truth.system))
            if factor in unfactored:
                second_way(truth.deadline)
            else:
                truth.confirm_by(second_way, f"that {shown(factor)} is irreducible")
    proof = "images of each factor" if unfactored else "the reference's factoring of each factor"
    return Assessment(tuple(faults), proof=f"the product, and {proof}", doubts=tuple(truth.doubts))
