"""Oracles for answers that nothing else can judge: planted zeros and transformed systems."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from casbridge import Status
from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result
from casbridge.backends.reference import ReferenceBackend
from casbridge.bugs.families import Generated, Planted, generated
from casbridge.bugs.oracles import asked_moved, lost, with_planted
from casbridge.chance import Chance
from casbridge.charset.series import all_chains
from casbridge.crosscheck import CheckedResult, Fault, Verdict, VerdictKind
from casbridge.crosscheck.metamorphic import TRANSFORMATIONS
from casbridge.errors import LimitError
from casbridge.limits import Deadline, Limits
from casbridge.processes.locate import Availability
from casbridge.scripts import Method
from tests.conftest import PROGRAMS

RING = Ring.of("x y z")
X, Y, Z = variables(RING)
ZERO, ONE = Polynomial(RING), Polynomial.constant(RING, 1)
POINT = Planted(RING, (ONE, ONE * 2, ZERO))
CURVE = Planted(RING, (X, X**2, X**3))


def primes(*components: Component, task: Task = Task.PRIMES) -> Answer:
    return Answer(task, RING, components)


@pytest.mark.parametrize(
    ("answer", "planted", "point"),
    [
        (primes((X - 1, Y - 2)), POINT, None),
        (primes((X - 1, Y - 2, Z - 1)), POINT, (1, 2, 0)),
        (primes((X,), (Y - 2, Z)), POINT, None),
        (primes(), POINT, (1, 2, 0)),
        (primes((Y - X**2,)), CURVE, None),
        (primes((Y - X**2, Z - X)), CURVE, (2, 4, 8)),  # at 1, -1 and 0 the curve is in the component
        (primes((X - 1,), (Y - 1, Z - 1)), CURVE, (2, 4, 8)),
        (primes(()), CURVE, None),
        # The chain has the curve in its closure, or not: its initial is 0 there too.
        (primes(((Y - X**2) * Z,), task=Task.SERIES), CURVE, None),
    ],
)
def test_planted_zeros_that_an_answer_lacks(answer: Answer, planted: Planted, point: object) -> None:
    witness = lost("it", answer, [planted])
    if point is None:
        assert witness is None
        return
    assert witness is not None
    assert (witness.fault, witness.point) == (Fault.MISSING_ZERO, point)
    assert witness.polynomial is not None
    assert witness.polynomial.evaluate(point) != 0  # type: ignore[arg-type]
    assert all(any(f.evaluate(point) for f in component) for component in answer.components)  # type: ignore[arg-type]


def test_a_witness_without_a_point_over_a_field_with_two_elements() -> None:
    ring = Ring.of("x y", Field(2))
    x, y = variables(ring)
    line = Planted(ring, (x, Polynomial(ring)))
    witness = lost("it", Answer(Task.PRIMES, ring, ((x**2 + x, y),)), [line])
    assert witness is not None
    assert witness.point is None
    assert witness.chain == (y,)


def test_right_answers_have_all_planted_zeros() -> None:
    families = ("common-factors", "products", "binomials", "small-characteristic", "idempotents", "symmetric")
    seen = 0
    for number in range(18):
        made = generated(11, number, families)
        with suppress(LimitError):
            chains = tuple(chain.polynomials for chain in all_chains(made.system, Deadline.after(1)))
            assert lost("it", Answer(Task.SERIES, made.system.ring, chains), made.planted) is None
            seen += bool(made.planted)
    assert seen > 6


def verdict_of(kind: VerdictKind, *answers: Answer | None) -> Verdict:
    results = [
        Result(f"it{n}", "", Status.TIMEOUT, reason="too slow")
        if answer is None
        else Result(f"it{n}", "", Status.COMPLETE, answer)
        for n, answer in enumerate(answers)
    ]
    return Verdict(kind, "so far", tuple(map(CheckedResult, results)))


def test_planted_zeros_decide_what_was_undecided() -> None:
    made = Generated("mine", PolynomialSystem(RING, ()), (POINT,))
    right, wrong = primes((X - 1,)), primes((X,))
    assert with_planted(verdict_of(VerdictKind.UNDECIDED, right, None), made).kind is VerdictKind.UNDECIDED
    found = with_planted(verdict_of(VerdictKind.UNDECIDED, right, wrong, None), made)
    assert found.kind is VerdictKind.DISAGREE
    assert found.reason == "it1 lacks a planted zero: x = 1, y = 2, z = 0"
    assert found.witness == found.checked[1].faults[0]
    assert not found.checked[0].faults


def test_planted_zeros_that_contradict_an_agreement_are_loud() -> None:
    made = Generated("mine", PolynomialSystem(RING, ()), (POINT,))
    found = with_planted(verdict_of(VerdictKind.AGREE, primes((X,)), primes((X,))), made)
    assert found.kind is VerdictKind.DISAGREE
    assert found.reason.endswith(", though: so far")


class Moody:
    """The reference, but wrong about the systems that a test names."""

    name, default_method, target = "moody", "try", None
    methods = (Method("try", Task.PRIMES, "sometimes"),)

    def __init__(self, wrong: Callable[[PolynomialSystem], bool]) -> None:
        self._wrong = wrong

    def availability(self) -> Availability:
        return Availability(True)

    def run(self, job: Job) -> Result:
        result = replace(ReferenceBackend().run(replace(job, method="general")), backend=self.name, method="try")
        assert result.answer is not None
        components = tuple(result.answer.components)[self._wrong(job.system) :]
        return replace(result, answer=Answer(Task.PRIMES, job.system.ring, components))


SYSTEM = read_system("variables: x y\n(x - 1)*(x - 2)\n(y - 1)*(y + 3)")


@pytest.mark.parametrize("seed", range(10))
def test_transformations_refute_one_of_two_answers(seed: int) -> None:
    """A backend that is right about the system and wrong about others, the other way round, and always right."""
    for wrong, about in ((lambda one: one != SYSTEM, "("), (lambda one: one == SYSTEM, ""), (lambda one: False, None)):
        moody = Moody(wrong)
        result = moody.run(Job(SYSTEM, "try"))
        found = asked_moved(SYSTEM, moody, "try", result, Chance(seed), Limits(seconds=20))
        if found is None:
            continue
        if about is None or (about and found.transformed.system == SYSTEM):
            assert found.verdict.kind is not VerdictKind.DISAGREE, found.verdict.reason
        elif found.transformed.system != SYSTEM:
            lost_is_outside = not found.verdict.checked[0].faults and not found.verdict.checked[1].faults
            # A product may have the lost zero from its other ideal: then nothing is wrong there.
            assert found.verdict.kind is VerdictKind.DISAGREE or lost_is_outside
            if found.verdict.kind is VerdictKind.DISAGREE:
                assert found.verdict.witness is not None
                assert (found.transformed.name in found.verdict.witness.backend) == bool(about)
                assert found.transformed.statement in found.verdict.reason


#: Transformations after which an answer comes back to the same zeros.
SAME_ZEROS = tuple(name for name in TRANSFORMATIONS if name not in ("homogenised", "product of ideals"))
#: Methods whose answers are more than zeros, with the program that each needs; zeros of the systems are finitely many.
MORE_THAN_ZEROS = (
    "reference:real",
    "msolve:real",
    "reference:charset",
    "fricas:characteristicSet",
    "singular:radical",
    "macaulay2:radical",
    "singular:vdim",
    "macaulay2:degree",
)


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    """The mark of the program that a method needs."""
    program = name.partition(":")[0]
    return [getattr(pytest.mark, program)] if program in PROGRAMS else []


def finite_system(number: int) -> PolynomialSystem:
    """Equations whose leading monomials by degree are x^2 and y^2, so that their zeros are finitely many."""
    chance, ring = Chance(number), Ring.of("x y")
    x, y = variables(ring)
    lower = (x * y, x, y, Polynomial.constant(ring, 1))
    equations = [one**2 + sum((f * (chance.below(5) - 2) for f in lower[1:]), Polynomial(ring)) for one in (x, y)]
    return PolynomialSystem.of(ring, [equations[0], equations[1] + lower[0] * (chance.below(3) - 1)])


def moved_verdict(name: str, transformation: str, number: int, monkeypatch: pytest.MonkeyPatch) -> Verdict | None:
    """The verdict over an answer and the one about a transformed system, brought back; None without a way back."""
    monkeypatch.setattr("casbridge.bugs.oracles.TRANSFORMATIONS", {transformation: TRANSFORMATIONS[transformation]})
    backend, method = registry.split_name(name)
    system, limits = finite_system(number), Limits(seconds=60)
    result = backend.run(Job(system, method, limits))
    assert result.status is Status.COMPLETE, result.reason
    moved = asked_moved(system, backend, method, result, Chance(number, 2), limits)
    return None if moved is None else moved.verdict


@pytest.mark.slow
@pytest.mark.parametrize("transformation", SAME_ZEROS)
@pytest.mark.parametrize("name", [pytest.param(one, marks=marks_of(one)) for one in MORE_THAN_ZEROS])
def test_answers_of_real_programs_come_back_right(
    name: str, transformation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = moved_verdict(name, transformation, 1 + SAME_ZEROS.index(transformation), monkeypatch)
    if verdict is None:  # a characteristic set is one of its order only
        assert name in ("reference:charset", "fricas:characteristicSet")
        assert transformation == "generators permuted"
        return
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
    assert len(verdict.checked) == 2


def test_a_lie_about_real_zeros_of_a_moved_system_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second answer lacks a box. Without the way back of boxes there would be no verdict."""
    system, asked = read_system("variables: x y\nx^2 - 2\ny - x"), []

    def run(self: ReferenceBackend, job: Job) -> Result:
        told = real(self, job)
        asked.append(job)
        assert told.answer is not None
        return told if len(asked) == 1 else replace(told, answer=replace(told.answer, boxes=told.answer.boxes[1:]))

    real = ReferenceBackend.run
    monkeypatch.setattr(ReferenceBackend, "run", run)
    move = {"moved by an affine map": TRANSFORMATIONS["moved by an affine map"]}
    monkeypatch.setattr("casbridge.bugs.oracles.TRANSFORMATIONS", move)
    backend = ReferenceBackend()
    result = backend.run(Job(system, "real"))
    moved = asked_moved(system, backend, "real", result, Chance(2), Limits(seconds=60))
    assert moved is not None
    assert [bool(one.faults) for one in moved.verdict.checked] == [False, True]
    assert moved.verdict.witness is not None
    assert moved.verdict.witness.fault is Fault.MISSING_ZERO
