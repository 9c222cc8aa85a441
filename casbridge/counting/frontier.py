"""Count the fillings of open cells one cell after the other, from one end of an order of the cells or from both.

A sweep fills the cells in an order. What matters for the cells to come is its state; fillings of the cells passed that
lead to equal states are counted together. `unit_sweep` has the states of grids, `graph_sweep` those of graphs.

For grids a second sweep starts at the other end. Where both meet, the number of fillings is the sum of the products
over the states that fit each other.

If there are too many states at a time, they are divided into slices, each of which is taken to the end by itself. The
sum over the finished slices is a lower bound at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from math import inf
from typing import Any

from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline, Stopwatch

#: The memory for states, in bytes.
MOST_BYTES = 1_000_000_000


class Budget:
    """The time and the number of states that a count may use; None for no limit. looked: the states looked at so far.

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

    >>> from casbridge.counting.graph_sweep import GraphSweep
    >>> from casbridge.puzzles import graph
    >>> edge = GraphSweep(graph(2, ((0, 1),), 3), [0, 0], [0, 1], Budget())
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
    """The count for one order of the cells. found: the fillings counted so far.

    forward, backward: sweeps from both ends; without `backward` from the start only.
    most_bytes: the memory for states.

    >>> from casbridge.counting.graph_sweep import GraphSweep
    >>> from casbridge.puzzles import graph
    >>> triangle = graph(3, ((0, 1), (0, 2), (1, 2)), 3)
    >>> count = FrontierCount(GraphSweep(triangle, [0, 0, 0], [0, 1, 2], Budget()), None, Budget())
    >>> count.finish()
    >>> count.found
    6
    """

    def __init__(self, forward: Sweep, backward: Sweep | None, budget: Budget, most_bytes: int = MOST_BYTES) -> None:
        self.found = 0
        self._forward = forward
        self._backward = backward
        self._budget = budget
        self._room = max(1, most_bytes // forward.bytes_of_a_state)

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
            most = self._most_at_a_time(meeting - level, waiting - len(states))
            if len(states) > most:
                ordered = sorted(states.items(), key=lambda item: item[1])
                slices += [(level, dict(ordered[start : start + most])) for start in range(0, len(ordered), most)]
                level, states = slices.pop()
            after = self._forward.after(level, states)
            waiting += len(after) - len(states)
            if after:
                slices.append((level + 1, after))

    def _most_at_a_time(self, levels: int, waiting: int) -> int:
        # A state has several successors, and the more digits there are, the more.
        most = max(self._room - waiting, 0) // (4 + min(self._forward.digits, 64) // 2)
        return int(max(1, min(most, self._budget.left / (4 * levels))))
