"""How many grids there are.

With two rows in a box: a grid has two stacks. Say for each band which digits are in the upper row of its left box. The
left stack can then be completed in T ways, whatever is in the right one, and the right one in as many, by symmetry: the
number of grids is Σ T² over all choices. T is the number of ways to decompose a regular bipartite graph, between digits
and rows, into perfect matchings in order: one for each column.

With boxes of three by three: see `casbridge.counting.bands`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from math import comb
from operator import itemgetter

from casbridge.counting.bands import number_of_cycles, total_of_three_by_three
from casbridge.counting.shapes import BoxShape
from casbridge.errors import UnsupportedError

_MOST_COLUMNS = 5

#: Beyond, there are so many graphs that arrays are worth it.
_MOST_IN_PURE_PYTHON = 4

#: How many digits are in the upper rows of just these bands: for each set of bands, as bits.
Choice = tuple[int, ...]


def total_grids(shape: BoxShape) -> int:
    """The number of grids with boxes of this shape.

    Raises UnsupportedError for shapes for which no way is known that ends in reasonable time: all but those with two
    rows or columns and at most five of the other, and 3x3. For 2x5 it takes about a minute.

    >>> total_grids(BoxShape(2, 2)), total_grids(BoxShape(2, 3)), total_grids(BoxShape(3, 2))
    (288, 28200960, 28200960)
    """
    check_shape(shape)
    rows, columns = sorted((shape.rows, shape.columns))
    return _two_rows(columns) if rows == 2 else total_of_three_by_three()


def check_shape(shape: BoxShape) -> None:
    """Raises UnsupportedError for shapes whose grids `total_grids` does not count."""
    if not is_known(shape):
        raise UnsupportedError(
            f"the number of {shape} grids: it is counted for 2x2 to 2x{_MOST_COLUMNS} either way round, and 3x3"
        )


def is_known(shape: BoxShape) -> bool:
    """Whether `total_grids` counts the grids of this shape.

    >>> is_known(BoxShape(5, 2)), is_known(BoxShape(3, 4))
    (True, False)
    """
    rows, columns = sorted((shape.rows, shape.columns))
    return (rows, columns) == (3, 3) or (rows == 2 and columns <= _MOST_COLUMNS)


def method_of(shape: BoxShape) -> str:
    """How `total_grids` counts, in words."""
    if 2 in (shape.rows, shape.columns):
        return "Σ T²: how the two halves of a grid can be completed, over the digits in one row of each box"
    return "Σ W·Σ W·W: how the three bands can be filled, over the digits in the columns of each box"


def _two_rows(columns: int) -> int:
    choices = two_row_choices(columns)
    completions = completions_of_stacks(list(choices), columns)
    return sum(ways * found**2 for ways, found in zip(choices.values(), completions, strict=True))


def two_row_choices(columns: int) -> dict[Choice, int]:
    """The choices of digits for the upper rows of the left stack, and how many there are of each kind: bands exchanged,
    the rows of a band exchanged, and digits exchanged make no difference.

    >>> [len(two_row_choices(columns)) for columns in (2, 3, 4)]
    [2, 4, 26]
    """
    kinds: dict[Choice, int] = {(2 * columns,): 1}
    for band in range(columns):
        images = _images(band + 1)
        found: dict[Choice, int] = {}
        for choice, ways in kinds.items():
            for extended, more in _extended(choice, columns):
                kind = max(image(extended) for image in images)
                found[kind] = found.get(kind, 0) + ways * more
        kinds = found
    return kinds


def _extended(choice: Choice, left: int) -> Iterator[tuple[Choice, int]]:
    """The choices with one more band, in which so many digits are left for the upper row, and the ways for each."""
    if not choice:
        if left == 0:
            yield (), 1
        return
    count, *rest = choice
    for upper in range(min(count, left) + 1):
        for others, more in _extended(tuple(rest), left - upper):
            yield (count - upper, upper, *others), comb(count, upper) * more


def kind_of(choice: Choice) -> Choice:
    """The same for all choices that differ by exchanging bands, or the rows of bands.

    >>> kind_of((0, 2, 2, 0))
    (2, 0, 0, 2)
    """
    return max(images_of(choice))


def images_of(choice: Choice) -> list[Choice]:
    """All choices of its kind, ascending.

    >>> images_of((2, 0, 0, 2))
    [(0, 2, 2, 0), (2, 0, 0, 2)]
    """
    return sorted({image(choice) for image in _images(len(choice).bit_length() - 1)})


@cache
def _images(bands: int) -> list[Callable[[Choice], Choice]]:
    """What exchanging bands, and the rows of bands, makes of a choice."""
    found: list[Callable[[Choice], Choice]] = []
    for order in permutations(range(bands)):
        for flips in range(1 << bands):
            moved = (sum((where >> band & 1) << to for band, to in enumerate(order)) for where in range(1 << bands))
            found.append(itemgetter(*(where ^ flips for where in moved)))
    return found


def stack_of(choice: Choice) -> tuple[int, ...]:
    """For each digit the rows of the left stack that it is in, as bits; ascending.

    >>> stack_of((2, 0, 0, 2))
    (5, 5, 10, 10)
    """
    bands = len(choice).bit_length() - 1
    rows = [
        sum(1 << (2 * band + (where >> band & 1)) for band in range(bands))
        for where, count in enumerate(choice)
        for _ in range(count)
    ]
    return tuple(sorted(rows))


def completions_of_stacks(choices: Sequence[Choice], columns: int) -> list[int]:
    """T for each choice: the ways to complete the left stack."""
    stacks = list(map(stack_of, choices))
    if columns <= _MOST_IN_PURE_PYTHON:
        return [_ordered_matchings(columns, stack) for stack in stacks]
    from casbridge.counting.factorisations import ordered_factorisations

    return ordered_factorisations(stacks, columns)


def ways_to_decompose(degree: int, rows: Sequence[int]) -> int:
    """In how many ways a regular bipartite graph, given by the rows of each digit, is a sequence of perfect matchings.

    >>> ways_to_decompose(2, (3, 3, 12, 12))
    4
    """
    return _ordered_matchings(degree, _relabelled(tuple(rows)))


@cache
def _ordered_matchings(degree: int, rows: tuple[int, ...]) -> int:
    """The ways to decompose a bipartite graph of this degree into perfect matchings, in order.

    rows: for each digit the rows that it is adjacent to, as bits; ascending, since the digits are all alike.
    """
    if degree == 1:
        return 1
    if degree == 2:
        return 1 << number_of_cycles(rows)
    first, *others = rows
    row = first & -first
    return degree * sum(
        _ordered_matchings(degree - 1, _relabelled((first ^ row, *left))) for left in matchings(tuple(others), row)
    )


def matchings(rows: tuple[int, ...], used: int = 0) -> Iterator[tuple[int, ...]]:
    """What is left of the digits' rows, in the same order, after a perfect matching with the unused rows.

    >>> list(matchings((3, 3)))
    [(2, 1), (1, 2)]
    """
    if not rows:
        yield ()
        return
    first, *others = rows
    free = first & ~used
    while free:
        row = free & -free
        free ^= row
        for left in matchings(tuple(others), used | row):
            yield (first ^ row, *left)


def _relabelled(rows: tuple[int, ...]) -> tuple[int, ...]:
    """The same graph with other names for its rows, so that graphs that differ by names are often the same."""
    digits = sorted(rows)
    columns = sorted(
        sum(1 << place for place, own in enumerate(digits) if own >> row & 1) for row in range(len(digits))
    )
    return tuple(
        sorted(sum(1 << row for row, own in enumerate(columns) if own >> place & 1) for place in range(len(digits)))
    )
