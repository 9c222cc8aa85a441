"""Random exchanges in a full grid, which bring random grids closer to uniform.

Digits: the cells of two digits fall into parts, such that cells of different parts do not have to differ. Lines: the
columns in which two rows of a band stand fall into parts, such that both rows have the same digits in a part; and the
same for two columns of a stack. What is in a part can be exchanged, and that brings back the same parts: to go from one
grid to another is as likely as to go back. So grids that were equally likely remain so, and others become more so. In
the end all grids that exchanges take to each other are equally likely; for 4×4 and 6×6 that is all of them.

Source: Wang, Swendsen and Kotecký, "Antiferromagnetic Potts models", 1989, for two colours at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.board.peers import cells_of
from casbridge.board.solutions import solver_of
from casbridge.making.chance import Chance
from casbridge.puzzles.layouts import Layout


def mixed(layout: Layout, grid: Sequence[int], chance: Chance, exchanges: int) -> tuple[int, ...]:
    """The grid after so many random exchanges: of two digits, and where lines are alike of two lines.

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


#: Cells that change together, each with the digit that it has then.
Part = list[tuple[int, int]]


def alike(layout: Layout) -> tuple[int, int]:
    """How many rows of a band, and columns of a stack, can be exchanged; 1 and 1 where they cannot.

    >>> from casbridge.puzzles import latin, sudoku
    >>> alike(sudoku(2, 3)), alike(latin(4)), alike(sudoku(2, 2, diagonals=True))
    ((2, 3), (4, 4), (1, 1))
    """
    if not layout.is_grid or layout.diagonals or layout.regions is not None:
        return 1, 1
    return layout.box or (layout.side, layout.side)


def two_digits(peers: Sequence[int], grid: Sequence[int], one: int, other: int) -> list[Part]:
    """The parts of the cells with these digits: for each the cells, with what they have after an exchange.

    peers: for each cell those that must differ from it, as bits.

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


def two_lines(layout: Layout, grid: Sequence[int], one: int, other: int, is_row: bool) -> list[Part]:
    """The parts of two rows of a band, or of two columns of a stack."""
    side = layout.side
    first, second = ([line * side + at if is_row else at * side + line for at in range(side)] for line in (one, other))
    where = {grid[cell]: at for at, cell in enumerate(first)}
    seen: set[int] = set()
    parts = []
    for start in range(side):
        part: Part = []
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
    """Two different numbers below the end."""
    one, other = chance.below(end), chance.below(end - 1)
    return one, other + (other >= one)


def _exchange(grid: list[int], chance: Chance, parts: Sequence[Part]) -> None:
    """Each part or not, as it comes."""
    for part in parts:
        if chance.below(2):
            for cell, digit in part:
                grid[cell] = digit
