"""Theorems 6 and 7: naked and hidden subsets of two to four cells of a unit.

In a unit with m open cells, a naked subset of k cells is a hidden subset of m − k. So with nine cells all are found.
A naked subset zeroes a digit in all cells that are peers of each of its cells with this digit, outside its unit too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from casbridge.board.peers import cells_of, digits_of, mask_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem

#: Number of cells → its name.
SIZES = {2: "pair", 3: "triple", 4: "quadruple"}


def subset(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first subset that zeroes something: smaller ones first, naked ones before hidden ones.

    Raises LimitError after the deadline.

    >>> from casbridge.board.peers import board_of
    >>> from casbridge.puzzles import sudoku
    >>> position = Position(board_of(sudoku(2, 2)))
    >>> for cell, digit in ((0, 3), (0, 4), (1, 3), (1, 4)):
    ...     position.remove(cell, 1 << (digit - 1))
    >>> step = subset(position)
    >>> step.name, step.cells, step.digits, step.removals[0][:2]
    ('naked pair', (0, 1), (1, 2), (2, 1))
    """
    open_cells = [position.open_cells(unit) for unit in range(len(position.board.members))]
    for size in SIZES:
        for unit, cells in enumerate(open_cells):
            if len(cells) > size and (found := _naked(position, unit, cells, size, deadline)):
                return found
        for unit, cells in enumerate(open_cells):
            if len(cells) > size and position.board.full[unit] and (found := _hidden(position, unit, size, deadline)):
                return found
    return None


def groups(
    sets: Sequence[tuple[int, int]], size: int, deadline: Deadline = NEVER
) -> Iterator[tuple[tuple[int, ...], int]]:
    """All choices of `size` sets whose union has `size` elements: the names chosen, and the union.

    sets: (name, mask) for each. Raises LimitError after the deadline.

    >>> list(groups([(7, 0b011), (8, 0b101), (9, 0b110)], 3))
    [((7, 8, 9), 7)]
    """

    def extend(start: int, chosen: tuple[int, ...], union: int) -> Iterator[tuple[tuple[int, ...], int]]:
        deadline.check()
        missing = size - len(chosen)
        if not missing:
            yield chosen, union
            return
        for place in range(start, len(sets) - missing + 1):
            name, one = sets[place]
            together = union | one
            if together.bit_count() <= size:
                yield from extend(place + 1, (*chosen, name), together)

    return extend(0, (), 0)


def _naked(position: Position, unit: int, cells: list[int], size: int, deadline: Deadline) -> Step | None:
    candidates = position.candidates
    small = [(cell, candidates[cell]) for cell in cells if candidates[cell].bit_count() <= size]
    if len(small) < size:
        return None
    board = position.board
    for chosen, union in groups(small, size, deadline):
        removals: list[Removal] = []
        for digit in digits_of(union):
            by = tuple([cell for cell in chosen if candidates[cell] >> (digit - 1) & 1])
            # One of these cells has the digit, so all their common peers do not, whether or not they are in the unit.
            zeroed = cells_of(position.places[digit - 1] & board.common_peers(by))
            removals += [
                Removal(cell, digit, by, _common_unit(position, unit, (cell, *by)))
                for cell in zeroed
                if cell not in chosen
            ]
        if removals:
            removals.sort()
            differ = [*combinations(chosen, 2), *[(one, cell) for cell, _, by, _ in removals for one in by]]
            apart = [board.unit_of_both(one, cell) for cell, _, by, there in removals if there < 0 for one in by]
            return Step(
                Theorem.NAKED_SUBSET,
                f"naked {SIZES[size]}",
                chosen,
                digits_of(union),
                distinct((unit, *[removal.unit for removal in removals if removal.unit >= 0], *apart)),
                differ=tuple(dict.fromkeys(differ)),
                removals=tuple(removals),
            )
    return None


def _common_unit(position: Position, unit: int, cells: tuple[int, ...]) -> int:
    """A unit with all these cells, preferably this one; −1 if there is none."""
    board = position.board
    mask = mask_of(cells)
    units = (unit, *board.units_of[cells[0]])
    return next((one for one in units if board.masks[one] & mask == mask), -1)


def _hidden(position: Position, unit: int, size: int, deadline: Deadline) -> Step | None:
    mask, left = position.board.masks[unit], position.left[unit]
    rare = [(digit + 1, position.places[digit] & mask) for digit in range(len(left)) if 2 <= left[digit] <= size]
    if len(rare) < size:
        return None
    for digits, union in groups(rare, size, deadline):
        own = sum(1 << (digit - 1) for digit in digits)
        cells = tuple(cells_of(union))
        removals = tuple(
            [
                Removal(cell, digit, cells, unit)
                for cell in cells
                for digit in digits_of(position.candidates[cell] & ~own)
            ]
        )
        if removals:
            return Step(
                Theorem.HIDDEN_SUBSET,
                f"hidden {SIZES[size]}",
                tuple([cell for cell in position.board.members[unit] if cell not in cells]),
                digits,
                (unit,),
                occurs=tuple([(unit, digit) for digit in digits]),
                removals=removals,
            )
    return None
