"""Constraints that say which cells differ: windows, anti-knight, anti-king, killer cages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt
from typing import Any, ClassVar

from casbridge.puzzles.variants.protocol import (
    Constraint,
    Group,
    WholeGrid,
    cell_name,
    names,
    objection_to_cells,
)
from casbridge.puzzles.variants.relations import Relation, Sum


def window_cells(side: int) -> list[tuple[int, ...]]:
    """The cells of each window of a grid whose side is a square number.

    >>> window_cells(4), len(window_cells(9))
    ([(5, 6, 9, 10)], 4)
    """
    size = isqrt(side)
    starts = range(1, side - size, size + 1)
    return [
        tuple((row + i) * side + column + j for i in range(size) for j in range(size))
        for row, column in product(starts, starts)
    ]


@dataclass(frozen=True)
class Windoku(WholeGrid):
    """Squares of the size of a box, one cell away from the border and from each other, have every digit.

    >>> [group.name for group in Windoku().groups(9)]
    ['window 1', 'window 2', 'window 3', 'window 4']
    """

    key: ClassVar[str] = "windoku"
    plural: ClassVar[str] = "windows"

    @property
    def has_relations(self) -> bool:
        return False

    def objection(self, side: int) -> str | None:
        return None if side > 1 and isqrt(side) ** 2 == side else f"windows in a grid of side {side}"

    def groups(self, side: int) -> Iterator[Group]:
        for number, cells in enumerate(window_cells(side), 1):
            yield Group("window", f"window {number}", cells)

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        before = {frozenset(window) for window in window_cells(side)}
        after = {frozenset(cells[cell] for cell in window) for window in before}
        return self if before == after else None


def _leaps(side: int, steps: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for row, column in product(range(side), range(side)):
        for down, across in steps:
            if row + down < side and 0 <= column + across < side:
                yield row * side + column, (row + down) * side + column + across


@dataclass(frozen=True)
class _Leaps(WholeGrid):
    """Cells that are one leap of a chessman apart differ."""

    steps: ClassVar[tuple[tuple[int, int], ...]]
    kind: ClassVar[str]

    @property
    def has_relations(self) -> bool:
        return False

    def groups(self, side: int) -> Iterator[Group]:
        for a, b in _leaps(side, self.steps):
            yield Group(self.kind, f"{self.kind}'s move {cell_name(a, side)}-{cell_name(b, side)}", (a, b))

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        before = {frozenset(pair) for pair in _leaps(side, self.steps)}
        return self if all(frozenset((cells[a], cells[b])) in before for a, b in map(tuple, before)) else None


@dataclass(frozen=True)
class AntiKnight(_Leaps):
    """Cells that are a knight's move apart differ.

    >>> next(AntiKnight().groups(4))
    Group(kind='knight', name="knight's move r1c1-r2c3", cells=(0, 6))
    """

    key: ClassVar[str] = "anti_knight"
    plural: ClassVar[str] = "anti-knight"
    kind: ClassVar[str] = "knight"
    steps: ClassVar[tuple[tuple[int, int], ...]] = ((1, -2), (1, 2), (2, -1), (2, 1))


@dataclass(frozen=True)
class AntiKing(_Leaps):
    """Cells that touch at a corner differ.

    >>> len(list(AntiKing().groups(4)))
    18
    """

    key: ClassVar[str] = "anti_king"
    plural: ClassVar[str] = "anti-king"
    kind: ClassVar[str] = "king"
    steps: ClassVar[tuple[tuple[int, int], ...]] = ((1, -1), (1, 1))


@dataclass(frozen=True)
class Cage(Constraint):
    """The cells of a killer cage differ, and they have a sum.

    total: the sum; None for a cage without one. repeats: whether digits may occur more than once.

    >>> cage = Cage((4, 0), 5)
    >>> next(cage.groups(4)).name, next(cage.relations(4, ())).name, cage.turned_round(4).total
    ('cage r1c1-r2c1', 'r1c1 + r2c1 = 5', 5)
    """

    key: ClassVar[str] = "cages"
    plural: ClassVar[str] = "killer cages"

    cells: tuple[int, ...]
    total: int | None = None
    repeats: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    @property
    def has_relations(self) -> bool:
        return self.total is not None

    def objection(self, side: int) -> str | None:
        if found := objection_to_cells(self.cells, side):
            return found
        if len(self.cells) > side and not self.repeats:
            return f"a cage of {len(self.cells)} cells for {side} different digits"
        return "a cage without a sum in which digits may repeat" if self.repeats and self.total is None else None

    def _name(self, side: int) -> str:
        return f"cage {names(self.cells[:1], side)}" + (f"-{names(self.cells[-1:], side)}" if self.cells[1:] else "")

    def groups(self, side: int) -> Iterator[Group]:
        if not self.repeats and len(self.cells) > 1:
            yield Group("cage", self._name(side), self.cells)

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        if self.total is not None:
            name = f"{names(self.cells, side, ' + ')} = {self.total}"
            yield Sum(self.cells, name, self._name(side), (1,) * len(self.cells), self.total, not self.repeats)

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        return Cage(tuple(cells[cell] for cell in self.cells), self.total, self.repeats)

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return (-1 if self.total is None else self.total, int(self.repeats)), (self.cells,)

    def turned_round(self, side: int) -> Constraint | None:
        total = None if self.total is None else (side + 1) * len(self.cells) - self.total
        return Cage(self.cells, total, self.repeats)

    def words(self, side: int) -> str:
        total = "" if self.total is None else f" = {self.total}"
        return names(self.cells, side) + total + (" (repeats)" if self.repeats else "")

    def toml(self, side: int) -> Any:
        found: dict[str, Any] = {"cells": names(self.cells, side)}
        if self.total is not None:
            found["sum"] = self.total
        return found | ({"repeats": True} if self.repeats else {})
