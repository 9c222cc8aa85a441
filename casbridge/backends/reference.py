"""casbridge's own implementation as a backend, so that it can be asked and compared like any other.

It needs no script. `split` computes in this process, and in a process apart where memory is limited; `general` always
computes in a process apart, because a library's function may not return.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from casbridge.algebra.answers import Answer, PointComponents, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Count, Job, Result, Status, Stream
from casbridge.backends.records import began, recorded
from casbridge.backends.refusing import refusal
from casbridge.charset.definitions.chains import PointChain
from casbridge.charset.elements import HIGHEST_DEGREE
from casbridge.charset.finite import SplitSeries
from casbridge.charset.finite.domains import HIGHEST_DEGREE_OVER_QQ
from casbridge.charset.series import run_general, split_series
from casbridge.errors import CasbridgeError, LimitError, UnsupportedError, UsageError, printable
from casbridge.limits import Deadline, Stopwatch, Usage
from casbridge.scripts import ANY_FIELD, Method
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.version import version

if TYPE_CHECKING:
    from casbridge.processes.locate import Availability
    from casbridge.scripts import Target

_Stopped = CasbridgeError | MemoryError | None
_CHAINS_A_LOOK = 256  # so many chains pass between two looks at the memory
_HOW_COUNTED = "splitting with remembered parts, without listing"
#: The degrees that the general way takes.
_HOLDS = Sizes(largest_degree=HIGHEST_DEGREE)
_GENERAL = "by Wu's method, in any dimension, irreducible over towers"
_CLOSURE = "by general, but only the closures of the chains' zeros cover the system's"
_FINITE = replace(_HOLDS, largest_dimension=0)
_SPLIT = "by splitting and propagation on finite domains"
_SERIES = "irreducible characteristic series, by split where it applies and else by general"
_TOWERS = tuple(replace(one, most_extensions=None, most_variables_extended=1) for one in ANY_FIELD)


def _too_high(name: str, most: int, system: PolynomialSystem) -> str | None:
    """A degree over QQ that is above a limit, of a polynomial of several terms."""
    if system.ring.field.characteristic:
        return None
    degree = max((pattern.total_degree for pattern in system.patterns() if len(pattern.terms) > 1), default=0)
    return f"reference:{name} takes degrees <= {most} over QQ, and there is one of {degree}" if degree > most else None


#: `series` takes what one of its ways takes.
_SERIES_TOO_HIGH = partial(_too_high, "series", max(HIGHEST_DEGREE, HIGHEST_DEGREE_OVER_QQ))
_SPLIT_TOO_HIGH = partial(_too_high, "split", HIGHEST_DEGREE_OVER_QQ)


class ReferenceBackend:
    """Irreducible characteristic series by casbridge itself, in two independent ways.

    `split` is for systems whose variables have finite domains, and gives points. `general` is Wu's method as defined,
    over QQ and GF(p), in any dimension. `series` takes the first where it applies and the second elsewhere. `closure`
    is a variant of `general` with a weaker meaning, see `GeneralSeries`. A result names the way that it comes from.

    workers: how many processes work at one series of the general way. The chains are the same with any number.

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
        Method("series", Task.SERIES, _SERIES, wu=True, parameters=True, objection=_SERIES_TOO_HIGH),
        Method("split", Task.SERIES, _SPLIT, wu=True, objection=_SPLIT_TOO_HIGH),
        Method("general", Task.SERIES, _GENERAL, wu=True, parameters=True, sizes=_HOLDS),
        Method("closure", Task.SERIES, _CLOSURE, parameters=True, sizes=_HOLDS),
        Method("basis", Task.BASIS, "reduced Groebner basis, by Buchberger's algorithm", order="degrevlex"),
        Method("primes", Task.PRIMES, "minimal primes, the saturations of the chains of general", sizes=_HOLDS),
        Method("radical", Task.RADICAL, "generators of the intersection of the minimal primes", sizes=_HOLDS),
        Method("saturate", Task.SATURATION, "generators of the saturation, by a Groebner basis"),
        Method("eliminate", Task.ELIMINATION, "generators without some variables, by a Groebner basis"),
        Method("primary", Task.PRIMARY, "primary ideals, by Shimoyama and Yokoyama", sizes=_HOLDS),
        Method("dimension", Task.DIMENSION, "the dimension and the degree, by the Hilbert series of a basis"),
        Method(
            "real",
            Task.REAL,
            "isolating boxes of the real zeros, by minimal primes",
            (RATIONALS,),
            sizes=replace(_FINITE, fewest_variables=1),
        ),
        Method("charset", Task.CHARSET, "a characteristic set, by Wu's algorithm"),
        Method("factor", Task.FACTORS, "irreducible factors", _TOWERS),
    )

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def availability(self) -> Availability:
        """Always available."""
        from casbridge.processes.locate import Availability

        return Availability(True, path="built in", version=version())

    @recorded
    def run(self, job: Job) -> Result:
        """The characteristic series; `unsupported` where the method cannot do the system.

        A limit that stops it leaves the chains found so far, each of them final, as a partial answer with the reason.
        """
        watch, deadline = Stopwatch(), job.limits.deadline()
        method = self._method(job.method)
        known = next(one for one in self.methods if one.name == method)
        task = known.task
        if (refused := refusal(self.name, known, job.system)) is not None:
            return _result(job, method, None, False, UnsupportedError(refused), Usage())
        if task is not Task.SERIES:
            found = self._by_ideals(job, method, task, deadline)
            return replace(found, version=version(), wall_seconds=watch.seconds)
        result = self._by_splitting(job, method, deadline) if method in ("series", "split") else None
        if result is None:
            result = self._by_general(job, "general" if method == "series" else method, deadline)
        return replace(result, version=version(), wall_seconds=watch.seconds)

    def stream(self, job: Job) -> Stream | None:
        """The chains of `split` one by one; None for the general way.

        They raise LimitError when the time is over, MemoryError when this process holds more than the limit beyond
        what it held.
        """
        began(self, job, "asked for the chains, one by one, of")
        series = self._split(job)
        if series is None:
            return None
        return Stream("split", _within_memory(iter(series), job.limits.memory), checked=True)

    def count(self, job: Job) -> Count | None:
        """The number of points of `split`, none of them listed; None for the general way and infinitely many zeros."""
        if job.limits.memory is not None:
            from casbridge.processes.apart import call

            within = replace(job, limits=replace(job.limits, memory=None))
            count: Count | None = call(self.count, within, deadline=job.limits.deadline(), memory=job.limits.memory)
            return count
        series = self._split(job)
        if series is None:
            return None
        chains = series.count()
        # A chain that leaves a variable free has infinitely many zeros.
        if chains and len(series.variables) < job.system.ring.size:
            return None
        return Count(chains, "split", _HOW_COUNTED)

    def _split(self, job: Job) -> SplitSeries | None:
        method = self._method(job.method)
        if method == "split":
            return SplitSeries(job.system, job.limits.deadline())
        return split_series(job.system, job.limits.deadline()) if method == "series" else None

    def _method(self, name: str) -> str:
        known = [method.name for method in self.methods]
        if name and name not in known:
            raise UsageError(f"no method {name!r} of reference", expected=f"one of {', '.join(known)}")
        return name or self.default_method

    def _by_ideals(self, job: Job, method: str, task: Task, deadline: Deadline) -> Result:
        """The result of a method for ideals or factors, which all give a whole answer or none."""
        from casbridge.backends.reference_ideals import ideal_answer
        from casbridge.processes.apart import attempt

        done = attempt(ideal_answer, job.system, task, deadline, deadline=deadline, memory=job.limits.memory)
        answer, most = done.value, job.limits.limit
        if answer is not None and task is Task.PRIMES and most is not None and len(answer) > most:
            return _result(job, method, replace(answer, components=answer.components[:most]), False, None, done.usage)
        return _result(job, method, answer, answer is not None, done.error, done.usage)

    def _by_splitting(self, job: Job, method: str, deadline: Deadline) -> Result | None:
        """The result of `split`; None where `series` is to take the general way."""
        limits = job.limits
        arguments = (job.system, deadline, limits.limit)
        error: _Stopped = None
        found: tuple[Answer | None, bool] = None, False
        from casbridge.processes.apart import attempt, is_limited
        from casbridge.processes.groups import forget_peak, peaks_now

        if limits.memory is None or is_limited(limits.memory):
            # Without a limit this process may do other work beside: its peak says nothing.
            apart = limits.memory is not None
            if apart:
                forget_peak()
            started = time.thread_time()
            try:
                found = _points(*arguments)
            except (LimitError, UnsupportedError, MemoryError) as stopped:
                error = stopped
            usage = Usage(time.thread_time() - started, peaks_now()[0] or None if apart else None)
        else:
            done = attempt(_points, *arguments, deadline=deadline, memory=limits.memory)
            found, error, usage = done.value or found, done.error, done.usage
        if isinstance(error, UnsupportedError) and method == "series":
            return None
        return _result(job, "split", *found, error, usage)

    def _by_general(self, job: Job, method: str, deadline: Deadline) -> Result:
        """The result of Wu's method; the chains found so far where a limit stopped it."""
        most = job.limits.limit
        # One chain more than asked for shows whether there are more.
        enough = None if most is None else most + 1
        done = run_general(
            job.system, deadline, job.limits.memory, closure=method == "closure", most=enough, workers=self.workers
        )
        chains = [chain.polynomials for chain in done.chains][:most]
        error = done.stopped if most is None or len(chains) < most else None
        answer = None
        if done.stopped is None or (chains and isinstance(done.stopped, (LimitError, MemoryError))):
            answer = Answer(Task.SERIES, job.system.ring, tuple(chains))
        return _result(job, method, answer, done.complete and len(chains) == len(done.chains), error, done.usage)


def _result(job: Job, method: str, answer: Answer | None, complete: bool, error: _Stopped, usage: Usage) -> Result:
    """A result of an answer and of the error that stopped the work."""
    status, reason = Status.COMPLETE if complete else Status.PARTIAL, ""
    stopped = None
    if error is not None:
        status, reason = Status.of(error), printable(str(error))
        if status is Status.TIMEOUT:
            reason = f"no complete answer within {job.limits.seconds or 0:g} s"
        elif status is Status.MEMORY:
            about = "; --memory sets another limit" if job.limits.with_memory().by_default else ""
            reason = f"no complete answer: {reason or 'out of memory'}{about}"
        if answer is not None:
            stopped = status if status in (Status.TIMEOUT, Status.MEMORY) else None
            status, reason = Status.PARTIAL, f"{reason}: {len(answer)} chain{'s' * (len(answer) != 1)} so far"
    spent, peak = usage.cpu_seconds, usage.peak_memory
    found = Result(ReferenceBackend.name, method, status, answer, reason, cpu_seconds=spent, peak_memory=peak)
    return found if stopped is None else replace(found, stopped=stopped)


def _points(system: PolynomialSystem, deadline: Deadline, limit: int | None) -> tuple[Answer, bool]:
    """The answer by split domains, and whether it is whole: the limit on the number of chains may cut it short."""
    series = SplitSeries(system, deadline)
    everywhere = len(series.variables) == system.ring.size
    found: list[Any] = []
    cut = False
    try:
        for chain in series:
            cut = len(found) == limit
            if cut:
                break
            found.append(chain.point if everywhere else chain.polynomials)
    except LimitError:
        # What was asked for is there; only whether there is more is not known.
        cut = len(found) == limit
        if not cut:
            raise
    components = PointComponents(system.ring, found) if everywhere else tuple(found)
    return Answer(Task.SERIES, system.ring, components), not cut


def _within_memory(chains: Iterator[PointChain], memory: int | None) -> Iterator[PointChain]:
    """The chains, until this process holds `memory` bytes more than at the beginning."""
    if memory is None:
        yield from chains
        return
    from casbridge.processes.groups import held_memory

    before, _ = held_memory()
    for number, chain in enumerate(chains):
        if not number % _CHAINS_A_LOOK and (taken := held_memory()[0] - before) > memory:
            raise MemoryError(f"{taken // 2**20} MB taken")
        yield chain
