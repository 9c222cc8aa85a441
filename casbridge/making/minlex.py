"""The least form of a grid under exchanges of lines and new names of digits, with all ways that lead to it.

"Least" is that of the field's "minlex" forms: row by row, with blanks before digits.

The search goes row by row. It chooses a row, puts it in its least form, and keeps all states that tie for the least
row. Two things keep the states few:

- Columns that look alike so far stay together in a cell of an ordered partition, and so do stacks that look alike.
  Only several new digits in one cell make branches.
- A first row with too many branches, as in a full grid, is placed together with the second row. The least second row
  depends only on the digits that both rows have, and on their columns. Few orders of the columns give it.

row, column    of the given grid, or of its transpose
place          a position in the result
label          the new name of a digit: 1, 2, … in the order in which the digits first appear; 0 for a blank
cell           columns that can still be exchanged (only in this file)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import count, groupby, pairwise, permutations, product
from math import factorial, prod
from operator import itemgetter
from typing import NamedTuple

from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

_MOST_TIED = 100_000
# With more orders of the columns than this, the first two rows are placed together.
_FEW_BRANCHES = 24
# The image of a column in which the second row is blank, or has a digit that the first row has not.
_BLANK, _NEW = -1, -2

_Row = tuple[int, ...]
_Cell = tuple[int, ...]
_Stack = tuple[_Cell, ...]
#: A way to the least form: whether the grid is transposed first; then the row, and the column, for each place; the new
#: names of 0 (which is 0), 1, 2, …
Way = tuple[bool, _Row, _Row, _Row]
#: Stacks that can still be exchanged.
_Group = tuple[_Stack, ...]


class Lines(NamedTuple):
    """The lines that may be exchanged: the rows of a band, the columns of a stack, and bands and stacks.

    side, rows, columns: the number of rows of the grid, of rows in a band, and of columns in a stack.

    >>> least((2, 0, 0, 1), Lines(2, 2, 2))[1][0]
    (False, (0, 1), (1, 0), (0, 2, 1))
    """

    side: int
    rows: int
    columns: int


def least(digits: Sequence[int], lines: Lines, deadline: Deadline = NEVER) -> tuple[_Row, list[Way]]:
    """The least form of a grid, which may also be transposed if bands are like stacks, and all ways to it.

    Of ways that differ by exchanges of blank lines, there is only one.

    digits: the grid, row by row, 0 for a blank.
    Raises LimitError if more than 100,000 arrangements tie on the way, and at the deadline.

    >>> form, ways = least((4, 3, 2, 1, 2, 1, 4, 3, 3, 4, 1, 2, 1, 2, 3, 4), Lines(4, 2, 2))
    >>> "".join(map(str, form)), len(ways)
    ('1234341221434321', 32)
    """
    return _RowByRow(digits, lines, deadline).least()


def _check_ties(tied: int) -> None:
    if tied > _MOST_TIED:
        tied_for = "arrangements of rows and columns are tied for the least one"
        raise LimitError(f"the canonical form: more than {_MOST_TIED} {tied_for}")


class _PartialForm(NamedTuple):
    """Some placed rows, with all that follows for columns and digits. It is refined if this includes the last row.

    turn: 0 for the grid, 1 for its transpose.
    rows: those placed so far.
    groups: the stacks in order. The stacks of a group can still be exchanged, and so can the columns of a cell.
    columns: the order of the columns, if nothing can be exchanged any more. Then `groups` is not used.
    labels: the label of each digit; larger than all labels, the number of labels for a digit that has none yet.
    following: the next label.
    """

    turn: int
    rows: _Row
    groups: tuple[_Group, ...]
    columns: _Row | None
    labels: _Row
    following: int

    def with_row(self, row: int) -> _PartialForm:
        """After one more row, not yet refined."""
        return self._replace(rows=(*self.rows, row))

    def order(self) -> Sequence[int]:
        """The columns in order; those that can still be exchanged in any."""
        return self.columns or _in_order(self.groups)

    def with_labels(self, row: Sequence[int], columns: Sequence[int]) -> _PartialForm:
        """After labels for the new digits of a row, in the order of the columns."""
        unknown = len(self.labels)
        if self.following == unknown:
            return self
        labels, label = list(self.labels), self.following
        for column in columns:
            if labels[row[column]] == unknown:
                labels[row[column]] = label
                label += 1
        return self if label == self.following else self._replace(labels=tuple(labels), following=label)

    def written(self, row: Sequence[int]) -> list[int]:
        """A row in a state that it has refined."""
        return [self.labels[row[column]] for column in self.order()]

    def way(self) -> Way:
        digits = range(len(self.labels))
        return self.turn == 1, self.rows, tuple(self.order()), self.with_labels(digits, digits).labels


class _RowByRow:
    """The search for the least form of one grid.

    grids: the grid, and its transpose if bands are like stacks.
    blank: the blank rows of each grid.
    repeats: for each row whether it has a digit twice. Then a digit gets its label at its first place, which the
        quick ways do not see.
    """

    def __init__(self, digits: Sequence[int], lines: Lines, deadline: Deadline) -> None:
        n = lines.side
        self._lines, self._deadline = lines, deadline
        self._grids = [[tuple(digits[row * n : (row + 1) * n]) for row in range(n)]]
        if lines.rows == lines.columns and n > 1:
            self._grids.append(list(zip(*self._grids[0], strict=True)))
        self._blank = [{number for number, row in enumerate(grid) if not any(row)} for grid in self._grids]
        self._repeats = [[any(row.count(digit) > 1 for digit in row if digit) for row in grid] for grid in self._grids]

    def least(self) -> tuple[_Row, list[Way]]:
        n, _, size = self._lines
        stacks = tuple([(tuple(range(start, start + size)),) for start in range(0, n, size)])
        labels = (0,) + (n + 1,) * n
        states = [_PartialForm(turn, (), (stacks,), None, labels, 1) for turn in range(len(self._grids))]
        form: list[int] = []
        while len(form) < n * n:
            best, tied = self._least_rows(states)
            form += best
            if len(form) == n < n * n and _is_dense(best, size) and not any(map(any, self._repeats)):
                second, states = self._second_rows(tied)
                form += second
                continue
            states = []
            for state in tied:
                row, repeats = self._row(state), self._repeats[state.turn][state.rows[-1]]
                states += [found for found in self._refinements(state) if not repeats or found.written(row) == best]
                _check_ties(len(states))
        return tuple(form), [state.way() for state in states]

    # -- row by row ---------------------------------------------------------------------------------------------------

    def _row(self, state: _PartialForm) -> _Row:
        """The last row that was placed."""
        return self._grids[state.turn][state.rows[-1]]

    def _choices(self, state: _PartialForm) -> Iterator[int]:
        """The rows that may come next."""
        n, size, _ = self._lines
        placed, blank = state.rows, self._blank[state.turn]
        if len(placed) % size:
            bands: Sequence[int] = [placed[-1] // size]
        else:
            begun = {row // size for row in placed}
            blank_bands = {row // size for row in blank if blank.issuperset(range(row, row + size)) and not row % size}
            bands = _one_blank([band for band in range(n // size) if band not in begun], blank_bands)
        for band in bands:
            yield from _one_blank([row for row in range(band * size, (band + 1) * size) if row not in placed], blank)

    def _least_rows(self, states: list[_PartialForm]) -> tuple[list[int], list[_PartialForm]]:
        """The least next row, and all states after it, not yet refined."""
        best: list[int] = [self._lines.side + 1]
        tied: list[_PartialForm] = []
        for state in states:
            self._deadline.check("no canonical form")
            grid, repeats = self._grids[state.turn], self._repeats[state.turn]
            for row in self._choices(state):
                if state.columns and best[0] < state.labels[grid[row][state.columns[0]]] <= len(grid):
                    continue
                if repeats[row]:
                    made = min(refined.written(grid[row]) for refined in self._refinements(state.with_row(row)))
                else:
                    made = _written(state, grid[row])
                if made > best:
                    continue
                if made < best:
                    best, tied = made, []
                tied.append(state.with_row(row))
        return best, tied

    def _refinements(self, state: _PartialForm) -> Iterator[_PartialForm]:
        """The states in which the last row is in its least form, with what follows for columns and digits.

        For a row with a digit twice, the row is not the least in some of the states.
        """
        row = self._row(state)
        if state.columns is not None:
            yield state.with_labels(row, state.columns)
            return
        exact = self._repeats[state.turn][state.rows[-1]]
        choices = [self._orders(group, row, state.labels, exact) for group in state.groups]
        _check_ties(prod(len(options) for options in choices))
        for chosen in product(*choices):
            self._deadline.check("no canonical form")
            groups = tuple([group for part in chosen for group in part])
            order = _in_order(groups)
            settled = all(len(group) == 1 for group in groups) and sum(len(group[0]) for group in groups) == len(order)
            yield state._replace(groups=groups, columns=tuple(order) if settled else None).with_labels(row, order)

    def _orders(self, group: _Group, row: _Row, labels: _Row, exact: bool) -> list[tuple[_Group, ...]]:
        """All orders of the stacks of a group: blank stacks first and together, then by what the row has there."""
        keyed = [(_key(stack, row, labels), stack) for stack in group]
        blank = tuple([stack for key, stack in keyed if not any(key)])
        others = sorted([(key, stack) for key, stack in keyed if any(key)])
        # With a digit twice, the order of the keys says nothing.
        runs = [[stack for _, stack in run] for _, run in groupby(others, key=len if exact else itemgetter(0))]
        head = (blank,) if blank else ()
        found: list[tuple[_Group, ...]] = []
        for arrangement in product(*map(permutations, runs)):
            self._deadline.check("no canonical form")
            splits = [_splits(stack, row, labels, exact) for run in arrangement for stack in run]
            _check_ties(len(found) + prod(map(len, splits)))
            found += [(*head, *[(stack,) for stack in chosen]) for chosen in product(*splits)]
        return found

    # -- the first two rows together ----------------------------------------------------------------------------------

    def _second_rows(self, tied: list[_PartialForm]) -> tuple[_Row, list[_PartialForm]]:
        """The least second row below any of the tied first rows, and all states after both rows."""
        n, _, size = self._lines
        best: _Row = (n + 1,)
        pairs: list[tuple[_PartialForm, _Row]] = []
        for state in tied:
            upper = self._row(state)
            column_of = {digit: column for column, digit in enumerate(upper)} | {0: _BLANK}
            blank = tuple([not digit for digit in upper])
            for row in self._choices(state):
                images = tuple([column_of.get(digit, _NEW) for digit in self._grids[state.turn][row]])
                if n <= 9 and size <= 3:
                    made, orders = _remembered_pair(blank, images, size)
                else:
                    made, orders = _least_pair(blank, images, size, best, self._deadline)
                if made > best:
                    continue
                if made < best:
                    best, pairs = made, []
                placed = state.with_row(row)
                pairs += [(placed, order) for order in orders]
                _check_ties(len(pairs))
        alike = [_blank_columns(grid, size) for grid in self._grids]
        states = []
        for state, order in pairs:
            # Of orders that differ by blank columns, one stands for all.
            if all(order.index(a) < order.index(b) for columns in alike[state.turn] for a, b in pairwise(columns)):
                upper, lower = (self._grids[state.turn][row] for row in state.rows)
                states.append(state._replace(columns=order).with_labels(upper, order).with_labels(lower, order))
        return best, states


# -- one row ----------------------------------------------------------------------------------------------------------


def _in_order(groups: Sequence[_Group]) -> list[int]:
    return [column for group in groups for stack in group for cell in stack for column in cell]


def _one_blank(lines: Sequence[int], blank: Set[int]) -> Sequence[int]:
    """The lines; of the blank ones only the first, which stands for all."""
    more = [line for line in lines if line in blank][1:] if blank else []
    return [line for line in lines if line not in more] if more else lines


def _written(state: _PartialForm, row: Sequence[int]) -> list[int]:
    """The least form of a row that has no digit twice."""
    labels = state.labels
    if state.columns is not None:
        made = [labels[row[column]] for column in state.columns]
    else:
        keys = [sorted([_key(stack, row, labels) for stack in group]) for group in state.groups]
        made = [label for group in keys for key in group for label in key]
    if len(labels) in made:
        new = count(state.following)
        made = [next(new) if label == len(labels) else label for label in made]
    return made


def _key(stack: _Stack, row: Sequence[int], labels: _Row) -> list[int]:
    """The labels that a row has in a stack, ascending in every cell."""
    key: list[int] = []
    for cell in stack:
        if len(cell) == 1:
            key.append(labels[row[cell[0]]])
        else:
            key += sorted([labels[row[column]] for column in cell])
    return key


def _splits(stack: _Stack, row: Sequence[int], labels: _Row, exact: bool) -> list[_Stack]:
    """All orders of the columns of each cell: blanks first and together, then labels, then new digits in any order."""
    cells: list[list[_Stack]] = []
    for cell in stack:
        if len(cell) == 1:
            cells.append([(cell,)])
            continue
        blank = tuple([column for column in cell if not row[column]])
        given = sorted([column for column in cell if row[column]], key=lambda column: labels[row[column]])
        known = [] if exact else [(column,) for column in given if labels[row[column]] < len(labels)]
        free = given[len(known) :]
        _check_ties(factorial(len(free)))
        head = (blank, *known) if blank else tuple(known)
        cells.append([(*head, *[(column,) for column in order]) for order in permutations(free)])
    return [tuple([cell for part in chosen for cell in part]) for chosen in product(*cells)]


def _blank_columns(grid: Sequence[_Row], size: int) -> list[list[int]]:
    """Blank columns that can be exchanged: those of each stack, and the first columns of the blank stacks."""
    stacks = [
        [column for column in range(start, start + size) if not any(row[column] for row in grid)]
        for start in range(0, len(grid), size)
    ]
    whole = [columns[0] for columns in stacks if len(columns) == size]
    return [columns for columns in (*stacks, whole) if len(columns) > 1]


# -- the first two rows -----------------------------------------------------------------------------------------------


def _is_dense(first: list[int], size: int) -> bool:
    """Whether many orders of the columns give this first row in its least form, more by its digits than its blanks."""
    blanks = [first[start : start + size].count(0) for start in range(0, len(first), size)]
    of_blanks = prod(map(factorial, blanks))
    of_digits = prod(factorial(size - number) for number in blanks)
    alike = prod(factorial(blanks.count(number)) for number in set(blanks))
    return alike * of_digits > _FEW_BRANCHES and of_digits > of_blanks


class _ColumnPlaces(NamedTuple):
    """The place of each column and stack, and the column and stack at each place; −1 where that is open."""

    of_column: list[int]
    column_at: list[int]
    of_stack: list[int]
    stack_at: list[int]

    def with_columns(self, moves: Sequence[tuple[int, int]], size: int) -> _ColumnPlaces:
        """After moves of columns to places."""
        of_column, column_at, of_stack, stack_at = after = _ColumnPlaces(*map(list.copy, self))
        for column, place in moves:
            of_column[column], column_at[place] = place, column
            of_stack[column // size], stack_at[place // size] = place // size, column // size
        return after


def _least_pair(
    blank: tuple[bool, ...], images: _Row, size: int, bound: _Row = (), deadline: Deadline = NEVER
) -> tuple[_Row, tuple[_Row, ...]]:
    """The least second row below a first row in its least form, and all orders of the columns that give it.

    Columns go to places from left to right. Say the first row has in column c the digit that the second row has in the
    column that goes to the next place. Then c goes to the least free place that it can have: the label of this place
    comes next in the second row. For full rows the result is the least conjugate of a permutation by orders of the
    columns that keep stacks together.

    blank: for each column whether the first row is blank there.
    images: for each column the one in which the first row has the digit of the second row; `_BLANK` or `_NEW` if none.
    size: the number of columns in a stack.
    bound: for a least row greater than this, only the part that shows it may be returned, without orders.
    """
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
                if image == _BLANK:
                    label = 0
                elif image == _NEW:
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
        _check_ties(len(kept))
        row.append(best)
        new += best == new
        if bound and tuple(row) > bound:
            return tuple(row), ()
        states = [state.with_columns(moves, size) for state, moves in kept]
    return tuple(row), tuple([tuple(state.column_at) for state in states])


# In small grids the same pairs come again and again: 12096 of them for full 9×9 grids.
_remembered_pair = lru_cache(maxsize=1 << 14)(_least_pair)
