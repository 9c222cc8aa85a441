"""Characteristic series of systems whose zeros are known without computing them."""

from __future__ import annotations

import subprocess
import sys
import time
from fractions import Fraction
from itertools import combinations, islice, pairwise, permutations, product
from pathlib import Path

import pytest

from casbridge.algebra import QQ, Equation, Field, PolynomialSystem, Ring
from casbridge.algebra.formats import read_system
from casbridge.charset import Chain, SplitSeries
from casbridge.charset.char_series import char_series
from casbridge.encodings import encode
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline
from casbridge.puzzles import Puzzle, sudoku
from casbridge.puzzles.reading import read
from tests.charset.brute import colouring, difference_pattern, domain_pattern, the_variable, with_roots
from tests.charset.deadlines import AfterChecks

F11 = Field(11)


def series(text: str) -> SplitSeries:
    return SplitSeries(read_system(text))


def texts(text: str) -> list[list[str]]:
    return [chain.texts() for chain in series(text)]


def cycle(size: int) -> list[tuple[int, int]]:
    return [(i, (i + 1) % size) for i in range(size)]


def complete(size: int, first: int = 0) -> list[tuple[int, int]]:
    return list(combinations(range(first, first + size), 2))


def path(size: int, first: int = 0) -> list[tuple[int, int]]:
    return [(i, i + 1) for i in range(first, first + size - 1)]


# -- what an answer is ------------------------------------------------------------------------------------------------


def test_the_zero_ideal_has_one_chain_without_polynomials() -> None:
    system = PolynomialSystem(Ring.of("x y"), ())
    assert [chain.texts() for chain in SplitSeries(system)] == [[]]
    assert SplitSeries(system).count() == 1
    assert char_series(system)[0].polynomials == ()


@pytest.mark.parametrize("text", ["1", "variables: x\n2", "x - 1\nx - 2", "x^2 - 1\nx^2 - 4\ny", "field: 3\n2*x\nx+1"])
def test_contradictions_have_no_chains(text: str) -> None:
    assert texts(text) == []
    assert series(text).count() == 0
    assert series(text).variables == ()


def test_a_constant_that_is_zero_in_the_field_says_nothing() -> None:
    assert texts("field: 3\n3\nx^2 - x") == [["x"], ["x - 1"]]


def test_normal_form() -> None:
    assert texts("field: 11\nx - 10") == [["x + 1"]]
    assert texts("field: 2\nx^2 + x") == [["x"], ["x + 1"]]
    assert sorted(texts("2*x - 1\n3*y^2 + 2*y - 1\nx*y - x*y")) == [["2*x - 1", "3*y - 1"], ["2*x - 1", "y + 1"]]


def test_chain_of_general_polynomials() -> None:
    ring = Ring.of("x y z")
    x, y, z = (the_variable(ring, v) for v in range(3))
    chain = Chain(ring, (x**2 - 2, z - x))
    assert chain.main_variables == ("x", "z")
    assert chain.degrees == (2, 1)
    assert repr(chain) == "[x**2 - 2, z - x]"
    assert "x^{2}" in chain._repr_latex_()
    assert y


# -- domains ----------------------------------------------------------------------------------------------------------


def test_rational_domains() -> None:
    assert texts("(2*x - 1)*(2*x + 3)\ny - x^2\n4*y - 9") == [["2*x + 3", "4*y - 9"]]
    points = {c.point for c in series("(2*x-1)*(2*x+3)*(x-2)\n(2*y-1)*(2*y+3)*(y-2)\nx + y + 1")}
    assert points == {(Fraction(1, 2), Fraction(-3, 2)), (Fraction(-3, 2), Fraction(1, 2))}


def test_zero_divisors_modulo_a_composite_are_none_modulo_p() -> None:
    """x·y = 0 over GF(7) with values that multiply to 6, 14 = 0 and 21 = 0."""
    system = "field: 7\n(x-2)*(x-3)*x\n(y-2)*(y-7)*(y-3)\nx*y"
    assert {c.point for c in series(system)} == {(0, 0), (0, 2), (0, 3), (2, 0), (3, 0)}
    assert texts("field: 5\nx^2 + 1") == [["x - 2"], ["x + 2"]]
    assert series("field: 5\nx^5 - x\ny^5 - y\nx^2 + y^2").count() == 9


def test_the_divisor_of_several_univariate_equations_is_what_counts() -> None:
    assert texts("(x^2+1)*(x-1)\n(x^2+2)*(x-1)") == [["x - 1"]]
    assert texts("(x^2+1)*(x-1)\n(x^2+2)*(x-2)") == []
    assert texts("(x^2+1)*(x-1)^3\n(x^2+1)*(x-1)\n(x^2-5)*(x-1)^2") == [["x - 1"]]
    assert texts("(x^2+1)*(x-1)\nx^2-x") == [["x - 1"]]
    assert texts("(x^2 + 1)*(x - y)\ny^2 - y\nx^2 - x") == [["x", "y"], ["x - 1", "y - 1"]]


def test_linear_equations_give_domains_one_after_another() -> None:
    text = "variables: x y z w\nx^2 - 1\ny - x - 1\nz + y^2 - 3*x*y\nw/2 - z*y*x + 1"
    assert {c.point for c in series(text)} == {(1, 2, 2, 6), (-1, 0, 0, -2)}
    assert texts("x^2 - x\ny + x\ny^2 + 1") == []
    assert texts("x^2 - x\ny + x\n(y^2 + 1)*(y + 1)") == [["x - 1", "y + 1"]]


UNSUPPORTED = {
    "x^2 + 1": "x do not split into linear factors over QQ",
    "field: 3\nx^2 + 1": "x do not split into linear factors over GF(3)",
    "x*y - 1": "x has no univariate equation that gives it finitely many values (nor has 1 other variable)",
    "x^2 - 1\ny^2 - x": "y has no univariate equation",
    "x^2 - 1\nx*y - y": "y has no univariate equation",
    "x^1000000000 - x": "an equation has degree 1000000000; over QQ",
    "x^2 - x\ny^2 - y\nx^1000000000*y - x": "an equation has degree 1000000001; over QQ",
    "field: 11\nx^1000000000 - x": "do not split",
    "x0^2 - 4\n" + "\n".join(f"x{i + 1} - x{i}^2" for i in range(60)): "no split domains",
}


@pytest.mark.parametrize("text", UNSUPPORTED, ids=range(len(UNSUPPORTED)))
def test_why_a_system_is_unsupported(text: str) -> None:
    started = time.process_time()
    with pytest.raises(UnsupportedError) as caught:
        series(text)
    message = str(caught.value)
    assert UNSUPPORTED[text] in message
    assert len(message) < 300
    assert time.process_time() - started < 10


def test_the_second_seed_as_printed_has_no_domains() -> None:
    (puzzle,) = read("1..4 .... .... 4..1")
    with pytest.raises(UnsupportedError, match="no split domains"):
        SplitSeries(encode(puzzle, "sum-product", domains=False).system)


# -- high degrees -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["QQ", "11", "2147483647"])
def test_monomials_of_high_degree(field: str) -> None:
    """Their powers are never computed: c·x^a·y^b vanishes where x or y does."""
    head = f"field: {field}\n"
    assert texts(head + "x^1000000000") == [["x"]]
    assert texts(head + "x^2 - 4\n5*x^1000000000") == []
    assert texts(head + "x^2 - 2*x\n5*x^1000000000") == [["x"]]
    assert series(head + "x^3-6*x^2+11*x-6\ny^2-y\n2*x^1000000000*y^3").count() == 3
    assert series(head + "x^2-4\ny^2-9\nz^2-z\nw^2-w\nx^1000000000*y*z^2").count() == 8


def test_sparse_equations_of_high_degree_modulo_p() -> None:
    assert series("field: 11\nx^10 - 1\ny^10 - 1\nx^1000000000*y - 1").count() == 10
    assert texts("field: 11\nx^3 - x\nx^1000000001 - x") == [["x"], ["x - 1"], ["x + 1"]]
    points = {c.point for c in series("field: 11\nx^2 - 4\ny^2 - 9\nx^1000000001*y + 1 + x^5*y^7")}
    assert points == {
        (x, y) for x, y in product((2, 9), (3, 8)) if (pow(x, 1_000_000_001, 11) * y + 1 + x**5 * y**7) % 11 == 0
    }


def test_equations_of_degree_five_thousand_over_the_rationals() -> None:
    assert texts("x^4000 - x\nx^2 - 4") == []
    assert texts("x^2 - 1\ny^2 - 1\nx^4999 + y^4998 - 2") == [["x - 1", "y + 1"], ["x - 1", "y - 1"]]


# -- graphs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", [1, 2, 3, 5])
def test_cycles(colours: int) -> None:
    for size in (3, 4, 5, 12, 31, 60):
        expected = (colours - 1) ** size + (-1) ** size * (colours - 1)
        assert SplitSeries(colouring(F11, size, cycle(size), colours)).count() == expected


PETERSEN = cycle(5) + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
CUBE = [(a, a | bit) for a in range(8) for bit in (1, 2, 4) if not a & bit]
K33 = list(product(range(3), range(3, 6)))


@pytest.mark.parametrize(
    ("size", "edges", "colours", "expected"),
    [
        (10, PETERSEN, 3, 120),
        (10, PETERSEN, 4, 12_960),
        (10, PETERSEN, 2, 0),
        (8, CUBE, 2, 2),
        (8, CUBE, 3, 114),
        (6, K33, 3, 42),
        (4, complete(4), 5, 120),
        (5, [], 4, 1024),
        (7, [(0, i) for i in range(1, 7)], 4, 4 * 3**6),
    ],
)
def test_chromatic_polynomials(size: int, edges: list[tuple[int, int]], colours: int, expected: int) -> None:
    for field in (F11, QQ):
        assert SplitSeries(colouring(field, size, edges, colours)).count() == expected
    if expected < 2_000:
        points = [chain.point for chain in SplitSeries(colouring(F11, size, edges, colours))]
        assert len(points) == len(set(points)) == expected
        assert all(point[a] != point[b] for point in points for a, b in edges)


@pytest.mark.slow
def test_a_long_path_is_counted() -> None:
    limit = sys.getrecursionlimit()
    assert SplitSeries(colouring(F11, 1000, path(1000), 3)).count() == 3 * 2**999
    assert sys.getrecursionlimit() == limit
    first = [chain.point for chain in islice(SplitSeries(colouring(F11, 300, path(300), 3)), 100)]
    assert len(set(first)) == 100
    assert all(a != b for point in first for a, b in pairwise(point))


@pytest.mark.parametrize("first", [0, 1000])
def test_an_impossible_component_beside_a_long_path(first: int) -> None:
    """K4 has no 3-colouring; the path beside it has 3·2^999, which must not be tried one by one."""
    start = 0 if first else 4
    system = colouring(F11, 1004, path(1000, start) + complete(4, first), 3)
    assert SplitSeries(system).count() == 0
    assert list(SplitSeries(system)) == []


def test_an_impossible_component_that_needs_a_search() -> None:
    """An odd wheel needs 4 colours, and no clique says so."""
    wheel = [(300, 301 + i) for i in range(9)] + [(301 + i, 301 + (i + 1) % 9) for i in range(9)]
    system = colouring(F11, 310, path(300) + wheel, 3)
    assert list(SplitSeries(system)) == []
    assert SplitSeries(system).count() == 0


def test_a_large_impossible_component_among_large_possible_ones() -> None:
    """Squares of odd cycles C_n² with 3 colours: impossible unless 3 divides n."""
    edges = []
    for number, size in enumerate((63, 62, 63)):
        for i in range(size):
            edges += [(63 * number + i, 63 * number + (i + k) % size) for k in (1, 2)]
    assert SplitSeries(colouring(F11, 189, edges, 3)).count() == 0
    assert list(SplitSeries(colouring(F11, 189, edges, 3))) == []
    possible = [(a, b) for a, b in edges if not 63 <= a < 126]
    assert SplitSeries(colouring(F11, 189, possible, 3)).count() == 6 * 6 * 3**63


@pytest.mark.parametrize("values", [1, 2, 3, 9, 25])
def test_pigeons(values: int) -> None:
    field = Field(31)
    assert SplitSeries(colouring(field, values + 1, complete(values + 1), values)).count() == 0
    plain = colouring(field, values + 1, complete(values + 1), values)
    if values > 1:
        # A vertex elsewhere with other values hides that the clique is larger than its universe.
        ring = Ring.of([*plain.ring.variables, "other"], field)
        extra = Equation(domain_pattern(field, [values + 1, values + 2]), (values + 1,))
        assert SplitSeries(PolynomialSystem(ring, (*plain.equations, extra))).count() == 0
    if values < 9:
        assert SplitSeries(colouring(field, values, complete(values), values)).count() == len(
            list(permutations(range(values)))
        )


# -- wide universes ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("width", [7, 8, 15, 16, 31, 32, 63, 64, 65, 96, 97, 127, 128, 254, 255, 256, 300])
def test_any_number_of_values(width: int) -> None:
    """Two variables that differ, one that follows them, and one that is anything."""
    field = Field(1009)
    ring = Ring.of("a b c d", field)
    values = range(1, width + 1)
    domain = domain_pattern(field, values)
    a, b, c, _ = (the_variable(ring, v) for v in range(4))
    equations = [Equation(domain, (v,)) for v in range(4)]
    few = [with_roots(ring, 0, [1, width - 1, width]), with_roots(ring, 1, [1, 2, width]), with_roots(ring, 3, [width])]
    system = PolynomialSystem.of(ring, [*few, c - b])
    differ = Equation(difference_pattern(field, values), (0, 1))
    expected = {(x, y, y, width) for x in {1, width - 1, width} for y in {1, 2, width} if x != y}
    found = SplitSeries(PolynomialSystem(ring, (*equations, differ, *system.equations)))
    assert {chain.point for chain in found} == expected
    assert found.count() == len(expected)
    assert a


@pytest.mark.slow
def test_all_pairs_of_a_wide_universe() -> None:
    field = Field(1009)
    for width in (60, 97):
        ring = Ring.of("a b", field)
        values = range(width)
        domain, differ = domain_pattern(field, values), difference_pattern(field, values)
        system = PolynomialSystem(ring, (Equation(domain, (0,)), Equation(domain, (1,)), Equation(differ, (0, 1))))
        assert SplitSeries(system).count() == width * (width - 1)
        if width < 200:
            assert len({chain.point for chain in SplitSeries(system)}) == width * (width - 1)


def test_different_universes_for_different_variables() -> None:
    """More than 96 values in all: every variable has its own, and equal bits are different values."""
    field = Field(1009)
    ring = Ring.of("a b c d", field)
    lists = [range(60), range(59, 120), range(100, 160), range(30, 65)]
    polynomials = [with_roots(ring, v, values) for v, values in enumerate(lists)]
    a, b, c, d = (the_variable(ring, v) for v in range(4))
    system = PolynomialSystem.of(ring, [*polynomials, a - b, c - d - b, (a - 59) * (c - 100)])
    expected = {(x, y, z, w) for x, y, z, w in ((59, 59, 59 + w, w) for w in lists[3]) if z in lists[2]}
    assert {chain.point for chain in SplitSeries(system)} == expected
    assert SplitSeries(system).count() == len(expected)


@pytest.mark.slow
def test_pairs_of_two_very_wide_universes() -> None:
    """No table is made for more than a million pairs: they are a scope then."""
    field = Field(100_003)
    ring = Ring.of("a b c d e f", field)
    few = [with_roots(ring, v, range(1, n + 1)) for v, n in enumerate((10, 10, 11))]
    a, b, c, d, e, f = (the_variable(ring, v) for v in range(6))
    sums = [d - a - 20 * b - 400 * c, e - a - 20 * b - 400 * c - 1]
    system = PolynomialSystem.of(ring, [*few, *sums, d - e + 1, with_roots(ring, 5, [1, 2]), f - 1])
    assert SplitSeries(system).count() == 10 * 10 * 11
    assert SplitSeries(PolynomialSystem.of(ring, [*few, *sums, d - e + 2, f])).count() == 0


# -- puzzles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["colouring", "sum-product", "symmetric", "indicators"])
def test_the_empty_shidoku_has_288_zeros(encoding: str) -> None:
    encoded = encode(Puzzle(sudoku(2, 2), (0,) * 16), encoding)
    points = [chain.point for chain in SplitSeries(encoded.system)]
    assert len(points) == len({encoded.decode(point) for point in points}) == 288
    assert SplitSeries(encoded.system).count() == 288
    assert all(encoded.spurious(point) is None for point in points)


@pytest.mark.slow
def test_the_empty_grid_with_boxes_2x3() -> None:
    encoded = encode(Puzzle(sudoku(2, 3), (0,) * 36))
    assert SplitSeries(encoded.system).count() == 28_200_960


@pytest.mark.slow
@pytest.mark.parametrize("rows", [1, 2])
def test_encodings_agree(rows: int) -> None:
    """Puzzles cut out of a grid: with few givens, and with one given changed."""
    layout = sudoku(2, 2) if rows == 1 else sudoku(2, 3)
    n = layout.digits
    whole = next(iter(SplitSeries(encode(Puzzle(layout, (0,) * n * n)).system))).point
    for start in range(3):
        kept = [int(digit) if (7 * i + start) % 3 == 0 else 0 for i, digit in enumerate(whole)]
        changed = kept[:]
        place = next(i for i, digit in enumerate(kept) if digit)
        changed[place] = kept[place] % n + 1
        for givens in (kept, changed):
            answers = set()
            for encoding in ("colouring", "sum-product", "symmetric", "indicators"):
                encoded = encode(Puzzle(layout, tuple(givens)), encoding)
                found = frozenset(encoded.decode(chain.point) for chain in SplitSeries(encoded.system))
                assert SplitSeries(encoded.system).count() == len(found)
                answers.add(found)
            assert len(answers) == 1
            assert len(answers.pop()) > 0 or givens is changed


@pytest.mark.parametrize("encoding", ["colouring", "sum-product", "symmetric", "indicators"])
@pytest.mark.parametrize("line", ["11..............", "1...1...........", "1....1..........", "123...4........."])
def test_contradictory_givens(encoding: str, line: str) -> None:
    (puzzle,) = read(line)
    system = encode(puzzle, encoding).system
    assert list(SplitSeries(system)) == []
    assert SplitSeries(system).count() == 0


# -- order, time ------------------------------------------------------------------------------------------------------

ORDERED = """
from casbridge import encode, read, SplitSeries
from casbridge.algebra.formats import read_system
from casbridge.limits import Deadline
import hashlib
found = hashlib.sha256()
for text, encoding in ((".4.....1..3.....", "colouring"), ("1...............", "sum-product"), ("2x2", "indicators")):
    (puzzle,) = read(text)
    for chain in SplitSeries(encode(puzzle, encoding).system):
        found.update(repr(chain).encode())
system = "x^4-x^2\\ny^4-y^2\\nz^4-z^2\\nw-x*y\\n(x-1)*(y-w)*z\\nx^2*y^2*z^2-x*y*z\\n(w^2-1)*(w^2+2)*w\\n(w^2-1)*w"
for chain in SplitSeries(read_system(system)):
    found.update(repr(chain).encode())
print(found.hexdigest())
"""


@pytest.mark.slow
def test_the_order_is_the_same_in_every_process(tmp_path: Path) -> None:
    program = tmp_path / "ordered.py"
    program.write_text(ORDERED, encoding="utf-8")
    printed = {
        subprocess.run(
            [sys.executable, str(program)],
            env={"PYTHONHASHSEED": seed, "CASBRIDGE_ARITHMETIC": arithmetic},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, arithmetic in (("0", "flint"), ("1", "flint"), ("77", "sympy"))
    }
    assert len(printed) == 1


def test_the_order_does_not_depend_on_what_was_computed_before() -> None:
    (puzzle,) = read("1...............")
    system = encode(puzzle).system
    first = list(islice(SplitSeries(system), 50))
    SplitSeries(encode(Puzzle(sudoku(2, 2), (0,) * 16)).system).count()
    found = SplitSeries(system)
    found.count()
    assert list(islice(found, 50)) == first
    assert list(found)[:50] == first


def test_deadlines() -> None:
    hopeless = encode(Puzzle(sudoku(5, 5), (0,) * 625)).system
    with pytest.raises(LimitError):
        SplitSeries(hopeless, AfterChecks(640)).count()
    with pytest.raises(LimitError):
        for _ in SplitSeries(hopeless, AfterChecks(640)):
            pass
    with pytest.raises(LimitError):
        SplitSeries(hopeless, Deadline.after(0))


def test_a_variable_has_the_values_that_a_linear_equation_gives_it() -> None:
    # At every value of x the slope is not zero, or nothing solves the equation.
    system = read("x^2 - 1\nx*y - 1\n(x - 1)*z - x - 1")
    assert isinstance(system, PolynomialSystem)
    assert [chain.texts() for chain in SplitSeries(system)] == [["x + 1", "y + 1", "z"]]
