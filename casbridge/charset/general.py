"""The general way: irreducible characteristic series over QQ and GF(p), in any dimension."""

from __future__ import annotations

from collections.abc import Iterator

from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.chains import Chain
from casbridge.charset.decomposition import Decomposition


class GeneralSeries:
    """The irreducible characteristic series of any system, as an iterable of chains, each final when it is given.

    After `deadline`, a `time.monotonic()` value, iterating raises LimitError.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(GeneralSeries(PolynomialSystem.of(x.ring, [x * y**2 + y + 1])))
    [[x*y**2 + y + 1], [x, y + 1]]
    """

    def __init__(self, system: PolynomialSystem, deadline: float | None = None) -> None:
        self.ring = system.ring
        self.system = system
        self.deadline = deadline

    def __iter__(self) -> Iterator[Chain]:
        decomposition = Decomposition(self.ring, list(self.system.polynomials()), self.deadline)
        for chain in decomposition.run():
            yield Chain(self.ring, tuple(decomposition.E.polynomial(element) for element in chain))
