"""The cells of a grid filled one after the other; a state says which units have which digits.

A digit's mark is the set of units (as bits) that have the digit. What can be done in the cells to come depends on the
marks alone; the names of the digits make no difference. So a state is a multiset of marks. States are dropped if a
digit cannot get into all units that it lacks.

A sweep from the other end keeps apart the digits that have different marks from the givens. Its marks say what the
cells before have to leave.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import factorial
from operator import xor
from typing import NamedTuple

from casbridge.counting.column_symmetry import LineSymmetry
from casbridge.counting.frontier import MOST_BYTES, Budget, FrontierCount, Sweep

#: For each group of digits the marks of its digits that are not empty, ascending.
Marks = tuple[tuple[int, ...], ...]

_MOST_KNOWN = 1_000_000
_MOST_STEPS = 3_000


class OpenCells(NamedTuple):
    """The open cells of a grid in an order, and what is filled already.

    marks: for each digit the units with this digit, as bits.
    units: for each cell its units, as bits.
    lines: for each cell the bit of its row (or column), the same for cells that follow each other.
    everything: all units, as bits: the mark of a digit that is done.
    symmetry: for a number of filled cells the exchanges of lines that change nothing in the rest; None if of no use.

    >>> units = (0b0101, 0b1001, 0b0110, 0b1010)  # two by two: rows are bits 0 and 1, columns bits 2 and 3
    >>> OpenCells((0, 0), units, (1, 1, 2, 2), 0b1111).backwards.units
    (10, 6, 9, 5)
    """

    marks: tuple[int, ...]
    units: tuple[int, ...]
    lines: tuple[int, ...]
    everything: int
    symmetry: Callable[[int], LineSymmetry | None] = lambda filled: None

    @property
    def backwards(self) -> OpenCells:
        """The cells in the opposite order."""
        return OpenCells(self.marks, self.units[::-1], self.lines[::-1], self.everything)


def count_of_cells(cells: OpenCells, budget: Budget, most_bytes: int = MOST_BYTES) -> FrontierCount[Marks]:
    """The count of the fillings of open cells, from both ends.

    >>> square = OpenCells((0, 0), (0b0101, 0b1001, 0b0110, 0b1010), (1, 1, 2, 2), 0b1111)
    >>> count = count_of_cells(square, Budget())
    >>> count.finish()
    >>> count.found
    2
    """
    digits = range(len(cells.marks))
    alike: dict[int, list[int]] = {}
    for digit in digits:
        alike.setdefault(cells.marks[digit], []).append(digit)
    backward = UnitSweep(cells.backwards, list(alike.values()), budget)
    return FrontierCount(UnitSweep(cells, [digits], budget), backward, budget, most_bytes)


#: The mark of a digit that gets a cell, −1 if it cannot; the cells of some placement, and of every placement.
_Entry = tuple[int, int, int]


class UnitSweep(Sweep[Marks]):
    """The open cells of a grid, filled in their order.

    groups: classes of digits that are not told apart.

    >>> sweep = UnitSweep(OpenCells((0, 0), (0b0101, 0b1001, 0b0110, 0b1010), (1, 1, 2, 2), 0b1111), [(0, 1)], Budget())
    >>> sweep.advance()
    >>> sweep.states
    {((5,),): 2}
    """

    def __init__(self, cells: OpenCells, groups: Sequence[Sequence[int]], budget: Budget) -> None:
        self._open = cells
        self.cells = len(cells.units)
        self.digits = len(cells.marks)
        self._groups = groups
        self._sizes = [len(group) for group in groups]
        self._placements = _Placements(cells)
        self._budget = budget
        start = tuple(tuple(sorted(cells.marks[digit] for digit in group if cells.marks[digit])) for group in groups)
        self.states = {start: 1}
        self.level = 0

    @property
    def bytes_of_a_state(self) -> int:
        """Most marks are shared between states."""
        return 300 + 8 * min(self.digits, self.cells + 1) + 2 * (self._open.everything.bit_length() // 8)

    def after(self, level: int, states: Mapping[Marks, int]) -> dict[Marks, int]:
        """The states after the cell number `level`. Raises LimitError."""
        found: dict[Marks, int] = {}
        known: dict[int, _Entry] = {}
        spend = self._budget.spend
        for state, ways in states.items():
            spend()
            for place, mark, marked in self._choices(level, state, known):
                marks = state[place]
                others = list(marks)
                if mark:
                    others.remove(mark)
                    number = len(marks) - len(others) + others.count(mark)
                else:
                    number = self._sizes[place] - len(marks)
                others.append(marked)
                others.sort()
                changed = (*state[:place], tuple(others), *state[place + 1 :])
                found[changed] = found.get(changed, 0) + ways * number
        symmetry = self._open.symmetry(level + 1)
        if symmetry is None:
            return found
        fewer: dict[Marks, int] = {}
        for (marks,), ways in found.items():
            self._budget.check()
            state = (symmetry.representative(marks),)
            fewer[state] = fewer.get(state, 0) + ways
        return fewer

    def _choices(self, level: int, state: Marks, known: dict[int, _Entry]) -> list[tuple[int, int, int]]:
        """The digits that the cell can get: the group, the mark, and the mark afterwards.

        Nothing if some cell can get no digit or must get two.
        """
        choices = []
        reached = taken = 0
        for place, marks in enumerate(state):
            before = -1
            for mark in marks if len(marks) == self._sizes[place] else (0, *marks):
                entry = known.get(mark)
                if entry is None:
                    entry = known[mark] = self._entry(level, mark)
                marked, some, every = entry
                if taken & every:
                    return []
                reached |= some
                taken |= every
                if mark != before and marked >= 0:
                    choices.append((place, mark, marked))
                before = mark
        if reached != -1 and reached != (1 << self.cells) - (1 << level):
            return []
        if taken >> level & 1:
            bit = 1 << level
            return [choice for choice in choices if known[choice[1]][2] & bit]
        return choices

    def _entry(self, level: int, mark: int) -> _Entry:
        self._budget.check()
        some, every = self._placements(level, mark)
        units = self._open.units[level]
        return mark | units if some >> level & 1 and not mark & units else -1, some, every

    def ways_below(self) -> dict[Marks, int]:
        """The ways to fill the cells that this sweep has passed, by the state of the sweep that it meets there."""
        found: dict[Marks, int] = {}
        # The cells before leave to a digit all units but those that the cells after have filled.
        flips = [self._open.everything ^ self._open.marks[digit] for group in self._groups for digit in group]
        repeated = any(len(group) > 1 for group in self._groups)
        for state, ways in self.states.items():
            self._budget.check()
            marks: list[int] = []
            for group, own in zip(self._groups, state, strict=True):
                marks += (0,) * (len(group) - len(own)) + own
            number = ways // self._arrangements(marks) if repeated else ways
            key = (tuple(sorted(filter(None, map(xor, marks, flips)))),)
            # The same marks can belong to the digits in several ways. If the cells before do not allow one of them,
            # some of its fillings may have been dropped; so the largest number counts.
            if found.get(key, 0) < number:
                found[key] = number
        return found

    def _arrangements(self, marks: Sequence[int]) -> int:
        """The number of ways in which the digits of each group can share their marks."""
        number = 1
        start = 0
        for group in self._groups:
            own = marks[start : start + len(group)]
            start += len(group)
            number *= factorial(len(group))
            for mark in set(own):
                number //= factorial(own.count(mark))
        return number


class _Placements:
    """For a digit: the cells that at least one valid placement uses, and the cells that all use, as bits.

    A placement brings the digit into all units that it lacks, by cells from a given one on. (0, −1) if there is none;
    (−1, 0) if it would take too many steps to find out.
    """

    def __init__(self, cells: OpenCells) -> None:
        self._open = cells
        self._ends = list(range(1, len(cells.lines) + 1))
        for cell in reversed(range(len(cells.lines) - 1)):
            if cells.lines[cell] == cells.lines[cell + 1]:
                self._ends[cell] = self._ends[cell + 1]
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._steps = 0

    def __call__(self, cell: int, mark: int) -> tuple[int, int]:
        self._steps = 0
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        return self._find(cell, mark)

    def _find(self, cell: int, mark: int) -> tuple[int, int]:
        units = self._open.units
        if cell == len(units):
            return (0, 0) if mark == self._open.everything else (0, -1)
        known = self._known.get((cell, mark))
        if known is None:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return -1, 0
            end = self._ends[cell]
            if mark & self._open.lines[cell]:
                known = self._find(end, mark)
            else:
                some, every = 0, -1
                for here in range(cell, end):
                    if not mark & units[here]:
                        later, always = self._find(end, mark | units[here])
                        if always >= 0:
                            some |= later | 1 << here
                            every &= always | 1 << here
                known = some, every
            self._known[cell, mark] = known
        return known
