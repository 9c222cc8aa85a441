"""Where keys stand in TOML: each key of a document that tomllib reads, and nothing for what is not there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st

from casbridge.puzzles.toml_places import Path, key_places

DOCUMENT = '''
# [study] is no header in a comment
title = "[inputs]\\" files = 1"   # nor = here
"quoted key" = 'a = 1'
dotted . key."with.dot" = 3
text = """
[no.header]
no = "key"
\\""" still text ""\\"" """
other = \'\'\'
no = 1
\'\'\'
[study]
name = "x"
date = 1979-05-27 07:32:00
[[inputs]]
files = [ # comment ]
  "a", """
]""",
  'b',
]
[[inputs]]
files = "c"
[inputs.deep]
key = 1
[[inputs.list]]
one = 1
[[inputs.list]]
one = 2
[[inputs]]
n = [4, 5, [6, 7], {a = [1, {b = 2}], c.d = "}"}]
empty = []
none = {}
[matrix.exclude]
a.b = 1
'''


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """All paths of a document."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in below:
        yield (*path, key)
        yield from paths(one, (*path, key))


def test_each_key_of_a_document_stands_where_its_name_is() -> None:
    everything = list(paths(tomllib.loads(DOCUMENT)))
    places = key_places(DOCUMENT, everything)
    assert list(places) == everything
    assert len(everything) > 40
    for path, span in places.items():
        found = DOCUMENT[span.start : span.end]
        if isinstance(path[-1], str):
            assert found.strip("\"'") == path[-1]
    line = {path: DOCUMENT.count("\n", 0, span.start) + 1 for path, span in places.items()}
    assert line["inputs", 0, "files", 1] == 18
    assert line["inputs", 1, "deep", "key"] == 25
    assert [line["inputs", 1, "list", n, "one"] for n in (0, 1)] == [27, 29]
    assert line["matrix", "exclude", "a", "b"] == 35
    assert DOCUMENT[slice(*places["inputs", 2, "n", 2, 1])] == "7"
    assert DOCUMENT[slice(*places["inputs", 2, "n", 3, "a", 1, "b"])] == "b"


def test_a_path_that_is_not_there_has_the_place_of_what_is() -> None:
    places = key_places(DOCUMENT, [("study", "nam"), ("inputs", 1, "files", 5), ("no",)])
    assert DOCUMENT[slice(*places["study", "nam"])] == "study"
    assert DOCUMENT[slice(*places["inputs", 1, "files", 5])] == "files"
    assert ("no",) not in places


@pytest.mark.parametrize(
    "text", ["a =", "a = [1, [", "[[a", "= 1", "a = {b = 1 c = 2}", "\x00", '"\\q" = 1\nb = 1', "a b = 1"]
)
def test_bad_toml_ends(text: str) -> None:
    key_places(text, [("a",), ("b",)])


def test_deep_nesting_ends() -> None:
    key_places("a = " + "[" * 100_000, [("a", 0)])
    key_places("a = " + "{a = " * 100_000, [("a", "a")])


_keys = st.text("ab.\"'\\ \n[]{}=#é", min_size=1, max_size=3)
_values = st.recursive(
    st.booleans() | st.integers() | st.text("ab\"'\\ \n[]{}=#,", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_keys, inner, max_size=3),
    max_leaves=8,
)


def written(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[ " + ",\n".join(map(written, value)) + "\n]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {written(one)}" for key, one in value.items()) + "}"
    return str(value)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


@given(st.dictionaries(_keys, st.dictionaries(_keys, _values, max_size=3), max_size=3))
def test_each_key_is_found(document: dict[str, dict[str, Any]]) -> None:
    text = ""
    for name, table in document.items():
        text += f"[{quoted(name)}] # comment\n"
        text += "".join(f"{quoted(key)} = {written(value)}\n" for key, value in table.items())
    assert tomllib.loads(text) == document
    everything = list(paths(document))
    places = key_places(text, everything)
    assert list(places) == everything
    for path, span in places.items():
        if isinstance(path[-1], str):
            assert text[span.start : span.end] == quoted(path[-1])
