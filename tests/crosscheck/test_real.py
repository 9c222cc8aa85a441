"""Boxes of real zeros: the reference's, and lies about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings, strategies as st
from script_cases import system, whole_answer

from casbridge import measure, run
from casbridge.algebra import PolynomialSystem
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.boxes import Box, are_apart
from casbridge.algebra.polynomials import variables
from casbridge.backends.protocol import Result, Status
from casbridge.charset.ideals import bases, real
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.real import ClosedField, RealZero, closed_fields, number_by_sturm, real_zeros
from casbridge.crosscheck import VerdictKind, judging
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Verdict
from casbridge.errors import BackendError
from tests.effort import examples

#: Five zeros, three of them with x = 0; not radical.
FIVE = system("y x", ["y^3-y", "x^2+x*y"])
#: Two real zeros and two others.
FOUR = system("x y", ["x^4-4", "y-x^3"])


def boxes_of(asked: PolynomialSystem) -> tuple[Box, ...]:
    return whole_answer(run(asked, "reference:real")).boxes


def compared(asked: PolynomialSystem, *several: tuple[Box, ...]) -> Verdict:
    answers = [Answer(Task.REAL, asked.ring, (), boxes=boxes) for boxes in several]
    results = [Result(f"it{n}", "", Status.COMPLETE, answer) for n, answer in enumerate(answers, 1)]
    return judge(results, asked)


def faults_of(asked: PolynomialSystem, boxes: tuple[Box, ...]) -> list[Fault]:
    verdict = compared(asked, boxes, boxes_of(asked))
    assert verdict.checked[1].faults == ()
    assert (verdict.kind is VerdictKind.DISAGREE) == bool(verdict.checked[0].faults)
    return [witness.fault for witness in verdict.checked[0].faults]


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        (FIVE, 5),
        (FOUR, 2),
        (system("x", ["x^2+1"]), 0),
        (system("x", ["x-1", "x-2"]), 0),
        (system("x y", ["3"]), 0),
        (system("x", ["(x^3-2)^2"]), 1),
        (system("x", ["x^3-3*x+1"]), 3),
        (system("x y z", ["x^2-2", "y^2-2", "z-x*y"]), 4),
        (system("x", ["(x^2-2)*(x-1/3)*x"]), 4),
    ],
)
def test_the_reference_isolates_all_real_zeros(asked: PolynomialSystem, count: int) -> None:
    answer = whole_answer(run(asked, "reference:real"))
    assert len(answer) == len(answer.boxes) == count
    assert all(are_apart(one, other) for one, other in combinations(answer.boxes, 2))
    assert all(0 <= high - low < Fraction(1, 2**30) for box in answer.boxes for low, high in box)
    assert faults_of(asked, answer.boxes) == []
    assert measure(answer, asked).real == count
    assert compared(asked, answer.boxes, answer.boxes).kind is VerdictKind.AGREE


def test_rational_zeros_are_exact() -> None:
    assert set(boxes_of(FIVE)) == {
        tuple((one, one) for one in point) for point in [(0, 0), (1, 0), (1, -1), (-1, 0), (-1, 1)]
    }


@pytest.mark.parametrize("asked", [system("x y", ["x*y"]), system("x y", [])])
def test_infinitely_many_zeros_are_no_answer(asked: PolynomialSystem) -> None:
    result = run(asked, "reference:real")
    assert result.status is Status.UNSUPPORTED
    assert "infinitely many" in result.reason
    assert "; try reference:general" in result.reason


def test_a_prime_field_is_no_place_for_real_zeros() -> None:
    assert run(system("x", ["x"], 7), "reference:real").status is Status.UNSUPPORTED


def wider(boxes: tuple[Box, ...], by: Fraction) -> tuple[Box, ...]:
    return tuple(tuple((low - by, high + by) for low, high in box) for box in boxes)


#: What a liar makes of the boxes of FIVE, widened by 1/4; the fault.
LIES: list[tuple[Callable[[tuple[Box, ...]], tuple[Box, ...]], Fault]] = [
    (lambda boxes: boxes[1:], Fault.MISSING_ZERO),
    (lambda boxes: (), Fault.MISSING_ZERO),
    (lambda boxes: (*boxes, boxes[0]), Fault.NOT_ISOLATED),
    (lambda boxes: (*boxes, ((5, 6), (5, 6))), Fault.FALSE_ZERO),
    (lambda boxes: (tuple((low + 1, high + 1) for low, high in boxes[0]), *boxes[1:]), Fault.MISSING_ZERO),
    (lambda boxes: (tuple((low + 9, high + 9) for low, high in boxes[0]), *boxes[1:]), Fault.FALSE_ZERO),
    (lambda boxes: (((-2, 2), boxes[0][1]), *boxes[1:]), Fault.NOT_ISOLATED),
    (lambda boxes: (((-2, 2), (-2, 2)),), Fault.NOT_ISOLATED),
    (lambda boxes: (*boxes[1:], tuple((high, low) for low, high in boxes[0])), Fault.FALSE_ZERO),
]


@pytest.mark.parametrize(("lie", "fault"), LIES)
def test_a_lie_is_found(lie: Callable[[tuple[Box, ...]], tuple[Box, ...]], fault: Fault) -> None:
    right = wider(boxes_of(FIVE), Fraction(1, 4))
    assert faults_of(FIVE, right) == []
    assert fault in faults_of(FIVE, lie(right))


def test_a_box_whose_border_is_the_zero_has_it_and_a_bit_less_has_it_not() -> None:
    one = (((0, 1), (-1, 0)),)
    assert faults_of(system("x y", ["x-1", "y+1"]), one) == []
    less = Fraction(1, 10**60)
    assert faults_of(system("x y", ["x-1", "y+1"]), (((0, 1 - less), (-1, 0)),))
    # √2 to 60 digits.
    digits = Fraction(1414213562373095048801688724209698078569671875376948073176679, 10**60)
    negative = ((-2, -1),)
    asked = system("x", ["x^2-2"])
    assert faults_of(asked, (((digits, digits + less),), negative)) == []
    assert set(faults_of(asked, (((digits + less, 2),), negative))) == {Fault.FALSE_ZERO, Fault.MISSING_ZERO}
    assert set(faults_of(asked, (((1, digits),), negative))) == {Fault.FALSE_ZERO, Fault.MISSING_ZERO}


def test_boxes_that_share_a_border_are_not_apart() -> None:
    asked = system("x", ["x^2-1/4"])
    assert faults_of(asked, (((-1, 0),), ((0, 1),))) == [Fault.NOT_ISOLATED]


def test_answers_contradict_each_other_where_the_reference_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "OWN_PROVERS", judging.OWN_PROVERS[1:])
    right = boxes_of(FOUR)
    assert compared(FOUR, right, wider(right, Fraction(1, 4))).kind is VerdictKind.CONSISTENT
    assert compared(FOUR, right, right[:1]).reason == "one is wrong: it1 and it2"
    moved = tuple(tuple((low + 9, high + 9) for low, high in box) for box in right)
    assert compared(FOUR, right, moved).kind is VerdictKind.DISAGREE


@settings(deadline=None, max_examples=examples(50))
@given(st.lists(st.integers(-9, 9), min_size=3, max_size=7))
def test_sturm_counts_what_arb_encloses(coefficients: list[int]) -> None:
    from flint import fmpq_poly

    asked = system("x", ["+".join(f"({c})*x^{n}" for n, c in enumerate([*coefficients, 1]))])
    fields = closed_fields(Ideal(asked.ring, asked.polynomials()))
    assert number_by_sturm(fmpq_poly([*coefficients, 1])) == len(real_zeros(fields))


@settings(deadline=None, max_examples=examples(50))
@given(st.fractions(-3, 3, max_denominator=9), st.fractions(-3, 3, max_denominator=9))
def test_comparing_is_exact(first: Fraction, second: Fraction) -> None:
    asked = system("x y", [f"x - ({first})", f"y^2 - ({second})^2"])
    fields = closed_fields(Ideal(asked.ring, asked.polynomials()))
    zeros: list[RealZero] = real_zeros(fields)
    assert len(zeros) == (2 if second else 1)
    for zero in zeros:
        assert zero.compare(0, first) == 0
        assert abs(zero.compare(1, second)) in (0, 1)
    assert any(zero.compare(1, second) == 0 for zero in zeros)
    assert all(zero.compare(1, abs(second) + Fraction(1, 10**50)) == -1 for zero in zeros)


def dense(degree: int, names: str, *, moved: int = 0) -> PolynomialSystem:
    """Polynomials with all monomials from a degree on, so many as variables; moved: the least degree."""
    monomials = [e for e in product(range(degree + 1), repeat=len(names)) if moved <= sum(e) <= degree]
    several = (
        "+".join(
            f"({(7 * n + 5 * k * k + 3 * n * k) % 19 - 9})*"
            + "*".join(f"{v}^{p}" for v, p in zip(names, e, strict=True))
            for k, e in enumerate(monomials)
        )
        for n in range(len(names))
    )
    return system(" ".join(names), several)


def no_basis(*_: object) -> None:
    raise AssertionError("a Groebner basis is computed")


@pytest.mark.parametrize(("degree", "names", "zeros"), [(4, "xy", 16), (2, "xyz", 8)])
def test_dense_systems_need_no_groebner_basis(
    degree: int, names: str, zeros: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bases, "_basis", no_basis)
    asked = dense(degree, names)
    (field,) = closed_fields(Ideal(asked.ring, asked.polynomials()))
    assert field.minimal.degree() == zeros
    truth = Truth(asked)
    assert len(truth.real_zeros) == number_by_sturm(field.minimal)
    assert not truth.doubts


def test_a_multiple_zero_needs_a_basis_of_the_equations_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = Truth(dense(4, "xy", moved=2))
    assert len(truth.ideal.basis) > 2
    monkeypatch.setattr(bases, "_basis", no_basis)
    assert sorted(field.minimal.degree() for field in closed_fields(truth.ideal)) == [1, 12]
    assert truth.real_zeros
    assert not truth.doubts


@pytest.mark.parametrize("asked", [FIVE, FOUR, dense(3, "xy"), dense(3, "xy", moved=2)])
def test_a_lost_chain_is_no_proof(asked: PolynomialSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    chains = list(real.series_of(asked))
    for lost in range(len(chains)):
        monkeypatch.setattr(real, "series_of", lambda *_, lost=lost: [*chains[:lost], *chains[lost + 1 :]])
        with pytest.raises(BackendError):
            _ = Truth(asked).real_zeros


def test_a_wrong_coordinate_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(ideal: Ideal) -> list[ClosedField]:
        return [replace(field, coordinates=field.coordinates[::-1]) for field in closed_fields(ideal)]

    monkeypatch.setattr("casbridge.crosscheck.tasks.truth.closed_fields", wrong)
    with pytest.raises(BackendError):
        _ = Truth(FOUR).real_zeros


def test_fields_of_one_ideal_are_equal() -> None:
    ring = system("x y z", ["x"]).ring
    x, y, z = variables(ring)
    simple = ClosedField.of((x**3 - 2, x * y - 2, z - 1))
    assert simple == ClosedField.of((2 * x**3 - 4, y - x**2, x * z - x))
    assert simple != ClosedField.of((x**3 - 2, y + x**2, z - 1))
    tower = ClosedField.of((x**2 - 2, y**2 - 3, z - x))
    assert tower == ClosedField.of((x**2 - 2, x * y**2 - 3 * x, x * z - 2))
    assert tower.has_zeros_of([x**2 - 2, y**2 - 3, x * z - 2])
    assert not tower.has_zeros_of([x - y])
