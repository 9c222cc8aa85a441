"""The vertices of a graph coloured one after the other: what is kept is which later vertices each colour excludes.

A colour's mark is the set of vertices to come (as bits of their numbers) that have a neighbour of that colour. A state
is the multiset of the marks that are not empty, ascending. States with a vertex that can get no colour are dropped.
The cells of any layout can be such vertices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from heapq import heappop, heappush
from operator import and_

from casbridge.board.peers import peers_of
from casbridge.counting.frontier import Budget, Sweep
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout

#: The marks that are not empty, ascending.
Marks = tuple[int, ...]


class GraphSweep(Sweep):
    """The open cells of a layout, filled in an order. later: for each cell its peers that come later, as bits.

    >>> from casbridge.puzzles import graph
    >>> path = GraphSweep(graph(3, ((0, 1), (1, 2)), 3), [0, 0, 0], [0, 1, 2], Budget())
    >>> path.advance()
    >>> path.states, path.successors(1, (0b010,))
    ({(2,): 3}, [((4,), 2)])
    """

    def __init__(self, layout: Layout, grid: Sequence[int], order: Sequence[int], budget: Budget) -> None:
        place = {cell: number for number, cell in enumerate(order)}
        peers = peers_of(layout)
        self.later = tuple(
            sum(1 << place[peer] for peer in peers[cell] if place.get(peer, -1) > number)
            for number, cell in enumerate(order)
        )
        marks = [0] * layout.digits
        for cell, digit in enumerate(grid):
            if digit:
                marks[digit - 1] |= sum(1 << place[peer] for peer in peers[cell] if peer in place)
        self._budget = budget
        # Marks are seldom shared between states.
        size = 220 + (48 + len(order) // 8) * min(layout.digits, len(order) + 1)
        super().__init__(len(order), layout.digits, size, tuple(sorted(filter(None, marks))))

    def after(self, level: int, states: Mapping[Marks, int]) -> dict[Marks, int]:
        """The states after the vertex number `level`. Raises LimitError."""
        found: dict[Marks, int] = {}
        spend = self._budget.spend
        for marks, ways in states.items():
            spend()
            for changed, number in self.successors(level, marks):
                found[changed] = found.get(changed, 0) + ways * number
        return found

    def successors(self, level: int, marks: Marks) -> list[tuple[Marks, int]]:
        """The states that the colours of a vertex lead to, each with the number of colours."""
        bit = 1 << level
        later = self.later[level]
        left = [mark & ~bit for mark in marks if mark != bit]
        unused = self.digits - len(marks)
        found = []
        before = -1
        for mark in (0, *marks) if unused else marks:
            if mark == before or mark & bit:
                continue
            before = mark
            after = left.copy()
            if mark:
                after.remove(mark)
            if mark | later:
                after.append(mark | later)
            if len(after) == self.digits and reduce(and_, after):
                continue  # some vertex has neighbours of all colours
            after.sort()
            found.append((tuple(after), marks.count(mark) if mark else unused))
        return found


def greedy_order(layout: Layout, grid: Sequence[int]) -> list[int]:
    """The open cells in an order: next is the one that makes the fewest open cells neighbours of passed ones.

    >>> from casbridge.puzzles import graph
    >>> greedy_order(graph(4, ((0, 2), (2, 1), (1, 3)), 2), [0, 0, 0, 0])
    [0, 2, 1, 3]
    """
    peers = [[peer for peer in found if not grid[peer]] for found in peers_of(layout)]
    new = [len(found) for found in peers]
    reached = [bool(digit) for digit in grid]
    passed = list(reached)
    order: list[int] = []
    frontier: list[tuple[int, int]] = []

    def reach(cell: int) -> None:
        reached[cell] = True
        heappush(frontier, (new[cell], cell))
        for peer in peers[cell]:
            new[peer] -= 1
            if reached[peer] and not passed[peer]:
                heappush(frontier, (new[peer], peer))

    for start in sorted(range(layout.cells), key=new.__getitem__):
        if not reached[start]:
            reach(start)
        while frontier:
            _, cell = heappop(frontier)
            if not passed[cell]:
                passed[cell] = True
                order.append(cell)
                for peer in peers[cell]:
                    if not reached[peer]:
                        reach(peer)
    return order


class RemainingWays:
    """The full grids of a layout, counted cell by cell, with all states kept.

    order: the cells in the order in which they are filled. total: the number of full grids.

    Raises UnsupportedError for more than `most_states` states, LimitError at the deadline.

    >>> from casbridge.puzzles import latin
    >>> RemainingWays(latin(4), 1000).total
    576
    """

    def __init__(self, layout: Layout, most_states: int, deadline: Deadline = NEVER) -> None:
        empty = [0] * layout.cells
        self.order = list(range(layout.cells)) if layout.is_grid else greedy_order(layout, empty)
        self._sweep = GraphSweep(layout, empty, self.order, Budget())
        self._deadline = deadline
        self._ways = self._counted(most_states)
        self.total = self._ways[0].get((), 0)

    def options(self, number: int, excluded: Sequence[int]) -> list[tuple[int, list[int]]]:
        """For each digit of a cell: the number of full grids that have it, and what is excluded afterwards.

        number: the cell's place in the order.
        excluded: for each digit the cells (as bits of their places) that cannot get it any more, for the first none.
        """
        bit = 1 << number
        left = [mask & ~bit for mask in excluded]
        known = self._ways[number + 1]
        found = []
        for digit, mask in enumerate(excluded):
            after = left.copy()
            after[digit] |= self._sweep.later[number]
            found.append((0 if mask & bit else known.get(tuple(sorted(filter(None, after))), 0), after))
        return found

    def _counted(self, most_states: int) -> list[dict[Marks, int]]:
        """For each number of filled cells the states, and in how many ways the rest can be filled."""
        levels: list[set[Marks]] = [{()}]
        looked = 1
        for number in range(len(self.order)):
            new: set[Marks] = set()
            for state in self._deadline.over(levels[-1]):
                new.update(after for after, _ in self._sweep.successors(number, state))
                if looked + len(new) > most_states:
                    raise UnsupportedError(f"to count them takes more than {most_states:,} states")
            looked += len(new)
            levels.append(new)
        ways = [dict.fromkeys(levels[-1], 1)]
        for number in reversed(range(len(self.order))):
            known, here = ways[-1], {}
            for state in self._deadline.over(levels[number]):
                total = sum(known.get(after, 0) * times for after, times in self._sweep.successors(number, state))
                if total:
                    here[state] = total
            ways.append(here)
        return ways[::-1]
