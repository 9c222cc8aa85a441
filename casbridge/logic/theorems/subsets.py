"""Theorems 5 to 8: intersections, naked and hidden subsets, fish.

An intersection is "pointing" if a box or region has the places, and another unit has the places and the cell. It is
"claiming" if a row, column or diagonal has the places, and "crossing" if no one unit has the places and the cell.

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

_SIZES = {2: "pair", 3: "triple", 4: "quadruple"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def intersection(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first intersection that zeroes something. Boxes and regions come before lines.

    Raises LimitError after the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
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
            rest = there = position.places[digit] & mask
            found = position.places[digit] & ~mask
            while rest and found:
                low = rest & -rest
                found &= board.peers[low.bit_length() - 1]
                rest ^= low
            if found:
                return _intersection(position, unit, digit + 1, tuple(cells_of(there)), cells_of(found))
    return None


def _intersection(position: Position, unit: int, digit: int, there: tuple[int, ...], found: list[int]) -> Step:
    board = position.board
    removals = [Removal(cell, digit, there, _unit_of_all(position, (cell, *there))) for cell in found]
    used = [unit]
    for cell, _, _, both in removals:
        used += [both] if both >= 0 else [board.unit_of_both(place, cell) for place in there]
    crossing = any(removal.unit < 0 for removal in removals)
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


def subset(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first subset that zeroes something: smaller ones first, naked ones before hidden ones.

    Raises LimitError after the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell, digit in ((0, 3), (0, 4), (1, 3), (1, 4)):
    ...     position.remove(cell, 1 << (digit - 1))
    >>> step = subset(position)
    >>> step.name, step.cells, step.digits, step.removals[0][:2]
    ('naked pair', (0, 1), (1, 2), (2, 1))
    """
    open_cells = [position.open_cells(unit) for unit in range(len(position.board.members))]
    for size in _SIZES:
        for unit, cells in enumerate(open_cells):
            if len(cells) > size and (found := _naked(position, unit, cells, size, deadline)):
                return found
        for unit, cells in enumerate(open_cells):
            if len(cells) > size and position.board.full[unit] and (found := _hidden(position, unit, size, deadline)):
                return found
    return None


def _groups(
    sets: Sequence[tuple[int, int]], size: int, deadline: Deadline = NEVER
) -> Iterator[tuple[tuple[int, ...], int]]:
    """All choices of `size` sets whose union has `size` elements: the names chosen, and the union.

    sets: (name, mask) for each. Raises LimitError after the deadline.

    """

    def extend(start: int, chosen: tuple[int, ...], union: int) -> Iterator[tuple[tuple[int, ...], int]]:
        missing = size - len(chosen)
        if not missing:
            yield chosen, union
            return
        for place in range(start, len(sets) - missing + 1):
            if not chosen:
                deadline.check()
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
    for chosen, union in _groups(small, size, deadline):
        removals: list[Removal] = []
        for digit in digits_of(union):
            by = tuple([cell for cell in chosen if candidates[cell] >> (digit - 1) & 1])
            # One of these cells has the digit, so all their common peers do not, whether or not they are in the unit.
            zeroed = cells_of(position.places[digit - 1] & board.common_peers(by))
            removals += [
                Removal(cell, digit, by, _unit_of_all(position, (cell, *by), unit))
                for cell in zeroed
                if cell not in chosen
            ]
        if removals:
            removals.sort()
            differ = [*combinations(chosen, 2), *[(one, cell) for cell, _, by, _ in removals for one in by]]
            apart = [board.unit_of_both(one, cell) for cell, _, by, there in removals if there < 0 for one in by]
            return Step(
                Theorem.NAKED_SUBSET,
                f"naked {_SIZES[size]}",
                chosen,
                digits_of(union),
                distinct((unit, *[removal.unit for removal in removals if removal.unit >= 0], *apart)),
                differ=tuple(dict.fromkeys(differ)),
                removals=tuple(removals),
            )
    return None


def _unit_of_all(position: Position, cells: tuple[int, ...], preferred: int = -1) -> int:
    """The first unit with all these cells, or the preferred one if it has them; −1 if there is none."""
    board, mask = position.board, mask_of(cells)
    units = (*([preferred] if preferred >= 0 else []), *board.units_of[cells[0]])
    return next((unit for unit in units if board.masks[unit] & mask == mask), -1)


def _hidden(position: Position, unit: int, size: int, deadline: Deadline) -> Step | None:
    mask, left = position.board.masks[unit], position.left[unit]
    rare = [(digit + 1, position.places[digit] & mask) for digit in range(len(left)) if 2 <= left[digit] <= size]
    if len(rare) < size:
        return None
    for digits, union in _groups(rare, size, deadline):
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
                f"hidden {_SIZES[size]}",
                tuple([cell for cell in position.board.members[unit] if cell not in cells]),
                digits,
                (unit,),
                occurs=tuple([(unit, digit) for digit in digits]),
                removals=removals,
            )
    return None


def fish(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first fish that zeroes something: smaller ones first, rows before columns. Raises LimitError.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
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
    for size in _FISH:
        for digit in range(board.digits):
            deadline.check()
            for bases, covers in ((rows, columns), (columns, rows)):
                if found := _fish_of_size(position, digit, bases, covers, size, deadline):
                    return found
    return None


def _fish_of_size(
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
    for chosen, union in _groups(across, size, deadline):
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
                _FISH[size],
                tuple([cell for unit in chosen for cell in position.absent(unit, digit + 1)]),
                (digit + 1,),
                distinct((*chosen, *crossed)),
                differ=tuple(differ),
                occurs=tuple([(unit, digit + 1) for unit in chosen]),
                removals=tuple(removals),
            )
    return None
