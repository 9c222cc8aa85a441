"""Identities of polynomials."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Coefficient, Field, Polynomial, Ring, variables
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.polynomials import CARET, number_text
from casbridge.errors import InputError
from tests.algebra.strategies import coefficients, polynomials, rings
from tests.effort import examples

THOROUGH = settings(deadline=None, max_examples=examples(100))


def points(ring: Ring) -> st.SearchStrategy[tuple[Coefficient, ...]]:
    return st.tuples(*[coefficients(ring.field)] * ring.size)


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_ring_axioms(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, g, h = (data.draw(polynomials(ring)) for _ in range(3))
    zero, one = Polynomial(ring), Polynomial.constant(ring, 1)
    assert f + g == g + f
    assert (f + g) + h == f + (g + h)
    assert f * g == g * f
    assert (f * g) * h == f * (g * h)
    assert f * (g + h) == f * g + f * h
    assert f + zero == f * one == f
    assert f - f == zero == f * 0
    assert f.__neg__().__neg__() == f
    assert f - g == -(g - f)
    assert f**0 == one
    assert f**3 == f * f * f
    assert 2 * f - f == f
    assert (1 - f) + f == one
    assert bool(f * g) is (bool(f) and bool(g))
    assert hash(f + g) == hash(g + f)
    assert pickle.loads(pickle.dumps(f)) == f


@THOROUGH
@given(st.data())
def test_evaluation_is_a_homomorphism(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, g, a = data.draw(polynomials(ring)), data.draw(polynomials(ring)), data.draw(points(ring))
    if ring.field.characteristic:
        a = tuple(ring.field.element(x) for x in a)
    element = ring.field.element
    assert (f + g).evaluate(a) == element(f.evaluate(a) + g.evaluate(a))
    assert (f * g).evaluate(a) == element(f.evaluate(a) * g.evaluate(a))
    assert (f**2).evaluate(a) == element(f.evaluate(a) ** 2)
    assert Polynomial.constant(ring, 5).evaluate(a) == element(5)
    for x, coordinate in zip(variables(ring), a, strict=True):
        assert x.evaluate(a) == element(coordinate)


@THOROUGH
@given(st.data())
def test_normal_form(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, c = data.draw(polynomials(ring)), data.draw(coefficients(ring.field))
    normal = f.normal()
    assert normal.normal() == normal
    assert normal.terms.keys() == f.terms.keys()
    if ring.field.element(c):
        assert (f * c).normal() == normal
    if not f:
        assert normal == f
        return
    leading = normal.terms[normal.leading_exponents()]
    if ring.field.characteristic:
        assert leading == 1
    else:
        assert leading > 0
        assert all(isinstance(value, int) for value in normal.terms.values())
        assert gcd(*(int(value) for value in normal.terms.values())) == 1
    assert f.normal() * f.terms[f.leading_exponents()] == f * leading


@THOROUGH
@given(st.data())
def test_text_is_read_back(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f = data.draw(polynomials(ring))
    assert parse_polynomial(str(f), ring) == f
    assert parse_polynomial(f.text(style=CARET), ring) == f
    assert repr(f) == str(f)
    assert "--" not in str(f).replace(" ", "")
    assert "$" in f._repr_latex_()


@THOROUGH
@given(st.data())
def test_renaming(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, g = data.draw(polynomials(ring)), data.draw(polynomials(ring))
    larger = Ring.of([f"v{i}" for i in range(5)], ring.field)
    positions = data.draw(st.permutations(range(5)))[: ring.size]
    moved = f.rename(larger, positions)
    a = data.draw(points(larger))
    a = tuple(ring.field.element(x) for x in a) if ring.field.characteristic else a
    assert moved.evaluate(a) == f.evaluate([a[i] for i in positions])
    assert (f * g).rename(larger, positions) == moved * g.rename(larger, positions)
    assert set(moved.support()) == {positions[i] for i in f.support()}
    together = f.rename(ring, [0] * ring.size)
    b = a[:1] * ring.size
    assert together.evaluate(b) == f.evaluate(b)


@THOROUGH
@given(st.data())
def test_degrees(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, g = data.draw(polynomials(ring)), data.draw(polynomials(ring))
    if f and g:
        assert (f * g).total_degree == f.total_degree + g.total_degree
        for v in range(ring.size):
            assert (f * g).degree(v) == f.degree(v) + g.degree(v)
    assert f.is_constant is (f.total_degree == 0)
    assert [e[::-1] for e, _ in f.sorted_terms()] == sorted((e[::-1] for e in f.terms), reverse=True)


def test_elements_are_reduced() -> None:
    ring = Ring.of("x", Field(11))
    assert Polynomial(ring, {(1,): 12, (0,): -1}).terms == {(1,): 1, (0,): 10}
    assert Polynomial(ring, {(1,): Fraction(1, 2)}).terms == {(1,): 6}
    assert not Polynomial(ring, {(1,): 22})
    assert Polynomial(Ring.of("x"), {(1,): Fraction(4, 2)}).terms == {(1,): 2}
    with pytest.raises(InputError, match="a denominator prime to 11"):
        Polynomial(ring, {(1,): Fraction(1, 11)})


def test_rings_are_not_mixed() -> None:
    (x,), (y,), (z,) = variables(Ring.of("x")), variables(Ring.of("y")), variables(Ring.of("x", Field(7)))
    for other in (y, z):
        with pytest.raises(InputError, match="one ring"):
            x + other
        assert x != other
    assert x != "x"


@pytest.mark.parametrize(
    ("text", "field", "printed"),
    [
        ("x - 10", Field(11), "x + 1"),
        ("10*x*y - 6", Field(11), "-x*y + 5"),
        ("x/2 - 3/4", QQ, "1/2*x - 3/4"),
        ("-x^2 - 1", QQ, "-x**2 - 1"),
        ("0", QQ, "0"),
        ("x + 1", Field(2), "x + 1"),
    ],
)
def test_how_polynomials_are_printed(text: str, field: Field, printed: str) -> None:
    assert str(parse_polynomial(text, Ring.of("x y", field))) == printed


def test_numbers_of_any_length_are_printed() -> None:
    assert number_text(10**6000) == "1" + "0" * 6000
    assert number_text(Fraction(-1, 10**5000)) == "-1/1" + "0" * 5000
