"""casbridge's own implementation as a backend, so that it can be asked and compared like any other.

It needs no script: the answer is computed in pure Python over the arithmetic's library, here, or in a process of its
own where the memory is limited.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from casbridge.algebra.answers import Answer, Component, Point, PointComponents, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.groups import peak_of
from casbridge.backends.values import Availability, Job, Result, Status
from casbridge.backends.worker import Ended, count_apart, run_apart
from casbridge.charset import PointChain, SplitSeries
from casbridge.errors import BackendError, LimitError, UnsupportedError, UsageError
from casbridge.scripts import Method, Target
from casbridge.version import version

_OUT_OF_MEMORY = "no complete answer: out of memory"
_CHAINS_A_LOOK = 256  # so many chains pass between two looks at the memory


class ReferenceBackend:
    """Wu's method on split domains: irreducible characteristic series of systems whose variables have finite domains.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> system = PolynomialSystem.of(ring, [x**2 - x, y**2 - y, x + y - 1])
    >>> result = ReferenceBackend().run(Job(system))
    >>> result.status, [list(component) for component in result.answer.components]
    (<Status.COMPLETE: 'complete'>, [[x, y - 1], [x - 1, y]])
    """

    name = "reference"
    target: Target | None = None
    default_method = "split"
    methods = (
        Method(
            "split", Task.SERIES, "irreducible characteristic series by splitting and propagation on finite domains"
        ),
    )

    def availability(self) -> Availability:
        """Always available."""
        return Availability(True, path="built in", version=version())

    def run(self, job: Job) -> Result:
        """The characteristic series; `unsupported` for a system without split domains.

        With a limit on memory it runs in a process of its own.
        """
        method = self._method(job.method)
        started, cpu_started = time.monotonic(), time.thread_time()
        if job.limits.memory is not None:
            try:
                result = run_apart(job)
            except Ended as error:
                result = Result(
                    self.name,
                    method,
                    error.status,
                    reason=str(error),
                    version=version(),
                    cpu_seconds=error.finished.cpu_seconds if error.finished else None,
                    peak_memory=error.finished.peak_memory if error.finished else None,
                )
            except MemoryError:
                result = Result(self.name, method, Status.MEMORY, reason=_OUT_OF_MEMORY, version=version())
            return replace(result, wall_seconds=time.monotonic() - started)
        answer: Answer | None = None
        reason = ""
        limits = job.limits
        try:
            answer, cut = _answer(job.system, _deadline(limits.seconds, started), limits.answers)
            status = Status.PARTIAL if cut else Status.COMPLETE
        except UnsupportedError as error:
            status, reason = Status.UNSUPPORTED, str(error)
        except LimitError:
            status, reason = Status.TIMEOUT, f"no complete answer within {limits.seconds:g} s"
        except MemoryError:
            status, reason = Status.MEMORY, _OUT_OF_MEMORY
        return Result(
            self.name,
            method,
            status,
            answer,
            reason,
            version=version(),
            wall_seconds=time.monotonic() - started,
            cpu_seconds=time.thread_time() - cpu_started,
        )

    def chains(self, job: Job) -> Iterator[PointChain]:
        """The chains one by one, never all of them held, up to the limit on answers.

        Raises UnsupportedError at once; while they are taken, LimitError when the time is over, MemoryError when this
        process holds more than the limit beyond what it held.
        """
        self._method(job.method)
        series = SplitSeries(job.system, _deadline(job.limits.seconds, time.monotonic()))
        return _within_memory(islice(series, job.limits.answers), job.limits.memory)

    def count(self, job: Job) -> int:
        """The number of chains, none of them listed; raises as `chains` does. A limit on memory means a process."""
        self._method(job.method)
        if job.limits.memory is not None:
            try:
                return count_apart(job)
            except Ended as error:
                raise {Status.TIMEOUT: LimitError, Status.MEMORY: MemoryError}.get(error.status, BackendError)(
                    str(error)
                ) from None
        return SplitSeries(job.system, _deadline(job.limits.seconds, time.monotonic())).count()

    def _method(self, name: str) -> str:
        if name not in ("", self.default_method):
            raise UsageError(f"no method {name!r} of reference", expected=self.default_method)
        return self.default_method


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


def _answer(system: PolynomialSystem, deadline: float | None, limit: int | None) -> tuple[Answer, bool]:
    """The answer, and whether the limit on the number of chains cut it short."""
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


def _deadline(seconds: float | None, started: float) -> float | None:
    return None if seconds is None else started + seconds
