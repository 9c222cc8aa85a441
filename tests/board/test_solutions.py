"""The quick solver beside the reference backend, on every family."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given, settings, strategies as st

import casbridge
from casbridge.board.pairs import Pairs
from casbridge.board.peers import board_of, digits_of
from casbridge.counting import completions
from casbridge.making import Chance, is_proper, random_grid, random_regions, solutions
from casbridge.puzzles import Layout, Puzzle, graph, latin, sudoku
from casbridge.puzzles.variants.relations import Tuples
from tests.effort import examples
from tests.making.layouts import PETERSEN
from tests.variant_cases import true_case

LAYOUTS: tuple[Layout, ...] = (
    sudoku(2, 2),
    sudoku(2, 3),
    sudoku(3, 2),
    sudoku(1, 4),
    sudoku(2, 2, diagonals=True),
    latin(1),
    latin(4),
    latin(5, diagonals=True),
    random_regions(sudoku(2, 3), Chance(3)),
    graph(10, PETERSEN, 3),
    graph(4, (), 2),
)


def by_the_reference(puzzle: Puzzle, limit: int) -> set[tuple[int, ...]]:
    return {found.digits for found in islice(casbridge.solutions(casbridge.encode(puzzle)), limit)}


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(LAYOUTS), st.integers(0, 10**6), st.data())
def test_the_solutions_are_those_of_the_reference(layout: Layout, seed: int, data: st.DataObject) -> None:
    grid = random_grid(layout, Chance(seed))
    given_cells = data.draw(st.sets(st.integers(0, layout.cells - 1), min_size=layout.cells // 3))
    givens = [digit if cell in given_cells else 0 for cell, digit in enumerate(grid)]
    if given_cells and data.draw(st.booleans()):
        givens[data.draw(st.sampled_from(sorted(given_cells)))] = data.draw(st.integers(1, layout.digits))
    puzzle = Puzzle(layout, tuple(givens))
    found = solutions(puzzle, 400)
    assert len(set(found)) == len(found)
    assert all(puzzle.violation(one) is None for one in found)
    if len(found) < 400:
        assert set(found) == by_the_reference(puzzle, 400)
    assert is_proper(puzzle) == (len(found) == 1)


@pytest.mark.parametrize("layout", [sudoku(2, 2), latin(4), graph(10, PETERSEN, 3), latin(5, diagonals=True)])
def test_all_solutions_of_the_empty_puzzle_are_found(layout: Layout) -> None:
    empty = Puzzle(layout, (0,) * layout.cells)
    found = solutions(empty)
    assert len(found) == len(set(found)) == completions(empty).number


def test_no_more_than_the_limit_are_listed() -> None:
    assert len(solutions(Puzzle(sudoku(3, 3), (0,) * 81), 7)) == 7


def test_givens_that_contradict_each_other_have_no_solution() -> None:
    assert solutions(Puzzle(latin(2), (1, 1, 0, 0))) == []


def test_a_hard_puzzle() -> None:
    text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    (puzzle,) = casbridge.read_puzzles(text)
    assert set(solutions(puzzle)) == by_the_reference(puzzle, 2)


def test_a_graph_with_an_unneeded_vertex() -> None:
    assert len(solutions(Puzzle(graph(3, ((0, 1),), 2), (1, 0, 0)))) == 2
    assert solutions(Puzzle(graph(0, (), 2), ())) == [()]
    assert solutions(Puzzle(graph(2, ((0, 1),), 1), (0, 0))) == []


def test_pairs_taken_together_are_narrowed_as_each_alone() -> None:
    rng = random.Random(3)
    for name in ("non-consecutive", "thermometer", "dots", "greater", "parity"):
        for _ in range(6):
            layout, _ = true_case(rng, name, name)
            pairs = Pairs(board_of(layout))
            boards = [rng.getrandbits(16) | rng.getrandbits(16) for _ in range(4)]
            masks = [sum(1 << digit for digit in range(4) if boards[digit] >> cell & 1) for cell in range(16)]
            while pairs.narrow(boards):
                pass
            changed = True
            while changed:
                changed = False
                for one in layout.relations:
                    assert isinstance(one, Tuples)
                    for place, cell in enumerate(one.cells):
                        other = one.cells[1 - place] if len(one.cells) == 2 else None
                        differ = other is not None and board_of(layout).peers[cell] >> other & 1
                        for digit in digits_of(masks[cell]):
                            partners = [None] if other is None else digits_of(masks[other])
                            ways = [(digit,) if e is None else (digit, e)[:: 1 - 2 * place] for e in partners]
                            if not any(way in one.allowed and not (differ and way[0] == way[1]) for way in ways):
                                masks[cell] &= ~(1 << digit - 1)
                                changed = True
            assert [sum(1 << cell for cell in range(16) if masks[cell] >> d & 1) for d in range(4)] == boards
