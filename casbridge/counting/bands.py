"""All 9×9 grids, and completions of 9×9 grids, counted by the digits in the columns of their boxes.

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

With givens, the columns of each digit are chosen instead, and W depends on what is given in the band. In a stack each
digit is in another column in each band. So the number of completions is Σ W·W·W over the choices of columns, stack by
stack. With enough givens there are few choices.

Source: Felgenhauer and Jarvis, "Mathematics of Sudoku I", 2006, who look at column sets in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from operator import mul
from typing import NamedTuple

from casbridge.counting.frontier import Budget
from casbridge.limits import NEVER, Deadline

#: Three digits from 0 to 8, ascending.
Triple = tuple[int, int, int]
#: All nine digits.
Division = tuple[Triple, Triple, Triple]

#: For each digit the column, 0 to 2, that it is in; a byte each, so that one addition adds all nine.
Columns = int
_Pair = tuple[Columns, Columns]

_DIGITS = range(9)
_MOST_KNOWN = 1_000_000  # about 100 MB
_ROWS_OF_DIGIT = list(permutations(range(3)))


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
    # These exchanges of digits generate all that keep the first division.
    stabiliser = [_images([*map(int, digits)]) for digits in ("102345678", "120345678", "345012678", "345678012")]
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


# -- completions ------------------------------------------------------------------------------------------------------


class BandsCount:
    """The count for a grid in one order of its bands.

    grid: a digit for every cell, 0 for an open one.
    size: the number of choices to look at. found: the completions found so far.

    >>> rows = [[(row // 3 + 3 * row + column) % 9 + 1 for column in range(9)] for row in range(8)]
    >>> count = BandsCount([*sum(rows, []), *[0] * 9], Budget())
    >>> count.finish()
    >>> count.found
    1
    """

    def __init__(self, grid: Sequence[int], budget: Budget) -> None:
        givens = [(digit - 1, *divmod(cell, 9)) for cell, digit in enumerate(grid) if digit]
        self._budget = budget
        self._stacks = []
        for stack in range(3):
            boxes = [[(d, c % 3) for d, r, c in givens if (r // 3, c // 3) == (band, stack)] for band in range(3)]
            self._stacks.append(_stack(*map(_columns_with, boxes)))
        self._fillings = [_Filling([(d, c // 3, r % 3) for d, r, c in givens if r // 3 == band]) for band in range(3)]
        self.size = prod(sum(map(len, stack.values())) for stack in self._stacks)
        self.found = 0

    def finish(self) -> None:
        """Count all. Raises LimitError; then `found` is a lower bound."""
        spend = self._budget.spend
        one, two, three = self._stacks
        first, second, third = self._fillings
        for (a, below_a), (b, below_b), (c, below_c) in product(one.items(), two.items(), three.items()):
            spend()
            ways = first.ways(9 * a + 3 * b + c)
            if not ways:
                continue
            for (a_second, a_third), (b_second, b_third) in product(below_a, below_b):
                spend()
                ab_second, ab_third = 9 * a_second + 3 * b_second, 9 * a_third + 3 * b_third
                for c_second, c_third in below_c:
                    filled = second.ways(ab_second + c_second)
                    if filled:
                        self.found += ways * filled * third.ways(ab_third + c_third)


def best_bands(grid: Sequence[int], budget: Budget) -> BandsCount:
    """The count with the fewest choices, over the orders of bands or of stacks. Raises LimitError at the deadline.

    >>> best_bands([*range(1, 10), *[0] * 72], Budget()).found
    0
    """
    found = []
    for given in (grid, [grid[cell % 9 * 9 + cell // 9] for cell in range(81)]):
        for first in (0, 27, 54):
            budget.check()
            found.append(BandsCount([*given[first : first + 27], *given[:first], *given[first + 27 :]], budget))
    return min(found, key=lambda count: count.size)


def _packed(columns: Iterable[int]) -> Columns:
    return int.from_bytes(bytes(columns), "little")


@cache
def _all_columns() -> dict[Columns, tuple[int, ...]]:
    return {_packed(own): own for own in product(range(3), repeat=9) if own.count(0) == own.count(1) == 3}


def _columns_with(givens: Sequence[tuple[int, int]]) -> set[Columns]:
    """The columns of a box that fit the digits given in it, each with its column."""
    return {packed for packed, own in _all_columns().items() if all(own[digit] == column for digit, column in givens)}


@cache
def _below(first: Columns) -> list[_Pair]:
    """The columns in the second and the third band of a stack, for those in the first: 56 pairs."""
    others = [[column for column in range(3) if column != own] for own in _all_columns()[first]]
    seconds = (_packed(second) for second in product(*others) if second.count(0) == second.count(1) == 3)
    return [(second, _packed([3] * 9) - first - second) for second in seconds]


def _stack(first: set[Columns], second: set[Columns], third: set[Columns]) -> dict[Columns, list[_Pair]]:
    """For each choice of columns in the box of the first band those of the second and the third."""
    choices = {}
    for above in sorted(first):
        below = [pair for pair in _below(above) if pair[0] in second and pair[1] in third]
        if below:
            choices[above] = below
    return choices


class _Filling:
    """W for one band with givens (digit, box, row): each digit is in another row in each of the three boxes.

    The columns of a digit in the three boxes are one number below 27. Digits without givens are alike: W depends only
    on how many of them are in which columns. To the number of a digit with givens 27, 54, … is added.
    """

    def __init__(self, givens: Sequence[tuple[int, int, int]]) -> None:
        # The first kind is that of the digits without givens, if there are any: a byte holds no tenth.
        self._rows = [_ROWS_OF_DIGIT] if len({digit for digit, _, _ in givens}) < 9 else []
        kinds = []
        for digit in range(9):
            own = [(box, row) for one, box, row in givens if one == digit]
            kinds.append(27 * len(self._rows) if own else 0)
            if own:
                self._rows.append([rows for rows in _ROWS_OF_DIGIT if all(rows[box] == row for box, row in own)])
        self._kinds = _packed(kinds)
        self._known: dict[bytes, int] = {}

    def ways(self, columns: int) -> int:
        """W. columns: 9 times those in the first box, 3 times those in the second, and those in the third, added."""
        key = bytes(sorted((columns + self._kinds).to_bytes(9, "little")))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self._count(key)
        return known

    def _count(self, key: bytes) -> int:
        states = {0: 1}
        for kind, place in (divmod(code, 27) for code in reversed(key)):
            columns = (place // 9, place // 3 % 3, place % 3)
            cells = [
                sum(1 << (9 * row + 3 * box + columns[box]) for box, row in enumerate(rows))
                for rows in self._rows[kind]
            ]
            after: dict[int, int] = {}
            for filled, ways in states.items():
                for bits in cells:
                    if not filled & bits:
                        after[filled | bits] = after.get(filled | bits, 0) + ways
            states = after
        return sum(states.values())
