"""The start by a plane curve: the cone over a curve, against the decomposition of the equations as they stand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.charset.definitions.chains import Chain
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_curve import ByCurve
from casbridge.charset.general.decomposition import Decomposition
from casbridge.charset.general.method import GeneralSeries
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline
from tests.charset.deadlines import AfterChecks
from tests.charset.test_general import check, same

pytestmark = pytest.mark.skipif(chosen_arithmetic() != "flint", reason="the start needs python-flint")

P = 32003


def moved(names: str, seed: int) -> list[Polynomial]:
    """Linear forms in place of the variables, so that no point of a curve is in a special position."""
    generators, chance = variables(Ring.of(names, Field(P))), random.Random(seed)
    zero = generators[0] - generators[0]
    return [sum((chance.randrange(P) * x for x in generators), zero) for _ in generators]


def minors(rows: Sequence[Sequence[Polynomial]]) -> list[Polynomial]:
    """The minors with two rows and two columns."""
    return [
        a[i] * b[j] - a[j] * b[i] for a, b in combinations(rows, 2) for i, j in combinations(range(len(rows[0])), 2)
    ]


def twisted_cubic(seed: int) -> list[Polynomial]:
    a, b, c, d = moved("x y z u", seed)
    return minors([[a, b, c], [b, c, d]])


def cuspidal_quartic(seed: int) -> list[Polynomial]:
    """The points (s⁴ : s²t² : s t³ : t⁴): a rational curve with a cusp at (1 : 0 : 0 : 0)."""
    a, b, c, d = moved("x y z u", seed)
    return [a * d - b**2, b * d - c**2, a * c**2 - b**3]


def elliptic(seed: int) -> list[Polynomial]:
    """Two quadrics: a curve of degree 4."""
    a, b, c, d = moved("x y z u", seed)
    return [a * d - b * c, a**2 + b**2 + c * d - 3 * d**2 + a * b]


def line_and_cubic(seed: int) -> list[Polynomial]:
    """Two of the three equations of the twisted cubic: also a line, which meets it."""
    return twisted_cubic(seed)[:2]


def skew_lines(seed: int) -> list[Polynomial]:
    a, b, c, d = moved("x y z u", seed)
    return [a * c, a * d, b * c, b * d]


CURVES = {
    "twisted cubic": twisted_cubic,
    "cuspidal quartic": cuspidal_quartic,
    "elliptic": elliptic,
    "line and cubic": line_and_cubic,
    "skew lines": skew_lines,
}


def system_of(polynomials: Sequence[Polynomial]) -> PolynomialSystem:
    return PolynomialSystem.of(polynomials[0].ring, polynomials)


def chains_of(start: ByCurve | Decomposition) -> list[Chain]:
    assert start.advance(1 << 60)
    assert start.complete
    ring = start.elements.ring
    return [Chain(ring, tuple(map(start.elements.polynomial, chain))) for chain in start.found]


@pytest.mark.parametrize("name", CURVES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_curve_is_decomposed_as_its_equations_are(name: str, seed: int) -> None:
    polynomials = CURVES[name](seed)
    system = system_of(polynomials)
    chains = chains_of(ByCurve(Elements(system.ring), polynomials))
    check(system, chains)
    assert same(chains, chains_of(Decomposition(Elements(system.ring), polynomials)))


@pytest.mark.parametrize("name", CURVES)
def test_every_point_of_a_curve_is_a_zero_of_a_chain(name: str) -> None:
    """The points where a random plane meets the cone over the curve, by the decomposition of curve and plane."""
    polynomials = CURVES[name](3)
    ring = polynomials[0].ring
    start = ByCurve(Elements(ring), polynomials)
    assert start.advance(1 << 60)
    chance = random.Random(name)
    x, y, *_ = variables(ring)
    for plane in (y - chance.randrange(P) * x, x, y):
        for last in (x - 1, y - 1, x):
            meeting = [*polynomials, plane, last]
            direct = chains_of(Decomposition(Elements(ring), meeting))
            from_chains = []
            for chain in start.found:
                elements = Elements(ring)
                equations = [start.elements.polynomial(element) for element in chain]
                initials = [start.elements.polynomial(start.elements.initial(element)) for element in chain]
                for found in chains_of(Decomposition(elements, [*equations, plane, last])):
                    inside = [elements.of_polynomial(f) for f in found.polynomials]
                    values = [elements.remainder_by(elements.of_polynomial(i), inside) for i in initials]
                    if all(value is not elements.zero for value in values):
                        from_chains.append(found)
            assert same(from_chains, direct)


def test_closures_need_the_components_only() -> None:
    polynomials = line_and_cubic(4)
    start = ByCurve(Elements(polynomials[0].ring), polynomials, closure=True)
    assert sorted(chain.polynomials[0].total_degree for chain in chains_of(start)) == [1, 3]


def test_the_series_of_a_curve_in_six_variables() -> None:
    """The rational curve of degree 6 in five-dimensional space that the minors of a matrix and a projection give."""
    a, b, c, d, e, f = moved("x y z u v w", 5)
    polynomials = minors([[a, b, c, d, e], [b, c, d, e, f]])
    series = GeneralSeries(system_of(polynomials), Deadline.after(60))
    chains = list(series)
    assert series.complete
    check(system_of(polynomials), chains)
    assert [row.strategy for row in series.strategies if row.outcome == "finished"] == ["curve"]
    assert chains[0].polynomials[0].total_degree == 5


def test_points_that_are_not_on_a_curve_are_left_to_other_starts() -> None:
    """A line, and a point outside it."""
    a, b, c, d = moved("x y z u", 6)
    polynomials = [*(f * g for f in (a, b) for g in (b - c, c - d, a - b))]
    start = ByCurve(Elements(polynomials[0].ring), polynomials)
    with pytest.raises(UnsupportedError):
        start.advance(1 << 60)
    series = GeneralSeries(system_of(polynomials), Deadline.after(60))
    chains = list(series)
    assert series.complete
    assert same(chains, chains_of(Decomposition(Elements(polynomials[0].ring), polynomials)))


@pytest.mark.parametrize("moves", [False, True])
def test_what_is_no_curve_is_refused(moves: bool) -> None:
    x, y, z, u = moved("x y z u", 7) if moves else variables(Ring.of("x y z u", Field(P)))
    surface, point, double = [x * y - z * u, x**2 * y - x * z * u], [x, y, z], [(x - y) ** 2, z**2]
    for polynomials in (surface, point, double):
        start = ByCurve(Elements(x.ring), polynomials)
        with pytest.raises(UnsupportedError):
            start.advance(1 << 60)


def test_a_deadline_ends_the_work_on_a_curve() -> None:
    polynomials = elliptic(8)
    for checks in (1, 5, 20, 60):
        start = ByCurve(Elements(polynomials[0].ring, deadline=AfterChecks(checks)), polynomials)
        with pytest.raises(LimitError):
            start.advance(1 << 60)
