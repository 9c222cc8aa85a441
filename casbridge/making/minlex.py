"""The lexicographically least grid that exchanging lines and digits leads to, and all ways that lead there.

Blanks are smaller than digits, as in the field's "minlex" forms. The search goes row by row: a row is chosen and put in
its least form, and all that is tied for the least row is kept. Two things keep this short:

- columns (and stacks) that look the same up to here stay together in a cell of an ordered partition; only several new
  digits in a cell branch;
- where the first row would branch too much, as in a full grid, the first two rows are placed together. The least second
  row depends only on which digits it has in common with the first one, and where; few orders of the columns make it.

row, column     of the grid that is given, or of its transposed; a place is a position in the result
arrangement     which rows and columns are at which places, and the new label of each digit
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, permutations, product
from math import factorial, prod
from operator import itemgetter
from typing import NamedTuple

from casbridge.errors import LimitError

Grid = tuple[tuple[int, ...], ...]
Cell = tuple[int, ...]
Stack = tuple[Cell, ...]
Group = tuple[Stack, ...]

MOST_TIED = 100_000
_FEW_BRANCHES = 24
_BLANK, _NEW = -1, -2


class Lines(NamedTuple):
    """Which lines may be exchanged: `rows` rows in a band, and bands; `columns` columns in a stack, and stacks."""

    side: int
    rows: int
    columns: int


class Arrangement(NamedTuple):
    """rows, columns: those of the grid, or of its transposed, at each place. labels: the new name of 0 (0), 1, 2, …"""

    transposed: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    labels: tuple[int, ...]


class Least(NamedTuple):
    """The least form, row by row, and the arrangements that lead there, but for exchanges of blank lines."""

    digits: tuple[int, ...]
    arrangements: list[Arrangement]


def least(digits: Sequence[int], lines: Lines) -> Least:
    """The least form of a grid, given row by row; transposed too, where bands are as stacks.

    LimitError where too many arrangements are tied on the way.

    >>> "".join(map(str, least((4, 3, 2, 1, 2, 1, 4, 3, 3, 4, 1, 2, 1, 2, 3, 4), Lines(4, 2, 2)).digits))
    '1234341221434321'
    """
    n = lines.side
    grid = tuple(tuple(digits[row * n : (row + 1) * n]) for row in range(n))
    grids = [grid]
    if lines.rows == lines.columns and n > 1:
        grids.append(tuple(zip(*grid, strict=True)))
    # A digit that is twice in a row gets its label at its first place, which the quick ways do not see.
    repeats = [[any(row.count(digit) > 1 for digit in row if digit) for row in grid] for grid in grids]
    states = _first_states(len(grids), lines)
    form: list[int] = []
    while len(form) < n * n:
        best, tied = _least_rows(states, grids, repeats, lines)
        form += best
        if len(form) == n < n * n and _is_dense(best, lines.columns) and not any(map(any, repeats)):
            second, pairs = _second_rows(tied, grids, lines)
            if 0 not in digits and _has_latin_columns(grid):
                return _least_full(pairs, grids, lines)
            form += second
            states = _after_pairs(pairs, grids, lines)
        else:
            states = _placed(tied, grids, repeats, best)
    return Least(tuple(form), [_arrangement(state) for state in states])


def blank_lines(digits: Sequence[int], lines: Lines) -> tuple[list[list[int]], list[int], list[list[int]], list[int]]:
    """The blank rows of every band, the blank bands, the blank columns of every stack, and the blank stacks."""
    n = lines.side
    rows = [row for row in range(n) if not any(digits[row * n : (row + 1) * n])]
    columns = [column for column in range(n) if not any(digits[column::n])]
    found: list[list[list[int]]] = []
    blocks: list[list[int]] = []
    for blank, size in ((rows, lines.rows), (columns, lines.columns)):
        in_blocks = [[line for line in blank if line // size == block] for block in range(n // size)]
        found.append(in_blocks)
        blocks.append([block for block, members in enumerate(in_blocks) if len(members) == size])
    return found[0], blocks[0], found[1], blocks[1]


def blank_exchanges(digits: Sequence[int], lines: Lines) -> int:
    """How many ways there are to exchange blank lines (and bands, stacks) with each other.

    >>> blank_exchanges((0,) * 81, Lines(9, 3, 3)) == 6**4 * 6**4
    True
    """
    rows, bands, columns, stacks = blank_lines(digits, lines)
    within = prod(factorial(len(members)) for members in (*rows, *columns))
    return within * factorial(len(bands)) * factorial(len(stacks))


def _check(tied: int) -> None:
    if tied > MOST_TIED:
        raise LimitError(
            f"the canonical form: more than {MOST_TIED} arrangements of rows and columns are tied for the least one"
        )


# -- row by row -------------------------------------------------------------------------------------------------------


class _State(NamedTuple):
    """Rows that are placed, with all that this says of columns and digits.

    rows: placed so far. band: the rows left of the band that was begun. bands: those left.
    groups: stacks in order; those of a group can still be exchanged, and so can the columns of a cell.
    columns: their order, once nothing can be exchanged.
    labels: of digits; `unknown`, larger than all labels, where there is none yet. following: the next label.
    """

    turn: int
    rows: tuple[int, ...]
    band: tuple[int, ...]
    bands: tuple[int, ...]
    groups: tuple[Group, ...]
    columns: tuple[int, ...] | None
    labels: tuple[int, ...]
    following: int


class _Choice(NamedTuple):
    """A row to be placed next, and what is left then."""

    row: int
    band: tuple[int, ...]
    bands: tuple[int, ...]


def _least_rows(
    states: list[_State], grids: list[Grid], repeats: list[list[bool]], lines: Lines
) -> tuple[list[int], list[tuple[_State, _Choice]]]:
    """The least row that can be placed next, and all ways to do so."""
    best: list[int] = [lines.side + 1]
    tied: list[tuple[_State, _Choice]] = []
    for state in states:
        grid = grids[state.turn]
        for choice in _choices(state, grid, lines.rows):
            row = grid[choice.row]
            if repeats[state.turn][choice.row]:
                made = min(_written_after(place, row) for place in _refinements(state, row, exact=True))
            else:
                made = _written(state, row)
            if made > best:
                continue
            if made < best:
                best, tied = made, []
            tied.append((state, choice))
    return best, tied


def _placed(
    tied: list[tuple[_State, _Choice]], grids: list[Grid], repeats: list[list[bool]], best: list[int]
) -> list[_State]:
    """The states once the rows are placed."""
    states = []
    for state, choice in tied:
        row = grids[state.turn][choice.row]
        exact = repeats[state.turn][choice.row]
        rows = (*state.rows, choice.row)
        for place in _refinements(state, row, exact=exact):
            if not exact or _written_after(place, row) == best:
                states.append(place._replace(rows=rows, band=choice.band, bands=choice.bands))  # noqa: PERF401
        _check(len(states))
    return states


def _first_states(turns: int, lines: Lines) -> list[_State]:
    stacks = tuple([(tuple(range(start, start + lines.columns)),) for start in range(0, lines.side, lines.columns)])
    labels = (0,) + (lines.side + 1,) * lines.side
    bands = tuple(range(lines.side // lines.rows))
    return [_State(turn, (), (), bands, (stacks,), None, labels, 1) for turn in range(turns)]


def _choices(state: _State, grid: Grid, size: int) -> list[_Choice]:
    """The rows that may come next. Of blank rows, and of blank bands, one stands for all."""
    found = []
    bands = [(state.band, state.bands)]
    if not state.band:
        bands = []
        seen = False
        for band in state.bands:
            rows = tuple(range(band * size, (band + 1) * size))
            if not any(any(grid[row]) for row in rows):
                if seen:
                    continue
                seen = True
            bands.append((rows, tuple([other for other in state.bands if other != band])))
    for rows, left in bands:
        seen = False
        for row in rows:
            if not any(grid[row]):
                if seen:
                    continue
                seen = True
            found.append(_Choice(row, tuple([other for other in rows if other != row]), left))
    return found


def _written(state: _State, row: Sequence[int]) -> list[int]:
    """The least form of a row without repeated digits."""
    labels = state.labels
    if state.columns is not None:
        made = [labels[row[column]] for column in state.columns]
    else:
        made = []
        for group in state.groups:
            keys = [_key(stack, row, labels) for stack in group]
            if len(keys) > 1:
                keys.sort()
            for key in keys:
                made += key
    unknown = len(labels)
    if unknown in made:
        label = state.following
        for place, value in enumerate(made):
            if value == unknown:
                made[place] = label
                label += 1
    return made


def _key(stack: Stack, row: Sequence[int], labels: tuple[int, ...]) -> list[int]:
    """What a row has in a stack, least first in every cell."""
    key: list[int] = []
    for cell in stack:
        if len(cell) == 1:
            key.append(labels[row[cell[0]]])
        else:
            key += sorted([labels[row[column]] for column in cell])
    return key


def _written_after(state: _State, row: Sequence[int]) -> list[int]:
    """A row in a state that was refined by it."""
    order = state.columns or [column for group in state.groups for stack in group for cell in stack for column in cell]
    return [state.labels[row[column]] for column in order]


def _refinements(state: _State, row: Sequence[int], *, exact: bool) -> Iterator[_State]:
    """What can be said of columns and digits once a row is placed in its least form.

    exact: for rows with repeated digits; then some of them are not the least form.
    """
    labels = state.labels
    unknown = len(labels)
    if state.columns is not None:
        new = dict.fromkeys([row[column] for column in state.columns if labels[row[column]] == unknown])
        yield _labelled(state, new)
        return
    choices = [_orders(group, row, labels, exact) for group in state.groups]
    _check(prod(len(options) for options in choices))
    for chosen in product(*choices):
        groups = tuple([group for part in chosen for group in part])
        order = [column for group in groups for stack in group for cell in stack for column in cell]
        settled = all(len(group) == 1 for group in groups) and sum(len(group[0]) for group in groups) == len(order)
        new = dict.fromkeys([row[column] for column in order if labels[row[column]] == unknown])
        yield _labelled(state._replace(groups=groups, columns=tuple(order) if settled else None), new)


def _labelled(state: _State, new: Iterable[int]) -> _State:
    """The state with labels for new digits, in their order."""
    labels = list(state.labels)
    label = state.following
    for digit in new:
        labels[digit] = label
        label += 1
    return state._replace(labels=tuple(labels), following=label)


def _orders(group: Group, row: Sequence[int], labels: tuple[int, ...], exact: bool) -> list[tuple[Group, ...]]:
    """All ways to put stacks in order: blank ones first and together, then by what the row has there."""
    keyed = [(_key(stack, row, labels), stack) for stack in group]
    blank = tuple([stack for key, stack in keyed if not any(key)])
    others = sorted([(key, stack) for key, stack in keyed if any(key)])
    if exact:
        arrangements: Iterable[Sequence[Stack]] = permutations([stack for _, stack in others])
    else:
        runs = [[stack for _, stack in run] for _, run in groupby(others, key=itemgetter(0))]
        arrangements = [[stack for run in chosen for stack in run] for chosen in product(*map(permutations, runs))]
    head = (blank,) if blank else ()
    found: list[tuple[Group, ...]] = []
    for arrangement in arrangements:
        splits = [_splits(stack, row, labels, exact) for stack in arrangement]
        _check(len(found) + prod(map(len, splits)))
        found += [(*head, *[(stack,) for stack in chosen]) for chosen in product(*splits)]
    return found


def _splits(stack: Stack, row: Sequence[int], labels: tuple[int, ...], exact: bool) -> list[Stack]:
    """All ways to put the columns of each cell in order: blanks first and together, then labels, then new digits."""
    cells: list[list[Stack]] = []
    for cell in stack:
        if len(cell) == 1:
            cells.append([(cell,)])
            continue
        blank = tuple([column for column in cell if not row[column]])
        given = sorted([column for column in cell if row[column]], key=lambda column: labels[row[column]])
        known = [] if exact else [(column,) for column in given if labels[row[column]] < len(labels)]
        free = given[len(known) :]
        _check(factorial(len(free)))
        head = (blank, *known) if blank else tuple(known)
        cells.append([(*head, *[(column,) for column in order]) for order in permutations(free)])
    return [tuple([cell for part in chosen for cell in part]) for chosen in product(*cells)]


def _arrangement(state: _State) -> Arrangement:
    labels = list(state.labels)
    following = state.following
    for digit, label in enumerate(labels):
        if label == len(labels):
            labels[digit] = following
            following += 1
    columns = tuple([column for group in state.groups for stack in group for cell in stack for column in cell])
    return Arrangement(state.turn == 1, state.rows, columns, tuple(labels))


# -- two rows together ------------------------------------------------------------------------------------------------


class _Pair(NamedTuple):
    """Two rows that come first: a state after the first one, the second one, and orders of the columns for both."""

    begun: _State
    below: _Choice
    orders: tuple[tuple[int, ...], ...]


def _is_dense(first: list[int], size: int) -> bool:
    """Whether many orders of the columns make the first row, and more by its digits than by its blanks."""
    blanks = [first[start : start + size].count(0) for start in range(0, len(first), size)]
    of_blanks = prod(map(factorial, blanks))
    of_digits = prod(factorial(size - number) for number in blanks)
    alike = prod(factorial(blanks.count(number)) for number in set(blanks))
    return alike * of_digits > _FEW_BRANCHES and of_digits > of_blanks


def _second_rows(
    tied: list[tuple[_State, _Choice]], grids: list[Grid], lines: Lines
) -> tuple[tuple[int, ...], list[_Pair]]:
    """The least second row below any of the first rows that are tied, and all pairs that make it."""
    best: tuple[int, ...] = (lines.side + 1,)
    pairs: list[_Pair] = []
    orders_kept = 0
    for state, choice in tied:
        grid = grids[state.turn]
        upper = grid[choice.row]
        column_of = {digit: column for column, digit in enumerate(upper)} | {0: _BLANK}
        blank = tuple([not digit for digit in upper])
        begun = state._replace(rows=(choice.row,), band=choice.band, bands=choice.bands)
        for below in _choices(begun, grid, lines.rows):
            images = tuple([column_of.get(digit, _NEW) for digit in grid[below.row]])
            if lines.side <= 9 and lines.columns <= 3:
                made, orders = _remembered_pair(blank, images, lines.columns)
            else:
                made, orders = _least_pair(blank, images, lines.columns, best)
            if made > best:
                continue
            if made < best:
                best, pairs, orders_kept = made, [], 0
            pairs.append(_Pair(begun, below, orders))
            orders_kept += len(orders)
            _check(orders_kept)
    return best, pairs


def _after_pairs(pairs: list[_Pair], grids: list[Grid], lines: Lines) -> list[_State]:
    """The states once both rows are placed."""
    states = []
    alike = [_blank_columns(grid, lines.columns) for grid in grids]
    for begun, below, orders in pairs:
        upper, lower = (grids[begun.turn][row] for row in (begun.rows[0], below.row))
        for order in orders:
            # Of orders that differ by blank columns, one stands for all.
            if any(order.index(a) > order.index(b) for columns in alike[begun.turn] for a, b in pairwise(columns)):
                continue
            labelled = begun
            for row in (upper, lower):
                new = [row[column] for column in order if labelled.labels[row[column]] > lines.side]
                labelled = _labelled(labelled, new)
            groups = tuple([(tuple([(c,) for c in stack]),) for stack in _blocks(order, lines.columns)])
            rows = (*begun.rows, below.row)
            states.append(
                labelled._replace(rows=rows, band=below.band, bands=below.bands, groups=groups, columns=order)
            )
    return states


def _blank_columns(grid: Grid, size: int) -> list[list[int]]:
    """Columns that can be exchanged because they are blank: those of each stack, and the first ones of blank stacks."""
    stacks = [
        [column for column in range(start, start + size) if not any(row[column] for row in grid)]
        for start in range(0, len(grid), size)
    ]
    whole = [columns[0] for columns in stacks if len(columns) == size]
    return [columns for columns in (*stacks, whole) if len(columns) > 1]


def _blocks(order: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    return [order[start : start + size] for start in range(0, len(order), size)]


class _Places(NamedTuple):
    """Which columns are at which places, and which stacks; −1 where that is open."""

    of_column: list[int]
    column_at: list[int]
    of_stack: list[int]
    stack_at: list[int]

    def with_columns(self, moves: Sequence[tuple[int, int]], size: int) -> _Places:
        of_column, column_at = self.of_column.copy(), self.column_at.copy()
        of_stack, stack_at = self.of_stack.copy(), self.stack_at.copy()
        for column, place in moves:
            of_column[column], column_at[place] = place, column
            of_stack[column // size], stack_at[place // size] = place // size, column // size
        return _Places(of_column, column_at, of_stack, stack_at)


def _least_pair(
    blank: tuple[bool, ...], images: tuple[int, ...], size: int, bound: tuple[int, ...] = ()
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The least second row below a first row in its least form, and all orders of the columns that make it.

    blank: of the columns of the first row. images: for each column, the one where the first row has the digit that the
    second row has there; _BLANK, or _NEW. Columns are taken to places from left to right. The image of a column that is
    put at a place goes to the least free place that it can have, since the least row has the label of that place there.
    For full rows this is the least conjugate of a permutation. bound: a row; where the least one is greater, only the
    start that is greater is given, without orders.
    """
    n = len(images)
    stacks = n // size
    # In the least first row, stacks with more blanks come first, and in each of them its blanks.
    blanks = [sum(blank[start : start + size]) for start in range(0, n, size)]
    blanks_at = sorted(blanks, reverse=True)
    blank_at = [place % size < blanks_at[place // size] for place in range(n)]
    label_at = [sum(not blank_at[before] for before in range(place + 1)) for place in range(n)]
    new = label_at[-1] + 1
    states = [_Places([-1] * n, [-1] * n, [-1] * stacks, [-1] * stacks)]
    row: list[int] = []
    for place in range(n):
        target = place // size
        best = n + 1
        kept: list[tuple[_Places, tuple[tuple[int, int], ...]]] = []
        for state in states:
            of_column, column_at, of_stack, stack_at = state
            candidates: Sequence[int]
            if column_at[place] >= 0:
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
                else:
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
        _check(len(kept))
        row.append(best)
        new += best == new
        if bound and tuple(row) > bound:
            return tuple(row), ()
        states = [state.with_columns(moves, size) for state, moves in kept]
    return tuple(row), tuple([tuple(state.column_at) for state in states])


#: In small grids the same pairs come again and again: 12096 of them for full 9×9 grids.
_remembered_pair = lru_cache(maxsize=1 << 14)(_least_pair)


# -- full grids -------------------------------------------------------------------------------------------------------


def _has_latin_columns(grid: Grid) -> bool:
    return all(len(set(column)) == len(grid) for column in zip(*grid, strict=True))


def _least_full(pairs: list[_Pair], grids: list[Grid], lines: Lines) -> Least:
    """The least form of a full grid, from its first two rows: the first column says how the other rows follow."""
    best: list[list[int]] = []
    arrangements: list[Arrangement] = []
    for begun, below, orders in pairs:
        grid = grids[begun.turn]
        first = begun.rows[0]
        upper = grid[first]
        for columns in orders:
            labels = [0] * (lines.side + 1)
            for place, column in enumerate(columns, 1):
                labels[upper[column]] = place
            rows = _rows_by_first_column(grid, labels, columns[0], first, below.row, lines.rows)
            made = _no_greater(grid, labels, columns, rows, best)
            if made is None:
                continue
            if made is not best:
                best, arrangements = made, []
            arrangements.append(Arrangement(begun.turn == 1, rows, columns, tuple(labels)))
    return Least(tuple([digit for row in best for digit in row]), arrangements)


def _rows_by_first_column(
    grid: Grid, labels: list[int], column: int, first: int, other: int, size: int
) -> tuple[int, ...]:
    """The order of the rows in the least form once the first two are chosen: their labels in the first column."""
    keys = [labels[row[column]] for row in grid]
    # The first two come first whatever their labels, and so does their band.
    keys[first], keys[other] = -1, 0
    if size == 1:
        return tuple(sorted(range(len(grid)), key=keys.__getitem__))
    bands = [sorted(range(start, start + size), key=keys.__getitem__) for start in range(0, len(grid), size)]
    bands.sort(key=lambda band: keys[band[0]])
    return tuple([row for band in bands for row in band])


def _no_greater(
    grid: Grid, labels: list[int], columns: tuple[int, ...], rows: tuple[int, ...], best: list[list[int]]
) -> list[list[int]] | None:
    """The arranged grid if it is less than the best one, `best` itself if it is equal, None if it is greater."""
    for place, at in enumerate(rows):
        row = grid[at]
        made = [labels[row[column]] for column in columns]
        if not best or made < best[place]:
            rest = [[labels[grid[after][column]] for column in columns] for after in rows[place + 1 :]]
            return [*best[:place], made, *rest]
        if made > best[place]:
            return None
    return best
