"""Asking backends several times about one system: with other seeds, in fresh processes, and with permuted systems.

    system ──permuted──▶ Job with a seed ──▶ Result ──answer_back──▶ answer about the system ──▶ different answers
                                                                                               │
                                                           each is checked and compared ──▶ Verdict

A CAS that uses chance may be wrong in some runs only. A CAS that does not may still be wrong for one order of the
equations and right for another one. Its answers must have the same zeros every time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from casbridge.algebra.answers import CHAINS, Answer, Point, PointComponents, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.chance import Chance
from casbridge.crosscheck.asking import Progress, ask_all, failed
from casbridge.crosscheck.judging import COMPARISON_SECONDS, judge
from casbridge.crosscheck.metamorphic import Transformed, by_chance, permuted
from casbridge.crosscheck.verdicts import CheckedResult, Repeated, Run, Verdict, VerdictKind, Witness
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
    """One run, before it is made. place: of the backend."""

    place: int
    number: int
    seed: int
    transformed: Transformed

    def ask(self, backend: Backend, method: str, limits: Limits) -> Result:
        return backend.run(Job(self.transformed.system, method, limits, self.seed, fresh=True))


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


def plan(system: PolynomialSystem, backend: Backend, method: str, number: int, place: int = 0) -> list[_Plan]:
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
        plans.append(_Plan(place, run, run if seeded else 0, made))
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
    plans = [one for place, (b, m) in enumerate(backends) for one in plan(system, b, m, number, place)]
    names = [f"{backend.name}:{method}" for backend, method in backends]
    asks = [partial(one.ask, *backends[one.place]) for one in plans]
    labels = [_label(names[one.place], one.number) for one in plans]
    results = ask_all(labels, asks, limits, _failed, progress and _told_by_backend(names, number, progress), AT_ONCE)
    groups = [_Group(place, names[place]) for place in range(len(names))]
    for one, result in zip(plans, results, strict=True):
        groups[one.place].take(one, result)
    given = [answer for group in groups for answer in group.answers()]
    deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
    answers = [result for _, _, result in given]
    verdict = judge(answers, system, rules, deadline, limits.memory, certify=certify, generic=generic)
    by_place: defaultdict[int, dict[int, CheckedResult]] = defaultdict(dict)
    for (place, answer, _), judged in zip(given, verdict.checked, strict=True):
        by_place[place][answer] = judged
    return _verdict(verdict, [group.said(by_place[group.place], verdict.kind) for group in groups])


class _Group:
    """The runs of one backend, and its different answers as they are written."""

    def __init__(self, place: int, name: str) -> None:
        self.place, self.name = place, name
        self._runs: list[Run] = []
        self._numbers: dict[Hashable, int] = {}
        self._first: dict[int, tuple[Run, Result]] = {}

    def take(self, planned: _Plan, result: Result) -> None:
        """Keep a run. Its answer is taken back to the system, and is a new one unless it is written like another."""
        run = Run(planned.number, planned.seed, planned.transformed.text, result)
        answer = None if result.answer is None else planned.transformed.answer_back(result.answer)
        if answer is not None:
            key = (result.status, written(answer))
            run = replace(run, answer=self._numbers.setdefault(key, len(self._numbers) + 1))
            self._first.setdefault(run.answer, (run, replace(result, answer=answer)))
        self._runs.append(run)

    def answers(self) -> Iterator[tuple[int, int, Result]]:
        """The place, the number and the result of each different answer; of a backend without any, its first result."""
        for number, (run, result) in self._first.items():
            several = len(self._first) > 1
            named = replace(result, method=_label(result.method, run.number)) if several else result
            yield self.place, number, named
        if not self._first:
            yield self.place, 0, self._runs[0].result

    def said(self, judged: Mapping[int, CheckedResult], kind: VerdictKind) -> tuple[CheckedResult, Repeated]:
        """What is found of all runs: one row of the table, and the runs with their different answers.

        Answers that are written in different ways and are not known to be wrong are the same one, where the verdict
        says so.
        """
        if not self._first:
            return judged[0], Repeated(tuple(self._runs), 0)
        wrong = [number for number, one in judged.items() if one.faults]
        merged: dict[Hashable, int] = {}
        number_of: dict[int, int] = {}
        for number, one in judged.items():
            alike: Hashable = number if one.zeros is None else one.zeros
            if number not in wrong and kind is not VerdictKind.UNDECIDED:
                alike = "not wrong"
            number_of[number] = merged.setdefault(alike, len(merged) + 1)
        runs = tuple(replace(run, answer=number_of.get(run.answer, 0)) for run in self._runs)
        first = next(iter(judged.values()))
        row = next((one for one in judged.values() if not one.faults), first)
        result = self._first[next(n for n, one in judged.items() if one is row)][1]
        faults = tuple(fault for one in judged.values() for fault in one.faults)
        row = replace(row, result=result, faults=tuple(replace(fault, backend=result.name) for fault in faults))
        return row, Repeated(runs, len(merged), frozenset(number_of[number] for number in wrong))


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


def _failed(label: str, status: Status, reason: str) -> Result:
    return failed(label.partition(" (")[0], status, reason)


def _told_by_backend(names: Sequence[str], number: int, progress: Progress) -> Progress:
    """Progress by backends, for `ask_all`, which tells it by runs."""
    started, ended = Counter[str](), Counter[str]()

    def tell(label: str, result: Result | None) -> None:
        name = label.partition(" (")[0]
        counted = started if result is None else ended
        counted[name] += 1
        if (result is None and counted[name] == 1) or (result is not None and counted[name] == number):
            progress(name, result)

    return tell


def _verdict(verdict: Verdict, said: Sequence[tuple[CheckedResult, Repeated]]) -> Verdict:
    """The verdict over all runs, from the one over the different answers."""
    rows, repeated = tuple(row for row, _ in said), tuple(one for _, one in said)
    answered = [row.result.name for row in rows if row.answered]
    kind, reason, witness = verdict.kind, verdict.reason, verdict.witness
    if kind is VerdictKind.DISAGREE:
        reason = "; ".join(_wrong(row.result.name, one) for row, one in said if one.wrong)
        witness = None if witness is None else _by_backend(witness, rows)
    elif len(answered) < 2 and kind is not VerdictKind.UNDECIDED:
        kind, reason = VerdictKind.UNDECIDED, f"only {answered[0]} answered; its runs: {reason}"
    return replace(verdict, kind=kind, reason=reason, witness=witness, checked=rows, repeated=repeated)


def _by_backend(witness: Witness, rows: Iterable[CheckedResult]) -> Witness:
    """The witness under the name of the backend alone; its text names the run."""
    names = (row.result.name for row in rows if any(fault.text == witness.text for fault in row.faults))
    return replace(witness, backend=next(names, witness.backend))


def _wrong(name: str, repeated: Repeated) -> str:
    """Which runs of a backend are wrong, in words."""
    wrong = [run.number for run in repeated.runs if run.answer in repeated.wrong]
    right = any(run.answer and run.answer not in repeated.wrong for run in repeated.runs)
    several = right or len(repeated.wrong) > 1
    listed = ", ".join(map(str, wrong[:_MOST_LISTED])) + ", ..." * (len(wrong) > _MOST_LISTED)
    runs = f"{'run' if len(wrong) == 1 else 'runs'} {listed}"
    text = f"{name} is wrong in {len(wrong)} of {len(repeated.runs)} runs ({runs})"
    return f"{text} and disagrees with itself" if several else text
