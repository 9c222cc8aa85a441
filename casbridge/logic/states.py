"""The state of a puzzle between two steps: the book's NA, NAK, MMK and KH, and what zeroed each candidate."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from casbridge.board.peers import board_of, digits_of
from casbridge.drawings import drawing
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.puzzle import Puzzle


class Kind(StrEnum):
    """What happened to a digit in a cell.

    >>> [str(kind) for kind in Kind]
    ['given', 'value', 'zeroed', 'own']
    """

    GIVEN = "given"
    VALUE = "value"  # found as the value
    ZEROED = "zeroed"
    OWN = "own"  # zeroed by the value of the cell itself


class Record(NamedTuple):
    """What happened to a digit in a cell, and why.

    step: the number of the step, from 1; 0 for givens.
    theorem: the step's theorem.
    by: the cells that zeroed the digit.
    unit: the unit in which the value was found or the digit zeroed; −1 if it was in no one unit.

    >>> Record(Kind.ZEROED, 3, Theorem.ZEROING, (0,), 4).by
    (0,)
    """

    kind: Kind
    step: int = 0
    theorem: Theorem | None = None
    by: tuple[int, ...] = ()
    unit: int = -1


@dataclass(frozen=True)
class State:
    """A frozen state; `after` gives the next one. All tuples are indexed by cell, from 0, row by row.

    values: the digit, 0 if unknown: the book's NA(I).
    candidates: the mask of the candidates, bit 0 for the digit 1: the book's NAK(MNK, I).
    orders: the place in the order in which values became known, givens first, from 1; 0 for no value: KH(I).
    records: the record of each digit, None for a candidate.
    taken: the number of steps taken.

    >>> from casbridge.puzzles import sudoku
    >>> state = first_state(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> state.digits(0), state.marks[1]
    ((1, 2), ('*', '(2)'))
    """

    puzzle: Puzzle
    values: tuple[int, ...]
    candidates: tuple[int, ...]
    orders: tuple[int, ...]
    records: tuple[tuple[Record | None, ...], ...]
    taken: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of candidates of each cell: the book's MMK(I)."""
        return tuple(map(int.bit_count, self.candidates))

    @property
    def marks(self) -> tuple[tuple[str, ...], ...]:
        """The records in the book's notation (see `notation`), "" for candidates."""
        return tuple(
            tuple(mark_of(self.puzzle, digit, record) for digit, record in enumerate(records, 1))
            for records in self.records
        )

    def digits(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending."""
        return digits_of(self.candidates[cell])

    def after(self, *steps: Step) -> State:
        """The state after these steps. Of a preset, only its conclusion counts, not the trial within it."""
        values, candidates, orders = list(self.values), list(self.candidates), list(self.orders)
        records: dict[int, list[Record | None]] = {}
        last = max(orders, default=0)
        for number, step in enumerate(steps, self.taken + 1):
            for cell, digit, by, unit in step.removals:
                bit = 1 << (digit - 1)
                if candidates[cell] & bit:
                    candidates[cell] &= ~bit
                    own = records.setdefault(cell, list(self.records[cell]))
                    own[digit - 1] = Record(Kind.ZEROED, number, step.theorem, by, unit)
            if step.placement is not None:
                cell, digit = step.placement
                last += 1
                values[cell], orders[cell] = digit, last
                candidates[cell] &= 1 << (digit - 1)
                own = records.setdefault(cell, list(self.records[cell]))
                records[cell] = [record or Record(Kind.OWN, number) for record in own]
                unit = step.units[0] if step.units else -1
                records[cell][digit - 1] = Record(Kind.VALUE, number, step.theorem, step.cells, unit)
        kept = list(self.records)
        for cell, own in records.items():
            kept[cell] = tuple(own)
        return State(self.puzzle, tuple(values), tuple(candidates), tuple(orders), tuple(kept), self.taken + len(steps))

    def _repr_svg_(self) -> str:
        return drawing(self, "svg")


def first_state(puzzle: Puzzle) -> State:
    """Extension: each blank cell has all digits as candidates, each given cell its digit.

    >>> from casbridge.puzzles import sudoku
    >>> state = first_state(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> state.values, state.candidates, state.counts, state.orders
    ((0, 2, 0, 0), (3, 2, 3, 3), (2, 1, 2, 2), (0, 1, 0, 0))
    """
    n = puzzle.layout.digits
    all_digits = (1 << n) - 1
    given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    orders = [0] * puzzle.layout.cells
    for place, cell in enumerate(given, 1):
        orders[cell] = place
    blank: tuple[Record | None, ...] = (None,) * n
    known = [
        tuple([Record(Kind.GIVEN) if one == digit else Record(Kind.OWN) for one in range(1, n + 1)])
        for digit in range(1, n + 1)
    ]
    return State(
        puzzle,
        puzzle.givens,
        tuple([1 << (digit - 1) if digit else all_digits for digit in puzzle.givens]),
        tuple(orders),
        tuple([known[digit - 1] if digit else blank for digit in puzzle.givens]),
    )


# -- the book's notation ----------------------------------------------------------------------------------------------


def mark_of(puzzle: Puzzle, digit: int, record: Record | None) -> str:
    """A record of a digit in the book's notation; "" for a candidate.

    >>> from casbridge.puzzles import sudoku
    >>> mark_of(Puzzle(sudoku(1, 2), (0, 2, 0, 0)), 2, Record(Kind.ZEROED, 1, Theorem.ZEROING, (1,), 0))
    'I2'
    """
    if record is None:
        return ""
    if record.kind is Kind.GIVEN:
        return f"({digit})"
    if record.kind is Kind.OWN:
        return "*"
    letters = board_of(puzzle.layout).letters
    if record.kind is Kind.VALUE:
        return "⊙" + (letters[record.unit] if record.unit >= 0 else "")
    names = ",".join(str(cell + 1) for cell in record.by)
    assert record.theorem is not None
    if record.unit < 0:
        return f"T{record.theorem.number}{{{names}}}"
    if record.theorem is Theorem.ZEROING:
        return letters[record.unit] + names
    own = "⊙" if record.theorem is Theorem.HIDDEN_SUBSET else ""
    return f"{own}{letters[record.unit]}{{{names}}}"
