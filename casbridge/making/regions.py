"""Random regions for jigsaw Sudokus."""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.errors import UsageError
from casbridge.making.chance import Chance
from casbridge.puzzles.layouts import Layout, jigsaw

_SMALLEST_SIDE = 3
#: Exchanges that are tried, for each cell.
_EXCHANGES = 30


def random_regions(start: Layout, chance: Chance) -> Layout:
    """A jigsaw of the same side with connected regions: those of `start` (boxes, regions, or else the rows), after many
    random exchanges of two cells between neighbouring regions that leave both connected.

    There may be no full grid with these regions. InputError for graphs and sides below 3.

    >>> from casbridge.puzzles import sudoku
    >>> layout = random_regions(sudoku(2, 2), Chance(1))
    >>> layout.family, is_connected(layout.regions, 0, 4)
    ('jigsaw', True)
    """
    if not start.is_grid or start.side < _SMALLEST_SIDE:
        raise UsageError(
            f"random regions for a {start.description}", expected=f"a grid of side {_SMALLEST_SIDE} or more"
        )
    side = start.side
    has_blocks = start.box is not None or start.regions is not None
    regions = [start.block_of(cell) if has_blocks else cell // side for cell in range(start.cells)]
    for _ in range(_EXCHANGES * len(regions)):
        cell = chance.below(len(regions))
        old, new = regions[cell], regions[chance.pick(_beside(cell, side))]
        if old == new:
            continue
        others = [
            other
            for other, region in enumerate(regions)
            if region == new and any(regions[there] == old for there in _beside(other, side))
        ]
        other = chance.pick(others)
        regions[cell], regions[other] = new, old
        if not (is_connected(regions, old, side) and is_connected(regions, new, side)):
            regions[cell], regions[other] = old, new
    numbers = {region: number for number, region in enumerate(dict.fromkeys(regions))}
    return jigsaw(tuple(numbers[region] for region in regions), start.diagonals)


def is_connected(regions: Sequence[int], region: int, side: int) -> bool:
    """Whether one can go through a region from each of its cells to each other, over edges.

    >>> is_connected([0, 1, 1, 0], 0, 2)
    False
    """
    cells = {cell for cell, found in enumerate(regions) if found == region}
    todo = [cells.pop()] if cells else []
    while todo:
        for there in _beside(todo.pop(), side):
            if there in cells:
                cells.remove(there)
                todo.append(there)
    return not cells


def _beside(cell: int, side: int) -> list[int]:
    row, column = divmod(cell, side)
    return [
        r * side + c
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if 0 <= r < side and 0 <= c < side
    ]
