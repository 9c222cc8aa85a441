"""Quadratic polynomials over number fields of high degree: made to split, and beside factors by norms."""

from __future__ import annotations

import random
from math import prod

import pytest
from hypothesis import assume, given, settings, strategies as st

from casbridge.algebra import Field, Polynomial, Ring, variables
from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.charset.elements import Element, Elements
from casbridge.charset.towers.adic_roots import quadratic_factors
from casbridge.charset.towers.factoring import TowerField
from tests.effort import examples

RING = Ring.of("u a b c x")
U, A, B, C, X = variables(RING)


def field_of(*steps: Polynomial) -> tuple[Elements, TowerField]:
    elements = Elements(RING)
    return elements, TowerField(elements, [elements.irreducible(step) for step in steps])


#: Towers of degree 6 to 12, in one, two and three steps; the last ones are homogeneous in u.
TOWERS = {
    "one": (A**7 - 3 * A + 3,),
    "one, initial": (5 * A**6 + 10 * A - 2,),
    "even": (A**12 - 4 * A**6 + 6 * A**2 - 2,),
    "two": (A**3 - 2, B**4 + A * B + 3),
    "two, initial": (A**3 - 2, (A + 1) * B**2 - 5 * A**2 + B),
    "three": (A**2 + 1, B**3 - A - 2, C**2 - B),
    "homogeneous": (A**8 + 2 * A * U**7 - 2 * U**8,),
    "homogeneous, two": (A**3 - 2 * U**3, (A + U) * B**2 - 5 * A**2 * U + B * U**2),
}


def element_of(chance: random.Random, steps: tuple[Polynomial, ...]) -> Polynomial:
    """A random element of the field, homogeneous of degree 3 where the steps have u."""
    gens = [(A, B, C)[i] for i in range(len(steps))]
    total = U * 0
    for _ in range(chance.randint(1, 4)):
        exponents = [chance.randint(0, 2) for _ in gens]
        if sum(exponents) <= 3:
            rest = 3 - sum(exponents) if U.support()[0] in steps[0].support() else 0
            total += chance.choice([1, -1, 2, 7, -30]) * prod(
                (g**e for g, e in zip(gens, exponents, strict=True)), start=U**rest
            )
    return total


@pytest.mark.parametrize("name", TOWERS)
def test_products_of_linear_polynomials_split(name: str) -> None:
    """(d·x − r)·(e·x − s) has these factors, and one with a root that is not in the field has none."""
    steps = TOWERS[name]
    _, field = field_of(*steps)
    assert field.degree >= 6
    homogeneous = 0 in steps[0].support()
    cube = U**3 if homogeneous else U**0

    @settings(max_examples=examples(24), deadline=None, derandomize=True, database=None)
    @given(st.integers(0, 10**6))
    def holds(seed: int) -> None:
        chance = random.Random(seed)
        first, second = (element_of(chance, steps) for _ in range(2))
        # A linear form's worth of x: degree 3 in the homogeneous case, so that all terms have degree 6.
        x = X * U**2 if homogeneous else X
        given_ = field.reduced((chance.choice([1, 2]) * x - first).native)
        other = field.reduced((chance.choice([1, 3]) * x - second).native)
        native = field.reduced(given_ * other)
        assume(not is_square(field, native))
        found = quadratic_factors(field, native, 4)
        assert found is not None
        assert {str(field.normalised(one, 4)) for one in found} == {
            str(field.normalised(one, 4)) for one in (given_, other)
        }
        if seed % 4:
            return
        # x² − r² − 1, and the like, seldom splits: the answer is that of norms.
        rest = field.reduced((x * x - first * first - cube * cube).native)
        if not is_square(field, rest):
            by_norms = field.norms.factors(rest, 4)
            answer = quadratic_factors(field, rest, 4)
            assert answer is not None
            assert len(answer) == len(by_norms)

    holds()


def is_square(field: TowerField, native: object) -> bool:
    """Whether a polynomial has a multiple factor."""
    derivative = field.arithmetic.derivative(native, 4)
    return bool(field.degree_in(field.gcd(field.normalised(native, 4), derivative, 4), 4))


def factors_of(elements: Elements, field: TowerField, polynomial: Polynomial) -> list[Element] | None:
    found = quadratic_factors(field, field.reduced(elements.of_polynomial(polynomial).native), 4)
    return None if found is None else [elements.of(one) for one in found]


def test_what_it_leaves_to_others() -> None:
    """Small fields, fields with parameters that are not homogeneous, and other arithmetic."""
    elements, field = field_of(A**5 - 2)
    assert factors_of(elements, field, X**2 - A**2) is None
    elements, field = field_of(A**7 - U)
    assert factors_of(elements, field, X**2 - A**2) is None
    elements, field = field_of(A**7 - 2)
    assert factors_of(elements, field, X**2 - U**2 * A**2) is None
    assert factors_of(elements, field, X**2 - A**2) is not None
    ring = Ring.of("u a b c x", Field(7))
    _, a, _, _, x = variables(ring)
    modular = Elements(ring)
    tower = TowerField(modular, [modular.of_polynomial(a**6 - 3)])
    assert quadratic_factors(tower, modular.of_polynomial(x**2 - a**2).native, 4) is None
    pure = Elements(RING, arithmetic=arithmetic_of(RING, "sympy"))
    slow = TowerField(pure, [pure.of_polynomial(A**7 - 2)])
    assert quadratic_factors(slow, pure.of_polynomial(X**2 - A**2).native, 4) is None


def test_roots_with_long_coefficients() -> None:
    elements, field = field_of(A**16 - 2 * A**2 + 2)
    root = sum((3**i * 10**60 + i) * A**i for i in range(16))
    whole = 10**50 * X - root
    factors = factors_of(elements, field, whole * (X + A))
    assert factors is not None
    assert {*factors} == {elements.of_polynomial(f) for f in (whole, X + A)}
