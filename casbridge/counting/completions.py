"""In how many ways a partial grid can be completed: counted, not listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from casbridge.counting.exchanges import exchange_after
from casbridge.counting.frontier import Budget, Field, OutOfBudget, Search
from casbridge.counting.known import band_completions, in_one_band, known_total, orders_of_names
from casbridge.puzzles.layouts import LARGEST_SIDE, Layout
from casbridge.puzzles.puzzle import Puzzle

#: The most states that are looked at unless told otherwise: some minutes.
MOST_STATES = 20_000_000

_FIRST_TRIAL = 1_000
_ANYWHERE = True
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
        if names is not None and quick and (total := known_total(layout)) is not None:
            return Completions(total // names, True, "", "the number of all grids, by the names of the givens", 0)
        if quick and (order := in_one_band(layout, grid)) is not None:
            field, by_rows = _field(layout, grid, order)
            number = band_completions(field, by_rows, budget)
            return Completions(
                number, True, "", "the givens' band cell by cell, the others by its columns", budget.looked
            )
    except OutOfBudget as reached:
        return Completions(0, False, str(reached), "the givens' band cell by cell", budget.looked)
    method = "cell by cell, by what matters for the rest"
    if names is None:
        names = 1
    elif names > 1:
        method += ", for the empty grid, by the names of the givens"
        grid = [0] * layout.cells
    searches = [Search(_field(layout, grid, order)[0], budget) for order in _orders(layout, grid)]
    try:
        search = _best(searches, budget)
        search.finish()
    except OutOfBudget as reached:
        best = max(search.found for search in searches)
        return Completions(best // names, False, str(reached), method, budget.looked)
    return Completions(search.found // names, True, "", method, budget.looked)


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


def _field(layout: Layout, grid: Sequence[int], order: Sequence[int]) -> tuple[Field, bool]:
    """The open cells of a layout in an order; and whether they are in the order of rows."""
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
        return Field(tuple(marks), tests, tuple(adds), (0,) * len(order), 0), True
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
    of_line = [1 << cell // n for cell in order], [1 << n + cell % n for cell in order]
    by_rows, by_columns = (sum(a != b for a, b in pairwise(bits)) for bits in of_line)
    lines = of_line[by_rows > by_columns]
    exchanges = {}
    for level in range(1, len(order)):
        if _ANYWHERE or lines[level] != lines[level - 1]:
            exchange = exchange_after(layout, order[level:], by_rows <= by_columns)
            if exchange is not None:
                exchanges[level] = exchange
    return Field(tuple(marks), own, own, tuple(lines), (1 << len(layout.units)) - 1, exchanges), by_rows <= by_columns


# -- orders of the cells ----------------------------------------------------------------------------------------------


def _orders(layout: Layout, grid: Sequence[int]) -> Iterator[list[int]]:
    """Orders of the open cells in which few units are begun and not yet ended."""
    if not layout.is_grid:
        yield _greedy_order(layout, grid)
        return
    n = layout.side
    height, width = layout.box or (1, 1)
    for thickness, cells_of in (
        (height, [[n * row + column for column in range(n)] for row in range(n)]),
        (width, [[n * row + column for row in range(n)] for column in range(n)]),
    ):
        bands = [cells_of[start : start + thickness] for start in range(0, n, thickness)]
        seen = set()
        for arranged in _arrangements(bands, grid):
            order = tuple(cell for band in arranged for line in band for cell in line if not grid[cell])
            if order not in seen:
                seen.add(order)
                yield list(order)


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


def _greedy_order(layout: Layout, grid: Sequence[int]) -> list[int]:
    """Always a vertex that has the fewest new neighbours, of those that are neighbours of one passed."""
    peers = _peers(layout)
    open_cells = [cell for cell in range(layout.cells) if not grid[cell]]
    left = set(open_cells)
    new = {cell: sum(not grid[peer] for peer in peers[cell]) for cell in open_cells}
    order: list[int] = []
    frontier: set[int] = set()
    for start in sorted(open_cells, key=new.__getitem__):
        if start not in left:
            continue
        frontier = {start}
        new_here = new
        reached = {start}
        for peer in peers[start]:
            new_here[peer] = new_here.get(peer, 0) - 1
        while frontier:
            cell = min(frontier, key=lambda cell: (new_here[cell], cell))
            frontier.remove(cell)
            left.remove(cell)
            order.append(cell)
            for peer in peers[cell]:
                if peer in left and peer not in reached:
                    reached.add(peer)
                    frontier.add(peer)
                    for other in peers[peer]:
                        if other in new_here:
                            new_here[other] -= 1
    return order
