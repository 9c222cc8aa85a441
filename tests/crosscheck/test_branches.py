"""Branches of symbolic solvers: what they mean, what conjugates hide and invent, and witnesses that hold."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from sympy import Poly, Symbol, roots as sympy_roots

from casbridge.algebra import Polynomial, PolynomialSystem, Ring
from casbridge.algebra.answers import Answer
from casbridge.algebra.arithmetic import precision
from casbridge.algebra.branches import Branch
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.radical_parsing import parse_condition, parse_expression
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.crosscheck.branches.equations import resolve, state
from casbridge.crosscheck.branches.numerics import UncertainError, ball, roots, values
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.judging import judge_checked
from casbridge.crosscheck.verdicts import Fault, Verdict, VerdictKind, Witness
from casbridge.errors import InputError
from casbridge.limits import Deadline

AGREE, DISAGREE, UNDECIDED = VerdictKind.AGREE, VerdictKind.DISAGREE, VerdictKind.UNDECIDED
SAME = (AGREE, VerdictKind.CONSISTENT)


def branch(text: str, ring: Ring) -> Branch:
    """A branch from its lines, with commas between them."""
    found: list[tuple[str, str]] = []
    conditions: list[str] = []
    parameters: tuple[str, ...] = ()
    for line in filter(None, map(str.strip, text.split(";"))):
        if line.startswith("free:"):
            parameters = tuple(line.removeprefix("free:").split())
        elif "!=" in line:
            conditions.append(line)
        else:
            name, _, value = line.partition(" = ")
            found.append((name, value))
    names = (*ring.variables, *parameters)
    given = tuple((name, parse_expression(value, names)) for name, value in found)
    return Branch(given, tuple(parse_condition(one, names) for one in conditions), parameters)


def system_of(names: str, equations: Sequence[str]) -> PolynomialSystem:
    ring = Ring.of(names)
    return PolynomialSystem.of(ring, [parse_polynomial(one, ring) for one in equations])


def judged(
    names: str, equations: Sequence[str], branches: Sequence[str], seconds: float = 60, status: Status = Status.COMPLETE
) -> Verdict:
    """The verdict over the reference and an answer of branches."""
    system = system_of(names, equations)
    answer = Answer.of_branches(system.ring, [branch(one, system.ring) for one in branches])
    ours = registry.get("reference").run(Job(system))
    results = [ours, Result("it", "solve", status, answer)]
    deadline = Deadline.after(seconds)
    return judge_checked(check_all(results, system, None, deadline), system, deadline)


def number(text: str) -> complex:
    """A decimal text such as "1.5 - 2.25*I"."""
    found = re.fullmatch(r"(-?[\d.e-]+)?(?: ?([+-]?) ?(-?[\d.e-]+)\*I)?", text)
    assert found, text
    sign = -1 if found.group(2) == "-" else 1
    return complex(float(found.group(1) or 0), sign * float(found.group(3) or 0))


def value_at(polynomial: Polynomial, point: Sequence[complex]) -> complex:
    total = complex(0)
    for exponents, coefficient in polynomial.terms.items():
        term = complex(Fraction(coefficient))
        for coordinate, exponent in zip(point, exponents, strict=True):
            term *= coordinate**exponent
        total += term
    return total


def place_of(witness: Witness) -> list[complex]:
    """The witness's point, in floating point."""
    if witness.point is not None:
        return [complex(Fraction(one)) for one in witness.point]
    if witness.approximation:
        return [number(one) for one in witness.approximation]
    assert witness.extension is not None or witness.chain, witness
    return []


def substituted(verdict: Verdict, system: PolynomialSystem, branches: Sequence[str]) -> None:
    """Check the witness by substitution alone, in floating point."""
    witness = verdict.witness
    assert witness is not None
    place = place_of(witness)
    if not place:
        return
    largest = max(abs(value_at(one, place)) for one in system.polynomials())
    if witness.fault is Fault.FALSE_ZERO:
        assert largest > 1e-6
        return
    assert witness.fault in (Fault.MISSING_ZERO, Fault.SPECIAL_CASE)
    assert largest < 1e-6
    at = dict(zip(system.ring.variables, place, strict=True))
    for text in branches:
        resolved = resolve(branch(text, system.ring), system.ring)
        if resolved.parameters:
            continue
        with precision(64):
            from flint import acb

            try:
                (found,) = values(resolved.expressions, {name: acb(at[name]) for name in resolved.free})
            except UncertainError:
                continue
            there = [complex(one.mid()) for one in found]
        assert max(abs(a - b) for a, b in zip(place, there, strict=True)) > 1e-6, text


CARDANO = [f"x = {str(root).replace('**', '^')}" for root in sympy_roots(Poly(Symbol("x") ** 3 + Symbol("x") + 1))]
CUBIC_WITH_REAL_ROOTS = [
    f"x = {str(root).replace('**', '^')}" for root in sympy_roots(Poly(Symbol("x") ** 3 - 3 * Symbol("x") + 1))
]
QUINTIC = [f"x = RootOf(x^5 - x + 1, {i})" for i in range(5)]
PAIRS = [f"x = RootOf(x^5 - x + 1, {i}); y = RootOf(x^5 - x + 1, {j})" for i in range(5) for j in range(5)]
FERRARI = [f"x = {str(root).replace('**', '^')}" for root in sympy_roots(Poly(Symbol("x") ** 4 + Symbol("x") + 1))]

RIGHT = {
    "a square root": ("x", ["x^2-2"], ["x = sqrt(2)", "x = -sqrt(2)"]),
    "another name of it": ("x", ["x^2-2"], ["x = sqrt(8)/2", "x = -2/sqrt(2)"]),
    "I": ("x", ["x^2+1"], ["x = I", "x = -sqrt(-1)"]),
    "both in one": ("x y", ["x", "y-1"], ["x = I*sqrt(-1) + 1; y = -I^2"]),
    "products of roots": ("x", ["x"], ["x = sqrt(2)*sqrt(3) - sqrt(6)"]),
    "nested roots": ("x", ["x"], ["x = sqrt(2 + sqrt(3)) - (sqrt(6) + sqrt(2))/2"]),
    "roots of several indexes": ("x", ["x"], ["x = 2^(1/2)*2^(1/3) - 32^(1/6)"]),
    "a root over a variable": ("x y", ["y^2-x"], ["y = sqrt(x)", "y = -sqrt(x)"]),
    "the other way round": ("x y", ["y^2-x"], ["x = y^2"]),
    "a square under a root": ("x y", ["y^2-x^2"], ["y = sqrt(x^2)", "y = -sqrt(x^2)"]),
    "without a root": ("x y", ["y^2-x^2"], ["y = x", "y = -x"]),
    "a root times a variable": ("x y", ["x^2-2*y^2"], ["x = sqrt(2)*y", "x = -sqrt(2)*y"]),
    "Cardano": ("x", ["x^3+x+1"], CARDANO),
    "Cardano, real roots": ("x", ["x^3-3*x+1"], CUBIC_WITH_REAL_ROOTS),
    "Ferrari": ("x", ["x^4+x+1"], FERRARI),
    "RootOf": ("x", ["x^5-x+1"], QUINTIC),
    "RootOf and its square": ("x y", ["x^5-x+1", "y-x^2"], [f"{one}; y = ({one[4:]})^2" for one in QUINTIC]),
    "two RootOf": ("x y", ["x^5-x+1", "y^5-y+1"], PAIRS),
    "a denominator": ("x y", ["x*y-1"], ["x = 1/y"]),
    "a denominator that hides a line": ("x y z", ["x*y-z"], ["x = z/y", "y = 0; z = 0"]),
    "a parameter": ("x y", ["y-x^2"], ["free: t; x = t; y = t^2"]),
    "a curve by a parameter": ("x y", ["y^2-x^3"], ["free: t; x = t^2; y = t^3"]),
    "two parameters": ("x y z", ["z-x-y"], ["free: r1 r2; x = r1; y = r2; z = r1 + r2"]),
    "cube roots": (
        "x y",
        ["x^3-y^2"],
        ["x = y^(2/3)", "x = y^(2/3)*(-1/2 + sqrt(3)*I/2)", "x = y^(2/3)*(-1/2 - sqrt(3)*I/2)"],
    ),
    "roots of unity": ("x", ["x^2-x+1"], ["x = (-1)^(1/3)", "x = -(-1)^(2/3)"]),
    "a negative number under a cube root": (
        "x",
        ["x^2-2*x+4"],
        ["x = (-8)^(1/3)", "x = 1 - sqrt(3)*I"],
    ),
    "a condition": ("x y", ["x-y"], ["x = y; x - 1 != 0", "x = 1; y = 1"]),
    "a condition that never holds": ("x y", ["x-y"], ["x = y", "x = 3; x - x != 0"]),
    "no solutions": ("x y", ["x*y-1", "x"], []),
    "a point and a line": ("x y", ["y*(y-3)", "y*(x-2)"], ["y = 0", "x = 2; y = 3"]),
    "a line within a plane": ("x y", ["x*y"], ["x = 0", "y = 0", "x = 0; y = sqrt(2)"]),
    "a value in another value": ("x y z", ["x-y^2", "y-z^2"], ["x = y^2; y = z^2"]),
    "a circle": ("x y", ["x^2+y^2-1"], ["x = sqrt(1 - y^2)", "x = -sqrt((1 - y)*(1 + y))"]),
    "no variables": ("", ["3"], []),
}


#: Cases that take about a second.
SLOW = {"two RootOf", "24 of 25"}


def cases(names: Iterable[str]) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in names]


@pytest.mark.parametrize("case", cases(RIGHT))
def test_right_branches_agree(case: str) -> None:
    names, equations, branches = RIGHT[case]
    verdict = judged(names, equations, branches)
    assert verdict.kind in SAME, (verdict.reason, verdict.witness)


WRONG = {
    "half of the conjugates": ("x", ["x^2-2"], ["x = sqrt(2)"], Fault.MISSING_ZERO),
    "the same half twice": ("x", ["x^2-2"], ["x = sqrt(2)", "x = 2/sqrt(2)"], Fault.MISSING_ZERO),
    "no minus": ("x", ["x^2-2"], [], Fault.MISSING_ZERO),
    "a wrong multiple": ("x", ["x^2-2"], ["x = 2*sqrt(2)", "x = -sqrt(2)"], Fault.FALSE_ZERO),
    "half of the lines": ("x y", ["x^2-2*y^2"], ["x = sqrt(2)*y"], Fault.MISSING_ZERO),
    "half of a parabola": ("x y", ["y^2-x"], ["y = sqrt(x)"], Fault.MISSING_ZERO),
    "a square under a root": ("x y", ["y^2-x^2"], ["y = sqrt(x^2)"], Fault.MISSING_ZERO),
    "a wrong sign": ("x y", ["y^2-x"], ["y = sqrt(x)", "y = -sqrt(-x)"], Fault.FALSE_ZERO),
    "two of three": ("x", ["x^3+x+1"], CARDANO[:2], Fault.MISSING_ZERO),
    "four of five": ("x", ["x^5-x+1"], QUINTIC[1:], Fault.MISSING_ZERO),
    "24 of 25": ("x y", ["x^5-x+1", "y^5-y+1"], PAIRS[:7] + PAIRS[8:], Fault.MISSING_ZERO),
    "the diagonal": ("x y", ["x^5-x+1", "y^5-y+1"], PAIRS[::6], Fault.MISSING_ZERO),
    "crossed roots": (
        "x y",
        ["x^2-2", "y-x"],
        ["x = sqrt(2); y = -sqrt(2)", "x = -sqrt(2); y = sqrt(2)"],
        Fault.FALSE_ZERO,
    ),
    "false where the root is 1": ("x y", ["x^2-y"], ["x = sqrt(y) + 1"], Fault.FALSE_ZERO),
    "a principal root that is not real": ("x", ["x+2"], ["x = (-8)^(1/3)"], Fault.FALSE_ZERO),
    "everything": ("x y", ["x*y"], [""], Fault.FALSE_ZERO),
    "a lost line": ("x y z v", ["x*y", "x*z", "x*v"], ["y = 0; z = 0; v = 0"], Fault.MISSING_ZERO),
    "a denominator that loses a line": ("x y z", ["x*y-y*z"], ["x = y*z/y"], Fault.MISSING_ZERO),
    "a denominator that hides a line": ("x y z", ["x*y-z"], ["x = z/y"], Fault.SPECIAL_CASE),
    "one parameter for two": ("x y z", ["z-x-y"], ["free: r; x = r; y = r; z = 2*r"], Fault.MISSING_ZERO),
    "a false curve by a parameter": ("x y", ["y^2-x^3"], ["free: t; x = t^3; y = t^2"], Fault.FALSE_ZERO),
    "a branch of an inconsistent system": ("x", ["3"], [""], Fault.FALSE_ZERO),
    "no variables": ("", ["3"], [""], Fault.FALSE_ZERO),
    "a root that is not denested rightly": (
        "x",
        ["x"],
        ["x = sqrt(2 + sqrt(3)) - (sqrt(6) - sqrt(2))/2"],
        Fault.FALSE_ZERO,
    ),
}


@pytest.mark.parametrize("case", cases(WRONG))
def test_wrong_branches_disagree_with_a_witness(case: str) -> None:
    names, equations, branches, fault = WRONG[case]
    verdict = judged(names, equations, branches)
    assert verdict.kind is DISAGREE, verdict.reason
    assert verdict.witness is not None
    assert verdict.witness.fault is fault
    assert verdict.witness.backend == "it:solve"
    substituted(verdict, system_of(names, equations), branches)


def test_a_rational_witness_is_preferred() -> None:
    verdict = judged("x y", ["y^2-x"], ["y = sqrt(x)"])
    assert verdict.witness is not None
    assert verdict.witness.point == (1, -1)
    verdict = judged("x y", ["x^2-y"], ["x = sqrt(y) + 1"])
    assert verdict.witness is not None
    assert verdict.witness.point == (2, 1)


def test_the_witness_of_a_hidden_zero_says_where_it_is() -> None:
    verdict = judged("x", ["x^2-2"], ["x = sqrt(2)"])
    assert verdict.witness is not None
    (near,) = verdict.witness.approximation
    assert near.startswith("-1.41421356")
    assert verdict.as_dict()["witness"]["approximation"] == {"x": near}


@pytest.mark.parametrize(
    ("names", "equations", "branches", "why"),
    [
        ("x y", ["x-y"], ["x = 1/(x - x)"], "x is given by itself"),
        ("x y", ["x-y"], ["x = y; y = x"], "is given by itself"),
        ("x y", ["x-y"], ["x = 1/(y - y)"], "a denominator in it is 0 everywhere"),
        ("x", ["0*x"], ["x = (1 + sqrt(2))^9999"], "is too large"),
    ],
)
def test_what_is_no_set_of_points_is_not_compared(
    names: str, equations: list[str], branches: list[str], why: str
) -> None:
    verdict = judged(names, equations, branches)
    assert verdict.kind is UNDECIDED
    assert why in verdict.reason


def test_an_elimination_that_blows_up_is_undecided_and_says_how_long_it_took() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19)
    value = " + ".join(f"(1 + sqrt({p}) + {p}^(1/3))^(1/3)" for p in primes)
    started = time.monotonic()
    verdict = judged("x y", ["x*y-1"], [f"x = {value}; y = 1/({value})", "x = 1/y"], seconds=2)
    assert time.monotonic() - started < 20
    assert verdict.kind is UNDECIDED
    assert re.search(r"stopped after \d+\.\d s", verdict.reason), verdict.reason


def test_an_answer_that_was_cut_short_lacks_nothing() -> None:
    verdict = judged("x", ["x^2-2"], ["x = sqrt(2)"], status=Status.PARTIAL)
    assert verdict.kind is VerdictKind.CONSISTENT


def test_equal_radicals_are_one_variable() -> None:
    ring = Ring.of("x y")
    stated = state(resolve(branch("x = sqrt(8) + sqrt(2) + I*sqrt(-2); y = sqrt(18*x^0)", ring), ring))
    assert len(stated.extras) == 2
    assert [str(one) for one in stated.direct] == []


@pytest.mark.parametrize(
    "coefficients", [(1, 0, 3, 0, 1), (2, 0, 0, 0, 1), (1, -1, 0, 0, 0, 1), (-6, 11, -6, 1), (26, -2, 27, -2, 1)]
)
def test_roots_are_in_order(coefficients: tuple[int, ...]) -> None:
    with precision(64):
        found = roots(coefficients)
        assert all(sum((ball(c) * root**e for e, c in enumerate(coefficients)), ball(0)).contains(0) for root in found)
        keys = [(not one.imag.is_zero(), round(float(one.real.mid()), 9), float(one.imag.mid())) for one in found]
    assert keys == sorted(keys)
    assert len(found) == len(coefficients) - 1


def test_a_branch_whose_condition_leaves_out_no_zero() -> None:
    equations = ["x*z - 1", "y*z - 2"]
    assert judged("x y z", equations, ["x = 1/z; y = 2/z; z != 0"]).kind is AGREE
    lie = judged("x y z", equations, ["x = 1/z; y = 1/z; z != 0"])
    assert [one.fault for one in lie.checked[1].faults] == [Fault.FALSE_ZERO]


def test_radicands_that_differ_by_a_constant() -> None:
    equations = ["x^2 - 3*z - 3", "y - x", "2*v^2 - z - 1"]
    of_v = "v = sqrt(2*z + 2)/2"
    branches = [
        f"x = {sign}sqrt(3*z + 3); y = {sign}sqrt(3)*sqrt(z + 1); v = {other}sqrt(2*z + 2)/2"
        for sign in ("", "-")
        for other in ("", "-")
    ]
    assert judged("v x y z", equations, branches).kind is AGREE
    false = f"x = sqrt(3*z + 3); y = -sqrt(3)*sqrt(z + 1); {of_v}"
    lie = judged("v x y z", equations, [false, *branches])
    assert [one.fault for one in lie.checked[1].faults] == [Fault.FALSE_ZERO]
    # sqrt(-z) is not sqrt(-1)*sqrt(z) everywhere.
    assert judged("x y z", ["x^2 + z", "y^2 + z", "y - x"], ["x = sqrt(-z); y = I*sqrt(z)"]).kind is DISAGREE
    assert judged("v x y z", equations, branches[:3]).kind is DISAGREE


def _quartic_branch(outer: str, inner: str, inner_of_x: str | None = None) -> str:
    """A zero of 1 - x + 2*y, y^4 - 6*x, as SymPy writes it. outer, inner: signs of the square roots."""
    v = "(sqrt(89) + 9)"
    w = f"({v}^(2/3) - 2)"
    root = f"sqrt(2*{v}^(1/3) - 4*{v}^(-1/3))"
    y = f"{outer}1/2*{root} {inner} 1/2*sqrt(4*{v}^(-1/3) - 2*{v}^(1/3) {outer} 24/{root})"
    under = f"{outer}12*sqrt({v}) + 2*sqrt(2)*sqrt({w}) - sqrt(2)*sqrt({w})*{v}^(2/3)"
    second = f"2^(1/4)*{w}^(-1/4)*{v}^(-1/6)*sqrt({under})"
    return f"x = {outer}sqrt(2)*sqrt({w})*{v}^(-1/6) {inner_of_x or inner} {second} + 1; y = {y}"


def test_conjugates_in_nested_radicals() -> None:
    equations = ["1 - x + 2*y", "y^4 - 6*x"]
    signs = [(outer, inner) for outer in "+-" for inner in "+-"]
    right = [_quartic_branch(*pair) for pair in signs]
    verdict = judged("x y", equations, right)
    assert verdict.kind is AGREE, verdict.reason
    assert verdict.checked[1].count == 4
    # The variables are given in the other order.
    turned = ["; ".join(reversed(one.split("; "))) for one in right]
    assert judged("x y", equations, turned).kind is AGREE
    false = [_quartic_branch("+", "+", "-"), *right]
    assert [one.fault for one in judged("x y", equations, false).checked[1].faults] == [Fault.FALSE_ZERO]
    for lacking in (right[:1] * 4, right[1:]):
        faults = judged("x y", equations, lacking).checked[1].faults
        assert [one.fault for one in faults] == [Fault.MISSING_ZERO]


def test_roots_of_unity_by_angles() -> None:
    right = [f"x = exp({k}*2*I*pi/7)" for k in range(7)]
    assert judged("x", ["x^7 - 1"], right).kind is AGREE
    assert judged("x", ["x^7 - 1"], [*right[:3], "x = -exp(-I*pi/7)", *right[4:]]).kind is AGREE
    assert judged("x", ["x^7 + 1"], [one.replace("= ", "= -") for one in right]).kind is AGREE
    cosines = [f"x = cos({k}*pi/7); y = sin({k}*pi/7)*cos(pi/2) + 1" for k in (1, 3, 5)]
    assert judged("x y", ["8*x^3 - 4*x^2 - 4*x + 1", "y - 1"], cosines).kind is AGREE
    lies = {
        Fault.FALSE_ZERO: [*right[:6], "x = exp(I*pi/7)"],
        Fault.MISSING_ZERO: [right[0], *right[1:2] * 6],
    }
    for fault, lie in lies.items():
        assert [one.fault for one in judged("x", ["x^7 - 1"], lie).checked[1].faults] == [fault]


@pytest.mark.parametrize(
    "text", ["exp(x)", "exp(pi)", "cos(I*pi)", "sin(1)", "exp(I*pi + 1)", "exp(I*pi*sqrt(2))", "pi"]
)
def test_other_exponentials_are_not_read(text: str) -> None:
    with pytest.raises(InputError):
        parse_expression(text, ["x"])
    with pytest.raises(InputError):
        parse_expression("cos(x)", {"x": "pi"})
