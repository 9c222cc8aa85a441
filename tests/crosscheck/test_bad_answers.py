"""Nonsense for an answer, and provers that fail: a judgement with its reason, and the others are judged."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from casbridge.algebra import Field, Polynomial, Ring, variables
from casbridge.algebra.answers import ONE_IDEAL, OWN_COMPARISON, Answer, Task
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Result, Status
from casbridge.backends.reference_ideals import ideal_answer
from casbridge.crosscheck import Fault, Verdict, VerdictKind, judging
from casbridge.crosscheck.checking import form_objection
from casbridge.crosscheck.judging import Prover, judge
from casbridge.crosscheck.ledger import Finding, Unknown
from casbridge.crosscheck.provers.protocol import Question, found_apart
from casbridge.crosscheck.tasks.assessment import answer_text
from casbridge.crosscheck.verdicts import Judged, Judgement
from casbridge.limits import Deadline

SYSTEM = read_system("variables: x y\neliminate: y\nsaturate: x\nx^2 - 2\ny^2 - x*y")
FACTORED = read_system("factor: x^4 - 5*x^2 + 4")
RING = SYSTEM.ring
X, Y = variables(RING)
#: More digits than Python writes down.
LARGE = 10**100_000 + 7
TASKS = [
    Task.SERIES, Task.TRIANGULAR, Task.PRIMES, Task.BASIS, Task.COMPONENTS, Task.POINTS, Task.RADICAL, Task.SATURATION,
    Task.ELIMINATION, Task.PRIMARY, Task.DIMENSION, Task.REAL, Task.FACTORS, Task.CHARSET,
]  # fmt: skip
#: Where these are refuted by their zeros, large ones take longer.
ZEROS = {*TASKS[:6], Task.CHARSET}


def right(task: Task) -> Answer:
    if task in (Task.SERIES, Task.TRIANGULAR, Task.COMPONENTS, Task.POINTS):
        return replace(ideal_answer(SYSTEM, Task.PRIMES), task=task)
    return ideal_answer(FACTORED if task is Task.FACTORS else SYSTEM, task)


def judged(*answers: Answer, seconds: float = 60, memory: int | None = None) -> Verdict:
    system = FACTORED if answers[0].task is Task.FACTORS else SYSTEM
    results = [Result(f"cas{n}", "method", Status.COMPLETE, answer) for n, answer in enumerate(answers)]
    return judge(results, system, deadline=Deadline.after(seconds), memory=memory)


def judgements(verdict: Verdict) -> list[Judgement]:
    return [one.judgement for one in verdict.checked if one.judgement is not None]


def words(verdict: Verdict) -> list[Judged]:
    return [one.word for one in judgements(verdict)]


@pytest.mark.parametrize("task", TASKS)
def test_an_answer_of_another_ring(task: Task) -> None:
    truth = right(task)
    for ring in (Ring.of("u v"), Ring.of(" ".join(truth.ring.variables), Field(7))):
        verdict = judged(replace(truth, ring=ring, components=((),), boxes=()), truth)
        assert words(verdict)[0] is Judged.WRONG
        assert [fault.fault for fault in judgements(verdict)[0].faults] == [Fault.OTHER_RING]
        assert words(verdict)[1] is not Judged.WRONG


@pytest.mark.parametrize("task", TASKS)
def test_nothing_and_everything(task: Task) -> None:
    """And an answer that is 0. Only a sum of none is refuted for each task; others may be of no form."""
    truth = right(task)
    number = {"multiplicities": (1,)} if task is Task.FACTORS else {}
    zero = Polynomial(truth.ring)
    empty = replace(truth, components=(), boxes=(), multiplicities=(), dimension=None, degree=None)
    for answer in (empty, *(replace(empty, components=(one,), **number) for one in ((), (zero,)))):
        verdict = judged(answer, truth)
        assert verdict.kind is not VerdictKind.AGREE
        assert words(verdict)[0] is Judged.WRONG or form_objection(answer), verdict.reason
        assert words(verdict)[1] is not Judged.WRONG
        assert all(one.word is not Judged.NOT_JUDGED or one.why for one in judgements(verdict))


@pytest.mark.parametrize(
    "task",
    [
        pytest.param(task, marks=pytest.mark.slow if task in ZEROS and task is not Task.PRIMES else ())
        for task in TASKS
        if task not in (Task.FACTORS, Task.BASIS)
    ],
)
def test_an_answer_to_another_task(task: Task) -> None:
    """The components of each task under the name of another one: nothing raises, and all have a judgement."""
    truth = right(task)
    for other in TASKS:
        answer = replace(right(other), task=task, ring=RING, order="")
        if other is Task.FACTORS:
            continue
        for verdict in (judged(answer), judged(answer, truth)):
            assert len(judgements(verdict)) == len(verdict.checked)
            if len(verdict.checked) == 2:
                assert words(verdict)[1] is not Judged.WRONG, (other, verdict.reason)


def without_form() -> Iterator[Answer]:
    for task in (*sorted(ONE_IDEAL), Task.CHARSET):
        truth = right(task)
        yield replace(truth, components=(*truth.components, (X,)))
    yield Answer(Task.CHARSET, RING, ())
    yield Answer(Task.DIMENSION, RING, ())
    real, factors = right(Task.REAL), right(Task.FACTORS)
    yield replace(real, boxes=(real.boxes[0][:1], *real.boxes[1:]))
    yield replace(factors, multiplicities=factors.multiplicities[1:])
    yield replace(factors, multiplicities=(0, *factors.multiplicities[1:]))
    yield replace(factors, components=((), *factors.components[1:]))
    yield replace(factors, components=(factors.components[0] * 2, *factors.components[1:]))
    (u, _) = variables(Ring.of("u v"))
    for task in (Task.PRIMES, Task.RADICAL, Task.PRIMARY):
        yield Answer(task, RING, ((u,),))


@pytest.mark.parametrize("answer", list(without_form()), ids=lambda answer: str(answer.task))
def test_an_answer_that_has_not_its_form_is_not_judged(answer: Answer) -> None:
    """A part of it may be right. The reason is said, and right answers beside it are right."""
    objection = form_objection(answer)
    assert objection
    verdict = judged(answer, right(answer.task))
    assert words(verdict) == [Judged.NOT_JUDGED, Judged.RIGHT]
    assert objection in judgements(verdict)[0].why
    alike = judged(answer, answer)
    assert alike.kind is VerdictKind.UNDECIDED
    assert not form_objection(right(answer.task))


def test_an_order_that_nobody_knows() -> None:
    verdict = judged(replace(right(Task.BASIS), order="nonsense"), right(Task.BASIS))
    assert words(verdict) == [Judged.NOT_JUDGED, Judged.RIGHT]


@pytest.mark.parametrize(
    "task",
    [pytest.param(task, marks=() if task in (Task.FACTORS, Task.RADICAL) else pytest.mark.slow) for task in TASKS],
)
def test_numbers_with_many_digits(task: Task) -> None:
    truth = right(task)
    ring = truth.ring
    square = tuple(variable**2 - LARGE for variable in variables(ring))
    line = tuple(variable - LARGE for variable in variables(ring))
    answers = [replace(truth, components=(one,), multiplicities=(1,)) for one in (square[:1], line[:1], square, line)]
    if task is Task.REAL:
        answers = [replace(truth, boxes=(((Fraction(1, LARGE), LARGE),) * ring.size,))]
    elif task is Task.DIMENSION:
        answers = [replace(truth, dimension=LARGE), replace(truth, degree=LARGE)]
    for answer in answers if task is not Task.FACTORS else answers[:2]:
        verdict = judged(answer, truth)
        assert words(verdict)[0] is Judged.WRONG, verdict.reason[:1000]
        assert words(verdict)[1] is not Judged.WRONG
        assert len(judgements(verdict)[0].why) < 10_000
        assert repr(answer)
        if task in OWN_COMPARISON:
            assert answer_text(answer)


@pytest.mark.slow
@pytest.mark.parametrize("task", [Task.BASIS, Task.PRIMES, Task.FACTORS, Task.REAL])
def test_many_components(task: Task) -> None:
    """Within the limit of time they are refuted, or the reason says that the time was over."""
    truth, count = right(task), 100_000
    ring = truth.ring
    x, many = variables(ring)[0], range(count)
    components = [tuple(tuple(variable - n for variable in variables(ring)) for n in many)]
    if task in (*ONE_IDEAL, Task.CHARSET):
        components = [(tuple(x - n for n in many),)]
    elif task is not Task.FACTORS:
        components.append(tuple((x**2 - n,) for n in many))
    for one in components:
        answer = replace(truth, components=one, multiplicities=(1,) * count if task is Task.FACTORS else ())
        if task is Task.REAL:
            answer = replace(truth, boxes=tuple(((n, n),) * ring.size for n in many))
        verdict = judged(answer, truth, seconds=2)
        assert verdict.kind is not VerdictKind.AGREE
        assert words(verdict)[0] is Judged.WRONG or "time" in judgements(verdict)[0].stopped, verdict.reason[:1000]
        assert words(verdict)[1] is not Judged.WRONG


# -- provers that fail -------------------------------------------------------------------------------------------------


def hanging(_: Question, __: Deadline) -> Iterator[Finding]:
    time.sleep(600)
    yield from ()


def filling(_: Question, __: Deadline) -> Iterator[Finding]:
    held = []
    while True:
        held.append(bytearray(1 << 26))
    yield from ()


def raising(_: Question, __: Deadline) -> Iterator[Finding]:
    raise ValueError("a mistake")
    yield


def raising_late(question: Question, __: Deadline) -> Iterator[Finding]:
    yield Finding(question.goals[0], Unknown("not yet"))
    raise KeyError("a mistake")


def dying(_: Question, __: Deadline) -> Iterator[Finding]:
    os.kill(os.getpid(), 9)
    yield


def prover(compute: Callable[..., Iterator[Finding]], *, apart: bool = True) -> Prover:
    def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
        if apart:
            yield from found_apart(compute, question, deadline, memory, "the failing prover")
        else:
            yield from compute(question, deadline)

    return Prover("the failing prover", prove, lambda *_: True, 0.1, most=0.3)


#: A prover in this process must keep its limits itself.
FAILING = [(compute, True) for compute in (hanging, filling, raising, raising_late, dying)]
FAILING += [(raising, False), (raising_late, False)]


@pytest.mark.parametrize("task", [Task.PRIMES, pytest.param(Task.RADICAL, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("compute", "apart"), FAILING)
def test_a_prover_that_fails(
    compute: Callable[..., Iterator[Finding]], apart: bool, task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing, truth = prover(compute, apart=apart), right(task)
    # One component or polynomial is left out.
    lie = replace(truth, components=truth.components[:1] if task is Task.PRIMES else (truth.components[0][:1],))
    for name in ("PROVERS", "OWN_PROVERS"):
        monkeypatch.setattr(judging, name, (failing, *getattr(judging, name)))
    assert judged(truth, truth, memory=1 << 30).kind is VerdictKind.AGREE
    assert words(judged(lie, truth, memory=1 << 30)) == [Judged.WRONG, Judged.RIGHT]
    for name in ("PROVERS", "OWN_PROVERS"):
        monkeypatch.setattr(judging, name, (failing,))
    (judgement,) = judgements(judged(truth, memory=1 << 30))
    assert judgement.word is Judged.NOT_JUDGED
    assert "the failing prover" in judgement.why
    assert judgement.stopped <= {"time", "memory"}
    # On a busy machine the others may end late, too.
    assert judgement.stopped or compute not in (hanging, filling)


def test_polynomials_of_the_named_cases() -> None:
    """Cases that were once agreed to, or shown by a witness that shows nothing."""
    echo = read_system("variables: a b c d\na*c - b^2\na*d - b*c")
    cases = [
        ("variables: x y\neliminate: x\nx - y\ny^2", Task.ELIMINATION, "y^2, x*y^2"),
        ("field: 2\nvariables: x y\nx*y\n(x + 1)*(1 + x*y)", Task.BASIS, "x + 1, y^2"),
        ("field: 3\nvariables: x y z\nx*z", Task.PRIMES, "y - 1, z"),
        ("field: 2\nparameters: a\nvariables: x\na*x^2 + a^2*x\na*x^2 + a^3", Task.SERIES, ""),
        ("variables: x y z\n(2-x+2*z)*(2*x-z-1)\n4*y*(-3-x)\n-3*x*(x+1+z)", Task.PRIMES, "x, y, z^2 + 1"),
    ]
    verdicts = []
    for text, task, component in cases:
        system = read_system(text)
        polynomials = tuple(parse_polynomial(one, system.ring) for one in component.split(",") if one)
        answer = Answer(task, system.ring, (polynomials,), "degrevlex" if task is Task.BASIS else "")
        results = [Result(name, "method", Status.COMPLETE, answer) for name in ("a", "b")]
        verdicts.append((system, judge(results, system, deadline=Deadline.after(60))))
    bases = [Answer(Task.BASIS, echo.ring, (tuple(echo.polynomials()),), order) for order in ("lex", "degrevlex")]
    results = [Result(name, "method", Status.COMPLETE, basis) for name, basis in zip("ab", bases, strict=True)]
    verdicts.append((echo, judge(results, echo, deadline=Deadline.after(60))))
    for system, verdict in verdicts:
        assert words(verdict) == [Judged.WRONG, Judged.WRONG], verdict.reason
        for fault in (fault for one in judgements(verdict) for fault in one.faults):
            if fault.point is not None and fault.polynomial is not None:
                assert fault.polynomial.evaluate(fault.point) != 0
            if fault.fault is Fault.FALSE_ZERO:
                assert fault.polynomial in list(system.polynomials())
    faults = judgements(verdicts[4][1])[0].faults
    assert (0, 0, -1) in [fault.point for fault in faults]


def test_a_basis_without_one_of_its_members() -> None:
    text = "variables: x y z\n" + "\n".join(
        f"10*{v}*({a}^2 + {b}^2) - 11*{v} + 10" for v, a, b in ("xyz", "yxz", "zxy")
    )
    system = read_system(text)
    (members,) = ideal_answer(system, Task.BASIS).components
    assert len(members) == 11
    for place in range(len(members)):
        less = Answer(Task.BASIS, system.ring, ((*members[:place], *members[place + 1 :]),), "degrevlex")
        results = [Result(name, "method", Status.COMPLETE, less) for name in ("a", "b")]
        verdict = judge(results, system, deadline=Deadline.after(60))
        assert words(verdict) == [Judged.WRONG, Judged.WRONG], place
