"""Asking several backends at once, and comparing what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.deciding import COMPARISON_SECONDS, compare
from casbridge.crosscheck.verdicts import Verdict
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError, printable
from casbridge.limits import Deadline, Limits, default_memory
from casbridge.processes.side_by_side import side_by_side

#: The backends that are asked where none are named.
DEFAULT_BACKENDS = ("reference", "singular")

_R = TypeVar("_R")
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
    """Ask the backends (`name` or `name:method`) side by side, check every zero, compare the answers exactly.

    backends: a sequence of names, or the names in one string with commas between them.
    seconds, memory (bytes), limit (answers): limits on each job, as for `run`; or all of them as `limits`. Each backend
        is a job, and the comparison is one more.
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
    asked = names_of(backends)
    chosen = [registry.split_name(name) for name in asked]
    names = [f"{backend.name}:{method}" for backend, method in chosen]
    refuse_twice(names)
    given = Limits(seconds, memory, limit)
    if limits is not None and given != Limits():
        raise UsageError("limits given twice", expected="either limits or seconds, memory, limit")
    limits = side_by_side_limits(limits or given, len(names))
    system = system_of(subject)
    calls = [partial(backend.run, Job(system, method, limits)) for backend, method in chosen]

    def failed(place: int, status: Status, reason: str) -> Result:
        backend, method = chosen[place]
        return Result(backend.name, method, status, reason=reason)

    results = ask_all(names, calls, failed, progress)
    deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
    rules = subject.spurious if isinstance(subject, EncodedPuzzle) else None
    checked = check_all(results, system, rules, deadline, limits.memory)
    return replace(compare(checked, system, deadline, limits.memory), names=tuple(asked))


def side_by_side_limits(limits: Limits, jobs: int) -> Limits:
    """Limits for each of so many jobs at once: without a limit on memory they share the default.

    >>> side_by_side_limits(Limits(memory=1000), 4).memory
    1000
    """
    return limits if limits.memory is not None else replace(limits, memory=default_memory(jobs))


def names_of(backends: str | Sequence[str]) -> list[str]:
    """The names of backends, from a sequence or from one string. Raises UsageError where there are none.

    >>> names_of("reference, singular:std,")
    ['reference', 'singular:std']
    """
    given = backends.split(",") if isinstance(backends, str) else backends
    names = [name.strip() for name in given if name.strip()]
    if not names:
        raise UsageError("no backends", expected="such as reference,singular")
    return names


def refuse_twice(names: Sequence[str]) -> None:
    """Raise UsageError for a backend that is named twice.

    >>> refuse_twice(["gap", "gap"])
    Traceback (most recent call last):
    casbridge.errors.UsageError: backend gap is named twice; expected different backends or methods
    """
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"backend {name} is named twice", expected="different backends or methods")


def ask_all(
    names: Sequence[str],
    calls: Sequence[Callable[[], _R]],
    failed: Callable[[int, Status, str], _R],
    progress: Callable[[str, _R | None], None] | None = None,
) -> list[_R]:
    """The results of calls that run side by side, in their order.

    failed: makes a result of a call that raised, from its place, a status and a reason.
    progress: called with a name and None when the call starts, with its result when it ends.

    >>> ask_all(["a", "b"], [lambda: "fine", lambda: str(1 // 0)], lambda place, status, reason: reason)
    ['fine', 'ZeroDivisionError: integer division or modulo by zero']
    """

    def work(place: int) -> _R:
        try:
            return calls[place]()
        except MemoryError:
            return failed(place, Status.MEMORY, "out of memory")
        except Exception as error:
            return failed(place, Status.CRASHED, printable(f"{type(error).__name__}: {error}"))

    tell = progress or (lambda name, result: None)
    for name in names:
        tell(name, None)
    return side_by_side(
        [partial(work, place) for place in range(len(calls))], lambda place, result: tell(names[place], result)
    )
