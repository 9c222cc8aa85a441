"""Collecting the branches of a decomposition while it runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, in_order
from casbridge.charset.elements import Element, ElementChain
from casbridge.charset.general.decomposition import Branch, Decomposition, End
from casbridge.charset.general.redundancy import without_contained
from casbridge.charset.general.trace.tree import OPEN, DecompositionTree, TreeNode
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline


class TreeCollector:
    """Collects branches while a decomposition runs. `tree` gives the tree so far.

    A collector is a `trace` for `GeneralSeries` and `Decomposition`.

    >>> from casbridge.algebra import variables
    >>> from casbridge.charset.general.method import GeneralSeries
    >>> x, y = variables(Ring.of("x y"))
    >>> collector = TreeCollector(x.ring, [x**2 - 1])
    >>> chains = list(GeneralSeries(PolynomialSystem.of(x.ring, [x**2 - 1]), trace=collector))
    >>> collector.tree(chains)
    <DecompositionTree: 3 branches, 2 chains>
    """

    def __init__(self, ring: Ring, equations: Iterable[Polynomial] = ()) -> None:
        self.ring = ring
        self.equations = tuple(equations)
        self._branches: dict[int, Branch] = {}
        self._ends: dict[int, tuple[End, ElementChain | None]] = {}
        self._polynomials: dict[Element, Polynomial] = {}

    def add_open(self, branch: Branch) -> None:
        """Take in a branch that has not ended."""
        self._branches[branch.number] = branch

    def __call__(self, branch: Branch, end: End, chain: ElementChain | None) -> None:
        """Take in a branch that has ended."""
        self._branches[branch.number] = branch
        self._ends[branch.number] = (end, chain)

    def tree(self, chains: Iterable[Chain], complete: bool = True) -> DecompositionTree:
        """The tree of the branches so far, for a series with these chains."""
        numbers = sorted(self._branches)
        children: dict[int, list[int]] = {number: [] for number in numbers}
        for number in numbers:
            if number and self._branches[number].parent in children:
                children[self._branches[number].parent].append(number)
        nodes = tuple(self._node(self._branches[number], tuple(children[number])) for number in numbers)
        return DecompositionTree(self.ring, self.equations, nodes, tuple(chains), complete)

    def chain(self, elements: ElementChain) -> Chain:
        """The chain of elements, in normal form."""
        return Chain(self.ring, self._all(elements))

    def _node(self, branch: Branch, children: tuple[int, ...]) -> TreeNode:
        end, chain = self._ends.get(branch.number, (OPEN, None))
        parent = self._branches.get(branch.parent)
        new = branch.nonzero - parent.nonzero if parent else branch.nonzero
        return TreeNode(
            branch.number,
            None if parent is None else parent.number,
            str(branch.cause),
            None if branch.by is None else self._polynomial(branch.by),
            None if branch.of is None else self._polynomial(branch.of),
            tuple(sorted(self._all(list(new)), key=str)),
            self._all(branch.chain),
            str(end),
            None if chain is None else self.chain(chain),
            children,
        )

    def _all(self, elements: Sequence[Element]) -> tuple[Polynomial, ...]:
        return tuple(map(self._polynomial, elements))

    def _polynomial(self, element: Element) -> Polynomial:
        found = self._polynomials.get(element)
        if found is None:
            found = self._polynomials[element] = Polynomial(self.ring, native=element.native).normal()
        return found


def trace_series(
    system: PolynomialSystem, deadline: Deadline = NEVER, *, closure: bool = False
) -> tuple[list[Chain], DecompositionTree]:
    """The irreducible characteristic series in the general way, and its tree.

    The decomposition starts from the equations as they stand. A `GeneralSeries` has other starts too, so its chains may
    be others.

    deadline: after it the chains so far are returned, and the tree is not `complete`. LimitError is not raised.
    closure: see `GeneralSeries`.

    Raises UnsupportedError where the arithmetic cannot factor.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> chains, tree = trace_series(PolynomialSystem.of(x.ring, [x**2 - 1, x * y - 1]))
    >>> chains, len(tree), tree.complete
    ([[x + 1, y + 1], [x - 1, y - 1]], 3, True)
    """
    given = list(system.polynomials())
    collector = TreeCollector(system.ring, given)
    decomposition = Decomposition(system.ring, given, deadline=deadline, closure=closure, trace=collector)
    found: list[ElementChain] = []
    complete = False
    try:
        found.extend(decomposition.chains())
        found = without_contained(decomposition.elements, found, closure=closure)
        complete = True
    except LimitError:
        for branch in decomposition.open_branches:
            collector.add_open(branch)
    chains = in_order(map(collector.chain, found))
    return chains, collector.tree(chains, complete)
