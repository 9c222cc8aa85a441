"""Proofs of geometry: theorems and false conjectures, conditions that are enough, pictures of instances."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from importlib import util
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import Field, Polynomial, Ring, variables
from casbridge.charset import in_saturation, is_irreducible
from casbridge.charset.definitions.ranks import initial
from casbridge.errors import InputError, LimitError, UnsupportedError
from casbridge.geometry.plane import (
    Plane,
    Point,
    collinear,
    concyclic,
    equal_distances,
    midpoint,
    parallel,
    perpendicular,
    square_of_distance,
)
from casbridge.geometry.plane_drawing import draw_figure
from casbridge.geometry.theorems import Statement, TheoremOutcome, TheoremProof, prove
from tests.effort import examples

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"

u, v, x, y = variables(Ring.of("u v x y"))


def the_example() -> Any:
    spec = util.spec_from_file_location("geometry_theorems", ROOT / "examples" / "geometry_theorems.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


EXAMPLE = the_example()
PROVED = [name for name in EXAMPLE.THEOREMS if name != "geometry-refuted"]


# -- the example ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROVED)
def test_theorems_are_proved(name: str) -> None:
    proof = EXAMPLE.THEOREMS[name]().prove()
    assert proof.proved
    assert proof.witness is None
    assert len(proof.general) == 1
    assert "conclusions: pseudo-remainder 0\n" in proof.text()
    assert proof.text().splitlines()[-1 - len(proof.conditions)].startswith("Proved: holds on 1 general component, and")
    assert all(", so that " in text for text in proof.condition_texts())


@pytest.mark.parametrize("name", sorted(EXAMPLE.THEOREMS))
def test_instances_satisfy_what_the_chains_say(name: str) -> None:
    theorem = EXAMPLE.THEOREMS[name]()
    proof = theorem.prove()
    component = proof.general[0]
    point = list(component.instance(theorem.values).values())
    assert all(statement.polynomial.evaluate(point) == 0 for statement in proof.hypotheses)
    assert all(statement.polynomial.evaluate(point) == 0 for statement in proof.conclusions) == proof.proved
    assert all(p.evaluate(point) == 0 and initial(p).evaluate(point) for p in component.chain.polynomials)


@pytest.mark.parametrize("name", sorted(EXAMPLE.THEOREMS))
def test_pictures_of_the_guide_are_these(name: str) -> None:
    """To draw them anew: `python examples/geometry_theorems.py docs/pictures`."""
    theorem = EXAMPLE.THEOREMS[name]()
    drawn = theorem.picture(theorem.prove())
    assert (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == drawn
    document = ElementTree.fromstring(drawn)
    names = [text.text for text in document.iter(f"{SVG}text")]
    assert names == list(theorem.plane.points)
    width, height = float(document.get("width", "")), float(document.get("height", ""))
    for item in document.iter(f"{SVG}text"):
        assert 0 < float(item.get("x", "")) < width
        assert 0 < float(item.get("y", "")) < height


def test_simson_without_the_circle_finds_the_circle() -> None:
    theorem = EXAMPLE.simson(on_the_circle=False)
    proof = theorem.prove()
    assert (proof.outcome, proof.proved) == (TheoremOutcome.FAILS, False)
    assert proof.witness is proof.general[0]
    assert proof.text().endswith("Not proved: fails on 1 of 1 general component.")
    (remainder,) = proof.witness.remainders
    A, B, C, D = (theorem.plane.points[name] for name in "ABCD")
    circle = concyclic(A, B, C, D).factors()[-1][0]
    assert circle in [factor for factor, _ in remainder.factors()]
    # With it as a hypothesis the theorem is one.
    again = theorem.plane.prove({**theorem.hypotheses, "circle": circle}, theorem.conclusions)
    assert again.outcome is TheoremOutcome.VACUOUS  # u5 is no parameter any more
    names = [name for name in theorem.plane.ring.variables if name not in ("u5",)]
    assert prove(
        [*theorem.hypotheses.values(), circle], [*theorem.conclusions.values()], [n for n in names if n[0] == "u"]
    ).proved


# -- what is said is so -----------------------------------------------------------------------------------------------


def zeros(ring: Ring, polynomials: list[Polynomial]) -> Iterator[tuple[int, ...]]:
    for point in product(range(ring.field.characteristic), repeat=ring.size):
        if all(p.evaluate(point) == 0 for p in polynomials):
            yield point


RING = Ring.of("a b c d", Field(3))
TERMS = st.dictionaries(st.tuples(*[st.integers(0, 1)] * 4), st.integers(1, 2), min_size=1, max_size=3)


@pytest.mark.slow
@settings(max_examples=examples(200), deadline=None)
@given(st.lists(TERMS, min_size=1, max_size=2), TERMS, st.permutations(["a", "b"]))
def test_conditions_are_enough(hypotheses: list[Any], conclusion: Any, parameters: list[str]) -> None:
    given_polynomials = [Polynomial(RING, terms) for terms in hypotheses]
    proof = prove(given_polynomials, Polynomial(RING, conclusion), parameters)
    assert proof.ring.variables == (*parameters, "c", "d")
    if not proof.proved:
        return
    (goal,) = (statement.polynomial for statement in proof.conclusions)
    for point in zeros(proof.ring, [statement.polynomial for statement in proof.hypotheses]):
        if all(any(p.evaluate(point) for p in condition) for condition in proof.conditions):
            assert goal.evaluate(point) == 0


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(TERMS, min_size=1, max_size=2), TERMS)
def test_components_are_what_they_are_said_to_be(hypotheses: list[Any], conclusion: Any) -> None:
    proof = prove([Polynomial(RING, terms) for terms in hypotheses], Polynomial(RING, conclusion), "ab")
    kinds = [component.is_general for component in proof.components]
    assert kinds == sorted(kinds, reverse=True)
    for component in proof.components:
        triangular = component.chain.triangular_set()
        assert is_irreducible(triangular)
        assert component.is_general == {"a", "b"}.issubset(triangular.parameters)
        assert set(component.relations) == {*triangular.below("b", inclusive=True)}
        assert component.holds == in_saturation(proof.conclusions[0].polynomial, triangular)


def test_outcomes() -> None:
    assert prove([x - u], [x - u], [u, v]).outcome is TheoremOutcome.PROVED
    assert prove([x - u], [x], [u, v]).outcome is TheoremOutcome.FAILS
    vacuous = prove([u - v, x], [y], [u, v])
    assert (vacuous.outcome, vacuous.general, vacuous.witness) == (TheoremOutcome.VACUOUS, (), None)
    assert vacuous.text().endswith(
        "Nothing is said: the hypotheses leave no component on which the parameters are free."
    )
    assert prove([x * 0 + 1], [y], [u]).outcome is TheoremOutcome.VACUOUS
    # A conjecture may hold on one general component and fail on another: two signs of a root.
    signs = prove([x**2 - u**2], [x - u], [u])
    assert (signs.outcome, [component.holds for component in signs.general].count(True)) == (TheoremOutcome.FAILS, 1)
    assert "fails on 1 of 2 general components" in signs.text()


def test_conditions_that_others_imply_are_left_out() -> None:
    proof = prove([u * x - u, v * u * y], [x - 1], [u, v])
    assert proof.conditions == ((u,),)
    assert proof.condition_texts() == ["u ≠ 0"]


def test_what_must_not_vanish() -> None:
    proof = prove([u * x - u], [x - 1], [u], nonzero=[u])
    assert (proof.proved, proof.conditions) == (True, ())
    assert [component.excluded for component in proof.components] == [False, True]
    assert "excluded, because something vanishes on it that must not" in proof.text(full=True)
    assert proof.text().endswith("Proved: holds on 1 general component.")


def test_parameters_are_made_the_lowest() -> None:
    proof = prove([x * u - y], [x * u - y], ["y", "x"])
    assert proof.ring.variables == ("y", "x", "u", "v")
    assert proof.parameters == ("y", "x")
    assert str(proof.general[0].chain) == "[x*u - y]"
    assert proof.general[0].free == ("v",)


def test_latex() -> None:
    latex = prove([u * x - v], [x - v], [u, v])._repr_latex_()
    assert latex.startswith(r"$\displaystyle \begin{aligned}\text{fails}: &\; u, v\ \text{free} \\ ")
    assert r"\text{general}: &\; \left[u x - v\right] \nvDash x - v = 0" in latex
    assert prove([x], [x], [u])._repr_latex_().count(r"\vDash") == 1


def test_full_text_has_every_chain() -> None:
    proof: TheoremProof = EXAMPLE.euler_line().prove()
    assert proof.text(full=True).count("degenerate, ") == len(proof.degenerate) == 4
    assert str(Statement(2 * x - 4)) == "x - 2 = 0"


# -- instances --------------------------------------------------------------------------------------------------------


def test_instances_need_what_is_free_and_roots() -> None:
    (component,) = prove([x**2 - u], [x], [u]).components
    with pytest.raises(InputError, match="no value for u"):
        component.instance({})
    with pytest.raises(UnsupportedError, match=r"x\*\*2 - 2 has no root in QQ"):
        component.instance({"u": 2, "v": 0, "y": 0})
    assert component.instance({"u": 4, "v": 0, "y": Fraction(1, 2)}) == {"u": 4, "v": 0, "x": 2, "y": Fraction(1, 2)}
    general = prove([u * x - 1], [x], [u]).general[0]
    with pytest.raises(InputError, match="an initial is 0 for x"):
        general.instance({"u": 0, "v": 0, "y": 0})
    s, t = variables(Ring.of("s t", Field(7)))
    assert prove([t**2 - s], [t], [s]).components[0].instance({"s": 2}) == {"s": 2, "t": 4}


def test_bad_input() -> None:
    (other,) = variables(Ring.of("w"))
    with pytest.raises(InputError, match="no conclusions"):
        prove([x], [], [u])
    with pytest.raises(InputError):
        prove([x], [other], [u])
    for parameters in (["w"], ["u", "u"]):
        with pytest.raises(InputError, match="the parameters"):
            prove([x], [x], parameters)
    with pytest.raises(InputError, match="the coordinate 'z'"):
        Plane("u", "x").point("A", 0, "z")
    with pytest.raises(LimitError):
        prove([x**5 * y - u * y**3 + v, y**6 - x * u * y + x**3 - v**2], [x], [u, v], seconds=-1)


# -- geometry ---------------------------------------------------------------------------------------------------------

COORDINATES = st.tuples(st.integers(-5, 5), st.integers(-5, 5))


@given(st.lists(COORDINATES, min_size=4, max_size=4))
def test_statements_about_points(places: list[tuple[int, int]]) -> None:
    plane = Plane("u", "x")
    a, b, c, d = (plane.point(name, *place) for name, place in zip("ABCD", places, strict=True))
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = places

    def zero(polynomial: Polynomial) -> bool:
        return not polynomial

    assert zero(collinear(a, b, c)) == ((bx - ax) * (cy - ay) == (by - ay) * (cx - ax))
    assert zero(parallel(a, b, c, d)) == ((bx - ax) * (dy - cy) == (by - ay) * (dx - cx))
    assert zero(perpendicular(a, b, c, d)) == ((bx - ax) * (dx - cx) + (by - ay) * (dy - cy) == 0)
    assert zero(square_of_distance(a, b)) == (places[0] == places[1])
    assert zero(equal_distances(a, b, c, d)) == ((ax - bx) ** 2 + (ay - by) ** 2 == (cx - dx) ** 2 + (cy - dy) ** 2)
    m = midpoint(a, b)
    assert zero(m.x * 2 - (ax + bx))
    assert zero(equal_distances(m, a, m, b))
    # On a circle: equal angles, by complex numbers; or there is a line, or two points are the same.
    for order in ((a, b, c, d), (d, c, b, a), (b, d, a, c)):
        assert zero(concyclic(*order)) == zero(concyclic(a, b, c, d))
    centre = Point(a.x, a.y)
    if zero(equal_distances(centre, b, centre, c)) and zero(equal_distances(centre, c, centre, d)):
        around = Point(2 * a.x - b.x, 2 * a.y - b.y)
        assert zero(concyclic(b, c, d, around))


def test_words_say_enough() -> None:
    plane = Plane("u v w", "x")
    A, B, C = plane.point("A", 0, 0), plane.point("B", "u", 0), plane.point("C", "v", "w")
    plane.point("D", "x", 1)
    assert plane.words([square_of_distance(A, C)]) == "A and C differ"
    assert plane.words([C.x, C.y]) == "A and C differ"
    assert plane.words([2 * C.x - B.x]) == "AC and BC are not of the same length"
    assert plane.words([C.x**3 + B.x + 7]) is None
    assert plane.words([plane.points["D"].x - B.x * plane.points["D"].y]) is None
    plane.add("M", midpoint(A, B))
    assert plane.words([2 * C.x - B.x]) == "AB and CM are not perpendicular"


# -- figures ----------------------------------------------------------------------------------------------------------


def test_figures_are_well_formed_and_escape_names() -> None:
    svg = draw_figure({"A'": (0, 0), "<B>": (3, 0), "C&": (0, Fraction(7, 2))}, lines=["A' <B>"], title="a < b & c")
    document = ElementTree.fromstring(svg)
    assert [text.text for text in document.iter(f"{SVG}text")] == ["A'", "<B>", "C&"]
    assert document.findtext(f"{SVG}title") == "a < b & c"
    assert draw_figure({"A": (1, 1)}).count("<circle") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lines": ["A X"]}, "the point X"),
        ({"circles": ["A B"]}, "through 2 points"),
        ({"circles": ["A B D"]}, "on one line"),
        ({"result_lines": [""]}, "a line without points"),
    ],
)
def test_figures_of_what_is_not_there(options: dict[str, list[str]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        draw_figure({"A": (0, 0), "B": (1, 0), "D": (2, 0)}, **options)


def test_figures_without_points() -> None:
    with pytest.raises(InputError, match="without points"):
        draw_figure({})


def test_each_takes_no_longer_than_a_moment() -> None:
    """A generous bound: each takes a fraction of a second."""
    for made in EXAMPLE.THEOREMS.values():
        started = time.process_time()
        made().prove()
        assert time.process_time() - started < 10
