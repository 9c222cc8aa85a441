"""The equations of variants: their zeros are exactly the solutions, in each encoding and field."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from casbridge.algebra import QQ, Field
from casbridge.backends.registry import get, run
from casbridge.encodings import decode, encode
from casbridge.encodings.relations import least_exact
from casbridge.errors import EncodingError
from casbridge.puzzles import Puzzle, latin, sudoku, with_constraints
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants import Cage, LittleKiller, SandwichSum, Thermometer, WhiteDot
from tests.variant_cases import VARIANTS, case, follows, full_grids, true_case


def _zeros(layout: Layout, encoding: str, field: Field | None = None, values: tuple[int, ...] | None = None) -> list:
    encoded = encode(Puzzle(layout, (0,) * layout.cells), encoding, field, values=values)
    result = run(encoded)
    assert result.answer is not None
    return sorted(solution.digits for solution in decode(encoded, result.answer))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_zeros_are_exactly_the_solutions(name: str) -> None:
    """Fifty random layouts of each variant, counted by brute force."""
    rng = random.Random(name)
    for number in range(50):
        layout, wanted = case(rng, name, *[rng.choice([*VARIANTS]) for _ in range(number % 2)])
        encoding, field = (("colouring", None), ("indicators", None), ("colouring", QQ))[number % 3]
        assert _zeros(layout, encoding, field) == sorted(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_all_encodings_fields_and_values_have_the_same_zeros(name: str) -> None:
    rng = random.Random(name)
    for _ in range(6):
        layout, wanted = case(rng, name)
        for encoding, field, values in (
            ("colouring", QQ, None),
            ("colouring", None, (1, -2, 5, 3)),
            ("colouring", QQ, (1, -2, 5, 3)),
            ("indicators", None, None),
            ("indicators", QQ, None),
            ("sum-product", None, None),
            ("sum-product", None, (1, 2, -3, 5)),
            ("symmetric", None, None),
        ):
            full = [set(unit.cells) for unit in layout.units if len(unit.cells) == 4]
            pairs = [{*pair} for unit in layout.units for pair in combinations(unit.cells, 2)]
            is_full = all(any(pair <= cells for cells in full) for pair in pairs)
            if encoding in ("sum-product", "symmetric") and not is_full:
                with pytest.raises(EncodingError, match="permutations"):
                    _zeros(layout, encoding, field, values)
            else:
                assert _zeros(layout, encoding, field, values) == sorted(wanted)


@pytest.mark.slow
def test_in_indicators_every_field_is_exact_or_refused() -> None:
    rng = random.Random(3)
    for _ in range(40):
        layout, wanted = case(rng, rng.choice([*VARIANTS]))
        for p in (2, 3, 5, 7):
            if least_exact(layout.relations, 4, p) > p:
                with pytest.raises(EncodingError, match="is the same"):
                    _zeros(layout, "indicators", Field(p))
            else:
                assert _zeros(layout, "indicators", Field(p)) == sorted(wanted)


def test_fields_in_which_a_sum_is_not_exact_are_refused() -> None:
    layout = with_constraints(sudoku(3, 3), [Cage((0, 1, 9, 10), 15)])
    puzzle = Puzzle(layout, (0,) * 81)
    with pytest.raises(EncodingError, match=r"where the sum 26 is the same.*try GF\(17\)"):
        encode(puzzle, field=Field(11))
    assert encode(puzzle).system.ring.field == Field(17)
    assert encode(puzzle, field=QQ).system.ring.field == QQ
    # The field is the least: modulo each smaller prime some other sum is the same.
    for totals, total in ((range(10, 31), 15), (range(3, 18), 3)):
        size = 4 if total == 15 else 2
        cage = with_constraints(latin(9), [Cage(tuple(range(size)), total)])
        p = least_exact(cage.relations, 9, 11)
        assert sum(s % p == total % p for s in totals) == 1
        assert p == 11 or sum(s % 11 == total % 11 for s in totals) > 1


def test_the_sizes_of_the_equations() -> None:
    """Sizes of docs/variants.md: per pair, per cage, per sandwich."""
    plain = len(encode(Puzzle(sudoku(3, 3), (0,) * 81)).system)

    def added(*constraints: object) -> list:
        layout = with_constraints(sudoku(3, 3), constraints)  # type: ignore[arg-type]
        return list(encode(Puzzle(layout, (0,) * 81)).system.equations[plain:])

    pairs = added(Thermometer((0, 1, 2, 3)))
    assert [len(equation.pattern.terms) for equation in pairs] == [77] * 3
    assert {equation.origin for equation in pairs} == {
        "thermometer r1c1 r1c2 r1c3 r1c4: " + said for said in ("r1c1 < r1c2", "r1c2 < r1c3", "r1c3 < r1c4")
    }
    (dot,) = added(WhiteDot(0, 1))
    assert (dot.pattern.total_degree, len(dot.pattern.terms)) == (2, 4)
    (cage,) = added(Cage((0, 1, 2), 10))
    assert (cage.pattern.total_degree, len(cage.pattern.terms)) == (1, 4)
    (little,) = added(LittleKiller(8, "down-left", 40))
    assert little.variables == tuple(range(8, 73, 8))
    sandwich = added(SandwichSum(True, 0, 35))
    assert len(sandwich) == 36
    assert max(equation.pattern.total_degree for equation in sandwich) == 15
    with pytest.raises(EncodingError, match="at most 25"):
        encode(Puzzle(with_constraints(latin(30), [Thermometer((0, 1))]), (0,) * 900))
    with pytest.raises(EncodingError, match="domain polynomials"):
        encode(Puzzle(with_constraints(latin(4), [Thermometer((0, 1))]), (0,) * 16), "sum-product", domains=False)


def test_spurious_zeros_are_told_by_their_clue() -> None:
    encoded = encode(Puzzle(with_constraints(latin(2), [Thermometer((0, 1))]), (0,) * 4))
    assert encoded.spurious([1, 2, 2, 1]) is None
    assert "r1c1 < r1c2" in (encoded.spurious([2, 1, 1, 2]) or "")


@pytest.mark.slow
@pytest.mark.singular
@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_singular_finds_the_same_solutions(name: str) -> None:
    if not get("singular").availability().available:
        pytest.skip("Singular is not installed")
    rng = random.Random(name)
    layout, grid = true_case(rng, name)
    puzzle = Puzzle(layout, tuple(digit if rng.random() < 0.4 else 0 for digit in grid))
    given = {cell: digit for cell, digit in enumerate(puzzle.givens) if digit}
    grids = [one for one in full_grids(layout.plain) if follows(one, layout.constraints)]
    wanted = [one for one in grids if all(one[cell] == digit for cell, digit in given.items())]
    for encoding in ("colouring", "indicators"):
        encoded = encode(puzzle, encoding)
        result = run(encoded, "singular", seconds=60)
        assert result.answer is not None, result.reason
        assert sorted(solution.digits for solution in decode(encoded, result.answer)) == sorted(wanted)
