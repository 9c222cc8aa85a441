"""The number of all grids with boxes of a shape.

With two rows in a box, a grid has two stacks. Choose for each band which digits are in the upper row of its left box.
Then the left stack can be completed in T ways, whatever is in the right one, and the right one in T ways, too. So the
number of grids is Σ T² over all choices. T is the number of ordered decompositions of a regular bipartite graph,
between digits and rows, into perfect matchings, one for each column.

For boxes of three by three see `casbridge.counting.bands`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import comb, prod
from operator import itemgetter

from casbridge.counting.bands import number_of_cycles, total_of_three_by_three
from casbridge.counting.symmetries import BoxShape
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: For each set of bands, as bits: the number of digits that are in the upper rows of just these bands.
Choice = tuple[int, ...]

_MOST_COLUMNS = 5
#: With more columns there are so many graphs that arrays are worth it.
_MOST_IN_PURE_PYTHON = 4


def total_grids(shape: BoxShape, deadline: Deadline = NEVER) -> int:
    """The number of grids with boxes of this shape. For 2x5 it takes about a minute.

    Raises UnsupportedError for a shape that is not `is_known`, LimitError at the deadline.

    >>> total_grids(BoxShape(2, 2)), total_grids(BoxShape(2, 3)), total_grids(BoxShape(3, 2))
    (288, 28200960, 28200960)
    """
    check_shape(shape)
    if 2 in (shape.rows, shape.columns):
        return sum(stack_weights(shape.side // 2, deadline).values())
    return total_of_three_by_three(deadline)


def check_shape(shape: BoxShape) -> None:
    """Raises UnsupportedError for shapes whose grids `total_grids` does not count.

    >>> check_shape(BoxShape(2, 4))
    """
    if not is_known(shape):
        raise UnsupportedError(
            f"the number of {shape} grids: it is counted for 2x2 to 2x{_MOST_COLUMNS} either way round, and 3x3"
        )


def is_known(shape: BoxShape) -> bool:
    """Whether `total_grids` counts the grids of this shape: for others no quick way is known.

    >>> is_known(BoxShape(5, 2)), is_known(BoxShape(3, 4))
    (True, False)
    """
    rows, columns = sorted((shape.rows, shape.columns))
    return (rows, columns) == (3, 3) or (rows == 2 and columns <= _MOST_COLUMNS)


def method_of(shape: BoxShape, steps: bool = False) -> str:
    """How `total_grids` counts, in words; or how `derivation` does.

    >>> method_of(BoxShape(2, 3))
    'Σ T²: how the two halves of a grid can be completed, over the digits in one row of each box'
    """
    if 2 in (shape.rows, shape.columns):
        return "Σ T²: how the two halves of a grid can be completed, over the digits in one row of each box"
    if steps:
        return "Felgenhauer and Jarvis: classes of first bands, each completed once"
    return "Σ W·Σ W·W: how the three bands can be filled, over the digits in the columns of each box"


def stack_weights(columns: int, deadline: Deadline = NEVER) -> dict[Choice, int]:
    """For each kind of choice of digits the number of grids with such a choice. Raises LimitError at the deadline.

    >>> stack_weights(2)
    {(2, 0, 0, 2): 192, (1, 1, 1, 1): 96}
    """
    choices = two_row_choices(columns, deadline)
    completions = completions_of_stacks(list(map(stack_of, choices)), columns, deadline)
    return {kind: ways * found**2 for (kind, ways), found in zip(choices.items(), completions, strict=True)}


def two_row_choices(columns: int, deadline: Deadline = NEVER) -> dict[Choice, int]:
    """The kinds of choices of digits for the upper rows of the left stack, and how many choices are of each kind.

    Choices are of one kind if they differ by exchanges of bands, of the rows of a band, and of digits.

    >>> [len(two_row_choices(columns)) for columns in (2, 3, 4)]
    [2, 4, 26]
    """
    kinds: dict[Choice, int] = {(2 * columns,): 1}
    for band in range(columns):
        images = _images(band + 1)
        found: dict[Choice, int] = {}
        for choice, ways in kinds.items():
            deadline.check("no count")
            for uppers in product(*(range(count + 1) for count in choice)):
                if sum(uppers) == columns:
                    extended = sum(((count - upper, upper) for count, upper in zip(choice, uppers, strict=True)), ())
                    firsts = (first for first, count in enumerate(extended) if count == max(extended))
                    kind = max(image(extended) for first in firsts for image in images[first])
                    found[kind] = found.get(kind, 0) + ways * prod(map(comb, choice, uppers))
        kinds = found
    return kinds


def images_of(choice: Choice) -> list[Choice]:
    """The choices that differ from this one by exchanges of bands, or of the rows of bands, ascending.

    >>> images_of((2, 0, 0, 2))
    [(0, 2, 2, 0), (2, 0, 0, 2)]
    """
    return sorted({image(choice) for own in _images(len(choice).bit_length() - 1).values() for image in own})


@cache
def _images(bands: int) -> dict[int, list[Callable[[Choice], Choice]]]:
    """The functions that exchange bands, and the rows of bands, in a choice, by the number that comes first."""
    places = range(1 << bands)
    moved = [
        [sum((place >> band & 1) << to for band, to in enumerate(order)) for place in places]
        for order in permutations(range(bands))
    ]
    return {first: [itemgetter(*(place ^ first for place in own)) for own in moved] for first in places}


def stack_of(choice: Choice) -> tuple[int, ...]:
    """For each digit its rows in the left stack, as bits; ascending.

    >>> stack_of((2, 0, 0, 2))
    (5, 5, 10, 10)
    """
    bands = len(choice).bit_length() - 1
    rows = [sum(1 << 2 * band + (where >> band & 1) for band in range(bands)) for where in range(len(choice))]
    return tuple(sorted(own for own, count in zip(rows, choice, strict=True) for _ in range(count)))


def completions_of_stacks(stacks: Sequence[Sequence[int]], columns: int, deadline: Deadline = NEVER) -> list[int]:
    """T for each left stack (see `stack_of`): the ways to complete it. Raises LimitError at the deadline.

    >>> completions_of_stacks([(5, 5, 10, 10), (5, 6, 9, 10)], 2)
    [4, 2]
    """
    if columns <= _MOST_IN_PURE_PYTHON:
        return [ways_to_decompose(columns, stack) for stack in stacks]
    from casbridge.counting.factorisations import ordered_factorisations

    return ordered_factorisations(stacks, columns, deadline)


def ways_to_decompose(degree: int, rows: Sequence[int]) -> int:
    """The ordered decompositions into perfect matchings of a regular graph, given by the rows of each digit, as bits.

    >>> ways_to_decompose(2, (3, 3, 12, 12))
    4
    """
    if degree <= 2:  # no other name is needed, and no place in the cache
        return 1 << number_of_cycles(rows) if degree == 2 else 1
    # With other names for digits and rows: often the same for graphs that differ only by names.
    return _decomposed(degree, tuple(sorted(transposed(sorted(transposed(sorted(rows)))))))


@cache
def _decomposed(degree: int, rows: tuple[int, ...]) -> int:
    first, *others = rows
    row = first & -first
    left = matchings(tuple(others), row)
    return degree * sum(ways_to_decompose(degree - 1, (first ^ row, *rest)) for rest in left)


def matchings(rows: tuple[int, ...], used: int = 0) -> Iterator[tuple[int, ...]]:
    """For each perfect matching with the unused rows: the rows left to each digit. Sets of rows are bits.

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


def transposed(graph: Sequence[int]) -> tuple[int, ...]:
    """For each row its digits, as bits; for a graph given by the rows of each digit, as bits.

    >>> transposed((0b011, 0b001, 0b100))
    (3, 1, 4)
    """
    rows = range(len(graph))
    return tuple([sum([1 << digit for digit, own in enumerate(graph) if own >> row & 1]) for row in rows])
