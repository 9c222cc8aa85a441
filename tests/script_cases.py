"""Systems whose scripts the tests render, and whose recorded transcripts they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from casbridge.algebra import (
    QQ,
    Equation,
    Field,
    Polynomial,
    PolynomialSystem,
    Ring,
    equation_of,
    local_ring,
    variables,
)
from casbridge.algebra.answers import OWN_COMPARISON, Answer, Task
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import Goal
from casbridge.backends.protocol import Result, Status
from casbridge.scripts import Method, Target


def done(result: Result) -> Result:
    """A result that must be complete."""
    assert result.status is Status.COMPLETE, f"{result.name}: {result.status}: {result.reason}"
    return result


def whole_answer(result: Result) -> Answer:
    """The answer of a result that must be complete."""
    answer = done(result).answer
    assert answer is not None
    return answer


def system(
    names: str, polynomials: Sequence[str], p: int = 0, name: str = "", facts: Sequence[tuple[str, str]] = ()
) -> PolynomialSystem:
    """A system without roles. Zero polynomials stay in it."""
    ring = Ring.of(names, Field(p) if p else QQ)
    equations = [equation_of(parse_polynomial(t, ring), f"line {n}") for n, t in enumerate(polynomials, 1)]
    return PolynomialSystem(ring, tuple(equations), name, tuple(facts))


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

CASES: dict[str, PolynomialSystem] = {
    "paper-4.1": PAPER,
    "positive": system("x y z", ["x*y-z^2", "x*z-y"]),
    "positive-7": system("x y z", ["x*y-z^2", "x*z-y"], 7),
    "initials": system("x y", ["x*y^2+y+1"], 7),
    "inconsistent": system("x y", ["x*y-1", "x"]),
    "inconsistent-7": system("x y", ["x*y-1", "x"], 7),
    "constant": system("x", ["3"]),
    "zero-ideal": system("x y", []),
    "zero-polynomials": system("x y", ["0", "x-1", "0", "y-x"]),
    "no-variables": system("", []),
    "no-variables-constant": system("", ["3"], 7),
    "irrational": system("x y", ["x^2-2", "y^2-8"]),
    "irrational-7": system("x y", ["x^2-3", "y-x"], 7),
    "rational": system("x y", ["(2*x-1)*(x+3)", "3/4*y-x/7"]),
    "multiple": system("x y", ["(x-1)^2", "y-x"]),
    "quintic": system("x y", ["(x-1)*(x^5-x-1)", "y-x"]),
    "characteristic-2": system("x y", ["x^2+x", "y^2+y+1"], 2),
    "long": system("x", ["+".join(f"{i + 1}*x^{i}" for i in range(400))], 3),
    "renamed": system(
        "system _y std print",
        ["system^2-1", "_y-system", "std-3", "print-_y"],
        5,
        'a "name"\nwith */ trouble\\',
        [("file \n= x", 'C:\\x"y"; system("sh", "ls"); 数独'), ("encoding", "colouring")],
    ),
}

#: Systems for the tasks with a comparison of their own, with all the goals that fit.
GOAL_CASES: dict[str, PolynomialSystem] = {
    "embedded": read_system("variables: x y\nsaturate: x, y - 1\neliminate: x\nx*y\nx^2*(y - 1)"),
    "twisted": read_system("field: 5\nvariables: x y z\neliminate: y\nsaturate: z\nx^2*z - z\ny^3 - x*z"),
    "curve": read_system("variables: t x y\neliminate: t\nsaturate: t\nx - t^2\ny - t^3/2"),
    "nothing": read_system("variables: x y\neliminate: y\nsaturate: 0\n0"),
    "everything": read_system("variables: x y\neliminate: x y\nsaturate: x\n3"),
    "binomial": read_system("factor: (x^4 - 4*y^4)/3"),
    "repeated-5": read_system("field: 5\nvariables: y x\nfactor: 3*(x^6 - 1)^2*(x^2 - 2)"),
    "number": read_system("variables: x\nfactor: 12/5"),
    "root": read_system("variables: a x y\nfactor: (x^4 - 4*y^4)*(2*a*x + 1)^2\na^2/3 - 2/3"),
    "root-7": read_system("field: 7\nvariables: x a\nfactor: (x^3 - 2)*(x - a)^2\na^3 - 2"),
    "two-roots": read_system("variables: a b x\nfactor: x^4/2 - x^2/3 + 1/18\na^2 - 3\nb^2 - a"),
    "renamed-root": read_system("variables: list _ if\nfactor: if^2*_ - 2*list*_\nlist^2 - 2"),
}


def cases_of(method: Method) -> dict[str, PolynomialSystem]:
    """The systems whose answers by a method are recorded."""
    if method.task not in OWN_COMPARISON:
        return CASES
    has_factor = method.task is Task.FACTORS
    return {name: case for name, case in GOAL_CASES.items() if (case.goal.factor is not None) == has_factor}
