"""The cells of a grid filled one after the other; a state says which units have which digits.

A digit's mark is the set of units (as bits) that have the digit. What can be done in the cells to come depends on the
marks alone; the names of the digits make no difference. So a state is a multiset of marks. States are dropped if a
digit cannot get into all units that it lacks.

States that differ by exchanges of columns, rows, stacks or bands have equally many completions if what is left to fill
stays the same: one of them stands for all. The columns of a stack can be exchanged if their open cells are in the same
rows, and stacks if that holds for all their columns. In Latin squares it holds for any columns. Rows and bands are
treated in the same way.

A sweep from the other end keeps apart the digits that have different marks from the givens. Its marks say what the
cells before have to leave.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from math import factorial, prod
from operator import xor

from casbridge.counting.frontier import Budget, Sweep
from casbridge.puzzles.layouts import Layout

#: For each group of digits the marks of its digits that are not empty, ascending.
Marks = tuple[tuple[int, ...], ...]
#: The mark of a digit that gets a cell, −1 if it cannot; the cells of some placement, and of every placement.
_Entry = tuple[int, int, int]

_FEWEST = 24  # with fewer exchanges it takes longer to find a representative than to count all states
_MOST_KNOWN = 1_000_000
_MOST_STEPS = 3_000


class UnitSweep(Sweep):
    """The open cells of a grid whose units all have every digit, filled in an order.

    In this order they follow each other row by row, or column by column.

    backwards: the order begins at the end. Digits are told apart if they have different givens.
    one_end: the cells are filled from this end only. Then columns can be exchanged if they are alike in the rest; else
        they must also be empty, so that the digits can be told apart as before.

    >>> from casbridge.puzzles import latin
    >>> sweep = UnitSweep(latin(2), [0, 0, 0, 0], range(4), True, Budget())  # rows are bits 0 and 1, columns 2 and 3
    >>> sweep.advance()
    >>> sweep.states
    {((5,),): 2}
    """

    def __init__(
        self,
        layout: Layout,
        grid: Sequence[int],
        order: Sequence[int],
        by_rows: bool,
        budget: Budget,
        *,
        backwards: bool = False,
        one_end: bool = False,
    ) -> None:
        layout.require_no_relations("a count by units")
        units = [0] * layout.cells
        for unit, there in enumerate(layout.units):
            for cell in there.cells:
                units[cell] |= 1 << unit
        marks = [0] * layout.digits
        for cell, digit in enumerate(grid):
            if digit:
                marks[digit - 1] |= units[cell]
        alike: dict[int, list[int]] = {}
        for digit, mark in enumerate(marks):
            alike.setdefault(mark if backwards else 0, []).append(digit)
        self._groups = list(alike.values())
        self._sizes = [len(group) for group in self._groups]
        self._marks = marks
        self._units = [units[cell] for cell in order]
        n = layout.side
        # Rows have the first numbers among the units, then columns.
        self._lines = [1 << (cell // n if by_rows else n + cell % n) for cell in order]
        self._ends = [*range(1, len(order) + 1)]
        for place in reversed(range(len(order) - 1)):
            if self._lines[place] == self._lines[place + 1]:
                self._ends[place] = self._ends[place + 1]
        self._everything = (1 << len(layout.units)) - 1
        still = () if one_end else {cell % n if by_rows else cell // n for cell, digit in enumerate(grid) if digit}
        self._symmetry = cache(
            lambda filled: None if backwards else _symmetry_of_rest(layout, order[filled:], by_rows, still)
        )
        self._placements: dict[tuple[int, int], tuple[int, int]] = {}
        self._steps = 0
        self._budget = budget
        # Most marks are shared between states.
        size = 300 + 8 * min(layout.digits, len(order) + 1) + 2 * (len(layout.units) // 8)
        start = tuple(tuple(sorted(marks[digit] for digit in group if marks[digit])) for group in self._groups)
        super().__init__(len(order), layout.digits, size, start)

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
        symmetry = self._symmetry(level + 1)
        if symmetry is None:
            return found
        fewer: dict[Marks, int] = {}
        for (marks,), ways in found.items():
            self._budget.check()
            state = (symmetry(marks),)
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
        self._steps = 0
        if len(self._placements) > _MOST_KNOWN:
            self._placements.clear()
        some, every = self._placed(level, mark)
        units = self._units[level]
        return mark | units if some >> level & 1 and not mark & units else -1, some, every

    def _placed(self, cell: int, mark: int) -> tuple[int, int]:
        """For a digit: the cells that at least one valid placement uses, and the cells that all use, as bits.

        A placement brings the digit into all units that it lacks, by cells from the given one on. (0, −1) if there is
        none; (−1, 0) if it would take too many steps to find out.
        """
        if cell == self.cells:
            return (0, 0) if mark == self._everything else (0, -1)
        known = self._placements.get((cell, mark))
        if known is None:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return -1, 0
            end = self._ends[cell]
            if mark & self._lines[cell]:
                known = self._placed(end, mark)
            else:
                some, every = 0, -1
                for here in range(cell, end):
                    if not mark & self._units[here]:
                        later, always = self._placed(end, mark | self._units[here])
                        if always >= 0:
                            some |= later | 1 << here
                            every &= always | 1 << here
                known = some, every
            self._placements[cell, mark] = known
        return known

    def ways_below(self) -> dict[Marks, int]:
        """The ways to fill the cells that this sweep has passed, by the state of the sweep that it meets there."""
        found: dict[Marks, int] = {}
        # The cells before leave to a digit all units but those that the cells after have filled.
        flips = [self._everything ^ self._marks[digit] for group in self._groups for digit in group]
        for state, ways in self.states.items():
            self._budget.check()
            marks: list[int] = []
            # The digits of a group can share their marks in several ways.
            for size, own in zip(self._sizes, state, strict=True):
                all_own = (0,) * (size - len(own)) + own
                marks += all_own
                if size > 1:
                    ways //= factorial(size) // prod(factorial(all_own.count(mark)) for mark in set(all_own))
            key = (tuple(sorted(filter(None, map(xor, marks, flips)))),)
            # The same marks can belong to the digits in several ways. If the cells before do not allow one of them,
            # some of its fillings may have been dropped; so the largest number counts.
            if found.get(key, 0) < ways:
                found[key] = ways
        return found


#: Classes of units, as bits, that can be exchanged with each other.
_Classes = list[list[int]]


def _representative(columns: _Classes, stacks: list[_Classes], width: int, marks: Sequence[int]) -> tuple[int, ...]:
    """The marks after some exchange, ascending: often the same for states that differ by exchanges.

    columns, stacks: classes of those that can be exchanged with each other; a stack is its columns and then its boxes.
    width: the number of columns of a stack.
    """
    moving = [*chain(*columns), *(bit for alike in stacks for stack in alike for bit in stack[width:])]
    moved = sum(moving)
    keys = [hash((mark & ~moved, (mark & moved).bit_count())) for mark in marks]
    of_bit = {
        bit: hash(tuple(sorted(key for key, mark in zip(keys, marks, strict=True) if mark & bit))) for bit in moving
    }
    keys = [
        hash((key, *sorted(own for bit, own in of_bit.items() if mark & bit)))
        for key, mark in zip(keys, marks, strict=True)
    ]
    # Lines with equal keys are ordered by the places of the digits in the order of their keys.
    ranked = [mark for _, mark in sorted(zip(keys, marks, strict=True))]
    places = {bit: [place for place, mark in enumerate(ranked) if mark & bit] for bit in moving}
    source = {bit: bit for bit in moving}
    for those in columns:
        source.update(zip(those, sorted(those, key=lambda bit: (of_bit[bit], places[bit])), strict=True))
    for alike in stacks:
        found = sorted(
            ([source[bit] for bit in stack] for stack in alike),
            key=lambda stack: [(of_bit[bit], places[bit]) for bit in stack],
        )
        for stack, there in zip(alike, found, strict=True):
            source.update(zip(stack, there, strict=True))
    pairs = [(bit, from_bit) for bit, from_bit in source.items() if bit != from_bit]
    still = ~sum(bit for bit, _ in pairs)
    return tuple(sorted(mark & still | sum(bit for bit, there in pairs if mark & there) for mark in marks))


def _symmetry_of_rest(
    layout: Layout, rest: Sequence[int], by_rows: bool, still: Collection[int]
) -> Callable[[Sequence[int]], tuple[int, ...]] | None:
    """`_representative` for the exchanges that leave the rest of the open cells as it is; None if there are few.

    by_rows: whether the cells are in the order of rows; else rows and bands are exchanged.
    still: the numbers of columns that are not to be exchanged.
    """
    if layout.diagonals or layout.regions is not None or layout.constraints:
        return None
    n = layout.side
    thickness, width = (layout.box if by_rows else layout.box[::-1]) if layout.box else (1, n)
    # A column that is not to be exchanged gets a pattern that no other has.
    patterns = [{-1 - across} if across in still else set() for across in range(n)]
    for cell in rest:
        line, across = divmod(cell, n) if by_rows else divmod(cell, n)[::-1]
        patterns[across].add(line)
    first = n if by_rows else 0
    columns: _Classes = []
    alike: dict[frozenset[int], _Classes] = {}
    for start in range(0, n, width):
        classes: dict[frozenset[int], list[int]] = {}
        for across in range(start, start + width):
            classes.setdefault(frozenset(patterns[across]), []).append(1 << first + across)
        columns += classes.values()
        if layout.box is not None and len(classes) == 1:
            corners = (line * n + start if by_rows else start * n + line for line in range(0, n, thickness))
            ((pattern, own),) = classes.items()
            alike.setdefault(pattern, []).append([*own, *(1 << 2 * n + layout.block_of(cell) for cell in corners)])
    columns = [those for those in columns if len(those) > 1 or layout.box is not None]
    stacks = [those for those in alike.values() if len(those) > 1]
    order = prod(map(factorial, [*map(len, columns), *map(len, stacks)]))
    return partial(_representative, columns, stacks, width) if order >= _FEWEST else None
