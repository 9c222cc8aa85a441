"""Random full grids: right, the same for the same seed, and nearly equally likely."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import factorial, sqrt
from statistics import mean, stdev
from time import process_time

import pytest

from casbridge.board.solutions import solver_of
from casbridge.counting import BoxShape, grid_classes
from casbridge.errors import InputError, LimitError
from casbridge.limits import Deadline
from casbridge.making import Chance, canonical_form, from_lines, random_grid, random_regions
from casbridge.making.filling import _alike, _mixed, _shuffled, _two_lines, two_digits
from casbridge.making.symmetries import _listed_symmetries
from casbridge.puzzles import Layout, Puzzle, graph, jigsaw, latin, sudoku

LAYOUTS = (
    sudoku(1, 1),
    sudoku(2, 2),
    sudoku(3, 2),
    sudoku(2, 5),
    sudoku(3, 3),
    sudoku(3, 3, diagonals=True),
    sudoku(3, 4),
    sudoku(4, 4),
    latin(1),
    latin(2),
    latin(7),
    latin(5, diagonals=True),
    graph(6, tuple(combinations(range(4), 2)), 4),
    graph(0, (), 1),
)


@pytest.mark.parametrize(
    "layout",
    [pytest.param(one, marks=[pytest.mark.slow] * (one.cells > 100)) for one in LAYOUTS],
    ids=lambda layout: layout.description,
)
def test_a_grid_follows_the_rules(layout: Layout) -> None:
    grid = random_grid(layout, Chance(5))
    assert layout.is_filled_rightly(grid)
    assert grid == random_grid(layout, Chance(5))
    if layout.cells > 20:
        assert grid != random_grid(layout, Chance(5, 2))


@pytest.mark.slow
def test_large_grids() -> None:
    for layout in (sudoku(5, 5), latin(20)):
        assert layout.is_filled_rightly(random_grid(layout, Chance(1)))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_grid_in_another_process() -> None:
    program = (
        "from casbridge.making import *; from casbridge.puzzles import sudoku;"
        "made = make(Wish(sudoku(3, 3), random_regions=True), 1); print(made.puzzle.line, made.puzzle.layout.regions)"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": salt}, capture_output=True, text=True, check=True
        ).stdout
        for salt in ("1", "2")
    }
    assert len(said) == 1


def test_seeds_mean_the_same_for_ever() -> None:
    """From random.Random's bits alone: a change here would change all data sets that were made with a seed."""
    chance = Chance(1, 1)
    assert [chance.below(100) for _ in range(6)] == [65, 68, 29, 86, 91, 27]
    assert "".join(map(str, random_grid(sudoku(2, 2), Chance(1)))) == "2341143242133124"


@pytest.mark.slow
def test_shares_of_grids_are_nearly_the_same() -> None:
    """All 288 grids come up; χ² of the 288 is as for equal shares (287 expected, 24 the standard deviation)."""
    samples = 288 * 8
    found = Counter(random_grid(sudoku(2, 2), Chance(1, number)) for number in range(samples))
    assert len(found) == 288
    chi_square = sum((count - 8) ** 2 / 8 for count in found.values())
    assert abs(chi_square - 287) < 5 * 24


@pytest.mark.slow
def test_the_search_alone_is_not_uniform() -> None:
    """What exchanges are for: without them the smaller class of the 4×4 grids comes too often or too rarely."""
    small, _ = grid_classes(BoxShape(2, 2))
    assert small.size * 3 == 288

    def share(exchanges: int | None) -> float:
        grids = (random_grid(sudoku(2, 2), Chance(2, number), exchanges=exchanges) for number in range(1000))
        return sum(form_of(sudoku(2, 2), grid) == small.representative for grid in grids) / 1000

    assert abs(share(0) - 1 / 3) > 0.04
    assert abs(share(None) - 1 / 3) < 0.06


def form_of(layout: Layout, grid: Sequence[int]) -> tuple[int, ...]:
    return canonical_form(Puzzle(layout, tuple(grid))).puzzle.givens


@pytest.mark.slow
def test_9x9_grids_are_not_those_of_the_search_alone() -> None:
    """The mean numbers of unavoidable rectangles (two digits in two rows and two columns of a band or stack), and of
    parts of two digits. In 4,000 uniform grids they were 11.57 and 55.8; by the search alone one less each.
    """
    samples = 400

    def means(exchanges: int | None) -> list[tuple[float, float]]:
        layout, pairs = sudoku(3, 3), list(combinations(range(1, 10), 2))
        peers = solver_of(layout).peers
        found = []
        for number in range(samples):
            grid = random_grid(layout, Chance(3, number), exchanges=exchanges)
            parts = [part for pair in pairs for part in two_digits(peers, grid, *pair)]
            found.append((sum(len(part) == 4 for part in parts), len(parts)))
        return [(mean(each), stdev(each) / sqrt(samples)) for each in zip(*found, strict=True)]

    for (alone, error), (made, other), uniform in zip(means(0), means(None), (11.57, 55.8), strict=True):
        assert uniform - alone > 3.5 * error
        assert abs(made - uniform) < 3.5 * other


@pytest.mark.parametrize(
    "layout",
    [sudoku(2, 2, diagonals=True), jigsaw((0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3)), latin(3), sudoku(1, 3)],
)
def test_all_symmetries_of_a_layout_come_up(layout: Layout) -> None:
    """Also those that diagonals and jigsaws have, so that grids which they take to each other are equally likely."""
    grid = random_grid(layout, Chance(1))
    every = {
        tuple(names[digit - 1] for digit in move(Puzzle(layout, grid)).givens)
        for move in (from_lines(layout, images) for images in _listed_symmetries(layout))
        for names in permutations(range(1, layout.digits + 1))
    }
    found = Counter(_shuffled(layout, grid, Chance(number)) for number in range(12 * len(every)))
    assert set(found) == every
    assert len(every) > factorial(layout.digits) or layout.family != "jigsaw"
    assert max(found.values()) < 40


@pytest.mark.slow
def test_where_symmetries_are_too_many_digits_get_new_names() -> None:
    layout = latin(10, diagonals=True)
    grid = random_grid(layout, Chance(1))
    assert layout.is_filled_rightly(grid)
    moved = _shuffled(layout, grid, Chance(2))
    assert len(set(zip(grid, moved, strict=True))) == 10


@pytest.mark.parametrize("layout", [sudoku(2, 3), sudoku(3, 3), latin(5), sudoku(2, 2, diagonals=True)])
def test_what_is_exchanged_can_be_exchanged_back(layout: Layout) -> None:
    """The parts are the same after an exchange: so it is as likely as the way back."""
    grid = list(random_grid(layout, Chance(4)))
    height, width = _alike(layout)
    ways = [("digits", pair) for pair in combinations(range(1, layout.digits + 1), 2)]
    ways += [("rows", pair) for pair in combinations(range(height), 2)]
    ways += [("columns", pair) for pair in combinations(range(width), 2)]
    for kind, (one, other) in ways:

        def parts(here: list[int], kind: str = kind, one: int = one, other: int = other) -> list[list[tuple[int, int]]]:
            return (
                two_digits(solver_of(layout).peers, here, one, other)
                if kind == "digits"
                else _two_lines(layout, here, one, other, kind == "rows")
            )

        for part in parts(grid):
            changed = list(grid)
            for cell, digit in part:
                changed[cell] = digit
            assert layout.is_filled_rightly(changed)
            after = {frozenset(cell for cell, _ in found) for found in parts(changed)}
            assert after == {frozenset(cell for cell, _ in found) for found in parts(grid)}


@pytest.mark.slow
def test_exchanges_lead_from_each_class_of_6x6_grids_to_each() -> None:
    """So after enough exchanges, and with a random symmetry, all 6×6 grids are equally likely."""
    shape, layout = BoxShape(2, 3), sudoku(2, 3)
    representatives = [found.representative for found in grid_classes(shape)]
    number_of = {grid: number for number, grid in enumerate(representatives)}
    assert len(representatives) == 49
    reached, todo = {0}, [0]
    while todo:
        grid = representatives[todo.pop()]
        pairs = [two_digits(solver_of(layout).peers, grid, *pair) for pair in combinations(range(1, 7), 2)]
        pairs += [_two_lines(layout, grid, 2 * band, 2 * band + 1, True) for band in range(3)]
        pairs += [
            _two_lines(layout, grid, 3 * stack + a, 3 * stack + b, False)
            for stack in range(2)
            for a, b in combinations(range(3), 2)
        ]
        for part in (part for parts in pairs for part in parts):
            changed = list(grid)
            for cell, digit in part:
                changed[cell] = digit
            there = number_of[form_of(layout, changed)]
            if there not in reached:
                reached.add(there)
                todo.append(there)
    assert len(reached) == 49


def test_no_exchanges_leave_the_grid_as_it_is() -> None:
    grid = random_grid(latin(4), Chance(1))
    assert _mixed(latin(4), grid, Chance(1), 0) == grid


def test_a_layout_without_grids_is_told() -> None:
    rows_as_regions = jigsaw((0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4))
    assert random_grid(rows_as_regions, Chance(1))
    with pytest.raises(InputError, match="cannot be filled"):
        random_grid(graph(4, tuple(combinations(range(4), 2)), 3), Chance(1))
    with pytest.raises(InputError, match="cannot be filled"):
        random_grid(latin(2, diagonals=True), Chance(1))


def test_random_regions_end_at_the_deadline() -> None:
    started = process_time()
    with pytest.raises(LimitError, match=r"within 0\.1 s"):
        random_regions(sudoku(8, 8), Chance(1), Deadline.after(0.1))
    assert process_time() - started < 2


def test_time_can_be_over() -> None:
    with pytest.raises(LimitError, match="within 0 s"):
        random_grid(sudoku(3, 3), Chance(1), Deadline.after(0))


def is_connected(cells: set[int], side: int) -> bool:
    todo, left = [min(cells)], cells - {min(cells)}
    while todo:
        cell = todo.pop()
        beside = {at for at in left if abs(at // side - cell // side) + abs(at % side - cell % side) == 1}
        left -= beside
        todo += beside
    return not left


@pytest.mark.parametrize("start", [sudoku(3, 3), sudoku(2, 3), latin(7), sudoku(2, 2, diagonals=True)])
def test_random_regions_are_connected(start: Layout) -> None:
    found = {random_regions(start, Chance(seed)) for seed in range(5)}
    assert len(found) > 1
    for layout in found:
        assert layout.regions is not None
        assert layout.diagonals == start.diagonals
        assert all(layout.regions.count(region) == layout.side for region in range(layout.side))
        for region in range(layout.side):
            assert is_connected({cell for cell, found in enumerate(layout.regions) if found == region}, layout.side)
