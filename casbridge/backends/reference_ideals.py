"""What the reference says about ideals and factors: one function for each method, run in a process apart."""

from __future__ import annotations

from collections.abc import Callable

from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.extensions import goal_objection, tower_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.wu import characteristic_set
from casbridge.charset.ideals.components import minimal_primes, primary_decomposition, radical
from casbridge.charset.ideals.factors import OverTower
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import dimension_and_degree
from casbridge.charset.ideals.operations import eliminated, saturated
from casbridge.charset.ideals.real import closed_fields, isolating_boxes, real_zeros
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline


def ideal_answer(system: PolynomialSystem, task: Task, deadline: Deadline = NEVER) -> Answer:
    """The reference's answer to a task about the system's ideal, or about its goal.

    Raises UnsupportedError for other tasks, where the goal lacks something, and where the reference cannot do it;
    LimitError after the deadline, but a library's function may come back late.

    >>> from casbridge.algebra.formats import read_system
    >>> list(ideal_answer(read_system("eliminate: t\\nx - t^2\\ny - t^3"), Task.ELIMINATION).components)
    [(y**2 - x**3,)]
    """
    if (objection := goal_objection(system, task)) is not None:
        raise UnsupportedError(objection)
    if task is Task.FACTORS:
        return _factors(system, deadline)
    if task is Task.CHARSET:
        return Answer(task, system.ring, (characteristic_set(system).polynomials,))
    ideal = Ideal(system.ring, system.polynomials(), deadline)
    if task is Task.DIMENSION:
        dimension, degree = dimension_and_degree(ideal)
        return Answer(task, system.ring, (), dimension=dimension, degree=degree)
    if task is Task.REAL:
        try:
            boxes = isolating_boxes(real_zeros(closed_fields(ideal), deadline), deadline)
        except UnsupportedError as error:
            raise UnsupportedError(f"{error}; try reference:general or singular:minAssGTZ") from None
        return Answer(task, system.ring, (), boxes=boxes)
    if task not in _COMPONENTS:
        raise UnsupportedError(f"the reference's ideals give no {task}")
    return Answer(task, system.ring, _COMPONENTS[task](ideal, system), "degrevlex" if task is Task.BASIS else "")


def _primes(ideal: Ideal, system: PolynomialSystem) -> tuple[Component, ...]:
    return tuple(prime.ideal.basis for prime in minimal_primes(ideal))


def _primary(ideal: Ideal, system: PolynomialSystem) -> tuple[Component, ...]:
    return tuple(part.ideal.basis for part in primary_decomposition(ideal))


def _saturation(ideal: Ideal, system: PolynomialSystem) -> tuple[Component, ...]:
    return (saturated(ideal, system.goal.saturate).basis,)


def _elimination(ideal: Ideal, system: PolynomialSystem) -> tuple[Component, ...]:
    return (eliminated(ideal, system.goal.eliminate).basis,)


_COMPONENTS: dict[Task, Callable[[Ideal, PolynomialSystem], tuple[Component, ...]]] = {
    Task.BASIS: lambda ideal, system: (ideal.basis,),
    Task.PRIMES: _primes,
    Task.RADICAL: lambda ideal, system: (radical(ideal).basis,),
    Task.SATURATION: _saturation,
    Task.ELIMINATION: _elimination,
    Task.PRIMARY: _primary,
}


def _factors(system: PolynomialSystem, deadline: Deadline) -> Answer:
    polynomial = system.goal.factor
    assert polynomial is not None
    over = OverTower(system.ring, tower_of(system), deadline)
    if over.reducible_step is not None:
        step, factors = over.reducible_step
        raise UnsupportedError(f"the equations define no field: {step} has the factor {factors[0]}")
    if not over.reduced(polynomial):
        raise UnsupportedError("the polynomial is 0 over the tower")
    unit, powers = over.factors(polynomial)
    all_powers = [(unit, 1), *powers] if unit != Polynomial.constant(system.ring, 1) or not powers else powers
    components = tuple((factor,) for factor, _ in all_powers)
    multiplicities = tuple(multiplicity for _, multiplicity in all_powers)
    return Answer(Task.FACTORS, system.ring, components, multiplicities=multiplicities)
