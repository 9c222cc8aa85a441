"""Transformations are a group (or, between layouts, a groupoid) that acts on puzzles and keeps what a solution is."""

from __future__ import annotations

from itertools import permutations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings, strategies as st

from casbridge import encode, solutions
from casbridge.counting.symmetries import BoxShape, generators, symmetries_of_square, turns_and_reflections
from casbridge.errors import InputError, LimitError, UnsupportedError
from casbridge.limits import Deadline
from casbridge.making import (
    Chance,
    LineImages,
    Transformation,
    from_cells,
    from_lines,
    from_words,
    identity,
    number_of_symmetries,
    random_transformation,
)
from casbridge.making.symmetries import _listed_symmetries
from casbridge.puzzles import Layout, Puzzle, Solution, graph, jigsaw, latin, sudoku
from tests.making.layouts import ALL, BENT, SMALL, by, square_grid, with_clues

names = st.sampled_from(sorted(ALL))
seeds = st.integers(0, 2**32)


def some(layout: Layout, random: Random) -> Transformation:
    """A random transformation, also onto a turned layout."""
    found = random_transformation(layout, by(random))
    if random.random() < 0.5:
        return found
    turns = list(symmetries_of_square(layout.side).values())
    return found.then(from_cells(layout, turns[random.randrange(len(turns))]))


# -- a group ----------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(names, seeds)
def test_composing_is_applying_one_after_the_other(name: str, seed: int) -> None:
    random = Random(seed)
    first = some(ALL[name], random)
    second = some(first.target, random)
    third = some(second.target, random)
    puzzle = with_clues(ALL[name], 0.4, random)
    assert first.then(second)(puzzle) == second(first(puzzle))
    assert (second @ first) == first.then(second)
    assert first.then(second).then(third) == first.then(second.then(third))


@settings(deadline=None)
@given(names, seeds)
def test_the_inverse_undoes(name: str, seed: int) -> None:
    random = Random(seed)
    one = some(ALL[name], random)
    puzzle = with_clues(ALL[name], 0.4, random)
    assert one.inverse()(one(puzzle)) == puzzle
    assert one.then(one.inverse()) == identity(one.source)
    assert one.inverse().then(one) == identity(one.target)
    assert one.inverse().inverse() == one
    assert identity(one.source).then(one) == one == one.then(identity(one.target))
    assert one.is_identity == (one == identity(one.source))


@settings(deadline=None)
@given(names, seeds)
def test_words_say_it_all(name: str, seed: int) -> None:
    one = some(ALL[name], Random(seed))
    assert from_words(str(one), one.source) == one
    assert from_words(str(one).replace("→", " -> "), one.source) == one
    back = one.inverse()
    assert from_words(str(back), back.source) == back
    assert hash(from_words(str(one), one.source)) == hash(one)


@settings(deadline=None)
@given(names, seeds)
def test_lines_say_where_cells_go(name: str, seed: int) -> None:
    one = some(ALL[name], Random(seed))
    assert from_lines(one.source, one.lines, one.digits) == one


@given(st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3), (2, 5)]), seeds)
def test_solutions_stay_solutions(shape: tuple[int, int], seed: int) -> None:
    random = Random(seed)
    layout = sudoku(*shape)
    digits = square_grid(*shape)
    puzzle = Puzzle(layout, tuple(digit if random.random() < 0.5 else 0 for digit in digits), "a name")
    moved = some(layout, random)(Solution(puzzle, digits))
    assert Solution(puzzle, digits).violation() is None
    assert moved.violation() is None
    assert (moved.puzzle.clues, moved.puzzle.name) == (puzzle.clues, puzzle.name)


@pytest.mark.parametrize("line", [".4.....1..3.2...", "1......2....3...", "12..3..........."])
def test_as_many_solutions_as_before(line: str) -> None:
    puzzle = Puzzle(sudoku(2, 2), tuple(int(c.replace(".", "0")) for c in line))
    found = {solution.digits for solution in solutions(encode(puzzle))}
    random = Random(1)
    for _ in range(5):
        one = random_transformation(puzzle.layout, by(random))
        moved = {solution.digits for solution in solutions(encode(one(puzzle)))}
        assert moved == {one(Solution(puzzle, digits)).digits for digits in found}


# -- known ones -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (3, 2)])
def test_names_of_the_counted_symmetries(shape: tuple[int, int]) -> None:
    layout = sudoku(*shape)
    for name, cells in (generators(BoxShape(*shape)) | turns_and_reflections(BoxShape(*shape))).items():
        assert from_words(name, layout) == from_cells(layout, cells)


def test_words_in_order() -> None:
    layout = sudoku(2, 2)
    puzzle = Puzzle(layout, (1, 2, 3, 4, *(0,) * 12))
    assert from_words("transpose; exchange rows 1 and 2", layout)(puzzle).line == "2...1...3...4..."
    assert from_words("exchange rows 1 and 2; transpose", layout)(puzzle).line == ".1...2...3...4.."
    assert from_words("Digits 1->2->3->1", layout)(puzzle).line == "2314............"
    assert from_words("columns 1→2→1, 3→4→3", layout)(puzzle).line == "2143............"
    assert from_words("stacks 1→2→1", layout)(puzzle).line == "3412............"
    assert from_words("quarter turn clockwise", layout)(puzzle).line == "...1...2...3...4"
    assert from_words("identity", layout).is_identity
    assert from_words("", layout).is_identity


def test_bands_and_stacks_are_those_of_the_moment() -> None:
    turned = from_words("transpose; exchange bands 1 and 2; exchange rows 1 and 3", sudoku(2, 3))
    assert turned.target == sudoku(3, 2)
    with pytest.raises(InputError, match="3 among stacks; expected 1 to 2"):
        from_words("exchange stacks 1 and 3", sudoku(2, 3))
    from_words("transpose; exchange stacks 1 and 3", sudoku(2, 3))


def test_single_steps_need_not_keep_units() -> None:
    layout = sudoku(2, 2, True)
    with pytest.raises(InputError, match="diagonal 1 does not become a unit"):
        from_words("exchange rows 1 and 2", layout)
    one = from_words("exchange rows 1 and 2; exchange rows 3 and 4; exchange columns 1 and 2; columns 3→4→3", layout)
    assert one.target == layout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("exchange rows 2 and 3", "'exchange rows 2 and 3': box 1 does not become a unit of a 4×4 Sudoku"),
        ("exchange rows 1 and 5", "step 'exchange rows 1 and 5': 5 among rows; expected 1 to 4"),
        ("transpose; exchange rows 1 and 1", "step 'exchange rows 1 and 1': 1 twice"),
        ("exchange boxes 1 and 2", "boxes of a 4×4 Sudoku with boxes 2×2; expected digits, rows, columns, bands"),
        ("rows 1→2→3", "a cycle from 1 to 3; expected one that ends where it begins"),
        ("turn it around", "step 'turn it around': not understood; expected transpose"),
        ("rows 1→2→1, 2→3→2", "2 twice"),
    ],
)
def test_words_that_are_wrong(words: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        from_words(words, sudoku(2, 2))
    assert complaint in str(caught.value)


def test_a_transformation_is_for_its_layout() -> None:
    with pytest.raises(InputError, match="expected a 4×4 Sudoku with boxes 2×2 to transform"):
        identity(sudoku(2, 2))(Puzzle(latin(4), (0,) * 16))
    with pytest.raises(InputError):
        identity(sudoku(2, 2)).then(identity(latin(4)))
    with pytest.raises(InputError, match="cells"):
        from_cells(latin(2), (0, 0, 1, 2))
    with pytest.raises(InputError, match="digits"):
        from_cells(latin(2), (0, 1, 2, 3), (1, 1))
    with pytest.raises(InputError, match="row 1 does not become a unit"):
        from_cells(latin(2), (0, 3, 2, 1))


# -- jigsaws and graphs -----------------------------------------------------------------------------------------------


def test_a_jigsaw_turns_into_another() -> None:
    turned = from_words("quarter turn clockwise", BENT)
    assert turned.target.regions != BENT.regions
    assert turned.target.family == "jigsaw"
    twice = turned.then(from_words("quarter turn clockwise", turned.target))
    assert twice == from_words("half turn", BENT)
    assert twice.target == BENT
    with pytest.raises(InputError, match="with these units"):
        turned.then(turned)
    with pytest.raises(InputError, match="region 1 does not become a unit"):
        from_words("exchange rows 1 and 2", BENT)


def test_how_regions_are_numbered_does_not_matter() -> None:
    assert BENT.regions is not None
    other = jigsaw(tuple(3 - region for region in BENT.regions))
    assert identity(BENT) == identity(other)
    assert from_words("half turn", other)(Puzzle(BENT, (1, *(0,) * 15))).givens[-1] == 1


def test_graphs_have_colours_and_vertices() -> None:
    layout = graph(3, ((0, 1),), 2)
    one = from_words("vertices 1→3→1; colours 1→2→1", layout)
    assert one.target.edges == ((1, 2),)
    assert one(Puzzle(layout, (1, 0, 0))) == Puzzle(one.target, (0, 0, 2))
    assert from_words(str(one), layout) == one
    assert one.then(one.inverse()).is_identity
    assert random_transformation(layout, Chance(1)).target == layout
    for words in ("transpose", "exchange rows 1 and 2"):
        with pytest.raises(InputError):
            from_words(words, layout)
    with pytest.raises(UnsupportedError):
        _listed_symmetries(layout)


# -- how many ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in SMALL if SMALL[name].side == 4])
def test_symmetries_are_all_that_keep_units(name: str) -> None:
    """By trying all permutations of rows and of columns."""
    layout = SMALL[name]
    units = {frozenset(unit.cells) for unit in layout.units}
    every = list(permutations(range(4)))
    found = set()
    for transposed in (False, True):
        for rows in every:
            for columns in every:
                cells = [
                    rows[column] * 4 + columns[row] if transposed else rows[row] * 4 + columns[column]
                    for row in range(4)
                    for column in range(4)
                ]
                if all(frozenset(cells[cell] for cell in unit) in units for unit in units):
                    found.add(LineImages(transposed, rows, columns))
    assert number_of_symmetries(layout) == len(found)
    assert set(_listed_symmetries(layout)) == found


def test_symmetries_of_larger_layouts() -> None:
    assert number_of_symmetries(sudoku(3, 3)) == 3359232
    assert number_of_symmetries(sudoku(3, 3, True)) == 96
    assert number_of_symmetries(latin(9)) == 2 * 362880**2
    with pytest.raises(LimitError, match="there are more than 6000"):
        number_of_symmetries(latin(10, True))


def test_a_deadline_that_passed_is_not_remembered() -> None:
    with pytest.raises(LimitError, match="no list of symmetries within 0 s"):
        _listed_symmetries(latin(7, True), Deadline.after(0))
    assert len(_listed_symmetries(latin(7, True))) == number_of_symmetries(latin(7, True)) == 192


@pytest.mark.slow
def test_many_words_end_at_the_deadline() -> None:
    words = "exchange rows 1 and 2; " * 40_000
    assert len(words) < 10**6
    started = process_time()
    with pytest.raises(LimitError, match=r"not read within 0\.1 s"):
        from_words(words, sudoku(8, 8), Deadline.after(0.1))
    assert process_time() - started < 2
    assert from_words(words, sudoku(2, 2)).is_identity
    with pytest.raises(InputError, match="at most 1000000"):
        from_words(words + words, sudoku(2, 2))


def test_chance_is_fair() -> None:
    """All 16 symmetries of a small layout come, about as often as each other."""
    layout, random = sudoku(2, 2, True), Random(3)
    seen = [random_transformation(layout, by(random), relabel=False) for _ in range(1600)]
    counts = {one: seen.count(one) for one in set(seen)}
    assert len(counts) == 16
    assert 60 < min(counts.values()) <= max(counts.values()) < 140
    of_boxes = {random_transformation(sudoku(2, 2), by(random), relabel=False) for _ in range(2000)}
    assert len(of_boxes) == 128
