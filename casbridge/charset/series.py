"""The one place that decides which way a characteristic series is computed, and where.

    system ──▶ split domains? ──yes──▶ SplitSeries: points, by propagation on root sets
                              ──no───▶ GeneralSeries: chains, by Wu's method as defined

The general way calls functions of a library that may not return, so `run_general` runs it in a process apart.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, PointChain
from casbridge.charset.finite import SplitSeries
from casbridge.errors import CasbridgeError, UnsupportedError, UsageError
from casbridge.limits import NEVER, Deadline, Usage

if TYPE_CHECKING:
    from casbridge.charset.general.method import GeneralSeries
    from casbridge.charset.general.shares import Ran
    from casbridge.charset.general.side_by_side import SharedRun
    from casbridge.processes.apart import Call


def split_series(system: PolynomialSystem, deadline: Deadline = NEVER) -> SplitSeries | None:
    """The series by splitting, or None where only the general way applies.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(split_series(PolynomialSystem.of(x.ring, [x**2 - x, y - x])))
    [[x, y], [x - 1, y - 1]]
    >>> split_series(PolynomialSystem.of(x.ring, [x**2 - 2, y - x])) is None
    True
    """
    try:
        return SplitSeries(system, deadline)
    except UnsupportedError:
        return None


def series_of(system: PolynomialSystem, deadline: Deadline = NEVER) -> SplitSeries | GeneralSeries:
    """The irreducible characteristic series of a system, as an iterable of chains, computed in this process.

    Iterating raises LimitError after the deadline, but a library's function may come back late.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(series_of(PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - 8])))
    [[x**2 - 2, y + 2*x], [x**2 - 2, y - 2*x]]
    """
    from casbridge.charset.general.method import GeneralSeries

    return split_series(system, deadline) or GeneralSeries(system, deadline)


def all_chains(
    system: PolynomialSystem, deadline: Deadline = NEVER, *, closure: bool = False, workers: int = 1
) -> list[Chain | PointChain]:
    """The same as a list; the general way runs in a process apart, so that the deadline holds.

    closure: as for `GeneralSeries`. workers: as for `run_general`. Raises LimitError, MemoryError, UnsupportedError.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> all_chains(PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - 8]))
    [[x**2 - 2, y + 2*x], [x**2 - 2, y - 2*x]]
    """
    if (points := split_series(system, deadline)) is not None:
        return list(points)
    done = run_general(system, deadline, closure=closure, workers=workers)
    if done.stopped is not None:
        raise done.stopped
    return list(done.chains)


class GeneralRun(NamedTuple):
    """What the general way gave in a process apart.

    chains: all chains; after a stop, the chains found before it. complete: whether there are no more.
    stopped: the error that stopped it, or None. It is an UnsupportedError, LimitError, MemoryError or BackendError.
    usage: of all processes. starts: what each start did, where that was asked for.
    """

    chains: tuple[Chain, ...]
    complete: bool
    stopped: CasbridgeError | MemoryError | None
    usage: Usage
    starts: tuple[Ran, ...] = ()


def run_general(
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    closure: bool = False,
    most: int | None = None,
    workers: int = 1,
    explained: bool = False,
) -> GeneralRun:
    """The irreducible characteristic series in the general way, in a process apart, so that limits hold.

    memory: bytes, for all processes together; None is the default of `casbridge.processes.apart.call`.
    closure, most: as for `GeneralSeries`.
    workers: how many processes share the starts. The chains are the same with any number.
    explained: whether `starts` is to be told.
    Raises UsageError where there is no worker.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> run_general(PolynomialSystem.of(x.ring, [x * y**2 + y + 1])).chains
    ([x*y**2 + y + 1], [x, y + 1])
    """
    if workers < 1:
        raise UsageError(f"{workers} workers", expected="at least 1")
    done: Call | SharedRun
    starts: tuple[Ran, ...] = ()
    if workers == 1 and not explained:
        from casbridge.charset.general.apart import general_chains
        from casbridge.processes.apart import attempt

        done = attempt(general_chains, system, deadline, closure, most, deadline=deadline, memory=memory)
    else:
        from casbridge.charset.general.side_by_side import shared_run

        done = shared_run(system, deadline, memory, closure=closure, most=most, workers=workers)
        starts = tuple(done.starts)
    if done.value is not None:
        chains, complete = done.value
        return GeneralRun(tuple(chains), complete, None, done.usage, starts)
    by_start: dict[int, list[Chain]] = defaultdict(list)
    for start, chain in done.items:
        by_start[start].append(chain)
    found = max((by_start[start] for start in sorted(by_start)), key=len, default=[])
    return GeneralRun(tuple(found[:most]), False, done.error, done.usage, starts)
