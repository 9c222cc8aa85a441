"""Random full grids of every family: a random search, random exchanges and a random symmetry.

The search takes a cell with the fewest candidates, at random among these, and a random digit for it. It goes back after
a contradiction. The exchanges (see `casbridge.making.mixing`) bring the grids closer to equally likely. At last rows in
bands, bands, columns in stacks, stacks and digits come in a random order; for diagonals and jigsaws it is a random one
of their symmetries. Grids that symmetries take to each other are exactly equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from casbridge.board.peers import cells_of
from casbridge.board.solutions import Bitboards, Option, Solver, Undecided, solver_of
from casbridge.errors import InputError, LimitError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Chance
from casbridge.making.layout_symmetries import random_transformation
from casbridge.making.mixing import mixed
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle

_MOST_EXCHANGES = 1_000
_FIRST_NODES = 100
#: The search gives up after so many choices in one go.
_MOST_NODES = 200_000


def random_grid(
    layout: Layout, chance: Chance, deadline: Deadline = NEVER, exchanges: int | None = None
) -> tuple[int, ...]:
    """A random full grid of a layout of any family.

    Every grid can come up; they are not exactly equally likely (see `casbridge.making.uniform`).

    exchanges: their number; None for two for each cell, at most 1,000.

    Raises InputError if there is no full grid, LimitError if none is found in time.

    >>> from casbridge.puzzles import sudoku
    >>> grid = random_grid(sudoku(3, 3), Chance(1))
    >>> sudoku(3, 3).is_filled_rightly(grid)
    True
    """
    if exchanges is None:
        exchanges = min(2 * layout.cells, _MOST_EXCHANGES)
    filled = _filled(solver_of(layout), chance, deadline)
    return shuffled(layout, mixed(layout, filled, chance, exchanges), chance, deadline)


def random_solution(
    solver: Solver, boards: Bitboards, chance: Chance, nodes: int, deadline: Deadline = NEVER
) -> tuple[int, ...] | None:
    """A solution within the bitboards, by a random search; None if there is none.

    nodes: the most choices to try; then Undecided is raised.

    Raises LimitError at the deadline.

    >>> from casbridge.puzzles import latin
    >>> random_solution(solver_of(latin(2)), [0b1111, 0b1110], Chance(1), 10)
    (1, 2, 2, 1)
    """

    def choice(boards: Bitboards, placed: int) -> list[Option]:
        _, cells = solver.tightest(boards, placed)
        bit = 1 << chance.pick(list(cells_of(cells)))
        return chance.shuffled((digit, bit) for digit, board in enumerate(boards) if board & bit)

    return next(solver.search(boards, choice, nodes, deadline), None)


def _filled(solver: Solver, chance: Chance, deadline: Deadline) -> tuple[int, ...]:
    """A full grid. A search that takes too long begins anew; every third time it may take twice as long."""
    layout = solver.layout
    for turn in count():
        nodes = layout.cells + _FIRST_NODES * 2 ** (turn // 3)
        boards = [solver.everywhere] * layout.digits
        try:
            found = random_solution(solver, boards, chance, min(nodes, _MOST_NODES), deadline)
        except Undecided as reached:
            if nodes > _MOST_NODES:
                raise LimitError(f"no full grid of this {layout.description} was found: {reached}") from None
            continue
        if found is None:
            raise InputError(f"a {layout.description} that cannot be filled", expected="a layout that has a full grid")
        return found
    raise AssertionError


def shuffled(layout: Layout, grid: Sequence[int], chance: Chance, deadline: Deadline = NEVER) -> tuple[int, ...]:
    """The grid after a random symmetry of its layout, with new names of the digits.

    Only the names are new if the symmetries are too many to list, as in a 16×16 with diagonals. Raises LimitError at
    the deadline.

    >>> from casbridge.puzzles import latin
    >>> shuffled(latin(2), (1, 2, 2, 1), Chance(2))
    (1, 2, 2, 1)
    """
    try:
        move = random_transformation(layout, chance, deadline=deadline)
    except LimitError:
        deadline.check()
        names = (0, *chance.shuffled(range(1, layout.digits + 1)))
        return tuple([names[digit] for digit in grid])
    return move(Puzzle(layout, tuple(grid))).givens
