"""Theorems 5 to 8: intersections, naked and hidden subsets, fish.

An intersection is "pointing" if a box or region has the places, and another unit has the places and the cell. It is
"claiming" if a row, column or diagonal has the places, and "crossing" if no one unit has the places and the cell.

In a unit with m open cells, a naked subset of k cells is a hidden subset of m − k. So with nine cells all are found.
A naked subset zeroes a digit in all cells that are peers of each of its cells with this digit, outside its unit too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from casbridge.board.peers import Board, cells_of, digits_of, mask_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem

_SIZES = {2: "pair", 3: "triple", 4: "quadruple"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def intersection(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first intersection that zeroes something. Boxes and regions come before lines. Raises LimitError.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell in (4, 5):
    ...     position.remove(cell, 0b1)
    >>> [removal[:2] for removal in intersection(position).removals]
    [(2, 1), (3, 1)]
    """
    board = position.board
    for unit in sorted(range(len(board.letters)), key=lambda unit: board.letters[unit] != "G"):
        deadline.check()
        if not position.without_value[unit]:
            continue
        mask = board.masks[unit]
        for digit, count in enumerate(position.left[unit], 1):
            if count < 2:
                continue
            places = position.places[digit - 1]
            rest, found = places & mask, places & ~mask
            while rest and found:
                low = rest & -rest
                found &= board.peers[low.bit_length() - 1]
                rest ^= low
            if found:
                return _intersection(position, unit, digit, cells_of(found))
    return None


def _intersection(position: Position, unit: int, digit: int, found: list[int]) -> Step:
    board, there = position.board, tuple(position.places_in(unit, digit))
    removals = tuple([_removal(board, cell, digit, there, unit) for cell in found])
    crossing = any(removal.unit < 0 for removal in removals)
    name = "crossing" if crossing else "pointing" if board.letters[unit] == "G" else "claiming"
    units, differ = _units(board, unit, removals), tuple([(place, cell) for cell in found for place in there])
    absent, occurs = position.absent(unit, digit), ((unit, digit),)
    return Step(Theorem.INTERSECTION, name, absent, (digit,), units, differ, occurs, removals=removals)


def _removal(board: Board, cell: int, digit: int, by: tuple[int, ...], preferred: int) -> Removal:
    """A removal in the first unit with all these cells, or in the preferred one if it has them."""
    mask = mask_of((cell, *by))
    units = (preferred, *board.units_of[cell])
    return Removal(cell, digit, by, next((unit for unit in units if board.masks[unit] & mask == mask), -1))


def _units(board: Board, unit: int, removals: Iterable[Removal]) -> tuple[int, ...]:
    """The unit and those of the removals. For a removal in no one unit, one unit for each pair."""
    used = [unit]
    for cell, _, by, both in removals:
        used += [both] if both >= 0 else [board.unit_of_both[one, cell] for one in by]
    return distinct(used)


def subset(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first subset that zeroes something: smaller first, naked before hidden ones. Raises LimitError.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell, digit in ((0, 3), (0, 4), (1, 3), (1, 4)):
    ...     position.remove(cell, 1 << (digit - 1))
    >>> subset(position).name
    'naked pair'
    """
    for size, find in product(_SIZES, (_naked, _hidden)):
        for unit, number in enumerate(position.without_value):
            if number > size:
                deadline.check()
                if found := find(position, unit, size):
                    return found
    return None


def _groups(
    sets: Sequence[tuple[int, int]], size: int, start: int = 0, chosen: tuple[int, ...] = (), union: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """All choices of `size` of the sets (name, mask) whose union has `size` elements: the names, and the union."""
    if len(chosen) == size:
        yield chosen, union
        return
    for place in range(start, len(sets) - size + len(chosen) + 1):
        name, one = sets[place]
        if (union | one).bit_count() <= size:
            yield from _groups(sets, size, place + 1, (*chosen, name), union | one)


def _naked(position: Position, unit: int, size: int) -> Step | None:
    board, candidates = position.board, position.candidates
    small = [(cell, candidates[cell]) for cell in board.members[unit] if 2 <= candidates[cell].bit_count() <= size]
    for chosen, union in _groups(small, size) if len(small) >= size else ():
        removals: list[Removal] = []
        for digit in digits_of(union):
            by = tuple([cell for cell in chosen if candidates[cell] >> (digit - 1) & 1])
            # One of these cells has the digit, so all their common peers do not, whether or not they are in the unit.
            zeroed = position.places[digit - 1] & board.common_peers(by) & ~mask_of(chosen)
            removals += [_removal(board, cell, digit, by, unit) for cell in cells_of(zeroed)]
        if removals:
            removals.sort()
            differ = [*combinations(chosen, 2), *[(one, cell) for cell, _, by, _ in removals for one in by]]
            units = _units(board, unit, sorted(removals, key=lambda removal: removal.unit < 0))
            pairs, name = tuple(dict.fromkeys(differ)), f"naked {_SIZES[size]}"
            return Step(Theorem.NAKED_SUBSET, name, chosen, digits_of(union), units, pairs, removals=tuple(removals))
    return None


def _hidden(position: Position, unit: int, size: int) -> Step | None:
    mask = position.board.masks[unit]
    left = enumerate(position.left[unit], 1)
    rare = [(digit, position.places[digit - 1] & mask) for digit, count in left if 2 <= count <= size]
    for digits, union in _groups(rare, size) if len(rare) >= size else ():
        cells, own = tuple(cells_of(union)), mask_of(digit - 1 for digit in digits)
        zeroed = [(cell, digit) for cell in cells for digit in digits_of(position.candidates[cell] & ~own)]
        if zeroed:
            rest = tuple([cell for cell in position.board.members[unit] if cell not in cells])
            occurs = tuple([(unit, digit) for digit in digits])
            removals = tuple([Removal(cell, digit, cells, unit) for cell, digit in zeroed])
            name = f"hidden {_SIZES[size]}"
            return Step(Theorem.HIDDEN_SUBSET, name, rest, digits, (unit,), occurs=occurs, removals=removals)
    return None


def fish(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first fish that zeroes something: smaller ones first, rows before columns. Raises LimitError.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell in (1, 3, 9, 11):
    ...     position.remove(cell, 0b1)
    >>> [removal[:2] for removal in fish(position).removals]
    [(4, 1), (12, 1), (6, 1), (14, 1)]
    """
    kinds = position.board.kinds
    rows, columns = ([unit for unit, kind in enumerate(kinds) if kind == line] for line in ("row", "column"))
    for size, digit, turned in product(_FISH, range(1, position.board.digits + 1), (False, True)):
        deadline.check()
        bases, covers = (columns, rows) if turned else (rows, columns)
        few = [unit for unit in bases if 2 <= position.left[unit][digit - 1] <= size]
        if len(few) >= size and (found := _fish(position, digit, few, covers, size)):
            return found
    return None


def _fish(position: Position, digit: int, few: list[int], covers: list[int], size: int) -> Step | None:
    """The first fish among lines with few places of the digit. covers: the lines across them."""
    masks, places = position.board.masks, position.places[digit - 1]
    crossings = [
        (unit, mask_of(line for line, cover in enumerate(covers) if places & masks[unit] & masks[cover]))
        for unit in few
    ]
    for chosen, union in _groups(crossings, size):
        there = places & sum(masks[unit] for unit in chosen)
        removals: list[Removal] = []
        differ: list[tuple[int, int]] = []
        crossed = [covers[line] for line in cells_of(union)]
        for cover in crossed:
            own = tuple(cells_of(there & masks[cover]))
            zeroed = cells_of(places & masks[cover] & ~there)
            removals += [Removal(cell, digit, own, cover) for cell in zeroed]
            differ += [*combinations(own, 2), *[(place, cell) for cell in zeroed for place in own]]
        if removals:
            cells = tuple([cell for unit in chosen for cell in position.absent(unit, digit)])
            units, occurs = distinct((*chosen, *crossed)), tuple([(unit, digit) for unit in chosen])
            ends = tuple(differ), occurs
            return Step(Theorem.FISH, _FISH[size], cells, (digit,), units, *ends, removals=tuple(removals))
    return None
