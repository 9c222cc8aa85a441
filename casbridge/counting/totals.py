"""How many grids there are.

With two rows in a box: a grid has two stacks. Say for each band which digits are in the upper row of its left box. The
left stack can then be completed in T ways, whatever is in the right one, and the right one in as many, by symmetry: the
number of grids is Σ T² over all choices. T is the number of ways to decompose a regular bipartite graph, between digits
and rows, into perfect matchings in order: one for each column.

With boxes of three by three: see `casbridge.counting.bands`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from math import factorial

from casbridge.counting.bands import number_of_cycles, total_of_three_by_three
from casbridge.counting.shapes import BoxShape
from casbridge.errors import UnsupportedError

_MOST_COLUMNS = 5

#: Which digits are in upper rows: (for each band whether it is in that, how many digits are so), ascending.
_Choice = tuple[tuple[tuple[int, ...], int], ...]


def total_grids(shape: BoxShape) -> int:
    """The number of grids with boxes of this shape.

    Raises UnsupportedError for shapes for which no way is known that ends in reasonable time: all but those with two
    rows or columns and at most five of the other, and 3x3. For 2x5 it takes minutes.

    >>> total_grids(BoxShape(2, 2)), total_grids(BoxShape(2, 3)), total_grids(BoxShape(3, 2))
    (288, 28200960, 28200960)
    """
    if shape.rows > shape.columns:
        return total_grids(shape.transposed)
    if shape.rows == 2 and shape.columns <= _MOST_COLUMNS:
        return _two_rows(shape.columns)
    if (shape.rows, shape.columns) == (3, 3):
        return total_of_three_by_three()
    raise UnsupportedError(
        f"the number of {shape} grids: it is counted for 2x2 to 2x{_MOST_COLUMNS} either way round, and 3x3"
    )


def _two_rows(columns: int) -> int:
    return sum(ways * _completions(choice) ** 2 for choice, ways in two_row_choices(columns).items())


def two_row_choices(columns: int) -> dict[_Choice, int]:
    """The choices of digits for the upper rows of the left stack, and how many there are of each kind: bands exchanged,
    the rows of a band exchanged, and digits exchanged make no difference.

    >>> [len(two_row_choices(columns)) for columns in (2, 3, 4)]
    [2, 4, 26]
    """
    kinds: dict[_Choice, int] = {(((), 2 * columns),): 1}
    for band in range(columns):
        found: dict[_Choice, int] = {}
        for choice, ways in kinds.items():
            for extended, more in _extended(choice, columns):
                kind = _least(extended, band + 1)
                found[kind] = found.get(kind, 0) + ways * more
        kinds = found
    return kinds


def _extended(choice: _Choice, left: int) -> Iterator[tuple[_Choice, int]]:
    """The choices with one more band, in which so many digits are left for the upper row, and the ways for each."""
    if not choice:
        if left == 0:
            yield (), 1
        return
    (where, count), *rest = choice
    for upper in range(min(count, left) + 1):
        here = [((*where, 1), upper)] * (upper > 0) + [((*where, 0), count - upper)] * (upper < count)
        ways = factorial(count) // factorial(upper) // factorial(count - upper)
        for others, more in _extended(tuple(rest), left - upper):
            yield (*here, *others), ways * more


def _least(choice: _Choice, bands: int) -> _Choice:
    """The least of the choices that differ by exchanged bands and rows of bands."""
    return min(
        tuple(
            sorted(
                (tuple(where[band] ^ flip for band, flip in zip(order, flips, strict=True)), count)
                for where, count in choice
            )
        )
        for order in permutations(range(bands))
        for flips in product((0, 1), repeat=bands)
    )


def _completions(choice: _Choice) -> int:
    """T: the ways to complete the left stack."""
    rows = tuple(
        sum(1 << (2 * band + 1 - upper) for band, upper in enumerate(where))
        for where, count in choice
        for _ in range(count)
    )
    return _ordered_matchings(len(choice[0][0]), tuple(sorted(rows)))


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
        _ordered_matchings(degree - 1, _relabelled((first ^ row, *left))) for left in _matchings(tuple(others), row)
    )


def _matchings(rows: tuple[int, ...], used: int) -> Iterator[tuple[int, ...]]:
    """What is left of the digits' rows after a perfect matching with the unused rows."""
    if not rows:
        yield ()
        return
    first, *others = rows
    free = first & ~used
    while free:
        row = free & -free
        free ^= row
        for left in _matchings(tuple(others), used | row):
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
