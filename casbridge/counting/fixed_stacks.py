"""The number of grids that a symmetry fixes, stack by stack: a second opinion beside `fixed`, doubled on purpose.

It is for boxes with two rows or, transposed, two columns. As in `casbridge.counting.fixed`, A(h(x)) = σ(A(x)) for the
symmetry h and a permutation σ of the digits. h permutes the rows as r and the columns as c. S_i is the set of digits in
row i of the left stack; the other row of the band has the other digits there, and the right stack has the other digits
in each row.

- If c keeps the stacks, S_{r(i)} = σ(S_i), and (h, σ) fixes fillings of the left and of the right stack independently.
- If c exchanges the stacks, row r(i) of the right stack has the digits σ(S_i). Let p be r followed by the exchange of
  the two rows of each band; then S_{p(i)} = σ(S_i). The left stack determines the right one, and (h², σ²) fixes it.

Each digit is in one row of each band of the left stack, and p takes the rows of d to those of σ(d). So the rows of one
digit of each cycle of σ determine all S_i. What commutes with σ, or among the rows with p, makes no difference. Given
the S_i, a filling of a stack decomposes the graph between digits and rows into perfect matchings, one for each column;
the symmetry permutes the matchings as it permutes the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial, prod
from operator import xor

from casbridge.counting.fixed import FixedGrids, over_relabellings
from casbridge.counting.symmetries import (
    BoxShape,
    CycleType,
    Permutation,
    cycle_type_of,
    cycles,
    image_of_set,
    least_image_of_set,
    of_lines,
    permutation_of_type,
    power,
)
from casbridge.counting.totals import check_shape, completions_of_stacks, transposed
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

_image = cache(image_of_set)
_least = cache(least_image_of_set)
_MOST_FAMILIES = 5_000_000

#: For each cycle of σ its length and the rows of one of its digits, as bits; descending.
Family = tuple[tuple[int, int], ...]
#: For each digit its rows, as bits.
Graph = tuple[int, ...]


def fixed_by_stacks(shape: BoxShape, symmetry: Sequence[int], deadline: Deadline = NEVER) -> int:
    """N_h/n!: the same number as `fixed_up_to_relabelling`.

    Raises UnsupportedError for boxes without two rows or columns or with more than five of the other, and for
    symmetries that make rows columns; LimitError if there is too much to count, and at the deadline.

    >>> fixed_by_stacks(BoxShape(2, 2), range(16)), fixed_by_stacks(BoxShape(3, 2), range(36))
    (12, 39168)
    """
    count = _FixedStacks(shape, symmetry, deadline)
    return over_relabellings(count.with_type, FixedGrids(shape, symmetry).possible_types())


class _FixedStacks:
    """The count for one symmetry. Raises UnsupportedError as `fixed_by_stacks` does."""

    def __init__(self, shape: BoxShape, symmetry: Sequence[int], deadline: Deadline = NEVER) -> None:
        check_shape(shape)
        n = shape.side
        rows = tuple(symmetry[i * n] // n for i in range(n))
        columns = tuple(symmetry[j] % n for j in range(n))
        if 2 not in (shape.rows, shape.columns):
            raise UnsupportedError(f"{shape} grids by their stacks: boxes have two rows or columns there")
        if tuple(symmetry) != of_lines(rows, columns):
            raise UnsupportedError("by stacks, what a symmetry fixes that makes rows columns")
        self._rows, columns = (rows, columns) if shape.rows == 2 else (columns, rows)
        self._deadline = deadline
        half = n // 2
        self._exchanged = columns[0] >= half
        moved = power(columns, 2) if self._exchanged else columns
        stacks = [range(half)] if self._exchanged else [range(half), range(half, n)]
        self._cycles_of_columns = [cycle_type_of(moved, stack) for stack in stacks]

    def with_type(self, cycle_type: CycleType) -> int:
        """fix(h, σ) for one σ of the type. Raises LimitError."""
        digits = permutation_of_type(cycle_type)
        rows = tuple(row ^ 1 for row in self._rows) if self._exchanged else self._rows
        families = _families(rows, cycle_type, self._deadline)
        graphs = [_graph(family, rows) for family in families]
        if self._exchanged:
            rows, digits = power(rows, 2), power(digits, 2)
        # The right stack is the left one with the rows of each band exchanged. That commutes with everything.
        fillings = [self._fillings(graphs, digits, rows, lengths) for lengths in self._cycles_of_columns]
        return sum(map(prod, zip(families.values(), *fillings, strict=True)))

    def _fillings(
        self, graphs: Sequence[Graph], digits: Permutation, rows: Permutation, lengths: CycleType
    ) -> list[int]:
        """For each graph the number of fixed fillings of a stack with cycles of columns of such lengths."""
        if digits == rows == tuple(range(len(digits))):
            unmoved = set(lengths) == {1}
            return completions_of_stacks(graphs, len(lengths), self._deadline) if unmoved else [0] * len(graphs)
        decompositions = _decompositions(digits, rows)
        return [decompositions(graph, lengths) for graph in self._deadline.over(graphs, "no count", every=1)]


@cache
def _families(rows: Permutation, cycle_type: CycleType, deadline: Deadline = NEVER) -> dict[Family, int]:
    """The kinds of S with S_{p(i)} = σ(S_i), p being `rows`, and how many there are of each kind.

    S are of one kind if they differ by what commutes with p or with σ. Raises LimitError.
    """
    bands = len(rows) // 2
    kinds: dict[Family, int] = {tuple((length, 0) for length in cycle_type): 1}
    done: list[int] = []
    for cycle in cycles([rows[2 * band] // 2 for band in range(bands)]):
        found: dict[Family, int] = {}
        for family, ways in deadline.over(kinds.items(), "no count", every=1):
            alike = Counter(family)
            choices = [_choices(rows, tuple(cycle), length, count) for (length, _), count in alike.items()]
            for chosen in product(*choices):
                if sum(upper for _, _, upper in chosen) == bands:
                    pairs = zip(alike, chosen, strict=True)
                    sets = [(length, where | added) for (length, where), (own, _, _) in pairs for added in own]
                    least = tuple(sorted(((length, _least(rows, where)) for length, where in sets), reverse=True))
                    found[least] = found.get(least, 0) + ways * prod(more for _, more, _ in chosen)
            if len(found) > _MOST_FAMILIES:
                raise LimitError(f"more than {_MOST_FAMILIES} choices of the digits in the rows of a stack")
        done += cycle
        kinds = _kinds(found, rows, done)
    return kinds


@cache
def _choices(
    rows: Permutation, bands: tuple[int, ...], length: int, count: int
) -> list[tuple[tuple[int, ...], int, int]]:
    """The sets of rows, one row in each of these bands, that a digit of each of `count` cycles of a length can be in.

    With them: the ways to choose just these, and how many digits of the cycles are then in the first row of the bands.
    """
    sets: dict[int, int] = {}
    for lower in product((0, 1), repeat=len(bands)):
        images = [sum(1 << 2 * band + low for band, low in zip(bands, lower, strict=True))]
        for _ in range(length):
            images.append(_image(rows, images[-1]))
        if images.pop() == images[0]:
            sets[images[0]] = sum(image >> 2 * bands[0] & 1 for image in images)
    return [
        (chosen, factorial(count) // prod(map(factorial, Counter(chosen).values())), sum(sets[own] for own in chosen))
        for chosen in combinations_with_replacement(sets, count)
    ]


def _kinds(found: dict[Family, int], rows: Permutation, bands: Sequence[int]) -> dict[Family, int]:
    """One family for all that differ by permutations of the rows that commute with p. `found` is emptied."""
    known = {where for family in found for _, where in family}
    images = {
        tuple((where, _least(rows, _image(other, where))) for where in known)
        for other in _commuting(rows)
        if {other[2 * band] // 2 for band in bands} == set(bands)
    }
    tables = list(map(dict, images))
    kinds = {}
    while found:
        family, ways = found.popitem()
        for table in tables:
            image = tuple(sorted(((length, table[where]) for length, where in family), reverse=True))
            ways += found.pop(image, 0)
        kinds[family] = ways
    return kinds


@cache
def _commuting(rows: Permutation) -> list[Permutation]:
    """The permutations of the rows that keep bands together and commute with this one."""
    bands = len(rows) // 2
    everything = (
        tuple(2 * band + (low ^ flip) for band, flip in zip(order, flips, strict=True) for low in (0, 1))
        for order in permutations(range(bands))
        for flips in product((0, 1), repeat=bands)
    )
    return [other for other in everything if all(other[rows[i]] == rows[other[i]] for i in range(len(rows)))]


def _graph(family: Family, rows: Permutation) -> Graph:
    """The rows of every digit."""
    found = []
    for length, where in family:
        for _ in range(length):
            found.append(where)
            where = _image(rows, where)
    return tuple(found)


@cache
def _decompositions(digits: Permutation, rows: Permutation) -> Callable[[Graph, CycleType], int]:
    """The number of decompositions of a graph into perfect matchings that are permuted as the columns are.

    digits, rows: how these are permuted.

    The function found takes a graph and the lengths of the cycles of columns. A chosen edge is in one of the columns,
    in each column of cycles of one length equally often. The first column of a cycle of length ℓ is a matching that the
    ℓ-th power keeps, and the others are its images.
    """
    of_digits, of_rows = cycles(digits), cycles(rows)

    def number(graph: Graph, lengths: CycleType) -> int:
        if not lengths:
            return 1
        for _ in range(2):
            graph = transposed(_sorted(graph, of_digits))
            graph = transposed(_sorted(graph, of_rows))
        return renamed_number(_sorted(graph, of_digits), lengths)

    @cache
    def renamed_number(graph: Graph, lengths: CycleType) -> int:
        total = 0
        for length, count in Counter(lengths).items():
            place = lengths.index(length)
            others = lengths[:place] + lengths[place + 1 :]
            total += length * count * sum(number(left, others) for left in without_a_cycle(graph, 0, 0, length))
        return total

    def without_a_cycle(graph: Graph, matched: int, used: int, length: int) -> Iterator[Graph]:
        """For each matching with the first edge of the first digit: the graph without it and its images.

        matched, used: the digits and the rows of the matching so far, as bits.
        """
        digit = (~matched & matched + 1).bit_length() - 1
        if digit == len(graph):
            yield graph
            return
        for row in range(len(graph)):
            if graph[digit] & ~used & 1 << row:
                own_digits, own_rows, edges = orbit(digit, row, length)
                if own_digits and not own_digits & matched and not own_rows & used:
                    left = tuple(map(xor, graph, edges))
                    yield from without_a_cycle(left, matched | own_digits, used | own_rows, length)
                if digit == 0:
                    return

    @cache
    def orbit(digit: int, row: int, length: int) -> tuple[int, int, Graph]:
        """The orbit of an edge of the first column of a cycle of this length.

        Its digits and its rows in the column as bits; 0 if this is impossible; and its edges in all columns.
        """
        edges = [(digit, row)]
        while (edge := (digits[edges[-1][0]], rows[edges[-1][1]])) != edges[0]:
            edges.append(edge)
        first = edges[::length]
        graph = tuple(sum(1 << other for own, other in edges if own == place) for place in range(len(digits)))
        own_digits, own_rows = ({edge[end] for edge in first} for end in (0, 1))
        if len(edges) % length or not len(own_digits) == len(own_rows) == len(first):
            return 0, 0, graph
        return sum(1 << digit for digit in own_digits), sum(1 << row for row in own_rows), graph

    return number


def _sorted(graph: Graph, of_points: Sequence[Sequence[int]]) -> Graph:
    """The graph after turning cycles of points and exchanging equally long ones: often the same for many graphs."""
    found = list(graph)
    for length in set(map(len, of_points)):
        alike = [cycle for cycle in of_points if len(cycle) == length]
        words = [[graph[point] for point in cycle] for cycle in alike]
        words = sorted(min(word[i:] + word[:i] for i in range(length)) for word in words)
        for cycle, word in zip(alike, words, strict=True):
            for point, adjacent in zip(cycle, word, strict=True):
                found[point] = adjacent
    return tuple(found)
