"""Canonical forms of puzzles whose clues move: cages, thermometers, dots and others go with their cells.

An exchange of rows or columns may take a cage to a cage elsewhere, or a dot to a dot. So two puzzles with different
clues may be equivalent. An exchange after which some clue is none of its kind, such as a thermometer in two parts, does
not count. Rules for the whole grid must stay as they are.

If few symmetries leave boxes, diagonals, regions and the rules for the whole grid as they are, each is tried. Else rows
and columns get their places in turn: one row, one column, the next row, and so on. What is then known of the image is
compared: the cells where placed lines cross, their givens, and the clues on them. The greatest comes first, and all
ways that tie are followed together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from casbridge.counting.symmetries import Permutation
from casbridge.errors import LimitError
from casbridge.limits import Deadline
from casbridge.making.minlex import Lines
from casbridge.making.transformations import (
    Transformation,
    constraint_keys,
    from_cells,
    identity,
    moved_constraints,
    plainest,
)
from casbridge.making.words import LineImages, inverse
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants import KINDS
from casbridge.puzzles.variants.protocol import Constraint, beside

_MOST_NODES = 100_000
_UNFINISHED = "no canonical form"

#: The places of the cells, and the new names of the digits.
_Way = tuple[Permutation, Permutation]


def least_of(
    layout: Layout, digits: Sequence[int], symmetries: Sequence[Permutation], deadline: Deadline
) -> Transformation | None:
    """The way to the least image under these symmetries; None if no image has clues.

    >>> from casbridge.limits import NEVER
    >>> from casbridge.puzzles import latin, with_constraints
    >>> from casbridge.puzzles.variants import Cage
    >>> layout = with_constraints(latin(2), [Cage((2, 3), 3)])
    >>> found = least_of(layout, (0,) * 4, [(0, 1, 2, 3), (2, 3, 0, 1)], NEVER)
    >>> found.target.constraints
    (Cage(cells=(0, 1), total=3, repeats=False),)
    """
    best: tuple[tuple[Any, ...], tuple[int, ...]] | None = None
    way: _Way | None = None
    for cells in deadline.over(symmetries, _UNFINISHED, every=10):
        places = inverse(cells)
        for names in _names(layout):
            moved = moved_constraints(layout, cells, names)
            if isinstance(moved, str):
                continue
            key = constraint_keys(moved)
            if best is not None and key > best[0]:
                continue
            image = [digits[cell] for cell in places]
            labels = _first_seen(image, layout.digits) if names is None else names
            found = key, tuple([labels[digit - 1] if digit else 0 for digit in image])
            if best is None or found < best:
                best, way = found, (cells, labels)
    return None if way is None else _of(layout, way)


def least_by_lines(
    layout: Layout, digits: Sequence[int], lines: Lines, turn: Permutation, deadline: Deadline
) -> Transformation | None:
    """The way to the first image, if rows and columns are exchanged freely within blocks; None if none has clues.

    turn: where the cells go before. lines: those of the grid after the turn.
    Raises LimitError where too many ways tie.

    >>> from casbridge.limits import NEVER
    >>> from casbridge.puzzles import sudoku, with_constraints
    >>> from casbridge.puzzles.variants import Cage
    >>> layouts = [with_constraints(sudoku(3, 3), [Cage((a, b), 9)]) for a, b in ((0, 1), (79, 80))]
    >>> ways = [least_by_lines(one, (0,) * 81, Lines(9, 3, 3), tuple(range(81)), NEVER) for one in layouts]
    >>> ways[0].target == ways[1].target
    True
    """
    where = tuple(range(layout.cells))
    views = []
    for names in _names(layout):
        turned = moved_constraints(layout, where, names)
        if isinstance(turned, str):
            continue
        given = [names[digit - 1] if digit and names else digit for digit in digits]
        both = (False, True) if lines.rows == lines.columns and lines.side > 1 else (False,)
        views += [_View.of(layout.side, turned, given, turn, transposed, names) for transposed in both]
    search = _Search(layout, lines, turn, deadline)
    leaf = search.first([_Node(view) for view in views])
    if leaf is None:
        return None
    return _of(layout, search.way(leaf))


def _names(layout: Layout) -> Sequence[Permutation | None]:
    """The new names of digits that clues allow; None where all do."""
    names = tuple(range(1, layout.digits + 1))
    return (names, names[::-1]) if layout.relations else (None,)


def _first_seen(image: Sequence[int], digits: int) -> Permutation:
    """Names of the digits in the order in which they occur; then those that do not."""
    labels: dict[int, int] = {}
    for digit in (*filter(None, image), *range(1, digits + 1)):
        labels.setdefault(digit, len(labels) + 1)
    return tuple([labels[digit] for digit in range(1, digits + 1)])


def _of(layout: Layout, way: _Way) -> Transformation:
    plain, same = plainest(layout), identity(layout)
    return Transformation(layout, plain, same.cells, same.digits).then(from_cells(plain, *way))


class _Mark(NamedTuple):
    """A clue on a cell: its number, the role of the cell, and the kind and the numbers of the clue."""

    clue: int
    role: int
    kind: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class _View:
    """A grid, perhaps transposed, perhaps with reversed digits, whose lines get new places.

    digits: row by row. marks, near: for each cell its clues, and the cells that must touch it. clues: for each clue its
    cells with their roles. runs: sets of cells whose lines stay side by side. names: of the digits.
    """

    side: int
    transposed: bool
    names: Permutation | None
    digits: tuple[int, ...]
    marks: tuple[tuple[_Mark, ...], ...]
    near: tuple[tuple[int, ...], ...]
    clues: tuple[tuple[tuple[int, int], ...], ...]
    runs: tuple[frozenset[int], ...]
    constraints: tuple[Constraint, ...]

    @classmethod
    def of(
        cls,
        side: int,
        constraints: Sequence[Constraint],
        digits: Sequence[int],
        turn: Permutation,
        transposed: bool,
        names: Permutation | None,
    ) -> _View:
        place = [cell % side * side + cell // side if transposed else cell for cell in turn]
        moved = [0] * len(place)
        for cell, digit in enumerate(digits):
            moved[place[cell]] = digit
        marks: list[list[_Mark]] = [[] for _ in place]
        near: list[list[int]] = [[] for _ in place]
        clues = []
        for number, one in enumerate(constraints):
            numbers, roles = one.roles(side)
            kind = KINDS.index(type(one)), *numbers, sum(map(len, roles))
            own = [(place[cell], role) for role, cells in enumerate(roles) for cell in cells]
            for cell, role in own:
                marks[cell].append(_Mark(number, role, kind))
            for a, b in one.touching(side):
                near[place[a]].append(place[b])
                near[place[b]].append(place[a])
            clues.append(tuple(own))
        kept = [tuple(own) for own in marks], [tuple(own) for own in near]
        runs = tuple(frozenset(place[cell] for cell in one.run(side)) for one in constraints)
        own_clues = tuple(clues), runs, tuple(constraints)
        return cls(side, transposed, names, tuple(moved), tuple(kept[0]), tuple(kept[1]), *own_clues)

    @cached_property
    def _full(self) -> tuple[list[int], list[int]]:
        """How much is in each row, and in each column."""
        n = self.side
        weight = [bool(digit) + len(own) for digit, own in zip(self.digits, self.marks, strict=True)]
        return [sum(weight[i * n : i * n + n]) for i in range(n)], [sum(weight[i::n]) for i in range(n)]

    @cached_property
    def _near_lines(self) -> tuple[list[set[int]], list[set[int]]]:
        """For each row the rows, and for each column the columns, that must be beside it."""
        n = self.side
        rows: list[set[int]] = [set() for _ in range(n)]
        columns: list[set[int]] = [set() for _ in range(n)]
        for cell, others in enumerate(self.near):
            for other in others:
                rows[cell // n] |= {other // n} - {cell // n}
                columns[cell % n] |= {other % n} - {cell % n}
        return rows, columns

    @cached_property
    def _run_lines(self) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
        """The sets of rows, and of columns, that stay side by side."""
        rows = {frozenset(cell // self.side for cell in run) for run in self.runs}
        return rows, {frozenset(cell % self.side for cell in run) for run in self.runs}

    def fits(self, lines: tuple[int, ...], are_rows: bool) -> bool:
        """Whether the last of these lines is beside all that must be, and those before it have all such lines."""
        for run in self._run_lines[0 if are_rows else 1]:
            if lines[-1] not in run and not run.isdisjoint(lines) and not run.issubset(lines):
                return False
        near = self._near_lines[0 if are_rows else 1]
        if near[lines[-1]].intersection(lines[:-2]):
            return False
        return len(lines) < 2 or near[lines[-2]].issubset(lines)

    def filled(self, are_rows: bool) -> list[int]:
        """How much is in each row, or in each column."""
        return self._full[0 if are_rows else 1]

    def colour(self, row: int, column: int) -> tuple[int, ...]:
        """The facts about a cell that stay when it moves."""
        ways = sorted((self._full[0][row], self._full[1][column]))
        return len(self.marks[row * self.side + column]), *ways


class _Node(NamedTuple):
    """The first rows and columns of the image: from which rows and columns of the view they come.

    labels: of the digits, in the order in which they were seen. None where clues depend on digits.
    """

    view: _View
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    labels: tuple[int, ...] = ()


class _Search:
    def __init__(self, layout: Layout, lines: Lines, turn: Permutation, deadline: Deadline) -> None:
        self.layout, self.lines, self.turn, self.deadline = layout, lines, turn, deadline
        self.nodes = 0

    def first(self, nodes: list[_Node]) -> _Node | None:
        """A node with all lines placed, of the greatest image; None if no image has clues."""
        if not nodes:
            return None
        if len(nodes[0].columns) == self.lines.side:
            return next((node for node in nodes if self._is_valid(node)), None)
        children: list[tuple[tuple[object, ...], _Node]] = []
        for node in nodes:
            self.nodes += 1
            if self.nodes > _MOST_NODES:
                raise LimitError(f"{_UNFINISHED}: more than {_MOST_NODES} ways to place rows and columns")
            self.deadline.check(_UNFINISHED)
            are_rows = len(node.rows) == len(node.columns)
            for line in self._next(node, are_rows):
                child = self._with_line(node, line, are_rows)
                if child is not None:
                    children.append(child)
        known = itemgetter(0)
        for _, group in groupby(sorted(children, key=known, reverse=True), known):
            if (found := self.first([child for _, child in group])) is not None:
                return found
        return None

    def _next(self, node: _Node, are_rows: bool) -> Iterator[int]:
        """The lines that may come next. Of lines, and of blocks, without anything in them only the first."""
        taken, size = (node.rows, self.lines.rows) if are_rows else (node.columns, self.lines.columns)
        full, n = node.view.filled(are_rows), self.lines.side
        if len(taken) % size:
            blocks = [taken[-1] // size]
        else:
            blocks = sorted({*range(n // size)} - {line // size for line in taken})
            empty = [block for block in blocks if not any(full[block * size : (block + 1) * size])]
            blocks = [block for block in blocks if block not in empty[1:]]
        for block in blocks:
            left = [line for line in range(block * size, (block + 1) * size) if line not in taken]
            empty = [line for line in left if not full[line]]
            yield from (line for line in left if line not in empty[1:])

    def _with_line(self, node: _Node, line: int, are_rows: bool) -> tuple[tuple[object, ...], _Node] | None:
        """What the next line adds to the image, and the node; None if cells do not touch that must."""
        view, n = node.view, self.lines.side
        rows, columns = (
            (*node.rows, line) if are_rows else node.rows,
            node.columns if are_rows else (*node.columns, line),
        )
        if not view.fits(rows if are_rows else columns, are_rows):
            return None
        row_at, column_at = {row: i for i, row in enumerate(rows)}, {column: j for j, column in enumerate(columns)}
        labels = list(node.labels)

        def place(cell: int) -> int:
            """Where a cell goes; −1 if that is not known yet."""
            row, column = row_at.get(cell // n, -1), column_at.get(cell % n, -1)
            return row * n + column if row >= 0 and column >= 0 else -1

        added: list[object] = []
        for across in columns if are_rows else rows:
            row, column = (line, across) if are_rows else (across, line)
            cell, image = row * n + column, row_at[row] * n + column_at[column]
            for other in view.near[cell]:
                there = place(other)
                if there >= 0 and not beside(image, there, n, corners=True):
                    return None
            digit = view.digits[cell]
            if digit and view.names is None:
                if digit not in labels:
                    labels.append(digit)
                digit = labels.index(digit) + 1
            on_it = []
            for mark in view.marks[cell]:
                own = sorted((role, place(own)) for own, role in view.clues[mark.clue])
                if not view.constraints[mark.clue].may_cover([there for _, there in own if there >= 0], n):
                    return None
                on_it.append((mark.kind, mark.role, own))
            on_it.sort()
            added.append((view.colour(row, column), digit, on_it))
        return tuple(added), _Node(view, rows, columns, tuple(labels))

    def way(self, leaf: _Node) -> _Way:
        """The places of the cells, and the names of digits."""
        view = leaf.view
        images = LineImages(view.transposed, inverse(leaf.rows), inverse(leaf.columns)).cells
        cells = tuple([images[cell] for cell in self.turn])
        return cells, view.names or _first_seen(leaf.labels, self.layout.digits)

    def _is_valid(self, leaf: _Node) -> bool:
        return not isinstance(moved_constraints(self.layout, *self.way(leaf)), str)
