"""What follows from findings: the order changes nothing, more findings make no lie right, one word proves nothing."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings, strategies as st

from casbridge.algebra.answers import Answer, Task, point_component
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck import Fault, VerdictKind, Witness
from casbridge.crosscheck.claims import SYSTEM, Claim, Has, Quality, Within, claims_of
from casbridge.crosscheck.judging import Case
from casbridge.crosscheck.ledger import Finding, Ledger, Proof, Trust, Unknown
from casbridge.crosscheck.verdicts import CheckedResult, Judged
from tests.effort import examples

TWO = read_system("x^2 - 1")
NODES = (SYSTEM, 0, 1, 2)


def answer(*values: int, task: Task = Task.PRIMES) -> Answer:
    return Answer(task, TWO.ring, tuple(point_component((value,), TWO.ring) for value in values))


CASE = Case(tuple(CheckedResult(Result(name, "", Status.COMPLETE, answer(1, -1))) for name in "abc"), TWO)


def witness(number: int, *, point: bool) -> Witness:
    name = "abc"[number]
    return Witness(Fault.MISSING_ZERO, name, f"{name} lacks a zero", (1,) if point else None, chain=None)


@st.composite
def findings(draw: st.DrawFn, refuting: bool = True) -> Finding:
    trust = draw(st.sampled_from(Trust))
    if draw(st.booleans()):
        lower, upper = draw(st.permutations(NODES))[:2]
        claim: Claim = Within(lower, upper)
    else:
        claim = Has(draw(st.sampled_from(NODES[1:])), draw(st.sampled_from(Quality)))
    kind = draw(st.sampled_from(["proof", "unknown", "refuted"] if refuting else ["proof", "unknown"]))
    if kind == "refuted":
        number = draw(st.sampled_from(NODES[1:]))
        return Finding(Within(SYSTEM, number), witness(number, point=draw(st.booleans())), draw(st.booleans()))
    return Finding(claim, Proof(f"proof {draw(st.integers(0, 3))}", trust) if kind == "proof" else Unknown("late"))


def judged(ledger: Ledger) -> tuple[VerdictKind, list[Judged]]:
    verdict = CASE.verdict(ledger)
    return verdict.kind, [one.judgement.word for one in verdict.checked if one.judgement is not None]


@settings(deadline=None, max_examples=examples(200))
@given(st.data(), st.lists(findings(), max_size=14))
def test_the_order_of_findings_changes_nothing(data: st.DataObject, some: list[Finding]) -> None:
    assert judged(Ledger(tuple(some))) == judged(Ledger(tuple(data.draw(st.permutations(some)))))


@settings(deadline=None, max_examples=examples(200))
@given(st.lists(findings(), max_size=14), findings())
def test_one_finding_more_makes_no_lie_right(some: list[Finding], more: Finding) -> None:
    """A fault that a point shows stays a fault, whatever proofs come."""
    lie = Finding(Within(SYSTEM, 0), witness(0, point=True))
    kind, words = judged(Ledger((*some, lie, more)))
    assert (kind, words[0]) == (VerdictKind.DISAGREE, Judged.WRONG)


@settings(deadline=None, max_examples=examples(200))
@given(st.lists(findings(refuting=False), max_size=20))
def test_the_word_of_one_engine_proves_nothing(some: list[Finding]) -> None:
    """Without a confirmed proof from the system to an answer, the answer is not right."""
    weak = tuple(
        replace(one, outcome=replace(one.outcome, trust=Trust.ONE_WAY))
        if isinstance(one.outcome, Proof) and one.claim != Within(0, SYSTEM)
        else one
        for one in some
    )
    assert Judged.RIGHT not in judged(Ledger(weak))[1]
    assert judged(Ledger(weak))[0] is not VerdictKind.AGREE


def test_inclusions_make_paths_and_carry_separations() -> None:
    chain = Ledger().plus([Finding(Within(0, 1), Proof("a")), Finding(Within(1, SYSTEM), Proof("b"))])
    state = chain.state(Within(0, SYSTEM))
    assert isinstance(state, Proof)
    assert state.text == "a and b"
    # 1 lacks a zero of the system, and 0 lies in 1: so does 0.
    refuted = chain.plus([Finding(Within(SYSTEM, 1), witness(1, point=True))])
    assert refuted.state(Within(SYSTEM, 0)) == (witness(1, point=True),)
    assert isinstance(refuted.state(Within(SYSTEM, 2)), Unknown)


def test_a_fault_that_no_point_shows_may_be_denied() -> None:
    fault, proof = Finding(Within(SYSTEM, 0), witness(0, point=False)), Finding(Within(SYSTEM, 0), Proof("c"))
    assert isinstance(Ledger((fault,)).state(fault.claim), tuple)
    state = Ledger((fault, proof)).state(fault.claim)
    assert isinstance(state, Unknown)
    assert "a lacks a zero, but c proves the opposite" in state.reason
    assert isinstance(Ledger((replace(fault, is_certain=True), proof)).state(fault.claim), tuple)


def test_what_each_task_claims() -> None:
    partial = claims_of(0, answer(1), partial=True)
    assert Within(0, SYSTEM) in partial
    assert Within(SYSTEM, 0) not in partial
    whole = claims_of(0, answer(1), partial=False)
    assert {Within(SYSTEM, 0), Has(0, Quality.FORM), Has(0, Quality.IRREDUNDANT)} <= set(whole)
    points = claims_of(0, answer(1, task=Task.POINTS), partial=False)
    assert Has(0, Quality.FORM) not in points


def test_a_point_that_shows_nothing_passes_no_gate() -> None:
    """A zero that the answer has is not missing in it; a point that is no zero is none that anyone lacks."""
    for point in ((1,), (2,)):
        finding = Finding(Within(SYSTEM, 0), Witness(Fault.MISSING_ZERO, "a", "a lacks a zero", point))
        assert isinstance(CASE.substituted(finding, "a prover").outcome, Unknown)
    short = Case((CheckedResult(Result("a", "", Status.COMPLETE, answer(1))),), TWO)
    real = Finding(Within(SYSTEM, 0), Witness(Fault.MISSING_ZERO, "a", "a lacks a zero", (-1,)))
    assert short.substituted(real, "a prover") == real
