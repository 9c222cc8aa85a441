"""Two answers to one question, from two studies: do they say the same, and if not, which one is wrong?

    PairWork ──as written──▶ equal
                  └──judged_case──▶ the same zeros ──▶ equal
                                      └──▶ one has a fault ──the other alone──▶ wrong, mended, both wrong

Answers are compared by what they say, not by their texts: zeros, or what the task has in place of them. A witness says
which one is wrong. The other one is then judged alone, beside the system: it may be wrong too. The functions are of
module level, and works and outcomes can be pickled.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from casbridge.algebra.answer_text import answer_from_text
from casbridge.crosscheck.judging import COMPARISON_SECONDS
from casbridge.crosscheck.repeats import written
from casbridge.crosscheck.verdicts import Fault, VerdictKind
from casbridge.errors import LimitError, printable, reason_of
from casbridge.limits import Deadline, Limits, Stopwatch, default_memory
from casbridge.processes.apart import limited_memory
from casbridge.studies.texts import unpacked
from casbridge.studies.values import Case, Outcome
from casbridge.studies.verdicts import bounded_json, judged_case

_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class PairWork:
    """Two answers to be compared.

    number: to tell works apart. variable_order: as for a job.
    before, after: the outcomes with their answers. Without `before` the later answer is judged alone.

    >>> from casbridge.studies.values import Input
    >>> PairWork(1, Case(Input("one", "system", "x - 1")), "given", None, Outcome(1, "", "complete")).number
    1
    """

    number: int
    case: Case
    variable_order: str
    before: Outcome | None
    after: Outcome
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class PairOutcome:
    """What came of a comparison.

    kind: "equal", or one of `casbridge.studies.comparisons.CHANGES`: "wrong" (the later one), "mended", "both wrong",
        "differ", "undecided", "failed". For an answer that was judged alone it is "wrong", or "equal" where it is not
        known to be.
    reason: in words; the witness's text where there is one.
    witness: for a wrong answer, as `Witness.as_dict` gives it.
    stopped: whether a limit on the comparison is why it is "undecided".
    """

    number: int
    kind: str
    reason: str = ""
    witness: dict[str, Any] | None = None
    stopped: bool = False
    seconds: float = 0.0


def compare_pair(work: PairWork) -> PairOutcome:
    """The outcome for one pair of answers, within its limits. A fault of casbridge itself is an outcome too.

    >>> from casbridge.algebra.answer_text import answer_to_text
    >>> from casbridge.algebra.answers import Answer, Task
    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.studies.texts import packed
    >>> from casbridge.studies.values import Input
    >>> case, (x,) = Case(Input("two points", "system", "x^2 - 1")), variables(Ring.of("x"))
    >>> texts = [answer_to_text(Answer(Task.COMPONENTS, x.ring, one)) for one in ([(x**2 - 1,)], [(x - 1,), (x + 1,)])]
    >>> first, second = (Outcome(1, "", "complete", used="mycas:primes", answer=packed(text)) for text in texts)
    >>> compare_pair(PairWork(1, case, "given", first, second)).kind
    'equal'
    """
    watch = Stopwatch()
    try:
        with limited_memory(work.limits.memory or default_memory()):
            outcome = _compared(work)
    except Exception as error:
        outcome = ended(work, error)
    witness = outcome.witness and json.loads(bounded_json(outcome.witness))
    reason = outcome.reason if witness is None else witness["text"]
    return replace(outcome, reason=printable(reason, _LONGEST), witness=witness, seconds=watch.seconds)


def ended(work: PairWork, error: BaseException) -> PairOutcome:
    """The outcome for a pair whose comparison ended with an error.

    >>> from casbridge.studies.values import Input
    >>> lost = Outcome(1, "", "complete")
    >>> ended(PairWork(1, Case(Input("point", "system", "x - 1")), "given", lost, lost), MemoryError()).kind
    'undecided'
    """
    stopped = isinstance(error, LimitError | MemoryError)
    return PairOutcome(work.number, "undecided" if stopped else "failed", reason_of(error, _LONGEST), stopped=stopped)


def _compared(work: PairWork) -> PairOutcome:
    seconds = work.limits.seconds or COMPARISON_SECONDS
    deadline = Deadline.after(seconds)
    if work.before is None:
        said = _alone(work, work.after, deadline)
        return said if said.kind == "wrong" else replace(said, kind="equal")
    if work.before.status == work.after.status == "complete" and _written(work.before) == _written(work.after):
        return PairOutcome(work.number, "equal", "the same answer, written in another order")
    pair = [_told(work, work.before, "before"), _told(work, work.after, "after")]
    verdict, reason, document = judged_case(work.case, pair, deadline.share(0.7), work.limits)
    if verdict.kind is VerdictKind.UNDECIDED:
        return PairOutcome(work.number, "undecided", reason, stopped=bool(verdict.stopped))
    if verdict.kind is not VerdictKind.DISAGREE:
        return PairOutcome(work.number, "equal", reason)
    faults = [row["faults"] for row in document["backends"]]
    if all(faults):
        contradict = all(fault["fault"] == str(Fault.CONTRADICTION) for some in faults for fault in some)
        return PairOutcome(work.number, "differ" if contradict else "both wrong", reason, faults[1][0])
    if faults[1]:
        other = _alone(work, work.before, deadline)
        return PairOutcome(work.number, "both wrong" if other.kind == "wrong" else "wrong", reason, faults[1][0])
    other = _alone(work, work.after, deadline)
    if other.kind == "wrong":
        return PairOutcome(work.number, "both wrong", other.reason, other.witness)
    return PairOutcome(work.number, "mended", reason, faults[0][0])


def _written(outcome: Outcome) -> object:
    """The content of an answer, without the order of its components; None where there is no answer."""
    if outcome.answer is None:
        return object()
    answer = answer_from_text(unpacked(outcome.answer))
    return answer.ring, answer.order, written(answer)


def _told(work: PairWork, outcome: Outcome, label: str) -> tuple[str, str, Outcome]:
    name = outcome.used or "it"
    return name, work.variable_order, replace(outcome, used=f"{name} ({label})")


def _alone(work: PairWork, outcome: Outcome, deadline: Deadline) -> PairOutcome:
    """Whether an answer is wrong beside the system: "wrong", "equal" where it is shown to be right, or "undecided".

    It is judged twice, under two names: a judge looks at the system only where two answers are to be compared.
    """
    pair = [_told(work, outcome, "after"), _told(work, outcome, "after, again")]
    verdict, reason, document = judged_case(work.case, pair, deadline, work.limits)
    kind = {VerdictKind.DISAGREE: "wrong", VerdictKind.AGREE: "equal"}.get(verdict.kind, "undecided")
    return PairOutcome(work.number, kind, reason, document["witness"], bool(verdict.stopped))
