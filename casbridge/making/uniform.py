"""Full grids that are exactly equally likely, for layouts whose grids can be counted.

`casbridge.counting` counts, and this room chooses. A grid comes from a sequence of choices, each made in proportion to
the number of grids that it leads to. The probability of a grid is the product of these shares: one over the number of
all grids. Each grid comes from exactly one sequence, so a walk through all sequences lists all grids.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from casbridge.counting.bands import total_of_three_by_three
from casbridge.counting.graph_sweep import RemainingWays
from casbridge.counting.shapes import BoxShape
from casbridge.counting.totals import total_grids
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Choose
from casbridge.making.uniform_bands import grid_by_bands
from casbridge.making.uniform_stacks import STACKS, grid_by_stacks
from casbridge.making.unkeyed import Unkeyed
from casbridge.puzzles.layouts import Layout

#: The most states that are kept to count grids cell by cell: half a minute, and some 700 MB.
MOST_STATES = 2_000_000


class UniformGrids(NamedTuple):
    """The full grids of a layout, ready to be drawn.

    total: the number of grids.
    grid: gives a grid from choices in proportion to numbers; with `Chance.weighted`, a random one.
    method: how the grids are counted, in words.

    >>> from casbridge.making import Chance
    >>> from casbridge.puzzles import sudoku
    >>> grids = uniform_grids(sudoku(3, 3))
    >>> grids.total
    6670903752021072936960
    >>> sudoku(3, 3).is_filled_rightly(grids.grid(Chance(1).weighted))
    True
    """

    total: int
    grid: Callable[[Choose], tuple[int, ...]]
    method: str


def uniform_grids(layout: Layout, states: int = MOST_STATES, deadline: Deadline = NEVER) -> UniformGrids:
    """The full grids of a layout, counted. The last layout is kept.

    9×9 grids, and grids with boxes of two by up to four either way round, have ways of their own. All others are
    counted cell by cell.

    states: the most states that may be kept for that.

    Raises UnsupportedError if there are more states, LimitError at the deadline.

    >>> from casbridge.puzzles import latin
    >>> uniform_grids(latin(4)).total
    576
    """
    return _counted(layout, states, Unkeyed(deadline))


# One only: the tables of one layout can take 700 MB.
@lru_cache(maxsize=1)
def _counted(layout: Layout, states: int, unkeyed: Unkeyed) -> UniformGrids:
    deadline = unkeyed.deadline
    plain = layout.family == "sudoku" and not layout.diagonals
    if plain and layout.box == (3, 3):
        total, by = total_of_three_by_three(deadline), "band by band, by the digits in the columns of boxes"
        return UniformGrids(total, grid_by_bands, by)
    if plain and layout.box in STACKS:
        shape, by = BoxShape(*layout.box), "by the digits in one row of each box, and column by column"
        return UniformGrids(total_grids(shape, deadline), partial(grid_by_stacks, shape), by)
    try:
        ways = RemainingWays(layout, states, deadline)
    except (UnsupportedError, LimitError) as error:
        raise type(error)(f"uniform grids of a {layout.description}: {error}") from None
    return UniformGrids(ways.total, partial(grid_by_cells, ways, layout.digits), "cell by cell")


def grid_by_cells(ways: RemainingWays, digits: int, choose: Choose) -> tuple[int, ...]:
    """A grid by choices of the digit of each cell, one cell after the other.

    ways: of the layout.
    digits: how many digits the layout has.

    >>> from casbridge.puzzles import latin
    >>> grid_by_cells(RemainingWays(latin(2), 100), 2, lambda weights: weights.index(max(weights)))
    (1, 2, 2, 1)
    """
    excluded = [0] * digits
    grid = [0] * len(ways.order)
    for number, cell in enumerate(ways.order):
        options = ways.options(number, excluded)
        digit = choose([weight for weight, _ in options])
        excluded = options[digit][1]
        grid[cell] = digit + 1
    return tuple(grid)
