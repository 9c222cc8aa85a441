"""Collections as people keep them, puzzles in JSON, and maps of regions with sums or givens."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

import casbridge
from casbridge.algebra import PolynomialSystem
from casbridge.errors import InputError
from casbridge.notices import listening
from casbridge.puzzles import read, read_file

PUZZLE, SOLUTION = "12....122.3.4...", "1234341221434321"
ROWS = [[int(sign) if sign != "." else 0 for sign in PUZZLE[at : at + 4]] for at in range(0, 16, 4)]
FULL = [[int(sign) for sign in SOLUTION[at : at + 4]] for at in range(0, 16, 4)]
GRID = "12..\n..12\n2.3.\n4...\n"
NINE = ".2345678." + "4567891.." * 8


def lines_of(text: str, **wanted: Any) -> list[str]:
    puzzles = read(text, **wanted)
    assert isinstance(puzzles, list)
    return [puzzle.line for puzzle in puzzles]


@pytest.mark.parametrize(
    "text",
    [
        f",puzzle,solution\n0,{PUZZLE},{SOLUTION}\n1,{PUZZLE},{SOLUTION}\n",
        f"Puzzle\tSolution\n{PUZZLE}\t{SOLUTION}\n{PUZZLE}\t{SOLUTION}\n",
        f"{SOLUTION};{PUZZLE}\n{SOLUTION};{PUZZLE}\n",
        f"a-123456-bcdefg9,{PUZZLE}\na-123456-bcdefg8,{PUZZLE}\n",
        f"5a58e7c1dac1f308 {PUZZLE}  1.2\n5a58e7c1dac1f309 {PUZZLE}  1.3\n",
        f"{PUZZLE} // from a book: page 1/2\n{PUZZLE}\n",
        f"Seed: 17\nTries per puzzle: 500\n{PUZZLE},12,28\n{PUZZLE},13,28\n",
        f"Puzzle 1:\n{PUZZLE}\nPuzzle 2:\n{PUZZLE}\n",
        "12.. ..12 2.3. 4...\n\n12..|..12|2.3.|4...\n".replace("12.. ..12 2.3. 4...", PUZZLE, 1).replace("|", ""),
        f"2 4\n{' '.join(PUZZLE)}\n{' '.join(PUZZLE)}\n".replace(".", "0"),
        GRID + GRID,
        "4\n" + GRID.replace(".", "0") + GRID.replace(".", "0"),
    ],
)
def test_a_collection_is_read_as_it_is(text: str) -> None:
    assert lines_of(text) == [PUZZLE] * 2


@pytest.mark.parametrize("head", ["2", "4", "1"])
def test_a_grid_may_stand_below_its_side_its_box_or_its_number(head: str) -> None:
    assert lines_of(f"{head}\n{GRID.replace('.', ' 0').replace('1', ' 1').replace('2', ' 2')}") == [PUZZLE]


def test_groups_in_a_line_may_stand_between_bars_and_blanks() -> None:
    groups = [NINE[at : at + 9] for at in range(0, 81, 9)]
    assert lines_of(f"# one -- easy\n{' '.join(groups)}\n\n# two\n{' | '.join(groups)}\n") == [NINE] * 2


def test_rows_below_each_title_are_a_grid() -> None:
    rows = "\n".join(["1" + "." * 14 + "G"] * 16)
    assert [puzzle.layout.side for puzzle in read(f"One\n{rows}\nTwo\n{rows}\n")] == [16, 16]  # type: ignore[union-attr]
    lines = f"{PUZZLE}\t{SOLUTION}\n" * 32
    assert lines_of(f"Puzzle\tSolution\n{lines}") == [PUZZLE] * 32


def test_a_solved_puzzle_may_be_among_others() -> None:
    text = f"{PUZZLE}\n{SOLUTION}\n"
    assert lines_of(text.replace(".", "-")) == lines_of(f"{PUZZLE},1\n{SOLUTION},2\n") == [PUZZLE, SOLUTION]


def test_rows_with_dashes_and_letters_are_no_differences() -> None:
    rows = ["-0------FE------", *["-" * 16] * 14, "A--------------B"]
    (puzzle,) = read("\n".join(rows))  # type: ignore[misc]
    assert (puzzle.layout.side, puzzle.givens[:2], puzzle.givens[8:10]) == (16, (0, 16), (15, 14))


@pytest.mark.parametrize(
    "text",
    [
        f"{PUZZLE},1\n7,,hard\n{PUZZLE},2\n",
        f"{PUZZLE[:-1]} easy\n{PUZZLE} hard\n{PUZZLE} hard\n",
        f"{PUZZLE}\n{PUZZLE}\nfooter\n",
        GRID + GRID + "12..\n",
        f"5\n{GRID}{GRID}",
    ],
)
def test_a_damaged_collection_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read(text)


@pytest.mark.parametrize(
    ("document", "number"),
    [
        (ROWS, 1),
        ([ROWS, ROWS], 2),
        ([PUZZLE, PUZZLE, PUZZLE], 3),
        ([[sign for row in ROWS for sign in row]] * 2, 2),
        ([[str(sign) if sign else "." for sign in row] for row in ROWS], 1),
        ([[sign or None for sign in row] for row in ROWS], 1),
        ({"puzzles": [{"id": "a", "grid": ROWS}, {"id": "b", "grid": ROWS}]}, 2),
        ([{"input": PUZZLE, "solutions": [SOLUTION], "type": "easy"}], 1),
        ({"quizzes": {"0": PUZZLE, "1": PUZZLE}, "solutions": {"0": SOLUTION, "1": SOLUTION}}, 2),
        ({"newboard": {"grids": [{"value": ROWS, "solution": FULL, "difficulty": "Hard"}], "results": 1}}, 1),
        ({"easy": [PUZZLE], "hard": [PUZZLE, PUZZLE]}, 3),
        ({"unsolved": PUZZLE, "solved": SOLUTION}, 1),
        ({"0": ROWS, "1": ROWS}, 2),
        ({"puzzle": "\n".join(PUZZLE[at : at + 4] for at in range(0, 16, 4)), "cages": []}, 1),
        ({"size": 4, "grid": ROWS}, 1),
    ],
)
def test_json_of_puzzles_is_read(document: Any, number: int) -> None:
    assert lines_of(json.dumps(document)) == lines_of(json.dumps(document, indent=1)) == [PUZZLE] * number


def test_lists_of_programs_are_read_as_json_is() -> None:
    text = json.dumps(ROWS)
    assert lines_of(f"grid = {text}") == lines_of(f"const board = {text};\n") == [PUZZLE]
    assert lines_of(f"{text}\n{text}") == lines_of(f"a = {text}\nb = {text}\n") == [PUZZLE] * 2
    assert lines_of(str([[*map(str, row)] for row in ROWS])[:-1] + ",]") == [PUZZLE]
    assert [puzzle.line for puzzle in read_file(text)] == [PUZZLE]  # type: ignore[union-attr]
    assert isinstance(read("[x^2 - 1]"), PolynomialSystem)


def test_what_stands_beside_a_puzzle_and_is_not_read_is_told() -> None:
    with listening() as remarks:
        assert lines_of(json.dumps([{"puzzle": PUZZLE, "info": {"steps": [1, 2, 3, 4]}}] * 2)) == [PUZZLE] * 2
    assert len(remarks) == 1
    assert "info" in remarks[0]


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ({"board": ROWS, "cages": [[3, [[0, 0], [0, 1]]]]}, "cages is not read"),
        ({"puzzle": PUZZLE, "type": "killer"}, "type is not read"),
        ({"puzzle": PUZZLE, "diagonal": True}, "diagonal is not read"),
        ([{"puzzle": PUZZLE}, {"puzzle": ""}], r'\[1\] is {"puzzle": ""}'),
        ({"puzzle": PUZZLE, "board": SOLUTION}, "the document has several grids: puzzle, board"),
        ({"puzzle": PUZZLE[:-1]}, "puzzle: a line with 15 cells"),
        ({"grid": [*ROWS[:3], [1, 2, 3]]}, "grid, row 4: a row with 3 cells"),
        ([ROWS, [*ROWS[:3], [0, 0, 0, 7]]], r"\[1\], row 4: found '7'"),
        ([PUZZLE] * 16, "the document, row 1: 16 lines of 16 signs"),
        ({"name": PUZZLE}, "an object of JSON"),
    ],
)
def test_json_that_is_not_plain_is_refused_with_its_path(document: Any, found: str) -> None:
    if document == [PUZZLE] * 16:
        document = ["1" + "." * 15] * 16
    with pytest.raises(InputError, match=rf"^f(?::[0-9]+:[0-9]+)?: {found}"):
        read(json.dumps(document), source="f")


def test_lines_chooses_in_json_too() -> None:
    document = json.dumps(["1" + "." * 15] * 16)
    assert len(lines_of(document, lines=True)) == 16
    assert len(lines_of(document, box=(4, 4))) == 1


MAP = "aabb\naabc\nddcc\neeff\n"
TOTALS = {"a": 10, "b": 7, "c": 8, "d": 4, "e": 5, "f": 6}
SUMS = "a 10 b 7 c 8 d 4 e 5 f 6"


@pytest.mark.parametrize(("sign", "between"), [*product(["=", " ", ": ", " = ", ",", "", " -> "], ["\n", ", ", " "])])
def test_a_killer_is_a_map_and_sums(sign: str, between: str) -> None:
    sums = between.join(f"{letter}{sign}{total}" for letter, total in TOTALS.items())
    expected = casbridge.read_puzzle(
        "side = 4\n"
        'cages = [{ cells = "r1c1 r1c2 r2c1 r2c2", sum = 10 }, { cells = "r1c3 r1c4 r2c3", sum = 7 },'
        '{ cells = "r2c4 r3c3 r3c4", sum = 8 }, { cells = "r3c1 r3c2", sum = 4 }, { cells = "r4c1 r4c2", sum = 5 },'
        '{ cells = "r4c3 r4c4", sum = 6 }]\n'
    )
    spaced = "\n".join(" ".join(row) for row in MAP.split())
    for text in (f"{MAP}\n{sums}", f"{sums}\n\n{MAP}", f"Cages:\n{spaced}\n\nSums:\n{sums}\n", f"{MAP.upper()}{sums}"):
        assert read(text) == [expected]


def test_a_killer_may_have_givens_and_cells_in_no_cage() -> None:
    beside = read("1... aab.\n.... aabb\n---- dd..\n---2 dd..\na 10 b 7 d 10")
    assert beside == read("1...\n....\n....\n...2\n\naab.\naabb\ndd..\ndd..\na 10 b 7 d 10")
    (killer,) = beside  # type: ignore[misc]
    assert (killer.clues, len(killer.layout.constraints)) == (2, 3)
    assert read(f"{MAP.replace(chr(10), '')} {SUMS}") == read(MAP + SUMS)


@pytest.mark.parametrize(
    ("sums", "line", "column", "found"),
    [
        ("a 10\nb 7\nc 8 d 4 e 5", 7, 1, "no sum for f"),
        (f"{SUMS}\na 9", 6, 1, "a second sum for a"),
        (f"x 3 {SUMS}", 5, 1, "a sum for x"),
        (f"{SUMS}\n5...\n....\n....\n....", 6, 1, "found '5'"),
    ],
)
def test_a_wrong_killer_is_refused_with_its_place(sums: str, line: int, column: int, found: str) -> None:
    with pytest.raises(InputError) as caught:
        read(MAP + sums)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert found in str(caught.value)


@pytest.mark.parametrize("head", ["", "4\n"])
def test_a_jigsaw_is_a_map_and_its_givens(head: str) -> None:
    regions, givens = "1112\n1322\n3324\n3444\n", "1000\n0000\n0030\n0000\n"
    expected = casbridge.read_puzzle(f'regions = """\n{regions}"""\ngrid = """\n{givens}"""\nfamily = "jigsaw"\n')
    assert read(f"{head}{regions}\n{givens}") == read(f"{head}{givens}{regions}") == [expected]
    letters = regions.translate(str.maketrans("1234", "abcd"))
    assert read(f"{letters}{givens}") == [expected]
    assert len(lines_of(f"{SOLUTION[:4]}\n{SOLUTION[4:8]}\n{SOLUTION[8:12]}\n{SOLUTION[12:]}\n\n{givens}")) == 2


@pytest.mark.parametrize("text", ["abcd\nbadc\nx=1\n", "x + y\nabcd - 1\n", "a*b = 3\nc = 4\n"])
def test_a_system_is_no_killer(text: str) -> None:
    with suppress(InputError):
        assert isinstance(read(text), PolynomialSystem)


@pytest.mark.parametrize(
    "unit",
    [
        "a,",
        "a ",
        "a\t",
        "1 ",
        "ab ",
        "[",
        "[1,",
        "x = [",
        "a 1 ",
        ".",
        "-",
        "|",
        '{"a":',
        ", ",
        "a=1;",
        "aaaa\n",
        "1\n",
    ],
)
def test_long_texts_are_refused_at_once(unit: str) -> None:
    with pytest.raises(InputError):
        read(unit * 50_000 + "$")  # a quadratic reader takes minutes
