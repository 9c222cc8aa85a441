"""The zero decomposition: Wu's method, bottom up; a second opinion beside `finite` and `definitions.wu`.

A *branch* has equations, polynomials that do not vanish, and an irreducible chain for the variables below some level.
Its zeros are the points at which the equations and the chain vanish, but neither the chain's initials nor the
polynomials that do not vanish. At each level:

1. The equations with this main variable are reduced modulo the chain. An equation that falls below the level is a new
   equation for lower variables, and the branch goes on at that level. A nonzero equation without a factor that may
   vanish ends the branch.
2. The greatest common divisor of the equations, over the field that the chain defines, is computed by pseudo-division.
   The division needs initials and contents that do not vanish. For each such polynomial, a new branch with the same
   equations takes it as 0. In the old branch it is not 0 from now on. So branches are disjoint, and no zero is lost.
3. The greatest common divisor is factored over the tower of the chain. Each factor lengthens the chain.

A chain that has passed all levels is irreducible, and every equation has pseudo-remainder 0 by it. A polynomial in
variables that are algebraic over the field is a unit unless it is 0 modulo the chain, and needs no branch. Nor does a
polynomial in parameters alone, which is a unit of the field. An equation in parameters alone ends a branch.

Sources: definitions 3.15 to 3.17 and theorem 3.17 of Xu 2019; Wang Dongming, *Elimination Methods*, 2001; Chen and
Moreno Maza, "Algorithms for computing triangular decomposition of polynomial systems", 2012.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain as chained, count
from math import inf, prod
from operator import ge, le
from typing import Any, NamedTuple

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.elements import HIGHEST_DEGREE, Element, ElementChain, Elements, Paused
from casbridge.errors import UnsupportedError

_WORK_A_BRANCH = 20
_MOST_COMPARISONS = 200_000

#: Product of terms and degree from which on it is asked first whether polynomials over a tower are coprime.
_LONG_DIVISION = 60

#: Product of terms and degrees of two equations from which on it is tried to prove by a prime that there are no zeros.
_LONG_ELIMINATION = 100

#: Terms of all equations together beyond which they are not sparse.
_MOST_SPARSE_TERMS = 100

#: How many times longer the turns are while such a proof is tried.
_PROMISE_OF_PROOF = 8

#: Degree of a field from which on factors over it are found late.
_HIGH_FIELD = 8

#: Bits of coefficients that are long.
_LONG_COEFFICIENTS = 3_000


class Cause(StrEnum):
    """Why there is a branch."""

    START = "start"
    FACTOR = "factor"  # a polynomial is a product over the field: this factor is 0
    TOWER = "tower"  # a polynomial is a product over the tower of the chain below: this factor is 0
    INITIAL = "initial"  # an initial is 0, or a factor of it
    REMAINDER = "remainder"  # a new equation for lower variables, or a factor of it


class End(StrEnum):
    """How a branch ended."""

    CHAIN = "chain"
    SPLIT = "split"  # into other branches, wholly
    INCONSISTENT = "inconsistent"
    EXCLUDED = "excluded"  # a polynomial that must not vanish does so at all zeros
    KNOWN = "known"  # the same branch was seen before
    REPEATED = "repeated"  # a chain that was given before
    TOO_LONG = "too long"  # more elements than there are equations; only where closures are wanted


class Branch(NamedTuple):
    """Equations, polynomials that do not vanish, and an irreducible chain below a level.

    number: branches are numbered in the order in which they were made.
    parent: the number of the branch that this one was split off, −1 for the start.
    by: the polynomial that is 0 here for this cause.
    of: the polynomial of which `by` is a factor, or whose initial it divides.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> ended = []
    >>> tracing = Decomposition(Elements(x.ring), [x * y], trace=lambda branch, end, _: ended.append((branch, end)))
    >>> list(tracing.chains()), [(branch.number, str(branch.cause), branch.by, str(end)) for branch, end in ended]
    ([(y,), (x,)], [(0, 'start', None, 'chain'), (1, 'factor', x, 'chain')])
    """

    number: int
    parent: int
    cause: Cause
    by: Element | None
    of: Element | None
    chain: ElementChain
    equations: tuple[Element, ...]
    nonzero: frozenset[Element]
    level: int


#: A function that is called for each branch that has ended, with its end, and its chain or None.
Trace = Callable[[Branch, End, ElementChain | None], None]


@dataclass(eq=False, repr=False)
class Start(ABC):
    """A way to a series that works in turns.

    found: the chains so far.
    done: nothing is left to do.
    complete: `found` are all chains.
    work: the work done so far; see `Elements`.
    promise: a factor for the length of its turns.
    slice: work beyond which its next turn should not go.
    credit: work that it was offered and has not done; below 0 where it did more.
    fits: the system is of this start's kind, so no other strategy needs to join.
    is_deciding: it is not known yet whether the system fits, and soon will be. Other strategies wait.
    is_optional: an UnsupportedError only removes this start.
    is_irredundant: no chain is contained in another one.
    most: it is done when it has found so many chains.
    tell: called for each chain at once.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> start = Decomposition(Elements(x.ring), [x * (y - 1)])
    >>> start.advance(10_000), start.complete, start.found
    (True, True, [(y - 1,), (x,)])
    """

    promise = 1.0
    slice = sys.maxsize
    fits = False
    is_deciding = False
    is_optional = False
    is_irredundant = False
    found: list[ElementChain] = field(default_factory=list, init=False)
    done: bool = field(default=False, init=False)
    complete: bool = field(default=False, init=False)
    work: int = field(default=0, init=False)
    credit: int = field(default=0, init=False)
    most: int | None = field(default=None, kw_only=True)
    tell: Callable[[ElementChain], None] | None = field(default=None, init=False)

    @property
    def shares(self) -> float:
        """How many times the work that it is offered it does: a portfolio offers it to each of its starts."""
        return 1.0

    @abstractmethod
    def advance(self, work: int) -> bool:
        """Do about so much work, or less if the next step is larger; return whether the start is done."""

    def take(self, chain: ElementChain) -> None:
        """Add a chain."""
        self.found.append(chain)
        if self.tell is not None:
            self.tell(chain)

    @property
    def has_enough(self) -> bool:
        """Whether no more chains are wanted."""
        return self.most is not None and len(self.found) >= self.most


class StepwiseStart(Start):
    """A start that is a generator: `run` yields the work of each step, in about microseconds.

    It may raise UnsupportedError, which only removes it.

    >>> class Origin(StepwiseStart):
    ...     def run(self):
    ...         self.take_terms([{(0, 1): 1}, {(1, 0): 1}])
    ...         yield 1
    ...         self.complete = True
    >>> from casbridge.algebra import Ring
    >>> start = Origin(Elements(Ring.of("x y")), [])
    >>> start.advance(10), start.found
    (True, [(x, y)])
    """

    is_optional = True

    def __init__(self, elements: Elements, polynomials: Sequence[Polynomial]) -> None:
        super().__init__()
        self.elements, self.polynomials = elements, polynomials
        self._goal = 0
        self._steps = self.run()

    @abstractmethod
    def run(self) -> Iterator[int | None]:
        """Find the chains; the work of each step, or None where the turn ends early."""

    def advance(self, work: int) -> bool:
        self._goal = self.work + work
        for step in self._steps:
            self.elements.check()
            self.work += step or 0
            if step is None or self.work > self._goal or self.has_enough:
                self.done = self.has_enough
                return self.done
        self.done = True
        return True

    def turns(self, start: Start) -> Iterator[int | None]:
        """The work of another start's turns until it is done. This turn ends when no work is left to offer."""
        done = False
        while not done:
            before, rest = start.work, int(max(self._goal - self.work, 0) / start.shares) + 1
            offered = min(rest, start.slice)
            done = start.advance(offered)
            yield start.work - before
            if not done and offered == rest:
                yield None

    def chains_of(self, start: Start) -> Iterator[int | None]:
        """The work of another start's turns; then its chains are taken, one a step."""
        yield from self.turns(start)
        for chain in start.found:
            self.take(chain)
            yield 0

    def take_terms(self, chain: Iterable[Mapping[Exponents, int]]) -> None:
        """Add a chain, lowest variable first. Its exponents are given greatest variable first."""
        of = self.elements.arithmetic.from_terms
        self.take(tuple(self.elements.of(of({e[::-1]: c for e, c in terms.items()})) for terms in chain))


class Decomposition(Start):
    """The decomposition of the zeros of polynomials into irreducible chains, all at once or in turns.

    closure: require only V(P) = ∪ V(sat C). Redundant and over-long chains are dropped.
    longest: with closure, the number of elements that a chain may have. The default is the number of polynomials,
    since no component has a higher codimension.
    trace: called for each branch that has ended.
    open_branches: branches that have not ended.
    tests: proofs by a prime that equations have no zeros, tried so far.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(Decomposition(Elements(x.ring), [x * (y - 1)]).chains())
    [(y - 1,), (x,)]
    """

    def __init__(
        self,
        elements: Elements,
        polynomials: Iterable[Polynomial],
        *,
        closure: bool = False,
        longest: int | None = None,
        trace: Trace | None = None,
    ) -> None:
        super().__init__()
        self.elements = elements
        self.trace = trace
        equations: dict[Element, None] = {}
        for polynomial in polynomials:
            degree = polynomial.total_degree
            if degree > HIGHEST_DEGREE:  # the arithmetic may not return
                what = f"an equation of degree {degree}"
                raise UnsupportedError(f"{what}; the general way takes at most {HIGHEST_DEGREE}")
            equations[elements.of_polynomial(polynomial)] = None
        equations.pop(elements.zero, None)
        self.longest = elements.ring.size
        if closure:
            self.longest = len(equations) if longest is None else longest
        self.open_branches = [Branch(0, -1, Cause.START, None, None, (), tuple(equations), frozenset(), 0)]
        self.numbers = count(1)
        self.tests: dict[frozenset[Element], Any] = {}
        self._steps = self._run()

    def have_no_zeros(self, equations: Iterable[Element], variables: Sequence[int]) -> bool:
        """Whether it is proved by a prime that equations in some variables have no zeros where none of these is 0.

        It may raise Paused, and then goes on with the next call.
        """
        key = frozenset(equations)
        test = self.tests.get(key)
        if test is None:
            from casbridge.charset.general.groebner import integer_terms
            from casbridge.charset.groebner.torus import TorusTest

            self.elements.check()
            polynomials = map(self.elements.polynomial, self.elements.sorted(key))
            generators = [
                {tuple(e[-1 - v] for v in variables): c for e, c in integer_terms(polynomial).items()}
                for polynomial in polynomials
            ]
            test = self.tests[key] = TorusTest(
                generators,
                len(variables),
                characteristic=self.elements.ring.field.characteristic,
                deadline=self.elements.deadline,
            )
        if test.is_promising:
            self.promise = _PROMISE_OF_PROOF
            for work in test.remaining:
                self.elements.work += work
                self.elements.check()
            self.promise = 1
        return bool(test.is_empty)

    def chains(self) -> Iterator[ElementChain]:
        """The chains. Each is final when it is given. Raises LimitError after the deadline."""
        return (chain for chain in self._steps if chain is not None)

    def advance(self, work: int) -> bool:
        elements = self.elements
        before = elements.work
        elements.pause_at = before + work
        try:
            for chain in self._steps:
                if chain is not None:
                    self.take(chain)
                    self.done = self.has_enough
                if self.done or elements.work > elements.pause_at:
                    return self.done
            self.done = self.complete = True
            return True
        finally:
            self.work += elements.work - before
            elements.pause_at = None

    def _run(self) -> Iterator[ElementChain | None]:
        """The chain of each branch that has ended, or None; also None when `elements.pause_at` is reached."""
        seen: dict[tuple[ElementChain, frozenset[Element]], list[frozenset[Element]]] = {}
        given: set[ElementChain] = set()
        while self.open_branches:
            branch = self.open_branches[-1]
            # The same equations, with no more polynomials that must not vanish, may have been in a branch before.
            before = seen.setdefault((branch.chain, frozenset(branch.equations)), [])
            work, end, chain = None, End.KNOWN, None
            try:
                self.elements.check()
                if not any(nonzero <= branch.nonzero for nonzero in before):
                    work = _Work(self, branch)
                    end = work.run()
            except Paused:
                # Only memories have changed, so the branch begins again.
                yield None
                continue
            self.open_branches.pop()
            self.elements.work += _WORK_A_BRANCH
            if work is not None:
                before.append(branch.nonzero)
                self.open_branches.extend(reversed(work.children))
                if end is End.CHAIN and (found := tuple(work.chain)) in given:
                    end = End.REPEATED
                elif end is End.CHAIN:
                    chain = found
                    given.add(chain)
            if self.trace is not None:
                self.trace(branch, end, chain)
            yield chain


class _Ended(Exception):
    """The branch has ended."""

    def __init__(self, end: End) -> None:
        self.end = end


class _Work:
    """The work on one branch: `run` lengthens `chain` and fills `children`."""

    def __init__(self, decomposition: Decomposition, branch: Branch) -> None:
        self.decomposition = decomposition
        self.elements = decomposition.elements
        self.origin = branch
        self.chain = list(branch.chain)
        self.lowest = self.elements.ring.lowest
        self.is_limited = decomposition.longest < self.elements.ring.size
        self.algebraic = _algebraic_variables(branch.chain, self.lowest)
        self.nonzero = branch.nonzero
        self.level = branch.level
        self.children: list[Branch] = []
        self.waiting = _by_variable(branch.equations)
        self.nonzero_at = _by_variable(branch.nonzero)

    @cached_property
    def initials(self) -> dict[Element, None]:
        """The factors of initials that do not vanish here."""
        return self.elements.initial_factors(self.origin.chain)

    def run(self) -> End:
        """The end of the branch."""
        if min(self.waiting, default=self.lowest) < self.lowest:
            return End.INCONSISTENT
        try:
            for level in range(max(self.origin.level, self.lowest), self.elements.ring.size):
                self.level = level
                if level in self.waiting:
                    divisor = self._common_divisor(self.waiting.pop(level))
                    if divisor is not None:
                        self._extend(divisor)
                if level in self.nonzero_at:
                    # The same order in every run, and so the same work.
                    for element in self.elements.sorted(self.nonzero_at[level]):
                        if self._reduced(element) is self.elements.zero:
                            return End.EXCLUDED
                if self.is_limited and self._is_too_long():
                    return End.TOO_LONG
        except _Ended as ended:
            return ended.end
        return End.CHAIN

    def _is_too_long(self) -> bool:
        """Whether the zeros of the branch have a higher codimension than every component.

        An equation that is not 0 over the chain adds 1 to it. Linear equations of the next levels are taken to be
        elements of the chain, where their initials vanish nowhere, and are not reduced.
        """
        elements, longest = self.elements, self.decomposition.longest
        if len(self.chain) > longest:
            return True
        chain, levels = [*self.chain], sorted(self.waiting.items())
        while levels and len(chain) < longest:
            _, here = levels.pop(0)
            if len(here) > 1 or here[0].degree > 1 or not self._is_settled(elements.initial(here[0]), chain=chain):
                return False
            chain += here
        if not levels:
            return False
        from casbridge.charset.towers import is_nonzero

        return is_nonzero(elements, chain, min((e for _, here in levels for e in here), key=lambda e: e.size))

    def _reduced(self, element: Element) -> Element:
        return self.elements.remainder_by(element, self.chain)

    def _common_divisor(self, equations: list[Element]) -> Element | None:
        """A polynomial with this main variable that vanishes, in this branch, exactly at the equations' common zeros.

        It is reduced modulo the chain, and its initial does not vanish. None if all equations are 0 modulo the chain.
        """
        elements = self.elements
        todo = elements.sorted(self._factored(equations) if len(equations) > 1 else equations)
        if len(todo) > 1:
            self._end_without_zeros(todo)
            self._end_if_coprime(todo)
        elif todo and todo[0].degree == 1:
            self._look_ahead(todo[0])
        divisor: Element | None = None
        while todo:
            elements.check()
            element = todo.pop(0)
            if divisor is not None:
                self._eliminate(element, divisor, todo)
                element = elements.remainder(element, divisor)
            element = elements.remainder_by(element, self.chain)
            if element is elements.zero:
                continue
            others = todo if divisor is None else [*todo, divisor]
            element = self._factor(element, others)
            self._exclude_initial(element, others)
            if divisor is not None:
                todo.insert(0, divisor)
            divisor = self._shortened(element) if todo and elements.bits(element) > _LONG_COEFFICIENTS else element
        return divisor

    def _factored(self, equations: list[Element]) -> list[Element]:
        """Equations for the same zeros, each with one factor. Where one has several factors, the branch is split.

        It is done before Euclid's algorithm, which would mix the factors. Only cheap factors are found.
        """
        found: list[Element] = []
        todo = self.elements.sorted(equations)
        while todo:
            element = todo.pop(0)
            parts = self._possible(element)
            if parts == [element]:
                found.append(element)
            elif all(self._reduced(part) is not self.elements.zero for part in parts):
                found.append(self._factor(element, [*found, *todo]))
        return list(dict.fromkeys(found))

    def _end_without_zeros(self, here: list[Element]) -> None:
        """End the branch if a prime proves that sparse equations, more than there are variables, have no zeros.

        here: the equations at this level. All variables that occur must be known not to vanish.
        """
        elements = self.elements
        first, second = here[:2]
        if (
            first.degree * second.degree * first.size * second.size < _LONG_ELIMINATION
            or elements.arithmetic.name != "flint"
            or self.lowest
            or not elements.ring.field.characteristic < 1 << 31
        ):
            return
        equations = [*here, *self.chain, *chained.from_iterable(self.waiting.values())]
        occurring = 0
        for equation in equations:
            occurring |= equation.occurring
        variables = [v for v in range(elements.ring.size) if occurring >> v & 1]
        if (
            2 < len(variables) < len(equations)
            and sum(equation.size for equation in equations) <= _MOST_SPARSE_TERMS
            and all(elements.variable(v) in self.nonzero for v in variables)
            and self.decomposition.have_no_zeros(equations, variables)
        ):
            raise _Ended(End.SPLIT if self.children else End.INCONSISTENT)

    def _look_ahead(self, element: Element) -> None:
        """End the branch if the next level with several equations ends it, and all before have one linear equation.

        The remainder of a linear equation may be very long.
        """
        linear = [element]
        for level in sorted(self.waiting):
            here = self.waiting[level]
            if len(here) > 1:
                self._end_if_coprime(here, linear)
            if len(here) > 1 or here[0].degree > 1:
                return
            linear += here

    def _end_if_coprime(self, here: list[Element], linear: Iterable[Element] = ()) -> None:
        """End the branch if equations of one level have no common factor over one field of algebraic numbers.

        They need not be reduced modulo the chain: their remainders may be far longer.
        linear: the only equations at the levels between the chain and these ones.
        """
        if max(element.size * element.degree for element in here) <= _LONG_DIVISION:
            return
        chain = [*self.chain, *linear]
        if any(element.occurring >> step.variable & 1 for step in chain for element in here) and self._is_settled(
            *here, chain=chain
        ):
            from casbridge.charset.towers import are_coprime

            if are_coprime(self.elements, chain, here):
                raise _Ended(End.SPLIT if self.children else End.INCONSISTENT)

    def _eliminate(self, first: Element, second: Element, others: list[Element]) -> None:
        """End the branch by the resultant of two equations, where it is easy: a new equation for lower variables.

        Euclid's algorithm would come to a multiple of it, with a branch for each initial.
        """
        if min(first.degree, second.degree) < 2 or first is second:
            return
        occurring = first.occurring | second.occurring
        if any(occurring >> known.variable & 1 for known in self.chain):
            self._end_if_coprime([first, second])
            return
        resultant = self.elements.eliminated(first, second)
        if resultant is not None:
            self._factor(resultant, [*others, first, second])

    def _factor(self, element: Element, others: list[Element]) -> Element:
        """The factor with which the branch goes on. Several factors, or none, end the branch.

        element: not 0 modulo the chain. others: the other equations at this level.
        """
        parts = self._possible(element)
        if not parts:
            raise _Ended(End.INCONSISTENT)
        if len(parts) == 1 and parts[0].variable == self.level:
            return parts[0]
        cause = Cause.FACTOR if len(parts) > 1 or parts[0] is not element else Cause.REMAINDER
        here = self._at_level(parts, cause, element, others)
        if len(here) > 1:
            self._split(here, Cause.FACTOR, element, others)
        return here[0]

    def _at_level(self, parts: Sequence[Element], cause: Cause, of: Element, others: list[Element]) -> list[Element]:
        """The parts at this level. For each lower part that may vanish, a branch is split off."""
        for part in parts:
            if part.variable < self.level:
                self._branch_below(part, cause, of, others)
        here = [part for part in parts if part.variable == self.level]
        if not here:
            raise _Ended(End.SPLIT if self.children else End.INCONSISTENT)
        return here

    def _possible(self, element: Element) -> list[Element]:
        """The parts of an element that may vanish."""
        found: list[Element] = []
        if element.variable < self.lowest:
            return found
        nonzero = self.nonzero
        for part in self.elements.parts(element):
            if part in nonzero:
                continue
            if not self.elements.is_irreducible(part):
                part = self._without_initials(part)
                if part in nonzero:
                    continue
            if part.variable >= self.lowest:
                found.append(part)
        return found

    def _without_initials(self, part: Element) -> Element:
        """The part without extraneous factors, the factors of initials by which it was multiplied."""
        for element in self.initials:
            while element.variable >= 0 and all(map(ge, part.degrees, element.degrees)):
                quotient = self.elements.quotient(part, element)
                if quotient is None:
                    break
                part = quotient
        return part

    def _exclude_initial(self, element: Element, others: list[Element]) -> None:
        """Split off branches in which the element's initial vanishes. others: the other equations at this level."""
        initial = self.elements.initial(element)
        if initial is self.elements.one:
            return
        possible = self._possible(initial)
        # Only now: `_possible` would divide the initial by itself.
        self.initials.update(dict.fromkeys(self.elements.parts(initial)))
        for factor in possible:
            self._branch_below(factor, Cause.INITIAL, element, [element, *others])

    def _shortened(self, element: Element) -> Element:
        """The element times a unit of the tower, with an initial without algebraic variables, if that is shown.

        Without it, coefficients double in each step of Euclid's algorithm. The initial does not vanish.
        """
        from casbridge.charset.towers import with_free_initial

        found = with_free_initial(self.elements, self.chain, element)
        if found is None or not all(map(self._vanishes_nowhere, self.elements.factors(found[1]))):
            return element
        return found[0]

    def _branch_below(self, factor: Element, cause: Cause, of: Element, here: list[Element]) -> None:
        """Split off a branch in which a lower polynomial is 0, unless it vanishes nowhere.

        It is not 0 modulo the chain. Such an element vanishes nowhere if it is algebraic over the field.
        """
        if not factor.occurring & ~self.algebraic or self._vanishes_nowhere(factor):
            return
        lower = tuple([element for element in self.chain if element.variable < factor.variable])
        upper = self.chain[len(lower) :]
        self._branch(cause, factor, of, lower, [*upper, *here], factor.variable)

    def _is_settled(self, *given: Element, chain: Sequence[Element] | None = None) -> bool:
        """Whether only one field of algebraic numbers matters for polynomials, at all points of the branch.

        So it is where all their variables are algebraic over the field. It is too where the free ones do not vanish and
        may be set to 1, since the polynomials and the elements of the chain that matter are homogeneous.

        chain: in place of the chain of the branch.
        """
        elements, related = self.elements, [*given]
        occurring, algebraic = 0, 0
        for element in given:
            occurring |= element.occurring
        occurring &= ~(1 << given[0].variable) if len(given) > 1 else -1
        for step in reversed(self.chain if chain is None else chain):
            if occurring >> step.variable & 1:
                related.append(step)
                occurring |= step.occurring
                algebraic |= 1 << step.variable
        free = occurring & ~algebraic
        if not free >> self.lowest:
            return True
        variables = [v for v in range(elements.ring.size) if free >> v & 1]
        if variables[0] < self.lowest or any(elements.variable(v) not in self.nonzero for v in variables):
            return False
        if len(variables) == 1 and all(map(elements.is_form, related)):
            return True
        return elements.are_scaled_to_one(related, variables)

    def _vanishes_nowhere(self, element: Element) -> bool:
        """Whether it is easily shown that an element, not 0 modulo the chain, vanishes nowhere in this branch.

        Where it vanishes, so does its resultant with an element of the chain: one of the resultant's factors does.
        """
        elements = self.elements
        if element.variable < self.lowest or element in self.nonzero or self._is_settled(element):
            return True
        step = next((known for known in self.chain if known.variable == element.variable), None)
        if step is None:
            return False
        reduced = elements.remainder_by(element, [known for known in self.chain if known.variable <= element.variable])
        resultant = reduced
        if reduced.variable == element.variable:
            found = elements.easy_resultant(step, reduced)
            if found is None:
                return False
            resultant = found
        return resultant is not elements.zero and all(map(self._vanishes_nowhere, elements.factors(resultant)))

    def _split(self, factors: Iterable[Element], cause: Cause, of: Element, others: Iterable[Element]) -> None:
        """End the branch, and replace it by branches in which one of the factors is 0."""
        for factor in factors:
            self._branch(cause, factor, of, tuple(self.chain), others, self.level)
        raise _Ended(End.SPLIT)

    def _branch(
        self, cause: Cause, by: Element, of: Element, chain: ElementChain, others: Iterable[Element], level: int
    ) -> None:
        """Add a branch in which a polynomial is 0. From now on it does not vanish in this one."""
        equations = dict.fromkeys([by, *others, *chained.from_iterable(self.waiting.values())])
        number = next(self.decomposition.numbers)
        self.children.append(
            Branch(number, self.origin.number, cause, by, of, chain, tuple(equations), self.nonzero, level)
        )
        if by not in self.nonzero:
            self.nonzero |= {by}
            self.nonzero_at.setdefault(by.variable, []).append(by)

    def _extend(self, element: Element) -> None:
        """Lengthen the chain by an irreducible element, or split the branch by the element's factors."""
        elements = self.elements
        if not elements.is_irreducible(element):
            factors = [factor for factor in elements.factors(element) if factor not in self.nonzero]
            here = self._at_level(factors, Cause.FACTOR, element, [])
            if here != [element]:
                self._split(here, Cause.FACTOR, element, ())
        # Reduced modulo linear elements only, it is irreducible over their tower as well.
        if element.degree > 1 and any(lower.degree > 1 for lower in self.chain):
            from casbridge.charset.towers import factors_over

            self._exclude_common(element)
            factors_in_tower = factors_over(elements, self.chain, element)
            if factors_in_tower is not None:
                # Where a factor's initial vanishes, the factor may vanish without the element. So the element is kept.
                self._split(factors_in_tower, Cause.TOWER, element, [element])
        self.chain.append(element)
        own = 1 << element.variable
        if not element.occurring & ~(self.algebraic | own):
            self.algebraic |= own

    def _exclude_common(self, element: Element) -> None:
        """Divide out factors, over a field of algebraic numbers, of polynomials that must not vanish."""
        known = self.nonzero_at.get(element.variable)
        allowed = self.algebraic | 1 << element.variable
        if not known or element.occurring & ~allowed or prod(step.degree for step in self.chain) < _HIGH_FIELD:
            return
        from casbridge.charset.towers import without_common_factors

        others = [other for other in self.elements.sorted(known) if not other.occurring & ~allowed]
        rest = without_common_factors(self.elements, self.chain, element, others)
        if rest is self.elements.one:
            raise _Ended(End.SPLIT if self.children else End.EXCLUDED)
        if rest.degree < element.degree:
            self._split([rest], Cause.TOWER, element, [element])


def _by_variable(elements: Iterable[Element]) -> dict[int, list[Element]]:
    """Elements by their main variables."""
    found: dict[int, list[Element]] = {}
    for element in elements:
        if element.variable in found:
            found[element.variable].append(element)
        else:
            found[element.variable] = [element]
    return found


def without_contained(
    elements: Elements, chains: Iterable[ElementChain], *, closure: bool = False
) -> list[ElementChain]:
    """Irreducible chains, shortest first, without chains whose zeros are provably all zeros of another.

    Of very many chains, not all are compared with all.

    closure: compare the closures V(sat C), not the sets Zero(C/I).

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> line, point = elements.of_polynomial(x), elements.of_polynomial(y - 1)
    >>> without_contained(elements, [(line, point), (line,)])
    [(x,)]
    """
    kept: dict[ElementChain, tuple[int, list[float]]] = {}
    left = _MOST_COMPARISONS
    for chain in sorted(dict.fromkeys(chains), key=len):
        degrees = [0] * elements.ring.size
        for element in chain:
            degrees[element.variable] = element.degree
        main = sum(1 << element.variable for element in chain)
        if left > 0:
            left -= len(kept)
            elements.check()
            # A variable that is algebraic of some degree over the lower ones has no higher degree where more vanishes.
            larger = [
                other
                for other, (others, highest) in kept.items()
                if not others & ~main and all(map(le, degrees, highest))
            ]
            if any(contains(elements, other, chain, closure) for other in larger):
                continue
            for other in larger:
                if len(other) == len(chain) and contains(elements, chain, other, closure):
                    del kept[other]
        kept[chain] = main, [degree or inf for degree in degrees]
    return [*kept]


def contains(
    elements: Elements,
    other: ElementChain,
    chain: ElementChain,
    closure: bool = False,
    *,
    units: int = 0,
    assumed: set[Element] | None = None,
) -> bool:
    """Whether Zero(chain/I) ⊆ Zero(other/J): the elements of `other` vanish on it, and its initials vanish nowhere.

    closure: whether V(sat chain) ⊆ V(sat other). The initials need only not vanish everywhere.
    units: elements in this many lowest variables alone are taken to vanish nowhere. assumed: gets these elements.
    False also where that is not shown.

    >>> from casbridge.algebra import Ring, variables
    >>> a, x = variables(Ring.of("a x"))
    >>> elements = Elements(a.ring)
    >>> general, special = ([elements.of_polynomial(f) for f in chain] for chain in ([a * x - a], [a**2 - 2, x - 1]))
    >>> contains(elements, general, special), contains(elements, [elements.of_polynomial((a - 1) * x)], special)
    (True, False)
    """
    if any(elements.remainder_by(element, chain) is not elements.zero for element in other):
        return False
    initials = elements.initial_factors(other)
    if closure:
        return all(elements.remainder_by(h, chain) is not elements.zero for h in initials)
    own, algebraic = elements.initial_factors(chain), _algebraic_variables(chain, elements.ring.lowest)

    def vanishes_nowhere(element: Element) -> bool:
        """Whether it is easily shown: where an element vanishes, so does its resultant with an element of the chain."""
        if element in own:
            return True
        if element.variable < units:
            if assumed is not None:
                assumed.add(element)
            return True
        reduced = elements.remainder_by(element, chain)
        if reduced is elements.zero:
            return False
        if not element.occurring & ~algebraic:
            return True
        step = next((known for known in chain if known.variable == reduced.variable), None)
        if step is None:
            return reduced is not element and all(map(vanishes_nowhere, elements.parts(reduced)))
        resultant = elements.easy_resultant(step, reduced)
        if resultant is None or resultant is elements.zero:
            return False
        return all(map(vanishes_nowhere, elements.parts(resultant)))

    return all(map(vanishes_nowhere, initials))


def _algebraic_variables(chain: Iterable[Element], lowest: int) -> int:
    """The bits of the main variables of the elements that depend on no free variable, not even through other elements.

    lowest: the ring's lowest variable that is no parameter. Parameters are elements of the field.
    """
    found = (1 << lowest) - 1
    for element in chain:
        own = 1 << element.variable
        if not element.occurring & ~(found | own):
            found |= own
    return found
