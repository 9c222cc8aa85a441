"""For each way to begin a layout's full grid, cell by cell: the number of ways to go on.

`making` draws grids with equal probability by these numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.counting.frontier import Budget
from casbridge.counting.graph_sweep import GraphSweep, Marks, greedy_order, later_peers
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout

#: States between two looks at the deadline.
_BETWEEN_LOOKS = 1_000


class RemainingWays:
    """The full grids of a layout, counted cell by cell, with all states kept.

    most_states: how many states may be kept.
    order: the cells in the order in which they are filled.
    total: the number of full grids.

    Raises UnsupportedError for more states, LimitError at the deadline.

    >>> from casbridge.puzzles import latin
    >>> RemainingWays(latin(4), 1000).total
    576
    """

    def __init__(self, layout: Layout, most_states: int, deadline: Deadline = NEVER) -> None:
        self.order = list(range(layout.cells)) if layout.is_grid else greedy_order(layout, [0] * layout.cells)
        self._later = later_peers(layout, self.order)
        self._sweep = GraphSweep(self._later, (0,) * layout.digits, Budget())
        self._deadline = deadline
        self._ways = self._counted(most_states)
        self.total = self._ways[0].get((), 0)

    def options(self, number: int, excluded: Sequence[int]) -> list[tuple[int, list[int]]]:
        """For each digit of a cell: the number of full grids that have it, and what is excluded afterwards.

        number: the cell's place in the order.
        excluded: for each digit the cells (as bits of their places) that cannot get it any more, for the first none.

        >>> from casbridge.puzzles import latin
        >>> RemainingWays(latin(2), 100).options(0, [0, 0])
        [(1, [6, 0]), (1, [0, 6])]
        """
        bit = 1 << number
        left = [mask & ~bit for mask in excluded]
        known = self._ways[number + 1]
        found = []
        for digit, mask in enumerate(excluded):
            after = left.copy()
            after[digit] |= self._later[number]
            found.append((0 if mask & bit else known.get(tuple(sorted(filter(None, after))), 0), after))
        return found

    def _counted(self, most_states: int) -> list[dict[Marks, int]]:
        """For each number of filled cells the states, and in how many ways the rest can be filled."""
        levels: list[set[Marks]] = [{()}]
        looked = 1
        for number in range(len(self.order)):
            after: set[Marks] = set()
            for looked_at, state in enumerate(levels[-1]):
                if not looked_at % _BETWEEN_LOOKS:
                    self._deadline.check()
                before = len(after)
                after.update(found for found, _ in self._sweep.successors(number, state))
                looked += len(after) - before
                if looked > most_states:
                    raise UnsupportedError(f"to count them takes more than {most_states:,} states")
            levels.append(after)
        ways = [dict.fromkeys(levels[-1], 1)]
        for number in reversed(range(len(self.order))):
            known = ways[-1]
            here = {}
            for looked_at, state in enumerate(levels[number]):
                if not looked_at % _BETWEEN_LOOKS:
                    self._deadline.check()
                total = sum(known.get(after, 0) * times for after, times in self._sweep.successors(number, state))
                if total:
                    here[state] = total
            ways.append(here)
        return ways[::-1]
