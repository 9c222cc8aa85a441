"""Layouts: cells, pairs of cells that must differ, and relations. A puzzle is a layout with some cells given.

cell       0 … cells−1, row by row (a vertex for a graph)
digit      1 … digits
unit       cells that are pairwise different; with as many cells as digits, a permutation of the digits
relation   what else the digits of some cells must fulfil: of variants only, see `casbridge.puzzles.variants`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from math import isqrt
from operator import itemgetter

from casbridge.brief import Brief
from casbridge.drawings import Shown
from casbridge.errors import InputError, UnsupportedError
from casbridge.puzzles.variants import KINDS, SandwichSum
from casbridge.puzzles.variants.protocol import Constraint, WholeGrid, cell_name
from casbridge.puzzles.variants.relations import Relation

#: The families of puzzles.
FAMILIES = ("sudoku", "jigsaw", "latin", "graph")
#: The largest side of a grid.
LARGEST_SIDE = 64
#: The most vertices of a graph.
LARGEST_GRAPH = 20_000
#: The largest number of vertices times the number of colours: each pair is a candidate.
_MOST_CANDIDATES = 1_000_000


@dataclass(frozen=True, slots=True)
class Unit(Shown):
    """Cells that must be pairwise different, with a kind ("row") and a name ("row 3") for messages.

    >>> latin(3).units[2]
    Unit(kind='row', name='row 3', cells=(6, 7, 8))
    """

    kind: str
    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Layout(Brief, Shown):
    """A grid of side `digits`, or a graph.

    family: "sudoku" (rows, columns, boxes), "jigsaw" (rows, columns, regions), "latin" (rows, columns) or "graph".
    box: (rows, columns) of a box, for "sudoku".
    regions: the region of every cell, 0 … digits−1, for "jigsaw".
    diagonals: whether the two main diagonals are units too.
    cells: the number of cells; side² for grids, the number of vertices for graphs.
    edges: pairs of vertices that must differ, for "graph".
    constraints: those of variants on a grid, in the order of `with_constraints`, which makes such layouts.

    >>> layout = sudoku(2, 2)
    >>> layout.description, len(layout.units), layout.cell_name(6), layout.block_of(6)
    ('4×4 Sudoku with boxes 2×2', 12, 'r2c3', 1)
    """

    family: str
    digits: int
    cells: int
    box: tuple[int, int] | None = None
    regions: tuple[int, ...] | None = None
    diagonals: bool = False
    edges: tuple[tuple[int, int], ...] = ()
    constraints: tuple[Constraint, ...] = ()

    @property
    def is_grid(self) -> bool:
        """Whether the layout is a grid, not a graph."""
        return self.family != "graph"

    @property
    def side(self) -> int:
        """The side of a grid (the number of digits)."""
        return self.digits

    def cell_name(self, cell: int) -> str:
        """r3c4 for a grid's cell, v7 for a graph's vertex."""
        return cell_name(cell, self.side) if self.is_grid else f"v{cell + 1}"

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Rows, columns, boxes or regions, diagonals, those of constraints, in this order; for a graph one an edge.

        A pair of cells that must differ is a unit only if no other unit has both cells.
        """
        if not self.is_grid:
            return tuple(Unit("edge", f"edge v{a + 1}-v{b + 1}", (a, b)) for a, b in self.edges)
        n = self.side
        units = [Unit("row", f"row {r + 1}", tuple(r * n + c for c in range(n))) for r in range(n)]
        units += [Unit("column", f"column {c + 1}", tuple(r * n + c for r in range(n))) for c in range(n)]
        if self.box or self.regions:
            kind = "box" if self.box else "region"
            blocks: list[list[int]] = [[] for _ in range(n)]
            for cell in range(self.cells):
                blocks[self.block_of(cell)].append(cell)
            units += [Unit(kind, f"{kind} {b + 1}", tuple(cells)) for b, cells in enumerate(blocks)]
        if self.diagonals:
            units.append(Unit("diagonal", "diagonal 1", tuple(i * n + i for i in range(n))))
            units.append(Unit("diagonal", "diagonal 2", tuple(i * n + n - 1 - i for i in range(n))))
        groups = [group for constraint in self.constraints for group in constraint.groups(n)]
        units += [Unit(*group) for group in groups if len(group.cells) > 2]
        if any(len(group.cells) == 2 for group in groups):
            there = {pair for unit in units for pair in combinations(unit.cells, 2)}
            units += [Unit(*group) for group in groups if len(group.cells) == 2 and group.cells not in there]
        return tuple(units)

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The conditions on digits beside the units, in the order of the constraints.

        A stage that works with a layout heeds the relations, or refuses a layout that has some: `require_no_relations`.

        >>> from casbridge.puzzles.variants import Parity
        >>> with_constraints(latin(3), [Parity(0, True)]).relations[0].name
        'r1c1 is even'
        """
        return tuple(relation for one in self.constraints for relation in one.relations(self.digits, self.constraints))

    @cached_property
    def clues(self) -> tuple[tuple[int, ...], ...]:
        """The relations by their places, those of one clue together; a rule for the whole grid has a clue for each.

        >>> from casbridge.puzzles.variants import Thermometer
        >>> with_constraints(latin(3), [Thermometer((0, 1, 2))]).clues
        ((0, 1),)
        """
        found: list[tuple[int, ...]] = []
        start = 0
        for one in self.constraints:
            end = start + sum(1 for _ in one.relations(self.digits, self.constraints))
            places = tuple(range(start, end))
            found += [(place,) for place in places] if isinstance(one, WholeGrid) else [places] if places else []
            start = end
        return tuple(found)

    def constraint_of(self, relation: int) -> Constraint:
        """The constraint of the relation at this place.

        >>> from casbridge.puzzles.variants import Parity, Thermometer
        >>> with_constraints(latin(3), [Parity(0, True), Thermometer((0, 1, 2))]).constraint_of(1)
        Thermometer(cells=(0, 1, 2))
        """
        counted = accumulate(sum(1 for _ in one.relations(self.digits, self.constraints)) for one in self.constraints)
        return next(one for one, end in zip(self.constraints, counted, strict=True) if relation < end)

    def require_no_relations(self, what: str) -> None:
        """Raise UnsupportedError if there are relations: `what` does not heed them.

        >>> from casbridge.puzzles.variants import Parity
        >>> with_constraints(latin(3), [Parity(0, True)]).require_no_relations("a count by bands")
        Traceback (most recent call last):
        casbridge.errors.UnsupportedError: a count by bands does not heed even and odd cells
        """
        if self.relations:
            named = dict.fromkeys(one.plural for one in self.constraints if one.has_relations)
            raise UnsupportedError(f"{what} does not heed {', '.join(named)}")

    @property
    def plain(self) -> Layout:
        """The layout without its constraints."""
        return replace(self, constraints=()) if self.constraints else self

    def block_of(self, cell: int) -> int:
        """The box or region of a cell; 0 where the layout has none."""
        if self.box is None:
            return self.regions[cell] if self.regions is not None else 0
        rows, columns = self.box
        row, column = divmod(cell, self.digits)
        return row // rows * rows + column // columns

    @cached_property
    def different(self) -> dict[tuple[int, int], Unit]:
        """Every pair of cells (a < b) that must differ, with the first unit that says so, ascending."""
        pairs: dict[tuple[int, int], Unit] = {}
        for unit in self.units:
            for pair in combinations(unit.cells, 2):  # the cells of a unit ascend
                pairs.setdefault(pair, unit)
        return {pair: pairs[pair] for pair in sorted(pairs)}

    def is_filled_rightly(self, digits: Sequence[int]) -> bool:
        """Whether every cell has a digit, no unit has one twice, and the relations hold.

        This is the quick form of `Puzzle.violation`.
        """
        if len(digits) != self.cells or (digits and not (min(digits) >= 1 and max(digits) <= self.digits)):
            return False
        if not all(len(set(cells_of(digits))) == size for cells_of, size in self._unit_getters):
            return False
        return not self.constraints or all(one.holds([digits[cell] for cell in one.cells]) for one in self.relations)

    @cached_property
    def _unit_getters(self) -> list[tuple[Callable[[Sequence[int]], tuple[int, ...]], int]]:
        return [(itemgetter(*unit.cells), len(unit.cells)) for unit in self.units if len(unit.cells) > 1]

    @property
    def description(self) -> str:
        """In words: "4×4 Sudoku with boxes 2×2"."""
        if not self.is_grid:
            return f"graph with {self.cells} vertices and {len(self.edges)} edges, {self.digits} colours"
        kind = {"jigsaw": "jigsaw Sudoku", "latin": "Latin square"}.get(self.family)
        if self.box is not None:
            kind = f"Sudoku with boxes {self.box[0]}×{self.box[1]}"
        more = dict.fromkeys(constraint.plural for constraint in self.constraints)
        diagonals = " and diagonals" if self.diagonals else ""
        return f"{self.side}×{self.side} {kind}{diagonals}{''.join(f', {plural}' for plural in more)}"


def box_shape(side: int) -> tuple[int, int]:
    """The default box of a grid: r the largest divisor of the side with r ≤ √side.

    >>> [box_shape(n) for n in (4, 6, 8, 9, 10, 12, 16, 25)]
    [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5)]
    """
    rows = max(r for r in range(1, isqrt(side) + 1) if side % r == 0)
    return rows, side // rows


def _side(side: int) -> int:
    if not 1 <= side <= LARGEST_SIDE:
        raise InputError(f"a grid of side {side}", expected=f"1 to {LARGEST_SIDE}")
    return side


@lru_cache(maxsize=64)
def sudoku(rows: int, columns: int, diagonals: bool = False) -> Layout:
    """The layout of a Sudoku whose boxes have `rows` rows and `columns` columns; its side is rows·columns.

    >>> sudoku(2, 3).description
    '6×6 Sudoku with boxes 2×3'
    """
    if rows < 1 or columns < 1:
        raise InputError(f"box {rows}x{columns}", expected="positive numbers of rows and columns")
    side = _side(rows * columns)
    return Layout("sudoku", side, side * side, box=(rows, columns), diagonals=diagonals)


@lru_cache(maxsize=64)
def jigsaw(regions: tuple[int, ...], diagonals: bool = False) -> Layout:
    """The layout of a jigsaw Sudoku.

    regions: the region of every cell, row by row, numbered 0 … side−1.

    >>> jigsaw((0, 0, 1, 1)).units[-1]
    Unit(kind='region', name='region 2', cells=(2, 3))
    """
    side = _side(isqrt(len(regions)))
    if side * side != len(regions):
        raise InputError(f"{len(regions)} cells with regions", expected="a square number of cells")
    for region in range(side):
        size = regions.count(region)
        if size != side:
            raise InputError(f"region {region + 1} has {size} cells", expected=f"{side} cells a region")
    return Layout("jigsaw", side, side * side, regions=regions, diagonals=diagonals)


@lru_cache(maxsize=64)
def latin(side: int, diagonals: bool = False) -> Layout:
    """The layout of a Latin square of a side.

    >>> latin(3, diagonals=True).description
    '3×3 Latin square and diagonals'
    """
    return Layout("latin", _side(side), side * side, diagonals=diagonals)


def graph(vertices: int, edges: tuple[tuple[int, int], ...], colours: int) -> Layout:
    """The layout of a graph to be coloured.

    vertices: their number; they are 0 … vertices−1.
    edges: between different vertices.

    >>> graph(3, ((0, 1), (1, 2)), 2).description
    'graph with 3 vertices and 2 edges, 2 colours'
    """
    if not 0 <= vertices <= LARGEST_GRAPH:
        raise InputError(f"a graph with {vertices} vertices", expected=f"at most {LARGEST_GRAPH}")
    if colours < 1:
        raise InputError(f"{colours} colours", expected="at least 1")
    if colours * max(1, vertices) > _MOST_CANDIDATES:
        most = _MOST_CANDIDATES // max(1, vertices)
        raise InputError(f"{colours} colours for {vertices} vertices", expected=f"at most {most} colours")
    unique = sorted({(min(a, b), max(a, b)) for a, b in edges})
    for a, b in unique:
        if a == b:
            raise InputError(f"an edge from vertex {a + 1} to itself", expected="edges between different vertices")
        if a < 0 or b >= vertices:
            raise InputError(f"edge {a + 1}-{b + 1}", expected=f"vertices 1 to {vertices}")
    return Layout("graph", colours, vertices, edges=tuple(unique))


def with_constraints(layout: Layout, constraints: Iterable[Constraint]) -> Layout:
    """A layout with further constraints, in their normal forms. Equal ones count once, and all are sorted.

    Layouts with the same constraints are equal. Raises InputError for a constraint that cannot stand on the grid, and
    for a graph.

    >>> from casbridge.puzzles.variants import Cage, Windoku
    >>> with_constraints(sudoku(2, 2), [Cage((0, 1), 5), Windoku()]).description
    '4×4 Sudoku with boxes 2×2, windows, killer cages'
    """
    added = (*layout.constraints, *constraints)
    if not added:
        return layout
    if not layout.is_grid:
        raise InputError(f"{added[0].plural} in a {layout.description}", expected="a grid")
    for one in added:
        if found := one.objection(layout.side):
            raise InputError(found, expected=f"{one.plural} that fit a {layout.plain.description}")
    normal = dict.fromkeys(one.normal(layout.side) for one in added)
    sums = [(one.is_row, one.line) for one in normal if isinstance(one, SandwichSum)]
    if len(set(sums)) < len(sums):
        raise InputError("two sums for one sandwich", expected="one for each row and column")
    ordered = sorted(normal, key=lambda one: (KINDS.index(type(one)), one.order))
    return replace(layout, constraints=tuple(ordered))
