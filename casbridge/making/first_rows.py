"""The least second row below a first row in its least form. `minlex` places the first two rows of dense grids by it.

Columns go to places from left to right. Say the first row has in column c the digit that the second row has in the
column that goes to the next place. Then c goes to the least free place that it can have: the label of this place comes
next in the second row. For full rows the result is the least conjugate of a permutation by orders of the columns that
keep stacks together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import factorial, prod
from typing import NamedTuple

from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

#: The most arrangements that may tie for the least form at any time.
MOST_TIED = 100_000
#: The image of a column in which the second row is blank.
BLANK = -1
#: The image of a column in which the second row has a digit that the first row has not.
NEW = -2

#: With more orders of the columns than this, the first two rows are placed together.
_FEW_BRANCHES = 24

_Row = tuple[int, ...]


def check_ties(tied: int) -> None:
    """Raise LimitError if more than `MOST_TIED` arrangements tie.

    >>> check_ties(MOST_TIED)
    """
    if tied > MOST_TIED:
        raise LimitError(
            f"the canonical form: more than {MOST_TIED} arrangements of rows and columns are tied for the least one"
        )


def is_dense(first: list[int], size: int) -> bool:
    """Whether many orders of the columns give this first row, more of them by its digits than by its blanks.

    first: the first row, in its least form.
    size: the number of columns in a stack.

    >>> is_dense([1, 2, 3, 4, 5, 6], 3), is_dense([0, 0, 1, 0, 2, 3], 3)
    (True, False)
    """
    blanks = [first[start : start + size].count(0) for start in range(0, len(first), size)]
    of_blanks = prod(map(factorial, blanks))
    of_digits = prod(factorial(size - number) for number in blanks)
    alike = prod(factorial(blanks.count(number)) for number in set(blanks))
    return alike * of_digits > _FEW_BRANCHES and of_digits > of_blanks


def least_pair(
    blank: tuple[bool, ...], images: _Row, size: int, bound: _Row = (), deadline: Deadline = NEVER
) -> tuple[_Row, tuple[_Row, ...]]:
    """The least second row, and all orders of the columns that give it.

    blank: for each column whether the first row is blank there.
    images: for each column the one in which the first row has the digit of the second row; `BLANK` or `NEW` if none.
    size: the number of columns in a stack.
    bound: for a least row greater than this, only the part that shows it may be returned, without orders.

    Raises LimitError if more than `MOST_TIED` orders tie, and at the deadline.

    >>> least_pair((False,) * 4, (3, 2, 1, 0), 2)
    ((3, 4, 1, 2), ((0, 1, 3, 2), (1, 0, 2, 3), (2, 3, 1, 0), (3, 2, 0, 1)))
    """
    if len(images) <= 9 and size <= 3:
        return _remembered_pair(blank, images, size)
    return _least_pair(blank, images, size, bound, deadline)


class _ColumnPlaces(NamedTuple):
    """The place of each column and stack, and the column and stack at each place; −1 where that is open."""

    of_column: list[int]
    column_at: list[int]
    of_stack: list[int]
    stack_at: list[int]

    def with_columns(self, moves: Sequence[tuple[int, int]], size: int) -> _ColumnPlaces:
        """After moves of columns to places."""
        of_column, column_at = self.of_column.copy(), self.column_at.copy()
        of_stack, stack_at = self.of_stack.copy(), self.stack_at.copy()
        for column, place in moves:
            of_column[column], column_at[place] = place, column
            of_stack[column // size], stack_at[place // size] = place // size, column // size
        return _ColumnPlaces(of_column, column_at, of_stack, stack_at)


def _least_pair(
    blank: tuple[bool, ...], images: _Row, size: int, bound: _Row = (), deadline: Deadline = NEVER
) -> tuple[_Row, tuple[_Row, ...]]:
    n = len(images)
    stacks = n // size
    # In the least first row, stacks with more blanks come first, and in each of them its blanks.
    blanks = [sum(blank[start : start + size]) for start in range(0, n, size)]
    blanks_at = sorted(blanks, reverse=True)
    blank_at = [place % size < blanks_at[place // size] for place in range(n)]
    label_at = [sum(not blank_at[before] for before in range(place + 1)) for place in range(n)]
    new = label_at[-1] + 1
    states = [_ColumnPlaces([-1] * n, [-1] * n, [-1] * stacks, [-1] * stacks)]
    row: list[int] = []
    for place in range(n):
        target = place // size
        best = n + 1
        kept: list[tuple[_ColumnPlaces, tuple[tuple[int, int], ...]]] = []
        for number_of_state, state in enumerate(states):
            if not number_of_state & 255:
                deadline.check("no canonical form")
            of_column, column_at, of_stack, stack_at = state
            candidates: Sequence[int]
            if column_at[place] >= 0:  # as the image of a column before
                candidates = (column_at[place],)
            else:
                begun = stack_at[target]
                candidates = [
                    column
                    for column in (range(begun * size, begun * size + size) if begun >= 0 else range(n))
                    if of_column[column] < 0
                    and blank[column] == blank_at[place]
                    and (begun >= 0 or (of_stack[column // size] < 0 and blanks[column // size] == blanks_at[target]))
                ]
            for column in candidates:
                image = images[column]
                moves: tuple[tuple[int, int], ...] = ((column, place),)
                if image == BLANK:
                    label = 0
                elif image == NEW:
                    label = new
                else:  # the place of the image: it has one, or gets the least that it can have
                    number = of_column[image]
                    if number < 0:
                        stack = image // size
                        there = of_stack[stack]
                        if there < 0 and stack == column // size:
                            there = target
                        if there < 0:
                            there = 0
                            while stack_at[there] >= 0 or there == target or blanks_at[there] != blanks[stack]:
                                there += 1
                        number = there * size + blanks[stack]
                        while column_at[number] >= 0 or number == place:
                            number += 1
                        moves = ((column, place), (image, number))
                    label = label_at[number]
                if label > best:
                    continue
                if label < best:
                    best, kept = label, []
                kept.append((state, moves))
        check_ties(len(kept))
        row.append(best)
        new += best == new
        if bound and tuple(row) > bound:
            return tuple(row), ()
        states = [state.with_columns(moves, size) for state, moves in kept]
    return tuple(row), tuple([tuple(state.column_at) for state in states])


#: In small grids the same pairs come again and again: 12096 of them for full 9×9 grids.
_remembered_pair = lru_cache(maxsize=1 << 14)(_least_pair)
