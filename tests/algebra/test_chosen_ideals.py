"""Scripts that state several ideals or lists: they are refused with their names and lines, or one is chosen by name."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from casbridge.algebra import PolynomialSystem
from casbridge.algebra.languages import read_macaulay2, read_singular
from casbridge.algebra.notation import Notation
from casbridge.errors import InputError, SeveralIdealsError
from casbridge.processes.locate import locate
from casbridge.puzzles.reading import read, read_each, read_system

#: Two rings over different fields, three ideals, and what is derived from them.
SINGULAR = """\
ring r = 0, (x, y), dp;
poly f = x2 - y;
ideal i = f, x*y - 1;
ideal j = y2 - 1;
j[2] = x - y;
ring s = 7, (z(1..2)), lp;
ideal i = z(1)^3 - z(2), z(2)^2 - 1;
ideal k = i;
def g = std(i);
setring r;
ideal h = groebner(j);
list l = i, j;
"""
MACAULAY2 = """\
R = QQ[x, y]
f = x^2 - y
F = {f, x*y - 1}
I = ideal F
S = ZZ/7[z_1..z_2, MonomialOrder => Lex]
J = ideal(z_1^3 - z_2, z_2^2 - 1)
G = {z_1, z_2^2}
use R
gens gb ideal(x - y, y^2 - 1)
K = saturate(I, ideal x)
"""
Reader = Callable[..., PolynomialSystem]

CHOICES = [
    (read_singular, SINGULAR, "r.i", "QQ[y, x]", ["x**2 - y", "y*x - 1"]),
    (read_singular, SINGULAR, " r . i ", "QQ[y, x]", ["x**2 - y", "y*x - 1"]),
    (read_singular, SINGULAR, "line 3", "QQ[y, x]", ["x**2 - y", "y*x - 1"]),
    (read_singular, SINGULAR, "j", "QQ[y, x]", ["y**2 - 1", "x - y"]),
    (read_singular, SINGULAR, "s.i", "GF(7)[z_2, z_1]", ["z_1**3 - z_2", "z_2**2 - 1"]),
    (read_singular, SINGULAR, "k", "GF(7)[z_2, z_1]", ["z_1**3 - z_2", "z_2**2 - 1"]),
    (read_macaulay2, MACAULAY2, "I", "QQ[y, x]", ["x**2 - y", "y*x - 1"]),
    (read_macaulay2, MACAULAY2, "F", "QQ[y, x]", ["x**2 - y", "y*x - 1"]),
    (read_macaulay2, MACAULAY2, "J", "GF(7)[z_2, z_1]", ["z_1**3 - z_2", "z_2**2 - 1"]),
    (read_macaulay2, MACAULAY2, "G", "GF(7)[z_2, z_1]", ["z_1", "z_2**2"]),
    (read_macaulay2, MACAULAY2, "line 9", "QQ[y, x]", ["x - y", "y**2 - 1"]),
]


def chosen(reader: Reader, text: str, ideal: str) -> PolynomialSystem:
    return reader(text, notation=Notation(ideal=ideal))


@pytest.mark.parametrize(("reader", "text", "ideal", "ring", "written"), CHOICES)
def test_a_name_chooses(reader: Reader, text: str, ideal: str, ring: str, written: list[str]) -> None:
    system = chosen(reader, text, ideal)
    assert str(system.ring) == ring
    assert [*map(str, system.polynomials())] == written


@pytest.mark.parametrize(
    ("reader", "text", "names", "lines"),
    [
        (read_singular, SINGULAR, ["r.i", "j", "s.i"], ["line 3", "line 4", "line 7"]),
        (read_macaulay2, MACAULAY2, ["I", "J", "line 9"], ["line 4", "line 6", "line 9"]),
        (read_singular, "ideal i = x; ideal j = y;", ["i", "j"], ["line 1"]),
        (
            read_macaulay2,
            "dim ideal(x, y); dim ideal x; dim ideal y",
            [f"line 1, column {n}" for n in (5, 22, 35)],
            ["line 1"],
        ),
        (read_macaulay2, "F = {x, y}\nG = {x}", ["F", "G"], ["line 1", "line 2"]),
    ],
)
@pytest.mark.parametrize("ideal", ["", "*"])
def test_several_are_named(reader: Reader, text: str, names: list[str], lines: list[str], ideal: str) -> None:
    with pytest.raises(SeveralIdealsError) as error:
        chosen(reader, text, ideal)
    assert error.value.names == names
    assert all(one in error.value.found for one in [*names, *lines])
    assert "--ideal" in str(error.value.hint)
    for name in names:
        assert len(chosen(reader, text, name)) > 0


@pytest.mark.parametrize(
    ("reader", "text", "ideal", "found"),
    [
        (read_singular, SINGULAR, "i", "several ideals: r.i in line 3, s.i in line 7"),
        (read_singular, SINGULAR, "nowhere", "no ideal 'nowhere'"),
        (read_singular, SINGULAR, "f", "no ideal 'f'"),
        (read_singular, SINGULAR, "g", "a call that is not read: std(i)"),
        (read_singular, SINGULAR, "h", "a call that is not read: groebner(j)"),
        (read_singular, SINGULAR, "l", "a value that is not read: list l = i, j"),
        (read_macaulay2, MACAULAY2, "nowhere", "no ideal 'nowhere'"),
        (read_macaulay2, MACAULAY2, "K", "a call that is not read: saturate(I, ideal x)"),
        # What stands before the chosen one counts, and what changes it.
        (read_singular, "ring r=0,x,dp; ideal i=x; foo(i); ideal j=x2;", "j", "a statement that is not read: foo(i)"),
        (read_singular, "ring r=0,x,dp; ideal i=x; ideal j=x2; i[1]=std(x);", "i", "a call that is not read: std(x)"),
        (read_singular, "ring r=0,x,ds; ideal i=x; ring s=0,x,dp; ideal j=x;", "i", "an order that is local"),
        (read_macaulay2, "setRing({x, y}); J=ideal(x); I=ideal(y)", "J", "a statement that is not read: setRing"),
        (read_macaulay2, "a = gens foo(ZZ/7); J=ideal(a_1); I=ideal(a_2)", "J", "a call that is not read: gens foo"),
        (read_macaulay2, "S = ring X; J=ideal(S_0, S_1)", "J", "a call that is not read: ring X"),
        (read_macaulay2, "R=QQ[x]; I=ideal(x); foo := 3; bar = x -> (I = 3); bar 2; J=ideal(x)", "I", "a statement"),
    ],
)
def test_what_cannot_be_chosen_says_why(reader: Reader, text: str, ideal: str, found: str) -> None:
    with pytest.raises(InputError) as error:
        chosen(reader, text, ideal)
    assert error.value.found.startswith(found)


@pytest.mark.parametrize(
    ("reader", "text", "ideal", "size"),
    [
        # What stands behind the chosen one does not count.
        (read_singular, "ring r=0,x,dp; ideal i=x; proc foo(ideal k) { k; } ideal j=x2,x; bar(j);", "i", 1),
        (read_singular, "ring r=0,x,dp; ideal i=x; if (1) { j = x; } ideal j=x2,x;", "i", 1),
        (read_singular, "ring r=0,x,dp; ideal i=x; ring s=0,x,ds; ideal j=x2,x;", "i", 1),
        (read_macaulay2, "R=QQ[x]; I=ideal(x); J=foo(I, x); for k in 1..3 do bar k; L=ideal(x, x^2)", "I", 1),
    ],
)
def test_what_stands_behind_the_chosen_one_does_not_count(reader: Reader, text: str, ideal: str, size: int) -> None:
    assert len(chosen(reader, text, ideal)) == size


def test_the_only_ideal_needs_no_name() -> None:
    text = "ring r=0,(x,y),dp; ideal i=x,y; ideal j=std(i);"
    for ideal in ("", "*", "i"):
        assert len(chosen(read_singular, text, ideal)) == 2
    assert [system.name for system in read_each(text, ideal="*", name="mine")] == ["mine"]  # type: ignore[union-attr]


def test_python_chooses_and_takes_all() -> None:
    assert str(read_system(SINGULAR, ideal="s.i").ring.field) == "GF(7)"
    text = SINGULAR.replace("z(2)^2 - 1;", "std(z(2));")
    first, second, third = read_each(text, ideal="*", source="t.sing")
    assert isinstance(first, PolynomialSystem)
    assert isinstance(second, PolynomialSystem)
    assert (first.name, second.name) == ("t.sing:r.i", "t.sing:j")
    assert isinstance(third, InputError)
    assert (third.source, third.line) == ("t.sing:s.i", 7)
    with pytest.raises(SeveralIdealsError):
        read_each(text)


@pytest.mark.parametrize("text", ["x^2 - 1", "[x, y]", "2x2", "x,y\n0\nx,\ny\n"])
def test_an_input_without_names_has_no_ideal_of_a_name(text: str) -> None:
    assert read(text, ideal="*") == read(text)
    with pytest.raises(InputError, match="no ideal 'i'"):
        read(text, ideal="i")


def test_a_name_is_a_text() -> None:
    with pytest.raises(InputError, match="ideal 3"):
        read(SINGULAR, ideal=3)  # type: ignore[arg-type]


def run(program: str, variable: str, arguments: list[str], text: str, folder: Path) -> str:
    """What a CAS prints for a script."""
    script = folder / "script"
    script.write_text(text, encoding="utf-8")
    command = [str(locate(program, variable)), *arguments, str(script)]
    environment = {**os.environ, "HOME": str(folder)}
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=True, env=environment
    )
    return done.stdout


@pytest.mark.singular
def test_singular_has_the_same_ideals(tmp_path: Path) -> None:
    names = {"r.i": ("r", "i"), "j": ("r", "j"), "s.i": ("s", "i"), "k": ("s", "k")}
    tail = ""
    for choice, (ring, name) in names.items():
        polynomials = ", ".join(map(str, chosen(read_singular, SINGULAR, choice).polynomials()))
        polynomials = polynomials.replace("**", "^").replace("z_1", "z(1)").replace("z_2", "z(2)")
        tail += f'setring {ring}; ideal own = {polynomials};\n"SAME", size(reduce(own, std({name}))),'
        tail += f" size(reduce({name}, std(own)));\nkill own;\n"
    printed = run("Singular", "CASBRIDGE_SINGULAR", ["-q"], f"{SINGULAR}{tail}quit;\n", tmp_path)
    assert [line for line in printed.splitlines() if line.startswith("SAME")] == ["SAME 0 0"] * len(names)


@pytest.mark.macaulay2
def test_macaulay2_has_the_same_ideals_and_lists(tmp_path: Path) -> None:
    tail = ""
    for name, value, ring in (("I", "I", "R"), ("F", "ideal F", "R"), ("J", "J", "S"), ("G", "ideal G", "S")):
        polynomials = ", ".join(map(str, chosen(read_macaulay2, MACAULAY2, name).polynomials())).replace("**", "^")
        tail += f'use {ring}\nprint("SAME " | toString(ideal({polynomials}) == {value}))\n'
    printed = run("M2", "CASBRIDGE_MACAULAY2", ["--script"], MACAULAY2 + tail, tmp_path)
    assert [line for line in printed.splitlines() if line.startswith("SAME")] == ["SAME true"] * 4
