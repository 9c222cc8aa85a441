"""From results to a verdict: by the task that the answers have, as zeros or by a comparison of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from casbridge.algebra.answers import Point, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result
from casbridge.crosscheck.branches.generic import generic_verdict
from casbridge.crosscheck.checking import check_all, is_linear
from casbridge.crosscheck.deciding import COMPARISON_SECONDS, SECONDS_FOR_A_PROOF, compare
from casbridge.crosscheck.tasks.comparing import compare_own, judge_answers, own_task
from casbridge.crosscheck.tasks.judgement import Judgement
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind
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
    generic: bool = False,
) -> Verdict:
    """Check each result by itself, and compare the answers.

    rules: say why a zero is no solution of a puzzle, or None.
    deadline: COMPARISON_SECONDS from now where none is given.
    memory: bytes for each process that is started.
    certify: take all the time that is left to prove that no zero is missing.
    strict: also prove what a task promises beside the zeros: of minimal primes that they are prime and irredundant, of
        a Gröbner basis that it is reduced and that its ideal is the system's. Without `strict` a basis of a larger
        ideal is still a fault. A component that is not prime is then a remark, if the time of a proof shows it.
    generic: compare the closures of branches, and say so. Otherwise an answer is the set that it states, without points
        at which a denominator is 0.

    Raises UsageError for a task with a comparison of its own together with another one.

    >>> from casbridge.algebra import Ring
    >>> judge([], PolynomialSystem(Ring.of("x"), ())).reason
    'no backend answered; two are needed'
    """
    deadline = Deadline.after(COMPARISON_SECONDS) if deadline == NEVER else deadline
    task = own_task([(result.name, result.answer.task) for result in results if result.answer is not None])
    if task is not None:
        return compare_own(results, system, task, deadline, memory)
    checked = check_all(results, system, rules, deadline.share(0.6) if strict else deadline, memory, generic=generic)
    verdict = judge_checked(checked, system, deadline, memory, certify=certify, strict=strict)
    return generic_verdict(verdict) if generic else verdict


def judge_checked(
    checked: Sequence[CheckedResult],
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    certify: bool = False,
    strict: bool = False,
    remarks: bool = True,
) -> Verdict:
    """Compare answers that `check` has seen, by their zeros and by what their tasks promise beside these.

    Where several answers of one backend are compared with those of others, the others need be checked only once.

    deadline, memory, certify, strict: as for `judge`.
    remarks: whether to look for components that are not prime, which are a remark and no fault without `strict`.

    >>> from casbridge.algebra.answers import Answer
    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> from casbridge.backends.protocol import Status
    >>> system = read_system("x^2")
    >>> (x,) = (f for f in read_system("x").polynomials())
    >>> larger = Result("mycas", "basis", Status.COMPLETE, Answer(Task.BASIS, system.ring, ((x,),), order="lex"))
    >>> judge_checked(check_all([larger, registry.run(system, "reference")], system), system).witness.fault
    <Fault.FOREIGN_POLYNOMIAL: 'foreign polynomial'>
    """
    deadline = Deadline.after(COMPARISON_SECONDS) if deadline == NEVER else deadline
    verdict = compare(checked, system, deadline.share(0.6) if strict else deadline, memory, certify=certify)
    if verdict.kind is VerdictKind.DISAGREE:
        return verdict
    for one in STRICT:
        if one is Task.PRIMES and not (strict or remarks):
            continue
        concerned = [place for place, each in enumerate(checked) if _promises(each.result, one, strict=strict)]
        # Two bases of the same zeros were compared as ideals before.
        if concerned and (strict or one is Task.PRIMES or len(concerned) == 1):
            verdict = _with_promises(verdict, concerned, system, one, deadline, memory, strict=strict)
    return verdict


def _promises(result: Result, task: Task, *, strict: bool) -> bool:
    """Whether an answer is to be judged beside its zeros. Components with linear equations are prime."""
    answer = result.answer
    return answer is not None and answer.task is task and (strict or task is not Task.PRIMES or not is_linear(answer))


def _remarks(one: Judgement) -> str:
    """What is wrong beside the zeros and no fault without `strict`: components that are not prime."""
    return "; ".join(witness.text for witness in one.faults if witness.fault is Fault.NOT_PRIME and witness.factors)


def _with_promises(
    verdict: Verdict,
    concerned: Sequence[int],
    system: PolynomialSystem,
    task: Task,
    deadline: Deadline,
    memory: int | None,
    *,
    strict: bool,
) -> Verdict:
    """The verdict, with what is wrong beside the zeros with the answers to a task. concerned: their places."""
    results = [verdict.checked[place].result for place in concerned]
    if not strict:
        seconds = sum(result.wall_seconds for result in results)
        deadline = deadline.share(1.0, most=max(SECONDS_FOR_A_PROOF, seconds))
    judged = judge_answers(results, system, task, deadline, memory, redundant=strict)
    checked = list(verdict.checked)
    for place, one in zip(concerned, judged, strict=True):
        wrong = tuple(witness for witness in one.faults if strict or witness.fault is Fault.FOREIGN_POLYNOMIAL)
        note = "; ".join(filter(None, (checked[place].note, "" if strict else _remarks(one))))
        checked[place] = replace(checked[place], faults=(*checked[place].faults, *wrong), note=note)
    faults = [witness for one in checked for witness in one.faults]
    if faults:
        names = ", ".join(dict.fromkeys(witness.backend for witness in faults))
        found = replace(verdict, kind=VerdictKind.DISAGREE, reason=f"wrong: {names}", checked=tuple(checked))
        return replace(found, witness=faults[0], rests_on=())
    verdict = replace(verdict, checked=tuple(checked))
    if not strict:
        return verdict
    still = {result.name: one for result, one in zip(results, judged, strict=True) if not one.is_right}
    if not still:
        return replace(verdict, reason=f"{verdict.reason}; {STRICT[task]}")
    kind = VerdictKind.CONSISTENT if verdict.kind is VerdictKind.AGREE else verdict.kind
    why = "; ".join(f"{name}: {one.why}" for name, one in still.items())
    return replace(verdict, kind=kind, reason=f"{verdict.reason}; not shown that {STRICT[task]}: {why}")
