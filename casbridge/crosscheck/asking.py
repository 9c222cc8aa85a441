"""Asking several backends side by side, within limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from casbridge.algebra.answers import OWN_COMPARISON, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.arguments import wrong
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Installed, Job, Result, Status
from casbridge.errors import BackendError, UsageError, printable
from casbridge.limits import Item, Limits, jobs_at_once
from casbridge.processes.program import side_by_side

#: Told a backend's name, and None when it starts or its result when it ends.
Progress = Callable[[str, Result | None], None]


def run_job(backend: Backend, job: Job, limits: Limits) -> Result:
    """Run a job within the limits that `ask_all` hands over. What the backend raises becomes a result.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> str(run_job(registry.get("reference"), Job(read_system("x - 1"), "split"), Limits()).status)
    'complete'
    """
    try:
        return backend.run(replace(job, limits=limits))
    except Exception as error:
        status, reason = failure(error)
        return Result(backend.name, job.method, status, reason=reason)


def failure(error: Exception) -> tuple[Status, str]:
    """The status and the reason of a backend that raised.

    >>> print(*failure(ValueError("no")))
    crashed ValueError: no
    """
    if isinstance(error, MemoryError):
        return Status.MEMORY, "out of memory"
    return Status.CRASHED, printable(f"{type(error).__name__}: {error}")


def names_of(backends: str | Sequence[str]) -> list[str]:
    """The names of backends, from a sequence or from one string. Raises UsageError where there are none.

    >>> names_of("reference, singular:std,")
    ['reference', 'singular:std']
    """
    given = backends.split(",") if isinstance(backends, str) else backends
    if not isinstance(given, (list, tuple, set, frozenset)) or not all(isinstance(name, str) for name in given):
        raise wrong(backends, "the names of backends, such as 'reference,singular' or ['reference', 'singular']")
    names = [name.strip() for name in given if name.strip()]
    if not names:
        raise UsageError("no backends", expected="such as reference,singular")
    return names


def default_backends(system: PolynomialSystem) -> list[str]:
    """The backends to ask about a system where none are named: those that are installed and take it, by their default.

    A backend is left out if its method refuses the system before it starts, or gives no zeros and the system's goal is
    not its task.

    >>> from casbridge.algebra.formats import read_system
    >>> default_backends(read_system("x^2 - 1"))[0]
    'reference'
    """
    goal, chosen = system.goal.task, []
    for name in registry.names():
        try:
            backend, default = registry.split_name(name, goal)
        except (BackendError, UsageError):  # it cannot be loaded, or has no method for the goal
            continue
        if registry.is_script_only(backend) or (isinstance(backend, Installed) and not backend.installed()):
            continue
        method = next(one for one in backend.methods if one.name == default)
        if method.objection_to(system) is None and (goal or method.task not in OWN_COMPARISON | {Task.NUMBER}):
            chosen.append(name)
    return chosen


def ask_all(
    names: Sequence[str],
    asks: Sequence[Callable[[Limits], Item]],
    limits: Limits,
    progress: Callable[[str, Item | None], None] | None = None,
    at_once: int | None = None,
) -> list[Item]:
    """The results of backends that are asked side by side, in their order.

    asks: called with the limits; they do not raise. Without a limit on memory they share the default, see
        `limits.jobs_at_once`.
    at_once: how many are at work at the same time, at most; None is as many as the memory allows.
    progress: called with a name and None when the backend is asked, with its result when it ends.

    Raises UsageError for a name that occurs twice.

    >>> ask_all(["a", "b"], [lambda limits: "fine", lambda limits: limits.seconds], Limits(seconds=5))
    ['fine', 5]
    """
    check_once(names)
    together = max(1, min(len(names), at_once or len(names)))
    together = together if limits.memory is not None else jobs_at_once(together)
    shared = limits.with_memory(together)
    tell = progress or (lambda name, result: None)

    for name in names:
        tell(name, None)
    return side_by_side(
        [partial(ask, shared) for ask in asks], lambda place, result: tell(names[place], result), together
    )


def check_once(names: Sequence[str]) -> None:
    """Raise UsageError for a name that occurs twice.

    >>> check_once(["reference", "singular"])
    """
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"backend {twice} is named twice", expected="different backends or methods")
