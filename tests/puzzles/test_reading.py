"""What a file holds is told from its content; mistakes are told with their place."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import casbridge
from casbridge.algebra import QQ, Field, PolynomialSystem
from casbridge.counting.symmetries import BoxShape
from casbridge.errors import InputError, UsageError
from casbridge.puzzles import Puzzle, box_shape, read, read_file, reading as reading_module, sudoku

LINE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize(
    "text",
    [
        "x1 - x2",
        "x^2",
        "x = 1",
        "variables: x\nx",
        "field: GF(7)\nx",
        "x*y",
        "A*B",
        "x,y\n0\nx,y",
        "x\n0\nx",
        "x1\n7\nx1^2-1\n",
        "<INTPS><vars>x</vars><basis><poly>x</poly></basis></INTPS>",
        "c + e - p",
        "p - 1\ne + 1",
        "# 4.. | a puzzle?\nx + 1",
        "x1 + x2 - 10,\nx1*x2 - 24,\n",
    ],
)
def test_a_system_is_told_from_a_puzzle(text: str) -> None:
    assert isinstance(read(text), PolynomialSystem)


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        "A" + "0" * 99,
        "\n".join(["A000000000"] + ["0000000000"] * 9),
        "\n".join(["A*********"] + ["*" * 10] * 9),
        "ABC" + "." * 253,
        "1---2".replace("-", ".") + "." * 11,
    ],
)
def test_a_puzzle_is_told_from_a_system(text: str) -> None:
    assert isinstance(read(text), list)


@pytest.mark.parametrize(
    ("text", "line", "column", "found"),
    [
        ("12..\n..1A\n2.3.\n4...", 2, 4, "found 'A' = 10; expected a digit 1-4"),
        ("12..\n..1\n2.3.\n4...", 2, 3, "a row with 3 cells; expected 4, as in other rows"),
        ("12..\n..12\n2.3.\n", 3, 1, "3 rows with 4 cells each; expected 4 rows"),
        ("..3.\n....", 2, 1, "2 rows with 4 cells each; expected 4 rows"),
        ("12345\n12345", 2, 1, "2 rows with 5 cells each; expected 5 rows"),
        (LINE[:-1], 1, 80, "a line with 80 cells; expected a square number such as 81"),
        (f"{LINE}\n\n{LINE}.\n", 3, 82, "a line with 82 cells; expected 81, as in other lines"),
        ("  12..\n  ..12\n  2.3.\n  4.x.", 4, 5, "found 'x' = 33"),
        ("| 1 2 | . . |\n| . . | 1 2 |\n| 2 . | 9 . |\n| 4 . | . . |", 3, 9, "found '9'"),
        ("1,2,0,0,0,0,1,2,2,0,33,0,4,0,0,0", 1, 21, "found '33'"),
        ('box = "2x2"\ngrid = """\n12..\n..12\n2.7.\n4...\n"""', 5, 3, "found '7'"),
        ('box = "2x2"\nbix = 3\nside = 4', 2, 1, "unknown key 'bix'"),
        ("side = 4\nbox =", 2, 6, "bad TOML"),
        ("cages = [{}]\n[[cages]]\n", 2, 8, "bad TOML: the key 'cages' stands twice; expected each key once"),
        ('regions = """\n1111\n2222\n3333\n4443\n"""', 4, 1, "region '3' has 5 cells; expected 4"),
        ("c\np edge 3 1\n e 1 4\n", 3, 2, "vertex 4; expected 1 to 3"),
        ("x + 1\nx * * 2", 2, 5, "found '*'"),
        ("x = 1 +\n", 1, 8, "the polynomial ends early"),
        ("x = 1 + 2y", 1, 10, "found 'y' after '2'"),
        ("x,y\n0\nx + 1,\ny +,\nx", 4, 4, "the polynomial ends early"),
        ("x,y\n0\nx + 1, z", 3, 8, "unknown variable 'z'; expected one of x, y"),
        ("x,y\n4\nx + 1", 2, 1, "the field GF(2^2)"),
        ("<INTPS>\n <vars>x</vars>\n <poly>\n  x +\n  y</poly></INTPS>", 5, 3, "unknown variable 'y'"),
        ("<INTPS>\n <!DOCTYPE x>\n</INTPS>", 2, 5, "no well-formed XML"),
        ("<!DOCTYPE INTPS>\n<INTPS/>", 1, 1, "a document type declaration"),
        ("1...\n\0", 2, 1, "a control character"),
        (b"1...\n..\xff.", 2, 3, "byte 0xff"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str | bytes, line: int, column: int, found: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, source="a file")
    assert (caught.value.source, caught.value.line) == ("a file", line)
    assert found in str(caught.value)
    if "document type" not in found and "well-formed" not in found:
        assert caught.value.column == column


def test_a_graph_asks_for_colours() -> None:
    with pytest.raises(InputError, match="--colours k"):
        read("p edge 2 1\ne 1 2\n")
    with pytest.raises(InputError, match="colours for a grid"):
        read(LINE, colours=3)


def test_arguments_stand_above_the_text() -> None:
    assert read("field: QQ\nx", field=Field(7)).ring.field == Field(7)  # type: ignore[union-attr]
    assert read("x - 1").ring.field == QQ  # type: ignore[union-attr]
    with pytest.raises(InputError, match="the family 'circle'"):
        read(LINE, family="circle")
    with pytest.raises(InputError, match="boxes 2x3 for a grid of side 9"):
        read(LINE, box=(2, 3))
    with pytest.raises(InputError, match="graphs are read from DIMACS"):
        read(LINE, family="graph")


def message_of(data: str | bytes) -> str:
    """What reading says against the data, or nothing."""
    try:
        read(data)
    except InputError as error:
        return str(error)
    return ""


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert message_of(data).isprintable()


@settings(deadline=None)
@given(st.text('0123456789.*_|+-ABxyzpe^=()<>#:,"[]{}/ \n', max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert message_of(text).isprintable()


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.txt"
    path.write_text(LINE)
    expected = [Puzzle(sudoku(3, 3), tuple(int(c) if c != "." else 0 for c in LINE))]
    assert read_file(path) == read_file(str(path)) == read_file(LINE) == expected
    stdin = io.TextIOWrapper(io.BytesIO(LINE.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read_file("-") == expected
    assert read_file("2x2") == [Puzzle(sudoku(2, 2), (0,) * 16)]


@pytest.mark.parametrize("path", ["", "nothing.txt", "no/such/file", "x" * 5_000 + ".txt", "a\0b", "puzzle", "9x"])
def test_no_such_file(path: str) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_file(path)


def test_a_literal_that_is_nearly_a_puzzle_is_told_what_it_lacks() -> None:
    with pytest.raises(InputError, match=r"<argument>:1:80: a line with 80 cells; expected .* such as 81"):
        read_file(LINE[:-1])


def test_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="a folder"):
        read_file(tmp_path)
    monkeypatch.setattr(reading_module, "_LARGEST_INPUT", 50)
    path = tmp_path / "large.txt"
    path.write_text(LINE)
    with pytest.raises(InputError, match="more than 0 MB"):
        read_file(path)


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.txt"
    path.write_text(LINE)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(InputError, match=r"secret.txt: cannot be read: Permission denied"):
        read_file(path)


def test_an_option_that_there_is_not() -> None:
    with pytest.raises(UsageError, match=r"has no argument colour; .*did you mean colours\?"):
        read("12.. ..12 2.3. 4...", colour=3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"variables": ["x"], "equations": ["x^2 - 1"]}', "an object of JSON with the keys variables, equations"),
        ('["x^2 - 1"]', "a list of JSON with 1 items"),
        ('\n [{"a": 1}]', "a list of JSON with 1 items"),
        ("{}", "an empty object of JSON"),
    ],
)
def test_foreign_json_is_named_by_its_keys_with_the_forms_that_are_read(text: str, found: str) -> None:
    with pytest.raises(InputError, match=r"expected polynomials one a line or in a list, .* a TOML file$") as error:
        read(text, source="s.json")
    assert (error.value.found, error.value.line) == (found, 1)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"%PDF-1.4\n", "a PDF document"),
        (b"\x89PNG\r\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0", "a JPEG image"),
        (b"GIF89a", "a GIF image"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b\x08", "a file that gzip packed"),
    ],
)
def test_a_file_that_is_no_text_is_named(data: bytes, found: str) -> None:
    with pytest.raises(InputError) as error:
        read(data)
    assert error.value.found.startswith(found)


@pytest.mark.parametrize(
    "text",
    [
        "Dear colleague, here are\nthe puzzles that you wanted to have\nwith best wishes from all of us",
        'BEGIN\n  print the first of them -> out;\n  print "done";\nEND of the program text',
        "first = my.value @ 3\nother = $x\nthird = `y`\n",
        "Solve the following equations for me: x^2 + y^2 = 1 and x = y.",
    ],
)
def test_an_unknown_text_is_called_neither_a_grid_nor_toml(text: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert error.value.found.startswith("a text that is no puzzle and no system")
    assert error.value.line == 1


def test_equations_in_greek_letters_are_no_grid() -> None:
    with pytest.raises(InputError, match="names have the letters a to z"):
        read("α^2 + β = 1\nα - β\n")


def test_braces_that_are_no_json_keep_their_place() -> None:
    with pytest.raises(InputError, match=r":1:2: found '\$'"):
        read("{$^2 - x}")


@pytest.mark.parametrize("box", ["5x6", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "16x16", "1x26", "99x99"])
@pytest.mark.parametrize("call", [read, casbridge.generate, casbridge.count, casbridge.solve, BoxShape.of])
def test_a_shape_is_refused_at_once_where_its_grid_is_too_large_to_be_made(box: str, call: Callable[..., Any]) -> None:
    """Such a shape is mostly meant as the grid: 6x6 would have boxes of 36 cells."""
    with pytest.raises(InputError) as caught:
        call(box)
    rows, columns = map(int, box.split("x"))
    assert f"{box} is a box: a grid of side {rows * columns}" in str(caught.value)
    if rows == columns < 26:
        assert f"for a grid of side {rows} write {'x'.join(map(str, box_shape(rows)))}" in str(caught.value)


@pytest.mark.parametrize(("box", "side"), [("4x4", 16), ("5x5", 25), ("3x8", 24), ("1x25", 25)])
def test_shapes_up_to_25_rows_are_read(box: str, side: int) -> None:
    assert casbridge.read_puzzle(box).layout.side == side


def test_a_file_may_have_a_larger_grid() -> None:
    assert casbridge.read_puzzle("side = 36\nbox = [6, 6]\n").layout.side == 36
