"""One backend, asked about one system and judged beside others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.bugs.failures import Failure, bare_name, failures_of
from casbridge.crosscheck.asking import ask_all, failed
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.deciding import COMPARISON_SECONDS, compare
from casbridge.crosscheck.verdicts import CheckedResult, Verdict
from casbridge.limits import Deadline, Limits
from casbridge.processes.apart import processors


@dataclass(frozen=True)
class Run:
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


def whole_name(name: str) -> str:
    """A backend's name with its method, as a user may leave it out. Raises UsageError for one that does not exist.

    >>> whole_name("singular"), whole_name("reference:split")
    ('singular:minAssGTZ', 'reference:split')
    """
    backend, method = registry.split_name(name)
    return f"{backend.name}:{method}"


def others_of(backend: str) -> tuple[str, ...]:
    """Whom a backend is compared with where nobody is named: the reference, or Singular for the reference itself.

    >>> others_of("sympy:solve"), others_of("reference:general")
    (('reference',), ('singular',))
    """
    return ("singular",) if bare_name(backend).partition(":")[0] == "reference" else ("reference",)


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
) -> list[Run]:
    """Ask a backend about a system, once for each seed, and compare each answer with those of others.

    against: names of backends. Each is asked once.
    limits: on each job, and on each comparison.
    fresh: each job of the backend has a process of its own.
    lazily: ask the others only if the backend answered and its answer, by itself, shows no fault.

    Raises UsageError for a backend that does not exist or is named twice, and for a seed that is too large.

    >>> from casbridge.algebra.formats import read_system
    >>> runs = ask_each(read_system("x^2 - 1"), "sympy:groebner", ["reference"], seeds=(1, 2))
    >>> [(run.seed, str(run.verdict.kind)) for run in runs]
    [(1, 'agree'), (2, 'agree')]
    """
    limits, names = limits or Limits(), [backend, *against]
    (chosen, method), *others = [registry.split_name(name) for name in names]
    name, beside = f"{chosen.name}:{method}", [f"{one.name}:{its}" for one, its in others]
    first, *rest = [(name, partial(_run, chosen, Job(system, method, seed=seed, fresh=fresh))) for seed in seeds]
    asks = [(its, partial(_run, one, Job(system, job))) for its, (one, job) in zip(beside, others, strict=True)]
    found = _ask_all([first] if lazily else [first, *asks], limits)
    # The name of each job differs, for messages about two of one name.
    numbered = [(f"{name}#{number}", call) for number, (_, call) in enumerate(rest)]
    results = found[:1] + (_ask_all(numbered, limits) if rest else [])
    checked = [_checked([result], system, limits)[0] for result in results]
    told = found[1:]
    if lazily and any(one.answered and not one.faults for one in checked):
        told = _ask_all(asks, limits)
    known = _checked(told, system, limits)
    runs = []
    for seed, one in zip(seeds, checked, strict=True):
        deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
        judged = compare([one, *known], system, deadline, limits.memory)
        judged = replace(judged, names=(backend, *against[: len(known)]))
        runs.append(Run(seed, one.result, judged, failures_of(judged, one.result.name)))
    return runs


def _ask_all(jobs: Sequence[tuple[str, Callable[[Limits], Result]]], limits: Limits) -> list[Result]:
    return ask_all([name for name, _ in jobs], [call for _, call in jobs], limits, _failed, at_once=processors())


def _checked(results: Sequence[Result], system: PolynomialSystem, limits: Limits) -> tuple[CheckedResult, ...]:
    return check_all(results, system, None, Deadline.after(limits.seconds or COMPARISON_SECONDS), limits.memory)


def _run(backend: Backend, job: Job, limits: Limits) -> Result:
    return backend.run(replace(job, limits=limits))


def _failed(name: str, status: Status, reason: str) -> Result:
    return failed(name.partition("#")[0], status, reason)
