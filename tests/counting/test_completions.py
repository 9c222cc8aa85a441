"""Completions: brute force over small puzzles, identities, known totals, and honest bounds."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import cache
from math import factorial

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.counting import frontier, unit_sweep
from casbridge.counting.completions import Completions, _counts_in_orders, completions
from casbridge.counting.frontier import Budget
from casbridge.puzzles import Puzzle
from casbridge.puzzles.layouts import Layout, graph, jigsaw, latin, sudoku
from tests.effort import examples

JIGSAW_4 = jigsaw(tuple(map(int, "0011001122332233")))
CROOKED_4 = jigsaw(tuple(map(int, "0001021122132333")))
JIGSAW_6 = jigsaw(tuple(map(int, "000111000111222333222333444555444555")))
CROOKED_6 = jigsaw(tuple(map(int, "000011200111222133224333444453455555")))
SMALL = [
    sudoku(2, 2),
    sudoku(1, 4),
    sudoku(2, 2, diagonals=True),
    latin(4),
    latin(4, diagonals=True),
    latin(3),
    latin(1),
    JIGSAW_4,
    CROOKED_4,
]


def description(value: object) -> str:
    """The name of a case: a short one for a layout."""
    return value.description if isinstance(value, Layout) else str(value)


def brute_force(puzzle: Puzzle) -> int:
    """The number of solutions by trying, the cell with the fewest candidates first."""
    layout = puzzle.layout
    peers: list[set[int]] = [set() for _ in range(layout.cells)]
    for a, b in layout.different:
        peers[a].add(b)
        peers[b].add(a)
    if any(puzzle.givens[a] and puzzle.givens[a] == puzzle.givens[b] for a, b in layout.different):
        return 0
    grid = list(puzzle.givens)

    def candidates(cell: int) -> set[int]:
        return set(range(1, layout.digits + 1)) - {grid[peer] for peer in peers[cell]}

    def count() -> int:
        cell = min(
            (cell for cell, digit in enumerate(grid) if not digit), key=lambda cell: len(candidates(cell)), default=None
        )
        if cell is None:
            return 1
        total = 0
        for digit in candidates(cell):
            grid[cell] = digit
            total += count()
        grid[cell] = 0
        return total

    return count()


def number(layout: Layout, givens: Sequence[int]) -> int:
    """The count, which must be exact."""
    found = completions(Puzzle(layout, tuple(givens)))
    assert found.exact
    assert found.reason == ""
    return found.number


@cache
def a_grid(layout: Layout, seed: int) -> tuple[int, ...]:
    """Some full grid."""
    peers: list[set[int]] = [set() for _ in range(layout.cells)]
    for a, b in layout.different:
        peers[a].add(b)
        peers[b].add(a)
    draw = random.Random(seed)
    grid = [0] * layout.cells

    def fill() -> bool:
        def candidates(cell: int) -> list[int]:
            taken = {grid[peer] for peer in peers[cell]}
            return [digit for digit in range(1, layout.digits + 1) if digit not in taken]

        cell = min(
            (cell for cell, digit in enumerate(grid) if not digit), key=lambda cell: len(candidates(cell)), default=None
        )
        if cell is None:
            return True
        digits = candidates(cell)
        draw.shuffle(digits)
        for digit in digits:
            grid[cell] = digit
            if fill():
                return True
        grid[cell] = 0
        return False

    assert fill()
    return tuple(grid)


def partial(layout: Layout, seed: int, clues: int) -> tuple[int, ...]:
    """Some of the digits of a full grid."""
    grid = a_grid(layout, seed)
    kept = set(random.Random(seed).sample(range(layout.cells), clues))
    return tuple(digit if cell in kept else 0 for cell, digit in enumerate(grid))


# -- against brute force ----------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=examples(150))
@given(st.sampled_from(SMALL), st.data())
def test_any_givens_of_a_small_layout(layout: Layout, data: st.DataObject) -> None:
    givens = [0] * layout.cells
    for cell in data.draw(st.sets(st.integers(0, layout.cells - 1), min_size=layout.cells // 8, max_size=8)):
        givens[cell] = data.draw(st.integers(1, layout.digits))
    assert number(layout, givens) == brute_force(Puzzle(layout, tuple(givens)))


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(60))
@given(
    st.sampled_from([sudoku(2, 3), sudoku(3, 2), sudoku(2, 3, diagonals=True), JIGSAW_6, CROOKED_6, latin(5)]),
    st.integers(0, 3),
    st.integers(9, 20),
)
def test_some_digits_of_a_grid(layout: Layout, seed: int, clues: int) -> None:
    givens = partial(layout, seed, clues)
    assert number(layout, givens) == brute_force(Puzzle(layout, givens))


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(100))
@given(st.integers(1, 7), st.integers(1, 4), st.data())
def test_graphs(vertices: int, colours: int, data: st.DataObject) -> None:
    pairs = [(a, b) for b in range(vertices) for a in range(b)]
    edges = data.draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []
    layout = graph(vertices, tuple(edges), colours)
    givens = data.draw(st.lists(st.integers(0, colours), min_size=vertices, max_size=vertices))
    assert number(layout, givens) == brute_force(Puzzle(layout, tuple(givens)))


@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3)]])
def test_digits_of_a_nine_by_nine_grid(seed: int) -> None:
    givens = partial(sudoku(3, 3), seed, 30)
    assert number(sudoku(3, 3), givens) == brute_force(Puzzle(sudoku(3, 3), givens))


# -- identities -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "layout",
    [pytest.param(sudoku(3, 3), marks=pytest.mark.slow), sudoku(2, 4), sudoku(3, 3, diagonals=True), latin(7)],
    ids=description,
)
def test_the_digits_of_a_cell_share_the_solutions(layout: Layout) -> None:
    givens = list(partial(layout, 1, 27))
    total = number(layout, givens)
    for cell in [cell for cell, digit in enumerate(givens) if not digit][:3]:
        parts = [number(layout, [*givens[:cell], digit, *givens[cell + 1 :]]) for digit in range(1, layout.digits + 1)]
        assert sum(parts) == total


@pytest.mark.slow
def test_symmetries_and_names_make_no_difference() -> None:
    layout = sudoku(3, 3)
    givens = partial(layout, 2, 27)
    total = number(layout, givens)
    draw = random.Random(5)
    for _ in range(2):
        names = [0, *draw.sample(range(1, 10), 9)]
        rows, columns = (
            [3 * band + line for band in draw.sample(range(3), 3) for line in draw.sample(range(3), 3)]
            for _ in range(2)
        )
        moved = [names[givens[9 * row + column]] for row in rows for column in columns]
        assert number(layout, moved) == total
        assert number(layout, [moved[9 * column + row] for row in range(9) for column in range(9)]) == total


# -- known numbers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "total"),
    [
        (sudoku(2, 2), 288),
        (sudoku(2, 3), 28200960),
        (sudoku(3, 2), 28200960),
        (sudoku(1, 1), 1),
        (latin(1), 1),
        (latin(2), 2),
        (latin(3), 12),
        (latin(4), 576),
        (latin(5), 161280),
        (latin(4, diagonals=True), 48),
        (latin(5, diagonals=True), 960),
        (latin(6, diagonals=True), 92160),
        (graph(0, (), 3), 1),
        (graph(5, (), 3), 3**5),
    ],
    ids=description,
)
def test_empty_grids(layout: Layout, total: int) -> None:
    assert number(layout, [0] * layout.cells) == total


@pytest.mark.slow
def test_latin_squares_of_order_seven() -> None:
    assert number(latin(7), [0] * 49) == 61479419904000


@pytest.mark.slow
def test_larger_empty_grids() -> None:
    assert number(latin(6), [0] * 36) == 812851200
    assert number(sudoku(2, 4), [0] * 64) == 29136487207403520
    assert number(sudoku(3, 3), [0] * 81) == 6670903752021072936960


@pytest.mark.slow
def test_givens_that_only_fix_names() -> None:
    total = 6670903752021072936960
    row = [*range(9, 0, -1), *[0] * 72]
    assert number(sudoku(3, 3), row) == total // factorial(9)
    assert number(sudoku(3, 3), [0] * 40 + [5] + [0] * 40) == total // 9
    assert number(latin(6), [0, 0, 3, 0, 0, 2, *[0] * 30]) == 812851200 // 30


@pytest.mark.slow
def test_givens_in_one_band_or_stack() -> None:
    total = number(sudoku(3, 3), [0] * 81)
    same, other = [0] * 81, [0] * 81
    same[0] = same[12] = other[0] = 1
    other[12] = 2
    # The digit has six cells to choose from in the middle box.
    assert number(sudoku(3, 3), same) == total // 54
    assert number(sudoku(3, 3), other) == (total // 9 - total // 54) // 8
    for transposed in ([other[9 * column + row] for row in range(9) for column in range(9)],):
        assert number(sudoku(3, 3), transposed) == (total // 9 - total // 54) // 8


def counted(layout: Layout, givens: Sequence[int], **options: int) -> set[int]:
    """The numbers in all orders of the cells; they are to be one. options: other values of constants."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in options.items():
            patch.setattr(frontier if hasattr(frontier, name) else unit_sweep, name, value)
        counts = _counts_in_orders(layout, givens, Budget())
        for count in counts:
            count.finish()
    return {count.found for count in counts}


@pytest.mark.slow
@pytest.mark.parametrize("fewest", [2, 10**9])
@pytest.mark.parametrize("layout", [latin(5), sudoku(2, 3), sudoku(3, 2), sudoku(2, 2)], ids=description)
def test_exchanges_change_no_count(layout: Layout, fewest: int) -> None:
    for seed, clues in ((0, 3), (1, 5), (2, layout.side)):
        givens = partial(layout, seed, clues)
        assert counted(layout, givens, _FEWEST=fewest) == {number(layout, givens)}


@settings(deadline=None, max_examples=examples(50))
@given(st.sampled_from([latin(4), sudoku(2, 2), sudoku(1, 4)]), st.integers(0, 3), st.integers(1, 6))
def test_small_grids_with_all_exchanges(layout: Layout, seed: int, clues: int) -> None:
    givens = partial(layout, seed, clues)
    assert counted(layout, givens, _FEWEST=2) == {brute_force(Puzzle(layout, givens))}


@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2)]])
@pytest.mark.parametrize("layout", [sudoku(2, 3), latin(5), CROOKED_6], ids=description)
def test_slices_change_no_count(layout: Layout, seed: int) -> None:
    givens = partial(layout, seed, 7)
    assert counted(layout, givens, _MOST_BYTES=20_000) == {number(layout, givens)}


def test_every_order_counts_the_same() -> None:
    for seed in range(6):
        givens = partial(CROOKED_6, seed, 12)
        assert counted(CROOKED_6, givens) == {number(CROOKED_6, givens)}


def test_cycles_have_their_chromatic_polynomials() -> None:
    for vertices in (3, 4, 9, 300):
        edges = tuple((vertex, (vertex + 1) % vertices) for vertex in range(vertices))
        for colours in (1, 2, 3, 7, 1000):
            expected = (colours - 1) ** vertices + (-1) ** vertices * (colours - 1)
            puzzle = Puzzle(graph(vertices, edges, colours), (0,) * vertices)
            assert completions(puzzle, states=100_000).number == expected


def test_a_proper_puzzle_and_a_full_grid_have_one_and_contradictions_none() -> None:
    line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    givens = [int(digit) if digit != "." else 0 for digit in line]
    assert number(sudoku(3, 3), givens) == 1
    assert number(sudoku(3, 3), a_grid(sudoku(3, 3), 0)) == 1
    assert number(sudoku(2, 2), [1, 1, *[0] * 14]) == 0
    assert number(sudoku(2, 2), [1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8]) == 0
    assert number(graph(3, ((0, 1), (1, 2), (0, 2)), 2), [0, 0, 0]) == 0


# -- bounds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", [sudoku(2, 3), latin(5), CROOKED_6, graph(9, ((0, 1), (1, 2)), 3)], ids=description)
def test_with_few_states_the_number_is_a_lower_bound(layout: Layout) -> None:
    givens = [0] * layout.cells
    exact = number(layout, givens)
    for states in (0, 1, 5, 20, 100, 1000, 3000):
        found = completions(Puzzle(layout, tuple(givens)), states=states)
        assert found.states <= states
        check_bound(found, exact)


def check_bound(found: Completions, exact: int) -> None:
    assert 0 <= found.number <= exact
    if found.exact:
        assert found.number == exact
    assert found.exact == (found.reason == "")


def test_a_bound_is_positive_if_there_is_some_time() -> None:
    found = completions(Puzzle(sudoku(3, 3, diagonals=True), (0,) * 81), states=3000)
    assert not found.exact
    assert found.number > factorial(9)


LARGE = [
    sudoku(4, 4),
    graph(20_000, tuple((a, a + 1) for a in range(19_999)), 50),
    jigsaw(tuple(range(64)) * 64),
    *[
        pytest.param(layout, marks=pytest.mark.slow)
        for layout in (
            sudoku(5, 5),
            sudoku(8, 8),
            latin(64, diagonals=True),
            graph(2000, tuple((a, (a * a + 7) % 2000) for a in range(2000)), 4),
        )
    ],
]


@pytest.mark.parametrize("layout", LARGE, ids=description)
def test_limits_on_time_are_kept(layout: Layout) -> None:
    started = time.process_time()
    found = completions(Puzzle(layout, (0,) * layout.cells), seconds=0.1)
    assert time.process_time() - started < 5  # the layout alone takes some time
    assert found.number >= 0
