"""What deduction needs to know of a layout: which cells share which units. Computed once a layout."""

from __future__ import annotations

from functools import lru_cache

from casbridge.charset.finite.relations import bits_of
from casbridge.errors import UnsupportedError
from casbridge.puzzles.layouts import Layout

#: How the book calls the unit in which a cell was zeroed: I row, J column, G box. It has no regions, diagonals, edges.
LETTERS = {"row": "I", "column": "J", "box": "G", "region": "G", "diagonal": "D", "edge": "E"}

#: Of sets of cells.
MOST_BITS = 1 << 31


class Geometry:
    """A layout's cells and units, by numbers; sets of cells are masks with a bit for each.

    members: the cells of every unit. masks: the same as sets. kinds, letters, names: of every unit.
    full: for every unit whether each digit occurs in it, which is so if it has as many cells as there are digits.
    units_of: the units of every cell. shared: for every cell its peers, ascending, each with the first unit of both.
    peers: the peers of every cell as a set.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.digits = layout.digits
        self.cells = layout.cells
        self.all_digits = (1 << layout.digits) - 1
        self.members = tuple(unit.cells for unit in layout.units)
        self.masks = tuple(sum(1 << cell for cell in cells) for cells in self.members)
        self.kinds = tuple(unit.kind for unit in layout.units)
        self.letters = tuple(LETTERS[kind] for kind in self.kinds)
        self.names = tuple(unit.name for unit in layout.units)
        self.full = tuple(len(cells) == layout.digits for cells in self.members)
        units_of: list[list[int]] = [[] for _ in range(layout.cells)]
        first_shared: list[dict[int, int]] = [{} for _ in range(layout.cells)]
        for unit, cells in enumerate(self.members):
            for cell in cells:
                units_of[cell].append(unit)
                own = first_shared[cell]
                for other in cells:
                    if other != cell:
                        own.setdefault(other, unit)
        self.units_of = tuple(map(tuple, units_of))
        self.full_units_of = tuple(tuple(unit for unit in units if self.full[unit]) for units in units_of)
        self.first_shared = first_shared
        self.shared = tuple(tuple(sorted(own.items())) for own in first_shared)
        self.peers = tuple(sum(1 << other for other in own) for own in first_shared)

    def unit_of_both(self, a: int, b: int) -> int:
        """The first unit with both cells; KeyError where they share none."""
        return self.first_shared[a][b]

    def common_peers(self, cells: list[int] | tuple[int, ...]) -> int:
        """The cells that share a unit with each of these."""
        found = self.peers[cells[0]]
        for cell in cells[1:]:
            found &= self.peers[cell]
        return found


@lru_cache(maxsize=64)
def geometry_of(layout: Layout) -> Geometry:
    """The geometry of a layout.

    Raises UnsupportedError for graphs that are too large.

    >>> from casbridge.puzzles import sudoku
    >>> found = geometry_of(sudoku(2, 2))
    >>> found.shared[0]
    ((1, 0), (2, 0), (3, 0), (4, 4), (5, 8), (8, 4), (12, 4))
    """
    if layout.cells * (layout.cells + len(layout.units)) > MOST_BITS:
        size = f"{layout.cells} vertices and {len(layout.edges)} edges"
        raise UnsupportedError(f"deduction in a graph with {size}: its sets of cells would take too much memory")
    return Geometry(layout)


#: The cells of a set, ascending.
cells_of = bits_of


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a set of candidates, ascending: bit 0 is for the digit 1.

    >>> digits_of(0b1010)
    (2, 4)
    """
    return tuple(bit + 1 for bit in cells_of(mask))
