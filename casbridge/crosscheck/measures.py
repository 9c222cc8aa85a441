"""The size of an answer: how many components it has, the dimension of its zero set, and how many zeros there are.

    answer ──▶ points? ──yes──▶ counted as they are
               └──no──▶ small chains? ──yes──▶ number of zeros, by matrices
                        └──no──▶ a Gröbner basis of each component ──▶ dimension ──0──▶ number of zeros

The last line is done in a process apart.

The zeros are those that the answer states, over the algebraic closure. Whether they are the system's is another
question, which `crosscheck` answers. A number is given only where it is proved; else it is None, with a reason.

A chain C of r polynomials in n variables describes V(sat C), the closure of the zeros of C at which no initial
vanishes. If there are such zeros, the dimension is n − r: at most n − r, for they are finitely many over each value of
the variables that are no main variables; at least n − r, for r equations define them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from casbridge.algebra.answers import CHAINS, Answer, Component, PointComponents, Task
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import class_of, initial
from casbridge.charset.ideals.bases import groebner_basis
from casbridge.charset.ideals.zeros import (
    OrderedBasis,
    has_zeros,
    number_of_few_zeros,
    number_of_zeros,
    rational_and_real,
)
from casbridge.crosscheck.closed_points import triangular_basis
from casbridge.errors import CasbridgeError, LimitError, UnsupportedError, printable
from casbridge.limits import NEVER, Deadline

#: A part with finitely many zeros.
_Part = OrderedBasis | Component

_LATE = "the zeros were not counted"


@dataclass(frozen=True, slots=True)
class Measure:
    """The size of an answer.

    components: how many components, or branches, the answer has.
    dimension: of its zero set; -1 without zeros; None where it is not known.
    degree: the number of different zeros over the algebraic closure; None where they are infinitely many (then the
        dimension is positive) or the number is not known.
    rational: how many of the zeros have their coordinates in the field; None where that is not known.
    real: how many have real coordinates, over QQ; None elsewhere, and where that is not known.
    reason: why the dimension or the degree is not known; "" where both are.

    >>> Measure(3, 0, 5, 1, 3).as_dict()
    {'components': 3, 'dimension': 0, 'degree': 5, 'rational': 1, 'real': 3, 'reason': None}
    """

    components: int
    dimension: int | None = None
    degree: int | None = None
    rational: int | None = None
    real: int | None = None
    reason: str = ""

    @property
    def text(self) -> str:
        """In words.

        >>> Measure(3, 0, 5).text, Measure(1, 2).text, Measure(0, -1, 0).text
        ('dimension 0, 5 different zeros over the algebraic closure', 'dimension 2', 'no zeros')
        >>> Measure(3, 0, 5, 1, 3).text
        'dimension 0, 5 different zeros over the algebraic closure, 1 in the field, 3 real'
        """
        if self.dimension is not None and self.dimension < 0:
            return "no zeros"
        known = [] if self.dimension is None else [f"dimension {self.dimension}"]
        if self.degree is not None:
            known.append(f"{self.degree} different zero{'s' * (self.degree != 1)} over the algebraic closure")
        if self.rational is not None:
            known.append(f"{self.rational} in the field")
        if self.real is not None:
            known.append(f"{self.real} real")
        return ", ".join([*known, f"not measured: {self.reason}"] if self.reason else known)

    def as_dict(self) -> dict[str, int | str | None]:
        """For JSON."""
        return {
            "components": self.components,
            "dimension": self.dimension,
            "degree": self.degree,
            "rational": self.rational,
            "real": self.real,
            "reason": self.reason or None,
        }


def measure(
    answer: Answer,
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    located: bool = True,
) -> Measure:
    """The size of an answer.

    Points and the zeros of small chains are counted in this process, and quickly. Other answers are measured in a
    process apart, within the limits.

    system: what was asked, for eliminated variables and for the equations that branches belong to.
    deadline: what is not known then is None. memory: bytes that the work may take; None is the default of
        `casbridge.processes.apart.call`.
    located: whether to say also how many zeros are in the field, and how many are real.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.registry import run
    >>> def measured(text, backend="reference"):
    ...     system = read_system(text)
    ...     found = measure(run(system, backend).answer, system)
    ...     return found.components, found.dimension, found.degree, found.rational, found.real
    >>> measured("x^2 - 1\\ny - x"), measured("x^2 - 2\\ny^3 - x"), measured("x*y^2 + y + 1"), measured("x\\nx - 1")
    ((2, 0, 2, 2, 2), (1, 0, 6, 0, 2), (2, 1, None, None, None), (0, -1, 0, 0, 0))
    >>> measured("x^2*(x - 1)\\ny - x", "reference:basis")
    (1, 0, 2, 2, 2)
    """
    count, reason = len(answer), _no_zero_set(answer)
    if answer.task is Task.DIMENSION and answer.dimension is not None:
        return _empty(answer) if answer.dimension < 0 else Measure(count, answer.dimension, reason=reason)
    if reason:
        return Measure(count, reason=reason)
    points = _distinct_points(answer, deadline)
    if points == 0:
        return _empty(answer)
    if points is not None:
        return Measure(count, 0, points, points, None if answer.ring.field.characteristic else points)
    if not located and (few := _few_zeros(answer, deadline)):
        return Measure(count, 0, few)
    if (known := _positive_dimension(answer)) is not None:
        return Measure(count, known)
    from casbridge.processes.apart import attempt

    if not answer.components_known:
        from casbridge.crosscheck.branches.converting import convert

        converted = convert("the answer", answer, system, deadline.share(0.5), memory, complete=False)
        if converted.answer is None:
            told = converted.reason or (converted.faults[0].text if converted.faults else "")
            return Measure(count, reason=printable(f"its branches were not made polynomials: {told}"))
        answer = converted.answer
    done = attempt(_measured, answer, system.goal.eliminate, located, deadline, deadline=deadline, memory=memory)
    if done.items:
        found: Measure = done.items[-1]
        return replace(found, components=count)
    return Measure(count, reason=printable(str(done.error)) or "out of memory")


def _empty(answer: Answer) -> Measure:
    """The measure of an answer without zeros."""
    return Measure(len(answer), -1, 0, 0, None if answer.ring.field.characteristic else 0)


def _no_zero_set(answer: Answer) -> str:
    """Why an answer does not say which points are zeros; "" where it does."""
    if answer.task is Task.DIMENSION:
        return "its degree counts multiplicities, and says nothing of the number of different zeros"
    if answer.task is Task.FACTORS:
        return "factors are no zero set"
    return ""


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


def _few_zeros(answer: Answer, deadline: Deadline) -> int | None:
    """The number of zeros of small chains, where it is quickly proved and finite."""
    size = len(answer.ring.unknowns)
    if answer.task not in CHAINS or not answer.components_known:
        return None
    if any(len(chain) != size or not _is_triangular(chain) for chain in answer.components):
        return None
    try:
        return number_of_few_zeros(answer.ring, answer.components, deadline)
    except (LimitError, UnsupportedError):
        return None


def _is_triangular(chain: Component) -> bool:
    classes = [class_of(f) for f in chain]
    return all(low < high for low, high in pairwise([chain[0].ring.lowest if chain else 0, *classes]))


# -- in a process apart -----------------------------------------------------------------------------------------------


def _measured(answer: Answer, eliminated: Sequence[int], located: bool, deadline: Deadline) -> Iterator[Measure]:
    """The measure of an answer, and then a better one that says where the zeros lie."""
    dimension: int | None = None
    try:
        ring, components = _own_ring(answer, eliminated)
        if answer.task in CHAINS:
            dimension, finite = _of_chains(ring, components, deadline)
        else:
            dimension, finite = _of_ideals(ring, components, answer.order or "degrevlex", deadline)
        degree = None if dimension else number_of_zeros(ring, finite, deadline)
    except CasbridgeError as error:
        yield Measure(len(answer), dimension, reason=str(error))
        return
    if degree == 0 or dimension == -1:
        yield _empty(answer)
        return
    found = Measure(len(answer), dimension or 0, degree)
    yield found
    if located and degree:
        with suppress(CasbridgeError):  # then it is not known where they lie
            rational, real = rational_and_real(ring, finite, degree, deadline)
            yield replace(found, rational=rational, real=real)


def _own_ring(answer: Answer, eliminated: Sequence[int]) -> tuple[Ring, list[Component]]:
    """The ring of the answer, without eliminated variables, and the components in it."""
    ring, components = answer.ring, list(answer.components)
    if answer.task is not Task.ELIMINATION:
        return ring, components
    kept = [v for v in range(ring.size) if v not in eliminated]
    if any(v in eliminated for component in components for f in component for v in f.support()):
        raise UnsupportedError("it has a variable that was to be eliminated")
    smaller = Ring(ring.field, tuple(ring.variables[v] for v in kept))

    def moved(f: Polynomial) -> Polynomial:
        return Polynomial(smaller, {tuple([e[v] for v in kept]): c for e, c in f.terms.items()})

    return smaller, [tuple(map(moved, component)) for component in components]


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
