"""The number of solutions of a puzzle, counted without listing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice
from math import comb, perm
from typing import Any, NamedTuple

from casbridge.board.peers import peers_of
from casbridge.board.solutions import solver_of
from casbridge.charset import SplitSeries
from casbridge.counting.bands import class_of_band, lower_bands
from casbridge.counting.by_bands import BandsCount, best_bands
from casbridge.counting.column_symmetry import FEWEST, symmetry_of_rest
from casbridge.counting.frontier import MOST_BYTES, Budget, FrontierCount
from casbridge.counting.graph_sweep import GraphSweep, greedy_order, later_peers
from casbridge.counting.shapes import BoxShape
from casbridge.counting.totals import total_grids
from casbridge.counting.unit_sweep import OpenCells, UnitSweep, count_of_cells
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import LARGEST_SIDE, Layout, sudoku
from casbridge.puzzles.puzzle import Puzzle

#: The number of states after which a count is given up unless told otherwise: some minutes.
MOST_STATES = 20_000_000

#: Shapes with a formula, and the seconds that should be left for it on a slow machine.
_SECONDS = {(2, 2): 0, (2, 3): 0, (3, 2): 0, (2, 4): 0, (4, 2): 0, (3, 3): 3, (2, 5): 400, (5, 2): 400}
_BY_SPLITTING = "splitting and propagation, equal parts once"
_FIRST_TRIAL = 1_000
#: The puzzle's system is tried for so many seconds, if it has no more pairs of cells that differ than the next number.
_SECONDS_TO_SPLIT = 3.0
_MOST_PAIRS = 40_000
_MOST_LISTED = 10_000
#: With less time no tables are computed.
_SECONDS_FOR_TABLES = 3.0


class Completions(NamedTuple):
    """The number of a puzzle's solutions.

    number: exact, or a lower bound.
    exact: which of the two.
    reason: "" if exact, else the limit that was reached.
    method: how it was counted, in words.
    states: how many states were looked at.

    >>> Completions(2, True, "", "by hand", 0).number
    2
    """

    number: int
    exact: bool
    reason: str
    method: str
    states: int


def completions(puzzle: Puzzle, *, seconds: float | None = None, states: int | None = MOST_STATES) -> Completions:
    """The number of solutions; a lower bound if a limit is reached. Memory is bounded in any case.

    seconds: a limit on the time.
    states: a limit on the number of states that are looked at, None for none.

    >>> from casbridge.puzzles import latin, sudoku
    >>> completions(Puzzle(sudoku(2, 2), (0,) * 16)).number
    288
    >>> found = completions(Puzzle(latin(5), (0,) * 25), states=20)
    >>> found.exact, found.reason
    (False, 'the limit of 20 states')
    """
    deadline = Deadline.after(seconds)
    budget = Budget(deadline, states)
    layout = puzzle.layout

    def exactly(number: int, method: str) -> Completions:
        return Completions(number, True, "", method, budget.looked)

    grid = _propagated(puzzle)
    if grid is None:
        return exactly(0, "the givens contradict each other" if any(puzzle.givens) else _BY_SPLITTING)
    if all(grid):
        return exactly(1, "the givens leave no choice")
    names = _orders_of_names(layout, puzzle.givens)
    method = "the givens' band cell by cell, the others by its columns"
    listed = 0
    counts: Sequence[BandsCount | FrontierCount[Any]] = ()
    try:
        if names is not None and (total := _known_total(layout, deadline)) is not None:
            return exactly(total // names, "the number of all grids, by the names of the givens")
        if (seconds is None or seconds >= _SECONDS_FOR_TABLES) and (band := _in_one_band(layout, grid)) is not None:
            return exactly(_band_completions(_open_cells(layout, grid, *band, one_end=True), band[1], budget), method)
        by_bands = layout == sudoku(3, 3)
        if states is None or states >= MOST_STATES:
            most = _SECONDS_TO_SPLIT / 6 if by_bands else _SECONDS_TO_SPLIT
            listed, exact = _by_splitting(puzzle, deadline.share(1 / 3, most))
            if exact:
                return exactly(listed, _BY_SPLITTING)
        if by_bands:
            names, method = 1, "band by band, by the columns that digits are in"
            counts = [best_bands(grid, budget)]
            counts[0].finish()
            return exactly(counts[0].found, method)
        method = "cell by cell, by what matters for the rest"
        if names is not None and names > 1:
            method += ", for the empty grid, by the names of the givens"
            grid = [0] * layout.cells
        counts = in_orders = counts_in_orders(layout, grid, budget)
        best = _best(in_orders, budget)
        best.finish()
        return exactly(best.found // (names or 1), method)
    except LimitError:
        found = max((count.found for count in counts), default=0) // (names or 1)
        if found < listed:
            found, method = listed, "by listing"
        return Completions(found, False, budget.reached, method, budget.looked)


def _by_splitting(puzzle: Puzzle, deadline: Deadline) -> tuple[int, bool]:
    """The number by the characteristic series of the puzzle's system, and True; else how many were listed, and False.

    This is quick where few givens are missing.
    """
    pairs = sum(comb(len(unit.cells), 2) for unit in puzzle.layout.units)
    if pairs > _MOST_PAIRS or puzzle.layout.digits > LARGEST_SIDE:
        return 0, False
    system = encode(puzzle).system
    half = (deadline.left() or 0.0) / 2
    try:
        return SplitSeries(system, deadline).count(), True
    except LimitError:
        pass
    listed = 0
    try:
        for _ in islice(SplitSeries(system, Deadline.after(half)), _MOST_LISTED):
            listed += 1
    except LimitError:
        pass
    return listed, False


def _best(counts: Sequence[FrontierCount[Any]], budget: Budget) -> FrontierCount[Any]:
    """The count that gets furthest: all are tried for some time, the better half of them for longer, and so on."""
    trial = _FIRST_TRIAL
    while len(counts) > 1:
        for count in counts:
            end = budget.looked + trial
            while budget.looked < end and budget.left is None:
                if not count.step():
                    return count
        counts = sorted(counts, key=lambda count: count.gap)[: (len(counts) + 1) // 2]
        trial *= 4
    return counts[0]


# -- what follows from numbers of whole grids and bands ---------------------------------------------------------------


def _orders_of_names(layout: Layout, givens: Sequence[int]) -> int | None:
    """Number of relabellings of the givens, if they lie in cells that must all differ; else None.

    The empty layout has that many solutions for each solution of the puzzle.

    >>> from casbridge.puzzles import sudoku
    >>> _orders_of_names(sudoku(1, 3), [2, 3, 0] + [0] * 6), _orders_of_names(sudoku(1, 3), [0, 3, 0, 3, 0, 0, 0, 0, 0])
    (6, None)
    """
    given = [cell for cell, digit in enumerate(givens) if digit]
    if len(given) > layout.digits or len({givens[cell] for cell in given}) < len(given):
        return None
    if any((a, b) not in layout.different for a, b in combinations(given, 2)):
        return None
    return perm(layout.digits, len(given))


def _known_total(layout: Layout, deadline: Deadline = NEVER) -> int | None:
    """The number of solutions of the empty layout, if there is a formula and time for it; else None.

    >>> from casbridge.puzzles import latin, sudoku
    >>> _known_total(sudoku(2, 3)), _known_total(latin(6))
    (28200960, None)
    """
    if layout.family != "sudoku" or layout.diagonals or layout.box not in _SECONDS:
        return None
    left = deadline.left()
    return total_grids(BoxShape(*layout.box), deadline) if left is None or left >= _SECONDS[layout.box] else None


def _in_one_band(layout: Layout, grid: Sequence[int]) -> tuple[list[int], bool] | None:
    """For a 9×9 grid with all givens in one band or stack: an order of the open cells that begins with it; else None.

    The second value says whether the order is row by row (for a band) or column by column (for a stack).

    >>> from casbridge.puzzles import sudoku
    >>> order, by_rows = _in_one_band(sudoku(3, 3), [0] * 30 + [5] + [0] * 50)
    >>> order[:4], by_rows
    ([27, 28, 29, 31], True)
    """
    if layout.family != "sudoku" or layout.diagonals or layout.box != (3, 3):
        return None
    filled = [cell for cell, digit in enumerate(grid) if digit]
    for by_rows in (True, False):
        lines = {(cell // 9 if by_rows else cell % 9) // 3 for cell in filled}
        if len(lines) <= 1:
            first = min(lines, default=0)
            order = [3 * band + row for band in (first, *{0, 1, 2} - {first}) for row in range(3)]
            cells = [9 * line + across if by_rows else 9 * across + line for line in order for across in range(9)]
            return [cell for cell in cells if not grid[cell]], by_rows
    return None


def _band_completions(cells: OpenCells, by_rows: bool, budget: Budget) -> int:
    """The completions of a 9×9 grid with all givens in one band or stack, whose open cells come first.

    The sets of digits in the columns of the filled band say in how many ways the rest can be filled. Raises LimitError.

    cells, by_rows: the open cells in the order of `_in_one_band`.
    """
    sweep = UnitSweep(cells, [range(9)], budget)
    while sweep.level < sweep.cells - 54:
        sweep.advance()
    first = 9 if by_rows else 0
    total = 0
    for (marks,), ways in sweep.states.items():
        budget.check()
        columns = []
        for column in range(first, first + 9):
            a, b, c = (digit for digit, mark in enumerate(marks) if mark >> column & 1)
            columns.append((a, b, c))
        total += ways * lower_bands(class_of_band(columns))
    return total


# -- the open cells ---------------------------------------------------------------------------------------------------


def _propagated(puzzle: Puzzle) -> Sequence[int] | None:
    """The givens with all that follows without a choice; None for a contradiction. Large graphs stay as they are."""
    layout = puzzle.layout
    grid = puzzle.givens
    if layout.digits > LARGEST_SIDE or layout.cells > LARGEST_SIDE**2:
        return None if any(grid[a] and grid[a] == grid[b] for a, b in layout.different) else grid
    return solver_of(layout).known(grid)


def _open_cells(
    layout: Layout,
    grid: Sequence[int],
    order: Sequence[int],
    by_rows: bool,
    *,
    one_end: bool = False,
    fewest: int = FEWEST,
) -> OpenCells:
    """The open cells of a grid in an order in which they follow each other row by row, or column by column.

    one_end: whether they are filled from the start only. Then columns can be exchanged if they are alike in the rest;
    else the columns must also be empty, so that the digits can be told apart as before.
    """
    units = [0] * layout.cells
    for unit, there in enumerate(layout.units):
        for cell in there.cells:
            units[cell] |= 1 << unit
    marks = [0] * layout.digits
    for cell, digit in enumerate(grid):
        if digit:
            marks[digit - 1] |= units[cell]
    n = layout.side
    # Rows have the first numbers among the units, then columns.
    lines = tuple(1 << (cell // n if by_rows else n + cell % n) for cell in order)
    still = () if one_end else {cell % n if by_rows else cell // n for cell, digit in enumerate(grid) if digit}
    symmetry = cache(lambda filled: symmetry_of_rest(layout, order[filled:], by_rows, still, fewest))
    return OpenCells(tuple(marks), tuple(units[cell] for cell in order), lines, (1 << len(layout.units)) - 1, symmetry)


def _graph_count(layout: Layout, grid: Sequence[int], budget: Budget, most_bytes: int) -> FrontierCount[Any]:
    order = greedy_order(layout, grid)
    place = {cell: number for number, cell in enumerate(order)}
    peers = peers_of(layout)
    marks = [0] * layout.digits
    for cell, digit in enumerate(grid):
        if digit:
            marks[digit - 1] |= sum(1 << place[peer] for peer in peers[cell] if peer in place)
    return FrontierCount(GraphSweep(later_peers(layout, order), marks, budget), None, budget, most_bytes)


# -- orders of the cells ----------------------------------------------------------------------------------------------


def counts_in_orders(
    layout: Layout, grid: Sequence[int], budget: Budget, *, fewest: int = FEWEST, most_bytes: int = MOST_BYTES
) -> list[FrontierCount[Any]]:
    """Counts of the fillings of a grid's open cells, in several orders of the cells; each gives the same number.

    fewest: how many exchanges of lines are worth it.
    most_bytes: the memory for the states of each.

    >>> from casbridge.puzzles import latin
    >>> counts = counts_in_orders(latin(2), [0, 0, 0, 0], Budget())
    >>> counts[0].finish()
    >>> counts[0].found
    2
    """
    if not layout.is_grid:
        return [_graph_count(layout, grid, budget, most_bytes)]
    return [
        count_of_cells(_open_cells(layout, grid, order, by_rows, fewest=fewest), budget, most_bytes)
        for order, by_rows in _orders(layout, grid)
    ]


def _orders(layout: Layout, grid: Sequence[int]) -> Iterator[tuple[list[int], bool]]:
    """Orders of the open cells in which few units are begun and not yet ended; and whether they are row by row."""
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
    """Orders of the bands: of three, each in the middle once; of others, the given order and the emptiest in it."""
    yield bands
    if len(bands) == 3:
        yield [bands[1], bands[2], bands[0]]
        yield [bands[0], bands[2], bands[1]]
        return
    ordered = sorted(bands, key=lambda band: sum(not grid[cell] for line in band for cell in line))
    yield ordered[::2] + ordered[1::2][::-1]
