"""Theorem 8: fish of two to four rows or columns (X-wing, swordfish, jellyfish)."""

from __future__ import annotations

from itertools import combinations

from casbridge.board.peers import cells_of, mask_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.logic.theorems.subsets import groups

#: Number of lines → the name of the fish.
NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def fish(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first fish that zeroes something: smaller ones first, rows before columns. Raises LimitError.

    >>> from casbridge.board.peers import board_of
    >>> from casbridge.puzzles import sudoku
    >>> position = Position(board_of(sudoku(2, 2)))
    >>> for cell in (1, 3, 9, 11):
    ...     position.remove(cell, 0b1)
    >>> step = fish(position)
    >>> step.name, [removal[:2] for removal in step.removals]
    ('X-wing', [(4, 1), (12, 1), (6, 1), (14, 1)])
    """
    board = position.board
    rows = [unit for unit, kind in enumerate(board.kinds) if kind == "row"]
    columns = [unit for unit, kind in enumerate(board.kinds) if kind == "column"]
    if not rows:
        return None
    for size in NAMES:
        for digit in range(board.digits):
            deadline.check()
            for bases, covers in ((rows, columns), (columns, rows)):
                if found := _of_size(position, digit, bases, covers, size, deadline):
                    return found
    return None


def _of_size(
    position: Position, digit: int, bases: list[int], covers: list[int], size: int, deadline: Deadline
) -> Step | None:
    board = position.board
    places = position.places[digit]
    few = [unit for unit in bases if 2 <= position.left[unit][digit] <= size]
    if len(few) < size:
        return None
    # For each line the set of the lines that cross it at a place: cell r·n + c is in row r and column c.
    n = len(bases)
    by_rows = bases[0] < covers[0]
    across = [
        (unit, mask_of(cell % n if by_rows else cell // n for cell in cells_of(places & board.masks[unit])))
        for unit in few
    ]
    for chosen, union in groups(across, size, deadline):
        there = places & sum(board.masks[unit] for unit in chosen)
        removals: list[Removal] = []
        differ: list[tuple[int, int]] = []
        crossed = [covers[line] for line in cells_of(union)]
        for cover in crossed:
            own = tuple(cells_of(there & board.masks[cover]))
            zeroed = cells_of(places & board.masks[cover] & ~there)
            removals += [Removal(cell, digit + 1, own, cover) for cell in zeroed]
            differ += [*combinations(own, 2), *[(place, cell) for cell in zeroed for place in own]]
        if removals:
            return Step(
                Theorem.FISH,
                NAMES[size],
                tuple([cell for unit in chosen for cell in position.absent(unit, digit + 1)]),
                (digit + 1,),
                distinct((*chosen, *crossed)),
                differ=tuple(differ),
                occurs=tuple([(unit, digit + 1) for unit in chosen]),
                removals=tuple(removals),
            )
    return None
