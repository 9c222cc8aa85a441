"""From results to a verdict: by the task that the answers have, as zeros or by a comparison of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from casbridge.algebra.answers import Point, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.deciding import COMPARISON_SECONDS, compare
from casbridge.crosscheck.tasks.comparing import compare_own, judge_answers, own_task
from casbridge.crosscheck.verdicts import Verdict, VerdictKind
from casbridge.limits import NEVER, Deadline

#: Tasks whose answers are compared as zeros and promise more, with what that is in words.
STRICT = {
    Task.PRIMES: "each component is prime, and none is redundant",
    Task.BASIS: "each basis is reduced, and of the same ideal",
}


def judge(
    results: Sequence[Result],
    system: PolynomialSystem,
    rules: Callable[[Point], str | None] | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    certify: bool = False,
    strict: bool = False,
) -> Verdict:
    """Check each result by itself, and compare the answers.

    rules: say why a zero is no solution of a puzzle, or None.
    deadline: COMPARISON_SECONDS from now where none is given.
    memory: bytes for each process that is started.
    certify: take all the time that is left to prove that no zero is missing.
    strict: also check what a task promises beside the zeros: of minimal primes that they are prime and irredundant, of
        a Gröbner basis that it is reduced and that its ideal is the system's.

    Raises UsageError for a task with a comparison of its own together with another one.

    >>> from casbridge.algebra import Ring
    >>> judge([], PolynomialSystem(Ring.of("x"), ())).reason
    'no backend answered; two are needed'
    """
    deadline = Deadline.after(COMPARISON_SECONDS) if deadline == NEVER else deadline
    tasks = [result.answer.task for result in results if result.answer is not None]
    task = own_task(tasks)
    if task is not None:
        return compare_own(results, system, task, deadline, memory)
    soon = deadline.share(0.6) if strict else deadline
    checked = check_all(results, system, rules, soon, memory)
    verdict = compare(checked, system, soon, memory, certify=certify)
    if not strict or verdict.kind is VerdictKind.DISAGREE:
        return verdict
    for one in (task for task in STRICT if task in tasks):
        verdict = _strictly(verdict, results, system, one, deadline, memory)
    return verdict


def _strictly(
    verdict: Verdict,
    results: Sequence[Result],
    system: PolynomialSystem,
    task: Task,
    deadline: Deadline,
    memory: int | None,
) -> Verdict:
    """The verdict, with components that are not prime or redundant, or bases that are not reduced."""
    concerned = [place for place, one in enumerate(results) if one.answer is not None and one.answer.task is task]
    judged = judge_answers([results[place] for place in concerned], system, task, deadline, memory)
    checked = list(verdict.checked)
    for place, one in zip(concerned, judged, strict=True):
        checked[place] = replace(checked[place], faults=(*checked[place].faults, *one.faults))
    faults = [witness for one in checked for witness in one.faults]
    if faults:
        wrong = ", ".join(dict.fromkeys(witness.backend for witness in faults))
        found = replace(verdict, kind=VerdictKind.DISAGREE, reason=f"wrong: {wrong}", checked=tuple(checked))
        return replace(found, witness=faults[0], rests_on=())
    still = {results[place].name: one for place, one in zip(concerned, judged, strict=True) if not one.is_right}
    if not still:
        return replace(verdict, reason=f"{verdict.reason}; {STRICT[task]}")
    kind = VerdictKind.CONSISTENT if verdict.kind is VerdictKind.AGREE else verdict.kind
    why = "; ".join(f"{name}: {one.why}" for name, one in still.items())
    return replace(verdict, kind=kind, reason=f"{verdict.reason}; not shown that {STRICT[task]}: {why}")
