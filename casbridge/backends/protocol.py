"""What goes into a backend and what comes out: Job, Result, the Backend protocol and its optional parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from casbridge.algebra.answers import Answer
from casbridge.brief import Brief, brief
from casbridge.drawings import Shown
from casbridge.errors import LimitError, UnsupportedError, printable
from casbridge.limits import Limits
from casbridge.scripts.values import checked_seed

if TYPE_CHECKING:
    from casbridge.algebra.systems import PolynomialSystem
    from casbridge.charset.definitions.chains import PointChain
    from casbridge.processes.locate import Availability
    from casbridge.scripts import Method, Script, Target

AnswerT = TypeVar("AnswerT")
#: How zeros are counted by a Gröbner basis, in words.
BY_DIMENSION = "the dimension of the ring modulo the ideal, by a Gröbner basis"


class Status(StrEnum):
    """How a job ended. "No zeros" is a complete answer, not a status.

    >>> str(Status.TIMEOUT)
    'timeout'
    """

    COMPLETE = "complete"
    PARTIAL = "partial"  # answers, but not all: the limit on their number was reached, or another one (see the reason)
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    UNPARSABLE = "unparsable"  # an error message, junk, or an answer to something else
    UNSUPPORTED = "unsupported"
    MISSING = "missing"  # the CAS is not installed
    INVALID = "invalid"  # in a study: the input cannot be read

    @classmethod
    def of(cls, error: BaseException) -> Status:
        """How a job ended that an error ended.

        >>> [str(Status.of(error)) for error in (LimitError(), MemoryError(), UnsupportedError(), ValueError())]
        ['timeout', 'memory', 'unsupported', 'crashed']
        """
        kinds = {LimitError: cls.TIMEOUT, MemoryError: cls.MEMORY, UnsupportedError: cls.UNSUPPORTED}
        return next((status for kind, status in kinds.items() if isinstance(error, kind)), cls.CRASHED)


@dataclass(frozen=True, repr=False)
class Job(Brief, Shown):
    """A system, a method and limits. It says all that a backend needs, also in another process or on another machine.

    seed: the CAS's random seed, up to `casbridge.scripts.values.LARGEST_SEED`. 0 leaves the CAS its own.
    fresh: whether the job gets a process of its own, never a session that other jobs use. A job with a seed gets one
        in any case.

    Raises UsageError for a seed that is none.

    >>> from casbridge.algebra import PolynomialSystem, Ring
    >>> Job(PolynomialSystem.of(Ring.of("x"), []), limits=Limits(seconds=5)).limits.seconds
    5
    """

    system: PolynomialSystem
    method: str = ""
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    fresh: bool = False

    def __post_init__(self) -> None:
        checked_seed(self.seed)


@dataclass(frozen=True, repr=False)
class AnyResult(Shown, Generic[AnswerT]):
    """A status with an answer or a reason. It has no truth value: ask for `status` or `answer`.

    answer is present exactly when status is COMPLETE or PARTIAL; reason exactly when it is anything else, and where a
    partial answer was stopped by another limit than the one on the number of answers.
    wall_seconds includes rendering, starting the CAS and parsing; cpu_seconds (user and system, all of the CAS's
    processes) and peak_memory (bytes) are None where they could not be measured.
    warnings: the CAS's own warnings, for example that its answer may be incomplete.
    stopped: which limit ended a partial answer: TIMEOUT for time, MEMORY for memory.
        None for the limit on the number of answers, where it is not known, and for other results.

    >>> AnyResult("mycas", "", Status.COMPLETE, answer=7).answer
    7
    """

    backend: str
    method: str
    status: Status
    answer: AnswerT | None = None
    reason: str = ""
    script: Script | None = field(default=None, repr=False)
    transcript: str = field(default="", repr=False)
    version: str = ""
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    warnings: tuple[str, ...] = ()
    stopped: Status | None = None

    def __post_init__(self) -> None:
        answered = self.status in (Status.COMPLETE, Status.PARTIAL)
        wordless = self.status is Status.COMPLETE or (answered and not self.reason)
        if answered != (self.answer is not None) or wordless == bool(self.reason):
            said = f"answer {brief(self.answer)} and reason {self.reason!r}"
            raise ValueError(f"a result that is {self.status} with {said}")

    def __bool__(self) -> bool:
        raise TypeError(f"a {type(self).__name__} has no truth value; look at its status and its answer")

    def __repr__(self) -> str:
        said = f", {brief(self.answer, 200)}" if self.answer is not None else ""
        why = f": {printable(self.reason, 120)}" if self.reason else ""
        return f"<{type(self).__name__} of {printable(self.name, 60)}: {self.status}{why}{said}>"

    @property
    def name(self) -> str:
        """backend:method"""
        return f"{self.backend}:{self.method}" if self.method else self.backend


@dataclass(frozen=True, repr=False)
class Result(AnyResult[Answer]):
    """What a backend says about a system.

    >>> Result("mycas", "solve", Status.TIMEOUT, reason="stopped after 5 s").name
    'mycas:solve'
    """


@runtime_checkable
class Backend(Protocol):
    """A computer algebra system as casbridge sees it.

    target: how its scripts are rendered; None for a backend without scripts.
    run: never raises for what the CAS does; it raises for a method that does not exist.

    >>> from casbridge.backends import registry
    >>> isinstance(registry.get("reference"), Backend)
    True
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


class Stream(NamedTuple):
    """A characteristic series that is given chain by chain.

    method: the one that is really used. chains: raises LimitError, MemoryError or UnsupportedError where it stops.
    checked: whether the backend itself substitutes every chain into every equation.

    >>> list(Stream("split", iter([])).chains)
    []
    """

    method: str
    chains: Iterator[PointChain]
    checked: bool = False


class Count(NamedTuple):
    """A number of zeros, the method that is really used, and how it counts, in words.

    >>> Count(288, "split", "splitting").number
    288
    """

    number: int
    method: str
    how: str


@runtime_checkable
class Installed(Protocol):
    """An optional part of a backend: whether its program is here, without starting it.

    installed: whether a file of that name is where the backend looks for its program.

    >>> from casbridge.backends import registry
    >>> isinstance(registry.get("gap"), Installed), isinstance(registry.get("reference"), Installed)
    (True, False)
    """

    def installed(self) -> bool: ...


@runtime_checkable
class Versioned(Protocol):
    """An optional part of a backend: the same backend with a program of another version.

    of_version: the backend for a version in digits and dots.

    >>> from casbridge.backends import registry
    >>> isinstance(registry.get("gap"), Versioned), isinstance(registry.get("reference"), Versioned)
    (True, False)
    """

    def of_version(self, version: str) -> Backend: ...


@runtime_checkable
class Streaming(Protocol):
    """An optional part of a backend: chains one by one, without a list of them.

    stream: None where the job's answer comes as a whole, by `run`. The limit on answers is the caller's to keep.

    >>> from casbridge.backends import registry
    >>> isinstance(registry.get("reference"), Streaming), isinstance(registry.get("gap"), Streaming)
    (True, False)
    """

    def stream(self, job: Job) -> Stream | None: ...


@runtime_checkable
class Counting(Protocol):
    """An optional part of a backend: the number of zeros without a list of them.

    A backend that counts by a method whose answers are no zeros has the method's name in a tuple `counted`.

    count: None where the job's zeros are counted from the answer of `run`. It raises LimitError, MemoryError,
    UnsupportedError or BackendError where it stops.

    >>> from casbridge.backends import registry
    >>> isinstance(registry.get("reference"), Counting), isinstance(registry.get("gap"), Counting)
    (True, False)
    """

    def count(self, job: Job) -> Count | None: ...
