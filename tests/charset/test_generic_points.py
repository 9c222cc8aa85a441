"""Members of low degree of a component's ideal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import assume, event, given, settings, strategies as st

from casbridge.algebra import PolynomialSystem, Ring, variables
from casbridge.charset.elements import Element, Elements
from casbridge.charset.general import components as components_module
from casbridge.charset.general.components import Component, components
from casbridge.charset.general.conjugate_points import ConjugatePoints, NoPoints
from casbridge.charset.general.decomposition import Decomposition, StepwiseStart
from casbridge.charset.general.generic_points import Members, low_members
from casbridge.charset.general.groebner import Sizes
from casbridge.charset.general.method import ByComponents, GeneralSeries, Portfolio, other_orders
from casbridge.limits import Deadline
from tests.charset.test_general import FIXED, check, make, published
from tests.effort import examples, finished

pytest.importorskip("flint")


def test_members_of_the_twisted_cubic() -> None:
    ring = Ring.of("x y z w")
    x, y, z, w = variables(ring)
    elements = Elements(ring)
    chain = [elements.of_polynomial(f) for f in (x * z - y**2, x**2 * w - y**3)]
    found = members_of(elements, chain)
    assert found.codimension == 2
    expected = {f.normal() for f in (x * z - y**2, y * w - z**2, x * w - y * z)}
    assert set(found.polynomials) == expected


def test_equations_by_points_have_no_zeros_beside_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components_module, "_LONG_SATURATION", 0)
    ring = Ring.of("x y z")
    x, y, z = variables(ring)
    elements = Elements(ring)
    system = PolynomialSystem.of(ring, [x * (x * z - y**2)])
    chains = [(elements.of_polynomial(x),), (elements.of_polynomial(x * z - y**2),)]
    found = [step for step in components(system, elements, chains) if isinstance(step, Component)]
    assert [component.exact for component in found] == [False, False]
    for point in product(range(-2, 3), repeat=3):
        on = [not any(f.evaluate(point) for f in component.polynomials) for component in found]
        assert any(on) == all(not f.evaluate(point) for f in system.polynomials()), point


def members_of(elements: Elements, chain: Sequence[Element]) -> Members:
    found = finished(low_members(elements.ring, elements, chain))
    assert isinstance(found, Members)
    return found


def elements_of(names: str, equations: str) -> tuple[Elements, list[Element]]:
    system = make(names, 0, equations)
    elements = Elements(system.ring)
    return elements, [elements.of_polynomial(f) for f in system.polynomials()]


@pytest.mark.parametrize(
    ("names", "chain", "expected", "exact"),
    [
        # One root modulo a prime has other members than all roots.
        ("t x y", "x^3-2*t^3; t*y-x^2", "x^2-t*y; x*y-2*t^2; y^2-2*t*x", True),
        ("x y", "x^3-x-1; (x+1)*y-1", "y-x^2+x; x*y+y-1; y^2-2*y-x+2", True),
        ("u x y", "x^3-u; x*y-1", "u*y-x^2; x*y-1; u*y^2-x", False),
        ("t x y", "x^5-x*t^4-t^5; y-2*x", "y-2*x", False),
        # The coefficients are longer than one prime tells.
        ("t x", "1000003*x-1000033*t", "1000003*x-1000033*t", True),
        ("t x y", "1009*x-10007*t; 70001*y^2-90001*x*t", "1009*x-10007*t; 70631009*y^2-900640007*t^2", True),
    ],
)
def test_members_of_conjugate_points(names: str, chain: str, expected: str, exact: bool) -> None:
    elements, given = elements_of(names, chain)
    found = members_of(elements, given)
    assert set(found.polynomials) == {f.normal() for f in make(names, 0, expected).polynomials()}
    assert found.exact is exact


@settings(FIXED, max_examples=examples(25))
@given(st.data())
def test_exact_members_have_no_zeros_beside_those_of_the_chain(data: st.DataObject) -> None:
    """The chains of the members are the given one, and perhaps the point 0 of a cone."""
    coefficient = st.integers(-3, 3)
    a, b, c, d, e, f = (data.draw(coefficient) for _ in range(6))
    names = data.draw(st.sampled_from(["t x y", "x y"]))
    t = "t" if names[0] == "t" else "1"
    given_chain = f"x^3+{a}*x^2*{t}+{b}*x*{t}^2+{c}*{t}^3; ({d}*x+{e}*{t})*y-x^2-{f}*x*{t}".replace("+-", "-")
    elements, chain = elements_of(names, given_chain)
    first = elements.polynomial(chain[0])
    assume(d or e)
    assume([found.texts() for found in GeneralSeries(PolynomialSystem.of(elements.ring, [first]))] == [[str(first)]])
    assume(elements.remainder_by(elements.initial(chain[1]), chain[:1]) is not elements.zero)
    found = members_of(elements, chain)
    event(f"exact: {found.exact}")
    if found.exact:
        largest, *others = GeneralSeries(PolynomialSystem.of(elements.ring, found.polynomials))
        own = [elements.of_polynomial(one) for one in largest.polynomials]
        assert all(elements.remainder_by(one, own) is elements.zero for one in chain)
        assert all(elements.remainder_by(one, chain) is elements.zero for one in own)
        assert [one.texts() for one in others] in ([], [["t", "x", "y"]])


def test_points_are_zeros_of_the_chain() -> None:
    p = 101
    points = ConjugatePoints(
        3, {1: [{(1, 0, 0): -2}, {}, {}, {(0, 0, 0): 1}], 2: [{(0, 1, 0): -1}, {}, {(1, 0, 0): 1}]}, p
    )
    found = points.find(13)
    assert points.rows == 6
    assert found.shape == (3, 3, 6, 6)
    u, x, y = (found[v].astype(object) for v in range(3))
    for i in range(3):
        assert not ((x[i] @ x[i] @ x[i] - 2 * u[i]) % p).any()
        assert not ((u[i] @ y[i] @ y[i] - x[i]) % p).any()
        assert not ((x[i] @ y[i] - y[i] @ x[i]) % p).any()
    with pytest.raises(NoPoints):
        ConjugatePoints(2, {0: [{}, {}, {(0, 0): 1}], 1: [{(0, 0): 1}, {(1, 0): 1}]}, p).find(2)  # x^2, x*y + 1


def test_members_are_looked_for_where_the_saturation_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components_module, "_OF_COMPONENTS", Sizes(polynomials=1, terms=1, bits=1, zeros=0))
    system = make("t x y", 0, "x^3-2*t^3; t*y-x^2")
    elements = Elements(system.ring)
    chain = tuple(map(elements.of_polynomial, system.polynomials()))
    (component,) = (step for step in components(system, elements, [chain]) if isinstance(step, Component))
    assert component.exact
    assert len(component.polynomials) == 3


def test_a_cone_over_points_in_an_order_far_from_the_equations() -> None:
    """Where all variables are neighbours, the components are found in an order by growing equations."""
    size, order = 14, (5, 6, 11, 4, 3, 13, 9, 14, 10, 7, 1, 2, 8, 12)

    def product_of(first: int, last: int) -> str:
        return "*".join(f"x{1 + (i - 1) % size}" for i in range(first, last + 1))

    equations = ["+".join(product_of(i, i + many - 1) for i in (1, 2, 3)) for many in range(1, size)]
    system = make(" ".join(f"x{i}" for i in order), 0, "; ".join(equations))
    assert other_orders(system)[0] == ("x3", "x1", "x2", *(f"x{i}" for i in range(4, size + 1)))
    elements = Elements(system.ring, deadline=Deadline.after(60))
    start = ByComponents(Portfolio(system, elements), other_orders(system)[0])
    work = 35_000
    while not start.advance(work):
        work *= 2
    assert start.complete
    assert start.work < 2_000_000
    check(system, published(elements, start.found))
    assert sorted(map(len, start.found))[-1] == size


def test_a_start_in_a_start_begins_with_short_turns() -> None:
    offered: list[int] = []

    class Recording(Decomposition):
        slice = 100

        def advance(self, work: int) -> bool:
            offered.append(work)
            self.slice *= 2
            self.work += 10
            return len(offered) > 5

    class Outer(StepwiseStart):
        def run(self) -> Iterator[int | None]:
            yield from self.turns(Recording(self.elements, []))

    outer = Outer(Elements(Ring.of("x")), [])
    assert not outer.advance(500)
    assert offered == [100, 200, 400, 471]
    assert not outer.advance(100)
    assert offered[4:] == [101]
    assert outer.advance(10_000)
