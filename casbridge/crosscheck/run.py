"""Asking several backends at once, and comparing what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.deciding import COMPARISON_SECONDS, compare
from casbridge.crosscheck.verdicts import Verdict
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError, printable
from casbridge.limits import Deadline, Item, Limits, default_memory
from casbridge.processes.program import side_by_side

#: The backends that are asked where none are named.
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
    given = Limits(seconds, memory, limit)
    if limits is not None and given != Limits():
        raise UsageError("limits given twice", expected="either limits or seconds, memory, limit")
    limits, system = limits or given, system_of(subject)
    names = [f"{backend.name}:{method}" for backend, method in chosen]
    asks = [partial(_run, backend, system, method) for backend, method in chosen]
    results = ask_all(names, asks, limits, _failed, progress)
    deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
    rules = subject.spurious if isinstance(subject, EncodedPuzzle) else None
    checked = check_all(results, system, rules, deadline, limits.memory)
    return replace(compare(checked, system, deadline, limits.memory), names=tuple(asked))


def _run(backend: Backend, system: PolynomialSystem, method: str, limits: Limits) -> Result:
    return backend.run(Job(system, method, limits))


def _failed(name: str, status: Status, reason: str) -> Result:
    backend, _, method = name.partition(":")
    return Result(backend, method, status, reason=reason)


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


def ask_all(
    names: Sequence[str],
    asks: Sequence[Callable[[Limits], Item]],
    limits: Limits,
    failed: Callable[[str, Status, str], Item],
    progress: Callable[[str, Item | None], None] | None = None,
) -> list[Item]:
    """The results of backends that are asked side by side, in their order.

    asks: called with the limits. Without a limit on memory they share the default.
    failed: makes the result of one that raised, from its name, a status and a reason.
    progress: called with a name and None when the backend is asked, with its result when it ends.

    Raises UsageError for a name that occurs twice.

    >>> asks = [lambda limits: "fine", lambda limits: str(1 // 0)]
    >>> ask_all(["a", "b"], asks, Limits(), lambda name, status, reason: reason)
    ['fine', 'ZeroDivisionError: integer division or modulo by zero']
    """
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"backend {twice} is named twice", expected="different backends or methods")
    shared = limits if limits.memory is not None else replace(limits, memory=default_memory(len(names)))

    def work(place: int) -> Item:
        try:
            return asks[place](shared)
        except MemoryError:
            return failed(names[place], Status.MEMORY, "out of memory")
        except Exception as error:
            return failed(names[place], Status.CRASHED, printable(f"{type(error).__name__}: {error}"))

    tell = progress or (lambda name, result: None)
    for name in names:
        tell(name, None)
    calls = [partial(work, place) for place in range(len(names))]
    return side_by_side(calls, lambda place, result: tell(names[place], result))
