"""The lexicographically least grid that exchanging lines and digits leads to, and all ways that lead there.

Blanks are smaller than digits, as in the field's "minlex" forms. Two searches give the same result:

full grids    The least second row depends only on how it permutes the first one: row 1 becomes 1 2 3 …, and where row 2
              has the digit that row 1 has in column c, it gets c. So for each pair of rows this permutation is made
              least by conjugation, which leaves few arrangements of the columns. Each determines all other rows.
other grids   Row by row. A row is chosen and put in its least form, but columns (and stacks) that look the same up to
              here stay together in a cell of an ordered partition; only cells with several new digits branch. All that
              is tied for the least row is kept.

row, column     of the grid that is given, or of its transposed; a place is a position in the result
arrangement     which rows and columns are at which places, and the new label of each digit
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, permutations, product
from math import factorial, prod
from operator import itemgetter
from typing import NamedTuple

from casbridge.errors import LimitError

Grid = tuple[tuple[int, ...], ...]
Cell = tuple[int, ...]
Stack = tuple[Cell, ...]
Group = tuple[Stack, ...]

MOST_TIED = 100_000


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
    everything = set(range(1, n + 1))
    if n > 1 and all(set(line) == everything for line in (*grid, *zip(*grid, strict=True))):
        return _least_full(grids, lines)
    return _least_partial(grids, lines)


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


# -- full grids -------------------------------------------------------------------------------------------------------


def _least_full(grids: list[Grid], lines: Lines) -> Least:
    n, size = lines.side, lines.rows
    second: tuple[int, ...] = (n,)
    starts: list[tuple[int, int, int, tuple[tuple[int, ...], ...]]] = []
    tied = 0
    for turn, grid in enumerate(grids):
        for first in range(n):
            column_of = {digit: column for column, digit in enumerate(grid[first])}
            band = first // size * size
            others = range(band, band + size) if size > 1 else range(n)
            for other in others:
                if other == first:
                    continue
                images = tuple([column_of[digit] for digit in grid[other]])
                found, orders = _least_conjugate(images, lines.columns)
                if found < second:
                    second, starts, tied = found, [], 0
                if found == second:
                    starts.append((turn, first, other, orders))
                    tied += len(orders)
                    _check(tied)
    best: list[list[int]] = []
    arrangements: list[Arrangement] = []
    for turn, first, other, orders in starts:
        grid = grids[turn]
        upper = grid[first]
        for columns in orders:
            labels = [0] * (n + 1)
            for place, column in enumerate(columns, 1):
                labels[upper[column]] = place
            rows = _rows_by_first_column(grid, labels, columns[0], first, other, size)
            made = _no_greater(grid, labels, columns, rows, best)
            if made is None:
                continue
            if made is not best:
                best, arrangements = made, []
            arrangements.append(Arrangement(turn == 1, rows, columns, tuple(labels)))
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


@lru_cache(maxsize=1 << 14)
def _least_conjugate(images: tuple[int, ...], size: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The least conjugate of a permutation of columns, as digits 1 … n, and all orders of the columns that make it.

    Columns are taken to places from left to right. The image of a column that is put at a place goes to the least free
    place that it can have, since the least row has that number there.
    """
    n = len(images)
    stacks = n // size
    free = [-1] * n
    # Columns' places; columns at places; stacks' places; stacks at places.
    states = [(free, free, [-1] * stacks, [-1] * stacks)]
    row = []
    for place in range(n):
        target = place // size
        best = n
        kept: list[tuple[int, int, int, tuple[list[int], list[int], list[int], list[int]]]] = []
        for state in states:
            place_of, column_at, stack_place, stack_at = state
            candidates: Sequence[int]
            if column_at[place] >= 0:
                candidates = (column_at[place],)
            elif stack_at[target] >= 0:
                start = stack_at[target] * size
                candidates = [column for column in range(start, start + size) if place_of[column] < 0]
            else:
                candidates = [column for column in range(n) if stack_place[column // size] < 0]
            for column in candidates:
                image = images[column]
                number = place_of[image]
                if number < 0:
                    stack = image // size
                    there = stack_place[stack]
                    if there < 0:
                        if stack == column // size:
                            there = target
                        else:
                            there = 0
                            while stack_at[there] >= 0 or there == target:
                                there += 1
                    number = there * size
                    while column_at[number] >= 0 or number == place:
                        number += 1
                if number > best:
                    continue
                if number < best:
                    best, kept = number, []
                kept.append((column, image, number, state))
        _check(len(kept))
        row.append(best + 1)
        states = []
        for column, image, number, (place_of, column_at, stack_place, stack_at) in kept:
            place_of, column_at = place_of.copy(), column_at.copy()
            stack_place, stack_at = stack_place.copy(), stack_at.copy()
            for moved, to in ((column, place), (image, number)):
                place_of[moved], column_at[to] = to, moved
                stack_place[moved // size], stack_at[to // size] = to // size, moved // size
            states.append((place_of, column_at, stack_place, stack_at))
    return tuple(row), tuple([tuple(column_at) for _, column_at, _, _ in states])


# -- grids with blanks ------------------------------------------------------------------------------------------------


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


def _least_partial(grids: list[Grid], lines: Lines) -> Least:
    n, unknown = lines.side, lines.side + 1
    # A digit that is twice in a row gets its label at its first place, which the quick way does not see.
    repeats = [[any(row.count(digit) > 1 for digit in row if digit) for row in grid] for grid in grids]
    states = _first_states(len(grids), lines)
    form: list[int] = []
    for _ in range(n):
        best: list[int] = [unknown]
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
        states = []
        for state, choice in tied:
            row = grids[state.turn][choice.row]
            exact = repeats[state.turn][choice.row]
            rows = (*state.rows, choice.row)
            for place in _refinements(state, row, exact=exact):
                if not exact or _written_after(place, row) == best:
                    states.append(place._replace(rows=rows, band=choice.band, bands=choice.bands))
            _check(len(states))
        form += best
    return Least(tuple(form), [_arrangement(state) for state in states])


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
