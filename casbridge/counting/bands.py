"""Grids with boxes of three by three, by what digits are in the columns of boxes.

The columns of a box divide the nine digits into three triples. There are 280 such divisions. A band whose boxes have
given divisions can be filled in W ways, if it is given which triple is in which column: one digit of each triple goes
to the upper row, and of the pairs that are left one of each to the middle row: 2 to the number of their cycles.

If the divisions of the first band are given, then in each stack the columns of the second band avoid those of the
first, which leaves 56 ways, and those of the third have what remains. So the number of grids is

    280 · 6³ · Σ W(A) · Σ W(B) · W(C)

where the first box has one division of the 280, the others of the first band run through all, in classes, the triples
of each in one of 6 orders, and B and C are the other bands.

Source: Felgenhauer and Jarvis, "Mathematics of Sudoku I", 2006, who look at column sets in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from operator import mul
from typing import NamedTuple

Triple = tuple[int, int, int]
Division = tuple[Triple, Triple, Triple]

_DIGITS = range(9)


class BandClass(NamedTuple):
    """Pairs of divisions, for the second and third box, that can be taken to each other by exchanging digits within and
    among the triples of the first box, or by exchanging these boxes.

    second, third: one such pair, by numbers. size: how many there are. ways: W.
    """

    second: int
    third: int
    size: int
    ways: int


@cache
def divisions() -> tuple[Division, ...]:
    """The ways to divide the digits 0 to 8 into three triples, in lexicographic order.

    >>> len(divisions()), divisions()[0]
    (280, ((0, 1, 2), (3, 4, 5), (6, 7, 8)))
    """
    found = []
    for a, b in combinations(_DIGITS[1:], 2):
        rest = [digit for digit in _DIGITS if digit not in (0, a, b)]
        for c, d in combinations(rest[1:], 2):
            e, f, g = (digit for digit in rest if digit not in (rest[0], c, d))
            found.append(((0, a, b), (rest[0], c, d), (e, f, g)))
    return tuple(found)


@cache
def _numbers() -> dict[frozenset[frozenset[int]], int]:
    return {frozenset(map(frozenset, division)): number for number, division in enumerate(divisions())}


def _images(digits: Sequence[int]) -> list[int]:
    """The number of each division's image when digits are exchanged."""
    return [
        _numbers()[frozenset(frozenset(digits[digit] for digit in triple) for triple in division)]
        for division in divisions()
    ]


def ways_to_fill(triples: Sequence[Triple]) -> int:
    """W: the ways to fill a band in whose nine columns these digits are.

    >>> ways_to_fill(divisions()[0] * 3)
    1728
    """

    def choose(column: int, upper: int, pairs: tuple[int, ...]) -> int:
        if column == len(triples):
            return 1 << number_of_cycles(pairs)
        bits = sum(1 << digit for digit in triples[column])
        return sum(
            choose(column + 1, upper | 1 << digit, (*pairs, bits ^ 1 << digit))
            for digit in triples[column]
            if not upper >> digit & 1
        )

    return choose(0, 0, ())


def number_of_cycles(pairs: Sequence[int]) -> int:
    """The cycles of a graph whose points all have two neighbours: each pair of bits is an edge between two points.

    >>> number_of_cycles([0b0011, 0b1100, 0b0011, 0b1100])
    2
    """
    components: list[int] = []
    for pair in pairs:
        joined = [component for component in components if component & pair]
        components = [component for component in components if not component & pair]
        together = pair
        for component in joined:
            together |= component
        components.append(together)
    return len(components)


class BandTable(NamedTuple):
    """W for all bands whose first box has the first division; classes of the others.

    ways[i][j]: for the divisions i and j of the second and third box; class_of[i][j]: the number of their class.
    to_first[k]: the images of all divisions under some exchange of digits that takes division k to the first.
    """

    ways: list[list[int]]
    class_of: list[list[int]]
    classes: list[BandClass]
    to_first: list[list[int]]


@cache
def band_table() -> BandTable:
    """W is computed for one pair of each class, and spread by the exchanges that leave the first division as it is."""
    number = len(divisions())
    stabiliser = [
        _images(digits)
        for digits in (
            (1, 0, 2, 3, 4, 5, 6, 7, 8),
            (1, 2, 0, 3, 4, 5, 6, 7, 8),
            (3, 4, 5, 0, 1, 2, 6, 7, 8),
            (3, 4, 5, 6, 7, 8, 0, 1, 2),
        )
    ]
    ways = [[0] * number for _ in range(number)]
    class_of = [[-1] * number for _ in range(number)]
    classes: list[BandClass] = []
    for second, third in product(range(number), repeat=2):
        if class_of[second][third] >= 0:
            continue
        here = ways_to_fill(divisions()[0] + divisions()[second] + divisions()[third])
        members = {(second, third)}
        todo = [(second, third)]
        while todo:
            i, j = todo.pop()
            ways[i][j] = here
            class_of[i][j] = len(classes)
            for image in (*((moved[i], moved[j]) for moved in stabiliser), (j, i)):
                if image not in members:
                    members.add(image)
                    todo.append(image)
        classes.append(BandClass(second, third, len(members), here))
    to_first = []
    for division in divisions():
        exchanged = [0] * 9
        for triple, target in zip(division, divisions()[0], strict=True):
            for digit, new in zip(triple, target, strict=True):
                exchanged[digit] = new
        to_first.append(_images(exchanged))
    return BandTable(ways, class_of, classes, to_first)


def division_of(columns: Sequence[Triple]) -> int:
    """The number of the division that the columns of a box are."""
    return _numbers()[frozenset(map(frozenset, columns))]


@cache
def below(division: int) -> tuple[tuple[int, int], ...]:
    """The divisions of the second and the third band of a stack whose first band has this one, column by column.

    >>> len(below(0))
    56
    """
    first = divisions()[division]
    left = [frozenset(_DIGITS) - set(triple) for triple in first]
    found = []
    for one in combinations(sorted(left[0]), 3):
        for two in combinations(sorted(left[1] - set(one)), 3):
            three = frozenset(_DIGITS) - set(one) - set(two)
            if three <= left[2]:
                second = (frozenset(one), frozenset(two), three)
                third = (free - taken for free, taken in zip(left, second, strict=True))
                found.append((_numbers()[frozenset(second)], _numbers()[frozenset(third)]))
    return tuple(found)


def total_of_three_by_three() -> int:
    """The number of grids with boxes of three by three."""
    table = band_table()
    total = sum(found.size * found.ways * lower_bands(found.second, found.third) for found in table.classes)
    return len(divisions()) * 6**3 * total


def lower_bands(second: int, third: int) -> int:
    """The ways to fill the second and the third band, where the boxes of the first have the first, the second and the
    third of these divisions in some order: Σ W(B)·W(C).
    """
    ways, to_first = band_table().ways, band_table().to_first
    total = 0
    for one_above, one_below in below(0):
        above, under = to_first[one_above], to_first[one_below]
        last_above = [above[division] for division, _ in below(third)]
        last_under = [under[division] for _, division in below(third)]
        for two_above, two_below in below(second):
            w_above, w_under = ways[above[two_above]], ways[under[two_below]]
            total += sum(map(mul, map(w_above.__getitem__, last_above), map(w_under.__getitem__, last_under)))
    return total
