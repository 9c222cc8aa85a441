"""The encodings: the seeds' systems as printed, and zeros that are exactly the solutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import prod

import pytest

from casbridge.algebra import QQ, Field
from casbridge.backends.registry import run
from casbridge.counting.answering import count
from casbridge.crosscheck import solve
from casbridge.encodings import EncodedPuzzle, Encoding, decode, encode
from casbridge.errors import EncodingError, UsageError
from casbridge.puzzles import Layout, Puzzle, graph, jigsaw, latin, sudoku

PAPER = (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)
PAPER_SOLUTION = (1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4)
SEED = (1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2)
#: The seed's 9×9 puzzle with 39 clues; it writes 8 as −1.
SEED_NINE = tuple(
    map(
        int,
        "705600804640000027128470056251060008000000000800050260080030070502740083307500402",
    )
)
SHIDOKU = sudoku(2, 2)
SIX_JIGSAW = jigsaw(tuple(map(int, "000111001112022222333333444444555555")))


def blank(layout: Layout) -> Puzzle:
    return Puzzle(layout, (0,) * layout.cells)


def point_of(encoded: EncodedPuzzle, grid: tuple[int, ...]) -> list[int]:
    """The point that stands for a filled grid."""
    if encoded.encoding is Encoding.INDICATORS:
        return [int(d == digit) for digit in grid for d in range(1, encoded.puzzle.layout.digits + 1)]
    p = encoded.system.ring.field.characteristic
    values = [encoded.values[digit - 1] for digit in grid]
    return [value % p for value in values] if p else values


@cache
def all_grids() -> frozenset[tuple[int, ...]]:
    """The 288 grids of the empty 4×4 Sudoku, row by row, checked by the puzzle's own rules."""
    rows = list(permutations((1, 2, 3, 4)))
    puzzle = blank(SHIDOKU)
    bands = [a + b for a, b in product(rows, repeat=2) if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {1, 2, 3, 4}]
    return frozenset(a + b for a, b in product(bands, repeat=2) if puzzle.violation(a + b) is None)


VARIANTS = [
    ("colouring", None),
    ("colouring", QQ),
    ("colouring", Field(5)),
    ("sum-product", None),
    ("sum-product", Field(11)),
    ("symmetric", None),
    ("symmetric", QQ),
    ("indicators", None),
    ("indicators", QQ),
    ("indicators", Field(2)),
    ("indicators", Field(3)),
]


class TestThePaper:
    def test_counts(self) -> None:
        assert len(encode(Puzzle(SHIDOKU, PAPER)).system) == 72
        nine = encode(blank(sudoku(3, 3))).system
        assert (len(nine), nine.ring.size, nine.ring.field) == (891, 81, Field(11))

    def test_example_4_1_as_printed(self) -> None:
        system = encode(Puzzle(SHIDOKU, PAPER)).system
        names = system.ring.variables
        assert names == tuple(f"x{i}" for i in range(1, 17))
        assert [e.role for e in system.equations] == ["given" if d else "F" for d in PAPER] + ["G"] * 56
        givens = [e.text(names) for e in system.equations if e.role == "given"]
        assert givens == ["x2 - 4", "x8 - 1", "x11 - 3", "x13 - 2"]
        assert system.equations[0].text(names) == "x1**4 + x1**3 + 2*x1**2 + 5*x1 + 2"
        pairs = [e.variables for e in system.equations if e.role == "G"]
        assert pairs[0] == (0, 1)
        assert pairs[-1] == (14, 15)
        assert pairs == sorted(pairs)

    def test_its_solution_is_a_zero(self) -> None:
        encoded = encode(Puzzle(SHIDOKU, PAPER))
        assert encoded.system.first_violated(PAPER_SOLUTION) is None
        assert encoded.decode(PAPER_SOLUTION) == PAPER_SOLUTION

    def test_g_is_the_difference_quotient_of_f(self) -> None:
        for digits in (2, 3, 9):
            encoded = encode(blank(latin(digits)), field=QQ)
            f = next(e for e in encoded.system.equations if e.role == "F").pattern
            g = next(e for e in encoded.system.equations if e.role == "G").pattern
            for x, y in product(range(-3, digits + 3), repeat=2):
                assert g.evaluate([x, y]) * (x - y) == f.evaluate([x]) - f.evaluate([y])

    def test_words(self) -> None:
        system = encode(Puzzle(SHIDOKU, PAPER)).system
        assert system.equations[1].origin == "r1c2 = 4 is given"
        assert system.equations[16].origin == "row 1: cells r1c1 and r1c2 differ"
        assert dict(system.facts)["puzzle"] == "2x2 .4.....1..3.2..."


class TestTheSecondSeed:
    def test_four_by_four_as_printed(self) -> None:
        encoded = encode(Puzzle(SHIDOKU, SEED), "sum-product", domains=False)
        system = encoded.system
        texts = [e.text(system.ring.variables) for e in system.equations]
        assert system.ring.field == QQ
        assert [e.role for e in system.equations] == (["sum"] * 4 + ["product"] * 4) * 3 + ["given"] * 4
        printed = []
        for kind in ("row", "column", "box"):
            units = [unit.cells for unit in SHIDOKU.units if unit.kind == kind]
            names = [[f"x{cell + 1}" for cell in reversed(unit)] for unit in units]
            printed += [" + ".join(unit) + " - 10" for unit in names]
            printed += ["*".join(reversed(unit)) + " - 24" for unit in names]
        assert [sorted(text) for text in texts[:24]] == [sorted(text) for text in printed]
        assert texts[24:] == ["x1 - 1", "x2 - 4", "x15 - 1", "x16 - 2"]
        assert system.first_violated((1, 4, 2, 3, 3, 2, 4, 1, 2, 1, 3, 4, 4, 3, 1, 2)) is None

    def test_nine_by_nine(self) -> None:
        givens = [0] * 81
        givens[6], givens[3] = 8, 9
        encoded = encode(Puzzle(sudoku(3, 3), tuple(givens)), "sum-product", domains=False)
        assert encoded.values == (1, 2, 3, 4, 5, 6, 7, -1, -2)
        assert len(encoded.system) == 54 + 2
        texts = [e.text(encoded.system.ring.variables) for e in encoded.system.equations]
        assert texts[0].endswith("x2 + x1 - 25")
        assert texts[9].endswith(" - 10080")
        assert texts[-2:] == ["x4 + 2", "x7 + 1"]
        assert ("values", "-1 is 8, -2 is 9, others as they are") in encoded.system.facts

    def test_39_clues_as_printed(self) -> None:
        encoded = encode(Puzzle(sudoku(3, 3), SEED_NINE), "sum-product", domains=False)
        texts = [e.text(encoded.system.ring.variables) for e in encoded.system.equations]
        assert (len(texts), encoded.puzzle.clues) == (54 + 39, 39)
        assert texts[54:58] == ["x1 - 7", "x3 - 5", "x4 - 6", "x7 + 1"]
        assert {e.variables for e in encoded.system.equations if e.role == "sum"} == {
            unit.cells for unit in sudoku(3, 3).units
        }

    def test_jigsaw(self) -> None:
        assert len(encode(blank(SIX_JIGSAW), "sum-product", domains=False).system) == 6 * 3 * 2


class TestZerosAreSolutions:
    def test_288_grids(self) -> None:
        assert len(all_grids()) == 288

    @pytest.mark.parametrize(("encoding", "field"), VARIANTS)
    def test_every_grid_is_a_zero_and_nothing_near_it_is(self, encoding: str, field: Field | None) -> None:
        encoded = encode(Puzzle(SHIDOKU, SEED), encoding, field)
        solutions = {grid for grid in all_grids() if encoded.puzzle.violation(grid) is None}
        for grid in all_grids():
            point = point_of(encoded, grid)
            assert encoded.decode(point) == grid
            assert (encoded.system.first_violated(point) is None) == (grid in solutions)
            assert (encoded.spurious(point) is None) == (grid in solutions)
            for cell in range(16):
                wrong = (*grid[:cell], grid[cell] % 4 + 1, *grid[cell + 1 :])
                assert encoded.system.first_violated(point_of(encoded, wrong)) is not None

    @pytest.mark.parametrize(("encoding", "field"), VARIANTS)
    def test_a_unit_allows_permutations_only(self, encoding: str, field: Field | None) -> None:
        encoded = encode(blank(SHIDOKU), encoding, field)
        unit = SHIDOKU.units[-1].cells
        width = encoded.system.ring.size // 16
        inside = {cell * width + k for cell in unit for k in range(width)}
        equations = [e for e in encoded.system.equations if set(e.variables) <= inside]
        for digits in product((1, 2, 3, 4), repeat=4):
            grid = [1] * 16
            for cell, digit in zip(unit, digits, strict=True):
                grid[cell] = digit
            point = point_of(encoded, tuple(grid))
            assert all(e.evaluate(point) == 0 for e in equations) == (len(set(digits)) == 4)

    @pytest.mark.slow
    def test_latin_square_of_side_three_by_brute_force(self) -> None:
        for encoding, field in VARIANTS:
            if field == Field(5) or encoding != "indicators":
                encoded = encode(blank(latin(3)), encoding, field)
                for grid in product((1, 2, 3), repeat=9):
                    zero = encoded.system.first_violated(point_of(encoded, grid)) is None
                    assert zero == (encoded.puzzle.violation(grid) is None)

    def test_indicators_of_side_two_over_all_bits(self) -> None:
        for p in (2, 3):
            encoded = encode(blank(latin(2)), "indicators", Field(p))
            zeros = [b for b in product((0, 1), repeat=8) if encoded.system.first_violated(b) is None]
            assert sorted(encoded.decode(bits) for bits in zeros) == [(1, 2, 2, 1), (2, 1, 1, 2)]

    def test_indicators_modulo_two_exclude_three_ones(self) -> None:
        encoded = encode(blank(latin(3)), "indicators", Field(2))
        zeros = [b for b in product((0, 1), repeat=3) if not _violates_cell(encoded, b)]
        assert sorted(zeros) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]

    def test_symmetric_has_no_other_zeros_in_the_field(self) -> None:
        encoded = encode(blank(latin(3)), "symmetric", Field(7), domains=False)
        row = [e for e in encoded.system.equations if set(e.variables) == {0, 1, 2}]
        zeros = [x for x in product(range(7), repeat=3) if all(e.evaluate([*x, *[0] * 6]) == 0 for e in row)]
        assert sorted(zeros) == sorted(permutations((1, 2, 3)))

    def test_graph(self) -> None:
        layout = graph(4, ((0, 1), (1, 2), (2, 0)), 3)
        for encoding in ("colouring", "indicators"):
            encoded = encode(Puzzle(layout, (2, 0, 0, 0)), encoding)
            for grid in product((1, 2, 3), repeat=4):
                zero = encoded.system.first_violated(point_of(encoded, grid)) is None
                assert zero == (encoded.puzzle.violation(grid) is None)

    def test_two_colours_make_edges_permutations(self) -> None:
        layout = graph(3, ((0, 1),), 2)
        for encoding in ("sum-product", "symmetric"):
            encoded = encode(blank(layout), encoding, domains=False)
            zeros = [x for x in product((1, 2, 3), repeat=3) if encoded.system.first_violated(x) is None]
            assert zeros == [(1, 2, 1), (1, 2, 2), (2, 1, 1), (2, 1, 2)]

    def test_one_colour_has_no_zero_where_there_is_an_edge(self) -> None:
        encoded = encode(blank(graph(2, ((0, 1),), 1)))
        assert encoded.system.first_violated((1, 1)) is not None
        assert encode(blank(graph(2, (), 1))).system.first_violated((1, 1)) is None


def _sum_and_product(values: Sequence[int], p: int) -> tuple[int, int]:
    return sum(values) % p, prod(values) % p


def _violates_cell(encoded: EncodedPuzzle, bits: tuple[int, ...]) -> bool:
    point = [*bits, *[0] * 24]
    return any(e.evaluate(point) != 0 for e in encoded.system.equations if set(e.variables) <= {0, 1, 2})


class TestSharing:
    def test_one_pattern_a_role(self) -> None:
        for encoding in Encoding:
            patterns: dict[str, set[int]] = {}
            for equation in encode(blank(sudoku(2, 3)), encoding).system.equations:
                patterns.setdefault(equation.role, set()).add(id(equation.pattern))
            assert all(len(ids) == 1 for ids in patterns.values())

    def test_puzzles_of_a_layout_share_equations(self) -> None:
        first, second = encode(Puzzle(SHIDOKU, PAPER)).system, encode(Puzzle(SHIDOKU, SEED)).system
        assert all(a is b for a, b in zip(first.equations[16:], second.equations[16:], strict=True))
        assert first.ring is second.ring

    def test_every_local_variable_occurs(self) -> None:
        for encoding in Encoding:
            for equation in encode(Puzzle(SHIDOKU, PAPER), encoding).system.equations:
                assert equation.pattern.support() == tuple(range(len(equation.variables)))


class TestDomains:
    def test_domain_polynomials_for_blank_cells(self) -> None:
        for encoding in ("sum-product", "symmetric"):
            roles = [e.role for e in encode(Puzzle(SHIDOKU, PAPER), encoding).system.equations]
            assert (roles.count("domain"), roles.count("given")) == (12, 4)
            bare = [e.role for e in encode(Puzzle(SHIDOKU, PAPER), encoding, domains=False).system.equations]
            assert bare == [role for role in roles if role != "domain"]

    @pytest.mark.parametrize("encoding", ["colouring", "indicators"])
    def test_others_cannot_be_without(self, encoding: str) -> None:
        with pytest.raises(EncodingError, match="without domain polynomials"):
            encode(blank(SHIDOKU), encoding, domains=False)


class TestFields:
    def test_defaults(self) -> None:
        fields = {layout.digits: encode(blank(layout)).system.ring.field.characteristic for layout in LAYOUTS}
        assert fields == {4: 11, 9: 11, 10: 11, 12: 13, 16: 17, 25: 29}

    def test_the_least_prime_is_named(self) -> None:
        with pytest.raises(EncodingError, match=r"1 and 8 are the same in GF\(7\).*try GF\(11\)"):
            encode(blank(sudoku(3, 3)), field=Field(7))
        assert encode(blank(sudoku(3, 3)), field=Field(11)).system.ring.field == Field(11)

    def test_default_fits_the_values(self) -> None:
        encoded = encode(blank(latin(2)), "symmetric", values=(5, -6))
        assert encoded.system.ring.field == Field(13)

    def test_residues_are_explained_where_symmetric_ones_differ(self) -> None:
        assert "residues" not in dict(encode(blank(SHIDOKU)).system.facts)
        assert "-2 is 9" in dict(encode(blank(sudoku(3, 3))).system.facts)["residues"]
        assert "residues" not in dict(encode(blank(sudoku(3, 3)), field=Field(19)).system.facts)


LAYOUTS = [sudoku(2, 2), sudoku(3, 3), sudoku(2, 5), sudoku(3, 4), sudoku(4, 4), sudoku(5, 5)]


class TestErrors:
    def test_unknown_encoding(self) -> None:
        with pytest.raises(UsageError, match="colouring, sum-product, symmetric, indicators"):
            encode(blank(SHIDOKU), "boolean")

    def test_values(self) -> None:
        with pytest.raises(EncodingError, match="3 values for 4 digits"):
            encode(blank(SHIDOKU), values=(1, 2, 3))
        with pytest.raises(EncodingError, match="1 and 1 are the same in QQ"):
            encode(blank(SHIDOKU), "sum-product", values=(1, 1, 2, 3))
        with pytest.raises(EncodingError, match="a digit is a place"):
            encode(blank(SHIDOKU), "indicators", values=(1, 2, 3, 4))

    @pytest.mark.parametrize("encoding", ["sum-product", "symmetric"])
    def test_units_shorter_than_the_digits(self, encoding: str) -> None:
        with pytest.raises(EncodingError, match=r"edge v1-v2 has 2 cells for 3 digits.*try the encoding colouring"):
            encode(blank(graph(2, ((0, 1),), 3)), encoding)

    def test_symmetric_is_bounded(self) -> None:
        with pytest.raises(EncodingError, match="at most 16"):
            encode(blank(sudoku(5, 5)), "symmetric")

    def test_sums_and_products_need_room_modulo_p(self) -> None:
        with pytest.raises(EncodingError, match="9 digits"):
            encode(blank(sudoku(3, 3)), "sum-product", Field(11))

    def test_values_that_are_not_enough_are_refused(self) -> None:
        """Exactly the values that have other multisets over the digits; without audit no zero passes as a solution."""
        modulo = Field(13)
        for values in combinations(range(13), 3):
            same = [m for m in product(values, repeat=3) if _sum_and_product(m, 13) == _sum_and_product(values, 13)]
            enough = all(sorted(m) == sorted(values) for m in same)
            if enough:
                assert encode(blank(latin(3)), "sum-product", modulo, values=values).is_exact
            else:
                with pytest.raises(EncodingError, match="are not enough for the encoding sum-product"):
                    encode(blank(latin(3)), "sum-product", modulo, values=values)
        encoded = encode(blank(SHIDOKU), "sum-product", Field(13), values=(1, 2, 3, 11), audit=False)
        assert not encoded.is_exact
        answer = run(encoded).answer
        assert answer is not None
        with pytest.raises(EncodingError, match="is no solution of the puzzle: row 1: r1c1 and r1c2 are both 1"):
            decode(encoded, answer)
        solved = solve(encoded)
        assert (len(solved), len(solved.not_solutions)) == (288, 1)
        counted = count(encoded)
        assert counted == 289
        assert "some may be no solutions" in counted.method
        with pytest.raises(EncodingError, match="1, 2, 4, 4, 4, 5, 7, 9, 9 have the same sum and product in QQ"):
            encode(blank(sudoku(3, 3)), "sum-product", values=range(1, 10))
        # Where cells need be no digits, or where there is no promise, the values do not matter.
        assert not encode(blank(sudoku(3, 3)), "sum-product", values=range(1, 10), domains=False).is_exact
        assert encode(blank(sudoku(3, 3)), "symmetric", values=range(1, 10)).is_exact

    def test_zeros_that_are_no_digits(self) -> None:
        encoded = encode(blank(SHIDOKU), "sum-product")
        with pytest.raises(EncodingError, match=r"8 in r4c4, which is no digit; expected 1, 2, 3 or 4"):
            encoded.decode([1] * 15 + [8])
        assert encoded.spurious([1] * 15 + [8]) is not None
        with pytest.raises(EncodingError, match="3 coordinates; expected 16"):
            encoded.decode([1, 2, 3])

    def test_indicators_that_are_no_digit(self) -> None:
        encoded = encode(blank(latin(2)), "indicators")
        with pytest.raises(EncodingError, match="no digit in r1c2; expected exactly one"):
            encoded.decode([1, 0, 0, 0, 1, 0, 1, 0])
        with pytest.raises(EncodingError, match="the digits 1, 2 in r1c1"):
            encoded.decode([1, 1, 0, 0, 1, 0, 1, 0])
        with pytest.raises(EncodingError, match="has 2 for r1c1 = 2"):
            encoded.decode([1, 2, 0, 0, 1, 0, 1, 0])


def test_sum_and_product_of_the_default_values() -> None:
    for n in (4, 6, 9, 12, 16):
        encoded = encode(blank(latin(n)), "sum-product", domains=False)
        point = [encoded.values[(r + c) % n] for r in range(n) for c in range(n)]
        assert encoded.system.first_violated(point) is None
        assert prod(encoded.values) != 0
