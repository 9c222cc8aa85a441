"""The zeros that the suite states are those of its systems: by all points of a small field, and by SymPy."""

from __future__ import annotations

import re
from itertools import product

import pytest
from sympy import groebner, symbols

from casbridge.algebra.answers import Component
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import variables
from casbridge.testing.systems import SYSTEMS, Case, case_named

_MOST_POINTS = 200_000


def over_small_fields() -> list[str]:
    return [
        case.name
        for case in SYSTEMS
        if 0 < case.system.ring.field.characteristic ** max(1, case.system.ring.size) <= _MOST_POINTS
        and case.system.ring.field.characteristic
    ]


@pytest.mark.parametrize("name", over_small_fields())
def test_each_point_of_the_field(name: str) -> None:
    case = case_named(name)
    known, p = case.known(), case.system.ring.field.characteristic
    for point in product(range(p), repeat=case.system.ring.size):
        stated = any(all(not f.evaluate(point) for f in part) for part in known.components)
        assert stated == (case.system.first_violated(point) is None), point


def basis(polynomials: Component, ring: Ring) -> list[str]:
    """The reduced Groebner basis, by SymPy."""
    options = {"modulus": ring.field.characteristic} if ring.field.characteristic else {"domain": "QQ"}
    texts = [polynomial.cleared().text() for polynomial in polynomials]
    names = symbols([f"v{number}" for number in range(ring.size)])
    for number, name in sorted(enumerate(ring.variables), key=lambda pair: -len(pair[1])):
        texts = [renamed(text, name, f"v{number}") for text in texts]
    given = texts or ["0"]
    return sorted(map(str, groebner(given, *names, **options).exprs))


def renamed(text: str, name: str, new: str) -> str:
    return re.sub(rf"\b{re.escape(name)}\b", new, text)


#: Too many choices, and too long a sum, for this way.
OTHERS = ("many", "long")
SIZED = [case for case in SYSTEMS if case.system.ring.size and case.name not in OTHERS]


@pytest.mark.parametrize(
    "case",
    [pytest.param(one, marks=pytest.mark.slow if one.name == "more-names" else ()) for one in SIZED],
    ids=lambda case: case.name,
)
def test_the_radicals_are_equal(case: Case) -> None:
    """Each equation vanishes on each part; and the product of the parts has a power in the ideal of the equations.

    The second by Rabinowitsch's trick: for each choice of one generator of each part, 1 is in the ideal of the
    equations with 1 - t·product.
    """
    ring, known = case.system.ring, case.known()
    equations = tuple(f for f in case.system.polynomials() if f)
    for part in known.components:
        alone = basis(part, ring)
        for equation in equations:
            assert basis((*part, equation), ring) == alone, equation
    wider = Ring(ring.field, (*ring.variables, "t0"))
    places = tuple(range(ring.size))
    t = variables(wider)[-1]
    for choice in product(*known.components):
        whole = t * 0 + 1
        for generator in choice:
            whole = whole * generator.rename(wider, places)
        lifted = tuple(equation.rename(wider, places) for equation in equations)
        assert basis((*lifted, t * whole - 1), wider) == ["1"], choice


def test_the_sixteen_zeros() -> None:
    """Each coordinate is a root of v^2 - v."""
    case = case_named("many")
    points = {tuple(map(int, point)) for point in case.known().points() if point is not None}
    assert points == set(product((0, 1), repeat=4))
    assert [str(f) for f in case.system.polynomials()] == ["w**2 - w", "x**2 - x", "y**2 - y", "z**2 - z"]


def test_names_are_those_of_no_other_case() -> None:
    names = [case.name for case in SYSTEMS]
    assert len(names) == len(set(names))
