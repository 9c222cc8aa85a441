"""Splitting: the zeros of a network, one by one or counted.

After propagation, the open variables fall into subproblems: variables that share an open equation, directly or through
others. Subproblems of one node are independent, so the zeros of a node are the products of theirs. Equal subproblems
come up again and again. Their zeros are remembered, within a fixed amount of memory.

Points are carried as boards (see `bitboard`). The boards of independent subproblems are joined by `|`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod
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
_FIRST_BUDGET = 4_000
_FEW = 500
#: Nodes times variables.
_LISTING_WORK = 500_000


class _Subproblem(NamedTuple):
    """Variables (ascending), their masks, and the masks of fixed variables that share a scope with them."""

    variables: tuple[int, ...]
    masks: tuple[int, ...]
    context: tuple[tuple[int, int], ...] = ()


class _SearchBranch(NamedTuple):
    """One value of the splitting variable, after propagation: the board of the fixed variables, and what is left."""

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

    board: Bitboard  # made by `root`

    def __init__(self, network: Network, deadline: Deadline = NEVER) -> None:
        self.network = network
        self.deadline = deadline
        self._simple = network.structure.only_differences
        self._shared = network.structure.adjacent_by_difference
        self._joined = network.structure.adjacent_otherwise
        self._blamed = [0] * network.size
        self._listed: dict[_Subproblem, list[int] | None] = {}
        self._remembered = 0
        self._satisfiable: dict[_Subproblem, bool] = {}
        self._counts: dict[object, int] = {}
        self._lowest_first = True
        self._nodes_left: int | None = None

    # -- one node -----------------------------------------------------------------------------------------------------

    def root(self) -> _SearchBranch | None:
        """The network after its first propagation; None if it has no zeros. Variables fixed here are on no board."""
        network = self.network
        domains = list(network.domains)
        peers = network.structure.peers
        fixed = [v for v in network.constrained if not domains[v] & (domains[v] - 1) and peers[v]]
        if not network.propagate(domains, fixed, [-1] * network.size):
            return None
        self.board = Bitboard(network, domains)
        opened = [v for v in network.constrained if domains[v] & (domains[v] - 1)]
        return _SearchBranch(0, self._parts(domains, opened) if opened else ())

    def branches(self, part: _Subproblem, *, counting: bool = False) -> Iterator[tuple[int, _SearchBranch]]:
        """The branches of a subproblem that survive propagation, each with its multiplicity.

        counting: one branch stands for all that differ only by exchanging interchangeable values.
        """
        self._look()
        network = self.network
        before = [0] * network.size
        for v, mask in zip(part.variables, part.masks, strict=True):
            before[v] = mask
        for v, mask in part.context:
            before[v] = mask
        for weight, variable, bit in self._weighted_choices(part) if counting else self._choices(part, before):
            domains = before[:]
            domains[variable] = bit
            if network.propagate(domains, [variable], before):
                yield weight, self._settled(domains, part.variables)
            else:
                self._blame(variable, domains, before)

    def _choices(self, part: _Subproblem, domains: list[int]) -> list[tuple[int, int, int]]:
        """The choices (1, variable, bit) of one split: all values of a variable, or all places of a value.

        The split has the fewest choices; among such, the most blame for contradictions.
        """
        choices = self._tightest_scope(part, domains) if self.network.structure.scopes else []
        if choices:
            return choices
        fewest, variable = self._tightest(part)
        choices = [(1, variable, 1 << bit) for bit in bits_of(domains[variable])]
        blame = self._blamed[variable]
        for unit in self._units_within(part):
            once = twice = thrice = 0
            for w in unit:
                mask = domains[w]
                thrice |= twice & mask
                twice |= once & mask
                once |= mask
            pairs = twice & ~thrice
            while pairs:
                bit = pairs & -pairs
                pairs ^= bit
                places = [w for w in unit if domains[w] & bit]
                blamed = sum(self._blamed[w] for w in places)
                if fewest > 2 or blamed > 2 * blame:
                    fewest, blame = 2, blamed // 2
                    choices = [(1, w, bit) for w in places]
        return choices

    def _tightest_scope(self, part: _Subproblem, domains: list[int]) -> list[tuple[int, int, int]]:
        """The choices of the `OneScope` with the fewest places left; [] if there is none."""
        structure = self.network.structure
        best: list[int] = []
        value = 0
        for number in sorted({number for v in part.variables for number in structure.scopes_of[v]}):
            scope = structure.scopes[number]
            if isinstance(scope, OneScope):
                possible = [v for v in scope.variables if domains[v] & scope.chosen]
                if len(possible) > 1 and (not best or self._keener(possible, best)):
                    best, value = possible, scope.chosen
                    if len(best) == 2 and not any(self._blamed):
                        break
        return [(1, v, value) for v in best]

    def _keener(self, places: list[int], best: list[int]) -> bool:
        if len(places) != len(best):
            return len(places) < len(best)
        return sum(self._blamed[v] for v in places) > sum(self._blamed[v] for v in best)

    def _units_within(self, part: _Subproblem) -> list[tuple[int, ...]]:
        structure = self.network.structure
        numbers = {number for v in part.variables for number in structure.units_of[v]}
        return [structure.units[number] for number in sorted(numbers)]

    def _blame(self, variable: int, domains: list[int], before: list[int]) -> None:
        """Count the variables' part in contradictions. Splitting there first is likely to fail early again."""
        self._blamed[variable] += 1
        for v, (now, then) in enumerate(zip(domains, before, strict=True)):
            if then and not now:
                self._blamed[v] += 3

    def _weighted_choices(self, part: _Subproblem) -> list[tuple[int, int, int]]:
        """The choices of the lowest variable, so that subproblems repeat; or of a tightest one."""
        variable = part.variables[0] if self._lowest_first else self._tightest(part)[1]
        return [(len(group), variable, 1 << group[0]) for group in self._value_groups(part, variable)]

    def _tightest(self, part: _Subproblem) -> tuple[int, int]:
        """The fewest values that a variable has left, and such a variable: most blamed, with most neighbours."""
        fewest = min(map(int.bit_count, part.masks))
        candidates = [v for v, mask in zip(part.variables, part.masks, strict=True) if mask.bit_count() == fewest]
        if len(candidates) == 1:
            return fewest, candidates[0]
        inside = 0
        for v in part.variables:
            inside |= 1 << v

        def preference(v: int) -> tuple[int, int, int]:
            return self._blamed[v], ((self._shared[v] | self._joined[v]) & inside).bit_count(), -v

        return fewest, max(candidates, key=preference)

    def _value_groups(self, part: _Subproblem, variable: int) -> list[list[int]]:
        """The variable's values, in groups of interchangeable ones: those that the same variables have."""
        mask = part.masks[part.variables.index(variable)]
        if not self.network.interchangeable_values:
            return [[bit] for bit in bits_of(mask)]
        groups: dict[tuple[int, ...], list[int]] = {}
        for bit in bits_of(mask):
            holders = tuple([i for i, other in enumerate(part.masks) if other >> bit & 1])
            groups.setdefault(holders, []).append(bit)
        return list(groups.values())

    def _settled(self, domains: list[int], variables: tuple[int, ...]) -> _SearchBranch:
        """The fixed variables as a board, and the open ones as independent subproblems."""
        places = self.board.places
        board = 0
        left: list[int] = []
        for v in variables:
            mask = domains[v]
            if mask & (mask - 1):
                left.append(v)
            else:
                board |= mask << places[v]
        return _SearchBranch(board, self._parts(domains, left) if left else ())

    def _parts(self, domains: list[int], left: list[int]) -> tuple[_Subproblem, ...]:
        holders: dict[int, int] = {}
        remaining = 0
        for v in left:
            here = 1 << v
            remaining |= here
            mask = domains[v]
            while mask:
                low = mask & -mask
                holders[low] = holders.get(low, 0) | here
                mask ^= low
        shared, joined = self._shared, self._joined
        found: list[_Subproblem] = []
        has_scopes = bool(self.network.structure.scopes) or any(joined)
        while remaining:
            frontier = remaining & -remaining
            remaining ^= frontier
            inside = frontier
            while frontier:
                low = frontier & -frontier
                frontier ^= low
                v = low.bit_length() - 1
                mask = domains[v]
                having = 0
                while mask:
                    bit = mask & -mask
                    having |= holders[bit]
                    mask ^= bit
                reached = remaining & ((shared[v] & having) | joined[v])
                inside |= reached
                frontier |= reached
                remaining ^= reached
            members = tuple(bits_of(inside))
            context = self._context(members, domains) if has_scopes else ()
            found.append(_Subproblem(members, tuple([domains[v] for v in members]), context))
        if len(found) > 1:
            found.sort(key=lambda part: len(part.variables))
        return tuple(found)

    def _context(self, members: tuple[int, ...], domains: list[int]) -> tuple[tuple[int, int], ...]:
        structure = self.network.structure
        numbers = {number for v in members for number in structure.scopes_of[v]}
        around = {v for number in numbers for v in structure.scopes[number].variables}
        return tuple((v, domains[v]) for v in sorted(around.difference(members)))

    # -- all zeros ----------------------------------------------------------------------------------------------------

    def boards(self) -> Iterator[int]:
        """All zeros as boards, each once. The order depends on the network only."""
        root = self.root()
        if root is None:
            return
        start = self._pending(root.parts, None)
        stack: list[tuple[int, Any]] = [] if start is _IMPOSSIBLE else [(root.board, start)]
        while stack:
            board, pending = stack.pop()
            if pending is None:
                yield board
                continue
            part, rest = pending
            if rest is None and self._simple and len(part.variables) <= _SMALL:
                self._look()
                for other in self.board.zeros(part.variables, part.masks, self._look):
                    yield board | other
                continue
            listed = self._list(part)
            if listed is not None:
                stack.extend([(board | other, rest) for other in reversed(listed)])
                continue
            further: list[tuple[int, Any]] = []
            for _, branch in self.branches(part):
                after = self._pending(branch.parts, rest)
                if after is not _IMPOSSIBLE:
                    further.append((board | branch.board, after))
            further.reverse()
            stack.extend(further)

    def points(self) -> Iterator[Point]:
        """All zeros, the values of the constrained variables, in the order of `boards`."""
        for board in self.boards():
            yield self.board.point(board)

    def _pending(self, parts: tuple[_Subproblem, ...], rest: object) -> object:
        """A linked list of subproblems before another one; _IMPOSSIBLE if one of several has no zeros."""
        pending = rest
        several = len(parts) > 1 or rest is not None
        for part in reversed(parts):
            if several and not self._has_zeros(part):
                return _IMPOSSIBLE
            pending = (part, pending)
        return pending

    def _has_zeros(self, part: _Subproblem) -> bool:
        listed = self._list(part)
        if listed is not None:
            return bool(listed)
        known = self._satisfiable.get(part)
        if known is None:
            if len(self._satisfiable) > 20_000:
                self._satisfiable.clear()
            known = False
            stack = [[part]]
            while stack:
                parts = stack.pop()
                if not parts:
                    known = True
                    break
                last = parts.pop()
                options = [parts + list(branch.parts)[::-1] for _, branch in self.branches(last)]
                stack.extend(reversed(options))
            self._satisfiable[part] = known
        return known

    def _list(self, part: _Subproblem) -> list[int] | None:
        """The boards of all zeros of a subproblem; None if it is large or has too many."""
        if len(part.variables) > _SMALL:
            return None
        if part not in self._listed:
            found = self._enumerated(part)
            self._remembered += 8 + (len(found) if found else 0)
            if self._remembered > _MOST_REMEMBERED:
                self._listed.clear()
                self._remembered = 0
            self._listed[part] = found
        return self._listed[part]

    def _enumerated(self, part: _Subproblem) -> list[int] | None:
        self._look()
        if self._simple:
            found = list(islice(self.board.zeros(part.variables, part.masks, self._look), _MOST_LISTED + 1))
            return found if len(found) <= _MOST_LISTED else None
        found = []
        for _, branch in self.branches(part):
            lists = [self._list(child) for child in branch.parts]
            if any(listed is not None and not listed for listed in lists):
                continue
            total = 1
            for listed in lists:
                total *= _MOST_LISTED + 1 if listed is None else len(listed)
            if total + len(found) > _MOST_LISTED:
                return None
            products = [branch.board]
            for listed in lists:
                assert listed is not None
                products = [a | b for a in products for b in listed]
            found.extend(products)
        return found

    # -- counting -----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of zeros. Only a few of them are listed.

        No order of splitting is best for all networks. Two orders take turns, share what they have found, and may look
        at twice as many nodes in each turn.
        """
        self._nodes_left = _LISTING_WORK // max(1, self.network.size)
        try:
            listed = sum(1 for _ in islice(self.boards(), _FEW))
            if listed < _FEW:
                return listed
        except _OutOfNodes:
            pass
        root = self.root()
        assert root is not None
        budget = _FIRST_BUDGET
        while True:
            for self._lowest_first in (True, False):
                self._nodes_left = budget
                try:
                    return prod(self._count(part) for part in root.parts)
                except _OutOfNodes:
                    pass
            budget *= 2

    def _count(self, part: _Subproblem) -> int:
        """The number of zeros of a subproblem. The stack is our own: the depth may be the number of variables."""
        known = self._counts.get(self._key(part))
        if known is not None:
            return known
        frames = [_CountedParts(self._key(part), self.branches(part, counting=True))]
        while True:
            frame = frames[-1]
            if frame.product and frame.waiting:
                child = frame.waiting.pop()
                key = self._key(child)
                known = self._counts.get(key)
                if known is None:
                    frames.append(_CountedParts(key, self.branches(child, counting=True)))
                else:
                    frame.product *= known
                continue
            frame.total += frame.product
            following = next(frame.branches, None)
            if following is not None:
                frame.product, frame.waiting = following[0], list(following[1].parts)
                continue
            if len(self._counts) > _MOST_REMEMBERED:
                self._counts.clear()
            self._counts[frame.key] = frame.total
            frames.pop()
            if not frames:
                return frame.total
            frames[-1].product *= frame.total

    def _key(self, part: _Subproblem) -> object:
        """A key that subproblems share only if they have equally many zeros.

        If values are interchangeable: for every value the mask of the variables that still have it, sorted.
        """
        if not self.network.interchangeable_values:
            return part
        holders: dict[int, int] = {}
        here = 1
        for mask in part.masks:
            while mask:
                low = mask & -mask
                holders[low] = holders.get(low, 0) | here
                mask ^= low
            here <<= 1
        return (part.variables, tuple(sorted(holders.values())))

    def _look(self, nodes: int = 1) -> None:
        """Raise LimitError after the deadline, and _OutOfNodes if this turn has no nodes left."""
        self.deadline.check()
        if self._nodes_left is not None:
            self._nodes_left -= nodes
            if self._nodes_left < 0:
                raise _OutOfNodes


class _OutOfNodes(Exception):
    """This turn has no nodes left."""


class _Impossible:
    pass


_IMPOSSIBLE = _Impossible()


class _CountedParts:
    """A subproblem that is being counted: its further branches, and the present branch's uncounted subproblems."""

    __slots__ = ("branches", "key", "product", "total", "waiting")

    def __init__(self, key: object, branches: Iterator[tuple[int, _SearchBranch]]) -> None:
        self.key, self.branches = key, branches
        self.total = self.product = 0
        self.waiting: list[_Subproblem] = []
