"""Relations of one or two cells on bitboards: dots, bars, greater-than signs, thermometers, even and odd cells.

Pairs of cells that are the same distance apart and have the same rule are treated together. So the whole rule
"neighbours are not consecutive" of a 9×9 grid takes two shifts for each digit, in place of 144 looks at two cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casbridge.board.peers import Board, cells_of
from casbridge.puzzles.variants.relations import Tuples


class _Together(NamedTuple):
    """Pairs (a, a + shift) with the same rule. A digit, from 0, has its place in the lists of partners.

    lower: the mask of the cells a. above, below: for a digit of one cell, those that the other cell may have with it.
    """

    lower: int
    shift: int
    above: tuple[tuple[int, ...], ...]
    below: tuple[tuple[int, ...], ...]


class Pairs:
    """The relations `Tuples` of a layout, for the solver.

    is_empty: whether there are none.
    excluded: for each digit, from 0, of a cell the other digits that it excludes somewhere; for each of these, and each
        cell, the mask of the cells that cannot have it then.

    >>> from casbridge.puzzles import latin, with_constraints
    >>> from casbridge.puzzles.variants import Thermometer
    >>> boards = [0b111_111_111] * 3
    >>> Pairs(Board(with_constraints(latin(3), [Thermometer((0, 1))]))).narrow(boards), [bin(board) for board in boards]
    (True, ['0b111111101', '0b111111111', '0b111111110'])
    """

    def __init__(self, board: Board) -> None:
        layout, digits = board.layout, board.digits
        #: For each digit the cells that may have it alone.
        self._alone = [(1 << board.cells) - 1] * digits
        masks: dict[tuple[int, frozenset[tuple[int, ...]]], int] = {}
        for relation in layout.relations:
            if not isinstance(relation, Tuples):
                continue
            if len(relation.cells) == 1:
                for digit in range(digits):
                    if (digit + 1,) not in relation.allowed:
                        self._alone[digit] &= ~(1 << relation.cells[0])
                continue
            (a, b), allowed = relation.cells, relation.allowed
            if a > b:
                a, b, allowed = b, a, frozenset([pair[::-1] for pair in allowed])
            if board.peers[a] >> b & 1:
                allowed = frozenset([pair for pair in allowed if pair[0] != pair[1]])
            masks[b - a, allowed] = masks.get((b - a, allowed), 0) | 1 << a
        self._together = [
            _Together(lower, shift, _partners(allowed, digits), _partners([pair[::-1] for pair in allowed], digits))
            for (shift, allowed), lower in masks.items()
        ]
        self.excluded = _excluded(self._together, board)
        self.is_empty = not any(isinstance(relation, Tuples) for relation in layout.relations)

    def narrow(self, boards: list[int]) -> bool:
        """Remove each digit without a partner. Returns whether there was one; call it again until there is none."""
        changed = False
        for digit, own in enumerate(self._alone):
            if boards[digit] & ~own:
                boards[digit] &= own
                changed = True
        for lower, shift, above, below in self._together:
            for digit, partners in enumerate(above):
                if here := boards[digit] & lower:
                    there = 0
                    for partner in partners:
                        there |= boards[partner]
                    if lost := here & ~(there >> shift):
                        boards[digit] ^= lost
                        changed = True
            upper = lower << shift
            for digit, partners in enumerate(below):
                if here := boards[digit] & upper:
                    there = 0
                    for partner in partners:
                        there |= boards[partner]
                    if lost := here & ~(there << shift):
                        boards[digit] ^= lost
                        changed = True
        return changed


def _partners(
    allowed: Sequence[tuple[int, ...]] | frozenset[tuple[int, ...]], digits: int
) -> tuple[tuple[int, ...], ...]:
    """For each digit of the first cell, from 0, the digits of the second."""
    return tuple(tuple(sorted(b - 1 for a, b in allowed if a == digit + 1)) for digit in range(digits))


def _excluded(groups: Sequence[_Together], board: Board) -> list[list[tuple[int, list[int]]]]:
    digits = range(board.digits)
    masks = {(d, e): [0] * board.cells for d in digits for e in digits if d != e}
    for group in groups:
        lower = cells_of(group.lower)
        for (d, e), own in masks.items():
            if e not in group.above[d]:
                for cell in lower:
                    own[cell] |= 1 << cell + group.shift
            if e not in group.below[d]:
                for cell in lower:
                    own[cell + group.shift] |= 1 << cell
    return [[(e, own) for e in digits if e != d and any(own := masks[d, e])] for d in digits]
