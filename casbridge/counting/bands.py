"""All 9×9 grids, counted by the digits in the columns of their boxes.

The columns of a box divide the nine digits into three triples; there are 280 such divisions. If it is known which
triple is in which column of a band's boxes, the band can be filled in W ways. One digit of each triple goes to the
upper row. The two digits left in each column make a graph on the digits; each of its cycles fills its part of the lower
rows in two ways. W depends only on the three divisions.

Let the divisions of the first band be known. In each stack, the columns of the second band avoid those of the first.
That leaves 56 ways, and the third band has the remaining digits. So the number of grids is

    280 · 6³ · Σ W(A) · Σ W(B) · W(C)

Here 280 is the number of divisions of the first box; they are alike, so that one is enough. 6³ is the number of orders
of the triples in the boxes of the first band. A is the first band: the divisions of its other two boxes run through all
pairs, in classes of equivalent pairs. B and C are the second and the third band.

Source: Felgenhauer and Jarvis, "Mathematics of Sudoku I", 2006, who look at column sets in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from operator import mul
from typing import NamedTuple

from casbridge.limits import NEVER, Deadline

#: Three digits from 0 to 8, ascending.
Triple = tuple[int, int, int]
#: All nine digits.
Division = tuple[Triple, Triple, Triple]

_DIGITS = range(9)


class _BandClass(NamedTuple):
    """Equivalent pairs of divisions, for the second and the third box; the first box has the first division.

    Exchanges of digits that keep the first division take one pair to the other, or the boxes are exchanged.

    second, third: the numbers of one such pair. size: the number of pairs. ways: W, equal for all of them.
    """

    second: int
    third: int
    size: int
    ways: int


class BandTable(NamedTuple):
    """W for all bands whose first box has the first division.

    ways: ways[i][j] is W for the divisions i and j of the second and the third box.
    class_of: class_of[i][j] is the number of their class in `classes`.
    to_first: to_first[k] has the images of all divisions under an exchange of digits that takes k to the first.

    >>> band_table().ways[0][0]
    1728
    """

    ways: list[list[int]]
    class_of: list[list[int]]
    classes: list[_BandClass]
    to_first: list[list[int]]


@cache
def divisions() -> tuple[Division, ...]:
    """The ways to divide the digits 0 to 8 into three triples, in lexicographic order.

    >>> len(divisions()), divisions()[0]
    (280, ((0, 1, 2), (3, 4, 5), (6, 7, 8)))
    """
    found = []
    for a, b in combinations(_DIGITS[1:], 2):
        first, *rest = (digit for digit in _DIGITS if digit not in (0, a, b))
        for c, d in combinations(rest, 2):
            e, f, g = (digit for digit in rest if digit not in (c, d))
            found.append(((0, a, b), (first, c, d), (e, f, g)))
    return tuple(found)


@cache
def _numbers() -> dict[frozenset[frozenset[int]], int]:
    return {frozenset(map(frozenset, division)): number for number, division in enumerate(divisions())}


@cache
def division_of(columns: tuple[Triple, ...]) -> int:
    """The number of the division that the columns of a box are.

    >>> division_of(((3, 4, 5), (6, 7, 8), (0, 1, 2)))
    0
    """
    return _numbers()[frozenset(map(frozenset, columns))]


def _images(digits: Sequence[int]) -> list[int]:
    """For an exchange of digits: the number of each division's image."""
    return [
        _numbers()[frozenset(frozenset(digits[digit] for digit in triple) for triple in division)]
        for division in divisions()
    ]


def upper_rows(columns: Sequence[Triple]) -> list[tuple[int, ...]]:
    """The choices of a digit from each column, all different.

    >>> upper_rows([(0, 1, 2), (0, 1, 2)])
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    """
    found: list[tuple[int, ...]] = [()]
    for column in columns:
        found = [(*row, digit) for row in found for digit in column if digit not in row]
    return found


def ways_to_fill(columns: Sequence[Triple]) -> int:
    """W: the number of ways to fill a band with these digits in its nine columns.

    >>> ways_to_fill(divisions()[0] * 3)
    1728
    """
    digits = [sum(1 << digit for digit in column) for column in columns]
    return sum(
        1 << number_of_cycles([own ^ 1 << digit for own, digit in zip(digits, upper, strict=True)])
        for upper in upper_rows(columns)
    )


def number_of_cycles(pairs: Iterable[int]) -> int:
    """The number of cycles of a graph in which each point is in two pairs; the points of a pair are bits.

    >>> number_of_cycles([0b0011, 0b1100, 0b0011, 0b1100])
    2
    """
    components: list[int] = []
    for pair in pairs:
        together, others = pair, []
        for component in components:
            if component & pair:
                together |= component
            else:
                others.append(component)
        components = [*others, together]
    return len(components)


@cache
def band_table() -> BandTable:
    """The table of all W, computed once: for one pair of each class, which gives the others.

    >>> len(band_table().classes)
    84
    """
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
    classes: list[_BandClass] = []
    for second, third in product(range(number), repeat=2):
        if class_of[second][third] >= 0:
            continue
        here = ways_to_fill(divisions()[0] + divisions()[second] + divisions()[third])
        members = {(second, third)}
        todo = [(second, third)]
        for i, j in todo:
            ways[i][j] = here
            class_of[i][j] = len(classes)
            new = {(j, i), *((moved[i], moved[j]) for moved in stabiliser)} - members
            members |= new
            todo += new
        classes.append(_BandClass(second, third, len(members), here))
    to_first = []
    for division in divisions():
        names = dict(zip(sum(division, ()), _DIGITS, strict=True))
        to_first.append(_images([names[digit] for digit in _DIGITS]))
    return BandTable(ways, class_of, classes, to_first)


def columns_below(first: Sequence[Triple]) -> list[tuple[Division, Division]]:
    """The columns of the second and of the third band of a stack, for the columns of the first band.

    >>> below = columns_below(divisions()[0])
    >>> len(below), below[0]
    (56, (((3, 4, 5), (6, 7, 8), (0, 1, 2)), ((6, 7, 8), (0, 1, 2), (3, 4, 5))))
    """
    left = [[digit for digit in _DIGITS if digit not in triple] for triple in first]
    found = []
    for one in combinations(left[0], 3):
        for two in combinations([digit for digit in left[1] if digit not in one], 3):
            three = tuple(digit for digit in left[2] if digit not in one + two)
            if len(three) == 3:
                pairs = zip(left, (one, two, three), strict=True)
                third = tuple(tuple(digit for digit in free if digit not in taken) for free, taken in pairs)
                found.append(((one, two, three), third))
    return found  # type: ignore[return-value]  # tuples of three digits each


@cache
def _divisions_below(division: int) -> tuple[tuple[int, int], ...]:
    """The numbers of the divisions in `columns_below`."""
    return tuple((division_of(second), division_of(third)) for second, third in columns_below(divisions()[division]))


def class_of_band(columns: Sequence[Triple]) -> int:
    """The number of the class of a first band, by the digits in its nine columns.

    >>> class_of_band(divisions()[5] * 3)
    0
    """
    one, two, three = (division_of(tuple(columns[start : start + 3])) for start in (0, 3, 6))
    image = band_table().to_first[one]
    return band_table().class_of[image[two]][image[three]]


@cache
def lower_bands(number: int) -> int:
    """Σ W(B)·W(C): the ways to fill the second and the third band, for a class of first bands; computed once.

    >>> lower_bands(0)
    7802998272
    """
    ways, to_first = band_table().ways, band_table().to_first
    first = band_table().classes[number]
    total = 0
    for one_above, one_below in _divisions_below(0):
        above, under = to_first[one_above], to_first[one_below]
        last_above = [above[division] for division, _ in _divisions_below(first.third)]
        last_under = [under[division] for _, division in _divisions_below(first.third)]
        for two_above, two_below in _divisions_below(first.second):
            w_above, w_under = ways[above[two_above]], ways[under[two_below]]
            total += sum(map(mul, map(w_above.__getitem__, last_above), map(w_under.__getitem__, last_under)))
    return total


def class_weights(deadline: Deadline = NEVER) -> list[int]:
    """For each class size · W(A) · Σ W(B)·W(C): the grids, up to 280·6³. Raises LimitError at the deadline.

    >>> 280 * 6**3 * sum(class_weights())
    6670903752021072936960
    """
    classes = deadline.over(band_table().classes, "no count", every=1)
    return [found.size * found.ways * lower_bands(number) for number, found in enumerate(classes)]


def total_of_three_by_three(deadline: Deadline = NEVER) -> int:
    """The number of 9×9 grids. Raises LimitError at the deadline.

    >>> total_of_three_by_three()
    6670903752021072936960
    """
    return len(divisions()) * 6**3 * sum(class_weights(deadline))
