"""Count the fillings of open cells one cell after the other, from one end of an order of the cells or from both.

A sweep fills the cells in an order. What matters for the cells to come is its state; fillings of the cells passed that
lead to equal states are counted together. `unit_sweep` has the states of grids; those of graphs are here. For grids a
second sweep starts at the other end: the number of fillings is the sum of the products over the states that fit each
other where both meet.

If there are too many states at a time, they are divided into slices, each of which is taken to the end by itself. The
sum over the finished slices is a lower bound at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import reduce
from heapq import heappop, heappush
from math import inf
from operator import and_
from typing import Any

from casbridge.board.peers import peers_of
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline, Stopwatch
from casbridge.puzzles.layouts import Layout

_MOST_BYTES = 1_000_000_000  # for states
#: A state of a graph: the marks that are not empty, ascending.
Marks = tuple[int, ...]


class Budget:
    """The time and the number of states that a count may use; None for no limit. looked: the states so far.

    >>> budget = Budget(states=1)
    >>> budget.spend()
    >>> budget.spend()
    Traceback (most recent call last):
    casbridge.errors.LimitError: the limit of 1 states
    """

    def __init__(self, deadline: Deadline = NEVER, states: int | None = None) -> None:
        self._deadline = deadline
        self._timed = deadline.end < inf
        self._states = inf if states is None else states
        self._watch = Stopwatch()
        self.looked = 0

    @property
    def reached(self) -> str:
        """The limit that was reached, in words."""
        if self._deadline.passed:
            return f"the limit of {self._deadline.seconds or 0:g} s"
        return f"the limit of {self._states} states"

    def spend(self) -> None:
        """Count one more state. Raises LimitError."""
        if self.looked >= self._states:
            raise LimitError(self.reached)
        self.looked += 1
        if self._timed:
            self.check()

    def check(self) -> None:
        """Raises LimitError after the deadline."""
        if self._deadline.passed:
            raise LimitError(self.reached)

    @property
    def left(self) -> float:
        """States that can still be looked at, at the speed so far; inf before half of the time or states is used."""
        left = self._states - self.looked if 2 * self.looked > self._states else inf
        seconds, passed = self._deadline.left(), self._watch.seconds
        if seconds is not None and passed > seconds:
            left = min(left, seconds * self.looked // passed)
        return left


class Sweep(ABC):
    """An order of cells that are filled one after the other. See `UnitSweep` and `GraphSweep`.

    cells, digits: how many there are. level: the number of cells filled so far.
    states: in how many ways each state is reached. A state is what the cells to come need to know of the cells passed.
    bytes_of_a_state: the memory that a state takes, roughly.

    >>> from casbridge.puzzles import graph
    >>> edge = GraphSweep(graph(2, ((0, 1),), 3), [0, 0], Budget())
    >>> edge.advance()
    >>> edge.level, edge.states
    (1, {(2,): 3})
    """

    def __init__(self, cells: int, digits: int, bytes_of_a_state: int, start: Any) -> None:
        self.cells = cells
        self.digits = digits
        self.bytes_of_a_state = bytes_of_a_state
        self.level = 0
        self.states: dict[Any, int] = {start: 1}

    @abstractmethod
    def after(self, level: int, states: Mapping[Any, int]) -> dict[Any, int]:
        """The states after the cell number `level`. Raises LimitError."""

    def ways_below(self) -> dict[Any, int]:
        """For a sweep from the other end: the ways to fill its cells, by the state of the sweep that it meets."""
        raise NotImplementedError

    def advance(self) -> None:
        """Fill one more cell. Raises LimitError, and then nothing has changed."""
        self.states = self.after(self.level, self.states)
        self.level += 1


class FrontierCount:
    """The count for one order of the cells, by sweeps from both ends or only forward. found: the fillings so far.

    >>> from casbridge.puzzles import graph
    >>> triangle = graph(3, ((0, 1), (0, 2), (1, 2)), 3)
    >>> count = FrontierCount(GraphSweep(triangle, [0, 0, 0], Budget()), None, Budget())
    >>> count.finish()
    >>> count.found
    6
    """

    def __init__(self, forward: Sweep, backward: Sweep | None, budget: Budget) -> None:
        self.found = 0
        self._forward = forward
        self._backward = backward
        self._budget = budget
        self._room = max(1, _MOST_BYTES // forward.bytes_of_a_state)

    @property
    def gap(self) -> int:
        """The number of cells between both sweeps."""
        return self._forward.cells - self._forward.level - (self._backward.level if self._backward else 0)

    def step(self) -> bool:
        """Advance the sweep with fewer states. False if both have met or there are too many states."""
        forward, backward = len(self._forward.states), len(self._backward.states) if self._backward else 0
        if not self.gap or forward + backward > self._room // 2:
            return False
        (self._backward if self._backward and backward < forward else self._forward).advance()
        return True

    def finish(self) -> None:
        """Count all. Raises LimitError; then `found` is the sum so far."""
        while self._budget.left == inf and self.step():
            pass
        below = self._backward.ways_below() if self._backward else None
        meeting = self._forward.level + self.gap
        slices = [(self._forward.level, self._forward.states)]
        waiting = len(below or ()) + len(self._forward.states)
        self._forward.states = {}
        while slices:
            level, states = slices.pop()
            if level == meeting:
                for state, ways in states.items():
                    self.found += ways * (1 if below is None else below.get(state, 0))
                waiting -= len(states)
                continue
            # A state has several successors, and the more digits there are, the more.
            most = max(self._room - waiting + len(states), 0) // (4 + min(self._forward.digits, 64) // 2)
            most = int(max(1, min(most, self._budget.left / (4 * (meeting - level)))))
            if len(states) > most:
                ordered = sorted(states.items(), key=lambda item: item[1])
                slices += [(level, dict(ordered[start : start + most])) for start in range(0, len(ordered), most)]
                level, states = slices.pop()
            after = self._forward.after(level, states)
            waiting += len(after) - len(states)
            if after:
                slices.append((level + 1, after))


# -- graphs -----------------------------------------------------------------------------------------------------------


class GraphSweep(Sweep):
    """The open cells of any layout without relations.

    order: in which they are filled. later: for each its later peers, as bits.

    A digit's mark is the set of cells to come (as bits of their numbers) that have a peer with that digit. A state is
    the multiset of the marks that are not empty. States with a cell that can get no digit are dropped.

    >>> from casbridge.puzzles import graph
    >>> path = GraphSweep(graph(3, ((0, 1), (1, 2)), 3), [0, 0, 0], Budget())
    >>> path.advance()
    >>> path.states, path.successors(1, (0b010,))
    ({(2,): 3}, [((4,), 2)])
    """

    def __init__(self, layout: Layout, grid: Sequence[int], budget: Budget) -> None:
        layout.require_no_relations("a count cell by cell")
        in_rows = [cell for cell, digit in enumerate(grid) if not digit]
        self.order = order = in_rows if layout.is_grid else _greedy_order(layout, grid)
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


def _greedy_order(layout: Layout, grid: Sequence[int]) -> list[int]:
    """The open cells in an order: next is the one that makes the fewest open cells neighbours of passed ones."""
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
        self._sweep = GraphSweep(layout, [0] * layout.cells, Budget())
        self.order = self._sweep.order
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
