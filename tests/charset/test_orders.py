"""Orders of the variables: the same system, and eliminations that connect little."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.algebra.systems import Goal
from casbridge.charset.definitions.orders import elimination_order, reordered
from casbridge.charset.general.method import GeneralSeries
from casbridge.encodings import encode
from casbridge.errors import LimitError, UsageError
from casbridge.limits import Deadline
from casbridge.puzzles.reading import read
from tests.charset.brute import colouring, zeros_among
from tests.effort import examples

FIXED = settings(derandomize=True, database=None, deadline=None, max_examples=examples(100))


def fill(size: int, edges: Iterable[tuple[int, int]], lowest_first: Sequence[int]) -> int:
    """How many pairs are newly connected when the vertices are eliminated, the highest first."""
    neighbours: list[set[int]] = [set() for _ in range(size)]
    for a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    added = 0
    for v in reversed(lowest_first):
        for a, b in combinations(sorted(neighbours[v]), 2):
            if b not in neighbours[a]:
                added += 1
                neighbours[a].add(b)
                neighbours[b].add(a)
        for other in neighbours[v]:
            neighbours[other].discard(v)
    return added


def chosen(size: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """The order that is chosen for a graph, as positions."""
    system = colouring(Field(5), size, edges, 3)
    return [system.ring.index[name] for name in elimination_order(system)]


def test_graphs_that_need_no_new_edges() -> None:
    path = [(i, i + 1) for i in range(9)]
    star = [(0, i) for i in range(1, 10)]
    complete = list(combinations(range(6), 2))
    triangles = [*path, *((i, i + 2) for i in range(8))]
    for size, edges in ((10, path), (10, star), (6, complete), (10, triangles), (4, [])):
        order = chosen(size, edges)
        assert sorted(order) == list(range(size))
        assert fill(size, edges, order) == 0
    # As given, a star with its centre highest connects everything.
    assert fill(10, star, [*range(1, 10), 0]) == 36


@pytest.mark.parametrize("size", [3, 4, 5, 8])
def test_cycles(size: int) -> None:
    edges = [(i, (i + 1) % size) for i in range(size)]
    assert fill(size, edges, chosen(size, edges)) == size - 3


@FIXED
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_trees(parents: list[int], random: object) -> None:
    """Whatever the vertices are called."""
    size = len(parents) + 1
    edges = [(i + 1, parent % (i + 1)) for i, parent in enumerate(parents)]
    names = list(range(size))
    random.shuffle(names)  # type: ignore[attr-defined]
    edges = [(names[a], names[b]) for a, b in edges]
    assert fill(size, edges, chosen(size, edges)) == 0


@settings(FIXED, max_examples=examples(40))
@given(st.sets(st.sampled_from(list(combinations(range(5), 2)))))
def test_near_the_least_that_is_possible(edges: set[tuple[int, int]]) -> None:
    best = min(fill(5, edges, order) for order in permutations(range(5)))
    assert fill(5, edges, chosen(5, edges)) == best


def test_variables_that_occur_nowhere_are_in_the_order_too() -> None:
    x, y, z = variables(Ring.of("x y z"))
    assert sorted(elimination_order(PolynomialSystem.of(x.ring, [x * z - 1]))) == ["x", "y", "z"]
    assert y


@settings(FIXED, max_examples=examples(40))
@given(st.sets(st.sampled_from(list(combinations(range(4), 2)))), st.permutations(range(4)))
def test_the_same_zeros(edges: set[tuple[int, int]], places: list[int]) -> None:
    system = colouring(Field(5), 4, sorted(edges), 3)
    names = [system.ring.variables[v] for v in places]
    other = reordered(system, names)
    assert other.ring == Ring(system.ring.field, tuple(names))
    assert len(other) == len(system)
    back = {tuple(point[names.index(name)] for name in system.ring.variables) for point in points(other)}
    assert back == set(points(system))
    assert reordered(other, system.ring.variables) == system


def points(system: PolynomialSystem) -> list[tuple[object, ...]]:
    return list(zeros_among(system, [range(5)] * system.ring.size))


def test_patterns_stay_shared() -> None:
    """Only their variables are other ones; origins are kept."""
    (puzzle,) = read("1..4 .... .... 4..1")
    system = encode(puzzle).system
    other = reordered(system, "auto")
    assert sorted(other.ring.variables) == sorted(system.ring.variables)
    for mine, theirs in zip(system.equations, other.equations, strict=True):
        assert mine.pattern is theirs.pattern
        assert mine.origin == theirs.origin
        assert [system.ring.variables[v] for v in mine.variables] == [other.ring.variables[v] for v in theirs.variables]


def test_a_series_depends_on_the_order() -> None:
    x, y = variables(Ring.of("x y"))
    system = PolynomialSystem.of(x.ring, [x**2 - y])
    assert [c.texts() for c in GeneralSeries(system)] == [["y - x**2"]]
    assert [c.texts() for c in GeneralSeries(reordered(system, ["y", "x"]))] == [["x**2 - y"]]


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (["x", "y"], "without z"),
        (["x", "y", "z", "w"], "with unknown w"),
        (["x", "x", "y", "z"], "with twice x"),
        ([], "without x, y, z"),
        (["x", "y", "y", "q"], "without z; with unknown q; with twice y"),
    ],
)
def test_other_names(order: list[str], what: str) -> None:
    system = PolynomialSystem(Ring.of("x y z"), ())
    with pytest.raises(UsageError, match=what) as caught:
        reordered(system, order)
    assert "each of x, y, z once" in str(caught.value)


def test_an_order_is_given_up_at_the_deadline() -> None:
    (x, y) = variables(Ring.of("x y"))
    with pytest.raises(LimitError):
        reordered(PolynomialSystem.of(x.ring, [x * y - 1]), "auto", Deadline.after(0))


def test_the_goal_goes_along() -> None:
    """Variables to eliminate are positions, and the other goals are polynomials of the ring."""
    (x, y, z) = variables(Ring.of("x y z"))
    goal = Goal(eliminate=(0,), saturate=(x * z,), factor=y**2 - z)
    system = PolynomialSystem.of(x.ring, [x * y - z], goal=goal)
    other = reordered(system, ["y", "z", "x"])
    y, z, x = variables(other.ring)
    assert other.goal == Goal(eliminate=(2,), saturate=(x * z,), factor=y**2 - z)
    assert reordered(other, ["x", "y", "z"]) == system
