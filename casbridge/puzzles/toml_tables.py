"""Tables of a TOML document, read strictly: an error names file, line, column and key, and what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date, time
from typing import Any, NoReturn

from casbridge.errors import InputError, Location, printable
from casbridge.puzzles.toml_places import Path, key_places

_LONGEST = 60
_OPENED = re.compile(r"[ \t]*=[ \t]*(\"{3}|'{3})\n")


class TomlTable:
    """A table of a document.

    values: what tomllib read. text: the whole document. source: its name, for errors. path: where the table stands.

    >>> table = TomlTable({"seconds": "x"}, "seconds = 'x'", "study.toml")
    >>> table.number("seconds", 1, 60)
    Traceback (most recent call last):
    casbridge.errors.InputError: study.toml:1:1: seconds = 'x'; expected a whole number from 1 to 60
    """

    def __init__(self, values: Mapping[str, Any], text: str, source: str | None, path: Path = ()) -> None:
        self.values, self.source, self.path = values, source, path
        self._text = text

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def at(self, *path: str | int) -> Location:
        """The place of a key, or of what stands below it; of the nearest that is there."""
        place = next(iter(key_places(self._text, [(*self.path, *path)]).values()), None)
        if place is None:
            return Location(self.source, 1, 1)
        return Location(self.source, 1, 1).after(self._text[: place.start])

    def fail(self, *path: str | int, found: str, expected: str, hint: str | None = None) -> NoReturn:
        """Raise InputError for a key, or for what stands below it."""
        raise self.at(*path).error(found, expected, hint)

    def placed(self, error: InputError, *path: str | int, hint: str | None = None) -> InputError:
        """An error without a place, with that of a key. hint: in place of the error's own."""
        return self.at(*path).error(error.found, error.expected, hint or error.hint)

    def first_line(self, key: str) -> int:
        """The line where the text of a key begins; for a text in lines the one after its opening quotes."""
        span = next(iter(key_places(self._text, [(*self.path, key)]).values()))
        opened = _OPENED.match(self._text, span.end)
        return self._text.count("\n", 0, span.start) + 1 + (opened is not None)

    def check_keys(
        self, known: Collection[str], hints: Mapping[str, str] | None = None, required: Collection[str] = ()
    ) -> None:
        """Raise InputError for an unknown key, and for a missing required one.

        hints: what to do instead of some keys.
        """
        for key in self.values:
            if key not in known:
                where = (
                    f" in [{'.'.join(str(part) for part in self.path if isinstance(part, str))}]" if self.path else ""
                )
                hint = (hints or {}).get(key) or did_you_mean(key, known)
                self.fail(
                    key, found=f"unknown key {printable(key, 60)!r}{where}", expected=shown_list(known), hint=hint
                )
        for key in required:
            if key not in self.values:
                self.fail(found=f"no key {key!r}", expected=f"the keys {', '.join(required)}")

    def table(self, key: str) -> TomlTable:
        """The table of a key; an empty one where it is not there."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.fail(key, found=f"{key} = {shown(value)}", expected=f"a table [{key}], once")
        return TomlTable(value, self._text, self.source, (*self.path, key))

    def tables(self, key: str) -> Iterator[TomlTable]:
        """The tables of an array of them; none where it is not there."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            example = f"tables [[{key}]]" if not self.path else f"a list of tables, {key} = [{{ … }}]"
            self.fail(key, found=f"{key} = {shown(value)}", expected=example)
        for number, one in enumerate(value):
            yield TomlTable(one, self._text, self.source, (*self.path, key, number))

    def text(self, key: str, default: str | None = None, *, lines: bool = False) -> str:
        """A text that is not empty. A missing key has the default. lines: it may have several lines."""
        if key not in self.values and default is not None:
            return default
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            what = f"{key} is empty" if isinstance(value, str) else f"{key} = {shown(value)}"
            self.fail(key, found=what, expected="a text")
        if not (value.replace("\n", "") if lines else value).isprintable():
            expected = "printable characters" + ("" if lines else " in one line")
            self.fail(key, found=f"{key} = {shown(value)}", expected=expected)
        return value

    def choice(self, key: str, known: Collection[str]) -> str:
        """One of some texts."""
        value = self.text(key)
        if value not in known:
            found, hint = f"{key} = {shown(value)}", did_you_mean(value, known)
            self.fail(key, found=found, expected=shown_list(known), hint=hint)
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A text or a list of texts, none of them twice."""
        if key not in self.values and default is not None:
            return default
        value = self.values.get(key)
        texts: list[Any] = value if isinstance(value, list) else [value]
        if not texts:
            self.fail(key, found=f"{key} = []", expected="at least one")
        for number, one in enumerate(texts):
            path: tuple[str | int, ...] = (key, number) if isinstance(value, list) else (key,)
            if not isinstance(one, str) or not one.strip():
                self.fail(*path, found=f"{key} = {shown(one)}", expected="a text or a list of texts")
            if not one.isprintable():
                self.fail(*path, found=f"{key} = {shown(one)}", expected="printable characters in one line")
        stripped = tuple(one.strip() for one in texts)
        self.check_once(key, stripped)
        return stripped

    def check_once(self, key: str, values: Collection[object]) -> None:
        """Raise InputError for a value of a list that stands in it twice."""
        seen = set()
        for number, value in enumerate(values):
            if value in seen:
                self.fail(key, number, found=f"{key} has {shown(value)} twice", expected="it once")
            seen.add(value)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        if key not in self.values and default is not None:
            return default
        value = self.values.get(key)
        if type(value) is not int or not least <= value <= most:
            self.fail(key, found=f"{key} = {shown(value)}", expected=f"a whole number from {least} to {most}")
        return value

    def boolean(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self.fail(key, found=f"{key} = {shown(value)}", expected="true or false")
        return value


def shown(value: object) -> str:
    """A value in one line, for a message.

    >>> shown(10**5000), shown([1, 2]), shown(True)
    ('a huge number', '[1, 2]', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date | time):
        return value.isoformat()
    try:
        return printable(repr(value), _LONGEST)
    except ValueError:  # an integer beyond Python's limit for writing it out
        return "a huge number"
    except RecursionError:
        return "something deep"


def did_you_mean(name: str, known: Collection[str]) -> str | None:
    """A hint that names what is close to a name; None where nothing is.

    >>> did_you_mean("second", ["seconds", "memory"])
    "did you mean 'seconds'?"
    """
    from difflib import get_close_matches

    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]!r}?" if near else None


def shown_list(known: Collection[str]) -> str:
    """The choices in words; of many the first twelve.

    >>> shown_list(["a", "b"]), shown_list(["a"])
    ('one of a, b', 'a')
    """
    texts = [*known]
    more = f", … ({len(texts)} in all)" if len(texts) > 12 else ""
    return f"{'one of ' if len(texts) > 1 else ''}{', '.join(texts[:12])}{more}"
