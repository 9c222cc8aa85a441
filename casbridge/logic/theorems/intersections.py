"""Theorem 5: a digit is zeroed in a cell that shares units with all places of the digit in some unit.

The step is called "pointing" if a box or region has the places and another unit has both them and the cell. It is
called "claiming" if a row, column or diagonal has the places, and "crossing" if no one unit has them and the cell.
"""

from __future__ import annotations

from casbridge.board.peers import cells_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem


def intersection(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first intersection that zeroes something. Boxes and regions come before lines.

    Raises LimitError after the deadline.

    >>> from casbridge.board.peers import board_of
    >>> from casbridge.puzzles import sudoku
    >>> position = Position(board_of(sudoku(2, 2)))
    >>> for cell in (4, 5):
    ...     position.remove(cell, 0b1)
    >>> step = intersection(position)
    >>> step.name, [removal[:2] for removal in step.removals]
    ('pointing', [(2, 1), (3, 1)])
    """
    board = position.board
    units = [unit for unit, letter in enumerate(board.letters) if letter == "G"]
    units += [unit for unit, letter in enumerate(board.letters) if letter != "G"]
    for unit in units:
        deadline.check()
        if not board.full[unit] or not position.without_value[unit]:
            continue
        mask, left = board.masks[unit], position.left[unit]
        for digit in range(board.digits):
            if left[digit] < 2:
                continue
            there = position.places[digit] & mask
            found = position.places[digit] & ~mask
            rest = there
            while rest and found:
                low = rest & -rest
                found &= board.peers[low.bit_length() - 1]
                rest ^= low
            if found:
                return _step(position, unit, digit + 1, tuple(cells_of(there)), cells_of(found))
    return None


def _step(position: Position, unit: int, digit: int, there: tuple[int, ...], found: list[int]) -> Step:
    board = position.board
    common = [
        other
        for other in board.units_of[there[0]]
        if other != unit and all(board.masks[other] >> cell & 1 for cell in there)
    ]
    removals = []
    used = [unit]
    crossing = False
    for cell in found:
        both = next((other for other in common if board.masks[other] >> cell & 1), -1)
        removals.append(Removal(cell, digit, there, both))
        used += [both] if both >= 0 else [board.unit_of_both(place, cell) for place in there]
        crossing = crossing or both < 0
    name = "crossing" if crossing else "pointing" if board.letters[unit] == "G" else "claiming"
    return Step(
        Theorem.INTERSECTION,
        name,
        position.absent(unit, digit),
        (digit,),
        distinct(used),
        differ=tuple([(place, cell) for cell in found for place in there]),
        occurs=((unit, digit),),
        removals=tuple(removals),
    )
