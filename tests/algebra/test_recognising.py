"""A text is recognised by marks that only its language has, and named where it is not read."""

from __future__ import annotations

import pytest

from casbridge.algebra.languages.recognising import language_of, unread_place
from casbridge.errors import InputError
from casbridge.puzzles.reading import read

NOT_READ = [
    ("a formula in DIMACS CNF", "c a remark\np cnf 3 2\n1 -3 0\n2 3 -1 0\n", 2),
    (
        "a linear program in MPS",
        "NAME          AFIRO\nROWS\n E  R09\n N  COST\nCOLUMNS\n    X01  R09  -1.\nENDATA\n",
        2,
    ),
    ("a linear program", "Minimize\n obj: x + 2 y\nSubject To\n c1: x + y >= 1\nEnd\n", 1),
    ("a model of MiniZinc", "% queens\nint: n = 8;\narray[1..n] of var 1..n: q;\nsolve satisfy;\n", 2),
    ("a model of MiniZinc", "var 1..9: a;\nconstraint a * a = 4;\nsolve minimize a;\n", 1),
    ("numbers, as in data of MiniZinc or MATLAB", "n = 3;\nm = [| 1, 2\n     | 3, 4 |];\n", 2),
    ("numbers, as in data of MiniZinc or MATLAB", "n = 3;\nw = [1, 2, 3];\n", 2),
    ("a model of AMPL", "set I;\nparam c {I};\nvar x {I} >= 0;\nminimize cost: sum {i in I} c[i] * x[i];\n", 1),
    ("a model of GAMS", "variables x, z;\nequations e;\ne.. x*x + z =e= 1;\nsolve m using nlp minimizing z;\n", 3),
    ("a program in C or C++", "// roots\n#include <stdio.h>\nint main() { int x = 3; return x; }\n", 2),
    ("a program in Python", "import numpy as np\n\nx = np.zeros(3)\nfor i in range(3):\n    x[i] = i\n", 1),
    ("a program in Python", "# all\ndef f(x):\n    return x**2 - 1\n\nprint(f(3))\n", 2),
    ("a program in Python", "n = 3\nfor i in range(n):\n    print(i)\n", 2),
    ("a program in Julia", "using LinearAlgebra\nA = [1 2; 3 4]\n", 1),
    ("a program in Julia", "using JuMP\nm = Model()\n@variable(m, x)\n", 1),
    ("a program in JavaScript", "const x = 3;\nconsole.log(x);\n", 1),
    ("a program in MATLAB", "syms x y\neqn = x^2 + y == 1;\nS = solve(eqn);\n", 1),
    ("a program in R", "library(rootSolve)\nf <- function(x) x^2 - 1\n", 1),
    ("a logic program", "% queens\n:- use_module(library(clpfd)).\nf(X) :- X #> 1.\n", 2),
    ("a logic program", "1 { q(I, J) : J = 1..4 } 1 :- I = 1..4.\n:- q(I, J), q(K, J), I < K.\n", 2),
    ("a worksheet of Maple", '<?xml version="1.0"?>\n<Worksheet><Input>x^2 - 1</Input></Worksheet>\n', 1),
    ("a notebook of Mathematica", '(* Content-type: x *)\n\nNotebook[{Cell["x", "Input"]}]\n', 1),
    ("a program in Rust", "fn main() {\n    let x = 3;\n}\n", 1),
    ("a program in Java or C#", "public class Main {\n}\n", 1),
    ("a proof in Lean", "import Mathlib\n\ntheorem a : 1 + 1 = 2 := by norm_num\n", 1),
    ("a proof in Coq", "Require Import Arith.\nLemma a : 1 = 1.\nProof. auto. Qed.\n", 1),
    ("a page of HTML", "<!DOCTYPE html>\n<html><body>x = 1</body></html>\n", 1),
    ("a script of PARI's", "f(x) = {my(y); y = x^2; y - 1}\npolroots(f(x))\n", 1),
    ("a text in LaTeX", "\\documentclass{article}\n\\begin{document}\n$x = 1$\n\\end{document}\n", 1),
]


@pytest.mark.parametrize(("what", "text", "line"), NOT_READ)
def test_a_format_that_is_not_read_is_named_with_its_line(what: str, text: str, line: int) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert error.value.found == f"{what}, which casbridge does not read"
    assert error.value.line == line


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("reduce", "on factor;\nf := {x - 1, y}$"),
        ("homotopy", "using HomotopyContinuation, LinearAlgebra\n@var x y"),
        ("maple", "with(Groebner): Basis([x^2 - 1, y - x], plex(x, y));"),
        ("oscar", 'R, (x, y) = QQ["x", "y"]; I = ideal(R, [7y + x^2])'),
        ("macaulay2", "R=QQ[x,y]; J := ideal {x^2-y, 2*x}"),
        ("maxima", "/* two lines\n */\nsolve([x^2 + y = 1,\n  x - y = 2],\n [x, y]);"),
        ("mathematica", "Eliminate[{x + y == 1, x - y == 2}, y]"),
        ("smtlib", "; a remark\n(declare-const x Real)"),
        ("singular", 'LIB "primdec.lib";\nproc f(int n) { return(n); }'),
        ("macaulay2", 'needsPackage "Binomials"\nF = x -> x^{2}\nS := kk'),
        ("macaulay2", "S = kk[x, y]\nI = ideal(x^2 - y)\nF = S^{-1}"),
        ("maxima", "load(grobner)$\nf(x) := x^2$"),
        ("sympy", "import numpy as np\nfrom sympy import symbols\nx = symbols('x')"),
        ("sage", "import itertools\nR.<x, y> = QQ[]\nI = ideal(x)"),
        ("mathematica", "f = Table[x[i], {i, 3}]"),
        ("bertini", "variable x;\nfunction f;\nf = x;"),
    ],
)
def test_marks_tell_the_language(language: str, text: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "x - 1\nst - 2",
        "min - max = 3",
        "set - var*param = 1",
        "# import numpy\nx - 1",
        "variables: x\n# def f(x):\nx - 1",
        "f = x^2 - 1",
        "n = 5;\nm = 4;",
    ],
)
def test_polynomials_are_no_programs(text: str) -> None:
    assert (language_of(text), unread_place(text)) == ("", ("", 0))
    read(text)
