"""Theorem 11: forcing chains. A candidate from which a contradiction follows, link by link, is zeroed.

Each link follows from one link before it:
  a true candidate makes the others of its cell false, and the same digit in its peers;
  a false candidate makes the other one true if its cell has two, or if the digit has two places in a unit.
The contradiction is a candidate both true and false, a cell without candidates, or a unit without a place for a digit.

Other forcing chains start from all candidates of a cell, or all places in a unit, and end in one conclusion. Such a
chain is found here from its other end: the candidate that it zeroes would leave that cell or unit empty. So are
alternating inference chains.
"""

from __future__ import annotations

from casbridge.board.peers import cells_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct, places_in
from casbridge.logic.steps import Link, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem

#: The most bits that the sets of candidates may take together.
MOST_BITS = 1 << 31
# A candidate's number, its bit in sets of candidates, is (digit − 1) · cells + cell.
_Cause = tuple[int, int]  # the candidate that a link comes from, and the unit (−1: in the cell itself)


class _Links:
    """What follows at once from each candidate being true, or false.

    start_order: the open candidates.
    makes_true: for a candidate the set of those that are true if it is false.
    one_of: sets of three or more candidates of which one is true: all of a cell, or all places in a unit.

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
        self._false: dict[int, int] = {}
        for cell in open_cells:
            self._take(self._in_cell(cell))
        for unit, counts in enumerate(position.left):
            for digit, count in enumerate(counts):
                if count > 1:
                    self._take((position.places[digit] & board.masks[unit]) << (digit * cells))
        self.has_strong = sum(1 << number for number in self.makes_true)

    def makes_false(self, number: int) -> int:
        """The set of candidates that are false if this one is true."""
        found = self._false.get(number)
        if found is None:
            position = self.position
            digit, cell = divmod(number, self.cells)
            found = (position.places[digit] & position.board.peers[cell]) << (digit * self.cells)
            found = self._false[number] = found | self._in_cell(cell) & ~(1 << number)
        return found

    def _in_cell(self, cell: int) -> int:
        return sum(1 << (digit * self.cells + cell) for digit in cells_of(self.position.candidates[cell]))

    def _take(self, candidates: int) -> None:
        if candidates.bit_count() == 2:
            low = candidates & -candidates
            one, other = low.bit_length() - 1, (candidates ^ low).bit_length() - 1
            self.makes_true[one] = self.makes_true.get(one, 0) | 1 << other
            self.makes_true[other] = self.makes_true.get(other, 0) | 1 << one
        else:
            self.one_of.append(candidates)

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

    >>> from casbridge.board.peers import board_of
    >>> from casbridge.puzzles import sudoku
    >>> position = Position(board_of(sudoku(2, 2)))
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
    return None if best is None else _Trace(graph, best).step()


class _Trace:
    """The way from a candidate to a contradiction, once more and now with the cause of each link."""

    def __init__(self, graph: _Links, start: int) -> None:
        self.position = graph.position
        self.cells = graph.cells
        self.start = start
        self.why_true: dict[int, _Cause | None] = {start: None}
        self.why_false: dict[int, _Cause] = {}
        self.contradiction: list[tuple[int, bool]] = []
        self.emptied: tuple[int, int] | None = None  # unit and digit without a place
        self.emptied_cell: int | None = None
        self._follow(graph)

    def _follow(self, graph: _Links) -> None:
        new_true = [self.start]
        false = 0
        while True:
            new_false = []
            for cause in new_true:
                for number in cells_of(graph.makes_false(cause)):
                    if number not in self.why_false:
                        self.why_false[number] = (cause, self._shared(cause, number))
                        new_false.append(number)
                        false |= 1 << number
            clash = next((number for number in self.why_true if false >> number & 1), None)
            if clash is not None:
                self.contradiction = [(clash, True), (clash, False)]
                return
            for group in graph.one_of:
                if not group & ~false:
                    self.contradiction = [(number, False) for number in cells_of(group)]
                    self._name_emptied(group)
                    return
            new_true = []
            for cause in new_false:
                for number in cells_of(graph.makes_true.get(cause, 0)):
                    if number not in self.why_true:
                        self.why_true[number] = (cause, self._only_unit(cause, number))
                        new_true.append(number)
            clash = next((number for number in new_true if false >> number & 1), None)
            if clash is not None:
                self.contradiction = [(clash, True), (clash, False)]
                return

    def _place(self, number: int) -> tuple[int, int]:
        digit, cell = divmod(number, self.cells)
        return cell, digit + 1

    def _shared(self, a: int, b: int) -> int:
        """The unit in which one candidate makes the other false; −1 in a cell."""
        one, other = a % self.cells, b % self.cells
        return -1 if one == other else self.position.board.unit_of_both(one, other)

    def _only_unit(self, a: int, b: int) -> int:
        """The unit in which the digit has these two places only; −1 in a cell with these candidates only."""
        one, other = a % self.cells, b % self.cells
        if one == other:
            return -1
        digit = a // self.cells
        board = self.position.board
        return next(
            unit
            for unit in board.units_of[one]
            if board.masks[unit] >> other & 1 and self.position.left[unit] and self.position.left[unit][digit] == 2
        )

    def _name_emptied(self, group: int) -> None:
        numbers = cells_of(group)
        if len({number % self.cells for number in numbers}) == 1:
            self.emptied_cell = numbers[0] % self.cells
            return
        digit = numbers[0] // self.cells + 1
        places = [number % self.cells for number in numbers]
        unit = next(
            unit
            for unit, counts in enumerate(self.position.left)
            if counts and counts[digit - 1] == len(places) and places_in(self.position, unit, digit) == places
        )
        self.emptied = (unit, digit)

    def step(self) -> Step:
        links: list[Link] = []
        place_of: dict[tuple[int, bool], int] = {}

        def add(number: int, true: bool) -> int:
            """Add this link after all that it follows from, and return its place. No recursion: chains may be long."""
            way = [(number, true)]
            while way[-1] not in place_of:
                cause = (self.why_true if way[-1][1] else self.why_false)[way[-1][0]]
                if cause is None:
                    break
                way.append((cause[0], not way[-1][1]))
            for one in reversed(way):
                if one not in place_of:
                    cause = (self.why_true if one[1] else self.why_false)[one[0]]
                    before = -1 if cause is None else place_of[cause[0], not one[1]]
                    place_of[one] = len(links)
                    cell, digit = self._place(one[0])
                    links.append(Link(cell, digit, one[1], before, -1 if cause is None else cause[1]))
            return place_of[number, true]

        for number, true in self.contradiction:
            add(number, true)
        return self._as_step(tuple(links))

    def _as_step(self, links: tuple[Link, ...]) -> Step:
        position = self.position
        differ: list[tuple[int, int]] = []
        occurs: list[tuple[int, int]] = []
        premises: list[int] = []
        units: list[int] = []
        for link in links[1:]:
            cause = links[link.cause]
            if link.unit >= 0:
                units.append(link.unit)
                if link.true:
                    occurs.append((link.unit, link.digit))
                else:
                    differ.append((cause.cell, link.cell))
            elif link.true:
                premises.append(link.cell)
        if self.emptied is not None:
            occurs.append(self.emptied)
            units.append(self.emptied[0])
        if self.emptied_cell is not None:
            premises.append(self.emptied_cell)
        for unit, digit in occurs:
            premises += position.absent(unit, digit)
        cell, digit = self._place(self.start)
        last = links[-1]
        return Step(
            Theorem.CHAIN,
            "forcing chain",
            distinct(premises),
            distinct(link.digit for link in links),
            distinct(units),
            differ=tuple(dict.fromkeys(differ)),
            occurs=tuple(dict.fromkeys(occurs)),
            removals=(Removal(cell, digit, (last.cell,), -1),),
            links=links,
        )
