"""Series by way of components that are found in another order, and the Gröbner bases for that."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import assume, example, given, settings, strategies as st

from casbridge.algebra import Polynomial, PolynomialSystem
from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.charset import Chain, initial
from casbridge.charset.definitions.orders import reordered
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.components import components
from casbridge.charset.general.decomposition import Decomposition, Start, without_contained
from casbridge.charset.general.groebner import Sizes, buchberger, degree_basis, reduced, saturated_basis
from casbridge.charset.general.method import ByComponents, GeneralSeries, Portfolio, other_orders
from casbridge.errors import UnsupportedError
from casbridge.limits import Deadline
from tests.charset.test_general import (
    FIXED,
    SECONDS,
    alone,
    assert_closures_cover,
    assert_same_points,
    check,
    finite_systems,
    is_inside,
    make,
    published,
    same,
    series,
    systems,
)
from tests.crosscheck.series_cases import CASES, SeriesCase, adjacent_minors
from tests.effort import examples, finished

LARGE = Sizes(1_000, 10_000, 100_000, 500)

needs_flint = pytest.mark.skipif(
    chosen_arithmetic() != "flint", reason="there are no Gröbner bases without python-flint"
)


def by_components(
    system: PolynomialSystem, order: Sequence[str] | None = None, work: int = 10_000, closure: bool = False
) -> list[Chain]:
    """The series by this start alone."""
    elements = Elements(system.ring, deadline=Deadline.after(SECONDS))
    start = ByComponents(Portfolio(system, elements, closure=closure), order or system.ring.variables[::-1])
    return published(elements, without_contained(elements, alone(start, work), closure=closure))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_known_series(case: SeriesCase) -> None:
    system = case.system
    chains = by_components(system)
    check(system, chains)
    assert same(chains, case.known)
    if system.ring.field.characteristic in (2, 3, 5, 7):
        assert_same_points(system, chains, most=2**10)


@pytest.mark.parametrize("characteristic", [2, *(pytest.param(p, marks=pytest.mark.slow) for p in (3, 5))])
def test_all_points_of_small_fields(characteristic: int) -> None:
    @settings(FIXED, max_examples=examples(120))
    @given(systems(characteristic, 2 if characteristic == 5 else 3), st.booleans())
    def holds(system: PolynomialSystem, auto: bool) -> None:
        orders = other_orders(system)
        assume(orders)
        chains = by_components(system, orders[0] if auto else orders[-1])
        check(system, chains)
        assert_same_points(system, chains)

    holds()


@pytest.mark.slow
@settings(FIXED, max_examples=examples(120))
@given(systems(0))
def test_systems_over_the_rationals(system: PolynomialSystem) -> None:
    """The irreducible parts are the same as from the equations as they stand."""
    chains = by_components(system)
    check(system, chains)
    elements = Elements(system.ring, deadline=Deadline.after(SECONDS))
    direct = Decomposition(elements, system.polynomials())
    expected = published(elements, direct.chains())
    assert all(any(is_inside(chain, other) for other in expected) for chain in chains)
    assert all(any(is_inside(chain, other) for other in chains) for chain in expected)


@pytest.mark.slow
@settings(FIXED, max_examples=examples(60))
@given(st.sampled_from([2, 3]).flatmap(lambda p: systems(p, 3)))
@example(make("x y", 2, "x*y + x"))
def test_closures(system: PolynomialSystem) -> None:
    """V(P) = ∪ V(sat C), point by point."""
    chains = by_components(system, closure=True)
    check(system, chains)
    assert_closures_cover(system, chains)


@pytest.mark.slow
@settings(FIXED, max_examples=examples(60))
@given(systems(0))
def test_closures_over_the_rationals(system: PolynomialSystem) -> None:
    """Every component is among the chains from the equations as they stand."""
    chains = by_components(system, closure=True)
    check(system, chains)
    expected = series(system, closure=True)
    assert all(any(same([chain], [other]) for other in expected) for chain in chains)


@pytest.mark.parametrize("work", [1, 100, 1_000_000])
def test_pauses_make_no_difference(work: int) -> None:
    system = make("x y z u", 0, "x*u - y*z; x*z - y^2 + x; x^2*u - z^3")
    assert same(by_components(system, work=work), by_components(system, work=5_000))


@pytest.mark.slow
def test_a_system_that_is_far_from_triangular() -> None:
    """Chou's example 377: minutes from the equations as they stand, a few seconds by its components."""
    system = make(
        "x1 x2 x3 x4 x5 u1 u2 u3",
        0,
        "x1*x3-x3*x4-x1*x5+x2*x5-x2*u3+x4*u3;"
        "x1*x3+x3*x4+x1*x5-x2*x5-2*x1*u2-x2*u3-2*x4*u2-x4*u3+2*x5*u1+2*u1*u3;"
        "x2^2+x3^2-2*x2*u1-2*x3*u2+u1^2; x1*x2-x1*u1+x3*u3-u2*u3; x1^2-u1^2+u3^2",
    )
    chains = list(GeneralSeries(system, Deadline.after(SECONDS)))
    check(system, chains)
    equations = list(system.polynomials())
    points = [point for point in product((-1, 0, 1), repeat=8) if not any(p.evaluate(point) for p in equations)]
    assert len(points) > 50
    for point in points:
        assert any(
            all(initial(p).evaluate(point) and not p.evaluate(point) for p in chain.polynomials) for chain in chains
        ), point


def test_orders_that_are_tried() -> None:
    system = make("x y z", 0, "x*y - 1")
    assert all(sorted(order) == ["x", "y", "z"] and order != ("x", "y", "z") for order in other_orders(system))
    assert other_orders(make("x", 0, "x^2 - 2")) == []


def test_no_more_chains_than_are_wanted() -> None:
    general = GeneralSeries(adjacent_minors(6), most=3)
    assert len(list(general)) <= 3
    assert not general.complete


@pytest.mark.parametrize("most", [1, 2, 3, 100])
def test_no_more_components_than_are_wanted(most: int) -> None:
    system = make("x y z", 0, "x*y; x*z^2 + z")
    elements = Elements(system.ring)
    start = ByComponents(Portfolio(system, elements), "zyx")
    start.most = most
    while not start.advance(1_000):
        pass
    whole = by_components(system)
    assert len(whole) == 3
    assert start.complete == (most > len(whole))
    assert len(start.found) >= min(most, len(whole))


def test_chains_of_several_components_come_once() -> None:
    system = make("x y z", 5, "-2*x*z + x; y^2 + 2*x*y")
    told: list[ElementChain] = []
    start = ByComponents(Portfolio(system, Elements(system.ring)), "zxy")
    start.tell = told.append
    while not start.advance(1_000):
        pass
    assert len(set(told)) == len(told) == len(start.found)


def test_a_start_that_is_impossible_is_left_out() -> None:
    """Without FLINT some orders need factors in several variables over GF(p), which SymPy cannot find."""

    class Impossible(Start):
        work = 0
        is_optional = True

        def advance(self, work: int) -> bool:
            raise UnsupportedError("no factors")

    system = adjacent_minors(6)
    portfolio = Portfolio(system, Elements(system.ring))
    portfolio.starts.append(Impossible())
    while not portfolio.advance(500):
        pass
    assert portfolio.complete
    assert not any(isinstance(start, Impossible) for start in portfolio.starts)
    assert ByComponents.is_optional
    assert not Decomposition.is_optional


@pytest.mark.slow
def test_the_work_is_the_same_in_every_run() -> None:
    """It decides which start comes first: it must not depend on where objects are in memory."""
    program = (
        "from tests.charset.test_general import adjacent_minors, make\n"
        "from casbridge.charset.elements import Elements\n"
        "from casbridge.charset.general.method import Portfolio\n"
        "import random\n"
        "for seed in range(12):\n"
        "    r = random.Random(seed)\n"
        "    term = lambda: '*'.join(r.choice('xyzuv') + '^' + str(r.randint(1, 2)) for _ in range(3))\n"
        "    texts = '; '.join('+'.join(str(r.randint(1, 5)) + '*' + term() for _ in range(3)) for _ in range(4))\n"
        "    system = make('x y z u v', 0, texts)\n"
        "    portfolio = Portfolio(system, Elements(system.ring), is_outermost=True)\n"
        "    for _ in range(6):\n"
        "        portfolio.advance(3_000)\n"
        "    print(portfolio.work, [len(start.found) for start in portfolio.starts])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", f"junk = [object() for _ in range({size})]\n{program}"],
            env={**os.environ, "PYTHONHASHSEED": str(size % 7), "PYTHONPATH": os.pathsep.join(["", *sys.path])},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for size in (1, 50_000, 300_001)
    }
    assert len(outputs) == 1


def test_a_portfolio_gives_the_chains_of_its_best_start_at_any_time() -> None:
    system = adjacent_minors(7)
    elements = Elements(system.ring)
    portfolio = Portfolio(system, elements, is_outermost=True)
    numbers = []
    while not portfolio.advance(2_000):
        numbers.append(len(portfolio.found))
    assert numbers == sorted(numbers)
    assert portfolio.complete
    assert portfolio.done


# -- components and bases ---------------------------------------------------------------------------------------------


@needs_flint
def test_components_of_a_system() -> None:
    system = make("x y z", 0, "x*z - y^2; x^2 - y*z")
    other = reordered(system, ["z", "y", "x"])
    decomposition = Decomposition(Elements(other.ring), other.polynomials(), closure=True)
    found = [
        component
        for component in components(system, decomposition.elements, list(decomposition.chains()))
        if not isinstance(component, int)
    ]
    assert all(component.exact and component.codimension == 2 for component in found)
    zeros = [series(PolynomialSystem.of(system.ring, component.polynomials), closure=True) for component in found]
    assert [len(chains) for chains in zeros] == [1] * len(found), "each is irreducible"
    assert same([chain for chains in zeros for chain in chains], series(system))


def texts(terms: Sequence[dict[tuple[int, ...], int]] | Sequence[Polynomial], system: PolynomialSystem) -> set[str]:
    return {
        str((entry if isinstance(entry, Polynomial) else Polynomial(system.ring, entry)).normal()) for entry in terms
    }


@pytest.mark.slow
@needs_flint
@settings(FIXED, max_examples=examples(120))
@given(systems(0))
def test_both_ways_to_a_basis(system: PolynomialSystem) -> None:
    polynomials = [polynomial for polynomial in system.polynomials() if polynomial]
    mine = finished(degree_basis(system.ring, polynomials, LARGE))
    flints = buchberger(system.ring, polynomials, LARGE)
    assert mine is not None
    assert flints is not None
    assert texts(mine, system) == texts(reduced(flints), system)


@pytest.mark.slow
@needs_flint
@settings(FIXED, max_examples=examples(80))
@given(systems(0), st.data())
def test_saturations(system: PolynomialSystem, data: st.DataObject) -> None:
    """f is in the saturation by h exactly if h^k·f is in the ideal."""
    ring = system.ring
    divisor = next(iter(data.draw(systems(0).filter(lambda other: other.ring == ring)).polynomials()))
    assume(not divisor.is_constant)
    basis = finished(degree_basis(ring, system.polynomials(), LARGE))
    assert basis is not None
    found = finished(saturated_basis(ring, basis, divisor, LARGE))
    assert found is not None
    assert found == finished(saturated_basis(ring, found, divisor, LARGE)), "nothing is left to divide"
    assert texts(found, system) == texts(finished(degree_basis(ring, [*found, *basis], LARGE)) or (), system)
    for polynomial in found:
        multiple = polynomial
        for _ in range(12):
            if texts(finished(degree_basis(ring, [*basis, multiple], LARGE)) or (), system) == texts(basis, system):
                break
            multiple = multiple * divisor
        else:
            raise AssertionError(f"{polynomial} is not in the saturation")


@needs_flint
@settings(FIXED, max_examples=examples(30))
@given(finite_systems())
def test_bases_of_finitely_many_points(system: PolynomialSystem) -> None:
    mine = finished(degree_basis(system.ring, system.polynomials(), LARGE))
    assert mine is not None
    assert texts(mine, system) == texts(reduced(buchberger(system.ring, system.polynomials(), LARGE)), system)


@needs_flint
def test_sizes_that_are_exceeded() -> None:
    system = make("x y z", 0, "x^3*y - z^2 + 1; x*y^2 - z^3 + 7*x; z*x - y^3 + y*x + 2")
    found = finished(degree_basis(system.ring, system.polynomials(), LARGE))
    assert found is not None
    assert len(found) > 5
    for sizes in (LARGE._replace(polynomials=4), LARGE._replace(terms=4), LARGE._replace(bits=3)):
        assert finished(degree_basis(system.ring, system.polynomials(), sizes)) is None


@needs_flint
def test_variables_with_the_name_of_the_helper() -> None:
    system = make("t t_ t__", 0, "t^2*t_ - t; t__ - 1")
    found = finished(
        saturated_basis(
            system.ring, list(system.polynomials()), next(iter(make("t t_ t__", 0, "t").polynomials())), LARGE
        )
    )
    assert found is not None
    assert texts(found, system) == {"t*t_ - 1", "t__ - 1"}
