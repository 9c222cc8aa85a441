"""The number of zeros of a system: over the algebraic closure, with multiplicity, in the field, or real.

    system ──▶ domains that split? ──yes──▶ counted without listing: all zeros are in the field
                                   └──no──▶ a backend's answer ──measure──▶ Counted

Infinitely many zeros are an answer: then there is a dimension, and no number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from casbridge.algebra.answers import OWN_COMPARISON, Answer, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import BY_DIMENSION, Backend, Counting, Job, Status
from casbridge.charset.finite import zeros
from casbridge.counting.completions import Counted, has_simple_domains, timed, zeros_by_dimension
from casbridge.crosscheck.measures import OUT_OF_MEMORY, as_long_as, measure
from casbridge.crosscheck.sizes import Measure
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline, Limits, Stopwatch

_NO_LIMITS = Limits()
#: Tasks with a comparison of their own, whose answers say how many zeros the system has, at least with multiplicity.
_MEASURED = frozenset({Task.DIMENSION, Task.PRIMARY})
#: The reference's method for systems without split domains: a basis knows the multiplicities too.
_REFERENCE, _BASIS, _GENERAL = "reference", "basis", "general"
#: Seconds for the multiplicity where the number itself is known.
_SECONDS_FOR_MULTIPLICITY = 5.0
#: With more zeros no basis is computed for their multiplicity.
_MOST_FOR_MULTIPLICITY = 2_000


class Zeros(StrEnum):
    """Which zeros are counted.

    >>> str(Zeros.REAL)
    'real'
    """

    CLOSURE = "closure"  # the different ones over the algebraic closure
    MULTIPLICITY = "multiplicity"  # these, counted with multiplicity
    RATIONAL = "rational"  # those with coordinates in the field
    REAL = "real"  # those with real coordinates, over QQ


_METHODS = {
    Zeros.CLOSURE: "the different zeros of the answer over the algebraic closure",
    Zeros.MULTIPLICITY: BY_DIMENSION,
    Zeros.RATIONAL: "the different zeros of the answer with coordinates in the field",
    Zeros.REAL: "the different real zeros of the answer, by isolated roots",
}
_BOXES = "the boxes of the answer, each with one real zero"


def count_zeros(
    system: PolynomialSystem,
    backend: str = _REFERENCE,
    limits: Limits = _NO_LIMITS,
    which: Zeros = Zeros.CLOSURE,
) -> Counted:
    """The number of zeros of a system, by a backend (`name` or `name:method`) whose answer is measured.

    A method for real zeros, such as `msolve:real`, counts them with `which=Zeros.REAL`.

    limits: on all of it. Of infinitely many zeros the result is complete and has no number; its `size` has the
    dimension.

    Raises UsageError for a backend or method that does not exist, or whose answers are no zeros, and for real zeros
    over another field than QQ.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x^3*(x^2 - 2)\\ny - x")
    >>> [count_zeros(system, which=which).number for which in Zeros]
    [3, 5, 1, 3]
    >>> count_zeros(read_system("x*y"), "reference:basis").size.dimension
    1
    """
    chosen, method = registry.split_name(backend)
    task = registry.task_of(chosen, method)
    if task is Task.REAL and which is not Zeros.REAL:
        raise UsageError(
            f"{chosen.name}:{method} gives {task}", expected="--real with it, or a method that gives zeros"
        )
    if task in OWN_COMPARISON - _MEASURED - {Task.REAL}:
        raise UsageError(f"{chosen.name}:{method} gives {task}", expected="a method that gives zeros")
    if which is Zeros.REAL and (system.ring.field.characteristic or system.ring.parameters):
        raise UsageError(f"real zeros over {system.ring.field_name}", expected="a system over QQ")
    unnamed = Counted(Status.CRASHED, backend=f"{chosen.name}:{method}")
    bare = backend == _REFERENCE

    def counted() -> Counted:
        deadline = limits.deadline()
        found = _by_domains(system, Job(system, method, limits), chosen, which, deadline)
        if found is None:
            # Over a field with parameters the zeros of chains are counted, and those of a basis are not.
            own = _GENERAL if system.ring.parameters else _BASIS
            job = Job(system, own if bare else method, replace(limits, seconds=_left(deadline)))
            found = _by_answer(system, job, chosen, which, deadline)
        return found if found.size is None else _chosen(found, found.size, which)

    return timed(counted, limits, unnamed)


def _left(deadline: Deadline) -> float | None:
    """The seconds that are left. Raises LimitError where none are."""
    left = deadline.left()
    if left is not None and left <= 0:
        raise LimitError("no time is left")
    return left


def _by_domains(
    system: PolynomialSystem, job: Job, backend: Backend, which: Zeros, deadline: Deadline
) -> Counted | None:
    """What a backend counts without listing, where each variable has a domain in the field; else None."""
    watch = Stopwatch()
    try:
        count = backend.count(job) if isinstance(backend, Counting) else None
    except UnsupportedError:
        if registry.task_of(backend, job.method) is not Task.DIMENSION:
            raise
        count = None  # without domains it has an answer all the same: the number with multiplicities
    if count is None:
        return None
    number, limits = count.number, job.limits
    multiplicity = number if not number or has_simple_domains(system) else None
    if multiplicity is None and number <= _MOST_FOR_MULTIPLICITY:
        soon = deadline.share(1.0, most=_SECONDS_FOR_MULTIPLICITY)
        soon = soon if which is Zeros.MULTIPLICITY else as_long_as(watch.seconds, soon)
        if left := soon.left():
            basis = registry.run(system, f"{_REFERENCE}:{_BASIS}", seconds=left, memory=limits.memory).answer
            known = None if basis is None else measure(basis, system, soon, limits.memory, located=False)
            # A basis with another number of zeros would be wrong; it is not believed.
            multiplicity = known.multiplicity if known is not None and known.degree == number else None
    real = None if system.ring.field.characteristic else number
    size = Measure(number, 0, number, number, real, multiplicity) if number else Measure(0, -1, 0, 0, real, 0)
    return Counted(Status.COMPLETE, number, backend=f"{backend.name}:{count.method}", method=count.how, size=size)


def _by_answer(system: PolynomialSystem, job: Job, backend: Backend, which: Zeros, deadline: Deadline) -> Counted:
    """The zeros in the answer of a backend."""
    result = backend.run(job)
    name, method = f"{backend.name}:{result.method}", _METHODS[which]
    if result.answer is not None and result.answer.task is Task.REAL:
        method = _BOXES
    if result.status is not Status.COMPLETE or result.answer is None:
        # What a limit cut short is not counted: there may be more.
        stopped = result.status is Status.TIMEOUT
        reason = f"no count within {deadline.seconds:g} s" if stopped and deadline.seconds else result.reason
        return Counted(result.status, reason=reason, backend=name, method=method)
    answer: Answer = result.answer
    number = zeros_by_dimension(system, answer)
    if number:
        real = None if system.ring.field.characteristic else number
        size = Measure(len(answer), 0, number, number, real, number)
        return Counted(Status.COMPLETE, number, backend=name, method=BY_DIMENSION, size=size)
    located = which in (Zeros.RATIONAL, Zeros.REAL) or system.ring.field.characteristic == 0
    # Numbers that nobody asked for take no longer than the answer.
    soon = deadline if which in (Zeros.RATIONAL, Zeros.REAL) else as_long_as(result.wall_seconds, deadline)
    size = measure(answer, system, deadline, job.limits.memory, located=located, soon=soon)
    if which is Zeros.RATIONAL and size.rational is None:
        size = replace(size, rational=_listed(answer, system, size, deadline))
    counted = Counted(Status.COMPLETE, backend=name, method=method, size=size)
    known = _NUMBERS[which](size) is not None or (size.is_infinite and which in (Zeros.CLOSURE, Zeros.MULTIPLICITY))
    if known:
        return counted
    status, reason = _why_unknown(size, answer, which, deadline)
    return replace(counted, status=status, reason=reason)


_NUMBERS: dict[Zeros, Callable[[Measure], int | None]] = {
    Zeros.CLOSURE: lambda size: size.degree,
    Zeros.MULTIPLICITY: lambda size: size.multiplicity,
    Zeros.RATIONAL: lambda size: size.rational,
    Zeros.REAL: lambda size: size.real,
}


def _chosen(counted: Counted, size: Measure, which: Zeros) -> Counted:
    """The number that was asked for."""
    number = _NUMBERS[which](size)
    if counted.status is Status.COMPLETE and number is None and not size.is_infinite:
        reason = "the multiplicity is not known; ask for a Gröbner basis, such as reference:basis or singular:std"
        return replace(counted, status=Status.UNSUPPORTED, number=None, reason=reason)
    return replace(counted, number=number)


def _listed(answer: Answer, system: PolynomialSystem, size: Measure, deadline: Deadline) -> int | None:
    """The number of zeros in the field, where the answer's zeros are all in the field and can be listed; else None."""
    if size.is_infinite:
        return None
    try:
        return len(set(zeros(answer, deadline, within=system)))
    except UnsupportedError:
        return None


def _why_unknown(size: Measure, answer: Answer, which: Zeros, deadline: Deadline) -> tuple[Status, str]:
    """The status and the reason of a number that is not known."""
    if size.is_infinite:
        place = "in the field" if which is Zeros.RATIONAL else "real"
        told = f"the zeros over the algebraic closure are infinitely many (dimension {size.dimension})"
        advice = "; add x^p - x for each variable x" if answer.ring.field.characteristic else ""
        return Status.UNSUPPORTED, f"{told}; then casbridge does not count those that are {place}{advice}"
    if size.reason == OUT_OF_MEMORY:
        return Status.MEMORY, OUT_OF_MEMORY
    if deadline.left() == 0:
        raise LimitError("the zeros were not counted")
    states_no_ideal = answer.ring.parameters and answer.task is not Task.BASIS
    if which is Zeros.MULTIPLICITY and (size.degree is not None or states_no_ideal):
        bases = "singular:std or sympy:groebner" if answer.ring.parameters else "reference:basis or singular:std"
        told = f"an answer to {answer.task} does not state the multiplicity"
        return Status.UNSUPPORTED, f"{told}; ask for a Gröbner basis, such as {bases}"
    by_chains = answer.ring.parameters and which is Zeros.CLOSURE and answer.task is not Task.SERIES
    advice = f"; try {_REFERENCE}:{_GENERAL}" if by_chains else ""
    return Status.UNSUPPORTED, f"{size.reason or 'where the zeros lie is not known'}{advice}"
