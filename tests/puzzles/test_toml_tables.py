"""Tables of TOML read strictly: the values, and an error with the place of the key for each mistake."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import date, time

import pytest

from casbridge.errors import InputError
from casbridge.puzzles.toml_tables import TomlTable, did_you_mean, shown, shown_list

TEXT = '''# a document
name = "a name"
names = ["a", " b "]
twice = ["a", "a"]
number = 3
yes = true
escaped = "\\u001b"
lines = """
one
two"""
nothing = ""
[table]
key = 1
[[tables]]
key = 2
[[tables]]
key = 3
unknown = 4
'''


@pytest.fixture
def table() -> TomlTable:
    return TomlTable(tomllib.loads(TEXT), TEXT, "f.toml")


def test_values(table: TomlTable) -> None:
    assert "name" in table
    assert "nam" not in table
    assert (table.text("name"), table.text("none", "default")) == ("a name", "default")
    assert table.text("lines", lines=True) == "one\ntwo"
    assert (table.texts("names"), table.texts("name"), table.texts("none", ("x",))) == (("a", "b"), ("a name",), ("x",))
    assert (table.number("number", 1, 3), table.number("none", 1, 3, 2)) == (3, 2)
    assert (table.boolean("yes", False), table.boolean("none", False)) == (True, False)
    assert table.choice("name", ["a name", "b"]) == "a name"
    assert table.table("table").values == {"key": 1}
    assert table.table("none").values == {}
    assert [one.values["key"] for one in table.tables("tables")] == [2, 3]
    assert [*table.tables("none")] == []
    assert (table.first_line("lines"), table.first_line("name")) == (9, 2)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda t: t.text("number"), "f.toml:5:1: number = 3; expected a text"),
        (lambda t: t.text("nothing"), "f.toml:11:1: nothing is empty; expected a text"),
        (lambda t: t.text("lines"), r"f.toml:8:1: lines = 'one\ntwo'; expected printable characters in one line"),
        (lambda t: t.text("escaped", lines=True), r"f.toml:7:1: escaped = '\x1b'; expected printable characters"),
        (lambda t: t.texts("twice"), "f.toml:4:15: twice has 'a' twice; expected it once"),
        (lambda t: t.texts("number"), "f.toml:5:1: number = 3; expected a text or a list of texts"),
        (lambda t: t.number("number", 4, 9), "f.toml:5:1: number = 3; expected a whole number from 4 to 9"),
        (lambda t: t.number("yes", 0, 9), "f.toml:6:1: yes = true; expected a whole number from 0 to 9"),
        (lambda t: t.boolean("name", True), "f.toml:2:1: name = 'a name'; expected true or false"),
        (
            lambda t: t.choice("name", ["a nam", "b"]),
            "f.toml:2:1: name = 'a name'; expected one of a nam, b (did you mean 'a nam'?)",
        ),
        (lambda t: t.table("number"), "f.toml:5:1: number = 3; expected a table [number], once"),
        (lambda t: [*t.tables("table")], "f.toml:12:2: table = {'key': 1}; expected tables [[table]]"),
        (
            lambda t: [one.check_keys(["key"]) for one in t.tables("tables")],
            "f.toml:18:1: unknown key 'unknown' in [tables]; expected key",
        ),
        (
            lambda t: t.table("table").check_keys(["key"], required=["other"]),
            "f.toml:12:2: no key 'other'; expected the keys other",
        ),
        (lambda t: t.table("none").check_keys([], required=["x"]), "f.toml:1:1: no key 'x'; expected the keys x"),
    ],
)
def test_a_mistake(ask: Callable[[TomlTable], object], message: str, table: TomlTable) -> None:
    with pytest.raises(InputError) as caught:
        ask(table)
    assert str(caught.value) == message


def test_a_hint_in_place_of_what_is_close(table: TomlTable) -> None:
    one = [*table.tables("tables")][1]
    with pytest.raises(InputError, match=r"\(write it elsewhere\)$"):
        one.check_keys(["key"], {"unknown": "write it elsewhere"})


def test_words_for_values() -> None:
    assert [shown(one) for one in (True, date(1979, 5, 27), time(7, 32), "x", 10**5000)] == [
        "true",
        "1979-05-27",
        "07:32:00",
        "'x'",
        "a huge number",
    ]
    assert shown("x" * 1000).count("x") < 60
    assert shown_list(map(str, range(20))) == "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … (20 in all)"  # type: ignore[arg-type]
    assert did_you_mean("x", ["seconds"]) is None
