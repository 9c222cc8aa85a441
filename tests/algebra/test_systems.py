"""Equations, systems, and substitution into them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import Equation, Field, Polynomial, PolynomialSystem, Ring, equation_of, local_ring
from casbridge.algebra.systems import equation_of_terms
from casbridge.errors import InputError
from tests.algebra.strategies import coefficients, polynomials, rings


@settings(deadline=None)
@given(st.data())
def test_equations_expand_to_their_polynomials(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f = data.draw(polynomials(ring))
    equation = equation_of(f, "here")
    assert equation.polynomial(ring) == f
    assert equation.variables == f.support()
    assert equation.pattern.ring == local_ring(ring.field, len(f.support()))
    sparse = {tuple((i, x) for i, x in enumerate(e) if x): c for e, c in f.terms.items()}
    assert equation_of_terms(sparse, ring) == equation
    assert equation.text(ring.variables) == str(f)
    point = tuple(ring.field.element(data.draw(coefficients(ring.field))) for _ in range(ring.size))
    assert equation.evaluate(point) == f.evaluate(point)


@settings(deadline=None)
@given(st.data())
def test_the_first_violated_equation(data: st.DataObject) -> None:
    ring = data.draw(rings())
    found = [data.draw(polynomials(ring, 3)) for _ in range(data.draw(st.integers(0, 4)))]
    system = PolynomialSystem.of(ring, found)
    kept = [f for f in found if f]
    assert list(system.polynomials()) == kept
    for _ in range(3):
        point = tuple(ring.field.element(data.draw(coefficients(ring.field))) for _ in range(ring.size))
        for shift in {0, ring.field.characteristic}:
            violated = system.first_violated(tuple(x + shift for x in point))
            expected = next((f for f in kept if f.evaluate(point)), None)
            assert (violated.polynomial(ring) if violated else None) == expected


def test_a_pattern_may_be_applied_in_any_order() -> None:
    ring = Ring.of("x y z", Field(7))
    pattern = Polynomial(local_ring(Field(7), 2), {(2, 0): 1, (0, 1): -1})
    for variables, text in (((0, 2), "-z + x**2"), ((2, 0), "z**2 - x"), ((1, 0), "y**2 - x")):
        equation = Equation(pattern, variables)
        assert equation.text(ring.variables) == str(equation.polynomial(ring)) == text


def test_systems_are_values() -> None:
    ring = Ring.of("x", Field(7))
    system = PolynomialSystem.of(ring, [Polynomial(ring, {(1,): 1})], name="n")
    assert pickle.loads(pickle.dumps(system)) == system
    assert bool(PolynomialSystem(ring, ()))
    assert len(PolynomialSystem(ring, ())) == 0
    with pytest.raises(InputError, match="2 coordinates"):
        system.first_violated((1, 2))


@pytest.mark.parametrize("name", ["", "1x", "x-y", "x y", "é", "x" * 101, "x\n"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(InputError):
        Ring(Field(7), (name,))


def test_names_are_different() -> None:
    with pytest.raises(InputError, match="named twice"):
        Ring.of("x x")
