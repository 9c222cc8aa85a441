"""Where the keys of a TOML document stand. tomllib says what a document means, not where.

A path leads to a value: keys, and numbers from 0 for the elements of arrays and of arrays of tables. `files` of the
second `[[inputs]]` is ("inputs", 1, "files").
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

#: Keys and numbers of elements, from the top of the document.
Path = tuple[str | int, ...]

_BETWEEN = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_PART = re.compile(r"[ \t]*(\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*")
_STRING = re.compile(r"\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", re.DOTALL)
_BARE = re.compile(r"[^,\]}\n#]*")


class Span(NamedTuple):
    """Where a key or an element stands in a text: the positions of its first character and after its last one."""

    start: int
    end: int


def key_places(text: str, paths: Iterable[Path]) -> dict[Path, Span]:
    """The place of each path's last key, or of the element at its end.

    text: a document that tomllib reads. For another text the places up to its mistake are found.
    A path outside the document gets the place of its longest part inside, and None without one.

    >>> places = key_places("[a]\\nb = [1, {c = 2}]", [("a", "b", 1, "c"), ("a", "x"), ("y",)])
    >>> places[("a", "b", 1, "c")], places[("a", "x")], ("y",) in places
    (Span(start=13, end=14), Span(start=1, end=2), False)
    """
    wanted = {path: [path[:end] for end in range(len(path), 0, -1)] for path in paths}
    scan = _Scan(text, {part for parts in wanted.values() for part in parts})
    with suppress(_Mistake, RecursionError):
        scan.document()
    found = {path: next((part for part in parts if part in scan.places), None) for path, parts in wanted.items()}
    return {path: scan.places[part] for path, part in found.items() if part is not None}


class _Mistake(Exception):
    """What stands here is no TOML."""


class _Scan:
    def __init__(self, text: str, wanted: set[Path]) -> None:
        self.places: dict[Path, Span] = {}
        self._text = text
        self._wanted = wanted
        self._at = 0
        self._arrays: dict[Path, int] = {}  # of tables, with the number of the last one

    def document(self) -> None:
        table: Path = ()
        while self._skip() < len(self._text):
            if self._text.startswith("[[", self._at):
                table = self._header(2)
            elif self._text.startswith("[", self._at):
                table = self._header(1)
            else:
                self._pair(table)

    def _skip(self) -> int:
        match = _BETWEEN.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        return self._at

    def _take(self, sign: str) -> None:
        if not self._text.startswith(sign, self._at):
            raise _Mistake
        self._at += len(sign)

    def _keys(self) -> list[tuple[str, Span]]:
        """The parts of a dotted key."""
        found = []
        while True:
            match = _PART.match(self._text, self._at)
            if match is None:
                raise _Mistake
            found.append((_unquoted(match[1]), Span(match.start(1), match.end(1))))
            self._at = match.end()
            if not self._text.startswith(".", self._at):
                return found
            self._at += 1

    def _note(self, path: Path, span: Span) -> None:
        if path in self._wanted:
            self.places.setdefault(path, span)

    def _header(self, brackets: int) -> Path:
        self._take("[" * brackets)
        path: Path = ()
        keys = self._keys()
        for number, (key, span) in enumerate(keys, 1):
            path = (*path, key)
            self._note(path, span)
            if brackets == 2 and number == len(keys):
                self._arrays[path] = self._arrays.get(path, -1) + 1
            if path in self._arrays:
                path = (*path, self._arrays[path])
                self._note(path, span)
        self._take("]" * brackets)
        return path

    def _pair(self, table: Path) -> None:
        path = table
        for key, span in self._keys():
            path = (*path, key)
            self._note(path, span)
        self._take("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        while self._text.startswith((" ", "\t"), self._at):
            self._at += 1
        if self._text.startswith("[", self._at):
            self._array(path)
        elif self._text.startswith("{", self._at):
            self._inline_table(path)
        else:
            match = _STRING.match(self._text, self._at) or _BARE.match(self._text, self._at)
            assert match is not None
            self._at = match.end()

    def _array(self, path: Path) -> None:
        self._take("[")
        number = 0
        while not self._text.startswith("]", self._skip()):
            element, start = (*path, number), self._at
            self._value(element)
            self._note(element, Span(start, self._at))
            number += 1
            if not self._text.startswith(",", self._skip()):
                break
            self._at += 1
        self._take("]")

    def _inline_table(self, path: Path) -> None:
        self._take("{")
        while not self._text.startswith("}", self._skip()):
            self._pair(path)
            if not self._text.startswith(",", self._skip()):
                break
            self._at += 1
        self._take("}")


def _unquoted(part: str) -> str:
    if part[0] not in "\"'":
        return part
    import tomllib

    try:
        return next(iter(tomllib.loads(f"{part} = 0")))
    except ValueError:
        raise _Mistake from None
