"""`char_series`: the irreducible characteristic series of a system."""

from __future__ import annotations

from casbridge.algebra.systems import HasSystem, PolynomialSystem, system_of
from casbridge.charset.chains import Chain, PointChain
from casbridge.charset.split import SplitSeries


def char_series(subject: PolynomialSystem | HasSystem) -> list[Chain | PointChain]:
    """All chains of the irreducible characteristic series, in Wu's sense: the zeros of the system are the union of the
    zeros of the chains without those of their initials. `[]` where the system has no zeros.

    Raises UnsupportedError for systems without split domains (see `SplitSeries`, which also streams and counts).
    Source: Xu Xiaoning 2019, definitions 3.15 to 3.17; Wang Dongming, Elimination Methods.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> char_series(PolynomialSystem.of(ring, [x**2 - 1, y - x**2 - x]))
    [[x - 1, y - 2], [x + 1, y]]
    """
    return list(SplitSeries(system_of(subject)))
