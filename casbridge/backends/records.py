"""Records of jobs: what a backend was asked, and how it ended. See `casbridge.logs`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from casbridge.backends.protocol import Job, Result
from casbridge.limits import Limits
from casbridge.logs import Log

_Backend = TypeVar("_Backend")
_LOG = Log("backends")


def recorded(run: Callable[[_Backend, Job], Result]) -> Callable[[_Backend, Job], Result]:
    """A backend's method `run` that leaves a record when it begins and when it ends.

    >>> class Mine:
    ...     name = "mine"
    ...     @recorded
    ...     def run(self, job):
    ...         return Result("mine", "solve", "timeout", reason="too slow")
    >>> from casbridge.algebra.formats import read_system
    >>> Mine().run(Job(read_system("x"))).reason
    'too slow'
    """

    @wraps(run)
    def recording(self: _Backend, job: Job) -> Result:
        began(self, job)
        result = run(self, job)
        why = f": {result.reason}" if result.reason else ""
        version = f" {result.version}" if result.version else ""
        _LOG.info("%s%s: %s in %.3f s%s", result.name, version, result.status, result.wall_seconds, why)
        return result

    return recording


def began(backend: Any, job: Job, how: str = "asked about") -> None:
    """A record that a job begins.

    >>> from casbridge.algebra.formats import read_system
    >>> began(None, Job(read_system("x")))
    """
    name = ":".join(filter(None, (str(getattr(backend, "name", "a backend")), job.method)))
    system = job.system
    sized = f"{len(system)} equations in {len(system.ring.unknowns)} variables over {system.ring.field_name}"
    _LOG.info("%s: %s %s; %s", name, how, sized, _limits_in_words(job.limits))


def _limits_in_words(limits: Limits) -> str:
    said = [
        None if limits.seconds is None else f"{limits.seconds:g} s",
        None if limits.memory is None else f"{limits.memory / 2**20:.0f} MiB",
        None if limits.limit is None else f"{limits.limit} answers",
    ]
    return f"limits {', '.join(filter(None, said))}" if any(said) else "no limits"
