"""JSON that others wrote, read strictly: each value is checked, and an error names its place in the document."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, NoReturn

from casbridge.errors import InputError, Location, printable

#: The most characters of a text.
LONGEST_TEXT = 8 << 20
_LONGEST_NUMBER = 40
_DEEPEST = 40


class Place(NamedTuple):
    """A value in a JSON document, and where it stands.

    path: such as `limits.seconds` or `runs[2]`; "" is the whole document.
    source: the file's name, for errors.

    >>> read_json('{"limits": {"seconds": -1}}').member("limits").member("seconds").number()
    Traceback (most recent call last):
    casbridge.errors.InputError: limits.seconds is -1; expected a positive number
    """

    value: Any
    path: str = ""
    source: str | None = None

    def fail(self, expected: str, found: str = "") -> NoReturn:
        """Raise InputError for this place. found: what is there, if not the value."""
        what = self.path or "the document"
        found = found or f"is {printable(json.dumps(self.value), 60)}"
        raise InputError(f"{what} {found}", source=self.source, expected=expected)

    def members(self, required: Collection[str], optional: Collection[str] = ()) -> None:
        """Check that this is an object with all required fields, and with no others but optional ones."""
        if not isinstance(self.value, dict):
            self.fail("an object { … }")
        for name in required:
            if name not in self.value:
                self.fail(f"the fields {', '.join(required)}", f"has no field {name!r}")
        for name in self.value:
            if name not in required and name not in optional:
                self.fail(f"the fields {', '.join([*required, *optional])}", f"has a field {printable(repr(name), 60)}")

    def member(self, name: str) -> Place:
        """A field of an object; null for one that is not there."""
        if not isinstance(self.value, dict):
            self.fail("an object { … }")
        return Place(self.value.get(name), f"{self.path}.{name}" if self.path else name, self.source)

    def items(self, most: int, least: int = 0) -> list[Place]:
        """The elements of a list."""
        if not isinstance(self.value, list):
            self.fail("a list [ … ]")
        if not least <= len(self.value) <= most:
            self.fail(f"{least} to {most}", f"has {len(self.value)} elements")
        return [Place(value, f"{self.path}[{number}]", self.source) for number, value in enumerate(self.value)]

    def text(self, longest: int = LONGEST_TEXT, *, lines: bool = False, empty: bool = True) -> str:
        """A text. lines: whether it may have several lines, and any character. Otherwise each can be printed."""
        if not isinstance(self.value, str):
            self.fail("a text")
        if len(self.value) > longest:
            self.fail(f"at most {longest} characters", f"has {len(self.value)} characters")
        if not self.value and not empty:
            self.fail("a text that is not empty")
        if not lines and not self.value.isprintable():
            self.fail("a text in one line")
        return self.value

    def choice(self, known: Iterable[str]) -> str:
        """One of some texts."""
        names = [str(name) for name in known]
        if self.value not in names:
            self.fail(f"one of {', '.join(names)}")
        return str(self.value)

    def whole(self, least: int, most: int) -> int:
        """A whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not least <= self.value <= most:
            self.fail(f"a whole number from {least} to {most}")
        return self.value

    def number(self) -> float:
        """A positive number."""
        value = self.value
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < 1e15:
            self.fail("a positive number")
        return value

    @property
    def is_null(self) -> bool:
        """Whether nothing is there."""
        return self.value is None

    def texts(self, most: int, longest: int = LONGEST_TEXT) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(item.text(longest) for item in self.items(most))


def read_json(text: str, source: str | None = None) -> Place:
    """A JSON document. Raises InputError, with line and column, for anything else.

    Refused are a field that stands twice, NaN and Infinity, numbers that are too large, halves of characters, and more
    than 40 lists and objects inside each other.

    >>> read_json("[1, 2").value
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 6: no JSON: expecting ',' delimiter; expected a JSON document
    """

    def refuse(found: str, expected: str) -> NoReturn:
        raise InputError(found, source=source, expected=expected)

    def no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            refuse(f"the field {printable(twice, 60)!r} stands twice", "it once")
        return made

    def integer(digits: str) -> int:
        if len(digits) > _LONGEST_NUMBER:
            refuse(f"a number of {len(digits)} digits", f"at most {_LONGEST_NUMBER}; longer ones as texts")
        return int(digits)

    def real(digits: str) -> float:
        value = float(digits) if len(digits) <= 4 * _LONGEST_NUMBER else math.inf
        if not math.isfinite(value):
            refuse(f"the number {printable(digits, 60)}", "a smaller number")
        return value

    def constant(name: str) -> NoReturn:
        refuse(f"{name} in JSON", "a number or null")

    try:
        value = json.loads(
            text, object_pairs_hook=no_twins, parse_int=integer, parse_float=real, parse_constant=constant
        )
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise Location(source, error.lineno, error.colno).error(f"no JSON: {message}", "a JSON document") from None
    except RecursionError:
        refuse("lists and objects that are nested too deeply", f"at most {_DEEPEST} inside each other")
    if _depth(value) > _DEEPEST:
        refuse("lists and objects that are nested too deeply", f"at most {_DEEPEST} inside each other")
    if "\\ud" in text.lower():
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            refuse("half of a character (a lone surrogate)", "whole characters")
    return Place(value, "", source)


def _depth(value: Any) -> int:
    """The depth of nested lists and objects."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        level = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
    return depth
