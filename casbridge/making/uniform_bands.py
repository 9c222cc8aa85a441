"""Uniform grids with boxes of three by three, by what counts them: see `casbridge.counting.bands`.

First what digits are in the nine columns of the first band: with weight W(A) · Σ W(B)·W(C). Then those of the other two
bands, one stack after the other, with weight W(B)·W(C). Then each band is filled in one of its W ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from operator import mul

from casbridge.counting.bands import (
    Triple,
    band_table,
    division_of,
    divisions,
    lower_bands,
    number_of_cycles,
)
from casbridge.making.chance import Choose

#: The digits, from 0, in the columns of a box, from the left.
Columns = tuple[Triple, ...]

_ORDERS = tuple(permutations(range(3)))


def bands_total() -> int:
    """The number of grids.

    >>> bands_total()
    6670903752021072936960
    """
    return len(divisions()) * len(_ORDERS) ** 3 * sum(_weights())


def grid_by_bands(choose: Choose) -> tuple[int, ...]:
    """A grid by these choices."""
    names = _names(choose)
    upper = _upper_columns(choose)
    stacks = [below_columns(box) for box in upper]
    middle, lower = _other_columns(upper, stacks, choose)
    rows = [row for band in (upper, middle, lower) for row in _filled(sum(band, ()), choose)]
    return tuple(names[digit] for row in rows for digit in row)


# -- the first band ---------------------------------------------------------------------------------------------------


@cache
def _weights() -> tuple[int, ...]:
    return tuple(found.size * found.ways * lower_bands(found.second, found.third) for found in band_table().classes)


@cache
def _members(number: int) -> tuple[tuple[int, int], ...]:
    """The pairs of divisions in a class, for the second and the third box."""
    table = band_table().class_of
    return tuple((i, j) for i, row in enumerate(table) for j, found in enumerate(row) if found == number)


def _names(choose: Choose) -> list[int]:
    """What the digits are called: which are in each column of the first box, where 0, 1, 2 stand for those of the first
    column, in ascending order, and so on.
    """
    division = divisions()[choose([1] * len(divisions()))]
    order = _ORDERS[choose([1] * len(_ORDERS))]
    return [digit + 1 for place in order for digit in division[place]]


def _upper_columns(choose: Choose) -> list[Columns]:
    members = _members(choose(_weights()))
    second, third = members[choose([1] * len(members))]
    return [divisions()[0], *(_ordered(divisions()[found], choose) for found in (second, third))]


def _ordered(division: Columns, choose: Choose) -> Columns:
    return tuple(division[place] for place in _ORDERS[choose([1] * len(_ORDERS))])


# -- the other bands --------------------------------------------------------------------------------------------------


def below_columns(first: Columns) -> list[tuple[Columns, Columns]]:
    """The columns in the second and in the third band of a stack, for those in the first.

    >>> len(below_columns(divisions()[0]))
    56
    """
    left = [[digit for digit in range(9) if digit not in column] for column in first]
    found = []
    for one in combinations(left[0], 3):
        for two in combinations([digit for digit in left[1] if digit not in one], 3):
            three = tuple(digit for digit in range(9) if digit not in one and digit not in two)
            if set(three) <= set(left[2]):
                second: Columns = (one, two, three)  # type: ignore[assignment]
                third = tuple(
                    tuple(digit for digit in free if digit not in taken)
                    for free, taken in zip(left, second, strict=True)
                )
                found.append((second, third))
    return found  # type: ignore[return-value]


def _other_columns(
    upper: Sequence[Columns], stacks: Sequence[Sequence[tuple[Columns, Columns]]], choose: Choose
) -> tuple[list[Columns], list[Columns]]:
    """The columns of the second and the third band, one stack after the other."""
    numbers = [[(division_of(above), division_of(under)) for above, under in stack] for stack in stacks]
    one, two, three = numbers
    by_two = [[sum(_products(first, second, three)) for second in two] for first in one]
    i = choose([sum(weights) for weights in by_two])
    j = choose(by_two[i])
    k = choose(_products(one[i], two[j], three))
    chosen = [stack[place] for stack, place in zip(stacks, (i, j, k), strict=True)]
    return [above for above, _ in chosen], [under for _, under in chosen]


def _products(first: tuple[int, int], second: tuple[int, int], thirds: Sequence[tuple[int, int]]) -> list[int]:
    """W(B)·W(C) where the first two stacks are known, for what the third can be."""
    table = band_table()
    above, under = table.to_first[first[0]], table.to_first[first[1]]
    w_above, w_under = table.ways[above[second[0]]], table.ways[under[second[1]]]
    return list(map(mul, (w_above[above[one]] for one, _ in thirds), (w_under[under[other]] for _, other in thirds)))


# -- filling a band ---------------------------------------------------------------------------------------------------


def _filled(columns: Sequence[Triple], choose: Choose) -> Iterator[list[int]]:
    """The three rows of a band in whose columns these digits are."""
    uppers = list(_upper_rows(columns))
    pairs = [_without(columns, upper) for upper in uppers]
    number = choose([1 << number_of_cycles([1 << a | 1 << b for a, b in found]) for found in pairs])
    middle = _one_of_each(pairs[number], choose)
    yield uppers[number]
    yield middle
    yield [a + b - one for (a, b), one in zip(pairs[number], middle, strict=True)]


def _upper_rows(columns: Sequence[Triple], taken: tuple[int, ...] = ()) -> Iterator[list[int]]:
    """A digit of each column, all different."""
    if len(taken) == len(columns):
        yield list(taken)
        return
    for digit in columns[len(taken)]:
        if digit not in taken:
            yield from _upper_rows(columns, (*taken, digit))


def _without(columns: Sequence[Triple], upper: Sequence[int]) -> list[tuple[int, int]]:
    found = []
    for column, taken in zip(columns, upper, strict=True):
        a, b = (digit for digit in column if digit != taken)
        found.append((a, b))
    return found


def _one_of_each(pairs: Sequence[tuple[int, int]], choose: Choose) -> list[int]:
    """One digit of each pair, all different, where each digit is in two pairs: two ways for each cycle."""
    taken: dict[int, int] = {}
    for start, pair in enumerate(pairs):
        if start in taken:
            continue
        digit, column = pair[choose([1, 1])], start
        while column not in taken:
            taken[column] = digit
            digit = sum(pairs[column]) - digit
            column = next((at for at, other in enumerate(pairs) if digit in other and at != column), column)
    return [taken[column] for column in range(len(pairs))]
