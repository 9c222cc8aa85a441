"""Theorem 5: a digit is zeroed in a cell that shares units with all places of the digit in some unit.

Where the places lie in another unit too it is "pointing" (from a box or region) or "claiming" (from a row, column or
diagonal); where only diagonals or regions bring the places and the cell together, "crossing".
"""

from __future__ import annotations

from casbridge.board.peers import cells_of
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem


def intersection(position: Position) -> Step | None:
    """The first intersection that zeroes something; boxes and regions are looked at before lines."""
    board = position.board
    units = [unit for unit, letter in enumerate(board.letters) if letter == "G"]
    units += [unit for unit, letter in enumerate(board.letters) if letter != "G"]
    for unit in units:
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
