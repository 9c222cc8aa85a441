"""Pseudo-division: theorem 3.1, definitions 3.2 and 3.3, and SymPy's pseudo-remainder."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, Ring, variables
from casbridge.charset import (
    AscendingSet,
    TriangularSet,
    class_of,
    is_reduced,
    leading_coefficient,
    pseudo_division,
    pseudo_division_by_set,
    pseudo_quotient,
    pseudo_remainder,
    pseudo_remainders,
)
from casbridge.errors import InputError
from tests.algebra.strategies import polynomials
from tests.effort import examples

FIELDS = [QQ, Field(2), Field(3), Field(5), Field(32003)]
THOROUGH = settings(deadline=None, max_examples=examples(100))


@st.composite
def divisions(draw: st.DrawFn) -> tuple[Polynomial, Polynomial, int]:
    """f, g and the position of a variable that occurs in g."""
    ring = Ring.of("x y z", draw(st.sampled_from(FIELDS)))
    f = draw(polynomials(ring, terms=4, degree=3))
    g = draw(polynomials(ring, terms=3, degree=2))
    assume(g.support())
    return f, g, draw(st.sampled_from(g.support()))


@st.composite
def triangular_sets(draw: st.DrawFn, ring: Ring) -> TriangularSet:
    found = []
    for v in draw(st.sets(st.integers(0, ring.size - 1))):
        local = Ring(ring.field, ring.variables[: v + 1])
        f = draw(polynomials(local, terms=3, degree=2).filter(lambda f, v=v: f.degree(v) > 0))
        found.append(f.rename(ring, range(v + 1)))
    return TriangularSet(sorted(found, key=class_of), ring)


@pytest.mark.slow
@THOROUGH
@given(divisions(), st.booleans())
def test_theorem_3_1_the_identity_and_the_degree(case: tuple[Polynomial, Polynomial, int], full: bool) -> None:
    f, g, v = case
    found = pseudo_division(f, g, v, full=full)
    highest = max(0, f.degree(v) - g.degree(v) + 1)
    assert leading_coefficient(g, v) ** found.exponent * f == found.quotient * g + found.remainder
    assert found.remainder.degree(v) < g.degree(v)
    assert 0 <= found.exponent <= highest
    if full:
        assert found.exponent == highest
    assert found == pseudo_division(f, g, f.ring.variables[v], full=full)
    assert found.quotient == pseudo_quotient(f, g, v, full=full)
    assert found.remainder == pseudo_remainder(f, g, v, full=full)


@pytest.mark.slow
@THOROUGH
@given(divisions(), st.data())
def test_theorem_3_1_quotient_and_remainder_are_unique(
    case: tuple[Polynomial, Polynomial, int], data: st.DataObject
) -> None:
    """Whoever writes lc^s · f as q·g + r with deg(r) < deg(g) has the q and r that division gives for this s."""
    q, g, v = case
    r = data.draw(polynomials(g.ring, terms=3, degree=g.degree(v) - 1))
    leading = leading_coefficient(g, v)
    for full in (False, True):
        found = pseudo_division(q * g + r, g, v, full=full)
        assert found.quotient == leading**found.exponent * q
        assert found.remainder == leading**found.exponent * r


def in_sympy(f: Polynomial) -> Any:
    """The polynomial in SymPy's ring with the same generators, straight from its terms."""
    from sympy import GF, QQ as RATIONALS
    from sympy.polys.rings import PolyRing

    p = f.ring.field.characteristic
    domain = GF(p, symmetric=False) if p else RATIONALS
    terms = {e: domain(c.numerator) / domain(c.denominator) for e, c in f.terms.items()}
    return PolyRing(f.ring.variables, domain, "lex").from_dict(terms)


@pytest.mark.slow
@THOROUGH
@given(divisions())
def test_definition_3_2_agrees_with_sympy(case: tuple[Polynomial, Polynomial, int]) -> None:
    f, g, v = case
    divisor = in_sympy(g)
    expected = in_sympy(f).prem(divisor, divisor.ring.gens[v]) if f else in_sympy(f)
    assert in_sympy(pseudo_remainder(f, g, v, full=True)) == expected


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_the_remainder_formula_for_triangular_sets(data: st.DataObject) -> None:
    ring = Ring.of("x y z", data.draw(st.sampled_from(FIELDS)))
    T = data.draw(triangular_sets(ring))
    f = data.draw(polynomials(ring, terms=3, degree=2))
    found = pseudo_division_by_set(f, T)
    multiplier = Polynomial.constant(ring, 1)
    for h, exponent in zip(T.initials, found.exponents, strict=True):
        multiplier = multiplier * h**exponent
    total = found.remainder
    for quotient, divisor in zip(found.quotients, T, strict=True):
        total = total + quotient * divisor
    assert multiplier * f == total
    assert is_reduced(found.remainder, T)
    assert pseudo_remainder(f, T) == found.remainder
    assert pseudo_remainder(f, list(T)) == found.remainder
    assert pseudo_remainders([f, f * 0], T) == [found.remainder, f * 0]
    step_by_step = f
    for divisor in reversed(T):
        step_by_step = pseudo_remainder(step_by_step, divisor)
    assert step_by_step == found.remainder
    full = pseudo_division_by_set(f, T, full=True)
    assert full.remainder == pseudo_remainder(f, T, full=True)


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_definition_3_3_reduced_polynomials_are_their_own_remainders(data: st.DataObject) -> None:
    ring = Ring.of("x y z", data.draw(st.sampled_from(FIELDS)))
    T = data.draw(triangular_sets(ring))
    f = data.draw(polynomials(ring, terms=3, degree=2))
    assert is_reduced(f, T) is all(is_reduced(f, divisor) for divisor in T)
    assert is_reduced(f, T) is all(f.degree(class_of(g) - 1) < g.degree(class_of(g) - 1) for g in T)
    if is_reduced(f, T):
        assert pseudo_division_by_set(f, T).remainder == f
        assert set(pseudo_division_by_set(f, T).exponents) <= {0}


def test_a_trivial_set_and_the_empty_set() -> None:
    x, y = variables(Ring.of("x y"))
    two = Polynomial.constant(x.ring, 2)
    found = pseudo_division_by_set(x + y, AscendingSet([two]))
    assert found.quotients[0] * two == x + y
    assert (found.remainder, found.exponents) == (x - x, (0,))
    assert pseudo_remainder(x + y, [two]) == x - x
    assert pseudo_remainder(x + y, TriangularSet([], x.ring)) == x + y
    assert pseudo_remainders([], [x]) == []


def test_what_cannot_be_divided_by() -> None:
    x, y = variables(Ring.of("x y"))
    for divisor, variable in ((x - x, None), (x - x + 3, None), (x, "y"), (x, 1), (y - y, "y")):
        with pytest.raises(InputError, match="in which the variable occurs"):
            pseudo_division(x * y, divisor, variable)
    with pytest.raises(InputError, match="a variable of"):
        pseudo_division(x, y, "w")
    with pytest.raises(InputError, match="strictly ascending"):
        pseudo_remainder(x, [y, x])
    with pytest.raises(InputError, match="strictly ascending"):
        pseudo_remainder(x, [x, x**2])
    with pytest.raises(InputError, match="constant"):
        pseudo_remainder(x, [x, y - y + 1])
    with pytest.raises(InputError, match="only with one polynomial"):
        pseudo_remainder(x, [x], "x")
    with pytest.raises(InputError, match="the constant 1"):
        is_reduced(x, x - x + 1)
    with pytest.raises(InputError, match="one of"):
        pseudo_division(x, variables(Ring.of("x y", Field(3)))[0])
