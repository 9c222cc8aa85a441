"""The tree of a decomposition as a value, in words and as JSON, and the collecting of its branches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, in_order
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.decomposition import Branch, Cause, Decomposition, End, without_contained
from casbridge.drawings import drawing
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

#: The end of a branch that the decomposition did not finish.
OPEN = "open"

#: The relation between a polynomial that is 0 and the polynomial behind it.
_CAUSES = {
    Cause.FACTOR: "factor of",
    Cause.TOWER: "factor, over the chain, of",
    Cause.INITIAL: "initial of",
    Cause.REMAINDER: "remainder",
}

_ENDS: dict[str, str] = {
    End.SPLIT: "no zeros",
    End.INCONSISTENT: "no zeros",
    End.EXCLUDED: "no zeros: something vanishes that must not",
    End.KNOWN: "as in a branch before",
    End.REPEATED: "a chain from before",
    End.TOO_LONG: "only a part of a closure",
    OPEN: "not finished",
}


@dataclass(frozen=True)
class TreeNode:
    """One branch.

    number: branches are numbered in the order in which they were made.
    parent: the number of the branch that this one was split off, or None.
    cause: "start", "factor", "tower" (a factor over the field that the chain defines), "initial", or "remainder" (a new
    equation for lower variables).
    by: the polynomial that is 0 here for this cause.
    of: the polynomial that `by` divides, or whose initial `by` divides.
    nonzero: polynomials that do not vanish here, beyond those of the parent.
    below: the chain so far, for the lower variables.
    end: "chain", "split", "inconsistent", "excluded", "known", "repeated", "too long" (see `End`) or "open".
    chain: the chain that was found, or None.
    children: the numbers of the branches that were split off, in order.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> node = trace_series(PolynomialSystem.of(x.ring, [x * y]))[1].nodes[1]
    >>> node.number, node.parent, node.cause, node.by, node.of, node.end, node.chain
    (1, 0, 'factor', x, x*y, 'chain', [x])
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
    """The branches of a decomposition.

    equations: of the system.
    nodes: by number; the first one is the root.
    chains: the series.
    complete: whether the decomposition was finished. Otherwise some nodes have the end "open".

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> tree = trace_series(PolynomialSystem.of(x.ring, [x * y]))[1]
    >>> tree, tree.complete, tree.condition(tree.nodes[1]), tree.reason(tree.nodes[1])
    (<DecompositionTree: 2 branches, 2 chains>, True, 'x = 0', 'factor of x*y')
    """

    ring: Ring
    equations: tuple[Polynomial, ...]
    nodes: tuple[TreeNode, ...]
    chains: tuple[Chain, ...]
    complete: bool

    @cached_property
    def _by_number(self) -> dict[int, TreeNode]:
        return {node.number: node for node in self.nodes}

    @cached_property
    def _numbers(self) -> dict[tuple[Polynomial, ...], int]:
        return {chain.polynomials: number for number, chain in enumerate(self.chains, 1)}

    def __len__(self) -> int:
        return len(self.nodes)

    def node(self, number: int) -> TreeNode:
        """The node with a number. Raises KeyError where there is none."""
        return self._by_number[number]

    def children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        """The branches that were split off a branch, in order."""
        return tuple(self.node(number) for number in node.children)

    def chain_number(self, node: TreeNode) -> int | None:
        """The number, from 1, of the chain of the series that the branch ended with; None for other ends."""
        return None if node.chain is None else self._numbers.get(node.chain.polynomials)

    def condition(self, node: TreeNode) -> str:
        """The equation that the branch adds: "x = 0"; "" for the root."""
        return "" if node.by is None else f"{node.by} = 0"

    def reason(self, node: TreeNode, longest: int | None = None) -> str:
        """The origin of this equation: "factor of x**2 - 1", "initial of x*y - 1".

        longest: the number of characters that the text may have; the polynomial is shortened to fit.
        """
        if node.by is None or node.of is None:
            return ""
        words = _CAUSES[Cause(node.cause)]
        if node.cause == Cause.REMAINDER and node.of == node.by:
            return words
        if node.cause == Cause.REMAINDER or (node.cause == Cause.INITIAL and initial(node.of).normal() != node.by):
            words = f"factor of the {words}"
        text = str(node.of)
        return f"{words} {text if longest is None else shortened(text, max(longest - len(words) - 1, 11))}"

    def otherwise(self, node: TreeNode) -> str:
        """The conditions on the rest of a branch, after its children were split off: "x ≠ 0, y ≠ 0"."""
        return ", ".join(f"{child.by} ≠ 0" for child in self.children(node))

    def ending(self, node: TreeNode) -> str:
        """The end of a branch, or of its rest: "chain 2: [x, y + 1]", "no zeros"."""
        if node.chain is None:
            return _ENDS[node.end]
        number = self.chain_number(node)
        if number is None:
            return f"{node.chain}, a part of another chain" if self.complete else f"chain: {node.chain}"
        return f"chain {number}: {node.chain}"

    def has_rest(self, node: TreeNode) -> bool:
        """Whether a branch with children has an end of its own beside them."""
        return bool(node.children) and node.end != End.SPLIT

    def parts(self, node: TreeNode) -> list[tuple[TreeNode, bool]]:
        """The branches that were split off, and then the branch itself, with True, if it has an end of its own."""
        own = self.has_rest(node) or not node.children
        return [*((child, False) for child in self.children(node)), *[(node, True)] * own]

    def label(self, node: TreeNode, is_rest: bool, longest: int | None) -> tuple[str, str]:
        """The condition on a branch, or on the rest of it, and the reason for this condition."""
        if is_rest:
            return self.otherwise(node), "otherwise" if node.children else ""
        return self.condition(node), self.reason(node, longest)

    def text(self, *, full: bool = False) -> str:
        """The tree in lines, drawn with the characters of the program `tree`.

        full: write long polynomials and chains in full. Otherwise their middle is left out.

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
        lines += self._lines(short, longest) if root.children else []
        return "\n".join(lines if self.complete else [*lines, "(not finished)"])

    def _lines(self, short: Callable[[str, int], str], longest: int | None) -> Iterator[str]:
        """The lines below the root. The stack is our own: a tree may be deeper than Python's stack."""
        stack: list[tuple[TreeNode, bool, str, str]] = []  # node, whether its rest is meant, lead of the line, below it

        def push(node: TreeNode, before: str) -> None:
            *others, last = self.parts(node)
            stack.append((*last, f"{before}└─ ", f"{before}   "))
            stack.extend((*part, f"{before}├─ ", f"{before}│  ") for part in reversed(others))

        push(self.nodes[0], "")
        while stack:
            node, is_rest, lead, below = stack.pop()
            condition, reason = self.label(node, is_rest, longest)
            line = f"{lead}{short(condition, 40)} ({reason})"
            if is_rest or not node.children:
                yield f"{line} → {short(self.ending(node), 60)}"
            else:
                yield line
                push(node, below)

    def svg(self) -> str:
        """The tree as an SVG document, from left to right. A shortened text has the full text as its title.

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> trace_series(PolynomialSystem.of(x.ring, [x * y]))[1].svg()[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
        """
        return drawing(self, "svg")

    _repr_svg_ = svg

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
            **self.ring.as_dict(),
            "complete": self.complete,
            "equations": _in_json(self.equations),
            "chains": _in_json(self.chains),
            "nodes": [
                {
                    **{name: _in_json(value) for name, value in vars(node).items() if name != "children"},
                    "chain_number": self.chain_number(node),
                    "children": list(node.children),
                }
                for node in self.nodes
            ],
        }


def _in_json(value: object) -> object:
    if isinstance(value, Chain):
        return value.texts()
    if isinstance(value, tuple):
        return [_in_json(each) for each in value]
    return str(value) if isinstance(value, Polynomial) else value


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
        self._branches: dict[int, tuple[Branch, str, ElementChain | None]] = {}
        self._polynomial = cache(lambda element: Polynomial(ring, native=element.native).normal())

    def add_open(self, branch: Branch) -> None:
        """Take in a branch that has not ended."""
        self._branches[branch.number] = branch, OPEN, None

    def __call__(self, branch: Branch, end: End, chain: ElementChain | None) -> None:
        """Take in a branch that has ended."""
        self._branches[branch.number] = branch, end, chain

    def tree(self, chains: Iterable[Chain], complete: bool = True) -> DecompositionTree:
        """The tree of the branches so far, for a series with these chains."""
        branches = sorted(self._branches.items())
        children: dict[int, list[int]] = {}
        for number, (branch, _, _) in branches:
            children.setdefault(branch.parent, []).append(number)
        nodes = []
        for number, (branch, end, chain) in branches:
            parent, *_ = self._branches.get(branch.parent, (None,))
            new = branch.nonzero - parent.nonzero if parent else branch.nonzero
            node = TreeNode(
                number,
                None if parent is None else parent.number,
                str(branch.cause),
                None if branch.by is None else self._polynomial(branch.by),
                None if branch.of is None else self._polynomial(branch.of),
                tuple(sorted(map(self._polynomial, new), key=str)),
                tuple(map(self._polynomial, branch.chain)),
                str(end),
                None if chain is None else self.chain(chain),
                tuple(children.get(number, ())),
            )
            nodes.append(node)
        return DecompositionTree(self.ring, self.equations, tuple(nodes), tuple(chains), complete)

    def chain(self, elements: ElementChain) -> Chain:
        """The chain of elements, in normal form."""
        return Chain(self.ring, tuple(map(self._polynomial, elements)))


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
    elements = Elements(system.ring, deadline=deadline)
    decomposition = Decomposition(elements, given, closure=closure, trace=collector)
    found: list[ElementChain] = []
    complete = False
    try:
        found.extend(decomposition.chains())
        found = without_contained(elements, found, closure=closure)
        complete = True
    except LimitError:
        for branch in decomposition.open_branches:
            collector.add_open(branch)
    chains = in_order(map(collector.chain, found))
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
