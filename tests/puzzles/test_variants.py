"""Constraints of variants: TOML, what they demand, how they move, and the quick solver beside brute force."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from casbridge.board.solutions import solutions
from casbridge.errors import InputError, UnsupportedError
from casbridge.puzzles import Puzzle, graph, latin, read, sudoku, with_constraints
from casbridge.puzzles.drawing import draw_latex, draw_svg
from casbridge.puzzles.printing import draw_text, has_lines, print_grid, print_line, print_toml
from casbridge.puzzles.variants import KINDS, Cage, Parity, Thermometer, Windoku
from casbridge.puzzles.variants.protocol import WholeGrid
from tests.variant_cases import VARIANTS, N, case

ROOT = Path(__file__).resolve().parents[2]
ALL = """
side = 9
diagonals = true
windoku = true
anti_knight = true
anti_king = true
non_consecutive = true
cages = [
  { cells = "r1c2 r1c1", sum = 9 }, { cells = ["r2c1", "r3c1"] }, { cells = "r5c5,r5c6", sum = 4, repeats = true }
]
thermometers = ["r1c1 r1c2 r2c3"]
arrows = [{ circle = "r1c1", shaft = "r1c2 r1c3" }, { circle = "r5c5 r5c6", shaft = "r6c6 r7c6" }]
white_dots = ["r1c2 r1c1"]
black_dots = ["r1c1 r2c1"]
all_dots = true
bars = ["r1c1 r1c2"]
all_bars = true
even = "r1c1 r1c2"
odd = "r2c1"
greater = ["r1c1 > r1c2", "r1c1<r2c1"]
little_killers = [{ start = "r1c2", direction = "down-left", sum = 9 }]
sandwiches = { r1 = 20, c3 = 7 }
"""


def test_every_key_is_read_and_printed_back() -> None:
    (puzzle,) = read(ALL)
    assert isinstance(puzzle, Puzzle)
    assert {type(one) for one in puzzle.layout.constraints} == set(KINDS)
    text = print_toml(puzzle)
    assert read(text) == [puzzle]
    assert print_toml(*read(text)) == text  # type: ignore[arg-type]
    assert not has_lines(puzzle.layout)
    for refused in (print_line, print_grid):
        with pytest.raises(InputError, match="write TOML"):
            refused(puzzle)
    # Each kind is named in the description, the text and the LaTeX; the picture shows all but rules for the grid.
    for one in puzzle.layout.constraints:
        assert one.plural in puzzle.layout.description
        assert one.words(9) in " ".join(draw_text(puzzle).replace("\n  ", " ").split("\n"))
        assert one.plural in draw_latex(puzzle)
    drawn = [one for one in puzzle.layout.constraints if not isinstance(one, WholeGrid) or isinstance(one, Windoku)]
    assert draw_svg(puzzle).count("<title>") == len(drawn) + 1


@pytest.mark.parametrize("name", VARIANTS)
def test_random_constraints_survive_toml(name: str) -> None:
    rng = random.Random(name)
    for _ in range(10):
        layout, _ = case(rng, name)
        puzzle = Puzzle(layout, tuple(rng.choice((0, 0, d % 4 + 1)) for d in range(16)))
        assert read(print_toml(puzzle)) == [puzzle]


@pytest.mark.parametrize(
    ("line", "where", "said"),
    [
        ('thermometers = ["r1c1 r1c2", "r1c1 r1c3"]', "2:30", "do not touch"),
        ('thermometers = ["r1c1"]', "2:17", "1 cells"),
        ('thermometers = "r1c1 r1c2"', "2:1", "a list"),
        ('cages = [{ cells = "r1c1 r1c1", sum = 3 }]', "2:12", "r1c1 twice"),
        ('cages = [{ cells = "r1c1 r1c10", sum = 3 }]', "2:12", "'r1c10'"),
        ('cages = [{ cells = "r1c1 r1c2", total = 3 }]', "2:33", "'total'"),
        ('cages = [{ cells = "r1c1 r1c2", sum = "3" }]', "2:33", "a whole number"),
        ('cages = [{ cells = "r1c1 r1c2", sum = 3 }, { cells = "r1c2 r1c1", sum = 3 }]', "2:46", "twice"),
        ('cages = [{ cells = "r1c1 r1c2", repeats = true }]', "2:12", "without a sum"),
        ("cages = [{ sum = 3 }]", "2:10", "'cells'"),
        ('arrows = [{ circle = "r1c1", shaft = "r3c3" }]', "2:30", "do not touch"),
        ('arrows = [{ circle = "r1c2 r1c1", shaft = "r2c3" }]', "2:35", "left to right"),
        ('white_dots = ["r1c1 r2c2"]', "2:15", "no side in common"),
        ('white_dots = ["r1c1 r1c2 r1c3"]', "2:15", "3 cells"),
        ('greater = ["r1c1 r1c2"]', "2:12", "> or <"),
        ('greater = ["r1c1 > r2c2"]', "2:12", "no side in common"),
        ('even = "r1c1 x"', "2:1", "'x'"),
        ('little_killers = [{ start = "r2c2", direction = "down-left", sum = 9 }]', "2:21", "before it"),
        ('little_killers = [{ start = "r1c1", direction = "down-left", sum = 9 }]', "2:21", "one cell"),
        ('little_killers = [{ start = "r1c2", direction = "left", sum = 9 }]', "2:37", "down-left"),
        ("sandwiches = { r7 = 4 }", "2:16", "'r7'"),
        ("sandwiches = { r1 = -4 }", "2:16", "a whole number"),
        ("sandwiches = { r1 = 4, R01 = 5 }", "2:24", "r1 twice"),
        ("windoku = true", "2:1", "windows"),
        ("anti_knight = 1", "2:1", "true or false"),
        ("antiknight = true", "2:1", "did you mean 'anti_knight'"),
        ('box = "2x3"\nwindoku = true', "3:1", "windows"),
    ],
)
def test_mistakes_are_told_with_their_place(line: str, where: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(f"side = 6\n{line}\n", source="x.toml")
    assert str(caught.value).startswith(f"x.toml:{where}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_graph_has_no_constraints() -> None:
    with pytest.raises(InputError, match="'anti_king' for a graph"):
        read("edges = [[1, 2]]\ncolours = 2\nanti_king = true")
    with pytest.raises(InputError, match="expected a grid"):
        with_constraints(graph(2, ((0, 1),), 2), [Parity(0, True)])


def test_layouts_with_the_same_constraints_are_equal() -> None:
    cage, window = Cage((1, 0), 5), Windoku()
    one, other = (with_constraints(sudoku(2, 2), order) for order in ([cage, window], [window, Cage((0, 1), 5), cage]))
    assert one == other
    assert hash(one) == hash(other)
    assert one.plain == sudoku(2, 2)
    with pytest.raises(UnsupportedError, match=r"this does not heed killer cages$"):
        one.require_no_relations("this")


@pytest.mark.parametrize("name", VARIANTS)
def test_the_solver_and_the_rules_agree_with_brute_force(name: str) -> None:
    rng = random.Random(name)
    for number in range(20):
        others = [rng.choice([*VARIANTS]) for _ in range(number % 3)]
        layout, wanted = case(rng, name, *others)
        puzzle = Puzzle(layout, (0,) * N**2)
        assert sorted(solutions(puzzle)) == sorted(wanted)
        for grid in wanted[:3]:
            assert puzzle.violation(grid) is None


def test_narrowing_keeps_each_solution_and_decides_full_cells() -> None:
    rng = random.Random(7)
    for _ in range(100):
        layout, wanted = case(rng, rng.choice([*VARIANTS]))
        for relation in layout.relations:
            for grid in wanted[:3]:
                masks = [1 << grid[cell] - 1 | rng.randrange(16) for cell in relation.cells]
                left = relation.narrowed(masks)
                assert left is not None
                assert all(mask >> grid[cell] - 1 & 1 for mask, cell in zip(left, relation.cells, strict=True))
            digits = [rng.randint(1, 4) for _ in relation.cells]
            decided = relation.narrowed([1 << digit - 1 for digit in digits]) is not None
            if decided is not relation.holds(digits):  # where the layout's units say already that cells differ
                assert len(set(digits)) < len(digits)


def test_violations_name_the_clue() -> None:
    puzzle = Puzzle(with_constraints(latin(2), [Thermometer((0, 1))]), (0, 0, 0, 0))
    said = puzzle.violation((2, 1, 1, 2))
    assert said == "thermometer r1c1 r1c2: r1c1 < r1c2 is demanded, but r1c1 = 2, r1c2 = 1"


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "pictures").glob("variant-*.svg")), ids=lambda path: path.stem)
def test_the_pictures_of_the_page_are_those_of_the_examples(path: Path) -> None:
    name = path.stem.removeprefix("variant-")
    (puzzle,) = read((ROOT / "examples" / "puzzles" / f"{name}.toml").read_text(encoding="utf-8"))
    assert isinstance(puzzle, Puzzle)
    assert path.read_text(encoding="utf-8") == draw_svg(puzzle)
