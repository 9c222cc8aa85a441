"""Judging one ideal: a Gröbner basis, a radical, a saturation or an elimination.

The answer J is the ideal R that was asked for exactly if the generators of each are in the other one. A polynomial in J
and not in R is a *foreign polynomial*, one in R and not in J a *missing polynomial*. An elimination has no generator
with an eliminated variable.
"""

from __future__ import annotations

from functools import partial

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.ideals.ideal import Ideal
from casbridge.crosscheck.checking import MOST_FAULTS, not_a_basis
from casbridge.crosscheck.closed_points import with_point
from casbridge.crosscheck.division import failing_pair, redundant_term
from casbridge.crosscheck.tasks.assessment import Assessment, listed, shown
from casbridge.crosscheck.tasks.second_ways import have_all
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.limits import Deadline


def judge_ideal(name: str, answer: Answer, truth: Truth) -> Assessment:
    """The judgement of an answer that is one ideal; `name` is whose.

    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("saturate: x\\nx^2*y"))
    >>> once = Answer(Task.SATURATION, truth.ring, (tuple(read_system("x*y").polynomials()),))
    >>> judge_ideal("it", once, truth).faults[0].text
    'it lacks y: y*(x)^2 is in the ideal of the equations'
    """
    eliminated = set(truth.system.goal.eliminate) if answer.task is Task.ELIMINATION else set()
    # Seen in the answer alone, however long the target ideal takes.
    not_eliminated = [f for component in answer.components for f in component if eliminated & set(f.support())]
    if not_eliminated:
        return Assessment(tuple(_foreign(name, answer.task, f, truth) for f in not_eliminated[:MOST_FAULTS]))
    stated = truth.ideal_of(answer.components[0] if answer.components else (Polynomial.constant(truth.ring, 1),))
    faults: list[Witness] = []
    if answer.task is Task.BASIS:
        faults += basis_faults(name, answer, truth.deadline)
    target = truth.target(answer.task)
    foreign = [f for f in stated.generators if not target.contains(f)]
    if foreign:
        truth.confirm(target)
        faults += [_foreign(name, answer.task, one, truth) for one in foreign[:MOST_FAULTS]]
    if not any(witness.fault is Fault.NO_BASIS for witness in faults):
        missing = [f for f in target.basis if not stated.contains(f)]
        if missing:
            truth.confirm(stated)
            missing_witnesses = [_missing(name, answer.task, one, stated, truth) for one in missing[:MOST_FAULTS]]
            faults += {witness.polynomial: witness for witness in missing_witnesses}.values()
    if not faults:
        truth.confirm_by(partial(have_all, stated.generators, target.basis), f"that {name} lacks nothing")
    return Assessment(tuple(faults), proof=_proof(answer.task, truth), doubts=tuple(truth.doubts))


def _proof(task: Task, truth: Truth) -> str:
    if task is Task.RADICAL:
        count = len(truth.primes)
        return f"the reference's {count} minimal prime{'s' * (count != 1)}"
    return "a Groebner basis of the reference"


def _foreign(name: str, task: Task, polynomial: Polynomial, truth: Truth) -> Witness:
    """The witness of a polynomial of the answer that the target ideal has not."""
    if task is Task.RADICAL:
        return foreign_to_radical(name, polynomial, truth)
    text, system = f"{name} has {shown(polynomial)}: ", truth.system
    if task is Task.SATURATION:
        by = listed(f"({f})" for f in system.goal.saturate)
        text += f"its products with powers of {by} are not all in the ideal of the equations"
    elif used := [system.ring.variables[v] for v in polynomial.support() if v in system.goal.eliminate]:
        text += f"{used[0]} was to be eliminated"
    else:
        text += "it is not in the ideal of the equations"
    return Witness(Fault.FOREIGN_POLYNOMIAL, name, text, polynomial=polynomial)


def foreign_to_radical(name: str, polynomial: Polynomial, truth: Truth) -> Witness:
    """The witness of a polynomial of an answer that is not 0 at all zeros; `name` is whose answer.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x*y")
    >>> witness = foreign_to_radical("it", next(read_system("variables: x y\\nx").polynomials()), Truth(system))
    >>> witness.text, system.first_violated(witness.point) is None
    ('it has x: it is not 0 at all zeros of the system', True)
    """
    prime = next(prime for prime in truth.primes if not prime.ideal.contains(polynomial))
    text, system = f"{name} has {shown(polynomial)}: it is not 0 at all zeros of the system", truth.system
    witness = Witness(Fault.FOREIGN_POLYNOMIAL, name, text, polynomial=polynomial, chain=prime.chain)
    return with_point(witness, truth.ring, lambda p: system.first_violated(p) is None and polynomial.evaluate(p) != 0)


def _missing(name: str, task: Task, polynomial: Polynomial, stated: Ideal, truth: Truth) -> Witness:
    """The witness of a polynomial of the target ideal that the answer has not."""
    equation = stated.outside(truth.ideal.generators) if task in (Task.RADICAL, Task.SATURATION) else None
    polynomial = polynomial if equation is None else equation
    fault, power, text = Fault.MISSING_POLYNOMIAL, None, f"{name} lacks {shown(polynomial)}: "
    if equation is not None:
        text += "it is an equation of the system"
    elif task is Task.RADICAL:
        fault, power = Fault.NOT_RADICAL, truth.ideal.power(polynomial)
        text += f"({shown(polynomial)})^{power} is in the ideal of the equations"
    elif task is Task.SATURATION:
        powers = [(f, truth.ideal.power(f, polynomial)) for f in truth.system.goal.saturate if f]
        power = max(n for _, n in powers)
        products = listed(f"{shown(polynomial)}*({f})^{n}" for f, n in powers)
        text += f"{products} {'is' if len(powers) == 1 else 'are'} in the ideal of the equations"
    else:
        text += "it is in the ideal of the equations"
    return Witness(fault, name, text, polynomial=polynomial, power=power)


def basis_faults(name: str, answer: Answer, deadline: Deadline) -> tuple[Witness, ...]:
    """Why an answer is no reduced Gröbner basis, if it is none.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> basis_faults("it", Answer(Task.BASIS, x.ring, ((y**2 - x, x),), order="lex"), NEVER)[0].text
    'the Groebner basis of it is not reduced: the leading term of x divides a term of y**2 - x'
    """
    basis = answer.components[0] if answer.components else ()
    if (pair := failing_pair(basis, answer.order, deadline)) is not None:
        return (not_a_basis(name, *pair),)
    if (found := redundant_term(basis, answer.order)) is None:
        return ()
    polynomial, other = found
    text = f"the Groebner basis of {name} is not reduced: the leading term of {shown(other)} divides a term of "
    return (Witness(Fault.NOT_REDUCED, name, text + shown(polynomial), polynomial=polynomial, chain=(other,)),)
