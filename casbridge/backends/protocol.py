"""What goes into a backend and what comes out: Job, Limits, Result, Availability, and the protocol."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from casbridge.algebra.answers import Answer
from casbridge.algebra.systems import PolynomialSystem
from casbridge.limits import Limits
from casbridge.processes.locate import Availability
from casbridge.scripts import Method, Script, Target


class Status(StrEnum):
    """How a job ended. "No zeros" is a complete answer, not a status."""

    COMPLETE = "complete"
    PARTIAL = "partial"  # answers, but not all: the limit on their number was reached, or another one (see the reason)
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    UNPARSABLE = "unparsable"  # an error message, junk, or an answer to something else
    UNSUPPORTED = "unsupported"
    MISSING = "missing"  # the CAS is not installed


@dataclass(frozen=True)
class Job:
    """A system, a method, limits: self-contained, to be retried only as a whole."""

    system: PolynomialSystem
    method: str = ""
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Result:
    """A status with an answer or a reason. It has no truth value: ask for `status` or `answer`.

    answer is present exactly when status is COMPLETE or PARTIAL; reason exactly when it is anything else, and where a
    partial answer was stopped by another limit than the one on the number of answers.
    wall_seconds includes rendering, starting the CAS and parsing; cpu_seconds (user and system, all of the CAS's
    processes) and peak_memory (bytes) are None where they could not be measured.
    """

    backend: str
    method: str
    status: Status
    answer: Answer | None = None
    reason: str = ""
    script: Script | None = field(default=None, repr=False)
    transcript: str = field(default="", repr=False)
    version: str = ""
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory: int | None = None

    def __post_init__(self) -> None:
        answered = self.status in (Status.COMPLETE, Status.PARTIAL)
        stopped = self.status is Status.PARTIAL and bool(self.reason)
        if answered != (self.answer is not None) or (answered == bool(self.reason) and not stopped):
            raise ValueError(f"a result that is {self.status} with answer {self.answer!r} and reason {self.reason!r}")

    def __bool__(self) -> bool:
        raise TypeError("a Result has no truth value; look at its status and its answer")

    @property
    def name(self) -> str:
        """backend:method"""
        return f"{self.backend}:{self.method}" if self.method else self.backend


@runtime_checkable
class Backend(Protocol):
    """A computer algebra system as casbridge sees it.

    target: how its scripts are rendered; None for a backend without scripts.
    run: never raises for what the CAS does; it raises for a method that does not exist.
    """

    @property
    def name(self) -> str: ...

    @property
    def methods(self) -> tuple[Method, ...]: ...

    @property
    def default_method(self) -> str: ...

    @property
    def target(self) -> Target | None: ...

    def availability(self) -> Availability: ...

    def run(self, job: Job) -> Result: ...
