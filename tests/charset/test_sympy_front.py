"""SymPy's expressions, equations and Polys in, chains of expressions out."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import sympy
from hypothesis import given, settings, strategies as st
from sympy import GF, QQ, ZZ, Dummy, Eq, Function, I, Matrix, Poly, Rational, Symbol, pi, sin, sqrt
from sympy.abc import a, x, y, z

import casbridge
from casbridge.algebra import Ring, variables
from casbridge.algebra.subjects import is_sympy
from casbridge.algebra.sympy_polynomials import SymPyRing, from_sympy
from casbridge.charset import Series, sympy_front
from casbridge.charset.sympy_front import SymPyChain, SymPySeries
from casbridge.errors import CasbridgeError, InputError, LimitError, UsageError
from tests.effort import examples

CIRCLE = [x**2 + y**2 - 4, x - y]


# -- the ways to say the same -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "equations",
    [
        CIRCLE,
        tuple(CIRCLE),
        iter(CIRCLE),
        [Eq(x**2 + y**2, 4), Eq(x, y)],
        sympy.And(Eq(x**2 + y**2, 4), Eq(x, y)),
        [Poly(f, x, y) for f in CIRCLE],
        [Poly(f, y, x, domain=QQ) for f in CIRCLE],
        [Poly(x**2 + y**2 - 4, x), CIRCLE[1]],
        Matrix(CIRCLE),
        sympy.Tuple(*CIRCLE),
        sympy.FiniteSet(*CIRCLE),
        [2 * x**2 + 2 * y**2 - 8, x / 3 - Rational(1, 3) * y, 0, sympy.true, Fraction(0)],
        [sympy.ring("x,y", QQ)[0].from_expr(f) for f in CIRCLE],
    ],
    ids=lambda value: type(value).__name__,
)
def test_equations_may_be_written_in_many_ways(equations: Any) -> None:
    series = casbridge.char_series(equations, x, y)
    assert isinstance(series, SymPySeries)
    assert series.symbols == (x, y)
    assert series == [(x**2 - 2, y - x)]


def test_one_equation_needs_no_list() -> None:
    for equation in (x**2 - 1, Eq(x**2, 1), Poly(x**2 - 1, x), sympy.ring("x", ZZ)[0].from_expr(x**2 - 1)):
        assert sorted(casbridge.char_series(equation), key=str) == [(x + 1,), (x - 1,)]


def test_symbols_may_be_one_list() -> None:
    assert casbridge.char_series(CIRCLE, [y, x])[0].symbols == (y, x)


def test_without_symbols_their_order_is_sympys() -> None:
    expressions = [a + x, sympy.Symbol("x10") - sympy.Symbol("x2"), z]
    assert from_sympy(expressions).symbols.symbols == Poly(sum(expressions)).gens == sympy.groebner(expressions).gens
    assert from_sympy([Poly(y + x, y, x), a]).symbols.symbols == (y, x, a)


def test_constants_and_no_equations() -> None:
    assert casbridge.char_series([0], x, y) == [()]
    assert casbridge.char_series([], x, y) == [()]
    assert casbridge.char_series([sympy.false, x], x) == []
    assert casbridge.char_series([Rational(1, 2)], x) == []
    assert casbridge.char_series([(sqrt(2) * x - 1) * (sqrt(2) * x + 1)], x) == [(2 * x**2 - 1,)]
    assert casbridge.char_series([5 * (x / 5 + 1)], x, modulus=5) == [(x,)]
    assert casbridge.char_series([Eq(x, x), y], x, y) == [(y,)]


def test_names_that_casbridge_has_not() -> None:
    prime, greek, dummy = Symbol("x'"), Symbol(r"\lambda"), Dummy("x")
    series = casbridge.char_series([prime * greek - 1, dummy - greek], greek, prime, dummy, x)
    assert series == [(greek * prime - 1, dummy - greek)]
    assert series[0].main_variables == (prime, dummy)
    assert series[0].parameters == (greek, x)
    positive = Symbol("x", positive=True)
    assert casbridge.char_series([x - positive**2], positive, x) == [(x - positive**2,)]


@pytest.mark.slow
def test_many_variables_and_high_powers_are_sparse() -> None:
    many = sympy.symbols("x1:200")
    read = from_sympy([many[0] ** 10**9 - 1, many[198] - many[0], *(Eq(v, w) for v, w in pairwise(many))])
    assert read.system.ring.size == 199
    assert len(read.system) == 200


@settings(max_examples=examples(60), deadline=None)
@given(
    st.recursive(
        st.sampled_from([x, y, sympy.Integer(2), Rational(-1, 3), x**2, 3 * y]),
        lambda parts: st.one_of(
            st.builds(lambda a, b: a + b, parts, parts),
            st.builds(lambda a, b: a * b, parts, parts),
            st.builds(lambda a, n: a**n, parts, st.integers(1, 3)),
        ),
        max_leaves=6,
    )
)
def test_products_are_expanded_as_sympy_does(expression: Any) -> None:
    ring = SymPyRing.of([y, x])
    assert ring.poly(ring.polynomial(expression)) == Poly(expression, y, x, domain=QQ)


# -- fields -----------------------------------------------------------------------------------------------------------


def test_finite_fields() -> None:
    assert casbridge.char_series([x**2 + 1], x, modulus=5) == [(x - 2,), (x + 2,)]
    assert casbridge.char_series([Poly(x**2 + 1, x, modulus=5)]) == [(x - 2,), (x + 2,)]
    series = casbridge.char_series([Poly(x**2 - 2, x, domain=GF(5)), y - x], x, y)
    assert series.modulus == 5
    assert series[0].polys[0] == Poly(x**2 - 2, x, y, modulus=5)
    assert series[0].polys[0].domain == GF(5)
    assert casbridge.char_series([x / 2 - 1], x, modulus=3) == [(x + 1,)]


def test_the_answer_is_over_the_rationals_without_a_modulus() -> None:
    (chain,) = casbridge.char_series([x**2 - 2, y - 3 * x / 2], x, y)
    assert chain.modulus == 0
    assert chain.polys == (Poly(x**2 - 2, x, y, domain=QQ), Poly(2 * y - 3 * x, x, y, domain=QQ))


# -- chains -----------------------------------------------------------------------------------------------------------


def test_a_chain_knows_its_mathematics_in_symbols() -> None:
    (chain,) = casbridge.char_series([a * x**2 - 1, y - x], a, x, y)
    assert chain == (a * x**2 - 1, y - x)
    assert (chain.main_variables, chain.degrees, chain.initials) == ((x, y), (2, 1), (a, 1))
    assert (chain.parameters, chain.dimension, chain.is_irreducible) == ((a,), 1, True)
    assert chain.pseudo_remainder(a * y**2 - 1) == chain.prem(a * y**2 - 1) == 0
    assert chain.prem(Eq(y, 1)) == x - 1
    with pytest.raises(InputError, match="the symbol z"):
        chain.prem(z)


def test_formulas_for_notebooks() -> None:
    series = casbridge.char_series([x * y**2 + y + 1], x, y)
    assert series[1]._repr_latex_() == r"$\displaystyle \left[ x, \  y + 1\right]$"
    assert series[1].latex() in series._repr_latex_()
    assert casbridge.char_series([1], x)._repr_latex_() == r"$\displaystyle \left[\right]$"


def test_chains_go_on_in_sympy() -> None:
    (chain,) = casbridge.char_series([x - 2, y - x], x, y)
    assert sympy.solve(chain, x, y) == {x: 2, y: 2}
    assert sympy.groebner(chain, y, x).contains(y - 2)


def test_series_are_copied_and_pickled() -> None:
    series = casbridge.char_series(CIRCLE, x, y)
    for again in (copy.copy(series), copy.deepcopy(series), pickle.loads(pickle.dumps(series))):
        assert again == series
        assert again[0].main_variables == (x, y)
        assert isinstance(again, SymPySeries)


def test_the_other_functions_agree_with_those_on_polynomials() -> None:
    u, v = variables(Ring.of("x y"))
    there = casbridge.charset
    for equations, polynomials in (
        ([x * y - 1, x * y**2 - x], [u * v - 1, u * v**2 - u]),
        ([y**2 - y + 1, x * y**2 - x * y], [v**2 - v + 1, u * v**2 - u * v]),
        ([x * y - 1, x], [u * v - 1, u]),
    ):
        for name in ("basic_set", "medial_set", "characteristic_set"):
            mine = getattr(sympy_front, name)(equations, x, y)
            assert isinstance(mine, SymPyChain)
            assert mine.triangular == getattr(there, name)(polynomials)
        mine = sympy_front.characteristic_series(equations, x, y)
        assert [chain.triangular for chain in mine] == there.characteristic_series(polynomials)


def test_pseudo_remainders() -> None:
    chain = sympy_front.triangular_set([x**2 - 2, x * y - 1], x, y)
    assert sympy_front.pseudo_remainder(y**2 + x, chain) == 2 * x + 1
    assert sympy_front.pseudo_remainder(y**2 + x, x * y - 1, x, y) == x**3 + 1
    assert sympy_front.pseudo_remainder(y**2 + x, [x * y - 1], y, x) == -(-(y**3) - 1)
    assert sympy_front.is_irreducible(chain)
    assert not sympy_front.is_irreducible([x**2 - 2, y**2 - 8], x, y)
    assert sympy_front.is_irreducible([x**2 - 2], x, modulus=5)
    with pytest.raises(InputError, match="ascending main variables"):
        sympy_front.triangular_set([y, x], x, y)
    with pytest.raises(InputError, match="0 in a triangular set"):
        sympy_front.triangular_set([x, 0], x, y)


@settings(max_examples=examples(30), deadline=None)
@given(
    st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.fractions(max_denominator=50), max_size=6),
    st.sampled_from([0, 5, 11]),
)
def test_there_and_back(terms: dict[tuple[int, int], Fraction], p: int) -> None:
    if p:
        terms = {e: Fraction(c.numerator) for e, c in terms.items()}
    expression = sum((Rational(c.numerator, c.denominator) * x**i * y**j for (i, j), c in terms.items()), sympy.S(0))
    ring = SymPyRing.of([x, y], casbridge.Field(p))
    found = ring.polynomial(expression)
    assert ring.poly(found) == Poly(expression, x, y, domain=GF(p) if p else QQ)
    assert ring.polynomial(ring.expression(found)) == ring.polynomial(ring.poly(found)) == found


# -- what is no system ------------------------------------------------------------------------------------------------

t = Symbol("t", commutative=False)
BAD: list[tuple[Any, tuple[Any, ...], dict[str, Any], str]] = [
    ([sin(x) - y], (x, y), {}, "no polynomial"),
    ([1 / sqrt(x) - y], (x, y), {}, "no polynomial"),
    ([x**y - 1], (x, y), {}, "no polynomial"),
    ([sqrt(x) - 1], (x,), {}, "no polynomial"),
    ([Poly(1 / sqrt(x) + 1)], (x,), {}, "no polynomial"),
    ([a * x - 1], (x,), {}, "the symbol a in a[*]x - 1; expected one of x"),
    ([Poly(a * x, x)], (x,), {}, "the symbol a"),
    ([x * Symbol("x", real=True)], (x,), {}, "assumptions"),
    ([0.5 * x - 1], (x,), {}, "the decimal fraction 0.5"),
    ([Poly(0.5 * x, x)], (x,), {}, "the decimal fraction 0.5"),
    ([x**2.0 - 1], (x,), {}, "the decimal fraction 2.0"),
    ([(x + 1) ** Rational(-1, 2)], (x,), {}, "no polynomial"),
    ([sqrt(2) * x - 1], (x,), {}, "rational coefficients"),
    ([Poly(x - sqrt(2), x, extension=True)], (x,), {}, "rational coefficients"),
    ([I * x - 1], (x,), {}, "rational coefficients"),
    ([pi * x - 1], (x,), {}, "rational coefficients"),
    ([sin(1) * x - 1], (x,), {}, "rational coefficients"),
    ([sympy.zoo * x], (x,), {}, "rational coefficients"),
    ([sympy.nan], (x,), {}, "rational coefficients"),
    ([t * x - 1], (t, x), {}, "does not commute"),
    ([x == 1], (x,), {}, "False among the equations.*compares"),
    ([x == 1], (), {}, "False among the equations.*compares"),
    (["x - 1"], (x,), {}, "x - 1, a str"),
    ([x, None], (x,), {}, "None, a NoneType"),
    ([0.5, x], (x,), {}, "0.5, a float"),
    ([x < 1], (x,), {}, "a StrictLessThan"),
    ([sympy.Ne(x, 1)], (x,), {}, "a Unequality"),
    ([x], ("x",), {}, "the variable x; expected a SymPy symbol"),
    ([x], (x + 1,), {}, "the variable x [+] 1"),
    ([x], (x, x), {}, "named twice"),
    ([Function("f")(x)], (Function("f")(x),), {}, "the variable f"),
    ([x], (x,), {"modulus": 4}, r"GF\(4\)"),
    ([x], (x,), {"modulus": 0}, "the modulus 0"),
    ([x], (x,), {"modulus": True}, "the modulus True"),
    ([x], (x,), {"modulus": 5.0}, "the modulus 5.0"),
    ([x], (x,), {"modulus": 2**61 - 1}, "2.31"),
    ([x / 5], (x,), {"modulus": 5}, "no value in GF"),
    ([Poly(x, x, modulus=5)], (x,), {"modulus": 7}, "the moduli 5, 7"),
    ([sympy.Integer(1)], (), {}, "without variables"),
]


@pytest.mark.parametrize(("equations", "symbols", "options", "said"), BAD, ids=lambda value: str(value)[:30])
def test_bad_input_is_one_clear_line(equations: Any, symbols: Any, options: Any, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        casbridge.char_series(equations, *symbols, **options)
    assert "\n" not in str(caught.value)


def test_systems_have_their_ring_already() -> None:
    system = casbridge.read_system("x^2 - 2")
    with pytest.raises(UsageError, match="has its ring"):
        casbridge.char_series(system, modulus=7)
    with pytest.raises(CasbridgeError):
        casbridge.char_series(system, x)
    with pytest.raises(UsageError, match="a str"):
        casbridge.char_series("x - 1")
    with pytest.raises(UsageError, match="a list"):
        casbridge.char_series([])


# -- what passes through ----------------------------------------------------------------------------------------------


def test_a_system_has_chains_in_any_dimension() -> None:
    u, v = variables(Ring.of("x y"))
    chains = casbridge.char_series(casbridge.PolynomialSystem.of(u.ring, [u * v**2 + v + 1]))
    assert type(chains) is Series
    assert [chain.texts() for chain in chains] == [["x*y**2 + y + 1"], ["x", "y + 1"]]
    assert casbridge.char_series([u * v**2 + v + 1]) == chains


def test_closures_leave_out_what_others_contain() -> None:
    assert casbridge.char_series([x * y**2 + y + 1], x, y, closure=True) == [(x * y**2 + y + 1,)]
    assert len(casbridge.char_series(casbridge.read_system("x*y^2 + y + 1"), closure=True)) == 1


def test_a_limit_on_time() -> None:
    v = sympy.symbols("v0:8")
    cyclic = [sum(sympy.prod(v[(i + j) % 8] for j in range(k)) for i in range(8)) for k in range(1, 8)]
    with pytest.raises(LimitError):
        casbridge.char_series([*cyclic, sympy.prod(v) - 1], *v, seconds=0.2)


def test_other_functions_take_what_was_read() -> None:
    read = from_sympy([x**2 - 4, (x + 1) * y - 6], x, y)
    assert casbridge.run(read).answer is not None
    assert is_sympy(x)
    assert not is_sympy(read)


@pytest.mark.slow
def test_sympy_is_not_imported_for_systems() -> None:
    program = (
        "import sys, casbridge\n"
        "from casbridge import Ring, variables\n"
        "x, y = variables(Ring.of('x y'))\n"
        "print(casbridge.char_series([x * y**2 + y + 1]), 'sympy' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[[x*y**2 + y + 1], [x, y + 1]] False\n"
