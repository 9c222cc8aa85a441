"""Readers take steps in proportion to their input: lines of Python, and signs that methods look at."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from casbridge.algebra import languages
from casbridge.algebra.answer_text import answer_from_text
from casbridge.algebra.notation import integer_of
from casbridge.algebra.radical_parsing import parse_expression
from casbridge.backends.transcripts import first_error_line, first_warning_line, read_answer
from casbridge.bugs.bundle_reading import parse_bundle
from casbridge.bugs.zoo_reading import parse_thread
from casbridge.crosscheck.certificate_reading import read_certificate
from casbridge.errors import CasbridgeError, InputError
from casbridge.puzzles.reading import read
from casbridge.strict import read_json
from casbridge.studies.reading import plan_of_text

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
    "subfunctions of Bertini": lambda n: (
        "variable_group x; function f;\ns0=x;\n" + numbered("s#=x^#;")(n) + f"f=s1+s{n};"
    ),
    "a subfunction of Bertini": lambda n: (
        "variable_group x; function f; s=" + "+".join(["x"] * n) + ";\nf=" + "+".join(["s"] * n) + ";"
    ),
    "statements of SMT-LIB": lambda n: "(declare-const x Real)\n" + numbered("(assert (= x #))")(n),
    "names of SMT-LIB": lambda n: (
        numbered("(declare-const x# Real)(define-fun f# () Real (* x# x#))")(n) + numbered("(assert (= f# 1))")(n)
    ),
    "a sum of SMT-LIB": lambda n: "(declare-const x Real)(assert (= 0 (+" + numbered(" (* # x)")(n) + ")))",
    "sorts of SMT-LIB": lambda n: (
        "(define-sort F0 () Real)"
        + "".join(f"(define-sort F{i} () F{i - 1})" for i in range(1, n))
        + numbered(f"(declare-const x# F{n - 1})")(n)
        + "(assert (= x1 1))"
    ),
    "prose": numbered("these are words of line # of a text"),
    "parameters": lambda n: "parameters: " + " ".join(f"a{i}" for i in range(n)) + "\nvariables: x\nx^2 - 1",
    "eliminated": lambda n: "eliminate: " + ",\n".join(["x"] * n) + "\nx^2 - 1",
    "plain": numbered("x#^2 - #"),
    "list": lambda n: "[" + numbered("x#^2 - #,")(n) + "x]",
    "msolve": lambda n: "x,y\n0\n" + numbered("x^# - y,")(n) + "x",
    "generators of Singular": lambda n: "ring r=0,(x,y),dp;\nideal i;\n" + numbered("i[#]=x-1;")(n),
    "names of Singular": lambda n: (
        "ring r=0,(x,y),dp;\n"
        + numbered("poly f(#)=x-1;")(n)
        + "ideal i="
        + ",".join(f"f({k + 1})" for k in range(n))
        + ";"
    ),
    "variables of Singular": lambda n: f"ring r=0,x(1..{n}),dp;\nideal i=" + numbered("x(#),")(n) + "x(1);",
    "rings of Singular": numbered("ring r#=0,x,dp; ideal i=jacob(x); kill basering;"),
    "unread statements of Singular": lambda n: "ring r=0,x,dp; ideal i=x;\n" + numbered("f#(i);")(n),
    "rings of Macaulay2": numbered("R# = QQ[x]/I; J# = ideal(x);"),
    "names of Macaulay2": lambda n: "R = QQ[x]\n" + numbered("f# = x - 1")(n) + f"I = ideal(f1, f{n})",
    "variables of Macaulay2": lambda n: f"R = QQ[x_1..x_{n}]\nI = ideal(" + numbered("x_#,")(n) + "x_1)",
    "names of Maple": lambda n: (
        numbered("f#:=x-1:")(n) + "F:=[" + ",".join(f"f{k + 1}" for k in range(n)) + "]:Basis(F,plex(x));"
    ),
    "a name of Maple": lambda n: "f:=" + "+".join(["x"] * n) + ":F:=[" + ",".join(["f"] * n) + "]:Basis(F,plex(x));",
    "columns": lambda n: "id,puzzle\n" + numbered("#,12....122.3.4...")(n),
    "remarks": numbered("12....122.3.4... number #"),
    "titles": numbered("Grid #\n12..\n..12\n2.3.\n4..."),
    "edges": lambda n: "p edge 1000 3\n" + numbered("e 1 #")(n),
}


@pytest.mark.parametrize("name", TEXTS)
def test_twice_the_text_takes_twice_the_steps(name: str) -> None:
    with suppress(CasbridgeError):
        read(TEXTS[name](10))  # imports, and patterns that are compiled once
    few, many = (steps(read, TEXTS[name](n)) for n in (200, 400))
    assert many < 2.5 * few


_ANSWER = "casbridge:begin ab\ntask: {}\nfield: 0\nvariables: x y\n"
_STORED = '{"schema":"casbridge-answer/1","task":"%s","field":"QQ","variables":["x"],'
#: Reader, and its texts: what stands before, what is repeated.
READERS: dict[str, tuple[Callable[[str], Any], str, str]] = {
    **{
        f"{name} {part!r}": (getattr(languages, name), "", part)
        for name in dir(languages)
        if name.startswith("read_")
        for part in ("x=[1;\n", "i[1]=x-1;\n", "(x,", "'x\"\n", "/*x*/\n", "(assert (= x 1))", "(let ((a ")
    },
    "components": (read_answer, _ANSWER.format("charset"), "component:\nx-1\n"),
    "branches": (read_answer, _ANSWER.format("branches"), "branch:\ncondition: x != 0\n"),
    "warnings": (first_warning_line, "", "a: warnings\n"),
    "errors": (first_error_line, "", "a: Errors "),
    "answers": (answer_from_text, _STORED % "points" + '"points":["', "1 "),
    "radicals": (lambda text: parse_expression(text, ["x"]), "x", "+sqrt(2)"),
    "bundles": (parse_bundle, '{"schema":"casbridge-bundle/1"', ',"a":[]'),
    "certificates": (read_certificate, "", "// casbridge\n"),
    "threads": (parse_thread, 'thread = "sympy#1"\n', "[[outcome]]\n"),
    "plans": (lambda text: plan_of_text(text, Path("a.toml")), "", '[[inputs]]\nfamily = "cyclic"\nn = 4\n'),
}


@pytest.mark.parametrize("name", READERS)
def test_each_reader_takes_twice_the_steps(name: str) -> None:
    reader, before, repeated = READERS[name]
    with suppress(CasbridgeError):
        reader(before + 10 * repeated)
    few, many = (steps(reader, before + n * repeated) for n in (200, 400))
    assert many < 2.5 * few + 100


def test_long_lines_of_errors_and_signs_are_read_once() -> None:
    """With a pattern that goes back each of these takes minutes, or for ever."""
    assert first_error_line("Traceback (most recent call last):\n" + "    a\n" * 10_000) == ""
    assert first_error_line("? x" + " " * 200_000 + "y").endswith("y")
    signs = f'side = 4\ngreater = ["{"<" * 100_000} c"]\n'
    with pytest.raises(InputError):
        read(signs)


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
        "a" * 300_000,
    ],
    ids=["names", "border", "coefficient", "cells", "constant", "word"],
)
def test_no_pattern_goes_back_over_the_text(text: str) -> None:
    """With a pattern that takes the square of its text each of these takes minutes."""
    with suppress(CasbridgeError):
        read(text)


def test_long_numbers_are_exact() -> None:
    digits = "9" * 20_001
    assert integer_of(digits) == 10**20_001 - 1
