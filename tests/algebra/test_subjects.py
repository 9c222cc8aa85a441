"""What stands for a system: equations of SymPy's, polynomials of Sage's; and casbridge's values as theirs."""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from hypothesis import given, strategies as st
from sympy import Eq, Matrix, Poly, Rational
from sympy.abc import x, y

import casbridge
from casbridge.algebra import QQ, Field, Polynomial, Ring, variables
from casbridge.algebra.answers import Answer
from casbridge.algebra.branches import Branch
from casbridge.algebra.sage_polynomials import from_sage
from casbridge.algebra.subjects import is_sage, read_subject
from casbridge.algebra.sympy_polynomials import from_sympy
from casbridge.charset.sympy_front import pseudo_remainder
from casbridge.errors import InputError, UnsupportedError, UsageError
from casbridge.limits import Limits
from casbridge.processes.locate import locate

ROOT = Path(__file__).resolve().parents[2]
EQUATIONS = [Eq(x**2, 4), x * y - 6]
terms = st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.fractions(max_denominator=9), max_size=4)


class TestSymPy:
    """The functions take SymPy's equations as `char_series` does."""

    @pytest.mark.parametrize("given", [EQUATIONS, tuple(EQUATIONS), Matrix([x**2 - 4, x * y - 6]), iter(EQUATIONS)])
    def test_run(self, given: Any) -> None:
        result = casbridge.run(given, "reference")
        assert result.answer is not None
        assert set(result.answer.as_expr()) == {(x - 2, y - 3), (x + 2, y + 3)}

    def test_a_groebner_basis_of_sympys(self) -> None:
        assert casbridge.solutions(sympy.groebner(EQUATIONS, x, y)) == ((-2, -3), (2, 3))
        assert from_sympy(sympy.groebner([x**2 + y], y, x, modulus=5)).system.ring == Ring(Field(5), ("y", "x"))

    def test_symbols_that_do_not_commute(self) -> None:
        a = sympy.Symbol("a", commutative=False)
        for symbols in ((), (a, x)):
            with pytest.raises(InputError, match="the variable a, which does not commute; expected commutative"):
                from_sympy([a * x - 1], *symbols)

    def test_render(self) -> None:
        script = casbridge.render(EQUATIONS, "singular:std")
        assert script.text == casbridge.render(from_sympy(EQUATIONS, x, y), "singular:std").text
        assert "x^2 - 4," in script.text

    def test_crosscheck(self) -> None:
        verdict = casbridge.crosscheck(EQUATIONS, ["reference", "reference:basis"])
        assert str(verdict.kind) == "agree"

    def test_solutions(self) -> None:
        assert casbridge.solutions([2 * x - 1, y**2 - 4 * x**2]) == ((Rational(1, 2), -1), (Rational(1, 2), 1))
        assert all(isinstance(value, sympy.Rational) for point in casbridge.solutions(EQUATIONS) for value in point)
        assert casbridge.solutions(from_sympy([y - x**2, x - 1], y, x)) == ((1, 1),)
        assert casbridge.solutions([Poly(x**2 + 1, x, modulus=5)]) == ((2,), (-2,))
        assert casbridge.solutions([x, x - 1]) == ()
        assert len(casbridge.solutions([x**3 - x], limits=Limits(limit=2))) == 2
        with pytest.raises(UnsupportedError):
            casbridge.solutions([x**2 - 2])
        with pytest.raises(UnsupportedError):
            casbridge.solutions([x * y])

    def test_measure(self) -> None:
        answer = casbridge.run(EQUATIONS, "reference:basis").answer
        assert answer is not None
        assert casbridge.measure(answer, EQUATIONS).degree == 2

    @pytest.mark.singular
    def test_certificates(self) -> None:
        chains = casbridge.char_series(from_sympy(EQUATIONS).system)
        text = casbridge.certificate(EQUATIONS, chains)
        assert str(casbridge.verify(text, EQUATIONS).proof) == "holds"
        with pytest.raises(InputError, match="another system"):
            casbridge.verify(text, [x - 1])

    def test_a_comparison_by_mistake(self) -> None:
        with pytest.raises(InputError, match="False among the equations"):
            casbridge.run([x**2 == 4], "reference")

    def test_polynomials_of_casbridge(self) -> None:
        (u,) = variables(Ring.of("u"))
        assert casbridge.solutions([u**2 - 4]) == ((-2,), (2,))

    @pytest.mark.parametrize("given", ["x^2 - 1", ["x^2 - 1"]])
    def test_texts(self, given: Any) -> None:
        with pytest.raises(UsageError, match=r"casbridge\.read_system\("):
            casbridge.run(given, "reference")

    @pytest.mark.parametrize("given", ["x^2 - 1", 7, [], ["x"], {"x": 1}, None])
    def test_other_things(self, given: Any) -> None:
        with pytest.raises(UsageError):
            casbridge.run(given, "reference")

    def test_symbols_without_sympys_equations(self) -> None:
        (u,) = variables(Ring.of("u"))
        with pytest.raises((UsageError, InputError)):
            read_subject(casbridge.PolynomialSystem.of(u.ring, [u]), (x,))


class TestConversions:
    @given(terms, st.sampled_from([QQ, Field(7), Field(2)]))
    def test_to_sympy_and_back(self, given: dict[Any, Fraction], field: Field) -> None:
        ring = Ring(field, ("x", "y"))
        scaled = given if not field.characteristic else {e: int(c * 2520) for e, c in given.items()}
        polynomial = Polynomial(ring, scaled)
        modulus = field.characteristic or None
        for theirs in (polynomial.as_expr(), polynomial.as_poly(), sympy.sympify(polynomial)):
            read = from_sympy([theirs], x, y, modulus=modulus).system
            assert [f.rename(ring, (0, 1)) for f in read.polynomials()] == ([polynomial] if polynomial else [])

    def test_symbols_of_the_user(self) -> None:
        u, v = variables(Ring.of("u v"))
        real = sympy.Symbol("u", real=True)
        assert (u * v).as_expr(real, 2) == 2 * real
        assert (u * v - 1).as_poly(x, y) == Poly(x * y - 1, x, y, domain="QQ")

    def test_answers(self) -> None:
        answer = casbridge.run([x**2 - 2], "reference").answer
        assert answer is not None
        assert answer.as_expr() == [(x**2 - 2,)]
        assert answer.as_poly() == [(Poly(x**2 - 2, x, domain="QQ"),)]

    @pytest.mark.parametrize("method", ["dimension", "real"])
    def test_numbers_and_boxes_are_no_polynomials(self, method: str) -> None:
        answer = casbridge.run([x**2 - 2], f"reference:{method}").answer
        assert answer is not None
        for convert in (answer.as_expr, answer.as_poly, answer._sage_):
            with pytest.raises((UnsupportedError, ImportError), match=r"no polynomials|sage"):
                convert()

    def test_branches_are_no_polynomials(self) -> None:
        with pytest.raises(UnsupportedError, match="branches"):
            Answer.of_branches(Ring.of("x"), [Branch()]).as_expr()


class FakeField:
    """QQ or GF(p) as Sage has it."""

    def __init__(self, p: int = 0, name: str = "Rational Field") -> None:
        self.p, self.name = p, name

    def characteristic(self) -> int:
        return self.p

    def cardinality(self) -> int:
        return self.p

    def one(self) -> FakeNumber:
        return FakeNumber(Fraction(1))

    def __str__(self) -> str:
        return self.name


class FakeNumber:
    def __init__(self, value: Fraction) -> None:
        self.value = value

    def numerator(self) -> int:
        return self.value.numerator

    def denominator(self) -> int:
        return self.value.denominator

    def __int__(self) -> int:
        return int(self.value)


class PolynomialFunctor:
    """How Sage makes a ring of polynomials of its coefficients."""


class FakeRing:
    def __init__(self, names: tuple[str, ...], field: FakeField) -> None:
        self.names, self.field = names, field

    def variable_names(self) -> tuple[str, ...]:
        return self.names

    def characteristic(self) -> int:
        return self.field.p

    def base_ring(self) -> FakeField:
        return self.field

    def construction(self) -> tuple[Any, FakeField]:
        return PolynomialFunctor(), self.field


class FakeSeriesRing(FakeRing):
    """Power series, which Sage makes in another way."""

    def construction(self) -> tuple[Any, FakeField]:
        return object(), self.field


class FakePolynomial:
    def __init__(self, parent: FakeRing, terms: dict[Any, Fraction]) -> None:
        self._parent, self._terms = parent, terms

    def parent(self) -> FakeRing:
        return self._parent

    def dict(self) -> dict[Any, FakeNumber]:
        return {exponents: FakeNumber(c) for exponents, c in self._terms.items()}


FakePolynomial.__module__ = "sage.rings.polynomial.fake"


class TestSage:
    def test_the_greatest_generator_comes_first(self) -> None:
        ring = FakeRing(("y", "x"), FakeField())
        given = FakePolynomial(ring, {(1, 0): Fraction(1), (0, 2): Fraction(-1, 2)})
        system = from_sage(given)
        assert is_sage(given)
        assert [str(system.ring), *map(str, system.polynomials())] == ["QQ[x, y]", "y - 1/2*x**2"]
        assert casbridge.run([given], "reference").status == "complete"

    def test_one_variable_over_a_prime_field(self) -> None:
        system = from_sage([FakePolynomial(FakeRing(("t",), FakeField(7, "GF(7)")), {2: Fraction(1), 0: Fraction(5)})])
        assert [str(system.ring), *map(str, system.polynomials())] == ["GF(7)[t]", "t**2 - 2"]

    def test_other_coefficients(self) -> None:
        with pytest.raises(InputError, match="coefficients in Real Field"):
            from_sage(FakePolynomial(FakeRing(("t",), FakeField(0, "Real Field")), {1: Fraction(1)}))

    def test_power_series(self) -> None:
        with pytest.raises(InputError, match="a FakePolynomial; expected a polynomial or an ideal of Sage"):
            from_sage(FakePolynomial(FakeSeriesRing(("t",), FakeField()), {1: Fraction(1)}))

    def test_two_rings(self) -> None:
        one, other = (FakePolynomial(FakeRing((name,), FakeField()), {1: Fraction(1)}) for name in "st")
        with pytest.raises(InputError, match="one ring"):
            from_sage([one, other])

    @pytest.mark.sage
    @pytest.mark.singular
    @pytest.mark.slow
    def test_inside_sages_python(self, tmp_path: Path) -> None:
        program = tmp_path / "job.py"
        program.write_text(
            "import sys\n"
            "if sys.version_info < (3, 11): sys.exit(77)\n"
            "from sage.all import GF, LaurentPolynomialRing, PolynomialRing, PowerSeriesRing\n"
            "from sage.all import matrix, QQ, SR, vector, ZZ\n"
            "import casbridge\n"
            "from casbridge.algebra.subjects import read_subject\n"
            "R = PolynomialRing(QQ, ['y', 'x']); y, x = R.gens()\n"
            "for given in (R.ideal([x**2 - 2, y**2 - 8]), [x**2 - 2, y**2 - 8]):\n"
            "    system = read_subject(given)\n"
            "    assert str(system.ring) == 'QQ[x, y]', system.ring\n"
            "    assert [f._sage_() for f in system.polynomials()] == [x**2 - 2, y**2 - 8]\n"
            "    assert all(f._sage_().parent() is R for f in system.polynomials())\n"
            "answer = casbridge.run([x**2 - x, y - x/2, 0], 'sympy:groebner').answer\n"
            "assert answer._sage_() == [R.ideal([x**2 - x, y - x/2])], answer._sage_()\n"
            "S = PolynomialRing(GF(7), 't'); t = S.gen()\n"
            "(f,) = read_subject(t**3 - 5).polynomials()\n"
            "assert f.ring.field.characteristic == 7 and S(str(f._sage_())) == t**3 - 5\n"
            "over_a = casbridge.read_system('parameters: a\\na^2*x - 3/7')\n"
            "(f,) = over_a.polynomials()\n"
            "assert str(f._sage_()) == '(a^2)*x - 3/7', f._sage_()\n"
            "for field in (QQ, ZZ, GF(2), GF(32003)):\n"
            "    for names in ('w', 'E,I,S,x1', ['z', 'y', 'x']):\n"
            "        T = PolynomialRing(field, names)\n"
            "        for given in [T(0), T(-1)] + [T.random_element() for _ in range(20)]:\n"
            "            for read in read_subject([given]).polynomials():\n"
            "                assert T(read) == T(read._sage_()) == given, given\n"
            "                field = T.base_ring().fraction_field()\n"
            "                assert read._sage_().parent() == PolynomialRing(field, T.ngens(), T.gens())\n"
            "for several in (matrix([[x - 1, y]]), vector([x - 1, y]), (x - 1, y), R.ideal(x - 1, y)):\n"
            "    assert list(read_subject(several).polynomials()) == list(read_subject([x - 1, y]).polynomials())\n"
            "wrong = [SR('x'), LaurentPolynomialRing(QQ, 'x').gen(), PowerSeriesRing(QQ, 'x').gen()]\n"
            "(f, g) = read_subject([x/y - 2]).polynomials()\n"
            "assert [str(f), str(g)] == ['-2*y + x', 'y*t - 1'], [f, g]\n"
            "over_4 = PolynomialRing(GF(4, 'a'), 'x').gen()\n"
            "wrong += [R.quotient(x).gen(0), over_4, 1/over_4]\n"
            "for given in wrong:\n"
            "    for subject in (given, [given]):\n"
            "        try:\n"
            "            raise AssertionError(read_subject(subject))\n"
            "        except casbridge.errors.InputError as error:\n"
            "            assert 'expected' in str(error)\n"
            "F = R.ideal(x**2 - 4, y**2 - x*y)\n"
            "verdict = casbridge.crosscheck(F, ['reference', 'sympy:solve'])\n"
            "assert str(verdict.kind) == 'agree', verdict\n"
            "assert 'y^2 - x*y' in casbridge.render(F, 'singular:std').text\n"
            "assert set(casbridge.solutions(F)) == {(-2, -2), (-2, 0), (2, 0), (2, 2)}\n"
            "series = casbridge.char_series(casbridge.algebra.subjects.read_subject(F))\n"
            "assert str(casbridge.verify(casbridge.certificate(F, series), F).proof) == 'holds'\n"
            "assert casbridge.solutions([t**2 - 2]) == ((3,), (4,))\n"
            "import sympy\n"
            "from casbridge.sympy import groebner, solve_poly_system\n"
            "X, Y = sympy.symbols('X Y')\n"
            "for options in ({}, {'modulus': 2}, {'modulus': 7, 'symmetric': False}, {'domain': 'QQ'}):\n"
            "    F = [X**2 - Y, 3*Y**2 - X - 1]\n"
            "    ours, theirs = groebner(F, X, Y, fallback=False, **options), sympy.groebner(F, X, Y, **options)\n"
            "    assert ours == theirs and ours.exprs == theirs.exprs, options\n"
            "assert solve_poly_system([X**2 - Y, Y - 1], X, Y) == [(-1, 1), (1, 1)]\n"
            "print('done')\n"
        )
        sage = locate("sage", "CASBRIDGE_SAGE")
        assert sage is not None
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([str(sage), str(program)], env=environment, capture_output=True, text=True, timeout=300)
        if done.returncode == 77:
            pytest.skip("Sage's Python is older than 3.11")
        assert done.stdout.strip() == "done", done.stderr


def test_a_nonzero_constant_among_sympys_equations_is_pointed_out(caplog: pytest.LogCaptureFixture) -> None:
    equations = [x**2 - y, 0 * x, sympy.Integer(5)]
    note = "<equations>: equation 3 is the nonzero constant 5: the system has no zeros"
    calls: list[Callable[[], object]] = [
        lambda: casbridge.char_series(equations),
        lambda: casbridge.count(equations),
        lambda: casbridge.crosscheck(equations, "reference"),
    ]
    with caplog.at_level(logging.WARNING, "casbridge.reading"):
        for call in calls:
            caplog.clear()
            call()
            assert caplog.messages == [note]
        caplog.clear()
        casbridge.char_series([x**2 - y])
        pseudo_remainder(sympy.Integer(5), x - 1, x)  # an expression, no equation
    assert not caplog.messages
