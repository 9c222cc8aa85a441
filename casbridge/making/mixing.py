"""Random exchanges in a full grid, which bring random grids closer to equally likely.

Two digits: their cells fall into parts, such that cells of different parts share no unit. Two rows of a band: their
columns fall into parts, such that both rows have the same digits in a part; so for two columns of a stack. In each part
the digits, or the rows, can be exchanged. The parts are the same after the exchange, so the way back is as likely as
the way there: grids that are equally likely stay so, and others come closer. In the limit all grids that exchanges take
to each other are equally likely; for 4×4 and 6×6 these are all grids.

Source: Wang, Swendsen and Kotecký, "Antiferromagnetic Potts models", 1989, for two colours at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.board.peers import cells_of
from casbridge.board.solutions import solver_of
from casbridge.making.chance import Chance
from casbridge.puzzles.layouts import Layout


def mixed(layout: Layout, grid: Sequence[int], chance: Chance, exchanges: int) -> tuple[int, ...]:
    """The grid after random exchanges: so many of two digits, and of two lines if lines can be exchanged.

    >>> from casbridge.puzzles import latin
    >>> after = mixed(latin(3), (1, 2, 3, 2, 3, 1, 3, 1, 2), Chance(1), 10)
    >>> latin(3).is_filled_rightly(after)
    True
    """
    here = list(grid)
    height, width = alike(layout)
    peers = solver_of(layout).peers
    for _ in range(exchanges):
        if layout.digits > 1:
            _exchange(here, chance, two_digits(peers, here, *(digit + 1 for digit in _two(layout.digits, chance))))
        thickness, is_row = (height, True) if chance.below(2) else (width, False)
        if thickness > 1:
            start = thickness * chance.below(layout.side // thickness)
            one, other = _two(thickness, chance)
            _exchange(here, chance, two_lines(layout, here, start + one, start + other, is_row))
    return tuple(here)


#: The cells of a part, each with its digit after the exchange.
Swap = list[tuple[int, int]]


def alike(layout: Layout) -> tuple[int, int]:
    """The numbers of rows in a band and of columns in a stack that can be exchanged in part; 1 and 1 if none can.

    >>> from casbridge.puzzles import latin, sudoku
    >>> alike(sudoku(2, 3)), alike(latin(4)), alike(sudoku(2, 2, diagonals=True))
    ((2, 3), (4, 4), (1, 1))
    """
    if not layout.is_grid or layout.diagonals or layout.regions is not None:
        return 1, 1
    return layout.box or (layout.side, layout.side)


def two_digits(peers: Sequence[int], grid: Sequence[int], one: int, other: int) -> list[Swap]:
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


def two_lines(layout: Layout, grid: Sequence[int], one: int, other: int, is_row: bool) -> list[Swap]:
    """The parts of two rows of a band, or of two columns of a stack.

    one, other: their numbers, from 0.

    >>> from casbridge.puzzles import latin
    >>> two_lines(latin(2), (1, 2, 2, 1), 0, 1, True)
    [[(0, 2), (2, 1), (1, 1), (3, 2)]]
    """
    side = layout.side
    first, second = ([line * side + at if is_row else at * side + line for at in range(side)] for line in (one, other))
    where = {grid[cell]: at for at, cell in enumerate(first)}
    seen: set[int] = set()
    parts = []
    for start in range(side):
        part: Swap = []
        at = start
        while at not in seen:
            seen.add(at)
            above, below = first[at], second[at]
            part += [(above, grid[below]), (below, grid[above])]
            at = where[grid[below]]
        if part:
            parts.append(part)
    return parts


def _two(end: int, chance: Chance) -> tuple[int, int]:
    """Two different random numbers below the end."""
    one, other = chance.below(end), chance.below(end - 1)
    return one, other + (other >= one)


def _exchange(grid: list[int], chance: Chance, parts: Sequence[Swap]) -> None:
    """Exchange each part, or not, with probability ½."""
    for part in parts:
        if chance.below(2):
            for cell, digit in part:
                grid[cell] = digit
