"""Single answers are proved though others are wrong, partial, or cannot be compared."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from casbridge.crosscheck.proved import proved

from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.mixtures import JointVerdict, in_order, judge_mixture
from casbridge.crosscheck.verdicts import VerdictKind
from casbridge.limits import Deadline

CURVE = read_system("variables: x y\nx^2*y - y\nx*y^2 - y")
METHODS = ("reference:general", "reference:basis", "sympy:groebner")


@cache
def said(system: PolynomialSystem, name: str) -> Result:
    return registry.run(system, name)


def results(system: PolynomialSystem, *names: str) -> list[tuple[Result, PolynomialSystem]]:
    return [(said(system, name), system) for name in names]


def without_last(result: Result) -> Result:
    """An answer that lacks its last component, said to be complete."""
    assert result.answer is not None
    answer = replace(result.answer, task=Task.SERIES, components=tuple(result.answer.components)[:-1])
    return replace(result, backend="mycas", answer=answer)


def judged(asked: list[tuple[Result, PolynomialSystem]]) -> tuple[JointVerdict, list[int]]:
    verdict = judge_mixture(asked, CURVE)
    return verdict, sorted(proved(asked, CURVE, verdict))


def test_all_answers_of_an_agreement_are_proved() -> None:
    verdict, found = judged(results(CURVE, *METHODS))
    assert (verdict.kind, found) == (VerdictKind.AGREE, [0, 1, 2])


def test_a_wrong_answer_hides_nothing() -> None:
    asked = results(CURVE, *METHODS)
    asked.insert(1, (without_last(asked[0][0]), CURVE))
    verdict, found = judged(asked)
    assert (verdict.kind, found) == (VerdictKind.DISAGREE, [0, 2, 3])


def test_two_wrong_answers_prove_nothing_of_each_other() -> None:
    (first,) = results(CURVE, METHODS[0])
    wrong = (without_last(first[0]), CURVE)
    verdict, found = judged([wrong, (replace(wrong[0], backend="other"), CURVE)])
    assert (verdict.kind, found) == (VerdictKind.DISAGREE, [])


def test_one_right_answer_beside_a_wrong_one_is_not_proved() -> None:
    asked = results(CURVE, METHODS[0])
    asked.append((without_last(asked[0][0]), CURVE))
    assert judged(asked)[1] == []


def test_a_partial_answer_hides_nothing_and_is_not_proved() -> None:
    asked = results(CURVE, *METHODS)
    asked.append((replace(without_last(asked[0][0]), status=Status.PARTIAL), CURVE))
    verdict, found = judged(asked)
    assert (verdict.kind, found) == (VerdictKind.CONSISTENT, [0, 1, 2])


def test_answers_of_several_orders_are_proved_each_in_its_order() -> None:
    other = in_order(CURVE, ("y", "x"))
    asked = [*results(CURVE, *METHODS[:2]), *results(other, *METHODS[:2])]
    asked.append((without_last(asked[0][0]), CURVE))
    assert judged(asked)[1] == [0, 1, 2, 3]


def test_nothing_is_compared_after_the_deadline() -> None:
    asked = results(CURVE, *METHODS)
    asked.append((without_last(asked[0][0]), CURVE))
    verdict = judge_mixture(asked, CURVE)
    assert proved(asked, CURVE, verdict, deadline=Deadline.after(0.01)) == frozenset()


@pytest.mark.parametrize("text", ["x^2 - 2", "x^2 + 1", "variables: x y\n1"])
def test_two_answers_are_the_least(text: str) -> None:
    system = read_system(text)
    asked = results(system, "reference")
    assert proved(asked, system, judge_mixture(asked, system)) == frozenset()
    asked = results(system, "reference", "reference:basis")
    assert proved(asked, system, judge_mixture(asked, system)) == frozenset({0, 1})
