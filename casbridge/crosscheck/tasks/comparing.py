"""Judging all answers to one task, and the verdict.

Each answer is judged beside the reference's truth, in a process apart. Where that ends without a proof, the answers are
compared with each other: an ideal, primes, factors and numbers can be given in one way only, up to generators and
constants. So answers that differ contradict each other, and answers that are equal are consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from casbridge.algebra.answers import ONE_IDEAL, OWN_COMPARISON, Answer, Task
from casbridge.algebra.boxes import are_apart, box_text
from casbridge.algebra.extensions import number_of_members
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result
from casbridge.crosscheck.tasks.characteristic import judge_characteristic_set
from casbridge.crosscheck.tasks.factors import judge_factors
from casbridge.crosscheck.tasks.ideals import judge_ideal
from casbridge.crosscheck.tasks.judgement import Judgement, answer_text, shown
from casbridge.crosscheck.tasks.numbers import judge_numbers
from casbridge.crosscheck.tasks.primary import judge_primary
from casbridge.crosscheck.tasks.primes import judge_primality, judge_primes
from casbridge.crosscheck.tasks.real import judge_real
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness
from casbridge.errors import BackendError, LimitError, UnsupportedError, UsageError, limit_of, printable
from casbridge.limits import NEVER, Deadline
from casbridge.processes.apart import attempt

#: The part of the time that judging beside the reference may take; comparing the answers with each other has the rest.
_SHARE = 0.8

#: Judges one answer: told its name, the answer and the truth.
Judge = Callable[[str, Answer, Truth], Judgement]

_JUDGES: dict[Task, Judge] = {
    **dict.fromkeys((Task.BASIS, Task.RADICAL, Task.SATURATION, Task.ELIMINATION), judge_ideal),
    Task.PRIMES: judge_primes,
    Task.PRIMARY: judge_primary,
    Task.DIMENSION: judge_numbers,
    Task.FACTORS: judge_factors,
    Task.REAL: judge_real,
    Task.CHARSET: judge_characteristic_set,
}

#: Tasks with several right answers to one system.
_NOT_UNIQUE = frozenset({Task.PRIMARY, Task.CHARSET})

#: What answers to a task that are right have in common, in words.
_IN_COMMON = {
    Task.RADICAL: "the radical",
    Task.SATURATION: "the saturation",
    Task.ELIMINATION: "the elimination",
    Task.PRIMARY: "a primary decomposition",
    Task.DIMENSION: "the right numbers",
    Task.FACTORS: "the factorisation",
    Task.REAL: "the real zeros",
    Task.CHARSET: "a characteristic set",
}


def own_task(methods: Sequence[tuple[str, Task | None]]) -> Task | None:
    """The task with a comparison of its own that all methods have; None where the answers are compared by their zeros.

    methods: the name and the task of each one; None for a method whose task is not known.

    Raises UsageError for methods with such a task and with another one.

    >>> own_task([("a", Task.RADICAL), ("b", Task.RADICAL)]), own_task([("a", Task.PRIMES), ("b", Task.BASIS)])
    (<Task.RADICAL: 'radical'>, None)
    """
    kinds: dict[Task | None, list[str]] = {}
    for name, task in methods:
        if task is not None:
            kinds.setdefault(task if task in OWN_COMPARISON else None, []).append(name)
    if len(kinds) > 1:
        told = [f"{', '.join(names)} ({task or 'zeros'})" for task, names in kinds.items()]
        raise UsageError(f"methods for different tasks: {'; '.join(told)}", expected="methods for one of them")
    return next(iter(kinds), None)


def judge_answers(
    results: Sequence[Result],
    system: PolynomialSystem,
    task: Task,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    redundant: bool = True,
) -> tuple[Judgement, ...]:
    """A judgement for each result, in a process apart; an empty one for a result without an answer.

    redundant: whether minimal primes that could be left out count as a fault.

    >>> from casbridge.algebra import Ring
    >>> judge_answers([], PolynomialSystem.of(Ring.of("x"), []), Task.RADICAL)
    ()
    """
    places = [place for place, result in enumerate(results) if result.answer is not None]
    found = [Judgement() for _ in results]
    asked: list[tuple[int, str, Answer]] = []
    for place in places:
        answer, name = results[place].answer, results[place].name
        assert answer is not None
        if answer.ring != system.ring:
            text = printable(f"{name} answered over {answer.ring}, but the system is over {system.ring}")
            found[place] = Judgement((Witness(Fault.OTHER_RING, name, text),))
        else:
            asked.append((place, name, answer))
    if asked:
        judge = _JUDGES[task] if redundant or task is not Task.PRIMES else judge_primality
        done = attempt(_judge_all, system, judge, asked, deadline, deadline=deadline, memory=memory)
        said = dict(done.items)
        for place, _, _ in asked:
            found[place] = said.get(place) or _unjudged(done.error)
    return tuple(found)


def _judge_all(
    system: PolynomialSystem, judge: Judge, asked: Sequence[tuple[int, str, Answer]], deadline: Deadline
) -> Iterator[tuple[int, Judgement]]:
    truth = Truth(system, deadline)
    for place, name, answer in asked:
        try:
            yield place, judge(name, answer, truth)
        except (LimitError, UnsupportedError, BackendError) as error:
            yield place, _unjudged(error)


def _unjudged(error: Exception | None) -> Judgement:
    stopped = limit_of(error)
    reason = f"the reference cannot tell: {error}"
    if stopped:
        reason = f"the reference {'ran out of memory' if stopped == 'memory' else 'did not come to an end'}"
    return Judgement(reason=printable(reason), stopped=stopped)


def compare_own(
    results: Sequence[Result],
    system: PolynomialSystem,
    task: Task,
    deadline: Deadline = NEVER,
    memory: int | None = None,
) -> Verdict:
    """The verdict over results of methods for one task with a comparison of its own.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> system = read_system("x^2*y")
    >>> results = [registry.run(system, "reference:radical")] * 2
    >>> print(compare_own(results, system, Task.RADICAL).reason)
    reference:radical, reference:radical have the radical, proved by the reference's 2 minimal primes
    """
    judged = judge_answers(results, system, task, deadline.share(_SHARE), memory)
    checked = [
        CheckedResult(
            result, count=None if result.answer is None else number_of_members(result.answer, system), faults=one.faults
        )
        for result, one in zip(results, judged, strict=True)
    ]
    answered = [place for place, one in enumerate(checked) if one.answered]

    def verdict(kind: VerdictKind, reason: str, witness: Witness | None = None) -> Verdict:
        stopped = frozenset(judged[place].stopped for place in answered if kind is not VerdictKind.DISAGREE) - {""}
        rests_on = tuple(dict.fromkeys(one.proof for one in judged if one.proof)) if kind is VerdictKind.AGREE else ()
        variables = system.ring.variables
        return Verdict(kind, reason, tuple(checked), witness, variables, stopped=stopped, rests_on=rests_on)

    faults = [witness for one in checked for witness in one.faults]
    if faults:
        wrong = ", ".join(dict.fromkeys(witness.backend for witness in faults))
        return verdict(VerdictKind.DISAGREE, f"wrong: {wrong}", faults[0])
    names = ", ".join(results[place].name for place in answered)
    if len(answered) < 2:
        others = ", ".join(f"{one.result.name}: {one.result.status}" for one in checked if not one.answered)
        first = f"only {names} answered" if names else "no backend answered"
        text = f"{first} ({others})" if others else f"{first}; two are needed"
        if answered and judged[answered[0]].is_right:
            text += f"; it has {_IN_COMMON[task]}, proved by {judged[answered[0]].proof}"
        return verdict(VerdictKind.UNDECIDED, text)
    right = [place for place in answered if judged[place].is_right]
    likely = [place for place in answered if judged[place].is_likely]
    if likely and len(right) + len(likely) == len(answered):
        doubts = "; ".join(dict.fromkeys(doubt for place in likely for doubt in judged[place].doubts))
        text = f"{names} have {_IN_COMMON[task]}, by {judged[likely[0]].proof}, not proved: {doubts}"
        return verdict(VerdictKind.CONSISTENT, text)
    proved = f"{names} have {_IN_COMMON[task]}, proved by {judged[right[0]].proof}" if right else ""
    still = [place for place in answered if place not in right]
    if not still:
        return verdict(VerdictKind.AGREE, proved)
    # Others are compared with an answer that is known to be right, or with the first one.
    base = right[0] if right else answered[0]
    others_open = [place for place in still if place != base]
    why = "; ".join(f"{results[place].name}: {judged[place].why}" for place in still)
    bare = [replace(results[place], script=None, transcript="") for place in (base, *others_open)]
    done = attempt(_alike, bare, system, task, deadline, deadline=deadline, memory=memory)
    if done.error is not None:
        return verdict(VerdictKind.UNDECIDED, why)
    if done.value is None:
        if right:
            return verdict(VerdictKind.AGREE, proved)
        return verdict(VerdictKind.CONSISTENT, f"equal in {names}, not proved; {why}")
    number, text, polynomial = done.value
    wrong_place = others_open[number]
    pair = f"{results[base].name} and {results[wrong_place].name}"
    text = f"{pair} contradict each other: {text}"
    marked = (wrong_place,) if right else (base, wrong_place)
    for place in marked:
        witness = Witness(Fault.CONTRADICTION, results[place].name, text, polynomial=polynomial)
        checked[place] = replace(checked[place], faults=(witness,))
    reason = f"wrong: {results[wrong_place].name}" if right else f"one is wrong: {pair}"
    return verdict(VerdictKind.DISAGREE, reason, checked[wrong_place].faults[0])


def _alike(
    results: Sequence[Result], system: PolynomialSystem, task: Task, deadline: Deadline
) -> tuple[int, str, Polynomial | None] | None:
    """The number of the first result that is not like the one before all others, and why; None where all are.

    Raises UnsupportedError for primary decompositions and characteristic sets, which may differ and be right.
    """
    if task in _NOT_UNIQUE:
        raise UnsupportedError(f"there are several right answers to {task}")
    truth = Truth(system, deadline)
    first = results[0]
    for number, result in enumerate(results[1:]):
        assert first.answer is not None
        assert result.answer is not None
        why = _difference(first.name, first.answer, result.name, result.answer, truth)
        if why is not None:
            return number, *why
    return None


def _difference(
    first_name: str, first: Answer, name: str, answer: Answer, truth: Truth
) -> tuple[str, Polynomial | None] | None:
    """Why two answers cannot both be right, with a polynomial where one shows it; None where they are the same."""
    if first.task is Task.DIMENSION:
        for what, one, other in (
            ("dimension", first.dimension, answer.dimension),
            ("degree", first.degree, answer.degree),
        ):
            if one is not None and other is not None and one != other:
                return f"{first_name} has the {what} {one}, {name} {other}", None
        return None
    if first.task is Task.REAL:
        return _boxes_difference(first_name, first, name, answer) or _boxes_difference(name, answer, first_name, first)
    of = _ideal_difference if first.task in ONE_IDEAL else _factors_difference
    return of(first_name, name, first, answer, truth) or of(name, first_name, answer, first, truth)


def _boxes_difference(holder: str, one: Answer, lacker: str, other: Answer) -> tuple[str, Polynomial | None] | None:
    """A box of one answer in which the other one has no zero, or the numbers of boxes."""
    if len(one.boxes) != len(other.boxes):
        return f"{holder} has {answer_text(one)}, {lacker} has {len(other.boxes)}", None
    for box in one.boxes:
        if all(are_apart(box, another) for another in other.boxes):
            text = f"{holder} has a real zero that {lacker} has not: {box_text(box, one.ring.variables)}"
            return printable(text), None
    return None


def _ideal_difference(
    holder: str, lacker: str, one: Answer, other: Answer, truth: Truth
) -> tuple[str, Polynomial | None] | None:
    lacking = truth.ideal_of(other.components[0])
    extra = lacking.outside(one.components[0])
    if extra is None:
        return None
    truth.confirm(lacking)
    return f"{holder} has {shown(extra)}, and {lacker} has not", extra


def _factors_difference(
    holder: str, lacker: str, one: Answer, other: Answer, truth: Truth
) -> tuple[str, Polynomial | None] | None:
    over = truth.over_tower
    theirs = [(f, n) for (f,), n in zip(other.components, other.multiplicities, strict=True) if not over.is_number(f)]
    for (factor,), times in zip(one.components, one.multiplicities, strict=True):
        if not over.is_number(factor) and [n for f, n in theirs if over.are_associated(factor, f)] != [times]:
            return f"{holder} has the factor {shown(factor)} with multiplicity {times}, and {lacker} has not", factor
    return None
