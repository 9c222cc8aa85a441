"""What stands around the numbers: fixed grids, classes of grids, dimensions, many graphs at once, limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import permutations, product
from math import factorial
from random import Random

import pytest

from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.backends.protocol import Status
from casbridge.counting import (
    BoxShape,
    conjugacy_classes,
    derivation,
    dimension,
    essentially_different,
    essentially_different_colourings,
    fixed_by_stacks,
    fixed_grid,
    fixed_up_to_relabelling,
    grid_classes,
    total_grids,
    turns_and_reflections,
    zeros_by_dimension,
)
from casbridge.counting.factorisations import ordered_factorisations
from casbridge.counting.symmetries import cycles, shape_of
from casbridge.counting.totals import completions_of_stacks, stack_of, two_row_choices
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.limits import Deadline
from casbridge.puzzles import Puzzle, latin, sudoku

# -- graphs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [2, 3, 4])
def test_many_graphs_at_once(columns: int) -> None:
    """Arrays and plain recursion count the same."""
    stacks = [stack_of(choice) for choice in two_row_choices(columns)]
    assert ordered_factorisations(stacks, columns) == completions_of_stacks(stacks, columns)


def test_factorisations_by_brute_force() -> None:
    """Latin rectangles: the complete bipartite graph on n + n, and some cubic graphs, one column at a time."""
    assert ordered_factorisations([(0b1111,) * 4], 4) == [576]
    random = Random(1)
    graphs = []
    while len(graphs) < 10:
        columns = [random.sample(range(5), 5) for _ in range(3)]
        rows = tuple(sum(1 << column[digit] for column in columns) for digit in range(5))
        if all(bits.bit_count() == 3 for bits in rows):
            graphs.append(rows)
    for rows, number in zip(graphs, ordered_factorisations(graphs, 3), strict=True):
        matchings = [m for m in permutations(range(5)) if all(rows[digit] >> row & 1 for digit, row in enumerate(m))]
        triples = sum(all(len({a[i], b[i], c[i]}) == 3 for i in range(5)) for a, b, c in product(matchings, repeat=3))
        assert number == triples


def test_two_by_four() -> None:
    """The published number."""
    assert total_grids(BoxShape(2, 4)) == 29136487207403520


# -- grids ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)], ids=str)
def test_turns_and_reflections(shape: BoxShape) -> None:
    found = turns_and_reflections(shape)
    identity = tuple(range(shape.cells))
    units = {frozenset(cells) for cells in shape.units}
    for name, image in found.items():
        assert {frozenset(image[cell] for cell in cells) for cells in units} == units
        order = max(len(cycle) for cycle in cycles(image))
        assert order == (4 if "quarter" in name else 2)
    half = found["half turn"]
    assert tuple(half[half[cell]] for cell in identity) == identity
    if shape.rows == shape.columns:
        quarter = found["quarter turn clockwise"]
        assert tuple(quarter[quarter[cell]] for cell in identity) == half
        assert quarter[0] == shape.side - 1  # the upper left corner goes to the upper right


def fixes(shape: BoxShape, symmetry: tuple[int, ...]) -> None:
    found = fixed_grid(shape, symmetry)
    assert (found is None) == (fixed_up_to_relabelling(shape, symmetry) == 0)
    if found is not None:
        puzzle = Puzzle(sudoku(shape.rows, shape.columns), (0,) * shape.cells)
        assert puzzle.violation(found.grid) is None
        for cell, digit in enumerate(found.grid):
            assert found.grid[symmetry[cell]] - 1 == found.relabelling[digit - 1]


@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3)], ids=str)
def test_fixed_grids_of_every_class(shape: BoxShape) -> None:
    for one in conjugacy_classes(shape):
        fixes(shape, one.representative)


@pytest.mark.parametrize(
    "name", ["quarter turn clockwise", "quarter turn anticlockwise", "reflection in the middle row"]
)
def test_fixed_grids_of_three_by_three(name: str) -> None:
    shape = BoxShape(3, 3)
    fixes(shape, turns_and_reflections(shape)[name])


@pytest.mark.parametrize(
    "shape", [BoxShape(2, 2), *(pytest.param(BoxShape(*s), marks=pytest.mark.slow) for s in ((2, 3), (3, 2)))], ids=str
)
def test_classes_of_grids(shape: BoxShape) -> None:
    """As many as Burnside's lemma says; their sizes divide the group's order, with relabelling, and sum up to all."""
    found = grid_classes(shape)
    different = essentially_different(shape)
    assert len(found) == different.number
    assert sum(one.size for one in found) == total_grids(shape)
    assert all(different.order * factorial(shape.side) % one.size == 0 for one in found)
    puzzle = Puzzle(sudoku(shape.rows, shape.columns), (0,) * shape.cells)
    assert all(puzzle.violation(one.representative) is None for one in found)


@pytest.mark.parametrize("shape", [pytest.param(BoxShape(3, 3), marks=pytest.mark.slow), BoxShape(3, 4)])
def test_too_many_grids_for_classes(shape: BoxShape) -> None:
    with pytest.raises(LimitError, match="too many"):
        grid_classes(shape)


def test_shapes_of_puzzles() -> None:
    assert shape_of(Puzzle(sudoku(3, 3), (0,) * 81)) == BoxShape(3, 3)
    assert shape_of(Puzzle(sudoku(1, 4), (0,) * 16)) is None
    assert shape_of(Puzzle(latin(4), (0,) * 16)) is None
    assert shape_of(Puzzle(sudoku(2, 2, diagonals=True), (0,) * 16)) is None
    assert shape_of(Puzzle(sudoku(2, 2), (*(0,) * 15, 1))) is None


def test_colourings_by_brute_force() -> None:
    """Beads on a necklace that may be turned over, in two and three colours, one by one."""
    for beads, colours in product((3, 4, 5, 6), (1, 2, 3)):
        turns = [tuple((i + k) % beads for i in range(beads)) for k in range(beads)]
        symmetries = turns + [tuple(reversed(turn)) for turn in turns]
        kinds = {
            min(tuple(colouring[i] for i in symmetry) for symmetry in symmetries)
            for colouring in product(range(colours), repeat=beads)
        }
        assert essentially_different_colourings(symmetries, colours) == len(kinds)


# -- dimensions -------------------------------------------------------------------------------------------------------


def test_zeros_by_dimension() -> None:
    x, y = variables(Ring.of("x y", Field(11)))
    system = PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y, x * y])
    basis = Answer(Task.BASIS, x.ring, [(x**2 - x, x * y, y**2 - y)], "degrevlex")
    assert zeros_by_dimension(system, basis) == 3
    assert zeros_by_dimension(system, Answer(Task.BASIS, x.ring, [], "degrevlex")) == 0
    assert zeros_by_dimension(system, Answer(Task.PRIMES, x.ring, [(x, y)])) is None
    for doubtful in ([x**2, y**2 - y], [x**2 + 1, y**2 - y], [x**2 - x, x - y]):
        # A zero may count twice, or have no coordinates in the field; nothing is said of y.
        assert zeros_by_dimension(PolynomialSystem.of(x.ring, doubtful), basis) is None


@pytest.mark.slow
@pytest.mark.singular
def test_dimensions_in_singular() -> None:
    for field in (Field(11), Field(101)):
        x, y = variables(Ring.of("x y", field))
        for equations, number in (
            ([x**2 - x, y**2 - y, x * y], 3),
            ([x**2, y - x], 1),
            ([x**3 - x, y - x**2], 3),
            ([x**2 - 1, x**2 - 4, y], 0),
            ([(x - 1) * (x - 1), y**2 - y, x + y - 2], 1),
        ):
            found = dimension(PolynomialSystem.of(x.ring, equations))
            assert (found.status, found.number) == (Status.COMPLETE, number)
    for puzzle, number in ((".4.....1..3.2...", 1), ("." * 16, 288), ("1234............", 12)):
        givens = tuple(0 if symbol == "." else int(symbol) for symbol in puzzle)
        for encoding in ("colouring", "symmetric"):
            found = dimension(encode(Puzzle(sudoku(2, 2), givens), encoding).system)
            assert (found.status, found.number) == (Status.COMPLETE, number)


def test_dimensions_that_are_not_asked_for() -> None:
    x, y = variables(Ring.of("x y", Field(11)))
    found = dimension(PolynomialSystem.of(x.ring, [x**2 - x]))
    assert (found.status, found.number) == (Status.UNSUPPORTED, None)
    assert "y" in found.reason
    found = dimension(PolynomialSystem.of(x.ring, [x**2 - x, y**2 - x]))
    assert (found.status, found.number) == (Status.UNSUPPORTED, None)
    found = dimension(PolynomialSystem.of(x.ring, [x**2 - x, x**2 + 1, y]))
    assert (found.status, found.number) == (Status.COMPLETE, 0)  # no x is a root of both


@pytest.mark.usefixtures("nothing_hidden")
def test_a_system_with_a_variable_of_the_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_SINGULAR", "/nonexistent")
    (basis,) = variables(Ring.of("basis", Field(11)))
    assert dimension(PolynomialSystem.of(basis.ring, [basis**2 - basis])).status is Status.MISSING


# -- limits -----------------------------------------------------------------------------------------------------------


def test_essentially_different_within_limits() -> None:
    plain = essentially_different(BoxShape(2, 3))
    assert essentially_different(BoxShape(2, 3), processes=2, seconds=120, memory=1 << 30) == plain
    with pytest.raises(LimitError):
        essentially_different(BoxShape(3, 3), seconds=0.1)


@pytest.mark.parametrize(("count", "shape"), [(total_grids, BoxShape(2, 5)), (derivation, BoxShape(3, 3))])
def test_deadlines_are_kept(count: Callable[[BoxShape, Deadline], object], shape: BoxShape) -> None:
    started = time.process_time()
    with pytest.raises(LimitError, match=r"within 0\.1 s"):
        count(shape, Deadline.after(0.1))
    assert time.process_time() - started < 20


@pytest.mark.slow
@pytest.mark.parametrize("count", [fixed_up_to_relabelling, fixed_by_stacks])
def test_deadlines_are_kept_by_fixed_grids(count: Callable[..., int]) -> None:
    shape = BoxShape(2, 5)
    started = time.process_time()
    with pytest.raises(LimitError, match=r"within 0\.3 s"):
        count(shape, range(100), Deadline.after(0.3))
    assert time.process_time() - started < 20
