"""Puzzles from a full grid: clues are taken away as long as it stays the only solution, or stay in given cells.

A clue is needed if the other clues have a second solution. The cells in which a second solution differs from the grid
are kept: at least one of them must be a clue. Such sets answer many questions without a search. In the end each clue of
a minimal puzzle is the only clue in one of the sets, which proves that it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from casbridge.board.peers import cells_of, mask_of
from casbridge.board.solutions import Bitboards, Solver, Undecided, solver_of, with_digit
from casbridge.chance import Chance
from casbridge.limits import NEVER, Deadline
from casbridge.making.filling import random_solution
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle

#: Cells that are clues together, or not, as bits.
Orbit = int

# The search for a second solution first tries so many choices.
_FIRST_NODES = 100
# The search for clues in given cells: so many changes without success for each clue, then it gives up; and choices.
_PATIENCE = 12
_NODES = 200


class Digger:
    """Digs puzzles from one full grid. Sets of cells are masks: bit i is cell i.

    everything: all cells.
    gone: the orbits that the last `dig` took away.

    >>> from casbridge.puzzles import sudoku
    >>> digger = Digger(sudoku(2, 2), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    >>> gone = digger.dig(digger.everything, [1 << cell for cell in range(16)])
    >>> digger.puzzle(digger.everything ^ sum(gone)).line
    '......12.1.3.32.'
    """

    def __init__(self, layout: Layout, grid: Sequence[int], deadline: Deadline = NEVER) -> None:
        self.layout = layout
        self.grid = tuple(grid)
        self._solver = solver_of(layout)
        self.everything = self._solver.everywhere
        self._deadline = deadline
        self._own = [0] * layout.digits
        for cell, digit in enumerate(grid):
            self._own[digit - 1] |= 1 << cell
        self._differences: list[int] = []
        self.gone: list[Orbit] = []

    def puzzle(self, clues: int) -> Puzzle:
        """The puzzle with these cells given."""
        return Puzzle(self.layout, tuple([digit if clues >> cell & 1 else 0 for cell, digit in enumerate(self.grid)]))

    def difference(self, clues: int, among: int, nodes: int | None = None) -> int:
        """The cells in which another solution differs from the grid; 0 if there is no such solution.

        clues: the cells that are given.
        among: the other solution must differ in at least one of these cells.
        nodes: the most choices to try; then Undecided is raised.
        Raises LimitError at the deadline.

        >>> from casbridge.puzzles import latin
        >>> bin(Digger(latin(3), (1, 2, 3, 2, 3, 1, 3, 1, 2)).difference(0b111, 0b111000000))
        '0b111111000'
        """
        self._deadline.check()
        for known in self._differences:
            if not known & clues and known & among:
                return known
        solver = self._solver
        boards = []
        for own in self._own:
            board = self.everything & ~clues | own & clues
            for cell in cells_of(own & clues):
                board &= solver.keep[cell]
            boards.append(board)
        placed = solver.propagate(boards)
        for cell in cells_of(among & ~placed):
            bit = 1 << cell
            own = self.grid[cell] - 1
            other = list(boards)
            other[own] &= ~bit
            if any(board & bit for board in other):
                found = next(solver.search(other, nodes=nodes, deadline=self._deadline), None)
                if found is not None:
                    here = mask_of(at for at, digit in enumerate(found) if digit != self.grid[at])
                    self._differences.append(here)
                    return here
            boards = with_digit(boards, own, bit)
            placed = solver.propagate(boards, placed)
        return 0

    def is_minimal(self, clues: int, orbits: Sequence[Orbit] | None = None, nodes: int | None = None) -> bool:
        """Whether every clue of a proper puzzle is needed. Raises LimitError at the deadline.

        orbits: clues that can only go together; None for each by itself.
        nodes: the most choices for one of them; then Undecided is raised.
        """
        each = [1 << cell for cell in cells_of(clues)] if orbits is None else orbits
        return all(self.difference(clues ^ orbit, orbit, nodes) for orbit in each if orbit & clues)

    def dig(
        self, clues: int, order: Iterable[Orbit], fewest: int = 0, nodes_for_each: int | None = None
    ) -> list[Orbit]:
        """The orbits of clues that can go one after the other, so that the puzzle stays proper.

        order: the orbits, in the order in which they are tried. An orbit that takes long is tried again later, since
            with fewer clues another solution is found sooner.
        fewest: the least number of clues that must stay.
        nodes_for_each: the most choices for one orbit; then Undecided is raised. None is no limit.
        Raises LimitError at the deadline; `gone` then has the orbits so far.
        """
        self.gone = []
        waiting, nodes = list(order), _FIRST_NODES
        while waiting:
            put_off = []
            for orbit in waiting:
                if (clues ^ orbit).bit_count() < fewest:
                    continue
                try:
                    if not self.difference(clues ^ orbit, orbit, nodes):
                        clues ^= orbit
                        self.gone.append(orbit)
                except Undecided:
                    if nodes_for_each is not None and nodes >= nodes_for_each:
                        raise
                    put_off.append(orbit)
            waiting, nodes = put_off, 4 * nodes
        return self.gone

    def fewer(self, clues: int, orbits: Sequence[Orbit], fewest: int, chance: Chance, rounds: int) -> int:
        """A minimal puzzle with fewer clues, if one is found: some clues come back, and others go.

        clues: of a minimal puzzle. fewest: the number of clues to reach. rounds: the number of tries.
        """
        for _ in range(rounds):
            if clues.bit_count() <= fewest:
                break
            other = self.neighbour(clues, orbits, fewest, chance)
            if other.bit_count() <= clues.bit_count():
                clues = other
        return clues

    def neighbour(self, clues: int, orbits: Sequence[Orbit], fewest: int, chance: Chance) -> int:
        """A minimal puzzle near this one: up to three clues come back, and others go instead."""
        absent = [orbit for orbit in orbits if not orbit & clues]
        back = [chance.pick(absent) for _ in range(1 + chance.below(3))]
        present = chance.shuffled(orbit for orbit in orbits if orbit & clues)
        for orbit in back:
            clues |= orbit
        for orbit in self.dig(clues, [*present, *dict.fromkeys(back)], fewest):
            clues ^= orbit
        return clues


def grid_with_clues_in(
    layout: Layout, pattern: Sequence[int], grid: Sequence[int], chance: Chance, deadline: Deadline = NEVER
) -> tuple[int, ...] | None:
    """The solution of a proper puzzle whose clues are in these cells, or None. Raises LimitError at the deadline.

    The search begins with the digits of the grid. It gives one clue after the other a new digit, if afterwards no more
    candidates remain than before (without any choice).

    >>> from casbridge.puzzles import latin
    >>> grid_with_clues_in(latin(2), [3], (1, 2, 2, 1), Chance(1))
    (1, 2, 2, 1)
    """
    solver = solver_of(layout)
    givens = [digit if cell in pattern else 0 for cell, digit in enumerate(grid)]
    boards = _propagated(solver, givens)
    waiting = _PATIENCE * len(pattern)
    while waiting:
        try:
            found = list(islice(solver.search(boards, nodes=_NODES, deadline=deadline), 2))
        except Undecided:
            found = []
        if len(found) == 1:
            return found[0]
        while waiting:
            waiting -= 1
            changed = _changed(solver, givens, chance.pick(pattern), chance, deadline)
            if changed is None:
                continue
            after = _propagated(solver, changed)
            less = sum(map(int.bit_count, boards)) - sum(map(int.bit_count, after))
            if less >= 0:
                if less:
                    waiting = _PATIENCE * len(pattern)
                givens, boards = changed, after
                break
    return None


def _changed(solver: Solver, givens: Sequence[int], cell: int, chance: Chance, deadline: Deadline) -> list[int] | None:
    """The givens with another digit in a cell and at least one solution; None if none is found quickly."""
    without = [0 if at == cell else digit for at, digit in enumerate(givens)]
    boards = solver.boards(without)
    assert boards is not None
    boards[givens[cell] - 1] &= ~(1 << cell)
    try:
        found = random_solution(solver, boards, chance, _NODES, deadline)
    except Undecided:
        found = None
    if found is None:
        return None
    without[cell] = found[cell]
    return without


def _propagated(solver: Solver, givens: Sequence[int]) -> Bitboards:
    """What the givens leave without any choice."""
    boards = solver.boards(givens)
    assert boards is not None
    solver.propagate(boards)
    return boards
