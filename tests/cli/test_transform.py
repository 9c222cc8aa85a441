"""transform, canonical, equivalent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casbridge.making import Chance, random_transformation
from casbridge.puzzles import sudoku
from casbridge.puzzles.reading import read_puzzles
from tests.cli.calling import SHIDOKU, Caller

JIGSAW = 'family = "jigsaw"\nregions = """\nAAAB\nACBB\nCCBD\nCDDD\n"""\ngrid = """\n1...\n....\n..2.\n....\n"""\n'


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{SHIDOKU}\n1...............\n..............2.\n", encoding="utf-8")
    return path


@pytest.fixture
def jigsaw(tmp_path: Path) -> Path:
    path = tmp_path / "jigsaw.toml"
    path.write_text(JIGSAW, encoding="utf-8")
    return path


def test_by_words_and_back(call: Caller) -> None:
    said = call("transform", SHIDOKU, "--by", "transpose; exchange rows 1 and 2; digits 1->2->1")
    assert (said.code, said.err) == (0, "transpose; exchange rows 1 and 2; digits 1→2→1\n")
    moved = said.out.strip()
    assert moved != SHIDOKU
    back = call("transform", moved, "--by", "transpose; exchange rows 1 and 2; digits 1->2->1", "--inverse")
    assert back.out.strip() == SHIDOKU


def test_in_json(call: Caller) -> None:
    document = call("transform", SHIDOKU, "--by", "half turn; digits 1→2→1", "--json").document()
    assert document["status"] == "complete"
    assert document["transformation"]["words"] == "half turn; digits 1→2→1"
    assert document["transformation"]["digits"] == [2, 1, 3, 4]
    assert document["transformation"]["cells"] == list(range(16, 0, -1))
    assert document["puzzle"] == SHIDOKU
    assert document["result"]["puzzle"] == "...1.3..2.....4."


def test_chance_can_be_repeated(call: Caller, puzzles: Path) -> None:
    said = call("transform", puzzles, "--random", "--seed", "5", "--copies", "4")
    assert said.out == call("transform", puzzles, "--random", "--seed", "5", "--copies", "4").out
    assert len(said.out.splitlines()) == 12
    document = call("transform", puzzles, "--random", "--seed", "5", "--copies", "4", "--json").document()
    assert (document["seed"], document["count"]) == (5, 12)
    assert [found["result"]["puzzle"] for found in document["results"]] == said.out.split()
    assert [found["copy"] for found in document["results"][:5]] == [1, 2, 3, 4, 1]
    told = call("transform", SHIDOKU, "--random")
    assert told.err.startswith("--seed ")
    again = call("transform", SHIDOKU, "--random", "--seed", told.err.splitlines()[0].split()[1])
    assert again.out == told.out


def test_a_copy_follows_from_its_number(call: Caller, puzzles: Path) -> None:
    asked = ("transform", SHIDOKU, "--random", "--seed", "5", "--copies")
    assert call(*asked, "9").out.splitlines()[:3] == call(*asked, "3").out.splitlines()
    line = call(*asked, "2").out.splitlines()[1]
    layout = sudoku(2, 2)
    (puzzle,) = read_puzzles(SHIDOKU)
    assert random_transformation(layout, Chance(5, 2))(puzzle).line == line
    assert call(*asked[:-3], "--seed", "-1").code == 2


@pytest.mark.slow
def test_copies_come_one_by_one() -> None:
    """A thousand million would never come together."""
    command = [sys.executable, "-m", "casbridge", "transform", SHIDOKU, "--random", "--seed", "1", "--copies"]
    for more in ((), ("--jsonl",), ("--json",)):
        with subprocess.Popen([*command, "1000000000", *more], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            begin = process.stdout.read(3 * 17)
            process.stdout.close()
            assert process.wait(timeout=30) == 0
        assert begin.startswith(b"{" if more else b".") or len(begin.split()) == 3


def test_equal_puzzles_of_the_book_are_said(call: Caller, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{SHIDOKU}\n{SHIDOKU}\n")
    said = call("transform", file, "--book")
    assert len(said.out.split()) == 128
    assert said.err == f"128 puzzles, {len(set(said.out.split()))} different\n"


def test_latin_squares_in_lines_say_how_to_read_them(call: Caller) -> None:
    said = call("transform", "1" + 15 * ".", "--family", "latin", "--random", "--seed", "1", "--copies", "2")
    assert said.err == "Latin squares: read them with --family latin\n"


def test_the_book(call: Caller, puzzles: Path) -> None:
    said = call("transform", puzzles, "--book")
    lines = said.out.splitlines()
    assert len(lines) == 192
    assert lines[:3] == puzzles.read_text().split()
    documents = call("transform", puzzles, "--book", "--jsonl").lines()
    assert [document["result"]["puzzle"] for document in documents] == lines
    assert [(d["number"], d["group"], d["source"]) for d in documents[:4]] == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 1, 3),
        (4, 2, 1),
    ]
    refused = call("transform", "2x3", "--book")
    assert refused.code == 3
    assert "square boxes" in refused.complaint()


def test_forms(call: Caller, jigsaw: Path) -> None:
    turned = call("transform", jigsaw, "--by", "quarter turn clockwise")
    assert (turned.code, turned.err) == (0, "quarter turn clockwise\n")
    assert 'family = "jigsaw"' in turned.out
    assert call("transform", SHIDOKU, "--by", "identity", "--format", "grid").out.startswith("+-----+")
    wide = call("transform", "2x3", "--by", "transpose")
    assert "--box 3x2" in wide.err
    assert "as a line" in call("transform", jigsaw, "--by", "identity", "--format", "line").complaint()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "expected one of --by WORDS, --random, --book"),
        (["--by", "transpose", "--book"], "expected one of --by WORDS"),
        (["--random", "--inverse"], "--inverse without --by"),
        (["--by", "transpose", "--seed", "1"], "--seed without --random"),
        (["--book", "--copies", "2"], "--copies without --random"),
        (["--by", "exchange rows 2 and 3"], "box 1 does not become a unit"),
        (["--by", "jump"], "step 'jump': not understood"),
        (["--book", "--format", "toml"], "64 puzzles as toml; expected lines, or --jsonl"),
        (["--by", "transpose", "--json", "--format", "line"], "--format with JSON"),
    ],
)
def test_what_is_wrong(call: Caller, arguments: list[str], complaint: str) -> None:
    said = call("transform", SHIDOKU, *arguments)
    assert said.code == 2
    if "--json" not in arguments:
        assert complaint in said.complaint()
    assert complaint in said.err


def test_no_systems(call: Caller) -> None:
    for command in (["transform", "x = 1", "--by", "transpose"], ["canonical", "x = 1"]):
        said = call(*command)
        assert said.code == 2
        assert "a polynomial system, not a puzzle" in said.complaint()


def test_canonical(call: Caller, puzzles: Path) -> None:
    said = call("canonical", SHIDOKU, "--automorphisms")
    form = said.out.splitlines()[0]
    assert said.code == 0
    assert "automorphisms: 8" in said.out
    assert call("transform", SHIDOKU, "--by", said.err.strip()).out.strip() == form
    forms = call("canonical", puzzles).out.split()
    assert forms[0] == form
    assert forms[1] == forms[2] == "...............1"
    documents = call("canonical", puzzles, "--jsonl", "--automorphisms").lines()
    assert [document["form"] for document in documents] == forms
    assert [document["automorphisms"]["order"] for document in documents] == [8, 8, 8]
    document = call("canonical", SHIDOKU, "--json").document()
    assert (document["status"], document["form"]) == ("complete", form)
    assert "automorphisms" not in document
    everything = call("canonical", puzzles, "--json").document()
    assert everything["results"][0]["form"] == form


def test_canonical_jigsaw(call: Caller, jigsaw: Path) -> None:
    document = call("canonical", jigsaw, "--json").document()
    assert len(document["form_regions"]) == 16
    assert call("canonical", jigsaw).out.startswith("family")


def test_canonical_refuses(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "graph.col"
    path.write_text("p edge 2 1\ne 1 2\n", encoding="utf-8")
    said = call("canonical", path, "--colours", "2")
    assert said.code == 3
    assert "only grids" in said.complaint()


def test_equivalent(call: Caller, puzzles: Path, jigsaw: Path) -> None:
    said = call("equivalent", "1...............", "..............2.")
    assert said.code == 0
    words = said.out.strip().removeprefix("equivalent: ")
    assert call("transform", "1...............", "--by", words).out.strip() == "..............2."
    different = call("equivalent", SHIDOKU, "1...............", "--json")
    assert different.code == 1
    document = different.document()
    assert (document["status"], document["equivalent"], document["transformation"]) == ("complete", False, None)
    assert call("equivalent", SHIDOKU, "1...............").out == "not equivalent\n"
    assert call("equivalent", jigsaw, jigsaw, "--json").document()["equivalent"] is True
    boxes = puzzles.with_name("boxes.toml")
    boxes.write_text('regions = """\nAABB\nAABB\nCCDD\nCCDD\n"""\ngrid = """\n1...\n....\n....\n....\n"""\n')
    assert call("equivalent", boxes, "..............2.").out.startswith("equivalent: ")
    assert "3 puzzles in" in call("equivalent", SHIDOKU, puzzles).complaint()
    assert "standard input twice" in call("equivalent", "-", "-").complaint()
