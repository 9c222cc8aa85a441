"""Solving by propagation and search on sets of cells, quick enough to ask for each clue whether it is needed.

board    the cells in which a digit can be, as the bits of a number; one for each digit, from 0
placed   the cells whose digit is known and gone from the cells that must differ
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice
from operator import and_

from casbridge.board.peers import cells_of
from casbridge.errors import LimitError
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle

Boards = list[int]
#: A digit, and the bit of the cell that it may be put in.
Option = tuple[int, int]
#: What can be done next, for boards and the cells that are known: one of the options is right in every solution.
Branch = Callable[[Boards, int], list[Option]]

_CONTRADICTION = -1
#: A digit's places in a unit are looked at together if there are at most so many.
_MOST_PLACES = 4


class Undecided(LimitError):
    """So many choices were tried that were to be tried at most."""


def solutions(puzzle: Puzzle, limit: int | None = None) -> list[tuple[int, ...]]:
    """The solutions of a puzzle of any family, a digit for every cell; no more than the limit.

    By naked and hidden singles, by digits whose places in a unit have common peers, and by search.

    >>> from casbridge.puzzles import sudoku
    >>> solutions(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    [(1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4)]
    >>> len(solutions(Puzzle(sudoku(2, 2), (0,) * 16), limit=100))
    100
    """
    solver = solver_of(puzzle.layout)
    boards = solver.boards(puzzle.givens)
    return [] if boards is None else list(islice(solver.search(boards), limit))


def is_proper(puzzle: Puzzle) -> bool:
    """Whether there is exactly one solution.

    >>> from casbridge.puzzles import latin
    >>> is_proper(Puzzle(latin(2), (1, 0, 0, 0))), is_proper(Puzzle(latin(2), (0, 0, 0, 0)))
    (True, False)
    """
    return len(solutions(puzzle, 2)) == 1


@lru_cache(maxsize=16)
def solver_of(layout: Layout) -> Solver:
    """The solver of a layout; its tables are made once."""
    return Solver(layout)


def with_digit(boards: Sequence[int], digit: int, bit: int) -> Boards:
    """Boards in which a digit, from 0, is the only one in the cell of a bit.

    >>> with_digit([0b11, 0b11], 1, 0b10)
    [1, 3]
    """
    found = [board & ~bit for board in boards]
    found[digit] |= bit
    return found


class Solver:
    """What is to be known of a layout to solve its puzzles.

    everywhere: the bits of all cells. keep: for each cell the bits of the cells that may have the same digit.
    units: the bits of the units that have a cell for every digit.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.everywhere = (1 << layout.cells) - 1
        peers = [0] * layout.cells
        for unit in layout.units:
            together = sum(1 << cell for cell in unit.cells)
            for cell in unit.cells:
                peers[cell] |= together ^ 1 << cell
        self.peers = peers
        self.keep = [self.everywhere ^ found for found in peers]
        full = {unit.cells for unit in layout.units if len(unit.cells) == layout.digits > 1}
        self.units = sorted({sum(1 << cell for cell in cells) for cells in full})

    def boards(self, givens: Sequence[int]) -> Boards | None:
        """Where the digits can be, by the givens alone; None where two givens contradict each other."""
        boards = [self.everywhere] * self.layout.digits
        at = [0] * self.layout.digits
        given = 0
        for cell, digit in enumerate(givens):
            if digit:
                boards[digit - 1] &= self.keep[cell]
                at[digit - 1] |= 1 << cell
                given |= 1 << cell
        open_cells = self.everywhere ^ given
        for digit, cells in enumerate(at):
            if boards[digit] & cells != cells:
                return None
            boards[digit] = boards[digit] & open_cells | cells
        return boards

    def digits(self, boards: Boards) -> tuple[int, ...]:
        """The digit of every cell, where all are known."""
        found = [0] * self.layout.cells
        for digit, board in enumerate(boards, 1):
            for cell in cells_of(board):
                found[cell] = digit
        return tuple(found)

    def search(
        self, boards: Boards, branch: Branch | None = None, nodes: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """All solutions within the boards, one after the other.

        branch: the choice to be made and the order in which it is tried; `options` unless told.
        nodes: raises Undecided when so many choices have been tried.
        """
        choose = self.options if branch is None else branch
        stack = [(boards, 0)]
        tried = 0
        while stack:
            boards, placed = stack.pop()
            placed = self.propagate(boards, placed)
            if placed == _CONTRADICTION:
                continue
            if placed == self.everywhere:
                yield self.digits(boards)
                continue
            tried += 1
            if nodes is not None and tried > nodes:
                raise Undecided(f"no answer within {nodes} choices")
            for digit, bit in reversed(choose(boards, placed)):
                stack.append((with_digit(boards, digit, bit), placed))

    def propagate(self, boards: Boards, placed: int = 0) -> int:
        """Makes all steps that need no choice, in the boards themselves. Returns the cells that are known then, or −1
        for a contradiction.
        """
        keep, everywhere = self.keep, self.everywhere
        while True:
            once = more = 0
            for board in boards:
                more |= once & board
                once |= board
            if once != everywhere:
                return _CONTRADICTION
            single = everywhere & ~more & ~placed
            if single:
                for digit, board in enumerate(boards):
                    new = board & single
                    while new:
                        bit = new & -new
                        new ^= bit
                        board &= keep[bit.bit_length() - 1]
                    boards[digit] = board
                placed |= single
                continue
            if placed == everywhere:
                return placed
            hidden = self._hidden_singles(boards, placed)
            if hidden == _CONTRADICTION:
                return _CONTRADICTION
            if not hidden and not self._common_peers(boards, placed):
                return placed

    def _hidden_singles(self, boards: Boards, placed: int) -> int:
        """Leaves a digit alone in a cell that is its only place in a unit. Returns these cells."""
        units, side = self.units, self.layout.digits
        if not units:
            return 0
        open_cells = self.everywhere ^ placed
        found = 0
        for digit, board in enumerate(boards):
            if not board & open_cells:
                if board.bit_count() != side:
                    return _CONTRADICTION
                continue
            here = 0
            for unit in units:
                places = board & unit
                if not places & (places - 1):
                    if not places:
                        return _CONTRADICTION
                    here |= places
            here &= open_cells
            if here:
                if here & found:
                    return _CONTRADICTION
                found |= here
                others = ~here
                for other in range(side):
                    if other != digit:
                        boards[other] &= others
        return found

    def _common_peers(self, boards: Boards, placed: int) -> bool:
        """Takes a digit from the common peers of its places in a unit: with boxes, pointing and claiming."""
        peers = self.peers
        changed = False
        for digit, board in enumerate(boards):
            open_board = board & ~placed
            if not open_board:
                continue
            for unit in self.units:
                places = open_board & unit
                if not places or places.bit_count() > _MOST_PLACES:
                    continue
                common = reduce(and_, (peers[cell] for cell in cells_of(places))) & board
                if common:
                    board &= ~common
                    open_board &= ~common
                    changed = True
            boards[digit] = board
        return changed

    def options(self, boards: Boards, placed: int) -> list[Option]:
        """A choice to be made: the digits of a cell, or the places of a digit in a unit if two are fewer."""
        number, cells = self.tightest(boards, placed)
        if number > 2:
            for digit, board in enumerate(boards):
                open_board = board & ~placed
                if open_board:
                    for unit in self.units:
                        places = open_board & unit
                        if places.bit_count() == 2:
                            return [(digit, 1 << cell) for cell in cells_of(places)]
        bit = cells & -cells
        return [(digit, bit) for digit, board in enumerate(boards) if board & bit]

    def tightest(self, boards: Boards, placed: int) -> tuple[int, int]:
        """The fewest candidates of an open cell, and the cells that have so many."""
        #: The open cells with at least one candidate, at least two, ...
        at_least = [self.everywhere & ~placed, *(0 for _ in boards), 0]
        most = 0
        for board in boards:
            most += 1
            for number in range(most, 0, -1):
                at_least[number] |= at_least[number - 1] & board
        number = next(number for number in range(1, most + 1) if at_least[number] & ~at_least[number + 1])
        return number, at_least[number] & ~at_least[number + 1]
