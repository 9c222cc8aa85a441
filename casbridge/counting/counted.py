"""One question, "how many?", to whatever can count: grids and puzzles here, a system by a backend.

puzzle ──────────────▶ completions ──────────────────────┐
                                                         ├──▶ Counted
system ──▶ backend: its own count, or the answer's zeros ┘
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import BY_DIMENSION, Counting, Job, Status
from casbridge.charset.finite import zeros
from casbridge.charset.finite.domains import roots_of
from casbridge.counting.completions import completions
from casbridge.crosscheck.division import standard_monomials
from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.limits import Limits, Stopwatch
from casbridge.processes.apart import GRACE_SECONDS, call
from casbridge.puzzles import Puzzle

#: The name of this room as what counts: in JSON documents, and where a backend's name may stand.
COUNTING = "counting"
_ZEROS = "the different zeros of the answer"
_MOST_MONOMIALS = 1_000_000


@dataclass(frozen=True)
class Counted:
    """A number and how it was counted, or why there is none.

    status: `complete` exactly where there is a number; `partial` where only a lower bound is known.
    backend: `counting`, or `name:method` of a backend.
    method: how it was counted, in words.
    at_least: the lower bound, None where there is none.
    seconds: elapsed wall time.

    >>> Counted(Status.PARTIAL, at_least=7, reason="the limit of 2 s").number is None
    True
    """

    status: Status
    number: int | None = None
    at_least: int | None = None
    reason: str = ""
    backend: str = COUNTING
    method: str = ""
    seconds: float = 0.0


def count_puzzle(puzzle: Puzzle, limits: Limits) -> Counted:
    """The number of a puzzle's solutions, or at least how many there are when a limit is reached.

    >>> from casbridge.puzzles import sudoku
    >>> count_puzzle(Puzzle(sudoku(2, 2), (0,) * 16), Limits()).number
    288
    """
    return _timed(lambda: _completed(puzzle, limits), limits, Counted(Status.CRASHED))


def count_system(
    system: PolynomialSystem, backend: str, limits: Limits, *, within: PolynomialSystem | None = None
) -> Counted:
    """The number of a system's zeros, by a backend (`name` or `name:method`).

    A backend that can count does; otherwise the different zeros of its answer are counted.

    within: the zeros must satisfy this system; it makes listing them quicker.

    Raises UsageError for a backend or method that does not exist.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> count_system(PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y]), "reference", Limits()).number
    4
    """
    chosen, method = registry.split_name(backend)
    unnamed = Counted(Status.CRASHED, backend=f"{chosen.name}:{method}")
    return _timed(lambda: _by_backend(system, Job(system, method, limits), chosen, within), limits, unnamed)


def dimension(system: PolynomialSystem, *, seconds: float | None = None, memory: int | None = None) -> Counted:
    """The number of zeros of a system whose variables have finite domains, by `singular:vdim`.

    seconds, memory (bytes): limits. `unsupported` for a system that leaves a variable without a domain in the field.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> dimension(PolynomialSystem.of(x.ring, [x**2 - x, y - x])).status in (Status.COMPLETE, Status.MISSING)
    True
    """
    return count_system(system, "singular:vdim", Limits(seconds, memory))


def _timed(count: Callable[[], Counted], limits: Limits, about: Counted) -> Counted:
    """What `count` gives, with the wall time; a limit that it reaches is a status."""
    watch = Stopwatch()
    try:
        return replace(count(), seconds=watch.seconds)
    except LimitError:
        status, reason = Status.TIMEOUT, f"no count within {limits.seconds or 0:g} s"
    except MemoryError as error:
        status, reason = Status.MEMORY, str(error) or "out of memory"
    except (UnsupportedError, BackendError) as error:
        status, reason = Status.UNSUPPORTED if isinstance(error, UnsupportedError) else Status.CRASHED, str(error)
    return replace(about, status=status, reason=reason, seconds=watch.seconds)


def _completed(puzzle: Puzzle, limits: Limits) -> Counted:
    count = partial(completions, puzzle, seconds=limits.seconds)
    if limits.memory is None:
        done = count()
    else:
        # A little longer than it takes itself, so that it can say what it found.
        longer = None if limits.seconds is None else limits.seconds + GRACE_SECONDS
        done = call(count, deadline=Limits(longer).deadline(), memory=limits.memory)
    if done.exact:
        return Counted(Status.COMPLETE, done.number, method=done.method)
    return Counted(Status.PARTIAL, at_least=done.number, reason=done.reason, method=done.method)


def _by_backend(system: PolynomialSystem, job: Job, backend: Any, within: PolynomialSystem | None) -> Counted:
    counted = backend.count(job) if isinstance(backend, Counting) else None
    if counted is not None:
        name = f"{backend.name}:{counted.method}"
        return Counted(Status.COMPLETE, counted.number, backend=name, method=counted.how)
    result = backend.run(job)
    name = f"{backend.name}:{result.method}"
    # What a limit cut short is not counted: there may be more.
    if result.status is not Status.COMPLETE:
        return Counted(result.status, reason=result.reason, backend=name, method=_ZEROS)
    number, method = zeros_by_dimension(system, result.answer), BY_DIMENSION
    if number is None:
        number, method = len(set(zeros(result.answer, job.limits.deadline(), within=within))), _ZEROS
    return Counted(Status.COMPLETE, number, backend=name, method=method)


def zeros_by_dimension(system: PolynomialSystem, answer: Answer) -> int | None:
    """The number of a system's zeros by a Gröbner basis of it: the number of its standard monomials.

    None if the answer is no basis, if some variable has no equation that splits into different linear factors, and for
    more than 1,000,000 zeros.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> system = PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y, x * y])
    >>> zeros_by_dimension(system, Answer(Task.BASIS, x.ring, [(x**2 - x, x * y, y**2 - y)], "degrevlex"))
    3
    """
    if answer.task is not Task.BASIS or not answer.order:
        return None
    simple = {
        equation.variables[0]
        for equation in system.equations
        if len(equation.variables) == 1
        and equation.pattern
        and len(roots_of((equation.pattern,)) or ()) == equation.pattern.total_degree
    }
    if len(simple) < system.ring.size:
        return None
    number = standard_monomials(answer, _MOST_MONOMIALS) if answer.components else 0
    return number if number <= _MOST_MONOMIALS else None
