"""Points of the field at which a chain vanishes and its initials do not: witnesses that can be substituted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from casbridge.algebra.answers import Point
from casbridge.algebra.arithmetic import Native, arithmetic_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.crosscheck.verdicts import Witness

#: What free variables are set to.
_SMALL = (0, 1, -1, 2, -2, 3, -3)
_MOST_STEPS = 2_000


def points_of_chain(chain: Sequence[Polynomial], ring: Ring, most_steps: int = _MOST_STEPS) -> Iterator[Point]:
    """Some points of Zero(C/I), the zeros of a chain at which none of its initials vanishes, with small coordinates.

    most_steps: so many coordinates are tried.

    The order is always the same. There may be none, even if there are infinitely many over the field or an extension.

    >>> from itertools import islice
    >>> from casbridge.algebra import variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> all(not p[0] * p[1] ** 2 + p[1] + 1 for p in islice(points_of_chain([x * y**2 + y + 1], x.ring), 5))
    True
    >>> list(points_of_chain([x - 2, y**2 - x * 2, z - y], x.ring))
    [(2, -2, -2), (2, 2, 2)]
    """
    arithmetic = arithmetic_of(ring)
    by_variable: dict[int, tuple[Native, int]] = {}
    for polynomial in chain:
        main, degree = arithmetic.main(polynomial.native)
        by_variable[main] = (polynomial.native, degree)
    if len(by_variable) < len(chain) or -1 in by_variable:
        return
    free = list(dict.fromkeys(ring.field.element(value) for value in _SMALL))
    random = Random(0)
    # The beginnings of points, the next one last.
    waiting: list[Point] = [()]
    while waiting and most_steps > 0:
        start = waiting.pop()
        variable = len(start)
        if variable == ring.size:
            yield start
            continue
        if variable not in by_variable:
            values = random.sample(free, len(free))
        else:
            native, degree = by_variable[variable]
            substituted = arithmetic.substitute(native, dict(enumerate(start)))
            whole = arithmetic.degrees(substituted)[variable] == degree
            values = arithmetic.roots(substituted, variable)[0] if whole else []
        most_steps -= len(values)
        waiting += [(*start, value) for value in reversed(values)]


def with_point(witness: Witness, ring: Ring, fits: Callable[[Point], bool]) -> Witness:
    """The witness with the first of `points_of_chain` that fits, where it has a chain with such a point.

    >>> from casbridge.algebra import variables
    >>> from casbridge.crosscheck.verdicts import Fault
    >>> x, y = variables(Ring.of("x y"))
    >>> witness = Witness(Fault.MISSING_ZERO, "it", "why", chain=(x - 2, y**2 - x * 2))
    >>> with_point(witness, x.ring, lambda point: True).point
    (2, -2)
    """
    points = () if witness.chain is None else points_of_chain(witness.chain, ring)
    return next((witness.at(point) for point in points if fits(point)), witness)


def is_lacked(point: Point, system: PolynomialSystem, components: Iterable[Iterable[Polynomial]]) -> bool:
    """Whether a point is a zero of the system, and no zero of any component.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> is_lacked((0, 1), PolynomialSystem.of(x.ring, [x * y]), [[y]])
    True
    """
    return system.first_violated(point) is None and all(any(p.evaluate(point) for p in one) for one in components)
