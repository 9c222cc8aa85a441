"""Puzzles read back as they were printed, in every form that can carry them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.errors import InputError
from casbridge.puzzles import (
    Layout,
    Puzzle,
    Solution,
    box_shape,
    graph,
    jigsaw,
    latin,
    print_dimacs,
    print_grid,
    print_line,
    print_toml,
    read,
    sudoku,
)

SHAPES = [
    (1, 1),
    (1, 2),
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (3, 3),
    (2, 5),
    (3, 4),
    (4, 4),
    (5, 5),
    (1, 7),
    (4, 1),
    (6, 6),
]
SHIDOKU = (1, 2, 0, 0, 0, 0, 1, 2, 2, 0, 3, 0, 4, 0, 0, 0)


@st.composite
def sudoku_layouts(draw: st.DrawFn) -> Layout:
    return sudoku(*draw(st.sampled_from(SHAPES)), draw(st.booleans()))


@st.composite
def jigsaw_layouts(draw: st.DrawFn) -> Layout:
    side = draw(st.integers(1, 12))
    regions = draw(st.permutations([region for region in range(side) for _ in range(side)]))
    return jigsaw(tuple(regions), draw(st.booleans()))


@st.composite
def latin_layouts(draw: st.DrawFn) -> Layout:
    return latin(draw(st.integers(1, 40)), draw(st.booleans()))


@st.composite
def graph_layouts(draw: st.DrawFn) -> Layout:
    vertices = draw(st.integers(0, 12))
    pairs = [(a, b) for b in range(vertices) for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return graph(vertices, tuple(edges), draw(st.integers(1, 40)))


def puzzles(
    layouts: st.SearchStrategy[Layout], names: st.SearchStrategy[str] | None = None
) -> st.SearchStrategy[Puzzle]:
    def of(layout: Layout) -> st.SearchStrategy[Puzzle]:
        digits = st.integers(0, layout.digits)
        givens = st.randoms(use_true_random=False).map(
            lambda r: tuple(r.randint(0, layout.digits) for _ in range(layout.cells))
        )
        if layout.cells <= 16:
            givens = st.tuples(*[digits] * layout.cells)
        return st.builds(Puzzle, st.just(layout), givens, st.just("") if names is None else names)

    return layouts.flatmap(of)


ANY_LAYOUT = st.one_of(sudoku_layouts(), jigsaw_layouts(), latin_layouts(), graph_layouts())
PLAIN_SUDOKU = sudoku_layouts().filter(lambda layout: not layout.diagonals)


@pytest.mark.slow
@settings(deadline=None)
@given(puzzles(ANY_LAYOUT, st.text(st.characters(exclude_categories=["Cs"]), max_size=20)))
def test_toml_carries_every_puzzle(puzzle: Puzzle) -> None:
    text = print_toml(puzzle)
    if any(ord(character) in range(0x80, 0xA0) for character in puzzle.name):
        return  # TOML allows these control characters in a text, reading refuses them everywhere
    assert read(text) == [puzzle]
    assert read(text.encode()) == [puzzle]


@pytest.mark.slow
@settings(deadline=None)
@given(puzzles(PLAIN_SUDOKU.filter(lambda layout: layout.box == box_shape(layout.side))))
def test_a_line_carries_sudokus_with_default_boxes(puzzle: Puzzle) -> None:
    assert read(print_line(puzzle)) == [puzzle]
    assert read(puzzle.line + "\n" + puzzle.line, lines=True) == [puzzle, puzzle]


@pytest.mark.slow
@settings(deadline=None)
@given(puzzles(PLAIN_SUDOKU))
def test_a_line_carries_other_boxes_with_an_argument(puzzle: Puzzle) -> None:
    assert read(puzzle.line, box=puzzle.layout.box) == [puzzle]


@pytest.mark.slow
@settings(deadline=None)
@given(puzzles(PLAIN_SUDOKU.filter(lambda layout: layout.box not in ((4, 1),))))
def test_a_grid_carries_sudokus_with_their_boxes(puzzle: Puzzle) -> None:
    assert read(print_grid(puzzle)) == [puzzle]
    if puzzle.layout.side > 1:
        assert read(str(Solution(puzzle, puzzle.givens))) == [puzzle]


@pytest.mark.slow
@settings(deadline=None)
@given(puzzles(latin_layouts().filter(lambda layout: not layout.diagonals)))
def test_a_line_carries_latin_squares_with_an_argument(puzzle: Puzzle) -> None:
    assert read(puzzle.line, family="latin") == [puzzle]


@pytest.mark.slow
@settings(deadline=None)
@given(graph_layouts().filter(lambda layout: layout.cells > 0))
def test_dimacs_carries_graphs(layout: Layout) -> None:
    puzzle = Puzzle(layout, (0,) * layout.cells)
    text = print_dimacs(puzzle)
    assert read(text, colours=layout.digits) == [puzzle]
    both_ways = text + "".join(f"e {b + 1} {a + 1}\n" for a, b in layout.edges)
    assert read(both_ways, colours=layout.digits) == [puzzle]
    assert read(text.replace("p edge", "c graph\np col"), colours=layout.digits) == [puzzle]


@pytest.mark.parametrize(
    ("printer", "layout"),
    [
        (print_line, jigsaw((0, 0, 1, 1))),
        (print_line, latin(4)),
        (print_line, sudoku(3, 2)),
        (print_line, sudoku(2, 2, True)),
        (print_line, graph(1, (), 1)),
        (print_grid, jigsaw((0, 0, 1, 1))),
        (print_grid, latin(4)),
        (print_grid, sudoku(4, 1)),
        (print_grid, sudoku(2, 2, True)),
        (print_grid, graph(1, (), 1)),
        (print_dimacs, sudoku(2, 2)),
    ],
)
def test_a_form_that_cannot_carry_a_puzzle_refuses_it(printer: Callable[[Puzzle], str], layout: Layout) -> None:
    with pytest.raises(InputError, match="write TOML"):
        printer(Puzzle(layout, (0,) * layout.cells))


def test_dimacs_refuses_coloured_vertices() -> None:
    with pytest.raises(InputError, match="write TOML"):
        print_dimacs(Puzzle(graph(2, (), 2), (1, 0)))


@pytest.mark.parametrize(
    "text",
    [
        "12....122.3.4...",
        "1200001220304000",
        "12____12 2_3_4___",
        "12****122*3*4***",
        "12.. ..12 2.3. 4...",
        "1,2,0,0,0,0,1,2,2,0,3,0,4,0,0,0",
        "1 2 0 0 0 0 1 2 2 0 3 0 4 0 0 0",
        "12..\n..12\n2.3.\n4...",
        "12..\r\n..12\r\n2.3.\r\n4...\r\n",
        "12..\r..12\r2.3.\r4...\r",
        "\ufeff12..\n..12\n2.3.\n4...",
        "# a comment\n12.. # first\n..12\n\n2.3.\n4...\n\n",
        "1 2 . .\n. . 1 2\n2 . 3 .\n4 . . .",
        "1 2 | . .\n. . | 1 2\n2 . | 3 .\n4 . | . .",
        "1 2 | . .\n. . | 1 2\n----+----\n2 . | 3 .\n4 . | . .",
        "+-+-+-+-+\n|1|2|.|.|\n+-+-+-+-+\n|.|.|1|2|\n+-+-+-+-+\n|2|.|3|.|\n+-+-+-+-+\n|4|.|.|.|\n+-+-+-+-+",
        "┌──┬──┐\n│12│..│\n│..│12│\n├──┼──┤\n│2.│3.│\n│4.│..│\n└──┴──┘",
        "╔═╗\n║1 2 . .║\n║. . 1 2║\n║2 . 3 .║\n║4 . . .║\n╚═╝",
        "  12..\n  ..12\n\t2.3.\n  4...",
        'grid = "12....122.3.4..."',
        'givens = """\n12..\n..12\n2.3.\n4...\n"""',
        'box = [2, 2]\nside = 4\ngrid = """\n12|..\n..|12\n--+--\n2.|3.\n4.|..\n"""',
        "side = 4\ngiven = { r1c1 = 1, r1c2 = 2, r2c3 = 1, r2c4 = 2, r3c1 = 2, r3c3 = 3, r4c1 = 4 }",
    ],
)
def test_one_puzzle_in_many_forms(text: str) -> None:
    assert read(text) == [Puzzle(sudoku(2, 2), SHIDOKU)]
    assert read(text.encode("utf-16")) == [Puzzle(sudoku(2, 2), SHIDOKU)]


def test_drawn_boxes_are_boxes() -> None:
    rows = ["......"] * 6
    assert read("\n".join(rows))[0].layout.box == (2, 3)
    assert read("\n".join(["..|..|.."] * 6))[0].layout.box == (3, 2)
    assert read("\n".join([*rows[:3], "------", *rows[:3]]))[0].layout.box == (3, 2)
    with pytest.raises(InputError, match="no boxes of one shape"):
        read("\n".join([".|.....", *rows[:5]]))
    assert read("\n".join([".|.....", *rows[:5]]), box=(2, 3))[0].layout.box == (2, 3)


def test_letters_in_both_cases_and_numbers_are_digits_above_9() -> None:
    letters = read("Aa" + "." * 98)[0]
    numbers = read(("10 10" + " 0" * 8 + "\n") + ("0 " * 10 + "\n") * 9)[0]
    stars = read("Aa" + "*" * 98)[0]
    assert letters == numbers == stars
    assert letters.givens[:3] == (10, 10, 0)


def test_equal_lines_as_many_as_they_are_long_are_asked_about() -> None:
    text = "\n".join(["1..............."] * 16)
    with pytest.raises(InputError, match="one grid of side 16, or 16 puzzles of side 4"):
        read(text)
    assert [puzzle.layout.side for puzzle in read(text, box=(4, 4))] == [16]
    assert [puzzle.layout.side for puzzle in read(text, lines=True)] == [4] * 16
    # A digit above 4 tells; and no grid has more than 64 rows.
    assert [puzzle.layout.side for puzzle in read(text.replace("1.", "G.", 1))] == [16]
    assert [puzzle.layout.side for puzzle in read("\n".join(["1" + "." * 80] * 81))] == [9] * 81
    assert [puzzle.layout.side for puzzle in read("\n".join(["." * 16] * 15))] == [4] * 15


PUZZLE, SOLUTION = "12....122.3.4...", "1234341221434321"


@pytest.mark.parametrize(
    "text",
    [
        f"puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}\n",
        f"{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}",
        f"id;quiz;level\n1;{PUZZLE};easy\n2;{PUZZLE};\n",
        f'"id","puzzle"\n"1","{PUZZLE}"\n"2","{PUZZLE}"\n',
        f"{PUZZLE} 1.2 hard\n{PUZZLE}\t3.4\n",
        f"{PUZZLE} # one\n{PUZZLE} {SOLUTION} easy\n",
        f"2\n{PUZZLE}\n{PUZZLE}\n",
        f"{PUZZLE}\n{PUZZLE}\n".replace(".", "-"),
        "Grid 01\n12..\n..12\n2.3.\n4...\nGrid 02\n12..\n..12\n2.3.\n4...\n",
        "First\n1 2 . .\n. . 1 2\n2 . 3 .\n4 . . .\n\nSecond\n12|..\n..|12\n--+--\n2.|3.\n4.|..",
    ],
)
def test_collections_are_read_as_they_are(text: str) -> None:
    assert [puzzle.line for puzzle in read(text)] == [PUZZLE] * 2


@pytest.mark.parametrize(
    "text",
    [
        "5\n" * 9,
        f"{PUZZLE} easy\n{PUZZLE[:-1]} hard\n",
        f"3\n{PUZZLE}\n{PUZZLE}\n",
        "12..\n..12\n2.3.\n4...\n<INTPS>\n<vars>x</vars>\n",
        "Grid\n12..\n..12\n2.3.\n4...\nvariables: x\n",
        f"{PUZZLE[:-1]}\n{PUZZLE}\n{PUZZLE}\n",
        f"{PUZZLE[:-1]},{SOLUTION}\n{PUZZLE},{SOLUTION}\n",
        f"{PUZZLE}\n{PUZZLE}\n{PUZZLE[:-1]}\n",
        "Grid 01\n12..\n..12\n2.3.\nGrid 02\n12..\n..12\n2.3.\n4...\n",
        f"{SOLUTION},{SOLUTION}\n{SOLUTION},{SOLUTION}",
    ],
)
def test_what_is_no_collection_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read(text)


def test_a_given_0_of_a_grid_with_0_to_f_stays() -> None:
    rows = ["0..............F", *["." * 16] * 14, "...........E...."]
    assert read("\n".join(rows))[0].givens[:16] == (16, *[0] * 14, 15)
    assert read("\n".join(rows).replace("F", "G"))[0].givens[0] == 0


def test_grids_between_blank_lines_are_a_puzzle_each() -> None:
    grid = print_grid(Puzzle(sudoku(2, 2), SHIDOKU))
    assert len(read(grid + "\n" + grid + "\n\n" + grid)) == 3


def test_several_puzzles_are_named_by_their_lines() -> None:
    line = "12....122.3.4..."
    assert [puzzle.name for puzzle in read(f"{line}\n# none\n{line}\n", name="file")] == ["file:1", "file:3"]


def test_contradicting_clues_are_no_bad_input() -> None:
    assert read("11..............")[0].clues == 2


def test_a_shape_is_an_empty_sudoku() -> None:
    assert read("2x3") == [Puzzle(sudoku(2, 3), (0,) * 36)]
    assert read("3×2") == [Puzzle(sudoku(3, 2), (0,) * 36)]


def test_a_graph_keeps_its_given_colours() -> None:
    puzzle = read('family = "graph"\nvertices = 3\nedges = [[1, 2], [2, 1], [2, 3]]\ncolours = 2\ngiven = { v2 = 1 }')[
        0
    ]
    assert puzzle == Puzzle(graph(3, ((0, 1), (1, 2)), 2), (0, 1, 0))
