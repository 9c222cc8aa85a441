"""Random regions for jigsaw Sudokus."""

from __future__ import annotations

from casbridge.board.peers import cells_of, mask_of
from casbridge.errors import UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Chance
from casbridge.making.transformations import in_order
from casbridge.puzzles.layouts import Layout, jigsaw

_SMALLEST_SIDE = 3
#: Exchanges that are tried, for each cell.
_EXCHANGES = 30


def random_regions(start: Layout, chance: Chance, deadline: Deadline = NEVER) -> Layout:
    """A jigsaw with random connected regions. It may have no full grid.

    Many random exchanges of two cells between neighbouring regions, of which both stay connected.

    start: the layout whose regions are exchanged: its boxes, its regions, or else its rows.

    Raises UsageError for graphs and sides below 3, LimitError at the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> random_regions(sudoku(2, 2), Chance(1)).regions
    (0, 1, 1, 1, 0, 2, 3, 1, 0, 2, 3, 3, 0, 2, 2, 3)
    """
    if not start.is_grid or start.side < _SMALLEST_SIDE:
        raise UsageError(
            f"random regions for a {start.description}", expected=f"a grid of side {_SMALLEST_SIDE} or more"
        )
    side = start.side
    has_blocks = start.box is not None or start.regions is not None
    regions = [start.block_of(cell) if has_blocks else cell // side for cell in range(start.cells)]
    masks = [mask_of(cell for cell, found in enumerate(regions) if found == region) for region in range(side)]
    beside = [_beside(cell, side) for cell in range(start.cells)]
    inner = mask_of(cell for cell in range(start.cells) if cell % side)
    for _ in range(_EXCHANGES * len(regions)):
        deadline.check()
        cell = chance.below(len(regions))
        old, new = regions[cell], regions[chance.pick(beside[cell])]
        if old == new:
            continue
        other = chance.pick(
            [there for there in cells_of(masks[new]) if any(regions[at] == old for at in beside[there])]
        )
        both = 1 << cell | 1 << other
        if _is_connected(masks[old] ^ both, side, inner) and _is_connected(masks[new] ^ both, side, inner):
            regions[cell], regions[other] = new, old
            masks[old] ^= both
            masks[new] ^= both
    return in_order(jigsaw(tuple(regions), start.diagonals))


def _is_connected(cells: int, side: int, inner: int) -> bool:
    """Whether a set of cells is connected over edges. inner: all cells but those of the first column."""
    reached, new = 0, cells & -cells
    while new:
        reached |= new
        beside = new << side | new >> side | (new << 1) & inner | (new & inner) >> 1
        new = beside & cells & ~reached
    return reached == cells


def _beside(cell: int, side: int) -> list[int]:
    row, column = divmod(cell, side)
    return [
        r * side + c
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if 0 <= r < side and 0 <= c < side
    ]
