"""The names at the top: what they return, what they say of wrong arguments, what completion lists."""

from __future__ import annotations

import importlib
import inspect
import json
import operator
import os
import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pytest
import sympy

import casbridge
from casbridge import InputError, LimitError, PolynomialSystem, Puzzle, UsageError
from casbridge.backends import Status
from casbridge.calls import with_hints
from casbridge.cli import main
from casbridge.counting.completions import Counted
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.puzzle import Solution
from tests.every_value import SHIDOKU, circle, shidoku

ROOT = Path(__file__).resolve().parent.parent
SOLVED = "1423324141322314"
PACKAGES = "algebra backends bugs charset counting crosscheck encodings geometry logic making puzzles report scripts"
PACKAGES += " studies sympy testing"


def said_by_the_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


# -- what they return -------------------------------------------------------------------------------------------------


def test_solve_takes_all_forms_of_a_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(SHIDOKU)
    puzzle = casbridge.read_puzzle(SHIDOKU)
    grid = ".4..\n...1\n..3.\n2...\n"
    forms: list[Any] = [SHIDOKU, grid, SHIDOKU.encode(), file, str(file), puzzle, [puzzle], shidoku()]
    for form in forms:
        found = casbridge.solve(form)
        assert (found.lines, found.complete, len(found)) == ([SOLVED], True, 1), form
    made = casbridge.generate("2x2", seed=1)
    assert casbridge.solve(made)[0] == made.solution


def test_solve_says_whether_it_is_complete() -> None:
    some = casbridge.solve("2x2", limit=288)
    assert (len(some), some.complete) == (288, True)
    some = casbridge.solve("2x2", limit=287)
    assert (len(some), some.complete, some.text) == (287, False, "at least 287 solutions")
    assert [one.line for one in some[:2]] == some.lines[:2]
    none = casbridge.solve("11.. .... .... ....")
    assert (list(none), none.complete, none.text) == ([], True, "no solution")
    assert not none
    # No answer is an error, not an empty sequence.
    with pytest.raises(LimitError):
        casbridge.solve("5x5", seconds=0.05)
    with pytest.raises(casbridge.UnsupportedError):
        casbridge.solve("2x2", "reference:split", encoding="sum-product", domains=False)


def test_the_command_line_gives_the_same_answers(capsys: pytest.CaptureFixture[str]) -> None:
    said = partial(said_by_the_command, capsys)
    assert said("solve", "2x2", "--limit", "5")["solutions"] == casbridge.solve("2x2", limit=5).lines
    for subject in ("3x3", "2x3", SHIDOKU, "noon-3", "queens-5"):
        assert said("count", subject)["count"] == casbridge.count(subject), subject
    for kind in ("real", "rational", "multiplicity"):
        text = "x^3*(x^2 - 2) = 0"
        assert said("count", text, f"--{kind}")["count"] == casbridge.count(text, **{kind: True})
    assert said("count", SHIDOKU, "--backend", "reference")["count"] == casbridge.count(SHIDOKU, "reference")
    assert said("count", "x*y = 0")["dimension"] == casbridge.count("x*y = 0").dimension == 1
    wishes: list[tuple[list[str], dict[str, Any]]] = [
        (["--seed", "3", "--number", "2"], {"seed": 3, "number": 2}),
        (["--seed", "3", "--clues", "6..8", "--symmetry", "half-turn"], {"clues": "6..8", "symmetry": "half-turn"}),
        (["--seed", "3", "--difficulty", "singles", "--diagonals"], {"difficulty": "singles", "diagonals": True}),
        (["--seed", "3", "--number", "4", "--distinct"], {"number": 4, "distinct": True}),
        (["--seed", "3", "--random-regions"], {"random_regions": True}),
        (["--seed", "3", "--full", "--uniform"], {"full": True, "uniform": True}),
        (["--seed", "3", "--start", "5"], {"start": 5}),
    ]
    for options, wished in wishes:
        lines = [one.get("puzzle", one["solution"]) for one in said("generate", "2x2", *options)["puzzles"]]
        made = casbridge.generate("2x2", **{"number": 1, "seed": 3, **wished})
        assert [one.line for one in made] == lines, options
    told = said("explain", SHIDOKU)
    found = casbridge.explain(SHIDOKU)
    assert (len(told["steps"]), told["difficulty"]["level"]) == (len(found.steps), found.difficulty.level)
    assert [one["name"] for one in said("backends")["backends"]] == [one.name for one in casbridge.list_backends()]


def test_generate_makes_one_puzzle_or_a_list_of_them() -> None:
    one = casbridge.generate("2x2", seed=7)
    assert casbridge.generate("2x2", 1, seed=7) == [one]
    assert casbridge.generate(solution=one.solution, seed=1).solution.digits == one.solution.digits
    assert casbridge.generate(casbridge.sudoku("2x2"), seed=7) == one == casbridge.generate(one.puzzle.layout, seed=7)
    with pytest.raises(casbridge.NotMade):
        casbridge.generate("3x3", clues=17, seed=1, attempts=1, seconds=1)


def test_count_refuses_what_does_not_fit() -> None:
    assert casbridge.count("x^2 - 2 = 0", field="GF(7)", rational=True) == 2
    for wrong in ({"real": True, "rational": True}, {"encoding": "indicators"}, {"field": "GF(7)"}):
        with pytest.raises(UsageError):
            casbridge.count(circle(), **wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="real zeros of a puzzle"):
        casbridge.count("2x2", real=True)
    late = casbridge.count("4x4", seconds=0.2)
    assert late.number is None
    assert str(late).startswith("at least")


def test_a_solution_is_taken_as_its_full_grid() -> None:
    solution = casbridge.solve("2x2")[0]
    assert casbridge.count(solution) == 1
    assert list(casbridge.solve(solution)) == [Solution(Puzzle(solution.layout, solution.digits), solution.digits)]


def test_exact_counts_have_the_order_of_whole_numbers() -> None:
    one, grids = casbridge.count(SHIDOKU), casbridge.count("2x2")
    assert one < grids
    assert 287 < grids <= 288
    assert not grids < 288
    assert max(one, grids) == 288
    bound = Counted(Status.PARTIAL, at_least=7)
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(ValueError, match="no exact number: at least 7"):
            compare(bound, 7)
        with pytest.raises(ValueError, match="no exact number: at least 7"):
            compare(bound, bound)


def test_backends_are_listed_by_name() -> None:
    assert [one.name for one in casbridge.list_backends("reference")] == ["reference"]


def test_a_family_takes_a_members_name() -> None:
    assert casbridge.family("cyclic-3") == casbridge.family("cyclic", 3)
    assert (
        casbridge.family("noon-3,c=1/2") == casbridge.family("noon", 3, c="1/2") == casbridge.family("noon-3", c="1/2")
    )
    assert casbridge.family("random-3", seed=7) == casbridge.family("random", 3, seed=7)


def test_a_series_is_a_list() -> None:
    series = casbridge.char_series(circle())
    assert series == [*series]
    assert len({tuple(series), tuple(casbridge.char_series(circle()))}) == 1


def test_sudoku_reads_sudokus_only() -> None:
    assert casbridge.sudoku("3x3").layout == casbridge.puzzles.sudoku(3, 3)
    assert casbridge.sudoku("12....\n" + "......\n" * 5, box=(3, 2)).layout.box == (3, 2)
    with pytest.raises(InputError, match=r"Latin square.*read_puzzle"):
        casbridge.sudoku("latin-4")


def test_a_package_with_the_name_of_a_function_may_be_called() -> None:
    assert casbridge.crosscheck(circle(), "reference,reference:basis").kind == "agree"
    assert casbridge.backends() == casbridge.list_backends()
    assert inspect.signature(casbridge.backends) == inspect.signature(casbridge.list_backends)
    assert [*inspect.signature(casbridge.report).parameters]


@pytest.mark.parametrize(
    "first", ["import casbridge.crosscheck.certificates", "from casbridge.crosscheck import crosscheck"]
)
def test_such_a_package_and_its_modules_are_found_in_any_order(first: str) -> None:
    program = f"""
        import casbridge
        {first}
        assert callable(casbridge.crosscheck)
        import casbridge.crosscheck.certificates
        from casbridge import crosscheck
        from casbridge.crosscheck import certificates, crosscheck as function
        assert casbridge.crosscheck is crosscheck and crosscheck.certificates is certificates
        import inspect
        assert inspect.signature(crosscheck) == inspect.signature(function)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_type_checkers_know_the_names_at_the_top(tmp_path: Path) -> None:
    mypy = pytest.importorskip("mypy.api")
    file = tmp_path / "typed.py"
    file.write_text(
        textwrap.dedent("""
        import casbridge
        import casbridge.crosscheck.certificates
        from casbridge import crosscheck, solve, sudoku
        from casbridge.crosscheck.certificates import certificate

        system = casbridge.read_system("x")
        verdict: casbridge.Verdict = crosscheck(system, ["reference", "sympy"], seconds=5)
        verdict = casbridge.crosscheck(system)
        text: str = certificate(system, casbridge.char_series(system))
        print(casbridge.crosscheck.certificates.certificate, casbridge.backends()[0].name, casbridge.logic.LEVELS)
        lines: list[str] = solve(sudoku("2x2")).lines
        made: casbridge.Made = casbridge.generate("2x2")
        several: list[casbridge.Made] = casbridge.generate("2x2", 2, seed=1)
        number: int = int(casbridge.count("3x3"))
        crosscheck(system, 5)
        """)
    )
    told, _, _ = mypy.run(["--strict", "--cache-dir", str(tmp_path), str(file)])
    errors = [line for line in told.splitlines() if ": error:" in line]
    assert len(errors) == 1, told
    assert "arg-type" in errors[0]


# -- wrong arguments --------------------------------------------------------------------------------------------------

x = sympy.Symbol("x")
#: What people give by mistake.
WRONG: dict[str, Any] = {
    "None": None,
    "an int": 7,
    "a float": 0.5,
    "a list of str": ["x^2-1", "y"],
    "an empty list": [],
    "a dict": {"x": 1},
    "SymPy": x**2 - 1,
    "a list of SymPy": [x**2 - 1],
    "a path": Path("no/such/file.txt"),
    "bytes": b"x^2 - 1",
    "a text, system": "x^2-1",
    "a text, puzzle": SHIDOKU,
    "an object": object(),
    "a class": PolynomialSystem,
    "a system": circle,
    "a puzzle": lambda: casbridge.read_puzzle(SHIDOKU),
    "an encoded puzzle": shidoku,
    "an answer": lambda: casbridge.run(circle()).answer,
    "a result": lambda: casbridge.run(circle()),
    "a ring": lambda: circle().ring,
}
SYSTEMS = ("SymPy", "a list of SymPy", "a system", "an encoded puzzle")
PUZZLES = ("a text, puzzle", "a puzzle", "an encoded puzzle")
TEXTS = ("a text, system", "a text, puzzle", "bytes")
#: For each entrance, how to call it with one argument, and which of the values above it takes.
ENTRANCES: dict[str, tuple[Callable[[Any], Any], tuple[str, ...]]] = {
    "solve": (casbridge.solve, PUZZLES),
    "count": (casbridge.count, (*SYSTEMS, *PUZZLES, *TEXTS)),
    "generate": (casbridge.generate, ()),
    "generate, number": (lambda value: casbridge.generate("2x2", value), ("None", "an int")),
    "generate, seed": (lambda value: casbridge.generate("2x2", seed=value), ("None", "an int")),
    "generate, clues": (lambda value: casbridge.generate("2x2", clues=value, seed=1), ("None", "an int")),
    "generate, difficulty": (lambda value: casbridge.generate("2x2", difficulty=value, seed=1), ("None",)),
    "generate, pattern": (lambda value: casbridge.generate("2x2", pattern=value, seed=1), ("None", "a text, puzzle")),
    "generate, solution": (lambda value: casbridge.generate(solution=value, seed=1), ("None",)),
    "generate, symmetry": (lambda value: casbridge.generate("2x2", symmetry=value), ()),
    "explain": (casbridge.explain, PUZZLES),
    "explain, up_to": (lambda value: casbridge.explain(SHIDOKU, up_to=value), ()),
    "crosscheck": (lambda value: casbridge.crosscheck(value, "reference:general,reference:basis"), SYSTEMS),
    "crosscheck, backends": (lambda value: casbridge.crosscheck(circle(), value), ("None",)),
    "crosscheck, repeat": (lambda value: casbridge.crosscheck(circle(), "reference", repeat=value), ("an int",)),
    "crosscheck, progress": (
        lambda value: casbridge.crosscheck(circle(), "reference", progress=value),
        ("None", "a class"),
    ),
    "crosscheck, limits": (lambda value: casbridge.crosscheck(circle(), "reference", value), ("None",)),
    "char_series": (casbridge.char_series, SYSTEMS),
    "char_series, seconds": (
        lambda value: casbridge.char_series(circle(), seconds=value),
        ("None", "an int", "a float"),
    ),
    "sudoku, box": (lambda value: casbridge.sudoku("2x2", box=value), ("None",)),
    "sudoku": (casbridge.sudoku, ("a text, puzzle",)),
    "read_puzzle": (casbridge.read_puzzle, ("a text, puzzle",)),
    "read": (casbridge.read, TEXTS),
    "read_file": (casbridge.read_file, ("a text, system", "a text, puzzle")),
    "read_puzzles": (casbridge.read_puzzles, ("a text, puzzle",)),
    "read_system": (casbridge.read_system, ("a text, system", "bytes")),
    "encode": (casbridge.encode, ("a puzzle",)),
    "encode, encoding": (lambda value: casbridge.encode(casbridge.read_puzzle(SHIDOKU), value), ()),
    "encode, field": (lambda value: casbridge.encode(casbridge.read_puzzle(SHIDOKU), field=value), ("None", "an int")),
    "encode, values": (lambda value: casbridge.encode(casbridge.read_puzzle(SHIDOKU), values=value), ("None",)),
    "encode, deadline": (lambda value: casbridge.encode(casbridge.read_puzzle(SHIDOKU), deadline=value), ()),
    "decode": (lambda value: casbridge.decode(value, casbridge.run(shidoku()).answer), ("an encoded puzzle",)),
    "decode, answer": (lambda value: casbridge.decode(shidoku(), value), ()),
    "audit": (lambda value: casbridge.audit(value, range(1, 4)), ()),
    "audit, digits": (lambda value: casbridge.audit("symmetric", value), ()),
    "render": (lambda value: casbridge.render(value, "sympy"), SYSTEMS),
    "audit, field": (lambda value: casbridge.audit("symmetric", [1, 2, 3], value), ("None", "an int")),
    "render, templates": (lambda value: casbridge.render(circle(), "sympy", templates=value), ("None",)),
    "render, to": (lambda value: casbridge.render(circle(), value), ()),
    "run": (casbridge.run, SYSTEMS),
    "run, backend": (lambda value: casbridge.run(circle(), value), ()),
    "run, seconds": (lambda value: casbridge.run(circle(), seconds=value), ("None", "an int", "a float")),
    "parse": (casbridge.parse, ()),
    "parse, script": (lambda value: casbridge.parse("", value), ()),
    "solutions": (casbridge.solutions, ("SymPy", "a list of SymPy", "a system", "an encoded puzzle")),
    "solutions, limits": (lambda value: casbridge.solutions(circle(), limits=value), ("None",)),
    "certificate": (lambda value: casbridge.certificate(value, []), SYSTEMS),
    "certificate, chains": (lambda value: casbridge.certificate(circle(), value), ("an empty list",)),
    "measure": (lambda value: casbridge.measure(value, circle()), ("an answer", "a result", "an empty list")),
    "verify": (casbridge.verify, ()),
    "family": (lambda value: casbridge.family(value, 3), ()),
    "family, n": (lambda value: casbridge.family("cyclic", value), ("an int",)),
    "member": (lambda value: casbridge.member(value, 3), ()),
    "from_sympy": (casbridge.from_sympy, ("SymPy", "a list of SymPy")),
    "variables": (casbridge.variables, ("a ring",)),
    "register": (casbridge.register, ()),
    "open_study": (casbridge.open_study, ("a path", "a text, system", "a text, puzzle")),
    "SplitSeries": (casbridge.SplitSeries, ("an encoded puzzle",)),
    "PolynomialSystem.of": (lambda value: PolynomialSystem.of(circle().ring, value), ("an empty list",)),
    "PolynomialSystem.of, ring": (lambda value: PolynomialSystem.of(value, []), ("a ring",)),
    "Ring.of": (casbridge.Ring.of, ("an empty list",)),
    "Puzzle": (lambda value: Puzzle(value, ()), ()),
    "Puzzle, givens": (lambda value: Puzzle(casbridge.read_puzzle(SHIDOKU).layout, value), ()),
    "Field": (casbridge.Field, ("an int",)),
    "Limits": (casbridge.Limits, ("None", "an int", "a float")),
}


def value_of(name: str) -> Any:
    value = WRONG[name]
    return value() if inspect.isfunction(value) or hasattr(value, "__wrapped__") else value


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_a_wrong_argument_is_one_line_about_what_was_given(entrance: str) -> None:
    call, taken = ENTRANCES[entrance]
    for name in WRONG:
        if name in taken:
            continue
        with pytest.raises((InputError, casbridge.UnsupportedError, casbridge.BackendError)) as raised:
            call(value_of(name))
        text = str(raised.value)
        assert text.isprintable(), (name, text)
        assert len(text) < 400, (name, text)
        if "BackendError" in type(raised.value).__name__:
            assert entrance.startswith("parse"), (name, text)  # a text that is no answer
        if isinstance(raised.value, casbridge.UnsupportedError):
            assert entrance in ("SplitSeries",), (name, text)  # a system that it cannot do


@pytest.mark.parametrize("entrance", ["solve", "explain", "count", "read_system", "encode", "render", "crosscheck"])
def test_what_is_taken_is_taken(entrance: str) -> None:
    call, taken = ENTRANCES[entrance]
    for name in taken:
        call(value_of(name))


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (lambda: casbridge.crosscheck("x^2-1"), "read_system(text)"),
        (lambda: casbridge.crosscheck("x^2-1"), "a list of SymPy's expressions"),
        (lambda: casbridge.crosscheck(SHIDOKU), "encode(puzzle)"),
        (lambda: casbridge.char_series(SHIDOKU), "read_puzzle(text)"),
        (lambda: casbridge.char_series(casbridge.read_puzzle(SHIDOKU)), "encode(puzzle)"),
        (lambda: casbridge.solve(circle()), "char_series"),
        (lambda: casbridge.solve("x^2 - 1 = 0"), "char_series"),
        (lambda: casbridge.solve([x**2 - 1]), "solutions"),
        (lambda: casbridge.solve("..........\n" * 0 + f"{SHIDOKU}\n{SHIDOKU}\n{SHIDOKU}"), "read_puzzles(text)"),
        (lambda: casbridge.explain(circle()), "char_series"),
        (lambda: casbridge.read_puzzle("x^2 - 1 = 0"), "read_system reads it"),
        (lambda: casbridge.read_puzzles("x^2 - 1 = 0"), "read_system reads it"),
        (lambda: casbridge.read_system(SHIDOKU), "encode makes one of it"),
        (lambda: casbridge.read(Path("a.txt")), "read_file(path)"),
        (lambda: casbridge.encode(SHIDOKU), "read_puzzle(text)"),
        (lambda: casbridge.encode(shidoku()), "encoded already"),
        (lambda: casbridge.run("x^2 - 1"), "read_system(text)"),
        (lambda: casbridge.run(casbridge.read_puzzle(SHIDOKU)), "encode(puzzle)"),
        (lambda: casbridge.render(["x^2 - 1"]), "read_system('\\n'.join(texts))"),
        (lambda: casbridge.decode(shidoku(), casbridge.run(shidoku())), "result.answer"),
        (lambda: casbridge.measure(circle()), "count(system)"),
        (lambda: casbridge.variables("x y"), "Ring.of"),
        (lambda: casbridge.generate(5), "number=5"),
        (lambda: casbridge.sudoku(2), "casbridge.puzzles.sudoku(2, 2)"),
        (lambda: casbridge.sudoku(2, 2), "casbridge.puzzles.sudoku(2, 2)"),
        (lambda: casbridge.sudoku(SHIDOKU, (2, 2)), "box='2x3'"),
        (lambda: casbridge.list_backends("singulr"), "did you mean singular?"),
        (lambda: casbridge.family("cyclic"), "family('cyclic', n)"),
        (lambda: casbridge.family("cyclik-3"), "did you mean cyclic?"),
        (lambda: casbridge.member("queens"), "member('queens', n)"),
        (lambda: casbridge.read_system("cyclic-6"), "casbridge.member('cyclic-6') makes it"),
        (lambda: casbridge.read_system("systems/circle.txt"), "read_file(path)"),
        (lambda: casbridge.read("puzzle.sdk"), "read_file(path)"),
        (lambda: casbridge.certificate(circle()), "certificate(system, char_series(system))"),
        (lambda: casbridge.solutions(circle(), limits=5), "Limits(seconds=5)"),
        (lambda: casbridge.audit("symmetric", 9), "range(1, 10)"),
        (lambda: casbridge.run(circle(), "singulr"), "did you mean singular?"),
        (lambda: casbridge.run(circle(), "sympy.groebner"), "a method stands behind a colon: sympy:groebner"),
        (lambda: casbridge.crosscheck(circle(), "reference; sympy"), "a comma stands between two names"),
        (lambda: casbridge.solve(SHIDOKU, timeout=5), "solve() has no argument timeout"),
        (lambda: casbridge.solve(SHIDOKU, timeout=5), "did you mean seconds?"),
        (lambda: casbridge.crosscheck(circle(), backend="singular"), "did you mean backends?"),
        (lambda: casbridge.crosscheck(circle(), "reference", backends="sympy"), "two values for backends"),
        (lambda: casbridge.render(circle(), method="std"), "did you mean to? a name may end with a method"),
        (lambda: casbridge.char_series([x], order=[x]), "symbols stand behind the others, without a name"),
        (lambda: casbridge.generate("2x2", variants="killer"), "did you mean variant?"),
        (lambda: casbridge.generate("2x2", n=3), "did you mean number?"),
        (lambda: casbridge.generate((2, 3)), "generate('2x3')"),
        (lambda: casbridge.read_system("x", vars="x"), "did you mean variables?"),
        (lambda: casbridge.Limits(timeout=5), "did you mean seconds?"),
        (lambda: casbridge.Limits(memory="2G"), "memory=2147483648 is 2G"),  # type: ignore[arg-type]
        (lambda: casbridge.Puzzle(SHIDOKU), "read_puzzle(text) makes one of a text"),
        (lambda: casbridge.Ring("x y"), "Ring.of('x y') makes one"),
        (lambda: casbridge.solve(), "solve() without puzzle; expected solve(puzzle, …)"),
        (lambda: casbridge.solve(SHIDOKU, "reference", 5), "expected at most 2: puzzle, backend"),
        (lambda: casbridge.report("study.toml", "page.html"), "open_study(path).report(page)"),
        (lambda: casbridge.family("cyclic", "5"), "cyclic of size '5'; expected n from 2 to 100"),
        (lambda: casbridge.solve([[0, 1], [2]]), "1 cells in row 2; expected 2, as in row 1"),
        (lambda: casbridge.solve([[0, 1], [2, 0.5]]), "a float in row 2"),
    ],
)
def test_a_hint_names_the_right_function(call: Callable[[], Any], hint: str) -> None:
    with pytest.raises(InputError) as raised:
        call()
    assert hint in str(raised.value)


@pytest.mark.parametrize(("guessed", "meant"), [("casbridge.slove", "solve"), ("casbridge.charset.Chian", "Chain")])
def test_python_says_which_name_is_like_one_that_is_not_there(guessed: str, meant: str) -> None:
    program = f"import casbridge, casbridge.charset; {guessed}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert f"Did you mean: '{meant}'?" in done.stderr


def test_each_function_at_the_top_says_which_arguments_it_has() -> None:
    functions = {name: getattr(casbridge, name) for name in [*casbridge.__all__, "backends", "report"]}
    for name in functions:
        if inspect.isclass(functions[name]) or not callable(functions[name]) or name in ("family", "member"):
            continue  # these two take the names of parameters, and refuse unknown ones themselves
        with pytest.raises(UsageError, match=r"\(\) has no argument no_such_thing; expected"):
            functions[name](no_such_thing=1)
        # Help and completion show the true signature, and a process pool finds the function by its name.
        assert "Unpack" not in str(inspect.signature(functions[name]))
        if inspect.isfunction(functions[name]):
            assert pickle.loads(pickle.dumps(functions[name])) is functions[name]
    assert "variables" in inspect.signature(casbridge.read_system).parameters
    assert "casbridge.crosscheck(subject: 'Any', backends:" in (casbridge.crosscheck.__doc__ or "")


def test_an_error_within_a_function_stays_what_it_is() -> None:
    @with_hints
    def add(one: int, two: int = 2, **others: Unpack[ReadingOptions]) -> int:
        return one + two

    with pytest.raises(TypeError, match="can only concatenate"):
        add("1")  # type: ignore[arg-type]
    assert add(1, lines=True) == 3
    with pytest.raises(UsageError, match=r"expected one, two, source, .*did you mean lines\?"):
        add(1, line=True)  # type: ignore[call-arg]


def test_a_name_that_is_in_a_room_below_is_pointed_at() -> None:
    with pytest.raises(AttributeError, match=r"casbridge\.making\.canonical_form does that"):
        casbridge.canonical  # noqa: B018
    for name, place in casbridge._BELOW.items():
        assert not hasattr(casbridge, name)
        room, _, member = place.rpartition(".")
        assert hasattr(importlib.import_module(f"casbridge.{room}".rstrip(".")), member), name


def test_rows_of_digits_are_a_puzzle() -> None:
    numbers = [[0, 4, 0, 0], [0, 0, 0, 1], [0, 0, 3, 0], [2, 0, 0, 0]]
    flat = [one for row in numbers for one in row]
    mixed: Any = [[0, 4, None, "."], [0, 0, 0, "1"], [0, 0, 3, 0], ["2", 0, 0, 0]]
    for given in (numbers, flat, mixed, np.array(numbers), tuple(map(tuple, numbers))):
        assert casbridge.sudoku(given).line == casbridge.read_puzzle(given).line == SHIDOKU
        assert casbridge.solve(given).lines == [SOLVED]
    assert casbridge.sudoku([[16] + [0] * 15] + [[0] * 16] * 15).line[:2] == "G."


# -- completion -------------------------------------------------------------------------------------------------------


def plain(names: list[str]) -> Iterator[str]:
    return (name for name in names if not name.startswith("_"))


def test_completion_lists_public_names_only() -> None:
    assert {*plain(dir(casbridge))} == {*casbridge.__all__, *PACKAGES.split()}
    for name in PACKAGES.split():
        package = importlib.import_module(f"casbridge.{name}")
        assert getattr(casbridge, name) is package
        assert sorted(plain(dir(package))) == sorted(package.__all__), name
        assert package.__all__, name
        for one in package.__all__:
            found = getattr(package, one)
            assert not inspect.ismodule(found) or one in ("families",), (name, one)


def test_every_public_name_has_a_docstring_with_an_example() -> None:
    """A class may have its example in a method; a constant and an enumeration say what they are."""
    wanting = []
    for name in ("", *PACKAGES.split()):
        package = importlib.import_module(f"casbridge.{name}".rstrip("."))
        for one in package.__all__:
            found = getattr(package, one)
            if not inspect.isclass(found) and not inspect.isfunction(found):
                continue
            parts = [found, *(vars(found).values() if inspect.isclass(found) else ())]
            docs = [part.__doc__ or "" for part in parts if hasattr(part, "__doc__")]
            if not docs[0].strip() or not any(">>>" in doc for doc in docs):
                wanting.append(f"{package.__name__}.{one}")
    assert wanting == []


def test_a_star_import_takes_the_names_at_the_top() -> None:
    names: dict[str, Any] = {}
    exec("from casbridge import *", names)
    assert {*casbridge.__all__} <= {*names}
    assert callable(names["crosscheck"])


def test_importing_casbridge_imports_almost_nothing() -> None:
    """Two of its own modules beside the package, and of Python's only what every start has."""
    program = "import sys; before = {*sys.modules}; import casbridge; print(*sorted({*sys.modules} - before))"
    run = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"],
                         capture_output=True, text=True, check=True)  # fmt: skip
    ours = {"casbridge", "casbridge.cli", "casbridge.drawings", "casbridge.lazy"}
    assert {*run.stdout.split()} - ours <= {
        "__future__",
        "importlib",
        "warnings",
        "importlib._bootstrap",
        "importlib._bootstrap_external",
    }
    assert os.path.exists(ROOT / "casbridge")
