"""The cells, units and peers of a layout by number, computed once for each layout."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import permutations

from casbridge.charset.bitmasks import bits_of
from casbridge.errors import UnsupportedError
from casbridge.puzzles.layouts import Layout

#: The book's letters for units: I row, J column, G box. Regions have G too; the others are ours.
LETTERS = {
    "row": "I",
    "column": "J",
    "box": "G",
    "region": "G",
    "diagonal": "D",
    "edge": "E",
    "window": "W",
    "cage": "C",
    "knight": "N",
    "king": "K",
}

#: The most bits that a layout's sets of cells may take together.
MOST_BITS = 1 << 31


class Board:
    """A layout's cells and units by number, from 0. A set of cells is a mask: bit i is cell i.

    digits, cells: how many there are. all_digits: the mask of all digits, bit 0 for the digit 1.
    members, masks: the cells of each unit, as a tuple and as a mask. kinds, letters, names: of each unit.
    full: for each unit whether every digit must occur in it: it has as many cells as there are digits.
    units_of, full_units_of: the units of each cell, and the full units of each cell.
    peers: for each cell, the mask of its peers: the other cells of its units.

    >>> from casbridge.puzzles import sudoku
    >>> board = Board(sudoku(2, 2))
    >>> board.names[4], board.members[4], cells_of(board.peers[0])
    ('column 1', (0, 4, 8, 12), [1, 2, 3, 4, 5, 8, 12])
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.digits = layout.digits
        self.cells = layout.cells
        self.all_digits = (1 << layout.digits) - 1
        self.members = tuple(unit.cells for unit in layout.units)
        self.masks = tuple(map(mask_of, self.members))
        self.kinds = tuple(unit.kind for unit in layout.units)
        self.letters = tuple(LETTERS[kind] for kind in self.kinds)
        self.names = tuple(unit.name for unit in layout.units)
        self.full = tuple(len(cells) == layout.digits for cells in self.members)
        units_of: list[list[int]] = [[] for _ in range(layout.cells)]
        peers = [0] * layout.cells
        for unit, cells in enumerate(self.members):
            for cell in cells:
                units_of[cell].append(unit)
                peers[cell] |= self.masks[unit] ^ 1 << cell
        self.units_of = tuple(map(tuple, units_of))
        self.full_units_of = tuple(tuple(unit for unit in units if self.full[unit]) for units in units_of)
        self.peers = tuple(peers)

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """The name of each cell.

        >>> from casbridge.puzzles import sudoku
        >>> Board(sudoku(1, 2)).cell_names
        ('r1c1', 'r1c2', 'r2c1', 'r2c2')
        """
        return tuple(map(self.layout.cell_name, range(self.cells)))

    @cached_property
    def unit_of_both(self) -> dict[tuple[int, int], int]:
        """For each pair of peers, in both orders, their first common unit.

        >>> from casbridge.puzzles import sudoku
        >>> Board(sudoku(2, 2)).unit_of_both[0, 5]
        8
        """
        found: dict[tuple[int, int], int] = {}
        for unit, cells in enumerate(self.members):
            for pair in permutations(cells, 2):
                found.setdefault(pair, unit)
        return found

    @cached_property
    def masks_of_clues(self) -> tuple[int, ...]:
        """For each of the layout's clues the mask of its cells."""
        relations = self.layout.relations
        return tuple(
            mask_of({cell for number in group for cell in relations[number].cells}) for group in self.layout.clues
        )

    @cached_property
    def units_of_relations(self) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
        """For each relation: the units with several of its cells, and the places of these among its cells.

        A unit is left out if another one has the same of its cells and comes first, or has them and more.

        >>> from casbridge.puzzles import sudoku, with_constraints
        >>> from casbridge.puzzles.variants import Arrow
        >>> Board(with_constraints(sudoku(2, 2), [Arrow((0,), (5, 10, 11))])).units_of_relations
        (((2, (1, 2)), (8, (0, 3))),)
        """
        found = []
        for relation in self.layout.relations:
            inside: dict[tuple[int, ...], int] = {}
            for unit in sorted({unit for cell in relation.cells for unit in self.units_of[cell]}):
                own = tuple(place for place, cell in enumerate(relation.cells) if self.masks[unit] >> cell & 1)
                if len(own) > 1:
                    inside.setdefault(own, unit)
            whole = {own: unit for own, unit in inside.items() if not any(set(own) < set(more) for more in inside)}
            found.append(tuple(sorted((unit, own) for own, unit in whole.items())))
        return tuple(found)

    def common_peers(self, cells: Iterable[int]) -> int:
        """The mask of the common peers of some cells; there must be at least one.

        >>> from casbridge.puzzles import sudoku
        >>> cells_of(Board(sudoku(2, 2)).common_peers([0, 5]))
        [1, 4]
        """
        found = -1
        for cell in cells:
            found &= self.peers[cell]
        return found


@lru_cache(maxsize=64)
def board_of(layout: Layout) -> Board:
    """The board of a layout, made once.

    Raises UnsupportedError for a graph whose sets of cells would take more than `MOST_BITS`.

    >>> from casbridge.puzzles import sudoku
    >>> board_of(sudoku(2, 2)) is board_of(sudoku(2, 2))
    True
    """
    if layout.cells * (layout.cells + len(layout.units)) > MOST_BITS:
        size = f"{layout.cells} vertices and {len(layout.edges)} edges"
        raise UnsupportedError(f"a graph with {size}: its sets of cells would take too much memory")
    return Board(layout)


@lru_cache(maxsize=64)
def peers_of(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """The peers of every cell, ascending, without masks: for graphs of any size.

    >>> from casbridge.puzzles import graph
    >>> peers_of(graph(3, ((0, 1), (1, 2)), 2))
    ((1,), (0, 2), (1,))
    """
    found: list[list[int]] = [[] for _ in range(layout.cells)]
    for a, b in layout.different:
        found[a].append(b)
        found[b].append(a)
    return tuple(tuple(sorted(peers)) for peers in found)


def mask_of(cells: Iterable[int]) -> int:
    """The set of these cells.

    >>> mask_of([0, 3, 5])
    41
    """
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


#: The cells of a set, ascending: `cells_of(0b101)` is `[0, 2]`.
cells_of = bits_of


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a set of candidates, ascending. Bit 0 is the digit 1.

    >>> digits_of(0b1010)
    (2, 4)
    """
    return tuple(bit + 1 for bit in cells_of(mask))
