"""Variants in transformations, canonical forms and generated puzzles."""

from __future__ import annotations

import json
import random

import pytest

import casbridge
from casbridge.board.solutions import is_proper, solutions
from casbridge.chance import Chance
from casbridge.counting.completions import completions
from casbridge.errors import InputError, UnsupportedError, UsageError
from casbridge.making.digging import Digger
from casbridge.making.filling import random_grid, random_regions, uniform_grids
from casbridge.making.generating import make, read_records, record
from casbridge.making.symmetries import (
    automorphism_group,
    canonical_form,
    equivalent,
    number_of_symmetries,
    random_transformation,
)
from casbridge.making.transformations import from_cells, from_words, moved_constraints, sixty_four
from casbridge.making.variants import CLUES, RULES, asked_for, with_clues, with_rules
from casbridge.making.wishes import Wish
from casbridge.making.words import turns
from casbridge.puzzles import Puzzle, Solution, graph, latin, sudoku, with_constraints
from casbridge.puzzles.variants import AntiKing, Cage, Greater, NonConsecutive, Thermometer, Windoku
from tests.variant_cases import VARIANTS, case, true_case


@pytest.mark.parametrize("name", VARIANTS)
def test_turned_and_reversed_puzzles_are_equivalent(name: str) -> None:
    rng = random.Random(name)
    for _ in range(2):
        layout, grid = true_case(rng, name, rng.choice([*VARIANTS]))
        puzzle = Puzzle(layout, tuple(digit if rng.random() < 0.2 else 0 for digit in grid))
        known, form = solutions(puzzle), canonical_form(puzzle)
        assert form.transformation(puzzle) == form.puzzle
        for digits in ((1, 2, 3, 4), (4, 3, 2, 1)):
            for cells in turns(4).values():
                refused = ""
                try:
                    turn = from_cells(layout, cells, digits)
                except InputError as error:
                    refused = str(error)
                if refused:  # a pill would be read backwards, or a rule says more of digits
                    assert any(said in refused for said in ("do not fit", "new names", "region"))
                    assert layout.regions is not None or isinstance(moved_constraints(layout, cells, digits), str)
                    continue
                turned = turn(puzzle)
                # The constraints go along: solutions go to solutions, and no others come.
                assert sorted(turn(Solution(puzzle, one)).digits for one in known) == sorted(solutions(turned))
                assert canonical_form(turned).puzzle == form.puzzle
                there = equivalent(puzzle, turned)
                assert there is not None
                assert there(puzzle) == turned
        group = automorphism_group(puzzle)
        if group.relabellings == 1:
            elements = list(group.elements())
            assert len(set(elements)) == group.order
            assert all(element(puzzle) == puzzle for element in elements)


def test_any_symmetry_of_the_plain_grid_keeps_the_number_of_solutions_or_is_refused() -> None:
    rng = random.Random(5)
    for number in range(60):
        layout, wanted = case(rng, rng.choice([*VARIANTS]))
        move = random_transformation(layout.plain, Chance(number), relabel=False)
        try:
            moved = from_cells(layout, move.cells)
        except InputError:
            continue
        assert sorted(moved(Solution(Puzzle(layout, (0,) * 16), one)).digits for one in wanted) == sorted(
            solutions(Puzzle(moved.target, (0,) * 16))
        )


def test_what_depends_on_digits_keeps_their_names() -> None:
    layout = with_constraints(sudoku(2, 2), [Greater(0, 1)])
    with pytest.raises(InputError, match="new names of digits beside greater-than signs"):
        from_words("exchange digits 1 and 2", layout)
    turned = from_words("digits 1→4→1, 2→3→2", layout)
    assert turned.target.constraints == (Greater(1, 0),)
    assert from_words("exchange digits 1 and 2", with_constraints(sudoku(2, 2), [Windoku()])).target.constraints
    with pytest.raises(InputError, match="thermometers, which do not fit"):
        from_words("exchange rows 1 and 2", with_constraints(sudoku(2, 2), [Thermometer((4, 8))]))
    moved = from_words("exchange rows 1 and 2", with_constraints(sudoku(2, 2), [Cage((0, 1), 5)]))
    assert moved.target.constraints == (Cage((4, 5), 5),)
    with pytest.raises(UnsupportedError, match="without diagonals and variants"):
        sixty_four(layout)
    assert number_of_symmetries(with_constraints(sudoku(3, 3), [AntiKing()])) == 8
    assert number_of_symmetries(with_constraints(sudoku(3, 3), [NonConsecutive()])) == 8
    two = (Puzzle(with_constraints(sudoku(2, 2), [Cage((0, 1), total)]), (0,) * 16) for total in (3, 4))
    assert equivalent(*two) is None
    assert random_regions(layout, Chance(1)).constraints == layout.constraints


@pytest.mark.parametrize("name", VARIANTS)
def test_counts_are_those_of_brute_force(name: str) -> None:
    rng = random.Random(name)
    for _ in range(4):
        layout, wanted = case(rng, name, *rng.sample([*VARIANTS], rng.randrange(2)))
        digit = rng.choice(wanted)[0] if wanted else 1
        found = completions(Puzzle(layout, (digit, *(0,) * 15)))
        assert found.exact
        assert found.number == sum(one[0] == digit for one in wanted)


def test_limited_counts_are_lower_bounds() -> None:
    layout = with_constraints(latin(4), [Thermometer((0, 1))])
    assert completions(Puzzle(layout, (0,) * 16)).number == 576 // 2
    limited = completions(Puzzle(layout, (0,) * 16), states=10)
    assert not limited.exact
    assert limited.number == 11


def test_uniform_grids_heed_units_and_refuse_relations() -> None:
    layout = with_constraints(sudoku(2, 2), [Windoku()])
    assert (
        uniform_grids(layout).total
        == len(solutions(Puzzle(layout, (0,) * 16)))
        == completions(Puzzle(layout, (0,) * 16)).number
    )
    with pytest.raises(UnsupportedError, match="does not heed greater-than signs"):
        uniform_grids(with_constraints(sudoku(2, 2), [Greater(0, 1)]))


@pytest.mark.parametrize("name", CLUES)
def test_generated_clues_are_true_and_needed(name: str) -> None:
    wish = Wish(sudoku(2, 2), variants=(name,))
    made = make(wish, seed=3)
    puzzle = made.puzzle
    assert is_proper(puzzle)
    assert puzzle.violation(made.solution.digits) is None
    assert puzzle.layout.constraints
    assert make(wish, seed=3) == made
    assert made.minimal is Digger(puzzle.layout, made.solution.digits).is_minimal(
        sum(1 << cell for cell, digit in enumerate(puzzle.givens) if digit)
    )
    assert read_records(json.dumps(record(wish, 3, made)), wish, jsonl=True) == [puzzle]


def test_rules_are_kept_by_generated_puzzles() -> None:
    for name in RULES:
        layout = with_rules(latin(5), [name]) if name != "windoku" else with_rules(sudoku(2, 2), [name])
        if not solutions(Puzzle(layout, (0,) * layout.cells), 1):
            with pytest.raises(InputError, match="cannot be filled"):
                random_grid(layout, Chance(1))
            continue
        grid = random_grid(layout, Chance(1))
        assert layout.is_filled_rightly(grid)
        assert is_proper(make(Wish(layout), seed=1).puzzle)
    with pytest.raises(UsageError, match="windows"):
        with_rules(sudoku(2, 3), ["windoku"])
    with pytest.raises(UsageError, match="together"):
        Wish(sudoku(2, 2), variants=("killer",), full=True)


def test_variants_by_keyword_are_those_of_the_wish() -> None:
    names = ["killer", "windoku", "greater-than"]
    layout, clues = asked_for(sudoku(2, 2, diagonals=True), names)
    made = casbridge.generate("2x2", diagonals=True, variant=names, seed=5)
    assert made.puzzle == make(Wish(layout, variants=clues), seed=5).puzzle
    assert casbridge.generate("2x2", variant="windoku", seed=5).puzzle.layout.constraints == (Windoku(),)
    for strange, message in (
        ("kiler", "variant 'kiler'; expected one of windoku, anti-knight"),
        (3, "variant: "),
        (["killer", None], "variant: "),
    ):
        with pytest.raises(UsageError) as caught:
            casbridge.generate("2x2", variant=strange)
        assert str(caught.value).startswith(message)
    with pytest.raises(UsageError, match="variants for a graph"):
        asked_for(graph(2, ((0, 1),), 2), ["killer"])


def test_no_cage_is_exactly_a_unit() -> None:
    for layout in (sudoku(2, 2), latin(4), latin(3), latin(2)):
        units = {frozenset(unit.cells) for unit in layout.units}
        for seed in range(30):
            drawn = with_clues(layout, random_grid(layout, Chance(seed)), ["killer"], Chance(seed))
            assert not [one for one in drawn.constraints if frozenset(one.cells) in units]  # type: ignore[attr-defined]
