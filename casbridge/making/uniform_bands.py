"""Uniform grids with boxes of three by three, by the counts of `casbridge.counting.bands`.

First the digits in the nine columns of the first band, with weight W(A) · Σ W(B)·W(C). Then those of the other two
bands, one stack after the other, with weight W(B)·W(C). Then each band is filled in one of its W ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from operator import mul

from casbridge.counting.bands import (
    Division,
    Triple,
    band_table,
    class_weights,
    columns_below,
    division_of,
    divisions,
    number_of_cycles,
)
from casbridge.making.chance import Choose

_ORDERS = tuple(permutations(range(3)))


def grid_by_bands(choose: Choose) -> tuple[int, ...]:
    """A 9×9 grid by these choices.

    >>> grid_by_bands(lambda weights: weights.index(max(weights)))[:9]
    (1, 4, 7, 2, 5, 6, 3, 8, 9)
    """
    names = _names(choose)
    upper = _upper_columns(choose)
    middle, lower = _other_columns(upper, choose)
    rows = [row for band in (upper, middle, lower) for row in _filled(sum(band, ()), choose)]
    return tuple(names[digit] for row in rows for digit in row)


# -- the first band ---------------------------------------------------------------------------------------------------


@cache
def _weights() -> list[int]:
    return class_weights()


@cache
def _members(number: int) -> tuple[tuple[int, int], ...]:
    """The pairs of divisions in a class, for the second and the third box."""
    table = band_table().class_of
    return tuple((i, j) for i, row in enumerate(table) for j, found in enumerate(row) if found == number)


def _names(choose: Choose) -> list[int]:
    """The names of the digits: 0, 1, 2 are those in the first column of the first box, ascending, and so on."""
    division = divisions()[choose([1] * len(divisions()))]
    order = _ORDERS[choose([1] * len(_ORDERS))]
    return [digit + 1 for place in order for digit in division[place]]


def _upper_columns(choose: Choose) -> list[Division]:
    members = _members(choose(_weights()))
    second, third = members[choose([1] * len(members))]
    return [divisions()[0], *(_ordered(divisions()[found], choose) for found in (second, third))]


def _ordered(division: Division, choose: Choose) -> Division:
    a, b, c = _ORDERS[choose([1] * len(_ORDERS))]
    return division[a], division[b], division[c]


# -- the other bands --------------------------------------------------------------------------------------------------


def _other_columns(upper: Sequence[Division], choose: Choose) -> tuple[list[Division], list[Division]]:
    """The columns of the second and the third band, one stack after the other."""
    stacks = [columns_below(box) for box in upper]
    numbers = [[(division_of(above), division_of(under)) for above, under in stack] for stack in stacks]
    one, two, three = numbers
    by_two = [[sum(_products(first, second, three)) for second in two] for first in one]
    i = choose([sum(weights) for weights in by_two])
    j = choose(by_two[i])
    k = choose(_products(one[i], two[j], three))
    chosen = [stack[place] for stack, place in zip(stacks, (i, j, k), strict=True)]
    return [above for above, _ in chosen], [under for _, under in chosen]


def _products(first: tuple[int, int], second: tuple[int, int], thirds: Sequence[tuple[int, int]]) -> list[int]:
    """W(B)·W(C) for each way to go on in the third stack.

    first, second, thirds: the divisions of the second and the third band in a stack, by number.
    """
    table = band_table()
    above, under = table.to_first[first[0]], table.to_first[first[1]]
    w_above, w_under = table.ways[above[second[0]]], table.ways[under[second[1]]]
    return list(map(mul, (w_above[above[one]] for one, _ in thirds), (w_under[under[other]] for _, other in thirds)))


# -- filling a band ---------------------------------------------------------------------------------------------------


def _filled(columns: Sequence[Triple], choose: Choose) -> Iterator[list[int]]:
    """The three rows of a band that has these digits in its columns."""
    uppers = list(_upper_rows(columns))
    pairs = [_without(columns, upper) for upper in uppers]
    number = choose([1 << number_of_cycles([1 << a | 1 << b for a, b in found]) for found in pairs])
    middle = _one_of_each(pairs[number], choose)
    yield uppers[number]
    yield middle
    yield [a + b - one for (a, b), one in zip(pairs[number], middle, strict=True)]


def _upper_rows(columns: Sequence[Triple], taken: tuple[int, ...] = ()) -> Iterator[list[int]]:
    """All choices of a digit from each column, all different."""
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
    """One digit of each pair, all different. Each digit is in two pairs, so each cycle has two ways."""
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
