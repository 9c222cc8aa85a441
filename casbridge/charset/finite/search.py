"""Splitting: the zeros of a network, one by one or counted.

After propagation, the open variables fall into subproblems: variables that share an open equation, directly or through
others. Subproblems of one node are independent, so the zeros of a node are the products of theirs. Equal subproblems
come up again and again. Their zeros are remembered, within a fixed amount of memory.

Points are carried as boards (see `bitboard`). The boards of independent subproblems are joined by `|`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from functools import reduce
from itertools import islice
from math import inf, prod
from typing import Any, NamedTuple

from casbridge.algebra.answers import Point
from casbridge.charset.bitmasks import bits_of
from casbridge.charset.finite.bitboard import Bitboard
from casbridge.charset.finite.network import Network
from casbridge.charset.finite.relations import OneScope
from casbridge.limits import NEVER, Deadline

#: Measured: larger subproblems profit from hidden singles, smaller ones from the board's speed.
_SMALL = 40
_MOST_LISTED = 4_096
_MOST_REMEMBERED = 200_000
_MOST_SATISFIABLE = 20_000
_FIRST_BUDGET = 4_000
_FEW = 500
#: Nodes times variables.
_LISTING_WORK = 500_000


class _Subproblem(NamedTuple):
    """Variables (ascending), their masks, and the masks of fixed variables that share a scope with them."""

    variables: tuple[int, ...]
    masks: tuple[int, ...]
    context: tuple[tuple[int, int], ...] = ()


class _Branch(NamedTuple):
    """One value of the splitting variable, after propagation: the board of the fixed variables, and what is left.

    It stands for `weight` branches that differ only by exchanging interchangeable values.
    """

    weight: int
    board: int
    parts: tuple[_Subproblem, ...]


class ZeroSearch:
    """The zeros of a network, listed or counted. Raises LimitError after the deadline.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> network = Network(PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y, x + y - 1]))
    >>> list(ZeroSearch(network).points()), ZeroSearch(network).count()
    ([(0, 1), (1, 0)], 2)
    """

    _board: Bitboard  # made by `_root`

    def __init__(self, network: Network, deadline: Deadline = NEVER) -> None:
        self._network = network
        self._structure = network.structure
        self._deadline = deadline
        #: For every variable, how many contradictions its values led to: splitting there is likely to fail early again.
        self._blamed = [0] * network.size
        self._listed: dict[_Subproblem, list[int] | None] = {}
        self._remembered = 0
        self._satisfiable: dict[_Subproblem, bool] = {}
        self._counts: dict[object, int] = {}
        self._lowest_first = True
        self._nodes_left: int | None = None

    # -- one node -----------------------------------------------------------------------------------------------------

    def _root(self) -> tuple[_Subproblem, ...] | None:
        """What is left after the first propagation; None without zeros. Variables fixed here are on no board."""
        network = self._network
        domains = list(network.domains)
        if not network.propagate(domains, list(network.constrained)):
            return None
        self._board = Bitboard(network, domains)
        return self._parts(domains, list(self._board.places))

    def _branches(self, part: _Subproblem, *, counting: bool = False) -> Iterator[_Branch]:
        """The branches of a subproblem that survive propagation. Weights are 1 unless they are counted."""
        self._look()
        before = [0] * self._network.size
        for v, mask in zip(part.variables, part.masks, strict=True):
            before[v] = mask
        for v, mask in part.context:
            before[v] = mask
        places = self._board.places
        for weight, variable, bit in self._weighted_choices(part) if counting else self._choices(part, before):
            domains = before[:]
            domains[variable] = bit
            if not self._network.propagate(domains, [variable]):
                self._blamed[variable] += 1
                continue
            board, left = 0, []
            for v in part.variables:
                mask = domains[v]
                if mask & (mask - 1):
                    left.append(v)
                else:
                    board |= mask << places[v]
            yield _Branch(weight, board, self._parts(domains, left))

    def _choices(self, part: _Subproblem, domains: list[int]) -> list[tuple[int, int, int]]:
        """The choices (1, variable, bit) of one split: all values of a variable, or all places of a value.

        The split has the fewest choices; among such, the most blame for contradictions.
        """
        choices = self._tightest_scope(part, domains) if self._structure.scopes else []
        if choices:
            return choices
        fewest, variable = self._tightest(part)
        choices = [(1, variable, 1 << bit) for bit in bits_of(domains[variable])]
        blame = self._blamed[variable]
        for number in sorted({number for v in part.variables for number in self._structure.units_of[v]}):
            unit = self._structure.units[number]
            once = twice = thrice = 0
            for w in unit:
                mask = domains[w]
                thrice |= twice & mask
                twice |= once & mask
                once |= mask
            for value in bits_of(twice & ~thrice):
                places = [w for w in unit if domains[w] >> value & 1]
                blamed = sum(self._blamed[w] for w in places)
                if fewest > 2 or blamed > 2 * blame:
                    fewest, blame = 2, blamed // 2
                    choices = [(1, w, 1 << value) for w in places]
        return choices

    def _tightest_scope(self, part: _Subproblem, domains: list[int]) -> list[tuple[int, int, int]]:
        """The choices of the `OneScope` with the fewest places left, the most blamed of these; [] if there is none."""
        best: tuple[float, int] = (inf, 0)
        choices: list[tuple[int, int, int]] = []
        nobody_blamed = not any(self._blamed)
        for number in sorted({number for v in part.variables for number in self._structure.scopes_of[v]}):
            scope = self._structure.scopes[number]
            if isinstance(scope, OneScope):
                possible = [v for v in scope.variables if domains[v] & scope.chosen]
                key = len(possible), -sum([self._blamed[v] for v in possible])
                if len(possible) > 1 and key < best:
                    best, choices = key, [(1, v, scope.chosen) for v in possible]
                    if len(possible) == 2 and nobody_blamed:
                        break
        return choices

    def _tightest(self, part: _Subproblem) -> tuple[int, int]:
        """The fewest values that a variable has left, and such a variable: most blamed, with most neighbours."""
        fewest = min(map(int.bit_count, part.masks))
        candidates = [v for v, mask in zip(part.variables, part.masks, strict=True) if mask.bit_count() == fewest]
        if len(candidates) == 1:
            return fewest, candidates[0]
        inside, blamed = sum([1 << v for v in part.variables]), self._blamed
        shared, joined = self._structure.adjacent_by_difference, self._structure.adjacent_otherwise
        return fewest, max(candidates, key=lambda v: (blamed[v], ((shared[v] | joined[v]) & inside).bit_count(), -v))

    def _weighted_choices(self, part: _Subproblem) -> list[tuple[int, int, int]]:
        """The choices (weight, variable, bit) for the lowest variable, so that subproblems repeat; or a tightest one.

        Values are interchangeable if the same variables have them. One choice stands for all of these.
        """
        variable = part.variables[0] if self._lowest_first else self._tightest(part)[1]
        bits = bits_of(part.masks[part.variables.index(variable)])
        if not self._network.interchangeable_values:
            return [(1, variable, 1 << bit) for bit in bits]
        groups: dict[tuple[int, ...], list[int]] = {}
        for bit in bits:
            groups.setdefault(tuple([mask >> bit & 1 for mask in part.masks]), []).append(bit)
        return [(len(group), variable, 1 << group[0]) for group in groups.values()]

    def _parts(self, domains: list[int], left: list[int]) -> tuple[_Subproblem, ...]:
        """The open variables as independent subproblems, the smallest first."""
        holders = _holders(left, [domains[v] for v in left])
        remaining = sum([1 << v for v in left])
        structure = self._structure
        shared, joined = structure.adjacent_by_difference, structure.adjacent_otherwise
        found: list[_Subproblem] = []
        while remaining:
            frontier = inside = remaining & -remaining
            remaining ^= frontier
            while frontier:
                low = frontier & -frontier
                v = low.bit_length() - 1
                mask = domains[v]
                having = 0
                while mask:
                    bit = mask & -mask
                    having |= holders[bit]
                    mask ^= bit
                reached = remaining & ((shared[v] & having) | joined[v])
                inside |= reached
                frontier ^= low | reached
                remaining ^= reached
            members = tuple(bits_of(inside))
            context: tuple[tuple[int, int], ...] = ()
            if structure.scopes:
                numbers = {number for v in members for number in structure.scopes_of[v]}
                around = {v for number in numbers for v in structure.scopes[number].variables}
                context = tuple([(v, domains[v]) for v in sorted(around.difference(members))])
            found.append(_Subproblem(members, tuple([domains[v] for v in members]), context))
        return tuple(sorted(found, key=lambda part: len(part.variables)))

    # -- all zeros ----------------------------------------------------------------------------------------------------

    def points(self) -> Iterator[Point]:
        """All zeros, the values of the constrained variables, each once. The order depends on the network only."""
        for board in self._boards():
            yield self._board.point(board)

    def _boards(self) -> Iterator[int]:
        root = self._root()
        # A board, and the subproblems that are left of it: the first one, and a linked list of the others.
        stack: list[tuple[int, Any]] = [] if root is None else self._linked([_Branch(1, 0, root)], None)
        while stack:
            board, pending = stack.pop()
            if pending is None:
                yield board
                continue
            part, rest = pending
            if rest is None and self._structure.only_differences and len(part.variables) <= _SMALL:
                self._look()
                for other in self._board.zeros(part.variables, part.masks, self._look):
                    yield board | other
                continue
            listed = self._list(part)
            if listed is not None:
                stack += [(board | other, rest) for other in reversed(listed)]
            else:
                further = self._linked(self._branches(part), rest)
                stack += [(board | other, pending) for other, pending in reversed(further)]

    def _linked(self, branches: Iterable[_Branch], rest: object) -> list[tuple[int, Any]]:
        """The boards of branches, each with its subproblems before `rest`. Branches without zeros are left out."""
        found: list[tuple[int, Any]] = []
        for _, board, parts in branches:
            alone = rest is None and len(parts) < 2
            if alone or all(map(self._has_zeros, reversed(parts))):
                found.append((board, reduce(lambda after, part: (part, after), reversed(parts), rest)))
        return found

    def _has_zeros(self, part: _Subproblem) -> bool:
        listed = self._list(part)
        if listed is not None:
            return bool(listed)
        if part not in self._satisfiable:
            if len(self._satisfiable) > _MOST_SATISFIABLE:
                self._satisfiable.clear()
            stack = [[part]]
            while stack and (parts := stack.pop()):
                last = parts.pop()
                stack += reversed([[*parts, *reversed(branch.parts)] for branch in self._branches(last)])
            # The search ends at a node without subproblems, or without a node.
            self._satisfiable[part] = not parts
        return self._satisfiable[part]

    def _list(self, part: _Subproblem) -> list[int] | None:
        """The boards of all zeros of a subproblem; None if it is large or has too many."""
        if len(part.variables) > _SMALL:
            return None
        if part not in self._listed:
            found = self._enumerated(part)
            self._remembered += 8 + len(found or ())
            if self._remembered > _MOST_REMEMBERED:
                self._listed.clear()
                self._remembered = 0
            self._listed[part] = found
        return self._listed[part]

    def _enumerated(self, part: _Subproblem) -> list[int] | None:
        if self._structure.only_differences:
            self._look()
            found = list(islice(self._board.zeros(part.variables, part.masks, self._look), _MOST_LISTED + 1))
            return found if len(found) <= _MOST_LISTED else None
        found = []
        for _, board, parts in self._branches(part):
            lists = [self._list(child) for child in parts]
            if [] in lists:
                continue
            known = [listed for listed in lists if listed is not None]
            if len(known) < len(lists) or prod(map(len, known)) + len(found) > _MOST_LISTED:
                return None
            products = [board]
            for listed in known:
                products = [a | b for a in products for b in listed]
            found += products
        return found

    # -- counting -----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of zeros. Only a few of them are listed.

        No order of splitting is best for all networks. Two orders take turns, share what they have found, and may look
        at twice as many nodes in each turn.
        """
        self._nodes_left = _LISTING_WORK // max(1, self._network.size)
        with suppress(_OutOfNodes):
            listed = sum(1 for _ in islice(self._boards(), _FEW))
            if listed < _FEW:
                return listed
        parts = self._root()
        assert parts is not None
        budget = _FIRST_BUDGET
        while True:
            for self._lowest_first in (True, False):
                self._nodes_left = budget
                with suppress(_OutOfNodes):
                    return prod(map(self._count, parts))
            budget *= 2

    def _count(self, part: _Subproblem) -> int:
        """The number of zeros of a subproblem. The stack is our own: the depth may be the number of variables."""
        stack: list[tuple[object, Generator[_Subproblem, Any, int]]] = [(None, _total([_Branch(1, 0, (part,))]))]
        known: int | None = None
        while stack:
            try:
                child = stack[-1][1].send(known)
            except StopIteration as done:
                if len(self._counts) > _MOST_REMEMBERED:
                    self._counts.clear()
                self._counts[stack.pop()[0]] = known = done.value
            else:
                key = self._key(child)
                known = self._counts.get(key)
                if known is None:
                    stack.append((key, _total(self._branches(child, counting=True))))
        assert known is not None
        return known

    def _key(self, part: _Subproblem) -> object:
        """A key that subproblems share only if they have equally many zeros.

        If values are interchangeable: for every value the mask of the variables that still have it, sorted.
        """
        if not self._network.interchangeable_values:
            return part
        return part.variables, tuple(sorted(_holders(range(len(part.masks)), part.masks).values()))

    def _look(self, nodes: int = 1) -> None:
        """Raise LimitError after the deadline, and _OutOfNodes if this turn has no nodes left."""
        self._deadline.check()
        if self._nodes_left is not None:
            self._nodes_left -= nodes
            if self._nodes_left < 0:
                raise _OutOfNodes


def _holders(variables: Iterable[int], masks: Iterable[int]) -> dict[int, int]:
    """For every bit, the mask of the variables that have it."""
    holders: dict[int, int] = defaultdict(int)
    for v, mask in zip(variables, masks, strict=True):
        here = 1 << v
        while mask:
            low = mask & -mask
            holders[low] |= here
            mask ^= low
    return holders


class _OutOfNodes(Exception):
    """This turn has no nodes left."""


def _total(branches: Iterable[_Branch]) -> Generator[_Subproblem, Any, int]:
    """The number of zeros of branches. It yields each subproblem whose number it needs, and is sent the number."""
    total = 0
    for branch in branches:
        product = branch.weight
        for part in reversed(branch.parts):
            if product:
                product *= yield part
        total += product
    return total
