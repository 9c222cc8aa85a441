"""Uniform grids cell by cell, of any layout that is small enough."""

from __future__ import annotations

from casbridge.board.solutions import solver_of
from casbridge.counting.graph_sweep import greedy_order
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Choose
from casbridge.puzzles.layouts import Layout

#: For each digit the cells, of those that come, that it cannot have, as bits; sorted, since digits are all alike.
State = tuple[int, ...]

#: States between two looks at the deadline.
_BETWEEN_LOOKS = 1_000


class CellByCell:
    """Counts how the cells that come can be filled, for all that matters of the cells that are: which digits each of
    them excludes where. Raises UnsupportedError for more than so many different states, LimitError when
    time is over.

    >>> from casbridge.puzzles import latin
    >>> CellByCell(latin(4), 1000).total
    576
    """

    def __init__(self, layout: Layout, most_states: int, deadline: Deadline = NEVER) -> None:
        self._layout = layout
        self._deadline = deadline
        self._order = list(range(layout.cells)) if layout.is_grid else greedy_order(layout, [0] * layout.cells)
        place = {cell: number for number, cell in enumerate(self._order)}
        peers = solver_of(layout).peers
        self._later = [
            sum(1 << there for other, there in place.items() if there > number and peers[cell] >> other & 1)
            for number, cell in enumerate(self._order)
        ]
        self._ways = self._counted(most_states)
        self.total = self._ways[0].get((0,) * layout.digits, 0)

    def grid(self, choose: Choose) -> tuple[int, ...]:
        """A grid by these choices: the digit of each cell."""
        excluded = [0] * self._layout.digits
        grid = [0] * self._layout.cells
        for number, cell in enumerate(self._order):
            after = [self._after(number, excluded, digit) for digit in range(len(excluded))]
            known = self._ways[number + 1]
            digit = choose([known.get(tuple(sorted(found)), 0) if found else 0 for found in after])
            excluded = after[digit]
            grid[cell] = digit + 1
        return tuple(grid)

    def _after(self, number: int, excluded: list[int], digit: int) -> list[int]:
        """What is excluded when a cell has this digit; nothing if it cannot have it."""
        bit = 1 << number
        if excluded[digit] & bit:
            return []
        left = [mask & ~bit for mask in excluded]
        left[digit] |= self._later[number]
        return left

    def _successors(self, number: int, state: State) -> list[tuple[State, int]]:
        """The states after a cell, each with the number of digits that lead to it."""
        bit = 1 << number
        left = [mask & ~bit for mask in state]
        later = self._later[number]
        found = []
        for place, mask in enumerate(state):
            if mask & bit or (place and state[place - 1] == mask):
                continue
            after = left.copy()
            after[place] |= later
            common = after[0]
            for other in after:
                common &= other
            if not common:
                after.sort()
                found.append((tuple(after), state.count(mask)))
        return found

    def _counted(self, most_states: int) -> list[dict[State, int]]:
        """For each number of filled cells the states, and in how many ways the rest can be filled."""
        levels: list[set[State]] = [{(0,) * self._layout.digits}]
        looked = 1
        for number in range(len(self._order)):
            after: set[State] = set()
            for looked_at, state in enumerate(levels[-1]):
                if not looked_at % _BETWEEN_LOOKS:
                    self._deadline.check()
                before = len(after)
                after.update(found for found, _ in self._successors(number, state))
                looked += len(after) - before
                if looked > most_states:
                    raise UnsupportedError(f"to count them takes more than {most_states:,} states")
            levels.append(after)
        ways = [dict.fromkeys(levels[-1], 1)]
        for number in range(len(self._order) - 1, -1, -1):
            known = ways[-1]
            here = {}
            for looked_at, state in enumerate(levels[number]):
                if not looked_at % _BETWEEN_LOOKS:
                    self._deadline.check()
                total = sum(known.get(after, 0) * times for after, times in self._successors(number, state))
                if total:
                    here[state] = total
            ways.append(here)
        return ways[::-1]
