"""Readers of other systems' languages: what people write there, what is refused, and noise."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st
from strategies import polynomials, rings

from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring
from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.languages import (
    language_of,
    read_bertini,
    read_cocoa,
    read_fricas,
    read_gap,
    read_giac,
    read_homotopy,
    read_macaulay2,
    read_magma,
    read_maple,
    read_mathematica,
    read_maxima,
    read_mrdi,
    read_oscar,
    read_phcpack,
    read_reduce,
    read_sage,
    read_singular,
    read_smtlib,
    read_sympy,
    write_mrdi,
)
from casbridge.backends import registry, render
from casbridge.errors import CasbridgeError, InputError
from casbridge.notices import listening
from casbridge.puzzles.reading import read, read_each
from tests.effort import examples

READERS: dict[str, Callable[..., PolynomialSystem]] = {
    "maple": read_maple,
    "magma": read_magma,
    "mathematica": read_mathematica,
    "oscar": read_oscar,
    "phcpack": read_phcpack,
    "bertini": read_bertini,
    "mrdi": read_mrdi,
    "sage": read_sage,
    "singular": read_singular,
    "macaulay2": read_macaulay2,
    "cocoa": read_cocoa,
    "fricas": read_fricas,
    "gap": read_gap,
    "giac": read_giac,
    "maxima": read_maxima,
    "smtlib": read_smtlib,
    "sympy": read_sympy,
    "reduce": read_reduce,
    "homotopy": read_homotopy,
}
#: The circle and the hyperbola, as its ring and its polynomials in Python's syntax.
YX = ["x**2 + y**2 - 1", "y*x - 1"]
XY = ["y**2 + x**2 - 1", "x*y - 1"]

WRITTEN = [
    ("maple", "[x^2+y^2-1, x*y-1]", "QQ[x, y]", XY),
    ("maple", "F := {x^2+y^2=1, x*y=1};", "QQ[x, y]", XY),
    ("maple", "with(Groebner): F:=[x^2+y^2-1,x*y-1]: Basis(F, plex(x,y)); B[1];", "QQ[y, x]", YX),
    ("maple", "Groebner[Basis]([x^2+y^2-1, x*y-1], tdeg(y, x), characteristic = 7)", "GF(7)[x, y]", XY),
    ("maple", "R := PolynomialRing([x,y]): s := [x**2+y^2-1, x*y-1]: Triangularize(s, R);", "QQ[y, x]", YX),
    ("maple", "R:=PolynomialRing([y,x],7):\nF:=[x^2 + y^2 - 1, # one\n x*y-1 (* two *)]:", "GF(7)[x, y]", XY),
    ("maple", "R:=PolynomialRing([y],{a},5): F:=[a*y^2-1]:", "GF(5)(a)[y]", ["a*y**2 - 1"]),
    ("maple", "Basis([a*y^2-b], plex(y))", "QQ(a, b)[y]", ["a*y**2 - b"]),
    ("magma", "P<x,y> := PolynomialRing(Rationals(), 2);\nI := ideal<P | x^2+y^2-1, x*y-1>;", "QQ[y, x]", YX),
    ("magma", "K := GF(7); P<y,x> := PolynomialRing(K,2,\"lex\"); L := [x^2+y^2-1, x*y-1];", "GF(7)[x, y]", XY),
    ("magma", "P<x> := PolynomialRing(RationalField()); /* one */ I := ideal<P|[x^2-1]>; // two", "QQ[x]",
     ["x**2 - 1"]),
    ("magma", "F<a,b>:=FunctionField(GF(5),2); P<y>:=PolynomialRing(F,1); L:=[P|a*y-b]; I:=ideal<P|L>;",
     "GF(5)(a, b)[y]", ["a*y - b"]),
    ("magma", "[x^2+y^2-1, x*y-1]", "QQ[x, y]", XY),
    ("magma", "P<x,y> := PolynomialRing(Rationals(), 2); I := ideal<P | >;", "QQ[y, x]", []),
    ("mathematica", "{x^2+y^2-1, x*y-1}", "QQ[x, y]", XY),
    ("mathematica", "eqs = {x^2+y^2==1, x*y==1}; Solve[eqs, {x, y}]", "QQ[x, y]", XY),
    ("mathematica", "Solve[{x^2+y^2==1, x*y==1}, {y, x}, Complexes]", "QQ[y, x]", YX),
    ("mathematica", "GroebnerBasis[{x^2+y^2-1, x*y-1}, {x, y}, Modulus -> 7]", "GF(7)[y, x]", YX),
    ("mathematica", "p = {a*y - b}; (* (* nested *) {z} *) GroebnerBasis[p, {y}]", "QQ(a, b)[y]", ["a*y - b"]),
    ("singular", "ring r=0,(x,y),dp; ideal i = x2+y^2-1, xy-1; i = std(i);", "QQ[y, x]", YX),
    ("singular", "ring r=(7,a),y,lp; ideal i = 2ay2-1;", "GF(7)(a)[y]", ["2*a*y**2 - 1"]),
    ("oscar", 'R, (x, y) = polynomial_ring(QQ, ["x", "y"]); I = ideal(R, [x^2+y^2-1, x*y-1])', "QQ[y, x]", YX),
    ("oscar", "F = GF(7)\nR, (y, x) = polynomial_ring(F, [:y, :x]) # a [ring]\nI = ideal([x^2+y^2-1, x*y-1])",
     "GF(7)[x, y]", XY),
    ("oscar", "[x^2,\n x - 1,\n]", "QQ[x]", ["x**2", "x - 1"]),
    ("oscar", "#= no #= [z] =# =# [x^2 - 1//2]", "QQ[x]", ["x**2 - 1/2"]),
    ("phcpack", "2\nx^2+y^2-1;\nx*y\n-1;\nTITLE : nothing; z", "QQ[x, y]", XY),
    ("phcpack", "2\nx^2+y^2-1;\nx*y-1;\n\nfrom a book; see page 3\n", "QQ[x, y]", XY),
    ("phcpack", "2\nx^2+y^2-1;\nx*y-1;\nTHE SOLUTIONS :\n2 2\n x : 1.0;\n", "QQ[x, y]", XY),
    ("phcpack", "1 3\n z - z + y - y + x**2*z - 1/2*y;\n", "QQ[z, y, x]", ["z*x**2 - 1/2*y"]),
    ("bertini", "CONFIG\nTrackType: 1;\nEND;\nINPUT\nvariable_group x,y;\nfunction f1,f2;\n% f1 = 0;\nf1 = x^2+y^2-1;\n"
     "f2 = x*y-1;\nEND;", "QQ[x, y]", XY),
    ("bertini", "variable_group x,y; function f,g; constant a, b; b = 3; a = b/3; s = x^2; t = s + y^2; f = t-a;"
     "g = x*y-1;", "QQ[x, y]", XY),
    ("bertini", "variable_group x[1], x[2]; function f, g; f = x[1]*x[2]; g = f - 1;",
     "QQ[x_1, x_2]", ["x_1*x_2", "x_1*x_2 - 1"]),
    ("smtlib", "(declare-const x Real)(declare-const y Real)(assert (= (+ (* x x) (* y y)) 1))(assert (= (* x y) 1))",
     "QQ[x, y]", XY),
    ("bertini", "variable_group e, E; function f; f = e*E - 1;", "QQ[e, E]", ["e*E - 1"]),
    ("phcpack", "2\n x*e - 1;\n x + E - 3;", "QQ[x, e, E]", ["x*e - 1", "E + x - 3"]),
    ("bertini", "variable_group x; variable_group y; function g, f; f = x*y-1; g = x^2+\ny^2-1;", "QQ[x, y]", XY),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "ring", "written"), WRITTEN)
def test_what_people_write_is_read(language: str, text: str, ring: str, written: list[str]) -> None:
    system = READERS[language](text)
    assert repr(system.ring) == ring
    assert [str(polynomial) for polynomial in system.polynomials()] == written


WRITTEN += [  # OSCAR, GAP, CoCoA, Giac, FriCAS
    ("oscar", 'R, (x, y) = polynomial_ring(QQ, ["x", "y"]);\nI = Ideal(R, x^2+y^2-1, x*y-1);\nI = std(I)', "QQ[y, x]",
     YX),
    ("oscar", 'p = 7; R, (x, y) = polynomial_ring(GF(p), ["x", "y"]; ordering=:lex)\nI = ideal([x^2+y^2-1, x*y-1])\n'
     "groebner_basis(I; ordering=lex([y, x]))\nis_radical(I)", "GF(7)[y, x]", YX),
    ("oscar", 'R, (x, y) = graded_polynomial_ring(QQ, ["x", "y"], [1, 3])\nset_verbosity_level(:groebner_walk, 1)\n'
     "F = [x^3-y]\nAlgebraicSolving.Ideal(F)", "QQ[y, x]", ["x**3 - y"]),
    ("oscar", 'R, x = polynomial_ring(QQ, :x); S, (y,) = polynomial_ring(QQ, ["y"]); I = ideal(R, [x^2-1])', "QQ[x]",
     ["x**2 - 1"]),
    ("gap", 'R := PolynomialRing(Rationals, ["x", "y"] : old);; i := IndeterminatesOfPolynomialRing(R);; x := i[1];;\n'
     "y := i[2];; I := Ideal(R, [x^2+y^2-1, x*y-1]);", "QQ[x, y]", XY),
    ("gap", "R := PolynomialRing(GF(5), 2); F := [R.1^2-R.2]; ReducedGroebnerBasis(F, MonomialLexOrdering());",
     "GF(5)[x_1, x_2]", ["-x_2 + x_1**2"]),
    ("gap", 'R := PolynomialRing(Rationals, ["x", "y"]); S := PolynomialRing(Rationals, ["t", "x"]); x := S.2;'
     " t := S.1; I := Ideal(S, [x-t^2]);", "QQ[t, x]", ["x - t**2"]),
    ("cocoa", "/**/ use R ::= QQ[x[0..2]];\n/**/ Dim(R/ideal(x[0]^2, x[1]-x[2]));\nI := 3\n", "QQ[x_2, x_1, x_0]",
     ["x_0**2", "x_1 - x_2"]),
    ("cocoa", "use R ::= ZZ/(7)[x[1..2,1..2], a..b]; I := ideal(R, [x[1,2]-a*x[2,1], b]);",
     "GF(7)[b, a, x_2_2, x_2_1, x_1_2, x_1_1]", ["x_1_2 - a*x_2_1", "b"]),
    ("cocoa", 'use S ::= QQ[z]; P := NewPolyRing(QQ, "x,y"); use P; I := ideal(x^2+y^2-1, x*y-1);', "QQ[y, x]", YX),
    ("giac", "p:=prevprime(8); F:=[x^2+y^2-1, x*y-1]; # a list\ntime(G:=gbasis(F % p,[x,y],revlex)); size(G);",
     "GF(7)[y, x]", YX),
    ("giac", "F:=[x^2+y^2-1, x*y-1]:; time(H:=gbasis(F,indets(F),with_cocoa=false)); gbasis(F,[x,y],plex);",
     "QQ[y, x]", YX),
    ("giac", "F:=[x^2+y^2-1, x*y-1]; gbasis(F,[x,y]); greduce(x^3,F,[x,y]);", "QQ[y, x]", YX),
    ("fricas", "RN := Fraction Integer\nP := DMP([x, y], RN)\nf : P := x^2+y^2-1\ng : P := x*y-1\ngroebner [f, g]",
     "QQ[y, x]", YX),
    ("fricas", ")set message type off\nls : List Symbol := [x, y];\nV := OVAR(ls)\nP := NSMP(Integer, V)\n"
     "x : P := 'x;\nT := REGSET(Integer, E, V, P)\nlp := [x^2+y^2_\n -1, x*y-1]\nzeroSetSplit(lp)$T", "QQ[y, x]", YX),
    ("fricas", "(f, g) : HDMP([x, y], PF 7)\nf := x^2+y^2-1\ng := x*y-1\nG := groebner [f, g]\n)lisp (bye)",
     "GF(7)[y, x]", YX),
]  # fmt: skip


WRITTEN += [
    ("sage", "R.<x,y> = QQ[]; f = x^2+y^2-1; g = x*y-1\nI = ideal(f, g)", "QQ[y, x]", YX),
    ("sage", "R.<x,y> = QQ[]\nf = (x^2 +\n y^2) - 1\ng = x*y-1\n[f, g]", "QQ[y, x]", YX),
    (
        "sage",
        "R = PolynomialRing(QQ, 'x,y')\nx = R.gen(0)\ny = R.gen(1)\nI = R.ideal([x^2+y^2-1, x*y-1, x])",
        "QQ[y, x]",
        [*YX, "x"],
    ),
    ("magma", "P<x,y> := PolynomialRing(Rationals(), 2); x := P.1; I := ideal<P | x>;", "QQ[y, x]", ["x"]),
    ("maple", "with(Groebner): f := x^2+y^2-1: g := x*y-1: F := [f, g]: Basis(F, plex(x,y));", "QQ[y, x]", YX),
    ("magma", "P<x,y> := PolynomialRing(Rationals(), 2); f := x^2+y^2-1; I := ideal<P | f, x*y-1>;", "QQ[y, x]", YX),
    ("oscar", 'R, (x, y) = polynomial_ring(QQ, ["x", "y"])\nf = x^2+y^2-1\nI = ideal([f, x*y-1])', "QQ[y, x]", YX),
    ("maxima", "e1: x^2 + y^2 = 1;\ne2: x*y = 1;\nsolve([e1, e2], [x, y]);", "QQ[x, y]", XY),
    ("mathematica", "f = x^2 + y^2 - 1; GroebnerBasis[{f, x*y - 1}, {x, y}]", "QQ[y, x]", YX),
    ("giac", "f:=x^2+y^2-1; gbasis([f,x*y-1],[x,y])", "QQ[y, x]", YX),
    (
        "singular",
        "int n = 2; ring r = 7, x(1..n), lp; poly f = x(1)^2 + x(n)^2 - 1;\n"
        "ideal i = f; i[2] = x(1)*x(2) - 1; ideal j = std(i);",
        "GF(7)[x_2, x_1]",
        ["x_1**2 + x_2**2 - 1", "x_2*x_1 - 1"],
    ),
    ("singular", "ring r; ideal i=x2-y; proc p(ideal j) {std(j);} p(i);", "GF(32003)[z, y, x]", ["x**2 - y"]),
    ("singular", "ring s = 0,t,ds; ideal i = t; ring r = QQ[x,y]; ideal j = x*y; kill s;", "QQ[y, x]", ["y*x"]),
    (
        "macaulay2",
        "kk = QQ\nn = 2\nR = kk[x_1..x_n]\nf = x_1^2 - x_2\nI = trim ideal(f, n*x_1)",
        "QQ[x_2, x_1]",
        ["x_1**2 - x_2", "2*x_1"],
    ),
    (
        "macaulay2",
        "R = QQ[a..c]; F = {a^2 - b, b*c - 1}; I = ideal F + ideal(a); dim I",
        "QQ[c, b, a]",
        ["a**2 - b", "c*b - 1", "a"],
    ),
    ("macaulay2", "S = QQ[u]/(u^2); R = (ZZ/7)[x]; I = ideal(x^2 - 1)\nend\nI = ideal(x)", "GF(7)[x]", ["x**2 - 1"]),
    ("macaulay2", "frac(QQ[a])[x]; {a*x - 1}", "QQ(a)[x]", ["a*x - 1"]),
    (
        "macaulay2",
        "n = 2; R = QQ[x_(1,1)..x_(n,1)]\nf = u -> u^n - 1; I = trim ideal {f x_(n,1), 2*f(x_(1,1))}",
        "QQ[x_2_1, x_1_1]",
        ["x_2_1**2 - 1", "2*x_1_1**2 - 2"],
    ),
    ("macaulay2", "R = QQ[x,y]; gens gb ideal(x^2+y^2-1, x*y-1)", "QQ[y, x]", YX),
    (
        "oscar",
        'R, (x, y) = polynomial_ring(QQ, ["x", "y"]); minimal_primes(ideal(R, [x^2+y^2-1, x*y-1]))',
        "QQ[y, x]",
        YX,
    ),
    ("sage", "R.<x,y> = QQ[]\n[x^2+y^2-1, x*y-1]", "QQ[y, x]", YX),
    (
        "sage",
        "R = PolynomialRing(QQ, 'x,y')\n(x, y,) = R.gens()\nx = R.gen(0)\nI = ideal(x^2+y^2-1, x*y-1)",
        "QQ[y, x]",
        YX,
    ),
    ("magma", "P<x,y> := PolynomialRing(GF(7), 2); x := P.1; [x^2+y^2-1, x*y-1];", "GF(7)[y, x]", YX),
    (
        "sage",
        "R.<x,y> = PolynomialRing(GF(7), 2, order='lex')\nI = R.ideal([x^2+y^2-1, x*y-1]) # one\nI.groebner_basis()",
        "GF(7)[y, x]",
        YX,
    ),
    (
        "sage",
        "K = QQ; R = PolynomialRing(K, 'y,x'); y, x = R.gens()\nF = [x^2+y^2-1, x*y-1]; I = ideal(F)",
        "QQ[x, y]",
        XY,
    ),
    ("sage", "R = PolynomialRing(QQ, ['y', \"x\"])\nI = ideal(x^2+y^2-1, x*y-1)", "QQ[x, y]", XY),
    ("sage", "x, y = var('x y')\nsolve([x^2+y^2==1, x*y==1], y, x)", "QQ[y, x]", YX),
    ("sage", "R.<x> = QQ[]; [\n x^2,\n x - 1,\n]", "QQ[x]", ["x**2", "x - 1"]),
    ("maple", "solve({x^2+y^2=1, x*y=1}, {x, y});", "QQ[x, y]", XY),
    ("maple", "solve([x^2+y^2=1, x*y=1], [y, x])", "QQ[y, x]", YX),
    ("maple", "solve([x^2+y^2==1, x*y==1], y, x)", "QQ[y, x]", YX),
    ("maple", "F := [x^2+y^2-1, x*y-1]: F := Groebner[Basis](F, plex(x,y)): solve(F[1], x);", "QQ[y, x]", YX),
    ("mathematica", "F = {x^2+y^2-1, x*y-1}; Solve[Thread[F == 0], {x, y}]", "QQ[x, y]", XY),
    ("mathematica", "F = {x^2+y^2-1, x*y-1}; f[x_] := x; GroebnerBasis[F, {x, y}]", "QQ[y, x]", YX),
    (
        "magma",
        "P<x,y> := PolynomialRing(Rationals(), 2);\nI := ideal<P | x^2+y^2-1,\n x*y-1>;\nJ := EliminationIdeal(I, 1);",
        "QQ[y, x]",
        YX,
    ),
    (
        "singular",
        "ring r=0,(x,y),lp; ideal i = x2+y2-1, xy-1; ideal j = std(i); ring s=0,(x,y),dp; ideal k = std(imap(r, i));",
        "QQ[y, x]",
        YX,
    ),
    ("singular", "ring r=0,(x,y),dp; ideal i = x2+y2-1, xy-1; list l = char_series(i);", "QQ[x, y]", XY),
    ("singular", "ring r = 0,(x,y),lp;\nideal i = x^2+y^2-1, // one\n x*y-1;\nstd(i);", "QQ[y, x]", YX),
    ("singular", 'LIB "primdec.lib"; ring r=(7,a),z,dp; ideal i=a*z-1;', "GF(7)(a)[z]", ["a*z - 1"]),
    ("singular", "ideal i = x^2+y^2-1, x*y-1;", "QQ[x, y]", XY),
    ("macaulay2", "R = QQ[x,y]; I = ideal(x^2+y^2-1, x*y-1); gens gb I", "QQ[y, x]", YX),
    ("macaulay2", "R = ZZ/7[y,x] -* a {z} *-\nI = ideal {x^2+y^2-1, x*y-1} -- {w}", "GF(7)[x, y]", XY),
    ("macaulay2", "{x^2+y^2-1, x*y-1}", "QQ[x, y]", XY),
    ("macaulay2", "I = ideal({x^2+y^2-1, x*y-1})", "QQ[x, y]", XY),
    ("macaulay2", "K = ZZ/7; R = K[y,x]; L = {x^2+y^2-1, x*y-1}; I = ideal(L)", "GF(7)[x, y]", XY),
    ("macaulay2", "R = (ZZ/7)[y,x]\nI = ideal(x^2+y^2-1, x*y-1)", "GF(7)[x, y]", XY),
    ("oscar", "R, (y, x) = graded_polynomial_ring(GF(7), [:y, :x])\nI = ideal([x^2+y^2-1, x*y-1])", "GF(7)[x, y]", XY),
]

GAP = 'x := Indeterminate(GF(7), "x");; y := Indeterminate(GF(7), "y");;\n'
WRITTEN += [
    ("sympy", "from sympy import *\nx, y = symbols('x y')\nF = [x**2+y**2-1, # one\n x*y-1]\nprint(groebner(F, x, y))",
     "QQ[y, x]", YX),
    ("sympy", "import sympy as sp\nx, y = sp.symbols('x,y')\nsp.solve([sp.Eq(x**2 + y**2, 1), x*y - 1], [x, y])",
     "QQ[x, y]", XY),
    ("sympy", "from sympy.abc import x, y\nfrom sympy import *\nnonlinsolve([x**2+y**2-1, x*y-1], (y, x))",
     "QQ[y, x]", YX),
    ("sympy", "from sympy import *\ngroebner([Poly(x**2+y**2-1, x, y), x*y-1,], y, x, modulus=7, order='lex')",
     "GF(7)[x, y]", XY),
    ("sympy", "x = Symbol('x'); a = Symbol('a')\nfrom sympy import *\ngroebner([a*x - Rational(-1, 2), S(1)/2*x], x)",
     "QQ(a)[x]", ["a*x + 1/2", "1/2*x"]),
    ("gap", GAP + "F := [x^2+y^2-1, x*y-1];;\nReducedGroebnerBasis(F, MonomialLexOrdering(x, y));", "GF(7)[y, x]", YX),
    ("gap", GAP + "GroebnerBasis([x^2+y^2-1, x*y-1], MonomialGrlexOrdering());", "GF(7)[x, y]", XY),
    ("gap", 'R := PolynomialRing(Rationals, ["x", "y"]); v := IndeterminatesOfPolynomialRing(R);\n'
     "x := v[1]; y := v[2]; I := Ideal(R, [x^2+y^2-1, x*y-1]); # one", "QQ[x, y]", XY),
    ("maxima", "eqs: [x^2+y^2=1, x*y=1]$ /* one /* two */ */ solve(eqs, [x, y]);", "QQ[x, y]", XY),
    ("maxima", "load(grobner)$ poly_reduced_grobner([x^2+y^2-1, x*y-1], [x, y]);", "QQ[y, x]", YX),
    ("maxima", "algsys([a*y^2 = b], [y]);", "QQ(a, b)[y]", ["a*y**2 - b"]),
    ("fricas", "F : List DMP([x,y], FRAC INT) := [x^2+y^2-1, x*y-1]\ngroebner F -- one", "QQ[y, x]", YX),
    ("fricas", "groebner([y^2+x^2-1, x*y-1] :: List HDMP([x, y], PrimeField 7))", "GF(7)[y, x]", YX),
    ("giac", "F:=[x^2+y^2-1, x*y-1]:; gbasis(F, [x, y]); // one", "QQ[y, x]", YX),
    ("giac", "gbasis([x^2+y^2-1, x*y=1], [y, x], plex)", "QQ[x, y]", XY),
    ("cocoa", "use R ::= QQ[x,y], Lex; -- one\nI := ideal(x^2+y^2-1, x*y-1);\nGBasis(I);", "QQ[y, x]", YX),
    ("cocoa", "Use R ::= ZZ/(7)[x,y]; L := [x^2+y^2-1, x*y-1]; // one", "GF(7)[y, x]", YX),
]  # fmt: skip

#: Statements that give a name another value, or change a list before something is asked of it.
WRITTEN += [
    ("sage", "R.<x,y> = QQ[]\nx = 2\nI = ideal(x*y)", "QQ[y, x]", ["2*y"]),
    ("sage", "R = PolynomialRing(QQ, 'x,y')\ny, x = R.gens()\nI = ideal(x*y)", "QQ[y, x]", ["y*x"]),
    ("sage", "x = var('z')\nsolve([x == 1], x)", "QQ[z]", ["z - 1"]),
    ("magma", "P<x,y> := PolynomialRing(GF(3), 2); x := P.2; [x*y];", "GF(3)[y, x]", ["y**2"]),
    ("oscar", 'R, (y, x) = polynomial_ring(QQ, ["x", "y"])\nI = ideal(R, [x])', "QQ[y, x]", ["y"]),
    ("sympy", "x, y = symbols('y x')\ngroebner([x - 2*y], x, y)", "QQ[x, y]", ["y - 2*x"]),
    ("sympy", "F = [x]\nF.append(x - 1)\ngroebner(F, x)", "QQ[x]", ["x", "x - 1"]),
    ("sympy", "F = [x]\nF += [x - 1]\ngroebner(F, x)", "QQ[x]", ["x", "x - 1"]),
    ("sympy", "F = [x*i for i in range(3)]\ngroebner(F, x)", "QQ[x]", ["x", "2*x"]),
    ("sympy", "x = 2\ngroebner([x*y], y)", "QQ[y]", ["2*y"]),
    (
        "gap",
        GAP + "F := [x];; Add(F, y);; GroebnerBasis(F, MonomialLexOrdering());",
        "GF(7)[x, y]",
        ["x", "y"],
    ),
    (
        "gap",
        'x := Indeterminate(GF(7), "x"); y := Indeterminate(Rationals, "y"); GroebnerBasis([x], o);',
        "GF(7)[x]",
        ["x"],
    ),
    ("maxima", "x: 2$ solve([x*y = 1], [y]);", "QQ[y]", ["2*y - 1"]),
    ("maxima", "F: [x]$ F: [y]$ solve(F, [x]);", "QQ(y)[x]", ["y"]),
    ("sage", "R.<x> = QQ[]; F = [x]; F.append(x-1); I = ideal(F)", "QQ[x]", ["x", "x - 1"]),
    ("sage", "R.<x> = QQ[]; F = [x]; F[0] = x-1", "QQ[x]", ["x - 1"]),
    ("maple", "F := [x]: F[1] := x - 1: Basis(F, plex(x));", "QQ[x]", ["x - 1"]),
    ("maple", "F := [x]: G := subs(x=y, F): Basis(G, plex(y));", "QQ[y]", ["y"]),
    ("mathematica", "F = {x}; AppendTo[F, y]; GroebnerBasis[F, {x, y}]", "QQ[y, x]", ["x", "y"]),
    ("mathematica", "F = {x}; F = Append[F, y]; Solve[F == 0, {x, y}]", "QQ[x, y]", ["x", "y"]),
    ("mathematica", "F = {x}; F[[1]] = y; GroebnerBasis[F, {x, y}]", "QQ[y, x]", ["y"]),
    (
        "magma",
        "P<x> := PolynomialRing(GF(3)); L := [x]; Append(~L, x-1); I := ideal<P | L>;",
        "GF(3)[x]",
        ["x", "x - 1"],
    ),
    ("magma", "P<x> := PolynomialRing(GF(3)); L := [x]; L cat:= [x-1];", "GF(3)[x]", ["x", "x - 1"]),
    ("oscar", 'R, (x,) = polynomial_ring(QQ, ["x"])\nF = [x]\npush!(F, x-1)\nI = ideal(R, F)', "QQ[x]", ["x", "x - 1"]),
    ("magma", "A<x> := AffineSpace(GF(7), 1); [x]", "GF(7)[x]", ["x"]),
    ("mathematica", "g = x; Solve[{g == 1}, {x}]", "QQ[x]", ["x - 1"]),
    ("oscar", 'R, (x, y) = GF(7)["x", "y"]; [x]', "GF(7)[y, x]", ["x"]),
    ("mathematica", "GroebnerBasis[{x*y}, {x}, {y}]", "QQ[x, y]", ["x*y"]),
    ("mathematica", "{x y}", "QQ[x, y]", ["x*y"]),
]

#: Names, ranges, loops and functions: what scripts compute before the system stands there.
WRITTEN += [
    ("sympy", "from sympy import *\nx = symbols('x0:3')\nn = 3\nF = [x[i]**2 - x[(i+1) % n] for i in range(n)]\n"
     "groebner(F, *x)", "QQ[x2, x1, x0]", ["x0**2 - x1", "x1**2 - x2", "-x0 + x2**2"]),
    ("sympy", "from sympy import *\nx, y = symbols('x y')\ndef f(a): return a**2\nF = []\nfor i in range(2):\n"
     "    F.append(f(x) - i*y)\nprint(solve(F, x, y))", "QQ[x, y]", ["x**2", "-y + x**2"]),
    ("sympy",
     "from sympy import *\ndef main():\n    s = x, y = symbols('x y')\n    solve([diff(x**2*y, x), x - y], s)\n"
     "if __name__ == '__main__':\n    main()", "QQ[x, y]", ["2*x*y", "-y + x"]),
    ("sympy",
     "from sympy import *\nx, y = symbols('x y')\nlinsolve((Matrix([[1, 2], [3, 4]]), Matrix([3, 6])), [x, y])",
     "QQ[x, y]", ["2*y + x - 3", "4*y + 3*x - 6"]),
    ("sage", "R = PolynomialRing(QQ, 'x', 3)\nx = R.gens()\nI = R.ideal([x[i]^2 - x[(i+1)%3] for i in range(3)])",
     "QQ[x2, x1, x0]", ["x0**2 - x1", "x1**2 - x2", "-x0 + x2**2"]),
    ("sage", "R = PolynomialRing(QQ, 2, 'xy')\nx, y = R.gens()\nI = ideal(x^2 - y)", "QQ[y, x]", ["x**2 - y"]),
    ("sage", "R.<x,y> = QQ[]\nI = R*[x^2 - y, sum(R.gens()).subs(x=2)]\nG = I.groebner_basis(); J = Ideal(G)",
     "QQ[y, x]", ["x**2 - y", "y + 2"]),
    ("sage", "P.<a,b,c> = PolynomialRing(QQ, 3, order='lex')\nI = sage.rings.ideal.Katsura(P, 3)", "QQ[c, b, a]",
     ["a + 2*b + 2*c - 1", "a**2 - a + 2*b**2 + 2*c**2", "2*b*a + 2*c*b - b"]),
    ("oscar", "using Oscar\nR, x = polynomial_ring(QQ, :x => 1:2)\nI = ideal(R, [x[i]^2 - 7x[1] for i in 1:2])",
     "QQ[x_2, x_1]", ["x_1**2 - 7*x_1", "-7*x_1 + x_2**2"]),
    ("mathematica", "Solve[x^2 + y^2 == 1 && x y == 2 x, {x, y}]", "QQ[x, y]", ["y**2 + x**2 - 1", "x*y - 2*x"]),
    ("mathematica", "f[a_, b_] := a^2 - b; eqs = Table[f[x[i], x[i+1]] == 0, {i, 2}];\n"
     "Solve[Join[eqs, {Sum[x[i], {i, 3}] == 1}], {x[1], x[2], x[3]}]", "QQ[x_1, x_2, x_3]",
     ["-x_2 + x_1**2", "-x_3 + x_2**2", "x_3 + x_2 + x_1 - 1"]),
    ("maple", "with(Groebner): F := [seq(x[i]^2 - x[i+1], i = 1 .. 2), add(x[i], i = 1 .. 3) - 1]:\n"
     "for k from 1 to 1 do G := Basis(F, plex(x[1], x[2], x[3])) od:", "QQ[x_3, x_2, x_1]",
     ["x_1**2 - x_2", "x_2**2 - x_3", "x_1 + x_2 + x_3 - 1"]),
    ("maple", "f := (a, b) -> a^2 - b: solve({f(x, y) = 0, subs(x = y, f(x, x)) = 2}, [x, y]);", "QQ[x, y]",
     ["-y + x**2", "y**2 - y - 2"]),
    ("magma", "P<[x]> := PolynomialRing(Rationals(), 2); f := func<a | a^2 - 1>;\n"
     "I := ideal<P | [f(x[i]) : i in [1..2]], &+[x[i] : i in [1..2]]>; time G := GroebnerBasis(I);", "QQ[x_2, x_1]",
     ["x_1**2 - 1", "x_2**2 - 1", "x_1 + x_2"]),
    ("maxima", "n: 2$ f(t) := t^2$ eqs: makelist(f(x[i]) = x[i+1], i, 1, n)$ algsys(eqs, [x[1], x[2], x[3]]);",
     "QQ[x_1, x_2, x_3]", ["-x_2 + x_1**2", "-x_3 + x_2**2"]),
    ("maxima", "/* two\n lines */ e1: a*x = 1$ e2: ev(e1, a = 2)$ solve([e2,\n y = x],\n [x, y]);", "QQ[x, y]",
     ["2*x - 1", "y - x"]),
    ("gap", 'R := PolynomialRing(Rationals, ["x", "y"]); x := R.1; y := R.2; I := Ideal(R, [x^2 - y, y^2 - 1]);',
     "QQ[x, y]", ["-y + x**2", "y**2 - 1"]),
    ("gap", 'x := Indeterminate(Rationals, "y"); y := Indeterminate(Rationals, "y"); GroebnerBasis([x^2 - 2*y], o);',
     "QQ[y]", ["y**2 - 2*y"]),
    ("cocoa", "use R ::= QQ[x[1..2], y]; f := x[1]^2 - y; I := ideal(f, x[1]*x[2] - 1); GBasis(I);",
     "QQ[y, x_2, x_1]", ["x_1**2 - y", "x_2*x_1 - 1"]),
    ("fricas", "P := DMP([x, y], FRAC INT)\nf : P := x^2 - y\ngroebner([f, x*y - 1])", "QQ[y, x]", ["x**2 - y",
     "y*x - 1"]),
    ("giac", "restart;\nf:=x^2+2y-1;\nS:=gbasis([f,x-y],[y,x]);", "QQ[x, y]", ["2*y + x**2 - 1", "-y + x"]),
    ("reduce", "load_package groebner; vars := {x, y}$ torder(vars, lex)$ groebner {x^2 + y^2 - 1, x*y = 1};"
     .replace("groebner {", "groebner({").replace("1};", "1});"), "QQ[y, x]", YX),
    ("homotopy",
     "using HomotopyContinuation\n@var x y a\nF = System([x^2 + a, x*y - 1]; variables=[x,y], parameters=[a])\n"
     "result = solve(F)", "QQ(a)[x, y]", ["x**2 + a", "x*y - 1"]),
]  # fmt: skip

#: Statements that give a name another value, or change a list before something is asked of it.
WRITTEN += [
    ("maxima", "x: 2$ solve([x*y = 1], [y]);", "QQ[y]", ["2*y - 1"]),
    ("maxima", "F: [x]$ F: [y]$ solve(F, [x]);", "QQ(y)[x]", ["y"]),
]

SYMPY = "from sympy import *\nx, y, a = symbols('x y a')\n"

#: What a second look at readers brought to light: values with indices, scopes, copies, steps.
WRITTEN += [
    ("mathematica", "f := x^2 - 1; Solve[{f == 0, y == 1}, {x, y}]", "QQ[x, y]",
     ["x**2 - 1", "y - 1"]),
    ("maple", "for i to 2 do eq[i] := x[i] - i od: solve({seq(eq[i], i = 1 .. 2)})",
     "QQ[x_1, x_2]", ["x_1 - 1", "x_2 - 2"]),
    ("maple", "F := []: for i from 1 to 5 by 2 do F := [op(F), x - i]: od: solve(F, [x]);", "QQ[x]",
     ["x - 1", "x - 3", "x - 5"]),
    ("maple", "a := 2: restart: F := [a*x - 1]:", "QQ[a, x]", ["a*x - 1"]),
    ("maxima", "a[1]: 2$ solve([a[1]*x = 4], [x]);", "QQ[x]", ["2*x - 4"]),
    ("maxima", "block([b], b: 3)$ block([a: 3], solve([x - a - b], [x]));", "QQ(b)[x]", ["x - b - 3"]),
    ("sage", "R.<x,y,z> = QQ[]\nI = ideal(R.1^2 - 2, x)", "QQ[z, y, x]", ["y**2 - 2", "x"]),
    ("sympy", SYMPY + "'''\na = 7\n'''\nF = [x - a]; G = list(F); G.append(y); solve(F, x)", "QQ(a)[x]", ["x - a"]),
    ("sympy", SYMPY + "F = []\nfor i in range(2): F.append(x - i); F.append(y - i)\nsolve(F, x, y)", "QQ[x, y]",
     ["x", "y", "x - 1", "y - 1"]),
    # What a loop's name stands for behind it: Maple's next number, Magma's and Julia's outer value, Python's last one.
    ("maple", "for i from 5 to 1 by -2 do a := i: end do: solve([x - i, y - a], [x, y]);", "QQ[x, y]",
     ["x + 1", "y - 1"]),
    ("magma", "P<x,y> := PolynomialRing(GF(7), 2); i := 5; F := []; for i in [1..2] do F := F cat [x - i]; end for; "
     "for y := 1 to 2 do F := F cat [x]; end for; I := ideal<P | F, y - i>;", "GF(7)[y, x]",
     ["x - 1", "x - 2", "x", "x", "y + 2"]),
    ("oscar", 'R, (x, y) = polynomial_ring(QQ, ["x", "y"])\ni = 9; F = [y]\nfor i in 1:2\n  push!(F, x - i)\nend\n'
     "I = ideal(R, F, x - i)", "QQ[y, x]", ["y", "x - 1", "x - 2", "x - 9"]),
    ("homotopy", "@var x y\nF = [x]\nfor x in 1:2\n  push!(F, y - x)\nend\npush!(F, x - 1)\nsolve(System(F))",
     "QQ[x, y]", ["x", "y - 1", "y - 2", "x - 1"]),
    ("sympy", SYMPY + "F = []\nfor i in range(2):\n    F.append(x - i)\nsolve([*F, y - i], x, y)", "QQ[x, y]",
     ["x", "x - 1", "y - 1"]),
    # Symbols: what is known of them matters where equations are solved, but not for the zeros over the complex numbers.
    ("sympy", "x, y = symbols('x y', real=True)\nsolve([x**2 - 2, y], x, y)", "QQ[x, y]", ["x**2 - 2", "y"]),
    ("sympy", "x, y = symbols('x y', positive=True)\ngroebner([x*y - 1], x, y)", "QQ[y, x]", ["y*x - 1"]),
    ("sympy", SYMPY + "t = symbols('t', positive=True); f = Function('f')\nsolve([x*y - 1], x, y)", "QQ[x, y]",
     ["x*y - 1"]),
    ("sympy", "x = Dummy('x')\nsolve([x - 1], x)", "QQ[x]", ["x - 1"]),
    ("sympy", SYMPY + "solve([Poly([1, 0, -a], x), Poly([], x)], x)", "QQ(a)[x]", ["x**2 - a"]),
    ("sympy", "n = 2\nx = symbols(f'x:{n + 1}')\nsolve([x[0] - x[2]], x[0])", "QQ(x2)[x0]", ["x0 - x2"]),
    ("sympy", "x = [Symbol('x' + str(i)) for i in range(2)]\ny = Symbol('y%d' % 1)\nsolve([x[0] - x[1], y], *x, y)",
     "QQ[x0, x1, y1]", ["-x1 + x0", "y1"]),
    # A # in a string, and names that are imported.
    ("sympy", SYMPY + "s = '#'; F = [x]; F.append(y)\nsolve(F, x, y)", "QQ[x, y]", ["x", "y"]),
    ("sympy", "from sympy.abc import x as y, y as x\nfrom sympy import (solve,\n  Eq)\nsolve([y - 2, Eq(x, y)], y)",
     "QQ(y)[x]", ["x - 2", "-x + y"]),
    ("sympy",
     "import numpy as np\nfrom time import time\nfrom sympy import *\nx = symbols('x')\nt = time()\nsolve([x], x)",
     "QQ[x]", ["x"]),
    # Functions, parts of lists, matrices, tuples, derivatives of quotients.
    ("sympy", SYMPY + "def f(u, v):\n    x = u + 1\n    return x*v, x\nF, G = f(x, 2), f(y, x)\nsolve([F[0], *G])",
     "QQ[x, y]", ["2*x + 2", "x*y + x", "y + 1"]),
    ("sympy", SYMPY + "def g(F):\n    return solve([f - a for f in F], x, y)\nprint(1)\ng([x, y])", "QQ(a)[x, y]",
     ["x - a", "y - a"]),
    ("sympy", SYMPY + "F = (x, y)\nG = F\nG += (a,)\nsolve(F, x, y)", "QQ[x, y]", ["x", "y"]),
    ("sympy", SYMPY + "F = x, y, a\nsolve(F[::-1][1:], x, y)", "QQ[x, y]", ["y", "x"]),
    ("sympy",
     SYMPY + "M = Matrix([[1, 2, 3], [4, 5, 6]])\nsystem = A, b = M[:, :-1], M[:, -1]\nlinsolve(system, x, y)",
     "QQ[x, y]", ["2*y + x - 3", "5*y + 4*x - 6"]),
    ("sympy",
     SYMPY + "M = Matrix(2, 2, [1, 2, 3, 4])*2\nv = M*Matrix([x, y])\nsolve([v[0], v[1, 0] - M[1], M[1, 1] - a], x, y)",
     "QQ(a)[x, y]", ["4*y + 2*x", "8*y + 6*x - 4", "-a + 8"]),
    ("sympy", SYMPY + "f = x**3*y/(6*a) + x/(a + 1)**2\nsolve([diff(f, x, 2), f.diff(x) - f.diff(y)], x, y)",
     "QQ(a)[x, y]",
     ["x*y", "1/2*a**2*x**2*y + a*x**2*y + 1/2*x**2*y - 1/6*a**2*x**3 - 1/3*a*x**3 - 1/6*x**3 + a"]),
    ("sympy", SYMPY + "F = [sin(x), x - a]\nfor f in F:\n    print(f)\nsolve([F[1]], x)", "QQ(a)[x]", ["x - a"]),
    ("sympy", SYMPY + "def g():\n    a = 5\n    return groebner([x*y - a], x, y)\nf = lambda u: u + a\ng()", "QQ[y, x]",
     ["y*x - 5"]),
]  # fmt: skip

REFUSED = [
    # Other rings.
    ("macaulay2", "R = QQ[x,y]; S = R/(x^2); I = ideal(x-y)", "f:1:18: a quotient ring: R/(x^2); expected a ring such"),
    ("macaulay2", "R = QQ[x, SkewCommutative => true]; I = ideal(x)", "f:1:11: a ring that is not read: SkewCommutat"),
    ("singular", "ring r=0,(x,y),dp; def A=nc_algebra(1,1); setring A; ideal i=x*y;", "f:1:20: the ring A, which is"),
    ("sage", "R.<x> = QQ[[]]; I = R.ideal(x)", "f:1:9: a ring that is not read: QQ[[]]"),
    # A variable that gets another value, or another name.
    ("macaulay2", "R = QQ[x,y]; y = x; I = ideal(x*y)", "f:1:14: a statement that is not read: y = x; expected"),
    ("mathematica", "With[{x = 2}, Solve[{x*y == 1}, {y}]]",
     "f:1:1: a statement that is not read: With[{x = 2}, Solve[{x*y == 1}, {y}]]"),
    ("maple", "alias(a = RootOf(z^2-2)): Basis([a*x], plex(x))",
     "f:1:1: a statement that is not read: alias(a = RootOf(z^2-2))"),
    ("sympy", "for x in [1]:\n    solve([x], x)", "f:2:16: variable 'x'"),
    # Symbols with other names, assumptions, decimal quotients, xor: Python computes another system.
    ("sympy", "x = symbols('x', positive=True)\nsolve([x**2 - 1], [x])", "f:1:27: symbols with positive=True"),
    ("sympy", "x = symbols('x', positive=True)\nF = [x**2 - 1]", "f:1:27: symbols with positive=True"),
    ("sympy", "x = symbols('x', commutative=False)\ngroebner([x**2 - 1], x)", "f:1:30: symbols with commutative=False"),
    ("sympy", "x = Symbol('x')\ny = Symbol('x', real=True)\nsolve([x - 1, y], x, y)",
     "f:2:5: x with real=True beside x"),
    ("sympy", "x, y = Dummy('x'), Dummy('x')\nsolve([x - 1, y], x)",
     "f:1:20: x, a Dummy, number 1 beside x, a Dummy, number 0"),
    ("sympy", SYMPY + "groebner([Poly(x**2 - y, x)])",
     "f:3:11: variables in Poly; expected the variables in groebner, too"),
    ("sympy", SYMPY + "from math import e as x\nsolve([x - 1], y)", "f:4:8: the function x"),
    ("sympy", "from m import build as solve\nsolve([x], x)", "f:2:1: a statement that is not read: solve([x], x)"),
    ("sympy", "from m import *\nsolve([x], x)", "f:1:1: a statement that is not read: from m import *"),
    ("sympy", SYMPY + "E = a\nfrom sympy import *\nsolve([x - E], x)", "f:5:12: E, a number of Python's"),
    ("sympy", SYMPY + "M = Matrix([[x, y]])\nN = M\nN[0, 0] = a\nsolve([M[0, 1]], y)",
     "f:6:8: no element M[0, 1]"),
    ("sympy", SYMPY + "A = Matrix([[x, y]])\nB = A*A", "f:4:5: a value that is not read: A*A"),
    ("sympy", SYMPY + "def f(u):\n    if u:\n        return x\n    return y\nsolve([f(x)], x)",
     "f:4:5: a statement that is not read: if u: return x"),
    ("sympy", SYMPY + "def f():\n    solve([x], x)\nexec('x = y')\nf()",
     "f:5:1: a statement that is not read: exec('x = y')"),
    ("sympy", SYMPY + "def g(F): F.append(y)\ndef f(F): g(F)\nF = [x]\nf(F)\nsolve(F, x)",
     "f:6:1: a statement that is not read: f(F)"),
    ("sage", "R.<x,y> = QQ[]\nK = ideal(x)\ndef f(K):\n    K = K + ideal(y)\n    return K\nf(K)",
     "f:2:5: several systems"),
    ("sage", "def f(p):\n    R.<x,y> = GF(p)[]\n    return ideal(x*y)\nI = f(5); J = f(7)", "f:3:12: several systems"),
    ("maple", "for i in [1, 7] do a := i: end do: solve([x - i], [x]);", "f:1:1: i behind its loop"),
    ("sage", "from sympy import solve\nx = var('x')\nsolve([x == 1], x)",
     "f:3:1: a statement that is not read: solve([x == 1]"),
    ("sympy", "groebner([x**2 - 1/2], x)", "f:1:18: the quotient '1/2', which Python computes as a decimal number"),
    ("sympy", "groebner([x^2 - 1], x)", "f:1:12: found '^', which has another meaning in Python"),
    ("sympy", "F = [x]\ngroebner(F[y:], x)", "f:2:12: y, where a whole number is read"),
    ("sympy", "F = [x] + G\ngroebner(F, x)", "f:1:5: a value that is not read: [x] + G"),
    ("sympy", "groebner([x - I], x)", "f:1:15: I, a number of Python's"),
    ("sympy", "groebner([x], x, extension=[sqrt(2)])", "f:1:18: the option extension=[sqrt(2)]; expected domain=QQ"),
    ("sympy", "groebner([x], x)\nsolve([x - 1], x)", "f:2:7: several systems: line 1, line 2"),
    ("sympy", "print(x)", "f:1:1: a call that is not read: print(x)"),
    ("sympy", "groebner([Poly(x, x, modulus=7)], x)", "f:1:11: Poly with a modulus"),
    ("gap", 'x := X(CF(5), "x"); GroebnerBasis([x], o);', "f:1:8: a call that is not read: CF(5)"),
    ("gap", "R := PolynomialRing(GF(7), 2); GroebnerBasis([x], o);", "f:1:47: x, which has no value that is read"),
    ("gap", GAP + "GroebnerBasis([x**2], o);", "f:2:17: found '**', which has another meaning in GAP; expected ^, +"),
    ("gap", GAP + "Ideal(R, x[y]);", "f:2:12: y, where a whole number is read"),
    ("maxima", "modulus: 7$ solve([x], [x]);", "f:1:1: a statement that is not read: modulus: 7"),
    ("fricas", "[x - 1]", "f: no list with its type; expected F : List DMP([x, y], Fraction Integer) := ["),
    ("fricas", "F : List DMP([x], Complex Integer) := [x]", "f:1:19: the field 'Complex Integer'; expected Fraction I"),
    ("giac", "gbasis([x % 7], [x])", "f:1:11: found '%', which has another meaning in Giac"),
    ("giac", "gbasis([x - i], [x])", "f:1:13: i, a number of Giac's; expected rational coefficients"),
    ("cocoa", "use R ::= QQ[x]; I := ideal(x) + J;", "f:1:34: J, which has no value that is read"),
    ("cocoa", "use R ::= CC[x]; I := ideal(x);", "f:1:11: the field 'CC'; expected QQ or ZZ/(p)"),
    ("cocoa", "use R ::= QQ[x]/(x^2); I := ideal(x);", "f:1:1: a quotient ring: use R ::= QQ[x]/(x^2)"),
    # Singular reads these in its own way: 4x^2, x^2*y^2, x^6, x/(2y), x/(3/2); and blanks multiply nothing.
    ("singular", "ring r=0,(x,y),dp; ideal i=2x^2;", "f:1:28: 2x^, where Singular takes the power of all of 2x; expec"),
    ("singular", "ring r=0,(x,y),dp; ideal i=1+xy^2;", "f:1:30: xy^, where Singular takes the power of all of xy"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x^2^3;", "f:1:31: a power of a power; expected parentheses, as in (x^2)^"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x/2y;", "f:1:29: /2y, where Singular divides by the whole monomial; expe"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x/3/2;", "f:1:29: /3/2, where Singular divides by the whole fraction; ex"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x y;", "f:1:28: x y, which is no product in Singular; expected a sign *"),
    # x^(2/4), which is refused there, and (3/2)^2. Between whole numbers the sign / gives a whole number: 2, 0, 1.
    ("singular", "ring r=0,(x,y),dp; ideal i=x^2/4;", "f:1:29: ^2/4, where Singular takes the fraction as one number"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x+3/2^2;", "f:1:30: 3/2^, where Singular takes the fraction as"),
    ("singular", "int n=5; ring r=0,x,dp; ideal i=n/2*x;", "f:1:35: a quotient in n/2*x, which Singular computes as a"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x-3 / 4;", "f:1:34: a quotient in x-3 / 4, which Singular computes as"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x*(2*3/(4));", "f:1:37: a quotient in x*(2*3/(4)), which Singular"),
    ("singular", "ring r=0,x,dp; def n=5; ideal i=3/n*x,x;", "f:1:35: a quotient in 3/n*x, which Singular"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x/-1/2;", "f:1:29: /-1/2, where Singular divides by the whole fraction"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x-y,x*(+y);", "f:1:34: (+, which is no sign in Singular; expected"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x--y;", "f:1:29: --, which is no sign in Singular; expected a sign"),
    ("singular", "int n=5/2; ring r=0,x,dp; ideal i=x-n;", "f:1:7: a value that is not read: 5/2"),
    ("macaulay2", "R = QQ[x]; I = ideal(x^2^3)", "f:1:25: a power of a power; expected parentheses"),
    ("macaulay2", "R = QQ[x]; I = ideal(x**2)", "f:1:23: found '**', which has another meaning in Macaulay2"),
    ("mathematica", "Solve[{x**2 == 1}, {x}]", "f:1:9: found '**', which has another meaning in Mathematica; expected"),
    ("sage", "A.<x> = AffineSpace(GF(7), 1); A.subscheme([x])", "f:1:32: a value that is not read: A.subscheme([x])"),
    ("sage", "R.<x> = QQ[]; I = ideal(x)^2", "f:1:19: a value that is not read: ideal(x)^2"),
    ("sage", "R.<x> = QQ[]; J = 2*ideal(x)", "f:1:19: a value that is not read: 2*ideal(x)"),
    ("sage", "R.<x,y> = QQ[]; J = h(ideal(x), y)", "f:1:17: a statement that is not read: J = h(ideal(x), y)"),
    ("sage", "R.<x> = QQ[]; map(h, [x])", "f:1:15: a call that is not read: map(h, [x])"),
    ("macaulay2", "R = QQ[x]; gens gb (ideal(x) + J)", "f:1:32: J, which has no value that is read"),
    ("sage", "R.<x> = ZZ[]; I = ideal(x)", "f:1:1: a ring that is not read: R.<x> = ZZ[]"),
    ("sage", "R.<x> = QQ[]; S = R.quotient(x^2); [x]", "f:1:19: a value that is not read: R.quotient(x^2)"),
    ("sage", "R.<x> = QQ[]; I = ideal(x)\nI = I.radical()", "f:2:1: a later change of I: I = I.radical()"),
    ("sage", "x = var('x'); solve([x^2 == I], x)", "f:1:29: I, a number of Sage's"),
    # What is changed later, or is not what the call takes, would be another system.
    ("maple", "F := [x, y] minus G: solve(F)", "f:1:6: a value that is not read: [x, y] minus G"),
    ("maple", "solve({x}, {x}); solve({x-1}, {x})", "f:1:24: several systems: line 1, column 7, line 1, column 24"),
    ("maple", "solve({x^2=1}, {x}) assuming x > 0",
     "f:1:1: a statement that is not read: solve({x^2=1}, {x}) assuming x > 0"),
    ("maple", "map(diff, [x^2], x)", "f:1:1: a call that is not read: map(diff, [x^2], x)"),
    ("mathematica", "F = {x} /. x -> 2; GroebnerBasis[F, {x}]", "f:1:5: a value that is not read: {x} /. x -> 2"),
    ("magma", "P<x> := PolynomialRing(GF(3)); I := ideal<P | x> + J;", "f:1:52: J, which has no value that is read"),
    ("magma", "P<x> := PolynomialRing(GF(3)); L := [x]\n cat M; I := ideal<P | L>;",
     "f:2:6: M, which has no value that is read"),
    ("macaulay2", "R = QQ[x]; I = saturate(ideal(x), x)", "f:1:16: a call that is not read: saturate(ideal(x), x)"),
    ("macaulay2", "R = QQ[x]; L = {x} | M", "f:1:12: a statement that is not read: L = {x} | M"),
    ("oscar", 'R, (x,) = polynomial_ring(QQ, ["x"]); F = [x] .* 2; I = ideal(R, F)',
     "f:1:43: a value that is not read: [x] .* 2"),
    ("sage", "R.<x> = QQ[]; F = [x] + G; I = ideal(F)", "f:1:25: G, which has no value that is read"),
    ("mathematica", "F = {x}; GroebnerBasis[F /. x -> 2, {x}]", "f:1:24: a value that is not read: F /. x -> 2"),
    ("magma", "P<x> := PolynomialRing(GF(3)); I := ideal<P | x>;\nI := Saturation(I, x);", "f:2:1: a later change of"),
    ("macaulay2", "R = QQ[x]; I = ideal(x)\nI = substitute(I, {x => 2})", "f:2:1: a later change of I: I = substitute"),
    ("oscar", 'R, (x,) = polynomial_ring(QQ, ["x"])\nF = [x]\nI = ideal(R, 2 .* F)',
     "f:3:14: a value that is not read: 2 .* F"),
    ("singular", "ring r=0,x,dp; ideal i = x; ideal j = std(i + ideal(x-1));", "f:1:29: several ideals"),
    ("singular", "ring r=0,x,dp; ideal i = x; ring s=7,x,dp; ideal j = imap(r, i);", "f:1:29: a second ring over"),
    ("bertini", "variable_group x; variable_group x; function f; f = x;", "f:1:19: x is declared twice; expected each"),
    ("bertini", "variable_group x; function f, f; f = x;", "f:1:19: f is declared twice"),
    ("bertini", "variable_group x; function f; f = x; f = x - 1;", "f:1:38: a second value of 'f'; expected one value"),
    ("bertini", "variable_group x; constant a; function f; f = x - a; a = 2;", "f:1:51: a before its value; expected"),
    ("bertini", "variable_group x; parameter a; function f; f = x - a;", "f:1:19: found 'parameter a'; expected"),
    ("bertini", "variable_group x; function f; s = Pi; f = x;", "f:1:35: Pi, the number pi in Bertini; expected"),
    ("bertini", "variable_group x; function f; s = x; s = 2; f = s;", "f:1:38: a second value of 's'; expected"),
    ("bertini", "variable_group x; function f; x = 2; f = x;", "f:1:31: a value of 'x'; expected"),
    ("bertini", "variable_group x; constant I; function f; f = x;", "f:1:19: I is the imaginary unit; expected"),
    ("bertini", "variable_group x; constant a; function f; f = x;", "f: no value of 'a'; expected"),
    ("singular", "ring r = 0,(x,y),dp; poly f = x;", "f: no ideal; expected a statement such as ideal i"),
    ("singular", "ring r = 0,(x,y),dp; ideal i = x2 3;", "f:1:35: found '3' after '2'; expected an operator"),
    ("singular", "ring r = 0,(x,z1),dp; ideal i = 2x2;", "f:1:33: 2x2, which has no value that is read"),
    ("singular", "ideal i = x2-1;", "f:1:11: x2, which is a variable or, in Singular's short form"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x; i = i,f(y);", "f:1:37: y, where a whole number is read"),
    ("singular", "ring r=0,(x,y),dp; ideal i=x; i[k] = y;", "f:1:31: k, where a whole number is read"),
    ("macaulay2", "R = QQ[x,y]/(x^2); I = ideal(x-y)", "f:1:5: a quotient ring: QQ[x,y]/(x^2); expected a ring"),
    ("macaulay2", "R = QQ[x,y]; I = ideal(x,y)^2", "f:1:18: a value that is not read: ideal(x,y)^2"),
    ("mathematica", "Solve[{x^2 + I*y == 0}, {x, y}]", "f:1:14: I, a number of Mathematica's; expected rational"),
    ("maple", "F := [x - Pi];", "f:1:11: Pi, a number of Maple's; expected rational coefficients"),
    ("singular", "ring r = 0,x(1..3),dp; ideal i = x;", "f:1:34: x, which has no value that is read"),
    ("singular", "ring r = 0,x,dp; ideal i = x", "f:1:18: a statement without an end; expected a semicolon"),
    ("macaulay2", "R = QQ[x_1..x_3]; I = ideal(x)", "f:1:29: x, which has no value that is read"),
    ("macaulay2", "QQ[x]; QQ[y]; {x, y}", "f:1:15: variables of two rings in one system; expected one ring"),
    ("macaulay2", "K = GF(4); R = K[x]; {x}", "f:1:8: the field GF(2^2) = GF(4), which exists and is not read"),
    ("macaulay2", "R = frac(RR)[x]; {x}", "f:1:5: the coefficients frac(RR)"),
    ("macaulay2", "f = x => 2; {f}", "f:1:5: a value that is not read: x => 2"),
    ("singular", "poly g = jacob(x); ideal i = g;", "f:1:10: a call that is not read: jacob(x)"),
    ("singular", "ring r = (7,a),x,dp; minpoly = a^2+1; ideal i = x;", "f:1:22: an extension of the field: minpoly"),
    ("maple", "x := 2: Basis([x*y], plex(x, y))", "f:1:27: variable 'x'"),
    ("maple", "Basis([x], plex(x), characteristic = p)", "f:1:38: p, where a whole number is read"),
    ("maple", "[x] mod 7", "f:1:1: a value that is not read: [x] mod 7"),
    ("mathematica", "Solve[{x == 1}, {x}, Modulus -> p]", "f:1:33: field 'p'; expected QQ, a prime such as 11"),
    ("maple", "[x^2-1", "f:1:1: no ']' for this '['; expected it before the end"),
    ("maple", "x^2-1", "f: no ideal and no list of polynomials"),
    ("maple", "[x]: [y]:", "f:1:6: several systems: line 1, column 1, line 1, column 6"),
    ("maple", "F:=[x]: plex(x) plex(y)", "f:1:9: a value that is not read: plex(x) plex(y)"),
    ("maple", "(* [x]", "f:1:1: a comment without an end: (*; expected *)"),
    ("maple", 's := "x', "f:1:6: a string without an end; expected a second double quote"),
    ("maple", "[x,\n sin(x)]", "f:2:2: a call that is not read: sin(x)"),
    ("maple", "[x]: R:=PolynomialRing([x+1]):", "f:1:24: variable '[x+1]'"),
    ("maple", "[x]: R:=PolynomialRing([x], 4):", "f:1:29: the field GF(2^2)"),
    ("magma", "P<x> := PolynomialRing(GF(2,3)); [x]",
     "f:1:27: the field GF(2^3) = GF(8), which exists and is not read"),
    ("magma", "P<x,y> := PolynomialRing(Integers(), 2); [x]", "f:1:26: the field 'Integers()'; expected Rationals()"),
    ("magma", "P<x,y> := PolynomialRing(GF(3), 3); [x]", "f:1:3: 2 names for 3 variables; expected as many names"),
    ("magma", "P := PolynomialRing(GF(3), 3); [x]", "f:1:33: x, which has no value that is read"),
    ("magma", "P<x>:=PolynomialRing(GF(3)); I:=ideal<P|System(x)>;", "f:1:41: a call that is not read: System(x)"),
    ("mathematica", "{f[x]}", "f:1:2: a call that is not read: f[x]"),
    ("mathematica", "GroebnerBasis[{x}]", "f:1:1: a call without variables; expected GroebnerBasis[{…}, {x, y}]"),
    ("oscar", 'R, (x,) = polynomial_ring(ZZ, ["x"]); [x]', "f:1:27: the field 'ZZ'; expected QQ or GF(p)"),
    ("oscar", 'R, x = polynomial_ring(QQ, 3); [x]', "f: no ideal and no list of polynomials"),
    ("oscar", "[run(`ls`)]", "f:1:2: a call that is not read: run(`ls`)"),
    ("phcpack", "3\nx;y;", "f:1:1: 2 polynomials with a semicolon; expected 3, as this line says"),
    ("phcpack", "1 2\nx;", "f:1:3: 1 variables; expected 2, as this line says"),
    ("phcpack", "1\ni*x;", "f:2:1: i, where PHCpack reads the imaginary unit; expected rational coefficients, and"),
    ("phcpack", "1\nx +\n y*i1;", "f:3:4: i1, where PHCpack reads the imaginary unit"),
    ("phcpack", "1\nx/2 - 1;", "f:2:1: x/, which PHCpack takes as a name; expected a number before the variable"),
    ("phcpack", "1\n0.5*x;", "f:2:2: found '.'; expected a number, a variable or '('"),
    ("phcpack", "1\nx^2+y^2-5;\nx*y-2;\n", "f:3:1: another polynomial with a semicolon; expected 1, as the first line"),
    ("phcpack", "1\nx^2+y^2-5; x*y-2;\n", "f:2:12: another polynomial with a semicolon; expected 1, as the first"),
    ("phcpack", "1\nx^2+y^2-5;\n\nx;\n", "f:4:1: another polynomial with a semicolon; expected 1, as the first line"),
    ("phcpack", "1\nx^2+y^2-5;\n\n x*y-2;\n", "f:4:2: another polynomial with a semicolon; expected 1, as the first"),
    ("phcpack", "x;", "f: no number of polynomials; expected a line with it first, as in PHCpack's input"),
    ("bertini", "variable_group x; f = x;", "f: no variables or no functions; expected variable_group x"),
    ("bertini", "variable_group x; function f;", "f: no value of 'f'; expected variable_group x; function f; f = x"),
    ("bertini", "hom_variable_group x; function f; f = x;", "f:1:1: found 'hom_variable_group x'; expected"),
    ("bertini", "variable_group x; function f; f = I*x;", "f:1:35: I, the imaginary unit in Bertini; expected"),
    ("bertini", "variable_group x; function f; f = x", "f:1:31: a statement without a semicolon; expected a semicolon"),
    ("mrdi", '{"_ns": {}}', "f: _type is not there; expected a file that OSCAR 1.0 or a later version wrote"),
    ("mrdi", '{"_type": "MPolyIdeal"', "f:1:23: no JSON"),
]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "<INTPS>\n<!-- $Id: a.xml,v 1.1 2010/12/31 $ -->\n<vars>x</vars><basis><poly>x-1</poly></basis></INTPS>",
        "# \\frac{x}{2} and $x^2$, using Oscar\nx - 1",
        "variables: x\n# from polrootsmod(x)\nx - 1",
    ],
)
def test_a_comment_names_no_language(text: str) -> None:
    assert list(map(str, read_system(text).polynomials())) == ["x - 1"]


@pytest.mark.parametrize(("language", "text", "message"), REFUSED)
def test_what_cannot_be_read_gets_one_line_with_its_place(language: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        READERS[language](text, source="f")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_languages_are_told_apart_and_those_that_are_not_read_are_named() -> None:
    for language, text, *_ in WRITTEN:
        if language_of(text) not in ("list", ""):
            assert language_of(text) == language, text
    for text, language in (
        ("x = polrootsmod(f, 7)", "a script of PARI's"),
        ("\\begin{align}\nx^2 + y^2 &= 1\n\\end{align}", "a text in LaTeX"),
        ("$x^2 = y$", "a text in LaTeX"),
        ("x_{1}^{2} = 1", "a text in LaTeX"),
    ):
        with pytest.raises(InputError, match=f"{language}, which casbridge does not read; expected the list of its"):
            read(text)


def test_many_calls_inside_of_others_are_refused() -> None:
    functions = "".join(f"f{number} = lambda u: f{number - 1}(u)\n" for number in range(1, 400))
    with pytest.raises(InputError, match="calls inside of many others; expected fewer"):
        read_sympy(f"{SYMPY}f0 = lambda u: u\n{functions}solve([f399(x)], x)")
    with pytest.raises(InputError, match="values of names that are very long together"):
        read_sympy(f"{SYMPY}F = [x]*9999\nG = [F[1:] for i in range(9999)]\nsolve(G[0], x)")


def test_real_symbols_get_a_remark() -> None:
    with listening() as heard:
        assert repr(read_sympy(f"{SYMPY}r = symbols('r', real=True)\nsolve([r**2 + 1], [r])").ring) == "QQ[r]"
    assert len(heard) == 1
    assert "real=True" in heard[0]


def test_conditions_count_for_each_ideal() -> None:
    each = read_each(f"{SYMPY}p = symbols('p', positive=True)\nF = [p**2 - 1]\nG = [x - 1]", ideal="*")
    assert [isinstance(one, InputError) for one in each] == [True, False]


def test_casbridges_own_scripts_are_read_back() -> None:
    """By all methods. msolve's order is the other one: its first variable is the lowest here."""
    texts = ("variables: z x y\nx^2 + 3/2*y - 1\nx*y - 1", "field: GF(7)\nvariables: y x\nx^2 + 3*y\nx*y = 1")
    counted = 0
    for system in map(read_system, (*texts, "variables: system e\nsystem^2 - e")):
        for name in set(registry.OWN_BACKENDS).difference(("reference", "pari")):
            for method in registry.get(name).target.methods:
                if method.task is Task.FACTORS:
                    continue
                with contextlib.suppress(CasbridgeError):
                    script = render(system, f"{name}:{method.name}").text
                    assert_read_back(system, script, name)
                    counted += 1
    assert counted > 100


def assert_read_back(system: PolynomialSystem, script: str, name: str) -> None:
    again = read(script)
    assert isinstance(again, PolynomialSystem)
    names = again.ring.variables
    assert (names[::-1] if name == "msolve" else names) == system.ring.variables, script
    assert again.ring.field == system.ring.field
    places = [system.ring.variables.index(one) for one in names]
    for one, other in zip(system.polynomials(), again.polynomials(), strict=True):
        assert other.rename(system.ring, places).normal() == one.normal(), script


SESSIONS = [
    ("sage: R.<x,y> = QQ[]\nsage: I = ideal(x^2+y^2-1,\n....:   x*y-1)\nsage: I\nIdeal (z) of nothing\n",
     "QQ[y, x]", YX),
    ("> ring r=0,(x,y),dp;\n> ideal i=x2+y2-1,\n. xy-1;\n> i;\ni[1]=x2+y2-1\ni[2]=xy-1\n", "QQ[y, x]", YX),
    ("i1 : R = QQ[x,y]\n\no1 = R\n\no1 : PolynomialRing\n\ni2 : I = ideal(x^2+y^2-1,\n        x*y-1)\n\n"
     "             2    2\no2 = ideal (x  + y  - 1, x*y - 1)\n\no2 : Ideal of R\n", "QQ[y, x]", YX),
    (">>> from sympy import *\n>>> x, y = symbols('x y')\n>>> solve([x**2+y**2-1,\n...    x*y-1], [x, y])\n[(1, 2)]\n",
     "QQ[x, y]", XY),
    ("(%i1) F: [x^2+y^2=1,\n  x*y=1]$\n(%i2) solve(F, [x, y]);\n(%o2) [x = 1]\n", "QQ[x, y]", XY),
    ("In[1]:= Solve[{x^2+y^2==1,\n   x*y==1}, {x, y}]\n\nOut[1]= {{x -> 1}}\n", "QQ[x, y]", XY),
    ("# t\ngap> " + GAP.strip() + "\ngap> GroebnerBasis([x^2+y^2-1,\n> x*y-1], MonomialLexOrdering(x, y));\n[ x ]\n",
     "GF(7)[y, x]", YX),
    ('julia> R, (x, y) = QQ["x", "y"];\n\njulia> I = ideal(R, [x^2 + y^2 - 1,\n                  x*y - 1])\nideal(z)\n',
     "QQ[y, x]", YX),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ring", "written"), SESSIONS)
def test_a_session_is_read_without_its_prompts_and_output(text: str, ring: str, written: list[str]) -> None:
    for form in (text, text.replace("\n", "\r\n"), "\ufeff" + text):
        system = read(form)
        assert isinstance(system, PolynomialSystem)
        assert repr(system.ring) == ring
        assert [str(polynomial) for polynomial in system.polynomials()] == written


def test_a_changed_name_gets_its_own_name_back_and_only_from_the_list_of_changed_names() -> None:
    head = "# v2 is y\n# Renamed, because the name is taken or unreadable there:\n#   v1 is system\n# more\n# v3 is z\n"
    system = read_maple(head + "Basis([v1 - v2*v3], plex(v1, v2, v3));")
    assert repr(system.ring) == "QQ[v3, v2, system]"


def test_names_change_by_the_head_of_a_script_alone() -> None:
    changed = "# Renamed, because the name is taken or unreadable there:\n"
    assert repr(read_maple(f"F := [x - y, {changed} z]: # x is w").ring) == "QQ[x, y, z]"
    assert repr(read_maple(f"F := [{changed} x, # x is w\n y]:").ring) == "QQ[x, y]"


def test_two_variables_never_get_one_name() -> None:
    head = "# Renamed, because the name is taken or unreadable there:\n#   v1 is y\n"
    with pytest.raises(InputError, match="variable y is named twice"):
        read_maple(head + "[v1 - y]")


@settings(max_examples=examples(60))
@given(st.data())
def test_a_file_of_oscars_keeps_the_system(data: st.DataObject) -> None:
    ring = data.draw(rings())
    system = PolynomialSystem.of(ring, data.draw(st.lists(polynomials(ring), max_size=4)))
    assert read_mrdi(write_mrdi(system)) == system
    assert read_system(write_mrdi(system)) == system


def mrdi(kind: object, data: object, refs: object = None) -> str:
    return json.dumps({"_ns": {"Oscar": ["", "1.0.0"]}, "_type": kind, "data": data, "_refs": refs or {}})


IN_GF7 = {
    "r": {"_type": "MPolyRing", "data": {"base_ring": {"_type": "FqField", "data": "7"}, "symbols": ["x[1]", "β"]}}
}
F7 = {"name": "FiniteField", "_instance": "FqField"}


@pytest.mark.parametrize(
    ("text", "ring", "written"),
    [
        # The field in the ring's data, and by an id of its own; names that casbridge cannot have.
        (mrdi({"name": "MPolyIdeal", "params": "r"}, [[[["2", "1"], "6"]]], IN_GF7), "GF(7)[x, x_1]", ["-x*x_1**2"]),
        (mrdi({"name": "MPolyRingElem", "params": "r"}, [[["0", "1"], "1"]],
              {"r": {"_type": {"name": "MPolyRing", "params": "q"}, "data": {"symbols": ["y", "x"]}},
               "q": {"_type": F7, "data": "7"}}), "GF(7)[x, y]", ["x"]),
        (mrdi({"name": "Vector", "params": {"name": "MPolyRingElem", "params": "r"}},
              [[[[1], "-3//2"], [["0"], "1"]], []],
              {"r": {"_type": {"name": "MPolyRing", "params": {"_type": "QQField"}}, "data": {"symbols": ["y"]}}}),
         "QQ[y]", ["-3/2*y + 1"]),
        # A graded ring before OSCAR 1.4 and since; a basis, whose ring moved; one variable.
        (mrdi({"name": "MPolyIdeal", "params": "g"}, [[[["2", "1"], "1"]]],
              {"g": {"_type": "MPolyDecRing", "data": {"ring": "r", "grading": {}}}, **IN_GF7}), "GF(7)[x, x_1]",
         ["x*x_1**2"]),
        (mrdi({"name": "Vector", "params": {"name": "MPolyDecRingElem", "params": "g"}}, [[[["2", "1"], "1"]]],
              {"g": {"_type": {"name": "MPolyDecRing", "params": {"ring": "r", "grading_group": "z"}}, "data": []},
               **IN_GF7}), "GF(7)[x, x_1]", ["x*x_1**2"]),
        (mrdi({"name": "IdealGens", "params": {"base_ring": "r", "ordering_type": "MonomialOrdering"}},
              {"gens": [[[["2", "1"], "1"]]], "is_gb": "true"}, IN_GF7), "GF(7)[x, x_1]", ["x*x_1**2"]),
        (mrdi({"name": "IdealGens", "params": "r"}, {"gens": [[[["0", "1"], "2"]]]}, IN_GF7), "GF(7)[x, x_1]",
         ["2*x"]),
        (mrdi({"name": "PolyRingElem", "params": {"_type": {"name": "PolyRing", "params": {"_type": "QQField"}},
               "data": {"symbols": ["t"]}}}, [["0", "-2"], ["3", "1"]]), "QQ[t]", ["t**3 - 2"]),
    ],
)  # fmt: skip
def test_files_of_several_versions_of_oscar_are_read(text: str, ring: str, written: list[str]) -> None:
    system = read_mrdi(text)
    assert repr(system.ring) == ring
    assert [str(polynomial) for polynomial in system.polynomials()] == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (mrdi("PolyRing", []), "_type is 'PolyRing'; expected MPolyIdeal, Vector, IdealGens, MPolyRingElem"),
        ('{"_ns": {}, "type": "MPolyIdeal"}', "_type is not there; expected a file that OSCAR 1.0 or a later"),
        (mrdi({"name": "MPolyIdeal", "params": {"_type": "PolyRing", "data": {"base_ring": {"_type": "QQField"},
         "symbols": ["x", "y"]}}}, []), "_type.params.data.symbols has 2 variables; expected one variable"),
        (mrdi({"name": "MPolyIdeal", "params": "s"}, [], IN_GF7), '_type.params is "s"; expected an id in _refs'),
        (mrdi({"name": "MPolyIdeal", "params": "r"}, [[[["2"], "6"]]], IN_GF7), 'data[0][0][0] is ["2"]; expected 2'),
        (mrdi({"name": "MPolyIdeal", "params": "r"}, [[[["2", "-1"], "6"]]], IN_GF7), 'data[0][0][0] is ["2", "-1"]'),
        (mrdi({"name": "MPolyIdeal", "params": "r"}, [[[["2", "1"], "1//7"]]], IN_GF7), "data[0][0][1] is no number"),
        (mrdi({"name": "MPolyIdeal", "params": "r"}, [[[["2", "1"], "x"]]], IN_GF7), 'data[0][0][1] is "x"'),
        (mrdi({"name": "MPolyIdeal", "params": "r"}, {"a": 1}, IN_GF7), 'data is {"a": 1}; expected a list'),
        (mrdi({"name": "MPolyIdeal", "params": {"_type": "MPolyRing", "data": {"base_ring": {"_type": "ZZRing"},
         "symbols": []}}}, []), "_type.params.data.base_ring"),
    ],
)  # fmt: skip
def test_a_file_of_oscars_that_is_none_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_mrdi(text)
    assert str(caught.value).startswith(message)


def test_oscars_file_and_the_numerical_solvers_inputs_are_told_apart_by_content() -> None:
    assert repr(read_system("variable_group x, y;\nfunction f;\nf = x - y;").ring) == "QQ[x, y]"
    assert len(read_system("2\nx^2 + y^2 - 1;\nx*y - 1;\n")) == 2  # not the equation 2 = 0
    with pytest.raises(InputError, match="2 polynomials with a semicolon; expected 3, as this line says"):
        read_system("3\nx^2 + y^2 - 1;\nx*y - 1;\n")
    assert language_of("x\n0\nx - 1") == ""


@given(st.text('[](){}<>|;:=,"#/*(%\n\\xyz12+-^\0 PolynomialRing', max_size=60), st.sampled_from(sorted(READERS)))
def test_noise_is_refused_in_one_line_or_read(text: str, language: str) -> None:
    said = complaint(language, text)
    assert "\n" not in said
    assert "\0" not in said


def complaint(language: str, text: str) -> str:
    """What the reader says of a text that it refuses; "" for one that it reads."""
    try:
        READERS[language](text)
    except InputError as error:
        return str(error)
    return ""


NOISE = [
    "\0",
    "[",
    "(",
    "(*",
    '"',
    "[x],",
    "PolynomialRing(",
    "P<x>:=PolynomialRing(",
    "ideal<P|x",
    "CONFIG function a ",
    ";",
    "{",
    '{"_ns":',
    "function a\n",
    "(assert ",
    "(let ((a (",
    "f = f;",
]


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(READERS))
def test_much_noise_takes_no_long_time(language: str) -> None:
    for unit in NOISE:
        for before in ("", "1\n", "["):
            began = time.process_time()
            assert len(complaint(language, before + unit * (200_000 // len(unit)))) < 1000
            assert time.process_time() - began < 2


@pytest.mark.parametrize("field", [QQ, Field(7)])
def test_the_field_of_a_call_replaces_the_texts(field: Field) -> None:
    for language, text, _, _ in WRITTEN:
        system = READERS[language](text.replace("1/2", "1/3"), field=field, name="a name")
        assert system.ring.field == field
        assert system.name == "a name"


def test_oscars_form_has_no_goals_and_no_parameters() -> None:
    ring = Ring.of("x", parameters="a")
    with pytest.raises(InputError, match="parameters in OSCAR's form"):
        write_mrdi(PolynomialSystem.of(ring, [Polynomial(ring, {(1, 1): 1})]))
    with pytest.raises(InputError, match="a goal in OSCAR's form"):
        write_mrdi(read_system("eliminate: x\nx"))


#: Statements that look harmless, and change the system.
TRAPS = [
    (read_singular, "ring r=0,x,dp; ideal i=x; proc f() { i = ideal(x2); } f();", "a statement that is not read: f()"),
    (read_singular, 'ring r=0,x,dp; ideal i=x; execute("i=0;");', "a later change of i"),
    (read_singular, "ring r=0,x,dp; ideal i=x2,x; degBound=1; i=std(i);", "a call that is not read: std(i)"),
    (read_singular, "intvec w=-1,1; ring r=0,(x,y),(a(w),dp); ideal i=x;", "an order that is local or mixed: a(w)"),
    (read_singular, "ring r=0,(x,y),M(-1,0,0,-1); ideal i=x;", "an order by a matrix: M"),
    (read_singular, "ring r=0,(x,y),(dp(1),ls(1)); ideal i=x;", "an order that is local or mixed: ls(1)"),
    (read_singular, "ring r=0,(x,y),dp; qring q=std(x2); ideal i=x;", "a quotient ring: qring q=std(x2)"),
    (read_singular, "ring r=integer,(x,y),dp; ideal i=x;", "the coefficients integer"),
    (read_singular, "ring r=0,x,dp; kill r; ideal i=x;", "no ring behind kill r"),
    (read_singular, "ring r=0,x,dp; ideal i=x; ideal j=x2;", "several ideals: i in line 1, j in line 1"),
    (read_singular, '< "start.sing"; ring r=0,x,dp; ideal i=x;', 'a statement that is not read: < "start.sing"'),
    (read_singular, "ring r=0,x(1..2),dp; ideal i; for(int k=1;k<3;k++){i[k]=x(k);}", "a later change of i"),
    # The generators of a basis are others; std(i, y) is the basis of another ideal.
    (read_singular, "ring r=0,(x,y),dp; ideal i=x2-1,xy; i=std(i); i[1]=y;", "a value that is not read: i[1]=y"),
    (
        read_singular,
        "ring r=0,(x,y),dp; ideal i=x2,y; i=std(i); ideal j=i,x; j[1]=y; kill i;",
        "a value that is not read",
    ),
    (read_singular, "ring r=0,(x,y),dp; ideal i=x2,xy; i=std(i,y);", "std, which has no value that is read"),
    (read_singular, "degBound=1; ring r=0,x,dp; ideal i=std(ideal(x2-1,x));", "std, which has no value that is read"),
    # Singular refuses these declarations, and names keep what they stood for.
    (read_singular, "int n=2; ring r=0,(x,y),dp; poly n=x; ideal i=n*y;", "a statement that is not read: poly n=x"),
    (read_singular, "ring r=0,(x,y),dp; poly i=y; ideal i=x;", "a statement that is not read: ideal i=x"),
    (read_singular, "ring r=0,(x,y),dp; poly f,g=x; ideal i=f;", "a statement that is not read: poly f,g=x"),
    (read_singular, "ring r=0,(x,y),dp; ideal i,j=x,y;", "several ideals: i in line 1, j in line 1"),
    (read_singular, "ring r=0,x,dp; ideal i=x2,1; number c=x; i[2]=c;", "a value that is not read: x"),
    (read_singular, "ring r=0,x,dp; def n=2; n=x; ideal i=n,x;", "a value that is not read: x"),
    (read_singular, "int n=1; ring r=0,x,dp; poly h(n)=x; kill h(1); ideal i=h(1),x;", "h(1), which has no value"),
    (read_singular, "ring r=0,x,dp; ideal i=x; setring s; ideal i;", "a statement that is not read: setring s"),
    (read_singular, "int r=2; ring r=0,x,dp; ideal i=x;", "a statement that is not read: ring r=0,x,dp"),
    (read_singular, "intvec x=1,2; ring r=0,x,dp; ideal i=x,x2;", "x, which has no value that is read"),
    (read_singular, "ring r=0,(),dp; ideal i=1;", "a ring without variables"),
    (read_macaulay2, "R=QQ[x,y]; J=ideal(x); I=ideal(y); I=saturate(I,x)", "several systems: J in line 1"),
    (read_macaulay2, "R=QQ[x,y]; I=ideal(x); f = () -> (I = ideal(y)); f()", "a statement that is not read: f()"),
    (read_macaulay2, "R=QQ[x,y]; I=ideal(x); (I, k) = (ideal(y), 3)", "a later change of I"),
    (read_macaulay2, "I = ideal(x); R=QQ[x]", "polynomials before their ring"),
    (
        read_macaulay2,
        "R=QQ[x,y,Global => false]; I=ideal(x)",
        "an order that is local, or is not read: Global => false",
    ),
    (read_macaulay2, "R=QQ[x,y]; S=R/(x^2); I=ideal(y)", "a quotient ring: R/(x^2)"),
    (read_macaulay2, "R=QQ[x,y]; use S; I=ideal(y)", "the ring S, which is not read"),
    (read_macaulay2, "R=CC[x,y]; I=ideal(y)", "the coefficients CC"),
    (read_macaulay2, "R=QQ[x]; x_1 = 2; S=QQ[x_1..x_2]; I=ideal(x_1)", "a variable x_1, which has a value already"),
    (read_macaulay2, "R=QQ[x]; y_1 = 2; S=QQ[y_1..y_2]; I=ideal(y_1)", "a statement that is not read: y_1 = 2"),
    # In Macaulay2 f(x)^2 is f(x^2), a ring is used where it is made, and GF 7 calls its generator a.
    (read_macaulay2, "R=QQ[x]; f=u->u-1; I=ideal(f(x)^2)", "a value that is not read: f(x)^2"),
    (read_macaulay2, "R=QQ[x,y]; f=n->QQ[x_1..x_n]; f 2; I=ideal(x,y)", "a statement that is not read: f 2"),
    (read_macaulay2, "R=QQ[x,y]; L={ZZ/7[x,y]}; I=ideal(x,y)", "a statement that is not read: L={ZZ/7[x,y]}"),
    (read_macaulay2, "K=GF 7; R=QQ[a,x]; L=K; I=ideal(a)", "a, which has no value that is read"),
    (read_macaulay2, "R=QQ[x]; S=ZZ/7[x]; T:=R; I=ideal(x)", "a statement that is not read: T:=R"),
    (read_macaulay2, "R=QQ[x,y]; S=QQ[x]; T=first {R}; I=ideal(x)", "a statement that is not read: T=first {R}"),
    (read_macaulay2, "R=QQ[x,y]; L={R}; S=QQ[x]; T=L_0; I=ideal(x)", "a statement that is not read: L={R}"),
    (read_macaulay2, "R=QQ[x,x]; I=ideal(x)", "a variable twice"),
    (read_macaulay2, "R=QQ[x,y]; I=ideal(x); I={ideal(y),ideal(x,y)}", "no ideal and no list of polynomials"),
    (read_macaulay2, "R=QQ[a,x]; K=GF 7; I=ideal(a)", "a, which has no value that is read"),
    (read_macaulay2, "R=QQ[x]; S=QQ[x,y]; K=frac R; I=ideal(x)", "a call that is not read: frac R"),
    (read_macaulay2, "R=QQ[x,y]; u, v = 3, 4; I=ideal(x)", "a statement that is not read: u, v = 3, 4"),
    (read_macaulay2, "R=QQ[x,y]; I=monomialIdeal(x^2+y, x*y)", "a call that is not read: monomialIdeal(x^2+y, x*y)"),
    (read_macaulay2, "R=QQ[x]; S=QQ[y]; I=ideal(1)", "an ideal without variables"),
    (
        read_macaulay2,
        "R=QQ[x]; assert(dim(ZZ/3[x]) == 1); I=ideal(x)",
        "a statement that is not read: assert(dim(ZZ/3[x])",
    ),
    (
        read_sage,
        "x, y = var('x y')\nassume(x > 0)\nsolve([x^2 == y], x, y)",
        "a statement that is not read: assume(x > 0)",
    ),
    (read_sage, "R.<x,y> = QQ[]\nload('f.sage')\nI = ideal(x)", "a statement that is not read: load('f.sage')"),
    (read_sage, "R.<x,y> = PolynomialRing(QQ, order='neglex')\nI = ideal(x)", "an order that is local"),
    (read_sage, "R.<x,y> = QQ[]\nF = [x]\nsolve(F, x, y)\nF.append(y)", "a later change of F"),
    (read_sage, "R.<x,y> = QQ[]\nI = ideal(x)\nJ = ideal(y)", "several systems: I in line 2, J in line 3"),
    (read_sage, "R.<x,y> = QQ[]\nI = ideal(x)\nfor f in g():\n    I = ideal(f)", "a later change of I"),
    (read_sage, "A.<x> = QQ[]\nB.<y> = GF(7)[]\nI = [x, y]; ideal(I)", "variables of two rings"),
    (read_sympy, "x = symbols('x')\nsolve([x == 1], x)", "found '=='"),
    (read_sympy, "x = symbols('x')\nsolve([2**-1*x], x)", "the quotient"),
    (read_sympy, "x = symbols('x')\nsolve([(1+2)/3*x], x)", "the quotient"),
    (read_sympy, "x, y = symbols('x y')\nF = [x]\nsolve(F, x)\nF += [y]", "a later change of F"),
    (
        read_sympy,
        "x = symbols('x')\nF = []\nwhile len(F) < 3:\n    F.append(x)\nsolve(F, x)",
        "a statement that is not read",
    ),
    (read_sympy, "x, y = symbols('x y')\nexec('x = y')\nsolve([x], x)", "a statement that is not read: exec"),
    (read_oscar, 'R, (x,) = polynomial_ring(QQ, ["x"])\nI = ideal(R, [1/2*x])', "the quotient '1/2'"),
    (
        read_oscar,
        'R, (x,) = polynomial_ring(QQ, ["x"])\ninclude("f.jl")\nI = ideal(R, [x])',
        "a statement that is not read",
    ),
    (read_mathematica, "Solve[{x = 1, y == x}, {x, y}]", "a value that is not read: x = 1"),
    (read_mathematica, "eqs = {a*x == 1}; a = 2; Solve[eqs, {x}]", "a gets a value behind the list"),
    (read_mathematica, "Solve[{x^2 == 1}, {x}, Reals]", "a condition"),
    (
        read_mathematica,
        "F = {x - 1}; Do[AppendTo[F, x - i], {i, 3}]; Solve[F == 0, {x}]",
        "a statement that is not read: Do[",
    ),
    (read_maple, "F := [a*x - 1]: a := 2: solve(F, [x]);", "a gets a value behind the list"),
    (read_maple, "assume(x > 0): solve({x^2 = 1}, {x});", "a statement that is not read: assume(x > 0)"),
    (read_maple, 'F := [x - 1]: read "f.mpl": solve(F, [x]);', "a statement that is not read: read"),
    (read_magma, "P<x,y> := PolynomialRing(GF(7), 2); I := ideal<P | x>; J := I + ideal<P | y>;", "several systems"),
    (
        read_magma,
        'P<x,y> := PolynomialRing(GF(7), 2); load "f.m"; I := ideal<P | x>;',
        "a statement that is not read: load",
    ),
    (read_maxima, "assume(a > 0)$ solve([x^2 = a], [x]);", "a statement that is not read: assume(a > 0)"),
    (read_maxima, "F: [x]$ G: F$ G[1]: y$ F[2]: x$ solve(F, [z])$ solve(G, [x, y]);", "other variables"),
    (
        read_gap,
        'x := Indeterminate(Rationals, "x"); Read("f.g"); GroebnerBasis([x], o);',
        "a statement that is not read: Read",
    ),
    (
        read_sympy,
        SYMPY + "def f(F):\n    F += [y]\nF = [x - 1]\nf(F)\nsolve(F)",
        "a statement that is not read: f(F)",
    ),
    (
        read_sympy,
        SYMPY + "solve([sum([x, y], 1)], x)",
        "a value that is not read: sum",
    ),
    (
        read_sympy,
        SYMPY + "F = [x]\ngroebner(F, x, y); groebner(F, x, y, modulus=7)",
        "another characteristic",
    ),
    (
        read_sympy,
        SYMPY + "solve([(x + 2*y).subs({x: y, y: x})], x)",
        "a value that is not read",
    ),
    (
        read_sympy,
        SYMPY + "F = []\nfor i in range(2):\n    F.append(x)\n    break\nsolve(F)",
        "a statement that is not read: for",
    ),
    (read_mathematica, "Solve[{x == Fibonacci[5]}, {x}]", "a call that is not read: Fibonacci[5]"),
    (read_mathematica, "a = 2; a++; Solve[{a x == 1}, {x}]", "a statement that is not read: a++"),
    (read_maxima, "solve([x + a = 1], [x]), a = 2;", "a statement that is not read"),
    (read_oscar, 'R, (x, y) = polynomial_ring(QQ, ["x", "y"])\nI = ideal([x, y] + [x, x])', "a value that is not read"),
    (read_maple, "F := [seq(x[i] - x[i+1 mod 3], i = 0 .. 2)];", "a value that is not read: i+1 mod 3"),
    (read_reduce, "on modular; setmod 7; groebner({x - 1});", "a statement that is not read: on modular"),
    (read_sage, "R.<x,y> = QQ[]\nf = x\nif True:\n    f = y\nI = ideal(f)", "a statement that is not read: if True"),
]


TRAPS += [  # OSCAR, GAP, CoCoA, Giac, FriCAS
    (
        read_oscar,
        'R, (x, y) = polynomial_ring(QQ, ["x", "y"])\nI = ideal(x)\nstandard_basis(I, ordering=negdeglex(R))',
        "an order that is local: negdeglex",
    ),
    (read_oscar, 'R, (x,) = polynomial_ring(ZZ, ["x"])\nI = ideal(x)', "the field 'ZZ'"),
    *(
        (read_macaulay2, f'R=QQ[x,y]; I=ideal"{written}"', "a value that is not read: ideal")
        for written in ("x*y", "x^2", "x2/3", "x+-y", "x,,y", "x)(", "z", "")
    ),
    (
        read_gap,
        'x := X(Rationals, "x"); y := X(Rationals, 1); GroebnerBasis([x-y], o);',
        "variables by their numbers and",
    ),
    (
        read_gap,
        'u := X(Rationals, "x_1"); v := X(Rationals, "y"); F := [u - v];',  # GAP has one variable for both
        "variables by their numbers and",
    ),
    (read_giac, "F:=[x-1]; gbasis([y],[y]); G:=F; G[0]:=y; gbasis(F,[x]);", "several systems"),
    (
        read_gap,
        'x := X(Rationals, "x"); y := X(Rationals, "x" : new); F := [x-y];',
        "several variables with the name x",
    ),
    (
        read_gap,
        'R := PolynomialRing(Rationals, ["x", "y"]); x := R.1; F := [x-y];',
        "y, which has no value that is read",
    ),
    (read_gap, "ReducedGroebnerBasis(F, MonomialLexOrdering());", "a value that is not read: ReducedGroebnerBasis(F, "),
    (
        read_gap,
        'R := HomalgRingOfIntegers() * "x"; I := LeftSubmodule("x", R);',
        "a call that is not read: HomalgRingOf",
    ),
    (read_cocoa, "use R ::= QQ[x]; Dim(R/ideal(x)^2);", "a value that is not read: ideal(x)^2"),
    (read_cocoa, "use R ::= QQ[x[1], x[3]]; I := ideal(x[2]);", "no element x[2]"),
    (read_giac, "F:=[x^2-1]; gbasis(F % 7,[x]); gbasis(F % 11,[x]);", "several systems"),
    (read_gap, 'x := X(Rationals, "x"); F := [x^2 = 1];', "found '=', which has another meaning in GAP"),
    (
        read_oscar,
        'R, (x,) = polynomial_ring(QQ, ["x"])\nF = [x == 1]',
        "found '==', which has another meaning in Julia",
    ),
    (read_giac, "solve([x^2==1],[x])", "found '==', which has another meaning in Giac"),
    (read_giac, "F:=[x-1]; time(x:=3); gbasis(F,[y]);", "x gets a value behind the list"),
    (read_fricas, "m := [x-1]\n)read other\ngroebner m", "a command that is not read: )read other"),
    (read_fricas, "x := 3\nF : List DMP([x], FRAC INT) := [x]", "x, which has a value"),
    (read_fricas, "m := [x-1]\n)clear all\ngroebner m", "no ideal and no list of polynomials"),
]


@pytest.mark.parametrize(("reader", "text", "found"), TRAPS, ids=lambda one: one if isinstance(one, str) else "")
def test_what_changes_the_system_is_refused(reader: Callable[..., PolynomialSystem], text: str, found: str) -> None:
    with pytest.raises(InputError) as error:
        reader(text)
    assert error.value.found.startswith(found)


@pytest.mark.parametrize(
    ("reader", "text", "written"),
    [
        (read_singular, "ring r=0,x,dp; proc f(ideal j) { ideal k = std(j); return(k); } ideal i=x; f(i);", ["x"]),
        (read_singular, "ring r=0,x,dp; ideal i=x; ideal j=i; j=j,x2; kill j;", ["x"]),
        (read_singular, "ring r=0,(x,y),dp; ideal i=x; i=i,y; i=groebner(i);", ["x", "y"]),
        # Two names of one ring.
        (
            read_singular,
            "ring r=0,x,dp; ideal i=x,x2; def s=basering; setring s; i=i,x3; kill s;",
            ["x", "x**2", "x**3"],
        ),
        (read_singular, "ring r=0,x,dp; ideal i=x; def s=r; ring t=0,y,dp; setring s; ideal i=x2;", ["x**2"]),
        (
            read_singular,
            "int n=6; ring r=0,x,dp; poly n2=n; ideal i=x*n/4,3/4*n*x^2 /2,x/n+n2/4;",
            ["3/2*x", "9/4*x**2", "1/6*x + 3/2"],
        ),
        (read_macaulay2, "R=QQ[x,y]; I=ideal(x); I=I+ideal(y); assert(dim I == 0)", ["x", "y"]),
        (read_macaulay2, 'R=QQ[x,y]; I=ideal"2x2y-(x+y)2, -3/2y"', ["2*y*x**2 - x**2 - 2*y*x - y**2", "-3/2*y"]),
        (
            read_macaulay2,
            "n=3; R=QQ[x_1..x_n]; I=ideal apply(1..n-1, i -> x_i^2-i*x_(i+1))",
            ["x_1**2 - x_2", "x_2**2 - 2*x_3"],
        ),
        (
            read_sympy,
            f"{SYMPY}s = 0\nfor k in range(1, 3):\n    s += k*x**k\ns -= y\nsolve([s, y - 1], [x, y])",
            ["-y + 2*x**2 + x", "y - 1"],
        ),
        (
            read_magma,
            "P<x,y> := PolynomialRing(GF(7), 2); f := x; f *:= y + 1; I := ideal<P | f, x>;",
            ["y*x + x", "x"],
        ),
        (read_macaulay2, "R=QQ[x_1..x_2,b,a]; F=apply({a,b}, v -> v^2); I=ideal F", ["a**2", "b**2"]),
        (
            read_macaulay2,
            "R=QQ[x_1..x_3]; I=ideal(sum(1..3, i -> x_i), product toList(x_1..x_2), sum(2, i -> x_(i+1)))",
            ["x_1 + x_2 + x_3", "x_2*x_1", "x_1 + x_2"],
        ),
        (read_macaulay2, 'R=QQ[y,x_1]; f=poly "x[1]2-1"; I=ideal(f, y)', ["x_1**2 - 1", "y"]),
        (read_macaulay2, 'needsPackage "Foo"\nR=QQ[x,y]\nI=ideal(x\n  , y)\nTEST ///I = 3///\nfoo I', ["x", "y"]),
    ],
)
def test_what_changes_nothing_is_passed_over(
    reader: Callable[..., PolynomialSystem], text: str, written: list[str]
) -> None:
    assert [str(one) for one in reader(text).polynomials()] == written
