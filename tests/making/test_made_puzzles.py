"""Every puzzle that is made is proper, by the reference too; minimal; and as it was wished."""

from __future__ import annotations

from itertools import combinations, islice
from time import process_time

import pytest

import casbridge
from casbridge.errors import InputError, UsageError
from casbridge.making import (
    SYMMETRIES,
    Chance,
    DifficultyScale,
    Digger,
    Made,
    NotMade,
    UniformGrids,
    Wish,
    generate,
    generating,
    has_symmetry,
    is_proper,
    make,
    orbits,
    parse_pattern,
    random_grid,
    solutions,
    uniform_grids,
)
from casbridge.making.generating import read_records, record
from casbridge.making.wishes import _blank_twins, _least_clues
from casbridge.puzzles import Layout, Puzzle, graph, jigsaw, latin, sudoku
from tests.making.layouts import PETERSEN

JIGSAW = jigsaw(tuple("ABCDE".index(region) for region in "AAABBAACBBDCCCBDDCEEDDEEE"))
LAYOUTS = (
    sudoku(1, 1),
    sudoku(2, 2),
    sudoku(2, 3),
    sudoku(3, 2),
    sudoku(2, 4),
    sudoku(3, 3),
    sudoku(3, 3, diagonals=True),
    latin(2),
    latin(6),
    latin(5, diagonals=True),
    JIGSAW,
    graph(10, PETERSEN, 3),
    graph(10, PETERSEN, 4),
    graph(3, (), 2),
)


def clues_of(puzzle: Puzzle) -> list[int]:
    return [cell for cell, digit in enumerate(puzzle.givens) if digit]


def without(puzzle: Puzzle, cells: tuple[int, ...]) -> Puzzle:
    return Puzzle(puzzle.layout, tuple(0 if cell in cells else digit for cell, digit in enumerate(puzzle.givens)))


def check(made: Made, *, by_reference: bool = False) -> None:
    """It is proper, its solution is its own, and what it says of being minimal is true."""
    puzzle = made.puzzle
    assert solutions(puzzle, 2) == [made.solution.digits]
    assert made.solution.violation() is None
    if by_reference:
        found = list(islice(casbridge.solutions(casbridge.encode(puzzle)), 2))
        assert [one.digits for one in found] == [made.solution.digits]
    needed = [len(solutions(without(puzzle, (cell,)), 2)) == 2 for cell in clues_of(puzzle)]
    assert made.minimal == all(needed)
    together = [orbit for orbit in orbits(puzzle.layout, made.symmetry) if puzzle.givens[orbit[0]]]
    assert made.minimal_in_pattern == all(len(solutions(without(puzzle, orbit), 2)) == 2 for orbit in together)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.description)
def test_a_puzzle_is_proper_and_minimal(layout: Layout) -> None:
    for made in generate(Wish(layout), 2, seed=1):
        assert isinstance(made, Made)
        check(made, by_reference=True)
        assert made.minimal
        assert made.puzzle.layout == layout


@pytest.mark.slow
def test_what_the_reference_says_of_minimal() -> None:
    """Each clue removed leaves two solutions, by the other solver too."""
    puzzle = make(Wish(sudoku(3, 3)), seed=11).puzzle
    for cell in clues_of(puzzle):
        encoded = casbridge.encode(without(puzzle, (cell,)))
        assert len(list(islice(casbridge.solutions(encoded), 2))) == 2


def test_a_puzzle_follows_from_its_seed_and_number_alone() -> None:
    wish = Wish(sudoku(2, 3))
    several = [made.puzzle for made in generate(wish, 6, seed=4) if isinstance(made, Made)]
    assert [made.puzzle for made in generate(wish, 2, seed=4, start=5) if isinstance(made, Made)] == several[4:]
    assert make(wish, 4, 3).puzzle == several[2]
    assert len(set(several)) == 6
    assert make(wish, 5, 3).puzzle != several[2]


@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name != "none"])
@pytest.mark.parametrize(
    "layout",
    [sudoku(2, 3), latin(5), pytest.param(sudoku(3, 3), marks=pytest.mark.slow)],
    ids=lambda layout: layout.description,
)
def test_patterns_have_the_symmetry(layout: Layout, symmetry: str) -> None:
    made = make(Wish(layout, symmetry=symmetry), seed=3)
    check(made)
    assert made.minimal_in_pattern
    assert has_symmetry(layout, clues_of(made.puzzle), symmetry)


def test_the_orbits_of_all_symmetries() -> None:
    """Sizes for a 9×9 grid, by Burnside: the mean of the cells that each of the moves fixes."""
    numbers = {symmetry: len(orbits(sudoku(3, 3), symmetry)) for symmetry in SYMMETRIES}
    assert numbers == {
        "none": 81,
        "half-turn": (81 + 1) // 2,
        "quarter-turn": (81 + 1 + 1 + 1) // 4,
        "middle-row": (81 + 9) // 2,
        "middle-column": (81 + 9) // 2,
        "middles": (81 + 9 + 9 + 1) // 4,
        "diagonal": (81 + 9) // 2,
        "antidiagonal": (81 + 9) // 2,
        "diagonals": (81 + 9 + 9 + 1) // 4,
        "full": (81 + 1 + 1 + 1 + 9 + 9 + 9 + 9) // 8,
    }


@pytest.mark.parametrize(
    "clues",
    [
        (30, 30),
        pytest.param((24, 26), marks=pytest.mark.slow),
        pytest.param((22, 22), marks=pytest.mark.slow),
        (81, 81),
        (77, 90),
    ],
)
def test_the_number_of_clues_is_kept(clues: tuple[int, int]) -> None:
    made = make(Wish(sudoku(3, 3), clues=clues), seed=1)
    check(made)
    assert clues[0] <= made.puzzle.clues <= clues[1]


def test_clues_and_symmetry_together() -> None:
    made = make(Wish(sudoku(3, 3), symmetry="half-turn", clues=(27, 27)), seed=1)
    check(made)
    assert made.puzzle.clues == 27
    assert has_symmetry(made.puzzle.layout, clues_of(made.puzzle), "half-turn")


@pytest.mark.slow
def test_what_was_not_found_says_what_is_nearest() -> None:
    with pytest.raises(NotMade, match="a puzzle with 17 clues was not found: none in 1 attempt; the nearest") as caught:
        make(Wish(sudoku(3, 3), clues=(17, 17)), seed=1, attempts=1)
    nearest = caught.value.nearest
    assert nearest is not None
    assert is_proper(nearest.puzzle)
    with pytest.raises(NotMade, match="within 0 s"):
        make(Wish(sudoku(3, 3)), seed=1, seconds=0)
    (failed,) = generate(Wish(sudoku(3, 3)), 1, seed=1, seconds=0)
    assert isinstance(failed, NotMade)
    assert record(Wish(sudoku(3, 3)), 1, failed)["status"] == "stopped"


def test_a_solution_is_dug() -> None:
    grid = random_grid(sudoku(3, 3), Chance(8))
    found = [made for made in generate(Wish(sudoku(3, 3), solution=grid), 2, seed=1) if isinstance(made, Made)]
    assert {made.solution.digits for made in found} == {grid}
    assert len({made.puzzle for made in found}) == 2
    for made in found:
        check(made)
    with pytest.raises(InputError, match="a solution that is none: row 1: r1c1 and r1c2 are both 1"):
        Wish(latin(2), solution=(1, 1, 2, 2))


def test_jigsaws_with_regions_of_their_own() -> None:
    found = [made for made in generate(Wish(sudoku(2, 3), random_regions=True), 5, seed=1) if isinstance(made, Made)]
    assert len({made.puzzle.layout for made in found}) == 5
    for made in found:
        check(made)
        (again,) = casbridge.read_puzzles(record(Wish(sudoku(2, 3)), 1, made)["toml"])
        assert again == made.puzzle


@pytest.mark.slow
def test_uniform_grids_are_dug_too() -> None:
    for wish in (Wish(sudoku(3, 3), uniform=True), Wish(sudoku(2, 2), uniform=True, random_regions=True)):
        check(make(wish, seed=1))


def test_regions_whose_grids_cannot_be_counted_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those that have no grid; but not without end."""
    asked: list[Layout] = []

    def some(layout: Layout, **others: object) -> UniformGrids:
        asked.append(layout)
        return uniform_grids(layout, 10 if len(asked) % 4 else 1_000_000)

    monkeypatch.setattr(generating, "uniform_grids", some)
    wish = Wish(sudoku(2, 2), uniform=True, random_regions=True)
    for made in generate(wish, 3, seed=1):
        assert isinstance(made, Made)
        check(made)
    assert len(set(asked)) > 3
    monkeypatch.setattr(generating, "uniform_grids", lambda layout, **others: uniform_grids(layout, 10))
    with pytest.raises(NotMade, match="10 random layouts, and none with grids to count: uniform grids of a 4×4 jigsaw"):
        make(wish, seed=1)


def test_full_grids_only() -> None:
    wish = Wish(sudoku(2, 2), full=True)
    made = make(wish, seed=1)
    assert made.puzzle.givens == made.solution.digits
    assert record(wish, 1, made)["solution"] == made.solution.line
    assert "puzzle" not in record(wish, 1, made)


@pytest.mark.parametrize("line", ["junk", '["a"]', '{"toml": 3}', '{"puzzle": [1]}', "[" * 100_000, '{"puzzle": "x"}'])
def test_a_file_of_records_that_is_none(line: str) -> None:
    good = '{"number": 1, "puzzle": ".....4.2..13....", "reason": null}'
    with pytest.raises(InputError) as caught:
        read_records(f"{good}\n\n{line}\n", Wish(sudoku(2, 2)), jsonl=True, source="old.jsonl")
    assert caught.value.source == "old.jsonl"
    (puzzle,) = read_records(f'{good}\n{{"puzzle": null}}\n', Wish(sudoku(2, 2)), jsonl=True)
    assert puzzle.line == ".....4.2..13...."


# -- difficulty -------------------------------------------------------------------------------------------------------


def by_clues(puzzle: Puzzle) -> str:
    """A stand-in: fewer clues are harder."""
    return "easy" if puzzle.clues >= 40 else "middling" if puzzle.clues >= 30 else "hard"


LEVELS = DifficultyScale(("easy", "middling", "hard", "unheard"), lambda puzzle, *_: by_clues(puzzle))


@pytest.mark.parametrize(("easiest", "hardest"), [("easy", "easy"), ("middling", "middling"), ("easy", "hard")])
def test_the_difficulty_is_as_wished(easiest: str, hardest: str) -> None:
    made = make(Wish(sudoku(3, 3), levels=(easiest, hardest)), seed=1, difficulty=LEVELS)
    check(made)
    assert made.level == by_clues(made.puzzle)
    assert LEVELS.between(easiest, hardest).distance(made.level) == 0
    # As few clues as the level allows.
    least = {"easy": 40, "middling": 30, "hard": 0}[hardest]
    assert made.puzzle.clues >= least
    assert made.puzzle.clues == least or made.minimal


@pytest.mark.slow
def test_difficulty_that_is_not_found() -> None:
    with pytest.raises(NotMade, match=r"of difficulty unheard was not found: none in 2 attempts; .* and is hard"):
        make(Wish(sudoku(3, 3), levels=("unheard", "unheard")), seed=1, attempts=2, difficulty=LEVELS)


@pytest.mark.slow
def test_difficulty_with_a_number_of_clues() -> None:
    made = make(Wish(sudoku(3, 3), levels=("middling", "middling"), clues=(33, 35)), seed=1, difficulty=LEVELS)
    assert made.level == "middling"
    assert 33 <= made.puzzle.clues <= 35
    with pytest.raises(NotMade, match=r"24\.\.29 clues of difficulty easy was not found: none in 2 attempts"):
        make(Wish(sudoku(3, 3), levels=("easy", "easy"), clues=(24, 29)), seed=1, attempts=2, difficulty=LEVELS)


def test_a_rare_difficulty_is_found_among_neighbours() -> None:
    """One puzzle in twenty has it; all that are tried are of one full grid."""

    def rate(puzzle: Puzzle) -> str:
        return "rare" if sum(cell * digit for cell, digit in enumerate(puzzle.givens)) % 20 == 0 else "usual"

    for wanted in (Wish(sudoku(3, 3), levels=("rare", "rare")), Wish(sudoku(2, 3), levels=("rare", "rare"))):
        difficulty = DifficultyScale(("usual", "rare", "never"), lambda puzzle, *_: rate(puzzle))
        made = make(wanted, seed=1, attempts=1, difficulty=difficulty)
        check(made)
        assert rate(made.puzzle) == made.level == "rare"


def test_neighbours_keep_to_what_is_wished_besides() -> None:
    def rate(puzzle: Puzzle) -> str:
        return "rare" if sum(cell * digit for cell, digit in enumerate(puzzle.givens)) % 20 == 0 else "usual"

    difficulty = DifficultyScale(("usual", "rare"), lambda puzzle, *_: rate(puzzle))
    for wish in (
        Wish(sudoku(3, 3), levels=("rare", "rare"), symmetry="half-turn"),
        Wish(sudoku(3, 3), levels=("rare", "rare"), clues=(30, 31)),
    ):
        made = make(wish, seed=1, attempts=3, difficulty=difficulty)
        check(made)
        assert made.level == "rare"
        assert has_symmetry(made.puzzle.layout, clues_of(made.puzzle), wish.symmetry)
        assert wish.clues is None or made.puzzle.clues in wish.clues


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "number"),
    # Of the two rare ones, a number that does not take long.
    [("intersections", 1), ("subsets", 1), ("fish", 3), ("wings", 1), ("colouring", 1), ("chains", 1), ("presets", 4)],
)
def test_every_level_is_found(level: str, number: int) -> None:
    from casbridge.logic import explain

    made = make(Wish(sudoku(3, 3), levels=(level, level)), 1, number)
    check(made)
    assert explain(made.puzzle).difficulty.level == made.level == level


def test_rating_ends_at_the_deadline() -> None:
    """A 16×16 puzzle takes far longer to rate."""
    started = process_time()
    with pytest.raises(NotMade, match="of difficulty chains was not found"):
        make(Wish(sudoku(4, 4), levels=("chains", "chains")), seed=1, seconds=0.2)
    assert process_time() - started < 4


@pytest.mark.parametrize("levels", [("hard", "easy"), ("simple", "hard")])
def test_levels_that_make_no_sense(levels: tuple[str, str]) -> None:
    with pytest.raises(UsageError, match="the difficulty"):
        make(Wish(sudoku(3, 3), levels=levels), seed=1, difficulty=LEVELS)


def test_difficulty_by_theorems() -> None:
    from casbridge.logic import explain

    made = make(Wish(sudoku(3, 3), levels=("singles", "singles")), seed=1)
    assert explain(made.puzzle).difficulty.level == made.level == "singles"


# -- patterns ---------------------------------------------------------------------------------------------------------

CHESS = "x.x.x.x.x\n.x.x.x.x.\n" * 4 + "x.x.x.x.x\n"


def test_a_drawn_pattern() -> None:
    pattern = parse_pattern(CHESS, sudoku(3, 3))
    assert len(pattern) == 41
    made = make(Wish(sudoku(3, 3), pattern=pattern), seed=1)
    check(made)
    assert tuple(clues_of(made.puzzle)) == pattern


def test_the_pattern_of_a_puzzle() -> None:
    one = make(Wish(sudoku(3, 3), clues=(25, 25)), seed=2).puzzle
    pattern = parse_pattern(one.line, sudoku(3, 3))
    made = make(Wish(sudoku(3, 3), pattern=pattern), seed=5)
    check(made)
    assert tuple(clues_of(made.puzzle)) == tuple(clues_of(one)) == pattern
    same = make(Wish(sudoku(3, 3), pattern=pattern, solution=solutions(one)[0]), seed=1)
    assert same.puzzle == one


@pytest.mark.slow
def test_a_pattern_without_a_puzzle_is_not_said_to_have_none() -> None:
    """Seventeen clues near the diagonal."""
    pattern = tuple(sorted([10 * i for i in range(9)] + [10 * i + 1 for i in range(8)]))
    with pytest.raises(NotMade, match="a puzzle with this pattern was not found: none in 1 attempt"):
        make(Wish(sudoku(3, 3), pattern=pattern), seed=1, attempts=1)
    grid = random_grid(sudoku(3, 3), Chance(1))
    with pytest.raises(NotMade, match="other solutions beside it"):
        make(Wish(sudoku(3, 3), pattern=pattern, solution=grid), seed=1)


@pytest.mark.parametrize(
    ("layout", "lines", "of_rows", "found"),
    [
        (sudoku(3, 3), (0, 1), True, "rows 1 and 2"),
        (sudoku(3, 3), (4, 8), False, None),
        (sudoku(3, 3), (6, 8), False, "columns 7 and 9"),
        (sudoku(3, 3), (0, 1, 2, 3, 4, 5), True, "rows 1 and 2"),
        (sudoku(2, 3), (1, 2), True, None),
        (latin(6), (1, 4), True, "rows 2 and 5"),
        (sudoku(3, 3, diagonals=True), (0, 1), True, None),
        (JIGSAW, (0, 1), True, None),
        (jigsaw(tuple(map(int, "000111000111222333222333444555444555"))), (3, 5), False, "columns 4 and 6"),
    ],
)
def test_two_lines_that_can_be_exchanged_need_a_clue(
    layout: Layout, lines: tuple[int, ...], of_rows: bool, found: str | None
) -> None:
    n = layout.side
    pattern = tuple(cell for cell in range(n * n) if (cell // n if of_rows else cell % n) not in lines)
    assert _blank_twins(layout, pattern) == found
    if found is not None:
        with pytest.raises(UsageError, match=f"a pattern without clues in {found}, which can be exchanged"):
            Wish(layout, pattern=pattern)
        assert Wish(layout, pattern=pattern, random_regions=True)
        # It is so: a grid that is left with the pattern has another solution.
        grid = random_grid(layout, Chance(1))
        digger = Digger(layout, grid)
        assert digger.difference(sum(1 << cell for cell in pattern), digger.everything)


@pytest.mark.parametrize(
    ("text", "found"),
    [("x..x", "a pattern with 4 cells"), ("", "no cells"), ("x..\n..", "a row with")],
)
def test_bad_patterns(text: str, found: str) -> None:
    with pytest.raises(InputError, match=found):
        parse_pattern(text, sudoku(2, 2), "<pattern>")


# -- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"clues": (5, 5)}, "5 clues; expected at least 17 for a proper 9×9 Sudoku .*McGuire"),
        ({"clues": (26, 24)}, "the smaller number first"),
        ({"clues": (82, 90)}, "at most 81"),
        ({"symmetry": "spiral"}, "the symmetry 'spiral'"),
        ({"pattern": tuple(range(16))}, "a pattern of 16 clues"),
        ({"pattern": tuple(range(30)), "symmetry": "full"}, "a pattern together with a symmetry"),
        ({"full": True, "clues": (30, 30)}, "full grids only together with a number of clues"),
    ],
)
def test_nonsense_is_refused(changes: dict[str, object], found: str) -> None:
    with pytest.raises(UsageError, match=found):
        Wish(sudoku(3, 3), **changes)  # type: ignore[arg-type]


def test_the_least_numbers_of_clues() -> None:
    """Of 4×4, by going through all puzzles with three clues of one grid of each class; else all digits but one."""
    for line in ("1234341221434321", "1234341223414123"):
        grid = tuple(map(int, line))
        digger = Digger(sudoku(2, 2), grid)
        sets = (sum(1 << cell for cell in cells) for cells in combinations(range(16), 3))
        assert all(digger.difference(clues, digger.everything) for clues in sets)
    assert _least_clues(sudoku(2, 2))[0] == 4
    assert _least_clues(latin(6))[0] == 5
    assert _least_clues(graph(2, (), 3))[0] == 0


def test_symmetries_of_graphs_are_refused() -> None:
    with pytest.raises(UsageError, match="for a graph"):
        Wish(graph(10, PETERSEN, 3), symmetry="half-turn")
