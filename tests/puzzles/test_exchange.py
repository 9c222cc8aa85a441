"""Puzzles of other programs: links, documents, sections, and cells that are empty."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import casbridge
from casbridge.cli import main
from casbridge.errors import CasbridgeError, InputError
from casbridge.puzzles import Puzzle, jigsaw, latin, print_grid, read, read_file, sudoku, with_constraints
from casbridge.puzzles.exchange import print_fpuzzles, print_fpuzzles_link, print_link, print_opensudoku
from casbridge.puzzles.exchange.constraints import CONSTRAINTS, READERS
from casbridge.puzzles.exchange.fpuzzles import fpuzzles_document
from casbridge.puzzles.exchange.lzstring import LONGEST, packed, unpacked
from casbridge.puzzles.printing import print_csv, print_ss
from casbridge.puzzles.variants import Windoku

FOUR = "1..4..1.2....3.1"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SHAPES = [
    "1,,,4\n,,1,\n2,,,\n,3,,1\n",
    "\ufeff1;;;4\r\n;;1;\r\n2;;;\r\n;3;;1\r\n",
    '"1","","","4"\n"","","1",""\n"2","","",""\n"","3","","1"',
    "1,,,4,\n,,1,,\n2,,,,\n,3,,1,\n",
    "1, , ,4\n , ,1, \n2, , , \n ,3, ,1",
    "1\t\t\t4\n\t\t1\t\n2\t\t\t\n\t3\t\t1\n",
    "1  4\n  1 \n2   \n 3 1",
    "1  4\n  1\n2\n 3 1\n",
    "1,,,4,,,1,,2,,,,,3,,1",
    "1;;;4;;;1;;2;;;;;3;;1",
    "1  4  1 2    3 1",
    "1\t\t\t4\t\t\t1\t\t2\t\t\t\t\t3\t\t1",
    "#Asomeone\n#Dtwo\n[Puzzle]\n1..4\n..1.\n2...\n.3.1\n[State]\n1234\n3412\n2143\n4321\n[PencilMarks]\n,,\n",
    ":0100:3:1..4..1.2..+4.3.1:213:::",
    "<?xml version='1.0'?><opensudoku><name>x</name><game data='1004001020000301'/></opensudoku>",
    "[[1,0,0,4],[0,0,1,0],[2,0,0,0],[0,3,0,1]]",
    "[1,0,0,4,0,0,1,0,2,0,0,0,0,3,0,1]",
    "https://www.sudokuwiki.org/sudoku.htm?bd=1004001020000301",
    "sudokuwiki.org/sudoku.htm?bd=1004001020000301",
    # Simple Sudoku and HoDoKu draw their borders so.
    "*-------*\n|1.|.4|\n|..|1.|\n|---+---|\n|2.|..|\n|.3|.1|\n*-------*\nSimple Sudoku\n Version 4.2n\n",
    ".-------.-------.\n| 1 . | . 4 |\n| . . | 1 . |\n:-------+-------:\n| 2 . | . . |\n| . 3 | . 1 |\n"
    "'-------'-------'\n",
]


@pytest.mark.parametrize("text", SHAPES)
def test_one_puzzle_in_the_forms_of_other_programs(text: str) -> None:
    assert [puzzle.line for puzzle in read(text)] == [FOUR]
    assert [puzzle.line for puzzle in read(text.encode())] == [FOUR]


def test_a_line_with_spaces_for_blanks_is_not_a_smaller_grid() -> None:
    line = "123456789" * 4 + " " * 45  # 36 digits would be a 6×6 grid
    assert read(line)[0].layout.side == 9
    assert read(NINE.replace(".", " "))[0].line == NINE
    rows = "\n".join(NINE[at : at + 9].replace(".", " ").rstrip() for at in range(0, 81, 9))
    assert read(rows)[0].line == NINE
    assert [p.line for p in read(f"{FOUR}\n{FOUR}".replace(".", " "))] == [FOUR, FOUR]
    assert read("12.. ..12 2.3. 4...")[0].line == "12....122.3.4..."  # groups of cells, as before
    assert read("1 2 3 4 2 3 4 5 1 3 4 5 1 2 4 5 1 2 3 5 1 2 3 4 5")[0].layout.side == 5


@given(st.sampled_from([(2, 2), (2, 3), (3, 3), (2, 5), (4, 4)]), st.randoms(use_true_random=False))
def test_separated_cells_are_read_as_they_were_written(shape: tuple[int, int], random: Any) -> None:
    layout = sudoku(*shape)
    givens = tuple(random.choice([0, 0, random.randint(1, layout.side)]) for _ in range(layout.cells))
    puzzle = Puzzle(layout, givens)
    rows = [givens[row * layout.side : (row + 1) * layout.side] for row in range(layout.side)]
    assert read(print_csv(puzzle)) == [puzzle]
    for separator in (";", "\t", ","):
        quoted = "\n".join(separator.join(f'"{digit or ""}"' for digit in row) for row in rows)
        bare = "\n".join(separator.join(str(digit or "") for digit in row) for row in rows)
        assert read(quoted) == [puzzle]
        if separator != "\t" or any(givens):  # tabs alone are no text
            assert read(bare) == read(separator.join(str(digit or "") for digit in givens)) == [puzzle]
    assert read(json.dumps(rows)) == [puzzle]
    if layout.side < 10:
        assert not any(givens) or read(puzzle.line.replace(".", " ")) == [puzzle]
        assert read(print_opensudoku(puzzle)) == [puzzle]
    if layout.side == 9:
        assert read(print_ss(puzzle)) == [puzzle]


VECTORS = [
    ("", "Q===", "Q"),
    ("a", "IZA=", "IZA"),
    ("hello", "BYUwNmD2Q===", "BYUwNmD2Q"),
]


@pytest.mark.parametrize(("text", "base64", "uri"), VECTORS)
def test_texts_packed_by_lz_string_itself(text: str, base64: str, uri: str) -> None:
    assert (packed(text), packed(text, for_link=True)) == (base64, uri)
    assert unpacked(base64) == unpacked(uri) == text


@given(st.text(max_size=300) | st.text("ab", max_size=2000))
def test_lz_string_there_and_back(text: str) -> None:
    assert unpacked(packed(text)) == unpacked(packed(text, for_link=True)) == text


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-=", max_size=200))
def test_damaged_texts_are_refused(text: str) -> None:
    for beginning in ("", packed("hello hello")[:-5]):
        try:
            unpacked(beginning + text)
        except InputError as error:
            said = str(error)
        else:
            said = ""
        assert said.isprintable()


def test_a_bomb_is_refused_in_time() -> None:
    bomb = packed("a" * (LONGEST + 1))
    assert len(bomb) < 3000
    with pytest.raises(InputError, match="a packed text with more than 1048576 characters"):
        unpacked(bomb)
    with pytest.raises(InputError, match="1048577 characters; expected at most"):
        unpacked("A" * (LONGEST + 1))


LAYOUTS = [sudoku(2, 2), sudoku(3, 2), sudoku(2, 3, diagonals=True), latin(5), sudoku(3, 3), sudoku(4, 4)]
LAYOUTS += [jigsaw((0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), True)]


@given(st.sampled_from(LAYOUTS), st.randoms(use_true_random=False), st.text(st.characters(codec="ascii"), max_size=9))
def test_links_carry_every_grid(layout: Any, random: Any, name: str) -> None:
    givens = tuple(random.choice([0, random.randint(1, layout.side)]) for _ in range(layout.cells))
    puzzle = Puzzle(layout, givens, name.strip() if name.isprintable() else "")
    for write in (print_fpuzzles, print_fpuzzles_link, print_link):
        assert read(write(puzzle)) == [puzzle]
    links = print_link(puzzle) + "# a comment\n\n" + print_fpuzzles_link(puzzle)
    assert read(links) == [puzzle, puzzle]


@pytest.mark.parametrize(
    "link",
    [
        # Empty grids of f-puzzles, as its users share them.
        "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA%3D%3D",
        "fpuzzlesN4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
        "https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==?setting-nogrid=1",
        "https://app.crackingthecryptic.com/sudoku/fpuzN4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
    ],
)
def test_links_that_people_share(link: str) -> None:
    """Also as they stand in the line of the browser, without https://."""
    for shared in (link, link.removeprefix("https://")):
        (puzzle,) = read_file(shared)
        assert (puzzle.line, puzzle.layout.side) == ("." * 9, 3)


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://sudokupad.app/ddGfd499G7", "'https://sudokupad.app/ddGfd499G7' has no puzzle in it, and casbridge "
         "fetches nothing; .* (open https://sudokupad.app/api/puzzle/ddGfd499G7 in a browser, and give casbridge what"),
        ("https://www.f-puzzles.com/?id=yhkyz63b", "no puzzle in it, .* (open it, and export the puzzle as a link"),
        ("https://sudokupad.app/fpuzzlesyhkyz63b", "no puzzle in it, .* (open it in f-puzzles, and export"),
        ("https://sudokupad.app/", "the link 'https://sudokupad.app/' has no puzzle in it"),
        ("https://example.org/?load=abc", "a link to example.org; expected a link of SudokuPad"),
        ("https://www.f-puzzles.com/?load=N4Ig", "the packed text of the link .* is not complete; expected the whole"),
        ("https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBm", "the packed text of the link .* is not complete"),
        ("https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBmANCA5gJwg", "a packed text that ends early; expected a text"),
        ("https://www.f-puzzles.com/?load=N4Igzglg!gpiBcBmANCA5gJwg", "found '!' in a packed text"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B010203", "the packed grid 'S9B010203'"),
        ("scf1oooooooooooooEwq", "constraints that are not read: the rule 'q'; expected none but x, both diagonals"),
        ("https://www.sudokuwiki.org/killersudoku.htm?bd=1...", "a puzzle of SudokuWiki's page 'killersudoku.htm'; ex"),
        ("https://sudokupad.app/bd" + "1" + "." * 15, "the link 'https://sudokupad.app/bd1...."),
        ("sudokupad.app/ddGfd499G7", "the link 'sudokupad.app/ddGfd499G7' has no puzzle in it"),
        ("f-puzzles.com", "the link 'https://f-puzzles.com' has no puzzle in it"),
        ("www.sudokuwiki.org/sudoku.htm", "the link 'https://www.sudokuwiki.org/sudoku.htm' has no puzzle in it"),
        ("tinyurl.com/abcd", "a link to tinyurl.com; expected a link of SudokuPad, f-puzzles or SudokuWiki"),
        ("https://[", "the link 'https://['; expected a link of SudokuPad"),
    ],
)  # fmt: skip
def test_links_without_a_puzzle(link: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(f"\n{link}", source="f")
    assert re.match("f:2:1: .*" + re.escape(message).replace(r"\.\*", ".*"), str(caught.value))


def document(**more: Any) -> str:
    return json.dumps({**fpuzzles_document(Puzzle(sudoku(2, 2), (1,) + (0,) * 15)), **more})


@pytest.mark.parametrize("name", sorted(CONSTRAINTS.keys() - READERS.keys()))
def test_no_constraint_is_dropped(name: str) -> None:
    value: Any = True if CONSTRAINTS[name].shape == "true" else [{"cells": ["R1C1"], "value": "3"}] * 2
    with pytest.raises(InputError) as caught:
        read(document(**{name: value}), source="f")
    count = " (2)" if isinstance(value, list) else ""
    assert re.match(rf"f:1:[0-9]+: constraints that are not read: {re.escape(name + count)}; ", str(caught.value))
    assert read(document(**{name: False if value is True else []}))[0].clues == 1


def test_constraints_that_have_no_table_are_refused_too() -> None:
    for more, named in (
        ({"newest": [1]}, "newest"),
        ({"diagonal+": True}, r"diagonal\+ alone; expected both diagonals, or none"),
        ({"clone": [{}], "minimum": [{}], "antiking": True}, "not read: clone, minimum; expected none but givens"),
    ):
        with pytest.raises(InputError, match=named):
            read(document(**more))
    marked = document().replace('{"value": 1, "given": true}, {}', '{}, {"givenPencilMarks": [1, 2]}')
    with pytest.raises(InputError, match="givenPencilMarks"):
        read(marked)


def test_what_is_left_out_is_told(caplog: pytest.LogCaptureFixture) -> None:
    grid = json.loads(document())["grid"]
    grid[1][1] = {"value": 2, "centerPencilMarks": [1]}
    grid[2][2] = {"c": "#ff0000"}
    with caplog.at_level(logging.WARNING, "casbridge.reading"):
        (puzzle,) = read(
            document(grid=grid, ruleset="Normal rules.", title="Two", **{"diagonal+": True, "diagonal-": True})
        )
    assert (puzzle.line, puzzle.name, puzzle.layout.diagonals) == ("1" + "." * 15, "Two", True)
    assert [message.partition(": ")[2] for message in caplog.messages] == [
        "digits that the player wrote are left out: 1",
        "colours of cells are not read: 1",
        "rules in words are not read: 'Normal rules.'",
    ]


def own_document(**more: Any) -> dict[str, Any]:
    """A document of SudokuPad's own: 4×4, with boxes."""
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][0] = {"value": "1"}
    regions = [[[2 * (b // 2) + i // 2, 2 * (b % 2) + i % 2] for i in range(4)] for b in range(4)]
    return {"id": "x", "cellSize": 50, "cells": cells, "regions": regions, **more}


#: The same, shortened as SudokuPad does it.
SHORTENED = (
    "{id:'x',cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],"
    "[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{v:'title: It\\'s'}]}"
)


def test_documents_of_sudokupad() -> None:
    title = {"cages": [{"value": "title: It's"}], "lines": [], "overlays": []}
    expected = Puzzle(sudoku(2, 2), (1,) + (0,) * 15, "It's")
    link = f"https://sudokupad.app/scl{packed(SHORTENED)}"
    for text in (json.dumps(own_document(**title)), SHORTENED, link, link.replace("+", "%2B").replace("=", "%3D")):
        assert read(text) == [expected]
    assert read("scf1" + "o" * 13 + "Ex")[0].layout == sudoku(3, 3, diagonals=True)
    both = with_constraints(sudoku(3, 3, diagonals=True), [Windoku()])
    assert read("scf1" + "o" * 13 + "Ewx")[0].layout == both
    assert read(json.dumps(own_document(regions=[])), family="latin")[0].layout == latin(4)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"cages": [{"cells": [[0, 0]], "value": 3}]},
            "not read: cage; expected none but givens, regions, and cages with unique or sum",
        ),
        ({"lines": [{}], "underlays": [{}, {}]}, "not read: lines, underlays (2)"),
        ({"metadata": {"antiknight": True}}, "not read: antiknight"),
        ({"foglight": [[0, 0]]}, "not read: foglight"),
        ({"regions": []}, "no regions in the document; expected the regions of the grid (give --box 2x2, or --family"),
        (
            {"regions": None, "cells": [[{}] * 5] * 5},
            "no regions in the document; expected the regions of the grid (give --family latin)",
        ),
        ({"regions": [[[0, 0], [0, 0]]]}, "regions[0][1] is in two regions"),
        ({"cells": [[{}, {}], [{}]]}, "cells[1] has 1 elements; expected 2 to 2"),
    ],
)
def test_drawings_and_cages_of_sudokupad_are_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(json.dumps(own_document(**more)))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,,5,4\n,,1,\n2,,,\n,3,,1\n", "f:1:4: found '5'; expected a digit 1-4 or a blank (. 0 _ *)"),
        ("1,,,4\n,,1,\n2,,,\n", "f:3:1: 3 rows with 4 cells each; expected 4 rows"),
        ("[State]\n1...\n", "f: no section [Puzzle]; expected [Puzzle], and the rows below it"),
        ("[Puzzle]\n1...\n..2.\n...\n...3\n", "f:4:3: a row with 3 cells; expected 4, as in other rows"),
        ("[Puzzle]\n[Puzzle]\n", "f:2:1: a second section [Puzzle]; expected one"),
        (":0:1:1..:\nx", "f:1:8: a line with 3 cells; expected a square number such as 16"),
        ("[[1,0,0,0],[0,0,2,0],[0,0,0,0],[0,0,0,9]]", "f: the document, row 4: found '9'; expected a digit 1-4"),
        ("<opensudoku/>", 'f: no element <game>; expected <game data="…"/> for each puzzle'),
        ("<opensudoku>\n<game data='version: 1'/></opensudoku>", "f:2:1: the data 'version: 1'; expected data with a"),
        (
            "<!DOCTYPE x [<!ENTITY a 'b'>]><opensudoku/>",
            "f:1:13: a document type declaration; expected a document with",
        ),
        ('{"size": 4, "grid": [}', "f:1:22: no JSON: expecting value; expected a JSON document"),
        ('{"size": 4, "grid": []}', "f: grid has 0 elements; expected 4 to 4"),
        ("{ce:[[{v:1},", "f: the packed document: it ends early at character 13; expected"),
        ("{ce:" + "[" * 100, "f: the packed document: found '[' at character 45; expected at most 40 lists in each"),
    ],
)
def test_errors_have_their_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, source="f")
    assert str(caught.value).startswith(message)


NOISE = st.text("{}[]<>:,;\"'0123456789.\t \nsclfpuzvetxgamedahrid/=?%+|#-\0\u2500", max_size=80)


@given(NOISE)
def test_noise_gets_one_line(text: str) -> None:
    beginnings = (
        "",
        "{ce:",
        '{"size": 2, "grid": ',
        "https://sudokupad.app/scl",
        "[Puzzle]\n",
        ":0:1:",
        "<opensudoku>",
    )
    for beginning in beginnings:
        try:
            read(beginning + text)
        except CasbridgeError as error:
            said = str(error)
        else:
            said = ""
        assert said.isprintable()


def test_the_form_is_told_by_the_content(tmp_path: Path) -> None:
    for name, text in (("a.txt", print_link(Puzzle(sudoku(2, 2), (1,) + (0,) * 15))), ("b.sdm", SHAPES[0])):
        (tmp_path / name).write_text(text)
        assert read_file(tmp_path / name)[0].layout == sudoku(2, 2)
    assert read(print_grid(Puzzle(sudoku(2, 3), (0,) * 36)))[0].layout == sudoku(2, 3)


@pytest.mark.parametrize(
    "arguments",
    [("2x2",), ("3x2",), ("1x4", "--family", "latin"), ("2x2", "--variant", "killer"), ("2x2", "--diagonals")],
)
@pytest.mark.parametrize("form", ["--jsonl", "--json"])
def test_what_generate_writes_in_json_is_read_back(
    arguments: tuple[str, ...], form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *arguments, "-n", "2", "--seed", "1", form]) == 0
    text = capsys.readouterr().out
    documents = [json.loads(line) for line in text.splitlines()]
    made = documents[0]["puzzles"] if form == "--json" else documents
    puzzles = casbridge.read_puzzles(text)
    assert [one.givens for one in puzzles] == [
        tuple(int(digit) if digit != "." else 0 for digit in one["puzzle"]) for one in made
    ]
    for puzzle, one in zip(puzzles, made, strict=True):
        assert puzzle.layout.description == one["layout"]
        assert casbridge.solve(puzzle).lines == [one["solution"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"schema": "casbridge/1"}', "the document has no puzzle that can be read"),
        ('{"schema": "casbridge/1", "puzzles": []}', "puzzles has 0 elements; expected 1 to"),
        ('{"schema": "casbridge/1", "puzzles": [3]}', r"puzzles\[0\] is 3"),
        ('{"schema": "casbridge/1", "puzzle": 3, "layout": "4×4 Latin square"}', "no puzzle that can be read"),
        ('{"schema": "casbridge/1", "toml": "x=["}', "bad TOML"),
        (
            '{"schema": "casbridge/1", "puzzle": "1", "layout": "1×1 Latin square"}\n{"schema": ',
            "<input>:2:11: no JSON",
        ),
    ],
)
def test_a_document_of_ours_without_puzzles(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        casbridge.read_puzzles(text)
