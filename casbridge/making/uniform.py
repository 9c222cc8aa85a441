"""Full grids that are exactly equally likely, for layouts whose grids can be counted.

`casbridge.counting` counts, and this room chooses. A grid comes from a sequence of choices, each made in proportion to
the number of grids that it leads to. The probability of a grid is the product of these shares: one over the number of
all grids. Each grid comes from exactly one sequence, so a walk through all sequences lists all grids.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import permutations
from typing import Any, NamedTuple

from casbridge.board.peers import mask_of
from casbridge.counting import bands as three_by_three
from casbridge.counting.bands import Division, Triple, divisions
from casbridge.counting.frontier import RemainingWays
from casbridge.counting.totals import Choice, images_of, matchings, stack_weights, ways_to_decompose
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Choose, Item
from casbridge.making.symmetries import Unkeyed
from casbridge.puzzles.layouts import Layout

# The most states that are kept to count grids cell by cell: half a minute, and some 700 MB.
_MOST_STATES = 2_000_000
# The shapes with two rows or columns whose grids are counted in a moment.
_STACKS = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2))
_ORDERS = tuple(permutations(range(3)))


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


def uniform_grids(layout: Layout, states: int = _MOST_STATES, deadline: Deadline = NEVER) -> UniformGrids:
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
        total = three_by_three.total_of_three_by_three(deadline)
        grid = partial(_by_bands, three_by_three.class_weights())
        return UniformGrids(total, grid, "band by band, by the digits in the columns of boxes")
    if plain and layout.box in _STACKS:
        weights = stack_weights(layout.side // 2, deadline)
        grid = partial(_by_stacks, layout.box[0] == 2, list(weights), list(weights.values()))
        return UniformGrids(sum(weights.values()), grid, "by the digits in one row of each box, and column by column")
    try:
        ways = RemainingWays(layout, states, deadline)
    except (UnsupportedError, LimitError) as error:
        raise type(error)(f"uniform grids of a {layout.description}: {error}") from None
    return UniformGrids(ways.total, partial(_by_cells, ways, layout.digits), "cell by cell")


def _by_cells(ways: RemainingWays, digits: int, choose: Choose) -> tuple[int, ...]:
    """A grid by choices of the digit of each cell, one cell after the other."""
    excluded = [0] * digits
    grid = [0] * len(ways.order)
    for number, cell in enumerate(ways.order):
        options = ways.options(number, excluded)
        digit = choose([weight for weight, _ in options])
        excluded = options[digit][1]
        grid[cell] = digit + 1
    return tuple(grid)


def _by_stacks(two_rows: bool, kinds: Sequence[Choice], weights: Sequence[int], choose: Choose) -> tuple[int, ...]:
    """A grid with boxes of two rows or two columns.

    First the digits in the upper row of each left box, with weight T²: each of the two stacks can then be completed in
    T ways. Then each stack column by column, each time a perfect matching between digits and rows. The counts are
    those of `casbridge.counting.totals`.

    kinds, weights: the kinds of choices for the upper rows, and the number of grids of each kind.
    """
    images = images_of(kinds[choose(weights)])
    left = list(_one_of(images, choose))
    side = sum(left)
    bands = range(side // 2)
    rows = []  # for each digit its rows in the left stack, as bits
    for _ in range(side):
        where = choose(left)
        left[where] -= 1
        rows.append(sum(1 << (2 * band + (where >> band & 1)) for band in bands))
    others = [(1 << side) - 1 ^ own for own in rows]
    columns = [*_stack_columns(len(bands), rows, choose), *_stack_columns(len(bands), others, choose)]
    if not two_rows:
        return tuple(digit for column in columns for digit in column)
    return tuple(column[row] for row in range(side) for column in columns)


def _stack_columns(bands: int, rows: Sequence[int], choose: Choose) -> list[list[int]]:
    """The columns of a stack, each from the top, for the rows of each digit."""
    columns = []
    here = tuple(rows)
    for degree in range(bands, 0, -1):
        after = list(matchings(here))
        left = after[choose([ways_to_decompose(degree - 1, found) for found in after])] if degree > 1 else after[0]
        column = [0] * len(here)
        for digit, (before, then) in enumerate(zip(here, left, strict=True), 1):
            column[(before ^ then).bit_length() - 1] = digit
        columns.append(column)
        here = left
    return columns


def _by_bands(weights: Sequence[int], choose: Choose) -> tuple[int, ...]:
    """A 9×9 grid.

    First the digits in the nine columns of the first band, with weight W(A) · Σ W(B)·W(C). Then those of the other two
    bands, one stack after the other, with weight W(B)·W(C). Then each band is filled in one of its W ways. The counts
    are those of `casbridge.counting.bands`.

    weights: for each class of first bands.
    """
    names = _ordered(_one_of(divisions(), choose), choose)
    members = _members(choose(weights))
    upper = [divisions()[0], *(_ordered(divisions()[found], choose) for found in _one_of(members, choose))]
    middle, lower = _other_columns(upper, choose)
    rows = [row for band in (upper, middle, lower) for row in _filled(sum(band, ()), choose)]
    # The digits 0, 1, 2 are those in the first column of the first box, ascending, and so on.
    return tuple([names[digit // 3][digit % 3] + 1 for row in rows for digit in row])


@cache
def _members(number: int) -> list[tuple[int, int]]:
    """The pairs of divisions in a class, for the second and the third box."""
    table = three_by_three.band_table().class_of
    return [(i, j) for i, row in enumerate(table) for j, found in enumerate(row) if found == number]


def _one_of(items: Sequence[Item], choose: Choose) -> Item:
    return items[choose([1] * len(items))]


def _ordered(division: Division, choose: Choose) -> Division:
    a, b, c = _one_of(_ORDERS, choose)
    return division[a], division[b], division[c]


@cache
def _arrays() -> tuple[Any, Any]:
    """W for the divisions of the second and the third box, and the images that take the first box to the first one."""
    import numpy as np

    return np.array(three_by_three.band_table().ways), np.array(three_by_three.band_table().to_first)


def _other_columns(upper: Sequence[Division], choose: Choose) -> tuple[list[Division], list[Division]]:
    """The columns of the second and the third band, one stack after the other."""
    stacks = [three_by_three.columns_below(box) for box in upper]
    ways, to_first = _arrays()
    weights: Any = 1  # W(B)·W(C) for each choice in the three stacks
    for band in (0, 1):
        one, two, three = ([three_by_three.division_of(below[band]) for below in stack] for stack in stacks)
        images = to_first[one]
        weights = weights * ways[images[:, two, None], images[:, None, three]]
    chosen = []
    for stack in stacks:
        place = choose(weights.reshape(len(stack), -1).sum(axis=1).tolist())
        weights = weights[place]
        chosen.append(stack[place])
    return [above for above, _ in chosen], [under for _, under in chosen]


def _filled(columns: Sequence[Triple], choose: Choose) -> list[Sequence[int]]:
    """The three rows of a band that has these digits in its columns."""
    uppers = three_by_three.upper_rows(columns)
    pairs = [
        [tuple(digit for digit in column if digit != taken) for column, taken in zip(columns, upper, strict=True)]
        for upper in uppers
    ]
    number = choose([1 << three_by_three.number_of_cycles(map(mask_of, found)) for found in pairs])
    middle = _one_of_each(pairs[number], choose)
    return [uppers[number], middle, [sum(pair) - one for pair, one in zip(pairs[number], middle, strict=True)]]


def _one_of_each(pairs: Sequence[tuple[int, ...]], choose: Choose) -> list[int]:
    """One digit of each pair, all different. Each digit is in two pairs, so each cycle has two ways."""
    taken: dict[int, int] = {}
    for start, pair in enumerate(pairs):
        if start in taken:
            continue
        digit, column = pair[choose([1, 1])], start
        while column not in taken:
            taken[column] = digit
            digit = sum(pairs[column]) - digit
            column = next((at for at, other in enumerate(pairs) if digit in other and at != column), column)
    return [taken[column] for column in range(len(pairs))]
