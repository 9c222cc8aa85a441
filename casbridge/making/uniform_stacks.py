"""Uniform grids whose boxes have two rows, or two columns, by what counts them: see `casbridge.counting.totals`.

First which digits are in the upper row of each left box: with weight T², since each of the two stacks can then be
completed in T ways. Then each stack column by column, each time a perfect matching between digits and rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.counting.shapes import BoxShape
from casbridge.counting.totals import (
    completions_of_stacks,
    images_of,
    matchings,
    two_row_choices,
    ways_to_decompose,
)
from casbridge.making.chance import Choose

#: The shapes for which it takes a moment only.
STACKS = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2))


class TwoStacks:
    """The grids of one of the shapes.

    >>> TwoStacks(BoxShape(2, 2)).total
    288
    """

    def __init__(self, shape: BoxShape) -> None:
        self._turned = shape.rows != 2
        self._bands = max(shape.rows, shape.columns)
        choices = two_row_choices(self._bands)
        self._kinds = list(choices)
        completions = completions_of_stacks(self._kinds, self._bands)
        self._weights = [ways * found**2 for ways, found in zip(choices.values(), completions, strict=True)]
        self.total = sum(self._weights)

    def grid(self, choose: Choose) -> tuple[int, ...]:
        """A grid by these choices."""
        rows = self._rows(choose)
        all_rows = (1 << 2 * self._bands) - 1
        columns = [*self._columns(rows, choose), *self._columns([all_rows ^ own for own in rows], choose)]
        if self._turned:
            return tuple(digit for column in columns for digit in column)
        return tuple(column[row] for row in range(2 * self._bands) for column in columns)

    def _rows(self, choose: Choose) -> list[int]:
        """For each digit the rows of the left stack that it is in, as bits."""
        kind = self._kinds[choose(self._weights)]
        images = images_of(kind)
        left = list(images[choose([1] * len(images))])
        rows = []
        for _ in range(2 * self._bands):
            where = choose(left)
            left[where] -= 1
            rows.append(sum(1 << (2 * band + (where >> band & 1)) for band in range(self._bands)))
        return rows

    def _columns(self, rows: Sequence[int], choose: Choose) -> list[list[int]]:
        """The columns of a stack, from the top each, where the rows of each digit are known."""
        columns = []
        here = tuple(rows)
        for degree in range(self._bands, 0, -1):
            after = list(matchings(here))
            left = after[choose([ways_to_decompose(degree - 1, found) for found in after])] if degree > 1 else after[0]
            column = [0] * len(here)
            for digit, (before, then) in enumerate(zip(here, left, strict=True), 1):
                column[(before ^ then).bit_length() - 1] = digit
            columns.append(column)
            here = left
        return columns
