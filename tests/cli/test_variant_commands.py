"""Commands and puzzles of variants: what a user sees, and what is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casbridge.puzzles import read
from casbridge.studies.inputs import text_of_puzzle
from casbridge.studies.stating import own_field, stated
from tests.cli.calling import Caller

PUZZLES = Path(__file__).parents[2] / "examples" / "puzzles"


def test_generate_makes_puzzles_of_variants(call: Caller) -> None:
    said = call("generate", "2x2", "--variant", "killer", "--variant", "windoku", "-n", "2", "--seed", "1", "--jsonl")
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert [line["status"] for line in lines] == ["complete"] * 2
    for line in lines:
        (puzzle,) = read(line["toml"])
        assert {one.key for one in puzzle.layout.constraints} == {"windoku", "cages"}
    drawn = call("generate", "2x2", "--variant", "kropki", "--seed", "1", "--format", "text").out
    assert "white dots: " in drawn
    assert "all dots given" in drawn
    for arguments, expected in (
        (("2x3", "--variant", "windoku"), "windows"),
        (("2x2", "--variant", "killer", "--full"), "one or the other"),
        (("2x2", "--variant", "killer", "--format", "line"), "clues of killer in one line"),
        (("2x2", "--variant", "killer", "-n", "3"), "--jsonl"),
    ):
        refused = call("generate", *arguments, "--seed", "1")
        assert refused.code == 2
        assert expected in refused.err


def test_what_cannot_heed_a_clue_says_so(call: Caller, tmp_path: Path) -> None:
    killer = str(PUZZLES / "killer.toml")
    script = tmp_path / "proof.sing"
    assert call("explain", killer, "--proof", str(script)).code == 0
    assert "// all differ; cage r4c3-r4c4: r4c3 + r4c4 = 5" in script.read_text(encoding="utf-8")
    # A proof is about its own puzzle only.
    other = call("verify", str(script), str(PUZZLES / "sandwich.toml"))
    assert other.code == 2
    assert "a certificate about another system" in other.err
    for form in ("line", "grid", "dimacs"):
        assert "write TOML" in call("convert", killer, "-", "--to", form).err
    assert call("transform", killer, "--by", "exchange digits 1 and 2").code == 2
    assert call("transform", killer, "--book", "--jsonl").code == 3
    assert call("solve", killer, "--encoding", "sum-product").code == 2
    document = call("canonical", killer, "--json").document()
    assert document["constraints"].keys() == document["form_constraints"].keys() == {"cages"}


@pytest.mark.parametrize("name", ["killer", "sandwich", "thermometers", "windoku"])
def test_a_study_keeps_all_of_a_puzzle(name: str) -> None:
    (puzzle,) = read((PUZZLES / f"{name}.toml").read_text())
    assert read(text_of_puzzle(puzzle)) == [puzzle]
    for encoding in ("colouring", "indicators", "colouring after singles"):
        encoded = stated(puzzle, encoding)
        assert encoded.system.ring.field == own_field(puzzle, encoding)
    assert any(word in str(encoded.system.facts) for word in ("cages", "sandwiches", "thermometers", "windoku"))


@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.toml")), ids=lambda path: path.stem)
def test_each_example_has_one_solution(call: Caller, path: Path) -> None:
    (puzzle,) = read(path.read_text())
    said = call("explain", str(path), "--rate", "--json").document()
    assert said["outcome"] == "solved"
    assert puzzle.violation([int(digit, 36) for digit in said["solution"]]) is None
