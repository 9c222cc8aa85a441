"""The start for interchangeable variables: known series, and the zeros of symmetric systems point by point."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from math import prod

import pytest
from hypothesis import given, settings, strategies as st

from casbridge import read_system
from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring
from casbridge.charset import Chain
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_symmetry import BySymmetry, _classes, _count, interchangeable
from casbridge.charset.general.decomposition import without_contained
from casbridge.charset.general.method import GeneralSeries, Portfolio
from casbridge.errors import UnsupportedError
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
    polynomials,
    published,
    same,
)
from tests.effort import examples


def by_symmetry(system: PolynomialSystem, work: int = 10_000, closure: bool = False) -> list[Chain]:
    """The series by this start alone."""
    elements = Elements(system.ring, deadline=Deadline.after(SECONDS))
    given = [polynomial for polynomial in system.polynomials() if polynomial]
    blocks = interchangeable(system.ring, given)
    start = BySymmetry(elements, given, blocks, partial(Portfolio, closure=closure), closure=closure)
    kept = without_contained(elements, alone(start, work), closure=closure)
    if start.is_irredundant:
        assert {*kept} == {*start.found}
        assert len(kept) == len(start.found)
    return published(elements, kept)


@pytest.mark.parametrize(
    ("names", "equations", "blocks"),
    [
        ("x y z", "x+y+z-1; x*y*z", [(0, 1, 2)]),
        ("x y z", "x^2+y; y^2+x; z", [(0, 1)]),
        ("x z y", "x^2+y; 2*y^2+2*x; z", [(0, 2)]),
        ("x y", "x-y", [(0, 1)]),
        ("x y", "x-2*y", []),
        ("x y z", "x^2-y; y^2-z; z^2-x", []),
        ("x y z", "x", [(1, 2)]),
        ("a b c d", "a*c-1; b*c-1; a*d-1; b*d-1", [(0, 1), (2, 3)]),
        ("x", "x", []),
    ],
)
def test_variables_that_can_be_exchanged(names: str, equations: str, blocks: list[tuple[int, ...]]) -> None:
    system = make(names, 0, equations)
    assert interchangeable(system.ring, system.polynomials()) == blocks


def test_a_parameter_is_no_variable() -> None:
    system = read_system("parameters: a\nvariables: x y\nx^2 + a*y\ny^2 + a*x")
    assert interchangeable(system.ring, system.polynomials()) == [(1, 2)]
    chains = by_symmetry(system)
    check(system, chains)
    assert same(chains, from_equations(system))


@pytest.mark.parametrize(("n", "zeros", "chains"), [(3, 21, 5), (5, 233, 41), (7, 2173, 365)])
def test_a_chain_for_each_partition_into_three_classes(n: int, zeros: int, chains: int) -> None:
    """Noonburg's equations have 3ⁿ − 2n zeros; as many as the irreducible chains have together."""
    names = [f"x{i}" for i in range(n)]
    equations = [f"10*{x}*({'+'.join(f'{y}^2' for y in names if y != x)}) - 11*{x} + 10" for x in names]
    run = GeneralSeries(read_system("\n".join(equations)), Deadline.after(SECONDS))
    found = [*run]
    assert sum(prod(chain.degrees) for chain in found) == zeros
    assert len(found) == chains
    if n == 7:
        assert [row.strategy for row in run.strategies if row.outcome == "finished"] == ["symmetry"]
    if n < 7:
        check(run.system, found)


@pytest.mark.parametrize("work", [1, 100, 1_000_000])
def test_turns_of_any_length_give_the_same(work: int) -> None:
    system = make("x u y z", 0, "x^2+y+z-u; y^2+x+z-u; z^2+x+y-u; u^2-x-y-z")
    chains = by_symmetry(system, work)
    check(system, chains)
    assert same(chains, from_equations(system))
    assert chains == by_symmetry(system)


@st.composite
def symmetric_systems(draw: st.DrawFn, characteristic: int) -> PolynomialSystem:
    """All images of one or two polynomials under permutations of three variables, or of two pairs of variables."""
    names, blocks = draw(st.sampled_from([("x y z", [(0, 1, 2)]), ("x u y", [(0, 2)]), ("a b c d", [(0, 2), (1, 3)])]))
    ring = Ring.of(names, Field(characteristic))
    positions = [[*range(ring.size)]]
    for block in blocks:
        positions = [
            [dict(zip(block, images, strict=True)).get(place, place) for place in known]
            for known in positions
            for images in permutations(block)
        ]
    found: dict[Polynomial, None] = {}
    for polynomial in draw(st.lists(polynomials(ring), min_size=1, max_size=2)):
        found |= {polynomial.rename(ring, images).normal(): None for images in positions}
    return PolynomialSystem.of(ring, [*found])


@pytest.mark.parametrize("characteristic", [2, *(pytest.param(p, marks=pytest.mark.slow) for p in (3, 5))])
def test_all_points_of_symmetric_systems(characteristic: int) -> None:
    assert_all_points(symmetric_systems(characteristic), by_symmetry, 100)


@pytest.mark.slow
@settings(FIXED, max_examples=examples(60))
@given(st.sampled_from([2, 3]).flatmap(symmetric_systems))
def test_closures_of_symmetric_systems(system: PolynomialSystem) -> None:
    chains = by_symmetry(system, closure=True)
    check(system, chains)
    assert_closures_cover(system, chains)


def test_partitions_are_counted_as_they_are_listed() -> None:
    for size in range(7):
        for most in range(1, 8):
            found = [*_classes(size, most)]
            assert len(found) == len({*found}) == _count(size, most)
            assert all(max(classes, default=0) < most for classes in found)
    assert [_count(n, n) for n in range(8)] == [1, 1, 2, 5, 15, 52, 203, 877]


def test_too_many_partitions_or_equations_are_refused() -> None:
    """The other starts go on."""
    names = [f"x{i}" for i in range(12)]
    many = read_system("\n".join(f"{x}^13 - {'-'.join(names)}" for x in names))
    with pytest.raises(UnsupportedError, match="too many"):
        by_symmetry(many)
    linear = read_system("\n".join(f"2*{x} - {'-'.join(names)}" for x in names))
    assert [chain.degrees for chain in by_symmetry(linear)] == [(1,) * 12]
