"""The general way: irreducible characteristic series over QQ and GF(p), in any dimension."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.chains import Chain, in_order
from casbridge.charset.decomposition import Chain as Elementary
from casbridge.charset.decomposition import Decomposition, Trace
from casbridge.charset.lexicographic import Sizes, bases
from casbridge.errors import LimitError

#: Work (see `Elements`) that the equations as they stand get before other starts are tried, and how slices grow then.
#: Work, not time, so that the answer depends on the system only.
_FIRST_SLICE, _GROWTH = 50_000, 1.5
_BETWEEN = 10  # before each further basis the work is to grow by this factor

#: What a Gröbner basis of a system that may have finitely many zeros may cost at once, and later.
_SMALL = Sizes(polynomials=30, terms=60, bits=300, zeros=16)
_LATER = (
    Sizes(polynomials=100, terms=200, bits=1_000, zeros=150),
    Sizes(polynomials=150, terms=300, bits=2_000, zeros=150),
    Sizes(polynomials=200, terms=500, bits=4_000, zeros=200),
)


class GeneralSeries:
    """The irreducible characteristic series of any system, as an iterable of chains.

    Z(P) = ∪ Zero(C/I) over the chains C with the product I of their initials; every polynomial of P has
    pseudo-remainder 0 by every chain, and every chain is irreducible. No chains: there are no zeros. Chains whose zeros
    are all zeros of another are left out; those of highest dimension come first.

    deadline: a `time.monotonic()` value after which the chains found so far are given and LimitError is raised.
    most: stop when so many chains are found; there may be more then, and `complete` is False.
    found: is called for each chain as soon as it is found, with the number of the start that found it; the chains of
    one start belong together. Chains that are contained in others are still among them.
    closure: a faster variant that means something else: V(P) = ∪ V(sat C), the closures of those sets. Chains that
    describe only parts of other closures are left out, such as those where an initial vanishes.
    trace: is called for each branch of the decomposition (see `casbridge.charset.trace`); then the decomposition starts
    from the equations as they stand, and from nothing else.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(GeneralSeries(PolynomialSystem.of(x.ring, [x * y**2 + y + 1])))
    [[x*y**2 + y + 1], [x, y + 1]]
    >>> list(GeneralSeries(PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - 8])))
    [[x**2 - 2, y + 2*x], [x**2 - 2, y - 2*x]]
    """

    def __init__(
        self,
        system: PolynomialSystem,
        deadline: float | None = None,
        *,
        most: int | None = None,
        closure: bool = False,
        trace: Trace | None = None,
        found: Callable[[int, Chain], None] | None = None,
    ) -> None:
        self.found = found
        self.ring = system.ring
        self.system = system
        self.deadline = deadline
        self.most = most
        self.closure = closure
        self.trace = trace
        self.complete = False

    def __iter__(self) -> Iterator[Chain]:
        try:
            start = self._run()
        except LimitError:
            # There is no time to leave out chains that are contained in others, or to put them in order.
            best = max(self._starts, key=lambda one: len(one.chains), default=None)
            if best is not None:
                yield from (self._public(best, chain) for chain in best.chains[: self.most])
            raise
        try:
            chains = start.decomposition.without_contained(start.chains)
        except LimitError:
            chains = start.chains  # they are all there is, too
        yield from in_order(self._public(start, chain) for chain in chains[: self.most])

    # -- the portfolio ------------------------------------------------------------------------------------------------

    def _run(self) -> _Start:
        """Different starts take turns, in slices that grow, until one is done. Each alone would do."""
        self._starts: list[_Start] = []
        later = self._later_starts(list(self.system.polynomials()))
        work = _FIRST_SLICE
        while True:
            found = next(later, None)
            if found is not None:
                self._starts.append(_Start(self._decomposition(found)))
            for number, start in reversed(list(enumerate(self._starts))):  # the latest promises most
                if start.advance(work, self.most, self._teller(number, start)):
                    self.complete = start.exhausted
                    return start
            work = int(work * _GROWTH)

    def _later_starts(self, polynomials: Sequence[Polynomial]) -> Iterator[Sequence[Polynomial] | None]:
        """The equations as they stand, and Gröbner bases of them, from the cheap to the dear; None for not yet."""
        ring, deadline = self.ring, self.deadline
        if self.trace is not None:
            yield polynomials
            return
        occurring = {v for polynomial in polynomials for v in polynomial.support()}
        if len(polynomials) >= len(occurring) == ring.size:
            yield from bases(ring, polynomials, _SMALL, deadline, finite_only=True)
        yield polynomials
        enough = _FIRST_SLICE
        for sizes in _LATER:
            while sum(start.decomposition.elements.work for start in self._starts) < enough:
                yield None
            yield from bases(ring, polynomials, sizes, deadline)
            enough *= _BETWEEN

    def _decomposition(self, polynomials: Sequence[Polynomial]) -> Decomposition:
        return Decomposition(self.ring, polynomials, deadline=self.deadline, closure=self.closure, trace=self.trace)

    def _teller(self, number: int, start: _Start) -> Callable[[Elementary], None]:
        """What tells of a chain that a start has found."""
        found = self.found
        if found is None:
            return lambda chain: None
        return lambda chain: found(number, self._public(start, chain))

    def _public(self, start: _Start, chain: Elementary) -> Chain:
        elements = start.decomposition.elements
        return Chain(self.ring, tuple(elements.polynomial(element) for element in chain))


class _Start:
    """One decomposition that can be advanced for a while, and the chains that it has found."""

    def __init__(self, decomposition: Decomposition) -> None:
        self.decomposition = decomposition
        self.chains: list[Elementary] = []
        self.exhausted = False
        self._steps = decomposition.steps()

    def advance(self, work: int, most: int | None, tell: Callable[[Elementary], None]) -> bool:
        """Whether it is done, or has found as many as are wanted, after about so much work. tell: see `found`."""
        elements = self.decomposition.elements
        elements.pause_at = elements.work + work
        for chain in self._steps:
            if chain is not None:
                self.chains.append(chain)
                tell(chain)
                if most is not None and len(self.chains) >= most:
                    return True
            if elements.work > elements.pause_at:
                return False
        elements.pause_at = None
        self.exhausted = True
        return True
