"""Readers take steps in proportion to their input: lines of Python, and signs that methods look at."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from casbridge.algebra.notation import integer_of
from casbridge.errors import CasbridgeError, InputError
from casbridge.puzzles.reading import read
from casbridge.strict import read_json

_LOOKS_AT_ALL = {"count", "find", "rfind", "index", "replace", "split", "strip", "partition", "remove"}


def steps(work: Callable[[str], Any], text: str) -> int:
    """The lines of Python that a call executes, and the signs or items that methods such as `count` may look at."""
    taken = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal taken
        taken += event == "line"
        return trace

    def profile(frame: FrameType, event: str, called: Any) -> None:
        nonlocal taken
        if event == "c_call" and isinstance(owner := getattr(called, "__self__", None), str | list):
            taken += len(owner) if called.__name__ in _LOOKS_AT_ALL else 0

    sys.settrace(trace)
    sys.setprofile(profile)
    try:
        with suppress(CasbridgeError):
            work(text)
    finally:
        sys.settrace(None)
        sys.setprofile(None)
    return taken


def numbered(line: str) -> Callable[[int], str]:
    """A text of n lines in which # is the number of the line."""
    return lambda n: "".join(line.replace("#", str(i)) + "\n" for i in range(1, n + 1))


TEXTS: dict[str, Callable[[int], str]] = {
    "indexed generators": numbered("i[#]=x(1)-1"),
    "continued lines": lambda n: "x\\\n" * n,
    "functions of Bertini": lambda n: "variable_group x;\n" + numbered("function f#;")(n),
    "variables of Bertini": numbered("variable_group x#;"),
    "parameters": lambda n: "parameters: " + " ".join(f"a{i}" for i in range(n)) + "\nvariables: x\nx^2 - 1",
    "eliminated": lambda n: "eliminate: " + ",\n".join(["x"] * n) + "\nx^2 - 1",
    "plain": numbered("x#^2 - #"),
    "list": lambda n: "[" + numbered("x#^2 - #,")(n) + "x]",
    "msolve": lambda n: "x,y\n0\n" + numbered("x^# - y,")(n) + "x",
    "edges": lambda n: "p edge 1000 3\n" + numbered("e 1 #")(n),
}


@pytest.mark.parametrize("name", TEXTS)
def test_twice_the_text_takes_twice_the_steps(name: str) -> None:
    with suppress(CasbridgeError):
        read(TEXTS[name](10))  # imports, and patterns that are compiled once
    few, many = (steps(read, TEXTS[name](n)) for n in (200, 400))
    assert many < 2.5 * few


def test_a_key_that_stands_twice_is_found_in_linear_time() -> None:
    def twice(n: int) -> str:
        return "{" + ",".join(f'"k{i}": 1' for i in range(n)) + f', "k{n - 1}": 1}}'

    few, many = (steps(read_json, twice(n)) for n in (300, 600))
    assert many < 2.5 * few
    with pytest.raises(InputError) as caught:
        read_json(twice(5))
    assert "'k4'" in caught.value.found


@pytest.mark.parametrize(
    "text",
    [
        "i[1]=" + "1e" * 30_000 + ")",
        "-" * 60_000 + ")",
        "7" * 60_000 + "*x - 1\n",
        "1a" * 30_000,
        "x - " + "7" * 60_000,
    ],
    ids=["names", "border", "coefficient", "cells", "constant"],
)
def test_no_pattern_goes_back_over_the_text(text: str) -> None:
    """With a pattern that takes the square of its text each of these takes minutes."""
    with suppress(CasbridgeError):
        read(text)


def test_long_numbers_are_exact() -> None:
    digits = "9" * 20_001
    assert integer_of(digits) == 10**20_001 - 1
