"""The start for systems whose zeros may be scaled: weights, known series, and zeros of homogeneous systems."""

from __future__ import annotations

from functools import partial
from operator import mul

import pytest
from hypothesis import given, settings, strategies as st

from casbridge import read_system
from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring
from casbridge.charset import Chain
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_scaling import ByScaling, scaling
from casbridge.charset.general.decomposition import without_contained
from casbridge.charset.general.method import STRATEGIES, GeneralSeries, Portfolio
from casbridge.limits import Deadline
from tests.charset.test_general import (
    FIXED,
    SECONDS,
    alone,
    assert_all_points,
    assert_closures_cover,
    check,
    from_equations,
    make,
    published,
    same,
)
from tests.effort import examples


def by_scaling(system: PolynomialSystem, work: int = 10_000, closure: bool = False) -> list[Chain]:
    """The series by this start alone."""
    elements = Elements(system.ring, deadline=Deadline.after(SECONDS))
    given = [polynomial for polynomial in system.polynomials() if polynomial]
    weights = scaling(system.ring, given)
    assert weights is not None
    longest = len(given) if closure else None
    start = ByScaling(elements, given, weights, partial(Portfolio, closure=closure), longest=longest, closure=closure)
    return published(elements, without_contained(elements, alone(start, work), closure=closure))


@pytest.mark.parametrize(
    ("names", "equations", "weights"),
    [
        ("t x y", "x^2-t*y; x+y", (1, 1, 1)),
        ("t x y", "x-t^2; y*t-x", (1, 2, 1)),
        ("t x y", "x*t-1; y-x^3*t", (1, -1, -2)),
        ("t x", "x^2-t", None),  # x would have the weight 1/2
        ("t x y", "x^2-y^3; t*y-x", (1, 3, 2)),
        ("t x y", "x^2-y; t-y^2*x", None),
        ("t x", "t-1; x", None),
        ("t x", "t*x", (1, 1)),
        ("t x y", "x-1; y-t", (1, 0, 1)),
        ("t", "t^2", None),
    ],
)
def test_weights(names: str, equations: str, weights: tuple[int, ...] | None) -> None:
    system = make(names, 0, equations)
    found = scaling(system.ring, [*system.polynomials()])
    assert found == weights
    if weights is not None:
        for polynomial in system.polynomials():
            assert len({sum(map(mul, exponents, weights)) for exponents in polynomial.terms}) == 1


@pytest.mark.parametrize(("longest", "early"), [(2, True), (1, False), (None, False)])
def test_cones_over_points_are_scaled_early(longest: int | None, early: bool) -> None:
    system = make("t x y", 0, "x^2-2*t^2; y^2-8*t^2")
    portfolio = Portfolio(system, Elements(system.ring), longest=longest)
    starts = {
        strategy.name: [*strategy.starts(portfolio)] for strategy in STRATEGIES if strategy.name in ("cone", "scaling")
    }
    assert [len(starts["cone"]), len(starts["scaling"])] == [early, not early]


def test_a_parameter_is_not_scaled() -> None:
    system = read_system("parameters: a\nvariables: x y\nx^2 + a*y^2")
    assert scaling(system.ring, [*system.polynomials()]) is None


@pytest.mark.parametrize(
    ("names", "equations"),
    [
        ("t x y", "x^2-2*t^2; y^2-8*t^2"),
        ("t x y z", "x*y-z*t; x*z-y*t; x+y+z"),
        ("t x y", "x*t-1; y^2-x^3*t"),
        ("t x y z", "x^2-y*t; y^2-x*z; z*t"),
        ("t x y", "x*y-x*t; t*y"),
    ],
)
@pytest.mark.parametrize("work", [1, 1_000_000])
def test_known_series(names: str, equations: str, work: int) -> None:
    system = make(names, 0, equations)
    chains = by_scaling(system, work)
    check(system, chains)
    assert same(chains, from_equations(system))
    assert_closures_cover(system, by_scaling(system, work, closure=True))


def test_a_system_of_geometry_that_the_equations_do_not_solve_in_time() -> None:
    """The equations of a theorem in S.-C. Chou, *Mechanical Geometry Theorem Proving*, 1988."""
    equations = """variables: a b c u v w z
    a*b*w - a*v*w - b*u*v + b*v^2 + c*v*w - c*w*z + u*v*z - v^2*z
    a^2*w + a*u*v - a*v^2 - a*w^2 - u*w*z + w*z^2
    a^2*c*w - a*b*v*w + a*b*w*z - a*c*w^2 - a*c*u*z + a*c*v*z - b*u^2*v + b*u*v^2 + b*u^2*z - b*v^2*z - b*u*z^2\
 + b*v*z^2 + c*u*v*w - c*v*w*z"""
    system = read_system(equations)
    run = GeneralSeries(system, Deadline.after(SECONDS))
    check(system, [*run])
    assert "at work" in [row.outcome for row in run.strategies if row.strategy == "equations"]


@st.composite
def homogeneous_systems(draw: st.DrawFn, characteristic: int, highest_power: int = 2) -> PolynomialSystem:
    """Up to three equations in three or four variables with small weights, perhaps negative."""
    ring = Ring.of(draw(st.sampled_from(["t x y", "t x y z"])), Field(characteristic))
    weights = (1, *[draw(st.sampled_from([1, 1, 2, 0, -1])) for _ in range(ring.size - 1)])
    small = st.integers(0, highest_power)
    equations = []
    for _ in range(draw(st.integers(1, 3))):
        monomials = draw(st.lists(st.tuples(*[small] * (ring.size - 1)), min_size=1, max_size=4, unique=True))
        degrees = [sum(map(mul, exponents, weights[1:])) for exponents in monomials]
        highest = max(degrees) + draw(st.integers(0, 1))
        coefficients = draw(st.lists(st.integers(1, characteristic - 1), min_size=4, max_size=4))
        equations.append(
            Polynomial(
                ring,
                {
                    (highest - degree, *exponents): c
                    for degree, exponents, c in zip(degrees, monomials, coefficients, strict=False)
                },
            )
        )
    return PolynomialSystem.of(ring, equations)


@pytest.mark.parametrize("characteristic", [3, *(pytest.param(p, marks=pytest.mark.slow) for p in (2, 5))])
def test_all_points_of_homogeneous_systems(characteristic: int) -> None:
    assert_all_points(homogeneous_systems(characteristic), by_scaling, 300)


@pytest.mark.slow
@settings(FIXED, max_examples=examples(200))
@given(st.sampled_from([2, 3]).flatmap(lambda p: homogeneous_systems(p, 1)))
def test_closures_of_homogeneous_systems(system: PolynomialSystem) -> None:
    chains = by_scaling(system, closure=True)
    check(system, chains)
    assert_closures_cover(system, chains)
