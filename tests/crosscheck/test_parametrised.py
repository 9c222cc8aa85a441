"""Parametrisations as closed points, and lies about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st
from script_cases import system

from casbridge import run
from casbridge.algebra import PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer
from casbridge.algebra.parametrisations import Parametrisation
from casbridge.algebra.polynomials import Polynomial
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck import Verdict, VerdictKind
from casbridge.crosscheck.branches.parametrised import closed_points
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.judging import judge_checked
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import UnsupportedError
from tests.effort import examples

#: x y = 2 and x² + y² = 5, with t = x.
ASKED = system("x y", ["x*y-2", "x^2+y^2-5"])
RIGHT = Parametrisation((4, 0, -5, 0, 1), (((0, 1), (1,)), ((-20, 0, 8), (0, -10, 0, 4))), (1, 0))
#: x² = 2 and y² = 3, with t = x + y.
ROOTS = system("x y", ["x^2-2", "y^2-3"])
SUM = Parametrisation(
    (1, 0, -10, 0, 1), (((0, Fraction(-9, 2), 0, Fraction(1, 2)), (1,)), ((0, 11, 0, -1), (2,))), (1, 1)
)


def said(asked: PolynomialSystem, *given: Parametrisation) -> Result:
    return Result("liar", "", Status.COMPLETE, Answer.of_parametrisations(asked.ring, given))


def compared(results: list[Result], asked: PolynomialSystem) -> Verdict:
    return judge_checked(check_all(results, asked), asked)


def judged(asked: PolynomialSystem, *given: Parametrisation) -> tuple[VerdictKind, list[Fault]]:
    honest = run(asked, "reference")
    verdict = compared([said(asked, *given), honest], asked)
    return verdict.kind, [witness.fault for witness in verdict.checked[0].faults]


@pytest.mark.parametrize(("asked", "given"), [(ASKED, RIGHT), (ROOTS, SUM)])
def test_a_right_parametrisation_agrees(asked: PolynomialSystem, given: Parametrisation) -> None:
    assert judged(asked, given) == (VerdictKind.AGREE, [])


def test_no_zeros() -> None:
    assert judged(system("x y", ["x*y-1", "x"])) == (VerdictKind.AGREE, [])
    kind, faults = judged(ASKED)
    assert (kind, set(faults)) == (VerdictKind.DISAGREE, {Fault.MISSING_ZERO})


#: What a liar makes of (t² - 1)(t² - 4), the fault.
LIES: list[tuple[Callable[[Parametrisation], Parametrisation], Fault]] = [
    (lambda one: replace(one, polynomial=(-1, 0, 1)), Fault.MISSING_ZERO),
    (lambda one: replace(one, polynomial=(2, -1, -2, 1)), Fault.MISSING_ZERO),
    (lambda one: replace(one, polynomial=(1,)), Fault.MISSING_ZERO),
    (lambda one: replace(one, polynomial=(-12, 4, 15, -5, -3, 1)), Fault.FALSE_ZERO),
    (lambda one: replace(one, polynomial=(4, 0, -4, 0, 1)), Fault.NO_PARAMETRISATION),
    (lambda one: replace(one, polynomial=(-4, -4, 5, 5, -1, -1)), Fault.NO_PARAMETRISATION),
    (lambda one: replace(one, coordinates=(one.coordinates[0], ((-20, 0, 9), (0, -10, 0, 4)))), Fault.FALSE_ZERO),
    (lambda one: replace(one, coordinates=(one.coordinates[0], ((-20, 0, 8), (1, 1)))), Fault.NO_PARAMETRISATION),
    (lambda one: replace(one, coordinates=(one.coordinates[0], ((1,), ()))), Fault.NO_PARAMETRISATION),
    (lambda one: replace(one, coordinates=one.coordinates[::-1]), Fault.NO_PARAMETRISATION),
    (lambda one: replace(one, form=(0, 1)), Fault.NO_PARAMETRISATION),
    (lambda one: replace(one, form=(2, 0)), Fault.NO_PARAMETRISATION),
    (lambda one: replace(one, form=(0, 0)), Fault.NO_PARAMETRISATION),
]


@pytest.mark.parametrize(
    ("lie", "fault"),
    [pytest.param(*lie, marks=() if number in (0, 4, 6) else pytest.mark.slow) for number, lie in enumerate(LIES)],
)
def test_a_lie_is_found(lie: Callable[[Parametrisation], Parametrisation], fault: Fault) -> None:
    kind, faults = judged(ASKED, lie(RIGHT))
    assert kind is VerdictKind.DISAGREE
    assert fault in faults
    assert fault is not Fault.NO_PARAMETRISATION or set(faults) == {fault}


@pytest.mark.slow
def test_points_that_are_given_twice_are_redundant() -> None:
    verdict = compared([said(ASKED, RIGHT, RIGHT), run(ASKED, "reference")], ASKED)
    assert verdict.kind is VerdictKind.AGREE
    assert verdict.checked[0].redundant == 4
    roots = compared([said(ROOTS, SUM, SUM), run(ROOTS, "reference")], ROOTS)
    assert (roots.kind, roots.checked[0].redundant) == (VerdictKind.AGREE, 1)


def test_what_cannot_be_read_is_said() -> None:
    with pytest.raises(UnsupportedError, match="each number is a root"):
        closed_points("it", ASKED.ring, [replace(RIGHT, polynomial=())])
    with pytest.raises(UnsupportedError, match="degree 500"):
        closed_points("it", ASKED.ring, [replace(RIGHT, polynomial=(-2, *(0,) * 499, 1))])
    verdict = compared([said(ASKED, replace(RIGHT, polynomial=())), run(ASKED, "reference")], ASKED)
    assert verdict.kind is VerdictKind.UNDECIDED


@settings(deadline=None, max_examples=examples(40))
@given(
    st.lists(st.integers(-9, 9), min_size=2, max_size=5),
    st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=4),
)
def test_polynomials_are_zero_at_the_points(low: list[int], value: list[Fraction]) -> None:
    """x = t, y = v(t), with w = t^n + …: the points are those of w(x), y - v(x)."""
    ring = Ring.of("x y")
    x, y = variables(ring)
    polynomial = (*low, 1)
    given = Parametrisation(polynomial, (((0, 1), (1,)), (tuple(value), (1,))), (1, 0))
    points, faults = closed_points("it", ring, [given])
    w = sum((c * x**n for n, c in enumerate(polynomial)), 0 * x)
    factors = w.factors()
    assert len(points) + len(faults) == len(factors)
    assert len(faults) == sum(times > 1 for _, times in factors)
    image = sum((c * x**n for n, c in enumerate(value)), 0 * x)
    for basis in points:
        assert basis[0] in {factor.normal() for factor, _ in factors}
        divisor = Divisor(basis, "lex")
        assert not divisor.remainder(y - image)
        assert not divisor.remainder(w)
        assert divisor.remainder(Polynomial.constant(ring, 1))
