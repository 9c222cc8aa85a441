"""A portfolio of starts for one series. They take turns until one finishes.

Each start is complete by itself. Turns are measured in work, not in time (see `Elements`), so the answer depends on the
system only.
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

#: A function that is called with the number of a start and a chain that it found.
Tell = Callable[[int, ElementChain], None]

#: How many times longer the turns of `ByComponents` are once it has found components.
_PROMISE_OF_COMPONENTS = 8

#: Sizes of Gröbner bases before the first turn, for systems that may have finitely many zeros.
_SMALL = Sizes(polynomials=30, terms=60, bits=300, zeros=16)
_COMPONENTS = None
#: Work already offered when further starts join: Gröbner bases of these sizes, or components.
_LATER = (
    (50_000, Sizes(polynomials=100, terms=200, bits=1_000, zeros=150)),
    (200_000, _COMPONENTS),
    (500_000, Sizes(polynomials=150, terms=300, bits=2_000, zeros=150)),
    (5_000_000, Sizes(polynomials=200, terms=500, bits=4_000, zeros=200)),
)


class Start(ABC):
    """A way to a series that works in turns.

    chains: found so far.
    done: nothing is left to do.
    complete: `chains` are all chains.
    work: the work done so far.
    promise: a factor for the length of its turns.
    is_optional: an UnsupportedError only removes this start.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> start = Direct(Decomposition(x.ring, [x * (y - 1)]))
    >>> start.advance(10_000), start.complete, start.chains
    (True, True, [(y - 1,), (x,)])
    """

    promise = 1
    is_optional = False

    def __init__(self) -> None:
        self.chains: list[ElementChain] = []
        self.done = False
        self.complete = False
        self.work = 0

    @abstractmethod
    def advance(self, work: int) -> bool:
        """Do about so much work, or less if the next step is larger; return whether the start is done."""


class Direct(Start):
    """A start that is one decomposition.

    most: the start is done when it has found so many chains.
    tell: called for each chain.

    >>> from casbridge.algebra import Ring
    >>> Direct(Decomposition(Ring.of("x"), [])).advance(1_000)
    True
    """

    def __init__(
        self,
        decomposition: Decomposition,
        most: int | None = None,
        tell: Callable[[ElementChain], None] | None = None,
    ) -> None:
        super().__init__()
        self._elements = decomposition.elements
        self._steps = decomposition.steps()
        self._most = most
        self._tell = tell

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
            self.work += elements.work - before
            elements.pause_at = None


class Portfolio(Start):
    """Starts from the equations as they stand, from Gröbner bases of them, cheapest first, and from components.

    most, closure, trace: see `GeneralSeries`.
    longest: see `Decomposition`. The default is the number of different equations.
    tell: called for each chain, with the number of the start that found it.
    by_components: whether components, found in other orders, are starts.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> portfolio = Portfolio(PolynomialSystem.of(x.ring, [x * (y - 1)]), Elements(x.ring))
    >>> portfolio.advance(10_000), portfolio.chains
    (True, [(y - 1,), (x,)])
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

    def advance(self, work: int) -> bool:
        """Let every start do so much work."""
        found = next(self._later, None)
        if found is not None:
            self.starts.append(found)
        self._offered += work
        for start in self.starts[::-1]:  # the latest is the most promising
            try:
                self.done = start.advance(work * start.promise)
            except UnsupportedError:
                # Another order may lead to polynomials that cannot be factored. The other starts are enough.
                if not start.is_optional:
                    raise
                self.starts.remove(start)
            finally:
                self.work = sum(each.work for each in self.starts)
                if start.done or len(start.chains) > len(self.chains):
                    self.chains, self.complete = start.chains, start.complete
            if self.done:
                break
        return self.done

    def _later_starts(self) -> Iterator[Start | None]:
        """The starts, one after the other. None: no further start joins yet."""
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
        """The function to call with each chain of the next start."""
        tell, number = self._tell, self._number
        self._number += 1
        return None if tell is None else lambda chain: tell(number, chain)


class ByComponents(Start):
    """A start that finds the components of a system in another order, and then the series of each.

    order: the variables, lowest first. Other parameters as for `Portfolio`.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> start = ByComponents(PolynomialSystem.of(x.ring, [x * (y - 1)]), ["y", "x"], Elements(x.ring))
    >>> start.advance(10_000), start.chains
    (True, [(x,), (y - 1,)])
    """

    is_optional = True

    def __init__(
        self,
        system: PolynomialSystem,
        order: Sequence[str],
        elements: Elements,
        most: int | None = None,
        closure: bool = False,
        tell: Callable[[ElementChain], None] | None = None,
    ) -> None:
        super().__init__()
        self._system = system
        self._elements = elements
        self._most = most
        self._closure = closure
        self._tell = tell
        self._given: set[ElementChain] = set()
        self._other = reordered(system, order)
        self._goal = 0
        self._steps = self._run()

    def advance(self, work: int) -> bool:
        self._goal = self.work + work
        for step in self._steps:
            if step is None:
                return False
            self.work += step
        self.done = True
        return True

    def _run(self) -> Iterator[int | None]:
        """The work of each step; None at the end of a turn."""
        elements = Elements(self._other.ring, deadline=self._elements.deadline)
        scout = Portfolio(self._other, elements, closure=True)
        yield from self._turns(scout)
        self.promise = _PROMISE_OF_COMPONENTS
        for found in components(self._system, elements, scout.chains):
            if isinstance(found, int):
                self._elements.check()
                yield found
                if self.work > self._goal:
                    yield None
                continue
            series = self._series_of(found)
            yield from self._turns(series)
            self._take(series.chains)
            if self._most is not None and len(self.chains) >= self._most:
                return
        self.complete = True

    def _turns(self, portfolio: Portfolio) -> Iterator[int | None]:
        """The work of a portfolio's turns until it is done; None at the end of a turn."""
        done = False
        while not done:
            before = portfolio.work
            done = portfolio.advance(self._goal - self.work + 1)
            yield portfolio.work - before
            if not done or self.work > self._goal:
                yield None

    def _take(self, chains: Sequence[ElementChain]) -> None:
        """Add chains. Components intersect, so several may give the same chain."""
        for chain in chains:
            if chain not in self._given:
                self._given.add(chain)
                self.chains.append(chain)
                if self._tell is not None:
                    self._tell(chain)

    def _series_of(self, component: ComponentEquations) -> Portfolio:
        system = PolynomialSystem.of(self._system.ring, component.polynomials)
        # The closure of one chain of this length is the whole component.
        most = 1 if self._closure and component.exact else None
        return Portfolio(system, self._elements, most=most, closure=self._closure, longest=component.codimension)
