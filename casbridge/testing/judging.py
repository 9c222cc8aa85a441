"""Whether an answer is right: against zeros that are stated, or beside the reference's answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from casbridge.algebra.answers import OWN_COMPARISON, Answer
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.verdicts import VerdictKind, Witness
from casbridge.limits import Deadline


def what_is_wrong(result: Result, system: PolynomialSystem, known: Answer | None, seconds: float) -> str:
    """Why an answer is not right, in words; "" for a right one. It is wrong, too, where nobody can tell.

    Minimal primes must be prime and irredundant, and Groebner bases reduced.

    known: the system's zeros. Answers to tasks with a comparison of their own need none.

    >>> from casbridge.testing.systems import case_named
    >>> case = case_named("one-point")
    >>> what_is_wrong(Result("it", "", Status.COMPLETE, case.known()), case.system, case.known(), 60)
    ''
    """
    assert result.answer is not None, "a result without an answer"
    task = result.answer.task
    deadline = Deadline.after(seconds)
    if task in OWN_COMPARISON:
        (checked,) = judge([result], system, deadline=deadline, certify=True).checked
        judgement = checked.judgement
        assert judgement is not None
        return "" if judgement.word == "right" else f"{judgement.word}: {judgement.why}"
    if known is None:
        return "no zeros are stated to compare the answer with"
    stated = Result("stated", "zeros", Status.COMPLETE, known)
    verdict = judge([stated, replace(result, script=None)], system, deadline=deadline)
    if verdict.kind is VerdictKind.DISAGREE:
        return f"wrong: {_text(verdict.checked[-1].faults) or _text([verdict.witness]) or verdict.reason}"
    return f"undecided: {verdict.reason}" if verdict.kind is VerdictKind.UNDECIDED else ""


def _text(faults: Sequence[Witness | None]) -> str:
    return "; ".join(fault.text for fault in faults if fault is not None)
