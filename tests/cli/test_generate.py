"""`casbridge generate`: what it prints, writes and refuses."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from casbridge.cli import main
from casbridge.making import canonical_form, is_proper, solutions
from casbridge.making.generating import how_many
from casbridge.puzzles import Puzzle, latin, sudoku
from casbridge.puzzles.reading import read_puzzles
from tests.cli.calling import SOLVED, Caller


def test_one_puzzle_is_drawn(call: Caller) -> None:
    said = call("generate", "2x2", "--seed", "1")
    assert said.code == 0
    (puzzle,) = read_puzzles(said.out)
    assert is_proper(puzzle)
    assert said.err.startswith(f"4×4 Sudoku with boxes 2×2: 1 puzzle with {puzzle.clues} clues, minimal, seed 1  (")


def test_several_are_lines(call: Caller) -> None:
    said = call("generate", "2x3", "--seed", "1", "--number", "5")
    puzzles = read_puzzles(said.out)
    assert len(puzzles) == 5
    assert all(map(is_proper, puzzles))


def test_a_seed_by_chance_is_said_and_makes_the_same_again(call: Caller) -> None:
    first = call("generate", "2x2", "--format", "line")
    seed = first.err.split("seed ")[1].split()[0]
    assert call("generate", "2x2", "--format", "line", "--seed", seed).out == first.out


def test_a_data_set_is_resumed(call: Caller, tmp_path: Path) -> None:
    whole, pieces = tmp_path / "whole.txt", tmp_path / "pieces.txt"
    assert call("generate", "2x3", "--seed", "3", "-n", "6", "-o", whole).out == ""
    call("generate", "2x3", "--seed", "3", "-n", "4", "-o", pieces)
    call("generate", "2x3", "--seed", "3", "-n", "2", "--start", "5", "--append", "-o", pieces)
    assert pieces.read_text() == whole.read_text()


@pytest.mark.slow
def test_a_thousand_puzzles(call: Caller, tmp_path: Path) -> None:
    file = tmp_path / "thousand.jsonl"
    assert call("generate", "2x2", "--seed", "1", "-n", "1000", "-o", file).code == 0
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert [found["number"] for found in records] == list(range(1, 1001))
    for found in records:
        puzzle = Puzzle(sudoku(2, 2), tuple(int(c) for c in found["puzzle"].replace(".", "0")))
        assert is_proper(puzzle)
        assert puzzle.violation(tuple(map(int, found["solution"]))) is None
        assert found["clues"] == puzzle.clues
        assert found["minimal"] is True


def test_the_document(call: Caller) -> None:
    document = call("generate", "2x2", "--seed", "1", "-n", "2", "--symmetry", "half-turn", "--json").document()
    assert list(document) == ["schema", "status", "reason", "seed", "count", "different", "puzzles", "seconds"]
    assert (document["status"], document["seed"], document["count"]) == ("complete", 1, 2)
    fields = ["number", "seed", "puzzle", "solution", "layout", "clues", "minimal", "symmetry", "minimal_in_pattern"]
    assert list(document["puzzles"][0]) == [*fields, "attempts", "status", "reason"]


def test_a_line_of_json_a_puzzle(call: Caller) -> None:
    said = call("generate", "1x4", "--family", "latin", "--diagonals", "--seed", "1", "-n", "3", "--jsonl")
    assert said.err == ""
    for found in said.lines():
        (puzzle,) = read_puzzles(found["toml"])
        assert puzzle.layout == latin(4, diagonals=True)
        assert puzzle.line == found["puzzle"]


@pytest.mark.slow
def test_what_is_not_found_ends_with_4(call: Caller) -> None:
    asked = ("generate", "--clues", "17", "--attempts", "1", "--seed", "1")
    said = call(*asked)
    assert (said.code, said.out) == (4, "")
    assert said.err.startswith("casbridge: puzzle 1: a puzzle with 17 clues was not found: none in 1 attempt; the near")
    document = call(*asked, "--json").document()
    assert (document["status"], document["count"]) == ("stopped", 0)
    (found,) = document["puzzles"]
    assert found["puzzle"] is None
    assert found["nearest"]["clues"] > 17
    assert call("generate", "--timeout", "0.001", "--seed", "1", "--jsonl").code == 4


def test_a_solution_in_any_form(call: Caller, tmp_path: Path) -> None:
    said = call("generate", "--from", SOLVED, "-n", "3", "--seed", "1", "--jsonl")
    assert {found["solution"] for found in said.lines()} == {SOLVED}
    jigsaw = tmp_path / "solved.toml"
    jigsaw.write_text('regions = """\nAABB\nAABB\nCCDD\nCCDD\n"""\ngrid = """\n1423\n3241\n4132\n2314\n"""\n')
    said = call("generate", "--from", jigsaw, "--seed", "1", "--format", "toml")
    (puzzle,) = read_puzzles(said.out)
    assert puzzle.layout.family == "jigsaw"
    assert is_proper(puzzle)


def test_layouts_from_files(call: Caller, tmp_path: Path) -> None:
    graph = tmp_path / "cycle.col"
    graph.write_text("p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n")
    (puzzle,) = read_puzzles(call("generate", graph, "--colours", "3", "--seed", "1", "--format", "toml").out)
    assert is_proper(puzzle)
    pattern = tmp_path / "pattern.txt"
    pattern.write_text("xx..\n..xx\nx..x\n.xx.\n")
    (puzzle,) = read_puzzles(call("generate", "2x2", "--pattern", pattern, "--seed", "1").out)
    assert [bool(digit) for digit in puzzle.givens] == [c == "x" for c in pattern.read_text() if c in "x."]


def test_full_grids(call: Caller) -> None:
    said = call("generate", "2x2", "--full", "--uniform", "-n", "3", "--seed", "1")
    grids = read_puzzles(said.out, lines=True)
    assert [grid.clues for grid in grids] == [16, 16, 16]
    assert "3 grids, all different, seed 1" in said.err


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("--clues", "5"), "5 clues; expected at least 17"),
        (("--clues", "few"), "number of clues 'few'; expected a number such as 24, or 22..26"),
        (("2x2", "--from", SOLVED), "a shape together with --from"),
        (("--from", "2x2"), "--from: 16 cells are blank; expected full grids"),
        (("--from", SOLVED[:-1] + "3"), "a solution that is none"),
        ((SOLVED,), "a full grid for a shape"),
        ((".4.....1..3.2...",), "a puzzle with 4 clues for a shape"),
        (("x + y = 3",), "a polynomial system"),
        (("--box", "2x3", "3x3"), "--box 2x3 together with the shape 3x3"),
        (("--random-regions", "--format", "line"), "random regions in one line"),
        (("--diagonals", "--format", "line"), "a 9×9 Sudoku with boxes 3×3 and diagonals in one line"),
        (("--number", "2", "--format", "toml"), "2 puzzles in one TOML file"),
        (("--append",), "--append without a file"),
        (("--json", "-o", "x"), "--output with --json"),
        (("--format", "line", "--jsonl"), "--format with JSON"),
        (
            ("--difficulty", "devilish"),
            "the difficulty 'devilish'; expected easy, medium, hard, expert; or a class: singles, ",
        ),
        (("2x2", "--symmetry", "half-turn", "--clues", "5"), "5 clues in a pattern with the symmetry half-turn"),
        (("2x2", "--pattern", "x..x"), "<pattern>:1:1: a pattern with 4 cells"),
    ],
)
def test_nonsense_is_one_line(call: Caller, arguments: tuple[str, ...], found: str) -> None:
    said = call("generate", *arguments)
    assert said.code == 2
    assert found in (said.complaint() if "--json" not in arguments and "--jsonl" not in arguments else said.err)


def test_uniform_is_refused_where_grids_cannot_be_counted(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casbridge.cli.generate.uniform_grids", lambda layout, deadline: _refused(layout))
    said = call("generate", "4x4", "--uniform")
    assert (said.code, said.out) == (3, "")
    assert "to count them takes more than 100 states" in said.err


def _refused(layout: object) -> object:
    from casbridge.making import uniform_grids

    return uniform_grids(layout, 100)  # type: ignore[arg-type]


def test_a_bad_wish_leaves_the_file_alone(call: Caller, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("kept\n")
    for asked in (("--clues", "5"), ("--difficulty", "devilish"), ("--symmetry", "round")):
        assert call("generate", *asked, "-o", file).code == 2
    assert file.read_text() == "kept\n"


@pytest.mark.slow
def test_a_failing_run_leaves_the_file_alone(call: Caller, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("kept\n")
    for asked in (
        ("1x2", "--diagonals", "--format", "text"),
        ("--timeout", "0.001"),
        ("--clues", "17", "--attempts", "1"),
    ):
        assert call("generate", *asked, "--seed", "1", "-o", file).code in (2, 4)
        assert file.read_text() == "kept\n"


def test_what_was_made_before_an_interrupt_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    command = [sys.executable, "-m", "casbridge", "generate", "-n", "100000", "--seed", "1", "-o", str(file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not (file.exists() and file.read_text().count("\n") >= 2) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    puzzles = read_puzzles(file.read_text(), lines=True)
    made = len(puzzles)
    how = f"go on with --seed 1 --start {made + 1} --number {100_000 - made} --append"
    assert process.returncode == 130
    assert said == f"casbridge: {made} of 100000 done; {how}\ncasbridge: interrupted\n"
    assert len(puzzles) >= 2
    assert all(map(is_proper, puzzles))


# -- what is read back ------------------------------------------------------------------------------------------------

FAMILIES = [
    ("1x1",),
    ("2x2",),
    ("3x2",),
    ("1x4",),
    ("4x1",),
    ("4x2",),
    ("3x3",),
    ("2x2", "--diagonals"),
    ("3x3", "--diagonals"),
    ("1x4", "--family", "latin"),
    ("1x5", "--family", "latin"),
    ("1x5", "--family", "latin", "--diagonals"),
    ("2x3", "--random-regions"),
    ("jigsaw.toml",),
    ("cycle.col", "--colours", "3"),
]


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a jigsaw and a graph."""
    (tmp_path / "jigsaw.toml").write_text('regions = """\nAAABB\nAACBB\nDCCCB\nDDCEE\nDDEEE\n"""\n')
    (tmp_path / "cycle.col").write_text("p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("family", FAMILIES, ids=" ".join)
def test_what_is_printed_is_read_as_the_same_puzzle(
    call: Caller, inputs: Path, family: tuple[str, ...], full: bool
) -> None:
    asked = ("generate", *family, "--seed", "2", *(("--full",) if full else ()))
    (record,) = call(*asked, "--json").document()["puzzles"]
    printed = call(*asked).out
    call(*asked, "-o", "there")
    for text in (printed, (inputs / "there").read_text()):
        (puzzle,) = read_puzzles(text)
        assert puzzle.layout.description == record["layout"]
        assert ["".join(map(str, found)) for found in solutions(puzzle, 2)] == [record["solution"]]


@pytest.mark.parametrize("family", FAMILIES, ids=" ".join)
def test_several_are_read_back_or_it_is_said_how(call: Caller, inputs: Path, family: tuple[str, ...]) -> None:
    said = call("generate", *family, "--seed", "2", "-n", "2")
    if said.code == 2:
        assert "--jsonl" in said.complaint()
        assert "--diagonals" in family or "--random-regions" in family or "." in family[0]
        return
    records = call("generate", *family, "--seed", "2", "-n", "2", "--jsonl").lines()
    how = said.err.splitlines()[:-1]
    box, name = None, None
    if how:
        words = how[0].split()
        box = (int(family[0][0]), int(family[0][2])) if "--box" in words else None
        name = "latin" if "latin" in words else None
    found = read_puzzles(said.out, box=box, family=name, lines=True)
    assert [puzzle.layout.description for puzzle in found] == [record["layout"] for record in records]
    assert [puzzle.line for puzzle in found] == [record["puzzle"] for record in records]


# -- several solutions, and no puzzle twice ---------------------------------------------------------------------------


@pytest.mark.slow
def test_36_solutions_become_2304_puzzles(call: Caller, inputs: Path) -> None:
    call("generate", "--full", "-n", "36", "--seed", "1", "-o", "36.txt")
    said = call("generate", "--from", "36.txt", "--seed", "1", "-o", "p.txt")
    assert "3×3, 36 solutions: 36 puzzles, all different, with " in said.err
    grids, puzzles = (read_puzzles((inputs / name).read_text(), lines=True) for name in ("36.txt", "p.txt"))
    assert [solutions(puzzle, 2) for puzzle in puzzles] == [[grid.givens] for grid in grids]
    book = call("transform", "p.txt", "--book")
    assert book.err == ""
    assert len(set(book.out.split())) == 2304


def test_several_puzzles_of_several_solutions(call: Caller, inputs: Path) -> None:
    """The grids take turns, and each puzzle follows from the seed, its number and the file."""
    call("generate", "2x3", "--full", "-n", "3", "--seed", "1", "-o", "three.txt")
    grids = (inputs / "three.txt").read_text().split()
    records = call("generate", "--from", "three.txt", "-n", "3", "--seed", "7", "--jsonl").lines()
    assert [record["solution"] for record in records] == grids * 3
    assert [(record["number"], record["source"]) for record in records[2:5]] == [(3, 3), (4, 1), (5, 2)]
    assert len({record["puzzle"] for record in records}) == 9
    rest = call("generate", "--from", "three.txt", "-n", "2", "--seed", "7", "--start", "5", "--jsonl").lines()
    assert [record["puzzle"] for record in rest] == [record["puzzle"] for record in records[4:]]
    (inputs / "three.txt").write_text(".".join(grids[0].split("1", 1)) + "\n" + grids[1] + "\n")
    assert "--from: 1 cell is blank of grid 1" in call("generate", "--from", "three.txt").complaint()


def test_what_an_interrupt_says_makes_the_rest_of_several_solutions(inputs: Path) -> None:
    """Also where it comes within a round."""
    main(["generate", "2x3", "--full", "-n", "3", "--seed", "1", "-o", "three.txt"])
    command = [sys.executable, "-m", "casbridge", "generate", "--from", "three.txt", "-n", "20000", "--seed", "1"]
    file = inputs / "p.txt"
    with subprocess.Popen([*command, "-o", "p.txt"], stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not (file.exists() and file.read_text().count("\n") >= 4) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    words = said.split()
    start, rounds = int(words[words.index("--start") + 1]), int(words[words.index("--number") + 1])
    assert start == len(file.read_text().split()) + 1
    assert how_many(3, rounds, start) == 60_000 - start + 1


def test_repeats_are_counted(call: Caller) -> None:
    said = call("generate", "2x2", "--from", SOLVED)
    assert said.code == 2
    document = call("generate", "--from", SOLVED, "-n", "150", "--seed", "1", "--json").document()
    lines = [record["puzzle"] for record in document["puzzles"]]
    assert (document["count"], document["different"]) == (150, len(set(lines)))
    assert document["different"] < 150
    said = call("generate", "--from", SOLVED, "-n", "150", "--seed", "1", "--format", "line")
    assert f"150 puzzles, {len(set(lines))} of them different, with" in said.err


def test_no_puzzle_twice(call: Caller, inputs: Path) -> None:
    every = call("generate", "--from", SOLVED, "-n", "150", "--seed", "1", "--jsonl").lines()
    first = list({record["puzzle"]: record["number"] for record in reversed(every)}.items())
    records = call("generate", "--from", SOLVED, "-n", "40", "--seed", "1", "--distinct", "--jsonl").lines()
    assert [(record["puzzle"], record["number"]) for record in records] == sorted(first, key=lambda one: one[1])[:40]
    # A second run that adds to the file goes on as one long run would have done.
    for name in ("lines.txt", "records.jsonl"):
        call("generate", "--from", SOLVED, "-n", "25", "--seed", "1", "--distinct", "-o", name)
        number = str(records[24]["number"] + 1)
        asked = ("--start", number, "--append", "-n", "15", "--seed", "1", "--distinct", "-o", name)
        assert call("generate", "--from", SOLVED, *asked).code == 0
        text = (inputs / name).read_text()
        found = [json.loads(line)["puzzle"] for line in text.split("\n")[:-1]] if "json" in name else text.split()
        assert found == [record["puzzle"] for record in records]


def test_there_may_be_no_more_of_them(call: Caller) -> None:
    """Two puzzles of a 2×2 Latin square with the solution 12/21: one clue, in any of the four cells."""
    said = call("generate", "1x2", "--family", "latin", "--from", "12 21", "--distinct", "-n", "9", "--seed", "1")
    assert said.code == 2
    asked = ("generate", "--family", "latin", "--from", "1221", "-n", "9", "--seed", "1")
    said = call(*asked, "--distinct")
    assert said.code == 4
    assert sorted(said.out.split()) == ["...1", "..2.", ".2..", "1..."]
    assert "4 of 9 found: 1000 puzzles in a row were known" in said.err
    document = call(*asked, "--inequivalent", "--json").document()
    assert (document["status"], document["count"]) == ("stopped", 1)
    assert "there may be no more" in document["reason"]


@pytest.mark.slow
def test_no_two_equivalent(call: Caller) -> None:
    said = call("generate", "2x2", "-n", "12", "--seed", "1", "--inequivalent")
    puzzles = read_puzzles(said.out, lines=True)
    assert len({canonical_form(puzzle).puzzle for puzzle in puzzles}) == 12
    assert call("generate", "1x2", "--inequivalent", "-n", "3", "--seed", "1").code == 4


def test_the_time_for_counting_is_limited(call: Caller) -> None:
    started = time.monotonic()
    said = call("generate", "1x7", "--family", "latin", "--uniform", "--full", "--timeout", "0.2")
    assert said.code == 4
    assert said.complaint() == "uniform grids of a 7×7 Latin square: no answer within 0.2 s"
    assert time.monotonic() - started < 5


def test_patterns_that_cannot_be_are_refused(call: Caller) -> None:
    said = call("generate", "2x2", "--pattern", "xxxx xxxx .... ....", "--seed", "1")
    assert said.code == 2
    assert "a pattern without clues in rows 3 and 4, which can be exchanged" in said.complaint()


# -- words ------------------------------------------------------------------------------------------------------------


def test_the_seed_is_said_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    command = [sys.executable, "-m", "casbridge", "generate", "-n", "100000", "-o", str(file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        first = process.stderr.readline().split()
        deadline = time.monotonic() + 30
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
    assert first[0] == "--seed"
    assert f"--seed {first[1]} --start " in said


def test_what_is_said(call: Caller, tmp_path: Path) -> None:
    assert "1 puzzle with 1 clue, minimal" in call("generate", "1x2", "--seed", "1").err
    assert "a full grid was not found" in call("generate", "3x3", "--full", "--timeout", "0.0001", "--seed", "1").err
    refused = call("generate", "2x2", "-o", tmp_path / "x.json")
    assert refused.code == 2
    assert "a file x.json; expected .jsonl" in refused.complaint()
    assert "no such folder" in call("generate", "2x2", "-o", tmp_path / "none" / "x.txt").complaint()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk(call: Caller) -> None:
    said = call("generate", "2x2", "--seed", "1", "-o", "/dev/full")
    assert said.code == 4
    assert said.err.splitlines()[-1].startswith("casbridge: cannot write /dev/full: No space left on device")


@pytest.mark.parametrize("form", ["line", "jsonl"])
def test_half_a_line_is_taken_away_before_lines_are_added(form: str, call: Caller, tmp_path: Path) -> None:
    """What a full disk or a kill left at the end of a file is no part of the next puzzle."""
    whole, file = tmp_path / "whole", tmp_path / "file"
    command = ("generate", "2x2", "--seed", "1", "--format" if form == "line" else "--jsonl")
    command = (*command, "line") if form == "line" else command
    call(*command, "-n", "4", "-o", whole)
    lines = whole.read_text().splitlines(keepends=True)
    for cut in (1, 10, len(lines[2]) - 2):
        file.write_text("".join(lines[:2]) + lines[2][:cut])
        said = call(*command, "-n", "2", "--start", "3", "-o", file, "--append")
        assert said.code == 0
        assert "took half a line away" in said.err
        assert file.read_text() == whole.read_text()
    file.write_text("".join(lines[:3]).rstrip("\n"))
    said = call(*command, "--start", "4", "-o", file, "--append")
    assert "half a line" not in said.err
    assert file.read_text() == whole.read_text()


def test_a_disk_that_is_full_leaves_whole_lines(tmp_path: Path) -> None:
    file = tmp_path / "file"
    command = f"{shlex.quote(sys.executable)} -m casbridge generate 2x2 --seed 1 -n 200 --format line -o {file}"
    done = subprocess.run(["sh", "-c", f"ulimit -f 1; {command}"], capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert {len(line) for line in file.read_text().splitlines()} == {16}
    assert "go on with --seed 1 --start " in done.stderr
    assert f"cannot write {file}: File too large" in done.stderr
