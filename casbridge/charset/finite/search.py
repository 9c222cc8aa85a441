"""Splitting: the zeros of a network, one by one or counted.

A *part* is what is left to decide after propagation: variables that share, directly or through others, an equation that
is not settled yet. Parts of one node are independent, so that the zeros of a node are the products of the zeros of its
parts; equal parts come up again and again, and what was found for one is remembered (within a fixed amount of memory).

Points are carried as boards (see `board`); the boards of independent parts are joined by `|`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import prod
from typing import Any, NamedTuple

from casbridge.algebra.answers import Point
from casbridge.charset.finite.bitboard import Bitboard
from casbridge.charset.finite.network import Network
from casbridge.charset.finite.relations import OneScope, bits_of
from casbridge.limits import NEVER, Deadline

SMALL_PART = 40  # measured: larger parts profit from hidden singles, smaller ones from the board's speed
MOST_LISTED = 4_096
MOST_REMEMBERED = 200_000
FIRST_BUDGET = 4_000
FEW = 500
LISTING_WORK = 500_000  # nodes times variables


class Subproblem(NamedTuple):
    """Variables (ascending), their masks, and the masks of fixed variables that share a scope with them."""

    variables: tuple[int, ...]
    masks: tuple[int, ...]
    context: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class _SearchBranch:
    """One value of the splitting variable, after propagation: the board of what became fixed, and what is left."""

    board: int
    parts: tuple[Subproblem, ...]


class ZeroSearch:
    """The zeros of a network. LimitError after the deadline."""

    board: Bitboard  # made by `root`

    def __init__(self, network: Network, deadline: Deadline = NEVER) -> None:
        self.network = network
        self.deadline = deadline
        self._simple = network.structure.only_differences
        self._shared = network.structure.adjacent_by_difference
        self._joined = network.structure.adjacent_otherwise
        self._blamed = [0] * network.size
        self._listed: dict[Subproblem, list[int] | None] = {}
        self._remembered = 0
        self._satisfiable: dict[Subproblem, bool] = {}
        self._counts: dict[object, int] = {}
        self._lowest_first = True
        self._nodes_left: int | None = None

    # -- one node -----------------------------------------------------------------------------------------------------

    def root(self) -> _SearchBranch | None:
        """The network after its first propagation; None when it has no zeros. What is fixed then is on no board."""
        network = self.network
        domains = list(network.domains)
        peers = network.structure.peers
        fixed = [v for v in network.constrained if not domains[v] & (domains[v] - 1) and peers[v]]
        if not network.propagate(domains, fixed, [-1] * network.size):
            return None
        self.board = Bitboard(network, domains)
        opened = [v for v in network.constrained if domains[v] & (domains[v] - 1)]
        return _SearchBranch(0, self._parts(domains, opened) if opened else ())

    def branches(self, part: Subproblem, *, counting: bool = False) -> Iterator[tuple[int, _SearchBranch]]:
        """The branches of a part that survive propagation, each with how often it counts.

        counting: branches that differ only by exchanging values that play the same part are represented by one.
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

    def _choices(self, part: Subproblem, domains: list[int]) -> list[tuple[int, int, int]]:
        """The choices (1, variable, bit) of one split: all values of a variable, or all places of a value.

        Taken is what has the fewest choices; among those, what was blamed most for contradictions.
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

    def _tightest_scope(self, part: Subproblem, domains: list[int]) -> list[tuple[int, int, int]]:
        """The choices of the "exactly one" with the fewest places left; [] where there is none."""
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

    def _units_within(self, part: Subproblem) -> list[tuple[int, ...]]:
        structure = self.network.structure
        numbers = {number for v in part.variables for number in structure.units_of[v]}
        return [structure.units[number] for number in sorted(numbers)]

    def _blame(self, variable: int, domains: list[int], before: list[int]) -> None:
        """Remember who took part in a contradiction: splitting there first is likely to fail early again."""
        self._blamed[variable] += 1
        for v, (now, then) in enumerate(zip(domains, before, strict=True)):
            if then and not now:
                self._blamed[v] += 3

    def _weighted_choices(self, part: Subproblem) -> list[tuple[int, int, int]]:
        """The choices of the lowest variable, so that parts repeat and are remembered; or of a tightest one."""
        variable = part.variables[0] if self._lowest_first else self._tightest(part)[1]
        return [(len(group), variable, 1 << group[0]) for group in self._value_groups(part, variable)]

    def _tightest(self, part: Subproblem) -> tuple[int, int]:
        """The fewest values that a variable has left, and one that has so few: most blamed, with most neighbours."""
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

    def _value_groups(self, part: Subproblem, variable: int) -> list[list[int]]:
        """The variable's values; where values are interchangeable, those that the same variables have together."""
        mask = part.masks[part.variables.index(variable)]
        if not self.network.interchangeable_values:
            return [[bit] for bit in bits_of(mask)]
        groups: dict[tuple[int, ...], list[int]] = {}
        for bit in bits_of(mask):
            holders = tuple([i for i, other in enumerate(part.masks) if other >> bit & 1])
            groups.setdefault(holders, []).append(bit)
        return list(groups.values())

    def _settled(self, domains: list[int], variables: tuple[int, ...]) -> _SearchBranch:
        """Splits the variables into what is fixed (a board) and independent parts."""
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

    def _parts(self, domains: list[int], left: list[int]) -> tuple[Subproblem, ...]:
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
        found: list[Subproblem] = []
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
            found.append(Subproblem(members, tuple([domains[v] for v in members]), context))
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
        """All zeros as boards, each once, in an order that depends on the network only."""
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
            if rest is None and self._simple and len(part.variables) <= SMALL_PART:
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

    def _pending(self, parts: tuple[Subproblem, ...], rest: object) -> object:
        """Parts in front of a linked list of parts, smallest first; _IMPOSSIBLE when one of several has no zeros."""
        pending = rest
        several = len(parts) > 1 or rest is not None
        for part in reversed(parts):
            if several and not self._has_zeros(part):
                return _IMPOSSIBLE
            pending = (part, pending)
        return pending

    def _has_zeros(self, part: Subproblem) -> bool:
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

    def _list(self, part: Subproblem) -> list[int] | None:
        """The boards of all zeros of a small part; None for a large one or one with too many."""
        if len(part.variables) > SMALL_PART:
            return None
        if part not in self._listed:
            found = self._enumerated(part)
            self._remembered += 8 + (len(found) if found else 0)
            if self._remembered > MOST_REMEMBERED:
                self._listed.clear()
                self._remembered = 0
            self._listed[part] = found
        return self._listed[part]

    def _enumerated(self, part: Subproblem) -> list[int] | None:
        self._look()
        if self._simple:
            found = list(islice(self.board.zeros(part.variables, part.masks, self._look), MOST_LISTED + 1))
            return found if len(found) <= MOST_LISTED else None
        found = []
        for _, branch in self.branches(part):
            lists = [self._list(child) for child in branch.parts]
            if any(listed is not None and not listed for listed in lists):
                continue
            total = 1
            for listed in lists:
                total *= MOST_LISTED + 1 if listed is None else len(listed)
            if total + len(found) > MOST_LISTED:
                return None
            products = [branch.board]
            for listed in lists:
                assert listed is not None
                products = [a | b for a in products for b in listed]
            found.extend(products)
        return found

    # -- counting -----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of zeros, listing no more than a few of them.

        No order of splitting is the best for all parts: two take turns, each time with twice as many nodes to look at,
        and share what they have found.
        """
        self._nodes_left = LISTING_WORK // max(1, self.network.size)
        try:
            listed = sum(1 for _ in islice(self.boards(), FEW))
            if listed < FEW:
                return listed
        except _OutOfNodes:
            pass
        root = self.root()
        assert root is not None
        budget = FIRST_BUDGET
        while True:
            for self._lowest_first in (True, False):
                self._nodes_left = budget
                try:
                    return prod(self._count(part) for part in root.parts)
                except _OutOfNodes:
                    pass
            budget *= 2

    def _count(self, part: Subproblem) -> int:
        """The number of zeros of a part, with a stack of our own: the depth may be that of the variables."""
        known = self._counts.get(self._key(part))
        if known is not None:
            return known
        frames = [_Counting(self._key(part), self.branches(part, counting=True))]
        while True:
            frame = frames[-1]
            if frame.product and frame.waiting:
                child = frame.waiting.pop()
                key = self._key(child)
                known = self._counts.get(key)
                if known is None:
                    frames.append(_Counting(key, self.branches(child, counting=True)))
                else:
                    frame.product *= known
                continue
            frame.total += frame.product
            following = next(frame.branches, None)
            if following is not None:
                frame.product, frame.waiting = following[0], list(following[1].parts)
                continue
            if len(self._counts) > MOST_REMEMBERED:
                self._counts.clear()
            self._counts[frame.key] = frame.total
            frames.pop()
            if not frames:
                return frame.total
            frames[-1].product *= frame.total

    def _key(self, part: Subproblem) -> object:
        """What determines the number of a part's zeros: up to a renaming of values where these are interchangeable.

        Then for every value the set of variables that still have it, as a mask; these masks sorted.
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
        """Raises LimitError after the deadline, _OutOfNodes when the nodes of this turn are used up."""
        self.deadline.check()
        if self._nodes_left is not None:
            self._nodes_left -= nodes
            if self._nodes_left < 0:
                raise _OutOfNodes


class _OutOfNodes(Exception):
    """The nodes of one turn are used up."""


class _Impossible:
    pass


_IMPOSSIBLE = _Impossible()


@dataclass(slots=True)
class _Counting:
    """A part that is being counted: the branches still to come, and the parts of the present one not yet counted."""

    key: object
    branches: Iterator[tuple[int, _SearchBranch]]
    total: int = 0
    product: int = 0
    waiting: list[Subproblem] = field(default_factory=list)
