"""Systems whose scripts the tests render, and whose recorded transcripts they read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from casbridge.algebra import (
    Equation,
    Field,
    Polynomial,
    PolynomialSystem,
    Ring,
    local_ring,
    variables,
)
from casbridge.algebra.answers import OWN_COMPARISON, Answer, Task
from casbridge.algebra.systems import Goal
from casbridge.backends.protocol import Result, Status
from casbridge.scripts import Method, Target
from casbridge.testing.systems import GOAL_SYSTEMS, case_named, system_of_texts

#: A system from texts.
system = system_of_texts


def counted(text: str) -> str:
    """An answer whose last line has the job, the number of components and the number of lines that are there."""
    before, begin, answer = text.partition("casbridge:begin")
    lines, end, rest = answer.rpartition("casbridge:end")
    last, newline, after = rest.partition("\n")
    number = sum(bool(line.strip()) for line in lines.split("\n")[1:])
    job, parts = last.split()[:2]
    return f"{before}{begin}{lines}{end} {job} {parts} {number}{newline}{after}"


def done(result: Result) -> Result:
    """A result that must be complete."""
    assert result.status is Status.COMPLETE, f"{result.name}: {result.status}: {result.reason}"
    return result


def whole_answer(result: Result) -> Answer:
    """The answer of a result that must be complete."""
    answer = done(result).answer
    assert answer is not None
    return answer


def colouring(rows: int, columns: int, clues: Mapping[int, int], p: int = 11) -> PolynomialSystem:
    """The paper's model of a Sudoku with boxes of that size: F for cells, G for pairs that differ; cells from 1."""
    side = rows * columns
    field = Field(p)
    (t,) = variables(local_ring(field, 1))
    x, y = variables(local_ring(field, 2))
    domain = Polynomial.constant(t.ring, 1)
    for digit in range(1, side + 1):
        domain = domain * (t - digit)
    differ = (domain.rename(x.ring, (0,)) - domain.rename(x.ring, (1,))).quotient(x - y)
    assert differ is not None
    equations = [
        Equation(t - clues[cell + 1], (cell,), f"cell {cell + 1} is {clues[cell + 1]}", "given")
        if cell + 1 in clues
        else Equation(domain, (cell,), f"cell {cell + 1} is a digit", "F")
        for cell in range(side * side)
    ]
    units = [(i // side, i % side, (i // side // rows, i % side // columns)) for i in range(side * side)]
    equations += [
        Equation(differ, (i, j), f"cells {i + 1} and {j + 1} differ", "G")
        for i, j in combinations(range(side * side), 2)
        if any(a == b for a, b in zip(units[i], units[j], strict=True))
    ]
    ring = Ring.of([f"x{i + 1}" for i in range(side * side)], field)
    return PolynomialSystem(ring, tuple(equations), "a Sudoku by graph colouring", (("boxes", f"{rows}x{columns}"),))


def with_goal(asked: PolynomialSystem, method: Method) -> PolynomialSystem:
    """The system with a goal, where the method's task needs one; for factors its first equation alone."""
    one = Polynomial.constant(asked.ring, 1)
    first = next(asked.polynomials(), one)
    if method.task is Task.FACTORS:
        return PolynomialSystem(asked.ring, (), asked.name, asked.facts, Goal(factor=first or one))
    if method.task is Task.ELIMINATION and asked.ring.size:
        return replace(asked, goal=Goal(eliminate=(0,)))
    if method.task is Task.SATURATION:
        return replace(asked, goal=Goal(saturate=(variables(asked.ring)[0] if asked.ring.size else one,)))
    return asked


def zero_methods(target: Target) -> list[str]:
    """The methods of a target whose answers have the system's zeros."""
    return [method.name for method in target.methods if method.task not in OWN_COMPARISON]


#: Example 4.1 of X. Xu, "The Application of Wu's Method of Characteristic Set in Solving Sudoku Problem", 2019.
PAPER_CLUES = {2: 4, 8: 1, 11: 3, 13: 2}
PAPER = colouring(2, 2, PAPER_CLUES)
PAPER_CHAIN = (1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4)

#: Systems that each method was asked about, with the paper's puzzle first.
_RECORDED = """
positive positive-7 initials inconsistent inconsistent-7 constant zero-ideal zero-polynomials no-variables
no-variables-constant irrational irrational-7 rational multiple quintic characteristic-2 long renamed
"""
CASES: dict[str, PolynomialSystem] = {
    "paper-4.1": PAPER,
    **{name: case_named(name).system for name in _RECORDED.split()},
}
#: Systems for the tasks with a comparison of their own, with all the goals that fit.
GOAL_CASES: dict[str, PolynomialSystem] = {case.name: case.system for case in GOAL_SYSTEMS}


def cases_of(method: Method) -> dict[str, PolynomialSystem]:
    """The systems whose answers by a method are recorded."""
    if method.task not in OWN_COMPARISON or method.task is Task.REAL:
        return CASES
    has_factor = method.task is Task.FACTORS
    return {name: case for name, case in GOAL_CASES.items() if (case.goal.factor is not None) == has_factor}
