"""Random full grids of every family: a random search, random exchanges and a random symmetry. Also random regions.

The search takes a random cell with the fewest candidates, and a random digit for it. It goes back after a
contradiction. The exchanges (see `_mixed`) bring the grids closer to equally likely. At last rows in bands, bands,
columns in stacks, stacks and digits come in a random order; diagonals and jigsaws get a random one of their symmetries.
Grids that symmetries take to each other are exactly equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.board.peers import cells_of, mask_of
from casbridge.board.solutions import Bitboards, Option, Solver, Undecided, solver_of
from casbridge.counting.symmetries import cycles
from casbridge.errors import InputError, LimitError, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Chance
from casbridge.making.symmetries import random_transformation
from casbridge.making.transformations import in_order
from casbridge.puzzles.layouts import Layout, jigsaw
from casbridge.puzzles.puzzle import Puzzle

_MOST_EXCHANGES = 1_000
_FIRST_NODES = 100
# The search gives up after so many choices in one go.
_MOST_NODES = 200_000
# Random regions: exchanges that are tried, for each cell.
_EXCHANGES = 30


def random_grid(
    layout: Layout, chance: Chance, deadline: Deadline = NEVER, exchanges: int | None = None
) -> tuple[int, ...]:
    """A random full grid of a layout of any family.

    Every grid can come up; they are not exactly equally likely (see `casbridge.making.uniform`).

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
    if not layout.is_grid or layout.diagonals or layout.regions is not None:
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
    return in_order(jigsaw(tuple(regions), start.diagonals))
