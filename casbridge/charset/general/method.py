"""The general way: irreducible characteristic series over QQ and GF(p), in any dimension."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, in_order
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.decomposition import Trace
from casbridge.charset.general.portfolio import Portfolio
from casbridge.charset.general.redundancy import without_contained
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

#: Work (see `Elements`) that each way to the series may do in turn, and how it grows from turn to turn.
_FIRST_SLICE, _GROWTH = 50_000, 1.5


class GeneralSeries:
    """The irreducible characteristic series of any system, as an iterable of chains.

    Z(P) = ∪ Zero(C/I) over the chains C with the product I of their initials; every polynomial of P has
    pseudo-remainder 0 by every chain, and every chain is irreducible. No chains: there are no zeros. Chains whose zeros
    are all zeros of another are left out; those of highest dimension come first.

    deadline: after it the chains found so far are given and LimitError is raised.
    most: stop when so many chains are found; there may be more then, and `complete` is False.
    found: is called for each chain as soon as it is final, with the number of the start that found it; the chains of
    one start belong together. Chains that are contained in others are still among them. A start that goes by components
    tells of the chains of one when it is done with it.
    closure: a faster variant that means something else: V(P) = ∪ V(sat C), the closures of those sets. Chains that
    describe only parts of other closures are left out, such as those where an initial vanishes.
    trace: called for each branch of the decomposition (see `casbridge.charset.general.trace`), which then starts
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
        deadline: Deadline = NEVER,
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
        elements = Elements(self.ring, deadline=self.deadline)

        def public(chain: ElementChain) -> Chain:
            return Chain(self.ring, tuple(elements.polynomial(element) for element in chain))

        found = self.found
        portfolio = Portfolio(
            self.system,
            elements,
            most=self.most,
            closure=self.closure,
            trace=self.trace,
            tell=None if found is None else lambda start, chain: found(start, public(chain)),
            by_components=True,
        )
        try:
            work = _FIRST_SLICE
            while not portfolio.advance(work):
                work = int(work * _GROWTH)
        except LimitError:
            # There is no time to leave out chains that are contained in others, or to put them in order.
            yield from map(public, portfolio.chains[: self.most])
            raise
        self.complete = portfolio.complete
        chains = portfolio.chains
        with suppress(LimitError):  # otherwise they are all there is, too
            chains = without_contained(elements, chains, closure=self.closure)
        yield from in_order(map(public, chains[: self.most]))
