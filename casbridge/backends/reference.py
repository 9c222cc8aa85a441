"""casbridge's own implementation as a backend, so that it can be asked and compared like any other.

It needs no script and no process: the answer is computed here, in pure Python over the arithmetic's library.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from casbridge.algebra.answers import Answer, Component, Point, PointComponents, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.values import Availability, Job, Result, Status
from casbridge.charset import PointChain, SplitSeries
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.scripts import Method, Target
from casbridge.version import version


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

        The limit on memory is for what this process takes beyond what it has already.
        """
        method = self._method(job.method)
        started, cpu_started = time.monotonic(), time.process_time()
        answer: Answer | None = None
        reason = ""
        limits = job.limits
        try:
            with _memory_limit(limits.memory):
                answer, cut = _answer(job.system, _deadline(limits.seconds, started), limits.answers)
            status = Status.PARTIAL if cut else Status.COMPLETE
        except UnsupportedError as error:
            status, reason = Status.UNSUPPORTED, str(error)
        except LimitError:
            status, reason = Status.TIMEOUT, f"no complete answer within {limits.seconds:g} s"
        except MemoryError:
            status, reason = Status.MEMORY, f"no complete answer within {limits.memory} bytes of memory"
        return Result(
            self.name,
            method,
            status,
            answer,
            reason,
            version=version(),
            wall_seconds=time.monotonic() - started,
            cpu_seconds=time.process_time() - cpu_started,
        )

    def chains(self, job: Job) -> Iterator[PointChain]:
        """The chains one by one, never all of them held, up to the limit on answers.

        Raises UnsupportedError at once, LimitError when the time is over.
        """
        self._method(job.method)
        series = SplitSeries(job.system, _deadline(job.limits.seconds, time.monotonic()))
        return islice(iter(series), job.limits.answers)

    def count(self, job: Job) -> int:
        """The number of chains, none of them listed; raises as `chains` does, and MemoryError."""
        self._method(job.method)
        started = time.monotonic()
        with _memory_limit(job.limits.memory):
            return SplitSeries(job.system, _deadline(job.limits.seconds, started)).count()

    def _method(self, name: str) -> str:
        if name not in ("", self.default_method):
            raise UsageError(f"no method {name!r} of reference", expected=self.default_method)
        return self.default_method


def _answer(system: PolynomialSystem, deadline: float | None, limit: int | None) -> tuple[Answer, bool]:
    """The answer, and whether the limit on the number of chains cut it short."""
    series = SplitSeries(system, deadline)
    points: list[Point] = []
    chains: list[Component] = []
    everywhere = len(series.variables) == system.ring.size
    cut = False
    for chain in series:
        if limit is not None and len(points) + len(chains) >= limit:
            cut = True
            break
        if everywhere:
            points.append(chain.point)
        else:
            chains.append(chain.polynomials)
    components = tuple(chains) if chains else PointComponents(system.ring, points)
    return Answer(Task.SERIES, system.ring, components), cut


def _deadline(seconds: float | None, started: float) -> float | None:
    return None if seconds is None else started + seconds


@contextmanager
def _memory_limit(limit: int | None) -> Iterator[None]:
    """Bounds what this process may take from the system beyond what it has, where the system can tell."""
    statistics = Path("/proc/self/statm")
    if limit is None or not sys.platform.startswith("linux") or not statistics.exists():
        yield
        return
    used = int(statistics.read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = used + limit
    if soft != resource.RLIM_INFINITY:
        wanted = min(wanted, soft)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
