"""The position that deduction works on: candidates and values, and the singles that wait in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from casbridge.board.peers import board_of, cells_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.steps import Placement, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout


class Position:
    """Candidates and values. Steps change them in place; `copy` is for trials.

    values: for each cell its digit, 0 if unknown.
    candidates: for each cell the mask of its candidates, bit 0 for the digit 1.
    places: for each digit, from 0, the mask of the cells that have it as a candidate.
    left: for each full unit the number of places of each digit; empty for other units.
    without_value, open: the number of cells without a value, in each unit and in all.
    changed: the mask of the cells that lost candidates since all clues were looked at and zeroed nothing.
    idle_clues: clues, each with candidates of its cells with which it zeroes nothing. All copies share them.
    followed, followed_in: candidates without a chain, each with what is true and false by it; and the places then.
    failure: the step that says what is contradictory; None as long as nothing is.

    >>> from casbridge.puzzles import sudoku
    >>> position, steps = Position(sudoku(1, 2)), []
    >>> position.place(0, 1)
    >>> position.zero_peers(0, steps)
    >>> steps[0].removals
    (Removal(cell=1, digit=1, by=(0,), unit=0), Removal(cell=2, digit=1, by=(0,), unit=2))
    >>> position.next_single().placement
    Placement(cell=1, digit=2)
    """

    def __init__(self, layout: Layout) -> None:
        self.board = board = board_of(layout)
        n = board.digits
        self.values = [0] * board.cells
        self.candidates = [board.all_digits] * board.cells
        self.places = [(1 << board.cells) - 1] * n
        # Bytes are quick to copy, and no garbage collection looks at them.
        counts = (bytearray if n < 256 else list[int])([n] * n)
        self.left = [counts[:] if full else counts[:0] for full in board.full]
        self.without_value = [len(cells) for cells in board.members]
        self.open = board.cells
        self.changed = (1 << board.cells) - 1
        self.idle_clues: set[tuple[object, ...]] = set()
        self.followed: dict[int, tuple[int, int]] = {}
        self.followed_in = self.places
        self.failure: Step | None = None
        self._lasts: deque[int] = deque()
        self._hiddens: deque[tuple[int, int]] = deque()
        self._nakeds = deque(range(board.cells) if n == 1 else ())

    def copy(self) -> Position:
        """A position that can be changed without changing this one."""
        other = object.__new__(Position)
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, list | deque) else value)
        other.left = [counts.copy() for counts in self.left]
        return other

    def remove(self, cell: int, bit: int) -> None:
        """Zero a candidate, given as its bit. The cell must have it."""
        self.candidates[cell] ^= bit
        self.changed |= 1 << cell
        rest = self.candidates[cell]
        digit = bit.bit_length() - 1
        self.places[digit] ^= 1 << cell
        for unit in self.board.full_units_of[cell]:
            counts = self.left[unit]
            counts[digit] -= 1
            if counts[digit] < 2:
                if counts[digit]:
                    self._hiddens.append((unit, digit))
                elif self.failure is None:
                    cells, occurs = self.board.members[unit], ((unit, digit + 1),)
                    self.failure = Step(Theorem.CONTRADICTION, "no place", cells, (digit + 1,), (unit,), occurs=occurs)
        if not rest & (rest - 1):
            if rest:
                self._nakeds.append(cell)
            else:
                self.failure = self.failure or Step(Theorem.CONTRADICTION, "no candidate", (cell,))

    def place(self, cell: int, digit: int) -> None:
        """Give the cell its value and zero its other candidates; `zero_peers` zeroes those of its peers."""
        if not self.values[cell]:
            self.open -= 1
            for unit in self.board.units_of[cell]:
                self.without_value[unit] -= 1
                if self.without_value[unit] == 1 and self.board.full[unit]:
                    self._lasts.append(unit)
        self.values[cell] = digit
        rest = self.candidates[cell] & ~(1 << (digit - 1))
        while rest:
            low = rest & -rest
            self.remove(cell, low)
            rest ^= low

    def zero_peers(self, cell: int, steps: list[Step] | None) -> None:
        """Take the step by Theorem 1 for a cell with a value, and append it, if not None, if it zeroes something."""
        digit, by = self.values[cell], (cell,)
        zeroed = cells_of(self.places[digit - 1] & self.board.peers[cell])
        for other in zeroed:
            self.remove(other, 1 << (digit - 1))
        if zeroed and steps is not None:
            differ = tuple([(cell, other) for other in zeroed])
            removals = tuple([Removal(pair[1], digit, by, self.board.unit_of_both[pair]) for pair in differ])
            units = distinct([removal.unit for removal in removals])
            steps.append(Step(Theorem.ZEROING, "zeroing", by, (digit,), units, differ, removals=removals))

    def next_single(self) -> Step | None:
        """The first waiting value by Theorem 4, 3 or 2; None if none waits. The step is not taken."""
        members, values = self.board.members, self.values
        while self._lasts:
            unit = self._lasts.popleft()
            if self.without_value[unit] == 1:
                last = next(cell for cell in members[unit] if not values[cell])
                digit = self.candidates[last].bit_length()
                others, placement = tuple([cell for cell in members[unit] if cell != last]), Placement(last, digit)
                differ = tuple([(cell, last) for cell in others])
                return Step(Theorem.LAST_CELL, "last cell", others, (digit,), (unit,), differ, placement=placement)
        while self._hiddens:
            unit, bit = self._hiddens.popleft()
            place = (self.places[bit] & self.board.masks[unit]).bit_length() - 1
            if not values[place]:
                others = tuple([cell for cell in members[unit] if cell != place])
                digits, occurs, placement = (bit + 1,), ((unit, bit + 1),), Placement(place, bit + 1)
                return Step(Theorem.HIDDEN_SINGLE, "hidden single", others, digits, (unit,), (), occurs, placement)
        while self._nakeds:
            cell = self._nakeds.popleft()
            if not values[cell]:
                digit = self.candidates[cell].bit_length()
                return Step(Theorem.NAKED_SINGLE, "naked single", (cell,), (digit,), placement=Placement(cell, digit))
        return None

    def run_singles(self, steps: list[Step] | None, deadline: Deadline = NEVER) -> None:
        """Take steps by Theorems 1 to 4, until none applies or there is a contradiction; append them, if not None."""
        while self.failure is None and (step := self.next_single()) is not None:
            deadline.check()
            assert step.placement is not None
            if steps is not None:
                steps.append(step)
            self.place(*step.placement)
            self.zero_peers(step.placement.cell, steps)

    def zero(self, step: Step) -> None:
        """Zero the candidates that a step of Theorems 5 to 12 zeroes."""
        for cell, digit, _, _ in step.removals:
            self.remove(cell, 1 << (digit - 1))

    def places_in(self, unit: int, digit: int) -> list[int]:
        """The cells of a unit that have the digit as a candidate, ascending."""
        return cells_of(self.places[digit - 1] & self.board.masks[unit])

    def absent(self, unit: int, digit: int) -> tuple[int, ...]:
        """The cells of a unit in which the digit is zeroed."""
        places = self.places[digit - 1]
        return tuple([cell for cell in self.board.members[unit] if not places >> cell & 1])


def distinct(numbers: Iterable[int]) -> tuple[int, ...]:
    """Each once, in the order of first appearance.

    >>> distinct([2, 1, 2])
    (2, 1)
    """
    return tuple(dict.fromkeys(numbers))
