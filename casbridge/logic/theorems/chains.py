"""Theorem 11: forcing chains. A candidate from which a contradiction follows, link by link, is zeroed.

Each link follows from one link before it:
  a true candidate makes the others of its cell false, and the same digit in its peers;
  a false candidate makes the other one true if its cell has two, or if the digit has two places in a unit.
The contradiction is a candidate both true and false, a cell without candidates, or a unit without a place for a digit.

Other forcing chains start from all candidates of a cell, or all places in a unit, and end in one conclusion. Here such
a chain starts from the zeroed candidate and empties that cell or unit. Alternating inference chains are found here too.
"""

from __future__ import annotations

from casbridge.board.peers import cells_of, mask_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Link, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem

#: The most bits that the sets of candidates may take together.
MOST_BITS = 1 << 31
# A candidate's number, its bit in sets of candidates, is (digit − 1) · cells + cell.
_Key = tuple[int, bool]  # a candidate's number, and whether it is true


class _Links:
    """What follows at once from each candidate being true, or false.

    start_order: the open candidates.
    makes_true: for a false candidate the set of candidates that are true then.
    one_of: sets of three or more candidates of which one is true: all of a cell, or all places in a unit.
    one_of_units: for each of these sets the unit, −1 for a cell.

    Raises MemoryError if there are more candidates than `MOST_BITS` allow.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        board = position.board
        self.cells = cells = board.cells
        open_cells = [cell for cell, value in enumerate(position.values) if not value]
        number_open = sum(position.candidates[cell].bit_count() for cell in open_cells)
        if number_open * cells * board.digits > MOST_BITS:
            raise MemoryError(f"forcing chains among {number_open} candidates would take too much memory")
        self.start_order = [
            digit * cells + cell
            for digit, places in enumerate(position.places)
            for cell in cells_of(places)
            if not position.values[cell]
        ]
        self.makes_true: dict[int, int] = {}
        self.one_of: list[int] = []
        self.one_of_units: list[int] = []
        self._false: dict[int, int] = {}
        for cell in open_cells:
            self._take(self._in_cell(cell), -1)
        for unit, counts in enumerate(position.left):
            for digit, count in enumerate(counts):
                if count > 1:
                    self._take((position.places[digit] & board.masks[unit]) << (digit * cells), unit)
        self.has_strong = mask_of(self.makes_true)

    def makes_false(self, number: int) -> int:
        """The candidates that a true one makes false."""
        found = self._false.get(number)
        if found is None:
            position = self.position
            digit, cell = divmod(number, self.cells)
            found = (position.places[digit] & position.board.peers[cell]) << (digit * self.cells)
            found = self._false[number] = found | self._in_cell(cell) & ~(1 << number)
        return found

    def _in_cell(self, cell: int) -> int:
        return sum(1 << (digit * self.cells + cell) for digit in cells_of(self.position.candidates[cell]))

    def _take(self, candidates: int, unit: int) -> None:
        if candidates.bit_count() == 2:
            low = candidates & -candidates
            one, other = low.bit_length() - 1, (candidates ^ low).bit_length() - 1
            self.makes_true[one] = self.makes_true.get(one, 0) | 1 << other
            self.makes_true[other] = self.makes_true.get(other, 0) | 1 << one
        else:
            self.one_of.append(candidates)
            self.one_of_units.append(unit)

    def unit_of(self, a: int, b: int, true: bool) -> int:
        """The unit in which b follows from a being true, or false; −1 if it follows in their cell."""
        one, other = a % self.cells, b % self.cells
        if one == other:
            return -1
        board, left, digit = self.position.board, self.position.left, a // self.cells
        if true:
            return board.unit_of_both(one, other)
        shared = (unit for unit in board.full_units_of[one] if board.masks[unit] >> other & 1)
        return next(unit for unit in shared if left[unit][digit] == 2)

    def layers_to_contradiction(self, start: int, most: int, deadline: Deadline) -> int | None:
        """The number of layers of links from a candidate to a contradiction; None if there are more than `most`."""
        makes_false, makes_true = self.makes_false, self.makes_true
        true = new_true = 1 << start
        false = 0
        for layer in range(1, most + 1):
            deadline.check()
            new_false = 0
            while new_true:
                low = new_true & -new_true
                new_false |= makes_false(low.bit_length() - 1)
                new_true ^= low
            new_false &= ~false
            false |= new_false
            if false & true:
                return layer
            open_candidates = ~false
            for group in self.one_of:
                if not group & open_candidates:
                    return layer
            strong = new_false & self.has_strong
            while strong:
                low = strong & -strong
                new_true |= makes_true[low.bit_length() - 1]
                strong ^= low
            new_true &= ~true
            true |= new_true
            if true & false:
                return layer
            if not new_true:
                return None
        return None


def chain(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The chain with the fewest layers of links; of several the first by digit and cell.

    Raises LimitError after the deadline, MemoryError for more candidates than `MOST_BITS` allow.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell in (1, 2, 7, 11, 13, 14):
    ...     position.remove(cell, 0b1)
    >>> step = chain(position)
    >>> step.removals[0][:2], [(link.cell, link.true) for link in step.links]
    ((4, 1), [(4, True), (0, False), (3, True), (12, False), (15, True), (3, False)])
    """
    graph = _Links(position)
    if not graph.has_strong:
        return None  # Theorem 5 has what follows from one candidate at once.
    best: int | None = None
    most = position.board.cells * position.board.digits
    for start in graph.start_order:
        found = graph.layers_to_contradiction(start, most, deadline)
        if found is not None:
            best, most = start, found - 1
            if not most:
                break
    return None if best is None else _step(graph, best)


def _step(graph: _Links, start: int) -> Step:
    """The chain from a candidate to its contradiction, once more and now with the cause of each link."""
    position, cells = graph.position, graph.cells
    why: dict[_Key, tuple[_Key, int] | None] = {(start, True): None}
    layer = [(start, True)]
    while (end := _contradiction(graph, why)) is None:
        following = []
        for number, true in layer:
            for other in cells_of(graph.makes_false(number) if true else graph.makes_true.get(number, 0)):
                if (other, not true) not in why:
                    why[other, not true] = (number, true), graph.unit_of(number, other, true)
                    following.append((other, not true))
        layer = following
    ends, emptied = end
    links: list[Link] = []
    place_of: dict[_Key, int] = {}
    for one in ends:
        way = [one]
        while way[-1] not in place_of and (cause := why[way[-1]]) is not None:
            way.append(cause[0])
        for number, true in reversed(way):
            if (number, true) not in place_of:
                cause = why[number, true]
                digit, cell = divmod(number, cells)
                before, unit = (-1, -1) if cause is None else (place_of[cause[0]], cause[1])
                place_of[number, true] = len(links)
                links.append(Link(cell, digit + 1, true, before, unit))
    differ = [(links[link.cause].cell, link.cell) for link in links if link.unit >= 0 and not link.true]
    occurs = [(link.unit, link.digit) for link in links if link.unit >= 0 and link.true]
    premises = [link.cell for link in links[1:] if link.unit < 0 and link.true]
    units = [link.unit for link in links if link.unit >= 0]
    last = links[-1]
    if emptied is not None and emptied < 0:
        premises.append(last.cell)
    elif emptied is not None:
        occurs.append((emptied, last.digit))
        units.append(emptied)
    for unit, digit in occurs:
        premises += position.absent(unit, digit)
    return Step(
        Theorem.CHAIN,
        "forcing chain",
        distinct(premises),
        distinct(link.digit for link in links),
        distinct(units),
        differ=tuple(dict.fromkeys(differ)),
        occurs=tuple(dict.fromkeys(occurs)),
        removals=(Removal(*links[0][:2], (last.cell,), -1),),
        links=tuple(links),
    )


def _contradiction(graph: _Links, why: dict[_Key, tuple[_Key, int] | None]) -> tuple[list[_Key], int | None] | None:
    """The links that clash, and None; or those that empty a unit or a cell, and the unit, −1 for a cell."""
    clash = next((number for number, true in why if true and (number, False) in why), None)
    if clash is not None:
        return [(clash, True), (clash, False)], None
    false = mask_of(number for number, true in why if not true)
    for group, unit in zip(graph.one_of, graph.one_of_units, strict=True):
        if not group & ~false:
            return [(number, False) for number in cells_of(group)], unit
    return None
