"""The tree of a zero decomposition: which polynomial was split, by what, into which branches, and how each ended.

Every branch but the first was split off another one because a polynomial may vanish: a factor of an equation, a factor
of an initial by which it divides. In the new branch that polynomial is 0; from then on it is not in the old one. So
the branches share no zeros, and each ends with a chain, with nothing, or in branches.

>>> from casbridge.algebra import Ring, variables
>>> x, y = variables(Ring.of("x y"))
>>> chains, tree = trace_series(PolynomialSystem.of(x.ring, [x * y**2 + y + 1]))
>>> chains
[[x*y**2 + y + 1], [x, y + 1]]
>>> print(tree.text())
x*y**2 + y + 1 = 0
├─ x = 0 (initial of x*y**2 + y + 1) → chain 2: [x, y + 1]
└─ x ≠ 0 (otherwise) → chain 1: [x*y**2 + y + 1]

See `casbridge.charset.general.decomposition` for the algorithm. Source: Xu 2019, proposition 3.8 and theorem 3.17.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, in_order
from casbridge.charset.general.decomposition import Branch, Cause, Decomposition, End
from casbridge.charset.general.elements import Element, ElementChain
from casbridge.charset.general.redundancy import without_contained
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

#: The end of a branch that was not looked at, or not to its end.
OPEN = "open"

#: In words, before the polynomial: why another one is 0.
_CAUSES = {
    Cause.FACTOR: "factor of",
    Cause.TOWER: "factor, over the chain, of",
    Cause.INITIAL: "initial of",
    Cause.REMAINDER: "remainder",
}

_ENDS = {
    str(End.SPLIT): "no zeros",
    str(End.INCONSISTENT): "no zeros",
    str(End.EXCLUDED): "no zeros: something vanishes that must not",
    str(End.KNOWN): "as in a branch before",
    str(End.REPEATED): "a chain from before",
    str(End.TOO_LONG): "only a part of a closure",
    OPEN: "not finished",
}


@dataclass(frozen=True)
class TreeNode:
    """One branch.

    number: in the order in which branches were made; parent: the number of the branch that it was split off, or None.
    cause: "start", "factor", "tower" (a factor over the field that the chain defines), "initial", or "remainder" (a new
    equation for lower variables). by: what is 0 here for this cause; of: the polynomial that it divides, or whose
    initial it divides. nonzero: what is known not to vanish here and was not where the parent began.
    below: the chain so far, for the lower variables. end: "chain", "split", "inconsistent", "excluded", "known",
    "repeated", "too long" (see `End`) or "open". chain: the chain that was found; children: the numbers of the branches
    that were split off, in order.
    """

    number: int
    parent: int | None
    cause: str
    by: Polynomial | None
    of: Polynomial | None
    nonzero: tuple[Polynomial, ...]
    below: tuple[Polynomial, ...]
    end: str
    chain: Chain | None
    children: tuple[int, ...]


@dataclass(frozen=True)
class DecompositionTree:
    """The branches of a decomposition: `nodes` by number, the first the root; `chains` is the series.

    complete: whether the decomposition was finished; if it was not, some branches have the end "open".
    """

    ring: Ring
    equations: tuple[Polynomial, ...]
    nodes: tuple[TreeNode, ...]
    chains: tuple[Chain, ...]
    complete: bool

    @cached_property
    def _places(self) -> dict[int, int]:
        return {node.number: place for place, node in enumerate(self.nodes)}

    @cached_property
    def _numbers(self) -> dict[tuple[Polynomial, ...], int]:
        return {chain.polynomials: number for number, chain in enumerate(self.chains, 1)}

    def __len__(self) -> int:
        return len(self.nodes)

    def node(self, number: int) -> TreeNode:
        """The node with a number; KeyError where there is none."""
        return self.nodes[self._places[number]]

    def children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        """The branches that were split off a branch, in order."""
        return tuple(self.node(number) for number in node.children)

    def chain_number(self, node: TreeNode) -> int | None:
        """Which chain of the series, from 1, the branch ended with; None for all other ends."""
        return None if node.chain is None else self._numbers.get(node.chain.polynomials)

    # -- in words -----------------------------------------------------------------------------------------------------

    def condition(self, node: TreeNode) -> str:
        """What is 0 in a branch, of which its parent was rid then: "x = 0"."""
        return "" if node.by is None else f"{node.by} = 0"

    def reason(self, node: TreeNode, longest: int | None = None) -> str:
        """Where that comes from: "factor of x**2 - 1", "initial of x*y - 1"; longest: shorten the polynomial to fit."""
        if node.by is None or node.of is None:
            return ""
        words = _CAUSES[Cause(node.cause)]
        if node.cause == Cause.REMAINDER:
            if node.of == node.by:
                return words
            words = f"factor of the {words}"
        if node.cause == Cause.INITIAL and not _is_initial(node.by, node.of):
            words = f"factor of the {words}"
        text = str(node.of)
        return f"{words} {text if longest is None else shortened(text, max(longest - len(words) - 1, 11))}"

    def otherwise(self, node: TreeNode) -> str:
        """What is not 0 in what is left of a branch: "x ≠ 0, y ≠ 0"."""
        return ", ".join(f"{child.by} ≠ 0" for child in self.children(node))

    def ending(self, node: TreeNode) -> str:
        """How a branch, or what was left of it, ended: "chain 2: [x, y + 1]", "no zeros"."""
        if node.chain is None:
            return _ENDS[node.end]
        number = self.chain_number(node)
        if number is None:
            return f"{node.chain!r}, a part of another chain" if self.complete else f"chain: {node.chain!r}"
        return f"chain {number}: {node.chain!r}"

    def has_rest(self, node: TreeNode) -> bool:
        """Whether a branch with children had an end of its own, beside them."""
        return bool(node.children) and node.end != End.SPLIT

    def text(self, *, full: bool = False) -> str:
        """The tree in lines, with the characters of `tree`.

        Polynomials and chains are shortened in the middle, unless they are to be written in full.

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> print(trace_series(PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - 2 * x**2]))[1].text())
        x**2 - 2 = 0, y**2 - 2*x**2 = 0
        ├─ y - 2 = 0 (factor of y**2 - 4) → chain 2: [x**2 - 2, y - 2]
        └─ y + 2 = 0 (factor of y**2 - 4) → chain 1: [x**2 - 2, y + 2]
        """
        short: Callable[[str, int], str] = (lambda text, _: text) if full else shortened
        longest = None if full else 50
        root = self.nodes[0]
        head = short(", ".join(f"{equation} = 0" for equation in self.equations) or "0 = 0", 100)
        lines = [head if root.children else f"{head} → {short(self.ending(root), 60)}"]
        lines.extend(self._lines(root, short, longest))
        if not self.complete:
            lines.append("(not finished)")
        return "\n".join(lines)

    def _lines(self, top: TreeNode, short: Callable[[str, int], str], longest: int | None) -> Iterator[str]:
        """The lines below a node; with a stack of its own, because trees may be deeper than Python's."""
        stack: list[tuple[TreeNode, bool, bool, str]] = []  # node, whether its rest is meant, whether it is the last

        def push(node: TreeNode, before: str) -> None:
            branches = [(child, False) for child in self.children(node)]
            if self.has_rest(node):
                branches.append((node, True))
            last = len(branches) - 1
            pushed = [(child, rest, place == last, before) for place, (child, rest) in enumerate(branches)]
            stack.extend(reversed(pushed))

        push(top, "")
        while stack:
            node, is_rest, is_last, before = stack.pop()
            lead = before + ("└─ " if is_last else "├─ ")
            if is_rest:
                condition, reason = self.otherwise(node), "otherwise"
            else:
                condition, reason = self.condition(node), self.reason(node, longest)
            line = f"{lead}{short(condition, 40)} ({reason})"
            if is_rest or not node.children:
                yield f"{line} → {short(self.ending(node), 60)}"
            else:
                yield line
                push(node, before + ("   " if is_last else "│  "))

    # -- as pictures and data -----------------------------------------------------------------------------------------

    def svg(self) -> str:
        """The tree as an SVG document, from left to right; texts that are shortened have the full one as their title.

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> tree = trace_series(PolynomialSystem.of(x.ring, [x * y]))[1]
        >>> tree.svg().startswith('<svg xmlns="http://www.w3.org/2000/svg"')
        True
        """
        from casbridge.charset.general.tree_drawing import draw

        return draw(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<DecompositionTree: {len(self.nodes)} branches, {len(self.chains)} chains>"

    def as_dict(self) -> dict[str, Any]:
        """The tree in JSON's types, polynomials in Python syntax.

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> document = trace_series(PolynomialSystem.of(x.ring, [x * y**2 + y + 1]))[1].as_dict()
        >>> document["nodes"][1]["by"], document["nodes"][1]["of"], document["nodes"][1]["chain"]
        ('x', 'x*y**2 + y + 1', ['x', 'y + 1'])
        """
        return {
            "variables": list(self.ring.variables),
            "field": self.ring.field.name,
            "complete": self.complete,
            "equations": [str(equation) for equation in self.equations],
            "chains": [chain.texts() for chain in self.chains],
            "nodes": [
                {
                    "number": node.number,
                    "parent": node.parent,
                    "cause": node.cause,
                    "by": None if node.by is None else str(node.by),
                    "of": None if node.of is None else str(node.of),
                    "nonzero": [str(polynomial) for polynomial in node.nonzero],
                    "below": [str(polynomial) for polynomial in node.below],
                    "end": node.end,
                    "chain": None if node.chain is None else node.chain.texts(),
                    "chain_number": self.chain_number(node),
                    "children": list(node.children),
                }
                for node in self.nodes
            ],
        }


class TreeCollector:
    """Collects branches while a decomposition runs; `tree` is what there is so far.

    A collector is what `GeneralSeries` and `Decomposition` take as their `trace`; branches that are still open are
    known only where `made` is called, too, as `trace_series` does.

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

    def made(self, branch: Branch) -> None:
        """A branch was made."""
        self._branches[branch.number] = branch

    def __call__(self, branch: Branch, end: End, chain: ElementChain | None) -> None:
        """A branch has ended."""
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
            None if chain is None else Chain(self.ring, self._all(chain)),
            children,
        )

    def _all(self, elements: Sequence[Element]) -> tuple[Polynomial, ...]:
        return tuple(map(self._polynomial, elements))

    def _polynomial(self, element: Element) -> Polynomial:
        found = self._polynomials.get(element)
        if found is None:
            found = self._polynomials[element] = Polynomial(self.ring, native=element.native).normal()
        return found


class _Watched(Decomposition):
    """A decomposition that also tells when a branch is made."""

    watcher: TreeCollector

    def branch(self, *arguments: Any, **named: Any) -> Branch:
        made = super().branch(*arguments, **named)
        self.watcher.made(made)
        return made


def trace_series(
    system: PolynomialSystem, deadline: Deadline = NEVER, *, closure: bool = False
) -> tuple[list[Chain], DecompositionTree]:
    """The irreducible characteristic series in the general way, from the equations as they stand, and its tree.

    The chains mean what those of a `GeneralSeries` do, and so does closure; as that has other starts, too, it may find
    others. deadline: after it nothing is raised: the chains are those found so far, and the
    tree is not `complete`.

    Raises UnsupportedError where the arithmetic cannot factor.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> chains, tree = trace_series(PolynomialSystem.of(x.ring, [x**2 - 1, x * y - 1]))
    >>> chains, len(tree), tree.complete
    ([[x + 1, y + 1], [x - 1, y - 1]], 3, True)
    """
    given = list(system.polynomials())
    collector = TreeCollector(system.ring, given)
    found: list[ElementChain] = []
    complete = False
    try:
        decomposition = _Watched(system.ring, given, deadline=deadline, closure=closure, trace=collector)
        decomposition.watcher = collector
        found.extend(chain for chain in decomposition.steps() if chain is not None)
        found = without_contained(decomposition.elements, found, closure=closure)
        complete = True
    except LimitError:
        pass
    return _finished(collector, found, complete)


def _finished(
    collector: TreeCollector, found: Sequence[ElementChain], complete: bool
) -> tuple[list[Chain], DecompositionTree]:
    chains = in_order(Chain(collector.ring, collector._all(chain)) for chain in found)
    return chains, collector.tree(chains, complete)


def shortened(text: str, limit: int) -> str:
    """A text of at most so many characters, with … in place of its middle.

    >>> shortened("x**2 + 2*x*y + y**2", 11)
    'x**2 … y**2'
    """
    if len(text) <= limit:
        return text
    tail = (limit - 3) // 2
    return f"{text[: limit - 3 - tail].rstrip()} … {text[-tail:].lstrip()}"


def _is_initial(factor: Polynomial, polynomial: Polynomial) -> bool:
    from casbridge.charset.definitions.ranks import initial

    return initial(polynomial).normal() == factor
