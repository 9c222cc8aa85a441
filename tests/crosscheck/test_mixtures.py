"""One verdict over answers to several tasks and in several orders of the variables."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from casbridge.algebra import Polynomial, PolynomialSystem, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Result, Status
from casbridge.charset.definitions.orders import reordered
from casbridge.crosscheck.mixtures import JointVerdict, judge_mixture
from casbridge.crosscheck.verdicts import Fault, VerdictKind
from casbridge.errors import UsageError
from casbridge.limits import Deadline

Asked = list[tuple[Result, PolynomialSystem]]

CIRCLES = read_system("variables: x y\nx^2 + y^2 - 25\nx - y - 1")
#: Its chain in the order x, y has an initial that is not constant.
HYPERBOLA = read_system("variables: x y\nx*y - 1")


@cache
def said(system: PolynomialSystem, name: str) -> Result:
    return registry.run(system, name)


def asked(system: PolynomialSystem, *names: str) -> Asked:
    return [(said(system, name), system) for name in names]


def changed(
    one: tuple[Result, PolynomialSystem], *components: tuple[Polynomial, ...]
) -> tuple[Result, PolynomialSystem]:
    """The result with other components."""
    result, system = one
    assert result.answer is not None
    return replace(result, backend="liar", answer=replace(result.answer, components=components)), system


def judged(given: Asked, system: PolynomialSystem) -> JointVerdict:
    return judge_mixture(given, system, deadline=Deadline.after(30))


def test_answers_in_two_orders_agree() -> None:
    """Points go back exactly, so that there is one comparison."""
    given = [*asked(CIRCLES, "reference"), *asked(reordered(CIRCLES, ("y", "x")), "reference", "sympy")]
    verdict = judged(given[:2], CIRCLES)
    assert verdict.kind is VerdictKind.AGREE
    assert len(verdict.parts) == 1
    verdict = judged(given, CIRCLES)
    assert verdict.kind is VerdictKind.AGREE
    assert [part.what for part in verdict.parts] == ["", "in the order y, x"]


@pytest.mark.parametrize(
    "place", [0, pytest.param(1, marks=pytest.mark.slow), 2, pytest.param(3, marks=pytest.mark.slow)]
)
def test_a_lie_in_either_order_is_found(place: int) -> None:
    """The liar has as many zeros as there are, one of them false."""
    names = ("reference", "reference:basis")
    given = [*asked(CIRCLES, *names), *asked(reordered(CIRCLES, ("y", "x")), *names)]
    result, system = given[place]
    x, y = variables(system.ring)
    lie = ((x - 3, y - 3), (x + 4, y + 4))
    result = replace(result, backend="liar", answer=Answer(Task.PRIMES, system.ring, lie))
    given[place] = result, system
    verdict = judged(given, CIRCLES)
    assert verdict.kind is VerdictKind.DISAGREE
    assert verdict.checked[place].faults
    assert not any(verdict.checked[other].faults for other in range(4) if other != place)
    witness = verdict.witness or pytest.fail("no witness")
    # A false zero, or one that the liar lacks.
    assert (witness.point in [(4, 3), (-3, -4)]) == (witness.fault is Fault.MISSING_ZERO)


def test_chains_without_a_way_back_are_judged_in_their_order() -> None:
    turned = reordered(HYPERBOLA, ("y", "x"))
    given = [*asked(HYPERBOLA, "reference", "reference:general"), *asked(turned, "reference", "reference:general")]
    verdict = judged(given, HYPERBOLA)
    assert verdict.kind is VerdictKind.AGREE
    assert [(part.places, part.what) for part in verdict.parts] == [((0, 1), ""), ((2, 3), "in the order y, x")]
    assert "in the order y, x: " in verdict.reason
    assert verdict.reason.count(verdict.parts[0].verdict.reason) == 1
    y, x = variables(turned.ring)
    lie = changed(given[3], (x * y - 1, y - 1))
    wrong = judged([*given[:3], lie], HYPERBOLA)
    assert wrong.kind is VerdictKind.DISAGREE
    assert wrong.checked[3].faults
    assert not any(wrong.checked[place].faults for place in range(3))
    document = wrong.as_dict()
    assert [bool(row["faults"]) for row in document["backends"]] == [False, False, False, True]
    assert [one["verdict"] for one in document["parts"]] == ["agree", "disagree"]


def test_a_chain_that_is_alone_in_its_order_is_never_proved() -> None:
    turned = reordered(HYPERBOLA, ("y", "x"))
    given = [*asked(HYPERBOLA, "reference", "reference:general"), *asked(turned, "reference")]
    verdict = judged(given, HYPERBOLA)
    assert verdict.kind is VerdictKind.CONSISTENT
    assert "only reference:general answered" in verdict.reason
    both = judged([given[0], given[2]], HYPERBOLA)
    assert both.kind is VerdictKind.UNDECIDED


def test_a_basis_is_judged_in_its_own_order() -> None:
    """The zeros are right, but the ideal is a larger one."""
    system = read_system("variables: x y\nx^2*y\ny - 1")
    turned = reordered(system, ("y", "x"))
    given = [*asked(system, "reference"), *asked(turned, "reference:basis")]
    assert judged(given, system).kind is VerdictKind.AGREE
    y, x = variables(turned.ring)
    verdict = judged([given[0], changed(given[1], (y - 1, x))], system)
    assert verdict.kind is VerdictKind.DISAGREE
    assert [witness.fault for witness in verdict.checked[1].faults] == [Fault.FOREIGN_POLYNOMIAL]


def test_each_task_is_a_part_of_its_own() -> None:
    system = read_system("variables: x y\nx^2*y\nx*y^2")
    names = ("reference", "reference:general", "reference:radical", "reference:dimension", "reference:dimension")
    given = asked(system, *names)
    verdict = judged(given, system)
    assert [(part.places, part.what) for part in verdict.parts] == [
        ((0, 1), ""),
        ((2,), "radical"),
        ((3, 4), "dimension and degree"),
    ]
    # Nobody else gave a radical.
    assert verdict.kind is VerdictKind.CONSISTENT
    assert judged([*given[:2], *given[3:]], system).kind is VerdictKind.AGREE
    result, _ = given[4]
    assert result.answer is not None
    lie = replace(result, backend="liar", answer=replace(result.answer, dimension=0)), system
    wrong = judged([*given[:4], lie], system)
    assert wrong.kind is VerdictKind.DISAGREE
    assert wrong.reason == "dimension and degree: wrong: liar:dimension"
    assert [bool(wrong.checked[place].faults) for place in range(5)] == [False, False, False, False, True]


def test_answers_to_different_tasks_alone_are_not_compared() -> None:
    system = read_system("x^2 - 1")
    verdict = judged(asked(system, "reference", "reference:radical"), system)
    assert verdict.kind is VerdictKind.UNDECIDED
    assert "only reference:radical answered" in verdict.reason


def test_results_without_an_answer_are_told() -> None:
    slow = Result("slow", "solve", Status.TIMEOUT, reason="stopped after 5 s")
    system = read_system("x^2 - 1")
    given = [(slow, system), *asked(system, "reference:radical", "reference:radical")]
    verdict = judged(given, system)
    assert verdict.kind is VerdictKind.AGREE
    assert [row["status"] for row in verdict.as_dict()["backends"]] == ["timeout", "complete", "complete"]
    assert judged(given[:1], system).reason == "no backend answered (slow:solve: timeout)"


def test_an_answer_in_another_ring_than_was_asked_is_wrong() -> None:
    turned = reordered(CIRCLES, ("y", "x"))
    given = [*asked(CIRCLES, "reference", "sympy"), (asked(CIRCLES, "reference")[0][0], turned)]
    verdict = judged(given, CIRCLES)
    assert verdict.kind is VerdictKind.DISAGREE
    assert [witness.fault for witness in verdict.checked[2].faults] == [Fault.OTHER_RING]


def test_a_system_in_other_variables_is_refused() -> None:
    with pytest.raises(UsageError, match="the variables x, y in any order"):
        judged(asked(read_system("x - 1"), "reference"), CIRCLES)
