"""The start for curves and cones given by parameters: what it reads, known curves, and all points of small fields."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import assume, event, given, settings, strategies as st

from casbridge import read_system
from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring
from casbridge.charset import Chain, initial, pseudo_remainder
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_parameters import ByParameters, Graph
from casbridge.charset.general.decomposition import without_contained
from casbridge.charset.general.method import GeneralSeries, Portfolio
from casbridge.errors import UnsupportedError
from casbridge.limits import Deadline
from tests.charset.test_general import (
    FIXED,
    SECONDS,
    alone,
    assert_same_points,
    check,
    from_equations,
    make,
    published,
    same,
)
from tests.effort import examples


def by_parameters(system: PolynomialSystem, work: int = 10_000, closure: bool = False) -> list[Chain]:
    """The series by this start alone."""
    elements = Elements(system.ring, deadline=Deadline.after(SECONDS))
    given = [polynomial for polynomial in system.polynomials() if polynomial]
    graph = Graph.of(system.ring, given)
    assert graph is not None
    start = ByParameters(elements, given, graph, Portfolio, closure=closure)
    return published(elements, without_contained(elements, alone(start, work), closure=closure))


@pytest.mark.parametrize(
    ("names", "equations", "read"),
    [
        ("x y t", "x-t^2; 2*y-t^3-1", ([0, 1], [1, 2], [2], [[0, 0, 1, 0], [1, 0, 0, 1]])),
        ("x y t z", "x-t^2; y-t^3; z-t", ([0, 1, 3], [1, 1, 1], [2], [[0, 0, 1, 0], [0, 0, 0, 1], [0, 1, 0, 0]])),
        (
            "x y z t s",
            "x-s^3; y-s*t^2; z-t^3+s^2*t",
            ([0, 1, 2], [1, 1, 1], [3, 4], [[0, 0, 0, 1], [0, 1, 0, 0], [1, 0, -1, 0]]),
        ),
        ("x y t", "x-t^2; y-t", None),  # a conic
        ("t x y", "x-t^2; y-t^3", None),  # the parameter is the lowest variable
        ("x y t", "x^2-t^2; y-t^3", None),
        ("x y t", "x-t^2; y-t^3; x", None),
        ("x y z t s", "x-s^3; y-s*t^2; z-t^3+s", None),  # no form
        ("x y z t s", "x-s^3; y-s*t^2; z-t^2", None),  # forms of two degrees
        ("x y t", "x*y-t^3; x-t", None),
        ("x y t", "x-t; y-t^1000000000", None),
        ("x y t u", "x-t^3; y-t^4", None),
        ("x", "x^3-1", None),
    ],
)
def test_what_is_given_by_parameters(
    names: str, equations: str, read: tuple[list[int], list[int], list[int], list[list[int]]] | None
) -> None:
    system = make(names, 0, equations)
    found = Graph.of(system.ring, [*system.polynomials()])
    assert found == (None if read is None else Graph(*read))


@pytest.mark.parametrize(
    ("names", "equations", "characteristic"),
    [
        ("x y t", "x-t^2; y-t^3", 0),
        ("x y t", "2*x-t^3+t; y-3*t^3-t^2+2", 0),
        ("x y t z", "x-t^4-t; y-t^3+2; z-t^5+t", 0),  # z has a higher degree than the plane curve
        ("x y z t", "x-t^2+1; 3*y-t^3+t; 5*z-t^3-2*t^2", 7),
        ("x y z s t", "x-s^3; y-s*t^2; z-t^3", 0),
        ("x y z s w t", "x-s^3-t^3; 2*y-s*t^2; z-s^2*t; 3*w-s^3+s*t^2", 0),
        ("x y z t w s", "x-s^3-t^3; y-s*t^2-s^3; z-s^2*t; w-s^3+s*t^2", 11),
    ],
)
@pytest.mark.parametrize("work", [1, 1_000_000])
def test_known_series(names: str, equations: str, characteristic: int, work: int) -> None:
    system = make(names, characteristic, equations)
    chains = by_parameters(system, work)
    check(system, chains)
    assert same(chains, from_equations(system))
    (whole,) = by_parameters(system, work, closure=True)
    assert whole in chains


def test_other_curves_are_left_to_other_starts() -> None:
    """A point of the plane may have several parameters, and forms may have a common factor."""
    for names, equations in [
        ("x y t", "x-t^2; y-t^4"),
        ("x y t z", "x-t^2; y-t^6; z-t^3"),
        ("x y z s t", "x-s^3; y-s^2*t; z-s*t^2"),
        ("x y z s t", "x-s^3; y-2*s^3; z-t^3"),
    ]:
        system = make(names, 0, equations)
        with pytest.raises(UnsupportedError, match="do not tell"):
            by_parameters(system)
        check(system, [*GeneralSeries(system, Deadline.after(SECONDS))])


@st.composite
def parametric_systems(draw: st.DrawFn, characteristic: int, highest: int = 4) -> PolynomialSystem:
    """Two to four variables by polynomials in t, or by forms in s and t."""
    field, two = Field(characteristic), draw(st.booleans())
    axes = 2 + two
    given = ["x", "y", "z", "w"][: axes + draw(st.integers(0, 1))]
    above = [*given[axes:], "t", *["s"][:two]]
    ring = Ring.of(" ".join([*given[:axes], *draw(st.permutations(above))]), field)
    degree = draw(st.integers(3, highest))
    numbers = st.integers(0, characteristic - 1)
    equations = []
    for name in given:
        own = degree if two else draw(st.integers(1, degree))
        terms = {tuple(int(v == name) for v in ring.variables): draw(st.integers(1, characteristic - 1))}
        for k, c in enumerate(draw(st.lists(numbers, min_size=own + 1, max_size=own + 1))):
            powers = {"t": k, "s": degree - k}
            terms[tuple(powers[v] if v in "st" else 0 for v in ring.variables)] = c
        equations.append(Polynomial(ring, {e: c for e, c in terms.items() if c}))
    return PolynomialSystem.of(ring, equations)


@pytest.mark.parametrize("characteristic", [5, *(pytest.param(p, marks=pytest.mark.slow) for p in (2, 3, 7))])
def test_all_points_of_graphs(characteristic: int) -> None:
    @settings(FIXED, max_examples=examples(60))
    @given(parametric_systems(characteristic))
    def holds(system: PolynomialSystem) -> None:
        given = [*system.polynomials()]
        graph = Graph.of(system.ring, given)
        assume(graph is not None)
        try:
            chains = by_parameters(system)
        except UnsupportedError:
            event("several parameters")
            return
        event(f"{len(chains)} chains")
        check(system, chains)
        assert_same_points(system, chains, most=5**5)

    holds()


def random_graph(degree: int, names: str, parameters: str, seed: int = 1) -> PolynomialSystem:
    """Random polynomials, or forms, with coefficients below 10."""
    chance = random.Random(seed)
    equations = []
    for name in names.split():
        terms = []
        for k in range(degree + 1):
            power = f"s^{degree - k}*t^{k}" if "s" in parameters else f"t^{k}"
            terms.append(f"{chance.randint(-9, 9)}*{power}")
        equations.append(f"{name} - ({' + '.join(terms)})")
    return read_system(f"variables: {names} {parameters}\n" + "\n".join(equations))


@pytest.mark.parametrize(
    ("names", "parameters", "degrees"), [("x y z w", "s t", (20, 1, 20, 1)), ("x y z", "t", (20, 1, 1))]
)
def test_a_curve_of_degree_20(names: str, parameters: str, degrees: tuple[int, ...]) -> None:
    """One chain for the whole. No other start finds it in a minute."""
    system = random_graph(20, names, parameters)
    run = GeneralSeries(system, Deadline.after(SECONDS), closure=True)
    (chain,) = run
    assert run.complete
    assert [row.strategy for row in run.strategies if row.outcome == "finished"] == ["parameters"]
    assert chain.degrees == degrees
    for values in product((-1, 2, 3), repeat=len(parameters.split())):
        given = [0] * len(names.split())
        point = [*(-polynomial.evaluate([*given, *values]) for polynomial in system.polynomials()), *values]
        assert not any(polynomial.evaluate(point) for polynomial in chain.polynomials)
        assert all(initial(polynomial).evaluate(point) for polynomial in chain.polynomials)


@pytest.mark.parametrize(
    ("names", "parameters", "degrees"),
    [
        ("x y z w", "s t", [(6, 1, 6, 1), (1, 1, 1, 1, 6), (10, 1, 2, 6, 1)]),
        ("x y z", "t", [(8, 1, 1), (21, 1, 2, 1)]),
        pytest.param("x y z w", "s t", [(8, 1, 8, 1), (1, 1, 1, 1, 8), (21, 1, 2, 8, 1)], marks=pytest.mark.slow),
    ],
)
def test_double_points(names: str, parameters: str, degrees: list[tuple[int, ...]]) -> None:
    """Those of the plane curve are one closed point. No other start finds it in a minute."""
    system = random_graph(degrees[0][0], names, parameters)
    run = GeneralSeries(system, Deadline.after(SECONDS))
    chains = [*run]
    assert [row.strategy for row in run.strategies if row.outcome == "finished"] == ["parameters"]
    assert [chain.degrees for chain in chains] == degrees
    for chain in chains:
        assert not any(pseudo_remainder(equation, chain.polynomials) for equation in system.polynomials())
