"""Completions of 9×9 grids band by band: beside the reference, other ways to count, and what must be equal."""

from __future__ import annotations

from random import Random

import pytest

from casbridge.backends.protocol import Job
from casbridge.backends.reference import ReferenceBackend
from casbridge.counting.bands import BandsCount, _Filling, _packed, best_bands, divisions, ways_to_fill
from casbridge.counting.completions import completions
from casbridge.counting.frontier import Budget
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.puzzles import Puzzle, sudoku

GRID = tuple(map(int, "483921657967345821251876493548132976729564138136798245372689514814253769695417382"))


def kept(cells: set[int]) -> list[int]:
    return [digit if cell in cells else 0 for cell, digit in enumerate(GRID)]


def counted(bands: BandsCount) -> int:
    bands.finish()
    return bands.found


@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12)]])
def test_beside_the_reference(seed: int) -> None:
    random = Random(seed)
    grid = kept(set(random.sample(range(81), 26 + seed % 6)))
    expected = ReferenceBackend().count(Job(encode(Puzzle(sudoku(3, 3), tuple(grid))).system, "split")).number
    assert counted(best_bands(grid, Budget())) == expected >= 1


@pytest.mark.slow
def test_every_order_of_bands() -> None:
    grid = kept(set(Random(5).sample(range(81), 27)))
    turned = [grid[cell % 9 * 9 + cell // 9] for cell in range(81)]
    orders = [[*given[27 * first :], *given[: 27 * first]] for given in (grid, turned) for first in range(3)]
    counts = [BandsCount(order, Budget()) for order in orders]
    assert len({counted(count) for count in counts if count.size < 200_000}) == 1


@pytest.mark.slow
def test_one_more_digit() -> None:
    """The completions with each digit in an open cell are together all."""
    grid = kept(set(range(81)) - set(range(27, 81, 2)) - set(range(28, 60)))
    cell = grid.index(0)
    whole = completions(Puzzle(sudoku(3, 3), tuple(grid)))
    parts = [completions(Puzzle(sudoku(3, 3), (*grid[:cell], digit, *grid[cell + 1 :]))) for digit in range(1, 10)]
    assert whole.exact
    assert all(part.exact for part in parts)
    assert sum(part.number for part in parts) == whole.number > 1
    # Without splitting it is the bands that count.
    assert counted(BandsCount(grid, Budget())) == whole.number


@pytest.mark.slow
def test_contradictions() -> None:
    grid = kept(set(range(27)))
    grid[27] = grid[0]  # twice in a column
    assert counted(BandsCount(grid, Budget())) == 0
    for other in (1, 9, 10, 20):  # twice in a box: in a row, a column, elsewhere
        grid = kept(set(range(40)))
        grid[other] = grid[0]
        assert counted(best_bands(grid, Budget())) == 0
    grid = kept(set(range(40)))
    grid[1], grid[2] = grid[2], grid[1]
    assert counted(BandsCount(grid, Budget())) == completions(Puzzle(sudoku(3, 3), tuple(grid))).number


@pytest.mark.slow
def test_a_filled_band() -> None:
    """One choice of columns for the first band, 56³ for the others: the same as by divisions."""
    bands = BandsCount(kept(set(range(27))), Budget())
    assert bands.size == 56**3
    assert counted(bands) == 7004664576


def test_ways_to_fill_a_band() -> None:
    for numbers in ((0, 0, 0), (0, 100, 200), (0, 17, 250)):
        triples = [triple for number in numbers for triple in divisions()[number]]
        boxes = [
            _packed(next(column for column in range(3) if digit in divisions()[number][column]) for digit in range(9))
            for number in numbers
        ]
        assert _Filling([]).ways(9 * boxes[0] + 3 * boxes[1] + boxes[2]) == ways_to_fill(triples)


@pytest.mark.slow
def test_a_bound() -> None:
    grid = kept({*range(9), *range(36, 45)})
    bands = best_bands(grid, Budget(states=2_000))
    with pytest.raises(LimitError):
        bands.finish()
    assert 0 <= bands.found < 58134650304
    found = completions(Puzzle(sudoku(3, 3), tuple(grid)), states=2_000)
    assert (found.exact, found.reason) == (False, "the limit of 2000 states")
    assert found.number == bands.found
