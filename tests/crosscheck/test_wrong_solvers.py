"""Systems on which SymPy's solvers are wrong, from its issue tracker: each is caught, with a witness that holds."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import sympy

from casbridge.algebra import Polynomial, PolynomialSystem
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Status
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.limits import Limits

#: Issue of sympy/sympy → a system in plain text, lowest variable first.
SYSTEMS = {
    11179: "variables: y x\n3*x^3*y+5*x*y^6+2\nx^5+y^5-1",
    11621: "variables: m z y x\n(1-m)*x+y+z\nx+(1-m)*y+z\nx+y+(1-m)*z",
    11720: "variables: k z y x c\nc*x\nc*y+k*(k*y+z)\nc*z+k*y\nx^2+y^2+z^2-1",
    17449: "variables: x y\n20*x*y-10*x-4*x^3\n10*x^2-8*y-8*y^3",
    22051: "variables: z y x\nx*y-1\ny*z",
    23011: "variables: y x\ny*(y-3)\ny*(x-2)",
    23043: "variables: m l y x\nl*y^2+16*m*x+16*x\n2*y*(l*x+m+1)\nx*y^2\n8*x^2+y^2-24",
    23110: "variables: v z y x\nx*y\nx*z\nx*v",
    24185: "variables: w z y x\n2*x*(w+1)\n2*y*(w-1)\n2*z*(w-1)\nx^2+y^2+z^2-1",
}
WRONG = [
    (11179, "solve"),
    (11621, "solve"),
    (11720, "solve"),
    (17449, "solve"),
    (17449, "nonlinsolve"),
    (23011, "nonlinsolve"),
    (23043, "nonlinsolve"),
    (23110, "solve"),
    (24185, "nonlinsolve"),
]
RIGHT = [(22051, "solve"), (22051, "nonlinsolve"), (23110, "nonlinsolve"), (24185, "solve")]

needs_this_sympy = pytest.mark.skipif(
    importlib.metadata.version("sympy") not in ("1.14.0",), reason="which systems are wrong belongs to a version"
)


def as_sympy(polynomial: Polynomial | str, names: Sequence[str]) -> Any:
    return sympy.sympify(str(polynomial), {name: sympy.Symbol(name) for name in names})


def places(witness: Witness, names: Sequence[str]) -> list[Mapping[Any, Any]]:
    """Points that the witness tells of, in numbers."""
    symbols = [sympy.Symbol(name) for name in names]
    if witness.point is not None:
        return [dict(zip(symbols, map(sympy.Rational, map(str, witness.point)), strict=True))]
    if witness.extension is not None:
        minimal = sympy.sympify(witness.extension.minimal)
        (root,) = minimal.free_symbols
        coordinates = [sympy.sympify(one) for one in witness.extension.coordinates]
        return [
            dict(zip(symbols, (one.subs(root, value).evalf(30) for one in coordinates), strict=True))
            for value in sympy.Poly(minimal, root).nroots(n=30)
        ]
    if witness.approximation:
        return [dict(zip(symbols, map(sympy.sympify, witness.approximation), strict=True))]
    assert witness.chain is not None
    # A chain is solved from its lowest variable up.
    found: list[dict[Any, Any]] = [{}]
    for polynomial in witness.chain:
        main = symbols[max(polynomial.support())]
        expression = as_sympy(polynomial, names)
        found = [
            {**known, main: root}
            for known in found
            for root in sympy.Poly(expression.subs(known), main).nroots(n=30, maxsteps=500)
        ]
    assert all(len(one) == len(symbols) for one in found), "the chain has free variables, and no point is given"
    return list(found)


def check_by_substitution(witness: Witness, system: PolynomialSystem, branches: Sequence[Any]) -> None:
    """The witness holds: its point is a zero of the system and of no branch, or of a branch and not of the system."""
    names = system.ring.variables
    equations = [as_sympy(one, names) for one in system.polynomials()]
    lacking = witness.fault is Fault.MISSING_ZERO
    assert lacking or witness.fault is Fault.FALSE_ZERO
    for point in places(witness, names):
        at_equations = max(abs(complex(one.subs(point).evalf(30))) for one in equations)
        assert (at_equations < 1e-9) is lacking
        apart = [
            max(
                abs(complex((symbol - as_sympy(str(value).replace("^", "**"), names)).subs(point).evalf(30)))
                for symbol, value in ((sympy.Symbol(name), value) for name, value in branch.values)
            )
            for branch in branches
        ]
        assert all(distance > 1e-9 for distance in apart) is lacking


@needs_this_sympy
@pytest.mark.slow
@pytest.mark.parametrize(("issue", "method"), WRONG)
def test_a_wrong_answer_is_caught_with_a_witness_that_holds(issue: int, method: str) -> None:
    system = read_system(SYSTEMS[issue])
    verdict = crosscheck(system, ["reference", f"sympy:{method}"], seconds=120)
    assert verdict.kind is VerdictKind.DISAGREE, verdict.reason
    assert verdict.witness is not None
    assert verdict.witness.backend == f"sympy:{method}"
    answer = verdict.checked[1].result.answer
    assert answer is not None
    check_by_substitution(verdict.witness, system, answer.branches)


@needs_this_sympy
@pytest.mark.slow
@pytest.mark.parametrize(("issue", "method"), RIGHT)
def test_a_right_answer_to_such_a_system_does_not_disagree(issue: int, method: str) -> None:
    verdict = crosscheck(read_system(SYSTEMS[issue]), ["reference", f"sympy:{method}"], seconds=120)
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), (verdict.reason, verdict.witness)


@needs_this_sympy
@pytest.mark.slow
def test_a_crash_in_a_solver_is_a_crash() -> None:
    result = registry.get("sympy").run(Job(read_system(SYSTEMS[11720]), "nonlinsolve", Limits(seconds=120)))
    assert result.status is Status.CRASHED
    assert "AttributeError: 'ProductSet' object has no attribute 'as_coeff_Mul'" in result.reason
