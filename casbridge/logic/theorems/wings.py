"""Theorem 9: a digit that one of two cells must have is zeroed in the cells that share units with both.

XY-wing: a pivot with candidates a, b; a peer with a, c and one with b, c. One of these two is c.
XYZ-wing: the pivot has c too; the cells must be peers of all three.
W-wing: two cells have candidates a, b. A unit has two places for a: a peer of the first cell and one of the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from casbridge.board.peers import cells_of, digits_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem


def wing(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first wing that zeroes something: XY, then XYZ, then W. Raises LimitError after the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell, digit in ((0, 3), (0, 4), (3, 2), (3, 4), (12, 1), (12, 4)):
    ...     position.remove(cell, 1 << (digit - 1))
    >>> step = wing(position)
    >>> step.name, step.cells, step.removals
    ('XY-wing', (0, 3, 12), (Removal(cell=15, digit=3, by=(3, 12), unit=-1),))
    """
    pairs = [cell for cell, candidates in enumerate(position.candidates) if candidates.bit_count() == 2]
    if len(pairs) < 2:
        return None
    for search in (_xy, _xyz, _w):
        found = next(search(position, pairs, deadline), None)
        if found:
            return found
    return None


def _xy(position: Position, pairs: list[int], deadline: Deadline) -> Iterator[Step]:
    candidates, peers = position.candidates, position.board.peers
    for pivot in pairs:
        deadline.check()
        own = candidates[pivot]
        near = [cell for cell in pairs if peers[pivot] >> cell & 1 and (candidates[cell] & own).bit_count() == 1]
        for one, other in combinations(near, 2):
            common = candidates[one] & candidates[other]
            if common.bit_count() == 1 and not common & own:
                yield from _zeroed(position, "XY-wing", (pivot, one, other), common, (one, other))


def _xyz(position: Position, pairs: list[int], deadline: Deadline) -> Iterator[Step]:
    candidates, peers = position.candidates, position.board.peers
    for pivot, own in enumerate(candidates):
        if own.bit_count() != 3:
            continue
        deadline.check()
        near = [cell for cell in pairs if peers[pivot] >> cell & 1 and not candidates[cell] & ~own]
        for one, other in combinations(near, 2):
            common = candidates[one] & candidates[other]
            if common.bit_count() == 1:
                yield from _zeroed(position, "XYZ-wing", (pivot, one, other), common, (pivot, one, other))


def _zeroed(
    position: Position, name: str, cells: tuple[int, int, int], common: int, by: tuple[int, ...]
) -> Iterator[Step]:
    """The step, if the digit has places that are peers of all of `by`. The pivot is the first of the cells."""
    board = position.board
    digit = common.bit_length()
    zeroed = cells_of(position.places[digit - 1] & board.common_peers(by))
    if zeroed:
        pivot, one, other = cells
        differ = [(pivot, one), (pivot, other), *[(winged, cell) for cell in zeroed for winged in by]]
        digits = position.candidates[pivot] | common
        yield Step(
            Theorem.WING,
            name,
            cells,
            digits_of(digits),
            distinct(board.unit_of_both(a, b) for a, b in differ),
            differ=tuple(differ),
            removals=tuple([Removal(cell, digit, by, -1) for cell in zeroed]),
        )


def _w(position: Position, pairs: list[int], deadline: Deadline) -> Iterator[Step]:
    board, candidates = position.board, position.candidates
    for one, other in combinations(pairs, 2):
        deadline.check()
        if candidates[one] != candidates[other] or board.peers[one] >> other & 1:
            continue
        seen = board.peers[one] & board.peers[other]
        for linked in cells_of(candidates[one]):
            zeroed_digit = (candidates[one] & ~(1 << linked)).bit_length()
            zeroed = cells_of(position.places[zeroed_digit - 1] & seen)
            if not zeroed:
                continue
            for unit, counts in enumerate(position.left):
                if not counts or counts[linked] != 2:
                    continue
                a, b = position.places_in(unit, linked + 1)
                for near_one, near_other in ((a, b), (b, a)):
                    if board.peers[one] >> near_one & 1 and board.peers[other] >> near_other & 1:
                        differ = [(one, near_one), (other, near_other)]
                        differ += [(end, cell) for cell in zeroed for end in (one, other)]
                        yield Step(
                            Theorem.WING,
                            "W-wing",
                            distinct((one, other, *position.absent(unit, linked + 1))),
                            (linked + 1, zeroed_digit),
                            distinct((unit, *[board.unit_of_both(*pair) for pair in differ])),
                            differ=tuple(differ),
                            occurs=((unit, linked + 1),),
                            removals=tuple([Removal(cell, zeroed_digit, (one, other), -1) for cell in zeroed]),
                        )
