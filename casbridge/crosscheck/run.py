"""Asking several backends at once, and comparing what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import SimpleQueue
from threading import Thread

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.deciding import COMPARISON_SECONDS, compare
from casbridge.crosscheck.verdicts import Verdict
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError, printable
from casbridge.limits import Deadline, Limits
from casbridge.processes.program import end_all

DEFAULT_BACKENDS = ("reference", "singular")

#: Told a backend's name, and None when it starts or its result when it ends.
Progress = Callable[[str, Result | None], None]


def crosscheck(
    subject: EncodedPuzzle | PolynomialSystem,
    backends: str | Sequence[str] = DEFAULT_BACKENDS,
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    limit: int | None = None,
) -> Verdict:
    """Ask the backends (`name` or `name:method`) in parallel, check every zero, compare the answers exactly.

    backends: a sequence of names, or the names in one string with commas between them.
    seconds, memory (bytes), limit (answers): limits on each backend, as for `run`; or all of them as `limits`.
    progress: called with a backend's name and None when it starts, with its result when it ends.
    Raises UsageError for a backend or method that does not exist or is named twice.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> system = PolynomialSystem.of(ring, [x**2 - x, y**2 - y, x + y - 1])
    >>> verdict = crosscheck(system, ["reference", "sympy"])
    >>> verdict.kind, verdict.reason
    (<VerdictKind.AGREE: 'agree'>, 'reference:split, sympy:groebner have the same 2 zeros')
    """
    if isinstance(backends, str):
        backends = [name.strip() for name in backends.split(",") if name.strip()]
        if not backends:
            raise UsageError("no backends", expected="such as reference,singular")
    chosen = [registry.split_name(name) for name in backends]
    names = [f"{backend.name}:{method}" for backend, method in chosen]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"backend {name} is named twice", expected="different backends or methods")
    given = Limits(seconds, memory, limit)
    if limits is not None and given != Limits():
        raise UsageError("limits given twice", expected="either limits or seconds, memory, limit")
    limits = limits or given
    system = system_of(subject)
    rules = subject.spurious if isinstance(subject, EncodedPuzzle) else None
    jobs = [(name, backend, Job(system, method, limits)) for name, (backend, method) in zip(names, chosen, strict=True)]
    results = _run_all(jobs, progress or (lambda name, result: None))
    deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
    checked = check_all(results, system, rules, deadline, limits.memory)
    return replace(compare(checked, system, deadline, limits.memory), names=tuple(backends))


def _run_all(jobs: Sequence[tuple[str, Backend, Job]], progress: Progress) -> list[Result]:
    """The results of jobs that run at the same time, in the order of the jobs. A backend that raises has crashed.

    The threads are daemons: an interrupted crosscheck ends at once, whatever its backends are at.
    """
    done: SimpleQueue[tuple[int, Result]] = SimpleQueue()

    def work(position: int, backend: Backend, job: Job) -> None:
        try:
            result = backend.run(job)
        except MemoryError:
            result = Result(backend.name, job.method, Status.MEMORY, reason="out of memory")
        except Exception as error:
            reason = printable(f"{type(error).__name__}: {error}")
            result = Result(backend.name, job.method, Status.CRASHED, reason=reason)
        done.put((position, result))

    results: dict[int, Result] = {}
    try:
        for position, (name, backend, job) in enumerate(jobs):
            progress(name, None)
            Thread(target=work, args=(position, backend, job), name=name, daemon=True).start()
        while len(results) < len(jobs):
            position, result = done.get()
            results[position] = result
            progress(jobs[position][0], result)
    except KeyboardInterrupt:
        end_all()
        raise
    return [results[position] for position in range(len(jobs))]
