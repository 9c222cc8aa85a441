"""The fillings of the open cells of a layout, counted cell by cell, from both ends of an order of the cells.

A digit's mark is the set of units (as bits) that have it; for a graph, the set of vertices to come that have a
neighbour of that colour. What digits can do in the cells to come depends on their marks alone. So a state is a multiset
of marks, one for each digit: fillings of the cells passed that lead to equal states are counted together. States are
discarded in which a digit cannot get into all units that it lacks.

From the other end the same is done with the digits told apart, unless they are given in the same units. There the marks
say what is left for the cells before: where both ends meet, the number of fillings is the sum of the products over the
states that belong together. For graphs only one end is used.

Where there are too many states at a time, they are divided into slices that are taken to the end one after the other.
The sum over the slices that got there is a lower bound at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial
from operator import xor
from typing import NamedTuple

from casbridge.counting.column_symmetry import Exchange
from casbridge.limits import Stopwatch

#: For each group of digits the marks of its digits that are not empty, ascending.
State = tuple[tuple[int, ...], ...]
#: In how many ways each state is reached.
States = dict[State, int]

_MOST_BYTES = 1_000_000_000
_MOST_KNOWN = 1_000_000
_MOST_STEPS = 3_000


class OutOfBudget(Exception):
    """A limit on time or states was reached; the text says which."""


class Budget:
    """The time and the number of states that may be used; None for no limit. looked: the states looked at so far."""

    def __init__(self, seconds: float | None = None, states: int | None = None) -> None:
        self.watch = Stopwatch()
        self.seconds = seconds
        self.states = states
        self.looked = 0

    def spend(self) -> None:
        """Counts one more state. Raises OutOfBudget."""
        if self.states is not None and self.looked >= self.states:
            raise OutOfBudget(f"the limit of {self.states} states")
        self.looked += 1
        self.check()

    def check(self) -> None:
        """Raises OutOfBudget."""
        if self.seconds is not None and self.watch.seconds > self.seconds:
            raise OutOfBudget(f"the limit of {self.seconds:g} s")

    @property
    def left(self) -> int | None:
        """How many states can still be looked at, as fast as so far; None if less than half of the limits is used."""
        found = []
        if self.states is not None and 2 * self.looked > self.states:
            found.append(self.states - self.looked)
        if self.seconds is not None:
            passed = self.watch.seconds
            if 2 * passed > self.seconds:
                found.append(int(max(0.0, self.seconds - passed) * self.looked / passed))
        return min(found, default=None)


def _no_exchange(filled: int) -> Exchange | None:
    return None


class Field(NamedTuple):
    """The open cells in an order, and how they mark digits.

    marks: for each digit, what it has from the cells that are filled already.
    tests, adds: for each cell the bits that a digit must not have to get in, and those that it has then.
    lines: for each cell the bit of its line: one unit of it, the same for cells that follow each other. 0 for graphs.
    everything: the mark of a digit that is in all units; 0 for graphs, where bits are dropped once they are tested.
    exchange: how states can be changed in which so many cells are filled, if that is of use.
    """

    marks: tuple[int, ...]
    tests: tuple[int, ...]
    adds: tuple[int, ...]
    lines: tuple[int, ...]
    everything: int
    exchange: Callable[[int], Exchange | None] = _no_exchange

    @property
    def backwards(self) -> Field:
        """The cells in the opposite order."""
        return self._replace(
            tests=self.tests[::-1], adds=self.adds[::-1], lines=self.lines[::-1], exchange=_no_exchange
        )


class _Places:
    """The cells, from a given one on, that a digit gets in some way to bring it into all units that it lacks, and those
    that it gets in every way; as bits. (0, −1) if there is no way.
    """

    def __init__(self, field: Field) -> None:
        self._field = field
        self._ends = list(range(1, len(field.lines) + 1))
        for cell in reversed(range(len(field.lines) - 1)):
            if field.lines[cell] == field.lines[cell + 1]:
                self._ends[cell] = self._ends[cell + 1]
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._steps = 0

    def __call__(self, cell: int, mark: int) -> tuple[int, int]:
        """(−1, 0), nothing known, for graphs and where it would take too many steps."""
        if not self._field.everything:
            return -1, 0
        self._steps = 0
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        return self._find(cell, mark)

    def _find(self, cell: int, mark: int) -> tuple[int, int]:
        bits = self._field.adds
        if cell == len(bits):
            return (0, 0) if mark == self._field.everything else (0, -1)
        known = self._known.get((cell, mark))
        if known is None:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return -1, 0
            end = self._ends[cell]
            if mark & self._field.lines[cell]:
                known = self._find(end, mark)
            else:
                some, every = 0, -1
                for here in range(cell, end):
                    if not mark & bits[here]:
                        later, always = self._find(end, mark | bits[here])
                        if always >= 0:
                            some |= later | 1 << here
                            every &= always | 1 << here
                known = some, every
            self._known[cell, mark] = known
        return known


#: The mark of a digit that gets a cell, −1 if it cannot; the cells that it gets in some way, and in every way.
_Entry = tuple[int, int, int]


class Sweep:
    """The cells filled one after the other. groups: digits that are not told apart."""

    def __init__(self, field: Field, groups: Sequence[Sequence[int]], budget: Budget) -> None:
        self.field = field
        self.groups = groups
        self._sizes = [len(group) for group in groups]
        self._places = _Places(field)
        self._whole = 1 << len(field.tests)
        self._budget = budget
        start = tuple(tuple(sorted(field.marks[digit] for digit in group if field.marks[digit])) for group in groups)
        self.states: States = {start: 1}
        self.level = 0

    def advance(self) -> None:
        """One more cell is filled. Raises OutOfBudget, and leaves all as it was."""
        self.states = self.after(self.level, self.states)
        self.level += 1

    def after(self, level: int, states: States) -> States:
        """The states after the cell of this level."""
        found: States = {}
        known: dict[int, _Entry] = {}
        graph = not self.field.everything
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
                if marked:
                    others.append(marked)
                    others.sort()
                changed = (*state[:place], tuple(others), *state[place + 1 :])
                if graph:
                    left = self._dropped(level, others)
                    if left is None:
                        continue
                    changed = (left,)
                found[changed] = found.get(changed, 0) + ways * number
        exchange = self.field.exchange(level + 1)
        return found if exchange is None else self._exchanged(exchange, found)

    def _exchanged(self, exchange: Exchange, states: States) -> States:
        found: States = {}
        for (marks,), ways in states.items():
            self._budget.check()
            state = (exchange.representative(marks),)
            found[state] = found.get(state, 0) + ways
        return found

    def _choices(self, level: int, state: State, known: dict[int, _Entry]) -> list[tuple[int, int, int]]:
        """What digits the cell can get: their group, their mark, and their mark then. Nothing if there is a cell that
        no digit can get, or that two have to.
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
        if reached != -1 and reached != self._whole - (1 << level):
            return []
        if taken >> level & 1:
            bit = 1 << level
            return [choice for choice in choices if known[choice[1]][2] & bit]
        return choices

    def _entry(self, level: int, mark: int) -> _Entry:
        self._budget.check()
        some, every = self._places(level, mark)
        marked = -1
        if some >> level & 1 and not mark & self.field.tests[level]:
            marked = mark | self.field.adds[level]
        return marked, some, every

    def _dropped(self, level: int, marks: list[int]) -> tuple[int, ...] | None:
        """The marks of a graph without the vertex of this level; None if another vertex can get no colour."""
        bit = self.field.tests[level]
        left = [mark & ~bit for mark in marks if mark != bit]
        if len(left) == self._sizes[0]:
            common = -1
            for mark in left:
                common &= mark
            if common:
                return None
        return tuple(sorted(left))


class Search:
    """The count for one order of the cells. found: the fillings counted so far.

    >>> from casbridge.counting.frontier import Budget, Field, Search
    >>> bits = tuple(1 << row | 4 << column for row in range(2) for column in range(2))
    >>> search = Search(Field((0, 0), bits, bits, (1, 1, 2, 2), 15), Budget())
    >>> search.finish()
    >>> search.found
    2
    """

    def __init__(self, field: Field, budget: Budget) -> None:
        digits = range(len(field.marks))
        self.found = 0
        self._field = field
        self._budget = budget
        self._cells = len(field.tests)
        self._forward = Sweep(field, [digits], budget)
        alike: dict[int, list[int]] = {}
        for digit in digits:
            alike.setdefault(field.marks[digit], []).append(digit)
        self._backward = Sweep(field.backwards, list(alike.values()), budget)
        self._room = max(1, _MOST_BYTES // self._bytes_of_a_state())

    def _bytes_of_a_state(self) -> int:
        """Roughly. For grids most marks are shared between states."""
        digits = min(len(self._field.marks), self._cells + 1)
        size = 40 + max(self._cells if not self._field.everything else 0, self._field.everything.bit_length()) // 8
        return 220 + 8 * digits + size * (2 if self._field.everything else digits)

    @property
    def gap(self) -> int:
        """How many cells are between both ends."""
        return self._cells - self._forward.level - self._backward.level

    def step(self) -> bool:
        """Goes on where there are fewer states. Returns whether it is useful to go on so."""
        forward, backward = self._forward, self._backward
        if not self.gap or len(forward.states) + len(backward.states) > self._room // 2:
            return False
        one_end = not self._field.everything
        (forward if one_end or len(forward.states) <= len(backward.states) else backward).advance()
        return True

    def finish(self) -> None:
        """Counts all; `found` has the sum so far when OutOfBudget is raised."""
        while self._budget.left is None and self.step():
            pass
        below = self._ways_below()
        meeting = self._cells - self._backward.level
        slices = [(self._forward.level, self._forward.states)]
        waiting = len(self._forward.states)
        self._forward.states = {}
        while slices:
            level, states = slices.pop()
            waiting -= len(states)
            if level == meeting:
                self.found += sum(ways * below.get(state[0], 0) for state, ways in states.items())
                continue
            most = self._most_at_a_time(meeting - level, waiting + len(below))
            if len(states) > most:
                ordered = sorted(states.items(), key=lambda item: item[1])
                slices += [(level, dict(ordered[start : start + most])) for start in range(0, len(ordered), most)]
                waiting += len(states)
                level, states = slices.pop()
                waiting -= len(states)
            after = self._forward.after(level, states)
            if after:
                slices.append((level + 1, after))
                waiting += len(after)

    def _most_at_a_time(self, levels: int, waiting: int) -> int:
        # From a state some others come, and more where there are more digits.
        most = max(self._room - waiting, 0) // (4 + min(len(self._field.marks), 64) // 2)
        left = self._budget.left
        if left is not None:
            most = min(most, left // (4 * levels))
        return max(1, most)

    def _ways_below(self) -> dict[tuple[int, ...], int]:
        """For the states where both ends meet, the ways to fill the cells after."""
        if not self._field.everything:
            return {(): 1}
        found: dict[tuple[int, ...], int] = {}
        groups = self._backward.groups
        # What a digit has from the cells before is all but what it has from those after.
        flips = [self._field.everything ^ self._field.marks[digit] for group in groups for digit in group]
        repeated = any(len(group) > 1 for group in groups)
        for state, ways in self._backward.states.items():
            self._budget.check()
            marks: list[int] = []
            for group, own in zip(groups, state, strict=True):
                marks += (0,) * (len(group) - len(own)) + own
            number = ways // self._arrangements(marks) if repeated else ways
            key = tuple(sorted(filter(None, map(xor, marks, flips))))
            # The same marks can belong to the digits in several ways. For those that the cells before do not allow,
            # some fillings may have been discarded.
            if found.get(key, 0) < number:
                found[key] = number
        return found

    def _arrangements(self, marks: Sequence[int]) -> int:
        """In how many ways the digits of each group can share their marks."""
        number = 1
        start = 0
        for group in self._backward.groups:
            own = marks[start : start + len(group)]
            start += len(group)
            number *= factorial(len(group))
            for mark in set(own):
                number //= factorial(own.count(mark))
        return number
