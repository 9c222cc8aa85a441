"""Towers of algebraic extensions, read off a system: the field over which a system's goal is factored."""

from __future__ import annotations

from typing import NamedTuple

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.denominators import inverse_variables
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import InputError, printable


class Step(NamedTuple):
    """A step of a tower: the variable that is adjoined, by its position, and its polynomial.

    >>> from casbridge.algebra import Ring, variables
    >>> (x,) = variables(Ring.of("x"))
    >>> Step(0, x**2 - 2).polynomial
    x**2 - 2
    """

    variable: int
    polynomial: Polynomial


def tower_of(system: PolynomialSystem) -> tuple[Step, ...]:
    """The steps of the tower that a system's equations define, lowest variable first; () without equations.

    Each equation adjoins its highest variable. It has that variable's highest power with a number in front, and besides
    only variables that other equations adjoin. Whether the equations are irreducible is not checked.

    Raises InputError for equations that are no tower.

    >>> from casbridge.algebra.formats import read_system
    >>> [step.polynomial for step in tower_of(read_system("variables: a b x\\nfactor: x^4 - 4\\nb^2 - a\\na^2 - 2"))]
    [a**2 - 2, b**2 - a]
    """
    expected = "a tower: each equation adjoins one variable to the field, as in a^2 - 2 or b^2 - a"
    steps: dict[int, Polynomial] = {}
    for variable in inverse_variables(system):
        raise InputError(f"denominators, with the variable {system.ring.variables[variable]}", expected=expected)
    for polynomial in system.polynomials():
        support = polynomial.support()
        shown = printable(str(polynomial), 60)
        if not support:
            raise InputError(f"the equation {shown} = 0", expected=expected)
        variable = support[-1]
        name = system.ring.variables[variable]
        if variable in steps:
            raise InputError(f"a second equation that adjoins {name}, {shown}", expected=expected)
        degree = polynomial.degree(variable)
        highest = [exponents for exponents in polynomial.terms if exponents[variable] == degree]
        if len(highest) > 1 or sum(highest[0]) > degree:
            raise InputError(f"an equation without a number before {name}^{degree}, {shown}", expected=expected)
        steps[variable] = polynomial
    for polynomial in steps.values():
        free = [system.ring.variables[v] for v in polynomial.support() if v not in steps]
        if free:
            shown = printable(str(polynomial), 60)
            raise InputError(f"{free[0]} in {shown}, which no equation adjoins", expected=expected)
    return tuple(Step(variable, steps[variable]) for variable in sorted(steps))


def goal_objection(system: PolynomialSystem, task: Task) -> str | None:
    """Why a system cannot have a task: its goal lacks a part, or its equations are no tower. None if it can.

    >>> from casbridge.algebra.formats import read_system
    >>> goal_objection(read_system("factor: x^2 - y\\nx*y - 1"), Task.FACTORS).partition(";")[0]
    'an equation without a number before y^1, x*y - 1'
    """
    lacking = system.goal.objection(task)
    if lacking is None and task is Task.FACTORS:
        try:
            tower_of(system)
        except InputError as error:
            return str(error)
    return lacking


def number_of_members(answer: Answer, system: PolynomialSystem | None = None) -> int:
    """The number of members of an answer. Constants, of the field or of the system's tower, are no factors.

    >>> from casbridge.algebra import Ring, variables
    >>> (x,) = variables(Ring.of("x"))
    >>> number_of_members(Answer(Task.FACTORS, x.ring, ((x - x + 3,), (x + 1,)), multiplicities=(1, 2)))
    1
    """
    if answer.task is not Task.FACTORS:
        return len(answer)
    units = {*range(answer.ring.lowest), *(step.variable for step in (tower_of(system) if system else ()))}
    return sum(not all(units.issuperset(f.support()) for f in component) for component in answer.components)
