"""The size of an answer: how many components it has, the dimension of its zero set, and how many zeros there are.

    answer ──▶ points? ──yes──▶ counted as they are
               └──no──▶ small chains? ──yes──▶ number of zeros, by matrices
                        └──no──▶ a Gröbner basis of each component ──▶ dimension ──0──▶ number of zeros

The last line is done in a process apart.

The zeros are those that the answer states, over the algebraic closure. Whether they are the system's is another
question, which `crosscheck` answers. A number is given only where it is proved; else it is None, with a reason.

The multiplicity is that of the ideal that the answer states: a basis, a radical, or the intersection of primary
ideals. Chains, primes, points and branches state zeros without multiplicities.

A chain C of r polynomials in n variables describes V(sat C), the closure of the zeros of C at which no initial
vanishes. If there are such zeros, the dimension is n − r: at most n − r, for they are finitely many over each value of
the variables that are no main variables; at least n − r, for r equations define them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import prod
from typing import Any

from casbridge.algebra.answers import CHAINS, ONE_IDEAL, OWN_COMPARISON, Answer, Component, PointComponents, Task
from casbridge.algebra.extensions import number_of_members
from casbridge.algebra.fields import Ring
from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.arguments import wrong
from casbridge.backends.protocol import Result, Status
from casbridge.calls import with_hints
from casbridge.charset.definitions.chains import Chain, PointChain
from casbridge.charset.definitions.ranks import class_of, initial, main_degree
from casbridge.charset.ideals.bases import groebner_basis
from casbridge.charset.ideals.locating import NOT_LOCATED, FewZeros, few_zeros, rational_and_real
from casbridge.charset.ideals.quotients import OrderedBasis
from casbridge.charset.ideals.zeros import has_zeros, number_of_zeros
from casbridge.crosscheck.closed_points import triangular_basis
from casbridge.crosscheck.sizes import Measure
from casbridge.crosscheck.verdicts import CheckedResult, Verdict
from casbridge.errors import CasbridgeError, LimitError, UnsupportedError, UsageError, printable
from casbridge.limits import NEVER, Deadline

#: Seconds for the answers of a cross-check, where it has no limit.
SECONDS_TO_MEASURE = 10.0
#: The reason of a measure that a limit on memory stopped.
OUT_OF_MEMORY = "out of memory"

#: A part with finitely many zeros.
_Part = OrderedBasis | Component

#: Tasks whose answers state an ideal, and so the multiplicities of its zeros.
_IDEALS = ONE_IDEAL | {Task.PRIMARY}
_LATE = "the zeros were not counted"
#: Seconds that measuring may take at least, however quick the answer was.
_LEAST_SECONDS_TO_MEASURE = 0.2


def as_long_as(seconds: float, deadline: Deadline = NEVER) -> Deadline:
    """The deadline for numbers that nobody asked for: they take as long as their answer at most.

    seconds: what the answer took.

    >>> 4 < as_long_as(5).left() <= 5, 0 < as_long_as(0).left() < 1
    (True, True)
    """
    return deadline.share(1.0, max(seconds, _LEAST_SECONDS_TO_MEASURE))


@with_hints
def measure(
    subject: Answer | Result | Iterable[Chain | PointChain],
    system: Any = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    located: bool = True,
    soon: Deadline = NEVER,
) -> Measure:
    """The size of an answer: its dimension, and how many zeros it has.

    Points and the zeros of small chains are counted in this process, and quickly. Other answers are measured in a
    process apart, within the limits.

    subject: an answer; a result that has one; or the chains of a series, as `char_series` gives them.
    system: what was asked, as for `crosscheck`. Eliminations, branches, parametrisations and empty series need it.
    deadline: numbers that are not known by then are None. memory: bytes that the work may take; None is the default of
        `casbridge.processes.apart.call`.
    located: whether to say also how many zeros are in the field, and how many are real.
    soon: an earlier deadline for these two numbers alone.

    Raises UsageError for a result without an answer, and where the system is needed and missing.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.registry import run
    >>> def measured(text, backend="reference"):
    ...     system = read_system(text)
    ...     found = measure(run(system, backend), system)
    ...     return found.components, found.dimension, found.degree, found.rational, found.real
    >>> measured("x^2 - 1\\ny - x"), measured("x^2 - 2\\ny^3 - x"), measured("x*y^2 + y + 1"), measured("x\\nx - 1")
    ((2, 0, 2, 2, 2), (1, 0, 6, 0, 2), (2, 1, None, None, None), (0, -1, 0, 0, 0))
    >>> measured("x^2*(x - 1)\\ny - x", "reference:basis")
    (1, 0, 2, 2, 2)
    >>> system = read_system("x^2*(x - 1)\\ny - x")
    >>> measure(run(system, "reference:basis")).multiplicity
    3
    >>> from casbridge.charset.char_series import char_series
    >>> measure(char_series(system)).degree
    2
    """
    Deadline.checked(deadline)
    answer, system = _asked(subject, system)
    count, reason = number_of_members(answer, system), _NO_ZERO_SET.get(answer.task, "")
    if answer.task is Task.DIMENSION and answer.dimension is not None:
        if answer.dimension < 0:
            return _empty(answer)
        multiplicity = None if answer.dimension else answer.degree
        return Measure(count, answer.dimension, multiplicity=multiplicity, reason=reason)
    if answer.task is Task.REAL:
        return Measure(count, real=count, reason=reason)
    if answer.task is Task.CHARSET and any(f.is_constant for component in answer.components for f in component):
        return _empty(answer)
    if reason:
        return Measure(count, reason=reason)
    points = _distinct_points(answer, deadline)
    if points is not None:
        found = _of_points(answer, points)
        return replace(found, multiplicity=points) if answer.task in _IDEALS else found
    few = _few_zeros(answer, deadline)
    if few is not None and few.number:
        found = Measure(count, 0, few.number, few.rational, few.real)
        if few.rational is not None or not located:
            return found
        if answer.ring.parameters:
            return replace(found, reason=NOT_LOCATED)
    if (positive := _positive_dimension(answer)) is not None:
        return Measure(count, positive)
    from casbridge.processes.apart import attempt

    counted = None
    if not answer.components_known:
        from casbridge.crosscheck.branches.constants import count_points
        from casbridge.crosscheck.branches.converting import convert

        converted = convert("the answer", answer, system, deadline.share(0.5), memory, complete=False)
        if converted.answer is None:
            told = converted.reason or (converted.faults[0].text if converted.faults else "")
            what = "parametrisation was" if answer.parametrisations else "branches were"
            return Measure(count, reason=printable(f"its {what} not made polynomials: {told}"))
        answer, parts = converted.answer, converted.parts
        if parts and not any(part.resolved.free or part.resolved.parameters for part in parts):
            counted = attempt(count_points, parts, deadline, deadline=deadline, memory=memory)
    by = (soon if soon.end < deadline.end else deadline) if located else None
    done = attempt(_measured, answer, system.goal.eliminate, by, deadline, deadline=deadline, memory=memory)
    quick = Measure(count) if few is None or not few.number else Measure(count, 0, few.number)
    found = done.items[-1] if done.items else quick
    if done.error is not None and not found.is_infinite and (located or found.degree is None):
        found = replace(found, reason=printable(str(done.error)) or OUT_OF_MEMORY)
    if counted is not None and not found.is_infinite:
        # The components have all conjugates of the points that the branches state. Rational points have none.
        degree, real = counted.value or (None, None)
        reason = "" if counted.error is None else printable(str(counted.error))
        if degree != found.degree:
            found = replace(found, degree=degree, real=real, reason=reason)
    return replace(found, components=count)


def _asked(subject: Any, system: Any) -> tuple[Answer, PolynomialSystem]:
    """The answer that is to be measured, and the system. Raises UsageError where there is none, see `measure`."""
    known = None if system is None else system_of(read_subject(system))
    answer = subject.answer if isinstance(subject, Result) else subject
    if answer is None and subject is not None:
        raise UsageError(f"a result without an answer: {subject.status}", expected="an answer")
    if not isinstance(answer, Answer):
        answer = _of_series(answer, known)
    if known is None:
        if answer.task is Task.ELIMINATION or not answer.components_known:
            raise UsageError(f"{answer.task} without the system", expected="measure(answer, system)")
        known = PolynomialSystem(answer.ring, ())
    return answer, known


def _of_series(series: Any, system: PolynomialSystem | None) -> Answer:
    """The chains of a series as an answer."""
    several = isinstance(series, Iterable) and not isinstance(series, (str, bytes, dict))
    chains = list(series) if several else [series]
    if not all(isinstance(chain, Chain | PointChain) for chain in chains):
        hints = {
            "system": "count(system) counts its zeros; run(system) gives a result",
            "text": "count(text) counts zeros; run(read_system(text)) gives a result",
            "puzzle": "count(puzzle) counts its solutions",
            "verdict": "each of verdict.checked has its size",
        }
        raise wrong(series, "an Answer, a Result with one, or the chains of a series", hints)
    if not chains and system is None:
        raise UsageError("a series without chains", expected="measure(series, system)")
    ring = chains[0].ring if chains or system is None else system.ring
    if all(isinstance(chain, PointChain) and len(chain.variables) == len(ring.unknowns) for chain in chains):
        return Answer(Task.SERIES, ring, PointComponents(ring, [chain.point for chain in chains]))
    return Answer(Task.SERIES, ring, tuple(tuple(chain.polynomials) for chain in chains))


def with_sizes(
    verdict: Verdict,
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    brief: bool = False,
) -> Verdict:
    """The verdict with the size of each answer.

    Answers that are shown to have the same zeros are measured once. Only their multiplicities are their own.

    deadline: for all answers together. memory: as for `measure`.
    brief: whether measuring an answer takes as long as the answer at most.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.crosscheck import crosscheck
    >>> system = read_system("x^2*(x^2 - 2)")
    >>> verdict = crosscheck(system, ["reference:basis", "reference:series"], measured=False)
    >>> [(one.size.degree, one.size.multiplicity, one.size.real) for one in with_sizes(verdict, system).checked]
    [(3, 4, 3), (3, None, 3)]
    """
    known: dict[int, Measure] = {}
    checked = []
    for one in verdict.checked:
        answer, group, now = one.result.answer, _group(one), deadline.share(0.5)
        now = as_long_as(one.result.wall_seconds, now) if brief else now
        size = None if group is None else known.get(group)
        if answer is None:
            size = None
        elif one.zeros is not None or size is not None:
            size = size if one.zeros is None else _of_points(answer, len(one.zeros))
            assert size is not None
            own = _own_multiplicity(answer, system, now, memory) if size.degree else size.degree
            size = replace(size, components=len(answer), multiplicity=own)
        else:
            size = measure(answer, system, now, memory)
        if group is not None and size is not None and (size.is_infinite or size.rational is not None):
            known.setdefault(group, size)
        checked.append(replace(one, size=size))
    return replace(verdict, checked=tuple(_shared(one, known) for one in checked))


def _group(one: CheckedResult) -> int | None:
    """The number that a whole answer has in common with those that are shown to have the same zeros."""
    answer = one.result.answer
    whole = answer is not None and answer.task not in OWN_COMPARISON and one.result.status is Status.COMPLETE
    return one.alike if whole else None


def _shared(one: CheckedResult, known: Mapping[int, Measure]) -> CheckedResult:
    """An answer with what is known of another one that is shown to have the same zeros."""
    group = _group(one)
    if group is None or one.size is None or group not in known:
        return one
    own = one.size
    return replace(one, size=replace(known[group], components=own.components, multiplicity=own.multiplicity))


def _of_points(answer: Answer, points: int) -> Measure:
    """The measure of an answer whose zeros are points of the field, but for its multiplicity."""
    real = None if answer.ring.field.characteristic else points
    return Measure(len(answer), 0, points, points, real) if points else _empty(answer)


def _own_multiplicity(answer: Answer, system: PolynomialSystem, deadline: Deadline, memory: int | None) -> int | None:
    """The multiplicity of an answer with finitely many zeros; None where it states none, or not in time."""
    if answer.task not in ONE_IDEAL:
        return None
    from casbridge.processes.apart import attempt

    found: int | None = attempt(
        _of_one_ideal, answer, system.goal.eliminate, deadline, deadline=deadline, memory=memory
    ).value
    return found


def _of_one_ideal(answer: Answer, eliminated: Sequence[int], deadline: Deadline) -> int | None:
    """The multiplicity of one ideal; None where its zeros are infinitely many."""
    ring, components = _own_ring(answer, eliminated)
    dimension, finite = _of_ideals(ring, components, answer.order or "degrevlex", deadline)
    return None if dimension else sum(_multiplicity(one, deadline) for one in finite)


def _empty(answer: Answer) -> Measure:
    """The measure of an answer without zeros."""
    return Measure(len(answer), -1, 0, 0, None if answer.ring.field.characteristic else 0, 0)


#: Why an answer to a task does not say which points are zeros.
_NO_ZERO_SET = {
    Task.DIMENSION: "its degree counts multiplicities, and says nothing of the number of different zeros",
    Task.FACTORS: "factors are no zero set",
    Task.CHARSET: "a characteristic set may have more zeros than the system, where an initial is 0",
    Task.REAL: "boxes of real zeros say nothing of other zeros",
}


def _distinct_points(answer: Answer, deadline: Deadline) -> int | None:
    """The number of different points, if each component is a point; else None."""
    if not answer.components_known:
        return None
    if answer.ring.parameters or answer.task is Task.ELIMINATION:
        return None
    if isinstance(answer.components, PointComponents):
        return len(set(map(tuple, answer.components.points)))
    found = set()
    try:
        for point in deadline.over(answer.points(), _LATE):
            if point is None:
                return None
            found.add(point)
    except LimitError:
        return None
    return len(found)


def _positive_dimension(answer: Answer) -> int | None:
    """The dimension, where it is positive and can be read off: that of a shortest chain without initials.

    None: it cannot be read off.
    """
    if answer.task not in CHAINS or not answer.components:
        return None
    shortest = min(answer.components, key=len)
    if not all(initial(f).is_constant for f in shortest) or not _is_triangular(shortest):
        return None
    return len(answer.ring.unknowns) - len(shortest) or None


def _few_zeros(answer: Answer, deadline: Deadline) -> FewZeros | None:
    """The number of zeros of small chains, where it is quickly proved and finite."""
    size = len(answer.ring.unknowns)
    if answer.task not in CHAINS or not answer.components_known:
        return None
    if any(len(chain) != size or not _is_triangular(chain) for chain in answer.components):
        return None
    try:
        return few_zeros(answer.ring, answer.components, deadline)
    except (LimitError, UnsupportedError):
        return None


def _is_triangular(chain: Component) -> bool:
    classes = [class_of(f) for f in chain]
    return all(low < high for low, high in pairwise([chain[0].ring.lowest if chain else 0, *classes]))


# -- in a process apart -----------------------------------------------------------------------------------------------


def _measured(answer: Answer, eliminated: Sequence[int], by: Deadline | None, deadline: Deadline) -> Iterator[Measure]:
    """The measure of an answer, and then a better one that says where the zeros lie.

    by: the deadline for where they lie; None: that is not asked.
    """
    dimension: int | None = None
    multiplicity: int | None = None
    try:
        ring, components = _own_ring(answer, eliminated)
        if answer.task in CHAINS:
            dimension, finite = _of_chains(ring, components, deadline)
        else:
            dimension, finite = _of_ideals(ring, components, answer.order or "degrevlex", deadline)
        if dimension == 0 and answer.task in ONE_IDEAL:
            multiplicity = sum(_multiplicity(one, deadline) for one in finite)
            yield Measure(len(answer), dimension, multiplicity=multiplicity)
        degree = None if dimension else number_of_zeros(ring, finite, deadline)
        if dimension == 0 and answer.task is Task.PRIMARY:
            multiplicity = _of_primary(ring, finite, degree, deadline)
    except CasbridgeError as error:
        yield Measure(len(answer), dimension, multiplicity=multiplicity, reason=str(error))
        return
    if degree == 0 or dimension == -1:
        yield _empty(answer)
        return
    found = Measure(len(answer), dimension or 0, degree, multiplicity=multiplicity)
    yield found
    if by is not None and degree:
        try:
            rational, real = rational_and_real(ring, finite, degree, by)
            yield replace(found, rational=rational, real=real)
        except CasbridgeError as error:
            yield replace(found, reason=str(error))


def _multiplicity(part: _Part, deadline: Deadline) -> int:
    """The zeros of an ideal, with multiplicity. A chain is a basis of an ideal as it is, see `triangular_basis`."""
    return part.multiplicity(deadline) if isinstance(part, OrderedBasis) else prod(map(main_degree, part))


def _of_primary(ring: Ring, parts: Sequence[_Part], degree: int | None, deadline: Deadline) -> int | None:
    """The multiplicity of the intersection of some ideals that have `degree` zeros together.

    It is the sum of theirs where no two of them have a zero in common (the Chinese remainder theorem). Else None.
    """
    different = list(dict.fromkeys(parts))
    if len(different) > 1 and sum(number_of_zeros(ring, [one], deadline) for one in different) != degree:
        return None
    return sum(_multiplicity(one, deadline) for one in different)


def _own_ring(answer: Answer, eliminated: Sequence[int]) -> tuple[Ring, list[Component]]:
    """The ring of the answer, without eliminated variables, and the components in it."""
    ring, components = answer.ring, list(answer.components)
    if answer.task is not Task.ELIMINATION:
        return ring, components
    kept = [v for v in range(ring.size) if v not in eliminated]
    if any(v in eliminated for component in components for f in component for v in f.support()):
        raise UnsupportedError("it has a variable that was to be eliminated")
    smaller = Ring(ring.field, tuple(ring.variables[v] for v in kept))
    return smaller, [tuple(f.within(smaller, kept) for f in component) for component in components]


def _of_chains(ring: Ring, chains: Sequence[Component], deadline: Deadline) -> tuple[int | None, list[_Part]]:
    """The dimension of the zeros of some chains, and the chains where these are finitely many.

    The dimension is None where it is 0, or -1 if no chain has a zero.
    """
    size = len(ring.unknowns)
    for chain in sorted(chains, key=len):
        if not _is_triangular(chain):
            raise UnsupportedError("one of its components is no chain")
        if len(chain) < size and has_zeros(ring, chain, deadline):
            return size - len(chain), []
    finite: list[_Part] = [chain for chain in chains if len(chain) == size]
    known = any(all(initial(f).is_constant for f in chain) for chain in finite if isinstance(chain, tuple))
    return (0 if known else None if finite else -1), finite


def _of_ideals(ring: Ring, ideals: Sequence[Component], order: str, deadline: Deadline) -> tuple[int, list[_Part]]:
    """The dimension of the zeros of some ideals, and those of the ideals that have finitely many."""
    finite: list[_Part] = []
    dimension = -1
    for generators in ideals:
        deadline.check(_LATE)
        chain = triangular_basis(generators, ring, deadline)
        if chain is not None:
            dimension = max(dimension, 0)
            finite.append(chain)
            continue
        if ring.parameters:
            raise UnsupportedError("zeros of an ideal over a field with parameters are not counted")
        basis = OrderedBasis(ring, groebner_basis(ring, generators, order, deadline), order)
        own = basis.dimension(deadline)
        dimension = max(dimension, own)
        if own == 0:
            finite.append(basis)
    return dimension, finite
