"""Different starts for one series. They take turns, until one of them is done.

Each alone would do. Work is measured, not time (see `Elements`), so that the answer depends on the system only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.orders import reordered
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.components import ComponentEquations, components, other_orders
from casbridge.charset.general.decomposition import Decomposition, Trace
from casbridge.charset.general.groebner import Sizes
from casbridge.charset.general.lexicographic import bases
from casbridge.errors import UnsupportedError

#: What is called with the number of a start and a chain that it found.
Tell = Callable[[int, ElementChain], None]

#: How much longer the turns are for components that have been found.
_PROMISE_OF_COMPONENTS = 8

#: What a Gröbner basis of a system that may have finitely many zeros may cost at once.
_SMALL = Sizes(polynomials=30, terms=60, bits=300, zeros=16)
_COMPONENTS = None
#: How much work was to be offered to each start, in all turns so far, before there are others: Gröbner bases of such
#: sizes, or what is found by components.
_LATER = (
    (50_000, Sizes(polynomials=100, terms=200, bits=1_000, zeros=150)),
    (200_000, _COMPONENTS),
    (500_000, Sizes(polynomials=150, terms=300, bits=2_000, zeros=150)),
    (5_000_000, Sizes(polynomials=200, terms=500, bits=4_000, zeros=200)),
)


class Start(ABC):
    """A way to a series that can be followed for a while.

    chains: those found so far. done: there is nothing left to do; complete: these are all. work: what was done.
    promise: how much longer its turns are than others'.
    """

    promise = 1

    def __init__(self) -> None:
        self.chains: Sequence[ElementChain] = []
        self.done = False
        self.complete = False

    @property
    @abstractmethod
    def work(self) -> int: ...

    @abstractmethod
    def advance(self, work: int) -> bool:
        """Goes on with it for about so much work, less where what is next is more; whether it is done."""


class Direct(Start):
    """One decomposition, which is done when it has found `most` chains. tell: is called for each chain."""

    def __init__(
        self,
        decomposition: Decomposition,
        most: int | None = None,
        tell: Callable[[ElementChain], None] | None = None,
    ) -> None:
        super().__init__()
        self.chains: list[ElementChain] = []
        self._elements = decomposition.elements
        self._steps = decomposition.steps()
        self._most = most
        self._tell = tell
        self._work = 0

    @property
    def work(self) -> int:
        return self._work

    def advance(self, work: int) -> bool:
        elements = self._elements
        before = elements.work
        elements.pause_at = before + work
        try:
            for chain in self._steps:
                if chain is not None:
                    self.chains.append(chain)
                    if self._tell is not None:
                        self._tell(chain)
                    if self._most is not None and len(self.chains) >= self._most:
                        self.done = True
                        return True
                if elements.work > elements.pause_at:
                    return False
            self.done = self.complete = True
            return True
        finally:
            self._work += elements.work - before
            elements.pause_at = None


class Portfolio(Start):
    """The equations of a system as they stand, Gröbner bases of them, from the cheap to the dear, and, where wanted,
    its components, found in other orders.

    most, closure: see `GeneralSeries`. longest: as many elements a chain may have where closures are wanted; the number
    of equations if it is not given. tell: is called for each chain, with the number of the start that found it. trace:
    is told about the branches; then the equations as they stand are the only start.
    """

    def __init__(
        self,
        system: PolynomialSystem,
        elements: Elements,
        *,
        most: int | None = None,
        closure: bool = False,
        longest: int | None = None,
        trace: Trace | None = None,
        tell: Tell | None = None,
        by_components: bool = False,
    ) -> None:
        super().__init__()
        self.starts: list[Start] = []
        self._system = system
        self._polynomials = tuple(polynomial for polynomial in system.polynomials() if polynomial)
        self._elements = elements
        self._most = most
        self._closure = closure
        if closure and longest is None:
            longest = len({polynomial.normal() for polynomial in self._polynomials})
        self._longest = longest
        self._trace = trace
        self._tell = tell
        self._by_components = by_components
        self._later = self._later_starts()
        self._number = 0
        self._offered = 0

    @property
    def work(self) -> int:
        return sum(start.work for start in self.starts)

    def advance(self, work: int) -> bool:
        """Every start may do so much."""
        found = next(self._later, None)
        if found is not None:
            self.starts.append(found)
        self._offered += work
        for start in self.starts[::-1]:  # the latest promises most
            try:
                self.done = start.advance(work * start.promise)
            except UnsupportedError:
                # In another order there may be what cannot be computed, and nothing is lost without it.
                if not isinstance(start, ByComponents):
                    raise
                self.starts.remove(start)
            finally:
                if start.done or len(start.chains) > len(self.chains):
                    self.chains, self.complete = start.chains, start.complete
            if self.done:
                break
        return self.done

    def _later_starts(self) -> Iterator[Start | None]:
        """One after the other; None for not yet."""
        polynomials, ring, deadline = self._polynomials, self._system.ring, self._elements.deadline
        if self._trace is not None:
            yield self._direct(polynomials)
            return
        occurring = {v for polynomial in polynomials for v in polynomial.support()}
        if len(polynomials) >= len(occurring) == ring.size:
            yield from map(self._direct, bases(ring, polynomials, _SMALL, deadline, finite_only=True))
        yield self._direct(polynomials)
        for enough, sizes in _LATER:
            while self._offered < enough:
                yield None
            if sizes is not _COMPONENTS:
                yield from map(self._direct, bases(ring, polynomials, sizes, deadline))
            elif self._by_components:
                yield from map(self._of_components, other_orders(self._system))

    def _direct(self, polynomials: Sequence[Polynomial]) -> Start:
        decomposition = Decomposition(
            self._system.ring,
            polynomials,
            elements=self._elements,
            closure=self._closure,
            longest=self._longest,
            trace=self._trace,
        )
        return Direct(decomposition, self._most, self._teller())

    def _of_components(self, order: Sequence[str]) -> Start:
        return ByComponents(self._system, order, self._elements, self._most, self._closure, self._teller())

    def _teller(self) -> Callable[[ElementChain], None] | None:
        """What is called with each chain of the next start."""
        tell, number = self._tell, self._number
        self._number += 1
        return None if tell is None else lambda chain: tell(number, chain)


class ByComponents(Start):
    """The components of a system, found in another order, and then the series of each."""

    def __init__(
        self,
        system: PolynomialSystem,
        order: Sequence[str],
        elements: Elements,
        most: int | None,
        closure: bool,
        tell: Callable[[ElementChain], None] | None,
    ) -> None:
        super().__init__()
        self.chains: list[ElementChain] = []
        self._given: set[ElementChain] = set()
        self._most = most
        self._system = system
        self._elements = elements
        self._closure = closure
        self._tell = tell
        other = reordered(system, order)
        self._other_elements = Elements(other.ring, deadline=elements.deadline)
        self._scout = Portfolio(other, self._other_elements, closure=True)
        self._components: Iterator[ComponentEquations | int] | None = None
        self._current: Portfolio | None = None
        self._work_before = 0

    @property
    def work(self) -> int:
        return self._work_before + (0 if self._current is None else self._current.work)

    def advance(self, work: int) -> bool:
        goal = self.work + work
        if self._components is None:
            done = self._scout.advance(work)
            self._work_before = self._scout.work
            if not done:
                return False
            self.promise = _PROMISE_OF_COMPONENTS
            self._components = components(self._system, self._other_elements, self._scout.chains)
        while self.work <= goal:
            if self._current is None:
                found = next(self._components, None)
                if found is None:
                    self.done = self.complete = True
                    return True
                if isinstance(found, int):
                    self._elements.check()
                    self._work_before += found
                    continue
                self._current = self._series_of(found)
            if not self._current.advance(goal - self.work + 1):
                return False
            self._work_before += self._current.work
            self._take(self._current.chains)
            self._current = None
            if self._most is not None and len(self.chains) >= self._most:
                self.done = True
                return True
        return False

    def _take(self, chains: Sequence[ElementChain]) -> None:
        """Components intersect, so that a chain may be found of several."""
        for chain in chains:
            if chain not in self._given:
                self._given.add(chain)
                self.chains.append(chain)
                if self._tell is not None:
                    self._tell(chain)

    def _series_of(self, component: ComponentEquations) -> Portfolio:
        system = PolynomialSystem.of(self._system.ring, component.polynomials)
        # The closure of one chain of this length is a whole irreducible component.
        most = 1 if self._closure and component.exact else None
        return Portfolio(system, self._elements, most=most, closure=self._closure, longest=component.codimension)
