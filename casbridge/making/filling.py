"""Random full grids of every family, by a randomised search, random exchanges and a random symmetry.

The search fills a cell with the fewest candidates, at random among these, with a digit at random, and takes back what
contradicts itself. Exchanges (see `casbridge.making.mixing`) make grids more equally likely. Then rows in bands, bands,
columns in stacks, stacks and digits are put into a random order; for diagonals and jigsaws, it is one of the symmetries
that they have. Grids that such symmetries take to each other are exactly equally likely.
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
#: Once so many choices have been tried in one go, it is told that there may be no grid.
_MOST_NODES = 200_000


def random_grid(
    layout: Layout, chance: Chance, deadline: Deadline = NEVER, exchanges: int | None = None
) -> tuple[int, ...]:
    """A full grid of a layout: Sudoku with boxes of any shape, jigsaw, Latin square, with diagonals, coloured graph.

    Every grid can come up, but not all are exactly equally likely (see `casbridge.making.uniform`).
    exchanges: how many there are; two for each cell, but at most a thousand, unless told.
    Raises InputError where there is no full grid, LimitError where none is found in time.

    >>> from casbridge.puzzles import sudoku
    >>> grid = random_grid(sudoku(3, 3), Chance(1))
    >>> sudoku(3, 3).is_filled_rightly(grid)
    True
    """
    if exchanges is None:
        exchanges = min(2 * layout.cells, _MOST_EXCHANGES)
    filled = _filled(solver_of(layout), chance, deadline)
    return shuffled(layout, mixed(layout, filled, chance, exchanges), chance)


def random_solution(
    solver: Solver, boards: Bitboards, chance: Chance, nodes: int, deadline: Deadline
) -> tuple[int, ...] | None:
    """A solution within the boards by a randomised search; None if there is none. Raises LimitError."""

    def choice(boards: Bitboards, placed: int) -> list[Option]:
        deadline.check()
        _, cells = solver.tightest(boards, placed)
        bit = 1 << chance.pick(list(cells_of(cells)))
        return chance.shuffled((digit, bit) for digit, board in enumerate(boards) if board & bit)

    return next(solver.search(boards, choice, nodes), None)


def _filled(solver: Solver, chance: Chance, deadline: Deadline) -> tuple[int, ...]:
    """Begins anew when a search takes too long, and gives each the more time the more there were."""
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


# -- symmetries -------------------------------------------------------------------------------------------------------


def shuffled(layout: Layout, grid: Sequence[int], chance: Chance) -> tuple[int, ...]:
    """The grid after a random symmetry of its layout, and with new names of the digits; the names only where there are
    too many symmetries to be listed, as in a 16×16 with diagonals.
    """
    try:
        move = random_transformation(layout, chance)
    except LimitError:
        names = (0, *chance.shuffled(range(1, layout.digits + 1)))
        return tuple([names[digit] for digit in grid])
    return move(Puzzle(layout, tuple(grid))).givens
