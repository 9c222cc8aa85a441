"""Scripts run as a user runs them, in the CAS itself."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from script_cases import CASES, PAPER, PAPER_CHAIN, system, with_goal

from casbridge.algebra import PolynomialSystem
from casbridge.algebra.answers import Task
from casbridge.backends import registry
from casbridge.backends.gap import GAP
from casbridge.backends.giac import GIAC
from casbridge.backends.macaulay2 import MACAULAY2
from casbridge.backends.maxima import MAXIMA
from casbridge.backends.sage import SAGE
from casbridge.backends.singular import SINGULAR
from casbridge.backends.sympy import SYMPY
from casbridge.backends.transcripts import parse, read_answer
from casbridge.errors import UnsupportedError
from casbridge.scripts import Script, Target, render


def by_hand(script: Script, folder: Path, program: str) -> str:
    path = folder / f"script.{script.target.extension}"
    path.write_text(script.text, encoding="utf-8")
    before = {GAP: ["-q"], MACAULAY2: ["--script"], MAXIMA: ["--very-quiet", "--init-mac"]}.get(script.target, [])
    run = subprocess.run(
        [program, *before, path.name],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return run.stdout


PROGRAMS = [
    pytest.param(SINGULAR, "Singular", marks=pytest.mark.singular, id="singular"),
    pytest.param(SYMPY, sys.executable, id="sympy"),
    pytest.param(SAGE, "sage", marks=pytest.mark.sage, id="sage"),
    pytest.param(GAP, "gap", marks=pytest.mark.gap, id="gap"),
    pytest.param(MACAULAY2, "M2", marks=pytest.mark.macaulay2, id="macaulay2"),
]
#: Those that compute over QQ alone.
SOLVERS = [
    pytest.param(MAXIMA, "maxima", marks=pytest.mark.maxima, id="maxima"),
    pytest.param(GIAC, "giac", marks=pytest.mark.giac, id="giac"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("target", "program"), PROGRAMS)
def test_the_papers_script_prints_the_papers_chain(target: Target, program: str, tmp_path: Path) -> None:
    script = render(PAPER, target)
    assert list(parse(by_hand(script, tmp_path, program), script).points()) == [PAPER_CHAIN]


@pytest.mark.slow
@pytest.mark.parametrize(("target", "program"), PROGRAMS + SOLVERS)
def test_odd_names_and_provenance_come_back(target: Target, program: str, tmp_path: Path) -> None:
    asked = CASES["renamed"]
    if target.method().objection_to(asked):
        asked = system("system _y std print", ["system^2-1", "_y-system", "std-3", "print-_y"], 0, "", asked.facts)
    script = render(asked, target)
    found = read_answer(by_hand(script, tmp_path, program), script)
    assert found.answer.ring == asked.ring
    assert found.facts == script.facts


@pytest.mark.singular
def test_singular_ends_after_a_script_at_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "script.sing").write_text(render(PAPER, SINGULAR).text, encoding="utf-8")
    ours, theirs = pty.openpty()
    run = subprocess.Popen(["Singular", "script.sing"], cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    output = b""
    try:
        while chunk := os.read(ours, 65536):
            output += chunk
    except OSError:
        pass
    finally:
        os.close(ours)
    assert run.wait(timeout=30) == 0
    assert list(parse(output.decode()).points()) == [PAPER_CHAIN]


@pytest.mark.singular
@pytest.mark.parametrize(
    "method",
    [
        pytest.param(method.name, marks=[pytest.mark.slow] if method.name == "primdecGTZ" else [])
        for method in SINGULAR.methods
    ],
)
def test_driven_scripts_leave_nothing_in_a_session(method: str, tmp_path: Path) -> None:
    """Three scripts through one Singular: no notices, no names left, every answer in its own file."""
    cases = ["positive-7", "paper-4.1", "renamed"]
    systems = [with_goal(CASES[case], SINGULAR.method(method)) for case in cases]
    scripts = [
        render(asked, SINGULAR, method, answer_file=f"{case}.txt") for case, asked in zip(cases, systems, strict=True)
    ]
    for case, script in zip(cases, scripts, strict=True):
        (tmp_path / f"{case}.sing").write_text(script.text, encoding="utf-8")
    # A library's procedures stay, and are in no job's way.
    driven = "".join(f'< "{case}.sing";' for case in cases)
    run = subprocess.run(
        ["Singular", "-q", "--no-rc"],
        cwd=tmp_path,
        input=f'LIB "primdec.lib"; "first"; listvar(); "jobs"; {driven} "last"; listvar(); "end";',
        capture_output=True,
        text=True,
        check=True,
    )
    before, during, after = (
        run.stdout.partition(f"{a}\n")[2].partition(f"{b}\n")[0]
        for a, b in [("first", "jobs"), ("jobs", "last"), ("last", "end")]
    )
    assert before == after
    assert during == ""
    for case, script in zip(cases, scripts, strict=True):
        told = (tmp_path / f"{case}.txt").read_text(encoding="utf-8")
        if case == "positive-7" and script.method.sizes.largest_dimension == 0:
            with pytest.raises(UnsupportedError, match="infinitely many zeros"):
                parse(told, script)
        else:
            assert parse(told, script).ring == CASES[case].ring


@pytest.mark.singular
def test_a_script_that_goes_wrong_prints_no_answer(tmp_path: Path) -> None:
    """Singular goes on after an error, and ends with exit code 0: the answer must not be printed."""
    script = render(PAPER, SINGULAR, "char_series")
    for old, new in [
        ("F(x1),", "nonsense(x1),"),
        ("char_series(", "no_such_series("),
        ("list rows;", 'ERROR("stopped");'),
        ("ideal equations", "ideal equation"),
    ]:
        assert script.text.count(old)
        (tmp_path / "broken.sing").write_text(script.text.replace(old, new), encoding="utf-8")
        run = subprocess.run(
            ["Singular", "-q", "broken.sing"],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "casbridge:" not in run.stdout


@pytest.mark.singular
@pytest.mark.parametrize("method", ["std", "minAssGTZ"])
def test_every_name_that_singular_accepts_keeps_working(method: str, tmp_path: Path) -> None:
    """Names that look like products, powers or local variables of Singular's libraries."""
    names = "x x1 x2 x12 y i j k l n p r e E F G I x_1 x_12 x_1_2 x1_2 X1 t T m h d s q P"
    asked = system(names, [f"{name}-{n}" for n, name in enumerate(names.split(), 1)], 101)
    script = render(asked, SINGULAR, method)
    answer = parse(by_hand(script, tmp_path, "Singular"), script)
    assert script.names == asked.ring.variables
    assert list(answer.points()) == [tuple(range(1, asked.ring.size + 1))]


@pytest.mark.singular
def test_exponents_beyond_singulars_ordinary_ones(tmp_path: Path) -> None:
    names = [f"x{i}" for i in range(40)]
    polynomials = [f"{name}^100000-1" for name in names[:1]] + [f"{name}-1" for name in names[1:]]
    asked = system(" ".join(names), polynomials, 7)
    script = render(asked, SINGULAR, "std")
    answer = parse(by_hand(script, tmp_path, "Singular"), script)
    assert max(polynomial.total_degree for polynomial in answer.components[0]) == 100_000


@pytest.mark.slow
def test_a_system_without_equations_or_variables_has_everything_as_its_zeros(tmp_path: Path) -> None:
    for case in ("zero-ideal", "no-variables"):
        asked: PolynomialSystem = CASES[case]
        script = render(asked, SYMPY, "groebner")
        assert parse(by_hand(script, tmp_path, sys.executable), script).components == ((),)


ODD_WORDS = [
    "/* open",
    "*/ close",
    "// more",
    "{",
    "}",
    "a; quit;",
    "it's",
    '"',
    "`x`",
    "\\",
    "#}",
    "{{ 1/0 }}",
    "{% if %}",
    "é 数独 \x00",
]


@pytest.mark.slow
@pytest.mark.parametrize(("target", "program"), PROGRAMS + SOLVERS)
def test_words_from_outside_are_only_words(target: Target, program: str, tmp_path: Path) -> None:
    plain = system("x y", ["x-1", "y-2"], 0 if target in (MAXIMA, GIAC) else 7)
    equations = tuple(replace(e, origin=" ".join(ODD_WORDS)) for e in plain.equations for _ in range(2))
    asked = PolynomialSystem(plain.ring, equations, " ".join(ODD_WORDS), tuple((word, word) for word in ODD_WORDS))
    script = render(asked, target)
    found = read_answer(by_hand(script, tmp_path, program), script)
    assert list(found.answer.points()) == [(1, 2)]
    assert found.facts == script.facts


RUNNING = [
    name
    for name in registry.OWN_BACKENDS
    if registry.get(name).target is not None and not registry.is_script_only(registry.get(name))
]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=[getattr(pytest.mark, name), *[pytest.mark.slow] * (name in ("gap", "macaulay2", "sage"))]
        )
        if name != "sympy"
        else name
        for name in RUNNING
    ],
)
def test_a_script_adds_to_the_file_that_has_its_output(name: str, tmp_path: Path) -> None:
    """`(echo first; PROGRAM SCRIPT; echo last) > out.txt` loses nothing, and the answer can be read."""
    backend = registry.get(name)
    target = backend.target
    assert target is not None
    method = next(one for one in target.methods if one.task is not Task.SATURATION)
    script = render(with_goal(system("x_1 y", ["x_1-1", "y-5"]), method), target, method.name)
    (tmp_path / f"script.{target.extension}").write_text(script.text, encoding="utf-8")
    command = target.by_hand.format(script=f"script.{target.extension}", options=" ".join(method.options))
    # FriCAS reads commands on standard input.
    before, pipe, started = command.rpartition("| ")
    _, arguments = started.split(" ", 1)
    program = shlex.quote(str(backend.availability().path))
    ran = f"{before}{pipe}{program} {arguments}{'' if pipe else ' < /dev/null'}"
    line = f"(echo first; {ran}; echo last) > out.txt 2> errors.txt"
    subprocess.run(["sh", "-c", line], cwd=tmp_path, timeout=120, check=True)
    printed = (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert (printed.splitlines()[0], printed.splitlines()[-1]) == ("first", "last")
    answer = parse(printed.removeprefix("first\n").removesuffix("last\n"), script)
    assert answer.ring.variables == ("x_1", "y")
