"""`casbridge generate`: what it prints, writes and refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from casbridge.making import is_proper
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
    assert list(document) == ["schema", "status", "seed", "count", "puzzles", "seconds"]
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
    assert "3 grids, seed 1" in said.err


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("--clues", "5"), "5 clues; expected at least 17"),
        (("--clues", "few"), "number of clues 'few'; expected a number such as 24, or 22..26"),
        (("2x2", "--from", SOLVED), "a shape together with --from"),
        (("--from", "2x2"), "--from: 16 cells are blank; expected one full grid"),
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
        (("--difficulty", "devilish"), "the difficulty 'devilish'; expected singles, "),
        (("2x2", "--symmetry", "half-turn", "--clues", "5"), "5 clues in a pattern with the symmetry half-turn"),
        (("2x2", "--pattern", "x..x"), "<pattern>:1:1: a pattern with 4 cells"),
    ],
)
def test_nonsense_is_one_line(call: Caller, arguments: tuple[str, ...], found: str) -> None:
    said = call("generate", *arguments)
    assert said.code == 2
    assert found in (said.complaint() if "--json" not in arguments and "--jsonl" not in arguments else said.err)


def test_uniform_is_refused_where_grids_cannot_be_counted(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casbridge.cli.generate.uniform_grids", lambda layout: _refused(layout))
    said = call("generate", "4x4", "--uniform")
    assert (said.code, said.out) == (3, "")
    assert "to count them takes more than 100 states" in said.complaint()


def _refused(layout: object) -> object:
    from casbridge.making import uniform_grids

    return uniform_grids(layout, 100)  # type: ignore[arg-type]


def test_a_bad_wish_leaves_the_file_alone(call: Caller, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("kept\n")
    for asked in (("--clues", "5"), ("--difficulty", "devilish"), ("--symmetry", "round")):
        assert call("generate", *asked, "-o", file).code == 2
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
    assert (process.returncode, said) == (130, "casbridge: interrupted\n")
    puzzles = read_puzzles(file.read_text(), lines=True)
    assert len(puzzles) >= 2
    assert all(map(is_proper, puzzles))
