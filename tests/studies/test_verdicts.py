"""Verdicts of a study, over answers as a store keeps them."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest

from casbridge.algebra import PolynomialSystem, variables
from casbridge.algebra.answers import Answer, PointComponents, Task
from casbridge.algebra.systems import system_of
from casbridge.errors import LimitError
from casbridge.studies import verdicts, work as working
from casbridge.studies.texts import packed, unpacked
from casbridge.studies.values import VerdictOutcome, VerdictWork
from casbridge.studies.verdicts import LARGEST, bounded_json, judge_chunk, key_of_answers
from casbridge.studies.work import subject_of
from tests.studies.made import Told, asked, case_of, outcome_of, renumbered, told, work_of

CIRCLE = case_of("variables: x y\nx^2 + y^2 - 25\nx - y - 1")
HYPERBOLA = case_of("variables: x y\nx*y - 1")
SHIDOKU = case_of(".4.....1..3.2...", encoding="colouring")


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "_known", {})


def judged(work: VerdictWork) -> tuple[VerdictOutcome, dict[str, Any]]:
    (outcome,) = judge_chunk([pickle.loads(pickle.dumps(work))])
    assert (outcome.number, outcome.repeat) == (work.number, work.repeat)
    assert outcome.key == key_of_answers(work.answers)
    document = json.loads(unpacked(outcome.document)) if outcome.document is not None else {}
    if document:
        assert (document["verdict"], document["reason"]) == (outcome.kind, outcome.reason)
        assert document["witness"] == outcome.witness
    return pickle.loads(pickle.dumps(outcome)), document


def ring_of(work: VerdictWork) -> PolynomialSystem:
    return system_of(subject_of(work.case, "given"))


def test_right_answers_agree() -> None:
    work = work_of(CIRCLE, asked(CIRCLE, "reference", number=1), asked(CIRCLE, "reference:basis", number=2))
    outcome, document = judged(work)
    assert outcome.kind == "agree"
    assert outcome.witness is None
    assert [(row["name"], row["variable_order"], row["job"]) for row in document["backends"]] == [
        ("reference", "given", 1),
        ("reference:basis", "given", 2),
    ]
    assert document["rests_on"]


@pytest.mark.parametrize("order", ["given", "auto"])
def test_a_lie_is_found_with_a_witness_in_names(order: str) -> None:
    """It has as many zeros as the others, and one is false."""
    x, y = variables(system_of(subject_of(CIRCLE, "given")).ring)
    if order == "auto":
        ring = system_of(subject_of(CIRCLE, "auto")).ring
        named = dict(zip(ring.variables, variables(ring), strict=True))
        x, y = named["x"], named["y"]
    lie = told(CIRCLE, [(x - 4, y - 3), (x + 3, y + 3)], order)
    outcome, document = judged(work_of(CIRCLE, asked(CIRCLE, "reference"), asked(CIRCLE, "reference:basis"), lie))
    assert outcome.kind == "disagree"
    assert outcome.witness is not None
    assert outcome.witness["backend"].startswith("liar:solve")
    assert outcome.witness["point"] == {"x": "-3", "y": "-3"}
    assert [bool(row["faults"]) for row in document["backends"]] == [False, False, True]


def test_a_zero_that_all_lack_is_found() -> None:
    x, y = variables(system_of(subject_of(CIRCLE, "given")).ring)
    half = told(CIRCLE, [(x - 4, y - 3)])
    other = "liar:other", "given", replace(half[2], used="liar:other")
    outcome, _ = judged(work_of(CIRCLE, half, other))
    assert outcome.kind == "disagree"
    assert outcome.witness is not None
    assert outcome.witness["point"] == {"x": "-3", "y": "-4"}


def test_answers_in_two_orders_are_judged_together() -> None:
    """In each order the chain has an initial that is not constant, or the basis is one of that order only."""
    pairs = [asked(HYPERBOLA, name, order) for order in ("given", "auto") for name in ("reference", "reference:basis")]
    outcome, document = judged(work_of(HYPERBOLA, *pairs))
    assert outcome.kind == "agree"
    assert len({row["variable_order"] for row in document["backends"]}) == 2


def test_a_lie_in_another_order_is_never_agreed_with() -> None:
    case = case_of("variables: y z x\nx*y - 1\nx*z - 1")
    auto = system_of(subject_of(case, "auto")).ring
    assert auto.variables != ("y", "z", "x")
    given = [asked(case, "reference"), asked(case, "reference:basis"), asked(case, "reference", "auto")]
    assert judged(work_of(case, *given))[0].kind != "disagree"
    lowest, middle, highest = variables(auto)
    for lie in ([(middle - lowest, highest * lowest - 1, lowest - 1)], [], [(highest * middle - 1, lowest)]):
        outcome, _ = judged(work_of(case, *given, told(case, lie, "auto")))
        assert outcome.kind == "disagree"


def test_a_puzzle_has_its_solution_in_the_witness() -> None:
    encoded = subject_of(SHIDOKU, "given")
    ring = system_of(encoded).ring
    nothing = told(SHIDOKU, [])
    right = asked(SHIDOKU, "reference")
    outcome, document = judged(work_of(SHIDOKU, right, nothing))
    assert outcome.kind == "disagree"
    assert outcome.witness is not None
    assert outcome.witness["grid"] == "1423324141322314"
    assert document["backends"][1]["faults"][0]["grid"] == "1423324141322314"
    false = told(SHIDOKU, PointComponents(ring, [(1,) * 16]))
    outcome, _ = judged(work_of(SHIDOKU, right, false))
    assert outcome.kind == "disagree"
    assert outcome.witness is not None
    assert outcome.witness["grid"] is None


def test_zeros_that_are_no_solutions_are_the_encodings_fault() -> None:
    """Sum and product over GF(11) without domains: other values have them too."""
    case = case_of("12.....1..3.2...", encoding="sum-product", field="GF(17)")
    ring = system_of(subject_of(case, "given")).ring
    wrong = PointComponents(ring, [(1,) * 16])
    # A liar's zeros are no zeros of the system; they are the liar's fault and not the encoding's.
    outcome, _ = judged(work_of(case, asked(case, "reference"), told(case, wrong)))
    assert outcome.kind == "disagree"
    assert "no solutions of the puzzle" not in outcome.reason


def test_methods_for_several_tasks() -> None:
    case = case_of("variables: x y\nx^2*y\nx*y^2")
    names = ("reference", "reference:general", "reference:dimension", "reference:dimension")
    given = [asked(case, name, number=number) for number, name in enumerate(names)]
    outcome, document = judged(work_of(case, *given))
    assert outcome.kind == "agree"
    assert [part["what"] for part in document["parts"]] == [None, "dimension and degree"]
    ring = system_of(subject_of(case, "given")).ring
    lie = outcome_of(Answer(Task.DIMENSION, ring, (), dimension=0, degree=1), "liar:dimension")
    outcome, _ = judged(work_of(case, *given, ("liar", "given", lie)))
    assert outcome.kind == "disagree"
    assert outcome.reason == "dimension and degree: wrong: liar:dimension"


def test_too_few_answers_are_undecided() -> None:
    nothing, document = judged(work_of(CIRCLE))
    assert (nothing.kind, nothing.reason) == ("undecided", "no backend answered; two are needed")
    assert document["backends"] == []
    alone, _ = judged(work_of(CIRCLE, asked(CIRCLE, "reference")))
    assert alone.kind == "undecided"
    assert not nothing.stopped | alone.stopped
    assert alone.reason.startswith("only reference:")


def test_a_lone_answer_that_is_false_is_found() -> None:
    x, y = variables(system_of(subject_of(CIRCLE, "given")).ring)
    outcome, _ = judged(work_of(CIRCLE, told(CIRCLE, [(x - 1, y - 1)])))
    assert outcome.kind == "disagree"


def test_partial_answers_are_consistent_at_most() -> None:
    case = case_of("variables: x y\nx^3 - x\ny^3 - y")
    outcome, _ = judged(work_of(case, asked(case, "reference"), asked(case, "reference:split", limit=2)))
    assert outcome.kind == "consistent"
    assert "the limit on answers" in outcome.reason


def again(answers: list[Told], repeat: int) -> VerdictWork:
    return work_of(CIRCLE, *(renumbered(one, 10 * repeat) for one in answers), repeat=repeat)


def test_the_same_answers_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "CHUNK_SECONDS", 60)
    calls = []
    real = verdicts.judge_mixture
    monkeypatch.setattr(verdicts, "judge_mixture", lambda *given, **how: calls.append(1) or real(*given, **how))
    x, y = variables(system_of(subject_of(CIRCLE, "given")).ring)
    answers = [asked(CIRCLE, "reference"), asked(CIRCLE, "reference:basis")]
    wrong = [answers[0], told(CIRCLE, [(x - 4, y - 3), (x + 3, y - 3)])]
    works = [again(answers, 1), again(answers, 2), again(wrong, 3), again(answers, 4), again(wrong, 5)]
    outcomes = judge_chunk(works)
    assert len(calls) == 2
    assert [one.kind for one in outcomes] == ["agree", "agree", "disagree", "agree", "disagree"]
    assert [one.repeat for one in outcomes] == [1, 2, 3, 4, 5]
    assert len({one.key for one in outcomes}) == 5
    assert outcomes[1].reason.endswith("; taken from repeat 1, whose answers are the same word for word")
    assert json.loads(unpacked(outcomes[4].document or b""))["taken_from_repeat"] == 3
    assert outcomes[4].witness == outcomes[2].witness is not None
    # The same repeat once more.
    assert judge_chunk(works[:1])[0].reason == outcomes[0].reason
    assert len(calls) == 2


def test_a_chunk_ends_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    works = [again([asked(CIRCLE, "reference")], repeat) for repeat in range(1, 6)]
    monkeypatch.setattr(working, "CHUNK_SECONDS", 0)
    assert [one.repeat for one in judge_chunk(works)] == [1]
    assert judge_chunk([]) == []


def test_other_limits_are_other_works() -> None:
    answers = [asked(CIRCLE, "reference")]
    works = [work_of(CIRCLE, answers[0]), work_of(CIRCLE, answers[0], repeat=2, seconds=31)]
    assert not any("taken from" in one.reason for one in judge_chunk(works))


def test_the_key_is_of_what_is_compared() -> None:
    backend, order, outcome = asked(CIRCLE, "reference")
    keys = {
        key_of_answers([(backend, order, outcome)]),
        key_of_answers([("other", order, outcome)]),
        key_of_answers([(backend, "auto", outcome)]),
        key_of_answers([(backend, order, replace(outcome, key="other"))]),
        key_of_answers([(backend, order, replace(outcome, status="partial"))]),
        key_of_answers([(backend, order, replace(outcome, answer=packed("other")))]),
        key_of_answers([(backend, order, outcome)] * 2),
        key_of_answers([(backend, order, outcome)], generic=True),
        key_of_answers([]),
    }
    assert len(keys) == 9


@pytest.mark.parametrize("answer", [None, b"no", packed("{}"), packed("__import__('os')"), packed("[" * 100_000)])
def test_a_damaged_answer_is_told_and_ends_nothing(answer: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    backend, order, outcome = asked(CIRCLE, "reference")
    bad = work_of(CIRCLE, (backend, order, replace(outcome, answer=answer)), asked(CIRCLE, "reference:basis"))
    monkeypatch.setattr(working, "CHUNK_SECONDS", 60)
    failed, after = judge_chunk([bad, work_of(CIRCLE, asked(CIRCLE, "reference"))])
    assert failed.kind == "failed"
    assert "reference" in failed.reason
    assert "\n" not in failed.reason
    assert after.kind == "undecided"


def test_a_fault_of_casbridge_is_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    work = work_of(CIRCLE, asked(CIRCLE, "reference"), asked(CIRCLE, "reference:basis"))

    def raising(error: BaseException) -> VerdictOutcome:
        def fail(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(verdicts, "judge_mixture", fail)
        return judge_chunk([work])[0]

    assert raising(ZeroDivisionError("oops")).kind == "failed"
    assert raising(ZeroDivisionError("oops")).reason == "casbridge itself: ZeroDivisionError: oops"
    assert raising(RecursionError()).kind == "failed"
    late, large = raising(LimitError("no answer within 5 s")), raising(MemoryError())
    assert (late.kind, late.stopped, late.limits) == ("undecided", {"time"}, work.limits)
    assert (large.kind, large.stopped) == ("undecided", {"memory"})
    with pytest.raises(KeyboardInterrupt):
        raising(KeyboardInterrupt())


def test_a_limit_makes_it_undecided() -> None:
    case = case_of("variables: x y z\nx^5 + y^4 - z^3 - 1\nx^3*y^2 - z^4 + y - 2\nx*y*z^3 - x^2 + 7")
    x, y, z = variables(system_of(subject_of(case, "given")).ring)
    one = told(case, [(x**5 + y**4 - z**3 - 1, x**3 * y**2 - z**4 + y - 2)], task=Task.COMPONENTS)
    system = system_of(subject_of(case, "given"))
    two = told(case, [tuple(system.polynomials())], task=Task.COMPONENTS)
    outcome, _ = judged(work_of(case, two, ("other", "given", replace(one[2], used="other:solve")), seconds=0.05))
    assert outcome.kind == "undecided"
    assert "0.05 s" in outcome.reason
    assert (outcome.stopped, outcome.limits.seconds) == ({"time"}, 0.05)
    assert outcome.seconds < 10


def test_a_document_is_bounded() -> None:
    row = {"faults": [{"polynomial": "x" * 100_000, "chain": ["y" * 5000] * 500}]}
    text = bounded_json({"verdict": "disagree", "reason": "r" * 9000, "backends": [row] * 5, "witness": None})
    assert len(text) <= LARGEST
    document = json.loads(text)
    assert document["shortened"] is True
    assert document["verdict"] == "disagree"
    wide = bounded_json({"verdict": "agree", "reason": "", "rows": [{"a": ["z" * 60] * 8} | {}] * 10**5})
    assert len(wide) <= LARGEST
    small = {"verdict": "agree", "reason": "", "backends": [{"name": "ü"}]}
    assert json.loads(bounded_json(small)) == small


@pytest.mark.parametrize(
    ("text", "backend"),
    [
        ("variables: y z x\neliminate: y\nx*y - 1\nx*z - 1", "reference:eliminate"),
        ("variables: y z x\nsaturate: x\nx^2*y\nx*z", "reference:saturate"),
    ],
)
def test_goals_in_two_orders(text: str, backend: str) -> None:
    """The goal names variables, or is a polynomial, of the ring in its order."""
    case = case_of(text)
    orders = [system_of(subject_of(case, order)).ring.variables for order in ("given", "auto")]
    assert orders[0] != orders[1]
    outcome, _ = judged(work_of(case, asked(case, backend), asked(case, backend, "auto")))
    assert outcome.kind == "agree"
