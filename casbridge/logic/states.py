"""The state of a puzzle between steps: the book's NA, NAK, MMK and KH, and what zeroed each candidate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from casbridge.logic.geometry import digits_of, geometry_of
from casbridge.logic.steps import Step
from casbridge.logic.theorems import Theorem
from casbridge.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class State:
    """Frozen; `after` gives the next one. All are indexed by cell, from 0, row by row.

    values: the digit, 0 where it is not known: the book's NA(I).
    candidates: the digits that are not zeroed, as a set with bit 0 for the digit 1: the book's NAK(MNK, I).
    orders: the place in the order in which values became known, givens first, from 1; 0 for no value: KH(I).
    marks: for every cell the record of each digit in the book's notation, "" while it is a candidate (see `notation`).
    """

    puzzle: Puzzle
    values: tuple[int, ...]
    candidates: tuple[int, ...]
    orders: tuple[int, ...]
    marks: tuple[tuple[str, ...], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many candidates each cell has: the book's MMK(I)."""
        return tuple(candidates.bit_count() for candidates in self.candidates)

    def digits(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending."""
        return digits_of(self.candidates[cell])

    def after(self, *steps: Step) -> State:
        """The state after steps are carried out. Presets zero their candidate; the trial within them leaves nothing."""
        values, candidates, orders = list(self.values), list(self.candidates), list(self.orders)
        marks = list(self.marks)
        last = max(orders, default=0)
        for step in steps:
            for removal in step.removals:
                bit = 1 << (removal.digit - 1)
                if candidates[removal.cell] & bit:
                    candidates[removal.cell] &= ~bit
                    marks[removal.cell] = _marked(
                        marks[removal.cell], removal.digit, removal_mark(self.puzzle, step, removal.by, removal.unit)
                    )
            if step.placement is not None:
                cell, digit = step.placement
                last += 1
                values[cell], orders[cell] = digit, last
                candidates[cell] &= 1 << (digit - 1)
                marks[cell] = _marked(_starred(marks[cell]), digit, placement_mark(self.puzzle, step))
        return State(self.puzzle, tuple(values), tuple(candidates), tuple(orders), tuple(marks))

    def _repr_svg_(self) -> str:
        from casbridge.logic.drawing import draw_state

        return draw_state(self)


def first_state(puzzle: Puzzle) -> State:
    """Extension: every blank cell has all digits as candidates, a given cell its digit.

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
    blank = ("",) * n
    return State(
        puzzle,
        puzzle.givens,
        tuple([1 << (digit - 1) if digit else all_digits for digit in puzzle.givens]),
        tuple(orders),
        tuple([_marked(_starred(blank), digit, f"({digit})") if digit else blank for digit in puzzle.givens]),
    )


# -- the book's notation ----------------------------------------------------------------------------------------------


def placement_mark(puzzle: Puzzle, step: Step) -> str:
    """How the book marks a value: ⊙ by the cell itself (Theorem 2), ⊙I, ⊙J, ⊙G by its row, column, box (3 and 4)."""
    if step.theorem is Theorem.NAKED_SINGLE:
        return "⊙"
    return "⊙" + geometry_of(puzzle.layout).letters[step.units[0]]


def removal_mark(puzzle: Puzzle, step: Step, by: tuple[int, ...], unit: int) -> str:
    """How a zeroed candidate is marked: I7, J39, G12 as in the book; by more cells I{4,5}; in no one unit T9{4,5}."""
    names = ",".join(str(cell + 1) for cell in by)
    if unit < 0:
        return f"T{step.theorem.number}{{{names}}}"
    letter = geometry_of(puzzle.layout).letters[unit]
    if step.theorem is Theorem.ZEROING:
        return letter + names
    own = "⊙" if step.theorem is Theorem.HIDDEN_SUBSET else ""
    return f"{own}{letter}{{{names}}}"


def _starred(marks: Iterable[str]) -> tuple[str, ...]:
    """What a value zeroes in its own cell: * where nothing else did."""
    return tuple([mark or "*" for mark in marks])


def _marked(marks: tuple[str, ...], digit: int, mark: str) -> tuple[str, ...]:
    return (*marks[: digit - 1], mark, *marks[digit:])
