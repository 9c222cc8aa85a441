"""Completions of 9×9 grids, counted by the columns of the boxes that the digits are in.

In a box each digit is in one of three columns. If these are known for the boxes of a band, the band can be filled in W
ways, whatever is in the other bands. In a stack each digit is in another column in each band. So the number of
completions is Σ W·W·W over the choices of columns, stack by stack. With enough givens there are few choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product
from math import prod

from casbridge.counting.frontier import Budget

#: For each digit the column, 0 to 2, that it is in; a byte each, so that one addition adds all nine.
Columns = int
#: For each choice of columns in the box of the first band those of the second and the third.
Stack = dict[Columns, list[tuple[Columns, Columns]]]

_MOST_KNOWN = 1_000_000  # about 100 MB
_ROWS_OF_DIGIT = list(permutations(range(3)))


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
            boxes: list[list[tuple[int, int]]] = [[], [], []]
            for digit, row, column in givens:
                if column // 3 == stack:
                    boxes[row // 3].append((digit, column % 3))
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


# -- one box, one stack -----------------------------------------------------------------------------------------------


def _packed(columns: Iterable[int]) -> Columns:
    return int.from_bytes(bytes(columns), "little")


@cache
def _all_columns() -> dict[Columns, tuple[int, ...]]:
    return {_packed(own): own for own in product(range(3), repeat=9) if own.count(0) == own.count(1) == 3}


def _columns_with(givens: Sequence[tuple[int, int]]) -> set[Columns]:
    """The columns of a box that fit the digits given in it, each with its column."""
    return {packed for packed, own in _all_columns().items() if all(own[digit] == column for digit, column in givens)}


@cache
def _below(first: Columns) -> list[tuple[Columns, Columns]]:
    """The columns in the second and the third band of a stack, for those in the first: 56 pairs."""
    others = [[column for column in range(3) if column != own] for own in _all_columns()[first]]
    seconds = (_packed(second) for second in product(*others) if second.count(0) == second.count(1) == 3)
    return [(second, _packed([3] * 9) - first - second) for second in seconds]


def _stack(first: set[Columns], second: set[Columns], third: set[Columns]) -> Stack:
    choices = {}
    for above in sorted(first):
        below = [pair for pair in _below(above) if pair[0] in second and pair[1] in third]
        if below:
            choices[above] = below
    return choices


# -- one band ---------------------------------------------------------------------------------------------------------


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
