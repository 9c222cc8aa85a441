"""The two arithmetics against each other and against SymPy."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from sympy import GF, QQ as SYMPY_QQ, Poly, symbols

from casbridge.algebra import QQ, Coefficient, Field, Polynomial, Ring
from casbridge.algebra.arithmetic import Arithmetic, arithmetic_of, chosen_arithmetic
from casbridge.errors import UnsupportedError
from tests.algebra.strategies import FIELDS, polynomials, rings
from tests.effort import examples

THOROUGH = settings(deadline=None, max_examples=examples(100))


def both(ring: Ring) -> tuple[Arithmetic, Arithmetic]:
    return arithmetic_of(ring, "flint"), arithmetic_of(ring, "sympy")


def as_sympy(f: Polynomial) -> Poly:
    p = f.ring.field.characteristic
    names = symbols(f.ring.variables)
    return Poly.from_dict(dict(f.terms), *names, domain=GF(p, symmetric=False) if p else SYMPY_QQ)


def from_sympy(f: Poly, ring: Ring) -> Polynomial:
    p = ring.field.characteristic
    terms = {e: int(c) % p if p else Fraction(int(c.p), int(c.q)) for e, c in f.terms()}
    return Polynomial(ring, terms)


def normal(arithmetic: Arithmetic, native: object, ring: Ring) -> Polynomial:
    return Polynomial(ring, arithmetic.terms(native)).normal()


@THOROUGH
@given(st.data())
def test_terms_sums_products_powers(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, g = data.draw(polynomials(ring)), data.draw(polynomials(ring))
    exponent = data.draw(st.integers(1, 3))
    results = []
    for arithmetic in both(ring):
        a, b = arithmetic.from_terms(f.terms), arithmetic.from_terms(g.terms)
        assert arithmetic.terms(a) == f.terms
        assert arithmetic.degrees(a) == tuple(f.degree(v) for v in range(ring.size))
        results.append([arithmetic.terms(x) for x in (a + b, a - b, a * b, -a, a**exponent)])
    assert results[0] == results[1]
    x, y = as_sympy(f), as_sympy(g)
    theirs = [x + y, x - y, x * y, -x, x**exponent]
    assert [Polynomial(ring, terms) for terms in results[0]] == [from_sympy(h, ring) for h in theirs]


@THOROUGH
@given(st.data())
def test_quotients(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, g = data.draw(polynomials(ring)), data.draw(polynomials(ring).filter(bool))
    for arithmetic in both(ring):
        a, b = arithmetic.from_terms(f.terms), arithmetic.from_terms(g.terms)
        assert arithmetic.terms(arithmetic.quotient(a * b, b)) == f.terms
    found = [arithmetic.quotient(*map(arithmetic.from_terms, (f.terms, g.terms))) for arithmetic in both(ring)]
    assert (found[0] is None) == (found[1] is None)
    if found[0] is not None:
        assert Polynomial(ring, both(ring)[0].terms(found[0])) * g == f


@THOROUGH
@given(st.data())
def test_greatest_common_divisors(data: st.DataObject) -> None:
    ring = data.draw(rings(2))
    f, g, h = (data.draw(polynomials(ring, 3, 3)) for _ in range(3))
    if not h or not (f or g):
        return
    found = []
    for arithmetic in both(ring):
        a, b = (arithmetic.from_terms((x * h).terms) for x in (f, g))
        found.append(normal(arithmetic, arithmetic.gcd(a, b), ring))
    assert found[0] == found[1]
    assert found[0].quotient(h) is not None
    assert (f * h).quotient(found[0]) is not None
    assert (g * h).quotient(found[0]) is not None


def _forms(ring: Ring, degree: int) -> st.SearchStrategy[Polynomial]:
    exponents = st.lists(st.sampled_from(range(ring.size)), min_size=degree, max_size=degree).map(
        lambda chosen: tuple(chosen.count(v) for v in range(ring.size))
    )
    return st.dictionaries(exponents, st.integers(1, 4), min_size=1, max_size=4).map(
        lambda terms: Polynomial(ring, {e: ring.field.element(c) for e, c in terms.items()})
    )


@THOROUGH
@given(st.data())
def test_greatest_common_divisors_of_forms(data: st.DataObject) -> None:
    ring = Ring.of("x y z", data.draw(FIELDS))
    f, g, h = (data.draw(_forms(ring, data.draw(st.integers(0, 4)))) for _ in range(3))
    if not f or not g or not h:
        return
    arithmetic = arithmetic_of(ring, "flint")
    a, b = (arithmetic.from_terms((x * h).terms) for x in (f, g))
    found = arithmetic.gcd_of_forms(a, b)
    shared = any((f * h).degree(v) and (g * h).degree(v) for v in range(ring.size))
    assert (found is not None) == shared
    assert found is None or found == arithmetic.gcd(a, b)
    assert arithmetic.gcd_of_forms(a * arithmetic.generator(0) + a, b) is None


@THOROUGH
@given(st.data())
def test_resultants(data: st.DataObject) -> None:
    ring = data.draw(rings(2))
    variable = data.draw(st.integers(0, ring.size - 1))
    f, g = (data.draw(polynomials(ring, 3, 3)) for _ in range(2))
    if not f.degree(variable) or not g.degree(variable):
        return
    found = [
        normal(arithmetic, arithmetic.resultant(*(arithmetic.from_terms(x.terms) for x in (f, g)), variable), ring)
        for arithmetic in both(ring)
    ]
    theirs = as_sympy(f).resultant(as_sympy(g)) if ring.size == 1 else None
    assert found[0] == found[1]
    assert theirs is None or bool(found[0]) == bool(theirs)


@settings(deadline=None, max_examples=examples(30))
@given(st.data())
def test_resultants_of_high_degree_in_two_variables(data: st.DataObject) -> None:
    """FLINT's own function is the second opinion. Initials such as t vanish at some of the integers."""
    ring = Ring.of("a t b z c")
    arithmetic = arithmetic_of(ring, "flint")
    z, t = arithmetic.generator(3), arithmetic.generator(1)
    coefficients = st.lists(st.fractions(-9, 9, max_denominator=6), max_size=4)

    def drawn(degree: int) -> Any:
        initial = data.draw(st.sampled_from((t, t**2 - arithmetic.constant(1), arithmetic.constant(3))))
        return initial * z**degree + sum(
            (
                arithmetic.constant(c) * t**i * z**power
                for power in range(degree)
                for i, c in enumerate(data.draw(coefficients))
            ),
            arithmetic.constant(0),
        )

    first, second = drawn(data.draw(st.integers(5, 8))), drawn(data.draw(st.integers(6, 8)))
    found = arithmetic.resultant(first, second, 3)
    assert arithmetic.monic(found) == arithmetic.monic(first.resultant(second, 1))
    assert not arithmetic.resultant(first * (z - t), second * (z - t), 3)


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_factors(data: st.DataObject) -> None:
    ring = data.draw(rings(2))
    factors = [data.draw(polynomials(ring, 3, 2)) for _ in range(data.draw(st.integers(1, 3)))]
    f = Polynomial.constant(ring, 1)
    for factor in factors:
        f = f * factor
    if not f:
        return
    several = ring.field.characteristic and len(f.support()) > 1
    if several and chosen_arithmetic() == "sympy":
        return
    found = f.factors()
    whole = Polynomial.constant(ring, 1)
    for factor, multiplicity in found:
        assert multiplicity > 0
        assert not factor.is_constant
        assert factor == factor.normal()
        whole = whole * factor**multiplicity
    assert whole.normal() == f.normal()
    arithmetic = arithmetic_of(ring, "sympy")
    native = arithmetic.from_terms(f.terms)
    if several:
        with pytest.raises(UnsupportedError, match="python-flint"):
            arithmetic.factor(native)
        return
    second = arithmetic.factor(native)
    assert {(normal(arithmetic, g, ring), m) for g, m in second} == set(found)


@pytest.mark.parametrize("field", [Field(2), Field(3), Field(5), Field(7), Field(11)], ids=str)
def test_all_roots_of_small_polynomials(field: Field) -> None:
    """Every monic polynomial of degree 3 with small coefficients: roots by trying all values."""
    p = field.characteristic
    ring = Ring.of("t", field)
    for coefficients in product(range(min(p, 4)), repeat=3):
        f = Polynomial(ring, {(3,): 1, **{(k,): c for k, c in enumerate(coefficients)}})
        expected = [a for a in range(p) if f.evaluate((a,)) == 0]
        count = 0
        rest = f
        for a in expected:
            while (quotient := rest.quotient(Polynomial(ring, {(1,): 1, (0,): -a}))) is not None:
                rest, count = quotient, count + 1
        for arithmetic in both(ring):
            assert arithmetic.roots(arithmetic.from_terms(f.terms), 0) == (expected, count == 3)


@THOROUGH
@given(st.data())
def test_roots_of_products_of_linear_factors(data: st.DataObject) -> None:
    field = data.draw(FIELDS)
    ring = Ring.of("s t u", field)
    values = st.integers(0, 10**6) if field.characteristic else st.fractions(-50, 50, max_denominator=20)
    roots: list[Coefficient] = [field.element(value) for value in data.draw(st.lists(values, min_size=1, max_size=5))]
    f = Polynomial.constant(ring, data.draw(st.integers(1, 1)))
    for root in roots:
        f = f * Polynomial(ring, {(0, 1, 0): 1, (0, 0, 0): -root})
    irreducible = Polynomial(ring, {(0, 2, 0): 1, (0, 1, 0): 1, (0, 0, 0): 1})
    splits = field.characteristic == 3 or field.characteristic % 3 == 1
    for arithmetic in both(ring):
        assert arithmetic.roots(arithmetic.from_terms(f.terms), 1) == (sorted(set(roots)), True)
        assert arithmetic.roots(arithmetic.from_terms((f * irreducible).terms), 1)[1] is splits


def test_long_rationals() -> None:
    ring = Ring.of("x y")
    huge = Fraction(10**400 + 1, 3**300)
    for arithmetic in both(ring):
        f = arithmetic.from_terms({(1, 0): huge, (0, 1): -1})
        assert arithmetic.terms(f * f)[(2, 0)] == huge**2
        assert isinstance(arithmetic.terms(f)[(0, 1)], int)


@pytest.mark.parametrize(
    ("name", "expected"),
    [pytest.param("flint", "flint", marks=pytest.mark.slow), ("sympy", "sympy"), ("", "flint"), ("gmp", "")],
)
def test_the_choice_of_arithmetic(name: str, expected: str) -> None:
    program = (
        "from casbridge.algebra.arithmetic import chosen_arithmetic\n"
        "from casbridge import char_series, read\n"
        "print(chosen_arithmetic(), [c.texts() for c in char_series(read('(x^2+1)*(x-1)\\n(x^2+2)*(x-1)\\n2*y-x'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "CASBRIDGE_ARITHMETIC": name},
        capture_output=True,
        text=True,
        check=False,
    )
    if expected:
        assert done.stdout == f"{expected} [['x - 1', '2*y - 1']]\n"
    else:
        assert "CASBRIDGE_ARITHMETIC=gmp; expected flint or sympy" in done.stderr


@pytest.mark.slow
def test_without_python_flint_a_comparison_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "from importlib.machinery import PathFinder\n"
        "class Without(PathFinder):\n"
        "    def find_spec(name, path=None, target=None):\n"
        "        return None if name.partition('.')[0] == 'flint' else PathFinder.find_spec(name, path, target)\n"
        "sys.meta_path[sys.meta_path.index(PathFinder)] = Without\n"
    )
    program = (
        "import casbridge\n"
        "system = casbridge.read_system('x^2 - 2\\ny^2 - x')\n"
        "verdict = casbridge.crosscheck(system, ['reference:general', 'reference:closure'])\n"
        "print(verdict.kind, [one.size.degree for one in verdict.checked])\n"
        "for method in ('basis', 'real', 'dimension'):\n"
        "    print(casbridge.run(system, f'reference:{method}').status)\n"
    )
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.split() == ["agree", "[None,", "None]", *["unsupported"] * 3], done.stderr


def test_nothing_else_is_shared() -> None:
    first, second = both(Ring.of("x", QQ))
    assert (first.name, second.name) == ("flint", "sympy")


def test_many_variables_take_no_square_of_memory() -> None:
    ring = Ring.of(" ".join(f"x{number}" for number in range(200_000)))
    arithmetic = arithmetic_of(ring)
    assert arithmetic.main(arithmetic.generator(5) ** 2) == (5, 2)
