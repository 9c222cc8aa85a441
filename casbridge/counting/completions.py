"""In how many ways a partial grid can be completed: counted, not listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

from casbridge.charset import SplitSeries
from casbridge.counting.by_bands import best_bands
from casbridge.counting.column_symmetry import Exchange, exchange_after
from casbridge.counting.frontier import Budget, Field, OutOfBudget, Search
from casbridge.counting.known import band_completions, in_one_band, known_total, orders_of_names
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.limits import Deadline
from casbridge.puzzles.layouts import LARGEST_SIDE, Layout, sudoku
from casbridge.puzzles.puzzle import Puzzle

#: The most states that are looked at unless told otherwise: some minutes.
MOST_STATES = 20_000_000

_FIRST_TRIAL = 1_000
#: So long the puzzle's system is tried, if it has no more pairs of cells that differ.
_SECONDS_TO_SPLIT = 3.0
_MOST_PAIRS = 40_000
_MOST_LISTED = 10_000
#: With less time no tables are computed.
_SECONDS_FOR_TABLES = 3.0


class Completions(NamedTuple):
    """How many solutions a puzzle has.

    number: exact, or at least so many.
    reason: "", or the limit that was reached, if it is not exact.
    method: how it was counted, in words.
    states: how many states were looked at.
    """

    number: int
    exact: bool
    reason: str
    method: str
    states: int


def completions(puzzle: Puzzle, *, seconds: float | None = None, states: int | None = MOST_STATES) -> Completions:
    """The number of solutions.

    seconds, states: limits on the time, and on how many states are looked at, in all; None for none. Where one is
    reached, the number is a lower bound. There is a bound on the memory in any case.

    >>> from casbridge.puzzles import latin, sudoku
    >>> completions(Puzzle(sudoku(2, 2), (0,) * 16)).number
    288
    >>> found = completions(Puzzle(latin(5), (0,) * 25), states=20)
    >>> found.exact, found.reason
    (False, 'the limit of 20 states')
    """
    budget = Budget(seconds, states)
    layout = puzzle.layout
    grid = _propagated(puzzle)
    if grid is None:
        return Completions(0, True, "", "the givens contradict each other", 0)
    if all(grid):
        return Completions(1, True, "", "the givens leave no choice", 0)
    names = orders_of_names(layout, puzzle.givens)
    quick = seconds is None or seconds >= _SECONDS_FOR_TABLES
    try:
        if names is not None and (total := known_total(layout, seconds)) is not None:
            return Completions(total // names, True, "", "the number of all grids, by the names of the givens", 0)
        if quick and (order := in_one_band(layout, grid)) is not None:
            number = band_completions(_field(layout, grid, *order, one_end=True), order[1], budget)
            return Completions(
                number, True, "", "the givens' band cell by cell, the others by its columns", budget.looked
            )
    except OutOfBudget as reached:
        return Completions(0, False, str(reached), "the givens' band cell by cell", budget.looked)
    listed = 0
    by_bands = layout == sudoku(3, 3)
    if states is None or states >= MOST_STATES:
        share = _SECONDS_TO_SPLIT / 6 if by_bands else _SECONDS_TO_SPLIT
        number, exact = _by_splitting(puzzle, share if seconds is None else min(share, seconds / 3))
        if exact:
            return Completions(number, True, "", "splitting and propagation, equal parts once", 0)
        listed = number
    if by_bands:
        return _by_bands(grid, listed, budget)
    method = "cell by cell, by what matters for the rest"
    if names is None:
        names = 1
    elif names > 1:
        method += ", for the empty grid, by the names of the givens"
        grid = [0] * layout.cells
    searches = [Search(_field(layout, grid, *order), budget) for order in _orders(layout, grid)]
    try:
        search = _best(searches, budget)
        search.finish()
    except OutOfBudget as reached:
        best = max(search.found for search in searches) // names
        if best < listed:
            best, method = listed, "by listing"
        return Completions(best, False, str(reached), method, budget.looked)
    return Completions(search.found // names, True, "", method, budget.looked)


def _by_bands(grid: Sequence[int], listed: int, budget: Budget) -> Completions:
    bands = best_bands(grid)
    method = "band by band, by the columns that digits are in"
    try:
        number = bands.finish(budget)
    except OutOfBudget as reached:
        return Completions(max(bands.found, listed), False, str(reached), method, budget.looked)
    return Completions(number, True, "", method, budget.looked)


def _by_splitting(puzzle: Puzzle, seconds: float) -> tuple[int, bool]:
    """The number by the characteristic series of the puzzle's system, which is quick where few givens are missing, and
    whether it is exact: else it is of those that were listed in a moment.
    """
    if len(puzzle.layout.different) > _MOST_PAIRS or puzzle.layout.digits > LARGEST_SIDE:
        return 0, False
    system = encode(puzzle).system
    try:
        return SplitSeries(system, Deadline.after(seconds)).count(), True
    except LimitError:
        pass
    listed = 0
    try:
        for _ in islice(SplitSeries(system, Deadline.after(seconds / 2)), _MOST_LISTED):
            listed += 1
    except LimitError:
        pass
    return listed, False


def _best(searches: Sequence[Search], budget: Budget) -> Search:
    """The one that gets furthest: all are tried for some time, half of them for longer, and so on."""
    trial = _FIRST_TRIAL
    while len(searches) > 1:
        for search in searches:
            end = budget.looked + trial
            while budget.looked < end and budget.left is None:
                if not search.step():
                    return search
        searches = sorted(searches, key=lambda search: search.gap)[: (len(searches) + 1) // 2]
        trial *= 4
    return searches[0]


# -- the open cells ---------------------------------------------------------------------------------------------------


def _propagated(puzzle: Puzzle) -> list[int] | None:
    """The givens with all that follows by naked and hidden singles; None if there is a contradiction."""
    layout = puzzle.layout
    grid = list(puzzle.givens)
    if any(grid[a] and grid[a] == grid[b] for a, b in layout.different):
        return None
    if layout.digits > LARGEST_SIDE:
        return grid
    peers = _peers(layout)
    candidates = [(1 << layout.digits) - 1] * layout.cells
    full = [unit.cells for unit in layout.units if len(unit.cells) == layout.digits]
    todo = [(cell, 1 << digit - 1) for cell, digit in enumerate(grid) if digit]
    grid = [0] * layout.cells
    while todo:
        while todo:
            cell, bit = todo.pop()
            if not candidates[cell] & bit:
                return None
            if grid[cell]:
                continue
            grid[cell] = bit.bit_length()
            candidates[cell] = bit
            for peer in peers[cell]:
                if candidates[peer] & bit:
                    candidates[peer] ^= bit
                    left = candidates[peer]
                    if not left:
                        return None
                    if not left & (left - 1):
                        todo.append((peer, left))
        for cells in full:
            once = more = 0
            for cell in cells:
                more |= once & candidates[cell]
                once |= candidates[cell]
            if once.bit_count() < layout.digits:
                return None
            single = once & ~more
            todo += [
                (cell, candidates[cell] & single) for cell in cells if candidates[cell] & single and not grid[cell]
            ]
            if any((bits & (bits - 1)) for _, bits in todo):
                return None
    return grid


def _peers(layout: Layout) -> list[list[int]]:
    peers: list[list[int]] = [[] for _ in range(layout.cells)]
    for a, b in layout.different:
        peers[a].append(b)
        peers[b].append(a)
    return peers


def _field(layout: Layout, grid: Sequence[int], order: Sequence[int], by_rows: bool, one_end: bool = False) -> Field:
    """The open cells of a layout in an order in which they follow each other row by row, or column by column.

    one_end: whether they are to be filled from the start only. Then columns can be exchanged if they are alike in the
    rest; else they must be empty, so that the digits can be told apart as before.
    """
    marks = [0] * layout.digits
    if not layout.is_grid:
        place = {cell: number for number, cell in enumerate(order)}
        peers = _peers(layout)
        adds = []
        for cell, digit in enumerate(grid):
            if digit:
                marks[digit - 1] |= sum(1 << place[peer] for peer in peers[cell] if peer in place)
        for number, cell in enumerate(order):
            later = (place[peer] for peer in peers[cell] if peer in place)
            adds.append(sum(1 << there for there in later if there > number))
        tests = tuple(1 << number for number in range(len(order)))
        return Field(tuple(marks), tests, tuple(adds), (0,) * len(order), 0)
    bits = [0] * layout.cells
    for unit, there in enumerate(layout.units):
        for cell in there.cells:
            bits[cell] |= 1 << unit
    for cell, digit in enumerate(grid):
        if digit:
            marks[digit - 1] |= bits[cell]
    own = tuple(bits[cell] for cell in order)
    n = layout.side
    # Rows have the first numbers among the units, then columns.
    lines = tuple(1 << (cell // n if by_rows else n + cell % n) for cell in order)

    filled_across = {cell % n if by_rows else cell // n for cell, digit in enumerate(grid) if digit}
    still = set() if one_end else filled_across

    @cache
    def exchange(filled: int) -> Exchange | None:
        return exchange_after(layout, order[filled:], by_rows, still)

    return Field(tuple(marks), own, own, lines, (1 << len(layout.units)) - 1, exchange)


# -- orders of the cells ----------------------------------------------------------------------------------------------


def _orders(layout: Layout, grid: Sequence[int]) -> Iterator[tuple[list[int], bool]]:
    """Orders of the open cells in which few units are begun and not yet ended; and whether they are row by row."""
    if not layout.is_grid:
        yield greedy_order(layout, grid), False
        return
    n = layout.side
    height, width = layout.box or (1, 1)
    rows = [[n * row + column for column in range(n)] for row in range(n)]
    columns = [[n * row + column for row in range(n)] for column in range(n)]
    for lines, thickness in ((rows, height), (columns, width)):
        bands = [lines[start : start + thickness] for start in range(0, n, thickness)]
        seen: list[list[int]] = []
        for arranged in _arrangements(bands, grid):
            order = [cell for band in arranged for line in band for cell in line if not grid[cell]]
            if order not in seen:
                seen.append(order)
                yield order, lines is rows


_Band = list[list[int]]


def _arrangements(bands: list[_Band], grid: Sequence[int]) -> Iterator[list[_Band]]:
    """Some orders of the bands: with each of them in the middle, if they are three, and with the emptiest there."""

    def open_cells(lines: Iterable[Iterable[int]]) -> int:
        return sum(not grid[cell] for line in lines for cell in line)

    yield bands
    if len(bands) == 3:
        yield [bands[1], bands[2], bands[0]]
        yield [bands[0], bands[2], bands[1]]
        return
    ordered = sorted(bands, key=open_cells)
    yield ordered[::2] + ordered[1::2][::-1]


def greedy_order(layout: Layout, grid: Sequence[int]) -> list[int]:
    """Always the vertex next to those passed that has the fewest neighbours that are not next to them yet."""
    peers = [[peer for peer in found if not grid[peer]] for found in _peers(layout)]
    new = [len(found) for found in peers]
    reached = [bool(digit) for digit in grid]
    passed = list(reached)
    order: list[int] = []
    frontier: list[tuple[int, int]] = []

    def reach(cell: int) -> None:
        reached[cell] = True
        heappush(frontier, (new[cell], cell))
        for peer in peers[cell]:
            new[peer] -= 1
            if reached[peer] and not passed[peer]:
                heappush(frontier, (new[peer], peer))

    for start in sorted(range(layout.cells), key=new.__getitem__):
        if not reached[start]:
            reach(start)
        while frontier:
            _, cell = heappop(frontier)
            if not passed[cell]:
                passed[cell] = True
                order.append(cell)
                for peer in peers[cell]:
                    if not reached[peer]:
                        reach(peer)
    return order
