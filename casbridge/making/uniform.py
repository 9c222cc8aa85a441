"""Full grids that are exactly equally likely, where they can be counted.

A grid is put together by choices, each made in proportion to the number of grids that it leads to. The probability of a
grid is the product of the quotients, in which all cancels but one over the number of all grids. The choices determine
the grid and are determined by it, so going through them goes through all grids, each once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from casbridge.counting.shapes import BoxShape
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Choose
from casbridge.making.uniform_bands import bands_total, grid_by_bands
from casbridge.making.uniform_cells import CellByCell
from casbridge.making.uniform_stacks import STACKS, TwoStacks
from casbridge.making.unkeyed import Unkeyed
from casbridge.puzzles.layouts import Layout

#: So many states, and no more, are looked at to count grids cell by cell: half a minute, and some 700 MB.
MOST_STATES = 2_000_000


class UniformGrids(NamedTuple):
    """The full grids of a layout: how many there are, and how to get one by choices in proportion to numbers.

    method: how they are counted, in words.

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
    """What draws full grids of the layout, each with the same probability.

    Raises UnsupportedError where they cannot be counted: 9×9 with boxes of three by three and boxes of two by up to
    four, either way round, are known; others are counted cell by cell as long as that takes no more than so many
    states. LimitError when time is over. The last layout that was counted is kept.
    """
    return _counted(layout, states, Unkeyed(deadline))


# One only: the tables of one layout can take 700 MB.
@lru_cache(maxsize=1)
def _counted(layout: Layout, states: int, deadline: Unkeyed) -> UniformGrids:
    plain = layout.family == "sudoku" and not layout.diagonals
    if plain and layout.box == (3, 3):
        return UniformGrids(bands_total(), grid_by_bands, "band by band, by the digits in the columns of boxes")
    if plain and layout.box in STACKS:
        stacks = TwoStacks(BoxShape(*layout.box))
        return UniformGrids(stacks.total, stacks.grid, "by the digits in one row of each box, and column by column")
    try:
        cells = CellByCell(layout, states, deadline.deadline)
    except (UnsupportedError, LimitError) as error:
        raise type(error)(f"uniform grids of a {layout.description}: {error}") from None
    return UniformGrids(cells.total, cells.grid, "cell by cell")
