"""The start for equations with a common factor."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import assume, given, settings, strategies as st

from casbridge import read_system
from casbridge.algebra import PolynomialSystem
from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.charset import Chain
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_factor import ByFactor, common_factors
from casbridge.charset.general.decomposition import without_contained
from casbridge.charset.general.method import GeneralSeries, Portfolio
from casbridge.limits import Deadline
from tests.charset.test_general import (
    FIXED,
    SECONDS,
    alone,
    assert_closures_cover,
    assert_same_points,
    check,
    make,
    polynomials,
    published,
    systems,
)
from tests.effort import examples


def by_factor(system: PolynomialSystem, closure: bool = False) -> list[Chain]:
    """The series by this start alone."""
    elements = Elements(system.ring, deadline=Deadline.after(SECONDS))
    own = [polynomial for polynomial in system.polynomials() if polynomial]
    start = ByFactor(elements, own, common_factors(elements, own), partial(Portfolio, closure=closure))
    return published(elements, without_contained(elements, alone(start, 10_000), closure=closure))


@pytest.mark.parametrize(
    ("equations", "expected"),
    [
        ("x*y*(x+y); x^2-y^2", ["y + x"]),
        ("x; y", []),
        ("x^2*y; x*y^2; x*y", ["x", "y"]),
        ("x^2-2; x^4-4", ["x**2 - 2"]),
        ("3; 6", []),
    ],
)
def test_common_factors(equations: str, expected: list[str]) -> None:
    system = make("x y", 0, equations)
    assert [str(f) for f in common_factors(Elements(system.ring), [*system.polynomials()])] == expected


def test_a_factor_in_parameters_is_a_unit() -> None:
    system = read_system("parameters: a\nvariables: x y\na*x\na*y")
    assert common_factors(Elements(system.ring), [*system.polynomials()]) == []
    assert common_factors(Elements(system.ring), []) == []


@pytest.mark.parametrize("characteristic", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_all_points_of_small_fields(characteristic: int) -> None:
    @settings(FIXED, max_examples=examples(25))
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        rest = data.draw(systems(characteristic, 3))
        factor = data.draw(polynomials(rest.ring))
        assume(factor)
        system = PolynomialSystem.of(rest.ring, [f * factor for f in rest.polynomials()])
        chains = by_factor(system)
        check(system, chains)
        assert_same_points(system, chains)
        assert_closures_cover(system, by_factor(system, closure=True))

    holds()


@pytest.mark.skipif(chosen_arithmetic() != "flint", reason="there are no Gröbner bases without python-flint")
def test_finitely_many_zeros_beside_a_common_factor() -> None:
    """A basis finds them, which is of no use as long as the factor is there."""
    equations = ("x^3+2*y*z*w-3*w+1", "y^3-x*w*z+z-5", "z^3+3*x*y-w+2", "w^2-y*z+x-7")
    system = make("x y z w", 0, "; ".join(f"(x*y-z*w+3)*({f})" for f in equations))
    series = GeneralSeries(system, Deadline.after(SECONDS))
    chains = [*series]
    check(system, chains)
    assert [chain.degrees for chain in chains] == [(1,), (1, 1), (54, 1, 1, 1)]
    assert [row.strategy for row in series.strategies if row.outcome == "finished"] == ["factor"]
