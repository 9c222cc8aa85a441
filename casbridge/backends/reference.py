"""casbridge's own implementation as a backend, so that it can be asked and compared like any other.

It needs no script: the answer is computed in pure Python over the arithmetic's library, here, or in a process of its
own where the memory is limited, or where a limit on time has to hold although a library's function is at work.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator, Sized
from dataclasses import replace
from itertools import islice
from pathlib import Path

from casbridge.algebra.answers import Answer, Component, Point, PointComponents, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.worker import Ended, count_apart, run_apart
from casbridge.charset import Chain, PointChain, SplitSeries
from casbridge.errors import BackendError, LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline, Stopwatch
from casbridge.processes.groups import peak_of
from casbridge.processes.locate import Availability
from casbridge.scripts import Method, Target
from casbridge.version import version

_OUT_OF_MEMORY = "no complete answer: out of memory"
_CHAINS_A_LOOK = 256  # so many chains pass between two looks at the memory
#: So long the general way is tried in this process where time is limited, before it is given one that can be killed.
_SECONDS_HERE = 0.5
#: What is tried in this process at all; libraries end it, or do not return, where they run out of room or time.
_SMALL_TERMS, _SMALL_DEGREE = 2_000, 40


class ReferenceBackend:
    """Irreducible characteristic series by casbridge itself, in two independent ways.

    `split` is for systems whose variables have finite domains, and gives points; `general` is Wu's method as defined,
    over QQ and GF(p), in any dimension; `series` takes the first where it applies and the second elsewhere. A result
    names the one that it comes from. `closure` is a variant of `general` with a weaker meaning, see `GeneralSeries`.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> result = ReferenceBackend().run(Job(PolynomialSystem.of(ring, [x**2 - x, y**2 - y, x + y - 1])))
    >>> result.method, [list(component) for component in result.answer.components]
    ('split', [[x, y - 1], [x - 1, y]])
    >>> result = ReferenceBackend().run(Job(PolynomialSystem.of(ring, [x * y**2 + y + 1])))
    >>> result.method, [list(component) for component in result.answer.components]
    ('general', [[x*y**2 + y + 1], [x, y + 1]])
    """

    name = "reference"
    target: Target | None = None
    default_method = "series"
    methods = (
        Method(
            "series", Task.SERIES, "irreducible characteristic series, by split where it applies and else by general"
        ),
        Method("split", Task.SERIES, "by splitting and propagation on finite domains"),
        Method("general", Task.SERIES, "by Wu's method, in any dimension, irreducible over towers"),
        Method("closure", Task.SERIES, "by general, but only the closures of the chains' zeros cover the system's"),
    )

    def availability(self) -> Availability:
        """Always available."""
        return Availability(True, path="built in", version=version())

    def run(self, job: Job) -> Result:
        """The characteristic series; `unsupported` where the method cannot do the system.

        A limit that stops it leaves the chains found so far, each of them final, as a partial answer with the reason.
        """
        method = self._method(job.method)
        watch, deadline = Stopwatch(), job.limits.deadline()
        if job.limits.memory is not None:
            result = _run_apart(job, method, job.limits.seconds)
        else:
            result = self.run_here(job, here_only=False)
            left = deadline.left()
            stopped = result.status is Status.TIMEOUT or (result.status is Status.PARTIAL and bool(result.reason))
            if result.method in _GENERAL and (result.status is Status.CRASHED or stopped) and left != 0:
                result = _run_apart(job, result.method, left)
                if result.status in (Status.TIMEOUT, Status.PARTIAL) and result.reason:
                    result = replace(result, reason=_too_long(job, result.answer))
        return replace(result, wall_seconds=watch.seconds)

    def run_here(
        self, job: Job, *, here_only: bool = True, found: Callable[[int, Chain], None] | None = None
    ) -> Result:
        """The same in this process, where no limit on memory holds, and one on time only as far as libraries let it.

        here_only: without it the general way is given up after half a second, and not begun (`crashed`) where a library
        could take this process with it. found: see `GeneralSeries`.
        """
        method = self._method(job.method)
        watch, cpu_started = Stopwatch(), time.thread_time()
        deadline = job.limits.deadline()
        reason = ""
        answer: Answer | None = None
        try:
            if method in ("series", "split"):
                try:
                    answer, cut = _points(job.system, deadline, job.limits.limit)
                    method = "split"
                except UnsupportedError:
                    if method == "split":
                        raise
                    method = "general"
            if answer is None:
                if not here_only:
                    if not _is_small(job.system):
                        return Result(self.name, method, Status.CRASHED, reason="it needs a process of its own")
                    deadline = deadline.share(1, most=_SECONDS_HERE)
                answer, cut, reason = _chains(job, method == "closure", deadline, found, here_only)
            status = Status.PARTIAL if cut else Status.COMPLETE
        except UnsupportedError as error:
            status, reason = Status.UNSUPPORTED, str(error)
        except LimitError:
            status, reason = Status.TIMEOUT, _too_long(job, None)
        except MemoryError:
            status, reason = Status.MEMORY, _OUT_OF_MEMORY
        return Result(
            self.name,
            method,
            status,
            answer,
            reason,
            version=version(),
            wall_seconds=watch.seconds,
            cpu_seconds=time.thread_time() - cpu_started,
        )

    def points(self, job: Job) -> Iterator[PointChain]:
        """The chains of `split` one by one, never all of them held, up to the limit on answers.

        Raises UnsupportedError at once; while they are taken, LimitError when the time is over, MemoryError when this
        process holds more than the limit beyond what it held.
        """
        if self._method(job.method) in _GENERAL:
            raise UnsupportedError(f"{self.name}:{job.method} does not give its chains one by one")
        series = SplitSeries(job.system, job.limits.deadline())
        return _within_memory(islice(series, job.limits.limit), job.limits.memory)

    def count(self, job: Job) -> int:
        """The number of points, none of them listed; raises as `points` does. A limit on memory means a process."""
        if self._method(job.method) in _GENERAL:
            raise UnsupportedError(f"{self.name}:{job.method} does not count without listing")
        if job.limits.memory is not None:
            try:
                return count_apart(job)
            except Ended as error:
                raise {Status.TIMEOUT: LimitError, Status.MEMORY: MemoryError}.get(error.status, BackendError)(
                    str(error)
                ) from None
        return SplitSeries(job.system, job.limits.deadline()).count()

    def _method(self, name: str) -> str:
        known = [method.name for method in self.methods]
        if name and name not in known:
            raise UsageError(f"no method {name!r} of reference", expected=f"one of {', '.join(known)}")
        return name or self.default_method


_GENERAL = ("general", "closure")


def _is_small(system: PolynomialSystem) -> bool:
    """Whether no step of a library's on such polynomials is likely to take very long, or much memory."""
    terms = sum(len(equation.pattern.terms) for equation in system.equations)
    return terms <= _SMALL_TERMS and all(
        max(map(max, equation.pattern.terms), default=0) <= _SMALL_DEGREE
        for equation in system.equations
        if equation.variables
    )


def _run_apart(job: Job, method: str, seconds: float | None) -> Result:
    """The result of a process of its own; the chains that it had found where a limit ended it."""
    memory = job.limits.memory or _default_memory()
    limited = replace(job, method=method, limits=replace(job.limits, seconds=seconds, memory=memory))
    try:
        return run_apart(limited)
    except Ended as error:
        result = Result(
            ReferenceBackend.name,
            method,
            error.status,
            reason=str(error),
            version=version(),
            cpu_seconds=error.finished.cpu_seconds if error.finished else None,
            peak_memory=error.finished.peak_memory if error.finished else None,
        )
        if error.found and error.status in (Status.TIMEOUT, Status.MEMORY):
            answer = Answer(Task.SERIES, job.system.ring, error.found[: job.limits.limit])
            reason = f"{error}: {_so_far(len(answer))}"
            method = "general" if method == "series" else method
            result = replace(result, method=method, status=Status.PARTIAL, answer=answer, reason=reason)
        return result
    except MemoryError:
        return Result(ReferenceBackend.name, method, Status.MEMORY, reason=_OUT_OF_MEMORY, version=version())


def _points(system: PolynomialSystem, deadline: Deadline, limit: int | None) -> tuple[Answer, bool]:
    """The answer by split domains, and whether the limit on the number of chains cut it short."""
    series = SplitSeries(system, deadline)
    points: list[Point] = []
    chains: list[Component] = []
    everywhere = len(series.variables) == system.ring.size
    cut = False
    try:
        for chain in series:
            if limit is not None and len(points) + len(chains) >= limit:
                cut = True
                break
            if everywhere:
                points.append(chain.point)
            else:
                chains.append(chain.polynomials)
    except LimitError:
        # What was asked for is there; only whether there is more is not known.
        if limit is None or len(points) + len(chains) < limit:
            raise
        cut = True
    components = tuple(chains) if chains else PointComponents(system.ring, points)
    return Answer(Task.SERIES, system.ring, components), cut


def _chains(
    job: Job, closure: bool, deadline: Deadline, found: Callable[[int, Chain], None] | None, keep: bool
) -> tuple[Answer, bool, str]:
    """The answer in the general way, whether it is cut short, and by what if not by the limit on answers.

    keep: whether chains found before the time was over are wanted; they take time to be written.
    """
    from casbridge.charset.general.method import GeneralSeries

    limit = job.limits.limit
    series = GeneralSeries(
        job.system, deadline, most=None if limit is None else limit + 1, closure=closure, found=found
    )
    chains: list[Component] = []
    reason = ""
    try:
        for chain in series:
            if not keep and not series.complete and limit is None:
                raise LimitError("no complete answer here")
            chains.append(chain.polynomials)
    except LimitError:
        if not chains:
            raise
        if limit is None or len(chains) < limit:
            reason = _too_long(job, chains)
    cut = not series.complete
    return Answer(Task.SERIES, job.system.ring, tuple(chains[:limit] if cut else chains)), cut, reason


def _too_long(job: Job, chains: Sized | None) -> str:
    seconds = _SECONDS_HERE if job.limits.seconds is None else job.limits.seconds
    text = f"no complete answer within {seconds:g} s"
    return text if chains is None else f"{text}: {_so_far(len(chains))}"


def _so_far(number: int) -> str:
    return f"{number} chain{'s' * (number != 1)} so far"


def _within_memory(chains: Iterator[PointChain], memory: int | None) -> Iterator[PointChain]:
    before = _held_memory()
    for number, chain in enumerate(chains):
        if memory is not None and not number % _CHAINS_A_LOOK:
            taken = _held_memory() - before
            if taken > memory:
                raise MemoryError(f"{taken // 2**20} MB taken")
        yield chain


def _held_memory() -> int:
    """Bytes of memory that this process holds now; the most that it ever held where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return peak_of(resource.getrusage(resource.RUSAGE_SELF))
    return pages * resource.getpagesize()


def _default_memory() -> int | None:
    """Half of the machine's memory, so that a job without a limit cannot fill it; None where that is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (ValueError, OSError, AttributeError):
        return None
