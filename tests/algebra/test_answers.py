"""Answers and the points that their components describe."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings, strategies as st

from casbridge.algebra import Field, Ring, variables
from casbridge.algebra.answers import Answer, PointComponents, Task, point_component, point_of
from tests.algebra.strategies import coefficients, rings


@settings(deadline=None)
@given(st.data())
def test_points_and_components(data: st.DataObject) -> None:
    ring = data.draw(rings())
    point = tuple(ring.field.element(data.draw(coefficients(ring.field))) for _ in range(ring.size))
    component = point_component(point, ring)
    assert point_of(component, ring) == point
    assert all(f.evaluate(point) == 0 and f == f.normal() for f in component)
    scaled = tuple(3 * f if ring.field != Field(3) else f for f in component)
    assert point_of(data.draw(st.permutations(scaled)), ring) == point
    assert point_of(component[:-1], ring) is None
    assert point_of((*component, component[0]), ring) is None


def test_what_is_no_point() -> None:
    ring = Ring.of("x y", Field(11))
    x, y = variables(ring)
    for component in ((x, x), (x - 1, y - x), (x**2, y), (x, y * x), (x - 1, y - y + 1), (x * 0, y), ()):
        assert point_of(component, ring) is None
    assert point_of((y, x - 3), ring) == (3, 0)


def test_components_of_points() -> None:
    ring = Ring.of("x y")
    components = PointComponents(ring, [(1, 2), (Fraction(1, 2), 0), (3, 3)])
    assert len(components) == 3
    assert str(components[1]) == "(2*x - 1, y)"
    assert list(components[1:]) == list(components)[1:]
    assert components == tuple(components)
    assert components[:2] != components
    assert hash(components) == hash(PointComponents(ring, list(components.points)))
    assert "3 points" in repr(components)
    answer = Answer(Task.SERIES, ring, components)
    assert list(answer.points()) == list(Answer(Task.SERIES, ring, tuple(components)).points()) == components.points


def test_an_answer_without_components_is_an_answer() -> None:
    answer = Answer(Task.PRIMES, Ring.of("x"), ())
    assert bool(answer)
    assert len(answer) == 0
    assert list(answer.points()) == []
    assert list(Answer(Task.PRIMES, Ring.of("x"), ((),)).points()) == [None]
