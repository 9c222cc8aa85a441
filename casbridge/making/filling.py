"""Full grids of every family: random ones, and exactly uniform ones where they can be counted. Also random regions.

Random grids: a search takes a random cell with the fewest candidates, and a random digit for it. It goes back after a
contradiction. Exchanges (see `_mixed`) bring the grids closer to equally likely. At last rows in bands, bands, columns
in stacks, stacks and digits come in a random order; diagonals and jigsaws get a random one of their symmetries. Grids
that symmetries take to each other are exactly equally likely.

Uniform grids: `casbridge.counting` counts, and this room chooses. A grid comes from a sequence of choices, each made in
proportion to the number of grids that it leads to. The probability of a grid is the product of these shares: one over
the number of all grids. Each grid comes from exactly one sequence, so a walk through all sequences lists all grids.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import permutations
from typing import Any, NamedTuple

from casbridge.board.peers import cells_of, mask_of
from casbridge.board.solutions import Bitboards, Option, Solver, Undecided, solver_of
from casbridge.chance import Chance, Choose, Item
from casbridge.counting import bands as three_by_three
from casbridge.counting.bands import Division, Triple, divisions
from casbridge.counting.frontier import RemainingWays
from casbridge.counting.symmetries import cycles
from casbridge.counting.totals import Choice, images_of, matchings, stack_weights, ways_to_decompose
from casbridge.errors import InputError, LimitError, UnsupportedError, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.making.symmetries import Unkeyed, random_transformation
from casbridge.making.transformations import in_order
from casbridge.puzzles.layouts import Layout, jigsaw, with_constraints
from casbridge.puzzles.printing import has_lines
from casbridge.puzzles.puzzle import Puzzle

_MOST_EXCHANGES = 1_000
_FIRST_NODES = 100
# The search gives up after so many choices in one go.
_MOST_NODES = 200_000
# Random regions: exchanges that are tried, for each cell.
_EXCHANGES = 30
# The most states that are kept to count grids cell by cell: half a minute, and some 700 MB.
_MOST_STATES = 2_000_000
# The shapes with two rows or columns whose grids are counted in a moment.
_STACKS = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2))
_ORDERS = tuple(permutations(range(3)))


def random_grid(
    layout: Layout, chance: Chance, deadline: Deadline = NEVER, exchanges: int | None = None
) -> tuple[int, ...]:
    """A random full grid of a layout of any family.

    Every grid can come up; they are not exactly equally likely (see `uniform_grids`).

    exchanges: their number; None for two for each cell, at most 1,000.
    Raises InputError if there is no full grid, LimitError if none is found in time.

    >>> from casbridge.puzzles import sudoku
    >>> grid = random_grid(sudoku(3, 3), Chance(1))
    >>> sudoku(3, 3).is_filled_rightly(grid)
    True
    """
    if exchanges is None:
        exchanges = min(2 * layout.cells, _MOST_EXCHANGES)
    mixed = _mixed(layout, _filled(solver_of(layout), chance, deadline), chance, exchanges)
    return _shuffled(layout, mixed, chance, deadline)


def random_solution(
    solver: Solver, boards: Bitboards, chance: Chance, nodes: int, deadline: Deadline = NEVER
) -> tuple[int, ...] | None:
    """A solution within the bitboards, by a random search; None if there is none. Raises LimitError at the deadline.

    nodes: the most choices to try; then Undecided is raised.

    >>> from casbridge.puzzles import latin
    >>> random_solution(solver_of(latin(2)), [0b1111, 0b1110], Chance(1), 10)
    (1, 2, 2, 1)
    """

    def choice(boards: Bitboards, placed: int) -> list[Option]:
        _, cells = solver.tightest(boards, placed)
        bit = 1 << chance.pick(list(cells_of(cells)))
        return chance.shuffled((digit, bit) for digit, board in enumerate(boards) if board & bit)

    return next(solver.search(boards, choice, nodes, deadline), None)


def _filled(solver: Solver, chance: Chance, deadline: Deadline) -> tuple[int, ...]:
    """A full grid. A search that takes too long begins anew; every third time it may take twice as long."""
    layout, turn = solver.layout, 0
    while True:
        nodes = layout.cells + _FIRST_NODES * 2 ** (turn // 3)
        boards = [solver.everywhere] * layout.digits
        try:
            found = random_solution(solver, boards, chance, min(nodes, _MOST_NODES), deadline)
        except Undecided as reached:
            if nodes > _MOST_NODES:
                raise LimitError(f"no full grid of this {layout.description} was found: {reached}") from None
            turn += 1
            continue
        if found is None:
            raise InputError(f"a {layout.description} that cannot be filled", expected="a layout that has a full grid")
        return found


def _shuffled(layout: Layout, grid: Sequence[int], chance: Chance, deadline: Deadline = NEVER) -> tuple[int, ...]:
    """The grid after a random symmetry of its layout, with new names of the digits.

    Only the names are new if the symmetries are too many to list, as in a 16×16 with diagonals.
    """
    try:
        move = random_transformation(layout, chance, deadline=deadline)
    except LimitError:
        deadline.check()
        if layout.relations:
            return tuple(grid)
        names = (0, *chance.shuffled(range(1, layout.digits + 1)))
        return tuple([names[digit] for digit in grid])
    return move(Puzzle(layout, tuple(grid))).givens


def _mixed(layout: Layout, grid: Sequence[int], chance: Chance, exchanges: int) -> tuple[int, ...]:
    """The grid after random exchanges: so many of two digits, and of two lines if lines can be exchanged.

    Two digits: their cells fall into parts, such that cells of different parts share no unit. Two rows of a band: their
    columns fall into parts, such that both rows have the same digits in a part; so for two columns of a stack. In each
    part the digits, or the rows, can be exchanged. The parts are the same after the exchange, so the way back is as
    likely as the way there: grids that are equally likely stay so, and others come closer. In the limit all grids that
    exchanges take to each other are equally likely; for 4×4 and 6×6 these are all grids.

    Source: Wang, Swendsen and Kotecký, "Antiferromagnetic Potts models", 1989, for two colours at a time.
    """
    if layout.relations:
        return tuple(grid)  # exchanges could break them
    here = list(grid)
    height, width = _alike(layout)
    peers = solver_of(layout).peers
    for _ in range(exchanges):
        if layout.digits > 1:
            _exchange(here, chance, two_digits(peers, here, *(digit + 1 for digit in _two(layout.digits, chance))))
        thickness, is_row = (height, True) if chance.below(2) else (width, False)
        if thickness > 1:
            start = thickness * chance.below(layout.side // thickness)
            one, other = _two(thickness, chance)
            _exchange(here, chance, _two_lines(layout, here, start + one, start + other, is_row))
    return tuple(here)


#: The cells of a part, each with its digit after the exchange.
_Swap = list[tuple[int, int]]


def _alike(layout: Layout) -> tuple[int, int]:
    """The numbers of rows in a band and of columns in a stack that can be exchanged in part; 1 and 1 if none can."""
    if not layout.is_grid or layout.diagonals or layout.regions is not None or layout.constraints:
        return 1, 1
    return layout.box or (layout.side, layout.side)


def two_digits(peers: Sequence[int], grid: Sequence[int], one: int, other: int) -> list[_Swap]:
    """The parts of the cells with these two digits.

    peers: for each cell its peers, as bits.

    >>> two_digits((0b0110, 0b1001, 0b1001, 0b0110), (1, 2, 2, 1), 1, 2)
    [[(0, 2), (1, 1), (2, 1), (3, 2)]]
    """
    left = sum(1 << cell for cell, digit in enumerate(grid) if digit in (one, other))
    parts = []
    while left:
        part = todo = left & -left
        while todo:
            bit = todo & -todo
            new = peers[bit.bit_length() - 1] & left & ~part
            part |= new
            todo = (todo ^ bit) | new
        left ^= part
        parts.append([(cell, one + other - grid[cell]) for cell in cells_of(part)])
    return parts


def _two_lines(layout: Layout, grid: Sequence[int], one: int, other: int, is_row: bool) -> list[_Swap]:
    """The parts of two rows of a band, or of two columns of a stack, given by their numbers from 0."""
    side = layout.side
    first, second = ([line * side + at if is_row else at * side + line for at in range(side)] for line in (one, other))
    where = {grid[cell]: at for at, cell in enumerate(first)}
    parts = cycles([where[grid[cell]] for cell in second])
    pairs = [((above, grid[below]), (below, grid[above])) for above, below in zip(first, second, strict=True)]
    return [[moved for at in part for moved in pairs[at]] for part in parts]


def _two(end: int, chance: Chance) -> tuple[int, int]:
    """Two different random numbers below the end."""
    one, other = chance.below(end), chance.below(end - 1)
    return one, other + (other >= one)


def _exchange(grid: list[int], chance: Chance, parts: Sequence[_Swap]) -> None:
    """Exchange each part, or not, with probability ½."""
    for part in parts:
        if chance.below(2):
            for cell, digit in part:
                grid[cell] = digit


def random_regions(start: Layout, chance: Chance, deadline: Deadline = NEVER) -> Layout:
    """A jigsaw with random connected regions. It may have no full grid.

    Many random exchanges of two cells between neighbouring regions, of which both stay connected.

    start: the layout whose regions are exchanged: its boxes, its regions, or else its rows.
    Raises UsageError for graphs and sides below 3, LimitError at the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> random_regions(sudoku(2, 2), Chance(1)).regions
    (0, 1, 1, 1, 0, 2, 3, 1, 0, 2, 3, 3, 0, 2, 2, 3)
    """
    if not start.is_grid or start.side < 3:
        raise UsageError(f"random regions for a {start.description}", expected="a grid of side 3 or more")
    side, cells = start.side, start.cells
    has_blocks = start.box is not None or start.regions is not None
    regions = [start.block_of(cell) if has_blocks else cell // side for cell in range(cells)]
    masks = [mask_of(cell for cell, found in enumerate(regions) if found == region) for region in range(side)]
    everywhere, first_column = (1 << cells) - 1, mask_of(range(0, cells, side))

    def beside(those: int) -> int:
        """The cells beside a set of cells."""
        across = those << 1 & ~first_column | (those & ~first_column) >> 1
        return (those << side | those >> side | across) & everywhere

    def is_connected(those: int) -> bool:
        reached, new = 0, those & -those
        while new:
            reached |= new
            new = beside(new) & those & ~reached
        return reached == those

    for _ in range(_EXCHANGES * cells):
        deadline.check()
        cell = chance.below(cells)
        old, new = regions[cell], regions[chance.pick(cells_of(beside(1 << cell)))]
        if old == new:
            continue
        other = chance.pick(cells_of(masks[new] & beside(masks[old])))
        both = 1 << cell | 1 << other
        if is_connected(masks[old] ^ both) and is_connected(masks[new] ^ both):
            regions[cell], regions[other] = new, old
            masks[old] ^= both
            masks[new] ^= both
    return in_order(with_constraints(jigsaw(tuple(regions), start.diagonals), start.constraints))


class UniformGrids(NamedTuple):
    """The full grids of a layout, ready to be drawn.

    total: the number of grids.
    grid: gives a grid from choices in proportion to numbers; with `Chance.weighted`, a random one.
    method: how the grids are counted, in words.

    >>> from casbridge.puzzles import sudoku
    >>> grids = uniform_grids(sudoku(3, 3))
    >>> grids.total
    6670903752021072936960
    >>> sudoku(3, 3).is_filled_rightly(grids.grid(Chance(1).weighted))
    True
    """

    total: int
    grid: Callable[[Choose], tuple[int, ...]]
    method: str


def uniform_grids(layout: Layout, states: int = _MOST_STATES, deadline: Deadline = NEVER) -> UniformGrids:
    """The full grids of a layout, counted. The last layout is kept.

    9×9 grids, and grids with boxes of two by up to four either way round, have ways of their own. All others are
    counted cell by cell.

    states: the most states that may be kept for that.
    Raises UnsupportedError if there are more states, LimitError at the deadline.

    >>> from casbridge.puzzles import latin
    >>> uniform_grids(latin(4)).total
    576
    """
    return _counted(layout, states, Unkeyed(deadline))


# One only: the tables of one layout can take 700 MB.
@lru_cache(maxsize=1)
def _counted(layout: Layout, states: int, unkeyed: Unkeyed) -> UniformGrids:
    deadline = unkeyed.deadline
    plain = layout.family == "sudoku" and has_lines(layout)
    if plain and layout.box == (3, 3):
        total = three_by_three.total_of_three_by_three(deadline)
        grid = partial(_by_bands, three_by_three.class_weights())
        return UniformGrids(total, grid, "band by band, by the digits in the columns of boxes")
    if plain and layout.box in _STACKS:
        weights = stack_weights(layout.side // 2, deadline)
        grid = partial(_by_stacks, layout.box[0] == 2, list(weights), list(weights.values()))
        return UniformGrids(sum(weights.values()), grid, "by the digits in one row of each box, and column by column")
    try:
        ways = RemainingWays(layout, states, deadline)
    except (UnsupportedError, LimitError) as error:
        raise type(error)(f"uniform grids of a {layout.description}: {error}") from None
    return UniformGrids(ways.total, partial(_by_cells, ways, layout.digits), "cell by cell")


def _by_cells(ways: RemainingWays, digits: int, choose: Choose) -> tuple[int, ...]:
    """A grid by choices of the digit of each cell, one cell after the other."""
    excluded = [0] * digits
    grid = [0] * len(ways.order)
    for number, cell in enumerate(ways.order):
        options = ways.options(number, excluded)
        digit = choose([weight for weight, _ in options])
        excluded = options[digit][1]
        grid[cell] = digit + 1
    return tuple(grid)


def _by_stacks(two_rows: bool, kinds: Sequence[Choice], weights: Sequence[int], choose: Choose) -> tuple[int, ...]:
    """A grid with boxes of two rows or two columns.

    First the digits in the upper row of each left box, with weight T²: each of the two stacks can then be completed in
    T ways. Then each stack column by column, each time a perfect matching between digits and rows. The counts are
    those of `casbridge.counting.totals`.

    kinds, weights: the kinds of choices for the upper rows, and the number of grids of each kind.
    """
    images = images_of(kinds[choose(weights)])
    left = list(_one_of(images, choose))
    side = sum(left)
    bands = range(side // 2)
    rows = []  # for each digit its rows in the left stack, as bits
    for _ in range(side):
        where = choose(left)
        left[where] -= 1
        rows.append(sum(1 << (2 * band + (where >> band & 1)) for band in bands))
    others = [(1 << side) - 1 ^ own for own in rows]
    columns = [*_stack_columns(len(bands), rows, choose), *_stack_columns(len(bands), others, choose)]
    if not two_rows:
        return tuple(digit for column in columns for digit in column)
    return tuple(column[row] for row in range(side) for column in columns)


def _stack_columns(bands: int, rows: Sequence[int], choose: Choose) -> list[list[int]]:
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


def _by_bands(weights: Sequence[int], choose: Choose) -> tuple[int, ...]:
    """A 9×9 grid.

    First the digits in the nine columns of the first band, with weight W(A) · Σ W(B)·W(C). Then those of the other two
    bands, one stack after the other, with weight W(B)·W(C). Then each band is filled in one of its W ways. The counts
    are those of `casbridge.counting.bands`.

    weights: for each class of first bands.
    """
    names = _ordered(_one_of(divisions(), choose), choose)
    members = _members(choose(weights))
    upper = [divisions()[0], *(_ordered(divisions()[found], choose) for found in _one_of(members, choose))]
    middle, lower = _other_columns(upper, choose)
    rows = [row for band in (upper, middle, lower) for row in _filled_band(sum(band, ()), choose)]
    # The digits 0, 1, 2 are those in the first column of the first box, ascending, and so on.
    return tuple([names[digit // 3][digit % 3] + 1 for row in rows for digit in row])


@cache
def _members(number: int) -> list[tuple[int, int]]:
    """The pairs of divisions in a class, for the second and the third box."""
    table = three_by_three.band_table().class_of
    return [(i, j) for i, row in enumerate(table) for j, found in enumerate(row) if found == number]


def _one_of(items: Sequence[Item], choose: Choose) -> Item:
    return items[choose([1] * len(items))]


def _ordered(division: Division, choose: Choose) -> Division:
    a, b, c = _one_of(_ORDERS, choose)
    return division[a], division[b], division[c]


@cache
def _arrays() -> tuple[Any, Any]:
    """W for the divisions of the second and the third box, and the images that take the first box to the first one."""
    import numpy as np

    return np.array(three_by_three.band_table().ways), np.array(three_by_three.band_table().to_first)


def _other_columns(upper: Sequence[Division], choose: Choose) -> tuple[list[Division], list[Division]]:
    """The columns of the second and the third band, one stack after the other."""
    stacks = [three_by_three.columns_below(box) for box in upper]
    ways, to_first = _arrays()
    weights: Any = 1  # W(B)·W(C) for each choice in the three stacks
    for band in (0, 1):
        one, two, three = ([three_by_three.division_of(below[band]) for below in stack] for stack in stacks)
        images = to_first[one]
        weights = weights * ways[images[:, two, None], images[:, None, three]]
    chosen = []
    for stack in stacks:
        place = choose(weights.reshape(len(stack), -1).sum(axis=1).tolist())
        weights = weights[place]
        chosen.append(stack[place])
    return [above for above, _ in chosen], [under for _, under in chosen]


def _filled_band(columns: Sequence[Triple], choose: Choose) -> list[Sequence[int]]:
    """The three rows of a band that has these digits in its columns."""
    uppers = three_by_three.upper_rows(columns)
    pairs = [
        [tuple(digit for digit in column if digit != taken) for column, taken in zip(columns, upper, strict=True)]
        for upper in uppers
    ]
    number = choose([1 << three_by_three.number_of_cycles(map(mask_of, found)) for found in pairs])
    middle = _one_of_each(pairs[number], choose)
    return [uppers[number], middle, [sum(pair) - one for pair, one in zip(pairs[number], middle, strict=True)]]


def _one_of_each(pairs: Sequence[tuple[int, ...]], choose: Choose) -> list[int]:
    """One digit of each pair, all different. Each digit is in two pairs, so each cycle has two ways."""
    taken: dict[int, int] = {}
    for start, pair in enumerate(pairs):
        if start in taken:
            continue
        digit, column = pair[choose([1, 1])], start
        while column not in taken:
            taken[column] = digit
            digit = sum(pairs[column]) - digit
            column = next((at for at, other in enumerate(pairs) if digit in other and at != column), column)
    return [taken[column] for column in range(len(pairs))]
