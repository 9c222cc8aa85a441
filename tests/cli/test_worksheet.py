"""casbridge worksheet."""

from __future__ import annotations

import html
import re
import shlex
from pathlib import Path

import pytest
from pypdf import PdfReader

from casbridge.board.solutions import is_proper
from casbridge.logic import explain
from casbridge.logic.theorems.catalogue import word_of
from casbridge.puzzles.reading import read_puzzles
from tests.cli.calling import SHIDOKU, SOLVED, Caller, process


def test_a_sheet_is_made_again_by_what_stands_on_it(call: Caller, tmp_path: Path) -> None:
    asked = (
        "worksheet",
        "2x3",
        "-n",
        "4",
        "--difficulty",
        "easy..medium",
        "--clues",
        "10..14",
        "--symmetry",
        "half-turn",
    )
    (tmp_path / "two").mkdir()
    said = call(*asked, "-o", tmp_path / "one.html", "--json")
    document = said.document()
    assert (said.code, document["status"], document["count"], document["pages"]) == (0, "complete", 4, 2)
    _, _, command = document["note"].partition(": casbridge ")
    assert "--difficulty easy..medium --clues 10..14 --symmetry half-turn" in command
    again = call(*command.removesuffix("one.html").split(), tmp_path / "two" / "one.html", "--json").document()
    assert again["puzzles"] == document["puzzles"]
    assert (tmp_path / "one.html").read_text() == (tmp_path / "two" / "one.html").read_text()
    words = []
    for one in document["puzzles"]:
        (puzzle,) = read_puzzles(one["puzzle"], box=(2, 3))
        assert is_proper(puzzle)
        assert 10 <= one["clues"] <= 14
        assert one["difficulty"] == word_of(explain(puzzle).difficulty.level)
        words.append(one["difficulty"])
    assert words == sorted(words)  # easy before medium
    assert len({one["puzzle"] for one in document["puzzles"]}) == 4


def footer_of(file: str) -> list[str]:
    """The lines at the foot of a PDF's first page, by where each sign stands: some versions of pypdf join lines."""
    lines: dict[int, str] = {}

    def add(text: str, page: list[float], line: list[float], *_: object) -> None:
        height = round(line[5] * page[3] + page[5])
        lines[height] = lines.get(height, "") + text.strip("\n")

    PdfReader(file).pages[0].extract_text(visitor_text=add)
    first = next(height for height, text in lines.items() if text.startswith("casbridge 0"))
    return [lines[height] for height in sorted(lines, reverse=True) if 0 < height <= first]


@pytest.mark.parametrize(
    "options",
    [
        ("2x3", "-o", "my sheet.html", "--title", 'It\'s "easy"  - sums, 3 > 2 & more', "--difficulty", "easy"),
        ("2x2", "-o", "s.pdf", "--variant", "killer", "--variant", "windoku", "--paper", "letter", "--large-print"),
        ("-o", "-s.htm", "--box", "2x2", "--no-name-line", "--per-page", "1", "--answers", "none", "--diagonals"),
        ("2x3", "-o", "s.html", "--random-regions", "--symmetry", "half-turn", "--title", "", "--answers", "only"),
    ],
)
def test_the_command_in_the_footer_makes_the_same_sheet(
    call: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    file = options[options.index("-o") + 1]
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / "one")
    assert call("worksheet", *options, "-n", "2").code == 0
    sheet = Path(file).read_bytes()
    if file.endswith(".pdf"):
        note = " ".join(footer_of(file)).replace("1 / 2", "")
    else:
        note = html.unescape(re.findall(r"casbridge [0-9.]+: [^<]*", sheet.decode())[-1])
    monkeypatch.chdir(tmp_path / "two")
    words = shlex.split(note.partition(": ")[2])
    assert words[0] == "casbridge"
    assert call(*words[1:]).code == 0
    assert Path(file).read_bytes() == sheet


@pytest.mark.parametrize(
    ("shape", "variants", "least"), [("2x3", (), 15), ("2x2", (), 7), ("3x3", (), 35), ("2x3", ("greater-than",), 7)]
)
def test_easy_sheets_have_more_clues(call: Caller, shape: str, variants: tuple[str, ...], least: int) -> None:
    chosen = [word for name in variants for word in ("--variant", name)]
    asked = ("worksheet", shape, *chosen, "-n", "3", "--difficulty", "easy", "--seed", "5", "--json")
    puzzles = call(*asked).document()["puzzles"]
    assert min(one["clues"] for one in puzzles) >= least
    assert {one["difficulty"] for one in puzzles} == {"easy"}
    assert all(one["proper"] for one in puzzles)


def test_sheets_of_variants(call: Caller, tmp_path: Path) -> None:
    asked = ("worksheet", "2x2", "-n", "2", "--variant", "killer", "--variant", "windoku", "--seed", "3")
    document = call(*asked, "-o", tmp_path / "one.html", "--json").document()
    command = document["note"].partition(": casbridge ")[2]
    assert command == "worksheet 2x2 --number 2 --variant killer --variant windoku --seed 3 -o one.html"
    page = (tmp_path / "one.html").read_text()
    assert "<li>Each shaded square has every digit once.</li>" in page
    for one in document["puzzles"]:
        (puzzle,) = read_puzzles(one["toml"])
        assert puzzle.layout.description == one["layout"] == "4×4 Sudoku with boxes 2×2, windows, killer cages"
        assert is_proper(puzzle)
    # A puzzle without digits is no shape if it has clues.
    given = call("worksheet", "examples/puzzles/killer-diagonals.toml", "--json").document()
    assert (given["count"], given["seed"], given["puzzles"][0]["proper"]) == (1, None, True)
    said = call("worksheet", "examples/puzzles/killer.toml", "--variant", "killer", "-o", tmp_path / "no.html")
    assert (said.code, said.err.startswith("casbridge: --variant with puzzles that are given")) == (2, True)


@pytest.mark.parametrize("name", ["sheet.pdf", "sheet.HTML", "sheet.htm"])
def test_given_puzzles(call: Caller, tmp_path: Path, name: str) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{SHIDOKU}\n12..............\n11..............\n", encoding="utf-8")
    said = call("worksheet", puzzles, "-o", tmp_path / name, "--keep-unsolvable")
    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines() == [
        "casbridge: puzzle 2: 24 solutions; the answer shows one",
        "casbridge: puzzle 3: no solution",
        f"casbridge: wrote {tmp_path / name}: 3 puzzles, 2 pages of A4",
    ]
    assert (tmp_path / name).read_bytes()[:4] == (b"%PDF" if name.endswith("pdf") else b"<!DO")
    document = call("worksheet", puzzles, "--json", "--answers", "only", "--keep-unsolvable").document()
    assert [one["proper"] for one in document["puzzles"]] == [True, False, False]
    assert document["puzzles"][0]["solution"] == SOLVED
    assert (document["file"], document["seed"]) == (None, None)


def test_no_sheet_with_a_given_puzzle_that_has_no_solution(call: Caller, tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"11..............\n{SHIDOKU}\n..11............\n", encoding="utf-8")
    said = call("worksheet", puzzles, "-o", tmp_path / "sheet.html")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "casbridge: puzzles 1, 3 have no solution; expected puzzles that can be solved "
        "(--keep-unsolvable writes the sheet all the same)\n"
    )
    assert not (tmp_path / "sheet.html").exists()


def test_standard_input(tmp_path: Path) -> None:
    done = process("worksheet", "-", "-o", str(tmp_path / "sheet.html"), input=SHIDOKU)
    assert (done.code, done.err.count("\n")) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no file for the sheet; expected --output sheet.pdf, or sheet.html"),
        (("-o", "sheet.doc"), "a file sheet.doc; expected a name that ends in .pdf"),
        (("-o", "nosuch/sheet.pdf"), "no such folder: nosuch"),
        (
            ("2x2", "--difficulty", "devilish", "-o", "x.pdf"),
            "--difficulty: the difficulty 'devilish'; expected easy, ",
        ),
        (("--difficulty", "hard..easy", "-o", "x.pdf"), "expected the easier one first"),
        ((SHIDOKU, "-n", "3", "-o", "x.pdf"), "--number with puzzles that are given"),
        ((SHIDOKU, "--seed", "3", "-o", "x.pdf"), "--seed with puzzles that are given"),
        (("2x2", "-n", "2000", "-o", "x.pdf"), "number '2000'; expected a whole number from 1 to 1000"),
        (("2x2", "--per-page", "2000", "-o", "x.pdf"), "too small to read; expected at most "),
        (("examples/graphs/petersen.col", "-k", "3", "--diagonals", "-o", "x.pdf"), "--diagonals for a graph"),
    ],
)
def test_what_cannot_be_done_is_said(call: Caller, arguments: tuple[str, ...], said: str) -> None:
    done = call("worksheet", *arguments)
    assert done.code == 2
    assert said in done.complaint()
    assert not Path("x.pdf").exists()


@pytest.mark.slow
def test_a_puzzle_that_is_not_found_leaves_no_file(call: Caller, tmp_path: Path) -> None:
    done = call("worksheet", "2x2", "--difficulty", "hard", "-o", tmp_path / "x.pdf")
    assert done.code == 4
    assert done.complaint().startswith("puzzle 1 of 6: a puzzle of difficulty hard (fish..colouring) was not found")
    assert list(tmp_path.iterdir()) == []
    # There are not so many different ones.
    done = call("worksheet", "1x2", "-n", "60", "-o", tmp_path / "x.pdf")
    assert done.code == 4
    assert "puzzles in a row were known" in done.complaint()


def test_without_the_extra_it_says_what_to_install(
    call: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pypdf", None)
    done = call("worksheet", SHIDOKU, "-o", tmp_path / "x.pdf")
    assert done.code == 2
    assert "pip install 'casbridge[pdf]'" in done.complaint()
    assert call("worksheet", SHIDOKU, "-o", tmp_path / "x.html").code == 0


def test_what_is_not_known_in_time_is_left_open(call: Caller, tmp_path: Path) -> None:
    said = call("worksheet", SHIDOKU, "--timeout", "0.000001", "-o", tmp_path / "x.html", "--json")
    assert said.code == 4
    document = said.document()
    assert (document["status"], document["puzzles"][0]["proper"]) == ("stopped", None)


def test_words_that_a_teacher_uses(call: Caller, tmp_path: Path) -> None:
    def sheet(shape: str, *options: str) -> tuple[str, str]:
        done = call("worksheet", shape, "-n", "1", "--seed", "3", *options, "-o", tmp_path / "x.html")
        return done.err, (tmp_path / "x.html").read_text() if done.code == 0 else ""

    plain = ("--variant", "thermometers", "--variant", "parity", "--difficulty", "easy")
    other = ("--variant", "Thermometer, even/odd", "--difficulty", "Easy")
    assert sheet("2x2", *plain)[1] == sheet("2x2", *other)[1]
    assert "did you mean thermometers?" in sheet("2x2", "--variant", "thremometer")[0]
    # The shape is that of a box. Who means the grid is told so.
    said, _ = sheet("4x4", "--timeout", "0.01")
    assert "boxes of 4×4 make a grid of 16×16 cells; a grid of 4×4 cells has the shape 2x2" in said
    assert "a grid with 6 rows has the shape 2x3" in sheet("6")[0]
    assert "casbridge worksheet INPUT -o sheet.pdf" in call("convert", SHIDOKU, tmp_path / "x.pdf").err
