"""Symmetries of layouts and of puzzles: canonical forms, equivalence, automorphisms, sets of puzzles up to symmetry.

A symmetry of a layout exchanges rows and columns, and perhaps transposes, such that units go to units. For Sudokus and
Latin squares they are known: lines within blocks, whole blocks, and the transposition if bands are like stacks. With
diagonals, irregular regions or the constraints of variants few remain, and a search lists them.

For forms and equivalence, clues such as cages and thermometers go with their cells: see `moved_clues`.

Digits can be renamed at will, unless constraints depend on them. Then they stay, or each d becomes n + 1 − d where this
leaves all constraints together as they are.

The form of a puzzle is the least of all equivalent puzzles, read row by row, with blanks before digits. Its layout is
the plainest one with the same rules, with boxes r×c such that r ≤ c. A jigsaw is turned or reflected until its regions,
numbered in order, are the least line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from math import factorial
from operator import itemgetter
from typing import NamedTuple

from casbridge.board.peers import mask_of
from casbridge.brief import Brief
from casbridge.chance import Chance
from casbridge.counting.symmetries import Permutation, wreath_order
from casbridge.drawings import record_html
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.making.minlex import Lines, Way, least
from casbridge.making.moved_clues import least_by_lines, least_of
from casbridge.making.transformations import (
    Transformation,
    from_cells,
    from_lines,
    identity,
    in_order,
    moved_constraints,
    plainest,
    to_canonical,
)
from casbridge.making.words import LineImages, inverse
from casbridge.puzzles.layouts import Layout, Unit, with_constraints
from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.puzzles.variants.protocol import WholeGrid, beside

_MOST_ELEMENTS = 100_000
_MOST_SYMMETRIES = 6_000
#: Up to this side all symmetries are tried where clues move.
_SMALL_SIDE = 4
_MOST_STEPS = 2_000_000
#: A form, row by row, and the ways to it.
_Ways = tuple[tuple[int, ...], list[Way]]
#: Where the lines go, and whether the digits are reversed.
_WithDigits = tuple[LineImages, bool]


@lru_cache(maxsize=64)
def _free_lines(layout: Layout) -> Lines | None:
    """The lines that are exchanged freely within blocks; None with diagonals, regions, constraints, and for graphs."""
    if layout.diagonals or layout.constraints or not layout.is_grid:
        return None
    n, plain = layout.side, plainest(layout)
    if plain.box is not None:
        return Lines(n, *plain.box)
    return Lines(n, n, n) if plain.regions is None else None


def number_of_symmetries(layout: Layout, deadline: Deadline = NEVER) -> int:
    """The number of symmetries: permutations of the cells, without new names of digits.

    Raises LimitError at the deadline, and if there are too many to list; UnsupportedError for a graph.

    >>> from casbridge.puzzles import latin, sudoku
    >>> [number_of_symmetries(layout) for layout in (sudoku(3, 3), sudoku(2, 3), latin(4), sudoku(3, 3, True))]
    [3359232, 3456, 1152, 96]
    """
    lines = _free_lines(layout)
    if lines is None:
        return len(_listed_symmetries(layout, deadline))
    n, rows, columns = lines
    order = wreath_order(rows, n // rows) * wreath_order(columns, n // columns)
    return 2 * order if rows == columns and n > 1 else order


def random_transformation(
    layout: Layout, chance: Chance, *, relabel: bool = True, deadline: Deadline = NEVER
) -> Transformation:
    """A transformation of a layout onto itself, all equally likely. For a graph only the colours change.

    relabel: whether digits get new names too.
    Raises LimitError at the deadline, and if the symmetries are too many to list.

    >>> from casbridge.puzzles import sudoku
    >>> one = random_transformation(sudoku(3, 3), Chance(5))
    >>> one == random_transformation(sudoku(3, 3), Chance(5)), one.target == one.source
    (True, True)
    """
    if layout.relations:
        chosen = chance.pick([pair for pair in _with_digits(layout, deadline) if relabel or not pair[1]])
        return from_lines(layout, chosen[0], range(layout.digits, 0, -1) if chosen[1] else None)
    digits = chance.shuffled(range(1, layout.digits + 1)) if relabel else None
    if not layout.is_grid:
        return from_cells(layout, range(layout.cells), digits)
    lines = _free_lines(layout)
    if lines is None:
        return from_lines(layout, chance.pick(_listed_symmetries(layout, deadline)), digits)
    n, *sizes = lines
    images = []
    for size in sizes:
        blocks = [chance.shuffled(range(start, start + size)) for start in range(0, n, size)]
        images.append(inverse(list(chain.from_iterable(chance.shuffled(blocks)))))
    transposed = sizes[0] == sizes[1] and n > 1 and bool(chance.below(2))
    return from_lines(layout, LineImages(transposed, *images), digits)


def _listed_symmetries(layout: Layout, deadline: Deadline = NEVER) -> tuple[LineImages, ...]:
    """All symmetries of a grid, the identity first. Raises LimitError for more than 6,000."""
    if not layout.is_grid:
        raise UnsupportedError(f"the symmetries of a {layout.description}: only grids' are known")
    return tuple(lines for lines, is_reversed in _with_digits(layout, deadline) if not is_reversed)


def _with_digits(layout: Layout, deadline: Deadline = NEVER) -> tuple[_WithDigits, ...]:
    """All symmetries of a grid, each with whether the digits are reversed: only where constraints depend on them."""
    found = _listed(plainest(layout), Unkeyed(deadline))
    if isinstance(found, str):
        raise LimitError(f"the symmetries of a {layout.description}: {found}")
    return found


def _marked(layout: Layout) -> list[Unit]:
    """The boxes, regions, diagonals and cells of constraints. A symmetry takes each to one of its kind."""
    units = [unit for unit in layout.units if unit.kind not in ("row", "column")]
    for one in layout.constraints:
        found = one.relations(layout.side, layout.constraints)
        units += [Unit(one.key, relation.name, tuple(sorted(relation.cells))) for relation in found]
    return units


@lru_cache(maxsize=32)
def _listed(layout: Layout, unkeyed: Unkeyed) -> tuple[_WithDigits, ...] | str:
    """All symmetries, or why they cannot be listed: both are found out only once.

    Rows and columns get their places in turn, as long as boxes, regions, diagonals and the cells of constraints can go
    to their like, and cells that must touch do.
    """
    n = layout.side
    units = _marked(layout)
    near: list[list[int]] = [[] for _ in range(layout.cells)]
    for a, b in chain.from_iterable(one.touching(n) for one in layout.constraints):
        near[a].append(b)
        near[b].append(a)
    units_of = [[number for number, unit in enumerate(units) if cell in unit.cells] for cell in range(layout.cells)]
    masks = list(map(mask_of, units_of))
    alike = [mask_of(at for at, other in enumerate(units) if other.kind == unit.kind) for unit in units]
    found: list[_WithDigits] = []
    steps = 0
    stack = [_Placed(transposed, (), (), alike, alike) for transposed in ((True, False) if n > 1 else (False,))]
    while stack:
        placed = stack.pop()
        if len(placed.columns) == n:
            lines = LineImages(placed.transposed, placed.rows, placed.columns)
            for is_reversed in (False, True) if layout.relations else (False,):
                digits = tuple(range(n, 0, -1)) if is_reversed else None
                if moved_constraints(layout, lines.cells, digits) == layout.constraints:
                    found.append((lines, is_reversed))
            if len(found) > _MOST_SYMMETRIES:
                return f"there are more than {_MOST_SYMMETRIES}"
            continue
        steps += 1
        if steps > _MOST_STEPS:
            return "the search for them takes too long"
        unkeyed.deadline.check("no list of symmetries")
        taken = placed.rows if placed.is_row_next else placed.columns
        longer = (placed.with_line(place, n, units_of, masks, near) for place in set(range(n)).difference(taken))
        stack += [one for one in longer if one is not None]
    return tuple(sorted(found))


class _Placed(NamedTuple):
    """The places of the first rows and columns: one row, one column, the next row, and so on.

    images, origins: for each unit, as bits: its possible images, and the units that may become its image.
    """

    transposed: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    images: list[int]
    origins: list[int]

    @property
    def is_row_next(self) -> bool:
        return len(self.rows) == len(self.columns)

    def with_line(
        self, place: int, n: int, units_of: Sequence[Sequence[int]], masks: Sequence[int], near: Sequence[Sequence[int]]
    ) -> _Placed | None:
        """After the next row or column goes to a place; None if then a unit has no image, or cells do not touch.

        units_of, masks: for each cell its units, as numbers and as bits. near: for each cell those that must touch it.
        """
        last, images, origins = len(self.rows), self.images.copy(), self.origins.copy()
        if self.is_row_next:
            rows, columns, crossings = (*self.rows, place), self.columns, [(last, j) for j in range(last)]
        else:
            rows, columns, crossings = self.rows, (*self.columns, place), [(i, last - 1) for i in range(last)]
        for i, j in crossings:  # where the new line crosses the lines of the other kind
            cell = j * n + i if self.transposed else i * n + j
            image = rows[i] * n + columns[j]
            if len(units_of[cell]) != len(units_of[image]):
                return None
            if near[cell] and not _touch(image, near[cell], n, self.transposed, rows, columns):
                return None
            for unit in units_of[cell]:
                images[unit] &= masks[image]
            for unit in units_of[image]:
                origins[unit] &= masks[cell]
        if not (all(images) and all(origins)):
            return None
        return _Placed(self.transposed, rows, columns, images, origins)


def _touch(
    image: int, near: Sequence[int], n: int, transposed: bool, rows: Sequence[int], columns: Sequence[int]
) -> bool:
    """Whether the image of a cell touches those of its neighbours, as far as they have a place."""
    for other in near:
        i, j = divmod(other, n)[:: -1 if transposed else 1]
        if i < len(rows) and j < len(columns) and not beside(image, rows[i] * n + columns[j], n, corners=True):
            return False
    return True


class Unkeyed(NamedTuple):
    """A deadline that is no part of the key: all of these are equal, so a kept result serves every deadline.

    >>> Unkeyed(Deadline.after(1)) == Unkeyed(Deadline.after(2)), len({Unkeyed(Deadline()), Unkeyed(Deadline())})
    (True, 1)
    """

    deadline: Deadline

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unkeyed)

    def __hash__(self) -> int:
        return 0


class CanonicalForm(NamedTuple):
    """The least equivalent puzzle, and a transformation that leads to it. For a solution all cells are given.

    >>> from casbridge.puzzles import latin
    >>> canonical_form(Puzzle(latin(2), (2, 0, 0, 0))).puzzle.line
    '...1'
    """

    puzzle: Puzzle
    transformation: Transformation

    def _repr_html_(self) -> str:
        return record_html(self)


@dataclass(frozen=True, repr=False)
class AutomorphismGroup(Brief):
    """The transformations that take a puzzle to itself.

    order: the number of symmetries of the layout that do so, with the new names of digits that they need.
    generators: transformations that generate these.
    relabellings: the number of ways to rename the digits that do not occur.
    """

    layout: Layout
    order: int
    generators: tuple[Transformation, ...]
    relabellings: int

    def elements(self) -> Iterator[Transformation]:
        """All of them, the identity first. Raises LimitError for more than 100,000.

        >>> from casbridge.puzzles import sudoku
        >>> group = automorphism_group(Puzzle(sudoku(2, 2), (1, *(0,) * 15)))
        >>> sorted(str(element) for element in group.elements())[:2]
        ['exchange columns 3 and 4', 'exchange rows 3 and 4']
        """
        if self.order > _MOST_ELEMENTS:
            raise LimitError(f"{self.order} automorphisms: at most {_MOST_ELEMENTS} are listed")
        count = self.layout.cells
        start = tuple(range(count + self.layout.digits + 2))  # the identity
        for points in _group(start, list(map(_points, self.generators)), key=tuple).values():
            digits = tuple([point - count + 1 for point in points[count : count + self.layout.digits]])
            yield Transformation(self.layout, self.layout, points[:count], digits)

    @cached_property
    def orbit(self) -> int:
        """The number of different equivalent puzzles on this layout.

        >>> from casbridge.puzzles import sudoku
        >>> automorphism_group(Puzzle(sudoku(2, 2), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))).orbit
        96
        """
        if self.layout.relations:
            return len(_with_digits(self.layout)) // self.order
        renamings = factorial(self.layout.digits)
        return number_of_symmetries(self.layout) * renamings // (self.order * self.relabellings)


def canonical_form(grid: Puzzle | Solution, deadline: Deadline = NEVER) -> CanonicalForm:
    """The least of all puzzles that are equivalent to this one. Of a solution, the full grid counts.

    Two puzzles are equivalent if and only if their forms are equal. Layouts count by their rules: boxes 1×n make a
    Latin square, and a jigsaw whose regions are boxes is that Sudoku. Other jigsaws can be turned and reflected; an
    exchange of rows or columns that makes other regions does not count. The clues of variants may go to other cells:
    an exchange counts if each of them becomes a clue of its kind.

    Raises UnsupportedError for graphs.
    Raises LimitError at the deadline, and if too many symmetries tie: in large Latin squares that are very regular, and
    in large grids with few clues.

    >>> from casbridge.puzzles import sudoku
    >>> form = canonical_form(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    >>> form.puzzle.line
    '...1.2....3.4...'
    >>> print(form.transformation)
    exchange rows 3 and 4; exchange stacks 1 and 2; digits 1→2→3→4→1
    """
    layout, digits = _layout_and_digits(grid)
    if not all(isinstance(one, WholeGrid) for one in layout.constraints):
        way = _with_moved_clues(layout, digits, deadline)
        return CanonicalForm(way(Puzzle(layout, digits)), way)
    turn, (form, ways) = _leading(grid, deadline)
    return CanonicalForm(Puzzle(turn.target, form), _transformation(turn, ways[0]))


def equivalent(
    first: Puzzle | Solution, second: Puzzle | Solution, deadline: Deadline = NEVER
) -> Transformation | None:
    """A transformation that takes the first to the second, or None if they are not equivalent.

    Puzzles are compared by `canonical_form`, with the same errors, and solutions as full grids.

    >>> from casbridge.puzzles import sudoku
    >>> layout = sudoku(2, 2)
    >>> print(equivalent(Puzzle(layout, (1, *(0,) * 15)), Puzzle(layout, (*(0,) * 13, 3, 0, 0))))
    exchange bands 1 and 2; exchange rows 3 and 4; exchange columns 1 and 2; digits 1→3→2→1
    >>> equivalent(Puzzle(layout, (1, 2, *(0,) * 14)), Puzzle(layout, (1, 1, *(0,) * 14))) is None
    True
    """
    one, other = canonical_form(first, deadline), canonical_form(second, deadline)
    if one.puzzle != other.puzzle:
        return None
    return one.transformation.then(other.transformation.inverse())


def automorphism_group(grid: Puzzle | Solution, deadline: Deadline = NEVER) -> AutomorphismGroup:
    """The transformations that take a puzzle to itself. Of a solution, the full grid counts.

    Errors are those of `canonical_form`.

    >>> from casbridge.puzzles import sudoku
    >>> group = automorphism_group(Puzzle(sudoku(3, 3), (0,) * 81))
    >>> group.order, len(group.generators), group.relabellings
    (3359232, 17, 362880)
    """
    turn, (_, ways) = _leading(grid, deadline)
    layout, digits = _layout_and_digits(grid)
    back = _transformation(turn, ways[0]).inverse()
    tied = [_transformation(turn, way).then(back) for way in deadline.over(ways, "no group", every=1)]
    lines = _free_lines(layout)
    exchanges, number = _blank_exchanges(digits, lines) if lines else ([], 1)
    blank = [from_lines(layout, images) for images in exchanges]
    absent = 0 if layout.relations else layout.digits - len(set(digits) - {0})
    # With free lines, a symmetry that leaves every clue in its place only exchanges blank lines.
    marked = [cell for cell, digit in enumerate(digits) if digit] if lines else range(layout.cells)
    if layout.relations:
        marked = range(layout.cells + layout.digits)  # the names of digits too
    generators = (*blank, *_generators(tied, marked, deadline))
    return AutomorphismGroup(layout, len(tied) * number, generators, factorial(absent))


def _with_moved_clues(layout: Layout, digits: tuple[int, ...], deadline: Deadline) -> Transformation:
    """The way to the form of a grid with clues, which move with their cells."""
    grid = with_constraints(layout.plain, [one for one in layout.constraints if isinstance(one, WholeGrid)])
    # A clue may not stand the turn, such as a number that is read from the left.
    for turn in (to_canonical(grid), identity(grid)):
        lines = _free_lines(turn.target)
        if lines is not None and layout.side > _SMALL_SIDE:
            way = least_by_lines(layout, digits, lines, turn.cells, deadline)
        else:
            images = [lines.cells for lines in _listed_symmetries(turn.target, deadline)]
            symmetries = [tuple([image[cell] for cell in turn.cells]) for image in images]
            way = least_of(layout, digits, symmetries, deadline)
        if way is not None:
            return way
    raise AssertionError("the identity is a way")


class Seen:
    """A set of puzzles, to tell which ones are new.

    up_to_symmetry: whether equivalent puzzles count as one. Then errors are those of `canonical_form`.

    >>> from casbridge.puzzles import sudoku
    >>> one, other = (Puzzle(sudoku(2, 2), (digit, *(0,) * 15)) for digit in (1, 2))
    >>> seen = Seen([one])
    >>> seen.add(other), seen.add(one), len(seen)
    (True, False, 2)
    >>> Seen([one], up_to_symmetry=True).add(other)
    False
    """

    def __init__(self, puzzles: Iterable[Puzzle] = (), *, up_to_symmetry: bool = False) -> None:
        self._up_to_symmetry = up_to_symmetry
        self._numbers: dict[Layout, int] = {}
        self._known: set[tuple[int, bytes]] = set()
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle. Returns whether it is new."""
        if self._up_to_symmetry:
            puzzle = canonical_form(puzzle).puzzle
        number = self._numbers.setdefault(in_order(puzzle.layout), len(self._numbers))
        wide = puzzle.layout.digits > 255
        key = number, repr(puzzle.givens).encode() if wide else bytes(puzzle.givens)
        before = len(self._known)
        self._known.add(key)
        return len(self._known) > before

    def __len__(self) -> int:
        return len(self._known)


def _layout_and_digits(grid: Puzzle | Solution) -> tuple[Layout, tuple[int, ...]]:
    return (grid.puzzle.layout, grid.digits) if isinstance(grid, Solution) else (grid.layout, grid.givens)


def _leading(grid: Puzzle | Solution, deadline: Deadline) -> tuple[Transformation, _Ways]:
    """A turn to the layout of the form; then the form and the ways to it."""
    layout, digits = _layout_and_digits(grid)
    if not layout.is_grid:
        raise UnsupportedError(f"a canonical form of a {layout.description}: only grids have one here")
    turn = to_canonical(layout)
    turned = turn(Puzzle(layout, digits)).givens
    lines = _free_lines(turn.target)
    return turn, least(turned, lines, deadline) if lines else _least_listed(turned, turn.target, deadline)


def _transformation(turn: Transformation, way: Way) -> Transformation:
    transposed, rows, columns, labels = way
    return turn.then(from_lines(turn.target, LineImages(transposed, inverse(rows), inverse(columns)), labels[1:]))


def _least_listed(digits: tuple[int, ...], layout: Layout, deadline: Deadline) -> _Ways:
    """The least form, by trying each of a few symmetries."""
    n = layout.side
    grid = [digits[row * n : (row + 1) * n] for row in range(n)]
    best: list[list[int]] = []
    ways: list[Way] = []
    for (transposed, rows, columns), is_reversed in _with_digits(layout, deadline):
        deadline.check("no canonical form")
        source = list(zip(*grid, strict=True)) if transposed else grid
        row_at, column_at = inverse(rows), inverse(columns)
        labels = {0: 0}
        if layout.relations:
            labels |= {digit: n + 1 - digit if is_reversed else digit for digit in range(1, n + 1)}
        made: list[list[int]] = []
        less = not best
        for place, row in enumerate(row_at):
            line = [labels.setdefault(source[row][column], len(labels)) for column in column_at]
            if not less and line > best[place]:
                break
            less = less or line < best[place]
            made.append(line)
        else:
            if less:
                best, ways = made, []
            names = tuple([labels.setdefault(digit, len(labels)) for digit in range(n + 1)])
            ways.append((transposed, row_at, column_at, names))
    return tuple([digit for line in best for digit in line]), ways


_Key = Callable[[Permutation], Hashable]
_Group = dict[Hashable, Permutation]


def _points(element: Transformation) -> Permutation:
    """One permutation of the cells, the digits, and two points that a transposition exchanges: products are quick."""
    end, transposed = len(element.cells) + len(element.digits), element.lines.transposed
    digits = [len(element.cells) + digit - 1 for digit in element.digits]
    return (*element.cells, *digits, end + transposed, end + 1 - transposed)


def _group(start: Permutation, generators: list[Permutation], key: _Key, deadline: Deadline = NEVER) -> _Group:
    """All products of generators, from the identity on. Those with the same key count as one."""
    found, todo = {key(start): start}, [start]
    for element in todo:
        deadline.check("no group")
        for generator in generators:
            product = tuple([generator[point] for point in element])
            if found.setdefault(key(product), product) is product:
                todo.append(product)
    return found


def _generators(elements: Sequence[Transformation], cells: Sequence[int], deadline: Deadline) -> list[Transformation]:
    """A few of these elements that generate all of them, up to those that leave each of these cells in its place.

    elements: the identity first, and one for each way in which the symmetries of a puzzle permute the cells, and
        transpose or not.
    """
    start = _points(elements[0])
    key = itemgetter(*cells, len(start) - 1)
    found: _Group = {key(start): start}
    chosen: list[Transformation] = []
    for element in elements:
        if key(_points(element)) not in found:
            chosen.append(element)
            found = _group(start, list(map(_points, chosen)), key, deadline)
    return chosen


def _blank_exchanges(digits: Sequence[int], lines: Lines) -> tuple[list[LineImages], int]:
    """Exchanges of two blank lines of a block, and of two blank blocks; and the number of all that they generate."""
    n = lines.side
    exchanges, number = [], 1
    for are_rows, size in ((True, lines.rows), (False, lines.columns)):
        cells = [slice(line * n, (line + 1) * n) if are_rows else slice(line, None, n) for line in range(n)]
        blank = [line for line in range(n) if not any(digits[cells[line]])]
        blocks = [[line for line in blank if line // size == block] for block in range(n // size)]
        whole = [block for block in blocks if len(block) == size]
        for alike in (*([[line] for line in block] for block in blocks), whole):
            number *= factorial(len(alike))
            for one, other in pairwise(alike):
                images = list(range(n))
                for a, b in zip(one, other, strict=True):
                    images[a], images[b] = b, a
                exchanges.append(LineImages.of_one_kind(images, are_rows))
    return exchanges, number
