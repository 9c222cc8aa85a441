"""Members of low degree of a component's ideal."""

from __future__ import annotations

from itertools import product

import pytest

from casbridge.algebra import PolynomialSystem, Ring, variables
from casbridge.charset.elements import Elements
from casbridge.charset.general import components as components_module
from casbridge.charset.general.components import Component, components
from casbridge.charset.general.generic_points import Members, low_members

pytest.importorskip("flint")


def test_members_of_the_twisted_cubic() -> None:
    ring = Ring.of("x y z w")
    x, y, z, w = variables(ring)
    elements = Elements(ring)
    chain = [elements.of_polynomial(f) for f in (x * z - y**2, x**2 * w - y**3)]
    steps, found = low_members(ring, elements, chain), None
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            found = ended.value
            break
    assert isinstance(found, Members)
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
