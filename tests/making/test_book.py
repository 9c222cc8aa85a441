"""36 puzzles become 2304."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from casbridge.counting.symmetries import symmetries_of_square
from casbridge.errors import UnsupportedError
from casbridge.making import (
    automorphism_group,
    canonical_form,
    from_cells,
    identity,
    random_transformation,
    sixty_four,
    sixty_four_of_each,
)
from casbridge.puzzles import Puzzle, latin, sudoku
from tests.making.layouts import by, square_grid


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_64_are_a_group(size: int) -> None:
    layout = sudoku(size, size)
    found = sixty_four(layout)
    assert found[0] == identity(layout)
    assert len(set(found)) == 64
    assert {first.then(second) for first, second in product(found, found[1::7])} == set(found)
    assert {from_cells(layout, cells) for cells in symmetries_of_square(layout.side).values()} <= set(found)


def test_36_become_2304() -> None:
    layout, random = sudoku(3, 3), Random(36)
    grid = Puzzle(layout, square_grid(3, 3))
    puzzles = []
    for _ in range(36):
        digits = random_transformation(layout, by(random))(grid).givens
        puzzles.append(Puzzle(layout, tuple(digit if random.random() < 0.35 else 0 for digit in digits)))
    made = list(sixty_four_of_each(puzzles))
    assert [found.number for found in made] == list(range(1, 2305))
    assert [found.puzzle for found in made[:36]] == puzzles
    assert Counter(found.group for found in made) == dict.fromkeys(range(1, 65), 36)
    # The book's example: puzzles 2269 to 2304 are group 64.
    assert (made[2268].group, made[2268].source, made[2303].group, made[2303].source) == (64, 1, 64, 36)
    assert len({found.puzzle for found in made}) == 2304
    assert all(found.transformation(puzzles[found.source - 1]) == found.puzzle for found in made)
    assert len({canonical_form(found.puzzle).puzzle for found in made if found.source == 1}) == 1


def test_images_are_equal_only_by_automorphisms() -> None:
    puzzle = Puzzle(sudoku(2, 2), square_grid(2, 2))
    own = set(automorphism_group(puzzle).elements()) & set(sixty_four(puzzle.layout))
    assert len({found.puzzle for found in sixty_four_of_each([puzzle])}) == 64 // len(own)


def test_for_square_boxes_only() -> None:
    for layout in (sudoku(2, 3), latin(9), sudoku(3, 3, True)):
        with pytest.raises(UnsupportedError, match="square boxes"):
            sixty_four(layout)
