"""Uniform grids with boxes of two rows or two columns, by the counts of `casbridge.counting.totals`.

First the digits in the upper row of each left box, with weight T²: each of the two stacks can then be completed in T
ways. Then each stack column by column, each time a perfect matching between digits and rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from casbridge.counting.shapes import BoxShape
from casbridge.counting.totals import Choice, images_of, matchings, stack_weights, ways_to_decompose
from casbridge.making.chance import Choose

#: The shapes whose grids are counted in a moment.
STACKS = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2))


def grid_by_stacks(shape: BoxShape, choose: Choose) -> tuple[int, ...]:
    """A grid by these choices.

    shape: one of `STACKS`.

    >>> grid_by_stacks(BoxShape(2, 2), lambda weights: weights.index(max(weights)))
    (2, 4, 1, 3, 1, 3, 2, 4, 3, 1, 4, 2, 4, 2, 3, 1)
    """
    bands = max(shape.rows, shape.columns)
    rows = _rows(bands, choose)
    all_rows = (1 << 2 * bands) - 1
    columns = [*_columns(bands, rows, choose), *_columns(bands, [all_rows ^ own for own in rows], choose)]
    if shape.rows != 2:
        return tuple(digit for column in columns for digit in column)
    return tuple(column[row] for row in range(2 * bands) for column in columns)


@cache
def _weights(bands: int) -> tuple[list[Choice], list[int]]:
    """The kinds of choices for the upper rows, and the number of grids of each kind."""
    weights = stack_weights(bands)
    return list(weights), list(weights.values())


def _rows(bands: int, choose: Choose) -> list[int]:
    """For each digit its rows in the left stack, as bits."""
    kinds, weights = _weights(bands)
    images = images_of(kinds[choose(weights)])
    left = list(images[choose([1] * len(images))])
    rows = []
    for _ in range(2 * bands):
        where = choose(left)
        left[where] -= 1
        rows.append(sum(1 << (2 * band + (where >> band & 1)) for band in range(bands)))
    return rows


def _columns(bands: int, rows: Sequence[int], choose: Choose) -> list[list[int]]:
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
