"""Uniform grids are exactly so: all choices are gone through, or the product of their shares is one over all grids."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import pytest

from casbridge.chance import Choose
from casbridge.counting import BoxShape, completions, total_grids
from casbridge.counting.frontier import RemainingWays
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline
from casbridge.making import Chance, UniformGrids, random_regions, solutions, uniform_grids
from casbridge.puzzles import Layout, Puzzle, graph, jigsaw, latin, sudoku

Grid = tuple[int, ...]
CUBE = ((0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7))


def every_grid(draw: Callable[[Choose], Grid]) -> Iterator[tuple[Grid, Fraction]]:
    """What all possible choices lead to, with the probability of each."""
    todo: list[list[int]] = [[]]
    while todo:
        begin = todo.pop()
        trail: list[int] = []
        probability = Fraction(1)

        def choose(weights: Sequence[int], begin: list[int] = begin, trail: list[int] = trail) -> int:
            nonlocal probability
            possible = [place for place, weight in enumerate(weights) if weight]
            if len(trail) < len(begin):
                chosen = begin[len(trail)]
            else:
                chosen = possible[0]
                todo.extend([*trail, other] for other in possible[1:])
            trail.append(chosen)
            probability *= Fraction(weights[chosen], sum(weights))
            return chosen

        yield draw(choose), probability


def drawn(grids: UniformGrids, chance: Chance) -> tuple[Grid, Fraction]:
    """A grid by chance, with the probability of the choices that led to it."""
    probability = Fraction(1)

    def choose(weights: Sequence[int]) -> int:
        nonlocal probability
        chosen = chance.weighted(weights)
        probability *= Fraction(weights[chosen], sum(weights))
        return chosen

    return grids.grid(choose), probability


@pytest.mark.parametrize(
    "layout",
    [
        latin(1),
        latin(3),
        latin(4),
        latin(4, diagonals=True),
        sudoku(2, 2, diagonals=True),
        sudoku(1, 3),
        random_regions(sudoku(2, 2), Chance(2)),
        graph(8, CUBE, 3),
    ],
    ids=lambda layout: layout.description,
)
def test_every_grid_is_equally_likely_cell_by_cell(layout: Layout) -> None:
    grids = uniform_grids(layout)
    found = list(every_grid(grids.grid))
    assert {grid for grid, _ in found} == set(solutions(Puzzle(layout, (0,) * layout.cells)))
    assert len(found) == grids.total
    assert {probability for _, probability in found} == {Fraction(1, grids.total)}


@pytest.mark.parametrize("layout", [sudoku(2, 2), jigsaw((0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3))])
def test_every_4x4_grid_is_equally_likely_both_ways(layout: Layout) -> None:
    """The same units: by rows of boxes, and cell by cell."""
    found = list(every_grid(uniform_grids(layout).grid))
    assert len(found) == len({grid for grid, _ in found}) == 288
    assert {probability for _, probability in found} == {Fraction(1, 288)}


@pytest.mark.slow
@pytest.mark.parametrize("box", [(2, 3), (3, 2), (2, 4), (4, 2), (3, 3)])
def test_the_shares_of_a_grid_multiply_to_one_over_all(box: tuple[int, int]) -> None:
    layout = sudoku(*box)
    grids = uniform_grids(layout)
    assert grids.total == total_grids(BoxShape(*box))
    found = [drawn(grids, Chance(3, number)) for number in range(8)]
    assert all(layout.is_filled_rightly(grid) for grid, _ in found)
    assert {probability for _, probability in found} == {Fraction(1, grids.total)}
    assert len({grid for grid, _ in found}) == 8


def test_cell_by_cell_counts_the_6x6_grids_too() -> None:
    assert RemainingWays(sudoku(2, 3), 10_000).total == 28_200_960


def test_a_latin_square() -> None:
    grids = uniform_grids(latin(5))
    assert grids.total == completions(Puzzle(latin(5), (0,) * 25)).number == 161_280
    assert drawn(grids, Chance(1))[1] == Fraction(1, 161_280)


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="uniform grids of a 9×9 Latin square: to count them takes more than"):
        uniform_grids(latin(9), 1000)


def test_weights_are_kept_exactly() -> None:
    """Where one of the weights is far larger than a float can tell from its neighbours."""
    chance = Chance(9)
    assert {chance.weighted([1, 0, 10**40]) for _ in range(50)} == {2}
    counts = [chance.weighted([1, 2, 1]) for _ in range(4000)]
    assert abs(counts.count(1) - 2000) < 5 * 32


def test_counting_ends_when_time_is_over() -> None:
    with pytest.raises(LimitError, match="within 0 s"):
        uniform_grids(latin(7), deadline=Deadline.after(0))
    started = time.process_time()
    with pytest.raises(LimitError, match=r"within 0\.1 s"):
        uniform_grids(latin(7), deadline=Deadline.after(0.1))
    assert time.process_time() - started < 5


def test_the_tables_of_one_layout_are_kept() -> None:
    """They can take 700 MB; another deadline is no other layout."""
    one = uniform_grids(latin(4))
    assert uniform_grids(latin(4), deadline=Deadline.after(10)) is one
    uniform_grids(latin(3))
    assert uniform_grids(latin(4)) is not one
