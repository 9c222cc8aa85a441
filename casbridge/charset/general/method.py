"""The general way: irreducible characteristic series over QQ and GF(p), in any dimension, from several starts.

`STRATEGIES` is the table of starts. Each start is complete by itself. They take turns until one finishes. Turns are
measured in work, not in time (see `Elements`), so the answer depends on the system only. No start depends on another
one, so several processes may share the starts (see `side_by_side`).

One start goes by components. A system that is nearly triangular in one order of the variables may be far from
triangular in the wanted order: its pseudo-remainders there are full of extraneous factors. The components do not depend
on the order. Each is V(sat C) for a chain C of the easy order. A Gröbner basis of sat C is a good start for decomposing
this component in the wanted order. Boulier, Lemaire and Moreno Maza change the order of one prime ideal's chain in the
same way ("Computing differential characteristic sets by change of ordering", 2010).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from itertools import product
from typing import NamedTuple

from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, in_order
from casbridge.charset.definitions.orders import elimination_order, incremental_order, reordered
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.decomposition import Decomposition, Start, StepwiseStart, Trace, without_contained
from casbridge.charset.general.groebner import Sizes, degree_basis, is_available, lexicographic_basis
from casbridge.charset.general.shares import ALONE, Ran, Share
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

#: Work that each start may do in the first turn, in the second at least, and the factor from turn to turn.
_FIRST_SLICE, _SECOND_SLICE, _GROWTH = 35_000, 75_000, 1.5

#: This factor within a start. Its turns are parts of a longer one, so they need not be as fair.
_GROWTH_INSIDE = 4

#: How many times longer the turns of `ByComponents` are once it has found components.
_PROMISE_OF_COMPONENTS = 4

#: The same for guided bases: they seldom finish first, but then nothing else does.
_PROMISE_OF_GUIDED = 0.25

#: Variables for which finding an elimination order is quick.
_MOST_VARIABLES = 80


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
    share: the starts that this process works at.
    is_idle: none of them was left, and the iteration ended without chains.
    strategies: what each strategy did, when the iteration has ended.

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
    share: Share = ALONE
    complete: bool = field(default=False, init=False)
    is_idle: bool = field(default=False, init=False)
    _ran: list[Ran] | None = field(default=None, init=False)

    def __iter__(self) -> Iterator[Chain]:
        elements = Elements(self.system.ring, deadline=self.deadline)
        found = self.found

        def public(chain: ElementChain) -> Chain:
            return Chain(self.system.ring, tuple(map(elements.polynomial, chain)))

        portfolio = Portfolio(
            self.system,
            elements,
            most=self.most,
            closure=self.closure,
            trace=self.trace,
            tell_start=None if found is None else lambda start, chain: found(start, public(chain)),
            is_outermost=True,
            share=self.share,
        )
        try:
            while not portfolio.advance(portfolio.slice):
                self.is_idle = portfolio.is_idle
                if self.is_idle:
                    return
        except LimitError:
            # There is no time to drop contained chains and to put the others in order.
            yield from map(public, portfolio.found[: self.most])
            raise
        finally:
            self._ran = [run.ran for run in portfolio.runs]
        self.complete = portfolio.complete
        chains = portfolio.found
        if not portfolio.is_irredundant:
            with suppress(LimitError):  # the chains are complete with contained ones, too
                chains = without_contained(portfolio.found_in, chains, closure=self.closure)
        chains = chains[: self.most]
        yield from in_order(map(public, chains), [tuple([element.degree for element in chain]) for chain in chains])

    @property
    def strategies(self) -> list[StrategyRow]:
        """What each strategy did; [] before the iteration has ended."""
        return [] if self._ran is None else strategy_rows(self._ran)


@dataclass(eq=False, repr=False)
class Portfolio(Start):
    """Starts from the equations as they stand, from Gröbner bases of them, cheapest first, and from components.

    most, closure, trace: see `GeneralSeries`.
    longest: see `Decomposition`. The default is the number of different equations.
    tell_start: called for each chain, with the number of the start that found it.
    is_outermost: whether starts may have portfolios of their own.
    share: the starts of this process. Each start has its own elements. None: all, with the same elements.
    different: blocks of positions. Zeros at which two variables of a block are equal are not wanted.
    runs: each start that joined, in this order.
    elements: those of the latest start. found_in: those of the start that gave `found`.
    is_idle: no start is left here, and none will join.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> portfolio = Portfolio(PolynomialSystem.of(x.ring, [x * (y - 1)]), Elements(x.ring))
    >>> portfolio.advance(10_000), portfolio.found
    (True, [(y - 1,), (x,)])
    """

    system: PolynomialSystem
    elements: Elements
    _: KW_ONLY
    closure: bool = False
    longest: int | None = None
    trace: Trace | None = None
    tell_start: Callable[[int, ElementChain], None] | None = None
    is_outermost: bool = False
    share: Share | None = None
    different: Sequence[Sequence[int]] = ()

    def __post_init__(self) -> None:
        self.found_in, self.is_idle, self.slice = self.elements, False, _FIRST_SLICE
        self.starts: list[Start] = []
        self.runs: list[StrategyRun] = []
        self.polynomials = tuple(polynomial for polynomial in self.system.polynomials() if polynomial)
        if self.closure and self.longest is None:
            self.longest = len({polynomial.normal() for polynomial in self.polynomials})
        self._later = self._later_starts()
        self._offered = self._turn = 0

    @property
    def direct(self) -> Callable[[Iterable[Polynomial]], Decomposition]:
        """Makes a start by Wu's method from polynomials."""
        return partial(Decomposition, self.elements, closure=self.closure, longest=self.longest, trace=self.trace)

    @property
    def shares(self) -> float:
        return max(sum(start.promise for start in self.starts), 1.0)

    @property
    def is_infinite(self) -> bool:
        """Whether a component is known to have infinitely many zeros."""
        return self.longest is not None and self.longest < self.system.ring.size

    def advance(self, work: int) -> bool:
        """Let every start do so much work."""
        share = self.share or ALONE
        if work >= self.slice:
            self.slice = max(int(self.slice * (_GROWTH if self.is_outermost else _GROWTH_INSIDE)), _SECOND_SLICE)
        joining = next(self._later, None)
        if joining is not None:
            strategy, start = joining
            number = len(self.runs)
            start.most = self.most
            if self.tell_start is not None:
                start.tell = partial(self.tell_start, number)
            self.runs.append(StrategyRun(strategy, self._offered, start, self.elements))
            share.note(number)
            if share.has(number):
                self.starts.append(start)
        self._offered += work
        for start in self.starts[::-1]:  # the latest is the most promising
            run = next((run for run in self.runs if run.start is start), None)
            if run is not None:
                share.begin(self._turn, self.runs.index(run))
            before = start.work
            start.credit += int(work * start.promise)
            try:
                self.done = start.credit > 0 and start.advance(start.credit)
            except UnsupportedError as error:
                # Another order may lead to polynomials that cannot be factored. The other starts are enough.
                if not start.is_optional:
                    raise
                self.starts.remove(start)
                if run is not None:
                    run.reason = str(error)
            finally:
                start.credit -= start.work - before
                self.work = sum(each.start.work for each in self.runs)
                if start.done or len(start.found) > len(self.found):
                    self.found, self.complete = start.found, start.complete
                    self.is_irredundant = start.is_irredundant
                    self.found_in = self.elements if run is None else run.elements
                if run is not None:
                    share.tell(run.ran)
            if self.done:
                return True
        self._turn += 1
        share.end(self._turn, self._is_waiting)
        return False

    @property
    def _is_waiting(self) -> bool:
        """Whether no further start is to join because of one that is at work here."""
        return any(start.fits or start.is_deciding for start in self.starts)

    def _later_starts(self) -> Iterator[tuple[Strategy, Start] | None]:
        """The starts, one after the other. None: no further start joins yet."""
        for strategy in STRATEGIES if self.trace is None else (_EQUATIONS,):
            starts: Iterator[Start] | None = None
            while True:
                while self._offered < strategy.joins or self._is_waiting or self._others_wait():
                    yield None
                if self.share is not None and self.runs:
                    self.elements = Elements(self.system.ring, deadline=self.elements.deadline)
                starts = starts or iter(strategy.starts(self))
                start = next(starts, None)
                if start is None:
                    break
                yield strategy, start
        self.is_idle = not self.starts

    def _others_wait(self) -> bool:
        return self.share is not None and self.share.others_wait(self._turn)


class ByComponents(StepwiseStart):
    """A start that finds the components of a system in another order, and then the series of each.

    wanted: a portfolio of the system; `closure` is as there.
    order: the variables, lowest first.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> start = ByComponents(Portfolio(PolynomialSystem.of(x.ring, [x * (y - 1)]), Elements(x.ring)), ["y", "x"])
    >>> start.advance(10_000), start.found
    (True, [(x,), (y - 1,)])
    """

    def __init__(self, wanted: Portfolio, order: Sequence[str]) -> None:
        super().__init__(wanted.elements, wanted.polynomials)
        self.wanted, self.order = wanted, order

    def run(self) -> Iterator[int | None]:
        from casbridge.charset.general.components import components

        system, elements, closure = self.wanted.system, self.elements, self.wanted.closure
        other = reordered(system, self.order)
        given: set[ElementChain] = set()
        scout = Portfolio(other, Elements(other.ring, deadline=elements.deadline), closure=True)
        yield from self.turns(scout)
        self.promise = _PROMISE_OF_COMPONENTS
        for component in components(system, scout.elements, scout.found, exact=closure):
            if isinstance(component, int):
                elements.check()
                yield component
                continue
            series = Portfolio(
                PolynomialSystem.of(system.ring, component.polynomials),
                elements,
                most=1 if closure and component.exact else None,  # the closure of one chain is the whole component
                closure=closure,
                longest=component.codimension,
            )
            yield from self.turns(series)
            for chain in series.found:
                if chain not in given:  # components intersect, so several may give the same chain
                    given.add(chain)
                    self.take(chain)
            if self.has_enough:
                return
        self.complete = True


@dataclass(frozen=True)
class Strategy:
    """A way to starts.

    joins: the work that was offered to each other start before. gives: what its starts are, in words.
    starts: of a portfolio.

    >>> STRATEGIES[1].name, STRATEGIES[1].joins
    ('equations', 0)
    """

    name: str
    joins: int
    gives: str
    starts: Callable[[Portfolio], Iterable[Start]]


@dataclass
class StrategyRun:
    """A start in a portfolio.

    joined: the work that had been offered to each other start. elements: the start's. reason: why it was given up,
    or "".

    >>> from casbridge.algebra import Ring
    >>> elements = Elements(Ring.of("x"))
    >>> StrategyRun(STRATEGIES[1], 0, Decomposition(elements, []), elements).ran
    Ran(strategy='equations', joined=0, work=0, chains=0, outcome='at work')
    """

    strategy: Strategy
    joined: int
    start: Start
    elements: Elements
    reason: str = ""

    @property
    def ran(self) -> Ran:
        """What the start did so far."""
        outcome = "finished" if self.start.done else f"given up: {self.reason}" if self.reason else "at work"
        return Ran(self.strategy.name, self.joined, self.start.work, len(self.start.found), outcome)


# A strategy's modules are imported when it joins: most small systems need none.


def _small_basis(portfolio: Portfolio) -> Iterator[Start]:
    polynomials, ring = portfolio.polynomials, portfolio.system.ring
    if not ring.size or len(polynomials) < ring.size or portfolio.is_infinite:
        return
    if len({v for polynomial in polynomials for v in polynomial.support()}) == ring.size:
        basis = lexicographic_basis(ring, polynomials, _SMALL, portfolio.elements.deadline)
        if basis is not None:
            yield portfolio.direct(basis)


def _equations(portfolio: Portfolio) -> Iterator[Start]:
    yield portfolio.direct(portfolio.polynomials)


def _by_basis(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.by_basis import ByBasis
    from casbridge.charset.general.by_curve import ByCurve

    ring, polynomials = portfolio.system.ring, portfolio.polynomials
    # Fewer equations than variables have infinitely many zeros, or none.
    if (
        len(polynomials) >= ring.size
        and not portfolio.is_infinite
        and ByBasis.is_available(ring)
        and not ByCurve.is_available(ring, polynomials)
    ):
        yield ByBasis(portfolio.elements, polynomials)


def _by_symmetry(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.by_symmetry import BySymmetry, interchangeable

    ring, polynomials = portfolio.system.ring, portfolio.polynomials
    if portfolio.is_outermost and (blocks := interchangeable(ring, polynomials)):
        series = partial(Portfolio, closure=portfolio.closure)
        yield BySymmetry(portfolio.elements, polynomials, blocks, series, closure=portfolio.closure)


def _by_orbits(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.by_orbits import ByOrbits
    from casbridge.charset.general.by_symmetry import interchangeable

    ring, polynomials = portfolio.system.ring, portfolio.polynomials
    for given, found in product(portfolio.different, interchangeable(ring, polynomials)):
        block = sorted({*given} & {*found})
        if ByOrbits.is_available(ring, block):
            series = partial(Portfolio, closure=portfolio.closure)
            yield ByOrbits(portfolio.elements, polynomials, block, series)


def _by_factor(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.by_factor import ByFactor, common_factors

    elements, polynomials = portfolio.elements, portfolio.polynomials
    factors = common_factors(elements, polynomials) if len(polynomials) > 1 else []
    if factors:
        series = partial(Portfolio, closure=portfolio.closure, is_outermost=portfolio.is_outermost)
        yield ByFactor(elements, polynomials, factors, series)


def _scaled(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.by_scaling import ByScaling, scaling

    polynomials, longest, closure = portfolio.polynomials, portfolio.longest, portfolio.closure
    weights = scaling(portfolio.system.ring, polynomials)
    if weights is not None:
        series = partial(Portfolio, closure=closure, is_outermost=portfolio.is_outermost)
        yield ByScaling(portfolio.elements, polynomials, weights, series, longest=longest, closure=closure)


def _by_cone(portfolio: Portfolio) -> Iterator[Start]:
    if _is_cone(portfolio):
        yield from _scaled(portfolio)


def _by_scaling(portfolio: Portfolio) -> Iterator[Start]:
    if not _is_cone(portfolio):
        yield from _scaled(portfolio)


def _is_cone(portfolio: Portfolio) -> bool:
    """Whether each component has at most dimension 1, as far as is known."""
    return portfolio.longest == portfolio.system.ring.size - 1 and not portfolio.is_outermost


def _by_curve(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.by_curve import ByCurve

    if ByCurve.is_available(portfolio.system.ring, portfolio.polynomials):
        yield ByCurve(portfolio.elements, portfolio.polynomials, closure=portfolio.closure)


def _by_parameters(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.by_parameters import ByParameters, Graph

    ring, polynomials, closure = portfolio.system.ring, portfolio.polynomials, portfolio.closure
    graph = Graph.of(ring, polynomials) if chosen_arithmetic() == "flint" else None
    if graph is not None:
        yield ByParameters(portfolio.elements, polynomials, graph, Portfolio, closure=closure)


def _bases(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.on_basis import OnBasis

    polynomials, ring = portfolio.polynomials, portfolio.system.ring
    if is_available(ring):
        if not portfolio.is_infinite:
            basis = lexicographic_basis(ring, polynomials, _MIDDLE, portfolio.elements.deadline)
            if basis is not None:
                yield portfolio.direct(basis)
                return
        for order in ("degrevlex", "lex"):
            steps = degree_basis(ring, polynomials, _MIDDLE, order)
            yield OnBasis(portfolio.elements, steps, portfolio.direct)


def _guided_basis(portfolio: Portfolio) -> Iterator[Start]:
    from casbridge.charset.general.on_basis import OnBasis, guided_basis, is_guided

    elements, polynomials, ring = portfolio.elements, portfolio.polynomials, portfolio.system.ring
    if is_guided(ring):
        start = OnBasis(elements, guided_basis(ring, polynomials, elements.deadline), portfolio.direct)
        start.promise = _PROMISE_OF_GUIDED
        yield start


def _components(portfolio: Portfolio) -> Iterator[Start]:
    if portfolio.is_outermost:
        yield from (ByComponents(portfolio, order) for order in other_orders(portfolio.system))


#: Sizes of the small bases, for systems that may have finitely many zeros.
_SMALL = Sizes(polynomials=40, terms=60, bits=300, zeros=16)
#: Sizes of the other bases.
_MIDDLE = Sizes(polynomials=100, terms=200, bits=1_000, zeros=150)
_EQUATIONS = Strategy("equations", 0, "Wu's method on the equations as they stand", _equations)
#: All strategies, in the order in which they join.
STRATEGIES = (
    Strategy("small basis", 0, "Wu's method on a small lexicographic basis, for finitely many zeros", _small_basis),
    _EQUATIONS,
    Strategy("factor", 35_000, "a common factor of all equations, and the quotients", _by_factor),
    Strategy("curve", 35_000, "a plane curve and fractions, for curves in projective space over GF(p)", _by_curve),
    Strategy(
        "parameters", 35_000, "a plane curve and fractions, for curves and cones given by parameters", _by_parameters
    ),
    Strategy("symmetry", 35_000, "smaller systems, for variables any two of which can be exchanged", _by_symmetry),
    Strategy("orbits", 35_000, "symmetric functions of interchangeable variables with different values", _by_orbits),
    Strategy("modular basis", 35_000, "all zeros by one polynomial, for finitely many zeros", _by_basis),
    Strategy("cone", 35_000, "scaling, for a component that is a cone over points", _by_cone),
    Strategy("bases", 50_000, "Wu's method on Groebner bases in two orders, of up to 100 polynomials", _bases),
    Strategy("components", 200_000, "components found in another order, and Wu's method on each", _components),
    Strategy("scaling", 250_000, "the lowest variable 1 or 0, where weights make equations homogeneous", _by_scaling),
    Strategy("guided basis", 500_000, "Wu's method on a Groebner basis found with the help of a prime", _guided_basis),
)


class StrategyRow(NamedTuple):
    """A strategy in a run: what `casbridge charseries --explain-strategy` shows.

    joined: the work that was offered to each other start before; None where it did not join.
    work: of its start, in about microseconds. chains: how many it found.

    >>> strategy_rows([])[1].outcome
    'did not join'
    """

    strategy: str
    gives: str
    joins: int
    joined: int | None
    work: int
    chains: int
    outcome: str


def strategy_rows(starts: Sequence[Ran]) -> list[StrategyRow]:
    """The strategies in the order in which they join, each with its starts in a run.

    >>> [row.strategy for row in strategy_rows([])][:3]
    ['small basis', 'equations', 'factor']
    """
    rows = []
    for known in STRATEGIES:
        own = [StrategyRow(known.name, known.gives, known.joins, *ran[1:]) for ran in starts if ran[0] == known.name]
        rows += own or [StrategyRow(known.name, known.gives, known.joins, None, 0, 0, "did not join")]
    return rows


def other_orders(system: PolynomialSystem) -> list[tuple[str, ...]]:
    """Orders of the variables in which a decomposition may be easier than in the given one.

    >>> from casbridge.algebra import Ring, variables
    >>> a, b, c, d = variables(Ring.of("a b c d"))
    >>> other_orders(PolynomialSystem.of(a.ring, [d * a - 1, d * b - 1, d * c - 1]))
    [('a', 'd', 'b', 'c'), ('d', 'c', 'b', 'a')]
    >>> other_orders(PolynomialSystem.of(a.ring, [a * b * c * d - 1, b + d]))
    [('b', 'd', 'a', 'c'), ('d', 'c', 'b', 'a')]
    """
    given = system.ring.variables
    found = [elimination_order(system)] if len(given) <= _MOST_VARIABLES else []
    if found == [given] and any(len(f.support()) == len(system.ring.unknowns) for f in system.polynomials()):
        found = [incremental_order(system)]  # all variables are neighbours, so that all orders are equal there
    reverse = (*system.ring.parameters, *system.ring.unknowns[::-1])
    return [order for order in dict.fromkeys([*found, reverse]) if order != given]
