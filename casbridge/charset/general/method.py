"""The general way: irreducible characteristic series over QQ and GF(p), in any dimension."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field

from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, in_order
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.decomposition import Trace
from casbridge.charset.general.portfolio import Portfolio
from casbridge.charset.general.redundancy import without_contained
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

#: Work (see `Elements`) that each start may do in the first turn, and the factor from turn to turn.
_FIRST_SLICE, _GROWTH = 50_000, 1.5


@dataclass(eq=False, repr=False)
class GeneralSeries:
    """The irreducible characteristic series of any system, as an iterable of chains.

    Z(P) = ∪ Zero(C/I) over the chains C with the product I of their initials. Every polynomial of P has
    pseudo-remainder 0 by every chain, and every chain is irreducible. Without chains there are no zeros. Chains
    provably contained in another are dropped. Chains of highest dimension come first.

    deadline: after it the chains found so far are given and LimitError is raised.
    most: stop after so many chains. If there may be more, `complete` is False.
    closure: require only V(P) = ∪ V(sat C), which is faster. Chains that describe parts of other closures are dropped.
    trace: called for each branch of the decomposition, see `casbridge.charset.general.trace`. Then the equations as
    they stand are the only start.
    found: called for each final chain at once, with the number of the start that found it. The chains of one start
    belong together. Contained chains are not dropped yet. A start by components gives the chains of a component when
    this component is done.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(GeneralSeries(PolynomialSystem.of(x.ring, [x * y**2 + y + 1])))
    [[x*y**2 + y + 1], [x, y + 1]]
    >>> list(GeneralSeries(PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - 8])))
    [[x**2 - 2, y + 2*x], [x**2 - 2, y - 2*x]]
    """

    system: PolynomialSystem
    deadline: Deadline = NEVER
    _: KW_ONLY
    most: int | None = None
    closure: bool = False
    trace: Trace | None = None
    found: Callable[[int, Chain], None] | None = None
    complete: bool = field(default=False, init=False)

    def __iter__(self) -> Iterator[Chain]:
        elements = Elements(self.system.ring, deadline=self.deadline)

        def public(chain: ElementChain) -> Chain:
            return Chain(self.system.ring, tuple(elements.polynomial(element) for element in chain))

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
            # There is no time to drop contained chains and to put the others in order.
            yield from map(public, portfolio.chains[: self.most])
            raise
        self.complete = portfolio.complete
        chains = portfolio.chains
        with suppress(LimitError):  # the chains are complete with contained ones, too
            chains = without_contained(elements, chains, closure=self.closure)
        yield from in_order(map(public, chains[: self.most]))
