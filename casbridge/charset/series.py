"""The choice between the two ways to a series: split domains where they apply, the general way elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, PointChain
from casbridge.charset.finite import SplitSeries
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline


def series(
    system: PolynomialSystem, deadline: Deadline = NEVER, *, closure: bool = False
) -> Iterable[Chain | PointChain]:
    """The irreducible characteristic series: a `SplitSeries` where there are split domains, else a `GeneralSeries`.

    deadline: iterating raises LimitError after it, and so does this function.
    closure: see `GeneralSeries`.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(series(PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - 8])))
    [[x**2 - 2, y + 2*x], [x**2 - 2, y - 2*x]]
    """
    try:
        return SplitSeries(system, deadline)
    except UnsupportedError:
        from casbridge.charset.general.method import GeneralSeries

        return GeneralSeries(system, deadline, closure=closure)
