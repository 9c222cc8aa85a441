"""The start by elementary symmetric functions: its identity, and its zeros beside those of other starts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from math import prod

import pytest
from hypothesis import assume, event, given, settings, strategies as st

from casbridge.algebra import Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.charset import Chain
from casbridge.charset.definitions.division import pseudo_remainder
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_orbits import ByOrbits, SymmetricFunctions
from casbridge.charset.general.by_symmetry import interchangeable
from casbridge.charset.general.method import GeneralSeries, Portfolio
from casbridge.errors import UnsupportedError
from casbridge.limits import Deadline
from tests.charset.test_general import FIXED, SECONDS, alone, check, from_equations, make, polynomials, published, same
from tests.effort import examples


def by_orbits(system: PolynomialSystem, block: Sequence[int], work: int = 10_000) -> list[Chain]:
    """The series by this start alone."""
    elements = Elements(system.ring, deadline=Deadline.after(SECONDS))
    start = ByOrbits(elements, [f for f in system.polynomials() if f], block, Portfolio)
    return published(elements, alone(start, work))


def with_different(chains: Sequence[Chain], block: Sequence[int]) -> list[Chain]:
    """The chains on which no two variables of a block are equal."""
    gens = variables(chains[0].ring) if chains else ()
    return [
        chain
        for chain in chains
        if all(pseudo_remainder(gens[a] - gens[b], chain.polynomials) for a, b in combinations(block, 2))
    ]


@pytest.mark.parametrize(
    ("names", "block", "equations", "degrees"),
    [
        ("x y", (0, 1), "x^2+y-2; y^2+x-2", [(2, 1)]),
        # The other coordinates are those of one zero in other orders: x y z in each of six.
        ("x y z", (0, 1, 2), "x+y+z-6; x*y+y*z+x*z-11; x*y*z-6", [(1, 1, 1)] * 6),
        ("x y z", (0, 1, 2), "x+y+z; x*y+y*z+x*z-3; x*y*z-1", [(3, 2, 1)]),
        # A cubic with a square for its discriminant: a root generates the field of all.
        ("x y z", (0, 1, 2), "x+y+z; x*y+y*z+x*z+3; x*y*z-1", [(3, 1, 1)] * 2),
        # Another variable, between the others.
        ("x w y", (0, 2), "x^2+w-y-3; y^2+w-x-3; w^2-2*x*y*w+1", [(4, 1, 1)]),
        # No zero has different coordinates.
        ("x y", (0, 1), "x-y", []),
        ("x y", (0, 1), "x^2+1; y^2+1; x+y-1", []),
    ],
)
def test_known_orbits(names: str, block: tuple[int, ...], equations: str, degrees: list[tuple[int, ...]]) -> None:
    system = make(names, 0, equations)
    chains = by_orbits(system, block)
    assert sorted(chain.degrees for chain in chains) == degrees
    assert same(chains, with_different(from_equations(system), block))
    assert len({chain.polynomials for chain in chains}) == len(chains)
    assert by_orbits(system, block, work=1) == chains


def test_what_it_does_not_take() -> None:
    for system in (
        make("x y", 0, "x*y-1"),  # infinitely many orbits
        make("x y", 0, "(x+y)^2-2; x^2*y^2-3"),  # e1 does not generate the field of e2
        make("x y z w", 0, "x+y; x*y-2; z^2-3; w^2-5"),  # x does not generate the field of z
    ):
        with pytest.raises(UnsupportedError):
            by_orbits(system, (0, 1))
    assert not ByOrbits.is_available(make("x y", 7, "x+y").ring, (0, 1))


@settings(FIXED, max_examples=examples(50))
@given(st.integers(2, 4).flatmap(lambda size: st.tuples(st.just(size), polynomials(Ring.of("x y z w v"), 4, 4))))
def test_a_polynomial_is_the_sum_of_its_coefficients_times_monomials(drawn: tuple[int, Polynomial]) -> None:
    """At points: f = Σ c_a(e)·v^a, with exponents aⱼ ≤ k − j; where all c_a are 0, f is 0 for each order of v."""
    size, polynomial = drawn
    block = range(size)
    functions = SymmetricFunctions(polynomial.ring, block)
    arithmetic = arithmetic_of(functions.small)
    point = [2, -3, 5, 7, 11]

    def at(one: Polynomial, values: Sequence[int]) -> int:
        return sum(
            int(c) * prod(v**e for v, e in zip(values, exponents, strict=True)) for exponents, c in one.terms.items()
        )

    values = [*point[size:], *(sum(map(prod, combinations(point[:size], i))) for i in range(1, size + 1))]
    native = functions.normal_form(polynomial)
    total = 0
    for monomial, coefficient in native.items():
        assert all(exponent <= size - 1 - place for place, exponent in enumerate(monomial))
        total += at(coefficient, values) * prod(v**e for v, e in zip(point[:size], monomial, strict=True))
    assert total == at(polynomial, point)
    assert [*native.values()] == functions.coefficients(polynomial)
    squares = prod((a - b) ** 2 for a, b in combinations(point[:size], 2))
    assert abs(at(functions.discriminant(), values)) == squares
    assert all(arithmetic.terms(coefficient.native) for coefficient in native.values())


@st.composite
def finite_systems(draw: st.DrawFn) -> tuple[PolynomialSystem, tuple[int, ...]]:
    """The images of x² or x³ plus a smaller polynomial under all orders of two or three variables."""
    names, block, top = draw(st.sampled_from([("x y", (0, 1), 3), ("x y z", (0, 1, 2), 2), ("x w y", (0, 2), 2)]))
    ring = Ring.of(names)
    gens = variables(ring)
    small = draw(polynomials(ring, 3, top - 1))
    found: dict[Polynomial, None] = {}
    for images in permutations(block):
        positions = [dict(zip(block, images, strict=True)).get(place, place) for place in range(ring.size)]
        found |= {(gens[0] ** top + small).rename(ring, positions).normal(): None}
    others = [v for v in range(ring.size) if v not in block]
    equations = [*found, *(gens[v] ** 2 - sum((gens[b] for b in block), gens[v]) for v in others)]
    return PolynomialSystem.of(ring, equations), block


@settings(FIXED, max_examples=examples(30))
@given(finite_systems())
def test_zeros_beside_those_of_other_starts(drawn: tuple[PolynomialSystem, tuple[int, ...]]) -> None:
    system, block = drawn
    assume(any({*block} <= {*known} for known in interchangeable(system.ring, [*system.polynomials()])))
    try:
        chains = by_orbits(system, block)
    except UnsupportedError as error:
        event(str(error))
        return
    event(f"{len(chains)} chains")
    expected = with_different([*GeneralSeries(system, Deadline.after(SECONDS))], block)
    assert sum(prod(chain.degrees) for chain in chains) == sum(prod(chain.degrees) for chain in expected)
    assert same(chains, expected)


@pytest.mark.slow
def test_a_milnor_algebra_with_a_large_multiple_zero() -> None:
    """x⁷ + y⁷ + z⁷ + (x + y + z)³ + a symmetric form of degree 4: its gradient has zeros in general position."""
    system = make(
        "x y z",
        0,
        ";".join(
            f"7*{a}^6 + 3*(x+y+z)^2 + 2*{a}*({b}^2+{c}^2) + {b}*{c}*(2*{a}+{b}+{c})"
            for a, b, c in (("x", "y", "z"), ("y", "x", "z"), ("z", "x", "y"))
        ),
    )
    run = GeneralSeries(system, Deadline.after(SECONDS))
    chains = [*run]
    assert [row.strategy for row in run.strategies if row.outcome == "finished"] == ["symmetry"]
    check(system, chains)
