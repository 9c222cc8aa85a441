"""Constraints on lines of cells: thermometers, arrows, little killers, sandwiches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from casbridge.puzzles.variants.protocol import (
    Constraint,
    beside,
    cell_name,
    names,
    objection_to_cells,
    objection_to_path,
)
from casbridge.puzzles.variants.relations import Relation, Sandwich, Sum, Tuples

#: The directions of little killers: steps down and across.
DIRECTIONS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}
_OPPOSITE = {"up-left": "down-right", "up-right": "down-left"}
#: Shafts of arrows with more cells count as ordered: there may be too many ways through them.
_MOST_ORDERED = 8


@lru_cache(maxsize=128)
def ascending(side: int) -> frozenset[tuple[int, ...]]:
    """The pairs of digits of which the first is smaller.

    >>> sorted(ascending(3))
    [(1, 2), (1, 3), (2, 3)]
    """
    return frozenset((a, b) for a in range(1, side + 1) for b in range(a + 1, side + 1))


@dataclass(frozen=True)
class Thermometer(Constraint):
    """The digits grow from the bulb, which is the first cell, to the tip.

    >>> [relation.name for relation in Thermometer((0, 1, 6)).relations(4, ())]
    ['r1c1 < r1c2', 'r1c2 < r2c3']
    """

    key: ClassVar[str] = "thermometers"
    plural: ClassVar[str] = "thermometers"

    cells: tuple[int, ...]

    def objection(self, side: int) -> str | None:
        return objection_to_cells(self.cells, side, 2) or objection_to_path(self.cells, side)

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        clue = f"thermometer {names(self.cells, side)}"
        for a, b in pairwise(self.cells):
            yield Tuples((a, b), f"{cell_name(a, side)} < {cell_name(b, side)}", clue, ascending(side))

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        found = tuple(cells[cell] for cell in self.cells)
        return None if objection_to_path(found, side) else Thermometer(found)

    def words(self, side: int) -> str:
        return names(self.cells, side, " < ")

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return (), tuple((cell,) for cell in self.cells)

    def touching(self, side: int) -> Iterator[tuple[int, int]]:
        yield from pairwise(self.cells)

    def turned_round(self, side: int) -> Constraint | None:
        return Thermometer(self.cells[::-1])

    def toml(self, side: int) -> Any:
        return names(self.cells, side)


@lru_cache(maxsize=1 << 14)
def _straightest(circle: tuple[int, ...], shaft: tuple[int, ...], side: int) -> tuple[int, ...]:
    """The way from the circle through the cells of the shaft with the fewest steps by corners; the least such way.

    Their sum is the same in each order. A shaft of too many cells, and one without such a way, stays as it is.
    """
    best = (len(shaft) + 1, shaft)
    ways = [(0, circle[:0])] if len(shaft) <= _MOST_ORDERED else []
    while ways:
        corners, way = ways.pop()
        if len(way) == len(shaft):
            best = min(best, (corners, way))
        for cell in set(shaft).difference(way):
            before = way[-1:] or circle
            if near := [other for other in before if beside(other, cell, side, corners=True)]:
                straight = any(beside(other, cell, side) for other in near)
                if (longer := corners + (not straight)) <= best[0]:
                    ways.append((longer, (*way, cell)))
    return best[1]


@dataclass(frozen=True)
class Arrow(Constraint):
    """The digits of the shaft have the sum that stands in the circle.

    circle: one cell, or the cells of a pill, in which a number is read from its first digit on.
    shaft: the cells from the circle on. A layout has the straightest way through them.

    >>> [relation.name for relation in Arrow((0, 1), (2, 3)).relations(4, ())]
    ['r1c3 + r1c4 = 10r1c1 + r1c2']
    """

    key: ClassVar[str] = "arrows"
    plural: ClassVar[str] = "arrows"

    circle: tuple[int, ...]
    shaft: tuple[int, ...]

    def objection(self, side: int) -> str | None:
        if found := objection_to_cells((*self.circle, *self.shaft), side):
            return found
        if not self.shaft or not self.circle:
            return f"an arrow without a {'circle' if self.shaft else 'shaft'}"
        if len(self.circle) > 3:
            return f"a pill of {len(self.circle)} cells"
        if len(self.circle) > 1 and side > 9:
            return f"a pill of {len(self.circle)} cells for digits up to {side}"
        if self.circle != tuple(sorted(self.circle)):
            return f"a pill {names(self.circle, side)}, which is not read from left to right or from top to bottom"
        if found := objection_to_path(self.circle, side) or objection_to_path(self.shaft, side):
            return found
        beginnings = [objection_to_path((cell, self.shaft[0]), side) for cell in self.circle]
        return beginnings[-1] if all(beginnings) else None

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        clue = f"arrow {names(self.circle[:1], side)}-{names(self.shaft[-1:], side)}"
        tens = [10**place for place in reversed(range(len(self.circle)))]
        parts = [f"{ten if ten > 1 else ''}{cell_name(a, side)}" for ten, a in zip(tens, self.circle, strict=True)]
        name = f"{names(self.shaft, side, ' + ')} = {' + '.join(parts)}"
        weights = (1,) * len(self.shaft) + tuple(-ten for ten in tens)
        yield Sum((*self.shaft, *self.circle), name, clue, weights, 0)

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        circle, shaft = (tuple(cells[cell] for cell in own) for own in (self.circle, self.shaft))
        found = Arrow(circle, shaft).normal(side)
        return None if found.objection(side) else found

    def normal(self, side: int) -> Arrow:
        return Arrow(self.circle, _straightest(self.circle, self.shaft, side))

    def words(self, side: int) -> str:
        return f"{names(self.circle, side)} = {names(self.shaft, side, ' + ')}"

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        circle = tuple((cell,) for cell in self.circle)
        if len(self.shaft) > _MOST_ORDERED:
            return (len(circle), 0), (*circle, *((cell,) for cell in self.shaft))
        return (len(circle), 1), (*circle, self.shaft)

    def touching(self, side: int) -> Iterator[tuple[int, int]]:
        yield from pairwise(self.circle)
        if len(self.shaft) > _MOST_ORDERED:
            yield from pairwise(self.shaft)

    def run(self, side: int) -> tuple[int, ...]:
        return (*self.circle, *self.shaft)

    def toml(self, side: int) -> Any:
        return {"circle": names(self.circle, side), "shaft": names(self.shaft, side)}


@lru_cache(maxsize=128)
def _diagonals(side: int, size: int) -> tuple[frozenset[int], ...]:
    """The diagonals of this size."""
    offset = side - size
    starts = {(offset, "down-right"), (offset * side, "down-right"), (size - 1, "down-left")}
    starts.add(((offset + 1) * side - 1, "down-left"))
    return tuple(frozenset(LittleKiller(*start, 0).cells(side)) for start in sorted(starts))


@dataclass(frozen=True)
class LittleKiller(Constraint):
    """The digits of a diagonal have a sum. Digits may repeat.

    start: its first cell, on the border. direction: one of DIRECTIONS. In a layout it goes down.

    >>> LittleKiller(2, "down-left", 9).cells(4), LittleKiller(8, "up-right", 9).normal(4).start
    ((2, 5, 8), 2)
    """

    key: ClassVar[str] = "little_killers"
    plural: ClassVar[str] = "little killers"

    start: int
    direction: str
    total: int

    def objection(self, side: int) -> str | None:
        if found := objection_to_cells((self.start,), side):
            return found
        (row, column), (down, across) = divmod(self.start, side), DIRECTIONS[self.direction]
        before = (row - down, column - across)
        if all(0 <= place < side for place in before):
            name, other = cell_name(self.start, side), cell_name(before[0] * side + before[1], side)
            return f"a diagonal that begins with {name}, but {other} is before it"
        if len(self.cells(side)) < 2:
            return f"a diagonal of one cell, {cell_name(self.start, side)} {self.direction}"
        return None

    def cells(self, side: int) -> tuple[int, ...]:
        """Its cells, from the first on."""
        (row, column), (down, across) = divmod(self.start, side), DIRECTIONS[self.direction]
        found = []
        while 0 <= row < side and 0 <= column < side:
            found.append(row * side + column)
            row, column = row + down, column + across
        return tuple(found)

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        cells = self.cells(side)
        name = f"{names(cells, side, ' + ')} = {self.total}"
        clue = f"little killer {cell_name(self.start, side)} {self.direction}"
        yield Sum(cells, name, clue, (1,) * len(cells), self.total)

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        image = tuple(sorted(cells[cell] for cell in self.cells(side)))
        turned = [LittleKiller(image[0], direction, self.total) for direction in _OPPOSITE.values()]
        return next((one for one in turned if one.cells(side) == image and not one.objection(side)), None)

    def normal(self, side: int) -> LittleKiller:
        if self.direction not in _OPPOSITE:
            return self
        return LittleKiller(self.cells(side)[-1], _OPPOSITE[self.direction], self.total)

    def words(self, side: int) -> str:
        return f"{cell_name(self.start, side)} {self.direction} = {self.total}"

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return (self.total,), (self.cells(side),)

    def run(self, side: int) -> tuple[int, ...]:
        return self.cells(side)

    def may_cover(self, images: Collection[int], side: int) -> bool:
        return any(diagonal.issuperset(images) for diagonal in _diagonals(side, len(self.cells(side))))

    def turned_round(self, side: int) -> Constraint | None:
        return LittleKiller(self.start, self.direction, (side + 1) * len(self.cells(side)) - self.total)

    def toml(self, side: int) -> Any:
        return {"start": cell_name(self.start, side), "direction": self.direction, "sum": self.total}


@dataclass(frozen=True)
class SandwichSum(Constraint):
    """The digits between the least and the largest digit of a row or a column have a sum.

    is_row, line: the row or the column, from 0.

    >>> SandwichSum(False, 1, 5).cells(4), SandwichSum(False, 1, 5).words(4)
    ((1, 5, 9, 13), 'column 2 = 5')
    """

    key: ClassVar[str] = "sandwiches"
    plural: ClassVar[str] = "sandwiches"

    is_row: bool
    line: int
    total: int

    def objection(self, side: int) -> str | None:
        if side < 2:
            return "a sandwich in a grid of side 1"
        return None if 0 <= self.line < side else f"{self._line} in a grid of side {side}"

    @property
    def _line(self) -> str:
        return f"{'row' if self.is_row else 'column'} {self.line + 1}"

    def cells(self, side: int) -> tuple[int, ...]:
        """The cells of its line."""
        return tuple(self.line * side + i if self.is_row else i * side + self.line for i in range(side))

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        name = f"the digits of {self._line} between 1 and {side} have the sum {self.total}"
        yield Sandwich(self.cells(side), name, f"sandwich of {self._line}", self.total)

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        wanted = tuple(cells[cell] for cell in self.cells(side))
        first, last = wanted[0], wanted[-1]
        is_row = first // side == last // side
        found = SandwichSum(is_row, first // side if is_row else first % side, self.total)
        return found if found.cells(side) in (wanted, wanted[::-1]) else None

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return (self.total,), (self.cells(side),)

    def touching(self, side: int) -> Iterator[tuple[int, int]]:
        yield from pairwise(self.cells(side))

    def words(self, side: int) -> str:
        return f"{self._line} = {self.total}"

    def toml(self, side: int) -> Any:
        return {f"{'r' if self.is_row else 'c'}{self.line + 1}": self.total}
