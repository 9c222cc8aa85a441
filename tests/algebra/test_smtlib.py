"""Systems in SMT-LIB 2."""

from __future__ import annotations

import pytest

from casbridge.algebra.languages import language_of, read_smtlib
from casbridge.errors import InputError

_XY = "(declare-const x Real)(declare-fun y () Real)"

READ = [
    (
        "(set-logic QF_NRA)" + _XY + "(assert (= (* x y) 1.0))(assert (= (+ (* x x) y) 3))",
        "QQ[x, y]",
        ["x*y - 1", "y + x**2 - 3"],
    ),
    (_XY + "(assert (and (= x y 2) (= x (- y) )))", "QQ[x, y]", ["-y + x", "y - 2", "y + x"]),
    (_XY + "(assert (= (/ x 2 3) (- 1.25) (- x y 1)))", "QQ[x, y]", ["1/6*x + 5/4", "y - x - 1/4"]),
    (_XY + "(assert (let ((x y) (e (= x 1))) (and e (= x (^ y 2)))))", "QQ[x, y]", ["x - 1", "-y**2 + y"]),
    (
        _XY + "(define-fun f () Real (+ x y))(define-const g Bool (= f 1))(assert g)(assert (= (* f f) 2))",
        "QQ[x, y]",
        ["y + x - 1", "y**2 + 2*x*y + x**2 - 2"],
    ),
    (_XY + "(assert (! (= x 1) :named first))", "QQ[x, y]", ["x - 1"]),
    (
        "(define-sort F () (_ FiniteField 7))(declare-fun a () F)"
        "(assert (= (ff.mul a a #f3m7) (ff.add (as ff-1 F) (ff.neg a))))",
        "GF(7)[a]",
        ["3*a**2 + a + 1"],
    ),
    (
        '; a remark (\n(set-info :source |a;b)|)(echo "(""")(declare-const |x| Real)\n'
        "(assert (= x 1))(check-sat)(get-model)(exit)(",
        "QQ[x]",
        ["x - 1"],
    ),
    ("(declare-const x Real)(push 1)(assert (= x 1))(check-sat)(pop 1)(exit)", "QQ[x]", ["x - 1"]),
]


@pytest.mark.parametrize(("text", "ring", "polynomials"), READ)
def test_equations_are_read(text: str, ring: str, polynomials: list[str]) -> None:
    assert language_of(text) == "smtlib"
    system = read_smtlib(text)
    assert (str(system.ring), list(map(str, system.polynomials()))) == (ring, polynomials)


REFUSED = [
    ("(set-logic QF_NIA)", "the logic QF_NIA", 1, 12),
    ("(declare-fun x () Int)", "the sort Int", 1, 19),
    ("(declare-fun x () Bool)", "the sort Bool", 1, 19),
    ("(declare-fun f (Real) Real)", "f with parameters", 1, 14),
    ("(declare-const x!1 Real)", "variable 'x!1'", 1, 16),
    (_XY + "\n(declare-const x Real)", "x is declared twice", 2, 16),
    (_XY + "\n(declare-const z (_ FiniteField 7))", "a second sort of numbers", 2, 18),
    ("(declare-const z (_ FiniteField 6))\n(assert (= z z))", "characteristic 6 is not a prime", 1, 18),
    (_XY + "\n(assert (< x y))", "<, an inequality", 2, 9),
    (_XY + "\n(assert (not (= x y)))", "not, an inequality", 2, 9),
    (_XY + "\n(assert (or (= x 1) (= y 1)))", "or, which is not read", 2, 9),
    (_XY + "\n(assert (= x (ite (= x 1) 1 2)))", "ite, which is not read", 2, 14),
    (_XY + "\n(assert (= x (/ 1 y)))", "a quotient by a polynomial or by 0", 2, 14),
    (_XY + "\n(assert (= x (/ y 0.0)))", "a quotient by a polynomial or by 0", 2, 14),
    (_XY + "\n(assert (= x (sin y)))", "sin, which is not read", 2, 14),
    (_XY + "\n(assert (= x z))", "unknown name 'z'", 2, 14),
    (_XY + "\n(assert (= (= x 1) (= y 1)))", "an equation", 2, 12),
    (_XY + "\n(assert x)", "a term that is no equation", 2, 9),
    (_XY + "\n(minimize x)", "a statement that is not read: minimize", 2, 1),
    (_XY + "\n(assert (= x 1))(check-sat)\n(assert (= x 2))", "assert behind the check-sat in line 2", 3, 1),
    (_XY + "(push)(assert (= x 1))(check-sat)(pop)\n(check-sat)", "check-sat behind the check-sat in line 1", 2, 1),
    (_XY + "(push)(assert (= x 1))\n(pop)", "pop before the check-sat", 2, 1),
    (_XY + "\n(assert (= x 1)", "no ')'", 2, 1),
    (_XY + "\n)", "found ')'", 2, 1),
    ('(echo "a', "a string or a quoted symbol without an end", 1, 7),
    (_XY + "(assert (= x " + "(- " * 200 + "x" + ")" * 200 + "))", "more than 100 nested brackets", 1, None),
]


@pytest.mark.parametrize(("text", "found", "line", "column"), REFUSED)
def test_what_is_no_equation_is_refused_by_name_and_place(text: str, found: str, line: int, column: int | None) -> None:
    with pytest.raises(InputError) as error:
        read_smtlib(text)
    assert error.value.found.startswith(found)
    assert error.value.line == line
    assert column in (None, error.value.column)


def test_values_that_grow_are_refused() -> None:
    names = "".join(f"(define-fun f{i} () Real (* f{i - 1} f{i - 1}))" for i in range(1, 60))
    with pytest.raises(InputError, match="values of names that are very long together"):
        read_smtlib("(declare-const x Real)(define-fun f0 () Real x)" + names)
