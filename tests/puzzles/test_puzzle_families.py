"""Families of puzzles and colourings: their graphs, the numbers of their solutions, and members read by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import casbridge
from casbridge.algebra import Field, PolynomialSystem
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import dimension_and_degree
from casbridge.counting.completions import completions
from casbridge.errors import InputError, UsageError
from casbridge.puzzles import Layout, Puzzle, latin, read_file, sudoku
from casbridge.puzzles.families import FAMILIES, PUZZLE_FAMILIES, known_family, member, read_member

GRAPHS = [name for name in PUZZLE_FAMILIES if name not in ("latin", "sudoku")]


def layout_of(name: str, n: int, **parameters: Any) -> Layout:
    made = member(name, n, **parameters)
    assert isinstance(made, Puzzle)
    return made.layout


def completed(puzzle: PolynomialSystem | Puzzle) -> int:
    """The number of solutions, by the counting that remembers."""
    assert isinstance(puzzle, Puzzle)
    found = completions(puzzle)
    assert found.exact
    return found.number


def colourings(layout: Layout) -> int:
    """By deletion and contraction: P(G) = P(G - e) - P(G/e)."""

    @cache
    def count(vertices: int, edges: frozenset[frozenset[int]]) -> int:
        if not edges:
            return int(layout.digits**vertices)
        edge = min(edges, key=sorted)
        kept, merged = sorted(edge)
        rest = edges - {edge}
        contracted = (frozenset(kept if v == merged else v for v in one) for one in rest)
        return count(vertices, rest) - count(vertices - 1, frozenset(contracted))

    return count(layout.cells, frozenset(frozenset(edge) for edge in layout.edges))


# -- graphs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "n", "vertices", "edges"),
    [
        ("cycle", 7, 7, 7),
        ("complete", 6, 6, 15),
        ("wheel", 6, 7, 12),
        # The DIMACS benchmarks myciel3, myciel4, myciel5, queen5_5 and queen8_8.
        ("mycielski", 4, 11, 20),
        ("mycielski", 5, 23, 71),
        ("mycielski", 6, 47, 236),
        ("queens", 5, 25, 160),
        ("queens", 8, 64, 728),
        ("kneser", 5, 10, 15),
        ("kneser", 6, 15, 45),
        ("petersen", 5, 10, 15),
        ("grid", 4, 16, 24),
        ("hypercube", 4, 16, 32),
    ],
)
def test_graphs_have_the_known_numbers_of_vertices_and_edges(name: str, n: int, vertices: int, edges: int) -> None:
    layout = layout_of(name, n)
    assert (layout.cells, len(layout.edges)) == (vertices, edges)


def joined(layout: Layout, holds: Callable[[int, int], bool]) -> bool:
    """Whether two vertices are joined exactly where a condition holds."""
    return set(layout.edges) == {pair for pair in combinations(range(layout.cells), 2) if holds(*pair)}


def test_edges_by_their_definitions() -> None:
    squares = list(product(range(5), repeat=2))

    def attacks(a: int, b: int) -> bool:
        (r, c), (s, d) = squares[a], squares[b]
        return r == s or c == d or abs(r - s) == abs(c - d)

    assert joined(layout_of("queens", 5), attacks)
    assert joined(layout_of("hypercube", 4), lambda a, b: (a ^ b).bit_count() == 1)
    assert joined(layout_of("cycle", 8), lambda a, b: (a - b) % 8 in (1, 7))
    assert joined(layout_of("wheel", 8), lambda a, b: 8 in (a, b) or (a - b) % 8 in (1, 7))
    assert joined(layout_of("complete", 8), lambda a, b: True)
    grid = list(product(range(4), repeat=2))
    assert joined(
        layout_of("grid", 4), lambda a, b: sum(abs(x - y) for x, y in zip(grid[a], grid[b], strict=True)) == 1
    )
    triples = [set(some) for some in combinations(range(7), 3)]
    assert joined(layout_of("kneser", 7, k=3), lambda a, b: not triples[a] & triples[b])


def triangles(layout: Layout) -> int:
    edges = set(layout.edges)
    return sum({(a, b), (a, c), (b, c)} <= edges for a, b, c in combinations(range(layout.cells), 3))


def test_mycielski_graphs_have_no_triangles_and_need_n_colours() -> None:
    for n in (3, 4, 5):
        assert triangles(layout_of("mycielski", n)) == 0
    for n in (2, 3, 4):
        assert completed(member("mycielski", n)) > 0
        assert completed(member("mycielski", n, colours=n - 1)) == 0


def test_the_petersen_graph_is_a_kneser_graph() -> None:
    """Both have the same chromatic polynomial."""
    for colours in (2, 3, 4, 5):
        first, second = (layout_of(name, 5, colours=colours) for name in ("petersen", "kneser"))
        assert colourings(first) == colourings(second)


@pytest.mark.parametrize("name", [name for name in GRAPHS if PUZZLE_FAMILIES[name].zeros(5) is not None])
def test_the_number_of_colourings_is_known(name: str) -> None:
    one = PUZZLE_FAMILIES[name]
    known = [n for n in range(one.least, 12) if one.zeros(n) is not None]
    assert known
    for n in known:
        puzzle = member(name, n)
        assert isinstance(puzzle, Puzzle)
        if puzzle.layout.cells <= 10:
            assert colourings(puzzle.layout) == one.zeros(n)
        if puzzle.layout.cells <= 25:
            assert completed(puzzle) == one.zeros(n)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "n"), [("grid", 6), ("hypercube", 5), ("queens", 6), ("queens", 7), ("latin", 5)])
def test_the_number_of_solutions_of_larger_members(name: str, n: int) -> None:
    puzzle = member(name, n)
    assert isinstance(puzzle, Puzzle)
    assert completed(puzzle) == PUZZLE_FAMILIES[name].zeros(n)


@pytest.mark.parametrize(("name", "n"), [("latin", 1), ("latin", 2), ("latin", 3), ("latin", 4), ("sudoku", 2)])
def test_the_number_of_grids_is_known(name: str, n: int) -> None:
    puzzle = member(name, n)
    assert isinstance(puzzle, Puzzle)
    assert completed(puzzle) == PUZZLE_FAMILIES[name].zeros(n)
    assert puzzle.layout == (latin(n) if name == "latin" else sudoku(n, n))


@pytest.mark.parametrize("encoding", ["colouring", pytest.param("indicators", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "n"), [("cycle", 5), ("wheel", 3), ("complete", 4), ("mycielski", 3), ("latin", 2)])
def test_the_system_has_a_zero_for_each_solution(name: str, n: int, encoding: str) -> None:
    puzzle = member(name, n)
    assert isinstance(puzzle, Puzzle)
    system = casbridge.encode(puzzle, encoding).system
    found = dimension_and_degree(Ideal(system.ring, system.polynomials()))
    assert found == (0, PUZZLE_FAMILIES[name].zeros(n))


def test_the_system_of_indicators_has_a_zero_for_each_solution() -> None:
    test_the_system_has_a_zero_for_each_solution("cycle", 4, "indicators")


# -- random graphs ----------------------------------------------------------------------------------------------------


@given(st.integers(1, 12), st.integers(0, 10**6), st.sampled_from(["0", "1/3", "0.5", "1"]), st.integers(1, 5))
def test_random_graphs_keep_to_their_parameters(n: int, seed: int, density: str, colours: int) -> None:
    layout = layout_of("gnp", n, seed=seed, density=density, colours=colours)
    assert (layout.cells, layout.digits) == (n, colours)
    assert layout == layout_of("gnp", n, seed=seed, density=density, colours=colours)
    if density in "01":
        assert len(layout.edges) == int(density) * comb(n, 2)


def test_random_graphs_are_the_same_in_every_run() -> None:
    assert layout_of("gnp", 6, seed=2).edges == ((0, 1), (0, 4), (0, 5), (1, 2), (2, 5), (3, 5))
    assert len({layout_of("gnp", 8, seed=seed).edges for seed in range(40)}) == 40


def test_the_density_is_a_probability() -> None:
    """Within four standard deviations."""
    pairs, times = comb(10, 2), 100
    found = sum(len(layout_of("gnp", 10, seed=seed, density="1/4").edges) for seed in range(times))
    assert abs(found - pairs * times / 4) < 4 * (pairs * times * 3 / 16) ** 0.5


# -- the table --------------------------------------------------------------------------------------------------------


def test_no_two_families_have_one_name() -> None:
    assert len(FAMILIES) == len(PUZZLE_FAMILIES) + len(casbridge.algebra.families.FAMILIES)
    for name, one in FAMILIES.items():
        assert known_family(name.upper()) is one


@pytest.mark.parametrize("name", PUZZLE_FAMILIES)
def test_each_family_has_its_least_member(name: str) -> None:
    one = PUZZLE_FAMILIES[name]
    puzzle = member(name, one.least)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.name == f"{name}-{one.least}"
    assert puzzle.clues == 0
    for n in (one.least - 1, one.largest + 1):
        with pytest.raises(UsageError, match=rf"^{name} of size {n}; expected n from {one.least} to {one.largest}\Z"):
            member(name, n)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PUZZLE_FAMILIES if name != "kneser"])
def test_each_family_has_its_largest_member(name: str) -> None:
    assert isinstance(member(name, PUZZLE_FAMILIES[name].largest), Puzzle)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: member("quens", 5),
            r"no family 'quens'; expected one of cyclic, .*, sudoku \(did you mean queens\?\)",
        ),
        (lambda: member("queens", 5, colours=0), "colours = 0; expected a whole number from 1 to 1000"),
        (lambda: member("queens", 5, field="7"), r"a field for the puzzle queens-5; expected none \(an encoding"),
        (lambda: member("kneser", 300), "kneser-300 has 44850 vertices; expected at most 300"),
        (lambda: member("kneser", 300, k=150), "kneser-300,k=150 has 9.*vertices; expected at most 300"),
        (lambda: member("petersen", 6, k=3), "k = 3 for 6 vertices on a circle; expected k below 6/2"),
        (lambda: member("gnp", 5, density=2), "density = 2; expected a number such as 3, 1/2 or 0.5 from 0 to 1"),
        (lambda: member("latin", 5, colours=3), "the parameter 'colours' of latin; expected none"),
    ],
)
def test_what_is_refused_gets_one_line(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match="^" + message) as caught:
        call()
    assert len(str(caught.value)) <= 400


# -- members by name --------------------------------------------------------------------------------------------------


def puzzles_in(path: str, **wanted: Any) -> Iterable[Puzzle]:
    found = read_file(path, **wanted)
    assert isinstance(found, list)
    return found


def test_a_member_is_read_where_there_is_no_such_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    system = read_file("Cyclic-3", field=Field(7))
    assert isinstance(system, PolynomialSystem)
    assert (system.name, system.ring.field) == ("cyclic-3", Field(7))
    (puzzle,) = puzzles_in("queens-4")
    assert puzzle == member("queens", 4)
    (tmp_path / "cyclic-3").write_text("x - 1\n")
    found = read_file("cyclic-3")
    assert isinstance(found, PolynomialSystem)
    assert found.ring.variables == ("x",)


def test_options_of_reading_and_members() -> None:
    (puzzle,) = puzzles_in("queens-4,colours=7", colours=6, name="board", field=Field(11))
    assert (puzzle.name, puzzle.layout.digits) == ("board", 6)
    (grid,) = puzzles_in("sudoku-2", box=(2, 2), family="sudoku")
    assert grid.layout == sudoku(2, 2)
    for wanted, message in (
        ({"box": (1, 4)}, "another box for sudoku-2; expected none: the name says what it is"),
        ({"family": "latin"}, "another family for sudoku-2"),
        ({"colours": 3}, "the parameter 'colours' of sudoku; expected none"),
    ):
        with pytest.raises(InputError, match=message):
            read_file("sudoku-2", **wanted)


def test_a_name_that_is_nearly_one_is_told_what_it_may_be() -> None:
    for text, near in (("cyclik-6", "cyclic-6"), ("katsora5", "katsura-5"), ("Quens-8,colours=9", "queens-8")):
        with pytest.raises(InputError, match=rf"no such file: .*; expected a file, .* \(did you mean {near}\?\)\Z"):
            read_file(text)
    with pytest.raises(InputError, match=r"a puzzle or an equation\Z"):
        read_file("nothing-like-it-6")
    with pytest.raises(UsageError, match=r"cyclic of size 1; expected n from 2 to 100"):
        read_file("cyclic-1")


@pytest.mark.parametrize("name", FAMILIES)
def test_the_name_of_a_member_gives_the_same_member(name: str) -> None:
    made = member(name, FAMILIES[name].least + 1)
    assert read_member(made.name) == made


@given(st.text("abcyclinoqusdk-_,=/.0123456789 ", max_size=30))
def test_any_text_is_a_member_or_none_or_refused(text: str) -> None:
    try:
        made = read_member(text)
    except InputError as error:
        message = str(error)
    else:
        message = "" if made is None else made.name
        assert made is None or message.split("-")[0] in FAMILIES
    assert message.isprintable()


def test_the_package_has_families() -> None:
    assert casbridge.families.FAMILIES is FAMILIES
    assert casbridge.family("cyclic", 3) == casbridge.member("cyclic", 3)
    assert "families" in dir(casbridge)
