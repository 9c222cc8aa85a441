"""Transformations: they turn a puzzle into an equivalent one. Cells go to cells, and digits get new names.

Units go to units and solutions to solutions, so both puzzles have the same number of solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from typing import Any, NamedTuple, TypeVar

from casbridge.counting.symmetries import Permutation
from casbridge.drawings import Shown, record_html
from casbridge.errors import InputError, UnsupportedError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.making.words import LineImages, in_words, inverse, read_words, turns
from casbridge.puzzles.layouts import Layout, Unit, graph, jigsaw, latin, sudoku, with_constraints
from casbridge.puzzles.printing import has_lines
from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.puzzles.variants import KINDS
from casbridge.puzzles.variants.protocol import Constraint

_Grid = TypeVar("_Grid", Puzzle, Solution)


@dataclass(frozen=True, eq=False)
class Transformation(Shown):
    """The place of each cell, and the new name of each digit.

    source, target: the layouts before and after. A box r×c may become c×r, the regions of a jigsaw may turn, and the
        vertices of a graph may get new numbers.
    cells: for every cell of the source its cell in the target.
    digits: the new digit for 1, 2, …

    `first.then(second)` is `second @ first`. `str` gives words, and `from_words` reads them.
    Two transformations are equal if they do the same to the same cells; the numbers of the regions do not matter.
    Raises InputError if a unit would go to cells that are no unit, and for constraints that cannot be moved so.

    >>> transposed = from_words("transpose", sudoku(2, 3))
    >>> transposed.target.description
    '6×6 Sudoku with boxes 3×2'
    >>> transposed.then(transposed.inverse()) == identity(sudoku(2, 3))
    True
    >>> moved = from_words("exchange rows 1 and 2; digits 1→4→1", sudoku(2, 2))
    >>> moved(Puzzle(sudoku(2, 2), (1, 2, 3, *(0,) * 13))).line
    '....423.........'
    """

    source: Layout
    target: Layout
    cells: Permutation
    digits: Permutation

    def __post_init__(self) -> None:
        source, target = self.source, self.target
        if (source.cells, source.digits) != (target.cells, target.digits):
            raise InputError(f"a transformation from a {source.description} to a {target.description}")
        cells, digits = range(source.cells), range(1, source.digits + 1)
        for images, wanted, what in ((self.cells, cells, "cells"), (self.digits, digits, "digits")):
            if sorted(images) != list(wanted):
                expected = f"each of {wanted.start} to {wanted.stop - 1} once"
                raise InputError(f"{what} {list(images[:30])}", expected=expected)
        moved = moved_constraints(source, self.cells, self.digits)
        if isinstance(moved, str):
            raise InputError(moved, expected="constraints to constraints")
        stray = _stray_unit(source, target, self.cells)
        if stray is not None:
            raise InputError(f"{stray} does not become a unit of a {target.description}", expected="units to units")
        if moved != target.constraints:
            found = "constraints that do not become those of the target"
            raise InputError(found, expected="constraints to constraints")

    def __call__(self, grid: _Grid) -> _Grid:
        """The puzzle or solution, transformed. Raises InputError if its layout is not the source."""
        if isinstance(grid, Solution):
            return Solution(self(grid.puzzle), self._moved(grid.digits))
        if in_order(grid.layout) != in_order(self.source):
            raise InputError(f"a {grid.layout.description}", expected=f"a {self.source.description} to transform")
        return Puzzle(self.target, self._moved(grid.givens), grid.name)

    def _moved(self, digits: Sequence[int]) -> tuple[int, ...]:
        renamed = (0, *self.digits)
        moved = [0] * len(digits)
        for cell, digit in zip(self.cells, digits, strict=True):
            moved[cell] = renamed[digit]
        return tuple(moved)

    def then(self, after: Transformation) -> Transformation:
        """First this one, then `after`. Raises InputError if `after` starts from another layout."""
        if in_order(self.target) != in_order(after.source):
            expected = f"one from a {self.target.description} with these units"
            raise InputError(f"a transformation from a {after.source.description}", expected=expected)
        cells = tuple([after.cells[cell] for cell in self.cells])
        digits = tuple([after.digits[digit - 1] for digit in self.digits])
        return Transformation(self.source, after.target, cells, digits)

    def __matmul__(self, before: Transformation) -> Transformation:
        return before.then(self)

    def inverse(self) -> Transformation:
        """The transformation that undoes this one."""
        digits = tuple([digit + 1 for digit in inverse(self.digits)])
        return Transformation(self.target, self.source, inverse(self.cells), digits)

    @property
    def is_identity(self) -> bool:
        """Whether nothing moves and no digit changes."""
        return self == identity(self.source)

    @cached_property
    def _key(self) -> tuple[Layout, Layout, Permutation, Permutation]:
        return in_order(self.source), in_order(self.target), self.cells, self.digits

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Transformation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def lines(self) -> LineImages:
        """What happens to the rows and columns of a grid. Raises InputError for a graph."""
        if not self.source.is_grid:
            raise InputError("the rows of a graph", expected="a grid")
        return LineImages.of_cells(self.cells, self.source.side)

    def __str__(self) -> str:
        return in_words(self.source, self.target, self.cells, self.digits)

    def __repr__(self) -> str:
        return f"<Transformation of a {self.source.description}: {self}>"


def identity(layout: Layout) -> Transformation:
    """The transformation that changes nothing.

    >>> print(identity(latin(3)))
    identity
    """
    return Transformation(layout, layout, tuple(range(layout.cells)), tuple(range(1, layout.digits + 1)))


def from_cells(layout: Layout, cells: Sequence[int], digits: Sequence[int] | None = None) -> Transformation:
    """The transformation of a layout that takes cell i to cells[i] and digit d to digits[d − 1].

    A box r×c may become c×r, a jigsaw may turn or be reflected, the constraints of variants may go to other cells, and
    the vertices of a graph may get new numbers.
    Raises InputError if any other unit goes to cells that are no unit.

    >>> from_cells(graph(3, ((0, 1),), 2), (2, 1, 0)).target.edges
    ((1, 2),)
    """
    names = tuple(range(1, layout.digits + 1)) if digits is None else tuple(digits)
    is_permutation = sorted(cells) == list(range(layout.cells))  # else Transformation says what is wrong
    target = layout
    if is_permutation:
        moved = moved_constraints(layout, tuple(cells), names)
        image = _image(layout.plain, tuple(cells))
        # Constraints that cannot be moved are told of by Transformation.
        target = layout if isinstance(moved, str) else with_constraints(image, moved)
    return Transformation(layout, target, tuple(cells), names)


def moved_constraints(
    layout: Layout, cells: Permutation, digits: Permutation | None = None
) -> tuple[Constraint, ...] | str:
    """The constraints after cells and digits got new places and names; or what hinders it, in words.

    digits: the new names. Where constraints depend on digits, they may stay or be reversed, d → n + 1 − d; then a
        thermometer is turned round, and a cage has another sum. None for names that stay.

    >>> from casbridge.puzzles import with_constraints
    >>> from casbridge.puzzles.variants import Thermometer
    >>> moved_constraints(with_constraints(latin(2), [Thermometer((0, 1))]), (1, 0, 3, 2), (2, 1))
    (Thermometer(cells=(0, 1)),)
    """
    n, found = layout.digits, []
    names = tuple(range(1, n + 1))
    for one in layout.constraints:
        image = one.moved(cells, n)
        if image is None:
            return f"{one.plural}, which do not fit the places to which their cells go"
        if one.has_relations and digits is not None and digits != names:
            turned = image.turned_round(n) if digits == names[::-1] else None
            if turned is None:
                return f"new names of digits beside {one.plural}, which depend on them"
            image = turned
        found.append(image)
    return with_constraints(layout.plain, found).constraints if found else ()


def from_lines(layout: Layout, lines: LineImages, digits: Sequence[int] | None = None) -> Transformation:
    """The transformation of a grid whose rows and columns go to these places.

    >>> print(from_lines(sudoku(2, 2), LineImages(False, (1, 0, 2, 3), (0, 1, 2, 3))))
    exchange rows 1 and 2
    """
    return from_cells(layout, lines.cells, digits)


def from_words(text: str, layout: Layout, deadline: Deadline = NEVER) -> Transformation:
    """The transformation of a layout that the words describe.

    text: steps, with `;` between them:
        ``identity``, ``transpose``, ``half turn``, ``quarter turn clockwise``, ``quarter turn anticlockwise``,
        ``reflection in the middle row`` (``middle column``, ``other diagonal``),
        ``exchange rows 1 and 2`` (``columns``, ``bands``, ``stacks``, ``digits``; for a graph ``vertices``,
        ``colours``),
        and cycles, ``rows 1→2→1, 4→5→6→4``, also with ``->``.

    Raises InputError, with the step, for other words and for steps that together take a unit to cells that are no unit.
    Raises LimitError at the deadline.

    >>> layout = sudoku(3, 3)
    >>> from_words("half turn", layout) == from_words("transpose; reflection in the other diagonal", layout)
    True
    """
    cells, digits = read_words(text, layout, deadline)
    try:
        return from_cells(layout, cells, digits)
    except InputError as error:
        found = f"{printable(' '.join(text.split()), 80)!r}: {error.found}"
        raise InputError(found, expected=error.expected) from None


def is_symmetry(layout: Layout, cells: Permutation) -> bool:
    """Whether the cells take each unit to a unit.

    >>> is_symmetry(sudoku(2, 2), tuple(range(16))), is_symmetry(sudoku(2, 2), (1, 0, *range(2, 16)))
    (True, False)
    """
    if _stray_unit(layout, layout, cells) is not None:
        return False
    return moved_constraints(layout, cells) == layout.constraints


class NumberedPuzzle(NamedTuple):
    """A puzzle of the 64 groups.

    number, source: the number of this puzzle, from 1, and of the puzzle that it comes from.
    group: the number of its transformation, 1 to 64.

    >>> found = list(sixty_four_of_each([Puzzle(sudoku(2, 2), (1, *(0,) * 15))]))[1]
    >>> found.number, found.group, found.source, found.puzzle.line
    (2, 2, 1, '....1...........')
    """

    number: int
    group: int
    source: int
    puzzle: Puzzle
    transformation: Transformation

    def _repr_html_(self) -> str:
        return record_html(self)


@lru_cache(maxsize=8)
def sixty_four(layout: Layout) -> tuple[Transformation, ...]:
    """The 64 transformations by which 36 puzzles become 2304, in the order of their groups.

    They are 64 = 2⁶: six kinds of transformation, each done or not, in this order: the rows of every band are reversed,
    the columns of every stack, the bands, the stacks; transposition; digit d becomes n + 1 − d. Groups count as binary
    numbers do: group 1 has none of the six, group 2 the first, group 3 the second, group 4 both. The 64 form a group in
    the sense of algebra, which contains the turns and reflections of the square.

    The numbers are those of a book by Jin Jianming, whose chapter on the transformations is missing in our text; see
    docs/transformations.md.

    Raises UnsupportedError except for Sudokus with square boxes, no diagonals and no variants.

    >>> print(*sixty_four(sudoku(3, 3))[:3], sep="\\n")
    identity
    rows 1→3→1, 4→6→4, 7→9→7
    columns 1→3→1, 4→6→4, 7→9→7
    >>> len(set(sixty_four(sudoku(3, 3))))
    64
    """
    if layout.box is None or layout.box[0] != layout.box[1] or layout.box[0] < 2 or not has_lines(layout):
        what = f"the 64 transformations of a {layout.description}"
        raise UnsupportedError(f"{what}: they are for Sudokus with square boxes, without diagonals and variants")
    n, size = layout.side, layout.box[0]

    def reverse(what: str, length: int, end: int) -> Transformation:
        """Reverse each run of this length among 1 … end."""
        runs = [range(first, first + length) for first in range(1, end + 1, length)]
        cycles = [f"{run[k]}→{run[~k]}→{run[k]}" for run in runs for k in range(length // 2)]
        return from_words(f"{what} {', '.join(cycles)}", layout)

    found = [identity(layout)]
    for choice in (
        *(reverse(lines, size, n) for lines in ("rows", "columns")),
        *(reverse(blocks, size, size) for blocks in ("bands", "stacks")),
        from_words("transpose", layout),
        reverse("digits", n, n),
    ):
        found += [transformation.then(choice) for transformation in found]
    return tuple(found)


def sixty_four_of_each(puzzles: Sequence[Puzzle]) -> Iterator[NumberedPuzzle]:
    """All 64 groups, one after the other. A group has all puzzles, transformed in the same way.

    >>> made = list(sixty_four_of_each([Puzzle(sudoku(3, 3), (digit, *(0,) * 80)) for digit in range(1, 10)]))
    >>> len(made), made[-1].number, made[-1].group, made[-1].source
    (576, 576, 64, 9)
    """
    of_each = zip(*[sixty_four(puzzle.layout) for puzzle in puzzles], strict=True)
    numbers = count(1)
    for group, transformations in enumerate(of_each, 1):
        for source, (puzzle, transformation) in enumerate(zip(puzzles, transformations, strict=True), 1):
            yield NumberedPuzzle(next(numbers), group, source, transformation(puzzle), transformation)


def _image(layout: Layout, cells: Permutation) -> Layout:
    """The target for a layout without constraints. It is the source itself for symmetries and impossible cells."""
    if layout.family == "graph":
        return graph(layout.cells, tuple((cells[a], cells[b]) for a, b in layout.edges), layout.digits)
    if _stray_unit(layout, layout, cells) is None:
        return layout
    if layout.box is not None:
        turned = sudoku(layout.box[1], layout.box[0], layout.diagonals)
        return turned if _stray_unit(layout, turned, cells) is None else layout
    turned = _moved_regions(layout, cells)
    return turned if turned in _turned(layout) else layout


def _moved_regions(layout: Layout, cells: Permutation) -> Layout:
    if layout.regions is None:
        return layout
    return in_order(jigsaw(tuple([layout.regions[cell] for cell in inverse(cells)]), layout.diagonals))


@lru_cache(maxsize=64)
def _turned(layout: Layout) -> dict[Layout, tuple[Permutation, Permutation]]:
    """The layouts that are turns or reflections of a grid, each with the cells and digits of the first one found.

    Where constraints depend on digits, these may be reversed.
    """
    names = tuple(range(1, layout.digits + 1))
    plain = layout.plain
    found: dict[Layout, tuple[Permutation, Permutation]] = {}
    for digits in (names, names[::-1]) if layout.relations else (names,):
        for cells in (tuple(range(layout.cells)), *turns(layout.side).values()):
            moved = moved_constraints(layout, cells, digits)
            if not isinstance(moved, str):
                is_box = plain.regions is None
                image = _image(plain, cells) if is_box else _moved_regions(plain, cells)
                found.setdefault(with_constraints(image, moved), (cells, digits))
    return found


@lru_cache(maxsize=64)
def to_canonical(layout: Layout) -> Transformation:
    """The turn or reflection of a grid that leads to the layout of canonical forms.

    This is the plainest one, with boxes r×c such that r ≤ c, or with the least regions, and with the least constraints.

    >>> to_canonical(sudoku(3, 2)).target.box
    (2, 3)
    """
    plain = plainest(layout)
    cells, digits = min(_turned(plain).items(), key=lambda turned: _key_of(turned[0]))[1]
    same = identity(layout)
    return Transformation(layout, plain, same.cells, same.digits).then(from_cells(plain, cells, digits))


def _key_of(layout: Layout) -> tuple[object, ...]:
    return layout.box or (), layout.regions or (), constraint_keys(layout.constraints)


def constraint_keys(constraints: Iterable[Constraint]) -> tuple[tuple[int, tuple[Any, ...]], ...]:
    """What constraints are sorted by.

    >>> from casbridge.puzzles.variants import AntiKing
    >>> len(constraint_keys([AntiKing()]))
    1
    """
    return tuple((KINDS.index(type(one)), one.order) for one in constraints)


@lru_cache(maxsize=256)
def in_order(layout: Layout) -> Layout:
    """The layout with the regions of a jigsaw numbered in the order in which they first appear, row by row.

    Jigsaws with the same regions under other numbers become equal.

    >>> in_order(jigsaw((1, 0, 1, 0))).regions
    (0, 1, 0, 1)
    """
    if layout.regions is None:
        return layout
    numbers: dict[int, int] = {}
    regions = tuple([numbers.setdefault(region, len(numbers)) for region in layout.regions])
    if regions == layout.regions:
        return layout
    return with_constraints(jigsaw(regions, layout.diagonals), layout.constraints)


@lru_cache(maxsize=256)
def plainest(layout: Layout) -> Layout:
    """The plainest layout with the same rules: a Latin square, a Sudoku, or a jigsaw with its regions in order.

    >>> plainest(sudoku(1, 4)).description, plainest(jigsaw((0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3))).box
    ('4×4 Latin square', (2, 2))
    """
    if layout.box is None and layout.regions is None:
        return layout
    if layout.constraints:
        return with_constraints(plainest(layout.plain), layout.constraints)
    n, diagonals = layout.side, layout.diagonals
    plain = [latin(n, diagonals), *[sudoku(rows, n // rows, diagonals) for rows in range(2, n) if n % rows == 0]]
    return next((other for other in plain if _units(other).keys() == _units(layout).keys()), in_order(layout))


#: Kinds of units that may go to each other, under one name.
_KINDS = {"column": "row", "region": "box"}


@lru_cache(maxsize=256)
def _units(layout: Layout) -> dict[tuple[str, frozenset[int]], Unit]:
    """The units by kind and cells, without boxes and regions that are rows or columns."""
    lines = {frozenset(unit.cells) for unit in layout.units if unit.kind in ("row", "column")}
    found = {(_KINDS.get(unit.kind, unit.kind), frozenset(unit.cells)): unit for unit in layout.units}
    return {key: unit for key, unit in found.items() if key[0] != "box" or key[1] not in lines}


def _stray_unit(source: Layout, target: Layout, cells: Permutation) -> str | None:
    """The name of a unit that does not go to a unit of its kind, or None. Rows may become columns."""
    there = _units(target)
    for (kind, own), unit in _units(source).items():
        if (kind, frozenset([cells[cell] for cell in own])) not in there:
            return unit.name
    return None
