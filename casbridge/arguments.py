"""The error for an argument of a wrong kind. It names the kind, and the function to call instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

from casbridge.errors import UsageError, printable

# The class of a value → how tables of hints call it.
_NATURES = {
    "Puzzle": "puzzle",
    "Made": "puzzle",
    "Solution": "solution",
    "EncodedPuzzle": "encoded",
    "PolynomialSystem": "system",
    "SymPySystem": "system",
    "Polynomial": "polynomial",
    "Ring": "ring",
    "Layout": "layout",
    "Script": "script",
    "Answer": "answer",
    "Result": "result",
    "Verdict": "verdict",
    "Explanation": "explanation",
    "Chain": "chain",
    "PointChain": "chain",
    "Series": "series",
}


def nature_of(value: object) -> str:
    """The name of a value's kind in tables of hints: "text", "texts" for a list, "path", "puzzle", "system", ….

    A list has the nature of its first member, with an s.

    >>> [nature_of(value) for value in ("x", b"x", ["x", "y"], None, 3, {}, [])]
    ['text', 'bytes', 'texts', 'none', 'number', 'other', 'nothing']
    """
    if value is None:
        return "none"
    if isinstance(value, str):
        return "text"
    if isinstance(value, (bytes, bytearray)):
        return "bytes"
    if isinstance(value, PathLike):
        return "path"
    if isinstance(value, (int, float, complex)):
        return "number"
    kind = type(value)
    if kind.__module__.partition(".")[0] == "casbridge" and kind.__name__ in _NATURES:
        return _NATURES[kind.__name__]
    if kind.__module__.partition(".")[0] == "sympy":
        return "sympy"
    if isinstance(value, (list, tuple)):
        return f"{nature_of(value[0])}s" if value else "nothing"
    return "other"


def kind_of(value: object) -> str:
    """What a value is, in words.

    >>> [kind_of(value) for value in (None, "x", 3, ["x"], [], (1, 2), {}, int)]
    ['None', 'a str', 'an int', 'a list of str', 'an empty list', 'a tuple of int', 'a dict', 'the class int']
    """
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {printable(value.__name__, 60)}"
    if nature_of(value) == "path":
        return f"the path {printable(str(value), 80)!r}"
    name = printable(type(value).__name__, 60)
    if isinstance(value, (list, tuple)):
        return f"{_with_article(name)} of {printable(type(value[0]).__name__, 60)}" if value else f"an empty {name}"
    return f"{_with_article(name)} of SymPy's" if nature_of(value) == "sympy" else _with_article(name)


def _with_article(name: str) -> str:
    return f"{'an' if name[:1].lower() in ('a', 'e', 'i', 'o') else 'a'} {name}"


def wrong(value: object, expected: str, hints: Mapping[str, str] | None = None) -> UsageError:
    """The error for an argument of a wrong kind.

    expected: what the function takes. hints: a nature, see `nature_of` → the function to call instead.

    >>> print(wrong("x^2 - 1", "a Puzzle", {"text": "read_puzzle(text) makes one"}))
    a str; expected a Puzzle (read_puzzle(text) makes one)
    """
    return UsageError(kind_of(value), expected=expected, hint=(hints or {}).get(nature_of(value)))


def whole_numbers(given: object, what: str, hints: Mapping[str, str] | None = None) -> tuple[int, ...]:
    """Whole numbers as a tuple. Raises UsageError for anything else.

    what: what they are, for the error.

    >>> whole_numbers(range(3), "digits"), whole_numbers([4], "digits")
    ((0, 1, 2), (4,))
    """
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, dict)):
        raise wrong(given, f"{what}, whole numbers", hints)
    found: tuple[Any, ...] = tuple(given)
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in found):
        raise wrong(found, f"{what}, whole numbers", hints)
    return found


def text_of(value: object, what: str, hints: Mapping[str, str] | None = None) -> str:
    """A text as it is. Raises UsageError for anything else.

    what: what the text is, for the error.

    >>> text_of(3, "the name of a backend")
    Traceback (most recent call last):
    casbridge.errors.UsageError: an int; expected the name of a backend
    """
    if isinstance(value, str):
        return value
    raise wrong(value, what, hints)
