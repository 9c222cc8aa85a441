"""Real zeros of systems, exactly."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from hypothesis import given, settings, strategies as st
from sympy import CRootOf, Poly, Rational, sqrt
from sympy.abc import x, y, z

import casbridge
from casbridge.algebra.families import family
from casbridge.errors import BackendError
from casbridge.sympy import CannotError, groebner, real_roots, using
from casbridge.sympy.reals import _Coordinate
from tests.effort import examples

coefficients = st.integers(-3, 3)
BACKENDS = [pytest.param("singular", marks=pytest.mark.singular), "reference"]


def vanish(F: list[Any], gens: tuple[Any, ...], zeros: list[Any]) -> bool:
    """Whether the polynomials vanish at points, to 15 digits."""
    return all(abs(f.subs(dict(zip(gens, zero, strict=True))).evalf(20)) < 1e-15 for f in F for zero in zeros)


@pytest.mark.parametrize("backend", BACKENDS)
class TestZeros:
    @pytest.mark.parametrize(
        ("F", "gens", "zeros"),
        [
            ([x**2 - 2, y**2 - 8], (x, y), [(a * sqrt(2), b * 2 * sqrt(2)) for a in (-1, 1) for b in (-1, 1)]),
            ([x**3 - 2 * x, x * y + y - 1], (x, y), [(-sqrt(2), -1 - sqrt(2)), (0, 1), (sqrt(2), sqrt(2) - 1)]),
            ([(x - 1) ** 2, y - x / 3], (y, x), [(Rational(1, 3), 1)]),
            ([x**2 + 1, y - x], (x, y), []),
            ([x, x - 1], (x,), []),
        ],
    )
    def test_they_are_exact(self, backend: str, F: list[Any], gens: tuple[Any, ...], zeros: list[Any]) -> None:
        assert real_roots(F, *gens, backend=backend) == zeros

    def test_roots_without_radicals(self, backend: str) -> None:
        p = x**5 - x + 1
        assert real_roots([p, y - x], x, y, backend=backend) == [(CRootOf(p, 0), CRootOf(p, 0))]
        F = [p, y - x**2]
        zeros = real_roots(F, x, y, backend=backend)
        assert vanish(F, (x, y), zeros)
        assert [len(zero) for zero in zeros] == [2]

    def test_a_basis_as_the_ideal(self, backend: str) -> None:
        assert real_roots(sympy.groebner([x**2 - 3, y - x], x, y), backend=backend) == [
            (-sqrt(3), -sqrt(3)),
            (sqrt(3), sqrt(3)),
        ]

    def test_infinitely_many_zeros(self, backend: str) -> None:
        with pytest.raises(NotImplementedError, match="only zero-dimensional systems"):
            real_roots([x * y], x, y, backend=backend)


@pytest.mark.singular
@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "count"), [("noon", 3, 7), ("katsura", 3, 6), ("cyclic", 5, 10)])
def test_their_number_is_that_of_another_way(name: str, size: int, count: int) -> None:
    system = family(name, size)
    F, gens = [f.as_expr() for f in system.polynomials()], sympy.symbols(system.ring.variables)
    zeros = real_roots(F, *gens)
    answer = casbridge.run(system, "singular:std").answer
    assert answer is not None
    assert len(zeros) == len(set(zeros)) == casbridge.measure(answer, system).real == count
    assert vanish(F, gens, zeros)


@pytest.mark.singular
@pytest.mark.slow
@settings(max_examples=examples(25))
@given(st.lists(coefficients, min_size=4, max_size=4), st.lists(coefficients, min_size=3, max_size=3))
def test_zeros_of_random_triangular_systems(first: list[int], second: list[int]) -> None:
    f = x**3 + sum(c * x**i for i, c in enumerate(first[:3]))
    g = y**2 + second[0] * y + second[1] * x + second[2]
    zeros = real_roots([f, g], x, y)
    assert vanish([f, g], (x, y), zeros)
    expected = 0
    for root in sympy.real_roots(Poly(f, x), multiple=False):
        value = (second[0] ** 2 - 4 * (second[1] * root[0] + second[2])).evalf(30, chop=True)
        expected += 2 if value > 1e-20 else int(bool(abs(value) <= 1e-20))
    assert len(zeros) == expected


def test_one_polynomial_goes_to_sympy() -> None:
    assert real_roots(x**3 - x**2) == sympy.real_roots(x**3 - x**2) == [0, 0, 1]
    assert real_roots(Poly(x**2 - 2, x), multiple=False) == sympy.real_roots(Poly(x**2 - 2, x), multiple=False)
    with using() as calls:
        assert real_roots(sympy.Eq(x**2, 2), backend="reference", seconds=5) == [-sqrt(2), sqrt(2)]
        assert real_roots("x**2 - 2") == [-sqrt(2), sqrt(2)]
    assert calls == []


def test_other_coefficients() -> None:
    with using(backend="reference"):
        with pytest.raises(CannotError, match=r"GF\(7\)"):
            real_roots([x**2 - 2], x, modulus=7)
        with pytest.raises(CannotError, match="RR"):
            real_roots([x**2 - 0.5], x)


def test_a_value_that_is_no_root_is_told() -> None:
    coordinate = _Coordinate(Poly(z**2 - 2, z))
    u = Poly(x**2 - 3, x)
    with pytest.raises(BackendError, match="no root of its minimal polynomial"):
        coordinate.value(Poly(x + 5, x, domain="QQ"), u, u.intervals()[0][0])


def test_the_calls_are_those_of_the_function() -> None:
    with using(backend=["reference"]) as calls:
        real_roots([x**2 - 2, y - x], x, y)
    assert {call.function for call in calls} == {"real_roots"}
    assert groebner([x], x, backend="sympy") == [x]
