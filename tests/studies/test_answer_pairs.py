"""Two answers to one question: what is the same, and which one is wrong."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from casbridge.algebra import Polynomial, variables
from casbridge.algebra.answers import Answer, Component, PointComponents, Task
from casbridge.algebra.systems import system_of
from casbridge.backends.protocol import Status
from casbridge.limits import Limits
from casbridge.studies import answer_pairs
from casbridge.studies.answer_pairs import PairOutcome, PairWork, compare_pair
from casbridge.studies.texts import packed
from casbridge.studies.values import Case, Outcome
from casbridge.studies.work import subject_of
from tests.studies.made import asked, case_of, outcome_of

CIRCLE = case_of("variables: x y\nx^2 + y^2 - 25\nx - y - 1")
AXES = case_of("variables: x y z\nx*y\nx*z")
LIMITS = Limits(seconds=30)

Make = Callable[[Polynomial, Polynomial], Sequence[Component]]


def answer_of(case: Case, make: Make, task: Task = Task.PRIMES, order: str = "") -> Outcome:
    ring = system_of(subject_of(case, "given")).ring
    return outcome_of(Answer(task, ring, tuple(make(*variables(ring))), order), "mycas:solve")


def compared(case: Case, before: Outcome | None, after: Outcome, order: str = "given") -> PairOutcome:
    work = PairWork(3, case, order, before, after, LIMITS)
    outcome = compare_pair(pickle.loads(pickle.dumps(work)))
    assert outcome.number == 3
    return pickle.loads(pickle.dumps(outcome))


RIGHT = answer_of(CIRCLE, lambda x, y: [(x - 4, y - 3), (x + 3, y + 4)])
#: The same zeros, written otherwise.
ALIKE = {
    "another order": answer_of(CIRCLE, lambda x, y: [(y + 4, x + 3), (y - 3, x - 4)]),
    "other generators": answer_of(CIRCLE, lambda x, y: [(x - 4, y - x + 1), (x + y + 7, x + 3)]),
    "one component": answer_of(CIRCLE, lambda x, y: [(x**2 - x - 12, y - x + 1)], Task.SERIES),
    "a basis": answer_of(CIRCLE, lambda x, y: [(x**2 - x - 12, y - x + 1)], Task.BASIS, "lex"),
    "twice": answer_of(CIRCLE, lambda x, y: [(x - 4, y - 3), (x + 3, y + 4), (x - 4, y - 3)], Task.SERIES),
    "multiplicity": answer_of(CIRCLE, lambda x, y: [((x - 4) ** 2, y - 3), (x + 3, y + 4)], Task.COMPONENTS),
}
#: As many components, of the same degrees, with small numbers; all are wrong.
LIES = {
    "another zero": answer_of(CIRCLE, lambda x, y: [(x - 4, y - 3), (x + 4, y + 3)]),
    "another sign": answer_of(CIRCLE, lambda x, y: [(x - 4, y - 3), (x - 3, y + 4)]),
    "one twice": answer_of(CIRCLE, lambda x, y: [(x - 4, y - 3), (y - 3, x - 4)]),
    "one less": answer_of(CIRCLE, lambda x, y: [(x - 4, y - 3)]),
    "nothing": answer_of(CIRCLE, lambda x, y: []),
    "another chain": answer_of(CIRCLE, lambda x, y: [(x**2 - x - 12, y - x - 1)], Task.SERIES),
    "a line": answer_of(CIRCLE, lambda x, y: [(x - y - 1,)], Task.SERIES),
}


@pytest.mark.parametrize("name", ALIKE)
def test_the_same_zeros_are_no_difference(name: str) -> None:
    assert compared(CIRCLE, RIGHT, ALIKE[name]).kind == "equal"
    assert compared(CIRCLE, ALIKE[name], RIGHT).kind == "equal"


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found_on_its_side(name: str) -> None:
    wrong = compared(CIRCLE, RIGHT, LIES[name])
    assert wrong.kind == "wrong"
    assert wrong.witness is not None
    assert "after" in wrong.witness["backend"]
    assert wrong.reason == wrong.witness["text"]
    mended = compared(CIRCLE, LIES[name], RIGHT)
    assert mended.kind == "mended"
    assert mended.witness is not None
    assert "before" in mended.witness["backend"]
    alone = compared(CIRCLE, None, LIES[name])
    assert alone.kind == "wrong"
    assert alone.witness is not None


def test_a_right_answer_alone_is_not_wrong() -> None:
    for one in (RIGHT, *ALIKE.values()):
        assert compared(CIRCLE, None, one).kind == "equal"


@pytest.mark.parametrize(
    ("before", "after"), [("another zero", "one less"), ("nothing", "a line"), ("one less", "nothing")]
)
def test_two_lies_are_both_wrong(before: str, after: str) -> None:
    found = compared(CIRCLE, LIES[before], LIES[after])
    assert found.kind == "both wrong"
    assert found.witness is not None
    assert "after" in found.witness["backend"]


def test_infinitely_many_zeros() -> None:
    def of(make: Callable[[Polynomial, Polynomial, Polynomial], Sequence[Component]]) -> Outcome:
        ring = system_of(subject_of(AXES, "given")).ring
        return outcome_of(Answer(Task.PRIMES, ring, tuple(make(*variables(ring)))), "mycas:solve")

    right = of(lambda x, y, z: [(x,), (y, z)])
    assert compared(AXES, right, of(lambda x, y, z: [(z - y, y), (2 * x,)])).kind == "equal"
    assert compared(AXES, right, of(lambda x, y, z: [(x,), (y, z), (x, y)])).kind == "wrong"  # it is redundant
    # The same degrees and dimensions.
    assert compared(AXES, right, of(lambda x, y, z: [(x,), (y, z - 1)])).kind == "wrong"
    assert compared(AXES, of(lambda x, y, z: [(y,), (x, z)]), right).kind == "mended"
    assert compared(AXES, right, of(lambda x, y, z: [(x,)])).kind == "wrong"


def test_answers_of_another_order_of_the_variables() -> None:
    case = case_of("variables: y z x\nx*y - 1\nx*z - 1")
    right = asked(case, "reference", "auto")[2]
    basis = asked(case, "reference:basis", "auto")[2]
    assert compared(case, right, basis, "auto").kind == "equal"
    ring = system_of(subject_of(case, "auto")).ring
    named = dict(zip(ring.variables, variables(ring), strict=True))
    lie = Answer(Task.SERIES, ring, ((named["x"] * named["y"] - 1, named["x"] * named["z"] + 1),))
    assert compared(case, right, outcome_of(lie, "mycas:solve"), "auto").kind == "wrong"
    # The order that is found may change from one version to the next.
    other = asked(case, "reference", "given")[2]
    assert compared(case, other, basis, "auto").kind == "equal"


def test_numbers_are_compared_as_numbers() -> None:
    ring = system_of(subject_of(CIRCLE, "given")).ring

    def of(dimension: int, degree: int | None) -> Outcome:
        return outcome_of(Answer(Task.DIMENSION, ring, (), dimension=dimension, degree=degree), "mycas:dim")

    assert compared(CIRCLE, of(0, 2), of(0, None)).kind == "equal"
    assert compared(CIRCLE, of(0, 2), of(0, 3)).kind == "wrong"
    assert compared(CIRCLE, of(1, 2), of(0, 2)).kind == "mended"
    # A number and zeros cannot be compared.
    assert compared(CIRCLE, RIGHT, of(0, 2)).kind == "undecided"


def test_points_of_a_puzzle() -> None:
    case = case_of(".4.....1..3.2...", encoding="colouring")
    right = asked(case, "reference")[2]
    ring = system_of(subject_of(case, "given")).ring
    other = outcome_of(Answer(Task.POINTS, ring, PointComponents(ring, [(1,) * 16])), "mycas:solve")
    found = compared(case, right, other)
    assert found.kind == "wrong"
    lost = compared(case, right, outcome_of(Answer(Task.PRIMES, ring, ()), "mycas:solve"))
    assert lost.kind == "wrong"
    assert lost.witness is not None
    assert lost.witness["grid"] == "1423324141322314"


def test_partial_answers_do_not_contradict() -> None:
    first = replace(answer_of(CIRCLE, lambda x, y: [(x - 4, y - 3)]), status=str(Status.PARTIAL))
    second = replace(answer_of(CIRCLE, lambda x, y: [(x + 3, y + 4)]), status=str(Status.PARTIAL))
    assert compared(CIRCLE, first, second).kind == "equal"
    lie = replace(answer_of(CIRCLE, lambda x, y: [(x + 3, y + 3)]), status=str(Status.PARTIAL))
    assert compared(CIRCLE, first, lie).kind == "wrong"


def test_what_is_written_alike_needs_no_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(answer_pairs, "judged_case")
    assert compared(CIRCLE, RIGHT, ALIKE["another order"]).kind == "equal"
    assert compared(CIRCLE, RIGHT, RIGHT).kind == "equal"
    assert compared(CIRCLE, RIGHT, ALIKE["other generators"]).kind == "failed"


def test_damaged_answers_end_nothing() -> None:
    for bad in (None, b"no", packed("{}"), packed("exit()")):
        damaged = replace(RIGHT, answer=bad)
        for outcome in (compared(CIRCLE, RIGHT, damaged), compared(CIRCLE, damaged, RIGHT)):
            assert outcome.kind == "failed"
            assert "\n" not in outcome.reason


def test_a_limit_is_told() -> None:
    case = case_of("variables: x y z\nx^5 + y^4 - z^3 - 1\nx^3*y^2 - z^4 + y - 2\nx*y*z^3 - x^2 + 7")
    system = system_of(subject_of(case, "given"))
    first = outcome_of(Answer(Task.COMPONENTS, system.ring, (tuple(system.polynomials()),)), "mycas:solve")
    some = list(system.polynomials())
    second = outcome_of(Answer(Task.COMPONENTS, system.ring, ((some[0] + some[1], some[1], some[2]),)), "mycas:solve")
    found = compare_pair(PairWork(1, case, "given", first, second, Limits(seconds=0.05)))
    assert (found.kind, found.stopped) == ("undecided", True)
    assert found.seconds < 10
