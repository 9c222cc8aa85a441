"""The zero decomposition: Wu's method, bottom up; a second opinion beside `finite` and `definitions.wu`.

A *branch* has equations, polynomials that do not vanish, and an irreducible chain for the variables below some level.
Its zeros are the points at which the equations and the chain vanish, but neither the chain's initials nor the
polynomials that do not vanish. At each level:

1. The equations with this main variable are reduced modulo the chain. An equation that falls below the level is a new
   equation for lower variables, and the branch goes on at that level. A nonzero equation without a factor that may
   vanish ends the branch.
2. The greatest common divisor of the equations, over the field that the chain defines, is computed by pseudo-division.
   The division needs initials and contents that do not vanish. For each such polynomial a new branch, with the same
   equations, takes it as 0, and this branch goes on with it as not 0. So branches are disjoint, and no zero is lost.
3. The greatest common divisor is factored over the tower of the chain. Each factor lengthens the chain.

A chain that has passed all levels is irreducible, and every equation has pseudo-remainder 0 by it. A polynomial in
variables that are algebraic over the field is a unit unless it is 0 modulo the chain, and needs no branch.

Sources: definitions 3.15 to 3.17 and theorem 3.17 of Xu 2019; Wang Dongming, *Elimination Methods*, 2001; Chen and
Moreno Maza, "Algorithms for computing triangular decomposition of polynomial systems", 2012.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain as chained

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.charset.elements import HIGHEST_DEGREE, Element, ElementChain, Elements, Paused
from casbridge.charset.general.redundancy import algebraic_variables, is_over
from casbridge.charset.towers import factors_over
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

_WORK_A_BRANCH = 20


class Cause(StrEnum):
    """Why there is a branch.

    >>> str(Cause.INITIAL)
    'initial'
    """

    START = "start"
    FACTOR = "factor"  # a polynomial is a product over the field: this factor is 0
    TOWER = "tower"  # a polynomial is a product over the tower of the chain below: this factor is 0
    INITIAL = "initial"  # an initial is 0, or a factor of it
    REMAINDER = "remainder"  # a new equation for lower variables, or a factor of it


class End(StrEnum):
    """How a branch ended.

    >>> str(End.TOO_LONG)
    'too long'
    """

    CHAIN = "chain"
    SPLIT = "split"  # into other branches, wholly
    INCONSISTENT = "inconsistent"
    EXCLUDED = "excluded"  # a polynomial that must not vanish does so at all zeros
    KNOWN = "known"  # the same branch was seen before
    REPEATED = "repeated"  # a chain that was given before
    TOO_LONG = "too long"  # more elements than there are equations; only where closures are wanted


@dataclass(frozen=True, slots=True)
class Branch:
    """Equations, polynomials that do not vanish, and an irreducible chain below a level.

    number: branches are numbered in the order in which they were made.
    parent: the number of the branch that this one was split off, −1 for the start.
    by: the polynomial that is 0 here for this cause.
    of: the polynomial of which `by` is a factor, or whose initial it divides.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> ended = []
    >>> tracing = Decomposition(x.ring, [x * y], trace=lambda branch, end, chain: ended.append((branch, end)))
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


class Decomposition:
    """The decomposition of the zeros of polynomials into irreducible chains.

    nonzero: polynomials. Zeros at which one of them vanishes need not be in a chain.
    elements: of the ring, if they are shared. Their deadline holds then.
    closure: require only V(P) = ∪ V(sat C). Redundant and over-long chains are dropped.
    longest: with closure, the number of elements that a chain may have. The default is the number of polynomials,
    since no component has a higher codimension.
    trace: called for each branch that has ended.
    open_branches: branches that have not ended.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(Decomposition(x.ring, [x * (y - 1)]).chains())
    [(y - 1,), (x,)]
    """

    def __init__(
        self,
        ring: Ring,
        polynomials: Iterable[Polynomial],
        *,
        nonzero: Iterable[Polynomial] = (),
        elements: Elements | None = None,
        deadline: Deadline = NEVER,
        closure: bool = False,
        longest: int | None = None,
        trace: Trace | None = None,
    ) -> None:
        self.elements = elements or Elements(ring, deadline=deadline)
        self.closure = closure
        self.trace = trace
        given = [self.elements.of_polynomial(polynomial) for polynomial in _of_tractable_degree(polynomials)]
        self.start = tuple(dict.fromkeys(element for element in given if element is not self.elements.zero))
        self.longest = ring.size
        if closure:
            self.longest = len(self.start) if longest is None else longest
        self.nonzero = frozenset(
            factor
            for polynomial in nonzero
            for factor in self.elements.factors(self.elements.of_polynomial(polynomial))
        )
        self._impossible = any(not polynomial for polynomial in nonzero)
        self._seen: dict[tuple[ElementChain, frozenset[Element]], list[frozenset[Element]]] = {}
        self._given: set[ElementChain] = set()
        self._count = 0
        self.open_branches: list[Branch] = []

    def chains(self) -> Iterator[ElementChain]:
        """The chains. Each is final when it is given. Raises LimitError after the deadline."""
        for chain in self.steps():
            if chain is not None:
                yield chain

    def steps(self) -> Iterator[ElementChain | None]:
        """The chain of each branch that has ended, or None; also None when `elements.pause_at` is reached."""
        if self._impossible:
            return
        stack = self.open_branches = [self.branch(-1, Cause.START, None, None, (), self.start, self.nonzero, 0)]
        while stack:
            branch = stack[-1]
            chain: ElementChain | None = None
            try:
                self.elements.check()
                known = self._is_known(branch)
                if not known:
                    work = _Work(self, branch)
                    end = work.run()
            except Paused:
                # Only memories have changed, so the branch begins again.
                yield None
                continue
            stack.pop()
            self.elements.work += _WORK_A_BRANCH
            if known:
                end = End.KNOWN
            else:
                self._remember(branch)
                stack.extend(reversed(work.children))
                if end is End.CHAIN:
                    chain = tuple(work.chain)
                    if chain in self._given:
                        end, chain = End.REPEATED, None
                    else:
                        self._given.add(chain)
            if self.trace is not None:
                self.trace(branch, end, chain)
            yield chain

    def branch(
        self,
        parent: int,
        cause: Cause,
        by: Element | None,
        of: Element | None,
        chain: ElementChain,
        equations: Iterable[Element],
        nonzero: frozenset[Element],
        level: int,
    ) -> Branch:
        """A new branch, with the next number."""
        self._count += 1
        return Branch(self._count - 1, parent, cause, by, of, chain, tuple(dict.fromkeys(equations)), nonzero, level)

    def _is_known(self, branch: Branch) -> bool:
        """Whether a branch with the same equations, and no more polynomials that must not vanish, was there before."""
        seen = self._seen.get((branch.chain, frozenset(branch.equations)), ())
        return any(nonzero <= branch.nonzero for nonzero in seen)

    def _remember(self, branch: Branch) -> None:
        self._seen.setdefault((branch.chain, frozenset(branch.equations)), []).append(branch.nonzero)


def _of_tractable_degree(polynomials: Iterable[Polynomial]) -> Iterator[Polynomial]:
    """The polynomials. Raises UnsupportedError for a degree with which the arithmetic may not return."""
    for polynomial in polynomials:
        degree = polynomial.total_degree
        if degree > HIGHEST_DEGREE:
            raise UnsupportedError(f"an equation of degree {degree}; the general way takes at most {HIGHEST_DEGREE}")
        yield polynomial


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
        self.algebraic = algebraic_variables(branch.chain)
        self.nonzero = branch.nonzero
        self.level = branch.level
        self.children: list[Branch] = []
        self.initials = {
            factor: None for element in branch.chain for factor in self.elements.factors(self.elements.initial(element))
        }
        self.waiting: dict[int, list[Element]] = {}
        for element in branch.equations:
            self.waiting.setdefault(element.variable, []).append(element)

    def run(self) -> End:
        """The end of the branch."""
        if -1 in self.waiting:
            return End.INCONSISTENT
        try:
            for level in range(self.origin.level, self.elements.ring.size):
                self.level = level
                equations = self.waiting.pop(level, None)
                if equations:
                    self._extend(self._common_divisor(equations))
                self._check_nonzero()
                if len(self.chain) > self.decomposition.longest:
                    return End.TOO_LONG
        except _Ended as ended:
            return ended.end
        return End.CHAIN

    def _check_nonzero(self) -> None:
        """End the branch if a nonzero polynomial vanishes at all its zeros."""
        here = [element for element in self.nonzero if element.variable == self.level]
        for element in self.elements.sorted(here):  # the same order in every run, and so the same work
            if self._reduced(element) is self.elements.zero:
                raise _Ended(End.EXCLUDED)

    def _reduced(self, element: Element) -> Element:
        return self.elements.remainder_by(element, self.chain)

    # -- one level ----------------------------------------------------------------------------------------------------

    def _common_divisor(self, equations: list[Element]) -> Element | None:
        """A polynomial with this main variable that vanishes, in this branch, exactly where all equations do.

        It is reduced modulo the chain, and its initial does not vanish. None if all equations are 0 modulo the chain.
        """
        elements = self.elements
        todo = elements.sorted(equations)
        divisor: Element | None = None
        while todo:
            elements.check()
            element = todo.pop(0)
            if divisor is not None:
                element = elements.remainder(element, divisor)
            element = self._reduced(element)
            if element is elements.zero:
                continue
            others = todo if divisor is None else [*todo, divisor]
            element = self._factor(element, others)
            self._exclude_initial(element, [element, *others])
            if divisor is not None:
                todo.insert(0, divisor)
            divisor = element
        return divisor

    def _factor(self, element: Element, others: list[Element]) -> Element:
        """The factor with which the branch goes on. Several factors, or none, end the branch.

        element: not 0 modulo the chain. others: the other equations at this level.
        """
        parts = self._possible(element)
        if not parts:
            raise _Ended(End.INCONSISTENT)
        cause = Cause.FACTOR if len(parts) > 1 or parts[0] is not element else Cause.REMAINDER
        here: list[Element] = []
        for part in parts:
            if part.variable < self.level:
                if not self._is_unit(part):
                    self._branch_below(part, cause, element, others)
            else:
                here.append(part)
        if not here:
            raise _Ended(End.SPLIT if self.children else End.INCONSISTENT)
        if len(here) > 1:
            self._split(here, Cause.FACTOR, element, others)
        return here[0]

    def _possible(self, element: Element) -> list[Element]:
        """The parts of an element that may vanish."""
        found: list[Element] = []
        for part in self.elements.parts(element):
            if part in self.nonzero:
                continue
            if not self.elements.is_irreducible(part):
                part = self._without_nonzero(part)
                if part.variable < 0 or part in self.nonzero:
                    continue
            found.append(part)
        return found

    def _without_nonzero(self, part: Element) -> Element:
        """The part without extraneous factors, the factors of initials by which it was multiplied."""
        for element in self.initials:
            while element.variable >= 0 and all(
                mine >= theirs for mine, theirs in zip(part.degrees, element.degrees, strict=True)
            ):
                quotient = self.elements.quotient(part, element)
                if quotient is None:
                    break
                part = quotient
        return part

    def _is_unit(self, element: Element) -> bool:
        """Whether an element that is not 0 modulo the chain vanishes nowhere: it is algebraic over the field."""
        return is_over(element, self.algebraic)

    def _exclude_initial(self, element: Element, here: list[Element]) -> None:
        """Split off branches in which the element's initial vanishes. here: the equations at this level."""
        initial = self.elements.initial(element)
        possible = self._possible(initial)
        # Only now: `_possible` would divide the initial by itself.
        self.initials.update(dict.fromkeys(self.elements.parts(initial)))
        for factor in possible:
            if not self._is_unit(factor):
                self._branch_below(factor, Cause.INITIAL, element, here)

    def _branch_below(self, factor: Element, cause: Cause, of: Element, here: list[Element]) -> None:
        """Split off a branch in which a lower polynomial is 0. From now on it does not vanish in this branch."""
        lower = tuple(element for element in self.chain if element.variable < factor.variable)
        upper = [element for element in self.chain if element.variable >= factor.variable]
        self._add(cause, factor, of, lower, [factor, *upper, *here, *self._higher()], factor.variable)
        self.nonzero |= {factor}

    def _split(self, factors: Iterable[Element], cause: Cause, of: Element, others: Iterable[Element] = ()) -> None:
        """End the branch, and replace it by branches in which one of the factors is 0."""
        rest = [*others, *self._higher()]
        for factor in factors:
            self._add(cause, factor, of, tuple(self.chain), [factor, *rest], self.level)
            self.nonzero |= {factor}
        raise _Ended(End.SPLIT)

    def _higher(self) -> Iterator[Element]:
        """The equations of higher levels."""
        return chained.from_iterable(self.waiting.values())

    def _add(
        self, cause: Cause, by: Element, of: Element, chain: ElementChain, equations: Iterable[Element], level: int
    ) -> None:
        number = self.origin.number
        self.children.append(self.decomposition.branch(number, cause, by, of, chain, equations, self.nonzero, level))

    def _extend(self, element: Element | None) -> None:
        """Lengthen the chain by an irreducible element, or split the branch by the element's factors."""
        if element is None:
            return
        elements = self.elements
        if not elements.is_irreducible(element):
            factors = [factor for factor in elements.factors(element) if factor not in self.nonzero]
            for factor in factors:
                if factor.variable < self.level and not self._is_unit(factor):
                    self._branch_below(factor, Cause.FACTOR, element, [])
            here = [factor for factor in factors if factor.variable == self.level]
            if not here and not self.children:
                raise _Ended(End.INCONSISTENT)
            if here != [element]:
                self._split(here, Cause.FACTOR, element)
        if element.degree > 1:
            factors_in_tower = factors_over(elements, self.chain, element)
            if factors_in_tower is not None:
                # Where a factor's initial vanishes, the factor may vanish without the element. So the element is kept.
                self._split(factors_in_tower, Cause.TOWER, element, [element])
        self.chain.append(element)
        if is_over(element, self.algebraic | {element.variable}):
            self.algebraic.add(element.variable)
