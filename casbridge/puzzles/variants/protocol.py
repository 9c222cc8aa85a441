"""The protocol of a constraint: a rule of a puzzle on a grid beside rows, columns, boxes and diagonals.

A constraint is a frozen value with cells, units (cells that differ), relations, images under symmetries, and words. All
stages work from these, so a new variant is one class with a key in TOML.

cells are numbers from 0, row by row, as in a layout.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from casbridge.puzzles.variants.relations import Relation


class Group(NamedTuple):
    """Cells that differ pairwise, with the kind and the name of the unit that they make."""

    kind: str
    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Constraint:
    """A rule on the cells of a grid.

    key: of its table or list in TOML. plural: what several of them are called.

    >>> Constraint().objection(4) is None, list(Constraint().groups(4)), Constraint().turned_round(4)
    (True, [], None)
    """

    key: ClassVar[str]
    plural: ClassVar[str]

    def objection(self, side: int) -> str | None:
        """Why it cannot stand on a grid of this side, in words; None where it can."""
        return None

    def groups(self, side: int) -> Iterator[Group]:
        """Its units."""
        yield from ()

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        """Its relations. others: all constraints of the layout, for "all dots are given"."""
        yield from ()

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        """The constraint after cell i goes to cells[i]; None if the image is no constraint of this kind."""
        raise NotImplementedError

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """The numbers that stay when its cells move, and its cells by their roles: those of one role are alike.

        Constraints of a kind with the same numbers, and the same cells in each role, are the same.
        """
        raise NotImplementedError

    def touching(self, side: int) -> Iterator[tuple[int, int]]:
        """Pairs of cells that must touch, by a side or a corner, wherever the constraint goes."""
        yield from ()

    def run(self, side: int) -> tuple[int, ...]:
        """Cells whose rows, and whose columns, stay side by side in some order, wherever the constraint goes."""
        return ()

    def may_cover(self, images: Collection[int], side: int) -> bool:
        """Whether some of its cells may have these images. True where that is not known."""
        return True

    def turned_round(self, side: int) -> Constraint | None:
        """The constraint after each digit d becomes side + 1 − d; None for a constraint of another kind."""
        return None

    def normal(self, side: int) -> Constraint:
        """The clue in its one normal form: clues that say the same of the same cells are equal in this form."""
        return self

    def toml(self, side: int) -> Any:
        """Its value in TOML: `true`, or an element of the list of its key."""
        raise NotImplementedError

    def words(self, side: int) -> str:
        """What it says, in a few words, after the name of its kind: "r1c1 r1c2 = 5"."""
        return str(self.toml(side))

    @property
    def has_relations(self) -> bool:
        """Whether it depends on the digits, not only on which cells differ."""
        return True

    @property
    def order(self) -> tuple[Any, ...]:
        """A key to sort the constraints of one kind."""
        return tuple((value is not None, value) for value in vars(self).values())


class WholeGrid(Constraint):
    """A rule for the whole grid, `true` in TOML.

    >>> WholeGrid().toml(9)
    True
    """

    def toml(self, side: int) -> Any:
        return True

    def words(self, side: int) -> str:
        return ""

    def turned_round(self, side: int) -> Constraint | None:
        return self


def cell_name(cell: int, side: int) -> str:
    """The name of a cell of a grid.

    >>> cell_name(6, 4)
    'r2c3'
    """
    return f"r{cell // side + 1}c{cell % side + 1}"


def names(cells: Sequence[int], side: int, between: str = " ") -> str:
    """The names of cells: with spaces between them, as they stand in TOML, or with another text.

    >>> names((0, 5), 4), names((0, 5), 4, " + ")
    ('r1c1 r2c2', 'r1c1 + r2c2')
    """
    return between.join(cell_name(cell, side) for cell in cells)


def beside(a: int, b: int, side: int, *, corners: bool = False) -> bool:
    """Whether two cells have a side in common. corners: or a corner.

    >>> beside(0, 1, 4), beside(3, 4, 4), beside(0, 5, 4), beside(0, 5, 4, corners=True)
    (True, False, False, True)
    """
    down, across = abs(a // side - b // side), abs(a % side - b % side)
    return max(down, across) == 1 and (corners or down + across == 1)


def neighbours(side: int) -> Iterator[tuple[int, int]]:
    """All pairs of cells with a side in common, each ascending.

    >>> [*neighbours(2)]
    [(0, 1), (0, 2), (1, 3), (2, 3)]
    """
    for cell in range(side * side):
        if (cell + 1) % side:
            yield cell, cell + 1
        if cell + side < side * side:
            yield cell, cell + side


def objection_to_cells(cells: Sequence[int], side: int, least: int = 1) -> str | None:
    """Why these cells cannot be the cells of one constraint: outside the grid, one of them twice, too few.

    >>> objection_to_cells((0, 3, 0), 4), objection_to_cells((0, 3), 4)
    ('the cell r1c1 twice', None)
    """
    if stray := next((cell for cell in cells if not 0 <= cell < side * side), None):
        return f"cell number {stray} outside a grid of side {side}"
    twice = next((cell for place, cell in enumerate(cells) if cell in cells[:place]), None)
    if twice is not None:
        return f"the cell {cell_name(twice, side)} twice"
    return f"{len(cells)} cell{'s' * (len(cells) != 1)}, fewer than {least}" if len(cells) < least else None


def objection_to_path(cells: Sequence[int], side: int) -> str | None:
    """Why these cells are no path: each must share a side or a corner with the next one.

    >>> objection_to_path((0, 5, 7), 4)
    'r2c2 and then r2c4, which do not touch'
    """
    for a, b in pairwise(cells):
        if not beside(a, b, side, corners=True):
            return f"{cell_name(a, side)} and then {cell_name(b, side)}, which do not touch"
    return None
