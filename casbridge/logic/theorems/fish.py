"""Theorem 8: fish of two to four rows or columns (X-wing, swordfish, jellyfish)."""

from __future__ import annotations

from itertools import combinations

from casbridge.board.peers import cells_of
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.logic.theorems.subsets import groups

NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def fish(position: Position) -> Step | None:
    """The first fish that zeroes something: smaller ones first, rows as bases before columns."""
    board = position.board
    rows = [unit for unit, kind in enumerate(board.kinds) if kind == "row"]
    columns = [unit for unit, kind in enumerate(board.kinds) if kind == "column"]
    if not rows:
        return None
    for size in NAMES:
        for digit in range(board.digits):
            for bases, covers in ((rows, columns), (columns, rows)):
                if found := _of_size(position, digit, bases, covers, size):
                    return found
    return None


def _of_size(position: Position, digit: int, bases: list[int], covers: list[int], size: int) -> Step | None:
    board = position.board
    places = position.places[digit]
    few = [unit for unit in bases if 2 <= position.left[unit][digit] <= size]
    if len(few) < size:
        return None
    # The places of a line as a set of the lines across it: cell r·n + c is in row r and column c.
    n = len(bases)
    across = [
        (
            unit,
            sum(
                1 << (cell % n if bases[0] < covers[0] else cell // n) for cell in cells_of(places & board.masks[unit])
            ),
        )
        for unit in few
    ]
    for chosen, union in groups(across, size):
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
