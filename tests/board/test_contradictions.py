"""Contradictions of clues: what is named has no grid, by brute force, and impossible clues are named."""

from __future__ import annotations

import random

import pytest

from casbridge.board.contradictions import contradiction
from casbridge.puzzles import Puzzle, sudoku, with_constraints
from casbridge.puzzles.variants import (
    AntiKing,
    Arrow,
    Cage,
    Constraint,
    LittleKiller,
    SandwichSum,
    Thermometer,
)
from tests.variant_cases import VARIANTS, case, follows, full_grids


def test_what_contradicts_has_no_grid() -> None:
    """And puzzles with a solution have no contradiction."""
    rng = random.Random(2)
    seen = {True: 0, False: 0}
    for _ in range(150):
        layout, grids = case(rng, *[rng.choice([*VARIANTS]) for _ in range(rng.randint(1, 4))])
        givens = tuple(rng.randint(1, 4) if rng.random() < 0.1 else 0 for _ in range(16))
        agree = [one for one in grids if all(digit in (0, one[cell]) for cell, digit in enumerate(givens))]
        found = contradiction(Puzzle(layout, givens))
        seen[found is None] += 1
        if found is None:
            continue
        assert not agree
        assert found.minimal
        kept = with_constraints(layout.plain, found.constraints).constraints
        assert not [
            one
            for one in full_grids(layout.plain)
            if follows(one, kept) and all(one[cell] == givens[cell] for cell in found.cells)
        ]
    assert min(seen.values()) > 20


@pytest.mark.parametrize(
    ("constraint", "why"),
    [
        (Cage((0, 1, 2), 5), "cage r1c1-r1c3: r1c1 + r1c2 + r1c3 = 5 is not possible (the sums go from 6 to 24)"),
        (Arrow((0,), (1, 2, 3, 4)), "r1c1 is not possible (the least sum of the shaft is 10)"),
        (Thermometer((*range(8), 16, 24)), "is not possible (it has 10 cells, and there are 9 digits)"),
        (SandwichSum(True, 0, 34), "sandwich of row 1 = 34 is not possible (no digits from 2 to 8 that stand together"),
        (LittleKiller(1, "down-left", 19), "r1c2 + r2c1 = 19 is not possible (the sums go from 2 to 18)"),
        (LittleKiller(1, "down-left", 18), "r1c2 + r2c1 = 18 is not possible"),
    ],
)
def test_an_impossible_clue_is_named(constraint: Constraint, why: str) -> None:
    layout = with_constraints(sudoku(3, 3), [constraint, Cage((70, 71), 8), AntiKing()])
    found = contradiction(Puzzle(layout, (0,) * 81))
    assert found is not None
    assert found.constraints == (constraint,)
    assert why in found.text
