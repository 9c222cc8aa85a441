"""Constraints on cells and pairs of neighbours: even and odd cells, greater-than, dots, bars, and what they exclude."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar

from casbridge.puzzles.variants.lines import ascending
from casbridge.puzzles.variants.protocol import (
    Constraint,
    WholeGrid,
    beside,
    cell_name,
    names,
    neighbours,
    objection_to_cells,
)
from casbridge.puzzles.variants.relations import Relation, Tuples

_Pairs = frozenset[tuple[int, ...]]


@lru_cache(maxsize=128)
def consecutive(side: int) -> _Pairs:
    """The pairs of digits that are neighbours.

    >>> sorted(consecutive(3))
    [(1, 2), (2, 1), (2, 3), (3, 2)]
    """
    return frozenset(pair for d in range(1, side) for pair in ((d, d + 1), (d + 1, d)))


@lru_cache(maxsize=128)
def double(side: int) -> _Pairs:
    """The pairs of digits d and 2·d, in both orders.

    >>> sorted(double(5))
    [(1, 2), (2, 1), (2, 4), (4, 2)]
    """
    return frozenset(pair for d in range(1, side // 2 + 1) for pair in ((d, 2 * d), (2 * d, d)))


@lru_cache(maxsize=128)
def _others(side: int, dots: bool) -> _Pairs:
    """The pairs of digits that are not consecutive, and with dots not double either."""
    everything = frozenset(product(range(1, side + 1), repeat=2))
    return everything - consecutive(side) - (double(side) if dots else frozenset())


def _not_adjacent(a: int, b: int, side: int) -> str | None:
    if found := objection_to_cells((a, b), side):
        return found
    return None if beside(a, b, side) else f"{names((a, b), side)}, which have no side in common"


@dataclass(frozen=True)
class Parity(Constraint):
    """The digit of a cell is even, or odd.

    >>> Parity(0, True).turned_round(4), Parity(0, True).turned_round(9)
    (Parity(cell=0, even=False), Parity(cell=0, even=True))
    """

    key: ClassVar[str] = "even"
    plural: ClassVar[str] = "even and odd cells"

    cell: int
    even: bool

    def objection(self, side: int) -> str | None:
        return objection_to_cells((self.cell,), side)

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        allowed = frozenset((d,) for d in range(1, side + 1) if (d % 2 == 0) is self.even)
        name, kind = cell_name(self.cell, side), "even" if self.even else "odd"
        yield Tuples((self.cell,), f"{name} is {kind}", f"{kind} cell {name}", allowed)

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        return Parity(cells[self.cell], self.even)

    def turned_round(self, side: int) -> Constraint | None:
        return Parity(self.cell, self.even is bool(side % 2))

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return (int(self.even),), ((self.cell,),)

    def words(self, side: int) -> str:
        return f"{cell_name(self.cell, side)} {'even' if self.even else 'odd'}"

    def toml(self, side: int) -> Any:
        return cell_name(self.cell, side)


@dataclass(frozen=True)
class _Two(Constraint):
    """Two neighbours in no order; a is the least of them."""

    a: int
    b: int

    def __post_init__(self) -> None:
        a, b = sorted((self.a, self.b))
        object.__setattr__(self, "a", a)
        object.__setattr__(self, "b", b)

    def objection(self, side: int) -> str | None:
        return _not_adjacent(self.a, self.b, side)

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        a, b = cells[self.a], cells[self.b]
        return type(self)(a, b) if beside(a, b, side) else None

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return (), ((self.a, self.b),)

    def touching(self, side: int) -> Iterator[tuple[int, int]]:
        yield self.a, self.b

    def toml(self, side: int) -> Any:
        return names((self.a, self.b), side)


@dataclass(frozen=True)
class WhiteDot(_Two):
    """The digits of two neighbours are consecutive: a white dot of kropki.

    >>> [relation.name for relation in WhiteDot(0, 1).relations(4, ())]
    ['r1c1 and r1c2 are consecutive']
    """

    key: ClassVar[str] = "white_dots"
    plural: ClassVar[str] = "white dots"

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        a, b = (cell_name(cell, side) for cell in (self.a, self.b))
        yield Tuples((self.a, self.b), f"{a} and {b} are consecutive", f"{self.plural[:-1]} {a}-{b}", consecutive(side))

    def turned_round(self, side: int) -> Constraint | None:
        return self


@dataclass(frozen=True)
class Bar(WhiteDot):
    """The digits of two neighbours are consecutive: a bar of Consecutive Sudoku.

    >>> Bar(0, 4).objection(4), Bar(0, 5).objection(4)
    (None, 'r1c1 r2c2, which have no side in common')
    """

    key: ClassVar[str] = "bars"
    plural: ClassVar[str] = "bars"


@dataclass(frozen=True)
class BlackDot(_Two):
    """The digit of one of two neighbours is twice the other: a black dot of kropki.

    >>> [relation.name for relation in BlackDot(0, 1).relations(4, ())]
    ['one of r1c1 and r1c2 is twice the other']
    """

    key: ClassVar[str] = "black_dots"
    plural: ClassVar[str] = "black dots"

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        a, b = (cell_name(cell, side) for cell in (self.a, self.b))
        yield Tuples((self.a, self.b), f"one of {a} and {b} is twice the other", f"black dot {a}-{b}", double(side))


@dataclass(frozen=True)
class Greater(Constraint):
    """The digit of a cell is greater than that of a neighbour.

    >>> Greater(0, 1).words(4), Greater(0, 1).turned_round(4)
    ('r1c1 > r1c2', Greater(larger=1, smaller=0))
    """

    key: ClassVar[str] = "greater"
    plural: ClassVar[str] = "greater-than signs"

    larger: int
    smaller: int

    def objection(self, side: int) -> str | None:
        return _not_adjacent(self.larger, self.smaller, side)

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        larger, smaller = (cell_name(cell, side) for cell in (self.larger, self.smaller))
        cells = (self.smaller, self.larger)
        yield Tuples(cells, f"{larger} > {smaller}", f"sign {larger}-{smaller}", ascending(side))

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        found = Greater(cells[self.larger], cells[self.smaller])
        return found if beside(found.larger, found.smaller, side) else None

    def roles(self, side: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return (), ((self.larger,), (self.smaller,))

    def touching(self, side: int) -> Iterator[tuple[int, int]]:
        yield self.larger, self.smaller

    def turned_round(self, side: int) -> Constraint | None:
        return Greater(self.smaller, self.larger)

    def toml(self, side: int) -> Any:
        return f"{cell_name(self.larger, side)} > {cell_name(self.smaller, side)}"


@dataclass(frozen=True)
class _Rest(WholeGrid):
    """A rule for all neighbours but those that some constraints are on."""

    marks: ClassVar[tuple[type[_Two], ...]]
    dots: ClassVar[bool] = False
    clue: ClassVar[str]

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        marked = {(one.a, one.b) for one in others if type(one) in self.marks}  # type: ignore[attr-defined]
        for a, b in neighbours(side):
            if (a, b) not in marked:
                said = f"{cell_name(a, side)} and {cell_name(b, side)} are not consecutive"
                said += ", and none is twice the other" if self.dots else ""
                yield Tuples((a, b), said, self.clue, _others(side, self.dots))

    def moved(self, cells: Sequence[int], side: int) -> Constraint | None:
        return self if all(beside(cells[a], cells[b], side) for a, b in neighbours(side)) else None

    def touching(self, side: int) -> Iterator[tuple[int, int]]:
        yield from neighbours(side)


@dataclass(frozen=True)
class NonConsecutive(_Rest):
    """No two neighbours have consecutive digits.

    >>> len(list(NonConsecutive().relations(4, ())))
    24
    """

    key: ClassVar[str] = "non_consecutive"
    plural: ClassVar[str] = "non-consecutive"
    marks: ClassVar[tuple[type[_Two], ...]] = ()
    clue: ClassVar[str] = "non-consecutive"


@dataclass(frozen=True)
class AllBars(_Rest):
    """All bars are given: neighbours without one do not have consecutive digits.

    >>> len(list(AllBars().relations(4, [AllBars(), Bar(0, 1)])))
    23
    """

    key: ClassVar[str] = "all_bars"
    plural: ClassVar[str] = "all bars given"
    marks: ClassVar[tuple[type[_Two], ...]] = (Bar,)
    clue: ClassVar[str] = "all bars are given"


@dataclass(frozen=True)
class AllDots(_Rest):
    """All dots are given: neighbours without one have no consecutive digits, and none is twice the other.

    >>> next(AllDots().relations(4, ())).name
    'r1c1 and r1c2 are not consecutive, and none is twice the other'
    """

    key: ClassVar[str] = "all_dots"
    plural: ClassVar[str] = "all dots given"
    marks: ClassVar[tuple[type[_Two], ...]] = (WhiteDot, BlackDot)
    dots: ClassVar[bool] = True
    clue: ClassVar[str] = "all dots are given"

    def turned_round(self, side: int) -> Constraint | None:
        return None
