"""One backend, asked about one system and judged beside others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from casbridge.algebra.answers import OWN_COMPARISON, Task
from casbridge.algebra.extensions import goal_objection
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.brief import Brief
from casbridge.bugs.failures import Failure, bare_name, failures_of
from casbridge.crosscheck.asking import ask_all, check_once, run_job
from casbridge.crosscheck.judging import COMPARISON_SECONDS, first_checked, judge_checked
from casbridge.crosscheck.tasks.comparing import own_task
from casbridge.crosscheck.verdicts import CheckedResult, Verdict
from casbridge.errors import UsageError
from casbridge.limits import Deadline, Limits
from casbridge.processes.apart import processors


@dataclass(frozen=True, repr=False)
class Run(Brief):
    """A backend's result, and the verdict over it and the others' results.

    seed: of the CAS's random numbers; 0 is the CAS's own.
    failures: of the backend, the first one first.

    >>> from casbridge.algebra.formats import read_system
    >>> run = ask(read_system("x^2 - 1"), "sympy:groebner", ["reference"])
    >>> str(run.result.status), str(run.verdict.kind), run.failures
    ('complete', 'agree', ())
    """

    seed: int
    result: Result
    verdict: Verdict
    failures: tuple[Failure, ...] = ()

    @property
    def failure(self) -> Failure | None:
        """The first failure, or None."""
        return next(iter(self.failures), None)

    def shows(self, failure: Failure) -> bool:
        """Whether a failure of this kind and shape is among the run's."""
        return any(failure.is_like(one) for one in self.failures)


def whole_name(name: str, task: Task | None = None) -> str:
    """A backend's name with its method, as a user may leave it out. Raises UsageError for one that does not exist.

    task: of the system's goal, which a bare name means.

    >>> whole_name("singular"), whole_name("reference:split"), whole_name("singular", Task.FACTORS)
    ('singular:minAssGTZ', 'reference:split', 'singular:factorize')
    """
    backend, method = registry.split_name(name, task)
    return f"{backend.name}:{method}"


def others_of(backend: str, goal: Task | None = None) -> tuple[str, ...]:
    """Whom a backend is compared with where nobody is named: the reference, or Singular for the reference itself.

    For a task with a comparison of its own it is their method for this task. goal: the task of the system's goal.

    >>> others_of("sympy:solve"), others_of("reference:general"), others_of("macaulay2:dim")
    (('reference',), ('singular',), ('reference:dimension',))
    """
    other = "singular" if bare_name(backend).partition(":")[0] == "reference" else "reference"
    task = registry.task_of(*registry.split_name(backend))
    if task in OWN_COMPARISON:
        return (whole_name(other, task),)
    # In a system with a goal the bare name would mean the goal's method.
    return (other if goal is None else whole_name(other),)


def ask(
    system: PolynomialSystem,
    backend: str,
    against: Sequence[str] = (),
    limits: Limits | None = None,
    *,
    seed: int = 0,
    fresh: bool = False,
    lazily: bool = False,
) -> Run:
    """Ask a backend about a system once, and compare its answer with those of others; see `ask_each`.

    >>> from casbridge.algebra.formats import read_system
    >>> ask(read_system("x^2 - 2"), "reference:split", ["sympy"], lazily=True).verdict.reason
    'no backend answered (reference:split: unsupported)'
    """
    (run,) = ask_each(system, backend, against, limits, seeds=(seed,), fresh=fresh, lazily=lazily)
    return run


def ask_each(
    system: PolynomialSystem,
    backend: str,
    against: Sequence[str] = (),
    limits: Limits | None = None,
    *,
    seeds: Sequence[int],
    fresh: bool = True,
    lazily: bool = False,
    until: Failure | None = None,
    patience: float | None = None,
) -> list[Run]:
    """Ask a backend about a system, once for each seed, and compare each answer with those of others.

    against: names of backends. Each is asked once. Equal answers of the backend are judged once.
    limits: on each job, and on each comparison.
    fresh: each job of the backend has a process of its own.
    lazily: ask the others only if the backend answered and its answer, by itself, shows no fault.
    until: a failure. No more runs are made after the first that show it, or where limits end the first ones.
    patience: seconds for each of the others' jobs, and for each comparison, if they are less than the limit.

    Raises UsageError for a backend that does not exist or is named twice, and for a seed that is too large; for answers
    that cannot be compared with each other; for a system that lacks the goal that a method needs.

    >>> from casbridge.algebra.formats import read_system
    >>> runs = ask_each(read_system("x^2 - 1"), "sympy:groebner", ["reference"], seeds=(1, 2))
    >>> [(run.seed, str(run.verdict.kind)) for run in runs]
    [(1, 'agree'), (2, 'agree')]
    """
    work = _Asking(system, (backend, *against), limits or Limits(), patience, fresh)
    runs: list[Run] = []
    for start in range(0, len(seeds), processors()):
        some = seeds[start : start + processors()]
        results = work.results(some, with_others=not (start or lazily))
        runs += [work.run(seed, result) for seed, result in zip(some, results, strict=True)]
        if until is not None and (any(run.shows(until) for run in runs) or _are_stopped(results, until)):
            break
    return runs


class _Asking:
    """Runs of one backend on one system, and the answers of the others, which are asked once."""

    def __init__(
        self, system: PolynomialSystem, names: Sequence[str], limits: Limits, patience: float | None, fresh: bool
    ) -> None:
        self.system, self.names, self.limits, self.fresh = system, names, limits, fresh
        self.patient = limits
        if patience is not None:
            self.patient = replace(limits, seconds=min(patience, limits.seconds or patience))
        self.chosen = [registry.split_name(name, system.goal.task) for name in names]
        self.whole = [f"{backend.name}:{method}" for backend, method in self.chosen]
        check_once(self.whole)
        # None where answers are compared by their zeros.
        self.task = own_task(registry.tasks_of(self.chosen))
        if self.task is not None and (objection := goal_objection(system, self.task)) is not None:
            raise UsageError(objection)
        self.known: tuple[CheckedResult, ...] | None = None
        self.judged: list[tuple[Result, Verdict]] = []

    def results(self, seeds: Sequence[int], *, with_others: bool) -> list[Result]:
        """A result of the backend for each seed; beside it the others are asked, if that is wanted."""
        backend, method = self.chosen[0]
        own = [partial(run_job, backend, Job(self.system, method, seed=seed, fresh=self.fresh)) for seed in seeds]
        # The name of each job differs, for messages about two of one name.
        named = {f"{self.whole[0]}#{number}": call for number, call in enumerate(own)}
        beside = {name: partial(run_job, *self._job(place)) for place, name in enumerate(self.whole) if place}
        asked = {**named, **(beside if with_others else {})}
        found = ask_all([*asked], [*asked.values()], self.limits, at_once=max(processors(), len(self.names)))
        if with_others:
            self.known = self._checked(found[len(own) :])
        return found[: len(own)]

    def run(self, seed: int, result: Result) -> Run:
        """What a result amounts to."""
        same = next((verdict for one, verdict in self.judged if _is_same(one, result)), None)
        verdict = self._compared(result) if same is None else self._with(same, result)
        if same is None:
            self.judged.append((result, verdict))
        return Run(seed, result, verdict, failures_of(verdict, result.name))

    def _compared(self, result: Result) -> Verdict:
        (one,) = self._checked([result])
        if self.known is None and one.answered and not one.faults:
            asks = [partial(run_job, *self._job(place)) for place in range(1, len(self.names))]
            told = ask_all(self.whole[1:], asks, self.patient, at_once=processors())
            self.known = self._checked(told)
        known = self.known or ()
        deadline = Deadline.after(self.patient.seconds or COMPARISON_SECONDS)
        verdict = judge_checked([one, *known], self.system, deadline, self.limits.memory)
        return replace(verdict, names=tuple(self.names[: 1 + len(known)]))

    def _with(self, verdict: Verdict, result: Result) -> Verdict:
        """A verdict about an equal result."""
        first, *others = verdict.checked
        return replace(verdict, checked=(replace(first, result=result), *others))

    def _job(self, place: int) -> tuple[Backend, Job]:
        backend, method = self.chosen[place]
        return backend, Job(self.system, method)

    def _checked(self, results: Sequence[Result]) -> tuple[CheckedResult, ...]:
        deadline = Deadline.after(self.patient.seconds or COMPARISON_SECONDS)
        return first_checked(results, self.system, None, deadline, self.limits.memory)


def _are_stopped(results: Sequence[Result], until: Failure) -> bool:
    """Whether a limit ended each result, and the failure is another one: with another seed it would be the same."""
    limits = (Status.TIMEOUT, Status.MEMORY)
    return until.kind not in limits and all(result.status in limits for result in results)


def _is_same(one: Result, other: Result) -> bool:
    """Whether two results have the same status, answer and reason."""
    return (one.status, one.reason, one.answer) == (other.status, other.reason, other.answer)
