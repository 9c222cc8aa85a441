"""The number of solutions of a puzzle, counted without listing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb, inf, perm
from typing import NamedTuple

from casbridge.board.solutions import solver_of
from casbridge.charset import SplitSeries
from casbridge.counting.bands import class_of_band, lower_bands
from casbridge.counting.by_bands import BandsCount, best_bands
from casbridge.counting.frontier import MOST_BYTES, Budget, FrontierCount
from casbridge.counting.graph_sweep import GraphSweep, greedy_order
from casbridge.counting.shapes import BoxShape
from casbridge.counting.totals import total_grids
from casbridge.counting.unit_sweep import FEWEST, UnitSweep
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.limits import Deadline
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
    counts: Sequence[BandsCount | FrontierCount] = ()
    try:
        if names is not None and (total := _known_total(layout, deadline)) is not None:
            return exactly(total // names, "the number of all grids, by the names of the givens")
        by_bands = layout == sudoku(3, 3)
        if by_bands and (seconds is None or seconds >= _SECONDS_FOR_TABLES):
            found = _with_one_band(layout, grid, budget)
            if found is not None:
                return exactly(found, method)
        if states is None or states >= MOST_STATES:
            most = _SECONDS_TO_SPLIT / 6 if by_bands else _SECONDS_TO_SPLIT
            listed, exact = _by_splitting(puzzle, deadline.share(1 / 3, most))
            if exact:
                return exactly(listed, _BY_SPLITTING)
        best: BandsCount | FrontierCount
        if by_bands:
            names, method = 1, "band by band, by the columns that digits are in"
            best = best_bands(grid, budget)
            counts = [best]
        else:
            method = "cell by cell, by what matters for the rest"
            if names is not None and names > 1:
                method += ", for the empty grid, by the names of the givens"
                grid = [0] * layout.cells
            counts = in_orders = counts_in_orders(layout, grid, budget)
            best = _best(in_orders, budget)
        best.finish()
        return exactly(best.found // (names or 1), method)
    except LimitError:
        number = max((count.found for count in counts), default=0) // (names or 1)
        if number < listed:
            number, method = listed, "by listing"
        return Completions(number, False, budget.reached, method, budget.looked)


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


def _best(counts: list[FrontierCount], budget: Budget) -> FrontierCount:
    """The count that gets furthest: all are tried for some time, the better half of them for longer, and so on."""
    trial = _FIRST_TRIAL
    while len(counts) > 1:
        for count in counts:
            end = budget.looked + trial
            while budget.looked < end and budget.left == inf:
                if not count.step():
                    return count
        counts = sorted(counts, key=lambda count: count.gap)[: (len(counts) + 1) // 2]
        trial *= 4
    return counts[0]


def _propagated(puzzle: Puzzle) -> Sequence[int] | None:
    """The givens with all that follows without a choice; None for a contradiction. Large graphs stay as they are."""
    layout, grid = puzzle.layout, puzzle.givens
    if layout.digits > LARGEST_SIDE or layout.cells > LARGEST_SIDE**2:
        return None if any(grid[a] and grid[a] == grid[b] for a, b in layout.different) else grid
    return solver_of(layout).known(grid)


# -- what follows from numbers of whole grids and bands ---------------------------------------------------------------


def _orders_of_names(layout: Layout, givens: Sequence[int]) -> int | None:
    """The number of relabellings of the givens, if they lie in cells that must all differ; else None.

    The empty layout has that many solutions for each solution of the puzzle.
    """
    given = [cell for cell, digit in enumerate(givens) if digit]
    if len(given) > layout.digits or len({givens[cell] for cell in given}) < len(given):
        return None
    all_differ = all(pair in layout.different for pair in combinations(given, 2))
    return perm(layout.digits, len(given)) if all_differ else None


def _known_total(layout: Layout, deadline: Deadline) -> int | None:
    """The number of solutions of the empty layout, if there is a formula and time for it; else None."""
    left = deadline.left()
    if layout.family != "sudoku" or layout.diagonals or layout.box not in _SECONDS:
        return None
    return total_grids(BoxShape(*layout.box), deadline) if left is None or left >= _SECONDS[layout.box] else None


def _with_one_band(layout: Layout, grid: Sequence[int], budget: Budget) -> int | None:
    """The completions of a 9×9 grid with all givens in one band or stack; None for other givens. Raises LimitError.

    The band is filled first. The sets of digits in its columns say in how many ways the rest can be filled.
    """
    given = [divmod(cell, 9) for cell, digit in enumerate(grid) if digit]
    by_rows = len({row // 3 for row, _ in given}) < 2
    bands = {place[0 if by_rows else 1] // 3 for place in given} or {0}
    if len(bands) > 1:
        return None
    lines = sorted(range(9), key=lambda line: line // 3 not in bands)
    cells = [9 * line + across if by_rows else 9 * across + line for line in lines for across in range(9)]
    sweep = UnitSweep(layout, grid, [cell for cell in cells if not grid[cell]], by_rows, budget, one_end=True)
    while sweep.level < sweep.cells - 54:
        sweep.advance()
    total = 0
    for (marks,), ways in sweep.states.items():
        budget.check()
        columns = []
        for column in range(9, 18) if by_rows else range(9):
            a, b, c = (digit for digit, mark in enumerate(marks) if mark >> column & 1)
            columns.append((a, b, c))
        total += ways * lower_bands(class_of_band(columns))
    return total


# -- orders of the cells ----------------------------------------------------------------------------------------------


def counts_in_orders(
    layout: Layout, grid: Sequence[int], budget: Budget, *, fewest: int = FEWEST, most_bytes: int = MOST_BYTES
) -> list[FrontierCount]:
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
        sweep = GraphSweep(layout, grid, greedy_order(layout, grid), budget)
        return [FrontierCount(sweep, None, budget, most_bytes)]
    counts = []
    for order, by_rows in _orders(layout, grid):
        forward = UnitSweep(layout, grid, order, by_rows, budget, fewest=fewest)
        backward = UnitSweep(layout, grid, order[::-1], by_rows, budget, backwards=True)
        counts.append(FrontierCount(forward, backward, budget, most_bytes))
    return counts


def _orders(layout: Layout, grid: Sequence[int]) -> Iterator[tuple[list[int], bool]]:
    """Orders of the open cells in which few units are begun and not yet ended; and whether they are row by row."""
    n = layout.side
    for by_rows, thickness in zip((True, False), layout.box or (1, 1), strict=True):
        places = [(line, across) for line in range(n) for across in range(n)]
        cells = [n * line + across if by_rows else n * across + line for line, across in places]
        bands = [cells[start : start + n * thickness] for start in range(0, n * n, n * thickness)]
        seen: list[list[int]] = []
        for arranged in _arrangements(bands, grid):
            order = [cell for band in arranged for cell in band if not grid[cell]]
            if order not in seen:
                seen.append(order)
                yield order, by_rows


def _arrangements(bands: list[list[int]], grid: Sequence[int]) -> list[list[list[int]]]:
    """Orders of the bands: of three, each in the middle once; of others, the given order and the emptiest in it."""
    if len(bands) == 3:
        one, two, three = bands
        return [bands, [two, three, one], [one, three, two]]
    ordered = sorted(bands, key=lambda band: sum(not grid[cell] for cell in band))
    return [bands, ordered[::2] + ordered[1::2][::-1]]
