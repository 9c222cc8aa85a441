"""Asking backends several times about one system: with other seeds, in fresh processes, and with permuted systems.

    system ──permuted──▶ Job with a seed ──▶ Result ──answer_back──▶ answer about the system ──▶ different answers
                                                                                               │
                                                           each is checked and compared ──▶ Verdict

A CAS that uses chance may be wrong in some runs only. A CAS that does not may still be wrong for one order of the
equations and right for another one. Its answers must have the same zeros every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import NamedTuple

from casbridge.algebra.answers import CHAINS, Answer, Point, PointComponents, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result
from casbridge.chance import Chance
from casbridge.crosscheck.asking import Progress, ask_all, run_job
from casbridge.crosscheck.judging import COMPARISON_SECONDS, judge
from casbridge.crosscheck.metamorphic import Transformed, by_chance, permuted
from casbridge.crosscheck.verdicts import CheckedResult, Repeated, Run, Verdict, VerdictKind
from casbridge.errors import UsageError
from casbridge.limits import Deadline, Limits

#: So many runs are at work at the same time.
AT_ONCE = 2
#: The most runs of a backend.
MOST_RUNS = 1000

_MOST_LISTED = 10
_NO_LIMITS = Limits()


@dataclass(frozen=True)
class _Plan:
    """One run, before it is made."""

    number: int
    seed: int
    transformed: Transformed


def shuffled(system: PolynomialSystem, number: int, *, generators: bool = True) -> Transformed:
    """The system with its equations, its variables and its generators permuted. Each number has its own permutation.

    The names of the variables are exchanged. generators: whether the order of the variables changes too.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> made = shuffled(PolynomialSystem.of(x.ring, [x - 1, y - 2]), 4)
    >>> print(made.text)
    equations in the order 2 1; variables in the order x y
    """
    chance = Chance(0, number)
    made = by_chance("equations permuted", system, chance)
    names = ["variables renamed", *(["generators permuted"] if generators else [])]
    for name in names:
        made = made.then(partial(by_chance, name, chance=chance))
    return made


def plan(system: PolynomialSystem, backend: Backend, method: str, number: int) -> list[_Plan]:
    """The runs of a backend: for each its seed, and how the system is permuted.

    A backend with scripts gets the seed n in run n. In its odd runs the system stays as it is, and only the seed
    differs. Other backends use no chance: they get a permuted system in each run but the first. A characteristic series
    and a tower belong to an order of the variables, so that this order stays.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.backends import registry
    >>> x, y = variables(Ring.of("x y"))
    >>> runs = plan(PolynomialSystem.of(x.ring, [x - 1, y - 2]), registry.get("singular"), "std", 3)
    >>> [(run.seed, run.transformed.text) for run in runs][:2]
    [(1, ''), (2, 'equations in the order 1 2; x is called y, y is called x; variables in the order x y')]
    """
    chains = registry.task_of(backend, method) in {*CHAINS, Task.FACTORS}
    as_it_is, seeded = permuted(system, range(len(system))), backend.target is not None
    plans = []
    for run in range(1, number + 1):
        plain = run % 2 == 1 if seeded else run == 1
        made = replace(as_it_is, text="") if plain else shuffled(system, run, generators=not chains)
        plans.append(_Plan(run, run if seeded else 0, made))
    return plans


def crosscheck_repeatedly(
    system: PolynomialSystem,
    backends: Sequence[tuple[Backend, str]],
    number: int,
    limits: Limits = _NO_LIMITS,
    rules: Callable[[Point], str | None] | None = None,
    progress: Progress | None = None,
    *,
    certify: bool = False,
    generic: bool = False,
) -> Verdict:
    """Ask each backend `number` times, AT_ONCE runs at the same time, and compare all different answers.

    backends: with the names of their methods.
    limits: on each run. The comparison is one more job.
    rules: say why a zero is no solution of a puzzle, or None.
    progress: called with a backend's name and None when it starts, with its last result when it ends.
    certify, generic: as for `judge`.

    Raises UsageError for a number below 2 or above MOST_RUNS.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.backends import registry
    >>> x, y = variables(Ring.of("x y"))
    >>> backends = [registry.split_name("reference:split"), registry.split_name("reference:general")]
    >>> verdict = crosscheck_repeatedly(PolynomialSystem.of(x.ring, [x**2 - 1, y - x]), backends, 3)
    >>> [one.text for one in verdict.repeated]
    ['3 runs, 1 different answer', '3 runs, 1 different answer']
    """
    if not 2 <= number <= MOST_RUNS:
        raise UsageError(f"{number} runs", expected=f"2 to {MOST_RUNS}")
    plans = [plan(system, backend, method, number) for backend, method in backends]
    asks = [
        partial(run_job, backend, Job(one.transformed.system, method, seed=one.seed, fresh=True))
        for (backend, method), own in zip(backends, plans, strict=True)
        for one in own
    ]
    names = [f"{backend.name}:{method}" for backend, method in backends]
    labels = [_label(name, run) for name in names for run in range(1, number + 1)]
    told = progress and _told_by_backend(number, progress)
    results = iter(ask_all(labels, asks, limits, told, AT_ONCE))
    groups = [_runs_of(own, [*islice(results, number)]) for own in plans]
    deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
    answers = [answer for group in groups for answer in group.named]
    verdict = judge(answers, system, rules, deadline, limits.memory, certify=certify, generic=generic)
    checked = iter(verdict.checked)
    return _verdict(verdict, [_said(group, [*islice(checked, len(group.named))], verdict.kind) for group in groups])


class _Group(NamedTuple):
    """The runs of one backend.

    answers: the different answers, in the variables of the original system. `Run.answer` counts them from 1.
    named: the results to judge: the answers, named by the runs that gave them first; without any, the first result.
    """

    runs: list[Run]
    answers: list[Result]
    named: list[Result]


def _runs_of(plans: Sequence[_Plan], results: Sequence[Result]) -> _Group:
    answers = [
        None if result.answer is None else planned.transformed.answer_back(result.answer)
        for planned, result in zip(plans, results, strict=True)
    ]
    keys = [
        None if answer is None else (result.status, written(answer))
        for answer, result in zip(answers, results, strict=True)
    ]
    numbers = {key: number for number, key in enumerate(filter(None, dict.fromkeys(keys)), 1)}
    runs = [
        Run(planned.number, planned.seed, planned.transformed.text, result, numbers[key] if key else 0)
        for planned, result, key in zip(plans, results, keys, strict=True)
    ]
    first = [keys.index(key) for key in numbers]
    different = [replace(results[place], answer=answers[place]) for place in first]
    named = different or [results[0]]
    if len(first) > 1:
        pairs = zip(different, first, strict=True)
        named = [replace(one, method=_label(one.method, runs[place].number)) for one, place in pairs]
    return _Group(runs, different, named)


def _said(group: _Group, judged: Sequence[CheckedResult], kind: VerdictKind) -> tuple[CheckedResult, Repeated]:
    """What is found of all runs: one row of the table, and the runs with their different answers.

    Answers that are written in different ways and are not known to be wrong are the same one, where the verdict says
    so.
    """
    if not group.answers:
        return judged[0], Repeated(tuple(group.runs), 0)
    merged: dict[Hashable, int] = {}
    numbers = [0]
    for number, one in enumerate(judged, 1):
        alike: Hashable = number if one.zeros is None else one.zeros
        if not one.faults and kind is not VerdictKind.UNDECIDED:
            alike = "not wrong"
        numbers.append(merged.setdefault(alike, len(merged) + 1))
    runs = tuple(replace(run, answer=numbers[run.answer]) for run in group.runs)
    place = next((place for place, one in enumerate(judged) if not one.faults), 0)
    result = group.answers[place]
    faults = tuple(replace(fault, backend=result.name) for one in judged for fault in one.faults)
    wrong = frozenset(number for number, one in zip(numbers[1:], judged, strict=True) if one.faults)
    return replace(judged[place], result=result, faults=faults), Repeated(runs, len(merged), wrong)


def written(answer: Answer) -> Hashable:
    """An answer as it is written: equal for the same components in another order and up to constants.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> first = Answer(Task.PRIMES, x.ring, ((x, y), (x - 1,)))
    >>> written(first) == written(replace(first, components=((2 * x - 2,), (y, x))))
    True
    """
    more: tuple[Hashable, ...] = (answer.task, answer.dimension, answer.degree, tuple(sorted(answer.multiplicities)))
    more += (answer.parametrisations, frozenset(answer.boxes))
    if answer.task is Task.BRANCHES:
        return (*more, frozenset(map(str, answer.branches)))
    if isinstance(answer.components, PointComponents):
        return (*more, frozenset(Counter(answer.components.points).items()))
    written_components = (frozenset(f.normal() for f in component) for component in answer.components)
    return (*more, frozenset(Counter(written_components).items()))


def _label(name: str, run: int) -> str:
    return f"{name} (run {run})"


def _told_by_backend(number: int, progress: Progress) -> Progress:
    """Progress by backends, for `ask_all`, which tells it by runs: of all first that they start."""
    ended = Counter[str]()

    def tell(label: str, result: Result | None) -> None:
        name = label.partition(" (")[0]
        ended[name] += result is not None
        if (result is None and label == _label(name, 1)) or ended[name] == number:
            progress(name, result)

    return tell


def _verdict(verdict: Verdict, said: Sequence[tuple[CheckedResult, Repeated]]) -> Verdict:
    """The verdict over all runs, from the one over the different answers."""
    rows, repeated = tuple(row for row, _ in said), tuple(one for _, one in said)
    answered = [row.result.name for row in rows if row.answered]
    kind, reason, witness = verdict.kind, verdict.reason, verdict.witness
    if kind is VerdictKind.DISAGREE:
        reason = "; ".join(_wrong(row.result.name, one) for row, one in said if one.wrong)
        witness = witness and replace(witness, backend=witness.backend.partition(" (")[0])  # not by a run
    elif len(answered) < 2 and kind is not VerdictKind.UNDECIDED:
        kind, reason = VerdictKind.UNDECIDED, f"only {answered[0]} answered; its runs: {reason}"
    return replace(verdict, kind=kind, reason=reason, witness=witness, checked=rows, repeated=repeated)


def _wrong(name: str, repeated: Repeated) -> str:
    """Which runs of a backend are wrong, in words."""
    wrong = [run.number for run in repeated.runs if run.answer in repeated.wrong]
    right = any(run.answer and run.answer not in repeated.wrong for run in repeated.runs)
    several = right or len(repeated.wrong) > 1
    listed = ", ".join(map(str, wrong[:_MOST_LISTED])) + ", ..." * (len(wrong) > _MOST_LISTED)
    runs = f"{'run' if len(wrong) == 1 else 'runs'} {listed}"
    text = f"{name} is wrong in {len(wrong)} of {len(repeated.runs)} runs ({runs})"
    return f"{text} and disagrees with itself" if several else text
